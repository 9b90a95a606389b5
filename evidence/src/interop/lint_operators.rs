//! `cargo xtask interop lint-operators`: the witnesses of a lint of two releases' operators, loaded by both.

use std::fs;
use std::process::Command;

use anyhow::bail;
use outlast_prove::{Load, Tolerance};
use serde_json::Value;

use super::torch::folder;
use crate::pins;
use crate::play::{self, Job};
use crate::run::{outlast_binary, root, run as execute};

/// Lints the operators of the second release against those of the first, and has both load the programs that are to show what breaks.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let [old, new] = match releases {
        [] => pins::pair(&pins::releases("torch", "lint")?)?,
        [old, new] => [*old, *new],
        _ => bail!("lint-operators takes two releases, the old one first"),
    };
    let witnesses = folder()?.join(format!("lint-{old}-{new}"));
    let binary = outlast_binary()?;
    let _ = fs::remove_dir_all(&witnesses);
    let mut lint = Command::new(binary);
    lint.args(["lint", &format!("torch-{new}"), "--against", &format!("torch-{old}"), "--kind", "operators"]);
    lint.arg("--witness").arg(&witnesses).current_dir(root());
    // Breaks are found: that is 1.
    if lint.output()?.status.code() != Some(1) {
        bail!("outlast lint torch-{new} --against torch-{old} did not find what breaks");
    }
    let mut tables = Vec::new();
    let index: Value = serde_json::from_str(&fs::read_to_string(witnesses.join("index.json"))?)?;
    let named = index["witnesses"].as_array().into_iter().flatten();
    let files: Vec<&str> = named.filter_map(|one| one["file"].as_str()).collect();
    let job = |file: &&str| Job {
        file: witnesses.join(file),
        data: None,
        cases: None,
        tolerance: Tolerance::default(),
    };
    let jobs: Vec<Job> = files.iter().map(job).collect();
    for release in [old, new] {
        let table = witnesses.join(format!("{release}.tsv"));
        let mut lines = String::new();
        for (file, cases) in files.iter().zip(play::play(&play::torch(release)?, Load::Jit, &jobs)?) {
            let Some(case) = cases.first() else { bail!("{file}: not loaded") };
            if case.outcome == "not-run" {
                bail!("{file} in {release}: {}", case.message);
            }
            let outcome = if case.outcome == "runs" { "loads" } else { "fails" };
            lines += &format!("{file}\t{outcome}\t{}\n", case.message.replace(['\t', '\n'], " "));
        }
        fs::write(&table, lines)?;
        tables.push(table);
    }
    let mut score = Command::new("python3");
    score.arg("evidence/peers/torch/lint_score.py").arg(&witnesses).args(tables).current_dir(root());
    execute(score)
}
