//! The records of a program that is rewritten.

use std::collections::BTreeSet;

use outlast_core::{Output, Place, Source};
use outlast_opset::history::{Release, newest};

use super::super::layout::{Model, Package, Tensors, json_text, read};
use super::notes::{Notes, Reason};
use super::program::{self, Moves};
use super::save::saved;
use super::store::{Kept, Store};
use super::tree::{Tree, Unfit};
use super::typed::{Walk, class};
use super::{Layout, Operators, Refusal, Rewritten, Wanted, base64};
use crate::archive::TorchArchive;
use crate::archive::write::NewRecord;

type Outcome<T> = std::result::Result<T, Refusal>;

fn record<'a>(name: impl Into<String>, content: Output<'a>) -> NewRecord<'a> {
    NewRecord { name: name.into(), content, compress: false }
}

/// All records, as they are.
pub(super) fn all<'a>(archive: &TorchArchive<'a>) -> Outcome<Vec<NewRecord<'a>>> {
    let mut records = Vec::new();
    for one in archive.records()? {
        let content = archive.content_of(&archive.zip().member(one.entry)?)?;
        records.push(record(one.name, Output::weights(content)));
    }
    Ok(records)
}

/// Tensors of a program, as they are kept.
fn store<'a>(archive: &TorchArchive<'a>, kept: Option<&Tensors>) -> Outcome<Store<'a>> {
    match kept {
        None => Ok(Store::default()),
        Some(Tensors::Json(name) | Tensors::Whole(name)) => {
            Ok(Store::read_whole(archive.content(name)?.unwrap_or_default()))
        }
        Some(Tensors::Listed { config, folder }) => {
            let text = json_text(archive, config)?;
            let document = read(archive, config, &text)?;
            Store::read_listed(archive, &document, folder).map_err(|why| {
                at(archive, config, why, "the file is not as its release writes it: export it again")
            })
        }
    }
}

/// A refusal with a record as its place.
fn at(archive: &TorchArchive<'_>, name: &str, what: String, help: &str) -> Refusal {
    let source = Source::file().member(archive.member_name(name));
    let place = Place::new(outlast_core::Span::default().in_source(&source), outlast_core::Path::root());
    Refusal { reasons: vec![Reason { what, place, help: help.into(), operator: None }] }
}

/// One program with its parts.
struct Part<'a> {
    name: String,
    text: String,
    weights: Store<'a>,
    constants: Store<'a>,
    inputs: Option<Output<'a>>,
}

/// Rewrites all programs of a package.
pub(super) fn rewrite<'a>(
    archive: &TorchArchive<'a>,
    package: &Package,
    models: &[(&Model, Release)],
    layout: Layout,
    (wanted, operators): (&Wanted, &[Operators<'_>]),
) -> Outcome<Rewritten<'a>> {
    let folder = wanted.layout.has_folder();
    if !folder && (models.len() > 1 || models.iter().any(|(model, _)| model.name != "model")) {
        let names: Vec<&str> = models.iter().map(|(model, _)| model.name.as_str()).collect();
        return Err(Refusal::single(
            format!("the programs {}: before torch 2.8, a file has one, without a name", names.join(", ")),
            "convert it for torch 2.8 or later, or save each program in a file of its own",
        ));
    }
    if !folder && !package.compiled.is_empty() {
        return Err(Refusal::single(
            format!(
                "the compiled programs {}: before torch 2.8, a file has none",
                package.compiled.join(", ")
            ),
            "convert it for torch 2.8 or later",
        ));
    }
    let (mut parts, mut changes) = (Vec::new(), schema_sentence(models, layout, wanted));
    let mut replaced = BTreeSet::new();
    for (model, release) in models {
        let mut notes = Notes::default();
        parts.push(part(archive, model, *release, (wanted, operators), &mut notes)?);
        replaced.append(&mut notes.replaced);
        changes.extend(notes.changes());
    }
    let mut records = Vec::new();
    for part in parts {
        match folder {
            true => folder_records(part, wanted, &mut records, &mut changes)?,
            false => flat_records(part, wanted, &mut records, &mut changes)?,
        }
    }
    for name in &package.extra {
        let from = if package.folder { "extra/" } else { "extra_files/" };
        let to = if folder { "extra/" } else { "extra_files/" };
        let content = archive.content(&format!("{from}{name}"))?.unwrap_or_default();
        records.push(record(format!("{to}{name}"), Output::of(content)));
    }
    others(archive, package, models, folder, &mut records)?;
    let root = match (folder, package.folder) {
        (false, _) => String::new(),
        (true, true) if !archive.root().is_empty() => archive.root().to_string(),
        (true, _) => "model".to_string(),
    };
    Ok(Rewritten { root, records, changes, replaced, unchanged: None })
}

/// Nothing where only operators change.
fn schema_sentence(models: &[(&Model, Release)], layout: Layout, wanted: &Wanted) -> Vec<String> {
    let release = models.first().map_or(wanted.release, |(_, release)| *release);
    if release == wanted.release && layout == wanted.layout {
        return Vec::new();
    }
    let records = if layout == wanted.layout { "the same records" } else { "other records" };
    vec![format!(
        "the program is as torch {} writes it, version {} of the schema, and not as torch {release} does, in {records}",
        wanted.release, wanted.schema
    )]
}

/// Rewrites one program and takes its tensors.
fn part<'a>(
    archive: &TorchArchive<'a>,
    model: &Model,
    release: Release,
    (wanted, operators): (&Wanted, &[Operators<'_>]),
    notes: &mut Notes,
) -> Outcome<Part<'a>> {
    let text = json_text(archive, &model.program)?;
    let document = read(archive, &model.program, &text)?;
    let mut weights = store(archive, model.weights.as_ref())?;
    let mut constants = store(archive, model.constants.as_ref())?;
    let tree = Tree::read(document.root()).map_err(|unfit| {
        let (what, help) = match unfit {
            Unfit::Deep => ("a program that nests too deep", "export the model without graphs in graphs"),
            Unfit::Name => ("a name with half of a surrogate pair", "rename it in the model"),
        };
        at(archive, &model.program, what.into(), help)
    })?;
    let releases = super::writers(&tree, release);
    let (mut tree, moves) =
        program::rewrite(tree, (release, wanted.release), wanted.schema, (operators, &releases), notes);
    if !notes.is_refused() {
        tensors(&mut tree, moves, &mut weights, &mut constants, wanted, notes);
    }
    if notes.is_refused() {
        let source = Source::file().member(archive.member_name(&model.program));
        return Err(Refusal { reasons: std::mem::take(notes).reasons(document.root(), &source) });
    }
    let inputs = match &model.inputs {
        Some(name) => archive.content(name)?.map(Output::of),
        None => None,
    };
    let name = model.name.clone();
    Ok(Part { name, text: tree.to_text(), weights, constants, inputs })
}

/// Moves tensors to where the wanted release keeps them.
fn tensors<'a>(
    tree: &mut Tree<'_>,
    moves: Moves,
    weights: &mut Store<'a>,
    constants: &mut Store<'a>,
    wanted: &Wanted,
    notes: &mut Notes,
) {
    let added: Vec<String> = moves.constants.iter().map(|(name, _)| name.clone()).collect();
    for (name, saved) in moves.constants {
        let read =
            base64::decode(&saved).ok_or_else(|| format!("the constant `{name}` is not text in base 64"));
        if let Err(why) = read.and_then(|saved| constants.add_saved(&name, saved)) {
            notes.refuse(why, "export the model again, with the constant as a buffer");
        }
    }
    // 2.1 does not describe its constants as values of the graph.
    if let Some(values) =
        tree.get_mut("graph_module").and_then(|module| module.get_mut("graph")?.get_mut("tensor_values"))
    {
        for name in &added {
            if values.get(name).is_none()
                && let Some(meta) = constants.meta_of(name)
            {
                let ty = class("TensorMeta");
                let mut walk = Walk::new(newest(), wanted.release, notes);
                values.set(name.clone(), walk.value(meta, &ty, &ty));
            }
        }
    }
    for name in &moves.to_state {
        if let Some(odd) = weights.odd.as_ref().or(constants.odd.as_ref()) {
            return notes.refuse(
                format!("the tensors cannot be put together: {odd}"),
                "export the model with plain tensors",
            );
        }
        if !weights.items.iter().any(|item| item.name == *name) && !weights.take_from(constants, name) {
            notes.refuse(
                format!("the data of `{name}` are missing"),
                "the file is not as its release writes it: export it again",
            );
        }
    }
    if wanted.layout == Layout::State
        && let Some(left) = constants.items.first()
    {
        notes.refuse(
            format!(
                "the constant `{}`, which is not an input of the graph: torch 2.1 cannot express it",
                left.name
            ),
            "convert it for a later release",
        );
    }
}

/// Records of 2.8 and later.
fn folder_records<'a>(
    part: Part<'a>,
    wanted: &Wanted,
    records: &mut Vec<NewRecord<'a>>,
    changes: &mut Vec<String>,
) -> Outcome<()> {
    let Part { name, text, weights, constants, inputs } = part;
    for (store, prefix, folder, what) in [
        (weights, "weight_", "data/weights/", "weights"),
        (constants, "tensor_", "data/constants/", "constants"),
    ] {
        let whole = store.odd.is_some() || wanted.layout == Layout::Folder;
        if whole {
            if let Some(odd) = store.odd.as_ref().filter(|_| wanted.layout == Layout::Listed) {
                changes.push(format!(
                    "the {what} stay in one archive of `torch.save`, which later releases read too: {odd}"
                ));
            }
            let content = pickled(store, &name, what)?;
            records.push(record(format!("{folder}{name}.pt"), content));
            continue;
        }
        let (listed, config) = store.listed(prefix, folder).map_err(|why| {
            Refusal::single(format!("the {what} of `{name}`: {why}"), "export the model with plain tensors")
        })?;
        // Numbers of records are counted through all programs of a file.
        for (path, content) in listed {
            if records.iter().any(|one| one.name == path) {
                return Err(Refusal::single(
                    format!("two programs with tensors in a record `{path}`"),
                    "save each program in a file of its own",
                ));
            }
            records.push(record(path, content));
        }
        records.push(record(format!("{folder}{name}_{what}_config.json"), Output::of(config.into_bytes())));
    }
    records.push(record(format!("models/{name}.json"), Output::of(text.into_bytes())));
    records.push(record(format!("data/sample_inputs/{name}.pt"), inputs.unwrap_or_default()));
    Ok(())
}

/// A store as an archive of `torch.save`.
fn pickled<'a>(store: Store<'a>, name: &str, what: &str) -> Outcome<Output<'a>> {
    saved(store).map_err(|why| {
        Refusal::single(format!("the {what} of `{name}`: {why}"), "export the model with plain tensors")
    })
}

/// Records of 2.7 and before.
fn flat_records<'a>(
    part: Part<'a>,
    wanted: &Wanted,
    records: &mut Vec<NewRecord<'a>>,
    changes: &mut Vec<String>,
) -> Outcome<()> {
    let Part { name, text, weights, constants, inputs } = part;
    let end = if wanted.layout <= Layout::Constants { "json" } else { "pt" };
    if wanted.layout == Layout::State
        && let Some(item) = weights.items.iter().find(|item| matches!(item.kept, Kept::Pickled { .. }))
    {
        let what = format!("`{}` is a tensor of a class of its own", item.name);
        return Err(Refusal::single(what, "export the model with plain tensors"));
    }
    records.push(record("serialized_exported_program.json", Output::of(text.into_bytes())));
    records.push(record(format!("serialized_state_dict.{end}"), pickled(weights, &name, "weights")?));
    if wanted.layout >= Layout::Constants {
        let constants = pickled(constants, &name, "constants")?;
        records.push(record(format!("serialized_constants.{end}"), constants));
    }
    match (wanted.layout >= Layout::Inputs, inputs) {
        (true, inputs) => records.push(record("serialized_example_inputs.pt", inputs.unwrap_or_default())),
        (false, Some(inputs)) if !inputs.is_empty() => {
            changes.push(format!(
                "the inputs of an example are left out: torch {} does not keep any",
                wanted.release
            ));
        }
        _ => {}
    }
    records.push(record("version", Output::of(wanted.schema.to_string().into_bytes())));
    Ok(())
}

/// Records that belong to no program.
fn others<'a>(
    archive: &TorchArchive<'a>,
    package: &Package,
    models: &[(&Model, Release)],
    folder: bool,
    records: &mut Vec<NewRecord<'a>>,
) -> Outcome<()> {
    const OWN: [&str; 8] = [
        "version",
        "archive_format",
        "archive_version",
        ".data/version",
        "byteorder",
        ".data/serialization_id",
        ".format_version",
        ".storage_alignment",
    ];
    if folder {
        let own: [(&str, &[u8]); 4] = [
            ("archive_format", b"pt2"),
            ("archive_version", b"0"),
            (".data/version", b"6\n"),
            ("byteorder", b"little"),
        ];
        for (name, content) in own {
            records.push(record(name, Output::of(content)));
        }
    }
    for one in archive.records()? {
        let name = &*one.name;
        let extra = if package.folder { "extra/" } else { "extra_files/" };
        let program = models.iter().any(|(model, _)| {
            let parts =
                [model.weights.as_ref(), model.constants.as_ref()].into_iter().flatten().map(Tensors::record);
            name == model.program
                || model.inputs.as_deref() == Some(name)
                || parts.into_iter().any(|part| part == name)
        });
        let tensors =
            package.folder && (name.starts_with("data/weights/") || name.starts_with("data/constants/"));
        if OWN.contains(&name) || name.starts_with(extra) || program || tensors {
            continue;
        }
        if !folder || !package.folder {
            let what =
                format!("the record `{}`, which no program has", name.chars().take(100).collect::<String>());
            return Err(at(archive, name, what, "remove it from the archive"));
        }
        let content = archive.content_of(&archive.zip().member(one.entry)?)?;
        // Readers look into it as far as its checksum goes.
        records.push(record(name, Output::of(content)));
    }
    Ok(())
}
