//! What changed between operator sets: [`ComparedSets`], for documents; and what authors have to write.

use std::fmt::Write;
use std::ops::Range;

use outlast::opsets::lint::{
    Advice, Allowance, Change, ChangeOf, Declared, Judged, Lint, Outcome, Reason, Window, in_new, in_old,
};
use outlast::opsets::{OperatorSet, VersionedSet};
use serde::Serialize;

use crate::escape;
use crate::plural;

/// A comparison of two operator sets.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedSets {
    against: String,
    new: SetJson,
    old: SetJson,
    table: Option<TableJson>,
    mode: &'static str,
    #[serde(flatten)]
    counts: Counts,
    changes: Vec<ChangeJson>,
}

/// What was compared with what.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The name of the baseline.
    pub against: &'a str,
    /// The changed set, with the name of its file.
    pub new: (&'a str, &'a OperatorSet),
    /// The old one.
    pub old: (&'a str, &'a OperatorSet),
    /// The version table.
    pub table: Option<(&'a str, &'a VersionedSet)>,
    /// `pytorch` or `strict`.
    pub mode: &'static str,
    /// The allow-list.
    pub allow: &'a [Allowance],
}

/// One of the two sets.
#[derive(Clone, Debug, Serialize)]
struct SetJson {
    file: String,
    kind: &'static str,
    schemas: usize,
    derived: usize,
}

/// The version table.
#[derive(Clone, Debug, Serialize)]
struct TableJson {
    file: String,
    set: String,
    version: u64,
    changes: usize,
}

impl ComparedSets {
    /// What a comparison found.
    pub fn new(compared: &Compared<'_>, lint: &Lint<'_>) -> ComparedSets {
        let set = |(file, set): (&str, &OperatorSet)| SetJson {
            file: file.to_string(),
            kind: set.kind.name(),
            schemas: set.inventory.schemas.len(),
            derived: set.derived,
        };
        ComparedSets {
            against: compared.against.to_string(),
            new: set(compared.new),
            old: set(compared.old),
            table: compared.table.map(|(file, set)| TableJson {
                file: file.to_string(),
                set: set.table.set.clone(),
                version: set.table.version,
                changes: set.table.changes().len(),
            }),
            mode: compared.mode,
            counts: Counts::of(lint),
            changes: lint.changes.iter().map(|change| one_change(change, compared.allow)).collect(),
        }
    }

    /// For people: how much changed, and what it comes to, in lines.
    pub(crate) fn summary(&self, of_many: bool) -> Vec<String> {
        let counts = self.counts;
        let name = if of_many { format!("{}: ", escape(&self.against)) } else { String::new() };
        let mut lines = vec![format!(
            "{name}{} added, {} removed, {} changed",
            counts.added, counts.removed, counts.changed
        )];
        for (name, breaks) in
            [("new-reads-old", counts.new_reads_old), ("old-reads-new", counts.old_reads_new)]
        {
            let Breaks { breaks, covered, allowed, raises } = breaks;
            let mut line = format!("{name}: {} ({covered} taken care of, {allowed} allowed)", broken(breaks));
            if raises > 0 {
                let _ = write!(line, ", {raises} without an answer of PyTorch's check");
            }
            lines.push(line);
        }
        if counts.not_told > 0 {
            lines.push(format!(
                "{}: a native_functions.yaml does not list all operators, so whether they were added or removed is not judged",
                plural(counts.not_told, "operator")
            ));
        }
        lines
    }
}

fn broken(count: usize) -> String {
    match count {
        0 => "nothing breaks".into(),
        1 => "1 change breaks it".into(),
        count => format!("{count} changes break it"),
    }
}

/// What an author has to write for a change: the entry of the version table, and the beginning of the upgrader.
pub fn advice(advice: &Advice) -> String {
    let mut out = format!("operator_versions.yaml: `version: {}`, and below `operators`:\n", advice.version);
    let mut indented = |text: &str| text.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
    indented(&advice.entry);
    if let (Some(name), Some(stub)) = (&advice.upgrader, &advice.stub) {
        out.push_str(&format!("operator_upgraders.py: begin `{name}` with\n"));
        let mut indented = |text: &str| text.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        indented(stub);
    }
    if let Some(why) = &advice.no_stub {
        out.push_str(&format!("no upgrader can be written in TorchScript: {why}\n"));
    }
    out
}

/// How many changes there are, and what they come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    /// Operators that only the new set has.
    added: usize,
    /// Operators that only the old set has.
    removed: usize,
    /// Operators with another schema.
    changed: usize,
    /// Operators of which one input cannot say whether its set has them.
    not_told: usize,
    /// `new-reads-old`.
    new_reads_old: Breaks,
    /// `old-reads-new`.
    old_reads_new: Breaks,
}

/// Breaks in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Breaks {
    /// Changes of operators that both sets have, and removals, that break it. New operators are counted by `added`.
    breaks: usize,
    /// Of these, those that the version table takes care of.
    covered: usize,
    /// Of these, those that the allow-list allows.
    allowed: usize,
    /// Changes for which PyTorch's own check ends with an exception.
    raises: usize,
}

impl Counts {
    /// The counts of a lint.
    fn of(lint: &Lint<'_>) -> Counts {
        let mut counts = Counts { not_told: lint.untold, ..Counts::default() };
        for change in &lint.changes {
            match change.change.change {
                ChangeOf::Added => counts.added += 1,
                ChangeOf::Removed => counts.removed += 1,
                ChangeOf::Schema => counts.changed += 1,
            }
            let open = matches!(change.window, Window::Open(_));
            let directions = [
                (&change.change.backward, &mut counts.new_reads_old, change.cover.has_upgrader()),
                (&change.change.forward, &mut counts.old_reads_new, open),
            ];
            for (judged, breaks, covered) in directions {
                match judged.outcome {
                    Outcome::Compatible => {}
                    Outcome::Raises => breaks.raises += 1,
                    Outcome::Breaks if change.change.change == ChangeOf::Added => {}
                    Outcome::Breaks => {
                        breaks.breaks += 1;
                        breaks.covered += usize::from(covered);
                        breaks.allowed += usize::from(!covered && change.allowed.is_some());
                    }
                }
            }
        }
        counts
    }
}

#[derive(Clone, Debug, Serialize)]
struct ChangeJson {
    operator: String,
    change: &'static str,
    old: Option<DeclaredJson>,
    new: Option<DeclaredJson>,
    new_reads_old: DirectionJson,
    old_reads_new: DirectionJson,
    taken_by: Option<String>,
    table: Option<EntryJson>,
    writers: WindowJson,
    allowed: Option<AllowedJson>,
    advice: Option<AdviceJson>,
}

#[derive(Clone, Debug, Serialize)]
struct DeclaredJson {
    schema: String,
    line: Option<u64>,
    offset: Option<u64>,
    end: Option<u64>,
}

#[derive(Clone, Debug, Serialize)]
struct DirectionJson {
    outcome: &'static str,
    reasons: Vec<ReasonJson>,
}

#[derive(Clone, Debug, Serialize)]
struct ReasonJson {
    code: String,
    message: String,
    new: Option<PartJson>,
    old: Option<PartJson>,
}

#[derive(Clone, Debug, Serialize)]
struct PartJson {
    offset: u64,
    end: u64,
}

#[derive(Clone, Debug, Serialize)]
struct EntryJson {
    version: u64,
    kind: &'static str,
    upgrader: Option<String>,
    downgrader: Option<String>,
    line: u64,
}

#[derive(Clone, Debug, Serialize)]
struct WindowJson {
    state: &'static str,
    from: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct AllowedJson {
    owner: String,
    expires: String,
    reason: Option<String>,
    line: u64,
}

#[derive(Clone, Debug, Serialize)]
struct AdviceJson {
    version: u64,
    entry: String,
    upgrader: Option<String>,
    stub: Option<String>,
    no_stub: Option<String>,
}

fn one_change(change: &Change<'_>, allow: &[Allowance]) -> ChangeJson {
    let Change { change: of, cover, window, allowed, advice, .. } = change;
    let direction = |judged: &Judged| DirectionJson {
        outcome: judged.outcome.name(),
        reasons: judged.reasons.iter().map(|one| reason(one, of.new, of.old)).collect(),
    };
    let (state, from) = match window {
        Window::NotSaid => ("not-said", None),
        Window::From(day) => ("not-judged", Some(day)),
        Window::Closed(day) => ("closed", Some(day)),
        Window::Open(day) => ("open", Some(day)),
    };
    let allowance = allowed.and_then(|at| allow.get(at));
    ChangeJson {
        operator: of.operator.to_string(),
        change: of.change.name(),
        old: of.old.map(declared),
        new: of.new.map(declared),
        new_reads_old: direction(&of.backward),
        old_reads_new: direction(&of.forward),
        taken_by: of.taken_by.map(|other| other.schema.name.to_string()),
        table: cover.entry().map(|entry| EntryJson {
            version: entry.version,
            kind: entry.kind.name(),
            upgrader: entry.upgrader.clone(),
            downgrader: entry.downgrader.as_ref().map(|downgrader| downgrader.function.clone()),
            line: entry.line,
        }),
        writers: WindowJson { state, from: from.map(ToString::to_string) },
        allowed: allowance.map(|entry| AllowedJson {
            owner: entry.owner.clone(),
            expires: entry.expires.to_string(),
            reason: entry.reason.clone(),
            line: entry.line,
        }),
        advice: advice.as_ref().map(|advice| AdviceJson {
            version: advice.version,
            entry: advice.entry.clone(),
            upgrader: advice.upgrader.clone(),
            stub: advice.stub.clone(),
            no_stub: advice.no_stub.clone(),
        }),
    }
}

fn declared(declared: &Declared) -> DeclaredJson {
    let in_file = declared.line > 0;
    DeclaredJson {
        schema: declared.schema.to_string(),
        line: in_file.then_some(declared.line),
        offset: in_file.then_some(declared.bytes.start),
        end: in_file.then_some(declared.bytes.end),
    }
}

fn reason(reason: &Reason, new: Option<&Declared>, old: Option<&Declared>) -> ReasonJson {
    let part = |range: Range<u64>| PartJson { offset: range.start, end: range.end };
    ReasonJson {
        code: reason.code.to_string(),
        message: reason.message.clone(),
        new: new.and_then(|new| in_new(reason, new)).map(part),
        old: old.and_then(|old| in_old(reason, old)).map(part),
    }
}
