//! [`Snippets`]: texts of single attributes and types, in local scope.

use super::text::{Item, Texts};
use super::{PrintOptions, Style};
use crate::ids::{AttrId, TypeId};
use crate::tables::Tables;

/// Longer texts, in bytes, are left out.
const MOST: usize = 1 << 16;

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

    /// The text of an attribute.
    pub fn attr(&mut self, attr: AttrId) -> String {
        self.text(Item::Attr(attr.0))
    }

    /// The text of a type.
    pub fn ty(&mut self, ty: TypeId) -> String {
        self.text(Item::Type(ty.0))
    }

    fn text(&mut self, item: Item) -> String {
        let memo = self.texts.get(item);
        match self.texts.flat(memo.range(), MOST) {
            Some(text) => String::from_utf8_lossy(&text).into_owned(),
            None => "...".to_owned(),
        }
    }
}
