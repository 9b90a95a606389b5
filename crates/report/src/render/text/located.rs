//! Findings in text files, which people look for by line: the form that compilers print.
//!
//! ```text
//! error[OL3702]: programs for the old `my::blur` do not run with the new one
//!   --> new.txt:2:26
//!    |
//!  2 | my::blur(Tensor self, int steps) -> Tensor
//!    |                       ^^^^^^^^^
//!   ::: old.txt:2:23: it was
//!   = note: OL3509: argument 1: `int?` is not a subtype of `int`
//!   = help: bump the set to version 1
//! ```

use std::fmt::Write;

use super::block;
use super::style::{Painted, Styles};
use crate::escape;
use crate::findings::Region;
use crate::source_text::LocatedFinding;

/// Characters of a line that an excerpt shows at most.
const WIDTH: usize = 120;

/// Renders one finding; ends with a line break.
pub fn render_located(styles: &Styles, finding: &LocatedFinding<'_>) -> String {
    let LocatedFinding { file, diagnostic, elsewhere } = finding;
    let mut out = String::new();
    let style = styles.severity(diagnostic.severity);
    let head = format!("{}[{}]", diagnostic.severity.name(), diagnostic.code);
    block::head(&mut out, styles, style, &head, &diagnostic.title);
    block::at(&mut out, file.location(&diagnostic.place).address());
    if let Some(region) = file.region(&diagnostic.place) {
        let number = region.line.to_string();
        let gap = " ".repeat(number.len());
        let (shown, skipped) = window(file.line(region.line), region);
        let len = match region.end_line == region.line {
            true => region.end_column.saturating_sub(region.column),
            false => usize::MAX,
        };
        let before = region.column.saturating_sub(1).saturating_sub(skipped);
        let width = shown.chars().count();
        let mark = "^".repeat(len.min(width.saturating_sub(before)).max(1));
        let lead = if skipped > 0 { "…" } else { "" };
        let _ = writeln!(out, " {gap} |");
        let _ = writeln!(out, " {number} | {lead}{}", escape(&shown));
        let _ =
            writeln!(out, " {gap} | {}{}", " ".repeat(before + lead.chars().count()), Painted(style, mark));
    }
    for (other, label, place) in elsewhere {
        let _ = writeln!(out, "  ::: {}: {}", other.location(place).address(), escape(label));
        if let Some(region) = other.region(place) {
            let (shown, skipped) = window(other.line(region.line), region);
            let lead = if skipped > 0 { "…" } else { "" };
            let _ = writeln!(out, "      {lead}{}", escape(&shown));
        }
    }
    diagnostic.notes.iter().for_each(|note| block::say(&mut out, "note", note));
    diagnostic.help.iter().for_each(|help| block::say(&mut out, "help", help));
    out
}

/// The part of a line that an excerpt shows, and how many characters stand before it. Tabs become blanks, so that marks stand below what they mark.
fn window(line: &str, region: Region) -> (String, usize) {
    let count = line.chars().count();
    let end = region.end_column.saturating_sub(1).min(count);
    let skipped = if end <= WIDTH || region.end_line != region.line {
        0
    } else {
        region.column.saturating_sub(1).min(count).saturating_sub(WIDTH / 3)
    };
    let shown: String =
        line.chars().skip(skipped).take(WIDTH).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let cut = count.saturating_sub(skipped) > WIDTH;
    (if cut { format!("{shown}…") } else { shown }, skipped)
}

#[cfg(test)]
mod tests {
    use outlast_core::{Code, Diagnostic, Path, Place, Severity, Span};

    use super::{LocatedFinding, Region, render_located};
    use crate::Styles;
    use crate::source_text::SourceText;

    #[test]
    fn the_form() {
        let new = SourceText::new("new.txt", "a::b() -> ()\na::ü(Tensor x, int y) -> ()\n".as_bytes());
        let old = SourceText::new("old\n.txt", b"a::b(int y) -> ()");
        let place = |start, end| Place::new(Span::bytes(start, end), Path::root());
        let finding =
            Diagnostic::new(Code(3702), Severity::Error, "it \x1b breaks", place(29, 34)).note("n").help("h");
        assert_eq!(
            new.region(&finding.place),
            Some(Region { line: 2, column: 16, end_line: 2, end_column: 21 })
        );
        let old_place = place(5, 10);
        let located = LocatedFinding {
            file: &new,
            diagnostic: &finding,
            elsewhere: vec![(&old, "it was", &old_place)],
        };
        let expected = "\
error[OL3702]: it \\u{1b} breaks
  --> new.txt:2:16
   |
 2 | a::ü(Tensor x, int y) -> ()
   |                ^^^^^
  ::: old\\n.txt:1:6: it was
      a::b(int y) -> ()
  = note: n
  = help: h
";
        assert_eq!(render_located(&Styles::plain(), &located), expected);
    }

    #[test]
    fn long_lines_and_places_outside() {
        let text = format!("{}MARK{}", "x".repeat(500), "y".repeat(500));
        let file = SourceText::new("f", text.as_bytes());
        let place = Place::new(Span::bytes(500, 504), Path::root());
        let finding = Diagnostic::new(Code(3702), Severity::Note, "t", place);
        let shown = render_located(
            &Styles::plain(),
            &LocatedFinding { file: &file, diagnostic: &finding, elsewhere: vec![] },
        );
        let lines: Vec<&str> = shown.lines().collect();
        let at = lines[3].chars().position(|c| c == 'M').unwrap();
        assert_eq!(lines[4].chars().position(|c| c == '^'), Some(at), "{shown}");
        assert!(lines[3].chars().count() < 140);
        for (start, end) in [(0, 0), (5, 2000), (2000, 2001)] {
            assert_eq!(file.region(&Place::new(Span::bytes(start, end), Path::root())), None);
        }
        let binary = SourceText::new("b", b"\xff\xfe");
        assert_eq!(binary.region(&Place::new(Span::bytes(0, 1), Path::root())), None);
    }
}
