//! What does not count: findings that a configuration ignores, and those that a baseline knows.
//!
//! A *finding* is a reason of a verdict by its stable parts, a code and a subject; offsets move when a file is written again. A verdict that is not
//! good and gives no reason is a finding, too, with neither. What is ignored or known stays in every answer: it is marked, not left out.

use std::borrow::Cow;
use std::collections::BTreeSet;

use outlast::Outcome;
use serde::{Deserialize, Serialize};

use super::Record;
use crate::and_more;

/// The entry of a configuration that a reason is ignored by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Ignored {
    /// Why.
    pub reason: String,
    /// Who answers for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The day from which on it does not hold any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// Where it is written: `outlast.toml:12`.
    pub from: String,
}

impl Ignored {
    /// In one line: `these phones get another build (ml-infra, until 2027-03-01; outlast.toml:12)`.
    pub fn sentence(&self, until: &str) -> String {
        let expires = self.expires.as_ref().map(|day| format!("{until} {day}"));
        let about: Vec<&str> = self.owner.iter().chain(&expires).map(String::as_str).collect();
        let about = about.join(", ");
        let about = if about.is_empty() { String::new() } else { format!("{about}; ") };
        format!("{} ({about}{})", self.reason, self.from)
    }
}

/// How a finding is looked at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Mark {
    /// The entry that it is ignored by.
    pub ignored: Option<Ignored>,
    /// The entry that it would be ignored by, if that had not expired.
    pub expired: Option<Ignored>,
    /// Whether the baseline has it; none without a baseline.
    pub known: Option<bool>,
}

/// A finding whose reason is not among those that a record keeps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Other {
    /// The rule.
    pub code: String,
    /// The thing in question.
    pub subject: String,
    /// What it alone leads to.
    pub outcome: Cow<'static, str>,
    /// The entry that it is ignored by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignored: Option<Ignored>,
    /// Whether the baseline has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
}

/// A finding of the baseline that is not there any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixed {
    /// The rule; empty for a verdict that gave no reason.
    pub code: String,
    /// The thing in question.
    pub subject: String,
}

/// A finding of a record.
#[derive(Clone, Copy, Debug)]
pub struct Finding<'r> {
    /// The rule; empty for a verdict that gives no reason.
    pub code: &'r str,
    /// The thing in question.
    pub subject: &'r str,
    /// What it alone leads to.
    pub outcome: &'r str,
    /// The entry that it is ignored by.
    pub ignored: Option<&'r Ignored>,
    /// Whether the baseline has it.
    pub known: Option<bool>,
}

/// Whether an outcome is no good.
pub(crate) fn is_bad(outcome: &str) -> bool {
    [Outcome::Unknown, Outcome::Fails, Outcome::Misreads].iter().any(|bad| bad.name() == outcome)
}

/// Findings of a comparison with a baseline, each counted once for a file and a target.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Compared {
    /// Those that the baseline has.
    pub known: u64,
    /// Those that it does not have.
    pub new: u64,
    /// Those that it has and that are not there any more.
    pub fixed: u64,
}

impl Compared {
    /// Counts the findings of a record.
    pub fn add(&mut self, record: &Record) {
        let of = |wanted| {
            let findings = record.findings();
            let live = findings.into_iter().filter(|finding| finding.ignored.is_none());
            let found: BTreeSet<_> = live
                .filter(|finding| finding.known == Some(wanted))
                .map(|finding| (finding.code, finding.subject))
                .collect();
            found.len() as u64
        };
        self.known += of(true);
        self.new += of(false);
        self.fixed += record.fixed.len() as u64;
    }
}

/// `12 known from the baseline, 1 new, 2 fixed`.
impl std::fmt::Display for Compared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} known from the baseline, {} new, {} fixed", self.known, self.new, self.fixed)
    }
}

impl Record {
    /// All that is not good in it; a reason may come more than once, for several entry points.
    pub fn findings(&self) -> Vec<Finding<'_>> {
        let reasons = self.reasons.iter().filter(|reason| is_bad(&reason.outcome)).map(|reason| Finding {
            code: &reason.code,
            subject: &reason.subject,
            outcome: &reason.outcome,
            ignored: reason.ignored.as_ref(),
            known: reason.known,
        });
        let others = self.others.iter().map(|other| Finding {
            code: &other.code,
            subject: &other.subject,
            outcome: &other.outcome,
            ignored: other.ignored.as_ref(),
            known: other.known,
        });
        let mut all: Vec<Finding<'_>> = reasons.chain(others).collect();
        if !self.is_good() && (all.is_empty() || self.unexplained) {
            let outcome: &str = if all.is_empty() { &self.outcome } else { Outcome::Unknown.name() };
            all.push(Finding { code: "", subject: "", outcome, ignored: None, known: self.known });
        }
        all
    }

    /// Marks each finding, and with them the verdict: it is ignored if all are, and known if all that are not ignored are known.
    pub fn mark(&mut self, of: impl Fn(&str, &str) -> Mark) {
        let is_compared = of("", "").known;
        for reason in self.reasons.iter_mut().filter(|reason| is_bad(&reason.outcome)) {
            let Mark { ignored, expired, known } = of(&reason.code, &reason.subject);
            (reason.ignored, reason.expired, reason.known) = (ignored, expired, known);
        }
        for other in &mut self.others {
            let Mark { ignored, known, .. } = of(&other.code, &other.subject);
            (other.ignored, other.known) = (ignored, known);
        }
        self.known = is_compared;
        if self.is_good() {
            self.known = None;
            return;
        }
        let findings = self.findings();
        let live = || findings.iter().filter(|finding| finding.ignored.is_none());
        let is_ignored = live().next().is_none();
        let known = live().all(|finding| finding.known == Some(true));
        self.known = is_compared.filter(|_| !is_ignored).map(|_| known);
        self.ignored = is_ignored;
    }

    /// Marks what is allowed to run; `who` says of a name who allows it.
    pub fn allow(&mut self, who: impl Fn(&str) -> Option<String>) {
        self.risk.iter_mut().for_each(|risk| risk.allowed = who(&risk.callable));
    }

    /// Whether the file runs code that nobody allowed, or the verdict is one of the outcomes that fail, for findings that are neither ignored nor known. What is not known does not count
    /// where `unknown` does not fail.
    pub fn fails(&self, fail_on: &[&str]) -> bool {
        // Whatever fails, ignored or known: only who names it allows it.
        if self.runs_code() {
            return true;
        }
        if self.is_excused() || !fail_on.contains(&&*self.outcome) {
            return false;
        }
        let counts =
            |outcome: &str| outcome != Outcome::Unknown.name() || fail_on.contains(&Outcome::Unknown.name());
        let mut live = self.findings().into_iter().filter(|finding| finding.ignored.is_none());
        live.any(|finding| finding.known != Some(true) && counts(finding.outcome))
    }

    /// Whether the verdict is not good, and does not count: all of it is ignored or known.
    pub fn is_excused(&self) -> bool {
        !self.runs_code() && (self.ignored || self.known == Some(true))
    }

    /// Why a verdict that is not good does not count: `ignored`, `known`.
    pub fn excuse(&self) -> Option<&'static str> {
        match (self.ignored, self.known) {
            _ if self.runs_code() => None,
            (true, _) => Some("ignored"),
            (false, Some(true)) => Some("known"),
            _ => None,
        }
    }

    /// The entries of a configuration that reasons of it are ignored by, each with the codes.
    pub fn ignored_by(&self) -> Vec<(&str, &Ignored)> {
        let mut found: Vec<(&str, &Ignored)> = Vec::new();
        for finding in self.findings() {
            if let Some(ignored) = finding.ignored
                && !found.contains(&(finding.code, ignored))
            {
                found.push((finding.code, ignored));
            }
        }
        found
    }

    /// What to say of its findings beside the verdict, a line each: what is ignored and why, what is no longer ignored, what is known.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = Vec::new();
        for (code, ignored) in self.ignored_by() {
            remarks.push(format!("ignored: {code}: {}", ignored.sentence("until")));
        }
        for reason in &self.reasons {
            if let Some(expired) = &reason.expired {
                let remark =
                    format!("no longer ignored: {}: {}", reason.code, expired.sentence("expired on"));
                if !remarks.contains(&remark) {
                    remarks.push(remark);
                }
            }
        }
        match self.known {
            Some(true) => remarks.push("known from the baseline".into()),
            Some(false) => remarks.push(self.news()),
            None => {}
        }
        if !self.fixed.is_empty() {
            let names = named(self.fixed.iter().map(|fixed| (&*fixed.code, &*fixed.subject)));
            remarks.push(format!("fixed since the baseline: {names}"));
        }
        remarks
    }

    /// What the baseline does not have.
    fn news(&self) -> String {
        let findings = self.findings();
        let (known, new): (Vec<&Finding<'_>>, Vec<&Finding<'_>>) = findings
            .iter()
            .filter(|finding| finding.ignored.is_none())
            .partition(|finding| finding.known == Some(true));
        match known.is_empty() {
            true => "new since the baseline".into(),
            false => {
                let names = named(new.iter().map(|finding| (finding.code, finding.subject)));
                format!("new since the baseline: {names}")
            }
        }
    }
}

/// Findings that are named in one line.
const NAMED: usize = 5;

/// `OL2004 aten::add.out, OL2014 XnnpackBackend and 3 more`.
fn named<'f>(findings: impl Iterator<Item = (&'f str, &'f str)>) -> String {
    let mut names: Vec<String> = Vec::new();
    for (code, subject) in findings {
        let name = match code {
            "" => "a verdict without a reason".into(),
            code => format!("{code} {subject}"),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    and_more(&names, NAMED)
}

#[cfg(test)]
mod tests {
    use outlast::families::executorch::PROGRAM;
    use outlast::{Basis, EntryVerdict, Outcome, Reason, Stage, Verdict};
    use outlast_core::{Code, Path, Place, Span};

    use super::{Compared, Ignored, Mark};
    use crate::scan::Record;

    fn reason(code: u16, subject: &str, outcome: Outcome) -> Reason {
        Reason::new(Code(code), outcome)
            .stage((outcome != Outcome::Unknown).then_some(Stage::Run))
            .subject(subject.into())
            .needs(String::new())
            .has(String::new())
            .place(Place::new(Span::at(0, 4), Path::root()))
    }

    fn record(reasons: Vec<Reason>) -> Record {
        let entry = EntryVerdict::new("forward", reasons, Basis::Defined);
        Record::new("a.pte", PROGRAM, &[], &Verdict::new("executorch-0.5.0", vec![entry]))
    }

    fn ignoring(wanted: &'static str) -> impl Fn(&str, &str) -> Mark {
        move |code, _| {
            let ignored = Ignored { reason: "r".into(), owner: None, expires: None, from: "o.toml:1".into() };
            Mark { ignored: (code == wanted).then_some(ignored), ..Mark::default() }
        }
    }

    fn knowing(wanted: &'static str) -> impl Fn(&str, &str) -> Mark {
        move |_, subject| Mark { known: Some(subject == wanted), ..Mark::default() }
    }

    const ALL: [&str; 3] = ["fails", "misreads", "unknown"];

    #[test]
    fn a_verdict_counts_until_all_of_it_is_ignored() {
        let mut two = record(vec![reason(2004, "a", Outcome::Fails), reason(2014, "b", Outcome::Misreads)]);
        assert!(two.fails(&ALL));
        two.mark(ignoring("OL2004"));
        assert!(two.fails(&ALL) && !two.ignored, "the other one is left");
        assert_eq!(two.outcome, "fails", "the verdict stays");
        let mut one = record(vec![reason(2004, "a", Outcome::Fails), reason(2004, "b", Outcome::Fails)]);
        one.mark(ignoring("OL2004"));
        assert!(!one.fails(&ALL) && one.ignored);
        assert_eq!(one.remarks(), ["ignored: OL2004: r (o.toml:1)"]);
        let mut good = record(Vec::new());
        good.mark(ignoring("OL2004"));
        assert!(!good.ignored && !good.fails(&ALL));
    }

    #[test]
    fn what_is_not_known_is_left_where_it_does_not_fail() {
        let mut both = record(vec![reason(2004, "a", Outcome::Fails), reason(2007, "b", Outcome::Unknown)]);
        both.mark(ignoring("OL2004"));
        assert!(both.fails(&ALL));
        assert!(!both.fails(&["fails", "misreads"]));
        assert!(!both.fails(&["misreads"]));
    }

    #[test]
    fn reasons_behind_those_that_are_kept_count() {
        let mut many: Vec<Reason> =
            (0..30).map(|n| reason(2004, &format!("op{n}"), Outcome::Fails)).collect();
        many.push(reason(2014, "x", Outcome::Misreads));
        let mut many = record(many);
        assert_eq!((many.reasons.len(), many.more, many.others.len()), (20, 11, 11));
        many.mark(ignoring("OL2004"));
        assert!(many.fails(&ALL) && !many.ignored, "OL2014 is not among the first");
        let text = serde_json::to_string(&many).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), many);
    }

    #[test]
    fn a_verdict_without_a_reason_is_a_finding() {
        let mut bare = Record::new("a.pte", PROGRAM, &[], &Verdict::new("executorch-0.5.0", Vec::new()));
        assert!(bare.fails(&ALL) && !bare.fails(&["fails"]));
        bare.mark(ignoring("OL2004"));
        assert!(bare.fails(&ALL), "no code, nothing that ignores it");
        bare.mark(knowing(""));
        assert!(!bare.fails(&ALL) && bare.known == Some(true));
        let entries = vec![
            EntryVerdict::new("a", vec![reason(2004, "a", Outcome::Fails)], Basis::Defined),
            EntryVerdict::new("b", Vec::new(), Basis::Defined).unknown(),
        ];
        let mut mixed = Record::new("a.pte", PROGRAM, &[], &Verdict::new("executorch-0.5.0", entries));
        mixed.mark(ignoring("OL2004"));
        assert!(mixed.fails(&ALL) && !mixed.ignored, "entry b is unknown, for no reason that is told");
    }

    #[test]
    fn only_what_is_new_counts() {
        let mut two = record(vec![reason(2004, "a", Outcome::Fails), reason(2004, "b", Outcome::Fails)]);
        two.mark(knowing("a"));
        assert!(two.fails(&ALL) && two.known == Some(false));
        assert_eq!(two.remarks(), ["new since the baseline: OL2004 b"]);
        let mut counts = Compared::default();
        counts.add(&two);
        assert_eq!(counts.to_string(), "1 known from the baseline, 1 new, 0 fixed");
        let mut one = record(vec![reason(2004, "a", Outcome::Fails)]);
        one.mark(knowing("a"));
        assert!(!one.fails(&ALL) && one.is_excused());
        assert_eq!(one.remarks(), ["known from the baseline"]);
    }
}
