//! What reading a file runs, beside what Python's unpickler and PyTorch look up.

use std::collections::BTreeSet;

use outlast_testkit::corpus;
use outlast_torchscript::pickle::recognise;
use outlast_torchscript::verify::{self, By, How, Runs, codes};

fn bytes(hex: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digits).collect()
}

/// Names that both readers of PyTorch take for data.
const DATA: [&str; 3] = ["collections.OrderedDict", "_codecs.encode", "__builtin__.set"];

/// In every shape of pickle, all that Python's unpickler and `torch.load` look up is named, or is data; what the weights-only reader loads runs
/// nothing.
#[test]
fn every_callable_is_named() {
    let rows = std::fs::read_to_string(corpus::root().join("torch/runs/code.tsv")).unwrap();
    let (mut pickles, mut names, mut clean) = (0, 0, 0);
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [name, hex, asked, _, weights_only] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let data = bytes(hex);
        let found: BTreeSet<String> = verify::runs(&data).into_iter().map(|runs| runs.callable).collect();
        for callable in asked.split(',').filter(|asked| *asked != "-" && !DATA.contains(asked)) {
            assert!(found.contains(callable), "{name}: {callable} in {found:?}");
            names += 1;
        }
        if weights_only == "loads" && name != "behind" {
            assert_eq!(found, BTreeSet::new(), "{name}");
            clean += 1;
        }
        if !name.contains(".p") {
            assert!(recognise(&data), "{name}");
            pickles += 1;
        }
    }
    assert_eq!((pickles, names, clean), (53, 59, 2));
}

/// A row of the table as bytes.
fn runs_of_row(wanted: &str) -> Vec<Runs> {
    let rows = std::fs::read_to_string(corpus::root().join("torch/runs/code.tsv")).unwrap();
    let row = rows.lines().find(|row| row.split('\t').next() == Some(wanted)).unwrap();
    verify::runs(&bytes(row.split('\t').nth(1).unwrap()))
}

fn said(runs: &[Runs]) -> Vec<(How, &str)> {
    runs.iter().map(|runs| (runs.how, runs.callable.as_str())).collect()
}

#[test]
fn how_code_comes_to_run() {
    use How::{Called, Imported, Nested, ResultCalled};
    assert_eq!(said(&runs_of_row("binary")), [(Called, "posix.getcwd")]);
    assert_eq!(said(&runs_of_row("imported")), [(Imported, "posix.getcwd")]);
    // The class that stands for a persistent id is called.
    assert_eq!(said(&runs_of_row("persistent_class")), [(Called, "posix.getcwd")]);
    let result = [
        (Called, "functools.partial"),
        (ResultCalled, "result of functools.partial"),
        (Imported, "posix.getcwd"),
    ];
    assert_eq!(said(&runs_of_row("result")), result);
    assert_eq!(said(&runs_of_row("extension_2")), [(Called, "copyreg extension 261")]);
    assert_eq!(said(&runs_of_row("behind")), [(Called, "posix.getcwd")]);
    for nested in ["nested", "nested_behind"] {
        assert_eq!(
            said(&runs_of_row(nested)),
            [(Called, "_pickle.loads"), (Nested, "posix.getcwd")],
            "{nested}"
        );
    }
    let in_bytes = [(Called, "torch.storage._load_from_bytes"), (Nested, "posix.getcwd")];
    assert_eq!(said(&runs_of_row("in_bytes.pth")), in_bytes);
    assert_eq!(said(&runs_of_row("legacy_in_bytes.pth")), in_bytes);
    assert_eq!(said(&runs_of_row("data")), []);
    assert_eq!(said(&runs_of_row("data_ordered")), []);
}

#[test]
fn who_runs_it_and_where_it_is() {
    let [script] = &runs_of_row("script.pt")[..] else { panic!() };
    assert_eq!((script.by, script.code), (By::Record, codes::NEEDS_CODE));
    assert_eq!(script.place.to_string(), "m/data.pkl at 0x2..0x10");
    let [save] = &runs_of_row("save.pth")[..] else { panic!() };
    assert_eq!((save.by, save.place.to_string().as_str()), (By::Pickle, "m/data.pkl at 0x2..0x10"));
    let [pickle] = &runs_of_row("binary")[..] else { panic!() };
    assert_eq!(pickle.place.to_string(), "0x0..0xe");
    let nested = runs_of_row("in_bytes.pth");
    assert_eq!(nested[1].place.to_string(), "m/data.pkl!0x22!m/data.pkl at 0x2..0x10");
    let inside = std::fs::read(corpus::root().join("bad/torch/called_inside.pt2")).unwrap();
    let [inside] = &verify::runs(&inside)[..] else { panic!() };
    assert_eq!(inside.by, By::Exported);
    // A package is run by its importer.
    let package = std::fs::read(corpus::root().join("bad/torch/text_in_package.pt")).unwrap();
    let [package] = &verify::runs(&package)[..] else { panic!() };
    assert_eq!((package.by, package.how), (By::Package, How::Called));
}

/// Names are kept up to a number, and what is beyond is no clean file.
#[test]
fn many_names_are_counted() {
    let mut pickle = b"\x80\x02".to_vec();
    for n in 0..5000 {
        pickle.extend(format!("ca\nb{n}\n0").bytes());
    }
    pickle.extend(b"N.");
    let runs = verify::runs(&pickle);
    assert_eq!(runs.len(), 4097);
    assert_eq!(runs.last().unwrap().callable, "(904 more names)");
    // The same name any number of times is one.
    let same = [b"\x80\x02".to_vec(), b"ca\nb\n0".repeat(5000), b"N.".to_vec()].concat();
    assert_eq!(verify::runs(&same).len(), 1);
}

/// What readers run beside pickles, and pickles where data of tensors are expected.
#[test]
fn sources_libraries_and_pickled_weights() {
    let saved = std::fs::read(corpus::root().join("bad/torch/called.pth")).unwrap();
    let call: &[u8] = b"\x80\x02cposix\ngetcwd\n)R.";
    let exported: Vec<(&str, &[u8])> =
        vec![("archive_format", b"pt2"), ("archive_version", b"0"), ("models/model.json", b"{}")];
    let with = |more: &[(&'static str, &[u8])]| {
        let mut records: Vec<(&str, &[u8])> = exported.clone();
        records.extend(more.iter().copied());
        verify::runs(&stored(&records))
    };
    let native = with(&[("data/aotinductor/model/a.wrapper.so", b"\x7fELF"), ("extra/so", b"")]);
    assert_eq!(said(&native), [(How::Native, "data/aotinductor/model/a.wrapper.so")]);
    assert_eq!((native[0].by, native[0].code), (By::Inductor, codes::RUNS_NATIVE));
    let zeros = [0_u8; 64];
    assert_eq!(said(&with(&[("data/weights/weight_0", &zeros)])), []);
    for (record, data) in [
        ("data/weights/weight_0", &saved[..]),
        ("data/constants/tensor_0", call),
        ("data/constants/opaque_obj_0", call),
    ] {
        let found = with(&[(record, data)]);
        assert_eq!(said(&found), [(How::Called, "posix.getcwd")], "{record}");
        assert_eq!(found[0].by, By::Exported);
    }
    let package = verify::runs(&stored(&[
        (".data/extern_modules", b"numpy\n"),
        ("net/model.py", b"x = 1\n"),
        ("net/model.pkl", b"\x80\x02cnet.model\nNet\n)\x81."),
    ]));
    assert_eq!(said(&package), [(How::Called, "net.model.Net"), (How::Source, "net/model.py")]);
}

/// A zip archive with these records in the folder `m`, not compressed and without checksums.
fn stored(records: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let short = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
    let long = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    for (name, data) in records {
        let name = format!("m/{name}");
        let sizes = [long(0), long(data.len()), long(data.len())].concat();
        let common = [&[20, 0, 0, 0, 0, 0, 0, 0, 33, 0][..], &sizes, &short(name.len()), &short(0)].concat();
        directory.extend([&b"PK\x01\x02\x14\0"[..], &common, &[0; 10], &long(file.len())].concat());
        directory.extend(name.bytes());
        file.extend([&b"PK\x03\x04"[..], &common, name.as_bytes(), data].concat());
    }
    let (at, size, count) = (file.len(), directory.len(), short(records.len()));
    file.extend(directory);
    file.extend([&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &long(size), &long(at), &[0, 0]].concat());
    file
}
