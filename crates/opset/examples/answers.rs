//! What this library answers for pairs of schemas, for comparison with PyTorch: `answers < PAIRS`.
//!
//! A line of input is an old schema, a tab, a new schema. A line of output is two letters, backward and forward: `y`, `n`, or `x` where PyTorch raises an
//! exception; then the same for the strict mode; then a tab and the new schema, in the newest spelling. A schema that is not read or that PyTorch would
//! not register gives `-` and the reason.

use std::io::{BufRead, Write};

use outlast_opset::compat::{Answer, Mode, backward, codes, forward};
use outlast_opset::schema::Schema;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (old, new) = line.split_once('\t').ok_or("OLD, a tab, NEW expected")?;
        match (read(old), read(new)) {
            (Ok(old), Ok(new)) => {
                for mode in [Mode::Pytorch, Mode::Strict] {
                    write!(
                        out,
                        "{}{}",
                        letter(&backward(&new, &old, mode)),
                        letter(&forward(&new, &old, mode))
                    )?;
                }
                writeln!(out, "\t{new}")?;
            }
            (Err(error), _) | (_, Err(error)) => writeln!(out, "-\t{error}")?,
        }
    }
    Ok(())
}

fn read(text: &str) -> Result<Schema, String> {
    let schema = Schema::parse(text).map_err(|error| error.to_string())?;
    match schema.faults().into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(schema),
    }
}

fn letter(answer: &Answer) -> char {
    match answer.reasons.iter().any(|reason| reason.code == codes::RAISES) {
        true => 'x',
        false if answer.is_compatible() => 'y',
        false => 'n',
    }
}
