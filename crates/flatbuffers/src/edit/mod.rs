//! Lossless editing: a patch on the original bytes, never a re-serialisation.
//!
//! An [`Editor`] collects changes to tables and vectors; [`Editor::finish`] writes them with three primitives, chosen
//! per object:
//!
//! * **in place**, where an object has exactly one referrer and the change fits: scalars and references are
//!   overwritten; what they refer to is appended after the body (*suffix*); a field that is taken away gets the table
//!   a copy of its vtable without it (*vtable swap*);
//! * **prefix path-copy**, where a table grows or is shared: it is copied, with everything on the way from the root,
//!   into a block before the body. References lead forward, so the copies can refer to all that stays.
//!
//! What is not copied keeps its bytes, so fields that the schema does not know survive untouched. In a table that is
//! copied such a field may be a number or a reference; where the bytes leave that open, the edit is refused.
//! The result is read again and compared with what was asked for.

mod check;
mod emit;
mod unknown;

use std::collections::{BTreeMap, HashMap};

use outlast_core::{Bytes, Error, ErrorKind, Result};

use crate::build::{Builder, Slot, Target};
use crate::coverage::{Coverage, Gap};
use crate::schema::{Element, ObjectId, Schema, Type};
use crate::view::{self, Table, Vector};
use crate::walk::{Limits, Object, ObjectKind, Walk, walk};

pub(crate) use emit::lowest_bit;
pub(crate) use unknown::references_of;

/// An object that is, or may be, changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(usize);

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Table(ObjectId),
    Vector(Element),
}

#[derive(Clone, PartialEq, Debug)]
enum Change {
    Set(Slot),
    Clear,
}

#[derive(Clone, Debug)]
struct Edits {
    pos: usize,
    kind: Kind,
    parent: Option<Node>,
    /// Nodes that this one refers to, by the place of the reference.
    children: BTreeMap<usize, Node>,
    /// Changes of a table's fields.
    fields: BTreeMap<u16, Change>,
    /// Changes of a vector's elements.
    elements: BTreeMap<usize, Slot>,
    /// New elements at the end of a vector of references.
    pushed: Vec<Target>,
}

/// Changes to a buffer.
#[derive(Debug)]
pub struct Editor<'a, 's> {
    buf: Bytes<'a>,
    schema: &'s Schema,
    walk: Walk,
    coverage: Coverage,
    /// How many references lead to each object.
    incoming: HashMap<usize, u32>,
    nodes: Vec<Edits>,
    /// The new objects.
    pub build: Builder<'a>,
}

/// A buffer after its edit.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The buffer.
    pub bytes: Vec<u8>,
    /// Bytes inserted before the body: objects of the original stand so much further on.
    pub shift: usize,
    /// Bytes of the body that nothing refers to any more.
    pub freed: usize,
    /// Whether those were overwritten with zeros. They are kept where the schema does not know everything in the
    /// buffer: something unknown might refer to them.
    pub zeroed: bool,
}

impl<'a, 's> Editor<'a, 's> {
    /// An editor of `buf`, which must be sound under `schema`. `header` are the bytes of a container's header between
    /// identifier and body.
    pub fn new(buf: Bytes<'a>, schema: &'s Schema, header: usize) -> Result<Editor<'a, 's>> {
        let walk = walk(buf, schema, Limits::default());
        if let Some(error) = walk.errors.first() {
            return Err(error.clone().with_help("only sound files are edited: see `outlast verify`"));
        }
        let (Some(root), pos) = (schema.root, view::root(buf)?.pos()) else {
            return Err(invalid("the schema has no root table".into(), buf));
        };
        let kind = ObjectKind::Head;
        let extra = Object { start: 8, end: (8 + header).min(buf.len()), kind };
        let extra = if header > 0 { &[extra][..] } else { &[] };
        let coverage = Coverage::new(buf, &walk, extra, 16);
        if let Some(overlap) = coverage.overlaps.first() {
            let why =
                format!("objects at 0x{:x} and 0x{:x} overlap", overlap.first.start, overlap.second.start);
            return Err(invalid(why, buf));
        }
        let mut incoming = HashMap::new();
        incoming.insert(pos, 1);
        for object in &coverage.objects {
            for (_, target) in references_of(buf, schema, object)? {
                *incoming.entry(target).or_insert(0) += 1;
            }
        }
        // A field of the future may refer to something that is known: then it has one more referrer.
        for slot in &walk.unknown_slots {
            if let Some(target) = unknown::target(buf, slot) {
                incoming.entry(target).and_modify(|n| *n += 1);
            }
        }
        let top = Edits::new(pos, Kind::Table(root), None);
        Ok(Editor { buf, schema, walk, coverage, incoming, nodes: vec![top], build: Builder::new() })
    }

    /// The buffer as it was.
    pub fn original(&self) -> Bytes<'a> {
        self.buf
    }

    /// The schema that the editor reads by.
    pub fn schema(&self) -> &'s Schema {
        self.schema
    }

    /// Whether something in the buffer is unknown to the schema: fields, or bytes other than zero that nobody refers to.
    pub fn has_unknown(&self) -> bool {
        let raw = |start: usize, end: usize| self.buf.data().get(start..end).unwrap_or_default();
        let filled = |gap: &Gap| raw(gap.start, gap.end).iter().any(|b| *b != 0);
        !self.walk.unknown_slots.is_empty() || self.coverage.gaps.iter().any(filled)
    }

    /// Whether the schema knows everything in the buffer, down to the members of unions.
    pub fn knows_all(&self) -> bool {
        !self.has_unknown() && !self.has_unknown_members()
    }

    /// Every object, in order of their places.
    pub(crate) fn objects(&self) -> &[Object] {
        &self.coverage.objects
    }

    /// Where the first object after the head stands: what is before it is free for a header.
    pub fn first_object(&self) -> usize {
        let body = self.coverage.objects.iter().filter(|o| o.kind != ObjectKind::Head);
        body.map(|o| o.start).min().unwrap_or(self.buf.len())
    }

    /// The root table.
    pub fn root(&self) -> Node {
        Node(0)
    }

    /// The table of a node, as it was.
    pub fn table(&self, node: Node) -> Result<Table<'a>> {
        Table::at(self.buf, self.nodes[node.0].pos)
    }

    /// What a field of a table refers to, as it was; `None` where the field is absent. Strings are no nodes.
    pub fn child(&mut self, node: Node, slot: u16) -> Result<Option<Node>> {
        let Kind::Table(id) = self.nodes[node.0].kind else {
            return Err(invalid("a vector has no fields".into(), self.buf));
        };
        let table = self.table(node)?;
        let (Some(field), Some(at)) = (self.schema.object(id).field_by_id(slot), table.slot(slot, 4)?) else {
            return Ok(None);
        };
        let kind = match field.ty {
            Type::Single(Element::Table(target)) => Kind::Table(target),
            Type::Single(Element::Union(union)) => {
                let tag = slot.checked_sub(1).map(|tag| table.u8(tag)).transpose()?.flatten().unwrap_or(0);
                let member = self.schema.enumeration(union).value(i128::from(tag)).and_then(|v| v.member);
                let Some(Element::Table(target)) = member else { return Ok(None) };
                Kind::Table(target)
            }
            Type::Vector(element) => Kind::Vector(element),
            _ => return Err(invalid(format!("field `{}` is no table and no vector", field.name), self.buf)),
        };
        self.enter(node, at, kind).map(Some)
    }

    /// The table that an element of a vector refers to.
    pub fn element(&mut self, node: Node, index: usize) -> Result<Node> {
        let Kind::Vector(Element::Table(target)) = self.nodes[node.0].kind else {
            return Err(invalid("not a vector of tables".into(), self.buf));
        };
        let at = Vector::at(self.buf, self.nodes[node.0].pos, 4)?.element_pos(index)?;
        self.enter(node, at, Kind::Table(target))
    }

    /// Follows slots and indices from the root: `&[1, 0, 6]` is slot 1, element 0, slot 6.
    pub fn follow(&mut self, way: &[usize]) -> Result<Node> {
        let mut node = self.root();
        for step in way {
            node = match self.nodes[node.0].kind {
                Kind::Vector(_) => self.element(node, *step)?,
                Kind::Table(_) => {
                    let child = u16::try_from(*step).ok().map(|slot| self.child(node, slot)).transpose()?;
                    child.flatten().ok_or_else(|| invalid(format!("slot {step} is absent"), self.buf))?
                }
            };
        }
        Ok(node)
    }

    fn enter(&mut self, parent: Node, at: usize, kind: Kind) -> Result<Node> {
        if let Some(known) = self.nodes[parent.0].children.get(&at) {
            return Ok(*known);
        }
        let pos = view::reference(self.buf, at, "reference")?;
        self.nodes.push(Edits::new(pos, kind, Some(parent)));
        let node = Node(self.nodes.len() - 1);
        self.nodes[parent.0].children.insert(at, node);
        Ok(node)
    }

    /// Gives a field a value; an absent field becomes present.
    pub fn set(&mut self, node: Node, slot: u16, value: impl Into<Slot>) {
        self.nodes[node.0].fields.insert(slot, Change::Set(value.into()));
    }

    /// Makes a field absent.
    pub fn clear(&mut self, node: Node, slot: u16) {
        self.nodes[node.0].fields.insert(slot, Change::Clear);
    }

    /// Gives an element of a vector a value.
    pub fn set_element(&mut self, node: Node, index: usize, value: impl Into<Slot>) {
        self.nodes[node.0].elements.insert(index, value.into());
    }

    /// Adds an element at the end of a vector of references.
    pub fn push(&mut self, node: Node, target: Target) {
        self.nodes[node.0].pushed.push(target);
    }

    /// Whether nothing was changed.
    pub fn is_unchanged(&self) -> bool {
        self.nodes.iter().all(|n| n.is_unchanged())
    }
}

impl Edits {
    fn new(pos: usize, kind: Kind, parent: Option<Node>) -> Edits {
        Edits {
            pos,
            kind,
            parent,
            children: BTreeMap::new(),
            fields: BTreeMap::new(),
            elements: BTreeMap::new(),
            pushed: Vec::new(),
        }
    }

    fn is_unchanged(&self) -> bool {
        self.fields.is_empty() && self.elements.is_empty() && self.pushed.is_empty()
    }
}

fn invalid(why: String, buf: Bytes<'_>) -> Error {
    Error::new(ErrorKind::Invalid { what: "edit", why }, buf.span(0, 0))
}
