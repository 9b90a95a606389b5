//! Swift: `swift-frontend -typecheck` of a file that imports the module, from a folder where it stands under its own name. What the module imports
//! itself is found beside its file.
//!
//! For which machine and with which options a file is compiled that imports a module, whoever compiles it decides: that a module does not fit these is no
//! answer about it.

use super::ask::Asker;
use super::{Did, ToolCase};
use crate::runtime::Failure;

const CASE: &str = "import";

/// Messages about how a module is imported.
const OF_IMPORTERS: [&str; 4] = [
    "was created for incompatible target",
    "C++ interoperability",
    "missing required module",
    "unable to load standard library",
];

/// Imports a module.
pub(super) fn prove(asker: &Asker<'_>) -> Vec<ToolCase> {
    let did = match import(asker) {
        Ok(()) => Did::Took(None),
        Err(failure) => failed(failure),
    };
    vec![ToolCase::new(CASE, did)]
}

fn failed(failure: Failure) -> Did {
    match failure {
        Failure::Load(why) if OF_IMPORTERS.iter().any(|words| why.contains(words)) => {
            Did::NotAsked(format!("it cannot be imported alone: {why}"))
        }
        failure => Did::Failed(failure),
    }
}

fn import(asker: &Asker<'_>) -> Result<(), Failure> {
    let module = asker.program.module.as_deref().unwrap_or_default();
    if !is_name(module) {
        return Err(Failure::Runtime(format!("the module is called `{module}`, which no import can name")));
    }
    let said = |error: std::io::Error| Failure::Runtime(format!("{}: {error}", asker.file("").display()));
    std::fs::copy(&asker.program.path, asker.file(&format!("{module}.swiftmodule"))).map_err(said)?;
    std::fs::write(asker.file("Use.swift"), format!("import {module}\n")).map_err(said)?;
    let path = |name: &str| asker.file(name).display().to_string();
    let (folder, cache, source) = (path(""), path("cache"), path("Use.swift"));
    let beside = asker.program.path.parent().unwrap_or(&asker.program.path).display().to_string();
    let mut words = vec!["-typecheck", "-module-name", "OutlastUse", "-module-cache-path", &cache];
    words.extend(["-I", &folder, "-I", &beside, &source]);
    asker.demand("swift-frontend", &words).map(|_| ())
}

/// Whether an import can name it, and it names no file elsewhere.
fn is_name(module: &str) -> bool {
    module.chars().all(|c| c.is_alphanumeric() || c == '_')
        && module.starts_with(|c: char| !c.is_ascii_digit())
}

/// Imports a module in one release, and what was made of it in another.
pub(super) fn compare(original: &Asker<'_>, converted: &Asker<'_>) -> Result<Vec<ToolCase>, Failure> {
    import(original)?;
    let did = match import(converted) {
        Ok(()) => Did::Took(Some("both are imported; nothing more of modules is compared".into())),
        Err(failure) => failed(failure),
    };
    Ok(vec![ToolCase::new(CASE, did)])
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_of_modules() {
        assert!(is_name("Lib") && is_name("_Core2"));
        assert!(!is_name("") && !is_name("../x") && !is_name("a b") && !is_name("1a"));
    }
}
