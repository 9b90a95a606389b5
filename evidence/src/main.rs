//! What Outlast knows, and how that is shown: tables learned from real releases, real peers, sets that nobody tuned to.
//!
//! `cargo xtask interop`, `learn`, `accuracy`, `play`, `shipped` and `chaos` run this; `cargo xtask help` says what each does.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for people at a terminal")]
// Without peers, nothing asks for some of what tables and ledgers have.
#![cfg_attr(not(feature = "peers"), allow(dead_code))]

mod chaos;
#[cfg(feature = "peers")]
mod interop;
mod learn;
mod pins;
#[cfg(feature = "peers")]
mod play;
#[cfg(test)]
mod retired;
#[cfg(feature = "peers")]
mod shipped;
mod unseen;

use std::process::ExitCode;

use anyhow::bail;
use xtask_common::{corpus, random, run};

#[cfg(feature = "peers")]
use xtask_common::flatc;

fn main() -> ExitCode {
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["interop", family, "unseen", rest @ ..] => unseen::run(family, rest),
        ["learn", rest @ ..] => learn::run(rest),
        ["accuracy"] => unseen::run_doc(),
        ["accuracy", "--check"] => unseen::check_doc(),
        ["chaos", rest @ ..] => chaos::run_all(rest),
        args => peers(args),
    }
}

#[cfg(feature = "peers")]
fn peers(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["interop", rest @ ..] => interop::run(rest),
        ["play", rest @ ..] => play::run(rest),
        ["shipped"] => shipped::run(false),
        ["shipped", "--check"] => shipped::run(true),
        _ => bail!("no such command: {}; `cargo xtask help` lists them", args.join(" ")),
    }
}

#[cfg(not(feature = "peers"))]
fn peers(args: &[&str]) -> anyhow::Result<()> {
    bail!("`{}` is not in a build without the feature `peers`", args.join(" "))
}
