//! `outlast/explain/1`.

use outlast_core::CodeInfo;
use serde::Serialize;

/// What codes mean.
#[derive(Debug, Serialize)]
pub struct ExplainDocument {
    schema: &'static str,
    codes: Vec<CodeJson>,
}

#[derive(Debug, Serialize)]
struct CodeJson {
    code: String,
    title: &'static str,
    text: &'static str,
}

impl ExplainDocument {
    /// These codes.
    pub fn new(infos: &[CodeInfo]) -> ExplainDocument {
        let one =
            |info: &CodeInfo| CodeJson { code: info.code.to_string(), title: info.title, text: info.text };
        ExplainDocument { schema: "outlast/explain/1", codes: infos.iter().map(one).collect() }
    }
}
