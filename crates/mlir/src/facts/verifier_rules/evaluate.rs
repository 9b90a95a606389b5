//! Which conditions a file's operations do not meet: [`unmet`].

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use outlast_core::Result;

use super::op_view::{FileView, IrView, Shape};
use super::{Check, OpView, Scope};
use crate::file::File;
use crate::ids::OpId;
use crate::intern::Mix;
use crate::ir::{Ir, Nested};
use crate::schema::FileSchemas;
use crate::tables::Tables;

/// An operation that does not meet a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The condition's name.
    pub condition: String,
    /// The first such operation.
    pub first: OpId,
}

/// A condition that is asked for.
struct Asked<'w> {
    name: &'w str,
    /// None of an unknown name: it is not met.
    check: Option<Check>,
    scope: Scope,
}

/// Conditions by the index of the operations' name.
type Wanted<'w> = Vec<Vec<Asked<'w>>>;
/// Operations that were looked at, by all that most conditions look at.
type Seen = HashSet<Shape, Mix>;

/// Of the operations of some names, by their index, which conditions of those that are asked for they do not all meet.
///
/// Functions are read one at a time. All is read at once only for conditions that look beyond a function, and where what is around a function may say that
/// one is met after all.
///
/// # Errors
///
/// The file is damaged.
pub fn unmet(
    file: &File<'_>,
    tables: &Tables<'_>,
    schemas: &FileSchemas,
    wanted: &BTreeMap<usize, Vec<String>>,
) -> Result<BTreeMap<usize, Vec<Unmet>>> {
    let file_view = Rc::new(FileView::new(tables, file.version(), schemas));
    let none = || -> Wanted<'_> { (0..tables.op_names.len()).map(|_| Vec::new()).collect() };
    let (mut by_function, mut by_file) = (none(), none());
    for (name, conditions) in wanted {
        for condition in conditions {
            let asked = ask(condition);
            let of = if asked.scope == Scope::File { &mut by_file } else { &mut by_function };
            if let Some(of) = of.get_mut(*name) {
                of.push(asked);
            }
        }
    }
    let mut found = Found::default();
    let any = |wanted: &Wanted<'_>| wanted.iter().any(|asked| !asked.is_empty());
    if any(&by_function) {
        let open = functions(file, tables, &file_view, &by_function, &mut found)?;
        for (name, condition) in open {
            if let Some(of) = by_file.get_mut(name) {
                of.push(ask(condition));
            }
        }
    }
    if any(&by_file) {
        let ir = Rc::new(Ir::read(file, tables, Nested::Read)?);
        let view = IrView::new(&file_view, Rc::clone(&ir));
        let mut looked_at = Seen::default();
        for op in ir.ops() {
            found.look(&view, op, op, &by_file, &mut looked_at);
        }
    }
    Ok(found.all)
}

fn ask(name: &str) -> Asked<'_> {
    let check = Check::parse(name);
    let scope = check.as_ref().map_or(Scope::Operation, Check::scope);
    Asked { name, check, scope }
}

/// Looks at operations function by function. What may be met after all, if more is read, is not found, but returned.
fn functions<'w, 'a>(
    file: &File<'_>,
    tables: &'a Tables<'a>,
    file_view: &Rc<FileView<'a>>,
    wanted: &Wanted<'w>,
    found: &mut Found,
) -> Result<Vec<(usize, &'w str)>> {
    let mut open = Found::default();
    let mut looked_at = Seen::default();
    let mut outside: Option<Rc<IrView<'a>>> = None;
    Ir::walk_functions(file, tables, |ir, numbers, of| {
        let named = |op| wanted.get(ir.name(op).index()).is_some_and(|asked| !asked.is_empty());
        if !ir.ops().any(named) {
            return;
        }
        let view = match of {
            Some((top, op)) => {
                let top = outside.get_or_insert_with(|| Rc::new(IrView::new(file_view, Rc::clone(top))));
                IrView::function(file_view, Rc::clone(&ir), (Rc::clone(top), op))
            }
            None => IrView::new(file_view, Rc::clone(&ir)),
        };
        for (op, number) in ir.ops().zip(numbers) {
            if let Some(number) = number {
                open.look(&view, op, *number, wanted, &mut looked_at);
            }
        }
    })?;
    let mut again = Vec::new();
    for (name, all) in open.all {
        for unmet in all {
            let asked =
                wanted.get(name).and_then(|all| all.iter().find(|asked| asked.name == unmet.condition));
            match asked {
                // What is around a function, or defines its own operands, was not there to be looked at.
                Some(asked)
                    if asked.scope != Scope::Operation || open.of_functions.contains(&unmet.first) =>
                {
                    again.push((name, asked.name));
                }
                _ => found.all.entry(name).or_default().push(unmet),
            }
        }
    }
    Ok(again)
}

/// What was found.
#[derive(Default)]
struct Found {
    all: BTreeMap<usize, Vec<Unmet>>,
    /// Operations that do not meet a condition and stand in the place of a function, so that their operands were not there.
    of_functions: HashSet<OpId>,
}

impl Found {
    /// Looks at one operation, which has a number in the file.
    fn look(&mut self, view: &IrView<'_>, op: OpId, number: OpId, wanted: &Wanted<'_>, looked_at: &mut Seen) {
        let name = view.ir.name(op).index();
        let Some(conditions) = wanted.get(name).filter(|asked| !asked.is_empty()) else { return };
        let view = OpView::new(view, op);
        let seen = view.shape().is_some_and(|shape| !looked_at.insert(shape));
        for asked in conditions {
            if seen && asked.scope == Scope::Operation {
                continue;
            }
            let known = self
                .all
                .get_mut(&name)
                .and_then(|all| all.iter_mut().find(|unmet| unmet.condition == asked.name));
            if known.as_ref().is_some_and(|unmet| unmet.first <= number) {
                continue;
            }
            if asked.check.as_ref().and_then(|check| check.holds(&view)) == Some(true) {
                continue;
            }
            if op.0 == 0 && view.operands() > 0 {
                self.of_functions.insert(number);
            }
            match known {
                Some(unmet) => unmet.first = number,
                None => self
                    .all
                    .entry(name)
                    .or_default()
                    .push(Unmet { condition: asked.name.to_owned(), first: number }),
            }
        }
    }
}
