//! PyTorch: archives of TorchScript, of `torch.save`, `torch.package` and `torch.export`, lite modules as FlatBuffers, and legacy files;
//! read by releases of PyTorch, and by their lite interpreters (`torch-2.1.2-lite`).

mod actions;
mod changed;
mod codes;
mod common;
mod container;
mod context;
mod convert;
mod custom_ops;
mod dump;
mod export;
mod facts;
mod formats;
mod import;
mod inspect;
mod judge;
mod legacy;
mod lite;
mod literals;
mod operators;
mod producer;
mod promotion;
mod records;
mod runs;
mod script;
mod selected;
mod views;
mod work;

use std::cell::Cell;

use crate::archive::write;
use crate::archive::{Legacy, TorchArchive};
use crate::flatbuffer::{self, FlatFile};
use crate::verify::codes as files;
use outlast_core::{Budget, Bytes, Diagnostic, Error, RegionSink, Result};

use outlast_model::conversion::{ConvertError, Converted, Replayed, Request};
use outlast_model::difference::{DiffError, Difference};
use outlast_model::error::CheckError;
use outlast_model::family::{
    Between, CompanionCodes, Dump, FamilyDef, FormatDef, Unit, Variant, VerifyOptions,
};
use outlast_model::kind::FileKind;
use outlast_model::options::Options;
use outlast_model::program::{Companion, Judge, Opened, Probes, Program};
use outlast_model::summary::Summary;
use outlast_model::targets::{Form, RowKind, Target};
use outlast_model::verdict::{Reason, Remedy, Verdict};

pub use convert::WrittenBy;
pub use custom_ops::{OwnOperators, OwnSets};
pub use dump::Record;
pub use export::signature::{ExportedInput, ExportedSize, ExportedValue, exported_inputs};
pub use import::Report;
pub use views::AsTorch;

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: NAME,
    title: "PyTorch",
    formats: &[ARCHIVE, FLAT, LEGACY, PICKLE],
    codes: &[
        crate::verify::CODES,
        crate::source::CODES,
        outlast_opset::compat::codes::CODES,
        outlast_opset::versions::codes::CODES,
        outlast_opset::lint::codes::CODES,
        codes::CODES,
    ],
    folder: "crates/torchscript",
    texts: &["torch-readers.txt", "torch.txt"],
    blob: include_bytes!("../../targets/torch.blob"),
    rows: ROWS,
    variants: &[Variant::Suffix(LITE)],
    aliases: |_| None,
    libraries: None,
    shipped: &[],
    between: Between::Agree,
    narrow: Some(import::narrow),
    select: Some(import::selected),
    report: Some(import::reported),
    operators: Some(selected::operators),
    work: Some(work::of_entry_points),
    steps: convert::STEPS,
    risks: &[
        files::NEEDS_CODE,
        files::CALLS_RESULT,
        files::NESTED_PICKLE,
        files::CHANGES_GLOBAL,
        files::NOT_LOOKED_INTO,
        files::RUNS_SOURCE,
        files::RUNS_NATIVE,
    ],
    runs: runs::risks,
    companions: CompanionCodes::NONE,
};

const NAME: &str = "torch";

/// The lite interpreter: the runtime of phones.
const LITE: &str = "lite";

/// Kinds of rows: see `judge.rs`.
const ROWS: &[RowKind] = &[
    RowKind { kind: "oldest", form: Form::Number },
    RowKind { kind: "newest", form: Form::Number },
    RowKind { kind: "layout", form: Form::Staged },
    RowKind { kind: "does", form: Form::Staged },
    RowKind { kind: "changed", form: Form::Conditional(changed::is_condition) },
    RowKind { kind: "promotes", form: Form::Staged },
    RowKind { kind: "only", form: Form::Text },
    RowKind { kind: "says", form: Form::Text },
    RowKind { kind: "set", form: Form::Text },
    RowKind { kind: "upgrader", form: Form::Text },
];

/// The kind of zip archives that PyTorch writes.
pub const ARCHIVE_KIND: FileKind =
    FileKind::new("torch-archive", "PyTorch archive", &["pt", "pth", "ptl", "pt2"]);

/// The kind of programs of the lite interpreter as FlatBuffers.
pub const FLAT_KIND: FileKind =
    FileKind::new("torch-flatbuffer", "PyTorch FlatBuffer module", &["ptl", "ff"]);

/// The kind of files that `torch.save` wrote before 1.6, and later when asked.
pub const LEGACY_KIND: FileKind = FileKind::new("torch-legacy", "PyTorch legacy file", &["pt", "pth", "bin"]);

/// The kind of pickles that stand alone.
pub const PICKLE_KIND: FileKind = FileKind::new("python-pickle", "Python pickle", &["pkl", "pickle"]);

const ARCHIVE: FormatDef = FormatDef {
    kind: ARCHIVE_KIND,
    detect: formats::archive,
    near_miss: formats::near_miss,
    describe: formats::describe_archive,
    open: |bytes, options| {
        Ok(Box::new(OpenedTorch::new(bytes, options, Content::Archive(Box::new(TorchArchive::open(bytes)?)))))
    },
    verify,
    regions,
    unit: Unit::Bytes,
    dump: Dump::Text(dump::print),
    unreadable: Some(judge::unreadable_archive),
    streams: None,
};

const FLAT: FormatDef = FormatDef {
    kind: FLAT_KIND,
    detect: formats::flat,
    near_miss: formats::near_flat,
    describe: |_| FLAT_KIND.title(),
    open: |bytes, options| {
        FlatFile::open(Bytes::new(bytes, 0))?;
        Ok(Box::new(OpenedTorch::new(bytes, options, Content::Flat)))
    },
    unreadable: Some(unreadable),
    ..ARCHIVE
};

const LEGACY: FormatDef = FormatDef {
    kind: LEGACY_KIND,
    detect: formats::legacy,
    near_miss: formats::near_legacy,
    describe: |_| LEGACY_KIND.title(),
    open: |bytes, options| {
        let legacy = Legacy::read(bytes, crate::pickle::Limits::default())?;
        Ok(Box::new(OpenedTorch::new(bytes, options, Content::Legacy(Box::new(legacy)))))
    },
    unreadable: Some(unreadable),
    ..ARCHIVE
};

const PICKLE: FormatDef = FormatDef {
    kind: PICKLE_KIND,
    detect: formats::pickle,
    near_miss: |_| None,
    describe: |_| PICKLE_KIND.title(),
    open: |bytes, options| Ok(Box::new(OpenedTorch::new(bytes, options, Content::Pickle))),
    unreadable: None,
    ..ARCHIVE
};

/// A file of PyTorch, opened.
#[derive(Debug)]
struct OpenedTorch<'a> {
    bytes: &'a [u8],
    options: Options,
    content: Content<'a>,
    /// Bytes that may still be read to find out whether a conversion helps, for all readers together.
    attempts: Cell<Budget>,
}

impl<'a> OpenedTorch<'a> {
    fn new(bytes: &'a [u8], options: &Options, content: Content<'a>) -> OpenedTorch<'a> {
        OpenedTorch {
            bytes,
            options: options.clone(),
            content,
            attempts: Cell::new(Budget::for_bytes(bytes.len(), 16, 2 << 20)),
        }
    }

    /// `NotTried` where attempts have cost as much as a file of this length justifies; `bytes` is what the next one reads.
    fn may_try(&self, bytes: usize) -> Option<Remedy> {
        let mut attempts = self.attempts.get();
        // They are read, compiled and judged several times.
        let may = attempts.spend(bytes.saturating_mul(4));
        self.attempts.set(attempts);
        (!may).then_some(Remedy::NotTried)
    }
}

/// What is in it.
#[derive(Debug)]
enum Content<'a> {
    Archive(Box<TorchArchive<'a>>),
    Flat,
    Legacy(Box<Legacy<'a>>),
    Pickle,
}

fn verify(bytes: &[u8], _: &VerifyOptions) -> Vec<Diagnostic> {
    crate::verify::file(bytes)
}

fn regions(bytes: &[u8], _: &Options, sink: &mut dyn RegionSink) {
    crate::regions(bytes, sink);
}

fn unreadable(error: &Error) -> Reason {
    judge::damaged(&error.to_string(), error.place().clone())
}

impl<'a> Opened<'a> for OpenedTorch<'a> {
    fn sum_up(&self, full: bool, to: &mut Summary) -> Result<()> {
        inspect::summary(self, full, to)
    }

    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError> {
        match &self.content {
            Content::Archive(archive) => {
                Ok(Box::new(judge::of_archive(archive).with_own(&self.options, Some(archive))))
            }
            Content::Flat => {
                Ok(Box::new(judge::of_flat(self.bytes).with_own_of_flat(&self.options, self.bytes)))
            }
            Content::Legacy(legacy) => Ok(Box::new(legacy::LegacyJudge::of(legacy, self.bytes))),
            Content::Pickle => Err(CheckError::NoReader("pickles")),
        }
    }

    fn convert<'o>(
        &self,
        _: &'o [Companion<'_>],
        request: &Request<'_>,
        _: bool,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o,
    {
        match &self.content {
            Content::Archive(archive) => convert::archive(archive, request),
            Content::Flat => convert::flat_program(self.bytes, request),
            Content::Legacy(_) | Content::Pickle => {
                Err(convert::unwritten("PyTorch legacy files and pickles that stand alone"))
            }
        }
    }

    fn remedy(&self, _: &Target, _: &Verdict) -> Option<Remedy> {
        match &self.content {
            Content::Archive(archive) => self.may_try(archive.content_bytes()),
            Content::Flat => self.may_try(self.bytes.len()),
            _ => Some(Remedy::NotTried),
        }
    }

    fn probes<'o>(&'o self, _: &'o [Companion<'_>], _: &'o Options) -> Option<Box<dyn Probes + 'o>>
    where
        'a: 'o,
    {
        None
    }

    fn replay(&self) -> Result<Replayed<'a>, ConvertError> {
        match &self.content {
            Content::Archive(archive) => {
                let replayed = write::replay(archive.zip())?;
                let decoded = self.bytes.len().saturating_sub(replayed.kept);
                Ok(Replayed::new(replayed.output, decoded, replayed.kept))
            }
            Content::Flat => {
                let replayed = flatbuffer::replay(Bytes::new(self.bytes, 0))?;
                let (decoded, kept) = (replayed.decoded, replayed.kept);
                Ok(Replayed::new(replayed.buffer.into_output(), decoded, kept))
            }
            Content::Legacy(_) | Content::Pickle => Err(ConvertError::impossible(
                "PyTorch legacy files and pickles that stand alone are not written",
            )),
        }
    }

    fn diff(&self, other: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        records::diff(self.bytes, other.bytes())
    }

    fn tables(&self) -> Option<String> {
        None
    }
}
