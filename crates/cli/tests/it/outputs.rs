//! What is written: never over an input, whichever way it is named; completely or not at all, also when signals come.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Output;

use libtest_mimic::{Failed, Trial};

use crate::run::{command, file, outlast, root, scratch};

const MODELS: &str = "corpus/executorch/1.5.1";

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("no_command_writes_over_what_it_reads", no_command_writes_over_what_it_reads),
        ("failed_commands_leave_reports", failed_commands_leave_reports),
        ("left_overs_are_left_alone", left_overs_are_left_alone),
        ("inputs_have_a_limit", inputs_have_a_limit),
        #[cfg(unix)]
        ("links_are_what_they_lead_to", unix::links_are_what_they_lead_to),
        #[cfg(unix)]
        ("standard_streams_are_files", unix::standard_streams_are_files),
        #[cfg(unix)]
        ("both_files_of_a_split_or_none", unix::both_files_of_a_split_or_none),
        #[cfg(unix)]
        ("streams_have_a_limit", unix::streams_have_a_limit),
        #[cfg(unix)]
        ("answers_go_to_devices_and_pipes", unix::answers_go_to_devices_and_pipes),
        #[cfg(target_os = "linux")]
        ("signals_remove_temporary_files", unix::signals_remove_temporary_files),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

fn check(condition: bool, message: impl Into<String>) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(message.into().into()) }
}

/// A baseline of nothing.
const KNOWN: &str = "{\"type\":\"baseline\",\"schema\":\"outlast/baseline/1\",\"version\":\"0.1.0\"}\n";

/// Files of every kind that commands read, in a folder of their own.
fn inputs(name: &str) -> Result<PathBuf, Failed> {
    let folder = scratch(name)?;
    for (from, to) in [
        ("corpus/executorch/1.5.1/mlp.pte", "a.pte"),
        ("corpus/executorch/1.5.1/ext.pte", "ext.pte"),
        ("corpus/executorch/1.5.1/ext.ptd", "w.ptd"),
        ("corpus/executorch/1.5.1/bundled.bpte", "b.bpte"),
        ("corpus/executorch/1.5.1/bundled.pte", "b.pte"),
        ("corpus/executorch/1.5.1/mlp.npz", "a.npz"),
        ("corpus/llvm/19.1.7/tiny-embed.o", "x.o"),
        ("corpus/llvm/19.1.7/thinlto.a", "lib.a"),
        ("crates/cli/tests/data/module.bc", "m.bc"),
        ("crates/cli/tests/data/operators.txt", "ops.txt"),
        ("crates/cli/tests/data/selected_operators.yaml", "ops.yaml"),
        ("crates/cli/tests/data/acme-7.txt", "acme-7.txt"),
    ] {
        fs::copy(root().join(from), folder.join(to))?;
    }
    let made = ["targets", "import", "--operators", "ops.txt", "--base", "executorch-1.0.1", "-o", "p.toml"];
    let made = command(&made).current_dir(&folder).output()?;
    check(made.status.success(), text(&made))?;
    fs::write(
        folder.join("p.fbs"),
        "include \"inner.fbs\"; table Program { version: uint; } root_type Program;",
    )?;
    fs::write(folder.join("inner.fbs"), "table Inner { a: int; }")?;
    fs::write(folder.join("bytes"), [7; 64])?;
    fs::write(folder.join("conf.toml"), "targets = [\"executorch-1.0.1\"]\n")?;
    fs::write(folder.join("known.jsonl"), KNOWN)?;
    Ok(folder)
}

fn text(output: &Output) -> String {
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{:?}: {stdout}{stderr}", output.status)
}

/// Every file of a folder with its content, or what a link leads to.
fn content(folder: &Path) -> std::io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let bytes = fs::read(&path).unwrap_or_default();
        all.push((path, bytes));
    }
    all.sort();
    Ok(all)
}

/// Lines whose output is one of their inputs.
const CLASHES: &[&str] = &[
    "inspect x.o -o x.o",
    "inspect x.o!.llvmbc -o x.o",
    "dump x.o!.llvmbc -o ./x.o",
    "verify lib.a -o lib.a",
    "inspect a.pte -o a.pte",
    "inspect -f json ops.txt -o ops.txt",
    "inspect a.pte acme-7.txt -o acme-7.txt",
    "diff a.pte bytes -o bytes",
    "dump --block-info bytes m.bc -o bytes",
    "inspect --schema acme-7.txt a.pte -o acme-7.txt",
    "check --target ./p.toml a.pte -o p.toml",
    "check --target executorch-1.0.1,./p.toml a.pte -o p.toml",
    "check --target executorch-1.0.1 --data w.ptd a.pte -o w.ptd",
    "check --config conf.toml a.pte -o conf.toml",
    "check --target executorch-1.0.1 --baseline known.jsonl a.pte -o known.jsonl",
    "config --config conf.toml -o conf.toml",
    "scan --config conf.toml a.pte -o conf.toml",
    "scan --target executorch-1.0.1 --baseline known.jsonl a.pte -o known.jsonl",
    "scan --target executorch-1.0.1 a.pte --write-baseline a.pte",
    "scan --config conf.toml a.pte --write-baseline conf.toml",
    "lint ops.txt --against torch-2.15.0 -o ops.txt",
    "lint torch-2.15.0 --against ./ops.txt -o ops.txt",
    "lint torch-2.15.0 --against torch-2.14.1 --table ops.yaml -o ops.yaml",
    "lint torch-2.15.0 --against torch-2.14.1 --allow ops.yaml -f sarif -o ops.yaml",
    "targets show ./p.toml -o p.toml",
    "targets import --operators ops.txt --base executorch-1.0.1 -o ops.txt",
    "targets import --operators ops.txt --base ./p.toml -o p.toml",
    "targets import --selective-build ops.yaml --base executorch-1.0.1 -o ops.yaml",
    "convert a.pte -o a.pte",
    "convert a.pte -o ./a.pte",
    "convert x.o!.llvmbc -o x.o",
    "convert a.pte --target ./p.toml -o p.toml",
    "convert a.pte --schema p.fbs -o p.fbs",
    "convert a.pte --schema p.fbs -o inner.fbs",
    "convert ext.pte --data w.ptd --target executorch-0.5.0 -o w.ptd",
    "edit strip-stacktraces a.pte -o a.pte",
    "edit strip-stacktraces a.pte --schema p.fbs -o p.fbs",
    "edit add-data a.pte k --from bytes -o bytes",
    "edit swap-constants a.pte --from a.npz -o a.npz",
    "edit merge-weights ext.pte --data w.ptd -o w.ptd",
    "edit split-weights a.pte -o new.pte --data-output a.pte",
    "edit split-weights a.pte -o a.pte --data-output new.ptd",
    "bundle make a.pte --cases a.npz -o a.npz",
    "bundle extract b.bpte -o b.bpte",
    "bundle replace b.bpte --program b.pte -o b.pte",
    "data make a.npz -o a.npz",
    "data set w.ptd --from a.npz --add -o a.npz",
    "data extract w.ptd -o w.ptd",
    "data convert w.ptd --target ./p.toml -o p.toml",
];

fn no_command_writes_over_what_it_reads() -> Result<(), Failed> {
    let folder = inputs("clashes")?;
    let before = content(&folder)?;
    for line in CLASHES {
        let args: Vec<&str> = line.split(' ').collect();
        let output = command(&args).current_dir(&folder).output()?;
        check(output.status.code() == Some(2), format!("{line}: {}", text(&output)))?;
        let said = text(&output);
        let is_named = said.contains(" input") || said.contains("will not overwrite");
        check(is_named, format!("{line}: {said}"))?;
        check(content(&folder)? == before, format!("{line}: a file changed, or one was left"))?;
    }
    Ok(())
}

/// Answers that are no are written; where there is no answer, what was there stays.
fn failed_commands_leave_reports() -> Result<(), Failed> {
    let folder = scratch("reports")?;
    let old = "the answer of yesterday";
    let report = file(&folder, "report", old.as_bytes())?;
    let mlp = format!("{MODELS}/mlp.pte");
    let cut = "crates/cli/tests/data/cut.pte";
    let lines: &[(i32, &[&str])] = &[
        (0, &["inspect", &mlp]),
        (1, &["verify", cut]),
        (1, &["check", "--target", "executorch-0.2.1", &format!("{MODELS}/xnn_mlp.pte")]),
        (1, &["diff", &mlp, &format!("{MODELS}/conv.pte")]),
        (2, &["inspect", "missing"]),
        (2, &["inspect", &mlp, "missing"]),
        (2, &["inspect", cut]),
        (2, &["check", "--target", "executorch-1.0.1", "missing"]),
        (2, &["check", "--target", "executorch-1.0.1", "--data", "missing", &mlp]),
        (2, &["check", "--target", "nobody-9", &mlp]),
        (2, &["diff", &mlp, "missing"]),
        (2, &["diff", &mlp, &format!("{MODELS}/ext.ptd")]),
        (2, &["dump", "missing"]),
        (1, &["dump", cut]),
        (2, &["dump", "-f", "json", "crates/cli/tests/data/module.bc"]),
        (2, &["explain", "OL9999"]),
        (2, &["targets", "show", "nobody-9"]),
        (2, &["targets", "import", "--operators", "missing", "--base", "executorch-1.0.1"]),
        (2, &["targets", "import", "--operators", &mlp, "--base", "executorch-1.0.1"]),
    ];
    for (code, line) in lines {
        for format in [&[][..], &["-f", "json"]] {
            if line.contains(&"-f") && !format.is_empty() {
                continue;
            }
            let args = [line, format, &["-o", &report]].concat();
            let output = outlast(&args);
            check(output.code == *code, format!("{args:?}: status {}: {}", output.code, output.stderr))?;
            check(output.stdout.is_empty(), format!("{args:?}: {}", output.stdout))?;
            let now = fs::read_to_string(&report)?;
            check((now == old) == (*code == 2), format!("{args:?}: {now}"))?;
            // A failure is said although the document with it is not written.
            check(
                (*code == 2) == output.stderr.starts_with("error"),
                format!("{args:?}: {}", output.stderr),
            )?;
            check(fs::read_dir(&folder)?.count() == 1, format!("{args:?}: a file was left"))?;
            fs::write(&report, old)?;
        }
    }
    Ok(())
}

/// Temporary files of a run that was killed, by any scheme of names: they stop nothing, and stay.
fn left_overs_are_left_alone() -> Result<(), Failed> {
    let folder = scratch("left-overs")?;
    for n in 0..3 {
        for pid in [1, std::process::id(), std::process::id() + 1] {
            file(&folder, &format!(".outlast.{pid}.{n}"), b"old")?;
        }
        file(&folder, &format!(".outlast.{n:032x}"), b"new")?;
    }
    let before = content(&folder)?;
    let out = folder.join("out").to_string_lossy().into_owned();
    let mlp = format!("{MODELS}/mlp.pte");
    for line in [&["convert", &mlp][..], &["inspect", &mlp], &["edit", "strip-stacktraces", &mlp]] {
        let output = outlast(&[line, &["-o", &out]].concat());
        check(output.code == 0, format!("{line:?}: {}", output.stderr))?;
        fs::remove_file(&out)?;
        check(content(&folder)? == before, format!("{line:?}: a file changed"))?;
    }
    Ok(())
}

fn inputs_have_a_limit() -> Result<(), Failed> {
    let mlp = format!("{MODELS}/mlp.pte");
    let size = fs::metadata(root().join(&mlp))?.len().to_string();
    check(outlast(&["inspect", "--max-size", &size, &mlp]).code == 0, "a file of the largest size")?;
    let output = outlast(&["--max-size", "1K", "inspect", &mlp]);
    check(output.code == 2 && output.stderr.contains("larger than 1 KiB: it has 3024 bytes"), output.stderr)?;
    let line = ["check", "--max-size=20", "--target", "crates/cli/tests/data/operators.txt", &mlp];
    let output = outlast(&line);
    check(output.code == 2 && output.stderr.contains("larger than 20 bytes"), output.stderr)?;
    let output = outlast(&["inspect", "--max-size", "1KB", &mlp]);
    check(output.code == 2 && output.stderr.contains("powers of 1024"), output.stderr)?;
    // A file that says it is large: it is not read, and nothing is set aside for it.
    let folder = scratch("limit")?;
    let sparse = folder.join("sparse");
    File::create(&sparse)?.set_len(1 << 40)?;
    let output = outlast(&["inspect", &sparse.to_string_lossy()]);
    check(output.code == 2 && output.stderr.contains("larger than 64 GiB"), output.stderr)?;
    Ok(fs::remove_file(sparse)?)
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, OpenOptions};
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use libtest_mimic::Failed;

    use super::{CLASHES, MODELS, check, content, inputs, text};
    use crate::run::{command, file, outlast, root, scratch};

    /// Every line again, with an output that is a symbolic or a hard link to the input.
    pub(super) fn links_are_what_they_lead_to() -> Result<(), Failed> {
        let folder = inputs("clashes-links")?;
        let links: [fn(&Path, &Path) -> std::io::Result<()>; 2] =
            [|from, to| std::os::unix::fs::symlink(from, to), |from, to| fs::hard_link(from, to)];
        for line in CLASHES {
            for link in links {
                let mut args: Vec<&str> = line.split(' ').collect();
                // The option whose value is an input, too.
                let at = args.len() - 1;
                let at = if fs::exists(folder.join(args[at]))? { at } else { at - 2 };
                let name = args[at];
                args[at] = "other-name";
                link(&folder.join(name), &folder.join("other-name"))?;
                let before = content(&folder)?;
                let output = command(&args).current_dir(&folder).output()?;
                check(output.status.code() == Some(2), format!("{args:?}: {}", text(&output)))?;
                check(content(&folder)? == before, format!("{args:?}: a file changed, or one was left"))?;
                fs::remove_file(folder.join("other-name"))?;
            }
        }
        Ok(())
    }

    pub(super) fn standard_streams_are_files() -> Result<(), Failed> {
        let folder = inputs("clashes-streams")?;
        let before = content(&folder)?;
        for line in [
            "convert - -o a.pte",
            "inspect - -o a.pte",
            "edit strip-stacktraces - -o a.pte",
            "edit split-weights - -o new.pte --data-output a.pte",
            "check --target executorch-1.0.1 - -o a.pte",
            "bundle make - --cases a.npz -o a.pte",
        ] {
            let args: Vec<&str> = line.split(' ').collect();
            let mut command = command(&args);
            let output = command.current_dir(&folder).stdin(File::open(folder.join("a.pte"))?).output()?;
            check(output.status.code() == Some(2), format!("{line}: {}", text(&output)))?;
            check(content(&folder)? == before, format!("{line}: a file changed, or one was left"))?;
        }
        let args = ["targets", "import", "--operators", "-", "--base", "executorch-1.0.1", "-o", "ops.txt"];
        let output =
            command(&args).current_dir(&folder).stdin(File::open(folder.join("ops.txt"))?).output()?;
        check(output.status.code() == Some(2), text(&output))?;
        // Standard output that is appended to an input.
        for line in ["inspect a.pte", "convert a.pte -o -", "dump a.pte", "verify -f json a.pte"] {
            let args: Vec<&str> = line.split(' ').collect();
            let out = OpenOptions::new().append(true).open(folder.join("a.pte"))?;
            let output = command(&args).current_dir(&folder).stdout(out).output()?;
            check(output.status.code() == Some(2), format!("{line}: {}", text(&output)))?;
        }
        // With -f json the failure itself would be written to standard output: nothing may be, but that it is all.
        let changed: Vec<_> =
            content(&folder)?.into_iter().zip(&before).filter(|(now, then)| now != *then).collect();
        check(
            changed.is_empty(),
            format!("{:?} changed", changed.iter().map(|((path, _), _)| path).collect::<Vec<_>>()),
        )
    }

    /// One of the two places cannot be written to: the other is as it was.
    pub(super) fn both_files_of_a_split_or_none() -> Result<(), Failed> {
        let folder = scratch("split")?;
        let model = format!("{MODELS}/mlp.pte");
        let (program, data) = (file(&folder, "p", b"old")?, file(&folder, "d", b"old")?);
        let run = |program: &str, data: &str| {
            outlast(&["edit", "split-weights", &model, "-o", program, "--data-output", data])
        };
        // Standard output that is closed for writing comes before the data file takes its name.
        let mut full = command(&["edit", "split-weights", &model, "-o", "-", "--data-output", &data]);
        let output = full.stdout(OpenOptions::new().write(true).open("/dev/full")?).output()?;
        check(output.status.code() == Some(2) && fs::read(&data)? == b"old", text(&output))?;
        check(fs::read_dir(&folder)?.count() == 2, "a file was left")?;
        let output = run(&program, &data);
        check(output.code == 0, output.stderr)?;
        for path in [&program, &data] {
            check(outlast(&["verify", path]).code == 0, format!("{path} is not sound"))?;
        }
        check(fs::read_dir(&folder)?.count() == 2, "a file was left")
    }

    /// What cannot be replaced is written to.
    pub(super) fn answers_go_to_devices_and_pipes() -> Result<(), Failed> {
        let folder = scratch("devices")?;
        let mlp = format!("{MODELS}/mlp.pte");
        let printed = outlast(&["inspect", &mlp]).stdout;
        check(outlast(&["inspect", &mlp, "-o", "/dev/null"]).code == 0, "/dev/null")?;
        check(outlast(&["inspect", &mlp, "-o", "-"]).stdout == printed, "standard output")?;
        let output = outlast(&["inspect", &mlp, "-o", "/dev/full"]);
        check(output.code == 2 && output.stderr.starts_with("error"), output.stderr)?;
        let pipe = folder.join("pipe").to_string_lossy().into_owned();
        check(Command::new("mkfifo").arg(&pipe).status()?.success(), "mkfifo")?;
        let mut writer = command(&["inspect", &mlp, "-o", &pipe]).spawn()?;
        check(fs::read_to_string(&pipe)? == printed, "through a pipe")?;
        check(writer.wait()?.success(), "the writer")?;
        check(fs::read_dir(&folder)?.count() == 1, "a file was left")
    }

    pub(super) fn streams_have_a_limit() -> Result<(), Failed> {
        let said = |output: std::process::Output| text(&output);
        let start = Instant::now();
        let zero = || File::open("/dev/zero");
        let output = said(command(&["inspect", "/dev/zero"]).output()?);
        check(output.contains("/dev/zero: larger than 256 MiB"), output)?;
        let output = said(command(&["inspect", "-", "--max-size", "1M"]).stdin(zero()?).output()?);
        check(output.contains("<stdin>: larger than 1 MiB"), output)?;
        let output = said(command(&["inspect", "-"]).stdin(zero()?).output()?);
        check(output.contains("<stdin>: larger than 256 MiB"), output)?;
        let output = said(command(&["check", "--target", "/dev/zero", "a.pte"]).output()?);
        check(output.contains("larger than 256 MiB"), output)?;
        check(start.elapsed() < Duration::from_secs(20), format!("{:?}", start.elapsed()))?;
        // What begins as a program may be longer, up to the limit.
        let bytes = fs::read(root().join(MODELS).join("mlp.pte"))?;
        for (limit, code) in [("3024", 0), ("3023", 2)] {
            let mut child = command(&["inspect", "-", "--max-size", limit])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()?;
            // The reader may be gone before all is written.
            let _ = child.stdin.take().map(|mut stdin| stdin.write_all(&bytes));
            check(child.wait()?.code() == Some(code), format!("--max-size {limit}"))?;
        }
        Ok(())
    }

    /// Whether this process, and what it starts, ignores a signal.
    #[cfg(target_os = "linux")]
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask & 1 << (signal - 1) != 0
    }

    /// A command that waits for its input while its report is open.
    #[cfg(target_os = "linux")]
    pub(super) fn signals_remove_temporary_files() -> Result<(), Failed> {
        let folder = scratch("signals")?;
        let report = file(&folder, "report", b"old")?;
        let left = || Ok::<_, Failed>(fs::read_dir(&folder)?.count());
        let wait_for = |count: usize| {
            let start = Instant::now();
            while left()? != count {
                check(start.elapsed() < Duration::from_secs(30), format!("{} files", left()?))?;
                std::thread::sleep(Duration::from_millis(2));
            }
            Ok::<_, Failed>(())
        };
        let kill = |pid: u32, signal: &str| Command::new("kill").args([signal, &pid.to_string()]).status();
        // Where the tests run under `nohup`, or in the background of a shell, they ignore signals, and so does what they start.
        let answered = |(_, number): &(&str, i32)| !is_ignored(*number);
        for (name, number) in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)].into_iter().filter(answered) {
            let mut child = command(&["inspect", "-", "-o", &report])
                .stdin(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
            wait_for(2)?;
            // Kept open: waiting for a child closes what it reads.
            let _stdin = child.stdin.take();
            kill(child.id(), name)?;
            let start = Instant::now();
            while child.try_wait()?.is_none() && start.elapsed() < Duration::from_secs(30) {
                std::thread::sleep(Duration::from_millis(2));
            }
            child.kill()?;
            let status = child.wait()?;
            check(status.signal() == Some(number), format!("{name}: {status:?}"))?;
            check(
                left()? == 1 && fs::read(&report)? == b"old",
                format!("{name}: the report changed, or a file was left"),
            )?;
        }
        // SIGKILL leaves the file, which disturbs nobody.
        let mut child = command(&["inspect", "-", "-o", &report]).stdin(Stdio::piped()).spawn()?;
        wait_for(2)?;
        child.kill()?;
        child.wait()?;
        check(left()? == 2 && fs::read(&report)? == b"old", "the report changed")?;
        // What was started with SIGHUP ignored, as by `nohup`, goes on.
        let line = "trap '' HUP; exec \"$0\" inspect - -o \"$1\"";
        let mut child = Command::new("sh")
            .args(["-c", line, env!("CARGO_BIN_EXE_outlast"), &report])
            .stdin(Stdio::piped())
            .spawn()?;
        wait_for(3)?;
        kill(child.id(), "-HUP")?;
        std::thread::sleep(Duration::from_millis(50));
        let bytes = fs::read(root().join(MODELS).join("mlp.pte"))?;
        child.stdin.take().ok_or("no stdin")?.write_all(&bytes)?;
        check(child.wait()?.code() == Some(0), "it goes on")?;
        check(left()? == 2 && fs::read_to_string(&report)?.contains("ExecuTorch program"), "the report")
    }
}
