//! Prints the programs for the lite interpreter in files: for trying things out.
//!
//! `cargo run -p outlast-torchscript --example bytecode -- FILE …`

#![allow(clippy::print_stdout)] // A tool.

use outlast_core::Bytes;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::bytecode::{of_archive, write_text};
use outlast_torchscript::flatbuffer::{self, FlatFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let data = std::fs::read(&path)?;
        if let Ok(file) = FlatFile::open(Bytes::new(&data, 0)) {
            let mut text = String::new();
            flatbuffer::write_text(&file.module(), 1000, &mut text)?;
            print!("{path}:\n{text}");
            continue;
        }
        let program = of_archive(&TorchArchive::open(&data)?)?.map(|loaded| loaded.program);
        let mut text = String::new();
        match &program {
            Some(program) => write_text(program, 1000, &mut text)?,
            None => text.push_str("no bytecode\n"),
        }
        print!("{path}:\n{text}");
    }
    Ok(())
}
