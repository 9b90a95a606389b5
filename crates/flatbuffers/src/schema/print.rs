//! Schemas as text.

use std::collections::HashSet;
use std::fmt::{self, Display, Write};

use super::model::{Default, Element, Enum, EnumValue, Field, Object, Schema, Type};

/// The schema as `.fbs` text that parses to the same model, except for two things: services have lost their calls and
/// become comments, and types that share a name and differ only in the order of their namespaces cannot always be told
/// apart.
pub fn to_fbs(schema: &Schema) -> String {
    schema.to_string()
}

impl Display for Schema {
    /// As [`to_fbs`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(self);
        // Writing to a String does not fail.
        printer.schema().and_then(|()| f.write_str(&printer.out))
    }
}

impl Schema {
    /// The declaration of a field, as [`to_fbs`] writes it, on one line: `sizes: [int] (required)`.
    pub fn field_text(&self, object: &Object, field: &Field) -> String {
        let mut printer = Printer::new(self);
        printer.namespace = split(&object.name).0;
        // Writing to a String does not fail.
        let _ = printer.field(object, field);
        printer.out
    }

    /// The name of a type, in full: `[a.b.T]`.
    pub fn type_text(&self, ty: Type) -> String {
        let name = match ty.element() {
            Element::Scalar(s) => s.name(),
            Element::String => "string",
            Element::UnionTag(..) => "union tag",
            Element::Enum(_, id) | Element::Union(id) => &self.enumeration(id).name,
            Element::Struct(id) | Element::Table(id) => &self.object(id).name,
        };
        match ty {
            Type::Single(_) => name.to_string(),
            Type::Vector(_) | Type::Vector64(_) => format!("[{name}]"),
            Type::Array(_, n) => format!("[{name}:{n}]"),
        }
    }
}

struct Printer<'s> {
    schema: &'s Schema,
    out: String,
    namespace: &'s str,
    names: HashSet<&'s str>,
    /// All types are in one namespace.
    one_space: bool,
}

fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

impl<'s> Printer<'s> {
    fn new(schema: &'s Schema) -> Printer<'s> {
        let all = || schema.objects.iter().map(|o| &o.name).chain(schema.enums.iter().map(|e| &e.name));
        let mut spaces = all().map(|name| split(name).0);
        let first = spaces.next().unwrap_or("");
        let one_space = spaces.all(|space| space == first);
        let names = all().map(String::as_str).collect();
        Printer { schema, out: String::new(), namespace: "", names, one_space }
    }

    fn schema(&mut self) -> fmt::Result {
        for name in &self.schema.attributes {
            writeln!(self.out, "attribute {};", quoted(name))?;
        }
        for new in &self.schema.enums {
            self.enter(&new.name)?;
            self.enumeration(new)?;
        }
        for object in &self.schema.objects {
            self.enter(&object.name)?;
            self.object(object)?;
        }
        for service in &self.schema.services {
            writeln!(self.out, "\n// rpc_service {service}")?;
        }
        self.out.push('\n');
        if let Some(root) = self.schema.root_object() {
            let (namespace, name) = split(&root.name);
            self.enter(if namespace == self.namespace { &root.name } else { "" })?;
            let name = if namespace == self.namespace { name } else { &root.name };
            writeln!(self.out, "root_type {name};")?;
        }
        if let Some(id) = &self.schema.file_identifier {
            writeln!(self.out, "file_identifier {};", quoted(id))?;
        }
        if let Some(extension) = &self.schema.file_extension {
            writeln!(self.out, "file_extension {};", quoted(extension))?;
        }
        Ok(())
    }

    /// Goes to the namespace of this full name.
    fn enter(&mut self, full: &'s str) -> fmt::Result {
        let (namespace, _) = split(full);
        if namespace != self.namespace {
            self.namespace = namespace;
            let space = if namespace.is_empty() { "" } else { " " };
            writeln!(self.out, "\nnamespace{space}{namespace};")?;
        }
        Ok(())
    }

    fn docs(&mut self, docs: &[String], indent: &str) -> fmt::Result {
        for line in docs {
            writeln!(self.out, "{indent}///{}", line.replace(['\n', '\r'], " "))?;
        }
        Ok(())
    }

    fn attributes(&mut self, attributes: &[(String, String)]) -> fmt::Result {
        for (at, (name, value)) in attributes.iter().enumerate() {
            self.out.push_str(if at == 0 { " (" } else { ", " });
            if super::lexer::is_identifier(name) {
                self.out.push_str(name);
            } else {
                self.out.push_str(&quoted(name));
            }
            let number = value.parse::<i32>().is_ok_and(|n| n.to_string() == *value);
            if number && name != "nested_flatbuffer" {
                write!(self.out, ": {value}")?;
            } else if !value.is_empty() {
                write!(self.out, ": {}", quoted(value))?;
            }
        }
        self.out.push_str(if attributes.is_empty() { "" } else { ")" });
        Ok(())
    }

    fn enumeration(&mut self, new: &Enum) -> fmt::Result {
        self.out.push('\n');
        self.docs(&new.docs, "")?;
        let (_, name) = split(&new.name);
        if new.is_union && new.scalar == super::model::Scalar::U8 {
            write!(self.out, "union {name}")?;
        } else {
            let word = if new.is_union { "union" } else { "enum" };
            write!(self.out, "{word} {name} : {}", new.scalar.name())?;
        }
        self.attributes(&new.attributes)?;
        self.out.push_str(" {\n");
        for value in &new.values {
            if !(new.is_union && value.member.is_none()) {
                self.value(new, value)?;
            }
        }
        self.out.push_str("}\n");
        Ok(())
    }

    fn value(&mut self, new: &Enum, value: &EnumValue) -> fmt::Result {
        self.docs(&value.docs, "  ")?;
        write!(self.out, "  {}", value.name)?;
        if let Some(member) = value.member {
            let name = self.element(member);
            if name != value.name {
                write!(self.out, ": {name}")?;
            }
        }
        let number = if new.bit_flags { value.number.trailing_zeros().into() } else { value.number };
        write!(self.out, " = {number}")?;
        self.attributes(&value.attributes)?;
        self.out.push_str(",\n");
        Ok(())
    }

    fn object(&mut self, object: &Object) -> fmt::Result {
        self.out.push('\n');
        self.docs(&object.docs, "")?;
        let word = if object.is_struct { "struct" } else { "table" };
        write!(self.out, "{word} {}", split(&object.name).1)?;
        self.attributes(&object.attributes)?;
        self.out.push_str(" {\n");
        for field in object.fields.iter().filter(|f| f.union_tag_of.is_none()) {
            self.docs(&field.docs, "  ")?;
            self.out.push_str("  ");
            self.field(object, field)?;
            self.out.push_str(";\n");
        }
        self.out.push_str("}\n");
        Ok(())
    }

    fn field(&mut self, object: &Object, field: &Field) -> fmt::Result {
        write!(self.out, "{}: {}", field.name, self.ty(field.ty))?;
        if !object.is_struct {
            self.default(field)?;
        }
        self.attributes(&field.attributes)
    }

    fn default(&mut self, field: &Field) -> fmt::Result {
        match (field.default, field.ty) {
            (Default::Integer(0), Type::Single(Element::Scalar(_) | Element::Enum(..)))
            | (Default::Reference, _) => Ok(()),
            (Default::Integer(n), Type::Single(Element::Scalar(super::model::Scalar::Bool))) => {
                write!(self.out, " = {}", n != 0)
            }
            (Default::Integer(n), Type::Single(Element::Enum(_, id))) => {
                match self.schema.enumeration(id).value(n).filter(|v| v.name != "null") {
                    Some(value) => write!(self.out, " = {}", value.name),
                    None => write!(self.out, " = {n}"),
                }
            }
            (Default::Integer(n), _) => write!(self.out, " = {n}"),
            (Default::Real(v), _) if v.to_bits() == 0 => Ok(()),
            (Default::Real(v), _) if v.is_nan() => write!(self.out, " = nan"),
            (Default::Real(v), _) if v.is_infinite() => write!(self.out, " = {v}"),
            (Default::Real(v), _) => write!(self.out, " = {v:?}"),
            (Default::Null, _) => write!(self.out, " = null"),
            (Default::Empty, Type::Single(_)) => write!(self.out, " = \"\""),
            (Default::Empty, _) => write!(self.out, " = []"),
            (Default::Text, _) => {
                let text = field.default_text.as_deref().unwrap_or("");
                write!(self.out, " = {}", quoted(text))
            }
        }
    }

    fn ty(&self, ty: Type) -> String {
        match ty {
            Type::Single(e) => self.element(e),
            Type::Vector(e) | Type::Vector64(e) => format!("[{}]", self.element(e)),
            Type::Array(e, n) => format!("[{}:{n}]", self.element(e)),
        }
    }

    fn element(&self, element: Element) -> String {
        match element {
            Element::Scalar(s) => s.name().to_string(),
            Element::String => "string".to_string(),
            Element::Enum(_, id) | Element::UnionTag(_, id) | Element::Union(id) => {
                self.reference(&self.schema.enumeration(id).name)
            }
            Element::Struct(id) | Element::Table(id) => self.reference(&self.schema.object(id).name),
        }
    }

    /// A name that means this type here. Before its declaration a type must always be called the same: flatc takes
    /// `T` and `a.T` for two types then. So it is the last part where there is but one namespace, and otherwise the
    /// full name, less outer namespaces where the full name would be taken for another type.
    fn reference(&self, full: &str) -> String {
        let (namespace, short) = split(full);
        if self.one_space && namespace == self.namespace {
            return short.to_string();
        }
        let mut rest = Some(full);
        while let Some(name) = rest {
            if self.meaning(name) == Some(full) {
                return name.to_string();
            }
            rest = name.split_once('.').map(|(_, rest)| rest);
        }
        full.to_string()
    }

    /// Which type a name means in the current namespace.
    fn meaning(&self, name: &str) -> Option<&'s str> {
        let mut space = self.namespace;
        loop {
            let full = if space.is_empty() { name.to_string() } else { format!("{space}.{name}") };
            if let Some(found) = self.names.get(full.as_str()) {
                return Some(found);
            }
            if space.is_empty() {
                return None;
            }
            space = split(space).0;
        }
    }
}

/// A string constant.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
