//! The client, and processes that read files.

use std::time::{Duration, Instant};

use libtest_mimic::Failed;

use super::server::{Server, check, digest, expect, send, token};
use crate::run::{outlast, root, scratch};

pub(super) fn reading() -> Result<(), Failed> {
    let folder = scratch("reading")?;
    let data = folder.join("data");
    let shown = data.display().to_string();
    let first = "corpus/executorch/1.5.1/mlp.pte";
    let second = "corpus/torch/2.15.0/many.pt";
    expect(&outlast(&["serve", "profile", "--data", &shown, "executorch-1.5.1", "--alias", "phone"]), 0)?;
    expect(&outlast(&["serve", "publish", "--data", &shown, "mlp", "1", first]), 0)?;
    let token = token(&data, "admin")?;
    {
        // No memory to read with: the file is put into quarantine, and others are served on.
        let server = Server::open(&data, &["--read-memory", "0"])?;
        let bytes = std::fs::read(root().join(second))?;
        let second = digest(&bytes);
        send(server.address, &token, &format!("PUT /v1/blobs/{second}"), &[], &bytes)?;
        let document = format!("{{\"label\":\"2\",\"variants\":[\"{second}\"]}}");
        let reply = send(server.address, &token, "POST /v1/models/mlp/versions", &[], document.as_bytes())?;
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        if reply.status != 403 || !text.contains("\"quarantined\"") {
            return Err(format!("{} {text}", reply.status).into());
        }
        let blob = send(server.address, &token, &format!("GET /v1/blobs/{second}"), &[], b"")?;
        let resolved = send(server.address, &token, "GET /v1/models/mlp/resolve?profile=phone", &[], b"")?;
        if (blob.status, resolved.status) != (403, 200) {
            return Err(format!("{} {}", blob.status, resolved.status).into());
        }
    }
    // With higher limits it is published.
    expect(&outlast(&["serve", "publish", "--data", &shown, "mlp", "2", second]), 0)?;
    check(&data).map(|_| ())
}

pub(super) fn fetching() -> Result<(), Failed> {
    let folder = scratch("fetching")?;
    let data = folder.join("data");
    let shown = data.display().to_string();
    let output = folder.join("model.ptl").display().to_string();
    for release in ["torch-1.6.0-lite", "torch-1.10.2-lite"] {
        expect(&outlast(&["serve", "profile", "--data", &shown, release]), 0)?;
    }
    let file = "corpus/torch/1.10.2/lite.ptl";
    expect(&outlast(&["serve", "publish", "--data", &shown, "lite", "1", file]), 0)?;
    let server = Server::open(&data, &["--open-read"])?;
    let url = server.url();
    let fetch = |from: &str, model: &str, profile: &str| {
        outlast(&["fetch", model, "--from", from, "--profile", profile, "-o", &output])
    };
    let public = folder.join("public").display().to_string();
    expect(&outlast(&["serve", "export", "--data", &shown, &public]), 0)?;
    for from in [&url, &public] {
        let refused = fetch(from, "lite", "torch-1.6.0-lite");
        expect(&refused, 1)?;
        if !refused.stdout.contains("[OL2304]")
            || !refused.stdout.contains("can be converted: torch-bytecode")
        {
            return Err(refused.stdout.into());
        }
        expect(&fetch(from, "nobody", "torch-1.6.0-lite"), 2)?;
        expect(&fetch(from, "lite", "nobody"), 2)?;
        expect(&fetch(from, "lite", "torch-1.10.2-lite"), 0)?;
        if std::fs::read(&output)? != std::fs::read(root().join(file))? {
            return Err("the file is another".into());
        }
        let again = fetch(from, "lite", "torch-1.10.2-lite");
        expect(&again, 0)?;
        if !again.stdout.contains("is the one already") {
            return Err(again.stdout.into());
        }
        std::fs::remove_file(&output)?;
    }
    // Where nobody answers.
    let begin = Instant::now();
    drop(server);
    expect(&fetch(&url, "lite", "torch-1.10.2-lite"), 2)?;
    if begin.elapsed() > Duration::from_secs(30) {
        return Err("it tried for too long".into());
    }
    expect(&outlast(&["serve"]), 2)?;
    expect(&outlast(&["serve", "fsck", "--data", &folder.join("none").display().to_string()]), 2)
}
