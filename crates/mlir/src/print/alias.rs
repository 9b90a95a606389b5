//! Aliases: names that attributes and types have for the whole file, as upstream gives them.

use super::text::Item;

/// A name: `#map1`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias;

impl Alias {
    pub(super) fn print(self, _out: &mut Vec<u8>) {}
}

/// Aliases by attribute and type.
#[derive(Debug, Default)]
pub(super) struct Aliases;

impl Aliases {
    pub(super) fn of(&self, _item: Item) -> Option<Alias> {
        None
    }
}

impl super::text::Texts<'_> {
    pub(super) fn with_aliases(&mut self, text: &[u8]) {
        self.arena.extend_from_slice(text);
    }
}
