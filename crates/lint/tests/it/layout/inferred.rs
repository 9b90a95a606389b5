//! Layouts inferred from the corpus: the modules of Clang 14 to 22 show the changes that are known.

use std::path::PathBuf;

use outlast_lint::layout::{
    self, Inference, Layout, Predicate, Question, infer, llvm_ir_readers, read_toml, write_toml,
};
use outlast_lint::{Answer, DataQuestion, Level, Report};

use crate::support::line;

fn folder(release: &str) -> PathBuf {
    outlast_testkit::corpus::root().join("llvm").join(release)
}

/// Files of a release, by their endings.
fn files(release: &str, endings: &[&str]) -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(folder(release)).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let named = |path: &PathBuf| endings.iter().any(|ending| path.to_str().unwrap().ends_with(ending));
    let files = names.into_iter().filter(named);
    files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), std::fs::read(&path).unwrap()))
        .collect()
}

fn inferred(release: &str, endings: &[&str], readers: &Layout) -> Inference {
    let files = files(release, endings);
    infer(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())), readers)
}

fn changes(report: &Report) -> Vec<String> {
    report.findings.iter().map(line).collect()
}

#[test]
fn modules_of_clang_14_to_22_show_the_known_changes() {
    let readers = llvm_ir_readers().unwrap();
    let [old, mid, new] = ["14.0.6", "19.1.7", "22.1.8"].map(|release| inferred(release, &[".bc"], &readers));
    println!(
        "14: {} streams, 19: {}, 22: {}; skipped {:?}",
        old.streams, mid.streams, new.streams, new.skipped
    );
    assert!(old.streams >= 4 && mid.streams >= 10 && new.streams >= 5);
    let report = layout::lint(&old.layout, &new.layout).unwrap();
    let lines = changes(&report);
    for line in &lines {
        println!("14 -> 22: {line}");
    }
    let has = |start: &str, of: &[String]| {
        assert!(of.iter().any(|line| line.starts_with(start)), "no `{start}` in\n{}", of.join("\n"));
    };
    // The constant GEP that old readers take for `undef`; debug records; debug info that got longer.
    has("layout-record-renumbered depends-on-data old-reads-new CONSTANTS_BLOCK.CE_GEP", &lines);
    has("layout-record-added depends-on-data old-reads-new FUNCTION_BLOCK.DEBUG_RECORD_DECLARE", &lines);
    has("layout-observed-longer depends-on-data old-reads-new METADATA_BLOCK.COMPILE_UNIT", &lines);
    has("layout-observed-longer depends-on-data old-reads-new METADATA_BLOCK.BASIC_TYPE", &lines);
    // Records that the tables of release 14 name are known to its readers, seen or not.
    assert!(!lines.iter().any(|line| line.contains("INST_PHI")), "{}", lines.join("\n"));
    // Nothing is a break that only files show.
    assert!(report.findings.iter().all(|finding| finding.level != Level::Break));
    let later = changes(&layout::lint(&mid.layout, &new.layout).unwrap());
    for line in &later {
        println!("19 -> 22: {line}");
    }
    assert!(!later.iter().any(|line| line.contains("CE_GEP")), "{}", later.join("\n"));
}

#[test]
fn questions_are_answered_by_files() {
    let readers = llvm_ir_readers().unwrap();
    let (old, new) = (inferred("14.0.6", &[".bc"], &readers), inferred("22.1.8", &[".bc"], &readers));
    let report = layout::lint(&old.layout, &new.layout).unwrap();
    let mut asked = 0;
    for finding in report.findings.iter().filter(|finding| finding.rule.name == "layout-record-added") {
        let Some(DataQuestion::Layout(question)) = &finding.data else { panic!("{finding:?}") };
        let ask = |release: &str| {
            let files = files(release, &[".bc"]);
            question.ask_all(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))
        };
        let (before, after) = (ask("14.0.6"), ask("22.1.8"));
        assert!(before.with.is_empty() && before.without > 0, "{}: {before:?}", question.text());
        assert!(!after.with.is_empty(), "{}: {after:?}", question.text());
        asked += 1;
    }
    assert!(asked >= 1);
    // No module of the corpus has an epoch but 0.
    let epoch =
        Question::at("IDENTIFICATION.EPOCH", 13, Some(2), Predicate::Above(layout::Operand::At(0), 0));
    for (_, bytes) in files("22.1.8", &[".bc"]) {
        assert_eq!(epoch.ask(&bytes).unwrap(), Answer::Never);
    }
    assert!(epoch.ask(b"not a stream").is_err());
}

#[test]
fn other_formats_are_inferred_too() {
    let readers = read_toml("any.toml", "[format]\nname = \"Any\"\nmagic = \"DIAG\"\n").unwrap();
    let (old, new) = (inferred("14.0.6", &[".dia"], &readers), inferred("22.1.8", &[".dia"], &readers));
    assert!(old.streams > 0 && new.streams > 0);
    println!("{}", write_toml(&new.layout));
    for line in changes(&layout::lint(&old.layout, &new.layout).unwrap()) {
        println!("diagnostics 14 -> 22: {line}");
    }
    // What was inferred can be kept as a description.
    let again = read_toml("inferred.toml", &write_toml(&new.layout)).unwrap();
    assert_eq!(again.blocks.len(), new.layout.blocks.len());
    let swift = inferred("swift-6.0.3", &[".swiftmodule"], &readers);
    let control = swift.layout.blocks.iter().find(|block| block.name == "CONTROL_BLOCK");
    let metadata = control.and_then(|block| block.records.iter().find(|record| record.name == "METADATA"));
    let seen = metadata.and_then(|record| record.seen.as_ref()).unwrap();
    println!("swift METADATA: {seen:?}");
    assert_eq!((seen.fewest, seen.blobs), (seen.most, seen.records));
}
