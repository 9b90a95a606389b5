//! Programs of `torch.export` in the layout and schema of another release.
//!
//! `torch.export.load` of each release reads the one version of the schema that it writes, and others of the same major number. A
//! conversion gives a program the records and the fields that the wanted release reads; what the program computes stays as it is. What the wanted
//! release cannot express is refused, each with its place; what is only left out because nothing is computed from it is said.
//!
//! * [`Wanted`]: a release, with its version of the schema and its layout.
//! * [`convert`]: the conversion, with the operators as they are. Storages of tensors are neither decoded nor copied.
//! * [`convert_with`]: also of [`Operators`] that changed between the two releases.
//!
//! ```
//! use outlast_opset::history::Release;
//! use outlast_torchscript::archive::TorchArchive;
//! use outlast_torchscript::export::convert::{Wanted, convert};
//!
//! # fn newest(file: &[u8]) -> Option<Vec<u8>> {
//! let wanted = Wanted::of_release(Release { major: 2, minor: 15, patch: 0 })?;
//! let rewritten = convert(&TorchArchive::open(file).ok()?, &wanted).ok()?;
//! rewritten.changes.iter().for_each(|sentence| println!("{sentence}"));
//! Some(rewritten.output().ok()?.to_vec())
//! # }
//! ```

mod base64;
mod dce;
mod expr;
mod notes;
mod operators;
mod package;
mod program;
mod readers;
mod rename;
mod save;
mod schema_v1;
mod split;
mod store;
mod tree;
mod treespec;
mod typed;

use std::collections::BTreeSet;
use std::fmt;

use outlast_core::{Error, Output, Place, Result};
use outlast_opset::history::Release;

use super::defs::{SchemaVersion, definitions};
use super::layout::{Package, Tensors};
use super::program::Program;
use super::{json_text, read};
use crate::archive::TorchArchive;
use crate::archive::write::{NewRecord, build};

pub use notes::Reason;
pub use operators::{Operators, constant};

/// Which records a program consists of (the table in the module of layouts).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layout {
    /// 2.1: tensors in `serialized_state_dict.json`, which is an archive of `torch.save`.
    State,
    /// 2.2: also `serialized_constants.json`.
    Constants,
    /// 2.3: the same as `.pt`.
    Archives,
    /// 2.4 to 2.7: also the inputs of an example.
    Inputs,
    /// 2.8: under a root folder.
    Folder,
    /// Since 2.9: each storage is a record.
    Listed,
}

impl Layout {
    /// That of a release.
    fn of(release: Release) -> Layout {
        match (release.major, release.minor) {
            (..2, _) | (2, ..=1) => Layout::State,
            (2, 2) => Layout::Constants,
            (2, 3) => Layout::Archives,
            (2, 4..=7) => Layout::Inputs,
            (2, 8) => Layout::Folder,
            _ => Layout::Listed,
        }
    }

    /// Whether there is a root folder.
    pub fn has_folder(self) -> bool {
        self >= Layout::Folder
    }
}

/// What a program is wanted as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The release whose definitions hold.
    release: Release,
    /// The version of the schema.
    pub schema: SchemaVersion,
    /// The records.
    pub layout: Layout,
}

impl Wanted {
    /// As a release writes it; as the last one before it that is known, for others. `None` before 2.1.
    pub fn of_release(release: Release) -> Option<Wanted> {
        let definitions = definitions();
        let same = |one: &Release| (one.major, one.minor) == (release.major, release.minor);
        let known = definitions.releases().iter().map(|(one, _)| *one).find(same);
        let nearest = known.or_else(|| definitions.nearest(release))?;
        let (_, schema) = definitions.releases().iter().find(|(one, _)| *one == nearest)?;
        Some(Wanted { release: nearest, schema: *schema, layout: Layout::of(nearest) })
    }
}

/// A program that was rewritten.
#[derive(Debug)]
pub struct Rewritten<'a> {
    /// The root folder; empty where the layout has none.
    pub root: String,
    /// The records, in their order.
    pub records: Vec<NewRecord<'a>>,
    /// Sentences on what is changed, or left out because nothing is computed from it. Empty where the program is as it is wanted.
    pub changes: Vec<String>,
    /// Operators some of whose calls were replaced, with their overloads: `aten::add.Tensor`.
    pub replaced: BTreeSet<String>,
    /// The file, if nothing is to be changed.
    unchanged: Option<&'a [u8]>,
}

impl<'a> Rewritten<'a> {
    /// Whether the program is as it is wanted.
    pub fn is_unchanged(&self) -> bool {
        self.unchanged.is_some()
    }

    /// The archive; the file as it was, if nothing is to be changed.
    ///
    /// # Errors
    ///
    /// If a record has a name that an archive cannot have.
    pub fn output(self) -> Result<Output<'a>> {
        match self.unchanged {
            Some(file) => Ok(Output::of(file)),
            None => build(&self.root, self.records, 64),
        }
    }
}

/// Why a program cannot be rewritten: every reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// In the order of the program.
    pub reasons: Vec<Reason>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, reason) in self.reasons.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            reason.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    fn single(what: impl Into<String>, help: impl Into<String>) -> Refusal {
        Refusal {
            reasons: vec![Reason {
                what: what.into(),
                place: Place::default(),
                help: help.into(),
                operator: None,
            }],
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let help = error
            .help()
            .unwrap_or("the file is corrupt, or no program of torch.export: export it again")
            .to_string();
        let place = error.place().clone();
        Refusal { reasons: vec![Reason { what: error.kind().to_string(), place, help, operator: None }] }
    }
}

/// The layout of a package.
fn layout(package: &Package) -> Layout {
    let listed = package.models.iter().any(|model| matches!(model.weights, Some(Tensors::Listed { .. })));
    let json = package.models.iter().any(|model| matches!(model.weights, Some(Tensors::Json(_))));
    let has = |part: fn(&super::Model) -> bool| package.models.iter().any(part);
    match (package.folder, listed, json) {
        (true, true, _) => Layout::Listed,
        (true, false, _) => Layout::Folder,
        (false, _, true) if has(|model| model.constants.is_some()) => Layout::Constants,
        (false, _, true) => Layout::State,
        (false, _, false) if has(|model| model.inputs.is_some()) => Layout::Inputs,
        (false, _, false) => Layout::Archives,
    }
}

/// The release whose definitions a program is read with: the last one that writes its version of the schema, or the last before it of the same
/// major number.
fn release_of(schema: SchemaVersion) -> Option<Release> {
    let releases = definitions().releases();
    let same =
        releases.iter().rfind(|(_, version)| version.major == schema.major && version.minor <= schema.minor);
    same.map(|(release, _)| *release)
}

/// The releases that may have written a program: the one that it says (since 2.5), or those that write its version of the schema.
fn writers(program: &tree::Tree<'_>, release: Release) -> Vec<Release> {
    let text = program.get("torch_version").and_then(tree::Tree::as_str);
    let said = text.as_deref().and_then(|text| text.split(['+', 'a', 'r']).next()).and_then(Release::parse);
    if let Some(said) = said {
        return vec![said];
    }
    let releases = definitions().releases();
    let schema = releases.iter().find(|(known, _)| *known == release).map(|(_, schema)| *schema);
    let same = releases.iter().filter(|(_, known)| Some(*known) == schema);
    same.map(|(release, _)| *release).collect()
}

/// Rewrites a program: its records and its schema. Operators stay as they are.
///
/// # Errors
///
/// If the file is no program of `torch.export` or cannot be read, and every reason why the wanted release cannot express it.
pub fn convert<'a>(
    archive: &TorchArchive<'a>,
    wanted: &Wanted,
) -> std::result::Result<Rewritten<'a>, Refusal> {
    convert_with(archive, wanted, &[])
}

/// Rewrites a program for a reader: its layout and schema, and the operators that changed between the two releases, one operator set after another.
///
/// # Errors
///
/// Those of [`convert`], and every node that calls an operator which nothing carries over.
pub fn convert_with<'a>(
    archive: &TorchArchive<'a>,
    wanted: &Wanted,
    operators: &[Operators<'_>],
) -> std::result::Result<Rewritten<'a>, Refusal> {
    let package = Package::of(archive)?;
    if package.models.is_empty() {
        return Err(Refusal::single(
            "there is no program of torch.export in the archive",
            "give a `.pt2` file that torch.export.save wrote",
        ));
    }
    let layout = layout(&package);
    let mut same = layout == wanted.layout;
    let mut models = Vec::new();
    for model in &package.models {
        let text = json_text(archive, &model.program)?;
        let document = read(archive, &model.program, &text)?;
        let schema = Program::new(document.root()).schema_version();
        let Some(schema) = schema else {
            return Err(Refusal::single(
                format!("`{}` says no version of the schema", model.program),
                "export the model again",
            ));
        };
        let newest = definitions().releases().last().map(|(_, schema)| *schema);
        let Some(release) = release_of(schema).filter(|_| Some(schema) <= newest) else {
            let help = "use a newer version of this program, or export the model with a release up to 2.15";
            return Err(Refusal::single(
                format!("version {schema} of the schema, which no release up to 2.15 writes"),
                help,
            ));
        };
        same &= schema == wanted.schema && !changed(document.root(), release, operators);
        models.push((model, release));
    }
    if same {
        let (root, file) = (archive.root().to_string(), archive.zip().file());
        return Ok(Rewritten {
            root,
            records: package::all(archive)?,
            changes: Vec::new(),
            replaced: BTreeSet::new(),
            unchanged: Some(file),
        });
    }
    package::rewrite(archive, &package, &models, layout, (wanted, operators))
}

/// Whether a program may call an operator that changed.
fn changed(program: crate::json::Value<'_>, release: Release, operators: &[Operators<'_>]) -> bool {
    let Ok(tree) = tree::Tree::read(program) else { return false };
    let graph = tree.get("graph_module").and_then(|module| module.get("graph"));
    let releases = writers(&tree, release);
    graph.is_some_and(|graph| operators.iter().any(|of| operators::needs(graph, &releases, of)))
}
