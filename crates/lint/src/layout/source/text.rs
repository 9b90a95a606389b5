//! [`write_toml`]: a layout as a description that [`read_toml`](super::read_toml) reads.
//!
//! Of a layout that was inferred, comments say how often things were seen.

use std::fmt::{self, Write};

use crate::layout::model::{Block, Field, Kind, Layout, Record, Type, op_text};
use crate::layout::tolerance::{Abbreviations, Count, Tolerance, Unknown};

/// The description of a layout in TOML.
pub fn write_toml(layout: &Layout) -> String {
    Toml(layout).to_string()
}

struct Toml<'l>(&'l Layout);

/// A text in quotes.
struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

impl fmt::Display for Toml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.0;
        writeln!(f, "[format]\nname = {}", Quoted(&layout.name))?;
        writeln!(f, "magic = \"0x{:08x}\"", u32::from_be_bytes(layout.magic))?;
        if let Some((place, block, record)) = layout.version.as_ref().and_then(|place| {
            let block = layout.block(place.block)?;
            Some((place, block, block.record(place.record)?))
        }) {
            let name = |at: usize| record.fields.get(at).map_or("", |field| &field.name);
            let at = format!("{}.{}", block.name, record.name);
            write!(f, "version = {{ at = {}, major = {}", Quoted(&at), Quoted(name(place.major)))?;
            match place.minor {
                Some(minor) => {
                    write!(
                        f,
                        ", minor = {}, is = [{}, {}]",
                        Quoted(name(minor)),
                        place.is.major,
                        place.is.minor
                    )?;
                }
                None => write!(f, ", is = [{}]", place.is.major)?,
            }
            writeln!(f, " }}")?;
        }
        reader(f, &layout.reader)?;
        for of in &layout.enums {
            write!(f, "\n[[enum]]\nname = {}\ncases = {{", Quoted(&of.name))?;
            for (index, case) in of.cases.iter().enumerate() {
                write!(f, "{} {} = ", if index == 0 { "" } else { "," }, Quoted(&case.name))?;
                match &case.meaning {
                    None => write!(f, "{}", case.number)?,
                    Some(meaning) => {
                        write!(f, "{{ number = {}, meaning = {} }}", case.number, Quoted(meaning))?;
                    }
                }
            }
            writeln!(f, " }}")?;
        }
        layout.blocks.iter().try_for_each(|of| block(f, layout, of))
    }
}

fn unknown(f: &mut fmt::Formatter<'_>, key: &str, unknown: &Unknown) -> fmt::Result {
    match unknown {
        Unknown::Skip | Unknown::Refuse => writeln!(f, "{key} = \"{}\"", unknown.verb()),
        Unknown::Misread(what) => writeln!(f, "{key} = {}", Quoted(&format!("misread as {what}"))),
    }
}

fn count(count: Count) -> &'static str {
    match count {
        Count::Minimum => "minimum",
        Count::Exact => "exact",
    }
}

fn reader(f: &mut fmt::Formatter<'_>, reader: &Tolerance) -> fmt::Result {
    writeln!(f, "\n[reader]")?;
    unknown(f, "unknown-blocks", &reader.unknown_blocks)?;
    unknown(f, "unknown-records", &reader.unknown_records)?;
    writeln!(f, "count = \"{}\"\ntakes-blob = {}", count(reader.count), reader.takes_blob)?;
    let word = |yes: bool, words: [&'static str; 2]| if yes { words[0] } else { words[1] };
    writeln!(f, "wide-values = \"{}\"", word(reader.refuses_wide, ["refuse", "truncate"]))?;
    writeln!(f, "literals = \"{}\"", word(reader.checks_literals, ["check", "ignore"]))?;
    writeln!(f, "unknown-values = \"{}\"", word(reader.refuses_unknown_values, ["refuse", "keep"]))?;
    let built_in = reader.abbreviations == Abbreviations::BuiltIn;
    writeln!(f, "abbreviations = \"{}\"", word(built_in, ["built-in", "in-stream"]))?;
    writeln!(f, "minor = \"{}\"", word(reader.exact_minor, ["exact", "any"]))?;
    writeln!(f, "oldest-major = {}", reader.oldest_major)
}

fn flags(f: &mut fmt::Formatter<'_>, meaning: Option<&String>, required: bool, must: bool) -> fmt::Result {
    if let Some(meaning) = meaning {
        writeln!(f, "meaning = {}", Quoted(meaning))?;
    }
    for (key, is) in [("required", required), ("must-understand", must)] {
        if is {
            writeln!(f, "{key} = true")?;
        }
    }
    Ok(())
}

fn block(f: &mut fmt::Formatter<'_>, layout: &Layout, block: &Block) -> fmt::Result {
    writeln!(f, "\n[[block]]\nid = {}\nname = {}", block.id, Quoted(&block.name))?;
    flags(f, block.meaning.as_ref(), block.required, block.must_understand)?;
    if !block.top || !block.inside.is_empty() {
        let top = block.top.then_some("top");
        let parents = block.inside.iter().filter_map(|id| layout.block(*id)).map(|block| block.name.as_str());
        let all: Vec<String> = top.into_iter().chain(parents).map(|name| Quoted(name).to_string()).collect();
        writeln!(f, "inside = [{}]", all.join(", "))?;
    }
    for (key, policy) in
        [("unknown-blocks", &block.unknown_blocks), ("unknown-records", &block.unknown_records)]
    {
        if let Some(policy) = policy {
            unknown(f, key, policy)?;
        }
    }
    if let Some(width) = block.abbrev_width {
        writeln!(f, "abbrev-width = {width}")?;
    }
    if !block.abbreviations.is_empty() {
        let all = block.abbreviations.iter().map(|of| {
            let ops: Vec<String> = of.ops.iter().map(|op| op_text(*op)).collect();
            format!("{{ id = {}, ops = \"{}\" }}", of.id, ops.join(" "))
        });
        writeln!(f, "abbreviations = [{}]", all.collect::<Vec<String>>().join(", "))?;
    }
    block.records.iter().try_for_each(|of| record(f, block, of))
}

fn record(f: &mut fmt::Formatter<'_>, block: &Block, record: &Record) -> fmt::Result {
    writeln!(f, "\n[[block.record]]")?;
    if let Some(seen) = &record.seen {
        writeln!(f, "# observed in {} records, {} to {} operands", seen.records, seen.fewest, seen.most)?;
        if let Some(after) = seen.after.and_then(|code| block.record(code)) {
            writeln!(f, "# always right after {}", after.name)?;
        }
    }
    writeln!(f, "code = {}\nname = {}", record.code, Quoted(&record.name))?;
    flags(f, record.meaning.as_ref(), record.required, record.must_understand)?;
    if let Some(of) = record.count {
        writeln!(f, "count = \"{}\"", count(of))?;
    }
    if let Some(takes) = record.takes_blob {
        writeln!(f, "takes-blob = {takes}")?;
    }
    for (key, code) in [("follows", record.follows), ("then", record.then)] {
        if let Some(other) = code.and_then(|code| block.record(code)) {
            writeln!(f, "{key} = {}", Quoted(&other.name))?;
        }
    }
    if !record.fields.is_empty() {
        let all: Vec<String> = record.fields.iter().map(field).collect();
        writeln!(f, "fields = [{}]", all.join(", "))?;
    }
    Ok(())
}

fn field(field: &Field) -> String {
    let mut text = String::new();
    if field.optional {
        text.push_str("optional ");
    }
    match field.kind {
        Kind::Scalar => {}
        kind => {
            text.push_str(kind.name());
            text.push(' ');
        }
    }
    text.push_str(&field.name);
    if field.kind != Kind::Blob {
        let ty = match &field.ty {
            Type::Enum(name) => name.clone(),
            ty => ty.text(),
        };
        text.push_str(&format!(": {ty} as {}", op_text(field.op)));
    }
    let text = Quoted(&text).to_string();
    if field.meaning.is_none() && !field.must_understand {
        return text;
    }
    let mut out = format!("{{ field = {text}");
    if let Some(meaning) = &field.meaning {
        out.push_str(&format!(", meaning = {}", Quoted(meaning)));
    }
    if field.must_understand {
        out.push_str(", must-understand = true");
    }
    out.push_str(" }");
    out
}
