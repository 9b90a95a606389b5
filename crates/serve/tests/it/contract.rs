//! The description in OpenAPI has what the server answers, and the server answers what it describes.

use std::collections::BTreeSet;

use outlast_serve::error::KINDS;
use outlast_serve::openapi::DOCUMENT;
use outlast_serve::routes::ROUTES;
use serde_json::Value;

use crate::server::Server;

#[test]
fn the_description_has_every_address_and_no_other() {
    let document: Value = serde_json::from_str(DOCUMENT).unwrap();
    let mut described = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if ["get", "put", "post", "patch", "delete"].contains(&method.as_str()) {
                described.insert(format!("{} {path}", method.to_uppercase()));
                assert!(operation["responses"].is_object(), "{method} {path}");
                assert!(operation["operationId"].is_string(), "{method} {path}");
            }
        }
    }
    let answered: BTreeSet<String> =
        ROUTES.iter().map(|route| format!("{} {}", route.method, route.path)).collect();
    assert_eq!(described, answered);
}

#[test]
fn every_problem_is_described_and_explained() {
    let server = Server::start();
    for kind in KINDS {
        let reply = server.get(&format!("/problems/{}", kind.code));
        let text = String::from_utf8(reply.body).unwrap();
        assert!(reply.status == 200 && text.contains(kind.help), "{}: {text}", kind.code);
    }
    assert_eq!(server.get("/problems/none").status, 404);
}

/// The documents that a reference leads to are there.
#[test]
fn references_lead_somewhere() {
    fn visit(value: &Value, document: &Value, found: &mut usize) {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
            *found += 1;
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| visit(item, document, found)),
            Value::Object(items) => items.values().for_each(|item| visit(item, document, found)),
            _ => {}
        }
    }
    let document: Value = serde_json::from_str(DOCUMENT).unwrap();
    let mut found = 0;
    visit(&document, &document, &mut found);
    assert!(found > 50, "{found} references");
    let server = Server::start();
    assert_eq!(server.get("/openapi.json").json(), document);
}
