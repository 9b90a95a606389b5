//! Programs that take longer, and more memory, than they are given: each is an outcome, and the next is run. A runtime that
//! crashes is a script in `crates/cli/tests/it/prove.rs`.

use std::process::Command;

use anyhow::bail;

use super::{Outlast, folder};
use crate::pins;
use crate::play;
use crate::run::run as execute;

/// Programs of PyTorch through the command, under limits that they do not keep, and under others that they do.
pub(super) fn run() -> anyhow::Result<()> {
    let (outlast, folder) = (Outlast::new()?, folder("accidents")?);
    let runtime = play::torch(pins::newest("torch", "models")?)?;
    outlast.add(&runtime.name, &runtime)?;
    let mut write = Command::new(runtime.how.path());
    write.args(["-W", "ignore", "evidence/peers/torch/accidents.py"]).arg(&folder).envs(&runtime.env);
    execute(write)?;
    let case = folder.join("case.npz").display().to_string();
    let mut wrong = Vec::new();
    // Seconds, megabytes.
    for (name, timeout, memory, expected) in [
        ("slow", "1", "4000", "timeout"),
        ("large", "120", "700", "memory"),
        ("slow", "120", "4000", "runs"),
        ("large", "120", "4000", "runs"),
    ] {
        let file = folder.join(format!("{name}.pt")).display().to_string();
        let limits = ["--cases", &case, "--runtime", &runtime.name, "--timeout", timeout, "--memory", memory];
        let (status, proof) = outlast.json(&[&["prove", &file], &limits[..]].concat())?;
        let found = proof["cases"][0]["outcome"].as_str().unwrap_or_default();
        println!("{name} in {}: {found}, {}", runtime.name, proof["cases"][0]["message"]);
        if found != expected || (expected != "runs" && status != 1) {
            wrong.push(format!("{name}: {expected} was expected"));
        }
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("; "));
    }
    Ok(())
}
