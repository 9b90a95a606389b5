//! `cargo xtask play calls`: a function of a script, called inside a runtime with one argument after the other.
//!
//! One that ends the process is called again in a process of its own; with `--alone`, all are.
//!
//! Arguments are lines of JSON, and so are the answers, in order: `result`, or `failure` (`fails`, `crash`, `timeout`, `memory`, `not-run`) with
//! `message`; `stage` is what the function said last that it was about to do, `printed` what the runtime printed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use outlast_prove::{Call, Failure, Limits, Load, Ran, Runtime};
use serde_json::json;

/// For one call, if nothing else is said.
const SECONDS: u64 = 30;
const MEMORY: u64 = 8 << 30;

/// Calls that one process makes.
const TOGETHER: usize = 60;

/// `SCRIPT FUNCTION ARGUMENTS [--seconds N] [--alone]`
pub(super) fn command(runtime: &Runtime, args: &[&str]) -> anyhow::Result<()> {
    let (args, alone) = match args {
        [args @ .., "--alone"] => (args, true),
        args => (args, false),
    };
    let (script, function, arguments, seconds) = match args {
        [script, function, arguments] => (script, function, arguments, SECONDS),
        [script, function, arguments, "--seconds", seconds] => {
            (script, function, arguments, seconds.parse()?)
        }
        _ => bail!("{}", super::USAGE),
    };
    let script = Path::new(script).canonicalize().with_context(|| (*script).to_string())?;
    let text = fs::read_to_string(arguments)?;
    let arguments: Vec<&str> = text.lines().collect();
    for ran in called(runtime, &script, function, &arguments, seconds, alone)? {
        let answer = match ran.failure {
            None => json!({"result": ran.results.first()}),
            Some(failure) => {
                json!({"failure": failure.name(), "message": failure.to_string(), "stage": ran.stage, "printed": ran.printed})
            }
        };
        println!("{answer}");
    }
    Ok(())
}

/// Calls a function of a script in a runtime with one argument after the other; what became of each call, in order.
///
/// # Errors
///
/// The runtime or the script does not start.
pub(crate) fn called(
    runtime: &Runtime,
    script: &Path,
    function: &str,
    arguments: &[&str],
    seconds: u64,
    alone: bool,
) -> anyhow::Result<Vec<Ran>> {
    let limits = Limits { time: Duration::from_secs(seconds), memory: Some(MEMORY) };
    let mut session = runtime.session(Load::Jit);
    let together = if alone { 1 } else { TOGETHER };
    let all = session.call(&Call { script, function, arguments }, together, limits);
    for ran in &all {
        // Another call would fail as this one.
        if let Some(Failure::Runtime(why) | Failure::Setup(why)) = &ran.failure {
            bail!("{why}\n{}", ran.printed);
        }
    }
    Ok(all)
}
