//! Steps on small programs.

use super::{
    CONSTANT, Groups, add_attribute, bare_constants, basis_to_operands, dynamic_positions, hand_in,
    hand_through, layout_strings, leave_bundles_out, leave_notes_out, leave_parameters_out,
    leave_plain_types_out, leave_promises_out, leave_to_callee, operands_to_basis, pointees, ranges, regroup,
    say_zeros,
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

/// What the operations of a name have, in order.
fn each(module: &Module<'_>, name: &str) -> Vec<String> {
    let of = |op| module.tables.op_name(module.ir.name(op)) == name.as_bytes();
    let attrs = |op| module.ir.attrs(op).map(|attrs| Snippets::new(&module.tables, b"MLIR22").attr(attrs));
    module.ir.ops().filter(|op| of(*op)).map(|op| attrs(op).unwrap_or_default()).collect()
}

#[test]
fn values_are_handed_in_and_used_from_around() {
    let inside = |args: &str, used: [&str; 2], operands: &str, types: &str| {
        format!(
            "%a, %b = \"t.v\"() : () -> (i32, f32)\n%r = \"emitc.expression\"({operands}) ({{\n{args}\
             %p = \"t.add\"({}, {}, {}) : (i32, f32, i32) -> i32\n\"t.yield\"(%p) : (i32) -> ()\n}}) : ({types}) -> i32\n\
             \"t.use\"(%r) : (i32) -> ()",
            used[0], used[1], used[0]
        )
    };
    let mut used = module(&inside("", ["%a", "%b"], "", ""));
    assert_eq!(hand_in(&mut used, "emitc.expression", false), 0);
    let around = used.ir.clone();
    assert_eq!(hand_in(&mut used, "emitc.expression", true), 1);
    let op = used.ir.ops().nth(2).unwrap();
    assert_eq!(used.ir.operands(op), [0, 1]);
    assert!(used.ir.is_isolated(op));
    let block = used.ir.regions(op).flat_map(|region| used.ir.blocks(region)).next().unwrap();
    let types: Vec<_> = used.ir.args(block).iter().map(|arg| arg.ty).collect();
    assert_eq!(types, used.ir.results(used.ir.ops().nth(1).unwrap()));
    let add = used.ir.ops().nth(3).unwrap();
    // Numbers start over in the region: its two arguments, then the sum.
    assert_eq!(used.ir.operands(add), [0, 1, 0]);
    assert_eq!(used.ir.operands(used.ir.ops().last().unwrap()), [2]);
    assert_eq!(hand_in(&mut used, "emitc.expression", false), 1);
    assert_eq!(used.ir.operands, around.operands);
    assert!(used.ir.args.is_empty());
    // What has arguments that are no operands stays.
    let mut other = module(&inside("^bb0(%x: i32, %y: f32):\n", ["%x", "%y"], "", ""));
    assert_eq!(hand_in(&mut other, "emitc.expression", true), 0);
}

#[test]
fn bare_constants_stand_where_their_expressions_did() {
    let with = |inner: &str| {
        format!(
            "%r = \"emitc.expression\"() ({{\n{inner}\"emitc.yield\"(%c) : (i32) -> ()\n}}) : () -> i32\n\"t.use\"(%r) : (i32) -> ()"
        )
    };
    let constant = "%c = \"emitc.constant\"() {value = 7 : i32} : () -> i32\n";
    let mut made = module(&with(constant));
    assert_eq!(bare_constants(&mut made, "emitc.expression", "emitc.constant"), 1);
    assert_eq!(each(&made, "emitc.constant"), ["{value = 7 : i32}"]);
    assert_eq!((made.ir.ops().len(), each(&made, "emitc.expression").len()), (3, 0));
    assert_eq!(made.ir.operands(made.ir.ops().last().unwrap()), [0]);
    let more = format!("%d = \"t.v\"() : () -> i32\n{constant}");
    assert_eq!(bare_constants(&mut module(&with(&more)), "emitc.expression", "emitc.constant"), 0);
}

#[test]
fn sizes_are_operands_or_listed() {
    let with = |basis: &str, results: &str, names: &str| {
        format!(
            "%i, %n = \"t.v\"() : () -> (index, index)\n{names} = \"affine.delinearize_index\"(%i, %n) {{static_basis = array<i64: {basis}>}} : (index, index) -> ({results})"
        )
    };
    let op = "affine.delinearize_index";
    let dynamic = i64::MIN;
    let mut made = module(&with(&format!("4, {dynamic}, 16"), "index, index, index", "%r:3"));
    assert_eq!(basis_to_operands(&mut made, op, "static_basis"), 1);
    assert_eq!(each(&made, CONSTANT), ["{value = 4 : index}", "{value = 16 : index}"]);
    let last_op = made.ir.ops().last().unwrap();
    // The values: `%i`, `%n`, and the two numbers.
    assert_eq!((made.ir.operands(last_op), last(&made).1.as_str()), (&[0, 2, 1, 3][..], ""));
    assert_eq!(operands_to_basis(&mut made, op, "static_basis"), 1);
    assert_eq!(last(&made).1, format!("{{static_basis = array<i64: {dynamic}, {dynamic}, {dynamic}>}}"));
    // LLVM 19 demands a size for each result.
    let mut one_more = module(&with(&format!("{dynamic}, 16"), "index, index, index", "%r:3"));
    assert_eq!(basis_to_operands(&mut one_more, op, "static_basis"), 0);
}

#[test]
fn layouts_in_the_words_of_llvm() {
    let entries = "!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr = dense<[64, 64, 128, 32]> : vector<4xi64>, i64 = dense<[32, 64]> : vector<2xi64>, \
                   f80 = dense<128> : vector<2xi64>, index = 32 : i64, \"dlti.endianness\" = \"little\", \"dlti.stack_alignment\" = 128 : i64";
    let op = |entries: &str| {
        format!("\"builtin.module\"() ({{\n}}) {{dlti.dl_spec = #dlti.dl_spec<{entries}>}} : () -> ()")
    };
    let mut older = module(&op(entries));
    assert_eq!(layout_strings(&mut older, "builtin.module", "dlti.dl_spec", "llvm.data_layout"), 0);
    let newer =
        format!("{entries}, \"dlti.mangling_mode\" = \"e\", \"dlti.legal_int_widths\" = array<i32: 8, 64>");
    let mut made = module(&op(&newer));
    assert_eq!(layout_strings(&mut made, "builtin.module", "dlti.dl_spec", "llvm.data_layout"), 1);
    let said = last(&made).1;
    let text = "e-S128-m:e-n8:64-p270:32:32:32:32-p0:64:64:128:32-i64:32:64-f80:128";
    assert!(said.contains(&format!("llvm.data_layout = \"{text}\"")), "{said}");
    assert!(said.contains(&format!("#dlti.dl_spec<{entries}>")), "{said}");
    // What cannot be said stays.
    let mut other = module(&op("\"dlti.legal_int_widths\" = 8 : i64"));
    assert_eq!(layout_strings(&mut other, "builtin.module", "dlti.dl_spec", "llvm.data_layout"), 0);
}

#[test]
fn calls_leave_to_functions_what_these_have() {
    let with = |attrs: &str, other: &str| {
        format!(
            "\"llvm.func\"() {{sym_name = \"f\"{attrs}}} : () -> ()\n{other}\"llvm.call\"() {{callee = @f, convergent}} : () -> ()"
        )
    };
    let leave = |body: &str| {
        let mut made = module(body);
        (leave_to_callee(&mut made, "llvm.call", "convergent", "llvm.func"), last(&made).1)
    };
    assert_eq!(leave(&with(", convergent", "")), (1, "{callee = @f}".to_owned()));
    assert_eq!(leave(&with("", "")).0, 0);
    // Another function of the name, in another module, has it not.
    assert_eq!(leave(&with(", convergent", "\"llvm.func\"() {sym_name = \"f\"} : () -> ()\n")).0, 0);
}

#[test]
fn notes_and_promises_of_parameters_are_left_out() {
    let flags = |keys: &[&str]| {
        let notes = keys.iter().map(|key| format!("#llvm.mlir.module_flag<error, \"{key}\", 4 : i32>"));
        format!("\"llvm.module_flags\"() {{flags = [{}]}} : () -> ()", notes.collect::<Vec<_>>().join(", "))
    };
    let leave = |keys: &[&str]| {
        leave_notes_out(&mut module(&flags(keys)), "llvm.module_flags", "flags", "PIC Level|uwtable")
    };
    assert_eq!([leave(&["uwtable", "PIC Level"]), leave(&["uwtable", "Code Model"])], [1, 0]);
    let mut func = module(
        "\"llvm.func\"() {arg_attrs = [{llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 9>}, {}]} : () -> ()",
    );
    assert_eq!(leave_parameters_out(&mut func, "llvm.func", "arg_attrs", "llvm.range"), 1);
    assert_eq!(last(&func).1, "{arg_attrs = [{llvm.noundef}, {}]}");
    let cases = "none|sync|async";
    let mut unwound = module(
        "\"llvm.func\"() {passthrough = [\"cold\"], uwtable_kind = #llvm.uwtableKind<async>} : () -> ()",
    );
    assert_eq!(hand_through(&mut unwound, "llvm.func", "uwtable_kind", "uwtable", cases), 1);
    assert_eq!(last(&unwound).1, "{passthrough = [\"cold\", [\"uwtable\", \"2\"]]}");
}

#[test]
fn types_of_functions_stay_where_they_take_any_number() {
    let call =
        |ty: &str| format!("\"llvm.call\"() {{callee = @f, callee_type = !llvm.func<{ty}>}} : () -> ()");
    let leave = |ty: &str| {
        let mut made = module(&call(ty));
        (leave_plain_types_out(&mut made, "llvm.call", "callee_type"), last(&made).1)
    };
    assert_eq!(leave("void (ptr)"), (1, "{callee = @f}".to_owned()));
    assert_eq!(leave("i32 (ptr, ...)").0, 0);
}

#[test]
fn a_group_without_a_name_is_the_first_of_any_number() {
    let call =
        "%a, %b = \"t.v\"() : () -> (i32, i32)\n\"llvm.call\"(%a, %b) {callee = @f} : (i32, i32) -> ()";
    let one = Groups { names: &["*"], sizes: None };
    let two = Groups { names: &["calleeoperands*", "opbundleoperands*"], sizes: Some("operandSegmentSizes") };
    let mut made = module(call);
    assert_eq!(regroup(&mut made, "llvm.call", one, two), 1);
    assert_eq!(last(&made).1, "{callee = @f, operandSegmentSizes = array<i32: 2, 0>}");
    assert_eq!(regroup(&mut made, "llvm.call", two, one), 1);
    assert_eq!(last(&made).1, "{callee = @f}");
}
