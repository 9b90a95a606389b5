//! From files to devices: publish, judge, convert, resolve, download.

use outlast_serve::digest::Digest;
use serde_json::json;

use crate::server::{Reply, Server, corpus};

/// Bytecode 7, which torch-1.6.0-lite refuses; it can be converted.
const NEW: &str = "torch/1.10.2/lite.ptl";
/// Bytecode 3, which it loads.
const OLD: &str = "torch/1.5.1/lite.ptl";
const PHONE: &str = "torch-1.6.0-lite";
/// A release that upgrades old programs itself.
const READER: &str = "torch-2.15.0-lite";

fn register(server: &Server, release: &str, backports: bool) -> Digest {
    let document = json!({ "release": release, "backports": backports });
    let reply = server.post("/v1/profiles", &document);
    assert_eq!(reply.status, 201, "{reply:?}");
    reply.json()["digest"].as_str().unwrap().parse().unwrap()
}

fn resolve(server: &Server, model: &str, rest: &str) -> Reply {
    server.get(&format!("/v1/models/{model}/resolve?profile={rest}"))
}

/// Downloads what a profile gets, and judges it again.
fn get(server: &Server, model: &str, profile: &str) -> (serde_json::Value, Vec<u8>) {
    let reply = resolve(server, model, profile);
    assert_eq!(reply.status, 200, "{reply:?}");
    let answer = reply.json();
    let file = server.get(answer["blob"].as_str().unwrap());
    assert_eq!(file.status, 200);
    assert_eq!(Digest::of(&file.body).to_string(), answer["variant"]["digest"].as_str().unwrap());
    let verdict = outlast::check(&file.body, &outlast::target(profile).unwrap()).unwrap();
    assert!(verdict.outcome.is_good(), "{profile}: {}", verdict.summary());
    (answer["variant"].clone(), file.body)
}

#[test]
fn an_older_export_comes_before_a_backport_and_the_policy_can_change_that() {
    let server = Server::start();
    register(&server, PHONE, true);
    let [old] = server.publish("lite", "1", &[OLD])[..] else { panic!() };
    let [new] = server.publish("lite", "2", &[NEW])[..] else { panic!() };
    let version = server.get("/v1/models/lite/versions/2").json();
    let variants = version["version"]["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 2, "the backport is a variant of its own: {version}");
    assert_eq!(variants[0]["origin"], "uploaded");
    assert_eq!(variants[1]["origin"], "backport");
    assert_eq!(variants[1]["derived_from"], json!(new));
    assert_eq!(variants[1]["recipe"]["steps"], json!(["torch-bytecode"]));

    let (variant, bytes) = get(&server, "lite", PHONE);
    assert_eq!((variant["version"].as_str(), variant["origin"].as_str()), (Some("1"), Some("uploaded")));
    assert_eq!(bytes, corpus(OLD));
    let policy = server.put("/v1/models/lite/policy", &json!({ "order": "newest-first" }));
    assert_eq!(policy.status, 200);
    let (variant, bytes) = get(&server, "lite", PHONE);
    assert_eq!((variant["version"].as_str(), variant["origin"].as_str()), (Some("2"), Some("backport")));
    assert!(bytes != corpus(NEW) && bytes != corpus(OLD));

    // Nothing was overwritten.
    for (digest, file) in [(old, OLD), (new, NEW)] {
        assert_eq!(server.get(&format!("/v1/blobs/{digest}")).body, corpus(file));
    }
}

#[test]
fn an_answer_is_the_same_until_something_changes() {
    let server = Server::start();
    register(&server, PHONE, false);
    let [old] = server.publish("lite", "1", &[OLD])[..] else { panic!() };
    let first = resolve(&server, "lite", PHONE);
    assert_eq!(first.header("cache-control"), "private, max-age=30");
    for _ in 0..3 {
        let again = resolve(&server, "lite", PHONE);
        assert_eq!((again.body.clone(), again.header("etag")), (first.body.clone(), first.header("etag")));
    }
    let path = format!("GET /v1/models/lite/resolve?profile={PHONE}");
    let known = server.send(&path, &[("If-None-Match", first.header("etag"))], b"");
    assert_eq!((known.status, known.body.len()), (304, 0));
    let same = resolve(&server, "lite", &format!("{PHONE}&have={old}"));
    assert_eq!((same.status, same.header("etag")), (304, first.header("etag")));
    let other = resolve(&server, "lite", &format!("{PHONE}&have={}", Digest::of(b"other")));
    assert_eq!((other.status, &other.body), (200, &first.body));
}

#[test]
fn a_device_that_has_something_newer_gets_nothing() {
    let server = Server::start();
    register(&server, PHONE, true);
    server.publish("lite", "1", &[OLD]);
    server.publish("lite", "2", &[NEW]);
    let version = server.get("/v1/models/lite/versions/2").json();
    let backport = version["version"]["variants"][1]["digest"].as_str().unwrap().to_string();
    // The older export comes first; who has the backport of the newer version keeps it.
    let reply = resolve(&server, "lite", &format!("{PHONE}&have={backport}"));
    assert_eq!(reply.status, 204, "{reply:?}");
}

#[test]
fn who_gets_nothing_learns_every_reason() {
    let server = Server::start();
    register(&server, PHONE, false);
    server.publish("lite", "2", &[NEW]);
    server.publish("lite", "3", &["executorch/1.5.1/mlp.pte"]);
    let reply = resolve(&server, "lite", PHONE);
    assert_eq!((reply.status, reply.header("content-type")), (409, "application/problem+json"));
    let problem = reply.json();
    assert_eq!(problem["code"], "no-variant");
    let variants = problem["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 2);
    // The newest first: another family, then what can be converted, with the steps that would do it.
    assert!(variants[0]["reasons"][0]["message"].as_str().unwrap().contains("does not read"));
    assert_eq!(variants[1]["reasons"][0]["code"], "OL2304");
    assert_eq!(variants[1]["steps"], json!(["torch-bytecode"]));

    // A withdrawn version is told of with its reason.
    server.post("/v1/models/lite/versions/3/yank", &json!({ "reason": "wrong file" }));
    let problem = resolve(&server, "lite", PHONE).json();
    assert!(problem["variants"].to_string().contains("the version was yanked: wrong file"), "{problem}");
}

#[test]
fn files_that_run_code_or_are_not_known_are_delivered_only_if_the_policy_names_them() {
    let server = Server::start();
    let profile = register(&server, "torch-2.15.0", false);
    server.publish("code", "1", &["bad/torch/called.pth"]);
    let index = server.get("/v1/models/code/index").json();
    let cell = &index["versions"][0]["variants"][0]["verdicts"][profile.to_string()];
    assert_eq!((&cell["outcome"], &cell["runs"]), (&json!("unknown"), &json!(["posix.getcwd"])));
    let refused = resolve(&server, "code", "torch-2.15.0");
    assert_eq!(refused.status, 409);
    assert!(refused.json()["variants"].to_string().contains("runs-code"));
    for (deliver, status) in
        [(json!(["runs-code"]), 409), (json!(["unknown"]), 409), (json!(["unknown", "runs-code"]), 200)]
    {
        let policy = server.put("/v1/models/code/policy", &json!({ "deliver": deliver }));
        assert_eq!(policy.status, 200, "{policy:?}");
        let reply = resolve(&server, "code", "torch-2.15.0");
        assert_eq!(reply.status, status, "{deliver}: {reply:?}");
    }
}

#[test]
fn a_version_is_published_once_and_withdrawn_with_a_reason() {
    let server = Server::start();
    register(&server, PHONE, false);
    let variants = server.publish("lite", "1", &[OLD]);
    let publish = |label: &str, variants: &[Digest]| {
        server.post("/v1/models/lite/versions", &json!({ "label": label, "variants": variants })).status
    };
    assert_eq!(publish("1", &variants), 200, "the same again is a retry");
    let other = server.upload(&corpus(NEW));
    assert_eq!(publish("1", &[other]), 409, "nothing is overwritten");
    assert_eq!(publish("2", &[]), 422);
    assert_eq!(publish("../2", &variants), 422);
    assert_eq!(publish("2", &[Digest::of(b"never sent")]), 404);
    let text = server.upload(b"not a program");
    assert_eq!(publish("2", &[text]), 422);
    assert_eq!(server.get("/v1/models/lite").json()["versions"].as_array().unwrap().len(), 1);

    let yank =
        |reason: &str| server.post("/v1/models/lite/versions/1/yank", &json!({ "reason": reason })).status;
    assert_eq!(yank(" "), 422);
    assert_eq!((yank("it is wrong"), yank("it is wrong")), (200, 200));
    let retire = server.post("/v1/models/lite/versions/1/retire", &json!({ "reason": "old" }));
    assert_eq!(retire.status, 409, "what was yanked stays yanked");
    assert_eq!(resolve(&server, "lite", PHONE).status, 409);
    // Who has it can still get it by its digest.
    assert_eq!(server.get(&format!("/v1/blobs/{}", variants[0])).status, 200);
}

#[test]
fn versions_older_than_the_support_window_are_not_upgraded_for_ever() {
    let server = Server::start();
    let profile = register(&server, READER, false);
    // An old program that this release upgrades itself.
    server.publish("old", "1", &["torch-lite/1.10.2/op_linspace_out.ptl"]);
    server.publish("old", "2", &["executorch/1.5.1/mlp.pte"]);
    let index = server.get("/v1/models/old/index").json();
    let outcome = &index["versions"][0]["variants"][0]["verdicts"][profile.to_string()]["outcome"];
    assert_eq!(outcome, "upgrades");
    assert_eq!(resolve(&server, "old", READER).json()["variant"]["version"], "1");
    server.put("/v1/models/old/policy", &json!({ "window": { "versions": 1 } }));
    let reply = resolve(&server, "old", READER);
    assert_eq!(reply.status, 409);
    let text = reply.json().to_string();
    assert!(text.contains("older-than-window") && text.contains("Export the model again"), "{text}");
}

#[test]
fn devices_report_their_runtimes() {
    let server = Server::start();
    server.publish("mlp", "1", &["executorch/1.5.1/mlp.pte"]);
    let operators = ["aten::addmm.out", "aten::relu.out", "aten::permute_copy.out"];
    let report = |operators: &[&str], name: &str| {
        let device = json!({ "base": "executorch-1.5.1", "operators": operators, "backends": [] });
        server
            .post("/v1/profiles", &json!({ "report": device, "name": name, "alias": format!("{name}-now") }))
    };
    let all = report(&operators, "whole");
    assert_eq!(all.status, 201, "{all:?}");
    let again = report(&operators, "whole");
    assert_eq!((again.status, &again.json()["digest"]), (200, &all.json()["digest"]));
    assert_eq!(report(&operators[1..], "lacking").status, 201);
    let whole = resolve(&server, "mlp", "whole-now");
    assert_eq!(whole.status, 200, "{whole:?}");
    let lacking = resolve(&server, "mlp", "lacking");
    assert_eq!(lacking.status, 409);
    assert!(lacking.json().to_string().contains("aten::addmm.out"), "{lacking:?}");

    // What `RuntimeCompatibilityInfo` of PyTorch has.
    server.publish("lite", "1", &[NEW]);
    let torch = |bytecode: [u64; 2], name: &str| {
        let device = json!({
            "base": "torch-1.10.2-lite", "bytecode": bytecode, "operator_versions": [0, 9],
            "operators": { "aten::linear": { "num_schema_args": 3 }, "aten::relu": 1 }, "types": ["Tensor", "List", "int"],
        });
        let reply = server.post("/v1/profiles", &json!({ "report": device, "name": name }));
        assert_eq!(reply.status, 201, "{reply:?}");
        resolve(&server, "lite", name)
    };
    let old = torch([3, 4], "torch-old");
    assert!(old.status == 409 && old.json().to_string().contains("bytecode"), "{old:?}");
    let new = torch([3, 8], "torch-new");
    assert!(!new.json().to_string().contains("OL2304"), "{new:?}");
    for wrong in [json!({ "report": { "base": "torch-1.10.2-lite" } }), json!({ "report": { "base": "x" } })]
    {
        assert_eq!(server.post("/v1/profiles", &wrong).status, 422, "{wrong}");
    }
}

#[test]
fn what_a_device_does_not_report_is_as_in_its_release() {
    let server = Server::start();
    let gets = |model: &str, name: &str, device: serde_json::Value| {
        let reply = server.post("/v1/profiles", &json!({ "report": device, "name": name }));
        assert_eq!(reply.status, 201, "{reply:?}");
        resolve(&server, model, name)
    };
    // This release has no function that lists its backends.
    server.publish("delegated", "1", &["executorch/0.5.0/xnn_add.pte"]);
    let silent = gets("delegated", "silent", json!({ "base": "executorch-0.5.0", "operators": [] }));
    assert_eq!(silent.status, 200, "{silent:?}");
    let without = json!({ "base": "executorch-0.5.0", "operators": [], "backends": [] });
    let without = gets("delegated", "without", without);
    assert!(without.status == 409 && without.json().to_string().contains("XnnpackBackend"), "{without:?}");

    server.publish("accurate", "1", &["mlir/vhlo/accuracy-1.10.0.mlir.bc"]);
    let jaxlib = |version: &str, name: &str| {
        gets("accurate", name, json!({ "base": "jaxlib-0.5.3", "stablehlo": version, "custom_calls": [] }))
    };
    assert_eq!(jaxlib("1.10.0", "server-new").status, 200);
    let old = jaxlib("1.8.7", "server-old");
    assert!(old.status == 409 && old.json().to_string().contains("vhlo.exponential_v2"), "{old:?}");

    // The structure of 1.10 has the newest version of bytecode alone.
    server.publish("lite", "1", &[NEW]);
    let torch = |bytecode: u64, name: &str| {
        let device = json!({ "base": "torch-1.10.2-lite", "bytecode": bytecode });
        gets("lite", name, device).status
    };
    assert_eq!((torch(6, "torch-6"), torch(7, "torch-7")), (409, 200));

    for wrong in [
        json!({ "base": "executorch-0.5.0" }),
        json!({ "base": "jaxlib-0.5.3" }),
        json!({ "base": "jaxlib-0.5.3", "stablehlo": "new" }),
        json!({ "base": "llvm-19.1.7", "operators": [] }),
    ] {
        let reply = server.post("/v1/profiles", &json!({ "report": wrong, "name": "wrong" }));
        assert_eq!(reply.status, 422, "{reply:?}");
    }
}

#[test]
fn aliases_move_and_digests_do_not() {
    let server = Server::start();
    let old = register(&server, PHONE, false);
    let new = register(&server, "torch-1.10.2-lite", false);
    server.publish("lite", "2", &[NEW]);
    let alias = |profile: &Digest| server.put("/v1/aliases/phone", &json!({ "profile": profile })).status;
    assert_eq!(alias(&old), 200);
    assert_eq!(resolve(&server, "lite", "phone").status, 409);
    assert_eq!(alias(&new), 200);
    assert_eq!(resolve(&server, "lite", "phone").status, 200);
    assert_eq!(resolve(&server, "lite", &old.to_string()).status, 409);
    assert_eq!(server.put("/v1/aliases/phone", &json!({ "profile": "nobody" })).status, 404);
}
