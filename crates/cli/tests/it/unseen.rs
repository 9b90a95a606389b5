//! Sets that were unseen until their first score (`docs/accuracy.md`): what a later tool says of their files is no worse.
//!
//! `corpus/unseen/FAMILY/SET/outcomes.tsv` has what the real readers did: file, target, outcome, stage, message.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::run::{outlast, root};

/// Cells that were wrong at the first score, and that no rule has mended yet: file, target.
const KNOWN: &[(&str, &str)] = &[
    // Weights by name, which these releases do not look up: the bytes that they take instead give nearly the same.
    ("1.5.1-xnn_parcels_sqt.pte", "executorch-0.3.0"),
    ("1.5.1-xnn_parcels_sqt.pte", "executorch-0.5.0"),
];

/// Files of these sets that are not kept, since they end a process of some reader.
const GONE: usize = 57;

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("unseen_sets_are_judged_no_worse_than_at_first", no_worse)]
}

fn no_worse() -> Result<(), Failed> {
    let (mut cells, mut wrong, mut unknown, mut gone) = (0, Vec::new(), 0, 0);
    let mut sets = Vec::new();
    for family in folders(&root().join("corpus/unseen"))? {
        sets.extend(folders(&family)?);
    }
    for folder in sets {
        let text = std::fs::read_to_string(folder.join("outcomes.tsv"))?;
        let mut files: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let [file, target, outcome, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
                return Err(format!("{}: {line}", folder.display()).into());
            };
            files.entry(file).or_default().push((target, outcome));
        }
        for (file, real) in files {
            let targets: Vec<&str> = real.iter().map(|(target, _)| *target).collect();
            let path = folder.join(file);
            if !path.exists() {
                // A reader was seen to end its process: the file is not kept. Those of ExecuTorch are judged by their facts, in the library's tests.
                gone += 1;
                continue;
            }
            let data = path.with_extension("ptd");
            let (path, data) = path.to_str().zip(data.to_str()).ok_or("a path that is not text")?;
            let names = targets.iter().map(|target| asked(target)).collect::<Vec<_>>().join(",");
            let mut question = vec!["check", "--format", "json", "--target", &names, path];
            if Path::new(data).exists() {
                question.extend(["--data", data]);
            }
            let run = outlast(&question);
            let answer: Value = serde_json::from_str(&run.stdout)?;
            for (at, (target, real)) in real.iter().enumerate().filter(|(_, (_, real))| *real != "excluded") {
                let result = &answer["results"][at];
                let noted = result["notes"].as_array().is_some_and(|notes| !notes.is_empty());
                cells += 1;
                match (*real, result["outcome"].as_str().unwrap_or("none")) {
                    (_, "unknown") => unknown += 1,
                    ("misreads", "loads") if noted => {}
                    ("loads", "upgrades") => {}
                    (real, said) if real == said || KNOWN.contains(&(file, target)) => {}
                    (real, said) => wrong.push(format!("{file} by {target}: {real}, said {said}")),
                }
            }
        }
    }
    if cells == 0 || !wrong.is_empty() || unknown * 20 > cells || gone != GONE {
        return Err(format!(
            "{cells} cells, {unknown} unknown, {gone} files that are not kept, wrong: {wrong:#?}"
        )
        .into());
    }
    Ok(())
}

/// The program that a set's target stands for: what compiles was not a target yet, and `llvm-dis` was asked, but of LLVM 20.
fn asked(target: &str) -> String {
    match target.strip_prefix("llvm-").filter(|release| release.starts_with(|c: char| c.is_ascii_digit())) {
        Some(release) if !release.starts_with("20.") => format!("llvm-dis-{release}"),
        _ => target.to_string(),
    }
}

/// Folders in a folder, in order.
fn folders(path: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let entries: Vec<PathBuf> =
        std::fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    let mut found: Vec<PathBuf> = entries.into_iter().filter(|path| path.is_dir()).collect();
    found.sort();
    Ok(found)
}
