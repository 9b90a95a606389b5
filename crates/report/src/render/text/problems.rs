//! Why an answer is not good: each problem once, like ones together.

use std::collections::HashMap;

use outlast::convert::Blocker;
use outlast::{EntryVerdict, Outcome, Reason, Stage, Verdict};

use super::block;
use super::headline::INDENT;
use super::style::Styles;
use crate::escape;
use crate::{and_more, plural};

/// Most problems that are shown without being asked for, and most names of those that are like one.
const SHOWN: usize = 5;

/// A problem, and those like it.
#[derive(Debug)]
pub(crate) struct Problem<'v> {
    outcome: Outcome,
    code: String,
    title: String,
    place: Option<String>,
    /// Entry points that have it; empty where that is no question.
    entries: Vec<&'v str>,
    /// When it is met, if that is not what the headline says.
    stage: Option<&'static str>,
    says: Option<&'v str>,
    help: Option<&'v str>,
    subject: &'v str,
    /// How many are like it, and their subjects.
    like: usize,
    subjects: Vec<&'v str>,
}

/// The problems of a verdict in its order; all that is met anywhere, or that of entry points that are not good.
pub(crate) fn of_verdict(verdict: &Verdict, all: bool) -> Vec<Problem<'_>> {
    let mut found = Found::default();
    for entry in verdict.entry_points.iter().filter(|entry| all || !entry.outcome.is_good()) {
        for reason in &entry.reasons {
            found.add(verdict, entry, reason);
        }
    }
    let entries = verdict.entry_points.len();
    for problem in &mut found.problems {
        if problem.entries.len() == entries {
            problem.entries.clear();
        }
    }
    found.problems
}

/// What stands in the way of a conversion.
pub(crate) fn of_blockers(blockers: &[Blocker], unknown: bool) -> Vec<Problem<'_>> {
    let mut found = Found::default();
    for blocker in blockers {
        let outcome = if unknown { Outcome::Unknown } else { Outcome::Fails };
        let code = blocker.code.map(|code| code.to_string()).unwrap_or_default();
        found.push(Problem {
            outcome,
            code,
            title: blocker.why.clone(),
            place: block::place(&blocker.place),
            entries: Vec::new(),
            stage: None,
            says: None,
            help: blocker.help.as_deref(),
            subject: &blocker.subject,
            like: 0,
            subjects: Vec::new(),
        });
    }
    found.problems
}

/// Problems, and where each is among them.
#[derive(Default)]
struct Found<'v> {
    problems: Vec<Problem<'v>>,
    same: HashMap<(String, Outcome, String), usize>,
    alike: HashMap<(String, Outcome, Option<&'static str>, String), usize>,
}

impl<'v> Found<'v> {
    fn add(&mut self, verdict: &Verdict, entry: &'v EntryVerdict, reason: &'v Reason) {
        let at = self.push(Problem {
            outcome: reason.outcome,
            code: reason.code.to_string(),
            title: reason.sentence(),
            place: block::place(&reason.place),
            entries: Vec::new(),
            stage: reason.stage.filter(|stage| verdict.stage != Some(*stage)).map(Stage::name),
            says: reason.says.as_deref().or((reason.outcome == Outcome::Misreads).then_some("nothing")),
            help: reason.help.as_deref(),
            subject: &reason.subject,
            like: 0,
            subjects: Vec::new(),
        });
        if let Some(problem) = self.problems.get_mut(at)
            && !problem.entries.contains(&&*entry.name)
        {
            problem.entries.push(&entry.name);
        }
    }

    /// Where the problem is, if it was met before, or one like it; otherwise it is the last.
    fn push(&mut self, problem: Problem<'v>) -> usize {
        let same = (problem.code.clone(), problem.outcome, problem.title.clone());
        if let Some(at) = self.same.get(&same) {
            return *at;
        }
        let alike = (problem.code.clone(), problem.outcome, problem.stage, shape(&problem.title));
        let at = match self.alike.get(&alike).copied() {
            Some(at) => {
                if let Some(first) = self.problems.get_mut(at) {
                    first.like += 1;
                    if first.subject != problem.subject && !first.subjects.contains(&problem.subject) {
                        first.subjects.push(problem.subject);
                    }
                }
                at
            }
            None => {
                self.problems.push(problem);
                self.alike.insert(alike, self.problems.len() - 1);
                self.problems.len() - 1
            }
        };
        self.same.insert(same, at);
        at
    }
}

/// What sentences have in common that say the same of different things: names in quotes, numbers and remarks in brackets are left out.
fn shape(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    let (mut quoted, mut depth) = (false, 0_usize);
    for c in sentence.chars() {
        match c {
            '`' => quoted = !quoted,
            _ if quoted => continue,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => continue,
            '0'..='9' => {}
            // A plural is no difference.
            's' if out.ends_with(|c: char| c.is_ascii_lowercase()) => {}
            // Nor is a remark that another one lacks.
            ' ' if out.ends_with(' ') => {}
            c => out.push(c),
        }
    }
    out
}

/// Problems as blocks; without `all` the first few.
pub(crate) fn blocks(styles: &Styles, problems: &[Problem<'_>], all: bool) -> String {
    let shown = if all { usize::MAX } else { SHOWN };
    let mut out = String::new();
    let mut helped: Vec<&str> = Vec::new();
    for problem in problems.iter().take(shown) {
        out.push('\n');
        problem.block(&mut out, styles, shown);
        if let Some(help) = problem.help.filter(|help| !helped.contains(help)) {
            block::say(&mut out, "help", help);
            helped.push(help);
        }
    }
    rest(&mut out, problems.len(), shown, "\n");
    out
}

/// Problems, a line each.
pub(crate) fn lines(problems: &[Problem<'_>]) -> String {
    let mut out = String::new();
    for problem in problems.iter().take(SHOWN) {
        out.push_str(&line(&problem.code, &problem.title, problem.like));
    }
    rest(&mut out, problems.len(), SHOWN, INDENT);
    out
}

/// One problem on one line, and how many more are like it.
pub(crate) fn line(code: &str, title: &str, more: usize) -> String {
    let more = if more > 0 { format!(" (and {more} more like it)") } else { String::new() };
    format!("{INDENT}{code}: {}{more}\n", escape(title))
}

fn rest(out: &mut String, all: usize, shown: usize, before: &str) {
    if all > shown {
        let more = plural(all - shown, "more problem");
        out.push_str(&format!("{before}… {more} (-v shows all)\n"));
    }
}

impl Problem<'_> {
    /// Whether a text says no more than what is said of it.
    pub(crate) fn covers(&self, text: &str) -> bool {
        let same = |own: &str| text.contains(own);
        self.title.contains(text)
            || same(&self.title)
            || self.help.is_some_and(same)
            || self.says.is_some_and(same)
    }

    fn block(&self, out: &mut String, styles: &Styles, shown: usize) {
        let word = match self.outcome {
            Outcome::Fails => "error",
            Outcome::Misreads => "misread",
            Outcome::Loads | Outcome::Upgrades => "note",
            _ => "unknown",
        };
        let head = if self.code.is_empty() { word.to_string() } else { format!("{word}[{}]", self.code) };
        block::head(out, styles, styles.outcome(self.outcome), &head, &self.title);
        if let Some(place) = &self.place {
            block::at(out, place);
        }
        if !self.entries.is_empty() {
            block::say(out, "entry points", &and_more(&self.entries, shown));
        }
        if self.like > 0 {
            let names = and_more(&self.subjects, shown);
            let of = if names.is_empty() { names } else { format!(": {names}") };
            block::say(out, "like it", &format!("{} more{of}", self.like));
        }
        if let Some(stage) = self.stage {
            block::say(out, "when", &format!("at {stage}"));
        }
        if let Some(says) = self.says {
            block::say(out, "runtime prints", says);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn like_sentences_have_one_shape() {
        let one = "executorch-0.5.0 has no operator `aten::a.out` (added in 1.0.0), for 1 call";
        let other = "executorch-0.5.0 has no operator `aten::b.out`, for 12 calls";
        assert_eq!(shape(one), shape(other));
        assert_ne!(shape("the program has 2 bytes"), shape("the segment has 2 bytes"));
    }
}
