//! Conditions on constructs of omp.

use super::super::omp::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "omp.teams",
                "parent-no-kernel-type",
                true,
                "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.teams",
                "parent-no-kernel-type",
                false,
                "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n}) {kernel_type = 1 : i32} : () -> ()",
            ),
            (
                "omp.wsloop",
                "loop-wrapper-one-op",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.wsloop",
                "loop-wrapper-one-op",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.wsloop",
                "loop-wrapper-two-ops",
                true,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.wsloop",
                "loop-wrapper-two-ops",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.taskgroup",
                "entry-arguments",
                true,
                "%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.taskgroup\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 1>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.taskgroup",
                "entry-arguments",
                false,
                "%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.taskgroup\"(%v) ({\n^bb0:\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 1>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.parallel",
                "entry-arguments",
                true,
                "\"omp.parallel\"() ({\n^bb0:\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            ("omp.parallel", "groups-in-place", true, op!("omp.parallel", "", [], "i1")),
            (
                "omp.parallel",
                "groups-in-place",
                false,
                op!(
                    "omp.parallel",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>",
                    ["i1", "i32"],
                    "i1"
                ),
            ),
            (
                "omp.loop_nest",
                "collapse-is-all",
                true,
                op!("omp.loop_nest", "", ["index", "index", "index"], "i1"),
            ),
            (
                "omp.loop_nest",
                "collapse-is-all",
                false,
                op!("omp.loop_nest", "collapse_num_loops = 2 : i64", ["index", "index", "index"], "i1"),
            ),
            (
                "omp.wsloop",
                "composite-marks",
                true,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {omp.composite} : () -> ()\n}) {omp.composite} : () -> ()",
            ),
            (
                "omp.simd",
                "composite-marks",
                true,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {omp.composite} : () -> ()\n}) {omp.composite} : () -> ()",
            ),
            (
                "omp.wsloop",
                "composite-marks",
                false,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.parallel",
                "parallel-composite",
                true,
                "\"omp.parallel\"() ({\n\"t.o\"() : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.parallel",
                "parallel-composite",
                false,
                "\"omp.parallel\"() ({\n\"omp.distribute\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.loop_nest",
                "parent-is-wrapper",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.loop_nest",
                "parent-is-wrapper",
                false,
                "\"omp.parallel\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.loop_nest",
                "parent-is-wrapper-19",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.loop_nest",
                "parent-is-wrapper-19",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.target",
                "one-teams",
                true,
                "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.target",
                "one-teams",
                false,
                "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n\"omp.teams\"() ({\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-in-task",
                true,
                "\"omp.task\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(taskgroup)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-in-task",
                false,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(taskgroup)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-in-task-21",
                true,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(parallel)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-in-task-21",
                false,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(taskgroup)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-direct-parent",
                true,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(parallel)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-direct-parent",
                false,
                "\"omp.wsloop\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(parallel)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-loop-parent",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(loop)>} : () -> ()\n}) {} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                "cancel-loop-parent",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(loop)>} : () -> ()\n}) {} : () -> ()\n}) {nowait} : () -> ()",
            ),
            (
                "omp.ordered",
                "ordered-in-loop-nest",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {} : () -> ()\n}) {ordered_val = 1 : i64} : () -> ()",
            ),
            (
                "omp.ordered",
                "ordered-in-loop-nest",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.ordered",
                "ordered-in-wsloop",
                true,
                "\"omp.wsloop\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {ordered_val = 1 : i64} : () -> ()",
            ),
            (
                "omp.ordered",
                "ordered-in-wsloop",
                false,
                "\"omp.wsloop\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {ordered_val = 2 : i64} : () -> ()",
            ),
            (
                "omp.atomic.write",
                "typed-pointer-0",
                true,
                op!("omp.atomic.write", "", ["memref<i32>", "i32"], "i1"),
            ),
            (
                "omp.atomic.write",
                "typed-pointer-0",
                false,
                op!("omp.atomic.write", "", ["!llvm.ptr", "i32"], "i1"),
            ),
            (
                "omp.reduction.declare",
                "atomic-region-typed",
                true,
                "\"omp.reduction.declare\"() ({\n\n}, {\n\n}, {\n\n}) {} : () -> ()",
            ),
            (
                "omp.reduction.declare",
                "atomic-region-typed",
                false,
                "\"omp.reduction.declare\"() ({\n\n}, {\n\n}, {\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.atomic.capture",
                "capture-of-omp",
                true,
                "\"omp.atomic.capture\"() ({\n\"omp.atomic.read\"() : () -> ()\n\"omp.atomic.write\"() : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.atomic.capture",
                "capture-of-omp",
                false,
                "\"omp.atomic.capture\"() ({\n\"acc.atomic.read\"() : () -> ()\n\"omp.atomic.write\"() : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}
