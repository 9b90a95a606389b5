//! [`Context`]: what rules look at.

use super::data::{Operand, Place, Predicate, Question};
use super::matching::Matched;
use super::model::{Basis, Block, Enum, Field, Kind, Layout, Record, Type};

/// Two versions, with keys that agree where things do.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) old: Layout,
    pub(crate) new: Layout,
}

/// A block in both versions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks<'c> {
    pub(crate) old: &'c Block,
    pub(crate) new: &'c Block,
}

/// A record in both versions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Records<'c> {
    pub(crate) blocks: Blocks<'c>,
    pub(crate) old: &'c Record,
    pub(crate) new: &'c Record,
}

/// A field in both versions, with its places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'c> {
    pub(crate) records: Records<'c>,
    pub(crate) was: usize,
    pub(crate) is: usize,
    pub(crate) old: &'c Field,
    pub(crate) new: &'c Field,
}

impl Context {
    pub(crate) fn new(matched: Matched) -> Context {
        Context { old: matched.old, new: matched.new }
    }

    /// Blocks of both versions.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Blocks<'_>> {
        let blocks = self.new.blocks.iter();
        blocks.filter_map(|new| Some(Blocks { old: self.old.block_named(new.key())?, new }))
    }

    /// Blocks of the new version only.
    pub(crate) fn added_blocks(&self) -> impl Iterator<Item = &Block> {
        self.new.blocks.iter().filter(|block| self.old.block_named(block.key()).is_none())
    }

    /// Blocks of the old version only.
    pub(crate) fn removed_blocks(&self) -> impl Iterator<Item = &Block> {
        self.old.blocks.iter().filter(|block| self.new.block_named(block.key()).is_none())
    }

    /// Records of both versions.
    pub(crate) fn records(&self) -> impl Iterator<Item = Records<'_>> {
        self.blocks().flat_map(|blocks| {
            let records = blocks.new.records.iter();
            records.filter_map(move |new| {
                let old = blocks.old.record_named(new.key())?;
                Some(Records { blocks, old, new })
            })
        })
    }

    /// Records of the new version only, in blocks of both.
    pub(crate) fn added_records(&self) -> impl Iterator<Item = (Blocks<'_>, &Record)> {
        self.blocks().flat_map(|blocks| {
            let new = blocks.new.records.iter().filter(move |of| blocks.old.record_named(of.key()).is_none());
            new.map(move |record| (blocks, record))
        })
    }

    /// Records of the old version only, in blocks of both.
    pub(crate) fn removed_records(&self) -> impl Iterator<Item = (Blocks<'_>, &Record)> {
        self.blocks().flat_map(|blocks| {
            let old = blocks.old.records.iter().filter(move |of| blocks.new.record_named(of.key()).is_none());
            old.map(move |record| (blocks, record))
        })
    }

    /// Records of both versions whose fields are declared, not guessed from files.
    pub(crate) fn declared(&self) -> impl Iterator<Item = Records<'_>> {
        self.records().filter(|records| records.old.seen.is_none() && records.new.seen.is_none())
    }

    /// Fields of both versions.
    pub(crate) fn fields(&self) -> impl Iterator<Item = Fields<'_>> {
        self.declared().flat_map(|records| {
            let fields = records.new.fields.iter().enumerate();
            fields.filter_map(move |(is, new)| {
                let (was, old) = records.old.field_named(new.key())?;
                Some(Fields { records, was, is, old, new })
            })
        })
    }

    /// Enums of both versions.
    pub(crate) fn enums(&self) -> impl Iterator<Item = (&Enum, &Enum)> {
        self.new.enums.iter().filter_map(|new| Some((self.old.enumeration(&new.name)?, new)))
    }

    /// Whether one of the versions is only what files showed.
    pub(crate) fn is_observed(&self) -> bool {
        self.old.basis != Basis::Declared || self.new.basis != Basis::Declared
    }
}

impl<'c> Blocks<'c> {
    /// Path of a thing in it.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}.{name}", self.new.name)
    }
}

impl<'c> Records<'c> {
    /// Its path.
    pub(crate) fn path(&self) -> String {
        self.blocks.path(&self.new.name)
    }

    /// Fields of the new version only, with their places: not those that stand where another one stood.
    pub(crate) fn added(&self) -> impl Iterator<Item = (usize, &'c Field)> {
        let this = *self;
        let new = self.new.fields.iter().enumerate();
        new.filter(move |(at, field)| {
            this.old.field_named(field.key()).is_none() && this.replaced(*at).is_none()
        })
    }

    /// Fields of the old version only, with their places: not those where another one stands now.
    pub(crate) fn removed(&self) -> impl Iterator<Item = (usize, &'c Field)> {
        let this = *self;
        let old = self.old.fields.iter().enumerate();
        old.filter(move |(at, field)| {
            this.new.field_named(field.key()).is_none() && this.replaced(*at).is_none()
        })
    }

    /// The fields at a place, if they are two that only one version has.
    pub(crate) fn replaced(&self, at: usize) -> Option<(&'c Field, &'c Field)> {
        let (old, new) = (self.old.fields.get(at)?, self.new.fields.get(at)?);
        let gone = self.new.field_named(old.key()).is_none() && self.old.field_named(new.key()).is_none();
        // A blob stands beside the operands, and in the place of none.
        let beside = (old.kind == Kind::Blob) != (new.kind == Kind::Blob);
        (gone && !beside).then_some((old, new))
    }

    /// Whether a field of the new version stands before one that both have, the blob apart.
    pub(crate) fn is_before_common(&self, at: usize) -> bool {
        let after = self.new.fields.get(at + 1..).unwrap_or_default();
        after.iter().any(|field| field.kind != Kind::Blob && self.old.field_named(field.key()).is_some())
    }
}

impl Fields<'_> {
    /// Its path.
    pub(crate) fn path(&self) -> String {
        format!("{}.{}", self.records.path(), self.new.name)
    }

    /// What to ask files of the old version about its values.
    pub(crate) fn ask_old(&self, predicate: impl FnOnce(Operand) -> Predicate) -> Option<Question> {
        ask(self.path(), self.records.blocks.old, self.records.old, self.was, predicate)
    }

    /// What to ask files of the new version about its values.
    pub(crate) fn ask_new(&self, predicate: impl FnOnce(Operand) -> Predicate) -> Option<Question> {
        ask(self.path(), self.records.blocks.new, self.records.new, self.is, predicate)
    }
}

fn ask(
    path: String,
    block: &Block,
    record: &Record,
    at: usize,
    predicate: impl FnOnce(Operand) -> Predicate,
) -> Option<Question> {
    let predicate = predicate(operand(record, at)?);
    Some(Question::at(path, block.id, Some(record.code), predicate))
}

/// Which operands a field is.
pub(crate) fn operand(record: &Record, at: usize) -> Option<Operand> {
    let before = record.fields.get(..at)?;
    let scalars = before.iter().filter(|field| field.kind == Kind::Scalar).count();
    match record.fields.get(at)?.kind {
        Kind::Scalar => Some(Operand::At(scalars)),
        Kind::Array => Some(Operand::From(scalars)),
        Kind::Blob => None,
    }
}

/// What to ask files of a version about the values of an enum.
pub(crate) fn ask_enum(
    layout: &Layout,
    of: &Enum,
    path: String,
    predicate: impl Fn(Operand) -> Predicate,
) -> Option<Question> {
    let mut places = Vec::new();
    for block in &layout.blocks {
        for record in &block.records {
            for (at, field) in record.fields.iter().enumerate() {
                let Some(operand) = operand(record, at) else { continue };
                if field.ty == Type::Enum(of.name.clone()) {
                    let predicate = predicate(operand);
                    places.push(Place { block: block.id, record: Some(record.code), predicate });
                }
            }
        }
    }
    (!places.is_empty()).then_some(Question { path, places })
}
