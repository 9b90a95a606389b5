//! What a real runtime did with a program, beside what was predicted: the answer of `outlast prove FILE`.

use outlast_core::Severity;
use serde::Serialize;

use crate::findings::{Case, Finding, Location, NO_RULE, Report, Status, Suite};
use crate::plural;
use crate::risk::RiskRecord;

/// The case of a program that is loaded, and not run.
pub const LOADED: &str = "load";

/// The proof of one program in one runtime.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    schema: &'static str,
    /// The program.
    pub file: String,
    /// What was made of it for the target.
    pub converted: Option<String>,
    /// Code that loading the program ran, or would run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub risk: Vec<RiskRecord>,
    /// The target that the prediction is about.
    pub target: String,
    /// The runtime that ran the program, or what was made of it.
    pub runtime: String,
    /// The runtime that ran the original, where outputs are compared with its.
    pub original_runtime: Option<String>,
    /// `loads`, `upgrades`, `unknown`, `fails` or `misreads`.
    pub predicted: &'static str,
    /// `as-predicted`, `not-as-predicted`, `not-claimed` (nothing was predicted) or `not-run`.
    pub result: Verdict,
    /// What the runtime did: `runs`, `differs`, `fails`, `crash`, `timeout`, `memory`, `not-run`.
    pub real: CaseOutcome,
    /// Why it did not run, or what it says.
    pub message: Option<String>,
    /// The cases, in order.
    pub cases: Vec<ProofCase>,
}

/// Whether it was as predicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The runtime did what was predicted.
    AsPredicted,
    /// It did something else.
    NotAsPredicted,
    /// `unknown` was predicted, which is no claim.
    NotClaimed,
    /// It could not be asked.
    NotRun,
}

/// What became of a case, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseOutcome {
    /// Its outputs are those that were expected.
    Equal,
    /// It ran, and nothing says what its outputs have to be.
    Runs,
    /// Its outputs are others.
    Differs,
    /// It was refused: when the program was loaded, or while it ran.
    Fails,
    /// The process ended.
    Crash,
    /// It did not end in time.
    Timeout,
    /// It held more memory than it may.
    Memory,
    /// Its inputs are none that the program takes: it was not given to it.
    BeyondBounds,
    /// It did not come to its turn.
    NotRun,
}

/// One case.
#[derive(Clone, Debug, Serialize)]
pub struct ProofCase {
    /// Its name.
    pub name: String,
    /// What became of it.
    pub outcome: CaseOutcome,
    /// The largest distance between a number and the expected one; `null` where nothing was compared.
    pub largest_error: Option<f64>,
    /// The same as a part of the expected number.
    pub largest_relative_error: Option<f64>,
    /// What is wrong: the first element that differs, or why it did not run.
    pub message: Option<String>,
    /// The last lines that the runtime printed, where it did not run.
    pub printed: Vec<String>,
}

impl ProofCase {
    /// A case that was not run yet.
    pub fn new(name: &str) -> ProofCase {
        ProofCase {
            name: name.to_string(),
            outcome: CaseOutcome::NotRun,
            largest_error: None,
            largest_relative_error: None,
            message: None,
            printed: Vec::new(),
        }
    }
}

impl CaseOutcome {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            CaseOutcome::Equal => "equal",
            CaseOutcome::Runs => "runs",
            CaseOutcome::Differs => "differs",
            CaseOutcome::Fails => "fails",
            CaseOutcome::Crash => "crash",
            CaseOutcome::Timeout => "timeout",
            CaseOutcome::Memory => "memory",
            CaseOutcome::BeyondBounds => "beyond bounds",
            CaseOutcome::NotRun => "not run",
        }
    }

    /// Whether nothing is wrong with it.
    pub fn is_good(self) -> bool {
        matches!(self, CaseOutcome::Equal | CaseOutcome::Runs)
    }
}

impl Proof {
    /// A proof of which nothing is known yet but what is predicted.
    pub fn new(file: &str, target: &str, runtime: &str, predicted: &'static str) -> Proof {
        Proof {
            schema: "outlast/proof/1",
            file: file.to_string(),
            converted: None,
            risk: Vec::new(),
            target: target.to_string(),
            runtime: runtime.to_string(),
            original_runtime: None,
            predicted,
            result: Verdict::NotRun,
            real: CaseOutcome::NotRun,
            message: None,
            cases: Vec::new(),
        }
    }

    /// How many cases have an outcome.
    fn count(&self, outcome: CaseOutcome) -> usize {
        self.cases.iter().filter(|case| case.outcome == outcome).count()
    }

    /// What it comes to, in a line.
    pub(crate) fn sentence(&self) -> String {
        let cases = self.cases.len();
        // A question that compares nothing is none that is equal.
        let compared = cases - self.count(CaseOutcome::Runs) - self.count(CaseOutcome::NotRun);
        let good = self.count(CaseOutcome::Equal);
        let real = match self.real {
            CaseOutcome::Equal => {
                let verb = if compared == 1 { "is" } else { "are" };
                format!("it loads, and {good} of {} {verb} equal", plural(compared, "case"))
            }
            CaseOutcome::Runs if self.cases.iter().all(|case| case.name == LOADED) => {
                "it loads; no case was run".into()
            }
            CaseOutcome::Runs => {
                format!("it loads, and {} ran; no expected outputs", plural(cases, "case"))
            }
            CaseOutcome::Differs => {
                let (differ, verb) = match self.count(CaseOutcome::Differs) {
                    1 => (1, "differs"),
                    count => (count, "differ"),
                };
                format!("it loads, and {differ} of {} {verb}", plural(cases, "case"))
            }
            CaseOutcome::Fails => "it is refused".into(),
            CaseOutcome::Crash => "the runtime crashes".into(),
            CaseOutcome::Timeout => "it exceeds the time limit".into(),
            CaseOutcome::Memory => "it exceeds the memory limit".into(),
            CaseOutcome::NotRun | CaseOutcome::BeyondBounds => "nothing was run".into(),
        };
        match self.result {
            Verdict::AsPredicted => format!("as predicted ({}): {real}", self.predicted),
            Verdict::NotAsPredicted => format!("not as predicted ({}): {real}", self.predicted),
            Verdict::NotClaimed => format!("{real}; nothing was predicted"),
            Verdict::NotRun => real,
        }
    }

    /// Whether all is as predicted, and equal. A conversion that is refused, as predicted, is proved by nothing.
    pub fn is_proved(&self) -> bool {
        if self.converted.is_some() && !self.real.is_good() {
            return false;
        }
        match self.result {
            Verdict::AsPredicted => true,
            Verdict::NotClaimed => self.real.is_good(),
            Verdict::NotAsPredicted | Verdict::NotRun => false,
        }
    }
}

impl Report for Proof {
    fn command(&self) -> &'static str {
        "prove"
    }

    /// One finding for what is not as predicted, or differs.
    fn findings(&self) -> Vec<Finding> {
        if self.is_proved() {
            return Vec::new();
        }
        let severity = if self.result == Verdict::NotRun { Severity::Warning } else { Severity::Error };
        let messages = self.cases.iter().filter_map(|case| case.message.as_ref());
        vec![Finding {
            heading: Some(self.runtime.clone()),
            notes: self.message.iter().chain(messages).cloned().collect(),
            ..Finding::new(NO_RULE, severity, self.sentence(), Location::file(&self.file))
        }]
    }

    /// A suite for the runtime, a case for the prediction, and one for each case.
    fn suites(&self) -> Vec<Suite> {
        let case = |name: &str| Case::new(format!("{}: {name}", self.file), &self.runtime);
        let failed = |case: Case, outcome: CaseOutcome, message: String| Case {
            kind: outcome.name().to_string(),
            ..case.with(Status::Failed, message)
        };
        let prediction = case(&format!("prediction: {}", self.predicted));
        let prediction = match self.result {
            Verdict::NotAsPredicted => failed(prediction, self.real, self.sentence()),
            Verdict::NotRun => prediction.with(Status::Error, self.message.clone().unwrap_or_default()),
            Verdict::AsPredicted | Verdict::NotClaimed => prediction,
        };
        // A program that is predicted to fail has no cases that could be wrong.
        let is_claimed_good = matches!(self.predicted, "loads" | "upgrades" | "unknown") && !self.is_proved();
        let cases = self.cases.iter().map(|one| {
            let (case, why) = (case(&one.name), one.message.clone().unwrap_or_default());
            match one.outcome {
                CaseOutcome::NotRun => case.with(Status::Error, why),
                outcome if outcome.is_good() || !is_claimed_good => case,
                outcome => failed(case, outcome, why),
            }
        });
        vec![Suite { name: self.runtime.clone(), cases: std::iter::once(prediction).chain(cases).collect() }]
    }

    fn asks(&self) -> &'static str {
        "case"
    }
}
