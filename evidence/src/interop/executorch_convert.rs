//! What did not run in a release, converted for it and run there.
//!
//! The cells are those of the tables of runs in the corpus. Each file with a cell that is not `ok` is converted for that
//! release, or refused with the reasons; converted files run in the real release with the recorded inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outlast::Companion;
use outlast::Target;
use outlast::convert::{ConvertError, Request};
use outlast_prove::{Load, Tolerance};
use outlast_testkit::corpus::at;
use serde_json::Value;

use super::accept::accept;
use super::executorch::usual;
use crate::play::{self, Job};
use crate::run::root;

const OUT: &str = "target/interop/executorch-convert";

/// A file in a release, with what became of its methods there.
#[derive(Debug, Default)]
pub(super) struct Cell {
    /// Methods that did not run right, and the outcome of the first.
    bad: Vec<String>,
    outcome: String,
    /// Why it is not a question of the file: the Python binding, a library loaded by hand, one input of several.
    apart: BTreeSet<&'static str>,
}

impl Cell {
    /// Whether every method ran right.
    pub(super) fn is_right(&self) -> bool {
        self.bad.is_empty()
    }
}

/// A cell's name: exporter, file, and whether its data file is given.
pub(super) type Key = (String, String, bool);

/// What became of the cells of one exporter in one release.
#[derive(Debug, Default, Clone)]
struct Row {
    cells: usize,
    bad: usize,
    apart: usize,
    refused: usize,
    converted: usize,
    right: usize,
    /// Ran, and failed for a recorded input for which it fails in its own release, too.
    as_own: usize,
}

/// Converts and runs for these releases.
pub(crate) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let releases = all_or(releases)?;
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut steps: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut failures = Vec::new();
    for release in &releases {
        check_release(release, &mut rows, &mut reasons, &mut steps, &mut failures)?;
    }
    println!("{}", table(&rows));
    println!("steps taken, files converted with them, and of those that ran right:");
    for (step, (taken, right)) in &steps {
        println!("  {step:32} {taken:5} {right:5}");
    }
    println!("refused, by the first reason:");
    let mut sorted: Vec<_> = reasons.into_iter().collect();
    sorted.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    for (why, n) in sorted {
        println!("  {n:5} {why}");
    }
    println!("{} converted files did not run right", failures.len());
    failures.iter().take(60).for_each(|line| println!("  {line}"));
    if !failures.is_empty() {
        bail!("a converted file is judged to load, and does not run right");
    }
    Ok(())
}

/// The releases that are meant: some by default, `all`, or those that are named.
pub(super) fn all_or(releases: &[&str]) -> anyhow::Result<Vec<String>> {
    Ok(match releases {
        [] => usual()?.iter().map(ToString::to_string).collect(),
        ["all"] => all_releases()?,
        some => some.iter().map(ToString::to_string).collect(),
    })
}

fn all_releases() -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(source().0)? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|s| s.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

fn check_release(
    release: &str,
    rows: &mut BTreeMap<(String, String), Row>,
    reasons: &mut BTreeMap<String, usize>,
    steps: &mut BTreeMap<String, (usize, usize)>,
    failures: &mut Vec<String>,
) -> anyhow::Result<()> {
    let target = format!("executorch-{release}");
    let target = outlast::target(&target)?;
    let folder = root().join(OUT).join(release);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut jobs = Vec::new();
    let mut converted: BTreeMap<String, (Key, Vec<&'static str>)> = BTreeMap::new();
    for (key, cell) in cells(release)? {
        let row = rows.entry((key.0.clone(), release.to_string())).or_default();
        row.cells += 1;
        if cell.bad.is_empty() {
            continue;
        }
        row.bad += 1;
        if !cell.apart.is_empty() {
            row.apart += 1;
            continue;
        }
        match attempt(&key, &target)? {
            Ok((_, taken)) if taken.is_empty() => row.apart += 1,
            Ok((bytes, taken)) => {
                row.converted += 1;
                let name = format!("{}__{}__{}", key.0, if key.2 { "data" } else { "alone" }, key.1);
                fs::write(folder.join(&name), bytes)?;
                jobs.push(job(&key, folder.join(&name))?);
                converted.insert(name, (key, taken));
            }
            Err(why) => {
                row.refused += 1;
                *reasons.entry(why).or_default() += 1;
            }
        }
    }
    let results = played(release, &jobs)?;
    let mut own: BTreeMap<String, BTreeMap<Key, Cell>> = BTreeMap::new();
    for (name, (key, taken)) in converted {
        let bad = results.get(&name).context("a converted file was not run")?;
        let row = rows.entry((key.0.clone(), release.to_string())).or_default();
        if !own.contains_key(&key.0) {
            own.insert(key.0.clone(), cells(&key.0)?);
        }
        let like_own = || own[&key.0].get(&key).is_some_and(|cell| !cell.apart.is_empty());
        if bad.is_empty() {
            row.right += 1;
        } else if like_own() {
            row.as_own += 1;
        } else {
            failures.push(format!(
                "{}/{} in {release} ({}): {}",
                key.0,
                key.1,
                taken.join(", "),
                bad.join("; ")
            ));
        }
        for step in taken {
            let entry = steps.entry(step.to_string()).or_default();
            entry.0 += 1;
            entry.1 += usize::from(bad.is_empty());
        }
    }
    println!("{release}: {} files converted and run", results.len());
    accept(&folder)
}

/// The tables of runs, and the files by exporter: those of the corpus, or of the folder that `OUTLAST_MATRIX` names.
fn source() -> (PathBuf, PathBuf) {
    match std::env::var_os("OUTLAST_MATRIX") {
        Some(fresh) => (Path::new(&fresh).join("runs"), Path::new(&fresh).join("files")),
        None => (root().join("corpus/executorch/runs"), root().join("corpus/executorch")),
    }
}

/// The cells of a release, from the table of its runs.
pub(super) fn cells(release: &str) -> anyhow::Result<BTreeMap<Key, Cell>> {
    let text = fs::read_to_string(source().0.join(format!("{release}.tsv")))?;
    let mut cells: BTreeMap<Key, Cell> = BTreeMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [exporter, file, data, libraries, method, outcome, stage, _, cases, harness, _] = fields[..]
        else {
            bail!("a line of {} fields in the runs of {release}", fields.len());
        };
        // Data that are withheld are the user's to give; runs of another verification level are the same cell.
        if matches!(data, "withheld" | "internal") || libraries != "-" || !corpus(exporter, file).exists() {
            continue;
        }
        let cell = cells.entry((exporter.into(), file.into(), data != "none")).or_default();
        if outcome == "ok" {
            continue;
        }
        cell.bad.push(method.into());
        cell.outcome = outcome.into();
        let cases: u32 = cases.parse().unwrap_or(0);
        let passed = if outcome == "wrong" { cases.saturating_sub(1) } else { cases };
        if data == "no-api" {
            continue; // the file alone, with its data inside, is what this release can be given
        }
        if harness != "-" || outcome == "skip" {
            cell.apart.insert("the binding is at fault");
        } else if stage.starts_with("run") && passed > 0 {
            cell.apart.insert("fails only for one of the inputs given");
        }
    }
    Ok(cells)
}

pub(super) fn corpus(exporter: &str, file: &str) -> PathBuf {
    at(&source().1.join(exporter).join(file))
}

/// The converted file and its steps, or why it was refused.
#[expect(clippy::type_complexity, reason = "two kinds of failure: of the harness, and of the question")]
fn attempt(key: &Key, target: &Target) -> anyhow::Result<Result<(Vec<u8>, Vec<&'static str>), String>> {
    let bytes = fs::read(corpus(&key.0, &key.1))?;
    let data = key.2.then(|| fs::read(corpus(&key.0, &key.1.replace(".pte", ".ptd")))).transpose()?;
    let mut companions = Vec::new();
    if let Some(data) = &data {
        companions.push(Companion::new("data".into(), outlast::open(data)?));
    }
    let program = outlast::open(&bytes)?;
    let request = Request::for_target(target);
    Ok(match program.convert(&companions, &request) {
        Ok(converted) => Ok((converted.output.to_vec(), converted.steps.iter().map(|s| s.id).collect())),
        Err(ConvertError::Refused(blockers) | ConvertError::Unknown { reasons: blockers, .. }) => {
            let first = blockers.first();
            Err(first.map_or_else(String::new, |b| {
                format!("{} {}", b.code.map(|c| c.to_string()).unwrap_or_default(), short(&b.why))
            }))
        }
        Err(error) => Err(format!("no answer: {error}")),
    })
}

/// A reason without the numbers that differ from file to file.
fn short(why: &str) -> String {
    let head = why.split(" of it in a graph").next().unwrap_or(why);
    head.split(": needs ").next().unwrap_or(head).chars().take(120).collect()
}

/// A converted file, with the recorded cases of its original.
pub(super) fn job(key: &Key, file: PathBuf) -> anyhow::Result<Job> {
    let model = key.1.split('.').next().unwrap_or(&key.1);
    let index: Value = serde_json::from_str(&fs::read_to_string(corpus(&key.0, "index.json"))?)?;
    let tolerance = index["models"][model]["tolerance"]
        .as_f64()
        .with_context(|| format!("no tolerance of {model} in the index of {}", key.0))?;
    Ok(Job {
        file,
        data: None,
        cases: Some(corpus(&key.0, &format!("{model}.npz"))),
        tolerance: Tolerance { relative: tolerance, absolute: tolerance },
    })
}

/// Runs files in a release; gives for each, by its name, what went wrong.
pub(super) fn played(release: &str, jobs: &[Job]) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let runtime = play::executorch(release)?;
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (job, cases) in jobs.iter().zip(play::play(&runtime, Load::ExecuTorch, jobs)?) {
        let name = job.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bad = cases.iter().filter(|case| !case.is_good() && case.outcome != "not-run");
        let said = bad.map(|case| {
            format!("{}: {} {}", case.case, case.outcome, case.message).chars().take(260).collect()
        });
        found.entry(name).or_default().extend(said.collect::<Vec<String>>());
    }
    Ok(found)
}

/// The table of what was rescued.
fn table(rows: &BTreeMap<(String, String), Row>) -> String {
    let mut out = String::from(
        "exporter -> release: files; not ok; of these: judged to load (see below), refused, converted; of these: ran right, \
         fail for the same input as in their own release\n",
    );
    let mut total = Row::default();
    for ((exporter, release), row) in rows {
        let _ = writeln!(
            out,
            "{:>7} -> {:7} {:5} {:5} {:5} {:5} {:5} {:5} {:5}",
            exporter,
            release,
            row.cells,
            row.bad,
            row.apart,
            row.refused,
            row.converted,
            row.right,
            row.as_own
        );
        total.as_own += row.as_own;
        total.cells += row.cells;
        total.bad += row.bad;
        total.apart += row.apart;
        total.refused += row.refused;
        total.converted += row.converted;
        total.right += row.right;
    }
    let _ = writeln!(
        out,
        "{:>18} {:5} {:5} {:5} {:5} {:5} {:5} {:5}",
        "all", total.cells, total.bad, total.apart, total.refused, total.converted, total.right, total.as_own
    );
    out.push_str("judged to load: the Python binding is at fault, one of the recorded inputs is one that the program fails for everywhere, \
         or the verdict is wrong (`cargo xtask interop executorch` counts those)\n");
    out
}
