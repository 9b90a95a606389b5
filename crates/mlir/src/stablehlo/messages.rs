//! What is said of operations of VHLO, and of why they have no form in a version.

use crate::File;
use crate::OpId;
use crate::defs::section;
use crate::vhlo::{Expansion, Hindrance, Limit, Use, Why};
use outlast_core::{Path, Place, Span};

/// Batching dimensions of gather and scatter, in rows of readers.
pub(super) const BATCHING: &str = "batching-dimensions";

/// Where an operation is: the section, and its number.
pub(super) fn place(file: &File<'_>, op: OpId) -> Place {
    let span = file.section(section::IR).map_or_else(Span::default, |found| {
        let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
        Span::bytes(wide(found.start), wide(found.end))
    });
    Place::new(span, Path::root().field(section::name(section::IR)).item("operation", op.index()))
}

/// `3 operations vhlo.gather_v2, the first in function main`.
pub(super) fn uses(of: &Use) -> String {
    let name = format!("`vhlo.{}`", of.shape.name);
    let inside = of.function.as_ref().map_or_else(String::new, |name| format!(" in function `{name}`"));
    match of.count {
        1 => format!("{name}{inside}"),
        count => format!("{count} {name}, the first{inside}"),
    }
}

/// What a limit is about.
pub(super) fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::OtherElementType => "results of another element type than its operands",
        Limit::DictionaryConfig => "a dictionary as backend_config",
        Limit::TypedFfi => "API_VERSION_TYPED_FFI",
        Limit::FutureOperand => "a future as an operand",
    }
}

/// What rewriting does.
pub(super) fn expansion(expansion: Expansion) -> &'static str {
    match expansion {
        Expansion::BatchingDimensions => "batching dimensions of gather and scatter become indices",
        Expansion::Tangent => "tangents become quotients of sine and cosine",
        Expansion::MeshAxes => "replica groups by axes of a mesh become lists of devices",
    }
}

fn hindrance(found: &Hindrance) -> String {
    match found {
        Hindrance::Attribute(name) => format!("uses `{name}`"),
        Hindrance::Operands(count) => format!("has {count} operands instead of one"),
        Hindrance::Regions => "has regions".into(),
        Hindrance::NoneOlder => "has no predecessor".into(),
        _ => "cannot be read".into(),
    }
}

/// Why an operation has no form in a version.
pub(super) fn why(why: &Why) -> String {
    match why {
        Why::UnknownOperation => "is of no version that is known here".into(),
        Why::Operation(found, expansion) => {
            let mut said: Vec<String> = found.iter().map(hindrance).collect();
            said.extend(expansion.map(|(_, why)| format!("cannot be rewritten: {why}")));
            said.join(", ")
        }
        Why::Entity(entity) => format!("has `{entity}`"),
        Why::Limit(found) => format!("has {}", limit(*found)),
        _ => "has attributes that cannot be read".into(),
    }
}
