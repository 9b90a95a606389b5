//! [`check()`]: the verdict of a reader on a program.

use outlast_core::Error;
use outlast_executorch::FlatTensorFile;

use crate::families;
use crate::program::Program;
use crate::targets::{Profile, Resolved};
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
pub struct Subject(families::executorch::Subject);

impl Subject {
    /// Reads what verdicts need of a program.
    pub fn new(program: &Program<'_>) -> Result<Subject, CheckError> {
        families::executorch::subject(program).map(Subject)
    }

    /// Judges the program, with its companions, for a target. `name` is the target as the user wrote it.
    pub fn check(&self, companions: &[Companion<'_>], name: &str, target: &Resolved) -> Verdict {
        let judge = |profile: &Profile| families::executorch::judge(&self.0, companions, profile);
        match target {
            Resolved::Exact(profile) => judge(profile),
            Resolved::Between(before, after) => between(name, (judge(before), judge(after)), before, after),
            Resolved::Outside(nearest) => outside(name, judge(nearest), nearest),
        }
    }
}

/// Judges a program, with its companions, for one target: see [`Subject`] for several.
pub fn check(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    name: &str,
    target: &Resolved,
) -> Result<Verdict, CheckError> {
    Ok(Subject::new(program)?.check(companions, name, target))
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

/// A release that is older or newer than all that were measured has one neighbour, which proves nothing.
fn outside(name: &str, mut verdict: Verdict, nearest: &Profile) -> Verdict {
    let note = format!(
        "this release is outside those that were measured; {}, the nearest, gives: {}",
        nearest.release,
        verdict.outcome.name()
    );
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
