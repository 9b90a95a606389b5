//! [`Editor::finish`]: the changes as bytes.

use std::ops::Range;

use outlast_core::{Output, QuickMap, QuickSet, Result};

use super::plan::{Patch, Plan};
use super::{Edited, Editor, Node, check, invalid};
use crate::buffer::{Buffer, bulk_of};
use crate::build::{MAX_SIZE, Ref, distance, put};
use crate::object::ObjectKind;
use crate::schema::Type;
use crate::view;

impl<'a> Editor<'a, '_> {
    /// Writes the changes. A block that has to be inserted goes to `insert_at`, after identifier and header; `reserve`
    /// bytes at its start stay free, for a header that grows. Nothing changed and nothing reserved gives the original.
    pub fn finish(mut self, insert_at: usize, reserve: usize) -> Result<Edited<'a>> {
        if self.is_unchanged() && reserve == 0 {
            let holes = self.bulk(&Plan::default());
            let bulk = holes.iter().map(|hole| (hole.start, self.weights(hole))).collect();
            let mut bytes = vec![0; self.buf.len()];
            self.copy_body(&holes, &mut bytes, self.buf.len(), 0)?;
            return Ok(Edited { buffer: Buffer::new(bytes, bulk), shift: 0, freed: 0, zeroed: true });
        }
        let early = self.coverage.objects.iter().find(|o| o.kind != ObjectKind::Head && o.start < insert_at);
        if let Some(object) = early {
            return Err(invalid(format!("an object at 0x{:x} lies in the header", object.start), self.buf));
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
        let later: QuickSet<Ref> = in_suffix.iter().copied().collect();
        let prefix: Vec<Ref> =
            self.build.reachable(&prefix_roots).into_iter().filter(|r| !later.contains(r)).collect();
        let align = self.align();
        let mut first = self.build.layout_of(prefix, insert_at + reserve)?;
        let shift = (first.end - insert_at).next_multiple_of(align);
        let shift = if prefix_roots.is_empty() && reserve == 0 { 0 } else { shift };
        let moved = |old: usize| if old >= insert_at { old + shift } else { old };

        let body_end = self.buf.len() + shift;
        let mut vtable_places = QuickMap::default();
        let mut end = body_end;
        for raw in &vtables {
            vtable_places.insert(*raw, end.next_multiple_of(4));
            end = end.next_multiple_of(4) + raw.len();
        }
        let second = self.build.layout_of(in_suffix, end)?;
        end = second.end;
        first.places.extend(second.places.iter().map(|(object, place)| (*object, *place)));

        // Bulk data of the body stay where they are, and so do those of new objects.
        let holes = self.bulk(&plan);
        let mut out = vec![0; end];
        self.copy_body(&holes, &mut out, insert_at, shift)?;
        let kept = holes.iter().map(|hole| (moved(hole.start), self.weights(hole)));
        let mut bulk: Vec<_> = kept.chain(self.build.bulk_in(&first)).collect();
        bulk.extend(self.build.bulk_in(&second));
        self.build.write(&first, &mut out, 0, &moved)?;
        self.build.write(&second, &mut out, 0, &moved)?;
        for (raw, at) in &vtable_places {
            put(&mut out, *at, raw)?;
        }
        for (old, patch) in &plan.patches {
            let at = moved(*old);
            let raw = match patch {
                Patch::Bytes(raw) => raw.clone(),
                Patch::Refer(object) => distance(at, first.place_of(*object)?)?.to_le_bytes().to_vec(),
                Patch::VTable(raw) => {
                    let place = vtable_places.get(raw).copied();
                    let place = place.ok_or_else(|| invalid("a vtable has no place".into(), self.buf))?;
                    let back = i64::try_from(at).unwrap_or(0) - i64::try_from(place).unwrap_or(0);
                    let back =
                        i32::try_from(back).map_err(|_| invalid("more than 2 GiB".into(), self.buf))?;
                    back.to_le_bytes().to_vec()
                }
            };
            put(&mut out, at, &raw)?;
        }
        if let Some(root) = plan.copies.get(&Node(0)) {
            put(&mut out, 0, &distance(0, first.place_of(*root)?)?.to_le_bytes())?;
        } else if shift > 0 {
            let root = moved(view::root(self.buf)?.pos());
            put(&mut out, 0, &distance(0, root)?.to_le_bytes())?;
        }
        check::finished(&self, &plan, &holes, Buffer::new(out, bulk), insert_at, shift)
    }

    /// Copies what was there, except for these holes; from `insert_at` on it moves by `shift`.
    fn copy_body(
        &self,
        holes: &[Range<usize>],
        out: &mut [u8],
        insert_at: usize,
        shift: usize,
    ) -> Result<()> {
        let old = self.buf.data();
        let mut at = 0;
        for hole in holes.iter().cloned().chain(std::iter::once(old.len()..old.len())) {
            let before = at..hole.start.min(insert_at);
            let after = at.max(insert_at)..hole.start;
            for (part, shift) in [(before, 0), (after, shift)] {
                if part.start < part.end {
                    put(out, part.start + shift, old.get(part).unwrap_or_default())?;
                }
            }
            at = hole.end;
        }
        Ok(())
    }

    /// The bytes of the body that are bulk data and stay as they are, in order.
    fn bulk(&self, plan: &Plan) -> Vec<Range<usize>> {
        let twice = |start: usize| {
            let first = self.met.partition_point(|object| object.start < start);
            self.met.get(first + 1).is_some_and(|second| second.start == start)
        };
        let patched = |hole: &Range<usize>| {
            plan.patches.iter().any(|(at, patch)| *at < hole.end && hole.start < at + patch.len())
        };
        let vectors = self.coverage.objects.iter().filter(|object| !twice(object.start));
        vectors.filter_map(bulk_of).filter(|hole| !patched(hole)).collect()
    }

    /// Bulk data of the body.
    fn weights(&self, hole: &Range<usize>) -> Output<'a> {
        Output::weights(self.buf.data().get(hole.clone()).unwrap_or_default())
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
