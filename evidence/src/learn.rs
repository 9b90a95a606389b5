//! `cargo xtask learn FAMILY [TABLE …]`: makes tables again from pinned releases.
//!
//! `steps` lists every table, the script that makes it and what that reads; `evidence/peers/pins.toml` has the releases. A script
//! prints rows; the head that says what made them is put before them here, so that all heads are alike. Tables that people write
//! are listed, and left alone.

mod head;
mod input;
mod steps;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::pins;
use crate::run::{outlast_binary, read, root, run as execute};
use steps::{Kind, PEERS, Step, each, with_words};

const USAGE: &str = "\
cargo xtask learn --list                    every table: what makes it, from what, how long that takes
cargo xtask learn FAMILY [TABLE …]          set up the pinned releases, make these tables, or all that take no hours
cargo xtask learn --check FAMILY [TABLE …]  the same into a temporary folder, and compare";

/// Runs the command.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    match args {
        [] => {
            println!("{USAGE}");
            Ok(())
        }
        ["--list"] => list(),
        ["--check", family, names @ ..] => all(family, names, false),
        [family, names @ ..] => all(family, names, true),
    }
}

fn list() -> anyhow::Result<()> {
    let mut family = "";
    for step in steps::all() {
        if step.family != family {
            println!("\n{}", step.family);
            family = step.family;
        }
        let kind = match step.kind {
            Kind::Table => "",
            Kind::Recorded => "  recorded, frozen: compared only",
            Kind::Long => "  takes hours: only where it is named",
            Kind::Written => "  written by people: left alone",
        };
        println!("  {:<16} {}{kind}", step.name, step.tables.join(", "));
        if !step.script.is_empty() {
            let names =
                pins::named(step.family, step.pins)?.iter().map(|pin| pin.name.as_str()).collect::<Vec<_>>();
            let pins = if names.is_empty() { String::new() } else { format!(", from {}", names.join(" ")) };
            println!("  {:<16}   {}{pins}; {}", "", step.script, step.takes);
        }
    }
    Ok(())
}

/// The steps of a family that are asked for.
fn chosen(family: &str, names: &[&str]) -> anyhow::Result<Vec<&'static Step>> {
    let of_family: Vec<&Step> = steps::all().filter(|step| step.family == family).collect();
    if of_family.is_empty() {
        bail!("no family `{family}`; `cargo xtask learn --list` has them");
    }
    if let Some(unknown) = names.iter().find(|name| of_family.iter().all(|step| step.name != **name)) {
        let known: Vec<&str> = of_family.iter().map(|step| step.name).collect();
        bail!("{family} has no table `{unknown}`; there are: {}", known.join(", "));
    }
    let mut chosen = Vec::new();
    for step in of_family {
        match step.kind {
            _ if !names.is_empty() && !names.contains(&step.name) => {}
            Kind::Table | Kind::Recorded => chosen.push(step),
            Kind::Long if !names.is_empty() => chosen.push(step),
            Kind::Long => println!("left out: {} takes {}; name it to make it", step.name, step.takes),
            Kind::Written if !names.is_empty() => bail!("{} is written by people", step.name),
            Kind::Written => {}
        }
    }
    Ok(chosen)
}

fn all(family: &str, names: &[&str], write: bool) -> anyhow::Result<()> {
    let steps = chosen(family, names)?;
    let mut peers: Vec<&str> = steps.iter().flat_map(|step| step.peers).copied().collect();
    peers.dedup();
    for (index, peer) in peers.iter().enumerate() {
        if peers.iter().position(|known| known == peer) == Some(index) {
            set_up(peer)?;
        }
    }
    let mut different = Vec::new();
    for step in steps {
        let folder = root().canonicalize()?.join("target/learn").join(family).join(step.name);
        let made = make(step, &folder).with_context(|| format!("{family} {}", step.name))?;
        for (path, text) in made {
            let old = fs::read_to_string(root().join(&path)).unwrap_or_default();
            let difference = head::difference(&old, &text);
            match &difference {
                None => println!("{path}: the same"),
                // A file of the corpus keeps the head that it had, with the place of the script at that time.
                Some(_) if step.kind == Kind::Recorded && head::has_same_rows(&old, &text) => {
                    println!("{path}: the same rows");
                }
                Some(what) if write && step.kind != Kind::Recorded => {
                    fs::write(root().join(&path), &text)?;
                    println!("{path}: written; {what}");
                }
                Some(what) => {
                    let kept = folder.join(Path::new(&path).file_name().unwrap_or_default());
                    fs::write(&kept, &text)?;
                    println!("{path}: {what}; what was made is in {}", kept.display());
                    different.push(path);
                }
            }
        }
    }
    if !different.is_empty() {
        bail!("different from what is committed: {}", different.join(", "));
    }
    Ok(())
}

/// Sets up a peer, unless `OUTLAST_SETUP=no` says that it is there: where its folder is another checkout's.
fn set_up(peer: &str) -> anyhow::Result<()> {
    if std::env::var_os("OUTLAST_SETUP").is_some_and(|word| word == "no") {
        return Ok(());
    }
    let (_, words) =
        PEERS.iter().find(|(name, _)| *name == peer).with_context(|| format!("no peer `{peer}`"))?;
    let mut command = Command::new("bash");
    command.args(words.split(' ').map(expanded));
    execute(command)
}

/// Makes the tables of a step; returns their paths and texts.
fn make(step: &Step, folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let pins = pins::named(step.family, step.pins)?;
    let releases = pins.iter().map(|pin| pin.checked()).collect::<anyhow::Result<Vec<_>>>()?;
    let mut from = Vec::new();
    if !releases.is_empty() {
        from.push(releases.join(", "));
    }
    for (what, files) in step.inputs {
        if what.contains("{n}") {
            for pin in &pins {
                from.push(input::described(&with_words(what, pin), &expanded(&with_words(files, pin)))?);
            }
        } else {
            from.push(input::described(&each(what, &pins), &expanded(&each(files, &pins)))?);
        }
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let out = folder.display().to_string();
    let line = expanded(&each(step.command, &pins)).replace("{out}", &out);
    let mut command = Command::new("bash");
    command.args(["-c", &format!("set -euo pipefail; {line}")]).env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("OUTLAST_LLVM", root().canonicalize()?.join("target/interop/llvm"));
    if step.tool {
        command.env("OUTLAST", outlast_binary()?);
    }
    let printed = read(command)?;
    let mut made = Vec::new();
    for path in step.tables {
        let name = Path::new(path).file_name().unwrap_or_default();
        let kept = folder.join(name);
        let body = if kept.exists() { fs::read_to_string(&kept)? } else { printed.clone() };
        anyhow::ensure!(!body.trim().is_empty(), "nothing was made for {path}");
        let text = if step.kind == Kind::Recorded { body } else { head::put(step, &from, &body) };
        made.push((path.to_string(), text));
    }
    Ok(made)
}

/// Places in commands: `{mlir}` is where MLIR's releases are, which may be elsewhere.
fn expanded(text: &str) -> String {
    let mlir =
        std::env::var_os("OUTLAST_MLIR").map_or_else(|| PathBuf::from("target/interop/mlir"), PathBuf::from);
    text.replace("{mlir}", &mlir.display().to_string())
        .replace("{llvm}", "target/interop/llvm")
        .replace("{peers}", "evidence/peers")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::steps::{self, Kind, PEERS};
    use crate::pins;
    use crate::run::root;

    #[test]
    fn every_table_of_readers_and_names_is_listed() {
        let listed: BTreeSet<&str> = steps::all().flat_map(|step| step.tables).copied().collect();
        for folder in [
            "crates/executorch/targets",
            "crates/llvm/targets",
            "crates/swift/targets",
            "crates/mlir/targets",
            "crates/torchscript/targets",
            "crates/executorch/shipped",
            "crates/bitstream/names",
            "crates/mlir/names",
            "crates/mlir/schemas",
            "crates/executorch/data",
            "crates/executorch/schemas",
            "crates/opset/schemas",
            "crates/torchscript/schemas",
        ] {
            for file in std::fs::read_dir(root().join(folder)).unwrap() {
                let name = file.unwrap().file_name().to_string_lossy().into_owned();
                if !name.ends_with(".blob") {
                    let path = format!("{folder}/{name}");
                    assert!(
                        listed.contains(path.as_str()),
                        "{path}: no step of `cargo xtask learn` lists it"
                    );
                }
            }
        }
    }

    #[test]
    fn steps_name_what_there_is() {
        for step in steps::all() {
            for table in step.tables {
                assert!(root().join(table).exists(), "{table}");
            }
            for script in step.script.split(", ").filter(|script| !script.is_empty()) {
                assert!(root().join("evidence/peers").join(script).exists(), "{script}");
            }
            for peer in step.peers {
                assert!(PEERS.iter().any(|(name, _)| name == peer), "{peer}");
            }
            assert!(pins::named(step.family, step.pins).is_ok(), "{}", step.name);
            assert_eq!(step.command.is_empty(), step.kind == Kind::Written, "{}", step.name);
        }
    }
}
