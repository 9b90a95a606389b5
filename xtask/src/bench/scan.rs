//! `cargo xtask bench scan`: what a scan of many files costs, and that one that is killed and goes on says the same.
//!
//! Two folders of 10,000 files are made from the corpus. *small*: good programs of ExecuTorch and LLVM, no two with the same bytes, each judged on ten
//! targets. *mixed*: all kinds of programs, objects and archives that hold some, cut and damaged copies, and files that are none, judged on two targets of
//! each kind of reader.

mod folders;
mod resume;
mod samples;

use std::path::Path;

use anyhow::Context;
use outlast::Target;

use super::measure::{Cost, ROUNDS, heading, measure_with, print_cost, text};
use crate::run::{outlast_binary, root};

/// Small files that a core scans in a second, at least.
const RATE: f64 = 5_000.0;
/// Most memory, in MB.
const MEMORY: f64 = 256.0;
/// Most milliseconds from the start of a process to its end.
const START: f64 = 5.0;
/// Processes that are started.
const STARTS: usize = 50;
/// Targets of each family that small programs are judged on.
const TARGETS: usize = 10;

/// The bench without what takes minutes.
pub(super) fn run() -> anyhow::Result<()> {
    bench(false)
}

/// The bench with scans of 1,000,000 files.
pub(super) fn run_million() -> anyhow::Result<()> {
    bench(true)
}

fn bench(million: bool) -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let (corpus, folder) = (root.join("corpus"), root.join("target/bench/scan"));
    let outlast = outlast_binary()?;
    let outlast = text(&outlast)?;
    let targets = targets()?;
    let (small, mixed) = (folder.join("small"), folder.join("mixed"));
    let from = folders::small(&corpus, &small, &targets)?;
    let kinds = folders::mixed(&corpus, &mixed)?;
    let names: Vec<&str> = targets.iter().map(Target::name).collect();
    let names = names.join(",");
    println!("small: {} programs, made from {from} of the corpus, {TARGETS} targets each", folders::FILES);
    let readers = readers()?;
    println!("mixed: {} files, of {}, damaged and foreign, on {readers}\n", folders::FILES, kinds.join(", "));

    heading();
    let scan = |folder: &Path, targets: &str, jobs: &str| -> anyhow::Result<Cost> {
        let words = [outlast, "scan", "-f", "jsonl", "-t", targets, "--jobs", jobs, text(folder)?];
        measure_with(&words, &["0", "1"])
    };
    let mut rates = Vec::new();
    let mut memory: f64 = 0.0;
    for (what, folder, targets) in [("small", &small, names.as_str()), ("mixed", &mixed, readers.as_str())] {
        for jobs in ["1", "0"] {
            // The least of some rounds: the first one finds the files on the disk, and others find the machine busy.
            let mut cost = scan(folder, targets, jobs)?;
            for _ in 1..if what == "small" { ROUNDS } else { 2 } {
                cost = cost.least(scan(folder, targets, jobs)?);
            }
            let threads = if jobs == "1" { "one thread" } else { "all cores" };
            print_cost(&format!("{what}, {threads}"), cost);
            rates.push((what, threads, cost));
            memory = memory.max(cost.memory);
        }
    }
    println!();
    let count = f64::from(u32::try_from(folders::FILES)?);
    for (what, threads, cost) in &rates {
        let busy = count / (cost.user + cost.system);
        println!(
            "{what}, {threads}: {busy:.0} files a second of CPU, {:.0} a second by the clock",
            count / cost.wall
        );
    }
    let (_, _, one) = rates.first().context("a scan")?;
    verdict("small files a second a core", count / (one.user + one.system), RATE, true);

    println!();
    start(outlast, &root)?;

    println!("\nkilled and resumed:");
    resume::check(outlast, (&mixed, &readers), &folder)?;

    if million {
        println!("\n1,000,000 files, hard links to those of small:\n");
        let (many, journal) = (folder.join("many"), folder.join("many.journal"));
        let links = folders::links(&small, &many, 1_000_000 / folders::FILES)?;
        heading();
        let plain = scan(&many, &names, "0")?;
        print_cost(&format!("{links} files"), plain);
        let words = [outlast, "scan", "-t", &names, "--resume", text(&journal)?, text(&many)?];
        let resumed = |what: &str| -> anyhow::Result<Cost> {
            let cost = measure_with(&words, &["0", "1"])?;
            print_cost(what, cost);
            Ok(cost)
        };
        let costs = [plain, resumed("with a new journal")?, resumed("again, all from the journal")?];
        memory = costs.iter().map(|cost| cost.memory).fold(memory, f64::max);
        std::fs::remove_dir_all(&many)?;
        std::fs::remove_file(&journal)?;
        verdict("MB of memory", memory, MEMORY, false);
    } else {
        verdict("MB of memory, of 10,000 files (1,000,000: --million)", memory, MEMORY, false);
    }
    Ok(())
}

/// What the start of a process takes, and a verdict on one small file: the least of many runs by the clock, the measuring of it included.
fn start(outlast: &str, root: &Path) -> anyhow::Result<()> {
    let least = |words: &[&str]| -> anyhow::Result<f64> {
        let mut least = f64::INFINITY;
        for _ in 0..STARTS {
            least = least.min(measure_with(words, &["0", "1"])?.wall);
        }
        Ok(least * 1_000.0)
    };
    verdict(
        "ms from the start of a process to its end (--version)",
        least(&[outlast, "--version"])?,
        START,
        false,
    );
    for (file, target) in [
        ("corpus/executorch/1.5.1/mlp.pte", "executorch-1.0.1"),
        ("corpus/llvm/19.1.7/opaque.bc", "llvm-17"),
        ("corpus/mlir/19.1.7/kinds-v4.mlirbc", "mlir-22"),
        ("corpus/torch/1.13.1/attributes.pt", "torch-2.15.0"),
    ] {
        let path = root.join(file);
        println!(
            "check -t {target} {file}: {:.1} ms",
            least(&[outlast, "check", "-t", target, text(&path)?])?
        );
    }
    Ok(())
}

/// The ten newest releases of both families.
fn targets() -> anyhow::Result<Vec<Target>> {
    let mut found = Vec::new();
    for family in ["executorch", "llvm"] {
        let all = outlast::targets(family).map_err(|error| anyhow::anyhow!("{error}"))?;
        let first = all.len().saturating_sub(TARGETS);
        found.extend(all.into_iter().skip(first));
    }
    Ok(found)
}

/// A release in the middle and the newest one of each kind of reader, by their names.
fn readers() -> anyhow::Result<String> {
    let mut names = Vec::new();
    for kind in ["executorch", "llvm", "swift", "mlir", "stablehlo", "jaxlib", "torch", "torch-lite"] {
        let all = outlast::targets(kind).map_err(|error| anyhow::anyhow!("{error}"))?;
        for target in [all.get(all.len() / 2), all.last()].into_iter().flatten() {
            names.push(target.name().to_string());
        }
    }
    names.dedup();
    Ok(names.join(","))
}

/// Says whether a bar is met.
fn verdict(what: &str, found: f64, bar: f64, more: bool) {
    let (is_met, word) = if more { (found >= bar, "at least") } else { (found <= bar, "at most") };
    let met = if is_met { "met" } else { "MISSED" };
    let digits = usize::from(found < 100.0);
    println!("{what}: {found:.digits$}, wanted {word} {bar:.0}: {met}");
}
