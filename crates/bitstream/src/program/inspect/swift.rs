//! Swift modules, documentation, source information, dependencies.

use crate::Stream;
use crate::swift::{ScanCache, SwiftDeps, SwiftFacts, SwiftInput};
use outlast_core::Result;

use super::faulty;
use outlast_model::summary::Summary;

pub(super) fn module(stream: Stream<'_>, summary: &mut Summary) -> Result<()> {
    let facts = SwiftFacts::read(stream);
    faulty(facts.fault.as_ref(), facts.has_control, summary)?;
    summary.version("format", facts.format);
    summary.known("module", facts.module_name.as_ref());
    summary.known("compiler", facts.compiler.as_ref());
    summary.known("compiler version", facts.short_version.as_ref());
    summary.known("language version", facts.compatibility_version.as_ref());
    summary.known("target", facts.target.as_ref());
    summary.known("SDK", facts.sdk_name.as_ref().filter(|name| !name.is_empty()));
    summary.known("SDK version", facts.sdk_version.as_ref());
    summary.known("revision", facts.revision.as_ref().filter(|text| !text.is_empty()));
    summary.known("channel", facts.channel.as_ref().filter(|text| !text.is_empty()));
    summary.known("package", facts.package.as_ref());
    let user = facts.user_version.filter(|parts| parts.iter().any(|part| *part != 0));
    summary.known("user module version", user.map(|parts| parts.map(|part| part.to_string()).join(".")));
    summary.known("ownership SSA", facts.ossa.map(|is| if is { "yes" } else { "no" }));
    summary.flag("library evolution", facts.resilient);
    summary.flag("testable", facts.testable);
    summary.flag("static library", facts.static_library);
    summary.flag("embedded", facts.embedded);
    summary.flag("built from an interface", facts.from_interface);
    summary.flag("C++ interoperability", facts.cxx_interoperability);
    summary.flag("SIL", facts.is_sib == Some(true));
    if !facts.allowable_clients.is_empty() {
        summary.fact("allowable clients", facts.allowable_clients.join(", "));
    }
    let options = facts.options.iter();
    let rows = options.map(|option| vec![option.name.clone(), option.value().unwrap_or_default()]).collect();
    summary.list("options", &["option", "value"], rows);
    summary.list("dependencies", &["name", "kind", "details"], facts.inputs.iter().map(input).collect());
    Ok(())
}

fn input(input: &SwiftInput) -> Vec<String> {
    let row = |name: &str, kind: &str, more: String| vec![name.to_string(), kind.to_string(), more];
    let flag = |is: bool, word: &str| if is { word.to_string() } else { String::new() };
    match input {
        SwiftInput::Module(import) => {
            let scoped = flag(import.scoped, "one declaration");
            row(&import.name, &format!("module, {}", import.kind.name()), scoped)
        }
        SwiftInput::Library { name, framework, forced, is_static } => {
            let kind = match (framework, is_static) {
                (true, _) => "framework",
                (false, true) => "static library",
                (false, false) => "library",
            };
            row(name, kind, flag(*forced, "forced"))
        }
        SwiftInput::Header { path, exported, size, .. } => {
            let size = format!("{size} bytes");
            row(path, if *exported { "bridging header, exported" } else { "bridging header" }, size)
        }
        SwiftInput::SearchPath { path, framework, .. } => {
            row(path, if *framework { "framework search path" } else { "search path" }, String::new())
        }
        SwiftInput::File { path, size, .. } => row(path, "file", format!("{size} bytes")),
        SwiftInput::Interface { path, .. } => row(path, "interface", String::new()),
        other => row(&format!("{other:?}"), "unknown", String::new()),
    }
}

pub(super) fn deps(stream: Stream<'_>, summary: &mut Summary) -> Result<()> {
    let deps = SwiftDeps::read(stream);
    faulty(deps.fault.as_ref(), deps.format.is_some(), summary)?;
    summary.version("format", deps.format);
    summary.known("compiler", deps.compiler.as_ref());
    summary.fact("identifiers", deps.identifiers.to_string());
    summary.fact("nodes", deps.nodes.len().to_string());
    let counts = deps.summary().into_iter();
    let rows = counts
        .map(|(kind, provides, depends)| {
            vec![kind.name().to_string(), provides.to_string(), depends.to_string()]
        })
        .collect();
    summary.list("nodes", &["kind", "provided", "used"], rows);
    Ok(())
}

pub(super) fn scan_cache(stream: Stream<'_>, summary: &mut Summary) -> Result<()> {
    let cache = ScanCache::read(stream);
    faulty(cache.fault.as_ref(), cache.format.is_some(), summary)?;
    summary.version("format", cache.format);
    summary.known("compiler", cache.compiler.as_ref());
    summary.fact("identifiers", cache.identifiers.to_string());
    let modules = cache.modules.into_iter();
    let rows = modules.map(|module| vec![module.name, module.kind, module.file]).collect();
    summary.list("modules", &["name", "kind", "file"], rows);
    Ok(())
}
