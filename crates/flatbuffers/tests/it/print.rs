//! What is printed parses to the same model.

use outlast_flatbuffers::schema::{Schema, to_fbs};

use crate::{generator, language};

fn fixpoint(text: &str) {
    let schema = Schema::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let printed = to_fbs(&schema);
    let again = Schema::parse(&printed).unwrap_or_else(|e| panic!("{e:?}\n{printed}"));
    let mut without_services = schema;
    without_services.services.clear();
    assert_eq!(again, without_services, "{printed}");
    assert_eq!(to_fbs(&again), to_fbs(&without_services));
}

#[test]
fn generated_schemas_survive_printing() {
    for seed in 0..2000 {
        fixpoint(&generator::schema(seed));
    }
}

#[test]
fn every_language_feature_survives_printing() {
    for text in language::GOOD {
        fixpoint(text);
    }
}

#[test]
fn names_that_nest_are_told_apart() {
    fixpoint(
        "namespace a; struct T { x: int; } namespace a.a; struct T { y: long; } namespace a; table U { t: T; u: a.T; }",
    );
}
