//! Conditions of `op-fails` and `xnnpack-fails` rows: which uses of an operator or a node fail.
//!
//! `run fails type 0 uint16 | message`: stage, outcome, condition, and the message after a bar. Conditions joined by ` and `
//! hold all together. What they can ask of a call of an operator, [`operator`] says, and of a node of XNNPACK, [`node`].

pub(super) mod node;
pub(super) mod operator;

use std::sync::OnceLock;

use outlast_model::targets::{Behaviour, Cell, Profile};
use outlast_model::verdict::{Outcome, Stage};

/// One condition.
pub(super) trait Condition: Sized {
    /// What it is asked of.
    type Use;

    /// Reads its words; `None` where they are no condition.
    fn parse(words: &[&str]) -> Option<Self>;

    /// Whether it holds.
    fn holds(&self, of: &Self::Use) -> bool;

    /// Rows of the built-in table that have been read.
    fn rows() -> &'static Rows<Self>;
}

/// Rows of the built-in table, each of which is read once, by their indices.
#[derive(Debug)]
pub(super) struct Rows<C>(OnceLock<Box<[Row<C>]>>);

/// A row, if it was looked at; nothing in it where it has no conditions that can be read.
type Row<C> = OnceLock<Option<Read<C>>>;

impl<C> Rows<C> {
    /// None was read.
    pub(super) const fn new() -> Rows<C> {
        Rows(OnceLock::new())
    }
}

/// A row that was read.
#[derive(Debug)]
pub(super) struct Read<C> {
    stage: Stage,
    outcome: Outcome,
    conditions: Vec<C>,
}

impl<C: Condition> Read<C> {
    fn row(row: &str) -> Option<Read<C>> {
        let Behaviour { stage, does, condition, .. } = Behaviour::parse(row)?;
        Some(Read { stage: stage?, outcome: does.outcome()?, conditions: parse::<C>(condition)? })
    }

    /// Whether its conditions hold for a use.
    fn holds(&self, of: &C::Use) -> bool {
        self.conditions.iter().all(|condition| condition.holds(of))
    }

    /// What it says of a use for which they do. `row` is its text.
    fn of<'a>(&self, row: &'a str) -> Option<Failure<'a>> {
        let says = Behaviour::parse(row)?.text;
        Some(Failure { stage: self.stage, outcome: self.outcome, says, conditions: self.conditions.len() })
    }
}

/// Reads conditions that are joined by ` and `.
pub(super) fn parse<C: Condition>(text: &str) -> Option<Vec<C>> {
    let words = |condition: &str| C::parse(&condition.split_whitespace().collect::<Vec<_>>());
    text.split(" and ").map(words).collect()
}

/// Whether this is one condition: for [`outlast_model::targets::Form::Conditional`].
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
    /// What the most specific row of this kind and name says of a use: the one with the most conditions.
    pub(super) fn find<C: Condition + 'static>(
        profile: &'a Profile,
        (kind, name): (&str, &str),
        of: &C::Use,
    ) -> Option<Failure<'a>> {
        let rows =
            C::rows().0.get_or_init(|| (0..profile.rows_in_table()).map(|_| OnceLock::new()).collect());
        let says = |cell: Cell<'a>| {
            let known = match cell {
                Cell::Row(at) => rows.get(at),
                Cell::Own(_) => None,
            };
            match known {
                Some(known) => {
                    let read = known.get_or_init(|| Read::row(profile.value(cell))).as_ref()?;
                    if read.holds(of) { read.of(profile.value(cell)) } else { None }
                }
                None => {
                    Read::<C>::row(profile.value(cell)).filter(|read| read.holds(of))?.of(profile.value(cell))
                }
            }
        };
        profile.cells(kind, name).filter_map(says).max_by_key(|failure| failure.conditions)
    }

    /// What the most specific of these rows says of a use.
    #[cfg(test)]
    pub(super) fn among<C: Condition>(rows: &[&'a str], of: &C::Use) -> Option<Failure<'a>> {
        let says = |row: &&'a str| Read::<C>::row(row).filter(|read| read.holds(of))?.of(row);
        rows.iter().filter_map(says).max_by_key(|failure| failure.conditions)
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
