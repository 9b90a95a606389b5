//! A server of a test's own, and a client that sends what it is told to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use outlast_serve::digest::Digest;
use outlast_serve::http::{Log, Options, serve};
use outlast_serve::service::{Service, Settings, Use};
use outlast_serve::worker::How;
use serde_json::Value;

/// A file of the corpus.
pub(crate) fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)).unwrap()
}

/// A service over a folder, which reads files itself.
pub(crate) fn service(data: &Path) -> Service {
    let settings = Settings { most_blob: 1 << 20, ..Settings::default() };
    Service::open(data, How::Here, settings, Use::Alone).unwrap()
}

pub(crate) struct Server {
    folder: tempfile::TempDir,
    pub(crate) address: SocketAddr,
    /// Tokens by scope.
    pub(crate) admin: String,
    pub(crate) publish: String,
    pub(crate) report: String,
    pub(crate) read: String,
    pub(crate) log: Arc<Mutex<Vec<String>>>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::start_with(Options::default())
    }

    pub(crate) fn start_with(options: Options) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let service = Arc::new(service(&folder.path().join("data")));
        let token = |scope: &str| service.add_token(scope, &scope.parse().unwrap()).unwrap().1;
        let (admin, publish, report, read) =
            (token("admin"), token("publish"), token("report"), token("read"));
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let lines = log.clone();
        let options =
            Options { log: Log::to(move |line| lines.lock().unwrap().push(line.into()), true), ..options };
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (told, address) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                told.send(listener.local_addr().unwrap()).unwrap();
                let stopped = async {
                    let _ = stopped.await;
                };
                serve(service, listener, options, stopped).await.unwrap();
            });
        });
        let address = address.recv().unwrap();
        Server { folder, address, admin, publish, report, read, log, stop: Some(stop), thread: Some(thread) }
    }

    /// The folder of the data.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The folder that has that of the data, and nothing else.
    pub(crate) fn outside(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sends a request with the token that may do everything.
    pub(crate) fn ask(&self, line: &str, body: &[u8]) -> Reply {
        self.send(line, &[], body)
    }

    /// Sends a request with further headers.
    pub(crate) fn send(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let token = format!("Bearer {}", self.admin);
        let mut all = vec![("Authorization", token.as_str())];
        all.extend_from_slice(headers);
        send(self.address, line, &all, body).unwrap()
    }

    pub(crate) fn post(&self, path: &str, document: &Value) -> Reply {
        self.ask(&format!("POST {path}"), document.to_string().as_bytes())
    }

    pub(crate) fn put(&self, path: &str, document: &Value) -> Reply {
        self.ask(&format!("PUT {path}"), document.to_string().as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask(&format!("GET {path}"), b"")
    }

    /// Uploads a file.
    pub(crate) fn upload(&self, bytes: &[u8]) -> Digest {
        let digest = Digest::of(bytes);
        let reply = self.ask(&format!("PUT /v1/blobs/{digest}"), bytes);
        assert!(matches!(reply.status, 200 | 201), "{reply:?}");
        digest
    }

    /// Uploads files and publishes them.
    pub(crate) fn publish(&self, model: &str, label: &str, files: &[&str]) -> Vec<Digest> {
        let variants: Vec<Digest> = files.iter().map(|name| self.upload(&corpus(name))).collect();
        let document = serde_json::json!({ "label": label, "variants": variants });
        let reply = self.post(&format!("/v1/models/{model}/versions"), &document);
        assert_eq!(reply.status, 201, "{reply:?}");
        variants
    }

    /// Stops, when open requests have ended.
    pub(crate) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// An answer.
#[derive(Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?} {}", self.status, self.headers, String::from_utf8_lossy(&self.body))
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Sends a request on a connection of its own: `GET /path`, headers, a body.
pub(crate) fn send(
    address: SocketAddr,
    line: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<Reply> {
    let mut head = format!("{line} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() || !(line.starts_with("GET") || line.starts_with("HEAD")) {
        head += &format!("Content-Length: {}\r\n", body.len());
    }
    exchange(address, &[format!("{head}\r\n").as_bytes(), body].concat())
}

/// Sends bytes, and reads an answer.
pub(crate) fn exchange(address: SocketAddr, bytes: &[u8]) -> std::io::Result<Reply> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(100)))?;
    // A server may answer before it has read everything, and close.
    let written = stream.write_all(bytes);
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    if answer.is_empty() {
        written?;
        read?;
    }
    parse(&answer).ok_or_else(|| std::io::ErrorKind::InvalidData.into())
}

fn parse(answer: &[u8]) -> Option<Reply> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_lowercase(), value.trim().to_string()))
        .collect();
    Some(Reply { status, headers, body: answer[end + 4..].to_vec() })
}
