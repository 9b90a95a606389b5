//! The compiled form of changes: `OLC1`, then for each row its kind as `u8`; the first and the last release with the older form and those
//! with the newer one, as `u16` (0: no such window; 65535: up to the newest); the number of pairs as `u16`, and pairs of `i64`; then its
//! words, as many as its kind has, each with its length as `u16`. All numbers are little-endian.

use super::{Change, Row, Window};

const MAGIC: &[u8; 4] = b"OLC1";
const NEWEST: u16 = u16::MAX;

/// Kinds of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Renamed,
    Merged,
    Terminator,
    Yield,
    Attribute,
    Numbers,
    Default,
    Unit,
    Group,
    Argument,
    Regions,
    InBounds,
    Sized,
    Collapse,
    Range,
    Element,
    Zeros,
    Promise,
    Bundles,
    Pointee,
    Forgotten,
    Passthrough,
    Notes,
    Handed,
    Parameter,
    OfCallee,
    Basis,
    Layout,
    Output,
}

/// Kinds in the order of their numbers, and what they are called.
const KINDS: [(Kind, &str); 29] = [
    (Kind::Renamed, "renamed"),
    (Kind::Merged, "merged"),
    (Kind::Terminator, "terminator"),
    (Kind::Yield, "yield"),
    (Kind::Attribute, "attribute"),
    (Kind::Numbers, "numbers"),
    (Kind::Default, "default"),
    (Kind::Unit, "unit"),
    (Kind::Group, "group"),
    (Kind::Argument, "argument"),
    (Kind::Regions, "regions"),
    (Kind::InBounds, "in-bounds"),
    (Kind::Sized, "sized"),
    (Kind::Collapse, "collapse"),
    (Kind::Range, "range"),
    (Kind::Element, "element"),
    (Kind::Zeros, "zeros"),
    (Kind::Promise, "promise"),
    (Kind::Bundles, "bundles"),
    (Kind::Pointee, "pointee"),
    (Kind::Forgotten, "forgotten"),
    (Kind::Passthrough, "passthrough"),
    (Kind::Notes, "notes"),
    (Kind::Handed, "handed"),
    (Kind::Parameter, "parameter"),
    (Kind::OfCallee, "of-callee"),
    (Kind::Basis, "basis"),
    (Kind::Layout, "layout"),
    (Kind::Output, "output"),
];

impl Kind {
    pub(super) fn named(name: &str) -> Option<Kind> {
        KINDS.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    /// Whether the name of an attribute stands behind that of the operation.
    pub(super) fn of_attribute(self) -> bool {
        matches!(
            self,
            Kind::Attribute
                | Kind::Numbers
                | Kind::Default
                | Kind::Unit
                | Kind::Group
                | Kind::Sized
                | Kind::Range
                | Kind::Zeros
                | Kind::Promise
                | Kind::Pointee
                | Kind::Forgotten
                | Kind::Passthrough
                | Kind::Parameter
                | Kind::OfCallee
                | Kind::Basis
                | Kind::Layout
                | Kind::Output
        )
    }

    /// How many words a row has, the operation among them.
    pub(super) fn words(self) -> usize {
        match self {
            Kind::Regions => 1,
            Kind::Renamed
            | Kind::Element
            | Kind::Merged
            | Kind::Terminator
            | Kind::Numbers
            | Kind::Argument
            | Kind::InBounds
            | Kind::Handed
            | Kind::Collapse => 2,
            Kind::Yield
            | Kind::Attribute
            | Kind::Default
            | Kind::Unit
            | Kind::Group
            | Kind::Sized
            | Kind::Range
            | Kind::Zeros
            | Kind::Promise
            | Kind::Bundles
            | Kind::Pointee
            | Kind::Forgotten
            | Kind::Parameter
            | Kind::OfCallee
            | Kind::Basis
            | Kind::Layout
            | Kind::Output
            | Kind::Notes => 3,
            Kind::Passthrough => 4,
        }
    }
}

pub(super) fn begin() -> Vec<u8> {
    MAGIC.to_vec()
}

/// Appends a row. Its numbers and lengths are those of a text that people wrote: they fit.
pub(super) fn push(
    out: &mut Vec<u8>,
    kind: Kind,
    windows: (Option<Window>, Window),
    words: &[&str],
    pairs: &[(i64, i64)],
) {
    let number = KINDS.iter().zip(0_u8..).find(|((known, _), _)| *known == kind);
    out.push(number.map_or(u8::MAX, |(_, number)| number));
    let short = |number: usize| u16::try_from(number).unwrap_or(NEWEST).to_le_bytes();
    for window in [windows.0, Some(windows.1)] {
        let release = |release: u32| u16::try_from(release).unwrap_or(NEWEST);
        let first = window.map_or(0, |window| release(window.first));
        let last = window.map_or(0, |window| window.last.map_or(NEWEST, release));
        out.extend([first.to_le_bytes(), last.to_le_bytes()].concat());
    }
    out.extend(short(pairs.len()));
    for (older, newer) in pairs {
        out.extend([older.to_le_bytes(), newer.to_le_bytes()].concat());
    }
    for word in words {
        out.extend(short(word.len()));
        out.extend(word.as_bytes());
    }
}

/// All rows; none if it is no such blob.
pub(super) fn decode(blob: &'static [u8]) -> Option<Vec<Row>> {
    let mut rest = blob.strip_prefix(MAGIC)?;
    let mut rows = Vec::new();
    while let Some((number, tail)) = rest.split_first() {
        rest = tail;
        let kind = KINDS.get(usize::from(*number))?.0;
        let (older, newer) = (window(&mut rest)?, window(&mut rest)??);
        let mut pairs = Vec::new();
        for _ in 0..short(&mut rest)? {
            pairs.push((long(&mut rest)?, long(&mut rest)?));
        }
        let mut words = [""; 4];
        for word in words.iter_mut().take(kind.words()) {
            let len = usize::from(short(&mut rest)?);
            let (text, tail) = rest.split_at_checked(len)?;
            rest = tail;
            *word = std::str::from_utf8(text).ok()?;
        }
        rows.push(Row { change: change(kind, words, pairs), older, newer });
    }
    Some(rows)
}

fn change(kind: Kind, [first, second, third, fourth]: [&'static str; 4], pairs: Vec<(i64, i64)>) -> Change {
    match kind {
        Kind::Renamed => Change::Renamed { older: first, newer: second },
        Kind::Merged => Change::Merged { older: first, newer: second },
        Kind::Terminator => Change::Terminator { around: first, end: second },
        Kind::Yield => Change::Yield { around: first, older: second, newer: third },
        Kind::Attribute => Change::Attribute { op: first, older: second, newer: third },
        Kind::Numbers => Change::Numbers { op: first, attribute: second, pairs },
        Kind::Default => Change::Default { op: first, attribute: second, text: third },
        Kind::Unit => {
            let value = pairs.first().map_or(0, |(_, value)| *value);
            Change::Unit { op: first, older: second, newer: third, value }
        }
        Kind::Group => Change::Group { op: first, older: second, newer: third },
        Kind::Argument => Change::Argument { op: first },
        Kind::Regions => {
            let from = |(_, from): (i64, i64)| usize::try_from(from).ok();
            Change::Regions { op: first, from: pairs.into_iter().map(from).collect() }
        }
        Kind::InBounds => Change::InBounds { op: first },
        Kind::Sized => Change::Sized { op: first, attribute: second, whole: third.parse().unwrap_or(-1) },
        Kind::Collapse => Change::Collapse { op: first, attribute: second },
        Kind::Element => {
            let values = pairs.first().and_then(|(_, values)| usize::try_from(*values).ok());
            Change::Element { older: first, newer: second, values: values.unwrap_or(1) }
        }
        Kind::Zeros => Change::Zeros { op: first, attribute: second, like: third },
        Kind::Promise => Change::Promise { op: first, attribute: second, of_values: third == "of-values" },
        Kind::Bundles => Change::Bundles { op: first, sizes: second, tags: third },
        Kind::Pointee => Change::Pointee { op: first, attribute: second },
        Kind::Handed => Change::Handed { op: first, constant: second },
        Kind::Parameter => Change::Parameter { op: first, attribute: second, name: third },
        Kind::OfCallee => Change::OfCallee { op: first, attribute: second, function: third },
        Kind::Basis => Change::Basis { op: first, attribute: second },
        Kind::Output => Change::Output { op: first, attribute: second },
        Kind::Layout => Change::Layout { op: first, attribute: second, text: third },
        Kind::Forgotten => {
            Change::Forgotten { op: first, attribute: second, unless_variadic: third == "unless-variadic" }
        }
        Kind::Passthrough => Change::Passthrough { op: first, attribute: second, name: third, cases: fourth },
        Kind::Notes => Change::Notes { op: first, attribute: second, keys: third },
        Kind::Range => Change::Range { op: first, attribute: second, kept: third == "numbers" },
    }
}

/// A window; none inside if there is none.
fn window(rest: &mut &'static [u8]) -> Option<Option<Window>> {
    let (first, last) = (short(rest)?, short(rest)?);
    let window = Window { first: first.into(), last: (last != NEWEST).then_some(last.into()) };
    Some((first != 0).then_some(window))
}

fn short(rest: &mut &'static [u8]) -> Option<u16> {
    let (raw, tail) = rest.split_first_chunk()?;
    *rest = tail;
    Some(u16::from_le_bytes(*raw))
}

fn long(rest: &mut &'static [u8]) -> Option<i64> {
    let (raw, tail) = rest.split_first_chunk()?;
    *rest = tail;
    Some(i64::from_le_bytes(*raw))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn a_cut_blob_is_none() {
        for end in 1..super::super::BLOB.len().min(300) {
            let rows = decode(&super::super::BLOB[..end]);
            assert!(end < 4 && rows.is_none() || rows.is_none_or(|rows| rows.len() < 12), "{end}");
        }
    }
}
