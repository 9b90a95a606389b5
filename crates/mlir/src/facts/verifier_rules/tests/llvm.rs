//! Rules on operations of llvm, except for constants.

use super::check;

#[test]
fn addressof_no_alias() {
    check(
        "addressof-no-alias",
        &[
            (
                "llvm.call",
                true,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void ()>} : () -> ()\n\"llvm.call\"() {callee = @f} : () -> ()",
            ),
            (
                "llvm.mlir.addressof",
                false,
                "\"llvm.mlir.alias\"() ({\n}) {sym_name = \"g\"} : () -> ()\n%r = \"llvm.mlir.addressof\"() {global_name = @g} : () -> !llvm.ptr",
            ),
        ],
    );
}

#[test]
fn atomic_access() {
    check(
        "atomic-access",
        &[
            ("llvm.load", true, op!("llvm.load", "ordering = 0 : i64", ["!llvm.ptr"], "i32")),
            (
                "llvm.load",
                true,
                op!("llvm.load", "ordering = 2 : i64, alignment = 4 : i64", ["!llvm.ptr"], "i32"),
            ),
            ("llvm.load", false, op!("llvm.load", "ordering = 2 : i64", ["!llvm.ptr"], "i32")),
            (
                "llvm.load",
                false,
                op!("llvm.load", "ordering = 0 : i64, syncscope = \"s\"", ["!llvm.ptr"], "i32"),
            ),
        ],
    );
}

#[test]
fn atomic_pointer_size() {
    check(
        "atomic-pointer-size",
        &[
            ("llvm.load", true, op!("llvm.load", "ordering = 4 : i64", ["!llvm.ptr"], "!llvm.ptr<7>")),
            (
                "llvm.load",
                false,
                "\"builtin.module\"() ({\n%a = \"t.v\"() : () -> !llvm.ptr\n%r = \"llvm.load\"(%a) {ordering = 4 : i64} : (!llvm.ptr) -> !llvm.ptr<7>\n}) {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<7> = dense<[160, 256, 256, 32]> : vector<4xi64>>} : () -> ()",
            ),
        ],
    );
}

#[test]
fn atomic_type_18() {
    check(
        "atomic-type-18",
        &[
            ("llvm.load", true, op!("llvm.load", "ordering = 0 : i64", ["!llvm.ptr"], "i128")),
            ("llvm.load", false, op!("llvm.load", "ordering = 4 : i64", ["!llvm.ptr"], "i128")),
        ],
    );
}

#[test]
fn atomicrmw_16() {
    check(
        "atomicrmw-16",
        &[
            ("llvm.atomicrmw", true, op!("llvm.atomicrmw", "bin_op = 0 : i64", ["!llvm.ptr", "i32"], "i32")),
            (
                "llvm.atomicrmw",
                false,
                op!("llvm.atomicrmw", "bin_op = 13 : i64", ["!llvm.ptr", "f32"], "f32"),
            ),
        ],
    );
}

#[test]
fn atomicrmw_19() {
    check(
        "atomicrmw-19",
        &[
            ("llvm.atomicrmw", true, op!("llvm.atomicrmw", "bin_op = 13 : i64", ["!llvm.ptr", "f32"], "f32")),
            (
                "llvm.atomicrmw",
                false,
                op!("llvm.atomicrmw", "bin_op = 13 : i64", ["!llvm.ptr", "vector<2xf16>"], "vector<2xf16>"),
            ),
        ],
    );
}

#[test]
fn call_debug_location() {
    check(
        "call-debug-location",
        &[
            (
                "llvm.call",
                true,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void ()>} : () -> ()\n\"llvm.func\"() ({\n\"llvm.call\"() {callee = @f} : () -> ()\n}) {sym_name = \"g\"} : () -> ()",
            ),
            (
                "llvm.call",
                false,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\"} : () -> () loc(fused<#llvm.di_subprogram<recId = distinct[0]<>>>[\"a\":1:1])\n\"llvm.func\"() ({\n\"llvm.call\"() {callee = @f} : () -> () loc(unknown)\n}) {sym_name = \"g\"} : () -> () loc(fused<#llvm.di_subprogram<recId = distinct[0]<>>>[\"a\":2:1])",
            ),
        ],
    );
}

#[test]
fn call_no_bundles() {
    check(
        "call-no-bundles",
        &[
            ("llvm.call", true, op!("llvm.call", "op_bundle_sizes = array<i32>", [], "i1")),
            ("llvm.call", false, op!("llvm.call", "op_bundle_sizes = array<i32: 1>", [], "i1")),
        ],
    );
}

#[test]
fn callee_not_variadic() {
    check(
        "callee-not-variadic",
        &[
            (
                "llvm.call",
                true,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void (i32)>} : () -> ()\n\"llvm.call\"() {callee = @f} : () -> ()",
            ),
            (
                "llvm.call",
                false,
                "\"llvm.func\"() ({\n^bb0:\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void (ptr, ...)>} : () -> ()\n\"llvm.call\"() {callee = @f} : () -> ()",
            ),
        ],
    );
}

#[test]
fn gep_indexable() {
    check(
        "gep-indexable",
        &[
            (
                "llvm.getelementptr",
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
                false,
                op!(
                    "llvm.getelementptr",
                    "elem_type = !llvm.struct<(i32, array<4 x i8>)>, rawConstantIndices = array<i32: 0, 0, 1>",
                    ["!llvm.ptr"],
                    "!llvm.ptr"
                ),
            ),
        ],
    );
}

#[test]
fn global_target_ext() {
    check(
        "global-target-ext",
        &[
            (
                "llvm.mlir.global",
                true,
                op!("llvm.mlir.global", "global_type = i32, value = 1 : i32", [], "i1"),
            ),
            (
                "llvm.mlir.global",
                false,
                op!(
                    "llvm.mlir.global",
                    "global_type = !llvm.target<\"spirv.Image\">, value = 1 : i32",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn intrin_prefix() {
    check(
        "intrin-prefix",
        &[
            ("llvm.call_intrinsic", true, op!("llvm.call_intrinsic", "intrin = \"llvm.round\"", [], "i1")),
            ("llvm.call_intrinsic", false, op!("llvm.call_intrinsic", "intrin = \"round\"", [], "i1")),
        ],
    );
}

#[test]
fn masked_ptrs_match() {
    check(
        "masked-ptrs-match",
        &[
            (
                "llvm.intr.masked.gather",
                true,
                op!("llvm.intr.masked.gather", "", ["!llvm.vec<4 x ptr>"], "vector<4xf32>"),
            ),
            (
                "llvm.intr.masked.gather",
                false,
                op!("llvm.intr.masked.gather", "", ["vector<[4]x!llvm.ptr>"], "vector<4xf32>"),
            ),
        ],
    );
}

#[test]
fn module_flags_distinct() {
    check(
        "module-flags-distinct",
        &[
            (
                "llvm.module_flags",
                true,
                "\"llvm.module_flags\"() {flags = [#llvm.mlir.module_flag<error, \"a\", 4 : i32>, #llvm.mlir.module_flag<min, \"b\", 8 : i32>, #llvm.mlir.module_flag<require, \"a\", 1 : i32>]} : () -> ()",
            ),
            (
                "llvm.module_flags",
                false,
                "\"llvm.module_flags\"() {flags = [#llvm.mlir.module_flag<error, \"a\", 4 : i32>, #llvm.mlir.module_flag<min, \"a\", 8 : i32>]} : () -> ()",
            ),
        ],
    );
}

#[test]
fn resume_landingpad() {
    check(
        "resume-landingpad",
        &[
            (
                "llvm.resume",
                true,
                "%v = \"llvm.landingpad\"() : () -> i32\n\"llvm.resume\"(%v) : (i32) -> ()",
            ),
            ("llvm.resume", false, "%v = \"t.v\"() : () -> i32\n\"llvm.resume\"(%v) : (i32) -> ()"),
        ],
    );
}

#[test]
fn switch_weights() {
    check(
        "switch-weights",
        &[
            (
                "llvm.switch",
                true,
                "\"llvm.func\"() ({\n%v = \"t.v\"() : () -> i32\n\"llvm.switch\"(%v) [^bb1, ^bb2] {branch_weights = array<i32: 1, 2>} : (i32) -> ()\n^bb1:\n\"t.end\"() : () -> ()\n^bb2:\n\"t.end\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "llvm.switch",
                false,
                "\"llvm.func\"() ({\n%v = \"t.v\"() : () -> i32\n\"llvm.switch\"(%v) [^bb1, ^bb2] {branch_weights = array<i32>} : (i32) -> ()\n^bb1:\n\"t.end\"() : () -> ()\n^bb2:\n\"t.end\"() : () -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn var_callee_type_fits() {
    check(
        "var-callee-type-fits",
        &[
            (
                "llvm.call",
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
                false,
                op!("llvm.call", "callee = @f, callee_type = !llvm.func<i32 (ptr)>", ["!llvm.ptr"], "i32"),
            ),
        ],
    );
}

#[test]
fn addresses_symbol() {
    check(
        "addresses-symbol",
        &[
            (
                "llvm.mlir.addressof",
                true,
                "\"llvm.mlir.global\"() ({\n}) {sym_name = \"g\", global_type = i32} : () -> ()\n%r = \"llvm.mlir.addressof\"() {global_name = @g} : () -> !llvm.ptr",
            ),
            (
                "llvm.mlir.addressof",
                false,
                "\"llvm.comdat\"() ({\n}) {sym_name = \"g\"} : () -> ()\n%r = \"llvm.mlir.addressof\"() {global_name = @g} : () -> !llvm.ptr",
            ),
            (
                "llvm.mlir.addressof",
                false,
                "%r = \"llvm.mlir.addressof\"() {global_name = @g} : () -> !llvm.ptr",
            ),
        ],
    );
}

#[test]
fn gep_indices() {
    check(
        "gep-indices",
        &[
            (
                "llvm.getelementptr",
                true,
                op!(
                    "llvm.getelementptr",
                    "elem_type = i32, rawConstantIndices = array<i32: -2147483648>",
                    ["!llvm.ptr", "i64"],
                    "!llvm.ptr"
                ),
            ),
            (
                "llvm.getelementptr",
                true,
                op!(
                    "llvm.getelementptr",
                    "elem_type = !llvm.struct<(i32, ptr)>, rawConstantIndices = array<i32: 0, 1>",
                    ["!llvm.ptr"],
                    "!llvm.ptr"
                ),
            ),
            (
                "llvm.getelementptr",
                false,
                op!(
                    "llvm.getelementptr",
                    "elem_type = i32, rawConstantIndices = array<i32: 0, 1>",
                    ["!llvm.ptr"],
                    "!llvm.ptr"
                ),
            ),
            (
                "llvm.getelementptr",
                false,
                op!(
                    "llvm.getelementptr",
                    "elem_type = i32, rawConstantIndices = array<i32: 1>",
                    ["!llvm.ptr", "i64"],
                    "!llvm.ptr"
                ),
            ),
        ],
    );
}

#[test]
fn llvm_global_types() {
    check(
        "llvm-global-types",
        &[
            (
                "llvm.mlir.global",
                true,
                no_values!("llvm.mlir.global", "global_type = !llvm.array<3 x i8>, value = \"abc\""),
            ),
            (
                "llvm.mlir.global",
                false,
                no_values!("llvm.mlir.global", "global_type = !llvm.array<2 x i8>, value = \"abc\""),
            ),
            ("llvm.mlir.global", true, no_values!("llvm.mlir.global", "global_type = i32, value = 1 : i32")),
            ("llvm.mlir.global", false, no_values!("llvm.mlir.global", "global_type = i32, value = 1 : i64")),
        ],
    );
}
