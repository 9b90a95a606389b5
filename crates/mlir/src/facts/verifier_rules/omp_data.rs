//! Rules of verifiers on operations of omp: what is mapped, private or reduced.

use std::rc::Rc;

use super::use_def::Block;
use super::{OpView, Rule, in_file, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule(
        "data-not-empty",
        data_not_empty,
        "At least one of map, useDevicePtr, or useDeviceAddr operand must be present",
    ),
    rule("depends-not-empty-list", depends_not_empty_list, "unexpected depend values"),
    in_file(
        "has-device-addr-are-map-info",
        has_device_addr_are_map_info,
        "'has_device_addr' arguments must be defined by 'omp.map.info' ops",
    ),
    rule("linear-types", linear_types, "Ill-formed type attributes for linear variables"),
    in_file("map-args-are-map-info", map_args_are_map_info, "map argument is not a map entry operation"),
    in_file(
        "map-infos-plain",
        map_infos_plain,
        "if varPtrPtr or varPtrPtrType is specified, then both must be present",
    ),
    in_file(
        "members-are-map-info",
        members_are_map_info,
        "'members' arguments must be defined by 'omp.map.info' ops",
    ),
    in_file("private-alloc-region", private_alloc_region, ""),
    in_file("private-arg-types", private_arg_types, ""),
    in_file("private-init-region", private_init_region, ""),
    in_file("private-types", private_types, ""),
    in_file(
        "reduction-no-alloc",
        reduction_no_alloc,
        "expects initializer region with one argument of the reduction type",
    ),
    in_file("use-device-are-map-info", use_device_are_map_info, ""),
];

fn linear_types(op: &OpView<'_, '_>) -> Option<bool> {
    if op.operands() == 0 {
        return Some(true);
    }
    let at = match (op.name().as_str(), op.segments()?.len()) {
        ("omp.wsloop" | "omp.simd", 7) => 2,
        ("omp.wsloop", 4) => 0,
        ("omp.simd", 3) => return Some(true),
        _ => return None,
    };
    let count = op.group(at)?.len();
    Some(count == 0 || op.has("linear_var_types")? && op.array("linear_var_types")?.len() == count)
}

/// Whether all operands of some groups are results of operations that describe what is mapped.
fn are_map_info(op: &OpView<'_, '_>, groups: &[usize]) -> Option<bool> {
    for group in groups {
        for at in op.group(*group)? {
            let origin = op.origin(at)?;
            if !origin.is_of("omp.map.info") && !origin.is_of("omp.map_info") {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn map_args_are_map_info(op: &OpView<'_, '_>) -> Option<bool> {
    if op.operands() == 0 {
        return Some(true);
    }
    let groups: &[usize] = match (op.name().as_str(), op.segments()?.len()) {
        ("omp.target", 15) => &[11],
        ("omp.target", 12) => &[9],
        ("omp.target", 8) => &[6],
        // Where 19 and 21 have them; nothing tells which of both it is.
        ("omp.target_data", 6) => &[2],
        ("omp.target_enter_data" | "omp.target_exit_data" | "omp.target_update", 6) => &[4],
        ("omp.target_data", 5) => &[2, 4],
        ("omp.target" | "omp.target_enter_data" | "omp.target_exit_data" | "omp.target_update", 4) => &[3],
        ("omp.target_enter_data" | "omp.target_exit_data" | "omp.target_update", 3) => &[2],
        _ => return None,
    };
    are_map_info(op, groups)
}

fn use_device_are_map_info(op: &OpView<'_, '_>) -> Option<bool> {
    if op.operands() == 0 {
        return Some(true);
    }
    match (op.name().as_str(), op.segments()?.len()) {
        ("omp.target_data", 5) => are_map_info(op, &[2, 3, 4]),
        ("omp.target_data", 6) => are_map_info(op, &[4, 5]),
        _ => None,
    }
}

fn has_device_addr_are_map_info(op: &OpView<'_, '_>) -> Option<bool> {
    if op.operands() == 0 {
        return Some(true);
    }
    match (op.name().as_str(), op.segments()?.len()) {
        ("omp.target", 15) => are_map_info(op, &[6]),
        ("omp.target", 12) => are_map_info(op, &[4]),
        ("omp.target", 8) => are_map_info(op, &[5]),
        _ => None,
    }
}

fn map_infos_plain(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        let Some(info) = op.origin(at)?.op().filter(|of| of.name() == "omp.map.info") else { continue };
        if info.segments()?.len() != 4 {
            return None;
        }
        if info.group(1)?.is_empty() == info.has("var_ptr_ptr_type")? {
            return Some(false);
        }
    }
    Some(true)
}

fn members_are_map_info(op: &OpView<'_, '_>) -> Option<bool> {
    are_map_info(op, &[2])
}

/// Private variables and the operations that say how they are made, as they are said under a name; those of a release that says so.
fn privates<'s, 'a>(op: &OpView<'s, 'a>) -> Option<Vec<(Rc<Ty>, OpView<'s, 'a>)>> {
    let attr = if op.has("private_syms")? { "private_syms" } else { "privatizers" };
    if op.operands() == 0 && !op.has(attr)? {
        return Some(Vec::new());
    }
    let group = match (op.name().as_str(), op.segments()?.len()) {
        ("omp.parallel", 6) if attr == "privatizers" => 5,
        ("omp.parallel", 6) | ("omp.wsloop", 7) => 4,
        ("omp.loop", 2) => 0,
        ("omp.distribute", 4) => 3,
        ("omp.simd", 7) | ("omp.teams", 8) => 5,
        ("omp.teams", 9) => 6,
        ("omp.task", 9) => 7,
        ("omp.task", 12) | ("omp.target", 12) => 10,
        ("omp.target", 15) => 13,
        _ => return None,
    };
    let group = op.group(group)?;
    if !op.has(attr)? {
        return (op.name() == "omp.parallel" || group.is_empty()).then(Vec::new);
    }
    let table = op.symbol_table()?;
    let names = op.array(attr)?;
    (names.len() == group.len()).then_some(())?;
    let mut found = Vec::new();
    for (at, name) in group.zip(names) {
        let of = table.symbol(name.symbol()?)?;
        (of.name() == "omp.private").then_some(())?;
        found.push((op.operand(at)?, of));
    }
    Some(found)
}

fn private_arg_types(op: &OpView<'_, '_>) -> Option<bool> {
    for (ty, of) in privates(op)? {
        let mut first = None;
        for region in 0..of.regions() {
            first = of.region(region)?.first().and_then(|block| block.args.first().cloned());
            if first.is_some() {
                break;
            }
        }
        if first.is_some_and(|first| first != ty) {
            return Some(false);
        }
    }
    Some(true)
}

fn private_types(op: &OpView<'_, '_>) -> Option<bool> {
    for (ty, of) in privates(op)? {
        if of.type_attr("type")? != *ty {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the blocks of a region that go on nowhere end in a yield of one value of a type, or of nothing.
fn yields(blocks: &[Block<'_, '_>], ty: Option<&Ty>) -> Option<bool> {
    for block in blocks {
        let end = block.ops.last()?;
        if end.successors() > 0 {
            continue;
        }
        let fits = match ty {
            None => end.operands() == 0,
            Some(ty) => end.operands() == 1 && *end.operand(0)? == *ty,
        };
        if end.name() != "omp.yield" || !fits {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether a private variable's region has so many arguments of a type and yields as it should.
fn private_region(blocks: &[Block<'_, '_>], args: usize, ty: &Ty, gives: bool) -> Option<bool> {
    let of = &blocks.first()?.args;
    Some(of.len() == args && of.iter().all(|arg| **arg == *ty) && yields(blocks, gives.then_some(ty))?)
}

/// Whether a private variable begins with the value of the one that it stands for.
fn is_first(op: &OpView<'_, '_>) -> Option<bool> {
    match op.word("data_sharing_type")?.trim_end_matches('}') {
        "private" => Some(false),
        "firstprivate" => Some(true),
        _ => None,
    }
}

/// Regions that copy and free a private variable.
fn copy_and_free(op: &OpView<'_, '_>, ty: &Ty) -> Option<bool> {
    let (copy, free) = (op.region(1)?, op.region(2)?);
    let copies = match is_first(op)? {
        false => copy.is_empty(),
        true => private_region(&copy, 2, ty, true)?,
    };
    Some(copies && (free.is_empty() || private_region(&free, 1, ty, false)?))
}

fn private_init_region(op: &OpView<'_, '_>) -> Option<bool> {
    let regions = [op.region(0)?, op.region(1)?, op.region(2)?];
    let Some(ty) = regions.iter().find_map(|blocks| blocks.first()?.args.first().cloned()) else {
        return Some(regions.iter().all(Vec::is_empty) && !is_first(op)?);
    };
    Some((regions[0].is_empty() || private_region(&regions[0], 2, &ty, true)?) && copy_and_free(op, &ty)?)
}

fn private_alloc_region(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.type_attr("type")?;
    let alloc = op.region(0)?;
    if alloc.is_empty() {
        return Some(false);
    }
    Some(private_region(&alloc, 1, &ty, true)? && copy_and_free(op, &ty)?)
}

fn reduction_no_alloc(op: &OpView<'_, '_>) -> Option<bool> {
    match op.regions() {
        4 => Some(true),
        5 => Some(op.region(0)?.is_empty()),
        _ => None,
    }
}

fn depends_not_empty_list(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("depends")? && !op.has("depend_kinds")? {
        return Some(true);
    }
    (op.name() == "omp.task" && op.segments()?.len() == 7).then_some(())?;
    Some(!op.group(4)?.is_empty())
}

fn data_not_empty(op: &OpView<'_, '_>) -> Option<bool> {
    (op.segments()?.len() == 5).then_some(())?;
    Some(!op.group(2)?.is_empty() || !op.group(3)?.is_empty() || !op.group(4)?.is_empty())
}
