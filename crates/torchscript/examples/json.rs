//! Whether texts are JSON, for comparison with Python's reader: a line of input is a text in hexadecimal digits.
//!
//! A line of output is `yes`, the number of values, and the decoded strings one behind the other in hexadecimal digits, or `no` and the offset of the fault.

use std::io::{BufRead, Write};

use outlast_torchscript::json::{Document, Kind, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let digits = line.as_bytes().chunks_exact(2);
        let text: Vec<u8> = digits
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or_default(), 16))
            .collect::<Result<_, _>>()?;
        match Document::parse(&text) {
            Err(error) => writeln!(out, "no {}", error.place().span.start_byte())?,
            Ok(document) => {
                let (mut strings, mut count, mut open) = (String::new(), 0, vec![document.root()]);
                while let Some(value) = open.pop() {
                    count += 1;
                    strings.push_str(&value.as_str().unwrap_or_default());
                    let mut inside: Vec<Value<'_>> = match value.kind() {
                        Kind::Object => value.members().flat_map(|(key, value)| [key, value]).collect(),
                        _ => value.items().collect(),
                    };
                    inside.reverse();
                    open.append(&mut inside);
                }
                let hex: String = strings.bytes().map(|byte| format!("{byte:02x}")).collect();
                writeln!(out, "yes {count} {hex}")?;
            }
        }
    }
    Ok(())
}
