//! What commands cost, beside each other.
//!
//! User CPU is compared, because it is what the work costs: threads do not make it less, and what a disk or a pipe does is
//! not in it. Each command runs several times in turn with its peer; the least counts.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use crate::run::read;

/// How often each command runs.
pub(super) const ROUNDS: usize = 5;

/// What a command cost at least.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// Seconds of user CPU.
    pub(super) user: f64,
    /// Seconds of system CPU.
    pub(super) system: f64,
    /// Seconds by the clock.
    pub(super) wall: f64,
    /// Peak of memory, in MB.
    pub(super) memory: f64,
}

impl Cost {
    /// The less of each.
    pub(super) fn least(self, other: Cost) -> Cost {
        Cost {
            user: self.user.min(other.user),
            system: self.system.min(other.system),
            wall: self.wall.min(other.wall),
            memory: self.memory.min(other.memory),
        }
    }
}

/// A path as an argument.
pub(super) fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("a path is not UTF-8")
}

/// The size of a file.
pub(super) fn megabytes(path: &Path) -> anyhow::Result<f64> {
    let kilobytes = u32::try_from(std::fs::metadata(path)?.len() / 1000)?;
    Ok(f64::from(kilobytes) / 1e3)
}

/// What stands over the rows of [`print_cost`].
pub(super) fn heading() {
    println!("{:<30} {:>9} {:>9} {:>9} {:>9}", "", "user s", "system s", "wall s", "MB");
}

/// One row.
pub(super) fn print_cost(what: &str, cost: Cost) {
    let Cost { user, system, wall, memory } = cost;
    println!("{what:<30} {user:>9.3} {system:>9.3} {wall:>9.3} {memory:>9.1}");
}

/// Runs commands in turn, so that what else the machine does falls on all of them; the least of each.
pub(super) fn alternate(commands: &[Vec<&str>]) -> anyhow::Result<Vec<Cost>> {
    let mut least: Vec<Option<Cost>> = vec![None; commands.len()];
    for _ in 0..ROUNDS {
        for (least, words) in least.iter_mut().zip(commands) {
            let cost = measure(words)?;
            *least = Some(least.map_or(cost, |before| before.least(cost)));
        }
    }
    least.into_iter().map(|cost| cost.context("no rounds")).collect()
}

/// Runs a command once, its output thrown away.
pub(super) fn measure(words: &[&str]) -> anyhow::Result<Cost> {
    measure_with(words, &["0"])
}

/// As [`measure`], for a command that may end with one of these statuses.
pub(super) fn measure_with(words: &[&str], statuses: &[&str]) -> anyhow::Result<Cost> {
    let mut command = Command::new("python3");
    command.arg("evidence/peers/measure.py").args(words);
    let line = read(command)?;
    let fields: Vec<&str> = line.trim().split('\t').collect();
    let [user, system, wall, kilobytes, status] = fields[..] else { bail!("measure.py printed {line}") };
    if !statuses.contains(&status) {
        bail!("`{}` ended with status {status}", words.join(" "));
    }
    let memory = kilobytes.parse::<f64>()? / 1e3;
    Ok(Cost { user: user.parse()?, system: system.parse()?, wall: wall.parse()?, memory })
}
