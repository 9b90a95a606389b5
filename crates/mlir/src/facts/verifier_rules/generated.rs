//! Checks that MLIR generates from definitions of operations, asked of a file's types: `operand:1*:0:|(is(index,%),int(i,32,%))`.
//!
//! `evidence/peers/mlir/expressed.py` reads them off the generated code of releases, and says what the words mean. What a word does not say, or a file does not
//! tell, does not hold.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::OpView;
use super::expressions::{Expr, Values};
use crate::typed::{Attr, Ty, parameter};

/// Groups of operands or results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Whether an attribute has their sizes.
    sized: bool,
    groups: Vec<Group>,
}

/// How many values a group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    One,
    OneOrNone,
    Any,
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Generated {
    /// `sizes:LAYOUT`: groups of operands have as many values as they may have.
    Sizes(Layout),
    /// `operand:LAYOUT:N:EXPR`: of every value of a group of operands.
    Operand(Layout, usize, Expr),
    /// `result:LAYOUT:N:EXPR`: of every value of a group of results.
    Result(Layout, usize, Expr),
    /// `holds:LAYOUT:LAYOUT:EXPR`: of the first values of groups.
    Holds(Layout, Layout, Expr),
    /// `region:N:LEAST:MOST`: a region has so many blocks.
    Region(usize, usize, Option<usize>),
    /// `trait:NAME`.
    Trait(Trait),
    /// `parent:OP,…`: the operation around it is one of these.
    Parent(BTreeSet<String>),
    /// `sm:N`: the chips that the module of a GPU around it is for are of this compute capability at least.
    Sm(u32),
}

/// What traits of operations verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trait {
    SameType,
    SameShape,
    SameElementType,
    SameRank,
    SameOperandTypes,
    SameOperandShapes,
    SameOperandElementTypes,
    Broadcastable,
    ResolvableShapes,
    FloatLike,
    NoRegionArguments,
    RequiresSm,
    SingleBlock,
    Isolated,
}

const TRAITS: &[(&str, Trait)] = &[
    ("SameOperandsAndResultType", Trait::SameType),
    ("SameOperandsAndResultShape", Trait::SameShape),
    ("SameOperandsAndResultElementType", Trait::SameElementType),
    ("SameOperandsAndResultRank", Trait::SameRank),
    ("SameTypeOperands", Trait::SameOperandTypes),
    ("SameOperandsShape", Trait::SameOperandShapes),
    ("SameOperandsElementType", Trait::SameOperandElementTypes),
    ("ResultsBroadcastableShape", Trait::Broadcastable),
    ("TosaResolvableShapeOperands", Trait::ResolvableShapes),
    ("ResultsAreFloatLike", Trait::FloatLike),
    ("NoRegionArguments", Trait::NoRegionArguments),
    ("NVVMRequiresSMa", Trait::RequiresSm),
    ("SingleBlock", Trait::SingleBlock),
    ("IsIsolatedFromAbove", Trait::Isolated),
];

/// Reads a check; none if it is none.
pub(super) fn parse(name: &str) -> Option<Generated> {
    let (kind, rest) = name.split_once(':')?;
    let number = |text: &str| text.parse::<usize>().ok();
    Some(match kind {
        "sizes" => Generated::Sizes(layout(rest)?),
        "operand" | "result" => {
            let mut parts = rest.splitn(3, ':');
            let (groups, at, expr) =
                (layout(parts.next()?)?, number(parts.next()?)?, Expr::parse(parts.next()?)?);
            groups.groups.get(at)?;
            match kind {
                "operand" => Generated::Operand(groups, at, expr),
                _ => Generated::Result(groups, at, expr),
            }
        }
        "holds" => {
            let mut parts = rest.splitn(3, ':');
            Generated::Holds(layout(parts.next()?)?, layout(parts.next()?)?, Expr::parse(parts.next()?)?)
        }
        "region" => {
            let mut parts = rest.splitn(3, ':');
            let (at, least, most) = (number(parts.next()?)?, number(parts.next()?)?, parts.next()?);
            Generated::Region(at, least, if most == "*" { None } else { Some(number(most)?) })
        }
        "trait" => Generated::Trait(TRAITS.iter().find(|(name, _)| *name == rest)?.1),
        "sm" => Generated::Sm(rest.parse().ok()?),
        "parent" if !rest.is_empty() => Generated::Parent(rest.split(',').map(str::to_owned).collect()),
        _ => return None,
    })
}

fn layout(text: &str) -> Option<Layout> {
    let (sized, signs) = text.strip_prefix('=').map_or((false, text), |signs| (true, signs));
    let signs = if signs == "-" { "" } else { signs };
    let group = |sign| match sign {
        '1' => Some(Group::One),
        '?' => Some(Group::OneOrNone),
        '*' => Some(Group::Any),
        _ => None,
    };
    Some(Layout { sized, groups: signs.chars().map(group).collect::<Option<_>>()? })
}

impl Generated {
    /// Whether it looks at more than an operation's types and attributes.
    pub(super) fn looks_around(&self) -> bool {
        use Trait::{Isolated, NoRegionArguments, RequiresSm, ResolvableShapes, SingleBlock};
        let traits = [Isolated, NoRegionArguments, RequiresSm, ResolvableShapes, SingleBlock];
        match self {
            Generated::Parent(_) | Generated::Region(..) | Generated::Sm(_) => true,
            Generated::Trait(which) => traits.contains(which),
            _ => false,
        }
    }
}

/// Whether a check holds; none if the file does not tell.
pub(super) fn holds(check: &Generated, view: &OpView<'_, '_>) -> Option<bool> {
    match check {
        Generated::Sizes(layout) => Some(ranges(layout, view.operands(), view)?.is_some()),
        Generated::Operand(layout, at, expr) => {
            let range = ranges(layout, view.operands(), view)??.into_iter().nth(*at)?;
            all(range.map(|at| view.operand(at)), expr)
        }
        Generated::Result(layout, at, expr) => {
            let range = ranges(layout, view.results(), view)??.into_iter().nth(*at)?;
            all(range.map(|at| view.result(at)), expr)
        }
        Generated::Holds(operands, results, expr) => {
            let first = |ranges: Vec<std::ops::Range<usize>>| -> Vec<Option<usize>> {
                ranges.into_iter().map(|range| (!range.is_empty()).then_some(range.start)).collect()
            };
            let operands = first(ranges(operands, view.operands(), view)??);
            let results = first(ranges(results, view.results(), view)??);
            let types = |at: &Option<usize>, ty: &dyn Fn(usize) -> Option<Rc<Ty>>| at.and_then(ty);
            expr.holds(&Values {
                value: None,
                operands: operands.iter().map(|at| types(at, &|at| view.operand(at))).collect(),
                results: results.iter().map(|at| types(at, &|at| view.result(at))).collect(),
            })
        }
        Generated::Region(at, least, most) => {
            let blocks = view.region(*at)?.len();
            Some(blocks >= *least && most.is_none_or(|most| blocks <= most))
        }
        Generated::Trait(which) => verified(*which, view),
        Generated::Sm(least) => match view.ancestors().find(|around| around.name() == "gpu.module") {
            Some(module) if module.has("targets")? => chips_are(&module.array("targets")?, *least),
            _ => Some(true),
        },
        Generated::Parent(names) => Some(names.contains(&view.parent()?.name())),
    }
}

/// Which values are in each group; inner none if there cannot be so many, outer none if the file does not tell.
fn ranges(
    layout: &Layout,
    count: usize,
    view: &OpView<'_, '_>,
) -> Option<Option<Vec<std::ops::Range<usize>>>> {
    let sizes = if layout.sized {
        let sizes = view.segments()?;
        if sizes.len() != layout.groups.len() {
            return Some(None);
        }
        sizes
    } else {
        let fixed = layout.groups.iter().filter(|group| **group == Group::One).count();
        let others = layout.groups.len() - fixed;
        let Some(left) = count.checked_sub(fixed) else { return Some(None) };
        let each = match (left, others) {
            (0, 0) => 0,
            (_, 0) => return Some(None),
            (left, others) if left % others == 0 => left / others,
            _ => return Some(None),
        };
        layout.groups.iter().map(|group| if *group == Group::One { 1 } else { each }).collect()
    };
    let fits = layout.groups.iter().zip(&sizes).all(|(group, size)| match group {
        Group::One => *size == 1,
        Group::OneOrNone => *size <= 1,
        Group::Any => true,
    });
    let mut start = 0_usize;
    let mut found = Vec::new();
    for size in sizes {
        let Some(end) = start.checked_add(size).filter(|end| *end <= count) else { return Some(None) };
        found.push(start..end);
        start = end;
    }
    Some((fits && start == count).then_some(found))
}

fn all(types: impl Iterator<Item = Option<Rc<Ty>>>, expr: &Expr) -> Option<bool> {
    for ty in types {
        let values = Values { value: Some(ty?), operands: Vec::new(), results: Vec::new() };
        match expr.holds(&values) {
            Some(true) => {}
            other => return other,
        }
    }
    Some(true)
}

/// Whether all chips of NVIDIA's in a list of targets are of a compute capability at least; none if that is not told.
fn chips_are(targets: &[Rc<Attr>], least: u32) -> Option<bool> {
    // The chip of a target that names none, in all releases at least.
    const DEFAULT: u32 = 50;
    for target in targets.iter().filter(|target| target.starts_with("#nvvm.target")) {
        let chip = match parameter(target.text()?, "chip") {
            Some(chip) => {
                let digits =
                    chip.strip_prefix("\"sm_")?.strip_suffix('"')?.trim_end_matches(char::is_alphabetic);
                digits.parse().ok()?
            }
            None => DEFAULT,
        };
        if chip < least {
            return None;
        }
    }
    Some(true)
}

/// Whether what a trait verifies holds.
fn verified(which: Trait, view: &OpView<'_, '_>) -> Option<bool> {
    let operands = || (0..view.operands()).map(|at| view.operand(at)).collect::<Option<Vec<_>>>();
    let results = || (0..view.results()).map(|at| view.result(at)).collect::<Option<Vec<_>>>();
    match which {
        Trait::SameType => same(&view.types()?, |ty| Some(ty.clone())),
        Trait::SameShape => same(&view.types()?, shape),
        Trait::SameElementType => same(&view.types()?, |ty| Some(ty.element().clone())),
        Trait::SameRank => {
            let types = view.types()?;
            let ranks: BTreeSet<usize> = types.iter().filter_map(|ty| ty.rank()).collect();
            let shaped = types.iter().all(|ty| ty.rank().is_some() || matches!(&**ty, Ty::Tensor(None, ..)));
            (shaped && ranks.len() <= 1).then_some(true)
        }
        Trait::SameOperandTypes => same(&operands()?, |ty| Some(ty.clone())),
        Trait::SameOperandShapes => same(&operands()?, shape),
        Trait::SameOperandElementTypes => same(&operands()?, |ty| Some(ty.element().clone())),
        Trait::Broadcastable => broadcastable(&operands()?, &results()?),
        Trait::ResolvableShapes => {
            for at in 0..view.operands() {
                let known = !view.operand(at)?.starts_with("!tosa.shape")
                    || view.origin(at).is_some_and(|origin| origin.is_of("tosa.const_shape"));
                if !known {
                    return None;
                }
            }
            Some(true)
        }
        Trait::FloatLike => Some(results()?.iter().all(|ty| matches!(ty.element(), Ty::Float(_)))),
        Trait::NoRegionArguments => {
            for at in 0..view.regions() {
                if view.region(at)?.first().is_some_and(|block| !block.args.is_empty()) {
                    return Some(false);
                }
            }
            Some(true)
        }
        // It is asked of modules for a chip.
        Trait::RequiresSm => match view.ancestors().find(|around| around.name() == "gpu.module") {
            Some(module) => (!module.has("targets")?).then_some(true),
            None => Some(true),
        },
        Trait::Isolated => Some(view.is_isolated()),
        Trait::SingleBlock => {
            for at in 0..view.regions() {
                if view.region(at)?.len() > 1 {
                    return Some(false);
                }
            }
            Some(true)
        }
    }
}

/// Whether a part of all types is the same; at least one has to be there.
fn same<T: PartialEq>(types: &[Rc<Ty>], part: impl Fn(&Ty) -> Option<T>) -> Option<bool> {
    let parts: Option<Vec<T>> = types.iter().map(|ty| part(ty)).collect();
    let parts = parts?;
    let (first, others) = parts.split_first()?;
    // Others may be compatible in a way that is not looked at here.
    others.iter().all(|other| other == first).then_some(true)
}

/// Types of EmitC that are no shaped ones: all but its arrays.
const EMITC_SCALARS: &[&str] = &[
    "!emitc.size_t",
    "!emitc.ssize_t",
    "!emitc.ptrdiff_t",
    "!emitc.opaque<",
    "!emitc.ptr<",
    "!emitc.lvalue<",
];

/// Sizes of a shaped type; none in it of a scalar.
fn shape(ty: &Ty) -> Option<Vec<Option<i64>>> {
    match ty {
        Ty::Integer(..) | Ty::Index | Ty::Float(_) => Some(vec![Some(-1)]),
        ty if EMITC_SCALARS.iter().any(|scalar| ty.starts_with(scalar)) => Some(vec![Some(-1)]),
        ty => ty.sizes(),
    }
}

/// Whether the results have the shape that operands are broadcast to, as far as all sizes are known.
fn broadcastable(operands: &[Rc<Ty>], results: &[Rc<Ty>]) -> Option<bool> {
    let mut wide: Vec<i64> = Vec::new();
    for operand in operands {
        let sizes = operand.static_sizes()?;
        let long = wide.len().max(sizes.len());
        let at = |sizes: &[i64], at: usize| {
            let at = (at + sizes.len()).checked_sub(long);
            at.and_then(|at| sizes.get(at)).copied().unwrap_or(1)
        };
        let pairs = (0..long).map(|index| (at(&wide, index), at(&sizes, index)));
        wide = pairs
            .map(|pair| match pair {
                (one, other) if one == other => Some(one),
                (1, other) => Some(other),
                (one, 1) => Some(one),
                _ => None,
            })
            .collect::<Option<_>>()?;
    }
    results.iter().all(|result| result.static_sizes().is_some_and(|sizes| sizes == wide)).then_some(true)
}
