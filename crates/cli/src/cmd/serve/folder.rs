//! What fills a data folder and looks after it, without HTTP.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use outlast_serve::service::{Device, NewProfile, NewVersion, Scopes, Source, Use};
use outlast_serve::{backup, export, fsck};

use super::{Reading, open};
use crate::cmd::read_text;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;

/// Add a version of a model: files, the most wanted first
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve publish --data models mobilenet 1 new.pte old.pte

The files are copied, read for their facts, and judged for each profile; backports are made for the
profiles that ask for them. Nothing is overwritten. While a server uses the folder, versions are
published over HTTP: see docs/serve.md.

Exit status:
  0  published, or the same was published before
  2  the folder cannot be used, a file cannot be judged, or the label has other files")]
pub(crate) struct Publish {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The name of the model; it is made where there is none
    #[arg(value_name = "MODEL")]
    model: String,
    /// The label of the version
    #[arg(value_name = "VERSION")]
    label: String,
    /// Variants of the version, the most wanted first
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Publish {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let mut inputs = Vec::new();
        for path in &self.files {
            let input = input::open(path);
            inputs.push(input.map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?);
        }
        let service = open(&self.data, self.reading.settings(), Use::Alone)?;
        let mut variants = Vec::new();
        for input in &inputs {
            let mut bytes: &[u8] = input;
            variants.push(service.add_file(&mut bytes)?);
        }
        input::demand_all_whole()?;
        let new = NewVersion { label: self.label.clone(), variants };
        let added = service.publish(&self.model, &new)?;
        let how = if added { "published" } else { "was published before" };
        out.write(&format!("{} {} {how}:\n", self.model, self.label))?;
        let index = service.index(&self.model)?;
        let version = index.versions.iter().find(|version| version.label == self.label);
        for variant in version.into_iter().flat_map(|version| &version.variants) {
            let origin = variant.origin.name();
            out.write(&format!("  {} {}, {} bytes, {origin}\n", variant.digest, variant.kind, variant.size))?;
            for (profile, cell) in &variant.verdicts {
                let name = index.profiles.get(profile).map_or("", |named| named.name.as_str());
                let runs = if cell.runs.is_empty() { "" } else { ", runs code" };
                out.write(&format!("    {name}: {}{runs}\n", cell.outcome))?;
            }
        }
        Ok(Exit::Yes)
    }
}

/// Register a profile: a release, a profile file, or what a device reports
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve profile --data models executorch-0.7.0
  outlast serve profile --data models torch-1.10.2-lite --alias phone --backports
  outlast serve profile --data models ./phone.toml
  outlast serve profile --data models --report device.json

A report is a JSON object: `base` is the release that the runtime was built from, and the rest is what
its family takes: for PyTorch versions of bytecode and operators, operators with numbers of
arguments, types; for ExecuTorch `operators` and `backends`; for jaxlib `stablehlo` and
`custom_calls`. What is left out is as in the release.

Exit status:
  0  registered
  2  it describes no reader, or the folder cannot be used")]
pub(crate) struct Profile {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// A release (see `outlast targets`) or a profile file
    #[arg(value_name = "TARGET", required_unless_present = "report", conflicts_with = "report")]
    target: Option<String>,
    /// What a device reports of its runtime, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The name of what a device reports [default: that of its release, and `-reported`]
    #[arg(long, value_name = "NAME", requires = "report")]
    name: Option<String>,
    /// A name that stands for this profile from now on
    #[arg(long, value_name = "NAME")]
    alias: Option<String>,
    /// Convert variants for it where none loads
    #[arg(long)]
    backports: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Profile {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let source = match (&self.target, &self.report) {
            (_, Some(report)) => {
                let text = read_text(report)?;
                let device: Device = serde_json::from_str(&text)
                    .map_err(|error| anyhow!("{}: not a report: {error}", report.display()))?;
                Source::Report(device)
            }
            (Some(target), None) if outlast::target(target).is_err() => {
                let path = Path::new(target);
                match path.exists() || target.contains(['/', '\\']) {
                    true => Source::File(read_text(path)?),
                    false => Source::Release(target.clone()),
                }
            }
            (Some(target), None) => Source::Release(target.clone()),
            (None, None) => return Err(anyhow!("a release, a profile file or --report is expected")),
        };
        let new = NewProfile {
            source,
            name: self.name.clone(),
            backports: self.backports,
            alias: self.alias.clone(),
        };
        let service = open(&self.data, self.reading.settings(), Use::Alone)?;
        let (registered, added) = service.register(&new)?;
        let how = if added { "registered" } else { "was registered before" };
        out.write(&format!("{} {how}: {}\n", registered.name, registered.profile.digest))?;
        Ok(Exit::Yes)
    }
}

/// Make a token; it is printed this once
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve token --data models --scope read phones
  outlast serve token --data models --scope publish,read build-server

Scopes: `read` asks what a profile gets, and gets it; `report` registers profiles and reports what
became of files; `publish` uploads files and publishes versions; `admin` is everything. Only the
digest of a token is stored. A server that runs takes it within a second.

Exit status:
  0  made
  2  the folder cannot be used")]
pub(crate) struct Token {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// What it allows: read, report, publish or admin; several with commas
    #[arg(long, value_name = "SCOPE", value_parser = scopes)]
    scope: Scopes,
    /// What it is for
    #[arg(value_name = "NAME")]
    name: String,
}

fn scopes(text: &str) -> Result<Scopes, String> {
    text.parse().map_err(|problem: outlast_serve::error::Problem| problem.to_string())
}

impl Token {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let service = open(&self.data, outlast_serve::service::Settings::default(), Use::Beside)?;
        let (_, secret) = service.add_token(&self.name, &self.scope)?;
        out.write(&format!("{secret}\n"))?;
        Ok(Exit::Yes)
    }
}

/// List tokens by id: what they are for, what they allow
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve tokens --data models

Exit status:
  0  listed
  2  the folder cannot be used")]
pub(crate) struct Tokens {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

impl Tokens {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let service = open(&self.data, outlast_serve::service::Settings::default(), Use::Beside)?;
        for token in service.tokens()? {
            let revoked = if token.revoked.is_some() { "  revoked" } else { "" };
            out.write(&format!("{}  {}  {}{revoked}\n", token.id, token.scopes, token.name))?;
        }
        Ok(Exit::Yes)
    }
}

/// Revoke a token by its id
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve revoke --data models 0123456789ab

`outlast serve tokens` lists the ids. A server that runs refuses the token within a second.

Exit status:
  0  revoked
  2  there is no such token, or the folder cannot be used")]
pub(crate) struct Revoke {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The id of the token
    #[arg(value_name = "ID")]
    id: String,
}

impl Revoke {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let service = open(&self.data, outlast_serve::service::Settings::default(), Use::Beside)?;
        service.revoke_token(&self.id)?;
        out.write(&format!("{} is revoked\n", self.id))?;
        Ok(Exit::Yes)
    }
}

/// Write an index and files that any web server delivers; `outlast fetch` chooses from them by itself
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve export --data models public/

Files that the folder has already are kept; documents are replaced whole, files first.

Exit status:
  0  written
  2  the folder cannot be used or written")]
pub(crate) struct Export {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Where to write
    #[arg(value_name = "OUT")]
    to: PathBuf,
}

impl Export {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let (models, files) = export::export(&self.data, &self.to)?;
        let numbers = [outlast_report::plural(models, "model"), outlast_report::plural(files, "file")];
        out.write(&format!("{}: {}\n", self.to.display(), numbers.join(", ")))?;
        Ok(Exit::Yes)
    }
}

/// Copy the folder to a new one, while it is served
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve backup --data models /backups/2026-11-29

A backup is a folder that can be served.

Exit status:
  0  written
  2  the folder cannot be used or written, or a file is missing or damaged")]
pub(crate) struct Backup {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// A new folder
    #[arg(value_name = "TO")]
    to: PathBuf,
}

impl Backup {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let files = backup::backup(&self.data, &self.to)?;
        let files = outlast_report::plural(usize::try_from(files)?, "file");
        out.write(&format!("{}: {files}\n", self.to.display()))?;
        Ok(Exit::Yes)
    }
}

/// Check everything that must hold of a folder: rows, files and their digests
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast serve fsck --data models

It may be served meanwhile. What is left over of requests that were interrupted is harmless, and noted.

Exit status:
  0  nothing is wrong
  1  something is lost or damaged: each fault is a line
  2  the folder cannot be looked at")]
pub(crate) struct Fsck {
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

impl Fsck {
    pub(super) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let report = fsck::fsck(&self.data)?;
        for note in &report.notes {
            out.write(&format!("note: {note}\n"))?;
        }
        for fault in &report.faults {
            out.write(&format!("fault: {fault}\n"))?;
        }
        let files = outlast_report::plural(usize::try_from(report.blobs)?, "file");
        let faults = match report.faults.len() {
            0 => "nothing is wrong".to_string(),
            faults => outlast_report::plural(faults, "fault"),
        };
        out.write(&format!("{files}, {} bytes: {faults}\n", report.bytes))?;
        Ok(Exit::yes_if(report.faults.is_empty()))
    }
}
