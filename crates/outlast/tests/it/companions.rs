//! Damaged or unfit data files: a program that would be refused or misread with them is not `loads`.

use outlast::{Companion, Options, Outcome, check_with};

fn corpus(name: &str) -> Vec<u8> {
    let folder = outlast_testkit::corpus::root().join("executorch");
    outlast_testkit::corpus::read(folder.join(name)).unwrap()
}

fn verdict(program: &[u8], data: &[&[u8]], target: &str) -> Outcome {
    let companion = |bytes| Companion::new("data.ptd".into(), outlast::open(bytes).unwrap());
    let companions: Vec<Companion<'_>> = data.iter().copied().map(companion).collect();
    let target = outlast::target(target).unwrap();
    check_with(program, &companions, &target, &Options::none()).unwrap().outcome
}

#[test]
fn data_files_are_verified_and_compared() {
    let (ext, data) = (corpus("1.5.1/ext.pte"), corpus("1.5.1/ext.ptd"));
    let judge = |data: &[&[u8]]| verdict(&ext, data, "executorch-1.5.1");
    assert_eq!(judge(&[&data]), Outcome::Loads);
    assert_eq!(judge(&[]), Outcome::Fails, "no data file");
    assert_eq!(judge(&[&data[..data.len() - 600]]), Outcome::Fails, "cut off");
    let mut moved = data.clone();
    moved[32..40].fill(0);
    assert_eq!(judge(&[&moved]), Outcome::Fails, "segments start at 0");
    assert_eq!(judge(&[&corpus("1.5.1/xnn_ext.ptd")]), Outcome::Fails, "another program's data");
    assert_eq!(judge(&[&data, &data]), Outcome::Unknown, "every name twice");
}

#[test]
fn data_files_that_nobody_needs_must_be_whole() {
    let (mlp, data) = (corpus("1.5.1/mlp.pte"), corpus("1.5.1/ext.ptd"));
    assert_eq!(verdict(&mlp, &[&data], "executorch-1.5.1"), Outcome::Loads);
    assert_eq!(verdict(&mlp, &[&data[..data.len() - 600]], "executorch-1.5.1"), Outcome::Fails);
}

#[test]
fn dialects_are_told_apart() {
    let old = corpus("0.6.0/ext.ptd");
    assert_eq!(verdict(&corpus("0.6.0/ext.pte"), &[&old], "executorch-1.0.1"), Outcome::Fails);
    assert_eq!(
        verdict(&corpus("0.6.0/ext.pte"), &[&old], "executorch-0.6.0"),
        Outcome::Unknown,
        "not measured"
    );
    let new = corpus("0.7.0/ext.ptd");
    assert_eq!(verdict(&corpus("0.7.0/ext.pte"), &[&new], "executorch-1.0.1"), Outcome::Loads);
}
