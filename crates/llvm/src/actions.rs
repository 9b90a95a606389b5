//! What to do about a need that a reader does not meet: a flag of Clang where one makes the construct, else another release on one of the two sides.

use outlast_bitstream::ir::{Compiler, Kind, ModuleFacts, Need, Value};

use super::readers::{Asked, Does, Readers};
use outlast_model::targets::{Profile, Release};

/// The action about a need of a module; `verified` if the reader's verifier looks at it, too.
pub(super) fn remedy(
    readers: &Readers,
    profile: &Profile,
    module: Option<&ModuleFacts>,
    need: &Need,
    verified: bool,
) -> String {
    let compiler = module.and_then(|module| module.compiler);
    if need.kind == Kind::SwitchCase
        && let Some(release) = earlier(readers, profile, need)
    {
        return format!("let LLVM {release} write it again, which computes the case: opt FILE -o NEW");
    }
    if let Some(flag) = flag(need, compiler) {
        return flag.into();
    }
    let own = u32::from(profile.release.parts()[0]);
    let compile = match (set_by_passes(need), module.and_then(ModuleFacts::release) == Some(own)) {
        (_, true) => "compile the source without it".to_string(),
        (true, _) if optimizes(compiler).is_some() => {
            format!("{}, or with {}", with(compiler, own), optimizes(compiler).unwrap_or_default())
        }
        _ => with(compiler, own),
    };
    match later(readers, profile, need, verified) {
        Some(release) => format!("{compile}, or read it with LLVM {release} or later"),
        None => compile,
    }
}

/// What to compile with, so that LLVM of a major version writes the module.
fn with(compiler: Option<Compiler>, own: u32) -> String {
    match compiler {
        Some(Compiler::Rust) => format!("compile with a rustc that has LLVM {own} (`rustc -vV` says which)"),
        Some(Compiler::Swift) => format!("compile with a Swift whose LLVM is {own}"),
        // Zig writes the records itself.
        Some(Compiler::Zig) => format!("compile with a Zig that has LLVM {own}"),
        _ => format!("compile with LLVM {own}"),
    }
}

/// What keeps the passes away that set flags of instructions. Zig writes a module before its passes, and Swift's sets none that readers of its LLVM lack.
fn optimizes(compiler: Option<Compiler>) -> Option<&'static str> {
    match compiler {
        None => Some("-Xclang -disable-llvm-passes (Clang's optimiser sets it)"),
        Some(Compiler::Rust) => Some("-C no-prepopulate-passes (LLVM's optimiser sets it)"),
        _ => None,
    }
}

/// The last earlier release that reads it as it is meant.
fn earlier(readers: &Readers, profile: &Profile, need: &Need) -> Option<Release> {
    let asked = Asked { kind: need.kind, checked: false };
    let releases = readers
        .releases()
        .enumerate()
        .filter_map(|(index, release)| Some((u16::try_from(index).ok()?, release)));
    let before = releases.filter(|(index, _)| *index < profile.index());
    before
        .filter(|(index, _)| readers.answer(asked, &need.value, *index).does == Does::Reads)
        .last()
        .map(|(_, release)| release)
}

/// The first later release that reads it as it is meant, or without what has no effect.
fn later(readers: &Readers, profile: &Profile, need: &Need, verified: bool) -> Option<Release> {
    let good = |asked: Asked, index: u16| {
        matches!(readers.answer(asked, &need.value, index).does, Does::Reads | Does::Ignores(_))
    };
    let reads = |index: u16| {
        let asked = |checked| Asked { kind: need.kind, checked };
        good(asked(false), index) && (!verified || good(asked(true), index))
    };
    let mut later = readers
        .releases()
        .enumerate()
        .filter_map(|(index, release)| Some((u16::try_from(index).ok()?, release)));
    later.find(|(index, _)| *index > profile.index() && reads(*index)).map(|(_, release)| release)
}

/// Flags that Clang itself does not write: of `trunc`, `zext`, `uitofp`, `or` and `icmp`.
fn set_by_passes(need: &Need) -> bool {
    matches!(
        (need.kind, &need.value),
        (Kind::Cast, Value::Pair(0 | 1 | 5, _))
            | (Kind::Binary, Value::Pair(11, _))
            | (Kind::Compare, Value::Pair(1, _))
    )
}

/// What makes it, or leaves it out, whatever the release: options of the compiler that made the module, of Clang where nothing says which that was.
fn flag(need: &Need, compiler: Option<Compiler>) -> Option<&'static str> {
    use Compiler::{Rust, Swift, Zig};
    Some(match (need.kind, &need.value, compiler) {
        (Kind::Malformed, ..) => "get an undamaged copy, or compile again",
        (Kind::Epoch, ..) => "compile with a release of LLVM: all of them write epoch 0",
        (Kind::Type, Value::Number(25), None) => {
            "clang 15 and 16: compile with -Xclang -no-opaque-pointers; later ones have no such option"
        }
        (Kind::Attribute, Value::Pair(_, 33), None) => {
            "compile with -fno-asynchronous-unwind-tables -fno-unwind-tables"
        }
        (Kind::Attribute, Value::Pair(_, 33), Some(Rust)) => {
            "compile with -C force-unwind-tables=no -C panic=abort"
        }
        (Kind::Attribute, Value::Pair(_, 33), Some(Zig)) => "compile with -fno-unwind-tables -fstrip",
        (kind, value, compiler) if is_debug(kind, value) => match compiler {
            Some(Rust) => "compile with -C debuginfo=0: no debug information",
            Some(Zig) => "compile with -fstrip: no debug information",
            Some(Swift) => "compile without -g: no debug information",
            _ if kind == Kind::Instruction => {
                "compile with -g0, or with LLVM 19 write intrinsics: -mllvm -write-experimental-debuginfo-iterators-to-bitcode=false"
            }
            _ => "compile with -g0: no debug information",
        },
        (Kind::SummaryVersion | Kind::SummaryFlags | Kind::SummaryRecord, _, compiler) => match compiler {
            Some(Rust) => {
                "compile with -C lto=fat: rustc writes a summary into every module that it does not link with all others"
            }
            Some(Swift) => "compile without -lto: no summary",
            Some(Zig) => "let Zig write the module: -femit-llvm-bc writes no summary",
            _ => "compile without -flto: no summary",
        },
        _ => return None,
    })
}

/// What is there because debug information is.
fn is_debug(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Metadata
        | Kind::MetadataLast
        | Kind::MetadataShape
        | Kind::Expression
        | Kind::MetadataLanguage => true,
        Kind::Instruction => matches!(value, Value::Number(61..=66)),
        _ => false,
    }
}
