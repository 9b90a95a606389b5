//! The official Rust verifier: `xtask/peers/flatbuffers-verifier`, with accessors that flatc makes from our schemas.

use std::process::Command;

use super::executorch::flatc_binary;
use crate::run::{cargo, root, run as execute};

const SCHEMAS: &str = "crates/executorch/schemas";

/// The command that runs it; `--time` or `--accept` and files come after. `generate` has the accessors made again.
pub(crate) fn official_verifier(generate: bool) -> anyhow::Result<Command> {
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
    let manifest = "xtask/peers/flatbuffers-verifier/Cargo.toml";
    let mut verifier = cargo(&["run", "--quiet", "--release", "--manifest-path", manifest, "--"]);
    verifier.env("GENERATED", generated).env("CARGO_TARGET_DIR", target.join("verifier"));
    Ok(verifier)
}
