//! Attributes and types: which codes, and which names stand in assembly text.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Place, QuickSet};

use super::fields::are_former;
use super::in_section;
use super::reached::Reached;
use crate::changes::{is_elided, left_out};
use crate::codec::{EntryKind, find};
use crate::defs::section;
use crate::file::File;
use crate::ids::DialectId;
use crate::intern::Interner;
use crate::tables::Tables;
use crate::wire::Reader;

/// Encoded attributes or types of one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeUse {
    /// Attributes or types.
    pub kind: EntryKind,
    /// The dialect.
    pub dialect: String,
    /// The code.
    pub code: u64,
    /// Whether they are encoded as another release than the newest has it.
    pub former: bool,
    /// How many.
    pub count: u64,
    /// The first.
    pub first: Place,
    /// Whether they all stand where only a reader looks that knows the dialects of the operations which have them in their properties.
    pub hidden: bool,
}

/// A name in assembly text of attributes or types: `llvm.linkage`, or `builtin.` and a keyword for what has no dialect in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextUse {
    /// An attribute or a type.
    pub kind: EntryKind,
    /// The name.
    pub name: String,
    /// How many.
    pub count: u64,
    /// The first.
    pub first: Place,
    /// The words behind the name, if nothing else stands there and nothing is around it: `#omp<schedulekind dynamic>`.
    pub words: Option<BTreeSet<String>>,
    /// As [`CodeUse::hidden`].
    pub hidden: bool,
}

/// Vector types that not every release takes wherever it takes others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vectors {
    /// There may be vectors of rank 0.
    pub rank_zero: bool,
    /// There may be vectors with scalable dimensions.
    pub scalable: bool,
}

/// Looks through the types. What cannot be read, and assembly text, may be any vector.
pub(super) fn vectors(tables: &Tables<'_>) -> Vectors {
    let mut found = Vectors::default();
    for entry in tables.types.iter() {
        if let Some(text) = entry.text() {
            found.rank_zero |= text.starts_with(b"vector<");
            found.scalable |= text.starts_with(b"vector<");
        } else if tables.dialect_name(entry.dialect) == b"builtin" {
            let mut reader = Reader::new(entry.bytes);
            match reader.varint("code") {
                Ok(VECTOR) => found.rank_zero |= !matches!(reader.varint("rank"), Ok(1..)),
                // The first field is flags of dimensions, or their number, as releases have it: the rank is not looked for.
                Ok(SCALABLE_VECTOR) | Err(_) => found = Vectors { rank_zero: true, scalable: true },
                Ok(_) => {}
            }
        }
    }
    found
}

/// The code of a vector type: its shape, as a list, then the type of its elements.
const VECTOR: u64 = 19;
/// The code of a vector type with scalable dimensions.
const SCALABLE_VECTOR: u64 = 20;

pub(super) fn entries(
    file: &File<'_>,
    tables: &Tables<'_>,
    reached: Option<&Reached>,
) -> (Vec<CodeUse>, Vec<TextUse>) {
    let mut codes: Interner<(bool, DialectId, u64, bool)> = Interner::default();
    // By what `codes` has: how many, the number of the first, and whether all are hidden.
    let mut seen: Vec<(u64, usize, bool)> = Vec::new();
    let mut texts: BTreeMap<(bool, String), TextUse> = BTreeMap::new();
    for (kind, all) in [(EntryKind::Attr, &tables.attrs), (EntryKind::Type, &tables.types)] {
        let is_type = kind == EntryKind::Type;
        for (index, entry) in all.iter().enumerate() {
            let what = if is_type { "type" } else { "attribute" };
            let hidden = reached.is_some_and(|reached| !reached.has(kind, index));
            let Some(text) = entry.text() else {
                let code = Reader::new(entry.bytes).varint("code").unwrap_or(u64::MAX);
                let former = is_type
                    && code == SCALABLE_VECTOR
                    && tables.dialect_name(entry.dialect) == b"builtin"
                    && find(tables, &entry, kind).is_some_and(|(shape, fields)| fields != shape.fields);
                let (number, new) = codes.intern((is_type, entry.dialect, code, former));
                if new {
                    seen.push((0, index, hidden));
                }
                if let Some((count, first, all)) = seen.get_mut(number) {
                    *count += 1;
                    if *all && !hidden {
                        (*first, *all) = (index, false);
                    }
                }
                continue;
            };
            let place = || in_section(file, section::ATTR_TYPE, |path| path.item(what, index));
            for (kind, name) in names_in(text, kind) {
                let words = words_behind(text, &name);
                let key = (kind == EntryKind::Type, name);
                if let Some(known) = texts.get_mut(&key) {
                    known.count += 1;
                    if known.hidden && !hidden {
                        (known.first, known.hidden) = (place(), false);
                    }
                    known.words = match (known.words.take(), words) {
                        (Some(mut all), Some(words)) if all.len() < MANY_WORDS => {
                            all.extend(words);
                            Some(all)
                        }
                        _ => None,
                    };
                    continue;
                }
                let found = TextUse { kind, name: key.1.clone(), count: 1, first: place(), words, hidden };
                texts.insert(key, found);
            }
        }
    }
    // Several dialects of a file may have one name.
    let mut by_name: BTreeMap<(bool, String, u64, bool), CodeUse> = BTreeMap::new();
    for (&(is_type, dialect, code, former), (count, first, hidden)) in codes.keys().iter().zip(seen) {
        let (kind, what) = match is_type {
            true => (EntryKind::Type, "type"),
            false => (EntryKind::Attr, "attribute"),
        };
        let dialect = String::from_utf8_lossy(tables.dialect_name(dialect)).into_owned();
        let place = || in_section(file, section::ATTR_TYPE, |path| path.item(what, first));
        let key = (is_type, dialect.clone(), code, former);
        let make = || CodeUse { kind, dialect, code, former, count: 0, first: place(), hidden };
        let found = by_name.entry(key).or_insert_with(make);
        found.count += count;
        found.hidden &= hidden;
    }
    (by_name.into_values().collect(), texts.into_values().collect())
}

/// The most words of an enumeration that are told apart.
const MANY_WORDS: usize = 1 << 10;
/// The longest text that has nothing but words of an enumeration.
const LONG: usize = 1 << 8;

/// The words in a text that consists of a name, `dialect.mnemonic`, and of words in brackets: `#nvvm.mma_type<f16>`, `#omp<schedulekind static>`.
fn words_behind(text: &[u8], name: &str) -> Option<BTreeSet<String>> {
    let text = std::str::from_utf8(text.get(1..)?).ok().filter(|text| text.len() < LONG)?;
    let (dialect, mnemonic) = name.split_once('.')?;
    let rest = match text.strip_prefix(name) {
        Some(rest) => rest,
        None => text.strip_prefix(dialect)?.strip_prefix('<')?.strip_prefix(mnemonic)?.strip_suffix('>')?,
    };
    let body = |open, close| rest.trim().strip_prefix(open)?.strip_suffix(close);
    let body = body('<', '>').or_else(|| body('(', ')')).unwrap_or(rest);
    let is_word = |word: &str| {
        !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
    };
    let words = body.split([',', '|', ' ']).map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| is_word(word).then(|| word.to_owned())).collect()
}

/// Keys of data layouts that LLVM 19 knows.
pub(crate) const OLD_KEYS: &[&[u8]] = &[
    b"dlti.endianness",
    b"dlti.alloca_memory_space",
    b"dlti.program_memory_space",
    b"dlti.global_memory_space",
    b"dlti.stack_alignment",
];

/// Whether all keys of its own dialect that a data layout has are such.
fn keys_are_old(text: &[u8]) -> bool {
    let mut keys =
        text.split(|byte| *byte == b'"').skip(1).step_by(2).filter(|key| key.starts_with(b"dlti."));
    keys.all(|key| OLD_KEYS.contains(&key))
}

/// Stands between the name of an attribute and that of a parameter which a text leaves out.
pub const ELIDED: char = '~';

/// How many names are searched one by one.
const HANDFUL: usize = 16;

/// The names in a text: those with a dialect (`#llvm.linkage`, `!llvm.ptr`), and the keyword that it begins with.
pub fn names_in(text: &[u8], kind: EntryKind) -> Vec<(EntryKind, String)> {
    let mut names: Vec<(EntryKind, String)> = Vec::new();
    // Where there are many, they are looked up.
    let mut known: QuickSet<(EntryKind, String)> = QuickSet::default();
    let mut quoted = false;
    let mut at = 0;
    let word = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$'));
        String::from_utf8_lossy(rest.split(ends).next().unwrap_or_default()).into_owned()
    };
    if !text.starts_with(b"#") && !text.starts_with(b"!") {
        names.push((kind, format!("builtin.{}", word(0))));
    }
    if text.starts_with(b"!llvm.") {
        // Inside of its own types the dialect leaves its name out.
        let bare = ["target<", "x86_amx", "x86_mmx", "ppc_fp128", "vec<"];
        let there = bare.iter().filter(|bare| text.windows(bare.len()).any(|part| part == bare.as_bytes()));
        names.extend(there.map(|bare| (EntryKind::Type, format!("llvm.{}", bare.trim_end_matches('<')))));
        // Releases before 18 have pointers to types as well.
        if text
            .windows(5)
            .any(|part| matches!(part, [b'p', b't', b'r', b'<', next] if !next.is_ascii_digit()))
        {
            names.push((EntryKind::Type, "llvm.ptr.typed".into()));
        }
    }
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'#' | b'!' if !quoted => {
                let mut name = word(at + 1);
                // `#omp<memoryorderkind acquire>`: the dialect alone, then what it is.
                let behind = at + 1 + name.len();
                if !name.contains('.') && text.get(behind) == Some(&b'<') {
                    let mnemonic = word(behind + 1);
                    name = if mnemonic.is_empty() { name } else { format!("{name}.{mnemonic}") };
                }
                // Kinds of memory that only newer releases tell apart.
                if name == "llvm.memory_effects" && text.windows(8).any(|part| part == b"errnoMem") {
                    name += ".six";
                }
                // Data layouts whose keys all releases that have them know.
                if matches!(&*name, "dlti.dl_spec" | "dlti.dl_entry") && keys_are_old(text) {
                    name += ".old";
                }
                if are_former(&name, text.get(at + 1 + name.len()..).unwrap_or_default()) {
                    name += ".old";
                }
                let kind = if *byte == b'#' { EntryKind::Attr } else { EntryKind::Type };
                if is_elided(&name) {
                    let text = text.get(at..).and_then(|text| std::str::from_utf8(text).ok());
                    for one in text.into_iter().flat_map(left_out) {
                        let key = (kind, format!("{}{ELIDED}{}", one.attr, one.name));
                        if !names.contains(&key) {
                            names.push(key);
                        }
                    }
                }
                let key = (kind, name);
                let there = match names.len() {
                    ..=HANDFUL => names.contains(&key),
                    _ => {
                        if known.is_empty() {
                            known.extend(names.iter().cloned());
                        }
                        !known.insert(key.clone())
                    }
                };
                if !key.1.is_empty() && !there {
                    names.push(key);
                }
            }
            _ => {}
        }
        at += 1;
    }
    names
}
