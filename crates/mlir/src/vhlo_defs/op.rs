//! [`OpAttrs`]: what an operation of VHLO says by names, whatever the version of the container.

use crate::defs::version;
use crate::ids::{AttrId, OpId};
use crate::ir::Ir;
use crate::op_schema::{OpSchema, PropertyField, PropertyKind};
use crate::tables::Tables;
use crate::tables::dictionary_items;
use crate::wire::{Reader, varint};

use super::{Defs, OpDef, Parts, defs};

/// Attributes of an operation: those of its definition, sorted by name, and others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct OpAttrs {
    pub(crate) inherent: Vec<(&'static str, AttrId)>,
    pub(crate) other: Vec<(Vec<u8>, AttrId)>,
}

impl OpAttrs {
    /// An attribute of the definition.
    pub(crate) fn get(&self, name: &str) -> Option<AttrId> {
        self.inherent.iter().find(|(known, _)| *known == name).map(|(_, attr)| *attr)
    }

    /// Sets an attribute of the definition.
    pub(crate) fn set(&mut self, name: &'static str, value: AttrId) {
        self.remove(name);
        let at = self.inherent.partition_point(|(known, _)| *known < name);
        self.inherent.insert(at, (name, value));
    }

    /// Takes an attribute of the definition away.
    pub(crate) fn remove(&mut self, name: &str) {
        self.inherent.retain(|(known, _)| *known != name);
    }

    /// Reads those of an operation. What is missing is not there; none if they cannot be read.
    pub(crate) fn read(
        tables: &Tables<'_>,
        container: u64,
        ir: &Ir,
        op: OpId,
        def: &OpDef,
    ) -> Option<OpAttrs> {
        let mut found = OpAttrs::default();
        let dictionary = |attr: AttrId, found: &mut OpAttrs| {
            for (name, value) in dictionary_items(tables, attr)? {
                match def.attributes.iter().find(|known| known.as_bytes() == name) {
                    Some(known) => found.set(known, value),
                    None => found.other.push((name, value)),
                }
            }
            Some(())
        };
        if container >= version::NATIVE_PROPERTIES_ENCODING
            && let Some(properties) = ir.properties(op)
        {
            let blob = tables.properties.get(properties.index())?;
            let mut reader = Reader::new(blob);
            let registered = tables.op_names.get(ir.name(op).index())?.registered == Some(true);
            if registered {
                for name in &def.attributes {
                    let value = reader.index(tables.attrs.len(), "attribute").ok()?;
                    found.inherent.push((name, AttrId(value)));
                }
            } else {
                let value = reader.index(tables.attrs.len(), "attributes").ok()?;
                dictionary(AttrId(value), &mut found)?;
            }
            reader.finish("properties").ok()?;
        }
        if let Some(attrs) = ir.attrs(op) {
            dictionary(attrs, &mut found)?;
        }
        Some(found)
    }

    /// All of them by name.
    pub(crate) fn items(&self) -> Vec<(Vec<u8>, AttrId)> {
        let inherent = self.inherent.iter().map(|(name, value)| (name.as_bytes().to_vec(), *value));
        inherent.chain(self.other.iter().cloned()).collect()
    }

    /// Properties as version 5 and later encode them; none if one is missing.
    pub(crate) fn blob(&self, def: &OpDef) -> Option<Vec<u8>> {
        let mut blob = Vec::new();
        for name in &def.attributes {
            varint(&mut blob, u64::from(self.get(name)?.0));
        }
        Some(blob)
    }
}

/// The definition of an operation, by its name in a file: `vhlo.add_v1`. Its name without the dialect comes first.
pub(crate) fn definition(name: &[u8]) -> Option<(&'static str, &'static OpDef)> {
    let name = std::str::from_utf8(name).ok()?.strip_prefix("vhlo.")?;
    let defs: &'static Defs = defs();
    defs.ops.get_key_value(name).map(|(name, def)| (*name, def))
}

/// How an operation encodes its properties: its attributes by name, and nothing else.
pub(crate) fn schema_of(def: &OpDef) -> OpSchema {
    let field = |name: &&str| PropertyField::new(*name, PropertyKind::Attr);
    OpSchema { fields: def.attributes.iter().map(field).collect(), segments_last: false }
}

/// What is wrong with the numbers of an operation's operands, results and regions.
pub(crate) fn bad_counts(ir: &Ir, op: OpId, def: &OpDef) -> Vec<String> {
    let regions = ir.lazy(op).map_or(ir.regions(op).len(), |lazy| outlast_core::to_index(lazy.regions));
    let counted = [
        ("operands", ir.operands(op).len(), &def.operands, def.same_sizes),
        ("results", ir.results(op).len(), &def.results, false),
        ("regions", regions, &def.regions, false),
    ];
    counted.into_iter().filter_map(|(what, count, parts, same)| bad_count(what, count, parts, same)).collect()
}

/// What is wrong with a number of operands, results or regions.
fn bad_count(what: &str, count: usize, parts: &Parts, same: bool) -> Option<String> {
    let single = parts.iter().filter(|(_, any)| !any).count();
    let lists = parts.len() - single;
    let fits = match (lists, same) {
        (0, _) => count == single,
        // Lists of the same length, or one list.
        (lists, true) => count.checked_sub(single).is_some_and(|rest| rest.is_multiple_of(lists)),
        _ => count >= single,
    };
    let expected = match (lists, same) {
        (0, _) => single.to_string(),
        (lists, true) => format!("{single} and {lists} lists of the same length"),
        _ => format!("at least {single}"),
    };
    (!fits).then(|| format!("it has {count} {what}, {expected} belong there"))
}
