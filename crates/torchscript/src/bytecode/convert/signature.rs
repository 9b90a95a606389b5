//! Schemas of functions, which bytecode has since version 4: from the code of the archive, as PyTorch writes them.

use outlast_core::QuickMap;
use outlast_opset::schema::Value;
use outlast_opset::types::Type;

use super::form::{Code, Parameter, Signature, Slot};
use crate::bytecode::{Op, Opcode};
use crate::program::Program;

/// The functions of the code, by name.
pub(super) struct Declarations<'p> {
    program: Option<&'p Program>,
    names: QuickMap<&'p str, usize>,
}

impl<'p> Declarations<'p> {
    pub(super) fn new(program: Option<&'p Program>) -> Declarations<'p> {
        let names = program.iter().flat_map(|program| program.functions.iter().enumerate());
        Declarations { program, names: names.map(|(at, function)| (&*function.name, at)).collect() }
    }

    /// What a function takes and returns. What the code does not say is `Any`, which takes everything.
    pub(super) fn signature(&self, code: &Code) -> Signature {
        self.declared(code).unwrap_or_else(|| guessed(code))
    }

    fn declared(&self, code: &Code) -> Option<Signature> {
        let (arguments, returns) = self.program?.declared(*self.names.get(&*code.name)?)?;
        // The object whose method it is comes first, and the function begins by storing what it gets.
        if arrives(code).is_some_and(|count| usize::try_from(count).ok() != Some(arguments.len())) {
            return None;
        }
        let plain = |default: Value| match default {
            Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => default,
            // What is no plain value is not known: callers have to give it.
            _ => Value::None,
        };
        let arguments = arguments.into_iter().map(|argument| {
            let default = match (argument.default, argument.ty.unwrapped()) {
                #[allow(clippy::cast_precision_loss)] // As PyTorch's compiler does.
                (Some(Value::Int(number)), Type::Float) => Value::Float(number as f64),
                (default, _) => default.map_or(Value::None, plain),
            };
            parameter(&argument.name, annotation(&argument.ty), default)
        });
        let returns = returns.as_ref().map_or_else(|| "Any".to_string(), annotation);
        Some(Signature { arguments: arguments.collect(), returns: vec![parameter("", returns, Value::None)] })
    }
}

fn parameter(name: &str, ty: String, default: Value) -> Parameter {
    Parameter { name: name.into(), ty: ty.into(), default: Slot::New(default) }
}

/// How many values a function stores first.
fn arrives(code: &Code) -> Option<i64> {
    let first = code.instructions.first()?;
    match first.op {
        Op::Known(Opcode::STOREN) => Some(first.n),
        Op::Known(Opcode::STORE) => Some(1),
        _ => None,
    }
}

/// Without code, the number of arguments alone is known.
fn guessed(code: &Code) -> Signature {
    let class = code.name.rsplit_once('.').map_or("Any", |(class, _)| class);
    let count = arrives(code).unwrap_or(1).clamp(1, 1 << 10);
    let argument = |at: i64| match at {
        0 => parameter("self", class.to_string(), Value::None),
        at => parameter(&format!("argument_{at}"), "Any".into(), Value::None),
    };
    Signature {
        arguments: (0..count).map(argument).collect(),
        returns: vec![parameter("", "Any".into(), Value::None)],
    }
}

/// A type as PyTorch writes it in annotations. The lite interpreter takes names for classes: a NamedTuple, an enumeration or an interface by its name would refuse
/// every value, and is `Any` here.
pub(in crate::bytecode) fn annotation(ty: &Type) -> String {
    let mut out = String::new();
    match write(ty, &mut out, 0) {
        Some(()) => out,
        None => "Any".into(),
    }
}

fn write(ty: &Type, out: &mut String, depth: usize) -> Option<()> {
    if depth > 32 || out.len() > 1 << 12 {
        return None;
    }
    let word = match ty {
        Type::Any => "Any",
        Type::None => "NoneType",
        Type::Tensor => "Tensor",
        Type::Number => "number",
        Type::Int => "int",
        Type::Float => "float",
        Type::Complex => "complex",
        Type::Bool => "bool",
        Type::Str => "str",
        Type::Device => "Device",
        Type::Class(name) if depth == 0 => name,
        Type::List(of) => return parts("List[", &[of], out, depth),
        Type::Optional(of) => return parts("Optional[", &[of], out, depth),
        Type::Dict(key, value) => return parts("Dict[", &[key, value], out, depth),
        Type::Tuple(of) => return parts("Tuple[", &of.iter().collect::<Vec<_>>(), out, depth),
        _ => return None,
    };
    out.push_str(word);
    Some(())
}

fn parts(open: &str, of: &[&Type], out: &mut String, depth: usize) -> Option<()> {
    out.push_str(open);
    for (index, part) in of.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(part, out, depth + 1)?;
    }
    out.push(']');
    Some(())
}
