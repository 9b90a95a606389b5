//! Verification beside the official verifier, and loading in the real runtime.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, bail};

use crate::flatc::official_verifier;
use crate::run::{read, root, run as execute};

pub(super) const RELEASE: &str = "1.5.1";

/// Verifies large programs: ours, the official FlatBuffers verifier, and loading in the real runtime.
pub(super) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let folder = root.join("target/bench/executorch");
    let environment = root.join(format!("target/peers/executorch-{RELEASE}"));
    let mut setup = Command::new("bash");
    setup.arg("evidence/peers/executorch/venv.sh").arg(RELEASE).arg(&environment);
    execute(setup)?;
    let python = |script: &str| {
        let mut command = Command::new(environment.join("bin/python"));
        command.args(["-W", "ignore", script]).env("LD_LIBRARY_PATH", environment.join("stubs"));
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", environment.join("bin").display()));
        command
    };
    let files = ["deep.pte", "wide.pte"].map(|name| folder.join(name));
    if !files.iter().all(|file| file.exists()) {
        let mut export = python("evidence/peers/executorch/big.py");
        export.arg(&folder);
        execute(export)?;
    }

    let mut verifier = official_verifier(true)?;
    verifier.arg("--time").args(&files);
    let verified = read(verifier)?;
    let mut load = python("evidence/peers/executorch/load.py");
    load.args(&files);
    let loaded: BTreeMap<String, f64> = read(load)?
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, ns)| Ok((name.to_string(), ns.parse()?)))
        .collect::<anyhow::Result<_>>()?;

    println!("\nfile        bytes        ours         official verifier    load in {RELEASE}");
    for line in verified.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [path, official, ours, _findings] = fields[..] else { bail!("the verifier printed {line}") };
        let (official, ours): (f64, f64) = (official.parse()?, ours.parse()?);
        let load = loaded.get(path).copied().with_context(|| format!("{path} was not loaded"))?;
        let size = std::fs::metadata(path)?.len();
        let name = std::path::Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name:<10} {size:>11}  {:>8.1} µs  {:>8.1} µs ({:.2}×)  {:>10.1} µs ({:.2}×)",
            ours / 1e3,
            official / 1e3,
            official / ours,
            load / 1e3,
            load / ours,
        );
    }
    println!("A ratio is the peer's time divided by ours.");
    Ok(())
}
