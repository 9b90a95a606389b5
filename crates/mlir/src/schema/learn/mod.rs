//! Schemas inferred from paired samples: the same module, written by one release with names (version 4) and without (version 6).
//!
//! What the dictionary of an operation has in the one and not in the other stands in its properties. Attributes are fields of one
//! number each, ordered by name, so each name's place is where the numbers are those attributes wherever the name is there, and
//! 0 wherever it is not. A place that no name has claimed was 0 in every file: an optional attribute whose name was never seen.

mod digest;
mod fit;
mod samples;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use outlast_core::{Error, ErrorKind, QuickSet, Result, Span};

use super::OpSchema;
use super::validate::dense_i32s;
use crate::defs::version;
use crate::file::File;
use crate::ids::{AttrId, StringId};
use crate::ir::Ir;
use crate::tables::Tables;
use crate::wire::Reader;

use digest::Digests;

pub use samples::{Lesson, lines, proven};

/// One of two paired samples.
#[derive(Clone, Copy, Debug)]
pub struct Half<'h, 'a> {
    /// The file.
    pub file: &'h File<'a>,
    /// Its tables.
    pub tables: &'h Tables<'a>,
    /// All of its operations.
    pub ir: &'h Ir,
}

/// What was inferred of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Learned {
    /// It has no properties.
    Plain,
    /// Its properties have these fields. Fields without a name were always absent.
    Schema(OpSchema),
    /// More than one schema would do, or none.
    Unsolved(String),
}

/// A number at the start of properties, as it is if it is an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Token {
    value: u64,
    /// The attribute of that index.
    attr: Option<u64>,
    /// The attribute of that index without its flag.
    optional: Option<u64>,
    /// Where the next number starts.
    end: usize,
}

/// What an operation had in both files.
#[derive(Clone, Debug)]
struct Observation {
    /// Attributes by name, and their digests.
    named: BTreeMap<String, u64>,
    /// Sizes of segments by name.
    segments: BTreeMap<String, Vec<i64>>,
    tokens: Vec<Token>,
    blob: Vec<u8>,
}

/// The most numbers of properties that are looked at.
const MAX_TOKENS: usize = 64;

/// The most different observations of an operation that are kept.
const MAX_OBSERVATIONS: usize = 4096;

/// Collects what paired samples show.
#[derive(Clone, Debug, Default)]
pub struct Learner {
    plain: BTreeMap<String, u64>,
    seen: BTreeMap<String, (QuickSet<u64>, Vec<Observation>)>,
}

fn not_paired(why: String) -> Error {
    Error::new(ErrorKind::Invalid { what: "paired samples", why }, Span::default())
}

impl Learner {
    /// Nothing seen yet.
    pub fn new() -> Learner {
        Learner::default()
    }

    /// Takes in paired samples: `named` is of version 4 or before, `positional` of version 6.
    ///
    /// # Errors
    ///
    /// Other versions, or the files do not have the same operations.
    pub fn add(&mut self, named: Half<'_, '_>, positional: Half<'_, '_>) -> Result<()> {
        let versions = (named.file.version(), positional.file.version());
        if versions.0 >= version::NATIVE_PROPERTIES_ENCODING
            || versions.1 < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE
        {
            let why = format!("versions {} and {}, expected 4 or less, and 6", versions.0, versions.1);
            return Err(not_paired(why));
        }
        if named.ir.len() != positional.ir.len() {
            return Err(not_paired(format!("{} and {} operations", named.ir.len(), positional.ir.len())));
        }
        let digests = (&mut Digests::new(named.tables), &mut Digests::new(positional.tables));
        for op in named.ir.ops() {
            let id = positional.ir.name(op);
            let name = positional.tables.op_name(id);
            if named.tables.op_name(named.ir.name(op)) != name {
                return Err(not_paired(format!("operation {} has two names", op.0)));
            }
            let name = String::from_utf8_lossy(&name).into_owned();
            if positional.tables.op_names.get(id.index()).is_none_or(|name| name.registered != Some(true)) {
                continue;
            }
            let Some(properties) = positional.ir.properties(op) else {
                *self.plain.entry(name).or_default() += 1;
                continue;
            };
            let blob = positional.tables.properties.get(properties.index()).map_or(&[][..], |blob| &**blob);
            let mut inherent = dictionary(named.tables, named.ir.attrs(op));
            for key in dictionary(positional.tables, positional.ir.attrs(op)).keys() {
                inherent.remove(key);
            }
            let observation = observe(&inherent, named.tables, blob, &mut *digests.0, &mut *digests.1);
            self.take(name, observation);
        }
        Ok(())
    }

    fn take(&mut self, name: String, observation: Observation) {
        let mut hash = DefaultHasher::new();
        (&observation.named, &observation.segments).hash(&mut hash);
        for token in &observation.tokens {
            (token.value == 0, token.attr, token.optional).hash(&mut hash);
        }
        let (known, kept) = self.seen.entry(name).or_default();
        if kept.len() < MAX_OBSERVATIONS && known.insert(hash.finish()) {
            kept.push(observation);
        }
    }

    /// What the samples show of each operation. `hypothesis` is what a release nearby has, if there is one: properties that are no
    /// attributes leave no trace in a dictionary and are known from there only; so are classes of attributes.
    pub fn schemas(&self, hypothesis: impl Fn(&str) -> Option<OpSchema>) -> BTreeMap<String, Learned> {
        let plain = self.plain.keys().map(|name| (name.clone(), Learned::Plain));
        let mut all: BTreeMap<_, _> = plain.collect();
        for (name, (_, observations)) in &self.seen {
            let learned = match all.contains_key(name) {
                true => Learned::Unsolved("some have properties and some do not".into()),
                false => fit::fit(observations, hypothesis(name).as_ref()),
            };
            all.insert(name.clone(), learned);
        }
        all
    }
}

/// A dictionary's attributes by name.
fn dictionary(tables: &Tables<'_>, attrs: Option<AttrId>) -> BTreeMap<String, AttrId> {
    let read = || {
        let entry = tables.attrs.get(attrs?.0)?;
        let mut reader = Reader::new(entry.bytes);
        let mut found = BTreeMap::new();
        if !entry.custom || reader.varint("code").ok()? != 1 {
            return None;
        }
        for _ in 0..reader.count("attributes").ok()? {
            let name = tables.attrs.get(reader.index(usize::MAX, "name").ok()?)?;
            let value = AttrId(reader.index(usize::MAX, "value").ok()?);
            let mut name = Reader::new(name.bytes);
            let _code = name.varint("code").ok()?;
            let name = tables.string(StringId(name.index(usize::MAX, "string").ok()?));
            found.insert(String::from_utf8_lossy(name).into_owned(), value);
        }
        Some(found)
    };
    read().unwrap_or_default()
}

fn observe(
    inherent: &BTreeMap<String, AttrId>,
    tables: &Tables<'_>,
    blob: &[u8],
    before: &mut Digests<'_>,
    after: &mut Digests<'_>,
) -> Observation {
    let (mut named, mut segments) = (BTreeMap::new(), BTreeMap::new());
    for (name, attr) in inherent {
        let sizes = tables.attrs.get(attr.0).and_then(|entry| dense_i32s(tables, &entry));
        match sizes.filter(|_| matches!(&**name, "operandSegmentSizes" | "resultSegmentSizes")) {
            Some(sizes) => drop(segments.insert(name.clone(), sizes)),
            None => drop(named.insert(name.clone(), before.attr(attr.0).unwrap_or_default())),
        }
    }
    let mut reader = Reader::new(blob);
    let mut tokens = Vec::new();
    while let Ok(value) = reader.varint("number") {
        let mut digest = |index: u64| u32::try_from(index).ok().and_then(|index| after.attr(index));
        let optional = if value & 1 == 1 { digest(value >> 1) } else { None };
        tokens.push(Token { value, attr: digest(value), optional, end: reader.offset() });
        if tokens.len() == MAX_TOKENS {
            break;
        }
    }
    Observation { named, segments, tokens, blob: blob.to_vec() }
}
