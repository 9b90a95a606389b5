//! Which bytes are a pickle, or are one to a reader that takes them for it.

use outlast_core::Bytes;

use super::read::{Limits, Pickle};

/// Memory for reading something that may be no pickle at all.
const MEMORY: u64 = 1 << 26;

/// Whether a file is a pickle that stands alone. From protocol 2 on, it starts with its protocol and an opcode. Those of the protocols 0 and 1 have no
/// mark: see [`acts_as_pickle`].
pub fn recognise(file: &[u8]) -> bool {
    if let [0x80, 2..=5, opcode, ..] = file {
        return super::Opcode::of(*opcode).is_some();
    }
    if file.first().is_none_or(|byte| super::Opcode::of(*byte).is_none()) {
        return false;
    }
    let bytes = Bytes::new(file, 0);
    let pickle = Pickle::read(bytes, Limits { memory: MEMORY, depth: 0 });
    acts_as_pickle(&pickle, bytes)
}

/// Whether bytes without a mark are a pickle of protocol 0 or 1: all of them; or they are one in front of others that imports something;
/// or something is called before it breaks off. A text may well begin with an opcode or two: `class …` with one that imports.
pub fn acts_as_pickle(pickle: &Pickle<'_>, file: Bytes<'_>) -> bool {
    let imports = pickle.uses.imports();
    let called = imports.iter().any(|used| used.call.is_some());
    called || pickle.root.is_some() && (pickle.len == file.len() || !imports.is_empty())
}
