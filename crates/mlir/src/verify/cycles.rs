//! Attributes and types that contain themselves. Followed without recursion: chains of locations are deep.

use outlast_core::to_index;

use super::{Findings, path_of};
use crate::codec::{self, Codecs, EntryKind, Reference};
use crate::defs::section;
use crate::file::File;
use crate::tables::Tables;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// One entry that is being followed, and where its references begin in the stack of those that wait.
struct Frame {
    node: usize,
    first: usize,
}

pub(super) fn verify(file: &File<'_>, tables: &Tables<'_>, findings: &mut Findings) {
    let attrs = tables.attrs.len();
    let mut states = vec![State::New; attrs + tables.types.len()];
    let mut stack: Vec<Frame> = Vec::new();
    let mut waiting: Vec<usize> = Vec::new();
    let codecs = Codecs::of(tables);
    for root in 0..states.len() {
        if states.get(root) != Some(&State::New) {
            continue;
        }
        open((tables, &codecs), root, &mut states, &mut stack, &mut waiting);
        while let Some(frame) = stack.last() {
            if waiting.len() <= frame.first {
                set(&mut states, frame.node, State::Done);
                stack.pop();
                continue;
            }
            let Some(next) = waiting.pop() else { break };
            match states.get(next) {
                Some(State::New) => open((tables, &codecs), next, &mut states, &mut stack, &mut waiting),
                Some(State::Open) => report(file, tables, next, findings),
                _ => {}
            }
        }
        if findings.full() {
            return;
        }
    }
}

/// An entry is entered. Leaves are done at once.
fn open(
    (tables, codecs): (&Tables<'_>, &Codecs),
    node: usize,
    states: &mut [State],
    stack: &mut Vec<Frame>,
    waiting: &mut Vec<usize>,
) {
    let attrs = tables.attrs.len();
    let (kind, index) = if node < attrs { (EntryKind::Attr, node) } else { (EntryKind::Type, node - attrs) };
    let index = u32::try_from(index).unwrap_or(u32::MAX);
    let entry = if kind == EntryKind::Attr { tables.attrs.get(index) } else { tables.types.get(index) };
    let first = waiting.len();
    set(states, node, State::Open);
    if let Some(entry) = entry
        && let Some((_, fields)) = codecs.find(tables, &entry, kind)
    {
        // What does not decode was reported before.
        let _ = codec::references(&entry, fields, |reference| {
            let next = match reference {
                Reference::Attr(attr) => to_index(attr),
                Reference::Type(ty) => to_index(ty).saturating_add(attrs),
                Reference::Str(_) | Reference::Resource(_) => return Ok(()),
            };
            // Most refer to what was followed before.
            if states.get(next).is_some_and(|state| *state != State::Done) {
                waiting.push(next);
            }
            Ok(())
        });
    }
    if waiting.len() == first {
        set(states, node, State::Done);
        return;
    }
    stack.push(Frame { node, first });
}

fn set(states: &mut [State], node: usize, state: State) {
    if let Some(known) = states.get_mut(node) {
        *known = state;
    }
}

fn report(file: &File<'_>, tables: &Tables<'_>, node: usize, findings: &mut Findings) {
    let attrs = tables.attrs.len();
    let (kind, index) = if node < attrs { ("attribute", node) } else { ("type", node - attrs) };
    let entries = if node < attrs { &tables.attrs } else { &tables.types };
    let range = entries.range(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(0..0);
    let span = super::span_in(file, section::ATTR_TYPE, to_index(range.start)..to_index(range.end));
    let path = path_of(section::ATTR_TYPE).item(kind, index);
    findings.error(1404, format!("{kind} {index} contains itself"), span, path);
}
