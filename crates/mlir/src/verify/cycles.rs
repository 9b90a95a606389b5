//! Attributes and types that contain themselves. Followed without recursion: chains of locations are deep.

use outlast_core::to_index;

use super::{Findings, path_of};
use crate::codec::{self, EntryKind, Reference};
use crate::defs::section;
use crate::file::File;
use crate::tables::Tables;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// One entry that is being followed: its references, and how many of them were.
struct Frame {
    node: usize,
    next: Vec<usize>,
}

pub(super) fn verify(file: &File<'_>, tables: &Tables<'_>, findings: &mut Findings) {
    let attrs = tables.attrs.len();
    let mut states = vec![State::New; attrs + tables.types.len()];
    let mut stack: Vec<Frame> = Vec::new();
    for root in 0..states.len() {
        if states[root] != State::New {
            continue;
        }
        open(tables, root, &mut states, &mut stack);
        while let Some(frame) = stack.last_mut() {
            let Some(next) = frame.next.pop() else {
                states[frame.node] = State::Done;
                stack.pop();
                continue;
            };
            match states.get(next) {
                Some(State::New) => open(tables, next, &mut states, &mut stack),
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
fn open(tables: &Tables<'_>, node: usize, states: &mut [State], stack: &mut Vec<Frame>) {
    let attrs = tables.attrs.len();
    let (kind, index) = if node < attrs { (EntryKind::Attr, node) } else { (EntryKind::Type, node - attrs) };
    let index = u32::try_from(index).unwrap_or(u32::MAX);
    let entry = if kind == EntryKind::Attr { tables.attrs.get(index) } else { tables.types.get(index) };
    let mut next = Vec::new();
    if let Some(entry) = entry
        && let Some((_, fields)) = codec::find(tables, &entry, kind)
    {
        // What does not decode was reported before.
        let _ = codec::references(&entry, fields, |reference| {
            match reference {
                Reference::Attr(attr) => next.push(to_index(attr)),
                Reference::Type(ty) => next.push(to_index(ty).saturating_add(attrs)),
                Reference::Str(_) | Reference::Resource(_) => {}
            }
            Ok(())
        });
    }
    states[node] = if next.is_empty() { State::Done } else { State::Open };
    if !next.is_empty() {
        stack.push(Frame { node, next });
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
