//! LLVM: `llvm-dis` reads, `opt -passes=verify` verifies and writes again, `lli` runs `main`.
//!
//! Two modules are compared by what their readers write again: the newer of the two releases prints both.

use std::process::ExitStatus;

use super::ask::{Asker, Run, crash, message};
use super::{Did, ToolCase, lines, llvm_text};
use crate::runtime::Failure;

/// The tool that reads.
pub(super) const READ: &str = "llvm-dis";
/// The case that asks a verifier.
pub const VERIFY: &str = "verify";
const MAIN: &str = "main";
const MEANING: &str = "meaning";
const SEVERAL: &str = "the file has several modules, which only llvm-dis reads together";

/// What the reader prints, and what it writes.
const TEXT: &str = "program.ll";
const AGAIN: &str = "again.bc";

/// What became of `main`.
enum Main {
    /// The module has none.
    None,
    /// It came to its end.
    Ended(Run),
    /// It cannot be run here.
    NotAsked(String),
    /// `lli` does not take it, or stopped.
    Failed(Failure),
}

/// A module that its tools were asked about.
pub(super) struct Asked {
    pub(super) cases: Vec<ToolCase>,
    main: Main,
}

/// Asks all questions about one module.
pub(super) fn prove(asker: &Asker<'_>) -> Asked {
    let mut asked = asked(asker);
    let did = match &asked.main {
        Main::None => return asked,
        Main::Ended(run) if run.status.code().is_none() => Did::Failed(crash(run)),
        Main::Ended(run) => Did::Took(Some(ending(run))),
        Main::NotAsked(why) => Did::NotAsked(why.clone()),
        Main::Failed(failure) => Did::Failed(failure.clone()),
    };
    asked.cases.push(ToolCase::new(MAIN, did));
    asked
}

/// Reads, verifies and runs a module; what became of `main` is not a case yet.
fn asked(asker: &Asker<'_>) -> Asked {
    let path = asker.program.path.display().to_string();
    let text = asker.file(TEXT).display().to_string();
    let mut cases = Vec::new();
    if let Err(failure) = asker.demand(READ, &[&path, "-o", &text]) {
        cases.push(ToolCase::failed(READ, failure));
        return Asked { cases, main: Main::None };
    }
    cases.push(ToolCase::new(READ, Did::Took(None)));
    // Of several modules in a file, each has a text of its own, and only the reader takes the file.
    let Ok(text) = asker.text(TEXT) else {
        cases.push(ToolCase::new(VERIFY, Did::NotAsked(SEVERAL.into())));
        return Asked { cases, main: Main::None };
    };
    let again = asker.file(AGAIN).display().to_string();
    if asker.has("opt") {
        let did = match asker.demand("opt", &["-passes=verify", &path, "-o", &again]) {
            Ok(_) => Did::Took(None),
            Err(failure) => Did::Failed(failure),
        };
        cases.push(ToolCase::new(VERIFY, did));
    } else {
        cases.push(ToolCase::new(VERIFY, Did::NotAsked("there is no opt next to llvm-dis".into())));
    }
    let is_sound = cases.iter().all(|case| !matches!(case.did, Did::Failed(_)));
    let main = match llvm_text::has_main(&text) {
        false => Main::None,
        true if !is_sound => Main::None,
        true => main(asker, &path, &text),
    };
    Asked { cases, main }
}

/// Runs `main`.
fn main(asker: &Asker<'_>, path: &str, text: &str) -> Main {
    if !asker.has("lli") {
        return Main::NotAsked("there is no lli next to llvm-dis".into());
    }
    if let Some(triple) = llvm_text::foreign(text) {
        return Main::NotAsked(format!("the module is for {triple}, which is not this machine"));
    }
    match asker.run_any("lli", &[path]) {
        Ok(run) if !run.status.success() && is_of_lli(&run) => {
            let why = message(&run);
            match is_of_symbols(&run.said) {
                true => Main::NotAsked(format!("lli does not run it alone: {why}")),
                false => Main::Failed(Failure::Run(why)),
            }
        }
        Ok(run) => Main::Ended(run),
        Err(failure) => Main::Failed(failure),
    }
}

/// Whether the message is one of `lli`, and not of the program.
fn is_of_lli(run: &Run) -> bool {
    let starts = ["LLVM ERROR: ", "JIT session error: "];
    run.said.lines().any(|line| {
        starts.iter().any(|start| line.starts_with(start))
            || line.split_once(": ").is_some_and(|(program, _)| is_lli(program))
    })
}

fn is_lli(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    name.trim_end_matches(|c: char| c.is_ascii_digit() || ".-".contains(c)) == "lli"
}

/// Whether it says that something is missing which is no part of the module.
fn is_of_symbols(said: &str) -> bool {
    ["ymbols not found", "could not be resolved", "ymbol not found", "materialize symbols"]
        .iter()
        .any(|words| said.contains(words))
}

/// `exit status 3, 12 bytes of output`.
fn ending(run: &Run) -> String {
    format!("{}, {} bytes of output", ended(run.status), run.whole.0)
}

fn ended(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"))
}

/// Asks about what was made of a module, and compares.
pub(super) fn compare(original: &Asker<'_>, converted: &Asker<'_>) -> Result<Vec<ToolCase>, Failure> {
    let first = asked(original);
    if let Some(failure) = unread(&first.cases) {
        return Err(failure);
    }
    let Asked { mut cases, main } = asked(converted);
    if unread(&cases).is_some() {
        return Ok(cases);
    }
    cases.push(ToolCase::new(MEANING, meaning(original, converted)));
    if let Some(did) = same_main(first.main, main) {
        cases.push(ToolCase::new(MAIN, did));
    }
    Ok(cases)
}

/// What the reader prints of a module.
pub(super) fn printed(asker: &Asker<'_>) -> Result<String, Failure> {
    let path = asker.program.path.display().to_string();
    let text = asker.file(TEXT);
    // Of several modules in a file there is no such text, and that of another file says nothing.
    let _ = std::fs::remove_file(&text);
    asker.demand(READ, &[&path, "-o", &text.display().to_string()])?;
    match text.is_file() {
        true => asker.text(TEXT),
        false => Err(Failure::Load(SEVERAL.into())),
    }
}

/// Why a module is not read.
fn unread(cases: &[ToolCase]) -> Option<Failure> {
    cases.iter().find_map(|case| match &case.did {
        Did::Failed(failure) if case.name == READ => Some(failure.clone()),
        _ => None,
    })
}

/// Whether two runs of `main` end alike; none where there is none.
fn same_main(original: Main, converted: Main) -> Option<Did> {
    Some(match (original, converted) {
        (Main::None, Main::None) => return None,
        (Main::None, _) => Did::Other("there is a `main`, and the original has none".into()),
        (_, Main::None) => Did::Other("there is no `main` any more".into()),
        (Main::Ended(first), Main::Ended(second)) => same_ending(&first, &second),
        (Main::NotAsked(why), _) => Did::NotAsked(format!("the original: {why}")),
        (Main::Failed(failure), _) => Did::NotAsked(format!("the original: {failure}")),
        (_, Main::NotAsked(why)) => Did::Other(format!("the original runs; {why}")),
        (_, Main::Failed(failure)) => Did::Failed(failure),
    })
}

fn same_ending(first: &Run, second: &Run) -> Did {
    if first.status != second.status {
        return Did::Other(format!("{}, and {} of the original", ending(second), ending(first)));
    }
    if first.whole == second.whole {
        return Did::Same(Some(ending(first)));
    }
    let split = |run: &Run| run.output.lines().map(str::to_string).collect::<Vec<_>>();
    let found = lines::difference(&split(first), &split(second));
    Did::Other(found.unwrap_or_else(|| "the output differs, behind what is kept of it".into()))
}

/// Whether both say the same to the newer of the two releases, as each was understood.
fn meaning(original: &Asker<'_>, converted: &Asker<'_>) -> Did {
    let newer = if converted.major() >= original.major() { converted } else { original };
    let mut texts = Vec::new();
    for (asker, name) in [(original, "original.ll"), (converted, "converted.ll")] {
        let from = match written(asker) {
            Ok(from) => from,
            Err(failure) => return Did::NotAsked(why(&failure)),
        };
        let to = newer.file(name).display().to_string();
        match newer.demand(READ, &[&from, "-o", &to]).and_then(|_| newer.text(name)) {
            Ok(text) => texts.push(llvm_text::normal(&text)),
            Err(failure) => {
                let (newer, by) = (&newer.runtime.name, &asker.runtime.name);
                return Did::NotAsked(format!("{newer} does not read what {by} wrote: {failure}"));
            }
        }
    }
    let [first, second] = texts.as_slice() else { return Did::NotAsked("nothing was printed".into()) };
    match lines::difference(first, second) {
        Some(found) => Did::Other(found),
        None => Did::Same(None),
    }
}

fn why(failure: &Failure) -> String {
    match failure {
        Failure::Runtime(why) => why.clone(),
        failure => format!("it is not written again: {failure}"),
    }
}

/// The file that the reader wrote again: `opt` when it verified, or else `llvm-as` from its text.
fn written(asker: &Asker<'_>) -> Result<String, Failure> {
    let again = asker.file(AGAIN);
    let to = again.display().to_string();
    let text = asker.file(TEXT);
    if !text.is_file() {
        return Err(Failure::Runtime(SEVERAL.into()));
    }
    // A module that is read, and that a verifier refuses.
    if !again.is_file() {
        asker.demand("llvm-as", &["-disable-verify", &text.display().to_string(), "-o", &to])?;
    }
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::{is_lli, is_of_symbols};

    #[test]
    fn messages_of_lli_have_its_name() {
        assert!(is_lli("/usr/lib/llvm-19/bin/lli") && is_lli("lli-22") && is_lli("/usr/bin/lli-22.1"));
        assert!(!is_lli("main.c") && !is_lli("lldb"));
        assert!(is_of_symbols("lli: Symbols not found: [ f ]") && !is_of_symbols("Cannot select"));
    }
}
