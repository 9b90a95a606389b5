//! The service: the command, and a server that devices talk to over HTTP.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::{Export, Model};

/// The command, and where it works.
pub(super) struct Outlast {
    binary: PathBuf,
    pub(super) folder: PathBuf,
    pub(super) data: String,
}

impl Outlast {
    pub(super) fn new(binary: &Path, folder: PathBuf) -> Outlast {
        Outlast { binary: binary.to_path_buf(), data: folder.join("data").display().to_string(), folder }
    }

    /// Runs it to a good end; what it printed.
    pub(super) fn run(&self, words: &[&str]) -> anyhow::Result<String> {
        let said = Command::new(&self.binary).args(words).current_dir(&self.folder).output()?;
        if !said.status.success() {
            bail!("{}: {}", words.join(" "), String::from_utf8_lossy(&said.stderr));
        }
        Ok(printed(&said))
    }

    /// Publishes the variants of a version.
    pub(super) fn publish(&self, model: &str, variants: &[Export]) -> anyhow::Result<()> {
        let Some(first) = variants.first() else { return Ok(()) };
        let files: Vec<String> = variants.iter().map(|export| export.file.display().to_string()).collect();
        let mut words = vec!["serve", "publish", "--data", &*self.data, model, &*first.version];
        words.extend(files.iter().map(String::as_str));
        self.run(&words).map(drop)
    }
}

fn printed(said: &Output) -> String {
    String::from_utf8_lossy(&said.stdout).trim().to_string()
}

/// `outlast serve`, while it runs.
pub(super) struct Server<'o> {
    pub(super) outlast: &'o Outlast,
    url: String,
    token: String,
    process: Child,
}

/// What `outlast fetch` got.
pub(super) enum Got {
    /// A variant of this version.
    File { version: String, digest: String, is_backport: bool },
    /// Nothing: the verdict on each variant that was published, by digest, and all that was said.
    Nothing { verdicts: Vec<(String, String)>, said: String },
}

impl Server<'_> {
    pub(super) fn start(outlast: &Outlast) -> anyhow::Result<Server<'_>> {
        let token =
            outlast.run(&["serve", "token", "--data", &outlast.data, "--scope", "admin", "interop"])?;
        let mut process = Command::new(&outlast.binary)
            .args(["serve", "--data", &outlast.data, "--listen", "127.0.0.1:0", "--log", "none"])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("no output")?).read_line(&mut line)?;
        let url = line.trim().rsplit(' ').next().unwrap_or_default().to_string();
        Ok(Server { outlast, url, token, process })
    }

    /// Registers what a device reports.
    pub(super) fn register(&self, name: &str, report: &Value) -> anyhow::Result<()> {
        let profile = json!({ "name": name, "backports": true, "report": report });
        self.send("POST", "/v1/profiles", &profile).with_context(|| name.to_string())
    }

    /// Has it choose from all models in this order.
    pub(super) fn order(&self, models: &[Model], order: &str) -> anyhow::Result<()> {
        let policy = json!({ "order": order });
        models
            .iter()
            .try_for_each(|model| self.send("PUT", &format!("/v1/models/{}/policy", model.name), &policy))
    }

    fn send(&self, method: &str, path: &str, document: &Value) -> anyhow::Result<()> {
        let body = self.outlast.folder.join("request.json");
        fs::write(&body, document.to_string())?;
        let said = Command::new("curl")
            .args(["-sS", "--fail-with-body", "-X", method])
            .args(["-H", &format!("Authorization: Bearer {}", self.token), "--data-binary"])
            .arg(format!("@{}", body.display()))
            .arg(format!("{}{path}", self.url))
            .output()?;
        if !said.status.success() {
            bail!("{method} {path}: {} {}", printed(&said), String::from_utf8_lossy(&said.stderr));
        }
        Ok(())
    }

    /// What a device gets of a model, in a file.
    pub(super) fn fetch(&self, model: &str, device: &str, file: &Path) -> anyhow::Result<Got> {
        let said = Command::new(&self.outlast.binary)
            .args(["fetch", model, "--from", &self.url, "--profile", device, "-o"])
            .arg(file)
            .env("OUTLAST_TOKEN", &self.token)
            .output()?;
        let text = printed(&said);
        match said.status.code() {
            // `FILE: MODEL VERSION, OUTCOME (ORIGIN), N bytes, DIGEST`
            Some(0) => {
                let words: Vec<&str> = text.split(' ').collect();
                let version = words.get(2).context("no version")?.trim_end_matches(',').to_string();
                let digest = words.last().copied().unwrap_or_default().to_string();
                Ok(Got::File { version, digest, is_backport: text.contains("(backport)") })
            }
            // Of each variant a line, `  VERSION DIGEST: OUTCOME`, before its reasons.
            Some(1) => {
                let of = |line: &str| {
                    let (variant, outcome) = line.strip_prefix("  ")?.rsplit_once(": ")?;
                    let digest = variant.split(' ').nth(1).filter(|word| word.starts_with("sha256:"))?;
                    Some((digest.to_string(), outcome.to_string()))
                };
                let verdicts = text.lines().filter_map(of).collect();
                Ok(Got::Nothing { verdicts, said: text })
            }
            _ => bail!("fetch {model} for {device}: {}", String::from_utf8_lossy(&said.stderr)),
        }
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
