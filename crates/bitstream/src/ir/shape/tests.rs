//! Needs as text and back.

use super::{Inner, Kind, Outer, Value};

#[test]
fn text_and_back() {
    for (kind, text) in [
        (Kind::Attribute, "0/79"),
        (Kind::Metadata, "17/14/0"),
        (Kind::Global, "code-model"),
        (Kind::Global, "18"),
        (Kind::TypeShape, "struct/array-of-scalable"),
        (Kind::TypeShape, "integer/wider-than-8388608"),
        (Kind::Memory, "1/less"),
        (Kind::Initializer, "binary-float/4"),
        (Kind::ConstantGep, "12/no-type"),
        (Kind::ConstantGep, "24/1"),
        (Kind::ModuleFlag, "behavior/7"),
        (Kind::TargetType, "spirv.Image"),
        (Kind::GlobalOfTargetType, "declared/spirv.Image"),
        (Kind::Load, "target/a/b"),
        (Kind::AttributeText, "frame-pointer="),
        (Kind::Bundle, "a/b/direct"),
        (Kind::Intrinsic, "llvm.abs.*:int(int,int)"),
    ] {
        let value = Value::parse(kind, text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(value.to_string(), text);
    }
    assert_eq!(Value::parse(Kind::TypeShape, "array/amx"), Some(Value::Element(Outer::Array, Inner::Amx)));
    for (kind, text) in [
        (Kind::Attribute, "0/079"),
        (Kind::Attribute, "+1"),
        (Kind::Attribute, "1/2/3/4"),
        (Kind::Attribute, "captures"),
        (Kind::Memory, "1/much"),
        (Kind::Call, "7"),
        (Kind::Intrinsic, "llvm.abs"),
    ] {
        assert_eq!(Value::parse(kind, text), None, "{text}");
    }
}

#[test]
fn names_of_kinds() {
    for kind in Kind::ALL {
        assert_eq!(Kind::parse(kind.name()), Some(*kind));
    }
}
