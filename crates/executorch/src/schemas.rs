//! Every generation of the schemas. The texts are those of the newest release; what came later than the first release
//! says so in a `since` attribute, so that [`Schema::as_of`] gives any generation.

use std::sync::OnceLock;

use outlast_flatbuffers::schema::Schema;

use crate::layout_version::LayoutVersion;

/// The text that an `include` of these schemas names.
fn included(path: &str) -> Option<String> {
    (path == "scalar_type.fbs").then(|| include_str!("../schemas/scalar_type.fbs").to_string())
}

/// Parses one of the texts of this crate. A test parses all of them, so the empty schema is never seen.
fn parse(name: &str, text: &str) -> Schema {
    Schema::parse_with(name, text, &mut included).unwrap_or_default()
}

macro_rules! schema {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        pub fn $name() -> &'static Schema {
            static SCHEMA: OnceLock<Schema> = OnceLock::new();
            SCHEMA.get_or_init(|| parse($file, include_str!(concat!("../schemas/", $file))))
        }
    };
}

schema!(
    /// Programs (`.pte`).
    program, "program.fbs"
);
schema!(
    /// Bundled programs (`.bpte`).
    bundled_program, "bundled_program.fbs"
);
schema!(
    /// Payloads of the XNNPACK backend.
    xnnpack, "xnnpack.fbs"
);
schema!(
    /// Payloads of the Vulkan backend, from release 0.3 on.
    vulkan, "vulkan.fbs"
);
schema!(
    /// Tensor data of release 0.5.
    flat_tensor_v0a, "flat_tensor_v0a.fbs");
schema!(
    /// Tensor data of release 0.6.
    flat_tensor_v0b, "flat_tensor_v0b.fbs");
schema!(
    /// Tensor data of release 0.7 and later.
    flat_tensor_v1, "flat_tensor.fbs");

/// Tensor data (`.ptd`) in one of its layout versions.
pub fn flat_tensor(layout_version: LayoutVersion) -> &'static Schema {
    match layout_version {
        LayoutVersion::V0a => flat_tensor_v0a(),
        LayoutVersion::V0b => flat_tensor_v0b(),
        LayoutVersion::V1 => flat_tensor_v1(),
    }
}

/// The name of a value of an enum or member of a union.
pub fn enum_name(schema: &Schema, name: &str, number: i128) -> Option<String> {
    let id = schema.find_enum(name)?;
    schema.enumeration(id).value(number).map(|v| v.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_parses() {
        let all = [
            program(),
            bundled_program(),
            xnnpack(),
            vulkan(),
            flat_tensor_v0a(),
            flat_tensor_v0b(),
            flat_tensor_v1(),
        ];
        for schema in all {
            assert!(schema.root.is_some());
        }
        assert_eq!(enum_name(xnnpack(), "XNodeUnion", 1).as_deref(), Some("XNNAdd"));
    }

    #[test]
    fn views_have_the_slots_of_the_schema() {
        for (table, fields) in crate::tables::ALL {
            let id = program().find_object(table).unwrap_or_else(|| panic!("no table {table}"));
            let object = program().object(id);
            for (slot, name) in *fields {
                assert_eq!(object.field(name).map(|f| f.id), Some(*slot), "{table}.{name}");
            }
            assert_eq!(fields.len(), object.fields.len(), "{table}");
        }
    }

    #[test]
    fn scalar_types_are_those_of_the_schema() {
        let id = program().find_enum("ScalarType").unwrap();
        let schema: Vec<i128> = program().enumeration(id).values.iter().map(|v| v.number).collect();
        let table: Vec<i128> = crate::defs::ScalarType::all().map(|t| t.0.into()).collect();
        assert_eq!(schema, table);
    }
}
