//! A tool of `evidence/peers`, and no model for those who embed the library: see `will_it_load.rs`.
//!
//! Judges LLVM IR files for targets: paths on standard input, targets as arguments. One verdict a line: file, target,
//! outcome, first reason. `evidence/peers/llvm/compare.py` compares them with what the real readers did.

use std::io::{BufRead, Write};

use outlast::Target;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let targets: Vec<Target> =
        std::env::args().skip(1).map(|name| outlast::target(&name)).collect::<Result<_, _>>()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path)?;
        let program = outlast::open(&bytes).map_err(|error| format!("{path}: {error}"))?;
        let subject = program.prepare()?;
        for target in &targets {
            let (name, verdict) = (target.name(), subject.check(&[], target)?);
            let reason = verdict.reasons().next().map(|(_, reason)| {
                let says = reason.says.as_deref().unwrap_or("-");
                format!("{} {} [{}] {says}", reason.code, reason.subject, reason.place.path)
            });
            let reason = reason.unwrap_or_default();
            writeln!(
                out,
                "{path}\t{name}\t{}\t{reason}\t{}",
                verdict.outcome.name(),
                verdict.notes.join("; ")
            )?;
        }
    }
    Ok(())
}
