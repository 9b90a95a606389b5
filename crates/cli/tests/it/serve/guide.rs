//! docs/serve.md: its commands do what it says.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::Failed;

use super::server::{Server, check};
use crate::run::{root, scratch};

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
pub(super) fn guide() -> Result<(), Failed> {
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
