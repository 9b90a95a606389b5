//! The text of `outlast.toml`: keys and values, each with its line. Nothing is opened or resolved here.
//!
//! ```toml
//! targets = ["executorch>=0.6", "llvm-16"]
//! fail-on = ["fails", "misreads"]
//! basis = "measured"
//! baseline = "outlast-baseline.jsonl"
//! allow-code = ["collections.deque"]
//!
//! [[path]]
//! files = ["phones/**/*.pte"]
//! targets = ["executorch-rn-0.7.3-ios"]
//! data = ["phones/weights.ptd"]
//!
//! [[ignore]]
//! code = "OL2004"
//! files = ["legacy/**"]
//! targets = ["executorch<0.5"]
//! reason = "these phones get another build"
//! owner = "ml-infra"
//! expires = "2027-03-01"
//!
//! [lint]
//! levels = { "fbs-docs-changed" = "off" }
//! exclude = ["tests/broken/"]
//! ```

use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use glob::Pattern;
use outlast::nearest;
use outlast::opsets::lint::Date;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::lint::LintKeys;
use super::patterns::Patterns;
use super::policy::{AtLeast, FailOn};

/// Bytes of a pattern of subjects: matching goes as deep as it has wildcards.
const LONGEST_SUBJECT: usize = 1000;

/// Members of all lists of a file, and patterns of files with their wildcards: what is done for each program grows with them.
const MEMBERS: usize = 20_000;
const PARTS: usize = 10_000;

/// The name of the file.
pub(crate) const NAME: &str = "outlast.toml";

/// A value and its line, from 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) line: usize,
}

/// What is wrong in a file, and in which line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// What a file says.
#[derive(Debug, Default)]
pub(crate) struct File {
    pub(crate) all: Keys,
    pub(crate) baseline: Option<At<PathBuf>>,
    pub(crate) paths: Vec<PathEntry>,
    pub(crate) ignores: Vec<Ignore>,
    /// For `outlast lint`.
    pub(crate) lint: LintKeys,
}

/// What may hold for all files, or for some. Paths are as they are written.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    pub(crate) targets: Option<At<Vec<At<String>>>>,
    pub(crate) fail_on: Option<At<Vec<FailOn>>>,
    pub(crate) basis: Option<At<AtLeast>>,
    pub(crate) data: Option<At<Vec<PathBuf>>>,
    pub(crate) data_dir: Option<At<Vec<PathBuf>>>,
    /// Names of code that files may run when they are loaded.
    pub(crate) allow_code: Option<At<Vec<String>>>,
}

/// An entry `[[path]]`.
#[derive(Debug)]
pub(crate) struct PathEntry {
    pub(crate) line: usize,
    pub(crate) files: Patterns,
    pub(crate) keys: Keys,
}

/// An entry `[[ignore]]`.
#[derive(Debug)]
pub(crate) struct Ignore {
    pub(crate) line: usize,
    /// The code; `written` may be the name of its rule.
    pub(crate) code: String,
    pub(crate) written: String,
    /// What it is about; none for all.
    pub(crate) subject: Option<Pattern>,
    /// None for all files.
    pub(crate) files: Option<Patterns>,
    /// None for all targets.
    pub(crate) targets: Option<Vec<At<String>>>,
    pub(crate) reason: String,
    pub(crate) owner: Option<String>,
    pub(crate) expires: Option<Date>,
}

impl Ignore {
    /// Whether it is over on a day.
    pub(crate) fn is_over(&self, day: Date) -> bool {
        self.expires.is_some_and(|expires| expires <= day)
    }
}

/// Keys that hold for all files or for some.
const KEYS: [&str; 6] = ["targets", "fail-on", "basis", "data", "data-dir", "allow-code"];

pub(super) type Value<'t> = Spanned<DeValue<'t>>;

impl File {
    /// Reads the text of a file.
    pub(crate) fn read(text: &str) -> Result<File, Fault> {
        let reader = Reader::new(text);
        let table = DeTable::parse(text).map_err(|error| {
            let message = error.message().replace('\n', "; ");
            reader.fault(error.span().unwrap_or_default(), format!("not TOML: {message}"))
        })?;
        let table = table.get_ref();
        reader.known(table, "", &[&KEYS[..], &["baseline", "path", "ignore", "lint"]].concat())?;
        let baseline = reader.text_of(table, "baseline")?;
        let baseline = baseline.map(|At { value, line }| At { value: PathBuf::from(value), line });
        let paths = reader.entries(table, "path")?;
        let ignores = reader.entries(table, "ignore")?;
        Ok(File {
            all: reader.keys(table)?,
            baseline,
            paths: paths.into_iter().map(|entry| reader.path(entry)).collect::<Result<_, _>>()?,
            ignores: ignores.into_iter().map(|entry| reader.ignore(entry)).collect::<Result<_, _>>()?,
            lint: reader.lint(table)?,
        })
    }
}

/// Reads values, and says in which line one is wrong.
pub(super) struct Reader {
    /// Where lines end.
    ends: Vec<usize>,
    /// Members of lists so far, and parts of patterns of files: each file that is judged is held against all of these.
    members: Cell<usize>,
    parts: Cell<usize>,
}

impl Reader {
    fn new(text: &str) -> Reader {
        let ends = text.match_indices('\n').map(|(at, _)| at).collect();
        Reader { ends, members: Cell::new(0), parts: Cell::new(0) }
    }

    /// Adds to a count that has a limit.
    fn count(&self, of: (&Cell<usize>, usize, &str), more: usize, span: Range<usize>) -> Result<(), Fault> {
        let (count, most, what) = of;
        count.set(count.get().saturating_add(more));
        match count.get() > most {
            true => Err(self.fault(span, format!("more than {most} {what} in this file"))),
            false => Ok(()),
        }
    }

    fn line(&self, span: &Range<usize>) -> usize {
        1 + self.ends.partition_point(|end| *end < span.start)
    }

    pub(super) fn fault(&self, span: Range<usize>, message: String) -> Fault {
        Fault { line: self.line(&span), message }
    }

    /// Refuses keys that there are not. `within` is the heading of the table, such as `[[path]]`.
    pub(super) fn known(&self, table: &DeTable<'_>, within: &str, known: &[&str]) -> Result<(), Fault> {
        // The first in the text, not in the alphabet.
        let unknown = table.keys().filter(|key| !known.contains(&&**key.get_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
        let name = key.get_ref();
        let place = if within.is_empty() { String::new() } else { format!(" in {within}") };
        let help = match nearest(&name.replace('_', "-"), known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected {}", choice(known)),
        };
        Err(self.fault(key.span(), format!("unknown key `{name}`{place}: {help}")))
    }

    pub(super) fn wrong(&self, key: &str, value: &Value<'_>, expected: &str) -> Fault {
        let found = match value.get_ref() {
            DeValue::String(text) => format!("\"{text}\""),
            DeValue::Integer(number) => format!("the number {number}"),
            DeValue::Float(_) => "a number".into(),
            DeValue::Boolean(is) => is.to_string(),
            DeValue::Datetime(day) => format!("the day {day}"),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
        };
        self.fault(value.span(), format!("`{key}` is {found}: expected {expected}"))
    }

    pub(super) fn one_text(&self, key: &str, value: &Value<'_>, expected: &str) -> Result<At<String>, Fault> {
        match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                Err(self.fault(value.span(), format!("`{key}` is empty: expected {expected}")))
            }
            DeValue::String(text) => Ok(At { value: text.to_string(), line: self.line(&value.span()) }),
            _ => Err(self.wrong(key, value, expected)),
        }
    }

    fn text_of(&self, table: &DeTable<'_>, key: &str) -> Result<Option<At<String>>, Fault> {
        table.get(key).map(|value| self.one_text(key, value, "a text")).transpose()
    }

    /// A list of texts, with the line of its key's value. `may_be_empty`: a list of nothing says something.
    pub(super) fn texts(
        &self,
        table: &DeTable<'_>,
        key: &str,
        expected: &str,
        may_be_empty: bool,
    ) -> Result<Option<At<Vec<At<String>>>>, Fault> {
        let Some(value) = table.get(key) else { return Ok(None) };
        let expected = format!("a list of {expected}");
        let DeValue::Array(list) = value.get_ref() else { return Err(self.wrong(key, value, &expected)) };
        if list.is_empty() && !may_be_empty {
            return Err(self.fault(value.span(), format!("`{key}` is empty: expected {expected}")));
        }
        self.count((&self.members, MEMBERS, "members of lists"), list.len(), value.span())?;
        let texts = list.iter().map(|value| self.one_text(key, value, &expected));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(At { value: texts, line: self.line(&value.span()) }))
    }

    pub(super) fn word<T: Copy>(
        &self,
        key: &str,
        text: &At<String>,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<T, Fault> {
        if let Some(found) = all.iter().find(|one| name(**one) == text.value) {
            return Ok(*found);
        }
        let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
        let help = match nearest(&text.value, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected {}", choice(&names)),
        };
        Err(Fault { line: text.line, message: format!("`{key}` has `{}`: {help}", text.value) })
    }

    fn keys(&self, table: &DeTable<'_>) -> Result<Keys, Fault> {
        let fail_on = self.texts(table, "fail-on", "fails, misreads and unknown", true)?;
        let basis = self.text_of(table, "basis")?;
        let paths = |list: At<Vec<At<String>>>| At {
            value: list.value.into_iter().map(|text| PathBuf::from(text.value)).collect(),
            line: list.line,
        };
        let outcome = |text: &At<String>| self.word("fail-on", text, &FailOn::ALL, FailOn::name);
        Ok(Keys {
            targets: self.texts(table, "targets", "targets, such as \"executorch>=0.6\"", false)?,
            fail_on: match fail_on {
                Some(At { value, line }) => {
                    Some(At { value: value.iter().map(outcome).collect::<Result<_, _>>()?, line })
                }
                None => None,
            },
            basis: match basis {
                Some(text) => Some(At {
                    value: self.word("basis", &text, &AtLeast::ALL, AtLeast::name)?,
                    line: text.line,
                }),
                None => None,
            },
            data: self.texts(table, "data", "files", true)?.map(paths),
            data_dir: self.texts(table, "data-dir", "folders", true)?.map(paths),
            allow_code: self.texts(table, "allow-code", "names, such as \"collections.deque\"", true)?.map(
                |list| At { value: list.value.into_iter().map(|text| text.value).collect(), line: list.line },
            ),
        })
    }

    /// The tables of `[[key]]`.
    fn entries<'v, 't>(
        &self,
        table: &'v DeTable<'t>,
        key: &str,
    ) -> Result<Vec<(Range<usize>, &'v DeTable<'t>)>, Fault> {
        let Some(value) = table.get(key) else { return Ok(Vec::new()) };
        let expected = format!("entries that begin with [[{key}]]");
        let DeValue::Array(list) = value.get_ref() else { return Err(self.wrong(key, value, &expected)) };
        let entries = list.iter().map(|value| match value.get_ref() {
            DeValue::Table(entry) => Ok((value.span(), entry)),
            _ => Err(self.wrong(key, value, &expected)),
        });
        entries.collect()
    }

    /// Patterns of files under a key.
    pub(super) fn patterns(
        &self,
        table: &DeTable<'_>,
        key: &'static str,
    ) -> Result<Option<At<Patterns>>, Fault> {
        let Some(list) = self.texts(table, key, "patterns, such as \"models/**/*.pte\"", false)? else {
            return Ok(None);
        };
        let parts = list.value.iter().map(|text| 1 + text.value.matches('*').count()).sum();
        let span = table.get(key).map(Spanned::span).unwrap_or_default();
        self.count((&self.parts, PARTS, "patterns of files and wildcards"), parts, span)?;
        let patterns = Patterns::new(list.value.iter().map(|text| text.value.as_str()));
        let wrong = |(at, message): (usize, String)| Fault {
            line: list.value.get(at).map_or(list.line, |text| text.line),
            message: format!("`{key}`: {message}"),
        };
        let patterns = patterns.map_err(wrong)?;
        Ok(Some(At { value: patterns, line: list.line }))
    }

    fn files(&self, table: &DeTable<'_>) -> Result<Option<Patterns>, Fault> {
        Ok(self.patterns(table, "files")?.map(|found| found.value))
    }

    fn missing(&self, span: &Range<usize>, entry: &str, key: &str, what: &str) -> Fault {
        self.fault(span.clone(), format!("[[{entry}]] has no `{key}`: {what}"))
    }

    fn path(&self, (span, table): (Range<usize>, &DeTable<'_>)) -> Result<PathEntry, Fault> {
        self.known(table, "[[path]]", &[&["files"], &KEYS[..]].concat())?;
        let files = self.files(table)?;
        let files =
            files.ok_or_else(|| self.missing(&span, "path", "files", "which files does it apply to?"))?;
        Ok(PathEntry { line: self.line(&span), files, keys: self.keys(table)? })
    }

    fn ignore(&self, (span, table): (Range<usize>, &DeTable<'_>)) -> Result<Ignore, Fault> {
        self.known(
            table,
            "[[ignore]]",
            &["code", "subject", "files", "targets", "reason", "owner", "expires"],
        )?;
        let code = self.text_of(table, "code")?;
        let code = code.ok_or_else(|| {
            self.missing(&span, "ignore", "code", "which one does it ignore, such as \"OL2004\"?")
        })?;
        let known = self.code(&code)?;
        let reason = self.text_of(table, "reason")?;
        let reason =
            reason.ok_or_else(|| self.missing(&span, "ignore", "reason", "why is it ignored?"))?.value;
        Ok(Ignore {
            line: self.line(&span),
            code: known,
            written: code.value,
            subject: self.subject(table)?,
            files: self.files(table)?,
            targets: self
                .texts(table, "targets", "targets, such as \"executorch<0.5\"", false)?
                .map(|list| list.value),
            reason,
            owner: self.text_of(table, "owner")?.map(|text| text.value),
            expires: table.get("expires").map(|value| self.day("expires", value)).transpose()?,
        })
    }

    /// The code that is meant, which may be written as the name of its rule. Refuses what there is not.
    fn code(&self, code: &At<String>) -> Result<String, Fault> {
        if let Some(rule) = outlast::lint::rules().find(|rule| rule.name == code.value) {
            return Ok(rule.code.to_string());
        }
        let all: Vec<String> = outlast::codes().iter().map(|info| info.code.to_string()).collect();
        if all.contains(&code.value) {
            return Ok(code.value.clone());
        }
        let near = nearest(&code.value.to_uppercase(), all.iter().map(String::as_str));
        let near = near.or_else(|| nearest(&code.value, outlast::lint::rules().map(|rule| rule.name)));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`outlast explain --list` shows all".into(),
        };
        Err(Fault {
            line: code.line,
            message: format!("`code` is `{}`, which does not exist: {help}", code.value),
        })
    }

    fn subject(&self, table: &DeTable<'_>) -> Result<Option<Pattern>, Fault> {
        let Some(text) = self.text_of(table, "subject")? else { return Ok(None) };
        let wrong = |message: String| Fault { line: text.line, message: format!("`subject`: {message}") };
        if text.value.len() > LONGEST_SUBJECT {
            return Err(wrong(format!("a pattern of {} bytes", text.value.len())));
        }
        Pattern::new(&text.value).map(Some).map_err(|error| wrong(format!("`{}`: {}", text.value, error.msg)))
    }

    fn day(&self, key: &str, value: &Value<'_>) -> Result<Date, Fault> {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Datetime(day) => day.to_string(),
            _ => String::new(),
        };
        Date::parse(&text).ok_or_else(|| self.wrong(key, value, "a day, such as \"2027-03-01\""))
    }
}

/// `a, b or c`.
fn choice(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.join(""),
    }
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
