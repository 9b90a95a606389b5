//! What we write: real streams decoded and encoded, and streams of our own making shown to the real tools.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::llvm::{ANALYSERS, Setup, Tally, ending, in_parallel, short};
use crate::run::{cargo, root, run as execute};

/// Magics of streams, and that of wrappers; files that start otherwise have streams inside, if at all.
const MAGICS: &[&[u8]] = &[
    b"BC\xc0\xde",
    b"\xde\xc0\x17\x0b",
    b"CPCH",
    b"DIAG",
    b"RMRK",
    b"BCGI",
    b"CTXP",
    b"DEPS",
    b"IMDC",
    b"\xe2\x9c\xa8\x0e",
    b"\xe2\x9c\xa8\x07",
    b"\xf0\x9f\x8f\x8e",
];

/// The program that writes streams: `cargo run --package outlast-bitstream --example written -- FOLDER`.
const EXAMPLE: &str = "crates/bitstream/examples/written.rs";

/// Every sample that is a stream, through `outlast convert FILE -o OUT`: the same bytes come out.
pub(super) fn replay(setup: &Setup) -> anyhow::Result<Tally> {
    let out = setup.folder.join("replayed");
    std::fs::create_dir_all(&out)?;
    let samples = setup.samples()?;
    let tally = in_parallel(&samples, |file, tally| {
        let bytes = std::fs::read(file)?;
        if !MAGICS.iter().any(|magic| bytes.starts_with(magic)) {
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

/// Streams that our writer made: accepted by every analyser; IR by `llvm-dis`, Clang modules by `clang`.
pub(super) fn written(setup: &Setup) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    if !root().join(EXAMPLE).exists() {
        tally.failed.push(format!("there is no {EXAMPLE}"));
        return Ok(tally);
    }
    let out = setup.folder.join("written");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out)?;
    let mut example = cargo(&[
        "run",
        "--quiet",
        "--locked",
        "--package",
        "outlast-bitstream",
        "--example",
        "written",
        "--",
    ]);
    example.arg(&out).arg(setup.folder.join("samples"));
    execute(example)?;
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&out)?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    files.sort();
    for file in files {
        for release in ANALYSERS {
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
    Ok(tally)
}

/// Samples with something added that readers ignore, and replayed ones: the tools print for them what they print for the
/// samples. That is thousands of runs, so that only some are made.
fn edited(folder: &Path, tally: &mut Tally) -> anyhow::Result<()> {
    let mut script = Command::new("python3");
    script.arg(root().join(super::llvm::SCRIPTS).join("written.py")).arg(folder).args(["--every", "9"]);
    let output = script.output().context("written.py")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let right = text.lines().find_map(|line| line.strip_suffix(" right")?.parse().ok());
    tally.done +=
        right.with_context(|| format!("written.py: {text}{}", String::from_utf8_lossy(&output.stderr)))?;
    tally.failed.extend(text.lines().filter_map(|line| line.strip_prefix("BAD ")).map(str::to_string));
    Ok(())
}

/// The tools of a release that read such a file, told by its name: `NAME.bc` is read by all releases, `NAME.19.pcm` only by
/// release 19, as Clang modules are.
fn readers(release: u32, file: &Path) -> Vec<Command> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let tool = |name: &str, words: &[&str]| {
        let mut command = Command::new(format!("{name}-{release}"));
        command.args(words).arg(file);
        command
    };
    let mut readers = vec![tool("llvm-bcanalyzer", &[]), tool("llvm-bcanalyzer", &["-dump"])];
    if name.ends_with(".bc") {
        readers.push(tool("llvm-dis", &["-o", "/dev/null"]));
    } else if name.ends_with(&format!(".{release}.pcm")) {
        readers.push(tool("clang", &["-cc1", "-module-file-info"]));
    }
    readers
}
