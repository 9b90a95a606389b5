//! Which release wrote a file: recorded in it, or inferred from what releases write otherwise than others.

use crate::archive::{Exported, Generation, Kind, TorchArchive, upgrade_legacy};
use crate::export::{Package, defs};
use crate::pickle::{Limits, Pickle, Value};
use crate::program::ClassModel;
use outlast_core::Bytes;

use super::FAMILY;
use outlast_model::targets::{Behaviour, Release, Table};

/// The releases that may have written a file, with what says so.
#[derive(Clone, Debug)]
pub(super) struct Producer {
    /// The release that the file names.
    pub(super) recorded: Option<String>,
    /// The first release and the last that fit; `None` is open.
    pub(super) first: Option<Release>,
    pub(super) last: Option<Release>,
    /// What narrows it, one sentence each.
    pub(super) evidence: Vec<String>,
    /// Whether the file was converted, for the release that this is.
    pub(super) converted: bool,
}

impl Producer {
    fn new() -> Producer {
        Producer { recorded: None, first: None, last: None, evidence: Vec::new(), converted: false }
    }

    /// Of a converted program: what it calls is what a version of Outlast's table has, which is a release.
    pub(super) fn of_functions(version: u64) -> Option<Producer> {
        let [major, minor] = [version.checked_div(100)?, version % 100].map(|part| u16::try_from(part).ok());
        let mut producer = Producer { converted: true, ..Producer::new() };
        let release = (major?, minor?);
        producer.within(release, release, "converted: functions beside the code");
        Some(producer)
    }

    /// Of a file whose release is known.
    pub(super) fn given(release: Release) -> Producer {
        let evidence = vec![format!("`--written-by` names release {release}")];
        Producer { first: Some(release), last: Some(release), evidence, ..Producer::new() }
    }

    fn since(&mut self, major: u16, minor: u16, why: impl Into<String>) {
        let release = Release::new(major, minor, 0);
        if self.first.is_none_or(|first| first < release) {
            self.first = Some(release);
        }
        self.evidence.push(format!("{} (since {major}.{minor})", why.into()));
    }

    fn until(&mut self, major: u16, minor: u16, why: impl Into<String>) {
        let release = Release::new(major, minor, u16::MAX);
        if self.last.is_none_or(|last| release < last) {
            self.last = Some(release);
        }
        self.evidence.push(format!("{} (up to {major}.{minor})", why.into()));
    }

    /// Both, in one sentence of evidence.
    fn within(&mut self, first: Minor, last: Minor, why: impl Into<String>) {
        let before = self.evidence.len();
        self.since(first.0, first.1, "");
        self.until(last.0, last.1, "");
        self.evidence.truncate(before);
        let [first, last] = [first, last].map(|(major, minor)| format!("{major}.{minor}"));
        let releases = if first == last { first } else { format!("{first} to {last}") };
        self.evidence.push(format!("{} ({releases})", why.into()));
    }

    /// The releases as text: `1.12 or later`, `1.4 to 1.5`.
    pub(super) fn releases(&self) -> Option<String> {
        let short = |release: Release| {
            let [major, minor, _] = release.parts();
            format!("{major}.{minor}")
        };
        match (self.first, self.last) {
            (None, None) => None,
            (Some(first), None) => Some(format!("{} or later", short(first))),
            (None, Some(last)) => Some(format!("{} or earlier", short(last))),
            (Some(first), Some(last)) if short(first) == short(last) => Some(short(first)),
            (Some(first), Some(last)) => Some(format!("{} to {}", short(first), short(last))),
        }
    }

    /// Whether it may be this release.
    pub(super) fn may_be(&self, release: outlast_opset::history::Release) -> bool {
        let own = Release::new(release.major, release.minor, release.patch);
        self.first.is_none_or(|first| first <= own) && self.last.is_none_or(|last| own <= last)
    }

    /// Those of the releases whose operators are known.
    pub(super) fn releases_with_schemas(&self) -> Vec<outlast_opset::history::Release> {
        outlast_opset::history::torch().releases().filter(|release| self.may_be(*release)).collect()
    }

    /// What the releases that may have written the file do, as the table says it, if they all do the same.
    pub(super) fn behaviour(&self, kind: &str, name: &str) -> Option<String> {
        let table: Table = FAMILY.table();
        // What was before the first release that was asked is taken to be as that.
        let oldest = table.releases().next();
        let last = self.last.map(|last| oldest.map_or(last, |oldest| last.max(oldest)));
        let fits = |release: Release| {
            self.first.is_none_or(|first| {
                first <= release || oldest == Some(release) && self.last.is_some() && self.last < oldest
            }) && last.is_none_or(|last| release <= last)
        };
        let mut found: Option<String> = None;
        for (index, _) in (0u16..).zip(table.releases()).filter(|(_, release)| fits(*release)) {
            let text = Behaviour::parse(table.get(kind, name, index)?)?.text?.to_string();
            match &found {
                Some(other) if *other != text => return None,
                _ => found = Some(text),
            }
        }
        found
    }

    /// Of an archive.
    pub(super) fn of_archive(archive: &TorchArchive<'_>) -> Producer {
        let mut producer = Producer::new();
        producer.recorded = recorded(archive);
        if let Some((major, minor)) = producer.recorded.as_deref().and_then(major_minor) {
            let why = format!("the file names release {}", producer.recorded.as_deref().unwrap_or_default());
            producer.within((major, minor), (major, minor), why);
            return producer;
        }
        match archive.kind() {
            Kind::TorchScript { generation: Generation::A, .. } => {
                producer.until(1, 2, "the layout with `model.json`");
            }
            Kind::TorchScript { generation: Generation::B, .. } => {
                producer.within((1, 3), (1, 4), "`data.pkl` and version 1");
                match code_before_data(archive) {
                    Some(true) => producer.until(1, 3, "code in front of `data.pkl`"),
                    Some(false) => producer.since(1, 4, "code behind `data.pkl`"),
                    None => {}
                }
            }
            Kind::TorchScript { .. }
                if archive.has(&format!("code/{}.py", upgrade_legacy::QUALIFIER.replace('.', "/"))) =>
            {
                producer.until(1, 2, "converted from the layout with `model.json`");
            }
            Kind::TorchScript { generation: Generation::C, .. } => {
                producer.within((1, 5), (1, 5), "version 2");
            }
            Kind::TorchScript { .. } | Kind::Save => producer.since(1, 6, "version 3 or later"),
            Kind::Exported(Exported::Flat) => match schema_writers(archive) {
                Some((version, first, last)) => {
                    producer.within(first, last, format!("version {version} of the schema"));
                }
                None => producer.within((2, 1), (2, 7), "a program of torch.export without a folder"),
            },
            Kind::Exported(Exported::Folder) => producer.since(2, 8, "a program of torch.export in folders"),
            Kind::Package | Kind::Other => {}
        }
        if archive.has("byteorder") || archive.has(".data/serialization_id") {
            producer.since(2, 1, "a record `byteorder` or `.data/serialization_id`");
        }
        if archive.has(".storage_alignment") || archive.has(".format_version") {
            producer.since(2, 7, "a record `.format_version` or `.storage_alignment`");
        }
        if let Kind::TorchScript { generation, .. } = archive.kind()
            && generation >= Generation::D
        {
            if let Ok(Some(version)) = archive.version()
                && let 7.. = version.number
            {
                producer.since(1, 11, format!("version {}", version.number));
            }
            match debug_form(archive) {
                Some(DebugForm::Table) => producer.since(1, 12, "debug information with a table of texts"),
                Some(DebugForm::Tagged) => producer.within(
                    (1, 9),
                    (1, 11),
                    "debug information with tags and without a table of texts",
                ),
                Some(DebugForm::Plain) => producer.until(1, 9, "debug information without tags"),
                None => {}
            }
            if let Ok(Some(loaded)) = crate::bytecode::of_archive(archive) {
                bytecode(&mut producer, loaded.program.effective_version());
            }
        }
        producer
    }

    /// Narrows it by the class of the module: since 1.8 (and not in 1.7.1) modules have the attribute `_is_full_backward_hook`. Frozen modules have neither.
    pub(super) fn narrow(&mut self, class: &ClassModel) {
        let has = |name: &str| class.attributes.iter().any(|attribute| attribute.name == name);
        if self.recorded.is_none() && has("training") {
            match has("_is_full_backward_hook") {
                true => self.since(1, 8, "an attribute `_is_full_backward_hook`"),
                false => self.until(1, 7, "no attribute `_is_full_backward_hook`"),
            }
        }
    }

    /// Of a program as FlatBuffers.
    pub(super) fn of_flat() -> Producer {
        let mut producer = Producer::new();
        producer.since(1, 11, "a program as FlatBuffers");
        producer
    }
}

/// Whether records of code are in front of `data.pkl`, as 1.3 wrote them; `None` where other tools have changed the order, so that `version` is not the
/// first.
fn code_before_data(archive: &TorchArchive<'_>) -> Option<bool> {
    let names: Vec<String> = archive.records().ok()?.map(|record| record.name.into_owned()).collect();
    let at = |is: &dyn Fn(&str) -> bool| names.iter().position(|name| is(name));
    let (code, data) = (at(&|name| name.starts_with("code/"))?, at(&|name| name == "data.pkl")?);
    (names.first()? == "version").then_some(code < data)
}

/// A release without its patch: major and minor.
type Minor = (u16, u16);

/// The version of the schema of a program of torch.export, with the first and the last release that write it.
fn schema_writers(archive: &TorchArchive<'_>) -> Option<(String, Minor, Minor)> {
    let version = Package::of(archive).ok()?.schema_version()?;
    let mut writers = defs::definitions().writers(version).map(|release| (release.major, release.minor));
    let first = writers.next()?;
    Some((version.to_string(), first, writers.last().unwrap_or(first)))
}

/// Versions of bytecode as releases write them.
fn bytecode(producer: &mut Producer, version: i64) {
    let why = format!("bytecode {version}");
    match version {
        3 => producer.until(1, 6, why),
        // Later releases write these, too, when they are asked to (`_backport_for_mobile`).
        4 => producer.since(1, 7, why),
        5 => producer.since(1, 9, why),
        7 => producer.since(1, 10, why),
        8 => producer.since(1, 12, why),
        _ => {}
    }
}

/// The release that a file names: of tests of PyTorch, and of programs of torch.export.
fn recorded(archive: &TorchArchive<'_>) -> Option<String> {
    if let Ok(Some(text)) = archive.text("extra/producer_info.json") {
        return between(&text, "\"pytorch_version\"");
    }
    let records = ["models/model.json", "serialized_exported_program.json"];
    let content = records.into_iter().find_map(|record| archive.content(record).ok()?)?;
    // At the end of the program.
    let tail = content.get(content.len().saturating_sub(1 << 16)..)?;
    between(&String::from_utf8_lossy(tail), "\"torch_version\"")
}

/// The text behind a key of JSON.
fn between(text: &str, key: &str) -> Option<String> {
    let rest = text.rsplit_once(key)?.1.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let value = rest.split_once('"')?.0;
    (value.len() < 64 && !value.is_empty()).then(|| value.to_string())
}

/// `2.15` of `2.15.0+cpu`.
fn major_minor(text: &str) -> Option<(u16, u16)> {
    let mut parts = text.split(['.', '+', 'a']).map(|part| part.parse().ok());
    Some((parts.next()??, parts.next()??))
}

/// Forms of debug information of code: `code/….py.debug_pkl`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DebugForm {
    /// Places of the code with their sources.
    Plain,
    /// And with tags, which say what inlined them.
    Tagged,
    /// The texts of sources are in a table in front.
    Table,
}

/// The form of the debug information of code; `None` without any.
pub(super) fn debug_form(archive: &TorchArchive<'_>) -> Option<DebugForm> {
    let names: Vec<String> = archive
        .records()
        .ok()?
        .filter(|record| record.name.ends_with(".debug_pkl"))
        .map(|record| record.name.into_owned())
        .collect();
    for name in names {
        let content = archive.content(&name).ok()??;
        let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
        let Value::Tuple(parts) = pickle.graph.value(pickle.root?) else { return None };
        // Of code without any places.
        let Some(first) = parts.first() else { continue };
        if pickle.graph.text(*first) == Some("FORMAT_WITH_STRING_TABLE") {
            return Some(DebugForm::Table);
        }
        return match pickle.graph.value(*first) {
            Value::Tuple(place) => Some(if place.len() > 2 { DebugForm::Tagged } else { DebugForm::Plain }),
            _ => None,
        };
    }
    None
}
