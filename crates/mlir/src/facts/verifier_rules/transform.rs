//! Rules of verifiers on operations of transform.

use super::{DYNAMIC, OpView, Rule, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("copy-back-op", copy_back_op, "invalid copy_back_op"),
    rule("fuse-19", fuse_19, ""),
    rule("fuse-interchange", fuse_interchange, ""),
    rule("grid-dims", grid_dims, "transform require empty or size-3 grid_dims"),
    rule("memcpy-op", memcpy_op, "unsupported memcpy op"),
    rule("one-shot-flags", one_shot_flags, "'print_conflicts' requires 'test_analysis_only'"),
    rule("perms-in-range", perms_in_range, ""),
    rule(
        "split-interfaces",
        split_interfaces,
        "expects result types to implement the same transform interface as the operand type",
    ),
    rule("tile-loops", tile_loops, ""),
    rule("vector-scalable-sizes", vector_scalable_sizes, ""),
];

fn is_one_of(op: &OpView<'_, '_>, attr: &str, words: &[&str]) -> Option<bool> {
    Some(words.contains(&op.string(attr)?.as_str()))
}

fn memcpy_op(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.has("memcpy_op")? && is_one_of(op, "memcpy_op", &["memref.copy", "linalg.copy"])?)
}

fn copy_back_op(op: &OpView<'_, '_>) -> Option<bool> {
    Some(
        !op.has("copy_back_op")?
            || is_one_of(
                op,
                "copy_back_op",
                &["bufferization.materialize_in_destination", "linalg.copy", "none"],
            )?,
    )
}

fn one_shot_flags(op: &OpView<'_, '_>) -> Option<bool> {
    let set = |name| Some(op.has(name)? && op.integer(name)? != 0);
    Some(set("test_analysis_only")? || !set("print_conflicts")? && !set("dump_alias_sets")?)
}

/// A list of numbers; empty if it is not there.
fn numbers(op: &OpView<'_, '_>, names: &[&str]) -> Option<Vec<i64>> {
    for name in names {
        if op.has(name)? {
            return op.attr(name)?.integers();
        }
    }
    Some(Vec::new())
}

fn vector_scalable_sizes(op: &OpView<'_, '_>) -> Option<bool> {
    Some(numbers(op, &["scalable_sizes"])?.len() == numbers(op, &["static_vector_sizes"])?.len())
}

fn grid_dims(op: &OpView<'_, '_>) -> Option<bool> {
    Some(matches!(numbers(op, &["grid_dims"])?.len(), 0 | 3))
}

fn tile_loops(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.results() == 1 + numbers(op, &["static_sizes"])?.iter().filter(|size| **size != 0).count())
}

fn is_permutation(of: &[i64]) -> bool {
    let mut sorted = of.to_vec();
    sorted.sort_unstable();
    (0_i64..).zip(sorted).all(|(at, size)| at == size)
}

fn fuse_lists(op: &OpView<'_, '_>) -> Option<(Vec<i64>, Vec<i64>)> {
    Some((
        numbers(op, &["tile_interchange", "static_tile_interchange"])?,
        numbers(op, &["tile_sizes", "static_tile_sizes"])?,
    ))
}

fn fuse_interchange(op: &OpView<'_, '_>) -> Option<bool> {
    let (interchange, sizes) = fuse_lists(op)?;
    Some(interchange.len() <= sizes.len())
}

fn fuse_19(op: &OpView<'_, '_>) -> Option<bool> {
    let (interchange, sizes) = fuse_lists(op)?;
    let loops = sizes.iter().filter(|size| **size != 0).count();
    Some(is_permutation(&interchange) && !sizes.contains(&DYNAMIC) && op.results() == 1 + loops)
}

fn perms_in_range(op: &OpView<'_, '_>) -> Option<bool> {
    for name in ["matmul_inner_dims_order", "inner_perm", "outer_perm"] {
        let list = numbers(op, &[name])?;
        let count = i64::try_from(list.len()).ok()?;
        if !list.iter().all(|to| (0..count).contains(to)) {
            return Some(false);
        }
    }
    Some(true)
}

fn split_interfaces(op: &OpView<'_, '_>) -> Option<bool> {
    let kind = |ty: &Ty| match ty.text()?.strip_prefix("!transform.")? {
        "any_op" => Some(0),
        "any_value" => Some(1),
        "any_param" => Some(2),
        rest if rest.starts_with("op<") => Some(0),
        rest if rest.starts_with("param<") => Some(2),
        _ => None,
    };
    let of = kind(&*op.operand(0)?)?;
    for at in 0..op.results() {
        if kind(&*op.result(at)?)? != of {
            return Some(false);
        }
    }
    Some(true)
}
