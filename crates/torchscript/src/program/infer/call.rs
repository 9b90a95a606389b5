//! Calls.

use outlast_opset::history::{Origin, Variant};
use outlast_opset::resolve::{
    Actual, Binding, Candidate, Constant, Conversion, Converted, Failure, Resolved, resolve, resolve_on, runs,
};
use outlast_opset::schema::{Argument, OperatorName, Schema};
use outlast_opset::types::Type;

use super::value::{Value, bounded};
use super::{Body, PROBLEM};
use crate::program::report::{Answer, Call, Given, ProblemKind};
use crate::program::trace::{Bound, Callee};
use crate::source::Bytes32;

/// A value with a keyword.
pub(super) type Keyword = (String, Actual);

impl Body<'_, '_> {
    /// Calls something.
    pub(super) fn call(
        &mut self,
        callee: Value,
        at: Bytes32,
        args: Vec<Actual>,
        keywords: Vec<Keyword>,
    ) -> Value {
        match callee {
            Value::Unknown => self.unknown(),
            Value::Builtin { name, on } => {
                Value::Simple(self.builtin(&name, at, on.as_deref(), &args, &keywords, false))
            }
            Value::Cast { to, name, method } => self.cast(&to, name, method, at, args, keywords),
            Value::Magic { name, method } => self.magic(name, method, at, args, keywords),
            Value::TensorCast(on) => {
                let keywords = [("self".to_string(), *on), ("dtype".to_string(), Type::Int.into())];
                Value::Simple(self.builtin("aten::to", at, None, &[], &keywords, false))
            }
            Value::Function(function) => self.function_call(function, None, at, args, &keywords),
            Value::Method { on, function } => self.function_call(function, Some(*on), at, args, &keywords),
            Value::InterfaceMethod { on, interface, method, function } => {
                if !self.unit.interfaces.iter().any(|(a, b)| (a, b) == (&interface, &method)) {
                    self.unit.interfaces.push((interface, method));
                }
                self.function_call(function, Some(*on), at, args, &keywords)
            }
            Value::Custom { class, method } => {
                self.uses_custom(class, Some(method), at);
                self.unknown()
            }
            Value::Class(class) => self.construct(&class, at, args, &keywords),
            Value::TupleClass(of) => self.named_tuple(of, at, args, &keywords),
            Value::Print => {
                self.builtin("prim::Print", at, None, &args, &keywords, false);
                Value::of(Type::None)
            }
            Value::Exception => Value::Raised,
            Value::Closure(returns) => Value::of(returns),
            Value::Simple(actual) => match actual.ty {
                Type::Unknown => self.unknown(),
                Type::Class(_) => {
                    let method = self.attribute(Value::Simple(actual), "__call__", at);
                    self.call(method, at, args, keywords)
                }
                ty => self.not_called(at, &format!("a value of type `{ty}`")),
            },
            other => {
                let kind = other.kind();
                self.not_called(at, &format!("a {kind}"))
            }
        }
    }

    fn not_called(&mut self, at: Bytes32, what: &str) -> Value {
        self.problem(ProblemKind::Call, at, format!("{what} cannot be called"));
        Value::Unknown
    }

    /// `int(x)` and others.
    fn cast(
        &mut self,
        to: &Type,
        name: &str,
        method: &'static str,
        at: Bytes32,
        args: Vec<Actual>,
        keywords: Vec<Keyword>,
    ) -> Value {
        if let Some(on) = args.first().filter(|on| matches!(&on.ty, Type::Class(_)) && !method.is_empty()) {
            let callee = self.attribute(Value::Simple(on.clone()), method, at);
            return self.call(callee, at, args.into_iter().skip(1).collect(), keywords);
        }
        if let ([one], true) = (args.as_slice(), keywords.is_empty()) {
            if one.ty == Type::Unknown {
                // It could have the type already.
                return Value::of(to.clone());
            }
            if one.ty.is_subtype_of(to) {
                return Value::Simple(one.clone());
            }
            if *to == Type::Bool && matches!(one.ty, Type::List(_) | Type::Str | Type::Dict(..)) {
                let len = self.builtin("aten::len", at, None, &args, &[], false);
                return Value::Simple(self.builtin("aten::gt", at, None, &[len, Actual::int(0)], &[], true));
            }
        }
        Value::Simple(self.builtin(name, at, None, &args, &keywords, false))
    }

    /// An operator that classes can have a method for.
    pub(super) fn magic(
        &mut self,
        name: &str,
        method: &str,
        at: Bytes32,
        args: Vec<Actual>,
        keywords: Vec<Keyword>,
    ) -> Value {
        if let Some(on) = args.first().filter(|on| matches!(&on.ty, Type::Class(_))) {
            let callee = self.attribute(Value::Simple(on.clone()), method, at);
            return self.call(callee, at, args.into_iter().skip(1).collect(), keywords);
        }
        Value::Simple(self.builtin(name, at, None, &args, &keywords, false))
    }

    /// Calls an operator: what it returns.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        at: Bytes32,
        on: Option<&Actual>,
        args: &[Actual],
        keywords: &[Keyword],
        implicit: bool,
    ) -> Actual {
        let variants = self.compiler.operators.variants(name);
        let candidates: Vec<Candidate<'_>> =
            variants.iter().map(|variant| Candidate::from(&variant.schema)).collect();
        let named: Vec<(&str, Actual)> =
            keywords.iter().map(|(name, value)| (&**name, value.clone())).collect();
        let rules = self.compiler.rules;
        let found = match (candidates.is_empty(), on) {
            (true, _) => None,
            (false, None) => Some(resolve(&candidates, args, &named, rules)),
            (false, Some(on)) => Some(resolve_on(&candidates, on, args, &named, rules)),
        };
        let (mut given, mut returned) = (Vec::new(), Actual::unknown());
        let answer = match found {
            None => Answer::NoOperator,
            Some(Ok(resolved)) => {
                if let Some(variant) = variants.get(resolved.candidate) {
                    self.conversions(&resolved.conversions, &variant.schema, at);
                    given = giving(&resolved, &variant.schema, args, keywords);
                    if let Some(trace) = &mut self.unit.trace {
                        let of = ran(&variants, &resolved).map_or(variant, |(_, variant)| variant);
                        let callee = Callee::Operator(Box::new(of.clone()));
                        trace.call(at, bound(callee, name, implicit, &resolved));
                    }
                    returned = match variant.origin {
                        // The code of such a function is compiled into its caller, and its result has the type that it has there: a
                        // quotient of numbers is a `float`.
                        Origin::Function if resolved.returns == [Type::Number] => Type::Float.into(),
                        _ => packed(&variant.schema, &resolved.returns),
                    };
                }
                overload(&variants, &resolved)
            }
            Some(Err(Failure::Refused(refusals))) => Answer::Refused(refusals),
            Some(Err(Failure::Undecided(undecided))) => {
                let schemas = undecided
                    .possible
                    .iter()
                    .filter_map(|one| Some((one, &variants.get(one.candidate)?.schema)));
                let results = schemas.clone().map(|(one, schema)| packed(schema, &one.returns).ty);
                returned = common(results).into();
                let possible = schemas.map(|(_, schema)| schema.name.to_string()).collect();
                Answer::Undecided { possible, refusable: undecided.refusable }
            }
        };
        if !matches!(answer, Answer::Overload { .. }) {
            self.compiler.spend(PROBLEM);
        }
        let (place, name) = (self.place(at), name.to_string());
        self.unit.calls.push(Call { place, name, answer, given, implicit });
        returned
    }

    /// Notes what a call does to values before it gets them.
    pub(super) fn conversions(&mut self, conversions: &[Converted], schema: &Schema, at: Bytes32) {
        for Converted { argument, conversion } in conversions {
            let formal =
                schema.arguments.get(*argument).map_or(Type::Unknown, |argument| argument.ty.clone());
            self.conversion(*conversion, &formal, at);
        }
    }

    fn conversion(&mut self, conversion: Conversion, formal: &Type, at: Bytes32) {
        // Of a list or a tuple, the part is not said: only numbers and devices are.
        let mut to = formal.unwrapped();
        while let Type::List(of) = to {
            to = of.unwrapped();
        }
        let (name, from) = match (conversion, to.fake()) {
            (Conversion::TensorToNumber, Type::Float) => ("aten::FloatImplicit", Type::Tensor),
            (Conversion::TensorToNumber, Type::Complex) => ("aten::ComplexImplicit", Type::Tensor),
            (Conversion::TensorToNumber, Type::Int) => ("aten::IntImplicit", Type::Tensor),
            (Conversion::TensorToNumber, Type::Number) => ("aten::ScalarImplicit", Type::Tensor),
            (Conversion::NumberToNumber, Type::Float) => ("aten::Float", Type::Number),
            (Conversion::NumberToNumber, Type::Complex) => ("aten::Complex", Type::Number),
            (Conversion::NumberToNumber, Type::Int) => ("aten::Int", Type::Number),
            (Conversion::BoolToNumber, Type::Float) => ("aten::Float", Type::Bool),
            (Conversion::BoolToNumber, _) => ("aten::Int", Type::Bool),
            (Conversion::TextToDevice, _) => ("aten::device", Type::Str),
            _ => return,
        };
        self.builtin(name, at, None, &[from.into()], &[], true);
    }

    /// Calls a function or method of the program.
    fn function_call(
        &mut self,
        function: usize,
        on: Option<Actual>,
        at: Bytes32,
        args: Vec<Actual>,
        keywords: &[Keyword],
    ) -> Value {
        let place = self.place(at);
        if self.seen.insert(format!("def {function} {}", at.start)) {
            self.unit.callees.push((function, place));
        }
        let Some(signature) = self.compiler.model.signature(function) else { return self.unknown() };
        let args: Vec<Actual> = on.into_iter().chain(args).collect();
        self.given_to(Some(function), &signature.schema, at, args, keywords);
        let returns = self.compiler.returns(function, &signature);
        if returns.has_unknown() {
            self.unit.unknown += 1;
        }
        Value::of(bounded(returns))
    }

    /// Checks that a function takes what it is given.
    fn given_to(
        &mut self,
        function: Option<usize>,
        schema: &Schema,
        at: Bytes32,
        mut args: Vec<Actual>,
        keywords: &[Keyword],
    ) {
        let mut schema = schema.clone();
        for argument in &mut schema.arguments {
            // What is unknown takes anything.
            if argument.ty.has_unknown() {
                argument.ty = Type::Any;
            }
        }
        for (actual, argument) in args.iter_mut().zip(&schema.arguments) {
            self.adapt(actual, &argument.ty);
        }
        let mut named: Vec<(&str, Actual)> =
            keywords.iter().map(|(name, value)| (&**name, value.clone())).collect();
        for (name, actual) in &mut named {
            if let Some(argument) = schema.arguments.iter().find(|argument| argument.name == *name) {
                self.adapt(actual, &argument.ty);
            }
        }
        match resolve(&[Candidate::from(&schema)], &args, &named, self.compiler.rules) {
            Ok(resolved) => {
                if let (Some(trace), Some(function)) = (&mut self.unit.trace, function) {
                    trace.call(at, bound(Callee::Function(function), "", false, &resolved));
                }
                self.conversions(&resolved.conversions, &schema, at);
            }
            Err(Failure::Undecided(_)) => self.unit.unknown += 1,
            Err(Failure::Refused(refusals)) => {
                let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
                self.problem(ProblemKind::Call, at, reasons.join("; "));
            }
        }
    }

    /// `Class(…)`
    fn construct(&mut self, class: &str, at: Bytes32, args: Vec<Actual>, keywords: &[Keyword]) -> Value {
        let of = Type::Class(class.to_string());
        if class.starts_with(crate::program::model::CUSTOM) {
            self.uses_custom(class.to_string(), Some("__init__".into()), at);
            return Value::of(of);
        }
        self.uses_type(class);
        match self.compiler.model.method(class, "__init__") {
            Some(init) => {
                self.function_call(init, Some(of.clone().into()), at, args, keywords);
            }
            None => {
                let message = format!("class `{class}` has no `__init__`");
                self.problem(ProblemKind::Undefined, at, message);
            }
        }
        Value::of(of)
    }

    fn named_tuple(&mut self, of: Type, at: Bytes32, args: Vec<Actual>, keywords: &[Keyword]) -> Value {
        if let Type::NamedTuple(name, fields) = &of {
            let arguments = fields.iter().map(|(name, ty)| Argument {
                name: name.clone(),
                ty: ty.clone(),
                size: None,
                default: None,
                kwarg_only: false,
                alias: None,
            });
            let name = OperatorName { name: name.clone(), overload: String::new() };
            let arguments = arguments.collect();
            let schema = Schema { name, arguments, returns: Vec::new(), vararg: false, varret: false };
            self.given_to(None, &schema, at, args, keywords);
        }
        Value::of(of)
    }
}

/// The value that an operator's results are.
fn packed(schema: &Schema, returns: &[Type]) -> Actual {
    // The compiler knows numbers where schemas know kinds of elements, layouts and formats.
    let ty = match returns {
        [one] => one.fake(),
        all => {
            let names = schema.returns.iter().map(|result| result.name.clone());
            let named = !all.is_empty() && schema.returns.iter().all(|result| !result.name.is_empty());
            match named {
                true => Type::NamedTuple(String::new(), names.zip(all.iter().map(Type::fake)).collect()),
                false => Type::Tuple(all.iter().map(Type::fake).collect()),
            }
        }
    };
    bounded(ty).into()
}

/// The type, if all are the same.
fn common(mut types: impl Iterator<Item = Type>) -> Type {
    let Some(first) = types.next() else { return Type::Unknown };
    if types.all(|ty| ty == first) { first } else { Type::Unknown }
}

fn overload(variants: &[Variant], resolved: &Resolved) -> Answer {
    let Some(variant) = variants.get(resolved.candidate) else { return Answer::NoOperator };
    let ran = ran(variants, resolved);
    Answer::Overload {
        name: variant.schema.name.to_string(),
        origin: variant.origin.clone(),
        runs: ran.map(|(_, variant)| variant.schema.name.to_string()),
        variant: ran.map_or(resolved.candidate, |(at, _)| at),
    }
}

/// The operator that runs, by the types of the arguments alone.
fn ran<'v>(variants: &'v [Variant], resolved: &Resolved) -> Option<(usize, &'v Variant)> {
    let operators = || variants.iter().enumerate().filter(|(_, variant)| variant.origin == Origin::Operator);
    variants.get(resolved.candidate).filter(|variant| variant.origin == Origin::Operator)?;
    let candidates: Vec<Candidate<'_>> =
        operators().map(|(_, variant)| Candidate::from(&variant.schema)).collect();
    runs(&candidates, resolved).and_then(|index| operators().nth(index))
}

fn bound(callee: Callee, name: &str, implicit: bool, resolved: &Resolved) -> Bound {
    Bound {
        callee,
        name: name.to_string(),
        implicit,
        bindings: resolved.bindings.clone(),
        conversions: resolved.conversions.clone(),
        inputs: resolved.inputs.clone(),
    }
}

/// The arguments that a call gives.
fn giving(resolved: &Resolved, schema: &Schema, args: &[Actual], keywords: &[Keyword]) -> Vec<Given> {
    let constant = |actual: Option<&Actual>| actual.and_then(|actual| actual.constant.clone());
    let given = schema.arguments.iter().zip(&resolved.bindings).filter_map(|(argument, binding)| {
        let (keyword, constant): (bool, Option<Constant>) = match binding {
            Binding::Default => return None,
            Binding::Receiver => (false, None),
            Binding::Positional(at) => (false, constant(args.get(*at))),
            Binding::Keyword(at) => (true, constant(keywords.get(*at).map(|(_, value)| value))),
            Binding::Rest(at) => (false, Some(Constant::List(args.get(*at..).unwrap_or_default().to_vec()))),
        };
        Some(Given { argument: argument.name.clone(), keyword, constant })
    });
    given.collect()
}
