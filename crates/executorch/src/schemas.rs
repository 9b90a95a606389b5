//! The schemas of every generation, in one text per file format: fields and values say since which release they are
//! there (`schemas/*.fbs`).

use std::sync::OnceLock;

use outlast_flatbuffers::schema::Schema;

use crate::flat_tensor::Dialect;

/// The texts by file name, as they include each other.
const TEXTS: &[(&str, &str)] = &[
    ("scalar_type.fbs", include_str!("../schemas/scalar_type.fbs")),
    ("program.fbs", include_str!("../schemas/program.fbs")),
    ("bundled_program.fbs", include_str!("../schemas/bundled_program.fbs")),
    ("flat_tensor.fbs", include_str!("../schemas/flat_tensor.fbs")),
    ("flat_tensor_v0a.fbs", include_str!("../schemas/flat_tensor_v0a.fbs")),
    ("flat_tensor_v0b.fbs", include_str!("../schemas/flat_tensor_v0b.fbs")),
    ("xnnpack.fbs", include_str!("../schemas/xnnpack.fbs")),
];

/// The text of a schema by its file name; included schemas too.
pub fn text(name: &str) -> Option<&'static str> {
    let name = name.rsplit('/').next().unwrap_or(name);
    TEXTS.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

fn parse(name: &str) -> Schema {
    let main = text(name).unwrap_or_default();
    // The texts are part of this crate, and a test parses them all.
    Schema::parse_with(name, main, &mut |path| text(path).map(str::to_string)).unwrap_or_default()
}

macro_rules! schema {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {$(
        $(#[$doc])*
        pub fn $name() -> &'static Schema {
            static SCHEMA: OnceLock<Schema> = OnceLock::new();
            SCHEMA.get_or_init(|| parse($file))
        }
    )*};
}

schema! {
    /// Programs (`.pte`).
    program = "program.fbs";
    /// Bundled programs (`.bpte`).
    bundled_program = "bundled_program.fbs";
    /// Payloads of delegates for XNNPACK.
    xnnpack = "xnnpack.fbs";
    /// Tensor data files of dialect v0a.
    flat_tensor_v0a = "flat_tensor_v0a.fbs";
    /// Tensor data files of dialect v0b.
    flat_tensor_v0b = "flat_tensor_v0b.fbs";
    /// Tensor data files of dialect v1.
    flat_tensor_v1 = "flat_tensor.fbs";
}

/// Tensor data files (`.ptd`) of a dialect.
pub fn flat_tensor(dialect: Dialect) -> &'static Schema {
    match dialect {
        Dialect::V0a => flat_tensor_v0a(),
        Dialect::V0b => flat_tensor_v0b(),
        Dialect::V1 => flat_tensor_v1(),
    }
}

#[cfg(test)]
mod tests {
    use outlast_flatbuffers::schema::Schema;

    use crate::flat_tensor::Dialect;
    use crate::tables;

    #[test]
    fn all_parse() {
        for (name, main) in super::TEXTS {
            let parsed = Schema::parse_with(name, main, &mut |path| super::text(path).map(str::to_string));
            parsed.unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        for dialect in [Dialect::V0a, Dialect::V0b, Dialect::V1] {
            assert!(super::flat_tensor(dialect).root.is_some());
        }
    }

    #[test]
    fn views_agree_with_the_text() {
        let schema = super::program();
        for (name, fields) in tables::ALL {
            let id = schema.find_object(name).unwrap_or_else(|| panic!("{name}"));
            for (slot, field) in *fields {
                let found = schema.object(id).field_by_id(*slot).map(|f| f.name.as_str());
                assert_eq!(found, Some(*field), "{name} slot {slot}");
            }
        }
    }
}
