//! `outlast/diff/1`.

use outlast::FileKind;
use outlast::Risk;
use outlast::diff::Difference;
use serde::Serialize;

use crate::risk::RiskRecord;

/// What differs between two files.
#[derive(Debug, Serialize)]
pub struct DiffDocument {
    schema: &'static str,
    before: Side,
    after: Side,
    same: bool,
    differences: Vec<DifferenceJson>,
}

/// One of the two files.
#[derive(Debug, Serialize)]
pub struct Side {
    file: String,
    kind: &'static str,
    bytes: u64,
    /// Code that reading the file runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    risk: Vec<RiskRecord>,
}

#[derive(Debug, Serialize)]
struct DifferenceJson {
    part: &'static str,
    path: String,
    change: &'static str,
    before: Option<String>,
    after: Option<String>,
}

impl Side {
    /// A file of this kind with so many bytes.
    pub fn new(file: &str, kind: FileKind, bytes: u64) -> Side {
        Side { file: file.to_string(), kind: kind.name(), bytes, risk: Vec::new() }
    }

    /// With the code that reading it runs.
    #[must_use]
    pub fn running(self, risks: &[Risk]) -> Side {
        Side { risk: RiskRecord::all(risks), ..self }
    }
}

impl DiffDocument {
    /// The differences between two files.
    pub fn new(before: Side, after: Side, differences: &[Difference]) -> DiffDocument {
        let one = |difference: &Difference| DifferenceJson {
            part: difference.part,
            path: difference.path.clone(),
            change: difference.change.name(),
            before: difference.before.clone(),
            after: difference.after.clone(),
        };
        DiffDocument {
            schema: "outlast/diff/1",
            before,
            after,
            same: differences.is_empty(),
            differences: differences.iter().map(one).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use outlast::diff::{Change, Difference};
    use outlast::families::executorch::PROGRAM;

    use super::{DiffDocument, Side};
    use crate::Styles;

    #[test]
    fn shapes() {
        let list = [Difference::new("operator", "plan forward / operator 2".into(), Change::Changed)
            .before(Some("aten::a\n".into()))
            .after(Some("aten::b".into()))];
        let side = |file| Side::new(file, PROGRAM, 8);
        let document = DiffDocument::new(side("a"), side("b"), &list);
        let expected = r#"{"schema":"outlast/diff/1","before":{"file":"a","kind":"executorch-program","bytes":8},"after":{"file":"b","kind":"executorch-program","bytes":8},"same":false,"differences":[{"part":"operator","path":"plan forward / operator 2","change":"changed","before":"aten::a\n","after":"aten::b"}]}"#;
        assert_eq!(serde_json::to_string(&document).unwrap(), expected);
        let expected = "\
--- a
+++ b
operator
  ~ plan forward / operator 2: aten::a\\n -> aten::b
1 difference: 0 added, 0 removed, 1 changed
";
        assert_eq!(crate::text::differences(&Styles::plain(), ["a", "b"], &list, false), expected);
        assert_eq!(
            crate::text::differences(&Styles::plain(), ["a", "b"], &[], false),
            "a and b have the same meaning\n"
        );
    }
}
