//! The kinds of tables in Swift's streams: how their keys and data are laid out, and how keys are hashed.

use outlast_core::{Bytes, Result};

use crate::fields::text;
use crate::hash_table::{Layout, Length, hashes};

/// A table of names or numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum TableId {
    /// Declarations at the top level, by name.
    TopLevelDecls,
    /// Operators, by name.
    Operators,
    /// Precedence groups, by name.
    PrecedenceGroups,
    /// Extensions, by the name of the type.
    Extensions,
    /// Members that are found dynamically, by name.
    ClassMembersForDynamicLookup,
    /// Functions that implement operators, by name.
    OperatorMethods,
    /// Methods, by Objective-C selector.
    ObjcMethods,
    /// Configurations of derivatives, by the name of the function.
    DerivativeFunctionConfigurations,
    /// Types in functions, by mangled name.
    LocalTypeDecls,
    /// Functions with opaque results, by mangled name.
    OpaqueReturnTypeDecls,
    /// Types in types, by name.
    NestedTypeDecls,
    /// Where the table of members of a name is, by name.
    DeclMemberNames,
    /// Members of one name, by the number of their type.
    DeclMembers,
    /// Hashes of interfaces, by the number of the declaration.
    DeclFingerprints,
    /// Comments, by USR (a documentation file).
    DeclComments,
    /// Numbers of declarations, by USR (a file of source places).
    DeclUsrs,
    /// Functions, by mangled name.
    SilFunctions,
    /// Tables of methods, by the name of the class.
    SilVtables,
    /// Deinitialisers of types that are not copied, by the name of the type.
    SilMoveOnlyDeinits,
    /// Global variables, by mangled name.
    SilGlobals,
    /// Tables of witnesses, by mangled name.
    SilWitnessTables,
    /// Default tables of witnesses, by mangled name.
    SilDefaultWitnessTables,
    /// Witnesses of derivatives, by mangled name.
    SilDifferentiabilityWitnesses,
}

/// What keys of a table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyShape {
    /// A kind (0 is a plain name, then subscript, constructor, destructor) and the name.
    Base,
    /// Text, hashed with this start.
    Text(u32),
    /// A number of a declaration.
    Number,
    /// The number of an identifier; hashed is the identifier.
    Identifier,
}

impl KeyShape {
    /// The hash that a stored key should have; none for identifiers that are not there. Numbers that are `plain` are not
    /// hashed.
    pub(crate) fn hash_of<'i>(
        self,
        key: &[u8],
        plain: bool,
        identifier: impl Fn(u32) -> Option<&'i [u8]>,
    ) -> Option<u32> {
        match self {
            KeyShape::Base => match key.split_first()? {
                (0, name) => Some(hashes::djb(name, 5381)),
                (kind, _) => Some(u32::from(*kind)),
            },
            KeyShape::Text(seed) => Some(hashes::djb(key, seed)),
            KeyShape::Number => number(key).map(|id| if plain { id } else { hashes::integer(id) }),
            KeyShape::Identifier => Some(hashes::djb(identifier(number(key)?)?, 5381)),
        }
    }
}

impl TableId {
    /// The record's name in the `INDEX` block, or in the block that has the table.
    pub fn name(self) -> &'static str {
        TABLES.iter().find(|(id, ..)| *id == self).map_or("", |(_, name, ..)| name)
    }

    pub(crate) fn shape(self) -> (Layout, KeyShape) {
        let found = TABLES.iter().find(|(id, ..)| *id == self);
        found.map_or((Layout::new(U16, U16), KeyShape::Text(5381)), |(_, _, layout, shape)| (*layout, *shape))
    }
}

const U16: Length = Length::U16;
const U32: Length = Length::U32;
const FOUR: Length = Length::Fixed(4);

/// Every table: the name of its record, how lengths are written, what keys are.
pub(crate) const TABLES: &[(TableId, &str, Layout, KeyShape)] = &{
    use KeyShape::{Base, Identifier, Number, Text};
    use TableId::*;
    const NAMES: Layout = Layout::new(U16, U16);
    const SIL: Layout = Layout::new(FOUR, FOUR);
    [
        (TopLevelDecls, "TOP_LEVEL_DECLS", NAMES, Base),
        (Operators, "OPERATORS", NAMES, Base),
        (PrecedenceGroups, "PRECEDENCE_GROUPS", NAMES, Base),
        (Extensions, "EXTENSIONS", NAMES, Text(5381)),
        (ClassMembersForDynamicLookup, "CLASS_MEMBERS_FOR_DYNAMIC_LOOKUP", NAMES, Base),
        (OperatorMethods, "OPERATOR_METHODS", NAMES, Base),
        (ObjcMethods, "OBJC_METHODS", Layout::new(U16, U32), Text(5381)),
        (DerivativeFunctionConfigurations, "DERIVATIVE_FUNCTION_CONFIGURATIONS", NAMES, Text(5381)),
        (LocalTypeDecls, "LOCAL_TYPE_DECLS", Layout::new(U16, FOUR), Text(5381)),
        (OpaqueReturnTypeDecls, "OPAQUE_RETURN_TYPE_DECLS", Layout::new(U16, FOUR), Text(5381)),
        (NestedTypeDecls, "NESTED_TYPE_DECLS", NAMES, Text(5381)),
        (DeclMemberNames, "DECL_MEMBER_NAMES", Layout::new(U16, FOUR), Base),
        (DeclMembers, "DECL_MEMBERS", Layout::new(FOUR, U16), Number),
        (DeclFingerprints, "DECL_FINGERPRINTS", Layout::new(FOUR, Length::Fixed(32)), Number),
        (DeclComments, "DECL_COMMENTS", Layout::new(U32, U32), Text(0)),
        (DeclUsrs, "DECL_USRS", Layout::new(U32, FOUR), Text(5387)),
        (SilFunctions, "SIL_FUNC_NAMES", SIL, Identifier),
        (SilVtables, "SIL_VTABLE_NAMES", SIL, Identifier),
        (SilMoveOnlyDeinits, "SIL_MOVEONLYDEINIT_NAMES", SIL, Identifier),
        (SilGlobals, "SIL_GLOBALVAR_NAMES", SIL, Identifier),
        (SilWitnessTables, "SIL_WITNESS_TABLE_NAMES", SIL, Identifier),
        (SilDefaultWitnessTables, "SIL_DEFAULT_WITNESS_TABLE_NAMES", SIL, Identifier),
        (SilDifferentiabilityWitnesses, "SIL_DIFFERENTIABILITY_WITNESS_NAMES", SIL, Identifier),
    ]
};

/// A key to look up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NameKey<'k> {
    /// A name, selector, mangled name or USR.
    Name(&'k str),
    /// Subscripts.
    Subscript,
    /// Initialisers.
    Constructor,
    /// Deinitialisers.
    Destructor,
    /// The number of a declaration.
    Decl(u32),
}

impl<'k> NameKey<'k> {
    /// The kind that is stored before the name.
    fn kind(self) -> u8 {
        match self {
            NameKey::Name(_) | NameKey::Decl(_) => 0,
            NameKey::Subscript => 1,
            NameKey::Constructor => 2,
            NameKey::Destructor => 3,
        }
    }

    fn bytes(self) -> &'k [u8] {
        if let NameKey::Name(name) = self { name.as_bytes() } else { &[] }
    }

    /// Hashes that the key may have in a table of this shape: numbers were hashed up to Swift 6.0 and are not since.
    pub(crate) fn hashes(self, shape: KeyShape) -> (u32, Option<u32>) {
        match (shape, self) {
            (KeyShape::Base, NameKey::Name(name)) => (hashes::djb(name.as_bytes(), 5381), None),
            (KeyShape::Base, other) => (u32::from(other.kind()), None),
            (KeyShape::Text(seed), key) => (hashes::djb(key.bytes(), seed), None),
            (KeyShape::Identifier, key) => (hashes::djb(key.bytes(), 5381), None),
            (KeyShape::Number, NameKey::Decl(id)) => (hashes::integer(id), Some(id)),
            (KeyShape::Number, other) => (u32::from(other.kind()), None),
        }
    }

    /// Whether a stored key is this one; `identifier` gives the text of an identifier's number.
    pub(crate) fn is<'i>(
        self,
        shape: KeyShape,
        stored: &[u8],
        identifier: impl Fn(u32) -> Option<&'i [u8]>,
    ) -> bool {
        match shape {
            KeyShape::Base => match stored.split_first() {
                Some((kind, name)) => *kind == self.kind() && (*kind != 0 || name == self.bytes()),
                None => false,
            },
            KeyShape::Text(_) => stored == self.bytes(),
            KeyShape::Number => matches!(self, NameKey::Decl(id) if stored == id.to_le_bytes()),
            KeyShape::Identifier => {
                number(stored).and_then(identifier).is_some_and(|name| name == self.bytes())
            }
        }
    }
}

/// The number that a key of four bytes is.
pub(crate) fn number(key: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*key.first_chunk::<4>()?))
}

/// A member of the Objective-C table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjcMethod {
    /// The mangled name of its class.
    pub owner: String,
    /// Whether it is a method of instances.
    pub instance: bool,
    /// The number of its declaration.
    pub decl: u32,
}

/// A comment on a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    /// Its first paragraph.
    pub brief: String,
    /// Its lines or blocks as written, each with its column.
    pub raw: Vec<(u32, String)>,
    /// The number of its group.
    pub group: u32,
    /// Its order in the source.
    pub order: u32,
}

/// What stands beside a key.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Found {
    /// Declarations: a number that says of what kind, and the declaration's.
    Decls(Vec<(u8, u32)>),
    /// Extensions: the declaration, and the module or the mangled name of the extended type. A module is a negative
    /// number of an identifier, resolved where the identifiers are known.
    Extensions(Vec<(u32, Result<String, u32>)>),
    /// One declaration, or one place in a table of offsets, counted from 1.
    Number(u32),
    /// Types in types: the outer and the inner one.
    Nested(Vec<(u32, u32)>),
    /// The bit of a table of members.
    MemberTable(u32),
    /// Declarations.
    Members(Vec<u32>),
    /// Methods.
    Objc(Vec<ObjcMethod>),
    /// Derivatives: the number of a generic signature and a mangled name.
    Derivatives(Vec<(u32, String)>),
    /// A comment.
    Comment(Comment),
    /// A hash.
    Fingerprint(String),
}

impl Found {
    /// Reads the data of an item.
    pub(crate) fn read(id: TableId, data: &[u8]) -> Result<Found> {
        let mut fields = Data { bytes: Bytes::new(data, 0), at: 0 };
        Ok(match id {
            TableId::Extensions => Found::Extensions(fields.all(|f| {
                let decl = f.u32()?;
                let named = f.u32()?;
                // Negative: a module by the number of its name.
                if named > i32::MAX.unsigned_abs() {
                    return Ok((decl, Err(named.wrapping_neg())));
                }
                Ok((decl, Ok(f.text(named)?)))
            })?),
            TableId::NestedTypeDecls => Found::Nested(fields.all(|f| Ok((f.u32()?, f.u32()?)))?),
            TableId::DeclMemberNames => Found::MemberTable(fields.u32()?),
            TableId::DeclMembers => Found::Members(fields.all(Data::u32)?),
            TableId::ObjcMethods => Found::Objc(fields.all(|f| {
                let len = f.u32()?;
                let instance = f.u8()? != 0;
                let decl = f.u32()?;
                Ok(ObjcMethod { owner: f.text(len)?, instance, decl })
            })?),
            TableId::DerivativeFunctionConfigurations => Found::Derivatives(fields.all(|f| {
                let signature = f.u32()?;
                let len = f.u32()?;
                Ok((signature, f.text(len)?))
            })?),
            TableId::DeclComments => Found::Comment(fields.comment()?),
            TableId::DeclFingerprints => Found::Fingerprint(text(data)),
            TableId::TopLevelDecls
            | TableId::Operators
            | TableId::PrecedenceGroups
            | TableId::ClassMembersForDynamicLookup
            | TableId::OperatorMethods => Found::Decls(fields.all(|f| Ok((f.u8()?, f.u32()?)))?),
            _ => Found::Number(fields.u32()?),
        })
    }
}

/// Fields of an item's data, one after the other.
struct Data<'a> {
    bytes: Bytes<'a>,
    at: usize,
}

impl Data<'_> {
    fn u8(&mut self) -> Result<u8> {
        let value = self.bytes.u8(self.at, "data of an item")?;
        self.at += 1;
        Ok(value)
    }

    fn u32(&mut self) -> Result<u32> {
        let value = self.bytes.u32(self.at, "data of an item")?;
        self.at += 4;
        Ok(value)
    }

    fn text(&mut self, len: u32) -> Result<String> {
        let len = outlast_core::to_index(len);
        let raw = self.bytes.slice(self.at, len, "text in the data of an item")?;
        self.at += len;
        Ok(text(raw))
    }

    fn all<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while self.at < self.bytes.len() {
            items.push(one(self)?);
        }
        Ok(items)
    }

    /// `[length, brief][count]([column][length, text])…[group][order]`.
    fn comment(&mut self) -> Result<Comment> {
        let len = self.u32()?;
        let brief = self.text(len)?;
        let count = self.u32()?;
        let mut raw = Vec::new();
        for _ in 0..count {
            let (column, len) = (self.u32()?, self.u32()?);
            raw.push((column, self.text(len)?));
        }
        Ok(Comment { brief, raw, group: self.u32()?, order: self.u32()? })
    }
}
