//! Texts of 19 and 22 that mean the same, or do not.

use std::collections::BTreeMap;

use super::meaning;
use crate::tools::Did;

/// Operations in a module, with the values in front that they use and do not define.
pub(super) fn module(lines: &str) -> String {
    let mut values = BTreeMap::new();
    let mut open: Vec<&str> = Vec::new();
    for line in lines.lines().map(str::trim) {
        let operands = line.split_once("\"(").and_then(|(_, rest)| Some(rest.split_once(')')?.0));
        if line.ends_with("({") {
            open.push(operands.unwrap_or_default());
            continue;
        }
        let operands = if line.starts_with("})") { open.pop() } else { operands };
        let types = line.rsplit_once(" : (").and_then(|(_, rest)| Some(rest.split_once(") -> ")?.0));
        let (Some(operands), Some(types)) = (operands, types) else { continue };
        for (name, ty) in operands.split(", ").zip(types.split(", ")) {
            let name = name.split('#').next().unwrap_or(name);
            let is_defined = [" =", ":"].iter().any(|behind| lines.contains(&format!("{name}{behind}")));
            if name.starts_with('%') && !is_defined {
                values.insert(name, ty);
            }
        }
    }
    let values: String =
        values.iter().map(|(name, ty)| format!("{name} = \"t.value\"() : () -> {ty}\n")).collect();
    format!("\"builtin.module\"() ({{\n{values}{lines}\n}}) : () -> ()\n")
}

/// Whether a reader may be given what the other release prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    /// Both mean the same.
    Same,
    /// The newer one promises more than the older release can say, and may be read with less.
    NewerMore,
    /// They mean something else.
    Other,
}

use Says::{NewerMore, Other, Same};

/// What it is about, a text that 19 prints, one that 22 prints.
const CASES: &[(&str, Says, &str, &str)] = &[
    (
        "a unit that became flags",
        Same,
        r#"%1 = "llvm.getelementptr"(%0) <{elem_type = f32, inbounds, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"#,
        r#"%1 = "llvm.getelementptr"(%0) <{elem_type = f32, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"#,
    ),
    (
        "a flag that the other does not have",
        NewerMore,
        r#"%1 = "llvm.getelementptr"(%0) <{elem_type = f32, inbounds, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"#,
        r#"%1 = "llvm.getelementptr"(%0) <{elem_type = f32, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"#,
    ),
    (
        "a property that the reader keeps as an attribute",
        Other,
        r#"%1 = "llvm.getelementptr"(%0) <{elem_type = f32, inbounds, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"#,
        r#"%1 = "llvm.getelementptr"(%0) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> {inbounds} : (!llvm.ptr) -> !llvm.ptr"#,
    ),
    (
        "flags in words and in bits",
        Same,
        r#"%2 = "llvm.add"(%0, %1) <{overflowFlags = #llvm.overflow<nsw, nuw>}> : (i32, i32) -> i32"#,
        r#"%2 = "llvm.add"(%0, %1) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32"#,
    ),
    (
        "a flag less that both have",
        Other,
        r#"%2 = "llvm.add"(%0, %1) <{overflowFlags = #llvm.overflow<nsw, nuw>}> : (i32, i32) -> i32"#,
        r#"%2 = "llvm.add"(%0, %1) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32"#,
    ),
    (
        "a flag more that both have",
        Other,
        r#"%2 = "llvm.add"(%0, %1) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32"#,
        r#"%2 = "llvm.add"(%0, %1) <{overflowFlags = 2 : i32}> : (i32, i32) -> i32"#,
    ),
    (
        "another way to round",
        Other,
        r#"%2 = "arith.addf"(%0, %1) <{fastmath = #arith.fastmath<reassoc>}> : (f32, f32) -> f32"#,
        r#"%2 = "arith.addf"(%0, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32"#,
    ),
    (
        "a promise that the older release does not know",
        NewerMore,
        r#"%2 = "llvm.or"(%0, %1) : (i32, i32) -> i32"#,
        r#"%2 = "llvm.or"(%0, %1) <{isDisjoint}> : (i32, i32) -> i32"#,
    ),
    (
        "a broadcast dimension is in bounds",
        Same,
        r#"%2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>"#,
        r#"%2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [false, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>"#,
    ),
    (
        "another dimension is in bounds",
        Other,
        r#"%2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>"#,
        r#"%2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [false, false], permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>"#,
    ),
    (
        "regions by name",
        Same,
        "\"omp.declare_reduction\"() <{sym_name = \"r\", type = i32}> ({\n  \"a\"() : () -> ()\n}, {\n  \"b\"() : () -> ()\n}, {\n}, {\n}) : () -> ()",
        "\"omp.declare_reduction\"() <{sym_name = \"r\", type = i32}> ({\n}, {\n  \"a\"() : () -> ()\n}, {\n  \"b\"() : () -> ()\n}, {\n}, {\n}, {\n}) : () -> ()",
    ),
    (
        "regions in other places",
        Other,
        "\"omp.declare_reduction\"() <{sym_name = \"r\", type = i32}> ({\n  \"a\"() : () -> ()\n}, {\n  \"b\"() : () -> ()\n}, {\n}, {\n}) : () -> ()",
        "\"omp.declare_reduction\"() <{sym_name = \"r\", type = i32}> ({\n  \"a\"() : () -> ()\n}, {\n  \"b\"() : () -> ()\n}, {\n}, {\n}, {\n}, {\n}) : () -> ()",
    ),
    (
        "kinds of memory that older releases do not distinguish",
        Same,
        r#""llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, sym_name = "f"}> : () -> ()"#,
        r#""llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, sym_name = "f"}> : () -> ()"#,
    ),
    (
        "a kind of memory that is written",
        Other,
        r#""llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, sym_name = "f"}> : () -> ()"#,
        r#""llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = write, targetMem0 = none, targetMem1 = none>, sym_name = "f"}> : () -> ()"#,
    ),
    (
        "a kind of memory that is other memory",
        Same,
        r#""llvm.func"() <{memory_effects = #llvm.memory_effects<other = write, argMem = read, inaccessibleMem = none>, sym_name = "f"}> : () -> ()"#,
        r#""llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = write, targetMem0 = none, targetMem1 = none>, sym_name = "f"}> : () -> ()"#,
    ),
    (
        "renumbered",
        Same,
        r#"%2 = "memref.atomic_rmw"(%0, %1) <{kind = 12 : i64}> : (i32, memref<i32>) -> i32"#,
        r#"%2 = "memref.atomic_rmw"(%0, %1) <{kind = 2 : i64}> : (i32, memref<i32>) -> i32"#,
    ),
    (
        "the same number, another meaning",
        Other,
        r#"%2 = "memref.atomic_rmw"(%0, %1) <{kind = 2 : i64}> : (i32, memref<i32>) -> i32"#,
        r#"%2 = "memref.atomic_rmw"(%0, %1) <{kind = 2 : i64}> : (i32, memref<i32>) -> i32"#,
    ),
    (
        "groups in another order",
        Same,
        "\"omp.target\"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0>}> ({\n}) : (i1, i32) -> ()",
        "\"omp.target\"(%1, %0) <{operandSegmentSizes = array<i32: 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0>}> ({\n}) : (i32, i1) -> ()",
    ),
    (
        "operands in other groups",
        Other,
        "\"omp.target\"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0>}> ({\n}) : (i1, i32) -> ()",
        "\"omp.target\"(%0, %1) <{operandSegmentSizes = array<i32: 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0>}> ({\n}) : (i1, i32) -> ()",
    ),
    (
        "another default",
        Other,
        r#""gpu.module"() <{sym_name = "k", targets = [#rocdl.target<O = 3, chip = "gfx90a">]}> : () -> ()"#,
        r#""gpu.module"() <{sym_name = "k", targets = [#rocdl.target<O = 3, chip = "gfx90a">]}> : () -> ()"#,
    ),
    (
        "what was a default, in words",
        Same,
        r#""gpu.module"() <{sym_name = "k", targets = [#nvvm.target<chip = "sm_80">]}> : () -> ()"#,
        r#""gpu.module"() <{sym_name = "k", targets = [#nvvm.target<chip = "sm_80", features = "+ptx60">]}> : () -> ()"#,
    ),
    (
        "maps that compute the same",
        Same,
        r#"%1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 - (d0 floordiv 4) * 4)>}> : (index) -> index"#,
        r#"%1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 mod 4)>}> : (index) -> index"#,
    ),
    (
        "maps that do not",
        Other,
        r#"%1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 ceildiv 4)>}> : (index) -> index"#,
        r#"%1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 floordiv 4)>}> : (index) -> index"#,
    ),
    (
        "a default of one release",
        Same,
        r#"%1 = "math.absf"(%0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32"#,
        r#"%1 = "math.absf"(%0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32"#,
    ),
    (
        "what only the newer has",
        Other,
        r#""llvm.func"() <{CConv = #llvm.cconv<ccc>, sym_name = "f"}> : () -> ()"#,
        r#""llvm.func"() <{CConv = #llvm.cconv<ccc>, sym_name = "f", always_inline}> : () -> ()"#,
    ),
    (
        "another type",
        Other,
        r#"%1 = "arith.addi"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32"#,
        r#"%1 = "arith.addi"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64"#,
    ),
    (
        "another value",
        Other,
        r#"%1 = "arith.subi"(%0, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32"#,
        r#"%1 = "arith.subi"(%2, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32"#,
    ),
    (
        "an argument of the body for the result",
        Same,
        "%3 = \"linalg.map\"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32):\n    \"linalg.yield\"(%arg0) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
        "%3 = \"linalg.map\"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32, %arg1: f32):\n    \"linalg.yield\"(%arg0) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "a body that gives the result's element",
        Other,
        "%3 = \"linalg.map\"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32):\n    \"linalg.yield\"(%arg0) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
        "%3 = \"linalg.map\"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32, %arg1: f32):\n    \"linalg.yield\"(%arg1) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "sizes that are listed, or made by constants",
        Same,
        "%0 = \"t.index\"() : () -> index\n%c = \"arith.constant\"() <{value = 4 : index}> : () -> index\n\
         %1:2 = \"affine.delinearize_index\"(%0, %0, %c) : (index, index, index) -> (index, index)\n\"t.use\"(%1#1) : (index) -> ()",
        "%0 = \"t.index\"() : () -> index\n\
         %1:2 = \"affine.delinearize_index\"(%0, %0) <{static_basis = array<i64: -9223372036854775808, 4>}> : (index, index) -> (index, index)\n\
         \"t.use\"(%1#1) : (index) -> ()",
    ),
    (
        "another size",
        Other,
        "%0 = \"t.index\"() : () -> index\n%c = \"arith.constant\"() <{value = 8 : index}> : () -> index\n\
         %1:2 = \"affine.delinearize_index\"(%0, %0, %c) : (index, index, index) -> (index, index)",
        "%0 = \"t.index\"() : () -> index\n\
         %1:2 = \"affine.delinearize_index\"(%0, %0) <{static_basis = array<i64: -9223372036854775808, 4>}> : (index, index) -> (index, index)",
    ),
    (
        "what is handed through",
        Same,
        r#""llvm.func"() <{passthrough = [["uwtable", "2"]], sym_name = "f"}> : () -> ()"#,
        r#""llvm.func"() <{sym_name = "f", uwtable_kind = #llvm.uwtableKind<async>}> : () -> ()"#,
    ),
    (
        "another number that is handed through",
        Other,
        r#""llvm.func"() <{passthrough = [["uwtable", "1"]], sym_name = "f"}> : () -> ()"#,
        r#""llvm.func"() <{sym_name = "f", uwtable_kind = #llvm.uwtableKind<async>}> : () -> ()"#,
    ),
    (
        "another mangling",
        Other,
        r#""builtin.module"() ({
        }) {dlti.dl_spec = #dlti.dl_spec<>, llvm.data_layout = "e-m:o"} : () -> ()"#,
        r#""builtin.module"() ({
        }) {dlti.dl_spec = #dlti.dl_spec<"dlti.mangling_mode" = "e">} : () -> ()"#,
    ),
];

fn is_same(original: (&str, u32), read: (&str, u32)) -> (bool, String) {
    match meaning(original, read) {
        Did::Same(said) => (true, said.unwrap_or_default()),
        Did::Other(said) => (false, said),
        did => (false, format!("{did:?}")),
    }
}

#[test]
fn texts_in_both_directions() {
    let mut wrong = Vec::new();
    for (what, says, older, newer) in CASES {
        let (older, newer) = (module(older), module(newer));
        let up = is_same((&older, 19), (&newer, 22));
        let down = is_same((&newer, 22), (&older, 19));
        if up.0 != (*says == Same) || down.0 != (*says != Other) {
            wrong.push(format!("{what}: {up:?}, {down:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
