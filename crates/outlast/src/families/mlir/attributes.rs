//! Attributes and types: encodings by code, assembly text by name.

use outlast_mlir::codec::EntryKind;
use outlast_mlir::facts::{CodeUse, TextUse};

use super::judge::{Case, Finding};
use crate::targets::{Behaviour, Does};
use super::{codes, container};

pub(super) fn findings(case: &Case<'_>, findings: &mut Vec<Finding>) {
    for code in &case.facts.codes {
        findings.extend(encoding(case, code));
    }
    for text in &case.facts.texts {
        findings.extend(self::text(case, text));
    }
}

fn kind(kind: EntryKind) -> (&'static str, &'static str) {
    match kind {
        EntryKind::Attr => ("attr", "attribute"),
        EntryKind::Type => ("type", "type"),
    }
}

fn encoding(case: &Case<'_>, code: &CodeUse) -> Option<Finding> {
    let (short, long) = kind(code.kind);
    let (dialect, number) = (&code.dialect, code.code);
    let subject = format!("{long} code {number} of dialect `{dialect}`");
    let needs = match code.count {
        1 => "a reader that knows it".to_owned(),
        count => format!("a reader that knows it ({count} times)"),
    };
    let fails = |has: &str, says: Option<String>| {
        Some(Finding::fails(codes::ENCODING, subject.clone(), &needs, has, says, &code.first))
    };
    if dialect == "builtin" {
        let newest = container::newest(case, short).unwrap_or(0);
        if number > newest {
            let says = format!("unknown builtin {long} code: {number}");
            return fails(&format!("knows codes up to {newest}"), Some(says));
        }
        if code.kind == EntryKind::Type && number == 20 {
            return scalable(case, code, subject);
        }
        return None;
    }
    if !case.profile.has("linked", dialect) || !case.profile.has("interface", dialect) {
        let says = format!("dialect '{dialect}' does not implement the bytecode interface");
        let needs = "a dialect that reads what it encoded";
        return Some(Finding::fails(codes::DIALECT, subject, needs, "it does not", Some(says), &code.first));
    }
    let newest = case.profile.get("codes", &format!("{dialect}/{short}"));
    match newest.and_then(|newest| newest.parse::<u64>().ok()) {
        Some(newest) if number > newest => {
            let says = (case.facts.version > 0).then(|| format!("unknown {dialect} {long} code: {number}"));
            fails(&format!("knows codes up to {newest}"), says)
        }
        // What stands behind a code of this dialect is not the same in all releases.
        Some(_) if dialect == "quant" && !case.own => {
            case.open(short, &format!("{dialect}/{number}"), subject, &needs, &code.first)
        }
        Some(_) => None,
        None if case.own => None,
        None => case.open(short, &format!("{dialect}/{number}"), subject, &needs, &code.first),
    }
}

/// Vectors with scalable dimensions: LLVM 16 counts them, later releases have a flag for each.
fn scalable(case: &Case<'_>, code: &CodeUse, subject: String) -> Option<Finding> {
    let counts = case.profile.release.parts()[0] <= 16;
    if counts == code.former {
        return None;
    }
    let needs = "a reader with the same encoding of vectors with scalable dimensions";
    let has = "another encoding under the same code";
    match counts {
        true => {
            let says = Some("unexpected trailing bytes after Type entry".to_owned());
            Some(Finding::fails(codes::ENCODING, subject, needs, has, says, &code.first))
        }
        false => case.open("type", "builtin/20", subject, needs, &code.first),
    }
}

fn text(case: &Case<'_>, text: &TextUse) -> Option<Finding> {
    if case.own {
        return None;
    }
    let (short, long) = kind(text.kind);
    let name = &text.name;
    if let Some(keyword) = name.strip_prefix("builtin.") {
        if case.profile.has("text", keyword) {
            return None;
        }
        let subject = format!("{long} `{keyword}` in assembly text");
        if case.producer.is_some_and(|producer| producer.has("text", keyword)) {
            let needs = "a reader that parses it";
            let says = Some("expected attribute value".to_owned());
            return Some(Finding::fails(codes::TEXT, subject, needs, "it does not", says, &text.first));
        }
        let subject = format!("{long} `{keyword}…` in assembly text");
        return case.open(short, name, subject, "a reader that parses it", &text.first);
    }
    let dialect = name.split('.').next().unwrap_or_default();
    if !case.profile.has("linked", dialect) {
        return None;
    }
    let subject = format!("{long} `{name}` in assembly text");
    let there = case.profile.get(short, name);
    let written = case.producer.and_then(|producer| producer.get(short, name));
    match (there, written) {
        (Some(there), Some(written)) if there == written && there != "hand" => None,
        (Some(there), _) if absent(there).is_some() => {
            let says = absent(there).map(|absent| absent.text.unwrap_or_default().to_owned());
            let needs = "a reader that parses it";
            Some(Finding::fails(codes::TEXT, subject, needs, "it does not know it", says, &text.first))
        }
        _ => {
            case.open(short, name, subject, "a reader that parses it as the producer printed it", &text.first)
        }
    }
}

/// What a release does with an attribute or type that it does not have; none if it has it.
fn absent(value: &str) -> Option<Behaviour<'_>> {
    Behaviour::parse(value).filter(|behaviour| behaviour.does == Does::Fails)
}

/// What is wrong with the value of an `attr` or `type` row: a hash of its parser, `bare`, `hand`, or how the release refuses it.
pub(super) fn check(value: &str) -> Result<(), String> {
    let hash = value.len() == 8 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    match hash || matches!(value, "hand" | "bare") || absent(value).is_some() {
        true => Ok(()),
        false => Err(format!("`{value}` is no hash, not `hand`, not `bare`, and does not say how it is refused")),
    }
}
