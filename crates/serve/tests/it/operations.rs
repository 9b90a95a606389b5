//! What those who run the server rely on: tokens, numbers, reports, backups, checks.

use outlast_serve::backup::backup;
use outlast_serve::blobs::Blobs;
use outlast_serve::digest::Digest;
use outlast_serve::fsck::fsck;
use outlast_serve::http::Options;
use outlast_serve::routes::ROUTES;
use outlast_serve::service::Scope;
use serde_json::json;

use crate::server::{Server, corpus, send, service};

const MLP: &str = "executorch/1.5.1/mlp.pte";

#[test]
fn each_address_needs_the_scope_that_the_list_says() {
    let server = Server::start();
    let tokens = [
        (Scope::Read, &server.read),
        (Scope::Report, &server.report),
        (Scope::Publish, &server.publish),
        (Scope::Admin, &server.admin),
    ];
    for route in ROUTES {
        let path = route.path.replace(['{', '}'], "");
        let line = format!("{} {path}", route.method);
        let ask = |headers: &[(&str, &str)]| send(server.address, &line, headers, b"").unwrap().status;
        let Some(needed) = route.scope else {
            assert!(!matches!(ask(&[]), 401 | 403), "{line}");
            continue;
        };
        assert_eq!(ask(&[]), 401, "{line}");
        assert_eq!(ask(&[("Authorization", "Bearer ol_wrong")]), 401, "{line}");
        for (scope, token) in tokens {
            let status = ask(&[("Authorization", &format!("Bearer {token}"))]);
            let allowed = scope == needed || scope == Scope::Admin;
            assert_eq!(status != 403, allowed, "{line} with {}: {status}", scope.name());
            assert_ne!(status, 401, "{line}");
        }
    }
}

#[test]
fn a_token_is_stored_hashed_and_ends_when_it_is_revoked() {
    let server = Server::start();
    // As another process does, beside the server.
    let settings = outlast_serve::service::Settings::default();
    let beside = outlast_serve::service::Service::open(
        &server.data(),
        outlast_serve::worker::How::Here,
        settings,
        outlast_serve::service::Use::Beside,
    );
    let beside = beside.unwrap();
    let (id, secret) = beside.add_token("phone", &"read".parse().unwrap()).unwrap();
    let status = || {
        let headers = [("Authorization", format!("Bearer {secret}"))];
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        send(server.address, "GET /v1/models", &headers, b"").unwrap().status
    };
    let until = |expected| {
        for _ in 0..100 {
            if status() == expected {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("the status is not {expected} after five seconds");
    };
    until(200);
    beside.revoke_token(&id).unwrap();
    until(401);
    assert!(beside.revoke_token(&id).is_err());
    server.get("/v1/models");
    for secret in [&secret, &server.admin, &server.read] {
        for entry in
            std::fs::read_dir(server.data()).unwrap().flatten().filter(|entry| entry.path().is_file())
        {
            let bytes = std::fs::read(entry.path()).unwrap();
            assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{entry:?}");
        }
        assert!(server.log.lock().unwrap().iter().all(|line| !line.contains(secret.as_str())));
    }
    assert!(server.log.lock().unwrap().iter().any(|line| line.contains("\"route\":\"/v1/models\"")));
}

#[test]
fn a_folder_has_one_server() {
    let server = Server::start();
    let settings = outlast_serve::service::Settings::default();
    let how = outlast_serve::worker::How::Here;
    let alone = outlast_serve::service::Use::Alone;
    let error = outlast_serve::service::Service::open(&server.data(), how, settings, alone).unwrap_err();
    assert_eq!(error.kind().code, "conflict");
}

#[test]
fn who_asks_too_often_waits() {
    let server = Server::start_with(Options { rate: Some(5), ..Options::default() });
    let replies: Vec<_> = (0..12).map(|_| server.get("/v1/models")).collect();
    let refused = replies.iter().find(|reply| reply.status == 429).expect("one is refused");
    assert_eq!((refused.header("retry-after"), &refused.json()["code"]), ("1", &json!("rate")));
    assert!(replies.iter().take(5).all(|reply| reply.status == 200));
}

#[test]
fn reading_may_be_open() {
    let server = Server::start_with(Options { open_read: true, ..Options::default() });
    let digest = server.upload(&corpus(MLP));
    let open = |line: &str| send(server.address, line, &[], b"").unwrap();
    let blob = open(&format!("GET /v1/blobs/{digest}"));
    assert_eq!((blob.status, blob.header("cache-control")), (200, "public, max-age=31536000, immutable"));
    assert_eq!(open("GET /").status, 200);
    assert_eq!(open("POST /v1/profiles").status, 401);
    assert_eq!(open("PUT /v1/models/a").status, 401);
}

#[test]
fn numbers_health_and_the_page() {
    let server = Server::start();
    server.post("/v1/profiles", &json!({ "release": "executorch-0.5.0" }));
    server.publish("mlp", "1", &["executorch/1.5.1/xnn_mlp.pte"]);
    server.get("/v1/models/mlp/resolve?profile=executorch-0.5.0");
    assert_eq!((server.get("/healthz").status, server.get("/readyz").status), (200, 200));
    let text = String::from_utf8(server.get("/metrics").body).unwrap();
    for line in [
        "outlast_requests_total{method=\"GET\",route=\"/v1/models/{model}/resolve\",status=\"4xx\"} 1",
        "outlast_request_seconds_count{method=\"POST\",route=\"/v1/profiles\"} 1",
        "outlast_blobs 1",
        "outlast_versions 1",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    let page = String::from_utf8(server.get("/").body).unwrap();
    assert!(page.contains("<a href=\"/models/mlp\">mlp</a>") && page.contains("executorch-0.5.0"));
    let reply = server.get("/models/mlp");
    assert!(reply.header("content-security-policy").contains("default-src 'none'"));
    let page = String::from_utf8(reply.body).unwrap();
    assert!(page.contains("misreads") && page.contains("nothing"), "{page}");
    // For browsers: the token as the password.
    let token: Vec<u8> = format!("any:{}", server.read).into_bytes();
    let basic = format!("Basic {}", base64(&token));
    assert_eq!(send(server.address, "GET /", &[("Authorization", &basic)], b"").unwrap().status, 200);
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let of = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = of(0) << 16 | of(1) << 8 | of(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at > three.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

#[test]
fn verdicts_that_devices_contradict_are_flagged() {
    let server = Server::start();
    for release in ["executorch-1.5.1", "executorch-0.5.0"] {
        server.post("/v1/profiles", &json!({ "release": release }));
    }
    let [variant] = server.publish("mlp", "1", &["executorch/1.5.1/xnn_mlp.pte"])[..] else { panic!() };
    let report = |id: &str, reports: serde_json::Value| {
        let headers = format!("Bearer {}", server.report);
        let document = json!({ "id": id, "reports": reports }).to_string();
        send(server.address, "POST /v1/outcomes", &[("Authorization", &headers)], document.as_bytes())
            .unwrap()
    };
    let good =
        json!([{ "profile": "executorch-1.5.1", "variant": variant, "loads": 5, "day": "2026-11-29" }]);
    assert_eq!(report("1", good.clone()).status, 201);
    let flagged = || server.get("/v1/contradictions").json()["contradictions"].as_array().unwrap().clone();
    assert!(flagged().is_empty());
    // The same again is a retry, and is not counted; other reports under its id are a mistake.
    assert_eq!(report("1", good.clone()).json()["counted"], false);
    assert_eq!(report("1", json!([])).status, 409);
    let crash = json!([
        { "profile": "executorch-1.5.1", "variant": variant, "crashes": 1, "day": "2026-11-29" },
        { "profile": "executorch-0.5.0", "variant": variant, "loads": 2 },
    ]);
    assert_eq!(report("2", crash).status, 201);
    let flagged = flagged();
    assert_eq!(flagged.len(), 2, "{flagged:?}");
    let of = |name: &str| flagged.iter().find(|row| row["name"] == name).unwrap().clone();
    assert_eq!(of("executorch-1.5.1")["what"], "it should run, and failed");
    assert_eq!(of("executorch-0.5.0")["what"], "it should not run, and did");
    let days = server.get(&format!("/v1/blobs/{variant}/outcomes")).json();
    let mut loads = days["days"].as_array().unwrap().iter().map(|day| day["loads"].as_u64().unwrap());
    assert_eq!(loads.by_ref().sum::<u64>(), 7);
    assert!(String::from_utf8(server.get("/").body).unwrap().contains("Verdicts that devices contradict"));
    // All of a batch is counted, or nothing.
    let half = json!([
        { "profile": "executorch-1.5.1", "variant": variant, "loads": 1 },
        { "profile": "nobody", "devices": 1 },
    ]);
    assert_eq!(report("3", half).status, 404);
    for wrong in [
        json!([{ "profile": "executorch-1.5.1", "loads": 1 }]),
        json!([{ "profile": "executorch-1.5.1", "devices": 1, "day": "yesterday" }]),
        json!([{ "profile": "executorch-1.5.1", "devices": u64::MAX }]),
    ] {
        assert_eq!(report("4", wrong).status, 422);
    }
    assert_eq!(report("4", json!([{ "profile": "executorch-1.5.1", "devices": -1 }])).status, 400);
}

#[test]
fn the_matrix_answers_what_if() {
    let server = Server::start();
    for release in ["torch-1.6.0-lite", "torch-1.10.2-lite", "torch-2.15.0-lite"] {
        server.post("/v1/profiles", &json!({ "release": release }));
    }
    server.publish("lite", "1", &["torch/1.5.1/lite.ptl"]);
    server.publish("lite", "2", &["torch/1.10.2/lite.ptl"]);
    let devices = json!([
        { "profile": "torch-1.6.0-lite", "devices": 250 },
        { "profile": "torch-1.10.2-lite", "devices": 750 },
        // A runtime that was seen long ago only.
        { "profile": "torch-2.15.0-lite", "devices": 9, "day": "2020-01-01" },
    ]);
    assert_eq!(server.post("/v1/outcomes", &json!({ "id": "1", "reports": devices })).status, 201);
    let matrix = server.get("/v1/models/lite/matrix?version=2&retire=torch-1.6.0-lite").json();
    assert_eq!((&matrix["devices"], matrix["profiles"].as_array().unwrap().len()), (&json!(1000), 3));
    let stranded = &matrix["stranded"];
    assert_eq!((&stranded["devices"], &stranded["permille"]), (&json!(250), &json!(250)));
    assert_eq!(stranded["profiles"][0]["name"], "torch-1.6.0-lite");
    assert_eq!(stranded["profiles"][0]["gets_now"]["version"], "1");
    assert_eq!(stranded["profiles"][0]["why"][0]["reasons"][0]["code"], "OL2304");
    let retire = &matrix["retire"];
    assert_eq!((&retire["can_be_retired"], &retire["devices"]), (&json!(false), &json!(250)));
    assert_eq!(retire["variants_for_it_alone"].as_array().unwrap().len(), 1);
    let retire = server.get("/v1/models/lite/matrix?retire=torch-2.15.0-lite").json();
    assert_eq!(retire["retire"]["can_be_retired"], true);
    for (query, status) in [("retire=nobody", 404), ("version=3", 404), ("what=if", 400)] {
        assert_eq!(server.get(&format!("/v1/models/lite/matrix?{query}")).status, status);
    }
}

#[test]
fn a_backup_of_a_server_that_runs_can_be_served() {
    let server = Server::start();
    server.post("/v1/profiles", &json!({ "release": "executorch-1.5.1", "alias": "phone" }));
    server.publish("mlp", "1", &[MLP]);
    let before = server.get("/v1/models/mlp/resolve?profile=phone");
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("backup");
    assert_eq!(backup(&server.data(), &to).unwrap(), 1);
    assert_eq!(backup(&server.data(), &to).unwrap_err().kind().code, "conflict", "nothing is overwritten");
    let report = fsck(&to).unwrap();
    assert!(report.faults.is_empty() && report.notes.is_empty(), "{report:?}");
    let restored = service(&to);
    let asked = outlast_serve::service::Asked { model: "mlp".into(), profile: "phone".into(), have: None };
    let outlast_serve::service::Resolved::Deliver(text, _) = restored.resolve(asked).unwrap() else {
        panic!()
    };
    assert_eq!(text.as_bytes(), before.body);
    assert!(fsck(folder.path()).is_err(), "it is no data folder, and none is made of it");
    assert!(!folder.path().join("outlast.db").exists());
}

#[test]
fn fsck_finds_what_is_lost_or_damaged() {
    let mut server = Server::start();
    server.post("/v1/profiles", &json!({ "release": "executorch-1.5.1" }));
    let [one] = server.publish("mlp", "1", &[MLP])[..] else { panic!() };
    let [two] = server.publish("mlp", "2", &["executorch/0.7.0/block.pte"])[..] else { panic!() };
    server.stop();
    let data = server.data();
    let faults = || fsck(&data).unwrap().faults;
    assert_eq!(faults(), [""; 0]);
    let blobs = Blobs::open(&data).unwrap();
    let bytes = corpus(MLP);
    let mut damaged = bytes.clone();
    damaged[40] ^= 1;
    std::fs::write(blobs.path(one), &damaged).unwrap();
    let found = faults();
    assert!(found.len() == 1 && found[0].contains(&format!("{one} is damaged")), "{found:?}");
    std::fs::write(blobs.path(one), &bytes).unwrap();
    std::fs::remove_file(blobs.path(two)).unwrap();
    let found = faults();
    assert!(found.len() == 1 && found[0].contains(&format!("{two} is missing")), "{found:?}");
    blobs.import(&mut corpus("executorch/0.7.0/block.pte").as_slice(), Some(two)).unwrap();
    assert_eq!(faults(), [""; 0]);
    // What the database should not have.
    let database = rusqlite::Connection::open(data.join("outlast.db")).unwrap();
    let change = |sql: &str| database.execute_batch(sql).unwrap();
    for (sql, back, part) in [
        ("UPDATE blob SET size = size + 1", "UPDATE blob SET size = size - 1", "its row says"),
        ("UPDATE blob SET state = 'stored'", "UPDATE blob SET state = 'ready'", "which is stored"),
        ("UPDATE model SET policy = 'x'", "UPDATE model SET policy = '{}'", "cannot be read"),
    ] {
        change(sql);
        let found = faults();
        assert!(!found.is_empty() && found.iter().all(|fault| fault.contains(part)), "{sql}: {found:?}");
        change(back);
    }
    let row =
        format!("INSERT INTO variant (version, blob, origin, created) VALUES (1, '{two}', 'uploaded', 1)");
    change(&row);
    assert!(faults()[0].contains("has other files than were published"));
    change(&format!("DELETE FROM variant WHERE version = 1 AND blob = '{two}'"));
    change("UPDATE profile SET text = 'executorch-1.5.0' WHERE form = 'release'");
    assert!(faults()[0].contains("has a text of another digest"));
    change("UPDATE profile SET text = 'executorch-1.5.1' WHERE form = 'release'");
    assert_eq!(faults(), [""; 0]);
    assert_eq!(Digest::of(&std::fs::read(blobs.path(two)).unwrap()), two);
}

#[test]
fn a_server_that_stops_answers_what_is_open() {
    let mut server = Server::start();
    let digest = server.upload(&corpus(MLP));
    let address = server.address;
    let token = server.read.clone();
    // A request whose head has arrived in part is none; one that runs is answered.
    let running = std::thread::spawn(move || {
        let headers = [("Authorization", format!("Bearer {token}"))];
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        (0..200)
            .map_while(|_| send(address, &format!("GET /v1/blobs/{digest}"), &headers, b"").ok())
            .map(|reply| (reply.status, Digest::of(&reply.body) == digest))
            .collect::<Vec<_>>()
    });
    std::thread::sleep(std::time::Duration::from_millis(50));
    server.stop();
    let replies = running.join().unwrap();
    assert!(!replies.is_empty() && replies.iter().all(|reply| *reply == (200, true)), "{replies:?}");
}
