//! Converts programs for the lite interpreter for another release, so that it can be asked what it makes of them.
//!
//! `cargo run -p outlast-torchscript --example relite -- OUT_DIR PRODUCER READER OLDEST-NEWEST VERSION FILE …`
//!
//! `PRODUCER` and `READER` are releases (`1.6.0`), `OLDEST-NEWEST` the bytecode that the reader takes, and `VERSION` what the record `version` is to say (`-`: as it is).

#![allow(clippy::print_stdout)] // A tool.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use outlast_core::Output;
use outlast_opset::history::{self, OperatorSet, Release};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::archive::write::Editor;
use outlast_torchscript::bytecode::convert::{Wanted, convert, suitable};
use outlast_torchscript::bytecode::of_archive;

type Error = Box<dyn std::error::Error>;

fn set(name: &str) -> Result<OperatorSet, Error> {
    let release = Release::parse(name).ok_or("no release")?;
    Ok(OperatorSet::new(history::torch(), release).ok_or("its operators are not known")?)
}

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what: &str| arguments.next().ok_or_else(|| format!("{what} is missing"));
    let out = PathBuf::from(next("OUT_DIR")?);
    let (producer, reader) = (set(&next("PRODUCER")?)?, set(&next("READER")?)?);
    let (window, said) = (next("OLDEST-NEWEST")?, next("VERSION")?.parse::<u64>().ok());
    let (oldest, newest) = window.split_once('-').ok_or("OLDEST-NEWEST: two numbers")?;
    let window = oldest.parse()?..=newest.parse()?;
    std::fs::create_dir_all(&out)?;
    let (mut written, mut refused, mut changes) = (0, 0, BTreeMap::<String, u64>::new());
    for path in arguments {
        let data = std::fs::read(&path)?;
        let Ok(archive) = TorchArchive::open(&data) else { continue };
        let Some(program) = of_archive(&archive)? else { continue };
        let version = archive.version()?.map_or(1, |version| version.number);
        let bytecode = suitable(program.program.effective_version(), &window);
        let wanted = Wanted {
            bytecode,
            version: said.unwrap_or(version),
            producer: &producer,
            reader: &reader,
            functions: None,
        };
        let name = Path::new(&path).file_name().unwrap_or_default().to_os_string();
        let made = match convert(&archive, &wanted) {
            Ok(made) => made,
            Err(refusal) => {
                println!("refused\t{}\t{refusal}", name.to_string_lossy());
                refused += 1;
                continue;
            }
        };
        let mut editor = Editor::new(&archive)?;
        for (record, content) in made.records {
            match content {
                None => editor.remove(&record)?,
                Some(content) if archive.has(&record) => editor.replace(&record, Output::of(content))?,
                Some(content) => editor.add(&record, Output::of(content))?,
            }
        }
        if let Some(said) = said {
            let record = [".data/version", "version"]
                .into_iter()
                .find(|record| archive.has(record))
                .ok_or("no version")?;
            editor.remove(record)?;
            editor.add(
                if said < 6 { "version" } else { ".data/version" },
                Output::of(format!("{said}\n").into_bytes()),
            )?;
        }
        for change in made.changes {
            *changes.entry(change).or_default() += 1;
        }
        let mut file = std::fs::File::create(out.join(name))?;
        editor.finish()?.write_to(&mut file)?;
        written += 1;
    }
    for (change, count) in changes {
        println!("{count}\t{change}");
    }
    println!("{written} written, {refused} refused");
    Ok(())
}
