//! `outlast serve` and `outlast fetch` as programs: the guide, a server that is killed, a full disk, and exit codes.
//!
//! `OUTLAST_SERVE_KILLS` says how often the server is killed; `OUTLAST_SERVE_DISK` names an empty folder on a disk of a few MB to fill.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use sha2::{Digest, Sha256};

use crate::run::{Output, command, outlast, root, scratch};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("the_guide_to_the_service_does_what_it_says", guide),
        Trial::test("a_server_that_is_killed_loses_nothing_that_it_acknowledged", killed),
        Trial::test("a_full_disk_is_said_and_leaves_nothing_half", full_disk),
        Trial::test("errors_of_the_disk_are_said_and_lose_nothing", disk_errors),
        Trial::test("a_file_is_read_by_a_process_of_its_own", reading),
        Trial::test("fetch_answers_with_its_exit_status", fetching),
    ]
}

fn digest(bytes: &[u8]) -> String {
    let hex: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

fn corpus(name: &str) -> Result<Vec<u8>, Failed> {
    Ok(std::fs::read(root().join("corpus").join(name))?)
}

/// A server that ends with this.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(mut command: Command) -> Result<Server, Failed> {
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit_once("http://").ok_or_else(|| format!("it says: {line:?}"));
        match address.map(|(_, address)| address.parse()) {
            Ok(Ok(address)) => Ok(Server { child, address }),
            other => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("no address: {other:?}").into())
            }
        }
    }

    fn open(data: &Path, more: &[&str]) -> Result<Server, Failed> {
        let data = data.display().to_string();
        let words = ["serve", "--data", &data, "--listen", "127.0.0.1:0"];
        Server::start(command(&[&words[..], more].concat()))
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

/// Sends a request on a connection of its own.
fn send(
    address: SocketAddr,
    token: &str,
    line: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<Reply> {
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(10))?;
    stream.set_read_timeout(Some(Duration::from_secs(100)))?;
    let mut head = format!("{line} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
    head += &format!("Authorization: Bearer {token}\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    let written = stream.write_all(&[head.as_bytes(), b"\r\n", body].concat());
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let wrong = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else {
        written?;
        read?;
        return Err(wrong());
    };
    let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(wrong)?;
    let body = answer[end + 4..].to_vec();
    // An answer that ends early is none.
    let length =
        head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
    if length.is_some_and(|length| length != body.len()) {
        return Err(wrong());
    }
    Ok(Reply { status, head, body })
}

fn token(data: &Path, scope: &str) -> Result<String, Failed> {
    let data = data.display().to_string();
    let made = outlast(&["serve", "token", "--data", &data, "--scope", scope, scope]);
    expect(&made, 0)?;
    Ok(made.stdout.trim().to_string())
}

fn expect(output: &Output, code: i32) -> Result<(), Failed> {
    match output.code == code {
        true => Ok(()),
        false => {
            Err(format!("status {}, not {code}: {}{}", output.code, output.stdout, output.stderr).into())
        }
    }
}

/// What `fsck` finds.
fn check(data: &Path) -> Result<String, Failed> {
    let found = outlast(&["serve", "fsck", "--data", &data.display().to_string()]);
    expect(&found, 0)?;
    Ok(found.stdout)
}

// The guide.

/// Whether a line is what was expected: `…` stands for anything.
fn is_like(found: &str, expected: &str) -> bool {
    let mut rest = found;
    for (n, part) in expected.split('…').enumerate() {
        let Some(at) = rest.find(part) else { return false };
        if n == 0 && at != 0 {
            return false;
        }
        rest = &rest[at + part.len()..];
    }
    expected.ends_with('…') || rest.is_empty()
}

/// Runs the commands of docs/serve.md in an empty folder, one after another, as a shell does.
fn guide() -> Result<(), Failed> {
    let text = std::fs::read_to_string(root().join("docs/serve.md"))?;
    let folder = scratch("guide")?;
    std::os::unix::fs::symlink(root().join("corpus"), folder.join("corpus"))?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port().to_string();
    let binary = Path::new(env!("CARGO_BIN_EXE_outlast")).parent().ok_or("no folder")?;
    let path = format!("{}:{}", binary.display(), std::env::var("PATH")?);
    let has_curl = Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_ok();
    let (mut servers, mut environment, mut ran) = (Vec::new(), BTreeMap::<String, String>::new(), 0);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let Some(words) = line.strip_prefix("$ ") else { continue };
            let mut words = words.to_string();
            while words.ends_with('\\') {
                words.pop();
                words += lines.next().unwrap_or_default().trim_start();
            }
            // A quoted text goes on in the next line.
            while words.matches('\'').count() % 2 == 1 {
                words = words + "\n" + lines.next().ok_or("a quote is open at the end of the guide")?;
            }
            let mut expected = Vec::new();
            while let Some(line) = lines.next_if(|line| *line != "```" && !line.starts_with("$ ")) {
                expected.push(line.replace("8710", &port));
            }
            if words.contains("curl ") && !has_curl {
                continue;
            }
            let words = words.replace("8710", &port);
            let (words, listen) = match words.strip_suffix(" &") {
                // It says where it listens; the shell goes on.
                Some(words) => (format!("exec {words} --listen 127.0.0.1:{port}"), true),
                None => (words, false),
            };
            // A variable that a command sets is there for those after it.
            let assigned = words.strip_prefix("export ").and_then(|rest| rest.split_once('='));
            let script = match assigned {
                Some((name, value)) => format!("{name}={value}; printf %s \"${name}\""),
                None => words.clone(),
            };
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(&script).current_dir(&folder).env("PATH", &path).envs(&environment);
            shell.stdin(Stdio::null());
            ran += 1;
            if listen {
                servers.push(Server::start(shell)?);
                continue;
            }
            let output = shell.output()?;
            let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
            let said = format!("{words}\n{stdout}{}", String::from_utf8_lossy(&output.stderr));
            if !output.status.success() {
                return Err(said.into());
            }
            if let Some((name, _)) = assigned {
                environment.insert(name.to_string(), stdout.clone());
                continue;
            }
            let found: Vec<&str> = stdout.lines().collect();
            let alike = found.len() == expected.len()
                && found.iter().zip(&expected).all(|(found, expected)| is_like(found, expected));
            if !alike {
                return Err(format!("{said}\nthe guide has:\n{}", expected.join("\n")).into());
            }
        }
    }
    if ran < 10 || servers.is_empty() {
        return Err(format!("only {ran} commands were found in the guide").into());
    }
    check(&folder.join("models")).map(|_| ())
}

// A server that is killed.

/// Numbers that differ from thread to thread.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// What uploaders share.
struct Shared {
    address: RwLock<Option<SocketAddr>>,
    token: String,
    stop: AtomicBool,
    /// Files by digest, and versions by label, that were acknowledged.
    files: Mutex<BTreeMap<String, usize>>,
    versions: Mutex<BTreeMap<String, String>>,
    retried: AtomicUsize,
    wrong: Mutex<Vec<String>>,
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

    fn work(&self, number: u64, program: &[u8]) {
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
    fn look(&self, address: SocketAddr, all: bool) -> Result<usize, Failed> {
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
            let text = String::from_utf8_lossy(&reply.body).into_owned();
            for (label, digest) in &versions {
                if !text.contains(&format!("\"label\":\"{label}\"")) || !text.contains(digest.as_str()) {
                    return Err(
                        format!("version {label} of {digest} was acknowledged: {}", reply.status).into()
                    );
                }
            }
        }
        Ok(looked)
    }
}

fn killed() -> Result<(), Failed> {
    let kills: usize = std::env::var("OUTLAST_SERVE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let folder = scratch("killed")?;
    let data = folder.join("data");
    let program = corpus("executorch/1.5.1/mlp.pte")?;
    let shared = Shared {
        address: RwLock::default(),
        token: token(&data, "admin")?,
        stop: AtomicBool::new(false),
        files: Mutex::default(),
        versions: Mutex::default(),
        retried: AtomicUsize::new(0),
        wrong: Mutex::default(),
    };
    expect(&outlast(&["serve", "profile", "--data", &data.display().to_string(), "executorch-1.5.1"]), 0)?;
    let mut random = Random(50);
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (shared, program) = (&shared, &program);
            scope.spawn(move || shared.work(number, program));
        }
        let mut run = || -> Result<(), Failed> {
            for _ in 0..kills {
                let mut server = Server::open(&data, &[])?;
                *shared.address.write().expect("no panic") = Some(server.address);
                shared.look(server.address, false)?;
                std::thread::sleep(Duration::from_millis(50 + random.below(400)));
                // SIGKILL.
                server.child.kill()?;
                server.child.wait()?;
                *shared.address.write().expect("no panic") = None;
                check(&data)?;
            }
            Ok(())
        };
        let done = run();
        shared.stop.store(true, Ordering::Relaxed);
        done
    })?;
    let wrong = shared.wrong.lock().expect("no panic").clone();
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    let server = Server::open(&data, &[])?;
    let looked = shared.look(server.address, true)?;
    // What arrived in part is reclaimed when the server starts, except for uploads that may go on.
    let report = check(&data)?;
    if report.contains("arrived in part") {
        return Err(report.into());
    }
    if looked == 0 || shared.versions.lock().expect("no panic").is_empty() {
        return Err("nothing was acknowledged".into());
    }
    #[expect(clippy::print_stdout, reason = "the test says what it counted")]
    {
        println!(
            "{kills} kills, {looked} files, {} versions, {} requests sent again; {report}",
            shared.versions.lock().expect("no panic").len(),
            shared.retried.load(Ordering::Relaxed)
        );
    }
    Ok(())
}

// A full disk.

fn full_disk() -> Result<(), Failed> {
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

// A disk that fails now and then.

/// Calls that fail, how, and when: of each thread, so that the server has started before.
const FAILING: &[(&str, &str, &str)] =
    &[("fsync,fdatasync", "EIO", "30+5"), ("pwrite64", "ENOSPC", "30+5"), ("linkat", "EIO", "2+2")];

fn disk_errors() -> Result<(), Failed> {
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

// Processes that read files.

fn reading() -> Result<(), Failed> {
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

// The client.

fn fetching() -> Result<(), Failed> {
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
