//! Which codes releases have. How they are encoded is in `crates/mlir`, as the newest release has them; since when, here.

use outlast_mlir::codec::{self, EntryKind, Shape};
use outlast_mlir::vhlo::{Version, defs};

use crate::Site;
use crate::dialect::layout::of_codec;
use crate::dialect::model::{Code, CodeKind, Dialects};

/// The last code of a dialect, from a major release on.
struct Last {
    dialect: &'static str,
    kind: CodeKind,
    since: u32,
    last: u64,
}

const fn last(dialect: &'static str, kind: CodeKind, since: u32, last: u64) -> Last {
    Last { dialect, kind, since, last }
}

/// As measured with each release's `mlir-opt`: later rows count.
const LAST: &[Last] = &[
    last("builtin", CodeKind::Attr, 16, 20),
    last("builtin", CodeKind::Attr, 17, 21),
    last("builtin", CodeKind::Attr, 21, 22),
    last("builtin", CodeKind::Attr, 23, 25),
    last("builtin", CodeKind::Type, 16, 20),
    last("builtin", CodeKind::Type, 23, 34),
    last("quant", CodeKind::Type, 16, 5),
    last("quant", CodeKind::Type, 21, 6),
    last("quant", CodeKind::Type, 23, 7),
    last("llvm", CodeKind::Attr, 22, 18),
];

/// Adds the codes of a release of MLIR.
pub(super) fn of_mlir(out: &mut Dialects, version: &str) {
    let major: u32 = version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(0);
    for dialect in ["builtin", "quant", "llvm"] {
        for kind in [CodeKind::Attr, CodeKind::Type] {
            let mut rows = LAST.iter().filter(|row| row.dialect == dialect && row.kind == kind);
            let Some(row) = rows.rfind(|row| row.since <= major) else { continue };
            let shapes = codec::shapes(dialect.as_bytes(), entry(kind));
            let first = shapes.first().map_or(0, |shape| shape.code);
            for code in first..=row.last {
                let shape = shapes.iter().find(|shape| shape.code == code);
                out.dialect_mut(dialect).codes.push(of_shape(kind, code, shape, dialect));
            }
        }
    }
}

/// Adds the codes of a version of StableHLO, whose readers know all that was ever written before them.
pub(super) fn of_stablehlo(out: &mut Dialects, version: Version) {
    for kind in [CodeKind::Attr, CodeKind::Type] {
        for shape in codec::shapes(b"vhlo", entry(kind)) {
            let windows = if kind == CodeKind::Attr { &defs::defs().attrs } else { &defs::defs().types };
            let window = codec::vhlo_name(entry(kind), shape.code).and_then(|name| windows.get(name));
            if window.is_some_and(|window| window.first <= version.base()) {
                out.dialect_mut("vhlo").codes.push(of_shape(kind, shape.code, Some(shape), "vhlo"));
            }
        }
    }
}

fn entry(kind: CodeKind) -> EntryKind {
    match kind {
        CodeKind::Attr => EntryKind::Attr,
        CodeKind::Type => EntryKind::Type,
    }
}

fn of_shape(kind: CodeKind, code: u64, shape: Option<&Shape>, dialect: &str) -> Code {
    let name = shape.map_or_else(|| format!("{}-{code}", kind.name()), |shape| shape.name.to_string());
    let layout = shape.map(|shape| of_codec(shape.fields));
    let fields = layout.as_ref().map_or("?".to_string(), crate::dialect::layout::text);
    let word = if kind == CodeKind::Attr { "attr" } else { "type" };
    let site = Site { text: format!("{word} {dialect} {code} {name} {fields}"), ..Site::default() };
    Code { kind, code, name, meaning: None, layout, site }
}
