//! Tools of a compiler as runtimes: LLVM's `llvm-dis`, `opt` and `lli`, MLIR's `mlir-opt`, Swift's `swift-frontend`.
//!
//! * `place`: where a tool and its siblings are; `ask`: one run of a tool, held to limits; `described`: what tools say of themselves.
//! * `llvm`, `mlir`, `swift`: what each is asked, and how two programs are compared by what their readers print.

mod ask;
mod described;
mod lines;
mod llvm;
mod llvm_text;
mod mlir;
mod place;
mod swift;

use std::path::{Path, PathBuf};

use outlast::{Program, inspect};

use crate::process::Limits;
use crate::runtime::{Failure, Runtime};
use ask::Asker;
pub(crate) use described::{are, describe};
pub use llvm::VERIFY;
pub(crate) use place::is_one;

/// A language that tools read programs of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Modules of LLVM IR, as bitcode.
    Llvm,
    /// Modules of MLIR, as bytecode.
    Mlir,
    /// Modules of Swift: `.swiftmodule`.
    Swift,
}

impl Language {
    /// The language of a program; none where tools do not read such files.
    pub fn of(program: &Program<'_>) -> Option<Language> {
        match (program.family(), fact(program, "stream").as_deref()) {
            ("mlir", _) => Some(Language::Mlir),
            ("llvm", Some("LLVM IR")) => Some(Language::Llvm),
            ("swift", Some("Swift module")) => Some(Language::Swift),
            _ => None,
        }
    }

    /// The family of targets whose readers tools of this language are.
    pub fn family(self) -> &'static str {
        match self {
            Language::Llvm => "llvm",
            Language::Mlir => "mlir",
            Language::Swift => "swift",
        }
    }

    /// The tool that reads.
    fn reader(self) -> &'static str {
        match self {
            Language::Llvm => "llvm-dis",
            Language::Mlir => "mlir-opt",
            Language::Swift => "swift-frontend",
        }
    }
}

/// A program, as tools are asked about it.
#[derive(Clone, Debug)]
pub struct ToolProgram {
    path: PathBuf,
    language: Language,
    /// The name of a module, where it has one.
    module: Option<String>,
}

impl ToolProgram {
    /// A program and its file; none where tools do not read such files.
    pub fn new(program: &Program<'_>, path: &Path) -> Option<ToolProgram> {
        let language = Language::of(program)?;
        Some(ToolProgram { path: path.to_path_buf(), language, module: fact(program, "module") })
    }

    /// A file that nobody looked into: its tools say what it is.
    pub fn of_language(language: Language, path: &Path) -> ToolProgram {
        ToolProgram { path: path.to_path_buf(), language, module: None }
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.language
    }
}

/// What the summary of a program says under a label.
fn fact(program: &Program<'_>, label: &str) -> Option<String> {
    let summary = inspect::summary(program).ok()?;
    summary.facts.into_iter().find(|(name, _)| *name == label).map(|(_, value)| value)
}

/// What a tool did when it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Did {
    /// It took the program; with what there is to say of that.
    Took(Option<String>),
    /// Two programs are the same by what their tools say.
    Same(Option<String>),
    /// They are not: the first difference.
    Other(String),
    /// It did not take it.
    Failed(Failure),
    /// It was not asked: why.
    NotAsked(String),
}

/// A question to a tool, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolCase {
    /// What is asked: `llvm-dis`, `verify`, `main`, `mlir-opt`, `import`, `meaning`.
    pub name: &'static str,
    /// What became of it.
    pub did: Did,
}

impl ToolCase {
    fn new(name: &'static str, did: Did) -> ToolCase {
        ToolCase { name, did }
    }

    fn failed(name: &'static str, failure: Failure) -> ToolCase {
        ToolCase::new(name, Did::Failed(failure))
    }
}

/// A program and the tools that read it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'s> {
    /// The tools.
    pub runtime: &'s Runtime,
    /// The program.
    pub program: &'s ToolProgram,
}

/// Asks tools about a program. `scratch` is a folder for what they write; limits hold for all questions together.
pub fn prove(side: Side<'_>, limits: Limits, scratch: &Path) -> Vec<ToolCase> {
    let asker = match Asker::new(side, limits, &scratch.join("program")) {
        Ok(asker) => asker,
        Err(failure) => return vec![ToolCase::failed(side.program.language.reader(), failure)],
    };
    match side.program.language {
        Language::Llvm => llvm::prove(&asker).cases,
        Language::Mlir => mlir::prove(&asker).0,
        Language::Swift => swift::prove(&asker),
    }
}

/// Asks tools about what was made of a program, and whether it says the same as the original does to tools that read that. Limits hold for
/// each of the two.
///
/// # Errors
///
/// The original is not taken by its tools.
pub fn compare(
    original: Side<'_>,
    converted: Side<'_>,
    limits: Limits,
    scratch: &Path,
) -> Result<Vec<ToolCase>, Failure> {
    let first = Asker::new(original, limits, &scratch.join("original"))?;
    if original.program.language != converted.program.language {
        return Err(Failure::Runtime("the two programs are of different languages".into()));
    }
    let second = match Asker::new(converted, limits, &scratch.join("program")) {
        Ok(asker) => asker,
        Err(failure) => return Ok(vec![ToolCase::failed(converted.program.language.reader(), failure)]),
    };
    match original.program.language {
        Language::Llvm => llvm::compare(&first, &second),
        Language::Mlir => mlir::compare(&first, &second),
        Language::Swift => swift::compare(&first, &second),
    }
}

/// What its tools print of a program: for whoever asks several readers about it, keeps what each prints, and compares by [`meaning`].
///
/// # Errors
///
/// The tools do not take it; or what they print is not what programs of this language are compared by.
pub fn printed(side: Side<'_>, limits: Limits, scratch: &Path) -> Result<String, Failure> {
    let asker = Asker::new(side, limits, scratch)?;
    match side.program.language {
        Language::Mlir => mlir::printed(&asker),
        Language::Llvm | Language::Swift => {
            Err(Failure::Runtime(format!("{} is not compared by its text", side.program.language.family())))
        }
    }
}

/// Whether two texts of [`printed`], each with the major number of the release that printed it, mean the same: that of a program in the release that
/// wrote it, and what another release prints for the same file or for what was made of it.
pub fn meaning(original: (&str, u32), read: (&str, u32)) -> Did {
    mlir::meaning(original, read)
}
