//! Generated checks on small programs.

use super::judge;
use crate::facts::verifier_rules::is_known;

#[test]
fn groups_of_operands_are_asked() {
    let add = "%a = \"t.v\"() : () -> i32\n%b = \"t.v\"() : () -> f32\n%r = \"t.add\"(%a, %b, %b) : (i32, f32, f32) -> f32";
    for (check, expected) in [
        ("sizes:11*", true),
        ("sizes:1*", true),
        ("sizes:1?", false),
        ("sizes:11", false),
        ("sizes:**", false),
        ("operand:1*:0:int(i,32,%)", true),
        ("operand:1*:1:is(f32,%)", true),
        ("operand:*:0:is(f32,%)", false),
        ("operand:111:2:|(is(f16,%),is(f32,%))", true),
        ("result:1:0:is(float,%)", true),
        ("result:1:0:is(integer,%)", false),
        ("holds:11*:1:same(o1,r0)", true),
        ("holds:11*:1:same(o0,r0)", false),
        ("trait:SameOperandsAndResultType", false),
        ("trait:NoRegionArguments", true),
        ("parent:builtin.module,func.func", true),
        ("parent:func.func", false),
    ] {
        assert_eq!(judge("t.add", check, add) == Some(true), expected, "{check}");
    }
}

#[test]
fn sizes_of_segments_count() {
    let sized = "%a = \"t.v\"() : () -> i32\n\"t.op\"(%a, %a, %a) {operandSegmentSizes = array<i32: 1, 0, 2>} : (i32, i32, i32) -> ()";
    for (check, expected) in [
        ("sizes:=1?*", true),
        ("sizes:=1?1", false),
        ("sizes:=1?", false),
        ("operand:=1?*:2:int(any,32,%)", true),
        // Of no value nothing is demanded.
        ("operand:=1?*:1:is(f32,%)", true),
        ("holds:=1?*:-:same(o0,o2)", true),
        ("holds:=1?*:-:same(o0,o1)", false),
    ] {
        assert_eq!(judge("t.op", check, sized) == Some(true), expected, "{check}");
    }
}

#[test]
fn traits_are_asked() {
    let cases = [
        ("trait:SameOperandsAndResultRank", "tensor<4xf32>", "tensor<1xi8>", true),
        ("trait:SameOperandsAndResultRank", "tensor<4xf32>", "tensor<4x1xi8>", false),
        ("trait:SameOperandsAndResultShape", "tensor<4xf32>", "tensor<4xi8>", true),
        ("trait:SameOperandsAndResultShape", "tensor<4xf32>", "tensor<5xi8>", false),
        ("trait:SameOperandsAndResultElementType", "tensor<4xf32>", "f32", true),
        ("trait:ResultsBroadcastableShape", "tensor<1x4xf32>", "tensor<1x4xf32>", true),
        ("trait:ResultsBroadcastableShape", "tensor<1x4xf32>", "tensor<2x4xf32>", false),
        ("trait:ResultsAreFloatLike", "i1", "tensor<2xf16>", true),
        ("trait:TosaResolvableShapeOperands", "!tosa.shape<2>", "i1", false),
        ("trait:TosaResolvableShapeOperands", "i1", "i1", true),
        ("holds:1:1:buffer(o0,r0)", "memref<4x?xf32, strided<[?, 1]>>", "tensor<4x?xf32>", true),
        ("holds:1:1:buffer(o0,r0)", "memref<4x?xf32>", "tensor<4x4xf32>", false),
    ];
    for (check, operand, result, expected) in cases {
        let body = format!("%a = \"t.v\"() : () -> {operand}\n%r = \"t.op\"(%a) : ({operand}) -> {result}");
        assert_eq!(judge("t.op", check, &body) == Some(true), expected, "{check}: {operand} -> {result}");
    }
}

#[test]
fn chips_of_modules_are_asked() {
    for (targets, least, expected) in [
        ("", 90, true),
        ("targets = [#nvvm.target<chip = \"sm_90\">]", 90, true),
        ("targets = [#nvvm.target<chip = \"sm_80\">]", 90, false),
        ("targets = [#nvvm.target]", 80, false),
        ("targets = [#nvvm.target]", 30, true),
        ("targets = [#nvvm.target<chip = \"sm_90a\">, #nvvm.target<chip = \"sm_70\">]", 80, false),
    ] {
        let body = format!(
            "\"gpu.module\"() ({{\n\"llvm.func\"() ({{\n\"t.op\"() : () -> ()\n\"llvm.return\"() : () -> ()\n}}) {{sym_name = \"f\"}} : () -> ()\n}}) {{sym_name = \"m\", {targets}}} : () -> ()"
        )
        .replace(", }", "}");
        assert_eq!(judge("t.op", &format!("sm:{least}"), &body) == Some(true), expected, "{targets} {least}");
    }
}

#[test]
fn what_is_no_check_is_refused() {
    for word in [
        "operand:1:1:T",
        "operand:1x:0:T",
        "region:0:1",
        "trait:None",
        "parent:",
        "holds:1:T",
        "sm:x",
        "result:1:0:is(f32)",
    ] {
        assert!(!is_known(word), "{word}");
    }
}

/// Blocks of regions are counted.
#[test]
fn regions_are_counted() {
    let one = "\"t.op\"() ({\n\"t.end\"() : () -> ()\n}) : () -> ()";
    for (check, expected) in [
        ("region:0:1:1", true),
        ("region:0:1:*", true),
        ("region:0:2:2", false),
        ("trait:SingleBlock", true),
        ("region:1:1:1", false),
    ] {
        assert_eq!(judge("t.op", check, one) == Some(true), expected, "{check}");
    }
}
