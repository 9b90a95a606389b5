//! Pickles: what they import and call, and whether their reader takes them.

use std::collections::BTreeMap;

use outlast_core::{Bytes, Diagnostic, Path, Place, Result, Severity, Source, Span};

use super::context::Context;
use super::quoted;
use super::{codes, runs};
use crate::archive::Kind;
use crate::pickle::{
    Inside, Lexer, Limits, Name, Pickle, Reader, Standing, Used, carried, nested, reads, standing,
};

/// Archives may be so deep in the bytes of pickles.
const DEPTH: u32 = 2;
/// Archives that are looked into in the bytes of one pickle.
const ARCHIVES: usize = 64;
/// A memo number may be larger than the number of opcodes by this.
const SPARE: u64 = 1 << 16;

/// Checks what a pickle asks of its reader. Places count in the source of the context.
pub(super) fn check(
    pickle: &Pickle<'_>,
    file: Bytes<'_>,
    (reader, kind): (Reader, Option<Kind>),
    limits: Limits,
    context: &mut Context,
) {
    if let Some(error) = &pickle.error {
        let mut finding = error.to_diagnostic();
        finding.code = codes::BROKEN_PICKLE;
        let called = called(pickle);
        if !called.is_empty() {
            finding = finding.note(format!(
                "a reader that executes pickles has called {} before it comes to this",
                called.join(", ")
            ));
        }
        context.add(finding);
    }
    imports(pickle, reader, context);
    let uses = &pickle.uses;
    if let Some(first) = uses.computed().first() {
        let title = format!(
            "{} calls something that it computed ({} such calls)",
            first.opcode,
            uses.computed_count()
        );
        context.error(codes::CALLS_RESULT, title, first.span.clone());
    }
    for used in uses.imports() {
        if let Some(changed) = &used.changed {
            let title = format!("{} changes {}", changed.opcode, quoted_global(used.name.as_ref()));
            context.error(codes::CHANGES_GLOBAL, title, changed.span.clone());
        }
    }
    if let Some((number, span)) = &pickle.memo
        && number.saturating_sub(SPARE) > pickle.ops
    {
        let title =
            format!("the memo is asked for the number {number} in a pickle of {} opcodes", pickle.ops);
        context.error(codes::MEMO_NUMBER, title, span.clone());
    }
    if pickle.error.is_none() && pickle.left > 0 {
        let severity = if reader == Reader::TorchScript { Severity::Error } else { Severity::Warning };
        let title = format!("{} values or marks are left on the stack", pickle.left);
        context.put(codes::LEFT_ON_STACK, severity, title, file.span(pickle.len.saturating_sub(1), 1));
    }
    if let Some(op) = &pickle.beyond {
        let title = format!(
            "{} is of protocol {}, the pickle says {}",
            op.opcode,
            op.opcode.protocol(),
            pickle.protocol
        );
        context.note(codes::DECLARED_PROTOCOL, title, op.span());
    }
    known_opcodes(pickle, file, reader, context);
    let inside = nested(pickle, limits);
    let found = inside.as_ref().ok();
    let source = context.source.clone();
    let runs = runs::of_pickle(
        pickle,
        (reader, kind, context.within),
        found.unwrap_or(&Inside::default()),
        &source,
        &mut context.runs,
    );
    if runs {
        archives(pickle, &source, context);
    }
    nests(inside, limits, context);
}

/// Names that are called, without those that come again: the first ten.
fn called(pickle: &Pickle<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for used in pickle.uses.imports().iter().filter(|used| used.call.is_some()) {
        let name = quoted_global(used.name.as_ref());
        if names.len() < 10 && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn quoted_global(name: Option<&Name<'_>>) -> String {
    match name {
        None => "a global of the registry of extensions".into(),
        // What is looked up step by step is not what it looks like.
        Some(name) if name.name.contains('.') => {
            format!("{} of the module {}", quoted(&name.name), quoted(&name.module))
        }
        Some(name) => quoted(&name.to_string()),
    }
}

/// One finding for each name that is not data.
fn imports(pickle: &Pickle<'_>, reader: Reader, context: &mut Context) {
    let mut names: BTreeMap<(&str, &str), Vec<&Used<'_>>> = BTreeMap::new();
    for used in pickle.uses.imports() {
        match &used.name {
            Some(name) if standing(name, reader) != Standing::Code => {}
            Some(name) => names.entry((&*name.module, &*name.name)).or_default().push(used),
            None => names.entry(("", "")).or_default().push(used),
        }
    }
    for uses in names.into_values() {
        let Some(first) = uses.first() else { continue };
        let call = uses.iter().find_map(|used| used.call.as_ref());
        let name = quoted_global(first.name.as_ref());
        let title = match call {
            Some(call) => {
                format!(
                    "this pickle runs {name} when loaded ({}; not on the list of safe imports)",
                    call.opcode
                )
            }
            None => {
                format!(
                    "this pickle imports {name} when loaded (not called; not on the list of safe imports)"
                )
            }
        };
        let place = Place::new(first.import.span.clone(), Path::root());
        let mut finding = Diagnostic::new(codes::NEEDS_CODE, Severity::Error, title, place);
        if let Some(call) = call {
            finding = finding.related("called here", Place::new(call.span.clone(), Path::root()));
        }
        if uses.len() > 1 {
            finding = finding.note(format!("imported {} times", uses.len()));
        }
        context.add(finding);
    }
}

/// The first opcode of the file that the reader does not know.
fn known_opcodes(pickle: &Pickle<'_>, file: Bytes<'_>, reader: Reader, context: &mut Context) {
    if context.has(codes::UNKNOWN_TO_READER) {
        return;
    }
    let mut lexer = Lexer::new(file);
    while let Ok(Some(op)) = lexer.next_op() {
        if lexer.position() > pickle.len {
            break;
        }
        if !reads(reader, op.opcode) {
            let who = match reader {
                Reader::TorchScript => "the reader of TorchScript archives",
                Reader::WeightsOnly => "the weights-only reader",
            };
            let title = format!("{} is an opcode that {who} does not know", op.opcode);
            let severity = match reader {
                Reader::TorchScript => Severity::Error,
                Reader::WeightsOnly => Severity::Warning,
            };
            context.put(codes::UNKNOWN_TO_READER, severity, title, op.span());
            break;
        }
    }
}

/// Archives in the bytes of a pickle that calls something, which may read them: `torch.storage._load_from_bytes` does.
fn archives(pickle: &Pickle<'_>, source: &Source, context: &mut Context) {
    if context.depth >= DEPTH {
        return;
    }
    let all = carried(pickle).filter(|(_, data)| data.starts_with(b"PK\x03\x04"));
    for (at, data) in all.take(ARCHIVES) {
        let within = source.record(format!("0x{at:x}"));
        let mut inner = Context::inside(context);
        super::any(&data, &within, 1, &mut inner);
        for found in std::mem::take(&mut inner.runs).finish() {
            let title = format!(
                "bytes of the pickle are an archive with a pickle that names {}",
                quoted(&found.callable)
            );
            let finding = Diagnostic::new(codes::NESTED_PICKLE, Severity::Error, title, found.place.clone());
            // The place is whole already.
            context.add_placed(
                finding.related("in this value", Place::new(Span::at(at, 1), Path::root()).in_source(source)),
            );
            context.runs.nested(found);
        }
    }
}

/// Pickles in the bytes and texts of the pickle.
fn nests(inside: Result<Inside>, limits: Limits, context: &mut Context) {
    let found = match inside {
        Ok(found) => found,
        Err(error) => return context.failure(codes::NESTED_PICKLE, &error),
    };
    if let Some(first) = &found.unread {
        let title = format!(
            "bytes of the pickle may be pickles more than {} deep ({} such values): they were not looked into",
            limits.depth, found.unread_count
        );
        let place = Place::new(Span::at(first.at, 1), Path::root()).in_source(&first.source);
        let finding = Diagnostic::new(codes::NOT_LOOKED_INTO, Severity::Error, title, place);
        context.add(finding.related("in this value", Place::new(Span::at(first.outermost, 1), Path::root())));
    }
    for inner in found.pickles {
        let denied = inner.imports.iter().find(|import| match &import.name {
            Some((module, name)) => {
                let name = Name { module: module.as_str().into(), name: name.as_str().into() };
                standing(&name, Reader::WeightsOnly) == Standing::Code
            }
            None => true,
        });
        let Some(denied) = denied else { continue };
        let name =
            denied.name.as_ref().map_or("a global of the registry of extensions".into(), |(module, name)| {
                quoted(&format!("{module}.{name}"))
            });
        let how = if denied.called { "imports and calls" } else { "imports" };
        let title = format!("bytes of the pickle are a pickle that {how} {name}");
        let place = Place::new(denied.import.span.clone(), Path::root()).in_source(&inner.source);
        let finding = Diagnostic::new(codes::NESTED_PICKLE, Severity::Error, title, place);
        context.add(finding.related("in this value", Place::new(Span::at(inner.at, 1), Path::root())));
    }
}
