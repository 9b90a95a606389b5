//! `outlast config`: the effective configuration of a file, and where each value was set.

use std::path::{Path, PathBuf};

use clap::Args;
use outlast::opsets::lint::Date;
use outlast_report::json::{
    ConfigResult, HeldExclude, HeldIgnore, HeldLevel, HeldPath, Results, Setting, Whence, to_string,
};
use outlast_report::text;

use super::date;
use crate::args::Output;
use crate::config::args::ConfigArgs;
use crate::config::{Config, Configs, EffectiveConfig, Flags, Held, Ignore, PathEntry, Patterns};
use crate::exit::Exit;
use crate::input;
use crate::out::Out;

/// Print the effective configuration of files (targets, what fails, what is ignored, the baseline), and where each value was set
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast config                                    what holds in this folder
  outlast config phones/a.pte                       what holds for this file
  outlast config --as-of 2026-11-22 -f json models/ which ignored codes have expired?

The nearest outlast.toml in the file's folder or above it holds alone, up to a folder with .git:

  targets = [\"executorch>=0.6\", \"llvm-16\"]
  fail-on = [\"fails\", \"misreads\"]
  basis = \"measured\"
  baseline = \"known.jsonl\"
  allow-code = [\"collections.deque\"]  # what files may run when they are loaded

  [[path]]                          # the last one that matches wins, key by key
  files = [\"phones/**/*.pte\"]
  targets = [\"executorch-rn-0.7.3-ios\"]
  data = [\"phones/weights.ptd\"]

  [[ignore]]
  code = \"OL2004\"
  files = [\"legacy/**\"]             # all, where it is left out; so are targets
  targets = [\"executorch<0.5\"]
  reason = \"these phones get another build\"
  owner = \"ml-infra\"
  expires = \"2027-03-01\"

Exit status:
  0  printed
  2  a configuration cannot be read")]
pub(crate) struct ConfigCommand {
    /// Files and folders, which need not exist [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Evaluate expiries as of DATE, such as 2026-11-22 [default: only report them]
    #[arg(long, value_name = "DATE", value_parser = date)]
    as_of: Option<Date>,
    #[command(flatten)]
    output: Output,
}

impl ConfigCommand {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let configs = Configs::new(Flags::from_args(&self.config, self.as_of))?;
        let mut results = Results::new("outlast/config/1");
        let here = [PathBuf::from(".")];
        let paths = if self.paths.is_empty() { &here[..] } else { &self.paths };
        for path in paths {
            let is_folder = path.is_dir();
            let holds = if is_folder { configs.of_folder(path)? } else { configs.effective(path)? };
            let held = result(path, is_folder, &holds);
            match out.is_json() {
                true => results.answer(held),
                false => out.write(&text::config(&out.styles(), &held, out.verbose))?,
            }
        }
        if out.is_json() {
            out.write(&to_string(&results)?)?;
        }
        Ok(Exit::Yes)
    }
}

fn result(path: &Path, is_folder: bool, holds: &EffectiveConfig) -> ConfigResult {
    let settings = &holds.settings;
    let names: Vec<String> = settings.targets.value.iter().map(|target| target.name().to_string()).collect();
    let written = if settings.written == names { Vec::new() } else { settings.written.clone() };
    let baseline = settings.baseline.as_ref();
    ConfigResult {
        path: input::name(path),
        config: holds.config.as_ref().map(|config| config.name.clone()),
        targets: Setting {
            value: (!names.is_empty()).then_some(names),
            written,
            from: settings.targets.from.clone(),
        },
        fail_on: setting(&settings.fail_on, |on| on.iter().map(|on| on.name().to_string()).collect()),
        basis: setting(&settings.basis, |basis| basis.name().to_string()),
        data: setting(&settings.data, |paths| names_of(paths)),
        data_dir: setting(&settings.data_dir, |paths| names_of(paths)),
        allow_code: setting(&settings.allow_code, Clone::clone),
        baseline: Setting {
            value: baseline.map(|baseline| baseline.value.name.clone()),
            written: Vec::new(),
            from: baseline.map_or(Whence::Default, |baseline| baseline.from.clone()),
        },
        findings: baseline.map(|baseline| baseline.value.findings()),
        paths: holds.config.iter().flat_map(|config| paths(config, is_folder, holds)).collect(),
        ignore: holds.config.iter().flat_map(|config| ignores(config, is_folder, holds)).collect(),
        lint: holds.config.iter().flat_map(|config| levels(config)).collect(),
        lint_exclude: holds.config.as_ref().and_then(|config| {
            let exclude = config.file.lint.exclude.as_ref()?;
            Some(HeldExclude { files: exclude.value.written(), from: at(config, exclude.line) })
        }),
    }
}

fn setting<T, S>(held: &Held<T>, show: impl Fn(&T) -> S) -> Setting<S> {
    Setting { value: show(&held.value), written: Vec::new(), from: held.from.clone() }
}

fn names_of(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| input::name(path)).collect()
}

fn at(config: &Config, line: usize) -> Whence {
    Whence::File { file: config.name.clone(), line }
}

fn paths(config: &Config, is_folder: bool, holds: &EffectiveConfig) -> Vec<HeldPath> {
    let entries = config.file.paths.iter().enumerate();
    let entry = |(index, path): (usize, &PathEntry)| {
        let keys = &path.keys;
        let sets = [
            ("targets", keys.targets.is_some()),
            ("fail-on", keys.fail_on.is_some()),
            ("basis", keys.basis.is_some()),
            ("data", keys.data.is_some()),
            ("data-dir", keys.data_dir.is_some()),
            ("allow-code", keys.allow_code.is_some()),
        ];
        HeldPath {
            files: path.files.written(),
            sets: sets.into_iter().filter(|(_, is)| *is).map(|(key, _)| key).collect(),
            holds: (!is_folder).then(|| holds.settings.paths.contains(&index)),
            from: at(config, path.line),
        }
    };
    entries.map(entry).collect()
}

fn levels(config: &Config) -> impl Iterator<Item = HeldLevel> {
    config.file.lint.levels.iter().map(|level| HeldLevel {
        rule: level.rule.name,
        level: level.severity.map_or("off", outlast::Severity::name),
        from: at(config, level.line),
    })
}

fn ignores(config: &Config, is_folder: bool, holds: &EffectiveConfig) -> Vec<HeldIgnore> {
    let entries = config.file.ignores.iter().enumerate();
    let entry = |(index, ignore): (usize, &Ignore)| HeldIgnore {
        code: ignore.written.clone(),
        subject: ignore.subject.as_ref().map(|pattern| pattern.as_str().to_string()),
        files: ignore.files.as_ref().map(Patterns::written),
        targets: ignore.targets.as_ref().map(|list| list.iter().map(|text| text.value.clone()).collect()),
        reason: ignore.reason.clone(),
        owner: ignore.owner.clone(),
        expires: ignore.expires.map(|day| day.to_string()),
        applies: (!is_folder || ignore.files.is_none()).then(|| holds.is_about(index)),
        status: match (ignore.expires, holds.as_of) {
            (Some(_), None) => "expires",
            (Some(_), Some(day)) if ignore.is_over(day) => "expired",
            _ => "holds",
        },
        from: at(config, ignore.line),
    };
    entries.map(entry).collect()
}
