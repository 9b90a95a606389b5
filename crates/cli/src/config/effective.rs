//! The effective configuration of a file, and where each value was set: options of the command line, keys of an `outlast.toml`, defaults.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use glob::Pattern;
use outlast::opsets::lint::Date;
use outlast::{Code, Target, TargetError};
use outlast_report::Failure;
use outlast_report::json::Whence;
use outlast_report::scan::{Ignored, Mark, Record};

use super::args::{ConfigArgs, PolicyArgs, allows};
use super::baseline::{Baseline, fixed};
use super::file::{At, Ignore, Keys};
use super::find::Config;
use super::lint::LintLevel;
use super::policy::{AtLeast, FailOn};
use crate::input::{self, Input};
use crate::targets::{profile_by, resolve_all};

/// Options of the command line that win over a configuration.
#[derive(Debug, Default)]
pub(crate) struct Flags {
    pub(crate) targets: Vec<String>,
    pub(crate) data: Vec<PathBuf>,
    pub(crate) data_dir: Vec<PathBuf>,
    pub(crate) fail_on: Vec<FailOn>,
    pub(crate) basis: Option<AtLeast>,
    pub(crate) allow_code: Vec<String>,
    pub(crate) baseline: Option<PathBuf>,
    pub(crate) config: Option<PathBuf>,
    pub(crate) no_config: bool,
    pub(crate) as_of: Option<Date>,
    /// Targets where nobody names any; none where some must be named.
    pub(crate) all_targets: Option<&'static str>,
    /// Whether a baseline is being made, so that none is compared with.
    pub(crate) makes_baseline: bool,
}

impl Flags {
    pub(crate) fn new(policy: &PolicyArgs, as_of: Option<Date>) -> Flags {
        Flags {
            fail_on: policy.fail_on.clone(),
            basis: policy.basis,
            allow_code: policy.allow.allow_code.clone(),
            baseline: policy.baseline.clone(),
            ..Flags::from_args(&policy.config, as_of)
        }
    }

    /// Where nothing is judged.
    pub(crate) fn from_args(config: &ConfigArgs, as_of: Option<Date>) -> Flags {
        Flags { config: config.config.clone(), no_config: config.no_config, as_of, ..Flags::default() }
    }
}

/// A value, and where it was set.
#[derive(Clone, Debug)]
pub(crate) struct Held<T> {
    pub(crate) value: T,
    pub(crate) from: Whence,
}

impl<T> Held<T> {
    fn option(name: &'static str, value: T) -> Held<T> {
        Held { value, from: Whence::Option { name } }
    }

    fn default(value: T) -> Held<T> {
        Held { value, from: Whence::Default }
    }
}

/// What holds for files that the same entries `[[path]]` are about.
#[derive(Debug)]
pub(crate) struct Settings {
    /// None where nobody names any.
    pub(crate) targets: Held<Vec<Target>>,
    /// How they are written.
    pub(crate) written: Vec<String>,
    pub(crate) fail_on: Held<Vec<FailOn>>,
    pub(crate) basis: Held<AtLeast>,
    pub(crate) data: Held<Vec<PathBuf>>,
    pub(crate) data_dir: Held<Vec<PathBuf>>,
    /// Names of code that files may run when they are loaded.
    pub(crate) allow_code: Held<Vec<String>>,
    pub(crate) baseline: Option<Held<Arc<Baseline>>>,
    /// Entries `[[path]]` that hold.
    pub(crate) paths: Vec<usize>,
    /// Of each entry `[[ignore]]` with targets: names of those that it is about, as verdicts have them.
    ignored_on: BTreeMap<usize, BTreeSet<String>>,
}

/// The value of a key: of the last entry `[[path]]` that sets it, or else for all files.
fn pick<'c, T>(
    config: Option<&'c Config>,
    paths: &[usize],
    key: impl Fn(&'c Keys) -> Option<&'c At<T>>,
) -> Option<(&'c T, Whence)> {
    let config = config?;
    let of_paths = paths.iter().rev().filter_map(|at| config.file.paths.get(*at)).map(|path| &path.keys);
    let At { value, line } = of_paths.chain([&config.file.all]).find_map(key)?;
    Some((value, Whence::File { file: config.name.clone(), line: *line }))
}

impl Settings {
    pub(super) fn new(
        flags: &Flags,
        config: Option<&Config>,
        paths: &[usize],
        here: &Path,
    ) -> anyhow::Result<Settings> {
        let from_config = |list: Option<(&Vec<PathBuf>, Whence)>| match list.zip(config) {
            Some(((list, from), config)) => {
                Held { value: list.iter().map(|path| config.path(path)).collect(), from }
            }
            None => Held::default(Vec::new()),
        };
        let data = match flags.data.is_empty() {
            false => Held::option("--data", flags.data.clone()),
            true => from_config(pick(config, paths, |keys| keys.data.as_ref())),
        };
        let data_dir = match flags.data_dir.is_empty() {
            false => Held::option("--data-dir", flags.data_dir.clone()),
            true => from_config(pick(config, paths, |keys| keys.data_dir.as_ref())),
        };
        if let (Whence::File { file, line }, Some(config)) = (&data_dir.from, config) {
            let inside = |folder: &PathBuf| config.demand_inside(folder);
            data_dir
                .value
                .iter()
                .try_for_each(inside)
                .with_context(|| format!("{file}:{line}: `data-dir`"))?;
        }
        let fail_on = match (flags.fail_on.is_empty(), pick(config, paths, |keys| keys.fail_on.as_ref())) {
            (false, _) => Held::option("--fail-on", flags.fail_on.clone()),
            (true, Some((value, from))) => Held { value: value.clone(), from },
            (true, None) => Held::default(FailOn::ALL.to_vec()),
        };
        let basis = match (flags.basis, pick(config, paths, |keys| keys.basis.as_ref())) {
            (Some(basis), _) => Held::option("--basis", basis),
            (None, Some((value, from))) => Held { value: *value, from },
            (None, None) => Held::default(AtLeast::Sampled),
        };
        let allow_code =
            match (flags.allow_code.is_empty(), pick(config, paths, |keys| keys.allow_code.as_ref())) {
                (false, _) => Held::option("--allow-code", flags.allow_code.clone()),
                (true, Some((value, from))) => Held { value: value.clone(), from },
                (true, None) => Held::default(Vec::new()),
            };
        let (written, targets) = targets(flags, config, paths)?;
        let mut ignored_on = BTreeMap::new();
        for (at, ignore) in config.iter().flat_map(|config| config.file.ignores.iter().enumerate()) {
            if let (Some(sets), Some(config)) = (&ignore.targets, config) {
                ignored_on.insert(at, target_names(sets, config, &targets.value)?);
            }
        }
        let baseline = baseline(flags, config, here)?;
        let paths = paths.to_vec();
        Ok(Settings {
            targets,
            written,
            fail_on,
            basis,
            data,
            data_dir,
            allow_code,
            baseline,
            paths,
            ignored_on,
        })
    }

    /// Who allows code of this name to run: an option, or a line of a configuration.
    pub(crate) fn allows(&self, name: &str) -> Option<String> {
        let Held { value, from } = &self.allow_code;
        allows(value, name).then(|| match from {
            Whence::File { file, line } => format!("{file}:{line}"),
            Whence::Option { name } => (*name).to_string(),
            Whence::Default => String::new(),
        })
    }

    /// Names of outcomes that make the exit status 1.
    pub(crate) fn fail_on(&self) -> Vec<&'static str> {
        self.fail_on.value.iter().map(|on| on.name()).collect()
    }
}

fn targets(
    flags: &Flags,
    config: Option<&Config>,
    paths: &[usize],
) -> anyhow::Result<(Vec<String>, Held<Vec<Target>>)> {
    if !flags.targets.is_empty() {
        return Ok((flags.targets.clone(), Held::option("--target", resolve_all(&flags.targets)?)));
    }
    if let Some((list, from)) = pick(config, paths, |keys| keys.targets.as_ref())
        && let Some(config) = config
    {
        let mut targets: Vec<Target> = Vec::new();
        let mut seen = BTreeSet::new();
        for text in list.iter().filter(|text| seen.insert(&text.value)) {
            let meant = named(&text.value, config);
            let meant = meant.with_context(|| format!("{}:{}: `targets`", config.name, text.line))?;
            let new = |target: &Target| targets.iter().all(|other| other.name() != target.name());
            let new: Vec<Target> = meant.into_iter().filter(new).collect();
            targets.extend(new);
        }
        let written = list.iter().map(|text| text.value.clone()).collect();
        return Ok((written, Held { value: targets, from }));
    }
    let names: Vec<String> = flags.all_targets.iter().map(|name| (*name).to_string()).collect();
    Ok((names.clone(), Held::default(resolve_all(&names)?)))
}

/// The targets that a text in a configuration means; profile files count from its folder.
fn named(text: &str, config: &Config) -> anyhow::Result<Vec<Target>> {
    match outlast::targets(text) {
        Ok(targets) => Ok(targets),
        Err(error @ TargetError::Unknown { .. }) => {
            let path = config.path(Path::new(text));
            let read = |path: &Path| {
                let text = config.profile(path);
                text.map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
            };
            Ok(vec![profile_by(text, &path, read)?.ok_or_else(|| anyhow!(error))?])
        }
        Err(error) => Err(anyhow!(error)),
    }
}

/// The targets, of those that files are judged for, that one of these texts means.
fn target_names(
    sets: &[At<String>],
    config: &Config,
    targets: &[Target],
) -> anyhow::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for set in sets {
        let place = || format!("{}:{}: `targets`", config.name, set.line);
        // A profile file is meant by the name that is in it.
        let profile = match outlast::targets(&set.value) {
            Ok(_) => None,
            Err(TargetError::Unknown { .. }) => Some(named(&set.value, config).with_context(place)?),
            Err(error) => return Err(anyhow!(error)).with_context(place),
        };
        for target in targets {
            let is_meant = match &profile {
                Some(profile) => profile.iter().any(|other| other.name() == target.name()),
                None => outlast::is_meant_by(target, &set.value).with_context(place)?,
            };
            if is_meant {
                names.insert(target.name().to_string());
                names.extend(target.profile().map(|profile| profile.name.clone()));
            }
        }
    }
    Ok(names)
}

fn baseline(
    flags: &Flags,
    config: Option<&Config>,
    here: &Path,
) -> anyhow::Result<Option<Held<Arc<Baseline>>>> {
    if flags.makes_baseline {
        return Ok(None);
    }
    if let Some(path) = &flags.baseline {
        return Ok(Some(Held::option(
            "--baseline",
            Arc::new(Baseline::open(path, (here, here), input::open_text)?),
        )));
    }
    let Some((config, At { value, line })) =
        config.and_then(|config| Some((config, config.file.baseline.as_ref()?)))
    else {
        return Ok(None);
    };
    let from = Whence::File { file: config.name.clone(), line: *line };
    let opened = Baseline::open(&config.path(value), (&config.folder, here), |path| config.baseline(path));
    let opened = opened.with_context(|| format!("{}:{line}: `baseline`", config.name))?;
    Ok(Some(Held { value: Arc::new(opened), from }))
}

/// What holds for one file.
pub(crate) struct EffectiveConfig {
    pub(crate) settings: Arc<Settings>,
    pub(crate) config: Option<Arc<Config>>,
    /// Entries `[[ignore]]` that may be about it.
    ignores: Vec<usize>,
    /// Whether `outlast lint` passes it over in a folder.
    pub(crate) is_excluded: bool,
    here: PathBuf,
    pub(crate) as_of: Option<Date>,
}

impl EffectiveConfig {
    pub(super) fn new(
        settings: Arc<Settings>,
        config: Option<Arc<Config>>,
        file: Option<&Path>,
        (here, as_of): (&Path, Option<Date>),
    ) -> EffectiveConfig {
        let is_about = |config: &Config, ignore: &Ignore| match (&ignore.files, file) {
            (None, _) => true,
            (Some(files), Some(file)) => files.matches(&config.folder, file),
            (Some(_), None) => false,
        };
        let ignores = config.iter().flat_map(|config| {
            let all = config.file.ignores.iter().enumerate();
            all.filter(|(_, ignore)| is_about(config, ignore)).map(|(at, _)| at)
        });
        let ignores = ignores.collect();
        let is_excluded = config.as_ref().zip(file).is_some_and(|(config, file)| {
            let exclude = config.file.lint.exclude.as_ref();
            exclude.is_some_and(|patterns| patterns.value.matches(&config.folder, file))
        });
        EffectiveConfig { settings, config, ignores, is_excluded, here: here.to_path_buf(), as_of }
    }

    /// Whether findings have to be looked at one by one.
    pub(crate) fn marks(&self) -> bool {
        !self.ignores.is_empty()
            || self.settings.baseline.is_some()
            || !self.settings.allow_code.value.is_empty()
    }

    /// Opens the files that programs are loaded together with, where a configuration names them.
    pub(crate) fn open_data(&self) -> Result<Vec<(String, Input)>, Failure> {
        let open = |path: &PathBuf| {
            let opened = match &self.config {
                Some(config) => config.open_data(path)?,
                None => input::open(path)?,
            };
            Ok((input::name(path), opened))
        };
        self.settings.data.value.iter().map(open).collect()
    }

    /// The folder that names of files count from.
    pub(crate) fn here(&self) -> &Path {
        &self.here
    }

    /// What to say of what it is compared with.
    pub(crate) fn note(&self) -> Option<String> {
        self.settings.baseline.as_ref()?.value.note.clone()
    }

    /// Whether an entry `[[ignore]]` may be about the file.
    pub(crate) fn is_about(&self, ignore: usize) -> bool {
        self.ignores.contains(&ignore)
    }

    /// How findings of a verdict are looked at.
    pub(crate) fn marker(&self, file: &str, target: &str) -> impl Fn(&str, &str) -> Mark + use<> {
        let baseline = self.settings.baseline.as_ref();
        let cell = baseline.map(|baseline| baseline.value.cell(&self.here, file, target).cloned());
        let ignores = self.ignores_on(target);
        move |code, subject| {
            let first = |is_over: bool| {
                let is_about = |(other, pattern, over, _): &&(String, Option<Pattern>, bool, Ignored)| {
                    other == code
                        && *over == is_over
                        && pattern.as_ref().is_none_or(|pattern| pattern.matches(subject))
                };
                ignores.iter().find(is_about).map(|(.., ignored)| ignored.clone())
            };
            let key = || (code.to_string(), subject.to_string());
            let ignored = first(false);
            Mark {
                expired: if ignored.is_some() { None } else { first(true) },
                ignored,
                known: cell.as_ref().map(|cell| cell.as_ref().is_some_and(|cell| cell.contains(&key()))),
            }
        }
    }

    /// What the configuration says of findings of a rule of the lint.
    pub(crate) fn lint_level(&self, code: Code) -> Option<LintLevel> {
        let levels = self.config.iter().flat_map(|config| &config.file.lint.levels);
        levels.copied().find(|level| level.rule.code == code)
    }

    /// Entries `[[ignore]]` that are about a target: the code, the subject, and whether it is over.
    fn ignores_on(&self, target: &str) -> Vec<(String, Option<Pattern>, bool, Ignored)> {
        let Some(config) = &self.config else { return Vec::new() };
        let all = self.ignores.iter().filter_map(|at| Some((*at, config.file.ignores.get(*at)?)));
        all.filter(|(at, _)| self.settings.ignored_on.get(at).is_none_or(|names| names.contains(target)))
            .map(|(_, ignore)| {
                let ignored = Ignored {
                    reason: ignore.reason.clone(),
                    owner: ignore.owner.clone(),
                    expires: ignore.expires.map(|day| day.to_string()),
                    from: format!("{}:{}", config.name, ignore.line),
                };
                let is_over = self.as_of.is_some_and(|day| ignore.is_over(day));
                (ignore.code.clone(), ignore.subject.clone(), is_over, ignored)
            })
            .collect()
    }

    /// Marks what is ignored and what is known in a record, and what was fixed.
    pub(crate) fn mark(&self, record: &mut Record) {
        record.allow(|name| self.settings.allows(name));
        if !self.marks() {
            return;
        }
        let marker = self.marker(&record.file, &record.target);
        record.mark(marker);
        let baseline = self.settings.baseline.as_ref();
        let cell = baseline.and_then(|held| held.value.cell(&self.here, &record.file, &record.target));
        record.fixed = cell.map(|cell| fixed(cell, record)).unwrap_or_default();
    }

    /// The targets; an error where nobody names any.
    pub(crate) fn targets(&self) -> anyhow::Result<&[Target]> {
        if !self.settings.targets.value.is_empty() {
            return Ok(&self.settings.targets.value);
        }
        match &self.config {
            Some(config) => bail!(
                "which runtime? {} names no `targets` for this file: add some, or give --target NAME; `outlast targets` lists them",
                config.name
            ),
            None => bail!(NO_TARGETS),
        }
    }
}

/// What to say where nobody names a target.
pub(crate) const NO_TARGETS: &str = "which runtime? give --target NAME, such as --target executorch-1.0.1, or `targets` in outlast.toml; `outlast targets` lists them";
