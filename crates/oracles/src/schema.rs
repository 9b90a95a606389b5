//! FlatBuffers schemas.

use outlast_flatbuffers::schema::Schema;

/// A schema as text: what parses is printed, and means the same when it is parsed again. Whether it parsed.
///
/// # Panics
///
/// Where the printed text does not parse, or is printed otherwise the second time.
pub fn schema(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Ok(schema) = Schema::parse(text) else { return false };
    printed(&schema);
    true
}

/// A binary schema: what is read and can be said as text means the same there. Whether it was read.
///
/// # Panics
///
/// Where the printed text, if it parses, is printed otherwise the second time.
pub fn bfbs(bytes: &[u8]) -> bool {
    let Ok(schema) = Schema::from_bfbs(bytes) else { return false };
    // Names in binary schemas are any text at all; a schema text cannot have all of them.
    if let Ok(again) = Schema::parse(&schema.to_string()) {
        printed(&again);
    }
    true
}

fn printed(schema: &Schema) {
    let text = schema.to_string();
    // Namespaces alone declare nothing, so that nothing is printed; and an empty text is no schema, for flatc as well.
    if text.trim().is_empty() {
        return;
    }
    match Schema::parse(&text) {
        Ok(again) => assert_eq!(said(&again.to_string()), said(&text), "printed otherwise the second time"),
        Err(error) => panic!("what is printed does not parse: {error}\n{text}"),
    }
}

/// Lines of the text, without what is printed as a comment because the schema model does not hold it: services.
fn said(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("// rpc_service ")).collect()
}
