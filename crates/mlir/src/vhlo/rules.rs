//! What an operation needs of a version: its window, those of what it refers to, and limits; how far changes take it down.

use std::collections::BTreeSet;

use crate::codec::{Codecs, EntryKind, Reference, references, vhlo as codes};
use crate::ids::{AttrId, TypeId};
use crate::tables::Tables;
use crate::wire::Reader;
use outlast_core::QuickMap;

use super::Version;
use super::defs::{Limit, defs};
use super::values;
use crate::vhlo_defs::OpAttrs;

/// Something that a version has or does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Entity {
    /// An attribute by its name: `result_accuracy_v1`.
    Attr(&'static str),
    /// An attribute by its code, of a version that is not known here.
    AttrCode(u64),
    /// A type by its name: `f8E4M3_v1`.
    Type(&'static str),
    /// A type by its code, of a version that is not known here.
    TypeCode(u64),
}

impl Entity {
    /// The first version that has it; none if no version that is known here has.
    pub fn since(self) -> Option<Version> {
        match self {
            Entity::Attr(name) => defs().attrs.get(name).map(|window| window.first),
            Entity::Type(name) => defs().types.get(name).map(|window| window.first),
            Entity::AttrCode(_) | Entity::TypeCode(_) => None,
        }
    }
}

impl Entity {
    /// `attribute` or `type`, and its code; a type with an encoding has another code than one without.
    pub fn code(self) -> Option<(&'static str, u64)> {
        let of = |kind, wanted: &str| {
            (0..=u64::from(u8::MAX)).find(|code| codes::name(kind, *code) == Some(wanted))
        };
        match self {
            Entity::Attr(name) => Some(("attribute", of(EntryKind::Attr, name)?)),
            Entity::Type(name) => Some(("type", of(EntryKind::Type, name)?)),
            Entity::AttrCode(code) => Some(("attribute", code)),
            Entity::TypeCode(code) => Some(("type", code)),
        }
    }
}

impl std::fmt::Display for Entity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Entity::Attr(name) => write!(f, "#vhlo.{name}"),
            Entity::Type(name) => write!(f, "!vhlo.{name}"),
            Entity::AttrCode(code) => write!(f, "vhlo attribute code {code}"),
            Entity::TypeCode(code) => write!(f, "vhlo type code {code}"),
        }
    }
}

/// The entities that attributes and types consist of. Each entry is looked at once.
#[derive(Debug)]
pub(crate) struct Entities {
    codecs: Codecs,
    known: QuickMap<(EntryKind, u32), BTreeSet<Entity>>,
}

impl Entities {
    pub(crate) fn of(tables: &Tables<'_>) -> Entities {
        Entities { codecs: Codecs::of(tables), known: QuickMap::default() }
    }

    /// All that an entry consists of, but what every version has.
    pub(crate) fn get(&mut self, tables: &Tables<'_>, kind: EntryKind, index: u32) -> &BTreeSet<Entity> {
        let root = (kind, index);
        // Inner entries first: entries that have themselves inside end here, too.
        let mut open = vec![(root, false)];
        let mut seen = BTreeSet::new();
        while let Some((at, inside)) = open.pop() {
            if self.known.contains_key(&at) {
                continue;
            }
            let parts = self.parts(tables, at);
            if !inside {
                if !seen.insert((at.0 == EntryKind::Attr, at.1)) {
                    continue;
                }
                open.push((at, true));
                open.extend(parts.into_iter().map(|part| (part, false)));
                continue;
            }
            let mut all: BTreeSet<Entity> = self.own_entity(tables, at).into_iter().collect();
            for part in parts {
                all.extend(self.known.get(&part).into_iter().flatten());
            }
            self.known.insert(at, all);
        }
        self.known.entry(root).or_default()
    }

    fn entry<'t>(
        tables: &'t Tables<'_>,
        (kind, index): (EntryKind, u32),
    ) -> Option<crate::tables::Entry<'t>> {
        if kind == EntryKind::Attr { tables.attrs.get(index) } else { tables.types.get(index) }
    }

    fn own_entity(&self, tables: &Tables<'_>, at: (EntryKind, u32)) -> Option<Entity> {
        let entry = Entities::entry(tables, at)?;
        let (code, _) = values::of_dialect(tables, &entry, b"vhlo")?;
        let entity = match (codes::name(at.0, code), at.0) {
            (Some(name), EntryKind::Attr) => Entity::Attr(name),
            (Some(name), EntryKind::Type) => Entity::Type(name),
            (None, EntryKind::Attr) => Entity::AttrCode(code),
            (None, EntryKind::Type) => Entity::TypeCode(code),
        };
        // Nearly everything is as old as VHLO.
        (entity.since() != Some(Version::oldest())).then_some(entity)
    }

    fn parts(&self, tables: &Tables<'_>, at: (EntryKind, u32)) -> Vec<(EntryKind, u32)> {
        let Some(entry) = Entities::entry(tables, at) else { return Vec::new() };
        let Some((_, fields)) = self.codecs.find(tables, &entry, at.0) else { return Vec::new() };
        let mut parts = Vec::new();
        let _ = references(&entry, fields, |reference| {
            match reference {
                Reference::Attr(index) => parts.push((EntryKind::Attr, index)),
                Reference::Type(index) => parts.push((EntryKind::Type, index)),
                Reference::Str(_) | Reference::Resource(_) => {}
            }
            Ok(())
        });
        parts
    }
}

/// An operation of VHLO, with all that its versions depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Op<'o> {
    pub(crate) name: &'static str,
    pub(crate) attrs: &'o OpAttrs,
    pub(crate) operands: &'o [Option<TypeId>],
    pub(crate) results: &'o [TypeId],
    pub(crate) regions: usize,
}

/// Why an operation cannot be made its predecessor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Hindrance {
    /// An attribute that older versions do not have has another value than the one that stands for its absence.
    Attribute(&'static str),
    /// It has not exactly one operand, but so many.
    Operands(usize),
    /// It has regions.
    Regions,
    /// There is no predecessor.
    NoneOlder,
    /// An attribute of the definition is missing, or cannot be read.
    Unreadable,
}

impl Op<'_> {
    /// What stands against making it its predecessor; empty if nothing does.
    pub(crate) fn hindrances(&self, tables: &Tables<'_>) -> Vec<Hindrance> {
        let Some(change) = defs().change_to(self.name) else { return vec![Hindrance::NoneOlder] };
        let mut found = Vec::new();
        for (name, default) in &change.add {
            match self.attrs.get(name) {
                Some(value) if values::is_default(tables, value, *default) => {}
                Some(_) => found.push(Hindrance::Attribute(name)),
                None => found.push(Hindrance::Unreadable),
            }
        }
        if change.one_operand && self.operands.len() != 1 {
            found.push(Hindrance::Operands(self.operands.len()));
        }
        if change.no_regions && self.regions != 0 {
            found.push(Hindrance::Regions);
        }
        found
    }

    /// The oldest name that it can have: its own or that of a predecessor; and what it would no longer say then.
    pub(crate) fn oldest(&self, tables: &Tables<'_>) -> (&'static str, Vec<&'static str>) {
        let (mut name, mut dropped) = (self.name, Vec::new());
        while let Some(change) = defs().change_to(name) {
            let op = Op { name, ..*self };
            if !op.hindrances(tables).is_empty() {
                break;
            }
            dropped.extend(change.add.iter().map(|(name, _)| *name));
            name = change.old;
        }
        (name, dropped)
    }

    /// Whether it has what a limit is about.
    pub(crate) fn has(&self, tables: &Tables<'_>, limit: Limit) -> bool {
        match limit {
            Limit::OtherElementType => {
                let element = |ty: Option<TypeId>| values::element(tables, ty?);
                let pairs = self.operands.iter().zip(self.results);
                pairs
                    .into_iter()
                    .any(|(operand, result)| !same_type(tables, element(*operand), element(Some(*result))))
            }
            Limit::DictionaryConfig => {
                self.code_of(tables, "backend_config") == Some(values::attr::DICTIONARY)
            }
            Limit::TypedFfi => {
                let api = self.attrs.get("api_version").and_then(|attr| values::attr(tables, attr));
                api.is_some_and(|(code, mut reader)| {
                    code == values::attr::API_VERSION
                        && reader.varint("value").is_ok_and(|value| value == values::TYPED_FFI)
                })
            }
            Limit::FutureOperand => {
                let future = |ty: &Option<TypeId>| {
                    ty.and_then(|ty| values::ty(tables, ty))
                        .is_some_and(|(code, _)| code == values::ty::FUTURE)
                };
                self.operands.iter().any(future)
            }
        }
    }

    fn code_of(&self, tables: &Tables<'_>, name: &str) -> Option<u64> {
        self.attrs.get(name).and_then(|attr| values::attr(tables, attr)).map(|(code, _)| code)
    }
}

/// Whether two types are the same: the same entry, or equal ones.
fn same_type(tables: &Tables<'_>, one: Option<TypeId>, other: Option<TypeId>) -> bool {
    let bytes = |ty: TypeId| tables.types.get(ty.0).map(|entry| (entry.dialect, entry.custom, entry.bytes));
    one == other || one.and_then(bytes) == other.and_then(bytes)
}

/// The API version of a custom call: its name.
pub(crate) fn api_version(tables: &Tables<'_>, attr: AttrId) -> Option<&'static str> {
    let (values::attr::API_VERSION, mut reader): (u64, Reader<'_>) = values::attr(tables, attr)? else {
        return None;
    };
    codes::name_of("api_version_v1", reader.varint("value").ok()?)
}
