//! Plain pages: models, versions, who gets what, and why not. All that is not ours is escaped, and there are no scripts.

use std::fmt::Write;

use serde_json::Value;

use crate::index::{Cell, Index};
use crate::names::moment;

/// Text as HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2rem .6rem;text-align:left;vertical-align:top}\
.good{background:#e3f4e3}.bad{background:#fbe4e0}.open{background:#f4f0d8}code{font-size:.85em}";

fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n{body}</body></html>\n"
    )
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The list of models and profiles, and of verdicts that devices contradict.
pub(crate) fn models(models: &[String], profiles: &[Value], flagged: &Value) -> String {
    let mut body = String::from("<h2>Models</h2>\n<ul>\n");
    for name in models {
        let name = escape(name);
        let _ = writeln!(body, "<li><a href=\"/models/{name}\">{name}</a></li>");
    }
    body += "</ul>\n<h2>Profiles</h2>\n<table><tr><th>name</th><th>aliases</th><th>made of</th><th>devices</th><th>backports</th></tr>\n";
    for profile in profiles {
        let aliases: Vec<&str> = profile
            .get("aliases")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let _ = writeln!(
            body,
            "<tr><td>{}<br><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(text(profile, "name")),
            escape(text(profile, "digest")),
            escape(&aliases.join(", ")),
            escape(text(profile, "source")),
            profile.get("devices").and_then(Value::as_u64).unwrap_or(0),
            if profile.get("backports") == Some(&Value::Bool(true)) { "yes" } else { "no" },
        );
    }
    body += "</table>\n";
    let flagged =
        flagged.get("contradictions").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if !flagged.is_empty() {
        body += "<h2>Verdicts that devices contradict</h2>\n<ul>\n";
        for row in flagged {
            let _ = writeln!(
                body,
                "<li class=\"bad\"><code>{}</code> on {}: the verdict is {}; {}</li>",
                escape(text(row, "variant")),
                escape(text(row, "name")),
                escape(text(row, "verdict")),
                escape(text(row, "what")),
            );
        }
        body += "</ul>\n";
    }
    page("Outlast", &body)
}

/// One model: who gets what, and the verdict of each profile on each variant.
pub(crate) fn model(index: &Index, matrix: &Value) -> String {
    let mut body = String::from("<p><a href=\"/\">all models</a></p>\n<h2>Who gets what</h2>\n");
    body += "<table><tr><th>profile</th><th>devices</th><th>gets</th></tr>\n";
    for row in matrix.get("profiles").and_then(Value::as_array).into_iter().flatten() {
        let gets = row.get("gets").filter(|gets| gets.is_object());
        let (class, what) = match gets {
            Some(gets) => (
                "good",
                format!("{} ({}, {})", text(gets, "version"), text(gets, "origin"), text(gets, "outcome")),
            ),
            None => ("bad", "nothing".to_string()),
        };
        let devices = row.get("devices").and_then(Value::as_u64).unwrap_or(0);
        let (name, what) = (escape(text(row, "name")), escape(&what));
        let _ = writeln!(body, "<tr class=\"{class}\"><td>{name}</td><td>{devices}</td><td>{what}</td></tr>");
    }
    body += "</table>\n<h2>Versions</h2>\n";
    for version in index.versions.iter().rev() {
        let reason =
            version.reason.as_ref().map(|reason| format!(": {}", escape(reason))).unwrap_or_default();
        let _ = writeln!(
            body,
            "<h3>{}</h3>\n<p>{}{reason}; published {}</p>",
            escape(&version.label),
            version.status.name(),
            moment(version.published)
        );
        for variant in &version.variants {
            let _ = writeln!(
                body,
                "<p><code>{}</code> {}, {} bytes, {}{}</p>\n<table><tr><th>profile</th><th>verdict</th><th>why</th></tr>",
                variant.digest,
                escape(&variant.kind),
                variant.size,
                variant.origin.name(),
                variant.derived_from.map(|from| format!(" of <code>{from}</code>")).unwrap_or_default(),
            );
            for (profile, cell) in &variant.verdicts {
                let name = index.profiles.get(profile).map_or("", |named| named.name.as_str());
                body += &row(name, cell);
            }
            body += "</table>\n";
        }
    }
    page(&index.model, &body)
}

fn row(name: &str, cell: &Cell) -> String {
    let class = match cell.outcome.as_str() {
        _ if !cell.runs.is_empty() => "bad",
        "loads" | "upgrades" => "good",
        "unknown" => "open",
        _ => "bad",
    };
    let mut why: Vec<String> = cell
        .reasons
        .iter()
        .map(|reason| {
            let help =
                reason.help.as_ref().map(|help| format!(" <em>{}</em>", escape(help))).unwrap_or_default();
            format!("{}{help}", escape(&reason.message))
        })
        .collect();
    if !cell.runs.is_empty() {
        why.insert(0, format!("reading it runs code: {}", escape(&cell.runs.join(", "))));
    }
    let (name, outcome) = (escape(name), escape(&cell.outcome));
    format!("<tr class=\"{class}\"><td>{name}</td><td>{outcome}</td><td>{}</td></tr>\n", why.join("<br>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_is_escaped() {
        let cell = Cell {
            outcome: "fails".into(),
            basis: None,
            steps: Vec::new(),
            reasons: vec![crate::index::Why { code: None, message: "<script>&'\"".into(), help: None }],
            runs: vec!["<b>".into()],
        };
        let row = row("<i>", &cell);
        assert!(
            row.contains("&lt;script&gt;&amp;&#39;&quot;")
                && row.contains("&lt;b&gt;")
                && row.contains("&lt;i&gt;")
        );
        assert!(!row.contains("<script>") && !row.contains("<b>"));
    }
}
