//! LLVM bitstreams as files: what the families whose files are such streams share. Which reader is asked, each family says.

mod dump;
mod inspect;
mod replay;

use crate::Wrapper;
pub use crate::analyze::{BlockCount, RecordCount};
pub use crate::{BitstreamFile, StreamKind};
pub use dump::{BlockInfo, Print};
use outlast_core::{Budget, Code, Diagnostic, Error, RegionSink, Result, Severity};

use outlast_model::conversion::{ConvertError, Converted, Replayed, Request};
use outlast_model::difference::{DiffError, Difference};
use outlast_model::error::CheckError;
use outlast_model::family::{Boxed, Dump, FormatDef, Open, Streams, Unit, VerifyOptions};
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};
use outlast_model::program::{Companion, Judge, Opened, Probes, Program};
use outlast_model::summary::Summary;
use outlast_model::targets::Target;
use outlast_model::verdict::{Outcome, Reason, Remedy, Verdict};

/// The kind of all files that are LLVM bitstreams, whoever reads them.
pub const KIND: FileKind = FileKind::new(
    "llvm-bitstream",
    "LLVM bitstream",
    &["bc", "pcm", "pch", "dia", "swiftmodule", "swiftdoc"],
);

/// Verification goes on after a fault, at the end of the block around it, by its length word.
#[derive(Clone, Copy, Debug)]
pub struct KeepGoing;

impl FamilyOption for KeepGoing {
    fn families(&self) -> &'static [&'static str] {
        &["llvm", "swift"]
    }

    fn misplaced(&self, _: FileKind) -> Option<String> {
        None
    }
}

/// What is not sound in a file, as far as that can be told of every stream: the first error of its verification. Readers that skip and
/// jump may never come to that place: whether they do is unknown, and never taken for good.
pub fn unsound(file: &BitstreamFile<'_>) -> Option<Diagnostic> {
    let options = crate::verify::Options::default();
    let found = crate::verify::verify(file.bytes, options);
    found.into_iter().find(|finding| finding.severity == Severity::Error)
}

/// The reason of a verdict on a file that is not sound, where nothing else stands in the way.
pub fn doubt(code: Code, reader: &str, subject: &str, finding: &Diagnostic) -> Reason {
    Reason::new(code, Outcome::Unknown)
        .message(Some(format!(
            "the file is corrupt ({}): {reader} may read it as far as it needs, refuse it, or stop",
            finding.title
        )))
        .subject(subject.to_string())
        .needs("a sound file".to_string())
        .has(finding.title.clone())
        .place(finding.place.clone())
        .help(Some(
            "get an undamaged copy, or make the file again: `outlast verify` says where it is corrupt"
                .to_string(),
        ))
}

/// What verdicts on a stream need, read by the family whose stream it is.
pub type ReadJudge = fn(&BitstreamFile<'_>) -> Result<Box<dyn Judge>, CheckError>;

/// A stream, opened for the family that judges it.
#[derive(Debug)]
pub struct OpenedStream<'a> {
    file: BitstreamFile<'a>,
    judge: ReadJudge,
}

/// Bytes of a stream that are read whole in no time.
const CHEAP: usize = 4 << 20;

impl<'a> OpenedStream<'a> {
    /// Opens a file.
    pub fn open(bytes: &'a [u8], judge: ReadJudge) -> Result<Boxed<'a>> {
        let file = BitstreamFile::open(bytes).map_err(Error::from)?;
        Ok(Box::new(OpenedStream { file, judge }))
    }
}

/// A program as an LLVM bitstream.
pub trait AsBitstream<'a> {
    /// The file as an LLVM bitstream, if it is one.
    fn as_bitstream(&self) -> Option<BitstreamFile<'a>>;
}

impl<'a> AsBitstream<'a> for Program<'a> {
    fn as_bitstream(&self) -> Option<BitstreamFile<'a>> {
        if self.kind() != KIND {
            return None;
        }
        BitstreamFile::open(self.bytes()).ok()
    }
}

/// A format of files that are bitstreams: all that does not depend on the family.
pub const fn format(
    detect: fn(&[u8]) -> outlast_model::family::Fit,
    open: Open,
    unreadable: fn(&Error) -> Reason,
) -> FormatDef {
    FormatDef {
        kind: KIND,
        detect,
        near_miss: |_| None,
        describe,
        open,
        verify,
        regions,
        unit: Unit::Bits,
        dump: Dump::Text(dump::print),
        unreadable: Some(unreadable),
        streams: Some(Streams { start: |bytes| stream_kind(bytes).is_some(), end: stream_end }),
    }
}

/// The end of the stream that begins here, with the padding that belongs to a wrapper: zero bytes up to a multiple of 16.
fn stream_end(bytes: &[u8], budget: &mut Budget) -> Option<usize> {
    let end = crate::stream_extent(bytes, budget)?;
    let padded = end.next_multiple_of(16);
    let zeros = bytes.get(end..padded).is_some_and(|padding| padding.iter().all(|byte| *byte == 0));
    Some(if bytes.starts_with(&Wrapper::MAGIC) && zeros { padded } else { end })
}

/// The kind of a stream, by its magic; none where that says nothing.
pub fn stream_kind(bytes: &[u8]) -> Option<StreamKind> {
    let magic = bytes.first_chunk::<4>()?;
    match *magic == Wrapper::MAGIC {
        true => Some(StreamKind::Ir),
        false => Some(StreamKind::from_magic(*magic)).filter(|kind| !matches!(kind, StreamKind::Unknown(_))),
    }
}

fn describe(bytes: &[u8]) -> &'static str {
    BitstreamFile::open(bytes).map_or(KIND.title(), |file| file.kind().title())
}

fn verify(bytes: &[u8], options: &VerifyOptions) -> Vec<Diagnostic> {
    let keep_going = options.options.get::<KeepGoing>().is_some();
    let options = crate::verify::Options { strict: options.strict, keep_going };
    crate::verify::verify(bytes, options)
}

fn regions(bytes: &[u8], _: &Options, sink: &mut dyn RegionSink) {
    crate::regions(bytes, sink);
}

impl<'a> Opened<'a> for OpenedStream<'a> {
    fn sum_up(&self, full: bool, to: &mut Summary) -> Result<()> {
        inspect::summary(&self.file, to)?;
        if full {
            inspect::scan(&self.file, to)?;
        }
        Ok(())
    }

    /// A summary reads what stands first; a verdict reads all.
    fn is_costly_to_judge(&self) -> bool {
        self.file.bytes.len() > CHEAP
    }

    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError> {
        (self.judge)(&self.file)
    }

    fn convert<'o>(
        &self,
        _: &'o [Companion<'_>],
        _: &Request<'_>,
        _: bool,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o,
    {
        let why =
            "bitstreams are not converted yet; without --target and --step they are decoded and encoded";
        Err(ConvertError::impossible(why))
    }

    fn remedy(&self, _: &Target, verdict: &Verdict) -> Option<Remedy> {
        let advice = |reason: &Reason| match &reason.help {
            Some(help) => format!("{}: {help}", reason.subject),
            None => format!("{}: compile the source again for this release", reason.subject),
        };
        let mut why: Vec<String> = verdict.reasons().map(|(_, reason)| advice(reason)).collect();
        why.dedup();
        Some(Remedy::NoneKnown(why))
    }

    fn probes<'o>(&'o self, _: &'o [Companion<'_>], _: &'o Options) -> Option<Box<dyn Probes + 'o>>
    where
        'a: 'o,
    {
        None
    }

    fn replay(&self) -> Result<Replayed<'a>, ConvertError> {
        replay::replay(&self.file)
    }

    fn diff(&self, _: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        let why = "bitstreams are not compared yet: compare what `outlast dump` prints of both";
        Err(DiffError::Impossible(why.into()))
    }

    fn tables(&self) -> Option<String> {
        None
    }
}
