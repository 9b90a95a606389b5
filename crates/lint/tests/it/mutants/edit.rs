//! Random edits of a schema. They are made on the model, printed and parsed again, so that ids, offsets and tags follow.

use outlast_flatbuffers::schema::{
    Default, Element, EnumValue, Field, Object, ObjectId, Scalar, Schema, Type, to_fbs,
};

use super::Rng;

const SCALARS: [Scalar; 11] = [
    Scalar::Bool,
    Scalar::I8,
    Scalar::U8,
    Scalar::I16,
    Scalar::U16,
    Scalar::I32,
    Scalar::U32,
    Scalar::I64,
    Scalar::U64,
    Scalar::F32,
    Scalar::F64,
];

/// A schema with one to three edits; `None` if the edits make no schema, or none that says something else.
pub(super) fn mutant(old: &Schema, rng: &mut Rng, edits: &mut Vec<String>) -> Option<Schema> {
    let mut new = old.clone();
    for _ in 0..1 + rng.below(3) {
        edits.push(edit(&mut new, rng)?);
    }
    let new = Schema::parse(&to_fbs(&new)).ok()?;
    (new != *old).then_some(new)
}

fn edit(schema: &mut Schema, rng: &mut Rng) -> Option<String> {
    match rng.below(24) {
        0 => add(schema, rng, true),
        1 | 2 => add(schema, rng, false),
        3 | 4 => remove(schema, rng),
        5 => swap(schema, rng),
        6 => on_field(schema, rng, "rename", |field, rng| {
            field.name = format!("{}_{}", field.name, rng.below(99));
            true
        }),
        7 | 8 => on_field(schema, rng, "default", default),
        9 | 10 => on_field(schema, rng, "scalar", |field, rng| {
            let scalar = SCALARS[rng.below(SCALARS.len())];
            let plain =
                matches!(field.ty.element(), Element::Scalar(_)) && field.nested.is_none() && !field.key;
            field.default = Default::Integer(0);
            if scalar.is_float() {
                field.default = Default::Real(0.0);
            }
            field.ty = match field.ty {
                Type::Single(_) => Type::Single(Element::Scalar(scalar)),
                Type::Vector(_) => {
                    field.default = Default::Reference;
                    Type::Vector(Element::Scalar(scalar))
                }
                Type::Array(_, n) => Type::Array(Element::Scalar(scalar), n),
                other @ Type::Vector64(_) => other,
            };
            plain
        }),
        11 => on_field(schema, rng, "kind", |field, rng| {
            let kinds = [
                Type::Single(Element::String),
                Type::Vector(Element::Scalar(Scalar::U8)),
                Type::Vector(Element::String),
                Type::Vector(Element::Scalar(Scalar::I64)),
            ];
            field.ty = kinds[rng.below(kinds.len())];
            field.default = Default::Reference;
            field.default_text = None;
            field.nested.is_none() && !field.key && field.attributes.is_empty()
        }),
        12 => on_field(schema, rng, "deprecate", |field, _| toggle(field, "deprecated")),
        13 => on_field(schema, rng, "required", |field, _| toggle(field, "required")),
        14 => on_field(schema, rng, "key", |field, _| toggle(field, "key")),
        15 | 16 => value(schema, rng),
        17 => {
            let at = rng.below(schema.objects.len());
            let object = schema.objects.get_mut(at)?;
            object.name.push_str("Renamed");
            Some(format!("rename {}", object.name))
        }
        18 => retarget(schema, rng),
        19 => {
            for object in &mut schema.objects {
                object.name = format!("elsewhere.{}", object.name);
            }
            for names in &mut schema.enums {
                names.name = format!("elsewhere.{}", names.name);
            }
            Some("namespace".to_string())
        }
        20 => {
            let at = rng.below(schema.enums.len().max(1));
            let names = schema.enums.get_mut(at).filter(|names| !names.is_union)?;
            names.scalar = SCALARS[1 + rng.below(8)];
            Some(format!("underlying {}", names.name))
        }
        21 => on_field(schema, rng, "vector", |field, _| {
            field.ty = match field.ty {
                Type::Single(element) => Type::Vector(element),
                Type::Vector(element) => Type::Single(element),
                other => other,
            };
            field.default = match field.ty {
                Type::Single(Element::Scalar(s)) if s.is_float() => Default::Real(0.0),
                Type::Single(Element::Scalar(_) | Element::Enum(..)) => Default::Integer(0),
                _ => Default::Reference,
            };
            field.default_text = None;
            field.attributes.is_empty()
        }),
        22 => {
            let id = ["XX01", "XX02"][rng.below(2)].to_string();
            schema.file_identifier = Some(id).filter(|_| rng.chance(80));
            Some("identifier".to_string())
        }
        _ => {
            let at = rng.below(schema.objects.len());
            let object = schema.objects.get_mut(at)?;
            let scalar =
                |field: &Field| matches!(field.ty, Type::Single(Element::Scalar(_) | Element::Enum(..)));
            if object.is_struct || (!object.fields.is_empty() && object.fields.iter().all(scalar)) {
                object.is_struct = !object.is_struct;
                object.attributes.clear();
                for field in &mut object.fields {
                    field.attributes.clear();
                }
            }
            Some(format!("form {}", object.name))
        }
    }
}

/// The number of a table or struct that has fields.
fn some_object(schema: &Schema, rng: &mut Rng) -> Option<usize> {
    let with_fields: Vec<usize> =
        (0..schema.objects.len()).filter(|at| !schema.objects[*at].fields.is_empty()).collect();
    // The root is more often hit, for it has most fields.
    match schema.root.filter(|_| rng.chance(25)) {
        Some(root) => usize::try_from(root.0).ok(),
        None => rng.pick(&with_fields).copied(),
    }
}

fn visible(object: &Object) -> Vec<usize> {
    (0..object.fields.len()).filter(|at| object.fields[*at].union_tag_of.is_none()).collect()
}

fn on_field(
    schema: &mut Schema,
    rng: &mut Rng,
    what: &str,
    change: impl Fn(&mut Field, &mut Rng) -> bool,
) -> Option<String> {
    let at = some_object(schema, rng)?;
    let object = schema.objects.get_mut(at)?;
    let at = *rng.pick(&visible(object))?;
    let field = object.fields.get_mut(at)?;
    change(field, rng).then(|| format!("{what} {}.{}", object.name, object.fields[at].name))
}

fn toggle(field: &mut Field, name: &str) -> bool {
    let had = field.attributes.len();
    field.attributes.retain(|(n, _)| n != name);
    if field.attributes.len() == had {
        field.attributes.push((name.to_string(), String::new()));
    }
    true
}

fn default(field: &mut Field, rng: &mut Rng) -> bool {
    match (field.ty, rng.below(4)) {
        (Type::Single(Element::Scalar(_)), 0) => field.default = Default::Null,
        (Type::Single(Element::Scalar(Scalar::Bool)), _) => {
            field.default = Default::Integer(i128::from(rng.chance(50)));
        }
        (Type::Single(Element::Scalar(s)), _) if s.is_float() => field.default = Default::Real(0.75),
        (Type::Single(Element::Scalar(_) | Element::Enum(..)), n) => {
            field.default = Default::Integer(i128::try_from(n).unwrap());
        }
        (Type::Single(Element::String), 0) => {
            (field.default, field.default_text) = (Default::Reference, None);
        }
        (Type::Single(Element::String), _) => {
            (field.default, field.default_text) = (Default::Text, Some("other".to_string()));
        }
        (Type::Vector(_), 0) => field.default = Default::Empty,
        _ => return false,
    }
    true
}

/// A new field: a copy of one that another table has, or a scalar.
fn add(schema: &mut Schema, rng: &mut Rng, inside: bool) -> Option<String> {
    let from = some_object(schema, rng)?;
    let model = {
        let object = &schema.objects[from];
        object.fields[*rng.pick(&visible(object))?].clone()
    };
    let to = some_object(schema, rng)?;
    let object = schema.objects.get_mut(to)?;
    let mut field =
        Field { name: format!("added_{}", rng.below(9999)), nested: None, attributes: Vec::new(), ..model };
    field.force_align = None;
    if object.is_struct {
        field.ty = Type::Single(Element::Scalar(SCALARS[rng.below(SCALARS.len())]));
        field.default = Default::Integer(0);
    }
    if matches!(field.ty, Type::Array(..)) && !object.is_struct {
        return None;
    }
    let at = if inside { *rng.pick(&visible(object))? } else { object.fields.len() };
    // Not between a union and its hidden field.
    let at = match object.fields.get(at.wrapping_sub(1)) {
        Some(before) if before.union_tag_of.is_some() => at - 1,
        _ => at,
    };
    let text = format!("add {}.{} at {at}", object.name, field.name);
    object.fields.insert(at, field);
    Some(text)
}

fn remove(schema: &mut Schema, rng: &mut Rng) -> Option<String> {
    let at = some_object(schema, rng)?;
    let object = schema.objects.get_mut(at)?;
    let shown = visible(object);
    let last = rng.chance(50);
    let at = if last { *shown.last()? } else { *rng.pick(&shown)? };
    let gone = object.fields.remove(at);
    if let Some(before) = at.checked_sub(1)
        && object.fields.get(before).is_some_and(|field| field.union_tag_of.is_some())
    {
        object.fields.remove(before);
    }
    Some(format!("remove {}.{}", object.name, gone.name))
}

fn swap(schema: &mut Schema, rng: &mut Rng) -> Option<String> {
    let at = some_object(schema, rng)?;
    let object = schema.objects.get_mut(at)?;
    let shown = visible(object);
    let (a, b) = (*rng.pick(&shown)?, *rng.pick(&shown)?);
    object.fields.swap(a, b);
    Some(format!("swap {}.{} {}", object.name, object.fields[a].name, object.fields[b].name))
}

fn value(schema: &mut Schema, rng: &mut Rng) -> Option<String> {
    let at = rng.below(schema.enums.len().max(1));
    let names = schema.enums.get_mut(at)?;
    let first = usize::from(names.is_union);
    if names.values.len() <= first + 1 {
        return None;
    }
    let at = first + rng.below(names.values.len() - first);
    let what = match rng.below(5) {
        0 => {
            names.values.remove(at);
            "remove"
        }
        1 => {
            let model = names.values[at].clone();
            let last = names.values.last()?.number;
            let number = if names.bit_flags { last << 1 } else { last + 1 };
            let member = model.member;
            names.values.push(EnumValue {
                name: format!("Added{}", rng.below(999)),
                number,
                member,
                ..model
            });
            "add"
        }
        2 => {
            let other = first + rng.below(names.values.len() - first);
            let (a, b) = (names.values[at].number, names.values[other].number);
            (names.values[at].number, names.values[other].number) = (b, a);
            "swap"
        }
        3 => {
            names.values[at].name.push_str("Renamed");
            "rename"
        }
        _ => {
            // Everything from here on counts one more.
            if names.bit_flags {
                return None;
            }
            for value in names.values.iter_mut().skip(at) {
                value.number += 1;
            }
            "shift"
        }
    };
    Some(format!("{what} value {at} of {}", names.name))
}

/// Lets a field refer to another table.
fn retarget(schema: &mut Schema, rng: &mut Rng) -> Option<String> {
    let tables: Vec<ObjectId> = (0..)
        .zip(&schema.objects)
        .filter(|(_, object)| !object.is_struct)
        .map(|(n, _)| ObjectId(n))
        .collect();
    let to = *rng.pick(&tables)?;
    let name = schema.object(to).name.clone();
    let text = on_field(schema, rng, "retarget", |field, _| {
        field.ty = match field.ty {
            Type::Single(Element::Table(_)) => Type::Single(Element::Table(to)),
            Type::Vector(Element::Table(_)) => Type::Vector(Element::Table(to)),
            _ => return false,
        };
        true
    })?;
    Some(format!("{text} to {name}"))
}
