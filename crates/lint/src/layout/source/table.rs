//! Tables of a TOML text, with places: what has another type, another name or another value than expected is an error that says where.

use outlast_core::{Error, ErrorKind, Result, SortShort, Span};
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use crate::Site;

/// A text and its name.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    pub(super) file: &'t str,
    pub(super) text: &'t str,
    /// Where its lines end: the places of `\n`.
    ends: &'t [usize],
}

/// Where the lines of a text end, for [`Text::new`].
pub(super) fn line_ends(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(at, _)| at).collect()
}

impl<'t> Text<'t> {
    pub(super) fn new(file: &'t str, text: &'t str, ends: &'t [usize]) -> Text<'t> {
        Text { file, text, ends }
    }

    fn position(&self, at: usize) -> (u32, u32) {
        let (before, after) = self.ends.split_at(self.ends.partition_point(|end| *end < at));
        let start = before.last().map_or(0, |end| end + 1);
        let stop = after.first().map_or(self.text.len(), |end| *end).min(at);
        let line = before.len();
        let column = self.text.get(start..stop).map_or(0, |tail| tail.chars().count());
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
        (count(line), count(column))
    }

    /// An error at a place.
    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> Error {
        let (line, column) = self.position(at);
        let place = u64::try_from(at).unwrap_or(u64::MAX);
        Error::new(ErrorKind::Syntax { message: message.into(), line, column }, Span::at(place, 0))
    }

    /// The declaration at a place.
    pub(super) fn site(&self, bytes: std::ops::Range<usize>) -> Site {
        let (line, column) = self.position(bytes.start);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let declared = self.text.get(bytes.clone()).unwrap_or_default();
        let words: Vec<&str> = declared.split_whitespace().collect();
        Site {
            file: self.file.to_string(),
            line,
            column,
            bytes: number(bytes.start)..number(bytes.end),
            text: words.join(" "),
        }
    }
}

/// A table whose keys are taken one by one; what is left at the end is an error.
pub(super) struct Table<'a, 't> {
    pub(super) text: Text<'t>,
    /// What it is, for messages: `a block`.
    what: &'static str,
    at: usize,
    table: &'a DeTable<'t>,
    known: Vec<&'static str>,
}

impl<'a, 't> Table<'a, 't> {
    pub(super) fn new(
        text: Text<'t>,
        what: &'static str,
        at: usize,
        table: &'a DeTable<'t>,
    ) -> Table<'a, 't> {
        Table { text, what, at, table, known: Vec::new() }
    }

    /// The table that a value is.
    pub(super) fn of(
        text: Text<'t>,
        what: &'static str,
        value: &'a Spanned<DeValue<'t>>,
    ) -> Result<Table<'a, 't>> {
        let at = value.span().start;
        match value.get_ref() {
            DeValue::Table(table) => Ok(Table::new(text, what, at, table)),
            other => Err(text.error(at, format!("{what} is a table; this is {}", kind(other)))),
        }
    }

    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.known.push(key);
        self.table.get(key)
    }

    /// An error at the value of a key, or at the table.
    pub(super) fn error(&self, key: &str, message: impl Into<String>) -> Error {
        let at = self.table.get(key).map_or(self.at, |value| value.span().start);
        self.text.error(at, message)
    }

    fn expected(&self, key: &str, expected: &str, found: &Spanned<DeValue<'_>>) -> Error {
        let found_is = kind(found.get_ref());
        self.text
            .error(found.span().start, format!("`{key}` of {} is {expected}; this is {found_is}", self.what))
    }

    fn missing(&self, key: &str, expected: &str) -> Error {
        self.text.error(self.at, format!("{} needs `{key}`: {expected}", self.what))
    }

    pub(super) fn string(&mut self, key: &'static str) -> Result<Option<String>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref().as_str() {
            Some(text) => Ok(Some(text.to_string())),
            None => Err(self.expected(key, "a string", value)),
        }
    }

    pub(super) fn name(&mut self) -> Result<String> {
        let name = self.string("name")?.ok_or_else(|| self.missing("name", "a string"))?;
        if name.is_empty() || name.contains(['.', '\n']) {
            return Err(self.error("name", "a name has one letter or more, and no dot"));
        }
        Ok(name)
    }

    pub(super) fn flag(&mut self, key: &'static str) -> Result<Option<bool>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        value.get_ref().as_bool().map(Some).ok_or_else(|| self.expected(key, "true or false", value))
    }

    pub(super) fn number<N: TryFrom<u64>>(&mut self, key: &'static str) -> Result<Option<N>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = value.get_ref().as_integer().and_then(integer).and_then(|n| N::try_from(n).ok());
        number.map(Some).ok_or_else(|| self.expected(key, "a number that is not negative, of 32 bits", value))
    }

    pub(super) fn needed<N: TryFrom<u64>>(&mut self, key: &'static str) -> Result<N> {
        self.number(key)?.ok_or_else(|| self.missing(key, "a number"))
    }

    pub(super) fn list(&mut self, key: &'static str) -> Result<&'a [Spanned<DeValue<'t>>]> {
        let Some(value) = self.get(key) else { return Ok(&[]) };
        match value.get_ref() {
            DeValue::Array(items) => Ok(items),
            _ => Err(self.expected(key, "a list", value)),
        }
    }

    pub(super) fn strings(&mut self, key: &'static str) -> Result<Option<Vec<(String, usize)>>> {
        if self.get(key).is_none() {
            return Ok(None);
        }
        let strings = self.list(key)?.iter().map(|item| {
            let text = item.get_ref().as_str().map(|text| (text.to_string(), item.span().start));
            text.ok_or_else(|| self.expected(key, "a list of strings", item))
        });
        strings.collect::<Result<Vec<_>>>().map(Some)
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> Result<Option<T>> {
        let Some(word) = self.string(key)? else { return Ok(None) };
        match words.iter().find(|(of, _)| *of == word) {
            Some((_, value)) => Ok(Some(*value)),
            None => {
                let all: Vec<&str> = words.iter().map(|(of, _)| *of).collect();
                Err(self.error(key, format!("`{key}` is one of {}; this is `{word}`", all.join(", "))))
            }
        }
    }

    /// That there are no other keys.
    pub(super) fn finish(self) -> Result<()> {
        let mut unknown: Vec<_> =
            self.table.iter().filter(|(key, _)| !self.known.contains(&key.get_ref().as_ref())).collect();
        unknown.sort_short_by_key(|(key, _)| key.span().start);
        let Some((key, _)) = unknown.first() else { return Ok(()) };
        let known = self.known.join(", ");
        Err(self
            .text
            .error(key.span().start, format!("{} has no `{}`; it has {known}", self.what, key.get_ref())))
    }
}

/// The number that an integer is.
pub(super) fn integer(integer: &DeInteger<'_>) -> Option<u64> {
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
