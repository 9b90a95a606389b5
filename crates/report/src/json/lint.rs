//! `outlast/lint/1`.

use std::ops::Range;

use outlast::opsets::lint::{
    Change, Declared, Judged, Lint, Located, Outcome, Reason, Window, in_new, in_old,
};
use outlast::opsets::{OperatorSet, VersionedSet};
use outlast_core::Severity;
use serde::Serialize;

use super::Finding;
use crate::located::SourceText;

/// What a lint of two operator sets found.
#[derive(Debug, Serialize)]
pub struct LintDocument {
    schema: &'static str,
    new: LintSide,
    old: LintSide,
    table: Option<LintTable>,
    mode: &'static str,
    as_of: Option<String>,
    counts: Counts,
    errors: usize,
    warnings: usize,
    notes: usize,
    changes: Vec<ChangeJson>,
    findings: Vec<FindingJson>,
}

/// One of the two sets.
#[derive(Clone, Debug, Serialize)]
pub struct LintSide {
    file: String,
    kind: &'static str,
    schemas: usize,
    derived: usize,
}

/// The version table.
#[derive(Debug, Serialize)]
pub struct LintTable {
    file: String,
    set: String,
    version: u64,
    changes: usize,
}

/// How many changes there are, and what they come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Operators that only the new set has.
    pub added: usize,
    /// Operators that only the old set has.
    pub removed: usize,
    /// Operators with another schema.
    pub changed: usize,
    /// Operators of which one input cannot say whether its set has them.
    pub not_told: usize,
    /// `new-reads-old`.
    pub new_reads_old: Breaks,
    /// `old-reads-new`.
    pub old_reads_new: Breaks,
}

/// Breaks in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Breaks {
    /// Changes of operators that both sets have, and removals, that break it. New operators are counted by [`Counts::added`].
    pub breaks: usize,
    /// Of these, those that the version table takes care of.
    pub covered: usize,
    /// Of these, those that the allow-list allows.
    pub allowed: usize,
    /// Changes for which PyTorch's own check ends with an exception.
    pub raises: usize,
}

impl Counts {
    /// The counts of a lint.
    pub fn of(lint: &Lint<'_>) -> Counts {
        use outlast::opsets::lint::ChangeOf;
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

#[derive(Debug, Serialize)]
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

#[derive(Debug, Serialize)]
struct DeclaredJson {
    schema: String,
    line: Option<u64>,
    offset: Option<u64>,
    end: Option<u64>,
}

#[derive(Debug, Serialize)]
struct DirectionJson {
    outcome: &'static str,
    reasons: Vec<ReasonJson>,
}

#[derive(Debug, Serialize)]
struct ReasonJson {
    code: String,
    message: String,
    new: Option<PartJson>,
    old: Option<PartJson>,
}

#[derive(Debug, Serialize)]
struct PartJson {
    offset: u64,
    end: u64,
}

#[derive(Debug, Serialize)]
struct EntryJson {
    version: u64,
    kind: &'static str,
    upgrader: Option<String>,
    downgrader: Option<String>,
    line: u64,
}

#[derive(Debug, Serialize)]
struct WindowJson {
    state: &'static str,
    from: Option<String>,
}

#[derive(Debug, Serialize)]
struct AllowedJson {
    owner: String,
    expires: String,
    reason: Option<String>,
    line: u64,
}

#[derive(Debug, Serialize)]
struct AdviceJson {
    version: u64,
    entry: String,
    upgrader: Option<String>,
    stub: Option<String>,
    no_stub: Option<String>,
}

#[derive(Debug, Serialize)]
struct FindingJson {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    change: Option<usize>,
    #[serde(flatten)]
    finding: Finding,
}

impl LintSide {
    /// A set, by the name that the user gave it.
    pub fn new(file: &str, set: &OperatorSet) -> LintSide {
        LintSide {
            file: file.to_string(),
            kind: set.kind.name(),
            schemas: set.inventory.schemas.len(),
            derived: set.derived,
        }
    }
}

impl LintTable {
    /// A version table, by the name of its file.
    pub fn new(file: &str, set: &VersionedSet) -> LintTable {
        LintTable {
            file: file.to_string(),
            set: set.table.set.clone(),
            version: set.table.version,
            changes: set.table.changes().len(),
        }
    }
}

/// What a lint was asked, for its document.
#[derive(Debug)]
pub struct LintAsked<'a> {
    /// The changed set, then the one that it is compared with.
    pub sides: [LintSide; 2],
    /// The version table.
    pub table: Option<LintTable>,
    /// `pytorch` or `strict`.
    pub mode: &'static str,
    /// The day that was asked about.
    pub as_of: Option<String>,
    /// The allow-list.
    pub allow: &'a [outlast::opsets::lint::Allowance],
}

impl LintDocument {
    /// The document of a lint; `file` gives the text of the file that a finding is in.
    pub fn new<'t>(
        asked: LintAsked<'_>,
        lint: &Lint<'_>,
        findings: &[Located],
        file: impl Fn(&Located) -> &'t SourceText<'t>,
    ) -> LintDocument {
        let count = |severity| findings.iter().filter(|one| one.diagnostic.severity == severity).count();
        let finding = |located: &Located| {
            let text = file(located);
            let region = text.region(&located.diagnostic.place);
            FindingJson {
                file: text.name.to_string(),
                line: region.map(|region| region.line),
                column: region.map(|region| region.column),
                change: located.change,
                finding: Finding::new(&located.diagnostic),
            }
        };
        let [new, old] = asked.sides;
        LintDocument {
            schema: "outlast/lint/1",
            new,
            old,
            table: asked.table,
            mode: asked.mode,
            as_of: asked.as_of,
            counts: Counts::of(lint),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
            changes: lint.changes.iter().map(|change| one_change(change, asked.allow)).collect(),
            findings: findings.iter().map(finding).collect(),
        }
    }
}

fn one_change(change: &Change<'_>, allow: &[outlast::opsets::lint::Allowance]) -> ChangeJson {
    let outlast::opsets::lint::Change { change: of, cover, window, allowed, advice, .. } = change;
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
