//! Rules on operations of nvvm.

use super::check;

#[test]
fn matrix_8x8() {
    check(
        "matrix-8x8",
        &[
            (
                "nvvm.ldmatrix",
                true,
                op!(
                    "nvvm.ldmatrix",
                    "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>",
                    [],
                    "i1"
                ),
            ),
            (
                "nvvm.ldmatrix",
                false,
                op!(
                    "nvvm.ldmatrix",
                    "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b16>",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn mbarrier_not_cluster() {
    check(
        "mbarrier-not-cluster",
        &[
            ("nvvm.mbarrier.arrive", true, op!("nvvm.mbarrier.arrive", "", ["!llvm.ptr<3>"], "i1")),
            ("nvvm.mbarrier.arrive", false, op!("nvvm.mbarrier.arrive", "", ["!llvm.ptr<7>"], "i1")),
        ],
    );
}

#[test]
fn mma_22() {
    check(
        "mma-22",
        &[
            (
                "nvvm.mma.sync",
                true,
                op!(
                    "nvvm.mma.sync",
                    "operandSegmentSizes = array<i32: 1, 1, 1>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>",
                    ["vector<2xf16>", "vector<2xf16>", "vector<2xf16>"],
                    "!llvm.struct<(vector<2xf16>, vector<2xf16>)>"
                ),
            ),
            (
                "nvvm.mma.sync",
                false,
                op!(
                    "nvvm.mma.sync",
                    "operandSegmentSizes = array<i32: 1, 1, 1>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, shape = #nvvm.shape<m = 16, n = 8, k = 16>",
                    ["vector<2xf16>", "vector<2xf16>", "vector<2xf16>"],
                    "!llvm.struct<(vector<2xf16>, vector<2xf16>)>"
                ),
            ),
            (
                "nvvm.mma.sync",
                false,
                op!(
                    "nvvm.mma.sync",
                    "operandSegmentSizes = array<i32: 1, 1, 1>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>",
                    ["vector<2xf16>", "vector<2xf16>", "vector<2xf16>"],
                    "!llvm.struct<(f32, f32)>"
                ),
            ),
        ],
    );
}

#[test]
fn mma_not_bf16() {
    check(
        "mma-not-bf16",
        &[
            (
                "nvvm.mma.sync",
                true,
                op!("nvvm.mma.sync", "multiplicandAPtxType = #nvvm.mma_type<f16>", [], "i1"),
            ),
            (
                "nvvm.mma.sync",
                false,
                op!("nvvm.mma.sync", "multiplicandAPtxType = #nvvm.mma_type<bf16>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn range_valid() {
    check(
        "range-valid",
        &[
            (
                "nvvm.read.ptx.sreg.tid.x",
                true,
                op!("nvvm.read.ptx.sreg.tid.x", "range = #llvm.constant_range<i32, 0, 32>", [], "i1"),
            ),
            (
                "nvvm.read.ptx.sreg.tid.x",
                false,
                op!("nvvm.read.ptx.sreg.tid.x", "range = #llvm.constant_range<i32, 32, 32>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn redux_type() {
    check(
        "redux-type",
        &[
            (
                "nvvm.redux.sync",
                true,
                op!("nvvm.redux.sync", "kind = #nvvm.redux_kind<add>", ["i32", "i32"], "i32"),
            ),
            (
                "nvvm.redux.sync",
                true,
                op!("nvvm.redux.sync", "kind = #nvvm.redux_kind<fmin>, abs = true", ["f32", "i32"], "f32"),
            ),
            (
                "nvvm.redux.sync",
                false,
                op!("nvvm.redux.sync", "kind = #nvvm.redux_kind<add>", ["f32", "i32"], "f32"),
            ),
        ],
    );
}

#[test]
fn shfl_types() {
    check(
        "shfl-types",
        &[
            (
                "nvvm.shfl.sync",
                true,
                op!("nvvm.shfl.sync", "return_value_and_is_valid", ["i32", "f32"], "!llvm.struct<(f32, i1)>"),
            ),
            ("nvvm.shfl.sync", true, op!("nvvm.shfl.sync", "", ["i32", "f32"], "f32")),
            ("nvvm.shfl.sync", false, op!("nvvm.shfl.sync", "", ["i32", "f32"], "i32")),
        ],
    );
}

#[test]
fn tcgen05_ld_offset() {
    check(
        "tcgen05-ld-offset",
        &[
            (
                "nvvm.tcgen05.ld",
                true,
                op!(
                    "nvvm.tcgen05.ld",
                    "shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>",
                    ["!llvm.ptr<6>", "i64"],
                    "i1"
                ),
            ),
            (
                "nvvm.tcgen05.ld",
                false,
                op!(
                    "nvvm.tcgen05.ld",
                    "shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>",
                    ["!llvm.ptr<6>", "i64"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn tma_coordinates() {
    check(
        "tma-coordinates",
        &[
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                true,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>",
                    ["!llvm.ptr<3>", "!llvm.ptr", "i32", "!llvm.ptr<3>"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                true,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "",
                    ["!llvm.ptr<3>", "!llvm.ptr", "!llvm.ptr<3>", "i32"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.global.shared.cta",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.global.shared.cta",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0>",
                    ["!llvm.ptr", "!llvm.ptr<3>"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn tma_im2col_offsets() {
    check(
        "tma-im2col-offsets",
        &[
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                true,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "operandSegmentSizes = array<i32: 0, 0, 3, 0, 1, 0, 0, 0>",
                    ["i32", "i32", "i32", "i16"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "operandSegmentSizes = array<i32: 0, 0, 2, 0, 1, 0, 0, 0>",
                    ["i32", "i32", "i16"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn tma_load_22() {
    check(
        "tma-load-22",
        &[
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                true,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "operandSegmentSizes = array<i32: 0, 0, 3, 0, 0, 0, 0, 1>",
                    ["i32", "i32", "i32", "i1"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "operandSegmentSizes = array<i32: 0, 0, 3, 0, 1, 0, 0, 0>",
                    ["i32", "i32", "i32", "i16"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn tma_no_im2col() {
    check(
        "tma-no-im2col",
        &[
            (
                "nvvm.cp.async.bulk.tensor.prefetch",
                true,
                op!(
                    "nvvm.cp.async.bulk.tensor.prefetch",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0>",
                    ["!llvm.ptr", "i32"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.prefetch",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.prefetch",
                    "operandSegmentSizes = array<i32: 1, 0, 1, 0>",
                    ["!llvm.ptr", "i16"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn wgmma_half() {
    check(
        "wgmma-half",
        &[
            (
                "nvvm.wgmma.mma_async",
                true,
                op!("nvvm.wgmma.mma_async", "typeA = #nvvm.wgmma_type<f16>", [], "i1"),
            ),
            (
                "nvvm.wgmma.mma_async",
                false,
                op!("nvvm.wgmma.mma_async", "typeA = #nvvm.wgmma_type<tf32>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn wmma_not_f64() {
    check(
        "wmma-not-f64",
        &[
            ("nvvm.wmma.load", true, op!("nvvm.wmma.load", "eltype = #nvvm.mma_type<f16>", [], "i1")),
            ("nvvm.wmma.load", false, op!("nvvm.wmma.load", "eltype = #nvvm.mma_type<f64>", [], "i1")),
        ],
    );
}

#[test]
fn wmma_not_integer() {
    check(
        "wmma-not-integer",
        &[
            (
                "nvvm.wmma.mma",
                true,
                op!(
                    "nvvm.wmma.mma",
                    "eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<f32>",
                    [],
                    "i1"
                ),
            ),
            (
                "nvvm.wmma.mma",
                false,
                op!(
                    "nvvm.wmma.mma",
                    "eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<s32>",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}
