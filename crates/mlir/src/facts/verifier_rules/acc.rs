//! Rules of verifiers on operations of acc.

use std::ops::Range;
use std::rc::Rc;

use super::use_def::Origin;
use super::{OpView, Rule, in_file, rule};
use crate::typed::{Attr, Ty, word};
use outlast_core::QuickSet;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("acc-loop-plain", acc_loop_plain, ""),
    in_file("acc-no-values", acc_no_values, ""),
    in_file("acc-recipe", acc_recipe, ""),
    in_file("acc-recipe-types", acc_recipe_types, ""),
    in_file("acc-recipes", acc_recipes, ""),
    rule("acc-var", acc_var, ""),
    rule("acc-var-type", acc_var_type, "varType must capture the element type of var"),
    rule("async-device-types", async_device_types, "async operands count must match async device_type count"),
    rule("copyin-clause-17", copyin_clause_17, ""),
    rule("copyout-clause-17", copyout_clause_17, ""),
    in_file(
        "data-operands-not-arguments",
        data_operands_not_arguments,
        "expect data entry/exit operation or acc.getdeviceptr as defining op",
    ),
    in_file("declare-attribute", declare_attribute, ""),
    rule("declare-not-empty", declare_not_empty, "at least one operand must appear on the declare operation"),
    rule("delete-clause-19", delete_clause_19, ""),
    rule("gangs-at-most-3", gangs_at_most_3, "num_gangs expects a maximum of 3 values"),
    rule("loop-bounds", loop_bounds, "number of upperbounds expected to be the same as number of steps"),
    in_file("loop-contains", loop_contains, ""),
    rule("loop-mode", loop_mode, "at least one of auto, independent, seq must be present"),
    rule("no-async-wait-conflict", no_async_wait_conflict, ""),
    in_file("no-compute-ancestor", no_compute_ancestor, "cannot be nested in a compute operation"),
    rule("no-wait-devnum", no_wait_devnum, "wait_devnum cannot appear without waitOperands"),
    in_file("private-ops", private_ops, ""),
    in_file(
        "recipe-copy-two-args",
        recipe_copy_two_args,
        "expects copy region with two arguments of the privatization type",
    ),
    in_file(
        "recipe-init-yields",
        recipe_init_yields,
        "expects init region to yield a value of the privatization type",
    ),
    rule("segment-operands", segment_operands, ""),
    rule("segments-with-device-types", segments_with_device_types, ""),
];

/// Groups of operands, in order, of an operation that has so many.
fn groups(name: &str, count: usize) -> Option<&'static [&'static str]> {
    const PARALLEL: &[&str] = &[
        "async",
        "wait",
        "numGangs",
        "numWorkers",
        "vectorLength",
        "if",
        "self",
        "reduction",
        "private",
        "firstprivate",
        "data",
    ];
    Some(match (name.strip_prefix("acc.")?, count) {
        ("parallel" | "kernels", 11) => PARALLEL,
        ("serial", 8) => &["async", "wait", "if", "self", "reduction", "private", "firstprivate", "data"],
        ("kernels", 8) => &["async", "wait", "numGangs", "numWorkers", "vectorLength", "if", "self", "data"],
        ("data" | "update", 4) => &["if", "async", "wait", "data"],
        ("data" | "update" | "enter_data" | "exit_data", 5) => &["if", "async", "waitDevnum", "wait", "data"],
        ("host_data", 2) => &["if", "data"],
        ("loop", 8) => {
            &["gangNum", "gangDim", "gangStatic", "workerNum", "vectorLength", "tile", "private", "reduction"]
        }
        ("loop", 10) => &[
            "lower",
            "upper",
            "step",
            "gang",
            "workerNum",
            "vector",
            "tile",
            "cache",
            "private",
            "reduction",
        ],
        ("loop", 11) => &[
            "lower",
            "upper",
            "step",
            "gang",
            "workerNum",
            "vector",
            "tile",
            "cache",
            "private",
            "firstprivate",
            "reduction",
        ],
        ("declare_exit", 2) => &["token", "data"],
        _ => return None,
    })
}

/// The operands of a group; an empty range if the operation has no such group.
fn group(op: &OpView<'_, '_>, name: &str) -> Option<Range<usize>> {
    if op.operands() == 0 {
        return Some(0..0);
    }
    if matches!(op.name().as_str(), "acc.declare" | "acc.declare_enter") {
        return Some(if name == "data" { 0..op.operands() } else { 0..0 });
    }
    let groups = groups(&op.name(), op.segments()?.len())?;
    match groups.iter().position(|group| *group == name) {
        Some(at) => op.group(at),
        None => Some(0..0),
    }
}

/// The elements of an array attribute; none inside if it is not there.
fn list(op: &OpView<'_, '_>, names: &[&str]) -> Option<Option<Vec<Rc<Attr>>>> {
    for name in names {
        if op.has(name)? {
            return Some(Some(op.array(name)?));
        }
    }
    Some(None)
}

fn is_pointer(ty: &Ty) -> bool {
    matches!(ty, Ty::MemRef(..)) || ty.starts_with("!llvm.ptr")
}

fn var_type_captures(op: &OpView<'_, '_>, var: &Ty) -> Option<bool> {
    Some(!is_pointer(var) || !op.has("varType")? || op.type_attr("varType")? != *var)
}

fn acc_var(op: &OpView<'_, '_>) -> Option<bool> {
    let (var, acc) = match op.name().as_str() {
        "acc.copyout" | "acc.update_host" => (op.operand(1)?, op.operand(0)?),
        _ => (op.operand(0)?, op.result(0)?),
    };
    Some(var == acc && var_type_captures(op, &var)?)
}

fn acc_var_type(op: &OpView<'_, '_>) -> Option<bool> {
    var_type_captures(op, &*op.operand(0)?)
}

fn acc_recipe(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("recipe")? {
        return Some(false);
    }
    Some(op.refers("recipe")?.name() == format!("{}.recipe", op.name()))
}

/// Whether no operand stands twice in a group.
fn are_distinct(op: &OpView<'_, '_>, group: Range<usize>) -> bool {
    let mut seen = QuickSet::default();
    group.into_iter().all(|at| seen.insert(op.operand_number(at)))
}

fn private_ops(op: &OpView<'_, '_>) -> Option<bool> {
    for (name, of) in
        [("private", "acc.private"), ("firstprivate", "acc.firstprivate"), ("reduction", "acc.reduction")]
    {
        let group = group(op, name)?;
        for at in group.clone() {
            if !op.origin(at)?.is_of(of) {
                return Some(false);
            }
        }
        if !are_distinct(op, group) {
            return Some(false);
        }
    }
    Some(true)
}

/// The operations that symbols of an attribute name; none inside if there is one that names nothing.
fn named<'s, 'a>(op: &OpView<'s, 'a>, symbols: &[Rc<Attr>]) -> Option<Option<Vec<OpView<'s, 'a>>>> {
    let table = op.symbol_table()?;
    let mut found = Vec::new();
    for name in symbols {
        match table.symbol(name.symbol()?) {
            Some(of) => found.push(of),
            None => return Some(None),
        }
    }
    Some(Some(found))
}

fn acc_recipes(op: &OpView<'_, '_>) -> Option<bool> {
    let kinds: [(&str, &[&str], &str); 3] = [
        ("private", &["privatizations", "privatizationRecipes"], "acc.private.recipe"),
        ("firstprivate", &["firstprivatizations", "firstprivatizationRecipes"], "acc.firstprivate.recipe"),
        ("reduction", &["reductionRecipes"], "acc.reduction.recipe"),
    ];
    for (name, attrs, of) in kinds {
        let group = group(op, name)?;
        let symbols = list(op, attrs)?.unwrap_or_default();
        if symbols.len() != group.len() || !are_distinct(op, group) {
            return Some(false);
        }
        if !named(op, &symbols)?.is_some_and(|found| found.iter().all(|found| found.name() == of)) {
            return Some(false);
        }
    }
    Some(true)
}

fn acc_recipe_types(op: &OpView<'_, '_>) -> Option<bool> {
    let group = group(op, "private")?;
    let symbols = list(op, &["privatizations"])?.unwrap_or_default();
    if symbols.len() != group.len() || !are_distinct(op, group.clone()) {
        return Some(false);
    }
    let Some(found) = named(op, &symbols)? else { return Some(false) };
    for (at, of) in group.zip(found) {
        if of.name() != "acc.private.recipe" || of.type_attr("type")? != *op.operand(at)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Groups with the attributes that say which of their operands are of which device.
const SEGMENTED: [(&str, &str, &str); 4] = [
    ("numGangs", "numGangsSegments", "numGangsDeviceType"),
    ("wait", "waitOperandsSegments", "waitOperandsDeviceType"),
    ("gang", "gangOperandsSegments", "gangOperandsDeviceType"),
    ("tile", "tileOperandsSegments", "tileOperandsDeviceType"),
];

/// Sizes that an attribute says, if it is there.
fn segments(op: &OpView<'_, '_>, name: &str) -> Option<Option<Vec<i64>>> {
    match op.has(name)? {
        false => Some(None),
        true => Some(Some(op.integers(name)?)),
    }
}

fn sums_to(sizes: &[i64], count: usize) -> bool {
    let sum = sizes.iter().try_fold(0_i64, |sum, size| if *size < 0 { None } else { sum.checked_add(*size) });
    sum.is_some_and(|sum| usize::try_from(sum) == Ok(count))
}

fn segment_operands(op: &OpView<'_, '_>) -> Option<bool> {
    for (name, sizes, types) in SEGMENTED {
        let count = group(op, name)?.len();
        let sizes = segments(op, sizes)?.unwrap_or_default();
        let types = list(op, &[types])?;
        let fits = match &types {
            None => count == 0,
            Some(types) => types.len() == sizes.len(),
        };
        if !fits || !sums_to(&sizes, count) || name == "numGangs" && sizes.iter().any(|size| *size > 3) {
            return Some(false);
        }
    }
    Some(true)
}

fn segments_with_device_types(op: &OpView<'_, '_>) -> Option<bool> {
    for (name, sizes, types) in SEGMENTED {
        let Some(sizes) = segments(op, sizes)? else { continue };
        let types = list(op, &[types])?;
        if types.is_none_or(|types| types.len() != sizes.len()) || !sums_to(&sizes, group(op, name)?.len()) {
            return Some(false);
        }
    }
    Some(true)
}

fn async_device_types(op: &OpView<'_, '_>) -> Option<bool> {
    let mut kinds: Vec<(&str, &[&str])> = vec![
        ("async", &["asyncOperandsDeviceType", "asyncDeviceType"]),
        ("numWorkers", &["numWorkersDeviceType"]),
        ("vectorLength", &["vectorLengthDeviceType"]),
    ];
    if op.name() == "acc.loop" {
        kinds.push(("workerNum", &["workerNumOperandsDeviceType"]));
        kinds.push(("vector", &["vectorOperandsDeviceType"]));
    }
    for (name, attrs) in kinds {
        let count = group(op, name)?.len();
        if count > 0 && list(op, attrs)?.is_none_or(|types| types.len() != count) {
            return Some(false);
        }
    }
    Some(true)
}

fn no_async_wait_conflict(op: &OpView<'_, '_>) -> Option<bool> {
    let kinds: [(&[&str], &[&str]); 2] = [
        (&["asyncOperandsDeviceType", "asyncDeviceType"], &["asyncOnly", "async"]),
        (&["waitOperandsDeviceType"], &["waitOnly", "wait"]),
    ];
    for (with, without) in kinds {
        let of = list(op, with)?.unwrap_or_default();
        for name in without {
            if op.has(name)?
                && (*op.attr(name)? == Attr::Unit
                    || list(op, &[name])?.unwrap_or_default().iter().any(|ty| of.contains(ty)))
            {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn no_wait_devnum(op: &OpView<'_, '_>) -> Option<bool> {
    Some(group(op, "waitDevnum")?.is_empty())
}

fn loop_bounds(op: &OpView<'_, '_>) -> Option<bool> {
    let (lower, upper, step) =
        (group(op, "lower")?.len(), group(op, "upper")?.len(), group(op, "step")?.len());
    Some(lower == upper && upper == step)
}

fn loop_mode(op: &OpView<'_, '_>) -> Option<bool> {
    for name in ["seq", "independent", "auto_"] {
        let none = |ty: &Rc<Attr>| ty.text() == Some("#acc.device_type<none>");
        if list(op, &[name])?.unwrap_or_default().iter().any(none) {
            return Some(true);
        }
    }
    Some(false)
}

fn is_loop(op: &OpView<'_, '_>) -> bool {
    matches!(
        op.name().as_str(),
        "scf.for"
            | "scf.forall"
            | "scf.parallel"
            | "scf.while"
            | "affine.for"
            | "affine.parallel"
            | "acc.loop"
            | "tosa.while_loop"
            | "sparse_tensor.iterate"
            | "fir.do_loop"
    )
}

fn loop_contains(op: &OpView<'_, '_>) -> Option<bool> {
    let unstructured = op.has("unstructured")?;
    if !group(op, "lower")?.is_empty() {
        return Some(!unstructured);
    }
    let count = match op.has("collapse")? {
        false => 1,
        true => op.integers("collapse")?.into_iter().max().unwrap_or(1).max(1),
    };
    let (mut last, mut found) = (*op, 0);
    for inner in op.inside()? {
        if !is_loop(&inner) {
            continue;
        }
        let nearest = inner.ancestors().find(is_loop)?;
        if !nearest.is_same(&last) {
            return Some(false);
        }
        (last, found) = (inner, found + 1);
        if found == count {
            return Some(true);
        }
    }
    Some(false)
}

fn acc_loop_plain(op: &OpView<'_, '_>) -> Option<bool> {
    const ATTRS: [&str; 18] = [
        "collapse",
        "collapseDeviceType",
        "gang",
        "worker",
        "vector",
        "hasGang",
        "hasWorker",
        "hasVector",
        "gangOperandsSegments",
        "gangOperandsDeviceType",
        "gangOperandsArgType",
        "tileOperandsSegments",
        "tileOperandsDeviceType",
        "inclusiveUpperbound",
        "seq",
        "independent",
        "auto_",
        "exec_mapping",
    ];
    for name in ATTRS {
        if op.has(name)? {
            return Some(false);
        }
    }
    let known = group(op, "private")?.len() + group(op, "reduction")?.len() + group(op, "cache")?.len();
    Some(known == op.operands())
}

fn no_compute_ancestor(op: &OpView<'_, '_>) -> Option<bool> {
    let mut top = *op;
    for around in op.ancestors() {
        if matches!(around.name().as_str(), "acc.kernels" | "acc.serial") {
            return Some(false);
        }
        top = around;
    }
    top.parent().is_none().then_some(true)
}

fn data_operands_not_arguments(op: &OpView<'_, '_>) -> Option<bool> {
    for at in group(op, "data")? {
        if let Origin::Argument(..) = op.origin(at)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The data clause of an operation, if it says one.
fn clause(op: &OpView<'_, '_>) -> Option<Option<String>> {
    match op.has("dataClause")? {
        false => Some(None),
        true => Some(Some(op.word("dataClause")?)),
    }
}

fn declare_attribute(op: &OpView<'_, '_>) -> Option<bool> {
    for at in group(op, "data")? {
        let data = op.origin(at)?.op()?;
        let var = data.origin(usize::from(data.name() == "acc.copyout"))?;
        let Some(of) = var.op() else { continue };
        if !of.has("acc.declare")? {
            return Some(false);
        }
        let declared = of.attr("acc.declare")?;
        let body = declared.text()?.strip_prefix("#acc.declare<")?.strip_suffix('>')?;
        let said = body.strip_prefix("dataClause = ")?.split(',').next()?.trim();
        if clause(&data)??.as_str() != word(said) {
            return Some(false);
        }
        if body.contains("implicit = true")
            && (!data.has("implicit")? || data.attr("implicit")?.integer() != Some(1))
        {
            return Some(false);
        }
    }
    Some(true)
}

fn declare_not_empty(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!group(op, "data")?.is_empty())
}

fn copyin_clause_17(op: &OpView<'_, '_>) -> Option<bool> {
    Some(
        clause(op)?.is_none_or(|clause| {
            matches!(clause.as_str(), "acc_copyin" | "acc_copyin_readonly" | "acc_copy")
        }),
    )
}

fn copyout_clause_17(op: &OpView<'_, '_>) -> Option<bool> {
    Some(
        clause(op)?
            .is_none_or(|clause| matches!(clause.as_str(), "acc_copyout" | "acc_copyout_zero" | "acc_copy")),
    )
}

fn delete_clause_19(op: &OpView<'_, '_>) -> Option<bool> {
    Some(clause(op)?.is_none_or(|clause| clause != "acc_no_create"))
}

fn gangs_at_most_3(op: &OpView<'_, '_>) -> Option<bool> {
    Some(group(op, "numGangs")?.len() <= 3)
}

fn acc_no_values(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.regions() {
        let region = op.region(at)?;
        let hands_out = |inner: &OpView<'_, '_>| inner.operands() > 0;
        if region.iter().filter_map(|block| block.ops.last()).any(hands_out) {
            return Some(false);
        }
    }
    Some(op.results() == 0)
}

fn recipe_init_yields(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.type_attr("type")?;
    for inner in op.region(0)?.iter().flat_map(|block| &block.ops) {
        if inner.name() == "acc.yield" && !(inner.operands() == 1 && *inner.operand(0)? == ty) {
            return Some(false);
        }
    }
    Some(true)
}

fn recipe_copy_two_args(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.region(1)?.first().is_some_and(|block| block.args.len() == 2))
}
