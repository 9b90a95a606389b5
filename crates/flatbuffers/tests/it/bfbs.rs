//! Binary schemas: damaged ones are refused, never a panic.

use outlast_flatbuffers::schema::{Element, Schema, Type};

use crate::generator::Rng;

/// Made by flatc 25.12.19: `flatc --binary --schema --bfbs-builtins --bfbs-comments sample.fbs`.
const SAMPLE: &[u8] = include_bytes!("sample.bfbs");
const TEXT: &str = include_str!("sample.fbs");

#[test]
fn the_sample_means_what_its_text_says() {
    let read = Schema::from_bfbs(SAMPLE).unwrap();
    let written = Schema::parse(TEXT).unwrap();
    assert_eq!(crate::flatc::as_binary(&read), crate::flatc::as_binary(&written));
    assert_eq!(read.attributes, ["since"]);
    let monster = read.object(read.find_object("sample.Monster").unwrap());
    assert_eq!(monster.field("inner").unwrap().nested, read.find_object("sample.Monster"));
    assert!(matches!(monster.field("tower").unwrap().ty, Type::Single(Element::Struct(_))));
    let mut prefixed = u32::try_from(SAMPLE.len()).unwrap().to_le_bytes().to_vec();
    prefixed.extend_from_slice(SAMPLE);
    assert_eq!(Schema::from_bfbs(&prefixed).unwrap(), read);
}

#[test]
fn cut_samples_do_not_panic() {
    for len in 0..SAMPLE.len() {
        assert!(Schema::from_bfbs(&SAMPLE[..len]).is_err() || len + 8 > SAMPLE.len(), "{len}");
    }
}

#[test]
fn changed_samples_do_not_panic() {
    let mut rng = Rng::new(3);
    let mut read = 0;
    for at in 0..SAMPLE.len() {
        for value in [0, 1, 0x7f, 0xff, SAMPLE[at] ^ 1, SAMPLE[at].wrapping_add(4)] {
            let mut bytes = SAMPLE.to_vec();
            bytes[at] = value;
            if let Ok(schema) = Schema::from_bfbs(&bytes) {
                read += 1;
                // What is read can be printed, and parsed without a panic.
                let _ = Schema::parse(&schema.to_string());
            }
        }
    }
    for _ in 0..20_000 {
        let mut bytes = SAMPLE.to_vec();
        for _ in 0..1 + rng.below(6) {
            let at = rng.below(bytes.len());
            bytes[at] = u8::try_from(rng.below(256)).unwrap();
        }
        let _ = Schema::from_bfbs(&bytes);
    }
    println!("{read} samples with one changed byte could be read");
}

#[test]
fn other_files_are_refused() {
    let error = Schema::from_bfbs(b"\x10\0\0\0ET12\0\0\0\0").unwrap_err();
    assert_eq!(error.code().to_string(), "OL0102");
    assert!(Schema::from_bfbs(b"").is_err());
}
