//! `outlast/check/1`.

use outlast::{Basis, EntryVerdict, FileKind, Outcome, Reason, Remedy, Risk, Stage, Verdict};
use serde::Serialize;

use super::source;
use crate::RunsOn;
use crate::risk::RiskRecord;
use crate::scan::{Fixed, Ignored, Mark, Record, is_bad};

/// The verdict on one file for one target.
#[derive(Debug, Serialize)]
pub struct CheckResult {
    file: String,
    kind: &'static str,
    /// Code that reading the file runs, whatever the outcome is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    risk: Vec<RiskRecord>,
    data: Vec<String>,
    target: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    verdict: &'static str,
    pub(super) outcome: &'static str,
    stage: Option<&'static str>,
    basis: Option<&'static str>,
    remedy: RemedyJson,
    notes: Vec<String>,
    entry_points: Vec<EntryPoint>,
    /// The files in it that were judged, where it holds others.
    #[serde(skip_serializing_if = "Option::is_none")]
    members: Option<Vec<MemberJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs_on: Option<Vec<RunsOn>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixed: Vec<Fixed>,
}

/// A file in another, and the verdict on it.
#[derive(Debug, Serialize)]
pub struct MemberJson {
    file: String,
    producer: Option<String>,
    verdict: &'static str,
    outcome: &'static str,
}

impl MemberJson {
    /// The verdict on `file` by `producer`, which is empty where that is not known.
    pub fn new(file: &str, producer: &str, verdict: &Verdict) -> MemberJson {
        MemberJson {
            file: file.to_string(),
            producer: (!producer.is_empty()).then(|| producer.to_string()),
            verdict: verdict.summary(),
            outcome: verdict.outcome.name(),
        }
    }
}

#[derive(Debug, Serialize)]
struct RemedyJson {
    kind: &'static str,
    steps: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct EntryPoint {
    name: String,
    outcome: &'static str,
    stage: Option<&'static str>,
    basis: Option<&'static str>,
    reasons: Vec<ReasonJson>,
}

#[derive(Debug, Serialize)]
struct ReasonJson {
    code: String,
    outcome: &'static str,
    stage: Option<&'static str>,
    basis: Option<&'static str>,
    message: String,
    subject: String,
    needs: String,
    has: String,
    says: Option<String>,
    offset: u64,
    end: u64,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<Ignored>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expired: Option<Ignored>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<bool>,
}

impl CheckResult {
    /// The verdict on `file`, judged together with `data`.
    pub fn new(file: &str, kind: FileKind, data: &[String], verdict: &Verdict) -> CheckResult {
        let (steps, reasons) = match &verdict.remedy {
            Remedy::Convertible(steps) => (steps.iter().map(|s| (*s).to_string()).collect(), None),
            Remedy::NoneKnown(reasons) => (Vec::new(), Some(reasons.clone())),
            _ => (Vec::new(), None),
        };
        CheckResult {
            file: file.to_string(),
            kind: kind.name(),
            risk: RiskRecord::all(&verdict.risks),
            data: data.to_vec(),
            target: verdict.target.clone(),
            profile: verdict.profile.clone(),
            verdict: verdict.summary(),
            outcome: verdict.outcome.name(),
            stage: verdict.stage.map(Stage::name),
            basis: verdict.basis.map(Basis::name),
            remedy: RemedyJson { kind: verdict.remedy.name(), steps, reasons },
            notes: verdict.notes.clone(),
            entry_points: verdict.entry_points.iter().map(EntryPoint::new).collect(),
            members: None,
            runs_on: None,
            ignored: None,
            known: None,
            fixed: Vec::new(),
        }
    }

    /// With the releases that run the file.
    pub fn running_on(self, runs_on: Option<&[RunsOn]>) -> CheckResult {
        CheckResult { runs_on: runs_on.map(<[RunsOn]>::to_vec), ..self }
    }

    /// Of a file that holds others, which have results of their own: what stands in the way is said there.
    #[must_use]
    pub fn holding(self, members: Vec<MemberJson>) -> CheckResult {
        CheckResult { members: Some(members), entry_points: Vec::new(), ..self }
    }

    /// With the marks of its reasons, as the record of the same verdict has them.
    pub fn marked(mut self, record: &Record, of: impl Fn(&str, &str) -> Mark) -> CheckResult {
        let reasons = self.entry_points.iter_mut().flat_map(|entry| &mut entry.reasons);
        for reason in reasons.filter(|reason| is_bad(reason.outcome)) {
            let mark = of(&reason.code, &reason.subject);
            (reason.ignored, reason.expired, reason.known) = (mark.ignored, mark.expired, mark.known);
        }
        self.ignored = record.ignored.then_some(true);
        self.known = record.known;
        self.fixed.clone_from(&record.fixed);
        self
    }
}

/// An answer of `outlast check` on one file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Checked {
    /// The verdict of a target.
    Verdict(Box<CheckResult>),
    /// A file of a kind that no target reads, and that runs code when it is read.
    Risk(RiskResult),
}

/// Code that reading a file runs, where no target reads such files.
#[derive(Debug, Serialize)]
pub struct RiskResult {
    file: String,
    kind: &'static str,
    risk: Vec<RiskRecord>,
    /// No target reads it: there is no verdict.
    target: Option<String>,
}

impl RiskResult {
    /// What reading `file` runs.
    pub fn new(file: &str, kind: FileKind, risks: &[Risk]) -> RiskResult {
        RiskResult { file: file.to_string(), kind: kind.name(), risk: RiskRecord::all(risks), target: None }
    }
}

impl EntryPoint {
    fn new(entry: &EntryVerdict) -> EntryPoint {
        EntryPoint {
            name: entry.name.clone(),
            outcome: entry.outcome.name(),
            stage: entry.stage.map(Stage::name),
            basis: entry.basis.map(Basis::name),
            reasons: entry.reasons.iter().map(ReasonJson::new).collect(),
        }
    }
}

impl ReasonJson {
    fn new(reason: &Reason) -> ReasonJson {
        ReasonJson {
            code: reason.code.to_string(),
            outcome: reason.outcome.name(),
            stage: reason.stage.map(Stage::name),
            basis: (reason.outcome != Outcome::Unknown).then(|| reason.basis.name()),
            message: reason.sentence(),
            subject: reason.subject.clone(),
            needs: reason.needs.clone(),
            has: reason.has.clone(),
            says: reason.says.clone(),
            offset: reason.place.span.start_byte(),
            end: reason.place.span.end_byte(),
            path: reason.place.path.to_string(),
            source: source(&reason.place),
            help: reason.help.clone(),
            ignored: None,
            expired: None,
            known: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use outlast::families::executorch::PROGRAM;
    use outlast::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};
    use outlast_core::{Code, Path, Place, Span};

    use super::CheckResult;
    use crate::Styles;

    fn verdict() -> Verdict {
        let reason = Reason::new(Code(2014), Outcome::Misreads)
            .stage(Some(Stage::Run))
            .subject("XnnpackBackend".into())
            .needs("weights by name".into())
            .has("ignores named data".into())
            .place(Place::new(Span::at(1234, 4), Path::root().named("plan", "forward").item("delegate", 0)))
            .help(Some("…".into()));
        let mut verdict = Verdict::new(
            "executorch-0.5.0",
            vec![EntryVerdict::new("forward", vec![reason], Basis::Defined)],
        );
        verdict.remedy = Remedy::Convertible(vec!["xnnpack-inline-weights"]);
        verdict
    }

    #[test]
    fn as_the_design_shows_it() {
        let result = CheckResult::new("m.pte", PROGRAM, &[], &verdict());
        let expected = r#"{"file":"m.pte","kind":"executorch-program","data":[],"target":"executorch-0.5.0","verdict":"misreads","outcome":"misreads","stage":"run","basis":"defined","remedy":{"kind":"convertible","steps":["xnnpack-inline-weights"]},"notes":[],"entry_points":[{"name":"forward","outcome":"misreads","stage":"run","basis":"defined","reasons":[{"code":"OL2014","outcome":"misreads","stage":"run","basis":"defined","message":"XnnpackBackend: ignores named data (needed: weights by name)","subject":"XnnpackBackend","needs":"weights by name","has":"ignores named data","says":null,"offset":1234,"end":1238,"path":"plan forward / delegate 0","help":"…"}]}]}"#;
        assert_eq!(serde_json::to_string(&result).unwrap(), expected);
    }

    #[test]
    fn as_text() {
        let expected = "\
WRONG m.pte loads on executorch-0.5.0 and is misread there: 1 problem, fixable
      run: outlast convert m.pte -t executorch-0.5.0 -o m-0.5.0.pte

misread[OL2014]: XnnpackBackend: ignores named data (needed: weights by name)
  --> plan forward / delegate 0 (0x4d2..0x4d6)
  = runtime prints: nothing
  = help: …
";
        let judged = crate::text::Judged { file: "m.pte", data: &[], options: &[], excuses: &[] };
        assert_eq!(crate::text::verdict(&Styles::plain(), judged, &verdict(), false), expected);
    }
}
