//! Rules of verifiers on operations of omp: loops and their wrappers, regions, cancellation, order.

use super::{OpView, Rule, in_file, in_function, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_file("atomic-region-typed", atomic_region_typed, ""),
    in_file("cancel-direct-parent", cancel_direct_parent, ""),
    in_file("cancel-in-task", cancel_in_task, ""),
    in_file(
        "cancel-in-task-21",
        cancel_in_task_21,
        "cancellation point taskgroup must appear inside a task region",
    ),
    in_file(
        "cancel-loop-parent",
        cancel_loop_parent,
        "cancel loop must appear inside a worksharing-loop region",
    ),
    in_file("capture-of-omp", capture_of_omp, "invalid sequence of operations in the capture region"),
    rule("collapse-is-all", collapse_is_all, ""),
    in_file("composite-marks", composite_marks, ""),
    in_function("entry-arguments", entry_arguments, ""),
    rule("groups-in-place", groups_in_place, ""),
    in_function(
        "loop-wrapper-one-op",
        loop_wrapper_one_op,
        "loop wrapper does not contain exactly one nested op",
    ),
    in_function("loop-wrapper-two-ops", loop_wrapper_two_ops, "must be a loop wrapper"),
    in_file("one-teams", one_teams, "target containing multiple 'omp.teams' nested ops"),
    in_file("ordered-in-loop-nest", ordered_in_loop_nest, "must be nested inside of a loop"),
    in_file("ordered-in-wsloop", ordered_in_wsloop, ""),
    in_file("parallel-composite", parallel_composite, ""),
    in_file("parent-is-wrapper", parent_is_wrapper, "expects parent op to be a loop wrapper"),
    in_file("parent-is-wrapper-19", parent_is_wrapper_19, "expects parent op to be a valid loop wrapper"),
    in_file("parent-no-kernel-type", parent_no_kernel_type, ""),
    rule("typed-pointer-0", typed_pointer_0, "address must dereference to value type"),
];

/// Wrappers of loops in LLVM 21 and later.
fn is_wrapper(name: &str) -> bool {
    is_old_wrapper(name) || matches!(name, "omp.loop" | "omp.workshare.loop_wrapper")
}

/// Wrappers of loops in LLVM 19, except for `omp.parallel`.
fn is_old_wrapper(name: &str) -> bool {
    matches!(name, "omp.wsloop" | "omp.simd" | "omp.distribute" | "omp.taskloop")
}

fn loop_wrapper_one_op(op: &OpView<'_, '_>) -> Option<bool> {
    if op.block_sizes(0)? != [1] {
        return Some(false);
    }
    let name = op.first_inside()?.name();
    Some(name == "omp.loop_nest" || is_wrapper(&name))
}

/// How deep wrappers stand in each other.
const DEEPEST: usize = 8;

fn loop_wrapper_two_ops(op: &OpView<'_, '_>) -> Option<bool> {
    let mut outer = *op;
    for _ in 0..DEEPEST {
        if outer.block_sizes(0)? != [2] {
            return Some(false);
        }
        let block = outer.block(0)?;
        let [inner, end] = block.ops.as_slice() else { return None };
        if end.name() != "omp.terminator" {
            return Some(false);
        }
        let name = inner.name();
        let fits = match (outer.name().as_str(), name.as_str()) {
            (_, "omp.loop_nest") => return Some(true),
            ("omp.wsloop" | "omp.taskloop", "omp.simd")
            | ("omp.distribute", "omp.simd" | "omp.parallel")
            | ("omp.parallel", "omp.wsloop") => true,
            _ => false,
        };
        if !fits {
            return Some(false);
        }
        outer = *inner;
    }
    None
}

/// The groups of operands that stand for arguments of the entry block, of an operation with so many groups: in each release that has so many.
fn argument_groups(name: &str, groups: usize) -> Option<&'static [&'static [usize]]> {
    Some(match (name, groups) {
        ("omp.parallel", 6) | ("omp.wsloop", 7) => &[&[4, 5]],
        ("omp.sections", 4) => &[&[2, 3]],
        ("omp.sections", 3) => &[&[0]],
        ("omp.wsloop", 4) => &[&[2]],
        ("omp.simd", 7) => &[&[5, 6]],
        ("omp.simd" | "omp.single" | "omp.distribute", 3) => &[&[]],
        ("omp.loop", 2) => &[&[0, 1]],
        ("omp.teams", 8) => &[&[5, 6]],
        ("omp.teams", 7) => &[&[6]],
        ("omp.single" | "omp.distribute", 4) => &[&[3]],
        ("omp.task", 9) => &[&[5, 7]],
        // Since LLVM 23.
        ("omp.task", 12) => &[&[8, 10]],
        ("omp.teams", 9) => &[&[6, 7]],
        ("omp.target", 15) => &[&[6, 7, 9, 11, 13]],
        ("omp.target_data", 6) => &[&[4, 5]],
        ("omp.task", 7) => &[&[2]],
        ("omp.taskloop", 10) => &[&[5, 8, 9]],
        ("omp.taskloop", 9) => &[&[2, 3]],
        ("omp.taskgroup", 3) => &[&[0], &[2]],
        ("omp.target", 12) => &[&[4, 5, 7, 9, 10]],
        ("omp.target", 8) => &[&[5, 6, 7]],
        ("omp.target_data", 5) => &[&[2, 3], &[3, 4]],
        _ => return None,
    })
}

fn entry_arguments(op: &OpView<'_, '_>) -> Option<bool> {
    let of = if op.name() == "omp.section" { op.parent()? } else { *op };
    let mut wanted = 0;
    if of.operands() > 0 {
        let sizes = of.segments()?;
        for groups in argument_groups(&of.name(), sizes.len())? {
            let mut sum = 0_usize;
            for at in *groups {
                sum = sum.checked_add(of.group(*at)?.len())?;
            }
            wanted = wanted.max(sum);
        }
    }
    Some(op.region(0)?.first().map_or(0, |block| block.args.len()) >= wanted)
}

fn groups_in_place(op: &OpView<'_, '_>) -> Option<bool> {
    match op.name().as_str() {
        "omp.parallel" => Some(op.operands() == 0),
        "omp.target_data" => Some(op.group(3)?.len() == op.operands()),
        _ => None,
    }
}

fn collapse_is_all(op: &OpView<'_, '_>) -> Option<bool> {
    let count = match op.has("collapse_num_loops")? {
        false => 1,
        true => usize::try_from(op.integer("collapse_num_loops")?).ok()?,
    };
    Some(op.operands() == count.checked_mul(3)? && !op.has("tile_sizes")?)
}

fn composite_marks(op: &OpView<'_, '_>) -> Option<bool> {
    let composite = op.has("omp.composite")?;
    let inner = op.first_inside()?.name();
    let parent = op.parent()?;
    let (nested, inside) = (is_wrapper(&inner), is_wrapper(&parent.name()));
    Some(match op.name().as_str() {
        "omp.wsloop" if nested => composite && inner == "omp.simd",
        "omp.wsloop" => composite == inside,
        "omp.simd" => !nested && composite == inside,
        "omp.taskloop" if nested => composite && inner == "omp.simd",
        "omp.taskloop" => !composite,
        "omp.distribute" if !nested => !composite,
        "omp.distribute" => {
            let parallel =
                inner == "omp.wsloop" && parent.name() == "omp.parallel" && parent.has("omp.composite")?;
            composite && (inner == "omp.simd" || parallel)
        }
        _ => return None,
    })
}

fn parallel_composite(op: &OpView<'_, '_>) -> Option<bool> {
    let composite = op.has("omp.composite")?;
    let blocks = op.region(0)?;
    let (mut distributes, mut others) = (0, 0);
    for inner in blocks.iter().flat_map(|block| &block.ops) {
        match inner.name().as_str() {
            "omp.distribute" => distributes += 1,
            "omp.terminator" => {}
            name if name.starts_with("omp.") => others += 1,
            _ => {}
        }
    }
    Some(if composite { distributes == 1 && others == 0 } else { distributes == 0 })
}

fn parent_is_wrapper(op: &OpView<'_, '_>) -> Option<bool> {
    Some(is_wrapper(&op.parent()?.name()))
}

fn parent_is_wrapper_19(op: &OpView<'_, '_>) -> Option<bool> {
    let parent = op.parent()?;
    let name = parent.name();
    if !(is_old_wrapper(&name) || name == "omp.parallel") || parent.block_sizes(0)? != [2] {
        return Some(false);
    }
    let block = parent.block(0)?;
    Some(block.ops.first()?.is_same(op) && block.ops.last()?.name() == "omp.terminator")
}

fn parent_no_kernel_type(op: &OpView<'_, '_>) -> Option<bool> {
    (!op.parent()?.has("kernel_type")?).then_some(true)
}

fn one_teams(op: &OpView<'_, '_>) -> Option<bool> {
    let host = match op.segments() {
        Some(sizes) if sizes.len() == 12 => op.group(5)?.len(),
        Some(sizes) if sizes.len() == 15 => op.group(7)?.len(),
        _ => 0,
    };
    let blocks = op.region(0)?;
    let teams =
        blocks.iter().flat_map(|block| &block.ops).filter(|inner| inner.name() == "omp.teams").count();
    Some(teams <= 1 && host == 0)
}

/// The construct that is cancelled.
fn cancelled(op: &OpView<'_, '_>) -> Option<String> {
    let attr =
        if op.has("cancel_directive")? { "cancel_directive" } else { "cancellation_construct_type_val" };
    let word = op.word(attr)?;
    let kind = word.rsplit('(').next()?.trim_end_matches(')');
    matches!(kind, "parallel" | "loop" | "sections" | "taskgroup").then(|| kind.to_owned())
}

fn nearest_omp<'s, 'a>(op: &OpView<'s, 'a>) -> Option<OpView<'s, 'a>> {
    op.ancestors().find(|around| around.name().starts_with("omp."))
}

fn cancel_in_task(op: &OpView<'_, '_>) -> Option<bool> {
    let task = || {
        let nearest = nearest_omp(op)?;
        Some(
            nearest.name() == "omp.task"
                || nearest.parent().is_some_and(|parent| parent.name() == "omp.taskloop"),
        )
    };
    Some(cancelled(op)? != "taskgroup" || task()?)
}

fn cancel_in_task_21(op: &OpView<'_, '_>) -> Option<bool> {
    Some(cancelled(op)? != "taskgroup" || nearest_omp(op)?.name() == "omp.task")
}

/// Whether it stands directly in a loop that is shared among threads.
fn in_shared_loop(op: &OpView<'_, '_>) -> Option<bool> {
    let parent = op.parent()?;
    Some(parent.name() == "omp.loop_nest" && parent.parent()?.name() == "omp.wsloop")
}

fn cancel_direct_parent(op: &OpView<'_, '_>) -> Option<bool> {
    let parent = op.parent()?.name();
    Some(match cancelled(op)?.as_str() {
        "parallel" => parent == "omp.parallel",
        "loop" => in_shared_loop(op)?,
        "sections" => matches!(parent.as_str(), "omp.section" | "omp.sections"),
        _ => true,
    })
}

fn cancel_loop_parent(op: &OpView<'_, '_>) -> Option<bool> {
    if cancelled(op)? != "loop" {
        return Some(true);
    }
    let parent = op.parent()?;
    let shared = match parent.name().as_str() {
        "omp.wsloop" => parent,
        "omp.loop_nest" if in_shared_loop(op)? => parent.parent()?,
        _ => return Some(false),
    };
    Some(!shared.has("nowait")? && !shared.has("ordered_val")?)
}

/// Whether a shared loop is ordered as an operation in it says.
fn is_ordered(of: &OpView<'_, '_>, op: &OpView<'_, '_>) -> Option<bool> {
    let ordered = of.integer("ordered_val")?;
    Some(ordered != 0 && op.integer("num_loops_val")? == ordered)
}

fn ordered_in_loop_nest(op: &OpView<'_, '_>) -> Option<bool> {
    let parent = op.ancestors().find(|around| around.name() == "omp.loop_nest")?.parent()?;
    Some(parent.name() == "omp.wsloop" && is_ordered(&parent, op)?)
}

fn ordered_in_wsloop(op: &OpView<'_, '_>) -> Option<bool> {
    is_ordered(&op.ancestors().find(|around| around.name() == "omp.wsloop")?, op)
}

fn typed_pointer_0(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!is_opaque(&*op.operand(0)?))
}

/// Whether a pointer does not say what it points to.
fn is_opaque(ty: &Ty) -> bool {
    let Some(rest) = ty.text().and_then(|text| text.strip_prefix("!llvm.ptr")) else { return false };
    let inside = rest.trim_start_matches('<').trim_end_matches('>');
    inside.bytes().all(|byte| byte.is_ascii_digit())
}

fn atomic_region_typed(op: &OpView<'_, '_>) -> Option<bool> {
    let blocks = op.region(2)?;
    let Some(block) = blocks.first() else { return Some(true) };
    Some(!is_opaque(&**block.args.first()?))
}

fn capture_of_omp(op: &OpView<'_, '_>) -> Option<bool> {
    let blocks = op.region(0)?;
    let ops = &blocks.first()?.ops;
    Some(ops.len() >= 2 && ops.iter().take(2).all(|inner| inner.name().starts_with("omp.")))
}
