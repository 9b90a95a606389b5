//! Bundled programs and tensor data files that we made: the real releases run them, flatc and the official verifier read
//! them.
//!
//! For each release: every program that it exported and runs right, bundled with its recorded inputs and outputs, must be
//! found right by the release's own test API; with one expected output changed, wrong. The bundle that the release
//! made, with another release's program inside, must be found right. Tensor data files that were built, converted there
//! and back, or edited must give the recorded outputs; with changed values, others.

use outlast::AsExecutorch as _;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use outlast::families::executorch::{
    BundledFile, CasesError, CasesOptions, DataEditor, FlatTensorFile, Layout, LayoutVersion, NewEntry,
    ProgramFile, TestSuite, TestValue, arrays_of, build_data, cases, convert_data, entries_from, make_bundle,
    with_program,
};
use outlast::{Output, arrays};
use outlast_testkit::corpus::at;
use serde_json::{Value, json};

use super::accept::accept_files;
use crate::pins;
use crate::play::{
    self,
    files::{self, Files},
};
use crate::run::root;

const OUT: &str = "target/interop/executorch-bundles";

/// What a release must say of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Expected {
    Right,
    Wrong,
    /// The recorded outputs are those of another computation, and the test API may or may not find them near enough.
    Either,
}

/// The files for one release.
struct Set {
    release: String,
    folder: PathBuf,
    /// What kind of file each is, and what must be said of it.
    files: BTreeMap<String, (&'static str, Expected)>,
    jobs: Vec<Value>,
    notes: BTreeSet<String>,
}

/// Makes the files, runs them in these releases, and reads them by other means.
pub(crate) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let usual = pins::releases("executorch", "bundles")?;
    let releases = if releases.is_empty() { &usual[..] } else { releases };
    let (mut failures, mut lines) = (Vec::new(), Vec::new());
    for release in releases {
        let mut set = Set::new(release)?;
        set.bundles()?;
        set.data()?;
        set.judge(&mut lines, &mut failures)?;
    }
    let mut files = Vec::new();
    for release in releases {
        files.extend(made(&root().canonicalize()?.join(OUT).join(release))?);
    }
    println!("\nWhat the releases said, by kind of file and what they had to say");
    lines.iter().for_each(|line| println!("  {line}"));
    println!();
    if let Err(error) = accept_files(&files) {
        failures.push(error.to_string());
    }
    if failures.is_empty() {
        return Ok(());
    }
    failures.iter().take(40).for_each(|line| println!("  {line}"));
    bail!("{} failures", failures.len())
}

fn corpus(release: &str, file: &str) -> PathBuf {
    at(&root().join("corpus/executorch").join(release).join(file))
}

/// The files of a release that it runs right, by its table of runs: those that need neither data nor a library, and
/// those with data.
fn good(release: &str, with_data: bool) -> anyhow::Result<BTreeSet<String>> {
    let text = fs::read_to_string(root().join(format!("corpus/executorch/runs/{release}.tsv")))?;
    let (mut good, mut bad) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [exporter, file, data, libraries, _, outcome, ..] = cells[..] else { continue };
        if exporter != release || libraries != "-" || (data == "given") != with_data {
            continue;
        }
        if outcome == "ok" {
            good.insert(file.to_string())
        } else {
            bad.insert(file.to_string())
        };
    }
    Ok(good.difference(&bad).cloned().collect())
}

/// How far the outputs of a release's models may be from those recorded.
fn tolerances(release: &str) -> anyhow::Result<BTreeMap<String, f64>> {
    let index: Value = serde_json::from_str(&fs::read_to_string(corpus(release, "index.json"))?)?;
    let models = index["models"].as_object().context("no models in the index")?;
    Ok(models.iter().filter_map(|(name, entry)| Some((name.clone(), entry["tolerance"].as_f64()?))).collect())
}

impl Set {
    fn new(release: &str) -> anyhow::Result<Set> {
        let folder = root().canonicalize()?.join(OUT).join(release);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        let (files, jobs, notes) = Default::default();
        Ok(Set { release: release.into(), folder, files, jobs, notes })
    }

    fn add(
        &mut self,
        name: String,
        model: &str,
        kind: &'static str,
        expected: Expected,
        output: &Output<'_>,
        data: Option<&Output<'_>>,
    ) -> anyhow::Result<()> {
        fs::write(self.folder.join(&name), output.to_vec())?;
        let npz = corpus(&self.release, &format!("{model}.npz")).canonicalize()?;
        let mut job = json!({"file": name, "base": model, "npz": npz, "tolerance": 1e-3});
        if let Some(data) = data {
            let ptd = Path::new(&name).with_extension("ptd");
            fs::write(self.folder.join(&ptd), data.to_vec())?;
            job["ptd"] = json!(ptd);
        }
        self.files.insert(name, (kind, expected));
        self.jobs.push(job);
        Ok(())
    }

    /// Bundled programs.
    fn bundles(&mut self) -> anyhow::Result<()> {
        let tolerances = tolerances(&self.release)?;
        for file in good(&self.release, false)? {
            let Some(model) = file.strip_suffix(".pte") else { continue };
            let npz = corpus(&self.release, &format!("{model}.npz"));
            if !npz.exists() {
                continue;
            }
            let (program, recording) = (fs::read(corpus(&self.release, &file))?, fs::read(&npz)?);
            let Some(opened) = program_of(&program) else { bail!("{file} is no program") };
            let recorded = arrays::read(&recording).map_err(|e| anyhow!("{model}: {e}"))?;
            let found = match cases(&opened, recorded, CasesOptions::default()) {
                Ok(found) => found,
                Err(CasesError::Refused(problems)) => {
                    let why = problems.first().map_or("", String::as_str);
                    self.notes.insert(format!("{model} is not bundled: {why}"));
                    continue;
                }
                Err(error) => bail!("{model}: {error:?}"),
            };
            let coarse = tolerances.get(model).is_some_and(|t| *t > 1e-3);
            let expected = if coarse { Expected::Either } else { Expected::Right };
            let bundle = make_bundle(&program, &found.suites).map_err(|e| anyhow!("{model}: {e}"))?;
            self.add(format!("{model}.bpte"), model, "bundle", expected, &bundle, None)?;
            let mut suites = found.suites;
            if spoil(&mut suites) {
                let bundle = make_bundle(&program, &suites).map_err(|e| anyhow!("{model}: {e}"))?;
                self.add(format!("{model}-wrong.bpte"), model, "bundle", Expected::Wrong, &bundle, None)?;
            }
        }
        self.replaced()
    }

    /// The release's own bundle with the same model of every release whose program it runs right.
    fn replaced(&mut self) -> anyhow::Result<()> {
        let own = fs::read(corpus(&self.release, "bundled.bpte"))?;
        let Some(bundle) = bundle_of(&own) else { bail!("no bundle of {}", self.release) };
        let text = fs::read_to_string(root().join(format!("corpus/executorch/runs/{}.tsv", self.release)))?;
        let mut exporters = BTreeSet::new();
        for line in text.lines() {
            let cells: Vec<&str> = line.split('\t').collect();
            if let [exporter, "bundled.pte", "none", "-", _, "ok", ..] = cells[..] {
                exporters.insert(exporter.to_string());
            }
        }
        for exporter in exporters {
            let program = fs::read(corpus(&exporter, "bundled.pte"))?;
            let output = with_program(&bundle, outlast::Output::weights(&program))
                .map_err(|e| anyhow!("{exporter}: {e}"))?;
            let name = format!("bundled-with-{exporter}.bpte");
            self.add(name, "bundled", "replaced", Expected::Right, &output, None)?;
        }
        Ok(())
    }

    /// Tensor data files.
    fn data(&mut self) -> anyhow::Result<()> {
        for file in good(&self.release, true)? {
            let Some(model) = file.strip_suffix(".pte") else { continue };
            let program = Output::of(fs::read(corpus(&self.release, &file))?);
            let bytes = fs::read(corpus(&self.release, &format!("{model}.ptd")))?;
            let mut variants = variants(&bytes).with_context(|| format!("{} {model}", self.release))?;
            let old = corpus("0.6.0", &format!("{model}.ptd"));
            let old = if old.exists() { fs::read(old)? } else { Vec::new() };
            if let Some(old) = data_of(&old) {
                let new = convert_data(&old, LayoutVersion::V1).map_err(|e| anyhow!("{model}: {e}"))?;
                variants.push(("from-0.6.0", Expected::Right, Output::of(new.to_vec())));
            }
            for (how, expected, data) in variants {
                self.add(format!("{model}-{how}.pte"), model, "data", expected, &program, Some(&data))?;
            }
        }
        Ok(())
    }

    /// Runs all of it, and compares with what must be said.
    fn judge(&self, lines: &mut Vec<String>, failures: &mut Vec<String>) -> anyhow::Result<()> {
        fs::write(self.folder.join("mutants.json"), serde_json::to_string_pretty(&self.jobs)?)?;
        let said = official(&self.release, &self.folder)?;
        let mut counts: BTreeMap<(&str, Expected), (usize, usize)> = BTreeMap::new();
        for (name, (kind, expected)) in &self.files {
            let count = counts.entry((kind, *expected)).or_default();
            count.1 += 1;
            let Some(bad) = said.get(name) else {
                failures.push(format!("{} {name}: was not run", self.release));
                continue;
            };
            let wrong = bad.iter().any(|why| why.contains(" wrong "));
            let good = match expected {
                Expected::Right => bad.is_empty(),
                Expected::Wrong => wrong,
                Expected::Either => bad.is_empty() || wrong,
            };
            match good {
                true => count.0 += 1,
                false => failures.push(format!("{} {name}: {expected:?} expected: {bad:?}", self.release)),
            }
        }
        for ((kind, expected), (good, all)) in counts {
            lines.push(format!("{} {kind} {expected:?}: {good} of {all}", self.release));
        }
        lines.extend(self.notes.iter().map(|note| format!("{} {note}", self.release)));
        Ok(())
    }
}

/// Changes the first expected number of the first case; whether there is one.
fn spoil(suites: &mut [TestSuite<'_>]) -> bool {
    let cases = suites.iter_mut().flat_map(|suite| suite.cases.iter_mut());
    for value in cases.flat_map(|case| case.expected_outputs.iter_mut()) {
        let TestValue::Tensor { layout, data } = value else { continue };
        let element = layout.scalar_type.size().and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
        if data.len() < element {
            continue;
        }
        // The exponent of a number, a high bit of an integer, the truth of a boolean.
        let bit = if layout.scalar_type.name() == Some("bool") { 1 } else { 0x40 };
        let mut changed = data.to_vec();
        changed[element - 1] ^= bit;
        *data = Cow::Owned(changed);
        return true;
    }
    false
}

fn program_of(bytes: &[u8]) -> Option<ProgramFile<'_>> {
    outlast::open(bytes).ok()?.as_executorch()
}

fn bundle_of(bytes: &[u8]) -> Option<BundledFile<'_>> {
    outlast::open(bytes).ok()?.as_executorch_bundle()
}

fn data_of(bytes: &[u8]) -> Option<FlatTensorFile<'_>> {
    outlast::open(bytes).ok()?.as_executorch_data()
}

/// A data file written in every way that we have.
fn variants(bytes: &[u8]) -> anyhow::Result<Vec<(&'static str, Expected, Output<'static>)>> {
    let Some(file) = data_of(bytes) else { bail!("no tensor data") };
    let entries = new_entries(&file)?;
    let own = |output: Output<'_>| Output::of(output.to_vec());
    let mut found =
        vec![("built", Expected::Right, own(build_data(LayoutVersion::V1, &entries).map_err(fault)?))];

    let v0b = convert_data(&file, LayoutVersion::V0b).map_err(fault)?.to_vec();
    let Some(old) = data_of(&v0b) else { bail!("no v0b") };
    found.push(("converted", Expected::Right, own(convert_data(&old, LayoutVersion::V1).map_err(fault)?)));

    let safetensors = arrays_of(&file).and_then(|a| arrays::safetensors::write(&a)).map_err(fault)?;
    let again = arrays::read(&safetensors).and_then(entries_from).map_err(fault)?;
    found.push(("safetensors", Expected::Right, own(build_data(LayoutVersion::V1, &again).map_err(fault)?)));

    // Every entry is given data of another size under another name, and then its own again.
    let key = |n: usize| format!("{n}, a name that is somewhat longer than the others");
    let mut editor = DataEditor::new(file).map_err(fault)?;
    for (n, entry) in entries.iter().enumerate() {
        editor.rename(&entry.key, &key(n)).map_err(fault)?;
        let layout = entry.layout.clone().map(|mut layout| {
            layout.sizes = vec![3];
            layout.dim_order = vec![0];
            layout
        });
        let len = layout.as_ref().and_then(Layout::byte_size).map_or(5, |n| usize::try_from(n).unwrap_or(0));
        editor.replace(&key(n), layout, Output::weights(vec![7; len])).map_err(fault)?;
    }
    editor
        .add(NewEntry { key: "another".into(), layout: None, data: Output::weights(vec![1; 77]) })
        .map_err(fault)?;
    let edited = editor.finish().map_err(fault)?.to_vec();
    let Some(middle) = data_of(&edited) else { bail!("no edited file") };
    let mut editor = DataEditor::new(middle).map_err(fault)?;
    for (n, entry) in entries.iter().enumerate() {
        editor.rename(&key(n), &entry.key).map_err(fault)?;
        editor.replace(&entry.key, entry.layout.clone(), entry.data.clone()).map_err(fault)?;
    }
    found.push(("edited", Expected::Right, own(editor.finish().map_err(fault)?)));

    let mut editor = DataEditor::new(file).map_err(fault)?;
    for entry in entries.iter().filter(|e| e.layout.is_some()) {
        let doubled: Vec<u8> = entry
            .data
            .to_vec()
            .as_chunks::<4>()
            .0
            .iter()
            .flat_map(|raw| (f32::from_le_bytes(*raw) * 2.0 + 1.0).to_le_bytes())
            .collect();
        editor.replace(&entry.key, entry.layout.clone(), Output::weights(doubled)).map_err(fault)?;
    }
    let changed = entries.iter().any(|e| e.layout.is_some());
    let changed = changed.then(|| editor.finish().map(own)).transpose().map_err(fault)?;
    found.extend(changed.map(|output| ("changed", Expected::Wrong, output)));
    Ok(found)
}

fn new_entries<'a>(file: &FlatTensorFile<'a>) -> anyhow::Result<Vec<NewEntry<'a>>> {
    let mut entries = Vec::new();
    for entry in file.entries().map_err(fault)? {
        let data = Output::weights(file.bytes(&entry).map_err(fault)?.data());
        entries.push(NewEntry { key: entry.key.to_string(), layout: entry.layout, data });
    }
    Ok(entries)
}

/// An error of the library, with its place.
fn fault(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{error}")
}

/// Every file that was made for a release.
fn made(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "bpte" || e == "ptd") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Runs the files of a folder in a release, bundles by its own test API; gives for each what went wrong.
fn official(release: &str, folder: &Path) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let results = folder.join("results.jsonl");
    let _ = fs::remove_file(&results);
    files::run(&play::executorch(release)?, &Files::of(folder), &results)?;
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in fs::read_to_string(&results)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let bad = found.entry(row["file"].as_str().unwrap_or_default().to_string()).or_default();
        if row["outcome"] != "ok" && row["harness"].is_null() {
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_string();
            let differs = row["differs"][0].as_str().unwrap_or_default();
            let message = format!(
                "{} {} {} {} {}",
                text("method"),
                text("outcome"),
                text("stage"),
                differs,
                text("exception")
            );
            bad.push(message.chars().take(260).collect());
        }
    }
    Ok(found)
}
