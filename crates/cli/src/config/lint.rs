//! The table `[lint]` of `outlast.toml`: what findings of rules are, and which files are not looked at.

use outlast::lint::Rule;
use outlast::{Severity, nearest};
use outlast_core::SortShort;
use toml::de::{DeTable, DeValue};

use super::file::{At, Fault, Reader};
use super::patterns::Patterns;

/// Keys of `[lint]`.
const KEYS: [&str; 2] = ["levels", "exclude"];

/// Words for levels.
const LEVELS: [(&str, Option<Severity>); 4] = [
    ("off", None),
    ("note", Some(Severity::Note)),
    ("warning", Some(Severity::Warning)),
    ("error", Some(Severity::Error)),
];

/// What a file says for `outlast lint`.
#[derive(Debug, Default)]
pub(crate) struct LintKeys {
    /// Of rules, what their findings are.
    pub(crate) levels: Vec<LintLevel>,
    /// Files in folders that are not compared.
    pub(crate) exclude: Option<At<Patterns>>,
}

/// What the findings of one rule are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LintLevel {
    pub(crate) line: usize,
    pub(crate) rule: &'static Rule,
    /// None if they are left out.
    pub(crate) severity: Option<Severity>,
}

impl Reader {
    /// The table `[lint]`.
    pub(super) fn lint(&self, table: &DeTable<'_>) -> Result<LintKeys, Fault> {
        let Some(value) = table.get("lint") else { return Ok(LintKeys::default()) };
        let DeValue::Table(lint) = value.get_ref() else {
            return Err(self.wrong("lint", value, "a table, [lint]"));
        };
        self.known(lint, "[lint]", &KEYS)?;
        Ok(LintKeys { levels: self.levels(lint)?, exclude: self.patterns(lint, "exclude")? })
    }

    fn levels(&self, lint: &DeTable<'_>) -> Result<Vec<LintLevel>, Fault> {
        let Some(value) = lint.get("levels") else { return Ok(Vec::new()) };
        let DeValue::Table(levels) = value.get_ref() else {
            return Err(self.wrong("levels", value, "a table of rules, { \"fbs-docs-changed\" = \"off\" }"));
        };
        let mut all = Vec::new();
        for (key, value) in levels {
            let name = key.get_ref();
            let Some(rule) = outlast::lint::rule(name) else {
                let help = match nearest(name, outlast::lint::rules().map(|rule| rule.name)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`outlast explain --list` shows all".into(),
                };
                return Err(self.fault(key.span(), format!("`levels`: no rule `{name}`: {help}")));
            };
            let text = self.one_text(name, value, "off, note, warning or error")?;
            let (_, severity) = self.word("levels", &text, &LEVELS, |(word, _)| word)?;
            all.push(LintLevel { line: text.line, rule, severity });
        }
        all.sort_short_by_key(|level| level.line);
        Ok(all)
    }
}
