//! Dump and statistics beside `llvm-bcanalyzer`, and `inspect`, on one real file of more than 60 MB.
//!
//! User CPU is compared, because it is what the work costs: threads do not make it less, and what a disk or a pipe does is
//! not in it. Each command runs several times in turn with its peer; the least counts.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use crate::interop::outlast_binary;
use crate::run::{read, root, run as execute};

pub(super) const RELEASE: &str = "22";

const ROUNDS: usize = 5;

/// What a command cost at least.
#[derive(Clone, Copy)]
struct Cost {
    /// Seconds of user CPU.
    user: f64,
    /// Seconds of system CPU.
    system: f64,
    /// Seconds by the clock.
    wall: f64,
    /// Peak of memory, in MB.
    memory: f64,
}

/// Makes the files where they are missing, measures, prints a table.
pub(super) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let folder = root.join("target/bench/llvm");
    let mut setup = Command::new("bash");
    setup.arg("xtask/peers/llvm/setup.sh").arg(root.join("target/interop/llvm"));
    execute(setup)?;
    let mut files = Command::new("bash");
    files.arg("xtask/peers/llvm/big.sh").arg(&folder);
    execute(files)?;
    let ours = outlast_binary()?;
    let ours = ours.to_str().context("the path of the binary is not UTF-8")?;
    let peer = format!("llvm-bcanalyzer-{RELEASE}");
    let (big, small) = (folder.join("big.bc"), folder.join("small.bc"));
    let (big_name, small_name) = (text(&big)?, text(&small)?);
    let size = megabytes(&big)?;
    println!("\n{big_name}: {size:.1} MB; the least of {ROUNDS} runs\n");
    println!("{:<22} {:>9} {:>9} {:>9} {:>9}", "", "user s", "system s", "wall s", "MB");

    for (what, theirs, mine) in [("statistics", None, Some("--stats")), ("dump", Some("-dump"), None)] {
        let theirs: Vec<&str> = [Some(peer.as_str()), theirs, Some(big_name)].into_iter().flatten().collect();
        let mine: Vec<&str> =
            [Some(ours), Some("dump"), mine, Some(big_name)].into_iter().flatten().collect();
        let [theirs, mine] = alternate(&[theirs, mine])?[..] else { bail!("two costs") };
        print_cost(&format!("{what}, LLVM {RELEASE}"), theirs);
        print_cost(&format!("{what}, ours"), mine);
        println!(
            "{:<22} {:>8.2}×   memory: file + {:.0} MB, LLVM's + {:.0} MB",
            "  ratio of user CPU",
            theirs.user / mine.user,
            mine.memory - size,
            theirs.memory - size,
        );
    }

    let inspect = |name| vec![ours, "inspect", name];
    let [on_big, on_small] = alternate(&[inspect(big_name), inspect(small_name)])?[..] else {
        bail!("two costs")
    };
    print_cost("inspect, large file", on_big);
    print_cost("inspect, small file", on_small);

    let mut help = Command::new(ours);
    help.args(["dump", "--help"]);
    if read(help)?.contains("--threads") {
        println!("\nBy the clock, apart, because threads do not make the work less:");
        for switches in [&["--stats"][..], &[]] {
            let with = |threads| [&[ours, "dump", "--threads", threads][..], switches, &[big_name]].concat();
            let [one, two] = alternate(&[with("1"), with("2")])?[..] else { bail!("two costs") };
            let what = switches.first().unwrap_or(&"--dump").trim_start_matches('-');
            println!(
                "{what:<6} 1 thread {:.3} s, 2 threads {:.3} s ({:.2}×)",
                one.wall,
                two.wall,
                one.wall / two.wall
            );
        }
    }
    Ok(())
}

fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("a path is not UTF-8")
}

/// The size of a file.
fn megabytes(path: &Path) -> anyhow::Result<f64> {
    let kilobytes = u32::try_from(std::fs::metadata(path)?.len() / 1000)?;
    Ok(f64::from(kilobytes) / 1e3)
}

fn print_cost(what: &str, cost: Cost) {
    println!("{what:<22} {:>9.3} {:>9.3} {:>9.3} {:>9.1}", cost.user, cost.system, cost.wall, cost.memory);
}

/// Runs commands in turn, so that what else the machine does falls on all of them; the least of each.
fn alternate(commands: &[Vec<&str>]) -> anyhow::Result<Vec<Cost>> {
    let mut least: Vec<Option<Cost>> = vec![None; commands.len()];
    for _ in 0..ROUNDS {
        for (least, words) in least.iter_mut().zip(commands) {
            let cost = measure(words)?;
            *least = Some(least.map_or(cost, |before| Cost {
                user: before.user.min(cost.user),
                system: before.system.min(cost.system),
                wall: before.wall.min(cost.wall),
                memory: before.memory.min(cost.memory),
            }));
        }
    }
    least.into_iter().map(|cost| cost.context("no rounds")).collect()
}

fn measure(words: &[&str]) -> anyhow::Result<Cost> {
    let mut command = Command::new("python3");
    command.arg("xtask/peers/llvm/measure.py").args(words);
    let line = read(command)?;
    let fields: Vec<&str> = line.trim().split('\t').collect();
    let [user, system, wall, kilobytes, status] = fields[..] else { bail!("measure.py printed {line}") };
    if status != "0" {
        bail!("`{}` ended with status {status}", words.join(" "));
    }
    let memory = kilobytes.parse::<f64>()? / 1e3;
    Ok(Cost { user: user.parse()?, system: system.parse()?, wall: wall.parse()?, memory })
}
