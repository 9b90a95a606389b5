//! Regions that announce more values than they define. Readers take them, as long as nothing uses the others; no writer has such regions.

use outlast_core::to_index;

use super::Ir;
use crate::ids::RegionId;

/// The values of a region that is open: their numbers before and after.
#[derive(Clone, Copy)]
struct Scope {
    old: u32,
    new: u32,
    announced: u32,
    defined: u32,
}

impl Ir {
    /// Values that blocks and operations directly in a region define.
    pub fn defined(&self, region: RegionId) -> usize {
        let blocks = self.blocks(region);
        let of_block = |block| {
            let results: usize = self.block_ops(block).map(|op| self.results(op).len()).sum();
            self.args(block).len() + results
        };
        blocks.map(of_block).sum()
    }

    /// Whether a region announces values that nothing in it defines.
    pub(crate) fn announces_more(&self) -> bool {
        let mut regions = (0..self.regions.len()).map(RegionId::new);
        regions.any(|region| self.defined(region) < to_index(self.value_count(region)))
    }

    /// Makes every region announce the values that it defines. Values of regions inside get other numbers by that. Nothing may have been skipped,
    /// and what nothing defines may have no use.
    pub fn announce_defined(&mut self) {
        if !self.announces_more() {
            return;
        }
        let mut scopes: Vec<Scope> = Vec::new();
        // Regions with how many are around them, and from which of these on they may use values.
        let mut work: Vec<(RegionId, usize, usize)> = Vec::new();
        if let Some(top) = self.ops().next() {
            work.extend(self.regions(top).map(|region| (region, 0, 0)));
        }
        while let Some((region, depth, first)) = work.pop() {
            scopes.truncate(depth);
            let around = scopes.get(first..).and_then(<[Scope]>::last);
            let announced = self.value_count(region);
            let defined = u32::try_from(self.defined(region)).unwrap_or(u32::MAX);
            scopes.push(Scope {
                old: around.map_or(0, |scope| scope.old.saturating_add(scope.announced)),
                new: around.map_or(0, |scope| scope.new.saturating_add(scope.defined)),
                announced,
                defined,
            });
            let visible = scopes.get(first..).unwrap_or_default();
            for block in self.blocks(region) {
                let ops: Vec<_> = self.block_ops(block).collect();
                for op in ops {
                    let start = to_index(self.op(op).operands);
                    let end = start + self.operands(op).len();
                    for operand in self.operands.get_mut(start..end).unwrap_or_default() {
                        let above = visible.partition_point(|scope| scope.old <= *operand);
                        if let Some(scope) = above.checked_sub(1).and_then(|at| visible.get(at)) {
                            *operand = *operand - scope.old + scope.new;
                        }
                    }
                    let from = if self.is_isolated(op) { depth + 1 } else { first };
                    work.extend(self.regions(op).map(|inner| (inner, depth + 1, from)));
                }
            }
            self.region_mut(region).values = defined;
        }
    }
}
