//! What kind of attribute an entry is, as far as its encoding tells.

use crate::ids::AttrId;
use crate::tables::{Entry, Tables};
use crate::wire::Reader;

/// What an attribute is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A location.
    Location,
    /// A dictionary.
    Dictionary,
    /// A string.
    String,
    /// A reference to a symbol without nested ones.
    FlatSymbol,
    /// Something else of the builtin dialect.
    Other,
    /// Not known: text, or another dialect's.
    Unknown,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Location => "a location",
            Kind::Dictionary => "a dictionary",
            Kind::String => "a string",
            Kind::FlatSymbol => "a symbol reference",
            Kind::Other | Kind::Unknown => "another attribute",
        }
    }
}

/// Kinds of all attributes.
#[derive(Debug)]
pub(super) struct Kinds(Vec<Kind>);

impl Kinds {
    pub(super) fn of(tables: &Tables<'_>) -> Kinds {
        let builtin = tables.find_dialect(b"builtin");
        Kinds(tables.attrs.iter().map(|entry| kind(&entry, Some(entry.dialect) == builtin)).collect())
    }

    /// The kind of an attribute.
    pub(super) fn get(&self, attr: AttrId) -> Kind {
        self.0.get(attr.index()).copied().unwrap_or(Kind::Unknown)
    }

    /// Whether an attribute is surely not of this kind.
    pub(super) fn is_not(&self, attr: AttrId, kind: Kind) -> bool {
        let found = self.get(attr);
        found != kind && found != Kind::Unknown
    }
}

/// What text can only be, whatever dialect it is listed under: what begins like a builtin attribute is parsed as one. An alias or an attribute of
/// a dialect may be anything.
fn by_text(text: &[u8]) -> Kind {
    let starts = |start: &[u8]| text.starts_with(start);
    match text.first() {
        Some(b'{') => Kind::Dictionary,
        Some(b'"') => Kind::String,
        Some(b'@') if !text.windows(2).any(|two| two == b"::") => Kind::FlatSymbol,
        Some(b'[') => Kind::Other,
        _ if starts(b"loc(") => Kind::Location,
        _ if starts(b"affine_map<") || starts(b"affine_set<") || starts(b"dense<") || starts(b"array<") => {
            Kind::Other
        }
        _ => Kind::Unknown,
    }
}

fn kind(entry: &Entry<'_>, builtin: bool) -> Kind {
    if let Some(text) = entry.text() {
        return by_text(text);
    }
    if !builtin {
        return Kind::Unknown;
    }
    match Reader::new(entry.bytes).varint("code") {
        Ok(1) => Kind::Dictionary,
        Ok(2 | 3) => Kind::String,
        Ok(4) => Kind::FlatSymbol,
        Ok(10..=15 | 22) => Kind::Location,
        _ => Kind::Other,
    }
}
