//! The CPU and features that functions were compiled for: string attributes `target-cpu`, `tune-cpu` and `target-features` of
//! `PARAMATTR_GROUP_BLOCK_ID` (10), which `PARAMATTR_BLOCK_ID` (9) puts together to lists.

use super::attributes::text;
use super::overview::records;
use crate::cursor::Cursor;
use crate::fault::Fault;
use outlast_core::QuickMap;

/// A CPU and features, and for how many functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// `target-cpu`; empty where the functions do not say.
    pub cpu: String,
    /// `tune-cpu`.
    pub tune: String,
    /// `target-features`.
    pub features: String,
    /// Functions with a body that have it.
    pub functions: u64,
}

/// What is kept while a module is read.
#[derive(Debug, Default)]
pub(super) struct Machines {
    groups: QuickMap<u64, Machine>,
    lists: Vec<Vec<u64>>,
    found: Vec<Machine>,
}

impl Machines {
    /// The groups: `[number, 0xffffffff for the function itself, attribute …]`.
    pub(super) fn groups(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        records(cursor, |record| {
            let [number, 0xffff_ffff, rest @ ..] = record.ops else { return };
            let mut machine = Machine::default();
            let mut at = rest;
            // Attributes before strings are of many forms; a string begins with its encoding, and its name is text.
            while let Some((encoding, after)) = at.split_first() {
                at = after;
                if !matches!(encoding, 3 | 4) {
                    continue;
                }
                let Some((name, more)) = text(after) else { continue };
                let value = match name.as_str() {
                    "target-cpu" => &mut machine.cpu,
                    "tune-cpu" => &mut machine.tune,
                    "target-features" => &mut machine.features,
                    _ => continue,
                };
                if let Some((said, _)) = text(more).filter(|_| *encoding == 4) {
                    *value = said;
                }
            }
            if machine != Machine::default() {
                self.groups.insert(*number, machine);
            }
        })
    }

    /// The lists: `[group …]`.
    pub(super) fn lists(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        records(cursor, |record| {
            self.lists.push(if record.code == 2 { record.ops.to_vec() } else { Vec::new() });
        })
    }

    /// A function, with the number of its list plus one.
    pub(super) fn function(&mut self, list: u64, defined: bool) {
        if !defined {
            return;
        }
        let list = list.checked_sub(1).and_then(|list| self.lists.get(usize::try_from(list).ok()?));
        let machine = list.and_then(|groups| groups.iter().find_map(|group| self.groups.get(group)));
        let machine = machine.cloned().unwrap_or_default();
        let same = |one: &&mut Machine| {
            one.cpu == machine.cpu && one.tune == machine.tune && one.features == machine.features
        };
        match self.found.iter_mut().find(same) {
            Some(known) => known.functions += 1,
            None => self.found.push(Machine { functions: 1, ..machine }),
        }
    }

    /// All of them, those of most functions first; nothing where no function says anything.
    pub(super) fn found(mut self) -> Vec<Machine> {
        if self.found.iter().all(|one| one.cpu.is_empty() && one.features.is_empty() && one.tune.is_empty()) {
            return Vec::new();
        }
        self.found.sort_by_key(|one| std::cmp::Reverse(one.functions));
        self.found
    }
}
