//! Rules on operations of omp: loops and their wrappers, regions, cancellation, order.

use super::check;

#[test]
fn atomic_region_typed() {
    check(
        "atomic-region-typed",
        &[
            (
                "omp.reduction.declare",
                true,
                "\"omp.reduction.declare\"() ({\n\n}, {\n\n}, {\n\n}) {} : () -> ()",
            ),
            (
                "omp.reduction.declare",
                false,
                "\"omp.reduction.declare\"() ({\n\n}, {\n\n}, {\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn cancel_direct_parent() {
    check(
        "cancel-direct-parent",
        &[
            (
                "omp.cancel",
                true,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(parallel)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                false,
                "\"omp.wsloop\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(parallel)>} : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn cancel_in_task() {
    check(
        "cancel-in-task",
        &[
            (
                "omp.cancel",
                true,
                "\"omp.task\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(taskgroup)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                false,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(taskgroup)>} : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn cancel_in_task_21() {
    check(
        "cancel-in-task-21",
        &[
            (
                "omp.cancel",
                true,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(parallel)>} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                false,
                "\"omp.parallel\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(taskgroup)>} : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn cancel_loop_parent() {
    check(
        "cancel-loop-parent",
        &[
            (
                "omp.cancel",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(loop)>} : () -> ()\n}) {} : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.cancel",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.cancel\"() {cancel_directive = #omp<cancellation_construct_type(loop)>} : () -> ()\n}) {} : () -> ()\n}) {nowait} : () -> ()",
            ),
        ],
    );
}

#[test]
fn capture_of_omp() {
    check(
        "capture-of-omp",
        &[
            (
                "omp.atomic.capture",
                true,
                "\"omp.atomic.capture\"() ({\n\"omp.atomic.read\"() : () -> ()\n\"omp.atomic.write\"() : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.atomic.capture",
                false,
                "\"omp.atomic.capture\"() ({\n\"acc.atomic.read\"() : () -> ()\n\"omp.atomic.write\"() : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn collapse_is_all() {
    check(
        "collapse-is-all",
        &[
            ("omp.loop_nest", true, op!("omp.loop_nest", "", ["index", "index", "index"], "i1")),
            (
                "omp.loop_nest",
                false,
                op!("omp.loop_nest", "collapse_num_loops = 2 : i64", ["index", "index", "index"], "i1"),
            ),
        ],
    );
}

#[test]
fn composite_marks() {
    check(
        "composite-marks",
        &[
            (
                "omp.wsloop",
                true,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {omp.composite} : () -> ()\n}) {omp.composite} : () -> ()",
            ),
            (
                "omp.simd",
                true,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {omp.composite} : () -> ()\n}) {omp.composite} : () -> ()",
            ),
            (
                "omp.wsloop",
                false,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn entry_arguments() {
    check(
        "entry-arguments",
        &[
            (
                "omp.taskgroup",
                true,
                "%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.taskgroup\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 1>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.taskgroup",
                false,
                "%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.taskgroup\"(%v) ({\n^bb0:\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 1>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.parallel",
                true,
                "\"omp.parallel\"() ({\n^bb0:\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn groups_in_place() {
    check(
        "groups-in-place",
        &[
            ("omp.parallel", true, op!("omp.parallel", "", [], "i1")),
            (
                "omp.parallel",
                false,
                op!(
                    "omp.parallel",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>",
                    ["i1", "i32"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn loop_wrapper_one_op() {
    check(
        "loop-wrapper-one-op",
        &[
            (
                "omp.wsloop",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.wsloop",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn loop_wrapper_two_ops() {
    check(
        "loop-wrapper-two-ops",
        &[
            (
                "omp.wsloop",
                true,
                "\"omp.wsloop\"() ({\n\"omp.simd\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.wsloop",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn one_teams() {
    check(
        "one-teams",
        &[
            (
                "omp.target",
                true,
                "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.target",
                false,
                "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n\"omp.teams\"() ({\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn ordered_in_loop_nest() {
    check(
        "ordered-in-loop-nest",
        &[
            (
                "omp.ordered",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {} : () -> ()\n}) {ordered_val = 1 : i64} : () -> ()",
            ),
            (
                "omp.ordered",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {} : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn ordered_in_wsloop() {
    check(
        "ordered-in-wsloop",
        &[
            (
                "omp.ordered",
                true,
                "\"omp.wsloop\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {ordered_val = 1 : i64} : () -> ()",
            ),
            (
                "omp.ordered",
                false,
                "\"omp.wsloop\"() ({\n\"omp.ordered\"() {num_loops_val = 1 : i64} : () -> ()\n}) {ordered_val = 2 : i64} : () -> ()",
            ),
        ],
    );
}

#[test]
fn parallel_composite() {
    check(
        "parallel-composite",
        &[
            (
                "omp.parallel",
                true,
                "\"omp.parallel\"() ({\n\"t.o\"() : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.parallel",
                false,
                "\"omp.parallel\"() ({\n\"omp.distribute\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn parent_is_wrapper() {
    check(
        "parent-is-wrapper",
        &[
            (
                "omp.loop_nest",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.loop_nest",
                false,
                "\"omp.parallel\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn parent_is_wrapper_19() {
    check(
        "parent-is-wrapper-19",
        &[
            (
                "omp.loop_nest",
                true,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n\"omp.terminator\"() : () -> ()\n}) {} : () -> ()",
            ),
            (
                "omp.loop_nest",
                false,
                "\"omp.wsloop\"() ({\n\"omp.loop_nest\"() ({\n\"omp.yield\"() : () -> ()\n}) : () -> ()\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn parent_no_kernel_type() {
    check(
        "parent-no-kernel-type",
        &[
            ("omp.teams", true, "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n}) {} : () -> ()"),
            (
                "omp.teams",
                false,
                "\"omp.target\"() ({\n\"omp.teams\"() ({\n}) : () -> ()\n}) {kernel_type = 1 : i32} : () -> ()",
            ),
        ],
    );
}

#[test]
fn typed_pointer_0() {
    check(
        "typed-pointer-0",
        &[
            ("omp.atomic.write", true, op!("omp.atomic.write", "", ["memref<i32>", "i32"], "i1")),
            ("omp.atomic.write", false, op!("omp.atomic.write", "", ["!llvm.ptr", "i32"], "i1")),
        ],
    );
}
