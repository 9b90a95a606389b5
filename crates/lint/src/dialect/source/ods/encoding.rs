//! Codes of attributes and types, from definitions of a dialect's bytecode: a code is a place in a list.

use super::super::super::layout::{Layout, Piece};
use super::super::super::model::{Code, CodeKind, Dialects};
use super::records::{Record, Records};

/// How deep lists are nested at most.
const MAX_NESTING: usize = 4;

/// Adds the codes that a file defines.
pub(super) fn codes(records: &Records, out: &mut Dialects) {
    for (class, kind) in [("DialectAttributes", CodeKind::Attr), ("DialectTypes", CodeKind::Type)] {
        for list in records.of_class(class) {
            // Lists are called as the class of the dialect in C++.
            let Some(name) = list.text("dialect") else { continue };
            let name = name.strip_suffix("Dialect").unwrap_or(name).to_ascii_lowercase();
            let dialect = out.dialect_mut(&name);
            for (code, elem) in (0_u64..).zip(list.defs("elems")) {
                let Some(of) = records.at(elem) else { continue };
                if elem == "ReservedOrDead" || dialect.code(kind, code).is_some() {
                    continue;
                }
                let layout = layout(records, &of, 0);
                let name = elem.to_string();
                dialect.codes.push(Code { kind, code, name, meaning: None, layout, site: of.site() });
            }
        }
    }
}

/// Fields of a kind; none if one of them, and not the last, has code of its own.
fn layout(records: &Records, of: &Record<'_>, depth: usize) -> Option<Layout> {
    let mut fields = Layout::new();
    let members: Vec<_> = of.dag("members").collect();
    for (at, (value, name)) in members.iter().enumerate() {
        let member = records.at(value.get("def")?.as_str()?)?;
        if member.is("LocalVar") {
            // It is computed from others, and not on the wire.
            continue;
        }
        if member.is("CompositeBytecode") && depth < MAX_NESTING {
            fields.extend(layout(records, &member, depth + 1)?);
            continue;
        }
        match piece(records, member, depth) {
            Some(piece) => fields.push(((*name).to_string(), piece)),
            None if at + 1 == members.len() => fields.push(((*name).to_string(), Piece::Tail)),
            None => return None,
        }
    }
    Some(fields)
}

fn piece(records: &Records, of: Record<'_>, depth: usize) -> Option<Piece> {
    if depth > MAX_NESTING {
        return None;
    }
    if of.is("ResourceHandle") {
        return Some(Piece::Resource);
    }
    if let Some(inner) = of.def("elemT").or_else(|| of.def("elem")) {
        let inner = records.at(inner)?;
        if inner.is("CompositeBytecode") {
            return Some(Piece::List(layout(records, &inner, depth + 1)?));
        }
        return Some(Piece::List(vec![("value".to_string(), piece(records, inner, depth + 1)?)]));
    }
    let parser = of.text("cParser")?;
    let call = parser.split_once("$_reader.read")?.1;
    Some(match call.split(['(', '<']).next()? {
        "Attribute" => Piece::Attr,
        "OptionalAttribute" => Piece::OptAttr,
        "Type" => Piece::Type,
        "OptionalType" => Piece::OptType,
        "String" => Piece::Str,
        "VarInt" => Piece::VarInt,
        "SignedVarInt" => Piece::SVarInt,
        "Bool" => Piece::Bool,
        "Blob" => Piece::Blob,
        _ => return None,
    })
}
