//! Calls: of operators, of functions, and of what the compiler adds to convert values.

use outlast_opset::history::Origin;
use outlast_opset::resolve::{Binding, Conversion};
use outlast_opset::schema::{Argument, Schema, Value as Literal};
use outlast_opset::types::Type;

use super::super::Fault;
use super::super::graph::{Kind, ValueId};
use super::{Body, V, fault};
use crate::bytecode::convert::{annotation, literal};
use crate::program::trace::{Bound, Callee};
use crate::source::Bytes32;

/// What a call gives.
#[derive(Clone, Copy)]
struct Given<'c> {
    receiver: Option<&'c V>,
    positional: &'c [V],
    keywords: &'c [(String, V)],
}

impl<'p> Body<'_, 'p> {
    /// A call that was found at a place, which is put into the graph now.
    pub(super) fn call_at(&mut self, at: Bytes32, which: impl Fn(&Bound) -> bool) -> Option<&'p Bound> {
        let (index, bound) = self.trace.calls.get(&at)?.iter().enumerate().find(|(_, bound)| which(bound))?;
        self.used.insert((at, index));
        Some(bound)
    }

    /// Calls in a part of the text that is not run.
    pub(super) fn forget(&mut self, span: Bytes32) {
        for (at, calls) in &self.trace.calls {
            if span.start <= at.start && at.end <= span.end {
                self.used.extend((0..calls.len()).map(|index| (*at, index)));
            }
        }
    }

    /// Puts a call into the graph: its result.
    pub(super) fn call(
        &mut self,
        bound: &Bound,
        receiver: Option<&V>,
        positional: &[V],
        keywords: &[(String, V)],
        at: Bytes32,
    ) -> Result<V, Fault> {
        let given = Given { receiver, positional, keywords };
        match &bound.callee {
            Callee::Function(function) => {
                let Some((arguments, _)) = self.builder.program.declared(*function) else {
                    return fault(at, "a function that is called cannot be read");
                };
                let args = self.inputs(bound, &arguments, given, at)?;
                self.builder.inlined(*function, args, self.block, at)
            }
            Callee::Operator(variant) if variant.origin == Origin::Operator => {
                let schema = &variant.schema;
                let mut inputs = Vec::with_capacity(schema.arguments.len());
                for value in self.inputs(bound, &schema.arguments, given, at)? {
                    inputs.push(self.whole(value, at));
                }
                if schema.vararg {
                    let used =
                        bound.bindings.iter().filter(|of| matches!(of, Binding::Positional(_))).count();
                    for value in positional.iter().skip(used) {
                        inputs.push(self.whole(value.clone(), at));
                    }
                }
                let kind = Kind::Operator(Box::new(schema.clone()));
                let outputs = self.node(kind, inputs, schema.returns.len(), at)?;
                Ok(match outputs[..] {
                    [one] => V::One(one),
                    [] => V::One(self.constant(Literal::None)),
                    _ => V::Parts(outputs.into_iter().map(V::One).collect()),
                })
            }
            Callee::Operator(variant) => {
                let name = &variant.schema.name;
                fault(
                    at,
                    format!(
                        "`{name}` is not an operator of the reader for these arguments, but code of its own"
                    ),
                )
            }
        }
    }

    /// The values of all arguments.
    fn inputs(
        &mut self,
        bound: &Bound,
        arguments: &[Argument],
        given: Given<'_>,
        at: Bytes32,
    ) -> Result<Vec<V>, Fault> {
        let mut inputs = Vec::with_capacity(arguments.len());
        for (index, (argument, binding)) in arguments.iter().zip(&bound.bindings).enumerate() {
            let value = match binding {
                Binding::Receiver => given.receiver.cloned(),
                Binding::Positional(of) => given.positional.get(*of).cloned(),
                Binding::Keyword(of) => given.keywords.get(*of).map(|(_, value)| value.clone()),
                Binding::Default => Some(self.default(argument, at)?),
                Binding::Rest(from) => {
                    let rest = given.positional.get(*from..).unwrap_or_default().to_vec();
                    Some(V::One(self.list(rest, &argument.ty, at)?))
                }
            };
            let Some(mut value) = value else { return fault(at, "a call without one of its arguments") };
            let mut done =
                bound.conversions.iter().filter(|done| done.argument == index).map(|done| done.conversion);
            match (done.next(), done.next(), binding) {
                (None, ..) | (Some(Conversion::EmptyList), _, Binding::Default) => {}
                (Some(one), None, Binding::Receiver | Binding::Positional(_) | Binding::Keyword(_)) => {
                    let ty = bound.inputs.get(index).unwrap_or(&argument.ty);
                    value = self.converted(one, value, (&argument.ty, ty), at)?;
                }
                // Defaults are what the schema says.
                (Some(_), _, Binding::Default) => {}
                _ => return fault(at, "several conversions of the parts of one argument"),
            }
            inputs.push(value);
        }
        Ok(inputs)
    }

    fn default(&mut self, argument: &Argument, at: Bytes32) -> Result<V, Fault> {
        let value = argument.default.clone().unwrap_or(Literal::None);
        match literal(&value, &argument.ty) {
            // A function of code may change it.
            Ok(Literal::List(items)) if items.is_empty() => {
                Ok(V::One(self.list(Vec::new(), argument.ty.unwrapped(), at)?))
            }
            Ok(value) => Ok(V::One(self.constant(value))),
            Err(why) => fault(at, why),
        }
    }

    /// A list of a type.
    pub(super) fn list(&mut self, items: Vec<V>, ty: &Type, at: Bytes32) -> Result<ValueId, Fault> {
        let inputs: Vec<ValueId> = items.into_iter().map(|item| self.whole(item, at)).collect();
        let ty = ty.unwrapped();
        // The compiler knows numbers where schemas know kinds of elements, layouts and formats.
        let ty = if let Type::List(of) = ty { Type::list(of.fake()) } else { ty.fake() };
        self.value_of(Kind::List(annotation(&ty)), inputs, at)
    }

    fn converted(
        &mut self,
        conversion: Conversion,
        value: V,
        (formal, passed): (&Type, &Type),
        at: Bytes32,
    ) -> Result<V, Fault> {
        let mut to = formal.unwrapped();
        while let Type::List(of) = to {
            to = of.unwrapped();
        }
        let name = match (conversion, to.fake()) {
            (Conversion::EmptyList, _) => return Ok(V::One(self.list(Vec::new(), passed, at)?)),
            (Conversion::Repeated(count), _) => {
                let one = self.whole(value, at);
                let count = usize::try_from(count).unwrap_or(0);
                return Ok(V::One(self.list(vec![V::One(one); count], formal, at)?));
            }
            (Conversion::TupleToList, _) => {
                let V::Parts(parts) = value else {
                    return fault(at, "a tuple that is given for a list");
                };
                return Ok(V::One(self.list(parts, formal, at)?));
            }
            (Conversion::TensorToNumber, Type::Float) => "aten::FloatImplicit",
            (Conversion::TensorToNumber, Type::Complex) => "aten::ComplexImplicit",
            (Conversion::TensorToNumber, Type::Int) => "aten::IntImplicit",
            (Conversion::TensorToNumber, _) => "aten::ScalarImplicit",
            (Conversion::NumberToNumber | Conversion::BoolToNumber, Type::Float) => "aten::Float",
            (Conversion::NumberToNumber, Type::Complex) => "aten::Complex",
            (Conversion::NumberToNumber | Conversion::BoolToNumber, _) => "aten::Int",
            (Conversion::TextToDevice, _) => "aten::device",
            _ => return fault(at, "a conversion that has no form in bytecode"),
        };
        match self.call_at(at, |call| call.implicit && call.name == name) {
            Some(call) => self.call(call, None, &[value], &[], at),
            None => fault(at, format!("a conversion by `{name}` has no form in bytecode here")),
        }
    }

    /// An operator by its name, at a place.
    pub(super) fn named(&mut self, name: &str, args: &[V], at: Bytes32) -> Result<V, Fault> {
        match self.call_at(at, |call| call.name == name) {
            Some(call) => self.call(call, None, args, &[], at),
            None => fault(at, format!("`{name}` has no form in bytecode here")),
        }
    }
}

/// The exception of a set of operators.
pub(super) fn exception(operators: &dyn crate::program::Operators) -> Schema {
    let known = operators.variants("prim::RaiseException").first().map(|variant| variant.schema.clone());
    known.or_else(|| Schema::parse("prim::RaiseException(str msg) -> ()").ok()).unwrap_or_else(|| Schema {
        name: outlast_opset::schema::OperatorName {
            name: "prim::RaiseException".into(),
            overload: String::new(),
        },
        arguments: Vec::new(),
        returns: Vec::new(),
        vararg: false,
        varret: false,
    })
}
