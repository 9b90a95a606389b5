//! New values: readers make values in their order, so that they come in front of the first function that needs one, and what refers to values behind them
//! is corrected in place.

use outlast_core::{Output, QuickMap, Result, settle};
use outlast_flatbuffers::build::{Builder, Slot as Field, Target};
use outlast_flatbuffers::edit::{Editor, Node};
use outlast_opset::schema::Value as Literal;

use super::graph::Values;
use super::write::{BEHIND_HEAD, editor, refused};
use crate::bytecode::convert::form::Slot;
use crate::flatbuffer::slots::*;
use crate::flatbuffer::{FlatFile, Module, ValueKind};

/// A value, by its index among the old or the new ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Old(usize),
    New(usize),
}

/// A value that is equal where its key is. Lists have none: an operator might change one.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    None,
    Bool(bool),
    Int(i64),
    Float(u64),
    Text(Vec<u8>),
}

fn key(literal: &Literal) -> Option<Key> {
    Some(match literal {
        Literal::None => Key::None,
        Literal::Bool(truth) => Key::Bool(*truth),
        Literal::Int(number) => Key::Int(*number),
        Literal::Float(number) => Key::Float(number.to_bits()),
        Literal::Text(text) => Key::Text(text.clone()),
        _ => return None,
    })
}

/// The values that a file gets.
#[derive(Default)]
pub(super) struct New {
    literals: Vec<Literal>,
    known: QuickMap<Key, usize>,
    /// The old value that they come in front of.
    first: Option<usize>,
}

impl New {
    pub(super) fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// The value that a slot of the function with this index means; a new one is added.
    pub(super) fn place(&mut self, values: &Values<'_>, slot: &Slot, function: usize) -> Result<Place> {
        let literal = match slot {
            Slot::Old(id) => {
                let index =
                    values.index(*id).ok_or_else(|| refused("a constant is a value that does not exist"))?;
                return Ok(Place::Old(outlast_core::to_index(index)));
            }
            Slot::New(literal) => literal,
        };
        self.first = Some(self.first.map_or(function, |first| first.min(function)));
        let key = key(literal);
        if let Some(known) = key.as_ref().and_then(|key| self.known.get(key)) {
            return Ok(Place::New(*known));
        }
        let at = self.literals.len();
        self.literals.push(literal.clone());
        if let Some(key) = key {
            self.known.insert(key, at);
        }
        Ok(Place::New(at))
    }

    /// The index of a value in the result.
    pub(super) fn index(&self, place: Place) -> Result<u32> {
        let (first, count) = (self.first.unwrap_or(usize::MAX), self.literals.len());
        let index = match place {
            Place::Old(index) if index < first => index,
            Place::Old(index) => index.saturating_add(count),
            Place::New(at) => first.saturating_add(at),
        };
        u32::try_from(index).map_err(|_| refused("too many values"))
    }

    /// The file with the new values.
    pub(super) fn insert<'a>(&self, file: &FlatFile<'a>, module: &Module) -> Result<Output<'a>> {
        // What a field says by its absence is value 0, which has to stay it.
        let first =
            self.first.filter(|first| *first > 0).ok_or_else(|| refused("a function is the first value"))?;
        let mut editor = editor(file.file)?;
        let root = editor.root();
        let new = self
            .literals
            .iter()
            .map(|literal| value(&mut editor.build, literal))
            .collect::<Result<Vec<_>>>()?;
        let Some(vector) = file.root.vector(MODULE_IVALUES, 4)? else { return Err(refused("no values")) };
        let mut rows = Vec::with_capacity(vector.len().saturating_add(new.len()));
        for index in 0..vector.len() {
            if index == first {
                rows.extend(new.iter().copied());
            }
            rows.push(Target::Kept(vector.table(index)?.pos()));
        }
        let mut shift = Shift { editor, new: self };
        let values = shift.editor.follow(&[usize::from(MODULE_IVALUES)])?;
        for (index, value) in module.values.iter().enumerate() {
            shift.value(values, index, &value.kind)?;
        }
        shift.scalar(root, MODULE_STATE)?;
        for slot in [MODULE_METHODS, MODULE_JIT_CONSTANTS] {
            shift.list(root, slot)?;
        }
        let mut editor = shift.editor;
        // 0, as absent, is that all values are the program's.
        if let Some(count) = editor.table(root)?.u32(MODULE_MOBILE_IVALUES)?.filter(|count| *count > 0) {
            let count = u32::try_from(self.literals.len()).ok().and_then(|more| count.checked_add(more));
            editor.set(root, MODULE_MOBILE_IVALUES, count.ok_or_else(|| refused("too many values"))?);
        }
        let rows = editor.build.references(rows);
        editor.set(root, MODULE_IVALUES, rows);
        let output = editor.finish(BEHIND_HEAD, 0)?.buffer.into_output();
        Ok(settle(output, None, std::iter::once(file.file.data())))
    }
}

/// Corrects indices of values.
struct Shift<'a, 'n> {
    editor: Editor<'a, 'static>,
    new: &'n New,
}

impl Shift<'_, '_> {
    fn moved(&self, old: u32) -> Result<Option<u32>> {
        let now = self.new.index(Place::Old(outlast_core::to_index(old)))?;
        Ok((now != old).then_some(now))
    }

    fn scalar(&mut self, table: Node, slot: u16) -> Result<()> {
        if let Some(old) = self.editor.table(table)?.u32(slot)?
            && let Some(now) = self.moved(old)?
        {
            self.editor.set(table, slot, now);
        }
        Ok(())
    }

    /// A vector of indices.
    fn list(&mut self, table: Node, slot: u16) -> Result<()> {
        let Some(vector) = self.editor.table(table)?.vector(slot, 4)? else { return Ok(()) };
        let mut moved = Vec::new();
        for (at, old) in vector.u32s().enumerate() {
            moved.extend(self.moved(old)?.map(|now| (at, now)));
        }
        if moved.is_empty() {
            return Ok(());
        }
        let Some(node) = self.editor.child(table, slot)? else { return Ok(()) };
        for (at, now) in moved {
            self.editor.set_element(node, at, now);
        }
        Ok(())
    }

    /// A value, by its index before.
    fn value(&mut self, values: Node, index: usize, kind: &ValueKind) -> Result<()> {
        let refers = matches!(
            kind,
            ValueKind::List(..)
                | ValueKind::Tuple(_)
                | ValueKind::Dict(..)
                | ValueKind::Object { .. }
                | ValueKind::Enum(..)
                | ValueKind::Function(_)
        );
        if !refers {
            return Ok(());
        }
        let table = self.editor.element(values, index)?;
        let Some(table) = self.editor.child(table, IVALUE)? else { return Ok(()) };
        match kind {
            ValueKind::List(..) => self.list(table, LIST_ITEMS),
            ValueKind::Tuple(_) => self.list(table, TUPLE_ITEMS),
            ValueKind::Dict(..) => {
                self.list(table, DICT_KEYS)?;
                self.list(table, DICT_VALUES)
            }
            ValueKind::Object { .. } => {
                self.scalar(table, OBJECT_STATE)?;
                self.scalar(table, OBJECT_SETSTATE)?;
                self.list(table, OBJECT_ATTRIBUTES)
            }
            ValueKind::Enum(..) => self.scalar(table, ENUM_VALUE),
            _ => self.function(table),
        }
    }

    fn function(&mut self, table: Node) -> Result<()> {
        self.list(table, FUNCTION_CONSTANTS)?;
        let Some(schema) = self.editor.child(table, FUNCTION_SCHEMA)? else { return Ok(()) };
        for side in [SCHEMA_ARGUMENTS, SCHEMA_RETURNS] {
            let Some(vector) = self.editor.table(schema)?.vector(side, 4)? else { continue };
            for at in 0..vector.len() {
                let default = vector.table(at)?.u32(ARG_DEFAULT)?.unwrap_or(0);
                if self.moved(default)?.is_some()
                    && let Some(all) = self.editor.child(schema, side)?
                {
                    let argument = self.editor.element(all, at)?;
                    self.scalar(argument, ARG_DEFAULT)?;
                }
            }
        }
        Ok(())
    }
}

/// The table of a new value.
fn value(build: &mut Builder<'_>, literal: &Literal) -> Result<Target> {
    // Numbers in the union: see the schema.
    let (kind, value): (u8, Option<Field>) = match literal {
        Literal::None => (0, None),
        Literal::Int(number) => (1, Some(build.structure(number.to_le_bytes(), 8).into())),
        Literal::Bool(truth) => (2, Some(build.structure([u8::from(*truth)], 1).into())),
        Literal::Float(number) => (3, Some(build.structure(number.to_le_bytes(), 8).into())),
        Literal::Text(text) => {
            let text = build.bytes_of_string(text);
            (6, Some(build.table([(STRING_DATA, text.into())]).into()))
        }
        Literal::List(items) => {
            let lost = || refused("a list of values that no list of numbers has");
            let (kind, numbers) = match items.first() {
                Some(Literal::Float(_)) => {
                    let bits = items.iter().map(|item| match item {
                        Literal::Float(number) => Ok(number.to_bits()),
                        _ => Err(lost()),
                    });
                    (12, build.u64s(bits.collect::<Result<Vec<_>>>()?))
                }
                Some(Literal::Bool(_)) => {
                    let bytes = items.iter().map(|item| match item {
                        Literal::Bool(truth) => Ok(u8::from(*truth)),
                        _ => Err(lost()),
                    });
                    (13, build.vector(bytes.collect::<Result<Vec<u8>>>()?, 1, 1))
                }
                _ => {
                    let numbers = items.iter().map(|item| match item {
                        Literal::Int(number) => Ok(number.cast_unsigned()),
                        _ => Err(lost()),
                    });
                    (11, build.u64s(numbers.collect::<Result<Vec<_>>>()?))
                }
            };
            (kind, Some(build.table([(NUMBERS, numbers.into())]).into()))
        }
        _ => return Err(refused("a constant cannot be written")),
    };
    // Without a value, the field that says the kind is absent, too.
    let fields = value.into_iter().flat_map(|value| [(IVALUE_KIND, Field::from(kind)), (IVALUE, value)]);
    Ok(Target::New(build.table(fields.collect::<Vec<_>>())))
}
