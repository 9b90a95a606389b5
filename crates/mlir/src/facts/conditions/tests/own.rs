//! Conditions that operations meet after the verifier of the release that wrote them.

/// A loop of `scf.parallel` with a constant step, and how it ends.
macro_rules! parallel {
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

/// An operation of linalg with one input and one output, which yields a value.
macro_rules! linalg {
    ($ty:literal) => {
        concat!(
            "%i = \"t.v\"() : () -> tensor<4xf32>\n%v = \"t.w\"() : () -> ",
            $ty,
            "\n%r = \"linalg.generic\"(%i, %i) ({\n^bb0(%a: f32, %b: f32):\n\"linalg.yield\"(%v) : (",
            $ty,
            ") -> ()\n}) {operandSegmentSizes = array<i32: 1, 1>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
        )
    };
}

#[test]
fn conditions_hold_of_what_verifiers_take() {
    let cases = [
        ("scf.parallel", "steps-positive", true, parallel!("2", "\"scf.reduce\"() : () -> ()")),
        ("scf.parallel", "steps-positive", false, parallel!("0", "\"scf.reduce\"() : () -> ()")),
        ("scf.parallel", "steps-positive", false, parallel!("-4", "\"scf.reduce\"() : () -> ()")),
        ("scf.reduce", "reduce-types", true, reduce!("f32", "scf.reduce.return")),
        ("scf.reduce", "reduce-types", false, reduce!("f64", "scf.reduce.return")),
        ("scf.reduce", "reduce-types", false, reduce!("f32", "scf.yield")),
        ("linalg.yield", "yields-elements", true, linalg!("f32")),
        ("linalg.yield", "yields-elements", false, linalg!("i32")),
        ("llvm.load", "atomic-access", true, op!("llvm.load", "ordering = 0 : i64", ["!llvm.ptr"], "i32")),
        (
            "llvm.load",
            "atomic-access",
            true,
            op!("llvm.load", "ordering = 2 : i64, alignment = 4 : i64", ["!llvm.ptr"], "i32"),
        ),
        ("llvm.load", "atomic-access", false, op!("llvm.load", "ordering = 2 : i64", ["!llvm.ptr"], "i32")),
        (
            "llvm.load",
            "atomic-access",
            false,
            op!("llvm.load", "ordering = 0 : i64, syncscope = \"s\"", ["!llvm.ptr"], "i32"),
        ),
        (
            "llvm.load",
            "among:ordering:0,2",
            true,
            op!("llvm.load", "ordering = 2 : i64", ["!llvm.ptr"], "i32"),
        ),
        ("llvm.load", "among:ordering:0,2", true, op!("llvm.load", "", ["!llvm.ptr"], "i32")),
        (
            "llvm.load",
            "among:ordering:0,2",
            false,
            op!("llvm.load", "ordering = 3 : i64", ["!llvm.ptr"], "i32"),
        ),
        (
            "affine.linearize_index",
            "linearize-basis",
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
            "linearize-basis",
            false,
            op!(
                "affine.linearize_index",
                "static_basis = array<i64: 4, 5, 6>, operandSegmentSizes = array<i32: 2, 0>",
                ["index", "index"],
                "index"
            ),
        ),
    ];
    for (name, condition, expected, body) in cases {
        let found = super::judge(name, condition, body);
        assert_eq!(found == Some(true), expected, "{condition} of {name}: {found:?}\n{body}");
    }
}
