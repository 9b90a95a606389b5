//! Operations by name and shape.

use std::collections::{BTreeSet, HashMap};

use outlast_core::Place;

use super::conditions::Unmet;
use super::in_section;
use crate::defs::section;
use crate::file::File;
use crate::ids::{AttrId, OpId, OpNameId};
use crate::ir::Ir;
use crate::schema::{FileSchemas, OpSchema};
use crate::tables::Tables;

/// How operations of one name look; many of them are one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpShape {
    /// Operands.
    pub operands: usize,
    /// Results.
    pub results: usize,
    /// Regions.
    pub regions: usize,
    /// Successors.
    pub successors: usize,
    /// Properties, as an index of [`super::MlirFacts::blobs`].
    pub properties: Option<usize>,
    /// Attributes, as an index of [`super::MlirFacts::dictionaries`].
    pub attrs: Option<usize>,
    /// The first such operation.
    pub first: OpId,
}

/// How a block of an operation's regions ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockEnd {
    /// The last operation's name; none in an empty block.
    pub last: Option<String>,
    /// Whether the block is the only one of its region.
    pub single: bool,
}

/// Operations of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpUse {
    /// The name: `arith.addi`.
    pub name: String,
    /// The dialect: `arith`.
    pub dialect: String,
    /// Whether the producer knew it; none before version 5.
    pub registered: Option<bool>,
    /// How many.
    pub count: u64,
    /// The first.
    pub first: Place,
    /// How their properties are encoded, if that is known.
    pub schema: Option<OpSchema>,
    /// Their shapes, in the order in which they are first seen.
    pub shapes: Vec<OpShape>,
    /// How blocks in them end.
    pub ends: Vec<BlockEnd>,
    /// Conditions that were asked for, and that one of them does not meet.
    pub unmet: Vec<Unmet>,
}

pub(super) fn operations(
    file: &File<'_>,
    tables: &Tables<'_>,
    ir: &Ir,
    schemas: &FileSchemas,
    dictionaries: &HashMap<AttrId, usize>,
) -> Vec<OpUse> {
    let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let mut all: Vec<OpUse> = (0..tables.op_names.len())
        .map(OpNameId::new)
        .map(|id| OpUse {
            name: lossy(&tables.op_name(id)),
            dialect: tables
                .op_names
                .get(id.index())
                .map_or(String::new(), |op| lossy(tables.dialect_name(op.dialect))),
            registered: tables.op_names.get(id.index()).and_then(|op| op.registered),
            count: 0,
            first: Place::default(),
            schema: schemas.get(id).cloned(),
            shapes: Vec::new(),
            ends: Vec::new(),
            unmet: Vec::new(),
        })
        .collect();
    let names: Vec<String> = all.iter().map(|op| op.name.clone()).collect();
    let mut known: HashMap<(OpNameId, OpShape), ()> = HashMap::new();
    let mut ends: Vec<BTreeSet<BlockEnd>> = vec![BTreeSet::new(); all.len()];
    for op in ir.ops() {
        let name = ir.name(op);
        let Some(of) = all.get_mut(name.index()) else { continue };
        if of.count == 0 {
            of.first = in_section(file, section::IR, |path| path.item("operation", op.index()));
        }
        of.count += 1;
        let shape = OpShape {
            operands: ir.operands(op).len(),
            results: ir.results(op).len(),
            regions: ir.regions(op).len(),
            successors: ir.successors(op).len(),
            properties: ir.properties(op).map(crate::ids::PropertiesId::index),
            attrs: ir.attrs(op).and_then(|attrs| dictionaries.get(&attrs).copied()),
            first: OpId(0),
        };
        if known.insert((name, shape), ()).is_none() {
            of.shapes.push(OpShape { first: op, ..shape });
        }
        for region in ir.regions(op) {
            let blocks = ir.blocks(region);
            let single = blocks.len() == 1;
            for block in blocks {
                let last = ir.block_ops(block).last().map(|last| ir.name(last));
                let last = last.and_then(|last| names.get(last.index()).cloned());
                if let Some(ends) = ends.get_mut(name.index()) {
                    ends.insert(BlockEnd { last, single });
                }
            }
        }
    }
    for (op, ends) in all.iter_mut().zip(ends) {
        op.ends = ends.into_iter().collect();
    }
    all
}
