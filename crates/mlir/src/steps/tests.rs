//! Steps on small programs.

use super::{
    add_attribute, dynamic_positions, leave_bundles_out, leave_promises_out, pointees, ranges, say_zeros,
};
use crate::module::Module;
use crate::parse::{ParseOptions, parse};
use crate::print::Snippets;

/// The module of a text.
fn module(body: &str) -> Module<'static> {
    let text: &'static str = format!("\"builtin.module\"() ({{\n{body}\n}}) : () -> ()").leak();
    parse(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The name and the attributes of the last operation.
fn last(module: &Module<'_>) -> (String, String) {
    let op = module.ir.ops().last().unwrap();
    let name = module.tables.op_name(module.ir.name(op));
    let attrs = module.ir.attrs(op).map(|attrs| Snippets::new(&module.tables, b"MLIR22").attr(attrs));
    (String::from_utf8(name).unwrap(), attrs.unwrap_or_default())
}

#[test]
fn ranges_in_both_forms() {
    let older = "%r = \"rocdl.workitem.id.x\"() {range = array<i32: 0, 64>} : () -> i32";
    let newer = "%r = \"rocdl.workitem.id.x\"() {range = #llvm.constant_range<i32, 0, 64>} : () -> i32";
    let mut made = module(older);
    assert_eq!(ranges(&mut made, "rocdl.", "range", true, true), 1);
    assert_eq!(last(&made).1, "{range = #llvm.constant_range<i32, 0, 64>}");
    let mut back = module(newer);
    assert_eq!(ranges(&mut back, "rocdl.", "range", false, true), 1);
    assert_eq!(last(&back).1, "{range = array<i32: 0, 64>}");
    let mut left_out = module(newer);
    assert_eq!(ranges(&mut left_out, "rocdl.", "range", false, false), 1);
    assert_eq!(last(&left_out).1, "");
    // What has another form, or is of another dialect, stays.
    for other in [
        "%r = \"rocdl.workitem.id.x\"() {range = array<i64: 0, 64>} : () -> i32",
        "%r = \"rocdl.workitem.id.x\"() {range = #llvm.constant_range<i64, 0, 64>} : () -> i32",
        "%r = \"nvvm.x\"() {range = array<i32: 0, 64>} : () -> i32",
    ] {
        let mut kept = module(other);
        assert_eq!(ranges(&mut kept, "rocdl.", "range", true, true), 0, "{other}");
        assert_eq!(ranges(&mut kept, "rocdl.", "range", false, true), 0, "{other}");
    }
}

#[test]
fn positions_of_type_index_become_dynamic() {
    let with = |position: &str| {
        format!(
            "%v = \"t.v\"() : () -> vector<4xf32>\n%p = \"t.v\"() : () -> {position}\n\
             %r = \"vector.extractelement\"(%v, %p) : (vector<4xf32>, {position}) -> f32"
        )
    };
    let mut index = module(&with("index"));
    assert_eq!(dynamic_positions(&mut index, "vector.extractelement", "vector.extract", 1), 1);
    let said = "{static_position = array<i64: -9223372036854775808>}";
    assert_eq!(last(&index), ("vector.extract".to_owned(), said.to_owned()));
    // A position of another type would have to be converted.
    let mut other = module(&with("i32"));
    assert_eq!(dynamic_positions(&mut other, "vector.extractelement", "vector.extract", 1), 0);
    assert_eq!(last(&other).0, "vector.extractelement");
    let mut only = module(
        "%v = \"t.v\"() : () -> vector<f32>\n%r = \"vector.extractelement\"(%v) : (vector<f32>) -> f32",
    );
    assert_eq!(dynamic_positions(&mut only, "vector.extractelement", "vector.extract", 1), 1);
    assert_eq!(last(&only).1, "{static_position = array<i64>}");
}

#[test]
fn data_of_constructors_is_nothing_where_none_is_said() {
    let older = "\"llvm.mlir.global_ctors\"() {ctors = [@a, @b], priorities = [0 : i32, 1 : i32]} : () -> ()";
    let mut made = module(older);
    assert_eq!(say_zeros(&mut made, "llvm.mlir.global_ctors", "data", "ctors", true), 1);
    assert!(last(&made).1.contains("data = [#llvm.zero, #llvm.zero]"), "{}", last(&made).1);
    assert_eq!(say_zeros(&mut made, "llvm.mlir.global_ctors", "data", "ctors", false), 1);
    assert!(!last(&made).1.contains("data"));
    let mut some = module("\"llvm.mlir.global_ctors\"() {ctors = [@a], data = [@x]} : () -> ()");
    assert_eq!(say_zeros(&mut some, "llvm.mlir.global_ctors", "data", "ctors", false), 0);
}

#[test]
fn attributes_are_put_in_once() {
    let mut made = module("\"nvvm.ldmatrix\"() : () -> ()");
    let text = "#nvvm.ld_st_matrix_elt_type<b16>";
    assert_eq!(add_attribute(&mut made, "nvvm.ldmatrix", "eltType", Some(text)), 1);
    assert_eq!(last(&made).1, format!("{{eltType = {text}}}"));
    assert_eq!(add_attribute(&mut made, "nvvm.ldmatrix", "eltType", Some(text)), 0);
}

#[test]
fn promises_are_left_out() {
    let with = |attrs: &str| format!("\"llvm.call\"() {{callee = @f, {attrs}}} : () -> ()");
    let mut call = module(&with("no_unwind"));
    assert_eq!(leave_promises_out(&mut call, "llvm.call", "no_unwind", false), 1);
    assert_eq!(last(&call).1, "{callee = @f}");
    let mut promised = module(&with("res_attrs = [{llvm.noundef, llvm.range = 3 : i32}]"));
    assert_eq!(leave_promises_out(&mut promised, "llvm.call", "res_attrs", true), 1);
    // How a value is handed over is no promise.
    let mut handed = module(&with("res_attrs = [{llvm.noundef}, {llvm.signext}]"));
    assert_eq!(leave_promises_out(&mut handed, "llvm.call", "res_attrs", true), 0);
}

#[test]
fn bundles_are_left_out_with_what_tells_of_them() {
    let mut made = module(
        "%a, %b = \"t.v\"() : () -> (i1, i64)\n\
         \"llvm.intr.assume\"(%a, %b, %b) {op_bundle_sizes = array<i32: 2>, op_bundle_tags = [\"align\"], other} : (i1, i64, i64) -> ()",
    );
    let names = ["op_bundle_sizes", "op_bundle_tags"];
    assert_eq!(leave_bundles_out(&mut made, "llvm.intr.assume", names), 1);
    let op = made.ir.ops().last().unwrap();
    assert_eq!((made.ir.operands(op).len(), last(&made).1.as_str()), (1, "{other}"));
    assert_eq!(leave_bundles_out(&mut made, "llvm.intr.assume", names), 0);
}

#[test]
fn variables_tell_what_they_point_to() {
    let with = |ty: &str, attrs: &str| {
        format!("%v = \"t.v\"() : () -> {ty}\n%r = \"acc.copyin\"(%v) {{{attrs}}} : ({ty}) -> {ty}")
    };
    let mut memory = module(&with("memref<10xf32>", ""));
    assert_eq!(pointees(&mut memory, "acc.copyin", "varType", true), 1);
    assert_eq!(last(&memory).1, "{varType = f32}");
    assert_eq!(pointees(&mut memory, "acc.copyin", "varType", false), 1);
    assert_eq!(last(&memory).1, "");
    // Another type than the element's would be lost, and a pointer does not tell any.
    for (ty, attrs) in [("memref<10xf32>", "varType = i8"), ("!llvm.ptr", "varType = f32")] {
        let mut kept = module(&with(ty, attrs));
        assert_eq!(pointees(&mut kept, "acc.copyin", "varType", false), 0, "{ty}");
    }
    assert_eq!(pointees(&mut module(&with("!llvm.ptr", "")), "acc.copyin", "varType", true), 0);
}
