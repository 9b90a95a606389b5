//! Recorded runs: no file of the corpus is one on which a real reader crashed, hung or used up its memory.
//!
//! The rule holds for what a reader did when it was given the file as its users give it. Where such a run is on record, the file goes, and
//! the row may stay: it says what crashed, in which version.

use std::path::{Path, PathBuf};

use outlast_testkit::corpus;

/// Whether a field of a row says that a reader did not end by itself. LLVM's `report_fatal_error` names what is wrong with the input before
/// it aborts; rows have it as that message.
fn harms(field: &str) -> bool {
    const WHOLE: &[&str] = &["crash", "hang", "timeout", "memory"];
    const FIRST: &[&str] =
        &["crash ", "signal ", "SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGKILL", "SIGTRAP"];
    const ANYWHERE: &[&str] =
        &["Segmentation fault", "terminate called after", "LLVM ERROR: out of memory", "std::bad_alloc"];
    WHOLE.contains(&field)
        || FIRST.iter().any(|word| field.starts_with(word))
        || ANYWHERE.iter().any(|word| field.contains(word))
}

/// Tables of recorded runs: `runs/*`, `verdicts/*.tsv`, `outcomes.tsv`.
fn tables() -> Vec<PathBuf> {
    let mut found = corpus::files("", &["tsv", "txt"]);
    found.retain(|path| {
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
        let name = path.file_name().unwrap_or_default();
        folder == "runs" || folder == "verdicts" || name == "outcomes.tsv"
    });
    found
}

/// The file of the corpus that a row is about, if it is there: named by its first fields, below the folder of the table or around it.
fn file_of(table: &Path, fields: &[&str]) -> Option<PathBuf> {
    let [first, second, ..] = fields else { return None };
    let names = [(*first).to_string(), (*second).to_string(), format!("{first}/{second}")];
    let folder = table.parent()?;
    let around = [
        folder.to_path_buf(),
        folder.parent()?.to_path_buf(),
        corpus::root(),
        corpus::root().join("bad/torch-lite"),
    ];
    let places = around.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
    places.map(|path| corpus::at(&path)).find(|path| path.is_file())
}

#[test]
fn nothing_recorded_harms_a_reader() {
    let (mut rows, mut gone, mut harmful) = (0, 0, Vec::new());
    let tables = tables();
    for table in &tables {
        let text = std::fs::read_to_string(table).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            rows += 1;
            let fields: Vec<&str> = line.split('\t').collect();
            if !fields.iter().skip(1).any(|field| harms(field)) {
                continue;
            }
            match file_of(table, &fields) {
                None => gone += 1,
                Some(path) => harmful.push(format!("{}: {line}", path.display())),
            }
        }
    }
    println!("{rows} rows of {} tables; {gone} about files that are gone", tables.len());
    assert!(harmful.is_empty(), "{}", harmful.join("\n"));
    assert!(tables.len() >= 40 && rows > 30_000, "{} tables, {rows} rows", tables.len());
}

/// What the manifest says of a file is what its reader said: that it read it, or an error.
#[test]
fn the_manifest_names_no_crash() {
    let manifest = std::fs::read_to_string(corpus::root().join("manifest.toml")).unwrap();
    const WORDS: &[&str] =
        &[": crashes", ": hangs", "ended by signal", "ends by signal", "out of memory", "does not answer"];
    let named: Vec<&str> =
        manifest.lines().filter(|line| WORDS.iter().any(|word| line.contains(word))).collect();
    assert!(named.is_empty(), "{}", named.join("\n"));
}

#[test]
fn harm_is_told_from_refusals() {
    for field in [
        "crash",
        "crash 11",
        "signal 6",
        "SIGSEGV:",
        "hang",
        "SIGABRT: terminate called after throwing an instance of 'c10::Error'",
    ] {
        assert!(harms(field), "{field}");
    }
    for field in [
        "fails",
        "1",
        "SigmoidCrossEntropy",
        "LLVM ERROR: Invalid abbrev number",
        "crashes are mentioned here",
        "memory planning failed",
    ] {
        assert!(!harms(field), "{field}");
    }
}
