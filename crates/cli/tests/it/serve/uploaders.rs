//! [`Shared`]: uploaders and publishers that insist, and what was acknowledged to them.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::Duration;

use libtest_mimic::Failed;
use serde_json::Value;

use super::server::{Reply, digest, send};

/// Numbers that differ from thread to thread.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// What uploaders share.
pub(super) struct Shared {
    pub(super) address: RwLock<Option<SocketAddr>>,
    pub(super) token: String,
    pub(super) stop: AtomicBool,
    /// Files by digest, and versions by label, that were acknowledged.
    pub(super) files: Mutex<BTreeMap<String, usize>>,
    pub(super) versions: Mutex<BTreeMap<String, String>>,
    pub(super) retried: AtomicUsize,
    pub(super) wrong: Mutex<Vec<String>>,
}

impl Shared {
    /// Sends a request until it is answered, whatever becomes of the server meanwhile; none at the end of the test.
    fn insist(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<Reply> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let address = *self.address.read().expect("no panic");
            if let Some(address) = address
                && let Ok(reply) = send(address, &self.token, line, headers, body)
                && reply.status != 503
            {
                return Some(reply);
            }
            self.retried.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn demand(&self, reply: &Reply, statuses: &[u16], what: &str) -> bool {
        let good = statuses.contains(&reply.status);
        if !good {
            let text = format!("{what}: {} {}", reply.status, String::from_utf8_lossy(&reply.body));
            self.wrong.lock().expect("no panic").push(text);
        }
        good
    }

    /// Uploads a file, in parts or at once; whether it was acknowledged.
    fn upload(&self, bytes: &[u8], key: &str, parts: bool) -> Option<bool> {
        let digest = digest(bytes);
        if !parts {
            let reply = self.insist(&format!("PUT /v1/blobs/{digest}"), &[], bytes)?;
            return Some(self.demand(&reply, &[200, 201], "upload"));
        }
        let announced = format!("{{\"digest\":\"{digest}\",\"size\":{}}}", bytes.len());
        let headers = [("Idempotency-Key", key)];
        let begin = || self.insist("POST /v1/uploads", &headers, announced.as_bytes());
        let place = |reply: &Reply| {
            reply
                .head
                .lines()
                .find_map(|line| line.strip_prefix("location: "))
                .unwrap_or_default()
                .trim()
                .to_string()
        };
        let first = begin()?;
        let at = place(&first);
        loop {
            let state = self.insist(&format!("GET {at}"), &[], b"")?;
            if !self.demand(&state, &[200], "an upload that was acknowledged") {
                return Some(false);
            }
            let offset = state.head.lines().find_map(|line| line.strip_prefix("upload-offset: "));
            let offset: usize = offset.and_then(|offset| offset.trim().parse().ok()).unwrap_or(0);
            if offset >= bytes.len() {
                break;
            }
            let end = bytes.len().min(offset + 4096);
            let from = offset.to_string();
            let headers = [("Upload-Offset", from.as_str())];
            let reply = self.insist(&format!("PATCH {at}"), &headers, &bytes[offset..end])?;
            // A part that arrived before the server was killed is not asked for again.
            if !self.demand(&reply, &[200, 409, 413], "a part") {
                return Some(false);
            }
        }
        // The same key again is the same upload.
        let again = place(&begin()?);
        if again != at {
            self.wrong.lock().expect("no panic").push(format!("another upload: {at}, then {again}"));
        }
        let reply = self.insist(&format!("PUT {at}"), &[], b"")?;
        Some(self.demand(&reply, &[200, 201], "the end of an upload"))
    }

    pub(super) fn work(&self, number: u64, program: &[u8]) {
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for n in 0.. {
            // A file of its own: what stands behind a program changes nothing.
            let mut bytes = program.to_vec();
            bytes.extend(format!("{number} {n} {}", random.below(u64::MAX)).as_bytes());
            if random.below(3) == 0 {
                bytes.resize(bytes.len() + usize::try_from(random.below(60_000)).unwrap_or(0), 7);
            }
            let label = format!("{number}.{n}");
            let Some(uploaded) = self.upload(&bytes, &label, random.below(2) == 0) else { return };
            let digest = digest(&bytes);
            if !uploaded {
                return;
            }
            self.files.lock().expect("no panic").insert(digest.clone(), bytes.len());
            if random.below(2) == 0 {
                let document = format!("{{\"label\":\"{label}\",\"variants\":[\"{digest}\"]}}");
                let Some(reply) = self.insist("POST /v1/models/model/versions", &[], document.as_bytes())
                else {
                    return;
                };
                if !self.demand(&reply, &[200, 201], "a version") {
                    return;
                }
                self.versions.lock().expect("no panic").insert(label, digest);
            }
        }
    }

    /// Whether what was acknowledged is there, and right; `all`, or some of it.
    pub(super) fn look(&self, address: SocketAddr, all: bool) -> Result<usize, Failed> {
        let (files, versions) =
            (self.files.lock().expect("no panic").clone(), self.versions.lock().expect("no panic").clone());
        let step = if all { 1 } else { files.len() / 20 + 1 };
        let mut looked = 0;
        for (expected, size) in files.iter().step_by(step) {
            let reply = send(address, &self.token, &format!("GET /v1/blobs/{expected}"), &[], b"")?;
            if reply.status != 200 || reply.body.len() != *size || digest(&reply.body) != *expected {
                return Err(
                    format!("{expected} was acknowledged: {} {}", reply.status, reply.body.len()).into()
                );
            }
            looked += 1;
        }
        if !versions.is_empty() {
            let reply = send(address, &self.token, "GET /v1/models/model", &[], b"")?;
            let document: Value = serde_json::from_slice(&reply.body)?;
            let published: BTreeMap<&str, &str> = document["versions"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|version| {
                    Some((version["label"].as_str()?, version["variants"][0]["digest"].as_str()?))
                })
                .collect();
            for (label, digest) in &versions {
                let found = published.get(label.as_str());
                if found != Some(&digest.as_str()) {
                    return Err(format!("version {label} of {digest} was acknowledged: {found:?}").into());
                }
            }
        }
        Ok(looked)
    }
}
