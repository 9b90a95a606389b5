//! What a device gets of all models, and what becomes of it there.

use std::collections::HashSet;
use std::fmt;
use std::fs;

use anyhow::Context;
use outlast_prove::Runtime;

use super::service::{Got, Server};
use super::{Devices, Export, Job, Model, Ran};

#[derive(Default)]
pub(super) struct Count {
    delivered: usize,
    /// Of these, variants that the server converted.
    backports: usize,
    /// Of these, variants of a version that is not the newest.
    older: usize,
    right: usize,
    /// Of these, those that give other outputs than were recorded, and so does a file that a release wrote for the runtime, or for itself.
    anyway: usize,
    refused: usize,
    /// Exports of refused models that were shown to the runtime.
    tried: usize,
    /// Of these, those that do not run, or to other outputs.
    rightly: usize,
    /// Of these, those that run although the verdict on them is `unknown`.
    unknown: usize,
    /// Files, delivered or tried, whose case cannot be passed from Python, or was recorded as an error.
    uncompared: usize,
    pub(super) faults: Vec<String>,
}

impl Count {
    pub(super) fn add(&mut self, other: Count) {
        let Count {
            delivered,
            backports,
            older,
            right,
            anyway,
            refused,
            tried,
            rightly,
            unknown,
            uncompared,
            faults,
        } = other;
        self.delivered += delivered;
        self.backports += backports;
        self.older += older;
        self.right += right;
        self.anyway += anyway;
        self.refused += refused;
        self.tried += tried;
        self.rightly += rightly;
        self.unknown += unknown;
        self.uncompared += uncompared;
        self.faults.extend(faults);
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} delivered ({} backports, {} of older versions): {} right, {} as a file that a release wrote; {} refused: of {} exports {} \
             do not run or run wrong, {} run with the verdict `unknown`; {} cannot be compared; {} faults",
            self.delivered,
            self.backports,
            self.older,
            self.right,
            self.anyway,
            self.refused,
            self.tried,
            self.rightly,
            self.unknown,
            self.uncompared,
            self.faults.len()
        )
    }
}

/// Why a file is run.
enum Reason {
    Delivered,
    /// It was refused, with this verdict.
    Refused(String),
}

/// Fetches all models for a device, and runs what it gets there; of what is refused, every export.
pub(super) fn deliver(
    family: &dyn Devices,
    server: &Server<'_>,
    (runtime, device): (&Runtime, &str),
    models: &[Model],
) -> anyhow::Result<Count> {
    let mut count = Count::default();
    let folder = server.outlast.folder.join(device);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let (mut jobs, mut about) = (Vec::new(), Vec::new());
    for model in models {
        let newest = model.exports.last().context("a model without exports")?;
        let end = newest.file.extension().unwrap_or_default().to_string_lossy();
        let file = folder.join(format!("{}.{end}", model.name));
        match server.fetch(&model.name, device, &file)? {
            Got::File { version, digest, is_backport } => {
                count.delivered += 1;
                count.backports += usize::from(is_backport);
                count.older += usize::from(version != newest.version);
                let export = export_of(model, &version, &digest)
                    .with_context(|| format!("{device}: what is {version} of {}?", model.name))?;
                jobs.push(Job { file, export });
                let how = if is_backport { "backport" } else { "export" };
                about.push((Reason::Delivered, format!("{} {version} ({how})", model.name)));
            }
            Got::Nothing { verdicts, said } => {
                count.refused += 1;
                let mut seen = HashSet::new();
                // Releases may have written the same file.
                for export in model.exports.iter().filter(|export| seen.insert(&export.digest)) {
                    let verdict = verdicts.iter().find(|(digest, _)| *digest == export.digest);
                    let (_, verdict) = verdict.with_context(|| {
                        format!("{device}: {}: nothing is said of it: {said}", export.digest)
                    })?;
                    count.tried += 1;
                    jobs.push(Job { file: export.file.clone(), export });
                    let what = format!("{} {}: {said}", model.name, export.version);
                    about.push((Reason::Refused(verdict.clone()), what));
                }
            }
        }
    }
    for ((reason, what), ran) in about.iter().zip(family.run(runtime, &jobs)?) {
        match (reason, ran) {
            (_, Ran::Uncompared) => count.uncompared += 1,
            (Reason::Delivered, Ran::Right) => count.right += 1,
            (Reason::Delivered, Ran::WrongAnyway) => count.anyway += 1,
            (Reason::Delivered, Ran::Wrong(how)) => count.faults.push(format!("{device}: {what}: {how}")),
            (Reason::Refused(_), Ran::Wrong(_) | Ran::WrongAnyway) => count.rightly += 1,
            (Reason::Refused(verdict), Ran::Right) if verdict == "unknown" => count.unknown += 1,
            (Reason::Refused(_), Ran::Right) => {
                count.faults.push(format!("{device}: it runs, and is refused: {what}"));
            }
        }
    }
    Ok(count)
}

/// The export whose outputs a file has to give: itself, or for a backport the most wanted of its version.
fn export_of<'m>(model: &'m Model, version: &str, digest: &str) -> Option<&'m Export> {
    let of_version = || model.exports.iter().filter(|export| export.version == version);
    of_version().find(|export| export.digest == digest).or_else(|| of_version().next())
}
