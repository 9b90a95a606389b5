//! The house rule: what is particular to a family is said in its folder, in its files on the command line, and in tests.

use std::path::{Path, PathBuf};

/// Words that name one family's types, views or kinds.
const PARTICULAR: &[&str] = &[
    "as_executorch",
    "as_bitstream",
    "as_mlir",
    "as_stablehlo",
    "as_swift",
    "as_torch",
    "families::executorch",
    "families::llvm",
    "families::swift",
    "families::mlir",
    "families::bitstream",
    "families::stablehlo",
    "families::jaxlib",
    "families::torch",
    "outlast_archive",
    "outlast_bitstream",
    "outlast_executorch",
    "outlast_flatbuffers",
    "outlast_llvm",
    "outlast_mlir",
    "outlast_opset",
    "outlast_swift",
    "outlast_torchscript",
    "\"executorch-program\"",
    "\"llvm-bitstream\"",
    "\"mlir-bytecode\"",
];

/// Folders whose files speak of all families alike.
const HOUSE: &[&str] = &["crates/outlast/src", "crates/report/src", "crates/cli/src", "crates/serve/src"];

/// The list of families, what the facade shows of them; the lint of schemas and of operator sets.
const OWN: &[&str] = &[
    "crates/outlast/src/families",
    "crates/outlast/src/lib.rs",
    "crates/outlast/src/lint",
    "crates/cli/src/cmd/families",
];

/// The one list of subcommands names those of ExecuTorch; changes of operators are PyTorch's.
const LISTS: &[&str] = &["crates/cli/src/cmd/mod.rs", "crates/cli/src/cmd/prove/changes.rs"];

pub(crate) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn nothing_outside_a_family_names_what_is_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    HOUSE.iter().for_each(|folder| files(&root.join(folder), &mut all));
    assert!(all.len() > 60, "{} files", all.len());
    let (mut looked, mut named) = (0, Vec::new());
    for path in all {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let own = OWN.iter().any(|own| name.starts_with(own)) || LISTS.contains(&name.as_str());
        if own || !name.ends_with(".rs") {
            continue;
        }
        looked += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        // Unit tests stand at the end of a file; documentation may name an example.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            named.extend(
                PARTICULAR.iter().filter(|word| line.contains(**word)).map(|word| format!("{name}: {word}")),
            );
        }
    }
    assert!(looked > 50, "{looked} files looked through");
    assert_eq!(named, [""; 0]);
}

/// Which families a build has is said where they are listed, and in the modules that `lib.rs` shows.
#[test]
fn features_are_named_in_the_list_of_families_alone() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&source, &mut all);
    let own = [source.join("families"), source.join("lib.rs"), source.join("lint")];
    let others = all.iter().filter(|path| !own.iter().any(|own| path.starts_with(own)));
    for path in others {
        let text = std::fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        assert!(!code.contains("feature = "), "{}", path.display());
    }
}

#[test]
fn a_code_has_one_meaning() {
    let mut meanings = std::collections::BTreeMap::new();
    for info in outlast::codes() {
        let before = meanings.insert(info.code, info.title);
        assert!(
            before.is_none_or(|title| title == info.title),
            "{}: {before:?} and {}",
            info.code,
            info.title
        );
    }
    assert!(meanings.len() > 100, "{} codes", meanings.len());
}

/// Every crate that reads bytes of files has index expressions behind a lint.
#[test]
fn format_crates_check_their_indices() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for name in [
        "archive",
        "bitstream",
        "containers",
        "core",
        "executorch",
        "flatbuffers",
        "llvm",
        "mlir",
        "opset",
        "swift",
        "torchscript",
    ] {
        let text = std::fs::read_to_string(crates.join(name).join("src/lib.rs")).unwrap();
        assert!(text.contains("#![warn(clippy::indexing_slicing)]"), "{name}");
    }
}
