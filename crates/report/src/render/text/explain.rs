//! What codes mean.

use std::fmt::Write;

use outlast::lint::{Level, Rule, rules};
use outlast_core::CodeInfo;

use super::style::{Painted, Styles};
use crate::wrap;

/// Columns of running text.
const WIDTH: usize = 80;

/// What one code means.
pub fn code(styles: &Styles, info: &CodeInfo) -> String {
    let title = Painted(styles.bold, format!("{}: {}", info.code, info.title));
    format!("{title}\n\n{}", wrap(info.text, WIDTH))
}

/// What one rule of the lint finds.
pub fn rule(styles: &Styles, rule: &Rule) -> String {
    let title = Painted(styles.bold, format!("{} {}: {}", rule.code, rule.name, rule.title));
    let mut out = format!("{title}\n\n{}", wrap(rule.text, WIDTH));
    if let Some(seed) = rule.seed {
        let _ = write!(out, "\nThe format's authors say:\n\n{}", wrap(seed, WIDTH));
    }
    let level = match rule.level {
        Level::Break => "breaks (an error)",
        Level::DependsOnData => "depends on data (a warning)",
        Level::Note => "a note",
    };
    let _ = writeln!(out, "\nLevel: {level}");
    out
}

/// All codes, one a line; of rules of the lint, their names, too.
pub fn codes(infos: &[CodeInfo]) -> String {
    let mut out = String::new();
    for info in infos {
        let _ = match rules().find(|rule| rule.code == info.code) {
            Some(rule) => writeln!(out, "{}  {}: {}", info.code, rule.name, info.title),
            None => writeln!(out, "{}  {}", info.code, info.title),
        };
    }
    out
}
