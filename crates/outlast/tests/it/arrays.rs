//! Arrays: all recordings of the corpus, what is written comes back, and nothing malformed does harm.

use outlast::arrays::safetensors::{Note, write};
use outlast::arrays::{self, Array, Arrays};
use outlast_executorch::defs::ScalarType;
use outlast_testkit::mutate::{Rng, cuts, flip};

fn recordings() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["executorch", "executorch-models"] {
        for path in outlast_testkit::corpus::files(folder, &["npz"]) {
            found.push((path.display().to_string(), outlast_testkit::corpus::read(&path).unwrap()));
        }
    }
    outlast_testkit::corpus::figures(found.len(), 1128);
    found
}

#[test]
fn every_recording_is_read() {
    let mut count = 0;
    for (name, data) in recordings() {
        let arrays = arrays::read(&data).unwrap_or_else(|e| panic!("{name}: {e}")).arrays;
        assert!(arrays.iter().any(|a| a.name == "kinds"));
        count += arrays.len();
    }
    outlast_testkit::corpus::figures([count], [5255]);
    println!("{count} arrays");
}

#[test]
fn safetensors_come_back() {
    let array = |name: &str, ty: &str, sizes: &[usize], data: Vec<u8>| Array {
        name: name.into(),
        scalar_type: ScalarType::from_name(ty).unwrap(),
        sizes: sizes.to_vec(),
        data: data.into(),
    };
    let mut given = Arrays {
        arrays: vec![
            array("w", "float32", &[2, 3], (0..24).collect()),
            array("tab\there\n%09", "uint8", &[5], vec![1; 5]),
            array("h", "bfloat16", &[1, 2, 1, 1], vec![9; 4]),
            array("s", "int64", &[], vec![7; 8]),
            array("none", "bool", &[0, 3], vec![]),
        ],
        notes: Default::default(),
    };
    given.notes.insert("tab\there\n%09".into(), Note::Blob);
    given.notes.insert("h".into(), Note::Order(vec![0, 2, 3, 1]));
    let file = write(&given).unwrap();
    assert_eq!(write(&given).unwrap(), file);
    let mut back = arrays::read(&file).unwrap();
    assert_eq!(back.notes, given.notes);
    let by_name = |a: &Array<'_>, b: &Array<'_>| a.name.cmp(&b.name);
    back.arrays.sort_by(by_name);
    given.arrays.sort_by(by_name);
    assert_eq!(back.arrays, given.arrays);
    given.arrays[0].scalar_type = ScalarType::from_name("qint8").unwrap();
    assert!(write(&given).unwrap_err().to_string().contains("qint8"));
}

/// The crate that writes the files takes one of two equal names for both, and panics.
#[test]
fn safetensors_have_each_name_once() {
    let array = |name: &str| Array {
        name: name.into(),
        scalar_type: ScalarType::from_name("float32").unwrap(),
        sizes: vec![1],
        data: vec![0; 4].into(),
    };
    let refused = |names: &[&str]| {
        let arrays = names.iter().map(|name| array(name)).collect();
        write(&Arrays { arrays, ..Arrays::default() }).unwrap_err().to_string()
    };
    assert!(refused(&["a", "b", "a"]).contains("two arrays have the name `a`"));
    assert!(refused(&["__metadata__"]).contains("no array can have the name `__metadata__`"));
}

#[test]
fn malformed_files_are_refused_or_read_never_more() {
    let root = outlast_testkit::corpus::root();
    let npz = std::fs::read(root.join("executorch/1.5.1/multi.npz")).unwrap();
    let all = arrays::read(&npz).unwrap();
    let safetensors = write(&all).unwrap();
    let member = npy(&[3], &[0; 12], "<f4");
    let mut rng = Rng(7);
    let mut refused = 0;
    for file in [&npz, &safetensors, &member] {
        assert!(arrays::read(file).is_ok());
        for len in cuts(file.len()) {
            assert!(arrays::read(&file[..len]).is_err(), "cut to {len}");
        }
        for _ in 0..5000 {
            refused += usize::from(arrays::read(&flip(file, &mut rng)).is_err());
        }
    }
    println!("{refused} of 15000 refused");
    for (file, what) in [(&b""[..], "start of"), (b"hello, world", "start of"), (b"PK\x05\x06", "cut off")] {
        let error = arrays::read(file).unwrap_err();
        assert!(format!("{error} {:?}", error.help()).contains(what), "{error}");
    }
}

fn npy(shape: &[usize], data: &[u8], descr: &str) -> Vec<u8> {
    let shape: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape})}}");
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(data);
    file
}

/// A zip archive of one member that says what it is told to say.
fn archive(name: &str, method: u16, stored: &[u8], size: u32, crc: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let u16s = |out: &mut Vec<u8>, all: &[u16]| all.iter().for_each(|n| out.extend(n.to_le_bytes()));
    let u32s = |out: &mut Vec<u8>, all: &[u32]| all.iter().for_each(|n| out.extend(n.to_le_bytes()));
    let len = u32::try_from(stored.len()).unwrap();
    let name_len = u16::try_from(name.len()).unwrap();
    out.extend(b"PK\x03\x04");
    u16s(&mut out, &[20, 0, method, 0, 0]);
    u32s(&mut out, &[crc, len, size]);
    u16s(&mut out, &[name_len, 0]);
    out.extend(name.as_bytes());
    out.extend(stored);
    let start = u32::try_from(out.len()).unwrap();
    out.extend(b"PK\x01\x02");
    u16s(&mut out, &[20, 20, 0, method, 0, 0]);
    u32s(&mut out, &[crc, len, size]);
    u16s(&mut out, &[name_len, 0, 0, 0, 0]);
    u32s(&mut out, &[0, 0]);
    out.extend(name.as_bytes());
    let directory = u32::try_from(out.len()).unwrap() - start;
    out.extend(b"PK\x05\x06");
    u16s(&mut out, &[0, 0, 1, 1]);
    u32s(&mut out, &[directory, start]);
    u16s(&mut out, &[0]);
    out
}

#[test]
fn archives_that_lie() {
    let member = npy(&[3], &[0; 12], "<f4");
    let len = u32::try_from(member.len()).unwrap();
    let why = |file: Vec<u8>| arrays::read(&file).unwrap_err().to_string();
    assert!(why(archive("a.npy", 0, &member, len, 0)).contains("checksum"));
    assert!(why(archive("a.npy", 0, &member, len + 1, 0)).contains("the directory says"));
    assert!(why(archive("a.txt", 0, &member, len, 0)).contains("no .npy"));
    assert!(why(archive("a.npy", 12, &member, len, 0)).contains("method 12"));
    let deflated = why(archive("a.npy", 8, &member, len, 0));
    assert!(deflated.contains("damaged") || deflated.contains("magic"), "{deflated}");
    // A gigabyte of numbers that are not there: nothing is set aside for them.
    let claims = npy(&[1 << 28], &[0; 12], "<f4");
    assert!(why(archive("a.npy", 0, &claims, 1 << 30, 0)).contains("zip archive"));
    // More than all arrays together may have.
    let claims = npy(&[1 << 31], &[0; 12], "<f8");
    let deflated = deflate_stored(&claims);
    let len = u32::try_from(claims.len()).unwrap();
    let file = archive("a.npy", 8, &deflated, len, 0);
    let limit = arrays::max_inflated(file.len() as u64);
    assert_eq!(limit, (256 << 20) + 64 * file.len() as u64);
    assert!(why(file).contains(&format!("more than {limit}")));
    assert_eq!(arrays::max_inflated(1 << 40), arrays::MAX_INFLATED);
    // More than its bytes can become.
    assert!(why(archive("a.npy", 8, &deflated, u32::MAX - 1, 0)).contains("cannot become 4294967294"));
}

#[test]
fn errors_in_members_say_in_which() {
    let damaged = npy(&[3], &[0; 12], "<q9");
    let len = u32::try_from(damaged.len()).unwrap();
    for (method, data) in [(0, damaged.clone()), (8, deflate_stored(&damaged))] {
        let error = arrays::read(&archive("w.npy", method, &data, len, 0)).unwrap_err();
        // Counted in the array, also where it is compressed.
        let end = damaged.len() - 12;
        assert_eq!(error.place().to_string(), format!("w.npy at 0xa..0x{end:x}"), "{error}");
        assert!(error.to_string().contains(&format!("(w.npy at 0xa..0x{end:x})")), "{error}");
    }
    // What is wrong with the member is at a place in the archive.
    let member = npy(&[3], &[0; 12], "<f4");
    let len = u32::try_from(member.len()).unwrap();
    let error = arrays::read(&archive("w.npy", 0, &member, len, 0)).unwrap_err();
    assert!(error.place().to_string().starts_with("0x23..0x"), "{error}");
    assert!(error.place().to_string().ends_with(" in member w.npy"), "{error}");
}

/// Deflated without compression: one block.
fn deflate_stored(data: &[u8]) -> Vec<u8> {
    let len = u16::try_from(data.len()).unwrap();
    let mut out = vec![1];
    out.extend(len.to_le_bytes());
    out.extend((!len).to_le_bytes());
    out.extend(data);
    out
}
