//! Schemas that somebody gives beside a file: a text of one release, as `outlast targets import --paired` writes it.
//!
//! They say how a producer that was not measured here encodes properties. As everywhere, one serves only where the file proves it.

use std::collections::BTreeMap;
use std::fmt;

use super::text;
use super::{Known, OpSchema};

/// The schemas of one release, read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    name: String,
    version: String,
    ops: BTreeMap<String, OpSchema>,
}

/// Why a text is none of schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSchemas {
    /// The line, from 1 on; none if it is the text as a whole.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for NotSchemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for NotSchemas {}

impl Given {
    /// Reads a text in the form that [`text`] describes, of one release.
    ///
    /// # Errors
    ///
    /// A line of another form, an operation that is there twice, no release or more than one.
    pub fn parse(source: &str) -> Result<Given, NotSchemas> {
        let mut given: Option<Given> = None;
        for (at, line) in source.lines().enumerate() {
            let wrong = |why: String| NotSchemas { line: Some(at + 1), why };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(header) = line.strip_prefix("release ") {
                if given.is_some() {
                    return Err(wrong("a second release; a file has one".into()));
                }
                given =
                    Some(release(header).ok_or_else(|| wrong("not `release NAME VERSION learned`".into()))?);
                continue;
            }
            let Some(given) = &mut given else {
                return Err(wrong(
                    "not a text of schemas: it begins with `release NAME VERSION learned`".into(),
                ));
            };
            let parsed = line.split_once(' ').and_then(|(op, rest)| Some((op, text::parse(rest)?)));
            let Some((op, schema)) = parsed else {
                return Err(wrong(format!("not an operation and its fields: `{line}`")));
            };
            if given.ops.insert(op.to_owned(), schema).is_some() {
                return Err(wrong(format!("`{op}` occurs twice")));
            }
        }
        given.ok_or_else(|| NotSchemas {
            line: None,
            why: "no schemas: there is no line `release NAME VERSION`".into(),
        })
    }

    /// What the release is called: `mlir-24`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The release itself: `24.0.0git`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What it knows of an operation.
    pub fn op(&self, name: &str) -> Known {
        match self.ops.get(name) {
            None => Known::Absent,
            Some(schema) if schema.fields.is_empty() => Known::Plain,
            Some(schema) => Known::Properties(schema.clone()),
        }
    }

    /// How many operations it knows.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }
}

/// What stands behind `release`.
fn release(header: &str) -> Option<Given> {
    let parts: Vec<&str> = header.split(' ').collect();
    match parts[..] {
        [name, version] | [name, version, "learned"] if !name.is_empty() && !version.is_empty() => {
            Some(Given { name: name.to_owned(), version: version.to_owned(), ops: BTreeMap::new() })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Given;
    use crate::op_schema::Known;

    #[test]
    fn texts_of_one_release() {
        let given =
            Given::parse("# a comment\nrelease mlir-30 30.1.0 learned\na.b -\na.c x? y:type\n").unwrap();
        assert_eq!((given.name(), given.version(), given.len()), ("mlir-30", "30.1.0", 2));
        assert_eq!(given.op("a.b"), Known::Plain);
        assert_eq!(given.op("a.d"), Known::Absent);
        assert!(matches!(given.op("a.c"), Known::Properties(schema) if schema.fields.len() == 2));
    }

    #[test]
    fn what_is_no_such_text() {
        for (text, error) in [
            ("", "no schemas: there is no line `release NAME VERSION`"),
            ("schema = 1\n", "line 1: not a text of schemas: it begins with `release NAME VERSION learned`"),
            ("release x\n", "line 1: not `release NAME VERSION learned`"),
            ("release x 1\na.b x:nothing\n", "line 2: not an operation and its fields: `a.b x:nothing`"),
            ("release x 1\na.b -\na.b -\n", "line 3: `a.b` occurs twice"),
            ("release x 1\nrelease y 1\n", "line 2: a second release; a file has one"),
        ] {
            assert_eq!(Given::parse(text).unwrap_err().to_string(), error);
        }
    }
}
