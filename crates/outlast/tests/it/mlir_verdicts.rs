//! Verdicts on small files of MLIR bytecode against what the real readers did with them (`corpus/mlir/verdicts`, made by
//! `xtask/peers/mlir/verdicts.py pack`).

use std::collections::BTreeMap;

use outlast::targets::Profile;
use outlast::{Outcome, Program, Subject};
use outlast_testkit::corpus;

#[test]
fn verdicts_are_what_real_readers_did() {
    let (mut cells, mut wrong) = (0, BTreeMap::<&str, Vec<String>>::new());
    let mut good = 0;
    for list in corpus::files("mlir/verdicts", &["txt"]) {
        let packed = std::fs::read(list.with_extension("z")).unwrap();
        let data = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap();
        let mut rest = data.as_slice();
        for line in std::fs::read_to_string(&list).unwrap().lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, size, target, real] = words[..] else { panic!("{line}") };
            let (module, after) = rest.split_at(size.parse().unwrap());
            rest = after;
            let target = format!("mlir-{target}");
            let resolved = Profile::resolve(&target).unwrap();
            let subject = Subject::new(&Program::open(module).unwrap()).unwrap();
            let verdict = subject.check(&[], &target, &resolved).unwrap();
            cells += 1;
            good += usize::from(verdict.outcome == Outcome::Loads);
            let kind = match (real, verdict.outcome) {
                ("fails", Outcome::Loads) => "wrong loads",
                ("loads", Outcome::Fails) => "wrong fails",
                (_, Outcome::Unknown) => "unknown",
                _ => continue,
            };
            wrong.entry(kind).or_default().push(format!("{name} by {target}"));
        }
        assert!(rest.is_empty());
    }
    assert!(cells > 300 && good > 60, "{cells} {good}");
    let count = |kind: &str| wrong.get(kind).map_or(0, Vec::len);
    assert_eq!(count("wrong loads"), 0, "{wrong:#?}");
    assert!(count("wrong fails") * 50 <= cells, "{wrong:#?}");
    assert!(count("unknown") * 3 <= cells, "{wrong:#?}");
}
