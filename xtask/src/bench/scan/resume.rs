//! A scan that is killed at random times and goes on from its journal must say what one says that nobody disturbs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use super::super::measure::text;
use crate::random::Random;

/// How often a scan is killed.
const KILLS: usize = 8;
/// Rounds, each with a journal of its own.
const ROUNDS: u64 = 3;

/// What a scan says: its lines on files, sorted, and its summary.
#[derive(PartialEq, Eq)]
struct Said {
    lines: Vec<String>,
    summary: String,
}

impl Said {
    fn read(path: &Path) -> anyhow::Result<Said> {
        let text = fs::read_to_string(path)?;
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        let summary = lines.pop().context("a scan says something")?;
        ensure!(summary.starts_with(r#"{"type":"summary""#), "the last line is no summary: {summary:.100}");
        lines.sort();
        Ok(Said { lines, summary })
    }
}

/// Scans a folder whole, then with kills, and compares.
pub(super) fn check(outlast: &str, (files, targets): (&Path, &str), folder: &Path) -> anyhow::Result<()> {
    let (journal, answer) = (folder.join("journal"), folder.join("answer.jsonl"));
    let command = |journal: Option<&PathBuf>| -> anyhow::Result<Command> {
        let mut command = Command::new(outlast);
        command.args(["scan", "-f", "jsonl", "-t", targets]);
        if let Some(journal) = journal {
            command.args(["--resume", text(journal)?]);
        }
        command.arg(files).stdout(fs::File::create(&answer)?).stderr(Stdio::null());
        Ok(command)
    };
    let start = Instant::now();
    command(None)?.status()?;
    let whole = start.elapsed();
    let wanted = Said::read(&answer)?;
    println!("  undisturbed: {} lines, {:.2} s", wanted.lines.len(), whole.as_secs_f64());

    let most = u64::try_from(whole.as_micros())?;
    for round in 1..=ROUNDS {
        if journal.exists() {
            fs::remove_file(&journal)?;
        }
        let mut random = Random(round);
        let mut sizes = Vec::new();
        for _ in 0..KILLS {
            let mut child = command(Some(&journal))?.spawn()?;
            std::thread::sleep(Duration::from_micros(random.draw() % (most / 3).max(1)));
            // SIGKILL, where there are signals. One that has ended by itself is no failure here.
            child.kill()?;
            child.wait()?;
            sizes.push(fs::metadata(&journal).map_or(0, |journal| journal.len() >> 10));
        }
        let start = Instant::now();
        command(Some(&journal))?.status()?;
        let last = start.elapsed();
        let same = Said::read(&answer)? == wanted;
        let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
        println!(
            "  round {round}: killed {KILLS} times, the journal then had {} kB; {:.2} s for what was left; the same lines and summary: {same}",
            sizes.join(", "),
            last.as_secs_f64()
        );
        ensure!(same, "a scan that was resumed says something else: {}", answer.display());
    }
    fs::remove_file(&journal)?;
    Ok(fs::remove_file(&answer)?)
}
