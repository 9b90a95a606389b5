//! Conditions on operations of acc.

use super::super::acc::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "acc.loop",
                "acc-no-values",
                true,
                "\"acc.loop\"() ({\n\"acc.yield\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "acc.loop",
                "acc-no-values",
                false,
                "%v = \"t.v\"() : () -> i32\n\"acc.loop\"() ({\n\"acc.yield\"(%v) : (i32) -> ()\n}) : () -> ()",
            ),
            ("acc.copyin", "acc-var", true, op!("acc.copyin", "varType = i32", ["!llvm.ptr"], "!llvm.ptr")),
            (
                "acc.copyin",
                "acc-var",
                false,
                op!("acc.copyin", "varType = !llvm.ptr", ["!llvm.ptr"], "!llvm.ptr"),
            ),
            ("acc.copyin", "acc-var", false, op!("acc.copyin", "", ["memref<f32>"], "!llvm.ptr")),
            ("acc.private", "acc-var-type", true, op!("acc.private", "varType = f32", ["memref<f32>"], "i1")),
            (
                "acc.private",
                "acc-var-type",
                false,
                op!("acc.private", "varType = memref<f32>", ["memref<f32>"], "i1"),
            ),
            (
                "acc.private",
                "acc-recipe",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n%p = \"acc.private\"(%v) {recipe = @r} : (memref<f32>) -> memref<f32>",
            ),
            (
                "acc.reduction",
                "acc-recipe",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n%p = \"acc.reduction\"(%v) {recipe = @r} : (memref<f32>) -> memref<f32>",
            ),
            (
                "acc.parallel",
                "private-ops",
                true,
                "%v = \"acc.private\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                "private-ops",
                false,
                "%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                "private-ops",
                false,
                "%v = \"acc.private\"() : () -> memref<f32>\n\"acc.parallel\"(%v, %v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0>} : (memref<f32>, memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                "acc-recipes",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizationRecipes = [@r]} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                "acc-recipes",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                "acc-recipes",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizationRecipes = [@s]} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                "acc-recipe-types",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizations = [@r]} : (memref<f32>) -> ()",
            ),
            (
                "acc.parallel",
                "acc-recipe-types",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = i32} : () -> ()\n%v = \"t.v\"() : () -> memref<f32>\n\"acc.parallel\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>, privatizations = [@r]} : (memref<f32>) -> ()",
            ),
            (
                "acc.update",
                "segment-operands",
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
                "segment-operands",
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
                "segment-operands",
                false,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 2, 0>", ["i32", "i32"], "i1"),
            ),
            (
                "acc.update",
                "segments-with-device-types",
                true,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 2, 0>", ["i32", "i32"], "i1"),
            ),
            (
                "acc.update",
                "segments-with-device-types",
                false,
                op!(
                    "acc.update",
                    "operandSegmentSizes = array<i32: 0, 0, 2, 0>, waitOperandsSegments = array<i32: 2>",
                    ["i32", "i32"],
                    "i1"
                ),
            ),
            (
                "acc.update",
                "async-device-types",
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
                "async-device-types",
                false,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 1, 0, 0>", ["i32"], "i1"),
            ),
            (
                "acc.parallel",
                "no-async-wait-conflict",
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
                "no-async-wait-conflict",
                false,
                op!(
                    "acc.parallel",
                    "asyncOperandsDeviceType = [#acc.device_type<none>], asyncOnly = [#acc.device_type<none>]",
                    [],
                    "i1"
                ),
            ),
            (
                "acc.update",
                "no-wait-devnum",
                true,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 0, 1, 0>", ["i32"], "i1"),
            ),
            (
                "acc.update",
                "no-wait-devnum",
                false,
                op!("acc.update", "operandSegmentSizes = array<i32: 0, 0, 1, 0, 0>", ["i32"], "i1"),
            ),
            (
                "acc.loop",
                "loop-bounds",
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
                "loop-bounds",
                false,
                op!(
                    "acc.loop",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>",
                    ["index", "index"],
                    "i1"
                ),
            ),
            (
                "acc.loop",
                "loop-mode",
                true,
                op!("acc.loop", "independent = [#acc.device_type<none>]", [], "i1"),
            ),
            ("acc.loop", "loop-mode", false, op!("acc.loop", "seq = [#acc.device_type<nvidia>]", [], "i1")),
            (
                "acc.loop",
                "loop-contains",
                true,
                "\"acc.loop\"() ({\n\"scf.for\"() ({\n\n}) {} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "acc.loop",
                "loop-contains",
                true,
                "\"acc.loop\"() ({\n\"scf.for\"() ({\n\"scf.for\"() ({\n\n}) {} : () -> ()\n}) {} : () -> ()\n}) {collapse = [2]} : () -> ()",
            ),
            (
                "acc.loop",
                "loop-contains",
                false,
                "\"acc.loop\"() ({\n\"scf.for\"() ({\n\n}) {} : () -> ()\n\"scf.for\"() ({\n\n}) {} : () -> ()\n}) {collapse = [2]} : () -> ()",
            ),
            (
                "acc.loop",
                "loop-contains",
                false,
                "\"acc.loop\"() ({\n\"acc.yield\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "acc.loop",
                "acc-loop-plain",
                true,
                op!(
                    "acc.loop",
                    "operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1, 0>",
                    ["memref<f32>"],
                    "i1"
                ),
            ),
            ("acc.loop", "acc-loop-plain", false, op!("acc.loop", "seq", [], "i1")),
            (
                "acc.init",
                "no-compute-ancestor",
                true,
                "\"acc.parallel\"() ({\n\"acc.init\"() {} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "acc.init",
                "no-compute-ancestor",
                false,
                "\"acc.kernels\"() ({\n\"acc.init\"() {} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "acc.declare_enter",
                "data-operands-not-arguments",
                true,
                "%v = \"acc.create\"() : () -> memref<f32>\n\"acc.declare_enter\"(%v) {} : (memref<f32>) -> ()",
            ),
            (
                "acc.declare_enter",
                "data-operands-not-arguments",
                false,
                "\"func.func\"() ({\n^bb0(%v: memref<f32>):\n\"acc.declare_enter\"(%v) {} : (memref<f32>) -> ()\n}) : () -> ()",
            ),
            (
                "acc.declare_enter",
                "declare-attribute",
                true,
                "%v = \"memref.alloca\"() {acc.declare = #acc.declare<dataClause = acc_create>} : () -> memref<f32>\n%c = \"acc.create\"(%v) {dataClause = #acc<data_clause acc_create>} : (memref<f32>) -> memref<f32>\n\"acc.declare_enter\"(%c) {} : (memref<f32>) -> ()",
            ),
            (
                "acc.declare_enter",
                "declare-attribute",
                false,
                "%v = \"memref.alloca\"() {acc.declare = #acc.declare<dataClause = acc_create>} : () -> memref<f32>\n%c = \"acc.create\"(%v) {dataClause = #acc<data_clause acc_copyin>} : (memref<f32>) -> memref<f32>\n\"acc.declare_enter\"(%c) {} : (memref<f32>) -> ()",
            ),
            (
                "acc.declare_enter",
                "declare-attribute",
                false,
                "%v = \"memref.alloca\"() {} : () -> memref<f32>\n%c = \"acc.create\"(%v) {dataClause = #acc<data_clause acc_create>} : (memref<f32>) -> memref<f32>\n\"acc.declare_enter\"(%c) {} : (memref<f32>) -> ()",
            ),
            (
                "acc.declare_enter",
                "declare-not-empty",
                true,
                "%v = \"acc.create\"() : () -> memref<f32>\n\"acc.declare_enter\"(%v) {} : (memref<f32>) -> ()",
            ),
            ("acc.declare_enter", "declare-not-empty", false, op!("acc.declare_enter", "", [], "i1")),
            (
                "acc.copyin",
                "copyin-clause-17",
                true,
                op!("acc.copyin", "dataClause = #acc<data_clause acc_copy>", [], "i1"),
            ),
            (
                "acc.copyin",
                "copyin-clause-17",
                false,
                op!("acc.copyin", "dataClause = #acc<data_clause acc_reduction>", [], "i1"),
            ),
            ("acc.copyout", "copyout-clause-17", true, op!("acc.copyout", "", [], "i1")),
            (
                "acc.copyout",
                "copyout-clause-17",
                false,
                op!("acc.copyout", "dataClause = #acc<data_clause acc_reduction>", [], "i1"),
            ),
            (
                "acc.delete",
                "delete-clause-19",
                true,
                op!("acc.delete", "dataClause = #acc<data_clause acc_create>", [], "i1"),
            ),
            (
                "acc.delete",
                "delete-clause-19",
                false,
                op!("acc.delete", "dataClause = #acc<data_clause acc_no_create>", [], "i1"),
            ),
            (
                "acc.parallel",
                "gangs-at-most-3",
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
                "gangs-at-most-3",
                false,
                op!(
                    "acc.parallel",
                    "operandSegmentSizes = array<i32: 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0>",
                    ["index", "index", "index", "index"],
                    "i1"
                ),
            ),
            (
                "acc.private.recipe",
                "recipe-init-yields",
                true,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = memref<f32>} : () -> ()\n",
            ),
            (
                "acc.private.recipe",
                "recipe-init-yields",
                false,
                "\"acc.private.recipe\"() ({\n^bb0(%m: memref<f32>):\n\"acc.yield\"(%m) : (memref<f32>) -> ()\n}, {\n}) {sym_name = \"r\", type = i32} : () -> ()\n",
            ),
            (
                "acc.firstprivate.recipe",
                "recipe-copy-two-args",
                true,
                "\"acc.firstprivate.recipe\"() ({\n\n}, {\n^bb0(%a: i32, %b: i32):\n\"acc.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "acc.firstprivate.recipe",
                "recipe-copy-two-args",
                false,
                "\"acc.firstprivate.recipe\"() ({\n\n}, {\n\n}) {} : () -> ()",
            ),
        ],
    );
}
