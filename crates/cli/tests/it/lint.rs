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
        ("git_fetches_nothing", git_fetches_nothing),
        ("what_is_ignored_masks_nothing", what_is_ignored_masks_nothing),
        ("schemas_with_one_identifier_read_each_other", schemas_with_one_identifier_read_each_other),
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
            "`P.b`: a field was removed",
            "--> v1.2:schema/program.fbs:5:3",
            "against v1.2, v1.10\n",
            "`P.c`: a field was removed",
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
    let pair = root().join("crates/cli/tests/pairs/fbs/field-removed-first");
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
    expect(&folder, line, 2, &["will not overwrite", "not a witness of an earlier run"])?;
    fs::write(folder.join("out/index.json"), "{}")?;
    expect(&folder, line, 2, &["it is not a list of witnesses"])
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
    let pair = root().join("crates/cli/tests/pairs/operators/argument-inserted");
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
    // It breaks in the other direction as well.
    expect(&folder, "lint ops.txt --against git:v1.0", 1, &["1 break, 1 ignored"])?;
    let both = format!("{ignore}{}", ignore.replace("operator-backward", "operator-forward"));
    fs::write(folder.join("outlast.toml"), both)?;
    expect(&folder, "lint ops.txt --against git:v1.0", 0, &["2 ignored"])
}

/// Every call of `git` has the variables that keep it from fetching what a partial clone does not have.
fn git_fetches_nothing() -> Result<(), Failed> {
    let folder = repository("lint-fetch")?;
    let bin = folder.join("bin");
    fs::create_dir_all(&bin)?;
    let real = Command::new("sh").args(["-c", "command -v git"]).output()?.stdout;
    let real = String::from_utf8_lossy(&real).trim().to_string();
    let seen = folder.join("seen");
    let script = format!(
        "#!/bin/sh\necho \"$GIT_ALLOW_PROTOCOL $GIT_NO_LAZY_FETCH $GIT_TERMINAL_PROMPT\" >> '{}'\nexec '{real}' \"$@\"\n",
        seen.display()
    );
    fs::write(bin.join("git"), script)?;
    Command::new("chmod").arg("+x").arg(bin.join("git")).status()?;
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = command(&["lint", "schema/program.fbs", "--against", "git:v1.0.."]);
    let output = command.current_dir(&folder).env("PATH", path).output()?;
    assert_eq!(output.status.code(), Some(1));
    let seen = fs::read_to_string(seen)?;
    assert!(seen.lines().count() > 5 && seen.lines().all(|line| line == "none 1 0"), "{seen}");
    Ok(())
}

/// With the break that no file avoids ignored, the other one still fails.
fn what_is_ignored_masks_nothing() -> Result<(), Failed> {
    let folder = scratch("lint-masking")?;
    let write = |name: &str, text: &str| fs::write(folder.join(name), text);
    write(
        "r1.fbs",
        "struct V { x:float; y:float; }\ntable T { a:int; n:string (required); v:V; s:[V]; }\nroot_type T;\n",
    )?;
    write(
        "r2.fbs",
        "struct V { x:float; y:float; z:float; }\ntable T { n:string (required); a:int; v:V; s:[V]; }\nroot_type T;\n",
    )?;
    let grows = "error[OL3813]: `T.v.z`: a struct has one more field";
    expect(&folder, "lint r2.fbs --against r1.fbs", 1, &[grows, "`T.a`: a field moved to another slot"])?;
    write(
        "outlast.toml",
        "[[ignore]]\ncode = \"fbs-slot-moved\"\nreason = \"all files are written again\"\n",
    )?;
    expect(
        &folder,
        "lint r2.fbs --against r1.fbs",
        1,
        &[grows, "behind another change: it refuses it at `T.n`"],
    )?;
    expect(&folder, "lint r1.fbs --against r2.fbs", 1, &["error[OL3814]"])?;
    // What is ignored is all that there is.
    write(
        "r3.fbs",
        "struct V { x:float; y:float; }\ntable T { n:string (required); a:int; v:V; s:[V]; }\nroot_type T;\n",
    )?;
    expect(&folder, "lint r3.fbs --against r1.fbs", 0, &["nothing breaks"])?;
    fs::remove_file(folder.join("outlast.toml"))?;
    // A default behind an enum that every file holds.
    write("b1.fbs", "enum C:byte { A=1, B=2 } table T { c:C = A; u:int = 5; } root_type T;\n")?;
    write("b2.fbs", "enum C:byte { A=2, B=1 } table T { c:C = A; u:int = 6; } root_type T;\n")?;
    expect(&folder, "lint b2.fbs --against b1.fbs", 1, &["error[OL3841]: `T.u`: a field has another default"])
}

/// Schemas of a folder: with one identifier they read each other's files; with another one, readers dispatch.
fn schemas_with_one_identifier_read_each_other() -> Result<(), Failed> {
    let folder = scratch("lint-identifiers")?;
    let write = |name: &str, text: &str| -> Result<(), Failed> {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        Ok(fs::write(path, text)?)
    };
    let schema = |fields: &str, identifier: &str| {
        format!("table P {{ {fields} }}\nroot_type P;\nfile_identifier \"{identifier}\";\n")
    };
    write("old/v1.fbs", &schema("a:int; b:string;", "ABC1"))?;
    write("new/v1.fbs", &schema("a:int; b:string;", "ABC1"))?;
    expect(&folder, "lint new --against old", 0, &["nothing breaks"])?;
    // The same identifier, and fields that are read as others.
    write("new/v2.fbs", &schema("b:string; a:int;", "ABC1"))?;
    expect(
        &folder,
        "lint new --against old",
        1,
        &[
            "error[OL3792]: `v2.fbs`: another schema has its file identifier",
            "`v1.fbs` and `v2.fbs` both write `ABC1`",
        ],
    )?;
    // The same identifier, and a field more.
    write("new/v2.fbs", &schema("a:int; b:string; c:int;", "ABC1"))?;
    expect(&folder, "lint new --against old", 0, &["nothing breaks"])?;
    // Another table under the identifier.
    write("new/v2.fbs", "table Q { z:[ubyte]; }\nroot_type Q;\nfile_identifier \"ABC1\";\n")?;
    expect(
        &folder,
        "lint new --against old",
        1,
        &["error[OL3792]", "`v1.fbs` and `v2.fbs` both write `ABC1`"],
    )?;
    // Another identifier: compared, and readers are told to dispatch.
    write("new/v2.fbs", &schema("b:string; a:int;", "ABC2"))?;
    expect(&folder, "lint new --against old", 0, &["nothing breaks"])?;
    expect(
        &folder,
        "lint new --against old -v",
        0,
        &["note[OL3793]", "a reader of both must dispatch on the identifier", "fbs-slot-moved"],
    )?;
    // In one file: another root under the same identifier breaks, also where the tables look alike.
    let two = |root: &str, identifier: &str| {
        format!(
            "table A {{ x:int; }}\ntable B {{ y:int; }}\nroot_type {root};\nfile_identifier \"{identifier}\";\n"
        )
    };
    write("a.fbs", &two("A", "ABC1"))?;
    write("b.fbs", &two("B", "ABC1"))?;
    expect(&folder, "lint b.fbs --against a.fbs", 1, &["error[OL3801]", "The rule says so"])?;
    write("c.fbs", &two("B", "ABC2"))?;
    expect(&folder, "lint c.fbs --against a.fbs -v", 1, &["must dispatch on the identifier"])
}
