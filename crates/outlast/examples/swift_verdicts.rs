//! A tool of `evidence/peers`, and no model for those who embed the library: see `will_it_load.rs`.
//!
//! Verdicts on Swift files, for `evidence/peers/llvm/swift_mutations.py`: `swift_verdicts TARGET FILE…` prints for each file its name, the
//! outcome, the code of the first reason and what the compiler would say, with tabs between them.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let target = args.next().unwrap_or_default();
    let target = match outlast::target(&target) {
        Ok(target) => target,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    for path in args {
        let Ok(bytes) = std::fs::read(&path) else {
            eprintln!("{path}: cannot be read");
            return ExitCode::from(2);
        };
        let Ok(program) = outlast::open(&bytes) else { continue };
        let Ok(verdict) = program.prepare().and_then(|subject| subject.check(&[], &target)) else {
            continue;
        };
        let first = verdict.reasons().next().map(|(_, reason)| reason);
        let code = first.map(|reason| reason.code.to_string()).unwrap_or_default();
        let says = first.and_then(|reason| reason.says.clone()).unwrap_or_default();
        println!("{path}\t{}\t{code}\t{says}", verdict.outcome.name());
    }
    ExitCode::SUCCESS
}
