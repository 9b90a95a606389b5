//! ExecuTorch: programs, tensor data and bundled programs, read by its runtime.

mod actions;
mod calls;
mod case_arrays;
mod cases;
mod codes;
mod complex;
mod condition;
mod convert;
mod data;
mod delegates;
#[cfg(test)]
mod described;
mod diff;
mod edit;
mod elementwise;
mod external;
mod import;
mod inspect;
mod judge;
mod observed_dtypes;
mod operators;
mod program;
mod runtime;
mod shipped;
mod steps;
mod together;

pub use crate::{
    BundledFile, DataEditor, FlatTensorFile, InputUse, Layout, LayoutVersion, NewEntry, Parameter,
    ProgramFile, Signature, TestCase, TestSuite, TestValue, build_data, convert_data, input_uses,
    make_bundle, with_program,
};
use crate::{schemas, verify};
pub use case_arrays::arrays_of_case;
pub use cases::{Cases, CasesError, CasesOptions, admit_cases, cases, misfits};
use condition::node::OfNode;
use condition::operator::OfCall;
pub use convert::Repack;
pub use data::{DataError, SetValues, admit_values, arrays_of, entries_from, layout_version_for, set_values};
pub use edit::{
    Edit, EditedProgram, NewData, ValuesError, edit, names_of_constants, values_for, values_of,
    values_of_arrays,
};
pub use import::registered_profile_text;
use judge::JudgeContext;
use outlast_core::{Bytes, Result};
use outlast_flatbuffers::ContainerHeader;
pub use outlast_flatbuffers::schema::Schema;
pub use runtime::{Runtime, RuntimeError, Runtimes, Told};

use outlast_model::conversion::{ConvertError, Converted, Replayed, Request};
use outlast_model::difference::{DiffError, Difference, Side};
use outlast_model::error::CheckError;
use outlast_model::family::{Between, CompanionCodes, Dump, FamilyDef, Fit, FormatDef, Libraries, Unit};
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};
use outlast_model::program::{Companion, Judge, Opened, Probes, Program};
use outlast_model::summary::Summary;
use outlast_model::targets::{Form, RowKind, Target};
use outlast_model::verdict::{Remedy, Verdict};

/// `1 tensor`, `2 tensors`.
fn plural(count: impl std::fmt::Display, word: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {word}{s}")
}

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: NAME,
    title: "ExecuTorch",
    formats: &[PROGRAM_FORMAT, DATA_FORMAT, BUNDLE_FORMAT],
    codes: &[verify::CODES, codes::CODES],
    folder: "crates/executorch",
    texts: &[
        "executorch.txt",
        "executorch-kernels.txt",
        "executorch-libraries.txt",
        "executorch-orders.txt",
        "executorch-readers.txt",
        "executorch-runs.txt",
        "executorch-swept.txt",
    ],
    blob: include_bytes!("../../targets/executorch.blob"),
    rows: ROWS,
    variants: &[],
    aliases: |_| None,
    libraries: Some(Libraries { of: "op-library", becomes: "op", what: "library" }),
    shipped: shipped::SHIPPED,
    between: Between::Agree,
    narrow: Some(import::narrow),
    select: Some(import::selected),
    report: Some(import::reported),
    operators: Some(judge::operators),
    work: None,
    steps: &steps::STEPS,
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes { missing: &[codes::NO_DATA_GIVEN], other: &[codes::DATA_MISMATCH] },
};

const NAME: &str = "executorch";

/// The kind of programs.
pub const PROGRAM: FileKind = FileKind::new("executorch-program", "ExecuTorch program", &["pte"]);
/// The kind of tensor data.
pub const DATA: FileKind = FileKind::new("executorch-data", "ExecuTorch tensor data", &["ptd"]);
/// The kind of bundled programs.
pub const BUNDLE: FileKind = FileKind::new("executorch-bundle", "ExecuTorch bundled program", &["bpte"]);

const PROGRAM_FORMAT: FormatDef = FormatDef {
    kind: PROGRAM,
    detect: |bytes| identified(bytes, b"ET12"),
    near_miss: |bytes| near_miss(bytes, "ET12", "ExecuTorch program"),
    describe: |_| PROGRAM.title(),
    open: |bytes, _| Ok(Box::new(OpenedProgram(ProgramFile::open(whole(bytes))?))),
    verify: |bytes, _| verify::program(whole(bytes)),
    regions: |bytes, _, sink| crate::regions::program(whole(bytes), sink),
    unit: Unit::Bytes,
    dump: Dump::Tables,
    unreadable: Some(judge::unreadable),
    streams: None,
};

const DATA_FORMAT: FormatDef = FormatDef {
    kind: DATA,
    detect: |bytes| identified(bytes, b"FT01"),
    near_miss: |bytes| near_miss(bytes, "FT01", "ExecuTorch tensor data file"),
    describe: |_| DATA.title(),
    open: |bytes, _| Ok(Box::new(OpenedData(FlatTensorFile::open(whole(bytes))?))),
    verify: |bytes, _| verify::flat_tensor(whole(bytes)),
    regions: |bytes, _, sink| crate::regions::flat_tensor(whole(bytes), sink),
    unit: Unit::Bytes,
    dump: Dump::Tables,
    // Tensor data are judged together with a program.
    unreadable: None,
    streams: None,
};

const BUNDLE_FORMAT: FormatDef = FormatDef {
    kind: BUNDLE,
    detect: |bytes| identified(bytes, b"BP08"),
    near_miss: |bytes| near_miss(bytes, "BP08", "ExecuTorch bundled program"),
    describe: |_| BUNDLE.title(),
    open: |bytes, _| Ok(Box::new(OpenedBundle(BundledFile::open(whole(bytes))?))),
    verify: |bytes, _| verify::bundled(whole(bytes)),
    regions: |bytes, _, sink| crate::regions::bundled(whole(bytes), sink),
    unit: Unit::Bytes,
    dump: Dump::Tables,
    unreadable: Some(judge::unreadable),
    streams: None,
};

/// Kinds of rows: see `judge.rs`.
const ROWS: &[RowKind] = &[
    RowKind { kind: "op", form: Form::Nothing },
    RowKind { kind: "op-library", form: Form::Text },
    RowKind { kind: "op-fails", form: Form::Conditional(condition::is_known::<OfCall>) },
    RowKind { kind: "op-note", form: Form::Own(condition::check_note) },
    RowKind { kind: "op-runs", form: Form::Own(observed_dtypes::check_operators) },
    RowKind { kind: "op-takes", form: Form::Own(observed_dtypes::check_taken) },
    RowKind { kind: "op-swept", form: Form::Own(observed_dtypes::check_operators) },
    RowKind { kind: "elementwise", form: Form::Word(&["rank", "rank,broadcast", "spread"]) },
    RowKind { kind: "backend", form: Form::Nothing },
    RowKind { kind: "backend-apart", form: Form::Text },
    RowKind { kind: "feature", form: Form::Word(&["", "0", "unmeasured"]) },
    RowKind { kind: "without", form: Form::Staged },
    RowKind { kind: "scalar-type", form: Form::Nothing },
    RowKind { kind: "complex", form: Form::Word(&["same", "mixed"]) },
    RowKind { kind: "ptd", form: Form::Nothing },
    RowKind { kind: "xnnpack-node", form: Form::Nothing },
    RowKind { kind: "xnnpack-datatype", form: Form::Nothing },
    RowKind { kind: "xnnpack-fails", form: Form::Conditional(condition::is_known::<OfNode>) },
    RowKind { kind: "xnnpack-runs", form: Form::Own(observed_dtypes::check_nodes) },
    RowKind { kind: "xnnpack-takes", form: Form::Own(observed_dtypes::check_nodes) },
    RowKind { kind: "xnnpack-note", form: Form::Own(delegates::check_note) },
    RowKind { kind: "says", form: Form::Text },
];

/// The schema of the file's own release, where that is newer than those known here.
#[derive(Clone, Debug)]
pub struct OwnSchema(pub Schema);

impl FamilyOption for Repack {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        let asked = *self == Repack::Always;
        asked.then(|| format!("--repack is for ExecuTorch programs, but this is of kind {}", kind.title()))
    }
}

impl FamilyOption for OwnSchema {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        Some(format!("a .fbs schema is for ExecuTorch programs, but this is of kind {}", kind.title()))
    }
}

fn whole(bytes: &[u8]) -> Bytes<'_> {
    Bytes::new(bytes, 0)
}

fn identified(bytes: &[u8], identifier: &[u8; 4]) -> Fit {
    Fit::magic(bytes.get(4..8) == Some(identifier))
}

/// A file with an identifier of this kind, but of another number, or one that is damaged.
fn near_miss(bytes: &[u8], identifier: &str, what: &str) -> Option<String> {
    let id = bytes.get(4..8)?;
    let letters = identifier.as_bytes().first_chunk::<2>()?;
    if id.strip_prefix(letters).is_some_and(|number| number.iter().all(u8::is_ascii_digit)) {
        return Some(format!(
            "like an {what}, but its identifier is `{}`; every release reads `{identifier}` only",
            id.escape_ascii()
        ));
    }
    let headed = id == b"eh00" || bytes.get(8..12) == Some(b"eh00");
    (identifier == "ET12" && headed).then(|| "like an ExecuTorch program whose identifier is damaged".into())
}

/// The tables of a FlatBuffer as JSON, as `flatc --json` would print them.
fn tables(buffer: Bytes<'_>, schema: &Schema) -> Option<String> {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = outlast_flatbuffers::json::write(buffer, schema, &mut text);
    Some(text)
}

/// Compares two files by a function of this family. Which of them cannot be read, the error does not say: it is the one that
/// cannot be compared with itself.
fn compared<F>(
    before: &F,
    after: Option<F>,
    compare: fn(&F, &F, &mut Vec<Difference>) -> Result<()>,
) -> Result<Vec<Difference>, DiffError> {
    let Some(after) = after else {
        return Err(DiffError::Impossible("the two files are of different kinds".into()));
    };
    let mut found = Vec::new();
    match compare(before, &after, &mut found) {
        Ok(()) => Ok(found),
        Err(error) => {
            let sound = compare(before, before, &mut Vec::new()).is_ok();
            Err(DiffError::Unreadable(if sound { Side::After } else { Side::Before }, error))
        }
    }
}

/// A program as a file of ExecuTorch.
pub trait AsExecutorch<'a> {
    /// The file as an ExecuTorch program, if it is one.
    fn as_executorch(&self) -> Option<ProgramFile<'a>>;

    /// The file as ExecuTorch tensor data, if it is that.
    fn as_executorch_data(&self) -> Option<FlatTensorFile<'a>>;

    /// The file as an ExecuTorch bundled program, if it is one.
    fn as_executorch_bundle(&self) -> Option<BundledFile<'a>>;
}

impl<'a> AsExecutorch<'a> for Program<'a> {
    fn as_executorch(&self) -> Option<ProgramFile<'a>> {
        if self.kind() != PROGRAM {
            return None;
        }
        ProgramFile::open(whole(self.bytes())).ok()
    }

    fn as_executorch_data(&self) -> Option<FlatTensorFile<'a>> {
        if self.kind() != DATA {
            return None;
        }
        FlatTensorFile::open(whole(self.bytes())).ok()
    }

    fn as_executorch_bundle(&self) -> Option<BundledFile<'a>> {
        if self.kind() != BUNDLE {
            return None;
        }
        BundledFile::open(whole(self.bytes())).ok()
    }
}

#[derive(Debug)]
struct OpenedProgram<'a>(ProgramFile<'a>);

#[derive(Debug)]
struct OpenedData<'a>(FlatTensorFile<'a>);

#[derive(Debug)]
struct OpenedBundle<'a>(BundledFile<'a>);

impl<'a> Opened<'a> for OpenedProgram<'a> {
    fn sum_up(&self, _: bool, to: &mut Summary) -> Result<()> {
        inspect::program(to, &self.0, true)
    }

    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError> {
        Ok(Box::new(judge::subject(&self.0)?))
    }

    fn convert<'o>(
        &self,
        companions: &'o [Companion<'_>],
        request: &Request<'_>,
        weights: bool,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o,
    {
        convert::program(self.0.file.data(), companions, request, weights)
    }

    fn remedy(&self, _: &Target, _: &Verdict) -> Option<Remedy> {
        None
    }

    fn probes<'o>(
        &'o self,
        companions: &'o [Companion<'_>],
        options: &'o Options,
    ) -> Option<Box<dyn Probes + 'o>>
    where
        'a: 'o,
    {
        Some(Box::new(convert::Probes::new(self.0.file.data(), companions, options)))
    }

    fn replay(&self) -> Result<Replayed<'a>, ConvertError> {
        convert::replay_program(&self.0)
    }

    fn diff(&self, other: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        compared(&self.0, other.as_executorch(), |a, b, out| diff::programs(a, b, out))
    }

    fn tables(&self) -> Option<String> {
        tables(self.0.flatbuffer, schemas::program())
    }
}

impl<'a> Opened<'a> for OpenedData<'a> {
    fn sum_up(&self, _: bool, to: &mut Summary) -> Result<()> {
        inspect::data(to, &self.0)
    }

    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError> {
        let why = "tensor data alone have no verdict: check the program, with this file as --data";
        Err(CheckError::Impossible(why.into()))
    }

    fn convert<'o>(
        &self,
        _: &'o [Companion<'_>],
        request: &Request<'_>,
        _: bool,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o,
    {
        convert::data(&self.0, request)
    }

    fn remedy(&self, _: &Target, _: &Verdict) -> Option<Remedy> {
        None
    }

    fn probes<'o>(&'o self, _: &'o [Companion<'_>], _: &'o Options) -> Option<Box<dyn Probes + 'o>>
    where
        'a: 'o,
    {
        None
    }

    fn replay(&self) -> Result<Replayed<'a>, ConvertError> {
        let schema = schemas::flat_tensor(self.0.layout_version);
        convert::replay(self.0.file, self.0.flatbuffer, schema, self.0.header.container())
    }

    fn diff(&self, other: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        compared(&self.0, other.as_executorch_data(), |a, b, out| diff::data(a, b, out))
    }

    fn tables(&self) -> Option<String> {
        tables(self.0.flatbuffer, schemas::flat_tensor(self.0.layout_version))
    }
}

impl<'a> Opened<'a> for OpenedBundle<'a> {
    fn sum_up(&self, _: bool, to: &mut Summary) -> Result<()> {
        inspect::bundle(to, &self.0)
    }

    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError> {
        Ok(Box::new(judge::bundled(&self.0)?))
    }

    fn convert<'o>(
        &self,
        companions: &'o [Companion<'_>],
        request: &Request<'_>,
        weights: bool,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o,
    {
        convert::bundle(&self.0, companions, request, weights)
    }

    fn remedy(&self, _: &Target, _: &Verdict) -> Option<Remedy> {
        None
    }

    fn probes<'o>(&'o self, _: &'o [Companion<'_>], _: &'o Options) -> Option<Box<dyn Probes + 'o>>
    where
        'a: 'o,
    {
        None
    }

    fn replay(&self) -> Result<Replayed<'a>, ConvertError> {
        convert::replay(self.0.file, self.0.file, schemas::bundled_program(), ContainerHeader::default())
    }

    fn diff(&self, other: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        compared(&self.0, other.as_executorch_bundle(), |a, b, out| diff::bundles(a, b, out))
    }

    fn tables(&self) -> Option<String> {
        tables(self.0.file, schemas::bundled_program())
    }
}
