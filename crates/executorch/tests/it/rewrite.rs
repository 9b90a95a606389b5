//! Every genuine file: unchanged by an edit that changes nothing, decoded and encoded, packed anew, edited and back.

use outlast_core::{Bytes, Severity};
use outlast_executorch::edit::{ProgramEditor, repack};
use outlast_executorch::{ProgramFile, schemas, verify};
use outlast_flatbuffers::{json, replay};

/// All program files of the corpus.
pub(crate) fn programs() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for path in outlast_testkit::corpus::files("executorch", &["pte"]) {
        found.push((path.display().to_string(), outlast_testkit::corpus::read(&path).unwrap()));
    }
    outlast_testkit::corpus::figures(found.len(), 1128);
    found
}

pub(crate) fn dump(file: &ProgramFile<'_>) -> String {
    let mut text = String::new();
    json::write(file.flatbuffer, schemas::program(), &mut text).unwrap();
    text
}

fn errors(data: &[u8]) -> Vec<String> {
    let findings = verify::program(Bytes::new(data, 0));
    findings
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| format!("{} {}", d.code, d.title))
        .collect()
}

#[test]
fn nothing_changed_is_the_same_file() {
    for (name, data) in programs() {
        let file = ProgramFile::open(Bytes::new(&data, 0)).unwrap();
        let edited = ProgramEditor::new(file).unwrap().finish().unwrap();
        assert!(edited.output.to_vec() == data, "{name}");
        let replayed = replay::replay(file.flatbuffer, schemas::program(), file.container_header()).unwrap();
        assert!(replayed.buffer.is(file.flatbuffer.data()), "{name}");
        assert!(
            replayed.kept * 10 < data.len().max(4000),
            "{name}: {} of {} kept",
            replayed.kept,
            data.len()
        );
    }
}

#[test]
fn repacked_says_the_same() {
    for (name, data) in programs() {
        let file = ProgramFile::open(Bytes::new(&data, 0)).unwrap();
        let packed = repack(&file).unwrap_or_else(|e| panic!("{name}: {e}")).to_vec();
        let again = ProgramFile::open(Bytes::new(&packed, 0)).unwrap();
        assert_eq!(dump(&file), dump(&again), "{name}");
        assert_eq!(errors(&packed), Vec::<String>::new(), "{name}");
        assert!(packed.len() <= data.len() + 2 * 4096, "{name}: {} of {}", packed.len(), data.len());
    }
}

#[test]
fn a_longer_name_and_back() {
    for (name, data) in programs() {
        let file = ProgramFile::open(Bytes::new(&data, 0)).unwrap();
        let old = file.root.execution_plan().unwrap().unwrap().get(0).unwrap().name().unwrap().unwrap();
        let old = old.text().unwrap().to_string();
        let rename = |data: &[u8], to: &str| {
            let file = ProgramFile::open(Bytes::new(data, 0)).unwrap();
            let mut editor = ProgramEditor::new(file).unwrap();
            let plan = editor.plan(0).unwrap();
            let text = editor.tables.build.string(to);
            editor.tables.set(plan, 0, text);
            editor.finish().unwrap().output.to_vec()
        };
        let renamed = rename(&data, "a_name_that_is_longer_than_the_one_before");
        assert_eq!(errors(&renamed), Vec::<String>::new(), "{name}");
        let back = rename(&renamed, &old);
        let again = ProgramFile::open(Bytes::new(&back, 0)).unwrap();
        assert_eq!(dump(&file), dump(&again), "{name}");
    }
}
