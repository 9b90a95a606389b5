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
//! Empty vectors that official verifiers would call misaligned are rewritten with any change.
//!
//! The result is read again and compared with what was asked for.

mod align;
mod check;
mod emit;
mod plan;
mod unknown;
mod valid;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use outlast_core::{Bytes, Error, ErrorKind, QuickMap, Result, SortShort};

use crate::buffer::Buffer;
use crate::build::{Builder, Slot, Target};
use crate::coverage::Coverage;
use crate::header::{ContainerHeader, first_object};
use crate::object::{Object, ObjectKind, from_first};
use crate::schema::{Element, ObjectId, Schema, Type};
use crate::view::{self, Table, Vector};
use crate::walk::{Limits, UnknownSlot, Walk, walk};

use unknown::Unknowns;

pub(crate) use align::{MAX_ALIGN, lowest_bit};
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
    /// The node that refers to it, and the place of the reference.
    parent: Option<(Node, usize)>,
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
    /// Bytes of the container's header.
    header: usize,
    coverage: Coverage,
    /// How many references lead to each object, those from unknown bytes included.
    incoming: QuickMap<usize, u32>,
    /// Tables, vectors and strings in order of their places; what was met as two kinds of object is there twice.
    met: Vec<Object>,
    /// The best alignment that the schema asks for anywhere.
    forced_align: usize,
    unknowns: OnceLock<Unknowns>,
    nodes: Vec<Edits>,
    /// The new objects.
    pub build: Builder<'a>,
}

/// A buffer after its edit.
#[derive(Clone, Debug)]
pub struct Edited<'a> {
    /// The buffer.
    pub buffer: Buffer<'a>,
    /// Bytes inserted before the body: objects of the original stand so much further on.
    pub shift: usize,
    /// Bytes of the body that nothing refers to any more.
    pub freed: usize,
    /// Whether all of those were overwritten with zeros. Objects are kept where the schema does not know everything in
    /// the buffer, and something unknown might refer to them.
    pub zeroed: bool,
}

impl<'a, 's> Editor<'a, 's> {
    /// An editor of `buf`, which must be sound under `schema`. `header` is what a container keeps between identifier and body.
    pub fn new(
        buf: Bytes<'a>,
        schema: &'s Schema,
        header: impl Into<ContainerHeader>,
    ) -> Result<Editor<'a, 's>> {
        let mut walk = walk(buf, schema, Limits::default());
        if let Some(error) = walk.errors.first() {
            return Err(error.clone().with_help("only sound files are edited: see `outlast verify`"));
        }
        let (Some(root), pos) = (schema.root, view::root(buf)?.pos()) else {
            return Err(invalid("the schema has no root table".into(), buf));
        };
        let header = header.into().object(buf, &walk);
        let coverage = Coverage::new(buf, &walk, header.as_slice(), 16);
        if let Some(overlap) = coverage.overlaps.first() {
            let (first, second) = (overlap.first.start, overlap.second.start);
            return Err(invalid(format!("objects at 0x{first:x} and 0x{second:x} overlap"), buf));
        }
        walk.unknown_slots.sort_short_by_key(|slot| slot.at);
        // An object may be met as two kinds: all count.
        let mut met: Vec<Object> = walk.objects.clone();
        met.retain(|o| !matches!(o.kind, ObjectKind::VTable(_) | ObjectKind::Head));
        met.sort_short_by_key(|o| o.start);
        let mut incoming: QuickMap<usize, u32> = met.iter().map(|o| (o.start, 0)).collect();
        incoming.insert(pos, 1);
        let mut refer = |target: usize| {
            incoming.entry(target).and_modify(|n| *n = n.saturating_add(1));
        };
        for object in &met {
            references_of(buf, schema, object)?.into_iter().for_each(|(_, target)| refer(target));
        }
        // Something of the future may refer to something that is known: then it has one more referrer.
        unknown::leads(buf, &walk, &coverage).for_each(refer);
        Ok(Editor {
            buf,
            schema,
            walk,
            header: header.map_or(0, |header| header.end - header.start),
            coverage,
            incoming,
            met,
            forced_align: forced_align(schema),
            unknowns: OnceLock::new(),
            nodes: vec![Edits::new(pos, Kind::Table(root), None)],
            build: Builder::new(),
        })
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
        let filled = |gap| unknown::is_filled(self.buf, gap);
        !self.walk.unknown_slots.is_empty() || self.coverage.gaps.iter().any(filled)
    }

    /// Whether the schema knows everything in the buffer, down to the members of unions.
    pub fn knows_all(&self) -> bool {
        !self.has_unknown() && unknown::unknown_members(self.buf, self.schema, &self.met).is_empty()
    }

    /// The place of an object that two references take for different things, if there is one.
    pub(crate) fn read_twice(&self) -> Option<usize> {
        let pairs = self.met.iter().zip(self.met.iter().skip(1));
        pairs.into_iter().find(|(one, next)| one.start == next.start).map(|(one, _)| one.start)
    }

    /// What the unknown fields are; worked out when it is asked for first.
    fn unknowns(&self) -> &Unknowns {
        self.unknowns
            .get_or_init(|| Unknowns::new(self.buf, self.schema, &self.walk, &self.coverage, &self.met))
    }

    /// The unknown fields of a table of this kind that stand between these places.
    fn unknown_slots_in(&self, id: ObjectId, start: usize, end: usize) -> impl Iterator<Item = &UnknownSlot> {
        let slots = from_first(&self.walk.unknown_slots, |slot| slot.at < start);
        slots.iter().take_while(move |slot| slot.at < end).filter(move |slot| slot.object == id)
    }

    fn unknown_slot(&self, id: ObjectId, at: usize) -> Option<&UnknownSlot> {
        self.unknown_slots_in(id, at, at.saturating_add(1)).next()
    }

    /// Every object, in order of their places.
    pub(crate) fn objects(&self) -> &[Object] {
        &self.coverage.objects
    }

    /// Where the first object after the head stands: what is before it is free for a header.
    pub fn first_object(&self) -> usize {
        first_object(&self.coverage.objects).unwrap_or(self.buf.len())
    }

    /// Bytes that the container's header takes behind the identifier: fewer than it says where it would reach into objects.
    pub fn header(&self) -> usize {
        self.header
    }

    /// The root table.
    pub fn root(&self) -> Node {
        Node(0)
    }

    /// What was changed of a node.
    #[expect(clippy::indexing_slicing, reason = "`enter` gives out the numbers, and no node is removed")]
    fn edits(&self, node: Node) -> &Edits {
        &self.nodes[node.0]
    }

    /// The same, to be changed.
    #[expect(clippy::indexing_slicing, reason = "as for `edits`")]
    fn edits_mut(&mut self, node: Node) -> &mut Edits {
        &mut self.nodes[node.0]
    }

    /// The table of a node, as it was.
    pub fn table(&self, node: Node) -> Result<Table<'a>> {
        Table::at(self.buf, self.edits(node).pos)
    }

    /// What a field of a table refers to, as it was; `None` where the field is absent. Strings are no nodes.
    pub fn child(&mut self, node: Node, slot: u16) -> Result<Option<Node>> {
        let Kind::Table(id) = self.edits(node).kind else {
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
            _ => {
                return Err(invalid(
                    format!("field `{}` is neither a table nor a vector", field.name),
                    self.buf,
                ));
            }
        };
        self.enter(node, at, kind).map(Some)
    }

    /// The table that an element of a vector refers to.
    pub fn element(&mut self, node: Node, index: usize) -> Result<Node> {
        let Kind::Vector(Element::Table(target)) = self.edits(node).kind else {
            return Err(invalid("not a vector of tables".into(), self.buf));
        };
        let at = Vector::at(self.buf, self.edits(node).pos, 4)?.element_pos(index)?;
        self.enter(node, at, Kind::Table(target))
    }

    /// Follows slots and indices from the root: `&[1, 0, 6]` is slot 1, element 0, slot 6.
    pub fn follow(&mut self, way: &[usize]) -> Result<Node> {
        let mut node = self.root();
        for step in way {
            node = match self.edits(node).kind {
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
        if let Some(known) = self.edits(parent).children.get(&at) {
            return Ok(*known);
        }
        let pos = view::reference(self.buf, at, "reference")?;
        self.nodes.push(Edits::new(pos, kind, Some((parent, at))));
        let node = Node(self.nodes.len() - 1);
        self.edits_mut(parent).children.insert(at, node);
        Ok(node)
    }

    /// Gives a field a value; an absent field becomes present. Changes of what the field referred to before are then of
    /// no account, unless a [`Target::Kept`] leads to it.
    pub fn set(&mut self, node: Node, slot: u16, value: impl Into<Slot>) {
        self.edits_mut(node).fields.insert(slot, Change::Set(value.into()));
    }

    /// Makes a field absent, also one that the schema does not know.
    pub fn clear(&mut self, node: Node, slot: u16) {
        self.edits_mut(node).fields.insert(slot, Change::Clear);
    }

    /// Gives an element of a vector a value.
    pub fn set_element(&mut self, node: Node, index: usize, value: impl Into<Slot>) {
        self.edits_mut(node).elements.insert(index, value.into());
    }

    /// Adds an element at the end of a vector of tables or strings.
    pub fn push(&mut self, node: Node, target: Target) {
        self.edits_mut(node).pushed.push(target);
    }

    /// Whether nothing was changed.
    pub fn is_unchanged(&self) -> bool {
        self.nodes.iter().all(Edits::is_unchanged)
    }
}

impl Edits {
    fn new(pos: usize, kind: Kind, parent: Option<(Node, usize)>) -> Edits {
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

/// The best alignment that a struct or vector of the schema asks for, 16 at least.
fn forced_align(schema: &Schema) -> usize {
    let structs = schema.objects.iter().map(|object| u64::from(object.min_align));
    let fields = schema.objects.iter().flat_map(|object| &object.fields);
    let vectors = fields.filter_map(|field| field.force_align.map(u64::from));
    let most = structs.chain(vectors).max().and_then(|align| usize::try_from(align).ok()).unwrap_or(1);
    most.clamp(16, MAX_ALIGN)
}

fn invalid(why: String, buf: Bytes<'_>) -> Error {
    Error::new(ErrorKind::Invalid { what: "edit", why }, buf.span(0, 0))
}
