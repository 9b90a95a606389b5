//! [`Editor::finish`]: the changes as bytes.

use std::collections::{HashMap, HashSet};

use outlast_core::Result;

use super::plan::Patch;
use super::{Edited, Editor, Node, check, invalid};
use crate::build::{MAX_SIZE, Ref, distance};
use crate::object::ObjectKind;
use crate::schema::Type;
use crate::view;

impl Editor<'_, '_> {
    /// Writes the changes. A block that has to be inserted goes to `insert_at`, after identifier and header; `reserve`
    /// bytes at its start stay free, for a header that grows. Nothing changed and nothing reserved gives the original.
    pub fn finish(mut self, insert_at: usize, reserve: usize) -> Result<Edited> {
        if self.is_unchanged() && reserve == 0 {
            let bytes = self.buf.data().to_vec();
            return Ok(Edited { bytes, shift: 0, freed: 0, zeroed: true });
        }
        let early = self.coverage.objects.iter().find(|o| o.kind != ObjectKind::Head && o.start < insert_at);
        if let Some(object) = early {
            return Err(invalid(format!("an object at 0x{:x} stands in the header", object.start), self.buf));
        }
        if insert_at > self.buf.len() || insert_at.saturating_add(reserve) > MAX_SIZE {
            let why = format!("a header of {reserve} bytes at 0x{insert_at:x} has no place");
            return Err(invalid(why, self.buf));
        }
        self.align_empty_vectors()?;
        let plan = self.plan()?;
        let (vtables, suffix_roots) = Self::suffix(&plan);
        let in_suffix = self.build.reachable(&suffix_roots);
        let prefix_roots: Vec<Ref> = plan.copies.get(&Node(0)).copied().into_iter().collect();
        let later: HashSet<Ref> = in_suffix.iter().copied().collect();
        let prefix: Vec<Ref> =
            self.build.reachable(&prefix_roots).into_iter().filter(|r| !later.contains(r)).collect();
        let align = self.align();
        let mut first = self.build.layout_of(prefix, insert_at + reserve)?;
        let shift = (first.end - insert_at).next_multiple_of(align);
        let shift = if prefix_roots.is_empty() && reserve == 0 { 0 } else { shift };
        let moved = |old: usize| if old >= insert_at { old + shift } else { old };

        let body_end = self.buf.len() + shift;
        let mut vtable_places = HashMap::new();
        let mut end = body_end;
        for raw in &vtables {
            vtable_places.insert(*raw, end.next_multiple_of(4));
            end = end.next_multiple_of(4) + raw.len();
        }
        let second = self.build.layout_of(in_suffix, end)?;
        end = second.end;
        first.places.extend(second.places.iter().map(|(object, place)| (*object, *place)));

        let mut out = Vec::with_capacity(end);
        out.extend_from_slice(&self.buf.data()[..insert_at]);
        out.resize(insert_at + shift, 0);
        out.extend_from_slice(&self.buf.data()[insert_at..]);
        out.resize(end, 0);
        self.build.write(&first, &mut out, 0, &moved)?;
        self.build.write(&second, &mut out, 0, &moved)?;
        for (raw, at) in &vtable_places {
            out[*at..*at + raw.len()].copy_from_slice(raw);
        }
        for (old, patch) in &plan.patches {
            let at = moved(*old);
            let raw = match patch {
                Patch::Bytes(raw) => raw.clone(),
                Patch::Refer(object) => distance(at, first.places[object])?.to_le_bytes().to_vec(),
                Patch::VTable(raw) => {
                    let back =
                        i64::try_from(at).unwrap_or(0) - i64::try_from(vtable_places[raw]).unwrap_or(0);
                    let back =
                        i32::try_from(back).map_err(|_| invalid("more than 2 GiB".into(), self.buf))?;
                    back.to_le_bytes().to_vec()
                }
            };
            out[at..at + raw.len()].copy_from_slice(&raw);
        }
        if let Some(root) = plan.copies.get(&Node(0)) {
            out[..4].copy_from_slice(&distance(0, first.places[root])?.to_le_bytes());
        } else if shift > 0 {
            let root = moved(view::root(self.buf)?.pos());
            out[..4].copy_from_slice(&distance(0, root)?.to_le_bytes());
        }
        check::finished(&self, &plan, out, insert_at, shift)
    }

    /// The alignment that the body keeps where it moves: the best that anything in it has.
    fn align(&self) -> usize {
        let mut align = self.forced_align;
        for object in &self.coverage.objects {
            if let ObjectKind::Vector(Type::Vector(element)) = object.kind
                && !element.is_reference()
                // Numbers need no more than their own size; bytes may be anything, aligned as their producer chose.
                && element.inline_size(self.schema) == 1
            {
                let first = object.start + 4;
                align = align.max(self.vector_align(first, object.end - first));
            }
        }
        align
    }
}
