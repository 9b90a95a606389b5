//! Prints what the modules of LLVM IR files need, one need a line: file, module, key, value, count. Paths are read from
//! standard input. `evidence/peers/llvm/profile.py` learns from this.

use std::io::{BufRead, Write};

use outlast_bitstream::{ir, unwrap};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path)?;
        let facts = match unwrap(&bytes, 0).and_then(|(_, stream)| ir::facts(stream)) {
            Ok(facts) => facts,
            Err(fault) => {
                writeln!(out, "{path}\t-\tfault\t{fault:?}\t1")?;
                continue;
            }
        };
        for (number, module) in facts.modules.iter().enumerate() {
            let checked = module.debug_version == Some(3);
            for need in &module.needs {
                writeln!(out, "{path}\t{number}\t{}\t{}\t{}", need.kind.name(), need.value, need.count)?;
            }
            writeln!(out, "{path}\t{number}\tchecked\t{checked}\t1")?;
        }
        for need in &facts.outside {
            writeln!(out, "{path}\t-\t{}\t{}\t{}", need.kind.name(), need.value, need.count)?;
        }
    }
    Ok(())
}
