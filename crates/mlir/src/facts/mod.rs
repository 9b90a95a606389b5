//! What a file needs of whoever reads it: [`facts`].
//!
//! Everything a reader looks at is here once, with how often and where first: version, dialects, codes and texts of attributes and
//! types, resources, and operations by shape: how many operands, results, regions and successors, which properties, which attributes.

mod blobs;
mod classes;
pub mod conditions;
pub(crate) mod entries;
mod fields;
mod operations;
mod reached;

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Need, Path, Place, Result, Span, Value};

pub use crate::sound::Fault;
pub use blobs::Blobs;
pub use classes::{AttrClass, AttrFacts, Attrs};
pub use entries::{CodeUse, ELIDED, TextUse, Vectors, names_in};
pub use operations::{BlockEnd, OpShape, OpUse};

use operations::Gathered;
use reached::Reached;

use crate::budget::budget_for;
use crate::changes;
use crate::defs::section;
use crate::file::File;
use crate::ids::AttrId;
use crate::ids::EntryKind;
use crate::print::Snippets;
use crate::schema::FileSchemas;
use crate::tables::{Resource, ResourceValue, Tables};
use crate::tables::{array_items, dictionary_items};

/// A dialect that a file mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialectUse {
    /// Its namespace.
    pub name: String,
    /// Whether the file has a version of it.
    pub versioned: bool,
    /// Keys of its resources.
    pub resources: Vec<String>,
    /// How many of them have no content.
    pub declared: usize,
    /// How many operations, attributes and types are of it.
    pub uses: u64,
}

/// The names and values of a dictionary.
pub type Dictionary = Vec<(String, AttrId)>;

/// What a file needs.
#[derive(Clone, Debug, Default)]
pub struct MlirFacts {
    /// Version of the container.
    pub version: u64,
    /// Who wrote it, as the file says.
    pub producer: String,
    /// Size of the file, in bytes.
    pub size: usize,
    /// The greatest alignment that a section asks for, in bytes; 1 if none does.
    pub alignment: u64,
    /// Sections, in order.
    pub sections: Vec<u8>,
    /// Dialects.
    pub dialects: Vec<DialectUse>,
    /// The key of the first external resource whose content was left out: readers take it for one that is cut off.
    pub empty_external: Option<String>,
    /// Owners of external resources.
    pub external: Vec<String>,
    /// Which vector types it has, of those that some releases take in fewer places than others.
    pub vectors: Vectors,
    /// Encoded attributes and types by dialect and code.
    pub codes: Vec<CodeUse>,
    /// Attributes and types in assembly text, by their distinct texts' leading names.
    pub texts: Vec<TextUse>,
    /// Every attribute.
    pub attrs: Attrs,
    /// Attributes that have the value which an operation without them has anyway: operation, name, attribute.
    pub defaults: BTreeSet<(String, String, AttrId)>,
    /// Distinct properties.
    pub blobs: Blobs,
    /// Dictionaries that operations have.
    pub dictionaries: Vec<Dictionary>,
    /// Of attributes in dictionaries, the dialects of attributes that these are, or list: of those that are text.
    pub dialects_of: BTreeMap<AttrId, BTreeSet<String>>,
    /// Operations by name.
    pub ops: Vec<OpUse>,
    /// What speaks against it that the file is as its writer wrote it: only of [`facts_for_verdicts`].
    pub faults: Vec<Fault>,
}

/// Reads what a file needs.
///
/// # Errors
///
/// The file is damaged.
pub fn facts(file: &File<'_>) -> Result<MlirFacts> {
    facts_with(file, &|_| Vec::new())
}

/// As [`facts`], and of each operation, by its name, which of some conditions it does not meet.
///
/// # Errors
///
/// The file is damaged.
pub fn facts_with(file: &File<'_>, conditions: &dyn Fn(&str) -> Vec<String>) -> Result<MlirFacts> {
    read(file, conditions, None)
}

/// As [`facts_with`], and, with `faults`, whether the file is as its writer wrote it, as far as that shows: what verdicts presuppose. `foreign` are dialects that no reader
/// has which will be asked about: see [`CodeUse::hidden`].
///
/// # Errors
///
/// The file is damaged.
pub fn facts_for_verdicts(
    file: &File<'_>,
    conditions: &dyn Fn(&str) -> Vec<String>,
    foreign: &dyn Fn(&str) -> bool,
    faults: bool,
) -> Result<MlirFacts> {
    read(file, conditions, Some((foreign, faults)))
}

/// Which dialects the reader does not have, and whether faults are looked for.
type ForVerdicts<'a> = (&'a dyn Fn(&str) -> bool, bool);

fn read(
    file: &File<'_>,
    conditions: &dyn Fn(&str) -> Vec<String>,
    for_verdicts: Option<ForVerdicts<'_>>,
) -> Result<MlirFacts> {
    let tables = Tables::read(file)?;
    let gathered = Gathered::read(file, &tables)?;
    let schemas = FileSchemas::choose_among(file, &tables, &gathered.survey(&tables)).schemas;
    let mut facts = MlirFacts {
        version: file.version(),
        producer: String::from_utf8_lossy(file.producer()).into_owned(),
        size: file.data().len(),
        alignment: alignment(file),
        sections: file.order().to_vec(),
        attrs: Attrs::of(&tables),
        blobs: Blobs::of(tables.properties.iter().map(|blob| &**blob)),
        ..MlirFacts::default()
    };
    let reached = match for_verdicts {
        Some((foreign, _)) => Reached::of(file, &tables, &schemas, foreign)?,
        None => None,
    };
    if for_verdicts.is_some_and(|(_, faults)| faults) {
        facts.faults = crate::sound::faults(file, &tables, &schemas)?;
    }
    facts.dialects = dialects(&tables);
    let owner = |id| String::from_utf8_lossy(tables.string(id)).into_owned();
    let empty = |resource: &&Resource<'_>| matches!(resource.value, ResourceValue::Declared(_));
    let external = tables.resources.external.iter().flat_map(|group| &group.members);
    let key = |resource: &Resource<'_>| String::from_utf8_lossy(tables.string(resource.key)).into_owned();
    facts.empty_external = external.filter(empty).map(key).next();
    facts.external = tables.resources.external.iter().map(|group| owner(group.owner)).collect();
    (facts.codes, facts.texts) = entries::entries(file, &tables, reached.as_ref());
    facts.vectors = entries::vectors(&tables);
    let dictionaries = gathered.dictionaries();
    let text = |(name, value): (Vec<u8>, AttrId)| (String::from_utf8_lossy(&name).into_owned(), value);
    let items = |attrs| dictionary_items(&tables, attrs).unwrap_or_default().into_iter().map(text).collect();
    facts.dictionaries = dictionaries.iter().copied().map(items).collect();
    facts.dialects_of = dialects_of(&tables, &facts);
    facts.ops = gathered.operations(file, &tables, &schemas, &dictionaries);
    facts.defaults = defaults(&tables, &facts);
    let wanted = facts
        .ops
        .iter()
        .enumerate()
        .map(|(at, op)| (at, if op.count > 0 { conditions(&op.name) } else { Vec::new() }));
    let wanted: BTreeMap<usize, Vec<String>> =
        wanted.filter(|(_, conditions)| !conditions.is_empty()).collect();
    if !wanted.is_empty() {
        for (at, unmet) in conditions::unmet(file, &tables, &schemas, &wanted)? {
            if let Some(op) = facts.ops.get_mut(at) {
                op.unmet = unmet;
            }
        }
    }
    for op in facts.ops.iter().filter(|op| op.count > 0) {
        if let Some(dialect) = facts.dialects.iter_mut().find(|dialect| dialect.name == op.dialect) {
            dialect.uses += op.count;
        }
    }
    Ok(facts)
}

/// The dialects of attributes in dictionaries, and of the members of arrays there.
fn dialects_of(tables: &Tables<'_>, facts: &MlirFacts) -> BTreeMap<AttrId, BTreeSet<String>> {
    let mut found: BTreeMap<AttrId, BTreeSet<String>> = BTreeMap::new();
    let mut budget = budget_for(facts.size);
    for (_, attr) in facts.dictionaries.iter().flatten() {
        if found.contains_key(attr) {
            continue;
        }
        let members = array_items(tables, *attr).unwrap_or_default();
        // What is not looked at has no dialects; it is far more than a file of that size has.
        if !budget.spend(members.len() + 1) {
            return found;
        }
        let class = |attr: &AttrId| facts.attrs.get(attr.index()).map(|facts| &facts.class);
        let dialect = |class: &AttrClass| match class {
            AttrClass::Named(name) => name.split('.').next().map(str::to_owned),
            _ => None,
        };
        let dialects = members.iter().chain([attr]).filter_map(class).filter_map(dialect).collect();
        found.insert(*attr, dialects);
    }
    found.retain(|_, dialects| !dialects.is_empty());
    found
}

/// The newest release whose spelling is known.
const NEWEST: u32 = 22;

/// Attributes in dictionaries that are what [`changes::rows`] has for operations without them.
fn defaults(tables: &Tables<'_>, facts: &MlirFacts) -> BTreeSet<(String, String, AttrId)> {
    // Rows have texts as the newest release spells them.
    let mut texts = Snippets::of_release(tables, NEWEST);
    let rows = changes::rows();
    let mut found = BTreeSet::new();
    let mut budget = budget_for(facts.size);
    for op in &facts.ops {
        let dictionaries: BTreeSet<usize> = op.shapes.iter().filter_map(|shape| shape.attrs).collect();
        for (name, attr) in dictionaries.iter().filter_map(|at| facts.dictionaries.get(*at)).flatten() {
            // Operations of many names may have one dictionary. Attributes that are not looked at count as no defaults.
            if !budget.spend(rows.len()) {
                return found;
            }
            let Some(default) = changes::default(&op.name, name) else { continue };
            let printed = texts.exact(EntryKind::Attr, attr.0);
            if printed.is_some_and(|printed| printed == default.as_bytes()) {
                found.insert((op.name.clone(), name.clone(), *attr));
            }
        }
    }
    found
}

fn alignment(file: &File<'_>) -> u64 {
    let sections = file.order().iter().filter_map(|id| file.section(*id));
    sections.map(|section| section.alignment.unwrap_or(1)).max().unwrap_or(1)
}

fn dialects(tables: &Tables<'_>) -> Vec<DialectUse> {
    let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let mut all: Vec<DialectUse> = tables
        .dialects
        .iter()
        .map(|dialect| DialectUse {
            name: lossy(tables.string(dialect.name)),
            versioned: dialect.version.is_some(),
            resources: Vec::new(),
            declared: 0,
            uses: 0,
        })
        .collect();
    for group in &tables.resources.dialects {
        let Some(dialect) = all.get_mut(group.owner.index()) else { continue };
        dialect.resources.extend(group.members.iter().map(|member| lossy(tables.string(member.key))));
        let declared = |value: &ResourceValue<'_>| matches!(value, ResourceValue::Declared(_));
        dialect.declared += group.members.iter().filter(|member| declared(&member.value)).count();
    }
    for entry in tables.attrs.iter().chain(tables.types.iter()) {
        if let Some(dialect) = all.get_mut(entry.dialect.index()) {
            dialect.uses += 1;
        }
    }
    all
}

/// A place in a section: all of it, and the path.
fn in_section(file: &File<'_>, id: u8, path: impl FnOnce(Path) -> Path) -> Place {
    let span = file.section(id).map_or_else(Span::default, |found| {
        let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
        Span::bytes(wide(found.start), wide(found.end))
    });
    Place::new(span, path(Path::root().field(section::name(id))))
}

impl MlirFacts {
    /// The same as a flat list: key, value, how often, where first.
    pub fn needs(&self) -> Vec<Need> {
        let number = |value: u64| Value::Number(i64::try_from(value).unwrap_or(i64::MAX));
        let need = |key, value, count, first| Need { key, value, count, first };
        let mut needs = vec![need("bytecode", number(self.version), 1, Place::default())];
        for id in &self.sections {
            needs.push(need("section", number(u64::from(*id)), 1, Place::default()));
        }
        for dialect in &self.dialects {
            let text = || Value::Text(dialect.name.clone());
            if dialect.uses > 0 {
                needs.push(need("dialect", text(), dialect.uses, Place::default()));
            }
            if dialect.versioned {
                needs.push(need("dialect-version", text(), 1, Place::default()));
            }
            if !dialect.resources.is_empty() {
                let count = u64::try_from(dialect.resources.len()).unwrap_or(u64::MAX);
                needs.push(need("resources", text(), count, Place::default()));
            }
        }
        for code in &self.codes {
            let key = if code.kind == EntryKind::Attr { "attr-code" } else { "type-code" };
            let value = Value::Text(format!("{}/{}", code.dialect, code.code));
            needs.push(need(key, value, code.count, code.first.clone()));
        }
        for text in &self.texts {
            let key = if text.kind == EntryKind::Attr { "attr" } else { "type" };
            needs.push(need(key, Value::Text(text.name.clone()), text.count, text.first.clone()));
        }
        for op in self.ops.iter().filter(|op| op.count > 0) {
            needs.push(need("op", Value::Text(op.name.clone()), op.count, op.first.clone()));
        }
        needs
    }
}
