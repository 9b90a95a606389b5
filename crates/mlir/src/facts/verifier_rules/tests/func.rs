//! Rules on operations of func, and on functions and calls of llvm.

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
fn func_constant_in_module() {
    check(
        "func-constant-in-module",
        &[
            ("func.constant", true, affine!("%f = \"func.constant\"() {value = @f} : () -> (() -> ())")),
            (
                "func.constant",
                false,
                "\"gpu.module\"() ({\n%f = \"func.constant\"() {value = @f} : () -> (() -> ())\n}) {sym_name = \"g\"} : () -> ()",
            ),
        ],
    );
}

#[test]
fn func_terminators() {
    check(
        "func-terminators",
        &[
            (
                "func.func",
                true,
                "\"func.func\"() ({\n\"cf.br\"()[^bb1] : () -> ()\n^bb1:\n\"func.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = () -> ()} : () -> ()",
            ),
            (
                "func.func",
                true,
                "\"func.func\"() ({\n}) {sym_name = \"f\", function_type = () -> ()} : () -> ()",
            ),
            (
                "func.func",
                false,
                "\"func.func\"() ({\n\"affine.yield\"() : () -> ()\n}) {sym_name = \"f\", function_type = () -> ()} : () -> ()",
            ),
        ],
    );
}

#[test]
fn entry_types() {
    check(
        "entry-types",
        &[
            (
                "func.func",
                true,
                "\"func.func\"() ({\n^bb0(%a: i32):\n\"func.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = (i32) -> ()} : () -> ()",
            ),
            (
                "func.func",
                false,
                "\"func.func\"() ({\n^bb0(%a: i64):\n\"func.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = (i32) -> ()} : () -> ()",
            ),
            (
                "llvm.func",
                true,
                "\"llvm.func\"() ({\n^bb0(%a: !llvm.ptr):\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void (ptr)>} : () -> ()",
            ),
            (
                "llvm.func",
                false,
                "\"llvm.func\"() ({\n^bb0(%a: !llvm.ptr<1>):\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void (ptr)>} : () -> ()",
            ),
        ],
    );
}

#[test]
fn declaration_private() {
    check(
        "declaration-private",
        &[
            (
                "func.func",
                true,
                "\"func.func\"() ({\n\n}) {sym_name = \"f\", function_type = () -> (), sym_visibility = \"private\"} : () -> ()",
            ),
            (
                "func.func",
                false,
                "\"func.func\"() ({\n\n}) {sym_name = \"f\", function_type = () -> ()} : () -> ()",
            ),
            (
                "func.func",
                false,
                "\"func.func\"() ({\n\n}) {sym_name = \"f\", function_type = () -> (), sym_visibility = \"public\"} : () -> ()",
            ),
        ],
    );
}

#[test]
fn argument_attributes() {
    check(
        "argument-attributes",
        &[
            (
                "func.func",
                true,
                "\"func.func\"() ({\n\n}) {sym_name = \"f\", function_type = (i32) -> (), arg_attrs = [{d.x}]} : () -> ()",
            ),
            (
                "func.func",
                false,
                "\"func.func\"() ({\n\n}) {sym_name = \"f\", function_type = (i32) -> (), arg_attrs = [{x}]} : () -> ()",
            ),
            (
                "func.func",
                false,
                "\"func.func\"() ({\n\n}) {sym_name = \"f\", function_type = (i32) -> (), arg_attrs = [{d.x}, {}]} : () -> ()",
            ),
        ],
    );
}

#[test]
fn returns_match() {
    check(
        "returns-match",
        &[
            (
                "func.return",
                true,
                "\"func.func\"() ({\n%v = \"t.v\"() : () -> i32\n\"func.return\"(%v) : (i32) -> ()\n}) {sym_name = \"f\", function_type = () -> i32} : () -> ()",
            ),
            (
                "func.return",
                false,
                "\"func.func\"() ({\n%v = \"t.v\"() : () -> i64\n\"func.return\"(%v) : (i64) -> ()\n}) {sym_name = \"f\", function_type = () -> i32} : () -> ()",
            ),
            (
                "llvm.return",
                true,
                "\"llvm.func\"() ({\n\"llvm.return\"() : () -> ()\n}) {sym_name = \"f\", function_type = !llvm.func<void (ptr, ...)>} : () -> ()",
            ),
        ],
    );
}

#[test]
fn call_matches() {
    check(
        "call-matches",
        &[
            (
                "func.call",
                true,
                "\"func.func\"() ({\n}) {sym_name = \"g\", function_type = (i32) -> f32} : () -> ()\n%v = \"t.v\"() : () -> i32\n%r = \"func.call\"(%v) {callee = @g} : (i32) -> f32",
            ),
            (
                "func.call",
                false,
                "\"func.func\"() ({\n}) {sym_name = \"g\", function_type = (i32) -> f32} : () -> ()\n%v = \"t.v\"() : () -> i32\n%r = \"func.call\"(%v) {callee = @g} : (i32) -> f64",
            ),
            (
                "llvm.call",
                true,
                "\"llvm.func\"() ({\n}) {sym_name = \"g\", function_type = !llvm.func<void (i32, ...)>} : () -> ()\n%v = \"t.v\"() : () -> i32\n\"llvm.call\"(%v, %v) {callee = @g} : (i32, i32) -> ()",
            ),
            (
                "llvm.call",
                false,
                "\"llvm.func\"() ({\n}) {sym_name = \"g\", function_type = !llvm.func<void (i64, ...)>} : () -> ()\n%v = \"t.v\"() : () -> i32\n\"llvm.call\"(%v, %v) {callee = @g} : (i32, i32) -> ()",
            ),
        ],
    );
}
