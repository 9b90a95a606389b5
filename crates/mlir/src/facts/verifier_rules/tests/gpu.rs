//! Rules on operations of gpu.

use super::check;

#[test]
fn gpu_launch_twelve() {
    check(
        "gpu-launch-twelve",
        &[
            (
                "gpu.launch",
                true,
                "\"gpu.launch\"() ({\n^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: index):\n\"gpu.terminator\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "gpu.launch",
                false,
                "\"gpu.launch\"() ({\n^bb0(%a: index):\n\"gpu.terminator\"() : () -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn gpu_reduce_no_minmax() {
    check(
        "gpu-reduce-no-minmax",
        &[
            ("gpu.all_reduce", true, op!("gpu.all_reduce", "op = #gpu<all_reduce_op add>", [], "i1")),
            ("gpu.all_reduce", false, op!("gpu.all_reduce", "op = #gpu<all_reduce_op minsi>", [], "i1")),
        ],
    );
}

#[test]
fn gpu_reduce_scalar_bits() {
    check(
        "gpu-reduce-scalar-bits",
        &[
            (
                "gpu.subgroup_reduce",
                true,
                op!("gpu.subgroup_reduce", "op = #gpu<all_reduce_op and>", ["i32"], "i32"),
            ),
            (
                "gpu.subgroup_reduce",
                false,
                op!(
                    "gpu.subgroup_reduce",
                    "op = #gpu<all_reduce_op and>",
                    ["vector<2xi32>"],
                    "vector<2xi32>"
                ),
            ),
        ],
    );
}

#[test]
fn gpu_rotate_constant() {
    check(
        "gpu-rotate-constant",
        &[
            (
                "gpu.rotate",
                true,
                "%c = \"arith.constant\"() {value = 1 : i32} : () -> i32\n%r = \"gpu.rotate\"(%c, %c, %c) : (i32, i32, i32) -> i32",
            ),
            ("gpu.rotate", false, op!("gpu.rotate", "", ["f32", "i32", "i32"], "i1")),
        ],
    );
}

#[test]
fn gpu_target_21() {
    check(
        "gpu-target-21",
        &[
            ("gpu.module", true, op!("gpu.module", "targets = [#nvvm.target]", [], "i1")),
            ("gpu.module", false, op!("gpu.module", "targets = [#nvvm.target<chip = \"sm_13\">]", [], "i1")),
        ],
    );
}

#[test]
fn gpu_target_22() {
    check(
        "gpu-target-22",
        &[
            (
                "gpu.module",
                true,
                "\"gpu.module\"() ({\n\"nvvm.wgmma.fence.aligned\"() : () -> ()\n}) {targets = [#nvvm.target<chip = \"sm_90a\">]} : () -> ()",
            ),
            (
                "gpu.module",
                false,
                "\"gpu.module\"() ({\n\"nvvm.wgmma.fence.aligned\"() : () -> ()\n}) {targets = [#nvvm.target<chip = \"sm_90\">]} : () -> ()",
            ),
            (
                "gpu.module",
                false,
                "\"gpu.module\"() ({\n\"nvvm.redux.sync\"() : () -> ()\n}) {targets = [#nvvm.target]} : () -> ()",
            ),
        ],
    );
}
