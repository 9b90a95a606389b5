//! [`read_toml`]: the description of a format as text. The user's guide is `docs/formats/record-layouts.md`.

use std::collections::HashMap;

use outlast_bitstream::Op;
use outlast_bitstream::layout::Version;
use outlast_core::{Result, SortShort};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::table::{Table, Text, integer, line_ends};
use crate::layout::model::{
    Abbreviation, Basis, Block, Case, Enum, Field, Kind, Layout, Record, Type, VersionPlace, op_of,
};
use crate::layout::tolerance::{Abbreviations, Count, Tolerance, Unknown};

/// Reads the description of a format. `file` is its name, for places.
///
/// # Errors
///
/// [`outlast_core::ErrorKind::Syntax`], with line, column and what is expected there.
pub fn read_toml(file: &str, text: &str) -> Result<Layout> {
    let ends = line_ends(text);
    let text = Text::new(file, text, &ends);
    let parsed = DeTable::parse(text.text).map_err(|error| {
        text.error(error.span().map_or(0, |span| span.start), error.message().trim().to_string())
    })?;
    let mut root = Table::new(text, "a description", 0, parsed.get_ref());
    let mut layout = Layout::default();
    let format = root.get("format");
    let reader = root.get("reader");
    let (enums, blocks) = (root.list("enum")?, root.list("block")?);
    root.finish()?;
    let Some(format) = format else {
        return Err(text.error(0, "a description begins with a table [format], with `name` and `magic`"));
    };
    if let Some(value) = reader {
        layout.reader = tolerance(Table::of(text, "the reader", value)?)?;
    }
    for value in enums {
        let of = enumeration(text, value)?;
        if layout.enums.iter().any(|known| known.name == of.name) {
            return Err(text.error(value.span().start, format!("there are two enums `{}`", of.name)));
        }
        layout.enums.push(of);
    }
    let mut loose = Vec::new();
    for value in blocks {
        let block = block(text, value, &layout, &mut loose)?;
        if let Some(known) =
            layout.blocks.iter().find(|known| known.id == block.id || known.name == block.name)
        {
            let message = format!(
                "block {} `{}` already exists, as {} `{}`",
                block.id, block.name, known.id, known.name
            );
            return Err(text.error(value.span().start, message));
        }
        layout.blocks.push(block);
    }
    for (block, parent, at) in loose {
        let id = layout.blocks.iter().find(|of| of.name == parent).map(|of| of.id);
        let id = id.ok_or_else(|| {
            text.error(at, format!("there is no block `{parent}` for this to be inside of"))
        })?;
        if let Some(block) = layout.blocks.iter_mut().find(|of| of.id == block) {
            block.inside.push(id);
        }
    }
    head(text, format, &mut layout)?;
    layout.basis = Basis::Declared;
    Ok(layout)
}

fn head<'t>(text: Text<'t>, value: &Spanned<DeValue<'t>>, layout: &mut Layout) -> Result<()> {
    let mut table = Table::of(text, "the format", value)?;
    layout.site = text.site(value.span());
    layout.name = table.name()?;
    let magic = table.string("magic")?.unwrap_or_default();
    layout.magic = magic_of(&magic).ok_or_else(|| {
        table.error(
            "magic",
            "`magic` is four characters, or 0x and eight hexadecimal digits in the order of the file",
        )
    })?;
    if let Some(value) = table.get("version") {
        layout.version = Some(version(text, value, layout)?);
    }
    table.finish()
}

fn magic_of(text: &str) -> Option<[u8; 4]> {
    match text.strip_prefix("0x") {
        Some(digits) if digits.len() == 8 => u32::from_str_radix(digits, 16).ok().map(u32::to_be_bytes),
        _ => text.as_bytes().try_into().ok(),
    }
}

/// `{ at = "CONTROL.METADATA", major = "major", minor = "minor", is = [1, 2] }`
fn version<'t>(text: Text<'t>, value: &Spanned<DeValue<'t>>, layout: &Layout) -> Result<VersionPlace> {
    let mut table = Table::of(text, "the version", value)?;
    let at = table.string("at")?.unwrap_or_default();
    let (block, record) = at.split_once('.').unwrap_or((&at, ""));
    let block = layout.blocks.iter().find(|of| of.name == block);
    let found = block.and_then(|block| Some((block, block.records.iter().find(|of| of.name == record)?)));
    let (block, record) = found
        .ok_or_else(|| table.error("at", "`at` is a record that the version is in: \"BLOCK.RECORD\""))?;
    let major = table.string("major")?.unwrap_or_else(|| "major".to_string());
    let minor = table.string("minor")?;
    let operand = |name: &str| {
        let at = record.fields.iter().position(|field| field.name == name)?;
        let before = record.fields.get(..=at)?;
        before.iter().all(|field| field.kind == Kind::Scalar).then_some(at)
    };
    let missing = |key: &str, name: &str| {
        format!("`{key}` is the name of an operand of `{at}`, before any array; `{name}` is not")
    };
    let major_at = operand(&major).ok_or_else(|| table.error("major", missing("major", &major)))?;
    let minor_at = match &minor {
        None => None,
        Some(name) => Some(operand(name).ok_or_else(|| table.error("minor", missing("minor", name)))?),
    };
    let numbers: Vec<Option<u32>> = table
        .list("is")?
        .iter()
        .map(|item| item.get_ref().as_integer().and_then(integer).and_then(|n| u32::try_from(n).ok()))
        .collect();
    let is = match (numbers.as_slice(), minor_at) {
        ([Some(major)], _) => Version { major: *major, minor: 0 },
        ([Some(major), Some(minor)], Some(_)) => Version { major: *major, minor: *minor },
        _ => {
            return Err(table
                .error("is", "`is` is what writers give: [major], or [major, minor] if there is a `minor`"));
        }
    };
    let place = VersionPlace {
        block: block.id,
        record: record.code,
        major: major_at,
        minor: minor_at,
        is,
        site: text.site(value.span()),
    };
    table.finish()?;
    Ok(place)
}

fn tolerance(mut table: Table<'_, '_>) -> Result<Tolerance> {
    let usual = Tolerance::default();
    let yes = |word: Option<bool>, usual: bool| word.unwrap_or(usual);
    let out = Tolerance {
        unknown_blocks: unknown(&mut table, "unknown-blocks")?.unwrap_or(usual.unknown_blocks),
        unknown_records: unknown(&mut table, "unknown-records")?.unwrap_or(usual.unknown_records),
        count: table.word("count", COUNTS)?.unwrap_or(usual.count),
        takes_blob: table.flag("takes-blob")?.unwrap_or(usual.takes_blob),
        refuses_wide: yes(
            table.word("wide-values", &[("refuse", true), ("truncate", false)])?,
            usual.refuses_wide,
        ),
        checks_literals: yes(
            table.word("literals", &[("check", true), ("ignore", false)])?,
            usual.checks_literals,
        ),
        refuses_unknown_values: yes(
            table.word("unknown-values", &[("refuse", true), ("keep", false)])?,
            usual.refuses_unknown_values,
        ),
        abbreviations: table
            .word(
                "abbreviations",
                &[("in-stream", Abbreviations::InStream), ("built-in", Abbreviations::BuiltIn)],
            )?
            .unwrap_or(usual.abbreviations),
        exact_minor: yes(table.word("minor", &[("exact", true), ("any", false)])?, usual.exact_minor),
        oldest_major: table.number("oldest-major")?.unwrap_or(usual.oldest_major),
    };
    table.finish()?;
    Ok(out)
}

const COUNTS: &[(&str, Count)] = &[("minimum", Count::Minimum), ("exact", Count::Exact)];

/// `skip`, `refuse`, or `misread as …`.
fn unknown(table: &mut Table<'_, '_>, key: &'static str) -> Result<Option<Unknown>> {
    let Some(word) = table.string(key)? else { return Ok(None) };
    match (word.as_str(), word.strip_prefix("misread as ")) {
        ("skip", _) => Ok(Some(Unknown::Skip)),
        ("refuse", _) => Ok(Some(Unknown::Refuse)),
        (_, Some(what)) if !what.is_empty() => Ok(Some(Unknown::Misread(what.to_string()))),
        _ => Err(table.error(key, format!("`{key}` is skip, refuse, or \"misread as …\"; this is `{word}`"))),
    }
}

/// `cases = { NOTE = 1, ERROR = { number = 3, meaning = "fatal" } }`
fn enumeration<'t>(text: Text<'t>, value: &Spanned<DeValue<'t>>) -> Result<Enum> {
    let mut table = Table::of(text, "an enum", value)?;
    let mut out = Enum { name: table.name()?, cases: Vec::new(), site: text.site(value.span()) };
    let Some(cases) = table.get("cases") else {
        return Err(table.error("cases", "an enum needs `cases`: a table of names and numbers"));
    };
    let DeValue::Table(named) = cases.get_ref() else {
        return Err(table.error("cases", "`cases` is a table of names and numbers: { NOTE = 1 }"));
    };
    let mut numbers = HashMap::new();
    for (name, value) in named {
        let (number, meaning) = match value.get_ref() {
            DeValue::Integer(number) => (integer(number), None),
            _ => {
                let mut case = Table::of(text, "a case, if it is not a number,", value)?;
                let out = (Some(case.needed::<u64>("number")?), case.string("meaning")?);
                case.finish()?;
                out
            }
        };
        let at = value.span().start;
        let number = number.ok_or_else(|| text.error(at, "the number of a case has 64 bits and no sign"))?;
        if let Some(other) = numbers.insert(number, name.get_ref()) {
            return Err(text.error(at, format!("{number} is `{other}` already")));
        }
        let site = text.site(name.span().start..value.span().end);
        out.cases.push(Case { name: name.get_ref().to_string(), meaning, number, site });
    }
    out.cases.sort_short_by_key(|case| case.number);
    table.finish()?;
    Ok(out)
}

fn block<'t>(
    text: Text<'t>,
    value: &Spanned<DeValue<'t>>,
    layout: &Layout,
    loose: &mut Vec<(u32, String, usize)>,
) -> Result<Block> {
    let mut table = Table::of(text, "a block", value)?;
    let id: u32 = table.needed("id")?;
    if id < 8 {
        return Err(
            table.error("id", "blocks of formats have ids from 8 on: those before are the container's")
        );
    }
    let mut block = Block { id, name: table.name()?, site: text.site(value.span()), ..Block::default() };
    block.meaning = table.string("meaning")?;
    block.required = table.flag("required")?.unwrap_or(false);
    block.must_understand = table.flag("must-understand")?.unwrap_or(false);
    block.unknown_blocks = unknown(&mut table, "unknown-blocks")?;
    block.unknown_records = unknown(&mut table, "unknown-records")?;
    block.abbrev_width = table.number("abbrev-width")?;
    if block.abbrev_width.is_some_and(|width| !(2..=32).contains(&width)) {
        return Err(table.error("abbrev-width", "abbreviation ids have 2 to 32 bits"));
    }
    match table.strings("inside")? {
        None => block.top = true,
        Some(parents) => {
            for (parent, at) in parents {
                match parent.as_str() {
                    "top" => block.top = true,
                    _ => loose.push((id, parent, at)),
                }
            }
        }
    }
    for (index, item) in table.list("abbreviations")?.iter().enumerate() {
        block.abbreviations.push(abbreviation(text, item, index)?);
    }
    let records = table.list("record")?;
    table.finish()?;
    let mut links = Vec::new();
    for value in records {
        let record = record(text, value, layout, &mut links)?;
        if let Some(known) = block.records.iter().find(|of| of.code == record.code || of.name == record.name)
        {
            let message = format!(
                "record {} `{}` already exists, as {} `{}`",
                record.code, record.name, known.code, known.name
            );
            return Err(text.error(value.span().start, message));
        }
        block.records.push(record);
    }
    for link in links {
        let code = block.records.iter().find(|of| of.name == link.to).map(|of| of.code);
        let code = code
            .ok_or_else(|| text.error(link.at, format!("there is no record `{}` in this block", link.to)))?;
        if let Some(record) = block.records.iter_mut().find(|of| of.code == link.from) {
            if link.then { record.then = Some(code) } else { record.follows = Some(code) }
        }
    }
    for record in &block.records {
        if block.is_led_by(record.code, record.code) {
            return Err(text.error(value.span().start, format!("`{}` has to come after itself", record.name)));
        }
    }
    Ok(block)
}

/// `"literal(1) fixed(16) array char6"`, or `{ id = 5, ops = "…" }`.
fn abbreviation<'t>(text: Text<'t>, value: &Spanned<DeValue<'t>>, index: usize) -> Result<Abbreviation> {
    let at = value.span().start;
    let next = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(4);
    let (id, ops) = match value.get_ref() {
        DeValue::String(ops) => (next, ops.to_string()),
        _ => {
            let mut table = Table::of(text, "an abbreviation, if it is not a string,", value)?;
            let out = (table.number("id")?.unwrap_or(next), table.string("ops")?.unwrap_or_default());
            table.finish()?;
            out
        }
    };
    if id < 4 {
        return Err(text.error(at, "ids of abbreviations begin with 4"));
    }
    let parsed: Option<Vec<Op>> = ops.split_whitespace().map(op_of).collect();
    let parsed = parsed.filter(|ops| !ops.is_empty()).ok_or_else(|| {
        text.error(at, "an abbreviation is one or more of fixed(N), vbr(N), char6, literal(N), array, blob; first is the record's code")
    })?;
    if let Some(kind) = outlast_bitstream::Abbrev::new(parsed.clone()).check() {
        return Err(text.error(at, format!("no record can use this abbreviation: {kind}")));
    }
    Ok(Abbreviation { id, ops: parsed, site: text.site(value.span()) })
}

struct Link {
    from: u32,
    to: String,
    then: bool,
    at: usize,
}

fn record<'t>(
    text: Text<'t>,
    value: &Spanned<DeValue<'t>>,
    layout: &Layout,
    links: &mut Vec<Link>,
) -> Result<Record> {
    let mut table = Table::of(text, "a record", value)?;
    let code = table.needed("code")?;
    let mut record = Record { code, name: table.name()?, site: text.site(value.span()), ..Record::default() };
    record.meaning = table.string("meaning")?;
    record.required = table.flag("required")?.unwrap_or(false);
    record.must_understand = table.flag("must-understand")?.unwrap_or(false);
    record.count = table.word("count", COUNTS)?;
    record.takes_blob = table.flag("takes-blob")?;
    for key in ["follows", "second-of", "then"] {
        let Some(to) = table.string(key)? else { continue };
        let at = table.get(key).map_or(0, |value| value.span().start);
        if links.iter().any(|link| link.from == code && !link.then && key != "then") {
            return Err(text.error(at, "a record follows one other: give `follows` or `second-of`"));
        }
        links.push(Link { from: code, to, then: key == "then", at });
    }
    for item in table.list("fields")? {
        let field = field(text, item, layout)?;
        if record.fields.iter().any(|of| of.name == field.name) {
            return Err(text.error(item.span().start, format!("there are two fields `{}`", field.name)));
        }
        record.fields.push(field);
    }
    table.finish()?;
    Ok(record)
}

/// `"optional minor: u16 as fixed(16)"`, or `{ field = "…", meaning = "…", must-understand = true }`.
fn field<'t>(text: Text<'t>, value: &Spanned<DeValue<'t>>, layout: &Layout) -> Result<Field> {
    let at = value.span().start;
    let (declared, meaning, must) = match value.get_ref() {
        DeValue::String(declared) => (declared.to_string(), None, false),
        _ => {
            let mut table = Table::of(text, "a field, if it is not a string,", value)?;
            let declared = table.string("field")?.unwrap_or_default();
            let out = (declared, table.string("meaning")?, table.flag("must-understand")?.unwrap_or(false));
            table.finish()?;
            out
        }
    };
    let (head, op) = match declared.split_once(" as ") {
        Some((head, op)) => (head.trim(), Some(op.trim())),
        None => (declared.trim(), None),
    };
    let (head, ty) = match head.split_once(':') {
        Some((head, ty)) => (head.trim(), Some(ty.trim())),
        None => (head, None),
    };
    let words: Vec<&str> = head.split_whitespace().collect();
    let (optional, words) = match words.as_slice() {
        ["optional", rest @ ..] if !rest.is_empty() => (true, rest),
        all => (false, all),
    };
    let (kind, name, usual) = match words {
        ["array", name] => (Kind::Array, *name, "u64"),
        ["text", name] => (Kind::Array, *name, "u8"),
        ["blob", name] => (Kind::Blob, *name, "u8"),
        [name] => (Kind::Scalar, *name, "u64"),
        _ => {
            return Err(
                text.error(at, "a field is \"[optional] [array|text|blob] NAME[: TYPE][ as ENCODING]\"")
            );
        }
    };
    if kind == Kind::Blob && (ty.is_some() || op.is_some()) {
        return Err(text.error(at, "a blob has neither type nor encoding"));
    }
    let ty = type_of(ty.unwrap_or(usual), layout).ok_or_else(|| {
        text.error(
            at,
            format!(
                "`{}` is not a type: u1 to u64, i2 to i64, bool, or an enum that is declared",
                ty.unwrap_or(usual)
            ),
        )
    })?;
    let op = match (kind, op) {
        (Kind::Blob, _) => Op::Blob,
        (_, None) => Op::Vbr(6),
        (_, Some(of)) => op_of(of).filter(|op| !matches!(op, Op::Array | Op::Blob)).ok_or_else(|| {
            text.error(
                at,
                format!(
                    "`{of}` is not an encoding: fixed(1) to fixed(32), vbr(2) to vbr(32), char6, literal(N)"
                ),
            )
        })?,
    };
    let site = text.site(value.span());
    Ok(Field { name: name.to_string(), meaning, kind, op, ty, optional, must_understand: must, site })
}

fn type_of(text: &str, layout: &Layout) -> Option<Type> {
    if text == "bool" {
        return Some(Type::Bool);
    }
    if let Some(of) = layout.enumeration(text) {
        return Some(Type::Enum(of.name.clone()));
    }
    let bits = |from: usize| text.get(from..)?.parse::<u32>().ok().filter(|bits| *bits <= 64);
    match text.as_bytes().first() {
        Some(b'u') => bits(1).filter(|bits| *bits >= 1).map(Type::Unsigned),
        Some(b'i') => bits(1).filter(|bits| *bits >= 2).map(Type::Signed),
        _ => None,
    }
}
