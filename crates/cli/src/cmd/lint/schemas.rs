//! FlatBuffers schemas of one version: texts with what they include, and binary schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use outlast::lint::Schema;
use outlast::lint::fbs::wire::{Reading, read as read_values};
use outlast::{Budget, Error, Step};
use outlast_report::{Cause, Failure};

use super::inputs::{Kind, Version};
use super::model::{Model, Parsed, Read};

/// Files that schemas of one version include: each is read once, and all together are bounded by what there is to read.
struct Included<'v> {
    version: &'v Version,
    folders: &'v [PathBuf],
    /// By the paths that are looked for: where it is, and its text.
    known: BTreeMap<String, Option<(String, Arc<str>)>>,
    budget: Budget,
}

/// Bytes of files that are included by several, for each byte of a folder; and what any folder has.
const EACH: u64 = 8;
const FREE: u64 = 4 << 20;
/// What a file costs that is included, apart from its text.
const FILE: usize = 256;

impl Included<'_> {
    fn of<'v>(version: &'v Version, folders: &'v [PathBuf], bytes: usize) -> Included<'v> {
        Included { version, folders, known: BTreeMap::new(), budget: Budget::for_bytes(bytes, EACH, FREE) }
    }

    fn find(&mut self, wanted: &str) -> Option<(String, Arc<str>)> {
        if let Some(known) = self.known.get(wanted) {
            return known.clone();
        }
        let found = self.version.included(wanted, self.folders).map(|(path, text)| (path, text.into()));
        self.known.insert(wanted.to_string(), found.clone());
        found
    }
}

/// Reads the schema at a path.
pub(super) fn read(version: &Version, path: &str, folders: &[PathBuf]) -> Result<Parsed, Failure> {
    let bytes = version.read(path)?;
    // It includes each file once.
    let mut included = Included { budget: Budget::new(u64::MAX), ..Included::of(version, folders, 0) };
    parsed(version, path, bytes, &mut included)
}

fn parsed(
    version: &Version,
    path: &str,
    bytes: Vec<u8>,
    included: &mut Included<'_>,
) -> Result<Parsed, Failure> {
    let shown = version.label(path);
    if bytes.get(4..8) == Some(b"BFBS") {
        let schema = Schema::from_bfbs(&bytes).map_err(|error| Failure::unusable(&shown, error))?;
        let prefix = version.label("");
        return Ok(Parsed {
            model: Model::Schema(Box::new(schema)),
            shown,
            prefix,
            texts: Vec::new(),
            names: BTreeMap::new(),
        });
    }
    let is_wrong = |why: &str| Failure { file: shown.clone(), cause: Cause::Impossible(why.to_string()) };
    if bytes.is_empty() {
        return Err(is_wrong("not a FlatBuffers schema: the file is empty"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| is_wrong("not a FlatBuffers schema: neither UTF-8 text nor a .bfbs"))?;
    let mut texts: Vec<(String, Arc<str>)> = vec![(shown.clone(), text.as_str().into())];
    let mut is_over = false;
    // Included files are called as they are included, and are where they were found.
    let mut names = BTreeMap::new();
    let parsed = Schema::parse_with(if path == "-" { "<stdin>" } else { path }, &text, &mut |wanted| {
        let (found, text) = included.find(wanted)?;
        if !included.budget.spend(text.len().saturating_add(FILE)) {
            is_over = true;
            return None;
        }
        names.insert(wanted.to_string(), version.label(&found));
        texts.push((version.label(&found), Arc::clone(&text)));
        Some(text.to_string())
    });
    if is_over {
        let limit = included.budget.limit();
        return Err(is_wrong(&format!(
            "the schemas of this folder include each other's files too often: more than {limit} bytes in all; compare it by itself"
        )));
    }
    let schema = parsed.map_err(|error| unreadable(version, &shown, error))?;
    if schema.objects.is_empty() && schema.enums.is_empty() {
        return Err(is_wrong("the schema declares no type"));
    }
    Ok(Parsed { model: Model::Schema(Box::new(schema)), shown, prefix: version.label(""), texts, names })
}

/// Why a schema cannot be read: the file that is wrong in it is named once.
fn unreadable(version: &Version, shown: &str, error: Error) -> Failure {
    let [Step::Named("file", name)] = error.place().path.steps() else {
        return Failure::unusable(shown, error);
    };
    let name = if name == "<stdin>" { name.clone() } else { version.label(name) };
    let mut plain = Error::new(error.kind().clone(), error.place().span.clone());
    if let Some(help) = error.help() {
        plain = plain.with_help(help);
    }
    Failure::unusable(&name, plain)
}

/// The root schemas of a folder: those that declare a root type, and those that no other includes.
pub(super) fn roots(version: &Version, folders: &[PathBuf]) -> Result<BTreeMap<String, Read>, Failure> {
    let mut all = BTreeMap::new();
    let mut included = BTreeSet::new();
    let files: Vec<(String, Result<Vec<u8>, Failure>)> = version
        .files(Kind::Schema)?
        .into_iter()
        .map(|way| {
            let bytes = version.read(&version.path(Some(&way)));
            (way, bytes)
        })
        .collect();
    let bytes = files.iter().filter_map(|(_, bytes)| bytes.as_ref().ok()).map(Vec::len).sum();
    let mut known = Included::of(version, folders, bytes);
    for (way, bytes) in files {
        let path = version.path(Some(&way));
        let read = bytes.and_then(|bytes| parsed(version, &path, bytes, &mut known));
        if let Ok(Parsed { model: Model::Schema(schema), .. }) = &read {
            // The last one is the file itself.
            let before = schema.origin.files.iter().rev().skip(1);
            included.extend(before.map(|file| file.trim_start_matches("./").to_string()));
        }
        all.insert(way, read);
    }
    let is_included = |way: &String| included.contains(version.path(Some(way)).trim_start_matches("./"));
    all.retain(|way, read| match read {
        Ok(Parsed { model: Model::Schema(schema), .. }) => schema.root.is_some() || !is_included(way),
        _ => !is_included(way),
    });
    Ok(all)
}

/// Whether a file is one of a schema: its identifier is the schema's, and it verifies.
pub(super) fn fits(schema: &Schema, bytes: &[u8]) -> bool {
    let Some(root) = schema.root else { return false };
    read_values(schema, Reading { root, identified: true }, bytes).is_ok()
}
