//! Files of the corpus that fuzzing starts from, and inputs made of them: [`TARGETS`] lists the targets of `fuzz/`.

mod changes;
mod opsets;
mod torch;

use std::path::{Path, PathBuf};

use outlast_testkit::corpus;

use crate::library::Family;

/// Every file below these folders of the corpus, sorted by path.
pub fn below(folders: &[&str]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = folders.iter().flat_map(|folder| corpus::below(folder)).collect();
    found.sort();
    found
}

/// The bytes of files of at most so many bytes, with their paths in the corpus, smallest first.
///
/// # Panics
///
/// If a file cannot be read.
pub fn read(paths: &[PathBuf], most: u64) -> Vec<(String, Vec<u8>)> {
    let small = |path: &&PathBuf| std::fs::metadata(corpus::at(path)).is_ok_and(|found| found.len() <= most);
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(corpus::root()).unwrap_or(Path::new("?")).display().to_string();
        let bytes = corpus::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, bytes)
    };
    let mut all: Vec<_> = paths.iter().filter(small).map(read).collect();
    all.sort_by(|(one, a), (other, b)| a.len().cmp(&b.len()).then_with(|| one.cmp(other)));
    all
}

/// A target of `fuzz/`.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Its name.
    pub name: &'static str,
    /// The inputs that it starts from.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets of `fuzz/`.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget { name: "executorch", seeds: || family(Family::Executorch) },
    FuzzTarget { name: "llvm", seeds: || family(Family::Llvm) },
    FuzzTarget { name: "swift", seeds: || family(Family::Swift) },
    FuzzTarget { name: "mlir", seeds: || family(Family::Mlir) },
    FuzzTarget { name: "torch", seeds: || family(Family::Torch) },
    FuzzTarget { name: "torch_records", seeds: torch::records },
    FuzzTarget { name: "torch_source", seeds: torch::sources },
    FuzzTarget { name: "torch_pickles", seeds: torch::pickles },
    FuzzTarget { name: "schema", seeds: || beside_corpus("fbs") },
    FuzzTarget { name: "bfbs", seeds: || beside_corpus("bfbs") },
    FuzzTarget { name: "arrays", seeds: || files_below(&["executorch"], &["npz", "npy", "safetensors"]) },
    FuzzTarget { name: "edits", seeds: changes::edits },
    FuzzTarget { name: "bundles", seeds: changes::bundles },
    FuzzTarget { name: "data", seeds: changes::data },
    FuzzTarget { name: "imports", seeds: changes::imports },
    FuzzTarget { name: "opset_tables", seeds: opsets::tables },
    FuzzTarget { name: "opset_lints", seeds: opsets::lints },
];

/// Largest seed: that of the inputs that libFuzzer is asked to make.
pub const MOST_BYTES: usize = 1 << 16;

/// Folders of a family's files.
pub fn folders(family: Family) -> &'static [&'static str] {
    match family {
        Family::Executorch => &["executorch", "executorch-models", "bad/executorch"],
        Family::Llvm | Family::Swift => &["llvm", "bad/bitstream"],
        Family::Mlir => &["mlir", "bad/mlir"],
        Family::Torch => &["torch", "torch-export", "bad/torch", "bad/torch-lite"],
    }
}

/// The files of a family, and what fuzzers found.
fn family(family: Family) -> Vec<Vec<u8>> {
    let paths = [below(folders(family)), below(&["bad/fuzz"])].concat();
    let files = read(&paths, limit()).into_iter().map(|(_, bytes)| bytes);
    files.filter(|bytes| Family::by_magic(bytes) == Some(family)).collect()
}

/// Files below these folders of the corpus with one of these extensions.
fn files_below(folders: &[&str], extensions: &[&str]) -> Vec<Vec<u8>> {
    let wanted = |path: &PathBuf| extension(path).is_some_and(|found| extensions.contains(&found));
    let paths: Vec<PathBuf> = below(folders).into_iter().filter(wanted).collect();
    read(&paths, limit()).into_iter().map(|(_, bytes)| bytes).collect()
}

/// Files with this extension beside the sources of ExecuTorch and of FlatBuffers.
fn beside_corpus(wanted: &str) -> Vec<Vec<u8>> {
    let folders = ["../crates/executorch/schemas", "../crates/flatbuffers/tests"];
    files_below(&folders, &[wanted])
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

fn limit() -> u64 {
    u64::try_from(MOST_BYTES).unwrap_or(u64::MAX)
}
