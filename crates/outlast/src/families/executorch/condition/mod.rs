//! Conditions of `op-fails` and `xnnpack-fails` rows: which uses of an operator or a node fail.
//!
//! `run fails type 0 uint16 | message`: stage, outcome, condition, and the message after a bar. Conditions joined by ` and `
//! hold all together. What they can ask of a call of an operator, [`operator`] says, and of a node of XNNPACK, [`node`].

pub(super) mod node;
pub(super) mod operator;

use crate::targets::Behaviour;
use crate::verdict::{Outcome, Stage};

/// One condition.
pub(super) trait Condition: Sized {
    /// What it is asked of.
    type Use;

    /// Reads its words; `None` where they are no condition.
    fn parse(words: &[&str]) -> Option<Self>;

    /// Whether it holds.
    fn holds(&self, of: &Self::Use) -> bool;
}

/// Reads conditions that are joined by ` and `.
pub(super) fn parse<C: Condition>(text: &str) -> Option<Vec<C>> {
    let words = |condition: &str| C::parse(&condition.split_whitespace().collect::<Vec<_>>());
    text.split(" and ").map(words).collect()
}

/// Whether this is one condition: for [`crate::targets::Form::Conditional`].
pub(super) fn is_known<C: Condition>(condition: &str) -> bool {
    parse::<C>(condition).is_some_and(|all| all.len() == 1)
}

/// Whether all of these conditions, joined by ` and `, hold; not where one of them cannot be read.
pub(super) fn holds<C: Condition>(conditions: &str, of: &C::Use) -> bool {
    parse::<C>(conditions).is_some_and(|all| all.iter().all(|condition| condition.holds(of)))
}

/// What is wrong with the value of an `op-note` row: `condition | remark`.
pub(super) fn check_note(value: &str) -> Result<(), String> {
    let (conditions, _) = value.split_once(" | ").ok_or("an `op-note` row is `condition | remark`")?;
    match conditions.split(" and ").find(|condition| !is_known::<operator::OfCall>(condition)) {
        Some(unknown) => Err(format!("`{unknown}` is not a condition")),
        None => Ok(()),
    }
}

/// What a reader does with a use: the row whose conditions hold.
#[derive(Debug)]
pub(super) struct Failure<'a> {
    pub(super) stage: Stage,
    pub(super) outcome: Outcome,
    pub(super) says: Option<&'a str>,
    /// How many conditions the row has.
    conditions: usize,
}

impl<'a> Failure<'a> {
    /// What this row says of a use, if its conditions hold.
    fn of<C: Condition>(row: &'a str, of: &C::Use) -> Option<Failure<'a>> {
        let Behaviour { stage, does, condition, text: says } = Behaviour::parse(row)?;
        let (stage, outcome) = (stage?, does.outcome()?);
        let conditions = parse::<C>(condition)?;
        let hold = conditions.iter().all(|condition| condition.holds(of));
        hold.then_some(Failure { stage, outcome, says, conditions: conditions.len() })
    }

    /// What the most specific of these rows says of a use: the one with the most conditions.
    pub(super) fn find<C: Condition>(rows: &[&'a str], of: &C::Use) -> Option<Failure<'a>> {
        rows.iter().filter_map(|row| Failure::of::<C>(row, of)).max_by_key(|failure| failure.conditions)
    }
}

/// A list of words, each of which is read.
fn list<T>(words: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    words.split(',').map(read).collect()
}

/// The place of an argument: its index, or `-1` for the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    At(usize),
    Last,
}

impl Position {
    fn parse(word: &str) -> Option<Position> {
        if word == "-1" { Some(Position::Last) } else { word.parse().ok().map(Position::At) }
    }

    fn of<T>(self, list: &[T]) -> Option<&T> {
        match self {
            Position::At(index) => list.get(index),
            Position::Last => list.last(),
        }
    }
}
