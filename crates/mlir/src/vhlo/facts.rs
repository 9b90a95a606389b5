//! [`VhloFacts`]: what a portable artifact needs of a version: operations by what their versions depend on, custom calls, other dialects.

use std::collections::BTreeSet;

use crate::facts::OpUse;
use crate::file::File;
use crate::ids::{AttrId, EntryKind, OpId, OpNameId, PropertiesId, TypeId};
use crate::ir::{Ir, OperandTypes};
use crate::tables::Tables;
use crate::tables::dictionary_items;
use outlast_core::QuickMap;

use super::Version;
use super::defs::{Expansion, Limit, defs};
use super::expand;
use super::rules::{Entities, Entity, Hindrance, Op, api_version};
use super::values;
use crate::vhlo_defs::{OpAttrs, bad_counts, definition};

/// Operations whose versions depend on the same things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What is the same.
    pub shape: Shape,
    /// How many.
    pub count: u64,
    /// The first.
    pub first: OpId,
    /// The function that it is in: its name, if it has one.
    pub function: Option<String>,
}

/// What the versions of an operation depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Its name, without the dialect's: `gather_v2`.
    pub name: String,
    /// The oldest name that it can have, after changes that lose nothing; its own if it is not known.
    pub oldest: String,
    /// Why it cannot be older.
    pub hindrances: Vec<Hindrance>,
    /// What its attributes and types consist of, that not all versions have.
    pub entities: BTreeSet<Entity>,
    /// The same, if it has its oldest name.
    pub kept: BTreeSet<Entity>,
    /// Limits that it exceeds.
    pub limits: Vec<Limit>,
    /// What it can be rewritten for, and why it cannot be.
    pub expansions: Vec<(Expansion, Option<&'static str>)>,
    /// Whether its attributes can be read, and are those of its definition.
    pub readable: bool,
}

impl Shape {
    /// Whether it is an operation of a version that is known here.
    pub fn is_known(&self) -> bool {
        defs().ops.contains_key(&*self.name)
    }

    /// The first version that has the operation as it is; none if no version that is known here has.
    pub fn since(&self) -> Option<Version> {
        let own = defs().ops.get(&*self.name)?.window.first;
        let entities = self.entities.iter().map(|entity| entity.since());
        let limits = self.limits.iter().map(|limit| Some(limit_since(*limit)));
        entities.chain(limits).try_fold(own, |most, since| Some(most.max(since?)))
    }

    /// The first version that it can be made an operation of, without rewriting; none if no version that is known here has it.
    pub fn reaches(&self) -> Option<Version> {
        let own = defs().ops.get(&*self.oldest)?.window.first;
        let entities = self.kept.iter().map(|entity| entity.since());
        let limits = self.limits.iter().map(|limit| Some(limit_since(*limit)));
        entities.chain(limits).try_fold(own, |most, since| Some(most.max(since?)))
    }
}

/// The first version in which a limit does not hold.
pub fn limit_since(limit: Limit) -> Version {
    defs().limits.iter().find(|row| row.what == limit).map_or_else(Version::newest, |row| row.version)
}

/// Custom calls of one target, API version and signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomCall {
    /// What is called.
    pub target: String,
    /// `API_VERSION_TYPED_FFI` and others; none if it cannot be read.
    pub api_version: Option<&'static str>,
    /// How many operands.
    pub operands: usize,
    /// How many results.
    pub results: usize,
    /// How many attributes its `backend_config` has, or `mhlo.backend_config` beside it, where that is a dictionary.
    pub attributes: Option<u64>,
    /// How many.
    pub count: u64,
    /// The first.
    pub first: OpId,
}

/// Operations of other dialects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name, with the dialect's.
    pub name: String,
    /// How many.
    pub count: u64,
    /// The first.
    pub first: OpId,
}

/// What a portable artifact needs of a version.
#[derive(Clone, Debug, Default)]
pub struct VhloFacts {
    /// The version that it was written for, by its producer.
    pub written_for: Option<Version>,
    /// The version of the container.
    pub container: u64,
    /// Operations of VHLO.
    pub uses: Vec<Use>,
    /// Custom calls.
    pub calls: Vec<CustomCall>,
    /// Operations of other dialects, but `builtin.module`.
    pub foreign: Vec<Foreign>,
}

impl VhloFacts {
    /// The first version whose readers know all that is in it; none if no version that is known here does.
    pub fn needed(&self) -> Option<Version> {
        self.uses.iter().try_fold(Version::oldest(), |most, one| Some(most.max(one.shape.since()?)))
    }

    /// The first version that it can be written for without rewriting operations.
    pub fn reaches(&self) -> Option<Version> {
        self.uses.iter().try_fold(Version::oldest(), |most, one| Some(most.max(one.shape.reaches()?)))
    }
}

/// What an operation's facts depend on.
type Key =
    (OpNameId, Option<PropertiesId>, Option<AttrId>, Vec<Option<TypeId>>, Vec<TypeId>, Vec<TypeId>, usize);

/// What a custom call's facts depend on; the numbers of its operands and results.
type CallKey = (OpNameId, Option<PropertiesId>, Option<AttrId>, usize, usize);

/// Reads what a file's operations need.
pub fn facts(tables: &Tables<'_>, ir: &Ir, producer: &[u8], container: u64) -> VhloFacts {
    let mut facts =
        VhloFacts { written_for: Version::of_producer(producer), container, ..VhloFacts::default() };
    let types = ir.operand_types();
    let mut looking = Looking {
        tables,
        ir,
        container,
        types: &types,
        entities: Entities::of(tables),
        known: QuickMap::default(),
        shapes: QuickMap::default(),
        calls: QuickMap::default(),
        foreign: QuickMap::default(),
        function: None,
    };
    for op in ir.ops() {
        looking.op(op, &mut facts);
    }
    facts
}

/// What a file without operations of VHLO needs, by the operations that it has.
pub fn foreign(file: &File<'_>, ops: &[OpUse]) -> VhloFacts {
    let others = ops.iter().filter(|op| op.name != "builtin.module");
    let mut foreign: Vec<Foreign> = others
        .filter_map(|op| {
            let first = op.shapes.first()?.first;
            Some(Foreign { name: op.name.clone(), count: op.count, first })
        })
        .collect();
    foreign.sort_unstable_by_key(|one| one.first);
    let written_for = Version::of_producer(file.producer());
    VhloFacts { written_for, container: file.version(), foreign, ..VhloFacts::default() }
}

struct Looking<'l, 't> {
    tables: &'l Tables<'t>,
    ir: &'l Ir,
    container: u64,
    types: &'l OperandTypes,
    entities: Entities,
    /// By what it depends on: the use in the facts.
    known: QuickMap<Key, usize>,
    shapes: QuickMap<Shape, usize>,
    calls: QuickMap<CallKey, Option<usize>>,
    foreign: QuickMap<OpNameId, usize>,
    /// The function that is being looked at: its name, and the first operation behind it.
    function: Option<(Option<String>, OpId)>,
}

impl Looking<'_, '_> {
    fn op(&mut self, op: OpId, facts: &mut VhloFacts) {
        let name = self.ir.name(op);
        let text = self.tables.op_name(name);
        if self.function.as_ref().is_some_and(|(_, end)| op >= *end) {
            self.function = None;
        }
        let Some(own) = text.strip_prefix(b"vhlo.") else {
            if text != b"builtin.module" {
                let at = *self.foreign.entry(name).or_insert_with(|| {
                    let name = String::from_utf8_lossy(&text).into_owned();
                    facts.foreign.push(Foreign { name, count: 0, first: op });
                    facts.foreign.len() - 1
                });
                if let Some(foreign) = facts.foreign.get_mut(at) {
                    foreign.count += 1;
                }
            }
            return;
        };
        if own.starts_with(b"func_v") {
            self.function = Some((self.attr(op, "sym_name"), self.ir.after(op)));
        }
        let args = self
            .ir
            .regions(op)
            .flat_map(|region| self.ir.blocks(region))
            .flat_map(|block| self.ir.args(block));
        let mut args: Vec<TypeId> = args.map(|arg| arg.ty).collect();
        args.sort_unstable();
        args.dedup();
        let operands: Vec<Option<TypeId>> = self.types.operands(self.ir, op).collect();
        let (properties, attrs) = (self.ir.properties(op), self.ir.attrs(op));
        let key = (
            name,
            properties,
            attrs,
            operands,
            self.ir.results(op).to_vec(),
            args,
            self.ir.regions(op).len(),
        );
        let at = match self.known.get(&key) {
            Some(at) => *at,
            None => {
                let shape = self.shape(op, own, &key);
                let at = *self.shapes.entry(shape).or_insert_with_key(|shape| {
                    let function = self.function.as_ref().and_then(|(name, _)| name.clone());
                    facts.uses.push(Use { shape: shape.clone(), count: 0, first: op, function });
                    facts.uses.len() - 1
                });
                self.known.insert(key, at);
                at
            }
        };
        if let Some(found) = facts.uses.get_mut(at) {
            found.count += 1;
        }
        if own.starts_with(b"custom_call_v") {
            self.call(op, facts);
        }
    }

    /// The text of a string attribute of an operation.
    fn attr(&self, op: OpId, name: &str) -> Option<String> {
        let (_, def) = definition(&self.tables.op_name(self.ir.name(op)))?;
        let attrs = OpAttrs::read(self.tables, self.container, self.ir, op, def)?;
        let text = values::string(self.tables, attrs.get(name)?)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    fn call(&mut self, op: OpId, facts: &mut VhloFacts) {
        let (operands, results) = (self.ir.operands(op).len(), self.ir.results(op).len());
        let key = (self.ir.name(op), self.ir.properties(op), self.ir.attrs(op), operands, results);
        let at = match self.calls.get(&key) {
            Some(at) => *at,
            None => {
                let at = self.called(op).map(|call| {
                    let same = |one: &CustomCall| CustomCall { count: 0, first: op, ..one.clone() } == call;
                    facts.calls.iter().position(same).unwrap_or_else(|| {
                        facts.calls.push(call);
                        facts.calls.len() - 1
                    })
                });
                self.calls.insert(key, at);
                at
            }
        };
        if let Some(call) = at.and_then(|at| facts.calls.get_mut(at)) {
            call.count += 1;
        }
    }

    /// A custom call, not counted yet.
    fn called(&self, op: OpId) -> Option<CustomCall> {
        let target = self.attr(op, "call_target_name")?;
        let found = definition(&self.tables.op_name(self.ir.name(op)));
        let attrs = found.and_then(|(_, def)| OpAttrs::read(self.tables, self.container, self.ir, op, def));
        let attr = |name: &str| attrs.as_ref()?.get(name);
        // XLA's way to give attributes to calls of versions that take text alone.
        let beside = attrs.as_ref().and_then(|attrs| {
            attrs.other.iter().find(|(name, _)| name == b"mhlo.backend_config").map(|(_, id)| *id)
        });
        let dictionary = |id: AttrId| match values::attr(self.tables, id) {
            Some((values::attr::DICTIONARY, mut reader)) => reader.varint("number of attributes").ok(),
            _ => dictionary_items(self.tables, id).map(|items| items.len() as u64),
        };
        let attributes = beside.and_then(dictionary).or_else(|| attr("backend_config").and_then(dictionary));
        Some(CustomCall {
            target,
            api_version: attr("api_version").and_then(|id| api_version(self.tables, id)),
            operands: self.ir.operands(op).len(),
            results: self.ir.results(op).len(),
            attributes,
            count: 0,
            first: op,
        })
    }

    fn shape(&mut self, op: OpId, own: &[u8], key: &Key) -> Shape {
        let (_, _, dictionary, operands, results, args, regions) = key;
        let name = String::from_utf8_lossy(own).into_owned();
        let mut shape = Shape {
            oldest: name.clone(),
            name,
            hindrances: Vec::new(),
            entities: BTreeSet::new(),
            kept: BTreeSet::new(),
            limits: Vec::new(),
            expansions: Vec::new(),
            readable: false,
        };
        let types = operands.iter().flatten().chain(results).chain(args);
        for ty in types {
            shape.entities.extend(self.entities.get(self.tables, EntryKind::Type, ty.0));
        }
        let found = definition(&self.tables.op_name(self.ir.name(op)));
        let attrs = found.and_then(|(_, def)| OpAttrs::read(self.tables, self.container, self.ir, op, def));
        let (Some((name, def)), Some(attrs)) = (found, attrs) else {
            if let Some(dictionary) = dictionary {
                shape.entities.extend(self.entities.get(self.tables, EntryKind::Attr, dictionary.0));
            }
            shape.kept = shape.entities.clone();
            return shape;
        };
        shape.readable = def.attributes.iter().all(|name| attrs.get(name).is_some())
            && bad_counts(self.ir, op, def).is_empty();
        let it = Op { name, attrs: &attrs, operands, results, regions: *regions };
        let (oldest, dropped) = it.oldest(self.tables);
        shape.oldest = oldest.to_owned();
        if definition(format!("vhlo.{oldest}").as_bytes())
            .is_some_and(|(_, def)| def.window.first > Version::oldest())
        {
            shape.hindrances = Op { name: oldest, ..it }.hindrances(self.tables);
        }
        shape.kept = shape.entities.clone();
        for (name, attr) in &attrs.inherent {
            let entities = self.entities.get(self.tables, EntryKind::Attr, attr.0);
            shape.entities.extend(entities.iter().copied());
            if !dropped.contains(name) {
                shape.kept.extend(entities.iter().copied());
            }
        }
        for (_, attr) in &attrs.other {
            let entities = self.entities.get(self.tables, EntryKind::Attr, attr.0);
            shape.entities.extend(entities.iter().copied());
            shape.kept.extend(entities.iter().copied());
        }
        let limits = defs().limits.iter().filter(|row| row.ops.contains(&oldest) || row.ops.contains(&name));
        shape.limits = limits.filter(|row| it.has(self.tables, row.what)).map(|row| row.what).collect();
        shape.expansions = expand::needed(self.tables, &it);
        shape
    }
}
