//! What an archive is, by its records.

use outlast_core::{Error, ErrorKind, Result, Span};

use super::TorchArchive;

/// How the archives of TorchScript changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Generation {
    /// Of 1.0 to 1.2: `model.json`, and tensors by number.
    A,
    /// Of 1.3 and 1.4: `data.pkl`, `constants.pkl`, `code/`, version 1.
    B,
    /// Of 1.5: version 2, no `op_version_set` in code.
    C,
    /// Of 1.6 to 1.10, or later without what marks those: version 3 and above, types of containers in pickles.
    D,
    /// Of 1.11 and later, where the file shows it: the version in `.data/version`, or a `byteorder`, which 2.1 added.
    E,
}

/// How `torch.export` lays a program out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exported {
    /// Of 2.1 to 2.7: `serialized_exported_program.json` without a root folder.
    Flat,
    /// Of 2.8 and later: `models/<name>.json` and `archive_format`.
    Folder,
}

/// What an archive is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A TorchScript module; `torch.load` asks for `constants.pkl`, and hands such files to `torch.jit.load`.
    TorchScript {
        /// Its generation.
        generation: Generation,
        /// Whether there is bytecode for the lite interpreter.
        lite: bool,
    },
    /// What `torch.save` wrote since 1.6.
    Save,
    /// A `torch.package`.
    Package,
    /// A program of `torch.export`.
    Exported(Exported),
    /// A zip archive that is none of these.
    Other,
}

/// The format version of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    /// The number.
    pub number: u64,
    /// The record that says it: `.data/version` before `version`, as PyTorch's reader looks.
    pub record: &'static str,
    /// Whether there is the other record, too.
    pub both: bool,
}

/// The records that say the version, in the order in which PyTorch's reader looks.
const VERSIONS: [&str; 2] = [".data/version", "version"];

pub(super) fn detect(archive: &TorchArchive<'_>) -> Kind {
    let has = |record| archive.has(record);
    if archive.root().is_empty() && has("serialized_exported_program.json") {
        return Kind::Exported(Exported::Flat);
    }
    if has("archive_format") {
        return Kind::Exported(Exported::Folder);
    }
    let lite = has("bytecode.pkl");
    if has("model.json") && !has("data.pkl") {
        return Kind::TorchScript { generation: Generation::A, lite };
    }
    if has("constants.pkl") || lite {
        let later = [".data/version", "byteorder", ".data/serialization_id"].into_iter().any(has);
        let generation = match version(archive).ok().flatten().map_or(3, |version| version.number) {
            _ if later => Generation::E,
            0 | 1 => Generation::B,
            2 => Generation::C,
            _ => Generation::D,
        };
        return Kind::TorchScript { generation, lite };
    }
    if has(".data/extern_modules") {
        return Kind::Package;
    }
    if has("data.pkl") { Kind::Save } else { Kind::Other }
}

pub(super) fn version(archive: &TorchArchive<'_>) -> Result<Option<Version>> {
    let present = VERSIONS.map(|record| archive.has(record));
    let record = match present {
        [true, _] => VERSIONS[0],
        [false, true] => VERSIONS[1],
        [false, false] => return Ok(None),
    };
    let Some(text) = archive.text(record)? else { return Ok(None) };
    let Ok(number) = text.parse() else {
        let why = format!("`{}` is not a number", text.escape_debug());
        let error =
            Error::new(ErrorKind::Invalid { what: "version record", why }, Span::at(0, text.len() as u64));
        return Err(error.in_source(&archive.source(record)));
    };
    Ok(Some(Version { number, record, both: present == [true, true] }))
}
