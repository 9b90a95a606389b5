//! Operations by name and shape.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use outlast_core::{Place, Result};

use super::in_section;
use super::verifier_rules::Unmet;
use crate::defs::section;
use crate::file::File;
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId, RegionId};
use crate::intern::Interner;
use crate::ir::{Ir, NONE, Part};
use crate::schema::{FileSchemas, OpSchema, Survey};
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

/// A shape as it is looked up: of all names, with what operations refer to by its number in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    name: u32,
    operands: u32,
    results: u32,
    regions: u32,
    successors: u32,
    properties: u32,
    attrs: u32,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let pair = |one: u32, other: u32| (u64::from(one) << 32) | u64::from(other);
        state.write_u64(pair(self.name, self.properties));
        state.write_u64(pair(self.attrs, self.operands));
        state.write_u64(pair(self.results, self.regions));
        state.write_u32(self.successors);
    }
}

/// What was seen of one name.
#[derive(Clone, Copy)]
struct Seen {
    count: u64,
    with_properties: u64,
    /// The number of the shape of the last one.
    last: usize,
}

/// All operations of a file: each distinct shape once.
pub(super) struct Gathered {
    /// By operation name.
    seen: Vec<Seen>,
    shapes: Interner<Key>,
    /// By shape: the number of the first such operation.
    first: Vec<OpId>,
    /// How blocks end: in operations of which name, with which, and whether there is no other block.
    ends: Interner<(OpNameId, Option<OpNameId>, bool)>,
}

impl Gathered {
    /// Reads all operations, function by function.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub(super) fn read(file: &File<'_>, tables: &Tables<'_>) -> Result<Gathered> {
        let none = Seen { count: 0, with_properties: 0, last: usize::MAX };
        let mut all = Gathered {
            seen: vec![none; tables.op_names.len()],
            shapes: Interner::default(),
            first: Vec::new(),
            ends: Interner::default(),
        };
        Ir::walk(file, tables, |part| all.part(part))?;
        Ok(all)
    }

    fn part(&mut self, part: &Part<'_>) {
        let ir = part.ir;
        for (op, number) in part.ops() {
            let name = ir.name(op);
            let inside = ir.regions(op);
            let key = Key {
                name: name.0,
                operands: narrow(ir.operands(op).len()),
                results: narrow(ir.results(op).len()),
                regions: narrow(inside.len()),
                successors: narrow(ir.successors(op).len()),
                properties: ir.properties(op).map_or(NONE, |properties| properties.0),
                attrs: ir.attrs(op).map_or(NONE, |attrs| attrs.0),
            };
            inside.for_each(|region| self.ends_of(ir, name, region));
            let Some(seen) = self.seen.get_mut(name.index()) else { continue };
            seen.count += 1;
            seen.with_properties += u64::from(key.properties != NONE);
            if self.shapes.keys().get(seen.last) == Some(&key) {
                continue;
            }
            let (shape, new) = self.shapes.intern(key);
            seen.last = shape;
            if new {
                self.first.push(number);
            }
        }
    }

    fn ends_of(&mut self, ir: &Ir, name: OpNameId, region: RegionId) {
        let blocks = ir.blocks(region);
        let single = blocks.len() == 1;
        for block in blocks {
            let last = ir.block_ops(block).last().map(|last| ir.name(last));
            self.ends.intern((name, last, single));
        }
    }

    /// Each distinct shape, in the order in which they are first seen.
    fn shapes(&self) -> impl Iterator<Item = (&Key, OpId)> {
        self.shapes.keys().iter().zip(self.first.iter().copied())
    }

    /// The dictionaries that operations have, in the order in which they are first seen.
    pub(super) fn dictionaries(&self) -> Vec<AttrId> {
        let mut known = Interner::default();
        for key in self.shapes.keys().iter().filter(|key| key.attrs != NONE) {
            known.intern(key.attrs);
        }
        known.keys().iter().copied().map(AttrId).collect()
    }

    /// What decides which schemas serve for the file.
    pub(super) fn survey(&self, tables: &Tables<'_>) -> Survey {
        let mut survey = Survey::new(tables);
        for (key, first) in self.shapes() {
            let properties = (key.properties != NONE).then_some(PropertiesId(key.properties));
            let counts = (outlast_core::to_index(key.operands), outlast_core::to_index(key.results));
            survey.add(OpNameId(key.name), properties, counts, first);
        }
        for (name, seen) in self.seen.iter().enumerate() {
            survey.count(OpNameId::new(name), seen.with_properties);
        }
        survey
    }

    /// The operations by name. `dictionaries` are those of [`Gathered::dictionaries`].
    pub(super) fn operations(
        &self,
        file: &File<'_>,
        tables: &Tables<'_>,
        schemas: &FileSchemas,
        dictionaries: &[AttrId],
    ) -> Vec<OpUse> {
        let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let name_of = |id: OpNameId| lossy(&tables.op_name(id));
        let mut all: Vec<OpUse> = (0..tables.op_names.len())
            .map(OpNameId::new)
            .zip(&self.seen)
            .map(|(id, seen)| {
                let name = tables.op_names.get(id.index());
                OpUse {
                    name: name_of(id),
                    dialect: name.map_or(String::new(), |op| lossy(tables.dialect_name(op.dialect))),
                    registered: name.and_then(|op| op.registered),
                    count: seen.count,
                    first: Place::default(),
                    schema: schemas.get(id).cloned(),
                    shapes: Vec::new(),
                    ends: Vec::new(),
                    unmet: Vec::new(),
                }
            })
            .collect();
        let numbers: std::collections::HashMap<u32, usize> =
            dictionaries.iter().enumerate().map(|(number, attrs)| (attrs.0, number)).collect();
        for (key, first) in self.shapes() {
            let Some(of) = all.get_mut(outlast_core::to_index(key.name)) else { continue };
            if of.shapes.is_empty() {
                of.first = in_section(file, section::IR, |path| path.item("operation", first.index()));
            }
            of.shapes.push(OpShape {
                operands: outlast_core::to_index(key.operands),
                results: outlast_core::to_index(key.results),
                regions: outlast_core::to_index(key.regions),
                successors: outlast_core::to_index(key.successors),
                properties: (key.properties != NONE).then(|| outlast_core::to_index(key.properties)),
                attrs: numbers.get(&key.attrs).copied(),
                first,
            });
        }
        let mut ends: Vec<BTreeSet<BlockEnd>> = vec![BTreeSet::new(); all.len()];
        for (name, last, single) in self.ends.keys() {
            if let Some(ends) = ends.get_mut(name.index()) {
                ends.insert(BlockEnd { last: last.map(name_of), single: *single });
            }
        }
        for (op, ends) in all.iter_mut().zip(ends) {
            op.ends = ends.into_iter().collect();
        }
        all
    }
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
