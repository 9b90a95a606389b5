//! `cargo xtask interop delivery`: devices that are real releases register what they report, fetch each model from `outlast serve`, and run what they
//! get; what is refused to a device is shown to its runtime all the same.

mod count;
mod executorch;
mod jaxlib;
mod service;
mod torch;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use outlast_prove::Runtime;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::run::{outlast_binary, root};
use count::Count;
use service::{Outlast, Server};

/// What is particular to the devices of a family.
trait Devices {
    /// What names of devices begin with: `torch`.
    fn family(&self) -> &'static str;

    /// All that there are, by the names of their profiles.
    fn all(&self) -> anyhow::Result<Vec<String>>;

    /// Models that releases exported, with what was recorded of them; what is missing is made in this folder.
    fn models(&self, folder: &Path) -> anyhow::Result<Vec<Model>>;

    /// The folder that a device is set up in, where it is too large to be kept.
    fn environment(&self, device: &str) -> anyhow::Result<Option<PathBuf>>;

    /// A device as a runtime, set up where it is not there.
    fn runtime(&self, device: &str) -> anyhow::Result<Runtime>;

    /// What a runtime says of itself, as a service takes it.
    fn report(&self, runtime: &Runtime) -> anyhow::Result<Report>;

    /// Runs files in a runtime; what became of each, in order.
    fn run(&self, runtime: &Runtime, jobs: &[Job<'_>]) -> anyhow::Result<Vec<Ran>>;
}

const FAMILIES: [&dyn Devices; 3] = [&executorch::ExecuTorch, &torch::Torch, &jaxlib::Jaxlib];

/// In which order a service is asked to choose. With the second, devices get backports of newer versions, too.
const ORDERS: [&str; 2] = ["older-export-first", "newest-first"];

/// A model, with what releases exported of it.
struct Model {
    name: String,
    /// The oldest first. Those of one version are its variants, the most wanted first.
    exports: Vec<Export>,
}

/// A file that a release exported.
struct Export {
    /// The release: the version of the model.
    version: String,
    file: PathBuf,
    digest: String,
    /// The file with its inputs and outputs.
    recorded: PathBuf,
    /// Its own release computes something else than was recorded, or nothing.
    differs_at_home: bool,
    /// How far outputs may be from the recorded ones.
    tolerance: f64,
}

impl Export {
    /// With what became of it in a runtime.
    fn ran(&self, ran: Ran) -> Ran {
        match ran {
            Ran::Wrong(_) if self.differs_at_home => Ran::WrongAnyway,
            ran => ran,
        }
    }

    fn new(version: &str, file: PathBuf, recorded: PathBuf) -> anyhow::Result<Export> {
        let hash: String =
            Sha256::digest(fs::read(&file)?).iter().map(|byte| format!("{byte:02x}")).collect();
        let (version, digest) = (version.to_string(), format!("sha256:{hash}"));
        Ok(Export { version, file, digest, recorded, differs_at_home: false, tolerance: 0.0 })
    }
}

/// What a runtime says of itself.
struct Report {
    /// The report, without the release that it is built from.
    fields: Value,
    /// What is in it, in words.
    summary: String,
}

/// A file to run, and the export whose recorded outputs it has to give.
struct Job<'m> {
    file: PathBuf,
    export: &'m Export,
}

/// What became of a file in a runtime.
enum Ran {
    /// All recorded outputs.
    Right,
    /// Other outputs, none, or it does not load: how.
    Wrong(String),
    /// The same, and a file that a release wrote for this runtime, or for itself, does no better: it is not the file that was delivered.
    WrongAnyway,
    /// The case cannot be passed to it from Python, or was recorded as an error of the release that exported it.
    Uncompared,
}

/// Runs these devices, or all: by the names of their profiles, or of families.
pub(super) fn run(named: &[&str]) -> anyhow::Result<()> {
    let mut wanted: Vec<(&dyn Devices, Vec<String>)> = Vec::new();
    let mut known = Vec::new();
    for family in FAMILIES {
        let mut all = family.all()?;
        known.extend(all.iter().cloned());
        all.retain(|device| {
            named.is_empty() || named.iter().any(|name| name == device || *name == family.family())
        });
        wanted.push((family, all));
    }
    let is_known =
        |name: &str| known.iter().any(|one| one == name) || FAMILIES.iter().any(|one| one.family() == name);
    if let Some(other) = named.iter().find(|name| !is_known(name)) {
        bail!("`{other}`: the devices are {}", known.join(", "));
    }
    let binary = outlast_binary()?;
    let (mut total, mut devices, mut models) = (Count::default(), 0, 0);
    for (family, names) in wanted.into_iter().filter(|(_, names)| !names.is_empty()) {
        models += deliver(family, &names, &binary, &mut total)?;
        devices += names.len();
    }
    println!("\n{devices} devices, {models} models: {total}");
    total.faults.iter().for_each(|fault| println!("  {fault}"));
    if !total.faults.is_empty() {
        bail!("{} faults", total.faults.len());
    }
    Ok(())
}

/// Delivers to devices of a family from a service of their own. How many models there are.
fn deliver(
    family: &dyn Devices,
    devices: &[String],
    binary: &Path,
    total: &mut Count,
) -> anyhow::Result<usize> {
    let folder = root().join("target/interop/delivery").join(family.family());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let outlast = Outlast::new(binary, folder.canonicalize()?);
    let mut own = Vec::new();
    for device in devices {
        own.push(family.environment(device)?.filter(|folder| !folder.exists()));
    }
    let models = family.models(&outlast.folder)?;
    let exports: usize = models.iter().map(|model| model.exports.len()).sum();
    println!("\n{}: {} models, {exports} exports", family.family(), models.len());
    for model in &models {
        for variants in model.exports.chunk_by(|one, other| one.version == other.version) {
            outlast.publish(&model.name, variants)?;
        }
    }
    let server = Server::start(&outlast)?;
    for (device, own) in devices.iter().zip(own) {
        let runtime = family.runtime(device)?;
        let Report { fields, summary } = family.report(&runtime)?;
        println!("{device}: reports {summary}");
        let name = format!("device-{device}");
        let mut report = json!({ "base": device });
        report
            .as_object_mut()
            .into_iter()
            .for_each(|all| all.extend(fields.as_object().cloned().unwrap_or_default()));
        server.register(&name, &report)?;
        for order in ORDERS {
            server.order(&models, order)?;
            let count = count::deliver(family, &server, (&runtime, &name), &models)?;
            println!("  {order}: {count}");
            total.add(count);
        }
        // What was there before stays.
        if let Some(environment) = own.filter(|_| std::env::var_os("OUTLAST_KEEP").is_none()) {
            fs::remove_dir_all(environment)?;
        }
    }
    drop(server);
    outlast.run(&["serve", "fsck", "--data", &outlast.data])?;
    Ok(models.len())
}
