//! What changes of a format do to files and readers: the findings of `outlast lint`.
//!
//! [`Changes`] is plain data: what was compared with what, each finding with the baselines that it holds against, and what could not be
//! compared. In [`Drawn`] each finding has its places in the texts of both versions.

mod drawn;
mod report;
mod sets;

use std::collections::BTreeMap;
use std::sync::Arc;

use outlast::lint::{Held, Level, Witness};
use outlast_core::Severity;

pub use drawn::Drawn;
pub(crate) use drawn::asked;
pub use report::LintReport;
pub use sets::{Compared, ComparedSets, advice};

use crate::Failure;
use crate::plural;
use crate::scan::Ignored;

/// What a lint of one or many schemas found.
#[derive(Debug, Default)]
pub struct Changes {
    /// `schema`, `layout`, `dialect` or `operators`.
    pub kind: &'static str,
    /// The changed side, as the user named it.
    pub new: String,
    /// Names of the baselines, the oldest first.
    pub against: Vec<String>,
    /// The day on which expiries were judged.
    pub as_of: Option<String>,
    /// What was compared, one for each file of the changed side.
    pub comparisons: Vec<Comparison>,
    /// What could not be compared.
    pub failures: Vec<Failed>,
}

/// One file, compared with its older versions.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The file of the new version, or the place where it would be.
    pub file: String,
    /// Names of the baselines that it was compared with, the oldest first.
    pub against: Vec<String>,
    /// Texts of all versions, by the names that places have.
    pub texts: Vec<(String, Arc<str>)>,
    /// What was found, the worst first.
    pub findings: Vec<Found>,
    /// Of operator sets: what changed, one for each baseline.
    pub sets: Vec<ComparedSets>,
    /// What authors have to write, by the subjects of findings.
    pub advice: BTreeMap<String, String>,
}

/// A finding, and how it is looked at.
#[derive(Debug)]
pub struct Found {
    /// The finding, and the baselines that it holds against.
    pub held: Held,
    /// How bad it is, by its level or by the configuration.
    pub severity: Severity,
    /// The entry of a configuration that it is ignored by.
    pub ignored: Option<Ignored>,
    /// The entry that it would be ignored by, if that had not expired.
    pub expired: Option<Ignored>,
    /// What files said that were asked.
    pub census: Option<Census>,
    /// For each witness, the name of the file that it was saved as.
    pub saved: Vec<Option<String>>,
    /// What the author has to write, in lines.
    pub advice: Option<String>,
}

/// What files said of a question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// The folder.
    pub folder: String,
    /// Files that hold what was asked for.
    pub with: u64,
    /// How often it is in them.
    pub count: u64,
    /// The first of them, and the offset in it, where there is one.
    pub first: Option<(String, Option<u64>)>,
    /// Files that do not hold it.
    pub without: u64,
    /// Files that are not of this format, or cannot be read.
    pub passed: u64,
}

impl Census {
    /// How many files answered.
    pub fn answered(&self) -> u64 {
        self.with.saturating_add(self.without)
    }

    /// In one line, such as `never in 12 files in DIR`.
    pub fn sentence(&self) -> String {
        let Census { folder, with, count, first, .. } = self;
        match (self.answered(), first) {
            (0, _) => format!("no file in {folder} is valid under the old version, so this was not checked"),
            (all, None) => format!("never in {} in {folder}", plural(all, "file")),
            (all, Some((name, at))) => format!(
                "seen {} in {with} of {} in {folder}, first in {name}{}",
                plural(*count, "time"),
                plural(all, "file"),
                at.map(|at| format!(" at 0x{at:x}")).unwrap_or_default()
            ),
        }
    }
}

/// A comparison that could not be made.
#[derive(Debug)]
pub struct Failed {
    /// The baseline, where it is about one.
    pub against: Option<String>,
    /// Why.
    pub failure: Failure,
}

/// How many findings there are of each level; those that are ignored are apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    /// What breaks.
    pub breaks: usize,
    /// What breaks if files hold certain values.
    pub depends_on_data: usize,
    /// The rest.
    pub notes: usize,
    /// What a configuration ignores.
    pub ignored: usize,
}

impl Levels {
    /// `3 breaks, 1 depends on data, 4 notes`; empty where there is nothing.
    pub fn text(self) -> String {
        let mut parts = Vec::new();
        if self.breaks > 0 {
            parts.push(plural(self.breaks, "break"));
        }
        match self.depends_on_data {
            0 => {}
            1 => parts.push("1 depends on data".to_string()),
            count => parts.push(format!("{count} depend on data")),
        }
        if self.notes > 0 {
            parts.push(plural(self.notes, "note"));
        }
        if self.ignored > 0 {
            parts.push(format!("{} ignored", self.ignored));
        }
        parts.join(", ")
    }
}

impl Levels {
    /// The same, beginning with what breaks: `nothing breaks, 4 notes`.
    pub(crate) fn answer(self) -> String {
        match self.text() {
            text if self.breaks + self.depends_on_data > 0 => text,
            text if text.is_empty() => "nothing breaks".to_string(),
            text => format!("nothing breaks, {text}"),
        }
    }
}

impl Changes {
    /// All findings, with what they were found in.
    pub fn findings(&self) -> impl Iterator<Item = (&Comparison, &Found)> {
        self.comparisons.iter().flat_map(|one| one.findings.iter().map(move |found| (one, found)))
    }

    /// Names of the baselines that something was compared with, the oldest first.
    pub fn compared_with(&self) -> Vec<String> {
        let is_compared = |name: &&String| self.comparisons.iter().any(|one| one.against.contains(name));
        self.against.iter().filter(is_compared).cloned().collect()
    }

    /// How many there are of each level.
    pub fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        for (_, found) in self.findings() {
            // A configuration may say that it is less.
            match (found.held.finding.level, found.severity) {
                _ if found.ignored.is_some() => levels.ignored += 1,
                (Level::Note, _) | (_, Severity::Note) => levels.notes += 1,
                (Level::DependsOnData, _) | (_, Severity::Warning) => levels.depends_on_data += 1,
                (Level::Break, _) => levels.breaks += 1,
            }
        }
        levels
    }

    /// Whether something that is not ignored is this bad, or worse.
    pub fn has(&self, limit: Severity) -> bool {
        self.findings().any(|(_, found)| found.counts(limit))
    }
}

impl Found {
    /// Whether it is this bad or worse, and not ignored.
    pub fn counts(&self, limit: Severity) -> bool {
        self.ignored.is_none() && self.severity >= limit
    }

    /// The witnesses with the names that they were saved under.
    pub fn witnesses(&self) -> impl Iterator<Item = (&Witness, Option<&str>)> {
        let names = self.saved.iter().map(Option::as_deref).chain(std::iter::repeat(None));
        self.held.finding.witnesses.iter().zip(names)
    }
}

/// `v1.0, v1.1`; of many, the first and the last.
pub(crate) fn names(all: &[String]) -> String {
    match all {
        [first, _, _, _, .., last] => format!("{first} … {last} ({} versions)", all.len()),
        few => few.join(", "),
    }
}
