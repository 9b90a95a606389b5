//! Rules of verifiers on operations of memref.

use super::tensor::reassociation;
use super::{DYNAMIC, OpView, Rule, by_symbols, rule};
use crate::typed::{Attr, Dim, Layout, Ty, known};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("access-rank", access_rank, "invalid number of indices for accessed memref"),
    rule("alignment-not-negative", alignment_not_negative, ""),
    rule("alignment-power", alignment_power, "alignment attribute value is not a power of 2"),
    rule("alignment-power-of-two", alignment_power_of_two, ""),
    rule(
        "alloc-dimensions",
        alloc_dimensions,
        "dimension operand count does not equal memref dynamic dimension count",
    ),
    rule(
        "collapse-contiguous",
        collapse_contiguous,
        "invalid source layout map or collapsing non-contiguous dims",
    ),
    rule("expand-dynamic-operands", expand_dynamic_operands, "incorrect number of dynamic sizes"),
    by_symbols("global-exists", global_exists, "does not reference a valid global"),
    rule("global-initial-plain", global_initial_plain, ""),
    rule("global-types", global_types, ""),
    rule("offsets-not-negative", offsets_not_negative, "to be non-negative, but got"),
    rule("reinterpret-cast-exact", reinterpret_cast_exact, ""),
    rule("subview-drops-plain", subview_drops_plain, ""),
    rule("subview-strides-match", subview_strides_match, ""),
    rule("transpose-result-strided", transpose_result_strided, ""),
];

fn alloc_dimensions(op: &OpView<'_, '_>) -> Option<bool> {
    let result = op.result(0)?;
    let Ty::MemRef(Some(dims), _, layout, _) = &*result else { return Some(false) };
    let dynamic = dims.iter().filter(|dim| dim.size.is_none()).count();
    let sizes = op.segments()?;
    let [sizes, symbols] = sizes[..] else { return Some(false) };
    let wanted = match layout {
        Layout::Identity => 0,
        Layout::Map(map) => map.symbols,
        // A strided layout has a symbol for what is dynamic in it.
        Layout::Strided(offset, strides) => {
            strides.iter().chain([offset]).filter(|number| number.is_none()).count()
        }
        Layout::Other(_) => return None,
    };
    let index = op.operand_types(0)?.iter().all(|ty| **ty == Ty::Index);
    Some(sizes == dynamic && symbols == wanted && index)
}

fn alignment_power(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("alignment")? {
        return Some(true);
    }
    let is_wide = op.typed("alignment").is_none_or(|ty| *ty == Ty::signless(64));
    // What may be missing is a list of one in a dictionary.
    let listed = || op.integers("alignment").filter(|all| all.len() == 1)?.pop();
    let value = op.integer("alignment").or_else(listed)?;
    // Zero is what some producers write for none; releases differ about it.
    Some(is_wide && value > 0 && value & (value - 1) == 0)
}

fn global_exists(op: &OpView<'_, '_>) -> Option<bool> {
    let global = op.refers("name")?;
    Some(global.name() == "memref.global" && global.type_attr("type")? == *op.result(0)?)
}

fn global_types(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.type_attr("type")?;
    let Ty::MemRef(Some(dims), element, ..) = &ty else { return Some(false) };
    if dims.iter().any(|dim| dim.size.is_none()) {
        return Some(false);
    }
    if !op.has("initial_value")? || *op.attr("initial_value")? == Attr::Unit {
        return Some(true);
    }
    Some(
        matches!(&*op.typed("initial_value")?, Ty::Tensor(Some(found), of, _) if found == dims && of == element),
    )
}

fn alignment_power_of_two(op: &OpView<'_, '_>) -> Option<bool> {
    match op.has("alignment")? {
        false => Some(true),
        true => Some(op.integer("alignment").is_some_and(|value| value > 0 && value.count_ones() == 1)),
    }
}

fn alignment_not_negative(op: &OpView<'_, '_>) -> Option<bool> {
    match op.has("alignment")? {
        false => Some(true),
        true => Some(op.integer("alignment").is_some_and(|value| value >= 0)),
    }
}

fn access_rank(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.rank()?.checked_add(1)? == op.operands())
}

/// Strides that a view of all dimensions has.
fn view_strides(op: &OpView<'_, '_>) -> Option<Vec<Option<i64>>> {
    let factors = op.integers("static_strides")?;
    let given = op.operand(0)?.strides()?;
    (factors.len() == given.len()).then_some(())?;
    let mut expected = Vec::new();
    for (stride, factor) in given.iter().zip(&factors) {
        expected.push(match (stride, known(*factor)) {
            (Some(stride), Some(factor)) => Some(stride.checked_mul(factor)?),
            _ => None,
        });
    }
    Some(expected)
}

/// Whether it is plain which dimensions a view drops: none, all of size 1, or strides tell.
fn subview_drops_plain(op: &OpView<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?.rank()?, op.result(0)?.rank()?);
    let units = op.integers("static_sizes")?.iter().filter(|size| **size == 1).count();
    if source == result || result.checked_add(units)? == source {
        return Some(true);
    }
    let tell = |strides: Vec<Option<i64>>| strides.iter().rev().skip(1).any(Option::is_some);
    (tell(view_strides(op)?) || tell(op.result(0)?.strides()?)).then_some(true)
}

fn subview_strides_match(op: &OpView<'_, '_>) -> Option<bool> {
    let expected = view_strides(op)?;
    let found = op.result(0)?.strides()?;
    if found.len() == expected.len() {
        return Some(found == expected);
    }
    let slice = op.integers("static_sizes")?;
    (slice.len() == expected.len()).then_some(())?;
    let units = slice.iter().enumerate().filter(|(_, size)| **size == 1);
    let mut dropped: Vec<usize> = units.map(|(at, _)| at).collect();
    if dropped.len() + found.len() != expected.len() {
        let count =
            |strides: &[Option<i64>], of: Option<i64>| strides.iter().filter(|stride| **stride == of).count();
        // Ranks are small, but nothing says so.
        (expected.len() <= 64).then_some(())?;
        let mut left = expected.clone();
        let mut keep = Vec::new();
        for at in dropped {
            let stride = *expected.get(at)?;
            let (have, wanted) = (count(&left, stride), count(&found, stride));
            if have < wanted {
                return Some(false);
            }
            if have > wanted {
                let one = left.iter().position(|other| *other == stride)?;
                left.remove(one);
                keep.push(at);
            }
        }
        dropped = keep;
        if dropped.len() + found.len() != expected.len() {
            return Some(false);
        }
    }
    let rest = expected.iter().enumerate().filter(|(at, _)| !dropped.contains(at));
    Some(rest.map(|(_, stride)| *stride).eq(found))
}

fn expand_dynamic_operands(op: &OpView<'_, '_>) -> Option<bool> {
    let dynamic = op.result(0)?.sizes()?.iter().filter(|size| size.is_none()).count();
    Some(dynamic.checked_add(1)? == op.operands())
}

fn global_initial_plain(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("initial_value")? {
        return Some(true);
    }
    match op.typed("initial_value") {
        Some(ty) => Some(matches!(&*ty, Ty::Tensor(_, _, None))),
        None => Some(*op.attr("initial_value")? == Attr::Unit),
    }
}

fn reinterpret_cast_exact(op: &OpView<'_, '_>) -> Option<bool> {
    let result = op.result(0)?;
    let fits = |found: Option<i64>, said: i64| found.is_none_or(|found| found == said);
    let all = |found: Vec<Option<i64>>, name| {
        let said = op.integers(name)?;
        Some(found.len() == said.len() && found.into_iter().zip(said).all(|(found, said)| fits(found, said)))
    };
    let offset = fits(result.offset()?, *op.integers("static_offsets")?.first()?);
    Some(offset && all(result.sizes()?, "static_sizes")? && all(result.strides()?, "static_strides")?)
}

fn transpose_result_strided(op: &OpView<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?, op.result(0)?);
    if !matches!(&*result, Ty::MemRef(Some(_), _, Layout::Strided(..), _)) {
        return Some(false);
    }
    let (from, to) = (source.strides()?, result.strides()?);
    let map = op.map("permutation")?;
    if map.results.len() != to.len() || source.offset()? != result.offset()? {
        return Some(false);
    }
    for (stride, result) in to.iter().zip(&map.results) {
        if from.get(result.dim()?)? != stride {
            return Some(false);
        }
    }
    Some(true)
}

fn offsets_not_negative(op: &OpView<'_, '_>) -> Option<bool> {
    let at_least_zero =
        |name| Some(op.integers(name)?.iter().all(|number| *number >= 0 || *number == DYNAMIC));
    Some(at_least_zero("static_offsets")? && at_least_zero("static_sizes")?)
}

fn collapse_contiguous(op: &OpView<'_, '_>) -> Option<bool> {
    let source = op.operand(0)?;
    if matches!(&*source, Ty::MemRef(Some(_), _, Layout::Identity, _)) {
        return Some(true);
    }
    let (dims, strides) = (source.dims()?, source.strides()?);
    for group in reassociation(op)? {
        if !is_contiguous(dims, &strides, &group)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the dimensions of a group can be collapsed.
fn is_contiguous(dims: &[Dim], strides: &[Option<i64>], group: &[usize]) -> Option<bool> {
    let size = |dim: usize| Some(dims.get(dim)?.size);
    let mut last = group.len().checked_sub(1)?;
    while last > 0 && size(*group.get(last)?)? == Some(1) {
        last -= 1;
    }
    let first = *group.get(last)?;
    let mut stride = *strides.get(first)?;
    if last > 0 && size(first)?.is_none() {
        stride = None;
    }
    for pair in group.windows(2).rev() {
        let (before, dim) = (*pair.first()?, *pair.get(1)?);
        stride = match (stride, size(dim)?) {
            (Some(stride), Some(size)) => Some(stride.checked_mul(size)?),
            _ => None,
        };
        if let (Some(stride), Some(found)) = (stride, *strides.get(before)?)
            && stride != found
        {
            return Some(false);
        }
    }
    Some(true)
}
