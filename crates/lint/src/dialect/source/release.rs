//! [`of_release`]: the dialects of a release that `crates/mlir` knows.

use outlast_core::{Error, ErrorKind, Result, Span};
use outlast_mlir::schema::{self, Known, ReleaseSchemas};
use outlast_mlir::vhlo::{Version, defs};

use super::codes;
use crate::dialect::model::{Count, Dialects, Op, Part, split};

/// Releases that are known, oldest first: `mlir-22`, `stablehlo-1.20.0`.
pub fn release_names() -> impl Iterator<Item = &'static str> {
    schema::releases().map(ReleaseSchemas::name)
}

/// The dialects of a release.
///
/// # Errors
///
/// The release is not known.
pub fn of_release(name: &str) -> Result<Dialects> {
    let Some(release) = schema::release(name) else {
        let known: Vec<&str> = release_names().collect();
        let kind = ErrorKind::Missing { what: format!("the release `{name}`") };
        return Err(Error::new(kind, Span::default()).with_help(format!("known are {}", known.join(", "))));
    };
    let mut out = Dialects {
        name: release.name().to_string(),
        version: release.version().to_string(),
        observed: release.learned(),
        ..Dialects::default()
    };
    out.site.text = format!("{} {}", release.name(), release.version());
    let stablehlo = name.strip_prefix("stablehlo-").and_then(Version::parse);
    for name in release.ops() {
        let (dialect, own) = split(name);
        let schema = match release.op(name) {
            Known::Absent => continue,
            Known::Plain => schema::OpSchema::default(),
            Known::Properties(schema) => schema,
        };
        let mut op = Op::of_schema(own, schema);
        op.site.text = format!("{name} {}", schema::text::print(&op.schema()));
        if dialect == "vhlo" && stablehlo.is_some() {
            parts_of_vhlo(&mut op);
        }
        out.dialect_mut(dialect).ops.push(op);
    }
    match stablehlo {
        Some(version) => codes::of_stablehlo(&mut out, version),
        None => codes::of_mlir(&mut out, release.version()),
    }
    tell_lenient(&mut out);
    Ok(out)
}

/// Dialects of MLIR that take operations which they do not know: measured with mlir-opt of 19 and 22. Their code says it, and no definition.
const LENIENT: &[&str] = &["llvm", "nvvm", "rocdl", "spirv"];

/// Says which dialects take operations that they do not know.
pub(super) fn tell_lenient(out: &mut Dialects) {
    for dialect in out.dialects.iter_mut().filter(|dialect| LENIENT.contains(&dialect.name.as_str())) {
        dialect.lenient = true;
    }
}

/// What is known of operands, results and regions.
fn parts_of_vhlo(op: &mut Op) {
    let Some(def) = defs::defs().ops.get(op.name.as_str()) else { return };
    let of = |parts: &defs::Parts| {
        let count = |any: bool| if any { Count::Any } else { Count::One };
        parts.iter().map(|(name, any)| Part { name: (*name).to_string(), count: count(*any) }).collect()
    };
    op.operands = Some(of(&def.operands));
    op.results = Some(of(&def.results));
    op.regions = Some(of(&def.regions));
}
