//! Random streams of a layout, for an oracle that knows no rule.

use outlast_bitstream::Op;
use outlast_lint::layout::content::{BlockContent, Content, ItemContent, RecordContent, Val};
use outlast_lint::layout::model::{Block, Field, Kind, Layout, Record, Type};

use crate::mutants::Rng;

/// A random content. It may be nonsense: ask the layout's own reader.
pub(super) fn content(layout: &Layout, rng: &mut Rng) -> Content {
    Content { blocks: blocks(layout, None, rng, 0) }
}

fn blocks(layout: &Layout, parent: Option<u32>, rng: &mut Rng, depth: usize) -> Vec<BlockContent> {
    let mut out = Vec::new();
    if depth > 4 {
        return out;
    }
    let mut children: Vec<&Block> = layout.children(parent).collect();
    shuffle(&mut children, rng);
    for block in children {
        if block.required || rng.chance(70) {
            out.push(random_block(layout, block, rng, depth));
            if rng.chance(10) {
                out.push(random_block(layout, block, rng, depth));
            }
        }
    }
    out
}

fn random_block(layout: &Layout, block: &Block, rng: &mut Rng, depth: usize) -> BlockContent {
    let mut records: Vec<&Record> = block.records.iter().collect();
    shuffle(&mut records, rng);
    let full = rng.chance(25);
    let mut items = Vec::new();
    for record in records.iter().filter(|record| record.follows.is_none()) {
        if record.required || full || rng.chance(50) {
            train(layout, block, record, rng, full, &mut items, 0);
            if rng.chance(15) {
                train(layout, block, record, rng, full, &mut items, 0);
            }
        }
    }
    let inner = blocks(layout, Some(block.id), rng, depth + 1);
    for block in inner {
        // Mostly behind the records: between two that belong together it is nonsense.
        let at = if rng.chance(30) { rng.below(items.len() + 1) } else { items.len() };
        items.insert(at, ItemContent::Block(block));
    }
    BlockContent { id: block.id, items }
}

/// A record, and some of those that follow it.
fn train(
    layout: &Layout,
    block: &Block,
    record: &Record,
    rng: &mut Rng,
    full: bool,
    items: &mut Vec<ItemContent>,
    depth: usize,
) {
    items.push(ItemContent::Record(values(layout, block, record, rng)));
    if depth > 5 {
        return;
    }
    let mut led: Vec<&Record> = block.records.iter().filter(|of| of.follows == Some(record.code)).collect();
    shuffle(&mut led, rng);
    // What has to come next, does.
    led.sort_by_key(|of| record.then != Some(of.code));
    for of in led {
        if record.then == Some(of.code) || of.required || full || rng.chance(60) {
            train(layout, block, of, rng, full, items, depth + 1);
        }
    }
}

fn shuffle<T>(all: &mut [T], rng: &mut Rng) {
    for at in (1..all.len()).rev() {
        all.swap(at, rng.below(at + 1));
    }
}

fn values(layout: &Layout, block: &Block, record: &Record, rng: &mut Rng) -> RecordContent {
    let version = layout.version.as_ref().filter(|of| (of.block, of.record) == (block.id, record.code));
    let mut missing = false;
    let cut = rng.chance(40) && version.is_none();
    let mut fields = Vec::new();
    for (at, field) in record.fields.iter().enumerate() {
        let away = field.optional && (cut || rng.chance(20)) && version.is_none();
        let value = match field.kind {
            Kind::Scalar => {
                missing |= away;
                let given = version.and_then(|of| match at {
                    at if at == of.major => Some(u64::from(of.is.major)),
                    at if Some(at) == of.minor => Some(u64::from(of.is.minor)),
                    _ => None,
                });
                let number = given.unwrap_or_else(|| number(layout, field, rng));
                (!missing).then_some(Val::Scalar(number))
            }
            Kind::Array => {
                let length = [0, 1, 2, 3, 7][rng.below(5)];
                let values = (0..length).map(|_| number(layout, field, rng)).collect();
                let gone = missing || away && rng.chance(50);
                (!gone).then_some(Val::Array(values))
            }
            Kind::Blob => {
                let length = [0, 1, 2, 5][rng.below(4)];
                let bytes = (0..length).map(|_| u8::try_from(rng.below(256)).unwrap()).collect();
                (!away).then_some(Val::Blob(bytes))
            }
        };
        fields.push(value);
    }
    RecordContent { code: record.code, fields }
}

fn number(layout: &Layout, field: &Field, rng: &mut Rng) -> u64 {
    let ones = |bits: u32| if bits >= 64 { u64::MAX } else { (1u64 << bits) - 1 };
    let room = match field.op {
        Op::Literal(value) => return value,
        Op::Char6 => return u64::from(b"abcxyzABCXYZ0189._"[rng.below(18)]),
        Op::Fixed(width) => ones(width),
        _ => u64::MAX,
    };
    let room = match &field.ty {
        Type::Enum(name) => {
            let cases = &layout.enumeration(name).unwrap().cases;
            return cases.get(rng.below(cases.len())).map_or(0, |case| case.number);
        }
        Type::Bool => room.min(1),
        Type::Unsigned(bits) | Type::Signed(bits) => room.min(ones(*bits)),
    };
    let random = u64::try_from(rng.below(1 << 30)).unwrap();
    match rng.below(6) {
        0 => room,
        1 => room - (random % 3).min(room),
        2 | 3 => (random % 20).min(room),
        4 => (random % 400).min(room),
        _ => random.wrapping_mul(0x1_0000_3001).min(room),
    }
}
