//! Rules on operations of cf, and on branches of llvm.

use super::check;

/// A branch to a block with an argument of a type.
macro_rules! branch {
    ($branch:literal, $ty:literal) => {
        concat!(
            "\"func.func\"() ({\n%c = \"t.c\"() : () -> i1\n%v = \"t.v\"() : () -> i32\n",
            $branch,
            "\n^bb1(%a: ",
            $ty,
            "):\n\"func.return\"() : () -> ()\n^bb2:\n\"func.return\"() : () -> ()\n}) {sym_name = \"f\"} : () -> ()"
        )
    };
}

#[test]
fn successors_match() {
    check(
        "successors-match",
        &[
            ("cf.br", true, branch!("\"cf.br\"(%v)[^bb1] : (i32) -> ()", "i32")),
            ("cf.br", false, branch!("\"cf.br\"(%v)[^bb1] : (i32) -> ()", "i64")),
            (
                "cf.cond_br",
                true,
                branch!(
                    "\"cf.cond_br\"(%c, %v)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 0>} : (i1, i32) -> ()",
                    "i32"
                ),
            ),
            (
                "cf.cond_br",
                false,
                branch!(
                    "\"cf.cond_br\"(%c, %v)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 0, 1>} : (i1, i32) -> ()",
                    "i32"
                ),
            ),
            (
                "cf.switch",
                true,
                branch!(
                    "\"cf.switch\"(%v, %v)[^bb2, ^bb1] {case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 1>} : (i32, i32) -> ()",
                    "i32"
                ),
            ),
        ],
    );
}

#[test]
fn switch_cases() {
    check(
        "switch-cases",
        &[
            (
                "cf.switch",
                true,
                branch!(
                    "\"cf.switch\"(%v)[^bb2, ^bb2, ^bb2] {case_values = dense<[1, 2]> : vector<2xi32>} : (i32) -> ()",
                    "i32"
                ),
            ),
            (
                "cf.switch",
                false,
                branch!(
                    "\"cf.switch\"(%v)[^bb2, ^bb2] {case_values = dense<[1, 2]> : vector<2xi32>} : (i32) -> ()",
                    "i32"
                ),
            ),
            (
                "cf.switch",
                false,
                branch!(
                    "\"cf.switch\"(%v)[^bb2, ^bb2] {case_values = dense<1> : vector<1xi64>} : (i32) -> ()",
                    "i32"
                ),
            ),
        ],
    );
}
