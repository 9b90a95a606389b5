//! `evidence/unseen/content.toml`: where the content of scored sets can be had, the programs and scripts that made them. They left the
//! tree after their first score; the list has the commit and the paths, with hashes, and that score.

use std::fs;

use anyhow::Context;
use toml::{Table, Value};

use super::ledger::word;
use crate::run::root;

/// The list, beside the ledgers.
pub(super) const NAME: &str = "content.toml";
const LIST: &str = "evidence/unseen/content.toml";

/// The content of one set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Content {
    family: String,
    name: String,
    /// Day of the first score.
    on: String,
    commit: String,
    paths: Vec<String>,
}

impl Content {
    fn new(set: &Value) -> anyhow::Result<Content> {
        let set = set.as_table().context("a `set` is not a table")?;
        let files = set.get("files").and_then(Value::as_array).context("no `files`")?;
        let path = |file: &Value| word(file.as_table().context("a file is not a table")?, "path");
        let [family, name, on, commit] = ["family", "name", "on", "commit"].map(|key| word(set, key));
        let paths = files.iter().map(path).collect::<Result<_, _>>()?;
        Ok(Content { family: family?, name: name?, on: on?, commit: commit?, paths })
    }

    /// What to do where the content is wanted.
    pub(super) fn advice(&self) -> String {
        let Content { family, name, on, commit, paths } = self;
        let script = paths.first().map(String::as_str).unwrap_or_default();
        format!(
            "the set `{name}` of {family} was scored on {on}, and its content is not in the tree. The files alone:\n  \
             git archive {commit} {} | tar -x -C FOLDER\n\
             to make the set again, the tree of that commit:\n  \
             git worktree add --detach FOLDER {commit}\n  \
             cd FOLDER && python3 {script} make {name} target/unseen/{family}/{name}",
            paths.join(" ")
        )
    }
}

fn parse(text: &str) -> anyhow::Result<Vec<Content>> {
    let table: Table = text.parse()?;
    table.get("set").and_then(Value::as_array).into_iter().flatten().map(Content::new).collect()
}

/// The scored sets of a family whose content is elsewhere.
pub(super) fn sets(family: &str) -> anyhow::Result<Vec<Content>> {
    let text = fs::read_to_string(root().join(LIST)).context(LIST)?;
    let all = parse(&text).context(LIST)?;
    Ok(all.into_iter().filter(|content| content.family == family).collect())
}

/// The content of a set, if it is elsewhere.
pub(super) fn find(family: &str, name: &str) -> anyhow::Result<Option<Content>> {
    Ok(sets(family)?.into_iter().find(|content| content.name == name))
}

/// Names and days of the sets of a family, as lines.
pub(super) fn list(family: &str) -> anyhow::Result<String> {
    let lines = sets(family)?.into_iter().map(|set| format!("{}\tscored on {}\n", set.name, set.on));
    Ok(lines.collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{find, sets};
    use crate::unseen::{FAMILIES, ledger};

    #[test]
    fn every_scored_set_says_where_its_content_is() {
        for family in FAMILIES {
            let scored = ledger::entries(family.name).unwrap().into_iter();
            let scored: BTreeMap<_, _> = scored.filter_map(|set| Some((set.name, set.first?.on))).collect();
            let elsewhere = sets(family.name).unwrap();
            // The script that makes a set stands first: in whichever folder it was then.
            let script = family.script.strip_prefix("evidence/").unwrap();
            assert!(elsewhere.iter().all(|set| set.commit.len() == 40 && set.paths[0].ends_with(script)));
            let elsewhere: BTreeMap<_, _> = elsewhere.into_iter().map(|set| (set.name, set.on)).collect();
            assert_eq!(elsewhere, scored, "{}", family.name);
        }
    }

    #[test]
    fn the_advice_says_commit_and_paths() {
        let advice = find("swift", "2026-11-modules").unwrap().unwrap().advice();
        assert!(advice.contains(
            "git archive 0c418a42d1aeb404bca97feb23e762c755a0ab2d xtask/peers/llvm/unseen_swift.py "
        ));
        assert!(
            advice.contains("python3 xtask/peers/llvm/unseen_swift.py make 2026-11-modules "),
            "{advice}"
        );
        assert_eq!(find("swift", "2026-11-none").unwrap(), None);
    }
}
