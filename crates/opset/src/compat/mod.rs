//! Whether two schemas of an operator are compatible, and why not.
//!
//! * [`backward`]: code that was written for the old schema runs with the new one (`new-reads-old`, BC).
//! * [`forward`]: code that was written for the new schema runs with the old one (`old-reads-new`, FC).
//!
//! [`Mode::Pytorch`] answers as PyTorch 2.15 does (`FunctionSchema::isBackwardCompatibleWith`, `isForwardCompatibleWith` in
//! `aten/src/ATen/core/function_schema.cpp`), except that it gives all reasons. [`Mode::Strict`] corrects four of its answers:
//!
//! | change | PyTorch | strict |
//! |---|---|---|
//! | a result of type `T?` becomes `T` | forward compatible: results are not compared | not: code for `T` gets `None` |
//! | an argument by keyword only may be given by position | forward compatible | not: the old schema refuses it by position |
//! | an out argument is added | backward compatible | not: code for the old schema does not give it |
//! | an alias set is renamed everywhere | neither | compatible: the names say nothing |

mod argument;
pub mod codes;
mod reason;
mod renames;

pub use reason::{Part, Reason};

use crate::schema::Schema;
use argument::{Direction, Pair};
use renames::Renames;

/// Whose rule it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// PyTorch's, as it is.
    Pytorch,
    /// PyTorch's, with four wrong answers corrected.
    #[default]
    Strict,
}

/// Whether two schemas are compatible in one direction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// Why not; empty if they are. Those of the schema first, then in the order of arguments and results.
    pub reasons: Vec<Reason>,
}

impl Answer {
    /// Whether nothing stands between them.
    pub fn is_compatible(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// Whether code for `old` runs with `new` (`new-reads-old`).
pub fn backward(new: &Schema, old: &Schema, mode: Mode) -> Answer {
    let mut judge = Judge::new(new, old, mode, Direction::Backward);
    judge.heads();
    if new.arguments.len() < old.arguments.len() {
        judge.removed();
    }
    let (old_outs, new_outs) = (old.first_out(), new.first_out());
    judge.returns();
    for at in 0..old_outs {
        judge.pair(at, at);
    }
    judge.added(old_outs, new_outs);
    for at in old_outs..old.arguments.len() {
        judge.pair(at, at - old_outs + new_outs);
    }
    let outs = |schema: &Schema, first: usize| schema.arguments.len() - first;
    if mode == Mode::Strict {
        judge.added_outs(new_outs + outs(old, old_outs));
    }
    if outs(new, new_outs) < outs(old, old_outs) && new.arguments.len() >= old.arguments.len() {
        // PyTorch's check asks for the partners of all old out arguments, if it gets as far.
        if mode == Mode::Pytorch && judge.answer.is_compatible() {
            judge.raises("is_backward_compatible_with");
        }
        judge.removed();
    }
    judge.answer
}

/// Whether code for `new` runs with `old` (`old-reads-new`).
pub fn forward(new: &Schema, old: &Schema, mode: Mode) -> Answer {
    let mut judge = Judge::new(new, old, mode, Direction::Forward);
    judge.heads();
    let (old_outs, new_outs) = (old.first_out(), new.first_out());
    let (old_count, new_count) = (old.arguments.len() - old_outs, new.arguments.len() - new_outs);
    if old_count != new_count {
        let message = format!("{old_count} out arguments in the old schema, {new_count} in the new one");
        judge.say(codes::OUT_ARGUMENTS, Part::Schema, message);
    }
    if mode == Mode::Strict {
        judge.returns();
    }
    for at in 0..old_outs.min(new_outs) {
        judge.pair(at, at);
    }
    judge.added(old_outs, new_outs);
    if old_count == new_count {
        for at in old_outs..old.arguments.len() {
            let good = judge.answer.is_compatible();
            judge.pair(at, at - old_outs + new_outs);
            if mode == Mode::Pytorch && good && !judge.answer.is_compatible() && at >= new.arguments.len() {
                // The message about an out argument takes its name from the new schema, by its index in the old one.
                judge.raises("check_forward_compatible_with");
            }
        }
    }
    judge.answer
}

/// PyTorch's rule for a release: an old schema is taken care of if any overload of the same operator is compatible with it.
pub fn any_overload<'s>(
    new: impl IntoIterator<Item = &'s Schema>,
    old: &Schema,
    relation: fn(&Schema, &Schema, Mode) -> Answer,
    mode: Mode,
) -> bool {
    let mut same = new.into_iter().filter(|new| new.name.name == old.name.name);
    same.any(|new| relation(new, old, mode).is_compatible())
}

/// Two schemas, and what was found so far.
struct Judge<'s> {
    new: &'s Schema,
    old: &'s Schema,
    mode: Mode,
    direction: Direction,
    renames: Renames,
    answer: Answer,
}

impl<'s> Judge<'s> {
    fn new(new: &'s Schema, old: &'s Schema, mode: Mode, direction: Direction) -> Judge<'s> {
        Judge { new, old, mode, direction, renames: Renames::new(mode), answer: Answer::default() }
    }

    fn say(&mut self, code: outlast_core::Code, part: Part, message: impl Into<String>) {
        self.answer.reasons.push(Reason::new(code, part, message));
    }

    /// Names, `...`, the number of results.
    fn heads(&mut self) {
        let (new, old) = (self.new, self.old);
        if new.name != old.name {
            self.say(
                codes::NAME,
                Part::Schema,
                format!("`{}` is not the same operator as `{}`", new.name, old.name),
            );
        }
        for (what, new, old) in [("takes", new.vararg, old.vararg), ("returns", new.varret, old.varret)] {
            if new != old {
                let (with, without) = if new { ("new", "old") } else { ("old", "new") };
                let message =
                    format!("the {with} schema {what} any number of values, the {without} one does not");
                self.say(codes::VARIADIC, Part::Schema, message);
            }
        }
        if new.returns.len() != old.returns.len() {
            let message = format!(
                "{} results in the new schema, {} in the old one",
                new.returns.len(),
                old.returns.len()
            );
            self.say(codes::RETURNS, Part::Schema, message);
        }
    }

    /// Arguments of the old schema whose names the new one does not have.
    fn removed(&mut self) {
        let new = self.new;
        let before = self.answer.reasons.len();
        for (at, argument) in self.old.arguments.iter().enumerate() {
            if !new.arguments.iter().any(|other| other.name == argument.name) {
                let part = Part::Argument { old: Some(at), new: None };
                self.say(codes::REMOVED, part, format!("`{argument}` is not in the new schema"));
            }
        }
        if self.answer.reasons.len() == before {
            let counts = (self.old.arguments.len(), self.new.arguments.len());
            let message = format!("{} arguments in the old schema, {} in the new one", counts.0, counts.1);
            self.say(codes::REMOVED, Part::Schema, message);
        }
    }

    /// Results, pairwise. PyTorch does so for backward compatibility only, and compares names and annotations there, too.
    fn returns(&mut self) {
        if self.new.returns.len() != self.old.returns.len() {
            return;
        }
        for (at, (new, old)) in self.new.returns.iter().zip(&self.old.returns).enumerate() {
            let pair = Pair { new, old, part: Part::Return(at), direction: self.direction };
            pair.compare_returns(&mut self.renames, &mut self.answer.reasons);
        }
    }

    /// An argument of the old schema with one of the new. Where the new one has no such argument, it was reported as removed.
    fn pair(&mut self, old_at: usize, new_at: usize) {
        let part = Part::Argument { old: Some(old_at), new: Some(new_at) };
        if let (Some(new), Some(old)) = (self.new.arguments.get(new_at), self.old.arguments.get(old_at)) {
            let pair = Pair { new, old, part, direction: self.direction };
            pair.compare(self.mode, &mut self.renames, &mut self.answer.reasons);
        }
    }

    /// Arguments of the new schema before its out arguments that the old one does not have.
    fn added(&mut self, old_outs: usize, new_outs: usize) {
        let new = self.new;
        for (at, argument) in new.arguments.iter().enumerate().take(new_outs).skip(old_outs) {
            let part = Part::Argument { old: None, new: Some(at) };
            match &argument.default {
                None => self.say(codes::NO_DEFAULT, part, format!("`{argument}` is new and has no default")),
                Some(default) if self.direction == Direction::Forward && default.is_container() => {
                    self.say(
                        codes::CONTAINER_DEFAULT,
                        part,
                        format!("`{argument}` is new, and its default is a list"),
                    );
                }
                Some(_) => {}
            }
        }
    }

    /// Out arguments of the new schema, from this index on, that the old one does not have.
    fn added_outs(&mut self, from: usize) {
        let new = self.new;
        for (at, argument) in new.arguments.iter().enumerate().skip(from) {
            if argument.default.is_none() {
                let part = Part::Argument { old: None, new: Some(at) };
                self.say(codes::OUT_ARGUMENTS, part, format!("`{argument}` is new and has no default"));
            }
        }
    }

    fn raises(&mut self, function: &str) {
        self.say(
            codes::RAISES,
            Part::Schema,
            format!("`{function}` of PyTorch raises IndexError for these schemas"),
        );
    }
}
