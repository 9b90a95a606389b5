//! [`convert()`]: a program rewritten until the verdict is good.
//!
//! Planning is a fix-point over the reasons of the verdict: the first reason that a step answers is answered, the result
//! is read and judged again, and so on. Done whole or refused whole. For MLIR bytecode, see `convert/mlir/target.rs`: there a verdict that
//! is only unknown serves as well, where nothing is known to be lost.

mod bitstream;
mod edit;
mod executorch;
mod mlir;
mod plan;

use outlast_core::{Bytes, Place};
use outlast_executorch::{Output, schemas};
use outlast_flatbuffers::schema::Schema;

pub use edit::{Edit, EditedProgram, NewData, edit, names_of_constants, values_of, values_of_arrays};

use crate::check::{CheckError, Companion};
use crate::program::Program;
use crate::targets::{Profile, Resolved};
use crate::verdict::{Reason, Remedy, Verdict};

/// A step that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Its name.
    pub id: &'static str,
    /// What it did, one sentence each.
    pub changes: Vec<String>,
}

/// What stands in the way of a conversion.
#[derive(Clone, Debug)]
pub struct Blocker {
    /// The code of the reason; `None` where the question is not about one.
    pub code: Option<outlast_core::Code>,
    /// The thing in question: an operator, a backend, a node.
    pub subject: String,
    /// Why nothing can be done about it.
    pub why: String,
    /// Where.
    pub place: Place,
    /// What else might help.
    pub help: Option<String>,
}

/// A program that was rewritten.
#[derive(Clone, Debug)]
pub struct Converted<'a> {
    /// The new file.
    pub output: Output<'a>,
    /// The steps, in order.
    pub steps: Vec<Taken>,
    /// The verdict on the new file, where a target was named.
    pub verdict: Option<Verdict>,
    /// Bytes of the tables that nothing refers to; repacking drops them.
    pub unused: usize,
}

/// Why there is no conversion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// It was refused, whole.
    Refused(Vec<Blocker>),
    /// The question cannot be answered.
    Check(CheckError),
}

impl From<CheckError> for ConvertError {
    fn from(error: CheckError) -> ConvertError {
        ConvertError::Check(error)
    }
}

impl From<outlast_core::Error> for ConvertError {
    fn from(error: outlast_core::Error) -> ConvertError {
        ConvertError::Check(CheckError::Unreadable(error))
    }
}

impl std::fmt::Display for ConvertError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ConvertError::Check(error) => error.fmt(f),
            ConvertError::Refused(blockers) => {
                let all: Vec<String> = blockers.iter().map(|b| b.why.clone()).collect();
                f.write_str(&all.join("; "))
            }
        }
    }
}

impl std::error::Error for ConvertError {}

/// Whether tables are written anew where a conversion leaves parts of them unused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repack {
    /// Where much is unused and nothing unknown would be lost.
    #[default]
    Auto,
    /// Always; refused where something unknown would be lost.
    Always,
    /// Never.
    Never,
}

/// What is asked of a conversion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'r> {
    /// The reader that the result must suit, with its name as the user wrote it.
    pub target: Option<(&'r str, &'r Resolved)>,
    /// Steps to take first, by name: see [`steps`].
    pub steps: &'r [String],
    /// What to do about unused parts.
    pub repack: Repack,
    /// The schema of the file's own release, where it is newer than those known here.
    pub schema: Option<&'r Schema>,
    /// MLIR bytecode: everything is numbered anew, as upstream's writer does it.
    pub canonical: bool,
    /// MLIR bytecode: the version of the container that the result has.
    pub bytecode: Option<u64>,
}

impl Converted<'_> {
    /// Whether the program needs no data files any more: all that it looked up in them is in it.
    pub fn is_self_contained(&self) -> bool {
        self.steps.iter().any(|step| step.id == MERGE)
    }
}

/// The step that moves what stands in data files into the program.
pub(crate) const MERGE: &str = "merge-external-data";

/// The steps that can be asked for by name, and what each does.
pub fn steps() -> impl Iterator<Item = (&'static str, &'static str)> {
    crate::families::executorch::ON_REQUEST.iter().map(|(id, about, _)| (*id, *about))
}

/// Rewrites a program, with its companions.
pub fn convert(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    request: &Request<'_>,
) -> Result<Converted<'static>, ConvertError> {
    if !matches!(program, Program::Mlir(_)) && (request.canonical || request.bytecode.is_some()) {
        let why = "only MLIR bytecode has versions to convert to, and is written anew";
        return Err(ConvertError::Check(CheckError::Impossible(why.into())));
    }
    of_family(program, companions, request, true)
}

/// Each family's conversion; `weights` says whether bulk data are needed in the result, or a verdict alone.
fn of_family(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    request: &Request<'_>,
    weights: bool,
) -> Result<Converted<'static>, ConvertError> {
    match program {
        Program::Executorch(file) => plan::convert_program(file.file.data(), companions, request, weights),
        Program::ExecutorchBundle(bundle) => executorch::convert_bundle(bundle, companions, request, weights),
        Program::ExecutorchData(file) => executorch::convert_data(file, request),
        Program::Mlir(file) => mlir::convert(file, request),
        Program::Bitstream(_) => {
            let why =
                "bitstreams are not converted yet; without --target and --step they are decoded and encoded";
            Err(ConvertError::Check(CheckError::Impossible(why.into())))
        }
    }
}

/// Decodes and encodes a file: every object is read and written at its place. The result is the input, bit for bit; if
/// it is not, this fails.
pub fn replay(program: &Program<'_>) -> Result<Replayed, ConvertError> {
    match program {
        Program::Executorch(file) => {
            let header = file.header.map_or(0, |header| header.length);
            executorch::replay(file.file, file.flatbuffer, schemas::program(), header)
        }
        Program::ExecutorchData(file) => executorch::replay(
            file.file,
            file.flatbuffer,
            schemas::flat_tensor(file.dialect),
            file.header.length,
        ),
        Program::ExecutorchBundle(bundle) => {
            executorch::replay(bundle.file, bundle.file, schemas::bundled_program(), 0)
        }
        Program::Bitstream(file) => bitstream::replay(file),
        Program::Mlir(file) => mlir::replay(file),
    }
}

/// A file that was decoded and encoded.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Bytes written from decoded values.
    pub decoded: usize,
    /// Bytes kept as they are: padding, weights, payloads, what is unknown.
    pub kept: usize,
}

/// What would close the gap of a verdict: the conversion is made, but for weights, and judged.
pub fn remedy(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    name: &str,
    target: &Resolved,
    verdict: &Verdict,
) -> Remedy {
    if verdict.outcome.is_good() {
        return Remedy::NotNeeded;
    }
    if let Program::Bitstream(_) = program {
        let advice = |reason: &Reason| match &reason.help {
            Some(help) => format!("{}: {help}", reason.subject),
            None => format!("{}: compile the source again for this release", reason.subject),
        };
        let mut why: Vec<String> = verdict.reasons().map(|(_, reason)| advice(reason)).collect();
        why.dedup();
        return Remedy::NoneKnown(why);
    }
    let request = Request { target: Some((name, target)), repack: Repack::Never, ..Request::default() };
    match of_family(program, companions, &request, false) {
        Ok(converted) if converted.verdict.as_ref().is_none_or(|verdict| verdict.outcome.is_good()) => {
            Remedy::Convertible(converted.steps.iter().map(|step| step.id).collect())
        }
        Ok(converted) => {
            let verdict = converted.verdict.iter().flat_map(Verdict::reasons);
            let mut why: Vec<String> =
                verdict.map(|(_, reason)| format!("{}: {}", reason.subject, reason.has)).collect();
            why.dedup();
            let done = converted.steps.iter().map(|step| step.id).collect::<Vec<_>>().join(", ");
            if !done.is_empty() {
                why.insert(0, format!("after `convert` ({done}) nobody measured what the reader does"));
            }
            Remedy::NoneKnown(why)
        }
        Err(ConvertError::Refused(blockers)) => {
            Remedy::NoneKnown(blockers.into_iter().map(|b| b.why).collect())
        }
        Err(ConvertError::Check(error)) => Remedy::NoneKnown(vec![error.to_string()]),
    }
}

/// The readers that a target stands for: one, or two neighbours.
fn profiles(target: &Resolved) -> Vec<&Profile> {
    match target {
        Resolved::Exact(profile) | Resolved::Outside(profile) => vec![profile],
        Resolved::Between(before, after) => vec![before, after],
    }
}

/// Opens bytes that were just written.
fn open(bytes: &[u8]) -> Result<Program<'_>, ConvertError> {
    Program::open(bytes).map_err(|error| match error {
        crate::OpenError::Unreadable(_, error) => error.into(),
        other => ConvertError::Check(CheckError::Impossible(other.to_string())),
    })
}

fn whole(bytes: &[u8]) -> Bytes<'_> {
    Bytes::new(bytes, 0)
}
