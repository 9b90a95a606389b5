//! Files of the corpus that the folders of the bench are made from, and copies of them that differ in bytes and are judged alike.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use outlast::{Options, Target, detect, open_with, reader};

use crate::random::Random;

/// Bytes that copies differ in.
const PLACES: usize = 3;
/// How many values each of them has: letters stay letters, mostly.
const VALUES: usize = 32;
/// Places that are tried.
const TRIES: usize = 60;

/// A file of the corpus.
pub(super) struct Sample {
    /// What its name ends with.
    pub(super) extension: String,
    pub(super) bytes: Vec<u8>,
    /// Bytes that can be changed without changing what is said of the file.
    places: Vec<usize>,
}

impl Sample {
    /// A file, and where it can be changed.
    pub(super) fn new(path: &Path, bytes: Vec<u8>, targets: &[Target], random: &mut Random) -> Sample {
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let places = places(&bytes, targets, random);
        Sample { extension, bytes, places }
    }

    /// How many copies differ from one another.
    pub(super) fn copies(&self) -> usize {
        VALUES.pow(u32::try_from(self.places.len()).unwrap_or(0))
    }

    /// The copy with this number.
    pub(super) fn copy(&self, number: usize) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let mut rest = number % self.copies();
        for place in &self.places {
            bytes[*place] ^= u8::try_from(rest % VALUES).unwrap_or(0);
            rest /= VALUES;
        }
        bytes
    }
}

/// Bytes of a file that can be changed.
fn places(bytes: &[u8], targets: &[Target], random: &mut Random) -> Vec<usize> {
    let wanted = said(bytes, targets);
    let mut places = Vec::new();
    let mut changed = bytes.to_vec();
    for _ in 0..TRIES {
        if places.len() == PLACES || bytes.is_empty() {
            break;
        }
        let place = random.below(bytes.len());
        let same = |value: &u8| {
            changed[place] = bytes[place] ^ value;
            said(&changed, targets) == wanted
        };
        if !places.contains(&place) && [1, 10, 20, 31].iter().all(same) {
            places.push(place);
        }
        changed[place] = bytes[place];
    }
    places
}

/// What is said of a file, in short: outcomes on these targets, or why there are none.
pub(super) fn said(bytes: &[u8], targets: &[Target]) -> Vec<String> {
    if let Some(holdings) = detect::holdings(bytes) {
        return holdings.found.into_iter().map(|hidden| hidden.address).collect();
    }
    match open_with(bytes, &Options::none()) {
        Ok(program) => match program.prepare() {
            Ok(subject) => targets
                .iter()
                .filter_map(|target| subject.check(&[], target).ok())
                .map(|verdict| verdict.outcome.name().to_string())
                .collect(),
            Err(error) => vec![error.to_string()],
        },
        Err(error) => vec![error.to_string()],
    }
}

/// The kind of a file, if it is one that `scan` looks into, and what its name ends with: `llvm-bitstream .pcm`.
fn kind(path: &Path, bytes: &[u8]) -> Option<String> {
    let kind = match detect::holdings(bytes) {
        Some(_) => "holder",
        None => reader(bytes).ok()?.1.kind.name(),
    };
    Some(format!("{kind} .{}", path.extension().unwrap_or_default().display()))
}

/// Files with their bytes, by kind.
pub(super) type ByKind = BTreeMap<String, Vec<(PathBuf, Vec<u8>)>>;

/// Files of the corpus with at most so many bytes, by their kind, in an order that is always the same.
pub(super) fn by_kind(corpus: &Path, most: usize) -> anyhow::Result<ByKind> {
    let mut found = ByKind::new();
    let mut folders = vec![corpus.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let mut paths = Vec::new();
        for entry in fs::read_dir(&folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path)?;
            if bytes.len() <= most
                && let Some(kind) = kind(&path, &bytes)
            {
                found.entry(kind).or_default().push((path, bytes));
            }
        }
    }
    Ok(found)
}
