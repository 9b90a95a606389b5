//! Lists pickles as `evidence/peers/torch/listing.py --print` does, and says how each is read: for comparing by hand.
//!
//! `cargo run -p outlast-torchscript --example pickles -- FILE.pkl …`

#![allow(clippy::print_stdout, clippy::print_stderr)] // A tool.

use outlast_core::Bytes;
use outlast_torchscript::pickle::{Lexer, Limits, Pickle, Pickler, canonical};

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let data = std::fs::read(&path)?;
        let mut lexer = Lexer::new(Bytes::new(&data, 0));
        loop {
            match lexer.next_op() {
                Ok(Some(op)) => println!("{} {} {:?}", op.at, op.opcode, op.arg),
                Ok(None) => break,
                Err(error) => {
                    println!("{error}");
                    break;
                }
            }
        }
        let pickle = Pickle::read(Bytes::new(&data, 0), Limits::default());
        let written = pickle.root.map(|root| canonical(&pickle.graph, root, Pickler::default()));
        let same = match &written {
            Some(Ok(written)) => {
                if data.starts_with(written) {
                    "the same"
                } else {
                    "other bytes"
                }
            }
            Some(Err(_)) => "refused",
            None => "not read",
        };
        println!(
            "{path}: {} opcodes, {} values, canonical: {same}, error: {:?}",
            pickle.ops,
            pickle.graph.len(),
            pickle.error
        );
    }
    Ok(())
}
