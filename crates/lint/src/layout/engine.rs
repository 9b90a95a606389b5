//! [`lint`]: all rules over two versions of a format, and a witness for each break that they claim.

use outlast_core::{Error, ErrorKind, Result, SortShort, Span};

use super::context::Context;
use super::data::Question;
use super::matching::matched;
use super::model::Layout;
use super::rules::CHECKS;
use super::witness_search::{Aim, Hunt};
use crate::candidate::{Sought, bump};
use crate::engine::{Claims, Format, against_all, found};
use crate::{Bump, Direction, Directions, Finding, Held, Level, Outcome, Report};

/// Record layouts, for the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordLayouts;

impl Format for RecordLayouts {
    type Context<'c> = Context;
    type Aim = Aim;
    type Question = Question;
}

/// What a rule claims.
pub(crate) type Draft = crate::candidate::Draft<Aim, Question>;

/// What the rules claim.
pub(crate) type Findings = Claims<RecordLayouts>;

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
    let mut findings = found(CHECKS, &context, |draft: Draft| to_finding(draft, &hunts, &context));
    for (direction, hunt) in Direction::ALL.into_iter().zip(&hunts) {
        if guarded(hunt) {
            findings.iter_mut().for_each(|finding| guard(finding, direction));
        }
    }
    findings.sort_short_by(|a, b| {
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
    against_all(baselines, |old| lint(old, new))
}

/// A claim with its witnesses. Where layouts were inferred from files, a break depends on data.
fn to_finding(draft: Draft, hunts: &[Hunt<'_>; 2], context: &Context) -> Finding {
    let said = draft.bump;
    let mut finding = draft.into_finding(Bump::Major, |direction, aim| {
        let hunt = hunts.iter().find(|hunt| hunt.direction == direction);
        hunt.map_or(Sought::Nothing, |hunt| hunt.find(aim))
    });
    if finding.level == Level::Break && context.is_observed() {
        finding.level = Level::DependsOnData;
        finding
            .why
            .push_str(" Files show what there is, not what is allowed: readers may know more than was seen.");
        finding.bump = said.unwrap_or_else(|| bump(&finding, Bump::Major));
    }
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
    let sought = (refused && required).then(|| hunt.find(&aim));
    matches!(sought, Some(Sought::Found(found)) if is_of_version(&found.outcome))
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
