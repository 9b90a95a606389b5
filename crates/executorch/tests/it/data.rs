//! Tensor data files: rewritten, converted between layout versions, edited.

use outlast_core::{Bytes, Severity};
use outlast_executorch::defs::ScalarType;
use outlast_executorch::{
    DataEditor, FlatTensorFile, Layout, LayoutVersion, NewEntry, Output, build_data, convert_data, schemas,
    verify,
};
use outlast_flatbuffers::json;

/// Name, type and shape, bytes of every entry.
type Model = Vec<(String, Option<Layout>, Vec<u8>)>;

fn files() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["executorch", "executorch-models"] {
        for path in outlast_testkit::corpus::files(folder, &["ptd"]) {
            found.push((path.display().to_string(), outlast_testkit::corpus::read(&path).unwrap()));
        }
    }
    outlast_testkit::corpus::figures(found.len(), 17);
    found
}

fn open(data: &[u8]) -> FlatTensorFile<'_> {
    FlatTensorFile::open(Bytes::new(data, 0)).unwrap()
}

fn base(file: &FlatTensorFile<'_>) -> usize {
    usize::try_from(file.header.segment_base).unwrap()
}

fn model(data: &[u8]) -> Model {
    let file = open(data);
    let one = |e: &outlast_executorch::Entry<'_>| {
        (e.key.to_string(), e.layout.clone(), file.bytes(e).unwrap().data().to_vec())
    };
    file.entries().unwrap().iter().map(one).collect()
}

fn sorted(mut model: Model) -> Model {
    model.sort_by(|a, b| a.0.cmp(&b.0));
    model
}

fn entries(model: &Model) -> Vec<NewEntry<'_>> {
    let one = |(key, layout, data): &'_ (String, Option<Layout>, Vec<u8>)| NewEntry {
        key: key.clone(),
        layout: layout.clone(),
        data: Output::weights(data.clone()),
    };
    model.iter().map(one).collect()
}

/// Demands that a written file has no findings at all, notes included.
fn clean(name: &str, data: &[u8]) {
    let findings = verify::flat_tensor(Bytes::new(data, 0));
    let text: Vec<String> = findings.iter().map(|d| format!("{} {}", d.code, d.title)).collect();
    assert!(text.is_empty(), "{name}: {text:?}");
}

fn sound(name: &str, data: &[u8]) {
    let findings = verify::flat_tensor(Bytes::new(data, 0));
    let errors = findings.iter().filter(|d| d.severity == Severity::Error);
    let text: Vec<String> = errors.map(|d| format!("{} {}", d.code, d.title)).collect();
    assert!(text.is_empty(), "{name}: {text:?}");
}

fn tables(data: &[u8]) -> String {
    let (file, mut text) = (open(data), String::new());
    json::write(file.flatbuffer, schemas::flat_tensor(file.layout_version), &mut text).unwrap();
    text
}

#[test]
fn real_files_written_anew_are_the_same_but_for_the_order_of_tables() {
    let mut same_tables = 0;
    for (name, data) in files() {
        let (file, model) = (open(&data), model(&data));
        let made = build_data(file.layout_version, &entries(&model)).unwrap().to_vec();
        clean(&name, &made);
        assert_eq!(self::model(&made), model, "{name}");
        let again = open(&made);
        assert_eq!(again.layout_version, file.layout_version);
        assert_eq!(again.header.flatbuffer_offset, file.header.flatbuffer_offset, "{name}");
        let end = again.header.flatbuffer_offset + again.header.flatbuffer_size;
        assert_eq!(end, again.flatbuffer.len() as u64);
        assert!(made[again.flatbuffer.len()..base(&again)].iter().all(|b| *b == 0));
        // Releases up to 1.0 align segments of v1 to 16 bytes.
        if tables(&made) == tables(&data) {
            same_tables += 1;
            let area = |file: &FlatTensorFile<'_>| file.file.data()[base(file)..].to_vec();
            assert!(area(&file) == area(&again), "{name}");
            assert_eq!(again.header.segment_data_size, file.header.segment_data_size, "{name}");
        } else {
            assert!(name.contains("/0.7.0/") || name.contains("/1.0.1/"), "{name}");
        }
    }
    println!("{same_tables} files have the tables and the segment bytes of the real producer");
    outlast_testkit::corpus::figures([same_tables], [14]);
}

#[test]
fn dialects_say_the_same() {
    let mut converted = 0;
    for (name, data) in files() {
        let (file, before) = (open(&data), model(&data));
        let blobs = before.iter().any(|(_, layout, _)| layout.is_none());
        for to in [LayoutVersion::V0a, LayoutVersion::V0b, LayoutVersion::V1] {
            let made = match convert_data(&file, to) {
                Ok(made) => made.to_vec(),
                Err(error) => {
                    assert!(blobs && to == LayoutVersion::V0a, "{name} to {}: {error}", to.name());
                    assert!(error.to_string().contains("blob"), "{error}");
                    continue;
                }
            };
            converted += 1;
            sound(&name, &made);
            assert_eq!(open(&made).layout_version, to, "{name}");
            assert_eq!(sorted(model(&made)), sorted(before.clone()), "{name} to {}", to.name());
            let back = convert_data(&open(&made), file.layout_version).unwrap().to_vec();
            assert_eq!(sorted(model(&back)), sorted(before.clone()), "{name} by {}", to.name());
            if to == file.layout_version {
                assert!(made == data, "{name}");
            }
        }
    }
    println!("{converted} conversions");
}

#[test]
fn nothing_changed_is_the_same_file() {
    for (name, data) in files() {
        let made = DataEditor::new(open(&data)).unwrap().finish().unwrap();
        assert!(made.to_vec() == data, "{name}");
    }
}

fn floats(n: usize) -> (Layout, Output<'static>) {
    let layout =
        Layout { scalar_type: ScalarType(6), sizes: vec![i32::try_from(n).unwrap()], dim_order: vec![0] };
    (layout, Output::weights((0..4 * n).map(|i| u8::try_from(i % 251).unwrap()).collect::<Vec<u8>>()))
}

/// Every real file in every layout version that can hold it.
fn all_dialects() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for (name, data) in files() {
        for to in [LayoutVersion::V0a, LayoutVersion::V0b, LayoutVersion::V1] {
            if let Ok(made) = convert_data(&open(&data), to) {
                found.push((format!("{name} as {}", to.name()), made.to_vec()));
            }
        }
    }
    found
}

#[test]
fn each_entry_replaced_renamed_removed() {
    for (name, data) in all_dialects() {
        let before = model(&data);
        for (index, (key, layout, bytes)) in before.iter().enumerate() {
            // The same size: at its place.
            let mut editor = DataEditor::new(open(&data)).unwrap();
            let new: Vec<u8> = bytes.iter().map(|b| b ^ 0x55).collect();
            editor.replace(key, layout.clone(), Output::weights(new.clone())).unwrap();
            let made = editor.finish().unwrap().to_vec();
            sound(&name, &made);
            let mut expected = before.clone();
            expected[index].2 = new;
            assert_eq!(model(&made), expected, "{name} {key}");
            let shared = before.iter().filter(|(_, _, other)| other == bytes).count() > 1;
            if !shared {
                assert_eq!(made.len(), data.len(), "{name} {key}");
                assert_eq!(tables(&made), tables(&data), "{name} {key}");
            }
            // Another size, and back: nothing else changes.
            let mut editor = DataEditor::new(open(&data)).unwrap();
            let (other, content) = floats(99);
            editor.replace(key, layout.as_ref().map(|_| other.clone()), content.clone()).unwrap();
            let made = editor.finish().unwrap().to_vec();
            sound(&name, &made);
            let mut expected = before.clone();
            expected[index] = (key.clone(), layout.as_ref().map(|_| other), content.to_vec());
            assert_eq!(model(&made), expected, "{name} {key}");
            let mut editor = DataEditor::new(open(&made)).unwrap();
            editor.replace(key, layout.clone(), Output::weights(bytes.clone())).unwrap();
            let back = editor.finish().unwrap().to_vec();
            sound(&name, &back);
            assert_eq!(model(&back), before, "{name} {key}");
            // Another name.
            let mut editor = DataEditor::new(open(&data)).unwrap();
            editor.rename(key, "a name that is much longer than the one before").unwrap();
            let made = editor.finish().unwrap().to_vec();
            sound(&name, &made);
            let mut expected = before.clone();
            expected[index].0 = "a name that is much longer than the one before".into();
            assert_eq!(model(&made), expected, "{name} {key}");
            // Gone, with its bytes.
            let mut editor = DataEditor::new(open(&data)).unwrap();
            editor.remove(key).unwrap();
            let made = editor.finish().unwrap().to_vec();
            sound(&name, &made);
            let mut expected = before.clone();
            expected.remove(index);
            assert_eq!(model(&made), expected, "{name} {key}");
            assert!(made.len() <= data.len() + 128, "{name} {key}: {} of {}", made.len(), data.len());
            let telling = bytes.len() >= 16 && bytes.iter().any(|b| *b != 0);
            let there = |file: &[u8]| telling && file.windows(bytes.len()).any(|w| w == bytes);
            assert!(shared || !there(&made), "{name} {key}: its bytes are still there");
        }
    }
}

#[test]
fn many_changes_at_once() {
    for (name, data) in all_dialects() {
        let before = model(&data);
        let mut editor = DataEditor::new(open(&data)).unwrap();
        let (layout, content) = floats(7);
        editor.remove(&before[0].0).unwrap();
        editor.rename(&before[1].0, "renamed").unwrap();
        let tensor = before[1].1.is_some();
        editor.replace("renamed", tensor.then(|| layout.clone()), content.clone()).unwrap();
        for key in ["new 1", "new 2", &before[0].0] {
            editor
                .add(NewEntry { key: key.into(), layout: Some(layout.clone()), data: content.clone() })
                .unwrap();
        }
        assert!(editor.add(NewEntry { key: "new 1".into(), layout: None, data: Output::default() }).is_err());
        assert!(editor.remove("nobody").is_err());
        let made = editor.finish().unwrap().to_vec();
        sound(&name, &made);
        let mut expected = before.clone();
        let gone = expected.remove(0).0;
        expected[0] = ("renamed".into(), tensor.then(|| layout.clone()), content.to_vec());
        for key in ["new 1", "new 2", &gone] {
            expected.push((key.into(), Some(layout.clone()), content.to_vec()));
        }
        assert_eq!(sorted(model(&made)), sorted(expected), "{name}");
    }
}

#[test]
fn data_in_common_are_stored_once_and_part_when_one_changes() {
    let (layout, content) = floats(64);
    let entry = |key: &str| NewEntry { key: key.into(), layout: Some(layout.clone()), data: content.clone() };
    for layout_version in [LayoutVersion::V0a, LayoutVersion::V0b, LayoutVersion::V1] {
        let made = build_data(layout_version, &[entry("a"), entry("b"), entry("c")]).unwrap().to_vec();
        clean(layout_version.name(), &made);
        assert_eq!(open(&made).header.segment_data_size, 256);
        let mut editor = DataEditor::new(open(&made)).unwrap();
        editor.replace("b", Some(layout.clone()), Output::weights(vec![7; 256])).unwrap();
        let parted = editor.finish().unwrap().to_vec();
        sound(layout_version.name(), &parted);
        let values: Vec<Vec<u8>> = model(&parted).into_iter().map(|e| e.2).collect();
        assert_eq!(values, [content.to_vec(), vec![7; 256], content.to_vec()]);
    }
}

#[test]
fn empty_files_and_refusals() {
    for layout_version in [LayoutVersion::V0a, LayoutVersion::V0b, LayoutVersion::V1] {
        let made = build_data(layout_version, &[]).unwrap().to_vec();
        clean(layout_version.name(), &made);
        assert_eq!(open(&made).layout_version, layout_version);
        assert!(model(&made).is_empty());
        // Something can be added to nothing.
        let mut editor = DataEditor::new(open(&made)).unwrap();
        let (layout, data) = floats(3);
        editor.add(NewEntry { key: "x".into(), layout: Some(layout), data }).unwrap();
        let grown = editor.finish().unwrap().to_vec();
        sound(layout_version.name(), &grown);
        assert_eq!(model(&grown).len(), 1);
    }
    let (layout, data) = floats(3);
    let entry = NewEntry { key: "x".into(), layout: Some(layout.clone()), data: data.clone() };
    assert!(
        build_data(LayoutVersion::V1, &[entry.clone(), entry.clone()])
            .unwrap_err()
            .to_string()
            .contains("twice")
    );
    let short = NewEntry { data: Output::weights(vec![0; 11]), ..entry.clone() };
    assert!(build_data(LayoutVersion::V1, &[short]).unwrap_err().to_string().contains("12 bytes, 11"));
    let blob = NewEntry { layout: None, ..entry.clone() };
    assert!(build_data(LayoutVersion::V0a, &[blob]).unwrap_err().to_string().contains("blob"));
    let order = Layout { dim_order: vec![1], ..layout };
    let twisted = NewEntry { layout: Some(order), ..entry };
    assert!(build_data(LayoutVersion::V1, &[twisted]).unwrap_err().to_string().contains("order"));
}

#[test]
fn a_scalar_has_an_empty_layout() {
    let layout = Layout { scalar_type: ScalarType(0), sizes: Vec::new(), dim_order: Vec::new() };
    let entry = NewEntry { key: "s".into(), layout: Some(layout), data: Output::weights(vec![9]) };
    for layout_version in [LayoutVersion::V0a, LayoutVersion::V0b, LayoutVersion::V1] {
        let made = build_data(layout_version, std::slice::from_ref(&entry)).unwrap().to_vec();
        clean(layout_version.name(), &made);
        assert_eq!(model(&made)[0].2, [9]);
    }
}

/// What this version does not know survives an edit, and stops a conversion.
#[test]
fn the_unknown_survives_edits_and_stops_conversions() {
    let path = outlast_testkit::corpus::root().join("executorch/1.5.1/ext.ptd");
    let data = outlast_testkit::corpus::read(path).unwrap();
    // Bytes behind the last segment, that nobody names.
    let mut more = data.clone();
    more.extend(b"from the future");
    assert!(convert_data(&open(&more), LayoutVersion::V0b).unwrap_err().to_string().contains("no entry"));
    let mut editor = DataEditor::new(open(&more)).unwrap();
    editor.remove("a.bias").unwrap();
    let made = editor.finish().unwrap().to_vec();
    assert!(made.windows(15).any(|w| w == b"from the future"));
    // A field of a future schema in the root table.
    let future = with_future_field(&data);
    assert!(
        convert_data(&open(&future), LayoutVersion::V0b).unwrap_err().to_string().contains("does not know")
    );
    let mut editor = DataEditor::new(open(&future)).unwrap();
    editor.remove("a.bias").unwrap();
    editor.rename("b.weight", "w").unwrap();
    let (layout, content) = floats(40);
    editor.replace("b.bias", Some(layout), content).unwrap();
    let made = editor.finish().unwrap().to_vec();
    let root = open(&made).root;
    assert_eq!(root.u32(7).unwrap(), Some(0x0102_0304));
    let keys: Vec<String> = model(&made).into_iter().map(|e| e.0).collect();
    assert_eq!(keys, ["a.weight", "w", "b.bias"]);
}

/// The file with a number in slot 7 of its root table.
fn with_future_field(data: &[u8]) -> Vec<u8> {
    use outlast_flatbuffers::edit::Editor;
    use outlast_flatbuffers::schema::Schema;
    let file = open(data);
    let text = "table T { version: uint; a: [D]; b: [N]; c: uint; d: uint; e: uint; f: uint; g: uint; }\n\
                table L { t: byte; s: [int]; o: [ubyte]; } table D { o: ulong; s: ulong; }\n\
                table N { k: string; i: uint; l: L; } root_type T; file_identifier \"FT01\";";
    let schema = Schema::parse_with("future", text, &mut |_| None).unwrap();
    let mut editor = Editor::new(file.flatbuffer, &schema, 40).unwrap();
    let root = editor.root();
    editor.set(root, 7, 0x0102_0304u32);
    let mut tables = editor.finish(48, 0).unwrap().buffer.into_vec();
    let size = tables.len() as u64;
    let base = size.next_multiple_of(128);
    tables[24..32].copy_from_slice(&(size - 48).to_le_bytes());
    tables[32..40].copy_from_slice(&base.to_le_bytes());
    tables.resize(usize::try_from(base).unwrap(), 0);
    tables.extend(&data[self::base(&file)..]);
    tables
}

/// Whatever is damaged: an answer, and nothing unsound made of something sound.
#[test]
fn damaged_files_are_refused_or_edited_never_more() {
    use outlast_testkit::mutate::{Rng, cuts, flip};
    let mut rng = Rng(11);
    let (mut refused, mut done) = (0, 0);
    for (_, data) in all_dialects() {
        let keys: Vec<String> = model(&data).into_iter().map(|e| e.0).collect();
        let flips = (0..400).map(|_| flip(&data, &mut rng)).collect::<Vec<_>>();
        let cut = cuts(data.len()).into_iter().map(|len| data[..len].to_vec());
        for bytes in flips.into_iter().chain(cut) {
            let Ok(file) = FlatTensorFile::open(Bytes::new(&bytes, 0)) else { continue };
            let errors = |data: &[u8]| {
                verify::flat_tensor(Bytes::new(data, 0))
                    .iter()
                    .filter(|d| d.severity == Severity::Error)
                    .count()
            };
            let before = errors(&bytes);
            for to in [LayoutVersion::V0a, LayoutVersion::V0b, LayoutVersion::V1] {
                match convert_data(&file, to) {
                    Ok(made) => {
                        done += 1;
                        assert!(before > 0 || errors(&made.to_vec()) == 0);
                    }
                    Err(_) => refused += 1,
                }
            }
            let Ok(mut editor) = DataEditor::new(file) else { continue };
            let (layout, content) = floats(33);
            let _ = editor.replace(&keys[0], Some(layout.clone()), content.clone());
            let _ = editor.rename(&keys[1], "another name");
            let _ = editor.remove(&keys[2]);
            let _ = editor.add(NewEntry { key: "new".into(), layout: Some(layout), data: content });
            match editor.finish() {
                Ok(made) => {
                    done += 1;
                    assert!(before > 0 || errors(&made.to_vec()) == 0);
                }
                Err(_) => refused += 1,
            }
        }
    }
    println!("{done} done, {refused} refused");
}
