//! Tools of a compiler as runtimes: LLVM's `llvm-dis`, `opt` and `lli`, MLIR's `mlir-opt`, Swift's `swift-frontend`.
//!
//! * `place`: where a tool and its siblings are; `ask`: one run of a tool, held to limits; `described`: what tools say of themselves.
//! * `llvm`, `mlir`, `swift`: what each is asked, and how two programs are compared by what their readers print.

mod ask;
mod described;
mod lines;
mod llvm;
mod llvm_roundtrip;
mod llvm_text;
mod mlir;
mod place;
mod swift;

use std::path::{Path, PathBuf};

use outlast::Program;

use crate::process::Limits;
use crate::runtime::{Failure, How, Runtime};
use ask::Asker;
pub(crate) use described::{are, describe};
pub use llvm::VERIFY;
use place::is_one;

impl How {
    /// Whether a file has the name of a compiler's tool.
    pub fn is_tool(path: &Path) -> bool {
        is_one(path)
    }
}

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
        Some(ToolProgram { module: fact(program, "module"), ..ToolProgram::of_language(language, path) })
    }

    /// A file that nobody looked into: its tools say what it is.
    pub fn of_language(language: Language, path: &Path) -> ToolProgram {
        // Tools work in a folder of their own.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        ToolProgram { path, language, module: None }
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.language
    }
}

/// What the summary of a program says under a label.
fn fact(program: &Program<'_>, label: &str) -> Option<String> {
    let summary = program.summary().ok()?;
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

/// What its tools print of a program: for whoever asks several readers about it, keeps what each prints, and compares by [`meaning`], or
/// by [`told_otherwise`] what one release prints of two programs of LLVM IR.
///
/// # Errors
///
/// The tools do not take it; or what they print is not what programs of this language are compared by.
pub fn printed(side: Side<'_>, limits: Limits, scratch: &Path) -> Result<String, Failure> {
    let asker = Asker::new(side, limits, scratch)?;
    match side.program.language {
        Language::Mlir => mlir::printed(&asker),
        Language::Llvm => llvm::printed(&asker),
        Language::Swift => Err(Failure::Runtime("modules of Swift are not compared by their text".into())),
    }
}

/// What a reader understood of a program that it took: what it writes again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Again {
    /// What it said when it read: warnings.
    pub said: String,
    /// The file that it wrote; none where it has no way to.
    pub file: Option<PathBuf>,
}

/// Lets a reader of LLVM IR write a module again as it understood it, whether or not its verifier takes that. `newest` is the release that sees whether a module
/// has a summary, where the reader is a clang, which looks at it only when it is told to. `scratch` has the file until something else is asked.
///
/// # Errors
///
/// The reader does not take it; the message is that of a tool that aborts itself, too. Modules of other languages are not written again.
pub fn again(side: Side<'_>, newest: &Runtime, limits: Limits, scratch: &Path) -> Result<Again, Failure> {
    if side.program.language != Language::Llvm {
        return Err(Failure::Runtime("only modules of LLVM IR are written again".into()));
    }
    let helper = Side { runtime: newest, program: side.program };
    llvm_roundtrip::again(&Asker::new(side, limits, scratch)?, &Asker::new(helper, limits, scratch)?)
}

/// The lines that two texts of a module do not have in common, as one release prints both: those of the first begin with `-`, those of the
/// second with `+`.
pub fn told_otherwise(first: &str, second: &str) -> Vec<String> {
    lines::changed(&llvm_text::normal(first), &llvm_text::normal(second))
}

/// Whether two texts of MLIR by [`printed`], each with the major number of the release that printed it, mean the same: that of a program in the release that
/// wrote it, and what another release prints for the same file or for what was made of it.
pub fn meaning(original: (&str, u32), read: (&str, u32)) -> Did {
    mlir::meaning(original, read)
}
