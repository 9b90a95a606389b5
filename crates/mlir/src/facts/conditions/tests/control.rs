//! Conditions on operations of affine, arith, scf, func and others.

use super::super::control::CONDITIONS;

/// A loop whose body has `%i` and, as an iteration argument, `%n`; around it `%m` of a function.
macro_rules! affine {
    ($body:literal) => {
        concat!(
            "\"func.func\"() ({\n^bb0(%m: index, %b: memref<8xf32>):\n",
            "\"affine.for\"(%m) ({\n^bb0(%i: index, %n: index):\n",
            $body,
            "\n\"affine.yield\"(%n) : (index) -> ()\n}) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (8)>} : (index) -> index\n",
            "\"func.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = (index, memref<8xf32>) -> ()} : () -> ()"
        )
    };
}

macro_rules! parallel {
    ($inside:literal, $end:literal) => {
        concat!(
            "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%z = \"test.zero\"() : () -> f32\n",
            "%r = \"scf.parallel\"(%c, %c, %c, %z) ({\n^bb0(%i: index):\n%v = \"test.value\"() : () -> f32\n",
            $inside,
            "\n",
            $end,
            "\n}) : (index, index, index, f32) -> f32"
        )
    };
}

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "affine.for",
                "affine-step-positive",
                true,
                "\"affine.for\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {step = 2 : index} : () -> ()",
            ),
            (
                "affine.for",
                "affine-step-positive",
                false,
                "\"affine.for\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {step = 0 : index} : () -> ()",
            ),
            (
                "func.func",
                "func-terminators",
                true,
                "\"func.func\"() ({\n\"cf.br\"()[^bb1] : () -> ()\n^bb1:\n\"func.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = () -> ()} : () -> ()",
            ),
            (
                "func.func",
                "func-terminators",
                true,
                "\"func.func\"() ({\n}) {sym_name = \"f\", function_type = () -> ()} : () -> ()",
            ),
            (
                "func.func",
                "func-terminators",
                false,
                "\"func.func\"() ({\n\"affine.yield\"() : () -> ()\n}) {sym_name = \"f\", function_type = () -> ()} : () -> ()",
            ),
            (
                "affine.load",
                "affine-operands-plain",
                true,
                affine!(
                    "%v = \"affine.load\"(%b, %i) {map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.load",
                "affine-operands-plain",
                true,
                affine!(
                    "%v = \"affine.load\"(%b, %i, %m) {map = affine_map<(d0)[s0] -> (d0 + s0)>} : (memref<8xf32>, index, index) -> f32"
                ),
            ),
            (
                "affine.load",
                "affine-operands-plain",
                true,
                affine!(
                    "%a = \"affine.apply\"(%i) {map = affine_map<(d0) -> (d0 * 2)>} : (index) -> index\n%v = \"affine.load\"(%b, %a) {map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.load",
                "affine-operands-plain",
                false,
                affine!(
                    "%v = \"affine.load\"(%b, %n) {map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.load",
                "affine-operands-plain",
                false,
                affine!(
                    "%v = \"affine.load\"(%b, %i) {map = affine_map<()[s0] -> (s0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.store",
                "affine-operands-plain",
                false,
                affine!(
                    "%q = \"test.v\"() : () -> index\n%x = \"test.f\"() : () -> f32\n\"affine.store\"(%x, %b, %q) {map = affine_map<(d0) -> (d0)>} : (f32, memref<8xf32>, index) -> ()"
                ),
            ),
            ("affine.for", "affine-operands-plain", true, affine!("")),
            (
                "affine.apply",
                "affine-apply-symbols",
                true,
                affine!(
                    "%a = \"affine.apply\"(%i, %m) {map = affine_map<(d0)[s0] -> (d0 + s0)>} : (index, index) -> index"
                ),
            ),
            (
                "affine.apply",
                "affine-apply-symbols",
                false,
                affine!("%a = \"affine.apply\"(%i) {map = affine_map<()[s0] -> (s0)>} : (index) -> index"),
            ),
            ("affine.for", "affine-bounds-nonempty", true, affine!("")),
            (
                "affine.for",
                "affine-bounds-nonempty",
                false,
                "\"affine.for\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {lowerBoundMap = affine_map<() -> ()>, upperBoundMap = affine_map<() -> (8)>} : () -> ()",
            ),
            (
                "affine.min",
                "affine-map-nonempty",
                true,
                "%m = \"affine.min\"() {map = affine_map<() -> (3, 4)>} : () -> index",
            ),
            (
                "affine.min",
                "affine-map-nonempty",
                false,
                "%m = \"affine.min\"() {map = affine_map<() -> ()>} : () -> index",
            ),
            (
                "affine.parallel",
                "affine-parallel-bounds-nonempty",
                true,
                "\"affine.parallel\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {lowerBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsGroups = dense<[2]> : tensor<1xi32>, reductions = []} : () -> ()",
            ),
            (
                "affine.parallel",
                "affine-parallel-bounds-nonempty",
                false,
                "\"affine.parallel\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {lowerBoundsGroups = dense<0> : tensor<1xi32>, upperBoundsGroups = dense<1> : tensor<1xi32>, reductions = []} : () -> ()",
            ),
            (
                "affine.parallel",
                "affine-parallel-reduction-types",
                true,
                "%r = \"affine.parallel\"() ({\n}) {reductions = [0]} : () -> f32",
            ),
            (
                "affine.parallel",
                "affine-parallel-reduction-types",
                true,
                "%r = \"affine.parallel\"() ({\n}) {reductions = [4]} : () -> si32",
            ),
            (
                "affine.parallel",
                "affine-parallel-reduction-types",
                false,
                "%r = \"affine.parallel\"() ({\n}) {reductions = [4]} : () -> i32",
            ),
            (
                "affine.delinearize_index",
                "delinearize-all-dynamic",
                true,
                "%c = \"t.c\"() : () -> index\n%r:2 = \"affine.delinearize_index\"(%c, %c, %c) {static_basis = array<i64: -9223372036854775808, -9223372036854775808>} : (index, index, index) -> (index, index)",
            ),
            (
                "affine.delinearize_index",
                "delinearize-all-dynamic",
                false,
                "%c = \"t.c\"() : () -> index\n%r:2 = \"affine.delinearize_index\"(%c, %c) {static_basis = array<i64: -9223372036854775808, 4>} : (index, index) -> (index, index)",
            ),
            (
                "arith.constant",
                "scalable-constant-splat",
                true,
                "%c = \"arith.constant\"() {value = dense<1.0> : vector<[4]xf32>} : () -> vector<[4]xf32>",
            ),
            (
                "arith.constant",
                "scalable-constant-splat",
                true,
                "%c = \"arith.constant\"() {value = dense<[1.0, 2.0]> : vector<2xf32>} : () -> vector<2xf32>",
            ),
            (
                "arith.constant",
                "scalable-constant-splat",
                false,
                "%c = \"arith.constant\"() {value = dense<[1.0, 2.0]> : vector<[2]xf32>} : () -> vector<[2]xf32>",
            ),
            (
                "arith.select",
                "select-plain-tensor",
                true,
                "%c:2 = \"t.c\"() : () -> (tensor<2xi1>, tensor<2xf32>)\n%r = \"arith.select\"(%c#0, %c#1, %c#1) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "arith.select",
                "select-plain-tensor",
                false,
                "%c:2 = \"t.c\"() : () -> (tensor<2xi1>, tensor<2xf32, 1 : i32>)\n%r = \"arith.select\"(%c#0, %c#1, %c#1) : (tensor<2xi1>, tensor<2xf32, 1 : i32>, tensor<2xf32, 1 : i32>) -> tensor<2xf32, 1 : i32>",
            ),
            (
                "complex.constant",
                "complex-constant-float",
                true,
                "%c = \"complex.constant\"() {value = [1.0 : f32, 2.0 : f32]} : () -> complex<f32>",
            ),
            (
                "complex.constant",
                "complex-constant-float",
                false,
                "%c = \"complex.constant\"() {value = [1 : i32, 2 : i32]} : () -> complex<i32>",
            ),
            (
                "func.constant",
                "func-constant-in-module",
                true,
                affine!("%f = \"func.constant\"() {value = @f} : () -> (() -> ())"),
            ),
            (
                "func.constant",
                "func-constant-in-module",
                false,
                "\"gpu.module\"() ({\n%f = \"func.constant\"() {value = @f} : () -> (() -> ())\n}) {sym_name = \"g\"} : () -> ()",
            ),
            (
                "tensor.dim",
                "dim-index-in-range",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<2x?xf32>\n%d = \"tensor.dim\"(%t, %c) : (tensor<2x?xf32>, index) -> index",
            ),
            (
                "tensor.dim",
                "dim-index-in-range",
                true,
                "%t:2 = \"t.t\"() : () -> (tensor<2x?xf32>, index)\n%d = \"tensor.dim\"(%t#0, %t#1) : (tensor<2x?xf32>, index) -> index",
            ),
            (
                "tensor.dim",
                "dim-index-in-range",
                false,
                "%c = \"arith.constant\"() {value = 2 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<2x?xf32>\n%d = \"tensor.dim\"(%t, %c) : (tensor<2x?xf32>, index) -> index",
            ),
            (
                "scf.for",
                "for-iter-counts",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
            (
                "scf.for",
                "for-iter-counts",
                false,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index, %j: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
            (
                "scf.for",
                "for-step-positive",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
            (
                "scf.for",
                "for-step-positive",
                false,
                "%c = \"arith.constant\"() {value = -1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
            (
                "scf.forall",
                "forall-no-mask",
                true,
                "\"scf.forall\"() ({\n}) {mapping = [#gpu.thread<x>]} : () -> ()",
            ),
            (
                "scf.forall",
                "forall-no-mask",
                false,
                "\"scf.forall\"() ({\n}) {mapping = [#gpu.thread<x>, #gpu.mask<1>]} : () -> ()",
            ),
            (
                "scf.forall.in_parallel",
                "in-parallel-insert-slices",
                true,
                "\"scf.forall.in_parallel\"() ({\n\"tensor.parallel_insert_slice\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "scf.forall.in_parallel",
                "in-parallel-insert-slices",
                false,
                "\"scf.forall.in_parallel\"() ({\n\"test.insert\"() : () -> ()\n}) : () -> ()",
            ),
            ("scf.reduce", "reduce-regions-match", true, "\"scf.reduce\"() : () -> ()"),
            (
                "scf.reduce",
                "reduce-regions-match",
                false,
                "%v = \"t.v\"() : () -> f32\n\"scf.reduce\"(%v) : (f32) -> ()",
            ),
            (
                "scf.reduce.return",
                "reduce-one-operand",
                true,
                "%v = \"t.v\"() : () -> f32\n\"scf.reduce\"(%v) ({\n^bb0(%a: f32, %b: f32):\n\"scf.reduce.return\"(%a) : (f32) -> ()\n}) : (f32) -> ()",
            ),
            (
                "scf.reduce.return",
                "reduce-one-operand",
                false,
                "%v = \"t.v\"() : () -> f32\n\"scf.reduce\"(%v, %v) ({\n^bb0(%a: f32, %b: f32):\n\"scf.reduce.return\"(%a) : (f32) -> ()\n}, {\n}) : (f32, f32) -> ()",
            ),
            (
                "scf.parallel",
                "parallel-ends-in-reduce",
                true,
                parallel!(
                    "",
                    "\"scf.reduce\"(%v) ({\n^bb0(%a: f32, %b: f32):\n\"scf.reduce.return\"(%a) : (f32) -> ()\n}) : (f32) -> ()"
                ),
            ),
            (
                "scf.parallel",
                "parallel-ends-in-reduce",
                false,
                parallel!("\"scf.reduce\"(%v) ({\n}) : (f32) -> ()", "\"scf.yield\"() : () -> ()"),
            ),
            (
                "scf.parallel",
                "parallel-ends-in-yield",
                true,
                parallel!("\"scf.reduce\"(%v) ({\n}) : (f32) -> ()", "\"scf.yield\"() : () -> ()"),
            ),
            ("scf.parallel", "parallel-ends-in-yield", false, parallel!("", "\"scf.yield\"() : () -> ()")),
            (
                "ml_program.global_load",
                "ml-global-nearest",
                true,
                "\"ml_program.global\"() {sym_name = \"g\", type = f32} : () -> ()\n%v = \"ml_program.global_load\"() {global = @g} : () -> f32",
            ),
            (
                "ml_program.global_load",
                "ml-global-nearest",
                false,
                "\"ml_program.global\"() {sym_name = \"h\", type = f32} : () -> ()\n%v = \"ml_program.global_load\"() {global = @g} : () -> f32",
            ),
            (
                "async.yield",
                "async-yield-unwrapped",
                true,
                "%v = \"t.v\"() : () -> f32\n\"async.yield\"(%v) : (f32) -> ()",
            ),
            (
                "async.yield",
                "async-yield-unwrapped",
                false,
                "%v = \"t.v\"() : () -> !async.value<f32>\n\"async.yield\"(%v) : (!async.value<f32>) -> ()",
            ),
        ],
    );
}
