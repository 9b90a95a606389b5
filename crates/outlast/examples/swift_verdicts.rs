//! Verdicts on Swift files, for `xtask/peers/llvm/swift_mutations.py`: `swift_verdicts TARGET FILE…` prints for each file its name, the
//! outcome, the code of the first reason and what the compiler would say, with tabs between them.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use outlast::families::swift;
use outlast::targets::Profile;
use outlast_bitstream::unwrap;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let target = args.next().unwrap_or_default();
    let resolved = match Profile::resolve(&target) {
        Ok(resolved) => resolved,
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
        let Ok((_, stream)) = unwrap(&bytes, 0) else { continue };
        let verdict = swift::check(&swift::subject(stream), &target, &resolved);
        let first = verdict.reasons().next().map(|(_, reason)| reason);
        let code = first.map(|reason| reason.code.to_string()).unwrap_or_default();
        let says = first.and_then(|reason| reason.says.clone()).unwrap_or_default();
        println!("{path}\t{}\t{code}\t{says}", verdict.outcome.name());
    }
    ExitCode::SUCCESS
}
