#![allow(clippy::all, clippy::pedantic, clippy::restriction, missing_docs)]
use outlast_prove::tools::{Did, meaning};
fn main() {
    let mut counts = std::collections::BTreeMap::new();
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut all: Vec<_> = std::fs::read_dir("/tmp/dev/pairs")
        .unwrap()
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "a"))
        .collect();
    all.sort();
    for a in all {
        let name = a.file_stem().unwrap().to_str().unwrap().to_string();
        if !name.contains(&only) {
            continue;
        }
        let b = a.with_extension("b");
        let (Ok(one), Ok(two)) = (std::fs::read(&a), std::fs::read(&b)) else { continue };
        let (one, two) =
            (String::from_utf8_lossy(&one).into_owned(), String::from_utf8_lossy(&two).into_owned());
        let mut parts = name.split('-');
        let (from, to): (u32, u32) =
            (parts.next().unwrap().parse().unwrap(), parts.next().unwrap().parse().unwrap());
        let set = parts.next().unwrap().to_string();
        let did = meaning((&one, from), (&two, to));
        let (word, said) = match did {
            Did::Same(m) => ("same", m.unwrap_or_default()),
            Did::Other(m) => ("differs", m),
            Did::NotAsked(m) => ("not", m),
            _ => ("?", String::new()),
        };
        *counts.entry((from, to, if set == "dev" { "dev" } else { "corpus" }, word)).or_insert(0) += 1;
        if !said.is_empty() && word != "same" {
            println!("{name}\t{said}");
        }
    }
    for (k, v) in counts {
        println!("# {k:?} {v}");
    }
}
