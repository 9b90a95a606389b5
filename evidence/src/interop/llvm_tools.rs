//! Verdicts for single programs of a release, `opt-19` or `lld-14`, against these programs (`evidence/peers/llvm/reader_tools.py`), and what rows quote
//! against what is in the libraries (`messages.py`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use serde_json::Value;

use super::llvm::{SCRIPTS, Setup, Tally, in_parallel};
use crate::run::{read, root, run as execute};

/// So many of the modules that the part `verdicts` makes.
const MADE: usize = 300;

/// The programs that are asked, as the script has them.
const PROGRAMS: &str = "opt,llc,clang,llvm-link,llvm-dis,lld";

/// What a program did with a file: itself, its major release, `reads`, `refuses` or `excluded`, and its message.
type Did = [String; 4];

/// The part.
pub(super) fn tools(setup: &Setup) -> anyhow::Result<Tally> {
    let work = setup.folder.join("tools");
    fs::create_dir_all(&work)?;
    let files = files(setup)?;
    let list = work.join("files.txt");
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    fs::write(&list, names.join("\n"))?;
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("OUTLAST_LLVM", &setup.folder);
    command.arg(format!("{SCRIPTS}/reader_tools.py")).arg(&work).arg("--ask").arg(&list);
    execute(command)?;
    let mut by_file: BTreeMap<String, Vec<Did>> = BTreeMap::new();
    for line in fs::read_to_string(work.join("outcomes.part"))?.lines() {
        let [file, program, release, did, message] = line.split('\t').collect::<Vec<_>>()[..] else {
            continue;
        };
        if names.iter().any(|name| name == file) {
            let cell = [program, release, did, message].map(str::to_string);
            by_file.entry(file.to_string()).or_default().push(cell);
        }
    }
    let files: Vec<_> = by_file.into_iter().collect();
    println!("  {} files", files.len());
    in_parallel(&files, |(file, cells), tally| judge(setup, file, cells, tally))
}

/// The part `messages`: whether a release can print what rows quote of it.
pub(super) fn messages(setup: &Setup) -> anyhow::Result<Tally> {
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("OUTLAST_LLVM", &setup.folder);
    command.arg(format!("{SCRIPTS}/messages.py"));
    let mut tally = Tally::default();
    for line in read(command)?.lines() {
        match line.strip_prefix("right ") {
            Some(count) => tally.done = count.parse()?,
            None => tally.failed.push(line.to_string()),
        }
    }
    Ok(tally)
}

/// Real bitcode of the corpus, and some of the modules that were made for the part `verdicts`, evenly.
fn files(setup: &Setup) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in ["corpus/llvm", "corpus/llvm-former"] {
        modules(&root().join(folder), &mut files)?;
    }
    let mut made = Vec::new();
    let verdicts = setup.folder.join("verdicts");
    if verdicts.is_dir() {
        modules(&verdicts, &mut made)?;
    } else {
        println!("  there are no modules of the part `verdicts`: the corpus alone");
    }
    made.sort();
    let step = made.len().div_ceil(MADE).max(1);
    files.extend(made.into_iter().step_by(step));
    files.sort();
    Ok(files)
}

/// The files `*.bc` in a folder and those inside it.
fn modules(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            modules(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "bc") {
            found.push(path);
        }
    }
    Ok(())
}

/// One file, all programs of all releases.
fn judge(setup: &Setup, file: &str, cells: &[Did], tally: &mut Tally) -> anyhow::Result<()> {
    let mut command = Command::new(&setup.outlast);
    let output = command.args(["check", "--format", "json", "--target", PROGRAMS, file]).output()?;
    let answer: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{file}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let results = answer["results"].as_array().cloned().unwrap_or_default();
    let name_of = |result: &Value| Some(result["target"].as_str()?.split('.').next()?.to_string());
    let verdicts: BTreeMap<String, &Value> =
        results.iter().filter_map(|result| Some((name_of(result)?, result))).collect();
    for [program, release, did, message] in cells {
        let name = format!("{program}-{release}");
        let Some(verdict) = verdicts.get(&name) else {
            tally.failed.push(format!("no verdict: {file} by {name}"));
            continue;
        };
        let outcome = verdict["outcome"].as_str().unwrap_or("none");
        // What is read as something else is read.
        let reads = matches!(outcome, "loads" | "misreads") || verdict["stage"] == "run";
        let cell = format!("{outcome}: {file} by {name}, which {did} {message}");
        match (did.as_str(), reads, outcome) {
            ("excluded", ..) | (_, _, "unknown") => tally.skipped.push(cell),
            ("reads", true, _) | ("refuses", false, _) => tally.count(None),
            _ => tally.count(Some(cell)),
        }
    }
    Ok(())
}
