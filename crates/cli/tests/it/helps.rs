//! Help that helps: every command and option that a text names exists, and what a reason advises does what it says.
//!
//! Nothing here is a list of texts: those of commands and messages come from the sources, the examples from the help pages, the advice of
//! verdicts from verdicts on the corpus. `cargo xtask interop helps` does the same with commands of others (`mlir-opt`, Clang, Swift).

#![expect(clippy::print_stdout, reason = "the test says what it counted")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::run::{Output, outlast, root, scratch};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("commands_that_texts_name_exist", texts),
        Trial::test("examples_of_help_pages_have_options_that_exist", examples),
        Trial::test("advice_of_verdicts_does_what_it_says", advice),
    ]
}

/// Subcommands with subcommands of their own.
const NESTED: &[&str] = &["bundle", "data", "edit", "runtimes", "serve", "targets"];

/// The help page of a subcommand; none if there is no such subcommand.
fn page(words: &[&str]) -> Option<String> {
    let shown = outlast(&[words, &["--help"]].concat());
    (shown.code == 0).then_some(shown.stdout)
}

/// Whether a help page has an option.
fn has_option(page: &str, option: &str) -> bool {
    let name = option.split('=').next().unwrap_or(option);
    page.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == name)
}

/// What is wrong with a command line as a text has it: its subcommand, then words of which those with a dash are options.
fn fault_of(line: &str, pages: &mut BTreeMap<String, Option<String>>) -> Option<String> {
    let words: Vec<&str> =
        line.split_whitespace().map(|word| word.trim_matches(['`', ',', ';', '"', '\''])).collect();
    let is_name = |word: &&str| {
        word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') && !word.starts_with('-')
    };
    let mut chain: Vec<&str> = words.iter().skip(1).take_while(|word| is_name(word)).copied().collect();
    chain.truncate(if chain.first().is_some_and(|first| NESTED.contains(first)) { 2 } else { 1 });
    let mut found = |chain: &[&str]| pages.entry(chain.join(" ")).or_insert_with(|| page(chain)).clone();
    let shown = found(&chain).or_else(|| (chain.len() == 2).then(|| found(&chain[..1])).flatten());
    let Some(shown) = shown else { return Some(format!("no subcommand `{}`", chain.join(" "))) };
    let options = words.iter().filter(|word| word.starts_with("--") && word.len() > 2);
    let missing: Vec<&str> = options.copied().filter(|option| !has_option(&shown, option)).collect();
    (!missing.is_empty()).then(|| format!("`{}` has no {}", chain.join(" "), missing.join(", ")))
}

/// Sources of what is shipped.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir()
            && !matches!(name.as_str(), "tests" | "examples" | "benches" | "testkit" | "oracles" | "target")
        {
            sources(&path, found)?;
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(())
}

/// The string literals of a source, except for its tests; a line that goes on has the next one joined.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or(source);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<char> = lines.collect::<Vec<_>>().join("\n").chars().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < code.len() {
        match code[at] {
            // A character, such as '"'; lifetimes have no second quote.
            '\'' if code.get(at + 1) == Some(&'\\') => at += 3,
            '\'' if code.get(at + 2) == Some(&'\'') => at += 3,
            'r' if code.get(at + 1) == Some(&'#') && code.get(at + 2) == Some(&'"') => {
                let start = at + 3;
                at = start;
                while at < code.len() && !(code[at] == '"' && code.get(at + 1) == Some(&'#')) {
                    at += 1;
                }
                found.push(code[start..at.min(code.len())].iter().collect());
                at += 2;
            }
            '"' => {
                let mut text = String::new();
                at += 1;
                while at < code.len() && code[at] != '"' {
                    if code[at] == '\\' {
                        match code.get(at + 1) {
                            Some('\n') => {
                                at += 2;
                                while code.get(at).is_some_and(|c| c.is_whitespace()) {
                                    at += 1;
                                }
                                continue;
                            }
                            Some('n') => text.push('\n'),
                            Some(other) => text.push(*other),
                            None => {}
                        }
                        at += 2;
                        continue;
                    }
                    text.push(code[at]);
                    at += 1;
                }
                found.push(text);
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The commands of ours in a text: in backquotes, or after a blank up to the end of the sentence.
fn commands(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2).filter(|part| part.starts_with("outlast "));
    let mut found: Vec<String> = quoted.map(str::to_string).collect();
    let plain = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
    for (at, _) in plain.match_indices("outlast ") {
        // `see outlast runtimes list`, `: outlast lint NEW --against OLD.`
        if at > 0 && !plain[..at].ends_with([' ', '(']) {
            continue;
        }
        let words = plain[at..].split_whitespace();
        let line: Vec<&str> = words
            .take_while(|word| {
                let bare = word.trim_end_matches(['.', ',', ';', ')']);
                bare == "outlast"
                    || !bare.contains(|c: char| !c.is_ascii_alphanumeric() && !"-_.={}".contains(c))
            })
            .collect();
        found.push(line.join(" ").trim_end_matches(['.', ',', ';', ')']).to_string());
    }
    found
}

fn texts() -> Result<(), Failed> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join("crates"))? {
        let folder = entry?.path().join("src");
        if folder.is_dir()
            && !["testkit", "oracles"]
                .iter()
                .any(|name| folder.parent().is_some_and(|path| path.ends_with(name)))
        {
            sources(&folder, &mut files)?;
        }
    }
    let (mut pages, mut named, mut wrong) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
    for path in &files {
        for text in literals(&std::fs::read_to_string(path)?) {
            // Help pages are asked for what they print: `examples`.
            if text.contains("Exit status:") {
                continue;
            }
            for command in commands(&text) {
                if let Some(fault) = fault_of(&command, &mut pages) {
                    wrong.push(format!(
                        "{}: `{command}`: {fault}\n    {text}",
                        path.strip_prefix(root())?.display()
                    ));
                }
                named.insert(command);
            }
        }
    }
    println!("{} commands in {} files: {named:#?}", named.len(), files.len());
    if named.len() < 30 {
        return Err(format!("only {} commands were found in sources", named.len()).into());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Subcommands, with those below them.
fn subcommands() -> Result<Vec<Vec<String>>, Failed> {
    let listed = |words: &[&str]| -> Result<Vec<String>, Failed> {
        let page = page(words).ok_or_else(|| format!("no help page of {words:?}"))?;
        let below = page.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        let lines = below.take_while(|line| line.starts_with("  "));
        let names =
            lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
        Ok(names.filter(|name| *name != "help").map(str::to_string).collect())
    };
    let mut found = vec![Vec::new()];
    for name in listed(&[])? {
        found.push(vec![name.clone()]);
        if NESTED.contains(&name.as_str()) {
            found.extend(listed(&[&name])?.into_iter().map(|inner| vec![name.clone(), inner]));
        }
    }
    Ok(found)
}

fn examples() -> Result<(), Failed> {
    let (mut pages, mut lines, mut wrong) = (BTreeMap::new(), 0, Vec::new());
    for words in subcommands()? {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let page = page(&words).ok_or_else(|| format!("no help page of {words:?}"))?;
        for line in page.lines().filter(|line| line.starts_with("  outlast ")) {
            // What an example is for stands behind it.
            let line = line.trim_start();
            let line = line.split("  ").next().unwrap_or(line);
            lines += 1;
            if let Some(fault) = fault_of(line.split(" && ").next().unwrap_or(line), &mut pages) {
                wrong.push(format!("{}: `{line}`: {fault}", words.join(" ")));
            }
        }
    }
    println!("{lines} examples");
    if lines < 60 {
        return Err(format!("only {lines} examples were found").into());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Readers of every family, old and new: those that `actions.rs` of the library judges for.
const TARGETS: &str = "executorch-0.2.0,executorch-0.5.0,executorch-0.7.0,executorch-1.5.1,llvm-14.0.6,llvm-22.1.8,swift-6.0.3,\
    mlir-16.0.6,mlir-17.0.6,mlir-22.1.8,stablehlo-0.9.0,stablehlo-1.11.0,jaxlib-0.4.20,torch-1.3.1,torch-1.13.1,torch-1.11.0-lite,\
    torch-2.15.0,torch-2.15.0-lite";

/// Folders with files of every reason that names a command of ours; the rest of the corpus is large.
const FOLDERS: &[&str] = &[
    "corpus/bad",
    "corpus/executorch/0.6.0",
    "corpus/executorch-delegates",
    "corpus/llvm/14.0.6",
    "corpus/llvm/22.1.8",
    "corpus/mlir",
    "corpus/torch",
    "corpus/torch-lite",
];

/// Where a reason was: file, target, and the whole advice.
struct Place {
    file: String,
    target: String,
    help: String,
}

/// Advice that names a command of ours, by code and command; releases are written as `N`.
fn advised() -> Result<BTreeMap<(String, String), Vec<Place>>, Failed> {
    let scan = outlast(&[&["scan"], FOLDERS, &["-t", TARGETS, "-f", "jsonl"]].concat());
    let mut found: BTreeMap<(String, String), Vec<Place>> = BTreeMap::new();
    for line in scan.stdout.lines() {
        let row: Value = serde_json::from_str(line)?;
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_string();
        if text("file").is_empty() || text("target").is_empty() {
            continue;
        }
        for (code, help) in helps(&row) {
            for command in commands(&help).into_iter().chain(bare(&help)) {
                let words: Vec<String> = command.split(' ').map(nameless).collect();
                let places = found.entry((code.clone(), words.join(" "))).or_default();
                let place = Place { file: text("file"), target: text("target"), help: help.clone() };
                // Other files of the same reason count only until one was found on which the advice helps.
                let same = |known: &&Place| known.target == place.target;
                if places.len() < 40 && places.iter().filter(same).count() < 8 {
                    places.push(place);
                }
            }
        }
    }
    Ok(found)
}

/// An option of ours that stands alone: `name the .ptd file with --data`.
fn bare(help: &str) -> Option<String> {
    help.ends_with(" with --data").then(|| "--data".to_string())
}

/// `stablehlo-1.9.0` as `stablehlo-N`.
fn nameless(word: &str) -> String {
    match word.rsplit_once('-') {
        Some((family, release)) if release.starts_with(|c: char| c.is_ascii_digit()) => format!("{family}-N"),
        _ => word.to_string(),
    }
}

/// Codes and helps, wherever they are in a value.
fn helps(value: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if let (Some(code), Some(help)) = (value["code"].as_str(), value["help"].as_str()) {
        found.push((code.to_string(), help.to_string()));
    }
    match value {
        Value::Array(items) => found.extend(items.iter().flat_map(helps)),
        Value::Object(items) => found.extend(items.values().flat_map(helps)),
        _ => {}
    }
    found
}

/// What a command says, or what went wrong.
fn demand(shown: &Output, codes: &[i32], part: &str) -> Result<(), String> {
    let all = format!("{}{}", shown.stdout, shown.stderr);
    match codes.contains(&shown.code) && all.contains(part) {
        true => Ok(()),
        false => Err(format!(
            "status {}, wanted {codes:?} and `{part}`: {}",
            shown.code,
            all.chars().take(400).collect::<String>()
        )),
    }
}

/// Whether a verdict has a reason of this code still.
fn has_reason(file: &str, target: &str, code: &str) -> bool {
    outlast(&["check", "-t", target, "-f", "json", file]).stdout.contains(&format!("\"code\":\"{code}\""))
}

/// Runs what was advised, as whoever reads it would, and looks whether the reason is gone.
fn run(command: &str, code: &str, place: &Place, folder: &Path) -> Result<(), String> {
    let Place { file, target, .. } = place;
    let out = folder.join("out").display().to_string();
    let profile = folder.join("mine.toml").display().to_string();
    let _ = std::fs::remove_file(&out);
    let _ = std::fs::remove_file(&profile);
    let gone = |file: &str, target: &str| match has_reason(file, target, code) {
        true => Err(format!("{code} is there still")),
        false => Ok(()),
    };
    match command {
        // It is for what is wrong in the file: an error is found.
        "outlast verify" => demand(&outlast(&["verify", file]), &[1, 2], "error["),
        "outlast convert --data" => {
            let data = companion(file).ok_or("no data file beside it")?;
            demand(&outlast(&["convert", file, "--data", &data, "-t", target, "-o", &out]), &[0], "")?;
            gone(&out, target)
        }
        "--data" => {
            let data = companion(file).ok_or("no data file beside it")?;
            let shown = outlast(&["check", "-t", target, "-f", "json", "--data", &data, file]);
            match shown.stdout.contains(&format!("\"code\":\"{code}\"")) || shown.code == 2 {
                true => Err(format!("{code} is there still: {}", shown.stderr)),
                false => Ok(()),
            }
        }
        // It is written and the reason is gone, or what has no form is named.
        _ if command.starts_with("outlast convert --target ") => {
            let shown = outlast(&["convert", file, "--target", target, "-o", &out]);
            match shown.code {
                0 => gone(&out, target),
                _ => demand(&shown, &[1], "error[OL24"),
            }
        }
        "outlast targets import --paired" => {
            let old = file.replace("-v6.", "-v4.");
            if old == *file || !root().join(&old).is_file() {
                return Err("no sample of an older version beside it".into());
            }
            let mine = folder.join("mine.txt").display().to_string();
            demand(&outlast(&["targets", "import", "--paired", &old, file, "-o", &mine]), &[0], "")?;
            demand(&outlast(&["dump", "--schema", &mine, file]), &[0], "")
        }
        "outlast targets import" => {
            let operators = folder.join("operators.txt");
            std::fs::write(&operators, "aten::add.out\n").map_err(|error| error.to_string())?;
            let list = operators.display().to_string();
            let made =
                outlast(&["targets", "import", "--operators", &list, "--base", target, "-o", &profile]);
            demand(&made, &[0], "")?;
            // The backends that the advice speaks of are named in that file.
            let mut text = std::fs::read_to_string(&profile).map_err(|error| error.to_string())?;
            text.push_str("backends = [\"VulkanBackend\"]\n");
            std::fs::write(&profile, text).map_err(|error| error.to_string())?;
            gone(file, &profile)
        }
        other => Err(format!("no test runs `{other}`")),
    }
}

/// The data file beside a program.
fn companion(file: &str) -> Option<String> {
    let path = Path::new(file);
    let entries = std::fs::read_dir(root().join(path.parent()?)).ok()?;
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "ptd"))
        .collect();
    found.sort();
    found.first().map(|path| path.display().to_string())
}

fn advice() -> Result<(), Failed> {
    let folder = scratch("helps")?;
    let (mut wrong, mut done) = (Vec::new(), 0);
    for ((code, command), places) in advised()? {
        // One file on which it helps is enough: of a damaged one nothing new can be made.
        let mut faults = Vec::new();
        let worked = places.iter().any(|place| match run(&command, &code, place, &folder) {
            Ok(()) => true,
            Err(fault) => {
                faults.push(format!("    {} for {}: {}: {fault}", place.file, place.target, place.help));
                false
            }
        });
        done += 1;
        println!("{code} {command}: {}", if worked { "helps" } else { "does not" });
        if !worked {
            faults.truncate(4);
            wrong.push(format!("{code} {command}\n{}", faults.join("\n")));
        }
    }
    if done < 15 {
        return Err(format!("only {done} pieces of advice were run").into());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
