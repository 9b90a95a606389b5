//! `outlast/dump/1` with `tables`; the form with `rows` is written by [`super::JsonRows`].

use outlast::FileKind;
use serde::Serialize;
use serde_json::value::RawValue;

/// The tables of a file.
#[derive(Debug, Serialize)]
pub struct DumpDocument<'a> {
    schema: &'static str,
    file: &'a str,
    kind: &'static str,
    bytes: u64,
    errors: usize,
    tables: &'a RawValue,
}

impl<'a> DumpDocument<'a> {
    /// The tables of `file`, as JSON text, which is passed on as it is; `errors` are those that a verifier finds.
    pub fn new(
        file: &'a str,
        kind: FileKind,
        bytes: u64,
        errors: usize,
        tables: &'a str,
    ) -> Result<DumpDocument<'a>, serde_json::Error> {
        let tables = serde_json::from_str(tables)?;
        Ok(DumpDocument { schema: "outlast/dump/1", file, kind: kind.name(), bytes, errors, tables })
    }
}

#[cfg(test)]
mod tests {
    use outlast::families::executorch::DATA;

    use super::DumpDocument;

    #[test]
    fn numbers_stay_as_they_are() {
        let kind = DATA;
        let document =
            DumpDocument::new("a", kind, 3, 0, r#"{"x": 1.50, "y": 18446744073709551616}"#).unwrap();
        let expected = r#"{"schema":"outlast/dump/1","file":"a","kind":"executorch-data","bytes":3,"errors":0,"tables":{"x": 1.50, "y": 18446744073709551616}}"#;
        assert_eq!(serde_json::to_string(&document).unwrap(), expected);
        assert!(DumpDocument::new("a", kind, 3, 0, "{").is_err());
    }
}
