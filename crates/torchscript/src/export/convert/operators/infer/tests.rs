//! What is derived of results, compared with what `torch.export` wrote of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use outlast_opset::history::{self, OperatorSet, Release};
use outlast_opset::schema::Schema;

use super::super::super::super::{Package, json_text, read};
use outlast_opset::history::newest;

use super::super::super::program::FIRST;
use super::super::super::tree::Tree;
use super::super::super::typed::Walk;
use super::super::super::{notes::Notes, release_of};
use super::super::meta::Meta;
use super::super::operator_of;
use super::super::replace::{Described, arguments};
use super::super::value::Value;
use super::{Given, Known, infer};
use crate::archive::TorchArchive;
use crate::export::Program;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|end| end == "pt2") => found.push(path),
            false => {}
        }
    }
}

/// Nodes that agree, by operator, and how the others differ.
#[derive(Default)]
struct Compared {
    same: BTreeMap<String, usize>,
    unknown: BTreeMap<String, usize>,
    other: Vec<String>,
    strides: Vec<String>,
}

fn compare(path: &Path, set: &OperatorSet, compared: &mut Compared) {
    let file = std::fs::read(path).unwrap();
    let Ok(archive) = TorchArchive::open(&file) else { return };
    let Ok(package) = Package::of(&archive) else { return };
    for model in &package.models {
        let text = json_text(&archive, &model.program).unwrap();
        let document = read(&archive, &model.program, &text).unwrap();
        let Some(release) = Program::new(document.root()).schema_version().and_then(release_of) else {
            continue;
        };
        let Ok(tree) = Tree::read(document.root()) else { continue };
        let mut notes = Notes::default();
        if release <= FIRST {
            continue;
        }
        let tree = super::super::super::program::pass(tree, &mut Walk::new(release, newest(), &mut notes));
        let Some(graph) = tree.get("graph_module").and_then(|module| module.get("graph")) else { continue };
        nodes(graph, set, &path.display().to_string(), compared);
    }
}

fn nodes(graph: &Tree<'_>, set: &OperatorSet, file: &str, compared: &mut Compared) {
    let described = Described::of(graph, true);
    for node in graph.get("nodes").map(Tree::items).unwrap_or_default() {
        let target = node.get("target").and_then(Tree::as_str).unwrap();
        let Some(operator) = operator_of(&target) else { continue };
        let variants = set.variants(&operator.name);
        let Some(variant) = variants.iter().find(|variant| variant.schema.name == operator) else { continue };
        let given: Result<Vec<_>, String> =
            arguments(node, &described).into_iter().map(|(name, value)| Ok((name, value?))).collect();
        let Ok(given) = given else { continue };
        let schema: &Schema = &variant.schema;
        let bound: Option<Vec<(String, Value)>> = schema
            .arguments
            .iter()
            .map(|argument| {
                let value =
                    given.iter().find(|(name, _)| *name == argument.name).map(|(_, value)| value.clone());
                let value = value.or_else(|| Value::of_default(argument.default.as_ref()?, argument))?;
                Some((argument.name.clone(), value))
            })
            .collect();
        let Some(bound) = bound else { continue };
        let given: Given<'_> = bound.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let Known::Results(derived) = infer(schema, &given) else {
            *compared.unknown.entry(operator.to_string()).or_default() += 1;
            continue;
        };
        for (derived, output) in derived.iter().zip(node.get("outputs").map(Tree::items).unwrap_or_default())
        {
            let name = output.get("as_tensor").and_then(|tensor| tensor.get("name")?.as_str());
            let said = name.and_then(|name| described.tensors.get(&*name).cloned());
            let Some(said) = said else { continue };
            let line = |part: &str| {
                let inputs: Vec<String> = bound
                    .iter()
                    .filter_map(|(name, value)| {
                        let meta = value.as_tensor()?.meta.as_deref()?;
                        Some(format!("{name} {} {:?}", meta.text(), strides_text(meta)))
                    })
                    .collect();
                format!(
                    "{file}: {operator}: {part} {} {:?}, and the file has {} {:?}; {}",
                    derived.text(),
                    strides_text(derived),
                    said.text(),
                    strides_text(&said),
                    inputs.join(", ")
                )
            };
            let plain = |meta: &Meta| (meta.dtype, meta.sizes.clone(), meta.device.clone());
            if plain(derived) != plain(&said) {
                compared.other.push(line("derived"));
            } else if derived.strides != said.strides {
                compared.strides.push(line("strides"));
            } else {
                *compared.same.entry(operator.to_string()).or_default() += 1;
            }
        }
    }
}

fn strides_text(meta: &Meta) -> Vec<String> {
    meta.strides
        .iter()
        .map(|stride| stride.known().map_or_else(|| stride.srepr(), |known| known.to_string()))
        .collect()
}

/// Of programs of the corpus, and of those in `OUTLAST_PT2`, where that names a folder.
#[test]
fn metadata_are_those_that_torch_export_writes() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/torch-export"), &mut found);
    if let Some(folder) = std::env::var_os("OUTLAST_PT2") {
        files(Path::new(&folder), &mut found);
    }
    let newest = Release { major: 2, minor: 15, patch: 0 };
    let set = OperatorSet::new(history::torch(), newest).unwrap();
    let mut compared = Compared::default();
    found.iter().for_each(|path| compare(path, &set, &mut compared));
    let same: usize = compared.same.values().sum();
    println!("{} files, {same} results of {} operators agree", found.len(), compared.same.len());
    println!("not derived: {:?}", compared.unknown);
    compared.strides.iter().for_each(|line| println!("{line}"));
    assert!(compared.other.is_empty(), "{}", compared.other.join("\n"));
    assert!(compared.strides.is_empty(), "{}", compared.strides.join("\n"));
    assert!(same > 20, "{same}");
}
