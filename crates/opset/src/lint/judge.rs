//! Which changes are breaks that nothing takes care of: the table, its windows, the allow-list.

use outlast_core::{Code, Severity};

use super::allow::Allowance;
use super::compare::{ChangeOf, OperatorChange, Outcome, same};
use super::{Request, codes};
use crate::compat::Mode;
use crate::schema::{OperatorName, Schema};
use crate::versions::{Change, ChangeKind, Date, VersionTable};

/// What the version table says about a change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cover<'t> {
    /// It does not list the operator, or there is no table.
    None,
    /// An entry with this old schema.
    Entry(&'t Change),
    /// Entries of the operator, none of them with this old schema; the newest one.
    OtherSchema(&'t Change),
}

impl<'t> Cover<'t> {
    /// The entry that is about the change.
    pub fn entry(self) -> Option<&'t Change> {
        match self {
            Cover::Entry(change) => Some(change),
            Cover::None | Cover::OtherSchema(_) => None,
        }
    }

    /// Whether programs of older versions get an upgrader.
    pub fn has_upgrader(self) -> bool {
        self.entry().is_some_and(|change| change.kind == ChangeKind::Upgrader && change.upgrader.is_some())
    }
}

/// Since when writers may give a form that older readers do not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// The table does not say.
    NotSaid,
    /// From this day on; no day was asked about.
    From(Date),
    /// Not before this day, which is behind the one that was asked about.
    Closed(Date),
    /// Since this day.
    Open(Date),
}

/// One finding about a change, or about an entry of the table or of the allow-list.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// A code of [`super::codes`], or of a fault of a table.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What was found.
    pub message: String,
    /// What to do, in one sentence.
    pub help: Option<String>,
    /// The line of the table or of the allow-list that it is about; 0 where it is about the change.
    pub line: u64,
}

impl Finding {
    pub(super) fn new(code: Code, severity: Severity, message: impl Into<String>) -> Finding {
        Finding { code, severity, message: message.into(), help: None, line: 0 }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    pub(super) fn at(mut self, line: u64) -> Finding {
        self.line = line;
        self
    }
}

/// What a table says of programs for an old schema. An operator may have changed more than once behind it, with schema or without: the oldest entry with this old schema
/// that needs an upgrader is the one that such programs meet first. Where it leads to a change that nothing takes programs over, that one decides: it is `hard`, or support ended.
pub(super) fn cover<'t>(
    table: Option<&'t VersionTable>,
    operator: &OperatorName,
    old: Option<&Schema>,
    as_of: Option<Date>,
) -> Cover<'t> {
    let entries = table.map(|table| table.operator_changes(operator)).unwrap_or_default();
    let mut about = entries.iter().filter(|change| is_about(change, old));
    let first = about.clone().find(|change| change.kind != ChangeKind::FcOnly);
    let other = entries.iter().rev().find(|change| change.old_schema.is_some());
    let is_end = |change: &&Change| {
        let is_over = as_of.zip(change.expires).is_some_and(|(day, expires)| expires <= day);
        change.kind == ChangeKind::Hard || is_over
    };
    let end =
        first.and_then(|first| entries.iter().filter(|change| change.version >= first.version).find(is_end));
    match (end.or(first).or_else(|| about.next_back()), other) {
        (Some(change), _) => Cover::Entry(change),
        (None, Some(other)) if old.is_some() => Cover::OtherSchema(other),
        (None, _) => Cover::None,
    }
}

/// The newest entry behind an old schema: what it led to is what writers give now.
pub(super) fn newest<'t>(
    table: Option<&'t VersionTable>,
    operator: &OperatorName,
    old: Option<&Schema>,
) -> Option<&'t Change> {
    let entries = table?.operator_changes(operator);
    let about = entries.iter().find(|change| is_about(change, old))?;
    entries.iter().rev().find(|change| change.version >= about.version)
}

/// Whether an entry is about programs for this schema; that of an operator that is new has none.
fn is_about(change: &Change, old: Option<&Schema>) -> bool {
    match (&change.old_schema, old) {
        (Some(said), Some(old)) => same(said, old),
        (None, None) => true,
        // The entry by which the operator came, or one for changes that calls do not see.
        _ => false,
    }
}

/// When writers may give the new form.
pub(super) fn window(entry: Option<&Change>, as_of: Option<Date>) -> Window {
    match (entry.and_then(|entry| entry.emit_after), as_of) {
        (None, _) => Window::NotSaid,
        (Some(day), None) => Window::From(day),
        (Some(day), Some(today)) if today < day => Window::Closed(day),
        (Some(day), Some(_)) => Window::Open(day),
    }
}

/// What there is to say about one change, and the entry of the allow-list that takes the weight off it.
pub(super) fn judge(
    change: &OperatorChange<'_>,
    (cover, newest): (Cover<'_>, Option<&Change>),
    window: Window,
    request: &Request<'_>,
) -> (Vec<Finding>, Option<usize>) {
    let mut findings = Vec::new();
    backward(change, cover, request, &mut findings);
    // What breaks in both directions leaves no order in which to release it.
    let breaks_backward = findings.iter().any(|finding| finding.severity > Severity::Warning);
    forward(change, newest, window, request, breaks_backward, &mut findings);
    let heavy = findings.iter().any(|finding| finding.severity > Severity::Note);
    let allowance = match heavy {
        true => allowed_by(request.allow, change.operator, request.as_of),
        false => None,
    };
    if allowance.is_some() {
        for finding in &mut findings {
            finding.severity = Severity::Note;
        }
    }
    (findings, allowance)
}

fn allowed_by(allow: &[Allowance], operator: &OperatorName, as_of: Option<Date>) -> Option<usize> {
    allow.iter().position(|entry| entry.is_for(operator) && !as_of.is_some_and(|day| entry.is_over(day)))
}

/// Programs for the old set with the new one.
fn backward(change: &OperatorChange<'_>, cover: Cover<'_>, request: &Request<'_>, into: &mut Vec<Finding>) {
    let operator = change.operator;
    match change.backward.outcome {
        Outcome::Compatible => {}
        Outcome::Raises => {
            into.push(raises(operator, "is_backward_compatible_with"));
        }
        Outcome::Breaks => {
            let (code, message) = match change.change {
                ChangeOf::Removed => (codes::REMOVED, format!("`{operator}` is removed")),
                _ => (
                    codes::BACKWARD,
                    format!("programs for the old `{operator}` do not run with the new one"),
                ),
            };
            let finding = |severity, message: String| Finding::new(code, severity, message);
            match cover {
                Cover::None => into.push(finding(Severity::Error, message)),
                Cover::OtherSchema(entry) => {
                    let help = format!(
                        "line {}: `old_schema` of the change at version {}: it has to be that of the old set",
                        entry.line, entry.version
                    );
                    into.push(finding(Severity::Error, message));
                    let other = "the table lists it, with other old schemas only".to_string();
                    into.push(
                        Finding::new(codes::OTHER_SCHEMA, Severity::Error, format!("`{operator}`: {other}"))
                            .help(help),
                    );
                }
                Cover::Entry(entry) => covered(entry, finding, message, operator, request, into),
            }
        }
    }
}

/// A break that the table has an entry for.
fn covered(
    entry: &Change,
    finding: impl Fn(Severity, String) -> Finding,
    message: String,
    operator: &OperatorName,
    request: &Request<'_>,
    into: &mut Vec<Finding>,
) {
    let over = request.as_of.zip(entry.expires).filter(|(day, expires)| expires <= day);
    match entry.kind {
        _ if over.is_some() => {
            let (_, day) = over.unzip();
            let ended = day.map(|day| day.to_string()).unwrap_or_default();
            into.push(finding(
                Severity::Note,
                format!("{message}; support of programs before version {} ended on {ended}", entry.version),
            ));
        }
        ChangeKind::Upgrader => {
            let upgrader = entry.upgrader.as_deref().unwrap_or("(not named)");
            let said =
                format!("the upgrader `{upgrader}` takes programs before version {} over it", entry.version);
            into.push(finding(Severity::Note, format!("{message}; {said}")));
        }
        ChangeKind::Hard => {
            into.push(finding(Severity::Note, message));
            let said = format!(
                "`{operator}`: the table calls the change at version {} `hard`: files have to be made again",
                entry.version
            );
            into.push(Finding::new(codes::HARD, Severity::Warning, said));
        }
        ChangeKind::FcOnly => {
            into.push(finding(Severity::Error, message));
            let said =
                format!("`{operator}`: the table calls the change at version {} `fc-only`", entry.version);
            into.push(Finding::new(codes::NOT_FC_ONLY, Severity::Error, said));
        }
    }
}

/// Programs for the new set with the old one.
fn forward(
    change: &OperatorChange<'_>,
    entry: Option<&Change>,
    window: Window,
    request: &Request<'_>,
    breaks_backward: bool,
    into: &mut Vec<Finding>,
) {
    let operator = change.operator;
    match change.forward.outcome {
        Outcome::Compatible => return,
        Outcome::Raises => {
            into.push(raises(operator, "check_forward_compatible_with"));
            return;
        }
        Outcome::Breaks => {}
    }
    let (code, message) = match change.change {
        ChangeOf::Added => (codes::ADDED, format!("`{operator}` is new")),
        _ => (codes::FORWARD, format!("programs for the new `{operator}` do not run with the old one")),
    };
    // PyTorch's check warns, and looks at no new operator. Where writers are told to wait, they do.
    let severity = match (change.change, window) {
        (_, Window::Open(_)) | (ChangeOf::Added, _) => Severity::Note,
        _ if entry.is_some_and(|entry| entry.downgrader.is_some() || entry.old_reads_new) => Severity::Note,
        (_, Window::NotSaid) if breaks_backward && request.mode == Mode::Strict => Severity::Error,
        _ => Severity::Warning,
    };
    let mut finding = Finding::new(code, severity, message);
    match window {
        Window::NotSaid => {}
        Window::From(day) => {
            finding.message.push_str(&format!("; writers may give the new form from {day} on"));
        }
        Window::Open(day) => {
            finding.message.push_str(&format!("; writers may give the new form since {day}"));
        }
        Window::Closed(day) => {
            let said = format!(
                "`{operator}`: writers may not give the new form before {day}, when readers know it{}",
                request.as_of.map(|day| format!("; asked about {day}")).unwrap_or_default()
            );
            into.push(
                Finding::new(codes::TOO_EARLY, Severity::Error, said)
                    .help("release the readers first; turn the writer on after that day"),
            );
        }
    }
    into.push(finding);
    if let (Some(entry), Window::NotSaid) = (entry, window)
        && change.change != ChangeOf::Added
        && !entry.old_reads_new
    {
        let said = format!("`{operator}`: the change at version {} does not say `emit_after`", entry.version);
        into.push(Finding::new(codes::NO_WINDOW, Severity::Warning, said).at(entry.line));
    }
}

fn raises(operator: &OperatorName, function: &str) -> Finding {
    Finding::new(
        codes::RAISES,
        Severity::Error,
        format!(
            "`{operator}`: `{function}` of PyTorch raises IndexError: its check ends here, without an answer"
        ),
    )
}
