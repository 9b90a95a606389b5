//! Types: their form, and which is a subtype of which.

use outlast_opset::schema::Schema;
use outlast_opset::types::Type;
use outlast_testkit::corpus::figures;

fn ty(text: &str) -> Type {
    let schema =
        Schema::parse(&format!("a::f({text} x) -> ()")).unwrap_or_else(|error| panic!("{text}: {error}"));
    schema.arguments[0].ty.clone()
}

/// For every pair of these: whether PyTorch 2.15.0 takes the first for a subtype of the second (by backward compatibility of an argument).
const TYPES: [&str; 31] = [
    "Tensor",
    "Tensor?",
    "int",
    "int?",
    "float",
    "complex",
    "bool",
    "Scalar",
    "Scalar?",
    "str",
    "NoneType",
    "Any",
    "int[]",
    "int?[]",
    "int[]?",
    "Scalar[]",
    "(int, Tensor)",
    "(Scalar, Tensor?)",
    "(int, int, int)",
    "Dict(str, int)",
    "Dict(str, Scalar)",
    "Union(int, str)",
    "Union(int, str, Tensor)",
    "Union(int, str, NoneType)",
    "Union(int, float, complex)",
    "Future(int)",
    "Future(Scalar)",
    "RRef(int)",
    "SymInt",
    "ScalarType",
    "t",
];
const SUBTYPES: [&str; 31] = [
    "yynnnnnnnnnynnnnnnnnnnynnnnnnnn",
    "nynnnnnnnnnynnnnnnnnnnnnnnnnnnn",
    "nnyynnnyynnynnnnnnnnnyyyynnnyyn",
    "nnnynnnnynnynnnnnnnnnnnynnnnnnn",
    "nnnnynnyynnynnnnnnnnnnnnynnnnnn",
    "nnnnnynyynnynnnnnnnnnnnnynnnnnn",
    "nnnnnnynnnnynnnnnnnnnnnnnnnnnnn",
    "nnnnnnnyynnynnnnnnnnnnnnynnnnnn",
    "nnnnnnnnynnynnnnnnnnnnnnnnnnnnn",
    "nnnnnnnnnynynnnnnnnnnyyynnnnnnn",
    "nynynnnnynyynnynnnnnnnnynnnnnnn",
    "nnnnnnnnnnnynnnnnnnnnnnnnnnnnnn",
    "nnnnnnnnnnnyynynnnnnnnnnnnnnnnn",
    "nnnnnnnnnnnynynnnnnnnnnnnnnnnnn",
    "nnnnnnnnnnnynnynnnnnnnnnnnnnnnn",
    "nnnnnnnnnnnynnnynnnnnnnnnnnnnnn",
    "nnnnnnnnnnnynnnnyynnnnnnnnnnnnn",
    "nnnnnnnnnnnynnnnnynnnnnnnnnnnnn",
    "nnnnnnnnnnnynnnnnnynnnnnnnnnnnn",
    "nnnnnnnnnnnynnnnnnnynnnnnnnnnnn",
    "nnnnnnnnnnnynnnnnnnnynnnnnnnnnn",
    "nnnnnnnnnnnynnnnnnnnnyyynnnnnnn",
    "nnnnnnnnnnnynnnnnnnnnnynnnnnnnn",
    "nnnnnnnnnnnynnnnnnnnnnnynnnnnnn",
    "nnnnnnnyynnynnnnnnnnnnnnynnnnnn",
    "nnnnnnnnnnnynnnnnnnnnnnnnyynnnn",
    "nnnnnnnnnnnynnnnnnnnnnnnnnynnnn",
    "nnnnnnnnnnnynnnnnnnnnnnnnnnynnn",
    "nnyynnnyynnynnnnnnnnnyyyynnnyyn",
    "nnyynnnyynnynnnnnnnnnyyyynnnyyn",
    "nnnnnnnnnnnynnnnnnnnnnnnnnnnnny",
];

#[test]
fn subtypes_are_those_of_pytorch() {
    let types = TYPES.map(ty);
    let mut yes = 0;
    for ((one, name), row) in types.iter().zip(TYPES).zip(SUBTYPES) {
        for ((another, other), expected) in types.iter().zip(TYPES).zip(row.chars()) {
            assert_eq!(one.fake().is_subtype_of(&another.fake()), expected == 'y', "{name} and {other}");
            yes += usize::from(expected == 'y');
        }
    }
    figures(yes, 115);
}

#[test]
fn what_schemas_cannot_name() {
    let named = |name: &str, fields: &[(&str, Type)]| {
        Type::NamedTuple(
            name.into(),
            fields.iter().map(|(field, of)| (field.to_string(), of.clone())).collect(),
        )
    };
    let pair = named("P", &[("x", Type::Int), ("y", Type::Tensor)]);
    assert!(pair.is_subtype_of(&ty("(int, Tensor)")) && pair.is_subtype_of(&ty("(Scalar, Tensor?)")));
    assert!(!ty("(int, Tensor)").is_subtype_of(&pair));
    assert!(pair.is_subtype_of(&named("Q", &[("x", Type::Number), ("y", Type::Tensor)])));
    assert!(!pair.is_subtype_of(&named("P", &[("x", Type::Int), ("z", Type::Tensor)])));
    assert!(pair.is_subtype_of(&Type::AnyTuple) && ty("(int, int)").is_subtype_of(&Type::AnyTuple));
    assert!(ty("int[]").is_subtype_of(&Type::AnyList) && !ty("int[]?").is_subtype_of(&Type::AnyList));
    assert!(
        Type::Enum("E".into()).is_subtype_of(&Type::AnyEnum)
            && !Type::Enum("E".into()).is_subtype_of(&Type::AnyClass)
    );
    assert!(ty("__torch__.torch.classes.a.B").is_subtype_of(&Type::AnyClass));
}

#[test]
fn types_in_pytorchs_form() {
    for (text, printed) in [
        ("int??", "int?"),
        ("Union(int, None)", "int?"),
        ("Union(int?, None, int)", "int?"),
        ("Union(Scalar, None)", "Scalar?"),
        ("Union(int, float, complex)", "Union(Scalar)"),
        ("Union(str, Union(Tensor, int))", "Union(Tensor, int, str)"),
        ("Union(int[], str?, Tensor)", "Union(Tensor, int[], NoneType, str)"),
        ("Union(int[], str?, Tensor)?", "Union(Tensor, int[], str)?"),
        ("Union(int, float, complex)?", "Scalar?"),
        ("Union(int, Any)", "Any"),
        ("Union((int, str), (int, str), int)", "Union((int, str), int)"),
    ] {
        assert_eq!(ty(text).to_string(), printed, "{text}");
        assert_eq!(ty(printed), ty(text), "{text}");
    }
    assert!(
        ty("Union(int, float, complex)").same(&Type::Number)
            && ty("Union(int, float, complex)") != Type::Number
    );
    assert!(ty("(Union(int, float, complex), int)").same(&ty("(Scalar, int)")));
    assert!(ty("Dict(str, t)").same(&ty("Dict(str, t2)")) && ty("t[]").is_subtype_of(&ty("u[]?")));
    assert_eq!(ty("Layout[]?").fake(), ty("int[]?"));
    assert!(ty("Layout[]?").is_fake() && !ty("int[]?").is_fake());
    assert!(ty("Dict(str, t)").has_variables() && !ty("Dict(str, int)").has_variables());
}

#[test]
fn the_type_that_holds_two() {
    let unified = |one: &str, another: &str| ty(one).unify(&ty(another)).map(|of| of.to_string());
    assert_eq!(unified("int", "Scalar").as_deref(), Some("Scalar"));
    assert_eq!(unified("int", "None").as_deref(), Some("int?"));
    assert_eq!(unified("int?", "Scalar").as_deref(), Some("Scalar?"));
    assert_eq!(unified("(int, None)", "(None, str)").as_deref(), Some("(int?, str?)"));
    assert_eq!(unified("Dict(str, int)", "Dict(str, None)").as_deref(), Some("Dict(str, int?)"));
    assert_eq!(unified("int", "float"), None);
    assert_eq!(unified("int[]", "float[]"), None);
}
