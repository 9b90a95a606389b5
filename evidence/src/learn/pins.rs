//! `evidence/peers/pins.toml`: which releases tables are learned from, and whether those are the ones that are here.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use anyhow::{Context, bail};
use toml::{Table, Value};

use crate::run::{read as read_output, root};

/// One release.
pub(super) struct Pin {
    name: String,
    package: String,
    version: String,
    /// How its version is seen.
    place: String,
}

/// The pins of a family, by name.
pub(super) fn read(family: &str) -> anyhow::Result<BTreeMap<String, Pin>> {
    let text = fs::read_to_string(root().join("evidence/peers/pins.toml"))?;
    let all: Table = text.parse().context("evidence/peers/pins.toml")?;
    let mut pins = BTreeMap::new();
    for (name, pin) in all.get(family).and_then(Value::as_table).into_iter().flatten() {
        let word = |key: &str| -> anyhow::Result<String> {
            let text = pin.get(key).and_then(Value::as_str);
            Ok(text.with_context(|| format!("pins.toml: {family}.{name} has no `{key}`"))?.to_string())
        };
        let (package, version, place) = (word("package")?, word("version")?, word("where")?);
        pins.insert(name.clone(), Pin { name: name.clone(), package, version, place });
    }
    Ok(pins)
}

impl Pin {
    /// Package and version as a head shows them; an error where another version is here.
    pub(super) fn checked(&self) -> anyhow::Result<String> {
        let shown = format!("{} {}", self.package, self.version);
        let here = match self.place.as_str() {
            // Sixteen environments are set up one after the other: the script that does it asks for these versions.
            "wheels" => return Ok(shown),
            "dpkg" => {
                let mut command = Command::new("dpkg-query");
                command.args(["-W", "-f", "${Version}", &self.package]);
                read_output(command).with_context(|| format!("{}: not installed", self.package))?
            }
            list if list.ends_with("packages.tsv") => {
                let text = fs::read_to_string(root().join(list)).with_context(|| list.to_string())?;
                let row = text.lines().find_map(|line| line.strip_prefix(&self.package)?.strip_prefix('\t'));
                let row = row.with_context(|| format!("{list}: no {}", self.package))?;
                row.split('\t').next().unwrap_or_default().to_string()
            }
            repository if repository.ends_with(".git") => {
                let mut command = Command::new("git");
                let commit = format!("{}^{{commit}}", self.version);
                command.args(["-C", repository, "rev-parse", "--verify", &commit]).current_dir(root());
                let found = read_output(command).with_context(|| format!("{repository}: no such commit"))?;
                found.trim().to_string()
            }
            run if run.ends_with("/run") => {
                let mut command =
                    Command::new(root().join(run).canonicalize().with_context(|| run.to_string())?);
                command.args(["/usr/libexec/swift/bin/swift-frontend", "--version"]);
                let said = read_output(command)?;
                let version = said.split("Swift version ").nth(1).and_then(|rest| rest.split(' ').next());
                version.unwrap_or_default().to_string()
            }
            folder => {
                let name = format!("{}-{}.dist-info", self.package.replace('-', "_"), self.version);
                let known = root().join(folder).join(&name).is_dir();
                if known { self.version.clone() } else { format!("not {name} in {folder}") }
            }
        };
        if here != self.version {
            bail!(
                "`{}` is pinned to {} {}, and this is {here}: install that, or change evidence/peers/pins.toml and make all its tables again",
                self.name,
                self.package,
                self.version
            );
        }
        Ok(shown)
    }
}
