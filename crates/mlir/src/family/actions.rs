//! What to do about a reason: a flag or a pass of the tool that writes the file, or another release on one of the two sides.

use crate::facts::OpUse;
use crate::schema::Known;
use outlast_core::QuickMap;

use super::context::JudgeContext;
use super::demands::{Demands, field};
use super::producer_properties::producer_values;
use super::producers::major;
use super::properties::{Is, Value, is};
use super::{codes, container};
use outlast_model::targets::{Behaviour, Does, Profile, Release};
use outlast_model::verdict::Reason;

/// The last version of bytecode in which properties stand in the dictionary, by their names.
const NAMED: u64 = 4;

/// Passes of `mlir-opt` that take a dialect out of a module, by what 19.1.7 did with modules of MLIR's own tests. Whole modules were counted for three: nothing
/// of `arith` was left in 21 of 23, of `memref` in 19 of 21, of `math` in 2 of 2. Of `affine` (9 modules), `nvgpu` (7) and `scf` (36) it was only looked which
/// operations were left: those in [`LEFT`].
const PASSES: &[(&str, &str)] = &[
    ("affine", "--lower-affine"),
    ("arith", "--convert-arith-to-llvm"),
    ("math", "--convert-math-to-llvm"),
    ("memref", "--expand-strided-metadata --finalize-memref-to-llvm"),
    ("nvgpu", "--convert-nvgpu-to-nvvm"),
    ("scf", "--convert-scf-to-cf"),
];

/// Operations that these passes left as they are.
const LEFT: &[&str] = &[
    "arith.ceildivsi",
    "arith.ceildivui",
    "arith.floordivsi",
    "arith.select",
    "memref.get_global",
    "memref.global",
    "nvgpu.mma.sync",
];

/// Gives every reason that has no action yet the one of its code.
pub(super) fn fill(case: &JudgeContext<'_>, reasons: &mut [Reason]) {
    let mut named = Named::default();
    for reason in reasons.iter_mut().filter(|reason| reason.help.is_none()) {
        reason.help = Some(of_code(case, reason, &mut named));
    }
}

/// The operations of a file by their names, each with whether the reader has all that its properties say; looked at when first asked.
#[derive(Default)]
struct Named<'a> {
    ops: QuickMap<&'a str, &'a OpUse>,
    known: QuickMap<&'a str, bool>,
}

impl<'a> Named<'a> {
    /// Whether bytecode in which properties have names suits the reader for an operation.
    fn suits(&mut self, case: &JudgeContext<'a>, name: &str) -> bool {
        if self.ops.is_empty() {
            self.ops = case.facts.ops.iter().map(|op| (op.name.as_str(), op)).collect();
        }
        let Some(op) = self.ops.get(name).copied() else { return false };
        *self
            .known
            .entry(op.name.as_str())
            .or_insert_with(|| case.facts.version > NAMED && by_names(case, op))
    }
}

fn of_code<'a>(case: &JudgeContext<'a>, reason: &Reason, named: &mut Named<'a>) -> String {
    let subject = reason.subject.as_str();
    let quoted = subject.split('`').nth(1).unwrap_or(subject);
    let dialect = quoted.split('.').next().unwrap_or(quoted);
    match reason.code {
        codes::VERSION => {
            let newest = container::newest(case, "bytecode").unwrap_or(0);
            format!("write it with `mlir-opt --emit-bytecode --emit-bytecode-version={newest}`")
        }
        codes::ENCODING if subject.starts_with("attribute code 22 of dialect `builtin`") => {
            "write it without locations in the source: `mlir-opt --strip-debuginfo`".into()
        }
        codes::ENCODING => read_later(write(case), code_known(case, subject)),
        codes::DIALECT if subject.ends_with("without content") => {
            "write it without --elide-resource-data-from-bytecode".into()
        }
        codes::DIALECT if case.profile.has("linked", dialect) => write(case),
        codes::DIALECT => foreign(dialect),
        codes::OPERATION => {
            let other = case.other_operation(quoted).filter(|other| case.profile.has("op", other));
            let instead = other.map_or_else(|| lower(quoted), |other| format!("write it as `{other}`"));
            read_later(instead, later(case, |profile| profile.has("op", quoted)))
        }
        codes::PROPERTIES | codes::STRUCTURE if STABLE.contains(&dialect) => foreign(dialect),
        codes::PROPERTIES | codes::STRUCTURE if named.suits(case, quoted) => {
            format!("write it with `--emit-bytecode-version={NAMED}`, in which properties have names")
        }
        codes::PROPERTIES | codes::STRUCTURE => lowered_or_written(case, quoted),
        codes::TEXT => {
            let kind = if subject.starts_with("type") { "type" } else { "attr" };
            let parses = |profile: &Profile| profile.get(kind, quoted).is_some_and(|row| !is_absent(row));
            let release = if is_absent(case.profile.get(kind, quoted).unwrap_or_default()) {
                later(case, parses)
            } else {
                None
            };
            read_later(write(case), release)
        }
        codes::LOST => write(case),
        _ => unmeasured(case, reason, dialect),
    }
}

/// Dialects of portable artifacts, which no `mlir-opt` registers.
const STABLE: [&str; 3] = ["vhlo", "stablehlo", "chlo"];

/// What is not known of the reader.
fn unmeasured(case: &JudgeContext<'_>, reason: &Reason, dialect: &str) -> String {
    let sentence = reason.message.as_deref().unwrap_or_default();
    if sentence.ends_with("how the producer encodes its properties was not read") {
        return "learn it from paired samples: `outlast targets import --paired`".into();
    }
    if reason.subject.starts_with("sections aligned") {
        return "load it from memory that is aligned as its sections are".into();
    }
    if reason.subject.ends_with("`mlir_reproducer`") {
        return "write it without the resource `mlir_reproducer`".into();
    }
    let upstream = super::profiles().iter().any(|profile| profile.has("linked", dialect));
    let once = format!("run `mlir-opt` of LLVM {} on the file once", major(case.profile));
    match upstream {
        true => format!("{once}, or {}", write(case)),
        false => once,
    }
}

/// `write it with MLIR 17`.
fn write(case: &JudgeContext<'_>) -> String {
    format!("write it with MLIR {}", major(case.profile))
}

fn lowered_or_written(case: &JudgeContext<'_>, op: &str) -> String {
    match pass(op) {
        Some(pass) => {
            format!("{}, or lower `{}` before it is written (`mlir-opt {pass}`)", write(case), dialect_of(op))
        }
        None => write(case),
    }
}

fn dialect_of(op: &str) -> &str {
    op.split('.').next().unwrap_or(op)
}

/// The passes that lower an operation.
fn pass(op: &str) -> Option<&'static str> {
    let named = |(name, _): &&(&str, &str)| *name == dialect_of(op) && !LEFT.contains(&op);
    PASSES.iter().find(named).map(|(_, pass)| *pass)
}

fn lower(op: &str) -> String {
    let dialect = dialect_of(op);
    match pass(op) {
        Some(pass) => format!("lower `{dialect}` before it is written (`mlir-opt {pass}`)"),
        None => format!("lower `{dialect}` to dialects that the reader has before it is written"),
    }
}

/// A dialect that the reader does not register.
fn foreign(dialect: &str) -> String {
    match dialect {
        "vhlo" => "lower it before: `stablehlo-translate --deserialize`, then `stablehlo-opt --stablehlo-legalize-to-linalg`".into(),
        "stablehlo" => "lower it before it is written: `stablehlo-opt --stablehlo-legalize-to-linalg`".into(),
        "chlo" => "lower it before it is written: `stablehlo-opt --chlo-legalize-to-stablehlo --stablehlo-legalize-to-linalg`".into(),
        _ => format!("lower `{dialect}` before it is written, or read it with a tool that registers `{dialect}`"),
    }
}

fn read_later(instead: String, release: Option<Release>) -> String {
    match release {
        Some(release) => format!("{instead}, or read it with MLIR {release} or later"),
        None => instead,
    }
}

fn later(case: &JudgeContext<'_>, suits: impl Fn(&Profile) -> bool) -> Option<Release> {
    case.profile.later(suits).map(|(release, _)| release)
}

/// The first later release that knows a code: `attribute code 23 of dialect `builtin``.
fn code_known(case: &JudgeContext<'_>, subject: &str) -> Option<Release> {
    let kind = if subject.starts_with("type") { "type" } else { "attr" };
    let number: u64 = subject.split(' ').nth(2)?.parse().ok()?;
    let dialect = subject.split('`').nth(1)?;
    let newest = |profile: &Profile| match dialect {
        "builtin" => profile.get("newest", kind)?.parse::<u64>().ok(),
        _ => profile.get("codes", &format!("{dialect}/{kind}"))?.parse().ok(),
    };
    later(case, |profile| newest(profile).is_some_and(|newest| number <= newest))
}

fn is_absent(row: &str) -> bool {
    Behaviour::parse(row).is_some_and(|behaviour| behaviour.does == Does::Fails)
}

/// Whether the reader has all that the file's properties of an operation say, under the same names: in bytecode where they have names, it takes them.
fn by_names(case: &JudgeContext<'_>, op: &OpUse) -> bool {
    let profile = case.profile;
    if !profile.has("linked", &op.dialect) {
        // What is not registered keeps its attributes as they are.
        return true;
    }
    let Some(demands) = Demands::of(profile, &op.name) else { return false };
    let known = case.schemas.map(|release| release.op(&op.name));
    let fields = match &known {
        Some(Known::Properties(schema)) => schema.fields.as_slice(),
        _ => &[],
    };
    let takes = |name: &str, value: &Value| match value {
        Value::Default => true,
        Value::Attr(attr) => {
            let found = usize::try_from(*attr).ok().and_then(|at| case.facts.attrs.get(at));
            let class = field(profile, &op.name, name).map_or("same", |(class, _)| class);
            match (found, fields.iter().find(|field| field.name == name)) {
                (Some(found), Some(field)) => is(found, &field.form, class) != Is::No,
                _ => demands.attrs.contains(&name),
            }
        }
        Value::Sizes(_) => demands.segments.contains(&name),
        _ => fields.iter().any(|field| field.name == name),
    };
    let fits = |values: &[(String, Value)]| {
        let given =
            |name: &&str| values.iter().any(|(other, value)| other == name && *value != Value::Default);
        values.iter().all(|(name, value)| takes(name, value)) && demands.required.iter().all(given)
    };
    let blobs = op.shapes.iter().filter_map(|shape| case.facts.blobs.get(shape.properties?));
    let mut read = blobs.map(|blob| {
        let schema = op.schema.as_ref().filter(|_| case.spend(blob.len()))?;
        producer_values(case.facts, schema, blob)
    });
    read.all(|values| values.is_some_and(|values| fits(&values)))
}
