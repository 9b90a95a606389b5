//! Rules on operations of affine.

use super::check;

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

#[test]
fn affine_apply_symbols() {
    check(
        "affine-apply-symbols",
        &[
            (
                "affine.apply",
                true,
                affine!(
                    "%a = \"affine.apply\"(%i, %m) {map = affine_map<(d0)[s0] -> (d0 + s0)>} : (index, index) -> index"
                ),
            ),
            (
                "affine.apply",
                false,
                affine!("%a = \"affine.apply\"(%i) {map = affine_map<()[s0] -> (s0)>} : (index) -> index"),
            ),
        ],
    );
}

#[test]
fn affine_bounds_nonempty() {
    check(
        "affine-bounds-nonempty",
        &[
            ("affine.for", true, affine!("")),
            (
                "affine.for",
                false,
                "\"affine.for\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {lowerBoundMap = affine_map<() -> ()>, upperBoundMap = affine_map<() -> (8)>} : () -> ()",
            ),
        ],
    );
}

#[test]
fn affine_map_nonempty() {
    check(
        "affine-map-nonempty",
        &[
            ("affine.min", true, "%m = \"affine.min\"() {map = affine_map<() -> (3, 4)>} : () -> index"),
            ("affine.min", false, "%m = \"affine.min\"() {map = affine_map<() -> ()>} : () -> index"),
        ],
    );
}

#[test]
fn affine_operands_plain() {
    check(
        "affine-operands-plain",
        &[
            (
                "affine.load",
                true,
                affine!(
                    "%v = \"affine.load\"(%b, %i) {map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.load",
                true,
                affine!(
                    "%v = \"affine.load\"(%b, %i, %m) {map = affine_map<(d0)[s0] -> (d0 + s0)>} : (memref<8xf32>, index, index) -> f32"
                ),
            ),
            (
                "affine.load",
                true,
                affine!(
                    "%a = \"affine.apply\"(%i) {map = affine_map<(d0) -> (d0 * 2)>} : (index) -> index\n%v = \"affine.load\"(%b, %a) {map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.load",
                false,
                affine!(
                    "%v = \"affine.load\"(%b, %n) {map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.load",
                false,
                affine!(
                    "%v = \"affine.load\"(%b, %i) {map = affine_map<()[s0] -> (s0)>} : (memref<8xf32>, index) -> f32"
                ),
            ),
            (
                "affine.store",
                false,
                affine!(
                    "%q = \"test.v\"() : () -> index\n%x = \"test.f\"() : () -> f32\n\"affine.store\"(%x, %b, %q) {map = affine_map<(d0) -> (d0)>} : (f32, memref<8xf32>, index) -> ()"
                ),
            ),
            ("affine.for", true, affine!("")),
        ],
    );
}

#[test]
fn affine_parallel_bounds_nonempty() {
    check(
        "affine-parallel-bounds-nonempty",
        &[
            (
                "affine.parallel",
                true,
                "\"affine.parallel\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {lowerBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsGroups = dense<[2]> : tensor<1xi32>, reductions = []} : () -> ()",
            ),
            (
                "affine.parallel",
                false,
                "\"affine.parallel\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {lowerBoundsGroups = dense<0> : tensor<1xi32>, upperBoundsGroups = dense<1> : tensor<1xi32>, reductions = []} : () -> ()",
            ),
        ],
    );
}

#[test]
fn affine_parallel_reduction_types() {
    check(
        "affine-parallel-reduction-types",
        &[
            ("affine.parallel", true, "%r = \"affine.parallel\"() ({\n}) {reductions = [0]} : () -> f32"),
            ("affine.parallel", true, "%r = \"affine.parallel\"() ({\n}) {reductions = [4]} : () -> si32"),
            ("affine.parallel", false, "%r = \"affine.parallel\"() ({\n}) {reductions = [4]} : () -> i32"),
        ],
    );
}

#[test]
fn affine_step_positive() {
    check(
        "affine-step-positive",
        &[
            (
                "affine.for",
                true,
                "\"affine.for\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {step = 2 : index} : () -> ()",
            ),
            (
                "affine.for",
                false,
                "\"affine.for\"() ({\n^bb0(%i: index):\n\"affine.yield\"() : () -> ()\n}) {step = 0 : index} : () -> ()",
            ),
        ],
    );
}

#[test]
fn delinearize_all_dynamic() {
    check(
        "delinearize-all-dynamic",
        &[
            (
                "affine.delinearize_index",
                true,
                "%c = \"t.c\"() : () -> index\n%r:2 = \"affine.delinearize_index\"(%c, %c, %c) {static_basis = array<i64: -9223372036854775808, -9223372036854775808>} : (index, index, index) -> (index, index)",
            ),
            (
                "affine.delinearize_index",
                false,
                "%c = \"t.c\"() : () -> index\n%r:2 = \"affine.delinearize_index\"(%c, %c) {static_basis = array<i64: -9223372036854775808, 4>} : (index, index) -> (index, index)",
            ),
        ],
    );
}

#[test]
fn linearize_basis() {
    check(
        "linearize-basis",
        &[
            (
                "affine.linearize_index",
                true,
                op!(
                    "affine.linearize_index",
                    "static_basis = array<i64: 4>, operandSegmentSizes = array<i32: 2, 0>",
                    ["index", "index"],
                    "index"
                ),
            ),
            (
                "affine.linearize_index",
                false,
                op!(
                    "affine.linearize_index",
                    "static_basis = array<i64: 4, 5, 6>, operandSegmentSizes = array<i32: 2, 0>",
                    ["index", "index"],
                    "index"
                ),
            ),
        ],
    );
}
