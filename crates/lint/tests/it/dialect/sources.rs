//! Where dialects come from: texts, and what TableGen prints.

use outlast_lint::Level;
use outlast_lint::dialect::{self, read_ods, read_text, write_text};
use outlast_testkit::documents::Document;

use crate::mutants::Rng;
use crate::support::home;

/// What TableGen prints of `ods/toy.td` and `ods/toy_bytecode.td`; what is expected is what mlir-tblgen generates of the same files.
#[test]
fn definitions_are_read_as_tablegen_generates_code_from_them() {
    let folder = home().join("tests/it/dialect/ods");
    let [ops, codes] =
        ["toy.json", "toy_bytecode.json"].map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    let read = read_ods("toy", "1.0", &[("toy.json", &ops), ("toy_bytecode.json", &codes)]).unwrap();
    let text = write_text(&read);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("op ")).collect();
    assert_eq!(
        lines,
        [
            "release toy 1.0",
            "dialect toy",
            "toy.attrs count?:int flag?:unit mode name:string zero?:int",
            "toy.custom attr:string",
            "toy.derived -",
            "toy.native attr:string number:varint->i64 truth:bool->unit text:str->string maybe?:optional(varint)->any many:list(varint)->any zero?:varint->i32",
            "toy.plain -",
            "toy.segments axes?:densearray operandSegmentSizes:segments(3) resultSegmentSizes:segments(2)",
            "attr toy 1 PairAttr first:varint rest:list(value:svarint) more:list(value:attr)",
            "type toy 0 BoxType of:type",
        ]
    );
    let of = |name: &str| text.lines().find(|line| line.starts_with(&format!("op toy.{name} "))).unwrap();
    assert!(of("segments").contains("operands=ins*,mask?,outs* results=first*,second*"));
    assert!(of("attrs").contains("only.mode=up|down") && of("attrs").contains("default.count=7"));
    assert!(of("attrs").contains("regions=body,more*") && of("custom").ends_with(" custom"));
    assert!(of("plain").contains("traits=AlwaysSpeculatableImplTrait,Commutative"));
    // What was read can be written, read again and compared with itself.
    let again = read_text("toy.txt", &text).unwrap();
    let findings = dialect::lint(&read, &again).unwrap().findings;
    assert!(findings.iter().all(|finding| finding.level == Level::Note), "{findings:?}");
}

#[test]
fn what_is_no_json_of_tablegen_is_refused() {
    for (text, expected) in [
        ("", "1:0: what TableGen prints is JSON"),
        ("[]", "it has no `!instanceof`"),
        ("{\"a\": 1}", "it has no `!instanceof`"),
        ("{\"!instanceof\": {}}", "a definition of an operation or of an encoding is missing"),
        (
            "{\"!instanceof\": {\"Op\": [\"A\", 3]}, \"A\": 5}",
            "a definition of an operation or of an encoding is missing",
        ),
    ] {
        let error = read_ods("a", "1", &[("a.json", text)]).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn nothing_makes_the_reader_of_definitions_panic() {
    let text = std::fs::read_to_string(home().join("tests/it/dialect/ods/toy.json")).unwrap();
    let mut rng = Rng::new(9);
    let mut read = 0;
    for _ in 0..400 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = b"\"[]{}:,0a_"[rng.below(10)],
                1 => drop(bytes.remove(at)),
                _ => bytes[at] = bytes[at].wrapping_add(1),
            }
        }
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(dialects) = read_ods("a", "1", &[("a.json", &text)])
        {
            let _ = dialect::lint(&dialects, &dialects);
            read += 1;
        }
    }
    assert!(read > 10, "{read}");
}

#[test]
fn texts_are_read_as_they_were_written() {
    let mut texts: Vec<String> =
        dialect::release_names().map(|name| write_text(&dialect::of_release(name).unwrap())).collect();
    texts.push(
        "release toy 1.0\ndialect toy version=3 lenient\ntoy.a x:int y?\nop toy.a is=b operands=l,r*,m? results= regions=body \
         traits=A,B is.x=w default.y=\"0 : i32\" constraint.x=\"not negative\" only.x=1|2 custom\nattr toy 3 A is=B a:list(b:attr)\ntype toy 0 T ?\n"
            .to_string(),
    );
    for text in texts {
        let once = read_text("a.txt", &text).unwrap();
        let written = write_text(&once);
        let twice = read_text("a.txt", &written).unwrap();
        assert_eq!(write_text(&twice), written);
        assert_eq!(once.op_count(), twice.op_count());
        assert_eq!(dialect::lint(&once, &twice).unwrap().findings, []);
    }
}

#[test]
fn what_is_wrong_in_a_text_is_said_with_its_line() {
    let head = "release toy 1.0\n";
    for (text, expected) in [
        (String::new(), "1:1: a description begins with `release NAME VERSION`"),
        ("toy.a -\n".into(), "1:1: a description begins with `release NAME VERSION`"),
        ("release toy\n".into(), "1:1: expected `release NAME VERSION`"),
        (format!("{head}release toy 2.0\n"), "2:1: a second release; a description is of one"),
        (
            format!("{head}toy.a x:what\n"),
            "2:1: expected an operation and its fields, or `-` if it has none: `toy.a x:what`",
        ),
        (format!("{head}toy.a -\ntoy.a -\n"), "3:1: `toy.a` occurs twice"),
        (format!("{head}dialect toy version=x\n"), "2:1: `version` is a number"),
        (format!("{head}dialect toy strict\n"), "2:1: a dialect has `version=N` and `lenient`, not `strict`"),
        (
            format!("{head}op toy.a operands=x\n"),
            "2:4: there is no row `toy.a …` with its properties before this one",
        ),
        (format!("{head}toy.a -\nop toy.a colour=x\n"), "3:4: an operation has no `colour`; it has operands"),
        (format!("{head}toy.a -\nop toy.a default.x=1\n"), "3:4: `toy.a` has no field `x`"),
        (format!("{head}toy.a x\nop toy.a what.x=1\n"), "3:4: an operation has no `what.x`"),
        (format!("{head}toy.a x\nop toy.a default.x=\"1\n"), "3:4: a text in quotes has no end"),
        (format!("{head}toy.a x\nop toy.a lenient\n"), "3:4: expected `KEY=VALUE` and not `lenient`"),
        (format!("{head}attr toy x A\n"), "2:1: expected `attr DIALECT CODE NAME FIELDS`"),
        (format!("{head}attr toy 0 A b:what\n"), "2:1: `b:what` is not a list of fields"),
        (format!("{head}type toy 0 A -\ntype toy 0 B -\n"), "3:1: code 0 occurs twice"),
    ] {
        let error = read_text("a.txt", &text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}\n{error}\nexpected {expected}");
    }
}

#[test]
fn comparisons_that_cannot_be_made_are_errors() {
    let of = |text: &str| read_text("a.txt", &format!("release toy 1.0\n{text}")).unwrap();
    let (some, other, none) = (of("toy.a -\n"), of("more.a -\n"), of("dialect toy\n"));
    for (old, new, expected) in [
        (&none, &some, "the old one has no operation"),
        (&some, &none, "the new one has no operation"),
        (&some, &other, "they have no dialect in common"),
    ] {
        let error = dialect::lint(old, new).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let baselines = [("1.0".to_string(), other), ("0.9".to_string(), some.clone())];
    assert!(dialect::lint_against_all(&some, &baselines).unwrap_err().to_string().contains("1.0"));
    assert!(dialect::of_release("mlir-1").unwrap_err().to_string().contains("`mlir-1` is missing"));
}

/// As many operations and properties as a text can have, all of them others in the other release.
#[test]
fn many_operations_and_properties_do_not_take_forever() {
    let fields = |head: &str, count: usize| -> String {
        (0..count).map(|at| format!(" {head}{at:03}?:int")).collect()
    };
    let ops = |head: &str| -> String { (0..3000).map(|at| format!("toy.{head}{at} x{at}:int\n")).collect() };
    let text = |head: &str| format!("release toy 1.0\ntoy.keep -\ntoy.a{}\n{}", fields(head, 512), ops(head));
    let [old, new] = ["f", "g"].map(|head| read_text("a.txt", &text(head)).unwrap());
    let before = std::time::Instant::now();
    let report = dialect::lint(&old, &new).unwrap();
    assert!(report.findings.len() > 6000, "{}", report.findings.len());
    assert!(before.elapsed().as_secs() < 20, "{:?}", before.elapsed());
    println!("{} findings in {:?}", report.findings.len(), before.elapsed());
    let error = read_text("a.txt", &format!("release toy 1.0\ntoy.a{}\n", fields("f", 513))).unwrap_err();
    assert!(error.to_string().contains("more than 512 properties"));
}

#[test]
fn findings_say_which_baselines_they_hold_against() {
    let baselines: Vec<(String, dialect::Dialects)> =
        ["mlir-18", "mlir-19"].map(|name| (name.to_string(), dialect::of_release(name).unwrap())).into();
    let held = dialect::lint_against_all(&dialect::of_release("mlir-22").unwrap(), &baselines).unwrap();
    let of = |subject: &str| held.iter().find(|held| held.finding.subject == subject).unwrap();
    assert_eq!(of("func.func.no_inline").against, ["mlir-18", "mlir-19"]);
}

#[test]
fn nothing_makes_the_reader_of_texts_panic() {
    let pair = Document::case(&home().join("pairs/dialect"), "segments-count-first");
    let text = pair.expect("new.txt");
    let more =
        format!("{text}dialect d version=3\nattr d 0 A x:list(y:attr z:maybe(u:str))\nop toy.a traits=A,B\n");
    let mut rng = Rng::new(5);
    for _ in 0..3000 {
        let mut bytes = more.clone().into_bytes();
        for _ in 0..1 + rng.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = b"\"()=:?*.,| \n09"[rng.below(14)],
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(dialects) = read_text("a.txt", &text)
        {
            let _ = dialect::lint(&dialects, &dialects);
        }
    }
}
