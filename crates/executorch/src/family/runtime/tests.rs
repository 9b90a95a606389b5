use std::collections::BTreeSet;

use outlast_archive::crc32;

use outlast_model::interpolate::verdict;
use outlast_model::options::Options;

use super::{Runtime, RuntimeError, Runtimes};
use outlast_model::verdict::Basis;

/// What a small runtime registers.
const STRINGS: &[&str] = &[
    "executorch_prim::add.Scalar",
    "aten::add.out",
    "XnnpackBackend",
    "mine::twice.out",
    "vector::_M_fill_insert",
];

/// A file that begins with this header and has these strings.
fn code(header: &[u8], strings: &[&str]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.extend(strings.iter().flat_map(|text| [b"\0", text.as_bytes()].concat()));
    bytes.push(0);
    bytes
}

/// A 64-bit ELF library without sections.
fn elf(machine: u8, strings: &[&str]) -> Vec<u8> {
    let mut header = vec![0; 64];
    header[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    header[16] = 3;
    header[18] = machine;
    header[20] = 1;
    header[52] = 64;
    code(&header, strings)
}

/// A 64-bit Mach-O library for ARM with one command, which says whether it is encrypted.
fn mach_o(encrypted: u32, strings: &[&str]) -> Vec<u8> {
    let words = [0xfeed_facf, 0x0100_000c, 0, 6, 1, 24, 0, 0, 0x2c, 24, 0, 0, encrypted, 0];
    code(&words.map(u32::to_le_bytes).concat(), strings)
}

fn universal(files: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = [0xcafe_babe, u32::try_from(files.len()).unwrap()].map(u32::to_be_bytes).concat();
    let mut at = 4096;
    for (machine, file) in files {
        let len = u32::try_from(file.len()).unwrap();
        bytes.extend([*machine, 0, at, len, 12].map(u32::to_be_bytes).concat());
        at += 4096;
    }
    for (index, (_, file)) in files.iter().enumerate() {
        bytes.resize(4096 * (index + 1), 0);
        bytes.extend(file);
    }
    bytes
}

/// A static library with one member.
fn library(member: &[u8]) -> Vec<u8> {
    let header = format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "a.o/", 0, 0, 0, 644, member.len());
    [b"!<arch>\n", header.as_bytes(), member].concat()
}

/// A package with these files, as they are.
fn package(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let at = u32::try_from(bytes.len()).unwrap();
        let (len, size) = (u16::try_from(name.len()).unwrap(), u32::try_from(content.len()).unwrap());
        let mut common = [20u16, 0, 0, 0, 0].map(u16::to_le_bytes).concat();
        common.extend([crc32(content), size, size].map(u32::to_le_bytes).concat());
        common.extend([len, 0].map(u16::to_le_bytes).concat());
        bytes.extend([b"PK\x03\x04".as_slice(), &common, name.as_bytes(), content].concat());
        let rest = [0u16, 0, 0, 0, 0].map(u16::to_le_bytes).concat();
        directory.extend(
            [b"PK\x01\x02\x14\x00".as_slice(), &common, &rest, &at.to_le_bytes(), name.as_bytes()].concat(),
        );
    }
    let (at, size) = (u32::try_from(bytes.len()).unwrap(), u32::try_from(directory.len()).unwrap());
    let count = u16::try_from(files.len()).unwrap();
    let end =
        [[0u16, 0, count, count].map(u16::to_le_bytes).concat(), [size, at].map(u32::to_le_bytes).concat()];
    [bytes, directory, b"PK\x05\x06".to_vec(), end.concat(), vec![0, 0]].concat()
}

fn read(bytes: &[u8]) -> Result<Vec<Runtime>, RuntimeError> {
    let mut runtimes = Runtimes::new();
    runtimes.add("", bytes)?;
    runtimes.read()
}

fn single_runtime(bytes: &[u8]) -> Runtime {
    <[Runtime; 1]>::try_from(read(bytes).unwrap()).unwrap()[0].clone()
}

#[test]
fn libraries_of_all_formats() {
    for (file, what) in [
        (elf(183, STRINGS), "ELF for aarch64"),
        (mach_o(0, STRINGS), "Mach-O for aarch64"),
        (library(&elf(62, STRINGS)), "static library for x86_64"),
    ] {
        let runtime = single_runtime(&file);
        assert_eq!(runtime.what, what);
        assert_eq!(runtime.operators.len(), 3, "{:?}", runtime.operators);
        assert_eq!(runtime.backends, BTreeSet::from(["XnnpackBackend".to_string()]));
        assert!(runtime.is_whole());
    }
}

#[test]
fn machines_with_the_same_are_one_runtime() {
    let arm = mach_o(0, STRINGS);
    let other = mach_o(0, &STRINGS[..2]);
    let both = single_runtime(&universal(&[(0x0100_000c, arm.clone()), (0x0100_000c, arm.clone())]));
    assert_eq!(both.names, ["aarch64"]);
    assert_eq!(read(&universal(&[(0x0100_000c, arm), (0x0100_000c, other.clone())])).unwrap().len(), 1);
    let app = package(&[
        ("lib/arm64-v8a/libexecutorch.so", &elf(183, STRINGS)),
        ("lib/x86_64/libexecutorch.so", &elf(62, STRINGS)),
        ("lib/x86/libexecutorch.so", &elf(3, &STRINGS[..2])),
        ("lib/x86/libother.so", &elf(3, &["aten::mul.out"])),
        ("assets/model.pte", b"\x30\0\0\0ET12"),
    ]);
    let runtimes = read(&app).unwrap();
    assert_eq!(runtimes.len(), 2);
    assert_eq!(runtimes[0].names, ["lib/arm64-v8a", "lib/x86_64"]);
    assert_eq!(runtimes[0].what, "libexecutorch.so, ELF for aarch64");
    assert_eq!(runtimes[1].names, ["lib/x86"]);
    assert_eq!(runtimes[1].operators.len(), 2, "a library of others is not part of it");
}

#[test]
fn what_is_no_runtime_is_said() {
    let error = |bytes: &[u8]| read(bytes).unwrap_err();
    assert_eq!(error(b"hello"), RuntimeError::NoCode);
    assert_eq!(error(b""), RuntimeError::NoCode);
    assert_eq!(error(&mach_o(1, STRINGS)), RuntimeError::Encrypted);
    assert!(matches!(error(b"\x7fELF"), RuntimeError::Unreadable(_)));
    assert!(matches!(error(b"PK\x03\x04"), RuntimeError::Unreadable(_)));
    assert!(matches!(error(b"!<thin>\n"), RuntimeError::Unreadable(_)));
    let said = error(&elf(62, &["hello"])).to_string();
    assert!(said.starts_with("no ExecuTorch runtime: 1 file(s) of code"), "{said}");
    // A library of PyTorch names operators, and registers them elsewhere.
    assert!(matches!(error(&elf(62, &["aten::add.out"])), RuntimeError::NoRuntime(1, _)));
    let said = error(&package(&[("Payload/A.app/A", &mach_o(1, STRINGS))])).to_string();
    assert!(said.contains("encrypted by the store"), "{said}");
}

#[test]
fn damage_is_no_panic() {
    let files = [
        universal(&[(12, mach_o(0, STRINGS))]),
        library(&elf(62, STRINGS)),
        package(&[("a.so", &elf(62, STRINGS))]),
    ];
    for file in files.iter().chain([&mach_o(0, STRINGS), &elf(183, STRINGS)]) {
        for end in 0..file.len().min(256) {
            let _ = read(&file[..end]);
            let mut changed = file.clone();
            changed[end] ^= 0xff;
            let _ = read(&changed);
        }
    }
}

#[test]
fn profiles_say_that_they_were_read() {
    let text = single_runtime(&elf(183, STRINGS)).to_profile_text("phone", "executorch-1.0.1", None);
    let target = crate::family::FAMILY.described(&text).unwrap();
    let profile = target.profile().unwrap();
    assert_eq!(profile.read_from(), Some("ELF for aarch64"));
    assert!(profile.has("op", "mine::twice.out") && !profile.has("op", "aten::mul.out"));
    assert!(!profile.leaves_open("backend"));
    let text = single_runtime(&elf(183, STRINGS)).to_profile_text(
        "phone",
        "executorch-0.4.0",
        Some("executorch-0.5.0"),
    );
    let target = crate::family::FAMILY.described(&text).unwrap();
    assert_eq!((target.name(), target.profiles().len()), ("phone", 2));
    let text = text.replace("executorch-0.5.0", "executorch-0.3.0");
    let error = crate::family::FAMILY.described(&text).unwrap_err().to_string();
    assert!(error.contains("expected a later release"), "{error}");
}

#[test]
fn shipped_runtimes_are_targets() {
    let family = &crate::family::FAMILY;
    let names = family.shipped.iter().map(|(name, _)| format!("executorch-{name}"));
    assert!(names.clone().any(|name| name == "executorch-rn-0.7.3-ios"));
    let program = include_bytes!("../../../../../corpus/executorch/1.0.1/mlp.pte");
    let opened = (family.formats[0].open)(program, &Options::none()).unwrap();
    let subject = opened.prepare().unwrap();
    for name in names {
        let target = crate::family::FAMILY.named(&name).unwrap();
        assert_eq!(target.name(), name);
        assert!(target.profiles().iter().all(|profile| profile.has("op", "aten::add.out")));
        let verdict = verdict(&*subject, &[], &target).unwrap();
        assert!(verdict.basis.is_none_or(|basis| basis <= Basis::Between), "{name}: nobody ran it");
    }
    let error = crate::family::FAMILY.named("executorch-rn-0.7.3-ios+quantized").unwrap_err().to_string();
    assert!(error.contains("has no library `quantized`"), "{error}");
}

#[test]
fn element_types_that_it_cannot_name_it_has_not() {
    let own = ["executorch_prim::et_view.default", "aten::add.out"];
    let named = ["QUInt4x2", "QUInt2x4", "QInt8", "BFloat16", "UInt16", "ComplexFloat"];
    let read = |strings: &[&str]| {
        let mut runtimes = Runtimes::new();
        runtimes.add("", &elf(0xb7, strings)).unwrap();
        runtimes.read().unwrap().remove(0)
    };
    let runtime = read(&[&own[..], &named[..]].concat());
    assert!(runtime.lacks_types.contains("float8_e5m2") && !runtime.lacks_types.contains("bfloat16"));
    let text = runtime.to_profile_text("phone", "executorch-0.7.0", None);
    let target = crate::family::FAMILY.described(&text).unwrap();
    let profile = target.profile().unwrap();
    for (name, has) in [("float32", true), ("bfloat16", true), ("uint16", true), ("uint32", false)] {
        assert_eq!(profile.has("scalar-type", name), has, "{name}");
    }
    // Named, and of no reader of that release.
    let old =
        crate::family::FAMILY.described(&runtime.to_profile_text("phone", "executorch-0.4.0", None)).unwrap();
    assert!(!old.profile().unwrap().has("scalar-type", "complex64"));
    // Without the table of names nothing is known: what the release has.
    assert!(read(&own).lacks_types.is_empty());
}
