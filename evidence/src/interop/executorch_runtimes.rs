//! What is taken from the code of installed releases, beside what their runtimes say that they have registered.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use outlast_prove::{Call, Load, Session};
use serde_json::{Value, json};
use toml::Table;

use crate::pins;
use crate::play;
use crate::run::{outlast_binary, root};

/// For one question.
const TIME: Duration = Duration::from_secs(300);

/// Compares these releases.
pub(crate) fn run(releases: &[&str]) -> anyhow::Result<()> {
    // Before 0.6 backends are not listed, since 1.5 the runtime is in several libraries: the list has one of each.
    let usual = pins::releases("executorch", "imports")?;
    let releases = if releases.is_empty() { &usual[..] } else { releases };
    let outlast = outlast_binary()?;
    // One environment, in which the release is changed where they have the same torch.
    let venv = root().canonicalize()?.join("target/interop/executorch-runtimes");
    let (mut different, mut skipped) = (Vec::new(), Vec::new());
    for release in releases {
        let runtime = match play::executorch_in(release, &venv) {
            Ok(runtime) => runtime,
            Err(error) => {
                skipped.push(format!("{release}: {error:#}"));
                continue;
            }
        };
        let described = runtime.describe(Load::ExecuTorch, TIME).map_err(|why| anyhow!(why))?;
        let has: BTreeSet<String> = described.operators.into_iter().collect();
        let mut session = runtime.session(Load::ExecuTorch);
        let found = asked(&mut session, "package", &Value::Null)?.map_err(|why| anyhow!(why))?;
        let package = Path::new(found["package"].as_str().context("no package")?);
        let read = Imported::of(&outlast, package, release, &venv)?;
        let mut wrong: Vec<&String> = read.operators.symmetric_difference(&has).collect();
        let backends: BTreeSet<String> = described.backends.into_iter().collect();
        // Releases before 0.6 do not say which backends they have.
        if !backends.is_empty() {
            wrong.extend(read.backends.symmetric_difference(&backends));
        }
        println!(
            "{release}\truntime\t{} read, {} registered\t{}\trelease {}\t{}",
            read.operators.len(),
            has.len(),
            read.backends.iter().cloned().collect::<Vec<_>>().join(" "),
            read.release,
            said(&wrong)
        );
        different.extend((!wrong.is_empty()).then(|| format!("{release}: the runtime")));
        for library in found["libraries"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let added: BTreeSet<String> = match asked(&mut session, "added", &json!(library))? {
                Ok(names) => serde_json::from_value(names)?,
                // It does not load here.
                Err(why) => {
                    println!("{release}\t{library}\tskipped: {why}");
                    continue;
                }
            };
            let read = Imported::of(&outlast, &package.join(library), release, &venv)?;
            // What the runtime has already, the library does not add.
            let more: Vec<&String> =
                read.operators.difference(&added).filter(|name| !has.contains(*name)).collect();
            let missing: Vec<&String> = added.difference(&read.operators).collect();
            // Libraries of 1.5 load kernels from another one.
            let is_elsewhere = release.starts_with("1.5") && !missing.is_empty();
            let wrong = if is_elsewhere { more } else { [more, missing.clone()].concat() };
            let told = match is_elsewhere && wrong.is_empty() {
                true => format!("the others, {}, are not in the library itself", missing.len()),
                false => said(&wrong),
            };
            let (read, all) = (read.operators.len(), added.len());
            println!("{release}\t{library}\t{read} read, {all} added\t{told}");
            different.extend((!wrong.is_empty()).then(|| format!("{release}: {library}")));
        }
    }
    println!("{} releases compared, {} skipped", releases.len() - skipped.len(), skipped.len());
    skipped.iter().for_each(|line| println!("  skipped {line}"));
    if !different.is_empty() {
        bail!("what was read is not what is registered:\n  {}", different.join("\n  "));
    }
    Ok(())
}

/// Asks a function of `imported.py` in a release; why it does not answer.
fn asked(
    session: &mut Session<'_>,
    function: &str,
    argument: &Value,
) -> anyhow::Result<Result<Value, String>> {
    let script = root().join("evidence/peers/executorch/imported.py").canonicalize()?;
    let call = Call { script: &script, function, arguments: &[&argument.to_string()] };
    let ran = session.call(&call, 1, TIME).pop().unwrap_or_default();
    Ok(match (ran.results.into_iter().next(), ran.failure) {
        (Some(result), None) => Ok(result),
        (_, failure) => {
            Err(failure.map_or_else(|| "it returned nothing".into(), |failure| failure.to_string()))
        }
    })
}

fn said(wrong: &[&String]) -> String {
    if wrong.is_empty() {
        return "the same".into();
    }
    wrong.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ")
}

/// What `outlast targets import` reads off code.
struct Imported {
    operators: BTreeSet<String>,
    backends: BTreeSet<String>,
    /// The release that it was told.
    release: String,
}

impl Imported {
    fn of(outlast: &Path, path: &Path, release: &str, folder: &Path) -> anyhow::Result<Imported> {
        let out = folder.join("imported.toml");
        // A profile is not written over.
        let _ = std::fs::remove_file(&out);
        let mut command = Command::new(outlast);
        command.args(["targets", "import"]).arg(path).args(["--name", "x", "-o"]).arg(&out);
        command.args(["--base", &format!("executorch-{release}")]);
        let done = command.output()?;
        let printed = String::from_utf8_lossy(&done.stderr).into_owned();
        if !done.status.success() {
            bail!("{}: {printed}", path.display());
        }
        let table: Table = std::fs::read_to_string(&out)?.parse()?;
        let names = |key: &str| -> BTreeSet<String> {
            let list = table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
            list.filter_map(|name| name.as_str().map(str::to_string)).collect()
        };
        let told = printed.lines().find_map(|line| line.strip_prefix("release: "));
        let told = told.and_then(|line| line.split(": ").next()).unwrap_or("not told");
        Ok(Imported { operators: names("operators"), backends: names("backends"), release: told.into() })
    }
}
