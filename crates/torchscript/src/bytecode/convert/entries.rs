//! What the entries of operator tables become: the overload, the number of arguments, and what calls become.

use std::rc::Rc;

use outlast_core::QuickMap;
use outlast_opset::history::{self, Release};
use outlast_opset::schema::{Argument, OperatorName, Schema};

use super::Wanted;
use super::calls::{Called, Plan, plan};
use super::functions::OwnSchemas;
use super::overloads::{self, Meant};
use super::types::release;
use crate::bytecode::Operator;

/// Operators of which no upgrader for the lite interpreter is made (`EXCLUDED_OP_SET` of `gen_mobile_upgraders.py`).
const NOT_UPGRADED: [&str; 3] = ["aten::full", "aten::full.out", "aten::full.names"];

/// The last bytecode in which calls give all arguments.
pub(super) const ALL_GIVEN: i64 = 5;

/// What an entry of an operator table becomes.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The overload, where it has another name.
    pub(super) overload: Option<String>,
    /// The number of arguments in the table.
    pub(super) specified: Option<i64>,
    /// What calls become, where that is known.
    pub(super) plan: Option<Plan>,
    /// Values that a call takes and leaves.
    pub(super) effect: Option<(usize, usize)>,
}

/// Why calls become nothing.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) ambiguous: bool,
    pub(super) why: String,
}

/// An entry of an operator table: name, overload, number of arguments, and whether calls give any number.
type Key = (String, String, Option<i64>, bool);

/// An entry, or why there is none; calls of one operator share it.
pub(super) type Made = Rc<Result<Entry, Failure>>;

/// Entries, each made once.
pub(super) struct Entries<'w, 's> {
    wanted: &'w Wanted<'s>,
    meant: &'w Meant,
    known: QuickMap<Key, Made>,
}

/// The name of an operator with its overload.
pub(super) fn name_of(operator: &Operator) -> OperatorName {
    OperatorName { name: operator.name.to_string(), overload: operator.overload.to_string() }
}

pub(super) fn full(name: &str, overload: &str) -> String {
    if overload.is_empty() { name.to_string() } else { format!("{name}.{overload}") }
}

/// Whether the lite interpreter has a function of its own for an operator, which takes all arguments.
fn has_own(name: &str, reader: Release) -> bool {
    name == "prim::RaiseException" && reader >= release(1, 11)
}

impl<'w, 's> Entries<'w, 's> {
    pub(super) fn new(wanted: &'w Wanted<'s>, meant: &'w Meant) -> Entries<'w, 's> {
        Entries { wanted, meant, known: QuickMap::default() }
    }

    /// The schema whose arguments an upgrader of the reader takes from the stack, where one runs in place of the operator.
    fn upgraded(&self, name: &str, overload: &str) -> Option<Schema> {
        let (full, reader) = (full(name, overload), self.wanted.reader.release());
        if reader < release(1, 11) || NOT_UPGRADED.contains(&&*full) {
            return None;
        }
        let mut map = history::torch().version_map(reader);
        let found = map.find(|row| row.operator == full && u64::from(row.bumped_at) > self.wanted.version)?;
        Schema::parse(found.old_schema).ok()
    }

    /// How many arguments a call that is written for the reader must give, out arguments aside, whatever its defaults are.
    pub(super) fn taken(&self, schema: &Schema) -> Option<usize> {
        let plain = |schema: &Schema| schema.arguments.iter().filter(|argument| !argument.is_out()).count();
        if has_own(&schema.name.name, self.wanted.reader.release()) {
            return Some(plain(schema));
        }
        self.upgraded(&schema.name.name, &schema.name.overload).map(|old| plain(&old))
    }

    /// The operator of the writer, where it is known.
    pub(super) fn theirs(&self, operator: &Operator) -> Option<Schema> {
        if let Some(own) =
            self.own_schemas().and_then(|own| (own.theirs)(&name_of(operator), operator.arguments()))
        {
            return Some(own);
        }
        self.meant.theirs(self.wanted.producer, &operator.name, &operator.overload).ok().flatten()
    }

    fn own_schemas(&self) -> Option<OwnSchemas<'s>> {
        self.wanted.functions?.own
    }

    /// What the entry becomes for the operators of sets that no release has, and for others where only those change.
    fn made_of_own(&self, operator: &Operator, own: &OwnSchemas<'_>, open: bool) -> Result<Entry, Failure> {
        let name = name_of(operator);
        let schemas = (own.theirs)(&name, operator.arguments()).zip((own.ours)(&name, operator.arguments()));
        let schemas = schemas.filter(|(theirs, ours)| !open && !theirs.vararg && !ours.vararg);
        let Some((theirs, ours)) = schemas else {
            let theirs = self.theirs(operator).filter(|theirs| !open && !theirs.vararg);
            let effect = theirs.map(|theirs| {
                let given = operator.arguments().and_then(|given| usize::try_from(given).ok());
                (given.unwrap_or(theirs.arguments.len()), theirs.returns.len())
            });
            return Ok(Entry { overload: None, specified: operator.specified, plan: None, effect });
        };
        let plan = self.planned(operator, &theirs, &ours, &operator.overload);
        let plan = plan.map_err(|why| Failure { ambiguous: false, why: format!("`{name}`: {why}") })?;
        let counted = self.wanted.bytecode > ALL_GIVEN;
        let specified = counted.then(|| i64::try_from(plan.count()).unwrap_or(i64::MAX));
        let effect = Some((plan.given.saturating_add(plan.outs), theirs.returns.len()));
        Ok(Entry { overload: None, specified, plan: Some(plan), effect })
    }

    fn made(&self, operator: &Operator, open: bool) -> Result<Entry, Failure> {
        let (name, wanted) = (&*operator.name, self.wanted);
        if let Some(own) = self.own_schemas()
            && (own.only || (own.theirs)(&name_of(operator), operator.arguments()).is_some())
        {
            return self.made_of_own(operator, &own, open);
        }
        let counted = wanted.bytecode > ALL_GIVEN;
        let theirs = self.meant.theirs(wanted.producer, name, &operator.overload).map_err(|why| Failure {
            ambiguous: true,
            why: format!(
                "`{}` cannot be distinguished from others: {why}",
                operator.full_name().escape_debug()
            ),
        })?;
        // In the reader, another overload may be that operator: those that shared a name got one of their own in 1.7, and others were renamed since.
        let own = overloads::ours(wanted.reader, name, &operator.overload);
        let fails = |ours: &Schema| {
            theirs
                .as_ref()
                .is_some_and(|theirs| self.planned(operator, theirs, ours, &operator.overload).is_err())
        };
        let shared = || overloads::schemas(wanted.producer, name, &operator.overload).len() > 1;
        let mut overload = None;
        if let Some(theirs) = &theirs
            && (own.as_ref().is_none_or(fails) || shared())
        {
            overload =
                overloads::renamed(wanted.reader, theirs).filter(|found| **found != *operator.overload);
        }
        // Or the overload that code with this call means there.
        if let (None, Some(theirs)) = (&overload, &theirs)
            && own.as_ref().is_none_or(fails)
        {
            let meant = overloads::resolved(wanted.reader, theirs, operator.arguments());
            overload = meant.filter(|meant| {
                let ours = overloads::ours(wanted.reader, name, meant);
                ours.is_some_and(|ours| self.planned(operator, theirs, &ours, meant).is_ok())
            });
        }
        let ours = match &overload {
            Some(overload) => overloads::ours(wanted.reader, name, overload),
            None => own,
        };
        let vararg =
            open || [&theirs, &ours].iter().any(|schema| schema.as_ref().is_some_and(|schema| schema.vararg));
        if vararg {
            // 1.10 fails with -1 where there are no arguments by name.
            let none = |schema: &Schema| schema.arguments.is_empty();
            let bare = theirs.as_ref().or(ours.as_ref()).is_some_and(none)
                && wanted.reader.release() < release(1, 12);
            let specified = counted.then_some(if bare { 0 } else { -1 });
            return Ok(Entry { overload, specified, plan: None, effect: None });
        }
        let (theirs, ours) = match (theirs, ours) {
            (Some(theirs), Some(ours)) => (theirs, ours),
            // What one of them does not have is not judged here.
            (Some(one), None) | (None, Some(one)) => (one.clone(), one),
            (None, None) => {
                if let Some(given) = operator.arguments().filter(|_| !counted) {
                    let name = operator.full_name();
                    let why = format!(
                        "calls of `{}` give {given} arguments; how many it takes is not known, and bytecode {} has no place for their number",
                        name.escape_debug(),
                        wanted.bytecode
                    );
                    return Err(Failure { ambiguous: false, why });
                }
                let specified = counted.then(|| operator.specified.unwrap_or(-1));
                return Ok(Entry { overload, specified, plan: None, effect: None });
            }
        };
        let named = overload.as_deref().unwrap_or(&operator.overload);
        let plan = self.planned(operator, &theirs, &ours, named).map_err(|why| Failure {
            ambiguous: false,
            why: format!("`{}`: {why}", operator.full_name().escape_debug()),
        })?;
        let specified = counted.then(|| i64::try_from(plan.count()).unwrap_or(i64::MAX));
        let effect = Some((plan.given.saturating_add(plan.outs), theirs.returns.len()));
        Ok(Entry { overload, specified, plan: Some(plan), effect })
    }

    /// What calls become for an operator of the reader.
    fn planned(
        &self,
        operator: &Operator,
        theirs: &Schema,
        ours: &Schema,
        overload: &str,
    ) -> Result<Plan, String> {
        let (name, wanted) = (&*operator.name, self.wanted);
        let upgraded = self.upgraded(name, overload);
        let own = has_own(name, wanted.reader.release());
        let outs = theirs.arguments.iter().any(Argument::is_out);
        let explicit =
            wanted.bytecode <= ALL_GIVEN || own || upgraded.is_some() || wanted.bytecode == 6 && outs;
        let ours = upgraded.as_ref().unwrap_or(ours);
        plan(&Called { name, given: operator.arguments(), theirs, ours, explicit })
    }

    /// The entry of an operator; `open` where calls say themselves how many arguments they give.
    pub(super) fn entry(&mut self, operator: &Operator, open: bool) -> Made {
        let key = (operator.name.to_string(), operator.overload.to_string(), operator.specified, open);
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let made = Rc::new(self.made(operator, open));
        self.known.insert(key, Rc::clone(&made));
        made
    }
}
