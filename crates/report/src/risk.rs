//! Code that reading a file runs, which leads every answer about it.

use std::borrow::Cow;

use outlast::{How, RUNS_CODE, Risk};
use serde::{Deserialize, Serialize};

use crate::escape::{escape, shorten};

/// Names that a headline has.
const NAMED: usize = 3;
/// Characters of a name that a headline has.
const NAME: usize = 80;

/// Something that reading a file runs, as documents have it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RiskRecord {
    /// The class: `runs-code`.
    pub class: Cow<'static, str>,
    /// The finding that it is: `OL1532`.
    pub code: String,
    /// How it comes to run: `called`, `imported`, …
    pub how: Cow<'static, str>,
    /// Its name: `posix.getcwd`.
    pub callable: String,
    /// What happens, in one sentence without its subject.
    pub message: String,
    /// Which readers run it.
    pub readers: String,
    /// First byte and the one behind the last.
    pub offset: u64,
    /// One past the last byte.
    pub end: u64,
    /// Where it is in the structure.
    pub path: String,
    /// The nested file that offsets count in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What to do.
    pub help: String,
    /// Who allowed it: `--allow-code`, or a line of a configuration.
    pub allowed: Option<String>,
}

impl RiskRecord {
    /// The records of a file's risks, the worst first.
    pub fn all(risks: &[Risk]) -> Vec<RiskRecord> {
        risks.iter().map(RiskRecord::new).collect()
    }

    fn new(risk: &Risk) -> RiskRecord {
        let Risk { code, how, callable, readers, place, help, allowed, .. } = risk;
        RiskRecord {
            class: RUNS_CODE.into(),
            code: code.to_string(),
            how: How::name(*how).into(),
            callable: callable.clone(),
            message: risk.sentence(),
            readers: (*readers).into(),
            offset: place.span.start_byte(),
            end: place.span.end_byte(),
            path: place.path.to_string(),
            source: (!place.span.source.is_file()).then(|| place.span.source.to_string()),
            help: (*help).into(),
            allowed: allowed.clone(),
        }
    }

    /// Where it is: `archive/data.pkl at 0x2..0x10`.
    pub fn place(&self) -> String {
        let source = self.source.as_ref().map(|source| format!("{source} ")).unwrap_or_default();
        format!("{source}at 0x{:x}..0x{:x}", self.offset, self.end)
    }

    /// The help, and how the name is allowed.
    pub fn advice(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '-');
        match !self.callable.is_empty() && self.callable.chars().all(plain) {
            true => {
                format!("{}; if you know what it does, `--allow-code {}` allows it", self.help, self.callable)
            }
            false => format!("{}; if you know what it does, `--allow-code` takes its name", self.help),
        }
    }
}

/// Whether any of these is not allowed.
pub(crate) fn is_live(risks: &[RiskRecord]) -> bool {
    risks.iter().any(|risk| risk.allowed.is_none())
}

/// All of it in one line, without its subject: ``runs `a`, `b` when loaded, and 2 more``. What is not allowed comes first; the worst ways of
/// running come before others.
pub fn phrase(risks: &[RiskRecord]) -> String {
    let live: Vec<&RiskRecord> = risks.iter().filter(|risk| risk.allowed.is_none()).collect();
    let all: Vec<&RiskRecord> = if live.is_empty() { risks.iter().collect() } else { live };
    let Some(first) = all.first() else { return String::new() };
    let mut names: Vec<String> = Vec::new();
    for risk in all.iter().filter(|risk| risk.how == first.how) {
        let name = format!("`{}`", shorten(&risk.callable, NAME));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut others = Vec::new();
    for risk in all.iter().filter(|risk| risk.how != first.how) {
        if !others.contains(&(&risk.how, &risk.callable)) {
            others.push((&risk.how, &risk.callable));
        }
    }
    let more = names.len().saturating_sub(NAMED) + others.len();
    names.truncate(NAMED);
    let first_name = format!("`{}`", first.callable);
    let whole = escape(&first.message).replace(&*escape(&first_name), &names.join(", "));
    if more > 0 { format!("{whole} (and {more} more)") } else { whole }
}
