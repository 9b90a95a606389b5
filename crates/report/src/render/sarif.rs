//! SARIF 2.1.0, the form that code hosts and editors take: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use std::collections::BTreeSet;

use outlast::RUNS_CODE;
use outlast_core::CodeInfo;
use serde_json::{Value, json};

use crate::findings::{Extent, Finding, Location, NO_RULE, Report};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The findings of one run of the tool, and the rules that they are instances of.
pub(super) fn render(report: &dyn Report) -> serde_json::Result<String> {
    super::json::to_string(&log(&report.findings(), &outlast::codes()))
}

/// `codes` says what codes mean.
fn log(findings: &[Finding], codes: &[CodeInfo]) -> Value {
    // What no rule says is no result: a file that could not be read.
    let findings: Vec<&Finding> = findings.iter().filter(|finding| finding.code != NO_RULE).collect();
    let used: BTreeSet<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
    let used: Vec<&str> = used.into_iter().collect();
    let rules = used.iter().map(|code| {
        let info = codes.iter().find(|info| info.code.to_string() == *code);
        let text = |text: fn(&CodeInfo) -> &'static str| json!({ "text": info.map_or("", text) });
        json!({
            "id": code,
            "shortDescription": text(|info| info.title),
            "fullDescription": text(|info| info.text),
        })
    });
    let driver = json!({
        "name": "outlast",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.collect::<Vec<_>>(),
    });
    // All results of a run say which entries suppress them, or none does: SARIF 2.1.0, 3.27.23.
    let is_suppressed = findings.iter().any(|finding| finding.ignored.is_some());
    let results: Vec<Value> = findings.iter().map(|finding| result(finding, &used, is_suppressed)).collect();
    json!({
        "version": "2.1.0",
        "$schema": SCHEMA,
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    })
}

fn result(finding: &Finding, used: &[&str], is_suppressed: bool) -> Value {
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": used.binary_search(&&*finding.code).unwrap_or_default(),
        "level": finding.severity.name(),
        "message": { "text": finding.text() },
        "locations": [location(&finding.location, None)],
    });
    if !finding.related.is_empty() {
        let related = (1..).zip(&finding.related);
        let related = related.map(|(id, (label, place))| location(place, Some((id, label))));
        result["relatedLocations"] = related.collect();
    }
    if is_suppressed {
        let by = |by| json!({ "kind": "external", "status": "accepted", "justification": by });
        result["suppressions"] = finding.ignored.iter().map(by).collect();
    }
    if let Some(known) = finding.known {
        result["baselineState"] = if known { "unchanged" } else { "new" }.into();
    }
    result["partialFingerprints"] = json!({ "outlast/1": finding.identity });
    if let Some(callable) = &finding.callable {
        result["properties"] = json!({ "tags": ["security", RUNS_CODE], "callable": callable });
    }
    result
}

/// A place; of one that a finding is related to, its number and what is there.
fn location(place: &Location, related: Option<(u64, &String)>) -> Value {
    let mut out = json!({});
    if let Some((id, _)) = related {
        out["id"] = id.into();
    }
    out["physicalLocation"] = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    match place.extent {
        Extent::Lines(region) => {
            out["physicalLocation"]["region"] = json!({
                "startLine": region.line,
                "startColumn": region.column,
                "endLine": region.end_line,
                "endColumn": region.end_column,
            });
        }
        Extent::Bytes(start, end) if end > start => {
            let region = json!({ "byteOffset": start, "byteLength": end - start });
            out["physicalLocation"]["region"] = region;
        }
        Extent::Bytes(..) | Extent::Whole => {}
    }
    if !place.path.is_empty() {
        out["logicalLocations"] = json!([{ "fullyQualifiedName": place.path }]);
    }
    if let Some((_, label)) = related {
        out["message"] = json!({ "text": label });
    }
    out
}

/// A file name as a relative or `file:` URI.
fn uri(name: &str) -> String {
    let mut out = String::new();
    if name.starts_with('/') {
        out.push_str("file://");
    }
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use outlast_core::{Code, CodeInfo, Severity};

    use super::log;
    use crate::findings::{Extent, Finding, Location, Region};

    #[test]
    fn shape() {
        let region =
            |line, column, end_column| Extent::Lines(Region { line, column, end_line: line, end_column });
        let place =
            Location { file: "/tmp/a b.txt".into(), extent: region(2, 5, 10), path: "operator a::b".into() };
        let there = Location { extent: region(1, 1, 4), ..Location::file("old.txt") };
        let finding = Finding {
            notes: vec!["n".into()],
            related: vec![("it was".into(), there)],
            identity: "OL3702 operator a::b".into(),
            ..Finding::new("OL3702", Severity::Error, "broken".into(), place)
        };
        let codes = [CodeInfo { code: Code(3702), title: "t", text: "x" }];
        let log = log(&[finding, Finding::failure("c", "no rule")], &codes);
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(run["results"].as_array().unwrap().len(), 1);
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "OL3702");
        let result = run["results"][0].to_string();
        let expected = r#"{"ruleId":"OL3702","ruleIndex":0,"level":"error","message":{"text":"broken\nn"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///tmp/a%20b.txt"},"region":{"startLine":2,"startColumn":5,"endLine":2,"endColumn":10}},"logicalLocations":[{"fullyQualifiedName":"operator a::b"}]}],"relatedLocations":[{"id":1,"physicalLocation":{"artifactLocation":{"uri":"old.txt"},"region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":4}},"message":{"text":"it was"}}],"partialFingerprints":{"outlast/1":"OL3702 operator a::b"}}"#;
        assert_eq!(result, expected);
    }
}
