//! Random dialects, and random changes of them.

use outlast_lint::dialect::layout::{Layout, Piece};
use outlast_lint::dialect::model::{Code, CodeKind, Count, Dialect, Dialects, Field, Op, Part};
use outlast_mlir::schema::{PropertyField, PropertyForm, PropertyKind};

use crate::mutants::Rng;

/// Names that were not given yet.
#[derive(Default)]
pub(super) struct Fresh(usize);

impl Fresh {
    fn name(&mut self, head: &str) -> String {
        self.0 += 1;
        // Words that are not alike.
        let letters = ["ka", "mo", "ti", "re", "su", "po", "ne", "vu", "li", "da"];
        format!("{head}{}{}{}", letters[self.0 % 10], letters[self.0 / 10 % 10], letters[self.0 / 100 % 10])
    }
}

fn form(rng: &mut Rng) -> PropertyForm {
    [PropertyForm::String, PropertyForm::Integer, PropertyForm::Type, PropertyForm::Unit][rng.below(4)]
        .clone()
}

fn field(rng: &mut Rng, fresh: &mut Fresh) -> Field {
    let (kind, form) = match rng.below(8) {
        0 | 1 => (PropertyKind::Attr, form(rng)),
        2 => (PropertyKind::VarInt, PropertyForm::Number(32)),
        3 => (PropertyKind::Bool, PropertyForm::UnitOrFalse),
        4 => (PropertyKind::Str, PropertyForm::String),
        _ => (PropertyKind::OptAttr, form(rng)),
    };
    let optional = kind != PropertyKind::Attr;
    let mut field = Field::new(PropertyField { name: fresh.name(""), kind, form, optional });
    if field.property.kind == PropertyKind::OptAttr && rng.below(4) == 0 {
        field.default = Some(rng.below(3).to_string());
    }
    field
}

fn part(rng: &mut Rng, fresh: &mut Fresh) -> Part {
    let count = [Count::One, Count::One, Count::Optional, Count::Any][rng.below(4)];
    Part { name: fresh.name("v"), count }
}

/// Puts fields in the order that definitions have, with sizes of segments where there are several parts that may vary.
fn settle(op: &mut Op) {
    op.fields.retain(|field| !field.is_segments());
    op.fields.sort_by_key(|field| {
        (field.is_native(), if field.is_native() { String::new() } else { field.name().to_string() })
    });
    for (name, parts) in [("operandSegmentSizes", &op.operands), ("resultSegmentSizes", &op.results)] {
        let parts = parts.as_deref().unwrap_or_default();
        if parts.iter().filter(|part| part.count != Count::One).count() > 1 {
            let count = u32::try_from(parts.len()).unwrap();
            let kind = PropertyKind::Segments(count);
            let property = PropertyField {
                name: name.to_string(),
                kind,
                form: PropertyForm::Numbers(32),
                optional: false,
            };
            op.fields.push(Field::new(property));
        }
    }
}

fn op(rng: &mut Rng, fresh: &mut Fresh) -> Op {
    let mut op = Op { name: fresh.name("op"), ..Op::default() };
    op.fields = (0..rng.below(5)).map(|_| field(rng, fresh)).collect();
    op.operands = Some((0..rng.below(4)).map(|_| part(rng, fresh)).collect());
    op.results = Some((0..rng.below(3)).map(|_| part(rng, fresh)).collect());
    op.regions = Some(Vec::new());
    settle(&mut op);
    op
}

fn layout(rng: &mut Rng, fresh: &mut Fresh) -> Layout {
    let piece = |rng: &mut Rng, fresh: &mut Fresh| match rng.below(8) {
        0 => Piece::Attr,
        1 => Piece::OptAttr,
        2 => Piece::Type,
        3 => Piece::Str,
        4 => Piece::SVarInt,
        5 => Piece::Bool,
        6 => Piece::List(vec![(fresh.name(""), Piece::VarInt)]),
        _ => Piece::VarInt,
    };
    (0..rng.below(4)).map(|_| (fresh.name("f"), piece(rng, fresh))).collect()
}

fn code(rng: &mut Rng, fresh: &mut Fresh, number: u64) -> Code {
    let kind = if rng.below(2) == 0 { CodeKind::Attr } else { CodeKind::Type };
    let name = fresh.name("Code");
    Code {
        kind,
        code: number,
        name,
        meaning: None,
        layout: Some(layout(rng, fresh)),
        site: outlast_lint::Site::default(),
    }
}

pub(super) fn dialects(rng: &mut Rng, fresh: &mut Fresh) -> Dialects {
    let ops = (0..2 + rng.below(3)).map(|_| op(rng, fresh)).collect();
    let codes = (0..4).map(|number| code(rng, fresh, number)).collect();
    let lenient = rng.below(4) == 0;
    let toy = Dialect { name: "toy".to_string(), lenient, ops, codes, ..Dialect::default() };
    Dialects {
        name: "toy".to_string(),
        version: "1.0".to_string(),
        dialects: vec![toy],
        ..Dialects::default()
    }
}

/// Changes something; says what.
pub(super) fn edit(dialects: &mut Dialects, rng: &mut Rng, fresh: &mut Fresh) -> &'static str {
    let dialect = &mut dialects.dialects[0];
    let at = rng.below(dialect.ops.len());
    match rng.below(16) {
        0 => {
            dialect.ops.push(op(rng, fresh));
            return "op added";
        }
        1 if dialect.ops.len() > 1 => {
            dialect.ops.remove(at);
            return "op removed";
        }
        2 => {
            dialect.ops[at].name = fresh.name("op");
            return "op renamed";
        }
        3 => return codes(dialect, rng, fresh),
        4 => return codes(dialect, rng, fresh),
        _ => {}
    }
    let op = &mut dialect.ops[at];
    let count = op.fields.iter().filter(|field| !field.is_segments()).count();
    let done = match rng.below(9) {
        0 | 1 => {
            op.fields.push(field(rng, fresh));
            "field added"
        }
        2 => {
            let parts = if rng.below(2) == 0 { &mut op.operands } else { &mut op.results };
            parts.as_mut().unwrap().push(part(rng, fresh));
            "part added"
        }
        3 => {
            let parts = op.operands.as_mut().unwrap();
            parts.pop();
            "part removed"
        }
        4 => {
            op.operands.as_mut().unwrap().reverse();
            "parts reversed"
        }
        _ if count == 0 => "nothing",
        5 => {
            op.fields.remove(rng.below(count));
            "field removed"
        }
        6 => {
            op.fields[rng.below(count)].property.name = fresh.name("");
            "field renamed"
        }
        7 => {
            let property = &mut op.fields[rng.below(count)].property;
            property.kind = match property.kind {
                PropertyKind::Attr => PropertyKind::OptAttr,
                PropertyKind::OptAttr => PropertyKind::Attr,
                PropertyKind::VarInt => PropertyKind::SVarInt,
                _ => PropertyKind::VarInt,
            };
            "field of another kind"
        }
        _ => {
            let field = &mut op.fields[rng.below(count)];
            if field.property.kind == PropertyKind::OptAttr && rng.below(2) == 0 {
                field.default = Some(rng.below(9).to_string());
            } else if field.is_attr() {
                field.property.form = form(rng);
            }
            "default or class"
        }
    };
    settle(op);
    done
}

fn codes(dialect: &mut Dialect, rng: &mut Rng, fresh: &mut Fresh) -> &'static str {
    let at = rng.below(dialect.codes.len());
    match rng.below(5) {
        0 => {
            let number = 10 + u64::try_from(dialect.codes.len()).unwrap();
            dialect.codes.push(code(rng, fresh, number));
            "code added"
        }
        1 if dialect.codes.len() > 1 => {
            dialect.codes.remove(at);
            "code removed"
        }
        2 => {
            dialect.codes[at].name = fresh.name("Code");
            "code named otherwise"
        }
        3 => {
            dialect.codes[at].code += 20;
            "code renumbered"
        }
        _ => {
            dialect.codes[at].layout = Some(layout(rng, fresh));
            "code laid out otherwise"
        }
    }
}
