//! Names of values: scopes, and names that are used before they are defined.

use outlast_core::{QuickMap, Result};

use super::cursor::Cursor;
use crate::ids::TypeId;
use crate::ir::NONE;

/// A value, or what stands for one that is defined later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// The region that it is defined in; [`NONE`] while it is not.
    pub(super) region: u32,
    /// Its place among the values of the region.
    pub(super) index: u32,
    /// Its type.
    pub(super) ty: TypeId,
    /// The value that this one stood for until that was defined.
    pub(super) same: u32,
}

/// A name where it is used: with the number behind `#`, and where that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use<'t> {
    pub(super) name: &'t str,
    pub(super) number: u32,
    pub(super) at: usize,
}

/// A name that a region defines, and what it means around the region.
type Hidden<'t> = (&'t str, Option<(u32, u32)>);

/// All values, and which names they have here.
#[derive(Debug, Default)]
pub(super) struct Values<'t> {
    pub(super) all: Vec<Value>,
    /// The first value of a name, and how many it has.
    names: QuickMap<&'t str, (u32, u32)>,
    /// What is used and was not defined yet: what stands for it, and where it was used first.
    later: QuickMap<(&'t str, u32), (u32, usize)>,
    /// Names by the region that defines them, the innermost last, each with what it means around that region.
    scopes: Vec<Vec<Hidden<'t>>>,
    /// Whether regions may use names again that have a meaning around them.
    pub(super) hides_names: bool,
}

impl<'t> Values<'t> {
    fn add(&mut self, region: u32, index: u32, ty: TypeId) -> u32 {
        let id = u32::try_from(self.all.len()).unwrap_or(NONE);
        self.all.push(Value { region, index, ty, same: NONE });
        id
    }

    /// Begins a region.
    pub(super) fn open(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Ends a region: its names mean nothing outside.
    pub(super) fn close(&mut self) {
        for (name, around) in self.scopes.pop().unwrap_or_default() {
            match around {
                Some(values) => self.names.insert(name, values),
                None => self.names.remove(name),
            };
        }
    }

    /// The value that a name means; what stands for it, if it is defined later.
    pub(super) fn resolve(&mut self, used: Use<'t>, cursor: &Cursor<'t>) -> Result<u32> {
        if let Some((first, count)) = self.names.get(used.name) {
            return match used.number < *count {
                true => Ok(first + used.number),
                false => {
                    let here = Cursor { at: used.at, ..*cursor };
                    Err(here
                        .error(format!("`%{}` has {count} values, and no number {}", used.name, used.number)))
                }
            };
        }
        if let Some((id, _)) = self.later.get(&(used.name, used.number)) {
            return Ok(*id);
        }
        let id = self.add(NONE, 0, TypeId(NONE));
        self.later.insert((used.name, used.number), (id, used.at));
        Ok(id)
    }

    /// Defines values of a region from `index` on; the first one's number.
    pub(super) fn define(&mut self, region: u32, index: u32, types: &[TypeId]) -> u32 {
        let first = u32::try_from(self.all.len()).unwrap_or(NONE);
        for (ty, index) in types.iter().zip(index..) {
            self.add(region, index, *ty);
        }
        first
    }

    /// Gives values a name.
    pub(super) fn name(&mut self, name: &'t str, first: u32, count: u32, here: &Cursor<'t>) -> Result<()> {
        let around = self.names.insert(name, (first, count));
        let is_here = |scope: &Vec<(&str, _)>| scope.iter().any(|(other, _)| *other == name);
        if around.is_some() && (!self.hides_names || self.scopes.last().is_some_and(is_here)) {
            return Err(here
                .error(format!("`%{name}` is defined twice"))
                .with_help("a name may be used again only in regions that are not inside of each other"));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, around));
        }
        if self.later.is_empty() {
            return Ok(());
        }
        for number in 0..count {
            if let Some((id, _)) = self.later.remove(&(name, number))
                && let Some(value) = self.all.get_mut(outlast_core::to_index(id))
            {
                value.same = first + number;
            }
        }
        Ok(())
    }

    /// Everything that was used is defined now.
    pub(super) fn finish(&self, cursor: &Cursor<'t>) -> Result<()> {
        let first = self.later.iter().min_by_key(|(_, (_, at))| *at);
        let Some(((name, number), (_, at))) = first else { return Ok(()) };
        let here = Cursor { at: *at, ..*cursor };
        let number = if *number == 0 { String::new() } else { format!("#{number}") };
        Err(here.error(format!("`%{name}{number}` is used, but never defined")))
    }
}
