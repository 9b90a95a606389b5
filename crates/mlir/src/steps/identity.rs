//! Attributes with an identity of their own, which a text keeps only where it is the one text that has them.

use std::collections::BTreeSet;

use crate::codec::{Codecs, EntryKind, Reference, references};
use crate::ids::AttrId;
use crate::module::Module;
use crate::tables::Entry;
use crate::wire::Reader;
use outlast_core::QuickMap;

/// Code of an attribute with an identity.
const DISTINCT: u64 = 21;
/// What has the identity of a compile unit.
const UNIT: &str = "DICompileUnitAttr";

/// Attributes that become text, by what identities others have as well.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Those in which something has an identity that another text, or an encoding, has as well.
    pub(super) texts: BTreeSet<u32>,
    /// Those in which that is the compile unit of debug information and nothing else: a function whose unit is another one of the same contents is described
    /// as before, in a unit of its own.
    pub(super) units: BTreeSet<u32>,
}

/// Of attributes that become text, those with an identity that is not theirs alone: of each other only one text stays, because nothing but what becomes text
/// itself refers to the others.
pub(super) fn shared(module: &Module<'_>, texts: &BTreeSet<u32>) -> Shared {
    let mut entries = Graph { module, codecs: Codecs::of(&module.tables), inner: QuickMap::default() };
    // What operations were encoded with, or were not read, may refer to all.
    let roots = match module.ir.is_empty() || !module.tables.properties.is_empty() {
        true => texts.clone(),
        false => entries.roots(texts),
    };
    let mut owners: QuickMap<u32, Vec<u32>> = QuickMap::default();
    for root in &roots {
        for distinct in entries.distinct(*root) {
            owners.entry(distinct).or_default().push(*root);
        }
    }
    owners.retain(|_, roots| roots.len() > 1);
    let units = entries.of_units(owners.keys().copied().collect());
    let of = |of_units: bool| {
        let owners = owners.iter().filter(|(distinct, _)| units.contains(distinct) == of_units);
        owners.flat_map(|(_, roots)| roots).copied().filter(|root| texts.contains(root)).collect()
    };
    Shared { texts: of(false), units: of(true) }
}

struct Graph<'m, 'a> {
    module: &'m Module<'a>,
    codecs: Codecs,
    /// What has an identity in an attribute, by attribute.
    inner: QuickMap<u32, BTreeSet<u32>>,
}

impl Graph<'_, '_> {
    /// The attributes that an entry refers to.
    fn children(&self, entry: &Entry<'_>, kind: EntryKind) -> Vec<u32> {
        let mut found = Vec::new();
        let tables = &self.module.tables;
        if let Some((_, fields)) = self.codecs.find(tables, entry, kind) {
            // Of a malformed entry, those before the fault, which `verify` reports.
            let _ = references(entry, fields, |reference| {
                if let Reference::Attr(attr) = reference {
                    found.push(attr);
                }
                Ok(())
            });
        }
        found
    }

    fn children_of(&self, attr: u32) -> Vec<u32> {
        self.module.tables.attrs.get(attr).map_or(Vec::new(), |entry| self.children(&entry, EntryKind::Attr))
    }

    /// Those of the texts, and those with an identity, that something refers to which is no text: operations, arguments of blocks, other entries.
    fn roots(&self, texts: &BTreeSet<u32>) -> BTreeSet<u32> {
        let (ir, tables) = (&self.module.ir, &self.module.tables);
        let mut met: BTreeSet<u32> = BTreeSet::new();
        for op in ir.ops() {
            met.insert(ir.location(op).0);
            met.extend(ir.attrs(op).map(|attr: AttrId| attr.0));
            let args = ir.regions(op).flat_map(|region| ir.blocks(region)).flat_map(|block| ir.args(block));
            met.extend(args.filter_map(|arg| arg.location).map(|attr| attr.0));
        }
        for (kind, entries) in [(EntryKind::Attr, &tables.attrs), (EntryKind::Type, &tables.types)] {
            for (index, entry) in (0_u32..).zip(entries.iter()) {
                if kind == EntryKind::Type || !texts.contains(&index) && !self.is_distinct(index) {
                    met.extend(self.children(&entry, kind));
                }
            }
        }
        met.retain(|attr| texts.contains(attr) || self.is_distinct(*attr));
        met
    }

    /// Of some identities, those of compile units that nothing else has.
    fn of_units(&self, mut identities: BTreeSet<u32>) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        if identities.is_empty() {
            return found;
        }
        let tables = &self.module.tables;
        for entry in tables.attrs.iter() {
            let unit = self
                .codecs
                .find(tables, &entry, EntryKind::Attr)
                .is_some_and(|(shape, _)| shape.name == UNIT);
            for child in self.children(&entry, EntryKind::Attr) {
                if unit && identities.contains(&child) {
                    found.insert(child);
                } else {
                    identities.remove(&child);
                }
            }
        }
        &found & &identities
    }

    fn is_distinct(&self, attr: u32) -> bool {
        self.module.tables.attrs.get(attr).is_some_and(|entry| {
            entry.custom
                && Reader::new(entry.bytes).varint("code") == Ok(DISTINCT)
                && self.module.tables.dialect_name(entry.dialect) == b"builtin"
        })
    }

    /// What has an identity in an attribute, or is it.
    fn distinct(&mut self, root: u32) -> BTreeSet<u32> {
        let (mut found, mut seen, mut waiting) = (BTreeSet::new(), BTreeSet::from([root]), vec![root]);
        while let Some(attr) = waiting.pop() {
            if let Some(known) = self.inner.get(&attr) {
                found.extend(known);
                continue;
            }
            if self.is_distinct(attr) {
                found.insert(attr);
            }
            waiting.extend(self.children_of(attr).into_iter().filter(|child| seen.insert(*child)));
        }
        self.inner.insert(root, found.clone());
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::shared;
    use crate::module::Module;
    use crate::parse::{ParseOptions, parse};
    use crate::print::Snippets;

    /// Which of the arrays of a module share an identity, if all of them become text.
    fn shared_texts(body: &str) -> Vec<String> {
        let text: &'static str = format!("\"builtin.module\"() ({{\n{body}\n}}) : () -> ()").leak();
        let module: Module<'static> = parse(text, &ParseOptions::default()).unwrap();
        let mut texts = Snippets::new(&module.tables, b"MLIR22");
        let all = (0..u32::try_from(module.tables.attrs.len()).unwrap()).map(crate::ids::AttrId);
        let said: Vec<(u32, String)> = all.map(|attr| (attr.0, texts.attr(attr))).collect();
        let arrays: BTreeSet<u32> =
            said.iter().filter(|(_, text)| text.starts_with('[')).map(|(index, _)| *index).collect();
        let found = shared(&module, &arrays).texts;
        said.into_iter().filter(|(index, _)| found.contains(index)).map(|(_, text)| text).collect()
    }

    #[test]
    fn one_text_keeps_an_identity_and_several_do_not() {
        assert!(shared_texts("\"t.a\"() {x = [distinct[0]<1 : i8>]} : () -> ()").is_empty());
        // Two operations with the same text, and a text in another one that nothing else refers to.
        let same = "\"t.a\"() {x = [[distinct[0]<1 : i8>], 2 : i8]} : () -> ()";
        assert!(shared_texts(&format!("{same}\n{same}")).is_empty());
        let two = "\"t.a\"() {x = [distinct[0]<1 : i8>]} : () -> ()\n\"t.b\"() {y = [distinct[0]<1 : i8>, 2 : i8]} : () -> ()";
        assert_eq!(shared_texts(two).len(), 2);
        // What is no text has it as well.
        let other = "\"t.a\"() {x = [distinct[0]<1 : i8>]} : () -> ()\n\"t.b\"() {y = distinct[0]<1 : i8>} : () -> ()";
        assert_eq!(shared_texts(other).len(), 1);
    }
}
