//! The script of `action.yml`, taken out of it and run by `bash` as GitHub's runner does.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::run::{root, scratch};

pub(crate) fn trials() -> Vec<Trial> {
    let has_bash =
        Command::new("bash").args(["-c", "command -v xargs"]).output().is_ok_and(|out| out.status.success());
    let tests = [
        Trial::test("the_action_looks_at_every_path", the_action_looks_at_every_path),
        Trial::test("the_action_takes_words_as_they_are", the_action_takes_words_as_they_are),
        Trial::test("no_input_of_the_action_is_in_its_scripts", no_input_of_the_action_is_in_its_scripts),
    ];
    tests.into_iter().map(|trial| trial.with_ignored_flag(!has_bash)).collect()
}

fn check(condition: bool, message: impl Into<String>) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(message.into().into()) }
}

fn text() -> Result<String, Failed> {
    Ok(fs::read_to_string(root().join("action.yml"))?)
}

/// What the action does in a folder; `bin` is looked into first for commands.
fn run(folder: &Path, bin: &Path, (paths, targets): (&str, &str)) -> Result<(i32, String), Failed> {
    let text = text()?;
    let (_, script) = text.split_once("# scan\n").ok_or("action.yml has no script `# scan`")?;
    let script: Vec<&str> =
        script.lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect();
    fs::write(folder.join("script"), script.join("\n"))?;
    let mut path = bin.as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "script"])
        .current_dir(folder)
        .env("PATH", path)
        .env("OUTLAST_PATHS", paths)
        .env("OUTLAST_TARGETS", targets)
        .env("OUTLAST_SARIF", "out.sarif")
        .env("GITHUB_STEP_SUMMARY", folder.join("the summary.md"))
        .output()?;
    let said = [output.stdout, output.stderr].concat();
    Ok((output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned()))
}

fn the_action_looks_at_every_path() -> Result<(), Failed> {
    let folder = scratch("action")?;
    let bin = Path::new(env!("CARGO_BIN_EXE_outlast")).parent().ok_or("no folder")?.to_path_buf();
    let good = root().join("corpus/executorch/1.5.1/mlp.pte");
    // It is misread by 0.5.0.
    let bad = root().join("corpus/executorch/1.5.1/xnn_mlp.pte");
    for (from, to) in [(&good, "good.pte"), (&bad, "my bad.pte"), (&bad, "-x.pte"), (&bad, "it's.pte")] {
        fs::copy(from, folder.join(to))?;
    }
    let cases = [
        ("good.pte", 0),
        ("good.pte\n'my bad.pte'", 1),
        ("\n  good.pte\n\n  \"my bad.pte\"\n", 1),
        ("good.pte -x.pte", 1),
        ("good.pte \"it's.pte\"", 1),
        ("good.pte\n./*.pte", 1),
        ("good.pte missing.pte", 2),
        ("good.pte 'my bad.pte", 2),
        ("", 2),
        (" \n\t\n", 2),
        ("''", 2),
    ];
    for (paths, expected) in cases {
        let _ = fs::remove_file(folder.join("out.sarif"));
        let (code, said) = run(&folder, &bin, (paths, "executorch-0.5.0"))?;
        check(code == expected, format!("{paths:?}: exit status {code}, expected {expected}\n{said}"))?;
        if expected == 1 {
            let sarif = fs::read_to_string(folder.join("out.sarif"))?;
            let named =
                paths.split_whitespace().any(|word| word.contains("bad") && said.contains("my bad.pte"));
            check(
                said.contains("::error file=") && sarif.contains("\"error\""),
                format!("{paths:?}: {said}"),
            )?;
            check(named || !paths.contains("my bad"), format!("{paths:?}: {said}"))?;
        }
    }
    let summary = fs::read_to_string(folder.join("the summary.md"))?;
    check(summary.contains("| target |"), summary)?;
    let (code, said) = run(&folder, &bin, ("good.pte", "--no-config"))?;
    check(code == 2 && said.contains("--no-config"), format!("a target that is none: {code}: {said}"))
}

/// Words reach the command one by one, whatever is in them.
fn the_action_takes_words_as_they_are() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;

    let folder = scratch("action-words")?;
    let stub = folder.join("outlast");
    // Copied, not written: a script that is open for writing cannot be run.
    let source = folder.join("source");
    fs::write(&source, "#!/bin/sh\nprintf '<%s>' \"$@\" >> calls\necho >> calls\nexit 7\n")?;
    fs::set_permissions(&source, fs::Permissions::from_mode(0o755))?;
    check(Command::new("cp").arg("-p").arg(&source).arg(&stub).status()?.success(), "cp")?;
    let paths = "a 'b  c'\n\"d'e\" -o $(touch made) `touch made` *.pte ;touch${IFS}made \\f --\n";
    let (code, said) = run(&folder, &folder, (paths, "executorch>=0.6,llvm 16;x"))?;
    check(code == 7, format!("{code}: {said}"))?;
    let calls = fs::read_to_string(folder.join("calls"))?;
    let words = "<--><a><b  c><d'e><-o><$(touch><made)><`touch><made`><*.pte><;touch${IFS}made><f><-->";
    check(calls.lines().count() == 3, calls.clone())?;
    for line in calls.lines() {
        check(line.ends_with(words) && line.contains("<--target=executorch>=0.6,llvm 16;x>"), line)?;
    }
    check(!folder.join("made").exists(), "a word was run")
}

fn no_input_of_the_action_is_in_its_scripts() -> Result<(), Failed> {
    let mut is_script = false;
    let mut indent = 0;
    for line in text()?.lines() {
        let own = line.len() - line.trim_start().len();
        if is_script && own <= indent && !line.trim().is_empty() {
            is_script = false;
        }
        check(!is_script || !line.contains("${{"), line)?;
        if line.trim_end().ends_with("run: |") {
            (is_script, indent) = (true, own);
        }
    }
    Ok(())
}
