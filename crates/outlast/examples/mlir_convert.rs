//! A tool of `evidence/peers`, and no model for those who embed the library: see `rewrite.rs`.
//!
//! Converts MLIR bytecode for a release, or to a version: `mlir_convert 22|bytecode-4 OUT FILE…`. `OUT` is a folder. Prints what is
//! refused, and counts.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;

use outlast::Options;
use outlast::convert::Request;
use outlast::families::mlir::Rewrite;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (wanted, out) = (&arguments[1], Path::new(&arguments[2]));
    let target = outlast::target(&format!("mlir-{wanted}"));
    let request = match wanted.strip_prefix("bytecode-") {
        Some(version) => {
            let form = Rewrite { bytecode: Some(version.parse().unwrap()), ..Rewrite::default() };
            Request::default().options(Options::none().with(form))
        }
        // What is not known is for the real reader to say.
        None => Request::for_target(target.as_ref().unwrap()).allow_unknown(true),
    };
    std::fs::create_dir_all(out).unwrap();
    let (mut written, mut refused) = (0, 0);
    for name in &arguments[3..] {
        let bytes = std::fs::read(name).unwrap();
        let program = outlast::open(&bytes).unwrap();
        match program.convert(&[], &request) {
            Ok(converted) => {
                let mut made = Vec::new();
                converted.output.write_to(&mut made).unwrap();
                std::fs::write(out.join(Path::new(name).file_name().unwrap()), made).unwrap();
                written += 1;
            }
            Err(error) => {
                println!("{name}: {error}");
                refused += 1;
            }
        }
    }
    println!("{written} written, {refused} refused");
}
