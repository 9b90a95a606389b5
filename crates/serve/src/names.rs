//! Names of models, versions and profiles, and days: what may stand in an address and in the name of a file.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::{Problem, Result, UNPROCESSABLE};

/// Checks the name of a model: lower-case, so that no two are one on a filesystem that does not tell cases apart.
pub fn model(name: &str) -> Result<()> {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    check("name of a model", name, 100, good, "lower-case letters, digits, `-`, `_` and `.`")
}

/// Checks the label of a version.
pub fn label(name: &str) -> Result<()> {
    let good = |c: char| c.is_ascii_alphanumeric();
    check("label of a version", name, 64, good, "letters, digits, `-`, `_`, `.` and `+`")
}

/// Checks the name of a profile or an alias.
pub fn profile(name: &str) -> Result<()> {
    let good = |c: char| c.is_ascii_alphanumeric();
    check("name of a profile", name, 100, good, "letters, digits, `-`, `_`, `.` and `+`")
}

fn check(what: &str, name: &str, most: usize, first: impl Fn(char) -> bool, of: &str) -> Result<()> {
    let inner = |c: char| first(c) || matches!(c, '-' | '_' | '.') || (c == '+' && of.contains('+'));
    let starts = name.chars().next().is_some_and(&first);
    if starts && name.len() <= most && name.chars().all(inner) {
        return Ok(());
    }
    Err(Problem::new(&UNPROCESSABLE, format!("this is not the {what}"))
        .found(shown(name))
        .expected(format!("1 to {most} of {of}, the first a letter or digit")))
}

/// Text of a request, short and on one line.
pub fn shown(text: &str) -> String {
    text.chars().take(120).flat_map(char::escape_debug).collect()
}

/// Checks why something was withdrawn.
pub fn reason(text: &str) -> Result<()> {
    if text.trim().is_empty() || text.len() > 1000 {
        return Err(Problem::new(&UNPROCESSABLE, "a reason is needed, for people who get another version")
            .at("reason")
            .expected("1 to 1000 bytes of text"));
    }
    Ok(())
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    i64::try_from(since).unwrap_or(i64::MAX)
}

/// The day of a moment: `2026-11-29`.
pub fn day(seconds: i64) -> String {
    // Days to a date in the Gregorian calendar, by Howard Hinnant's algorithm.
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * shifted + 2) / 5 + 1, (shifted + 2) % 12 + 1);
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A moment: `2026-11-29T03:00:00Z`.
pub fn moment(seconds: i64) -> String {
    let of_day = seconds.rem_euclid(86_400);
    format!("{}T{:02}:{:02}:{:02}Z", day(seconds), of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// Checks a day.
pub fn check_day(text: &str) -> Result<()> {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| {
        bytes.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    };
    let number = |range: std::ops::Range<usize>| text.get(range).and_then(|part| part.parse::<u32>().ok());
    let good = bytes.len() == 10
        && digits(0..4)
        && digits(5..7)
        && digits(8..10)
        && bytes.get(4) == Some(&b'-')
        && bytes.get(7) == Some(&b'-')
        && number(5..7).is_some_and(|month| (1..=12).contains(&month))
        && number(8..10).is_some_and(|day| (1..=31).contains(&day));
    if good {
        return Ok(());
    }
    Err(Problem::new(&UNPROCESSABLE, "this is not a day")
        .at("day")
        .found(shown(text))
        .expected("such as 2026-11-29"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_harmless_in_paths() {
        for good in ["a", "mobilenet_v2", "0.1-x"] {
            model(good).unwrap();
        }
        for bad in ["", ".", "..", "a/b", "A", "-a", "a b", "ä", "a\\b", &"a".repeat(101)] {
            assert!(model(bad).is_err(), "{bad}");
        }
        label("V1.0+cpu").unwrap();
        profile("executorch-1.5.1+custom_ops").unwrap();
    }

    #[test]
    fn moments_are_dates() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(moment(1_795_921_423), "2026-11-29T03:03:43Z");
        check_day("2026-11-29").unwrap();
        assert!(check_day("2026-13-29").is_err() && check_day("26-1-1").is_err());
    }
}
