//! MLIR bytecode converted for a release: what becomes of an operation, and what is refused.

use outlast::Outcome;
use outlast::convert::{ConvertError, Request};
use outlast_mlir::parse::{ParseOptions, parse, schemas};
use outlast_mlir::print::{PrintOptions, Source, print};
use outlast_mlir::schema::{FileSchemas, release};
use outlast_mlir::{File, Module};

/// A text of one release for another: the text of the result, its version and producer, and the verdict; or why not.
fn for_release(text: &str, from: &str, to: &str) -> Result<(String, u64, String, Outcome), String> {
    let producer = if from == "19" { "MLIR19.1.7" } else { "MLIR22.1.8" };
    let options =
        ParseOptions { version: 6, producer: producer.to_owned(), release: release(&format!("mlir-{from}")) };
    let bytes = bytecode(text, &options);
    let target = outlast::target(&format!("mlir-{to}")).unwrap();
    let program = outlast::open(&bytes).unwrap();
    let request = Request::for_target(&target).allow_unknown(true);
    let converted = match program.convert(&[], &request) {
        Ok(converted) => converted,
        Err(ConvertError::Refused(blockers)) => return Err(format!("{blockers:?}")),
        Err(error) => panic!("{error}"),
    };
    let mut made = Vec::new();
    converted.output.write_to(&mut made).unwrap();
    let file = File::open(&made).unwrap();
    let module = Module::read(&made).unwrap();
    let schemas = &FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    let (version, producer) = (file.version(), file.producer());
    let source = Source { version, producer, tables: &module.tables, ir: &module.ir, schemas };
    let mut out = Vec::new();
    let style = PrintOptions { local_scope: true, ..PrintOptions::default() };
    print(&source, &style, &mut out).unwrap();
    let producer = String::from_utf8_lossy(producer).into_owned();
    Ok((String::from_utf8(out).unwrap(), version, producer, converted.verdict.unwrap().outcome))
}

fn bytecode(text: &str, options: &ParseOptions) -> Vec<u8> {
    let module = parse(text, options).unwrap();
    module.canonical(&schemas(&module.tables, options)).unwrap().concat()
}

fn module(ops: &str) -> String {
    format!("\"builtin.module\"() ({{\n{ops}\n}}) : () -> ()\n")
}

#[test]
fn flags_that_a_dictionary_cannot_hold_are_encoded_as_the_reader_does() {
    let ops = module(
        r#"  %0 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "llvm.add"(%0, %0) <{overflowFlags = #llvm.overflow<nsw>}> : (i32, i32) -> i32
  "llvm.call"(%1) <{callee = @f}> : (i32) -> ()"#,
    );
    let (text, version, producer, outcome) = for_release(&ops, "19", "22").unwrap();
    assert!(text.contains("overflowFlags = 1 : i32"), "{text}");
    assert_eq!((version, &*producer), (6, "MLIR22.1.8 (from MLIR19.1.7)"));
    assert!(outcome <= Outcome::Unknown, "{outcome:?}");
}

#[test]
fn groups_of_operands_are_those_of_the_release() {
    let ops = module(
        r#"  %0 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.call"(%0) <{callee = @f}> : (i32) -> ()"#,
    );
    let (text, version, ..) = for_release(&ops, "19", "22").unwrap();
    assert_eq!(version, 4);
    assert!(text.contains("op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>"), "{text}");
}

#[test]
fn arrays_are_as_dense_as_the_release_has_them() {
    let shuffle = |mask: &str| {
        module(&format!(
            r#"  %0 = "arith.constant"() <{{value = dense<0> : vector<2xi32>}}> : () -> vector<2xi32>
  %1 = "vector.shuffle"(%0, %0) <{{mask = {mask}}}> : (vector<2xi32>, vector<2xi32>) -> vector<2xi32>"#
        ))
    };
    let (text, ..) = for_release(&shuffle("[1, 3]"), "19", "22").unwrap();
    assert!(text.contains("mask = array<i64: 1, 3>"), "{text}");
    let (text, ..) = for_release(&shuffle("array<i64: 1, 3>"), "22", "19").unwrap();
    assert!(text.contains("mask = [1, 3]"), "{text}");
}

#[test]
fn numbers_that_enumerate_are_given_anew() {
    let rmw = |kind: u32| {
        module(&format!(
            r#"  %0 = "test.value"() : () -> i32
  %1 = "test.value"() : () -> memref<i32>
  %2 = "memref.atomic_rmw"(%0, %1) <{{kind = {kind} : i64}}> : (i32, memref<i32>) -> i32"#
        ))
    };
    let (text, _, producer, _) = for_release(&rmw(12), "19", "22").unwrap();
    assert!(text.contains("kind = 2 : i64"), "{text}");
    assert_eq!(producer, "MLIR22.1.8 (from MLIR19.1.7)");
    let why = for_release(&rmw(15), "22", "19").unwrap_err();
    assert!(why.contains("memref.atomic_rmw") && why.contains("15"), "{why}");
}

#[test]
fn what_goes_without_saying_is_left_out_and_nothing_else() {
    let maps = |first: &str| {
        module(&format!(
            r#"  %0 = "test.value"() : () -> tensor<2x2xf32>
  %1 = "linalg.matmul"(%0, %0, %0) <{{indexing_maps = [affine_map<(d0, d1, d2) -> ({first})>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}}> ({{
  ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
    "linalg.yield"(%arg2) : (f32) -> ()
  }}) : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>"#
        ))
    };
    let (text, ..) = for_release(&maps("d0, d2"), "22", "19").unwrap();
    assert!(!text.contains("indexing_maps"), "{text}");
    let why = for_release(&maps("d2, d0"), "22", "19").unwrap_err();
    assert!(why.contains("indexing_maps"), "{why}");
}

#[test]
fn what_is_not_known_is_refused_unless_that_is_allowed() {
    let options = ParseOptions { version: 6, producer: "MLIR19.1.7".to_owned(), release: release("mlir-19") };
    let bytes = bytecode(&module(r#"  %0 = "test.value"() : () -> i32"#), &options);
    let program = outlast::open(&bytes).unwrap();
    let target = outlast::target("mlir-22").unwrap();
    let request = Request::for_target(&target);
    match program.convert(&[], &request) {
        Err(ConvertError::Unknown { reasons, .. }) => {
            assert!(reasons.iter().any(|reason| reason.subject == "`test.value`"), "{reasons:?}");
            assert!(reasons.iter().all(|reason| reason.code.is_some()), "{reasons:?}");
        }
        other => panic!("{other:?}"),
    }
    let request = request.allow_unknown(true);
    assert_eq!(program.convert(&[], &request).unwrap().verdict.unwrap().outcome, Outcome::Unknown);
}
