//! The versions of operator sets that a file says.
//!
//! | file | record |
//! |---|---|
//! | archives of TorchScript and of the lite interpreter | `extra/operator_versions.json`, an extra file of `save` |
//! | programs of `torch.export` of 2.1 to 2.7 | `extra_files/operator_versions.json`; without it `opset_version` of the program |
//! | since 2.8 | `extra/operator_versions.json`; without it `opset_version` |
//!
//! Archives of the lite interpreter have code beside the bytecode. A conversion rewrites one of them, and the versions of the other are in
//! [`APART`] from then on: `{"code": {"foo": 0}}`, `null` where they are not known.

use std::collections::BTreeMap;

use crate::archive::{Kind, TorchArchive};
use crate::export::{Package, Program, json_text};
use crate::json::Document;

/// The name of the extra file.
pub(super) const FILE: &str = "operator_versions.json";
/// The folders of extra files.
pub(super) const FOLDERS: [&str; 2] = [EXTRA, EXTRA_FILES];
pub(super) const EXTRA: &str = "extra";
pub(super) const EXTRA_FILES: &str = "extra_files";
/// The record with the versions of what was not converted.
pub(super) const APART: &str = "extra/outlast_operator_versions.json";

/// One of the programs in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Code of TorchScript, or a graph of `torch.export`.
    Code,
    /// Bytecode.
    Bytecode,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Part::Code => "code",
            Part::Bytecode => "bytecode",
        }
    }

    fn other(self) -> Part {
        match self {
            Part::Code => Part::Bytecode,
            Part::Bytecode => Part::Code,
        }
    }
}

/// What a file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in super::super) struct Recorded {
    /// By set.
    versions: BTreeMap<String, u64>,
    /// By the name of a part, of sets whose versions are others there.
    apart: BTreeMap<String, BTreeMap<String, Option<u64>>>,
    /// What a program of `torch.export` says by itself.
    opsets: BTreeMap<String, u64>,
}

impl Recorded {
    /// Reads the records of an archive; nothing without them.
    ///
    /// # Errors
    ///
    /// Why a record says none.
    pub(in super::super) fn read(archive: &TorchArchive<'_>) -> Result<Recorded, String> {
        let mut recorded = Recorded::default();
        for folder in FOLDERS {
            if let Some(versions) =
                json(archive, &format!("{folder}/{FILE}"), "versions by set, such as {\"foo\": 10}")?
            {
                recorded.versions = versions;
                break;
            }
        }
        if let Some(apart) = json(archive, APART, "versions by part and set")? {
            recorded.apart = apart;
        }
        if let Kind::Exported(_) = archive.kind() {
            recorded.opsets = opsets(archive).unwrap_or_default();
        }
        Ok(recorded)
    }

    /// The version of a set in a part; `None` where it is not known.
    pub(super) fn version(&self, part: Part, set: &str) -> Option<u64> {
        match self.apart.get(part.name()).and_then(|sets| sets.get(set)) {
            Some(version) => *version,
            None => self.versions.get(set).or_else(|| self.opsets.get(set)).copied(),
        }
    }

    /// Whether the program of `torch.export` itself says a version of a set.
    pub(in super::super) fn has_opset(&self, set: &str) -> bool {
        self.opsets.contains_key(set)
    }

    /// Says a version of a set in a part. If there is another part (`both`), it stays at its own.
    pub(super) fn set(&mut self, part: Part, both: bool, set: &str, version: u64) {
        let other = self.version(part.other(), set);
        self.versions.insert(set.to_string(), version);
        for sets in self.apart.values_mut() {
            sets.remove(set);
        }
        if both && other != Some(version) {
            self.apart.entry(part.other().name().to_string()).or_default().insert(set.to_string(), other);
        }
        self.apart.retain(|_, sets| !sets.is_empty());
    }

    /// The extra file.
    pub(super) fn text(&self) -> Vec<u8> {
        object(&self.versions, u64::to_string).into_bytes()
    }

    /// The records of an archive of TorchScript or of the lite interpreter.
    pub(super) fn records(&self, archive: &TorchArchive<'_>) -> Vec<(String, Option<Vec<u8>>)> {
        let mut records = vec![(format!("{}/{FILE}", EXTRA), Some(self.text()))];
        let apart = |sets: &BTreeMap<String, Option<u64>>| {
            object(sets, |version| version.map_or("null".into(), |version| version.to_string()))
        };
        match self.apart.is_empty() {
            true if archive.has(APART) => records.push((APART.into(), None)),
            true => {}
            false => records.push((APART.into(), Some(object(&self.apart, apart).into_bytes()))),
        }
        records
    }
}

/// An object of JSON.
fn object<T>(members: &BTreeMap<String, T>, value: impl Fn(&T) -> String) -> String {
    let members: Vec<String> =
        members.iter().map(|(name, of)| format!("{}: {}", quoted(name), value(of))).collect();
    format!("{{{}}}", members.join(", "))
}

/// A text of JSON.
fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c < ' ' => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

fn json<T: serde::de::DeserializeOwned>(
    archive: &TorchArchive<'_>,
    record: &str,
    what: &str,
) -> Result<Option<T>, String> {
    let Some(content) = archive.content(record).map_err(|error| error.to_string())? else { return Ok(None) };
    let parsed = std::str::from_utf8(&content).ok().and_then(|text| serde_saphyr::from_str(text).ok());
    parsed.map(Some).ok_or_else(|| format!("`{record}` is not an object of {what}"))
}

/// What the first program of an archive says in `opset_version`.
fn opsets(archive: &TorchArchive<'_>) -> Option<BTreeMap<String, u64>> {
    let package = Package::of(archive).ok()?;
    let text = json_text(archive, &package.models.first()?.program).ok()?;
    let document = Document::parse(&text).ok()?;
    let versions = Program::new(document.root()).opset_version();
    Some(
        versions
            .into_iter()
            .filter_map(|(set, version)| Some((set.into_owned(), u64::try_from(version).ok()?)))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::{Part, Recorded};

    /// What is converted has a version of its own, and what is not keeps that which it had.
    #[test]
    fn parts_have_versions_of_their_own() {
        let mut recorded = Recorded::default();
        recorded.versions.insert("foo".into(), 10);
        recorded.set(Part::Bytecode, true, "foo", 25);
        assert_eq!(
            [Part::Code, Part::Bytecode].map(|part| recorded.version(part, "foo")),
            [Some(10), Some(25)]
        );
        recorded.set(Part::Bytecode, true, "foo", 30);
        assert_eq!(
            [Part::Code, Part::Bytecode].map(|part| recorded.version(part, "foo")),
            [Some(10), Some(30)]
        );
        recorded.set(Part::Code, true, "foo", 30);
        assert_eq!(recorded.version(Part::Bytecode, "foo"), Some(30));
        assert!(recorded.apart.is_empty());
        // What is not known does not become known.
        recorded.set(Part::Code, true, "bar", 3);
        assert_eq!([Part::Code, Part::Bytecode].map(|part| recorded.version(part, "bar")), [Some(3), None]);
        recorded.set(Part::Code, false, "bar", 4);
        assert_eq!(recorded.version(Part::Bytecode, "bar"), Some(4));
    }
}
