//! Operator sets that files and targets declare, and their version tables.

use std::path::PathBuf;

use outlast_torchscript::family::FAMILY;
use outlast_torchscript::opsets::{
    Pack, SetKind, VersionedSet, check_functions, read_allowances, read_set, set_of_target,
};

/// The set that the command line's cases use.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/data/foo")
}

/// The set of the cases is read, has no faults, and its functions do what the table says.
#[test]
fn a_set_with_its_functions() {
    let read = |name: &str| std::fs::read_to_string(folder().join(name)).unwrap();
    let text = read("operator_versions.yaml");
    let mut functions = Pack::default();
    functions.add(&read("operator_upgraders.py")).unwrap();
    let set = VersionedSet::parse(&text).unwrap();
    assert_eq!(set.table.faults(), []);
    let newest = read_set(text.as_bytes()).unwrap();
    assert_eq!(newest.kind, SetKind::VersionedSet);
    assert_eq!(check_functions(&set.table, &functions, &newest.inventory), []);
}

/// A release of PyTorch has its operators: those that came later are not there.
#[test]
fn sets_of_releases() {
    let has = |target: &str, name: &str| {
        let set = set_of_target(&FAMILY.target(target).unwrap()).unwrap();
        assert_eq!(set.kind, SetKind::Target);
        set.inventory.schemas.iter().any(|one| one.schema.name.to_string() == name)
    };
    for target in ["1.5.1", "2.15.0"] {
        assert!(has(target, "aten::relu"), "{target}");
    }
    assert!(
        has("2.15.0", "aten::scaled_dot_product_attention")
            && !has("1.5.1", "aten::scaled_dot_product_attention")
    );
}

/// What is no list of allowances is refused with its line.
#[test]
fn allowances_are_read_or_refused() {
    assert_eq!(read_allowances("[]").map(|all| all.len()).ok(), Some(0));
    let error = read_allowances("- wrong\n").unwrap_err();
    assert!(error.line <= 1 && !error.message.is_empty(), "{error}");
}
