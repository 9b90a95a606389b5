//! Reading, writing and printing MLIR bytecode beside `mlir-opt`, on one generated file of 57 MB with three million operations.
//!
//! What each side does:
//!
//! | row | `mlir-opt` | ours |
//! |---|---|---|
//! | parse | reads the file into operations in memory, without verification; then a pass that always fails ends it | reads all operations, attributes as offsets |
//! | rewrite | parses without verification, and writes bytecode | the library's canonical writer: reads, numbers anew, writes |
//! | verified | parses, verifies, and writes bytecode | `outlast convert --canonical`: the same, then verifies what it wrote |
//! | dump | parses without verification, and prints the generic form | `outlast dump` |
//! | list | has nothing of the kind: the parse | `outlast inspect`: header, tables, functions with types; no body is read |
//!
//! Then what verdicts and conversions cost, beside what reads or writes as much: `check` for the release that wrote the file beside
//! `verify`, `convert --target` for an older release beside `convert --canonical`, and all of them beside the parse of `mlir-opt`.
//!
//! All of `mlir-opt` runs without its threads. Start and end of processes are in the figures of both sides.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use super::measure::{ROUNDS, alternate, heading, megabytes, print_cost, text};
use crate::run::{cargo, outlast_binary, read, root, run as execute};

pub(super) const RELEASE: &str = "22";

/// Functions, and operations of each: what `big.py` is asked for.
const SIZE: [&str; 2] = ["12500", "200"];

const UNVERIFIED: &str = "--mlir-very-unsafe-disable-verifier-on-parsing";

/// Makes the file where it is missing, measures, prints a table.
pub(super) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let folder = root.join("target/bench/mlir");
    std::fs::create_dir_all(&folder)?;
    let big = folder.join("big.mlirbc");
    let peer = format!("mlir-opt-{RELEASE}");
    make(&peer, &big)?;
    let ours = outlast_binary()?;
    let ours = text(&ours)?;
    execute(cargo(&[
        "build",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "outlast-mlir",
        "--example",
        "bench",
    ]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let library = target.join("dist/examples/bench");
    let library = text(&library)?;
    let written = folder.join("canonical.mlirbc");
    let (big_name, written) = (text(&big)?, text(&written)?);
    let mut what = Command::new(library);
    what.args(["parse", big_name]);
    println!(
        "\n{big_name}: {:.1} MB, {}; the least of {ROUNDS} runs\n",
        megabytes(&big)?,
        read(what)?.trim()
    );
    heading();

    let reader = [peer.as_str(), "--mlir-disable-threading", UNVERIFIED, big_name, "-o", "/dev/null"];
    // The pass fails, and status 1 says so.
    let ended = ["sh", "-c", "\"$@\"; test $? = 1", "sh"];
    let parse = [&ended[..], &reader, &["--test-pass-failure"]].concat();
    let write = [&reader[..], &["--emit-bytecode"]].concat();
    let verified: Vec<&str> = write.iter().copied().filter(|word| *word != UNVERIFIED).collect();
    let print = [&reader[..], &["--mlir-print-op-generic"]].concat();
    let rows = [
        ("parse", parse.clone(), vec![library, "parse", big_name], 25.0),
        ("rewrite", write, vec![library, "canonical", big_name], 10.0),
        ("verified", verified, vec![ours, "convert", "--canonical", "-o", written, big_name], 10.0),
        ("dump", print, vec![ours, "dump", big_name], 5.0),
        ("list", parse.clone(), vec![ours, "inspect", big_name], 25.0),
    ];
    for (what, theirs, mine, least) in rows {
        let [theirs, mine] = alternate(&[theirs, mine])?[..] else { bail!("two costs") };
        print_cost(&format!("{what}, mlir-opt-{RELEASE}"), theirs);
        print_cost(&format!("{what}, ours"), mine);
        println!(
            "{:<30} {:>8.1}× (at least {least} is asked for); memory {:.2} of theirs",
            "  ratio of user CPU",
            theirs.user / mine.user,
            mine.memory / theirs.memory,
        );
    }
    if std::fs::read(written)? != std::fs::read(&big)? {
        bail!("the rewritten file is not the one that mlir-opt wrote");
    }
    println!("\nThe rewritten file has the bytes that mlir-opt wrote.\n");
    judged((&peer, &parse[..]), ours, big_name, &folder)
}

/// The release that the file is converted for.
const OLDER: &str = "mlir-19";

/// Verdicts and conversions beside what reads or writes the same file without them.
fn judged((peer, parse): (&str, &[&str]), ours: &str, big: &str, folder: &Path) -> anyhow::Result<()> {
    let (canonical, older) = (folder.join("canonical.mlirbc"), folder.join("older.mlirbc"));
    let (canonical, older) = (text(&canonical)?, text(&older)?);
    let own = format!("mlir-{RELEASE}");
    let commands = [
        vec![ours, "verify", big],
        vec![ours, "check", "--target", &own, big],
        vec![ours, "convert", "--canonical", "-o", canonical, big],
        vec![ours, "convert", "--target", OLDER, "--allow-unknown", "-o", older, big],
        parse.to_vec(),
    ];
    let [verify, check, canonical, convert, parse] = alternate(&commands)?[..] else { bail!("five costs") };
    let check_for = format!("check --target {own}");
    let convert_for = format!("convert --target {OLDER}");
    let parsed = format!("parse, {peer}");
    for (what, cost) in [
        ("verify", verify),
        (check_for.as_str(), check),
        ("convert --canonical", canonical),
        (convert_for.as_str(), convert),
        (parsed.as_str(), parse),
    ] {
        print_cost(what, cost);
    }
    for (what, cost, beside, than) in
        [("check", check, "verify", verify), ("convert --target", convert, "convert --canonical", canonical)]
    {
        println!(
            "{what}: {:.2}× the user CPU of {beside} (at most 2 is asked for), {:.2}× that of the parse of {peer}; \
             {:.0} MB, {beside} {:.0}, {peer} {:.0}",
            cost.user / than.user,
            cost.user / parse.user,
            cost.memory,
            than.memory,
            parse.memory,
        );
    }
    Ok(())
}

/// Writes the file with the peer.
fn make(peer: &str, big: &Path) -> anyhow::Result<()> {
    if big.exists() {
        return Ok(());
    }
    let mut command = Command::new("sh");
    let script = "set -e; python3 evidence/peers/mlir/big.py \"$1\" \"$2\" >\"$4.mlir\"; \
                  \"$3\" --emit-bytecode \"$4.mlir\" -o \"$4.part\"; rm \"$4.mlir\"; mv \"$4.part\" \"$4\"";
    command.args(["-c", script, "sh"]).args(SIZE).args([peer, text(big)?]);
    execute(command).with_context(|| format!("{peer} is a part of what `cargo xtask interop mlir` installs"))
}
