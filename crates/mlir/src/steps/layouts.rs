//! Data layouts of the dialect `dlti`: `#dlti.dl_spec<index = 32 : i64>`, which LLVM 19 and before spell
//! `#dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>>`. Both are assembly text.

use std::ops::Range;

use super::attributes::edit;
use crate::facts::entries::OLD_KEYS;
use crate::module::Module;
use crate::print::string_end;

/// Attributes that are lists of entries.
const SPECS: [&[u8]; 2] = [b"#dlti.dl_spec<", b"#dlti.target_device_spec<"];
/// A list of devices, each by its name.
const SYSTEM: &[u8] = b"#dlti.target_system_spec<";
/// What an entry begins with, where it is an attribute of its own.
const ENTRY: &[u8] = b"#dlti.dl_entry<";

/// Spells the entries of data layouts with keys, as LLVM 22 does, or as attributes of their own, as LLVM 19 does. How many layouts
/// were spelt otherwise. Other attributes that have layouts in their text stay as they are.
pub fn layout_entries(module: &mut Module<'_>, with_keys: bool) -> usize {
    let Some(dlti) = module.tables.find_dialect(b"dlti") else { return 0 };
    let mut changes = Vec::new();
    for (index, entry) in (0_u32..).zip(module.tables.attrs.iter()) {
        let text = entry.text().filter(|_| entry.dialect == dlti);
        if let Some(mut text) = text.and_then(|text| respell(text, with_keys)) {
            text.push(0);
            changes.push((index, text));
        }
    }
    let count = changes.len();
    for (index, text) in changes {
        module.tables.attrs.replace(index, dlti, false, text);
    }
    count
}

/// A layout in the other spelling; none if it is not in this one, or empty.
fn respell(text: &[u8], with_keys: bool) -> Option<Vec<u8>> {
    if text.starts_with(SYSTEM) {
        return system(text, with_keys);
    }
    spec(text, with_keys)
}

/// `"CPU" = #dlti.target_device_spec<…>`, or with a colon.
fn system(text: &[u8], with_keys: bool) -> Option<Vec<u8>> {
    let inner = text.strip_prefix(SYSTEM)?.strip_suffix(b">")?;
    let (from, to): (u8, &[u8]) = if with_keys { (b':', b" = ") } else { (b'=', b" : ") };
    let mut out = SYSTEM.to_vec();
    for (at, part) in split(inner, b',')?.into_iter().enumerate() {
        let [name, device] = two(inner.get(part)?, from)?;
        // A device without entries is the same in both.
        let device = spec(device, with_keys).unwrap_or_else(|| device.to_vec());
        out.extend_from_slice(if at > 0 { b", " } else { b"" });
        out.extend_from_slice(&[name, to, &device].concat());
    }
    out.push(b'>');
    Some(out)
}

fn spec(text: &[u8], with_keys: bool) -> Option<Vec<u8>> {
    let begin = SPECS.iter().find(|begin| text.starts_with(begin))?;
    let inner = text.strip_prefix(*begin)?.strip_suffix(b">")?;
    let mut out = begin.to_vec();
    for (at, part) in split(inner, b',')?.into_iter().enumerate() {
        if at > 0 {
            out.extend_from_slice(b", ");
        }
        let part = inner.get(part)?.trim_ascii();
        if with_keys {
            let pair = part.strip_prefix(ENTRY)?.strip_suffix(b">")?;
            let [key, value] = two(pair, b',')?;
            out.extend_from_slice(&[key, b" = ", value].concat());
        } else {
            let [key, value] = two(part, b'=')?;
            out.extend_from_slice(&[ENTRY, key, b", ", value, b">"].concat());
        }
    }
    out.push(b'>');
    Some(out)
}

/// Gives operations whose layout has entries that LLVM 19 does not know the layout of LLVM IR as a text under another name, which it takes instead; and takes those
/// entries out. What the text says is what LLVM 22 translates the entries to. How many operations were changed; others stay as they are.
pub fn layout_strings(module: &mut Module<'_>, op: &str, attribute: &str, text: &str) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let place = |name: &str| items.iter().position(|(other, _)| other == name.as_bytes());
        let Some(at) = place(attribute) else { return false };
        let found = items
            .get(at)
            .and_then(|(_, value)| tables.attrs.get(value.0))
            .and_then(|entry| Some((entry.dialect, entry.text()?)));
        let Some((dialect, Some((layout, kept)))) = found.map(|(dialect, text)| (dialect, in_words(text)))
        else {
            return false;
        };
        if place(text).is_none() {
            items.push((text.as_bytes().to_vec(), builder.string(tables, layout.as_bytes())));
        }
        if let Some((_, value)) = items.get_mut(at) {
            *value = builder.text(tables, dialect, &kept);
        }
        true
    })
}

/// A layout as LLVM IR has it, and what is left of the entries; none if all are old, or if one of them cannot be said.
fn in_words(text: &[u8]) -> Option<(String, Vec<u8>)> {
    let begin = SPECS[0];
    let inner = text.strip_prefix(begin)?.strip_suffix(b">")?;
    let (mut first, mut types, mut kept, mut newer) = (String::new(), String::new(), Vec::new(), false);
    for part in split(inner, b',')? {
        let part = inner.get(part)?.trim_ascii();
        let [key, value] = two(part, b'=')?;
        match key.strip_prefix(b"\"").and_then(|key| key.strip_suffix(b"\"")) {
            Some(key) => {
                first.push_str(&of_key(key, value)?);
                if !OLD_KEYS.contains(&key) {
                    newer = true;
                    continue;
                }
            }
            None => types.push_str(&of_type(key, value)?),
        }
        kept.push(part);
    }
    let all = first + &types;
    newer.then(|| (all.trim_start_matches('-').to_owned(), [begin, &kept.join(&b", "[..]), b">"].concat()))
}

/// An entry with a key.
fn of_key(key: &[u8], value: &[u8]) -> Option<String> {
    let value = std::str::from_utf8(value).ok()?;
    let number = || value.split(" : ").next()?.parse::<u64>().ok();
    let word = || value.strip_prefix('"')?.strip_suffix('"');
    // What is zero is not said.
    let numbered = |letter: char| {
        number().map(|value| if value == 0 { String::new() } else { format!("-{letter}{value}") })
    };
    match key {
        b"dlti.endianness" => word().map(|word| if word == "little" { "-e" } else { "-E" }.to_owned()),
        b"dlti.mangling_mode" => word().map(|mode| format!("-m:{mode}")),
        b"dlti.program_memory_space" => numbered('P'),
        b"dlti.global_memory_space" => numbered('G'),
        b"dlti.alloca_memory_space" => numbered('A'),
        b"dlti.stack_alignment" => numbered('S'),
        b"dlti.legal_int_widths" => {
            let widths = value.strip_prefix("array<i32: ")?.strip_suffix('>')?;
            Some(format!("-n{}", widths.replace(", ", ":")))
        }
        _ => None,
    }
}

/// An entry of a type: sizes and alignments in bits.
fn of_type(key: &[u8], value: &[u8]) -> Option<String> {
    let (key, value) = (std::str::from_utf8(key).ok()?, std::str::from_utf8(value).ok()?);
    if key == "index" {
        return Some(String::new());
    }
    let (listed, ty) = value.strip_prefix("dense<")?.split_once("> : vector<")?;
    let count: usize = ty.strip_suffix("xi64>")?.parse().ok()?;
    let numbers: Vec<u64> = match listed.strip_prefix('[').and_then(|listed| listed.strip_suffix(']')) {
        Some(listed) => listed.split(", ").map(|number| number.parse().ok()).collect::<Option<_>>()?,
        None => vec![listed.parse().ok()?; count.min(4)],
    };
    if let Some(rest) = key.strip_prefix("!llvm.ptr") {
        let space = if rest.is_empty() { "0" } else { rest.strip_prefix('<')?.strip_suffix('>')? };
        let [size, abi, preferred, index] = match numbers[..] {
            [size, abi, preferred] => [size, abi, preferred, size],
            [size, abi, preferred, index] => [size, abi, preferred, index],
            _ => return None,
        };
        space.parse::<u32>().ok()?;
        return Some(format!("-p{space}:{size}:{abi}:{preferred}:{index}"));
    }
    let (letter, size) = key.split_at_checked(1)?;
    let size: u32 = size.parse().ok().filter(|_| matches!(letter, "i" | "f"))?;
    match numbers[..] {
        [abi] => Some(format!("-{letter}{size}:{abi}")),
        [abi, preferred] if abi == preferred => Some(format!("-{letter}{size}:{abi}")),
        [abi, preferred] => Some(format!("-{letter}{size}:{abi}:{preferred}")),
        _ => None,
    }
}

/// What stands before and after the first of these characters outside of brackets.
fn two(text: &[u8], between: u8) -> Option<[&[u8]; 2]> {
    let end = split(text, between)?.first()?.end;
    let value = text.get(end + 1..)?.trim_ascii();
    let key = text.get(..end)?.trim_ascii();
    (!key.is_empty() && !value.is_empty()).then_some([key, value])
}

/// Parts between characters outside of brackets; none if brackets do not match.
fn split(text: &[u8], between: u8) -> Option<Vec<Range<usize>>> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    let mut open = Vec::new();
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => {
                at = string_end(text, at);
                continue;
            }
            b'<' => open.push(b'>'),
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            // An arrow is no bracket.
            b'>' if at.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'-') => {}
            b'>' | b')' | b']' | b'}' if open.pop() != Some(*byte) => return None,
            byte if *byte == between && open.is_empty() => {
                parts.push(from..at);
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(from..text.len());
    open.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::respell;

    #[test]
    fn there_and_back() {
        for (keys, entries) in [
            ("#dlti.dl_spec<index = 32 : i64>", "#dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>>"),
            (
                "#dlti.dl_spec<!llvm.struct<(i32, ptr)> = dense<[1, 2]> : vector<2xi64>, \"a,=>\" = \"b\">",
                "#dlti.dl_spec<#dlti.dl_entry<!llvm.struct<(i32, ptr)>, dense<[1, 2]> : vector<2xi64>>, \
                 #dlti.dl_entry<\"a,=>\", \"b\">>",
            ),
            (
                "#dlti.target_device_spec<\"m\" = affine_map<(d0) -> (d0)>>",
                "#dlti.target_device_spec<#dlti.dl_entry<\"m\", affine_map<(d0) -> (d0)>>>",
            ),
            (
                "#dlti.target_system_spec<\"CPU\" = #dlti.target_device_spec<\"L1\" = 8 : i32>>",
                "#dlti.target_system_spec<\"CPU\" : #dlti.target_device_spec<#dlti.dl_entry<\"L1\", 8 : i32>>>",
            ),
        ] {
            let other = |text: &str, with_keys| {
                respell(text.as_bytes(), with_keys).map(|text| String::from_utf8(text).unwrap())
            };
            assert_eq!(other(keys, false).as_deref(), Some(entries));
            assert_eq!(other(entries, true).as_deref(), Some(keys));
            assert_eq!(other(keys, true), None);
        }
        for text in [
            "#dlti.dl_spec<>",
            "#dlti.dl_spec<i32>",
            "#dlti.dl_spec<(>",
            "#dlti.map<a = b>",
            "#dlti.dl_spec<a = >",
        ] {
            assert_eq!(respell(text.as_bytes(), false), None, "{text}");
            assert_eq!(respell(text.as_bytes(), true), None, "{text}");
        }
    }
}
