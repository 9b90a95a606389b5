//! Entries that became equal are made one, as upstream has every attribute and type once.

use crate::codec::{Codecs, EntryKind, Reference, transcode};
use crate::ids::{AttrId, DialectId};
use crate::module::Module;
use outlast_core::QuickMap;

/// The code of builtin's distinct attributes, each of which is one of its own.
const DISTINCT: u64 = 21;

type Content = (EntryKind, DialectId, bool, Vec<u8>);

/// Makes equal attributes one wherever operations and other attributes refer to them; distinct attributes stay apart. Text is compared as it
/// stands. How many were equal to another.
pub fn unify(module: &mut Module<'_>) -> usize {
    let codecs = Codecs::of(&module.tables);
    let builtin = module.tables.find_dialect(b"builtin");
    let count = module.tables.attrs.len();
    let mut same: Vec<u32> = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    // Parts stand anywhere: what they are made of is equal one round later.
    loop {
        let mut first: QuickMap<Content, u32> = QuickMap::default();
        let mut changed = false;
        for index in 0..u32::try_from(count).unwrap_or(u32::MAX) {
            let Some(entry) = module.tables.attrs.get(index) else { continue };
            if same.get(outlast_core::to_index(index)) != Some(&index) {
                continue;
            }
            let mut bytes = Vec::new();
            let encoded =
                codecs.find(&module.tables, &entry, EntryKind::Attr).is_some_and(|(shape, fields)| {
                    let own = Some(entry.dialect) == builtin && shape.code == DISTINCT;
                    let mut map = |reference: Reference| {
                        Ok(match reference {
                            Reference::Attr(at) => {
                                same.get(outlast_core::to_index(at)).copied().unwrap_or(at)
                            }
                            Reference::Type(at) | Reference::Str(at) | Reference::Resource(at) => at,
                        })
                    };
                    !own && transcode(&entry, fields, &mut bytes, &mut map).is_ok()
                });
            if !encoded {
                if entry.custom {
                    continue;
                }
                bytes = entry.bytes.to_vec();
            }
            let content = (EntryKind::Attr, entry.dialect, entry.custom, bytes);
            let known = *first.entry(content).or_insert(index);
            if known != index {
                if let Some(place) = same.get_mut(outlast_core::to_index(index)) {
                    *place = known;
                }
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let merged =
        same.iter().enumerate().filter(|(at, to)| u32::try_from(*at).is_ok_and(|at| at != **to)).count();
    if merged > 0 {
        apply(module, &codecs, &same);
    }
    merged
}

/// Refers to the first of equal attributes everywhere. Properties are not looked into: no operation of VHLO refers to locations there.
fn apply(module: &mut Module<'_>, codecs: &Codecs, same: &[u32]) {
    // An entry may be the same as one that was made the same as another.
    let last = |mut at: u32| {
        while let Some(next) = same.get(outlast_core::to_index(at)).copied().filter(|next| *next != at) {
            at = next;
        }
        at
    };
    let mut changes = Vec::new();
    for index in 0..u32::try_from(module.tables.attrs.len()).unwrap_or(u32::MAX) {
        let Some(entry) = module.tables.attrs.get(index) else { continue };
        let Some((_, fields)) = codecs.find(&module.tables, &entry, EntryKind::Attr) else { continue };
        let mut bytes = Vec::new();
        let mut map = |reference: Reference| {
            Ok(match reference {
                Reference::Attr(at) => last(at),
                Reference::Type(at) | Reference::Str(at) | Reference::Resource(at) => at,
            })
        };
        if transcode(&entry, fields, &mut bytes, &mut map).is_ok() && bytes != entry.bytes {
            changes.push((index, entry.dialect, bytes));
        }
    }
    for (index, dialect, bytes) in changes {
        module.tables.attrs.replace(index, dialect, true, bytes);
    }
    let ir = &mut module.ir;
    for op in ir.ops() {
        let location = AttrId(last(ir.location(op).0));
        ir.set_location(op, location);
        let attrs = ir.attrs(op).map(|attrs| AttrId(last(attrs.0)));
        ir.set_attrs(op, attrs);
    }
    for arg in &mut ir.args {
        arg.location = arg.location.map(|location| AttrId(last(location.0)));
    }
}
