//! Conditions on operations of llvm.

use super::super::llvm::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "llvm.module_flags",
                "module-flags-distinct",
                true,
                "\"llvm.module_flags\"() {flags = [#llvm.mlir.module_flag<error, \"a\", 4 : i32>, #llvm.mlir.module_flag<min, \"b\", 8 : i32>, #llvm.mlir.module_flag<require, \"a\", 1 : i32>]} : () -> ()",
            ),
            (
                "llvm.module_flags",
                "module-flags-distinct",
                false,
                "\"llvm.module_flags\"() {flags = [#llvm.mlir.module_flag<error, \"a\", 4 : i32>, #llvm.mlir.module_flag<min, \"a\", 8 : i32>]} : () -> ()",
            ),
            (
                "llvm.call",
                "addressof-no-alias",
                true,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void ()>} : () -> ()\n\"llvm.call\"() {callee = @f} : () -> ()",
            ),
            (
                "llvm.mlir.addressof",
                "addressof-no-alias",
                false,
                "\"llvm.mlir.alias\"() ({\n}) {sym_name = \"g\"} : () -> ()\n%r = \"llvm.mlir.addressof\"() {global_name = @g} : () -> !llvm.ptr",
            ),
            (
                "llvm.load",
                "atomic-pointer-size",
                true,
                op!("llvm.load", "ordering = 4 : i64", ["!llvm.ptr"], "!llvm.ptr<7>"),
            ),
            (
                "llvm.load",
                "atomic-pointer-size",
                false,
                "\"builtin.module\"() ({\n%a = \"t.v\"() : () -> !llvm.ptr\n%r = \"llvm.load\"(%a) {ordering = 4 : i64} : (!llvm.ptr) -> !llvm.ptr<7>\n}) {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<7> = dense<[160, 256, 256, 32]> : vector<4xi64>>} : () -> ()",
            ),
            (
                "llvm.load",
                "atomic-type-18",
                true,
                op!("llvm.load", "ordering = 0 : i64", ["!llvm.ptr"], "i128"),
            ),
            (
                "llvm.load",
                "atomic-type-18",
                false,
                op!("llvm.load", "ordering = 4 : i64", ["!llvm.ptr"], "i128"),
            ),
            (
                "llvm.atomicrmw",
                "atomicrmw-16",
                true,
                op!("llvm.atomicrmw", "bin_op = 0 : i64", ["!llvm.ptr", "i32"], "i32"),
            ),
            (
                "llvm.atomicrmw",
                "atomicrmw-16",
                false,
                op!("llvm.atomicrmw", "bin_op = 13 : i64", ["!llvm.ptr", "f32"], "f32"),
            ),
            (
                "llvm.atomicrmw",
                "atomicrmw-19",
                true,
                op!("llvm.atomicrmw", "bin_op = 13 : i64", ["!llvm.ptr", "f32"], "f32"),
            ),
            (
                "llvm.atomicrmw",
                "atomicrmw-19",
                false,
                op!("llvm.atomicrmw", "bin_op = 13 : i64", ["!llvm.ptr", "vector<2xf16>"], "vector<2xf16>"),
            ),
            (
                "llvm.call",
                "call-debug-location",
                true,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void ()>} : () -> ()\n\"llvm.func\"() ({\n\"llvm.call\"() {callee = @f} : () -> ()\n}) {sym_name = \"g\"} : () -> ()",
            ),
            (
                "llvm.call",
                "call-debug-location",
                false,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\"} : () -> () loc(fused<#llvm.di_subprogram<recId = distinct[0]<>>>[\"a\":1:1])\n\"llvm.func\"() ({\n\"llvm.call\"() {callee = @f} : () -> () loc(unknown)\n}) {sym_name = \"g\"} : () -> () loc(fused<#llvm.di_subprogram<recId = distinct[0]<>>>[\"a\":2:1])",
            ),
            (
                "llvm.call",
                "call-no-bundles",
                true,
                op!("llvm.call", "op_bundle_sizes = array<i32>", [], "i1"),
            ),
            (
                "llvm.call",
                "call-no-bundles",
                false,
                op!("llvm.call", "op_bundle_sizes = array<i32: 1>", [], "i1"),
            ),
            (
                "llvm.call",
                "callee-not-variadic",
                true,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void (i32)>} : () -> ()\n\"llvm.call\"() {callee = @f} : () -> ()",
            ),
            (
                "llvm.call",
                "callee-not-variadic",
                false,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void (ptr, ...)>} : () -> ()\n\"llvm.call\"() {callee = @f} : () -> ()",
            ),
            (
                "llvm.mlir.constant",
                "constant-18",
                true,
                op!("llvm.mlir.constant", "value = 1 : i32", [], "i32"),
            ),
            (
                "llvm.mlir.constant",
                "constant-18",
                false,
                op!("llvm.mlir.constant", "value = 1.0 : f32", [], "i64"),
            ),
            (
                "llvm.mlir.constant",
                "constant-18",
                false,
                op!("llvm.mlir.constant", "value = 1 : i32", [], "f32"),
            ),
            (
                "llvm.mlir.constant",
                "constant-21",
                true,
                op!(
                    "llvm.mlir.constant",
                    "value = dense<1> : tensor<2x2xi32>",
                    [],
                    "!llvm.array<2 x array<2 x i32>>"
                ),
            ),
            (
                "llvm.mlir.constant",
                "constant-21",
                true,
                op!("llvm.mlir.constant", "value = [1.0 : f32, 2 : i64]", [], "!llvm.struct<(f32, i64)>"),
            ),
            (
                "llvm.mlir.constant",
                "constant-21",
                true,
                op!(
                    "llvm.mlir.constant",
                    "value = [[1 : i32, 2.0 : f32], #llvm.zero]",
                    [],
                    "!llvm.array<2 x struct<(i32, f32)>>"
                ),
            ),
            (
                "llvm.mlir.constant",
                "constant-21",
                false,
                op!("llvm.mlir.constant", "value = dense<1> : tensor<2xi32>", [], "!llvm.array<4 x i32>"),
            ),
            (
                "llvm.mlir.constant",
                "constant-21",
                false,
                op!("llvm.mlir.constant", "value = [1 : i32, 2 : i32]", [], "!llvm.struct<(f32, i64)>"),
            ),
            (
                "llvm.mlir.constant",
                "constant-21",
                false,
                op!("llvm.mlir.constant", "value = [1 : i32]", [], "!llvm.array<1 x i32>"),
            ),
            (
                "llvm.mlir.constant",
                "constant-complex",
                true,
                op!("llvm.mlir.constant", "value = [1.0 : f32, 1.0 : f32]", [], "!llvm.struct<(f32, f32)>"),
            ),
            (
                "llvm.mlir.constant",
                "constant-complex",
                false,
                op!("llvm.mlir.constant", "value = [1.0 : f32, 1 : i32]", [], "!llvm.struct<(f32, i32)>"),
            ),
            (
                "llvm.mlir.constant",
                "constant-floats-22",
                true,
                op!("llvm.mlir.constant", "value = dense<1.0> : tensor<2xf32>", [], "!llvm.array<2 x i32>"),
            ),
            (
                "llvm.mlir.constant",
                "constant-floats-22",
                false,
                op!("llvm.mlir.constant", "value = 1.0 : bf16", [], "f16"),
            ),
            (
                "llvm.mlir.constant",
                "constant-floats-22",
                false,
                op!("llvm.mlir.constant", "value = dense<1.0> : tensor<2xf32>", [], "!llvm.array<2 x i64>"),
            ),
            (
                "llvm.getelementptr",
                "gep-indexable",
                true,
                op!(
                    "llvm.getelementptr",
                    "elem_type = !llvm.struct<(i32, array<4 x i8>)>, rawConstantIndices = array<i32: 0, 1, -2147483648>",
                    ["!llvm.ptr"],
                    "!llvm.ptr"
                ),
            ),
            (
                "llvm.getelementptr",
                "gep-indexable",
                false,
                op!(
                    "llvm.getelementptr",
                    "elem_type = !llvm.struct<(i32, array<4 x i8>)>, rawConstantIndices = array<i32: 0, 0, 1>",
                    ["!llvm.ptr"],
                    "!llvm.ptr"
                ),
            ),
            (
                "llvm.mlir.global",
                "global-target-ext",
                true,
                op!("llvm.mlir.global", "global_type = i32, value = 1 : i32", [], "i1"),
            ),
            (
                "llvm.mlir.global",
                "global-target-ext",
                false,
                op!(
                    "llvm.mlir.global",
                    "global_type = !llvm.target<\"spirv.Image\">, value = 1 : i32",
                    [],
                    "i1"
                ),
            ),
            (
                "llvm.call_intrinsic",
                "intrin-prefix",
                true,
                op!("llvm.call_intrinsic", "intrin = \"llvm.round\"", [], "i1"),
            ),
            (
                "llvm.call_intrinsic",
                "intrin-prefix",
                false,
                op!("llvm.call_intrinsic", "intrin = \"round\"", [], "i1"),
            ),
            (
                "llvm.intr.masked.gather",
                "masked-ptrs-match",
                true,
                op!("llvm.intr.masked.gather", "", ["!llvm.vec<4 x ptr>"], "vector<4xf32>"),
            ),
            (
                "llvm.intr.masked.gather",
                "masked-ptrs-match",
                false,
                op!("llvm.intr.masked.gather", "", ["vector<[4]x!llvm.ptr>"], "vector<4xf32>"),
            ),
            (
                "llvm.resume",
                "resume-landingpad",
                true,
                "%v = \"llvm.landingpad\"() : () -> i32\n\"llvm.resume\"(%v) : (i32) -> ()",
            ),
            (
                "llvm.resume",
                "resume-landingpad",
                false,
                "%v = \"t.v\"() : () -> i32\n\"llvm.resume\"(%v) : (i32) -> ()",
            ),
            (
                "llvm.switch",
                "switch-weights",
                true,
                "\"llvm.func\"() ({\n%v = \"t.v\"() : () -> i32\n\"llvm.switch\"(%v) [^bb1, ^bb2] {branch_weights = array<i32: 1, 2>} : (i32) -> ()\n^bb1:\n\"t.end\"() : () -> ()\n^bb2:\n\"t.end\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "llvm.switch",
                "switch-weights",
                false,
                "\"llvm.func\"() ({\n%v = \"t.v\"() : () -> i32\n\"llvm.switch\"(%v) [^bb1, ^bb2] {branch_weights = array<i32>} : (i32) -> ()\n^bb1:\n\"t.end\"() : () -> ()\n^bb2:\n\"t.end\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "llvm.call",
                "var-callee-type-fits",
                true,
                op!(
                    "llvm.call",
                    "callee = @f, var_callee_type = !llvm.func<i32 (ptr, ...)>",
                    ["!llvm.ptr", "i32"],
                    "i32"
                ),
            ),
            (
                "llvm.call",
                "var-callee-type-fits",
                false,
                op!(
                    "llvm.call",
                    "callee = @f, var_callee_type = !llvm.func<i32 (i32, ...)>",
                    ["!llvm.ptr", "i32"],
                    "i32"
                ),
            ),
            (
                "llvm.call",
                "var-callee-type-fits",
                false,
                op!("llvm.call", "callee = @f, callee_type = !llvm.func<i32 (ptr)>", ["!llvm.ptr"], "i32"),
            ),
        ],
    );
}
