//! [`Summary`]: how many programs are good on which targets, what stands in the way most often, what would fix it.

use outlast_core::SortShort;
use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::risk::{RiskRecord, is_live};

use super::{Compared, Ignored, Line, Record, Skipped};

/// Files that are named of each kind of skipping, and of each cause.
const EXAMPLES: usize = 3;

/// Causes that are told apart; others are counted together, so that memory has a bound.
const CAUSES: usize = 10_000;

/// What a scan found, counted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// Programs that were judged.
    pub programs: u64,
    /// Files that run code when they are read, which nobody allowed; of any kind.
    #[serde(skip_serializing_if = "is_zero")]
    pub runs_code: u64,
    /// What they run, by name, what most files run first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub risk: Vec<Run>,
    /// Files of kinds that no target reads, which were looked at for such code.
    #[serde(skip_serializing_if = "is_zero")]
    pub looked_at: u64,
    /// Verdicts.
    pub verdicts: u64,
    /// Verdicts of each target, in the order in which targets were met.
    pub targets: Vec<Row>,
    /// Causes, those that hit most programs first.
    pub causes: Vec<Cause>,
    /// What conversion fixes, by target.
    pub fixes: Vec<Fix>,
    /// Files without verdicts, by why.
    pub skipped: Vec<Passed>,
    /// Verdicts that are not good and do not count, because a configuration ignores all of it.
    #[serde(skip_serializing_if = "is_zero")]
    pub ignored: u64,
    /// What became of the findings of the baseline; none without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Compared>,
    #[serde(skip)]
    by_cause: BTreeMap<(String, String, Counts, String), Cause>,
    /// Places in `skipped`.
    #[serde(skip)]
    by_message: HashMap<String, usize>,
    #[serde(skip)]
    by_name: BTreeMap<(bool, String, String), Run>,
    #[serde(skip)]
    last_risky: String,
    #[serde(skip)]
    last: String,
}

/// Code that files run when they are read.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The finding that it is.
    pub code: String,
    /// How it comes to run.
    pub how: String,
    /// Its name.
    pub callable: String,
    /// What happens, in one sentence without its subject.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Files that run it.
    pub files: u64,
    /// Some of them.
    pub examples: Vec<String>,
    /// Who allowed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<String>,
}

/// Whether a cause counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Counts {
    Yes,
    Known,
    Ignored,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The verdicts of one target.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// Its name.
    pub target: String,
    /// Programs that load.
    pub loads: u64,
    /// Those that the runtime upgrades.
    pub upgrades: u64,
    /// Those that fail, and that conversion fixes.
    pub convertible: u64,
    /// Those that fail, and for which no remedy is known.
    pub blocked: u64,
    /// Those that are misread.
    pub misreads: u64,
    /// Those of which it is not known.
    pub unknown: u64,
}

/// What stands in the way of programs.
#[derive(Clone, Debug, Serialize)]
pub struct Cause {
    /// The rule.
    pub code: String,
    /// The thing in question.
    pub subject: String,
    /// The worst that it leads to.
    pub outcome: String,
    /// What is wrong, of the first one.
    pub message: String,
    /// What to do, of the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Programs that have it.
    pub programs: u64,
    /// Targets on which they have it.
    pub targets: Vec<String>,
    /// Some of the programs.
    pub examples: Vec<String>,
    /// The entry of a configuration that it is ignored by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored: Option<Ignored>,
    /// The entry that it would be ignored by, if that had not expired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired: Option<Ignored>,
    /// Whether the baseline has it; none without a baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
    #[serde(skip)]
    last: String,
}

impl Cause {
    /// Whether it counts: neither ignored nor known from the baseline.
    pub fn counts(&self) -> bool {
        self.how() == Counts::Yes
    }

    fn how(&self) -> Counts {
        match (&self.ignored, self.known) {
            (Some(_), _) => Counts::Ignored,
            (None, Some(true)) => Counts::Known,
            _ => Counts::Yes,
        }
    }
}

/// Programs of a target that conversion fixes.
#[derive(Clone, Debug, Serialize)]
pub struct Fix {
    /// The target.
    pub target: String,
    /// The profile file that describes the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// How many.
    pub programs: u64,
    /// One of them.
    pub example: String,
    /// Files that are loaded together with that one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<String>,
}

/// Files that were passed over.
#[derive(Clone, Debug, Serialize)]
pub struct Passed {
    /// The word for the cause.
    pub reason: String,
    /// Why, of the first one.
    pub message: String,
    /// How many.
    pub files: u64,
    /// Some of them.
    pub examples: Vec<String>,
}

impl Summary {
    /// Counts what was found of one file.
    pub fn add(&mut self, line: &Line) {
        match line {
            Line::Verdict(record) => {
                self.risky(&record.file, &record.risk);
                self.judged(record);
            }
            Line::File(file) => {
                self.looked_at += 1;
                self.risky(&file.file, &file.risk);
            }
            Line::Skipped(file) => self.passed(file),
        }
    }

    fn risky(&mut self, file: &str, risks: &[RiskRecord]) {
        // Verdicts on one program follow one another.
        if risks.is_empty() || self.last_risky == file {
            return;
        }
        self.last_risky = file.to_string();
        self.runs_code += u64::from(is_live(risks));
        let mut seen = Vec::new();
        for risk in risks {
            let key = (risk.allowed.is_some(), risk.how.to_string(), risk.callable.clone());
            if seen.contains(&key) || (self.by_name.len() >= CAUSES && !self.by_name.contains_key(&key)) {
                continue;
            }
            seen.push(key.clone());
            let run = self.by_name.entry(key).or_insert_with(|| Run {
                code: risk.code.clone(),
                how: risk.how.to_string(),
                callable: risk.callable.clone(),
                message: risk.message.clone(),
                help: risk.help.clone(),
                files: 0,
                examples: Vec::new(),
                allowed: risk.allowed.clone(),
            });
            run.files += 1;
            if run.examples.len() < EXAMPLES {
                run.examples.push(file.to_string());
            }
        }
    }

    fn judged(&mut self, record: &Record) {
        if self.last != record.file {
            self.last.clone_from(&record.file);
            self.programs += 1;
        }
        self.verdicts += 1;
        let at = self.targets.iter().position(|row| row.target == record.target);
        let at = at.unwrap_or_else(|| {
            self.targets.push(Row { target: record.target.clone(), ..Row::default() });
            self.targets.len() - 1
        });
        if let Some(row) = self.targets.get_mut(at) {
            let count = match &*record.verdict {
                "loads" => &mut row.loads,
                "upgrades" => &mut row.upgrades,
                "convertible" => &mut row.convertible,
                "misreads" => &mut row.misreads,
                "unknown" => &mut row.unknown,
                _ => &mut row.blocked,
            };
            *count += 1;
        }
        if record.known.is_some() || !record.fixed.is_empty() {
            self.baseline.get_or_insert_default().add(record);
        }
        if record.is_good() {
            return;
        }
        self.ignored += u64::from(record.ignored);
        if record.remedy == "convertible" {
            match self.fixes.iter_mut().find(|fix| fix.target == record.target) {
                Some(fix) => fix.programs += 1,
                None => self.fixes.push(Fix {
                    target: record.target.clone(),
                    profile: record.profile.clone(),
                    programs: 1,
                    example: record.file.clone(),
                    data: record.data.clone(),
                }),
            }
        }
        let mut seen = Vec::new();
        for reason in &record.reasons {
            let (counts, from) = match (&reason.ignored, reason.known) {
                (Some(ignored), _) => (Counts::Ignored, ignored.from.clone()),
                (None, Some(true)) => (Counts::Known, String::new()),
                _ => (Counts::Yes, String::new()),
            };
            // What is done about a file that runs code is something else.
            let from = if record.risk.is_empty() { from } else { from + "\0code" };
            let key = (reason.code.clone(), reason.subject.clone(), counts, from);
            if seen.contains(&key) || (self.by_cause.len() >= CAUSES && !self.by_cause.contains_key(&key)) {
                continue;
            }
            seen.push(key.clone());
            let cause = self.by_cause.entry(key).or_insert_with(|| Cause {
                code: reason.code.clone(),
                subject: reason.subject.clone(),
                outcome: reason.outcome.to_string(),
                message: reason.message.clone(),
                help: reason.help.clone(),
                programs: 0,
                targets: Vec::new(),
                examples: Vec::new(),
                ignored: reason.ignored.clone(),
                expired: reason.expired.clone(),
                known: reason.known,
                last: String::new(),
            });
            if !cause.targets.contains(&record.target) {
                cause.targets.push(record.target.clone());
            }
            // Verdicts on one program follow one another.
            if cause.last != record.file {
                cause.last.clone_from(&record.file);
                cause.programs += 1;
                if cause.examples.len() < EXAMPLES {
                    cause.examples.push(record.file.clone());
                }
            }
        }
    }

    fn passed(&mut self, file: &Skipped) {
        let key = format!("{}\0{}", file.reason, file.message);
        if let Some(passed) = self.by_message.get(&key).copied().and_then(|at| self.skipped.get_mut(at)) {
            passed.files += 1;
            if passed.examples.len() < EXAMPLES {
                passed.examples.push(file.file.clone());
            }
        } else if self.skipped.len() < CAUSES {
            self.by_message.insert(key, self.skipped.len());
            self.skipped.push(Passed {
                reason: file.reason.to_string(),
                message: file.message.clone(),
                files: 1,
                examples: vec![file.file.clone()],
            });
        }
    }

    /// Brings what was counted in order; to be called once, when all is there.
    pub fn finish(&mut self) {
        self.risk = std::mem::take(&mut self.by_name).into_values().collect();
        self.risk.sort_short_by_key(|run| (run.allowed.is_some(), std::cmp::Reverse(run.files)));
        self.causes = std::mem::take(&mut self.by_cause).into_values().collect();
        let rank = |cause: &Cause| (cause.how(), cause.outcome != "misreads");
        self.causes.sort_short_by_key(|cause| (rank(cause), std::cmp::Reverse(cause.programs)));
        self.skipped.sort_short_by_key(|passed| std::cmp::Reverse(passed.files));
    }

    /// Files that were passed over.
    pub fn skipped_files(&self) -> u64 {
        self.skipped.iter().map(|passed| passed.files).sum()
    }
}
