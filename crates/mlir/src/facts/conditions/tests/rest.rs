//! Conditions on operations of quant, sparse_tensor, spirv, irdl, pdl and transform.

use super::super::rest::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "pdl.apply_native_constraint",
                "apply-constraint-results",
                true,
                op!("pdl.apply_native_constraint", "", [], "!pdl.value"),
            ),
            (
                "pdl.apply_native_constraint",
                "apply-constraint-results",
                false,
                op!("pdl.apply_native_constraint", "", [], "!pdl.operation"),
            ),
            (
                "sparse_tensor.assemble",
                "coo-levels",
                true,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                ),
            ),
            (
                "sparse_tensor.assemble",
                "coo-levels",
                false,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>>"
                ),
            ),
            (
                "sparse_tensor.assemble",
                "identity-level",
                true,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                ),
            ),
            (
                "sparse_tensor.assemble",
                "identity-level",
                false,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>"
                ),
            ),
            (
                "sparse_tensor.iterate",
                "iterate-one-arg",
                true,
                "\"sparse_tensor.iterate\"() ({\n^bb0(%i: index):\n\"sparse_tensor.yield\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "sparse_tensor.iterate",
                "iterate-one-arg",
                false,
                "\"sparse_tensor.iterate\"() ({\n^bb0(%i: index, %j: index):\n\"sparse_tensor.yield\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "sparse_tensor.lvl",
                "lvl-in-range",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n%r = \"sparse_tensor.lvl\"(%t, %c) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, index) -> index",
            ),
            (
                "sparse_tensor.lvl",
                "lvl-in-range",
                false,
                "%c = \"arith.constant\"() {value = 2 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n%r = \"sparse_tensor.lvl\"(%t, %c) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, index) -> index",
            ),
            (
                "sparse_tensor.push_back",
                "value-typed-positive",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%t = \"t.t\"() : () -> f32\n%r = \"sparse_tensor.push_back\"(%c, %t, %t, %c) : (index, f32, f32, index) -> f32",
            ),
            (
                "sparse_tensor.push_back",
                "value-typed-positive",
                false,
                "%c = \"arith.constant\"() {value = 0 : index} : () -> index\n%t = \"t.t\"() : () -> f32\n%r = \"sparse_tensor.push_back\"(%c, %t, %t, %c) : (index, f32, f32, index) -> f32",
            ),
            (
                "sparse_tensor.values",
                "values-element",
                true,
                op!(
                    "sparse_tensor.values",
                    "",
                    [
                        "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                    ],
                    "memref<?xf32>"
                ),
            ),
            (
                "sparse_tensor.values",
                "values-element",
                false,
                op!(
                    "sparse_tensor.values",
                    "",
                    [
                        "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                    ],
                    "memref<?xf64>"
                ),
            ),
            (
                "sparse_tensor.foreach",
                "foreach-args",
                true,
                "%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n\"sparse_tensor.foreach\"(%t) ({\n^bb0(%i: index, %j: index, %v: f32):\n\"sparse_tensor.yield\"() : () -> ()\n}) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> ()",
            ),
            (
                "sparse_tensor.foreach",
                "foreach-args",
                false,
                "%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n\"sparse_tensor.foreach\"(%t) ({\n^bb0(%i: index, %j: i64, %v: f32):\n\"sparse_tensor.yield\"() : () -> ()\n}) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> ()",
            ),
            (
                "quant.qcast",
                "quant-match",
                true,
                op!("quant.qcast", "", ["tensor<2xf32>"], "tensor<2x!quant.uniform<i8:f32, 1.0>>"),
            ),
            (
                "quant.dcast",
                "quant-match",
                true,
                op!(
                    "quant.dcast",
                    "",
                    ["tensor<2x!quant.uniform<i8<-127:127>:f32:0, {1.0, 2.0}>>"],
                    "tensor<2xf32>"
                ),
            ),
            (
                "quant.qcast",
                "quant-match",
                false,
                op!("quant.qcast", "", ["tensor<2xf16>"], "tensor<2x!quant.uniform<i8:f32, 1.0>>"),
            ),
            (
                "quant.dcast",
                "quant-match",
                false,
                op!("quant.dcast", "", ["tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>"], "tensor<3xf32>"),
            ),
            (
                "quant.scast",
                "quant-match",
                true,
                op!("quant.scast", "", ["tensor<2x!quant.uniform<i8:f32, 1.0>>"], "tensor<2xi8>"),
            ),
            ("irdl.type", "irdl-name", true, op!("irdl.type", "sym_name = \"!my_type\"", [], "i1")),
            ("irdl.type", "irdl-name", false, op!("irdl.type", "sym_name = \"MyType\"", [], "i1")),
            (
                "irdl.operands",
                "irdl-names",
                true,
                op!("irdl.operands", "names = [\"a\", \"b\"]", ["i1", "i1"], "i1"),
            ),
            (
                "irdl.operands",
                "irdl-names",
                false,
                op!("irdl.operands", "names = [\"a\", \"a\"]", ["i1", "i1"], "i1"),
            ),
            ("irdl.operands", "irdl-names", false, op!("irdl.operands", "", ["i1", "i1"], "i1")),
            (
                "irdl.operands",
                "variadicity-count",
                true,
                op!("irdl.operands", "variadicity = #irdl<variadicity_array[ single]>", ["i1"], "i1"),
            ),
            (
                "irdl.operands",
                "variadicity-count",
                false,
                op!(
                    "irdl.operands",
                    "variadicity = #irdl<variadicity_array[ single, optional]>",
                    ["i1"],
                    "i1"
                ),
            ),
            (
                "spirv.GlobalVariable",
                "init-not-variable",
                true,
                "\"spirv.module\"() ({\n\"spirv.SpecConstant\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
            (
                "spirv.GlobalVariable",
                "init-not-variable",
                false,
                "\"spirv.module\"() ({\n\"spirv.Other\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
            (
                "spirv.GlobalVariable",
                "init-not-composite",
                true,
                "\"spirv.module\"() ({\n\"spirv.SpecConstant\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
            (
                "spirv.GlobalVariable",
                "init-not-composite",
                false,
                "\"spirv.module\"() ({\n\"spirv.SpecConstantComposite\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
            (
                "spirv.KHR.CooperativeMatrixLoad",
                "memory-not-aligned",
                true,
                op!(
                    "spirv.KHR.CooperativeMatrixLoad",
                    "memory_operand = #spirv.memory_access<Volatile>",
                    [],
                    "i1"
                ),
            ),
            (
                "spirv.KHR.CooperativeMatrixLoad",
                "memory-not-aligned",
                false,
                op!(
                    "spirv.KHR.CooperativeMatrixLoad",
                    "memory_operand = #spirv.memory_access<Volatile|Aligned>",
                    [],
                    "i1"
                ),
            ),
            (
                "spirv.MatrixTimesScalar",
                "no-joint-matrix",
                true,
                op!("spirv.MatrixTimesScalar", "", ["!spirv.matrix<3 x vector<3xf32>>"], "i1"),
            ),
            (
                "spirv.MatrixTimesScalar",
                "no-joint-matrix",
                false,
                op!(
                    "spirv.MatrixTimesScalar",
                    "",
                    ["!spirv.jointmatrix<8x16xi32, ColumnMajor, Subgroup>"],
                    "i1"
                ),
            ),
            (
                "spirv.BranchConditional",
                "weights-not-zero",
                true,
                op!("spirv.BranchConditional", "branch_weights = [1 : i32, 0 : i32]", [], "i1"),
            ),
            (
                "spirv.BranchConditional",
                "weights-not-zero",
                false,
                op!("spirv.BranchConditional", "branch_weights = [0 : i32, 0 : i32]", [], "i1"),
            ),
            (
                "transform.structured.bufferize_to_allocation",
                "memcpy-op",
                true,
                op!("transform.structured.bufferize_to_allocation", "memcpy_op = \"linalg.copy\"", [], "i1"),
            ),
            (
                "transform.structured.bufferize_to_allocation",
                "memcpy-op",
                false,
                op!(
                    "transform.structured.bufferize_to_allocation",
                    "memcpy_op = \"memref.tensor_store\"",
                    [],
                    "i1"
                ),
            ),
            (
                "transform.structured.pad",
                "copy-back-op",
                true,
                op!("transform.structured.pad", "copy_back_op = \"none\"", [], "i1"),
            ),
            (
                "transform.structured.pad",
                "copy-back-op",
                false,
                op!("transform.structured.pad", "copy_back_op = \"memref.copy\"", [], "i1"),
            ),
            (
                "transform.bufferization.one_shot_bufferize",
                "one-shot-flags",
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
                "one-shot-flags",
                false,
                op!("transform.bufferization.one_shot_bufferize", "print_conflicts = true", [], "i1"),
            ),
            (
                "transform.structured.vectorize",
                "vector-scalable-sizes",
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
                "vector-scalable-sizes",
                false,
                op!("transform.structured.vectorize", "static_vector_sizes = array<i64: 4>", [], "i1"),
            ),
            (
                "transform.gpu.map_forall_to_blocks",
                "grid-dims",
                true,
                op!("transform.gpu.map_forall_to_blocks", "grid_dims = array<i64: 1, 1, 1>", [], "i1"),
            ),
            (
                "transform.gpu.map_forall_to_blocks",
                "grid-dims",
                false,
                op!("transform.gpu.map_forall_to_blocks", "grid_dims = array<i64: 1, 1>", [], "i1"),
            ),
            (
                "transform.structured.tile_using_for",
                "tile-loops",
                true,
                op!("transform.structured.tile_using_for", "static_sizes = array<i64: 0>", [], "i1"),
            ),
            (
                "transform.structured.tile_using_for",
                "tile-loops",
                false,
                op!("transform.structured.tile_using_for", "static_sizes = array<i64: 4>", [], "i1"),
            ),
            (
                "transform.structured.fuse",
                "fuse-interchange",
                true,
                op!("transform.structured.fuse", "tile_sizes = [4, 4], tile_interchange = [1, 0]", [], "i1"),
            ),
            (
                "transform.structured.fuse",
                "fuse-interchange",
                false,
                op!("transform.structured.fuse", "tile_sizes = [4], tile_interchange = [1, 0]", [], "i1"),
            ),
            (
                "transform.structured.fuse",
                "fuse-19",
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
                "fuse-19",
                false,
                op!(
                    "transform.structured.fuse",
                    "static_tile_sizes = array<i64: 0>, static_tile_interchange = array<i64: 1>",
                    [],
                    "i1"
                ),
            ),
            (
                "transform.structured.pack_transpose",
                "perms-in-range",
                true,
                op!("transform.structured.pack_transpose", "inner_perm = array<i64: 1, 0>", [], "i1"),
            ),
            (
                "transform.structured.pack_transpose",
                "perms-in-range",
                false,
                op!("transform.structured.pack_transpose", "inner_perm = array<i64: 2, 0>", [], "i1"),
            ),
            (
                "transform.split_handle",
                "split-interfaces",
                true,
                op!("transform.split_handle", "", ["!transform.any_op"], "!transform.op<\"f.f\">"),
            ),
            (
                "transform.split_handle",
                "split-interfaces",
                false,
                op!("transform.split_handle", "", ["!transform.any_op"], "!transform.any_value"),
            ),
            (
                "irdl.operation",
                "irdl-distinct",
                true,
                "\"irdl.operation\"() ({\n\"irdl.operands\"() {names = [\"a\"]} : () -> ()\n\"irdl.results\"() {names = [\"b\"]} : () -> ()\n}) : () -> ()",
            ),
            (
                "irdl.operation",
                "irdl-distinct",
                false,
                "\"irdl.operation\"() ({\n\"irdl.operands\"() {names = [\"a\"]} : () -> ()\n\"irdl.results\"() {names = [\"a\"]} : () -> ()\n}) : () -> ()",
            ),
            (
                "spirv.EXT.ConstantCompositeReplicate",
                "replicate-plain",
                true,
                op!("spirv.EXT.ConstantCompositeReplicate", "value = 1 : i32", [], "i32"),
            ),
            (
                "spirv.EXT.ConstantCompositeReplicate",
                "replicate-plain",
                false,
                op!("spirv.EXT.ConstantCompositeReplicate", "value = [1 : i32]", [], "i32"),
            ),
            (
                "spirv.SpecConstantComposite",
                "no-joint-matrix",
                false,
                op!(
                    "spirv.SpecConstantComposite",
                    "type = !spirv.jointmatrix<8x16xi32, ColumnMajor, Subgroup>",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}
