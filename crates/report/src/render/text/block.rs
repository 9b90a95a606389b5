//! How every problem is drawn, whoever found it: code and title, place, what else there is to say.
//!
//! ```text
//! error[OL2016]: XNNPACK of executorch-0.6.0 has no node `XNNGelu` (added in 0.7.0)
//!   --> plan forward / delegate 0 / xnodes[1] (0x3934..0x3944)
//!   = runtime prints: Unhandled node type: XNNGelu
//!   = help: keep gelu out of the XNNPACK partition
//! ```

use std::fmt::{Display, Write};

use anstyle::Style;
use outlast_core::Place;

use super::style::{Painted, Styles};
use crate::escape;

/// `error[OL2016]: title`.
pub(crate) fn head(out: &mut String, styles: &Styles, style: Style, head: &str, title: &str) {
    let _ = writeln!(out, "{}: {}", Painted(style, head), Painted(styles.bold, escape(title)));
}

/// `  --> place`.
pub(crate) fn at(out: &mut String, place: impl Display) {
    let _ = writeln!(out, "  --> {place}");
}

/// `  = help: text`.
pub(crate) fn say(out: &mut String, label: &str, text: &str) {
    let _ = writeln!(out, "  = {label}: {}", escape(text));
}

/// `plan forward / delegate 0 (0x5b..0x5d)`, or `x.o!.llvmbc: section 4 (0x5b..0x5d)`; `None` where it is the whole file.
pub(crate) fn place(place: &Place) -> Option<String> {
    let Place { span, path } = place;
    let nested = if span.source.is_file() { String::new() } else { format!("{}: ", span.source) };
    let range = span.range().to_string();
    match (path.is_root(), span.end_byte() > 0 || !span.source.is_file()) {
        (true, false) => None,
        (true, true) => Some(escape(&format!("{nested}{range}")).into_owned()),
        (false, false) => Some(escape(&path.to_string()).into_owned()),
        (false, true) => Some(escape(&format!("{nested}{path} ({range})")).into_owned()),
    }
}
