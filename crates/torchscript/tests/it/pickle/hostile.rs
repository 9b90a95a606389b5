//! Pickles that try to be something else than they look like, in `corpus/bad/torch`.

use outlast_core::Severity;
use outlast_testkit::corpus;
use outlast_torchscript::pickle::Reader;
use outlast_torchscript::verify;

/// What is found in each, with the names. None of those that import something is clean.
#[test]
fn nothing_is_hidden() {
    let mut text = Vec::new();
    let files = corpus::files("bad/torch", &["pkl", "pt", "pth", "pt2", "tar"]);
    for path in &files {
        let findings = verify::file(&std::fs::read(path).unwrap());
        let found: Vec<_> = findings
            .iter()
            // Archives of Python's writer are not aligned.
            .filter(|finding| finding.code != verify::codes::MISALIGNED)
            .map(|finding| {
                let name = finding.title.split('`').nth(1).unwrap_or_default();
                format!("{}{}{name}", finding.code, if name.is_empty() { "" } else { " " })
            })
            .collect();
        let name = path.file_name().unwrap().to_string_lossy();
        let name = name.strip_suffix(".pkl").unwrap_or(&name);
        text.push(format!("{name}: {}", found.join(", ")).trim_end().to_string());
    }
    assert_eq!(text, EXPECTED);
    corpus::figures(files.len(), 51);
}

/// `deep`, `memo_bomb` and `recursive` are data, and cost no more than their bytes.
const EXPECTED: &[&str] = &[
    "after_stop: OL1534, OL1532 posix.getcwd",
    "archives_deep.pth: OL1512 inner",
    "before_error: OL1532 posix.getcwd, OL1531",
    "before_junk: OL1532 posix.getcwd, OL1534",
    "big_length: OL1531",
    "bomb.pt: OL1505 m/code/m.py",
    "build_on_module: OL1538 torch._utils._rebuild_tensor_v2",
    "called.pth: OL1532 posix.getcwd",
    "called_in_debug.pt: OL1532 posix.getcwd",
    "called_inside.pt2: OL1532 posix.getcwd",
    "called_without_name.pt: OL1532 posix.getcwd",
    "case_pickle.pth: OL1501 m/DATA.PKL, OL1513 m/DATA.PKL, OL1532 posix.getcwd",
    "chain: OL1532 __builtin__.getattr, OL1532 __builtin__.__import__, OL1533",
    "compressed: OL1532 zlib.decompress, OL1536, OL1539",
    "computed_of_data: OL1533",
    "deep:",
    "dotted: OL1536, OL1532 os.getcwd",
    "ext: OL1532, OL1536",
    "frame_length: OL1531",
    "hidden_in_tar.tar: OL1532 posix.getcwd, OL1551",
    "huge_long: OL1536",
    "import_module: OL1532 importlib.import_module",
    "in_front.pth: OL1510 m/data.pkl, OL1532 posix.getcwd",
    "inst: OL1532 posix.getcwd, OL1536",
    "joined: OL1532 _utils._rebuild_tensor_v2",
    "long_length: OL1531",
    "memo_bomb:",
    "memo_far: OL1537",
    "named_only: OL1532 calendar.month, OL1536",
    "nested: OL1532 _pickle.loads, OL1536, OL1535 posix.getcwd",
    "nested_deep: OL1512",
    "nested_text: OL1535 posix.getcwd",
    "newobj_ex: OL1532 fractions.Fraction, OL1536",
    "no_stop: OL1532 posix.getcwd, OL1531",
    "obj: OL1532 posix.getcwd, OL1536",
    "persid: OL1536",
    "protocol_9: OL1531",
    "reconstructor: OL1532 copy_reg._reconstructor, OL1532 fractions.Fraction, OL1532 __builtin__.object",
    "recursive:",
    "reduce: OL1532 posix.getcwd",
    "stack_global: OL1536, OL1532 posix.getcwd",
    "stack_global_swapped: OL1536, OL1532 posix.getcwd",
    "text: OL1532 posix.getcwd",
    "text_before_error: OL1532 posix.getcwd, OL1531",
    "text_in_package.pt: OL1532 posix.getcwd",
    "text_with_more.pth: OL1532 posix.getcwd",
    "torchscript_class: OL1532 __torch__.posix.getcwd",
    "two_values: OL1540",
    "underflow: OL1531",
    "upper_case.pth: OL1513 m/DATA.PKL, OL1513 m/BYTEORDER, OL1513 m/VERSION, OL1532 posix.getcwd",
    "wide: OL1536",
];

/// To the reader of TorchScript archives, other names are data.
#[test]
fn readers_differ() {
    let class = std::fs::read(corpus::root().join("bad/torch/torchscript_class.pkl")).unwrap();
    assert!(verify::pickle(&class, Reader::TorchScript).is_empty());
    let codes = |data: &[u8], reader| verify::pickle(data, reader).iter().map(|f| f.code).collect::<Vec<_>>();
    assert_eq!(codes(&class, Reader::WeightsOnly), [verify::codes::NEEDS_CODE]);
    let left = std::fs::read(corpus::root().join("bad/torch/two_values.pkl")).unwrap();
    assert_eq!(codes(&left, Reader::TorchScript), [verify::codes::LEFT_ON_STACK]);
}

/// Archives in archives and pickles in pickles are not followed for ever; where verification stops, it says so.
#[test]
fn what_is_too_deep_is_said() {
    let only = |name: &str| {
        let findings = verify::file(&std::fs::read(corpus::root().join("bad/torch").join(name)).unwrap());
        let mut deep = findings.into_iter().filter(|finding| finding.code == verify::codes::NOT_LOOKED_INTO);
        let one = deep.next().unwrap();
        assert!(deep.next().is_none() && one.severity == Severity::Error);
        one
    };
    let finding = only("archives_deep.pth");
    assert_eq!(
        finding.title,
        "`inner` is a file of its own, more than 3 archives deep: it was not looked into"
    );
    assert_eq!(finding.place.span.source.to_string(), "m/inner!m/inner!m/inner");
    let finding = only("nested_deep.pkl");
    assert_eq!(
        finding.title,
        "bytes of the pickle may be pickles more than 4 deep (1 such values): they were not looked into"
    );
    assert_eq!(finding.place.span.source.parts().len(), 4);
    assert_eq!(finding.related[0].place.to_string(), "0x2..0x3");
}

/// Where a finding is, and where the call is.
#[test]
fn findings_have_places() {
    let data = std::fs::read(corpus::root().join("bad/torch/import_module.pkl")).unwrap();
    let [finding] = &verify::file(&data)[..] else { panic!() };
    assert_eq!(
        finding.title,
        "this pickle runs `importlib.import_module` when loaded (REDUCE; not on the list of safe imports)"
    );
    assert_eq!(finding.place.to_string(), "0x2..0x1b");
    assert_eq!(finding.related[0].place.to_string(), "0x24..0x25");
}
