//! [`imports()`]: what `outlast targets import` reads, and what reads its results.

use std::sync::Arc;

use outlast::Options;
use outlast::families::executorch::Runtimes;
use outlast::families::mlir::{Given, Schemas};
use outlast::selection::{Selection, from_operator_list, from_selective_build};
use outlast_mlir::schema::learn::{Lesson, lines, proven};
use outlast_mlir::schema::{Known, release};

use crate::changed::Changed;
use crate::library;
use crate::parts::Parts;

/// How many operations an input can ask for.
pub(crate) const OPERATIONS: usize = 6;

/// Releases that a variant chooses from, as the base of an imported profile.
const BASES: [&str; 3] = ["executorch-1.5.1", "executorch-0.2.0", "executorch-0.6.0"];

/// Reads an operator list, a selective build, a profile file, paired samples of MLIR bytecode, a text of schemas with a file to read by it, or
/// the code of a runtime.
///
/// # Panics
///
/// Where what was imported is not a profile with these operators; where what was learned from samples is no text of schemas; where an
/// error says nothing.
pub fn imports(input: &[u8]) -> Changed {
    let Some(parts) = Parts::split(input) else { return Changed::NotAsked };
    let text = std::str::from_utf8(parts.first);
    match (parts.operation % OPERATIONS, text) {
        (0, Ok(text)) => imported(from_operator_list(text), &parts),
        (1, Ok(text)) => imported(from_selective_build(text), &parts),
        (2, Ok(text)) => profile(text, &parts),
        (3, _) => learned(&parts),
        (4, Ok(text)) => given(text, &parts),
        (5, _) => runtimes(&parts),
        _ => Changed::NotAsked,
    }
}

/// A profile of a build: the text that is written reads back, and has what was listed.
fn imported<E: std::fmt::Display>(imported: Result<Selection, E>, parts: &Parts<'_>) -> Changed {
    let imported = match imported {
        Ok(imported) => imported,
        Err(error) => return refused(&error),
    };
    let Some(base) = parts.choose(&BASES) else { return Changed::NotAsked };
    let base = match outlast::profile(base) {
        Ok(base) => base,
        Err(error) => panic!("{error}"),
    };
    let name = String::from_utf8_lossy(parts.second.get(..64).unwrap_or(parts.second));
    let Some(text) = imported.to_profile_text(&name, &base) else {
        panic!("{}: builds have no profiles", base.name)
    };
    let target = match outlast::target_described(&text) {
        Ok(target) => target,
        Err(error) => panic!("what was imported is no profile: {error}\n{text}"),
    };
    let Some(profile) = target.profile() else { panic!("what was imported has no profile") };
    assert_eq!(target.name(), name, "the name of an imported profile");
    for operator in &imported.operators {
        let known = imported.all_operators || profile.has("op", operator);
        assert!(known, "operator {operator:?} was listed, and the profile has it not");
    }
    Changed::Done
}

/// A profile file: everything that is shown of it, and a verdict of it on the second file.
fn profile(text: &str, parts: &Parts<'_>) -> Changed {
    let target = match outlast::target_described(text) {
        Ok(target) => target,
        Err(error) => return refused(&error),
    };
    for profile in target.profiles() {
        for kind in profile.kinds() {
            for (name, _) in profile.all(kind) {
                assert!(profile.has(kind, name), "{kind} {name:?} is listed, and not there");
            }
        }
    }
    if let Ok(program) = library::open(parts.second) {
        let _ = library::check(&program, std::slice::from_ref(&target));
        library::remedy(&program, &target);
    }
    Changed::Done
}

/// Paired samples: what was learned is a text of schemas, and the samples are read by it.
fn learned(parts: &Parts<'_>) -> Changed {
    let mut lesson = Lesson::new();
    if let Err(error) = lesson.add(parts.first, parts.second) {
        return refused(&error);
    }
    let base = (parts.variant & 1 == 1).then(|| release("mlir-22")).flatten();
    let learned = lesson.schemas(|op| match base?.op(op) {
        Known::Properties(schema) => Some(schema),
        _ => None,
    });
    let text = lines("mlir-fuzz", &lesson.version(), &learned);
    let given = match Given::parse(&text) {
        Ok(given) => Arc::new(given),
        Err(error) => panic!("what was learned does not read back: {error}\n{text}"),
    };
    for sample in [parts.first, parts.second] {
        match proven(sample, &given) {
            Ok((all, read)) => assert!(read <= all, "{read} of {all} properties are read"),
            Err(error) => panic!("a sample that was learned from is not read: {error}"),
        }
    }
    Changed::Done
}

/// A text of schemas, and the second file read by it.
fn given(text: &str, parts: &Parts<'_>) -> Changed {
    let given = match Given::parse(text) {
        Ok(given) => Arc::new(given),
        Err(error) => return refused(&error),
    };
    let options = Options::none().with(Schemas(Arc::clone(&given)));
    if let Ok(program) = outlast::open_with(parts.second, &options) {
        let _ = library::inspect(&program);
        if let Ok(copy) = library::replay(&program) {
            assert!(copy == parts.second, "with schemas, a file replays to other bytes");
        }
        let _ = proven(parts.second, &given);
    }
    Changed::Done
}

/// The code of a runtime, or a package of it: profiles that read back, with what the code registers.
fn runtimes(parts: &Parts<'_>) -> Changed {
    let mut runtimes = Runtimes::new();
    let _ = Runtimes::takes(parts.first);
    for (path, bytes) in [("", parts.first), ("beside", parts.second)] {
        if let Err(error) = runtimes.add(path, bytes) {
            return refused(&error);
        }
    }
    let found = match runtimes.read() {
        Ok(found) => found,
        Err(error) => return refused(&error),
    };
    let Some(base) = parts.choose(&BASES) else { return Changed::NotAsked };
    for runtime in found {
        let text = runtime.to_profile_text("runtime", base, None);
        let target = match outlast::target_described(&text) {
            Ok(target) => target,
            Err(error) => panic!("what was read is no profile: {error}\n{text}"),
        };
        let Some(profile) = target.profile() else { panic!("what was read has no profile") };
        for operator in &runtime.operators {
            assert!(
                profile.has("op", operator),
                "operator {operator:?} was read, and the profile has it not"
            );
        }
        assert!(
            runtime.lacks_types.iter().all(|name| !profile.has("scalar-type", name)),
            "types that it lacks"
        );
    }
    Changed::Done
}

fn refused(error: &dyn std::fmt::Display) -> Changed {
    assert!(!error.to_string().trim().is_empty(), "an error that says nothing");
    Changed::Refused
}
