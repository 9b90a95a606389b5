//! Verdicts on LLVM IR against the real readers: generated modules and what compilers write, read by `llvm-dis` of every LLVM, for
//! 20 by the clang in a `ziglang` wheel, and by `outlast check`.
//!
//! The modules are of another seed and other combinations than those that the table of readers was learned from.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use super::llvm::{SCRIPTS, Setup, Tally, in_parallel};
use crate::pins;
use crate::run::run as execute;

/// What a reader did with a file: `reads`, `fails`, `differs`, and its message.
type Fates = BTreeMap<String, Vec<(String, String, String)>>;

/// The part.
pub(super) fn verdicts(setup: &Setup) -> anyhow::Result<Tally> {
    let out = setup.folder.join("verdicts");
    let seed = std::env::var("OUTLAST_SEED").unwrap_or_else(|_| "20261121".into());
    let few = [
        "--share",
        "1",
        "--few",
        "1",
        "--mix",
        "40",
        "--seed",
        &seed,
        "--producers",
        "14,15,16,16t,19,20,22",
    ];
    script(setup, "runs.py", &out, "build", &few)?;
    script(setup, "runs.py", &out.join("verified"), "build", &[&few[..], &["--checked"]].concat())?;
    script(setup, "programs.py", &out.join("programs"), "", &["--share", "6", "--seed", &seed])?;
    let mut all = Tally::default();
    let mut totals = BTreeMap::new();
    for folder in [out.clone(), out.join("verified"), out.join("programs")] {
        script(setup, "runs.py", &folder, "ask", &[])?;
        let fates = fates(&folder)?;
        let files: Vec<_> = fates.into_iter().collect();
        let tally = in_parallel(&files, |(name, fates), tally| judge(setup, &folder, name, fates, tally))?;
        let place = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!(
            "  {place}: {} files, {} cells right, {} wrong",
            files.len(),
            tally.done,
            tally.failed.len()
        );
        totals.extend([(place, tally.done)]);
        all.done += tally.done;
        all.skipped.extend(tally.skipped);
        all.failed.extend(tally.failed);
    }
    // Two in a hundred may be refused wrongly; nothing may be said to load that does not.
    let (grave, other): (Vec<_>, Vec<_>) = all.failed.into_iter().partition(|line| line.starts_with("loads"));
    println!(
        "  wrong loads: {}; other wrong verdicts: {} of {}",
        grave.len(),
        other.len(),
        all.done + other.len()
    );
    let allowed = all.done / 50;
    all.failed = if other.len() > allowed { [grave, other].concat() } else { grave };
    Ok(all)
}

fn script(setup: &Setup, name: &str, out: &Path, verb: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("OUTLAST_LLVM", &setup.folder);
    command.env("OUTLAST_EVIDENCE", std::env::current_exe()?).arg(format!("{SCRIPTS}/{name}"));
    if !verb.is_empty() {
        command.arg(verb);
    }
    command.arg(out).args(arguments);
    execute(command)
}

/// What the readers did, by file.
fn fates(folder: &Path) -> anyhow::Result<Fates> {
    let command =
        Command::new("python3").arg(format!("{SCRIPTS}/profile.py")).arg("fates").arg(folder).output()?;
    if !command.status.success() {
        bail!("{}", String::from_utf8_lossy(&command.stderr));
    }
    let mut fates = Fates::new();
    for line in String::from_utf8_lossy(&command.stdout).lines() {
        if let [name, reader, fate, message] = line.split('\t').collect::<Vec<_>>()[..] {
            let cell = (reader.to_string(), fate.to_string(), message.to_string());
            fates.entry(name.to_string()).or_default().push(cell);
        }
    }
    Ok(fates)
}

/// One file, all readers.
fn judge(
    setup: &Setup,
    folder: &Path,
    name: &str,
    fates: &[(String, String, String)],
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let readers = pins::numbers("llvm", "readers")?;
    // LLVM 20 is asked through its compiler, which verifies.
    let program = |reader: &str| if reader == "20" { "llvm" } else { "llvm-dis" };
    let targets: Vec<String> = readers.iter().map(|reader| format!("{}-{reader}", program(reader))).collect();
    let targets = targets.join(",");
    let mut command = Command::new(&setup.outlast);
    command.args(["check", "--format", "json", "--target", &targets]).arg(folder.join(name));
    let output = command.output()?;
    let answer: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let results = answer["results"].as_array().cloned().unwrap_or_default();
    for (reader, fate, message) in fates {
        let index = readers.iter().position(|known| known == reader);
        let Some(result) = index.and_then(|index| results.get(index)) else {
            bail!("{name}: no verdict for {reader}: {answer}");
        };
        let outcome = result["outcome"].as_str().unwrap_or("none");
        let noted = result["notes"].as_array().is_some_and(|notes| !notes.is_empty());
        let right = match fate.as_str() {
            // What shows when the program runs, readers do not tell.
            "reads" => outcome == "loads" || result["stage"] == "run",
            "fails" => outcome == "fails",
            // What is dropped, and noted, is no misreading.
            _ => outcome == "misreads" || outcome == "loads" && noted,
        };
        let fault = format!("{outcome}: {name} by LLVM {reader}, which {fate} {message}");
        tally.count((!right).then_some(fault));
    }
    Ok(())
}
