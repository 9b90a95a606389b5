//! Rules on operations of omp: what is mapped, private or reduced.

use super::check;

#[test]
fn data_not_empty() {
    check(
        "data-not-empty",
        &[
            (
                "omp.target_data",
                true,
                op!(
                    "omp.target_data",
                    "operandSegmentSizes = array<i32: 0, 0, 0, 0, 1>",
                    ["!llvm.ptr"],
                    "i1"
                ),
            ),
            (
                "omp.target_data",
                false,
                op!("omp.target_data", "operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>", ["i1"], "i1"),
            ),
        ],
    );
}

#[test]
fn depends_not_empty_list() {
    check(
        "depends-not-empty-list",
        &[
            ("omp.task", true, op!("omp.task", "", [], "i1")),
            (
                "omp.task",
                false,
                op!(
                    "omp.task",
                    "depends = [], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0>",
                    [],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn has_device_addr_are_map_info() {
    check(
        "has-device-addr-are-map-info",
        &[
            (
                "omp.target",
                true,
                "%v = \"omp.map.info\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target",
                false,
                "%v = \"llvm.alloca\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0>} : (!llvm.ptr) -> ()",
            ),
        ],
    );
}

#[test]
fn linear_types() {
    check(
        "linear-types",
        &[
            (
                "omp.wsloop",
                true,
                op!(
                    "omp.wsloop",
                    "operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 0, 0>, linear_var_types = [i32]",
                    ["!llvm.ptr", "i32"],
                    "i1"
                ),
            ),
            (
                "omp.wsloop",
                false,
                op!(
                    "omp.wsloop",
                    "operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 0, 0>",
                    ["!llvm.ptr", "i32"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn map_args_are_map_info() {
    check(
        "map-args-are-map-info",
        &[
            (
                "omp.target",
                true,
                "%v = \"omp.map.info\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target",
                false,
                "%v = \"llvm.alloca\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (!llvm.ptr) -> ()",
            ),
        ],
    );
}

#[test]
fn map_infos_plain() {
    check(
        "map-infos-plain",
        &[
            (
                "omp.declare_mapper.info",
                true,
                "%p = \"t.v\"() : () -> !llvm.ptr\n%m = \"omp.map.info\"(%p) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr) -> !llvm.ptr\n\"omp.declare_mapper.info\"(%m) : (!llvm.ptr) -> ()",
            ),
            (
                "omp.declare_mapper.info",
                true,
                "%p = \"t.v\"() : () -> !llvm.ptr\n%m = \"omp.map.info\"(%p, %p) {operandSegmentSizes = array<i32: 1, 1, 0, 0>, var_ptr_ptr_type = i32} : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr\n\"omp.declare_mapper.info\"(%m) : (!llvm.ptr) -> ()",
            ),
            (
                "omp.declare_mapper.info",
                false,
                "%p = \"t.v\"() : () -> !llvm.ptr\n%m = \"omp.map.info\"(%p, %p) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr\n\"omp.declare_mapper.info\"(%m) : (!llvm.ptr) -> ()",
            ),
        ],
    );
}

#[test]
fn members_are_map_info() {
    check(
        "members-are-map-info",
        &[
            (
                "omp.map.info",
                false,
                "%a = \"llvm.alloca\"() : () -> !llvm.ptr\n%v = \"omp.map.info\"(%a, %a) {operandSegmentSizes = array<i32: 1, 0, 1, 0>} : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr",
            ),
            (
                "omp.map.info",
                true,
                "%a = \"llvm.alloca\"() : () -> !llvm.ptr\n%v = \"omp.map.info\"(%a) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr) -> !llvm.ptr",
            ),
        ],
    );
}

#[test]
fn private_alloc_region() {
    check(
        "private-alloc-region",
        &[
            (
                "omp.private",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = !llvm.ptr, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.private",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = !llvm.ptr, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
        ],
    );
}

#[test]
fn private_arg_types() {
    check(
        "private-arg-types",
        &[
            (
                "omp.loop",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.loop\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 1, 0>, private_syms = [@p]} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.loop",
                false,
                "%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.loop\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 1, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.parallel",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.parallel\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0>, private_syms = [@p]} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.parallel",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> i32\n\"omp.parallel\"(%v) ({\n^bb0(%x: i32):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0>, private_syms = [@p]} : (i32) -> ()",
            ),
        ],
    );
}

#[test]
fn private_init_region() {
    check(
        "private-init-region",
        &[
            (
                "omp.private",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.private",
                true,
                "\"omp.private\"() ({\n\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.private",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
        ],
    );
}

#[test]
fn private_types() {
    check(
        "private-types",
        &[
            (
                "omp.parallel",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = !llvm.ptr, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.parallel\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 1>, privatizers = [@p]} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.parallel",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.parallel\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 1>, privatizers = [@p]} : (!llvm.ptr) -> ()",
            ),
        ],
    );
}

#[test]
fn reduction_no_alloc() {
    check(
        "reduction-no-alloc",
        &[
            (
                "omp.declare_reduction",
                true,
                "\"omp.declare_reduction\"() ({\n\n}, {\n\n}, {\n\n}, {\n\n}, {\n\n}) {} : () -> ()",
            ),
            (
                "omp.declare_reduction",
                false,
                "\"omp.declare_reduction\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}, {\n\n}, {\n\n}) {} : () -> ()",
            ),
        ],
    );
}

#[test]
fn use_device_are_map_info() {
    check(
        "use-device-are-map-info",
        &[
            (
                "omp.target_data",
                true,
                "%v = \"omp.map.info\"() : () -> !llvm.ptr\n\"omp.target_data\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 1, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target_data",
                false,
                "%v = \"llvm.alloca\"() : () -> !llvm.ptr\n\"omp.target_data\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 1, 0>} : (!llvm.ptr) -> ()",
            ),
        ],
    );
}
