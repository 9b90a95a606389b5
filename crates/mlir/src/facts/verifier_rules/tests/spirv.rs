//! Rules on operations of spirv.

use super::check;

#[test]
fn init_not_composite() {
    check(
        "init-not-composite",
        &[
            (
                "spirv.GlobalVariable",
                true,
                "\"spirv.module\"() ({\n\"spirv.SpecConstant\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
            (
                "spirv.GlobalVariable",
                false,
                "\"spirv.module\"() ({\n\"spirv.SpecConstantComposite\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn init_not_variable() {
    check(
        "init-not-variable",
        &[
            (
                "spirv.GlobalVariable",
                true,
                "\"spirv.module\"() ({\n\"spirv.SpecConstant\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
            (
                "spirv.GlobalVariable",
                false,
                "\"spirv.module\"() ({\n\"spirv.Other\"() {sym_name = \"i\"} : () -> ()\n\"spirv.GlobalVariable\"() {sym_name = \"v\", initializer = @i} : () -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn memory_not_aligned() {
    check(
        "memory-not-aligned",
        &[
            (
                "spirv.KHR.CooperativeMatrixLoad",
                true,
                op!(
                    "spirv.KHR.CooperativeMatrixLoad",
                    "memory_operand = #spirv.memory_access<Volatile>",
                    [],
                    "i1"
                ),
            ),
            (
                "spirv.KHR.CooperativeMatrixLoad",
                false,
                op!(
                    "spirv.KHR.CooperativeMatrixLoad",
                    "memory_operand = #spirv.memory_access<Volatile|Aligned>",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn no_joint_matrix() {
    check(
        "no-joint-matrix",
        &[
            (
                "spirv.MatrixTimesScalar",
                true,
                op!("spirv.MatrixTimesScalar", "", ["!spirv.matrix<3 x vector<3xf32>>"], "i1"),
            ),
            (
                "spirv.MatrixTimesScalar",
                false,
                op!(
                    "spirv.MatrixTimesScalar",
                    "",
                    ["!spirv.jointmatrix<8x16xi32, ColumnMajor, Subgroup>"],
                    "i1"
                ),
            ),
            (
                "spirv.SpecConstantComposite",
                false,
                op!(
                    "spirv.SpecConstantComposite",
                    "type = !spirv.jointmatrix<8x16xi32, ColumnMajor, Subgroup>",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn replicate_plain() {
    check(
        "replicate-plain",
        &[
            (
                "spirv.EXT.ConstantCompositeReplicate",
                true,
                op!("spirv.EXT.ConstantCompositeReplicate", "value = 1 : i32", [], "i32"),
            ),
            (
                "spirv.EXT.ConstantCompositeReplicate",
                false,
                op!("spirv.EXT.ConstantCompositeReplicate", "value = [1 : i32]", [], "i32"),
            ),
        ],
    );
}

#[test]
fn weights_not_zero() {
    check(
        "weights-not-zero",
        &[
            (
                "spirv.BranchConditional",
                true,
                op!("spirv.BranchConditional", "branch_weights = [1 : i32, 0 : i32]", [], "i1"),
            ),
            (
                "spirv.BranchConditional",
                false,
                op!("spirv.BranchConditional", "branch_weights = [0 : i32, 0 : i32]", [], "i1"),
            ),
        ],
    );
}
