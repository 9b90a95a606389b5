//! What releases of upstream's dialects changed, where the one can stand for the other: [`CHANGES`].
//!
//! Found by comparing the operations of releases (`schemas/*.txt`), and each row was tried with both releases.

/// A change of a dialect between releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The same operation has two names: the older one, the newer one.
    Renamed(&'static str, &'static str),
    /// An operation became a case of another: only the newer one can stand for the older one.
    Merged(&'static str, &'static str),
    /// Blocks of an operation ended with a terminator, and do no longer: the operation, the terminator.
    Terminator(&'static str, &'static str),
    /// Blocks of an operation end with another terminator: the operation, the older one, the newer one.
    Yield(&'static str, &'static str, &'static str),
    /// An attribute of an operation has two names: the operation, the older one, the newer one.
    Attr(&'static str, &'static str, &'static str),
    /// What a newer release has as an attribute goes without saying where releases do not have it: the operation (`acc.*`: all of the
    /// dialect), the attribute, its text.
    Implied(&'static str, &'static str, &'static str),
    /// Numbers that an attribute (or an array of them) enumerates were given anew: the operation, the attribute, the last release (of those
    /// measured) with the older ones, older and newer numbers.
    Numbers(&'static str, &'static str, u32, &'static [(i64, i64)]),
}

/// What is known of upstream's dialects, from LLVM 19 to 22.
pub const CHANGES: &[Change] = &[
    Change::Terminator("gpu.module", "gpu.module_end"),
    Change::Renamed("arm_sme.move_tile_slice_to_vector", "arm_sme.extract_tile_slice"),
    Change::Renamed("arm_sme.move_vector_to_tile_slice", "arm_sme.insert_tile_slice"),
    Change::Renamed("bufferization.to_memref", "bufferization.to_buffer"),
    Change::Renamed("llvm.intr.experimental.stepvector", "llvm.intr.stepvector"),
    Change::Renamed("tensor.pack", "linalg.pack"),
    Change::Renamed("tensor.unpack", "linalg.unpack"),
    Change::Renamed("tosa.int_div", "tosa.intdiv"),
    Change::Renamed("tosa.reduce_prod", "tosa.reduce_product"),
    Change::Renamed("vector.warp_execute_on_lane_0", "gpu.warp_execute_on_lane_0"),
    Change::Merged("vector.splat", "vector.broadcast"),
    Change::Yield("gpu.warp_execute_on_lane_0", "vector.yield", "gpu.yield"),
    Change::Attr("affine.for", "lower_bound", "lowerBoundMap"),
    Change::Attr("affine.for", "upper_bound", "upperBoundMap"),
    Change::Attr("llvm.func", "memory", "memory_effects"),
    Change::Attr("omp.atomic.capture", "hint_val", "hint"),
    Change::Attr("omp.atomic.capture", "memory_order_val", "memory_order"),
    Change::Attr("omp.atomic.read", "hint_val", "hint"),
    Change::Attr("omp.atomic.read", "memory_order_val", "memory_order"),
    Change::Attr("omp.atomic.update", "hint_val", "hint"),
    Change::Attr("omp.atomic.update", "memory_order_val", "memory_order"),
    Change::Attr("omp.atomic.write", "hint_val", "hint"),
    Change::Attr("omp.atomic.write", "memory_order_val", "memory_order"),
    Change::Attr("omp.cancel", "cancellation_construct_type_val", "cancel_directive"),
    Change::Attr("omp.cancellation_point", "cancellation_construct_type_val", "cancel_directive"),
    Change::Attr("omp.critical.declare", "hint_val", "hint"),
    Change::Attr("omp.distribute", "order_val", "order"),
    Change::Attr("omp.loop_nest", "inclusive", "loop_inclusive"),
    Change::Attr("omp.ordered", "depend_type_val", "doacross_depend_type"),
    Change::Attr("omp.ordered", "num_loops_val", "doacross_num_loops"),
    Change::Attr("omp.ordered.region", "simd", "par_level_simd"),
    Change::Attr("omp.parallel", "privatizers", "private_syms"),
    Change::Attr("omp.parallel", "proc_bind_val", "proc_bind_kind"),
    Change::Attr("omp.parallel", "reduction_vars_byref", "reduction_byref"),
    Change::Attr("omp.parallel", "reductions", "reduction_syms"),
    Change::Attr("omp.sections", "reduction_vars_byref", "reduction_byref"),
    Change::Attr("omp.sections", "reductions", "reduction_syms"),
    Change::Attr("omp.simd", "alignment_values", "alignments"),
    Change::Attr("omp.simd", "order_val", "order"),
    Change::Attr("omp.single", "copyprivate_funcs", "copyprivate_syms"),
    Change::Attr("omp.target", "depends", "depend_kinds"),
    Change::Attr("omp.target", "privatizers", "private_syms"),
    Change::Attr("omp.target_enter_data", "depends", "depend_kinds"),
    Change::Attr("omp.target_exit_data", "depends", "depend_kinds"),
    Change::Attr("omp.target_update", "depends", "depend_kinds"),
    Change::Attr("omp.task", "depends", "depend_kinds"),
    Change::Attr("omp.task", "in_reduction_vars_byref", "in_reduction_byref"),
    Change::Attr("omp.task", "in_reductions", "in_reduction_syms"),
    Change::Attr("omp.taskgroup", "task_reduction_vars_byref", "task_reduction_byref"),
    Change::Attr("omp.taskgroup", "task_reductions", "task_reduction_syms"),
    Change::Attr("omp.taskloop", "in_reduction_vars_byref", "in_reduction_byref"),
    Change::Attr("omp.taskloop", "in_reductions", "in_reduction_syms"),
    Change::Attr("omp.taskloop", "reduction_vars_byref", "reduction_byref"),
    Change::Attr("omp.taskloop", "reductions", "reduction_syms"),
    Change::Attr("omp.teams", "reduction_vars_byref", "reduction_byref"),
    Change::Attr("omp.teams", "reductions", "reduction_syms"),
    Change::Attr("omp.wsloop", "order_val", "order"),
    Change::Attr("omp.wsloop", "ordered_val", "ordered"),
    Change::Attr("omp.wsloop", "reduction_vars_byref", "reduction_byref"),
    Change::Attr("omp.wsloop", "reductions", "reduction_syms"),
    Change::Attr("omp.wsloop", "schedule_modifier", "schedule_mod"),
    Change::Attr("omp.wsloop", "schedule_val", "schedule_kind"),
    Change::Attr("omp.wsloop", "simd_modifier", "schedule_simd"),
    Change::Attr("spirv.ImageDrefGather", "imageoperands", "image_operands"),
    Change::Attr("tosa.const", "value", "values"),
    Change::Attr("transform.structured.pad", "pack_paddings", "nofold_flags"),
    Change::Numbers("affine.parallel", "reductions", 19, ATOMIC_RMW_KINDS),
    Change::Numbers("memref.atomic_rmw", "kind", 19, ATOMIC_RMW_KINDS),
    Change::Numbers("xegpu.atomic_rmw", "kind", 19, ATOMIC_RMW_KINDS),
    Change::Implied("acc.*", "modifiers", "#acc<data_clause_modifier none>"),
    Change::Implied("arith.*", "overflowFlags", "#arith.overflow<none>"),
    Change::Implied("llvm.*", "overflowFlags", "#llvm.overflow<none>"),
    Change::Implied("llvm.func", "approx_func_fp_math", "false"),
    Change::Implied("llvm.func", "unsafe_fp_math", "false"),
    Change::Implied("transform.structured.tile_reduction_using_for", "reduction_dims", "[]"),
    Change::Implied("transform.structured.tile_reduction_using_forall", "reduction_dims", "[]"),
    Change::Implied("llvm.inline_asm", "tail_call_kind", "#llvm.tailcallkind<none>"),
    Change::Implied("llvm.*", "TailCallKind", "#llvm.tailcallkind<none>"),
    Change::Implied("vector.print", "punctuation", "#vector.punctuation<newline>"),
    Change::Implied("gpu.subgroup_reduce", "cluster_stride", "1 : i32"),
    Change::Implied("tosa.*", "nan_mode", "#tosa.nan_mode<PROPAGATE>"),
    Change::Implied("linalg.matmul", "indexing_maps", MATMUL),
    Change::Implied("linalg.batch_matmul", "indexing_maps", BATCH_MATMUL),
    Change::Implied("linalg.batch_reduce_matmul", "indexing_maps", BATCH_REDUCE_MATMUL),
    Change::Implied("llvm.call", "op_bundle_sizes", "array<i32>"),
    Change::Implied("llvm.call_intrinsic", "op_bundle_sizes", "array<i32>"),
    Change::Implied("llvm.invoke", "op_bundle_sizes", "array<i32>"),
];

const MATMUL: &str = "[affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, \
    affine_map<(d0, d1, d2) -> (d0, d1)>]";
const BATCH_MATMUL: &str = "[affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, \
    affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>]";
const BATCH_REDUCE_MATMUL: &str = "[affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, \
    affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>]";

/// `AtomicRMWKind` in LLVM 16 and 19, and in LLVM 22, which has `xori` (15) besides.
const ATOMIC_RMW_KINDS: &[(i64, i64)] = &[
    (0, 0),
    (1, 1),
    (2, 3),
    (3, 4),
    (4, 6),
    (5, 7),
    (6, 8),
    (7, 10),
    (8, 11),
    (9, 12),
    (10, 13),
    (11, 14),
    (12, 2),
    (13, 5),
    (14, 9),
];
