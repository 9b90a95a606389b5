//! [`torch_pickles()`]: pickles, and what is made of their values.

use outlast_core::{Bytes, Code};
use outlast_torchscript::archive::tensors;
use outlast_torchscript::bytecode::{self, attach_debug_handles};
use outlast_torchscript::pickle::{Lexer, Limits, Pickle, Pickler, Reader, canonical, nested, print, write};
use outlast_torchscript::verify::{self, codes};

use crate::dump::Count;
use crate::program::MOST_BYTES;

/// Memory of values for each byte of a pickle.
const MEMORY: u64 = 256;
/// Bytes of text for each byte of a pickle: a list in lists is two opcodes, and two lines that are indented up to 200 columns; a short text that the
/// memo has is two bytes.
const TEXT: u64 = 1024;
/// Bytes of text that even the smallest pickle may have.
const LEAST_TEXT: u64 = 1 << 16;
/// Lines of each part of a program.
const LINES: usize = 1 << 12;

/// Reads bytes as a pickle: as opcodes, values, tensors, nested pickles and a program of the lite interpreter. Whether it has an end.
///
/// # Panics
///
/// Where opcodes are not written as they were read; where values, texts or findings cost more than the bytes justify; where a pickle in PyTorch's
/// form is not a pickle of the same form; where verification does not report what makes a reader import something.
pub fn torch_pickles(bytes: &[u8]) -> bool {
    if bytes.len() > MOST_BYTES {
        return false;
    }
    let file = Bytes::new(bytes, 0);
    opcodes(bytes);
    let limits = Limits {
        memory: MEMORY.saturating_mul(bytes.len() as u64).saturating_add(1 << 12),
        ..Limits::default()
    };
    let pickle = Pickle::read(file, limits);
    assert!(pickle.len <= bytes.len(), "{} of {} bytes", pickle.len, bytes.len());
    assert_eq!(pickle.root.is_none(), pickle.error.is_some(), "{:?}", pickle.error);
    let values = u64::try_from(pickle.graph.len()).unwrap_or(u64::MAX);
    assert!(values <= pickle.ops.saturating_mul(2), "{values} values of {} opcodes", pickle.ops);
    for id in pickle.graph.ids() {
        assert!(pickle.graph.node(id).at < bytes.len() as u64);
    }
    let found = tensors(&pickle);
    assert!(found.tensors.iter().all(|tensor| tensor.storage.is_none_or(|at| at < found.storages.len())));
    let _ = nested(&pickle, limits);
    verified(bytes, &pickle);
    if let Some(root) = pickle.root {
        let most = TEXT.saturating_mul(bytes.len() as u64).saturating_add(LEAST_TEXT);
        if let Err(error) = print(&pickle.graph, root, &mut Count { written: 0, most }) {
            panic!("{} bytes of a pickle: {error}", bytes.len());
        }
        for pickler in [Pickler::Of1_3, Pickler::Since1_5] {
            of_torch(&pickle, root, pickler);
        }
        program(&pickle);
    }
    pickle.root.is_some()
}

/// What was read is written as it was.
fn opcodes(bytes: &[u8]) {
    let mut lexer = Lexer::new(Bytes::new(bytes, 0));
    let mut ops = Vec::new();
    while let Ok(Some(op)) = lexer.next_op() {
        ops.push(op);
    }
    match write(ops) {
        Ok(written) => assert!(Some(&*written) == bytes.get(..lexer.position()), "opcodes written otherwise"),
        Err(error) => panic!("opcodes that were read are not written: {error}"),
    }
}

/// A pickle in PyTorch's form, read again: its values are written as the same bytes.
fn of_torch(pickle: &Pickle<'_>, root: outlast_torchscript::pickle::ValueId, pickler: Pickler) {
    let Ok(written) = canonical(&pickle.graph, root, pickler) else { return };
    let again = Pickle::read(Bytes::new(&written, 0), Limits::default());
    let Some(root) = again.root else { panic!("PyTorch's form is not a pickle: {:?}", again.error) };
    match canonical(&again.graph, root, pickler) {
        Ok(twice) => assert!(twice == written, "PyTorch's form is written otherwise the second time"),
        Err(error) => panic!("PyTorch's form is not written again: {error}"),
    }
}

/// What a pickle imports and calls is reported, whoever reads it.
fn verified(bytes: &[u8], pickle: &Pickle<'_>) {
    for reader in [Reader::TorchScript, Reader::WeightsOnly] {
        let findings = verify::pickle(bytes, reader);
        let has = |code: Code| findings.iter().any(|finding| finding.code == code);
        let of_os = |name: &outlast_torchscript::pickle::Name<'_>| &*name.module == "os";
        let evil = pickle.uses.imports().iter().any(|used| used.name.as_ref().is_some_and(of_os));
        assert!(!evil || has(codes::NEEDS_CODE), "an import of `os` is not reported");
        assert!(
            pickle.uses.computed_count() == 0 || has(codes::CALLS_RESULT),
            "a computed call is not reported"
        );
        for finding in &findings {
            assert!(!finding.title.is_empty() && finding.title.len() < 1 << 12, "{}", finding.title.len());
        }
    }
}

/// The values as those of `bytecode.pkl`, and of debug handles.
fn program(pickle: &Pickle<'_>) {
    let mut program = bytecode::read(pickle);
    let _ = attach_debug_handles(&mut program, pickle);
    let mut text = String::new();
    assert!(bytecode::write_text(&program, LINES, &mut text).is_ok());
    let _ = verify::bytecode(&program);
    let _ =
        (program.operators(), program.operators_as_torch(), program.types_as_torch(), program.used_types());
}
