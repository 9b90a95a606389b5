//! `evidence/peers/pins.toml`: which releases there are of each family, what each list of them has, and whether those that are pinned are
//! the ones that are here.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, anyhow, bail};
use toml::{Table, Value};

use crate::run::{read as read_output, root};

const FILE: &str = "evidence/peers/pins.toml";

/// One release.
pub(crate) struct Pin {
    pub(crate) name: String,
    package: String,
    version: String,
    /// As profiles call it.
    pub(crate) release: String,
    /// How its version is seen.
    pub(crate) place: String,
    /// The release whose sources stand for its own, where those cannot be had.
    pub(crate) source: String,
    lists: Vec<String>,
}

static PINS: LazyLock<Result<BTreeMap<String, Vec<Pin>>, String>> =
    LazyLock::new(|| parse().map_err(|error| format!("{error:#}")));

fn parse() -> anyhow::Result<BTreeMap<String, Vec<Pin>>> {
    let all: Table = fs::read_to_string(root().join(FILE)).context(FILE)?.parse().context(FILE)?;
    let mut pins: BTreeMap<String, Vec<Pin>> = BTreeMap::new();
    for (family, rows) in &all {
        for (name, row) in rows.as_table().into_iter().flatten() {
            let find = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_string);
            let word =
                |key: &str| find(key).with_context(|| format!("{FILE}: {family}.{name} has no `{key}`"));
            let release = word("release")?;
            let pin = Pin {
                name: name.clone(),
                package: word("package")?,
                version: word("version")?,
                place: word("where")?,
                source: find("source").unwrap_or_else(|| release.clone()),
                lists: find("lists").unwrap_or_default().split(' ').map(str::to_string).collect(),
                release,
            };
            pins.entry(family.clone()).or_default().push(pin);
        }
    }
    for rows in pins.values_mut() {
        rows.sort_by_cached_key(|pin| (numbers_in(&pin.release), pin.name.clone()));
    }
    Ok(pins)
}

/// What releases are ordered by: `1.10.2` comes after `1.9.1`.
fn numbers_in(release: &str) -> Vec<u64> {
    release.split('.').map(|part| part.trim_end_matches(char::is_alphabetic).parse().unwrap_or(0)).collect()
}

/// The pins of a family, oldest release first.
fn read(family: &str) -> anyhow::Result<&'static [Pin]> {
    let all = PINS.as_ref().map_err(|error| anyhow!("{error}"))?;
    Ok(all.get(family).map_or(&[][..], Vec::as_slice))
}

/// The pins of a list, oldest release first.
pub(crate) fn list(family: &str, list: &str) -> anyhow::Result<Vec<&'static Pin>> {
    let found: Vec<&Pin> = read(family)?.iter().filter(|pin| pin.lists.iter().any(|on| on == list)).collect();
    anyhow::ensure!(!found.is_empty(), "{FILE}: no release of {family} is on the list `{list}`");
    Ok(found)
}

/// Pins by their names, `@NAME` for those of a list.
pub(crate) fn named(family: &str, names: &[&str]) -> anyhow::Result<Vec<&'static Pin>> {
    let mut found = Vec::new();
    for name in names {
        match name.strip_prefix('@') {
            Some(name) => found.extend(list(family, name)?),
            None => {
                let pin = read(family)?.iter().find(|pin| pin.name == *name);
                found.push(pin.with_context(|| format!("{FILE}: no pin `{name}` of {family}"))?);
            }
        }
    }
    Ok(found)
}

/// The releases of a list as profiles call them, oldest first.
pub(crate) fn releases(family: &str, name: &str) -> anyhow::Result<Vec<&'static str>> {
    Ok(list(family, name)?.into_iter().map(|pin| pin.release.as_str()).collect())
}

/// The short numbers of releases of a list, oldest first: `14`, `15`.
pub(crate) fn numbers(family: &str, name: &str) -> anyhow::Result<Vec<&'static str>> {
    Ok(list(family, name)?.into_iter().map(Pin::number).collect())
}

/// The newest release of a list.
pub(crate) fn newest(family: &str, name: &str) -> anyhow::Result<&'static str> {
    releases(family, name)?.pop().context("a release")
}

/// The two of a list of two, the older one first.
pub(crate) fn pair<'r>(releases: &[&'r str]) -> anyhow::Result<[&'r str; 2]> {
    releases
        .try_into()
        .map_err(|_| anyhow!("{FILE}: two releases are wanted, and the list has {}", releases.join(", ")))
}

impl Pin {
    /// `16` of `16.0.6`.
    pub(crate) fn number(&self) -> &str {
        self.release.split('.').next().unwrap_or_default()
    }

    /// Package and version as a head shows them; an error where another version is here.
    pub(crate) fn checked(&self) -> anyhow::Result<String> {
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

#[cfg(test)]
mod tests {
    use super::{newest, numbers, numbers_in, releases};

    #[test]
    fn releases_are_in_order() {
        assert!(numbers_in("1.10.2") > numbers_in("1.9.1"));
        assert!(numbers_in("24.0.0git") > numbers_in("23.1.4"));
        let readers = releases("stablehlo", "readers").unwrap();
        assert_eq!(
            (readers.first(), readers.last().copied()),
            (Some(&"0.4.20"), newest("stablehlo", "readers").ok())
        );
        assert_eq!(numbers("llvm", "analysers").unwrap().first(), Some(&"14"));
        assert!(releases("llvm", "none").is_err());
    }
}
