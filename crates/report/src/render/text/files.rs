//! Bundled programs and tensor data files that were written, or not.
//!
//! ```text
//! OK    model.bpte: forward with 3 cases (4208 bytes)
//!       note: case x0 of forward records inputs that must be refused: left out
//! ```

use std::fmt::Write;

use super::headline::INDENT;
use super::style::{Painted, Styles};
use crate::escape;
use crate::json::{BundleDocument, DataDocument};
use crate::plural;

/// A bundled program, or the program of one.
pub fn bundled(styles: &Styles, document: &BundleDocument) -> String {
    let Some(output) = &document.output else { return problems(styles, &document.file, &document.problems) };
    let methods: Vec<String> =
        document.methods.iter().map(|m| format!("{} with {}", m.name, plural(m.cases, "case"))).collect();
    let what = match (document.action, methods.is_empty()) {
        ("extract", _) => format!("the program of {}, byte for byte", document.file),
        (_, true) => "a program without cases".into(),
        (_, false) => methods.join(", "),
    };
    written(styles, output, &what, document.bytes, &[], &document.notes)
}

/// A tensor data file, or the arrays of one.
pub fn data(styles: &Styles, document: &DataDocument) -> String {
    let file = document.files.first().map_or("", String::as_str);
    let Some(output) = &document.output else { return problems(styles, file, &document.problems) };
    let entries = match document.entries {
        Some(1) => "1 entry".to_string(),
        Some(n) => format!("{n} entries"),
        None => "entries".into(),
    };
    let layout_version = document.layout_version.unwrap_or_default();
    let what = match document.action {
        "extract" => format!("{entries} of {file}"),
        _ => format!("tensor data {layout_version} with {entries}"),
    };
    written(styles, output, &what, document.bytes, &document.changes, &document.notes)
}

fn written(
    styles: &Styles,
    output: &str,
    what: &str,
    bytes: Option<u64>,
    changes: &[String],
    notes: &[String],
) -> String {
    let mut text = format!("{}  {}: {}", Painted(styles.good, "OK  "), escape(output), escape(what));
    if let Some(bytes) = bytes {
        let _ = write!(text, " ({bytes} bytes)");
    }
    text.push('\n');
    for change in changes {
        let _ = writeln!(text, "{INDENT}{}", escape(change));
    }
    for note in notes {
        let _ = writeln!(text, "{INDENT}note: {}", escape(note));
    }
    text
}

/// Why nothing was written.
pub fn problems(styles: &Styles, file: &str, problems: &[String]) -> String {
    let mut text = format!("{}  {}: nothing was written\n", Painted(styles.error, "FAIL"), escape(file));
    for problem in problems {
        let _ = writeln!(text, "{INDENT}{}", escape(problem));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{bundled, data};
    use crate::Styles;
    use crate::json::{BundleDocument, BundledMethod, DataDocument};

    #[test]
    fn written_and_refused() {
        let mut document = BundleDocument::new("make", "m.pte");
        document.problems.push("no \x1b case".into());
        assert_eq!(
            bundled(&Styles::plain(), &document),
            "FAIL  m.pte: nothing was written\n      no \\u{1b} case\n"
        );
        document.output = Some("m.bpte".into());
        document.bytes = Some(9);
        document.methods.push(BundledMethod { name: "forward".into(), cases: 1 });
        document.notes.push("n".into());
        assert_eq!(
            bundled(&Styles::plain(), &document),
            "OK    m.bpte: forward with 1 case (9 bytes)\n      note: n\n"
        );
        let mut document = DataDocument::new("set", vec!["w.ptd".into()]);
        document.output = Some("x.ptd".into());
        (document.layout_version, document.entries) = (Some("v1"), Some(2));
        document.changes.push("c".into());
        assert_eq!(
            data(&Styles::plain(), &document),
            "OK    x.ptd: tensor data v1 with 2 entries\n      c\n"
        );
    }
}
