//! Dump and statistics beside `llvm-bcanalyzer`, and `inspect`, on one real file of more than 60 MB.

use std::process::Command;

use anyhow::{Context, bail};

use super::measure::{ROUNDS, alternate, heading, megabytes, print_cost, text};
use crate::run::{outlast_binary, read, root, run as execute};

pub(super) const RELEASE: &str = "22";

/// Makes the files where they are missing, measures, prints a table.
pub(super) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let folder = root.join("target/bench/llvm");
    let mut setup = Command::new("bash");
    setup.arg("evidence/peers/llvm/setup.sh").arg(root.join("target/interop/llvm"));
    execute(setup)?;
    let mut files = Command::new("bash");
    files.arg("evidence/peers/llvm/big.sh").arg(&folder);
    execute(files)?;
    let ours = outlast_binary()?;
    let ours = ours.to_str().context("the path of the binary is not UTF-8")?;
    let peer = format!("llvm-bcanalyzer-{RELEASE}");
    let (big, small) = (folder.join("big.bc"), folder.join("small.bc"));
    let (big_name, small_name) = (text(&big)?, text(&small)?);
    let size = megabytes(&big)?;
    println!("\n{big_name}: {size:.1} MB; the least of {ROUNDS} runs\n");
    heading();

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
