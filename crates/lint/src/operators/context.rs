//! [`Context`]: what rules look at.

use outlast_core::{Code, Severity};
use outlast_opset::compat::{self, Part, Reason};
use outlast_opset::lint::{Change, ChangeOf, Declared, Finding, Lint, OperatorChange};

use crate::{Bump, Direction, Directions, Level, Rule, Site, Surface};

use super::Question;
use super::engine::{Draft, Drafts, Sources};
use super::witness_search::Aim;

/// A comparison of operator sets, and the texts that it was made from.
pub(crate) struct Context<'c> {
    lint: &'c Lint<'c>,
    table: Option<Text<'c>>,
    allow: Option<Text<'c>>,
}

/// What to do about a form that old readers do not know.
const READERS_FIRST: &str = "Release readers that know the new form, and let writers give it only when they are rolled out (`emit_after`).";

/// A finding about a change.
#[derive(Clone, Copy)]
pub(crate) struct Changed<'c> {
    pub(crate) at: usize,
    pub(crate) change: &'c Change<'c>,
    pub(crate) finding: &'c Finding,
}

impl<'c> Context<'c> {
    pub(crate) fn new(lint: &'c Lint<'_>, sources: &'c Sources<'_>) -> Context<'c> {
        let text = |source: Option<(&'c str, &'c str)>| source.map(|(name, text)| Text { name, text });
        Context { lint, table: text(sources.table), allow: text(sources.allow) }
    }

    /// Whether an operator changed in something that the calls which are tried do not see: alias annotations, on which compilers rely, names of results, and values beyond the
    /// arguments.
    pub(crate) fn is_unseen(&self, change: usize) -> bool {
        use compat::codes::{ALIAS, RENAMED, VARIADIC};
        let change = self.lint.changes.get(change).map(|change| &change.change);
        change.is_some_and(|of| {
            let mut reasons = of.backward.reasons.iter().chain(&of.forward.reasons);
            reasons.any(|reason| {
                let of_result = reason.code == RENAMED && matches!(reason.part, Part::Return(_));
                of_result || [ALIAS, VARIADIC].contains(&reason.code)
            })
        })
    }

    /// Shows all operators that both sets have with other schemas, of which nothing is found.
    pub(crate) fn compatible(&self, mut see: impl FnMut(&Declared, &Declared)) {
        for change in self.lint.changes.iter().filter(|change| change.findings.is_empty()) {
            if let (Some(old), Some(new)) = (change.change.old, change.change.new) {
                see(old, new);
            }
        }
    }

    /// A note about an operator that both sets have.
    pub(crate) fn noted(&self, rule: &'static Rule, old: &Declared, new: &Declared) -> Draft {
        Draft::new(rule, new.schema.name.to_string())
            .directions(Directions::OLD_READS_NEW)
            .sites(site(old, None, true), site(new, None, false))
            .fix(READERS_FIRST)
    }

    /// All findings with a code about changes of operators, in the order of operators.
    pub(crate) fn changed(&self, code: Code) -> impl Iterator<Item = Changed<'c>> {
        let changes = self.lint.changes.iter().enumerate();
        changes.flat_map(move |(at, change)| {
            let of = change.findings.iter().filter(move |finding| finding.code == code);
            of.map(move |finding| Changed { at, change, finding })
        })
    }

    /// Claims that an operator breaks in a direction, for each finding with the rule's code.
    pub(crate) fn breaks(&self, rule: &'static Rule, direction: Direction, found: &mut Drafts) {
        for changed in self.changed(rule.code) {
            let draft = changed.draft(rule, direction).aim(Aim { change: changed.at });
            let bump = if draft.level == Level::Note { Bump::None } else { Bump::SetVersion };
            found.push(draft.bump(bump).ask(changed.question(direction)));
        }
    }

    /// Says what is wrong in the sources of a change, for each finding with the rule's code: in the table, where it has an entry.
    pub(crate) fn says(&self, rule: &'static Rule, direction: Direction, found: &mut Drafts) {
        self.says_where(rule, direction, found, |_| true);
    }

    /// As [`Context::says`], of the changes that are meant.
    pub(crate) fn says_where(
        &self,
        rule: &'static Rule,
        direction: Direction,
        found: &mut Drafts,
        is_meant: impl Fn(&OperatorChange<'_>) -> bool,
    ) {
        for changed in self.changed(rule.code).filter(|one| is_meant(&one.change.change)) {
            let mut draft = changed.draft(rule, direction).surface(Surface::Source);
            let line = match changed.finding.line {
                0 => changed.change.cover.entry().map_or(0, |entry| entry.line),
                line => line,
            };
            if let Some(site) = self.table.as_ref().and_then(|table| table.site(line)) {
                draft.new = Some(site);
            }
            found.push(draft);
        }
    }

    /// Says what is wrong with the version table, for each finding with the rule's code.
    pub(crate) fn table(&self, rule: &'static Rule, found: &mut Drafts) {
        listed(rule, &self.lint.table, self.table.as_ref(), found);
    }

    /// Says what is wrong with the allow-list, for each finding with the rule's code.
    pub(crate) fn allow(&self, rule: &'static Rule, found: &mut Drafts) {
        listed(rule, &self.lint.allow, self.allow.as_ref(), found);
    }
}

fn listed(rule: &'static Rule, findings: &[Finding], text: Option<&Text<'_>>, found: &mut Drafts) {
    for finding in findings.iter().filter(|finding| finding.code == rule.code) {
        let site = text.and_then(|text| text.site(finding.line));
        found.push(
            Draft::new(rule, subject(&finding.message))
                .level(level(finding.severity))
                .directions(Directions::NEW_READS_OLD)
                .surface(Surface::Source)
                .sites(None, site)
                .why(sentence(&finding.message))
                .fix(finding.help.clone().unwrap_or_default()),
        );
    }
}

/// What a message is about: the first name in it.
fn subject(message: &str) -> &str {
    message.split('`').nth(1).unwrap_or(message)
}

impl Changed<'_> {
    fn draft(&self, rule: &'static Rule, direction: Direction) -> Draft {
        let of = &self.change.change;
        let judged = match direction {
            Direction::NewReadsOld => &of.backward,
            Direction::OldReadsNew => &of.forward,
        };
        let reasons = if of.change == ChangeOf::Schema { judged.reasons.as_slice() } else { &[] };
        // What the title says is not said again.
        let is_plain = !self.finding.message.contains(';') && !reasons.is_empty();
        let said = (!is_plain).then(|| sentence(&self.finding.message));
        let lines = said.into_iter().chain(reasons.iter().map(ToString::to_string));
        let mut why = lines.collect::<Vec<_>>().join("\n");
        if let Some(other) = of.taken_by.filter(|_| direction == Direction::NewReadsOld) {
            let name = &other.schema.name;
            why.push_str(&format!(
                "\nCalls that do not name the overload mean `{name}` now; bytecode and exported programs name it, and break."
            ));
        }
        let first = reasons.first();
        let site = |declared: Option<&Declared>, in_old: bool| declared.map(|one| site(one, first, in_old));
        Draft::new(rule, of.operator.to_string())
            .level(level(self.finding.severity))
            .directions(Directions::default().with(direction))
            .sites(site(of.old, true), site(of.new, false))
            .why(why)
            .fix(self.fix(direction))
    }

    /// What to do: the text to write is the change's advice.
    fn fix(&self, direction: Direction) -> String {
        let said = self.finding.help.clone();
        let advised = self.change.advice.as_ref().and_then(|advice| match (&advice.upgrader, direction) {
            (Some(upgrader), Direction::NewReadsOld) => {
                Some(format!("Bump the set to version {} and write the upgrader `{upgrader}`.", advice.version))
            }
            (None, Direction::OldReadsNew) => Some(format!(
                "Bump the set to version {} (`fc-only`), and say with `emit_after` when writers may give the new form.",
                advice.version
            )),
            _ => None,
        });
        let is_open = direction == Direction::OldReadsNew && self.finding.severity > Severity::Note;
        let order = || is_open.then(|| READERS_FIRST.to_string());
        said.map(|said| sentence(&said)).or(advised).or_else(order).unwrap_or_default()
    }

    /// Files of the old set can tell whether they call what is gone.
    fn question(&self, direction: Direction) -> Option<Question> {
        let wanted = direction == Direction::NewReadsOld && self.finding.severity > Severity::Note;
        wanted.then(|| Question { operator: self.change.change.operator.to_string() })
    }
}

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Note => Level::Note,
        Severity::Warning => Level::DependsOnData,
        _ => Level::Break,
    }
}

/// With a capital at its start and a full stop at its end.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

/// Where a schema is, or the part of it that a reason is about.
fn site(declared: &Declared, reason: Option<&Reason>, in_old: bool) -> Site {
    let part = declared.places.as_ref().zip(reason).and_then(|(places, reason)| match in_old {
        true => reason.part.in_old(places),
        false => reason.part.in_new(places),
    });
    let small = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
    let (start, end) = (declared.bytes.start, declared.bytes.end);
    let bytes = match part {
        Some(part) => {
            small(start.saturating_add(part.start as u64))..small(start.saturating_add(part.end as u64))
        }
        None => small(start)..small(end),
    };
    Site {
        line: small(declared.line),
        column: u32::from(declared.line > 0),
        bytes,
        text: declared.schema.to_string(),
        ..Site::default()
    }
}

/// A text that is read by lines.
#[derive(Clone, Copy)]
struct Text<'t> {
    name: &'t str,
    text: &'t str,
}

impl Text<'_> {
    /// A line, from 1, without what it is indented by.
    fn site(&self, line: u64) -> Option<Site> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        let start: usize = self.text.split_inclusive('\n').take(index).map(str::len).sum();
        let said = self.text.get(start..)?.lines().next()?;
        let indent = said.len() - said.trim_start().len();
        let small = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Some(Site {
            file: self.name.to_string(),
            line: u32::try_from(line).ok()?,
            column: small(indent + 1),
            bytes: small(start + indent)..small(start + said.trim_end().len().max(indent)),
            text: said.trim().to_string(),
        })
    }
}
