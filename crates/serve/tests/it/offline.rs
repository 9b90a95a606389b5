//! A static export answers as the server does, and `fetch` gets the same from both.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use outlast_serve::digest::Digest;
use outlast_serve::export::export;
use outlast_serve::fetch::{Fetched, Request, fetch};
use outlast_serve::index::Index;
use outlast_serve::resolve::{Answer, resolve};
use serde_json::json;

use crate::server::Server;

const PROFILES: [&str; 4] =
    ["torch-1.6.0-lite", "torch-1.10.2-lite", "torch-2.15.0-lite", "executorch-1.5.1"];
const MODELS: [&str; 3] = ["lite", "newest", "mixed"];

fn filled() -> Server {
    let server = Server::start();
    for release in PROFILES {
        let backports = release == "torch-1.6.0-lite";
        let alias = format!("{release}-alias");
        server.post("/v1/profiles", &json!({ "release": release, "backports": backports, "alias": alias }));
    }
    for model in ["lite", "newest"] {
        server.publish(model, "1", &["torch/1.5.1/lite.ptl"]);
        server.publish(model, "2", &["torch/1.10.2/lite.ptl"]);
    }
    server.put("/v1/models/newest/policy", &json!({ "order": "newest-first" }));
    server.publish("mixed", "a", &["executorch/1.5.1/mlp.pte", "torch-lite/1.10.2/op_linspace_out.ptl"]);
    server.publish("mixed", "b", &["executorch/0.7.0/block.pte"]);
    server.publish("mixed", "c", &["torch/1.10.2/lite.ptl"]);
    server.post("/v1/models/mixed/versions/c/yank", &json!({ "reason": "wrong model" }));
    server
}

fn files(index: &Index) -> Vec<Option<Digest>> {
    let all = index.versions.iter().flat_map(|version| version.variants.iter().map(|variant| variant.digest));
    [None, Some(Digest::of(b"other"))].into_iter().chain(all.map(Some)).collect()
}

/// An export over HTTP, by a server that knows nothing of it.
fn plain_server(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() == 1 {
                head.push(byte[0]);
            }
            let head = String::from_utf8(head).unwrap();
            let path = head.split(' ').nth(1).unwrap_or("/").trim_start_matches('/').to_string();
            let answer = match std::fs::read(folder.join(path)) {
                Ok(bytes) => [
                    format!(
                        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                        bytes.len()
                    )
                    .as_bytes(),
                    &bytes,
                ]
                .concat(),
                Err(_) => {
                    b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnone".to_vec()
                }
            };
            let _ = stream.write_all(&answer);
        }
    });
    format!("http://{address}")
}

#[test]
fn a_static_export_answers_as_the_server_does() {
    let server = filled();
    let folder = tempfile::tempdir().unwrap();
    let (models, _) = export(&server.data(), folder.path()).unwrap();
    assert_eq!(models, MODELS.len());
    let mut answers = [0; 4];
    for model in MODELS {
        let text = std::fs::read(folder.path().join(format!("index/{model}.json"))).unwrap();
        let index: Index = serde_json::from_slice(&text).unwrap();
        for named in PROFILES.iter().flat_map(|name| [name.to_string(), format!("{name}-alias")]) {
            let profile = index.profile(&named).unwrap();
            for have in files(&index) {
                let rest = have.map(|have| format!("&have={have}")).unwrap_or_default();
                let reply = server.get(&format!("/v1/models/{model}/resolve?profile={named}{rest}"));
                let what = format!("{model} {named} {have:?}: {reply:?}");
                match resolve(&index, profile, have) {
                    Answer::Deliver(delivered) => {
                        answers[0] += 1;
                        assert_eq!(reply.status, 200, "{what}");
                        assert_eq!(
                            reply.json()["variant"],
                            serde_json::to_value(&delivered).unwrap(),
                            "{what}"
                        );
                        let file = outlast_serve::export::blob_path(delivered.digest);
                        let bytes = std::fs::read(folder.path().join(file)).unwrap();
                        assert_eq!(Digest::of(&bytes), delivered.digest);
                    }
                    Answer::Same(_) => {
                        answers[1] += 1;
                        assert_eq!(reply.status, 304, "{what}");
                    }
                    Answer::NothingNewer => {
                        answers[2] += 1;
                        assert_eq!(reply.status, 204, "{what}");
                    }
                    Answer::Refused(refused) => {
                        answers[3] += 1;
                        assert_eq!(reply.status, 409, "{what}");
                        assert_eq!(
                            reply.json()["variants"],
                            serde_json::to_value(&refused).unwrap(),
                            "{what}"
                        );
                    }
                }
            }
        }
    }
    assert!(answers.iter().all(|number| *number > 0), "{answers:?}");
}

#[test]
fn fetch_gets_the_same_from_server_folder_and_web_server() {
    let server = filled();
    let folder = tempfile::tempdir().unwrap();
    export(&server.data(), folder.path()).unwrap();
    let plain = plain_server(folder.path().to_path_buf());
    let out = tempfile::tempdir().unwrap();
    for model in MODELS {
        for profile in PROFILES {
            let mut all = Vec::new();
            for from in [&server.url(), folder.path().to_str().unwrap(), &plain] {
                let output = out.path().join(format!("{model}-{profile}-{}", all.len()));
                let request = Request { model, from, profile, token: Some(&server.read), output: &output };
                let fetched = fetch(&request);
                let again = fetch(&request);
                all.push(match fetched {
                    Ok(Fetched::Written(delivered)) => {
                        assert_eq!(Digest::of(&std::fs::read(&output).unwrap()), delivered.digest);
                        assert_eq!(again.unwrap(), Fetched::Same(delivered.digest));
                        format!("{delivered:?}")
                    }
                    Ok(other) => panic!("{other:?}"),
                    Err(problem) => {
                        assert!(!output.exists());
                        format!("{} {:?}", problem.kind().code, problem.member("variants"))
                    }
                });
            }
            assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{model} {profile}: {all:#?}");
        }
    }
    let left: Vec<_> =
        std::fs::read_dir(out.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_str().unwrap().ends_with(".part")), "{left:?}");
}

/// The name of the part of a download.
fn part(output: &Path, digest: Digest) -> PathBuf {
    let name = output.file_name().unwrap().to_str().unwrap();
    output.with_file_name(format!(".{name}.{}.part", &digest.hex()[..16]))
}

#[test]
fn a_download_goes_on_and_is_whole_or_not_there() {
    let server = filled();
    let out = tempfile::tempdir().unwrap();
    let output = out.path().join("model.pte");
    let bytes = crate::server::corpus("executorch/0.7.0/block.pte");
    let digest = Digest::of(&bytes);
    let url = server.url();
    let request = Request {
        model: "mixed",
        from: &url,
        profile: "executorch-1.5.1",
        token: Some(&server.read),
        output: &output,
    };
    // What an interrupted download left, right and damaged.
    for (left, what) in [(bytes[..500].to_vec(), "half"), (vec![7; 500], "damaged"), (bytes.clone(), "whole")]
    {
        std::fs::write(part(&output, digest), &left).unwrap();
        let fetched = fetch(&request).unwrap();
        assert!(
            matches!(&fetched, Fetched::Written(delivered) if delivered.digest == digest),
            "{what}: {fetched:?}"
        );
        assert_eq!(std::fs::read(&output).unwrap(), bytes, "{what}");
        assert!(!part(&output, digest).exists());
        std::fs::remove_file(&output).unwrap();
    }
    // A refusal leaves what was there.
    std::fs::write(&output, b"mine").unwrap();
    for (model, profile, code) in [
        ("nobody", "executorch-1.5.1", "not-found"),
        ("mixed", "nobody", "unknown-profile"),
        ("../mixed", "executorch-1.5.1", "invalid"),
        ("lite", "executorch-1.5.1", "no-variant"),
    ] {
        let problem = fetch(&Request { model, profile, ..request.clone() }).unwrap_err();
        assert_eq!(problem.kind().code, code, "{problem}");
    }
    let problem = fetch(&Request { token: None, ..request.clone() }).unwrap_err();
    assert_eq!(problem.kind().code, "no-token");
    assert_eq!(std::fs::read(&output).unwrap(), b"mine");
}

#[test]
fn a_damaged_export_is_noticed() {
    let server = filled();
    let folder = tempfile::tempdir().unwrap();
    export(&server.data(), folder.path()).unwrap();
    let digest = Digest::of(&crate::server::corpus("executorch/0.7.0/block.pte"));
    let blob = folder.path().join(outlast_serve::export::blob_path(digest));
    std::fs::write(&blob, b"something else").unwrap();
    let out = tempfile::tempdir().unwrap();
    let output = out.path().join("model.pte");
    let from = folder.path().to_str().unwrap();
    let request = Request { model: "mixed", from, profile: "executorch-1.5.1", token: None, output: &output };
    assert!(fetch(&request).is_err());
    assert!(!output.exists());
    // Exporting again does not look at files that are there; a new folder has them right.
    let again = tempfile::tempdir().unwrap();
    export(&server.data(), again.path()).unwrap();
    let from = again.path().to_str().unwrap();
    fetch(&Request { from, ..request }).unwrap();
}
