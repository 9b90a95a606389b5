//! Runtimes: scripts that answer as the driver does, and as a runtime that fails does.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use outlast_prove::{Call, Case, Failure, Load, Ran, Request, Runtime};

/// A script cannot be run while another test, which forks in between, has it open for writing.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs a shell script in place of a Python; it sees the request as `$request`.
fn run(name: &str, body: &str, seconds: u64) -> Ran {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let python = folder.join("python");
    fs::write(&python, format!("#!/bin/sh\nread -r request\n{body}\n")).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let case = |number: usize| Case {
        inputs: PathBuf::from("in.npz"),
        outputs: folder.join(format!("out-{number}")),
        method: None,
        bundled: None,
    };
    let cases = [case(0), case(1)];
    let runtime = Runtime::of_python("torch-2.1.2", python);
    let request = Request {
        file: Path::new("m.pt"),
        data: None,
        load: Load::Lite,
        verification: None,
        method: "forward",
        loads: &[],
        setup: None,
        record: false,
        cases: &cases,
    };
    runtime.run(&request, Duration::from_secs(seconds))
}

const LOADED: &str = r#"echo '{"event": "loaded", "version": "2.1.2"}'"#;
const CASE: &str = r#"echo '{"event": "case", "number": 0}'"#;

#[test]
fn cases_that_ran_are_counted() {
    let ran = run("two", &format!("{LOADED}\n{CASE}\n{CASE}"), 60);
    assert_eq!(ran, Ran { cases: 2, failure: None, ..ran.clone() });
}

#[test]
fn the_request_says_what_to_run() {
    let body = r#"case "$request" in *'/m.pt","load":"lite","method":"forward","record":false,"cases":[{"inputs":"/'*'/in.npz"'*) ;; *) exit 3;; esac"#;
    let ran = run("request", &format!("{body}\n{LOADED}\n{CASE}\n{CASE}"), 60);
    assert_eq!(ran, Ran { cases: 2, failure: None, ..ran.clone() });
}

#[test]
fn a_call_that_ends_the_process_is_made_again_alone() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("calls");
    fs::create_dir_all(&folder).unwrap();
    let python = folder.join("python");
    // It answers a request of three calls with one result, one of the second alone with its end, and others with a result each.
    let body = r#"#!/bin/sh
while read -r request; do
  case "$request" in
    *'["1","2","3"]'*) echo '{"event": "stage", "stage": "run"}'; echo '{"event": "result", "result": 1}'; exit 5 ;;
    *'["2"]'*) echo '{"event": "stage", "stage": "run"}'; echo 'last words' >&2; exit 6 ;;
    *) echo '{"event": "result", "result": [3]}'; echo '{"event": "ended", "status": 0}' ;;
  esac
done
"#;
    fs::write(&python, body).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let runtime = Runtime::of_python("torch-2.1.2", python);
    let call = Call { script: Path::new("s.py"), function: "f", arguments: &["1", "2", "3"] };
    let all = runtime.session(Load::Jit).call(&call, 10, Duration::from_secs(60));
    let [first, second, third] = &all[..] else { panic!("{all:?}") };
    assert_eq!(first.results, [1]);
    assert_eq!(second.failure, Some(Failure::Crash("exit status: 6: last words".into())));
    assert_eq!(third.results, [serde_json::json!([3])]);
    assert!(first.failure.is_none() && third.failure.is_none(), "{all:?}");
}

#[test]
fn failures_have_their_stage() {
    for (stage, expected) in [
        ("runtime", Failure::Runtime("E: no torch".into())),
        ("setup", Failure::Setup("E: no torch".into())),
        ("load", Failure::Load("E: no torch".into())),
        ("run", Failure::Run("E: no torch".into())),
    ] {
        let answer = format!(r#"echo '{{"event": "failed", "stage": "{stage}", "message": "E: no torch"}}'"#);
        let ran = run(stage, &answer, 60);
        assert_eq!(ran, Ran { cases: 0, failure: Some(expected), ..ran.clone() });
    }
}

#[test]
fn a_crash_is_an_outcome() {
    let ran = run("crash", &format!("{LOADED}\n{CASE}\necho 'terminate called' >&2\nkill -SEGV $$"), 60);
    assert_eq!(ran.cases, 1);
    let Some(Failure::Crash(why)) = ran.failure else { panic!("{ran:?}") };
    assert!(why.contains("signal: 11") && why.ends_with("terminate called"), "{why}");
}

#[test]
fn what_never_ends_is_stopped() {
    let begun = Instant::now();
    let ran = run("forever", &format!("{LOADED}\nexec sleep 600"), 1);
    assert_eq!(ran, Ran { cases: 0, failure: Some(Failure::Timeout(Duration::from_secs(1))), ..ran.clone() });
    assert!(begun.elapsed() < Duration::from_secs(300));
}

#[test]
fn answers_that_are_none_are_refused() {
    let ran = run("silent", "echo 'python: bad option' >&2\nexit 2", 60);
    let Some(Failure::Runtime(why)) = ran.failure else { panic!("{ran:?}") };
    assert!(why.ends_with("no answer: exit status: 2: python: bad option"), "{why}");
    let ran = run("garbage", "head -c 3000000 /dev/zero | tr '\\0' x", 60);
    assert!(matches!(ran.failure, Some(Failure::Runtime(_))), "{ran:?}");
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let missing = Runtime::of_python("torch-2.1.2", "no/such/python");
    let request = Request {
        file: Path::new("m.pt"),
        data: None,
        load: Load::Jit,
        verification: None,
        method: "forward",
        loads: &[],
        setup: None,
        record: false,
        cases: &[],
    };
    let Some(Failure::Runtime(why)) = missing.run(&request, Duration::from_secs(5)).failure else { panic!() };
    assert!(why.starts_with("no/such/python: cannot be run: "), "{why}");
}
