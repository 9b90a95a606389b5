//! Trees that came from elsewhere: pipes, devices, links that lead in circles, files that grow and shrink meanwhile, configurations that name what is
//! no file of theirs. Every other file is judged, in time.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use libtest_mimic::{Failed, Trial};

use crate::run::{command, root, scratch};

const MODELS: &str = "corpus/executorch/1.5.1";

/// How long a command has. All of these take well under a second.
const TIME: Duration = Duration::from_secs(60);

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("a_hostile_tree_is_judged", a_hostile_tree_is_judged),
        ("folders_of_pipes_are_answered", folders_of_pipes_are_answered),
        (
            "what_a_configuration_names_is_a_file_of_its_tree",
            what_a_configuration_names_is_a_file_of_its_tree,
        ),
        ("an_answer_in_its_own_folder_is_the_same_twice", an_answer_in_its_own_folder_is_the_same_twice),
        ("journals_tell_names_that_are_no_text_apart", journals_tell_names_that_are_no_text_apart),
        #[cfg(target_os = "linux")]
        ("what_the_kernel_says_is_no_file", what_the_kernel_says_is_no_file),
        ("no_line_is_a_command_of_a_ci", no_line_is_a_command_of_a_ci),
        ("no_module_of_the_current_folder_is_run", no_module_of_the_current_folder_is_run),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

fn check(condition: bool, message: impl Into<String>) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(message.into().into()) }
}

/// Runs a command, which has to end in time. What it prints is small.
fn timed(folder: &Path, args: &[&str]) -> Result<(i32, String), Failed> {
    let mut command = command(args);
    command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let read = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stream.map(|mut stream| stream.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let out = read(child.stdout.take().map(|stream| Box::new(stream) as _));
    let errors = read(child.stderr.take().map(|stream| Box::new(stream) as _));
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > TIME {
            child.kill()?;
            child.wait()?;
            return Err(format!("{args:?}: not finished after {TIME:?}").into());
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = out.join().unwrap_or_default() + &errors.join().unwrap_or_default();
    Ok((status.code().unwrap_or(-1), text))
}

fn pipe(path: &Path) -> Result<(), Failed> {
    check(Command::new("mkfifo").arg(path).status()?.success(), "mkfifo")
}

fn model(name: &str) -> PathBuf {
    root().join(MODELS).join(name)
}

/// Changes the size of a file over and over.
fn restless(path: PathBuf, stop: &AtomicBool, sizes: &[u64]) {
    let Ok(file) = fs::OpenOptions::new().write(true).open(path) else { return };
    while !stop.load(Ordering::Relaxed) {
        for size in sizes {
            let _ = file.set_len(*size);
        }
    }
}

fn a_hostile_tree_is_judged() -> Result<(), Failed> {
    let folder = scratch("hostile")?;
    let at = |name: &str| folder.join(name);
    fs::create_dir_all(at("a/b"))?;
    let good = ["1.pte", "a/2.pte", "a/b/3.pte", "z.pte"];
    for name in good {
        fs::copy(model("mlp.pte"), at(name))?;
    }
    // It asks for data, which stand behind others that may be those.
    fs::copy(model("ext.pte"), at("ext.pte"))?;
    fs::copy(model("ext.ptd"), at("w.ptd"))?;
    for name in ["ext.ptd", "a.ptd", "a/pipe.pte", "a/b/pipe"] {
        pipe(&at(name))?;
    }
    for (to, link) in [
        ("/dev/zero", "b.ptd"),
        ("/dev/zero", "zero.pte"),
        ("/dev/tty", "a/tty.pte"),
        ("a/b/pipe", "link-to-pipe.pte"),
        (".", "a/here"),
        ("..", "a/b/up"),
        ("../..", "a/b/around"),
        ("itself.pte", "itself.pte"),
        ("nowhere", "c.ptd"),
        ("nowhere", "nowhere.pte"),
        (".", "d.ptd"),
    ] {
        symlink(to, at(link))?;
    }
    let _socket = std::os::unix::net::UnixListener::bind(at("socket.pte"))?;
    // Sparse: they hold nothing behind the program.
    let bytes = fs::read(model("mlp.pte"))?;
    for name in ["shrinks.pte", "grows.pte", "a/shrinks.bin"] {
        fs::File::create(at(name))?.write_all(&bytes)?;
    }
    let stop = AtomicBool::new(false);
    let (small, large) = (bytes.len() as u64, 64 << 20);
    std::thread::scope(|scope| {
        scope.spawn(|| restless(at("shrinks.pte"), &stop, &[large, 100_000, large, small]));
        scope.spawn(|| restless(at("a/shrinks.bin"), &stop, &[large, 0]));
        scope.spawn(|| {
            let Ok(mut file) = fs::OpenOptions::new().append(true).open(at("grows.pte")) else { return };
            // Up to a limit, where the command does not end.
            for _ in 0..4096 {
                if stop.load(Ordering::Relaxed) || file.write_all(&[0; 1 << 14]).is_err() {
                    return;
                }
            }
        });
        let judged = || {
            for (n, path) in ["", "**/*.pt*"].iter().enumerate() {
                let path = at(path);
                let args =
                    ["scan", "-f", "jsonl", "-t", "executorch-1.5.1", path.to_str().unwrap_or_default()];
                let (code, said) = timed(&folder, &args)?;
                check((0..=2).contains(&code), format!("{code}: {said}"))?;
                for name in good {
                    let file = format!("\"file\":\"{}\"", at(name).display());
                    let line = said.lines().find(|line| line.contains(&file) && line.contains("\"verdict\""));
                    check(
                        line.is_some_and(|line| line.contains("\"loads\"")),
                        format!("{n} {name}: {said}"),
                    )?;
                }
                let ext = said.lines().find(|line| line.contains("/ext.pte\"") && line.contains("/w.ptd\""));
                check(ext.is_some_and(|line| line.contains("\"loads\"")), format!("{n} ext.pte: {said}"))?;
                let passed_over = ["zero.pte", "pipe.pte", "tty.pte", "socket.pte", "itself.pte", "nowhere"];
                let listed = passed_over.iter().find(|name| said.contains(&format!("{name}\"")));
                check(listed.is_none(), format!("{n}: {listed:?} is listed: {said}"))?;
                check(said.contains("\"type\":\"summary\""), said)?;
            }
            Ok(())
        };
        let outcome = judged();
        stop.store(true, Ordering::Relaxed);
        outcome
    })
}

fn folders_of_pipes_are_answered() -> Result<(), Failed> {
    let folder = scratch("pipes")?;
    fs::copy(model("mlp.pte"), folder.join("m.pte"))?;
    fs::write(folder.join("s.fbs"), "include \"i.fbs\"; table T { a: int; } root_type T;")?;
    for name in ["p.pte", "p.bc", "p.fbs", "p.mlirbc", "i.fbs", "p"] {
        pipe(&folder.join(name))?;
    }
    symlink("/dev/zero", folder.join("zero.fbs"))?;
    let lines: &[(&[i32], &[&str])] = &[
        (&[0], &["inspect", "."]),
        (&[0], &["verify", "."]),
        (&[0], &["check", "-t", "executorch-1.5.1", "."]),
        // What a schema includes is a file, too.
        (&[0, 1, 2], &["lint", "s.fbs", "--against", "s.fbs"]),
        (&[0, 1, 2], &["lint", ".", "--against", "."]),
        (&[0, 1, 2], &["convert", "m.pte", "-o", "out.pte", "--schema", "s.fbs"]),
        (&[0, 1, 2], &["targets", "import", ".", "-o", "out.toml"]),
        (&[0, 1, 2], &["prove", "."]),
    ];
    for (codes, line) in lines {
        let (code, said) = timed(&folder, line)?;
        check(codes.contains(&code), format!("{line:?}: {code}: {said}"))?;
    }
    Ok(())
}

fn what_a_configuration_names_is_a_file_of_its_tree() -> Result<(), Failed> {
    let outer = scratch("configured")?;
    let folder = outer.join("tree");
    fs::create_dir_all(folder.join("inner"))?;
    fs::copy(model("ext.pte"), folder.join("m.pte"))?;
    for place in ["out.ptd", "tree/inner/in.ptd"] {
        fs::copy(model("ext.ptd"), outer.join(place))?;
    }
    let known = "{\"type\":\"baseline\",\"schema\":\"outlast/baseline/1\",\"version\":\"0.1.0\"}\n";
    fs::write(outer.join("known.jsonl"), known)?;
    fs::write(folder.join("known.jsonl"), known)?;
    pipe(&folder.join("pipe"))?;
    pipe(&folder.join("pipe.toml"))?;
    for (to, link) in [
        ("../../out.ptd", "inner/link.ptd"),
        ("/dev/zero", "zero"),
        ("..", "up"),
        ("inner/in.ptd", "within.ptd"),
        ("../known.jsonl", "link.jsonl"),
    ] {
        symlink(to, folder.join(link))?;
    }
    let fine = "targets = [\"executorch-1.5.1\"]\n";
    let write = |text: &str| fs::write(folder.join("outlast.toml"), format!("{fine}{text}\n"));
    let all: [&[&str]; 2] = [&["scan", "tree"], &["check", "tree/m.pte"]];
    let file = "not a regular file";
    let outside = "it leads out of the folder of the outlast.toml that names it";
    let refused = [
        ("data = [\"pipe\"]", file),
        ("data = [\"zero\"]", file),
        ("baseline = \"pipe\"", file),
        ("baseline = \"zero\"", file),
        ("data = [\"../out.ptd\"]", outside),
        ("data = [\"inner/link.ptd\"]", outside),
        ("data = [\"up/out.ptd\"]", outside),
        ("data-dir = [\"..\"]", outside),
        ("data-dir = [\"up\"]", outside),
        ("data-dir = [\"/\"]", outside),
        ("baseline = \"../known.jsonl\"", outside),
        ("baseline = \"link.jsonl\"", outside),
        ("data = [\"/proc/self/environ\"]", outside),
    ];
    for (text, why) in refused {
        write(text)?;
        for line in all {
            let (code, said) = timed(&outer, line)?;
            check(code == 2 && said.contains(why), format!("{text}: {line:?}: {code}: {said}"))?;
        }
    }
    for name in ["pipe.toml", "zero", "../known.toml", "up/known.toml"] {
        fs::write(outer.join("known.toml"), "")?;
        fs::write(folder.join("outlast.toml"), format!("targets = [\"./{name}\"]\n"))?;
        for line in all {
            let (code, said) = timed(&outer, line)?;
            let why = if name.starts_with("pipe") || name == "zero" { file } else { outside };
            check(code == 2 && said.contains(why), format!("{name}: {line:?}: {code}: {said}"))?;
        }
    }
    // Files of its own tree, also by links in it.
    for text in ["data = [\"within.ptd\"]\nbaseline = \"known.jsonl\"", "data-dir = [\"inner\"]"] {
        write(text)?;
        for line in all {
            let (code, said) = timed(&outer, line)?;
            check(matches!(code, 0 | 1), format!("{text}: {line:?}: {code}: {said}"))?;
        }
    }
    // Who names the configuration means what it names.
    write("data = [\"../out.ptd\"]\nbaseline = \"../known.jsonl\"")?;
    for line in all {
        let (code, said) = timed(&outer, &[line, &["--config", "tree/outlast.toml"]].concat())?;
        check(matches!(code, 0 | 1), format!("{line:?}: {code}: {said}"))?;
    }
    // A comment without end, and a file that is one.
    write(&format!("# {}", "x".repeat(2 << 20)))?;
    for line in all {
        let (code, said) = timed(&outer, line)?;
        check(code == 2 && said.contains("larger than 1 MiB"), format!("{line:?}: {code}: {said}"))?;
    }
    fs::remove_file(folder.join("outlast.toml"))?;
    pipe(&folder.join("outlast.toml"))?;
    for line in all {
        timed(&outer, line)?;
    }
    Ok(())
}

fn an_answer_in_its_own_folder_is_the_same_twice() -> Result<(), Failed> {
    let folder = scratch("own-folder")?;
    fs::copy(model("mlp.pte"), folder.join("m.pte"))?;
    fs::write(folder.join("notes.txt"), "no program")?;
    for format in ["text", "jsonl", "json", "sarif", "junit", "markdown", "github"] {
        let out = format!("out.{format}");
        let line =
            ["scan", "-v", "-f", format, "-t", "executorch-0.5.0", "-o", &out, "--resume", "journal", "."];
        let mut answers = Vec::new();
        for _ in 0..3 {
            let (code, said) = timed(&folder, &line)?;
            check(matches!(code, 0 | 1), format!("{format}: {code}: {said}"))?;
            answers.push(fs::read_to_string(folder.join(&out))?);
        }
        check(answers[0] == answers[1] && answers[1] == answers[2], format!("{format}: {answers:?}"))?;
        let lists = |name: &str| answers[0].contains(name);
        check(!lists(&out) && !lists(".outlast.") && !lists("journal"), answers[0].clone())?;
        fs::remove_file(folder.join(&out))?;
    }
    // A shell has made the file before the command runs.
    let binary = env!("CARGO_BIN_EXE_outlast");
    let script = format!("'{binary}' scan -f jsonl -t executorch-0.5.0 . > out.txt");
    let mut answers = Vec::new();
    for _ in 0..2 {
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output()?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        check(matches!(output.status.code(), Some(0 | 1)), said)?;
        answers.push(fs::read_to_string(folder.join("out.txt"))?);
    }
    check(answers[0] == answers[1] && !answers[0].contains("out.txt"), format!("{answers:?}"))
}

fn journals_tell_names_that_are_no_text_apart() -> Result<(), Failed> {
    let folder = scratch("bytes")?;
    fs::create_dir_all(folder.join("in"))?;
    let good = fs::read(model("mlp.pte"))?;
    let mut bad = good.clone();
    bad.truncate(good.len() / 2);
    bad.resize(good.len(), 0);
    let day = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    for (name, bytes) in
        [(&b"a\xff.pte"[..], &good), (b"a\xfe.pte", &bad), ("a\u{fffd}.pte".as_bytes(), &good)]
    {
        let path = folder.join("in").join(OsStr::from_bytes(name));
        // Some file systems have text only.
        let Ok(mut file) = fs::File::create(&path) else { return Ok(()) };
        file.write_all(bytes)?;
        file.set_modified(day)?;
    }
    let line = ["scan", "-f", "jsonl", "-t", "executorch-1.5.1", "--resume", "journal", "in"];
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(timed(&folder, &line)?);
        let journal = fs::read_to_string(folder.join("journal"))?;
        let is_of = |digits: &str| journal.lines().filter(|line| line.contains(digits)).count();
        // A line for each, and it is written once.
        check(journal.lines().count() == 4, journal.clone())?;
        check(is_of("\"bytes\":\"696e2f61ff2e707465\"") == 1, journal.clone())?;
        check(is_of("\"bytes\":\"696e2f61fe2e707465\"") == 1, journal)?;
    }
    check(answers[0] == answers[1] && answers[1] == answers[2], format!("{answers:?}"))?;
    let loads = answers[0].1.matches("\"outcome\":\"loads\"").count();
    check(loads == 2, answers[0].1.clone())
}

#[cfg(target_os = "linux")]
fn what_the_kernel_says_is_no_file() -> Result<(), Failed> {
    let folder = scratch("kernel")?;
    fs::copy(model("mlp.pte"), folder.join("m.pte"))?;
    for (to, link) in [("/proc/self/mem", "mem.pte"), ("/proc/cpuinfo", "info.pte"), ("/proc", "proc")] {
        symlink(to, folder.join(link))?;
    }
    let line = ["scan", "-f", "jsonl", "-t", "executorch-1.5.1", "."];
    let (code, said) = timed(&folder, &line)?;
    check(code == 0 && !said.contains("mem.pte") && !said.contains("info.pte"), said)?;
    // What is named is looked at.
    let (code, said) =
        timed(&folder, &["scan", "-t", "executorch-1.5.1", "/proc/sys/kernel/ostype", "m.pte"])?;
    check(code == 2 && said.contains("/proc/sys/kernel/ostype"), format!("{code}: {said}"))?;
    let (_, said) = timed(&folder, &["scan", "-v", "-t", "executorch-1.5.1", "/proc/self/net", "m.pte"])?;
    check(said.contains("skipped"), said)
}

fn no_line_is_a_command_of_a_ci() -> Result<(), Failed> {
    let folder = scratch("commands")?;
    let names = [
        "::error::x.pte",
        "##vso[task.complete]x.pte",
        "##[error]x.pte",
        "a\u{202e}\u{feff}\u{200b}\u{2028}b.pte",
    ];
    for name in names {
        fs::copy(model("mlp.pte"), folder.join(name))?;
        fs::copy(model("mlp.pte"), folder.join(format!("with ::set-output name=a::b {name}")))?;
    }
    let all = ["text", "jsonl", "json", "sarif", "junit", "markdown", "github"];
    for format in all {
        for verbose in [&["-v"][..], &[]] {
            let line = [verbose, &["scan", "-f", format, "-t", "executorch-0.3.0,executorch-1.5.1", "*.pte"]]
                .concat();
            let (_, said) = timed(&folder, &line)?;
            are_plain(&said, format == "github", format)?;
        }
    }
    for command in ["check", "verify", "inspect"] {
        for format in ["text", "json"] {
            let mut line = vec![command, "-f", format];
            line.extend(if command == "check" { &["-t", "executorch-0.3.0"][..] } else { &[] });
            line.extend(names);
            let (_, said) = timed(&folder, &line)?;
            are_plain(&said, false, command)?;
        }
    }
    Ok(())
}

fn are_plain(text: &str, has_annotations: bool, what: &str) -> Result<(), Failed> {
    for line in text.lines() {
        let start = line.trim_start();
        let is_own =
            has_annotations && (start.starts_with("::error file=") || start.starts_with("::warning file="));
        let is_command =
            start.starts_with("::") && !is_own || line.contains("##[") || line.contains("##vso[");
        check(!is_command, format!("{what}: {line}"))?;
    }
    let unseen = text.contains(['\u{202e}', '\u{feff}', '\u{200b}', '\u{2028}']);
    check(!unseen, format!("{what}: {text}"))
}

/// A Python that writes down how it is called, and makes an environment with another such.
const PYTHON: &str = r#"#!/bin/sh
echo "$(pwd) [$(ls -A)] $*" >> "$CALLS"
case "$*" in *venv*) for into in "$@"; do :; done; mkdir -p "$into/bin"; cp "$0" "$into/bin/python" ;; esac
"#;

fn no_module_of_the_current_folder_is_run() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;

    let folder = scratch("modules")?;
    let python = folder.join("python");
    fs::write(folder.join("source"), PYTHON)?;
    fs::set_permissions(folder.join("source"), fs::Permissions::from_mode(0o755))?;
    // Copied, not written: a script that is open for writing cannot be run.
    check(Command::new("cp").arg("-p").arg(folder.join("source")).arg(&python).status()?.success(), "cp")?;
    for name in ["venv.py", "pip.py", "torch.py", "json.py", "encodings.py"] {
        fs::write(folder.join(name), "open('ran', 'w')\nraise SystemExit(3)\n")?;
    }
    let calls = folder.join("calls");
    let mut install =
        command(&["runtimes", "install", "executorch-1.0.1", "--into", "e", "--python", "./python"]);
    install.current_dir(&folder).env("CALLS", &calls).env("OUTLAST_RUNTIMES", folder.join("runtimes.toml"));
    let output = install.output()?;
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    check(output.status.success() && said.starts_with("+ ./python -I -m venv -- e\n"), said)?;
    let calls = fs::read_to_string(&calls)?;
    let into = folder.join("e").display().to_string();
    for (line, ends) in calls.lines().zip([
        format!(" [] -I -m venv -- {into}"),
        " [] -I -m pip install executorch==1.0.1 numpy".to_string(),
    ]) {
        check(line.ends_with(&ends) && !line.starts_with(&*folder.to_string_lossy()), calls.clone())?;
    }
    check(calls.lines().count() == 2, calls)?;
    // With a real Python, where there is one: it has no package of the name, and says so, but runs nothing of this folder.
    if Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        for line in [
            &["runtimes", "add", "here", "--python", "python3"][..],
            &["targets", "import", "--torch", "python3", "-o", "p.toml"],
            &["prove", "m.pt", "--runtime", "torch-2.1.2=python3"],
        ] {
            let mut asked = command(line);
            asked.current_dir(&folder).env("PYTHONPATH", &folder);
            asked.env("OUTLAST_RUNTIMES", folder.join("runtimes.toml")).output()?;
        }
        check(!folder.join("ran").exists(), "a module of the folder was run")?;
    }
    Ok(())
}
