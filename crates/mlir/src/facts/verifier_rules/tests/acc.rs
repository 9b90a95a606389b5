//! Rules on operations of acc.

use super::check;

#[test]
fn acc_loop_plain() {
    check(
        "acc-loop-plain",
        &[
            (
                "acc.loop",
                true,
                op!(
                    "acc.loop",
                    "operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1, 0>",
                    ["memref<f32>"],
                    "i1"
                ),
            ),
            ("acc.loop", false, op!("acc.loop", "seq", [], "i1")),
        ],
    );
}

#[test]
fn acc_no_values() {
    check(
        "acc-no-values",
        &[
            ("acc.loop", true, "\"acc.loop\"() ({\n\"acc.yield\"() : () -> ()\n}) : () -> ()"),
            (
                "acc.loop",
                false,
                "%v = \"t.v\"() : () -> i32\n\"acc.loop\"() ({\n\"acc.yield\"(%v) : (i32) -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn acc_recipe() {
    check(
        "acc-recipe",
        &[
            (
                "acc.private",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n%p = \"acc.private\"(%v) {recipe = @r} : (memref<f32>) -> memref<f32>",
            ),
            (
                "acc.reduction",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n%p = \"acc.reduction\"(%v) {recipe = @r} : (memref<f32>) -> memref<f32>",
            ),
        ],
    );
}

#[test]
fn acc_recipe_types() {
    check(
        "acc-recipe-types",
        &[
            (
                "acc.parallel",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizations = [@r]} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = i32} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizations = [@r]} : (memref<f32>) -> ()",
            ),
        ],
    );
}

#[test]
fn acc_recipes() {
    check(
        "acc-recipes",
        &[
            (
                "acc.parallel",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizationRecipes = [@r]} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizationRecipes = [@s]} : (memref<f32>) -> ()",
            ),
        ],
    );
}

#[test]
fn acc_var() {
    check(
        "acc-var",
        &[
            ("acc.copyin", true, op!("acc.copyin", "varType = i32", ["!llvm.ptr"], "!llvm.ptr")),
            ("acc.copyin", false, op!("acc.copyin", "varType = !llvm.ptr", ["!llvm.ptr"], "!llvm.ptr")),
            ("acc.copyin", false, op!("acc.copyin", "", ["memref<f32>"], "!llvm.ptr")),
        ],
    );
}

#[test]
fn acc_var_type() {
    check(
        "acc-var-type",
        &[
            ("acc.private", true, op!("acc.private", "varType = f32", ["memref<f32>"], "i1")),
            ("acc.private", false, op!("acc.private", "varType = memref<f32>", ["memref<f32>"], "i1")),
        ],
    );
}

#[test]
fn async_device_types() {
    check(
        "async-device-types",
        &[
            (
                "acc.update",
                true,
                op!(
                    "acc.update",
                    "operandSegmentSizes = array<i32: 0, 1, 0, 0>, asyncOperandsDeviceType = [#acc.device_type<none>]",
                    ["i32"],
                    "i1"
                ),
            ),
            (
                "acc.update",
                false,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 1, 0, 0>", ["i32"], "i1"),
            ),
        ],
    );
}

#[test]
fn copyin_clause_17() {
    check(
        "copyin-clause-17",
        &[
            ("acc.copyin", true, op!("acc.copyin", "dataClause = #acc<data_clause acc_copy>", [], "i1")),
            (
                "acc.copyin",
                false,
                op!("acc.copyin", "dataClause = #acc<data_clause acc_reduction>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn copyout_clause_17() {
    check(
        "copyout-clause-17",
        &[
            ("acc.copyout", true, op!("acc.copyout", "", [], "i1")),
            (
                "acc.copyout",
                false,
                op!("acc.copyout", "dataClause = #acc<data_clause acc_reduction>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn data_operands_not_arguments() {
    check(
        "data-operands-not-arguments",
        &[
            (
                "acc.declare_enter",
                true,
                "%v = \"acc.create\"() : () -> memref<f32>\n\"acc.declare_enter\"(%v) {} : (memref<f32>) -> ()",
            ),
            (
                "acc.declare_enter",
                false,
                "\"func.func\"() ({\n^bb0(%v: memref<f32>):\n\"acc.declare_enter\"(%v) {} : (memref<f32>) -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn declare_attribute() {
    check(
        "declare-attribute",
        &[
            (
                "acc.declare_enter",
                true,
                "%v = \"memref.alloca\"() {acc.declare = #acc.declare<dataClause = acc_create>} : () -> memref<f32>\n%c = \"acc.create\"(%v) {dataClause = #acc<data_clause acc_create>} : (memref<f32>) -> memref<f32>\n\"acc.declare_enter\"(%c) {} : (memref<f32>) -> ()",
            ),
            (
                "acc.declare_enter",
                false,
                "%v = \"memref.alloca\"() {acc.declare = #acc.declare<dataClause = acc_create>} : () -> memref<f32>\n%c = \"acc.create\"(%v) {dataClause = #acc<data_clause acc_copyin>} : (memref<f32>) -> memref<f32>\n\"acc.declare_enter\"(%c) {} : (memref<f32>) -> ()",
            ),
            (
                "acc.declare_enter",
                false,
                "%v = \"memref.alloca\"() {} : () -> memref<f32>\n%c = \"acc.create\"(%v) {dataClause = #acc<data_clause acc_create>} : (memref<f32>) -> memref<f32>\n\"acc.declare_enter\"(%c) {} : (memref<f32>) -> ()",
            ),
        ],
    );
}

#[test]
fn declare_not_empty() {
    check(
        "declare-not-empty",
        &[
            (
                "acc.declare_enter",
                true,
                "%v = \"acc.create\"() : () -> memref<f32>\n\"acc.declare_enter\"(%v) {} : (memref<f32>) -> ()",
            ),
            ("acc.declare_enter", false, op!("acc.declare_enter", "", [], "i1")),
        ],
    );
}

#[test]
fn delete_clause_19() {
    check(
        "delete-clause-19",
        &[
            ("acc.delete", true, op!("acc.delete", "dataClause = #acc<data_clause acc_create>", [], "i1")),
            (
                "acc.delete",
                false,
                op!("acc.delete", "dataClause = #acc<data_clause acc_no_create>", [], "i1"),
            ),
        ],
    );
}

#[test]
fn gangs_at_most_3() {
    check(
        "gangs-at-most-3",
        &[
            (
                "acc.parallel",
                true,
                op!(
                    "acc.parallel",
                    "operandSegmentSizes = array<i32: 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0>",
                    ["index", "index", "index"],
                    "i1"
                ),
            ),
            (
                "acc.parallel",
                false,
                op!(
                    "acc.parallel",
                    "operandSegmentSizes = array<i32: 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0>",
                    ["index", "index", "index", "index"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn loop_bounds() {
    check(
        "loop-bounds",
        &[
            (
                "acc.loop",
                true,
                op!(
                    "acc.loop",
                    "operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0>",
                    ["index", "index", "index"],
                    "i1"
                ),
            ),
            (
                "acc.loop",
                false,
                op!(
                    "acc.loop",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>",
                    ["index", "index"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn loop_contains() {
    check(
        "loop-contains",
        &[
            ("acc.loop", true, "\"acc.loop\"() ({\n\"scf.for\"() ({\n\n}) {} : () -> ()\n}) {} : () -> ()"),
            (
                "acc.loop",
                true,
                "\"acc.loop\"() ({\n\"scf.for\"() ({\n\"scf.for\"() ({\n\n}) {} : () -> ()\n}) {} : () -> ()\n}) {collapse = [2]} : () -> ()",
            ),
            (
                "acc.loop",
                false,
                "\"acc.loop\"() ({\n\"scf.for\"() ({\n\n}) {} : () -> ()\n\"scf.for\"() ({\n\n}) {} : () -> ()\n}) {collapse = [2]} : () -> ()",
            ),
            ("acc.loop", false, "\"acc.loop\"() ({\n\"acc.yield\"() : () -> ()\n}) {} : () -> ()"),
        ],
    );
}

#[test]
fn loop_mode() {
    check(
        "loop-mode",
        &[
            ("acc.loop", true, op!("acc.loop", "independent = [#acc.device_type<none>]", [], "i1")),
            ("acc.loop", false, op!("acc.loop", "seq = [#acc.device_type<nvidia>]", [], "i1")),
        ],
    );
}

#[test]
fn no_async_wait_conflict() {
    check(
        "no-async-wait-conflict",
        &[
            (
                "acc.parallel",
                true,
                op!(
                    "acc.parallel",
                    "asyncOperandsDeviceType = [#acc.device_type<none>], asyncOnly = [#acc.device_type<nvidia>]",
                    [],
                    "i1"
                ),
            ),
            (
                "acc.parallel",
                false,
                op!(
                    "acc.parallel",
                    "asyncOperandsDeviceType = [#acc.device_type<none>], asyncOnly = [#acc.device_type<none>]",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn no_compute_ancestor() {
    check(
        "no-compute-ancestor",
        &[
            ("acc.init", true, "\"acc.parallel\"() ({\n\"acc.init\"() {} : () -> ()\n}) {} : () -> ()"),
            ("acc.init", false, "\"acc.kernels\"() ({\n\"acc.init\"() {} : () -> ()\n}) {} : () -> ()"),
        ],
    );
}

#[test]
fn no_wait_devnum() {
    check(
        "no-wait-devnum",
        &[
            (
                "acc.update",
                true,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 0, 1, 0>", ["i32"], "i1"),
            ),
            (
                "acc.update",
                false,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 1, 0, 0>", ["i32"], "i1"),
            ),
        ],
    );
}

#[test]
fn private_ops() {
    check(
        "private-ops",
        &[
            (
                "acc.parallel",
                true,
                "%v = \"acc.private\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                false,
                "%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                false,
                "%v = \"acc.private\"() : () -> memref<f32>\n\"acc.parallel\"(%v, %v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0>} : (memref<f32>, memref<f32>) -> ()",
            ),
        ],
    );
}

#[test]
fn recipe_copy_two_args() {
    check(
        "recipe-copy-two-args",
        &[
            (
                "acc.firstprivate.recipe",
                true,
                "\"acc.firstprivate.recipe\"() ({\n\n}, {\n^bb0(%a: i32, %b: i32):\n\"acc.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "acc.firstprivate.recipe",
                false,
                "\"acc.firstprivate.recipe\"() ({\n\n}, {\n\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn recipe_init_yields() {
    check(
        "recipe-init-yields",
        &[
            (
                "acc.private.recipe",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n",
            ),
            (
                "acc.private.recipe",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = i32} : () -> ()\n",
            ),
        ],
    );
}

#[test]
fn segment_operands() {
    check(
        "segment-operands",
        &[
            (
                "acc.update",
                true,
                op!(
                    "acc.update",
                    "operandSegmentSizes = array<i32: 0, 0, 2, 0>, waitOperandsSegments = array<i32: 2>, waitOperandsDeviceType = [#acc.device_type<none>]",
                    ["i32", "i32"],
                    "i1"
                ),
            ),
            (
                "acc.update",
                false,
                op!(
                    "acc.update",
                    "operandSegmentSizes = array<i32: 0, 0, 2, 0>, waitOperandsSegments = array<i32: 1>, waitOperandsDeviceType = [#acc.device_type<none>]",
                    ["i32", "i32"],
                    "i1"
                ),
            ),
            (
                "acc.update",
                false,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 2, 0>", ["i32", "i32"], "i1"),
            ),
        ],
    );
}

#[test]
fn segments_with_device_types() {
    check(
        "segments-with-device-types",
        &[
            (
                "acc.update",
                true,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 2, 0>", ["i32", "i32"], "i1"),
            ),
            (
                "acc.update",
                false,
                op!(
                    "acc.update",
                    "operandSegmentSizes = array<i32: 0, 0, 2, 0>, waitOperandsSegments = array<i32: 2>",
                    ["i32", "i32"],
                    "i1"
                ),
            ),
        ],
    );
}
