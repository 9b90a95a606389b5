//! Aliases: names that attributes and types have for the whole file (`#map1`), as upstream gives them.
//!
//! Upstream visits what it would print, in that order, and gives names to some kinds of attributes and types; numbers follow the
//! depth of what they are made of. Locations of operations may be named behind the operations that use them (they can be resolved
//! late), everything else is named before. An attribute inside of another's text is known by its text.

use crate::text::Text;

use outlast_core::{QuickMap, to_index};

use super::scan::{Found, Kind, scan};
use super::text::{Item, Texts};

/// A name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alias {
    /// A place in [`KINDS`].
    pub(super) kind: u8,
    pub(super) is_type: bool,
    pub(super) number: u32,
}

/// Names without numbers, sorted.
const KINDS: &[&str] = &[
    "access_group",
    "alias_scope",
    "alias_scope_domain",
    "di_basic_type",
    "di_common_block",
    "di_compile_unit",
    "di_composite_type",
    "di_derived_type",
    "di_file",
    "di_global_variable",
    "di_global_variable_expression",
    "di_imported_entity",
    "di_label",
    "di_lexical_block",
    "di_lexical_block_file",
    "di_local_variable",
    "di_module",
    "di_namespace",
    "di_null_type",
    "di_string_type",
    "di_subprogram",
    "di_subroutine_type",
    "di_void_result_type",
    "distinct",
    "extern",
    "loc",
    "loop_annotation",
    "loop_distribute",
    "loop_interleave",
    "loop_licm",
    "loop_peeled",
    "loop_pipeline",
    "loop_unroll",
    "loop_unroll_and_jam",
    "loop_unswitch",
    "loop_vectorize",
    "map",
    "mmra_tag",
    "set",
    "sparse",
    "tbaa_root",
    "tbaa_tag",
    "tbaa_type_desc",
    "tuple",
];

/// No name.
pub(super) const UNNAMED: u8 = u8::MAX;

pub(super) fn kind_of(name: &str) -> u8 {
    KINDS.binary_search(&name).ok().and_then(|at| u8::try_from(at).ok()).unwrap_or(UNNAMED)
}

impl Alias {
    /// Appends it.
    pub(super) fn print(self, out: &mut impl Text) {
        out.push(if self.is_type { b'!' } else { b'#' });
        let name = KINDS.get(usize::from(self.kind)).copied().unwrap_or_default();
        out.extend_from_slice(name.as_bytes());
        if self.number != 0 {
            crate::escape::number(out, u64::from(self.number));
        }
    }
}

/// What is named: an entry of a table, or a part of an entry's text.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// An entry.
    Item(Item),
    /// A text inside of an entry.
    Text(Vec<u8>, Item),
}

/// Something that has a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) alias: Alias,
    pub(super) item: Item,
    /// Whether it is named behind the operations.
    pub(super) behind: bool,
    /// Whether it is a text inside of the entry.
    pub(super) inside: bool,
}

/// Aliases by attribute, type and text.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    pub(super) attrs: Vec<u32>,
    pub(super) types: Vec<u32>,
    pub(super) by_text: QuickMap<Vec<u8>, u32>,
    /// In the order in which they are printed.
    pub(super) list: Vec<Entry>,
    /// Texts of those that are no entries.
    pub(super) texts: QuickMap<u32, Vec<u8>>,
}

pub(super) const NONE: u32 = u32::MAX;

impl Aliases {
    #[inline]
    pub(super) fn alias(&self, item: Item) -> Option<Alias> {
        let index = match item {
            Item::Attr(index) => self.attrs.get(to_index(index))?,
            Item::Type(index) => self.types.get(to_index(index))?,
        };
        self.list.get(to_index(*index)).map(|entry| entry.alias)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// What is named at a place of the order, if it is named before the operations, or behind them.
    pub(super) fn named(&self, at: usize, behind: bool) -> Option<(Alias, Named)> {
        let entry = self.list.get(at).filter(|entry| entry.behind == behind)?;
        let named = match entry.inside {
            false => Named::Item(entry.item),
            true => {
                let text = u32::try_from(at).ok().and_then(|at| self.texts.get(&at));
                Named::Text(text.cloned().unwrap_or_default(), entry.item)
            }
        };
        Some((entry.alias, named))
    }
}

/// The alias of an attribute of the llvm dialect, by its name.
pub(super) fn of_llvm(name: &[u8]) -> Option<&'static str> {
    let no_attr = ["distinct", "extern", "loc", "map", "set", "sparse", "tuple"];
    KINDS.iter().copied().find(|kind| kind.as_bytes() == name && !no_attr.contains(kind))
}

/// Whether a release names attributes of a dialect so.
fn named_in(alias: &str, release: u32) -> bool {
    const SINCE_20: [&str; 3] = ["di_common_block", "di_imported_entity", "mmra_tag"];
    const IN_16: [&str; 12] = [
        "di_basic_type",
        "di_compile_unit",
        "di_composite_type",
        "di_derived_type",
        "di_file",
        "di_lexical_block",
        "di_lexical_block_file",
        "di_local_variable",
        "di_subprogram",
        "di_subroutine_type",
        "di_void_result_type",
        "extern",
    ];
    match release {
        ..17 => IN_16.contains(&alias),
        17..20 => !SINCE_20.contains(&alias),
        _ => alias != "di_void_result_type",
    }
}

/// The name of what stands in a text.
pub(super) fn name_of(text: &[u8], found: &Found, release: u32) -> Option<&'static str> {
    match found.kind {
        Kind::Map => Some("map"),
        Kind::Set => Some("set"),
        Kind::Location | Kind::Position => Some("loc"),
        Kind::Distinct => (!text_of(text, found).ends_with(b"<>")).then_some("distinct"),
        Kind::Type | Kind::Builtin => None,
        Kind::Attr => {
            let name = match found.implied {
                Some(name) => name.as_bytes(),
                None => text.get(found.range.start + 1..found.name_end).unwrap_or_default(),
            };
            let alias = match name {
                b"sparse_tensor.encoding" => "sparse",
                b"ml_program.extern" => "extern",
                name => of_llvm(name.strip_prefix(b"llvm.")?)?,
            };
            named_in(alias, release).then_some(alias)
        }
    }
}

/// What was found, of its text.
fn text_of<'t>(text: &'t [u8], found: &Found) -> &'t [u8] {
    text.get(found.range.clone()).unwrap_or_default()
}

/// The text by which a part is known. Distinct attributes in a text are others than those of the same number in another.
pub(super) fn key_of(text: &[u8], found: &Found, item: Item) -> Vec<u8> {
    let slice = text_of(text, found);
    let mut key = Vec::new();
    if found.kind == Kind::Position {
        return spelled(text, found);
    }
    if let Some(implied) = found.implied {
        key.push(b'#');
        key.extend_from_slice(implied.as_bytes());
    }
    key.extend_from_slice(slice);
    if slice.windows(9).any(|window| window == b"distinct[") {
        let (kind, index) = match item {
            Item::Attr(index) => (0, index),
            Item::Type(index) => (1, index),
        };
        key.extend([0, kind]);
        key.extend(index.to_le_bytes());
    }
    key
}

/// What stands in the text of an entry. A type behind it belongs to the whole.
pub(super) fn scan_entry(text: &[u8], release: u32) -> Vec<Found> {
    // Before LLVM 17, this dialect printed nothing by alias.
    if release < 17 && text.starts_with(b"#sparse_tensor.") {
        return Vec::new();
    }
    let mut all = scan(text);
    if let Some(first) = all.first_mut()
        && first.range.start == 0
        && text.get(first.range.end..).is_some_and(|rest| rest.starts_with(b" : "))
    {
        first.range.end = text.len();
    }
    all
}

/// A part of a text as it stands on its own.
pub(super) fn spelled(text: &[u8], found: &Found) -> Vec<u8> {
    let mut out = Vec::new();
    if found.kind == Kind::Position {
        return [b"loc(", text_of(text, found), b")"].concat();
    }
    if let Some(implied) = found.implied {
        out.push(b'#');
        out.extend_from_slice(implied.as_bytes());
    }
    out.extend_from_slice(text_of(text, found));
    out
}

impl Texts<'_> {
    /// Appends a text that has an alias itself.
    pub(super) fn inside(&mut self, text: &[u8], item: Item) {
        let is_position = |found: &Found| {
            found.kind == Kind::Position && found.range == (b"loc(".len()..text.len() - b")".len())
        };
        match scan(text).iter().any(is_position) {
            true => self.arena.extend_from_slice(text),
            false => self.with_aliases(text, item),
        }
    }

    /// Appends a text of an entry, with what it has inside by alias, and distinct attributes by their numbers in the whole file.
    pub(super) fn with_aliases(&mut self, text: &[u8], item: Item) {
        let has_distinct = text.windows(9).any(|window| window == b"distinct[");
        if !has_distinct && self.aliases.by_text.is_empty() {
            return self.arena.extend_from_slice(text);
        }
        let mut done = 0;
        for found in scan_entry(text, self.style.release) {
            let whole = found.range == (0..text.len());
            if found.range.start < done {
                continue;
            }
            if !whole && !self.aliases.by_text.is_empty() {
                self.arena.spend(found.range.len());
                if self.arena.is_full() {
                    return;
                }
                let key = key_of(text, &found, item);
                let alias = self.aliases.by_text.get(&key);
                if let Some(alias) = alias.and_then(|alias| self.aliases.list.get(to_index(*alias))) {
                    let alias = alias.alias;
                    self.arena.extend_from_slice(text.get(done..found.range.start).unwrap_or_default());
                    alias.print(&mut self.arena);
                    done = found.range.end;
                    continue;
                }
            }
            if found.kind == Kind::Distinct {
                let digits = text.get(found.name_end + 1..).unwrap_or_default();
                let (digits, _) =
                    digits.split_at(digits.iter().take_while(|byte| byte.is_ascii_digit()).count());
                let count = digits.len();
                let number = std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok());
                let number = self.distinct_number((item, number));
                self.arena.extend_from_slice(text.get(done..=found.name_end).unwrap_or_default());
                crate::escape::number(&mut self.arena, number);
                done = found.name_end + 1 + count;
            }
        }
        self.arena.extend_from_slice(text.get(done..).unwrap_or_default());
    }
}
