#![allow(clippy::all, clippy::pedantic, clippy::restriction, missing_docs)]
use outlast_prove::tools::{Did, meaning};
struct R(u64);
impl R {
    fn n(&mut self, m: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % m as u64) as usize
    }
}
fn main() {
    let mut all: Vec<_> = std::fs::read_dir("/tmp/dev/pairs")
        .unwrap()
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "b"))
        .collect();
    all.sort();
    let mut r = R(0x1234567);
    let mut counts = std::collections::BTreeMap::new();
    for b in all.iter().filter(|p| !p.to_string_lossy().contains("-16-")).step_by(4) {
        let a = b.with_extension("a");
        let name = b.file_stem().unwrap().to_str().unwrap().to_string();
        let (Ok(one), Ok(two)) = (std::fs::read_to_string(&a), std::fs::read_to_string(b)) else { continue };
        let mut parts = name.split('-');
        let (from, to): (u32, u32) =
            (parts.next().unwrap().parse().unwrap(), parts.next().unwrap().parse().unwrap());
        if !matches!(meaning((&one, from), (&two, to)), Did::Same(_)) {
            continue;
        }
        for kind in ["number", "drop", "name", "swap", "line"] {
            let lines: Vec<&str> = two.lines().collect();
            for _ in 0..200 {
                let at = r.n(lines.len());
                let line = lines[at];
                if !line.contains("\"(") {
                    continue;
                }
                let new = match kind {
                    "number" => {
                        let places: Vec<usize> = line
                            .match_indices(" : i")
                            .filter(|(p, _)| {
                                line[..*p].ends_with(|c: char| c.is_ascii_digit())
                                    && !line[..*p].contains("SegmentSizes = array<i32: ")
                            })
                            .map(|(p, _)| p)
                            .collect();
                        if places.is_empty() {
                            continue;
                        }
                        let p = places[r.n(places.len())];
                        format!("{}7{}", &line[..p], &line[p..])
                    }
                    "drop" => {
                        let Some(s) = line.find("<{") else { continue };
                        let Some(e) = line[s..].find("}>") else { continue };
                        let inside = &line[s + 2..s + e];
                        if inside.contains('{') {
                            continue;
                        }
                        let mut items: Vec<String> = {
                            // crude split at ", " depth 0
                            let mut d = 0i32;
                            let mut out = vec![String::new()];
                            let mut q = false;
                            for c in inside.chars() {
                                if c == '"' {
                                    q = !q;
                                }
                                if !q {
                                    if "([{<".contains(c) {
                                        d += 1
                                    }
                                    if ")]}>".contains(c) {
                                        d -= 1
                                    }
                                    if c == ',' && d == 0 {
                                        out.push(String::new());
                                        continue;
                                    }
                                }
                                out.last_mut().unwrap().push(c);
                            }
                            out
                        };
                        let k = r.n(items.len());
                        let gone = items.remove(k);
                        if gone.contains("SegmentSizes") {
                            continue;
                        }
                        format!("{}{}{}", &line[..s + 2], items.join(","), &line[s + e..])
                    }
                    "name" => line.replacen("\"(", "_x\"(", 1),
                    "swap" => {
                        let Some(s) = line.find("\"(") else { continue };
                        let Some(e) = line[s..].find(')') else { continue };
                        let ops: Vec<&str> = line[s + 2..s + e].split(", ").collect();
                        if ops.len() < 2 || ops[0] == ops[1] {
                            continue;
                        }
                        format!(
                            "{}{}, {}{}{}",
                            &line[..s + 2],
                            ops[1],
                            ops[0],
                            if ops.len() > 2 { format!(", {}", ops[2..].join(", ")) } else { String::new() },
                            &line[s + e..]
                        )
                    }
                    _ => {
                        if line.ends_with("({") || line.trim_start().starts_with('}') {
                            continue;
                        }
                        String::new()
                    }
                };
                let mut changed: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
                changed[at] = new.clone();
                let text = changed.join("\n");
                let did = meaning((&one, from), (&text, to));
                let found = !matches!(did, Did::Same(_));
                *counts.entry((kind, found)).or_insert(0) += 1;
                if !found {
                    println!("{kind}\t{name}\t{}\t=>\t{}\t{did:?}", line.trim(), new.trim());
                }
                break;
            }
        }
    }
    for (k, v) in counts {
        println!("# {k:?} {v}");
    }
}
