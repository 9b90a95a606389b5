//! Targets by name, or from profile files.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use outlast::{Target, TargetError};

use crate::input;

/// The targets that names, sets of them (`executorch>=0.6`) and profile files mean, each once.
pub(crate) fn resolve_all(names: &[String]) -> anyhow::Result<Vec<Target>> {
    let mut targets: Vec<Target> = Vec::new();
    for name in names {
        let meant = match outlast::targets(name) {
            Ok(meant) => meant,
            Err(TargetError::Unknown { .. }) => vec![resolve(name)?],
            Err(error) => bail!(error),
        };
        for target in meant {
            if targets.iter().all(|other| other.name() != target.name()) {
                targets.push(target);
            }
        }
    }
    Ok(targets)
}

/// A target by its name, or from a profile file.
pub(crate) fn resolve(name: &str) -> anyhow::Result<Target> {
    let error = match outlast::target(name) {
        Ok(target) => return Ok(target),
        Err(error) => error,
    };
    profile_at(name, Path::new(name))?.ok_or_else(|| anyhow!(error))
}

/// The target of a profile file, if what is written is the name of one; `path` is where it is.
pub(crate) fn profile_at(written: &str, path: &Path) -> anyhow::Result<Option<Target>> {
    profile_by(written, path, read_text)
}

/// As [`profile_at`], where the file is read by other means.
pub(crate) fn profile_by(
    written: &str,
    path: &Path,
    read: impl Fn(&Path) -> anyhow::Result<String>,
) -> anyhow::Result<Option<Target>> {
    if !path.exists() && !written.contains(['/', '\\']) && !has_profile_extension(path) {
        return Ok(None);
    }
    let text = read(path)?;
    let target = outlast::target_described(&text).map_err(|error| anyhow!(error));
    let target = target.with_context(|| path.display().to_string())?;
    Ok(Some(target.described_by(&path.to_string_lossy())))
}

/// A text file; the error is one line.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    input::open_text(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
}

fn has_profile_extension(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "toml" || e == "txt" || e == "profile")
}
