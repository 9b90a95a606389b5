//! Running other programs from the root of the repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(".")).to_path_buf()
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs this.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// A git command.
pub fn git(args: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(args);
    command
}

/// The `outlast` program, built as users get it; or the one that `OUTLAST_BIN` names.
///
/// # Errors
///
/// It cannot be built, or is not where it should be.
pub fn outlast_binary() -> anyhow::Result<PathBuf> {
    if let Some(binary) = std::env::var_os("OUTLAST_BIN") {
        return Ok(PathBuf::from(binary).canonicalize()?);
    }
    run(cargo(&["build", "--release", "--locked", "--package", "outlast-cli"]))?;
    target().join("release/outlast").canonicalize().context("the `outlast` program")
}

/// Runs a command; what it prints goes where this program's output goes.
///
/// # Errors
///
/// It cannot be started, or fails.
pub fn run(mut command: Command) -> anyhow::Result<()> {
    let line = line(&command);
    println!("\n$ {line}");
    let status = command.current_dir(root()).status().with_context(|| line.clone())?;
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    Ok(())
}

/// Runs a command, and returns what it printed.
///
/// # Errors
///
/// It cannot be started, fails, or prints what is not UTF-8.
pub fn read(mut command: Command) -> anyhow::Result<String> {
    let line = line(&command);
    let output = command.current_dir(root()).output().with_context(|| line.clone())?;
    if !output.status.success() {
        bail!("`{line}` failed: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).with_context(|| line)
}

fn line(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
