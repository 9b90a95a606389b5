//! Programs that never end, eat memory or crash a real runtime: each is an outcome, and the next is run.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::bail;
use outlast_prove::{Given, Load, Tried};

use super::{Outlast, folder};
use crate::play;
use crate::random::Random;
use crate::run::{root, run as execute};

const TORCH: &str = "2.15.0";
const EXECUTORCH: &str = "0.4.0";
/// Damaged copies of a program.
const COPIES: usize = 300;

/// Programs of PyTorch through the command; damaged programs of ExecuTorch in a session.
pub(super) fn run() -> anyhow::Result<()> {
    let (outlast, folder) = (Outlast::new()?, folder("accidents")?);
    let runtime = play::torch(TORCH)?;
    outlast.add(&runtime.name, &runtime)?;
    let mut write = Command::new(runtime.how.path());
    write.args(["-W", "ignore", "xtask/peers/torch/accidents.py"]).arg(&folder).envs(&runtime.env);
    execute(write)?;
    let case = folder.join("case.npz").display().to_string();
    let mut wrong = Vec::new();
    for (name, expected) in [("endless", "timeout"), ("greedy", "memory"), ("wild", "crash")] {
        let file = folder.join(format!("{name}.pt")).display().to_string();
        let limits = ["--cases", &case, "--runtime", &runtime.name, "--timeout", "20", "--memory", "2000"];
        let (status, proof) = outlast.json(&[&["prove", &file], &limits[..]].concat())?;
        let found = proof["cases"][0]["outcome"].as_str().unwrap_or_default();
        println!("{name} in {}: {found}, {}", runtime.name, proof["cases"][0]["message"]);
        if found != expected || status != 1 {
            wrong.push(format!("{name}: {expected} was expected"));
        }
    }
    damaged(&folder)?;
    if !wrong.is_empty() {
        bail!("{}", wrong.join("; "));
    }
    Ok(())
}

/// A program with bytes changed, in a release that does not verify: whatever becomes of one, the whole one after it still runs.
fn damaged(folder: &Path) -> anyhow::Result<()> {
    let runtime = play::executorch(EXECUTORCH)?;
    let source = root().join("corpus/executorch").join(EXECUTORCH).join("cond.pte");
    let (bytes, cases) = (fs::read(&source)?, source.with_extension("npz"));
    let given =
        Given::of_files(&cases, &outlast::Program::open(&bytes)?).map_err(|why| anyhow::anyhow!(why))?;
    let mut session = runtime.session(Load::ExecuTorch);
    let mut random = Random(20);
    let (mut counts, mut whole) = (std::collections::BTreeMap::<&str, usize>::new(), 0);
    let file = folder.join("damaged.pte");
    for _ in 0..COPIES {
        let mut damaged = bytes.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(damaged.len());
            if let Some(byte) = damaged.get_mut(at) {
                *byte = u8::try_from(random.below(256))?;
            }
        }
        fs::write(&file, &damaged)?;
        let outcome = match play::tried(&mut session, &file, &given[..1])?.first() {
            Some(Tried::Ran(_)) => "runs",
            Some(Tried::Failed(failure, _)) => failure.name(),
            _ => "not run",
        };
        *counts.entry(outcome).or_default() += 1;
        if outcome != "runs" {
            let after = play::tried(&mut session, &source, &given[..1])?;
            whole += usize::from(matches!(after.first(), Some(Tried::Ran(_))));
        }
    }
    let accidents = COPIES - counts.get("runs").copied().unwrap_or(0);
    println!(
        "{COPIES} damaged copies in {}: {counts:?}; the whole program ran after {whole} of {accidents}",
        runtime.name
    );
    if whole != accidents || !counts.contains_key("crash") {
        bail!("a runtime did not go on, or nothing crashed it");
    }
    Ok(())
}
