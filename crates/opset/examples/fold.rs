//! Schemas that releases print, as one table: `fold RELEASE.txt …`. The rows go to the table `crates/opset/schemas/torch.txt`.

use std::path::Path;

use outlast_opset::history::{Printed, Release};

#[allow(clippy::print_stdout)] // It prints a table.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut dumps = Vec::new();
    for name in std::env::args().skip(1) {
        let release = Path::new(&name).file_stem().and_then(|stem| Release::parse(stem.to_str()?));
        let release = release.ok_or_else(|| format!("{name}: named like `2.15.0.txt`"))?;
        dumps.push((release, std::fs::read_to_string(&name)?));
    }
    let printed = Printed::new(dumps.iter().map(|(release, lines)| (*release, lines.as_str())))?;
    print!("{}", printed.to_text());
    Ok(())
}
