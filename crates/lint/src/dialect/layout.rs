//! [`Layout`]: the fields of an attribute or type behind its code.

use std::fmt;

use outlast_mlir::codec;

/// Fields in order, with their names.
pub type Layout = Vec<(String, Piece)>;

/// A field of an encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// An attribute.
    Attr,
    /// An attribute or none.
    OptAttr,
    /// A type.
    Type,
    /// A type or none.
    OptType,
    /// A string of the string section.
    Str,
    /// A resource of a dialect.
    Resource,
    /// A number.
    VarInt,
    /// A signed number.
    SVarInt,
    /// A byte that is 0 or 1.
    Bool,
    /// A count of bytes, and the bytes.
    Blob,
    /// A byte that says whether the fields follow.
    Maybe(Layout),
    /// A count, and so many times the fields.
    List(Layout),
    /// Strings up to the end.
    Strings,
    /// Bytes up to the end.
    Tail,
}

/// Words for what has no fields of its own.
const WORDS: &[(&str, Piece)] = &[
    ("attr", Piece::Attr),
    ("attr?", Piece::OptAttr),
    ("type", Piece::Type),
    ("type?", Piece::OptType),
    ("str", Piece::Str),
    ("resource", Piece::Resource),
    ("varint", Piece::VarInt),
    ("svarint", Piece::SVarInt),
    ("bool", Piece::Bool),
    ("blob", Piece::Blob),
    ("strings", Piece::Strings),
    ("tail", Piece::Tail),
];

/// How deep lists are nested at most.
const MAX_NESTING: usize = 8;

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Maybe(layout) => write!(f, "maybe({})", text(layout)),
            Piece::List(layout) => write!(f, "list({})", text(layout)),
            plain => {
                let word = WORDS.iter().find(|(_, piece)| piece == plain).map_or("tail", |(word, _)| word);
                f.write_str(word)
            }
        }
    }
}

/// A layout as descriptions have it: `name:attr values:list(value:svarint)`; `-` if there is no field.
pub fn text(layout: &Layout) -> String {
    if layout.is_empty() {
        return "-".to_string();
    }
    let fields: Vec<String> = layout.iter().map(|(name, piece)| format!("{name}:{piece}")).collect();
    fields.join(" ")
}

/// The layout of a description; none if it is none.
pub fn parse(line: &str) -> Option<Layout> {
    if line == "-" {
        return Some(Layout::new());
    }
    nested(line, 0)
}

fn nested(line: &str, depth: usize) -> Option<Layout> {
    if depth > MAX_NESTING {
        return None;
    }
    let mut fields = Layout::new();
    let (mut open, mut start) = (0_usize, 0);
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match c {
            '(' => open += 1,
            ')' => open = open.checked_sub(1)?,
            ' ' if open == 0 => {
                fields.push(field(line.get(start..at)?, depth)?);
                start = at + 1;
            }
            _ => {}
        }
    }
    (open == 0).then_some(fields)
}

fn field(word: &str, depth: usize) -> Option<(String, Piece)> {
    let (name, what) = word.split_once(':').filter(|(name, _)| !name.is_empty())?;
    let inside = |head: &str| what.strip_prefix(head)?.strip_suffix(')');
    let piece = if let Some(inner) = inside("list(") {
        Piece::List(nested(inner, depth + 1)?)
    } else if let Some(inner) = inside("maybe(") {
        Piece::Maybe(nested(inner, depth + 1)?)
    } else {
        WORDS.iter().find(|(word, _)| *word == what).map(|(_, piece)| piece.clone())?
    };
    Some((name.to_string(), piece))
}

/// The layout of fields as `crates/mlir` has them.
pub(crate) fn of_codec(fields: codec::Fields) -> Layout {
    fields.iter().map(|(name, field)| ((*name).to_string(), piece(*field))).collect()
}

fn piece(field: codec::Field) -> Piece {
    match field {
        codec::Field::Attr => Piece::Attr,
        codec::Field::OptAttr => Piece::OptAttr,
        codec::Field::Type => Piece::Type,
        codec::Field::OptType => Piece::OptType,
        codec::Field::Str => Piece::Str,
        codec::Field::Resource => Piece::Resource,
        codec::Field::VarInt => Piece::VarInt,
        codec::Field::SVarInt | codec::Field::F64 => Piece::SVarInt,
        codec::Field::Bool => Piece::Bool,
        codec::Field::Blob => Piece::Blob,
        codec::Field::Maybe(fields) => Piece::Maybe(of_codec(fields)),
        codec::Field::List(fields) => Piece::List(of_codec(fields)),
        codec::Field::Strings => Piece::Strings,
        codec::Field::Tail => Piece::Tail,
    }
}

/// Whether two layouts are the same on the wire, whatever fields are called.
pub(crate) fn alike(a: &Layout, b: &Layout) -> bool {
    let same = |a: &Piece, b: &Piece| match (a, b) {
        (Piece::List(a), Piece::List(b)) | (Piece::Maybe(a), Piece::Maybe(b)) => alike(a, b),
        (a, b) => a == b,
    };
    a.len() == b.len() && a.iter().zip(b).all(|((_, a), (_, b))| same(a, b))
}

#[cfg(test)]
mod tests {
    use super::{Piece, parse, text};

    #[test]
    fn layouts_are_read_as_they_are_written() {
        for line in ["-", "a:attr", "a:attr? b:list(c:svarint d:maybe(e:type)) f:tail"] {
            assert_eq!(text(&parse(line).unwrap()), line);
        }
        assert_eq!(parse("a:list(b:str)").unwrap()[0].1, Piece::List(vec![("b".into(), Piece::Str)]));
        for line in ["", "a", "a:", ":attr", "a:list(b:str", "a:b", "a:list(b:str))", "a:attr  b:attr"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
