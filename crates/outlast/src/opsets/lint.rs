//! Lint of operator sets: [`outlast_opset::lint`] with files, places and diagnostics.

use outlast_core::{Code, Diagnostic, Path, Place, Severity, Span};
use outlast_opset::history;
use outlast_opset::schema::Schema;

pub use outlast_opset::compat::{Mode, Reason};
pub use outlast_opset::lint::{
    Advice, Allowance, Change, ChangeOf, Cover, Coverage, Declared, Finding, Inventory, Judged, Lint,
    Outcome, Request, Window, codes, lint,
};
pub use outlast_opset::versions::{Date, Fault};

/// One of the files of a lint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LintFile {
    /// The changed set.
    New,
    /// The set that it is compared with.
    Old,
    /// The version table.
    Table,
    /// The allow-list.
    Allow,
}

/// A finding, in the file that it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Located {
    /// The file.
    pub file: LintFile,
    /// The finding, with its place in that file.
    pub diagnostic: Diagnostic,
    /// Another place that it speaks of: in which file, what is there, where.
    pub elsewhere: Vec<(LintFile, String, Place)>,
    /// The index of the change that it is about.
    pub change: Option<usize>,
}

/// Whether a release of PyTorch had a schema, in whichever spelling: for [`Request::history`]. `None` for an operator of a namespace that PyTorch does not have.
pub fn in_history(schema: &Schema) -> Option<bool> {
    let space = schema.name.name.split_once("::").map_or("", |(space, _)| space);
    if !history::torch()
        .entries()
        .any(|entry| entry.name.split_once("::").is_some_and(|(own, _)| own == space))
    {
        return None;
    }
    let spelled = |schema: &Schema| schema.spelled(outlast_opset::schema::Spelling::V1_9).to_string();
    let wanted = spelled(schema);
    let mut entries =
        history::torch().operator(&schema.name.name).filter(|entry| entry.overload == schema.name.overload);
    Some(entries.any(|entry| entry.schema().is_ok_and(|one| spelled(&one) == wanted)))
}

/// All findings as diagnostics: those about changes, by operator; then those about the table and the allow-list, by line. `table` and `allow` are the texts of
/// these files, in which lines are found.
pub fn diagnostics(lint: &Lint<'_>, table: Option<&str>, allow: Option<&str>) -> Vec<Located> {
    let mut all = Vec::new();
    let (table, allow) = (Lines::new(table.unwrap_or_default()), Lines::new(allow.unwrap_or_default()));
    for (at, change) in lint.changes.iter().enumerate() {
        for finding in &change.findings {
            all.push(of_change(finding, change, at, &table));
        }
    }
    let listed = [(LintFile::Table, &lint.table, &table), (LintFile::Allow, &lint.allow, &allow)];
    for (file, findings, lines) in listed {
        all.extend(findings.iter().map(|finding| {
            let place = lines.place(finding.line);
            Located { file, diagnostic: diagnostic(finding, place), elsewhere: Vec::new(), change: None }
        }));
    }
    all
}

fn diagnostic(finding: &Finding, place: Place) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(finding.code, finding.severity, finding.message.clone(), place);
    diagnostic.help.clone_from(&finding.help);
    diagnostic
}

/// A finding about a change: at the part of the new schema that breaks, or at the old schema where there is no new one.
fn of_change(finding: &Finding, change: &Change<'_>, at: usize, table: &Lines<'_>) -> Located {
    let raises_forward = finding.code == codes::RAISES && change.change.forward.outcome == Outcome::Raises;
    let is_forward =
        raises_forward || matches!(finding.code, codes::FORWARD | codes::ADDED | codes::TOO_EARLY);
    let judged = if is_forward { &change.change.forward } else { &change.change.backward };
    let about = matches!(finding.code, codes::BACKWARD | codes::FORWARD | codes::RAISES);
    let reasons = if about { judged.reasons.as_slice() } else { &[] };
    let (new, old) = (change.change.new, change.change.old);
    let first = reasons.first();
    let (file, place) = match (new, old) {
        (Some(new), _) => (LintFile::New, place(new, first.and_then(|reason| in_new(reason, new)))),
        (None, Some(old)) => (LintFile::Old, place(old, None)),
        (None, None) => (LintFile::New, Place::default()),
    };
    let mut diagnostic = diagnostic(finding, place);
    diagnostic.notes.extend(reasons.iter().map(ToString::to_string));
    let mut elsewhere = Vec::new();
    if let (Some(old), Some(new)) = (old, new) {
        let part = first.and_then(|reason| in_old(reason, old));
        // Of a target there is no text to show.
        let said = |declared: &Declared| match declared.line {
            0 => format!(" `{}`", declared.schema),
            _ => String::new(),
        };
        elsewhere.push((LintFile::Old, format!("it was{}", said(old)), self::place(old, part)));
        if new.line == 0 {
            elsewhere.push((LintFile::New, format!("it is{}", said(new)), self::place(new, None)));
        }
    }
    if let Some(other) = change.change.taken_by.filter(|_| !is_forward) {
        let name = &other.schema.name;
        diagnostic.notes.push(format!(
            "calls that do not name the overload mean `{name}` now; bytecode and exported programs name it, and break"
        ));
        elsewhere.push((LintFile::New, format!("`{name}` takes its arguments"), self::place(other, None)));
    }
    if finding.line > 0 {
        elsewhere.push((LintFile::Table, "the entry of the table".to_string(), table.place(finding.line)));
    } else if let Some(entry) = change.cover.entry()
        && finding.severity > Severity::Note
    {
        elsewhere.push((LintFile::Table, "the entry of the table".to_string(), table.place(entry.line)));
    }
    if diagnostic.help.is_none() {
        diagnostic.help = change.advice.as_ref().and_then(|advice| help(finding.code, advice));
    }
    Located { file, diagnostic, elsewhere, change: Some(at) }
}

/// What to do, in a sentence; the text to write is [`Advice`].
fn help(code: Code, advice: &Advice) -> Option<String> {
    match (code, &advice.upgrader) {
        (codes::REMOVED | codes::BACKWARD, Some(upgrader)) => {
            Some(format!("bump the set to version {} and write the upgrader `{upgrader}`", advice.version))
        }
        (codes::FORWARD, None) => Some(format!(
            "bump the set to version {} (`fc-only`), and say with `emit_after` when writers may give the new form",
            advice.version
        )),
        _ => None,
    }
}

/// The bytes of a part of the new schema, from the first byte of the file.
pub fn in_new(reason: &Reason, new: &Declared) -> Option<std::ops::Range<u64>> {
    shifted(new, reason.part.in_new(new.places.as_ref()?)?)
}

/// The bytes of a part of the old schema, from the first byte of the file.
pub fn in_old(reason: &Reason, old: &Declared) -> Option<std::ops::Range<u64>> {
    shifted(old, reason.part.in_old(old.places.as_ref()?)?)
}

fn shifted(declared: &Declared, part: std::ops::Range<usize>) -> Option<std::ops::Range<u64>> {
    let at = |offset: usize| declared.bytes.start.checked_add(u64::try_from(offset).ok()?);
    Some(at(part.start)?..at(part.end)?)
}

/// The place of a schema, or of a part of it.
fn place(declared: &Declared, part: Option<std::ops::Range<u64>>) -> Place {
    let bytes = part.unwrap_or_else(|| declared.bytes.clone());
    let path = Path::root().named("operator", &declared.schema.name.to_string());
    Place::new(Span::bytes(bytes.start, bytes.end), path)
}

/// Where the lines of a text are.
struct Lines<'t> {
    starts: Vec<usize>,
    text: &'t str,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Lines<'t> {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(breaks).collect(), text }
    }

    /// A line, from 1, without what it is indented by.
    fn place(&self, line: u64) -> Place {
        let index = line.checked_sub(1).and_then(|line| usize::try_from(line).ok());
        let Some(start) = index.and_then(|index| self.starts.get(index).copied()) else {
            return Place::default();
        };
        let rest = self.text.get(start..).unwrap_or_default();
        let said = rest.lines().next().unwrap_or_default();
        let indent = said.len() - said.trim_start().len();
        let number = |at: usize| u64::try_from(at).unwrap_or(u64::MAX);
        let span = Span::bytes(number(start + indent), number(start + said.trim_end().len().max(indent)));
        Place::new(span, Path::root())
    }
}
