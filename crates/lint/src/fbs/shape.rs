//! Whether two types may be one type under two names.

use std::collections::HashSet;
use std::ops::Deref;

use outlast_flatbuffers::schema::{Element, Enum, Object, Schema, Type};

/// A schema with the names of its types, which are looked up for each field.
#[derive(Debug)]
pub(crate) struct Named<'s> {
    schema: &'s Schema,
    objects: HashSet<&'s str>,
    enums: HashSet<&'s str>,
}

impl<'s> Named<'s> {
    pub(crate) fn new(schema: &'s Schema) -> Named<'s> {
        Named {
            schema,
            objects: schema.objects.iter().map(|object| object.name.as_str()).collect(),
            enums: schema.enums.iter().map(|names| names.name.as_str()).collect(),
        }
    }

    /// The schema itself.
    pub(crate) fn schema(&self) -> &'s Schema {
        self.schema
    }
}

impl Deref for Named<'_> {
    type Target = Schema;

    fn deref(&self) -> &Schema {
        self.schema
    }
}

/// Two types of one kind that are certainly, or most likely, two different types: a field or union member that had the one and
/// has the other is retargeted, and not renamed.
pub(crate) fn retargeted(old: &Named<'_>, e: Element, new: &Named<'_>, d: Element) -> bool {
    match (e, d) {
        (Element::Table(i) | Element::Struct(i), Element::Table(j) | Element::Struct(j)) => {
            let (x, y) = (old.schema.object(i), new.schema.object(j));
            let (stays, was) = (new.objects.contains(&*x.name), old.objects.contains(&*y.name));
            // Where one of the names is in both versions, the same places alone do not tell that the other one is it.
            let alike = || if stays || was { shared_names(x, y) } else { similar(old, x, new, y) };
            differ(&x.name, &y.name, stays, was, alike)
        }
        (
            Element::Enum(_, i) | Element::Union(i) | Element::UnionTag(_, i),
            Element::Enum(_, j) | Element::Union(j) | Element::UnionTag(_, j),
        ) => {
            let (x, y) = (old.schema.enumeration(i), new.schema.enumeration(j));
            let (stays, was) = (new.enums.contains(&*x.name), old.enums.contains(&*y.name));
            differ(&x.name, &y.name, stays, was, || similar_enums(x, y))
        }
        _ => false,
    }
}

fn differ(a: &str, b: &str, a_stays: bool, b_was: bool, similar: impl Fn() -> bool) -> bool {
    let short = |name: &str| name.rsplit('.').next().unwrap_or_default().to_string();
    if a == b || (short(a) == short(b) && !(a_stays && b_was)) {
        return false;
    }
    (a_stays && b_was) || !similar()
}

/// Whether two tables or structs look like one: fields of the same names, or the same types in the same places.
pub(crate) fn similar(old: &Schema, x: &Object, new: &Schema, y: &Object) -> bool {
    if x.is_struct != y.is_struct {
        return shared_names(x, y);
    }
    shared_names(x, y) || {
        let pairs = || x.fields.iter().filter_map(|f| Some((f, y.field_by_id(f.id)?)));
        let alike = pairs().all(|(f, g)| kind(old, f.ty) == kind(new, g.ty));
        alike && x.fields.is_empty() == y.fields.is_empty() && x.fields.len().abs_diff(y.fields.len()) <= 1
    }
}

fn shared_names(x: &Object, y: &Object) -> bool {
    let names: HashSet<&str> = x.fields.iter().map(|field| field.name.as_str()).collect();
    let shared = y.fields.iter().filter(|field| names.contains(field.name.as_str())).count();
    shared > 0 && 2 * shared >= x.fields.len().min(y.fields.len())
}

pub(crate) fn similar_enums(x: &Enum, y: &Enum) -> bool {
    if x.is_union != y.is_union {
        return false;
    }
    let names: HashSet<&str> = x.values.iter().map(|value| value.name.as_str()).collect();
    let shared = y.values.iter().filter(|v| v.name != "NONE" && names.contains(v.name.as_str())).count();
    let none = usize::from(x.is_union);
    let least = x.values.len().min(y.values.len()).saturating_sub(none);
    2 * shared >= least
}

/// The form of a type without the names in it.
pub(crate) fn kind(schema: &Schema, ty: Type) -> String {
    let element = match ty.element() {
        Element::Scalar(s) | Element::Enum(s, _) => s.name().to_string(),
        Element::UnionTag(..) => "tag".to_string(),
        Element::String => "string".to_string(),
        Element::Struct(id) => {
            let object = schema.object(id);
            format!("struct {} {}", object.byte_size, object.min_align)
        }
        Element::Table(_) => "table".to_string(),
        Element::Union(_) => "union".to_string(),
    };
    match ty {
        Type::Single(_) => element,
        Type::Vector(_) => format!("[{element}]"),
        Type::Vector64(_) => format!("[[{element}]]"),
        Type::Array(_, n) => format!("[{element}:{n}]"),
    }
}

/// A table or struct without any names, to find one again that was renamed.
pub(crate) fn outline(schema: &Schema, object: &Object) -> String {
    let fields = object.fields.iter().map(|f| format!("{}:{}:{:?}", f.id, kind(schema, f.ty), f.default));
    format!("{}{{{}}}", object.is_struct, fields.collect::<Vec<_>>().join(";"))
}

/// What an object says on the wire and of its fields, to see whether it changed.
pub(crate) fn declaration(schema: &Schema, object: &Object) -> String {
    let field = |f: &outlast_flatbuffers::schema::Field| {
        format!(
            "{} {} {} {:?} {:?} {} {} {:?}",
            f.id,
            f.name,
            schema.type_text(f.ty),
            f.default,
            f.default_text,
            f.required,
            f.key,
            f.force_align
        )
    };
    let fields: Vec<String> = object.fields.iter().map(field).collect();
    format!("{} {} {} {}", object.is_struct, object.min_align, object.byte_size, fields.join(";"))
}
