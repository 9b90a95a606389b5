//! [`Site`]s: places of declarations in the text of a schema.

use outlast_flatbuffers::schema::{Declared, Enum, EnumValue, Field, Object, Schema};

use crate::Site;

fn site(schema: &Schema, declared: Declared, text: String) -> Site {
    let file = usize::try_from(declared.file).ok().and_then(|at| schema.origin.files.get(at));
    Site {
        file: file.cloned().unwrap_or_default(),
        line: declared.line,
        column: declared.column,
        bytes: declared.start..declared.end,
        text,
    }
}

pub(crate) fn of_object(schema: &Schema, object: &Object) -> Site {
    let word = if object.is_struct { "struct" } else { "table" };
    site(schema, object.declared, format!("{word} {}", object.name))
}

pub(crate) fn of_field(schema: &Schema, object: &Object, field: &Field) -> Site {
    site(schema, field.declared, schema.field_text(object, field))
}

pub(crate) fn of_enum(schema: &Schema, names: &Enum) -> Site {
    let text = match names.is_union {
        true => format!("union {}", names.name),
        false => format!("enum {} : {}", names.name, names.scalar.name()),
    };
    site(schema, names.declared, text)
}

pub(crate) fn of_value(schema: &Schema, value: &EnumValue) -> Site {
    let text = match value.member {
        Some(member) => {
            let ty = schema.type_text(outlast_flatbuffers::schema::Type::Single(member));
            format!("{}: {ty} = {}", value.name, value.number)
        }
        None => format!("{} = {}", value.name, value.number),
    };
    site(schema, value.declared, text)
}

pub(crate) fn of_root(schema: &Schema) -> Option<Site> {
    let root = schema.root_object()?;
    Some(site(schema, schema.origin.root, format!("root_type {}", root.name)))
}

pub(crate) fn of_identifier(schema: &Schema) -> Option<Site> {
    let text = schema.file_identifier.as_ref()?;
    Some(site(schema, schema.origin.identifier, format!("file_identifier {text:?}")))
}

pub(crate) fn of_extension(schema: &Schema) -> Option<Site> {
    let text = schema.file_extension.as_ref()?;
    Some(site(schema, schema.origin.extension, format!("file_extension {text:?}")))
}
