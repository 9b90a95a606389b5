//! Alignments. [`Editor::align_empty_vectors`]: flatc up to 24 wrote empty vectors of 8-byte elements at any multiple of four. All
//! readers take them, but the official verifier for Rust refuses the buffer.

use outlast_core::{QuickMap, Result};

use super::{Editor, Kind, Node, references_of};
use crate::build::Ref;
use crate::object::{Object, ObjectKind};
use crate::schema::Type;
use crate::view::{Table, Vector};

/// Largest alignment that is kept when a block is inserted before the body: that of a page.
pub(crate) const MAX_ALIGN: usize = 4096;

/// The largest power of two that divides a place, up to 2^30.
pub(crate) fn lowest_bit(place: usize) -> usize {
    1 << place.trailing_zeros().min(30)
}

impl Editor<'_, '_> {
    /// Sets fields whose empty vector is not aligned as its elements would be to an empty vector that is. Returns how
    /// many; fields that were changed already, and tables that are shared, are left alone.
    pub fn align_empty_vectors(&mut self) -> Result<usize> {
        let found = self.misaligned_empty()?;
        if found.is_empty() {
            return Ok(0);
        }
        let mut parents: QuickMap<usize, (Object, usize)> = QuickMap::default();
        for object in &self.met {
            for (at, target) in references_of(self.buf, self.schema, object)? {
                parents.entry(target).or_insert((*object, at));
            }
        }
        let mut empty: QuickMap<usize, Ref> = QuickMap::default();
        let root = self.edits(self.root()).pos;
        let mut nodes =
            QuickMap::from_iter([(root, Some(self.root()).filter(|_| self.incoming.get(&root) == Some(&1)))]);
        let mut count = 0;
        for (table, slot, align) in found {
            let Some(node) = self.node_of(table, &parents, &mut nodes)? else { continue };
            if self.edits(node).fields.contains_key(&slot) {
                continue;
            }
            let build = &mut self.build;
            let vector = *empty.entry(align).or_insert_with(|| build.vector(Vec::new(), align, align));
            self.set(node, slot, vector);
            count += 1;
        }
        Ok(count)
    }

    /// Tables, slots and the alignment that is wanted.
    fn misaligned_empty(&self) -> Result<Vec<(Object, u16, usize)>> {
        let mut found = Vec::new();
        for object in &self.met {
            let ObjectKind::Table(id) = object.kind else { continue };
            let table = Table::at(self.buf, object.start)?;
            for field in &self.schema.object(id).fields {
                let Type::Vector(element) = field.ty else { continue };
                let align = element.inline_align(self.schema);
                if align <= 4 {
                    continue;
                }
                let Some(pos) = table.reference(field.id, "vector offset")? else { continue };
                let vector = Vector::at(self.buf, pos, element.inline_size(self.schema))?;
                if vector.is_empty() && !vector.pos().is_multiple_of(align) {
                    found.push((*object, field.id, align));
                }
            }
        }
        Ok(found)
    }

    /// The node of a table; `None` where something on the way to it is shared. `nodes` are those that were asked for.
    fn node_of(
        &mut self,
        table: Object,
        parents: &QuickMap<usize, (Object, usize)>,
        nodes: &mut QuickMap<usize, Option<Node>>,
    ) -> Result<Option<Node>> {
        let mut way = Vec::new();
        let mut object = table;
        while !nodes.contains_key(&object.start) {
            let Some((parent, at)) = parents.get(&object.start) else { break };
            way.push((object, *at));
            object = *parent;
        }
        let mut above = nodes.get(&object.start).copied().flatten();
        for (object, at) in way.into_iter().rev() {
            let kind = match object.kind {
                ObjectKind::Table(id) => Some(Kind::Table(id)),
                ObjectKind::Vector(ty) => Some(Kind::Vector(ty.element())),
                ObjectKind::Head | ObjectKind::VTable(_) | ObjectKind::String => None,
            };
            let only = self.incoming.get(&object.start) == Some(&1);
            above = match (above, kind) {
                (Some(parent), Some(kind)) if only => Some(self.enter(parent, at, kind)?),
                _ => None,
            };
            nodes.insert(object.start, above);
        }
        Ok(above)
    }
}
