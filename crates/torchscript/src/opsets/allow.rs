//! Allow-lists: changes that somebody answers for, up to a day.
//!
//! ```yaml
//! - operator: aten::_foreach_*       # an operator with its overload, or the beginning of names with `*` at the end
//!   owner: core-team
//!   expires: 2027-03-01
//!   reason: private, behind the optimizer only
//! ```

use outlast_opset::lint::Allowance;
use outlast_opset::versions::Date;
use serde::Deserialize;
use serde_saphyr::Spanned;

use super::TableError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    operator: Spanned<String>,
    owner: Spanned<String>,
    expires: Spanned<String>,
    reason: Option<String>,
}

/// How many entries a list may have: each change is compared with each.
const MAX_ENTRIES: usize = 4096;

/// Reads an allow-list.
///
/// # Errors
///
/// The first place that is no YAML, lacks operator, owner or day, or has `*` elsewhere than at the end; more than 4,096 entries.
pub fn read_allowances(yaml: &str) -> Result<Vec<Allowance>, TableError> {
    let rows: Vec<Row> = serde_saphyr::from_str(yaml).map_err(|error| {
        let (line, column) = error.location().map_or((0, 0), |at| (at.line(), at.column()));
        let text = error.to_string();
        // The place is that of the error.
        let said = text.lines().next().unwrap_or_default();
        let said = said.strip_prefix(&format!("error: line {line} column {column}: ")).unwrap_or(said);
        TableError { line, message: format!("not an allow-list: {said}") }
    })?;
    if rows.len() > MAX_ENTRIES {
        return Err(TableError {
            line: 0,
            message: format!("{} entries, the limit is {MAX_ENTRIES}", rows.len()),
        });
    }
    rows.into_iter().map(allowance).collect()
}

fn allowance(row: Row) -> Result<Allowance, TableError> {
    let wrong = |at: &Spanned<String>, message: String| TableError { line: at.referenced.line(), message };
    let stars = row.operator.value.matches('*').count();
    let at_end = row.operator.value.ends_with('*');
    if row.operator.value.is_empty() || stars > usize::from(at_end) {
        let message = format!(
            "`{}` is neither an operator nor a prefix: a name, or one with `*` at its end",
            row.operator.value.escape_debug()
        );
        return Err(wrong(&row.operator, message));
    }
    if row.owner.value.trim().is_empty() {
        return Err(wrong(&row.owner, "an allowance needs an owner".into()));
    }
    let Some(expires) = Date::parse(&row.expires.value) else {
        let message = format!("`{}` is not a date such as 2026-11-22", row.expires.value.escape_debug());
        return Err(wrong(&row.expires, message));
    };
    let line = row.operator.referenced.line();
    Ok(Allowance { operator: row.operator.value, owner: row.owner.value, expires, reason: row.reason, line })
}

#[cfg(test)]
mod tests {
    use super::read_allowances;

    #[test]
    fn entries_have_owner_and_day() {
        let good = "- operator: a::*\n  owner: me\n  expires: 2027-01-01\n- {operator: b::c.d, owner: you, expires: 2027-01-02, reason: r}\n";
        let read = read_allowances(good).unwrap();
        let said: Vec<(String, u64)> = read
            .iter()
            .map(|one| (format!("{} {} {}", one.operator, one.owner, one.expires), one.line))
            .collect();
        assert_eq!(said, [("a::* me 2027-01-01".to_string(), 1), ("b::c.d you 2027-01-02".to_string(), 4)]);
        for (from, to, line, message) in [
            ("a::*", "a::*b", 1, "is neither an operator nor a prefix"),
            ("a::*", "''", 1, "is neither an operator nor a prefix"),
            ("owner: me", "owner: ' '", 2, "needs an owner"),
            ("2027-01-01", "soon", 3, "`soon` is not a date"),
            ("owner: me", "ower: me", 2, "unknown field"),
            ("  owner: me\n", "", 2, "not an allow-list: missing field `owner`"),
        ] {
            let error = read_allowances(&good.replacen(from, to, 1)).unwrap_err();
            assert!(error.message.contains(message), "{error}");
            assert_eq!(error.line, line, "{error}");
        }
        assert!(read_allowances("operator: a\n").is_err());
        assert!(read_allowances("- [").is_err());
    }
}
