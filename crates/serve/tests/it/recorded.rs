//! Requests of this version are answered alike by every later one: `tests/recorded/*.json` is replayed. `BLESS=1` writes the answers of a new file;
//! those that were released are not changed.

use std::path::Path;

use outlast_serve::digest::Digest;
use serde_json::{Value, json};

use crate::server::{Server, corpus};

/// What differs from run to run, and from version to version.
const MASKED: &[&str] = &[
    "published",
    "outlast",
    "at",
    "id",
    "upload",
    "facts",
    "etag",
    "location",
    "message",
    "help",
    "detail",
    "title",
    "found",
    "expected",
    "blob",
    // Of the last days.
    "devices",
    "permille",
    "can_be_retired",
];

fn mask(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(mask),
        Value::Object(items) => {
            // What a conversion writes may become better.
            let made = items.get("origin").is_some_and(|origin| origin == "backport");
            let refused = items.contains_key("reasons");
            for (name, item) in items.iter_mut() {
                let of_made = made && matches!(name.as_str(), "digest" | "size");
                let of_made = of_made || (refused && name == "digest") || (name == "why" && item.is_string());
                let of_made = of_made
                    || (matches!(name.as_str(), "gets" | "variants_for_it_alone") && !item.is_object());
                if (of_made || MASKED.contains(&name.as_str())) && !item.is_null() {
                    *item = "…".into();
                }
                mask(item);
            }
        }
        _ => {}
    }
}

/// Whether an answer has all that was recorded: fields may be added.
fn has(found: &Value, recorded: &Value, at: &str, missing: &mut Vec<String>) {
    match (found, recorded) {
        (Value::Object(found), Value::Object(recorded)) => {
            for (name, value) in recorded {
                match found.get(name) {
                    Some(other) => has(other, value, &format!("{at}/{name}"), missing),
                    None => missing.push(format!("{at}/{name} is missing")),
                }
            }
        }
        (Value::Array(found), Value::Array(recorded)) if found.len() == recorded.len() => {
            for (n, (other, value)) in found.iter().zip(recorded).enumerate() {
                has(other, value, &format!("{at}/{n}"), missing);
            }
        }
        _ if found == recorded => {}
        _ => missing.push(format!("{at}: {found}, recorded {recorded}")),
    }
}

/// Headers that clients rely on.
const HEADERS: &[&str] = &["content-type", "cache-control", "upload-offset", "content-range", "vary"];

fn replay(file: &Path) -> Vec<(Value, Value)> {
    let requests: Vec<Value> = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let server = Server::start();
    let mut done = Vec::new();
    // `{upload}` stands for where the last upload is.
    let mut upload = String::new();
    for request in requests {
        let line = request["request"].as_str().unwrap().replace("{upload}", &upload);
        let body = match (&request["file"], &request["body"]) {
            (Value::String(name), _) => {
                let bytes = corpus(name);
                let from = request["from"].as_u64().unwrap_or(0) as usize;
                let to = request["to"].as_u64().map_or(bytes.len(), |to| to as usize);
                bytes[from..to].to_vec()
            }
            (_, Value::Null) => Vec::new(),
            (_, body) => body.to_string().into_bytes(),
        };
        let mut headers: Vec<(&str, &str)> = Vec::new();
        for (name, value) in request["headers"].as_object().into_iter().flatten() {
            headers.push((name.as_str(), value.as_str().unwrap()));
        }
        let reply = server.send(&line, &headers, &body);
        if !reply.header("location").is_empty() {
            upload = reply.header("location").to_string();
        }
        let kept = HEADERS.iter().filter(|name| !reply.header(name).is_empty());
        let kept: serde_json::Map<String, Value> =
            kept.map(|name| ((*name).to_string(), reply.header(name).into())).collect();
        let mut document: Value = serde_json::from_slice(&reply.body)
            .unwrap_or_else(|_| json!({ "bytes": reply.body.len(), "digest": Digest::of(&reply.body) }));
        mask(&mut document);
        let answer = json!({ "status": reply.status, "headers": kept, "document": document });
        done.push((request, answer));
    }
    done
}

#[test]
fn recorded_requests_are_answered_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        files += 1;
        let done = replay(&path);
        let mut missing = Vec::new();
        let mut blessed = Vec::new();
        for (n, (request, answer)) in done.into_iter().enumerate() {
            let mut request = request;
            if request["answer"].is_null() && std::env::var_os("BLESS").is_some() {
                request["answer"] = answer.clone();
            }
            has(&answer, &request["answer"], &format!("{n} {}", request["request"]), &mut missing);
            blessed.push(request);
        }
        if std::env::var_os("BLESS").is_some() {
            let text = serde_json::to_string_pretty(&blessed).unwrap() + "\n";
            std::fs::write(&path, text).unwrap();
        }
        assert_eq!(missing, [""; 0], "{}", path.display());
    }
    assert!(files > 0);
}
