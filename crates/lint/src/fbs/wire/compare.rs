//! What was written, and what was read of it under another schema, slot by slot.
//!
//! Names tell whether two things in one place are the same thing: a field, enum value or union member that has another name is a
//! renamed one, unless one of the two names stands elsewhere in the other schema: then it has moved.

use std::cell::RefCell;
use std::collections::HashMap;

use outlast_flatbuffers::schema::{Element, Enum, EnumId, Field, Object, ObjectId, Schema, Type};

use super::text::show_value;
use super::value::{Record, Step, Trail, Value, defaults_to, effective};
use super::write::Key;

/// One of the two: its schema, and the type of the table that it starts with.
#[derive(Clone, Copy, Debug)]
pub struct Side<'s> {
    /// Its schema.
    pub schema: &'s Schema,
    /// The root table's type.
    pub root: ObjectId,
}

/// A value that is not read as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The way to it.
    pub trail: Trail,
    /// What was written.
    pub wrote: String,
    /// What is read.
    pub read: String,
    /// Only the names of the types tell: what is in them is read as it was written.
    pub in_name_only: bool,
}

/// Compares what `writer` gave with what `reader` got. `newer` says that the writer is the newer side: then fields, values and
/// members that the reader does not know are growth, and no difference. Values are in order of keys, see [`super::sorted`].
///
/// Returns the first difference in order of slots.
pub fn compare(
    writer: Side<'_>,
    wrote: &Record,
    reader: Side<'_>,
    read: &Record,
    newer: bool,
) -> Option<Difference> {
    let mut state = State {
        w: writer.schema,
        r: reader.schema,
        slots: Slots::default(),
        newer,
        trail: Vec::new(),
        found: None,
    };
    state.tables(writer.root, wrote, reader.root, read).err()
}

/// As [`compare`], but all differences, as far as they are not in each other: what stands in one place does not hide what stands in another.
pub fn differences(
    writer: Side<'_>,
    wrote: &Record,
    reader: Side<'_>,
    read: &Record,
    newer: bool,
) -> Vec<Difference> {
    let found = Some(Vec::new());
    let mut state = State {
        w: writer.schema,
        r: reader.schema,
        slots: Slots::default(),
        newer,
        trail: Vec::new(),
        found,
    };
    let last = state.tables(writer.root, wrote, reader.root, read).err();
    state.found.into_iter().flatten().chain(last).collect()
}

/// Differences that are collected.
const MOST: usize = 1024;

/// The slots of the fields of an object, by their names: of many fields, this is not searched for each.
#[derive(Default)]
struct Slots<'s>(RefCell<HashMap<*const Object, HashMap<&'s str, Vec<u16>>>>);

/// Objects with fewer fields are searched.
const FEW: usize = 24;

impl<'s> Slots<'s> {
    /// Whether a field of this name stands in a slot that is meant.
    fn has(&self, object: &'s Object, name: &str, is_meant: impl Fn(u16) -> bool) -> bool {
        if object.fields.len() <= FEW {
            return object.fields.iter().any(|field| field.name == name && is_meant(field.id));
        }
        let mut all = self.0.borrow_mut();
        let slots = all.entry(std::ptr::from_ref(object)).or_insert_with(|| {
            let mut slots: HashMap<&str, Vec<u16>> = HashMap::new();
            for field in &object.fields {
                slots.entry(&field.name).or_default().push(field.id);
            }
            slots
        });
        slots.get(name).is_some_and(|slots| slots.iter().any(|slot| is_meant(*slot)))
    }

    /// Whether a place holds another field than before, and not one that was renamed: one of the two stands elsewhere.
    fn moved(&self, f: &'s Field, x: &'s Object, g: &'s Field, y: &'s Object) -> bool {
        let elsewhere = |field: &Field, object| self.has(object, &field.name, |slot| slot != field.id);
        f.name != g.name && (elsewhere(f, y) || elsewhere(g, x))
    }
}

struct State<'s> {
    w: &'s Schema,
    r: &'s Schema,
    slots: Slots<'s>,
    newer: bool,
    trail: Trail,
    /// What was found, if it goes on behind it.
    found: Option<Vec<Difference>>,
}

type Same = Result<(), Difference>;

impl<'s> State<'s> {
    fn differ(&self, wrote: impl Into<String>, read: impl Into<String>) -> Same {
        let (wrote, read) = (wrote.into(), read.into());
        Err(Difference { trail: self.trail.clone(), wrote, read, in_name_only: false })
    }

    /// What was found behind a step of so many: the end, or something to keep and go on.
    fn then(&mut self, same: Same, steps: usize) -> Same {
        match (same, &mut self.found) {
            (Err(difference), Some(found)) if found.len() < MOST => {
                found.push(difference);
                self.trail.truncate(steps);
                Ok(())
            }
            (same, _) => same,
        }
    }

    fn tables(&mut self, a: ObjectId, wrote: &Record, b: ObjectId, read: &Record) -> Same {
        let (x, y) = (self.w.object(a), self.r.object(b));
        let slots = x.fields.iter().chain(&y.fields).map(|field| field.id).max();
        let steps = self.trail.len();
        for slot in 0..=slots.unwrap_or(0) {
            self.trail.push(Step::Slot(slot));
            let same = self.slot(x, wrote, y, read, slot);
            self.then(same, steps)?;
            self.trail.truncate(steps);
        }
        Ok(())
    }

    fn slot(&mut self, x: &'s Object, wrote: &Record, y: &'s Object, read: &Record, slot: u16) -> Same {
        let Some(f) = x.field_by_id(slot) else { return Ok(()) };
        let tag = f.union_tag_of.and_then(|union| wrote.get(&union)).map(tags_of);
        let written = match f.union_tag_of {
            Some(_) => tag.as_ref(),
            // A default is not in the file, and nobody reads it there.
            None => wrote.get(&slot).filter(|value| **value != Value::Null && !defaults_to(f, value)),
        };
        let Some(g) = y.field_by_id(slot).filter(|g| !g.deprecated || g.union_tag_of.is_some()) else {
            // What is deprecated under its own name is given up on purpose.
            let moved = self.slots.has(y, &f.name, |other| other != slot);
            let gone = y.field_by_id(slot).is_none() || moved;
            // Its tag is no loss of its own.
            let counts = gone && !f.deprecated && f.union_tag_of.is_none();
            return match written {
                Some(value) if counts && (!self.newer || moved) => {
                    let wrote = format!("{} as `{}`", self.show_written(f, value), f.name);
                    self.differ(wrote, format!("nothing: slot {slot} has no such field"))
                }
                _ => Ok(()),
            };
        };
        if f.union_tag_of.is_some() && g.union_tag_of.is_some() {
            return Ok(());
        }
        if f.deprecated && (written.is_none() || self.newer) {
            return Ok(());
        }
        let is_other = f.union_tag_of.is_some() != g.union_tag_of.is_some()
            || (f.deprecated && f.name != g.name)
            || self.slots.moved(f, x, g, y);
        let value = written.cloned().unwrap_or_else(|| effective(f));
        if is_other {
            if written.is_some() {
                let wrote = format!("{} as `{}`", self.show_written(f, &value), f.name);
                let got = read.get(&slot).map_or("nothing".to_string(), |v| show_value(self.r, g.ty, v));
                return self.differ(wrote, format!("{got} as `{}`", g.name));
            }
            return Ok(());
        }
        let got = read.get(&slot).cloned().unwrap_or_else(|| effective(g));
        self.fields(f, &value, g, &got)
    }

    fn show_written(&self, field: &Field, value: &Value) -> String {
        show_value(self.w, field.ty, value)
    }

    fn fields(&mut self, f: &Field, a: &Value, g: &Field, b: &Value) -> Same {
        match (a, b, f.nested, g.nested) {
            (Value::Nested(x), Value::Nested(y), Some(i), Some(j)) => return self.tables(i, x, j, y),
            // The same bytes, which one of the two takes for a buffer.
            (Value::Nested(_), Value::Vector(_), ..) | (Value::Vector(_), Value::Nested(_), ..) => {
                return Ok(());
            }
            _ => {}
        }
        match (a, b) {
            (Value::Vector(x), Value::Vector(y)) => {
                let steps = self.trail.len();
                let same = self.vectors(f.ty.element(), x, g.ty.element(), y);
                self.then(same, steps)?;
                self.order(f.ty.element(), x, g.ty.element(), y)
            }
            (Value::Text(x), Value::Vector(y)) | (Value::Vector(y), Value::Text(x))
                if x.len() == y.len() && x.iter().zip(y).all(|(x, y)| is_byte(*x, y)) =>
            {
                Ok(())
            }
            _ => self.values(f.ty.element(), a, g.ty.element(), b).map_err(|mut difference| {
                // What is written in the type of the field, not of its elements.
                if difference.trail == self.trail && matches!(f.ty, Type::Vector(_) | Type::Vector64(_)) {
                    difference.wrote = show_value(self.w, f.ty, a);
                }
                difference
            }),
        }
    }

    fn vectors(&mut self, e: Element, x: &[Value], d: Element, y: &[Value]) -> Same {
        if x.len() != y.len() {
            return self.differ(format!("{} elements", x.len()), format!("{} elements", y.len()));
        }
        let steps = self.trail.len();
        for (index, (a, b)) in x.iter().zip(y).enumerate() {
            self.trail.push(Step::Index(index));
            let same = self.values(e, a, d, b);
            self.then(same, steps)?;
            self.trail.truncate(steps);
        }
        Ok(())
    }

    /// Whether a lookup by key finds what was written.
    fn order(&self, e: Element, x: &[Value], d: Element, y: &[Value]) -> Same {
        let Some(key) = Key::of(self.r, d) else { return Ok(()) };
        if key.holds(y) {
            return Ok(());
        }
        let by = match Key::of(self.w, e) {
            Some(own) if !own.holds(x) => return Ok(()),
            Some(own) => format!("elements in order of `{}`", own.field.name),
            None => "elements in any order, for there is no key".to_string(),
        };
        self.differ(
            by,
            format!("elements out of order by the key `{}`: a lookup misses some", key.field.name),
        )
    }

    fn values(&mut self, e: Element, a: &Value, d: Element, b: &Value) -> Same {
        let same = match (a, b) {
            (Value::Null, Value::Null) => true,
            (Value::Integer(x), Value::Integer(y)) => {
                if x == y {
                    return self.names(e, d, *x);
                }
                false
            }
            (Value::Real(x), Value::Real(y)) => x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan()),
            (Value::Integer(x), Value::Real(y)) | (Value::Real(y), Value::Integer(x)) => is_number(*x, *y),
            (Value::Text(x), Value::Text(y)) => x == y,
            (Value::Struct(x), Value::Struct(y)) => {
                if let (Element::Struct(i), Element::Struct(j)) = (e, d) {
                    return self.structs(i, x, j, y);
                }
                false
            }
            (Value::Table(x), Value::Table(y)) => {
                if let (Element::Table(i), Element::Table(j)) = (e, d) {
                    return self.tables(i, x, j, y);
                }
                false
            }
            (Value::Union(s, x), Value::Union(t, y)) => {
                if let (Element::Union(i), Element::Union(j)) = (e, d) {
                    return self.unions(i, (*s, x), j, (*t, y));
                }
                false
            }
            _ => false,
        };
        if same {
            return Ok(());
        }
        let (wrote, read) = (show_value(self.w, Type::Single(e), a), show_value(self.r, Type::Single(d), b));
        if wrote == read {
            if let (Value::Integer(x), Value::Integer(y)) = (a, b) {
                return self.differ(format!("{wrote} ({x})"), format!("{read} ({y})"));
            }
            let kind = |schema: &Schema, element| schema.type_text(Type::Single(element));
            return self
                .differ(format!("{wrote} ({})", kind(self.w, e)), format!("{read} ({})", kind(self.r, d)));
        }
        self.differ(wrote, read)
    }

    /// Two structs: fields that only one has are padding, as long as it is zero.
    fn structs(&mut self, i: ObjectId, x: &[Value], j: ObjectId, y: &[Value]) -> Same {
        let (old, new) = (self.w.object(i), self.r.object(j));
        for index in 0..x.len().max(y.len()) {
            self.trail.push(Step::Field(index));
            let (f, g) = (old.fields.get(index), new.fields.get(index));
            match (f.zip(x.get(index)), g.zip(y.get(index))) {
                (Some((f, a)), Some((g, b))) => {
                    if self.slots.moved(f, old, g, new) && !is_zero(a) {
                        let wrote = format!("{} as `{}`", show_value(self.w, f.ty, a), f.name);
                        return self
                            .differ(wrote, format!("{} as `{}`", show_value(self.r, g.ty, b), g.name));
                    }
                    match (a, b) {
                        (Value::Vector(a), Value::Vector(b)) => {
                            self.vectors(f.ty.element(), a, g.ty.element(), b)?;
                        }
                        _ if is_zero(a) && is_zero(b) => {}
                        _ => self.values(f.ty.element(), a, g.ty.element(), b)?,
                    }
                }
                (Some((f, a)), None) if !is_zero(a) && !self.newer => {
                    return self.differ(show_value(self.w, f.ty, a), "nothing (no such field in its schema)");
                }
                (None, Some((g, b))) if !is_zero(b) => {
                    let read = format!("{} as `{}`", show_value(self.r, g.ty, b), g.name);
                    return self.differ("nothing (no such field in its schema)", read);
                }
                _ => {}
            }
            self.trail.pop();
        }
        Ok(())
    }

    /// Whether a number means the same to both.
    fn names(&self, e: Element, d: Element, number: i128) -> Same {
        let (Element::Enum(_, i), Element::Enum(_, j)) = (e, d) else { return Ok(()) };
        let (x, y) = (self.w.enumeration(i), self.r.enumeration(j));
        let (had, has) = (name_of(x, number), name_of(y, number));
        match (had, has) {
            (Some(a), Some(b)) if is_moved(&a, x, &b, y) => self.differ(a, b),
            (Some(a), None) if !self.newer || is_elsewhere(&a, y) => {
                self.differ(a, format!("{number}, which has no name"))
            }
            _ => Ok(()),
        }
    }

    fn unions(&mut self, i: EnumId, (s, x): (i128, &Value), j: EnumId, (t, y): (i128, &Value)) -> Same {
        let (old, new) = (self.w.enumeration(i), self.r.enumeration(j));
        let (Some(had), has) = (old.value(s), new.value(t)) else { return Ok(()) };
        let name = |value: &str| format!("the member `{value}`");
        if s != t {
            let read = has.map_or_else(|| format!("tag {t}, which it does not know"), |v| name(&v.name));
            return self.differ(name(&had.name), read);
        }
        let Some(has) = has else {
            if !self.newer || is_elsewhere(&had.name, new) {
                return self.differ(name(&had.name), format!("tag {t}, which it does not know"));
            }
            return Ok(());
        };
        if is_moved(&had.name, old, &has.name, new) {
            return self.differ(name(&had.name), name(&has.name));
        }
        match (had.member, has.member) {
            (Some(e), Some(d)) => {
                self.values(e, x, d, y)?;
                match other_types(self.w, e, self.r, d) {
                    None => Ok(()),
                    Some((wrote, read)) => {
                        let (wrote, read) = (format!("a `{wrote}`"), format!("a `{read}`"));
                        Err(Difference { trail: self.trail.clone(), wrote, read, in_name_only: true })
                    }
                }
            }
            _ => Ok(()),
        }
    }
}

/// Names of two types that are certainly not one type renamed: each schema has both, or they are of different kinds.
fn other_types<'s>(w: &'s Schema, e: Element, r: &'s Schema, d: Element) -> Option<(&'s str, &'s str)> {
    match (e, d) {
        (Element::Table(i) | Element::Struct(i), Element::Table(j) | Element::Struct(j)) => {
            let (a, b) = (&w.object(i).name, &r.object(j).name);
            let there = |schema: &Schema, name: &str| schema.objects.iter().any(|object| object.name == name);
            (a != b && there(r, a) && there(w, b)).then_some((a, b))
        }
        (Element::String, Element::Table(j) | Element::Struct(j)) => Some(("string", &r.object(j).name)),
        (Element::Table(i) | Element::Struct(i), Element::String) => Some((&w.object(i).name, "string")),
        _ => None,
    }
}

/// What the hidden field of a union holds.
fn tags_of(value: &Value) -> Value {
    match value {
        Value::Union(tag, _) => Value::Integer(*tag),
        Value::Vector(items) => Value::Vector(items.iter().map(tags_of).collect()),
        _ => Value::Null,
    }
}

/// Whether a number has another name than before, and not one that was renamed: for values of enums and members of unions.
fn is_moved(a: &str, x: &Enum, b: &str, y: &Enum) -> bool {
    a != b && (is_elsewhere(a, y) || is_elsewhere(b, x))
}

fn is_elsewhere(name: &str, names: &Enum) -> bool {
    names.values.iter().any(|value| value.name == name)
}

/// The name of a number: with flags, of all of its bits.
fn name_of(names: &Enum, number: i128) -> Option<String> {
    if let Some(value) = names.value(number) {
        return Some(value.name.clone());
    }
    let flags: Vec<&str> = match names.bit_flags {
        true => {
            let set = names
                .values
                .iter()
                .filter(|value| value.number != 0 && number & value.number == value.number);
            set.map(|value| value.name.as_str()).collect()
        }
        false => Vec::new(),
    };
    let all: i128 = names.values.iter().fold(0, |all, value| all | value.number);
    (!flags.is_empty() && number & !all == 0).then(|| flags.join(" "))
}

fn is_byte(byte: u8, value: &Value) -> bool {
    matches!(value, Value::Integer(number) if *number & 0xff == i128::from(byte))
}

#[expect(clippy::cast_precision_loss, reason = "only small whole numbers are equal in both types")]
fn is_number(integer: i128, real: f64) -> bool {
    integer.unsigned_abs() < 1 << 52 && integer as f64 == real
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Integer(number) => *number == 0,
        Value::Real(real) => real.to_bits() == 0,
        Value::Vector(items) | Value::Struct(items) => items.iter().all(is_zero),
        _ => false,
    }
}
