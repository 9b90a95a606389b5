//! The text of one attribute or type, as it would stand alone: without aliases.

use super::text::{Item, Texts};
use super::{PrintOptions, Style};
use crate::tables::Tables;

/// The most bytes that a text may have: attributes can have each other inside so that their text has no bounds.
const MOST: usize = 1 << 28;

/// Texts of single attributes and types.
pub(crate) struct EntryTexts<'t> {
    texts: Texts<'t>,
}

impl<'t> EntryTexts<'t> {
    /// Texts in the spelling of a release of LLVM.
    pub(crate) fn new(tables: &'t Tables<'t>, release: u32) -> EntryTexts<'t> {
        let options =
            PrintOptions { release: Some(release), local_scope: true, hex_above: None, ..Default::default() };
        EntryTexts { texts: Texts::new(tables, Style::of(b"", &options)) }
    }

    /// The text of an attribute; none if some part of it has an encoding that is not known, or it is too long.
    pub(crate) fn attr(&mut self, index: u32) -> Option<Vec<u8>> {
        self.text(Item::Attr(index))
    }

    /// The text of a type; none if some part of it has an encoding that is not known, or it is too long.
    pub(crate) fn ty(&mut self, index: u32) -> Option<Vec<u8>> {
        self.text(Item::Type(index))
    }

    fn text(&mut self, item: Item) -> Option<Vec<u8>> {
        let text = self.texts.alone(item, MOST)?;
        let opaque = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|part| part == word);
        let known = self.texts.error.is_none() && !opaque(&text, b"outlast.opaque<") && !opaque(&text, b"<<");
        known.then_some(text)
    }
}
