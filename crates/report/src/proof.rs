//! What a real runtime did with a program, beside what was predicted: the answer of `outlast prove FILE`, and its forms.
//!
//! ```text
//! net.pte in executorch-0.6.0 (0.6.0): as predicted: it loads, and 2 of 2 cases are equal
//!   case       outcome  largest error  relative   what
//!   forward 0  equal    0              0
//!   forward 1  equal    1.2e-7         3.1e-7
//! ```

use std::fmt::Write;

use serde::Serialize;

use crate::escape;
use crate::github::{data, property};
use crate::risk::{self, RiskRecord};
use crate::scan::attribute;
use crate::style::{Painted, Styles};
use crate::table::plural;

/// The case of a program that is loaded, and not run.
pub const LOADED: &str = "load";

/// Lines of what a runtime printed that text shows.
const SHOWN: usize = 3;

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
    fn sentence(&self) -> String {
        let cases = self.cases.len();
        // A question that compares nothing is none that is equal.
        let compared = cases - self.count(CaseOutcome::Runs) - self.count(CaseOutcome::NotRun);
        let good = self.count(CaseOutcome::Equal);
        let real = match self.real {
            CaseOutcome::Equal => format!("it loads, and {good} of {} equal", are(compared)),
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

fn are(count: usize) -> String {
    match count {
        1 => "1 case is".into(),
        count => format!("{count} cases are"),
    }
}

/// For people: what it comes to, and a table of the cases.
pub fn text(styles: &Styles, proof: &Proof) -> String {
    let mut out = risk::headline(styles, proof.converted.as_ref().unwrap_or(&proof.file), &proof.risk);
    let style = match (proof.result, proof.is_proved()) {
        (_, true) => styles.good,
        (Verdict::NotRun, _) => styles.warning,
        _ => styles.error,
    };
    let what = proof.converted.as_ref().unwrap_or(&proof.file);
    let judged = match proof.target == proof.runtime {
        true => String::new(),
        false => format!(", judged for {}", escape(&proof.target)),
    };
    let runtime = escape(&proof.runtime);
    let _ = writeln!(out, "{} in {runtime}{judged}: {}", escape(what), Painted(style, proof.sentence()));
    if let Some(original) = &proof.original_runtime {
        let _ = writeln!(out, "  expected: what {} gives in {}", escape(&proof.file), escape(original));
    }
    if let Some(message) = &proof.message {
        let _ = writeln!(out, "  {}", escape(message));
    }
    if proof.cases.is_empty() {
        return out;
    }
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3e}"));
    let rows: Vec<[String; 5]> =
        std::iter::once(["case", "outcome", "largest error", "relative", ""].map(String::from))
            .chain(proof.cases.iter().map(|case| {
                [
                    escape(&case.name).into_owned(),
                    case.outcome.name().to_string(),
                    number(case.largest_error),
                    number(case.largest_relative_error),
                    case.message.as_deref().map(escape).unwrap_or_default().into_owned(),
                ]
            }))
            .collect();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3)];
    for row in &rows {
        let [case, outcome, error, relative, what] = row;
        let [a, b, c, d] = widths;
        let line = format!("  {case:a$}  {outcome:b$}  {error:c$}  {relative:d$}  {what}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if let Some(case) = proof.cases.iter().find(|case| !case.printed.is_empty()) {
        let _ = writeln!(out, "  printed by the runtime in {}:", escape(&case.name));
        let before = case.printed.len().saturating_sub(SHOWN);
        for line in case.printed.iter().skip(before) {
            let _ = writeln!(out, "    {}", escape(line));
        }
    }
    out
}

/// A case of JUnit: its name, what failed with a message, why it did not run.
type JunitCase<'p> = (String, Option<(&'p str, String)>, Option<String>);

/// As JUnit XML: a suite for the runtime, a case for each case, and one for the prediction.
pub fn junit(proof: &Proof) -> String {
    let mut cases: Vec<JunitCase<'_>> = Vec::new();
    let prediction = match proof.result {
        Verdict::NotAsPredicted => Some((proof.real.name(), proof.sentence())),
        _ => None,
    };
    let not_run = (proof.result == Verdict::NotRun).then(|| proof.message.clone().unwrap_or_default());
    cases.push((format!("prediction: {}", proof.predicted), prediction, not_run));
    // A program that is predicted to fail has no cases that could be wrong.
    let is_claimed_good = matches!(proof.predicted, "loads" | "upgrades" | "unknown") && !proof.is_proved();
    for case in &proof.cases {
        let wrong = (!case.outcome.is_good() && is_claimed_good)
            .then(|| (case.outcome.name(), case.message.clone().unwrap_or_default()));
        let error = (case.outcome == CaseOutcome::NotRun).then(|| case.message.clone().unwrap_or_default());
        cases.push((case.name.clone(), wrong.filter(|_| error.is_none()), error));
    }
    let failures = cases.iter().filter(|(_, wrong, _)| wrong.is_some()).count();
    let errors = cases.iter().filter(|(.., error)| error.is_some()).count();
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.len());
    let (suite, file) = (attribute(&proof.runtime), attribute(&proof.file));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"outlast prove\" {counts}>\n  <testsuite name=\"{suite}\" {counts} skipped=\"0\">\n"
    );
    for (name, wrong, error) in &cases {
        let _ = write!(out, "    <testcase name=\"{file}: {}\" classname=\"{suite}\"", attribute(name));
        match (wrong, error) {
            (Some((kind, message)), _) => {
                let _ = write!(
                    out,
                    ">\n      <failure type=\"{}\" message=\"{}\"/>\n    </testcase>\n",
                    attribute(kind),
                    attribute(message)
                );
            }
            (None, Some(message)) => {
                let _ = write!(
                    out,
                    ">\n      <error type=\"outlast\" message=\"{}\"/>\n    </testcase>\n",
                    attribute(message)
                );
            }
            (None, None) => out.push_str("/>\n"),
        }
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// As annotations of GitHub: one for what is not as predicted, or differs.
pub fn annotations(proof: &Proof) -> String {
    let mut out = String::new();
    if proof.is_proved() {
        return out;
    }
    let command = if proof.result == Verdict::NotRun { "warning" } else { "error" };
    let mut message = proof.sentence();
    for line in proof.message.iter().chain(proof.cases.iter().filter_map(|case| case.message.as_ref())) {
        let _ = write!(message, "\n{line}");
    }
    let _ = writeln!(
        out,
        "::{command} file={},title={}::{}",
        property(&proof.file),
        property(&proof.runtime),
        data(&message)
    );
    out
}
