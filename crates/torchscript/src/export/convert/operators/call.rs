//! Calls of operators in functions: what is known of tensors is answered, and the rest becomes nodes, or functions again where the operator changed.

use outlast_opset::history::{Origin, Variant};
use outlast_opset::resolve::{Actual, Binding, Candidate, Conversion, Failure, resolve};
use outlast_opset::schema::Schema;
use outlast_opset::types::Type;

use super::build::{NewNode, output};
use super::eval::{Body, Eval, Outcome, Scope, Stop};
use super::infer::{Given, Known, infer};
use super::meta::{Meta, is_complex, is_float};
use super::value::{Sym, SymKind, Tensor, Value, write};
use crate::program::Given as GivenBy;

/// An argument by its name in the schema; whether the call gives it.
type Bound = Vec<(String, Value, bool)>;

impl Eval<'_, '_> {
    /// A call of an operator by its name without overload.
    pub(super) fn operator(
        &mut self,
        body: &Body,
        name: &str,
        positional: Vec<Value>,
        keywords: Vec<(String, Value)>,
    ) -> Outcome<Value> {
        if let Some(known) = self.answered(name, &positional)? {
            return Ok(known);
        }
        let variants = body.set.variants(name);
        let (schema, bound) = bind(name, &variants, body, &positional, &keywords)?;
        self.resolved_call(body, &schema, bound)
    }

    /// A call whose overload is known.
    fn resolved_call(&mut self, body: &Body, schema: &Schema, bound: Bound) -> Outcome<Value> {
        let given: Vec<GivenBy> = bound.iter().filter(|(_, _, given)| *given).map(as_given).collect();
        let needed = self.operators.bridge.needed(&schema.name, schema, &given, body.version);
        match needed {
            Err(obstacle) => {
                let message = format!("`{}` calls it: {}", body.parsed.name, obstacle.message);
                Err(Stop { code: obstacle.code, message })
            }
            Ok(Some(needed)) => {
                let arguments: Scope = bound.into_iter().map(|(name, value, _)| (name, value)).collect();
                self.function(&needed.function, needed.version, arguments)
            }
            Ok(None) => self.emit(schema, &bound),
        }
    }

    /// What a call asks of what is known, without a node.
    fn answered(&mut self, name: &str, arguments: &[Value]) -> Outcome<Option<Value>> {
        let meta = |tensor: &Tensor| {
            tensor.meta.clone().ok_or_else(|| {
                Stop::new(format!("`{name}` of `{}`, of which the metadata cannot be derived", tensor.name))
            })
        };
        Ok(Some(match (name, arguments) {
            ("prim::RaiseException", [Value::Text(message), ..]) => return Err(Stop::new(message.clone())),
            ("prim::RaiseException", _) => return Err(Stop::new("the function raises for this call")),
            ("aten::dim", [Value::Tensor(tensor)]) => {
                Value::Int(i64::try_from(meta(tensor)?.rank()).unwrap_or(i64::MAX))
            }
            ("aten::size", [Value::Tensor(tensor)]) => {
                let meta = meta(tensor)?;
                let sizes = meta.sizes.iter().enumerate();
                let sizes = sizes.map(|(at, size)| self.build.size(tensor, at, size)).collect();
                Value::list(Some(Type::Int), sizes)
            }
            ("aten::size", [Value::Tensor(tensor), Value::Int(dim)]) => {
                let meta = meta(tensor)?;
                let at = super::infer::at(*dim, meta.rank())
                    .ok_or_else(|| Stop::new(format!("`{}` has no dimension {dim}", tensor.name)))?;
                match meta.sizes.get(at) {
                    Some(size) => self.build.size(tensor, at, size),
                    None => return Err(Stop::new(format!("`{}` has no dimension {dim}", tensor.name))),
                }
            }
            ("aten::numel", [Value::Tensor(tensor)]) => {
                let meta = meta(tensor)?;
                let mut count = Value::Int(1);
                for (at, size) in meta.sizes.iter().enumerate() {
                    let size = self.build.size(tensor, at, size);
                    count = match (count.as_int(), size.as_int()) {
                        (Some(one), Some(other)) => Value::Int(one.saturating_mul(other)),
                        _ => self
                            .build
                            .arithmetic("mul", &count, &size)
                            .ok_or_else(|| Stop::new("a size is not a number"))?,
                    };
                }
                count
            }
            ("prim::dtype", [Value::Tensor(tensor)]) => Value::Int(meta(tensor)?.dtype),
            ("prim::layout", [Value::Tensor(tensor)]) => Value::Int(meta(tensor)?.layout),
            ("prim::device", [Value::Tensor(tensor)]) => Value::Device(meta(tensor)?.device.clone()),
            ("aten::is_complex", [Value::Tensor(tensor)]) => Value::Bool(is_complex(meta(tensor)?.dtype)),
            ("aten::is_floating_point", [Value::Tensor(tensor)]) => {
                Value::Bool(is_float(meta(tensor)?.dtype))
            }
            ("aten::result_type", [left, right]) => {
                let dtype = super::infer::result_type([left, right]);
                Value::Int(dtype.ok_or_else(|| Stop::new("the element type of a result cannot be derived"))?)
            }
            ("aten::sqrt", [Value::Float(number)]) => Value::Float(number.sqrt()),
            ("aten::floor", [Value::Float(number)]) if number.is_finite() && number.abs() < 9e18 =>
            {
                #[allow(clippy::cast_possible_truncation, reason = "whole and in range")]
                Value::Int(number.floor() as i64)
            }
            ("aten::ceil", [Value::Float(number)]) if number.is_finite() && number.abs() < 9e18 =>
            {
                #[allow(clippy::cast_possible_truncation, reason = "whole and in range")]
                Value::Int(number.ceil() as i64)
            }
            ("aten::len", [Value::List(_, items)]) => {
                Value::Int(i64::try_from(items.borrow().len()).unwrap_or(i64::MAX))
            }
            ("aten::item" | "aten::Bool" | "aten::Int" | "aten::Float", [Value::Tensor(tensor), ..]) => {
                return Err(Stop::new(format!(
                    "the function asks for the value of `{}`, which is known when the program runs",
                    tensor.name
                )));
            }
            _ => return Ok(None),
        }))
    }

    /// Adds a node.
    fn emit(&mut self, schema: &Schema, bound: &Bound) -> Outcome<Value> {
        let operator = schema.name.to_string();
        let (space, name) = schema.name.name.split_once("::").unwrap_or(("aten", &schema.name.name));
        let overload = if schema.name.overload.is_empty() { "default" } else { &schema.name.overload };
        let mut inputs = Vec::new();
        for (argument, (_, value, given)) in schema.arguments.iter().zip(bound) {
            let default = argument.default.as_ref().and_then(|default| Value::of_default(default, argument));
            if argument.default.is_some() && (!given || default.as_ref() == Some(value)) {
                continue;
            }
            let written = write(value, &argument.ty).ok_or_else(|| {
                Stop::new(format!("`{operator}` takes no {} for `{}`", value.kind(), argument.name))
            })?;
            inputs.push((argument.name.clone(), written));
        }
        let given: Given = bound.iter().map(|(name, value, _)| (name.as_str(), value)).collect();
        let like = (self.operators.results)(&schema.name).and_then(|argument| given.tensor(&argument));
        let known = match like {
            Some(like) => Known::Results(vec![like.clone(); schema.returns.len()]),
            None => infer(schema, &given),
        };
        let mut results = Vec::new();
        for (index, returned) in schema.returns.iter().enumerate() {
            let known = match &known {
                Known::Not => None,
                Known::Results(metas) => metas.get(index).cloned(),
            };
            results.push(self.result(name, &returned.ty, known, &operator)?);
        }
        let written =
            schema.arguments.iter().any(|argument| argument.alias.as_ref().is_some_and(|alias| alias.write));
        self.build.nodes.push(NewNode {
            target: format!("torch.ops.{space}.{name}.{overload}"),
            inputs,
            outputs: results.iter().map(output).collect(),
            names: results.iter().flat_map(names).collect(),
            effect: written || results.is_empty(),
        });
        Ok(match <[Value; 1]>::try_from(results) {
            Ok([one]) => one,
            Err(results) if results.is_empty() => Value::None,
            Err(results) => Value::Tuple(results),
        })
    }

    fn result(&mut self, name: &str, ty: &Type, meta: Option<Meta>, operator: &str) -> Outcome<Value> {
        match ty {
            Type::Tensor => Ok(Value::Tensor(self.build.tensor(name, meta))),
            _ => Err(Stop::new(format!("`{operator}` gives no tensor, and is not evaluated"))),
        }
    }
}

fn names(value: &Value) -> Vec<String> {
    match value {
        Value::Tensor(tensor) => vec![tensor.name.clone()],
        Value::Sym(sym) => vec![sym.name.clone()],
        _ => Vec::new(),
    }
}

/// What a call says of an argument.
pub(super) fn as_given((name, value, _): &(String, Value, bool)) -> GivenBy {
    GivenBy { argument: name.clone(), keyword: false, constant: value.constant() }
}

/// The overload that a call means, with its arguments.
fn bind(
    name: &str,
    variants: &[Variant],
    body: &Body,
    positional: &[Value],
    keywords: &[(String, Value)],
) -> Outcome<(Schema, Bound)> {
    let operators: Vec<&Variant> =
        variants.iter().filter(|variant| matches!(variant.origin, Origin::Operator)).collect();
    if operators.is_empty() {
        return Err(Stop {
            code: outlast_opset::versions::codes::BAD_FUNCTION,
            message: format!(
                "`{}` calls `{name}`, which the set does not have at version {}",
                body.parsed.name, body.version
            ),
        });
    }
    let candidates: Vec<Candidate<'_>> =
        operators.iter().map(|variant| Candidate::from(&variant.schema)).collect();
    let ask = |as_actual: &dyn Fn(&Value) -> Actual| {
        let positional: Vec<Actual> = positional.iter().map(as_actual).collect();
        let keywords: Vec<(&str, Actual)> =
            keywords.iter().map(|(name, value)| (name.as_str(), as_actual(value))).collect();
        resolve(&candidates, &positional, &keywords, body.set.rules())
    };
    // In graphs, a truth value may be given for a number.
    let as_number = |value: &Value| match value {
        Value::Bool(_) | Value::Sym(Sym { kind: SymKind::Bool, .. }) => Type::Number.into(),
        value => value.actual(),
    };
    let resolved = ask(&Value::actual).or_else(|failure| ask(&as_number).map_err(|_| failure));
    let resolved = resolved.map_err(|failure| {
        let why = match failure {
            Failure::Refused(refusals) => {
                let all: Vec<String> = refusals.iter().map(ToString::to_string).collect();
                all.join("; ")
            }
            Failure::Undecided(_) => "which one it means cannot be determined".to_string(),
        };
        Stop::new(format!("no overload of `{name}` takes the call in `{}`: {why}", body.parsed.name))
    })?;
    let schema = candidates.get(resolved.candidate).map(|candidate| candidate.schema.clone());
    let Some(schema) = schema else { return Err(Stop::new(format!("`{name}` has no overload"))) };
    let mut bound = Bound::new();
    for (index, argument) in schema.arguments.iter().enumerate() {
        let binding = resolved.bindings.get(index).copied().unwrap_or(Binding::Default);
        let value = match binding {
            Binding::Positional(at) => positional.get(at).cloned(),
            Binding::Keyword(at) => keywords.get(at).map(|(_, value)| value.clone()),
            Binding::Rest(from) => {
                Some(Value::list(None, positional.get(from..).unwrap_or_default().to_vec()))
            }
            Binding::Receiver => None,
            Binding::Default => None,
        };
        let given = value.is_some();
        let default = || argument.default.as_ref().and_then(|default| Value::of_default(default, argument));
        let Some(mut value) = value.or_else(default) else {
            return Err(Stop::new(format!("`{}` is not given `{}`", schema.name, argument.name)));
        };
        for converted in resolved.conversions.iter().filter(|converted| converted.argument == index) {
            value = match (converted.conversion, value) {
                (Conversion::Repeated(count), value) => {
                    let count = usize::try_from(count).unwrap_or(0).min(64);
                    Value::list(None, vec![value; count])
                }
                (Conversion::TensorToNumber, _) => {
                    return Err(Stop::new(format!(
                        "`{}` is given the value of a tensor for `{}`",
                        schema.name, argument.name
                    )));
                }
                (_, value) => value,
            };
        }
        bound.push((argument.name.clone(), value, given));
    }
    Ok((schema, bound))
}
