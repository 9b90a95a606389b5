//! The tables of `docs/formats/stablehlo.md` are made from the table that judges and converts. `BLESS=1` writes them.

use std::fmt::Write as _;
use std::path::PathBuf;

use outlast_mlir::vhlo::defs::{Absence, Change, defs};
use outlast_mlir::vhlo::{Expansion, Limit};

fn versions() -> String {
    let mut text = String::from("| version | bytecode | brought |\n|---|---|---|\n");
    for row in &defs().releases {
        let _ = writeln!(text, "| {} | {} | {} |", row.version, row.container, row.brought);
    }
    text
}

fn absence(value: Absence) -> &'static str {
    match value {
        Absence::NoNumbers => "empty",
        Absence::NoneType => "`none`",
        Absence::NoAttributes => "an empty array",
        Absence::False => "false",
        Absence::Accuracy => "the default accuracy",
        Absence::Padding => "zeros",
    }
}

fn condition(change: &Change) -> String {
    let mut all: Vec<String> =
        change.add.iter().map(|(name, value)| format!("`{name}` is {}", absence(*value))).collect();
    if change.one_operand {
        all.push("it has one operand".into());
    }
    if change.no_regions {
        all.push("it has no regions".into());
    }
    all.extend(
        change.drop.iter().map(|(name, value)| format!("always; `{name}` is then {}", absence(*value))),
    );
    all.join(", ")
}

fn changes() -> String {
    let mut text = String::from("| since | operation | becomes the older one where |\n|---|---|---|\n");
    let mut all: Vec<&Change> = defs().changes.iter().collect();
    all.sort_by_key(|change| (defs().ops[change.new].window.first, change.new));
    for change in all {
        let since = defs().ops[change.new].window.first;
        let _ = writeln!(text, "| {since} | `{}` | {} |", change.new, condition(change));
    }
    text
}

fn limits() -> String {
    let mut text = String::from("| before | not taken, or rewritten | operations |\n|---|---|---|\n");
    let names = |ops: &[&str]| ops.iter().map(|op| format!("`{op}`")).collect::<Vec<_>>().join(", ");
    for row in &defs().limits {
        let what = match row.what {
            Limit::OtherElementType => "not taken: a result of another element type than the operand",
            Limit::DictionaryConfig => "not taken: a dictionary as `backend_config`",
            Limit::TypedFfi => "not taken: `API_VERSION_TYPED_FFI`",
            Limit::FutureOperand => "not taken: a future as an operand",
        };
        let _ = writeln!(text, "| {} | {what} | {} |", row.version, names(&row.ops));
    }
    for row in &defs().expansions {
        let what = match row.what {
            Expansion::BatchingDimensions => "rewritten: batching dimensions become indices",
            Expansion::Tangent => "rewritten: a quotient of sine and cosine",
            Expansion::MeshAxes => "rewritten: axes of a mesh become lists of devices",
        };
        let _ = writeln!(text, "| {} | {what} | {} |", row.version, names(&row.ops));
    }
    text
}

#[test]
fn tables_of_the_document() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/stablehlo.md");
    let old = std::fs::read_to_string(&path).unwrap();
    let mut new = old.clone();
    for (name, table) in [("versions", versions()), ("changes", changes()), ("limits", limits())] {
        let head = format!("<!-- vhlo {name}: made by a test of crates/mlir -->\n");
        let start = new.find(&head).unwrap() + head.len();
        let end = start + new[start..].find("<!-- end -->").unwrap();
        new.replace_range(start..end, &table);
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &new).unwrap();
    }
    assert!(
        new == old || std::env::var_os("BLESS").is_some(),
        "docs/formats/stablehlo.md: `cargo xtask bless`"
    );
}
