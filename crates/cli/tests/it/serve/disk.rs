//! A disk that is full, or fails now and then. `OUTLAST_SERVE_DISK` names an empty folder on a disk of a few MB to fill.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, RwLock};

use libtest_mimic::Failed;

use super::server::{Server, check, corpus, digest, expect, send, token};
use super::uploaders::Shared;
use crate::run::{outlast, scratch};

pub(super) fn full_disk() -> Result<(), Failed> {
    let small = std::env::var_os("OUTLAST_SERVE_DISK").map(PathBuf::from);
    let folder = match &small {
        Some(folder) => folder.clone(),
        None => scratch("full")?,
    };
    let data = folder.join("data");
    let token = token(&data, "admin")?;
    let program = corpus("executorch/1.5.1/mlp.pte")?;
    let shown = data.display().to_string();
    expect(&outlast(&["serve", "profile", "--data", &shown, "executorch-1.5.1"]), 0)?;
    let server = match &small {
        Some(_) => Server::open(&data, &[])?,
        None => {
            // No file of the server may be larger than 4 MB: writing more is an error, as on a full disk.
            let mut shell = Command::new("sh");
            let binary = env!("CARGO_BIN_EXE_outlast");
            let script = "trap '' XFSZ; ulimit -f 8192; exec \"$0\" serve --data \"$1\" --listen 127.0.0.1:0";
            shell.args(["-c", script, binary, &shown]);
            Server::start(shell)?
        }
    };
    let ask =
        |line: &str, headers: &[(&str, &str)], body: &[u8]| send(server.address, &token, line, headers, body);
    let good = digest(&program);
    let kept = ask(&format!("PUT /v1/blobs/{good}"), &[], &program)?.status;
    let version = format!("{{\"label\":\"1\",\"variants\":[\"{good}\"]}}");
    let published = ask("POST /v1/models/mlp/versions", &[], version.as_bytes())?.status;
    if (kept, published) != (201, 201) {
        return Err(format!("{kept} {published}").into());
    }
    let mut refused = 0;
    let mut stored = 0;
    for n in 0..6u8 {
        // The second half is 3 MB: both together are too large.
        let bytes = vec![n; 6 << 20];
        let digest = digest(&bytes);
        let reply = ask(&format!("PUT /v1/blobs/{digest}"), &[], &bytes)?;
        let there = ask(&format!("GET /v1/blobs/{digest}"), &[], b"")?.status;
        match (reply.status, there) {
            (507, 404) => refused += 1,
            (201, 200) => stored += 1,
            other => {
                return Err(format!("at once: {other:?} {}", String::from_utf8_lossy(&reply.body)).into());
            }
        }
        let announced = format!("{{\"digest\":\"{digest}\",\"size\":{}}}", bytes.len());
        let begun = ask("POST /v1/uploads", &[], announced.as_bytes())?;
        let at = begun
            .head
            .lines()
            .find_map(|line| line.strip_prefix("location: "))
            .unwrap_or_default()
            .to_string();
        if begun.status == 201 {
            let reply = ask(&format!("PATCH {at}"), &[("Upload-Offset", "0")], &bytes)?;
            if !matches!(reply.status, 200 | 507) {
                return Err(
                    format!("in parts: {} {}", reply.status, String::from_utf8_lossy(&reply.body)).into()
                );
            }
            let ended = ask(&format!("PUT {at}"), &[], b"")?.status;
            if !matches!((reply.status, ended), (200, 200 | 201 | 507) | (507, 409)) {
                return Err(format!("in parts: {} then {ended}", reply.status).into());
            }
            let dropped = ask(&format!("DELETE {at}"), &[], b"")?.status;
            if !matches!(dropped, 204 | 507) {
                return Err(format!("dropped: {dropped}").into());
            }
        } else if begun.status != 507 {
            return Err(format!("begun: {}", begun.status).into());
        }
    }
    // It is readable all the time, and judges.
    let reply = ask("GET /v1/models/mlp/resolve?profile=executorch-1.5.1", &[], b"")?;
    let file = ask(&format!("GET /v1/blobs/{good}"), &[], b"")?;
    if reply.status != 200 || digest(&file.body) != good || refused == 0 {
        return Err(format!("{} {} {refused} {stored}", reply.status, file.status).into());
    }
    // What was refused left nothing.
    let staged = std::fs::read_dir(data.join("staged"))?.count();
    if staged > 0 {
        return Err(format!("{staged} files are left in part").into());
    }
    drop(server);
    check(&data).map(|_| ())
}

/// Calls that fail, how, and when: of each thread, so that the server has started before. A commit writes more pages than five: not each one may fail.
const FAILING: &[(&str, &str, &str)] =
    &[("fsync,fdatasync", "EIO", "30+5"), ("pwrite64", "ENOSPC", "30+40"), ("linkat", "EIO", "2+2")];

pub(super) fn disk_errors() -> Result<(), Failed> {
    let mut tried = Command::new("strace");
    tried.args(["-D", "-f", "-qq", "-o", "/dev/null", "true"]).stderr(Stdio::null());
    if !tried.status().is_ok_and(|status| status.success()) {
        // Where there is no strace, or it may not trace.
        return Ok(());
    }
    let program = corpus("executorch/1.5.1/mlp.pte")?;
    for (calls, error, when) in FAILING {
        let folder = scratch("disk-errors")?;
        let data = folder.join("data");
        let shown = data.display().to_string();
        let token = token(&data, "admin")?;
        expect(&outlast(&["serve", "profile", "--data", &shown, "executorch-1.5.1"]), 0)?;
        let mut traced = Command::new("strace");
        traced.args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={calls}")]);
        traced.args([
            "-e",
            &format!("inject={calls}:error={error}:when={when}"),
            env!("CARGO_BIN_EXE_outlast"),
        ]);
        traced.args(["serve", "--data", &shown, "--listen", "127.0.0.1:0"]);
        let server = Server::start(traced)?;
        let (mut files, mut versions, mut refused) = (BTreeMap::new(), BTreeMap::new(), 0);
        for n in 0..40 {
            let bytes = [&program[..], format!("{n}").as_bytes()].concat();
            let digest = digest(&bytes);
            let reply = send(server.address, &token, &format!("PUT /v1/blobs/{digest}"), &[], &bytes)?;
            match reply.status {
                200 | 201 => files.insert(digest.clone(), bytes.len()),
                507 => {
                    refused += 1;
                    continue;
                }
                other => {
                    return Err(format!("{calls}: {other} {}", String::from_utf8_lossy(&reply.body)).into());
                }
            };
            let document = format!("{{\"label\":\"{n}\",\"variants\":[\"{digest}\"]}}");
            let reply =
                send(server.address, &token, "POST /v1/models/model/versions", &[], document.as_bytes())?;
            match reply.status {
                200 | 201 => drop(versions.insert(n.to_string(), digest.clone())),
                507 => refused += 1,
                other => {
                    return Err(format!("{calls}: {other} {}", String::from_utf8_lossy(&reply.body)).into());
                }
            }
            let reply = send(server.address, &token, &format!("GET /v1/blobs/{digest}"), &[], b"")?;
            if reply.status != 200 || reply.body != bytes {
                return Err(format!("{calls}: {} is not readable", reply.status).into());
            }
        }
        if refused == 0 || files.is_empty() || versions.is_empty() {
            return Err(format!(
                "{calls}: {refused} refused, {} files, {} versions",
                files.len(),
                versions.len()
            )
            .into());
        }
        drop(server);
        check(&data)?;
        let server = Server::open(&data, &[])?;
        let shared = Shared {
            address: RwLock::default(),
            token,
            stop: AtomicBool::new(true),
            files: Mutex::new(files),
            versions: Mutex::new(versions),
            retried: AtomicUsize::new(0),
            wrong: Mutex::default(),
        };
        shared.look(server.address, true)?;
    }
    Ok(())
}
