//! MLIR bytecode, read by `mlir-opt`.

mod actions;
mod attributes;
mod checks;
mod codes;
mod container;
mod context;
mod convert;
mod demands;
mod dictionary;
mod inspect;
mod judge;
mod operation;
mod operations;
mod producer_properties;
mod producers;
mod properties;
mod property_bytes;
mod soundness;
mod structure;
mod text;

use std::sync::{Arc, OnceLock};

use crate::File;
pub use crate::schema::Given;
pub use judge::questions;
use outlast_core::{Diagnostic, Error, RegionSink, Result};
pub use text::Print;

use outlast_model::conversion::{ConvertError, Converted, Replayed, Request};
use outlast_model::difference::{DiffError, Difference};
use outlast_model::error::CheckError;
use outlast_model::family::{Between, CompanionCodes, Dump, FamilyDef, Fit, FormatDef, Unit, VerifyOptions};
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};
use outlast_model::program::{Companion, Judge, Opened, Probes, Program};
use outlast_model::summary::Summary;
use outlast_model::targets::{Form, Profile, Resolved, RowKind, Target};
use outlast_model::verdict::{Reason, Remedy, Verdict};

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: NAME,
    title: "MLIR",
    formats: &[FORMAT],
    codes: &[crate::verify::CODES, codes::CODES],
    folder: "crates/mlir",
    texts: &["mlir.txt", "mlir-groups.txt", "mlir-seen.txt", "mlir-seen-lowered.txt", "mlir-readers.txt"],
    blob: include_bytes!("../../targets/mlir.blob"),
    rows: ROWS,
    variants: &[],
    // The same version of the container holds what each release has.
    aliases: |_| None,
    libraries: None,
    shipped: &[],
    between: Between::Unknown,
    narrow: None,
    select: None,
    report: None,
    operators: None,
    work: None,
    steps: convert::STEPS,
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes::NONE,
};

/// The name of the family.
pub(crate) const NAME: &str = "mlir";

/// The kind of files of MLIR bytecode; StableHLO's portable artifacts are such files, too.
pub const KIND: FileKind = FileKind::new("mlir-bytecode", "MLIR bytecode", &["mlirbc", "bc"]);

const FORMAT: FormatDef = FormatDef {
    kind: KIND,
    detect: |bytes| Fit::magic(bytes.starts_with(b"ML\xefR")),
    near_miss: |_| None,
    describe: |_| KIND.title(),
    open: |bytes, options| {
        let given = options.get::<Schemas>().map(|schemas| schemas.0.clone());
        let file = File::open(bytes)?.with_schemas(given);
        Ok(Box::new(OpenedMlir { file, subject: OnceLock::new() }))
    },
    verify,
    regions,
    unit: Unit::Bytes,
    dump: Dump::Text(text::print),
    unreadable: Some(unreadable),
    streams: None,
};

/// Kinds of rows: see `judge.rs`, and `evidence/peers/mlir/traits.py` for the first ones.
const ROWS: &[RowKind] = &[
    RowKind { kind: "op", form: Form::Own(demands::check) },
    RowKind { kind: "attr", form: Form::Own(attributes::check) },
    RowKind { kind: "type", form: Form::Own(attributes::check) },
    RowKind { kind: "accepts", form: Form::Own(demands::check_compared) },
    RowKind { kind: "accepts-field", form: Form::Own(demands::check_compared) },
    RowKind { kind: "conditions", form: Form::Own(demands::check_listed) },
    RowKind { kind: "verified", form: Form::Own(demands::check_compared) },
    RowKind { kind: "tried", form: Form::Own(demands::check_compared) },
    RowKind { kind: "demands", form: Form::Own(demands::check_demanded) },
    RowKind { kind: "sound", form: Form::Own(demands::check_demanded) },
    RowKind { kind: "field", form: Form::Text },
    RowKind { kind: "linked", form: Form::Text },
    RowKind { kind: "groups", form: Form::Text },
    RowKind { kind: "resources", form: Form::Word(&["", "keys", "any"]) },
    RowKind { kind: "newest", form: Form::Number },
    RowKind { kind: "interface", form: Form::Nothing },
    RowKind { kind: "codes", form: Form::Own(container::check_newest) },
    RowKind { kind: "versioned", form: Form::Nothing },
    RowKind { kind: "text", form: Form::Nothing },
    RowKind { kind: "clash", form: Form::Text },
    RowKind { kind: "unlisted", form: Form::Nothing },
    RowKind { kind: "spells", form: Form::Word(&["entries", "keys", "three", "six", "llvm", "builtin"]) },
    RowKind { kind: "stricter", form: Form::Nothing },
    RowKind { kind: "seen-op", form: Form::Own(judge::check_seen) },
    RowKind { kind: "seen-attr", form: Form::Own(judge::check_seen) },
    RowKind { kind: "seen-type", form: Form::Own(judge::check_seen) },
];

/// How a producer that is not known here encodes the properties of its operations.
#[derive(Clone, Debug)]
pub struct Schemas(pub Arc<Given>);

/// Verification of functions on so many threads; none is one.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

/// The form in which a file is rewritten.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rewrite {
    /// Everything is renumbered, as upstream's writer does it.
    pub canonical: bool,
    /// The version of the container that the result has.
    pub bytecode: Option<u64>,
    /// The dialect that operations of StableHLO or VHLO become.
    pub dialect: Option<DialectForm>,
}

/// A dialect that says the same as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialectForm {
    /// StableHLO and func: what compilers work on.
    StableHlo,
    /// VHLO: what portable artifacts consist of.
    Vhlo,
}

impl FamilyOption for Schemas {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        Some(format!("--schema is for MLIR bytecode, but this is of kind {}", kind.title()))
    }
}

impl FamilyOption for Threads {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, _: FileKind) -> Option<String> {
        None
    }
}

impl FamilyOption for Rewrite {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, _: FileKind) -> Option<String> {
        let asked = self.canonical || self.bytecode.is_some() || self.dialect.is_some();
        asked.then(|| "only MLIR bytecode has versions to convert to and can be rewritten".into())
    }
}

/// The profile of the release with this major number, if there is one.
fn profile(major: &str) -> Option<Profile> {
    let target = FAMILY.target(major)?;
    match target.resolved() {
        Resolved::Exact(profile) => Some(profile.clone()),
        _ => None,
    }
}

/// The profiles of all releases.
fn profiles() -> &'static [Profile] {
    static ALL: OnceLock<Vec<Profile>> = OnceLock::new();
    ALL.get_or_init(|| FAMILY.profiles().collect())
}

/// What verdicts on a file share, for readers of this family and of others that read its files.
pub(super) fn subject(file: &File<'_>) -> impl Judge + use<> {
    judge::subject(file)
}

/// A file that was written, as readers see it.
pub(super) fn image<'a>(
    file: &File<'a>,
    pieces: Vec<crate::wire::Piece<'a>>,
) -> Result<outlast_core::Image<'a>> {
    convert::image(file, pieces)
}

/// MLIR bytecode, opened.
#[derive(Debug)]
struct OpenedMlir<'a> {
    file: File<'a>,
    /// What verdicts on it share, once it was asked for: a conversion judges it again.
    subject: OnceLock<Arc<judge::BytecodeJudge>>,
}

/// A program as MLIR bytecode.
pub trait AsMlir<'a> {
    /// The file as MLIR bytecode, if it is that.
    fn as_mlir(&self) -> Option<File<'a>>;
}

impl<'a> AsMlir<'a> for Program<'a> {
    fn as_mlir(&self) -> Option<File<'a>> {
        if self.kind() != KIND {
            return None;
        }
        let given = self.options().get::<Schemas>().map(|schemas| schemas.0.clone());
        Some(File::open(self.bytes()).ok()?.with_schemas(given))
    }
}

fn verify(bytes: &[u8], options: &VerifyOptions) -> Vec<Diagnostic> {
    let threads = options.options.get::<Threads>().map_or(1, |threads| threads.0);
    crate::verify::verify_on(bytes, options.strict, threads)
}

fn regions(bytes: &[u8], options: &Options, sink: &mut dyn RegionSink) {
    crate::regions_with(bytes, options.get::<Schemas>().map(|schemas| &schemas.0), sink);
}

fn unreadable(error: &Error) -> Reason {
    judge::damaged(&error.to_string(), error.place().clone())
}

impl<'a> Opened<'a> for OpenedMlir<'a> {
    fn sum_up(&self, full: bool, to: &mut Summary) -> Result<()> {
        inspect::summary(&self.file, full, to)?;
        // A large file is read as a whole only if that is asked for.
        if full || self.file.data().len() < inspect::COUNTED {
            super::stablehlo::inspect::summary(&self.file, to);
        }
        Ok(())
    }

    fn is_costly_to_convert(&self) -> bool {
        self.file.data().len() > convert::CHEAP
    }

    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError> {
        let subject = self.subject.get_or_init(|| Arc::new(judge::subject(&self.file)));
        Ok(Box::new(judge::Shared(Arc::clone(subject))))
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
        let dialect = request.options.get::<Rewrite>().and_then(|rewrite| rewrite.dialect);
        match request.target {
            None if dialect.is_some() => super::stablehlo::convert::to_dialect(&self.file, dialect),
            Some(target) if super::stablehlo::is_reader(target.family()) => {
                convert::alone(request)?;
                super::stablehlo::convert::convert(&self.file, target, request)
            }
            _ => convert::convert(&self.file, request, self.subject.get().map(|subject| &**subject)),
        }
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
        convert::replay(&self.file)
    }

    fn diff(&self, _: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        let why = "MLIR bytecode is not compared yet: compare what `outlast dump` prints of both";
        Err(DiffError::Impossible(why.into()))
    }

    fn tables(&self) -> Option<String> {
        None
    }
}
