//! [`Snippets`]: texts of single attributes and types, in local scope.

use super::text::{Item, Texts};
use super::{PrintOptions, Style};
use crate::ids::EntryKind;
use crate::ids::{AttrId, TypeId};
use crate::tables::Tables;

/// The longest text that is made of one entry where all of it is needed, in bytes: entries may refer to others so that their texts grow
/// without bounds.
const MOST: usize = 1 << 24;
/// The longest text of one entry that is shown, in bytes.
const SHOWN: usize = 1 << 16;

/// Prints single attributes and types, each once.
pub struct Snippets<'t> {
    texts: Texts<'t>,
}

impl std::fmt::Debug for Snippets<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snippets").finish_non_exhaustive()
    }
}

impl<'t> Snippets<'t> {
    /// In the spelling of the producer's release.
    pub fn new(tables: &'t Tables<'t>, producer: &[u8]) -> Snippets<'t> {
        Snippets { texts: Texts::new(tables, Style::of(producer, &PrintOptions::default())) }
    }

    /// In the spelling of a release, with every element of dense attributes.
    pub(crate) fn of_release(tables: &'t Tables<'t>, release: u32) -> Snippets<'t> {
        let options = PrintOptions { release: Some(release), hex_above: None, ..PrintOptions::default() };
        Snippets { texts: Texts::new(tables, Style::of(b"", &options)) }
    }

    /// The text of an attribute.
    pub fn attr(&mut self, attr: AttrId) -> String {
        self.text(Item::Attr(attr.0))
    }

    /// The text of a type.
    pub fn ty(&mut self, ty: TypeId) -> String {
        self.text(Item::Type(ty.0))
    }

    /// All of the text of an attribute; none if the bytes of the tables do not justify so much.
    pub fn whole_attr(&mut self, attr: AttrId) -> Option<String> {
        self.whole(Item::Attr(attr.0))
    }

    /// All of the text of a type; none if the bytes of the tables do not justify so much.
    pub fn whole_type(&mut self, ty: TypeId) -> Option<String> {
        self.whole(Item::Type(ty.0))
    }

    fn whole(&mut self, item: Item) -> Option<String> {
        let (text, whole) = self.texts.alone(item, 1 << 30);
        (whole && self.texts.error.is_none()).then(|| String::from_utf8_lossy(&text).into_owned())
    }

    /// What is longer than 64 KiB, or than the bytes of the file justify with all that was asked for before, ends with `…`.
    fn text(&mut self, item: Item) -> String {
        let (text, whole) = self.texts.alone(item, SHOWN);
        let mut text = String::from_utf8_lossy(&text).into_owned();
        if !whole {
            text.push('…');
        }
        text
    }

    /// What releases that do not know an encoding read in its place; none if some part of it is not known here either.
    pub(crate) fn exact(&mut self, kind: EntryKind, index: u32) -> Option<Vec<u8>> {
        let item = match kind {
            EntryKind::Attr => Item::Attr(index),
            EntryKind::Type => Item::Type(index),
        };
        let (found, whole) = self.texts.alone(item, MOST);
        if !whole {
            return None;
        }
        let has = |word: &[u8]| found.windows(word.len()).any(|part| part == word);
        let known =
            self.texts.error.is_none() && !found.is_empty() && !has(b"outlast.opaque<") && !has(b"<<");
        known.then_some(found)
    }
}
