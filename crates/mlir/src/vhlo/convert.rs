//! Artifacts for another version: operations become their successors or predecessors, by the hooks [`Vhlo`].

use std::fmt;
use std::sync::{Arc, Mutex};

use outlast_core::{QuickMap, Result};

use crate::defs::version;
use crate::dialect::{DialectHooks, Upgrade};
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId, TypeId};
use crate::ir::Ir;
use crate::module::Builder;
use crate::tables::Tables;

use super::Version;
use super::defs::{Change, Expansion, Limit, defs};
use super::expand::{self, Insertions, Making, Site};
use super::facts::{Use, VhloFacts, limit_since};
use super::rules::{Entity, Hindrance, Op};
use super::values::Maker;
use crate::vhlo_defs::{OpAttrs, definition};

/// Hooks of the dialect vhlo: what was written for another version becomes what one of this version would have written.
///
/// ```
/// use outlast_mlir::dialect::Dialects;
/// use outlast_mlir::vhlo::{Version, Vhlo};
///
/// let mut dialects = Dialects::new();
/// dialects.register(Vhlo::of(Version::new(1, 0, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct Vhlo {
    wanted: Wanted,
    told: Told,
}

/// The version that operations are made operations of.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) version: Version,
    /// What is rewritten though the version has it.
    pub(crate) lacks: Vec<Expansion>,
}

impl Wanted {
    pub(crate) fn of(version: Version) -> Wanted {
        Wanted { version, lacks: Vec::new() }
    }

    /// Whether that is rewritten.
    fn expands(&self, what: Expansion) -> bool {
        self.version.base() < expand::since(what) || self.lacks.contains(&what)
    }
}

/// What hooks did, for who asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told(Arc<Mutex<Done>>);

impl Told {
    pub(crate) fn take(&self) -> Done {
        self.0.lock().map(|mut done| std::mem::take(&mut *done)).unwrap_or_default()
    }

    fn add(&self, more: Done) {
        let Ok(mut done) = self.0.lock() else { return };
        done.changed.extend(more.changed);
        done.expanded.extend(more.expanded);
    }
}

impl Vhlo {
    /// Hooks that write a version.
    pub fn of(version: Version) -> Vhlo {
        Vhlo { wanted: Wanted::of(version), told: Told::default() }
    }

    /// The same, and they say what they did.
    pub(crate) fn telling(wanted: Wanted, told: Told) -> Vhlo {
        Vhlo { wanted, told }
    }
}

impl DialectHooks for Vhlo {
    type Version = Version;

    fn namespace(&self) -> &str {
        "vhlo"
    }

    fn producer_version(&self, producer: &[u8]) -> Option<Version> {
        Version::of_producer(producer)
    }

    fn upgrade_from_version(&self, part: &mut Upgrade<'_, '_>, _: &Version) -> Result<()> {
        let container = part.bytecode_version();
        let (tables, ir, builder) = part.parts();
        match to_version(tables, ir, builder, container, &self.wanted) {
            Ok(done) => {
                self.told.add(done);
                Ok(())
            }
            Err(stuck) => Err(part.invalid("operation of vhlo", &stuck.to_string())),
        }
    }
}

/// What is in the way of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// No version that is known here has the operation.
    UnknownOperation,
    /// The version does not have the operation, and it cannot be made its predecessor; what can be expanded, and why it is not.
    Operation(Vec<Hindrance>, Option<(Expansion, &'static str)>),
    /// The version does not have an attribute or type.
    Entity(Entity),
    /// The version does not take that in the operation.
    Limit(Limit),
    /// Attributes of the operation cannot be read, or are not those of its definition.
    Unreadable,
}

/// Operations for which a version has no form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The operations.
    pub of: Use,
    /// Why.
    pub why: Why,
    /// The first version that has such operations, if one that is known here has.
    pub since: Option<Version>,
}

impl VhloFacts {
    /// All that is in the way of a version, without expansions.
    pub fn refusals(&self, to: Version) -> Vec<Refusal> {
        let mut found = Vec::new();
        for one in &self.uses {
            let mut refuse =
                |why: Why, since: Option<Version>| found.push(Refusal { of: one.clone(), why, since });
            let shape = &one.shape;
            let (Some(own), Some(oldest)) = (defs().ops.get(&*shape.name), defs().ops.get(&*shape.oldest))
            else {
                refuse(Why::UnknownOperation, None);
                continue;
            };
            if !shape.readable {
                refuse(Why::Unreadable, None);
                continue;
            }
            if to.base() < oldest.window.first {
                let expansion = shape.expansions.iter().find_map(|(what, why)| Some((*what, (*why)?)));
                refuse(Why::Operation(shape.hindrances.clone(), expansion), Some(oldest.window.first));
                continue;
            }
            let entities = if to.base() < own.window.first { &shape.kept } else { &shape.entities };
            for entity in entities {
                let since = entity.since();
                if since.is_none_or(|since| to.base() < since) {
                    refuse(Why::Entity(*entity), since);
                }
            }
            for limit in &shape.limits {
                let since = limit_since(*limit);
                if to.base() < since {
                    refuse(Why::Limit(*limit), Some(since));
                }
            }
        }
        found
    }
}

/// An operation that a version has no form for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stuck {
    op: OpId,
    name: String,
    version: Version,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operation {} (`vhlo.{}`) has no form in version {}", self.op.0, self.name, self.version)
    }
}

/// What was done: names of operations before and after, and how many; expansions, and how many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Operations that got a successor or a predecessor: both names, without the dialect's.
    pub changed: Vec<(&'static str, &'static str, u64)>,
    /// Operations that were rewritten.
    pub expanded: Vec<(Expansion, u64)>,
}

impl Done {
    fn count<T: PartialEq>(all: &mut Vec<(T, u64)>, what: T) {
        match all.iter_mut().find(|(known, _)| *known == what) {
            Some((_, count)) => *count += 1,
            None => all.push((what, 1)),
        }
    }
}

/// Makes all operations of VHLO those of a version.
pub(crate) fn to_version(
    tables: &mut Tables<'_>,
    ir: &mut Ir,
    builder: &mut Builder,
    container: u64,
    wanted: &Wanted,
) -> Result<Done, Stuck> {
    let to = wanted.version;
    let mut maker = Maker::default();
    let mut done =
        Done { expanded: expanded((tables, &mut maker, builder), ir, container, wanted), ..Done::default() };
    let mut changing = Changing { tables, maker, builder, container, to, known: QuickMap::default() };
    let types = ir.operand_types();
    let mut changed: Vec<((&'static str, &'static str), u64)> = Vec::new();
    for op in ir.ops() {
        let Some((name, _)) = definition(&changing.tables.op_name(ir.name(op))) else { continue };
        if defs().ops.get(name).is_some_and(|def| def.window.contains(to.base())) {
            continue;
        }
        let operands: Vec<Option<TypeId>> = types.operands(ir, op).collect();
        let stuck = || Stuck { op, name: name.to_owned(), version: to };
        let new = changing.op(ir, op, name, &operands).ok_or_else(stuck)?;
        ir.set_name(op, new.id);
        ir.set_attrs(op, new.attrs);
        ir.set_properties(op, new.properties);
        Done::count(&mut changed, (name, new.name));
    }
    done.changed = changed.into_iter().map(|((old, new), count)| (old, new, count)).collect();
    Ok(done)
}

/// Rewrites what a version lacks, as far as that can be done.
pub(crate) fn expanded(
    (tables, maker, builder): (&mut Tables<'_>, &mut Maker, &mut Builder),
    ir: &mut Ir,
    container: u64,
    wanted: &Wanted,
) -> Vec<(Expansion, u64)> {
    let mut counts = Vec::new();
    if !defs().expansions.iter().any(|row| wanted.expands(row.what)) {
        return counts;
    }
    let types = ir.operand_types();
    let properties = container >= version::NATIVE_PROPERTIES_ENCODING;
    let mut insertions = Insertions::new();
    let mut names: QuickMap<OpNameId, bool> = QuickMap::default();
    for op in ir.ops() {
        let id = ir.name(op);
        let affected = *names.entry(id).or_insert_with(|| {
            let name = definition(&tables.op_name(id)).map(|(name, _)| name);
            defs()
                .expansions
                .iter()
                .any(|row| wanted.expands(row.what) && name.is_some_and(|name| row.ops.contains(&name)))
        });
        if !affected {
            continue;
        }
        let Some((name, def)) = definition(&tables.op_name(id)) else { continue };
        let Some(attrs) = OpAttrs::read(tables, container, ir, op, def) else { continue };
        let operands: Vec<Option<TypeId>> = types.operands(ir, op).collect();
        let results = ir.results(op).to_vec();
        let it =
            Op { name, attrs: &attrs, operands: &operands, results: &results, regions: ir.regions(op).len() };
        let needed = expand::needed(tables, &it);
        let first = needed.into_iter().find(|(what, why)| why.is_none() && wanted.expands(*what));
        let Some((what, _)) = first else { continue };
        let mut making = Making { tables, maker, builder, properties };
        let site = Site { op: it, location: ir.location(op) };
        let Some(new) = expand::expand(&mut making, &site, what) else { continue };
        let Some((dictionary, blob)) = making.said(new.name, &new.attrs) else { continue };
        let id = making.name(new.name);
        ir.set_name(op, id);
        ir.set_attrs(op, dictionary);
        ir.set_properties(op, blob);
        insertions.extend(new.insertion.map(|insertion| (op, insertion)));
        Done::count(&mut counts, what);
    }
    if !insertions.is_empty()
        && let Some(new) = expand::insert(ir, &insertions)
    {
        *ir = new;
    }
    counts
}

/// An operation as a version has it.
#[derive(Clone, Copy)]
struct Changed {
    name: &'static str,
    id: OpNameId,
    attrs: Option<AttrId>,
    properties: Option<PropertiesId>,
}

/// What the new form of an operation depends on: what it says, how many operands and regions it has, the type of the first operand.
type Key = (OpNameId, Option<AttrId>, Option<PropertiesId>, usize, usize, Option<TypeId>);

struct Changing<'c, 'a> {
    tables: &'c mut Tables<'a>,
    maker: Maker,
    builder: &'c mut Builder,
    container: u64,
    to: Version,
    known: QuickMap<Key, Option<Changed>>,
}

impl Changing<'_, '_> {
    fn op(&mut self, ir: &Ir, op: OpId, name: &'static str, operands: &[Option<TypeId>]) -> Option<Changed> {
        let regions = ir.regions(op).len();
        let first = operands.first().copied().flatten();
        let key = (ir.name(op), ir.attrs(op), ir.properties(op), operands.len(), regions, first);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let made = self.change(ir, op, name, operands);
        self.known.insert(key, made);
        made
    }

    fn change(
        &mut self,
        ir: &Ir,
        op: OpId,
        name: &'static str,
        operands: &[Option<TypeId>],
    ) -> Option<Changed> {
        let mut name = name;
        let mut def = defs().ops.get(name)?;
        let mut attrs = OpAttrs::read(self.tables, self.container, ir, op, def)?;
        // No operation has more forms than there are versions.
        for _ in 0..defs().releases.len() {
            if def.window.contains(self.to.base()) {
                break;
            }
            if self.to.base() < def.window.first {
                let change = defs().change_to(name)?;
                let it = Op {
                    name,
                    attrs: &attrs,
                    operands,
                    results: ir.results(op),
                    regions: ir.regions(op).len(),
                };
                if !it.hindrances(self.tables).is_empty() {
                    return None;
                }
                self.rewrite(&mut attrs, change, false, operands)?;
                name = change.old;
            } else {
                let change = defs().change_from(name)?;
                self.rewrite(&mut attrs, change, true, operands)?;
                name = change.new;
            }
            def = defs().ops.get(name)?;
        }
        let properties = self.container >= version::NATIVE_PROPERTIES_ENCODING;
        let mut making =
            Making { tables: self.tables, maker: &mut self.maker, builder: self.builder, properties };
        let (dictionary, blob) = making.said(name, &attrs)?;
        Some(Changed { name, id: making.name(name), attrs: dictionary, properties: blob })
    }

    /// Attributes that one form has and the other has not.
    fn rewrite(
        &mut self,
        attrs: &mut OpAttrs,
        change: &Change,
        up: bool,
        operands: &[Option<TypeId>],
    ) -> Option<()> {
        let (gone, new) = if up { (&change.drop, &change.add) } else { (&change.add, &change.drop) };
        gone.iter().for_each(|(name, _)| attrs.remove(name));
        for (name, default) in new {
            let first = operands.first().copied().flatten();
            attrs.set(name, self.maker.absence(self.tables, *default, first)?);
        }
        Some(())
    }
}
