//! The text of changes: see [`super`].

use std::collections::BTreeSet;

use outlast_core::Interval;

use super::Row;
use super::kind::{Kind, change};

/// A line, parsed.
struct Line {
    kind: Kind,
    older: Option<Interval<u32>>,
    newer: Interval<u32>,
    words: Vec<&'static str>,
    pairs: Vec<(i64, i64)>,
}

/// Reads all rows.
///
/// # Errors
///
/// What is wrong with which line.
pub(super) fn read(text: &'static str) -> Result<Vec<Row>, String> {
    let (mut releases, mut seen, mut rows) = (Vec::new(), BTreeSet::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let wrong = |why: String| format!("changes.txt, line {}: {why}", number + 1);
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if let Some(list) = line.strip_prefix("releases ") {
            let parsed: Result<Vec<u32>, _> = list.split(' ').map(str::parse).collect();
            releases = parsed.map_err(|_| wrong(format!("`{list}` are not numbers of releases")))?;
            continue;
        }
        let row = parse(line, &releases).map_err(wrong)?;
        // Regions may have changed more than once: such rows name both releases.
        let regions = (row.kind == Kind::Regions).then_some((row.older, row.newer));
        let regions = regions.map(|(older, newer)| (older.map(|older| older.first), newer.first));
        let key = (
            row.kind,
            row.words.first().copied(),
            row.words.get(1).copied().filter(|_| row.kind.of_attribute()),
            regions,
        );
        if !seen.insert(key) {
            return Err(wrong("the change occurs twice".into()));
        }
        let mut words = [""; 4];
        words.iter_mut().zip(row.words).for_each(|(place, word)| *place = word);
        rows.push(Row { change: change(row.kind, words, row.pairs), older: row.older, newer: row.newer });
    }
    Ok(rows)
}

fn parse(line: &'static str, releases: &[u32]) -> Result<Line, String> {
    let (head, value) = line.split_once(" = ").ok_or("a row is `kind operation … windows = value`")?;
    let mut head: Vec<&str> = head.split(' ').collect();
    let first = head.first().copied().unwrap_or_default();
    let kind = Kind::named(first).ok_or_else(|| format!("`{first}` is not a kind of change"))?;
    let expected = if kind.of_attribute() { 4 } else { 3 };
    if head.len() != expected {
        return Err(format!("{} words before `=`, not the {expected} of `{first}`", head.len()));
    }
    let windows = head.pop().unwrap_or_default();
    let (older, newer) = match (windows.split_once('>'), kind) {
        (Some((older, newer)), kind) if kind != Kind::Default => {
            let (older, newer) = (window(older, releases)?, window(newer, releases)?);
            if older.last.is_none_or(|last| last >= newer.first) {
                return Err(format!("`{windows}`: releases with both forms"));
            }
            (Some(older), newer)
        }
        (None, Kind::Default) => (None, window(windows, releases)?),
        _ => return Err(format!("`{windows}`: not the windows of such a row")),
    };
    let mut words: Vec<&str> = head.into_iter().skip(1).collect();
    let op = words.first().copied().unwrap_or_default();
    if !is_op(op.strip_suffix('*').map_or(op, |_| "a.b"))
        || op.ends_with('*') && !matches!(kind, Kind::Default | Kind::Group | Kind::Range)
    {
        return Err(format!("`{op}` is not a name of an operation"));
    }
    let mut pairs = Vec::new();
    match kind {
        Kind::Numbers => {
            for word in value.split(' ') {
                let pair = word.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                pairs.push(pair.ok_or_else(|| format!("`{word}` is not a pair of numbers"))?);
            }
        }
        Kind::Default => words.push(value),
        Kind::Regions => {
            for (at, word) in (0..).zip(value.split(' ')) {
                let from = if word == "." { Some(-1) } else { word.parse().ok().filter(|from| *from >= 0) };
                pairs.push((at, from.ok_or_else(|| format!("`{word}` is not a region"))?));
            }
        }
        Kind::Unit | Kind::Element => {
            let (name, number) =
                value.split_once(' ').ok_or_else(|| format!("`{value}`: not a name and a number"))?;
            let number = number.parse().ok().filter(|number| *number != 0);
            pairs.push((1, number.ok_or_else(|| format!("`{value}`: not a name and a number"))?));
            words.push(name);
        }
        // Keys have blanks in them.
        Kind::Notes => words.extend(value.splitn(2, ' ')),
        _ => words.extend(value.split(' ')),
    }
    let names_op = matches!(
        kind,
        Kind::Renamed | Kind::Merged | Kind::Terminator | Kind::Yield | Kind::Element | Kind::Handed
    );
    if let Some(word) = words.iter().skip(1).find(|word| word.is_empty() || names_op && !is_op(word)) {
        return Err(format!("`{word}` is not a name of an operation"));
    }
    let known: &[&str] = match kind {
        Kind::Range => &["numbers", "left-out"],
        Kind::Promise => &["left-out", "of-values"],
        Kind::Pointee => &["element"],
        Kind::Forgotten => &["left-out", "unless-variadic"],
        Kind::Basis => &["operands"],
        Kind::Output => &["result"],
        _ => &[value],
    };
    if words.len() != kind.words() || !known.contains(&value) {
        return Err(format!("`{value}`: not valid after `=` in such a row"));
    }
    Ok(Line { kind, older, newer, words, pairs })
}

/// `dialect.name`.
fn is_op(word: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    word.split_once('.').is_some_and(|(dialect, name)| !dialect.is_empty() && !name.is_empty())
        && word.chars().all(letter)
}

fn window(text: &str, releases: &[u32]) -> Result<Interval<u32>, String> {
    let number = |text: &str| {
        let number = text.parse().ok().filter(|number| releases.contains(number));
        number.ok_or_else(|| format!("`{text}` is not a listed release"))
    };
    let (first, last) = match text.split_once('-') {
        Some((first, "")) => (number(first)?, None),
        Some((first, last)) => (number(first)?, Some(number(last)?)),
        None => (number(text)?, Some(number(text)?)),
    };
    match last.is_some_and(|last| last < first) {
        true => Err(format!("`{text}` ends before it begins")),
        false => Ok(Interval { first, last }),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn what_is_not_known_stops() {
        let wrong = |line: &str| read(format!("releases 16 19 22\n{line}\n").leak()).unwrap_err();
        for (line, why) in [
            ("moved a.b 19>22 = c.d", "line 2: `moved` is not a kind of change"),
            ("renamed a.b 19>22", "a row is `kind operation … windows = value`"),
            ("renamed a.b 19>21 = c.d", "`21` is not a listed release"),
            ("renamed a.b 22>19 = c.d", "`22>19`: releases with both forms"),
            ("renamed a.b 16->22- = c.d", "releases with both forms"),
            ("renamed a.b 22-19>22- = c.d", "`22-19` ends before it begins"),
            ("renamed a.b 22- = c.d", "`22-`: not the windows of such a row"),
            ("renamed a.b c 19>22 = c.d", "4 words before `=`, not the 3 of `renamed`"),
            ("renamed a.b 19>22 = c.d e.f", "not valid after `=` in such a row"),
            ("renamed a.b 19>22 = c", "`c` is not a name of an operation"),
            ("renamed a.* 19>22 = c.d", "`a.*` is not a name of an operation"),
            ("yield a.b 19>22 = c.d", "not valid after `=` in such a row"),
            ("attribute a.b c 19>22 = d e", "not valid after `=` in such a row"),
            ("numbers a.b c 19>22 = 1:2 3", "`3` is not a pair of numbers"),
            ("default a.b c 19>22 = false", "`19>22`: not the windows of such a row"),
            ("unit a.b c 19>22 = d", "`d`: not a name and a number"),
            ("unit a.b c 19>22 = d 0", "`d 0`: not a name and a number"),
            ("regions a.b 19>22 = 0 x", "`x` is not a region"),
            ("group a.b c 19>22 = d e", "not valid after `=` in such a row"),
            ("merged a.b 19>22 = c.d\nmerged a.b 16>22 = c.d", "line 3: the change occurs twice"),
        ] {
            let found = wrong(line);
            assert!(found.contains(why), "{line}: {found}");
        }
        assert!(read("renamed a.b 19>22 = c.d\n").is_err());
        assert!(read("releases 16 x\n").is_err());
        assert!(read("releases 19 22\ndefault a.* c 19- = array<i32: 1, 2>\n").is_ok());
    }
}
