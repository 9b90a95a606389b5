//! [`torch_records()`]: archives with records changed, and with checksums that are right.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use outlast_core::{Code, Output, Severity};
use outlast_testkit::corpus;
use outlast_testkit::partition::Partition;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::archive::write::Editor;
use outlast_torchscript::verify::{self, codes};

use crate::changed::Changed;
use crate::library::{self, Family};
use crate::program::{MOST_BYTES, program};

/// Archives of all layouts. An input names one by its place in this list: it only grows at its end.
const BASES: &[&str] = &[
    "torch/1.2.0/attributes.pt",
    "torch/1.3.1/named.pt",
    "torch/1.5.1/lite.ptl",
    "torch/1.5.1/constants.pt",
    "torch/1.10.2/lite_attributes.ptl",
    "torch/1.10.2/quantised.pt",
    "torch/1.13.1/lite_control.ptl",
    "torch/1.13.1/enums.pt",
    "torch/2.15.0/script.pt",
    "torch/2.15.0/attributes.pt",
    "torch/2.15.0/lite_control.ptl",
    "torch/2.15.0/lite_constants.ptl",
    "torch/2.15.0/extra.pt",
    "torch/2.15.0/state_dict.pth",
    "torch/2.15.0/package.pt",
    "torch/2.15.0/exported.pt2",
];

/// Records that are added, by name: an archive becomes another one by them.
const NAMES: &[&str] = &[
    "version",
    ".data/version",
    "byteorder",
    ".storage_alignment",
    "model.json",
    "attributes.pkl",
    "data.pkl",
    "constants.pkl",
    "bytecode.pkl",
    "mobile_debug_handles.pkl",
    "code/__torch__.py",
    "code/__torch__.py.debug_pkl",
    "traced_inputs.pkl",
    "extra/note.txt",
    "archive_format",
    "archive_version",
    "models/model.json",
    "serialized_exported_program.json",
    "data/weights/model.pt",
    "data/0",
];

/// Most changes of one input.
const MOST_CHANGES: usize = 4;

/// The archives that inputs name.
pub(crate) fn bases() -> &'static [Vec<u8>] {
    static READ: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |name: &&str| match std::fs::read(corpus::root().join(name)) {
            Ok(bytes) => bytes,
            Err(error) => panic!("{name}: {error}"),
        };
        BASES.iter().map(read).collect()
    })
}

/// The names of an archive's records, in their order.
pub(crate) fn names(archive: &TorchArchive<'_>) -> Vec<String> {
    archive.records().into_iter().flatten().map(|record| record.name.into_owned()).collect()
}

/// What becomes of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// It gets another content.
    Replace,
    /// It is removed.
    Remove,
    /// One of [`NAMES`] is added, or gets another content where it is there.
    Add,
}

impl Deed {
    const ALL: [Deed; 3] = [Deed::Replace, Deed::Remove, Deed::Add];
}

/// A change as an input says it: a byte for what is done, one for the record, two for the length of the content (little-endian), the content.
pub(crate) fn change(deed: Deed, record: usize, content: &[u8]) -> Option<Vec<u8>> {
    let deed = Deed::ALL.iter().position(|one| *one == deed)?;
    let [low, high] = u16::try_from(content.len()).ok()?.to_le_bytes();
    let head = [u8::try_from(deed).ok()?, u8::try_from(record).ok()?, low, high];
    Some([&head[..], content].concat())
}

/// Changes records of an archive of the corpus, which the first byte names, and does with the outcome what [`program()`] does.
///
/// # Panics
///
/// Where the outcome is not an archive with these records and no others; where verification speaks of checksums, unreadable records or
/// bytes between records; where the regions of the outcome do not partition it, or it does not replay; and as [`program()`].
pub fn torch_records(input: &[u8]) -> Changed {
    let Some((base, rest)) = input.split_first() else { return Changed::NotAsked };
    let base = bases().get(usize::from(*base) % BASES.len()).map(Vec::as_slice).unwrap_or_default();
    if input.len().saturating_add(base.len()) > MOST_BYTES {
        return Changed::NotAsked;
    }
    let archive = match TorchArchive::open(base) {
        Ok(archive) => archive,
        Err(error) => panic!("an archive of the corpus does not open: {error}"),
    };
    let Some((bytes, expected)) = edit(&archive, rest) else { return Changed::Refused };
    looked_at(&bytes, &expected);
    Changed::Done
}

/// Contents of records, by name.
type Contents = BTreeMap<String, Vec<u8>>;

/// The edited archive, and what it has to have in it: contents by name. `None` if an edit is refused, or none is asked for.
fn edit(archive: &TorchArchive<'_>, mut rest: &[u8]) -> Option<(Vec<u8>, Contents)> {
    let names = names(archive);
    let mut expected = BTreeMap::new();
    for name in &names {
        match archive.content(name) {
            Ok(Some(content)) => drop(expected.insert(name.clone(), content.into_owned())),
            other => panic!("{name}: {other:?}"),
        }
    }
    let mut editor = match Editor::new(archive) {
        Ok(editor) => editor,
        Err(error) => panic!("an archive of the corpus is not edited: {error}"),
    };
    let mut changes = 0;
    while let Some(([deed, which, low, high], behind)) = rest.split_first_chunk::<4>()
        && changes < MOST_CHANGES
    {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(behind.len());
        let (content, next) = behind.split_at(length);
        (rest, changes) = (next, changes + 1);
        let deed = Deed::ALL[usize::from(*deed) % Deed::ALL.len()];
        let choice = |from: usize| usize::from(*which).checked_rem(from);
        let name = match deed {
            Deed::Replace | Deed::Remove => names.get(choice(names.len())?)?.as_str(),
            Deed::Add => NAMES.get(choice(NAMES.len())?)?,
        };
        let done = match deed {
            Deed::Remove => {
                expected.remove(name);
                editor.remove(name)
            }
            _ => {
                let there = expected.insert(name.to_owned(), content.to_vec()).is_some();
                let content = Output::of(content.to_vec());
                // What was added by the change before cannot be changed once more.
                if there { editor.replace(name, content) } else { editor.add(name, content) }
            }
        };
        done.ok()?;
    }
    let output = if changes > 0 { editor.finish().ok()? } else { return None };
    Some((output.to_vec(), expected))
}

/// Codes of findings that no archive has whose records alone were changed.
const OF_THE_CONTAINER: [Code; 7] = [
    codes::DUPLICATE_RECORD,
    codes::OVERLAPPING_RECORDS,
    codes::UNREADABLE_RECORD,
    codes::BAD_CHECKSUM,
    codes::UNSAFE_NAME,
    codes::STRAY_BYTES,
    codes::COMPRESSED_DATA,
];

fn looked_at(bytes: &[u8], expected: &Contents) {
    let archive = match TorchArchive::open(bytes) {
        Ok(archive) => archive,
        Err(error) => panic!("the edited archive does not open: {error}"),
    };
    // Names count from the root folder, which an archive of `torch.export` may get or lose by an edit.
    let root = |name: &str| name.split_once('/').map_or(name.to_owned(), |(_, rest)| rest.to_owned());
    let mut found: Vec<String> =
        names(&archive).iter().map(|name| root(&archive.member_name(name))).collect();
    let whole = |name: &String| if archive.root().is_empty() { root(name) } else { name.clone() };
    let mut wanted: Vec<String> = expected.keys().map(whole).collect();
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted, "records of the edited archive");
    for (name, content) in expected.iter().filter(|_| !archive.root().is_empty()) {
        match archive.content(name) {
            Ok(Some(found)) => assert!(*found == **content, "{name}: another content"),
            other => panic!("{name}: {other:?}"),
        }
    }
    for finding in verify::file(bytes) {
        let here = finding.place.span.source.parts().is_empty();
        let of_container = here && OF_THE_CONTAINER.contains(&finding.code);
        // Records that are archives have findings of their own.
        assert!(!of_container, "the edited archive: {finding:?}");
        assert!(finding.severity < Severity::Error || !finding.title.is_empty());
    }
    // Also of what is no archive of PyTorch any more.
    let mut sink = Partition::default();
    outlast_torchscript::regions(bytes, &mut sink);
    let faults = sink.finish(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    assert!(faults.is_empty(), "{} faults in regions: {:#?}", faults.len(), faults.first());
    if Family::by_magic(bytes) == Some(Family::Torch) {
        match library::open(bytes).map(|program| library::replay(&program)) {
            Ok(Ok(copy)) => assert!(copy == bytes, "the edited archive replays to other bytes"),
            other => panic!("the edited archive does not replay: {other:?}"),
        }
        program(Family::Torch, bytes);
    }
}
