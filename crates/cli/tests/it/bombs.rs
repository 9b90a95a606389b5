//! Arrays that would grow to a gigabyte: they are refused before they do, with little memory.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::run::{file, root, scratch};

const MODELS: &str = "corpus/executorch/1.5.1";
/// Kilobytes of addresses that a command may have: less than the arrays, and what the program itself needs.
const MEMORY: &str = "600000";
/// Zeros of an array, in bytes.
const GIGABYTE: usize = 1 << 30;

pub(crate) fn trials() -> Vec<Trial> {
    // Memory is limited by the shell.
    if !cfg!(unix) {
        return Vec::new();
    }
    vec![Trial::test(
        "arrays_grow_no_larger_than_what_takes_them",
        arrays_grow_no_larger_than_what_takes_them,
    )]
}

fn arrays_grow_no_larger_than_what_takes_them() -> Result<(), Failed> {
    let folder = scratch("bombs")?;
    let bomb = |name: &str, says: usize| {
        file(&folder, &format!("{}.npz", name.replace(['|', '.'], "-")), &npz(name, says))
    };
    let out = folder.join("out").to_string_lossy().into_owned();
    let [mlp, ext] = ["mlp.pte", "ext.ptd"].map(|name| format!("{MODELS}/{name}"));
    let elements = GIGABYTE / 4;
    let set = |from: &str| ["data", "set", &ext, "--from", from].map(str::to_string).to_vec();
    let swap = |from: &str| ["edit", "swap-constants", &mlp, "--from", from].map(str::to_string).to_vec();
    let bundle =
        |from: &str| ["bundle", "make", &mlp, "--inputs-only", "--cases", from].map(str::to_string).to_vec();
    let lines = [
        (1, set(&bomb("a.bias", elements)?), "`a.bias` is float32 [268435456], the entry float32 [16]"),
        (1, set(&bomb("nobody", elements)?), "there is no entry `nobody`"),
        // The array says what the entry has, and grows on.
        (2, set(&bomb("b.bias", 4)?), "b.bias.npy"),
        (1, bundle(&bomb("forward|0|in|0", elements)?), "input 0 is float32 [268435456], the method takes"),
        (1, bundle(&bomb("other|0|in|0", elements)?), "no method `other`"),
        (1, swap(&bomb("constant_1", elements)?), "the new value is float32 [268435456]"),
        (
            1,
            swap(&bomb("nothing", elements)?),
            "no constant `nothing`, and no named data of 1073741824 bytes",
        ),
        (2, [set(&bomb("new", elements)?), vec!["--add".into()]].concat(), "bytes of compressed arrays"),
        (
            2,
            ["data", "make", &bomb("made", elements)?].map(str::to_string).to_vec(),
            "bytes of compressed arrays",
        ),
    ];
    for (code, line, says) in lines {
        let args: Vec<&str> = line.iter().map(String::as_str).chain(["-o", &out]).collect();
        let output = limited(&args)?;
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.code() != Some(code) || !said.contains(says) || Path::new(&out).exists() {
            return Err(format!("{args:?}: {:?}, expected {code} and {says}: {said}", output.status).into());
        }
    }
    Ok(())
}

/// Runs with little memory.
fn limited(args: &[&str]) -> std::io::Result<std::process::Output> {
    let script = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
    let binary = env!("CARGO_BIN_EXE_outlast");
    std::process::Command::new("sh").args(["-c", &script, binary]).args(args).current_dir(root()).output()
}

/// An archive with one array of so many `float32`, as it says; its compressed data become a gigabyte of zeros and more.
fn npz(name: &str, elements: usize) -> Vec<u8> {
    let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({elements},), }}\n");
    let mut npy = b"\x93NUMPY\x01\x00".to_vec();
    npy.extend([u8::try_from(header.len()).unwrap_or(0), 0]);
    npy.extend(header.as_bytes());
    let data = deflated(&npy);
    let name = format!("{name}.npy");
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let short = |n: usize| u16::try_from(n).unwrap_or(u16::MAX).to_le_bytes();
    // What stands in the header and in the directory alike: version, flags, method, time, checksum, sizes, lengths.
    let mut common: Vec<u8> = [20, 0, 8, 0, 0].into_iter().flat_map(short).collect();
    common.extend([0, data.len(), npy.len() + 4 * elements].into_iter().flat_map(number));
    common.extend([name.len(), 0].into_iter().flat_map(short));
    let mut file = [b"PK\x03\x04", &common[..], name.as_bytes(), &data].concat();
    let start = file.len();
    file.extend([b"PK\x01\x02".as_slice(), &short(20), &common].concat());
    file.extend([[0; 6].as_slice(), &[0; 8], name.as_bytes()].concat());
    let len = file.len() - start;
    file.extend(b"PK\x05\x06");
    file.extend([0, 0, 1, 1].into_iter().flat_map(short));
    file.extend([len, start].into_iter().flat_map(number));
    file.extend(short(0));
    file
}

/// A stored block, and one of zeros: a literal, and matches of 258 bytes, 13 bits each (RFC 1951, 3.2.6).
fn deflated(head: &[u8]) -> Vec<u8> {
    let len = u16::try_from(head.len()).unwrap_or(0);
    let mut out = vec![0];
    out.extend(len.to_le_bytes());
    out.extend((!len).to_le_bytes());
    out.extend(head);
    let (mut byte, mut filled) = (0u8, 0u32);
    let mut bits = |text: &str| {
        for bit in text.bytes() {
            byte |= (bit - b'0') << filled;
            filled += 1;
            if filled == 8 {
                out.push(byte);
                (byte, filled) = (0, 0);
            }
        }
    };
    bits("110");
    bits("00110000");
    for _ in 0..GIGABYTE / 258 + 1000 {
        bits("1100010100000");
    }
    bits("000000000000000");
    out
}
