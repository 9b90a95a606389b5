//! Paired samples as bytes, and what was learned from all of them as a text of schemas.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use outlast_core::Result;

use super::{Half, Learned, Learner, not_paired};
use crate::defs::version;
use crate::file::File;
use crate::ir::{Ir, Nested};
use crate::schema::{FileSchemas, Given, OpSchema, Served, text};
use crate::tables::Tables;

/// Paired samples of one producer, taken in pair by pair.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    learner: Learner,
    producer: Option<String>,
    pairs: usize,
}

impl Lesson {
    /// Nothing seen yet.
    pub fn new() -> Lesson {
        Lesson::default()
    }

    /// Takes in two files: one of version 4 or before, one of version 6, in either order.
    ///
    /// # Errors
    ///
    /// A file that cannot be read; other versions; two producers; or the files do not have the same operations.
    pub fn add(&mut self, one: &[u8], other: &[u8]) -> Result<()> {
        let (one, other) = (File::open(one)?, File::open(other)?);
        let (named, positional) = if one.version() <= other.version() { (one, other) } else { (other, one) };
        let said = |file: &File<'_>| String::from_utf8_lossy(file.producer()).into_owned();
        let producer = said(&positional);
        if said(&named) != producer {
            return Err(not_paired(format!("`{}` wrote one, `{producer}` the other", said(&named))));
        }
        if let Some(before) = self.producer.as_ref().filter(|before| **before != producer) {
            return Err(not_paired(format!("`{producer}` wrote them, and `{before}` those before")));
        }
        let tables = (Tables::read(&named)?, Tables::read(&positional)?);
        let ir =
            (Ir::read(&named, &tables.0, Nested::Read)?, Ir::read(&positional, &tables.1, Nested::Read)?);
        self.learner.add(
            Half { file: &named, tables: &tables.0, ir: &ir.0 },
            Half { file: &positional, tables: &tables.1, ir: &ir.1 },
        )?;
        self.producer = Some(producer);
        self.pairs += 1;
        Ok(())
    }

    /// Who wrote the samples; nothing before the first.
    pub fn producer(&self) -> &str {
        self.producer.as_deref().unwrap_or_default()
    }

    /// How many pairs were taken in.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// What the samples show: see [`Learner::schemas`].
    pub fn schemas(&self, hypothesis: impl Fn(&str) -> Option<OpSchema>) -> BTreeMap<String, Learned> {
        self.learner.schemas(hypothesis)
    }

    /// The release of the producer: `24.0.0git` for `MLIR24.0.0git`.
    pub fn version(&self) -> String {
        let producer = self.producer();
        producer.strip_prefix("MLIR").unwrap_or(producer).replace(' ', "_")
    }
}

/// What was learned, as lines of a text of schemas: the release, then operations; what was not solved is a comment.
pub fn lines(name: &str, version: &str, learned: &BTreeMap<String, Learned>) -> String {
    let mut text = format!("release {name} {version} learned\n");
    for (op, what) in learned {
        let plain = |name: &str| !name.contains(|c: char| c.is_whitespace() || c.is_control());
        let fields = match what {
            Learned::Plain => Ok("-".to_owned()),
            Learned::Schema(schema) => Ok(text::print(schema)),
            Learned::Unsolved(why) => Err(why.clone()),
        };
        // Names are whatever a file has: what would not read back as one line is not written as one.
        let fields = fields.and_then(|fields| match text::parse(&fields) {
            Some(_) if plain(op) && fields.split(' ').all(plain) => Ok(fields),
            _ => Err("its names cannot stand in a text of schemas".into()),
        });
        // Writing to a string does not fail.
        let printable = |text: &str| text.replace(char::is_control, "?");
        let _ = match fields {
            Ok(fields) => writeln!(text, "{op} {fields}"),
            Err(why) => writeln!(text, "# {}: {}", printable(op), printable(&why)),
        };
    }
    text
}

/// How many properties of operations that their producer knew a file has, and how many of them what was given reads. Nothing before
/// version 5 has any.
///
/// # Errors
///
/// The file cannot be read.
pub fn proven(data: &[u8], given: &Arc<Given>) -> Result<(u64, u64)> {
    let file = File::open(data)?.with_schemas(Some(given.clone()));
    if file.version() < version::NATIVE_PROPERTIES_ENCODING {
        return Ok((0, 0));
    }
    let tables = Tables::read(&file)?;
    let ir = Ir::read(&file, &tables, Nested::Read)?;
    let chosen = FileSchemas::choose(&file, &tables, &ir);
    let known = chosen.ops.iter().filter(|op| op.served != Served::Unregistered);
    Ok(known.fold((0, 0), |(all, read), op| {
        let given = matches!(op.served, Served::Given(_));
        (all + op.blobs, read + if given { op.blobs } else { 0 })
    }))
}
