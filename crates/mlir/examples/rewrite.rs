//! Portable artifacts of StableHLO for other versions. `rewrite JOBS`, a file with lines `IN VERSION OUT`; `stablehlo` or `vhlo` in the
//! place of the version: as operations of that dialect. For each a line: `written` or `refused` with the reasons, tabs between.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::io::Write;

use outlast_mlir::File;
use outlast_mlir::steps::BuiltinCodes;
use outlast_mlir::vhlo::{Reader, RewriteError, Version, as_stablehlo, as_vhlo, rewrite};

/// What readers of a version know of the builtin dialect.
fn codes(version: Version) -> BuiltinCodes {
    match version {
        version if version < Version::new(0, 12, 0) => BuiltinCodes { attr: 20, ty: 20 },
        version if version < Version::new(1, 9, 0) => BuiltinCodes { attr: 21, ty: 20 },
        version if version < Version::new(1, 19, 0) => BuiltinCodes { attr: 22, ty: 20 },
        _ => BuiltinCodes { attr: 25, ty: 34 },
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let jobs = std::fs::read_to_string(std::env::args().nth(1).ok_or("rewrite JOBS")?)?;
    for line in jobs.lines() {
        let [input, version, output] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err("IN VERSION OUT".into());
        };
        let data = std::fs::read(input)?;
        let written = File::open(&data).map_err(RewriteError::from).and_then(|file| {
            match (version, Version::parse(version)) {
                ("stablehlo", _) => as_stablehlo(&file),
                ("vhlo", _) => as_vhlo(&file),
                (_, Some(version)) => {
                    let reader = Reader { version, codes: codes(version), lacks: Vec::new() };
                    rewrite(&file, &reader)
                }
                .map(|written| written.pieces),
                _ => Err(RewriteError::NoVersion(Version::default())),
            }
        });
        match written {
            Ok(pieces) => {
                let mut out = std::fs::File::create(output)?;
                for piece in &pieces {
                    out.write_all(piece)?;
                }
                println!("written\t{input}\t{version}\t{output}");
            }
            Err(RewriteError::Refused(all)) => {
                let why: Vec<String> =
                    all.iter().map(|one| format!("{} {:?}", one.of.shape.name, one.why)).collect();
                println!("refused\t{input}\t{version}\t{}", why.join("; "));
            }
            Err(error) => println!("refused\t{input}\t{version}\t{error}"),
        }
    }
    Ok(())
}
