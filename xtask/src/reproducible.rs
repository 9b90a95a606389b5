//! `cargo xtask reproducible`: two builds of one commit, in two folders, give the same binary.
//!
//! What would differ are paths: of the sources (in messages of panics and line tables), of the registry, and of the toolchain. Each is
//! replaced by a name that is the same everywhere. Cargo's `trim-paths` does that, but is not stable; `--remap-path-prefix` is, and takes
//! absolute paths, so that no file of the repository can hold it: [`flags`] makes it up.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};

use crate::run::{cargo, git, read, root, run};

/// Builds twice and compares.
pub(crate) fn run_builds() -> anyhow::Result<()> {
    let commit = read(git(&["rev-parse", "HEAD"]))?.trim().to_owned();
    if !read(git(&["status", "--porcelain"]))?.is_empty() {
        println!("what is not committed is left out: commit {commit} is built");
    }
    println!("{}", read(tool("rustc", &["--version"]))?.trim());
    let folders = Folders::new()?;
    let mut sums = Vec::new();
    // Folders of different lengths: an offset that moves is found, too.
    for name in ["a", "another/folder"] {
        let (binary, sum) = build(&folders.0.join(name), &commit)?;
        println!("{sum}  {}", binary.display());
        sums.push((binary, sum));
    }
    let [(one, first), (other, second)] = sums.as_slice() else { bail!("there were not two builds") };
    // They would be gone with the folders.
    let kept = root().join("target/reproducible");
    fs::create_dir_all(&kept)?;
    if first != second {
        fs::copy(one, kept.join("one"))?;
        fs::copy(other, kept.join("other"))?;
        bail!("commit {commit}: the binaries differ: {}", kept.display());
    }
    let file = kept.join(one.file_name().context("a binary without a name")?);
    fs::copy(one, &file)?;
    println!("commit {commit}: both binaries are the same; kept as {}", file.display());
    Ok(())
}

/// A clone of the commit, its release binary, and the SHA-256 of that.
fn build(folder: &Path, commit: &str) -> anyhow::Result<(PathBuf, String)> {
    let path = folder.to_str().context("a temporary folder whose name is not UTF-8")?;
    run(git(&["clone", "--quiet", "--no-checkout", "--local", ".", path]))?;
    run(git(&["-C", path, "checkout", "--quiet", "--detach", commit]))?;
    let mut build =
        cargo(&["build", "--profile", "dist", "--locked", "--package", "outlast-cli", "--manifest-path"]);
    build.arg(folder.join("Cargo.toml"));
    build.env("CARGO_ENCODED_RUSTFLAGS", flags(folder)?.join("\u{1f}"));
    build.env("CARGO_TARGET_DIR", folder.join("target"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_profile(name)) {
        build.env_remove(name);
    }
    run(build)?;
    let binary = folder.join("target/dist/outlast").with_extension(std::env::consts::EXE_EXTENSION);
    let mut hash = Sha256::new();
    let mut file = File::open(&binary).with_context(|| binary.display().to_string())?;
    std::io::copy(&mut file, &mut Writer(&mut hash))?;
    let sum = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((binary, sum))
}

/// Settings that change what is built: the repository's own are meant.
fn is_profile(name: &std::ffi::OsStr) -> bool {
    name.to_str().is_some_and(|name| {
        name.starts_with("CARGO_PROFILE_") || name == "CARGO_INCREMENTAL" || name == "RUSTFLAGS"
    })
}

/// Flags of the compiler that leave no path of this machine in a binary that is built from the sources in this folder.
pub(crate) fn flags(folder: &Path) -> anyhow::Result<Vec<String>> {
    let folder = fs::canonicalize(folder)?;
    let mut flags = vec![remap(&folder, "/outlast")?];
    let home = match std::env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => PathBuf::from(std::env::var_os("HOME").context("neither CARGO_HOME nor HOME is set")?)
            .join(".cargo"),
    };
    // Sources of a registry stand in a folder that is named for where they were fetched from.
    if let Ok(registries) = fs::read_dir(home.join("registry/src")) {
        for registry in registries {
            flags.push(remap(&registry?.path(), "/registry")?);
        }
    }
    let sysroot = PathBuf::from(read(tool("rustc", &["--print", "sysroot"]))?.trim());
    let version = read(tool("rustc", &["--version", "--verbose"]))?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
    // As the standard library's own build has it.
    flags.push(remap(&sysroot.join("lib/rustlib/src/rust"), &format!("/rustc/{commit}"))?);
    Ok(flags)
}

fn remap(from: &Path, to: &str) -> anyhow::Result<String> {
    let from = from.to_str().with_context(|| format!("{}: a path that is not UTF-8", from.display()))?;
    ensure!(!from.contains('='), "{from}: a path with `=` in it cannot be remapped");
    Ok(format!("--remap-path-prefix={from}={to}"))
}

pub(crate) fn tool(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments);
    command
}

/// A hash that is written to.
struct Writer<'h>(&'h mut Sha256);

impl std::io::Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Folders for the builds, which are removed afterwards.
struct Folders(PathBuf);

impl Folders {
    fn new() -> anyhow::Result<Folders> {
        let folder = std::env::temp_dir().join(format!("outlast-reproducible-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
        Ok(Folders(folder))
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
