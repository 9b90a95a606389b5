//! Rules on operations of scf.

use super::check;

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

/// A loop of `scf.parallel` with a constant step, and how it ends.
macro_rules! stepped {
    ($step:literal, $end:literal) => {
        concat!(
            "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n",
            "%s = \"arith.constant\"() {value = ",
            $step,
            " : index} : () -> index\n",
            "\"scf.parallel\"(%c, %c, %s) ({\n^bb0(%i: index):\n",
            $end,
            "\n}) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()"
        )
    };
}

/// A reduction of a value whose region has arguments of a type.
macro_rules! reduce {
    ($ty:literal, $end:literal) => {
        concat!(
            "%v = \"t.v\"() : () -> f32\n\"scf.reduce\"(%v) ({\n^bb0(%a: ",
            $ty,
            ", %b: ",
            $ty,
            "):\n\"",
            $end,
            "\"(%a) : (",
            $ty,
            ") -> ()\n}) : (f32) -> ()"
        )
    };
}

#[test]
fn for_iter_counts() {
    check(
        "for-iter-counts",
        &[
            (
                "scf.for",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
            (
                "scf.for",
                false,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index, %j: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
        ],
    );
}

#[test]
fn for_step_positive() {
    check(
        "for-step-positive",
        &[
            (
                "scf.for",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
            (
                "scf.for",
                false,
                "%c = \"arith.constant\"() {value = -1 : index} : () -> index\n\"scf.for\"(%c, %c, %c) ({\n^bb0(%i: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
            ),
        ],
    );
}

#[test]
fn forall_no_mask() {
    check(
        "forall-no-mask",
        &[
            ("scf.forall", true, "\"scf.forall\"() ({\n}) {mapping = [#gpu.thread<x>]} : () -> ()"),
            (
                "scf.forall",
                false,
                "\"scf.forall\"() ({\n}) {mapping = [#gpu.thread<x>, #gpu.mask<1>]} : () -> ()",
            ),
        ],
    );
}

#[test]
fn in_parallel_insert_slices() {
    check(
        "in-parallel-insert-slices",
        &[
            (
                "scf.forall.in_parallel",
                true,
                "\"scf.forall.in_parallel\"() ({\n\"tensor.parallel_insert_slice\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "scf.forall.in_parallel",
                false,
                "\"scf.forall.in_parallel\"() ({\n\"test.insert\"() : () -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn parallel_ends_in_reduce() {
    check(
        "parallel-ends-in-reduce",
        &[
            (
                "scf.parallel",
                true,
                parallel!(
                    "",
                    "\"scf.reduce\"(%v) ({\n^bb0(%a: f32, %b: f32):\n\"scf.reduce.return\"(%a) : (f32) -> ()\n}) : (f32) -> ()"
                ),
            ),
            (
                "scf.parallel",
                false,
                parallel!("\"scf.reduce\"(%v) ({\n}) : (f32) -> ()", "\"scf.yield\"() : () -> ()"),
            ),
        ],
    );
}

#[test]
fn parallel_ends_in_yield() {
    check(
        "parallel-ends-in-yield",
        &[
            (
                "scf.parallel",
                true,
                parallel!("\"scf.reduce\"(%v) ({\n}) : (f32) -> ()", "\"scf.yield\"() : () -> ()"),
            ),
            ("scf.parallel", false, parallel!("", "\"scf.yield\"() : () -> ()")),
        ],
    );
}

#[test]
fn reduce_one_operand() {
    check(
        "reduce-one-operand",
        &[
            (
                "scf.reduce.return",
                true,
                "%v = \"t.v\"() : () -> f32\n\"scf.reduce\"(%v) ({\n^bb0(%a: f32, %b: f32):\n\"scf.reduce.return\"(%a) : (f32) -> ()\n}) : (f32) -> ()",
            ),
            (
                "scf.reduce.return",
                false,
                "%v = \"t.v\"() : () -> f32\n\"scf.reduce\"(%v, %v) ({\n^bb0(%a: f32, %b: f32):\n\"scf.reduce.return\"(%a) : (f32) -> ()\n}, {\n}) : (f32, f32) -> ()",
            ),
        ],
    );
}

#[test]
fn reduce_regions_match() {
    check(
        "reduce-regions-match",
        &[
            ("scf.reduce", true, "\"scf.reduce\"() : () -> ()"),
            ("scf.reduce", false, "%v = \"t.v\"() : () -> f32\n\"scf.reduce\"(%v) : (f32) -> ()"),
        ],
    );
}

#[test]
fn reduce_types() {
    check(
        "reduce-types",
        &[
            ("scf.reduce", true, reduce!("f32", "scf.reduce.return")),
            ("scf.reduce", false, reduce!("f64", "scf.reduce.return")),
            ("scf.reduce", false, reduce!("f32", "scf.yield")),
        ],
    );
}

#[test]
fn steps_positive() {
    check(
        "steps-positive",
        &[
            ("scf.parallel", true, stepped!("2", "\"scf.reduce\"() : () -> ()")),
            ("scf.parallel", false, stepped!("0", "\"scf.reduce\"() : () -> ()")),
            ("scf.parallel", false, stepped!("-4", "\"scf.reduce\"() : () -> ()")),
        ],
    );
}

#[test]
fn for_types() {
    check(
        "for-types",
        &[
            (
                "scf.for",
                true,
                "%i = \"t.i\"() : () -> index\n%v = \"t.v\"() : () -> f32\n%r = \"scf.for\"(%i, %i, %i, %v) ({\n^bb0(%j: index, %a: f32):\n%w = \"t.w\"() : () -> f32\n\"scf.yield\"(%w) : (f32) -> ()\n}) : (index, index, index, f32) -> f32",
            ),
            (
                "scf.for",
                false,
                "%i = \"t.i\"() : () -> index\n%v = \"t.v\"() : () -> f32\n%r = \"scf.for\"(%i, %i, %i, %v) ({\n^bb0(%j: index, %a: f64):\n%w = \"t.w\"() : () -> f32\n\"scf.yield\"(%w) : (f32) -> ()\n}) : (index, index, index, f32) -> f32",
            ),
            (
                "scf.for",
                false,
                "%i = \"t.i\"() : () -> index\n%v = \"t.v\"() : () -> f32\n%r = \"scf.for\"(%i, %i, %i, %v) ({\n^bb0(%j: i32, %a: f32):\n%w = \"t.w\"() : () -> f32\n\"scf.yield\"(%w) : (f32) -> ()\n}) : (index, index, index, f32) -> f32",
            ),
        ],
    );
}

#[test]
fn yields_results() {
    check(
        "yields-results",
        &[
            (
                "scf.yield",
                true,
                "%i = \"t.i\"() : () -> index\n%v = \"t.v\"() : () -> f32\n%r = \"scf.for\"(%i, %i, %i, %v) ({\n^bb0(%j: index, %a: f32):\n%w = \"t.w\"() : () -> f32\n\"scf.yield\"(%w) : (f32) -> ()\n}) : (index, index, index, f32) -> f32",
            ),
            (
                "scf.yield",
                false,
                "%i = \"t.i\"() : () -> index\n%v = \"t.v\"() : () -> f32\n%r = \"scf.for\"(%i, %i, %i, %v) ({\n^bb0(%j: index, %a: f32):\n%w = \"t.w\"() : () -> f64\n\"scf.yield\"(%w) : (f64) -> ()\n}) : (index, index, index, f32) -> f32",
            ),
        ],
    );
}

#[test]
fn if_else() {
    check(
        "if-else",
        &[
            (
                "scf.if",
                true,
                "%c = \"t.c\"() : () -> i1\n\"scf.if\"(%c) ({\n\"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> ()",
            ),
            (
                "scf.if",
                false,
                "%c = \"t.c\"() : () -> i1\n%r = \"scf.if\"(%c) ({\n\"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> i32",
            ),
            (
                "scf.if",
                false,
                "%c = \"t.c\"() : () -> i32\n\"scf.if\"(%c) ({\n\"scf.yield\"() : () -> ()\n}, {\n}) : (i32) -> ()",
            ),
        ],
    );
}

#[test]
fn parallel_types() {
    check(
        "parallel-types",
        &[
            ("scf.parallel", true, stepped!("1", "\"scf.reduce\"() : () -> ()")),
            (
                "scf.parallel",
                false,
                "%i = \"t.i\"() : () -> index\n\"scf.parallel\"(%i, %i, %i) ({\n^bb0(%a: index, %b: index):\n\"scf.reduce\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()",
            ),
        ],
    );
}
