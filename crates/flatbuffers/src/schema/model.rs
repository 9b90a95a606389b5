//! The schema model: what a `.fbs` text or a `.bfbs` file says, with every number worked out (ids, struct offsets,
//! defaults, union tags), so that views, dumps and lints need no knowledge of the language.

/// A table or struct of a [`Schema`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// An enum or union of a [`Schema`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnumId(pub u32);

/// Where something is declared in the text of a schema. Line 0 is "not known", as in binary schemas.
///
/// All places are equal to each other: schemas that say the same are equal, wherever they say it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Declared {
    /// Which file: an index into [`Origin::files`].
    pub file: u32,
    /// Line, from 1; 0 if it is not known.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Offset in bytes of the first character in the file.
    pub start: u32,
    /// Offset behind the last character of the declaration's head.
    pub end: u32,
}

impl PartialEq for Declared {
    fn eq(&self, _: &Declared) -> bool {
        true
    }
}

impl Eq for Declared {}

/// Where the texts of a schema came from. As [`Declared`], all are equal to each other.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Names of the files in the order in which they were parsed: included ones first.
    pub files: Vec<String>,
    /// The `root_type`.
    pub root: Declared,
    /// The `file_identifier`.
    pub identifier: Declared,
    /// The `file_extension`.
    pub extension: Declared,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

impl Eq for Origin {}

/// A whole schema: all files of it, resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema {
    /// Tables and structs in order of declaration, included files first.
    pub objects: Vec<Object>,
    /// Enums and unions in order of declaration, included files first.
    pub enums: Vec<Enum>,
    /// The table that a buffer starts with.
    pub root: Option<ObjectId>,
    /// Four bytes at offset 4 of a buffer.
    pub file_identifier: Option<String>,
    /// The extension of files, without a dot.
    pub file_extension: Option<String>,
    /// Names of user-declared attributes, in order of declaration.
    pub attributes: Vec<String>,
    /// Names of RPC services, which are parsed and otherwise ignored.
    pub services: Vec<String>,
    /// The files that it was parsed from.
    pub origin: Origin,
}

/// A table or a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Full name with namespaces, separated by dots.
    pub name: String,
    /// A struct (fixed layout), not a table.
    pub is_struct: bool,
    /// Fields in order of id (tables; `fields[i].id == i`, unless [`Schema::as_of`] left some out) or of offset
    /// (structs).
    pub fields: Vec<Field>,
    /// Alignment in bytes: a struct's own; 1 for tables.
    pub min_align: u32,
    /// Size in bytes of a struct with its padding; 0 for tables.
    pub byte_size: u32,
    /// Attributes of the declaration: name and value (empty where it has none).
    pub attributes: Vec<(String, String)>,
    /// Lines of `///` comment.
    pub docs: Vec<String>,
    /// The place of its name.
    pub declared: Declared,
}

/// A field of a table or struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name.
    pub name: String,
    /// Slot number in the vtable (tables), or place in the struct. A union's hidden `<name>_type` field has an id of
    /// its own, one less than the union's.
    pub id: u16,
    /// Type.
    pub ty: Type,
    /// What an absent field means.
    pub default: Default,
    /// Offset in bytes from the start of the struct; 0 in tables.
    pub offset: u32,
    /// `required`: a table without it is invalid.
    pub required: bool,
    /// What an absent string means, for [`Default::Text`].
    pub default_text: Option<String>,
    /// `deprecated`: no accessor is generated.
    pub deprecated: bool,
    /// `key`: vectors of this table are sorted by it.
    pub key: bool,
    /// `force_align: n` of a vector field: its elements are aligned to this.
    pub force_align: Option<u32>,
    /// `offset64`: the field holds a 64-bit offset. Always so for [`Type::Vector64`].
    pub offset64: bool,
    /// `nested_flatbuffer: "T"`: the bytes are themselves a buffer with this root.
    pub nested: Option<ObjectId>,
    /// The union field whose tags this hidden field holds.
    pub union_tag_of: Option<u16>,
    /// All attributes as written: name and value (empty where it has none).
    pub attributes: Vec<(String, String)>,
    /// Lines of `///` comment.
    pub docs: Vec<String>,
    /// The place of its declaration; for a union's hidden field, that of the union field.
    pub declared: Declared,
}

impl Field {
    /// The value of an attribute; empty for one without a value.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

/// What an absent field of a table means.
#[derive(Clone, Copy, Debug)]
pub enum Default {
    /// An integer or boolean (0 or 1), or an enum's number.
    Integer(i128),
    /// A floating-point number.
    Real(f64),
    /// `= null` of a scalar: absence is a value of its own.
    Null,
    /// Strings, vectors, tables, unions and structs: absent is null.
    Reference,
    /// A `= ""` of a string or a `= []` of a vector: absent is empty.
    Empty,
    /// A `= "text"` of a string: absent is [`Field::default_text`].
    Text,
}

impl PartialEq for Default {
    /// Real numbers by their bits: NaN is equal to itself, and 0.0 is not -0.0.
    fn eq(&self, other: &Default) -> bool {
        match (self, other) {
            (Default::Integer(a), Default::Integer(b)) => a == b,
            (Default::Real(a), Default::Real(b)) => a.to_bits() == b.to_bits(),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Eq for Default {}

/// A scalar type of the wire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// `bool`, one byte.
    Bool,
    /// `byte`, `int8`.
    I8,
    /// `ubyte`, `uint8`.
    U8,
    /// `short`, `int16`.
    I16,
    /// `ushort`, `uint16`.
    U16,
    /// `int`, `int32`.
    I32,
    /// `uint`, `uint32`.
    U32,
    /// `long`, `int64`.
    I64,
    /// `ulong`, `uint64`.
    U64,
    /// `float`, `float32`.
    F32,
    /// `double`, `float64`.
    F64,
}

impl Scalar {
    /// Size and alignment in bytes.
    pub fn size(self) -> usize {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// The smallest and largest integer it holds; `None` for floating point.
    pub fn range(self) -> Option<(i128, i128)> {
        Some(match self {
            Scalar::Bool => (0, 1),
            Scalar::I8 => (i8::MIN.into(), i8::MAX.into()),
            Scalar::U8 => (0, u8::MAX.into()),
            Scalar::I16 => (i16::MIN.into(), i16::MAX.into()),
            Scalar::U16 => (0, u16::MAX.into()),
            Scalar::I32 => (i32::MIN.into(), i32::MAX.into()),
            Scalar::U32 => (0, u32::MAX.into()),
            Scalar::I64 => (i64::MIN.into(), i64::MAX.into()),
            Scalar::U64 => (0, u64::MAX.into()),
            Scalar::F32 | Scalar::F64 => return None,
        })
    }

    /// The name in the schema language: `ubyte`.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "byte",
            Scalar::U8 => "ubyte",
            Scalar::I16 => "short",
            Scalar::U16 => "ushort",
            Scalar::I32 => "int",
            Scalar::U32 => "uint",
            Scalar::I64 => "long",
            Scalar::U64 => "ulong",
            Scalar::F32 => "float",
            Scalar::F64 => "double",
        }
    }
}

/// The type of a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// One value of the following kind.
    Single(Element),
    /// A vector: a 32-bit count and the elements.
    Vector(Element),
    /// A vector with a 64-bit count (`vector64`).
    Vector64(Element),
    /// A fixed array, in structs only.
    Array(Element, u16),
}

impl Type {
    /// The kind of the value or of the elements.
    pub fn element(self) -> Element {
        match self {
            Type::Single(e) | Type::Vector(e) | Type::Vector64(e) | Type::Array(e, _) => e,
        }
    }
}

/// The kind of one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Element {
    /// A plain scalar.
    Scalar(Scalar),
    /// A scalar whose values have names.
    Enum(Scalar, EnumId),
    /// The hidden tag of a union; `u8` unless the union says otherwise.
    UnionTag(Scalar, EnumId),
    /// A string.
    String,
    /// A struct, stored in place.
    Struct(ObjectId),
    /// A table, referred to by an offset.
    Table(ObjectId),
    /// A union: an offset, whose target the tag field tells.
    Union(EnumId),
}

impl Element {
    /// Size in bytes where it is stored: scalars and structs themselves, otherwise a 32-bit offset.
    pub fn inline_size(self, schema: &Schema) -> usize {
        match self {
            Element::Scalar(s) | Element::Enum(s, _) | Element::UnionTag(s, _) => s.size(),
            Element::Struct(id) => schema.object(id).byte_size as usize,
            Element::String | Element::Table(_) | Element::Union(_) => 4,
        }
    }

    /// Alignment in bytes where it is stored.
    pub fn inline_align(self, schema: &Schema) -> usize {
        match self {
            Element::Struct(id) => schema.object(id).min_align as usize,
            other => other.inline_size(schema),
        }
    }

    /// Whether it is stored as an offset to somewhere else.
    pub fn is_reference(self) -> bool {
        matches!(self, Element::String | Element::Table(_) | Element::Union(_))
    }
}

/// An enum or a union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    /// Full name with namespaces, separated by dots.
    pub name: String,
    /// A union.
    pub is_union: bool,
    /// The scalar that holds a value or tag.
    pub scalar: Scalar,
    /// `bit_flags`: the values are powers of two and combine.
    pub bit_flags: bool,
    /// Values in order of their numbers. A union starts with `NONE = 0`.
    pub values: Vec<EnumValue>,
    /// Attributes of the declaration: name and value.
    pub attributes: Vec<(String, String)>,
    /// Lines of `///` comment.
    pub docs: Vec<String>,
    /// The place of its name.
    pub declared: Declared,
}

impl Enum {
    /// The value with this number.
    pub fn value(&self, number: i128) -> Option<&EnumValue> {
        self.values.binary_search_by(|v| v.number.cmp(&number)).ok().and_then(|at| self.values.get(at))
    }
}

/// A value of an enum, or a member of a union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumValue {
    /// Name (a union member's alias, if it has one).
    pub name: String,
    /// Number on the wire. With `bit_flags` this is the flag itself (1 << position).
    pub number: i128,
    /// What a union member is; `None` in enums and for `NONE`.
    pub member: Option<Element>,
    /// Attributes: name and value.
    pub attributes: Vec<(String, String)>,
    /// Lines of `///` comment.
    pub docs: Vec<String>,
    /// The place of its name.
    pub declared: Declared,
}

impl Schema {
    /// The object with this id. Ids come from the same schema, so they are in range.
    #[expect(clippy::indexing_slicing, reason = "ids come from the same schema, which resolved them")]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// The enum or union with this id.
    #[expect(clippy::indexing_slicing, reason = "ids come from the same schema, which resolved them")]
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// The root table.
    pub fn root_object(&self) -> Option<&Object> {
        self.root.map(|id| self.object(id))
    }

    /// Finds a table or struct by its full name, or by its last part where that is unambiguous.
    pub fn find_object(&self, name: &str) -> Option<ObjectId> {
        let at = find(self.objects.iter().map(|o| o.name.as_str()), name)?;
        u32::try_from(at).ok().map(ObjectId)
    }

    /// Finds an enum or union by its full name, or by its last part where that is unambiguous.
    pub fn find_enum(&self, name: &str) -> Option<EnumId> {
        let at = find(self.enums.iter().map(|e| e.name.as_str()), name)?;
        u32::try_from(at).ok().map(EnumId)
    }
}

fn find<'a>(names: impl Iterator<Item = &'a str> + Clone, name: &str) -> Option<usize> {
    if let Some(at) = names.clone().position(|n| n == name) {
        return Some(at);
    }
    let mut short = names.enumerate().filter(|(_, n)| n.rsplit('.').next() == Some(name));
    match (short.next(), short.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

impl Object {
    /// The field with this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|f| f.name == name)
    }

    /// The field of a table with this slot number.
    pub fn field_by_id(&self, id: u16) -> Option<&Field> {
        self.fields
            .get(usize::from(id))
            .filter(|f| f.id == id)
            .or_else(|| self.fields.iter().find(|f| f.id == id))
    }

    /// The name without namespaces.
    pub fn short_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}

impl Enum {
    /// The name without namespaces.
    pub fn short_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}
