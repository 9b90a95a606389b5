//! The upgrader that an author has to write, begun: TorchScript that type-checks, and that raises where a decision is missing.

use std::fmt::Write;

use crate::schema::{Argument, OperatorName, Schema, Value};
use crate::types::Type;

/// The namespace of operators that the language calls by `torch.NAME`; others are `ops.NAMESPACE.NAME`.
const TORCH: &str = "aten";

/// The name that an upgrader has: of the operator, the overload and the versions whose programs it is for, `div_Tensor_0_3`.
pub fn upgrader_name(operator: &OperatorName, set: &str, from: u64, to: u64) -> String {
    let mut name = String::new();
    if let Some(namespace) = operator.namespace().filter(|namespace| *namespace != set && *namespace != TORCH)
    {
        name.push_str(namespace);
        name.push('_');
    }
    name.push_str(operator.name.rsplit("::").next().unwrap_or_default());
    for part in [operator.overload.as_str(), &from.to_string(), &to.to_string()] {
        if !part.is_empty() {
            name.push('_');
            name.push_str(part);
        }
    }
    name
}

/// A value of a type, to begin with; `None` if none can be written down.
fn literal(ty: &Type) -> Option<String> {
    Some(match ty.fake() {
        Type::Optional(of) => format!("torch.jit.annotate(Optional[{}], None)", of.annotation()?),
        Type::Int | Type::Number | Type::QScheme => "0".into(),
        Type::Float => "0.".into(),
        Type::Complex => "0.j".into(),
        Type::Bool => "False".into(),
        Type::Str => "''".into(),
        Type::Device => "torch.device('cpu')".into(),
        Type::Tensor => "torch.empty([0])".into(),
        Type::List(of) => format!("torch.jit.annotate(List[{}], [])", of.annotation()?),
        Type::Dict(key, value) => {
            format!("torch.jit.annotate(Dict[{}, {}], {{}})", key.annotation()?, value.annotation()?)
        }
        _ => return None,
    })
}

/// An upgrader from the old schema to calls of the new one, as far as the schemas say it. It type-checks, and it raises where they do not say it.
///
/// `overloads` are the schemas of the new set that a call of the new operator's name may mean.
///
/// # Errors
///
/// Why there is none: a type that TorchScript cannot name, any number of arguments.
pub fn stub(name: &str, old: &Schema, new: Option<&Schema>, overloads: &[&Schema]) -> Result<String, String> {
    if old.vararg || old.varret {
        return Err(format!("`{}` takes or returns any number of values", old.name));
    }
    let mut text = head(name, old)?;
    let _ = writeln!(text, "  # {old}");
    let Some(new) = new else {
        let _ = writeln!(text, "  # TODO: what the operator did, said with other operators.");
        let _ = writeln!(text, "  raise RuntimeError(\"TODO: {} was removed\")", old.name);
        return Ok(text);
    };
    let call = Call::new(old, new);
    let _ = writeln!(text, "  # {new}");
    text.push_str(&call.lines);
    for open in &call.open {
        let _ = writeln!(text, "  raise RuntimeError(\"TODO: {open}\")");
    }
    let fits = gives(new, old) && !is_ambiguous(old, new, overloads);
    let Some(expression) = call.expression else {
        return Ok(text);
    };
    match (fits, old.returns.is_empty()) {
        (true, true) => {
            let _ = writeln!(text, "  {expression}");
        }
        (true, false) => {
            let _ = writeln!(text, "  return {expression}");
        }
        (false, _) => {
            let _ = writeln!(text, "  result = {expression}");
            let _ =
                writeln!(text, "  # TODO: the results of the old operator, made of those of the new one.");
            let _ = writeln!(text, "  raise RuntimeError(\"TODO: the results of {}\")", old.name);
        }
    }
    Ok(text)
}

/// `def name(self: Tensor, *, out: Tensor) -> Tensor:`.
fn head(name: &str, old: &Schema) -> Result<String, String> {
    let typed = |argument: &Argument| {
        let annotation = argument.ty.annotation().filter(|_| !has_class(&argument.ty));
        annotation.ok_or_else(|| format!("TorchScript has no name for the type `{}`", argument.ty))
    };
    let mut items = Vec::new();
    let mut by_keyword = false;
    for argument in &old.arguments {
        if argument.kwarg_only && !by_keyword {
            by_keyword = true;
            items.push("*".to_string());
        }
        let default = argument.default.as_ref().map(|value| written(value, &argument.ty)).unwrap_or_default();
        items.push(format!("{}: {}{default}", argument.name, typed(argument)?));
    }
    let results: Result<Vec<String>, String> = old.returns.iter().map(typed).collect();
    let results = results?;
    let results = match &results[..] {
        [] => "None".to_string(),
        [one] => one.clone(),
        more => format!("Tuple[{}]", more.join(", ")),
    };
    Ok(format!("def {name}({}) -> {results}:\n", items.join(", ")))
}

/// Whether a type is a class, or has one in it: functions of a pack know no classes.
fn has_class(ty: &Type) -> bool {
    let own = matches!(ty, Type::Class(_) | Type::Enum(_) | Type::Interface(_) | Type::NamedTuple(..));
    own || ty.parts().into_iter().any(has_class)
}

/// A default: the compiler takes no whole number for a `float`.
fn written(value: &Value, ty: &Type) -> String {
    match (value, ty.unwrapped()) {
        (Value::Int(number), Type::Float) => format!("={number}."),
        _ => format!("={value}"),
    }
}

/// Whether a call that is meant for `new` may as well be taken by another overload, which gives something else.
fn is_ambiguous(old: &Schema, new: &Schema, overloads: &[&Schema]) -> bool {
    overloads.iter().filter(|other| other.name != new.name && other.name.name == new.name.name).any(|other| {
        let takes = other.arguments.len() == old.arguments.len()
            && old.arguments.iter().zip(&other.arguments).all(|(given, taken)| {
                given.kwarg_only == taken.kwarg_only && given.ty.fake().is_subtype_of(&taken.ty.fake())
            });
        takes && !gives(other, old)
    })
}

/// Whether results of one operator are what code for another expects.
fn gives(new: &Schema, old: &Schema) -> bool {
    old.returns.len() == new.returns.len()
        && !new.varret
        && new.returns.iter().zip(&old.returns).all(|(new, old)| new.ty.fake().is_subtype_of(&old.ty.fake()))
}

/// A call of the new operator with what the old call gave.
#[derive(Debug, Default)]
struct Call {
    /// Lines before it.
    lines: String,
    /// What the schemas do not say.
    open: Vec<String>,
    /// The call itself; `None` if it cannot be written.
    expression: Option<String>,
}

/// What is given for one argument of the new operator.
enum Given {
    /// This expression.
    Text(String),
    /// Its default.
    Default,
}

impl Call {
    fn new(old: &Schema, new: &Schema) -> Call {
        let mut call = Call::default();
        let mut items = Vec::new();
        // An argument that is left out makes those behind it keyword arguments.
        let mut by_keyword = false;
        for (at, argument) in new.arguments.iter().enumerate() {
            let source = source(old, new, at, argument);
            match call.given(argument, source) {
                None => {
                    call.open.push(format!("a value of type {} for `{}`", argument.ty, argument.name));
                    return call;
                }
                Some(Given::Default) => by_keyword = true,
                Some(Given::Text(text)) if by_keyword || argument.kwarg_only => {
                    items.push(format!("{}={text}", argument.name));
                }
                Some(Given::Text(text)) => items.push(text),
            }
        }
        let path = match new.name.name.split_once("::") {
            None => format!("torch.{}", new.name.name),
            Some((TORCH, name)) => format!("torch.{name}"),
            Some((namespace, name)) => format!("ops.{namespace}.{name}"),
        };
        call.expression = Some(format!("{path}({})", items.join(", ")));
        call
    }

    fn given(&mut self, argument: &Argument, source: Option<&Argument>) -> Option<Given> {
        let name = &argument.name;
        if let Some(old) = source {
            let from = &old.name;
            let (gives, takes) = (old.ty.fake(), argument.ty.fake());
            if gives.is_subtype_of(&takes) {
                return Some(Given::Text(from.clone()));
            }
            if let Type::Optional(of) = &gives
                && of.is_subtype_of(&takes)
            {
                let _ = writeln!(self.lines, "  if {from} is None:");
                let _ = writeln!(
                    self.lines,
                    "    # TODO: what the old operator took where `{}` was not given.",
                    old.name
                );
                let _ = writeln!(self.lines, "    raise RuntimeError(\"TODO: {from} is None\")");
                return Some(Given::Text(from.clone()));
            }
        } else if argument.default.is_some() {
            return Some(Given::Default);
        }
        let value = literal(&argument.ty)?;
        let local = format!("new_{}", name);
        let why = match source {
            Some(old) => format!("`{}` as `{}`, which was `{}`", name, argument.ty, old.ty),
            None => format!("the value of `{name}` with which the new operator does what the old one did"),
        };
        let _ = writeln!(self.lines, "  {local} = {value}  # TODO: {why}");
        self.open.push(format!("the value of {name}"));
        Some(Given::Text(local))
    }
}

/// The argument of the old schema that says what an argument of the new one is: of the same name, or renamed at the same position.
fn source<'s>(old: &'s Schema, new: &Schema, at: usize, argument: &Argument) -> Option<&'s Argument> {
    let named = |schema: &'s Schema| schema.arguments.iter().find(|one| one.name == argument.name);
    named(old).or_else(|| {
        let there = old.arguments.get(at)?;
        let renamed = !new.arguments.iter().any(|one| one.name == there.name)
            && old.arguments.len() == new.arguments.len()
            && there.ty.fake().is_subtype_of(&argument.ty.fake());
        renamed.then_some(there)
    })
}

/// The old schema as a YAML scalar in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
