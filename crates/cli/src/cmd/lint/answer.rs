//! Versions compared, and the answer.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::bail;
use outlast::lint::{
    Bump, Directions, FILE_ADDED, FILE_REMOVED, Finding, First, Held, Level, Report, Rule, Site, Surface,
    held_against,
};
use outlast::{Budget, Severity};
use outlast_core::SortShort;
use outlast_report::changes::{Census, Changes, Comparison, Failed, Found, LintReport};
use outlast_report::json::{ChangesDocument, to_string};
use outlast_report::{Cause, Failure, Format, text};

use super::evidence::{Corpus, save_witnesses};
use super::inputs::{Kind, Version};
use super::model::{Model, Parsed, Read};
use super::operators::Settings;
use super::policy::Policies;
use super::{Lint, SCHEMA, dialects, fail, layouts, operators, relatives, schemas};
use crate::exit::Exit;
use crate::out::Out;

/// The files of one version.
struct Side {
    version: Version,
    /// Whether it is a folder: files are matched by their ways from it.
    is_folder: bool,
    /// By way; a file that was named has none.
    files: BTreeMap<String, Read>,
}

impl Side {
    fn read(lint: &Lint, kind: Kind, version: Version) -> Result<Side, Failure> {
        let is_folder = version.is_folder();
        if !is_folder {
            let path = version.path(None);
            let read = match kind {
                Kind::Schema => schemas::read(&version, &path, &lint.include),
                Kind::Layout => layouts::read(&version, &path),
                Kind::Operators => operators::read(&version, &path),
                Kind::Dialect => dialects::read(&version, &path),
            };
            return Ok(Side { version, is_folder, files: BTreeMap::from([(String::new(), read)]) });
        }
        let mut files = match kind {
            Kind::Schema => schemas::roots(&version, &lint.include)?,
            Kind::Layout => layouts::all(&version)?,
            Kind::Operators => BTreeMap::new(),
            Kind::Dialect => BTreeMap::from([(String::new(), dialects::all(&version))]),
        };
        if files.is_empty()
            && kind == Kind::Layout
            && let Some(folder) = version.on_disk()
        {
            files.insert(String::new(), layouts::of_files(&version, folder));
        }
        Ok(Side { version, is_folder, files })
    }

    fn demand_files(&self, kind: Kind) -> Result<(), Failure> {
        if !self.files.is_empty() {
            return Ok(());
        }
        let what = match kind {
            Kind::Schema => "no schema in this folder: no .fbs or .bfbs",
            Kind::Layout => "no record layout in this folder: no TOML with a table [format]",
            Kind::Operators => "an operator set is one file, or a target, and this is a folder",
            Kind::Dialect => "no definitions in this folder",
        };
        let file = self.version.label(&self.version.path(None));
        Err(Failure { file, cause: Cause::Impossible(what.to_string()) })
    }
}

/// What files said of a finding: by the baseline, the rule and the subject.
type Censuses = BTreeMap<(String, &'static str, String), Census>;

impl Lint {
    /// Compares what NEW and OLD name.
    pub(super) fn changes(&self, out: &mut Out, kind: Kind) -> anyhow::Result<Exit> {
        let mut changes = match self.compared(out, kind)? {
            Ok(changes) => changes,
            Err(failure) => return fail(out, SCHEMA, &failure, &[]),
        };
        if let ([], [only]) = (&*changes.comparisons, &*changes.failures) {
            return fail(out, SCHEMA, &only.failure, &[]);
        }
        if let Some(folder) = &self.witness {
            save_witnesses(folder, kind, &mut changes)?;
        }
        let limit = self.fail_on.severity();
        let shown = if out.verbose { Severity::Note } else { limit.min(Severity::Warning) };
        match self.output.format {
            Format::Text => out.write(&text::changes(&out.styles(), &changes, shown))?,
            Format::Json => out.write(&to_string(&ChangesDocument::new(&changes))?)?,
            _ => out.report(&LintReport { changes: &changes, shown, limit })?,
        }
        if !out.is_json() || out.is_withheld() {
            for failed in &changes.failures {
                out.failure(&failed.failure, &[])?;
            }
        }
        Ok(match changes.failures.is_empty() {
            true => Exit::yes_if(!changes.has(limit)),
            false => Exit::Failed,
        })
    }

    /// All comparisons, or why there is none.
    fn compared(&self, out: &mut Out, kind: Kind) -> anyhow::Result<Result<Changes, Failure>> {
        let (new, olds) = match self.sides(out, kind) {
            Ok(sides) => sides,
            Err(failure) => return Ok(Err(failure)),
        };
        let settings = match self.settings(kind) {
            Ok(settings) => settings,
            Err(failure) => return Ok(Err(failure)),
        };
        let policies = Policies::new(&self.config, self.as_of)?;
        let corpus = self.corpus.as_deref().map(Corpus::new).transpose()?;
        let mut changes = Changes {
            kind: kind.name(),
            new: new.version.label(&new.version.path(None)),
            against: olds.iter().map(|old| old.version.name.clone()).collect(),
            as_of: self.as_of.map(|day| day.to_string()),
            ..Changes::default()
        };
        let mut budget = Budget::new(relatives::MOST);
        let ways: BTreeSet<&String> =
            olds.iter().flat_map(|old| old.files.keys()).chain(new.files.keys()).collect();
        for way in ways {
            let path = new.version.path((!way.is_empty()).then_some(way));
            let policy = policies.policy(&path)?;
            if !way.is_empty() && policy.is_excluded() {
                continue;
            }
            let failures = &mut changes.failures;
            let compared =
                compare_way(way, (&new, &olds), settings.as_ref(), corpus.as_ref(), &mut budget, failures);
            let Some((mut comparison, held, censuses)) = compared else { continue };
            let mut advice = std::mem::take(&mut comparison.advice);
            let compared = comparison.against.len();
            for mut held in held {
                // An allowance that something needs against one version is needed.
                if operators::is_unused_allowance(&held.finding) && held.against.len() < compared {
                    continue;
                }
                let key =
                    |name: &String| (name.clone(), held.finding.rule.name, held.finding.subject.clone());
                let answered = held.against.iter().filter_map(|name| censuses.get(&key(name)));
                let census = answered.max_by_key(|census| (census.with, census.answered())).cloned();
                if let Some(census) = &census {
                    settle(&mut held.finding, census);
                }
                let Some(severity) = policy.severity(&held.finding) else { continue };
                let mark = policy.mark(&held.finding);
                let is_about = operators::is_advised(&held.finding);
                comparison.findings.push(Found {
                    advice: is_about.then(|| advice.remove(&held.finding.subject)).flatten(),
                    held,
                    severity,
                    ignored: mark.ignored,
                    expired: mark.expired,
                    census,
                    saved: Vec::new(),
                });
            }
            comparison.findings.sort_short_by_key(|found| std::cmp::Reverse(found.held.finding.level));
            changes.comparisons.push(comparison);
        }
        if changes.comparisons.is_empty() && changes.failures.is_empty() {
            bail!("nothing was compared");
        }
        Ok(Ok(changes))
    }

    fn sides(&self, out: &mut Out, kind: Kind) -> Result<(Side, Vec<Side>), Failure> {
        let new = Version::new(&self.new)?;
        if !new.exists() {
            return Err(new.missing(kind));
        }
        let new = Side::read(self, kind, new)?;
        new.demand_files(kind)?;
        let mut olds: Vec<Side> = Vec::new();
        for old in &self.against {
            let versions = Version::baselines(old, &new.version)?;
            let is_window = versions.len() > 1;
            let (there, absent): (Vec<Version>, Vec<Version>) =
                versions.into_iter().partition(Version::exists);
            match (there.is_empty(), absent.first()) {
                (true, Some(first)) => return Err(first.missing(kind)),
                (false, Some(first)) if !is_window => return Err(first.missing(kind)),
                (_, None) => {}
                // What a release did not have yet, it cannot break.
                (false, Some(_)) => {
                    let names: Vec<&str> = absent.iter().map(|version| version.name.as_str()).collect();
                    let names = names.join(", ");
                    let _ =
                        out.warn(&format!("{}: not in {names}: not compared with it", self.new.display()));
                }
            }
            for version in there {
                if olds.iter().any(|other| other.version.name == version.name && version.is_git()) {
                    continue;
                }
                let old = Side::read(self, kind, version)?;
                // A layout that is inferred from a folder stands for it.
                let is_one = |side: &Side| side.files.contains_key("");
                if old.is_folder != new.is_folder && !(is_one(&old) && is_one(&new)) {
                    let (one, other) =
                        if new.is_folder { ("a folder", "a file") } else { ("a file", "a folder") };
                    let why = format!(
                        "{} is {one} and this is {other}: compare files or folders",
                        new.version.name
                    );
                    return Err(Failure { file: old.version.name.clone(), cause: Cause::Impossible(why) });
                }
                old.demand_files(kind)?;
                olds.push(old);
            }
        }
        Ok((new, olds))
    }
}

/// Compares the file of one way with all that have it.
fn compare_way(
    way: &String,
    (new, olds): (&Side, &[Side]),
    settings: Option<&Settings>,
    corpus: Option<&Corpus>,
    budget: &mut Budget,
    failures: &mut Vec<Failed>,
) -> Option<(Comparison, Vec<Held>, Censuses)> {
    let parsed = match new.files.get(way) {
        Some(Ok(parsed)) => Some(parsed),
        Some(Err(failure)) => {
            failures.push(Failed { against: None, failure: failure.clone() });
            return None;
        }
        None => None,
    };
    let path = new.version.path((!way.is_empty()).then_some(way));
    let mut comparison = Comparison {
        file: parsed.map_or_else(|| new.version.label(&path), |parsed| parsed.shown.clone()),
        texts: parsed.map(|parsed| parsed.texts.clone()).unwrap_or_default(),
        ..Comparison::default()
    };
    let (mut reports, mut censuses) = (Vec::new(), Censuses::new());
    for old in olds {
        let name = &old.version.name;
        let report = match (old.files.get(way), parsed) {
            (Some(Ok(old)), Some(new)) => match compared((name, old), new, settings, &mut comparison) {
                Ok(report) => {
                    comparison.texts.extend(old.texts.iter().cloned());
                    let mut report = placed(report, old, new);
                    if let Some(corpus) = corpus {
                        let answers = corpus.ask(&old.model, &report.findings);
                        for (finding, census) in report.findings.iter_mut().zip(answers) {
                            let Some(census) = census else { continue };
                            raise(finding, &census);
                            let key = (name.clone(), finding.rule.name, finding.subject.clone());
                            censuses.insert(key, census);
                        }
                    }
                    Ok(report)
                }
                Err(why) => Err(Failure { file: new.shown.clone(), cause: Cause::Impossible(why) }),
            },
            (Some(Err(failure)), _) => Err(failure.clone()),
            (Some(Ok(old)), None) => {
                let site = Site { file: old.shown.clone(), ..Site::default() };
                comparison.texts.push((old.shown.clone(), "".into()));
                Ok(alone(&FILE_REMOVED, way, Some(site), None))
            }
            (None, Some(parsed)) => {
                let site = Site { file: parsed.shown.clone(), ..Site::default() };
                let mut report = alone(&FILE_ADDED, way, None, Some(site));
                report.findings.extend(relatives::findings(way, parsed, (&new.files, &old.files), budget));
                Ok(report)
            }
            (None, None) => continue,
        };
        match report {
            Ok(report) => {
                comparison.against.push(name.clone());
                reports.push((name.clone(), report));
            }
            Err(failure) => failures.push(Failed { against: Some(name.clone()), failure }),
        }
    }
    (!reports.is_empty()).then(|| (comparison, held_against(reports), censuses))
}

/// Compares one file with that of a baseline.
fn compared(
    (name, old): (&str, &Parsed),
    new: &Parsed,
    settings: Option<&Settings>,
    comparison: &mut Comparison,
) -> Result<Report, String> {
    match (&old.model, &new.model, settings) {
        (Model::Operators(before), Model::Operators(after), Some(_))
            if !operators::have_common(before, after) =>
        {
            Err(format!("the two have no operator in common: {name} is another set"))
        }
        (Model::Operators(before), Model::Operators(after), Some(settings)) => {
            Ok(settings.lint((name, &old.shown, before), (&new.shown, after), comparison))
        }
        _ => new.model.lint(&old.model),
    }
}

/// A report whose places have the names of files that answers show.
fn placed(mut report: Report, old: &Parsed, new: &Parsed) -> Report {
    // Where the lines of texts begin, by the names of their files.
    let starts = |parsed: &Parsed| -> BTreeMap<String, Vec<usize>> {
        let begins = |text: &str| text.match_indices('\n').map(|(at, _)| at + 1).collect();
        parsed.texts.iter().map(|(name, text)| (name.clone(), begins(text))).collect()
    };
    let (starts_of_old, starts_of_new) = (starts(old), starts(new));
    let place = |site: &mut Option<Site>, parsed: &Parsed, starts: &BTreeMap<String, Vec<usize>>| {
        if let Some(site) = site {
            site.file = match site.file.is_empty() {
                true => parsed.shown.clone(),
                false => match parsed.names.get(&site.file) {
                    Some(name) => name.clone(),
                    None => format!("{}{}", parsed.prefix, site.file),
                },
            };
            // Where the text is known, it says in which line a part of a declaration is.
            let text = parsed.texts.iter().find(|(name, _)| *name == site.file).map(|(_, text)| text);
            let at = usize::try_from(site.bytes.start).unwrap_or(usize::MAX);
            if let (Some(text), Some(starts)) = (text, starts.get(&site.file))
                && site.line > 0
            {
                let before = starts.partition_point(|start| *start <= at);
                let start = before.checked_sub(1).and_then(|line| starts.get(line)).copied().unwrap_or(0);
                if let Some(line) = text.get(start..at) {
                    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                    site.line = count(before + 1);
                    site.column = count(line.chars().count() + 1);
                }
            }
        }
    };
    for finding in &mut report.findings {
        place(&mut finding.old, old, &starts_of_old);
        place(&mut finding.new, new, &starts_of_new);
    }
    report
}

/// A finding about a file that one version alone has.
fn alone(rule: &'static Rule, way: &str, old: Option<Site>, new: Option<Site>) -> Report {
    let is_gone = old.is_some();
    let finding = Finding {
        rule,
        directions: Directions::BOTH,
        surface: Surface::Source,
        level: rule.level,
        subject: way.to_string(),
        old,
        new,
        why: match is_gone {
            true => "Only the old version has this file: it is not known how its files are read from now on.".into(),
            false => "Only the new version has this file: there is nothing to compare it with.".into(),
        },
        fix: match is_gone {
            true => "Keep the file, or compare it with the one that takes its place: outlast lint NEW --against OLD.".into(),
            false => "If it was moved, compare it with the file that it was.".into(),
        },
        first: First::Any,
        bump: Bump::None,
        witnesses: Vec::new(),
        data: None,
    };
    Report { findings: vec![finding] }
}

/// A finding that depends on data breaks if files hold them.
fn raise(finding: &mut Finding, census: &Census) {
    if finding.level == Level::DependsOnData && census.with > 0 {
        finding.level = Level::Break;
    }
}

/// A finding that depends on data is a note where no file holds them.
fn settle(finding: &mut Finding, census: &Census) {
    // Files of the old version cannot hold what is new.
    let is_of_old = finding.directions.new_reads_old;
    if is_of_old && finding.level == Level::DependsOnData && census.with == 0 && census.without > 0 {
        finding.level = Level::Note;
        finding.first = First::Any;
        finding.bump = Bump::None;
        finding.why.push_str(
            " No file that was checked has them: make sure that new writers do not write them, either.",
        );
    }
}
