//! What tools say of themselves: their release, the dialects that they have, the versions of formats that they write.

use outlast_core::SortShort;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::ask::{Run, message, run, tools};
use super::place::Tools;
use super::{Language, fact};
use crate::process::Limits;
use crate::runtime::{Described, How, Runtime};

/// How long tools have to say of which release they are.
const ASKED: Duration = Duration::from_secs(60);

/// In the order in which a folder with several is looked at.
const LANGUAGES: [Language; 3] = [Language::Mlir, Language::Swift, Language::Llvm];

/// The release that tools are of, as a target; of those of one language, if that is named.
pub(crate) fn are(runtime: &Runtime, of: Option<Language>) -> Result<String, String> {
    let tools = tools(runtime)?;
    let asked = of.map_or(LANGUAGES.to_vec(), |language| vec![language]);
    // A tool that is named itself is meant first.
    let named = match &runtime.how {
        How::Tools(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
        _ => None,
    };
    let mut found: Vec<Language> =
        asked.iter().copied().filter(|language| tools.find(language.reader()).is_some()).collect();
    found.sort_short_by_key(|language| {
        !named.as_ref().is_some_and(|name| name.starts_with(language.reader()))
    });
    let Some(language) = found.first().copied() else {
        let names: Vec<&str> = asked.iter().map(|language| language.reader()).collect();
        return Err(format!("there is no {}", names.join(", ")));
    };
    let version = version(runtime, &tools, language, Instant::now() + ASKED)?;
    Ok(format!("{}-{version}", language.family()))
}

/// The release of the tool that reads a language.
fn version(runtime: &Runtime, tools: &Tools, language: Language, end: Instant) -> Result<String, String> {
    let path = tools.get(language.reader())?;
    let run = asked(&path, &["--version"], runtime, end)?;
    let text = format!("{}\n{}", run.output, run.said);
    release_in(&text).ok_or_else(|| format!("{} --version does not report a release", path.display()))
}

/// `19.1.7` of `Debian LLVM version 19.1.7` or `Swift version 6.0.3 (swift-6.0.3-RELEASE)`.
fn release_in(text: &str) -> Option<String> {
    let behind =
        ["LLVM version ", "Swift version "].iter().find_map(|word| Some(text.split_once(word)?.1))?;
    let number: String = behind.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let number = number.trim_end_matches('.');
    (!number.is_empty()).then(|| number.to_string())
}

fn asked(path: &Path, arguments: &[&str], runtime: &Runtime, end: Instant) -> Result<Run, String> {
    let time = end.saturating_duration_since(Instant::now());
    let run =
        run(path, arguments, runtime, (Limits::from(time), end)).map_err(|failure| failure.to_string())?;
    match run.status.success() {
        true => Ok(run),
        false => Err(format!("{}: {}", path.display(), message(&run))),
    }
}

/// Asks the tools what they are: those of the language of the runtime's target.
pub(crate) fn describe(runtime: &Runtime, time: Duration) -> Result<Described, String> {
    let end = Instant::now() + time;
    let tools = tools(runtime)?;
    let family = match runtime.name.split_once('-') {
        Some((family, _)) => family.to_string(),
        None => are(runtime, None)?.split('-').next().unwrap_or_default().to_string(),
    };
    let language = LANGUAGES.into_iter().find(|language| language.family() == family);
    let language = language.ok_or_else(|| format!("{} has no tools", runtime.name))?;
    let mut described =
        Described { version: version(runtime, &tools, language, end)?, ..Described::default() };
    let scratch = Scratch::new()?;
    let path = tools.get(language.reader())?;
    match language {
        Language::Mlir => {
            let run = asked(&path, &["--show-dialects"], runtime, end)?;
            described.operators = dialects(&run.output);
            let made = scratch.made("empty.mlir", "module {}\n", "mlirbc")?;
            let words = ["--emit-bytecode", &made.source, "-o", &made.result];
            // Releases before 16 write none.
            if asked(&path, &words, runtime, end).is_ok() {
                described.versions =
                    facts(&made, &[("bytecode version", "bytecode"), ("producer", "producer")]);
            }
        }
        Language::Llvm => {
            let made = scratch.made("empty.ll", "define void @f() {\n  ret void\n}\n", "bc")?;
            let words = [made.source.as_str(), "-o", &made.result];
            if let Some(assembler) = tools.find("llvm-as") {
                asked(&assembler, &words, runtime, end)?;
                described.versions = facts(&made, &[("producer", "producer"), ("epoch", "epoch")]);
            }
        }
        Language::Swift => {
            let made = scratch.made("Empty.swift", "public let empty = 0\n", "swiftmodule")?;
            let words = ["-emit-module", "-module-name", "Empty", &made.source, "-o", &made.result];
            asked(&path, &words, runtime, end)?;
            described.versions = facts(&made, &[("format", "module format")]);
        }
    }
    Ok(described)
}

/// The dialects of `mlir-opt --show-dialects`: a title, then one name on each line, or all in one.
fn dialects(text: &str) -> Vec<String> {
    let names = text.split(|c: char| c.is_whitespace() || c == ',');
    let mut names: Vec<String> =
        names.filter(|name| !name.is_empty() && !name.ends_with(':')).map(str::to_string).collect();
    // `Available Dialects:` stands in front.
    names.retain(|name| name != "Available");
    names.sort_short();
    names.dedup();
    names
}

/// A file that a tool writes of another.
struct Made {
    source: String,
    result: String,
}

/// What a file that was made says under labels, by other names.
fn facts(made: &Made, labels: &[(&str, &str)]) -> BTreeMap<String, String> {
    let Ok(bytes) = crate::files::read(Path::new(&made.result)) else { return BTreeMap::new() };
    let Ok(program) = outlast::open(&bytes) else { return BTreeMap::new() };
    let of = |(label, name): &(&str, &str)| Some((name.to_string(), fact(&program, label)?));
    labels.iter().filter_map(of).collect()
}

/// A folder of its own, deleted at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("outlast-tools-{}-{number}", std::process::id()));
        // One that is there already is somebody else's.
        std::fs::create_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Scratch(path))
    }

    fn made(&self, name: &str, text: &str, end: &str) -> Result<Made, String> {
        let source = self.0.join(name);
        std::fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
        let result = source.with_extension(end);
        Ok(Made { source: source.display().to_string(), result: result.display().to_string() })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left of it is in the system's folder for such files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::{dialects, release_in};

    #[test]
    fn releases_as_tools_say_them() {
        let llvm = "LLVM (http://llvm.org/):\n  LLVM version 22.1.8\n  Optimized build.\n";
        assert_eq!(release_in(llvm).as_deref(), Some("22.1.8"));
        assert_eq!(release_in("Debian LLVM version 14.0.6\n").as_deref(), Some("14.0.6"));
        assert_eq!(release_in("LLVM version 24.0.0git").as_deref(), Some("24.0.0"));
        let swift = "Swift version 6.0.3 (swift-6.0.3-RELEASE)\nTarget: x86_64";
        assert_eq!(release_in(swift).as_deref(), Some("6.0.3"));
        assert_eq!(release_in("Python 3.11"), None);
    }

    #[test]
    fn dialects_in_lines_or_in_one() {
        let wanted = ["acc", "affine"];
        assert_eq!(dialects("Available Dialects:\naffine\nacc\n"), wanted);
        assert_eq!(dialects("Available Dialects: acc, affine\n"), wanted);
    }
}
