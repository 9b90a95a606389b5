//! [`check()`]: the verdict of a reader on a program.

use outlast_bitstream::StreamKind;
use outlast_core::Error;
use outlast_executorch::FlatTensorFile;

use crate::families;
use crate::program::Program;
use crate::targets::{Family, Profile, Resolved};
use crate::verdict::{EntryVerdict, Outcome, Remedy, Verdict};

/// A file that is loaded together with a program: tensor data.
#[derive(Clone, Debug)]
pub struct Companion<'a> {
    /// Its name, for messages.
    pub name: String,
    /// The file, opened.
    pub program: Program<'a>,
}

impl<'a> Companion<'a> {
    /// The tensor data, if that is what the file holds.
    pub(crate) fn data_file(&self) -> Option<&FlatTensorFile<'a>> {
        match &self.program {
            Program::ExecutorchData(file) => Some(file),
            _ => None,
        }
    }
}

/// Why there is no verdict.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// A structure that the verdict depends on cannot be read.
    Unreadable(Error),
    /// The question makes no sense: say why.
    Impossible(String),
}

impl std::fmt::Display for CheckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CheckError::Unreadable(error) => error.fmt(f),
            CheckError::Impossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CheckError {}

/// A program, read and verified once, to be judged for any number of targets.
#[derive(Debug)]
pub struct Subject(Inner);

#[derive(Debug)]
enum Inner {
    Executorch(families::executorch::Subject),
    LlvmIr(families::llvm::Subject),
    Clang(Box<families::clang::Subject>),
    Beside(Box<families::llvm::streams::Subject>),
    Swift(Box<families::swift::Subject>),
    Mlir(Box<families::mlir::Subject>),
}

impl Inner {
    /// The family of readers that can be asked.
    fn family(&self) -> Family {
        match self {
            Inner::Executorch(_) => Family::Executorch,
            Inner::LlvmIr(_) | Inner::Clang(_) | Inner::Beside(_) => Family::Llvm,
            Inner::Swift(_) => Family::Swift,
            Inner::Mlir(_) => Family::Mlir,
        }
    }
}

impl Subject {
    /// Reads what verdicts need of a program.
    pub fn new(program: &Program<'_>) -> Result<Subject, CheckError> {
        let inner = match program {
            Program::Bitstream(file) => match file.kind() {
                StreamKind::Ir => Inner::LlvmIr(families::llvm::subject(file.stream)),
                StreamKind::ClangAst => Inner::Clang(Box::new(families::clang::subject(file.stream))),
                StreamKind::SwiftModule | StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo => {
                    Inner::Swift(Box::new(families::swift::subject(file.stream)))
                }
                StreamKind::Remarks => Inner::Beside(Box::new(families::llvm::streams::remarks(file.stream))),
                StreamKind::Diagnostics => {
                    Inner::Beside(Box::new(families::llvm::streams::diagnostics(file.stream)))
                }
                kind => {
                    let why = format!("there are no verdicts on files of this kind yet: {}", kind.title());
                    return Err(CheckError::Impossible(why));
                }
            },
            Program::Mlir(file) => Inner::Mlir(Box::new(families::mlir::subject(file))),
            program => Inner::Executorch(families::executorch::subject(program)?),
        };
        Ok(Subject(inner))
    }

    /// Judges the program, with its companions, for a target. `name` is the target as the user wrote it.
    ///
    /// # Errors
    ///
    /// [`CheckError::Impossible`] if the target reads files of other kinds.
    pub fn check(
        &self,
        companions: &[Companion<'_>],
        name: &str,
        target: &Resolved,
    ) -> Result<Verdict, CheckError> {
        let (family, asked) = (self.0.family(), target.family());
        if family != asked {
            let why = format!("`{name}` does not read such files: ask for a target `{}-…`", family.name());
            return Err(CheckError::Impossible(why));
        }
        let judge = |profile: &Profile| match &self.0 {
            Inner::Executorch(subject) => families::executorch::judge(subject, companions, profile),
            Inner::LlvmIr(subject) => families::llvm::judge(subject, profile),
            Inner::Clang(subject) => families::clang::judge(subject, profile),
            Inner::Beside(subject) => families::llvm::streams::judge(subject, profile),
            Inner::Swift(subject) => families::swift::judge(subject, profile),
            Inner::Mlir(subject) => families::mlir::judge(subject, profile),
        };
        // A release of Swift that nobody measured is not like its neighbours: each has a format of its own.
        if let Inner::Swift(subject) = &self.0 {
            return Ok(families::swift::check(subject, name, target));
        }
        Ok(match target {
            Resolved::Exact(profile) => judge(profile),
            // Each release of LLVM refuses and misreads things of its own: its neighbours do not speak for it. Nor for MLIR, where the
            // same version of the container holds what each release has.
            Resolved::Between(before, after) if matches!(family, Family::Llvm | Family::Mlir) => {
                outside(name, judge(before), before, Some((judge(after), after)))
            }
            Resolved::Between(before, after) => between(name, (judge(before), judge(after)), before, after),
            Resolved::Outside(nearest) => outside(name, judge(nearest), nearest, None),
        })
    }
}

/// Judges a program, with its companions, for one target: see [`Subject`] for several.
pub fn check(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    name: &str,
    target: &Resolved,
) -> Result<Verdict, CheckError> {
    Subject::new(program)?.check(companions, name, target)
}

/// The verdict on a file of a known kind that [`Program::open`] could not open: no reader can.
pub fn check_unreadable(error: &Error, name: &str) -> Verdict {
    let mut verdict = families::executorch::unreadable(error, name);
    verdict.remedy = Remedy::NoneKnown(vec![format!("the file is damaged: {error}")]);
    verdict
}

/// Two neighbours that agree speak for the release between them; where they differ, it is unknown.
fn between(name: &str, (old, new): (Verdict, Verdict), before: &Profile, after: &Profile) -> Verdict {
    let entries = old
        .entry_points
        .iter()
        .zip(&new.entry_points)
        .map(|(a, b)| {
            let mut entry = if a.outcome.is_good() { b.clone() } else { a.clone() };
            if a.outcome != b.outcome {
                (entry.outcome, entry.stage) = (Outcome::Unknown, None);
            }
            entry
        })
        .collect();
    let mut verdict = Verdict::new(name, entries);
    verdict.notes.push(format!(
        "nobody measured this release: judged by its neighbours {} ({}) and {} ({})",
        before.release,
        old.outcome.name(),
        after.release,
        new.outcome.name()
    ));
    verdict
}

/// A release that was not measured: its neighbours, one or two, prove nothing. What the first of them says is shown.
fn outside(
    name: &str,
    mut verdict: Verdict,
    nearest: &Profile,
    other: Option<(Verdict, &Profile)>,
) -> Verdict {
    let note = match other {
        None => format!(
            "this release is outside those that were measured; {}, the nearest, gives: {}",
            nearest.release,
            verdict.outcome.name()
        ),
        Some((after, next)) => format!(
            "nobody measured this release; its neighbours {} and {} give: {} and {}",
            nearest.release,
            next.release,
            verdict.outcome.name(),
            after.outcome.name()
        ),
    };
    let entries: Vec<EntryVerdict> = std::mem::take(&mut verdict.entry_points)
        .into_iter()
        .map(|mut entry| {
            (entry.outcome, entry.stage) = (Outcome::Unknown, None);
            entry
        })
        .collect();
    let mut verdict = Verdict::new(name, entries);
    verdict.notes.push(note);
    verdict
}
