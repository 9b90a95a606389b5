//! Real LLVM releases: sets them up, makes samples with each, and checks what we do with streams against what they do.
//!
//! Everything goes to `target/interop/llvm`; what is there is not made again, so a broken run can go on.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context, bail};

use crate::pins;
use crate::run::{outlast_binary, root, run as execute};

pub(super) const SCRIPTS: &str = "evidence/peers/llvm";

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

/// Whether these bytes start as a stream does.
pub(super) fn is_stream(bytes: &[u8]) -> bool {
    MAGICS.iter().any(|magic| bytes.starts_with(magic))
}

/// How a part counts what it checked.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) done: usize,
    /// Not compared, with the reason.
    pub(super) skipped: Vec<String>,
    /// What differs, with what it is.
    pub(super) failed: Vec<String>,
}

impl Tally {
    /// One check; `fault` says what is wrong.
    pub(super) fn count(&mut self, fault: Option<String>) {
        match fault {
            None => self.done += 1,
            Some(fault) => self.failed.push(fault),
        }
    }

    fn add(&mut self, other: Tally) {
        self.done += other.done;
        self.skipped.extend(other.skipped);
        self.failed.extend(other.failed);
    }

    fn print(&self, part: &str) {
        println!("{part}: {} right, {} skipped, {} wrong", self.done, self.skipped.len(), self.failed.len());
        self.failed.iter().take(40).for_each(|line| println!("  wrong    {line}"));
        self.skipped.iter().take(10).for_each(|line| println!("  skipped  {line}"));
    }
}

/// What parts work with.
pub(super) struct Setup {
    /// `target/interop/llvm`, absolute.
    pub(super) folder: PathBuf,
    /// The `outlast` program.
    pub(super) outlast: PathBuf,
    /// Releases whose analyser is compared with, oldest first.
    pub(super) analysers: Vec<u32>,
}

type Part = fn(&Setup) -> anyhow::Result<Tally>;

/// Name, what it checks, and the function. A new part is a line here.
const PARTS: &[(&str, &str, Part)] = &[
    ("dump", "dump and statistics, byte for byte: analyser × sample × switches", super::llvm_dump::samples),
    (
        "malformed",
        "messages and exit status on malformed, odd and damaged streams",
        super::llvm_dump::malformed,
    ),
    ("replay", "`outlast convert` without a target gives the same bytes", super::llvm_replay::replay),
    (
        "verdicts",
        "`outlast check` on generated modules and real bitcode against the readers of eight releases",
        super::llvm_verdicts::verdicts,
    ),
    (
        "tools",
        "`outlast check` for single programs of a release, opt-19 or lld-14, against these programs",
        super::llvm_tools::tools,
    ),
    ("messages", "what rows quote of a release is in its library", super::llvm_tools::messages),
    (
        "libraries",
        "`outlast check` on libraries of packages, file by file, against `llvm-dis` and `opt` of five releases",
        super::llvm_libraries::libraries,
    ),
    ("written", "streams that our writer made, read by the real tools", super::llvm_replay::written),
    ("lookup", "names in the hash tables of Clang's and Swift's files", super::llvm_lookup::lookup),
    ("swift", "changed Swift modules: what real compilers do, and what we say", super::llvm_lookup::swift),
];

/// Says what the parts are.
pub(super) fn parts() -> String {
    PARTS.iter().fold(String::new(), |mut text, (name, what, _)| {
        let _ = write!(text, "\n    {name:<10} {what}");
        text
    })
}

/// Runs these parts, or all.
pub(crate) fn run(names: &[&str]) -> anyhow::Result<()> {
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|part| part.0 != **name)) {
        bail!("no part `{unknown}`; there are:{}", parts());
    }
    let setup = set_up()?;
    let mut wrong = Vec::new();
    for (name, what, part) in PARTS {
        if names.is_empty() || names.contains(name) {
            println!("\n{name}: {what}");
            let tally = part(&setup).with_context(|| format!("part `{name}`"))?;
            tally.print(name);
            if !tally.failed.is_empty() || tally.done == 0 {
                wrong.push(*name);
            }
        }
    }
    if !wrong.is_empty() {
        bail!("wrong, or nothing checked: {}", wrong.join(", "));
    }
    Ok(())
}

/// Installs what is missing, makes the samples, builds the program.
pub(super) fn set_up() -> anyhow::Result<Setup> {
    let folder = root().canonicalize()?.join("target/interop/llvm");
    let samples = folder.join("samples");
    script("setup.sh", &[&folder, Path::new("zig"), Path::new("suites")])?;
    script("samples.sh", &[&samples])?;
    // Swift is a gigabyte and needs root: without it there are fewer samples.
    let swift = folder.with_file_name("swift");
    if script("swift.sh", &[&swift]).is_ok() {
        script("swift_samples.sh", &[&swift, &samples.join("swift-6.0.3")])?;
    }
    let analysers =
        pins::numbers("llvm", "analysers")?.into_iter().map(str::parse).collect::<Result<_, _>>()?;
    Ok(Setup { folder, outlast: outlast_binary()?, analysers })
}

/// Runs one of the scripts.
pub(super) fn script(name: &str, arguments: &[&Path]) -> anyhow::Result<()> {
    let mut command = Command::new("bash");
    command.arg(format!("{SCRIPTS}/{name}")).args(arguments);
    execute(command)
}

impl Setup {
    /// All samples: those of LLVM releases in `vNN`, and of Swift; without the lists beside them.
    pub(super) fn samples(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for release in std::fs::read_dir(self.folder.join("samples"))? {
            found.extend(files(&release?.path())?);
        }
        found.sort();
        Ok(found)
    }
}

/// Files of a folder in order, without those in folders of it and lists of what is there.
pub(super) fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_file() && path.extension().is_none_or(|extension| extension != "tsv") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// `v19/tiny.bc`: how a file is called in messages.
pub(super) fn short(path: &Path) -> String {
    let mut names = path.components().rev().take(2).map(|name| name.as_os_str().to_string_lossy());
    let file = names.next().unwrap_or_default();
    let folder = names.next().unwrap_or_default();
    format!("{folder}/{file}")
}

/// How a program ended, in words: its status, or the signal that ended it.
pub(super) fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("status {code}"),
        None => status.to_string(),
    }
}

/// Whether a program crashed. A shell, or one that catches its own signals, says so with a status above 128.
pub(super) fn crashed(status: ExitStatus) -> bool {
    status.code().is_none_or(|code| code >= 128)
}

/// Runs a check for every item on all processors, and adds up.
pub(super) fn in_parallel<T: Sync>(
    items: &[T],
    check: impl Fn(&T, &mut Tally) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Tally> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || -> anyhow::Result<Tally> {
        let mut tally = Tally::default();
        while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            check(item, &mut tally)?;
        }
        Ok(tally)
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all = Tally::default();
        for thread in running {
            all.add(thread.join().map_err(|_| anyhow::anyhow!("a check panicked"))??);
        }
        all.failed.sort();
        all.skipped.sort();
        Ok(all)
    })
}
