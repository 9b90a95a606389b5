//! `cargo xtask chaos`: commands that are killed, told to end, and that write to one place at once.
//!
//! - *Signals*: commands that write files of many megabytes are ended by SIGKILL or SIGTERM at a random time. Each output
//!   must then be what was there before, or the whole new file; after SIGTERM there must be nothing else in the folder.
//! - *Writers*: processes that all have the process number 1, because each is in a PID namespace of its own (`unshare`, which
//!   needs root), convert two programs to the same output, many at a time. All must succeed, and whoever reads the output
//!   meanwhile must find one of the two results, whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::random::Random;
use crate::run::{cargo, root, run};

/// What was at the outputs before.
const OLD: &[u8] = b"what was there before";
/// Bytes of data that are put into the program, so that writing takes long enough to be interrupted.
const LARGE: usize = 32 << 20;
/// Writers at a time.
const AT_ONCE: usize = 24;

/// How much is tried, and what.
struct Plan {
    signals: usize,
    writers: usize,
    outlast: PathBuf,
    seed: u64,
}

/// Runs `cargo xtask chaos [--signals N] [--writers N] [--seed N] [--binary PATH]`.
pub(crate) fn run_all(args: &[&str]) -> anyhow::Result<()> {
    let seed = std::time::UNIX_EPOCH.elapsed().map_or(1, |since| since.as_secs());
    let mut plan = Plan { signals: 200, writers: 2000, outlast: PathBuf::new(), seed };
    for pair in args.chunks(2) {
        match *pair {
            ["--signals", n] => plan.signals = n.parse()?,
            ["--writers", n] => plan.writers = n.parse()?,
            ["--seed", n] => plan.seed = n.parse()?,
            ["--binary", path] => plan.outlast = fs::canonicalize(path)?,
            _ => bail!("chaos: --signals N, --writers N, --seed N, --binary PATH"),
        }
    }
    if plan.outlast.as_os_str().is_empty() {
        run(cargo(&["build", "-p", "outlast-cli"]))?;
        plan.outlast = fs::canonicalize(root())?.join("target/debug/outlast");
    }
    let folder = fs::canonicalize(root())?.join("target/chaos");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    // A copy: somebody may build meanwhile.
    let copy = folder.join("outlast");
    fs::copy(&plan.outlast, &copy)?;
    plan.outlast = copy;
    println!("seed {}", plan.seed);
    let faults = plan.signals("KILL", &folder)? + plan.signals("TERM", &folder)? + plan.writers(&folder)?;
    ensure!(faults == 0, "chaos: {faults} faults");
    println!("chaos: no faults");
    Ok(fs::remove_dir_all(&folder)?)
}

/// A command, and the files that it writes.
struct Line {
    args: Vec<String>,
    outputs: Vec<PathBuf>,
    /// What it writes if nobody disturbs it.
    wanted: Vec<Vec<u8>>,
    /// How long that takes.
    time: Duration,
}

/// What became of commands that were ended.
#[derive(Default)]
struct Tally {
    /// Ended by the signal.
    ended: usize,
    /// Ended by the signal when there was a temporary file, as far as that can be seen.
    amid: usize,
    partial: usize,
    /// Status 0 with another output.
    wrong: usize,
    /// One of two files.
    halves: usize,
    left: usize,
    failed: usize,
}

impl Plan {
    fn outlast(&self, args: &[String]) -> Command {
        let mut command = Command::new(&self.outlast);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// A program with data of this many bytes, in a folder.
    fn program(&self, folder: &Path, name: &str, len: usize, seed: u64) -> anyhow::Result<PathBuf> {
        let (bytes, path) = (folder.join("bytes"), folder.join(name));
        let mut random = Random(seed);
        fs::write(&bytes, (0..len / 8).flat_map(|_| random.draw().to_le_bytes()).collect::<Vec<u8>>())?;
        let model = fs::canonicalize(root())?.join("corpus/executorch/1.5.1/mlp.pte");
        let args = ["edit", "add-data", &text(&model), "bulk", "--from", &text(&bytes), "-o", &text(&path)];
        let status = self.outlast(&args.map(str::to_string)).status()?;
        ensure!(status.success(), "{args:?}: {status}");
        Ok(path)
    }

    /// The commands, and what they write.
    fn lines(&self, inputs: &Path, outputs: &Path) -> anyhow::Result<Vec<Line>> {
        let large = text(&self.program(inputs, "large.pte", LARGE, 7)?);
        let small = text(&self.program(inputs, "small.pte", 1 << 20, 8)?);
        let (out, data) = (outputs.join("out"), outputs.join("data"));
        let texts: [(&[&str], &[&PathBuf]); 5] = [
            (&["convert", &large, "-o", &text(&out)], &[&out]),
            (&["edit", "rename", &large, "forward", "run", "-o", &text(&out)], &[&out]),
            (
                &["edit", "split-weights", &large, "-o", &text(&out), "--data-output", &text(&data)],
                &[&data, &out],
            ),
            (&["dump", "--bytes", "-v", &small, "-o", &text(&out)], &[&out]),
            (&["verify", "-v", "-f", "json", &large, "-o", &text(&out)], &[&out]),
        ];
        let mut lines = Vec::new();
        for (args, outputs) in texts {
            let args: Vec<String> = args.iter().map(ToString::to_string).collect();
            // A report does not replace a program.
            outputs.iter().try_for_each(|path| fs::write(path, OLD))?;
            let start = Instant::now();
            let status = self.outlast(&args).status()?;
            let time = start.elapsed();
            ensure!(status.success(), "{args:?}: {status}");
            let outputs: Vec<PathBuf> = outputs.iter().map(|path| (*path).clone()).collect();
            let wanted = outputs.iter().map(fs::read).collect::<Result<_, _>>()?;
            println!("  outlast {} {}: {} ms", args[0], args[1], time.as_millis());
            lines.push(Line { args, outputs, wanted, time });
        }
        Ok(lines)
    }

    /// Ends commands by a signal at random times. Returns how many faults there were.
    fn signals(&self, signal: &str, folder: &Path) -> anyhow::Result<usize> {
        println!("\nSIG{signal}");
        let (inputs, outputs) = (folder.join("in"), folder.join(signal));
        fs::create_dir_all(&inputs)?;
        fs::create_dir_all(&outputs)?;
        let lines = self.lines(&inputs, &outputs)?;
        let (mut random, mut tally) = (Random(self.seed), Tally::default());
        let mut before = BTreeSet::new();
        for n in 0..self.signals {
            let line = &lines[n % lines.len()];
            for name in ["out", "data"] {
                fs::write(outputs.join(name), OLD)?;
            }
            let mut child = self.outlast(&line.args).spawn()?;
            // A part of the times is after the end: then the output is whole.
            let micros = u64::try_from(line.time.as_micros())? * 11 / 10;
            std::thread::sleep(Duration::from_micros(random.draw() % micros.max(1)));
            let amid = others(&outputs)?.len() > before.len();
            let _ = Command::new("kill")
                .args([&format!("-{signal}"), &child.id().to_string()])
                .stderr(Stdio::null())
                .status()?;
            let status = child.wait()?;
            tally.ended += usize::from(status.code().is_none());
            tally.amid += usize::from(status.code().is_none() && amid);
            tally.failed += usize::from(status.code().is_some_and(|code| code != 0));
            let mut new = 0;
            for (path, wanted) in line.outputs.iter().zip(&line.wanted) {
                let found = fs::read(path).unwrap_or_default();
                new += usize::from(found == *wanted);
                tally.partial += usize::from(found != *wanted && found != OLD);
                tally.wrong += usize::from(status.success() && found != *wanted);
            }
            tally.halves += usize::from(new != 0 && new != line.outputs.len());
            let now = others(&outputs)?;
            tally.left += now.difference(&before).count();
            before = now;
        }
        let Tally { ended, amid, partial, wrong, halves, left, failed } = tally;
        let all = self.signals;
        println!("  {ended} of {all} ended by the signal, {amid} of them with a temporary file there");
        println!(
            "  {partial} of {all} partial, {wrong} of {all} wrong, {halves} of {all} with one file of two, {failed} of {all} failed"
        );
        println!("  {left} temporary files left after {all}");
        // Nothing can be done after SIGKILL: what it leaves must not disturb the next run, and did not.
        Ok(partial + wrong + halves + failed + if signal == "KILL" { 0 } else { left })
    }

    /// Converts two programs to one place, many at a time. Returns how many faults there were.
    fn writers(&self, folder: &Path) -> anyhow::Result<usize> {
        println!("\nwriters");
        let folder = folder.join("writers");
        let shared = folder.join("shared");
        fs::create_dir_all(&shared)?;
        let mut wanted = Vec::new();
        let mut inputs = Vec::new();
        for n in 0..2 {
            let input = self.program(&folder, &format!("{n}.pte"), 1 << 20, n)?;
            let out = folder.join("out");
            let args =
                ["edit", "rename", &text(&input), "forward", "run", "-o", &text(&out)].map(str::to_string);
            ensure!(self.outlast(&args).status()?.success(), "{args:?}");
            wanted.push(fs::read(&out)?);
            inputs.push(text(&input));
        }
        let out = shared.join("out");
        fs::write(&out, &wanted[0])?;
        let done = AtomicBool::new(false);
        let is_wanted = |bytes: &[u8]| wanted.iter().any(|wanted| wanted == bytes);
        let (failures, (reads, wrong)) = std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let (mut reads, mut wrong) = (0usize, 0usize);
                while !done.load(Ordering::Relaxed) {
                    let found = fs::read(&out).unwrap_or_default();
                    reads += 1;
                    wrong += usize::from(!is_wanted(&found));
                    std::thread::sleep(Duration::from_millis(1));
                }
                (reads, wrong)
            });
            let failures = self.write_at_once(&inputs, &out);
            done.store(true, Ordering::Relaxed);
            (failures, reader.join().unwrap_or((0, 1)))
        });
        let (failures, all) = (failures?, self.writers);
        let wrong = wrong + usize::from(!is_wanted(&fs::read(&out)?));
        let left = others(&shared)?.len();
        println!(
            "  {failures} of {all} failed; {wrong} of {} readings wrong; {left} temporary files left",
            reads + 1
        );
        Ok(failures + wrong + left)
    }

    /// Runs all writers; returns how many failed.
    fn write_at_once(&self, inputs: &[String], out: &Path) -> anyhow::Result<usize> {
        let mut children: Vec<Child> = Vec::new();
        let mut failures = 0;
        for n in 0..self.writers + AT_ONCE {
            if children.len() == AT_ONCE || n >= self.writers {
                let Some(mut child) = (!children.is_empty()).then(|| children.remove(0)) else { break };
                failures += usize::from(!child.wait()?.success());
            }
            if n < self.writers {
                let input = &inputs[n % inputs.len()];
                let args = [
                    "--pid",
                    "--fork",
                    &text(&self.outlast),
                    "edit",
                    "rename",
                    input,
                    "forward",
                    "run",
                    "-o",
                    &text(out),
                ];
                let mut command = Command::new("unshare");
                command.args(args).stdin(Stdio::null()).stdout(Stdio::null());
                // The first words of what goes wrong are worth reading, those of the hundredth are not.
                command.stderr(if failures == 0 { Stdio::inherit() } else { Stdio::null() });
                children.push(command.spawn().context("unshare, of util-linux, as root")?);
            }
        }
        Ok(failures)
    }
}

/// The names of the files in a folder that are no outputs.
fn others(folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name != "out" && name != "data" {
            names.insert(name);
        }
    }
    Ok(names)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
