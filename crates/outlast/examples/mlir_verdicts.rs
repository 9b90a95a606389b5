//! A tool of `evidence/peers`, and no model for those who embed the library: see `will_it_load.rs`.
//!
//! Verdicts on MLIR bytecode, one line for each: set, target, file, outcome, first reason. `mlir_verdicts TARGET FILE…`; with `--open` in
//! front, what definitions leave open: set, target, file, the outcome if nothing answers, and the questions.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use outlast::AsMlir as _;
use std::path::Path;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let open = arguments[0] == "--open";
    if open {
        arguments.remove(0);
    }
    let target = outlast::target(&format!("mlir-{}", arguments[0])).unwrap();
    for name in &arguments[1..] {
        let bytes = std::fs::read(name).unwrap();
        let path = Path::new(name);
        let set = path.parent().unwrap().file_name().unwrap().to_string_lossy();
        let file = path.file_name().unwrap().to_string_lossy();
        let Ok(program) = outlast::open(&bytes) else { continue };
        let verdict = program.prepare().unwrap().check(&[], &target).unwrap();
        if open {
            let (Some(opened), Some(profile)) = (program.as_mlir(), target.profile()) else { continue };
            let (outcome, questions) = outlast::families::mlir::questions(&opened, profile);
            println!("{set}\t{}\t{file}\t{}\t{}", arguments[0], outcome.name(), questions.join("|"));
            continue;
        }
        let reason = verdict.reasons().next().map(|(_, reason)| {
            format!(
                "{} {}: {}: {}",
                reason.code,
                reason.subject,
                reason.has,
                reason.says.as_deref().unwrap_or("")
            )
        });
        println!(
            "{set}\t{}\t{file}\t{}\t{}",
            arguments[0],
            verdict.outcome.name(),
            reason.unwrap_or_default()
        );
    }
}
