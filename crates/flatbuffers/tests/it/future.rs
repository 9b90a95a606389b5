//! Buffers of a new schema edited by an old one, which lacks the last fields of tables and the last members of unions:
//! what the old schema does not know survives, or the edit is refused. Never is the result something else.

use outlast_core::{Bytes, ErrorKind};
use outlast_flatbuffers::build::Builder;
use outlast_flatbuffers::coverage::Coverage;
use outlast_flatbuffers::edit::Editor;
use outlast_flatbuffers::schema::{ObjectId, Schema, Type};
use outlast_flatbuffers::view::Table;
use outlast_flatbuffers::{Limits, ObjectKind, walk};
use serde_json::Value;

use crate::buffers::{our_json, sample_of};
use crate::generator::{self, Rng};
use crate::rewritten::body;
use crate::sessions::Session;
use crate::values::{Random, Writer};

/// A schema that lacks the last fields of some tables and the last members of some unions.
fn older(new: &Schema, rng: &mut Rng) -> Schema {
    let mut old = new.clone();
    for object in old.objects.iter_mut().filter(|object| !object.is_struct) {
        if rng.chance(60) {
            let mut keep = rng.below(object.fields.len() + 1);
            // A tag and its union come together.
            if keep > 0 && object.fields[keep - 1].union_tag_of.is_some() {
                keep -= 1;
            }
            object.fields.truncate(keep);
        }
    }
    for union in old.enums.iter_mut().filter(|new| new.is_union) {
        if rng.chance(40) {
            union.values.truncate(1 + rng.below(union.values.len()));
        }
    }
    old
}

/// A buffer of a new schema, by the official builder or by ours, which knows structs.
fn buffer(seed: u64, share: usize) -> Option<(Schema, Vec<u8>, Value)> {
    if seed.is_multiple_of(2) {
        let sample = sample_of(seed / 2, share).filter(|sample| sample.whole)?;
        return Some((sample.schema, sample.data, sample.expected));
    }
    let schema = Schema::parse(&generator::schema(seed / 2)).unwrap();
    let root = schema.root?;
    if schema.enums.iter().any(|e| e.is_union && e.scalar.size() != 1) {
        return None;
    }
    let mut rng = Rng::new(seed ^ 0xf0f0);
    let json = Random { schema: &schema, rng: &mut rng }.table(root, 0)?;
    let mut build = Builder::new();
    let root = Writer { schema: &schema, build: &mut build }.table(root, &json);
    let identifier = schema.file_identifier.as_ref().map(|text| text.as_bytes().try_into().unwrap());
    let data = build.finish(root, identifier.as_ref(), 0).unwrap();
    Some((schema, data, json))
}

/// Gives numbers of the future values that lead somewhere if they are taken for references: to what is known, into
/// what is not, to objects and into their middle.
fn mislead(data: &mut [u8], new: &Schema, old: &Schema, rng: &mut Rng) -> usize {
    let (mut fields, mut places) = (Vec::new(), Vec::new());
    let buffer = Bytes::new(data, 0);
    for object in walk(buffer, new, Limits::default()).objects {
        if !matches!(object.kind, ObjectKind::Head | ObjectKind::VTable(_)) {
            places.push(object.start);
        }
        let ObjectKind::Table(id) = object.kind else { continue };
        let table = Table::at(buffer, object.start).unwrap();
        for field in &new.object(id).fields {
            let known = old.object(id).field_by_id(field.id).is_some();
            let Type::Single(element) = field.ty else { continue };
            let size = element.inline_size(new);
            if !known && !element.is_reference() && size >= 4 && field.union_tag_of.is_none() {
                fields.extend(table.slot(field.id, size).unwrap().map(|at| (at, size)));
            }
        }
    }
    let seen = walk(buffer, old, Limits::default());
    let gaps = Coverage::new(buffer, &seen, &[], 16).gaps;
    let mut done = 0;
    for (at, size) in fields {
        let target = match rng.below(4) {
            0 => continue,
            1 if !gaps.is_empty() => {
                let gap = rng.pick(&gaps);
                gap.start + rng.below(gap.end - gap.start) / 4 * 4
            }
            _ => *rng.pick(&places),
        };
        if let Some(distance) = target.checked_sub(at).and_then(|d| u32::try_from(d).ok()) {
            data[at..at + 4].copy_from_slice(&distance.to_le_bytes());
            if rng.chance(70) {
                data[at + 4..at + size].fill(0);
            }
            done += 1;
        }
    }
    done
}

#[derive(Default, Debug)]
struct Score {
    buffers: usize,
    misleading: usize,
    edited: usize,
    copied: usize,
    refused: usize,
}

fn edit_by_the_old(seed: u64, share: usize, misled: bool, score: &mut Score) {
    let Some((mut new, mut data, _)) = buffer(seed, share) else { return };
    // JSON shows keys even in tables that were made by a schema without them.
    new.objects.iter_mut().flat_map(|object| &mut object.fields).for_each(|field| field.key = false);
    let mut rng = Rng::new(seed ^ 0x01d5);
    let old = older(&new, &mut rng);
    if misled {
        score.misleading += mislead(&mut data, &new, &old, &mut rng);
    }
    let bytes = Bytes::new(&data, 0);
    let seen = walk(bytes, &old, Limits::default());
    if seen.unknown_slots.is_empty() && old.enums == new.enums {
        return;
    }
    let before = our_json(&data, &new);
    if before.to_string().contains("null") {
        return; // too much for JSON
    }
    score.buffers += 1;
    for round in 0..4 {
        let mut editor = Editor::new(bytes, &old, 0).unwrap();
        let mut json = before.clone();
        Session::new(&mut editor, &mut rng, &mut json).steps(1 + round);
        let unchanged = editor.is_unchanged();
        match editor.finish(body(&old), 0) {
            Ok(edited) => {
                assert_eq!(
                    our_json(&edited.buffer.to_vec(), &new),
                    json,
                    "seed {seed}.{round}, share {share}, {misled}"
                );
                score.edited += usize::from(!unchanged);
                score.copied += usize::from(edited.shift > 0);
                // What stays can be edited again, or is refused.
                let bytes = edited.buffer.to_vec();
                let again = Editor::new(Bytes::new(&bytes, 0), &old, 0);
                let mut again = again.unwrap_or_else(|e| panic!("seed {seed}.{round}: {e}"));
                Session::new(&mut again, &mut rng, &mut json).steps(2);
                match again.finish(body(&old), 0) {
                    Ok(twice) => {
                        assert_eq!(our_json(&twice.buffer.to_vec(), &new), json, "seed {seed}.{round} twice");
                    }
                    Err(error) => refused(&error, &seen.unknown_slots),
                }
            }
            Err(error) => {
                refused(&error, &seen.unknown_slots);
                score.refused += 1;
            }
        }
    }
}

/// A refusal names the slot and its place, and says what to do.
fn refused(error: &outlast_core::Error, slots: &[outlast_flatbuffers::UnknownSlot]) {
    let what = error.to_string();
    assert!(
        matches!(error.kind(), ErrorKind::Invalid { what: "field that the schema does not know", .. }),
        "{what}"
    );
    assert!(error.help().is_some_and(|help| help.contains("--schema")), "{what}");
    let named = slots.iter().any(|slot| what.contains(&format!("slot {} ", slot.id)));
    assert!(named && error.place().span.start_byte() > 0, "{what}");
}

/// The ids are used so that dropping fields changes no other number.
#[test]
fn older_schemas_have_the_same_numbers() {
    let schema = Schema::parse("table T { a: int; b: string; } root_type T;").unwrap();
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let old = older(&schema, &mut rng);
        let fields = &old.object(ObjectId(0)).fields;
        assert!(fields.iter().zip(&schema.object(ObjectId(0)).fields).all(|(a, b)| a == b));
    }
}

#[test]
fn what_is_unknown_survives() {
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1200);
    let mut scores = Vec::new();
    for (misled, share) in [(false, 0), (false, 40), (true, 0), (true, 40)] {
        let mut score = Score::default();
        (0..rounds).for_each(|seed| edit_by_the_old(seed, share, misled, &mut score));
        println!("sharing {share} %, misleading numbers {misled}: {score:?}");
        scores.push([score.edited, score.copied]);
    }
    outlast_testkit::corpus::figures(scores, vec![[989, 377], [1004, 360], [941, 355], [956, 333]]);
}
