//! The engine: all rules of a format over two versions, and one version with many older ones.

use outlast_core::Step;

use crate::candidate::{Draft, Findings};
use crate::{Finding, Held, Report, Rule, held_against};

/// The terms of a format in which its rules are written.
pub(crate) trait Format: 'static {
    /// Two versions, matched.
    type Context<'c>;
    /// Where to look for a witness.
    type Aim;
    /// What to ask files.
    type Question;
}

/// What the rules of a format claim.
pub(crate) type Claims<F> = Findings<<F as Format>::Aim, <F as Format>::Question>;

/// The predicate of a rule.
pub(crate) enum Check<F: Format> {
    /// It looks at what changed.
    Change(fn(&F::Context<'_>, &mut Claims<F>)),
    /// It looks at what the others found, too.
    Sum(fn(&F::Context<'_>, &[Finding], &mut Claims<F>)),
}

/// What all rules find: first those that look at the change, then those that look at what the first found. `show` makes a finding of a claim.
pub(crate) fn found<F: Format>(
    checks: &[(&Rule, Check<F>)],
    context: &F::Context<'_>,
    show: impl Fn(Draft<F::Aim, F::Question>) -> Finding,
) -> Vec<Finding> {
    let mut claims = Findings::default();
    for (_, check) in checks {
        if let Check::Change(check) = check {
            check(context, &mut claims);
        }
    }
    let mut findings: Vec<Finding> = claims.drafts.into_iter().map(&show).collect();
    let mut sums = Findings::default();
    for (_, check) in checks {
        if let Check::Sum(check) = check {
            check(context, &findings, &mut sums);
        }
    }
    findings.extend(sums.drafts.into_iter().map(show));
    findings
}

/// Compares with each of several older versions, the oldest first. Each finding is there once, with the names of those that it holds against.
pub(crate) fn against_all<M>(
    baselines: &[(String, M)],
    lint: impl Fn(&M) -> outlast_core::Result<Report>,
) -> outlast_core::Result<Vec<Held>> {
    let mut reports = Vec::with_capacity(baselines.len());
    for (name, old) in baselines {
        let step = || Step::Named("baseline", name.clone());
        reports.push((name.clone(), lint(old).map_err(|error| error.within(step()))?));
    }
    Ok(held_against(reports))
}

/// Declares `RULES` and `CHECKS` of a module of rules: each rule with its predicate, `change` or `sum`. The modules stand beside, as plain
/// lines, which rustfmt follows.
macro_rules! rules {
    ($format:ty: $($kind:ident $name:ident;)*) => {
        /// All rules, in order of their codes.
        pub static RULES: &[&$crate::Rule] = &[$(&$name::RULE),*];

        /// All rules with their predicates.
        pub(crate) static CHECKS: &[(&$crate::Rule, $crate::engine::Check<$format>)] =
            &[$((&$name::RULE, $crate::engine::rules!(@ $kind $name))),*];

        /// The rule of this name, such as `fbs-field-removed`, or of this code, such as `OL3832`.
        pub fn rule(name: &str) -> Option<&'static $crate::Rule> {
            let code = outlast_core::Code::parse(name);
            RULES.iter().copied().find(|rule| rule.name == name || Some(rule.code) == code)
        }
    };
    (@ change $name:ident) => { $crate::engine::Check::Change(|context, found| $name::check(context, found)) };
    (@ sum $name:ident) => { $crate::engine::Check::Sum(|context, before, found| $name::check(context, before, found)) };
}

pub(crate) use rules;
