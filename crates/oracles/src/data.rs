//! [`data()`]: tensor data files, made from arrays, converted and edited.

use outlast::AsExecutorch as _;
use outlast::arrays;
use outlast::families::executorch::{
    DataEditor, FlatTensorFile, Layout, LayoutVersion, NewEntry, arrays_of, build_data, convert_data,
    entries_from, set_values,
};
use outlast_core::{Output, Result};

use crate::changed::{Changed, expect_as_good, expect_sound, opened, sound};
use crate::library;
use crate::parts::Parts;

/// How many operations an input can ask for.
pub(crate) const OPERATIONS: usize = 7;

/// Layout versions that a variant chooses from.
const VERSIONS: [LayoutVersion; 3] = [LayoutVersion::V1, LayoutVersion::V0b, LayoutVersion::V0a];

/// What a file has under a name: type and shape, and bytes.
type Content = (String, Option<Layout>, Vec<u8>);

/// Makes a data file from arrays; converts one between layout versions; turns it into arrays; sets, adds, removes and renames entries.
///
/// # Panics
///
/// Where the result of such a change of sound files is not sound, or holds something else than it should.
pub fn data(input: &[u8]) -> Changed {
    let Some(parts) = Parts::split(input) else { return Changed::NotAsked };
    let operation = parts.operation % OPERATIONS;
    if operation == 0 {
        return made(&parts);
    }
    let Some(file) = library::open(parts.first).ok().and_then(|program| program.as_executorch_data()) else {
        return Changed::NotAsked;
    };
    let done = match operation {
        1 => converted(&file, &parts),
        2 => extracted(&file, &parts),
        3 => values_set(&file, &parts),
        4 => removed(&file, &parts),
        5 => renamed(&file, &parts),
        _ => added(&file, &parts),
    };
    done.unwrap_or(Changed::Refused)
}

/// What a file has, in its own order. Refused where it would be more than the oracle looks at: entries may share their bytes.
fn contents(file: &FlatTensorFile<'_>) -> Option<Vec<Content>> {
    let mut all = 0;
    let entry = |entry: outlast_executorch::Entry<'_>| {
        let data = file.bytes(&entry).ok()?.data();
        all += data.len();
        (all <= 1 << 24).then(|| (entry.key.to_owned(), entry.layout, data.to_vec()))
    };
    file.entries().ok()?.into_iter().map(entry).collect()
}

/// What is in a file that was made, which must be sound.
fn contents_of(what: &str, made: &[u8]) -> Vec<Content> {
    let program = opened(what, made);
    let file = program.as_executorch_data();
    let Some(contents) = file.as_ref().and_then(contents) else {
        panic!("{what}: its entries cannot be read")
    };
    contents
}

/// The entries of two files, whatever their order: v0b lists tensors before blobs.
fn expect_same(what: &str, mut found: Vec<Content>, mut expected: Vec<Content>) {
    found.sort();
    expected.sort();
    let keys = |contents: &[Content]| contents.iter().map(|(key, ..)| key.clone()).collect::<Vec<_>>();
    assert!(found == expected, "{what}: {:?} instead of {:?}", keys(&found), keys(&expected));
}

fn entries(parts: &[u8]) -> Result<Vec<NewEntry<'_>>> {
    entries_from(arrays::read(parts)?)
}

fn content(entry: &NewEntry<'_>) -> Content {
    (entry.key.clone(), entry.layout.clone(), entry.data.to_vec())
}

/// A data file from arrays.
fn made(parts: &Parts<'_>) -> Changed {
    let Ok(entries) = entries(parts.first) else { return Changed::NotAsked };
    let version = *parts.choose(&VERSIONS).unwrap_or(&LayoutVersion::V1);
    let Ok(output) = build_data(version, &entries) else { return Changed::Refused };
    let made = output.to_vec();
    expect_sound("data from arrays", &made);
    expect_same(
        "data from arrays",
        contents_of("data from arrays", &made),
        entries.iter().map(content).collect(),
    );
    let program = opened("data from arrays", &made);
    let found = program.as_executorch_data().map(|file| file.layout_version);
    // Without entries, v0a and v0b do not differ.
    let told = found == Some(version) || entries.is_empty();
    assert!(told, "made in layout version {}, read in {found:?}", version.name());
    Changed::Done
}

/// Another layout version, and back again.
fn converted(file: &FlatTensorFile<'_>, parts: &Parts<'_>) -> Option<Changed> {
    let version = *parts.choose(&VERSIONS)?;
    let before = contents(file)?;
    let made = convert_data(file, version).ok()?.to_vec();
    if !sound(parts.first) {
        return None;
    }
    expect_as_good("data in another layout version", parts.first, &made, &[]);
    expect_same(
        "data in another layout version",
        contents_of("data in another layout version", &made),
        before,
    );
    let program = opened("data in another layout version", &made);
    let after = program.as_executorch_data()?;
    match convert_data(&after, file.layout_version) {
        Ok(back) => expect_same(
            "data converted back",
            contents_of("data converted back", &back.to_vec()),
            contents(file)?,
        ),
        Err(error) => panic!("data do not convert back to {}: {error}", file.layout_version.name()),
    }
    Some(Changed::Done)
}

/// Arrays, and the same entries of these.
fn extracted(file: &FlatTensorFile<'_>, parts: &Parts<'_>) -> Option<Changed> {
    let before = contents(file)?;
    let written = arrays_of(file).and_then(|arrays| arrays::safetensors::write(&arrays)).ok()?;
    if !sound(parts.first) {
        return None;
    }
    match entries(&written) {
        Ok(entries) => expect_same("arrays of data", entries.iter().map(content).collect(), before),
        Err(error) => panic!("arrays of data do not read: {error}"),
    }
    Some(Changed::Done)
}

/// Entries with the values of arrays.
fn values_set(file: &FlatTensorFile<'_>, parts: &Parts<'_>) -> Option<Changed> {
    let before = contents(file)?;
    let arrays = arrays::read(parts.second).ok()?;
    let names: Vec<String> = arrays.arrays.iter().map(|array| array.name.clone()).collect();
    let (output, _) = match set_values(file, arrays, parts.variant & 1 == 1).ok()? {
        Ok(set) => set,
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a problem");
            return None;
        }
    };
    let made = output.to_vec();
    if !sound(parts.first) {
        return None;
    }
    expect_as_good("data with values set", parts.first, &made, &[]);
    let after = contents_of("data with values set", &made);
    let others = |contents: Vec<Content>| -> Vec<Content> {
        contents.into_iter().filter(|(key, ..)| !names.contains(key)).collect()
    };
    let missing = names.iter().find(|name| !after.iter().any(|(key, ..)| key == *name));
    assert_eq!(missing, None, "a value that was set is not there");
    expect_same("entries that were not set", others(after), others(before));
    Some(Changed::Done)
}

/// Without one of the entries.
fn removed(file: &FlatTensorFile<'_>, parts: &Parts<'_>) -> Option<Changed> {
    let mut expected = contents(file)?;
    let key = parts.choose(&expected)?.0.clone();
    let mut editor = DataEditor::new(*file).ok()?;
    editor.remove(&key).ok()?;
    expected.remove(expected.iter().position(|(other, ..)| *other == key)?);
    finished("data without an entry", editor, parts, expected)
}

/// With another name for one of the entries.
fn renamed(file: &FlatTensorFile<'_>, parts: &Parts<'_>) -> Option<Changed> {
    let mut expected = contents(file)?;
    let key = parts.choose(&expected)?.0.clone();
    let to = String::from_utf8_lossy(parts.second.get(..64).unwrap_or(parts.second)).into_owned();
    let mut editor = DataEditor::new(*file).ok()?;
    editor.rename(&key, &to).ok()?;
    expected.iter_mut().find(|(other, ..)| *other == key)?.0 = to;
    finished("data with a renamed entry", editor, parts, expected)
}

/// With the second file as one more blob.
fn added(file: &FlatTensorFile<'_>, parts: &Parts<'_>) -> Option<Changed> {
    let mut expected = contents(file)?;
    let key = format!("entry {}", parts.variant);
    let mut editor = DataEditor::new(*file).ok()?;
    let entry = NewEntry { key, layout: None, data: Output::weights(parts.second) };
    expected.push(content(&entry));
    editor.add(entry).ok()?;
    finished("data with one more entry", editor, parts, expected)
}

fn finished(
    what: &str,
    editor: DataEditor<'_>,
    parts: &Parts<'_>,
    expected: Vec<Content>,
) -> Option<Changed> {
    let made = editor.finish().ok()?.to_vec();
    if !sound(parts.first) {
        return None;
    }
    expect_as_good(what, parts.first, &made, &[]);
    expect_same(what, contents_of(what, &made), expected);
    Some(Changed::Done)
}
