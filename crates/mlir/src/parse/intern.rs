//! [`Interner`]: tables that are built. Equal attributes and types are one entry, as upstream has them.

use outlast_core::{QuickMap, SortShort};
use std::rc::Rc;

use crate::ids::{AttrId, DialectId, OpNameId, PropertiesId, StringId, TypeId};
use crate::print::float::{self, Format};
use crate::tables::{Dialect, OpName, Tables};
use crate::wire::varint;

/// What matters of a type where values of it are spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer.
    Integer {
        /// Bits.
        width: u32,
        /// Whether its type says that it has a sign.
        signed: bool,
        /// Whether its type says that it has none.
        unsigned: bool,
    },
    /// The type `index`.
    Index,
    /// A floating point number.
    Float(Format),
    /// A pair of numbers.
    Complex(TypeId),
    /// A tensor or a vector.
    Shaped {
        /// Sizes of the dimensions.
        shape: Rc<[i64]>,
        /// What it consists of.
        element: TypeId,
    },
    /// The type `none`.
    None,
    /// Any other.
    Other,
}

/// Tables, and what is in them already.
#[derive(Debug)]
pub(super) struct Interner {
    pub(super) tables: Tables<'static>,
    attrs: QuickMap<Vec<u8>, u32>,
    types: QuickMap<Vec<u8>, u32>,
    dialects: QuickMap<Vec<u8>, DialectId>,
    op_names: QuickMap<Vec<u8>, OpNameId>,
    properties: QuickMap<Vec<u8>, PropertiesId>,
    kinds: Vec<Kind>,
    scratch: Vec<u8>,
    /// Whether what LLVM 22 keeps as text is encoded, with the codes that came later.
    pub(super) encodes_all: bool,
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

impl Interner {
    pub(super) fn new() -> Interner {
        let tables = Tables::default();
        Interner {
            tables,
            attrs: QuickMap::default(),
            types: QuickMap::default(),
            dialects: QuickMap::default(),
            op_names: QuickMap::default(),
            properties: QuickMap::default(),
            kinds: Vec::new(),
            scratch: Vec::new(),
            encodes_all: false,
        }
    }

    /// A dialect.
    pub(super) fn dialect(&mut self, name: &[u8]) -> DialectId {
        if let Some(known) = self.dialects.get(name) {
            return *known;
        }
        let id = DialectId::new(self.tables.dialects.len());
        let string = self.tables.strings.intern(name);
        self.tables.dialects.push(Dialect::new(string));
        self.dialects.insert(name.to_vec(), id);
        id
    }

    fn key(&mut self, dialect: DialectId, custom: bool, bytes: &[u8]) {
        self.scratch.clear();
        self.scratch.extend_from_slice(&dialect.0.to_le_bytes());
        self.scratch.push(u8::from(custom));
        self.scratch.extend_from_slice(bytes);
    }

    fn attr_of(&mut self, dialect: DialectId, custom: bool, bytes: &[u8]) -> AttrId {
        self.attr_known_as(dialect, custom, bytes, bytes)
    }

    /// An attribute that is equal to others by `name`, not by its bytes.
    fn attr_known_as(&mut self, dialect: DialectId, custom: bool, name: &[u8], bytes: &[u8]) -> AttrId {
        self.key(dialect, custom, name);
        if let Some(known) = self.attrs.get(&self.scratch) {
            return AttrId(*known);
        }
        let id = self.tables.attrs.append(dialect, custom, |out| out.extend_from_slice(bytes));
        self.attrs.insert(self.scratch.clone(), id);
        AttrId(id)
    }

    fn type_of(&mut self, dialect: DialectId, custom: bool, bytes: &[u8], kind: Kind) -> TypeId {
        self.key(dialect, custom, bytes);
        if let Some(known) = self.types.get(&self.scratch) {
            return TypeId(*known);
        }
        let id = self.tables.types.append(dialect, custom, |out| out.extend_from_slice(bytes));
        self.types.insert(self.scratch.clone(), id);
        self.kinds.push(kind);
        TypeId(id)
    }

    /// A builtin attribute by its encoding.
    pub(super) fn attr(&mut self, bytes: &[u8]) -> AttrId {
        let builtin = self.dialect(b"builtin");
        self.attr_of(builtin, true, bytes)
    }

    /// A builtin attribute that equals no other.
    pub(super) fn own_attr(&mut self, bytes: &[u8]) -> AttrId {
        let builtin = self.dialect(b"builtin");
        AttrId(self.tables.attrs.append(builtin, true, |out| out.extend_from_slice(bytes)))
    }

    /// An attribute by its text.
    pub(super) fn text_attr(&mut self, dialect: &[u8], text: &[u8]) -> AttrId {
        let dialect = self.dialect(dialect);
        self.attr_of(dialect, false, &[text, &[0]].concat())
    }

    /// An attribute by its text, with distinct attributes in it numbered from 0. Others of the same text may have others in them:
    /// `name` is the text with their numbers.
    pub(super) fn numbered_attr(&mut self, dialect: &[u8], name: &[u8], text: &[u8]) -> AttrId {
        let dialect = self.dialect(dialect);
        self.attr_known_as(dialect, false, &[name, &[0]].concat(), &[text, &[0]].concat())
    }

    /// An attribute that a dialect has encoded.
    pub(super) fn custom_attr(&mut self, dialect: &[u8], bytes: &[u8]) -> AttrId {
        let dialect = self.dialect(dialect);
        self.attr_of(dialect, true, bytes)
    }

    /// A builtin type by its encoding.
    pub(super) fn ty(&mut self, bytes: &[u8], kind: Kind) -> TypeId {
        let builtin = self.dialect(b"builtin");
        self.type_of(builtin, true, bytes, kind)
    }

    /// A type by its text.
    pub(super) fn text_type(&mut self, dialect: &[u8], text: &[u8], kind: Kind) -> TypeId {
        let dialect = self.dialect(dialect);
        self.type_of(dialect, false, &[text, &[0]].concat(), kind)
    }

    /// A type that a dialect has encoded.
    pub(super) fn custom_type(&mut self, dialect: &[u8], bytes: &[u8]) -> TypeId {
        let dialect = self.dialect(dialect);
        self.type_of(dialect, true, bytes, Kind::Other)
    }

    /// What a type is.
    pub(super) fn kind(&self, ty: TypeId) -> Kind {
        self.kinds.get(ty.index()).cloned().unwrap_or(Kind::Other)
    }

    pub(super) fn string(&mut self, text: &[u8]) -> StringId {
        self.tables.strings.intern(text)
    }

    /// A string attribute.
    pub(super) fn string_attr(&mut self, text: &[u8]) -> AttrId {
        let string = self.string(text);
        self.encoded(2, &[u64::from(string.0)])
    }

    /// An attribute of a code and numbers.
    pub(super) fn encoded(&mut self, code: u64, numbers: &[u64]) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, code);
        numbers.iter().for_each(|number| varint(&mut bytes, *number));
        self.attr(&bytes)
    }

    /// An attribute of a code and a list of attributes.
    pub(super) fn list(&mut self, code: u64, attrs: &[AttrId]) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, code);
        varint(&mut bytes, wide(attrs.len()));
        attrs.iter().for_each(|attr| varint(&mut bytes, u64::from(attr.0)));
        self.attr(&bytes)
    }

    /// A dictionary; its members are sorted here.
    pub(super) fn dictionary(&mut self, items: &mut [(Vec<u8>, AttrId)]) -> AttrId {
        items.sort_short();
        let mut bytes = Vec::new();
        varint(&mut bytes, 1);
        varint(&mut bytes, wide(items.len()));
        for (name, value) in items {
            let name = self.string_attr(name);
            varint(&mut bytes, u64::from(name.0));
            varint(&mut bytes, u64::from(value.0));
        }
        self.attr(&bytes)
    }

    /// The unit attribute.
    pub(super) fn unit(&mut self) -> AttrId {
        self.encoded(7, &[])
    }

    /// The location that says nothing.
    pub(super) fn unknown_location(&mut self) -> AttrId {
        self.encoded(15, &[])
    }

    /// An integer type without a sign.
    pub(super) fn signless(&mut self, width: u32) -> TypeId {
        self.integer(width, false, false)
    }

    /// An integer type.
    pub(super) fn integer(&mut self, width: u32, signed: bool, unsigned: bool) -> TypeId {
        let mut bytes = Vec::new();
        varint(&mut bytes, 0);
        let sign = u64::from(signed) | u64::from(unsigned) << 1;
        varint(&mut bytes, u64::from(width) << 2 | sign);
        self.ty(&bytes, Kind::Integer { width, signed, unsigned })
    }

    /// A type of floating point numbers.
    pub(super) fn float(&mut self, format: Format) -> TypeId {
        let last = if self.encodes_all { 32 } else { 8 };
        let code = (3..=last).find(|code| float::by_code(*code) == Some(format));
        match code {
            Some(code) => {
                let mut bytes = Vec::new();
                varint(&mut bytes, code);
                self.ty(&bytes, Kind::Float(format))
            }
            // No release up to LLVM 22 has a code for the others.
            None => self.text_type(b"builtin", format.name, Kind::Float(format)),
        }
    }

    /// The name of an operation. `registered` is asked only if the name is new.
    pub(super) fn op_name(&mut self, name: &[u8], registered: impl FnOnce() -> Option<bool>) -> OpNameId {
        if let Some(known) = self.op_names.get(name) {
            return *known;
        }
        let mut parts = name.splitn(2, |byte| *byte == b'.');
        let (dialect, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let dialect = self.dialect(dialect);
        let string = self.string(rest);
        let id = OpNameId::new(self.tables.op_names.len());
        self.tables.op_names.push(OpName { dialect, name: string, registered: registered() });
        self.op_names.insert(name.to_vec(), id);
        id
    }

    /// Properties by their encoding.
    pub(super) fn properties(&mut self, bytes: Vec<u8>) -> PropertiesId {
        if let Some(known) = self.properties.get(&bytes) {
            return *known;
        }
        let id = PropertiesId::new(self.tables.properties.len());
        self.tables.properties.push(bytes.clone().into());
        self.properties.insert(bytes, id);
        id
    }
}
