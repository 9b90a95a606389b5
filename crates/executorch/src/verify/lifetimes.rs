//! When values are in use, and what that says about the memory plan: tensors that overlap while both are needed,
//! memory that is read before anything writes it.
//!
//! Two tensors may share memory legitimately: if one is no longer needed, and if one is a view of the other, with the
//! same start and size. Instructions are taken in the order they are written; jumps make that an approximation.

use std::collections::BTreeMap;

use outlast_core::{Path, QuickMap, QuickSet, Span, to_index};

use super::Verifier;
use super::codes::*;
use super::events::{Events, Role, Use};
use super::plans::Plan;
use super::tensors::Home;
use crate::tables::{Tensor, View};

/// A planned tensor: buffer, first byte, one past its last.
type Room = (u32, u64, u64);

struct Lives<'p, 'a> {
    plan: &'p Plan<'a>,
    events: &'p Events,
    rooms: Vec<Option<Room>>,
    /// First and last use of each value.
    lives: Vec<Option<(u32, u32)>>,
    told: QuickSet<(usize, usize)>,
}

/// Checks a plan's memory over time.
pub(super) fn check(v: &mut Verifier<'_, '_>, plan: &Plan<'_>, events: &Events) {
    let rooms: Vec<Option<Room>> = (plan.values.iter().enumerate())
        .map(|(index, value)| match value.home {
            Home::Planned { memory, start, end, .. } if start < end && !events.is_moved(index) => {
                Some((memory, start, end))
            }
            _ => None,
        })
        .collect();
    let mut lives: Vec<Option<(u32, u32)>> = vec![None; plan.values.len()];
    for index in &plan.inputs {
        lives.get_mut(*index).into_iter().for_each(|life| *life = Some((0, 0)));
    }
    for used in &events.uses {
        if let Some(life) = lives.get_mut(to_index(used.value)) {
            life.get_or_insert((used.time, used.time)).1 = used.time;
        }
    }
    for index in &plan.outputs {
        if let Some(Some(life)) = lives.get_mut(*index) {
            life.1 = u32::MAX;
        }
    }
    let mut lives = Lives { plan, events, rooms, lives, told: QuickSet::default() };
    lives.calls(v);
    lives.overlaps(v);
    lives.unwritten(v);
}

impl Lives<'_, '_> {
    /// The memory of a value, if it is planned.
    fn room(&self, value: usize) -> Option<Room> {
        self.rooms.get(value).copied().flatten()
    }

    fn place(&self, value: usize) -> (Span, Path) {
        let path = self.plan.path.item("value", value).field("allocation_info");
        let table = self.plan.values.get(value).and_then(|value| value.table);
        let allocation = table.and_then(|t| Tensor::new(t).allocation_info().ok().flatten());
        (allocation.map_or_else(Span::default, |a| a.table().span(1, 4)), path)
    }

    /// Outputs of one call that share memory with its inputs or with each other.
    fn calls(&mut self, v: &mut Verifier<'_, '_>) {
        let events = self.events;
        for uses in events.uses.chunk_by(|a, b| a.time == b.time) {
            let Some((span, false)) = uses.first().and_then(|u| events.calls.get(&u.time)) else { continue };
            let written: Vec<&Use> = uses.iter().filter(|u| u.role == Role::Write).collect();
            if !v.spend(written.len().saturating_mul(uses.len()) / 4) {
                return;
            }
            for out in &written {
                for other in uses {
                    let (a, b) = (to_index(out.value), to_index(other.value));
                    let pair = (a.min(b), a.max(b));
                    let Some((one, two)) = self.room(a).zip(self.room(b)) else { continue };
                    if a == b || one.0 != two.0 || one.1 >= two.2 || two.1 >= one.2 || !self.told.insert(pair)
                    {
                        continue;
                    }
                    let path = self.plan.path.item("instruction", to_index(out.time) - 1).field("args");
                    let what = if other.role == Role::Write { "another output" } else { "an input" };
                    let title = format!(
                        "output {a} at {}..{} of buffer {} shares memory with {what}, {b} at {}..{}",
                        one.1, one.2, one.0, two.1, two.2
                    );
                    if one == two && other.role != Role::Write {
                        v.sink.warning(MEMORY_OVERLAP, title, span.clone(), path);
                    } else {
                        v.sink.error(MEMORY_OVERLAP, title, span.clone(), path);
                    }
                }
            }
        }
    }

    /// Tensors that overlap while both are in use: a sweep over time, with the living tensors of each buffer in order.
    fn overlaps(&mut self, v: &mut Verifier<'_, '_>) {
        let mut turns: Vec<(u32, bool, usize)> = Vec::new();
        for (index, life) in self.lives.iter().enumerate() {
            if let (Some((first, last)), Some(_)) = (life, self.room(index)) {
                turns.push((*first, false, index));
                turns.push((*last, true, index));
            }
        }
        turns.sort_unstable();
        let fresh: QuickSet<(u32, u32)> =
            self.events.uses.iter().filter(|u| u.role == Role::Write).map(|u| (u.time, u.value)).collect();
        let mut living: BTreeMap<(u32, u64), (u64, Vec<usize>)> = BTreeMap::new();
        for (time, death, index) in turns {
            let Some((memory, start, end)) = self.room(index) else { continue };
            if death {
                if let Some((_, group)) = living.get_mut(&(memory, start)) {
                    if !v.spend(group.len() / 4) {
                        return;
                    }
                    group.retain(|other| *other != index);
                    if group.is_empty() {
                        living.remove(&(memory, start));
                    }
                }
                continue;
            }
            let found =
                living.range((memory, 0)..(memory, end)).next_back().map(|(key, value)| (key.1, value.0));
            match found.filter(|(_, other_end)| *other_end > start) {
                None => {
                    living.insert((memory, start), (end, vec![index]));
                }
                Some(range) if range == (start, end) => {
                    let Some((_, group)) = living.get_mut(&(memory, start)) else { continue };
                    if !v.spend(group.len() / 4) {
                        return;
                    }
                    let written = u32::try_from(index).is_ok_and(|i| fresh.contains(&(time, i)));
                    let view = self.events.calls.get(&time).is_none_or(|call| call.1);
                    let still_needed = |other: &&usize| {
                        self.lives
                            .get(**other)
                            .copied()
                            .flatten()
                            .is_some_and(|(first, last)| first < time && last > time)
                    };
                    let victim = group.iter().find(still_needed).copied().filter(|_| written && !view);
                    group.push(index);
                    if let Some(victim) = victim {
                        self.overlap(v, index, victim, time);
                    }
                }
                Some((other, _)) => {
                    let other = living.get(&(memory, other)).and_then(|(_, group)| group.first()).copied();
                    if let Some(other) = other {
                        self.overlap(v, index, other, time);
                    }
                }
            }
        }
    }

    fn overlap(&mut self, v: &mut Verifier<'_, '_>, index: usize, other: usize, time: u32) {
        let pair = (index.min(other), index.max(other));
        let (Some(one), Some(two)) = (self.room(index), self.room(other)) else { return };
        if !self.told.insert(pair) {
            return;
        }
        let (span, path) = self.place(index);
        let title = format!(
            "tensor {index} at {}..{} of buffer {} overlaps tensor {other} at {}..{}, which is still in use at instruction {}",
            one.1,
            one.2,
            one.0,
            two.1,
            two.2,
            time.saturating_sub(1)
        );
        v.sink.warning(MEMORY_OVERLAP, title, span, path);
    }

    /// Tensors that are read before anything writes their memory.
    fn unwritten(&mut self, v: &mut Verifier<'_, '_>) {
        let mut written: QuickMap<u32, Ranges> = QuickMap::default();
        for (index, value) in self.plan.values.iter().enumerate() {
            let Some((memory, start, end)) = self.room(index) else { continue };
            if matches!(value.home, Home::Planned { initial: true, .. }) {
                written.entry(memory).or_default().add(start, end);
            }
        }
        for index in &self.plan.inputs {
            if let Some((memory, start, end)) = self.room(*index) {
                written.entry(memory).or_default().add(start, end);
            }
        }
        let mut told = QuickSet::default();
        for uses in self.events.uses.chunk_by(|a, b| a.time == b.time) {
            for used in uses.iter().filter(|u| matches!(u.role, Role::Read | Role::Update)) {
                let Some((memory, start, end)) = self.room(to_index(used.value)) else { continue };
                if written.get(&memory).is_some_and(|ranges| ranges.has(start, end))
                    || !told.insert((memory, start))
                {
                    continue;
                }
                let index = to_index(used.value);
                let title = format!(
                    "tensor {index} is read by instruction {} before anything writes it",
                    used.time - 1
                );
                let (span, path) = self.place(index);
                v.sink.warning(UNINITIALISED, title, span, path);
            }
            for used in uses.iter().filter(|u| u.role != Role::Read) {
                if let Some((memory, start, end)) = self.room(to_index(used.value)) {
                    written.entry(memory).or_default().add(start, end);
                }
            }
        }
    }
}

/// A set of bytes, as ranges that do not touch.
#[derive(Debug, Default)]
struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    fn add(&mut self, mut start: u64, mut end: u64) {
        while let Some((&first, &last)) = self.0.range(..=end).next_back() {
            if last < start {
                break;
            }
            (start, end) = (start.min(first), end.max(last));
            self.0.remove(&first);
        }
        self.0.insert(start, end);
    }

    fn has(&self, start: u64, end: u64) -> bool {
        self.0.range(..=start).next_back().is_some_and(|(_, last)| *last >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;

    #[test]
    fn ranges_join() {
        let mut ranges = Ranges::default();
        ranges.add(0, 4);
        ranges.add(8, 12);
        assert!(!ranges.has(0, 8));
        ranges.add(4, 8);
        assert!(ranges.has(0, 12) && ranges.has(3, 9) && !ranges.has(3, 13));
        assert_eq!(ranges.0.len(), 1);
    }
}
