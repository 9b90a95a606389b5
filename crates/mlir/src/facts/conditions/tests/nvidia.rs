//! Conditions on operations of nvvm and nvgpu.

use super::super::nvidia::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "nvgpu.device_async_copy",
                "async-copy-rank",
                true,
                op!("nvgpu.device_async_copy", "", ["memref<8xf32, 3>", "index", "memref<8xf32>"], "i1"),
            ),
            (
                "nvgpu.device_async_copy",
                "async-copy-rank",
                false,
                op!("nvgpu.device_async_copy", "", ["memref<f32, 3>", "memref<8xf32>"], "i1"),
            ),
            ("gpu.module", "gpu-target-21", true, op!("gpu.module", "targets = [#nvvm.target]", [], "i1")),
            (
                "gpu.module",
                "gpu-target-21",
                false,
                op!("gpu.module", "targets = [#nvvm.target<chip = \"sm_13\">]", [], "i1"),
            ),
            (
                "gpu.module",
                "gpu-target-22",
                true,
                "\"gpu.module\"() ({\n\"nvvm.wgmma.fence.aligned\"() : () -> ()\n}) {targets = [#nvvm.target<chip = \"sm_90a\">]} : () -> ()",
            ),
            (
                "gpu.module",
                "gpu-target-22",
                false,
                "\"gpu.module\"() ({\n\"nvvm.wgmma.fence.aligned\"() : () -> ()\n}) {targets = [#nvvm.target<chip = \"sm_90\">]} : () -> ()",
            ),
            (
                "gpu.module",
                "gpu-target-22",
                false,
                "\"gpu.module\"() ({\n\"nvvm.redux.sync\"() : () -> ()\n}) {targets = [#nvvm.target]} : () -> ()",
            ),
            (
                "nvvm.ldmatrix",
                "matrix-8x8",
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
                "matrix-8x8",
                false,
                op!(
                    "nvvm.ldmatrix",
                    "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b16>",
                    [],
                    "i1"
                ),
            ),
            (
                "nvvm.mbarrier.arrive",
                "mbarrier-not-cluster",
                true,
                op!("nvvm.mbarrier.arrive", "", ["!llvm.ptr<3>"], "i1"),
            ),
            (
                "nvvm.mbarrier.arrive",
                "mbarrier-not-cluster",
                false,
                op!("nvvm.mbarrier.arrive", "", ["!llvm.ptr<7>"], "i1"),
            ),
            (
                "nvvm.mma.sync",
                "mma-22",
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
                "mma-22",
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
                "mma-22",
                false,
                op!(
                    "nvvm.mma.sync",
                    "operandSegmentSizes = array<i32: 1, 1, 1>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>",
                    ["vector<2xf16>", "vector<2xf16>", "vector<2xf16>"],
                    "!llvm.struct<(f32, f32)>"
                ),
            ),
            (
                "nvvm.mma.sync",
                "mma-not-bf16",
                true,
                op!("nvvm.mma.sync", "multiplicandAPtxType = #nvvm.mma_type<f16>", [], "i1"),
            ),
            (
                "nvvm.mma.sync",
                "mma-not-bf16",
                false,
                op!("nvvm.mma.sync", "multiplicandAPtxType = #nvvm.mma_type<bf16>", [], "i1"),
            ),
            (
                "nvgpu.mma.sync",
                "mma-rank-2",
                true,
                op!("nvgpu.mma.sync", "", ["vector<4x2xf16>", "vector<4x2xf16>", "vector<4x2xf16>"], "i1"),
            ),
            (
                "nvgpu.mma.sync",
                "mma-rank-2",
                false,
                op!("nvgpu.mma.sync", "", ["vector<4x2xf16>", "vector<2xf16>", "vector<4x2xf16>"], "i1"),
            ),
            (
                "nvgpu.ldmatrix",
                "nvgpu-ldmatrix-rank-2",
                true,
                op!("nvgpu.ldmatrix", "", [], "vector<4x2xf16>"),
            ),
            (
                "nvgpu.ldmatrix",
                "nvgpu-ldmatrix-rank-2",
                false,
                op!("nvgpu.ldmatrix", "", [], "vector<4xf16>"),
            ),
            (
                "nvvm.read.ptx.sreg.tid.x",
                "range-valid",
                true,
                op!("nvvm.read.ptx.sreg.tid.x", "range = #llvm.constant_range<i32, 0, 32>", [], "i1"),
            ),
            (
                "nvvm.read.ptx.sreg.tid.x",
                "range-valid",
                false,
                op!("nvvm.read.ptx.sreg.tid.x", "range = #llvm.constant_range<i32, 32, 32>", [], "i1"),
            ),
            (
                "nvvm.redux.sync",
                "redux-type",
                true,
                op!("nvvm.redux.sync", "kind = #nvvm.redux_kind<add>", ["i32", "i32"], "i32"),
            ),
            (
                "nvvm.redux.sync",
                "redux-type",
                true,
                op!("nvvm.redux.sync", "kind = #nvvm.redux_kind<fmin>, abs = true", ["f32", "i32"], "f32"),
            ),
            (
                "nvvm.redux.sync",
                "redux-type",
                false,
                op!("nvvm.redux.sync", "kind = #nvvm.redux_kind<add>", ["f32", "i32"], "f32"),
            ),
            (
                "nvvm.shfl.sync",
                "shfl-types",
                true,
                op!("nvvm.shfl.sync", "return_value_and_is_valid", ["i32", "f32"], "!llvm.struct<(f32, i1)>"),
            ),
            ("nvvm.shfl.sync", "shfl-types", true, op!("nvvm.shfl.sync", "", ["i32", "f32"], "f32")),
            ("nvvm.shfl.sync", "shfl-types", false, op!("nvvm.shfl.sync", "", ["i32", "f32"], "i32")),
            (
                "nvvm.tcgen05.ld",
                "tcgen05-ld-offset",
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
                "tcgen05-ld-offset",
                false,
                op!(
                    "nvvm.tcgen05.ld",
                    "shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>",
                    ["!llvm.ptr<6>", "i64"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                "tma-coordinates",
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
                "tma-coordinates",
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
                "tma-coordinates",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.global.shared.cta",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0>",
                    ["!llvm.ptr", "!llvm.ptr<3>"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                "tma-im2col-offsets",
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
                "tma-im2col-offsets",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "operandSegmentSizes = array<i32: 0, 0, 2, 0, 1, 0, 0, 0>",
                    ["i32", "i32", "i16"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                "tma-load-22",
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
                "tma-load-22",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
                    "operandSegmentSizes = array<i32: 0, 0, 3, 0, 1, 0, 0, 0>",
                    ["i32", "i32", "i32", "i16"],
                    "i1"
                ),
            ),
            (
                "nvvm.cp.async.bulk.tensor.prefetch",
                "tma-no-im2col",
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
                "tma-no-im2col",
                false,
                op!(
                    "nvvm.cp.async.bulk.tensor.prefetch",
                    "operandSegmentSizes = array<i32: 1, 0, 1, 0>",
                    ["!llvm.ptr", "i16"],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.create.descriptor",
                "tma-create-18",
                true,
                op!(
                    "nvgpu.tma.create.descriptor",
                    "",
                    [],
                    "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                ),
            ),
            (
                "nvgpu.tma.create.descriptor",
                "tma-create-18",
                false,
                op!(
                    "nvgpu.tma.create.descriptor",
                    "",
                    [],
                    "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 1>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-dims-19",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-dims-19",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<512x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<512x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-load-18",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-load-18",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<64x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-swizzle-19",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-swizzle-19",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x32xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x32xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-swizzle-22",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x32xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x32xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                "tma-swizzle-22",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvvm.wgmma.mma_async",
                "wgmma-half",
                true,
                op!("nvvm.wgmma.mma_async", "typeA = #nvvm.wgmma_type<f16>", [], "i1"),
            ),
            (
                "nvvm.wgmma.mma_async",
                "wgmma-half",
                false,
                op!("nvvm.wgmma.mma_async", "typeA = #nvvm.wgmma_type<tf32>", [], "i1"),
            ),
            (
                "nvvm.wmma.load",
                "wmma-not-f64",
                true,
                op!("nvvm.wmma.load", "eltype = #nvvm.mma_type<f16>", [], "i1"),
            ),
            (
                "nvvm.wmma.load",
                "wmma-not-f64",
                false,
                op!("nvvm.wmma.load", "eltype = #nvvm.mma_type<f64>", [], "i1"),
            ),
            (
                "nvvm.wmma.mma",
                "wmma-not-integer",
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
                "wmma-not-integer",
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
