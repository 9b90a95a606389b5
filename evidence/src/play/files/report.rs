//! What becomes of a method, and the fields that are written of it.

use anyhow::bail;
use outlast::arrays::{self, Arrays};
use outlast_prove::{Failure, Given, Ran, Tolerance, elements};
use serde_json::{Map, Value, json};

/// Elements of an output that are kept where it differs.
const KEPT: usize = 4096;
/// Characters of a log that are kept.
const LOG: usize = 3000;

/// What is found of one method.
#[derive(Default)]
pub(super) struct Report {
    pub(super) outcome: &'static str,
    pub(super) stage: String,
    pub(super) cases: usize,
    pub(super) max_error: f64,
    pub(super) differs: Vec<String>,
    pub(super) gave: Vec<Value>,
    pub(super) refused: Vec<String>,
    pub(super) harness: String,
    pub(super) exception: String,
    pub(super) log: String,
}

impl Report {
    /// Notes what a run printed, and why cases did not run. An error if the release cannot be asked at all.
    pub(super) fn note(&mut self, ran: &Ran, data: &str) -> anyhow::Result<()> {
        self.log = log(&ran.printed);
        self.stage = ran.stage.clone().unwrap_or_default();
        let Some(failure) = &ran.failure else { return Ok(()) };
        if data == "given" && self.stage == "run" {
            // A release runs a method of a program with weights beside it at once.
            self.stage = "method+run".into();
        }
        self.outcome = match failure {
            Failure::Runtime(why) => bail!("{why}"),
            Failure::Setup(_) => "skip",
            Failure::Timeout(_) => "hang",
            Failure::Crash(_) | Failure::Memory(_) => "crash",
            _ => "fail",
        };
        match failure {
            Failure::Setup(why) => self.harness.clone_from(why),
            Failure::Given(why) => {
                let (reason, said) = why.split_once(": ").unwrap_or((why, ""));
                self.harness = reason.to_string();
                self.exception = said.to_string();
            }
            Failure::Load(said) | Failure::Run(said) | Failure::Crash(said) => {
                self.exception.clone_from(said);
            }
            Failure::Memory(_) => self.exception = failure.to_string(),
            _ => {}
        }
        if self.stage == "load+method" {
            let is_method = self.exception.contains("loading method");
            self.stage = if is_method { "method" } else { "load" }.into();
        }
        Ok(())
    }

    /// Notes how far outputs are from those that were recorded.
    pub(super) fn compare(&mut self, given: &Given, found: &Arrays<'_>, tolerance: Tolerance) {
        let expected = given.expected.clone().unwrap_or_default();
        let measured = outlast_prove::measure(&expected, found, tolerance);
        if measured.absolute.is_finite() {
            self.max_error = self.max_error.max(measured.absolute);
        }
        let Some(difference) = measured.difference else {
            self.gave.push(Value::Null);
            return;
        };
        let odd = found.arrays.iter().flat_map(elements).filter(|value| !value.is_finite()).count();
        self.differs.push(format!("{}: {difference}, {odd} not finite", given.name));
        self.gave.push(found.arrays.iter().map(summary).collect());
    }

    /// The fields that say something.
    pub(super) fn write(self, row: &mut Map<String, Value>) {
        row.insert("outcome".into(), json!(self.outcome));
        row.insert("cases".into(), json!(self.cases));
        row.insert("max_error".into(), json!(self.max_error));
        let code = code(&self.exception);
        let texts = [
            ("stage", self.stage),
            ("harness", self.harness),
            ("exception", self.exception),
            ("code", code.unwrap_or_default()),
            ("log", self.log),
        ];
        row.extend(
            texts
                .into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(key, text)| (key.into(), json!(text))),
        );
        for (key, list) in [("differs", json!(self.differs)), ("refused", json!(self.refused))] {
            if list.as_array().is_some_and(|list| !list.is_empty()) {
                row.insert(key.into(), list);
            }
        }
        if !self.gave.is_empty() {
            row.insert("gave".into(), json!(self.gave));
        }
    }
}

/// What a runtime gave: sizes, and the first elements to seven digits; what is no tensor as a value.
fn summary(array: &arrays::Array<'_>) -> Value {
    let number = |value: f64| {
        let short: f64 = format!("{value:.6e}").parse().unwrap_or(value);
        if short.is_finite() { json!(short) } else { json!(value.to_string()) }
    };
    let mut values = elements(array).take(KEPT).map(number);
    if array.name.ends_with(".none") {
        return Value::Null;
    }
    if array.name.split_once('.').is_some_and(|(_, kind)| matches!(kind, "int" | "float" | "bool")) {
        return values.next().unwrap_or_default();
    }
    json!([array.sizes, values.collect::<Vec<_>>()])
}

/// The last error code that is named: `0x12`, or `0x:12`.
fn code(text: &str) -> Option<String> {
    let digits = text.rmatch_indices("0x").find_map(|(at, _)| {
        let rest = text.get(at + 2..)?;
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        rest.get(..end).filter(|digits| !digits.is_empty())
    })?;
    let digits = digits.to_lowercase();
    let digits = digits.trim_start_matches('0');
    Some(format!("0x{}", if digits.is_empty() { "0" } else { digits }))
}

/// What a runtime printed, without what is of this machine and this run.
fn log(printed: &str) -> String {
    let is_noise = |line: &str| {
        let of_registry = line.split_once("operator_registry.cpp:").map(|(_, rest)| {
            let said = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches([']', ' ']);
            said.starts_with("dtype:") || said.starts_with(|c: char| c.is_ascii_digit() || c == ']')
        });
        line.contains("cpuinfo_utils.cpp") || of_registry == Some(true)
    };
    let lines: Vec<String> = printed
        .lines()
        .filter(|line| !is_noise(line))
        .map(|line| without_addresses(untimed(line).as_ref()))
        .collect();
    lines.join("\n").trim().chars().take(LOG).collect()
}

/// A line without its time: `E 00:00:12.345678 executorch:…`.
fn untimed(line: &str) -> std::borrow::Cow<'_, str> {
    let (level, rest) = match line.split_at_checked(2) {
        Some((level @ ("E " | "I " | "W " | "D " | "F "), rest)) => (level, rest),
        _ => ("", line),
    };
    let is_time = |word: &str| {
        word.len() > 9
            && word.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.'))
            && word.contains(':')
    };
    match rest.split_once(' ') {
        Some((time, rest)) if is_time(time) => format!("{level}{rest}").into(),
        _ => line.into(),
    }
}

/// A line with `0x…` for each address: nine digits or more.
fn without_addresses(line: &str) -> String {
    let mut parts = line.split("0x");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| !matches!(c, '0'..='9' | 'a'..='f')).unwrap_or(part.len());
        text.push_str("0x");
        text.push_str(if end >= 9 { "…" } else { &part[..end] });
        text.push_str(&part[end..]);
    }
    text
}
