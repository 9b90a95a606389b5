//! What rules look at: operations with their types and attributes.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::use_def::UseDef;
use crate::ids::{AttrId, OpId, TypeId};
use crate::ir::{Ir, OperandTypes, Owner, ValueOwners};
use crate::named_attributes::{self, Said, SaidKey, Value};
use crate::schema::{FileSchemas, PropertyValue};
use crate::tables::Tables;
use crate::tables::string_value;
use crate::typed::{Attr, Map, Ty, Typed};
use outlast_core::QuickMap;

/// What a file's tables say, read once for all of its operations.
#[derive(Debug)]
pub(super) struct FileView<'a> {
    tables: &'a Tables<'a>,
    version: u64,
    schemas: &'a FileSchemas,
    typed: RefCell<Typed<'a>>,
    said: RefCell<QuickMap<SaidKey, Rc<[Said]>>>,
}

impl<'a> FileView<'a> {
    /// What a file of a version says of the container, whose properties are encoded as schemas say.
    pub(super) fn new(tables: &'a Tables<'a>, version: u64, schemas: &'a FileSchemas) -> FileView<'a> {
        FileView {
            tables,
            version,
            schemas,
            typed: RefCell::new(Typed::new(tables)),
            said: RefCell::default(),
        }
    }
}

/// All that is kept between operations: of a file, or of one function.
#[derive(Debug)]
pub(super) struct IrView<'a> {
    file_view: Rc<FileView<'a>>,
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) ir: Rc<Ir>,
    operands: OperandTypes,
    owners: OnceCell<ValueOwners>,
    pub(super) use_def: UseDef,
    /// Of a function: what stands outside, where functions are without regions, and which operation of that the function is.
    pub(super) outside: Option<(Rc<IrView<'a>>, OpId)>,
}

impl<'a> IrView<'a> {
    /// Operations of a file.
    pub(super) fn new(file_view: &Rc<FileView<'a>>, ir: Rc<Ir>) -> IrView<'a> {
        IrView {
            tables: file_view.tables,
            operands: ir.operand_types(),
            owners: OnceCell::new(),
            use_def: UseDef::default(),
            file_view: Rc::clone(file_view),
            outside: None,
            ir,
        }
    }

    /// A function alone, whose symbols are looked up outside.
    pub(crate) fn function(
        file_view: &Rc<FileView<'a>>,
        ir: Rc<Ir>,
        outside: (Rc<IrView<'a>>, OpId),
    ) -> IrView<'a> {
        IrView { outside: Some(outside), ..IrView::new(file_view, ir) }
    }

    pub(crate) fn ty(&self, id: TypeId) -> Rc<Ty> {
        self.file_view.typed.borrow_mut().ty(id)
    }

    fn attr(&self, id: AttrId) -> Rc<Attr> {
        self.file_view.typed.borrow_mut().attr(id)
    }

    pub(super) fn owners(&self) -> &ValueOwners {
        self.owners.get_or_init(|| self.ir.value_owners())
    }
}

/// All of an operation that conditions look at, except for what is around it.
pub(crate) type Shape = (SaidKey, Vec<Option<TypeId>>, Vec<TypeId>, usize);

/// One operation.
#[derive(Clone, Copy)]
pub(crate) struct OpView<'s, 'a> {
    pub(super) view: &'s IrView<'a>,
    pub(super) op: OpId,
}

impl<'s, 'a> OpView<'s, 'a> {
    pub(crate) fn new(view: &'s IrView<'a>, op: OpId) -> OpView<'s, 'a> {
        OpView { view, op }
    }

    /// What operations of which nothing around them counts have in common.
    pub(crate) fn shape(&self) -> Option<Shape> {
        let ir = &*self.view.ir;
        let operands = self.view.operands.operands(ir, self.op).collect();
        Some((self.key(), operands, ir.results(self.op).to_vec(), ir.regions(self.op).len()))
    }

    fn key(&self) -> SaidKey {
        let ir = &*self.view.ir;
        (ir.name(self.op), ir.properties(self.op), ir.attrs(self.op))
    }

    /// Its name.
    pub(crate) fn name(&self) -> String {
        String::from_utf8_lossy(&self.view.tables.op_name(self.view.ir.name(self.op))).into_owned()
    }

    /// How many operands it has.
    pub(crate) fn operands(&self) -> usize {
        self.view.ir.operands(self.op).len()
    }

    /// The number of the value that is an operand: of two operands of one operation it is the same if they are the same value.
    pub(crate) fn operand_number(&self, at: usize) -> Option<u32> {
        self.view.ir.operands(self.op).get(at).copied()
    }

    /// Whether what stands in its regions uses no value from outside.
    pub(super) fn is_isolated(&self) -> bool {
        let (ir, owners) = (&*self.view.ir, self.view.owners());
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
                .all(|op| (0..ir.operands(op).len()).all(|at| owners.owner(ir, op, at).is_some_and(own)))
    }

    /// How many results it has.
    pub(crate) fn results(&self) -> usize {
        self.view.ir.results(self.op).len()
    }

    /// The type of an operand.
    pub(crate) fn operand(&self, at: usize) -> Option<Rc<Ty>> {
        let id = self.view.operands.operands(&self.view.ir, self.op).nth(at)??;
        Some(self.view.ty(id))
    }

    /// The type of a result.
    pub(crate) fn result(&self, at: usize) -> Option<Rc<Ty>> {
        Some(self.view.ty(*self.view.ir.results(self.op).get(at)?))
    }

    /// How many blocks it may go on with.
    pub(crate) fn successors(&self) -> usize {
        self.view.ir.successors(self.op).len()
    }

    /// Where it came from.
    pub(crate) fn location(&self) -> Rc<Attr> {
        self.view.attr(self.view.ir.location(self.op))
    }

    /// The types of the operands from a place on; none if one is not known.
    pub(crate) fn operand_types(&self, from: usize) -> Option<Vec<Rc<Ty>>> {
        (from..self.operands()).map(|at| self.operand(at)).collect()
    }

    /// The types of all results.
    pub(crate) fn result_types(&self) -> Option<Vec<Rc<Ty>>> {
        (0..self.results()).map(|at| self.result(at)).collect()
    }

    /// The types of all operands and results; none if one is not known.
    pub(crate) fn types(&self) -> Option<Vec<Rc<Ty>>> {
        Some([self.operand_types(0)?, self.result_types()?].concat())
    }

    fn said(&self) -> Option<Rc<[Said]>> {
        let key = self.key();
        let file_view = &self.view.file_view;
        if let Some(known) = file_view.said.borrow().get(&key) {
            return Some(Rc::clone(known));
        }
        let all = named_attributes::said(file_view.tables, file_view.schemas, file_view.version, key)?;
        let made: Rc<[Said]> = all.into();
        file_view.said.borrow_mut().insert(key, Rc::clone(&made));
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

    /// An attribute; none if it is not there, or a property that is none.
    pub(crate) fn attr(&self, name: &str) -> Option<Rc<Attr>> {
        match self.value(name)?? {
            Value::Attr(attr) => Some(self.view.attr(attr)),
            _ => None,
        }
    }

    /// A string; none if it is not there, or another attribute.
    pub(crate) fn string(&self, name: &str) -> Option<String> {
        Some(self.attr(name)?.string()?.to_owned())
    }

    /// The case of an enumeration of a dialect; no word of another attribute.
    pub(crate) fn word(&self, name: &str) -> Option<String> {
        Some(self.attr(name)?.word().unwrap_or_default().to_owned())
    }

    /// The members of an array.
    pub(crate) fn array(&self, name: &str) -> Option<Vec<Rc<Attr>>> {
        Some(self.attr(name)?.array()?.to_vec())
    }

    /// A type that is an attribute.
    pub(crate) fn type_attr(&self, name: &str) -> Option<Ty> {
        Some(self.attr(name)?.ty()?.clone())
    }

    /// The type of a typed attribute: of an integer, a float, or elements; none if it is not there or has none.
    pub(crate) fn typed(&self, name: &str) -> Option<Rc<Ty>> {
        self.attr(name)?.typed().map(Rc::clone)
    }

    /// A number: an integer attribute, or a property that is one.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        match self.value(name)?? {
            Value::Attr(attr) => self.view.attr(attr).integer(),
            Value::Native(PropertyValue::Number(number)) => i64::try_from(number).ok(),
            Value::Native(PropertyValue::Signed(number)) => Some(number),
            _ => None,
        }
    }

    /// A list of numbers: `array<i64: 1, 2>`, `[1, 2]`, or `dense<[1, 2]>`.
    pub(crate) fn integers(&self, name: &str) -> Option<Vec<i64>> {
        match self.value(name)?? {
            Value::Attr(attr) => self.view.attr(attr).integers(),
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
        let tables = self.view.tables;
        string_value(tables, &tables.attrs.get(attr.0)?).map(<[u8]>::len)
    }

    /// Sizes of the groups of operands; none if it says none.
    pub(crate) fn segments(&self) -> Option<Vec<usize>> {
        let sizes = self.integers("operandSegmentSizes")?;
        sizes.into_iter().map(|size| usize::try_from(size).ok()).collect()
    }

    /// Its attribute that is an affine map.
    pub(crate) fn map(&self, name: &str) -> Option<Rc<Map>> {
        match &*self.attr(name)? {
            Attr::Map(map) => Some(Rc::clone(map)),
            _ => None,
        }
    }

    /// How many regions it has.
    pub(crate) fn regions(&self) -> usize {
        self.view.ir.regions(self.op).len()
    }
}
