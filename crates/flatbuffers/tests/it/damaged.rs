//! Damaged buffers through everything that rewrites: no panic and no hang; what an edit gives back is sound.

use std::time::{Duration, Instant};

use outlast_core::Bytes;
use outlast_flatbuffers::build::{Builder, Slot, Target};
use outlast_flatbuffers::coverage::Coverage;
use outlast_flatbuffers::edit::Editor;
use outlast_flatbuffers::repack::{repack, same};
use outlast_flatbuffers::schema::{Element, Schema, Type};
use outlast_flatbuffers::{Limits, replay, walk};

use crate::buffers::our_json;
use crate::generator::Rng;
use crate::rewritten::{body, samples, sound};

/// Anything at all through editor, repack and replay. Returns how many rewrote it.
fn oracle(data: &[u8], schema: &Schema, rng: &mut Rng) -> usize {
    let buffer = Bytes::new(data, 0);
    let header = if rng.chance(20) { rng.below(data.len() + 9) } else { 0 };
    let mut done = 0;
    if let Ok(replayed) = replay::replay(buffer, schema, header) {
        assert!(replayed.buffer.is(data));
        done += 1;
    }
    if let Ok(packed) = repack(buffer, schema, header, 0) {
        let packed = packed.into_vec();
        same(buffer, Bytes::new(&packed, 0), schema).unwrap();
        sound(&packed, schema, "packed");
        done += 1;
    }
    let seen = walk(buffer, schema, Limits::default());
    let coverage = Coverage::new(buffer, &seen, &[], 16);
    coverage.guesses(buffer, &seen.unknown_slots);
    let Ok(mut editor) = Editor::new(buffer, schema, header) else { return done };
    for _ in 0..1 + rng.below(5) {
        change(&mut editor, schema, rng);
    }
    let reserve = if rng.chance(20) { rng.below(64) } else { 0 };
    let insert_at = if rng.chance(90) { body(schema) } else { rng.below(data.len() + 9) };
    if let Ok(edited) = editor.finish(insert_at, reserve) {
        let bytes = edited.buffer.to_vec();
        let result = Bytes::new(&bytes, 0);
        let errors = walk(result, schema, Limits::default()).errors;
        assert!(errors.is_empty(), "{errors:?}");
        our_json(&edited.buffer.to_vec(), schema);
        done += 1;
    }
    done
}

/// Any change, also of the wrong kind.
fn change(editor: &mut Editor<'_, '_>, schema: &Schema, rng: &mut Rng) {
    let mut node = editor.root();
    let mut object = schema.root_object().unwrap();
    for _ in 0..rng.below(5) {
        let Ok(table) = editor.table(node) else { return };
        let slot = u16::try_from(rng.below(usize::from(table.slots()) + 1)).unwrap();
        let Ok(Some(child)) = editor.child(node, slot) else { continue };
        match object.field_by_id(slot).map(|f| f.ty) {
            Some(Type::Single(Element::Table(id))) => (node, object) = (child, schema.object(id)),
            Some(Type::Vector(Element::Table(id))) => match editor.element(child, rng.below(4)) {
                Ok(element) => (node, object) = (element, schema.object(id)),
                Err(_) => {
                    editor.push(child, Target::Kept(rng.below(64)));
                    return;
                }
            },
            Some(Type::Vector(_)) => {
                let value = value(editor, rng);
                editor.set_element(child, rng.below(4), value);
                return;
            }
            _ => return,
        }
    }
    let slot = u16::try_from(rng.below(object.fields.len() + 2)).unwrap();
    match (rng.below(3), object.field_by_id(slot).map(|f| f.ty)) {
        (0, _) => editor.clear(node, slot),
        // Mostly what fits.
        (1, Some(Type::Single(element))) if !element.is_reference() => {
            let raw = vec![0; element.inline_size(schema)];
            editor.set(node, slot, Slot::Inline(raw, element.inline_align(schema)));
        }
        (1, Some(Type::Single(Element::String))) => {
            let text = editor.build.string("another");
            editor.set(node, slot, text);
        }
        _ => {
            let value = value(editor, rng);
            editor.set(node, slot, value);
        }
    }
}

fn value(editor: &mut Editor<'_, '_>, rng: &mut Rng) -> Slot {
    match rng.below(6) {
        0 => 7u8.into(),
        1 => Slot::Inline(vec![1; rng.below(20)], rng.below(20)),
        2 => editor.build.string("text").into(),
        3 => editor.build.table([(u16::try_from(rng.below(9)).unwrap(), Slot::from(1u64))]).into(),
        4 => Slot::To(Target::Kept(rng.below(200))),
        _ => editor.build.u64s([1, 2]).into(),
    }
}

#[test]
fn damaged_buffers_do_no_harm() {
    let rounds: u64 = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut rng = Rng::new(91);
    let (mut tried, mut rewritten) = (0, 0);
    for (_, sample) in samples(rounds).take(usize::try_from(rounds).unwrap()) {
        for _ in 0..30 {
            let mut data = sample.data.clone();
            for _ in 0..rng.below(4) {
                let at = rng.below(data.len());
                data[at] = match rng.below(3) {
                    0 => rng.next().to_le_bytes()[0],
                    1 => data[at].wrapping_add(4),
                    _ => data[at] ^ (1 << rng.below(8)),
                };
            }
            if rng.chance(10) {
                data.truncate(rng.below(data.len() + 1));
            }
            tried += 1;
            rewritten += oracle(&data, &sample.schema, &mut rng);
        }
    }
    println!("{tried} damaged buffers; {rewritten} rewritten by replay, repack and edits");
    outlast_testkit::corpus::figures([tried, rewritten], [4500, 2485]);
}

fn quick<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    let took = start.elapsed();
    assert!(took < Duration::from_secs(20), "{what}: {took:?}");
    result
}

/// One object shared very often, chains that are very deep, very many changes and unknown fields: linear time, and no
/// recursion.
#[test]
fn size_is_no_danger() {
    let text = "table T { next: T; all: [T]; name: string; n: int; names: [string]; } root_type T;";
    let schema = Schema::parse(text).unwrap();
    let old = Schema::parse("table T { next: T; all: [T]; } root_type T;").unwrap();
    let count = 200_000;

    let mut build = Builder::new();
    let leaf = build.table([(3, Slot::from(5i32))]);
    let all = build.references((0..count).map(|_| Target::New(leaf)));
    let root = build.table([(1, all.into())]);
    let shared = build.finish(root, None, 0).unwrap();

    let mut build = Builder::new();
    let mut node = build.table([(3, Slot::from(1i32))]);
    for n in 0..count {
        node = build.table([(0, node.into()), (3, Slot::from(n))]);
    }
    let deep = quick("build", || build.finish(node, None, 0).unwrap());

    let mut build = Builder::new();
    let tables: Vec<Target> = (0..count / 4)
        .map(|n| {
            let name = build.string(&format!("name {n}"));
            Target::New(build.table([(2, name.into()), (3, Slot::from(n))]))
        })
        .collect();
    let all = build.references(tables);
    let root = build.table([(1, all.into())]);
    let wide = build.finish(root, None, 0).unwrap();

    for (name, data) in [("shared", &shared), ("deep", &deep), ("wide", &wide)] {
        let buffer = Bytes::new(data, 0);
        quick(name, || assert!(replay::replay(buffer, &schema, 0).unwrap().buffer.is(&data[..])));
        let packed = quick(name, || repack(buffer, &schema, 0, 0).unwrap().into_vec());
        assert!(packed.len() <= data.len() + 4096, "{name}: {} of {}", packed.len(), data.len());
        for schema in [&schema, &old] {
            let mut editor = quick(name, || Editor::new(buffer, schema, 0).unwrap());
            let mut node = editor.root();
            let list = editor.child(node, 1).unwrap();
            for index in 0..usize::try_from(count / 4).unwrap() {
                if let Some(list) = list {
                    node = editor.element(list, index).unwrap();
                } else if let Some(next) = editor.child(node, 0).unwrap() {
                    node = next;
                }
                let new = editor.build.references([]);
                editor.set(node, 1, new);
            }
            match quick(name, || editor.finish(4, 0)) {
                Ok(edited) => sound(&edited.buffer.to_vec(), schema, name),
                // Numbers that lead somewhere: with very many of them some do.
                Err(error) => {
                    assert!(schema == &old && error.to_string().contains("slot"), "{name}: {error}");
                }
            }
        }
    }
}

/// Empty vectors of 8-byte elements at multiples of four only, in a chain of tables: all are set right, quickly.
#[test]
fn empty_vectors_are_aligned() {
    let schema = Schema::parse("table T { next: T; numbers: [long]; } root_type T;").unwrap();
    let mut build = Builder::new();
    let mut node = build.table([]);
    for _ in 0..100_000 {
        // As flatc up to 24 wrote them.
        let numbers = build.vector(Vec::new(), 4, 4);
        node = build.table([(0, node.into()), (1, numbers.into())]);
    }
    let data = build.finish(node, None, 0).unwrap();
    let misaligned = |data: &[u8]| {
        let objects = walk(Bytes::new(data, 0), &schema, Limits::default()).objects;
        let vectors = objects.iter().filter(|o| matches!(o.kind, outlast_flatbuffers::ObjectKind::Vector(_)));
        vectors.filter(|o| !(o.start + 4).is_multiple_of(8)).count()
    };
    let before = misaligned(&data);
    assert!(before > 10_000, "{before}");
    let mut editor = Editor::new(Bytes::new(&data, 0), &schema, 0).unwrap();
    assert_eq!(quick("align", || editor.align_empty_vectors().unwrap()), before);
    let edited = quick("finish", || editor.finish(4, 0).unwrap());
    assert_eq!(misaligned(&edited.buffer.to_vec()), 0);
    same_but_for_sharing(&data, &edited.buffer.to_vec(), &schema);
}

/// The chain has as many tables as before, and each its vector.
fn same_but_for_sharing(a: &[u8], b: &[u8], schema: &Schema) {
    let count = |data: &[u8]| {
        let objects = walk(Bytes::new(data, 0), schema, Limits::default()).objects;
        objects.iter().filter(|o| matches!(o.kind, outlast_flatbuffers::ObjectKind::Table(_))).count()
    };
    assert_eq!(count(a), count(b));
}
