//! Record layouts of one version: descriptions in TOML, and layouts that are inferred from files.

use std::collections::BTreeMap;
use std::path::Path;

use outlast::lint::layout::{
    Layout, Predicate, Question, infer, is_listing, llvm_ir_readers, read_listing, read_toml,
};
use outlast_report::{Cause, Failure};
use toml::de::{DeTable, DeValue};

use super::inputs::{Kind, Version};
use super::model::{Model, Parsed, Read};
use crate::input::{self, Input};
use crate::walk::{Found, Walk};

/// Files that a layout is inferred from.
const MOST_FILES: usize = 10_000;

/// Magic of LLVM IR.
const LLVM_IR: &[u8] = b"BC\xC0\xDE";

/// Magic of the wrapper that Darwin puts around LLVM IR.
const WRAPPER: &[u8] = &[0xDE, 0xC0, 0x17, 0x0B];

/// Whether a text is the description of a record layout: a table `[format]` with a `magic`.
pub(super) fn is_layout(text: &str) -> bool {
    let Ok(table) = DeTable::parse(text) else { return false };
    let format = table.get_ref().get("format").map(|value| value.get_ref().clone());
    matches!(format, Some(DeValue::Table(format)) if format.contains_key("magic"))
}

/// Whether a text has a heading `[format]`.
fn names_format(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "[format]")
}

/// Reads the description at a path, or infers the layout of the file there.
pub(super) fn read(version: &Version, path: &str) -> Result<Parsed, Failure> {
    let bytes = version.read(path)?;
    let shown = version.label(path);
    let is_wrong = |why: &str| Failure { file: shown.clone(), cause: Cause::Impossible(why.to_string()) };
    if bytes.is_empty() {
        return Err(is_wrong("not a record layout: the file is empty"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            let layout = match is_listing(&text) {
                true => read_listing(&shown, &text),
                false => read_toml(&shown, &text),
            };
            let layout = layout.map_err(|error| Failure::unusable(&shown, error))?;
            let texts = vec![(shown.clone(), text.into())];
            Ok(Parsed {
                model: Model::Layout(Box::new(layout)),
                shown,
                prefix: String::new(),
                texts,
                names: BTreeMap::new(),
            })
        }
        Err(error) => inferred(shown.clone(), &[(shown, error.into_bytes())]),
    }
}

/// The layouts of a folder: its descriptions, or else the one that all files in it follow.
pub(super) fn all(version: &Version) -> Result<BTreeMap<String, Read>, Failure> {
    let mut all = BTreeMap::new();
    for way in version.files(Kind::Layout)? {
        let path = version.path(Some(&way));
        // A folder has other TOML files, too; one that may be a description is read, and is wrong if it is none.
        let text = version.read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if text
            .as_ref()
            .is_ok_and(|text| is_layout(text) || (names_format(text) && DeTable::parse(text).is_err()))
        {
            all.insert(way, read(version, &path));
        } else if let Err(failure) = text {
            all.insert(way, Err(failure));
        }
    }
    Ok(all)
}

/// The layout that the files of a folder on disk follow.
pub(super) fn of_files(version: &Version, folder: &Path) -> Result<Parsed, Failure> {
    let shown = version.label(&version.path(None));
    let is_wrong = |why: String| Failure { file: shown.clone(), cause: Cause::Impossible(why) };
    let walk = Walk::new(&[folder.to_path_buf()]).map_err(|error| is_wrong(error.to_string()))?;
    let mut files: Vec<(String, Input)> = Vec::new();
    for found in walk {
        let (Found::Named(path) | Found::Within(path)) = found else { continue };
        let Ok(file) = input::open_found(&path) else { continue };
        if is_bitstream(&file) {
            files.push((input::name(&path), file));
        }
        if files.len() >= MOST_FILES {
            break;
        }
    }
    if files.is_empty() {
        return Err(is_wrong(
            "no record layout in this folder: no TOML with [format], and no bitstream file".into(),
        ));
    }
    inferred(shown, &files)
}

fn inferred<B: std::ops::Deref<Target = [u8]>>(
    shown: String,
    files: &[(String, B)],
) -> Result<Parsed, Failure> {
    let is_ir =
        files.first().is_some_and(|(_, bytes)| bytes.starts_with(LLVM_IR) || bytes.starts_with(WRAPPER));
    let readers = match is_ir {
        true => llvm_ir_readers().map_err(|error| Failure::unusable(&shown, error))?,
        false => Layout::default(),
    };
    let inference = infer(files.iter().map(|(name, bytes)| (name.as_str(), &**bytes)), &readers);
    if inference.streams == 0 {
        let why = inference.skipped.first().map_or(String::new(), |(_, why)| format!(": {why}"));
        let cause = Cause::Impossible(format!("neither a record layout in TOML nor a bitstream{why}"));
        return Err(Failure { file: shown, cause });
    }
    Ok(Parsed {
        model: Model::Layout(Box::new(inference.layout)),
        shown,
        prefix: String::new(),
        texts: Vec::new(),
        names: BTreeMap::new(),
    })
}

fn is_bitstream(bytes: &[u8]) -> bool {
    Question::at("", 0, None, Predicate::Present).ask(bytes).is_ok()
}

/// Whether a file is one of a layout: a bitstream with its magic.
pub(super) fn fits(layout: &Layout, bytes: &[u8]) -> bool {
    bytes.starts_with(&layout.magic) || (layout.magic == LLVM_IR && bytes.starts_with(WRAPPER))
}
