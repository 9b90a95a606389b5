//! [`Ways`]: how to come from the root to each table of a schema, by the fewest steps.

use std::collections::VecDeque;

use outlast_flatbuffers::schema::{Element, Field, ObjectId, Schema, Type};

use super::sample::minimal_table;
use super::wire::{Record, Step, Trail, Value};

/// The last step to a table.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: ObjectId,
    slot: u16,
    /// The tag, where the step goes through a union.
    tag: Option<i128>,
}

/// The tables that a root reaches through fields that writers can set.
#[derive(Debug)]
pub(crate) struct Ways<'s> {
    schema: &'s Schema,
    pub(crate) root: ObjectId,
    edges: Vec<Option<Edge>>,
    reached: Vec<bool>,
    /// Tables in order of their distance from the root.
    pub(crate) order: Vec<ObjectId>,
    enums: Vec<bool>,
}

fn index(id: ObjectId) -> usize {
    usize::try_from(id.0).unwrap_or(usize::MAX)
}

impl<'s> Ways<'s> {
    pub(crate) fn new(schema: &'s Schema, root: ObjectId) -> Ways<'s> {
        let count = schema.objects.len();
        let mut ways = Ways {
            schema,
            root,
            edges: vec![None; count],
            reached: vec![false; count],
            order: Vec::new(),
            enums: vec![false; schema.enums.len()],
        };
        ways.reach(root);
        let mut queue = VecDeque::from([root]);
        while let Some(id) = queue.pop_front() {
            ways.order.push(id);
            for field in schema.object(id).fields.iter().filter(|field| !field.deprecated) {
                for (target, tag) in targets(schema, field) {
                    if ways.reach(target) {
                        if let Some(edge) = ways.edges.get_mut(index(target)) {
                            *edge = Some(Edge { from: id, slot: field.id, tag });
                        }
                        queue.push_back(target);
                    }
                }
                ways.inline(field.ty.element());
            }
        }
        ways
    }

    /// Marks a type; whether that is new.
    fn reach(&mut self, id: ObjectId) -> bool {
        self.reached.get_mut(index(id)).is_some_and(|reached| !std::mem::replace(reached, true))
    }

    /// Marks what stands in place: structs, and enums and unions of values.
    fn inline(&mut self, element: Element) {
        let schema = self.schema;
        let mut stack = vec![element];
        while let Some(element) = stack.pop() {
            match element {
                Element::Struct(id) if self.reach(id) => {
                    stack.extend(schema.object(id).fields.iter().map(|field| field.ty.element()));
                }
                Element::Enum(_, id) | Element::UnionTag(_, id) | Element::Union(id) => {
                    if let Some(seen) = usize::try_from(id.0).ok().and_then(|at| self.enums.get_mut(at))
                        && !std::mem::replace(seen, true)
                    {
                        let members = schema.enumeration(id).values.iter().filter_map(|value| value.member);
                        stack.extend(members.filter(|member| matches!(member, Element::Struct(_))));
                    }
                }
                _ => {}
            }
        }
    }

    pub(crate) fn reaches(&self, id: ObjectId) -> bool {
        self.reached.get(index(id)).copied().unwrap_or(false)
    }

    pub(crate) fn reaches_enum(&self, id: outlast_flatbuffers::schema::EnumId) -> bool {
        usize::try_from(id.0).ok().and_then(|at| self.enums.get(at)).copied().unwrap_or(false)
    }

    /// The root table around this one, with nothing in it but the way here and required fields; and that way.
    pub(crate) fn wrap(&self, id: ObjectId, record: Record) -> Option<(Record, Trail)> {
        let (mut at, mut record, mut trail) = (id, record, Vec::new());
        while at != self.root {
            let edge = (*self.edges.get(index(at))?)?;
            let field = self.schema.object(edge.from).field_by_id(edge.slot)?;
            let mut around = minimal_table(self.schema, edge.from)?;
            let inner = match (field.nested, edge.tag) {
                (Some(_), _) => Value::Nested(record),
                (None, Some(tag)) => Value::Union(tag, Box::new(Value::Table(record))),
                (None, None) => Value::Table(record),
            };
            let vector = matches!(field.ty, Type::Vector(_) | Type::Vector64(_)) && field.nested.is_none();
            // Trails are made from the end.
            if vector {
                trail.push(Step::Index(0));
            }
            trail.push(Step::Slot(edge.slot));
            around.insert(edge.slot, if vector { Value::Vector(vec![inner]) } else { inner });
            (at, record) = (edge.from, around);
        }
        trail.reverse();
        Some((record, trail))
    }
}

/// The tables that a field leads to, with the tag where it is a union.
pub(crate) fn targets(schema: &Schema, field: &Field) -> Vec<(ObjectId, Option<i128>)> {
    if let Some(id) = field.nested {
        return vec![(id, None)];
    }
    match field.ty.element() {
        Element::Table(id) => vec![(id, None)],
        Element::Union(id) => {
            let values = schema.enumeration(id).values.iter();
            let tables = values.filter_map(|value| match value.member {
                Some(Element::Table(id)) => Some((id, Some(value.number))),
                _ => None,
            });
            tables.collect()
        }
        _ => Vec::new(),
    }
}
