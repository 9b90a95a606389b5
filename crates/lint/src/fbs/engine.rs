//! [`lint`]: all rules over two schemas, and a witness for each break that they claim.

use outlast_core::{Error, ErrorKind, Result, SortShort, Span};
use outlast_flatbuffers::schema::Schema;

use crate::candidate::Sought;
use crate::engine::{Claims, Format, against_all, found};
use crate::{Bump, Direction, Finding, Held, Report, Surface};

use super::context::Context;
use super::data::Question;
use super::matching::matching;
use super::rules::CHECKS;
use super::shape::Named;
use super::witness_goal::Aim;
use super::witness_search::Hunt;

/// FlatBuffers, for the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fbs;

impl Format for Fbs {
    type Context<'c> = Context<'c>;
    type Aim = Aim;
    type Question = Question;
}

/// What a rule claims.
pub(crate) type Draft = crate::candidate::Draft<Aim, Question>;

/// What the rules claim.
pub(crate) type Findings = Claims<Fbs>;

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
    let (old, new) = (&Named::new(old), &Named::new(new));
    let context = Context { old, new, options, matching: matching(old, new) };
    let both_rooted = old.root.is_some() && new.root.is_some();
    if context.matching.objects.is_empty() && context.matching.enums.is_empty() && !both_rooted {
        let error = impossible("they have no type in common, and not both have a root type");
        return Err(error.with_help("name the root type in both, or compare other files"));
    }
    let hunts = Direction::ALL.map(|direction| Hunt::new(&context, direction));
    let find = |direction, aim: &Aim| {
        let hunt = hunts.iter().find(|hunt| hunt.direction == direction);
        hunt.map_or(Sought::Nothing, |hunt| hunt.find(*aim))
    };
    let mut findings = found(CHECKS, &context, |draft: Draft| draft.into_finding(Bump::Identifier, find));
    findings.sort_short_by_key(|finding| (std::cmp::Reverse(finding.level), finding.rule.code));
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
    against_all(baselines, |old| lint(old, new, options))
}

/// Whether a finding is about what files hold, and not only about sources.
pub(crate) fn touches_files(finding: &Finding) -> bool {
    finding.surface != Surface::Source
}
