//! Rules on operations of `llvm.mlir.constant`.

use super::check;

#[test]
fn constant_18() {
    check(
        "constant-18",
        &[
            ("llvm.mlir.constant", true, op!("llvm.mlir.constant", "value = 1 : i32", [], "i32")),
            ("llvm.mlir.constant", false, op!("llvm.mlir.constant", "value = 1.0 : f32", [], "i64")),
            ("llvm.mlir.constant", false, op!("llvm.mlir.constant", "value = 1 : i32", [], "f32")),
        ],
    );
}

#[test]
fn constant_21() {
    check(
        "constant-21",
        &[
            (
                "llvm.mlir.constant",
                true,
                op!(
                    "llvm.mlir.constant",
                    "value = dense<1> : tensor<2x2xi32>",
                    [],
                    "!llvm.array<2 x array<2 x i32>>"
                ),
            ),
            (
                "llvm.mlir.constant",
                true,
                op!("llvm.mlir.constant", "value = [1.0 : f32, 2 : i64]", [], "!llvm.struct<(f32, i64)>"),
            ),
            (
                "llvm.mlir.constant",
                true,
                op!(
                    "llvm.mlir.constant",
                    "value = [[1 : i32, 2.0 : f32], #llvm.zero]",
                    [],
                    "!llvm.array<2 x struct<(i32, f32)>>"
                ),
            ),
            (
                "llvm.mlir.constant",
                false,
                op!("llvm.mlir.constant", "value = dense<1> : tensor<2xi32>", [], "!llvm.array<4 x i32>"),
            ),
            (
                "llvm.mlir.constant",
                false,
                op!("llvm.mlir.constant", "value = [1 : i32, 2 : i32]", [], "!llvm.struct<(f32, i64)>"),
            ),
            (
                "llvm.mlir.constant",
                false,
                op!("llvm.mlir.constant", "value = [1 : i32]", [], "!llvm.array<1 x i32>"),
            ),
        ],
    );
}

#[test]
fn constant_complex() {
    check(
        "constant-complex",
        &[
            (
                "llvm.mlir.constant",
                true,
                op!("llvm.mlir.constant", "value = [1.0 : f32, 1.0 : f32]", [], "!llvm.struct<(f32, f32)>"),
            ),
            (
                "llvm.mlir.constant",
                false,
                op!("llvm.mlir.constant", "value = [1.0 : f32, 1 : i32]", [], "!llvm.struct<(f32, i32)>"),
            ),
        ],
    );
}

#[test]
fn constant_floats_22() {
    check(
        "constant-floats-22",
        &[
            (
                "llvm.mlir.constant",
                true,
                op!("llvm.mlir.constant", "value = dense<1.0> : tensor<2xf32>", [], "!llvm.array<2 x i32>"),
            ),
            ("llvm.mlir.constant", false, op!("llvm.mlir.constant", "value = 1.0 : bf16", [], "f16")),
            (
                "llvm.mlir.constant",
                false,
                op!("llvm.mlir.constant", "value = dense<1.0> : tensor<2xf32>", [], "!llvm.array<2 x i64>"),
            ),
        ],
    );
}
