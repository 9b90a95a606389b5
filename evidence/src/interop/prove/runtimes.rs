//! Every release on the package indices that can be set up, asked what it has, beside its built-in profile.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::bail;
use outlast_prove::Runtime;
use serde_json::Value;

use super::{Outlast, folder};
use crate::play;
use crate::run::{read, root};

/// Sets up a release.
type Set = fn(&str) -> anyhow::Result<Runtime>;

/// Sets up each release (`executorch-1.5.1`, `torch-2.15.0`, `jaxlib-0.10.2`; all without names), asks it, and deletes it again if it was not there.
/// A release that is in the table is not asked again.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let outlast = Outlast::new()?;
    let table = folder("")?.join("runtimes.tsv");
    let known = fs::read_to_string(&table).unwrap_or_default();
    let mut lines: Vec<String> = known.lines().map(str::to_string).collect();
    let all = all()?;
    let wanted: Vec<&str> =
        if releases.is_empty() { all.iter().map(String::as_str).collect() } else { releases.to_vec() };
    for name in wanted {
        if lines.iter().any(|line| line.starts_with(&format!("{name}\t"))) {
            continue;
        }
        let line = runtime_line(&outlast, name).unwrap_or_else(|error| {
            let said = format!("{error:#}");
            format!("{name}\tskipped\t{}", said.lines().last().unwrap_or_default())
        });
        println!("{line}");
        lines.push(line);
        fs::write(&table, lines.join("\n") + "\n")?;
    }
    let count = |what: &str| lines.iter().filter(|line| line.split('\t').nth(1) == Some(what)).count();
    println!(
        "{} releases: {} as their profiles say, {} otherwise, {} skipped",
        lines.len(),
        count("confirmed"),
        count("differs"),
        count("skipped")
    );
    lines.iter().filter(|line| !line.contains("\tconfirmed\t")).for_each(|line| println!("  {line}"));
    Ok(())
}

/// The releases of pins.toml.
fn all() -> anyhow::Result<Vec<String>> {
    let mut all = Vec::new();
    for (family, package, prefix) in [
        ("executorch", "executorch", "executorch"),
        ("stablehlo", "jaxlib", "jaxlib"),
        ("torch", "torch", "torch"),
    ] {
        let mut command = Command::new("python3");
        command.args([
            "evidence/peers/pins.py",
            family,
            &format!("package={package}"),
            "where=wheels",
            "release",
        ]);
        let printed = read(command)?;
        all.extend(
            printed
                .lines()
                .filter_map(|line| line.split(' ').nth(1))
                .map(|release| format!("{prefix}-{release}")),
        );
    }
    Ok(all)
}

/// A line on one release.
fn runtime_line(outlast: &Outlast, name: &str) -> anyhow::Result<String> {
    let Some((family, release)) = name.split_once('-') else { bail!("{name}: FAMILY-RELEASE is expected") };
    let target = root().join("target/interop");
    let (folder, runtime) = match family {
        "executorch" => (target.join("executorch/peers").join(name), play::executorch as Set),
        "torch" => (target.join("torch").join(release), play::torch as Set),
        "jaxlib" => (target.join("stablehlo").join(format!("venv-{release}")), play::jaxlib as Set),
        _ => bail!("{name}: executorch, torch or jaxlib is expected"),
    };
    let was_there = folder.exists();
    let asked = runtime(release).and_then(|runtime| {
        outlast.add(name, &runtime)?;
        outlast.json(&["runtimes", "test", name])
    });
    if !was_there {
        delete(&folder)?;
        if family == "jaxlib" {
            delete(&target.join("stablehlo").join(name))?;
        }
    }
    let (_, value) = asked?;
    let tested = &value["tested"][0];
    if let Some(error) = tested["error"].as_str() {
        bail!("{error}");
    }
    let names = |key: &str| -> Vec<String> {
        let list = tested[key].as_array().into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_string).collect()
    };
    let (missing, unknown) = (names("missing"), names("unknown"));
    let confirmed = missing.is_empty() && unknown.is_empty() && tested["is_release"] == true;
    Ok(format!(
        "{name}\t{}\t{} operators; only in the profile: {}; only in the runtime: {}{}",
        if confirmed { "confirmed" } else { "differs" },
        tested["operators"],
        missing.len(),
        unknown.len(),
        [missing, unknown].concat().iter().take(6).fold(String::new(), |line, name| line + " " + name)
    ))
}

fn delete(folder: &Path) -> anyhow::Result<()> {
    match folder.exists() {
        true => Ok(fs::remove_dir_all(folder)?),
        false => Ok(()),
    }
}
