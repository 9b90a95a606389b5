//! Empty vectors that stand where their elements would be misaligned. There is nothing to misalign, and most readers do
//! not mind; official verifiers of some languages refuse such a buffer. flatc up to 24 wrote them so.

use std::collections::HashMap;

use outlast_core::Result;

use super::{Editor, Kind, Node};
use crate::build::Ref;
use crate::schema::{Element, Type};
use crate::view::{Table, Vector};
use crate::walk::{Object, ObjectKind};

/// A reference to an object: the object that holds it, and its place.
type Referrer = (Object, usize);

impl Editor<'_, '_> {
    /// Lets fields that refer to such a vector refer to a new one. Those that hang on a shared object stay as they are.
    /// Any other change of the tables brings this with it.
    pub fn align_empty_vectors(&mut self) -> Result<()> {
        let misaligned: Vec<(usize, Element)> = self.met.iter().filter_map(|o| self.misaligned(o)).collect();
        if misaligned.is_empty() {
            return Ok(());
        }
        let mut referrers: HashMap<usize, Vec<Referrer>> = HashMap::new();
        for object in &self.met {
            for (at, target) in super::references_of(self.buf, self.schema, object)? {
                referrers.entry(target).or_default().push((*object, at));
            }
        }
        let mut replacements: HashMap<(usize, usize), Ref> = HashMap::new();
        for (vector, element) in misaligned {
            let shape = (element.inline_size(self.schema), element.inline_align(self.schema));
            let fields = referrers.get(&vector).cloned().unwrap_or_default();
            for (owner, at) in fields {
                let Some((node, slot)) = self.field(&referrers, owner, at)? else { continue };
                let new = match replacements.get(&shape) {
                    Some(new) => *new,
                    None => {
                        let new = self.build.vector(&[][..], shape.0, shape.1);
                        replacements.insert(shape, new);
                        new
                    }
                };
                self.set(node, slot, new);
            }
        }
        Ok(())
    }

    fn misaligned(&self, object: &Object) -> Option<(usize, Element)> {
        let ObjectKind::Vector(Type::Vector(element)) = object.kind else { return None };
        let first = object.start.checked_add(4)?;
        let align = element.inline_align(self.schema).max(1);
        let empty = Vector::at(self.buf, object.start, 1).ok()?.is_empty();
        (empty && !element.is_reference() && !first.is_multiple_of(align)).then_some((object.start, element))
    }

    /// The node and slot of a field at `at` in `owner`, if one way leads there and nothing on it is changed.
    fn field(
        &mut self,
        referrers: &HashMap<usize, Vec<Referrer>>,
        owner: Object,
        at: usize,
    ) -> Result<Option<(Node, u16)>> {
        let ObjectKind::Table(id) = owner.kind else { return Ok(None) };
        let top = self.nodes[0].pos;
        let mut way = Vec::new();
        let mut here = owner;
        while here.start != top {
            let single = self.incoming.get(&here.start) == Some(&1);
            let Some([(above, place)]) = referrers.get(&here.start).map(Vec::as_slice).filter(|_| single) else {
                return Ok(None);
            };
            way.push((*place, here.kind));
            here = *above;
        }
        let mut node = self.root();
        for (place, kind) in way.into_iter().rev() {
            if self.is_overridden(node, place)? {
                return Ok(None);
            }
            let kind = match kind {
                ObjectKind::Table(id) => Kind::Table(id),
                ObjectKind::Vector(Type::Vector(element)) => Kind::Vector(element),
                _ => return Ok(None),
            };
            node = self.enter(node, place, kind)?;
        }
        let table = Table::at(self.buf, owner.start)?;
        for field in &self.schema.object(id).fields {
            if table.slot(field.id, 4).ok().flatten() == Some(at) {
                let changed = self.nodes[node.0].fields.contains_key(&field.id);
                return Ok((!changed).then_some((node, field.id)));
            }
        }
        Ok(None)
    }
}
