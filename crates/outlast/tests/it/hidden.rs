//! Streams in objects, libraries and universal files: found where the real tools find them, in whatever bytes.

use outlast::detect::{Holdings, Located, UNIVERSAL, holdings, locate};
use outlast::inspect;
use outlast::{Detection, OpenError, detect};
use outlast_bitstream::BitstreamFile;
use outlast_core::{SourceKind, SourcePart};
use outlast_testkit::mutate::{Rng, cuts, flip};

fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(outlast_testkit::corpus::root().join("llvm").join(name)).unwrap()
}

/// Everything that looks into a file; what is found is where its address leads.
fn look(name: &str, bytes: &[u8]) -> Holdings {
    let Some(holdings) = holdings(bytes) else { return Holdings::default() };
    for hidden in holdings.found.iter().take(100) {
        let located = locate(bytes, &hidden.address).unwrap_or_else(|why| panic!("{name}: {why}"));
        let parts: Vec<&str> = located.source.parts().iter().map(SourcePart::name).collect();
        assert_eq!(parts.join("!"), hidden.address, "{name}");
        assert_eq!(located.range, hidden.range, "{name}!{}", hidden.address);
        assert!(bytes.get(hidden.range.clone()).is_some(), "{name}!{}", hidden.address);
    }
    let _ = (inspect::container(name, bytes), locate(bytes, "x!y"), outlast::open(bytes).err());
    holdings
}

fn addresses(holdings: &Holdings) -> Vec<(&str, &str)> {
    holdings.found.iter().map(|hidden| (hidden.address.as_str(), hidden.what)).collect()
}

#[test]
fn streams_of_real_files() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("19.1.7/tiny-embed.o", &[(".llvmbc", "LLVM IR")]),
        ("19.1.7/embed-coff.o", &[(".llvmbc", "LLVM IR")]),
        ("19.1.7/embed-macho.o", &[("__LLVM,__bitcode", "LLVM IR")]),
        ("19.1.7/thin-fat.o", &[(".llvm.lto", "LLVM IR")]),
        ("19.1.7/thinlto.a", &[("tiny-thinlto.o", "LLVM IR"), ("other-thinlto.o", "LLVM IR")]),
        ("19.1.7/universal.o", &[("x86_64!__LLVM,__remarks", "optimization remarks"), ("arm64", "LLVM IR")]),
        ("19.1.7/Units-obj.pcm", &[("__clangast", "Clang module or precompiled header")]),
        ("swift-6.0.3/Small-wrapped.o", &[(".swift_ast", "Swift module")]),
    ];
    for (name, expected) in cases {
        let bytes = corpus(name);
        let holdings = look(name, &bytes);
        assert_eq!(addresses(&holdings), *expected, "{name}");
        for hidden in &holdings.found {
            assert!(outlast::open(&bytes[hidden.range.clone()]).is_ok(), "{name}!{}", hidden.address);
        }
    }
    let bytes = corpus("19.1.7/universal.o");
    let sidecars: Vec<bool> =
        look("universal", &bytes).found.iter().map(|hidden| hidden.is_sidecar).collect();
    assert_eq!(sidecars, [true, false], "remarks next to code");
    let bytes = corpus("19.1.7/tiny-embed.o");
    let (address, command) = &look("command", &bytes).commands[0];
    assert_eq!(address, ".llvmcmd");
    assert!(command.starts_with("-cc1 -triple x86_64-pc-linux-gnu -emit-obj"), "{command}");
    // The stream is the file that the compiler would have written.
    let hidden = &look("stream", &bytes).found[0];
    assert_eq!(bytes[hidden.range.clone()], corpus("19.1.7/tiny.bc"));
}

#[test]
fn files_that_hold_others_are_not_opened_themselves() {
    let bytes = corpus("19.1.7/universal.o");
    assert_eq!(detect(&bytes), Detection::Known(UNIVERSAL));
    match outlast::open(&bytes) {
        Err(OpenError::Container(UNIVERSAL, addresses, 0)) => {
            assert_eq!(addresses, ["x86_64!__LLVM,__remarks", "arm64"]);
        }
        other => panic!("{other:?}"),
    }
    // Java classes have the same magic.
    assert!(matches!(detect(b"\xca\xfe\xba\xbe\0\0\0\x41\0\x10\0\0\0\0\0\0"), Detection::Other(_)));
    let why = locate(&bytes, "arm64!.llvmbc").unwrap_err().to_string();
    assert!(why.contains("arm64 holds no other files"), "{why}");
    let why = locate(&bytes, "armv7").unwrap_err().to_string();
    assert!(why.contains("`armv7`") && why.contains("x86_64!__LLVM,__remarks"), "{why}");
}

/// An archive as GNU tools write it, with names of up to 15 characters.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for (name, content) in members {
        bytes.extend(
            format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", format!("{name}/"), 0, 0, 0, 644, content.len())
                .bytes(),
        );
        bytes.extend_from_slice(content);
        if content.len() % 2 == 1 {
            bytes.push(b'\n');
        }
    }
    bytes
}

/// An ELF object for x86-64 with sections of these names and places in the file, whose content comes first.
fn elf(content: &[u8], sections: &[(&str, u64, u64)]) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[..20].copy_from_slice(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0\x3e\0");
    bytes[20] = 1;
    bytes.extend_from_slice(content);
    let mut names = vec![0];
    let mut headers = vec![[0u8; 64]];
    let strings = bytes.len();
    for (name, start, size) in sections {
        let mut header = [0; 64];
        header[..4].copy_from_slice(&u32::try_from(names.len()).unwrap().to_le_bytes());
        header[4] = 1;
        header[24..32].copy_from_slice(&(start + 64).to_le_bytes());
        header[32..40].copy_from_slice(&size.to_le_bytes());
        headers.push(header);
        names.extend(name.bytes().chain([0]));
    }
    let mut header = [0; 64];
    header[4] = 3;
    header[24..32].copy_from_slice(&(strings as u64).to_le_bytes());
    header[32..40].copy_from_slice(&(names.len() as u64).to_le_bytes());
    headers.push(header);
    bytes.extend_from_slice(&names);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    let table = bytes.len() as u64;
    bytes[40..48].copy_from_slice(&table.to_le_bytes());
    bytes[52..54].copy_from_slice(&64u16.to_le_bytes());
    bytes[58..60].copy_from_slice(&64u16.to_le_bytes());
    let count = u16::try_from(headers.len()).unwrap();
    bytes[60..62].copy_from_slice(&count.to_le_bytes());
    bytes[62..64].copy_from_slice(&(count - 1).to_le_bytes());
    headers.iter().for_each(|header| bytes.extend_from_slice(header));
    bytes
}

/// What linkers make of the sections of several objects: streams after each other, some with a wrapper, some with padding.
#[test]
fn several_streams_in_a_section() {
    let (raw, wrapped) = (corpus("19.1.7/tiny.bc"), corpus("19.1.7/wrapper-x86.bc"));
    let swift = corpus("swift-6.0.3/Small-wrapped.o");
    let swift = &swift[look("swift", &swift).found[0].range.clone()];
    let zeros = [0u8; 12];
    let content = [&raw[..], &wrapped, &zeros, &raw, swift, &zeros, &raw].concat();
    let object = elf(&content, &[(".llvmbc", 0, content.len() as u64), (".text", 8, 16)]);
    let holdings = look("several", &object);
    let kinds: Vec<&str> = holdings.found.iter().map(|hidden| hidden.what).collect();
    assert_eq!(kinds, ["LLVM IR", "LLVM IR", "LLVM IR", "Swift module", "LLVM IR"]);
    for (hidden, stream) in holdings.found.iter().zip([&raw[..], &wrapped, &raw, swift, &raw]) {
        assert_eq!(object[hidden.range.clone()], *stream, "{}", hidden.address);
    }
    assert_eq!(holdings.found[4].address, ".llvmbc#4");
    // A second section of the name goes on counting; a section of another name with a stream counts for itself.
    let sections =
        [(".llvmbc", 0, raw.len() as u64), (".other", 0, raw.len() as u64), (".llvmbc", 0, raw.len() as u64)];
    let holdings = look("again", &elf(&raw, &sections));
    let found: Vec<&str> = addresses(&holdings).into_iter().map(|(address, _)| address).collect();
    assert_eq!(found, [".llvmbc", ".other", ".llvmbc#1"]);
}

#[test]
fn damaged_streams_and_markers() {
    let mut raw = corpus("19.1.7/tiny.bc");
    // A block at the top level whose length word is too big: the stream goes on to the end of the section.
    let at = raw.windows(4).position(|word| word == b"\x35\x14\0\0").unwrap_or(4);
    raw[at + 4..at + 8].fill(0xff);
    let content = [&raw[..], b"text"].concat();
    let holdings = look("damaged", &elf(&content, &[(".llvmbc", 0, content.len() as u64)]));
    assert_eq!(holdings.found[0].range.len(), content.len());
    // The magic is gone.
    raw[0] = 0;
    let holdings = look("no magic", &elf(&raw, &[(".llvmbc", 0, raw.len() as u64)]));
    assert_eq!(addresses(&holdings), [(".llvmbc", "a damaged stream")]);
    // What -fembed-bitcode=marker leaves.
    let holdings = look("marker", &elf(b"\0", &[(".llvmbc", 0, 1)]));
    assert!(holdings.found.is_empty());
    assert_eq!(holdings.others, [(".llvmbc".into(), "1 byte: no stream is in it".into())]);
}

#[test]
fn members_of_libraries() {
    let (object, raw) = (corpus("19.1.7/tiny-embed.o"), corpus("19.1.7/tiny.bc"));
    let inner = archive(&[("in.o", &object)]);
    let library =
        archive(&[("a.o", &object), ("b!c.bc", &raw), ("a.o", &raw), ("n.txt", b"odd"), ("in.a", &inner)]);
    let holdings = look("library", &library);
    let found: Vec<&str> = addresses(&holdings).into_iter().map(|(address, _)| address).collect();
    assert_eq!(found, ["a.o!.llvmbc", "b!c.bc", "a.o#1", "in.a!in.o!.llvmbc"]);
    let Located { place, source, .. } = locate(&library, "in.a!in.o!.llvmbc").unwrap();
    let kinds: Vec<SourceKind> = source.parts().iter().map(SourcePart::kind).collect();
    assert_eq!(kinds, [SourceKind::Member, SourceKind::Member, SourceKind::Section]);
    assert_eq!(place, "section .llvmbc of in.o of in.a");
    // An object in a library is a file, too.
    let located = locate(&library, "a.o").unwrap();
    assert_eq!(library[located.range], object);
    // As deep as nothing genuine is.
    let mut nested = raw;
    for _ in 0..8 {
        nested = archive(&[("x", &nested)]);
    }
    let holdings = look("nested", &nested);
    assert!(holdings.found.is_empty());
    assert!(holdings.notes[0].contains("too deep"), "{:?}", holdings.notes);
    assert!(locate(&nested, "x!x!x!x!x!x!x!x").is_err());
}

#[test]
fn thin_libraries_are_refused_kindly() {
    let mut thin = b"!<thin>\n".to_vec();
    for name in ["first.o/", "second.o/"] {
        thin.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, 1234).bytes());
    }
    let error = outlast::open(&thin).unwrap_err().to_string();
    assert!(error.contains("a thin archive") && error.contains("first.o, second.o"), "{error}");
    let why = locate(&thin, "first.o").unwrap_err().to_string();
    assert!(why.contains("a thin archive"), "{why}");
}

/// Work is bounded by the bytes, not by what headers claim: sections and names that share them.
#[test]
fn shared_bytes_cost_no_more_than_the_file() {
    let start = std::time::Instant::now();
    let stream = [b"BC\xc0\xde".to_vec(), [0x35, 0x14, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0].repeat(50_000)].concat();
    let name = "n".repeat(100_000);
    let many: Vec<(&str, u64, u64)> = (0..30_000).map(|_| (".llvmbc", 0, stream.len() as u64)).collect();
    let holdings = look("sections", &elf(&stream, &many));
    assert!(holdings.notes.iter().any(|note| note.contains("more parts")), "{:?}", holdings.notes);
    // All names are one long one.
    let mut object = elf(&stream, &[(name.as_str(), 0, 4); 1]);
    let table = usize::try_from(u64::from_le_bytes(object[40..48].try_into().unwrap())).unwrap();
    let (first, strings) = (object[table + 64..table + 128].to_vec(), object[table + 128..].to_vec());
    object.truncate(table + 64);
    object.extend(first.repeat(40_000));
    object.extend(strings);
    object[60..62].copy_from_slice(&40_002u16.to_le_bytes());
    object[62..64].copy_from_slice(&40_001u16.to_le_bytes());
    look("names", &object);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn a_million_members() {
    let member = archive(&[("m.bc", b"BC\xc0\xde")]).split_off(8);
    let library = [b"!<arch>\n".to_vec(), member.repeat(1_000_000)].concat();
    let start = std::time::Instant::now();
    let holdings = holdings(&library).unwrap();
    assert_eq!(holdings.found.len() as u64 + holdings.more, 1_000_000, "{:?}", holdings.notes);
    assert!(holdings.found.len() <= 10_000);
    assert!(locate(&library, "m.bc#999999").is_ok());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn changed_and_cut_files_are_read_without_harm() {
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut rng = Rng(20_261_121);
    let mut found = 0;
    for name in [
        "tiny-embed.o",
        "embed-coff.o",
        "embed-macho.o",
        "thin-fat.o",
        "thinlto.a",
        "universal.o",
        "Units-obj.pcm",
    ] {
        let data = corpus(&format!("19.1.7/{name}"));
        for length in cuts(data.len()) {
            look(&format!("{name} cut to {length}"), &data[..length]);
        }
        for round in 0..rounds {
            let mut changed = flip(&data, &mut rng);
            // Headers are where the harm is.
            for _ in 0..3 {
                let at = rng.below(200.min(changed.len()));
                changed[at] ^= 1 << rng.below(8);
            }
            let holdings = look(&format!("{name} round {round}"), &changed);
            found += holdings.found.len();
            for hidden in &holdings.found {
                let _ = BitstreamFile::open(&changed[hidden.range.clone()]);
            }
        }
    }
    outlast_testkit::corpus::figures([found], [412]);
}
