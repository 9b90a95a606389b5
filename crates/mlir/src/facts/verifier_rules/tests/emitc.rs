//! Rules on operations of emitc.

use super::check;

#[test]
fn apply_not_constant() {
    check(
        "apply-not-constant",
        &[
            ("emitc.apply", true, op!("emitc.apply", "", ["i32"], "!emitc.ptr<i32>")),
            (
                "emitc.apply",
                false,
                "%v = \"emitc.constant\"() {value = 1 : i32} : () -> i32\n%r = \"emitc.apply\"(%v) : (i32) -> !emitc.ptr<i32>",
            ),
        ],
    );
}

#[test]
fn assign_lvalue() {
    check(
        "assign-lvalue",
        &[
            ("emitc.assign", true, op!("emitc.assign", "", ["!emitc.lvalue<i32>", "i32"], "i1")),
            ("emitc.assign", false, op!("emitc.assign", "", ["i32", "i32"], "i1")),
        ],
    );
}

#[test]
fn assign_variable() {
    check(
        "assign-variable",
        &[
            (
                "emitc.assign",
                true,
                "%v = \"emitc.variable\"() {value = 1 : i32} : () -> i32\n\"emitc.assign\"(%v, %v) : (i32, i32) -> ()",
            ),
            ("emitc.assign", false, op!("emitc.assign", "", ["i32", "i32"], "i1")),
        ],
    );
}

#[test]
fn call_no_array() {
    check(
        "call-no-array",
        &[
            ("emitc.call_opaque", true, op!("emitc.call_opaque", "", [], "i1")),
            ("emitc.call_opaque", false, op!("emitc.call_opaque", "", [], "!emitc.array<2xi32>")),
        ],
    );
}

#[test]
fn emitc_apply() {
    check(
        "emitc-apply",
        &[
            (
                "emitc.apply",
                true,
                op!("emitc.apply", "applicableOperator = \"&\"", ["!emitc.lvalue<i32>"], "!emitc.ptr<i32>"),
            ),
            (
                "emitc.apply",
                false,
                op!("emitc.apply", "applicableOperator = \"&\"", ["i32"], "!emitc.ptr<i32>"),
            ),
        ],
    );
}

#[test]
fn emitc_init() {
    check(
        "emitc-init",
        &[
            ("emitc.variable", true, op!("emitc.variable", "value = 1 : i32", [], "!emitc.lvalue<i32>")),
            ("emitc.constant", true, op!("emitc.constant", "value = 1 : index", [], "!emitc.size_t")),
            ("emitc.variable", false, op!("emitc.variable", "value = 1 : i64", [], "!emitc.lvalue<i32>")),
        ],
    );
}

#[test]
fn emitc_init_19() {
    check(
        "emitc-init-19",
        &[
            ("emitc.variable", true, op!("emitc.variable", "value = 1 : i32", [], "i32")),
            (
                "emitc.variable",
                true,
                op!("emitc.variable", "value = #emitc.opaque<\"\">", [], "!emitc.size_t"),
            ),
            ("emitc.constant", true, op!("emitc.constant", "value = 0 : index", [], "!emitc.size_t")),
            ("emitc.constant", false, op!("emitc.constant", "value = 0 : index", [], "i64")),
            ("emitc.variable", false, op!("emitc.variable", "value = 1 : i32", [], "!emitc.lvalue<i32>")),
        ],
    );
}

#[test]
fn expression_18() {
    check(
        "expression-18",
        &[
            (
                "emitc.expression",
                true,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.bitwise_and\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
        ],
    );
}

#[test]
fn expression_one_use() {
    check(
        "expression-one-use",
        &[
            (
                "emitc.expression",
                true,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n%t = \"emitc.add\"(%s, %s) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
        ],
    );
}

#[test]
fn expression_root() {
    check(
        "expression-root",
        &[
            (
                "emitc.expression",
                true,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n\"emitc.yield\"(%a#0) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#0) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
        ],
    );
}

#[test]
fn global_lvalue() {
    check(
        "global-lvalue",
        &[
            (
                "emitc.get_global",
                true,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> !emitc.lvalue<i32>",
            ),
            (
                "emitc.get_global",
                true,
                "\"emitc.global\"() {sym_name = \"g\", type = !emitc.array<2xi32>} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> !emitc.array<2xi32>",
            ),
            (
                "emitc.get_global",
                false,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> i32",
            ),
        ],
    );
}

#[test]
fn global_type() {
    check(
        "global-type",
        &[
            (
                "emitc.get_global",
                true,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> i32",
            ),
            (
                "emitc.get_global",
                false,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> !emitc.lvalue<i32>",
            ),
        ],
    );
}

#[test]
fn in_emitc_class() {
    check(
        "in-emitc-class",
        &[
            (
                "emitc.get_field",
                true,
                "\"emitc.class\"() ({\n%r = \"emitc.get_field\"() : () -> i32\n}) : () -> ()",
            ),
            ("emitc.get_field", false, op!("emitc.get_field", "", [], "i1")),
        ],
    );
}

#[test]
fn no_half() {
    check(
        "no-half",
        &[
            ("emitc.global", true, op!("emitc.global", "type = f32", [], "i1")),
            ("emitc.global", false, op!("emitc.global", "type = !emitc.array<2xbf16>", [], "i1")),
        ],
    );
}

#[test]
fn one_body_arg() {
    check(
        "one-body-arg",
        &[
            (
                "emitc.for",
                true,
                "\"emitc.for\"() ({\n^bb0(%i: index):\n\"emitc.yield\"() : () -> ()\n}) : () -> ()",
            ),
            ("emitc.for", false, "\"emitc.for\"() ({\n^bb0:\n\"emitc.yield\"() : () -> ()\n}) : () -> ()"),
        ],
    );
}

#[test]
fn sub_not_ptrdiff() {
    check(
        "sub-not-ptrdiff",
        &[
            ("emitc.sub", true, op!("emitc.sub", "", ["!emitc.ptr<i32>", "!emitc.ptr<i32>"], "i64")),
            (
                "emitc.sub",
                false,
                op!("emitc.sub", "", ["!emitc.ptr<i32>", "!emitc.ptr<i32>"], "!emitc.ptrdiff_t"),
            ),
        ],
    );
}

#[test]
fn subscript_lvalue() {
    check(
        "subscript-lvalue",
        &[
            (
                "emitc.subscript",
                true,
                op!("emitc.subscript", "", ["!emitc.array<2x3xi32>", "index"], "!emitc.lvalue<i32>"),
            ),
            ("emitc.subscript", false, op!("emitc.subscript", "", ["!emitc.ptr<i32>", "index"], "i32")),
        ],
    );
}

#[test]
fn subscript_plain() {
    check(
        "subscript-plain",
        &[
            ("emitc.subscript", true, op!("emitc.subscript", "", ["!emitc.ptr<i32>", "index"], "i32")),
            (
                "emitc.subscript",
                false,
                op!("emitc.subscript", "", ["!emitc.ptr<i32>", "index"], "!emitc.lvalue<i32>"),
            ),
        ],
    );
}
