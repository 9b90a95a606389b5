//! Values: used where they are defined before, and ordered as their uses are. Blocks: who may go where.

use outlast_core::{QuickMap, to_index};

use crate::ids::{BlockId, OpId, RegionId};
use crate::ir::{Ir, UseListOrder};
use crate::tables::Tables;

/// Operations whose regions are graphs: values there may be used before they are defined.
const GRAPHS: &[&[u8]] = &[
    b"builtin.module",
    b"emitc.expression",
    b"ml_program.subgraph",
    b"scf.forall.in_parallel",
    b"test.graph_loop",
    b"test.graph_region",
    b"transform.apply_conversion_patterns",
    b"transform.apply_patterns",
];

/// A value: where it is defined, and how often it is used.
#[derive(Clone, Copy)]
struct Value {
    block: BlockId,
    /// The operation whose result it is; none of an argument.
    op: Option<OpId>,
    /// How many regions are around the region that it is of.
    depth: usize,
    uses: u32,
}

/// No value: nothing defines it.
const NONE: u32 = u32::MAX;

/// A region to be looked at: values around it, and the first of them that it may use, the operation that it is of, and how deep it is.
struct Scope {
    region: RegionId,
    base: usize,
    first: usize,
    of: Option<OpId>,
    depth: usize,
}

/// Looks at all values of operations that were read together.
pub(super) fn check(ir: &Ir, tables: &Tables<'_>, found: &mut dyn FnMut(String, OpId)) {
    let mut looked = Looked::new(ir, tables);
    looked.all(found);
    looked.orders(found);
}

struct Looked<'i, 't, 'a> {
    ir: &'i Ir,
    tables: &'t Tables<'a>,
    all: Vec<Value>,
    /// By operation and block with use-list orders: its first value.
    first_of_op: QuickMap<OpId, u32>,
    first_of_block: QuickMap<BlockId, u32>,
    /// By region: its dominators, where they were asked for.
    dominators: QuickMap<u32, Option<Dominators>>,
}

impl<'i, 't, 'a> Looked<'i, 't, 'a> {
    fn new(ir: &'i Ir, tables: &'t Tables<'a>) -> Looked<'i, 't, 'a> {
        Looked {
            ir,
            tables,
            all: Vec::new(),
            first_of_op: ir.op_use_lists.iter().map(|(op, _)| (*op, NONE)).collect(),
            first_of_block: ir.block_use_lists.iter().map(|(block, _)| (*block, NONE)).collect(),
            dominators: QuickMap::default(),
        }
    }

    fn is_graph(&self, of: Option<OpId>) -> bool {
        // Of regions alone it is not known here which operation they are of: they are isolated, and most often a function's.
        of.is_some_and(|op| GRAPHS.contains(&&*self.tables.op_name(self.ir.name(op))))
    }

    fn all(&mut self, found: &mut dyn FnMut(String, OpId)) {
        let ir = self.ir;
        let mut values: Vec<u32> = Vec::new();
        // By depth: the operation around what is looked at, whether its region is a graph, and the region.
        let mut path: Vec<(Option<OpId>, bool, RegionId)> = Vec::new();
        let scope = |region, of| Scope { region, base: 0, first: 0, of, depth: 0 };
        let mut work: Vec<Scope> = ir.root_regions().map(|region| scope(region, None)).collect();
        if ir.root_regions == 0
            && let Some(top) = ir.ops().next()
        {
            work.extend(ir.regions(top).map(|region| scope(region, Some(top))));
        }
        work.reverse();
        while let Some(Scope { region, base, first, of, depth }) = work.pop() {
            values.truncate(base);
            path.truncate(depth);
            path.push((of, self.is_graph(of), region));
            self.define(region, depth, &mut values);
            if to_index(ir.value_count(region)) != ir.defined(region) {
                let what = format!(
                    "a region announces {} values and defines {}",
                    ir.value_count(region),
                    ir.defined(region)
                );
                found(what, of.unwrap_or(OpId(0)));
            }
            values.resize(base + to_index(ir.value_count(region)), NONE);
            let inside = work.len();
            for (place, block) in ir.blocks(region).enumerate() {
                let count = ir.op_count(block);
                for (at, op) in ir.block_ops(block).enumerate() {
                    for operand in ir.operands(op) {
                        let known = first.checked_add(to_index(*operand)).and_then(|at| values.get(at));
                        let Some(id) = known.copied().filter(|id| *id != NONE) else { continue };
                        if let Some(value) = self.all.get_mut(to_index(id)) {
                            value.uses = value.uses.saturating_add(1);
                        }
                        if !self.dominates(id, (op, block), &path) {
                            found(
                                format!(
                                    "operand {operand} of `{}` is used where it is not defined",
                                    self.name(op)
                                ),
                                op,
                            );
                        }
                    }
                    if !ir.successors(op).is_empty() && at + 1 != count {
                        found(format!("`{}` has successors and does not end its block", self.name(op)), op);
                    }
                    if ir.successors(op).contains(&0) {
                        found(
                            format!(
                                "`{}` in block {place} goes on with the first block of a region",
                                self.name(op)
                            ),
                            op,
                        );
                    }
                    let end = values.len();
                    let first = if ir.is_isolated(op) { end } else { first };
                    work.extend(ir.regions(op).map(|region| Scope {
                        region,
                        base: end,
                        first,
                        of: Some(op),
                        depth: depth + 1,
                    }));
                }
            }
            work.get_mut(inside..).unwrap_or_default().reverse();
        }
    }

    fn name(&self, op: OpId) -> String {
        self.tables.op_name(self.ir.name(op)).escape_ascii().to_string()
    }

    /// The values of a region.
    fn define(&mut self, region: RegionId, depth: usize, values: &mut Vec<u32>) {
        let ir = self.ir;
        for block in ir.blocks(region) {
            let first = u32::try_from(self.all.len()).unwrap_or(NONE);
            if let Some(known) = self.first_of_block.get_mut(&block) {
                *known = first;
            }
            let mut add = |all: &mut Vec<Value>, op| {
                values.push(u32::try_from(all.len()).unwrap_or(NONE));
                all.push(Value { block, op, depth, uses: 0 });
            };
            for _ in ir.args(block) {
                add(&mut self.all, None);
            }
            for op in ir.block_ops(block) {
                let results = ir.results(op).len();
                let first = u32::try_from(self.all.len()).unwrap_or(NONE);
                if let Some(known) = self.first_of_op.get_mut(&op) {
                    *known = first;
                }
                (0..results).for_each(|_| add(&mut self.all, Some(op)));
            }
        }
    }

    /// Whether a value is defined before its use, by an operation in a block.
    fn dominates(&mut self, id: u32, user: (OpId, BlockId), path: &[(Option<OpId>, bool, RegionId)]) -> bool {
        let Some(value) = self.all.get(to_index(id)).copied() else { return true };
        let Some((_, graph, region)) = path.get(value.depth).copied() else { return true };
        if graph {
            return true;
        }
        // What stands in the value's region, and has the use inside.
        let inside = path.get(value.depth + 1).and_then(|(of, ..)| *of);
        let (op, block) = match inside {
            None => user,
            Some(op) => match self.block_of(region, op) {
                Some(block) => (op, block),
                None => return true,
            },
        };
        if block == value.block {
            return value.op.is_none_or(|defining| defining < op);
        }
        let ir = self.ir;
        let known = self.dominators.entry(region.0).or_insert_with(|| Dominators::of(ir, region));
        let first = ir.blocks(region).next().map_or(0, super::super::ids::BlockId::index);
        let place = |block: BlockId| block.index().checked_sub(first);
        match (known, place(value.block), place(block)) {
            (Some(known), Some(one), Some(other)) => known.dominates(one, other),
            _ => false,
        }
    }

    /// The block of a region that an operation stands in. Blocks are in the order of their operations.
    fn block_of(&self, region: RegionId, op: OpId) -> Option<BlockId> {
        let ir = self.ir;
        let blocks: std::ops::Range<u32> = {
            let record = ir.regions.get(region.index())?;
            record.blocks..record.blocks + record.block_count
        };
        let (mut low, mut high) = (blocks.start, blocks.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if ir.blocks.get(to_index(middle))?.ops <= op.0 { low = middle + 1 } else { high = middle }
        }
        // Of empty blocks that begin at one place with another, the last has what follows.
        low.checked_sub(1).filter(|block| blocks.contains(block)).map(BlockId)
    }

    /// Use-list orders are of as many uses as there are.
    fn orders(&self, found: &mut dyn FnMut(String, OpId)) {
        let wrong = |first: Option<&u32>, order: &UseListOrder| {
            let at = first.filter(|first| **first != NONE).and_then(|first| first.checked_add(order.value));
            let value = at.and_then(|at| self.all.get(to_index(at)));
            value.is_none_or(|value| !fits(order, value.uses))
        };
        let title = |value: u32| format!("the use-list order of value {value} does not fit its uses");
        for (op, orders) in &self.ir.op_use_lists {
            // The results of the operation that is read alone are used nowhere here.
            let first = self.first_of_op.get(op);
            for order in orders.iter().filter(|order| wrong(first, order)) {
                found(title(order.value), *op);
            }
        }
        for (block, orders) in &self.ir.block_use_lists {
            let first = self.first_of_block.get(block);
            for order in orders.iter().filter(|order| wrong(first, order)) {
                found(title(order.value), OpId(0));
            }
        }
    }
}

/// Whether an order is one of so many uses, and not that which they have anyway.
fn fits(order: &UseListOrder, uses: u32) -> bool {
    let uses = u64::from(uses);
    let inside = order.indices.iter().all(|index| *index < uses);
    match order.pairs {
        false => u64::try_from(order.indices.len()) == Ok(uses) && inside,
        true => order.indices.len().is_multiple_of(2) && inside,
    }
}

/// Immediate dominators of a region's blocks, by their place in it.
struct Dominators {
    /// By block, its immediate dominator; none where no way leads to it.
    above: Vec<Option<usize>>,
    /// By block: when the search from the first block left it.
    order: Vec<usize>,
}

/// The most rounds in which dominators are looked for: some more than loops in loops.
const ROUNDS: usize = 256;

#[expect(
    clippy::indexing_slicing,
    reason = "blocks are numbered by their places in the region; ways to others are left out"
)]
impl Dominators {
    /// None if they are not found in reasonable time.
    fn of(ir: &Ir, region: RegionId) -> Option<Dominators> {
        let blocks: Vec<BlockId> = ir.blocks(region).collect();
        let next = |at: usize| -> &[u32] {
            let last = blocks.get(at).and_then(|block| ir.block_ops(*block).last());
            last.map_or(&[], |op| ir.successors(op))
        };
        let count = blocks.len();
        let next: Vec<&[u32]> = (0..count).map(next).collect();
        let mut order = vec![usize::MAX; count];
        let mut seen = vec![false; count];
        let mut left: Vec<usize> = Vec::new();
        let mut stack: Vec<(usize, usize)> = Vec::new();
        if count > 0 {
            seen[0] = true;
            stack.push((0, 0));
        }
        while let Some((block, at)) = stack.pop() {
            match next[block].get(at) {
                Some(to) => {
                    stack.push((block, at + 1));
                    let to = to_index(*to);
                    if seen.get(to) == Some(&false) {
                        seen[to] = true;
                        stack.push((to, 0));
                    }
                }
                None => {
                    order[block] = left.len();
                    left.push(block);
                }
            }
        }
        let mut from: Vec<Vec<usize>> = vec![Vec::new(); count];
        for block in left.iter().copied() {
            for to in next[block].iter().map(|to| to_index(*to)).filter(|to| *to < count) {
                from[to].push(block);
            }
        }
        let mut above: Vec<Option<usize>> = vec![None; count];
        if count > 0 {
            above[0] = Some(0);
        }
        let mut found = Dominators { above, order };
        for _ in 0..ROUNDS {
            let mut changed = false;
            for block in left.iter().rev().copied().filter(|block| *block != 0) {
                let mut best: Option<usize> = None;
                for one in from[block].iter().copied().filter(|one| found.above[*one].is_some()) {
                    best = Some(best.map_or(one, |best| found.meet(best, one)));
                }
                if found.above[block] != best {
                    found.above[block] = best;
                    changed = true;
                }
            }
            if !changed {
                return Some(found);
            }
        }
        None
    }

    fn meet(&self, one: usize, other: usize) -> usize {
        let (mut one, mut other) = (one, other);
        while one != other {
            if self.order[one] < self.order[other] {
                one = self.above[one].unwrap_or(0);
            } else {
                other = self.above[other].unwrap_or(0);
            }
        }
        one
    }

    fn dominates(&self, one: usize, other: usize) -> bool {
        let mut at = other;
        loop {
            if at == one {
                return true;
            }
            match self.above.get(at).copied().flatten() {
                // No way leads there: then nothing is asked.
                None => return true,
                Some(above) if above == at => return false,
                Some(above) => at = above,
            }
        }
    }
}
