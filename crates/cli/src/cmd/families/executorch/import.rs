//! `outlast targets import RUNTIME`: profiles of the runtimes that applications ship, from their code.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use outlast::Profile;
use outlast::families::executorch::{Runtime, Runtimes, registered_profile_text};
use outlast_prove::Described;
use outlast_report::{and_more, escape};

use crate::cmd::families::{Imported, base_profile, profile_name};
use crate::input;

/// Files of a directory that are looked at, and folders in each other.
const MAX_FILES: usize = 1_000_000;
const MAX_DEPTH: usize = 64;

/// Operators that a note names.
const SHOWN: usize = 4;

/// Sources of profiles.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ImportArgs {
    /// An ExecuTorch runtime: a library, a program, a static library, an .apk, .aar, .ipa or .whl, or a directory with such files (a
    /// framework, an npm package, site-packages)
    #[arg(value_name = "RUNTIME", group = "source")]
    runtime: Option<PathBuf>,
    /// Which of the runtimes in it, where they differ: a part of its name, such as arm64-v8a
    #[arg(long, value_name = "NAME", requires = "runtime")]
    member: Option<String>,
}

impl ImportArgs {
    /// Makes a profile; `None` where no runtime is given.
    pub(crate) fn import(&self, base: Option<&str>, name: Option<&str>) -> anyhow::Result<Option<Imported>> {
        let Some(path) = &self.runtime else { return Ok(None) };
        let file = input::name(path);
        let mut runtime = self.choose(read(path)?, &file)?;
        if let Some(name) = path.file_name().filter(|_| !path.is_dir()) {
            runtime.what = format!("{}, {}", name.to_string_lossy(), runtime.what);
        }
        let (base, next) = match base {
            Some(base) => (base_profile(Some(base))?, None),
            None => told_base(&runtime, &file)?,
        };
        if base.family != "executorch" {
            bail!(
                "--base {}: the runtime is one of ExecuTorch: give one, for example --base executorch-1.0.1",
                escape(&base.name)
            );
        }
        let name = profile_name(name, path);
        let text = runtime.to_profile_text(&name, &base.name, next.as_ref().map(|next| next.name.as_str()));
        let note = note(&runtime, &base, next.as_ref());
        let imported = Imported::profile(&name, &base.name, text)?;
        Ok(Some(Imported { note: Some(note), ..imported }))
    }

    /// The runtime that is meant, if there are several.
    fn choose(&self, mut runtimes: Vec<Runtime>, file: &str) -> anyhow::Result<Runtime> {
        let all: Vec<String> = runtimes.iter().map(described).collect();
        if let Some(member) = &self.member {
            let exact = runtimes.iter().any(|runtime| runtime.names.contains(member));
            let meant = |name: &String| if exact { name == member } else { name.contains(member.as_str()) };
            runtimes.retain(|runtime| runtime.names.iter().any(meant));
        }
        match (<[Runtime; 1]>::try_from(runtimes), &self.member) {
            (Ok([one]), _) => Ok(one),
            (Err(none), Some(member)) if none.is_empty() => {
                bail!("{file}: no runtime of the name `{}`: it has {}", escape(member), all.join("; "))
            }
            (Err(several), _) => {
                let several: Vec<String> = several.iter().map(described).collect();
                bail!(
                    "{file}: it has {} runtimes that differ; name one with --member: {}",
                    several.len(),
                    several.join("; ")
                )
            }
        }
    }
}

/// The text of the profile file of an installed release that says what it has registered.
pub(crate) fn installed(name: &str, base: &Profile, described: Described) -> String {
    registered_profile_text(name, &base.name, described.operators, described.backends)
}

/// A line on one of several runtimes.
fn described(runtime: &Runtime) -> String {
    format!(
        "{} ({} operators, {}, {})",
        escape(&runtime.names.join(", ")),
        runtime.operators.len(),
        backends(runtime),
        escape(&runtime.what)
    )
}

fn backends(runtime: &Runtime) -> String {
    match runtime.backends.is_empty() {
        true => "no backends".into(),
        false => escape(&runtime.backends.iter().cloned().collect::<Vec<_>>().join(", ")).to_string(),
    }
}

/// Reads all runtimes in a file or directory.
fn read(path: &Path) -> anyhow::Result<Vec<Runtime>> {
    let file = input::name(path);
    let mut runtimes = Runtimes::new();
    if path.is_dir() {
        let mut files = Vec::new();
        list(path, "", 0, &mut files)?;
        files.sort_unstable();
        for name in files {
            let path = path.join(&name);
            // What is no code is not opened whole: models may be beside it.
            if !input::beginning(&path).is_ok_and(|bytes| Runtimes::takes(&bytes)) {
                continue;
            }
            let bytes = input::open_found(&path)
                .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
            runtimes.add(&name, &bytes).map_err(|error| anyhow!("{}: {error}", input::name(&path)))?;
        }
    } else {
        let bytes =
            input::open(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        runtimes.add("", &bytes).map_err(|error| anyhow!("{file}: {error}"))?;
    }
    runtimes.read().map_err(|error| anyhow!("{file}: {error}"))
}

/// The files below a directory, by their paths in it; links to directories are not followed.
fn list(folder: &Path, prefix: &str, depth: usize, files: &mut Vec<String>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).map_err(|error| anyhow!("{}: {error}", folder.display()))?;
    for entry in entries {
        let entry = entry.map_err(|error| anyhow!("{}: {error}", folder.display()))?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().map_err(|error| anyhow!("{}: {error}", entry.path().display()))?;
        if kind.is_dir() && depth < MAX_DEPTH {
            list(&entry.path(), &format!("{name}/"), depth + 1, files)?;
        } else if kind.is_file() || (kind.is_symlink() && entry.path().is_file()) {
            files.push(name);
        }
        if files.len() > MAX_FILES {
            bail!("{}: it has more than {MAX_FILES} files; name the library in it", folder.display());
        }
    }
    Ok(())
}

/// The release that a runtime tells, or the two between which it is.
fn told_base(runtime: &Runtime, file: &str) -> anyhow::Result<(Profile, Option<Profile>)> {
    let profile = |release: outlast::Release| -> anyhow::Result<Profile> {
        base_profile(Some(&format!("executorch-{release}")))
    };
    if let Some((base, next)) = runtime.base() {
        return Ok((profile(base)?, next.map(profile).transpose()?));
    }
    let Some(told) = &runtime.told else {
        bail!("{file}: its release cannot be inferred: name the one that it is built from with --base");
    };
    let names = outlast::target_names();
    let candidates = names.iter().filter(|name| {
        let profile = outlast::target(name).ok().and_then(|target| target.profile().cloned());
        profile.is_some_and(|profile| {
            profile.family == "executorch" && told.first <= profile.release && profile.release <= told.last
        })
    });
    let candidates: Vec<&str> = candidates.map(String::as_str).collect();
    bail!(
        "{file}: its release is ambiguous ({}): name the one that it is built from with --base: {}",
        escape(&told.why.join("; ")),
        candidates.join(", ")
    )
}

/// What is said beside the profile.
fn note(runtime: &Runtime, base: &Profile, next: Option<&Profile>) -> String {
    let mut note = format!(
        "{}: {} operators; {}; read, not run\n",
        escape(&runtime.what),
        runtime.operators.len(),
        backends(runtime)
    );
    if runtime.names.len() > 1 {
        note += &format!("the same in {}\n", escape(&runtime.names.join(", ")));
    }
    if let Some(told) = &runtime.told {
        let range = match (told.between, told.first == told.last) {
            (true, _) => format!("sources between {} and {}", told.first, told.last),
            (false, true) => told.first.to_string(),
            (false, false) => format!("{} to {}", told.first, told.last),
        };
        note += &format!("release: {range}: {}\n", escape(&told.why.join("; ")));
        let known = |release| told.first <= release && release <= told.last;
        if next.is_none() && !known(base.release) {
            note += &format!("which is not {}, the base that was given\n", escape(&base.name));
        }
    }
    let has: Vec<&str> = base.all("op").into_iter().map(|(name, _)| name).collect();
    let lacks: Vec<&str> = has.iter().copied().filter(|name| !runtime.operators.contains(*name)).collect();
    let adds: Vec<&str> =
        runtime.operators.iter().map(String::as_str).filter(|name| !has.contains(name)).collect();
    for (what, names) in [("without", lacks), ("beside", adds)] {
        if !names.is_empty() {
            let shown = and_more(&names, SHOWN);
            note += &format!("{what} those of {}: {}\n", escape(&base.name), escape(&shown));
        }
    }
    if !runtime.is_whole() {
        note += "no operators of the runtime itself (`executorch_prim::…`): this is a library that a runtime loads, not a whole runtime\n";
    }
    if !runtime.lacks_types.is_empty() {
        let types: Vec<&str> = runtime.lacks_types.iter().copied().collect();
        note += &format!("no element types {}: their names do not occur in it\n", types.join(", "));
    }
    if !runtime.kernels.is_empty() {
        note += &format!(
            "kernels for some element types only: {}; the file does not say for which operators\n",
            runtime.kernels.len()
        );
    }
    note
}
