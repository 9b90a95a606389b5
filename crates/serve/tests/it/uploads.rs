//! Files that arrive: at once and in parts, from one and from many.

use std::sync::atomic::{AtomicUsize, Ordering};

use outlast_serve::digest::Digest;
use outlast_serve::fsck::fsck;
use serde_json::json;

use crate::server::{Server, corpus, exchange, send};

fn begin(server: &Server, bytes: &[u8], key: &str) -> (String, u64) {
    let document = json!({ "digest": Digest::of(bytes), "size": bytes.len() });
    let reply = server.send("POST /v1/uploads", &[("Idempotency-Key", key)], document.to_string().as_bytes());
    assert_eq!(reply.status, 201, "{reply:?}");
    (reply.header("location").to_string(), reply.header("upload-offset").parse().unwrap())
}

#[test]
fn other_bytes_than_declared_are_refused_and_leave_nothing() {
    let server = Server::start();
    let digest = Digest::of(b"declared");
    let reply = server.ask(&format!("PUT /v1/blobs/{digest}"), b"sent");
    assert_eq!((reply.status, &reply.json()["code"]), (422, &json!("digest-mismatch")));
    assert_eq!(server.get(&format!("/v1/blobs/{digest}")).status, 404);
    let (upload, _) = begin(&server, b"declared", "a");
    let part = server.send(&format!("PATCH {upload}"), &[("Upload-Offset", "0")], b"DECLARED");
    assert_eq!(part.status, 200);
    assert_eq!(server.ask(&format!("PUT {upload}"), b"").status, 422);
    assert_eq!(server.get(&upload).status, 404, "it is forgotten");
    let report = fsck(&server.data()).unwrap();
    assert!(report.faults.is_empty() && report.notes.is_empty() && report.blobs == 0, "{report:?}");
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Server::start();
    let bytes = vec![1; (1 << 20) + 1];
    let digest = Digest::of(&bytes);
    assert_eq!(server.ask(&format!("PUT /v1/blobs/{digest}"), &bytes).status, 413);
    // Without a declared length.
    let token = &server.admin;
    let head = format!("PUT /v1/blobs/{digest} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
    let head = head + &format!("Authorization: Bearer {token}\r\nTransfer-Encoding: chunked\r\n\r\n");
    let chunk = [format!("{:x}\r\n", bytes.len()).as_bytes(), &bytes, b"\r\n0\r\n\r\n"].concat();
    assert_eq!(exchange(server.address, &[head.as_bytes(), &chunk].concat()).unwrap().status, 413);
    let announced = json!({ "digest": digest, "size": bytes.len() });
    assert_eq!(server.post("/v1/uploads", &announced).status, 413);
    assert!(fsck(&server.data()).unwrap().notes.is_empty());
}

#[test]
fn an_upload_goes_on_where_it_was_interrupted() {
    let server = Server::start();
    let bytes = corpus("executorch/1.5.1/mlp.pte");
    let (upload, offset) = begin(&server, &bytes, "key");
    assert_eq!(offset, 0);
    let append = |offset: usize, part: &[u8]| {
        let reply = server.send(&format!("PATCH {upload}"), &[("Upload-Offset", &offset.to_string())], part);
        (reply.status, reply)
    };
    assert_eq!(append(0, &bytes[..100]).0, 200);
    // The connection ends in the middle of a part: what arrived of it may be kept.
    let head = format!("PATCH {upload} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {}\r\n", server.admin);
    let head = head + "Upload-Offset: 100\r\nContent-Length: 1000\r\n\r\n";
    {
        use std::io::Write;
        let mut stream = std::net::TcpStream::connect(server.address).unwrap();
        stream.write_all(&[head.as_bytes(), &bytes[100..150]].concat()).unwrap();
    }
    // The same key again is the same upload.
    let (again, _) = begin(&server, &bytes, "key");
    assert_eq!(again, upload);
    let (status, wrong) = append(7, &bytes[7..]);
    assert_eq!((status, &wrong.json()["code"]), (409, &json!("offset")));
    assert_eq!(server.ask(&format!("PUT {upload}"), b"").status, 409, "it is not complete");
    let mut arrived: usize = server.get(&upload).header("upload-offset").parse().unwrap();
    assert!((100..=150).contains(&arrived), "{arrived}");
    while arrived < bytes.len() {
        let end = (arrived + 1000).min(bytes.len());
        let (status, reply) = append(arrived, &bytes[arrived..end]);
        assert_eq!(status, 200, "{reply:?}");
        arrived = reply.header("upload-offset").parse().unwrap();
    }
    assert_eq!(append(arrived, b"more").0, 413);
    assert_eq!(server.ask(&format!("PUT {upload}"), b"").status, 201);
    // Who did not get the answer asks again.
    assert_eq!(server.ask(&format!("PUT {upload}"), b"").status, 200);
    assert_eq!(begin(&server, &bytes, "key"), (upload.clone(), bytes.len() as u64));
    assert_eq!(server.get(&format!("/v1/blobs/{}", Digest::of(&bytes))).body, bytes);
    let other = json!({ "digest": Digest::of(b"other"), "size": 5 }).to_string();
    assert_eq!(server.send("POST /v1/uploads", &[("Idempotency-Key", "key")], other.as_bytes()).status, 422);
    let (gone, _) = begin(&server, b"given up", "other");
    assert_eq!(server.ask(&format!("DELETE {gone}"), b"").status, 204);
    assert_eq!(server.get(&gone).status, 404);
    assert!(fsck(&server.data()).unwrap().notes.is_empty());
}

#[test]
fn many_uploaders_of_one_file_store_one() {
    let server = Server::start();
    let bytes = corpus("torch/1.10.2/lite.ptl");
    let digest = Digest::of(&bytes);
    let created = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for n in 0..64 {
            let (server, bytes, created) = (&server, &bytes, &created);
            scope.spawn(move || {
                let token = format!("Bearer {}", server.publish);
                let headers = [("Authorization", token.as_str())];
                let status = if n % 2 == 0 {
                    let path = format!("PUT /v1/blobs/{digest}");
                    send(server.address, &path, &headers, bytes).unwrap().status
                } else {
                    // In parts, all by one key: they work on one upload, and whoever is too late is told so.
                    let (upload, mut offset) = begin(server, bytes, "shared");
                    while (offset as usize) < bytes.len() {
                        let end = bytes.len().min(offset as usize + 2048);
                        let at = offset.to_string();
                        let headers = [headers[0], ("Upload-Offset", at.as_str())];
                        let part = &bytes[offset as usize..end];
                        let reply = send(server.address, &format!("PATCH {upload}"), &headers, part).unwrap();
                        assert!(matches!(reply.status, 200 | 409 | 413), "{reply:?}");
                        offset = server.get(&upload).header("upload-offset").parse().unwrap();
                    }
                    send(server.address, &format!("PUT {upload}"), &headers, b"").unwrap().status
                };
                assert!(matches!(status, 200 | 201), "{status}");
                created.fetch_add(usize::from(status == 201), Ordering::Relaxed);
            });
        }
    });
    assert_eq!(created.load(Ordering::Relaxed), 1);
    let report = fsck(&server.data()).unwrap();
    assert_eq!((report.blobs, report.bytes), (1, bytes.len() as u64));
    assert!(report.faults.is_empty() && report.notes.is_empty(), "{report:?}");
    assert_eq!(server.get(&format!("/v1/blobs/{digest}")).body, bytes);
}

#[test]
fn parts_of_a_file_are_delivered() {
    let server = Server::start();
    let bytes = corpus("executorch/1.5.1/mlp.pte");
    let digest = server.upload(&bytes);
    let path = format!("GET /v1/blobs/{digest}");
    let whole = server.ask(&path, b"");
    assert_eq!((whole.status, whole.header("accept-ranges")), (200, "bytes"));
    assert_eq!(whole.header("cache-control"), "private, max-age=31536000, immutable");
    let tag = whole.header("etag").to_string();
    let part = server.send(&path, &[("Range", "bytes=10-19")], b"");
    let all = bytes.len();
    assert_eq!((part.status, part.body.as_slice()), (206, &bytes[10..20]));
    assert_eq!(part.header("content-range"), format!("bytes 10-19/{all}"));
    let rest = server.send(&path, &[("Range", "bytes=100-"), ("If-Range", &tag)], b"");
    assert_eq!((rest.status, rest.body.as_slice()), (206, &bytes[100..]));
    let changed = server.send(&path, &[("Range", "bytes=100-"), ("If-Range", "\"other\"")], b"");
    assert_eq!((changed.status, changed.body.len()), (200, all));
    assert_eq!(server.send(&path, &[("Range", &format!("bytes={all}-"))], b"").status, 416);
    assert_eq!(server.send(&path, &[("If-None-Match", &tag)], b"").status, 304);
    let head = server.ask(&format!("HEAD /v1/blobs/{digest}"), b"");
    assert_eq!(
        (head.status, head.header("content-length"), head.body.len()),
        (200, all.to_string().as_str(), 0)
    );
}
