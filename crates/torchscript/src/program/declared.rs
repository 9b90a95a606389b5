//! What declarations of classes and parameters say, one by one.

use outlast_opset::schema::Value;
use outlast_opset::types::Type;

use super::model::{CUSTOM, ClassKind};
use crate::source::{Class, ExprId, ExprKind, Number, Tree};

/// Attributes that had another type in old files (`attributeAssignmentSpecialHandlingHack`).
const PACKED: [(&str, &str); 12] = [
    ("torch.ao.nn.quantized.modules.linear.LinearPackedParams", "Linear"),
    ("torch.ao.nn.quantized.modules.linear.Linear", "Linear"),
    ("torch.ao.nn.quantized.dynamic.modules.linear.Linear", "Linear"),
    ("torch.ao.nn.quantized.modules.conv.Conv2d", "Conv2d"),
    ("torch.nn.intrinsic.quantized.modules.conv_relu.ConvReLU2d", "Conv2d"),
    ("torch.ao.nn.quantized.modules.conv.Conv3d", "Conv3d"),
    ("torch.nn.intrinsic.quantized.modules.conv_relu.ConvReLU3d", "Conv3d"),
    ("torch.nn.quantized.modules.linear.LinearPackedParams", "Linear"),
    ("torch.nn.quantized.modules.linear.Linear", "Linear"),
    ("torch.nn.quantized.modules.conv.Conv2d", "Conv2d"),
    ("torch.nn.quantized.modules.conv.Conv3d", "Conv3d"),
    ("torch.nn.quantized.dynamic.modules.linear.Linear", "Linear"),
];

/// A name without the parts that tell classes of one name apart.
fn demangled(name: &str) -> String {
    let parts = name.split('.').filter(|part| !part.starts_with("___torch_mangle_"));
    parts.collect::<Vec<_>>().join(".")
}

/// What a class is, by its base.
pub(super) fn kind(tree: &Tree, class: &Class) -> ClassKind {
    match class.base.map(|base| tree.as_name(base)) {
        None => ClassKind::Class,
        Some(Some("Module")) => ClassKind::Module,
        Some(Some("NamedTuple")) => ClassKind::NamedTuple,
        Some(Some("Interface")) => ClassKind::Interface,
        Some(Some("ModuleInterface")) => ClassKind::ModuleInterface,
        Some(Some("Enum")) => ClassKind::Enum,
        Some(_) => ClassKind::Other,
    }
}

pub(super) fn packed(class: &str, name: &str, ty: Type) -> Type {
    if name != "_packed_params" || ty != Type::Tensor {
        return ty;
    }
    let class = demangled(class);
    let found = PACKED.iter().find(|(of, _)| class.strip_prefix("__torch__.") == Some(of));
    found.map_or(ty, |(_, of)| Type::Class(format!("{CUSTOM}quantized.{of}PackedParamsBase")))
}

/// The strings of a list.
pub(super) fn strings(tree: &Tree, list: ExprId) -> Vec<String> {
    let ExprKind::List { items, .. } = &tree.expr(tree.bare(list)).kind else { return Vec::new() };
    let texts = items.iter().filter_map(|item| tree.string(*item));
    texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect()
}

/// Why a class cannot have this constant of this type.
pub(super) fn constant_fault(tree: &Tree, value: ExprId, ty: &Type) -> Option<String> {
    let bare = tree.bare(value);
    let found = match (&tree.expr(bare).kind, tree.number(bare)) {
        (_, Some(Number::Int(_))) => Type::Int,
        (_, Some(Number::Float(_))) => Type::Float,
        (_, Some(Number::Imaginary(_))) => Type::Complex,
        (ExprKind::True | ExprKind::False, _) => Type::Bool,
        (ExprKind::Text(_), _) => Type::Str,
        (ExprKind::Name, _) if !matches!(tree.as_name(bare), Some("inf" | "nan" | "infj" | "nanj")) => {
            return Some(format!("undefined value `{}`", tree.expr_text(bare)));
        }
        _ => return None,
    };
    let plain = matches!(ty, Type::Int | Type::Float | Type::Complex | Type::Bool | Type::Str | Type::Tensor);
    (plain && found != *ty && found != Type::Bool)
        .then(|| format!("a constant of type `{ty}` expected, one of type `{found}` found"))
}

/// The value of a default. What is not a plain value is given as a list, which has the type of its parameter.
pub(super) fn default_value(tree: &Tree, id: ExprId) -> Value {
    let bare = tree.bare(id);
    match (&tree.expr(bare).kind, tree.number(bare)) {
        (_, Some(Number::Int(value))) => Value::Int(value),
        (_, Some(Number::Float(value))) => Value::Float(value),
        (_, Some(Number::Imaginary(value))) => Value::Complex(0.0, value),
        (ExprKind::None, _) => Value::None,
        (ExprKind::True, _) => Value::Bool(true),
        (ExprKind::False, _) => Value::Bool(false),
        (ExprKind::Text(_), _) => Value::Text(tree.string(bare).unwrap_or_default()),
        _ => Value::List(Vec::new()),
    }
}

/// How many parts a type has.
pub(super) fn size(of: &Type) -> usize {
    let (mut open, mut count) = (vec![of], 0_usize);
    while let Some(one) = open.pop() {
        count += 1;
        if count > 10_000 {
            break;
        }
        open.extend(one.parts());
    }
    count
}
