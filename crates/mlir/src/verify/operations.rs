//! Operations: read function by function, and held against what they have to refer to.

use outlast_core::{Path, Place, Result, Span, Step, to_index};

use super::kinds::{Kind, Kinds};
use super::{Findings, path_of};
use crate::defs::section;
use crate::file::File;
use crate::ids::{AttrId, OpNameId, RegionId};
use crate::ir::{Ir, LazyRegions, Nested, UseListOrder};
use crate::tables::Tables;
use crate::wire::Reader;

pub(super) fn verify(
    file: &File<'_>,
    tables: &Tables<'_>,
    kinds: &Kinds,
    threads: usize,
    findings: &mut Findings,
) {
    let top = match Ir::read(file, tables, Nested::Skip(1)) {
        Ok(top) => top,
        Err(error) => return findings.add(error.to_diagnostic()),
    };
    part(file, tables, kinds, &top, None, findings);
    let of_function = |lazy: &LazyRegions, inner: Result<Ir>| {
        let mut found = Findings::default();
        match inner {
            Ok(inner) => part(file, tables, kinds, &inner, Some(lazy), &mut found),
            Err(error) => found.add(error.within(step_of(lazy)).to_diagnostic()),
        }
        found.found.finish()
    };
    // Some hundred at a time: where there is too much to report, the rest is not looked at.
    for some in top.all_lazy().chunks(TOGETHER) {
        if findings.full() {
            return;
        }
        let found = Ir::materialize_all(file, tables, some, threads, of_function);
        found.into_iter().flatten().for_each(|finding| findings.add(finding));
    }
}

fn step_of(lazy: &LazyRegions) -> Step {
    Step::Item("operation", u64::from(lazy.op.0))
}

/// Operations outside of functions, or the regions of one.
pub(super) fn part(
    file: &File<'_>,
    tables: &Tables<'_>,
    kinds: &Kinds,
    ir: &Ir,
    lazy: Option<&LazyRegions>,
    findings: &mut Findings,
) {
    let all = || file.section(section::IR).map_or((0, 0), |found| (found.start, found.end));
    let bytes = lazy.map_or_else(all, |lazy| (lazy.start, lazy.end));
    let path = path_of(section::IR);
    let path = lazy.map_or(path.clone(), |lazy| path.then(step_of(lazy)));
    verify_part((ir, tables), (kinds, file.version()), bytes, &path, findings);
}

/// How many functions are verified before findings are counted.
const TOGETHER: usize = 4096;

/// Operations that were read together. Their bytes are not told apart: findings name the section's.
fn verify_part(
    (ir, tables): (&Ir, &Tables<'_>),
    (kinds, container): (&Kinds, u64),
    bytes: (usize, usize),
    path: &Path,
    findings: &mut Findings,
) {
    let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
    let span = || Span::bytes(wide(bytes.0), wide(bytes.1));
    // Paths are made for what is wrong only: there are millions of operations.
    let mut wrong = |attr: AttrId, expected: Kind, path: &dyn Fn() -> Path| {
        if kinds.is_not(attr, expected) {
            let found = kinds.get(attr).name();
            let title = format!("attribute {} is {found}, {} has to be there", attr.0, expected.name());
            findings.error(1403, title, span(), path());
        } else if kinds.get(attr) != expected {
            let what = || format!("attribute {} is where {} has to be", attr.0, expected.name());
            findings.unsure(|| (what(), Place::new(span(), path())));
        }
    };
    for op in ir.ops() {
        let within = |field| path.item("operation", op.index()).field(field);
        wrong(ir.location(op), Kind::Location, &|| within("location"));
        if let Some(attrs) = ir.attrs(op) {
            wrong(attrs, Kind::Dictionary, &|| within("attributes"));
        }
    }
    for (index, block) in ir.blocks.iter().enumerate() {
        let args =
            ir.args.get(to_index(block.args)..to_index(block.args + block.arg_count)).unwrap_or_default();
        for location in args.iter().filter_map(|arg| arg.location) {
            wrong(location, Kind::Location, &|| path.item("block", index).field("argument"));
        }
    }
    unregistered(ir, tables, path, &span, findings);
    undefined(ir, path, &span, findings);
    super::vhlo::verify(ir, tables, container, path, &span, findings);
    for (op, orders) in &ir.op_use_lists {
        permutations(orders, path.item("operation", op.index()), &span, findings);
    }
    for (block, orders) in &ir.block_use_lists {
        permutations(orders, path.item("block", block.index()), &span, findings);
    }
}

/// Properties of operations that the producer did not know: the number of an attribute. Where a reader knows the operation, they are something
/// else to it.
fn unregistered(ir: &Ir, tables: &Tables<'_>, path: &Path, span: &dyn Fn() -> Span, findings: &mut Findings) {
    let unknown =
        |name: OpNameId| tables.op_names.get(name.index()).and_then(|name| name.registered) == Some(false);
    for op in ir.ops().filter(|op| ir.properties(*op).is_some() && unknown(ir.name(*op))) {
        let blob = ir.properties(op).and_then(|properties| tables.properties.get(properties.index()));
        let index = |blob: &[u8]| Reader::new(blob).index(tables.attrs.len(), "attribute");
        if let Some(Err(error)) = blob.map(|blob| index(blob)) {
            let name = tables.op_name(ir.name(op));
            let title = format!(
                "properties of unregistered `{}` are not an attribute: {}",
                name.escape_ascii(),
                error.kind()
            );
            findings.warn(1413, title, span(), path.item("operation", op.index()).field("properties"));
        }
    }
}

/// Numbers of values that nothing defines: from, to.
type Holes = Vec<(u32, u32)>;

/// Operands that belong to values which no block or operation defines.
fn undefined(ir: &Ir, path: &Path, span: &dyn Fn() -> Span, findings: &mut Findings) {
    // Most files define all that they announce: then nothing has to be followed.
    if !ir.announces_more() {
        return;
    }
    let mut work: Vec<(RegionId, u32, Holes)> = Vec::new();
    let mut roots: Vec<RegionId> = ir.root_regions().collect();
    if let Some(top) = ir.ops().next()
        && ir.root_regions == 0
    {
        roots = ir.regions(top).collect();
    }
    work.extend(roots.into_iter().map(|region| (region, 0, Vec::new())));
    // Each region with the number of its first value, and the holes around it.
    while let Some((region, base, mut holes)) = work.pop() {
        let values = ir.value_count(region);
        let have = u32::try_from(ir.defined(region)).unwrap_or(u32::MAX);
        if have < values {
            holes.push((base.saturating_add(have), base.saturating_add(values)));
        }
        for op in ir.blocks(region).flat_map(|block| ir.block_ops(block)) {
            let bad = ir
                .operands(op)
                .iter()
                .find(|value| holes.iter().any(|hole| (hole.0..hole.1).contains(value)));
            if let Some(value) = bad {
                let title = format!("value {value} is used and never defined");
                findings.error(1407, title, span(), path.item("operation", op.index()));
            }
            let isolated = ir.is_isolated(op);
            let base = if isolated { 0 } else { base.saturating_add(values) };
            for inner in ir.regions(op) {
                work.push((inner, base, if isolated { Vec::new() } else { holes.clone() }));
            }
        }
        if findings.full() {
            return;
        }
    }
}

/// Whole orders have to be permutations; of pairs, no place may come twice.
fn permutations(orders: &[UseListOrder], path: Path, span: &dyn Fn() -> Span, findings: &mut Findings) {
    for order in orders {
        let places: Vec<u64> = match order.pairs {
            false => order.indices.clone(),
            true => order.indices.iter().step_by(2).copied().collect(),
        };
        let mut sorted = places.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let len = u64::try_from(places.len()).unwrap_or(u64::MAX);
        let outside = !order.pairs && sorted.last().is_some_and(|last| *last >= len);
        if sorted.len() != places.len() || outside || order.pairs && !order.indices.len().is_multiple_of(2) {
            let title = format!("the use-list order of value {} is not a permutation", order.value);
            findings.error(1410, title, span(), path.clone());
        }
    }
}
