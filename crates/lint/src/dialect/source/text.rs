//! [`read_text`]: the description of dialects as text, a row to a line.
//!
//! It is the form of `crates/mlir/schemas/*.txt` with more kinds of rows, so those texts are descriptions as they are:
//!
//! ```text
//! # a comment
//! release toy 1.0
//! dialect toy version=3
//! toy.add axis:int keep?:unit operandSegmentSizes:segments(2)
//! toy.nop -
//! op toy.add operands=lhs,rhs*,bias? results=out traits=Commutative default.axis=0 only.mode=up|down constraint.axis="not negative"
//! attr toy 3 ShapeAttr dims:list(dim:svarint) of:type
//! type toy 0 HandleType -
//! ```
//!
//! A row `OPERATION FIELDS` has the properties in the order of version 6 of the container. A row `op` says more of an operation that has one: `operands`,
//! `results` and `regions` (`*` any number, `?` one or none), `traits`, and of a field its `default.`, its `only.` values, its `constraint.` in words.
//! `is=` and `is.FIELD=` say what an operation or field is where another version calls it otherwise; `custom` that the operation has an encoding of its own.
//! `dialect NAME lenient`: readers take operations of it that they do not know.

use std::collections::BTreeMap;

use outlast_core::{Error, ErrorKind, Result, Span};
use outlast_mlir::schema;

use crate::Site;
use crate::dialect::layout;
use crate::dialect::model::{Code, CodeKind, Count, Dialects, Field, MAX_FIELDS, Op, Part, full, split};

/// Reads a description. `file` is its name, for places.
///
/// # Errors
///
/// [`ErrorKind::Syntax`], with the line and what is expected there.
pub fn read_text(file: &str, text: &str) -> Result<Dialects> {
    let mut reader = Reader { file, out: Dialects::default(), ops: BTreeMap::new(), begun: false };
    let mut offset = 0;
    for (number, line) in text.split('\n').enumerate() {
        let at = Line { number, start: offset, text: line.trim_end_matches('\r') };
        offset += line.len() + 1;
        if !at.text.is_empty() && !at.text.starts_with('#') {
            reader.row(&at)?;
        }
    }
    if reader.begun {
        Ok(reader.out)
    } else {
        let message = "a description begins with `release NAME VERSION`";
        Err(Line { number: 0, start: 0, text: "" }.error(0, message))
    }
}

/// A line and its place.
struct Line<'t> {
    number: usize,
    start: usize,
    text: &'t str,
}

impl Line<'_> {
    fn error(&self, at: usize, message: impl Into<String>) -> Error {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let before = self.text.get(..at).unwrap_or(self.text).chars().count();
        let (line, column) = (number(self.number).saturating_add(1), number(before).saturating_add(1));
        let place = u64::try_from(self.start.saturating_add(at)).unwrap_or(u64::MAX);
        Error::new(ErrorKind::Syntax { message: message.into(), line, column }, Span::at(place, 0))
    }

    fn site(&self, file: &str) -> Site {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Site {
            file: file.to_string(),
            line: number(self.number).saturating_add(1),
            column: 1,
            bytes: number(self.start)..number(self.start.saturating_add(self.text.len())),
            text: self.text.to_string(),
        }
    }
}

struct Reader<'f> {
    file: &'f str,
    out: Dialects,
    /// Where operations are: dialect and place in it.
    ops: BTreeMap<String, (usize, usize)>,
    begun: bool,
}

impl Reader<'_> {
    fn row(&mut self, line: &Line<'_>) -> Result<()> {
        let (head, rest) = line.text.split_once(' ').unwrap_or((line.text, ""));
        let after = head.len() + 1;
        if head == "release" {
            return self.release(line, rest);
        }
        if !self.begun {
            return Err(line.error(0, "a description begins with `release NAME VERSION`"));
        }
        match head {
            "dialect" => self.dialect(line, rest),
            "op" => self.more(line, rest, after),
            "attr" => self.code(line, rest, CodeKind::Attr),
            "type" => self.code(line, rest, CodeKind::Type),
            _ => self.operation(line, head, rest),
        }
    }

    fn release(&mut self, line: &Line<'_>, rest: &str) -> Result<()> {
        if self.begun {
            return Err(line.error(0, "a second release; a description is of one"));
        }
        let words: Vec<&str> = rest.split(' ').collect();
        let (name, version, observed) = match words[..] {
            [name, version] => (name, version, false),
            [name, version, "learned"] => (name, version, true),
            _ => {
                return Err(line.error(
                    0,
                    "expected `release NAME VERSION`, with `learned` if it was inferred from files",
                ));
            }
        };
        self.begun = true;
        self.out.name = name.to_string();
        self.out.version = version.to_string();
        self.out.observed = observed;
        self.out.site = line.site(self.file);
        Ok(())
    }

    fn dialect(&mut self, line: &Line<'_>, rest: &str) -> Result<()> {
        let mut words = rest.split(' ');
        let name = words.next().filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| line.error(0, "expected `dialect NAME`"))?;
        let site = line.site(self.file);
        let dialect = self.out.dialect_mut(name);
        dialect.site = site;
        for word in words {
            match word.split_once('=') {
                None if word == "lenient" => dialect.lenient = true,
                Some(("version", number)) => {
                    let number = number.parse();
                    dialect.version = Some(number.map_err(|_| line.error(0, "`version` is a number"))?);
                }
                _ => {
                    return Err(
                        line.error(0, format!("a dialect has `version=N` and `lenient`, not `{word}`"))
                    );
                }
            }
        }
        Ok(())
    }

    fn operation(&mut self, line: &Line<'_>, name: &str, rest: &str) -> Result<()> {
        let schema = schema::text::parse(rest).ok_or_else(|| {
            line.error(
                0,
                format!("expected an operation and its fields, or `-` if it has none: `{}`", line.text),
            )
        })?;
        if schema.fields.len() > MAX_FIELDS {
            return Err(line.error(0, format!("`{name}` has more than {MAX_FIELDS} properties")));
        }
        let (dialect, own) = split(name);
        let mut op = Op::of_schema(own, schema);
        op.site = line.site(self.file);
        self.add(line, dialect, op)
    }

    fn add(&mut self, line: &Line<'_>, dialect: &str, op: Op) -> Result<()> {
        let name = full(dialect, &op.name);
        if self.ops.contains_key(&name) {
            return Err(line.error(0, format!("`{name}` occurs twice")));
        }
        self.out.dialect_mut(dialect).ops.push(op);
        let found = self.out.dialects.iter().position(|of| of.name == dialect).unwrap_or_default();
        let last = self.out.dialects.get(found).map_or(0, |of| of.ops.len().saturating_sub(1));
        self.ops.insert(name, (found, last));
        Ok(())
    }

    /// A row `op`.
    fn more(&mut self, line: &Line<'_>, rest: &str, after: usize) -> Result<()> {
        let name = rest.split(' ').next().unwrap_or_default();
        let found = self.ops.get(name).copied();
        let op = found.and_then(|(dialect, op)| self.out.dialects.get_mut(dialect)?.ops.get_mut(op));
        let Some(op) = op else {
            return Err(
                line.error(after, format!("there is no row `{name} …` with its properties before this one"))
            );
        };
        let words = words(rest.get(name.len()..).unwrap_or_default());
        for (key, value) in words.ok_or_else(|| line.error(after, "a text in quotes has no end"))? {
            match (key.as_str(), value) {
                ("custom", None) => op.custom = true,
                ("operands", Some(value)) => op.operands = Some(parts(&value)),
                ("results", Some(value)) => op.results = Some(parts(&value)),
                ("regions", Some(value)) => op.regions = Some(parts(&value)),
                ("traits", Some(value)) => {
                    op.traits =
                        Some(value.split(',').filter(|t| !t.is_empty()).map(str::to_string).collect());
                }
                ("is", Some(value)) => op.meaning = Some(value),
                (key, Some(value)) => {
                    let wrong = || {
                        let known = "operands, results, regions, traits, is, custom, default.FIELD, only.FIELD, constraint.FIELD, is.FIELD";
                        line.error(after, format!("an operation has no `{key}`; it has {known}"))
                    };
                    let (what, field) = key.split_once('.').ok_or_else(wrong)?;
                    let of = op.fields.iter_mut().find(|of| of.property.name == field);
                    let field =
                        of.ok_or_else(|| line.error(after, format!("`{name}` has no field `{field}`")))?;
                    set(field, what, value).ok_or_else(wrong)?;
                }
                (key, None) => return Err(line.error(after, format!("expected `KEY=VALUE` and not `{key}`"))),
            }
        }
        Ok(())
    }

    fn code(&mut self, line: &Line<'_>, rest: &str, kind: CodeKind) -> Result<()> {
        let wrong = || {
            line.error(
                0,
                format!(
                    "expected `{} DIALECT CODE NAME FIELDS`",
                    line.text.split(' ').next().unwrap_or_default()
                ),
            )
        };
        let mut words = rest.splitn(4, ' ');
        let (dialect, code) = words.next().zip(words.next()).ok_or_else(wrong)?;
        let code: u64 = code.parse().map_err(|_| wrong())?;
        let name = words.next().filter(|name| !name.is_empty()).ok_or_else(wrong)?;
        let mut fields = words.next().unwrap_or("-");
        let mut meaning = None;
        if let Some(is) = fields.strip_prefix("is=") {
            let (is, rest) = is.split_once(' ').unwrap_or((is, "-"));
            meaning = Some(is.to_string());
            fields = rest;
        }
        let layout = match fields {
            "?" => None,
            fields => Some(
                layout::parse(fields)
                    .ok_or_else(|| line.error(0, format!("`{fields}` is not a list of fields")))?,
            ),
        };
        let site = line.site(self.file);
        let dialect = self.out.dialect_mut(dialect);
        if dialect.code(kind, code).is_some() {
            return Err(line.error(0, format!("code {code} occurs twice")));
        }
        dialect.codes.push(Code { kind, code, name: name.to_string(), meaning, layout, site });
        Ok(())
    }
}

fn set(field: &mut Field, what: &str, value: String) -> Option<()> {
    match what {
        "default" => field.default = Some(value),
        "constraint" => field.constraint = Some(value),
        "only" => field.cases = value.split('|').map(str::to_string).collect(),
        "is" => field.meaning = Some(value),
        _ => return None,
    }
    Some(())
}

fn parts(text: &str) -> Vec<Part> {
    let part = |text: &str| {
        let (name, count) = match text.strip_suffix('*').map(|name| (name, Count::Any)) {
            Some(found) => found,
            None => text.strip_suffix('?').map_or((text, Count::One), |name| (name, Count::Optional)),
        };
        Part { name: name.to_string(), count }
    };
    text.split(',').filter(|text| !text.is_empty()).map(part).collect()
}

/// `KEY=VALUE` or `KEY`, where values with blanks stand in quotes; none if a quote is not closed.
fn words(mut text: &str) -> Option<Vec<(String, Option<String>)>> {
    let mut out = Vec::new();
    loop {
        text = text.trim_start_matches(' ');
        if text.is_empty() {
            return Some(out);
        }
        let end = text.find([' ', '=']).unwrap_or(text.len());
        let key = text.get(..end)?.to_string();
        text = text.get(end..)?;
        let Some(value) = text.strip_prefix('=') else {
            out.push((key, None));
            continue;
        };
        let (value, rest) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => value.split_at(value.find(' ').unwrap_or(value.len())),
        };
        out.push((key, Some(value.to_string())));
        text = rest;
    }
}
