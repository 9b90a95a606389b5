//! Chores of this repository: `cargo xtask help`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for people at a terminal")]

mod bench;
mod bless;
mod ci;
mod deps;
mod dist;
mod evidence;
mod fuzz;
mod lines;
mod markdown;
mod reproducible;

use std::process::ExitCode;

use anyhow::bail;
use xtask_common::{corpus, flatc, random, run};

const HELP: &str = "\
cargo xtask COMMAND

  ci              everything that must hold before a merge: format, lints, tests, documentation,
                  width of Markdown, direction of dependencies, their licences and sources, golden files
  bless [tables]  write tables (*.blob) and golden files again, or the tables only
  corpus          check corpus/manifest.toml against the files; --write takes in new files
  deps            check the direction of dependencies
  lines [COMMIT …]
                  how many lines and files the parts of the tree have at these commits, or at HEAD
  markdown        check that no line of Markdown has more than 120 columns, except tables and code
  interop [NAME]  run the real peers; without a name, list them
  learn FAMILY    make tables again from pinned releases; --list lists the tables, --check compares
  interop FAMILY unseen
                  verdicts on programs that no rule was made from: docs/accuracy.md
  accuracy        write the table of first scores into docs/accuracy.md again; --check compares
  shipped         write docs/shipped-runtimes.md again, which programs run in which shipped runtime; --check compares
  bench [NAME]    measure next to the peers; without a name, list them
  chaos           signals at random times, and many writers of one file (needs `unshare` and root)
  fuzz [TARGET …] run the fuzz targets, --minutes N each (10); --jobs N at a time, --sanitizer address|none; --coverage runs
                  only what is kept, and says what it covers
  dist            release archives in target/dist: stripped, static where the machine can link so, with manual pages, completions and
                  checksums; then the files for container, GitHub and pre-commit are tried as far as they run here
  reproducible    build the release binary of this commit in two folders, and compare
  advisories      dependencies against the advisory database (cargo-deny, network)";

fn main() -> ExitCode {
    match dispatch() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch() -> anyhow::Result<ExitCode> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        [command, ..] if evidence::has(command) => evidence::forward(&args),
        args => chore(args).map(|()| ExitCode::SUCCESS),
    }
}

fn chore(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["ci"] => ci::run_checks(),
        ["bless"] => bless::run_all(),
        ["bless", "tables"] => bless::tables(),
        ["corpus"] => corpus::run(false),
        ["corpus", "--write"] => corpus::run(true),
        ["deps"] => deps::run(),
        ["lines", commits @ ..] => lines::run(commits),
        ["markdown"] => markdown::run(),
        ["bench", rest @ ..] => bench::run(rest),
        ["fuzz", rest @ ..] => fuzz::command(rest),
        ["dist", rest @ ..] => dist::run_builds(rest),
        ["reproducible"] => reproducible::run_builds(),
        ["advisories"] => ci::advisories(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("no such command: {}\n\n{HELP}", args.join(" ")),
    }
}
