//! Limits hold for whatever a runtime does: answers without end, outputs that are pipes, processes that leave its group. All of it is harmless: what
//! runs on would sleep for some minutes.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use outlast_prove::{Case, Failure, How, Limits, Load, Ran, Request, Runtime};

/// A script cannot be run while another test, which forks in between, has it open for writing.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn script(folder: &Path, body: &str) -> PathBuf {
    let path = folder.join("python");
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn request<'r>(cases: &'r [Case], file: &'r Path) -> Request<'r> {
    Request {
        file,
        data: None,
        load: Load::Lite,
        verification: None,
        method: "forward",
        loads: &[],
        setup: None,
        record: false,
        cases,
    }
}

/// Runs a shell script in place of a Python, or as a runner: `$here` is a folder for what it leaves.
fn run(name: &str, body: &str, is_runner: bool, limits: Limits) -> (Ran, PathBuf) {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = folder(name);
    let path = script(&folder, &format!("here='{}'\n{body}", folder.display()));
    let inputs = folder.join("in");
    fs::create_dir_all(&inputs).unwrap();
    let cases = [Case { inputs, outputs: folder.join("out.npz"), method: None, bundled: None }];
    let how = match is_runner {
        true => How::Runner(vec![path.display().to_string(), "{program}".into(), "{outputs}".into()]),
        false => How::Python(path),
    };
    let runtime = Runtime { name: "torch-2.1.2".into(), how, ..Runtime::default() };
    let file = folder.join("m.pt");
    let begun = Instant::now();
    let ran = runtime.run(&request(&cases, &file), limits);
    assert!(begun.elapsed() < Duration::from_secs(120), "{name}: {ran:?}");
    (ran, folder)
}

fn seconds(seconds: u64) -> Limits {
    Limits::from(Duration::from_secs(seconds))
}

/// Whether the processes whose numbers are in files are gone.
fn are_gone(folder: &Path, names: &[&str]) {
    for name in names {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let status = format!("/proc/{}/stat", text.trim());
        let begun = Instant::now();
        // It may be dead, and not taken notice of yet.
        while fs::read_to_string(&status).is_ok_and(|text| !text.contains(") Z ")) {
            assert!(begun.elapsed() < Duration::from_secs(20), "{name}: process {text} runs on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

const LOADED: &str = r#"echo '{"event": "loaded", "version": "2.1.2"}'"#;

#[test]
fn answers_without_end_are_ended() {
    let timeout = Some(Failure::Timeout(Duration::from_secs(1)));
    for (name, body) in [
        ("lines", r#"read -r request; while :; do echo '{"event": "stage", "stage": "run"}'; done"#),
        ("errors", "read -r request; while :; do echo x >&2; done"),
        ("unread", "sleep 300"),
        ("closed", "read -r request; exec >&- 2>&-; sleep 300"),
    ] {
        let (ran, _) = run(name, body, false, seconds(1));
        match name {
            "closed" => assert!(ran.failure.is_some(), "{name}: {ran:?}"),
            _ => assert_eq!(ran.failure, timeout, "{name}: {ran:?}"),
        }
    }
    for (name, body) in
        [("runner-lines", "while :; do echo line; done"), ("runner-closed", "exec >&- 2>&-; sleep 300")]
    {
        assert_eq!(run(name, body, true, seconds(1)).0.failure, timeout, "{name}");
    }
}

#[test]
fn a_request_that_nobody_reads_is_given_up() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = folder("unread-request");
    let runtime = Runtime::of_python("torch-2.1.2", script(&folder, "sleep 300"));
    // More than a pipe holds.
    let case = |number: usize| Case {
        inputs: folder.join(format!("{number}-{}", "x".repeat(100))),
        outputs: folder.join("out"),
        method: None,
        bundled: None,
    };
    let cases: Vec<Case> = (0..2000).map(case).collect();
    let file = folder.join("m.pt");
    let ran = runtime.run(&request(&cases, &file), seconds(1));
    assert_eq!(ran.failure, Some(Failure::Timeout(Duration::from_secs(1))), "{ran:?}");
}

#[test]
fn outputs_that_are_no_files_are_refused() {
    for (name, body) in [
        ("pipe", r#"mkfifo "${2}0.bin""#),
        ("device", r#"ln -s /dev/zero "${2}0.bin""#),
        ("folder", r#"mkdir "${2}0.bin""#),
        ("sparse", r#"truncate -s 100G "${2}0.bin""#),
    ] {
        let (ran, _) = run(&format!("outputs-{name}"), body, true, seconds(60));
        let Some(Failure::Run(why)) = &ran.failure else { panic!("{name}: {ran:?}") };
        assert!(why.contains("not a regular file") || why.contains("no more than"), "{name}: {why}");
    }
}

/// A process of the group, one of another session, one whose parents have ended, one without the environment, and one without both.
const LEAVERS: &str = r#"
sleep 300 & echo $! > "$here/group"
setsid sh -c 'echo $$ > "$0/session"; exec sleep 300' "$here" &
(setsid sh -c 'echo $$ > "$0/orphan"; exec sleep 300' "$here" &)
env -i setsid sh -c 'echo $$ > "$0/bare"; exec sleep 300' "$here" &
(env -i sh -c 'echo $$ > "$0/bare-orphan"; exec sleep 300' "$here" &)
for name in group session orphan bare bare-orphan; do while ! [ -s "$here/$name" ]; do sleep 0.05; done; done
sleep 1
"#;
const NAMES: [&str; 5] = ["group", "session", "orphan", "bare", "bare-orphan"];

#[test]
fn nothing_outlives_a_runtime() {
    // Stopped for time.
    let (ran, folder) = run(
        "leavers-timeout",
        &format!("read -r request\n{LOADED}\n{LEAVERS}\nsleep 300"),
        false,
        seconds(5),
    );
    assert_eq!(ran.failure, Some(Failure::Timeout(Duration::from_secs(5))), "{ran:?}");
    are_gone(&folder, &NAMES);
    // Ended by itself; what it left behind holds its output open.
    let (ran, folder) =
        run("leavers-end", &format!("read -r request\n{LOADED}\n{LEAVERS}"), false, seconds(60));
    assert!(ran.failure.is_some(), "{ran:?}");
    are_gone(&folder, &NAMES);
    let (ran, folder) = run("leavers-runner", LEAVERS, true, seconds(60));
    assert_eq!(ran.failure, None, "{ran:?}");
    are_gone(&folder, &NAMES);
}

#[test]
fn what_a_case_leaves_behind_ends_with_it() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = folder("between");
    let body = format!(
        r#"here='{}'
read -r request
{LOADED}
setsid sh -c 'echo $$ > "$0/left"; exec sleep 300' "$here" > /dev/null 2>&1 &
while ! [ -s "$here/left" ]; do sleep 0.05; done
printf '\n\001outlast: end of what was printed\n' >&2
echo '{{"event": "ended", "status": 0}}'
read -r request
kill -0 "$(cat "$here/left")" && echo '{{"event": "failed", "stage": "load", "message": "it runs on"}}'
{LOADED}
printf '\n\001outlast: end of what was printed\n' >&2
echo '{{"event": "ended", "status": 0}}'
sleep 300"#,
        folder.display()
    );
    let runtime = Runtime::of_python("torch-2.1.2", script(&folder, &body));
    let mut session = runtime.session(Load::Lite);
    let file = folder.join("m.pt");
    for _ in 0..2 {
        let ran = session.run(&request(&[], &file), seconds(60));
        assert_eq!(ran.failure, None, "{ran:?}");
    }
    are_gone(&folder, &["left"]);
}

#[test]
fn memory_is_that_of_all_processes_together() {
    // They hold some 20 MB each, and twice that while they make it; those that lead them hold nothing.
    let hold =
        |seconds: u32| format!(r#"hold='x=$(head -c 20000000 /dev/zero | tr "\0" x); sleep {seconds}'"#);
    let one = format!("{}\nsh -c \"$hold\" & wait", hold(3));
    // Long enough that all four hold it at one time on a machine that is busy; they are stopped as soon as they do. The last of them has neither
    // group nor environment of the others, and is known as a child of one that stays until it was looked at.
    let four = format!(
        "{}\nsh -c \"$hold\" & sh -c \"$hold\" & setsid sh -c \"$hold\" & (env -i setsid sh -c \"$hold\" & sleep 1)\nwait",
        hold(60)
    );
    let limits = |megabytes: u64| Limits { time: Duration::from_secs(90), memory: Some(megabytes << 20) };
    let (ran, _) = run("memory-one", &one, true, limits(64));
    assert_eq!(ran.failure, None, "{ran:?}");
    let (ran, _) = run("memory-sum", &four, true, limits(64));
    assert_eq!(ran.failure, Some(Failure::Memory(64 << 20)), "{ran:?}");
    // What they share counts once: forty processes that do nothing hold little more than one.
    let many =
        "for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 3 & sleep 3 & done; wait";
    let (ran, _) = run("memory-shared", many, true, limits(64));
    assert_eq!(ran.failure, None, "{ran:?}");
}

#[test]
fn a_runtime_works_in_an_empty_folder() {
    let (ran, folder) = run(
        "cwd",
        "read -r request; pwd > \"$here/cwd\"; ls -A > \"$here/list\"; exit 3",
        false,
        seconds(60),
    );
    assert!(ran.failure.is_some());
    let cwd = fs::read_to_string(folder.join("cwd")).unwrap();
    assert!(Path::new(cwd.trim()).file_name().unwrap().to_string_lossy().starts_with("outlast-"), "{cwd}");
    assert_eq!(fs::read_to_string(folder.join("list")).unwrap(), "");
    assert!(!Path::new(cwd.trim()).exists(), "{cwd} is left behind");
}
