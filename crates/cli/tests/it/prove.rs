//! `outlast prove FILE` with scripts that answer as a runtime does: what it did is an outcome, whatever it did.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

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
        ("a_signal_ends_what_runs", a_signal_ends_what_runs),
        ("what_is_left_behind_is_not_waited_for", what_is_left_behind_is_not_waited_for),
        ("runtimes_are_added_at_the_same_time", runtimes_are_added_at_the_same_time),
        ("each_case_has_a_process", each_case_has_a_process),
        ("runners_take_and_give_raw_files", runners_take_and_give_raw_files),
        ("runtimes_are_written_down_and_tested", runtimes_are_written_down_and_tested),
        ("runtimes_that_differ_become_profiles", runtimes_that_differ_become_profiles),
        ("a_python_is_what_it_says", a_python_is_what_it_says),
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
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/executorch/1.5.1/conv.npz");
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
        &["it exceeds the time limit", "not finished after 1 seconds"],
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
    demand(prove(&greedy, &case, &options)?, 1, &["it exceeds the memory limit", "more than 64 MB"])
}

/// Whoever stops `prove` stops the runtime, and what that started.
fn a_signal_ends_what_runs() -> Result<(), Failed> {
    let case = one_case("prove-signal-case")?;
    let numbers = scratch("prove-signal-numbers")?.join("numbers");
    let body =
        format!("say loaded\nsleep 1000 &\necho $$ $! > {0}.part\nmv {0}.part {0}\nwait", numbers.display());
    let named = format!("torch-2.15.0={}", runtime("prove-signal", &body)?);
    let mut child = command(&["prove", PROGRAM, "--cases", &case, "--runtime", &named]).spawn()?;
    let end = Instant::now() + Duration::from_secs(60);
    while !numbers.exists() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").arg("-TERM").arg(child.id().to_string()).status()?;
    child.wait()?;
    let numbers = fs::read_to_string(numbers)?;
    let lives = || {
        numbers.split_whitespace().any(|number| {
            let status = fs::read_to_string(format!("/proc/{number}/status")).unwrap_or_default();
            // One that nobody waited for yet has ended all the same.
            !status.is_empty() && !status.contains("State:\tZ")
        })
    };
    while lives() {
        if Instant::now() > end {
            return Err(format!("{numbers} still run").into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// A runtime that ends, and leaves a process that has its output open.
fn what_is_left_behind_is_not_waited_for() -> Result<(), Failed> {
    let case = one_case("prove-left-case")?;
    let body = format!("say loaded\nsleep 1000 &\noutputs {case}\nsay case ', \"number\": 0'");
    let python = runtime("prove-left", &body)?;
    let begin = Instant::now();
    demand(prove(&python, &case, &["--timeout", "100"])?, 0, &["1 of 1 case is equal"])?;
    match begin.elapsed() < Duration::from_secs(60) {
        true => Ok(()),
        false => Err("it was waited for what the runtime left behind".into()),
    }
}

fn runtimes_are_added_at_the_same_time() -> Result<(), Failed> {
    let described = r#"say described ', "version": "1.5.1", "operators": [], "backends": []'"#;
    let python = runtime("prove-at-once", described)?;
    let file = scratch("prove-at-once-file")?.join("runtimes.toml");
    let add = |number: usize| {
        command(&["runtimes", "add", &format!("one-{number}"), "--python", &python])
            .env("OUTLAST_RUNTIMES", &file)
            .spawn()
    };
    let all = (0..8).map(add).collect::<Result<Vec<_>, _>>()?;
    for mut child in all {
        if !child.wait()?.success() {
            return Err("a runtime was not added".into());
        }
    }
    let text = fs::read_to_string(&file)?;
    match (0..8).all(|number| text.contains(&format!("[one-{number}]"))) {
        true => Ok(()),
        false => Err(format!("some are lost:\n{text}").into()),
    }
}

/// The first case crashes; the second runs all the same.
fn each_case_has_a_process() -> Result<(), Failed> {
    let case = one_case("prove-each-case")?;
    let folder = scratch("prove-each-cases")?;
    fs::copy(&case, folder.join("a.npz"))?;
    fs::copy(&case, folder.join("b.npz"))?;
    let body = format!(
        "say loaded\ncase $request in *case-0*) kill -SEGV $$;; esac\noutputs {case}\nsay case ', \"number\": 0'"
    );
    let python = runtime("prove-each", &body)?;
    let cases = folder.display().to_string();
    demand(prove(&python, &cases, &[])?, 1, &["a     crash", "b     equal", "the runtime crashes"])
}

/// A case of two inputs and an output with the sizes 2 and 3, as a file of arrays.
fn case_of_add(output: &[u8; 24]) -> Vec<u8> {
    let entry = |name: &str, at: usize| {
        format!(r#""{name}":{{"dtype":"F32","shape":[2,3],"data_offsets":[{at},{}]}}"#, at + 24)
    };
    let head = [entry("input_0", 0), entry("input_1", 24), entry("output_0", 48)].join(",");
    let head = format!("{{{head}}}");
    [&(head.len() as u64).to_le_bytes()[..], head.as_bytes(), &[0; 48], output].concat()
}

const ADD: &str = "corpus/executorch/1.5.1/add.pte";

fn runners_take_and_give_raw_files() -> Result<(), Failed> {
    let folder = scratch("prove-runner")?;
    let output = [0x3f; 24];
    fs::write(folder.join("right"), output)?;
    fs::write(folder.join("case.safetensors"), case_of_add(&output))?;
    fs::write(folder.join("short"), b"four")?;
    let script = folder.join("runner");
    fs::write(
        &script,
        format!(
            "#!/bin/sh\n[ \"$3\" = 2x3,2x3 ] && [ \"$(wc -c <\"${{2%,*}}\")\" = 24 ] || exit 9\n\
             [ -e {0}/fails ] && {{ echo 'no such kernel' >&2; exit 3; }}\n\
             cp {0}/given \"$4\"0.bin\n",
            folder.display()
        ),
    )?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    let file = folder.join("runtimes.toml");
    let run = |arguments: &[&str]| -> Result<(i32, String), Failed> {
        let output = command(arguments).env("OUTLAST_RUNTIMES", &file).output()?;
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Ok((output.status.code().unwrap_or(-1), said))
    };
    let line = format!("{} {{program}} {{inputs}} {{shapes}} {{outputs}} {{data}}", script.display());
    let add = ["runtimes", "add", "board", "--target", "executorch-1.5.1", "--command"];
    demand(run(&[&add[..], &[line.as_str()]].concat())?, 0, &["board is executorch-1.5.1"])?;
    demand(run(&[&add[..], &["runner --now"]].concat())?, 2, &["{program} is expected in it"])?;
    let odd = "runner {program} {outputs} {sizes}";
    demand(run(&[&add[..], &[odd]].concat())?, 2, &["`{sizes}` is not a placeholder", "{shapes}"])?;
    let case = folder.join("case.safetensors").display().to_string();
    let prove = ["prove", ADD, "--cases", &case, "--runtime", "board"];
    fs::copy(folder.join("right"), folder.join("given"))?;
    demand(run(&prove)?, 0, &["as predicted (loads)", "1 of 1 case is equal"])?;
    fs::copy(folder.join("short"), folder.join("given"))?;
    demand(
        run(&prove)?,
        1,
        &["not as predicted (loads)", "output 0 is 4 bytes, and a tensor of float32 was recorded"],
    )?;
    fs::write(folder.join("fails"), "")?;
    demand(run(&prove)?, 1, &["it loads, but raises: exit status: 3: no such kernel"])?;
    demand(run(&["runtimes", "test", "board"])?, 2, &["a runner does not report what it has"])
}

fn runtimes_that_differ_become_profiles() -> Result<(), Failed> {
    let folder = scratch("prove-update")?;
    let described =
        r#"say described ', "version": "1.5.1", "operators": ["aten::add.out", "my::own"], "backends": []'"#;
    let python = runtime("prove-updated", described)?;
    let (file, profile) = (folder.join("runtimes.toml"), folder.join("phone.toml").display().to_string());
    let run = |arguments: &[&str]| -> Result<(i32, String), Failed> {
        let output = command(arguments).env("OUTLAST_RUNTIMES", &file).output()?;
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Ok((output.status.code().unwrap_or(-1), said))
    };
    for name in ["phone", "other"] {
        demand(run(&["runtimes", "add", name, "--python", &python])?, 0, &["is executorch-1.5.1"])?;
    }
    demand(run(&["runtimes", "test", "--update", &profile])?, 2, &["name one runtime: other, phone"])?;
    demand(
        run(&["runtimes", "test", "phone", "--update", &profile])?,
        1,
        &["written to", "give it with --target"],
    )?;
    demand(run(&["targets", "show", &profile])?, 0, &["my::own"])?;
    demand(run(&["check", ADD, "--target", &profile])?, 0, &["OK"])
}

/// A script that has jaxlib and neither of the others; and one that has nothing. A file of runtimes that cannot be read is in nobody's way who names a
/// path.
fn a_python_is_what_it_says() -> Result<(), Failed> {
    let body = r#"case "$*" in *"artifacts of StableHLO"*) say described ', "version": "0.10.2", "operators": [], "versions": {"stablehlo current": "1.17.0"}';; *) say failed ', "stage": "runtime", "message": "no module"';; esac"#;
    let jaxlib = runtime("prove-jaxlib", body)?;
    let file = scratch("prove-jaxlib-file")?.join("runtimes.toml");
    let run = |arguments: &[&str]| -> Result<(i32, String), Failed> {
        let output = command(arguments).env("OUTLAST_RUNTIMES", &file).output()?;
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Ok((output.status.code().unwrap_or(-1), said))
    };
    demand(run(&["runtimes", "add", "xla", "--python", &jaxlib])?, 0, &["xla is jaxlib-0.10.2"])?;
    demand(run(&["runtimes", "test", "xla"])?, 1, &["differs from the profile of jaxlib-0.10.2"])?;
    fs::write(&file, "[xla]\ntarget = \"jaxlib-0.10.2\"\n")?;
    demand(run(&["runtimes", "list"])?, 2, &["one of `python`, `tools` and `command` is expected"])?;
    let case = one_case("prove-jaxlib-case")?;
    let none = runtime("prove-nothing", "say failed ', \"stage\": \"runtime\", \"message\": \"no module\"'")?;
    let named = format!("torch-2.15.0={none}");
    demand(
        run(&["prove", PROGRAM, "--cases", &case, "--runtime", &named])?,
        2,
        &["nothing was run", "no module"],
    )
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
