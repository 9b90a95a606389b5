//! JSON with places.

use outlast_core::ErrorKind;
use outlast_testkit::corpus;
use outlast_testkit::mutate::Rng;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::{Package, Program, check, defs, json_text, render, uses};
use outlast_torchscript::json::{Document, Kind, MAX_DEPTH, Value};

fn error(text: &str) -> String {
    let error = Document::parse(text.as_bytes()).unwrap_err();
    format!("{} | {} {}", error.kind(), error.place().span, error.place().path)
}

#[test]
fn values_and_their_places() {
    let text =
        r#" {"a": [1, -2.5e3, NaN], "é": {"b": null, "b": true}, "s": "x\u00e9\ud83d\ude00\ud800\n\"/"} "#;
    let document = Document::parse(text.as_bytes()).unwrap();
    let root = document.root();
    assert_eq!((root.kind(), document.len()), (Kind::Object, 14));
    let a = root.get("a").unwrap();
    assert_eq!(a.raw(), "[1, -2.5e3, NaN]");
    assert_eq!(a.span().start_byte(), 7);
    let items: Vec<Value<'_>> = a.items().collect();
    assert_eq!((items[0].as_i64(), items[0].as_f64()), (Some(1), Some(1.0)));
    assert_eq!((items[1].as_i64(), items[1].as_f64()), (None, Some(-2500.0)));
    assert!(items[2].as_f64().unwrap().is_nan() && items[2].as_str().is_none());
    // The last of several members counts.
    let inner = root.get("é").unwrap();
    assert_eq!((inner.get("b").unwrap().as_bool(), inner.members().count()), (Some(true), 2));
    assert_eq!(root.get("s").unwrap().as_str().unwrap(), "xé😀\u{fffd}\n\"/");
    assert!(root.get("c").is_none() && a.get("a").is_none() && a.members().next().is_none());
    assert_eq!(
        root.members().map(|(key, _)| key.as_str().unwrap().into_owned()).collect::<Vec<_>>(),
        ["a", "é", "s"]
    );
    // Numbers that do not fit are numbers all the same.
    let document = Document::parse(b"[9223372036854775808, 1e400]").unwrap();
    let items: Vec<Value<'_>> = document.root().items().collect();
    assert_eq!((items[0].as_i64(), items[0].as_f64()), (None, Some(9_223_372_036_854_775_808.0)));
    assert_eq!(items[1].as_f64(), Some(f64::INFINITY));
}

#[test]
fn what_is_no_json_has_a_place_and_a_path() {
    assert_eq!(error(""), "1:1: a value expected, the end of the text found | 0x0 ");
    assert_eq!(error("{\"a\": [1,\n 2 3]}"), "2:4: `,` or `]` expected, `3` found | 0xd..0xe a[2]");
    assert_eq!(error("{\"a\": {\"b\": tru}}"), "1:13: a value expected, `t` found | 0xc..0xd a / b");
    assert_eq!(error("[{}, {\"x\" 1}]"), "1:11: `:` expected, `1` found | 0xa..0xb [1] / x");
    assert_eq!(error("[01]"), "1:3: `,` or `]` expected, `1` found | 0x2..0x3 [1]");
    assert_eq!(error("[1,]"), "1:4: a value expected, `]` found | 0x3..0x4 [1]");
    assert_eq!(error("\"a"), "1:3: `\"` expected, the end of the text found | 0x2 ");
    assert_eq!(error("\"\\x\""), "1:3: an escape, as `\\n` expected, `x` found | 0x2..0x3 ");
    assert_eq!(error("\"\\u12\""), "1:6: four hexadecimal digits expected, `\"` found | 0x5..0x6 ");
    assert_eq!(
        error("\"\u{1}\""),
        "1:2: `\"` or an escaped control character expected, `\\u{1}` found | 0x1..0x2 "
    );
    assert_eq!(
        error("\u{feff}[]"),
        "1:1: JSON without a byte order mark expected, `\\u{feff}` found | 0x0..0x1 "
    );
    assert_eq!(error("[] []"), "1:4: the end of the text expected, `[` found | 0x3..0x4 ");
    assert_eq!(error("1."), "1:3: a digit expected, the end of the text found | 0x2 ");
    let bad = Document::parse(b"\"\xff\"").unwrap_err();
    assert!(matches!(bad.kind(), ErrorKind::BadUtf8 { .. }) && bad.place().span.start_byte() == 1);
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Document::parse(nested(MAX_DEPTH).as_bytes()).is_ok());
    let error = Document::parse(nested(MAX_DEPTH + 1).as_bytes()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }));
    assert!(Document::parse("[".repeat(1_000_000).as_bytes()).is_err());
}

/// The text of the program in the corpus, with some bytes changed: whatever is read is within the text and can be looked at.
#[test]
fn changed_texts() {
    let file = std::fs::read(corpus::root().join("torch/2.15.0/exported.pt2")).unwrap();
    let archive = TorchArchive::open(&file).unwrap();
    let package = Package::of(&archive).unwrap();
    let text = json_text(&archive, &package.models[0].program).unwrap().into_owned();
    let mut rng = Rng(16);
    let mut next = |below: usize| rng.below(below);
    let pieces: [&[u8]; 12] =
        [b"\"", b"{", b"}", b"[", b"]", b",", b":", b"null", b"\\", b"1e9", b"as_graph", b"\xf0\x9f\x98\x80"];
    let (mut read, rounds) = (0, 3000);
    for _ in 0..rounds {
        let mut changed = text.clone();
        for _ in 0..=next(3) {
            let at = next(changed.len());
            match next(3) {
                0 => changed[at] = u8::try_from(next(256)).unwrap(),
                1 => drop(changed.splice(at..at, pieces[next(pieces.len())].iter().copied())),
                _ => drop(changed.drain(at..changed.len().min(at + 1 + next(8)))),
            }
        }
        match Document::parse(&changed) {
            Err(error) => assert!(error.place().span.end_byte() <= u64::try_from(changed.len()).unwrap()),
            Ok(document) => {
                read += 1;
                let program = Program::new(document.root());
                let mut shown = String::new();
                render(program, 4096, &mut shown).unwrap();
                assert!(shown.len() < 8192);
                let found = check(
                    defs::definitions(),
                    outlast_torchscript::export::PROGRAM,
                    None,
                    document.root(),
                    10,
                );
                assert!(found.list.len() <= 10);
                program.graph().map(uses);
                let _ = (program.inputs(), program.outputs(), program.ranges(), program.opset_version());
            }
        }
    }
    corpus::figures(read, 725);
}
