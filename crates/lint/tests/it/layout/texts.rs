//! Descriptions in TOML: read, written, and refused with line and what is expected.

use outlast_lint::layout::model::Layout;
use outlast_lint::layout::{Operand, Predicate, Question, read_toml, write_toml};
use outlast_testkit::documents::Document;

use super::generate::{self, Fresh};
use crate::mutants::Rng;

/// Without the places of declarations.
fn bare(mut layout: Layout) -> Layout {
    let none = outlast_lint::Site::default;
    layout.site = none();
    if let Some(version) = &mut layout.version {
        version.site = none();
    }
    for of in &mut layout.enums {
        of.site = none();
        of.cases.iter_mut().for_each(|case| case.site = none());
    }
    for block in &mut layout.blocks {
        block.site = none();
        block.abbreviations.iter_mut().for_each(|of| of.site = none());
        for record in &mut block.records {
            record.site = none();
            record.fields.iter_mut().for_each(|field| field.site = none());
        }
    }
    layout
}

#[test]
fn descriptions_are_read_as_they_were_written() {
    for seed in 0..200 {
        let (mut rng, mut fresh) = (Rng::new(seed), Fresh::default());
        let layout = generate::layout(&mut rng, &mut fresh);
        let text = write_toml(&layout);
        let read = read_toml("a.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(bare(read), bare(layout), "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let head = "[format]\nname = \"D\"\nmagic = \"DEMO\"\n";
    let block = format!("{head}[[block]]\nid = 8\nname = \"B\"\n");
    let record = format!("{block}[[block.record]]\ncode = 1\nname = \"R\"\n");
    for (text, expected) in [
        (String::new(), "1:1: a description begins with a table [format], with `name` and `magic`"),
        ("[format]\nname = 3\n".into(), "2:8: `name` of the format is a string; this is a number"),
        ("[format]\nname = \"D\"\nmagic = \"toolong\"\n".into(), "3:9: `magic` is four characters"),
        (format!("{head}colour = 1\n"), "4:1: the format has no `colour`; it has name, magic, version"),
        (
            format!("{head}[reader]\nunknown-blocks = \"eat\"\n"),
            "5:18: `unknown-blocks` is skip, refuse, or \"misread as …\"; this is `eat`",
        ),
        (
            format!("{head}[reader]\ncount = \"many\"\n"),
            "5:9: `count` is one of minimum, exact; this is `many`",
        ),
        (format!("{head}[[block]]\nname = \"B\"\n"), "4:1: a block needs `id`: a number"),
        (format!("{head}[[block]]\nid = 3\nname = \"B\"\n"), "5:6: blocks of formats have ids from 8 on"),
        (format!("{block}inside = [\"X\"]\n"), "7:11: there is no block `X` for this to be inside of"),
        (format!("{block}[[block]]\nid = 8\nname = \"C\"\n"), "7:1: block 8 `C` already exists, as 8 `B`"),
        (format!("{record}follows = \"Q\"\n"), "10:11: there is no record `Q` in this block"),
        (format!("{record}follows = \"R\"\n"), "`R` has to come after itself"),
        (
            format!("{record}fields = [\"a: u99\"]\n"),
            "10:11: `u99` is not a type: u1 to u64, i2 to i64, bool, or an enum that is declared",
        ),
        (format!("{record}fields = [\"a as fixed(99)\"]\n"), "10:11: `fixed(99)` is not an encoding"),
        (format!("{record}fields = [\"a b c\"]\n"), "10:11: a field is"),
        (format!("{record}fields = [\"a\", \"a\"]\n"), "10:16: there are two fields `a`"),
        (
            format!("{record}fields = [7]\n"),
            "10:11: a field, if it is not a string, is a table; this is a number",
        ),
        (
            format!("{block}abbreviations = [\"array char6 fixed(3)\"]\n"),
            "7:18: no record can use this abbreviation",
        ),
        (format!("{head}version = {{ at = \"B.R\" }}\n"), "4:18: `at` is a record that the version is in"),
        (format!("{head}[[enum]]\nname = \"E\"\ncases = {{ A = 1, B = 1 }}\n"), "6:22: 1 is `A` already"),
        ("[format\n".into(), "1:"),
    ] {
        let error = read_toml("a.toml", &text).unwrap_err().to_string();
        assert!(
            error.starts_with(expected) || error.contains(expected),
            "{text}\n{error}\nexpected {expected}"
        );
    }
}

#[test]
fn nothing_makes_the_reader_panic() {
    let pair = Document::case(&crate::support::home().join("pairs/layout"), "must-understand-field");
    let text = pair.expect("new.toml");
    let mut rng = Rng::new(5);
    for _ in 0..2000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = b"\"[]{}=,.0x\n"[rng.below(11)],
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(layout) = read_toml("a.toml", &text)
        {
            let _ = outlast_lint::layout::lint(&layout, &layout);
        }
    }
}

#[test]
fn no_stream_makes_the_reader_model_panic() {
    let mut read_all = 0;
    for seed in 0..60 {
        let (mut rng, mut fresh) = (Rng::new(7000 + seed), Fresh::default());
        let layout = generate::layout(&mut rng, &mut fresh);
        let content = super::random::content(&layout, &mut rng);
        let Ok(written) = outlast_lint::layout::content::write(&layout, &content) else { continue };
        let question = Question::at("x", 8, Some(1), Predicate::Above(Operand::From(0), 3));
        for _ in 0..100 {
            let mut bytes = written.bytes.clone();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }
            bytes.truncate(rng.below(bytes.len() + 1).max(bytes.len() / 2));
            let reading = outlast_lint::layout::reader::read(&layout, &bytes, true);
            let _ = question.ask(&bytes);
            let _ = outlast_lint::layout::infer([("a", bytes.as_slice())], &layout);
            read_all += usize::from(reading.troubles.is_empty());
        }
    }
    println!("{read_all} of 6000 broken streams are read without complaint");
}

#[test]
fn many_followers_do_not_take_forever() {
    let mut text =
        String::from("[format]\nname = \"D\"\nmagic = \"DEMO\"\n[[block]]\nid = 8\nname = \"B\"\n");
    text.push_str("[[block.record]]\ncode = 1\nname = \"HEAD\"\n");
    for code in 2..200 {
        text.push_str(&format!("[[block.record]]\ncode = {code}\nname = \"R{code}\"\nfollows = \"HEAD\"\n"));
    }
    let old = read_toml("old.toml", &text).unwrap();
    text.push_str("[[block.record]]\ncode = 900\nname = \"NEW\"\nfollows = \"HEAD\"\n");
    let new = read_toml("new.toml", &text).unwrap();
    let before = std::time::Instant::now();
    let report = outlast_lint::layout::lint(&old, &new).unwrap();
    assert!(report.breaks(outlast_lint::Direction::OldReadsNew));
    assert!(before.elapsed().as_secs() < 20, "{:?}", before.elapsed());
}
