//! Attributes and types of the dialect `llvm` that releases spell in different ways.

use crate::ids::TypeId;
use crate::module::{Builder, Module};
use crate::wire::{Reader, svarint, varint};

const EFFECTS: &str = "#llvm.memory_effects<";
/// Kinds of memory that LLVM 21 and before count as `other`.
const NEWER: [&str; 3] = ["errnoMem", "targetMem0", "targetMem1"];

/// Says of kinds of memory that older releases do not tell apart what they say of `other` memory; or, for those, leaves them out where they are as `other` memory
/// is, and otherwise says of that what covers all of them. How many attributes were changed.
pub fn memory_effects(module: &mut Module<'_>, tells_apart: bool) -> usize {
    let Some(llvm) = module.tables.find_dialect(b"llvm") else { return 0 };
    let mut changes = Vec::new();
    for (index, entry) in (0_u32..).zip(module.tables.attrs.iter()) {
        let text =
            entry.text().filter(|_| entry.dialect == llvm).and_then(|text| std::str::from_utf8(text).ok());
        if let Some(made) = text.and_then(|text| effects(text, tells_apart)) {
            changes.push((index, made));
        }
    }
    let count = changes.len();
    for (index, text) in changes {
        module.tables.attrs.replace(index, llvm, false, [text.as_bytes(), &[0]].concat());
    }
    count
}

fn effects(text: &str, tells_apart: bool) -> Option<String> {
    let body = text.strip_prefix(EFFECTS)?.strip_suffix('>')?;
    let mut items: Vec<(&str, &str)> = body
        .split(',')
        .map(|item| item.split_once('=').map(|(name, value)| (name.trim(), value.trim())))
        .collect::<Option<_>>()?;
    let other = items.iter().find(|(name, _)| *name == "other")?.1;
    let newer = |name: &str| NEWER.contains(&name);
    match tells_apart {
        true if items.iter().any(|(name, _)| newer(name)) => return None,
        true => items.extend(NEWER.map(|name| (name, other))),
        false => {
            let mut all = other;
            for (_, value) in items.iter().filter(|(name, _)| newer(name)) {
                all = both(all, value)?;
            }
            let before = items.len();
            items.retain(|(name, _)| !newer(name));
            if items.len() == before {
                return None;
            }
            items.iter_mut().filter(|(name, _)| *name == "other").for_each(|item| item.1 = all);
        }
    }
    let items: Vec<String> = items.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    Some(format!("{EFFECTS}{}>", items.join(", ")))
}

/// What covers two effects.
fn both<'t>(one: &'t str, other: &'t str) -> Option<&'t str> {
    match (one, other) {
        _ if one == other => Some(one),
        ("none", _) => Some(other),
        (_, "none") => Some(one),
        ("read" | "write" | "readwrite", "read" | "write" | "readwrite") => Some("readwrite"),
        _ => None,
    }
}

/// Code of a builtin vector type.
const VECTOR: u64 = 19;
/// In place of a vector's size: the type only has one inside.
const INSIDE: i64 = -1;

/// Vectors of pointers in the text of other types of the dialect: `vec<4 x ptr>` and `vector<4x!llvm.ptr>`.
fn inside(text: &str, builtin: bool) -> Option<String> {
    let (from, joint, to) =
        if builtin { ("vec<", "x ptr", "x!llvm.ptr") } else { ("vector<", "x!llvm.ptr", "x ptr") };
    let (mut out, mut rest, mut found) = (String::new(), text, false);
    while let Some((before, after)) = rest.split_once(from) {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (count, tail) = after.split_at(digits);
        out.push_str(before);
        match tail.trim_start().strip_prefix(joint).filter(|_| digits > 0) {
            Some(tail) => {
                found = true;
                out += &if builtin { format!("vector<{count}{to}") } else { format!("vec<{count} {to}") };
                rest = tail;
            }
            None => {
                out.push_str(from);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    found.then_some(out)
}

/// Makes vectors of pointers types of the builtin dialect, as LLVM 20 and later have them, or `!llvm.vec`, as releases before do. How many types were changed.
pub fn pointer_vectors(module: &mut Module<'_>, builtin: bool) -> usize {
    let Some(llvm) = module.tables.find_dialect(b"llvm") else { return 0 };
    let mut changes = Vec::new();
    for (index, entry) in (0_u32..).zip(module.tables.types.iter()) {
        match builtin {
            true => {
                let text = entry
                    .text()
                    .filter(|_| entry.dialect == llvm)
                    .and_then(|text| std::str::from_utf8(text).ok());
                let body = text.and_then(|text| text.strip_prefix("!llvm.vec<")?.strip_suffix('>'));
                let Some((count, pointer)) = body.and_then(|body| body.split_once('x')) else {
                    changes
                        .extend(text.and_then(|text| inside(text, true)).map(|text| (index, INSIDE, text)));
                    continue;
                };
                let (Ok(count), pointer) = (count.trim().parse::<i64>(), pointer.trim()) else { continue };
                if pointer == "ptr" || pointer.starts_with("ptr<") {
                    changes.push((index, count, format!("!llvm.{pointer}")));
                }
            }
            false if entry.custom && module.tables.dialect_name(entry.dialect) == b"builtin" => {
                let mut reader = Reader::new(entry.bytes);
                let Ok(VECTOR) = reader.varint("code") else { continue };
                let Ok(1) = reader.count("rank") else { continue };
                let Ok(count) = reader.svarint("dimension") else { continue };
                let Ok(of) = reader.index(module.tables.types.len(), "type") else { continue };
                let element = module.tables.types.get(of).and_then(|entry| entry.text().map(<[u8]>::to_vec));
                let element = element.and_then(|text| String::from_utf8(text).ok());
                let pointer = element
                    .as_deref()
                    .and_then(|text| text.strip_prefix("!llvm."))
                    .filter(|text| *text == "ptr" || text.starts_with("ptr<"));
                changes
                    .extend(pointer.map(|pointer| (index, count, format!("!llvm.vec<{count} x {pointer}>"))));
            }
            false => {
                let text = entry
                    .text()
                    .filter(|_| entry.dialect == llvm)
                    .and_then(|text| std::str::from_utf8(text).ok());
                changes.extend(text.and_then(|text| inside(text, false)).map(|text| (index, INSIDE, text)));
            }
        }
    }
    let total = changes.len();
    let mut builder = Builder::default();
    for (index, count, text) in changes {
        if !builtin || count == INSIDE {
            module.tables.types.replace(index, llvm, false, [text.as_bytes(), &[0]].concat());
            continue;
        }
        let found = module.tables.types.iter().position(|entry| entry.text() == Some(text.as_bytes()));
        let pointer = match found {
            Some(at) => TypeId::new(at),
            None => TypeId(module.tables.types.push(llvm, false, [text.as_bytes(), &[0]].concat())),
        };
        let mut bytes = Vec::new();
        varint(&mut bytes, VECTOR);
        varint(&mut bytes, 1);
        svarint(&mut bytes, count);
        varint(&mut bytes, u64::from(pointer.0));
        let dialect = builder.builtin(&mut module.tables);
        module.tables.types.replace(index, dialect, true, bytes);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::{effects, inside};

    #[test]
    fn vectors_inside_of_types() {
        let (older, newer) =
            ("!llvm.func<void (vec<8 x ptr>, i32)>", "!llvm.func<void (vector<8x!llvm.ptr>, i32)>");
        assert_eq!(inside(older, true).as_deref(), Some(newer));
        assert_eq!(inside(newer, false).as_deref(), Some(older));
        assert_eq!(inside(newer, true), None);
        assert_eq!(inside("!llvm.func<void (vector<8xf32>)>", false), None);
    }

    #[test]
    fn effects_in_both_spellings() {
        let older = "#llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>";
        let newer = "#llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>";
        assert_eq!(effects(older, true).as_deref(), Some(newer));
        assert_eq!(effects(newer, false).as_deref(), Some(older));
        assert_eq!(effects(older, false), None);
        assert_eq!(effects(newer, true), None);
        let errno = newer.replace("errnoMem = none", "errnoMem = write");
        assert_eq!(
            effects(&errno, false).as_deref(),
            Some("#llvm.memory_effects<other = write, argMem = read, inaccessibleMem = none>")
        );
    }
}
