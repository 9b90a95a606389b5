//! [`Drawn`]: findings with their places in texts.

use outlast::lint::{Bump, DataQuestion, Direction, Finding, First, Level, Outcome, Site, Surface, Witness};
use outlast_core::{Diagnostic, Path, Place, Severity, Span, Step};

use super::{Changes, Comparison, Found, names};
use crate::findings::Finding as Reported;
use crate::scan::Ignored;
use crate::source_text::{LocatedFinding, SourceText};

/// Bytes of what a witness wrote that a note shows.
const WROTE: usize = 200;

/// Findings as diagnostics, and the texts that they are in.
#[derive(Debug)]
pub struct Drawn<'a> {
    texts: Vec<SourceText<'a>>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    file: usize,
    diagnostic: Diagnostic,
    elsewhere: Vec<(usize, &'static str, Place)>,
    ignored: Option<Ignored>,
    advice: Option<String>,
}

/// Who reads it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// People: what is ignored is a note.
    Person,
    /// Hosts of code, which know the files of the new version only, and what it is to be ignored.
    Host,
}

impl<'a> Drawn<'a> {
    /// For people: a finding is where the new version has what it is about, or else where the old one has it.
    pub fn new(changes: &'a Changes) -> Drawn<'a> {
        Drawn::with(changes, Reader::Person)
    }

    /// For hosts of code: every finding is in a file of the new version, and what is ignored keeps its severity.
    pub(super) fn for_hosts(changes: &'a Changes) -> Drawn<'a> {
        Drawn::with(changes, Reader::Host)
    }

    fn with(changes: &'a Changes, reader: Reader) -> Drawn<'a> {
        let mut drawn = Drawn { texts: Vec::new(), entries: Vec::new() };
        for (comparison, found) in changes.findings() {
            let entry = drawn.entry(changes, comparison, found, reader);
            drawn.entries.push(entry);
        }
        drawn
    }

    /// The findings at or above a severity.
    pub fn findings(&self, limit: Severity) -> Vec<LocatedFinding<'_>> {
        let shown = self.entries.iter().filter(|entry| entry.diagnostic.severity >= limit);
        shown.filter_map(|entry| self.finding(entry)).collect()
    }

    /// As [`Drawn::findings`], each with what its author has to write.
    pub(crate) fn advised(&self, limit: Severity) -> Vec<(LocatedFinding<'_>, Option<&str>)> {
        let shown = self.entries.iter().filter(|entry| entry.diagnostic.severity >= limit);
        shown.filter_map(|entry| Some((self.finding(entry)?, entry.advice.as_deref()))).collect()
    }

    /// All findings in the order of [`Changes::findings`], as reports have them.
    pub(super) fn located(&self) -> Vec<Reported> {
        self.entries.iter().map(|entry| self.reported(entry)).collect()
    }

    fn reported(&self, entry: &Entry) -> Reported {
        let Diagnostic { code, severity, title, place, notes, help, .. } = &entry.diagnostic;
        let location = |file: usize, place: &Place| {
            self.texts.get(file).map(|file| file.location(place)).unwrap_or_default()
        };
        let related = entry.elsewhere.iter();
        Reported {
            notes: notes.clone(),
            help: help.clone(),
            related: related
                .map(|(file, label, place)| ((*label).to_string(), location(*file, place)))
                .collect(),
            ignored: entry.ignored.as_ref().map(|ignored| ignored.sentence("until")),
            identity: format!("{code} {}", place.path),
            ..Reported::new(code.to_string(), *severity, title.clone(), location(entry.file, place))
        }
    }

    fn finding<'t>(&'t self, entry: &'t Entry) -> Option<LocatedFinding<'t>> {
        let elsewhere = entry.elsewhere.iter().filter_map(|(file, label, place)| {
            let file = self.texts.get(*file)?;
            Some((file, *label, place))
        });
        Some(LocatedFinding {
            file: self.texts.get(entry.file)?,
            diagnostic: &entry.diagnostic,
            elsewhere: elsewhere.collect(),
        })
    }

    fn entry(
        &mut self,
        changes: &Changes,
        comparison: &'a Comparison,
        found: &'a Found,
        reader: Reader,
    ) -> Entry {
        let finding = &found.held.finding;
        let path = Path::of(vec![Step::Field(finding.subject.clone().into())]);
        let place = |site: &Site| {
            let span = Span::bytes(u64::from(site.bytes.start), u64::from(site.bytes.end));
            Place::new(span, path.clone())
        };
        let (main, mut elsewhere) = match (&finding.new, &finding.old) {
            (Some(new), old) => ((self.text(comparison, &new.file), place(new)), old.as_ref()),
            (None, old) if reader != Reader::Person => {
                let nowhere = Place::new(Span::default(), path.clone());
                ((self.text(comparison, &comparison.file), nowhere), old.as_ref())
            }
            (None, Some(old)) => ((self.text(comparison, &old.file), place(old)), None),
            (None, None) => {
                let nowhere = Place::new(Span::default(), path.clone());
                ((self.text(comparison, &comparison.file), nowhere), None)
            }
        };
        let (file, at) = main;
        let mut texts = Vec::new();
        if let Some(new) = &finding.new
            && new.line == 0
            && !new.text.is_empty()
        {
            texts.push(format!("it is `{}`", new.text));
        }
        if let Some(old) = &finding.old
            && old.line == 0
            && !old.text.is_empty()
        {
            texts.push(format!("it was `{}`", old.text));
            elsewhere = None;
        }
        let elsewhere = elsewhere.map(|old| (self.text(comparison, &old.file), "it was", place(old)));
        let title = title(finding);
        let mut diagnostic = Diagnostic::new(finding.rule.code, found.severity, title, at);
        if found.ignored.is_some() && reader == Reader::Person {
            diagnostic.severity = Severity::Note;
        }
        diagnostic.notes = texts;
        diagnostic.notes.extend(notes(changes, found));
        diagnostic.help = (!finding.fix.is_empty()).then(|| finding.fix.clone());
        let elsewhere = elsewhere.into_iter().collect();
        Entry { file, diagnostic, elsewhere, ignored: found.ignored.clone(), advice: found.advice.clone() }
    }

    /// The text of this name.
    fn text(&mut self, comparison: &'a Comparison, name: &str) -> usize {
        if let Some(known) = self.texts.iter().position(|text| text.name == name) {
            return known;
        }
        let text = match comparison.texts.iter().find(|(other, _)| other == name) {
            Some((name, text)) => SourceText::new(name, text.as_bytes()),
            None => SourceText::new(&comparison.file, &[]),
        };
        self.texts.push(text);
        self.texts.len() - 1
    }
}

/// One line: the subject, and what became of it.
pub(super) fn title(finding: &Finding) -> String {
    format!("`{}`: {}", finding.subject, finding.rule.title)
}

/// Everything else that there is to say, a line each.
pub(super) fn notes(changes: &Changes, found: &Found) -> Vec<String> {
    let finding = &found.held.finding;
    // What is said in several lines is a list.
    let mut lines = finding.why.lines();
    let mut notes = vec![format!("{}: {}", finding.rule.name, lines.next().unwrap_or_default())];
    notes.extend(lines.map(str::to_string));
    let against = match changes.against.len() {
        0 | 1 => String::new(),
        _ => format!("; against {}", names(&found.held.against)),
    };
    let word = if finding.level == Level::Note { "concerns" } else { word(finding) };
    notes.push(format!("{word}: {}, {}{against}", finding.directions, finding.surface.name()));
    for (witness, saved) in found.witnesses() {
        let saved = saved.map(|name| format!(" ({name})")).unwrap_or_default();
        notes.push(format!("witness{saved}: {}", witness_text(witness)));
    }
    if let Some(question) =
        finding.data.as_ref().filter(|_| finding.level > Level::Note || found.census.is_some())
    {
        let question = asked(question);
        notes.push(match &found.census {
            Some(census) => format!("it depends on data: `{question}`: {}", census.sentence()),
            None => format!("it breaks files in which `{question}`: --corpus DIR checks your files"),
        });
    }
    notes.extend(order(finding).map(|order| format!("rollout: {order}")));
    match (&found.ignored, &found.expired) {
        (Some(ignored), _) => notes.push(format!("ignored: {}", ignored.sentence("until"))),
        (None, Some(expired)) => notes.push(format!("no longer ignored: {}", expired.sentence("expired"))),
        (None, None) => {}
    }
    notes
}

/// The level in words.
pub(super) fn word(finding: &Finding) -> &'static str {
    match finding.level {
        Level::Break => "breaks",
        Level::DependsOnData if finding.data.is_some() || finding.surface != Surface::Source => {
            "depends on data"
        }
        Level::DependsOnData => "warning",
        Level::Note => "note",
    }
}

/// What is asked of files.
pub(crate) fn asked(question: &DataQuestion) -> String {
    match question {
        DataQuestion::Fbs(question) => format!("{} {}", question.path, question.predicate.text()),
        DataQuestion::Layout(question) => question.text(),
        DataQuestion::Operators(question) => question.text(),
        DataQuestion::Dialect(question) => question.text(),
        _ => "something that this version cannot say".to_string(),
    }
}

/// A witness in one line.
pub(super) fn witness_text(witness: &Witness) -> String {
    let (by, to) = match witness.direction {
        Direction::NewReadsOld => ("old", "new"),
        Direction::OldReadsNew => ("new", "old"),
    };
    let mut wrote: String = witness.wrote.chars().take(WROTE).collect();
    if wrote.len() < witness.wrote.len() {
        wrote.push('…');
    }
    let outcome = said(&witness.outcome);
    let first = witness.first.as_ref().map(|first| format!(", behind another change: it {}", said(first)));
    let first = first.unwrap_or_default();
    let remark = witness.remark.map(|remark| format!(" ({remark})")).unwrap_or_default();
    format!("the {by} version writes {wrote}; the {to} one {outcome}{first}{remark}")
}

/// What a reader makes of a witness.
fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Equal => "reads it as it was written".to_string(),
        Outcome::Rejected { path, why } if path.is_empty() => format!("refuses it: {why}"),
        Outcome::Rejected { path, why } => format!("refuses it at `{path}`: {why}"),
        Outcome::Different { path, wrote, read } => format!("reads {read} at `{path}` instead of {wrote}"),
    }
}

/// Who goes first, and what is bumped.
fn order(finding: &Finding) -> Option<String> {
    let first = match finding.first {
        First::Readers => Some("readers of the new version before any writer of it"),
        First::Writers => Some("writers first; readers when no old file is left"),
        First::Neither => Some("no order helps: keep files of both versions apart"),
        First::Any => None,
    };
    let bump = match finding.bump {
        Bump::None => None,
        Bump::Minor => Some("bump the minor version"),
        Bump::Major => Some("bump the major version"),
        Bump::SetVersion => Some("bump the version of the operator set"),
        Bump::Identifier => Some("change the file identifier"),
    };
    let said: Vec<&str> = first.into_iter().chain(bump).collect();
    (!said.is_empty()).then(|| said.join("; "))
}
