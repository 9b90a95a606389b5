//! [`lint`]: all rules over two schemas, and a witness for each break that they claim.

use outlast_core::{Error, ErrorKind, Result, Span};
use outlast_flatbuffers::schema::Schema;

use crate::{DataQuestion, Direction, Directions, Finding, Held, Level, Report, Surface, held_against};

use super::context::Context;
use super::draft::{Draft, Findings};
use super::hunt::Hunt;
use super::matching::matching;
use super::rules::{CHECKS, Check};

/// What a comparison may take into account beside the schemas.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The version that writers of the old and of the new schema give their files, where that is known.
    pub versions: Option<(u64, u64)>,
}

/// Compares a schema with an older one.
///
/// # Errors
///
/// When there is nothing to compare: one of the two declares no type, or they have none in common. Schemas that cannot be read are errors
/// of [`Schema::parse_with`] or [`Schema::from_bfbs`].
pub fn lint(old: &Schema, new: &Schema, options: &Options) -> Result<Report> {
    let impossible = |why: &str| {
        let kind = ErrorKind::Invalid { what: "comparison of schemas", why: why.to_string() };
        Error::new(kind, Span::default())
    };
    for (schema, which) in [(old, "old"), (new, "new")] {
        if schema.objects.is_empty() && schema.enums.is_empty() {
            return Err(impossible(&format!("the {which} one declares no type")));
        }
    }
    let context = Context { old, new, options, matching: matching(old, new) };
    let both_rooted = old.root.is_some() && new.root.is_some();
    if context.matching.objects.is_empty() && context.matching.enums.is_empty() && !both_rooted {
        let error = impossible("they have no type in common, and not both have a root type");
        return Err(error.with_help("name the root type in both, or compare other files"));
    }
    let hunts = Direction::ALL.map(|direction| Hunt::new(&context, direction));
    let mut findings: Vec<Finding> = Vec::new();
    let mut drafts = Findings::default();
    for (_, check) in CHECKS {
        if let Check::Change(check) = check {
            check(&context, &mut drafts);
        }
    }
    findings.extend(drafts.drafts.into_iter().map(|draft| shown(draft, &hunts)));
    let mut sums = Findings::default();
    for (_, check) in CHECKS {
        if let Check::Sum(check) = check {
            check(&context, &findings, &mut sums);
        }
    }
    findings.extend(sums.drafts.into_iter().map(|draft| shown(draft, &hunts)));
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.level), finding.rule.code));
    Ok(Report { findings })
}

/// Compares a schema with each of several older ones, the oldest first. Each finding is there once, with the names of those that it
/// holds against.
///
/// # Errors
///
/// As [`lint`], with the first of them that cannot be compared.
pub fn lint_against_all(
    new: &Schema,
    baselines: &[(String, Schema)],
    options: &Options,
) -> Result<Vec<Held>> {
    let mut reports = Vec::new();
    for (name, old) in baselines {
        let step = outlast_core::Step::Named("baseline", name.clone());
        reports.push((name.clone(), lint(old, new, options).map_err(|error| error.within(step))?));
    }
    Ok(held_against(reports))
}

/// A claim with its witnesses. A break holds in the directions in which it is shown, and is a note where it is not shown at all.
fn shown(draft: Draft, hunts: &[Hunt<'_>; 2]) -> Finding {
    let mut witnesses = Vec::new();
    if let Some(aim) = draft.aim.filter(|_| draft.level != Level::Note) {
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
        data: draft.question.map(DataQuestion::Fbs),
    };
    if finding.level == Level::Break {
        if finding.witnesses.is_empty() {
            finding.level = Level::Note;
            finding.why.push_str(" No file was found that shows it, so it is a note.");
        } else {
            let shown = finding.witnesses.iter().map(|witness| witness.direction);
            finding.directions = shown.fold(Directions::default(), Directions::with);
        }
    }
    let (level, surface, directions) = (finding.level, finding.surface, finding.directions);
    finding.first = draft.first.unwrap_or_else(|| Draft::first_of(level, surface, directions));
    finding.bump = draft.bump.unwrap_or_else(|| Draft::bump_of(level, surface, directions));
    finding
}

/// Whether a finding is about what files hold, and not only about sources.
pub(crate) fn touches_files(finding: &Finding) -> bool {
    finding.surface != Surface::Source
}
