//! Files of MLIR's own tests converted for other releases: read there, and understood as their producer does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::mlir::{KEPT, PAIRS, Setup, Tally, fresh};
use crate::play::tools::{Answer, Job, all};

/// How many files of each direction are taken, the same ones each time.
const SAMPLE: usize = 1500;

/// What reader and producer are, and the folder that keeps texts.
struct Pair<'s> {
    from: &'s str,
    to: &'s str,
    kept: PathBuf,
}

/// The part `convert`.
pub(super) fn run(setup: &Setup) -> anyhow::Result<Tally> {
    let mut tally = Tally(0, 0, 0);
    let outlast = setup.outlast();
    for (from, to, percent) in PAIRS {
        let originals = sample(setup.files(&format!("{from}-v6"))?);
        let pair = Pair { from, to, kept: setup.folder.join(KEPT) };
        let before = counted(&pair.ask(&originals, None)?);
        println!(
            "  {from} to {to}, before: {} files, {} read, {} to the same text",
            originals.len(),
            before.read,
            before.same
        );
        let out = fresh(&setup.folder.join(format!("converted-{from}-{to}")))?;
        let (written, said): (Vec<PathBuf>, Vec<String>) =
            converted(&outlast, to, &originals, &out)?.into_iter().unzip();
        let answers = pair.ask(&written, Some(&out))?;
        let after = counted(&answers);
        println!(
            "  {} files, {} written, {} read, {} to the same text, {} to another",
            originals.len(),
            written.len(),
            after.read,
            after.same,
            after.read - after.same
        );
        let mut cells: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for ((answer, verdict), file) in answers.iter().zip(&said).zip(&written) {
            *cells.entry((verdict, answer.did)).or_default() += 1;
            if answer.did != "same" && (verdict == "loads" || answer.did != "fails") {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                println!("    said {verdict}, really {}: {name}: {}", answer.did, answer.says);
            }
        }
        for ((verdict, real), count) in cells {
            println!("    verdict {verdict}, really {real}: {count}");
            tally.2 += usize::from(verdict == "loads" && real != "same");
        }
        match after.read * 100 >= originals.len() * percent && after.same * 100 >= after.read * 99 {
            true => tally.0 += 1,
            false => tally.2 += 1,
        }
    }
    Ok(tally)
}

/// Files in an order that their names alone tell; the first of them.
fn sample(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    files.sort_by_cached_key(|path| {
        Sha256::digest(path.file_name().unwrap_or_default().as_encoded_bytes()).to_vec()
    });
    files.truncate(SAMPLE);
    files
}

/// What is written of files for a reader, and the verdict on it. The reader says what is not known.
fn converted(
    outlast: &Path,
    to: &str,
    originals: &[PathBuf],
    out: &Path,
) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let target = format!("mlir-{to}");
    let mut written = Vec::new();
    for original in originals {
        let made = out.join(original.file_name().unwrap_or_default());
        let mut command = Command::new(outlast);
        command.arg("convert").arg(original).args([
            "--target",
            &target,
            "--allow-unknown",
            "--format",
            "json",
        ]);
        let output = command.arg("-o").arg(&made).output()?;
        match output.status.code() {
            Some(0) => {
                let answer: Value = serde_json::from_slice(&output.stdout)?;
                let verdict = answer["verdict"]["outcome"].as_str().context("a verdict")?;
                written.push((original.clone(), verdict.to_string()));
            }
            Some(1) => {}
            _ => bail!("{}: {}", original.display(), String::from_utf8_lossy(&output.stderr)),
        }
    }
    Ok(written)
}

/// How many files were read, and understood.
struct Counted {
    read: usize,
    same: usize,
}

fn counted(answers: &[Answer]) -> Counted {
    let of = |words: &[&str]| answers.iter().filter(|answer| words.contains(&answer.did)).count();
    Counted { read: of(&["same", "other", "excluded"]), same: of(&["same"]) }
}

impl Pair<'_> {
    /// What the reader does with files, or with what was made of them in a folder.
    fn ask(&self, originals: &[PathBuf], made: Option<&Path>) -> anyhow::Result<Vec<Answer>> {
        let job = |original: &PathBuf| {
            let made = made.map(|folder| folder.join(original.file_name().unwrap_or_default()));
            Job {
                file: made.unwrap_or_else(|| original.clone()),
                reader: format!("mlir-{}", self.to),
                original: Some((original.clone(), format!("mlir-{}", self.from))),
            }
        };
        all(&originals.iter().map(job).collect::<Vec<_>>(), &self.kept)
    }
}
