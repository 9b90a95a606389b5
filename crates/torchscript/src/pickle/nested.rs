//! [`nested`]: pickles in the bytes and texts of a pickle, which something that it calls may read.

use std::borrow::Cow;

use outlast_core::{Bytes, Error, ErrorKind, Result, Source, Span};

use super::defs::Opcode;
use super::graph::Value;
use super::read::{Limits, Pickle};
use super::uses::Mark;

/// There may be so many nested pickles.
const MOST: usize = 1 << 16;

/// Something that a nested pickle imports.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    /// Module and name; `None` for one of the reader's registry of extensions.
    pub name: Option<(String, String)>,
    /// The opcode, counted in the nested pickle.
    pub import: Mark,
    /// Whether it is called.
    pub called: bool,
}

/// A pickle in another one's bytes or text.
#[derive(Clone, Debug)]
pub struct Nested {
    /// Where it is: its parts are named by the offset of the opcode that pushes the bytes.
    pub source: Source,
    /// The offset of the opcode in the outermost pickle.
    pub at: u64,
    /// What it imports.
    pub imports: Vec<Import>,
    /// Calls of values that are not imports.
    pub computed: u64,
    /// Why it cannot be read to its end.
    pub error: Option<Error>,
}

/// Bytes or a text that may be a pickle, and were not read: they are too deep.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The pickle that carries them.
    pub source: Source,
    /// The offset of the opcode that pushes them.
    pub at: u64,
    /// The offset of the opcode in the outermost pickle.
    pub outermost: u64,
}

/// What is found in the bytes and texts of a pickle.
#[derive(Clone, Debug, Default)]
pub struct Inside {
    /// Pickles that import something.
    pub pickles: Vec<Nested>,
    /// The first value that may be a pickle deeper than [`Limits::depth`].
    pub unread: Option<Unread>,
    /// How many there are.
    pub unread_count: u64,
}

/// Finds pickles in the bytes and texts of a pickle, and in theirs, that import something: what is a pickle to its end, or starts as
/// one of the protocols 2 to 5. Texts are taken as Latin-1, which is how protocol 2 carries bytes.
///
/// # Errors
///
/// If there are more than 65,536.
pub fn nested(pickle: &Pickle<'_>, limits: Limits) -> Result<Inside> {
    let mut found = Inside::default();
    let mut open: Vec<(Vec<u8>, Source, u64, u32)> = Vec::new();
    for (at, data) in carried(pickle) {
        let source = Source::file().record(format!("0x{at:x}"));
        if found.pickles.len() >= MOST {
            let kind = ErrorKind::Limit { what: "pickles in the bytes of a pickle", limit: MOST as u64 };
            return Err(Error::new(kind, Span::at(at, 1)));
        }
        look(&data, &source, at, 1, limits, &mut found, &mut open);
        while let Some((data, source, at, depth)) = open.pop() {
            look(&data, &source, at, depth, limits, &mut found, &mut open);
        }
    }
    Ok(found)
}

/// Pickles that are read one behind the other.
const SEQUENCE: usize = 64;

/// Reads what may be a pickle, or several; what is carried in it waits in `open`.
fn look(
    mut data: &[u8],
    source: &Source,
    at: u64,
    depth: u32,
    limits: Limits,
    found: &mut Inside,
    open: &mut Vec<(Vec<u8>, Source, u64, u32)>,
) {
    // One pickle behind the other: so files of `torch.save` were written before 1.6, and readers may go on.
    let mut start = 0_u64;
    for _ in 0..SEQUENCE {
        let pickle = Pickle::read(Bytes::new(data, start), limits);
        let marked = matches!(data, [0x80, 2..=5, ..]);
        if pickle.root.is_none() && !marked {
            return;
        }
        let len = pickle.len;
        collect_imports(&pickle, source, (at, depth), limits, found, open);
        let Some(rest) = data.get(len..).filter(|rest| !rest.is_empty() && pickle.root.is_some()) else {
            return;
        };
        start = start.saturating_add(len as u64);
        data = rest;
    }
}

/// Takes down what a nested pickle imports.
fn collect_imports(
    pickle: &Pickle<'_>,
    source: &Source,
    (at, depth): (u64, u32),
    limits: Limits,
    found: &mut Inside,
    open: &mut Vec<(Vec<u8>, Source, u64, u32)>,
) {
    let imports = pickle.uses.imports().iter().map(|used| Import {
        name: used.name.as_ref().map(|name| (name.module.to_string(), name.name.to_string())),
        import: used.import.clone(),
        called: used.call.is_some(),
    });
    let imports: Vec<_> = imports.collect();
    if !imports.is_empty() {
        let (computed, error) = (pickle.uses.computed_count(), pickle.error.clone());
        found.pickles.push(Nested { source: source.clone(), at, imports, computed, error });
    }
    if depth < limits.depth {
        let inner = carried(pickle).map(|(offset, data)| {
            (data.into_owned(), source.record(format!("0x{offset:x}")), at, depth.saturating_add(1))
        });
        open.extend(inner);
    } else {
        // Without its last opcode it is none.
        for (offset, _) in carried(pickle).filter(|(_, data)| data.contains(&Opcode::STOP.byte())) {
            found.unread_count = found.unread_count.saturating_add(1);
            found.unread.get_or_insert_with(|| Unread { source: source.clone(), at: offset, outermost: at });
        }
    }
}

/// Bytes and texts of a pickle that are long enough to be a pickle that imports something, with the offsets of their opcodes.
pub(crate) fn carried<'p>(pickle: &'p Pickle<'_>) -> impl Iterator<Item = (u64, Cow<'p, [u8]>)> {
    /// `c`, two line feeds and `.`.
    const SHORTEST: usize = 4;
    pickle.graph.ids().filter_map(|id| {
        let node = pickle.graph.node(id);
        let data: Cow<'_, [u8]> = match &node.value {
            Value::Bytes(data) | Value::ByteArray(data) => Cow::Borrowed(*data),
            Value::OldText(data) => Cow::Borrowed(&**data),
            Value::Text(text) if text.is_ascii() => Cow::Borrowed(&**text),
            Value::Text(text) => {
                let text = std::str::from_utf8(text).ok()?;
                text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<Vec<_>>>()?.into()
            }
            _ => return None,
        };
        (data.len() >= SHORTEST).then_some((node.at, data))
    })
}
