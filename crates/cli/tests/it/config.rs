//! `outlast.toml`: which one holds for a file, in folders of a test's own, and what a journal makes of one that changes.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::run::{Output, command, root, scratch};

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("the_nearest_configuration_holds_alone", the_nearest_configuration_holds_alone),
        ("entries_for_paths_hold_key_by_key", entries_for_paths_hold_key_by_key),
        ("journals_are_held_to_the_configuration", journals_are_held_to_the_configuration),
        ("a_baseline_is_good_from_any_folder", a_baseline_is_good_from_any_folder),
        ("damaged_configurations_are_answered", damaged_configurations_are_answered),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

/// A folder with programs, of its own repository.
fn project(name: &str) -> Result<PathBuf, Failed> {
    let folder = scratch(name)?;
    for folder in ["project/.git", "project/phones/old", "project/legacy"].map(|name| folder.join(name)) {
        fs::create_dir_all(folder)?;
    }
    let project = folder.join("project");
    for (from, to) in [
        ("xnn_mlp.pte", "phones/xnn_mlp.pte"),
        ("xnn_mlp.pte", "phones/old/xnn_mlp.pte"),
        ("block.pte", "legacy/block.pte"),
        ("ext.pte", "phones/ext.pte"),
        ("ext.ptd", "weights.ptd"),
    ] {
        fs::copy(root().join("corpus/executorch/1.5.1").join(from), project.join(to))?;
    }
    Ok(project)
}

fn run(folder: &Path, args: &[&str]) -> Result<Output, Failed> {
    let output = command(args).current_dir(folder).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().unwrap_or(-1);
    Ok(Output { code, stdout: text(&output.stdout), stderr: text(&output.stderr) })
}

fn expect(folder: &Path, line: &str, code: i32, parts: &[&str]) -> Result<(), Failed> {
    let args: Vec<&str> = line.split(' ').collect();
    let Output { code: found, stdout, stderr } = run(folder, &args)?;
    let missing = parts.iter().find(|part| !stdout.contains(**part) && !stderr.contains(**part));
    match (found == code, missing) {
        (true, None) => Ok(()),
        _ => Err(format!("{line}: {found}, without {missing:?}\n{stdout}{stderr}").into()),
    }
}

fn the_nearest_configuration_holds_alone() -> Result<(), Failed> {
    let project = project("config-nearest")?;
    let above = project.parent().ok_or("a folder above")?;
    fs::write(above.join("outlast.toml"), "targets = [\"executorch-1.5.1\"]\n")?;
    let none = "which runtime?";
    // The root of a repository ends the search.
    expect(&project, "check phones/xnn_mlp.pte", 2, &[none])?;
    fs::write(project.join("outlast.toml"), "targets = [\"executorch-0.5.0\"]\nfail-on = [\"fails\"]\n")?;
    expect(&project, "check phones/xnn_mlp.pte", 0, &["executorch-0.5.0 and is misread there"])?;
    expect(
        &project.join("phones"),
        "check ../phones/./xnn_mlp.pte",
        0,
        &["executorch-0.5.0 and is misread there"],
    )?;
    expect(above, "check project/phones/xnn_mlp.pte", 0, &["executorch-0.5.0 and is misread there"])?;
    // The one below has no `fail-on`: that of the one above does not hold.
    fs::write(project.join("phones/outlast.toml"), "targets = [\"executorch-0.4.0\"]\n")?;
    expect(&project, "check phones/xnn_mlp.pte", 1, &["executorch-0.4.0 and is misread there"])?;
    expect(&project, "check phones/old/xnn_mlp.pte", 1, &["executorch-0.4.0 and is misread there"])?;
    expect(&project, "scan phones/old", 1, &["executorch-0.4.0"])?;
    expect(&project, "check legacy/block.pte", 1, &["fails on executorch-0.5.0: 1 problem, fixable"])?;
    // The command line wins.
    expect(&project, "check -t executorch-0.6.0 phones/xnn_mlp.pte", 0, &["loads on executorch-0.6.0 ("])?;
    expect(
        &project,
        "check --fail-on unknown legacy/block.pte",
        0,
        &["fails on executorch-0.5.0: 1 problem, fixable"],
    )?;
    expect(&project, "check --no-config phones/xnn_mlp.pte", 2, &[none])?;
    expect(&project, "check --config outlast.toml phones/xnn_mlp.pte", 0, &["executorch-0.5.0"])?;
    expect(&project, "check missing/a.pte", 2, &["no such file"])
}

fn entries_for_paths_hold_key_by_key() -> Result<(), Failed> {
    let project = project("config-paths")?;
    let text = "\
targets = [\"executorch-0.5.0\"]

[[path]]
files = [\"phones/**\"]
targets = [\"executorch-1.5.1\"]
fail-on = [\"unknown\"]

[[path]]
files = [\"ext.pte\"]
data = [\"weights.ptd\"]

[[path]]
files = [\"phones/old/*\"]
targets = [\"executorch-0.4.0\", \"./mine.toml\"]
";
    fs::write(project.join("outlast.toml"), text)?;
    fs::write(
        project.join("mine.toml"),
        "schema = \"outlast/profile/1\"\nname = \"mine\"\nbase = \"executorch-0.3.0\"\n",
    )?;
    let old = ["executorch-0.4.0 and is misread there", "loads on mine and is misread"];
    expect(&project, "check phones/old/xnn_mlp.pte", 0, &old)?;
    expect(&project.join("phones"), "check old/xnn_mlp.pte", 0, &old)?;
    expect(&project, "scan phones/old", 0, &["mine"])?;
    expect(&project, "check phones/ext.pte", 0, &["loads on executorch-1.5.1 ("])?;
    expect(&project, "check -f json phones/ext.pte", 0, &["\"weights.ptd\""])?;
    expect(&project, "scan -f jsonl phones/ext.pte", 0, &["\"data\":[\"weights.ptd\"]"])?;
    expect(&project, "check legacy", 1, &["fails on executorch-0.5.0: 1 problem, fixable"])?;
    let broken = text.replace("weights.ptd", "missing.ptd");
    fs::write(project.join("outlast.toml"), broken)?;
    expect(&project, "check phones/ext.pte", 2, &["missing.ptd: no such file"])?;
    expect(&project, "scan phones", 2, &["missing.ptd: no such file"])
}

fn journals_are_held_to_the_configuration() -> Result<(), Failed> {
    let project = project("config-journal")?;
    let scan = |more: &str| -> Result<Output, Failed> {
        let line = format!("scan -f jsonl {more}legacy phones/xnn_mlp.pte");
        run(&project, &line.split(' ').collect::<Vec<_>>())
    };
    let ignore = "\n[[ignore]]\ncode = \"OL2004\"\nreason = \"r\"\n";
    for (text, code) in [
        ("targets = [\"executorch-0.5.0\"]\n".to_string(), 1),
        ("targets = [\"executorch-1.5.1\"]\n".to_string(), 0),
        ("targets = [\"executorch-0.5.0\"]\nbasis = \"defined\"\n".to_string(), 1),
        ("targets = [\"executorch-0.5.0\"]\nfail-on = [\"fails\"]\n".to_string(), 1),
        (format!("targets = [\"executorch-0.5.0\"]\nfail-on = [\"fails\"]\n{ignore}"), 0),
        ("targets = [\"executorch-0.5.0\"]\nfail-on = [\"fails\"]\n".to_string(), 1),
    ] {
        fs::write(project.join("outlast.toml"), &text)?;
        let whole = scan("")?;
        for round in ["first", "second"] {
            let resumed = scan("--resume journal ")?;
            if (resumed.code, &resumed.stdout) != (code, &whole.stdout) || whole.code != code {
                let Output { code, stdout, stderr } = resumed;
                return Err(
                    format!("{round} time with {text}: {code}\n{stdout}{stderr}\n{}", whole.stdout).into()
                );
            }
        }
    }
    Ok(())
}

fn a_baseline_is_good_from_any_folder() -> Result<(), Failed> {
    let project = project("config-baseline")?;
    let above = project.parent().ok_or("a folder above")?;
    fs::create_dir(project.join("ci"))?;
    fs::write(
        project.join("outlast.toml"),
        "targets = [\"executorch-0.5.0\"]\nbaseline = \"ci/known.jsonl\"\n",
    )?;
    expect(&project, "scan legacy phones", 2, &["ci/known.jsonl", "no such file", "--write-baseline"])?;
    expect(
        &project,
        "scan legacy --write-baseline ci/known.jsonl",
        0,
        &["1 finding written to ci/known.jsonl"],
    )?;
    let known = fs::read_to_string(project.join("ci/known.jsonl"))?;
    if !known.contains("\"file\":\"../legacy/block.pte\"") {
        return Err(known.into());
    }
    expect(&project, "scan legacy", 0, &["1 known from the baseline, 0 new, 0 fixed"])?;
    expect(&project.join("legacy"), "check block.pte", 0, &["1 known from the baseline"])?;
    expect(above, "scan project/legacy", 0, &["1 known from the baseline"])?;
    expect(&project, "scan legacy phones/old", 1, &["1 finding new", "WRONG phones/old/xnn_mlp.pte"])?;
    // What is fixed is told, and does not fail.
    fs::copy(root().join("corpus/executorch/0.4.0/mlp.pte"), project.join("legacy/block.pte"))?;
    expect(&project, "scan legacy", 0, &["0 known from the baseline, 0 new, 1 fixed"])
}

/// Whatever a configuration has, commands answer.
fn damaged_configurations_are_answered() -> Result<(), Failed> {
    let project = project("config-damage")?;
    let whole = fs::read(root().join("crates/cli/tests/data/config/outlast.toml"))?;
    let mut variants: Vec<Vec<u8>> = (0..whole.len()).step_by(17).map(|end| whole[..end].to_vec()).collect();
    for at in (0..whole.len()).step_by(13) {
        let mut bytes = whole.clone();
        bytes[at] = b"\"[]=\n\xff.<"[at % 8];
        variants.push(bytes);
    }
    for (nth, bytes) in variants.iter().enumerate() {
        fs::write(project.join("outlast.toml"), bytes)?;
        for line in ["config legacy/block.pte", "check legacy/block.pte", "scan -q legacy"] {
            let output = run(&project, &line.split(' ').collect::<Vec<_>>())?;
            if !(0..=2).contains(&output.code) || output.stderr.contains("panicked") {
                let text = String::from_utf8_lossy(bytes).into_owned();
                return Err(format!("{nth}: {line}: {}\n{}\n{text}", output.code, output.stderr).into());
            }
        }
    }
    Ok(())
}
