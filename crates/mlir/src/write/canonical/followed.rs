//! What properties refer to: found once for each entry and operation name.

use std::ops::Range;

use crate::ids::Reference;
use crate::ids::{OpNameId, PropertiesId};
use outlast_core::QuickMap;

/// Properties that were followed before, with what they refer to.
#[derive(Default)]
pub(super) struct Followed {
    /// By entry: the operation name it was last met with, and where its references are.
    last: Vec<Option<(OpNameId, Range<usize>)>>,
    /// Entries that are met with several names: all of them.
    all: QuickMap<(OpNameId, PropertiesId), Range<usize>>,
    pub(super) references: Vec<Reference>,
}

impl Followed {
    pub(super) fn new(len: usize) -> Followed {
        Followed { last: vec![None; len], ..Followed::default() }
    }

    #[inline]
    pub(super) fn get(&self, name: OpNameId, id: PropertiesId) -> Option<Range<usize>> {
        match self.last.get(id.index())? {
            Some((last, range)) if *last == name => Some(range.clone()),
            Some(_) => self.all.get(&(name, id)).cloned(),
            None => None,
        }
    }

    pub(super) fn add(
        &mut self,
        name: OpNameId,
        id: PropertiesId,
        references: Vec<Reference>,
    ) -> Range<usize> {
        let first = self.references.len();
        self.references.extend(references);
        let range = first..self.references.len();
        if let Some(last) = self.last.get_mut(id.index())
            && let Some((before, known)) = last.replace((name, range.clone()))
        {
            self.all.insert((before, id), known);
        }
        range
    }
}
