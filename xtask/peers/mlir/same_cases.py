#!/usr/bin/env python3
"""Whether same.py finds what differs, and nothing else: texts of 19 and 22 that mean the same, or do not. Run by `interop mlir meaning`."""

import sys

import same

#: What it is about, a line that 19 prints, one that 22 prints, whether they mean the same; or the release whose line promises more, which a reader may not be told.
CASES = [
    ("a unit that became flags", '  %1 = "llvm.getelementptr"(%0) <{elem_type = f32, inbounds, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr',
     '  %1 = "llvm.getelementptr"(%0) <{elem_type = f32, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr', True),
    ("a flag that the other does not have", '  %1 = "llvm.getelementptr"(%0) <{elem_type = f32, inbounds, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr',
     '  %1 = "llvm.getelementptr"(%0) <{elem_type = f32, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr', "22"),
    ("a property that the reader keeps as an attribute", '  %1 = "llvm.getelementptr"(%0) <{elem_type = f32, inbounds, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr',
     '  %1 = "llvm.getelementptr"(%0) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> {inbounds} : (!llvm.ptr) -> !llvm.ptr', False),
    ("flags in words and in bits", '  %2 = "llvm.add"(%0, %1) <{overflowFlags = #llvm.overflow<nsw, nuw>}> : (i32, i32) -> i32', '  %2 = "llvm.add"(%0, %1) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32', True),
    ("a flag less", '  %2 = "llvm.add"(%0, %1) <{overflowFlags = #llvm.overflow<nsw, nuw>}> : (i32, i32) -> i32', '  %2 = "llvm.add"(%0, %1) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32', "19"),
    ("all flags less", '  %2 = "llvm.add"(%0, %1) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32', '  %2 = "llvm.add"(%0, %1) <{overflowFlags = 2 : i32}> : (i32, i32) -> i32', "22"),
    ("another way to round", '  %2 = "arith.addf"(%0, %1) <{fastmath = #arith.fastmath<reassoc>}> : (f32, f32) -> f32', '  %2 = "arith.addf"(%0, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32', False),
    ("a broadcast dimension is in bounds", '  %2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>',
     '  %2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [false, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>', True),
    ("another dimension is in bounds", '  %2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>',
     '  %2 = "vector.transfer_read"(%0, %1, %3) <{in_bounds = [false, false], permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x4xf32>, index, f32) -> vector<2x2xf32>', False),
    ("regions by name", '"omp.declare_reduction"() <{sym_name = "r", type = i32}> ({\n  "a"() : () -> ()\n}, {\n  "b"() : () -> ()\n}, {\n}, {\n}) : () -> ()',
     '"omp.declare_reduction"() <{sym_name = "r", type = i32}> ({\n}, {\n  "a"() : () -> ()\n}, {\n  "b"() : () -> ()\n}, {\n}, {\n}, {\n}) : () -> ()', True),
    ("regions in other places", '"omp.declare_reduction"() <{sym_name = "r", type = i32}> ({\n  "a"() : () -> ()\n}, {\n  "b"() : () -> ()\n}, {\n}, {\n}) : () -> ()',
     '"omp.declare_reduction"() <{sym_name = "r", type = i32}> ({\n  "a"() : () -> ()\n}, {\n  "b"() : () -> ()\n}, {\n}, {\n}, {\n}, {\n}) : () -> ()', False),
    ("kinds of memory that older releases do not tell apart", '  "llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, sym_name = "f"}> : () -> ()',
     '  "llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, sym_name = "f"}> : () -> ()', True),
    ("a kind of memory that is written", '  "llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, sym_name = "f"}> : () -> ()',
     '  "llvm.func"() <{memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = write, targetMem0 = none, targetMem1 = none>, sym_name = "f"}> : () -> ()', False),
    ("numbers given anew", '  %2 = "memref.atomic_rmw"(%0, %1) <{kind = 12 : i64}> : (i32, memref<i32>) -> i32', '  %2 = "memref.atomic_rmw"(%0, %1) <{kind = 2 : i64}> : (i32, memref<i32>) -> i32', True),
    ("the same number, another meaning", '  %2 = "memref.atomic_rmw"(%0, %1) <{kind = 2 : i64}> : (i32, memref<i32>) -> i32', '  %2 = "memref.atomic_rmw"(%0, %1) <{kind = 2 : i64}> : (i32, memref<i32>) -> i32', False),
    ("groups in another order", '  "omp.target"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0>}> ({', '  "omp.target"(%1, %0) <{operandSegmentSizes = array<i32: 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0>}> ({', True),
    ("operands in other groups", '  "omp.target"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0>}> ({', '  "omp.target"(%0, %1) <{operandSegmentSizes = array<i32: 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0>}> ({', False),
    ("another default", '  "gpu.module"() <{sym_name = "k", targets = [#rocdl.target<O = 3, chip = "gfx90a">]}> : () -> ()', '  "gpu.module"() <{sym_name = "k", targets = [#rocdl.target<O = 3, chip = "gfx90a">]}> : () -> ()', False),
    ("what was a default, in words", '  "gpu.module"() <{sym_name = "k", targets = [#nvvm.target<chip = "sm_80">]}> : () -> ()', '  "gpu.module"() <{sym_name = "k", targets = [#nvvm.target<chip = "sm_80", features = "+ptx60">]}> : () -> ()', True),
    ("maps that compute the same", '  %1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 - (d0 floordiv 4) * 4)>}> : (index) -> index', '  %1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 mod 4)>}> : (index) -> index', True),
    ("maps that do not", '  %1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 ceildiv 4)>}> : (index) -> index', '  %1 = "affine.apply"(%0) <{map = affine_map<(d0) -> (d0 floordiv 4)>}> : (index) -> index', False),
    ("a default of one release", '  %1 = "math.absf"(%0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32', '  %1 = "math.absf"(%0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32', True),
    ("what only the newer has", '  "llvm.func"() <{CConv = #llvm.cconv<ccc>, sym_name = "f"}> : () -> ()', '  "llvm.func"() <{CConv = #llvm.cconv<ccc>, sym_name = "f", always_inline}> : () -> ()', False),
    ("another type", '  %1 = "arith.addi"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32', '  %1 = "arith.addi"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64', False),
    ("another value", '  %1 = "arith.subi"(%0, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32', '  %1 = "arith.subi"(%2, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32', False),
    ("an argument of the body for the result", '  %3 = "linalg.map"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32):\n    "linalg.yield"(%arg0) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>',
     '  %3 = "linalg.map"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32, %arg1: f32):\n    "linalg.yield"(%arg0) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>', True),
    ("a body that gives the result's element", '  %3 = "linalg.map"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32):\n    "linalg.yield"(%arg0) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>',
     '  %3 = "linalg.map"(%0, %1) <{}> ({\n  ^bb0(%arg0: f32, %arg1: f32):\n    "linalg.yield"(%arg1) : (f32) -> ()\n  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>', False),
]


def main():
    wrong = 0
    for what, older, newer, alike in CASES:
        for pair in (("19", "22"), ("22", "19")):
            texts = {"19": older, "22": newer}
            lines = [same.normal(texts[release], release, pair) for release in pair]
            found = same.difference(*lines)
            # Who promises more may be read with less.
            if (found is None) != (alike is True or alike == pair[0]):
                wrong += 1
                print(f"{what} ({pair[0]} to {pair[1]}): {found or 'no difference found'}")
    print(f"{2 * len(CASES) - wrong} of {2 * len(CASES)} cases as they should be")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
