//! Edits of program files that several tests make, and what must not change by them.

use std::collections::BTreeMap;

use outlast_core::{Bytes, Error, Severity};
use outlast_executorch::Output;
use outlast_executorch::edit::ProgramEditor;
use outlast_executorch::{ProgramFile, schemas, verify};
use outlast_flatbuffers::schema::{Schema, Type};
use outlast_flatbuffers::view::Table;
use outlast_flatbuffers::{Limits, ObjectKind, walk};

pub(crate) const NAME: &str = "a_name_that_is_longer_than_the_one_before";

pub(crate) fn open(data: &[u8]) -> ProgramFile<'_> {
    ProgramFile::open(Bytes::new(data, 0)).unwrap()
}

pub(crate) fn errors(data: &[u8]) -> Vec<String> {
    let findings = verify::program(Bytes::new(data, 0));
    let errors = findings.iter().filter(|d| d.severity == Severity::Error);
    errors.map(|d| format!("{} {}", d.code, d.title)).collect()
}

/// The schema as 0.5.0 had it.
pub(crate) fn of_0_5() -> Schema {
    let number = |release: &str| release.split('.').map(|n| n.parse().unwrap()).collect::<Vec<u32>>();
    schemas::program().as_of(|since| number(since) <= number("0.5.0"))
}

/// One edit of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Rename,
    ClearTraces,
    AddSegment,
    Header(u32),
}

/// What is added as a segment.
pub(crate) const ADDED: &[u8] = b"a new segment of an odd length";

pub(crate) fn apply(editor: &mut ProgramEditor<'_, '_>, change: Change) -> Result<(), Error> {
    match change {
        Change::Rename => {
            let plan = editor.plan(0)?;
            let text = editor.tables.build.string(NAME);
            editor.tables.set(plan, 0, text);
        }
        Change::ClearTraces => {
            let plans = editor.file().root.execution_plan()?.map_or(0, |list| list.len());
            for plan in 0..plans {
                let node = editor.plan(plan)?;
                let chains = editor.tables.table(node)?.vector(5, 4)?.map_or(0, |list| list.len());
                for chain in 0..chains {
                    let chain = editor.tables.follow(&[1, plan, 5, chain])?;
                    editor.tables.clear(chain, 3);
                }
            }
        }
        Change::AddSegment => {
            editor.add_segment(Output::of(ADDED));
        }
        Change::Header(length) => editor.set_header_length(length),
    }
    Ok(())
}

/// The file with these changes, made by this schema.
pub(crate) fn edited(data: &[u8], schema: &Schema, changes: &[Change]) -> Result<Vec<u8>, Error> {
    let mut editor = ProgramEditor::with_schema(open(data), schema)?;
    for change in changes {
        apply(&mut editor, *change)?;
    }
    Ok(editor.finish()?.output.to_vec())
}

/// The alignment of a place, up to a page.
fn alignment(place: usize) -> usize {
    1 << place.trailing_zeros().min(12)
}

/// The bytes of each segment, and the alignment of its place.
pub(crate) fn segments(data: &[u8]) -> Vec<(Vec<u8>, usize)> {
    let file = open(data);
    let count = file.root.segments().unwrap().map_or(0, |list| list.len());
    let segment = |index| {
        let range = file.segment(u32::try_from(index).unwrap()).unwrap();
        let range = usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap();
        (data[range.clone()].to_vec(), alignment(range.start))
    };
    (0..count).map(segment).collect()
}

/// For each field that refers to vectors of numbers, by table and slot: what the schema asks for, and the least
/// alignment of those that are not empty.
pub(crate) fn vectors(data: &[u8]) -> BTreeMap<(u32, u16), (usize, usize)> {
    let (file, schema) = (open(data), schemas::program());
    let mut found = BTreeMap::new();
    for object in walk(file.flatbuffer, schema, Limits::default()).objects {
        let ObjectKind::Table(id) = object.kind else { continue };
        let table = Table::at(file.flatbuffer, object.start).unwrap();
        for field in &schema.object(id).fields {
            let Type::Vector(element) = field.ty else { continue };
            if element.is_reference() {
                continue;
            }
            let size = element.inline_size(schema);
            let Some(vector) = table.vector(field.id, size).unwrap().filter(|v| !v.is_empty()) else {
                continue;
            };
            let asked = usize::try_from(field.force_align.unwrap_or(1)).unwrap();
            let entry = found.entry((id.0, field.id)).or_insert((asked, 4096));
            entry.1 = entry.1.min(alignment(vector.pos()));
        }
    }
    found
}

/// Demands that the segments of the original have their bytes and their alignment, except for `changed` ones, and that
/// vectors have theirs.
pub(crate) fn nothing_lost(name: &str, before: &[u8], after: &[u8], changed: &[usize]) {
    assert_eq!(errors(after), Vec::<String>::new(), "{name}");
    let (old, new) = (segments(before), segments(after));
    assert!(new.len() >= old.len(), "{name}");
    for (index, (old, new)) in old.iter().zip(&new).enumerate() {
        if !changed.contains(&index) {
            assert!(old.0 == new.0, "{name}: segment {index} changed");
        }
        if !old.0.is_empty() && !new.0.is_empty() {
            assert!(new.1 >= old.1, "{name}: segment {index} is aligned to {}, not {}", new.1, old.1);
        }
    }
    let now = vectors(after);
    for (field, (asked, align)) in vectors(before) {
        let now = now[&field].1;
        assert!(now >= align.min(16) && (asked < 16 || now >= align), "{name}: {field:?} {align} {now}");
    }
}
