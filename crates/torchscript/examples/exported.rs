//! Prints programs of `torch.export`, and what definitions of releases do not have: `exported [--check] FILE …`.

#![allow(clippy::print_stdout)] // A tool.

use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::defs::definitions;
use outlast_torchscript::export::{PROGRAM, Package, Program, check, json_text, read, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut checks = false;
    for path in std::env::args().skip(1) {
        if path == "--check" {
            checks = true;
            continue;
        }
        let data = std::fs::read(&path)?;
        let archive = TorchArchive::open(&data)?;
        let package = Package::of(&archive)?;
        for model in &package.models {
            let text = json_text(&archive, &model.program)?;
            let document = read(&archive, &model.program, &text)?;
            let program = Program::new(document.root());
            let version = program.schema_version().map(|version| version.to_string());
            println!("{path}: {} {:?} {:?}", model.program, version.as_deref(), program.torch_version());
            if checks {
                for release in
                    [None].into_iter().chain(definitions().releases().iter().map(|(one, _)| Some(*one)))
                {
                    let found = check(definitions(), PROGRAM, release, program.value(), 2);
                    let release = release.map_or_else(|| "any".to_string(), |release| release.to_string());
                    println!("  {release}: {}", found.count);
                    for finding in found.list {
                        println!("    {} ({})", finding.kind, finding.place.path);
                    }
                }
            } else {
                let mut shown = String::new();
                render(program, 1 << 16, &mut shown)?;
                print!("{shown}");
            }
        }
    }
    Ok(())
}
