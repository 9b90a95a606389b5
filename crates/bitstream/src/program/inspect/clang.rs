//! Clang modules, precompiled headers and AST files.

use crate::Stream;
use crate::clang::{ClangFacts, ImportKind};
use outlast_core::Result;

use super::faulty;
use outlast_model::summary::{Summary, hex};

pub(super) fn ast(stream: Stream<'_>, summary: &mut Summary) -> Result<()> {
    let facts = ClangFacts::read(stream);
    faulty(facts.fault.as_ref(), facts.has_control, summary)?;
    summary.version("format", facts.format);
    summary.version("clang", facts.clang);
    summary.known("revision", facts.revision.as_ref().filter(|text| !text.is_empty()));
    summary.known("module", facts.module_name.as_ref());
    summary.flag("C++ module", facts.cxx_module == Some(true));
    summary.known("module map", facts.module_map.as_ref());
    summary.known("original file", facts.original_file.as_ref());
    summary.known("directory", facts.directory.as_ref().filter(|path| !path.is_empty()));
    summary.known("working directory", facts.working_directory.as_ref().filter(|path| !path.is_empty()));
    if let Some(target) = &facts.target {
        summary.fact("target", target.triple.clone());
        let cpu = [&target.cpu, &target.tune_cpu, &target.abi];
        let cpu: Vec<&str> = cpu.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        summary.known("CPU, tuning, ABI", (!cpu.is_empty()).then(|| cpu.join(", ")));
        let features = target.features.join(" ");
        summary.known("features", (!features.is_empty()).then_some(features));
    }
    summary.flag("relocatable", facts.relocatable);
    summary.flag("timestamps", facts.timestamps);
    summary.flag("written in spite of errors", facts.errors);
    summary.known("signature", facts.signature.map(|bytes| hex(&bytes)));
    summary.known("AST hash", facts.ast_hash.map(|bytes| hex(&bytes)));
    let search = &facts.header_search;
    let paths = [
        ("sysroot", &search.sysroot),
        ("resource folder", &search.resource_dir),
        ("module cache", &search.module_cache),
    ];
    for (label, path) in paths {
        summary.known(label, Some(path).filter(|path| !path.is_empty()));
    }
    let (own, system) = facts.input_counts();
    let inputs = match (own, system) {
        (own, 0) => own.to_string(),
        (own, system) => format!("{}, {system} of them of the system", own + system),
    };
    summary.fact("input files", inputs);
    let rows = facts.imports.iter().map(|import| {
        let kind = match import.kind {
            ImportKind::ImplicitModule => "module, made when needed",
            ImportKind::ExplicitModule => "module, named",
            ImportKind::Pch => "precompiled header",
            ImportKind::Preamble => "preamble",
            ImportKind::MainFile => "main file",
            ImportKind::PrebuiltModule => "module, prebuilt",
            _ => "unknown",
        };
        let signature = import.signature.map(|bytes| hex(&bytes)).unwrap_or_default();
        vec![import.name.clone(), kind.to_string(), import.file.clone().unwrap_or_default(), signature]
    });
    summary.list("imports", &["name", "kind", "file", "signature"], rows.collect());
    let rows = facts.inputs.iter().map(|file| {
        let mut flags = Vec::new();
        for (is, word) in
            [(file.overridden, "overridden"), (file.transient, "transient"), (file.module_map, "module map")]
        {
            flags.extend(is.then_some(word));
        }
        vec![file.path.clone(), file.size.to_string(), flags.join(", ")]
    });
    summary.list("input files", &["file", "bytes", "remarks"], rows.collect());
    let paths = search.paths.iter().map(|path| vec![path.path.clone()]);
    summary.list("header search paths", &["path"], paths.collect());
    let macros = facts.preprocessor.iter().flat_map(|preprocessor| preprocessor.macros.iter().flatten());
    let rows = macros.map(|one| vec![one.text.clone(), if one.undefined { "-U" } else { "-D" }.to_string()]);
    summary.list("macros of the command line", &["macro", "option"], rows.collect());
    Ok(())
}
