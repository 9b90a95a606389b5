//! Parsing tables and structs.

use std::collections::HashMap;

use outlast_core::{Result, SortShort};

use super::attributes::Attributes;
use super::layout::{self, MAX_ALIGN};
use super::lexer::{Mark, Tok};
use super::model::{Declared, Default, Element, Field, ObjectId, Scalar, Type};
use super::number;
use super::parser::Parser;
use super::resolve::qualify;
use super::value::Value;

/// More slots than this do not fit a vtable, whose offsets have 16 bits.
const MAX_FIELDS: usize = 0x7ffd;

/// A test of a type.
type IsType = fn(Type) -> bool;

/// A table or struct while it is read.
pub(super) struct Body {
    id: ObjectId,
    pub(super) is_struct: bool,
    fields: Vec<Field>,
    marks: Vec<Mark>,
    names: HashMap<String, usize>,
    pub(super) has_key: bool,
}

/// What a field declaration has in front of its attributes.
pub(super) struct Head {
    pub(super) name: String,
    pub(super) mark: Mark,
    pub(super) ty: Type,
    pub(super) default: Option<(Value, Mark)>,
}

impl<'t> Parser<'t> {
    /// `table` or `struct`, which is the current token.
    pub(super) fn object(&mut self, is_struct: bool) -> Result<()> {
        let docs = self.docs();
        self.lex.next()?;
        let mark = self.lex.mark;
        let name = self.identifier(if is_struct { "the name of a struct" } else { "the name of a table" })?;
        let Some(id) = self.symbols.declare(&self.namespace, &name, is_struct) else {
            let full = qualify(&self.namespace, &name);
            return Err(self.lex.error_at(mark, format!("`{full}` exists already")));
        };
        let declared = self.lex.declared(mark, mark, self.file);
        let attributes = self.metadata()?;
        let mut body = Body {
            id,
            is_struct,
            fields: Vec::new(),
            marks: Vec::new(),
            names: HashMap::new(),
            has_key: false,
        };
        self.expect(b'{')?;
        while !self.is(b'}') {
            self.field(&mut body)?;
        }
        self.check_clashes(&body)?;
        let (mut min_align, mut byte_size) = (1, 0);
        if is_struct {
            if body.fields.is_empty() {
                return Err(self.lex.error_at(mark, format!("struct `{name}` has no fields")));
            }
            (min_align, byte_size) = self.struct_layout(&mut body, &attributes, mark)?;
        } else {
            self.assign_ids(&mut body)?;
        }
        if let Some(object) = self.symbols.object_mut(id) {
            object.fields = body.fields;
            object.min_align = min_align;
            object.byte_size = byte_size;
            object.attributes = attributes.into_model();
            object.docs = docs;
            object.declared = declared;
        }
        self.lex.next()
    }

    fn struct_layout(&self, body: &mut Body, attributes: &Attributes, mark: Mark) -> Result<(u32, u32)> {
        let size_of = |element| match element {
            Element::Table(id) | Element::Struct(id) => {
                self.symbols.object(id).filter(|o| o.is_struct).map(|o| (o.byte_size, o.min_align))
            }
            _ => None,
        };
        let too_large = || self.lex.error_at(mark, "this struct is larger than 2 GiB");
        let (natural, size) = layout::place(&mut body.fields, None, size_of).ok_or_else(too_large)?;
        let Some(wanted) = attributes.get("force_align") else { return Ok((natural, size)) };
        let Some(align) = layout::forced(&wanted.value, natural) else {
            let message = format!("`force_align` must be a power of two from {natural} to {MAX_ALIGN}");
            return Err(self.lex.error_at(wanted.mark, message));
        };
        let (_, size) = layout::place(&mut body.fields, Some(align), size_of).ok_or_else(too_large)?;
        Ok((align, size))
    }

    /// A type in a field: one value, a vector or an array.
    fn field_type(&mut self) -> Result<Type> {
        if !self.is(b'[') {
            return Ok(Type::Single(self.named_type()?));
        }
        self.lex.next()?;
        if self.is(b'[') {
            let error = self.lex.error("vectors of vectors do not exist");
            return Err(error.with_help("wrap the inner vector in a table"));
        }
        let element = self.named_type()?;
        let mut ty = Type::Vector(element);
        if self.is(b':') {
            self.lex.next()?;
            let len = (self.lex.tok == Tok::Int).then(|| number::integer(&self.lex.value)).flatten();
            let len = len.and_then(|n| u16::try_from(n).ok()).filter(|n| *n > 0);
            let len = len.ok_or_else(|| self.expected("the length of an array, from 1 to 65535,"))?;
            ty = Type::Array(element, len);
            self.lex.next()?;
        }
        self.expect(b']')?;
        Ok(ty)
    }

    fn field(&mut self, body: &mut Body) -> Result<()> {
        let docs = self.docs();
        let mark = self.lex.mark;
        let name = self.identifier("a field or `}`")?;
        if self.symbols.find(&self.namespace, &name).is_some() {
            return Err(self
                .lex
                .error_at(mark, format!("a field cannot have the name of a table or struct, `{name}`")));
        }
        self.expect(b':')?;
        let type_mark = self.lex.mark;
        let ty = self.field_type()?;
        self.check_placement(body, ty, type_mark)?;
        let mut default = None;
        if self.is(b'=') {
            self.lex.next()?;
            let value_mark = self.lex.mark;
            default = Some((self.field_default(ty)?, value_mark));
        }
        let attributes = self.metadata()?;
        let head = Head { name, mark, ty, default };
        let mut field = self.checked_field(body, head, &attributes)?;
        field.docs = docs;
        field.declared = self.lex.declared(mark, self.lex.mark, self.file);
        self.expect(b';')?;
        self.add_with_tag(body, field, attributes, mark)
    }

    /// Adds a field, and in front of a union the field that holds its tag.
    fn add_with_tag(
        &self,
        body: &mut Body,
        mut field: Field,
        attributes: Attributes,
        mark: Mark,
    ) -> Result<()> {
        let tag = match field.ty {
            Type::Single(Element::Union(id)) => Some((false, id)),
            Type::Vector(Element::Union(id)) => Some((true, id)),
            _ => None,
        };
        if let Some((vector, id)) = tag {
            let scalar = self.symbols.enumeration(id).map_or(Scalar::U8, |e| e.scalar);
            let element = Element::UnionTag(scalar, id);
            let mut hidden = blank(
                format!("{}_type", field.name),
                if vector { Type::Vector(element) } else { Type::Single(element) },
            );
            hidden.deprecated = field.deprecated;
            hidden.declared = field.declared;
            hidden.union_tag_of = Some(0);
            if vector {
                (hidden.required, hidden.default) = (field.required, field.default);
            }
            if let Some(id) = attributes.get("id") {
                let before = number::integer(&id.value).filter(|n| (1..=i128::from(u16::MAX)).contains(n));
                let Some(before) = before.map(|n| n - 1) else {
                    let error = self.lex.error_at(id.mark, "the id of a union must be 1 or more");
                    return Err(
                        error.with_help("a union takes two ids: its own, and the one before for its type")
                    );
                };
                hidden.attributes.push(("id".into(), before.to_string()));
            }
            self.add(body, hidden, mark)?;
        }
        field.attributes = attributes.into_model();
        self.add(body, field, mark)
    }

    fn add(&self, body: &mut Body, mut field: Field, mark: Mark) -> Result<()> {
        if body.fields.len() >= MAX_FIELDS && !body.is_struct {
            return Err(self.lex.error_at(mark, format!("a table has at most {MAX_FIELDS} fields")));
        }
        if body.names.insert(field.name.clone(), body.fields.len()).is_some() {
            return Err(self.lex.error_at(mark, format!("field `{}` exists already", field.name)));
        }
        field.id = u16::try_from(body.fields.len())
            .map_err(|_| self.lex.error_at(mark, "a struct has at most 65536 fields"))?;
        body.fields.push(field);
        body.marks.push(mark);
        Ok(())
    }

    /// Whether this type may stand in a table or struct.
    fn check_placement(&self, body: &Body, ty: Type, mark: Mark) -> Result<()> {
        let element = ty.element();
        let array = matches!(ty, Type::Array(..));
        if !body.is_struct {
            if array {
                let error = self.lex.error_at(mark, "arrays of fixed length do not go into tables");
                return Err(error.with_help("wrap the array in a struct, or use a vector"));
            }
            return Ok(());
        }
        if let Element::Table(id) = element {
            if id == body.id {
                return Err(self.lex.error_at(mark, "a struct cannot contain itself"));
            }
            if self.symbols.is_undeclared(id) && (array || matches!(ty, Type::Single(_))) {
                let error = self.lex.error_at(mark, "this type is not declared yet");
                return Err(error.with_help("a struct inside a struct must be declared before it"));
            }
        }
        let plain =
            matches!(element, Element::Scalar(_) | Element::Enum(..)) || self.symbols.is_struct(element);
        if plain && (array || matches!(ty, Type::Single(_))) {
            return Ok(());
        }
        Err(self.lex.error_at(mark, "structs hold only scalars, structs and arrays of them"))
    }

    fn field_default(&mut self, ty: Type) -> Result<Value> {
        match ty {
            Type::Single(Element::Scalar(scalar)) => self.scalar_default(scalar, None),
            Type::Single(Element::Enum(scalar, id)) => self.scalar_default(scalar, Some(id)),
            Type::Single(Element::String) => {
                if self.lex.tok != Tok::Str {
                    return Err(self.expected("a string in quotes"));
                }
                let text = self.lex.value.to_string();
                self.lex.next()?;
                Ok(Value::Text(text))
            }
            Type::Vector(_) | Type::Vector64(_) => {
                if !self.is(b'[') {
                    let error = self.expected("`[]`");
                    return Err(error.with_help("the only default of a vector is the empty one"));
                }
                self.lex.next()?;
                self.expect(b']')?;
                Ok(Value::Empty)
            }
            _ => Err(self.lex.error("fields of this type have no default")),
        }
    }

    /// Fields whose names would make flatc generate the same accessor twice.
    fn check_clashes(&self, body: &Body) -> Result<()> {
        let union = |ty| matches!(ty, Type::Single(Element::Union(_)));
        let vector = |ty| matches!(ty, Type::Vector(_));
        let string = |ty| matches!(ty, Type::Single(Element::String));
        let rules: [(&str, IsType); 6] = [
            ("_type", union),
            ("Type", union),
            ("_length", vector),
            ("Length", vector),
            ("_byte_vector", string),
            ("ByteVector", string),
        ];
        for (field, mark) in body.fields.iter().zip(&body.marks) {
            if matches!(field.ty, Type::Single(Element::UnionTag(..))) {
                continue;
            }
            for (suffix, clashes) in rules {
                let stem = field.name.strip_suffix(suffix).filter(|stem| !stem.is_empty());
                let other = stem.and_then(|stem| body.names.get(stem)).and_then(|at| body.fields.get(*at));
                if let Some(other) = other.filter(|other| clashes(other.ty)) {
                    let message =
                        format!("field `{}` clashes with an accessor of field `{}`", field.name, other.name);
                    return Err(self.lex.error_at(*mark, message));
                }
            }
        }
        Ok(())
    }

    /// Numbers the slots of a table: by `id` if fields have it, which then all must, otherwise in order.
    fn assign_ids(&self, body: &mut Body) -> Result<()> {
        let with_id = body.fields.iter().filter(|f| f.attribute("id").is_some()).count();
        if with_id > 0 {
            let mut numbered = Vec::new();
            for (field, mark) in body.fields.drain(..).zip(body.marks.drain(..)) {
                let Some(text) = field.attribute("id") else {
                    let message = format!("field `{}` has no `id`, but others of its table have", field.name);
                    return Err(self.lex.error_at(mark, message));
                };
                let id = number::integer(text).and_then(|n| u16::try_from(n).ok());
                let id = id.ok_or_else(|| {
                    let message =
                        format!("the id `{text}` of field `{}` is not a number from 0 to 65535", field.name);
                    self.lex.error_at(mark, message)
                })?;
                numbered.push((id, field, mark));
            }
            numbered.sort_short_by_key(|(id, ..)| *id);
            for (want, (id, mut field, mark)) in (0_u16..).zip(numbered) {
                if id != want {
                    let problem = if id < want { "is given twice" } else { "is skipped" };
                    let number = id.min(want);
                    let message = format!("id {number} {problem}; field `{}` has id {id}", field.name);
                    return Err(self.lex.error_at(mark, message).with_help("ids count from 0 without gaps"));
                }
                field.id = id;
                body.fields.push(field);
            }
        }
        for field in &mut body.fields {
            if field.union_tag_of.is_some() {
                field.union_tag_of = field.id.checked_add(1);
            }
        }
        Ok(())
    }
}

/// A field with nothing but a name and a type, whose absence means zero or null.
pub(super) fn blank(name: String, ty: Type) -> Field {
    let default = match ty {
        Type::Single(Element::Scalar(s) | Element::Enum(s, _) | Element::UnionTag(s, _)) if s.is_float() => {
            Default::Real(0.0)
        }
        Type::Single(Element::Scalar(_) | Element::Enum(..) | Element::UnionTag(..)) => Default::Integer(0),
        _ => Default::Reference,
    };
    Field {
        name,
        id: 0,
        ty,
        default,
        default_text: None,
        offset: 0,
        required: false,
        deprecated: false,
        key: false,
        force_align: None,
        offset64: false,
        nested: None,
        union_tag_of: None,
        attributes: Vec::new(),
        docs: Vec::new(),
        declared: Declared::default(),
    }
}
