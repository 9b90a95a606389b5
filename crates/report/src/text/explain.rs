//! What codes mean.

use std::fmt::Write;

use outlast_core::CodeInfo;

use crate::style::{Painted, Styles};
use crate::wrap;

/// Columns of running text.
const WIDTH: usize = 80;

/// What one code means.
pub fn code(styles: &Styles, info: &CodeInfo) -> String {
    let title = Painted(styles.bold, format!("{}: {}", info.code, info.title));
    format!("{title}\n\n{}", wrap(info.text, WIDTH))
}

/// All codes, one a line.
pub fn codes(infos: &[CodeInfo]) -> String {
    let mut out = String::new();
    for info in infos {
        let _ = writeln!(out, "{}  {}", info.code, info.title);
    }
    out
}
