//! [`lint`]: all rules over two versions of a format, and a witness for each break that they claim.

use outlast_core::{Error, ErrorKind, Result, Span};

use super::context::Context;
use super::draft::{Draft, Findings};
use super::hunt::{Aim, Hunt};
use super::matching::matched;
use super::model::Layout;
use super::rules::{CHECKS, Check};
use crate::{DataQuestion, Direction, Directions, Finding, Held, Level, Outcome, Report, held_against};

/// Compares a version of a format with an older one.
///
/// # Errors
///
/// When there is nothing to compare: one of the two has no block, or they have none in common.
pub fn lint(old: &Layout, new: &Layout) -> Result<Report> {
    let impossible = |why: &str| {
        let kind = ErrorKind::Invalid { what: "comparison of record layouts", why: why.to_string() };
        Error::new(kind, Span::default())
    };
    for (layout, which) in [(old, "old"), (new, "new")] {
        if layout.blocks.is_empty() {
            return Err(impossible(&format!("the {which} one has no block")));
        }
    }
    let context = Context::new(matched(old, new));
    let shared = old.blocks.iter().any(|block| new.block(block.id).is_some());
    if context.blocks().next().is_none() && !shared {
        return Err(impossible("they have no block in common"));
    }
    let hunts = Direction::ALL.map(|direction| Hunt::new(&context.old, &context.new, direction));
    let mut findings: Vec<Finding> = Vec::new();
    let mut drafts = Findings::default();
    for (_, check) in CHECKS {
        if let Check::Change(check) = check {
            check(&context, &mut drafts);
        }
    }
    findings.extend(drafts.drafts.into_iter().map(|draft| shown(draft, &hunts, &context)));
    let mut sums = Findings::default();
    for (_, check) in CHECKS {
        if let Check::Sum(check) = check {
            check(&context, &findings, &mut sums);
        }
    }
    findings.extend(sums.drafts.into_iter().map(|draft| shown(draft, &hunts, &context)));
    for (direction, hunt) in Direction::ALL.into_iter().zip(&hunts) {
        if guarded(hunt) {
            findings.iter_mut().for_each(|finding| guard(finding, direction));
        }
    }
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| (std::cmp::Reverse(finding.level), finding.rule.code);
        key(a).cmp(&key(b)).then_with(|| a.subject.cmp(&b.subject))
    });
    Ok(Report { findings })
}

/// Compares a version with each of several older ones, the oldest first. Each finding is there once, with the names of those that it holds against.
///
/// # Errors
///
/// As [`lint`], with the first of them that cannot be compared.
pub fn lint_against_all(new: &Layout, baselines: &[(String, Layout)]) -> Result<Vec<Held>> {
    let mut reports = Vec::new();
    for (name, old) in baselines {
        let step = outlast_core::Step::Named("baseline", name.clone());
        reports.push((name.clone(), lint(old, new).map_err(|error| error.within(step))?));
    }
    Ok(held_against(reports))
}

/// A claim with its witnesses. A break holds in the directions in which it is shown, and is a note where it is not shown at all.
fn shown(draft: Draft, hunts: &[Hunt<'_>; 2], context: &Context) -> Finding {
    let mut witnesses = Vec::new();
    if let Some(aim) = draft.aim.as_ref().filter(|_| draft.level != Level::Note) {
        for (direction, hunt) in Direction::ALL.into_iter().zip(hunts) {
            if draft.directions.has(direction) {
                witnesses.extend(hunt.find(aim));
            }
        }
    }
    let mut finding = Finding {
        rule: draft.rule,
        directions: draft.directions,
        surface: draft.surface,
        level: draft.level,
        subject: draft.subject,
        old: draft.old,
        new: draft.new,
        why: draft.why,
        fix: draft.fix,
        first: crate::First::Any,
        bump: crate::Bump::None,
        witnesses,
        data: draft.question.map(DataQuestion::Layout),
    };
    if finding.level != Level::Note && draft.aim.is_some() {
        if finding.witnesses.is_empty() {
            finding.level = Level::Note;
            finding.why.push_str(" No stream was found that shows it, so it is a note.");
        } else {
            let shown = finding.witnesses.iter().map(|witness| witness.direction);
            finding.directions = shown.fold(Directions::default(), Directions::with);
        }
    }
    if finding.level == Level::Break && context.is_observed() {
        finding.level = Level::DependsOnData;
        finding
            .why
            .push_str(" Files show what there is, not what is allowed: readers may know more than was seen.");
    }
    let (level, surface, directions) = (finding.level, finding.surface, finding.directions);
    finding.first = Draft::first_of(level, surface, directions);
    finding.bump = draft.bump.unwrap_or_else(|| Draft::bump_of(level, surface, directions));
    finding
}

/// Whether readers refuse all files of the other version for their major version, so that they cannot misread them.
fn guarded(hunt: &Hunt<'_>) -> bool {
    let (Some(wrote), Some(own)) = (&hunt.writer.version, &hunt.reader.version) else { return false };
    let block = hunt.writer.block(wrote.block);
    let record = block.and_then(|block| block.record(wrote.record));
    let Some((block, record)) = block.zip(record) else { return false };
    let refused = wrote.is.major > own.is.major || wrote.is.major < hunt.reader.reader.oldest_major;
    let aim = Aim::record(block.key(), record.key()).versions();
    let required = block.required && block.top && record.required;
    refused && required && hunt.find(&aim).is_some_and(|witness| is_of_version(&witness.outcome))
}

fn is_of_version(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Rejected { why, .. } if why.starts_with("major version"))
}

/// What readers would misread, if they did not refuse it for the version.
fn guard(finding: &mut Finding, direction: Direction) {
    let harms = finding.directions.has(direction) && finding.level != Level::Note;
    if !harms || super::rules::is_about_versions(finding.rule) {
        return;
    }
    finding.why.push_str(match direction {
        Direction::OldReadsNew => {
            " Old readers refuse new files for their major version, and do not get that far."
        }
        Direction::NewReadsOld => {
            " New readers refuse old files for their major version, and do not get that far."
        }
    });
    if finding.directions == Directions::BOTH {
        match direction {
            Direction::OldReadsNew => finding.directions.old_reads_new = false,
            Direction::NewReadsOld => finding.directions.new_reads_old = false,
        }
        finding.witnesses.retain(|witness| witness.direction != direction);
    } else {
        finding.level = Level::Note;
    }
}
