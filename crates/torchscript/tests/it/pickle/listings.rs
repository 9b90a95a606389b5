//! Pickles as `pickletools` lists them, written again, and written as PyTorch writes.

use std::collections::BTreeMap;
use std::fmt::Write;

use outlast_archive::crc32;
use outlast_core::Bytes;
use outlast_testkit::corpus;
use outlast_torchscript::pickle::{Arg, Form, Lexer, Op, Opcode, Pickler, Value, canonical, write};

use crate::archive::files::{pickles, read, real};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn ops(data: &[u8]) -> Vec<Op<'_>> {
    let mut lexer = Lexer::new(Bytes::new(data, 0));
    std::iter::from_fn(|| lexer.next_op().unwrap()).collect()
}

/// A line of the listing, as `listing.py` prints it.
fn line(op: &Op<'_>, data: &[u8]) -> String {
    // Where text becomes a value, the machine says which: a pickle of this opcode alone.
    let value = || {
        let at = usize::try_from(op.at).unwrap();
        let mut alone = data[at..at + usize::try_from(op.len).unwrap()].to_vec();
        alone.push(b'.');
        let pickle = read(&alone);
        match pickle.graph.value(pickle.root.unwrap()) {
            Value::Int(number) => number.to_string(),
            Value::Bool(truth) => u8::from(*truth).to_string(),
            Value::Decimal(text) => (*text).to_string(),
            Value::Float(number) => hex(&number.to_bits().to_be_bytes()),
            Value::Text(text) | Value::OldText(text) => hex(text),
            Value::Long(bytes) => decimal(bytes),
            other => panic!("{other:?}"),
        }
    };
    let arg = match (op.opcode.form(), op.arg) {
        (_, Arg::None) => String::new(),
        (_, Arg::Number(number)) => format!(" {number}"),
        (_, Arg::Size(size)) => format!(" {size}"),
        (_, Arg::Double(number)) => format!(" {}", hex(&number.to_bits().to_be_bytes())),
        (_, Arg::TwoLines(one, two)) => format!(" {}", hex(&[one, b" ", two].concat())),
        (Form::Line, Arg::Bytes(text)) => match op.opcode {
            Opcode::GET | Opcode::PUT => format!(" {}", std::str::from_utf8(text).unwrap()),
            Opcode::PERSID => format!(" {}", hex(text)),
            _ => format!(" {}", value()),
        },
        (_, Arg::Bytes(_)) if matches!(op.opcode, Opcode::LONG1 | Opcode::LONG4) => format!(" {}", value()),
        (_, Arg::Bytes(data)) => format!(" {}", hex(data)),
    };
    format!("{} {}{arg}\n", op.at, op.opcode)
}

/// An integer in two's complement, in decimal: schoolbook, for tests.
fn decimal(bytes: &[u8]) -> String {
    let negative = bytes.last().is_some_and(|byte| byte & 0x80 != 0);
    let mut magnitude: Vec<u32> =
        bytes.iter().map(|byte| u32::from(if negative { !byte } else { *byte })).collect();
    if negative {
        let mut carry = 1;
        for byte in &mut magnitude {
            *byte += carry;
            carry = *byte >> 8;
            *byte &= 0xff;
        }
    }
    let mut digits = Vec::new();
    while magnitude.iter().any(|byte| *byte != 0) {
        let mut rest = 0;
        for byte in magnitude.iter_mut().rev() {
            let number = rest << 8 | *byte;
            (*byte, rest) = (number / 10, number % 10);
        }
        digits.push(char::from(b'0' + u8::try_from(rest).unwrap()));
    }
    if negative {
        digits.push('-');
    }
    digits.iter().rev().collect()
}

/// Every pickle of every file has the opcodes, offsets and arguments that `pickletools` finds, by the CRC-32 of the whole listing.
#[test]
fn listings_are_those_of_pickletools() {
    let recorded = std::fs::read_to_string(corpus::root().join("torch/runs/pickles.tsv")).unwrap();
    let mut expected: BTreeMap<(String, String, String), (String, String)> = BTreeMap::new();
    for row in recorded.lines().filter(|row| !row.starts_with('#')) {
        let [file, member, at, count, crc] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        expected.insert((file.into(), member.into(), at.into()), (count.into(), crc.into()));
    }
    let (mut files, mut all, mut kinds) = (real(), 0, std::collections::BTreeSet::new());
    files.extend(corpus::files("torch/pickles", &["pkl"]));
    let recorded = expected.len();
    for found in files.iter().flat_map(|path| pickles(path)) {
        let ops = ops(&found.data);
        let text: String = ops.iter().map(|op| line(op, &found.data)).collect();
        let key = (found.file.clone(), found.member, found.offset.to_string());
        let crc = format!("{:08x}", crc32(text.as_bytes()));
        assert_eq!(expected.remove(&key), Some((ops.len().to_string(), crc)), "{key:?}\n{text}");
        all += ops.len();
        kinds.extend(ops.iter().map(|op| op.opcode));
    }
    assert!(expected.is_empty(), "{expected:?}");
    corpus::figures((recorded, all, kinds.len()), (354, 68060, 68));
}

/// Decoding and encoding each opcode gives the same bytes, and the machine runs each pickle to its end.
#[test]
fn opcodes_are_written_as_they_were() {
    let (mut files, mut count) = (real(), 0);
    files.extend(corpus::files("torch/pickles", &["pkl"]));
    for found in files.iter().flat_map(|path| pickles(path)) {
        let written = write(ops(&found.data)).unwrap();
        assert!(found.data.starts_with(&written), "{} {}", found.file, found.member);
        let pickle = read(&found.data);
        assert_eq!((pickle.len, pickle.error), (written.len(), None), "{} {}", found.file, found.member);
        count += 1;
    }
    corpus::figures(count, 354);
}

/// Pickles that PyTorch's own pickler wrote are written as it wrote them; those of Python's are not, or have no form there.
#[test]
fn pickles_of_torchscript_are_written_as_pytorch_does() {
    let mut outcomes: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for found in real().iter().flat_map(|path| pickles(path)) {
        let pickle = read(&found.data);
        let pickler = if found.file.starts_with("1.3.1") { Pickler::Of1_3 } else { Pickler::Since1_5 };
        let outcome = match canonical(&pickle.graph, pickle.root.unwrap(), pickler) {
            Ok(written) if found.data == written => "same",
            Ok(_) => "other",
            Err(_) => "none",
        };
        // What `torch.save` and `torch.package` write is Python's. The pickler of 1.2 put every value into the memo.
        let writer = if found.file.ends_with(".pth") || found.member.starts_with("model/") {
            "Python"
        } else if found.file.starts_with("1.2.0") {
            "1.2"
        } else {
            "1.3 and later"
        };
        assert!(writer != "1.3 and later" || outcome == "same", "{} {}", found.file, found.member);
        *outcomes.entry((writer, outcome)).or_default() += 1;
    }
    let counts: Vec<_> = outcomes.into_iter().collect();
    let expected = vec![
        (("1.2", "other"), 16),
        (("1.3 and later", "same"), 225),
        (("Python", "none"), 51),
        (("Python", "other"), 55),
    ];
    corpus::figures(counts, expected);
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let op = |opcode, arg| Op { opcode, arg, at: 0, len: 0 };
    let mut out = Vec::new();
    for bad in [
        op(Opcode::BININT1, Arg::Number(256)),
        op(Opcode::BININT2, Arg::Number(-1)),
        op(Opcode::SHORT_BINBYTES, Arg::Bytes(&[0; 256])),
        op(Opcode::GLOBAL, Arg::TwoLines(b"a\nb", b"c")),
        op(Opcode::PERSID, Arg::Bytes(b"a\n")),
        op(Opcode::NONE, Arg::Number(1)),
        op(Opcode::BINFLOAT, Arg::None),
    ] {
        assert!(bad.write(&mut out).is_err(), "{bad:?}");
    }
    assert!(out.is_empty());
}
