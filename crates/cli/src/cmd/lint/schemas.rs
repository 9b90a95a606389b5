//! FlatBuffers schemas of one version: texts with what they include, and binary schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use outlast::lint::Schema;
use outlast::lint::fbs::wire::{Reading, read as read_values};
use outlast::{Error, Step};
use outlast_report::{Cause, Failure};

use super::model::{Model, Parsed, Read};
use super::sides::{Kind, Version};

/// Reads the schema at a path.
pub(super) fn read(version: &Version, path: &str, folders: &[PathBuf]) -> Result<Parsed, Failure> {
    let bytes = version.read(path)?;
    let shown = version.shown(path);
    if bytes.get(4..8) == Some(b"BFBS") {
        let schema = Schema::from_bfbs(&bytes).map_err(|error| Failure::unusable(&shown, error))?;
        let prefix = version.shown("");
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
    let mut texts = vec![(shown.clone(), text.clone())];
    // Included files are called as they are included, and are where they were found.
    let mut names = BTreeMap::new();
    let parsed = Schema::parse_with(if path == "-" { "<stdin>" } else { path }, &text, &mut |wanted| {
        let (found, text) = version.included(wanted, folders)?;
        names.insert(wanted.to_string(), version.shown(&found));
        texts.push((version.shown(&found), text.clone()));
        Some(text)
    });
    let schema = parsed.map_err(|error| unreadable(version, &shown, error))?;
    if schema.objects.is_empty() && schema.enums.is_empty() {
        return Err(is_wrong("the schema declares no type"));
    }
    Ok(Parsed { model: Model::Schema(Box::new(schema)), shown, prefix: version.shown(""), texts, names })
}

/// Why a schema cannot be read: the file that is wrong in it is named once.
fn unreadable(version: &Version, shown: &str, error: Error) -> Failure {
    let [Step::Named("file", name)] = error.place().path.steps() else {
        return Failure::unusable(shown, error);
    };
    let name = if name == "<stdin>" { name.clone() } else { version.shown(name) };
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
    for way in version.files(Kind::Schema)? {
        let path = version.path(Some(&way));
        let read = read(version, &path, folders);
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
