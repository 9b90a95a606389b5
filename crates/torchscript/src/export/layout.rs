//! Where the parts of a program are in its archive.
//!
//! | PyTorch | program | tensors | constants, objects | inputs of an example |
//! |---|---|---|---|---|
//! | 2.1, 2.2 | `serialized_exported_program.json` | `serialized_state_dict.json` | 2.2: `serialized_constants.json` | in the program |
//! | 2.3 | the same | `serialized_state_dict.pt` | `serialized_constants.pt` | |
//! | 2.4 to 2.7 | the same | the same | the same | `serialized_example_inputs.pt` |
//! | 2.8 | `models/M.json` | `data/weights/M.pt` | `data/constants/M.pt` | `data/sample_inputs/M.pt` |
//! | since 2.9 | the same | `data/weights/M_weights_config.json`, which names records | `data/constants/M_constants_config.json` | the same |
//!
//! The first four are archives without a root folder, with a `version` of the schema; the others have one, with `archive_format` and `archive_version`.

use std::borrow::Cow;

use outlast_core::{Error, ErrorKind, Result, Span};

use super::defs::SchemaVersion;
use super::program::text;
use crate::archive::TorchArchive;
use crate::json::{Document, Value};

/// The record of the program in an archive without a root folder.
const PROGRAM: &str = "serialized_exported_program.json";
const MODELS: &str = "models/";
const WEIGHTS: &str = "data/weights/";
const CONSTANTS: &str = "data/constants/";
const COMPILED: &str = "data/aotinductor/";

/// How tensors, or constants, are kept.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tensors {
    /// JSON with the archive of `torch.save` in base 64.
    Json(String),
    /// An archive of `torch.save`.
    Whole(String),
    /// JSON that names a record for each, in this folder.
    Listed {
        /// The record.
        config: String,
        /// The folder of the records that it names.
        folder: &'static str,
    },
}

impl Tensors {
    /// The record that has them, or that names those that have them.
    pub fn record(&self) -> &str {
        match self {
            Tensors::Json(record) | Tensors::Whole(record) => record,
            Tensors::Listed { config, .. } => config,
        }
    }
}

/// A record, with what it is if it is there.
type Form = (String, fn(String) -> Tensors);

/// One program of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// Its name: `model`, which `torch.export.load` wants.
    pub name: String,
    /// The record of the program.
    pub program: String,
    /// Its parameters and buffers.
    pub weights: Option<Tensors>,
    /// Its constants and objects.
    pub constants: Option<Tensors>,
    /// The inputs of an example: a pickle.
    pub inputs: Option<String>,
}

/// The programs of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    /// Whether it has a root folder, with `archive_format`: since 2.8.
    pub folder: bool,
    /// What its record says: `archive_version` with a root folder, and `version` without one. Readers compare the text.
    pub version: Option<String>,
    /// The programs, in the order of the archive.
    pub models: Vec<Model>,
    /// Names of compiled programs, which are shared libraries: a reader loads them.
    pub compiled: Vec<String>,
    /// Extra files, by their names.
    pub extra: Vec<String>,
}

impl Package {
    /// Finds the parts, by the names of records.
    ///
    /// # Errors
    ///
    /// If the directory or the record of the version cannot be read.
    pub fn of(archive: &TorchArchive<'_>) -> Result<Package> {
        let names: Vec<Cow<'_, str>> = archive.records()?.map(|record| record.name).collect();
        let has = |name: &str| names.iter().any(|one| one == name);
        let first =
            |all: [Form; 2]| all.into_iter().find(|(name, _)| has(name)).map(|(name, form)| form(name));
        if has(PROGRAM) && archive.root().is_empty() {
            let kept = |part: &str| {
                let forms: [Form; 2] = [
                    (format!("serialized_{part}.pt"), Tensors::Whole),
                    (format!("serialized_{part}.json"), Tensors::Json),
                ];
                first(forms)
            };
            let model = Model {
                name: "model".into(),
                program: PROGRAM.into(),
                weights: kept("state_dict"),
                constants: kept("constants"),
                inputs: has("serialized_example_inputs.pt").then(|| "serialized_example_inputs.pt".into()),
            };
            let extra = names.iter().filter_map(|name| name.strip_prefix("extra_files/").map(String::from));
            let (extra, version) = (extra.collect(), archive.text("version")?);
            return Ok(Package { folder: false, version, models: vec![model], compiled: Vec::new(), extra });
        }
        let mut package = Package {
            folder: true,
            version: archive.text("archive_version")?,
            models: Vec::new(),
            compiled: Vec::new(),
            extra: archive.extra_files()?,
        };
        for name in &names {
            if let Some(rest) = name.strip_prefix(COMPILED)
                && let Some((model, _)) = rest.split_once('/')
                && !package.compiled.iter().any(|one| one == model)
            {
                package.compiled.push(model.into());
            }
            let Some(model) = name.strip_prefix(MODELS) else { continue };
            // Readers cut off as many letters as `.json` has, whatever they are.
            let model = model.strip_suffix(".json").unwrap_or(model);
            let weights: [Form; 2] = [
                (format!("{WEIGHTS}{model}.pt"), Tensors::Whole),
                (format!("{WEIGHTS}{model}_weights_config.json"), |config| Tensors::Listed {
                    config,
                    folder: WEIGHTS,
                }),
            ];
            let constants: [Form; 2] = [
                (format!("{CONSTANTS}{model}.pt"), Tensors::Whole),
                (format!("{CONSTANTS}{model}_constants_config.json"), |config| Tensors::Listed {
                    config,
                    folder: CONSTANTS,
                }),
            ];
            let inputs = format!("data/sample_inputs/{model}.pt");
            package.models.push(Model {
                name: model.into(),
                program: name.to_string(),
                weights: first(weights),
                constants: first(constants),
                inputs: has(&inputs).then_some(inputs),
            });
        }
        Ok(package)
    }

    /// The version of the schema that an archive without a root folder says, before a reader looks at the program.
    pub fn schema_version(&self) -> Option<SchemaVersion> {
        self.version.as_deref().filter(|_| !self.folder).and_then(SchemaVersion::parse)
    }
}

/// The text of a record with JSON.
///
/// # Errors
///
/// If it is not there, or cannot be read.
pub fn json_text<'a>(archive: &TorchArchive<'a>, record: &str) -> Result<Cow<'a, [u8]>> {
    archive.content(record)?.ok_or_else(|| {
        let missing = ErrorKind::Missing { what: format!("record `{record}`") };
        Error::new(missing, Span::default())
    })
}

/// Reads the text of a record.
///
/// # Errors
///
/// What is no JSON, with its place in the record.
pub fn read<'t>(archive: &TorchArchive<'_>, record: &str, text: &'t [u8]) -> Result<Document<'t>> {
    Document::parse(text).map_err(|error| error.in_source(&archive.source(record)))
}

/// What an object is that a configuration of constants names: by the name of its record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// `tensor_…`.
    Tensor,
    /// `custom_obj_…`: an object of a class of TorchScript, which a reader unpickles.
    Object,
    /// `opaque_obj_…`: an object that `pickle.loads` reads, which runs what it names. Since 2.13.
    Opaque,
    /// Anything else, which readers refuse.
    Other,
}

impl Constant {
    /// By the name of the record.
    pub fn from_record_name(record: &str) -> Constant {
        match record {
            _ if record.starts_with("tensor_") => Constant::Tensor,
            _ if record.starts_with("custom_obj_") => Constant::Object,
            _ if record.starts_with("opaque_obj_") => Constant::Opaque,
            _ => Constant::Other,
        }
    }
}

/// The records that a configuration names.
pub fn listed<'d>(config: Value<'d>) -> impl Iterator<Item = Cow<'d, str>> {
    let members = config.get("config").into_iter().flat_map(Value::members);
    members.filter_map(|(_, value)| text(value, "path_name"))
}
