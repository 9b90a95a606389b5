//! What to do about a need that a reader does not meet: a flag of Clang where one makes the construct, else another release on one of the two sides.

use outlast_bitstream::ir::{Kind, ModuleFacts, Need, Value};

use super::readers::{Asked, Does, Readers};
use crate::targets::{Profile, Release};

/// The action about a need of a module; `verified` if the reader's verifier looks at it, too.
pub(super) fn of(readers: &Readers, profile: &Profile, module: Option<&ModuleFacts>, need: &Need, verified: bool) -> String {
    if let Some(flag) = flag(need) {
        return flag.into();
    }
    let own = u32::from(profile.release.parts()[0]);
    let compile = match (set_by_passes(need), module.and_then(ModuleFacts::release) == Some(own)) {
        (_, true) => "compile the source without it".to_string(),
        (true, _) => format!("compile with LLVM {own}, or with -Xclang -disable-llvm-passes (Clang's optimiser sets it)"),
        _ => format!("compile with LLVM {own}"),
    };
    match later(readers, profile, need, verified) {
        Some(release) => format!("{compile}, or read it with LLVM {release} or later"),
        None => compile,
    }
}

/// The first later release that reads it as it is meant, or without what has no effect.
fn later(readers: &Readers, profile: &Profile, need: &Need, verified: bool) -> Option<Release> {
    let good = |asked: Asked, index: u16| matches!(readers.answer(asked, &need.value, index).does, Does::Reads | Does::Ignores(_));
    let reads = |index: u16| {
        let asked = |checked| Asked { kind: need.kind, checked };
        good(asked(false), index) && (!verified || good(asked(true), index))
    };
    let mut later = readers.releases().enumerate().filter_map(|(index, release)| Some((u16::try_from(index).ok()?, release)));
    later.find(|(index, _)| *index > profile.index() && reads(*index)).map(|(_, release)| release)
}

/// Flags that Clang itself does not write: of `trunc`, `zext`, `uitofp`, `or` and `icmp`.
fn set_by_passes(need: &Need) -> bool {
    matches!(
        (need.kind, &need.value),
        (Kind::Cast, Value::Pair(0 | 1 | 5, _)) | (Kind::Binary, Value::Pair(11, _)) | (Kind::Compare, Value::Pair(1, _))
    )
}

/// What makes it, or leaves it out, whatever the release.
fn flag(need: &Need) -> Option<&'static str> {
    Some(match (need.kind, &need.value) {
        (Kind::Malformed, _) => "get an undamaged copy, or compile again",
        (Kind::Epoch, _) => "compile with a release of LLVM: all of them write epoch 0",
        (Kind::Type, Value::Number(25)) => {
            "clang 15 and 16: compile with -Xclang -no-opaque-pointers; later ones have no such option"
        }
        (Kind::Attribute, Value::Pair(_, 33)) => "compile with -fno-asynchronous-unwind-tables -fno-unwind-tables",
        (
            Kind::Metadata
            | Kind::MetadataLast
            | Kind::MetadataShape
            | Kind::Expression
            | Kind::MetadataLanguage,
            _,
        ) => "compile with -g0: no debug information",
        (Kind::Instruction, Value::Number(61..=66)) => {
            "compile with -g0, or with LLVM 19 write intrinsics: -mllvm -write-experimental-debuginfo-iterators-to-bitcode=false"
        }
        (Kind::SummaryVersion | Kind::SummaryFlags | Kind::SummaryRecord, _) => "compile without -flto: no summary",
        _ => return None,
    })
}
