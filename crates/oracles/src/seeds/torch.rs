//! Inputs of the oracles over the parts of PyTorch's files.

use outlast_torchscript::archive::{Legacy, TorchArchive, is_legacy};
use outlast_torchscript::pickle::Limits;

use super::{MOST_BYTES, below, family, files_below, read};
use crate::library::Family;
use crate::torch::records::{Deed, bases, change, names};

/// The contents of all records of all archives, by name.
fn contents() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for bytes in family(Family::Torch) {
        let Ok(archive) = TorchArchive::open(&bytes) else { continue };
        for name in names(&archive) {
            if let Ok(Some(content)) = archive.content(&name) {
                found.push((name, content.into_owned()));
            }
        }
    }
    found
}

/// Largest content of a record: the base is a part of what is looked at, and contents are up to 65,535 bytes.
const MOST_CONTENT: usize = 1 << 15;

/// Every record of every base as it is; malicious pickles in place of the first.
pub(super) fn records() -> Vec<Vec<u8>> {
    let evil = files_below(&["bad/torch"], &["pkl"]);
    let mut inputs = Vec::new();
    for (number, base) in (0..).zip(bases()) {
        let Ok(archive) = TorchArchive::open(base) else { continue };
        for (at, name) in names(&archive).iter().enumerate() {
            let Ok(Some(content)) = archive.content(name) else { continue };
            inputs.push((number, change(Deed::Replace, at, &content)));
            inputs.push((number, change(Deed::Remove, at, b"")));
            if *name == "data.pkl" {
                inputs.extend(evil.iter().map(|pickle| (number, change(Deed::Replace, at, pickle))));
            }
        }
    }
    let whole = |(base, change): (u8, Option<Vec<u8>>)| Some([&[base][..], &change?].concat());
    inputs.into_iter().filter_map(whole).filter(|input| input.len() <= MOST_CONTENT).collect()
}

/// The code of all archives, and what tests of the language have.
pub(super) fn sources() -> Vec<Vec<u8>> {
    let code = contents().into_iter().filter(|(name, _)| name.ends_with(".py"));
    distinct(code.map(|(_, text)| text))
}

/// The pickles of all files, malicious ones included.
pub(super) fn pickles() -> Vec<Vec<u8>> {
    let alone = read(&below(&["torch/pickles", "bad/torch"]), MOST_BYTES as u64).into_iter();
    let alone = alone.filter(|(name, _)| name.ends_with(".pkl"));
    let inside = contents().into_iter().filter(|(name, _)| name.ends_with("pkl"));
    let mut all: Vec<Vec<u8>> = alone.chain(inside).map(|(_, pickle)| pickle).collect();
    for path in below(&["torch"]) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        if let (true, Ok(legacy)) = (is_legacy(&bytes), Legacy::read(&bytes, Limits::default())) {
            all.extend(legacy.parts.iter().filter_map(|part| bytes.get(part.at..).map(<[u8]>::to_vec)));
        }
    }
    distinct(all.into_iter())
}

fn distinct(inputs: impl Iterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = inputs.filter(|input| input.len() <= MOST_BYTES).collect();
    inputs.sort_by_key(|input| (input.len(), input.clone()));
    inputs.dedup();
    inputs
}
