//! Two arguments, or two results.

use super::Mode;
use super::codes;
use super::reason::{Part, Reason};
use super::renames::Renames;
use crate::schema::Argument;
use outlast_core::Code;

/// Whose code is to run with whose schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// Code for the old schema, with the new one.
    Backward,
    /// Code for the new schema, with the old one.
    Forward,
}

/// The same argument in both schemas, or what is at its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'s> {
    pub(super) new: &'s Argument,
    pub(super) old: &'s Argument,
    pub(super) part: Part,
    pub(super) direction: Direction,
}

impl Pair<'_> {
    /// What stands between two arguments.
    pub(super) fn compare(&self, mode: Mode, renames: &mut Renames, into: &mut Vec<Reason>) {
        let (new, old) = (self.new, self.old);
        self.compare_shape(renames, into);
        let mut say = |code: Code, message: String| into.push(Reason::new(code, self.part, message));
        if new.kwarg_only && !old.kwarg_only {
            say(
                codes::KWARG_ONLY,
                format!("`{}` is given by keyword only, and was given by position, too", new.name),
            );
        }
        let (needs, has) = match self.direction {
            Direction::Backward => (old, new),
            Direction::Forward => (new, old),
        };
        if !needs.ty.fake().is_subtype_of(&has.ty.fake()) {
            say(codes::TYPE, format!("`{}` is not a subtype of `{}`", needs.ty, has.ty));
        }
        match (&new.default, &old.default) {
            (None, Some(old)) => say(codes::DEFAULT, format!("the default `{old}` is dropped")),
            (Some(new), Some(old)) if new != old => {
                say(codes::DEFAULT, format!("the default is `{new}`, and was `{old}`"));
            }
            (Some(new), None) if self.direction == Direction::Forward => {
                say(codes::DEFAULT_ADDED, format!("the default `{new}` is new"));
            }
            _ => {}
        }
        if mode == Mode::Strict && self.direction == Direction::Forward && old.kwarg_only && !new.kwarg_only {
            say(
                codes::POSITIONAL,
                format!("`{}` may be given by position, and was given by keyword only", new.name),
            );
        }
    }

    /// What stands between two results.
    pub(super) fn compare_returns(&self, renames: &mut Renames, into: &mut Vec<Reason>) {
        let (new, old) = (&self.new.ty, &self.old.ty);
        let (gives, expected) = match self.direction {
            Direction::Backward => {
                self.compare_shape(renames, into);
                (new, old)
            }
            Direction::Forward => (old, new),
        };
        if !gives.fake().is_subtype_of(&expected.fake()) {
            let message = format!("`{gives}` is not a subtype of `{expected}`");
            into.push(Reason::new(codes::RETURN_TYPE, self.part, message));
        }
    }

    /// Name, length and annotation, which have to be the same.
    fn compare_shape(&self, renames: &mut Renames, into: &mut Vec<Reason>) {
        let (new, old) = (self.new, self.old);
        let mut say = |code: Code, message: String| into.push(Reason::new(code, self.part, message));
        if new.name != old.name {
            say(codes::RENAMED, format!("`{new}` is at the position of `{old}`"));
        }
        if new.size != old.size {
            let shown = |size: Option<i32>| size.map_or_else(|| "[]".to_string(), |size| format!("[{size}]"));
            say(codes::LENGTH, format!("the list is `{}`, and was `{}`", shown(new.size), shown(old.size)));
        }
        if !renames.same(new.alias.as_ref(), old.alias.as_ref()) {
            say(codes::ALIAS, format!("the annotation of `{new}` is not that of `{old}`"));
        }
    }
}
