//! A server that ends with its test, and a client that sends what it is told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use libtest_mimic::Failed;
use sha2::{Digest, Sha256};

use crate::run::{Output, command, outlast, root};

pub(super) fn digest(bytes: &[u8]) -> String {
    let hex: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

pub(super) fn corpus(name: &str) -> Result<Vec<u8>, Failed> {
    Ok(std::fs::read(root().join("corpus").join(name))?)
}

/// A server that ends with this.
pub(super) struct Server {
    pub(super) child: Child,
    pub(super) address: SocketAddr,
}

impl Server {
    pub(super) fn start(mut command: Command) -> Result<Server, Failed> {
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

    pub(super) fn open(data: &Path, more: &[&str]) -> Result<Server, Failed> {
        let data = data.display().to_string();
        let words = ["serve", "--data", &data, "--listen", "127.0.0.1:0"];
        Server::start(command(&[&words[..], more].concat()))
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

/// Sends a request on a connection of its own.
pub(super) fn send(
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

pub(super) fn token(data: &Path, scope: &str) -> Result<String, Failed> {
    let data = data.display().to_string();
    let made = outlast(&["serve", "token", "--data", &data, "--scope", scope, scope]);
    expect(&made, 0)?;
    Ok(made.stdout.trim().to_string())
}

pub(super) fn expect(output: &Output, code: i32) -> Result<(), Failed> {
    match output.code == code {
        true => Ok(()),
        false => {
            Err(format!("status {}, not {code}: {}{}", output.code, output.stdout, output.stderr).into())
        }
    }
}

/// What `fsck` finds.
pub(super) fn check(data: &Path) -> Result<String, Failed> {
    let found = outlast(&["serve", "fsck", "--data", &data.display().to_string()]);
    expect(&found, 0)?;
    Ok(found.stdout)
}
