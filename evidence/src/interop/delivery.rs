//! `cargo xtask interop delivery`: devices that are real releases register what they report, fetch each model from `outlast serve`, and run what they
//! get; what is refused to a device is shown to its runtime all the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use outlast_prove::{Load, Runtime, Tolerance};
use serde_json::{Value, json};

use crate::pins;
use crate::play::{self, Job};
use crate::run::{outlast_binary, root};

/// Runs these releases of ExecuTorch as devices; without names, those of the list `delivery`.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let pinned = pins::releases("executorch", "delivery")?;
    let releases = if releases.is_empty() { pinned.clone() } else { releases.to_vec() };
    let folder = root().join("target/interop/delivery");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let folder = folder.canonicalize()?;
    let outlast =
        Outlast { binary: outlast_binary()?, data: folder.join("data").display().to_string(), folder };
    let models = models(&pinned)?;
    println!("{} models by exporters {}", models.len(), pinned.join(", "));
    for model in &models {
        for (release, file) in &model.exports {
            let file = file.display().to_string();
            outlast.run(&["serve", "publish", "--data", &outlast.data, &model.name, release, &file])?;
        }
    }
    let server = Server::start(&outlast)?;
    let mut count = Count::default();
    for release in &releases {
        let runtime = play::executorch(release)?;
        let name = format!("device-{release}");
        let says_backends = server.register(&name, &runtime)?;
        count.deliver(&server, (&runtime, &name, says_backends), &models)?;
    }
    drop(server);
    outlast.run(&["serve", "fsck", "--data", &outlast.data])?;
    println!(
        "{} devices, {} models each: {} delivered ({} backports, {} older exports), {} of them run with the right outputs, {} differ from PyTorch as in the release that exported them; {} refused, whose {} exports that were tried do not run",
        releases.len(),
        models.len(),
        count.delivered,
        count.backports,
        count.older,
        count.right,
        count.as_at_home,
        count.refused,
        count.rightly,
    );
    println!(
        "{} not run: the Python binding does not pass the case; refused for backends that the runtime has and did not report: {}",
        count.not_run, count.silent
    );
    count.faults.iter().for_each(|fault| println!("  {fault}"));
    if !count.faults.is_empty() {
        bail!("{} faults", count.faults.len());
    }
    Ok(())
}

/// A model, with what each release exported of it, the oldest first.
struct Model {
    name: String,
    exports: Vec<(String, PathBuf)>,
    /// How far outputs may be from the recorded ones.
    tolerance: Tolerance,
    /// Exporters whose own runtime computes something else than was recorded: PyTorch's results.
    differs_at_home: BTreeSet<String>,
}

/// Models of the corpus that the newest of these releases exported, with recorded outputs.
fn models(releases: &[&str]) -> anyhow::Result<Vec<Model>> {
    let corpus = root().join("corpus/executorch").canonicalize()?;
    let newest = releases.last().context("no releases")?;
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(corpus.join(newest))? {
        let path = entry?.path();
        let is_program = path.extension().is_some_and(|end| end == "pte");
        if is_program && path.with_extension("npz").exists() {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    let export = |name: &str, release: &str| {
        let file = corpus.join(release).join(name).with_extension("pte");
        (file.exists() && file.with_extension("npz").exists()).then(|| (release.to_string(), file))
    };
    let tolerances = tolerances(&corpus.join(newest).join("index.json"))?;
    let mut models = Vec::new();
    for name in names {
        let exports: Vec<_> = releases.iter().filter_map(|release| export(&name, release)).collect();
        let mut differs_at_home = BTreeSet::new();
        for (release, _) in &exports {
            let runs = fs::read_to_string(corpus.join(format!("runs/{release}.tsv")))?;
            let own = format!("{release}\t{name}.pte\t");
            if runs.lines().any(|line| line.starts_with(&own) && line.split('\t').nth(5) == Some("wrong")) {
                differs_at_home.insert(release.clone());
            }
        }
        let most = tolerances.get(&name).copied().unwrap_or(1e-3);
        let tolerance = Tolerance { relative: most, absolute: most };
        models.push(Model { name, exports, tolerance, differs_at_home });
    }
    Ok(models)
}

/// How far outputs may be from those that the exporter recorded, by model.
fn tolerances(index: &Path) -> anyhow::Result<BTreeMap<String, f64>> {
    let index: Value = serde_json::from_str(&fs::read_to_string(index)?)?;
    let models = index["models"].as_object().context("the index has no models")?;
    let most = |entry: &Value| entry["tolerance"].as_f64();
    Ok(models.iter().filter_map(|(name, entry)| Some((name.clone(), most(entry)?))).collect())
}

/// The command, and where it works.
struct Outlast {
    binary: PathBuf,
    folder: PathBuf,
    data: String,
}

impl Outlast {
    /// Runs it to a good end; what it printed.
    fn run(&self, words: &[&str]) -> anyhow::Result<String> {
        let said = Command::new(&self.binary).args(words).current_dir(&self.folder).output()?;
        if !said.status.success() {
            bail!("{}: {}", words.join(" "), String::from_utf8_lossy(&said.stderr));
        }
        Ok(String::from_utf8_lossy(&said.stdout).trim().to_string())
    }
}

/// `outlast serve`, while it runs.
struct Server<'o> {
    outlast: &'o Outlast,
    url: String,
    token: String,
    process: Child,
}

impl Server<'_> {
    fn start(outlast: &Outlast) -> anyhow::Result<Server<'_>> {
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

    /// Registers what a runtime says of itself, over HTTP, as a device does. Whether it says which backends it has: 0.5.0 does not.
    fn register(&self, name: &str, runtime: &Runtime) -> anyhow::Result<bool> {
        let told = runtime.describe(Load::ExecuTorch, Duration::from_secs(120));
        let told = told.map_err(|why| anyhow::anyhow!("{}: {why}", runtime.name))?;
        let profile = json!({
            "name": name, "backports": true,
            "report": {"base": runtime.name, "operators": told.operators, "backends": told.backends},
        });
        let file = self.outlast.folder.join(format!("{name}.json"));
        fs::write(&file, profile.to_string())?;
        let said = Command::new("curl")
            .args(["-sS", "--fail-with-body", "-H", &format!("Authorization: Bearer {}", self.token)])
            .arg("--data-binary")
            .arg(format!("@{}", file.display()))
            .arg(format!("{}/v1/profiles", self.url))
            .output()?;
        if !said.status.success() {
            bail!("{name}: {}", String::from_utf8_lossy(&said.stdout));
        }
        println!("{name}: {} operators, {} backends", told.operators.len(), told.backends.len());
        Ok(!told.backends.is_empty())
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Default)]
struct Count {
    delivered: usize,
    backports: usize,
    older: usize,
    right: usize,
    as_at_home: usize,
    not_run: usize,
    silent: usize,
    refused: usize,
    rightly: usize,
    faults: Vec<String>,
}

/// What a device does with a model.
struct Try<'m> {
    model: &'m Model,
    /// What `outlast fetch` said of it.
    answer: String,
    is_delivered: bool,
    differs_at_home: bool,
    job: Job,
}

impl Count {
    /// Fetches all models for a device, and runs what it gets there; of what is refused, every export.
    fn deliver(
        &mut self,
        server: &Server<'_>,
        (runtime, name, says_backends): (&Runtime, &str, bool),
        models: &[Model],
    ) -> anyhow::Result<()> {
        let mut tries = Vec::new();
        for model in models {
            let file = server.outlast.folder.join(format!("{}-{name}.pte", model.name));
            let said = Command::new(&server.outlast.binary)
                .args(["fetch", &model.name, "--from", &server.url, "--profile", name, "-o"])
                .arg(&file)
                .env("OUTLAST_TOKEN", &server.token)
                .output()?;
            let answer = String::from_utf8_lossy(&said.stdout).trim().to_string();
            if !said.status.success() {
                self.refused += 1;
                for (_, export) in &model.exports {
                    let (answer, job) = (answer.clone(), job(export, export, model.tolerance));
                    tries.push(Try { model, answer, is_delivered: false, differs_at_home: false, job });
                }
                continue;
            }
            self.delivered += 1;
            // `FILE: MODEL VERSION, OUTCOME (ORIGIN), …`
            let version = answer.split(' ').nth(2).unwrap_or_default().trim_end_matches(',');
            let Some((_, export)) = model.exports.iter().find(|(release, _)| release == version) else {
                bail!("{name}: what is this version? {answer}");
            };
            self.backports += usize::from(answer.contains("(backport)"));
            self.older += usize::from(model.exports.last().is_some_and(|(newest, _)| newest != version));
            let job = job(&file, export, model.tolerance);
            let differs_at_home = model.differs_at_home.contains(version);
            tries.push(Try { model, answer, is_delivered: true, differs_at_home, job });
        }
        let jobs: Vec<Job> = tries.iter().map(|one| one.job.clone()).collect();
        let played = play::play(runtime, Load::ExecuTorch, &jobs)?;
        for (one, cases) in tries.iter().zip(&played) {
            let wrong = cases.iter().find(|case| !case.is_good());
            match (one.is_delivered, wrong) {
                (true, None) => self.right += 1,
                (_, Some(case)) if case.outcome == "not-run" => self.not_run += 1,
                (true, Some(case)) if one.differs_at_home && case.outcome == "differs" => {
                    self.as_at_home += 1;
                }
                (true, Some(case)) => {
                    self.faults.push(format!(
                        "{name}: {}: {}: {} {}",
                        one.answer, case.case, case.outcome, case.message
                    ));
                }
                // It was refused for what the runtime has, and did not report.
                (false, None) if !says_backends && one.answer.contains(" has no backend ") => {
                    self.silent += 1;
                }
                (false, None) => {
                    self.faults
                        .push(format!("{name}: {} runs, and is refused: {}", one.model.name, one.answer));
                }
                (false, Some(_)) => self.rightly += 1,
            }
        }
        Ok(())
    }
}

/// A program with the cases that were recorded of an export.
fn job(file: &Path, export: &Path, tolerance: Tolerance) -> Job {
    Job { file: file.to_path_buf(), data: None, cases: Some(export.with_extension("npz")), tolerance }
}
