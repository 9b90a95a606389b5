//! Verifies files and prints what is found: `verify FILE…`.

use std::io::Write;

use outlast_core::{Bytes, Severity};
use outlast_executorch::verify;

fn main() -> std::io::Result<()> {
    let out = &mut std::io::stdout().lock();
    let mut counts = [0; 4];
    for path in std::env::args().skip(1) {
        let data = std::fs::read(&path)?;
        let file = Bytes::new(&data, 0);
        let found = match data.get(4..8) {
            Some(b"FT01") => verify::flat_tensor(file),
            Some(b"BP08") => verify::bundled(file),
            _ => verify::program(file),
        };
        counts[3] += 1;
        for d in &found {
            counts[d.severity as usize] += 1;
            writeln!(
                out,
                "{path}: {}[{}] {} {} in {}",
                d.severity.name(),
                d.code,
                d.title,
                d.place.span,
                d.place.path
            )?;
        }
    }
    let [notes, warnings, errors, files] = counts;
    writeln!(out, "{files} files: {errors} {}s, {warnings} warnings, {notes} notes", Severity::Error.name())
}
