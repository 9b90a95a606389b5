//! What is read off the code of installed releases, beside what their runtimes say that they have registered.

use std::process::Command;

use anyhow::bail;

use super::outlast_binary;
use crate::run::{read, root, run as execute};

/// Without releases named: before 0.6 backends are not listed, since 1.5 the runtime is in several libraries.
const RELEASES: &[&str] = &["0.3.0", "0.7.0", "1.5.1"];

/// Compares these releases.
pub(crate) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let releases = if releases.is_empty() { RELEASES } else { releases };
    let outlast = outlast_binary()?;
    let peers = root().canonicalize()?.join("xtask/peers/executorch");
    // One environment, in which the release is changed where they have the same torch.
    let venv = root().canonicalize()?.join("target/interop/executorch-runtimes");
    let (mut different, mut skipped) = (Vec::new(), Vec::new());
    for release in releases {
        let mut command = Command::new("bash");
        command.arg(peers.join("venv.sh")).arg(release).arg(&venv);
        if let Err(error) = execute(command) {
            skipped.push(format!("{release}: {error:#}"));
            continue;
        }
        let mut command = Command::new(venv.join("bin/python"));
        command.args(["-W", "ignore"]).arg(peers.join("imported.py")).arg(&outlast);
        command.env("LD_LIBRARY_PATH", venv.join("stubs")).current_dir(&venv);
        match read(command) {
            Ok(printed) => print!("{printed}"),
            Err(error) => different.push(format!("{release}: {error:#}")),
        }
    }
    println!("{} releases compared, {} skipped", releases.len() - skipped.len(), skipped.len());
    skipped.iter().for_each(|line| println!("  skipped {line}"));
    if !different.is_empty() {
        bail!("what was read is not what is registered:\n  {}", different.join("\n  "));
    }
    Ok(())
}
