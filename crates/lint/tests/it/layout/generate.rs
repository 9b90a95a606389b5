//! Random layouts. Each thing has a meaning of its own, so that what is the same in a mutant is known, whatever it is called.

use outlast_bitstream::Op;
use outlast_bitstream::layout::Version;
use outlast_lint::layout::model::{Block, Case, Enum, Field, Kind, Layout, Record, Type, VersionPlace};
use outlast_lint::layout::{Count, Tolerance, Unknown};

use crate::mutants::Rng;

/// Gives out meanings.
#[derive(Default)]
pub(super) struct Fresh(u32);

impl Fresh {
    pub(super) fn next(&mut self, what: &str) -> String {
        self.0 += 1;
        format!("{what}{}", self.0)
    }
}

pub(super) fn layout(rng: &mut Rng, fresh: &mut Fresh) -> Layout {
    let mut layout =
        Layout { name: "Random".to_string(), magic: *b"RAND", reader: tolerance(rng), ..Layout::default() };
    for _ in 0..1 + rng.below(2) {
        let of = enumeration(rng, fresh);
        layout.enums.push(of);
    }
    let count = 2 + rng.below(3);
    for index in 0..count {
        let id = 8 + u32::try_from(index).unwrap() * 2;
        let mut block = block(rng, fresh, id, &layout);
        block.top = index == 0 || rng.chance(50);
        if !block.top {
            block.inside = vec![layout.blocks[rng.below(layout.blocks.len())].id];
        }
        layout.blocks.push(block);
    }
    if rng.chance(60) {
        let block = &mut layout.blocks[0];
        block.required = true;
        let mut record = Record { code: 1, required: true, ..record(rng, fresh, 1, &layout.enums) };
        record.fields = vec![scalar("major", fresh), scalar("minor", fresh)];
        (record.count, record.takes_blob, record.follows) = (Some(Count::Minimum), None, None);
        block.records.retain(|of| of.code != 1);
        block.records.insert(0, record);
        for record in &mut block.records[1..] {
            record.follows = record.follows.filter(|code| *code != 1);
        }
        let is = Version { major: 1, minor: 2 };
        layout.version = Some(VersionPlace {
            block: block.id,
            record: 1,
            major: 0,
            minor: Some(1),
            is,
            site: outlast_lint::Site::default(),
        });
    }
    layout
}

fn tolerance(rng: &mut Rng) -> Tolerance {
    Tolerance {
        unknown_blocks: if rng.chance(75) { Unknown::Skip } else { Unknown::Refuse },
        unknown_records: unknown(rng),
        count: if rng.chance(60) { Count::Minimum } else { Count::Exact },
        takes_blob: rng.chance(60),
        refuses_wide: rng.chance(70),
        checks_literals: rng.chance(70),
        refuses_unknown_values: rng.chance(30),
        exact_minor: rng.chance(10),
        ..Tolerance::default()
    }
}

pub(super) fn unknown(rng: &mut Rng) -> Unknown {
    match rng.below(10) {
        0..=6 => Unknown::Skip,
        7 | 8 => Unknown::Refuse,
        _ => Unknown::Misread("something".to_string()),
    }
}

fn enumeration(rng: &mut Rng, fresh: &mut Fresh) -> Enum {
    let name = fresh.next("Enum");
    let cases = (0..2 + u64::try_from(rng.below(3)).unwrap()).map(|number| case(fresh, number)).collect();
    Enum { name, cases, ..Enum::default() }
}

pub(super) fn case(fresh: &mut Fresh, number: u64) -> Case {
    let name = fresh.next("CASE");
    Case { meaning: Some(name.clone()), name, number, ..Case::default() }
}

pub(super) fn block(rng: &mut Rng, fresh: &mut Fresh, id: u32, layout: &Layout) -> Block {
    let name = fresh.next("BLOCK");
    let mut block =
        Block { id, meaning: Some(name.clone()), name, required: rng.chance(40), ..Block::default() };
    for code in 1..=1 + u32::try_from(rng.below(4)).unwrap() {
        let mut record = record(rng, fresh, code, &layout.enums);
        if code > 1 && rng.chance(30) {
            record.follows = Some(code - 1);
        }
        block.records.push(record);
    }
    if rng.chance(20) {
        block.unknown_records = Some(unknown(rng));
    }
    block
}

pub(super) fn record(rng: &mut Rng, fresh: &mut Fresh, code: u32, enums: &[Enum]) -> Record {
    let name = fresh.next("RECORD");
    let mut record =
        Record { code, meaning: Some(name.clone()), name, required: rng.chance(30), ..Record::default() };
    for _ in 0..rng.below(5) {
        record.fields.push(field(rng, fresh, enums, Kind::Scalar));
    }
    match rng.below(4) {
        0 => record.fields.push(field(rng, fresh, enums, Kind::Array)),
        1 => record.fields.push(field(rng, fresh, enums, Kind::Blob)),
        _ => {}
    }
    if rng.chance(15) {
        record.count = Some(if rng.chance(50) { Count::Minimum } else { Count::Exact });
    }
    tidy(&mut record);
    record
}

/// What comes after an optional field is optional.
pub(super) fn tidy(record: &mut Record) {
    let mut optional = false;
    for field in record.fields.iter_mut().filter(|field| field.kind == Kind::Scalar) {
        optional |= field.optional;
        field.optional = optional;
    }
}

fn scalar(name: &str, fresh: &mut Fresh) -> Field {
    Field {
        name: name.to_string(),
        meaning: Some(fresh.next(name)),
        kind: Kind::Scalar,
        op: Op::Vbr(6),
        ty: Type::Unsigned(32),
        optional: false,
        must_understand: false,
        site: outlast_lint::Site::default(),
    }
}

pub(super) fn field(rng: &mut Rng, fresh: &mut Fresh, enums: &[Enum], kind: Kind) -> Field {
    let name = fresh.next("field");
    let ty = match rng.below(8) {
        0 => Type::Bool,
        1 => Type::Signed(16),
        2 | 3 if !enums.is_empty() => Type::Enum(enums[rng.below(enums.len())].name.clone()),
        4 => Type::Unsigned(8),
        5 => Type::Unsigned(16),
        _ => Type::Unsigned(64),
    };
    let op = match (kind, rng.below(6)) {
        (Kind::Blob, _) => Op::Blob,
        (Kind::Scalar, 0) => Op::Literal(1 - u64::from(ty.is_signed())),
        (_, 1) if ty == Type::Unsigned(8) => Op::Char6,
        (_, 2) => Op::Fixed(16),
        (_, 3) => Op::Vbr(8),
        _ => Op::Vbr(6),
    };
    let ty = if kind == Kind::Blob { Type::Unsigned(8) } else { ty };
    // A literal is a number.
    let ty = if matches!(op, Op::Literal(_)) { Type::Unsigned(32) } else { ty };
    let optional = rng.chance(35);
    let site = outlast_lint::Site::default();
    Field { meaning: Some(name.clone()), name, kind, op, ty, optional, must_understand: false, site }
}
