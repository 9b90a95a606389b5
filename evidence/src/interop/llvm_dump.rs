//! `outlast dump` beside `llvm-bcanalyzer`: what is printed, the message, and whether it ends well.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, bail};

use super::llvm::{SCRIPTS, Setup, Tally, crashed, ending, files, in_parallel, is_stream, short};
use crate::run::{read, run as execute};

/// Switches as `llvm-bcanalyzer` has them; `-` at the end: the file comes by standard input.
const SWITCHES: &[&[&str]] = &[
    &[],
    &["-dump"],
    &["--disable-histogram"],
    &["--non-symbolic"],
    &["-dump", "--show-binary-blobs"],
    &["-dump", "--dump-blockinfo", "--non-symbolic"],
    &["-dump", "--dump-blockinfo", "--non-symbolic", "--show-binary-blobs", "--disable-histogram"],
    &["-"],
    &["-dump", "-"],
    &["-dump", "--check-hash=some_name"],
];

/// How many damaged copies are made of each seed.
const MUTANTS: &str = "20";

/// Files of which damaged copies are made: small ones of each kind.
const SEEDS: &[&str] = &[
    "v14/tiny.bc",
    "v14/typed.bc",
    "v14/combined.thinlto.bc",
    "v16/opaque.bc",
    "v16/faults.cpp.dia",
    "v16/loops-standalone.opt.bitstream",
    "v19/tiny-thinlto.o",
    "v19/newer.bc",
    "v19/index-small.bc",
    "v19/multi-small.bc",
    "v19/wrapper-armv7.bc",
    "v19/plain-hash.bc",
    "v19/Units.pcm",
    "v19/chained.pch",
    "v19/modules.idx",
    "v22/faults.c.dia",
    "v22/distributed.thinlto.bc",
    "v22/contextual.ctxprof",
    "v22/newest.bc",
    "v22/loops.opt.bitstream",
    "swift-6.0.3/Small.swiftmodule",
    "swift-6.0.3/Small.swiftdeps",
    "swift-6.0.3/Shapes.swiftdoc",
];

/// What a tool did with a file.
struct Answer {
    status: ExitStatus,
    printed: Vec<u8>,
    said: String,
}

impl Answer {
    /// Whether it ended by itself, and in time.
    fn answered(&self) -> bool {
        !crashed(self.status) && self.status.code() != Some(124)
    }
}

/// Dump and statistics of every sample, by every analyser, with every set of switches.
pub(super) fn samples(setup: &Setup) -> anyhow::Result<Tally> {
    let samples = setup.samples()?;
    // Names that are made for one kind of stream, put on all of them.
    let names = format!("--block-info={}", setup.folder.join("samples/v19/faults.c.dia").display());
    in_parallel(&samples, |file, tally| {
        if !is_stream(&std::fs::read(file)?) {
            // LLVM refuses these; ours says what they are, or finds the stream inside.
            tally.skipped.push(format!("{}: not a stream itself", short(file)));
            return Ok(());
        }
        for &release in &setup.analysers {
            for switches in SWITCHES {
                compare(setup, release, switches, file, tally)?;
            }
            compare(setup, release, &["-dump", &names], file, tally)?;
            if short(file).contains("hash") {
                let strings = string_table(release, file)?;
                compare(setup, release, &["-dump", &format!("--check-hash={strings}")], file, tally)?;
            }
        }
        Ok(())
    })
}

/// Malformed and odd streams by every analyser; damaged copies of good ones by the newest.
pub(super) fn malformed(setup: &Setup) -> anyhow::Result<Tally> {
    let folder = setup.folder.join("malformed");
    let mut make = Command::new("python3");
    make.arg(format!("{SCRIPTS}/malformed.py")).arg(&folder);
    execute(make)?;
    let cases: Vec<(PathBuf, &[u32])> =
        files(&folder)?.into_iter().map(|file| (file, &setup.analysers[..])).collect();

    let mutants = setup.folder.join("mutants");
    let seeds: Vec<PathBuf> = SEEDS.iter().map(|name| setup.folder.join("samples").join(name)).collect();
    let mut make = Command::new("python3");
    make.arg(format!("{SCRIPTS}/malformed.py")).arg(&mutants).args(["--mutate", MUTANTS]);
    make.args(seeds.iter().filter(|seed| seed.exists()));
    execute(make)?;
    let newest = setup.analysers.last().map_or(&[][..], std::slice::from_ref);
    let damaged = files(&mutants)?.into_iter().map(|file| (file, newest));

    let all: Vec<(PathBuf, &[u32])> = cases.into_iter().chain(damaged).collect();
    let mut tally = in_parallel(&all, |(file, releases), tally| {
        for release in *releases {
            for switches in [&[][..], &["-dump", "--show-binary-blobs"]] {
                if file.exists() {
                    compare(setup, *release, switches, file, tally)?;
                }
            }
        }
        Ok(())
    })?;
    bad_block_info(setup, &folder, &mut tally)?;
    Ok(tally)
}

/// A malformed file as `--block-info`.
fn bad_block_info(setup: &Setup, folder: &Path, tally: &mut Tally) -> anyhow::Result<()> {
    let file = setup.folder.join("samples/v19/tiny.bc");
    for name in [
        "empty_file",
        "three_bytes",
        "tail_zero_word",
        "info_define_first",
        "info_names",
        "ok_minimal",
        "wrapper",
        "top_record",
        "cut_at_word_05",
        "block_length_big",
    ] {
        let switch = format!("--block-info={}", folder.join(name).with_extension("bin").display());
        for &release in &setup.analysers {
            compare(setup, release, &["-dump", &switch], &file, tally)?;
        }
    }
    Ok(())
}

/// Runs both and counts what differs.
fn compare(
    setup: &Setup,
    release: u32,
    switches: &[&str],
    file: &Path,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let title = format!("{} as {release} {}", short(file), switches.join(" "));
    let theirs = theirs(release, switches, file)?;
    let ours = ours(setup, release, switches, file)?;
    if !ours.answered() {
        tally.count(Some(format!("{title}: ours ends with {}", ending(ours.status))));
    } else if !theirs.answered() && !is_refusal_of_14(release, &theirs.said) {
        // No file is kept that ends other people's tools, and none is named.
        std::fs::remove_file(file)?;
        tally.skipped.push(format!("a file to which llvm-bcanalyzer {release} gives no answer"));
    } else if let Some(fault) = difference(&theirs, &ours) {
        if release == 14 && stricter_later(setup, switches, file, &theirs, &ours)? {
            tally.skipped.push(format!("{title}: only 14 reads it so"));
        } else {
            tally.count(Some(format!("{title}: {fault}")));
        }
    } else {
        tally.count(None);
    }
    Ok(())
}

/// 14 ends itself where later releases end with an error, and names the error; memory that is used up is none.
fn is_refusal_of_14(release: u32, said: &str) -> bool {
    release == 14 && said.starts_with("LLVM ERROR: ") && !said.starts_with("LLVM ERROR: out of memory")
}

/// 14 lacks checks that all later ones have; ours has them whatever the release. Whether that is all there is to it.
fn stricter_later(
    setup: &Setup,
    switches: &[&str],
    file: &Path,
    old: &Answer,
    ours: &Answer,
) -> anyhow::Result<bool> {
    let later = setup.analysers.iter().find(|release| **release > 14).context("an analyser after 14")?;
    let next = theirs(*later, switches, file)?;
    let changed = message(&next.said) != message(&old.said) || next.status.success() != old.status.success();
    Ok(changed && difference(&next, ours).is_none())
}

/// What differs between two answers, if anything.
fn difference(theirs: &Answer, ours: &Answer) -> Option<String> {
    if theirs.status.success() != ours.status.success() {
        return Some(format!(
            "LLVM ends with {} {}, ours with {} {}",
            ending(theirs.status),
            message(&theirs.said),
            ending(ours.status),
            first(&ours.said)
        ));
    }
    // What 14 did not write yet is lost then.
    if !crashed(theirs.status) && theirs.printed != ours.printed {
        return Some(first_line(&theirs.printed, &ours.printed));
    }
    let message = message(&theirs.said);
    (!ours.said.contains(message)).then(|| format!("LLVM says {message:?}, ours {:?}", first(&ours.said)))
}

/// The first line of a message.
fn first(said: &str) -> &str {
    said.trim().lines().next().unwrap_or_default()
}

/// What an analyser says, without who says it.
fn message(said: &str) -> &str {
    // In 14, the stack follows.
    let said = first(said);
    let said = said.strip_prefix("LLVM ERROR: ").unwrap_or(said);
    match said.split_once(": ") {
        Some((tool, rest)) if tool.contains("llvm-bcanalyzer") => rest,
        _ => said,
    }
}

/// The first line that differs.
fn first_line(theirs: &[u8], ours: &[u8]) -> String {
    let (theirs, ours) = (String::from_utf8_lossy(theirs), String::from_utf8_lossy(ours));
    let (mut left, mut right) = (theirs.lines(), ours.lines());
    for number in 1.. {
        let (left, right) = (left.next(), right.next());
        if left != right {
            let cut = |line: Option<&str>| {
                line.map_or("nothing".into(), |line| {
                    format!("{:?}", line.chars().take(160).collect::<String>())
                })
            };
            return format!("line {number}: LLVM prints {}, ours {}", cut(left), cut(right));
        }
        if left.is_none() {
            break;
        }
    }
    "the same lines, but other bytes".into()
}

fn theirs(release: u32, switches: &[&str], file: &Path) -> anyhow::Result<Answer> {
    let mut command = Command::new("bash");
    command.args(["-c", "ulimit -c 0 -v 8000000; exec timeout 100 \"$@\"", "bash"]);
    command.arg(format!("llvm-bcanalyzer-{release}"));
    answer(command, switches, file)
}

fn ours(setup: &Setup, release: u32, switches: &[&str], file: &Path) -> anyhow::Result<Answer> {
    let mut command = Command::new("timeout");
    command.arg("100").arg(&setup.outlast).args(["dump", "--as-llvm", &release.to_string()]);
    let mine: Vec<&str> = switches.iter().copied().filter(|switch| *switch != "-dump").collect();
    if mine.len() == switches.len() {
        command.arg("--stats");
    }
    let answer = answer(command, &mine, file)?;
    if answer.said.contains("unexpected argument") {
        bail!("`outlast dump` does not know its switches: {}", answer.said);
    }
    Ok(answer)
}

fn answer(mut command: Command, switches: &[&str], file: &Path) -> anyhow::Result<Answer> {
    command.args(switches).env("NO_COLOR", "1").stdin(Stdio::null());
    // In the folder of the file, so that the summary calls it by its name alone.
    let folder = file.parent().context("a file without a folder")?;
    command.current_dir(folder);
    if switches.last() == Some(&"-") {
        command.stdin(File::open(file)?);
    } else {
        command.arg(file.file_name().unwrap_or_default());
    }
    let output = command.output().with_context(|| short(file))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(Answer { status: output.status, printed: output.stdout, said })
}

/// The string table of a module, as an analyser shows it: module hashes are made with it.
fn string_table(release: u32, file: &Path) -> anyhow::Result<String> {
    let mut command = Command::new(format!("llvm-bcanalyzer-{release}"));
    command.arg("-dump").arg(file);
    let dump = read(command)?;
    let table = dump.split("<STRTAB_BLOCK").nth(1).and_then(|rest| rest.split("blob data = '").nth(1));
    Ok(table.and_then(|rest| rest.split('\'').next()).unwrap_or_default().to_string())
}
