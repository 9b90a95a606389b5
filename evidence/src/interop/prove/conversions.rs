//! Conversions of ExecuTorch, PyTorch and StableHLO, proved by the command: the original in a release that loads it, the converted file in its target.
//! And the same with one weight or constant altered, which has to be found. LLVM and MLIR: `prove-tools`.

use outlast::AsExecutorch as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use outlast::families::executorch::{Edit, edit, values_of};
use outlast_prove::{How, Runtime};

use super::super::executorch_convert::{cells, corpus};
use super::{Outlast, folder};
use crate::pins;
use crate::play;
use crate::run::{root, run as execute};

/// The version of StableHLO that programs are written for: the older release does not read it.
const WRITTEN: &str = "1.10.0";
/// Programs of JAX that are converted.
const PROGRAMS: usize = 24;

/// What was proved of one family.
#[derive(Default)]
struct Count {
    converted: usize,
    equal: usize,
    /// What the binding of a release cannot be given.
    not_run: usize,
    altered: usize,
    found: usize,
    faults: Vec<String>,
}

/// Proves the conversions of a family.
type Proves = fn(&Outlast) -> anyhow::Result<Count>;

/// Proves the conversions of each family, or of these.
pub(super) fn run(families: &[&str]) -> anyhow::Result<()> {
    let outlast = Outlast::new()?;
    let mut faults = Vec::new();
    let all: [(&str, Proves); 3] = [("executorch", executorch), ("torch", torch), ("stablehlo", stablehlo)];
    for (family, proves) in all.iter().filter(|(name, _)| families.is_empty() || families.contains(name)) {
        let count = proves(&outlast)?;
        println!(
            "{family}: {} conversions, {} proved equal, {} cannot be run there; {} of {} altered ones found",
            count.converted, count.equal, count.not_run, count.found, count.altered
        );
        if count.equal == 0 || count.found == 0 {
            faults.push(format!("{family}: nothing was proved"));
        }
        faults.extend(count.faults);
    }
    faults.iter().for_each(|line| println!("  {line}"));
    match faults.is_empty() {
        true => Ok(()),
        false => bail!("{} conversions are not proved", faults.len()),
    }
}

impl Count {
    /// Converts a file for a release and proves it; then what `alter` makes of the converted file.
    fn convert_and_prove(
        &mut self,
        outlast: &Outlast,
        (original, target): (&Path, &str),
        (cases, from): (&[&str], &str),
        alter: impl Fn(&Path, &Path) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let name = original.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let converted = folder("conversions")?.join(format!("{target}-{name}"));
        let (original, path) = (original.display().to_string(), converted.display().to_string());
        let said = outlast.output(&["convert", &original, "--target", target, "-o", &path])?;
        if !said.status.success() {
            return Ok(());
        }
        self.converted += 1;
        let prove = |path: &str| {
            let words = ["prove", &original, "--converted", path, "--runtime", target, "--runtime", from];
            outlast.json(&[&words, cases].concat())
        };
        let (status, proof) = prove(&path)?;
        match (status, proof["real"].as_str()) {
            (0, Some("equal")) => self.equal += 1,
            (2, Some("not-run")) => {
                self.not_run += 1;
                return Ok(());
            }
            _ => self.faults.push(format!("{name} for {target}: {} {}", proof["real"], proof["message"])),
        }
        let altered = converted.with_extension("altered");
        if alter(&converted, &altered)? {
            self.altered += 1;
            let (status, proof) = prove(&altered.display().to_string())?;
            match status == 1 && proof["real"] == "differs" {
                true => self.found += 1,
                false => self.faults.push(format!("{name} for {target}, altered: {}", proof["real"])),
            }
        }
        Ok(())
    }
}

fn executorch(outlast: &Outlast) -> anyhow::Result<Count> {
    let [to, from] = pins::pair(&pins::releases("executorch", "conversions")?)?;
    for release in [from, to] {
        outlast.add(&format!("executorch-{release}"), &play::executorch(release)?)?;
    }
    let mut count = Count::default();
    // What does not run in the older release as it is, and is converted for it.
    for (key, cell) in cells(to)? {
        if key.0 != from || key.2 || cell.is_right() || !key.1.ends_with(".pte") {
            continue;
        }
        let file = corpus(from, &key.1);
        let model = key.1.split('.').next().unwrap_or(&key.1);
        let npz = corpus(from, &format!("{model}.npz")).display().to_string();
        let cases = ["--cases", &npz, "--rtol", "1e-3", "--atol", "1e-3"];
        count.convert_and_prove(
            outlast,
            (&file, &format!("executorch-{to}")),
            (&cases, &format!("executorch-{from}")),
            swapped,
        )?;
    }
    Ok(count)
}

/// One element of the first constant of floating-point numbers is larger by a half.
fn swapped(from: &Path, to: &Path) -> anyhow::Result<bool> {
    let bytes = fs::read(from)?;
    let program = outlast::open(&bytes)?;
    let split =
        edit(&program, &[], None, &Edit::SplitWeights(outlast::families::executorch::LayoutVersion::V1));
    let Ok(Some(data)) = split.map(|split| split.data.map(|data| data.to_vec())) else { return Ok(false) };
    let opened = outlast::open(&data)?;
    let Some(values) = opened.as_executorch_data() else { return Ok(false) };
    for (name, mut value) in values_of(&values)? {
        let middle = value.data.len() / 8 * 4;
        let is_float =
            value.layout.as_ref().is_some_and(|layout| layout.scalar_type.name() == Some("float32"));
        let Some(four) = value.data.get_mut(middle..middle + 4).filter(|_| is_float) else { continue };
        let old = f32::from_le_bytes(four.try_into()?);
        four.copy_from_slice(&(old + 0.5).to_le_bytes());
        let swap = Edit::SwapConstants([(name, value)].into());
        let Ok(edited) = edit(&program, &[], None, &swap) else { continue };
        fs::write(to, edited.output.to_vec())?;
        return Ok(true);
    }
    Ok(false)
}

fn torch(outlast: &Outlast) -> anyhow::Result<Count> {
    let mut count = Count::default();
    let [older, newer] = pins::pair(&pins::releases("torch", "lint")?)?;
    for [from, to] in [[newer, older], [older, newer]] {
        let runtime = play::torch(from)?;
        outlast.add(&runtime.name, &runtime)?;
        let other = play::torch(to)?;
        outlast.add(&other.name, &other)?;
        let written = folder(&format!("torch-{from}"))?;
        let script = root().canonicalize()?.join("evidence/peers/torch/moved.py");
        execute(python(&runtime, &[&script, &written]))?;
        let npz = written.join("case.npz").display().to_string();
        let alter = |from: &Path, to: &Path| {
            execute(python(&runtime, &[&script, Path::new("--alter"), from, to]))?;
            Ok(true)
        };
        for file in files(&written, "pt")? {
            count.convert_and_prove(
                outlast,
                (&file, &other.name),
                (&["--cases", &npz], &runtime.name),
                alter,
            )?;
        }
    }
    Ok(count)
}

fn stablehlo(outlast: &Outlast) -> anyhow::Result<Count> {
    let [older, newer] = pins::pair(&pins::releases("stablehlo", "proofs")?)?;
    let (runtime, other) = (play::jaxlib(newer)?, play::jaxlib(older)?);
    outlast.add(&runtime.name, &runtime)?;
    outlast.add(&other.name, &other)?;
    let home = root().canonicalize()?.join("target/interop/stablehlo");
    let scripts = root().canonicalize()?.join("evidence/peers/stablehlo");
    let programs = home.join("programs");
    if !programs.exists() {
        execute(python(&runtime, &[&scripts.join("programs.py"), &programs]))?;
    }
    let written = folder("stablehlo")?;
    let mut jobs = String::new();
    let texts: Vec<PathBuf> = files(&programs, "mlir")?;
    for text in texts.iter().filter(|text| text.with_extension("npz").exists()).take(PROGRAMS) {
        let name = text.file_stem().unwrap_or_default().to_string_lossy();
        let file = written.join(format!("{name}@{{}}.mlir.bc"));
        jobs += &serde_json::json!({"text": text, "versions": [WRITTEN], "by": "dialect", "file": file})
            .to_string();
        jobs.push('\n');
    }
    let list = written.join("jobs");
    fs::write(&list, jobs)?;
    let mut write = python(&runtime, &[&scripts.join("peer.py"), Path::new("write"), &list]);
    if !write.output().context("peer.py")?.status.success() {
        bail!("peer.py does not write artifacts");
    }
    let mut count = Count::default();
    for file in files(&written, "bc")? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(name) = name.split('@').next() else { continue };
        let npz = programs.join(format!("{name}.npz")).display().to_string();
        count.convert_and_prove(
            outlast,
            (&file, &other.name),
            (&["--cases", &npz], &runtime.name),
            other_constant,
        )?;
    }
    Ok(count)
}

/// Constants as they are in files, and what takes their place: 1 and 2 become 3, as numbers of 64 and 32 bits.
const CONSTANTS: &[(&[u8], &[u8])] = &[
    (&[0, 0, 0, 0, 0, 0, 0, 0x40], &[0, 0, 0, 0, 0, 0, 8, 0x40]),
    (&[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], &[0, 0, 0, 0, 0, 0, 8, 0x40]),
    (&[0, 0, 0, 0x40], &[0, 0, 0x40, 0x40]),
    (&[0, 0, 0x80, 0x3f], &[0, 0, 0x40, 0x40]),
];

/// A constant of an artifact is another number; whether it has one.
fn other_constant(from: &Path, to: &Path) -> anyhow::Result<bool> {
    let mut bytes = fs::read(from)?;
    for (old, new) in CONSTANTS {
        let found: Vec<usize> = bytes
            .windows(old.len())
            .enumerate()
            .filter(|(_, window)| window == old)
            .map(|(at, _)| at)
            .collect();
        let [at] = found[..] else { continue };
        bytes.splice(at..at + old.len(), new.iter().copied());
        fs::write(to, bytes)?;
        return Ok(true);
    }
    Ok(false)
}

/// A script in a runtime's Python.
fn python(runtime: &Runtime, words: &[&Path]) -> Command {
    let How::Python(python) = &runtime.how else { return Command::new("false") };
    let mut command = Command::new(python);
    command.args(["-W", "ignore"]).args(words).envs(&runtime.env).current_dir("/");
    command
}

/// The files with an extension, in order.
fn files(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == extension)).collect();
    found.sort();
    Ok(found)
}
