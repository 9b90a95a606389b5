//! Rooms of a crate, the modules right below its root, depend on each other in one direction.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::house::files;

/// Circles that are by nature: the crate, its rooms, and why.
const BY_NATURE: &[(&str, &[&str], &str)] = &[
    (
        "mlir",
        &["family", "jaxlib", "stablehlo"],
        "three families read the same programs: MLIR's opens them, and hands them to the reader that a target is of",
    ),
    (
        "model",
        &[
            "conversion",
            "cost",
            "family",
            "interpolate",
            "prepared",
            "program",
            "remedy",
            "selection",
            "targets",
        ],
        "a family is a table of functions on programs and targets, and these know their family",
    ),
    (
        "torchscript",
        &["family", "opsets"],
        "operator sets of users are read for targets of the family, which converts by them",
    ),
];

/// The rooms that each room names, by the text of its files.
fn rooms(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let room = |name: &str| name.strip_suffix(".rs").unwrap_or(name).to_string();
    let all: BTreeSet<String> = std::fs::read_dir(source)
        .unwrap()
        .map(|entry| room(entry.unwrap().file_name().to_str().unwrap()))
        .filter(|name| name != "lib" && name != "main" && name != "bin")
        .collect();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut paths = Vec::new();
    files(source, &mut paths);
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        let inside = path.strip_prefix(source).unwrap();
        let parts: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        let own = room(parts[0]);
        if !all.contains(&own) || parts.iter().any(|part| part.contains("tests") || *part == "toy.rs") {
            continue;
        }
        // `super` of a file is the root from this many on.
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod.rs"));
        let root = "super::".repeat(depth);
        let text = std::fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        let mut named = BTreeSet::new();
        let starts = code.match_indices("crate::").chain(code.match_indices(&root));
        for (at, start) in starts {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|before| before.is_alphanumeric() || before == '_' || before == ':') {
                continue;
            }
            named.extend(heads(&code[at + start.len()..]).into_iter().map(str::to_string));
        }
        named.remove(&own);
        found.entry(own).or_default().extend(named.into_iter().filter(|name| all.contains(name)));
    }
    found
}

/// The first names behind `crate::`: one, or those of a list in braces.
fn heads(text: &str) -> Vec<&str> {
    let head = |text| str::split(text, |c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let Some(list) = text.strip_prefix('{') else { return vec![head(text)] };
    let (mut depth, mut start, mut names) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(head(list[start..at].trim_start()));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(head(list[start..at].trim_start()));
                start = at + 1;
            }
            _ => {}
        }
    }
    names
}

/// The rooms that a room leads to, by any way.
fn reach<'r>(rooms: &'r BTreeMap<String, BTreeSet<String>>, from: &'r str) -> BTreeSet<&'r str> {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(next) = open.pop() {
        for other in rooms.get(next).into_iter().flatten() {
            if seen.insert(other.as_str()) {
                open.push(other);
            }
        }
    }
    seen
}

#[test]
fn rooms_of_a_crate_have_one_direction() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut looked, mut circles) = (0, BTreeSet::new());
    for entry in std::fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_string();
        if !folder.join("src").is_dir() {
            continue;
        }
        let rooms = rooms(&folder.join("src"));
        looked += rooms.len();
        for room in rooms.keys() {
            let reached = reach(&rooms, room);
            if reached.contains(room.as_str()) {
                let circle: Vec<&str> = reached
                    .iter()
                    .copied()
                    .filter(|other| reach(&rooms, other).contains(room.as_str()))
                    .collect();
                circles.insert((name.clone(), circle.join(" ")));
            }
        }
    }
    assert!(looked > 150, "{looked} rooms");
    let known: BTreeSet<(String, String)> =
        BY_NATURE.iter().map(|(name, rooms, _)| (name.to_string(), rooms.join(" "))).collect();
    assert_eq!(circles, known);
}
