//! Prints what `verify` says of files: for trying things out.
//!
//! `cargo run -p outlast-torchscript --example verify -- FILE …`

#![allow(clippy::print_stdout)] // A tool.

use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::verify;

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let data = std::fs::read(&path)?;
        let kind = TorchArchive::open(&data).map(|archive| (archive.kind(), archive.version()));
        println!("{path}: {kind:?}");
        for finding in verify::file(&data) {
            println!("  {} {}: {} ({})", finding.severity.name(), finding.code, finding.title, finding.place);
        }
    }
    Ok(())
}
