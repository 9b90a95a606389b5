//! Conditions on what constructs of omp are given.

use super::super::omp_data::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "omp.declare_mapper.info",
                "map-infos-plain",
                true,
                "%p = \"t.v\"() : () -> !llvm.ptr\n%m = \"omp.map.info\"(%p) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr) -> !llvm.ptr\n\"omp.declare_mapper.info\"(%m) : (!llvm.ptr) -> ()",
            ),
            (
                "omp.declare_mapper.info",
                "map-infos-plain",
                true,
                "%p = \"t.v\"() : () -> !llvm.ptr\n%m = \"omp.map.info\"(%p, %p) {operandSegmentSizes = array<i32: 1, 1, 0, 0>, var_ptr_ptr_type = i32} : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr\n\"omp.declare_mapper.info\"(%m) : (!llvm.ptr) -> ()",
            ),
            (
                "omp.declare_mapper.info",
                "map-infos-plain",
                false,
                "%p = \"t.v\"() : () -> !llvm.ptr\n%m = \"omp.map.info\"(%p, %p) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr\n\"omp.declare_mapper.info\"(%m) : (!llvm.ptr) -> ()",
            ),
            (
                "omp.loop",
                "private-arg-types",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.loop\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 1, 0>, private_syms = [@p]} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.loop",
                "private-arg-types",
                false,
                "%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.loop\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 1, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.wsloop",
                "linear-types",
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
                "linear-types",
                false,
                op!(
                    "omp.wsloop",
                    "operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 0, 0>",
                    ["!llvm.ptr", "i32"],
                    "i1"
                ),
            ),
            (
                "omp.target",
                "map-args-are-map-info",
                true,
                "%v = \"omp.map.info\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target",
                "map-args-are-map-info",
                false,
                "%v = \"llvm.alloca\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target_data",
                "use-device-are-map-info",
                true,
                "%v = \"omp.map.info\"() : () -> !llvm.ptr\n\"omp.target_data\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 1, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target_data",
                "use-device-are-map-info",
                false,
                "%v = \"llvm.alloca\"() : () -> !llvm.ptr\n\"omp.target_data\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 1, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target",
                "has-device-addr-are-map-info",
                true,
                "%v = \"omp.map.info\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.target",
                "has-device-addr-are-map-info",
                false,
                "%v = \"llvm.alloca\"() : () -> !llvm.ptr\n\"omp.target\"(%v) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0>} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.map.info",
                "members-are-map-info",
                false,
                "%a = \"llvm.alloca\"() : () -> !llvm.ptr\n%v = \"omp.map.info\"(%a, %a) {operandSegmentSizes = array<i32: 1, 0, 1, 0>} : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr",
            ),
            (
                "omp.map.info",
                "members-are-map-info",
                true,
                "%a = \"llvm.alloca\"() : () -> !llvm.ptr\n%v = \"omp.map.info\"(%a) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr) -> !llvm.ptr",
            ),
            (
                "omp.parallel",
                "private-arg-types",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.parallel\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0>, private_syms = [@p]} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.parallel",
                "private-arg-types",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> i32\n\"omp.parallel\"(%v) ({\n^bb0(%x: i32):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0>, private_syms = [@p]} : (i32) -> ()",
            ),
            (
                "omp.parallel",
                "private-types",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = !llvm.ptr, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.parallel\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 1>, privatizers = [@p]} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.parallel",
                "private-types",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()\n%v = \"t.v\"() : () -> !llvm.ptr\n\"omp.parallel\"(%v) ({\n^bb0(%x: !llvm.ptr):\n\"omp.terminator\"() : () -> ()\n}) {operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 1>, privatizers = [@p]} : (!llvm.ptr) -> ()",
            ),
            (
                "omp.private",
                "private-init-region",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.private",
                "private-init-region",
                true,
                "\"omp.private\"() ({\n\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.private",
                "private-init-region",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = i32, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.private",
                "private-alloc-region",
                true,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = !llvm.ptr, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.private",
                "private-alloc-region",
                false,
                "\"omp.private\"() ({\n^bb0(%a: !llvm.ptr, %b: !llvm.ptr):\n\"omp.yield\"(%b) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}) {sym_name = \"p\", type = !llvm.ptr, data_sharing_type = #omp.data_sharing_type<private>} : () -> ()",
            ),
            (
                "omp.declare_reduction",
                "reduction-no-alloc",
                true,
                "\"omp.declare_reduction\"() ({\n\n}, {\n\n}, {\n\n}, {\n\n}, {\n\n}) {} : () -> ()",
            ),
            (
                "omp.declare_reduction",
                "reduction-no-alloc",
                false,
                "\"omp.declare_reduction\"() ({\n^bb0(%a: !llvm.ptr):\n\"omp.yield\"(%a) : (!llvm.ptr) -> ()\n}, {\n\n}, {\n\n}, {\n\n}, {\n\n}) {} : () -> ()",
            ),
            ("omp.task", "depends-not-empty-list", true, op!("omp.task", "", [], "i1")),
            (
                "omp.task",
                "depends-not-empty-list",
                false,
                op!(
                    "omp.task",
                    "depends = [], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0>",
                    [],
                    "i1"
                ),
            ),
            (
                "omp.target_data",
                "data-not-empty",
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
                "data-not-empty",
                false,
                op!("omp.target_data", "operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>", ["i1"], "i1"),
            ),
        ],
    );
}
