//! Streams in bundles: xar archives, offload binaries, offload bundles; as files and in sections.

use miniz_oxide::deflate::compress_to_vec_zlib;
use outlast::detect::{FAT_BINARY, Holdings, OFFLOAD_BINARY, OFFLOAD_BUNDLE, XAR, holdings, locate};
use outlast::{Detection, detect};
use outlast_core::SourcePart;
use outlast_testkit::mutate::{Rng, cuts, flip};

fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(outlast_testkit::corpus::root().join("llvm").join(name)).unwrap()
}

/// What a file holds; it is where its address leads.
fn look(bytes: &[u8]) -> Holdings {
    let holdings = holdings(bytes).unwrap_or_default();
    for hidden in holdings.found.iter().take(100) {
        let located = locate(bytes, &hidden.address).unwrap();
        assert_eq!(located.range, hidden.range, "{}", hidden.address);
        assert!(located.bytes(bytes) == hidden.bytes(bytes), "{}", hidden.address);
        let parts: Vec<&str> = located.source.parts().iter().map(SourcePart::name).collect();
        assert_eq!(parts.join("!"), hidden.address);
    }
    holdings
}

fn addresses(holdings: &Holdings) -> Vec<&str> {
    holdings.found.iter().map(|hidden| hidden.address.as_str()).collect()
}

const IMAGES: [&str; 2] = ["nvptx64-nvidia-cuda-sm_35", "amdgcn-amd-amdhsa-gfx90a"];

/// Written by clang-offload-packager and Clang 19, clang-offload-bundler 19, and llvm-offload-binary 23 (whose version of the format is the second).
#[test]
fn images_for_other_machines() {
    let host = ["host-x86_64-unknown-linux-gnu-", "hip-amdgcn-amd-amdhsa--gfx90a"];
    let cases = [
        ("19.1.7/offload-embed.o", IMAGES.map(|name| format!(".llvm.offloading!{name}"))),
        ("19.1.7/offload.hipfb", host.map(str::to_string)),
        ("23.1.4/offload.bin", IMAGES.map(str::to_string)),
    ];
    let expected = [corpus("19.1.7/tiny.bc"), corpus("19.1.7/plain.bc")];
    for (name, names) in cases {
        let bytes = corpus(name);
        let holdings = look(&bytes);
        let mut found = addresses(&holdings);
        found.sort_by_key(|name| names.iter().position(|one| one == name));
        assert_eq!(found, names, "{name}: {:?}", holdings.notes);
        for (name, whole) in names.iter().zip(&expected) {
            let range = locate(&bytes, name).unwrap().range;
            assert!(bytes[range] == whole[..], "{name}");
        }
    }
    assert_eq!(detect(&corpus("19.1.7/offload.hipfb")), Detection::Known(OFFLOAD_BUNDLE));
    assert_eq!(detect(&corpus("23.1.4/offload.bin")), Detection::Known(OFFLOAD_BINARY));
    // A section of an object is looked into as the file is.
    let object = corpus("19.1.7/offload-embed.o");
    let section = locate(&object, ".llvm.offloading").unwrap().range;
    assert_eq!(addresses(&look(&object[section])), IMAGES);
    assert!(matches!(locate(&object, ".llvm.offloading!x"), Err(why) if why.to_string().contains(IMAGES[0])));
}

/// A xar archive as Apple's linker writes it: the table, compressed, then the files as they are.
fn xar(files: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let (mut table, mut heap) =
        (String::from("<?xml version=\"1.0\"?><xar><subdoc><name>Ld</name></subdoc><toc>"), vec![0; 20]);
    let mut entries: Vec<String> = Vec::new();
    for (name, style, content) in files {
        entries.push(format!(
            "<file id=\"{name}\"><file-type>Bitcode</file-type><data><length>{0}</length><encoding style=\"application/{style}\"/><offset>{1}</offset>\
             <size>{0}</size></data><type>file</type><name>{name}</name></file>",
            content.len(),
            heap.len()
        ));
        heap.extend_from_slice(content);
    }
    // The last file stands first in the table.
    entries.reverse();
    table += &entries.concat();
    table += "</toc></xar>";
    let packed = compress_to_vec_zlib(table.as_bytes(), 6);
    let mut bytes = b"xar!\0\x1c\0\x01".to_vec();
    bytes.extend(u64::try_from(packed.len()).unwrap().to_be_bytes());
    bytes.extend(u64::try_from(table.len()).unwrap().to_be_bytes());
    bytes.extend(1u32.to_be_bytes());
    [bytes, packed, heap].concat()
}

#[test]
fn bitcode_bundles_of_apple() {
    let (one, two) = (corpus("19.1.7/wrapper-armv7.bc"), corpus("19.1.7/tiny.bc"));
    let archive = xar(&[
        ("1", "octet-stream", &one),
        ("2", "octet-stream", &two),
        ("3", "x-gzip", b"packed"),
        ("4", "octet-stream", b"text"),
        ("5", "x-gzip", &compress_to_vec_zlib(&one, 6)),
        ("6", "x-bzip2", b"packed"),
    ]);
    assert_eq!(detect(&archive), Detection::Known(XAR));
    let holdings = look(&archive);
    assert_eq!(addresses(&holdings), ["1", "2", "5"]);
    assert!(holdings.notes[0].contains("3: it is compressed with zlib, and damaged"), "{:?}", holdings.notes);
    assert!(holdings.notes[1].contains("6: it is compressed with bzip2"), "{:?}", holdings.notes);
    assert!(holdings.found[2].bytes(&archive) == one);
    let why = locate(&archive, "6").unwrap_err().to_string();
    assert!(why.contains("compressed with bzip2"), "{why}");
    assert!(archive[holdings.found[0].range.clone()] == one[..]);
    assert!(outlast::open(&archive[holdings.found[1].range.clone()]).is_ok());
    // In a section of a Mach-O file, which has a load command of 152 bytes with one section.
    let mut object =
        b"\xcf\xfa\xed\xfe\x0c\0\0\x01\0\0\0\0\x06\0\0\0\x01\0\0\0\x98\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    let size = u64::try_from(archive.len()).unwrap();
    object.extend(b"\x19\0\0\0\x98\0\0\0__LLVM\0\0\0\0\0\0\0\0\0\0");
    for number in [0, size, 184, size] {
        object.extend(number.to_le_bytes());
    }
    object
        .extend(b"\x07\0\0\0\x07\0\0\0\x01\0\0\0\0\0\0\0__bundle\0\0\0\0\0\0\0\0__LLVM\0\0\0\0\0\0\0\0\0\0");
    object.extend(0u64.to_le_bytes());
    object.extend(size.to_le_bytes());
    object.extend(b"\xb8\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    assert_eq!(object.len(), 184);
    object.extend(&archive);
    assert_eq!(addresses(&look(&object)), ["__LLVM,__bundle!1", "__LLVM,__bundle!2", "__LLVM,__bundle!5"]);
    assert!(locate(&object, "__bundle!2").is_ok());
}

/// A bundle as `clang-offload-bundler -compress` of a build with zlib writes it, in version 2 of the format.
fn compressed(bundle: &[u8], method: u16) -> Vec<u8> {
    let packed = compress_to_vec_zlib(bundle, 6);
    let size = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
    let mut bytes = b"CCOB\x02\0".to_vec();
    bytes.extend(method.to_le_bytes());
    bytes.extend(size(24 + packed.len()));
    bytes.extend(size(bundle.len()));
    bytes.extend([0; 8]);
    [bytes, packed].concat()
}

#[test]
fn compressed_bundles() {
    let plain = corpus("19.1.7/offload.hipfb");
    let one = compressed(&plain, 0);
    assert_eq!(detect(&one), Detection::Known(OFFLOAD_BUNDLE));
    let holdings = look(&one);
    assert_eq!(addresses(&holdings), addresses(&look(&plain)));
    for (packed, hidden) in holdings.found.iter().zip(&look(&plain).found) {
        assert!(packed.bytes(&one) == hidden.bytes(&plain), "{}", hidden.address);
    }
    // Two in a row are as one file of two bundles; what is in a member is found there.
    let two = [one.clone(), vec![0; 64], one.clone()].concat();
    assert_eq!(look(&two).found.len(), 4);
    assert!(addresses(&look(&two))[2].ends_with("#1"));
    // Nothing is unpacked twice, and what cannot be unpacked is said.
    let twice = compressed(&one, 0);
    let holdings = look(&twice);
    assert!(
        holdings.found.is_empty() && holdings.notes[0].contains("compressed twice"),
        "{:?}",
        holdings.notes
    );
    let zstd = compressed(&plain, 1);
    let why = outlast::open(&zstd).unwrap_err().to_string();
    assert!(
        why.contains("compressed with Zstandard, which is not undone here; clang-offload-bundler"),
        "{why}"
    );
    assert!(locate(&zstd, "host").unwrap_err().to_string().contains("Zstandard"));
}

/// A fat binary of NVIDIA with code of these kinds.
fn fat_binary(code: &[(u16, &[u8])]) -> Vec<u8> {
    let mut all = Vec::new();
    for (kind, content) in code {
        let mut entry = vec![0; 64];
        entry[..2].copy_from_slice(&kind.to_le_bytes());
        entry[4] = 64;
        entry[8..16].copy_from_slice(&u64::try_from(content.len()).unwrap().to_le_bytes());
        entry[28] = 80;
        all.extend([entry.as_slice(), content].concat());
    }
    let mut bytes = b"\x50\xed\x55\xba\x01\0\x10\0".to_vec();
    bytes.extend(u64::try_from(all.len()).unwrap().to_le_bytes());
    [bytes, all].concat()
}

#[test]
fn bitcode_in_fat_binaries() {
    let bitcode = corpus("19.1.7/tiny.bc");
    let bytes = fat_binary(&[(1, b".version 7.8"), (8, &bitcode), (8, b"\x7fNC\xed"), (2, b"\x7fELF")]);
    assert_eq!(detect(&bytes), Detection::Known(FAT_BINARY));
    let holdings = look(&bytes);
    assert_eq!(addresses(&holdings), ["kind8-sm_80"]);
    assert!(holdings.found[0].bytes(&bytes) == bitcode);
    let (address, what) = &holdings.others[0];
    assert!(address == "kind8-sm_80#1" && what.starts_with("an NVVM container"), "{what}");
    let without = fat_binary(&[(1, b".version 7.8"), (2, b"\x7fELF")]);
    let why = outlast::open(&without).unwrap_err().to_string();
    assert_eq!(why, "not a program file: it is an NVIDIA fat binary without a stream in it");
}

#[test]
fn damaged_bundles_are_read_without_harm() {
    let embedded = corpus("19.1.7/offload-embed.o");
    let section = locate(&embedded, ".llvm.offloading").unwrap().range;
    let archive = xar(&[("1", "octet-stream", &corpus("19.1.7/tiny.bc"))]);
    let files = [
        embedded[section].to_vec(),
        corpus("23.1.4/offload.bin"),
        corpus("19.1.7/offload.hipfb"),
        archive,
        embedded,
        compressed(&corpus("19.1.7/offload.hipfb"), 0),
        fat_binary(&[(8, &corpus("19.1.7/tiny.bc")), (8, &corpus("19.1.7/tiny.bc"))]),
    ];
    let target = outlast::target("llvm-19").unwrap();
    let (mut rng, mut found, mut judged) = (Rng(20_261_128), 0, 0);
    for file in &files {
        for length in cuts(file.len()) {
            look(&file[..length]);
        }
        for round in 0..300 {
            let mut changed = flip(file, &mut rng);
            for _ in 0..3 {
                let at = rng.below(200.min(changed.len()));
                changed[at] ^= 1 << rng.below(8);
            }
            let holdings = look(&changed);
            found += holdings.found.len();
            // What is found is judged in place.
            for hidden in holdings.found.iter().filter(|_| round % 10 == 0) {
                let program = outlast::open(hidden.bytes(&changed));
                judged += usize::from(program.is_ok_and(|program| program.check(&target).is_ok()));
            }
        }
    }
    assert!(found > 500 && judged > 100, "{found} found, {judged} judged");
}

/// Images that overlap, entries without end, a table that says more than it is: as much work as the bytes justify.
#[test]
fn bundles_cost_what_their_bytes_justify() {
    let start = std::time::Instant::now();
    let content = corpus("19.1.7/program-O2.bc");
    let mut binary = b"\x10\xff\x10\xad\x02\0\0\0".to_vec();
    for number in [100_000u64, 32, 2_000] {
        binary.extend(number.to_le_bytes());
    }
    for _ in 0..2_000 {
        binary.extend(b"\x02\0\x01\0\0\0\0\0");
        for number in [32u64, u64::MAX, 80_032, u64::try_from(content.len()).unwrap()] {
            binary.extend(number.to_le_bytes());
        }
    }
    binary.extend(&content);
    let found = look(&binary);
    assert!(found.notes.iter().any(|note| note.contains("more parts than bytes")), "{:?}", found.notes);
    let mut bundle = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bundle.extend(u64::MAX.to_le_bytes());
    bundle.extend([0; 24].repeat(50_000));
    look(&bundle);
    let table = compress_to_vec_zlib(&b"<file><data><length>9</length></data></file>".repeat(100_000), 9);
    let mut archive = b"xar!\0\x1c\0\x01".to_vec();
    archive.extend(u64::try_from(table.len()).unwrap().to_be_bytes());
    archive.extend([0; 12]);
    archive.extend(&table);
    look(&archive);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}
