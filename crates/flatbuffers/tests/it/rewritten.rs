//! Buffers of the official builder, edited, replayed and packed anew: the JSON of the result is that of the original
//! with the same edit.

use std::collections::HashMap;

use outlast_core::Bytes;
use outlast_flatbuffers::build::Builder;
use outlast_flatbuffers::coverage::Coverage;
use outlast_flatbuffers::edit::Editor;
use outlast_flatbuffers::repack::{repack, same};
use outlast_flatbuffers::schema::{Schema, Type};
use outlast_flatbuffers::view::Table;
use outlast_flatbuffers::{Limits, ObjectKind, replay, walk};
use serde_json::Value;

use crate::buffers::{Sample, our_json, sample_of};
use crate::flatc::{flatc, folder};
use crate::generator::Rng;
use crate::sessions::{KINDS, Session};
use crate::values::Writer;

/// Samples without sharing and with it. JSON shows a shared object as often as something refers to it, up to a limit:
/// those beyond are left out.
pub(crate) fn samples(count: u64) -> impl Iterator<Item = (u64, Sample)> {
    // OUTLAST_ROUNDS asks for more.
    let more = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok());
    let count = more.map_or(count, |more: u64| more.max(count));
    let all = (0..count).flat_map(|seed| [0, 40].map(|share| (seed, sample_of(seed, share))));
    let all = all.filter_map(|(seed, sample)| Some((seed, sample?)));
    all.filter(|(_, sample)| our_json(&sample.data, &sample.schema) == sample.expected)
}

/// What follows the identifier.
pub(crate) fn body(schema: &Schema) -> usize {
    if schema.file_identifier.is_some() { 8 } else { 4 }
}

pub(crate) fn sound(data: &[u8], schema: &Schema, what: &str) {
    let buffer = Bytes::new(data, 0);
    let seen = walk(buffer, schema, Limits::default());
    assert!(seen.errors.is_empty(), "{what}: {:?}", seen.errors);
    let coverage = Coverage::new(buffer, &seen, &[], 16);
    assert!(coverage.overlaps.is_empty(), "{what}: {:?}", coverage.overlaps);
}

#[test]
fn nothing_changed_is_the_same_buffer() {
    let mut count = 0;
    for (seed, sample) in samples(600) {
        let buffer = Bytes::new(&sample.data, 0);
        let editor = Editor::new(buffer, &sample.schema, 0).unwrap();
        let edited = editor.finish(body(&sample.schema), 0).unwrap();
        assert!(edited.buffer.to_vec() == sample.data, "seed {seed}");
        assert_eq!((edited.shift, edited.freed), (0, 0));
        // Room for a header: all moves, nothing else changes.
        if sample.schema.file_identifier.is_some() {
            let editor = Editor::new(buffer, &sample.schema, 0).unwrap();
            let moved = editor.finish(8, 24).unwrap();
            assert_eq!(moved.buffer.to_vec().len(), sample.data.len() + moved.shift);
            assert!(moved.shift >= 24 && moved.shift.is_multiple_of(16), "seed {seed}: {}", moved.shift);
            assert!(moved.buffer.to_vec()[8..32].iter().all(|b| *b == 0));
            same(buffer, Bytes::new(&moved.buffer.to_vec(), 0), &sample.schema).unwrap();
            sound(&moved.buffer.to_vec(), &sample.schema, "moved");
        }
        count += 1;
    }
    println!("{count} buffers stay as they are");
    outlast_testkit::corpus::figures([count], [777]);
}

/// Bytes that belong to no field, vector, string or vtable: padding.
fn padding(buffer: Bytes<'_>, schema: &Schema) -> usize {
    let seen = walk(buffer, schema, Limits::default());
    let coverage = Coverage::new(buffer, &seen, &[], 16);
    let gaps: usize = coverage.gaps.iter().map(|gap| gap.end - gap.start).sum();
    let inside = |(start, id)| {
        let table = Table::at(buffer, start).unwrap();
        let fields = schema.object(id).fields.iter().filter(|field| table.has(field.id));
        let sizes = fields.map(|field| match field.ty {
            Type::Single(element) => element.inline_size(schema),
            _ => 4,
        });
        table.size() - 4 - sizes.sum::<usize>()
    };
    let tables = coverage.objects.iter().filter_map(|object| match object.kind {
        ObjectKind::Table(id) => Some((object.start, id)),
        _ => None,
    });
    gaps + tables.map(inside).sum::<usize>()
}

#[test]
fn replayed_is_the_same_buffer() {
    let (mut count, mut kept, mut total) = (0, 0, 0);
    for (seed, sample) in samples(600) {
        let buffer = Bytes::new(&sample.data, 0);
        let replayed = replay::replay(buffer, &sample.schema, 0).unwrap();
        assert!(replayed.buffer.is(&sample.data[..]), "seed {seed}");
        assert_eq!(replayed.decoded + replayed.kept, sample.data.len());
        assert_eq!(replayed.kept, padding(buffer, &sample.schema), "seed {seed}");
        if sample.whole {
            kept += replayed.kept;
            total += sample.data.len();
        }
        count += 1;
    }
    println!("{count} buffers replayed; of {total} bytes {kept} are padding");
    outlast_testkit::corpus::figures([count, kept, total], [777, 5814, 67252]);
}

/// For each field that refers to vectors of scalars: the alignment that all of them have that are not empty.
fn alignments(buffer: Bytes<'_>, schema: &Schema) -> HashMap<(u32, u16), (usize, usize)> {
    let mut found = HashMap::new();
    for object in walk(buffer, schema, Limits::default()).objects {
        let ObjectKind::Table(id) = object.kind else { continue };
        let table = Table::at(buffer, object.start).unwrap();
        for field in &schema.object(id).fields {
            let Type::Vector(element) = field.ty else { continue };
            if element.is_reference() {
                continue;
            }
            let Some(vector) = table.vector(field.id, element.inline_size(schema)).unwrap() else { continue };
            let align = 1usize << vector.pos().trailing_zeros().min(12);
            let entry = found.entry((id.0, field.id)).or_insert((4096, 4096));
            entry.1 = entry.1.min(align);
            if !vector.is_empty() {
                entry.0 = entry.0.min(align);
            }
        }
    }
    found
}

#[test]
fn packed_anew_says_the_same() {
    let (mut count, mut refused) = (0, 0);
    for (seed, sample) in samples(600) {
        let (buffer, schema) = (Bytes::new(&sample.data, 0), &sample.schema);
        let packed = match repack(buffer, schema, 0, 0) {
            Ok(packed) => packed.into_vec(),
            Err(error) => {
                // Something was built and left out: it belongs to nobody.
                assert!(!sample.whole, "seed {seed}: {error}");
                refused += 1;
                continue;
            }
        };
        same(buffer, Bytes::new(&packed, 0), schema).unwrap();
        assert_eq!(our_json(&packed, schema), sample.expected, "seed {seed}");
        sound(&packed, schema, "packed");
        assert_eq!(
            repack(Bytes::new(&packed, 0), schema, 0, 0).unwrap().into_vec(),
            packed,
            "seed {seed}: not stable"
        );
        let after = alignments(Bytes::new(&packed, 0), schema);
        for (field, (before, _)) in alignments(buffer, schema) {
            let natural = schema.objects[field.0 as usize].field_by_id(field.1).unwrap();
            let size = natural.ty.element().inline_align(schema);
            assert!(before == 4096 || after[&field].0 >= before, "seed {seed}: {field:?} {before}");
            assert!(after[&field].1 >= size.max(natural.force_align.unwrap_or(1) as usize), "seed {seed}");
        }
        count += 1;
    }
    println!("{count} buffers packed anew, {refused} with bytes of nobody refused");
    outlast_testkit::corpus::figures([count, refused], [758, 19]);
}

#[test]
fn edits_do_what_they_say() {
    let (mut sessions, mut done, mut grown) = (0, [0; 5], 0);
    for (seed, sample) in samples(600) {
        let mut rng = Rng::new(seed ^ 0xed17);
        for round in 0..4 {
            let buffer = Bytes::new(&sample.data, 0);
            let mut editor = Editor::new(buffer, &sample.schema, 0).unwrap();
            let mut json = sample.expected.clone();
            let mut session = Session::new(&mut editor, &mut rng, &mut json);
            session.steps(1 + round * 2);
            let counts = session.done;
            let edited = editor.finish(body(&sample.schema), 0);
            let edited = edited.unwrap_or_else(|e| panic!("seed {seed}.{round}: {e}\n{}", sample.text));
            sound(&edited.buffer.to_vec(), &sample.schema, &format!("seed {seed}.{round}"));
            let found = our_json(&edited.buffer.to_vec(), &sample.schema);
            assert_eq!(found, json, "seed {seed}.{round}\n{}", sample.text);
            assert!(edited.zeroed || !sample.whole);
            if counts.iter().sum::<usize>() > 0 {
                sessions += 1;
                grown += usize::from(edited.shift > 0);
            }
            (0..5).for_each(|kind| done[kind] += counts[kind]);
        }
    }
    println!(
        "{sessions} sessions, {grown} of them copy tables: {:?}",
        KINDS.iter().zip(done).collect::<Vec<_>>()
    );
    outlast_testkit::corpus::figures((sessions, grown, done), (2756, 1200, [4812, 2661, 159, 514, 1637]));
}

/// Several sessions after each other, then everything is set to what it was.
#[test]
fn edited_and_reverted_is_the_same_model() {
    let mut count = 0;
    for (seed, sample) in samples(300) {
        let schema = &sample.schema;
        let mut rng = Rng::new(seed ^ 0x4e7e);
        let (mut data, mut json) = (sample.data.clone(), sample.expected.clone());
        for _ in 0..4 {
            let edited = {
                let mut editor = Editor::new(Bytes::new(&data, 0), schema, 0).unwrap();
                let mut session = Session::new(&mut editor, &mut rng, &mut json);
                session.steps(3);
                editor.finish(body(schema), 0).unwrap().buffer.into_vec()
            };
            data = edited;
            assert_eq!(our_json(&data, schema), json, "seed {seed}");
        }
        let mut editor = Editor::new(Bytes::new(&data, 0), schema, 0).unwrap();
        let object = schema.root_object().unwrap();
        let node = editor.root();
        for field in &object.fields {
            match sample.expected.get(&field.name) {
                Some(value) => {
                    let tag = crate::values::tag_of(object, field).map(|tag| &sample.expected[&tag.name]);
                    if matches!(field.ty.element(), outlast_flatbuffers::schema::Element::Union(_))
                        && holds_struct(value, tag, field, schema)
                    {
                        continue;
                    }
                    let slot = Writer { schema, build: &mut editor.build }.value(field, value, tag);
                    editor.set(node, field.id, slot);
                }
                None if !matches!(field.ty, Type::Vector64(_)) => editor.clear(node, field.id),
                None => {}
            }
        }
        let back = editor.finish(body(schema), 0).unwrap();
        assert_eq!(our_json(&back.buffer.to_vec(), schema), sample.expected, "seed {seed}");
        count += 1;
    }
    println!("{count} buffers edited four times and set back");
    outlast_testkit::corpus::figures([count], [396]);
}

fn holds_struct(
    _: &Value,
    tag: Option<&Value>,
    field: &outlast_flatbuffers::schema::Field,
    schema: &Schema,
) -> bool {
    let outlast_flatbuffers::schema::Element::Union(id) = field.ty.element() else { return false };
    let name = tag.and_then(Value::as_str).unwrap_or("");
    let value = schema.enumeration(id).values.iter().find(|v| v.name == name);
    value.and_then(|v| v.member).is_some_and(|member| !member.is_reference())
}

/// What our builder makes of the JSON of a sample.
fn built(sample: &Sample) -> Vec<u8> {
    let mut build = Builder::new();
    let root = sample.schema.root.unwrap();
    let root = Writer { schema: &sample.schema, build: &mut build }.table(root, &sample.expected);
    let identifier = sample.schema.file_identifier.as_ref().map(|text| text.as_bytes().try_into().unwrap());
    build.finish(root, identifier.as_ref(), 0).unwrap()
}

#[test]
fn built_from_values() {
    let mut count = 0;
    for (seed, sample) in samples(600) {
        let data = built(&sample);
        assert_eq!(our_json(&data, &sample.schema), sample.expected, "seed {seed}");
        sound(&data, &sample.schema, "built");
        let buffer = Bytes::new(&data, 0);
        assert!(Editor::new(buffer, &sample.schema, 0).unwrap().knows_all(), "seed {seed}");
        assert_eq!(repack(buffer, &sample.schema, 0, 0).unwrap().bytes.len(), data.len(), "seed {seed}");
        count += 1;
    }
    println!("{count} buffers built");
    outlast_testkit::corpus::figures([count], [777]);
}

#[test]
#[ignore = "needs flatc"]
fn flatc_reads_what_is_built_and_edited() {
    let (flatc, dir) = (flatc(), folder("built"));
    let (mut same, mut crashes) = (0, 0);
    for (seed, sample) in samples(400) {
        if sample.text.contains("nested_flatbuffer") || sample.text.contains("flexbuffer") {
            continue;
        }
        let mut rng = Rng::new(seed ^ 0xf1a7);
        let mut json = sample.expected.clone();
        let mut editor = Editor::new(Bytes::new(&sample.data, 0), &sample.schema, 0).unwrap();
        let mut session = Session::new(&mut editor, &mut rng, &mut json);
        session.steps(3);
        let edited = editor.finish(body(&sample.schema), 0).unwrap().buffer.into_vec();
        std::fs::write(dir.join("s.fbs"), &sample.text).unwrap();
        for (data, expected) in [(built(&sample), &sample.expected), (edited, &json)] {
            std::fs::write(dir.join("b.bin"), data).unwrap();
            let mut command = std::process::Command::new(&flatc);
            command
                .args(["--json", "--strict-json", "--raw-binary", "s.fbs", "--", "b.bin"])
                .current_dir(&dir);
            let output = command.output().unwrap();
            if output.status.code().is_none() {
                crashes += 1;
                continue;
            }
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "seed {seed}: {said}\n{}", sample.text);
            let theirs = std::fs::read_to_string(dir.join("b.json")).unwrap();
            let theirs: Value = serde_json::from_str(&theirs).unwrap();
            assert_eq!(expected, &theirs, "seed {seed}");
            same += 1;
        }
    }
    println!("flatc reads {same} buffers that were built or edited, and crashes on {crashes}");
    assert!(same >= 200);
}
