//! `outlast lint` with revisions of a repository, which a test makes, and witnesses, which it writes.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::run::{Output, command, root, scratch};

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("releases_of_a_window_are_compared", releases_of_a_window_are_compared),
        ("revisions_that_there_are_not", revisions_that_there_are_not),
        ("folders_and_includes_at_a_revision", folders_and_includes_at_a_revision),
        ("git_is_needed_for_revisions_only", git_is_needed_for_revisions_only),
        ("witnesses_are_saved_and_replaced", witnesses_are_saved_and_replaced),
        ("files_are_passed_over", files_are_passed_over),
        ("operator_sets_at_a_revision", operator_sets_at_a_revision),
    ];
    // What needs git is counted as skipped where it is not.
    let without_git = Command::new("git").arg("--version").output().is_err();
    tests.iter().map(|(name, test)| Trial::test(*name, test).with_ignored_flag(without_git)).collect()
}

fn git(folder: &Path, line: &str) -> Result<(), Failed> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(line.split(' '));
    for (name, value) in [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1")] {
        command.env(name, value);
    }
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Test").env(format!("GIT_{who}_EMAIL"), "test@example.com");
        command.env(format!("GIT_{who}_DATE"), "2026-01-01T00:00:00Z");
    }
    let output = command.output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("git {line}: {}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

/// A repository with a schema that changed from release to release.
fn repository(name: &str) -> Result<std::path::PathBuf, Failed> {
    let folder = scratch(name)?;
    git(&folder, "init -q -b main")?;
    fs::create_dir_all(folder.join("schema"))?;
    let program =
        |fields: &str| format!("include \"types.fbs\";\n\ntable P {{\n{fields}  t: T;\n}}\n\nroot_type P;\n");
    let releases: &[(&str, String)] = &[
        ("v1.0", program("  a: int (id: 1);\n").replace("t: T;", "t: T (id: 0);")),
        ("v1.1-rc1", program("  z: int;\n")),
        ("v1.2", program("  a: int (id: 1);\n  b: int (id: 2);\n").replace("t: T;", "t: T (id: 0);")),
        (
            "v1.10",
            program("  a: int (id: 1);\n  b: int (id: 2);\n  c: string (id: 3);\n")
                .replace("t: T;", "t: T (id: 0);"),
        ),
        ("other-9", program("  z: int;\n")),
    ];
    fs::write(folder.join("schema/types.fbs"), "table T {\n  x: int;\n}\n")?;
    for (tag, text) in releases {
        fs::write(folder.join("schema/program.fbs"), text)?;
        if *tag == "v1.10" {
            fs::write(folder.join("schema/late.fbs"), "table L {\n  x: int;\n}\n\nroot_type L;\n")?;
        }
        git(&folder, "add -A")?;
        git(&folder, &format!("commit -q -m {tag}"))?;
        git(&folder, &format!("tag {tag}"))?;
    }
    // `b` and `c` are gone; `b` was in two releases, `c` in one.
    let text = program("  a: int (id: 1);\n").replace("t: T;", "t: T (id: 0);");
    fs::write(folder.join("schema/program.fbs"), text)?;
    Ok(folder)
}

fn run(folder: &Path, line: &str) -> Result<Output, Failed> {
    let args: Vec<&str> = line.split(' ').collect();
    let output = command(&args).current_dir(folder).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().unwrap_or(-1);
    Ok(Output { code, stdout: text(&output.stdout), stderr: text(&output.stderr) })
}

fn expect(folder: &Path, line: &str, code: i32, parts: &[&str]) -> Result<(), Failed> {
    let Output { code: found, stdout, stderr } = run(folder, line)?;
    let missing = parts.iter().find(|part| !stdout.contains(**part) && !stderr.contains(**part));
    match (found == code, missing) {
        (true, None) => Ok(()),
        _ => Err(format!("{line}: {found}, without {missing:?}\n{stdout}{stderr}").into()),
    }
}

fn releases_of_a_window_are_compared() -> Result<(), Failed> {
    let folder = repository("lint-window")?;
    let line = "lint schema/program.fbs --against git:v1.0..";
    expect(
        &folder,
        line,
        1,
        &[
            "2 breaks",
            "against v1.0, v1.2, v1.10\n",
            "`P.b`: a field is gone",
            "--> v1.2:schema/program.fbs:5:3",
            "against v1.2, v1.10\n",
            "`P.c`: a field is gone",
            "--> v1.10:schema/program.fbs:6:3",
            "wire; against v1.10\n",
        ],
    )?;
    expect(&folder, "lint schema/program.fbs --against git:v1.0", 0, &["nothing breaks"])?;
    expect(
        &folder,
        "lint schema/program.fbs --against git:v1.0..v1.2",
        1,
        &["1 break", "against v1.0, v1.2\n"],
    )?;
    // A pre-release takes in others.
    expect(
        &folder,
        "lint schema/program.fbs --against git:v1.1-rc1..v1.2",
        1,
        &["against v1.1-rc1, v1.2\n"],
    )?;
    // Of a commit, the tags that contain it.
    expect(
        &folder,
        "lint schema/program.fbs --against git:v1.2^{commit}..v1.10",
        1,
        &["against v1.2, v1.10\n"],
    )?;
    expect(&folder, "lint git:v1.10:schema/program.fbs --against git:v1.0..v1.10", 0, &["nothing breaks"])?;
    expect(
        &folder,
        "lint schema/program.fbs --against git:v1.0:schema/program.fbs",
        0,
        &["v1.0:schema/program.fbs"],
    )?;
    expect(&folder, "lint schema/late.fbs --against git:v1.0..", 0, &["not in v1.0, v1.2", "against v1.10"])?;
    // Annotations are in the new file, which has no such line.
    expect(&folder, &format!("{line} -f github"), 1, &["::error file=schema/program.fbs,title=OL3832::"])
}

fn revisions_that_there_are_not() -> Result<(), Failed> {
    let folder = repository("lint-revisions")?;
    for (line, says) in [
        ("lint schema/program.fbs --against git:v1.20", "no revision `v1.20`: did you mean `v1."),
        ("lint schema/program.fbs --against git:--output=x", "no revision `--output=x`"),
        ("lint schema/program.fbs --against git:v7..", "no revision `v7`"),
        ("lint schema/program.fbs --against git:v1.10..v1.0", "no release in v1.10..v1.0"),
        (
            "lint schema/late.fbs --against git:v1.0",
            "`schema/late.fbs` is not in v1.0; these tags have it: other-9, v1.10",
        ),
        ("lint schema/program.fbs --against git:v1.0:nowhere.fbs", "`nowhere.fbs` is not in v1.0"),
        ("lint git:v1.0.. --against schema/program.fbs", "the changed side is one version"),
        ("lint git:v1.0 --against schema/program.fbs", "the changed side needs a path"),
    ] {
        expect(&folder, line, 2, &[says])?;
    }
    let outside = scratch("lint-no-repository")?;
    fs::write(outside.join("a.fbs"), "table T {\n  x: int;\n}\n")?;
    let Output { code, stderr, .. } = {
        let mut command = command(&["lint", "a.fbs", "--against", "git:v1"]);
        let output = command
            .current_dir(&outside)
            .env("GIT_CEILING_DIRECTORIES", outside.parent().unwrap_or(&outside))
            .output()?;
        Output {
            code: output.status.code().unwrap_or(-1),
            stdout: String::new(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    };
    assert!(code == 2 && stderr.contains("is not in a git repository"), "{code} {stderr}");
    Ok(())
}

fn folders_and_includes_at_a_revision() -> Result<(), Failed> {
    let folder = repository("lint-folder")?;
    // The included file changed, too: that of the revision is read.
    fs::write(folder.join("schema/types.fbs"), "table T {\n  x: string;\n}\n")?;
    expect(
        &folder,
        "lint schema --against git:v1.10",
        1,
        &["`P.c`", "--> schema/types.fbs:2:3", "v1.10:schema/types.fbs:2:3"],
    )?;
    fs::remove_file(folder.join("schema/late.fbs"))?;
    expect(&folder, "lint schema --against git:v1.10 -f github", 1, &["OL3790", "late.fbs"])?;
    fs::write(folder.join("schema/program.fbs"), "table {\n")?;
    // What cannot be read is said beside what can be compared.
    fs::write(folder.join("schema/late.fbs"), "table L {\n  y: string;\n}\n\nroot_type L;\n")?;
    expect(
        &folder,
        "lint schema --against git:v1.10",
        2,
        &["schema/program.fbs: 1:7", "`L.", "1 comparison not made"],
    )?;
    expect(
        &folder,
        "lint schema --against git:v1.10 -f json",
        2,
        &["\"failures\": [\n    {", "schema/program.fbs"],
    )
}

fn git_is_needed_for_revisions_only() -> Result<(), Failed> {
    let folder = repository("lint-no-git")?;
    let run = |old: &str| {
        let mut command = command(&["lint", "schema/program.fbs", "--against", old]);
        command.current_dir(&folder).env("PATH", "").output()
    };
    let output = run("git:v1.0")?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && text.contains("`git` is not installed"), "{text}");
    assert_eq!(run("schema/program.fbs")?.status.code(), Some(0));
    Ok(())
}

fn witnesses_are_saved_and_replaced() -> Result<(), Failed> {
    let folder = scratch("lint-witnesses")?;
    let pair = root().join("crates/lint/pairs/fbs/field-removed-first");
    for name in ["old.fbs", "new.fbs"] {
        fs::copy(pair.join(name), folder.join(name))?;
    }
    let line = "lint new.fbs --against old.fbs --witness out";
    let name = "fbs-field-removed-T.a-new-reads-old.bin";
    expect(&folder, line, 1, &[name])?;
    let index = fs::read_to_string(folder.join("out/index.json"))?;
    assert!(index.contains("outlast/witnesses/1") && index.contains(name), "{index}");
    let bytes = fs::read(folder.join("out").join(name))?;
    fs::write(folder.join("out").join(name), "changed")?;
    expect(&folder, line, 1, &[name])?;
    assert_eq!(fs::read(folder.join("out").join(name))?, bytes);
    // What an earlier run wrote, and this one does not, is gone.
    fs::copy(folder.join("old.fbs"), folder.join("same.fbs"))?;
    expect(&folder, "lint same.fbs --against old.fbs --witness out", 0, &["nothing breaks"])?;
    assert!(!folder.join("out").join(name).exists());
    expect(&folder, line, 1, &[name])?;
    // What is not of an earlier run is not overwritten.
    fs::write(folder.join("out/index.json"), "{\"schema\": \"outlast/witnesses/1\", \"witnesses\": []}")?;
    expect(&folder, line, 2, &["will not overwrite", "no witness of an earlier run"])?;
    fs::write(folder.join("out/index.json"), "{}")?;
    expect(&folder, line, 2, &["it is no list of witnesses"])
}

fn files_are_passed_over() -> Result<(), Failed> {
    let folder = scratch("lint-excluded")?;
    for version in ["v1", "v2"] {
        fs::create_dir_all(folder.join(version).join("broken"))?;
        fs::write(folder.join(version).join("a.fbs"), "table T { a: int; }\nroot_type T;\n")?;
        fs::write(folder.join(version).join("broken/b.fbs"), "table {")?;
    }
    expect(&folder, "lint v2 --against v1", 2, &["1 comparison not made"])?;
    fs::write(folder.join("outlast.toml"), "[lint]\nexclude = [\"v2/broken/\"]\n")?;
    expect(&folder, "lint v2 --against v1", 0, &["nothing breaks"])?;
    expect(&folder, "config v2", 0, &["passes over v2/broken/"])?;
    // A file that is named is looked at.
    expect(&folder, "lint v2/broken/b.fbs --against v1/broken/b.fbs", 2, &["the name of a table"])
}

fn operator_sets_at_a_revision() -> Result<(), Failed> {
    let folder = scratch("lint-operators")?;
    git(&folder, "init -q -b main")?;
    let pair = root().join("crates/lint/pairs/operators/argument-inserted");
    fs::copy(pair.join("old.txt"), folder.join("ops.txt"))?;
    git(&folder, "add ops.txt")?;
    git(&folder, "commit -q -m one")?;
    git(&folder, "tag v1.0")?;
    fs::copy(pair.join("new.txt"), folder.join("ops.txt"))?;
    let said = ["v1.0:ops.txt:1:17: it was", "reads a value that was not given for it"];
    expect(&folder, "lint ops.txt --against git:v1.0..", 1, &said)?;
    let ignore =
        "[[ignore]]\ncode = \"operator-backward\"\nsubject = \"my::*\"\nreason = \"none is in use\"\n";
    fs::write(folder.join("outlast.toml"), ignore)?;
    expect(&folder, "lint ops.txt --against git:v1.0", 0, &["1 depends on data, 1 ignored"])
}
