//! Random edits of a layout.

use outlast_bitstream::Op;
use outlast_lint::layout::model::{Abbreviation, Field, Kind, Layout, Record, Type};
use outlast_lint::layout::{Abbreviations, Count, Unknown};

use super::generate::{self, Fresh, tidy};
use crate::mutants::Rng;

/// Edits a layout, and says how; `None` if the edit is not possible in it.
pub(super) fn edit(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    match rng.below(40) {
        0 | 1 => add_block(layout, rng, fresh),
        2 => remove_block(layout, rng),
        3..=5 => on_block(layout, rng, fresh),
        6..=8 => add_record(layout, rng, fresh),
        9 | 10 => remove_record(layout, rng),
        11..=15 => on_record(layout, rng, fresh),
        16..=19 => add_field(layout, rng, fresh),
        20 | 21 => remove_field(layout, rng),
        22..=30 => on_field(layout, rng, fresh),
        31..=34 => on_enum(layout, rng, fresh),
        35 | 36 => on_reader(layout, rng),
        37 => on_version(layout, rng),
        38 => abbreviate(layout, rng),
        _ => {
            layout.magic = *b"DNAR";
            Some("magic")
        }
    }
}

fn add_block(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    let mut block = generate::block(rng, fresh, 50, layout);
    block.required = rng.chance(20);
    block.must_understand = rng.chance(20);
    block.top = rng.chance(50);
    if !block.top {
        block.inside = vec![layout.blocks[rng.below(layout.blocks.len())].id];
    }
    layout.blocks.push(block);
    Some("block added")
}

/// Whether the version is in this block, and in this record if it is about one.
fn has_version(layout: &Layout, block: u32, record: Option<u32>) -> bool {
    layout.version.as_ref().is_some_and(|of| of.block == block && record.is_none_or(|code| code == of.record))
}

fn remove_block(layout: &mut Layout, rng: &mut Rng) -> Option<&'static str> {
    let id = layout.blocks[rng.below(layout.blocks.len())].id;
    let leads = layout.blocks.iter().any(|block| block.inside.contains(&id));
    if layout.blocks.len() < 2 || has_version(layout, id, None) || leads {
        return None;
    }
    layout.blocks.retain(|block| block.id != id);
    Some("block removed")
}

fn on_block(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    let at = rng.below(layout.blocks.len());
    let id = layout.blocks[at].id;
    if has_version(layout, id, None) {
        return None;
    }
    match rng.below(5) {
        0 => {
            let other = rng.below(layout.blocks.len());
            let swapped = layout.blocks[other].id;
            if has_version(layout, swapped, None) || rng.chance(50) {
                set_id(layout, at, 60);
                return Some("block renumbered");
            }
            set_id(layout, at, 1000);
            set_id(layout, other, id);
            let at = layout.blocks.iter().position(|block| block.id == 1000)?;
            set_id(layout, at, swapped);
            Some("blocks swapped")
        }
        1 => {
            let name = fresh.next("BLOCK");
            layout.blocks[at].meaning = Some(name.clone());
            layout.blocks[at].name = name;
            Some("block reused")
        }
        2 => {
            layout.blocks[at].required = !layout.blocks[at].required;
            Some("block required")
        }
        3 => {
            let leads = layout.blocks.iter().any(|block| block.inside.contains(&id));
            let other = layout.blocks[rng.below(layout.blocks.len())].id;
            if leads || other == id {
                return None;
            }
            layout.blocks[at].top = false;
            layout.blocks[at].inside = vec![other];
            Some("block moved")
        }
        _ => {
            layout.blocks[at].name = fresh.next("NAME");
            Some("block renamed")
        }
    }
}

fn set_id(layout: &mut Layout, at: usize, id: u32) {
    let was = layout.blocks[at].id;
    layout.blocks[at].id = id;
    for parent in layout.blocks.iter_mut().flat_map(|block| &mut block.inside) {
        if *parent == was {
            *parent = id;
        }
    }
}

fn add_record(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    let mut record = generate::record(rng, fresh, 40, &layout.enums);
    let at = rng.below(layout.blocks.len());
    let block = &mut layout.blocks[at];
    record.required = rng.chance(20);
    record.must_understand = rng.chance(20);
    if rng.chance(40) && !block.records.is_empty() {
        record.follows = Some(block.records[rng.below(block.records.len())].code);
    }
    block.records.push(record);
    Some("record added")
}

/// A random record: the places of its block and of it.
fn pick(layout: &Layout, rng: &mut Rng) -> Option<(usize, usize)> {
    let block = rng.below(layout.blocks.len());
    let records = &layout.blocks[block].records;
    let record = rng.below(records.len());
    let of = records.get(record)?;
    (!has_version(layout, layout.blocks[block].id, Some(of.code))).then_some((block, record))
}

fn remove_record(layout: &mut Layout, rng: &mut Rng) -> Option<&'static str> {
    let (block, record) = pick(layout, rng)?;
    let block = &mut layout.blocks[block];
    let gone = block.records.remove(record);
    for of in &mut block.records {
        if of.follows == Some(gone.code) {
            of.follows = gone.follows;
        }
    }
    Some("record removed")
}

fn on_record(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    let (block, at) = pick(layout, rng)?;
    let version =
        layout.version.as_ref().filter(|of| of.block == layout.blocks[block].id).map(|of| of.record);
    let block = &mut layout.blocks[block];
    let code = block.records[at].code;
    match rng.below(6) {
        0 => {
            let other = rng.below(block.records.len());
            let swapped = block.records[other].code;
            if Some(swapped) == version || rng.chance(50) {
                set_code(&mut block.records, at, 60);
                return Some("record renumbered");
            }
            set_code(&mut block.records, at, 1000);
            set_code(&mut block.records, other, code);
            let at = block.records.iter().position(|of| of.code == 1000)?;
            set_code(&mut block.records, at, swapped);
            Some("records swapped")
        }
        1 => {
            let name = fresh.next("RECORD");
            block.records[at].meaning = Some(name.clone());
            block.records[at].name = name;
            Some("record reused")
        }
        2 => {
            block.records[at].required = !block.records[at].required;
            Some("record required")
        }
        3 | 4 => {
            let other = block.records[rng.below(block.records.len())].code;
            let free = block.records[at].follows.is_none() && other != code && !block.is_led_by(other, code);
            block.records[at].follows = free.then_some(other);
            Some("neighbours")
        }
        _ => {
            block.records[at].name = fresh.next("NAME");
            Some("record renamed")
        }
    }
}

fn set_code(records: &mut [Record], at: usize, code: u32) {
    let was = records[at].code;
    records[at].code = code;
    for record in records.iter_mut() {
        if record.follows == Some(was) {
            record.follows = Some(code);
        }
    }
}

fn add_field(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    let (block, at) = pick(layout, rng)?;
    let variable = layout.blocks[block].records[at].fields.iter().any(|field| field.kind != Kind::Scalar);
    let kind = match rng.below(6) {
        0 if !variable => Kind::Array,
        1 if !variable => Kind::Blob,
        _ => Kind::Scalar,
    };
    let mut field = generate::field(rng, fresh, &layout.enums, kind);
    field.must_understand = rng.chance(15);
    let record = &mut layout.blocks[block].records[at];
    let end = record.fields.iter().filter(|field| field.kind != Kind::Blob).count();
    if kind == Kind::Scalar {
        let place = if rng.chance(60) { end } else { rng.below(end + 1) };
        record.fields.insert(place, field);
    } else {
        record.fields.push(field);
    }
    tidy(record);
    Some("field added")
}

fn remove_field(layout: &mut Layout, rng: &mut Rng) -> Option<&'static str> {
    let (block, at) = pick(layout, rng)?;
    let record = &mut layout.blocks[block].records[at];
    if record.fields.is_empty() {
        return None;
    }
    let place = if rng.chance(50) { record.fields.len() - 1 } else { rng.below(record.fields.len()) };
    record.fields.remove(place);
    Some("field removed")
}

fn on_field(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    let (block, at) = pick(layout, rng)?;
    let record = &mut layout.blocks[block].records[at];
    let place = rng.below(record.fields.len());
    let scalars = record.fields.iter().filter(|field| field.kind == Kind::Scalar).count();
    let last = place + 1 == record.fields.len();
    let field = record.fields.get_mut(place)?;
    if field.kind == Kind::Blob {
        return match rng.below(3) {
            0 => {
                field.optional = !field.optional;
                Some("blob optional")
            }
            1 => {
                *field = Field { kind: Kind::Array, op: Op::Vbr(8), ..field.clone() };
                Some("blob to array")
            }
            _ => rename(field, rng, fresh),
        };
    }
    match rng.below(9) {
        0 if scalars > 1 => {
            let other = rng.below(scalars);
            if field.kind != Kind::Scalar || other == place {
                return None;
            }
            record.fields.swap(place, other);
            tidy(record);
            Some("fields swapped")
        }
        1 => rename(field, rng, fresh),
        2 => {
            field.optional = !field.optional;
            tidy(record);
            Some("field optional")
        }
        3 => {
            if matches!(field.op, Op::Literal(_) | Op::Char6) {
                return None;
            }
            field.op = [Op::Vbr(6), Op::Vbr(8), Op::Fixed(32), Op::Fixed(3)][rng.below(4)];
            Some("encoding")
        }
        4 | 5 => {
            let types =
                [Type::Unsigned(8), Type::Unsigned(16), Type::Unsigned(64), Type::Bool, Type::Unsigned(4)];
            field.ty = match &field.ty {
                Type::Signed(16) => Type::Signed(8),
                Type::Enum(_) | Type::Unsigned(_) | Type::Bool => types[rng.below(5)].clone(),
                other => other.clone(),
            };
            Some("type")
        }
        6 => {
            let signed = field.ty.is_signed();
            field.ty = if signed { Type::Unsigned(32) } else { Type::Signed(32) };
            Some("sign")
        }
        7 if field.kind == Kind::Scalar => {
            field.op = match field.op {
                Op::Literal(_) if rng.chance(50) => Op::Vbr(6),
                _ => Op::Literal(5),
            };
            field.ty = Type::Unsigned(32);
            Some("literal")
        }
        8 if last && !matches!(field.op, Op::Literal(_)) => {
            match field.kind {
                Kind::Scalar => field.kind = Kind::Array,
                _ if rng.chance(50) && field.ty == Type::Unsigned(8) => {
                    (field.kind, field.op) = (Kind::Blob, Op::Blob);
                }
                _ => field.kind = Kind::Scalar,
            }
            tidy(record);
            Some("kind")
        }
        _ => None,
    }
}

fn rename(field: &mut Field, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    field.name = fresh.next("renamed");
    if rng.chance(60) {
        field.meaning = Some(field.name.clone());
        return Some("field reused");
    }
    Some("field renamed")
}

fn on_enum(layout: &mut Layout, rng: &mut Rng, fresh: &mut Fresh) -> Option<&'static str> {
    let of = rng.below(layout.enums.len());
    let of = layout.enums.get_mut(of)?;
    let at = rng.below(of.cases.len());
    match rng.below(5) {
        0 => {
            of.cases.push(generate::case(fresh, 9));
            Some("case added")
        }
        1 if of.cases.len() > 1 => {
            of.cases.remove(at);
            Some("case removed")
        }
        2 => {
            of.cases[at].number = 11;
            Some("case renumbered")
        }
        3 => {
            let case = generate::case(fresh, of.cases[at].number);
            of.cases[at] = case;
            Some("case reused")
        }
        _ => {
            let (a, b) = (of.cases[0].number, of.cases.last()?.number);
            of.cases[0].number = b;
            of.cases.last_mut()?.number = a;
            Some("cases swapped")
        }
    }
}

fn on_reader(layout: &mut Layout, rng: &mut Rng) -> Option<&'static str> {
    let reader = &mut layout.reader;
    match rng.below(7) {
        0 => {
            reader.unknown_blocks =
                if reader.unknown_blocks == Unknown::Skip { Unknown::Refuse } else { Unknown::Skip }
        }
        1 => reader.unknown_records = generate::unknown(rng),
        2 => reader.count = if reader.count == Count::Exact { Count::Minimum } else { Count::Exact },
        3 => reader.takes_blob = !reader.takes_blob,
        4 => reader.refuses_wide = !reader.refuses_wide,
        5 => reader.checks_literals = !reader.checks_literals,
        _ => reader.refuses_unknown_values = !reader.refuses_unknown_values,
    }
    Some("tolerance")
}

fn on_version(layout: &mut Layout, rng: &mut Rng) -> Option<&'static str> {
    let version = layout.version.as_mut()?;
    match rng.below(4) {
        0 => version.is.major += 1,
        1 => version.is.minor += 1,
        2 => version.is.major -= 1,
        _ => {
            version.is.major += 1;
            layout.reader.oldest_major = version.is.major;
        }
    }
    Some("version")
}

fn abbreviate(layout: &mut Layout, rng: &mut Rng) -> Option<&'static str> {
    let (block, at) = pick(layout, rng)?;
    let block = &mut layout.blocks[block];
    let code = u64::from(block.records[at].code);
    let ops = vec![Op::Literal(code), Op::Array, Op::Vbr(6)];
    block.abbreviations.push(Abbreviation { id: 4, ops, ..Abbreviation::default() });
    if rng.chance(30) {
        layout.reader.abbreviations = Abbreviations::BuiltIn;
    }
    Some("abbreviation")
}
