//! Attributes and types: encodings by code, assembly text by name.

use std::collections::BTreeSet;

use crate::changes;
use crate::codec::EntryKind;
use crate::facts::{CodeUse, ELIDED, TextUse};

use super::context::{About, Finding, JudgeContext};
use super::producers::major;
use super::{codes, container};
use outlast_model::targets::{Behaviour, Does};

pub(super) fn findings(case: &JudgeContext<'_>, findings: &mut Vec<Finding>) {
    // What only stands where this reader does not look is no matter to it.
    for code in case.facts.codes.iter().filter(|code| !code.hidden) {
        findings.extend(encoding(case, code));
    }
    for text in case.facts.texts.iter().filter(|text| !text.hidden) {
        findings.extend(self::text(case, text));
    }
}

fn kind(kind: EntryKind) -> (&'static str, &'static str) {
    match kind {
        EntryKind::Attr => ("attr", "attribute"),
        EntryKind::Type => ("type", "type"),
    }
}

fn encoding(case: &JudgeContext<'_>, code: &CodeUse) -> Option<Finding> {
    let (short, long) = kind(code.kind);
    let (dialect, number) = (&code.dialect, code.code);
    let subject = format!("{long} code {number} of dialect `{dialect}`");
    let needs = match code.count {
        1 => "a reader that knows it".to_owned(),
        count => format!("a reader that knows it ({count} times)"),
    };
    let reader = case.reader();
    let about = |has: String, sentence: String| About {
        subject: subject.clone(),
        needs: needs.clone(),
        has,
        sentence,
    };
    let beyond = |newest: u64, says: Option<String>| {
        let sentence = format!(
            "{reader} knows {long} codes of dialect `{dialect}` up to {newest}; the file has code {number}"
        );
        Some(Finding::fails(
            codes::ENCODING,
            about(format!("knows codes up to {newest}"), sentence),
            says,
            &code.first,
        ))
    };
    let open = || {
        let sentence = format!(
            "whether {reader} reads {long} code {number} of dialect `{dialect}` as the file has it is not known"
        );
        case.open(short, &format!("{dialect}/{number}"), about("not measured".into(), sentence), &code.first)
    };
    if dialect == "builtin" {
        let newest = container::newest(case, short).unwrap_or(0);
        if number > newest {
            let says = format!("unknown builtin {long} code: {number}");
            return beyond(newest, Some(says));
        }
        if code.kind == EntryKind::Type && number == 20 {
            return scalable(case, code, &subject);
        }
        return None;
    }
    if !case.profile.has("linked", dialect) || !case.profile.has("interface", dialect) {
        let says = format!("dialect '{dialect}' does not implement the bytecode interface");
        let sentence = match case.profile.has("linked", dialect) {
            true => format!(
                "dialect `{dialect}` of {reader} reads no encoded {long}s; the file has code {number} of it"
            ),
            false => format!(
                "{reader} does not have dialect `{dialect}`, and cannot read its encoded {long} (code {number})"
            ),
        };
        let needs = "a dialect that reads what it encoded".into();
        let about = About { subject, needs, has: "it does not".into(), sentence };
        return Some(Finding::fails(codes::DIALECT, about, Some(says), &code.first));
    }
    let newest = case.profile.get("codes", &format!("{dialect}/{short}"));
    match newest.and_then(|newest| newest.parse::<u64>().ok()) {
        Some(newest) if number > newest => {
            let says = (case.facts.version > 0).then(|| format!("unknown {dialect} {long} code: {number}"));
            beyond(newest, says)
        }
        // What stands behind a code of this dialect is not the same in all releases.
        Some(_) if dialect == "quant" && !case.own => open(),
        Some(_) => None,
        // Nobody read what stands behind a code of it.
        None if case.own && dialect != UNREAD => None,
        None => open(),
    }
}

/// Vectors with scalable dimensions: LLVM 16 counts them, later releases have a flag for each.
fn scalable(case: &JudgeContext<'_>, code: &CodeUse, subject: &str) -> Option<Finding> {
    let counts = case.profile.release.parts()[0] <= 16;
    if counts == code.former {
        return None;
    }
    let about = About {
        subject: subject.to_owned(),
        needs: "a reader with the same encoding of vectors with scalable dimensions".into(),
        has: "another encoding under the same code".into(),
        sentence: format!(
            "{} encodes vectors with scalable dimensions in another way than the file",
            case.reader()
        ),
    };
    match counts {
        true => {
            let says = Some("unexpected trailing bytes after Type entry".to_owned());
            Some(Finding::fails(codes::ENCODING, about, says, &code.first))
        }
        false => case.open("type", "builtin/20", about, &code.first),
    }
}

/// The dialect of which no release's definitions could be had.
pub(super) const UNREAD: &str = "test";

fn text(case: &JudgeContext<'_>, text: &TextUse) -> Option<Finding> {
    // What a release mixes up it mixes up in its own files, too.
    if case.own && case.profile.get("clash", &text.name).is_none() {
        return None;
    }
    let (short, long) = kind(text.kind);
    let (name, reader) = (text.name.as_str(), case.reader());
    let about = |name: &str, needs: &str, has: &str, sentence: String| About {
        subject: format!("{long} `{name}` in assembly text"),
        needs: needs.into(),
        has: has.into(),
        sentence,
    };
    let not_known = |name: &str| {
        format!("whether {reader} parses the {long} `{name}` as {} printed it is not known", case.writer())
    };
    if let Some(keyword) = name.strip_prefix("builtin.") {
        if case.profile.has("text", keyword) {
            return None;
        }
        if case.producer.is_some_and(|producer| producer.has("text", keyword)) {
            let sentence = format!("{reader} cannot parse the builtin {long} `{keyword}`");
            let about = about(keyword, "a reader that parses it", "it does not", sentence);
            let says = Some("expected attribute value".to_owned());
            return Some(Finding::fails(codes::TEXT, about, says, &text.first));
        }
        let keyword = format!("{keyword}…");
        let about = about(&keyword, "a reader that parses it", "not measured", not_known(&keyword));
        return case.open(short, name, about, &text.first);
    }
    let dialect = name.split('.').next().unwrap_or_default();
    if !case.profile.has("linked", dialect) {
        return None;
    }
    if let Some((name, parameter)) = name.split_once(ELIDED) {
        return elided(case, text, name, parameter);
    }
    if let Some(other) = case.profile.get("clash", name)
        && case.facts.texts.iter().any(|text| text.name == other)
    {
        let has = format!("mixes it up with `{other}`");
        let sentence = format!("{}: of a file with both, it takes `{other}` for `{name}`", not_known(name));
        return Some(Finding::unknown(
            about(name, "a reader that distinguishes it", &has, sentence),
            &text.first,
        ));
    }
    if case.own || case.profile.has("text", name) {
        return None;
    }
    // Fields that LLVM 19 has, too, say nothing of releases that have it in one form.
    let name = name.strip_suffix(".old").filter(|name| name.starts_with("llvm.")).unwrap_or(name);
    let there = case.profile.get(short, name);
    let written = case.producer.and_then(|producer| producer.get(short, name));
    match (there, written) {
        (Some(there), Some(written))
            if there == written && there != "hand" || takes(there, written, text) =>
        {
            None
        }
        (Some(there), _) if absent(there).is_some() => {
            let says = absent(there).map(|absent| absent.text.unwrap_or_default().to_owned());
            let sentence = format!("{reader} has no {long} `{name}`");
            let about = about(name, "a reader that parses it", "it does not know it", sentence);
            Some(Finding::fails(codes::TEXT, about, says, &text.first))
        }
        _ => {
            let needs = "a reader that parses it as the producer printed it";
            // It depends on what stands in it: other files tell nothing.
            if case.profile.has("stricter", name) {
                let has = "checks the values in it";
                let sentence = format!("{}: it checks the values in it", not_known(name));
                return Some(Finding::unknown(about(name, needs, has, sentence), &text.first));
            }
            case.open(short, name, about(name, needs, "not measured", not_known(name)), &text.first)
        }
    }
}

/// A parameter that a text leaves out, because it has the default of the producer's release.
fn elided(case: &JudgeContext<'_>, text: &TextUse, name: &str, parameter: &str) -> Option<Finding> {
    let (from, to) = (major(case.producer?), major(case.profile));
    let one = changes::elided(name, parameter).filter(|one| one.differs(from, to))?;
    let (meant, taken) = (one.default_in(from), one.default_in(to));
    let sentence = format!(
        "`{name}` has no `{parameter}`: that is \"{meant}\" where it was written, and \"{taken}\" for {}",
        case.reader()
    );
    let about = About {
        subject: format!("attribute `{name}` in assembly text"),
        needs: format!("a reader whose default of `{parameter}` is \"{meant}\""),
        has: format!("its default is \"{taken}\""),
        sentence,
    };
    Some(Finding::misreads(codes::TEXT, about, &text.first))
}

/// Whether a release parses an enumeration as another does, and has all of its words that a file has.
fn takes(there: &str, written: &str, text: &TextUse) -> bool {
    let (Some((parser, cases)), Some((other, _))) = (there.split_once(CASES), written.split_once(CASES))
    else {
        return false;
    };
    let known: BTreeSet<&str> = cases.split(',').collect();
    parser == other
        && text.words.as_ref().is_some_and(|words| words.iter().all(|word| known.contains(word.as_str())))
}

/// What stands between the hash of an enumeration's parser and its words.
const CASES: &str = " cases:";

/// What a release does with an attribute or type that it does not have; none if it has it.
fn absent(value: &str) -> Option<Behaviour<'_>> {
    Behaviour::parse(value).filter(|behaviour| behaviour.does == Does::Fails)
}

/// What is wrong with the value of an `attr` or `type` row: a hash of its parser, with the words of an enumeration, `bare`, `hand`, or how the release
/// refuses it.
pub(super) fn check(value: &str) -> Result<(), String> {
    let value = value.split_once(CASES).map_or(value, |(hash, _)| hash);
    let hash = value.len() == 8 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    match hash || matches!(value, "hand" | "bare") || absent(value).is_some() {
        true => Ok(()),
        false => Err(format!(
            "`{value}` is not a hash, not `hand`, not `bare`, and does not say how it is refused"
        )),
    }
}
