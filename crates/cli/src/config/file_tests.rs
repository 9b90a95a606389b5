//! Tests of what a file may say, and of what is said of files that are wrong.

use outlast::opsets::lint::Date;

use super::{Fault, File};

const ALL: &str = r#"
targets = ["executorch>=0.6", "llvm-16"]
fail-on = ["fails", "misreads"]
basis = "measured"
baseline = "outlast-baseline.jsonl"
data-dir = ["weights"]

[[path]]
files = ["phones/**/*.pte"]
targets = ["executorch-rn-0.7.3-ios"]
data = ["phones/weights.ptd"]
fail-on = []

[[ignore]]
code = "OL2004"
files = ["legacy/**"]
targets = ["executorch<0.5"]
reason = "these phones get another build"
owner = "ml-infra"
expires = "2027-03-01"

[[ignore]]
code = "OL2014"
reason = "é"
expires = 2027-03-02
"#;

#[test]
fn every_key_is_read_with_its_line() {
    let file = File::read(ALL).unwrap();
    let targets = file.all.targets.unwrap();
    assert_eq!((targets.line, targets.value.len()), (2, 2));
    assert_eq!(file.all.fail_on.unwrap().value.len(), 2);
    assert_eq!(file.all.basis.unwrap().line, 4);
    assert_eq!(file.baseline.unwrap().line, 5);
    let [path] = &file.paths[..] else { panic!() };
    assert_eq!(path.line, 8);
    assert_eq!(path.keys.fail_on.as_ref().unwrap().value, []);
    let [first, second] = &file.ignores[..] else { panic!() };
    assert_eq!((first.line, first.code.as_str(), first.owner.as_deref()), (14, "OL2004", Some("ml-infra")));
    assert!(second.files.is_none() && second.targets.is_none() && second.owner.is_none());
    assert_eq!(second.expires, Date::parse("2027-03-02"));
    assert!(File::read("").unwrap().all.targets.is_none());
}

#[test]
fn the_table_of_the_lint_is_read() {
    let text = "[lint]\nlevels = { fbs-docs-changed = \"off\", OL3832 = \"note\" }\nexclude = [\"broken/\", \"*.bfbs\"]\n";
    let lint = File::read(text).unwrap().lint;
    let levels: Vec<_> = lint.levels.iter().map(|level| (level.rule.name, level.severity)).collect();
    assert!(levels.contains(&("fbs-docs-changed", None)), "{levels:?}");
    assert!(levels.contains(&("fbs-field-removed", Some(outlast::Severity::Note))), "{levels:?}");
    let exclude = lint.exclude.unwrap();
    let matches = |file: &str| exclude.value.matches(std::path::Path::new("/p"), std::path::Path::new(file));
    assert_eq!((exclude.line, matches("/p/broken/a/b.fbs"), matches("/p/a.fbs")), (3, true, false));
}

#[test]
fn an_entry_is_over_from_its_day_on() {
    let file = File::read(ALL).unwrap();
    let over = |day: &str| file.ignores[0].is_over(Date::parse(day).unwrap());
    assert!(!over("2027-02-28"));
    assert!(over("2027-03-01"));
    assert!(over("2028-01-01"));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (text, expected) in [
        ("target = []", "1: unknown key `target`: did you mean `targets`?"),
        ("\nfail_on = []", "2: unknown key `fail_on`: did you mean `fail-on`?"),
        (
            "quite-something = 1",
            "1: unknown key `quite-something`: expected targets, fail-on, basis, data, data-dir, allow-code, baseline, path, ignore or lint",
        ),
        ("zz = 1\nbasiss = 2", "1: unknown key `zz`: expected targets"),
        ("targets = \"llvm\"", "1: `targets` is \"llvm\": expected a list of targets"),
        ("targets = [\n  \"llvm\",\n  7,\n]", "3: `targets` is the number 7: expected a list of targets"),
        ("targets = []", "1: `targets` is empty: expected a list of targets"),
        ("targets = [\" \"]", "1: `targets` is empty: expected a list of targets"),
        ("fail-on = [\"fail\"]", "1: `fail-on` has `fail`: did you mean `fails`?"),
        (
            "fail-on = [\"loads-of-other\"]",
            "1: `fail-on` has `loads-of-other`: expected fails, misreads or unknown",
        ),
        ("basis = \"mesured\"", "1: `basis` has `mesured`: did you mean `measured`?"),
        ("basis = true", "1: `basis` is true: expected a text"),
        ("[path]\nfiles = []", "1: `path` is a table: expected entries that begin with [[path]]"),
        ("[[path]]\ntargets = [\"llvm\"]", "1: [[path]] has no `files`: which files does it apply to?"),
        ("[[path]]\nfile = [\"a\"]", "2: unknown key `file` in [[path]]: did you mean `files`?"),
        ("[[path]]\nfiles = [\n\"a\",\n\"[b\"]", "4: `files`: `[b` is not a pattern"),
        ("[[path]]\nfiles = [\"a\"]\nbaseline = \"b\"", "3: unknown key `baseline` in [[path]]"),
        ("[[ignore]]\nreason = \"r\"", "1: [[ignore]] has no `code`: which one does it ignore"),
        ("[[ignore]]\ncode = \"OL2004\"", "1: [[ignore]] has no `reason`: why is it ignored?"),
        ("[[ignore]]\ncode = \"OL2004\"\nreason = \"\"", "3: `reason` is empty: expected a text"),
        (
            "[[ignore]]\ncode = \"ol2004\"\nreason = \"r\"",
            "2: `code` is `ol2004`, which does not exist: did you mean `OL2004`?",
        ),
        (
            "[[ignore]]\ncode = \"nonsense-code\"\nreason = \"r\"",
            "2: `code` is `nonsense-code`, which does not exist: `outlast explain",
        ),
        (
            "[[ignore]]\ncode = \"OL2004\"\nreason = \"r\"\nexpires = \"March\"",
            "4: `expires` is \"March\": expected a day, such as \"2027-03-01\"",
        ),
        (
            "[[ignore]]\ncode = \"OL2004\"\nreason = \"r\"\nexpires = 2027-03-01T10:00:00",
            "4: `expires` is the day 2027-03-01T10:00:00: expected a day",
        ),
        ("[lint]\nexclud = []", "2: unknown key `exclud` in [lint]: did you mean `exclude`?"),
        ("[lint]\nexclude = \"a\"", "2: `exclude` is \"a\": expected a list of patterns"),
        (
            "[lint]\nlevels = { fbs-docs-change = \"off\" }",
            "2: `levels`: no rule `fbs-docs-change`: did you mean `fbs-docs-changed`?",
        ),
        ("[lint]\nlevels = { fbs-docs-changed = \"of\" }", "2: `levels` has `of`: did you mean `off`?"),
        ("[[ignore]]\ncode = \"fbs-docs-changed\"\nsubject = \"[\"\nreason = \"r\"", "3: "),
        ("a = \n", "1: not TOML: "),
        ("targets = [\"llvm\"]\ntargets = [\"mlir\"]", "2: not TOML: duplicate key"),
    ] {
        let error = File::read(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}\n  {error}\n  {expected}");
    }
}

/// Whatever a file has, it is read or refused with a line that it has.
#[test]
fn cut_and_changed_files_are_read_or_refused() {
    let look = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        if let Err(Fault { line, .. }) = File::read(&text) {
            assert!((1..=text.split('\n').count()).contains(&line), "line {line} of {text}");
        }
    };
    let whole = ALL.as_bytes();
    for end in 0..=whole.len() {
        look(&whole[..end]);
        look(&whole[end..]);
    }
    let mut seed = 7_u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from(seed >> 8).unwrap() % below
    };
    for _ in 0..4000 {
        let mut bytes = whole.to_vec();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = b"\"'[]{}=.\n#,\\*/0aT-\0\xc3"[next(19)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"\"[]{}=.\n-*"[next(10)]),
                _ => {
                    let from = next(bytes.len());
                    let piece: Vec<u8> = bytes[from..].iter().take(40).copied().collect();
                    bytes.splice(at..at, piece);
                }
            }
        }
        look(&bytes);
    }
    look("[".repeat(100_000).as_bytes());
    look(format!("targets = {}", "[".repeat(100_000)).as_bytes());
    look("a.".repeat(50_000).as_bytes());
}
