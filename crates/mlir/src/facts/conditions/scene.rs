//! What conditions look at: operations with their types and attributes, in the text of the newest release.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::around::Around;
use super::texts::{Map, integer, integers, type_of};
use super::types::Ty;
use crate::ids::{AttrId, OpId, TypeId};
use crate::ir::{Ir, OperandTypes, Owner, ValueOwners};
use crate::named_attributes::{self, Said, SaidKey, Value};
use crate::print::Snippets;
use crate::schema::{FileSchemas, PropertyValue};
use crate::tables::Tables;
use crate::tables::string_value;
use crate::wire::Reader;

/// A size that is known at run time only, as attributes say it.
pub(crate) const DYNAMIC: i64 = i64::MIN;
/// The release in whose spelling texts are.
const NEWEST: u32 = 22;

/// What a file's tables say, read once for all of its operations.
#[derive(Debug)]
pub struct Words<'a> {
    tables: &'a Tables<'a>,
    version: u64,
    schemas: &'a FileSchemas,
    texts: RefCell<Snippets<'a>>,
    types: RefCell<HashMap<TypeId, Rc<Ty>>>,
    attrs: RefCell<HashMap<AttrId, Rc<str>>>,
    said: RefCell<HashMap<SaidKey, Rc<[Said]>>>,
}

impl<'a> Words<'a> {
    /// The words of a file of a version of the container, whose properties are encoded as schemas say.
    pub fn new(tables: &'a Tables<'a>, version: u64, schemas: &'a FileSchemas) -> Words<'a> {
        Words {
            tables,
            version,
            schemas,
            texts: RefCell::new(Snippets::of_release(tables, NEWEST)),
            types: RefCell::default(),
            attrs: RefCell::default(),
            said: RefCell::default(),
        }
    }
}

/// All that is kept between operations: of a file, or of one function.
#[derive(Debug)]
pub struct Scene<'a> {
    words: Rc<Words<'a>>,
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) ir: Rc<Ir>,
    operands: OperandTypes,
    owners: OnceCell<ValueOwners>,
    pub(super) around: Around,
    /// Of a function: what stands outside, where functions are without regions, and which operation of that the function is.
    pub(super) outside: Option<(Rc<Scene<'a>>, OpId)>,
}

impl<'a> Scene<'a> {
    /// Operations of a file.
    pub fn new(words: &Rc<Words<'a>>, ir: Rc<Ir>) -> Scene<'a> {
        Scene {
            tables: words.tables,
            operands: ir.operand_types(),
            owners: OnceCell::new(),
            around: Around::default(),
            words: Rc::clone(words),
            outside: None,
            ir,
        }
    }

    /// A function alone, whose symbols are looked up outside.
    pub(crate) fn function(words: &Rc<Words<'a>>, ir: Rc<Ir>, outside: (Rc<Scene<'a>>, OpId)) -> Scene<'a> {
        Scene { outside: Some(outside), ..Scene::new(words, ir) }
    }

    pub(crate) fn ty(&self, id: TypeId) -> Rc<Ty> {
        if let Some(known) = self.words.types.borrow().get(&id) {
            return Rc::clone(known);
        }
        let made = Rc::new(Ty::parse(&self.words.texts.borrow_mut().ty(id)));
        self.words.types.borrow_mut().insert(id, Rc::clone(&made));
        made
    }

    pub(super) fn text(&self, id: AttrId) -> Rc<str> {
        if let Some(known) = self.words.attrs.borrow().get(&id) {
            return Rc::clone(known);
        }
        let made: Rc<str> = self.words.texts.borrow_mut().attr(id).into();
        self.words.attrs.borrow_mut().insert(id, Rc::clone(&made));
        made
    }

    pub(super) fn owners(&self) -> &ValueOwners {
        self.owners.get_or_init(|| self.ir.value_owners())
    }
}

/// All of an operation that conditions look at, except for what is around it.
pub(crate) type Shape = (SaidKey, Vec<Option<TypeId>>, Vec<TypeId>, usize);

/// One operation.
#[derive(Clone, Copy)]
pub(crate) struct View<'s, 'a> {
    pub(super) scene: &'s Scene<'a>,
    pub(super) op: OpId,
}

impl<'s, 'a> View<'s, 'a> {
    pub(crate) fn new(scene: &'s Scene<'a>, op: OpId) -> View<'s, 'a> {
        View { scene, op }
    }

    /// What operations of which nothing around them counts have in common.
    pub(crate) fn shape(&self) -> Option<Shape> {
        let ir = &*self.scene.ir;
        let operands = self.scene.operands.of(ir, self.op).collect();
        Some((self.key(), operands, ir.results(self.op).to_vec(), ir.regions(self.op).len()))
    }

    fn key(&self) -> SaidKey {
        let ir = &*self.scene.ir;
        (ir.name(self.op), ir.properties(self.op), ir.attrs(self.op))
    }

    /// Its name.
    pub(crate) fn name(&self) -> String {
        String::from_utf8_lossy(&self.scene.tables.op_name(self.scene.ir.name(self.op))).into_owned()
    }

    /// How many operands it has.
    pub(crate) fn operands(&self) -> usize {
        self.scene.ir.operands(self.op).len()
    }

    /// The number of the value that is an operand: of two operands of one operation it is the same if they are the same value.
    pub(crate) fn operand_number(&self, at: usize) -> Option<u32> {
        self.scene.ir.operands(self.op).get(at).copied()
    }

    /// Whether what stands in its regions uses no value from outside.
    pub(super) fn is_isolated(&self) -> bool {
        let (ir, owners) = (&*self.scene.ir, self.scene.owners());
        let inside = |op: OpId| op > self.op && op < ir.after(self.op);
        let own = |owner: Owner| match (owner.op, owner.argument) {
            (Some(op), _) => inside(op),
            (None, Some((block, _))) => {
                owners.around_block(block).is_some_and(|around| around == self.op || inside(around))
            }
            (None, None) => false,
        };
        ir.is_isolated(self.op)
            || (self.op.index() + 1..ir.after(self.op).index())
                .map(OpId::new)
                .all(|op| (0..ir.operands(op).len()).all(|at| owners.of(ir, op, at).is_some_and(own)))
    }

    /// How many results it has.
    pub(crate) fn results(&self) -> usize {
        self.scene.ir.results(self.op).len()
    }

    /// The type of an operand.
    pub(crate) fn operand(&self, at: usize) -> Option<Rc<Ty>> {
        let id = self.scene.operands.of(&self.scene.ir, self.op).nth(at)??;
        Some(self.scene.ty(id))
    }

    /// The type of a result.
    pub(crate) fn result(&self, at: usize) -> Option<Rc<Ty>> {
        Some(self.scene.ty(*self.scene.ir.results(self.op).get(at)?))
    }

    /// How many blocks it may go on with.
    pub(crate) fn successors(&self) -> usize {
        self.scene.ir.successors(self.op).len()
    }

    /// Where it came from.
    pub(crate) fn location(&self) -> Rc<str> {
        self.scene.text(self.scene.ir.location(self.op))
    }

    /// The types of all operands and results; none if one is not known.
    pub(crate) fn types(&self) -> Option<Vec<Rc<Ty>>> {
        let operands = (0..self.operands()).map(|at| self.operand(at));
        operands.chain((0..self.results()).map(|at| self.result(at))).collect()
    }

    fn said(&self) -> Option<Rc<[Said]>> {
        let key = self.key();
        let words = &self.scene.words;
        if let Some(known) = words.said.borrow().get(&key) {
            return Some(Rc::clone(known));
        }
        let all = named_attributes::said(words.tables, words.schemas, words.version, key)?;
        let made: Rc<[Said]> = all.into();
        words.said.borrow_mut().insert(key, Rc::clone(&made));
        Some(made)
    }

    /// What it says under a name: inner none if it says nothing; outer none if its properties are opaque.
    pub(super) fn value(&self, name: &str) -> Option<Option<Value>> {
        Some(self.said()?.iter().find(|said| said.name == name).map(|said| said.value.clone()))
    }

    /// Whether it has an attribute, or a property that is not at its default; none if its properties are opaque.
    pub(crate) fn has(&self, name: &str) -> Option<bool> {
        Some(self.value(name)?.is_some())
    }

    /// The whole text of an attribute; none if it is not there, not known, or too long.
    pub(crate) fn text(&self, name: &str) -> Option<Rc<str>> {
        match self.value(name)?? {
            Value::Attr(attr) => Some(self.scene.text(attr)).filter(|text| !text.ends_with('…')),
            _ => None,
        }
    }

    /// What an attribute's text begins with, also of one that is too long; none if it is not there, or not known.
    pub(crate) fn beginning(&self, name: &str) -> Option<Rc<str>> {
        match self.value(name)?? {
            Value::Attr(attr) => Some(self.scene.text(attr)),
            _ => None,
        }
    }

    /// The type of a typed attribute: of an integer, a float, or elements; none if it is not there or has none.
    pub(crate) fn typed(&self, name: &str) -> Option<Rc<Ty>> {
        let Value::Attr(attr) = self.value(name)?? else { return None };
        let tables = self.scene.tables;
        let entry = tables.attrs.get(attr.0)?;
        if entry.custom && tables.dialect_name(entry.dialect) == b"builtin" {
            // Elements may be many, so that the text would be cut off before the type.
            let mut reader = Reader::new(entry.bytes);
            if let 8 | 9 | 16 | 18..=20 = reader.varint("code").ok()? {
                return Some(self.scene.ty(TypeId(reader.index(tables.types.len(), "type").ok()?)));
            }
        }
        type_of(&self.text(name)?).map(Rc::new)
    }

    /// A number: an integer attribute, or a property that is one.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        match self.value(name)?? {
            Value::Attr(attr) => integer(&self.scene.text(attr)),
            Value::Native(PropertyValue::Number(number)) => i64::try_from(number).ok(),
            Value::Native(PropertyValue::Signed(number)) => Some(number),
            _ => None,
        }
    }

    /// A list of numbers: `array<i64: 1, 2>`, `[1, 2]`, or `dense<[1, 2]>`.
    pub(crate) fn integers(&self, name: &str) -> Option<Vec<i64>> {
        match self.value(name)?? {
            Value::Attr(attr) => integers(&self.scene.text(attr)),
            Value::Sizes(sizes) => Some(sizes),
            _ => None,
        }
    }

    /// The names of all that it says; none if its properties are opaque.
    pub(super) fn names(&self) -> Option<Vec<String>> {
        Some(self.said()?.iter().map(|said| said.name.to_string()).collect())
    }

    /// How many bytes a string attribute has; none if it is no such attribute.
    pub(super) fn bytes(&self, name: &str) -> Option<usize> {
        let Value::Attr(attr) = self.value(name)?? else { return None };
        let tables = self.scene.tables;
        string_value(tables, &tables.attrs.get(attr.0)?).map(<[u8]>::len)
    }

    /// Sizes of the groups of operands; none if it says none.
    pub(crate) fn segments(&self) -> Option<Vec<usize>> {
        let sizes = self.integers("operandSegmentSizes")?;
        sizes.into_iter().map(|size| usize::try_from(size).ok()).collect()
    }

    /// Its attribute that is an affine map: the text between `affine_map<` and `>`.
    pub(crate) fn map(&self, name: &str) -> Option<Map> {
        Map::parse(&self.text(name)?)
    }

    /// How many regions it has.
    pub(crate) fn regions(&self) -> usize {
        self.scene.ir.regions(self.op).len()
    }
}
