//! One finding, with the bytes around its place.
//!
//! ```text
//! error[OL0103]: section `resource` says 186 bytes, 109 remain
//!   --> model.mlirbc at 0x5b..0x5d  (section 4 / length)
//!  0x0050 | 00 01 04 0d 1b 29 ba 01  17 03 05 0d 13 41 5f 6b |
//!         |                   ^^^^^ length
//!   = help: the file ends before its own section table says: likely a cut-off copy
//! ```
//!
//! In a nested file it is `--> lib.a!x.o!.llvmbc at 0x5b`.

use std::fmt::Write;

use outlast_core::{Diagnostic, Path, Place, Severity, Span, Step};

use super::block;
use super::hex::excerpt_in;
use super::style::Styles;
use crate::place::{place, range};
use crate::{escape, plural};

/// A file as messages need it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its name, as the user gave it.
    pub name: &'a str,
    /// Its bytes; empty where there are none to show.
    pub bytes: &'a [u8],
}

/// Renders one finding; ends with a line break. Bytes are shown of places in the file itself.
pub fn render(styles: &Styles, source: &Source<'_>, diagnostic: &Diagnostic) -> String {
    render_nested(styles, source, &[], diagnostic)
}

/// As [`render`], with the bytes of files nested in the file, for places in them.
pub fn render_nested(
    styles: &Styles,
    source: &Source<'_>,
    nested: &[(outlast_core::Source, &[u8])],
    diagnostic: &Diagnostic,
) -> String {
    let bytes = |span: &Span| match span.source.is_file() {
        true => source.bytes,
        false => nested.iter().find(|(of, _)| *of == span.source).map_or(&[][..], |(_, bytes)| bytes),
    };
    let mut out = String::new();
    let style = styles.severity(diagnostic.severity);
    let head = format!("{}[{}]", diagnostic.severity.name(), diagnostic.code);
    block::head(&mut out, styles, style, &head, &diagnostic.title);
    let Place { span, path } = &diagnostic.place;
    let inner = if span.source.is_file() { "" } else { "!" };
    let nested_in = span.source.to_string();
    let (file, nested_in) = (escape(source.name), escape(&nested_in));
    block::at(&mut out, format_args!("{file}{inner}{nested_in} at {}", range(&diagnostic.place)));
    out.push_str(&excerpt_in(styles, bytes(span), span, &last_step(path), style));
    for related in &diagnostic.related {
        let _ = writeln!(out, "  ::: {} {}", escape(&related.label), place(&related.place));
        let span = &related.place.span;
        out.push_str(&excerpt_in(styles, bytes(span), span, "", styles.note));
    }
    diagnostic.notes.iter().for_each(|note| block::say(&mut out, "note", note));
    diagnostic.help.iter().for_each(|help| block::say(&mut out, "help", help));
    out
}

/// The last step of a path that has a name, with the indices behind it.
fn last_step(path: &Path) -> String {
    let steps = path.steps();
    let start = steps.iter().rposition(|step| !matches!(step, Step::Index(_))).unwrap_or(0);
    let mut tail = Path::root();
    for step in &steps[start..] {
        tail.push(step.clone());
    }
    tail.to_string()
}

/// How many findings there are of each severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl Tally {
    /// Counts.
    pub fn of<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Tally {
        let mut tally = Tally::default();
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => tally.errors += 1,
                Severity::Warning => tally.warnings += 1,
                Severity::Note => tally.notes += 1,
            }
        }
        tally
    }

    /// `2 errors, 1 warning`; empty where there is nothing.
    pub(crate) fn text(self) -> String {
        let parts = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let parts: Vec<String> =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| plural(*count, word)).collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use outlast_core::{Code, Diagnostic, Path, Place, Severity, Span};

    use super::{Source, place, render, render_nested};
    use crate::Styles;

    fn finding() -> Diagnostic {
        let path = Path::root().item("section", 4).field("length");
        let place = Place::new(Span::bytes(0x16, 0x18), path);
        Diagnostic::new(Code(103), Severity::Error, "section `a\x1b[2J` says 186 bytes, 109 remain", place)
            .related("the table", Place::new(Span::bytes(0, 2), Path::root()))
            .note("written by \x07")
            .help("likely a cut-off copy")
    }

    #[test]
    fn the_form() {
        let bytes: Vec<u8> = (0..32).collect();
        let text = render(&Styles::plain(), &Source { name: "m\n.bc", bytes: &bytes }, &finding());
        let expected = "\
error[OL0103]: section `a\\u{1b}[2J` says 186 bytes, 109 remain
  --> m\\n.bc at 0x16..0x18  (section 4 / length)
 0x0010 | 10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f |
        |                   ^^^^^ length
  ::: the table at 0x0..0x2
 0x0000 | 00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f |
        | ^^^^^
  = note: written by \\u{7}
  = help: likely a cut-off copy
";
        assert_eq!(text, expected);
    }

    #[test]
    fn nested_files() {
        use outlast_core::Source as Nested;

        let bytes: Vec<u8> = (0..32).collect();
        let source = Source { name: "lib.a", bytes: &bytes };
        let inner = Nested::file().member("x\n.o").section(".llvmbc");
        let finding = finding().in_source(&inner).related("the member", Place::default());
        let head = "\
error[OL0103]: section `a\\u{1b}[2J` says 186 bytes, 109 remain
  --> lib.a!x\\n.o!.llvmbc at 0x16..0x18  (section 4 / length)
";
        let own = "  ::: the member at 0x0
 0x0000 | 00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f |
        | ^^
  = note: written by \\u{7}
  = help: likely a cut-off copy
";
        // The bytes of the library at offsets in the section would be wrong.
        let expected = format!("{head}  ::: the table in x\\n.o!.llvmbc at 0x0..0x2\n{own}");
        assert_eq!(render(&Styles::plain(), &source, &finding), expected);

        let (section, other) = ([0xfe; 24], [0; 24]);
        let nested = [(Nested::file().member("x\n.o"), &other[..]), (inner, &section[..])];
        let expected = format!(
            "{head} 0x0010 | fe fe fe fe fe fe fe fe                          |
        |                   ^^^^^ length
  ::: the table in x\\n.o!.llvmbc at 0x0..0x2
 0x0000 | fe fe fe fe fe fe fe fe  fe fe fe fe fe fe fe fe |
        | ^^^^^
{own}"
        );
        assert_eq!(render_nested(&Styles::plain(), &source, &nested, &finding), expected);
        assert_eq!(place(&finding.place), "in x\\n.o!.llvmbc at 0x16..0x18  (section 4 / length)");
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let bytes: Vec<u8> = (0..32).collect();
        let source = Source { name: "m.bc", bytes: &bytes };
        let coloured = render(&Styles::coloured(), &source, &finding());
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some(at) = rest.find('\x1b') {
            plain.push_str(&rest[..at]);
            let end = rest[at..].find('m').unwrap();
            rest = &rest[at + end + 1..];
        }
        plain.push_str(rest);
        assert_ne!(plain, coloured);
        assert_eq!(plain, render(&Styles::plain(), &source, &finding()));
    }
}
