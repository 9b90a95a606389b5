//! `outlast prove FILE` with scripts that answer as a runtime does: what it did is an outcome, whatever it did.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::run::{command, scratch};

type Test = fn() -> Result<(), Failed>;

/// A program that PyTorch 2.15 loads, and a case with recorded outputs; the script does not look at either.
const PROGRAM: &str = "corpus/torch/1.13.1/traced.pt";
const CASES: &str = "crates/cli/tests/data/foo/changes/foo-25";

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("proved_where_outputs_are_as_recorded", proved_where_outputs_are_as_recorded),
        ("outputs_that_differ", outputs_that_differ),
        ("refusals_and_crashes", refusals_and_crashes),
        ("what_never_ends", what_never_ends),
        ("what_eats_memory", what_eats_memory),
        ("runtimes_are_written_down_and_tested", runtimes_are_written_down_and_tested),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

/// A script in place of a Python, which reads the request first. `outputs` in it copies a file to where outputs of the first case are expected.
fn runtime(name: &str, body: &str) -> Result<String, Failed> {
    let folder = scratch(name)?;
    let python = folder.join("python");
    let helper =
        r#"outputs() { cp "$1" "$(printf '%s' "$request" | sed 's/.*"outputs":"\([^"]*\)".*/\1/')"; }"#;
    let loaded = r#"say() { printf '{"event": "%s"%s}\n' "$1" "$2"; }"#;
    let script = folder.join("script");
    fs::write(&script, format!("#!/bin/sh\nread -r request\n{helper}\n{loaded}\nsay started\n{body}\n"))?;
    // Copied by another process: a file that this one has open for writing while a test forks cannot be run.
    Command::new("cp").arg(&script).arg(&python).status()?;
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755))?;
    Ok(python.display().to_string())
}

/// One of the recorded cases, alone in a folder.
fn one_case(name: &str) -> Result<String, Failed> {
    let folder = scratch(name)?;
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(CASES);
    let mut files: Vec<_> = fs::read_dir(all)?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let first = files.iter().find(|path| path.extension().is_some_and(|end| end == "npz"));
    fs::copy(first.ok_or("no case")?, folder.join("case.npz"))?;
    Ok(folder.join("case.npz").display().to_string())
}

fn prove(python: &str, case: &str, options: &[&str]) -> Result<(i32, String), Failed> {
    let runtime = format!("torch-2.15.0={python}");
    let mut arguments = vec!["prove", PROGRAM, "--cases", case, "--runtime", &runtime];
    arguments.extend(options);
    let output = command(&arguments).output()?;
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Ok((output.status.code().unwrap_or(-1), said))
}

fn demand((code, said): (i32, String), wanted: i32, parts: &[&str]) -> Result<(), Failed> {
    match code == wanted && parts.iter().all(|part| said.contains(part)) {
        true => Ok(()),
        false => Err(format!("exit status {code}, and {wanted} with {parts:?} was expected:\n{said}").into()),
    }
}

fn proved_where_outputs_are_as_recorded() -> Result<(), Failed> {
    let case = one_case("prove-equal-case")?;
    let python = runtime("prove-equal", &format!("say loaded\noutputs {case}\nsay case ', \"number\": 0'"))?;
    demand(prove(&python, &case, &[])?, 0, &["as predicted (loads)", "1 of 1 case is equal"])?;
    demand(
        prove(&python, &case, &["-f", "json"])?,
        0,
        &["\"result\": \"as-predicted\"", "\"outcome\": \"equal\""],
    )?;
    demand(prove(&python, &case, &["-f", "junit"])?, 0, &["tests=\"2\" failures=\"0\" errors=\"0\""])?;
    demand(prove(&python, &case, &["-f", "github"])?, 0, &[])
}

fn outputs_that_differ() -> Result<(), Failed> {
    let case = one_case("prove-other-case")?;
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/executorch/1.0.1/conv.npz");
    let body = format!("say loaded\noutputs {}\nsay case ', \"number\": 0'", other.display());
    let python = runtime("prove-other", &body)?;
    demand(prove(&python, &case, &[])?, 1, &["not as predicted (loads)", "0 outputs, and"])?;
    demand(prove(&python, &case, &["-f", "junit"])?, 1, &["failures=\"2\"", "type=\"differs\""])?;
    demand(prove(&python, &case, &["-f", "github"])?, 1, &["::error file=corpus/torch/1.13.1/traced.pt"])
}

fn refusals_and_crashes() -> Result<(), Failed> {
    let case = one_case("prove-refused-case")?;
    let refused =
        runtime("prove-refused", r#"say failed ', "stage": "load", "message": "no such operator"'"#)?;
    demand(prove(&refused, &case, &[])?, 1, &["it is refused", "it does not load: no such operator"])?;
    let crashed = runtime("prove-crashed", "say loaded\nkill -SEGV $$")?;
    demand(prove(&crashed, &case, &[])?, 1, &["the runtime crashes", "the process ended: signal: 11"])?;
    let raised = r#"say failed ', "stage": "runtime", "message": "no torch"'"#;
    let none = runtime("prove-none", raised)?;
    demand(prove(&none, &case, &[])?, 2, &["nothing was run", "no torch"])
}

fn what_never_ends() -> Result<(), Failed> {
    let case = one_case("prove-endless-case")?;
    let endless = runtime("prove-endless", "say loaded\nexec sleep 1000")?;
    demand(
        prove(&endless, &case, &["--timeout", "1"])?,
        1,
        &["it does not end in time", "no end after 1 seconds"],
    )
}

fn what_eats_memory() -> Result<(), Failed> {
    if !Path::new("/proc/self/status").exists() {
        return Ok(());
    }
    let case = one_case("prove-memory-case")?;
    // `tail` keeps what may be the last lines: all of it.
    let body = "say loaded\nexec tail -n 1 /dev/zero";
    let greedy = runtime("prove-memory", body)?;
    let options = ["--memory", "64", "--timeout", "60"];
    demand(prove(&greedy, &case, &options)?, 1, &["more memory than it may have", "more than 64 MB"])
}

fn runtimes_are_written_down_and_tested() -> Result<(), Failed> {
    let folder = scratch("prove-registry")?;
    let file = folder.join("runtimes.toml");
    let described =
        r#"say described ', "version": "1.5.1", "operators": ["aten::add.out", "my::own"], "backends": []'"#;
    let python = runtime("prove-described", described)?;
    let run = |line: &str| -> Result<(i32, String), Failed> {
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = command(&arguments).env("OUTLAST_RUNTIMES", &file).output()?;
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Ok((output.status.code().unwrap_or(-1), said))
    };
    demand(
        run(&format!("runtimes add phone --python {python} --env A=b"))?,
        0,
        &["phone is executorch-1.5.1"],
    )?;
    demand(run("runtimes list")?, 0, &["phone  executorch-1.5.1"])?;
    let text = fs::read_to_string(&file)?;
    assert!(text.contains("[phone]") && text.contains("A = \"b\""), "{text}");
    let differs = ["differs from the profile of executorch-1.5.1", "only in the runtime: 1: my::own"];
    demand(run("runtimes test phone")?, 1, &differs)?;
    demand(run("runtimes test phone -f json")?, 1, &["\"unknown\": [", "\"is_release\": true"])?;
    fs::write(&file, "[phone]\npython = 1\n")?;
    demand(run("runtimes list")?, 2, &["runtimes.toml"])
}
