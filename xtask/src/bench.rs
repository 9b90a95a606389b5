//! `cargo xtask bench`: measured beside the peers, as ratios of user CPU in one run.

use std::fs;

use anyhow::bail;

use crate::run::{cargo, root, run as run_command};

/// Runs a bench, `CRATE/NAME`, or says which there are.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    let benches = available();
    let Some((name, rest)) = args.split_first() else {
        match benches.is_empty() {
            true => println!("no benches yet"),
            false => benches.iter().for_each(|(package, bench)| println!("{package}/{bench}")),
        }
        return Ok(());
    };
    let found = benches.iter().find(|(package, bench)| name.split_once('/') == Some((package, bench)));
    let Some((package, bench)) = found else { bail!("no bench `{name}`: `cargo xtask bench` lists them") };
    let package = if package == "outlast" { package.clone() } else { format!("outlast-{package}") };
    run_command(cargo(&[&["bench", "-p", &package, "--bench", bench, "--"], rest].concat()))
}

/// Folders of crates and the names of their benches.
fn available() -> Vec<(String, String)> {
    let mut benches = Vec::new();
    for folder in fs::read_dir(root().join("crates")).into_iter().flatten().flatten() {
        for file in fs::read_dir(folder.path().join("benches")).into_iter().flatten().flatten() {
            let path = file.path();
            if path.extension().is_some_and(|e| e == "rs") {
                let package = folder.file_name().to_string_lossy().into_owned();
                benches.push((package, path.file_stem().unwrap_or_default().to_string_lossy().into_owned()));
            }
        }
    }
    benches.sort();
    benches
}
