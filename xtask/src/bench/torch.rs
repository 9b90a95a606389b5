//! `cargo xtask bench torch`: what inspecting and judging a model of 2 GiB costs, beside `zipinfo` and `torch.jit.load`.

use std::process::Command;

use anyhow::ensure;

use super::measure::{alternate, heading, print_cost, text};
use crate::run::{outlast_binary, root, run as execute};

/// The release that writes the model and loads it.
pub(super) const RELEASE: &str = "2.15.0";

pub(super) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let environment = root.join("target/interop/torch").join(RELEASE);
    if !environment.join("bin/python").exists() {
        let mut command = Command::new("bash");
        command.arg("evidence/peers/torch/venv.sh").arg(RELEASE).arg(&environment);
        execute(command)?;
    }
    let (python, stubs) =
        (environment.join("bin/python"), format!("LD_LIBRARY_PATH={}", environment.join("stubs").display()));
    let folder = root.join("target/bench");
    std::fs::create_dir_all(&folder)?;
    let model = folder.join("big.pt");
    let mut make = Command::new("env");
    make.arg(&stubs)
        .arg(&python)
        .args(["-W", "ignore"])
        .arg(root.join("evidence/peers/torch/big.py"))
        .arg(&model);
    execute(make)?;
    let outlast = outlast_binary()?;
    let (outlast, model_text, python) = (text(&outlast)?, text(&model)?, text(&python)?);
    let load = format!("import torch; torch.jit.load({model_text:?})");
    let commands = [
        vec![outlast, "inspect", model_text],
        vec![outlast, "check", "--target", "torch-2.1.2", model_text],
        vec!["zipinfo", model_text],
        vec!["env", &stubs, python, "-W", "ignore", "-c", &load],
    ];
    let costs = alternate(&commands)?;
    heading();
    for (what, cost) in
        ["outlast inspect", "outlast check", "zipinfo", "torch.jit.load"].into_iter().zip(&costs)
    {
        print_cost(what, *cost);
    }
    let [inspect, check, _, load] = costs[..] else { anyhow::bail!("four commands") };
    println!(
        "torch.jit.load to inspect: {:.0}× by the clock; to check: {:.0}×",
        load.wall / inspect.wall,
        load.wall / check.wall
    );
    std::fs::remove_file(&model)?;
    ensure!(
        inspect.memory < 64.0 && check.memory < 64.0,
        "more than 64 MB for a model of which no weights are read"
    );
    Ok(())
}
