//! The release that a runtime is built from, from what only some releases have.
//!
//! `data/executorch-telling.txt` has messages and names of C++ that were found in the packages and in the sources of some
//! releases, and of no others. An operator tells the release that had it first. A build with all operators of a release that
//! lacks one of the next tells that it is older than that.

use outlast_core::SortShort;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

use outlast_model::targets::{Release, Table};

/// What tells releases, as `executorch/telling.py` makes it: intervals and texts.
const TELLING: &str = include_str!("../../../data/executorch-telling.txt");

/// Operators that all builds of a release have which have all of its operators, whatever libraries are linked.
const CORE: &[&str] = &["aten::", "executorch_prim::", "dim_order_ops::"];

/// Fewer things than these that came with a release may have other causes: a compiler, a patch.
const WITNESSES: usize = 2;

/// Texts and names with the first and last release, as indices.
type Telling = BTreeMap<String, (usize, usize)>;

/// What tells releases.
fn telling(releases: &[Release]) -> &'static Telling {
    static TEXTS: OnceLock<Telling> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let index = |text: &str| releases.iter().position(|release| release.to_string() == text);
        let rows = TELLING.lines().filter(|line| !line.starts_with('#'));
        rows.filter_map(|line| {
            let (interval, text) = line.split_once(' ')?;
            let (since, until) = interval.split_once('-')?;
            let until = if until.is_empty() { releases.len().checked_sub(1)? } else { index(until)? };
            Some((text.replace("\\n", "\n").replace("\\t", "\t"), (index(since)?, until)))
        })
        .collect()
    })
}

/// What is looked for in the strings of a runtime.
pub(super) fn texts(table: Table) -> HashSet<&'static str> {
    let releases: Vec<Release> = table.releases().collect();
    telling(&releases).keys().map(String::as_str).collect()
}

/// The releases that a runtime can be built from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The oldest.
    pub first: Release,
    /// The newest.
    pub last: Release,
    /// Whether it is built from sources between the two.
    pub between: bool,
    /// What tells it.
    pub why: Vec<String>,
}

impl Told {
    /// Whether files are judged by one release: the last of its patch releases, which differ little.
    pub fn is_one(&self) -> bool {
        !self.between && self.first.same_prefix(self.last, 2)
    }
}

/// Tells the release of a runtime with these operators and texts; `None` where nothing tells it.
pub(super) fn tell(table: Table, operators: &BTreeSet<String>, texts: &BTreeSet<String>) -> Option<Told> {
    let releases: Vec<Release> = table.releases().collect();
    let newest = releases.len().checked_sub(1)?;
    let mut since: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    let mut until: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for row in table.kind("op").filter(|row| operators.contains(row.name)) {
        let first = table.rows("op", row.name).map(|row| usize::from(row.releases.0)).min();
        since.entry(first.unwrap_or_default()).or_default().insert(row.name);
    }
    let telling = telling(&releases);
    for text in texts {
        if let Some((text, (first, last))) = telling.get_key_value(text) {
            since.entry(*first).or_default().insert(text);
            until.entry(*last).or_default().insert(text);
        }
    }
    let mut seen = 0;
    let mut newer = since.iter().rev().map(|(first, of)| (*first, of));
    let (first, came) = newer.find(|(_, of)| {
        seen += of.len();
        seen >= WITNESSES
    })?;
    let mut why = vec![format!("{} came with {}", some(came), releases.get(first)?)];
    let mut last = newest;
    if let Some((end, gone)) = until.iter().find(|(end, _)| (first..newest).contains(*end)) {
        last = *end;
        why.push(format!("{} went after {}", some(gone), releases.get(last)?));
    }
    let lacks = |release: usize| -> Option<&str> {
        let core = table.kind("op").filter(|row| u16::try_from(release).is_ok_and(|at| row.holds(at)));
        let mut core = core.filter(|row| CORE.iter().any(|space| row.name.starts_with(space)));
        core.find(|row| !operators.contains(row.name)).map(|row| row.name)
    };
    let whole = (0..releases.len()).rev().find(|release| lacks(*release).is_none());
    let between = match whole {
        // All operators of an older release, and not those of the one that other things came with.
        Some(whole) if whole < first => {
            why.push(format!(
                "it has all operators of {}, and lacks {} of {}",
                releases.get(whole)?,
                lacks(first).unwrap_or_default(),
                releases.get(first)?
            ));
            return Some(Told {
                first: *releases.get(whole)?,
                last: *releases.get(first)?,
                between: true,
                why,
            });
        }
        Some(whole) => {
            let next = (whole + 1..=last).find_map(|release| Some((release, lacks(release)?)));
            if let Some((next, operator)) = next {
                last = next - 1;
                why.push(format!(
                    "it has all operators of {}, and lacks {operator} of {}",
                    releases.get(whole)?,
                    releases.get(next)?
                ));
            }
            false
        }
        None => false,
    };
    Some(Told { first: *releases.get(first)?, last: *releases.get(last)?, between, why })
}

/// `aten::add.out, "a message" and 12 more`.
fn some(things: &BTreeSet<&str>) -> String {
    const SHOWN: usize = 2;
    let quoted = |text: &&str| match text.contains(' ') {
        true => format!("{text:?}"),
        false => (*text).to_string(),
    };
    // Operators say the most, then names; messages may be long.
    let mut order: Vec<&&str> = things.iter().collect();
    order.sort_short_by_key(|text| (text.contains(' '), !text.contains('.'), text.len()));
    let shown: Vec<String> = order.into_iter().take(SHOWN).map(quoted).collect();
    match things.len().saturating_sub(SHOWN) {
        0 => shown.join(" and "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{tell, telling};
    use outlast_model::targets::Table;

    fn table() -> Table {
        crate::family::FAMILY.table()
    }

    fn of_release(release: &str) -> BTreeSet<String> {
        let at = table().releases().position(|known| known.to_string() == release).unwrap();
        let rows = table().kind("op").filter(|row| row.holds(u16::try_from(at).unwrap()));
        rows.map(|row| row.name.to_string()).collect()
    }

    #[test]
    fn the_table_is_read_whole() {
        let releases: Vec<_> = table().releases().collect();
        let rows = super::TELLING.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(telling(&releases).len(), rows);
        assert!(rows > 300);
    }

    #[test]
    fn all_operators_of_a_release_tell_it() {
        let told = |operators: &BTreeSet<String>| tell(table(), operators, &BTreeSet::new()).unwrap();
        let whole = told(&of_release("1.1.0"));
        assert_eq!((whole.first.to_string(), whole.last.to_string()), ("1.1.0".into(), "1.1.0".into()));
        assert!(whole.is_one());
        let patches = told(&of_release("1.0.1"));
        assert_eq!((patches.first.to_string(), patches.last.to_string()), ("1.0.0".into(), "1.0.1".into()));
        assert!(patches.is_one());
        // A selection of its operators tells no more than what it must at least be.
        let mut some = of_release("1.1.0");
        some.remove("aten::abs.out");
        let some = told(&some);
        assert_eq!((some.first.to_string(), some.last.to_string()), ("1.1.0".into(), "1.5.1".into()));
        assert!(!some.is_one());
    }

    #[test]
    fn sources_between_two_releases_are_told() {
        let mut operators = of_release("0.4.0");
        operators.extend([
            "aten::masked_scatter.out".into(),
            "aten::linear.out".into(),
            "aten::mean.dtype_out".into(),
            "aten::elu.out".into(),
        ]);
        operators.remove("llama::sdpa_with_kv_cache.out");
        let told = tell(table(), &operators, &BTreeSet::new()).unwrap();
        assert!(told.between);
        assert_eq!(told.first.to_string(), "0.4.0");
        assert!(tell(table(), &BTreeSet::new(), &BTreeSet::new()).is_none());
    }
}
