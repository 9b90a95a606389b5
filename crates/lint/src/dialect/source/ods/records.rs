//! [`Records`]: the JSON that TableGen prints.

use outlast_core::{Error, ErrorKind, Result, Span};
use serde_json::{Map, Value};

use crate::Site;

/// All records of a file.
pub(super) struct Records {
    all: Map<String, Value>,
}

/// One of them.
#[derive(Clone, Copy)]
pub(super) struct Record<'r> {
    fields: &'r Map<String, Value>,
}

impl Records {
    pub(super) fn parse(text: &str) -> Result<Records> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let kind = ErrorKind::Syntax {
                message: format!("what TableGen prints is JSON: {error}"),
                line: number(error.line()),
                column: number(error.column()),
            };
            Error::new(kind, Span::default())
        })?;
        match value {
            Value::Object(all) if all.contains_key("!instanceof") => Ok(Records { all }),
            _ => {
                let why = "it has no `!instanceof`, as what `llvm-tblgen --dump-json` prints".to_string();
                Err(Error::new(
                    ErrorKind::Invalid { what: "JSON of TableGen's records", why },
                    Span::default(),
                ))
            }
        }
    }

    /// A record by its name.
    pub(super) fn at(&self, name: &str) -> Option<Record<'_>> {
        self.all.get(name)?.as_object().map(|fields| Record { fields })
    }

    /// All records of a class, in the order in which they are printed.
    pub(super) fn of_class<'r>(&'r self, class: &str) -> impl Iterator<Item = Record<'r>> {
        let names = self.all.get("!instanceof").and_then(|of| of.get(class)).and_then(Value::as_array);
        names.into_iter().flatten().filter_map(|name| self.at(name.as_str()?))
    }

    /// What an argument has to be, without what is wrapped around it.
    pub(super) fn constraint(&self, name: &str) -> Option<Record<'_>> {
        let record = self.at(name)?;
        if record.is("OpVariable") {
            return self.at(record.def("constraint")?);
        }
        Some(record)
    }
}

impl<'r> Record<'r> {
    /// Whether it is of a class.
    pub(super) fn is(&self, class: &str) -> bool {
        let classes = self.fields.get("!superclasses").and_then(Value::as_array);
        classes.is_some_and(|classes| classes.iter().any(|of| of.as_str() == Some(class)))
    }

    /// Whether it has no name of its own.
    pub(super) fn is_anonymous(&self) -> bool {
        self.fields.get("!anonymous").and_then(Value::as_bool).unwrap_or(false)
    }

    pub(super) fn name(&self) -> &'r str {
        self.text("!name").unwrap_or_default()
    }

    pub(super) fn text(&self, key: &str) -> Option<&'r str> {
        self.fields.get(key)?.as_str()
    }

    pub(super) fn number(&self, key: &str) -> Option<i64> {
        self.fields.get(key)?.as_i64()
    }

    /// The name of the record that a field is.
    pub(super) fn def(&self, key: &str) -> Option<&'r str> {
        def(self.fields.get(key)?)
    }

    /// The names of the records that a field lists.
    pub(super) fn defs(&self, key: &str) -> Vec<&'r str> {
        let list = self.fields.get(key).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(def).collect()
    }

    /// The arguments of a field that is a dag, with their names; those that are no records are left out.
    pub(super) fn args(&self, key: &str) -> impl Iterator<Item = (&'r str, &'r str)> {
        self.dag(key).filter_map(|(value, name)| Some((def(value)?, name)))
    }

    /// The arguments of a field that is a dag, whatever they are.
    pub(super) fn dag(&self, key: &str) -> impl Iterator<Item = (&'r Value, &'r str)> {
        let args = self.fields.get(key).and_then(|dag| dag.get("args")).and_then(Value::as_array);
        args.into_iter().flatten().filter_map(|arg| {
            let pair = arg.as_array()?;
            Some((pair.first()?, pair.get(1).and_then(Value::as_str).unwrap_or_default()))
        })
    }

    /// Where it is defined.
    pub(super) fn site(&self) -> Site {
        let first = self.fields.get("!locs").and_then(|locs| locs.get(0)).and_then(Value::as_str);
        let (file, line) = first.and_then(|text| text.rsplit_once(':')).unwrap_or(("", "0"));
        Site {
            file: file.to_string(),
            line: line.parse().unwrap_or(0),
            column: 1,
            bytes: 0..0,
            text: format!("def {}", self.name()),
        }
    }
}

fn def(value: &Value) -> Option<&str> {
    value.get("def")?.as_str()
}
