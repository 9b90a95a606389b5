//! [`lint`]: all rules over two releases, and a witness for each break that they claim.

use outlast_core::{Error, ErrorKind, Result, SortShort, Span};

use super::context::Context;
use super::data::Question;
use super::model::Dialects;
use super::rules::CHECKS;
use super::witness_search::{Aim, Hunt};
use crate::candidate::{Sought, bump};
use crate::engine::{Claims, Format, against_all, found};
use crate::{Bump, Direction, Finding, Held, Level, Report};

/// Dialects of MLIR, for the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mlir;

impl Format for Mlir {
    type Context<'c> = Context<'c>;
    type Aim = Aim;
    type Question = Question;
}

/// What a rule claims.
pub(crate) type Draft = crate::candidate::Draft<Aim, Question>;

/// What the rules claim.
pub(crate) type Findings = Claims<Mlir>;

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
    let mut findings = found(CHECKS, &context, |draft: Draft| to_finding(draft, &hunts, &context));
    findings.sort_short_by(|a, b| {
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
    against_all(baselines, |old| lint(old, new))
}

/// A claim with its witnesses. Where definitions were learnt from files, a break depends on data.
fn to_finding(draft: Draft, hunts: &[Hunt<'_, '_>; 2], context: &Context<'_>) -> Finding {
    let said = draft.bump;
    let mut finding = draft.into_finding(Bump::Major, |direction, aim| {
        let hunt = hunts.iter().find(|hunt| hunt.direction == direction);
        hunt.map_or(Sought::Nothing, |hunt| hunt.find(aim))
    });
    if finding.level == Level::Break && context.is_observed() {
        finding.level = Level::DependsOnData;
        finding.why.push_str(
            " Files show what there is, not what is allowed: the release may know more than was seen.",
        );
        finding.bump = said.unwrap_or_else(|| bump(&finding, Bump::Major));
    }
    finding
}
