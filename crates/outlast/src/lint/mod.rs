//! Does this change of a format strand what is in production? FlatBuffers schemas ([`fbs`]), record layouts of bitstreams ([`layout`]), dialects of MLIR ([`dialect`]) and, with the
//! feature `torch`, operator sets (`operators`), compared with older versions of them.
//!
//! The engine is `outlast-lint`, whose items are here. What it has no rule for, because a rule looks into two versions of one schema, is
//! added: [`FILE_REMOVED`] and [`FILE_ADDED`] are about schemas that only one version of a folder has, [`IDENTIFIER_SHARED`] and [`IDENTIFIER_OTHER`]
//! about what a new one is beside those of the old version.

#[cfg(feature = "torch")]
pub mod operators;

use outlast_core::Code;
pub use outlast_flatbuffers::schema::Schema;
pub use outlast_lint::*;

/// A schema of the old folder is not in the new one.
pub static FILE_REMOVED: Rule = Rule {
    name: "lint-file-removed",
    code: Code(3790),
    title: "the file is not in the new version",
    text: "The old version of the folder has a schema or a record layout at this path, and the new one has none. Programs of the new version cannot be built to read its files. Keep the file as long as files of its format exist; where it was only moved, compare the two files by name.",
    seed: None,
    level: Level::Break,
};

/// A schema of the new folder is not in the old one.
pub static FILE_ADDED: Rule = Rule {
    name: "lint-file-added",
    code: Code(3791),
    title: "the file is not in the old version",
    text: "The new version of the folder has a schema or a record layout at this path, and the old one has none: there is nothing that it could break. Where it was only moved, compare the two files by name, otherwise its changes are not checked.",
    seed: None,
    level: Level::Note,
};

/// A new schema writes the identifier of another one that does not read its files.
pub static IDENTIFIER_SHARED: Rule = Rule {
    name: "lint-identifier-shared",
    code: Code(3792),
    title: "another schema has its file identifier",
    text: "Two schemas of the folder have one file identifier, and readers of the one do not read all files of the other: nothing distinguishes the files. Give the new schema a file identifier of its own, and let readers dispatch on the identifier.",
    seed: Some(
        "If we are forced to make a FC/BC-breaking change, it may make sense to create a new `.fbs` file with a different `file_identifier`, and adding higher-level logic to check the file magic before parsing the binary file with one schema or the other.",
    ),
    level: Level::Break,
};

/// A new schema starts as one of the old version does, with another identifier.
pub static IDENTIFIER_OTHER: Rule = Rule {
    name: "lint-identifier-other",
    code: Code(3793),
    title: "it follows a schema that has another file identifier",
    text: "The new schema has the root type of an older one, and a file identifier of its own. That is how a format is broken on purpose: a reader of both must dispatch on the identifier, the four bytes at offset 4, before it reads. Keep the old schema as long as files of it exist.",
    seed: Some(
        "If we are forced to make a FC/BC-breaking change, it may make sense to create a new `.fbs` file with a different `file_identifier`, and adding higher-level logic to check the file magic before parsing the binary file with one schema or the other.",
    ),
    level: Level::Note,
};

/// All rules.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    [&FILE_REMOVED, &FILE_ADDED, &IDENTIFIER_SHARED, &IDENTIFIER_OTHER]
        .into_iter()
        .chain(fbs::RULES.iter().copied())
        .chain(layout::RULES.iter().copied())
        .chain(dialect::RULES.iter().copied())
        .chain(outlast_lint::operators::RULES.iter().copied())
}

/// The rule of this name or code: `fbs-field-removed`, `OL3821`.
pub fn rule(name: &str) -> Option<&'static Rule> {
    let code = Code::parse(name);
    rules().find(|rule| rule.name == name || Some(rule.code) == code)
}

#[cfg(test)]
mod tests {
    use super::{rule, rules};

    #[test]
    fn rules_have_names_and_codes_of_their_own() {
        let mut names: Vec<&str> = rules().map(|rule| rule.name).collect();
        let mut codes: Vec<_> = rules().map(|rule| rule.code).collect();
        let count = names.len();
        names.sort_unstable();
        codes.sort_unstable();
        names.dedup();
        codes.dedup();
        assert!(count > 60 && names.len() == count && codes.len() == count);
        for one in rules() {
            assert_eq!(rule(one.name), Some(one));
            assert_eq!(rule(&one.code.to_string()), Some(one));
        }
    }
}
