//! Random edits of a buffer, made in an editor and in its JSON at once.

use std::collections::HashSet;

use outlast_flatbuffers::edit::{Editor, Node};
use outlast_flatbuffers::schema::{Element, Field, ObjectId, Schema, Type};
use serde_json::Value;

use crate::buffers::absent_key;
use crate::generator::Rng;
use crate::values::{Random, Writer, tag_of, target};

/// Random edits, and what they make of the JSON.
pub(crate) struct Session<'e, 'a, 's> {
    pub(crate) editor: &'e mut Editor<'a, 's>,
    pub(crate) schema: &'s Schema,
    pub(crate) rng: &'e mut Rng,
    pub(crate) json: &'e mut Value,
    /// References that were given another value: what is behind them is new.
    replaced: HashSet<(Node, usize)>,
    /// How often each kind of edit was made.
    pub(crate) done: [usize; 5],
}

/// A table on the way: its node, kind, and place in the JSON.
struct Here {
    node: Node,
    id: ObjectId,
    pointer: String,
}

pub(crate) const KINDS: [&str; 5] = ["set", "clear", "push", "set_element", "set to new tables"];

impl<'e, 'a, 's> Session<'e, 'a, 's> {
    pub(crate) fn new(
        editor: &'e mut Editor<'a, 's>,
        rng: &'e mut Rng,
        json: &'e mut Value,
    ) -> Session<'e, 'a, 's> {
        let schema = editor.schema();
        Session { editor, schema, rng, json, replaced: HashSet::new(), done: [0; 5] }
    }

    /// Tries so many edits.
    pub(crate) fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Makes one edit somewhere, if there is something to do.
    fn step(&mut self) {
        let mut here =
            Here { node: self.editor.root(), id: self.schema.root.unwrap(), pointer: String::new() };
        while self.rng.chance(65) {
            match self.descend(&here) {
                Some(next) => here = next,
                None => break,
            }
        }
        let schema = self.schema;
        let fields: Vec<&Field> = schema
            .object(here.id)
            .fields
            .iter()
            .filter(|f| f.union_tag_of.is_none() && !matches!(f.ty, Type::Vector64(_)))
            .collect();
        if fields.is_empty() {
            return;
        }
        let table = self.editor.table(here.node).unwrap();
        let lists: Vec<&Field> = fields
            .iter()
            .copied()
            .filter(|f| table.has(f.id) && f.ty == Type::Vector(f.ty.element()))
            .collect();
        let lists = if self.rng.chance(40) && !lists.is_empty() { &lists } else { &fields };
        let field = *self.rng.pick(lists);
        let kind = match (self.rng.below(4), field.ty) {
            (0, _) => self.clear(&here, field),
            (1 | 2, Type::Vector(element)) => self.in_vector(&here, field, element),
            _ => self.set(&here, field),
        };
        if let Some(kind) = kind {
            self.done[kind] += 1;
        }
    }

    fn descend(&mut self, here: &Here) -> Option<Here> {
        let (schema, rng) = (self.schema, &mut *self.rng);
        let table = self.editor.table(here.node).unwrap();
        let fields: Vec<&Field> = schema.object(here.id).fields.iter().filter(|f| table.has(f.id)).collect();
        if fields.is_empty() {
            return None;
        }
        let field = *rng.pick(&fields);
        if self.replaced.contains(&(here.node, field.id.into())) {
            return None;
        }
        let pointer = format!("{}/{}", here.pointer, field.name);
        match field.ty {
            Type::Single(Element::Table(id)) => {
                let node = self.editor.child(here.node, field.id).unwrap()?;
                Some(Here { node, id, pointer })
            }
            Type::Single(Element::Union(union)) => {
                let tag = table.u8(field.id - 1).unwrap().unwrap_or(0);
                let member = schema.enumeration(union).value(tag.into()).and_then(|v| v.member);
                let Some(Element::Table(id)) = member else { return None };
                let node = self.editor.child(here.node, field.id).unwrap()?;
                Some(Here { node, id, pointer })
            }
            Type::Vector(Element::Table(id)) => {
                let count = table.vector(field.id, 4).unwrap().unwrap().len();
                let index = rng.below(count);
                let list = self.editor.child(here.node, field.id).unwrap()?;
                if count == 0 || self.replaced.contains(&(list, index)) {
                    return None;
                }
                let node = self.editor.element(list, index).unwrap();
                Some(Here { node, id, pointer: format!("{pointer}/{index}") })
            }
            _ => None,
        }
    }

    fn set(&mut self, here: &Here, field: &Field) -> Option<usize> {
        let (value, tags) = Random { schema: self.schema, rng: self.rng }.field(field, 2)?;
        self.assign(here, field, value, tags);
        let new_tables = matches!(field.ty.element(), Element::Table(_) | Element::Union(_));
        Some(if new_tables { 4 } else { 0 })
    }

    fn assign(&mut self, here: &Here, field: &Field, value: Value, tags: Option<Value>) {
        let mut writer = Writer { schema: self.schema, build: &mut self.editor.build };
        let slot = writer.value(field, &value, tags.as_ref());
        self.editor.set(here.node, field.id, slot);
        self.replaced.insert((here.node, field.id.into()));
        let tag = tag_of(self.schema.object(here.id), field);
        if let (Some(tag), Some(tags)) = (tag, tags) {
            let mut writer = Writer { schema: self.schema, build: &mut self.editor.build };
            let slot = writer.value(tag, &tags, None);
            self.editor.set(here.node, tag.id, slot);
            self.at(&here.pointer)[&tag.name] = tags;
        }
        self.at(&here.pointer)[&field.name] = value;
    }

    fn at(&mut self, pointer: &str) -> &mut Value {
        self.json.pointer_mut(pointer).unwrap()
    }

    fn clear(&mut self, here: &Here, field: &Field) -> Option<usize> {
        if field.required {
            return None;
        }
        self.editor.clear(here.node, field.id);
        self.replaced.insert((here.node, field.id.into()));
        let (absent, tag) = (absent_key(self.schema, field), tag_of(self.schema.object(here.id), field));
        let name = tag.map(|tag| tag.name.clone());
        if let Some(tag) = tag {
            self.editor.clear(here.node, tag.id);
        }
        let object = self.at(&here.pointer).as_object_mut().unwrap();
        object.remove(&field.name);
        if let Some(name) = name {
            object.remove(&name);
        }
        if let Some(absent) = absent {
            object.insert(field.name.clone(), absent);
        }
        Some(1)
    }

    /// Adds an element or sets one.
    fn in_vector(&mut self, here: &Here, field: &Field, element: Element) -> Option<usize> {
        if self.replaced.contains(&(here.node, field.id.into())) || matches!(element, Element::Union(_)) {
            return None;
        }
        let list = self.editor.child(here.node, field.id).unwrap()?;
        let size = element.inline_size(self.schema);
        let count = self.editor.table(here.node).unwrap().vector(field.id, size).unwrap().unwrap().len();
        let (value, _) = Random { schema: self.schema, rng: self.rng }.element(element, 2)?;
        let slot =
            Writer { schema: self.schema, build: &mut self.editor.build }.element(element, &value, None);
        let push = matches!(element, Element::String | Element::Table(_)) && self.rng.chance(50);
        let pointer = format!("{}/{}", here.pointer, field.name);
        if push {
            self.editor.push(list, target(slot));
            self.at(&pointer).as_array_mut().unwrap().push(value);
            return Some(2);
        }
        if count == 0 {
            return None;
        }
        let index = self.rng.below(count);
        self.editor.set_element(list, index, slot);
        self.replaced.insert((list, index));
        self.at(&pointer)[index] = value;
        Some(3)
    }
}
