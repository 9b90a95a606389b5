//! What programs compute in real runtimes.
//!
//! ```text
//! alpha (backward): v10/alpha.pt
//!   reader-25: equal, 2 cases, after operator-sets
//!   torch-2.15.0: not run: no runtime: give one with --runtime torch-2.15.0=PYTHON
//! 1 equal, 0 wrong, 1 not run
//! ```

use std::fmt::Write;

use outlast::Outcome;

use crate::escape;
use crate::json::{ProveDocument, Proved};
use crate::style::{Painted, Styles};

/// Every reader of every change, and how many are right.
pub fn proved(styles: &Styles, document: &ProveDocument) -> String {
    let mut out = String::new();
    for change in document.changes() {
        let _ = writeln!(out, "{} ({}): {}", escape(&change.name), change.direction, escape(&change.file));
        for reader in &change.readers {
            let _ = writeln!(out, "  {}: {}", escape(&reader.target), of_one(styles, reader));
        }
    }
    let _ = writeln!(out, "{}", document.total());
    out
}

fn of_one(styles: &Styles, reader: &Proved) -> String {
    let delivery = match reader.delivery {
        "converted" => format!("after {}", reader.steps.join(", ")),
        _ => "as it is".to_string(),
    };
    let cases = format!("{} case{}", reader.cases, if reader.cases == 1 { "" } else { "s" });
    let message = reader.message.as_deref().map(escape).unwrap_or_default();
    match (reader.result, reader.delivery) {
        ("equal", _) => format!("{}, {cases}, {delivery}", Painted(styles.outcome(Outcome::Loads), "equal")),
        ("recorded", _) => format!("recorded, {cases}"),
        ("not-run", _) => format!("not run ({delivery}): {message}"),
        (_, "refused") => format!("{}: {message}", Painted(styles.error, "not converted")),
        _ => format!("{} ({delivery}): {message}", Painted(styles.error, "wrong")),
    }
}
