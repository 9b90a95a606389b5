//! Conditions on operations of affine, arith, scf, func and others that ordinary control flow consists of.

use super::{Condition, View};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    Condition { name: "affine-bounds-nonempty", holds: affine_bounds_nonempty, says: "" },
    Condition { name: "affine-map-nonempty", holds: affine_map_nonempty, says: "affine map expect at least one result" },
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[];

fn affine_bounds_nonempty(op: &View<'_, '_>) -> Option<bool> {
    let one = |names: [&str; 2]| names.iter().find_map(|name| op.map(name)).map(|map| !map.results.is_empty());
    Some(one(["lowerBoundMap", "lower_bound"])? && one(["upperBoundMap", "upper_bound"])?)
}

fn affine_map_nonempty(op: &View<'_, '_>) -> Option<bool> {
    Some(!op.map("map")?.results.is_empty())
}
