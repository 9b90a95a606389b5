//! Types as schemas spell them: PyTorch's `Type::str()`.

use std::fmt;

use super::Type;

impl Type {
    /// The spelling of a type that has no parts.
    fn word(&self) -> &str {
        match self {
            Type::Any => "Any",
            Type::None => "NoneType",
            Type::Tensor => "Tensor",
            Type::Number => "Scalar",
            Type::Int => "int",
            Type::Float => "float",
            Type::Complex => "complex",
            Type::Bool => "bool",
            Type::Str => "str",
            Type::Device => "Device",
            Type::Stream => "Stream",
            Type::Generator => "Generator",
            Type::Storage => "Storage",
            Type::QScheme => "QScheme",
            Type::Quantizer => "Quantizer",
            Type::Capsule => "Capsule",
            Type::PyObject => "PyObject",
            Type::ScalarType => "ScalarType",
            Type::Layout => "Layout",
            Type::MemoryFormat => "MemoryFormat",
            Type::SymInt => "SymInt",
            Type::SymFloat => "SymFloat",
            Type::SymBool => "SymBool",
            Type::AnyClass => "AnyClassType",
            Type::AnyEnum => "AnyEnumType",
            Type::AnyList => "list",
            Type::AnyTuple => "tuple",
            Type::Unknown => "unknown",
            Type::Var(name)
            | Type::Class(name)
            | Type::Enum(name)
            | Type::Interface(name)
            | Type::NamedTuple(name, _) => name,
            Type::List(_) => "[]",
            Type::Optional(_) => "?",
            Type::Dict(..) => "Dict",
            Type::Tuple(_) => "",
            Type::Union(_) => "Union",
            Type::Future(_) => "Future",
            Type::Await(_) => "Await",
            Type::RRef(_) => "RRef",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::List(of) => write!(f, "{of}[]"),
            Type::Optional(of) => write!(f, "{of}?"),
            Type::Union(of) => write_list(f, "Union", numbers_as_one(of)),
            Type::Tuple(_) | Type::Dict(..) | Type::Future(_) | Type::Await(_) | Type::RRef(_) => {
                write_list(f, self.word(), self.parts())
            }
            other => f.write_str(other.word()),
        }
    }
}

/// `int`, `float` and `complex` in a union are printed as one `Scalar`, at the end.
fn numbers_as_one(of: &[Type]) -> Vec<&Type> {
    const NUMBERS: [Type; 3] = [Type::Int, Type::Float, Type::Complex];
    if !NUMBERS.iter().all(|number| of.contains(number)) {
        return of.iter().collect();
    }
    of.iter().filter(|one| !NUMBERS.contains(one)).chain([&Type::Number]).collect()
}

fn write_list(f: &mut fmt::Formatter<'_>, word: &str, of: Vec<&Type>) -> fmt::Result {
    f.write_str(word)?;
    f.write_str("(")?;
    for (at, one) in of.into_iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{one}")?;
    }
    f.write_str(")")
}
