//! Runs the binary from the root of the repository, with an environment that does not change what it prints.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Output {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository has a root")
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outlast"));
    command.args(args).current_dir(root()).stdin(Stdio::null());
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE"]
    {
        command.env_remove(name);
    }
    // Runtimes of whoever runs the tests are not theirs.
    command.env("OUTLAST_RUNTIMES", Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-runtimes.toml"));
    command
}

fn finish(mut command: Command) -> Output {
    let output = command.output().expect("the binary runs");
    Output {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs with these arguments.
pub(crate) fn outlast(args: &[&str]) -> Output {
    finish(command(args))
}

/// Runs with a file on standard input.
pub(crate) fn outlast_reading(args: &[&str], file: &str) -> std::io::Result<Output> {
    let mut command = command(args);
    command.stdin(File::open(root().join(file))?);
    Ok(finish(command))
}

/// A folder of this test's own, empty.
pub(crate) fn scratch(name: &str) -> std::io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Writes a file into a folder, and returns its path as text.
pub(crate) fn file(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<String> {
    let path = folder.join(name);
    File::create(&path)?.write_all(bytes)?;
    Ok(path.to_string_lossy().into_owned())
}
