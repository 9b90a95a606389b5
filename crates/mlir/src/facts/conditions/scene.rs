//! What conditions look at: operations with their types and attributes, in the text of the newest release.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::types::{Ty, split};
use crate::ids::{AttrId, BlockId, OpId, TypeId};
use crate::ir::{Ir, OperandTypes, ValueOwners};
use crate::print::Snippets;
use crate::said::{self, Said, SaidKey, Value};
use crate::schema::{FileSchemas, PropertyValue};
use crate::tables::Tables;

/// A size that is known at run time only, as attributes say it.
pub(crate) const DYNAMIC: i64 = i64::MIN;
/// The release in whose spelling texts are.
const NEWEST: u32 = 22;

/// All that is kept between operations.
#[derive(Debug)]
pub struct Scene<'a> {
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) ir: &'a Ir,
    version: u64,
    schemas: &'a FileSchemas,
    operands: OperandTypes,
    owners: OnceCell<ValueOwners>,
    texts: RefCell<Snippets<'a>>,
    types: RefCell<HashMap<TypeId, Rc<Ty>>>,
    attrs: RefCell<HashMap<AttrId, Rc<str>>>,
    said: RefCell<HashMap<SaidKey, Rc<[Said]>>>,
}

impl<'a> Scene<'a> {
    /// A file's operations.
    pub fn new(tables: &'a Tables<'a>, ir: &'a Ir, version: u64, schemas: &'a FileSchemas) -> Scene<'a> {
        Scene {
            tables,
            ir,
            version,
            schemas,
            operands: ir.operand_types(),
            owners: OnceCell::new(),
            texts: RefCell::new(Snippets::of_release(tables, NEWEST)),
            types: RefCell::default(),
            attrs: RefCell::default(),
            said: RefCell::default(),
        }
    }

    pub(crate) fn ty(&self, id: TypeId) -> Rc<Ty> {
        if let Some(known) = self.types.borrow().get(&id) {
            return Rc::clone(known);
        }
        let made = Rc::new(Ty::parse(&self.texts.borrow_mut().ty(id)));
        self.types.borrow_mut().insert(id, Rc::clone(&made));
        made
    }

    fn text(&self, id: AttrId) -> Rc<str> {
        if let Some(known) = self.attrs.borrow().get(&id) {
            return Rc::clone(known);
        }
        let made: Rc<str> = self.texts.borrow_mut().attr(id).into();
        self.attrs.borrow_mut().insert(id, Rc::clone(&made));
        made
    }

    fn owners(&self) -> &ValueOwners {
        self.owners.get_or_init(|| self.ir.value_owners())
    }
}

/// All of an operation that conditions look at, but for what is around it.
pub(crate) type Shape = (SaidKey, Vec<Option<TypeId>>, Vec<TypeId>, usize);

/// One operation.
#[derive(Clone, Copy)]
pub(crate) struct View<'s, 'a> {
    scene: &'s Scene<'a>,
    op: OpId,
}

impl<'s, 'a> View<'s, 'a> {
    pub(crate) fn new(scene: &'s Scene<'a>, op: OpId) -> View<'s, 'a> {
        View { scene, op }
    }

    /// What operations of which nothing around them counts have in common.
    pub(crate) fn shape(&self) -> Option<Shape> {
        let ir = self.scene.ir;
        let operands = self.scene.operands.of(ir, self.op).collect();
        Some((self.key(), operands, ir.results(self.op).to_vec(), ir.regions(self.op).len()))
    }

    fn key(&self) -> SaidKey {
        let ir = self.scene.ir;
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

    /// How many results it has.
    pub(crate) fn results(&self) -> usize {
        self.scene.ir.results(self.op).len()
    }

    /// The type of an operand.
    pub(crate) fn operand(&self, at: usize) -> Option<Rc<Ty>> {
        let id = self.scene.operands.of(self.scene.ir, self.op).nth(at)??;
        Some(self.scene.ty(id))
    }

    /// The type of a result.
    pub(crate) fn result(&self, at: usize) -> Option<Rc<Ty>> {
        Some(self.scene.ty(*self.scene.ir.results(self.op).get(at)?))
    }

    /// The types of all operands and results; none if one is not known.
    pub(crate) fn types(&self) -> Option<Vec<Rc<Ty>>> {
        let operands = (0..self.operands()).map(|at| self.operand(at));
        operands.chain((0..self.results()).map(|at| self.result(at))).collect()
    }

    fn said(&self) -> Option<Rc<[Said]>> {
        let key = self.key();
        if let Some(known) = self.scene.said.borrow().get(&key) {
            return Some(Rc::clone(known));
        }
        let all = said::said(self.scene.tables, self.scene.schemas, self.scene.version, key)?;
        let made: Rc<[Said]> = all.into();
        self.scene.said.borrow_mut().insert(key, Rc::clone(&made));
        Some(made)
    }

    /// What it says under a name: inner none if it says nothing; outer none if its properties are opaque.
    fn value(&self, name: &str) -> Option<Option<Value>> {
        Some(self.said()?.iter().find(|said| said.name == name).map(|said| said.value.clone()))
    }

    /// Whether it has an attribute, or a property that is not at its default; none if its properties are opaque.
    pub(crate) fn has(&self, name: &str) -> Option<bool> {
        Some(self.value(name)?.is_some())
    }

    /// The text of an attribute; none if it is not there, or not known.
    pub(crate) fn text(&self, name: &str) -> Option<Rc<str>> {
        match self.value(name)?? {
            Value::Attr(attr) => Some(self.scene.text(attr)),
            _ => None,
        }
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

    /// Sizes of the groups of operands; none if it says none.
    pub(crate) fn segments(&self) -> Option<Vec<usize>> {
        let sizes = self.integers("operandSegmentSizes")?;
        sizes.into_iter().map(|size| usize::try_from(size).ok()).collect()
    }

    /// Its attribute that is an affine map: the text between `affine_map<` and `>`.
    pub(crate) fn map(&self, name: &str) -> Option<Map> {
        Map::parse(&self.text(name)?)
    }

    /// The operation that defines an operand; none for arguments of blocks.
    pub(crate) fn defining(&self, operand: usize) -> Option<View<'s, 'a>> {
        let op = self.scene.owners().of(self.scene.ir, self.op, operand)?.op?;
        Some(View::new(self.scene, op))
    }

    /// The block that an operand is an argument of, the operation around that block, and which argument it is.
    pub(crate) fn argument(&self, operand: usize) -> Option<(View<'s, 'a>, BlockId, usize)> {
        let owner = self.scene.owners().of(self.scene.ir, self.op, operand)?;
        let (block, at) = owner.argument?;
        let around = self.scene.owners().around_block(block)?;
        Some((View::new(self.scene, around), block, at))
    }

    /// The operation around it.
    pub(crate) fn parent(&self) -> Option<View<'s, 'a>> {
        Some(View::new(self.scene, self.scene.owners().around(self.op)?))
    }

    /// Blocks of one of its regions: each with the types of its arguments and its operations.
    pub(crate) fn region(&self, at: usize) -> Option<Vec<Block<'s, 'a>>> {
        let ir = self.scene.ir;
        let region = ir.regions(self.op).nth(at)?;
        let blocks = ir.blocks(region).map(|block| Block {
            args: ir.args(block).iter().map(|arg| self.scene.ty(arg.ty)).collect(),
            ops: ir.block_ops(block).map(|op| View::new(self.scene, op)).collect(),
        });
        Some(blocks.collect())
    }

    /// How many regions it has.
    pub(crate) fn regions(&self) -> usize {
        self.scene.ir.regions(self.op).len()
    }
}

/// A block.
pub(crate) struct Block<'s, 'a> {
    /// Types of its arguments.
    pub(crate) args: Vec<Rc<Ty>>,
    /// Its operations.
    pub(crate) ops: Vec<View<'s, 'a>>,
}

/// An affine map: `(d0, d1)[s0] -> (d1, 0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    pub(crate) dims: usize,
    pub(crate) symbols: usize,
    /// Texts of its results.
    pub(crate) results: Vec<String>,
}

impl Map {
    pub(crate) fn parse(text: &str) -> Option<Map> {
        let body = text.strip_prefix("affine_map<")?.strip_suffix('>')?;
        let (from, to) = body.split_once("->")?;
        let list = |text: &str| split(text).into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let (dims, symbols) = from.trim().strip_prefix('(')?.split_once(')')?;
        let symbols = symbols.trim().strip_prefix('[').map_or("", |rest| rest.trim_end_matches(']'));
        let results = to.trim().strip_prefix('(')?.strip_suffix(')')?;
        Some(Map { dims: list(dims).len(), symbols: list(symbols).len(), results: list(results) })
    }

    /// Whether a result is a number.
    pub(crate) fn is_constant(result: &str) -> bool {
        result.parse::<i64>().is_ok()
    }

    /// Which dimension a result is, if it is one.
    pub(crate) fn dim(result: &str) -> Option<usize> {
        result.strip_prefix('d')?.parse().ok()
    }
}

/// `5 : i64`, `5`, `true`.
pub(crate) fn integer(text: &str) -> Option<i64> {
    match text {
        "true" => Some(1),
        "false" => Some(0),
        text => text.split(" : ").next()?.trim().parse().ok(),
    }
}

/// `array<i64: 1, 2>`, `[1, 2 : i32]`, `dense<[1, 2]> : tensor<2xi64>`.
pub(crate) fn integers(text: &str) -> Option<Vec<i64>> {
    let list = |text: &str| split(text).into_iter().filter(|part| !part.is_empty()).map(integer).collect();
    if let Some(body) = text.strip_prefix("array<") {
        let body = body.strip_suffix('>')?;
        return body.split_once(':').map_or(Some(Vec::new()), |(_, body)| list(body));
    }
    if let Some(body) = text.strip_prefix('[') {
        return list(body.strip_suffix(']')?);
    }
    let (body, of) = text.strip_prefix("dense<")?.split_once("> : ")?;
    match body.strip_prefix('[') {
        Some(body) => list(body.strip_suffix(']')?),
        None => {
            let (Ty::Tensor(Some(dims), ..) | Ty::Vector(dims, _)) = Ty::parse(of) else { return None };
            let count = dims.iter().try_fold(1_usize, |count, dim| count.checked_mul(usize::try_from(dim.size?).ok()?))?;
            // No list of an operation is longer.
            (count <= 1 << 12).then(|| integer(body).map(|one| vec![one; count]))?
        }
    }
}
