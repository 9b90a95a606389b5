//! Code that reading a file runs, which leads every answer about it.
//!
//! ```text
//! CODE  m.pth runs `posix.getcwd` when loaded
//!
//! code[OL1532]: runs `posix.getcwd` when loaded
//!   --> m.pth!archive/data.pkl at 0x2..0x10
//!   = note: `pickle.load` runs it, …
//!   = help: do not load it: …
//! ```

use std::fmt::Write;

use super::style::{Painted, Styles};
use super::{INDENT, block};
use crate::escape::{escape, shorten};
use crate::risk::{RiskRecord, is_live, phrase};

/// Risks that text shows one by one without being asked for all.
const SHOWN: usize = 5;
/// Characters of a title.
const TITLE: usize = 240;

/// The line that leads an answer, and no more; nothing where no code is run.
pub fn risk(styles: &Styles, file: &str, risks: &[RiskRecord]) -> String {
    if risks.is_empty() {
        return String::new();
    }
    let style = if is_live(risks) { styles.error } else { styles.dim };
    let mut out = format!("{}  {} {}", Painted(style, "CODE"), escape(file), phrase(risks));
    if !is_live(risks) {
        let mut by: Vec<&str> = risks.iter().filter_map(|risk| risk.allowed.as_deref()).collect();
        by.dedup();
        let _ = write!(out, ", which is allowed ({})", escape(&by.join(", ")));
    }
    out.push('\n');
    out
}

/// What leads an answer: the line, and what is run with its place, who runs it and what to do. `verbose` shows all.
pub fn risks(styles: &Styles, file: &str, risks: &[RiskRecord], verbose: bool) -> String {
    let mut out = risk(styles, file, risks);
    let live: Vec<&RiskRecord> = risks.iter().filter(|risk| verbose || risk.allowed.is_none()).collect();
    let shown = if verbose { live.len() } else { SHOWN };
    let mut said: Option<(&str, &str)> = None;
    for risk in live.iter().take(shown) {
        out.push('\n');
        let head = format!("code[{}]", risk.code);
        let title = shorten(&risk.message, TITLE);
        let _ = writeln!(out, "{}: {}", Painted(styles.error, head), Painted(styles.bold, title));
        let inner = if risk.source.is_some() { "!" } else { " " };
        let _ = writeln!(out, "  --> {}{inner}{}", escape(file), escape(&risk.place()));
        // Said once for all that the same readers run.
        let same = (risk.readers.as_str(), risk.help.as_str());
        if said != Some(same) {
            block::say(&mut out, "note", &risk.readers);
        }
        match &risk.allowed {
            Some(who) => block::say(&mut out, "allowed", who),
            None if said == Some(same) => {}
            None => block::say(&mut out, "help", &risk.advice()),
        }
        said = Some(same);
    }
    if live.len() > shown {
        let _ = writeln!(out, "\n{INDENT}… {} more (-v shows them)", live.len() - shown);
    }
    if !live.is_empty() {
        out.push('\n');
    }
    out
}
