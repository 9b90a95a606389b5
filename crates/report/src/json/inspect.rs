//! `outlast/inspect/1`.

use outlast::inspect::{Listing, Summary};
use serde::Serialize;
use serde_json::{Map, Value};

/// One file in one screen.
#[derive(Debug, Serialize)]
pub struct InspectResult {
    file: String,
    kind: &'static str,
    bytes: u64,
    facts: Map<String, Value>,
    listings: Vec<ListingJson>,
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
            facts: object(facts),
            listings: summary.listings.iter().map(ListingJson::new).collect(),
        }
    }
}

impl ListingJson {
    fn new(listing: &Listing) -> ListingJson {
        let row =
            |row: &Vec<String>| object(listing.columns.iter().copied().zip(row.iter().map(String::as_str)));
        ListingJson { title: listing.title, rows: listing.rows.iter().map(row).collect() }
    }
}

/// An object of texts. A label that comes again gets a number, so that nothing is lost.
fn object<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (label, value) in pairs {
        let mut key = label.to_string();
        let mut number = 2;
        while object.contains_key(&key) {
            key = format!("{label} {number}");
            number += 1;
        }
        object.insert(key, Value::from(value));
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
        let listing = Listing {
            title: "operators",
            columns: &["name", "calls"],
            rows: vec![vec!["aten::add\x07".into(), "2".into()]],
        };
        let summary = Summary {
            kind: PROGRAM,
            facts: vec![("schema version", "0".into()), ("note", "a".into()), ("note", "b".into())],
            listings: vec![listing],
        };
        let result = InspectResult::new("a.pte", 16, &summary);
        let expected = r#"{"file":"a.pte","kind":"executorch-program","bytes":16,"facts":{"schema version":"0","note":"a","note 2":"b"},"listings":[{"title":"operators","rows":[{"name":"aten::add\u0007","calls":"2"}]}]}"#;
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
        assert_eq!(crate::text::summary(&Styles::plain(), "a.pte", &summary, false), expected);
    }
}
