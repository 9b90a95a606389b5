//! Rules on operations of transform.

use super::check;

#[test]
fn copy_back_op() {
    check(
        "copy-back-op",
        &[
            (
                "transform.structured.pad",
                true,
                op!("transform.structured.pad", "copy_back_op = \"none\"", [], "i1"),
            ),
            (
                "transform.structured.pad",
                false,
                op!("transform.structured.pad", "copy_back_op = \"memref.copy\"", [], "i1"),
            ),
        ],
    );
}

#[test]
fn fuse_19() {
    check(
        "fuse-19",
        &[
            (
                "transform.structured.fuse",
                true,
                op!(
                    "transform.structured.fuse",
                    "static_tile_sizes = array<i64: 0>, static_tile_interchange = array<i64: 0>",
                    [],
                    "i1"
                ),
            ),
            (
                "transform.structured.fuse",
                false,
                op!(
                    "transform.structured.fuse",
                    "static_tile_sizes = array<i64: 0>, static_tile_interchange = array<i64: 1>",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn fuse_interchange() {
    check(
        "fuse-interchange",
        &[
            (
                "transform.structured.fuse",
                true,
                op!("transform.structured.fuse", "tile_sizes = [4, 4], tile_interchange = [1, 0]", [], "i1"),
            ),
            (
                "transform.structured.fuse",
                false,
                op!("transform.structured.fuse", "tile_sizes = [4], tile_interchange = [1, 0]", [], "i1"),
            ),
        ],
    );
}

#[test]
fn grid_dims() {
    check(
        "grid-dims",
        &[
            (
                "transform.gpu.map_forall_to_blocks",
                true,
                op!("transform.gpu.map_forall_to_blocks", "grid_dims = array<i64: 1, 1, 1>", [], "i1"),
            ),
            (
                "transform.gpu.map_forall_to_blocks",
                false,
                op!("transform.gpu.map_forall_to_blocks", "grid_dims = array<i64: 1, 1>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn memcpy_op() {
    check(
        "memcpy-op",
        &[
            (
                "transform.structured.bufferize_to_allocation",
                true,
                op!("transform.structured.bufferize_to_allocation", "memcpy_op = \"linalg.copy\"", [], "i1"),
            ),
            (
                "transform.structured.bufferize_to_allocation",
                false,
                op!(
                    "transform.structured.bufferize_to_allocation",
                    "memcpy_op = \"memref.tensor_store\"",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn one_shot_flags() {
    check(
        "one-shot-flags",
        &[
            (
                "transform.bufferization.one_shot_bufferize",
                true,
                op!(
                    "transform.bufferization.one_shot_bufferize",
                    "print_conflicts = true, test_analysis_only = true",
                    [],
                    "i1"
                ),
            ),
            (
                "transform.bufferization.one_shot_bufferize",
                false,
                op!("transform.bufferization.one_shot_bufferize", "print_conflicts = true", [], "i1"),
            ),
        ],
    );
}

#[test]
fn perms_in_range() {
    check(
        "perms-in-range",
        &[
            (
                "transform.structured.pack_transpose",
                true,
                op!("transform.structured.pack_transpose", "inner_perm = array<i64: 1, 0>", [], "i1"),
            ),
            (
                "transform.structured.pack_transpose",
                false,
                op!("transform.structured.pack_transpose", "inner_perm = array<i64: 2, 0>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn split_interfaces() {
    check(
        "split-interfaces",
        &[
            (
                "transform.split_handle",
                true,
                op!("transform.split_handle", "", ["!transform.any_op"], "!transform.op<\"f.f\">"),
            ),
            (
                "transform.split_handle",
                false,
                op!("transform.split_handle", "", ["!transform.any_op"], "!transform.any_value"),
            ),
        ],
    );
}

#[test]
fn tile_loops() {
    check(
        "tile-loops",
        &[
            (
                "transform.structured.tile_using_for",
                true,
                op!("transform.structured.tile_using_for", "static_sizes = array<i64: 0>", [], "i1"),
            ),
            (
                "transform.structured.tile_using_for",
                false,
                op!("transform.structured.tile_using_for", "static_sizes = array<i64: 4>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn vector_scalable_sizes() {
    check(
        "vector-scalable-sizes",
        &[
            (
                "transform.structured.vectorize",
                true,
                op!(
                    "transform.structured.vectorize",
                    "scalable_sizes = array<i1: true>, static_vector_sizes = array<i64: 4>",
                    [],
                    "i1"
                ),
            ),
            (
                "transform.structured.vectorize",
                false,
                op!("transform.structured.vectorize", "static_vector_sizes = array<i64: 4>", [], "i1"),
            ),
        ],
    );
}
