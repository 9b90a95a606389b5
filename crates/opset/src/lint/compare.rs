//! What changed between two operator sets, and in which direction it breaks.

use std::collections::{BTreeMap, HashSet};

use outlast_core::{Budget, Code, SortShort};

use super::codes;
use super::inventory::{Coverage, Declared, Inventory};
use crate::compat::{self, Answer, Mode, Part, Reason};
use crate::schema::{OperatorName, Schema, Spelling};

/// What happened to an operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ChangeOf {
    /// Only the new set has it.
    Added,
    /// Only the old set has it.
    Removed,
    /// Both have it, with other schemas.
    Schema,
}

impl ChangeOf {
    /// `added`, `removed`, `changed`.
    pub fn name(self) -> &'static str {
        match self {
            ChangeOf::Added => "added",
            ChangeOf::Removed => "removed",
            ChangeOf::Schema => "changed",
        }
    }
}

/// What a direction comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// Programs for the one run with the other.
    Compatible,
    /// Some do not.
    Breaks,
    /// PyTorch's own check ends with an exception ([`Mode::Pytorch`] only).
    Raises,
}

impl Outcome {
    /// `compatible`, `breaks`, `raises`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Compatible => "compatible",
            Outcome::Breaks => "breaks",
            Outcome::Raises => "raises",
        }
    }
}

/// One direction of a change.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// What it comes to.
    pub outcome: Outcome,
    /// Why it is not compatible: of several schemas of the operator, those of the nearest one.
    pub reasons: Vec<Reason>,
}

impl Judged {
    const GOOD: Judged = Judged { outcome: Outcome::Compatible, reasons: Vec::new() };

    fn bad(code: Code, message: String) -> Judged {
        Judged { outcome: Outcome::Breaks, reasons: vec![Reason { code, part: Part::Schema, message }] }
    }

    /// Whether programs of the one side run with the other.
    pub fn is_compatible(&self) -> bool {
        self.outcome == Outcome::Compatible
    }
}

/// One change of an operator.
#[derive(Clone, PartialEq, Debug)]
pub struct OperatorChange<'s> {
    /// The operator with its overload.
    pub operator: &'s OperatorName,
    /// What happened to it.
    pub change: ChangeOf,
    /// Its schema in the old set.
    pub old: Option<&'s Declared>,
    /// Its schema in the new set; of several, the nearest.
    pub new: Option<&'s Declared>,
    /// `new-reads-old`.
    pub backward: Judged,
    /// `old-reads-new`.
    pub forward: Judged,
    /// Of an overload that breaks: another overload of the same name in the new set that takes its calls. Code that names the operator only means that one; bytecode
    /// and exported programs name the overload.
    pub taken_by: Option<&'s Declared>,
}

/// All changes between two sets, by operator, and how many operators cannot be told to be added or removed, because one input does not list all.
pub(super) fn compare<'s>(
    new: &'s Inventory,
    old: &'s Inventory,
    mode: Mode,
) -> (Vec<OperatorChange<'s>>, usize) {
    let (news, olds) = (new.by_operator(), old.by_operator());
    let mut changes = Vec::new();
    let mut untold = 0;
    for (operator, before) in &olds {
        let after = news.get(operator).map(Vec::as_slice).unwrap_or_default();
        if after.is_empty() && new.coverage == Coverage::Declarations && old.coverage == Coverage::Complete {
            untold += 1;
            continue;
        }
        let group = Group { operator, after, mode };
        changes.extend(before.iter().filter_map(|old| group.old(old)));
    }
    let paired: HashSet<*const Declared> =
        changes.iter().filter_map(|change: &OperatorChange<'_>| change.new.map(std::ptr::from_ref)).collect();
    for (operator, after) in &news {
        let before = olds.get(operator).map(Vec::as_slice).unwrap_or_default();
        if before.is_empty() && old.coverage == Coverage::Declarations && new.coverage == Coverage::Complete {
            untold += 1;
            continue;
        }
        let extra = after.iter().filter(|new| {
            !paired.contains(&std::ptr::from_ref(**new))
                && !before.iter().any(|old| same(&new.schema, &old.schema))
        });
        changes.extend(extra.map(|new| added(operator, new, mode)));
    }
    let schemas = new.schemas.len().saturating_add(old.schemas.len());
    let mut budget = Budget::for_bytes(schemas, OVERLOADS, 0);
    for change in changes.iter_mut().filter(|change| !change.backward.is_compatible()) {
        change.taken_by = change.old.and_then(|old| taken_by(&news, old, &mut budget));
    }
    changes.sort_short_by(|one, other| {
        let line =
            |change: &OperatorChange<'_>| change.old.or(change.new).map_or(0, |declared| declared.line);
        (one.operator, line(one)).cmp(&(other.operator, line(other)))
    });
    (changes, untold)
}

/// The schemas of one operator in the new set.
struct Group<'a, 's> {
    operator: &'s OperatorName,
    after: &'a [&'s Declared],
    mode: Mode,
}

impl<'s> Group<'_, 's> {
    /// What became of one schema of the old set; `None` if it is still there.
    fn old(&self, old: &'s Declared) -> Option<OperatorChange<'s>> {
        let kept = self.after.iter().any(|new| same(&new.schema, &old.schema));
        // PyTorch's check goes through the schemas in their order and may raise an exception before it comes to the same one.
        if kept && (self.mode == Mode::Strict || self.after.len() == 1) {
            return None;
        }
        if self.after.is_empty() {
            let forward = match self.mode {
                // It looks for a schema that is compatible, and finds none.
                Mode::Pytorch => gone(self.operator),
                Mode::Strict => Judged::GOOD,
            };
            return Some(OperatorChange {
                operator: self.operator,
                change: ChangeOf::Removed,
                old: Some(old),
                new: None,
                backward: gone(self.operator),
                forward,
                taken_by: None,
            });
        }
        let (backward, nearest) = self.any(old, compat::backward);
        let (forward, _) = self.any(old, compat::forward);
        if kept && backward.is_compatible() && forward.is_compatible() {
            return None;
        }
        Some(OperatorChange {
            operator: self.operator,
            change: ChangeOf::Schema,
            old: Some(old),
            new: nearest,
            backward,
            forward,
            taken_by: None,
        })
    }

    /// PyTorch's rule: any of the schemas will do. Asked in their order; an exception ends it.
    fn any(
        &self,
        old: &Declared,
        relation: fn(&Schema, &Schema, Mode) -> Answer,
    ) -> (Judged, Option<&'s Declared>) {
        let mut nearest: Option<(Vec<Reason>, &'s Declared)> = None;
        for new in self.after {
            let answer = relation(&new.schema, &old.schema, self.mode);
            if answer.is_compatible() {
                return (Judged::GOOD, Some(new));
            }
            if answer.reasons.iter().any(|reason| reason.code == compat::codes::RAISES) {
                return (Judged { outcome: Outcome::Raises, reasons: answer.reasons }, Some(new));
            }
            if nearest.as_ref().is_none_or(|(reasons, _)| answer.reasons.len() < reasons.len()) {
                nearest = Some((answer.reasons, new));
            }
        }
        let (reasons, new) =
            nearest.map_or_else(|| (Vec::new(), None), |(reasons, new)| (reasons, Some(new)));
        (Judged { outcome: Outcome::Breaks, reasons }, new)
    }
}

fn gone(operator: &OperatorName) -> Judged {
    Judged::bad(codes::REMOVED, format!("the new set has no operator `{operator}`"))
}

fn added<'s>(operator: &'s OperatorName, new: &'s Declared, mode: Mode) -> OperatorChange<'s> {
    let forward = match mode {
        // Its check goes through the old schemas only.
        Mode::Pytorch => Judged::GOOD,
        Mode::Strict => Judged::bad(codes::ADDED, format!("the old set has no operator `{operator}`")),
    };
    OperatorChange {
        operator,
        change: ChangeOf::Added,
        old: None,
        new: Some(new),
        backward: Judged::GOOD,
        forward,
        taken_by: None,
    }
}

/// Overloads that are looked at for one that takes the calls of another, for each schema of both sets: no genuine operator has near as many.
const OVERLOADS: u64 = 50;

/// Another overload of the same name that takes calls of an old one.
fn taken_by<'s>(
    news: &BTreeMap<&'s OperatorName, Vec<&'s Declared>>,
    old: &Declared,
    budget: &mut Budget,
) -> Option<&'s Declared> {
    let name = &old.schema.name;
    let first = OperatorName { name: name.name.clone(), overload: String::new() };
    let overloads =
        news.range::<OperatorName, _>(&first..).take_while(|(operator, _)| operator.name == name.name);
    let others = overloads.filter(|(operator, _)| operator.overload != name.overload);
    let mut renamed = old.schema.clone();
    let mut others =
        others.flat_map(|(_, declared)| declared.iter().copied()).take_while(|_| budget.spend(1));
    others.find(|new| {
        renamed.name.clone_from(&new.schema.name);
        compat::backward(&new.schema, &renamed, Mode::Strict).is_compatible()
    })
}

/// Whether two schemas are the same. Releases before 1.13 print `int` for `ScalarType`, `Layout` and `MemoryFormat`: that is no difference.
pub(super) fn same(one: &Schema, other: &Schema) -> bool {
    one == other
        || one.name == other.name
            && one.arguments.len() == other.arguments.len()
            && one.spelled(Spelling::V1_9).to_string() == other.spelled(Spelling::V1_9).to_string()
}
