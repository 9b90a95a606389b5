//! Operators: in the registry, with a kernel for these element types, and meaning what the producer meant.

use std::collections::BTreeSet;

use crate::facts::OperatorUse;

use super::condition::operator::OfCall;
use super::condition::{self, Failure};
use super::{JudgeContext, actions, codes};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

/// Operators that the reader does not have: it refuses the entry point.
pub(super) fn missing(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let mut seen = BTreeSet::new();
    for op in case.calls.iter().copied() {
        if case.profile.has("op", &op.name) || !seen.insert(&op.name) {
            continue;
        }
        let in_library = case.profile.get("op-library", &op.name);
        let says = case.says("missing-operator", &[("index", &op.index.to_string()), ("name", &op.name)]);
        let of = calls(calls_of(case, &op.name));
        let (message, has) = match in_library {
            Some(library) => {
                let reader = &case.profile.name;
                let has = format!("only in the library {library}, which an application must link");
                (format!("{reader} has `{}` {has}: {reader}+{library} ({of})", op.name), has)
            }
            None => {
                let (reader, added) = (&case.profile.name, case.added("op", &op.name));
                (
                    format!("{reader} has no operator `{}`{added}, for {of}", op.name),
                    case.since("op", &op.name),
                )
            }
        };
        reasons.push(
            Reason::new(codes::OPERATOR_MISSING, Outcome::Fails)
                .message(Some(message))
                .stage(Some(Stage::Method))
                .subject(op.name.clone())
                .needs(format!("the operator, for {of}"))
                .has(has)
                .says(says)
                .place(op.first.clone())
                .help(Some(actions::missing(case, op))),
        );
    }
}

/// `1 call`, `2 calls`.
fn calls(n: u64) -> String {
    format!("{n} call{}", if n == 1 { "" } else { "s" })
}

fn calls_of(case: &JudgeContext<'_>, name: &str) -> u64 {
    case.entry.operators.iter().filter(|op| op.name == name).map(|op| op.count).sum()
}

/// Operators that a selective build has, but not for these element types.
pub(super) fn kernels(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for op in case.calls.iter().copied() {
        let Some(kernels) = case.profile.kernels(&op.name) else { continue };
        let needed = op.shape.kernel_key();
        let key = |key: &str| key.split_once('/').map_or(key, |(_, rest)| rest).to_string();
        let fits = kernels.iter().any(|k| k == "default" || key(k) == key(&needed));
        if kernels.is_empty() || fits {
            continue;
        }
        reasons.push(
            Reason::new(codes::KERNEL_MISSING, Outcome::Fails)
                .message(Some(format!(
                    "{} has `{}` for other element types than {}",
                    case.profile.name, op.name, needed
                )))
                .stage(Some(Stage::Method))
                .subject(op.name.clone())
                .needs(format!("a kernel for {needed}"))
                .has(kernels.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
                .says(case.says("missing-operator", &[("index", &op.index.to_string()), ("name", &op.name)]))
                .place(op.first.clone())
                .help(Some("add the key to et_kernel_metadata of the selective build".into())),
        );
    }
}

/// Operators that are there and fail, or compute something else, for some uses.
pub(super) fn failing(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for op in case.calls.iter().copied() {
        let row = ("op-fails", op.name.as_str());
        let Some(failure) = Failure::find::<OfCall>(case.profile, row, &op.shape) else { continue };
        reasons.push(
            Reason::new(
                if failure.outcome == Outcome::Misreads {
                    codes::OPERATOR_DIFFERS
                } else {
                    codes::OPERATOR_FAILS
                },
                failure.outcome,
            )
            .basis(Basis::Measured)
            .message(Some(format!(
                "`{}` of {} {} for ({}), {}",
                op.name,
                case.profile.name,
                if failure.outcome == Outcome::Misreads { "computes something else" } else { "fails" },
                op.shape,
                calls(op.count)
            )))
            .stage(Some(failure.stage))
            .subject(op.name.clone())
            .needs(format!("the operator for ({}), {}", op.shape, calls(op.count)))
            .has(match failure.outcome {
                Outcome::Misreads => "a kernel that computes something else for these arguments".into(),
                _ => "a kernel that fails for these arguments".into(),
            })
            .says(failure.says.map(str::to_string))
            .place(op.first.clone())
            .help(Some(actions::failing(case, op))),
        );
    }
}

/// Remarks on operators that compute something else for some values, which the file does not show.
pub(super) fn notes<'c>(calls: impl Iterator<Item = &'c OperatorUse>, profile: &Profile) -> BTreeSet<String> {
    let mut notes = BTreeSet::new();
    for op in calls {
        for row in profile.every("op-note", &op.name) {
            if let Some((condition, remark)) = row.split_once(" | ")
                && condition::holds::<OfCall>(condition, &op.shape)
            {
                notes.insert(format!("{}: {remark}", op.name));
            }
        }
    }
    notes
}
