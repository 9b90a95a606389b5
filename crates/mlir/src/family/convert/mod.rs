//! MLIR bytecode: decoded and encoded; another version of the container; renumbered.

mod operations;
mod pieces;
mod preservation;
mod same;
mod target;

use crate::schema::{self, FileSchemas};
use crate::steps::{StepError, attributes_to_properties, set_version_for};
use crate::wire::Piece;
use crate::write::{CanonicalError, replay as replay_file};
use crate::{File, Module, verify};
use outlast_core::{Code, Place, Span};

use super::judge::BytecodeJudge;
use super::producers::encoder_of;
use super::{DialectForm, Rewrite};
use crate::stablehlo;
use outlast_model::conversion::{AppliedStep, Blocker, ConvertError, Converted, Replayed, Request, StepInfo};
use outlast_model::targets::Target;

/// The size of files, in bytes, up to which a conversion takes no longer than people wait for a verdict.
pub(super) const CHEAP: usize = 16 << 20;

/// Renumbers everything, as upstream's writer does.
const CANONICAL: &str = "canonical";
/// Another version of the container.
const VERSION: &str = "bytecode-version";

/// All steps of this family.
pub(super) const STEPS: &[StepInfo] = &[
    step(VERSION, "another version of the container"),
    step(CANONICAL, "everything is renumbered, as upstream's writer does it"),
    step(target::CODES, "newer encodings of the builtin dialect become text, or an older encoding"),
    step(target::TEXT, "what dialects have encoded becomes text"),
    step(target::LAYOUTS, "data layouts are spelt as the reader's release spells them"),
    step(target::OPERATIONS, "operations get the names that they have in the reader's release"),
    step(target::PROPERTIES, "properties are encoded as the reader's release does it"),
];

const fn step(id: &'static str, about: &'static str) -> StepInfo {
    StepInfo { id, about, on_request: false }
}

/// Decodes and encodes every table and every operation.
pub(super) fn replay<'a>(file: &File<'a>) -> Result<Replayed<'a>, ConvertError> {
    let data = file.data();
    let replayed = replay_file(data)?;
    if let Some(at) = replayed.difference {
        return Err(ConvertError::Refused(vec![not_replayed(data, at)]));
    }
    let blobs = crate::overview::blob_bytes(file)?;
    Ok(Replayed::new(pieces::output(file, replayed.pieces), data.len().saturating_sub(blobs), blobs))
}

/// Where the bytes that were encoded are others than the file's: it has bytes that nothing refers to.
fn not_replayed(data: &[u8], at: usize) -> Blocker {
    let wide = u64::try_from(at).unwrap_or(u64::MAX);
    let unused = verify::verify_with(data, false).into_iter().find(|finding| finding.code == Code(1406));
    let (code, why, place) = match unused {
        Some(finding) => {
            let why = format!("{}: they are not read, and would be lost", finding.title);
            (finding.code, why, finding.place)
        }
        None => {
            let why = format!("what was decoded does not encode to the same bytes, from 0x{at:x} on");
            (Code(1411), why, Place { span: Span::at(wide, 1), ..Place::default() })
        }
    };
    let help = Some("--canonical writes the file as upstream's writer would".into());
    Blocker::new(why).code(Some(code)).subject("bytes".into()).place(place).help(help)
}

/// Rewrites a file as another version, or with new numbers. `known` is what a verdict on the file has read, if one was asked for before.
pub(super) fn convert<'a>(
    file: &File<'a>,
    request: &Request<'_>,
    known: Option<&BytecodeJudge>,
) -> Result<Converted<'a>, ConvertError> {
    let Rewrite { canonical, bytecode, .. } = request.options.get::<Rewrite>().copied().unwrap_or_default();
    if let Some(target) = request.target {
        alone(request)?;
        return target::convert(file, target, request, known);
    }
    if !request.steps.is_empty() {
        return Err(ConvertError::impossible(
            "these steps are for ExecuTorch programs; the file is MLIR bytecode",
        ));
    }
    if !canonical && bytecode.is_none() {
        return Err(ConvertError::impossible(
            "MLIR bytecode is not repacked; there are --to and --canonical",
        ));
    }
    if !canonical && bytecode == Some(file.version()) {
        let replayed = replay(file)?;
        return Ok(Converted::new(replayed.output, Vec::new()));
    }
    let mut module = Module::read(file.data())?;
    module.ir.announce_defined();
    let mut schemas = FileSchemas::choose(file, &module.tables, &module.ir).schemas;
    let mut steps = Vec::new();
    if let Some(version) = bytecode.filter(|version| *version != file.version()) {
        let changes = changes(file, &module, version);
        // As the producer's release has it in that version: properties that are no attributes and were not set are not there.
        let release = encoder_of(file).and_then(|number| schema::release(&format!("mlir-{number}")));
        set_version_for(&mut module, version, &schemas, release).map_err(refused)?;
        let encoded = crate::defs::version::NATIVE_PROPERTIES_ENCODING;
        if let Some(release) = release.filter(|_| version.min(file.version()) >= encoded) {
            // No reader takes these from a dictionary.
            (schemas, _) = attributes_to_properties(&mut module, release);
        }
        steps.push(AppliedStep::new(VERSION, changes));
    }
    let pieces = if canonical {
        numbered_anew(module, &schemas)?
    } else {
        match module.canonical(&schemas) {
            Ok(pieces) => pieces,
            Err(CanonicalError::Opaque(opaque)) => {
                if let Some(step) = steps.last_mut() {
                    step.changes.push(format!("numbers of the file are kept: {opaque}"));
                }
                module.encode()
            }
            Err(CanonicalError::Read(error)) => return Err(error.into()),
        }
    };
    let image = pieces::image(file, pieces)?;
    let lost = preservation::lost(file, image.bytes(), None)?;
    if !lost.is_empty() {
        return Err(ConvertError::Refused(lost));
    }
    let output = image.into_output();
    if canonical && !output.is(file.data()) {
        let change = format!("{} bytes instead of {}", output.len(), file.data().len());
        steps.push(AppliedStep::new(CANONICAL, vec![change]));
    }
    Ok(Converted::new(output, steps))
}

/// A target says which version the result has: nothing else may.
pub(super) fn alone(request: &Request<'_>) -> Result<(), ConvertError> {
    let Rewrite { canonical, bytecode, dialect } =
        request.options.get::<Rewrite>().copied().unwrap_or_default();
    let readers = request.target.map(Target::family);
    match (canonical || bytecode.is_some(), dialect) {
        (false, None) => Ok(()),
        (false, Some(DialectForm::Vhlo)) if readers.is_some_and(stablehlo::is_reader) => Ok(()),
        (false, Some(_)) => Err(ConvertError::impossible(
            "--target says which dialect the result has: only --to vhlo goes with a target, and only with a version of StableHLO",
        )),
        (true, _) => Err(ConvertError::impossible(
            "--target says which version the result has: give it without --to and --canonical",
        )),
    }
}

pub(super) use pieces::image;

/// As upstream's writer would write it, or not at all.
fn numbered_anew<'a>(module: Module<'a>, schemas: &FileSchemas) -> Result<Vec<Piece<'a>>, ConvertError> {
    match module.into_canonical(schemas) {
        Ok(pieces) => Ok(pieces),
        Err(CanonicalError::Opaque(opaque)) => {
            Err(ConvertError::Refused(vec![blocked(opaque.what.clone(), opaque.to_string())]))
        }
        Err(CanonicalError::Read(error)) => Err(error.into()),
    }
}

/// What another version cannot say, or says in another way.
fn changes(file: &File<'_>, module: &Module<'_>, version: u64) -> Vec<String> {
    use crate::defs::version as versions;
    let mut changes = vec![format!("bytecode version {version} instead of {}", file.version())];
    let ir = &module.ir;
    let with_properties = ir.ops().filter(|op| ir.properties(*op).is_some()).count();
    if file.version() >= versions::NATIVE_PROPERTIES_ENCODING && with_properties != 0 {
        changes.push(format!("properties of {with_properties} operations are attributes"));
    }
    let blocks = ir.ops().flat_map(|op| ir.regions(op)).flat_map(|region| ir.blocks(region));
    let orders: usize = ir.ops().map(|op| ir.use_lists(op).len()).sum::<usize>()
        + blocks.map(|block| ir.arg_use_lists(block).len()).sum::<usize>();
    if version < versions::USE_LIST_ORDERING && orders != 0 {
        changes.push(format!("{orders} use-list orders are left out"));
    }
    let dialects = module.tables.dialects.iter().filter(|dialect| dialect.version.is_some()).count();
    if version < versions::DIALECT_VERSIONING && dialects != 0 {
        changes.push(format!("versions of {dialects} dialects are left out"));
    }
    changes
}

fn blocked(subject: String, why: String) -> Blocker {
    Blocker::new(why).subject(subject)
}

fn refused(error: StepError) -> ConvertError {
    let subject = match &error {
        StepError::UnknownProperties { op }
        | StepError::NoAttributeForm { op, .. }
        | StepError::NameTwice { op, .. }
        | StepError::OpaqueAttributes { op, .. }
        | StepError::NotUnit { op, .. } => op.clone(),
        StepError::Read(error) => return error.clone().into(),
        _ => "bytecode version".to_owned(),
    };
    ConvertError::Refused(vec![blocked(subject, error.to_string())])
}
