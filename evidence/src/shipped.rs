//! `cargo xtask shipped`: which programs of the corpus run in which runtime that an application ships, as a table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use outlast::{Companion, Options, Target, check_with, shipped_names};
use outlast_testkit::corpus;

use crate::run::root;

const TABLE: &str = "docs/shipped-runtimes.md";
/// Where the text that people write ends.
const MARK: &str = "<!-- Made by `cargo xtask shipped`; do not edit what follows. -->\n";
/// The programs that the second table lists one by one.
const LISTED: &str = "1.5.1";

/// The verdict in a word, as tables have it.
type Words = BTreeMap<String, usize>;

/// Writes the tables again, or compares them.
pub(crate) fn run(check: bool) -> anyhow::Result<()> {
    let path = root().join(TABLE);
    let old = fs::read_to_string(&path).with_context(|| TABLE)?;
    let (head, _) = old.split_once(MARK).with_context(|| format!("{TABLE}: no line `{}`", MARK.trim()))?;
    let text = format!("{head}{MARK}{}", tables()?);
    if check {
        anyhow::ensure!(text == old, "{TABLE}: not what `cargo xtask shipped` writes");
    }
    fs::write(&path, text)?;
    Ok(())
}

fn tables() -> anyhow::Result<String> {
    let names = shipped_names();
    let targets: Vec<Target> = names.iter().map(|name| outlast::target(name)).collect::<Result<_, _>>()?;
    let short = |name: &str| name.trim_start_matches("executorch-").to_string();
    let columns: Vec<String> = names.iter().map(|name| format!(" {} |", short(name))).collect();
    let head =
        |first: &str| format!("| {first} |{}\n|---|{}\n", columns.concat(), "---|".repeat(names.len()));
    let mut out = String::from("\n## What they register\n\n");
    out += "| runtime | built from | operators | of its release | not of its release | backends |\n|---|---|---|---|---|---|\n";
    for (name, target) in names.iter().zip(&targets) {
        let profiles = target.profiles();
        let releases: Vec<String> = profiles.iter().map(|profile| profile.release.to_string()).collect();
        let first = profiles.first().context("a target without a profile")?;
        let operators = first.all("op");
        let own = operators.iter().filter(|(operator, _)| first.is_of_release("op", operator)).count();
        let backends: Vec<&str> = first.all("backend").into_iter().map(|(name, _)| name).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {own} | {} | {} |",
            short(name),
            releases.join(" to "),
            operators.len(),
            operators.len() - own,
            backends.join(", ")
        );
    }
    out += "\n## Programs of the corpus by exporting release\n\n`loads` / all programs; `x` of the rest can be converted.\n\n";
    out += &head("exported with");
    let mut listed = String::new();
    for folder in folders(&root().join("corpus/executorch"))? {
        let release = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let files = corpus::files(&format!("executorch/{release}"), &["pte"]);
        let mut counts: Vec<Words> = vec![Words::new(); targets.len()];
        for file in &files {
            let verdicts = judge(file, &targets)?;
            for (count, word) in counts.iter_mut().zip(&verdicts) {
                *count.entry(word.clone()).or_default() += 1;
            }
            if release == LISTED {
                let name = file.file_stem().unwrap_or_default().to_string_lossy();
                let cells: Vec<String> = verdicts.iter().map(|word| format!(" {word} |")).collect();
                let _ = writeln!(listed, "| {name} |{}", cells.concat());
            }
        }
        let cells = counts.iter().map(|count| {
            let of = |word: &str| count.get(word).copied().unwrap_or_default();
            match of("convertible") {
                0 => format!(" {}/{} |", of("loads"), files.len()),
                more => format!(" {}/{}, {more}x |", of("loads"), files.len()),
            }
        });
        let _ = writeln!(out, "| {release} |{}", cells.collect::<String>());
    }
    let _ = write!(out, "\n## Programs exported with {LISTED}\n\n{}{listed}", head("program"));
    Ok(out)
}

/// The summary word of the verdict of each target on a program with the data file beside it.
fn judge(file: &Path, targets: &[Target]) -> anyhow::Result<Vec<String>> {
    let bytes = corpus::read(file)?;
    let data = corpus::read(file.with_extension("ptd")).ok();
    let opened = data.as_deref().and_then(|bytes| outlast::open(bytes).ok());
    let companions: Vec<Companion<'_>> =
        opened.into_iter().map(|program| Companion::new("data".into(), program)).collect();
    let word = |target: &Target| match check_with(&bytes, &companions, target, &Options::none()) {
        Ok(verdict) => verdict.summary().to_string(),
        Err(_) => "no program".into(),
    };
    Ok(targets.iter().map(word).collect())
}

/// Folders of releases, oldest first.
fn folders(parent: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found: Vec<(outlast::Release, PathBuf)> = Vec::new();
    for entry in fs::read_dir(parent)? {
        let path = entry?.path();
        let release = path.file_name().and_then(|name| outlast::Release::parse(&name.to_string_lossy()));
        found.extend(release.map(|release| (release, path)));
    }
    found.sort();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}
