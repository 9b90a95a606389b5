//! Requests that nobody should send: each is answered, none is an error of the server, and nothing is touched outside of its folder.
//!
//! `OUTLAST_SERVE_REQUESTS` says how many are sent.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use outlast_serve::digest::Digest;
use outlast_serve::fsck::fsck;
use outlast_serve::routes::ROUTES;
use serde_json::json;

use crate::server::{Server, corpus, exchange};

/// Numbers that are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % most.max(1) as u64).unwrap()
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

pub(crate) fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What stands for a parameter of a path, or of a query.
const WORDS: &[&str] = &[
    "mlp",
    "1",
    "2",
    "phone",
    "executorch-1.5.1",
    "..",
    "%2e%2e",
    "%2e%2e%2f%2e%2e%2fetc",
    "..%2f..",
    "%00",
    "%ff",
    "%c3%a4",
    "",
    "a%0d%0ab",
    "*",
    "sha256:",
    "sha256:00",
    "'",
    "\"",
    "%22%27;--",
    "-1",
    "18446744073709551616",
    "%F0%9F%98%80",
    "x%20y",
    "C:%5c",
    "~",
    "con",
];

const BODIES: &[&str] = &[
    "",
    "{",
    "null",
    "[]",
    "{}",
    "\"text\"",
    "{\"label\":\"3\",\"variants\":[]}",
    "{\"label\":\"..\",\"variants\":[\"sha256:00\"]}",
    "{\"digest\":\"sha256:zz\",\"size\":-1}",
    "{\"digest\":\"DIGEST\",\"size\":18446744073709551615}",
    "{\"digest\":\"DIGEST\",\"size\":4}",
    "{\"release\":\"executorch-99\"}",
    "{\"release\":\"executorch-0.7.0\",\"alias\":\"../x\"}",
    "{\"file\":\"schema = 1\"}",
    "{\"report\":{\"base\":\"executorch-1.5.1\",\"operators\":[1],\"backends\":{}}}",
    "{\"report\":{\"base\":\"torch-1.10.2-lite\",\"operators\":{\"a\":{}}}}",
    "{\"reason\":\"\"}",
    "{\"reason\":\"a reason\"}",
    "{\"profile\":\"phone\"}",
    "{\"order\":\"newest-first\",\"window\":{\"versions\":0,\"days\":4294967295}}",
    "{\"order\":\"other\"}",
    "{\"id\":\"1\",\"reports\":[{\"profile\":\"phone\",\"devices\":1099511627776,\"day\":\"9999-12-31\"}]}",
    "{\"id\":\"2\",\"reports\":[{\"profile\":\"phone\",\"variant\":\"DIGEST\",\"crashes\":3}]}",
    "{\"id\":\"\u{1}\",\"reports\":[{\"profile\":\"\u{0}\"}]}",
];

const HEADERS: &[&str] = &[
    "Range: bytes=0-",
    "Range: bytes=9999999999999999999-1",
    "Range: bytes=-0",
    "If-None-Match: *",
    "Upload-Offset: 0",
    "Upload-Offset: -1",
    "Upload-Offset: 18446744073709551615",
    "Idempotency-Key: k",
    "Idempotency-Key: ",
    "Content-Type: text/plain",
    "Expect: 100-continue",
    "Accept: nothing/at-all",
    "X-Forwarded-For: 10.0.0.1",
    "Authorization: Bearer",
    "Authorization: Basic !!!",
    "Authorization: Bearer ol_\u{e4}",
];

struct Requests<'s> {
    random: Random,
    server: &'s Server,
    digest: Digest,
}

impl Requests<'_> {
    fn word(&mut self) -> String {
        match self.random.below(4) {
            0 => self.digest.to_string(),
            _ => (*self.random.pick(WORDS)).to_string(),
        }
    }

    fn next(&mut self) -> Vec<u8> {
        let route = *self.random.pick(ROUTES);
        let mut path = String::new();
        for part in route.path.split('/').skip(1) {
            let part = if part.starts_with('{') { self.word() } else { part.to_string() };
            path = path + "/" + &part;
        }
        if self.random.below(3) == 0 {
            let name = *self.random.pick(&["profile", "have", "retire", "version", "x", "%zz"]);
            path += &format!("?{name}={}&have={}", self.word(), self.word());
        }
        let methods = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE", "get"];
        let method = if self.random.below(4) == 0 { *self.random.pick(&methods) } else { route.method };
        let body = self.random.pick(BODIES).replace("DIGEST", &self.digest.to_string());
        let wrong = "wrong".to_string();
        let token = *self.random.pick(&[
            &self.server.admin,
            &self.server.admin,
            &self.server.admin,
            &self.server.publish,
            &self.server.read,
            &wrong,
        ]);
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
        head += &format!("Authorization: Bearer {token}\r\n");
        for _ in 0..self.random.below(3) {
            head += &format!("{}\r\n", self.random.pick(HEADERS));
        }
        let length = match self.random.below(12) {
            0 => body.len() + 1,
            1 => body.len() / 2,
            _ => body.len(),
        };
        if self.random.below(20) > 0 {
            head += &format!("Content-Length: {length}\r\n");
        }
        let mut bytes = [head.as_bytes(), b"\r\n", body.as_bytes()].concat();
        // Some bytes are others, or missing.
        if self.random.below(4) == 0 {
            for _ in 0..=self.random.below(3) {
                let at = self.random.below(bytes.len());
                bytes[at] = u8::try_from(self.random.below(256)).unwrap();
            }
        }
        if self.random.below(20) == 0 {
            let end = self.random.below(bytes.len());
            bytes.truncate(end);
        }
        bytes
    }
}

/// Everything below a folder except what is in `data`.
fn outside(folder: &Path, data: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    entries.filter(|path| path != data).collect()
}

#[test]
fn requests_that_nobody_should_send_are_answered() {
    let mut server = Server::start();
    server.post("/v1/profiles", &json!({ "release": "executorch-1.5.1", "alias": "phone" }));
    let [digest] = server.publish("mlp", "1", &["executorch/1.5.1/mlp.pte"])[..] else { panic!() };
    let before = outside(server.outside(), &server.data());
    let mut requests = Requests { random: Random(50), server: &server, digest };
    let (mut by_status, all) = (std::collections::BTreeMap::new(), number("OUTLAST_SERVE_REQUESTS", 3000));
    for n in 0..all {
        let bytes = requests.next();
        // Who does not send the end of a request gets no answer, and closes.
        let reply = {
            use std::io::{Read, Write};
            let mut stream = std::net::TcpStream::connect(server.address).unwrap();
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            answer
        };
        if reply.is_empty() {
            *by_status.entry(0).or_insert(0) += 1;
            continue;
        }
        let status: u16 = std::str::from_utf8(&reply[9..12]).unwrap().parse().unwrap();
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert!(status < 500 || status == 507, "request {n}: {}\n{shown}", String::from_utf8_lossy(&reply));
        *by_status.entry(status).or_insert(0) += 1;
    }
    println!("{by_status:?}");
    assert!(by_status.len() > 5, "{by_status:?}");
    // It still works, and what was there is there.
    assert_eq!(server.get(&format!("/v1/blobs/{digest}")).body, corpus("executorch/1.5.1/mlp.pte"));
    assert_eq!(outside(server.outside(), &server.data()), before);
    let log = server.log.lock().unwrap().join("\n");
    for secret in [&server.admin, &server.publish, &server.read] {
        assert!(!log.contains(secret.as_str()) && !log.contains(&secret[3..20]));
    }
    server.stop();
    let report = fsck(&server.data()).unwrap();
    assert_eq!(report.faults, [""; 0]);
}

#[test]
fn uploads_of_changed_files_are_judged_or_refused() {
    let server = Server::start();
    server.post("/v1/profiles", &json!({ "release": "executorch-1.5.1" }));
    let original = corpus("executorch/1.5.1/mlp.pte");
    let mut random = Random(51);
    let mut seen = BTreeSet::new();
    for n in 0..number("OUTLAST_SERVE_UPLOADS", 100) {
        let mut bytes = original.clone();
        for _ in 0..=random.below(8) {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
        }
        if random.below(4) == 0 {
            bytes.truncate(random.below(original.len()));
        }
        let digest = server.upload(&bytes);
        let document = json!({ "label": n.to_string(), "variants": [digest] });
        let reply = server.post("/v1/models/mutants/versions", &document);
        assert!(matches!(reply.status, 201 | 422), "{reply:?}");
        seen.insert(reply.status);
    }
    assert_eq!(seen.len(), 2, "{seen:?}");
    assert_eq!(fsck(&server.data()).unwrap().faults, [""; 0]);
}

#[test]
fn a_request_of_another_protocol_is_refused() {
    let server = Server::start();
    for bytes in [&b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..], b"\x16\x03\x01\x02\x00\x01", b"hello\r\n\r\n"] {
        if let Ok(reply) = exchange(server.address, bytes) {
            assert!((400..500).contains(&reply.status) || reply.status == 505, "{reply:?}");
        }
    }
    assert_eq!(server.get("/healthz").status, 200);
}
