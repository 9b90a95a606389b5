//! Dialects of MLIR of one version: descriptions in text, definitions as TableGen prints them, and releases that are known.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use outlast::lint::dialect::{Dialects, of_release, read_ods, read_text, release_names};
use outlast_report::{Cause, Failure};

use super::inputs::Version;
use super::model::{Model, Parsed};
use crate::input;

/// What begins the first row of a description.
const HEADING: &str = "release ";

/// What every record has that TableGen prints as JSON.
const RECORD: &str = "\"!superclasses\"";

/// Bytes of a text in which it is looked for what it is.
const HEAD: usize = 1 << 16;

/// Whether a name is that of a release whose dialects are known.
pub(super) fn is_release(name: &str) -> bool {
    release_names().any(|known| known == name)
}

/// Whether a file describes dialects: its first row that is no comment says of which release it is, or it has records of TableGen.
pub(super) fn is_described(path: &Path) -> bool {
    let Ok(head) = input::beginning(path) else { return false };
    let head = String::from_utf8_lossy(head.get(..HEAD.min(head.len())).unwrap_or_default());
    let first = head.lines().find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with(HEADING)) || head.contains(RECORD)
}

/// Reads the dialects at a path: a description, definitions as JSON, a release.
pub(super) fn read(version: &Version, path: &str) -> Result<Parsed, Failure> {
    let shown = version.label(path);
    let unusable = |error| Failure::unusable(&shown, error);
    if let Some(release) = version.release() {
        if !is_release(release) {
            let why =
                "not a release with known dialects: `outlast lint --help` says what dialects are taken from";
            return Err(Failure { file: shown, cause: Cause::Impossible(why.to_string()) });
        }
        let dialects = of_release(release).map_err(unusable)?;
        return Ok(parsed(dialects, &shown, Vec::new()));
    }
    let text = text(version, path)?;
    let dialects = match text.trim_start().starts_with('{') {
        true => read_ods(&shown, "", &[(&shown, &text)]),
        false => read_text(&shown, &text),
    };
    Ok(parsed(dialects.map_err(unusable)?, &shown, vec![(shown.clone(), text.into())]))
}

/// The dialects of a folder: all definitions in it, which TableGen printed.
pub(super) fn all(version: &Version) -> Result<Parsed, Failure> {
    let shown = version.label(&version.path(None));
    let mut texts = Vec::new();
    for way in version.files(super::inputs::Kind::Dialect)? {
        let path = version.path(Some(&way));
        texts.push((version.label(&path), text(version, &path)?));
    }
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    if files.is_empty() {
        let why = "no definitions in this folder: no .json that llvm-tblgen --dump-json printed".to_string();
        return Err(Failure { file: shown, cause: Cause::Impossible(why) });
    }
    let dialects = read_ods(&shown, "", &files).map_err(|error| Failure::unusable(&shown, error))?;
    // Places in what TableGen printed are those of definitions, which are not here.
    Ok(parsed(dialects, &shown, Vec::new()))
}

fn parsed(dialects: Dialects, shown: &str, texts: Vec<(String, Arc<str>)>) -> Parsed {
    Parsed {
        model: Model::Dialects(Box::new(dialects)),
        shown: shown.to_string(),
        prefix: String::new(),
        texts,
        names: BTreeMap::new(),
    }
}

fn text(version: &Version, path: &str) -> Result<String, Failure> {
    let is_wrong =
        |why: &str| Failure { file: version.label(path), cause: Cause::Impossible(why.to_string()) };
    let bytes = version.read(path)?;
    if bytes.is_empty() {
        return Err(is_wrong("not a description of dialects: the file is empty"));
    }
    String::from_utf8(bytes).map_err(|_| {
        is_wrong("not a description of dialects: neither text (`release NAME VERSION`) nor JSON of TableGen")
    })
}
