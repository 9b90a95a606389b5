//! Which bytes are a pickle, or are one to a reader that takes them for it.

use outlast_core::{Bytes, ErrorKind};

use super::graph::Name;
use super::read::{Limits, Pickle};

/// Memory for reading something that may be no pickle at all.
const MEMORY: u64 = 1 << 26;
/// Bytes that are looked at first.
const HEAD: usize = 1 << 20;
/// So many opcodes one after the other are no text.
const SURE: u64 = 1 << 14;
/// Bytes before the end of the first look in which a long argument may begin.
const SLACK: usize = 1 << 12;

/// Whether a file is a pickle that stands alone. From protocol 2 on, it starts with its protocol and an opcode. Those of the protocols 0 and 1 have no
/// mark: see [`acts_as_pickle`]; of a long file, opcodes in all of its first megabyte are enough.
pub fn recognise(file: &[u8]) -> bool {
    if let [0x80, 2..=5, opcode, ..] = file {
        return super::Opcode::from_byte(*opcode).is_some();
    }
    if file.first().is_none_or(|byte| super::Opcode::from_byte(*byte).is_none()) {
        return false;
    }
    let read = |data| Pickle::read(Bytes::new(data, 0), Limits { memory: MEMORY, depth: 0 });
    let limited = |pickle: &Pickle<'_>| {
        pickle.error.as_ref().is_some_and(|error| matches!(error.kind(), ErrorKind::Limit { .. }))
    };
    let head = file.get(..HEAD).unwrap_or(file);
    let pickle = read(head);
    if acts_as_pickle(&pickle, Bytes::new(file, 0)) || limited(&pickle) {
        return true;
    }
    if head.len() == file.len() || pickle.root.is_some() {
        return false;
    }
    if pickle.ops >= SURE && pickle.len.saturating_add(SLACK) >= head.len() {
        return true;
    }
    // One long argument, perhaps.
    let pickle = read(file);
    acts_as_pickle(&pickle, Bytes::new(file, 0)) || limited(&pickle)
}

/// Whether bytes without a mark are a pickle of protocol 0 or 1: all of them; or they are one in front of others that imports something;
/// or something is called before it breaks off that may have such a name. A text may well begin with an opcode or two: `class …` with one that
/// imports, `(in …` with one that calls.
pub fn acts_as_pickle(pickle: &Pickle<'_>, file: Bytes<'_>) -> bool {
    let imports = pickle.uses.imports();
    let called = |call: bool, name: Option<&Name<'_>>| call && name.is_none_or(may_be_imported);
    let calls = imports.iter().any(|used| called(used.call.is_some(), used.name.as_ref()));
    calls || pickle.root.is_some() && (pickle.len == file.len() || !imports.is_empty())
}

/// Whether a module can have this name, and something in it: identifiers with dots between them, of any script.
fn may_be_imported(name: &Name<'_>) -> bool {
    let is_part = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
            && letters.all(|c| c.is_alphanumeric() || c == '_' || !c.is_ascii())
    };
    [&name.module, &name.name].iter().all(|text| text.split('.').all(is_part))
}

#[cfg(test)]
mod tests {
    use super::{HEAD, recognise};

    #[test]
    fn texts_are_none() {
        let texts: [&[u8]; 9] = [
            b"class Net:\n    pass\n",
            b"(if you want to\nread on\n, do)",
            b"(include <math.h>\nint main\n",
            b"Is it one?\nNo.\n",
            b"c\n\n",
            b"N0 is a letter\n",
            b"import torch\nfrom a import b\n",
            b"Lorem ipsum\ndolor\n.",
            b"]}\n",
        ];
        for text in texts {
            assert!(!recognise(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn pickles_without_a_mark() {
        let pickles: [&[u8]; 8] = [
            b"cposix\ngetcwd\n(tR.",
            b"(iposix\ngetcwd\n.",
            b"(cposix\ngetcwd\no.",
            b"cposix\ngetcwd\n(tR\xff\xff",
            b"\x80\x00cposix\ngetcwd\n)R.",
            b"\x80\x01cposix\ngetcwd\n)R.",
            b"cposix\ngetcwd\n.more",
            b"I1\n.",
        ];
        for pickle in pickles {
            assert!(recognise(pickle), "{}", pickle.escape_ascii());
        }
    }

    #[test]
    fn a_long_start_hides_nothing() {
        let end = b"cposix\ngetcwd\n)R.";
        let padded = |part: &[u8]| [part.repeat(2 * HEAD / part.len()), end.to_vec()].concat();
        assert!(recognise(&padded(b"N0")));
        assert!(recognise(&padded(b"]0")));
        assert!(recognise(&padded(b"(1")));
        // One argument of two megabytes.
        assert!(recognise(&[&b"V"[..], &b"x".repeat(2 * HEAD), b"\n0", end].concat()));
        assert!(!recognise(&[&b"V"[..], &b"x".repeat(2 * HEAD), b" more\n"].concat()));
        assert!(!recognise(&b"Now is the time\n".repeat(1 << 17)));
    }
}
