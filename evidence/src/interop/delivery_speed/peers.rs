//! Servers, each on a port of its own of this machine.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};

use crate::run::{read, root};

/// A digest as services write it.
pub(super) fn shown(digest: &[u8]) -> String {
    digest.iter().fold("sha256:".into(), |text, byte| format!("{text}{byte:02x}"))
}

/// A file that is served.
pub(super) struct Blob {
    bytes: Vec<u8>,
    pub(super) digest: String,
}

impl Blob {
    pub(super) fn new(size: usize) -> Blob {
        let bytes: Vec<u8> = (0..=255).cycle().take(size).collect();
        let digest = shown(&Sha256::digest(&bytes));
        Blob { bytes, digest }
    }

    fn write(&self, folder: &Path) -> anyhow::Result<String> {
        let path = folder.join(&self.digest);
        fs::write(&path, &self.bytes)?;
        Ok(path.display().to_string())
    }
}

/// A server, while this is there.
pub(super) struct Peer {
    child: Child,
    pub(super) url: String,
    pub(super) token: String,
    folder: std::path::PathBuf,
}

impl Peer {
    /// nginx, configured as its Debian package does, without an access log and with all paths in a folder of its own.
    pub(super) fn nginx(packages: &Path, work: &Path, files: [&Blob; 2]) -> anyhow::Result<Peer> {
        let folder = work.join("nginx");
        fs::create_dir_all(folder.join("www"))?;
        for file in files {
            file.write(&folder.join("www"))?;
        }
        let (port, at) = (free_port()?, folder.display());
        let text = format!(
            "user root;\nworker_processes auto;\npid {at}/pid;\nerror_log stderr;\ndaemon off;\n\
             events {{ worker_connections 768; }}\n\
             http {{\n  sendfile on;\n  tcp_nopush on;\n  access_log off;\n  default_type application/octet-stream;\n  \
             client_body_temp_path {at}/body;\n  proxy_temp_path {at}/proxy;\n  fastcgi_temp_path {at}/fastcgi;\n  \
             uwsgi_temp_path {at}/uwsgi;\n  scgi_temp_path {at}/scgi;\n  \
             server {{ listen 127.0.0.1:{port}; root {at}/www; }}\n}}\n"
        );
        let path = folder.join("nginx.conf");
        fs::write(&path, text)?;
        let mut command = Command::new(packages.join("root/usr/sbin/nginx"));
        command.arg("-c").arg(path);
        Peer::start(command, port, folder)
    }

    /// docker-registry, with files in a folder, and without a log of requests.
    pub(super) fn registry(packages: &Path, work: &Path) -> anyhow::Result<Peer> {
        let folder = work.join("registry");
        fs::create_dir_all(&folder)?;
        let port = free_port()?;
        let text = format!(
            "version: 0.1\nlog: {{level: error, accesslog: {{disabled: true}}}}\n\
             storage: {{filesystem: {{rootdirectory: {}/data}}}}\nhttp: {{addr: \"127.0.0.1:{port}\"}}\n",
            folder.display()
        );
        let path = folder.join("config.yml");
        fs::write(&path, text)?;
        let mut command = Command::new(packages.join("root/usr/bin/docker-registry"));
        command.arg("serve").arg(path);
        Peer::start(command, port, folder)
    }

    /// `outlast serve` with one model and one profile, `phone`.
    pub(super) fn outlast(binary: &Path, work: &Path) -> anyhow::Result<Peer> {
        let folder = work.join("outlast");
        fs::create_dir_all(&folder)?;
        let data = folder.join("data").display().to_string();
        let run = |words: &[&str]| {
            let mut command = Command::new(binary);
            command.args(words);
            read(command)
        };
        run(&["serve", "profile", "--data", &data, "executorch-1.5.1", "--alias", "phone"])?;
        let program = root().join("corpus/executorch/1.5.1/mlp.pte").display().to_string();
        run(&["serve", "publish", "--data", &data, "mlp", "1", &program])?;
        let token = run(&["serve", "token", "--data", &data, "--scope", "admin", "speed"])?;
        let port = free_port()?;
        let mut command = Command::new(binary);
        command.args(["serve", "--data", &data, "--listen", &format!("127.0.0.1:{port}"), "--log", "none"]);
        let mut peer = Peer::start(command, port, folder)?;
        peer.token = token.trim().into();
        Ok(peer)
    }

    fn start(mut command: Command, port: u16, folder: std::path::PathBuf) -> anyhow::Result<Peer> {
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let child = child.with_context(|| format!("{:?}", command.get_program()))?;
        let mut peer = Peer { child, url: format!("http://127.0.0.1:{port}"), token: "none".into(), folder };
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if peer.child.try_wait()?.is_some() || begin.elapsed() > Duration::from_secs(20) {
                let said = peer
                    .child
                    .stderr
                    .take()
                    .map(|said| BufReader::new(said).lines().take(5).flatten().collect::<Vec<_>>());
                bail!("{:?} does not serve: {said:?}", command.get_program());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        // What it says later is read by nobody, and must not stop it.
        drop(peer.child.stderr.take());
        Ok(peer)
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn port(&self) -> &str {
        self.url.rsplit(':').next().unwrap_or_default()
    }

    /// Megabytes of resident memory.
    pub(super) fn memory(&self) -> anyhow::Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
        Ok(line.context("no VmRSS")?.trim().parse::<f64>()? / 1e3)
    }

    /// Stores a file.
    pub(super) fn store(&self, blob: &Blob) -> anyhow::Result<()> {
        let file = blob.write(&self.folder)?;
        let curl = |words: &[&str]| {
            let mut command = Command::new("curl");
            command.args(["-sS", "--fail-with-body", "-H", &format!("Authorization: Bearer {}", self.token)]);
            command.args(words);
            read(command)
        };
        if self.token != "none" {
            return curl(&["-T", &file, &format!("{}/v1/blobs/{}", self.url, blob.digest)]).map(|_| ());
        }
        let began = curl(&["-D", "-", "-X", "POST", &format!("{}/v2/bench/blobs/uploads/", self.url)])?;
        let place =
            began.lines().find_map(|line| line.strip_prefix("Location: ")).context("no upload began")?;
        let mark = if place.contains('?') { '&' } else { '?' };
        curl(&["-T", &file, &format!("{}{mark}digest={}", place.trim(), blob.digest)])?;
        ensure!(fs::remove_file(&file).is_ok(), "{file} cannot be removed");
        Ok(())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // nginx has processes that it ends itself.
        let _ = Command::new("kill").arg(self.pid().to_string()).status();
        let _ = self.child.wait();
    }
}

fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
