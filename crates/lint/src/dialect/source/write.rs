//! [`write_text`]: dialects as a description that [`read_text`](super::read_text) reads.

use std::fmt::Write;

use outlast_mlir::schema;

use crate::dialect::layout;
use crate::dialect::model::{CodeKind, Dialect, Dialects, Field, Op, Part, full};

/// The description of dialects.
pub fn write_text(dialects: &Dialects) -> String {
    let learned = if dialects.observed { " learned" } else { "" };
    let mut out = format!("release {} {}{learned}\n", dialects.name, dialects.version);
    for dialect in &dialects.dialects {
        head(&mut out, dialect);
        for op in &dialect.ops {
            let name = full(&dialect.name, &op.name);
            out.push_str(&format!("{name} {}\n", schema::text::print(&op.schema())));
            let more = more(op);
            if !more.is_empty() {
                out.push_str(&format!("op {name}{more}\n"));
            }
        }
        for code in &dialect.codes {
            let kind = if code.kind == CodeKind::Attr { "attr" } else { "type" };
            let is = code.meaning.as_ref().map_or(String::new(), |is| format!("is={is} "));
            let fields = code.layout.as_ref().map_or("?".to_string(), layout::text);
            out.push_str(&format!("{kind} {} {} {} {is}{fields}\n", dialect.name, code.code, code.name));
        }
    }
    out
}

fn head(out: &mut String, dialect: &Dialect) {
    out.push_str(&format!("dialect {}", dialect.name));
    if let Some(version) = dialect.version {
        out.push_str(&format!(" version={version}"));
    }
    out.push_str(if dialect.lenient { " lenient\n" } else { "\n" });
}

/// What a row `op` says; empty if there is nothing to say.
fn more(op: &Op) -> String {
    let mut out = String::new();
    let mut key = |key: &str, value: &str| {
        // Quotes cannot be written in a text; nothing depends on them.
        let value = value.replace(['"', '\n'], "'");
        let quoted = value.contains(' ') || value.is_empty();
        let _ = if quoted { write!(out, " {key}=\"{value}\"") } else { write!(out, " {key}={value}") };
    };
    if let Some(is) = &op.meaning {
        key("is", is);
    }
    let parts = |parts: &[Part]| parts.iter().map(Part::text).collect::<Vec<String>>().join(",");
    for (name, of) in [("operands", &op.operands), ("results", &op.results), ("regions", &op.regions)] {
        if let Some(of) = of {
            key(name, &parts(of));
        }
    }
    if let Some(traits) = &op.traits {
        key("traits", &traits.join(","));
    }
    for field in &op.fields {
        let Field { property, meaning, default, constraint, cases } = field;
        for (what, value) in [("is", meaning), ("default", default), ("constraint", constraint)] {
            if let Some(value) = value {
                key(&format!("{what}.{}", property.name), value);
            }
        }
        if !cases.is_empty() {
            key(&format!("only.{}", property.name), &cases.join("|"));
        }
    }
    if op.custom {
        out.push_str(" custom");
    }
    out
}
