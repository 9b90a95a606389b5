//! What kind of attribute each is: what a reader asks when it takes an attribute for a field.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use outlast_core::to_index;

use crate::intern::Mix;
use crate::tables::{self, Tables};
use crate::wire::Reader;

/// The kind of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AttrClass {
    /// What the builtin dialect has encoded under this code, if it is none of those below.
    Builtin(u64),
    /// A number, and of how many bits; none for `index` and unknown types.
    Integer(Option<u32>),
    /// A dense array, by its elements: `i32`.
    DenseArray(String),
    /// `affine_map<…>`.
    AffineMap,
    /// `affine_set<…>`.
    IntegerSet,
    /// `strided<…>`.
    Strided,
    /// An attribute of a dialect by its name: `llvm.linkage`.
    Named(String),
    /// It is not known.
    Unknown,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttrFacts {
    /// Its kind.
    pub class: AttrClass,
    /// Whether it is zero, false, nothing or an empty array: what properties are by default.
    pub zero: bool,
    /// Of an integer of 64 bits: the value.
    pub number: Option<i64>,
    /// Of a dense array of `i32`: the values.
    pub sizes: Option<Vec<i64>>,
}

/// Every attribute of a file. Millions of them may be locations: what is alike is there once.
#[derive(Clone, Debug, Default)]
pub struct Attrs {
    /// By attribute: which of `distinct` it is.
    kinds: Vec<u32>,
    distinct: Vec<AttrFacts>,
    /// Strings that say who sees a symbol, by attribute, in order.
    visibilities: Vec<u32>,
}

/// What the visibility of a symbol may be.
const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];
/// The code of a string without a type.
const STRING: usize = 2;

impl Attrs {
    pub(super) fn of(tables: &Tables<'_>) -> Attrs {
        let mut known: HashMap<AttrFacts, u32, Mix> = HashMap::default();
        let mut all = Attrs { kinds: Vec::with_capacity(tables.attrs.len()), ..Attrs::default() };
        let visibilities = visibilities(tables);
        // By code: what has no more to it than that.
        let mut plain = [u32::MAX; 64];
        for entry in tables.attrs.iter() {
            let code = plain_code(tables, &entry);
            if code == Some(STRING) && is_one_of(&visibilities, &entry) {
                all.visibilities.push(u32::try_from(all.kinds.len()).unwrap_or(u32::MAX));
            }
            let found = code.and_then(|code| plain.get(code)).filter(|kind| **kind != u32::MAX);
            if let Some(kind) = found {
                all.kinds.push(*kind);
                continue;
            }
            let next = u32::try_from(all.distinct.len()).unwrap_or(u32::MAX);
            let kind = match known.entry(attr_facts(tables, &entry)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    all.distinct.push(new.key().clone());
                    *new.insert(next)
                }
            };
            if let Some(place) = code.and_then(|code| plain.get_mut(code)) {
                *place = kind;
            }
            all.kinds.push(kind);
        }
        all
    }

    /// An attribute by its number.
    pub fn get(&self, attr: usize) -> Option<&AttrFacts> {
        self.distinct.get(to_index(*self.kinds.get(attr)?))
    }

    /// Whether an attribute is a string that says who sees a symbol: `public`, `private` or `nested`.
    pub(crate) fn is_visibility(&self, attr: u32) -> bool {
        self.visibilities.binary_search(&attr).is_ok()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

/// Which strings of the file say who sees a symbol.
fn visibilities(tables: &Tables<'_>) -> Vec<usize> {
    let is = |(_, text): &(usize, &[u8])| VISIBILITIES.iter().any(|word| word.as_bytes() == *text);
    tables.strings.iter().enumerate().filter(is).map(|(at, _)| at).collect()
}

/// Whether a string attribute is one of these strings.
fn is_one_of(strings: &[usize], entry: &tables::Entry<'_>) -> bool {
    let mut reader = Reader::new(entry.bytes);
    let mut string = || reader.varint("code").and_then(|_| reader.varint("string")).ok();
    !strings.is_empty()
        && string().is_some_and(|at| usize::try_from(at).is_ok_and(|at| strings.contains(&at)))
}

/// The code of an attribute of which that says all.
fn plain_code(tables: &Tables<'_>, entry: &tables::Entry<'_>) -> Option<usize> {
    // Varints of one byte.
    let code = match entry.bytes.first() {
        Some(byte) if entry.custom && byte & 1 == 1 => usize::from(byte >> 1),
        _ => return None,
    };
    let plain = !matches!(code, 0 | 8 | 17) && code < 64;
    (plain && tables.dialect_name(entry.dialect) == b"builtin").then_some(code)
}

fn attr_facts(tables: &Tables<'_>, entry: &tables::Entry<'_>) -> AttrFacts {
    let builtin = tables.dialect_name(entry.dialect) == b"builtin";
    let plain = |class, zero| AttrFacts { class, zero, number: None, sizes: None };
    if let Some(text) = entry.text() {
        return plain(by_text(text), text.ends_with(b"<none>") || text.ends_with(b"<>"));
    }
    if !builtin {
        return plain(AttrClass::Unknown, false);
    }
    let mut reader = Reader::new(entry.bytes);
    let Ok(code) = reader.varint("code") else { return plain(AttrClass::Unknown, false) };
    match code {
        0 => plain(AttrClass::Builtin(0), reader.varint("number of elements") == Ok(0)),
        8 => {
            let bits = reader.index(tables.types.len(), "type").ok().and_then(|ty| int_bits(tables, ty));
            let number = reader.clone().svarint("value").ok().filter(|_| bits == Some(64));
            // Of at most eight bits: a byte. Larger ones and `index` are numbers, which may take more bytes than they need.
            let zero = match bits {
                Some(..=8) => reader.rest() == [0],
                _ => reader.svarint("value") == Ok(0) && reader.is_empty(),
            };
            AttrFacts { number, ..plain(AttrClass::Integer(bits), zero) }
        }
        17 => dense_array(tables, reader),
        23 => plain(AttrClass::AffineMap, false),
        24 => plain(AttrClass::IntegerSet, false),
        25 => plain(AttrClass::Strided, false),
        code => plain(AttrClass::Builtin(code), false),
    }
}

fn by_text(text: &[u8]) -> AttrClass {
    for (start, class) in [
        (&b"affine_map<"[..], AttrClass::AffineMap),
        (b"affine_set<", AttrClass::IntegerSet),
        (b"strided<", AttrClass::Strided),
    ] {
        if text.starts_with(start) {
            return class;
        }
    }
    let Some(name) = text.strip_prefix(b"#") else { return AttrClass::Unknown };
    let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-'));
    let name = name.split(ends).next().unwrap_or_default();
    match name.contains(&b'.') {
        true => AttrClass::Named(String::from_utf8_lossy(name).into_owned()),
        false => AttrClass::Unknown,
    }
}

fn dense_array(tables: &Tables<'_>, mut reader: Reader<'_>) -> AttrFacts {
    let unknown =
        AttrFacts { class: AttrClass::DenseArray(String::new()), zero: false, number: None, sizes: None };
    let Ok(ty) = reader.index(tables.types.len(), "type") else { return unknown };
    let element = match int_bits(tables, ty) {
        Some(bits) => format!("i{bits}"),
        None => type_code(tables, ty).map_or(String::new(), |code| match code {
            5 => "f32".to_owned(),
            6 => "f64".to_owned(),
            code => format!("type {code}"),
        }),
    };
    let mut sizes = None;
    let zero = reader.varint("size").is_ok_and(|size| size == 0);
    if element == "i32"
        && let Ok(len) = reader.varint("length")
        && let Ok(raw) = reader.bytes(len, "data")
    {
        let (values, _) = raw.as_chunks::<4>();
        sizes = Some(values.iter().map(|value| i64::from(i32::from_le_bytes(*value))).collect());
    }
    AttrFacts { class: AttrClass::DenseArray(element), zero, number: None, sizes }
}

fn type_code(tables: &Tables<'_>, ty: u32) -> Option<u64> {
    let entry = tables.types.get(ty).filter(|entry| entry.custom)?;
    if tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    Reader::new(entry.bytes).varint("code").ok()
}

fn int_bits(tables: &Tables<'_>, ty: u32) -> Option<u32> {
    let entry = tables.types.get(ty)?;
    if type_code(tables, ty)? != 0 {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    reader.varint("code").ok()?;
    u32::try_from(reader.varint("width").ok()? >> 2).ok()
}
