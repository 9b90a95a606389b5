//! Conditions on operations of emitc.

use super::super::emitc::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "emitc.apply",
                "emitc-apply",
                true,
                op!("emitc.apply", "applicableOperator = \"&\"", ["!emitc.lvalue<i32>"], "!emitc.ptr<i32>"),
            ),
            (
                "emitc.apply",
                "emitc-apply",
                false,
                op!("emitc.apply", "applicableOperator = \"&\"", ["i32"], "!emitc.ptr<i32>"),
            ),
            ("emitc.apply", "apply-not-constant", true, op!("emitc.apply", "", ["i32"], "!emitc.ptr<i32>")),
            (
                "emitc.apply",
                "apply-not-constant",
                false,
                "%v = \"emitc.constant\"() {value = 1 : i32} : () -> i32\n%r = \"emitc.apply\"(%v) : (i32) -> !emitc.ptr<i32>",
            ),
            (
                "emitc.assign",
                "assign-lvalue",
                true,
                op!("emitc.assign", "", ["!emitc.lvalue<i32>", "i32"], "i1"),
            ),
            ("emitc.assign", "assign-lvalue", false, op!("emitc.assign", "", ["i32", "i32"], "i1")),
            (
                "emitc.assign",
                "assign-variable",
                true,
                "%v = \"emitc.variable\"() {value = 1 : i32} : () -> i32\n\"emitc.assign\"(%v, %v) : (i32, i32) -> ()",
            ),
            ("emitc.assign", "assign-variable", false, op!("emitc.assign", "", ["i32", "i32"], "i1")),
            ("emitc.call_opaque", "call-no-array", true, op!("emitc.call_opaque", "", [], "i1")),
            (
                "emitc.call_opaque",
                "call-no-array",
                false,
                op!("emitc.call_opaque", "", [], "!emitc.array<2xi32>"),
            ),
            (
                "emitc.variable",
                "emitc-init",
                true,
                op!("emitc.variable", "value = 1 : i32", [], "!emitc.lvalue<i32>"),
            ),
            (
                "emitc.constant",
                "emitc-init",
                true,
                op!("emitc.constant", "value = 1 : index", [], "!emitc.size_t"),
            ),
            (
                "emitc.variable",
                "emitc-init",
                false,
                op!("emitc.variable", "value = 1 : i64", [], "!emitc.lvalue<i32>"),
            ),
            ("emitc.variable", "emitc-init-19", true, op!("emitc.variable", "value = 1 : i32", [], "i32")),
            (
                "emitc.variable",
                "emitc-init-19",
                true,
                op!("emitc.variable", "value = #emitc.opaque<\"\">", [], "!emitc.size_t"),
            ),
            (
                "emitc.constant",
                "emitc-init-19",
                true,
                op!("emitc.constant", "value = 0 : index", [], "!emitc.size_t"),
            ),
            ("emitc.constant", "emitc-init-19", false, op!("emitc.constant", "value = 0 : index", [], "i64")),
            (
                "emitc.variable",
                "emitc-init-19",
                false,
                op!("emitc.variable", "value = 1 : i32", [], "!emitc.lvalue<i32>"),
            ),
            (
                "emitc.expression",
                "expression-root",
                true,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                "expression-root",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n\"emitc.yield\"(%a#0) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                "expression-root",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#0) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                "expression-one-use",
                true,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                "expression-one-use",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n%t = \"emitc.add\"(%s, %s) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                "expression-18",
                true,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.add\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.expression",
                "expression-18",
                false,
                "%a:2 = \"t.v\"() : () -> (i32, i32)\n%r = \"emitc.expression\"() ({\n%s = \"emitc.bitwise_and\"(%a#0, %a#1) : (i32, i32) -> i32\n\"emitc.yield\"(%s) : (i32) -> ()\n}) : () -> i32",
            ),
            (
                "emitc.for",
                "one-body-arg",
                true,
                "\"emitc.for\"() ({\n^bb0(%i: index):\n\"emitc.yield\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "emitc.for",
                "one-body-arg",
                false,
                "\"emitc.for\"() ({\n^bb0:\n\"emitc.yield\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "emitc.get_global",
                "global-lvalue",
                true,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> !emitc.lvalue<i32>",
            ),
            (
                "emitc.get_global",
                "global-lvalue",
                true,
                "\"emitc.global\"() {sym_name = \"g\", type = !emitc.array<2xi32>} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> !emitc.array<2xi32>",
            ),
            (
                "emitc.get_global",
                "global-lvalue",
                false,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> i32",
            ),
            (
                "emitc.get_global",
                "global-type",
                true,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> i32",
            ),
            (
                "emitc.get_global",
                "global-type",
                false,
                "\"emitc.global\"() {sym_name = \"g\", type = i32} : () -> ()\n%r = \"emitc.get_global\"() {name = @g} : () -> !emitc.lvalue<i32>",
            ),
            (
                "emitc.subscript",
                "subscript-lvalue",
                true,
                op!("emitc.subscript", "", ["!emitc.array<2x3xi32>", "index"], "!emitc.lvalue<i32>"),
            ),
            (
                "emitc.subscript",
                "subscript-lvalue",
                false,
                op!("emitc.subscript", "", ["!emitc.ptr<i32>", "index"], "i32"),
            ),
            (
                "emitc.subscript",
                "subscript-plain",
                true,
                op!("emitc.subscript", "", ["!emitc.ptr<i32>", "index"], "i32"),
            ),
            (
                "emitc.subscript",
                "subscript-plain",
                false,
                op!("emitc.subscript", "", ["!emitc.ptr<i32>", "index"], "!emitc.lvalue<i32>"),
            ),
            (
                "emitc.sub",
                "sub-not-ptrdiff",
                true,
                op!("emitc.sub", "", ["!emitc.ptr<i32>", "!emitc.ptr<i32>"], "i64"),
            ),
            (
                "emitc.sub",
                "sub-not-ptrdiff",
                false,
                op!("emitc.sub", "", ["!emitc.ptr<i32>", "!emitc.ptr<i32>"], "!emitc.ptrdiff_t"),
            ),
            ("emitc.global", "no-half", true, op!("emitc.global", "type = f32", [], "i1")),
            ("emitc.global", "no-half", false, op!("emitc.global", "type = !emitc.array<2xbf16>", [], "i1")),
            (
                "emitc.get_field",
                "in-emitc-class",
                true,
                "\"emitc.class\"() ({\n%r = \"emitc.get_field\"() : () -> i32\n}) : () -> ()",
            ),
            ("emitc.get_field", "in-emitc-class", false, op!("emitc.get_field", "", [], "i1")),
        ],
    );
}
