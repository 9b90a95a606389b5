//! The table of schemas by release.

use outlast_opset::history::{self, Printed, Release, encode};
use outlast_opset::schema::Spelling;
use outlast_testkit::corpus::figures;
use sha2::{Digest, Sha256};

fn release(text: &str) -> Release {
    Release::parse(text).unwrap()
}

#[test]
fn the_blob_is_compiled_from_the_texts() {
    let blob = encode(&history::sources()).unwrap();
    assert!(blob == include_bytes!("../../schemas/torch.blob"), "run `cargo xtask bless`");
    // A blob that is none, or whose numbers point outside, is answered with nothing.
    for len in (0..64).chain([500, 5000, 50_000]) {
        let cut = history::History::open(blob[..len].to_vec().leak());
        assert!(cut.is_none_or(|cut| cut.operator("aten::relu").next().is_none()));
    }
    let mut bad = blob.clone();
    bad.iter_mut().skip(24).for_each(|byte| *byte |= 0xf0);
    let bad = history::History::open(bad.leak()).unwrap();
    assert!(bad.entries().all(|entry| entry.name.is_empty() || entry.schema().is_err()));
    assert!(bad.order("aten::add", release("2.15.0")).is_none());
    assert_eq!(bad.functions("aten::add", release("2.15.0")).count(), 0);
}

/// Every line that twenty releases printed comes out again, in the spelling of its release: the hashes are of the real output.
#[test]
fn every_release_is_printed_again() {
    let history = history::torch();
    let (mut releases, mut total, mut classes, mut xnnpack) = (0, 0, 0, 0);
    for release in history.releases() {
        let held = history.entries().filter(|entry| entry.releases.contains(release));
        let mut lines: Vec<String> =
            held.map(|entry| entry.schema().unwrap().spelled(Spelling::of(release)).to_string()).collect();
        lines.sort_unstable();
        let count = lines.len();
        let text = lines.join("\n") + "\n";
        let hash: String = Sha256::digest(&text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(Some(&*format!("{count} {hash}")), history.printed(release), "{release}");
        releases += 1;
        total += count;
        let with = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
        classes += with("__torch__.torch.classes.");
        xnnpack += with("__torch__.torch.classes.xnnpack.");
    }
    // Of classes that the newest release does not have, and whose operators its own parser refuses: those of XNNPACK.
    figures((releases, total, classes, xnnpack), (20, 69454, 2160, 92));
}

#[test]
fn entries_read_to_what_the_text_says() {
    let history = history::torch();
    let mut rows = 0;
    for entry in history.entries() {
        let schema = entry.schema().unwrap();
        assert_eq!((schema.name.name.as_str(), schema.name.overload.as_str()), (entry.name, entry.overload));
        rows += 1;
    }
    figures((rows, history.operators().count()), (6925, 2701));
}

#[test]
fn look_ups() {
    let history = history::torch();
    let overloads = |name: &str, of: &str| {
        history.overloads(name, release(of)).map(|entry| entry.overload).collect::<Vec<_>>()
    };
    assert_eq!(overloads("aten::relu", "1.3.1"), [""]);
    // Before 1.7, several schemas have the same name.
    assert_eq!(overloads("aten::add", "1.3.1"), [&[""; 11][..], &["Scalar", "Tensor", "out"]].concat());
    assert_eq!(overloads("aten::add", "2.15.0").len(), 16);
    assert_eq!(overloads("aten::qr", "2.10.0"), ["", "Q"]);
    assert!(overloads("aten::qr", "2.14.1").is_empty());
    assert!(overloads("aten::nothing", "2.15.0").is_empty());
    // A release that was not asked has neighbours, and no answers.
    assert!(overloads("aten::relu", "2.7.0").is_empty() && !history.has(release("2.7.0")));
    assert_eq!(history.neighbours(release("2.7.0")), (Some(release("2.6.0")), Some(release("2.8.0"))));
    assert_eq!(history.neighbours(release("3.0.0")), (Some(release("2.15.0")), None));

    let present = |name: &str, overload: &str| {
        history.present(name, overload).iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    assert_eq!(present("aten::qr", ""), "1.3.1-2.10.0");
    assert_eq!(present("aten::relu", ""), "1.3.1-");
    assert_eq!(present("aten::linalg_svd", "U"), "1.8.1-");
    assert_eq!(present("aten::sym_is_contiguous", ""), "2.10.0-");
    assert_eq!(present("aten::nothing", ""), "");

    let schemas: Vec<String> = history
        .overload("aten::linspace", "")
        .map(|entry| format!("{} {}", entry.releases, entry.schema().unwrap()))
        .collect();
    let tail = "*, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor";
    let old = tail.replace("ScalarType", "int").replace("Layout", "int");
    assert_eq!(
        schemas,
        [
            format!("1.3.1-1.6.0 aten::linspace(Scalar start, Scalar end, int steps=100, {old}"),
            format!("1.7.1-1.10.2 aten::linspace(Scalar start, Scalar end, int? steps=None, {old}"),
            format!("1.11.0- aten::linspace(Scalar start, Scalar end, int steps, {tail}"),
        ]
    );
}

#[test]
fn version_maps() {
    let history = history::torch();
    let sizes: Vec<usize> = history.releases().map(|release| history.version_map(release).count()).collect();
    assert_eq!(sizes, [0, 0, 0, 0, 0, 0, 0, 0, 11, 19, 19, 19, 19, 19, 19, 19, 19, 19, 18, 18]);
    let versions: Vec<Option<u16>> =
        ["1.10.2", "1.11.0", "2.15.0", "2.7.0"].map(|of| history.operator_version(release(of))).to_vec();
    assert_eq!(versions, [None, Some(9), Some(10), None]);
    let gelu =
        history.version_map(release("2.15.0")).find(|upgrader| upgrader.operator == "aten::gelu").unwrap();
    assert_eq!(
        (gelu.bumped_at, gelu.upgrader, gelu.old_schema),
        (10, "gelu_0_9", "aten::gelu(Tensor self) -> Tensor")
    );
    assert_eq!(gelu.releases.to_string(), "1.12.1-");
}

#[test]
fn releases_that_print_the_same_differently_share_a_row() {
    let printed = [
        ("1.12.1", "a::f(int x, int? dtype=None, int[2] s=[1, 1]) -> (Tensor)\n"),
        ("1.13.1", "a::f(int x, ScalarType? dtype=None, int[2] s=1) -> Tensor\na::g(SymInt x) -> ()\n"),
        ("2.0.1", "a::f(int x, int? dtype=None, int[2] s=1) -> Tensor\na::g(int x) -> ()\n"),
    ];
    let table = Printed::new(printed.map(|(name, lines)| (release(name), lines))).unwrap();
    assert_eq!(
        table.to_text(),
        "operator a::f 1.12.1,2.0.1- = (int x, int? dtype=None, int[2] s=1) -> Tensor\n\
         operator a::f 1.13.1 = (int x, ScalarType? dtype=None, int[2] s=1) -> Tensor\n\
         operator a::g 1.13.1 = (SymInt x) -> ()\n\
         operator a::g 2.0.1- = (int x) -> ()\n"
    );
    let wrong = Printed::new([(release("2.15.0"), "a::f() -> (Tensor)\n")]).unwrap_err();
    assert_eq!(wrong.to_string(), "1:1: 2.15.0 writes `a::f() -> Tensor`");
}
