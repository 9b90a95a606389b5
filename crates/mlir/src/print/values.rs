//! What values are called: `%0`, `%1#2`, `%arg3`.
//!
//! Upstream gives numbers region by region, the last region of the last operation that has any first. Since LLVM 18 they go on
//! over all regions where the generic form is printed; before, those of a region go on from those of the regions around it.

use outlast_core::to_index;

use crate::ids::{BlockId, OpId, RegionId, TypeId};
use crate::ir::Ir;

/// The first numbers of a region.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    /// Of results and arguments of blocks.
    pub(super) value: u32,
    /// Of arguments of the first block.
    pub(super) arg: u32,
}

/// First numbers of every region.
pub(super) fn starts(ir: &Ir, unique: bool) -> Vec<Start> {
    let mut starts = vec![Start::default(); ir.regions.len()];
    let mut next = Start::default();
    let mut stack: Vec<(RegionId, Start)> = Vec::new();
    if let Some(top) = ir.ops().next() {
        next.value += u32::from(!ir.results(top).is_empty());
        stack.extend(ir.regions(top).map(|region| (region, next)));
    }
    while let Some((region, around)) = stack.pop() {
        if !unique {
            next = around;
        }
        starts.get_mut(region.index()).into_iter().for_each(|start| *start = next);
        let first = stack.len();
        for (at, block) in ir.blocks(region).enumerate() {
            let args = u32::try_from(ir.args(block).len()).unwrap_or(u32::MAX);
            *(if at == 0 { &mut next.arg } else { &mut next.value }) += args;
            for op in ir.block_ops(block) {
                next.value += u32::from(!ir.results(op).is_empty());
                stack.extend(ir.regions(op).map(|region| (region, next)));
            }
        }
        // Regions inside go on from the end of this one.
        stack.iter_mut().skip(first).for_each(|(_, around)| *around = next);
    }
    starts
}

/// A value: how it is called, and its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    number: u32,
    kind: u32,
    /// Its type; none if nothing defines the value.
    pub(super) ty: Option<TypeId>,
}

const ARG: u32 = u32::MAX;
const SINGLE: u32 = u32::MAX - 1;
const UNKNOWN: u32 = u32::MAX - 2;

impl Value {
    /// A value that nothing defines.
    pub(super) const UNDEFINED: Value = Value { number: 0, kind: UNKNOWN, ty: None };

    /// Appends the name. With `pack`, that of all results of the operation.
    #[inline]
    pub(super) fn print(self, out: &mut Vec<u8>, pack: bool) {
        match self.kind {
            UNKNOWN => return out.extend_from_slice(b"<<UNKNOWN SSA VALUE>>"),
            ARG => out.extend_from_slice(b"%arg"),
            _ => out.push(b'%'),
        }
        crate::escape::number(out, u64::from(self.number));
        if self.kind < UNKNOWN && !pack {
            out.push(b'#');
            crate::escape::number(out, u64::from(self.kind));
        }
    }
}

/// Which block goes to which: `(to, from)`, as places in the region, in order.
pub(super) type Edges = Vec<(u32, u32)>;

/// Appends results of an operation; the first number that is free afterwards.
pub(super) fn results(values: &mut Vec<Value>, ir: &Ir, op: OpId, number: u32) -> u32 {
    match ir.results(op) {
        [] => number,
        [ty] => {
            values.push(Value { number, kind: SINGLE, ty: Some(*ty) });
            number + 1
        }
        types => {
            let pack = (0..).zip(types).map(|(kind, ty)| Value { number, kind, ty: Some(*ty) });
            values.extend(pack);
            number + 1
        }
    }
}

/// Appends all values that a region defines, and finds its edges. Then the values are as many as the file says.
pub(super) fn region(values: &mut Vec<Value>, ir: &Ir, region: RegionId, start: Start) -> Edges {
    let base = values.len();
    let mut edges = Edges::new();
    let mut next = start;
    for (at, block) in (0..).zip(ir.blocks(region)) {
        arguments(values, ir, block, at == 0, &mut next);
        for op in ir.block_ops(block) {
            next.value = results(values, ir, op, next.value);
            edges.extend(ir.successors(op).iter().map(|to| (*to, at)));
        }
    }
    values.resize(base + to_index(ir.value_count(region)), Value::UNDEFINED);
    edges.sort_unstable();
    edges
}

fn arguments(values: &mut Vec<Value>, ir: &Ir, block: BlockId, entry: bool, next: &mut Start) {
    for arg in ir.args(block) {
        let (counter, kind) = if entry { (&mut next.arg, ARG) } else { (&mut next.value, SINGLE) };
        values.push(Value { number: *counter, kind, ty: Some(arg.ty) });
        *counter += 1;
    }
}
