//! `outlast runtimes`: runtimes at hand, in which programs can be run.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use outlast::Target;
use outlast::opsets::set_of_target;
use outlast_prove::{How, Load, RUNNER_WORDS, Runtime};
use outlast_report::json::{RuntimeJson, RuntimesDocument, TestedRuntime, to_string};

use super::resolve;
use crate::args::Output;
use crate::cmd::families::installed;
use crate::exit::Exit;
use crate::out::Out;
use crate::runtimes::{ASKED, Entry, Registry, identify, interpreter};
use crate::save;
use crate::scratch::Scratch;

/// Manage the runtimes in which `outlast prove` runs programs: add, list, test or install one
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast runtimes add phone --python venv/bin/python --target executorch-0.6.0
  outlast runtimes list
  outlast runtimes test phone
  outlast runtimes install executorch-1.0.1 --into venv-1.0.1

Runtimes are kept in runtimes.toml, in the folder outlast of the user's configuration; the variable
OUTLAST_RUNTIMES names another file.

Exit status:
  0  done; test: the runtime has what the profile says
  1  test: it differs from its profile
  2  it cannot be asked, or a file cannot be read or written")]
pub(crate) struct Runtimes {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Add(Add),
    List(List),
    Test(Test),
    Install(Install),
}

/// Register a runtime under a name for --runtime
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast runtimes add phone --python venv/bin/python
  outlast runtimes add phone --python venv/bin/python --target executorch-0.6.0 --env LD_LIBRARY_PATH=venv/stubs
  outlast runtimes add llvm-19 --tools /usr/lib/llvm-19/bin
  outlast runtimes add board --target executorch-1.5.1 --command \"./executor_runner --model_path={program} --inputs={inputs} --output_file={outputs}\"

Tools are mlir-opt, llvm-dis with opt and lli, or swift-frontend. In a command line, {program},
{data}, {method}, {inputs}, {shapes} and {outputs} stand for files and names of one case: inputs and
outputs are files of raw elements.

Exit status:
  0  added
  2  it does not report what it has, or runtimes.toml cannot be written")]
struct Add {
    /// Name of the runtime
    name: String,
    /// A Python in which ExecuTorch, PyTorch or jaxlib is installed
    #[arg(long, value_name = "PATH", required_unless_present_any = ["tools", "command"])]
    python: Option<PathBuf>,
    /// The folder with tools of a compiler, or one of them
    #[arg(long, value_name = "PATH", conflicts_with = "python")]
    tools: Option<PathBuf>,
    /// The command line of a runner; needs --target
    #[arg(long, value_name = "LINE", conflicts_with_all = ["python", "tools"], requires = "target")]
    command: Option<String>,
    /// The target that it stands for [default: as it reports]
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// An environment variable that it needs; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    env: Vec<(String, String)>,
}

/// List the runtimes that were added
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast runtimes list
  outlast runtimes list --format json

Exit status:
  0  listed
  2  runtimes.toml cannot be read")]
struct List {
    #[command(flatten)]
    output: Output,
}

/// Ask a runtime for its release and operators, and compare them with the built-in profile
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast runtimes test phone
  outlast runtimes test
  outlast runtimes test phone --update phone.toml

With --update, a runtime's differences from the profile of its target are written as a profile file
for --target.

Exit status:
  0  they have what their profiles say
  1  one differs from its profile
  2  one cannot be asked")]
struct Test {
    /// The names of runtimes that were added [default: all]
    names: Vec<String>,
    /// Write the differences as a profile file
    #[arg(long, value_name = "OUT")]
    update: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Print and run the commands that install a release into a folder, and add it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast runtimes install executorch-1.0.1 --into venv-1.0.1
  outlast runtimes install torch-2.15.0 --into venv --dry-run

Exit status:
  0  installed and added
  2  a command failed, or the release is on no package index")]
struct Install {
    /// A release of ExecuTorch or PyTorch: executorch-1.0.1, torch-2.15.0
    #[arg(value_name = "TARGET")]
    target: String,
    /// The folder for the environment: a new one
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// The Python that the environment is made with
    #[arg(long, value_name = "PATH", default_value = "python3")]
    python: PathBuf,
    /// Print the commands only
    #[arg(long)]
    dry_run: bool,
}

fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err("NAME=VALUE is expected".into()),
    }
}

impl Runtimes {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        crate::signals::answer();
        match &self.command {
            Command::Add(command) => command.run(out),
            Command::List(command) => command.run(out),
            Command::Test(command) => command.run(out),
            Command::Install(command) => command.run(out),
        }
    }
}

impl Add {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        // A runtime runs in another folder than this one.
        let whole = |value: &String| match value.contains('/') && Path::new(value).exists() {
            true => std::path::absolute(value).map(|path| text_of(&path)),
            false => Ok(value.clone()),
        };
        let env = self.env.iter().map(|(name, value)| Ok((name.clone(), whole(value)?)));
        let env: BTreeMap<String, String> = env.collect::<std::io::Result<_>>()?;
        let how = match (&self.python, &self.tools, &self.command) {
            (Some(python), ..) => How::Python(std::path::absolute(python)?),
            (_, Some(tools), _) => How::Tools(std::path::absolute(tools)?),
            (_, _, line) => How::Runner(words(line.as_deref().unwrap_or_default())?),
        };
        let target = match &self.target {
            Some(target) => resolve(target)?,
            None => resolve(&identify(how.clone(), &env)?.name)?,
        };
        let target = target.name().to_string();
        let registry = Registry::new();
        let path =
            registry.add(&self.name, Entry::from_runtime(&Runtime { name: target.clone(), how, env }))?;
        out.write(&format!("{} is {target}: written to {}\n", self.name, path.display()))?;
        Ok(Exit::Yes)
    }
}

/// The words of a runner's command line; its program with its whole path if it has one.
fn words(line: &str) -> anyhow::Result<Vec<String>> {
    let mut words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
    for (word, what) in [("{program}", "the file that is run"), ("{outputs}", "where its outputs go")] {
        if !words.iter().any(|one| one.contains(word)) {
            bail!("--command: {word} is expected in it: {what}");
        }
    }
    let unknown = words.iter().find_map(|one| {
        let (_, rest) = one.split_once('{')?;
        let word = format!("{{{}}}", rest.split_once('}')?.0);
        (!RUNNER_WORDS.contains(&word.as_str())).then_some(word)
    });
    if let Some(word) = unknown {
        bail!("--command: `{word}` is not a placeholder; there are {}", RUNNER_WORDS.join(", "));
    }
    if let Some(program) = words.first_mut().filter(|program| program.contains('/')) {
        *program = text_of(&std::path::absolute(&*program)?);
    }
    Ok(words)
}

impl List {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let registry = Registry::new();
        let runtimes: Vec<RuntimeJson> = registry.all()?.map(|(name, entry)| listed(name, entry)).collect();
        let text = match runtimes.is_empty() {
            true => "no runtime was added: see outlast runtimes add --help\n".to_string(),
            false => {
                runtimes.iter().map(|one| format!("{}  {}  {}\n", one.name, one.target, one.path)).collect()
            }
        };
        out.write(&if out.is_json() { to_string(&RuntimesDocument::listed(runtimes))? } else { text })?;
        Ok(Exit::Yes)
    }
}

fn listed(name: &str, entry: &Entry) -> RuntimeJson {
    let how = &entry.runtime().how;
    RuntimeJson {
        name: name.to_string(),
        target: entry.target.clone(),
        kind: match how {
            How::Python(_) => "python",
            How::Tools(_) => "tools",
            How::Runner(_) => "command",
        },
        path: text_of(how.path()),
    }
}

impl Test {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let registry = Registry::new();
        let names: Vec<&str> = match self.names.is_empty() {
            true => registry.all()?.map(|(name, _)| name).collect(),
            false => self.names.iter().map(String::as_str).collect(),
        };
        if names.is_empty() {
            bail!("no runtime was added: see outlast runtimes add --help");
        }
        if let (Some(_), [_, _, ..]) = (&self.update, names.as_slice()) {
            bail!("--update: name one runtime: {}", names.join(", "));
        }
        let mut tested = Vec::new();
        for name in names {
            let entry = registry
                .get(name)?
                .ok_or_else(|| anyhow!("no runtime `{name}`: see outlast runtimes list"))?;
            tested.push(self.test(name, entry)?);
        }
        let exit = match (
            tested.iter().any(|one| one.error.is_some()),
            tested.iter().all(TestedRuntime::is_confirmed),
        ) {
            (true, _) => Exit::Failed,
            (false, all) => Exit::yes_if(all),
        };
        let text: String = tested.iter().map(TestedRuntime::text).collect();
        out.write(&if out.is_json() { to_string(&RuntimesDocument::tested(tested))? } else { text })?;
        Ok(exit)
    }
}

impl Test {
    /// Asks a runtime, and compares with the profile of its target.
    fn test(&self, name: &str, entry: &Entry) -> anyhow::Result<TestedRuntime> {
        let target = resolve(&entry.target)?;
        let load = match target.family() {
            "executorch" => Load::ExecuTorch,
            "jaxlib" | "stablehlo" => Load::StableHlo,
            _ => Load::Jit,
        };
        let mut tested = TestedRuntime::new(listed(name, entry));
        let runtime = entry.runtime();
        let described = match runtime.describe(load, ASKED) {
            Ok(described) => described,
            Err(why) => return Ok(TestedRuntime { error: Some(why), ..tested }),
        };
        let release = target.profile().map(|profile| profile.release.to_string()).unwrap_or_default();
        tested.version = Some(described.version.clone());
        tested.is_release = described.version == release;
        tested.versions.clone_from(&described.versions);
        tested.other_versions = other_versions(&target, &tested.versions);
        let known = known(&target)?;
        let has: BTreeSet<String> = described.operators.iter().cloned().collect();
        tested.operators = has.len();
        tested.missing = known.difference(&has).cloned().collect();
        tested.unknown = has.difference(&known).cloned().collect();
        if let (Some(path), Some(base), false) = (&self.update, target.profile(), tested.is_confirmed()) {
            let text = installed(name, base, &runtime, described)?;
            save::save(path, &outlast::Output::of(text.into_bytes()), |_| Ok(()))?;
            tested.updated = Some(path.display().to_string());
        }
        Ok(tested)
    }
}

/// The operators of a target, by the names that a runtime gives.
fn known(target: &Target) -> anyhow::Result<BTreeSet<String>> {
    if target.family() == "torch" {
        let set = set_of_target(target).map_err(|why| anyhow!(why))?;
        return Ok(set.inventory.schemas.iter().map(|one| one.schema.name.to_string()).collect());
    }
    let profile = target.profile().ok_or_else(|| anyhow!("{} has no profile", target.name()))?;
    let kind = match target.family() {
        "executorch" => "op",
        // A name has a row for each number of arguments that was asked about.
        "jaxlib" => "call",
        // `mlir-opt` lists dialects; readers of bitstreams list nothing.
        _ => "linked",
    };
    Ok(profile.all(kind).into_iter().map(|(name, _)| name.to_string()).collect())
}

/// Versions of formats that a runtime writes and its profile has otherwise: the name, and the profile's.
fn other_versions(target: &Target, written: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let Some(profile) = target.profile() else { return BTreeMap::new() };
    let part = |name: &str| profile.get("format", name).map(str::to_string);
    let known = [
        ("bytecode", profile.get("newest", "bytecode").map(str::to_string)),
        (
            "module format",
            part("module-major").zip(part("module-minor")).map(|(major, minor)| format!("{major}.{minor}")),
        ),
    ];
    let differs = known.into_iter().filter_map(|(name, known)| {
        let known = known?;
        written.get(name).is_some_and(|found| *found != known).then(|| (name.to_string(), known))
    });
    differs.collect()
}

impl Install {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let target = resolve(&self.target)?;
        let profile = target.profile().ok_or_else(|| anyhow!("{}: a release is expected", self.target))?;
        let release = profile.release.to_string();
        let package = match target.family() {
            family @ ("executorch" | "torch") => family,
            family => bail!(
                "{family} is not installed from a package index: add an existing runtime with `outlast runtimes add`"
            ),
        };
        if self.into.exists() {
            bail!("--into {}: it already exists: name a new folder", self.into.display());
        }
        let python = self.into.join("bin/python");
        // They run in another folder.
        let into = std::path::absolute(&self.into)?;
        let wanted = format!("{package}=={release}");
        let commands: [(&Path, Vec<&OsStr>); 2] = [
            (&self.python, vec!["-m".as_ref(), "venv".as_ref(), "--".as_ref(), into.as_ref()]),
            (&python, ["-m", "pip", "install", &wanted, "numpy"].map(OsStr::new).to_vec()),
        ];
        for (program, arguments) in &commands {
            // As one types it: what the folder is called from here.
            let own = |word: &&OsStr| {
                if *word == into.as_os_str() {
                    text_of(&self.into)
                } else {
                    word.to_string_lossy().into_owned()
                }
            };
            let words: Vec<String> = arguments.iter().map(own).collect();
            let line = format!("{} -I {}", text_of(program), words.join(" "));
            out.write(&format!("+ {line}\n"))?;
            if self.dry_run {
                continue;
            }
            let scratch = Scratch::new()?;
            let mut command = interpreter(program, &scratch)?;
            let status = command.args(arguments).status().with_context(|| text_of(program))?;
            if !status.success() {
                bail!("`{line}` failed: {status}");
            }
        }
        if self.dry_run {
            return Ok(Exit::Yes);
        }
        let runtime = Runtime::of_python(target.name(), std::path::absolute(&python)?);
        let path = Registry::new().add(target.name(), Entry::from_runtime(&runtime))?;
        out.write(&format!("{} is added: written to {}\n", target.name(), path.display()))?;
        Ok(Exit::Yes)
    }
}

fn text_of(path: &Path) -> String {
    path.display().to_string()
}
