//! What we write: real streams decoded and encoded, and streams of our own making shown to the real tools.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use super::llvm::{SCRIPTS, Setup, Tally, ending, files, in_parallel, is_stream, short};
use crate::run::{cargo, root, run as execute};

/// Of the edited streams, each how manyth is shown to the tools; those with several edits all are.
const EVERY: &str = "3";

/// Every sample that is a stream, through `outlast convert FILE -o OUT`: the same bytes come out.
pub(super) fn replay(setup: &Setup) -> anyhow::Result<Tally> {
    let out = setup.folder.join("replayed");
    std::fs::create_dir_all(&out)?;
    let samples = setup.samples()?;
    let tally = in_parallel(&samples, |file, tally| {
        let bytes = std::fs::read(file)?;
        if !is_stream(&bytes) {
            tally.skipped.push(format!("{}: not a stream itself", short(file)));
            return Ok(());
        }
        let copy = out.join(short(file).replace('/', "-"));
        let _ = std::fs::remove_file(&copy);
        let mut command = Command::new(&setup.outlast);
        command.arg("convert").arg(file).arg("-o").arg(&copy);
        let output = command.output().context("outlast convert")?;
        let fault = match std::fs::read(&copy) {
            Ok(written) if output.status.success() && written == bytes => None,
            Ok(_) if output.status.success() => Some("other bytes".to_string()),
            _ => {
                Some(format!("{}: {}", ending(output.status), String::from_utf8_lossy(&output.stderr).trim()))
            }
        };
        tally.count(fault.map(|fault| format!("{}: {fault}", short(file))));
        Ok(())
    });
    std::fs::remove_dir_all(&out)?;
    tally
}

/// Streams that our writer made: from nothing, read by every release; and samples with something added that readers ignore,
/// of which `llvm-dis`, `opt` and Clang have to say what they say of the sample.
pub(super) fn written(setup: &Setup) -> anyhow::Result<Tally> {
    let out = setup.folder.join("written");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out)?;
    let mut example = cargo(&["run", "--quiet", "--release", "--locked", "--package", "outlast-bitstream"]);
    example.args(["--example", "written", "--"]).arg(&out);
    example.args(setup.samples()?.iter().filter(|path| short(path).starts_with('v')));
    execute(example)?;

    let mut tally = Tally::default();
    for file in files(&out)? {
        for &release in &setup.analysers {
            for mut reader in readers(release, &file) {
                let output = reader.output().with_context(|| format!("{reader:?}"))?;
                let fault = (!output.status.success()).then(|| {
                    let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
                    format!("{}: {:?}: {said}", short(&file), reader.get_program())
                });
                tally.count(fault);
            }
        }
    }
    edited(&out.join("edited"), &mut tally)?;
    std::fs::remove_dir_all(&out)?;
    Ok(tally)
}

/// What the real tools say of the edited samples: a line for each kind of check with its count, and those that are wrong.
fn edited(folder: &Path, tally: &mut Tally) -> anyhow::Result<()> {
    let mut show = Command::new("python3");
    show.arg(format!("{SCRIPTS}/written.py")).arg(folder).args(["--every", EVERY]).current_dir(root());
    let output = show.output().context("written.py")?;
    let text = String::from_utf8(output.stdout)?;
    print!("{text}");
    let mut ended = false;
    for line in text.lines() {
        let count = line.split(' ').next().and_then(|word| word.parse::<usize>().ok());
        match (line.strip_prefix("BAD "), count) {
            (Some(fault), _) => tally.failed.push(fault.to_string()),
            (None, Some(_)) if line.ends_with(" bad") => ended = true,
            (None, Some(count)) if line.contains(" True") => tally.done += count,
            _ => {}
        }
    }
    if !ended {
        bail!("written.py: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// The tools of a release that read such a file: all do that read streams, and those of IR if its name ends so.
fn readers(release: u32, file: &Path) -> Vec<Command> {
    let tool = |name: &str, words: &[&str]| {
        let mut command = Command::new(format!("{name}-{release}"));
        command.args(words).arg(file);
        command
    };
    let mut readers = vec![tool("llvm-bcanalyzer", &[]), tool("llvm-bcanalyzer", &["-dump"])];
    if file.extension().is_some_and(|extension| extension == "bc") {
        readers.push(tool("llvm-dis", &["-o", "/dev/null"]));
    }
    readers
}
