//! Whether a file's entries have the numbers that upstream's writer gives them: one pass, which writes nothing.
//!
//! Writers number by how often something is referred to, and by where it is met first. Where a reference was changed behind the writer's back, a number
//! is out of order, or an entry is left over.

use super::CanonicalError;
use super::contradicts;
use super::number::{Counter, Numbering, Table};
use crate::ids::{OpId, RegionId};
use crate::ir::Ir;
use crate::schema::FileSchemas;
use crate::tables::Tables;

/// What counts references as the writer does it, region by region in its order.
pub(crate) struct AsWritten<'t, 'a> {
    counter: Counter<'t, 'a>,
    /// Whether all could be followed so far.
    known: bool,
}

impl<'t, 'a> AsWritten<'t, 'a> {
    pub(crate) fn new(version: u64, tables: &'t Tables<'a>, schemas: &'t FileSchemas) -> AsWritten<'t, 'a> {
        AsWritten { counter: Counter::new(version, tables, schemas), known: true }
    }

    fn done(&mut self, done: Result<(), CanonicalError>) {
        self.known &= done.is_ok();
    }

    /// The top-level operation.
    pub(crate) fn top(&mut self, ir: &Ir, op: OpId) {
        let done = self.counter.op(ir, op);
        self.done(done);
    }

    /// A region, without those inside.
    pub(crate) fn region(&mut self, ir: &Ir, region: RegionId) {
        if self.known {
            let done = self.counter.region(ir, region);
            self.done(done);
        }
    }

    /// What is numbered in another way than the writer does it: `attribute 7`; none if nothing is, or if an encoding is not known.
    pub(crate) fn other(self, tables: &Tables<'_>, producer: &[u8]) -> Option<(&'static str, usize)> {
        if !self.known {
            return None;
        }
        let numbering = self.counter.finish(contradicts(producer));
        let Numbering { attrs, types, op_names, dialects, resources, .. } = &numbering;
        let tables = [
            ("attribute", attrs, tables.attrs.len()),
            ("type", types, tables.types.len()),
            ("operation name", op_names, tables.op_names.len()),
            ("dialect", dialects, tables.dialects.len()),
            ("resource", resources, tables.resources.dialect_len()),
        ];
        tables.into_iter().find_map(|(what, table, len)| Some((what, first_other(table, len)?)))
    }
}

/// The first entry that is not at its place, or is not there.
fn first_other(table: &Table, len: usize) -> Option<usize> {
    let at = |number: usize| table.met.get(number).is_some_and(|old| outlast_core::to_index(*old) == number);
    (0..len).find(|number| !at(*number))
}
