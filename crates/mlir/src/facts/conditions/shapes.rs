//! Conditions on operations of memref, tensor, linalg and bufferization.

use super::scene::DYNAMIC;
use super::{Condition, View};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    Condition { name: "alignment-power-of-two", holds: alignment_power_of_two, says: "" },
    Condition { name: "alignment-not-negative", holds: alignment_not_negative, says: "" },
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[];

fn alignment_power_of_two(op: &View<'_, '_>) -> Option<bool> {
    match op.has("alignment")? {
        false => Some(true),
        true => Some(op.integer("alignment").is_some_and(|value| value > 0 && value.count_ones() == 1 && value != DYNAMIC)),
    }
}

fn alignment_not_negative(op: &View<'_, '_>) -> Option<bool> {
    match op.has("alignment")? {
        false => Some(true),
        true => Some(op.integer("alignment").is_some_and(|value| value >= 0)),
    }
}
