//! [`Context`]: what rules look at.

use super::matching::{self, Rows};
use super::model::{Code, Dialect, Dialects, Field, Op, full};

/// Two releases, with what is the same in both.
pub(crate) struct Context<'d> {
    pub(crate) old: &'d Dialects,
    pub(crate) new: &'d Dialects,
    pub(crate) dialects: Rows<'d, Dialect>,
    pub(crate) ops: Vec<Ops<'d>>,
    pub(crate) codes: Vec<Codes<'d>>,
}

/// An operation of one or of both releases, in a dialect of both.
pub(crate) struct Ops<'d> {
    pub(crate) dialect: &'d str,
    pub(crate) old: Option<&'d Op>,
    pub(crate) new: Option<&'d Op>,
    /// Fields, if both have the operation.
    pub(crate) fields: Rows<'d, Field>,
}

/// A code of one or of both releases, in a dialect of both.
pub(crate) struct Codes<'d> {
    pub(crate) old_dialect: &'d Dialect,
    pub(crate) new_dialect: &'d Dialect,
    pub(crate) old: Option<&'d Code>,
    pub(crate) new: Option<&'d Code>,
}

/// An operation of both releases.
#[derive(Clone, Copy)]
pub(crate) struct Both<'c, 'd> {
    pub(crate) of: &'c Ops<'d>,
    pub(crate) old: &'d Op,
    pub(crate) new: &'d Op,
}

impl<'d> Context<'d> {
    pub(crate) fn new(old: &'d Dialects, new: &'d Dialects) -> Context<'d> {
        let dialects = matching::dialects(old, new);
        let (mut ops, mut codes) = (Vec::new(), Vec::new());
        for (was, is) in &dialects {
            let (Some(was), Some(is)) = (*was, *is) else { continue };
            for (old, new) in matching::ops(was, is) {
                let fields = old.zip(new).map(|(old, new)| matching::fields(old, new)).unwrap_or_default();
                ops.push(Ops { dialect: &is.name, old, new, fields });
            }
            for (old, new) in matching::codes(was, is) {
                codes.push(Codes { old_dialect: was, new_dialect: is, old, new });
            }
        }
        Context { old, new, dialects, ops, codes }
    }

    /// Operations of both releases.
    pub(crate) fn both<'c>(&'c self) -> impl Iterator<Item = Both<'c, 'd>> {
        self.ops.iter().filter_map(|of| Some(Both { of, old: of.old?, new: of.new? }))
    }

    /// Operations of both whose properties are a blob of known fields in both.
    pub(crate) fn blobs<'c>(&'c self) -> impl Iterator<Item = Both<'c, 'd>> {
        self.both().filter(|both| {
            let known = |op: &Op| op.has_properties() && !op.custom;
            known(both.old) && known(both.new)
        })
    }

    /// Whether what is missing in a release may exist.
    pub(crate) fn is_observed(&self) -> bool {
        self.old.observed || self.new.observed
    }
}

impl<'d> Ops<'d> {
    /// The full name of the old operation.
    pub(crate) fn old_name(&self) -> Option<String> {
        self.old.map(|op| full(self.dialect, &op.name))
    }

    /// The full name of the new operation.
    pub(crate) fn new_name(&self) -> Option<String> {
        self.new.map(|op| full(self.dialect, &op.name))
    }

    /// What findings call it.
    pub(crate) fn subject(&self) -> String {
        self.new_name().or_else(|| self.old_name()).unwrap_or_default()
    }

    /// Fields of both.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&'d Field, &'d Field)> {
        self.fields.iter().filter_map(|(old, new)| Some(((*old)?, (*new)?)))
    }

    /// Fields of the new one only.
    pub(crate) fn added(&self) -> impl Iterator<Item = &'d Field> {
        self.fields.iter().filter(|(old, _)| old.is_none()).filter_map(|(_, new)| *new)
    }

    /// Fields of the old one only.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &'d Field> {
        self.fields.iter().filter(|(_, new)| new.is_none()).filter_map(|(old, _)| *old)
    }
}

impl Both<'_, '_> {
    /// What findings about a field are called.
    pub(crate) fn field(&self, field: &Field) -> String {
        format!("{}.{}", self.of.subject(), field.name())
    }
}
