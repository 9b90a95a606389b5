//! [`lint`]: all rules over two releases, and a witness for each break that they claim.

use outlast_core::{Error, ErrorKind, Result, Span};

use super::context::Context;
use super::hunt::Hunt;
use super::model::Dialects;
use super::rules::{CHECKS, Check, Draft, Findings};
use crate::{DataQuestion, Direction, Directions, Finding, Held, Level, Report, held_against};

/// Compares the dialects of a release with those of an older one.
///
/// # Errors
///
/// When there is nothing to compare: one of the two has no operation and no code, or they have no dialect in common.
pub fn lint(old: &Dialects, new: &Dialects) -> Result<Report> {
    let impossible = |why: &str| {
        let kind = ErrorKind::Invalid { what: "comparison of dialects", why: why.to_string() };
        Error::new(kind, Span::default())
    };
    for (dialects, which) in [(old, "old"), (new, "new")] {
        let nothing = |of: &super::model::Dialect| of.ops.is_empty() && of.codes.is_empty();
        if dialects.dialects.iter().all(nothing) {
            return Err(impossible(&format!("the {which} one has no operation")));
        }
    }
    let context = Context::new(old, new);
    if !context.dialects.iter().any(|(old, new)| old.is_some() && new.is_some()) {
        return Err(impossible("they have no dialect in common"));
    }
    let hunts = Direction::ALL.map(|direction| Hunt::new(&context, direction));
    let mut findings: Vec<Finding> = Vec::new();
    let mut drafts = Findings::new();
    for (_, check) in CHECKS {
        if let Check::Change(check) = check {
            check(&context, &mut drafts);
        }
    }
    findings.extend(drafts.drafts.into_iter().map(|draft| shown(draft, &hunts, &context)));
    let mut sums = Findings::new();
    for (_, check) in CHECKS {
        if let Check::Sum(check) = check {
            check(&context, &findings, &mut sums);
        }
    }
    findings.extend(sums.drafts.into_iter().map(|draft| shown(draft, &hunts, &context)));
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| (std::cmp::Reverse(finding.level), finding.rule.code);
        key(a).cmp(&key(b)).then_with(|| a.subject.cmp(&b.subject))
    });
    Ok(Report { findings })
}

/// Compares a release with each of several older ones, the oldest first. Each finding is there once, with the names of those that it holds against.
///
/// # Errors
///
/// As [`lint`], with the first of them that cannot be compared.
pub fn lint_against_all(new: &Dialects, baselines: &[(String, Dialects)]) -> Result<Vec<Held>> {
    let mut reports = Vec::new();
    for (name, old) in baselines {
        let step = outlast_core::Step::Named("baseline", name.clone());
        reports.push((name.clone(), lint(old, new).map_err(|error| error.within(step))?));
    }
    Ok(held_against(reports))
}

/// A claim with its witnesses. It holds in the directions in which it is shown; a break that is not shown at all is a note.
fn shown(draft: Draft, hunts: &[Hunt<'_, '_>; 2], context: &Context<'_>) -> Finding {
    let mut witnesses = Vec::new();
    if let Some(aim) = draft.aim.as_ref().filter(|_| draft.level != Level::Note) {
        for hunt in hunts.iter().filter(|hunt| draft.directions.has(hunt.direction)) {
            witnesses.extend(hunt.find(aim));
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
        data: draft.question.map(DataQuestion::Dialect),
    };
    if finding.level != Level::Note && draft.aim.is_some() {
        if finding.witnesses.is_empty() {
            finding.level = Level::Note;
            finding.why.push_str(" No file was found that shows it, so it is a note.");
        } else {
            let shown = finding.witnesses.iter().map(|witness| witness.direction);
            finding.directions = shown.fold(Directions::default(), Directions::with);
        }
    }
    if finding.level == Level::Break && context.is_observed() {
        finding.level = Level::DependsOnData;
        finding.why.push_str(
            " Files show what there is, not what is allowed: the release may know more than was seen.",
        );
    }
    let (level, surface, directions) = (finding.level, finding.surface, finding.directions);
    finding.first = Draft::first_of(level, surface, directions);
    finding.bump = draft.bump.unwrap_or_else(|| Draft::bump_of(level, surface, directions));
    finding
}
