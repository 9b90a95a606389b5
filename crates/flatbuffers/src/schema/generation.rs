//! Generations of a schema: what of it a release knew.

use outlast_core::SortShort;
use std::collections::HashMap;

use super::model::{Element, Enum, EnumId, EnumValue, Field, Object, ObjectId, Schema, Type};

/// Since when a thing exists, and until when, by its attributes.
fn lives(attributes: &[(String, String)], release: &dyn Fn(&str) -> bool) -> bool {
    let value = |name: &str| attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    value("since").is_none_or(release) && !value("until").is_some_and(release)
}

impl Field {
    /// The release that brought this field: the value of its attribute `since`.
    pub fn since(&self) -> Option<&str> {
        self.attribute("since")
    }

    /// The first release without this field: the value of its attribute `until`.
    pub fn until(&self) -> Option<&str> {
        self.attribute("until")
    }
}

impl EnumValue {
    /// The release that brought this value: the value of its attribute `since`.
    pub fn since(&self) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == "since").map(|(_, v)| v.as_str())
    }
}

/// Whether something with these attributes stays.
type Keep<'a> = dyn Fn(&[(String, String)]) -> bool + 'a;

/// Which objects and enums stay, and as which.
struct Renumbering {
    objects: HashMap<ObjectId, ObjectId>,
    enums: HashMap<EnumId, EnumId>,
}

impl Renumbering {
    fn element(&self, element: Element) -> Option<Element> {
        Some(match element {
            Element::Scalar(_) | Element::String => element,
            Element::Enum(s, id) => Element::Enum(s, *self.enums.get(&id)?),
            Element::UnionTag(s, id) => Element::UnionTag(s, *self.enums.get(&id)?),
            Element::Union(id) => Element::Union(*self.enums.get(&id)?),
            Element::Struct(id) => Element::Struct(*self.objects.get(&id)?),
            Element::Table(id) => Element::Table(*self.objects.get(&id)?),
        })
    }

    fn ty(&self, ty: Type) -> Option<Type> {
        let element = self.element(ty.element())?;
        Some(match ty {
            Type::Single(_) => Type::Single(element),
            Type::Vector(_) => Type::Vector(element),
            Type::Vector64(_) => Type::Vector64(element),
            Type::Array(_, n) => Type::Array(element, n),
        })
    }

    fn field(&self, field: &Field) -> Option<Field> {
        let nested = field.nested.and_then(|id| self.objects.get(&id).copied());
        Some(Field { ty: self.ty(field.ty)?, nested, ..field.clone() })
    }

    fn value(&self, value: &EnumValue) -> Option<EnumValue> {
        let member = match value.member {
            Some(member) => Some(self.element(member)?),
            None => None,
        };
        Some(EnumValue { member, ..value.clone() })
    }
}

impl Schema {
    /// The schema as a release knew it. `release` answers whether a version that stands in an attribute `since` or
    /// `until` had come by then; what came later, or was gone, is left out: objects, enums, fields, enum values, union
    /// members, and fields and members of types that are left out. All numbers stay what they are.
    #[must_use]
    pub fn as_of(&self, release: impl Fn(&str) -> bool) -> Schema {
        let objects: Vec<ObjectId> = ids(&self.objects)
            .filter(|(_, o)| lives(&o.attributes, &release))
            .map(|(n, _)| ObjectId(n))
            .collect();
        let enums: Vec<EnumId> = ids(&self.enums)
            .filter(|(_, e)| lives(&e.attributes, &release))
            .map(|(n, _)| EnumId(n))
            .collect();
        self.rebuilt(&objects, &enums, &|attributes| lives(attributes, &release))
    }

    /// The schema with objects and enums in order of their names, which is how binary schemas have them.
    #[must_use]
    pub fn sorted(&self) -> Schema {
        let mut objects: Vec<(u32, &Object)> = ids(&self.objects).collect();
        objects.sort_short_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        let mut enums: Vec<(u32, &Enum)> = ids(&self.enums).collect();
        enums.sort_short_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        let objects: Vec<ObjectId> = objects.into_iter().map(|(n, _)| ObjectId(n)).collect();
        let enums: Vec<EnumId> = enums.into_iter().map(|(n, _)| EnumId(n)).collect();
        self.rebuilt(&objects, &enums, &|_| true)
    }

    /// The named objects and enums in this order, with what `keep` keeps of them by its attributes.
    fn rebuilt(&self, objects: &[ObjectId], enums: &[EnumId], keep: &Keep<'_>) -> Schema {
        let map = Renumbering {
            objects: objects.iter().copied().zip((0..).map(ObjectId)).collect(),
            enums: enums.iter().copied().zip((0..).map(EnumId)).collect(),
        };
        let object = |id: &ObjectId| {
            let old = self.object(*id);
            let tag_lives = |f: &Field| {
                f.union_tag_of.and_then(|id| old.field_by_id(id)).is_none_or(|union| keep(&union.attributes))
            };
            let fields = old.fields.iter().filter(|f| keep(&f.attributes) && tag_lives(f));
            Object { fields: fields.filter_map(|f| map.field(f)).collect(), ..old.clone() }
        };
        let enumeration = |id: &EnumId| {
            let old = self.enumeration(*id);
            let values = old.values.iter().filter(|v| keep(&v.attributes));
            Enum { values: values.filter_map(|v| map.value(v)).collect(), ..old.clone() }
        };
        Schema {
            objects: objects.iter().map(object).collect(),
            enums: enums.iter().map(enumeration).collect(),
            root: self.root.and_then(|id| map.objects.get(&id).copied()),
            ..self.clone()
        }
    }
}

fn ids<T>(things: &[T]) -> impl Iterator<Item = (u32, &T)> {
    (0_u32..).zip(things)
}
