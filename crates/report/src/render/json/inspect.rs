//! `outlast/inspect/1`.

use outlast::inspect::{Listing, Said, Summary, said};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::RunsOn;
use crate::risk::RiskRecord;

/// One file in one screen.
#[derive(Debug, Serialize)]
pub struct InspectResult {
    file: String,
    kind: &'static str,
    bytes: u64,
    /// Code that reading the file runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    risk: Vec<RiskRecord>,
    facts: Map<String, Value>,
    listings: Vec<ListingJson>,
    /// The releases that run it, of each kind of reader that has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs_on: Option<Vec<RunsOn>>,
}

#[derive(Debug, Serialize)]
struct ListingJson {
    title: &'static str,
    rows: Vec<Map<String, Value>>,
}

impl InspectResult {
    /// The summary of `file`, which has so many bytes.
    pub fn new(file: &str, bytes: u64, summary: &Summary) -> InspectResult {
        let facts = summary.facts.iter().map(|(label, value)| (*label, value.as_str()));
        InspectResult {
            file: file.to_string(),
            kind: summary.kind.name(),
            bytes,
            risk: RiskRecord::all(&summary.risks),
            facts: object(facts),
            listings: summary.listings.iter().map(ListingJson::new).collect(),
            runs_on: None,
        }
    }

    /// With the releases that run it, if that was looked for.
    #[must_use]
    pub fn running_on(self, runs_on: Option<Vec<RunsOn>>) -> InspectResult {
        InspectResult { runs_on, ..self }
    }
}

impl ListingJson {
    fn new(listing: &Listing) -> ListingJson {
        let row =
            |row: &Vec<String>| object(listing.columns.iter().copied().zip(row.iter().map(String::as_str)));
        ListingJson { title: listing.title, rows: listing.rows.iter().map(row).collect() }
    }
}

/// An object of facts. A label that comes again gets a number, so that nothing is lost.
fn object<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (label, value) in pairs {
        let mut key = label.to_string();
        let mut number = 2;
        while object.contains_key(&key) {
            key = format!("{label} {number}");
            number += 1;
        }
        let value = match said(label, value) {
            Said::Number(number) => Value::from(number),
            Said::Text(text) => Value::from(text),
            Said::Nothing => Value::Null,
        };
        object.insert(key, value);
    }
    object
}

#[cfg(test)]
mod tests {
    use outlast::families::executorch::PROGRAM;
    use outlast::inspect::{Listing, Summary};

    use super::InspectResult;
    use crate::Styles;

    #[test]
    fn shapes() {
        let listing =
            Listing::new("operators", &["name", "calls"], vec![vec!["aten::add\x07".into(), "2".into()]]);
        let mut summary = Summary::new(PROGRAM);
        summary.facts = vec![("schema version", "0".into()), ("note", "a".into()), ("note", "b".into())];
        summary.listings.push(listing);
        let result = InspectResult::new("a.pte", 16, &summary);
        let expected = r#"{"file":"a.pte","kind":"executorch-program","bytes":16,"facts":{"schema version":"0","note":"a","note 2":"b"},"listings":[{"title":"operators","rows":[{"name":"aten::add\u0007","calls":2}]}]}"#;
        assert_eq!(serde_json::to_string(&result).unwrap(), expected);
        let expected = "\
a.pte: ExecuTorch program
  schema version  0
  note            a
  note            b

operators
  name             calls
  aten::add\\u{7}       2
";
        assert_eq!(crate::text::summary(&Styles::plain(), "a.pte", &summary, None, false), expected);
    }
}
