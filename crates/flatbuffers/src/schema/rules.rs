//! What a field's default and attributes say, and the rules between them.

use outlast_core::Result;

use super::attributes::{Attribute, Attributes};
use super::fields::{Body, Head, blank};
use super::layout::{self, MAX_ALIGN};
use super::model::{Default, Element, Field, Scalar, Type};
use super::parser::Parser;
use super::value::Value;

const HASHES: [(usize, [&str; 2]); 3] =
    [(2, ["fnv1_16", "fnv1a_16"]), (4, ["fnv1_32", "fnv1a_32"]), (8, ["fnv1_64", "fnv1a_64"])];

impl<'t> Parser<'t> {
    /// The field that a declaration means, except for its docs and attributes.
    pub(super) fn checked_field(
        &mut self,
        body: &mut Body,
        head: Head,
        attributes: &Attributes,
    ) -> Result<Field> {
        let mut field = blank(head.name.clone(), head.ty);
        if let Some(wide) = attributes.get("vector64") {
            let Type::Vector(element) = field.ty else {
                return Err(self.lex.error_at(wide.mark, "`vector64` applies to vectors only"));
            };
            field.ty = Type::Vector64(element);
        }
        self.check_offset64(&mut field, attributes)?;
        self.set_default(body, &mut field, &head, attributes)?;
        self.check_enum_default(&field, &head, attributes)?;
        self.check_key(body, &mut field, &head, attributes)?;
        self.check_hash(&field, attributes)?;
        field.deprecated = attributes.has("deprecated");
        if let Some(wrong) = attributes.get("deprecated").filter(|_| body.is_struct) {
            return Err(self.lex.error_at(wrong.mark, "fields of structs cannot be deprecated"));
        }
        self.check_native(&field, attributes)?;
        self.check_bytes(&mut field, attributes)?;
        if let Some(align) = attributes.get("force_align")
            && matches!(field.ty, Type::Vector(_) | Type::Vector64(_))
        {
            let wrong = || {
                let message = format!("`force_align` must be a power of two from 1 to {MAX_ALIGN}");
                self.lex.error_at(align.mark, message)
            };
            field.force_align = Some(layout::forced(&align.value, 1).ok_or_else(wrong)?);
        }
        Ok(field)
    }

    fn check_offset64(&self, field: &mut Field, attributes: &Attributes) -> Result<()> {
        let Some(mark) = attributes.get("vector64").or_else(|| attributes.get("offset64")).map(|a| a.mark)
        else {
            return Ok(());
        };
        field.offset64 = true;
        match field.ty {
            Type::Single(Element::String) => Ok(()),
            Type::Vector(e) | Type::Vector64(e) => {
                if matches!(e, Element::Scalar(_)) || self.symbols.is_struct(e) {
                    return Ok(());
                }
                Err(self.lex.error_at(mark, "only vectors of scalars and structs can have 64-bit offsets"))
            }
            _ => Err(self.lex.error_at(mark, "`offset64` applies to strings and vectors only")),
        }
    }

    fn set_default(
        &self,
        body: &Body,
        field: &mut Field,
        head: &Head,
        attributes: &Attributes,
    ) -> Result<()> {
        let scalar = matches!(field.ty, Type::Single(Element::Scalar(_) | Element::Enum(..)));
        if let Some((value, mark)) = &head.default {
            let zero = match value {
                Value::Integer(0) => true,
                Value::Real(v) => v.to_bits() == 0 && self.lex.text_at(*mark) == "0",
                _ => false,
            };
            if body.is_struct && !zero {
                return Err(self.lex.error_at(*mark, "fields of structs have no defaults"));
            }
            field.default = match value {
                Value::Null => Default::Null,
                Value::Integer(n) => Default::Integer(*n),
                Value::Real(v) => Default::Real(*v),
                Value::Empty => Default::Empty,
                Value::Text(text) if text.is_empty() => Default::Empty,
                // The text of flatc's own "no default": it cannot be told apart.
                Value::Text(text) if text == "0" => Default::Reference,
                Value::Text(text) => {
                    field.default_text = Some(text.clone());
                    Default::Text
                }
            };
        }
        field.required = attributes.has("required");
        let wrong =
            attributes.get("required").or_else(|| attributes.get("optional").filter(|_| body.is_struct));
        if let Some(wrong) = wrong {
            if body.is_struct {
                return Err(self.lex.error_at(wrong.mark, "fields of structs are always there"));
            }
            if scalar {
                let error = self.lex.error_at(wrong.mark, "scalar fields cannot be required");
                return Err(error.with_help("an absent scalar means its default"));
            }
        }
        Ok(())
    }

    fn check_enum_default(&self, field: &Field, head: &Head, attributes: &Attributes) -> Result<()> {
        let (Type::Single(Element::Enum(_, id)) | Type::Array(Element::Enum(_, id), _)) = field.ty else {
            return Ok(());
        };
        let Some(owner) = self.symbols.enumeration(id) else { return Ok(()) };
        let mark = head.default.as_ref().map_or(head.mark, |(_, mark)| *mark);
        let number = match field.default {
            Default::Integer(number) => number,
            Default::Null if owner.values.iter().any(|v| v.name == "null") => {
                let message =
                    format!("`null` is a value of `{}`, so absence cannot be distinguished", owner.name);
                return Err(self.lex.error_at(mark, message));
            }
            Default::Null => {
                if let Some(key) = attributes.get("key") {
                    return Err(self.lex.error_at(key.mark, "an optional field cannot be the key"));
                }
                return Ok(());
            }
            _ => 0,
        };
        if owner.bit_flags || owner.value(number).is_some() {
            return Ok(());
        }
        let error = self.lex.error_at(
            mark,
            format!("the default {number} of field `{}` is not a value of `{}`", field.name, owner.name),
        );
        Err(error.with_help("give the field a default that the enum has, or `null`"))
    }

    fn check_key(
        &self,
        body: &mut Body,
        field: &mut Field,
        head: &Head,
        attributes: &Attributes,
    ) -> Result<()> {
        let Some(key) = attributes.get("key") else { return Ok(()) };
        if body.has_key {
            return Err(self.lex.error_at(key.mark, "a table has only one key"));
        }
        body.has_key = true;
        let element = field.ty.element();
        let plain =
            matches!(element, Element::Scalar(_) | Element::Enum(..)) || self.symbols.is_struct(element);
        let valid = match field.ty {
            Type::Single(Element::String) => true,
            Type::Single(_) | Type::Array(..) => plain,
            _ => false,
        };
        if !valid {
            return Err(self.lex.error_at(key.mark, "the key must be a string, scalar, struct or array"));
        }
        if field.default == Default::Null {
            let mark = head.default.as_ref().map_or(key.mark, |(_, mark)| *mark);
            return Err(self.lex.error_at(mark, "an optional field cannot be the key"));
        }
        field.key = true;
        field.required |= !body.is_struct && matches!(field.ty, Type::Single(Element::String));
        Ok(())
    }

    fn check_hash(&self, field: &Field, attributes: &Attributes) -> Result<()> {
        let Some(hash) = attributes.get("hash") else {
            if let Some(wrong) = attributes.get("cpp_type") {
                return Err(self.lex.error_at(wrong.mark, "`cpp_type` needs `hash`"));
            }
            return Ok(());
        };
        let size = match (field.ty, field.ty.element()) {
            (Type::Array(..), _) => 0,
            (_, Element::Scalar(s) | Element::Enum(s, _)) if !s.is_float() && s != Scalar::Bool => s.size(),
            _ => 0,
        };
        match HASHES.iter().find(|(bytes, _)| *bytes == size) {
            None => Err(self.lex.error_at(hash.mark, "only integers of 16, 32 and 64 bits can hold a hash")),
            Some((_, names)) if names.contains(&hash.value.as_str()) => Ok(()),
            Some((_, [one, other])) => {
                let message = format!("unknown hash `{}` for {} bits", hash.value, size * 8);
                Err(self.lex.error_at(hash.mark, message).with_help(format!("there are {one} and {other}")))
            }
        }
    }

    fn check_native(&self, field: &Field, attributes: &Attributes) -> Result<()> {
        let refuse = |wrong: &Attribute, message: &str| Err(self.lex.error_at(wrong.mark, message));
        if let Some(wrong) = attributes.get("shared")
            && field.ty != Type::Single(Element::String)
        {
            return refuse(wrong, "only strings can be shared");
        }
        if let Some(wrong) = attributes.get("native_custom_alloc") {
            return refuse(wrong, "`native_custom_alloc` applies to tables and structs, not to fields");
        }
        if let Some(wrong) = attributes.get("native_inline") {
            let object = matches!(field.ty.element(), Element::Table(_) | Element::Struct(_));
            let fits = match field.ty {
                Type::Single(e) => self.symbols.is_struct(e),
                Type::Vector(_) | Type::Vector64(_) => object,
                Type::Array(..) => false,
            };
            if !fits {
                return refuse(
                    wrong,
                    "`native_inline` applies to structs and vectors of tables or structs only",
                );
            }
        }
        Ok(())
    }

    /// `nested_flatbuffer` and `flexbuffer`.
    fn check_bytes(&mut self, field: &mut Field, attributes: &Attributes) -> Result<()> {
        let bytes = matches!(field.ty.element(), Element::Scalar(Scalar::U8) | Element::Enum(Scalar::U8, _));
        if let Some(nested) = attributes.get("nested_flatbuffer") {
            if !nested.quoted {
                return Err(self
                    .lex
                    .error_at(nested.mark, "`nested_flatbuffer` needs the name of a table in quotes"));
            }
            if !bytes || !matches!(field.ty, Type::Vector(_) | Type::Vector64(_)) {
                return Err(self
                    .lex
                    .error_at(nested.mark, "`nested_flatbuffer` applies to vectors of ubyte only"));
            }
            let used = (self.file, nested.mark);
            field.nested = Some(self.symbols.refer(&self.namespace, &nested.value, used));
        }
        if let Some(flex) = attributes.get("flexbuffer")
            && !(bytes && matches!(field.ty, Type::Vector(_)))
        {
            return Err(self.lex.error_at(flex.mark, "`flexbuffer` applies to vectors of ubyte only"));
        }
        Ok(())
    }
}
