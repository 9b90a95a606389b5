//! Properties that are no attributes: how they are encoded, by the code that their definitions have for it.

use outlast_mlir::schema::{PropertyField, PropertyForm, PropertyKind};

use super::super::super::model::Field;
use super::records::{Record, Records};

/// How deep lists and optional values are nested at most.
const MAX_NESTING: usize = 4;

/// The field of a property; none if its code is not one of those that are known.
pub(super) fn field(records: &Records, of: Record<'_>, name: &str) -> Option<Field> {
    let code = of.text("writeToMlirBytecode")?;
    let kind = wire(&squeezed(code), "$_storage", 0)?;
    let form = form(of.text("storageType").unwrap_or_default(), &kind);
    let default = of.text("defaultValue").filter(|text| !text.is_empty());
    let optional = default.is_some_and(|text| {
        let word = text.rsplit("::").next().unwrap_or(text);
        matches!(word, "0" | "false" | "nullopt" | "none" | "None")
    });
    let mut field = Field::new(PropertyField { name: name.to_string(), kind, form, optional });
    field.default = default.filter(|_| !optional).map(str::to_string);
    field.constraint = of.text("summary").filter(|text| !text.is_empty()).map(str::to_string);
    if let Some(listed) = of.def("enum").and_then(|name| records.at(name)) {
        let words = listed.defs("enumerants").into_iter().filter_map(|name| records.at(name)?.text("str"));
        field.cases = words.map(str::to_string).collect();
    }
    Some(field)
}

/// The code with one blank for each gap, and none around.
fn squeezed(code: &str) -> String {
    code.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The encoding that a statement has for a value.
fn wire(code: &str, value: &str, depth: usize) -> Option<PropertyKind> {
    if depth > MAX_NESTING {
        return None;
    }
    let code = code.trim_matches([';', ' ']);
    if let Some(call) = code.strip_prefix("$_writer.")
        && let Some((function, argument)) = call.split_once('(')
        && !argument.contains([';', '{'])
        && argument.contains(value)
    {
        return match function {
            "writeVarInt" => Some(PropertyKind::VarInt),
            "writeSignedVarInt" => Some(PropertyKind::SVarInt),
            "writeOwnedBool" => Some(PropertyKind::Bool),
            "writeOwnedString" => Some(PropertyKind::Str),
            "writeAttribute" => Some(PropertyKind::Attr),
            _ => None,
        };
    }
    let braced = |code: &str| {
        let inner = code.get(code.find('{')? + 1..code.rfind('}')?)?;
        Some(inner.trim().to_string())
    };
    if code.starts_with(&format!("$_writer.writeOwnedBool({value}.has_value())")) {
        let inner = braced(code)?;
        let there = format!("(*({value}))");
        return Some(PropertyKind::Optional(Box::new(wire(&inner, &there, depth + 1)?)));
    }
    if code.starts_with(&format!("$_writer.writeVarInt({value}.size())")) {
        // Each element is written by a function without a name.
        let inner = braced(&braced(code)?)?;
        return Some(PropertyKind::List(Box::new(wire(&inner, "elemVal", depth + 1)?)));
    }
    None
}

/// The attribute that stands for it in text: numbers by their width.
fn form(storage: &str, kind: &PropertyKind) -> PropertyForm {
    let storage = storage.trim();
    match kind {
        PropertyKind::VarInt | PropertyKind::SVarInt => match storage {
            "int8_t" | "uint8_t" => PropertyForm::Number(8),
            "int16_t" | "uint16_t" => PropertyForm::Number(16),
            "int64_t" | "uint64_t" => PropertyForm::Number(64),
            "int32_t" | "uint32_t" => PropertyForm::Number(32),
            _ => PropertyForm::Any,
        },
        PropertyKind::Bool => PropertyForm::UnitOrFalse,
        PropertyKind::Str => PropertyForm::String,
        _ => PropertyForm::Any,
    }
}

#[cfg(test)]
mod tests {
    use outlast_mlir::schema::PropertyKind;

    use super::{squeezed, wire};

    #[test]
    fn statements_of_definitions() {
        let of = |code: &str| wire(&squeezed(code), "$_storage", 0);
        assert_eq!(of("\n  $_writer.writeVarInt($_storage);\n"), Some(PropertyKind::VarInt));
        assert_eq!(of("$_writer.writeVarInt(static_cast<uint64_t>($_storage));"), Some(PropertyKind::VarInt));
        assert_eq!(of("$_writer.writeOwnedBool($_storage);"), Some(PropertyKind::Bool));
        assert_eq!(
            of("$_writer.writeAttribute(convertToAttribute($_ctxt, $_storage))"),
            Some(PropertyKind::Attr)
        );
        let optional = "$_writer.writeOwnedBool($_storage.has_value()); if ($_storage.has_value()) { \
                        $_writer.writeVarInt((*($_storage))); }";
        assert_eq!(of(optional), Some(PropertyKind::Optional(Box::new(PropertyKind::VarInt))));
        let list = "$_writer.writeVarInt($_storage.size()); for (const auto& elemVal : $_storage) { [&]() { \
                    $_writer.writeOwnedString(elemVal);; }(); }";
        assert_eq!(of(list), Some(PropertyKind::List(Box::new(PropertyKind::Str))));
        assert_eq!(of("writeToMlirBytecode($_writer, $_storage);"), None);
        assert_eq!(of("$_writer.writeVarInt(1); $_writer.writeVarInt($_storage);"), None);
    }
}
