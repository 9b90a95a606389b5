//! Judges LLVM IR files for targets: paths on standard input, targets as arguments. One verdict a line: file, target,
//! outcome, first reason. `xtask/peers/llvm/compare.py` compares them with what the real readers did.

use std::io::{BufRead, Write};

use outlast::families::llvm;
use outlast::targets::{Profile, Resolved};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut profiles = Vec::new();
    for name in std::env::args().skip(1) {
        match Profile::resolve(&name)? {
            Resolved::Exact(profile) => profiles.push((name, profile)),
            _ => return Err(format!("{name} was not measured").into()),
        }
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path)?;
        let (_, stream) =
            outlast_bitstream::unwrap(&bytes, 0).map_err(|fault| format!("{path}: {fault:?}"))?;
        let subject = llvm::subject(stream);
        for (name, profile) in &profiles {
            let verdict = llvm::judge(&subject, profile);
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
