//! `outlast/explain/1`.

use outlast::lint::rules;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleJson>,
}

/// What a rule of the lint has beside its code.
#[derive(Debug, Serialize)]
struct RuleJson {
    name: &'static str,
    level: &'static str,
    seed: Option<&'static str>,
}

impl ExplainDocument {
    /// These codes.
    pub fn new(infos: &[CodeInfo]) -> ExplainDocument {
        let one = |info: &CodeInfo| CodeJson {
            code: info.code.to_string(),
            title: info.title,
            text: info.text,
            rule: rules().find(|rule| rule.code == info.code).map(|rule| RuleJson {
                name: rule.name,
                level: rule.level.name(),
                seed: rule.seed,
            }),
        };
        ExplainDocument { schema: "outlast/explain/1", codes: infos.iter().map(one).collect() }
    }
}
