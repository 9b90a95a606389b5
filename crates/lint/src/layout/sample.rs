//! Small contents of a layout, made to show what happens to one block, record or field of it.
//!
//! What is made here may be nonsense, such as a record away from the one that it has to follow: whoever uses it asks the layout's own reader first.

use std::cell::Cell;
use std::collections::HashSet;

use outlast_bitstream::Op;
use outlast_core::Budget;

use super::compare::troubles;
use super::content::{BlockContent, Content, ItemContent, RecordContent, Val, is_legal, write};
use super::model::{Block, Case, Field, Kind, Layout, Record, Type, ones};

/// What a content is to show: a block by its id, and a record of it by its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Focus {
    pub(crate) block: Option<u32>,
    pub(crate) record: Option<u32>,
    /// The block that the block is to stand in, by its id.
    pub(crate) via: Option<u32>,
    /// Whether the block is to stand at the top level.
    pub(crate) top: bool,
}

/// How values are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Choice {
    variant: u64,
    optional: bool,
    blob: bool,
    length: u64,
}

/// Followers of one record of which all pairs are tried.
const FEW: usize = 12;

/// How deep blocks that have to be in each other are made.
const DEEP: usize = 12;

/// Values in all contents for one focus.
const MOST_VALUES: usize = 1 << 20;

/// Blocks of a content: required blocks that stand in each other may ask for any number.
const MOST_BLOCKS: usize = 1 << 10;

/// Contents that have the focus in them, and few that do not: simple ones first. Fewer, where no work is left for them.
pub(crate) fn contents(layout: &Layout, focus: Focus, budget: &Cell<Budget>) -> Vec<Content> {
    let mut out = Vec::new();
    let mut room = MOST_VALUES;
    let cases = layout.enums.iter().map(|of| of.cases.len()).max().unwrap_or(0);
    let variants = u64::try_from(cases.clamp(8, 64)).unwrap_or(8);
    let sequences = sequences(layout, focus);
    for variant in 0..variants {
        for (optional, blob, length) in [
            (true, true, 2),
            (false, false, 1),
            (false, true, 2),
            (true, false, 0),
            (false, false, 0),
            (true, true, 5),
        ] {
            if variant > 3 && !(optional && length == 2) {
                continue;
            }
            let choice = Choice { variant, optional, blob, length };
            for sequence in &sequences {
                if !spend(budget, sequence.len() + 1) {
                    return out;
                }
                let (content, is_whole) = content(layout, focus, sequence, choice);
                let size = content.values();
                room = room.saturating_sub(size);
                // A writer leaves no part out. The number of an enum is chosen among all of its cases.
                let cost = size.saturating_mul(8 + cases / 4);
                if !spend(budget, if is_whole && room > 0 { cost } else { usize::MAX }) {
                    return out;
                }
                out.push(content);
            }
        }
    }
    let mut seen = HashSet::new();
    out.retain(|content| seen.insert(content.clone()));
    out
}

/// Takes work from what is left.
pub(super) fn spend(budget: &Cell<Budget>, units: usize) -> bool {
    let mut left = budget.get();
    let is_there = left.spend(units);
    budget.set(left);
    is_there
}

/// Contents that writers of a layout may write, for readers that are not ours: a few for each block and each record.
pub fn specimens(layout: &Layout) -> Vec<Content> {
    const FEW: usize = 4;
    const SPECIMENS: u64 = 100_000_000;
    let mut out: Vec<Content> = Vec::new();
    for block in &layout.blocks {
        let records = block.records.iter().map(|record| Some(record.code));
        for record in std::iter::once(None).chain(records) {
            let focus = Focus { block: Some(block.id), record, ..Focus::default() };
            let good = |content: &Content| {
                let written = write(layout, content).ok().filter(|_| is_legal(layout, content));
                written.is_some_and(|written| troubles(layout, layout, &written, true).is_empty())
            };
            let budget = Cell::new(Budget::new(SPECIMENS));
            out.extend(contents(layout, focus, &budget).into_iter().filter(good).take(FEW));
        }
    }
    let mut seen = HashSet::new();
    out.retain(|content| seen.insert(content.clone()));
    out
}

/// Codes of records, in orders that might be allowed, for the block of the focus.
fn sequences(layout: &Layout, focus: Focus) -> Vec<Vec<u32>> {
    let Some(block) = focus.block.and_then(|id| layout.block(id)) else { return vec![Vec::new()] };
    let required = with_company(block, block.records.iter().filter(|record| record.required));
    let mut out = Vec::new();
    if let Some(record) = focus.record.and_then(|code| block.record(code)) {
        let alone = with_company(block, std::iter::once(record));
        let head = alone.first().copied().unwrap_or(record.code);
        let led: Vec<u32> =
            block.records.iter().map(|of| of.code).filter(|code| block.is_led_by(*code, head)).collect();
        // Each pair of followers, in both orders: of many, those that the record is one of.
        let mut trains = vec![alone.clone()];
        trains.extend(led.iter().map(|code| vec![head, *code]));
        let few = led.len() <= FEW;
        for a in &led {
            let others = led.iter().filter(|b| *b != a && (few || record.code == *a || record.code == **b));
            trains.extend(others.map(|b| vec![head, *a, *b]));
        }
        trains.push(std::iter::once(head).chain(led.iter().copied()).collect());
        trains.push(alone.iter().chain(&alone).copied().collect());
        for train in trains {
            let rest = required.iter().copied().filter(|code| !train.contains(code));
            out.push(rest.chain(train.iter().copied()).collect());
            out.push(
                train
                    .iter()
                    .copied()
                    .chain(required.iter().copied().filter(|of| !train.contains(of)))
                    .collect(),
            );
        }
    }
    out.push(required);
    out.push(with_company(block, block.records.iter()));
    out.dedup();
    out
}

/// Records with those that they follow before them, and those that have to come next after them.
fn with_company<'l>(block: &'l Block, records: impl Iterator<Item = &'l Record>) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    for record in records {
        if out.contains(&record.code) {
            continue;
        }
        let mut chain = vec![record];
        while let Some(before) = chain.last().and_then(|record| block.record(record.follows?)) {
            if chain.len() > block.records.len() || out.contains(&before.code) {
                break;
            }
            chain.push(before);
        }
        let start = chain.last().map(|record| record.code);
        let mut added: Vec<u32> = chain.iter().rev().map(|record| record.code).collect();
        let mut last = record;
        while let Some(next) = last.then.and_then(|code| block.record(code)) {
            if added.contains(&next.code) || added.len() > block.records.len() {
                break;
            }
            added.push(next.code);
            last = next;
        }
        // A follower of a record that is there already goes right behind it.
        let head = start.and_then(|code| block.record(code)?.follows);
        let at =
            head.and_then(|head| out.iter().position(|code| *code == head)).map_or(out.len(), |at| at + 1);
        out.splice(at..at, added);
    }
    out
}

/// A content, and whether all that is required is in it.
fn content(layout: &Layout, focus: Focus, sequence: &[u32], choice: Choice) -> (Content, bool) {
    let path = focus.block.map_or(Vec::new(), |id| path_through(layout, focus, id));
    let mut room = MOST_BLOCKS;
    let blocks = blocks(layout, None, &path, sequence, choice, (0, &mut room));
    (Content { blocks }, room > 0)
}

/// As [`path_to`], by way of a block.
fn path_through(layout: &Layout, focus: Focus, id: u32) -> Vec<u32> {
    let block = layout.block(id);
    if focus.top && block.is_some_and(|block| block.top) {
        return vec![id];
    }
    match focus.via.filter(|via| block.is_some_and(|block| block.stands_in(Some(*via)))) {
        None => path_to(layout, id),
        Some(via) => {
            let mut path = path_to(layout, via);
            path.push(id);
            path
        }
    }
}

/// Ids of blocks from the top level to a block: a shortest way.
fn path_to(layout: &Layout, id: u32) -> Vec<u32> {
    let mut ways = vec![vec![id]];
    for _ in 0..=layout.blocks.len() {
        let top =
            ways.iter().find(|way| way.first().and_then(|id| layout.block(*id)).is_some_and(|of| of.top));
        if let Some(way) = top {
            return way.clone();
        }
        let longer = ways.iter().flat_map(|way| {
            let first = way.first().and_then(|id| layout.block(*id));
            let parents = first.map_or(&[][..], |block| &block.inside);
            parents
                .iter()
                .filter(|id| !way.contains(id))
                .map(move |id| std::iter::once(*id).chain(way.iter().copied()).collect::<Vec<u32>>())
        });
        ways = longer.take(64).collect();
    }
    Vec::new()
}

/// Blocks that stand in a block: those that are required, and the one on the path.
fn blocks(
    layout: &Layout,
    parent: Option<u32>,
    path: &[u32],
    sequence: &[u32],
    choice: Choice,
    (depth, room): (usize, &mut usize),
) -> Vec<BlockContent> {
    if depth > DEEP {
        return Vec::new();
    }
    let mut out = Vec::new();
    for block in layout.children(parent) {
        let rest = match path {
            [id, rest @ ..] if *id == block.id => Some(rest),
            _ => None,
        };
        if rest.is_none() && !block.required {
            continue;
        }
        *room = room.saturating_sub(1);
        if *room == 0 {
            break;
        }
        let codes = match rest {
            Some([]) => sequence.to_vec(),
            _ => with_company(block, block.records.iter().filter(|record| record.required)),
        };
        let records = codes.iter().filter_map(|code| block.record(*code));
        let mut items: Vec<ItemContent> =
            records.map(|record| ItemContent::Record(values(layout, block, record, choice))).collect();
        let inside = (depth + 1, &mut *room);
        let inner = blocks(layout, Some(block.id), rest.unwrap_or_default(), sequence, choice, inside);
        items.extend(inner.into_iter().map(ItemContent::Block));
        out.push(BlockContent { id: block.id, items });
    }
    out
}

fn values(layout: &Layout, block: &Block, record: &Record, choice: Choice) -> RecordContent {
    let version = layout.version.as_ref().filter(|of| (of.block, of.record) == (block.id, record.code));
    let mut fields = Vec::new();
    let mut missing = false;
    for (operand, field) in record.fields.iter().enumerate() {
        let left_away = field.optional && !choice.optional && version.is_none();
        missing |= left_away && field.kind == Kind::Scalar;
        let no_blob = field.optional && !choice.blob;
        let value = match field.kind {
            Kind::Scalar if missing => None,
            Kind::Array if missing || (choice.length == 0 && field.optional) => None,
            Kind::Blob if no_blob => None,
            Kind::Scalar => {
                let given = version.and_then(|of| match operand {
                    at if at == of.major => Some(u64::from(of.is.major)),
                    at if Some(at) == of.minor => Some(u64::from(of.is.minor)),
                    _ => None,
                });
                let chosen = number(layout, field, choice.variant, operand);
                Some(Val::Scalar(given.unwrap_or(chosen)))
            }
            Kind::Array => {
                let of = |index| number(layout, field, choice.variant, operand + index);
                Some(Val::Array((0..usize::try_from(choice.length).unwrap_or(0)).map(of).collect()))
            }
            Kind::Blob => {
                let bytes: &[u8] = match choice.length {
                    0 => b"",
                    1 => b"a",
                    _ => b"a blob",
                };
                Some(Val::Blob(bytes.to_vec()))
            }
        };
        fields.push(value);
    }
    RecordContent { code: record.code, fields }
}

/// A value that a field can have.
fn number(layout: &Layout, field: &Field, variant: u64, place: usize) -> u64 {
    let place = u64::try_from(place).unwrap_or(0);
    let room = match field.op {
        Op::Literal(value) => return value,
        Op::Fixed(width) => ones(width),
        _ => u64::MAX,
    };
    if field.op == Op::Char6 {
        return match variant {
            0 => u64::from(b'a') + place % 26,
            1 => u64::from(b'Z'),
            _ => u64::from(b'0') + (variant + place) % 10,
        };
    }
    if let Type::Enum(name) = &field.ty {
        let cases = layout.enumeration(name).map_or(&[][..], |of| &of.cases);
        let fits = |case: &&Case| case.number <= room;
        // Most encodings have room for all of them: then nothing is counted.
        let count = if room == u64::MAX { cases.len() } else { cases.iter().filter(fits).count() };
        let count = u64::try_from(count).unwrap_or(0).max(1);
        let at = usize::try_from(variant.wrapping_add(place) % count).unwrap_or(0);
        let chosen = if room == u64::MAX { cases.get(at) } else { cases.iter().filter(fits).nth(at) };
        return chosen.map_or(0, |case| case.number);
    }
    let room = room.min(field.ty.highest());
    let wanted = match variant {
        0 => 2 + place,
        1 => room,
        2 => 0,
        3 => 3 + 2 * place,
        4 => 1,
        5 => room - room / 4,
        6 => 17 + place,
        _ => variant.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20,
    };
    let fits = if wanted > room { wanted % room.saturating_add(1).max(1) } else { wanted };
    // The sign alone is no number.
    if field.ty.is_signed() && fits == 1 { 3.min(room) } else { fits }
}
