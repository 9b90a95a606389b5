//! [`of_bitstream_crate`] and [`read_listing`]: the layouts that `crates/bitstream` lists, as a format.

use outlast_bitstream::layout::{FieldSchema, Presence, RecordSchema, Schema, SchemaError};
use outlast_core::{Error, ErrorKind, Result, Span};

use crate::Site;
use crate::layout::model::{Block, Case, Enum, Field, Kind, Layout, Record, Type};
use crate::layout::tolerance::{Count, Tolerance};

/// The format of a schema of `crates/bitstream`. Its readers pass over what they do not know, unless `reader` says otherwise; records that are
/// `exact` are so. Blocks that stand in no other are at the top level.
///
/// # Errors
///
/// A type that is not one of a schema's.
pub fn of_bitstream_crate(name: &str, magic: [u8; 4], schema: &Schema, reader: Tolerance) -> Result<Layout> {
    let mut layout = Layout { name: name.to_string(), magic, reader, site: site(name), ..Layout::default() };
    for of in &schema.blocks {
        let parents = schema.blocks.iter().filter(|other| other.blocks.contains(&of.id));
        let inside: Vec<u32> = parents.map(|parent| parent.id).collect();
        let mut block = Block {
            id: of.id,
            name: of.name.clone(),
            top: inside.iter().all(|id| *id == of.id),
            inside,
            site: site(&format!("block {} {}", of.id, of.name)),
            ..Block::default()
        };
        for of in &of.records {
            let record = record(of, &mut layout.enums)?;
            block.records.push(record);
        }
        // The second record of another one follows it.
        for (first, second) in of.records.iter().filter_map(|of| Some((of.code, of.second?))) {
            if let Some(second) = block.records.iter_mut().find(|of| of.code == second) {
                second.follows = second.follows.or(Some(first));
            }
        }
        layout.blocks.push(block);
    }
    Ok(layout)
}

/// What begins the line that names a format, before the listing of its blocks: `format NAME MAGIC`.
const HEADING: &str = "format ";

/// Whether a text is a listing: the first line names a format or a block.
pub fn is_listing(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| line.starts_with(HEADING) || line.starts_with("block "))
}

/// Reads the blocks, records and fields that a program with layouts of `crates/bitstream` lists ([`Schema`] as text). A first line `format NAME MAGIC`,
/// with four characters or with hexadecimal digits behind `0x`, says what files begin with; without it they begin with zeros. Readers pass over what they do not
/// know.
///
/// # Errors
///
/// [`ErrorKind::Syntax`], with the line that is none of a listing.
pub fn read_listing(file: &str, text: &str) -> Result<Layout> {
    let (heading, rest) = match text.strip_prefix(HEADING) {
        Some(behind) => behind.split_once('\n').unwrap_or((behind, "")),
        None => ("", text),
    };
    let (name, magic) = match heading.split_whitespace().collect::<Vec<_>>()[..] {
        [] => (file, [0; 4]),
        [name, magic] => (
            name,
            magic_of(magic)
                .ok_or_else(|| syntax(1, "the magic is four characters, or 0x and eight digits"))?,
        ),
        _ => return Err(syntax(1, "expected `format NAME MAGIC`")),
    };
    let skipped = usize::from(rest.len() < text.len());
    let schema: Schema =
        rest.parse().map_err(|error: SchemaError| syntax(error.line.saturating_add(skipped), &error.why))?;
    of_bitstream_crate(name, magic, &schema, Tolerance::default())
}

fn magic_of(text: &str) -> Option<[u8; 4]> {
    match text.strip_prefix("0x") {
        Some(digits) if digits.len() == 8 => Some(u32::from_str_radix(digits, 16).ok()?.to_be_bytes()),
        Some(_) => None,
        None => text.as_bytes().try_into().ok(),
    }
}

fn syntax(line: usize, message: &str) -> Error {
    let line = u32::try_from(line).unwrap_or(u32::MAX);
    Error::new(ErrorKind::Syntax { message: message.to_string(), line, column: 1 }, Span::default())
}

fn site(text: &str) -> Site {
    Site { text: text.to_string(), ..Site::default() }
}

fn record(of: &RecordSchema, enums: &mut Vec<Enum>) -> Result<Record> {
    let fields: Result<Vec<Field>> = of.fields.iter().map(|field| self::field(field, enums)).collect();
    Ok(Record {
        code: of.code,
        name: of.name.clone(),
        fields: fields?,
        count: Some(if of.exact { Count::Exact } else { Count::Minimum }),
        follows: of.follows,
        site: site(&format!("record {} {}", of.code, of.name)),
        ..Record::default()
    })
}

fn field(of: &FieldSchema, enums: &mut Vec<Enum>) -> Result<Field> {
    let (kind, optional) = match of.presence {
        Presence::Required => (Kind::Scalar, false),
        Presence::Optional => (Kind::Scalar, true),
        Presence::Array | Presence::Text => (Kind::Array, true),
        Presence::Blob => (Kind::Blob, false),
        Presence::OptionalBlob => (Kind::Blob, true),
    };
    let ty = ty(&of.value, enums).ok_or_else(|| {
        let why = format!("`{}` of `{}` is not a type of a field", of.value, of.name);
        Error::new(ErrorKind::Invalid { what: "schema of record layouts", why }, Span::default())
    })?;
    let site = site(&format!("{} {} {}", kind.name(), of.name, of.value));
    Ok(Field {
        name: of.name.clone(),
        meaning: None,
        kind,
        op: of.op,
        ty,
        optional,
        must_understand: false,
        site,
    })
}

fn ty(text: &str, enums: &mut Vec<Enum>) -> Option<Type> {
    let cases = text.strip_prefix("enum{").and_then(|rest| rest.strip_suffix('}'));
    if let Some(cases) = cases {
        let cases: Option<Vec<Case>> = cases
            .split(',')
            .filter(|case| !case.is_empty())
            .map(|case| {
                let (name, number) = case.split_once('=')?;
                Some(Case {
                    name: name.to_string(),
                    number: number.parse().ok()?,
                    site: site(case),
                    meaning: None,
                })
            })
            .collect();
        let cases = cases?;
        // A schema does not keep the name of an enum: its cases stand for it.
        let known = enums.iter().find(|of| of.cases == cases).map(|of| of.name.clone());
        let name = known.unwrap_or_else(|| {
            let first = cases.first().map_or("", |case| &case.name);
            let name = format!("enum of {first}");
            let same = enums.iter().filter(|of| of.name.starts_with(&name)).count();
            let name = if same == 0 { name } else { format!("{name} {same}") };
            enums.push(Enum { name: name.clone(), cases, site: site(text) });
            name
        });
        return Some(Type::Enum(name));
    }
    match text {
        "bool" => Some(Type::Bool),
        "char" | "byte" => Some(Type::Unsigned(8)),
        _ => {
            let (sign, bits) = (text.get(..1)?, text.get(1..)?.parse().ok()?);
            match sign {
                "u" => Some(Type::Unsigned(bits)),
                "i" => Some(Type::Signed(bits)),
                _ => None,
            }
        }
    }
}
