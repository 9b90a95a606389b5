//! What indices mean, in a few words.

use super::Walk;
use super::content::Content;
use crate::codec::{self, EntryKind};
use crate::ids::{DialectId, OpNameId, ResourceId, StringId};
use crate::tables::string_value;
use crate::wire::Reader;

/// Characters of a text that are shown beside an index.
const SHOWN: usize = 60;

/// Bytes as text.
pub(super) fn text(bytes: &[u8]) -> String {
    // Four bytes to a character at most.
    let bytes = bytes.get(..(SHOWN + 1) * 4).unwrap_or(bytes);
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    if let Some((cut, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

/// Indices as text, with what they stand for where that is known.
#[derive(Clone, Copy)]
pub(super) struct Names<'c>(Option<&'c Content<'c>>);

fn named(index: u64, name: Option<String>) -> String {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => format!("{index}: {name}"),
        None => index.to_string(),
    }
}

impl Names<'_> {
    /// A name by the number of something in the tables.
    fn find(self, index: u64, name: impl FnOnce(&Content<'_>, u32) -> Option<String>) -> String {
        let found = self.0.zip(u32::try_from(index).ok()).and_then(|(content, id)| name(content, id));
        named(index, found)
    }

    pub(super) fn string(self, index: u64) -> String {
        self.find(index, |content, id| content.tables.strings.get(StringId(id)).map(text))
    }

    pub(super) fn dialect(self, index: u64) -> String {
        self.find(index, |content, id| Some(text(content.tables.dialect_name(DialectId(id)))))
    }

    pub(super) fn op(self, index: u64) -> String {
        self.find(index, |content, id| Some(text(&content.tables.op_name(OpNameId(id)))))
    }

    /// What an operation is called where it is a title.
    pub(super) fn op_title(self, index: u64) -> String {
        let name = self.0.zip(u32::try_from(index).ok());
        let name = name.map(|(content, id)| text(&content.tables.op_name(OpNameId(id))));
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| "operation".to_owned())
    }

    pub(super) fn resource(self, index: u64) -> String {
        self.find(index, |content, id| {
            let (_, resource) = content.tables.resources.get(ResourceId(id))?;
            Some(text(content.tables.string(resource.key)))
        })
    }

    pub(super) fn attr(self, index: u64) -> String {
        self.entry(index, EntryKind::Attr)
    }

    pub(super) fn ty(self, index: u64) -> String {
        self.entry(index, EntryKind::Type)
    }

    /// `5: StringAttr foo`, `7: #text`, `8: dialect, code 3`; the index alone if there is no such entry.
    pub(super) fn entry(self, index: u64, kind: EntryKind) -> String {
        self.find(index, |content, id| {
            let tables = content.tables;
            let entry = if kind == EntryKind::Attr { tables.attrs.get(id)? } else { tables.types.get(id)? };
            if let Some(assembly) = entry.text() {
                return Some(text(assembly));
            }
            let dialect = tables.dialect_name(entry.dialect);
            let code = Reader::new(entry.bytes).varint("code").ok()?;
            let Some(shape) = codec::shapes(dialect, kind).iter().find(|shape| shape.code == code) else {
                return Some(format!("{}, code {code}", text(dialect)));
            };
            let value = if kind == EntryKind::Attr { string_value(tables, &entry) } else { None };
            Some(match value {
                Some(value) => format!("{} {}", shape.name, text(value)),
                None => shape.name.to_owned(),
            })
        })
    }
}

impl<'c> Walk<'_, 'c, '_> {
    pub(super) fn names(&self) -> Names<'c> {
        Names(self.content)
    }
}

/// A text, and what a flag says.
pub(super) fn with(text: String, flag: bool, what: &str) -> String {
    if flag { format!("{text}, {what}") } else { text }
}
