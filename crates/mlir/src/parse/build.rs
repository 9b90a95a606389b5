//! The tree becomes operations as the file has them: value numbers, isolated regions, use-list orders.

use outlast_core::{Result, to_index};

use super::cursor::Cursor;
use super::tree::{Ast, Op};
use super::uses;
use crate::defs::{op_mask, version};
use crate::ids::BlockId;
use crate::ir::{BlockRecord, Ir, NONE, OpRecord, RegionRecord};

fn wide(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

/// Operations, numbered.
pub(super) fn build(ast: &Ast, version: u64, cursor: &Cursor<'_>) -> Result<Ir> {
    let reach = reach(ast, cursor)?;
    let mut builder = Builder { ast, reach, bases: vec![0; ast.regions.len()], ir: Ir::default() };
    let mut blocks = Vec::new();
    for number in ast.root..wide(ast.ops.len()) {
        builder.op(number, &mut blocks);
    }
    if version >= version::USE_LIST_ORDERING {
        uses::orders(ast, &blocks, &mut builder.ir);
    }
    Ok(builder.ir)
}

/// For each region, the least depth of a region whose values are used in it. Also says whether every use is where its value can be
/// seen, and has its type.
fn reach(ast: &Ast, cursor: &Cursor<'_>) -> Result<Vec<u32>> {
    let mut reach = vec![u32::MAX; ast.regions.len()];
    // The region that is open at each depth.
    let mut open: Vec<u32> = Vec::new();
    for op in ast.ops.iter().skip(to_index(ast.root)) {
        let Some(region) = ast.regions.get(to_index(op.region)) else { continue };
        open.truncate(to_index(region.depth));
        // Of a single top-level operation, nothing is seen by what is inside.
        open.push(if ast.root == 1 && op.region == 0 { NONE } else { op.region });
        let operands = ast.operands(op).iter().zip(ast.operand_types(op));
        for (number, (operand, ty)) in operands.enumerate() {
            let Some((_, value)) = ast.final_value(*operand) else { continue };
            let here = || Cursor { at: op.at, ..*cursor };
            let from = ast.regions.get(to_index(value.region)).map_or(u32::MAX, |region| region.depth);
            if open.get(to_index(from)) != Some(&value.region) {
                return Err(
                    here().error(format!("operand {number} is a value of a region that this one is not in"))
                );
            }
            if value.ty != *ty {
                return Err(
                    here().error(format!("operand {number} has another type than the value that it is"))
                );
            }
            if let Some(least) = reach.get_mut(to_index(op.region)) {
                *least = from.min(*least);
            }
        }
    }
    // Regions inside come after those around them.
    for (at, region) in ast.regions.iter().enumerate().rev() {
        let around = ast.ops.get(to_index(region.op)).map_or(NONE, |op| op.region);
        let inner = reach.get(at).copied().unwrap_or(u32::MAX);
        if let Some(least) = reach.get_mut(to_index(around)) {
            *least = inner.min(*least);
        }
    }
    Ok(reach)
}

struct Builder<'a> {
    ast: &'a Ast,
    reach: Vec<u32>,
    /// By region, the number of its first value.
    bases: Vec<u32>,
    ir: Ir,
}

impl Builder<'_> {
    fn op(&mut self, number: u32, blocks: &mut Vec<(BlockId, u32)>) {
        let ast = self.ast;
        let op = ast.op(number);
        let isolated = self.is_isolated(op);
        let record = OpRecord {
            name: op.name,
            location: op.location,
            attrs: op.attrs.map_or(NONE, |attrs| attrs.0),
            properties: op.properties.map_or(NONE, |properties| properties.0),
            results: wide(self.ir.results.len()),
            operands: wide(self.ir.operands.len()),
            successors: wide(self.ir.successors.len()),
            regions: wide(self.ir.regions.len()),
            end: op.end - ast.root,
            mask: mask(op),
            isolated,
        };
        self.ir.ops.push(record);
        self.ir.results.extend_from_slice(ast.results(op));
        for operand in ast.operands(op) {
            let value = ast.final_value(*operand).map_or(NONE, |(_, value)| {
                self.bases.get(to_index(value.region)).map_or(NONE, |base| base + value.index)
            });
            self.ir.operands.push(value);
        }
        self.ir.successors.extend_from_slice(ast.successors(op));
        self.regions(op, isolated, blocks);
    }

    /// Whether no operation inside uses a value of outside.
    fn is_isolated(&self, op: &Op) -> bool {
        let mut region = op.first_region;
        while let Some(record) = self.ast.regions.get(to_index(region)) {
            if self.reach.get(to_index(region)).is_some_and(|least| *least < record.depth) {
                return false;
            }
            region = record.next;
        }
        op.region_count > 0
    }

    fn regions(&mut self, op: &Op, isolated: bool, blocks: &mut Vec<(BlockId, u32)>) {
        let ast = self.ast;
        // Values of a region that can be seen from inside come first.
        let at = to_index(op.region);
        let base = match (ast.regions.get(at), self.bases.get(at)) {
            (Some(around), Some(base)) if !isolated => base + around.values,
            _ => 0,
        };
        let mut region = op.first_region;
        while let Some(record) = ast.regions.get(to_index(region)) {
            if let Some(own) = self.bases.get_mut(to_index(region)) {
                *own = base;
            }
            self.ir.regions.push(RegionRecord {
                blocks: wide(self.ir.blocks.len()),
                block_count: record.block_count,
                values: record.values,
            });
            let mut block = record.first_block;
            while let Some(found) = ast.blocks.get(to_index(block)) {
                let args = ast.args(found);
                if !args.is_empty() {
                    blocks.push((BlockId::new(self.ir.blocks.len()), block));
                }
                self.ir.blocks.push(BlockRecord {
                    ops: found.first_op - ast.root,
                    op_count: found.op_count,
                    args: wide(self.ir.args.len()),
                    arg_count: wide(args.len()),
                    has_args: !args.is_empty(),
                    mask: 0,
                });
                self.ir.args.extend_from_slice(args);
                block = found.next;
            }
            region = record.next;
        }
    }
}

fn mask(op: &Op) -> u8 {
    let some = |range: (u32, u32)| range.0 != range.1;
    let parts = [
        (op.attrs.is_some(), op_mask::ATTRS),
        (op.properties.is_some(), op_mask::PROPERTIES),
        (some(op.results), op_mask::RESULTS),
        (some(op.operands), op_mask::OPERANDS),
        (some(op.successors), op_mask::SUCCESSORS),
        (op.region_count > 0, op_mask::REGIONS),
    ];
    parts.into_iter().filter(|(there, _)| *there).fold(0, |mask, (_, bit)| mask | bit)
}
