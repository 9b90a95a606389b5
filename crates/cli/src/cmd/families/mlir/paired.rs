//! `outlast targets import --paired`: how operations encode their properties, learned from the same modules with names and without.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use outlast_mlir::schema::learn::{Learned, Lesson, lines, proven};
use outlast_mlir::schema::{Given, Known, ReleaseSchemas, release, releases};
use outlast_mlir::{File, is_bytecode};
use outlast_report::escape;
use outlast_report::json::{LearnedDocument, Unsolved};

use crate::input::{self, Input};

/// What was learned.
pub(crate) struct Schemas {
    /// The text of schemas.
    pub(crate) text: String,
    /// How many operations with properties were learned.
    pub(crate) learned: usize,
    name: String,
    producer: String,
    pairs: usize,
    plain: usize,
    unsolved: Vec<(String, String)>,
    /// How many properties the samples have, and how many of them the text reads.
    proven: (u64, u64),
    alone: Vec<String>,
}

/// Two files that should be paired samples.
type Pair = (PathBuf, PathBuf);

/// Learns from paired samples at these paths.
pub(crate) fn learn(paths: &[PathBuf], base: Option<&str>, name: Option<&str>) -> anyhow::Result<Schemas> {
    let base = base.map(near).transpose()?;
    let (pairs, alone) = pairs(paths)?;
    let mut lesson = Lesson::new();
    for (one, other) in &pairs {
        let files = (open(one)?, open(other)?);
        let added = lesson.add(&files.0, &files.1);
        added.map_err(|error| anyhow!("{} and {}: {error}", input::name(one), input::name(other)))?;
    }
    let learned = lesson.schemas(|op| match base?.op(op) {
        Known::Properties(schema) => Some(schema),
        _ => None,
    });
    let name = match name {
        Some(name) if name.contains(' ') || name.is_empty() => bail!("--name: `{name}` is not a single word"),
        Some(name) => name.to_owned(),
        None => name_of(lesson.producer()),
    };
    let text = text(&lesson, &name, &learned);
    let given = Given::parse(&text).context("what was learned does not read back: please report this")?;
    let given = Arc::new(given);
    let mut sums = (0, 0);
    for path in pairs.iter().flat_map(|(one, other)| [one, other]) {
        let (all, read) =
            proven(&open(path)?, &given).map_err(|error| anyhow!("{}: {error}", input::name(path)))?;
        sums = (sums.0 + all, sums.1 + read);
    }
    let count = |wanted: fn(&Learned) -> bool| learned.values().filter(|what| wanted(what)).count();
    let unsolved = learned.iter().filter_map(|(op, what)| match what {
        Learned::Unsolved(why) => Some((op.clone(), why.clone())),
        _ => None,
    });
    Ok(Schemas {
        text,
        learned: count(|what| matches!(what, Learned::Schema(_))),
        plain: count(|what| matches!(what, Learned::Plain)),
        unsolved: unsolved.collect(),
        name,
        producer: lesson.producer().to_owned(),
        pairs: lesson.pairs(),
        proven: sums,
        alone,
    })
}

impl Schemas {
    /// What was learned, for people.
    pub(crate) fn note(&self) -> String {
        let mut lines = vec![
            format!(
                "learned the properties of {} operations from {} paired samples that {} wrote; {} operations have none",
                self.learned, self.pairs, self.producer, self.plain
            ),
            format!("{} of {} properties of the samples are read with them", self.proven.1, self.proven.0),
        ];
        lines.extend(self.unsolved.iter().map(|(op, why)| format!("not learned: {op}: {why}")));
        lines.extend(self.alone.iter().map(|name| format!("no second sample: {name}")));
        lines.iter().map(|line| format!("{}\n", escape(line))).collect()
    }

    /// The same for programs.
    pub(crate) fn document(&self) -> LearnedDocument<'_> {
        LearnedDocument {
            pairs: self.pairs,
            learned: self.learned,
            plain: self.plain,
            unsolved: self.unsolved.iter().map(|(op, why)| Unsolved::new(op, why)).collect(),
            properties: self.proven.0,
            proven: self.proven.1,
            alone: &self.alone,
            schemas: &self.text,
            ..LearnedDocument::new(&self.name, &self.producer)
        }
    }
}

/// The release whose schemas are near to the samples'.
fn near(name: &str) -> anyhow::Result<ReleaseSchemas> {
    release(name).ok_or_else(|| {
        let known: Vec<_> =
            releases().map(ReleaseSchemas::name).filter(|name| name.starts_with("mlir-")).collect();
        anyhow!("no schemas of `{name}` are known; there are {} and those of StableHLO", known.join(", "))
    })
}

/// A release's name from its producer: `mlir-24` for `MLIR24.0.0git`.
fn name_of(producer: &str) -> String {
    let major = producer.strip_prefix("MLIR").and_then(|rest| rest.split('.').next());
    major.map_or_else(|| "learned".into(), |major| format!("mlir-{major}"))
}

fn text(lesson: &Lesson, name: &str, learned: &BTreeMap<String, Learned>) -> String {
    format!(
        "# Properties of {} operations, learned from {} paired samples that {} wrote.\n{}",
        learned.values().filter(|what| matches!(what, Learned::Schema(_))).count(),
        lesson.pairs(),
        lesson.producer().replace(char::is_control, "?"),
        lines(name, &lesson.version(), learned)
    )
}

fn open(path: &Path) -> anyhow::Result<Input> {
    input::open(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
}

/// Which files are paired, and which have no second sample.
fn pairs(paths: &[PathBuf]) -> anyhow::Result<(Vec<Pair>, Vec<String>)> {
    let folders = paths.iter().filter(|path| path.is_dir()).count();
    let (pairs, alone) = match paths {
        [folder] if folders == 1 => in_one(folder)?,
        [one, other] if folders == 2 => in_two(one, other)?,
        _ if folders > 0 => bail!("--paired: give one folder, two folders, or files only"),
        files if !files.len().is_multiple_of(2) => {
            bail!(
                "--paired: {} has no second sample: files are given pair by pair",
                input::name(&files[files.len() - 1])
            )
        }
        files => {
            let pair = |pair: &[PathBuf]| (pair[0].clone(), pair[1].clone());
            (files.chunks_exact(2).map(pair).collect(), Vec::new())
        }
    };
    if pairs.is_empty() {
        let names: Vec<_> = paths.iter().map(|path| input::name(path)).collect();
        bail!("{}: no two files are paired samples: see `outlast targets import --help`", names.join(", "));
    }
    Ok((pairs, alone))
}

/// Files of a folder that are MLIR bytecode, by name.
fn files(folder: &Path) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).with_context(|| input::name(folder))? {
        let path = entry?.path();
        // Other files of the folder are no inputs: the result may be among them.
        if path.is_file() && is_bytecode(&input::beginning(&path).with_context(|| input::name(&path))?) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.insert(name, path);
        }
    }
    Ok(found)
}

/// Files with the same names in two folders.
fn in_two(one: &Path, other: &Path) -> anyhow::Result<(Vec<Pair>, Vec<String>)> {
    let (ones, mut others) = (files(one)?, files(other)?);
    let (mut pairs, mut alone) = (Vec::new(), Vec::new());
    for (name, path) in ones {
        match others.remove(&name) {
            Some(other) => pairs.push((path, other)),
            None => alone.push(input::name(&path)),
        }
    }
    alone.extend(others.values().map(|path| input::name(path)));
    Ok((pairs, alone))
}

/// Files of one folder whose names differ in the version only: of each name the newest of version 4 or before, and the one of version 6.
fn in_one(folder: &Path) -> anyhow::Result<(Vec<Pair>, Vec<String>)> {
    let mut by_name: BTreeMap<String, [Option<(u64, PathBuf)>; 2]> = BTreeMap::new();
    for (name, path) in files(folder)? {
        let bytes = open(&path)?;
        let version =
            File::open(&bytes).map_err(|error| anyhow!("{}: {error}", input::name(&path)))?.version();
        let half = match version {
            0..=4 => 0,
            5 => continue,
            _ => 1,
        };
        let slot = &mut by_name.entry(without_version(&name)).or_default()[half];
        if slot.as_ref().is_none_or(|(before, _)| *before < version) {
            *slot = Some((version, path));
        }
    }
    let (mut pairs, mut alone) = (Vec::new(), Vec::new());
    for halves in by_name.into_values() {
        match halves {
            [Some((_, one)), Some((_, other))] => pairs.push((one, other)),
            halves => alone.extend(halves.into_iter().flatten().map(|(_, path)| input::name(&path))),
        }
    }
    Ok((pairs, alone))
}

/// A file's name without the version that stands before its extension: `a.mlirbc` for `a-v4.mlirbc`.
fn without_version(name: &str) -> String {
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    let bare = stem.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let bare = bare.strip_suffix('v').unwrap_or(bare);
    let named =
        stem.ends_with(|last: char| last.is_ascii_digit()) && (bare.is_empty() || bare.ends_with(['-', '_']));
    let bare = if named { bare.trim_end_matches(['-', '_']) } else { stem };
    format!("{bare}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::{name_of, without_version};

    #[test]
    fn names_without_versions() {
        for (name, bare) in [
            ("a-v4.mlirbc", "a.mlirbc"),
            ("a_6.mlirbc", "a.mlirbc"),
            ("4.mlirbc", ".mlirbc"),
            ("a-v.mlirbc", "a-v.mlirbc"),
            ("conv.mlir.bc", "conv.mlir.bc"),
            ("conv4.mlir.bc", "conv4.mlir.bc"),
            ("v6.mlir.bc", ".mlir.bc"),
        ] {
            assert_eq!(without_version(name), bare);
        }
    }

    #[test]
    fn names_of_producers() {
        assert_eq!(name_of("MLIR24.0.0git"), "mlir-24");
        assert_eq!(name_of("StableHLO_v1.0.0"), "learned");
    }
}
