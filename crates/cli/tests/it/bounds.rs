//! Every command on every file that was made to break readers, under limits that the operating system enforces.

#![expect(clippy::print_stdout, reason = "the test says what it counted, and what it skipped")]

mod lint;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Failed, Trial};

use crate::bounds_many;
use crate::run::{command, root, scratch};

/// Seconds of processor time that a command has.
const SECONDS: u32 = 5;
/// KiB of address space that it has: 600 MB.
const KIB: u32 = 600_000_000 / 1024;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("bad_files_cost_little", bad_files_cost_little),
        Trial::test("bad_inputs_of_lint_cost_little", lint::cost_little),
        Trial::test("files_of_much_cost_little", files_of_much_cost_little),
        // The same with every command, which takes minutes.
        Trial::test("files_of_much_cost_little_to_all", files_of_much_cost_little_to_all)
            .with_ignored_flag(true),
    ]
}

fn bad_files_cost_little() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        println!("skipped: the limits are those of Linux");
        return Ok(());
    }
    let folder = scratch("bounds")?;
    let mut files = Vec::new();
    below(&root().join("corpus/bad"), &mut files)?;
    let committed = files.len();
    files.extend(generated(&folder)?);
    println!("{committed} files of the corpus, {} generated", files.len() - committed);
    cost_little(&files, &folder, &|_| true)
}

/// The commands that read most of a file, on files that have 100 KB of one thing.
fn files_of_much_cost_little() -> Result<(), Failed> {
    of_much("bounds-much", &|line| match line {
        [command, _] => ["inspect", "verify", "dump"].contains(&command.as_str()),
        [command, ..] => command == "check",
        _ => false,
    })
}

/// Every command on them.
fn files_of_much_cost_little_to_all() -> Result<(), Failed> {
    of_much("bounds-much-all", &|_| true)
}

fn of_much(name: &str, asked: &(dyn Fn(&[String]) -> bool + Sync)) -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        println!("skipped: the limits are those of Linux");
        return Ok(());
    }
    let folder = scratch(name)?;
    let files = bounds_many::files(&folder)?;
    cost_little(&files, &folder, asked)
}

/// The commands that are asked for on every file, within the limits. What does not end within them beside another is tried again alone: two
/// threads of one core take more processor time each.
fn cost_little(
    files: &[PathBuf],
    folder: &Path,
    asked: &(dyn Fn(&[String]) -> bool + Sync),
) -> Result<(), Failed> {
    let (next, count, suspects) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (next, count, suspects) = (&next, &count, &suspects);
            scope.spawn(move || {
                let out = folder.join(format!("out-{worker}"));
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for line in lines(file, &out).into_iter().filter(|line| asked(line)) {
                        count.fetch_add(1, Ordering::Relaxed);
                        if fault(&line).is_some() {
                            suspects.lock().expect("no test panics").push(line);
                        }
                    }
                }
            });
        }
    });
    let suspects = suspects.into_inner().expect("no test panics");
    let failures: Vec<String> =
        suspects.iter().filter_map(|line| Some(format!("{}: {}", line.join(" "), fault(line)?))).collect();
    println!("{} commands, {} beyond limits", count.into_inner(), failures.len());
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n").into()),
    }
}

/// All files below a folder, except for scripts and lists.
fn below(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            below(&path, files)?;
        } else if !path.extension().is_some_and(|end| end == "py" || end == "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}

/// Larger ones of the kinds that scripts make.
fn generated(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for kind in ["chains", "arguments", "lists", "delegates", "names", "traces"] {
        for n in ["1000", "4000"] {
            let path = folder.join(format!("{kind}-{n}.pte"));
            let script = root().join("corpus/bad/sharing.py");
            let made = Command::new("python3").arg(script).args([kind, n]).arg(&path).status();
            match made {
                Ok(status) if status.success() => files.push(path),
                Ok(status) => return Err(format!("sharing.py {kind} {n}: {status}").into()),
                Err(error) => {
                    println!("skipped: no Python to generate files with: {error}");
                    return Ok(files);
                }
            }
        }
    }
    Ok(files)
}

/// Every command that takes a file, for this one.
fn lines(file: &Path, out: &Path) -> Vec<Vec<String>> {
    let path = file.display().to_string();
    let targets: &[&str] = match path {
        _ if path.contains("/bitstream/") => &["llvm-14", "llvm-22"],
        _ if path.contains("/mlir") => &["mlir-16", "mlir-22"],
        _ if path.ends_with(".mlirbc") => &["stablehlo", "mlir-22"],
        _ if path.contains("/torch") || path.ends_with(".pt") => &["torch", "torch-2.15.0-lite"],
        _ => &["executorch-0.2.0", "executorch-1.5.1"],
    };
    let sets = ["stablehlo", "torch"];
    let mut lines: Vec<Vec<&str>> = vec![
        vec!["inspect", &path],
        vec!["inspect", "-v", &path],
        vec!["verify", &path],
        vec!["verify", "--strict", &path],
        vec!["dump", &path],
        vec!["dump", "-f", "json", &path],
        vec!["dump", "--bytes", &path],
        vec!["dump", "--bytes", "-f", "json", &path],
        vec!["diff", &path, &path],
    ];
    let all = targets.join(",");
    lines.push(vec!["check", "-t", &all, &path]);
    lines.push(vec!["scan", &path]);
    let out = out.display().to_string();
    lines.push(vec!["convert", &path, "-o", &out]);
    lines.extend(
        targets
            .iter()
            .filter(|target| !sets.contains(target))
            .map(|target| vec!["convert", &path, "-o", &out, "--target", target]),
    );
    lines.into_iter().map(|line| line.into_iter().map(ToString::to_string).collect()).collect()
}

/// Why a command did not end as it should under the limits: with an answer.
fn fault(line: &[String]) -> Option<String> {
    match limited(line) {
        Ok(status) if status.code().is_some_and(|code| code <= 2) => None,
        Ok(status) => Some(status.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// How a command ends under the limits.
fn limited(line: &[String]) -> std::io::Result<ExitStatus> {
    let plain = command(&[]);
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -t {SECONDS}; ulimit -v {KIB}; exec \"$0\" \"$@\"")]);
    limited.arg(plain.get_program()).args(line).current_dir(root());
    limited.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    limited.status()
}
