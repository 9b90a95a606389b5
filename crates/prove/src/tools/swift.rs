//! Swift: `swift-frontend -typecheck` of a file that imports the module, from a folder where it stands under its own name.

use super::ask::Asker;
use super::{Did, ToolCase};
use crate::runtime::Failure;

const CASE: &str = "import";

/// Imports a module.
pub(super) fn prove(asker: &Asker<'_>) -> Vec<ToolCase> {
    let did = match import(asker) {
        Ok(()) => Did::Took(None),
        Err(failure) => Did::Failed(failure),
    };
    vec![ToolCase::new(CASE, did)]
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
    let words =
        ["-typecheck", "-module-name", "OutlastUse", "-module-cache-path", &cache, "-I", &folder, &source];
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
        Err(failure) => Did::Failed(failure),
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
