//! Use-list orders: a reader puts each use before the earlier ones, in the order of the file. Upstream's parser makes operations when
//! they end, and turns around the uses of what was not defined yet. Where that makes a difference, the file says so.

use outlast_core::{SortShort, to_index};

use super::tree::Ast;
use crate::defs::op_mask;
use crate::ids::BlockId;
use crate::ir::{Ir, NONE, UseListOrder};

/// A use: the operation, and which of its operands.
type Use = (u32, u32);

/// All uses by value, in the order in which upstream makes them; those of values that are defined later by what stands for them.
struct Uses {
    /// By value, where its uses begin; one more at the end.
    starts: Vec<u32>,
    list: Vec<Use>,
    /// By value, what stood for it.
    before: Vec<u32>,
}

impl Uses {
    fn of(ast: &Ast) -> Uses {
        let mut starts = vec![0_u32; ast.values.len() + 1];
        for value in used(ast).map(|(value, _)| value) {
            if let Some(count) = starts.get_mut(to_index(value).saturating_add(1)) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut list = vec![(0, 0); ast.operands.len()];
        for (value, place) in used(ast) {
            if let Some(at) = next.get_mut(to_index(value))
                && let Some(found) = list.get_mut(to_index(*at))
            {
                *found = place;
                *at += 1;
            }
        }
        let mut before = vec![NONE; ast.values.len()];
        for (at, value) in (0..).zip(&ast.values) {
            if let Some(before) = before.get_mut(to_index(value.same)) {
                *before = at;
            }
        }
        Uses { starts, list, before }
    }

    fn of_value(&self, value: u32) -> &[Use] {
        let at = to_index(value);
        match (self.starts.get(at), self.starts.get(at.saturating_add(1))) {
            (Some(start), Some(end)) => self.list.get(to_index(*start)..to_index(*end)).unwrap_or_default(),
            _ => &[],
        }
    }

    /// How the uses of a value are ordered, if not as a reader orders them.
    fn order(&self, value: u32) -> Option<(bool, Vec<u64>)> {
        let late = self.of_value(*self.before.get(to_index(value))?);
        let own = self.of_value(value);
        if late.len() + own.len() < 2 {
            return None;
        }
        // The newest is first; what was not defined yet has been turned around once more.
        let memory: Vec<Use> = own.iter().rev().chain(late).copied().collect();
        if memory.is_sorted_by(|one, other| one > other) {
            return None;
        }
        let mut sorted: Vec<(Use, u64)> = memory.into_iter().zip(0..).collect();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        let moved: Vec<(u64, u64)> = (0..).zip(sorted).map(|(to, (_, from))| (from, to)).collect();
        let count = moved.iter().filter(|(from, to)| from != to).count();
        Some(match count < moved.len() / 2 {
            true => {
                (true, moved.iter().filter(|(from, to)| from != to).flat_map(|(a, b)| [*a, *b]).collect())
            }
            false => (false, moved.iter().map(|(from, _)| *from).collect()),
        })
    }

    /// The orders of some values, in the order in which upstream's hash table has them.
    fn orders(&self, first: u32, count: u32) -> Vec<UseListOrder> {
        let mut orders = Vec::new();
        for value in 0..count {
            if let Some((pairs, indices)) = self.order(first + value) {
                orders.push(UseListOrder { value, pairs, indices });
            }
        }
        if orders.len() > 1 {
            let keys: Vec<u32> = orders.iter().map(|order| order.value).collect();
            let places = hashed(&keys);
            orders.sort_short_by_key(|order| places.iter().position(|key| *key == Some(order.value)));
        }
        orders
    }
}

/// Operands of all operations, in the order in which upstream makes the operations.
fn used(ast: &Ast) -> impl Iterator<Item = (u32, Use)> {
    ast.ended
        .iter()
        .flat_map(|op| ast.operands(ast.op(*op)).iter().zip(0..).map(|(value, at)| (*value, (*op, at))))
}

/// Where keys are in a `DenseMap` of LLVM that they were put in, one after the other.
fn hashed(keys: &[u32]) -> Vec<Option<u32>> {
    let mut buckets: Vec<Option<u32>> = vec![None; 64];
    let insert = |buckets: &mut Vec<Option<u32>>, key: u32| {
        let mask = buckets.len() - 1;
        let mut at = to_index(key.wrapping_mul(37)) & mask;
        let mut step = 1;
        while buckets.get(at).is_some_and(Option::is_some) {
            at = (at + step) & mask;
            step += 1;
        }
        if let Some(bucket) = buckets.get_mut(at) {
            *bucket = Some(key);
        }
    };
    for (count, key) in keys.iter().enumerate() {
        if (count + 1) * 4 >= buckets.len() * 3 {
            let old = std::mem::take(&mut buckets);
            buckets = vec![None; old.len() * 2];
            old.into_iter().flatten().for_each(|key| insert(&mut buckets, key));
        }
        insert(&mut buckets, *key);
    }
    buckets
}

/// Adds orders to operations and to blocks; `blocks` are those of the result that have arguments, and of the tree.
pub(super) fn orders(ast: &Ast, blocks: &[(BlockId, u32)], ir: &mut Ir) {
    debug_assert!(ast.operands.iter().all(|value| ast.final_value(*value).is_some()));
    let uses = Uses::of(ast);
    for (number, op) in (0..).zip(&ast.ops).skip(to_index(ast.root)) {
        let count = op.results.1 - op.results.0;
        let orders = uses.orders(op.first_value, count);
        if !orders.is_empty() {
            let id = ast.op_id(number);
            ir.op_mut(id).mask |= op_mask::USE_LIST_ORDERS;
            ir.op_use_lists.push((id, orders));
        }
    }
    for (id, block) in blocks {
        let block = ast.block(*block);
        let orders = uses.orders(block.first_value, block.args.1 - block.args.0);
        if !orders.is_empty() {
            ir.block_mut(*id).mask = op_mask::USE_LIST_ORDERS;
            ir.block_use_lists.push((*id, orders));
        }
    }
}
