//! `cargo xtask interop`: the real peers. Each has a folder in `xtask/peers` with scripts that set it up and run it.

use std::fs;

use anyhow::bail;

use crate::run::root;

/// Says which peers there are.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    let peers = available();
    if let [name, ..] = args {
        match peers.iter().any(|peer| peer == name) {
            true => bail!("{name} is run by its own scripts so far: see xtask/peers/{name}"),
            false => bail!("no peer `{name}`; there are: {}", peers.join(", ")),
        }
    }
    match peers.is_empty() {
        true => println!("no peers yet"),
        false => peers.iter().for_each(|peer| println!("{peer}  xtask/peers/{peer}")),
    }
    Ok(())
}

fn available() -> Vec<String> {
    let entries = fs::read_dir(root().join("xtask/peers")).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
