//! Types as annotations of TorchScript spell them: PyTorch's `Type::annotation_str()`.

use super::Type;

impl Type {
    /// The annotation: `Optional[List[int]]`; `None` if none names the type. Types that code takes for numbers are `int`.
    pub fn annotation(&self) -> Option<String> {
        let list = |of: &[Type]| {
            let of: Option<Vec<String>> = of.iter().map(Type::annotation).collect();
            of.map(|of| of.join(", "))
        };
        Some(match self {
            Type::Any => "Any".into(),
            Type::None => "NoneType".into(),
            Type::Tensor => "Tensor".into(),
            Type::Number => "number".into(),
            Type::Int
            | Type::ScalarType
            | Type::Layout
            | Type::MemoryFormat
            | Type::SymInt
            | Type::QScheme => "int".into(),
            Type::Float => "float".into(),
            Type::Complex => "complex".into(),
            Type::Bool => "bool".into(),
            Type::Str => "str".into(),
            Type::Device => "Device".into(),
            Type::Stream => "Stream".into(),
            Type::Generator => "Generator".into(),
            Type::Class(name) | Type::Enum(name) | Type::Interface(name) | Type::NamedTuple(name, _) => {
                name.to_string()
            }
            Type::List(of) => format!("List[{}]", of.annotation()?),
            Type::Optional(of) => format!("Optional[{}]", of.annotation()?),
            Type::Dict(key, value) => format!("Dict[{}, {}]", key.annotation()?, value.annotation()?),
            Type::Tuple(of) => format!("Tuple[{}]", list(of)?),
            Type::Union(of) => format!("Union[{}]", list(of)?),
            Type::Future(of) => format!("Future[{}]", of.annotation()?),
            Type::Await(of) => format!("Await[{}]", of.annotation()?),
            Type::RRef(of) => format!("RRef[{}]", of.annotation()?),
            _ => return None,
        })
    }
}
