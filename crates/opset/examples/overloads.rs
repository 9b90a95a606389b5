//! Which overload this library takes for calls, for comparison with PyTorch: `overloads RELEASE [VERSION] < CALLS`.
//!
//! Input is what `evidence/peers/torch/overloads.py` prints; of each row the call is read. A row of output is the call, the overload, the types of the
//! results, and those of the operator's inputs. With a version, calls are those of programs of this operator version.

use std::io::{BufRead, Write};

use outlast_opset::history::{OperatorSet, Release, candidates, torch};
use outlast_opset::resolve::resolve;

#[path = "../tests/it/calls.rs"]
mod calls;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let release = words.next().and_then(|word| Release::parse(&word)).ok_or("RELEASE [VERSION]")?;
    let version = words.next().map(|word| word.parse()).transpose()?;
    let set = OperatorSet::new(torch(), release).ok_or("a release with a table expected")?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let call = line.split('\t').next().unwrap_or_default();
        let (name, positional, keywords) = calls::read(call).ok_or_else(|| format!("no call: `{call}`"))?;
        let variants = set.variants_at(name, version);
        writeln!(
            out,
            "{call}\t{}",
            calls::answer(&variants, resolve(&candidates(&variants), &positional, &keywords, set.rules()))
        )?;
    }
    Ok(())
}
