//! Zip archives of PyTorch: what is in them, which generation they are of, and the tensors that they name.
//!
//! * [`TorchArchive`]: the records under the root folder, with their places; [`Kind`] and [`Generation`] by the records.
//! * [`tensors`]: what a pickle says of its tensors; their data are not read. [`module_tensors`]: the same of modules of 1.0 to 1.2.
//! * [`reader`]: what PyTorch's reader of archives refuses.
//! * [`mod@write`]: archives as they were, with records changed, and from nothing.
//! * [`Legacy`]: files that `torch.save` wrote before 1.6, and `tar` files from before 0.1.10.

mod arena;
mod kind;
mod legacy;
mod names;
pub mod reader;
mod storage;
mod tar;
mod tensors;
pub mod upgrade_legacy;
pub mod write;

use std::borrow::Cow;
use std::sync::OnceLock;

use outlast_archive::{Archive, Entry, Member, Method};
use outlast_core::{Budget, Bytes, Error, ErrorKind, Result, Source};

pub use arena::module_tensors;
pub use kind::{Exported, Generation, Kind, Version};
pub use legacy::{LEGACY_MAGIC, LEGACY_PROTOCOL, Legacy, LegacyStorage, Part, is_legacy};
pub use storage::{Element, element, element_of_dtype};
pub(crate) use storage::{is_storage, storage_of_dtype};
pub use tar::is_tar;
pub use tensors::{Fault, Quantiser, Sparse, Storage, Tensor, TensorKind, Tensors, tensors};

use crate::pickle::Reader;

/// Pickles and other small records are decompressed up to this size. Weights are never compressed by PyTorch.
pub const MOST: u64 = 1 << 28;

/// Compressed records may become [`outlast_core::budget::INFLATION`] times the bytes of the archive together, and in any case this many bytes.
const FREE: u64 = 1 << 18;

/// Where a package has its TorchScript modules.
const SCRIPT_IN_PACKAGE: &str = ".data/ts_code/";

/// A record: a member of the archive, by its name under the root folder.
#[derive(Clone, Debug)]
pub struct Record<'r, 'a> {
    /// Its name; the whole name of the member if that is not under the root folder.
    pub name: Cow<'a, str>,
    /// Whether it is under the root folder.
    pub inside: bool,
    /// The member.
    pub entry: &'r Entry<'a>,
}

/// An archive as PyTorch reads it: all records are under one folder, which is named for the file, or `archive`.
#[derive(Debug)]
pub struct TorchArchive<'a> {
    zip: Archive<'a>,
    root: String,
    /// Whether readers tell `a` and `A` apart in names.
    cased: bool,
    kind: OnceLock<Kind>,
    bytecode_folder: OnceLock<bool>,
    /// The largest size to which a record is decompressed.
    most: OnceLock<u64>,
}

impl<'a> TorchArchive<'a> {
    /// Opens an archive: reads its directory.
    ///
    /// # Errors
    ///
    /// If it is no zip archive, its directory cannot be read, or there is nothing in it.
    pub fn open(file: &'a [u8]) -> Result<TorchArchive<'a>> {
        let zip = Archive::open(file)?;
        let entries = zip.entries()?;
        let Some(first) = entries.first() else {
            let error = ErrorKind::Missing { what: "record in the archive".into() };
            return Err(Error::new(error, Bytes::new(file, 0).span(0, file.len())));
        };
        // PyTorch's reader takes the folder of the first entry, and refuses others. Programs that `torch.export` wrote up to 2.6 have
        // none: Python's reader is used for them.
        let first = first.name();
        let root = first.split_once('/').map_or("", |(root, _)| root).to_string();
        let alone = entries.iter().any(|entry| entry.name() == "serialized_exported_program.json");
        Ok(TorchArchive {
            root: if alone { String::new() } else { root },
            // Python's `zipfile` tells them apart; PyTorch's own reader, which uses miniz, does not.
            cased: alone,
            zip,
            kind: OnceLock::new(),
            bytecode_folder: OnceLock::new(),
            most: OnceLock::new(),
        })
    }

    /// The archive below.
    pub fn zip(&self) -> &Archive<'a> {
        &self.zip
    }

    /// The root folder, without a slash; empty where there is none.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// All records, in the order of the directory.
    pub fn records(&self) -> Result<impl Iterator<Item = Record<'_, 'a>>> {
        Ok(self.zip.entries()?.iter().map(|entry| {
            let name = entry.name();
            // Records are looked up without regard to case; where all are listed, their folder must be the root to the letter.
            let below =
                |folder: &str, name: &str| Some(self.below(folder, name)?.strip_prefix('/')?.to_string());
            let stripped =
                if self.root.is_empty() { Some(name.to_string()) } else { below(&self.root, &name) };
            let inside = self.root.is_empty() || stripped.is_some() && name.starts_with(&*self.root);
            Record { name: stripped.map_or(name, Cow::Owned), inside, entry }
        }))
    }

    /// The name of a record's member.
    pub fn member_name(&self, record: &str) -> String {
        if self.root.is_empty() { record.to_string() } else { format!("{}/{record}", self.root) }
    }

    /// Whether the readers of this archive take `A` to `Z` for `a` to `z` in names. PyTorch's own reader does; Python's, which reads programs
    /// that `torch.export` wrote up to 2.7, does not.
    pub fn ignores_case(&self) -> bool {
        !self.cased
    }

    /// The entry of a record, as the readers of the archive look it up ([`TorchArchive::ignores_case`]).
    ///
    /// # Errors
    ///
    /// If there are two of this name.
    pub fn entry(&self, record: &str) -> Result<Option<&Entry<'a>>> {
        let name = self.member_name(record);
        if self.cased { self.zip.find(&name) } else { self.zip.find_ignoring_case(&name) }
    }

    /// Whether there is a record of this name, once or more.
    pub fn has(&self, record: &str) -> bool {
        // Two of one name are an error of `entry`, and are there.
        !matches!(self.entry(record), Ok(None))
    }

    /// A record by its name, with its header checked.
    ///
    /// # Errors
    ///
    /// If there are two of this name, or its header and the directory disagree.
    pub fn find(&self, record: &str) -> Result<Option<Member<'a>>> {
        match self.entry(record)? {
            Some(entry) => self.zip.member(entry).map(Some),
            None => Ok(None),
        }
    }

    /// The content of a record: see [`TorchArchive::content_of`].
    pub fn content(&self, record: &str) -> Result<Option<Cow<'a, [u8]>>> {
        match self.find(record)? {
            Some(member) => self.content_of(&member).map(Some),
            None => Ok(None),
        }
    }

    /// The content of a member: borrowed where it is stored. Its checksum is not computed.
    ///
    /// # Errors
    ///
    /// As [`Member::content`], where it is compressed and has more bytes than [`MOST`], or than a file of this length justifies: all
    /// compressed records together, the smaller ones first, are decompressed to 64 times its bytes (and to 256 KiB in any case).
    pub fn content_of(&self, member: &Member<'a>) -> Result<Cow<'a, [u8]>> {
        member.content(*self.most.get_or_init(|| self.largest()))
    }

    /// Bytes of all records but storages, as far as they are read.
    pub fn content_bytes(&self) -> usize {
        let most = *self.most.get_or_init(|| self.largest());
        let records = self.records().into_iter().flatten().filter(|record| !is_storage(&record.name));
        let sizes = records.map(|record| record.entry.size()).filter(|size| *size <= most);
        usize::try_from(sizes.fold(0, u64::saturating_add)).unwrap_or(usize::MAX)
    }

    fn largest(&self) -> u64 {
        let entries = self.zip.entries().unwrap_or_default();
        let compressed = entries.iter().filter(|entry| entry.method() != Method::Stored);
        let mut sizes: Vec<u64> = compressed.map(Entry::size).collect();
        sizes.sort_unstable();
        let total = sizes.iter().copied().fold(0, u64::saturating_add);
        let file = self.zip.file().len();
        let total = usize::try_from(total).unwrap_or(usize::MAX);
        let mut budget = Budget::for_inflated(total, file, 1, FREE);
        let fits =
            sizes.iter().take_while(|size| usize::try_from(**size).is_ok_and(|size| budget.spend(size)));
        match fits.count() {
            count if count == sizes.len() => MOST,
            count => count.checked_sub(1).and_then(|last| sizes.get(last)).copied().unwrap_or(0).min(MOST),
        }
    }

    /// The content of a small record as text, without white space around it.
    pub fn text(&self, record: &str) -> Result<Option<String>> {
        let Some(member) = self.find(record)? else { return Ok(None) };
        let content = member.prefix(4096)?;
        match std::str::from_utf8(&content) {
            Ok(text) => Ok(Some(text.trim().to_string())),
            Err(_) => {
                let error = Error::new(ErrorKind::BadUtf8 { what: "record" }, outlast_core::Span::at(0, 1));
                Err(error.in_source(&member.source()))
            }
        }
    }

    /// What the archive is, by its records.
    pub fn kind(&self) -> Kind {
        *self.kind.get_or_init(|| kind::detect(self))
    }

    /// The format version, with the record that says it.
    ///
    /// # Errors
    ///
    /// If a record cannot be read, or is no number.
    pub fn version(&self) -> Result<Option<Version>> {
        kind::version(self)
    }

    /// The extra files that were saved with the model: names under `extra/`.
    pub fn extra_files(&self) -> Result<Vec<String>> {
        let names =
            self.records()?.filter_map(|record| Some(self.below("extra/", &record.name)?.to_string()));
        Ok(names.collect())
    }

    /// What follows `prefix` in a name, if it starts so for the readers of the archive.
    pub(crate) fn below<'n>(&self, prefix: &str, name: &'n str) -> Option<&'n str> {
        let (head, rest) = name.split_at_checked(prefix.len())?;
        let same = if self.cased { head == prefix } else { head.eq_ignore_ascii_case(prefix) };
        same.then_some(rest)
    }

    /// The source of places in a record, as seen from the archive.
    pub fn source(&self, record: &str) -> Source {
        Source::file().member(self.member_name(record))
    }

    /// Who reads a record that is a pickle. TorchScript modules in a package are read by the importer of packages
    /// (`torch._C._import_ir_module_from_package`), which runs no Python, from a folder of their own: their places are no names of resources that
    /// Python code can ask for.
    pub fn reader_of(&self, record: &str) -> Reader {
        match self.kind() {
            Kind::Package if self.is_script(record) => Reader::TorchScript,
            _ => self.reader(),
        }
    }

    /// Whether a record of a package belongs to the TorchScript modules in it.
    pub fn is_script(&self, record: &str) -> bool {
        self.below(SCRIPT_IN_PACKAGE, record).is_some()
    }

    /// Who reads the pickles of this archive.
    pub fn reader(&self) -> Reader {
        match self.kind() {
            Kind::TorchScript { .. } => Reader::TorchScript,
            _ => Reader::WeightsOnly,
        }
    }

    /// Whether a record is in a folder `bytecode`, as the lite interpreter looks for it.
    fn has_bytecode_folder(&self) -> bool {
        *self.bytecode_folder.get_or_init(|| {
            self.records().is_ok_and(|mut records| records.any(|record| record.name.contains("bytecode/")))
        })
    }

    /// The record with the data of a storage that a pickle names by `key`: by the pickle's own record.
    pub fn storage_record(&self, pickle: &str, key: &str) -> String {
        match self.kind() {
            // Those of TorchScript modules in a package have the ending in their keys.
            Kind::Package if key.ends_with(".storage") => format!(".data/{key}"),
            Kind::Package => format!(".data/{key}.storage"),
            // In bytecode 5, keys are names of records.
            Kind::TorchScript { .. } if key.contains('/') => key.to_string(),
            // Since then, constants of bytecode are those of the source, if there is no folder of its own.
            Kind::TorchScript { .. } if pickle == "bytecode.pkl" && !self.has_bytecode_folder() => {
                format!("constants/{key}")
            }
            Kind::TorchScript { .. } => format!("{}/{key}", pickle.strip_suffix(".pkl").unwrap_or(pickle)),
            _ => format!("data/{key}"),
        }
    }
}
