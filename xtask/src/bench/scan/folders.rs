//! The folders that are scanned: programs that differ in bytes, and a mix of all that a disk has.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use outlast::Target;
use sha2::{Digest, Sha256};

use super::samples::{Sample, by_kind, said};
use crate::random::Random;

/// Files of each folder.
pub(super) const FILES: usize = 10_000;
/// Files of a folder in it.
const IN_FOLDER: usize = 100;
/// Bytes of a small program at most.
const SMALL: usize = 16 << 10;
/// Bytes of a file of the mix at most.
const LARGE: usize = 64 << 10;
/// Samples of a kind.
const OF_KIND: usize = 40;

/// Where a file of a folder is.
fn at(folder: &Path, number: usize, extension: &str) -> PathBuf {
    folder.join(format!("{:03}/{number:05}.{extension}", number / IN_FOLDER))
}

fn fresh(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    for number in (0..FILES).step_by(IN_FOLDER) {
        let file = at(folder, number, "x");
        fs::create_dir_all(file.parent().context("a folder")?)?;
    }
    Ok(())
}

/// Programs of ExecuTorch and LLVM, half of each, none like another; each is good on one of its family's targets at least. Gives the number of files
/// of the corpus that they are made from.
pub(super) fn small(corpus: &Path, folder: &Path, targets: &[Target]) -> anyhow::Result<usize> {
    fresh(folder)?;
    let mut random = Random(1);
    let mut halves = Vec::new();
    for (folder, wanted) in [("executorch", "executorch-program .pte"), ("llvm", "llvm-bitstream .bc")] {
        let mut samples = Vec::new();
        for (path, bytes) in by_kind(&corpus.join(folder), SMALL)?.remove(wanted).unwrap_or_default() {
            if said(&bytes, targets).iter().any(|outcome| outcome == "loads" || outcome == "upgrades") {
                let sample = Sample::new(&path, bytes, targets, &mut random);
                samples.extend((sample.copies() > FILES).then_some(sample));
            }
        }
        ensure!(!samples.is_empty(), "no small file of kind {wanted} in {}", corpus.display());
        halves.push(samples);
    }
    let mut seen = BTreeSet::new();
    let mut next = vec![0; halves.len()];
    for number in 0..FILES {
        let half = number % halves.len();
        let samples = &halves[half];
        // Samples may be as alike as copies of one.
        loop {
            let nth = next[half];
            next[half] += 1;
            let sample = &samples[nth % samples.len()];
            ensure!(nth / samples.len() < sample.copies(), "too few copies that differ");
            let bytes = sample.copy(nth / samples.len());
            if seen.insert(Sha256::digest(&bytes)) {
                fs::write(at(folder, number, &sample.extension), bytes)?;
                break;
            }
        }
    }
    Ok(halves.iter().map(Vec::len).sum())
}

/// All kinds of programs and of files that hold them, sound, cut and damaged, and files that are none. Gives the kinds.
pub(super) fn mixed(corpus: &Path, folder: &Path) -> anyhow::Result<Vec<String>> {
    fresh(folder)?;
    let mut random = Random(2);
    let newest = ["executorch", "llvm", "swift", "mlir", "torch"].map(outlast::targets);
    let targets: Vec<Target> = newest.into_iter().filter_map(|all| all.ok()?.pop()).collect();
    let mut kinds: Vec<(String, Vec<Sample>)> = Vec::new();
    for (kind, files) in by_kind(corpus, LARGE)? {
        let step = files.len().div_ceil(OF_KIND);
        let chosen = files.into_iter().step_by(step.max(1));
        let samples = chosen.map(|(path, bytes)| Sample::new(&path, bytes, &targets, &mut random));
        kinds.push((kind, samples.collect()));
    }
    for number in 0..FILES {
        let (_, samples) = &kinds[random.below(kinds.len())];
        let sample = &samples[random.below(samples.len())];
        let mut bytes = sample.copy(random.below(FILES));
        let extension = match number % 20 {
            0..=11 => &sample.extension,
            12..=14 => {
                bytes.truncate(random.below(bytes.len()));
                &sample.extension
            }
            15 | 16 => {
                for _ in 0..=random.below(4) {
                    let place = random.below(bytes.len());
                    if let Some(byte) = bytes.get_mut(place) {
                        *byte ^= 1 << random.below(8);
                    }
                }
                &sample.extension
            }
            _ => {
                let (extension, foreign) = foreign(number, &mut random);
                fs::write(at(folder, number, extension), foreign)?;
                continue;
            }
        };
        fs::write(at(folder, number, extension), bytes)?;
    }
    Ok(kinds.into_iter().map(|(kind, _)| kind).collect())
}

/// A file that is no program.
fn foreign(number: usize, random: &mut Random) -> (&'static str, Vec<u8>) {
    let noise = |random: &mut Random| -> Vec<u8> {
        let len = 32 + random.below(512);
        (0..len).flat_map(|_| random.draw().to_le_bytes()).collect()
    };
    match random.below(6) {
        0 => ("txt", format!("Notes of run {number}.\n").repeat(1 + random.below(100)).into_bytes()),
        1 => ("json", format!("{{\"run\": {number}, \"loss\": [{}]}}\n", random.draw()).into_bytes()),
        2 => ("png", [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], &noise(random)].concat()),
        3 => ("zip", zip(&format!("word/document{number}.xml"))),
        4 => ("bin", noise(random)),
        _ => ("empty", Vec::new()),
    }
}

/// A zip archive with one member, which is empty.
fn zip(name: &str) -> Vec<u8> {
    let name = name.as_bytes();
    let len = u16::try_from(name.len()).unwrap_or(0).to_le_bytes();
    // Version, flags, method, time and date, checksum, sizes; the length of the name.
    let member = [&b"\x0a\0\0\0\0\0\0\0\x21\x58\0\0\0\0\0\0\0\0\0\0\0\0"[..], &len].concat();
    let mut file = [b"PK\x03\x04", &member[..], b"\0\0", name].concat();
    let at = u32::try_from(file.len()).unwrap_or(0).to_le_bytes();
    let entry = [b"PK\x01\x02\x0a\0", &member[..], &[0; 16], name].concat();
    let size = u32::try_from(entry.len()).unwrap_or(0).to_le_bytes();
    file.extend(entry);
    file.extend([&b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &size, &at, b"\0\0"].concat());
    file
}

/// Links to the files of a folder, so many of each, in folders of their own. Gives how many there are.
pub(super) fn links(from: &Path, to: &Path, of_each: usize) -> anyhow::Result<usize> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    let mut count = 0;
    for copy in 0..of_each {
        let folder = to.join(format!("{copy:03}"));
        fs::create_dir_all(&folder)?;
        for inner in fs::read_dir(from)? {
            for file in fs::read_dir(inner?.path())? {
                let file = file?;
                fs::hard_link(file.path(), folder.join(file.file_name()))?;
                count += 1;
            }
        }
    }
    Ok(count)
}
