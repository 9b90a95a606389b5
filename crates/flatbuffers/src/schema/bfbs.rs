//! Binary schemas: what `flatc --schema --binary` writes (`BFBS`, schema `reflection.fbs`).
//!
//! They say less than the text: the order of declarations, defaults of strings, and, unless flatc was asked for them
//! (`--bfbs-builtins`, `--bfbs-comments`), attributes of the language and comments. Objects and enums come sorted by
//! name. flatc 25.12.19 writes 0 for a default of `ulong` above the largest `long`, and the low 16 bits of offsets in
//! structs; offsets are therefore worked out again and compared. It also writes `"0"` for an attribute without a value,
//! which only `id` can mean.

use std::collections::{HashMap, HashSet};

use outlast_core::{Budget, Bytes, Error, ErrorKind, Result, SortShort, Span, Step};

use super::attributes::is_built_in;
use super::bfbs_check::{check_structs, pair_unions};
use super::fields::blank;
use super::layout;
use super::lexer::is_identifier;
use super::model::{
    Declared, Default, Element, Enum, EnumId, EnumValue, Field, Object, ObjectId, Origin, Scalar, Schema,
    Type,
};
use crate::view::{self, Table, Vector};

const IDENTIFIER: &[u8] = b"BFBS";

impl Schema {
    /// Reads a binary schema, with or without a size prefix.
    ///
    /// # Errors
    ///
    /// When the bytes are damaged, or say what no schema can say.
    pub fn from_bfbs(data: &[u8]) -> Result<Schema> {
        let mut buf = Bytes::new(data, 0);
        if view::identifier(&buf) != Some(IDENTIFIER) && data.get(8..12) == Some(IDENTIFIER) {
            buf = buf.window(4, data.len().saturating_sub(4), "size-prefixed schema")?;
        }
        if view::identifier(&buf) != Some(IDENTIFIER) {
            let found = view::identifier(&buf).unwrap_or_default().to_vec();
            return Err(Error::new(ErrorKind::BadMagic { found, expected: "BFBS" }, buf.span(4, 4)));
        }
        Reader {
            elements: Budget::for_bytes(data.len() / 4, 1, 0),
            text: Budget::for_bytes(data.len(), 64, 0),
            shells: Vec::new(),
            enums: Vec::new(),
            by_name: HashMap::new(),
            attributes: HashSet::new(),
        }
        .schema(view::root(buf)?)
    }
}

/// An object whose fields are not read yet.
pub(super) struct Shell<'a> {
    pub(super) table: Table<'a>,
    pub(super) object: Object,
}

struct Reader<'a> {
    /// Elements of vectors and bytes of text that may still be read: references to one thing from many places must not multiply the work.
    elements: Budget,
    text: Budget,
    shells: Vec<Shell<'a>>,
    enums: Vec<Enum>,
    by_name: HashMap<String, ObjectId>,
    attributes: HashSet<String>,
}

type Pairs = Vec<(String, String)>;

impl<'a> Reader<'a> {
    fn schema(mut self, root: Table<'a>) -> Result<Schema> {
        let mut taken = HashSet::new();
        for table in self.tables(&root, 0)? {
            let name = self.full_name(&table, &mut taken)?;
            let is_struct = boolean(&table, 2)?;
            let id =
                u32::try_from(self.shells.len()).map_err(|_| invalid(&table, "objects", "are too many"))?;
            self.by_name.insert(name.clone(), ObjectId(id));
            let positive =
                |slot| -> Result<u32> { Ok(u32::try_from(table.i32(slot)?.unwrap_or(0)).unwrap_or(0)) };
            let (min_align, byte_size) = if is_struct { (positive(3)?, positive(4)?) } else { (1, 0) };
            let (attributes, docs) = (self.pairs(&table, 5)?, self.lines(&table, 6)?);
            let (fields, declared) = (Vec::new(), Declared::default());
            let object = Object { name, is_struct, fields, min_align, byte_size, attributes, docs, declared };
            self.shells.push(Shell { table, object });
        }
        let enum_tables = self.tables(&root, 1)?;
        for table in &enum_tables {
            let name = self.full_name(table, &mut taken)?;
            let new = self.enum_head(table, name)?;
            self.enums.push(new);
        }
        for (at, table) in enum_tables.iter().enumerate() {
            let step = |e: Error, name: &str| e.within(Step::Named("enum", name.to_string()));
            let (scalar, name) = match self.enums.get(at) {
                Some(e) => (e.scalar, e.name.clone()),
                None => continue,
            };
            let values = self.enum_values(table, scalar).map_err(|e| step(e, &name))?;
            if let Some(new) = self.enums.get_mut(at) {
                new.values = values;
            }
        }
        for at in 0..self.shells.len() {
            let Some((table, name, is_struct)) =
                self.shells.get(at).map(|s| (s.table, s.object.name.clone(), s.object.is_struct))
            else {
                continue;
            };
            let fields = self
                .fields(&table, is_struct, &name)
                .map_err(|e| e.within(Step::Named("object", name.clone())))?;
            if let Some(shell) = self.shells.get_mut(at) {
                shell.object.fields = fields;
            }
        }
        check_structs(&mut self.shells)?;
        self.finish(&root)
    }

    fn finish(mut self, root: &Table<'a>) -> Result<Schema> {
        let services = self.tables(root, 5)?;
        let mut names = Vec::new();
        for service in &services {
            names.push(self.full_name(service, &mut HashSet::new())?);
        }
        let root_id = match root.table(4)? {
            None => None,
            Some(table) => {
                let at = self.shells.iter().position(|s| s.table.pos() == table.pos() && !s.object.is_struct);
                let at = at.and_then(|at| u32::try_from(at).ok());
                Some(ObjectId(at.ok_or_else(|| invalid(&table, "root table", "is not one of the tables"))?))
            }
        };
        let file_identifier = self.text(root, 2)?.filter(|t| !t.is_empty());
        let file_extension = self.text(root, 3)?.filter(|t| !t.is_empty());
        let mut attributes: Vec<String> = self.attributes.into_iter().collect();
        attributes.sort_short();
        Ok(Schema {
            objects: self.shells.into_iter().map(|s| s.object).collect(),
            enums: self.enums,
            root: root_id,
            file_identifier,
            file_extension,
            attributes,
            services: names,
            origin: Origin::default(),
        })
    }

    /// The tables of the vector in a slot; an absent vector is empty.
    fn tables(&mut self, table: &Table<'a>, slot: u16) -> Result<Vec<Table<'a>>> {
        let Some(vector) = table.vector(slot, 4)? else { return Ok(Vec::new()) };
        self.spend(&vector)?;
        (0..vector.len()).map(|at| vector.table(at)).collect()
    }

    fn spend(&mut self, vector: &Vector<'a>) -> Result<()> {
        if self.elements.spend(vector.len()) {
            return Ok(());
        }
        Err(limit("elements, counted as often as they are referred to", self.elements.limit(), vector.span()))
    }

    fn text(&mut self, table: &Table<'a>, slot: u16) -> Result<Option<String>> {
        let Some(string) = table.string(slot)? else { return Ok(None) };
        self.copied(&string).map(Some)
    }

    fn copied(&mut self, string: &view::Str<'a>) -> Result<String> {
        let text = string.text()?;
        if !self.text.spend(text.len()) {
            let what = "bytes of text, counted as often as they are referred to";
            return Err(limit(what, self.text.limit(), string.span()));
        }
        Ok(text.to_string())
    }

    /// A name in slot 0 whose parts are identifiers.
    fn name(&mut self, table: &Table<'a>, dotted: bool) -> Result<String> {
        let name = self.text(table, 0)?.ok_or_else(|| invalid(table, "name", "is missing"))?;
        let fits = if dotted { name.split('.').all(is_identifier) } else { is_identifier(&name) };
        if fits { Ok(name) } else { Err(invalid(table, "name", &format!("{name:?} is not an identifier"))) }
    }

    fn full_name(&mut self, table: &Table<'a>, taken: &mut HashSet<String>) -> Result<String> {
        let name = self.name(table, true)?;
        if taken.insert(name.clone()) {
            Ok(name)
        } else {
            Err(invalid(table, "name", &format!("`{name}` is taken")))
        }
    }

    fn pairs(&mut self, table: &Table<'a>, slot: u16) -> Result<Pairs> {
        let mut pairs = Vec::new();
        for pair in self.tables(table, slot)? {
            let key = self.text(&pair, 0)?.unwrap_or_default();
            if !is_built_in(&key) {
                self.attributes.insert(key.clone());
            }
            let mut value = self.text(&pair, 1)?.unwrap_or_default();
            if value == "0" && key != "id" {
                value.clear();
            }
            pairs.push((key, value));
        }
        Ok(pairs)
    }

    fn lines(&mut self, table: &Table<'a>, slot: u16) -> Result<Vec<String>> {
        let Some(vector) = table.vector(slot, 4)? else { return Ok(Vec::new()) };
        self.spend(&vector)?;
        (0..vector.len()).map(|at| vector.string(at).and_then(|line| self.copied(&line))).collect()
    }

    fn enum_head(&mut self, table: &Table<'a>, name: String) -> Result<Enum> {
        let is_union = boolean(table, 2)?;
        let kind = table.table(3)?.map(|ty| ty.u8(0)).transpose()?.flatten().unwrap_or(0);
        let scalar = match kind {
            1 if is_union => Some(Scalar::U8),
            other => scalar(other).filter(|s| !s.is_float() && *s != Scalar::Bool),
        };
        let scalar = scalar.ok_or_else(|| invalid(table, "underlying type", "is not an integer type"))?;
        let (attributes, docs) = (self.pairs(table, 4)?, self.lines(table, 5)?);
        let bit_flags = attributes.iter().any(|(key, _)| key == "bit_flags");
        let (values, declared) = (Vec::new(), Declared::default());
        Ok(Enum { name, is_union, scalar, bit_flags, values, attributes, docs, declared })
    }

    fn enum_values(&mut self, table: &Table<'a>, scalar: Scalar) -> Result<Vec<EnumValue>> {
        let mut values: Vec<EnumValue> = Vec::new();
        let mut names = HashSet::new();
        for entry in self.tables(table, 1)? {
            let name = self.name(&entry, false)?;
            let number = wide(entry.i64(1)?.unwrap_or(0), scalar);
            let number = number.ok_or_else(|| invalid(&entry, "enum value", "does not fit its type"))?;
            let member = match entry.table(3)? {
                Some(ty) if ty.u8(0)?.unwrap_or(0) != 0 => match self.ty(&ty)? {
                    Type::Single(e @ (Element::String | Element::Struct(_) | Element::Table(_))) => Some(e),
                    _ => return Err(invalid(&ty, "union member", "is not a table, struct or string")),
                },
                _ => None,
            };
            let (docs, attributes) = (self.lines(&entry, 4)?, self.pairs(&entry, 5)?);
            if !names.insert(name.clone()) {
                return Err(invalid(&entry, "enum value", &format!("`{name}` occurs twice")));
            }
            let declared = Declared::default();
            values.push(EnumValue { name, number, member, attributes, docs, declared });
        }
        values.sort_short_by_key(|v| v.number);
        if values.iter().zip(values.iter().skip(1)).any(|(a, b)| a.number == b.number) {
            return Err(invalid(table, "enum", "two values have the same number"));
        }
        Ok(values)
    }

    fn ty(&self, table: &Table<'a>) -> Result<Type> {
        let (base, element) = (table.u8(0)?.unwrap_or(0), table.u8(1)?.unwrap_or(0));
        let index = table.i32(2)?.unwrap_or(-1);
        let of = |kind| self.element(kind, index);
        let ty = match base {
            14 => of(element).map(Type::Vector),
            18 => of(element).map(Type::Vector64),
            17 => of(element).zip(table.u16(3)?.filter(|n| *n > 0)).map(|(e, n)| Type::Array(e, n)),
            _ => of(base).map(Type::Single),
        };
        ty.ok_or_else(|| {
            invalid(table, "type", &format!("base type {base}, element {element}, index {index}"))
        })
    }

    fn element(&self, kind: u8, index: i32) -> Option<Element> {
        let at = usize::try_from(index).ok();
        let number = u32::try_from(index).ok();
        let owner = at.and_then(|at| self.enums.get(at)).zip(number.map(EnumId));
        match (kind, owner) {
            (1, Some((e, id))) if e.is_union => Some(Element::UnionTag(e.scalar, id)),
            (16, Some((e, id))) if e.is_union => Some(Element::Union(id)),
            (1 | 16, _) => None,
            (13, _) => Some(Element::String),
            (15, _) => {
                let is_struct = self.shells.get(at?)?.object.is_struct;
                let id = ObjectId(number?);
                Some(if is_struct { Element::Struct(id) } else { Element::Table(id) })
            }
            (_, _) if index < 0 => scalar(kind).map(Element::Scalar),
            (_, Some((e, id))) if !e.is_union && scalar(kind) == Some(e.scalar) => {
                Some(Element::Enum(e.scalar, id))
            }
            _ => None,
        }
    }

    fn fields(&mut self, table: &Table<'a>, is_struct: bool, owner: &str) -> Result<Vec<Field>> {
        let mut fields = Vec::new();
        let mut names = HashSet::new();
        for entry in self.tables(table, 1)? {
            let field = self.field(&entry, is_struct, owner)?;
            if !names.insert(field.name.clone()) {
                return Err(invalid(&entry, "field", &format!("`{}` occurs twice", field.name)));
            }
            fields.push(field);
        }
        fields.sort_short_by_key(|f| f.id);
        if fields.iter().zip(0_u32..).any(|(f, want)| u32::from(f.id) != want) {
            return Err(invalid(table, "field ids", "do not count from 0"));
        }
        pair_unions(&mut fields).map_err(|why| invalid(table, "union", &why))?;
        Ok(fields)
    }

    fn field(&mut self, entry: &Table<'a>, is_struct: bool, owner: &str) -> Result<Field> {
        let name = self.name(entry, false)?;
        let ty = entry.table(1)?.ok_or_else(|| invalid(entry, "type of a field", "is missing"))?;
        let mut field = blank(name, self.ty(&ty)?);
        let plain = matches!(field.ty.element(), Element::Scalar(_) | Element::Enum(..) | Element::Struct(_));
        let fits = match field.ty {
            Type::Single(_) => plain || !is_struct,
            Type::Array(..) => plain && is_struct,
            Type::Vector(_) | Type::Vector64(_) => !is_struct,
        };
        if !fits {
            return Err(invalid(
                entry,
                "field",
                &format!("`{}` has a type that does not go here", field.name),
            ));
        }
        field.id = entry.u16(2)?.unwrap_or(0);
        field.offset = if is_struct { entry.u16(3)?.unwrap_or(0).into() } else { 0 };
        field.deprecated = boolean(entry, 6)?;
        field.required = boolean(entry, 7)?;
        field.key = boolean(entry, 8)?;
        field.attributes = self.pairs(entry, 9)?;
        field.docs = self.lines(entry, 10)?;
        let optional = boolean(entry, 11)?;
        field.offset64 = boolean(entry, 13)? || matches!(field.ty, Type::Vector64(_));
        field.default = match field.default {
            Default::Integer(_) | Default::Real(_) if optional => Default::Null,
            Default::Real(_) => Default::Real(entry.f64(5)?.unwrap_or(0.0)),
            Default::Integer(_) => {
                let (Element::Scalar(s) | Element::Enum(s, _) | Element::UnionTag(s, _)) = field.ty.element()
                else {
                    return Err(invalid(entry, "default", "is a number, the type is not"));
                };
                let raw = entry.i64(4)?.unwrap_or(0);
                let number = wide(if s == Scalar::Bool { i64::from(raw != 0) } else { raw }, s);
                Default::Integer(number.ok_or_else(|| invalid(entry, "default", "does not fit its type"))?)
            }
            // Without being optional or required, only a default makes a string or vector "always there".
            Default::Reference if !optional && !field.required && !is_struct => match field.ty {
                Type::Single(Element::String) | Type::Vector(_) | Type::Vector64(_) => Default::Empty,
                _ => Default::Reference,
            },
            other => other,
        };
        if let Type::Vector(e) | Type::Vector64(e) = field.ty {
            field.force_align = field.attribute("force_align").and_then(|text| layout::forced(text, 1));
            if matches!(e, Element::Scalar(Scalar::U8) | Element::Enum(Scalar::U8, _)) {
                field.nested = field.attribute("nested_flatbuffer").and_then(|name| self.lookup(owner, name));
            }
        }
        Ok(field)
    }

    /// The object that `name` means where `owner` is declared.
    fn lookup(&self, owner: &str, name: &str) -> Option<ObjectId> {
        let mut space = owner;
        while let Some((outer, _)) = space.rsplit_once('.') {
            if let Some(id) = self.by_name.get(&format!("{outer}.{name}")) {
                return Some(*id);
            }
            space = outer;
        }
        self.by_name.get(name).copied()
    }
}

fn boolean(table: &Table<'_>, slot: u16) -> Result<bool> {
    Ok(table.u8(slot)?.unwrap_or(0) != 0)
}

#[cold]
pub(super) fn invalid(table: &Table<'_>, what: &'static str, why: &str) -> Error {
    Error::new(ErrorKind::Invalid { what, why: why.to_string() }, table.whole_span())
}

#[cold]
fn limit(what: &'static str, limit: u64, span: Span) -> Error {
    Error::new(ErrorKind::Limit { what, limit }, span)
}

/// A stored `long` as a number of this type. `ulong` shares its bits.
fn wide(raw: i64, scalar: Scalar) -> Option<i128> {
    let number = match scalar {
        Scalar::U64 => raw.cast_unsigned().into(),
        _ => raw.into(),
    };
    let (low, high) = scalar.range()?;
    (low..=high).contains(&number).then_some(number)
}

/// A `BaseType` of reflection.fbs that is a scalar.
fn scalar(kind: u8) -> Option<Scalar> {
    Some(match kind {
        2 => Scalar::Bool,
        3 => Scalar::I8,
        4 => Scalar::U8,
        5 => Scalar::I16,
        6 => Scalar::U16,
        7 => Scalar::I32,
        8 => Scalar::U32,
        9 => Scalar::I64,
        10 => Scalar::U64,
        11 => Scalar::F32,
        12 => Scalar::F64,
        _ => return None,
    })
}
