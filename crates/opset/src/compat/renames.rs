//! Alias sets under other names: `Tensor(a!)` and `Tensor(b!)` say the same if `a` is `b` everywhere.

use std::collections::BTreeMap;

use super::Mode;
use crate::schema::{Alias, WILDCARD};

/// Which set of the new schema is which of the old one, as far as annotations were compared.
#[derive(Debug)]
pub(super) struct Renames {
    mode: Mode,
    to_old: BTreeMap<String, String>,
    to_new: BTreeMap<String, String>,
}

impl Renames {
    pub(super) fn new(mode: Mode) -> Renames {
        Renames { mode, to_old: BTreeMap::new(), to_new: BTreeMap::new() }
    }

    /// Whether two annotations say the same; names that were not met before are taken for each other.
    pub(super) fn same(&mut self, new: Option<&Alias>, old: Option<&Alias>) -> bool {
        if self.mode == Mode::Pytorch {
            return new == old;
        }
        match (new, old) {
            (None, None) => true,
            (Some(new), Some(old)) => {
                new.write == old.write
                    && self.same(new.contained.as_deref(), old.contained.as_deref())
                    && self.sets(&new.before, &old.before)
                    && self.sets(&new.after, &old.after)
            }
            _ => false,
        }
    }

    /// Sets of one value. Those that were met before have to be among the others; the rest is paired in order.
    fn sets(&mut self, new: &[String], old: &[String]) -> bool {
        let (mut unknown_new, mut met) = (Vec::new(), 0);
        for name in new {
            match self.old_name(name) {
                Some(known) if old.contains(&known) => met += 1,
                Some(_) => return false,
                None => unknown_new.push(name),
            }
        }
        let unknown_old: Vec<&String> =
            old.iter().filter(|name| *name != WILDCARD && !self.to_new.contains_key(*name)).collect();
        if new.len() != old.len()
            || unknown_new.len() != unknown_old.len()
            || met + unknown_new.len() != new.len()
        {
            return false;
        }
        for (new, old) in unknown_new.into_iter().zip(unknown_old) {
            self.to_old.insert(new.clone(), old.clone());
            self.to_new.insert(old.clone(), new.clone());
        }
        true
    }

    fn old_name(&self, new: &str) -> Option<String> {
        if new == WILDCARD { Some(WILDCARD.into()) } else { self.to_old.get(new).cloned() }
    }
}
