//! Which resources a text refers to: those whose keys stand in it as words.

use super::text::Texts;
use crate::ids::{DialectId, ResourceId};
use crate::tables::Tables;
use crate::text::Text;
use outlast_core::QuickMap;

impl Texts<'_> {
    /// Notes resources of the dialect whose keys stand in a text as words.
    pub(super) fn handles(&mut self, text: &[u8], dialect: DialectId) {
        if self.tables.resources.dialects.is_empty() {
            return;
        }
        let tables = self.tables;
        let keys = std::mem::take(&mut self.keys).unwrap_or_else(|| Keys::of(tables));
        let mut found: Vec<ResourceId> = text
            .split(|byte| !is_word(byte))
            .filter_map(|word| keys.words.get(&(dialect, word)))
            .flatten()
            .copied()
            .collect();
        for (of, key, handle) in &keys.others {
            // Each text is searched for each of them.
            self.arena.spend(text.len());
            if *of == dialect && !self.arena.is_full() && has_word(text, key) {
                found.push(*handle);
            }
        }
        found.sort_unstable();
        found.into_iter().for_each(|handle| self.refer(handle));
        self.keys = Some(keys);
    }
}

/// Keys of the resources that dialects have.
#[derive(Default)]
pub(super) struct Keys<'t> {
    /// Those that are words.
    words: QuickMap<(DialectId, &'t [u8]), Vec<ResourceId>>,
    /// Those that are not.
    others: Vec<(DialectId, &'t [u8], ResourceId)>,
}

impl<'t> Keys<'t> {
    fn of(tables: &'t Tables<'t>) -> Keys<'t> {
        let mut keys = Keys::default();
        let members = tables.resources.dialects.iter().flat_map(|group| {
            group.members.iter().map(move |resource| (group.owner, tables.string(resource.key)))
        });
        for (at, (owner, key)) in members.enumerate() {
            let handle = ResourceId::new(at);
            match key.iter().all(is_word) {
                true => keys.words.entry((owner, key)).or_default().push(handle),
                false => keys.others.push((owner, key, handle)),
            }
        }
        keys
    }
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

/// Whether a word stands in a text.
fn has_word(text: &[u8], word: &[u8]) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(is_word);
    !word.is_empty()
        && text.windows(word.len()).enumerate().any(|(at, window)| {
            let before = at.checked_sub(1).and_then(|at| text.get(at));
            window == word && !is_word(before) && !is_word(text.get(at + word.len()))
        })
}
