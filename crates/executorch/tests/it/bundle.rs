//! Bundled programs: rewritten, and with another program inside.

use std::borrow::Cow;

use outlast_core::{Bytes, Output, Severity};
use outlast_executorch::defs::ScalarType;
use outlast_executorch::{
    BundledFile, Layout, ProgramFile, Signature, TestCase, TestSuite, TestValue, make_bundle, verify,
    with_program,
};

fn bundles() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for path in outlast_testkit::corpus::files("executorch", &["bpte"]) {
        found.push((path.display().to_string(), outlast_testkit::corpus::read(&path).unwrap()));
    }
    assert_eq!(found.len(), 12);
    found
}

fn open(data: &[u8]) -> BundledFile<'_> {
    BundledFile::open(Bytes::new(data, 0)).unwrap()
}

fn errors(data: &[u8]) -> Vec<String> {
    let findings = verify::bundled(Bytes::new(data, 0));
    findings
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| format!("{} {}", d.code, d.title))
        .collect()
}

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn real_bundles_written_anew_say_the_same() {
    for (name, data) in bundles() {
        let bundle = open(&data);
        assert_eq!(errors(&data), none(), "{name}");
        let suites = bundle.suites().unwrap();
        let made = make_bundle(bundle.program.unwrap().data(), &suites).unwrap().to_vec();
        assert_eq!(errors(&made), none(), "{name}");
        let again = open(&made);
        assert_eq!(again.suites().unwrap(), suites, "{name}");
        assert!(again.program.unwrap().data() == bundle.program.unwrap().data(), "{name}");
        let align = if bundle.program.unwrap().data()[8..12] == *b"eh00" { 64 } else { 32 };
        assert_eq!(again.program.unwrap().base() % align, 0, "{name}");
        for suite in again.suites().unwrap() {
            assert!(suite.cases.iter().any(|case| !case.inputs.is_empty()));
        }
    }
}

#[test]
fn another_program_keeps_the_cases() {
    let all = bundles();
    for (name, data) in &all {
        let bundle = open(data);
        let program = bundle.program.unwrap().data();
        // The same program: nothing changes.
        assert!(&with_program(&bundle, Output::weights(program)).unwrap().to_vec() == data, "{name}");
        for (other_name, other) in &all {
            let program = open(other).program.unwrap().data();
            let made = with_program(&bundle, Output::weights(program)).unwrap().to_vec();
            assert_eq!(errors(&made), none(), "{name} with {other_name}");
            assert!(open(&made).program.unwrap().data() == program);
            assert_eq!(open(&made).suites().unwrap(), bundle.suites().unwrap());
            assert!(made.len() < program.len() + data.len() - bundle.program.unwrap().len() + 256);
        }
    }
}

/// A bundle with a field that the schema does not know keeps it, and then the old program's bytes stay as well.
#[test]
fn what_is_unknown_survives_another_program() {
    use outlast_flatbuffers::edit::Editor;
    use outlast_flatbuffers::schema::Schema;
    let (_, data) = bundles().pop().unwrap();
    let bundle = open(&data);
    let text = "table B { v: uint; s: [S]; p: [ubyte]; future: ulong; } table S { n: string; c: [C]; }\n\
                table C { i: [V]; o: [V]; } table V { t: ubyte; v: uint; } root_type B; file_identifier \"BP08\";";
    let schema = Schema::parse_with("future", text, &mut |_| None).unwrap();
    let mut editor = Editor::new(bundle.file, &schema, 0).unwrap();
    let root = editor.root();
    editor.set(root, 3, 0x0102_0304_0506_0708u64);
    let future = editor.finish(8, 0).unwrap().buffer.into_vec();
    let program = [bundle.program.unwrap().data(), &[0; 64]].concat();
    let made = with_program(&open(&future), Output::weights(&program)).unwrap().to_vec();
    assert_eq!(open(&made).root.u64(3).unwrap(), Some(0x0102_0304_0506_0708));
    assert_eq!(open(&made).suites().unwrap(), bundle.suites().unwrap());
    assert!(made.len() > future.len() + program.len());
}

fn tensor(sizes: &[i32]) -> TestValue<'static> {
    let rank = u8::try_from(sizes.len()).unwrap();
    let layout = Layout { scalar_type: ScalarType(6), sizes: sizes.to_vec(), dim_order: (0..rank).collect() };
    let bytes = usize::try_from(layout.byte_size().unwrap()).unwrap();
    TestValue::Tensor { layout, data: Cow::Owned(vec![0; bytes]) }
}

#[test]
fn cases_that_a_method_does_not_take_are_named() {
    let path = outlast_testkit::corpus::root().join("executorch/1.5.1/mlp_dyn.pte");
    let program = outlast_testkit::corpus::read(path).unwrap();
    let file = ProgramFile::open(Bytes::new(&program, 0)).unwrap();
    let signature = Signature::all(&file).unwrap().remove(0);
    let outlast_executorch::Parameter::Tensor { layout, is_static: false } = &signature.inputs[0] else {
        panic!()
    };
    let bound = layout.sizes.clone();
    let mut fewer = bound.clone();
    fewer[0] = 1;
    let mut more = bound.clone();
    more[0] += 1;
    let check = |inputs: Vec<TestValue<'static>>| {
        let case = TestCase { inputs, expected_outputs: Vec::new() };
        let suite = TestSuite { method: Some("forward".into()), cases: vec![case.clone()] };
        let made = make_bundle(&program, &[suite]).unwrap().to_vec();
        let found: Vec<String> = signature.check(&case).iter().map(ToString::to_string).collect();
        assert_eq!(errors(&made).len(), found.len());
        found.join("; ")
    };
    assert_eq!(check(vec![tensor(&bound)]), "");
    assert_eq!(check(vec![tensor(&fewer)]), "");
    assert!(check(vec![tensor(&more)]).contains("the method takes at most float32"));
    assert_eq!(check(vec![]), "inputs: 0, the method takes 1");
    assert!(
        check(vec![TestValue::Int(3)])
            .starts_with("input 0 is the integer 3, the method takes at most float32")
    );
    assert!(check(vec![tensor(&bound[..1])]).contains("input 0 is float32"));
}

#[test]
fn values_of_every_kind_come_out_as_they_went_in() {
    let values = || {
        let float = [0.0, -0.0, 1.5, f64::NAN, f64::INFINITY].map(TestValue::Double);
        let int = [0, 1, -1, i64::MIN, i64::MAX].map(TestValue::Int);
        let tensors = [tensor(&[]), tensor(&[0]), tensor(&[2, 3])];
        let bools = [TestValue::Bool(true), TestValue::Bool(false)];
        float.into_iter().chain(int).chain(tensors).chain(bools).collect::<Vec<_>>()
    };
    let empty = TestCase { inputs: Vec::new(), expected_outputs: Vec::new() };
    let case = TestCase { inputs: values(), expected_outputs: values() };
    let suites = [
        TestSuite { method: Some("a".into()), cases: vec![case, empty] },
        TestSuite { method: Some(String::new()), cases: Vec::new() },
        TestSuite { method: None, cases: Vec::new() },
    ];
    let made = make_bundle(b"", &suites).unwrap().to_vec();
    assert_eq!(open(&made).suites().unwrap(), suites);
    let short = TestValue::Tensor {
        layout: Layout { scalar_type: ScalarType(6), sizes: vec![2], dim_order: vec![0] },
        data: Cow::Owned(vec![0; 7]),
    };
    for bad in [TestValue::Unknown(9), short] {
        let case = TestCase { inputs: vec![bad], expected_outputs: Vec::new() };
        assert!(make_bundle(b"", &[TestSuite { method: None, cases: vec![case] }]).is_err());
    }
}

/// Whatever is damaged: an answer, and nothing unsound made of something sound.
#[test]
fn damaged_bundles_are_refused_or_take_a_program_never_more() {
    use outlast_testkit::mutate::{Rng, cuts, flip};
    let mut rng = Rng(13);
    let (mut refused, mut done) = (0, 0);
    for (_, data) in bundles() {
        let program = [open(&data).program.unwrap().data(), &[0; 32]].concat();
        let flips = (0..400).map(|_| flip(&data, &mut rng)).collect::<Vec<_>>();
        let cut = cuts(data.len()).into_iter().map(|len| data[..len].to_vec());
        for bytes in flips.into_iter().chain(cut) {
            let Ok(bundle) = BundledFile::open(Bytes::new(&bytes, 0)) else { continue };
            let before = errors(&bytes).len();
            match with_program(&bundle, Output::weights(&program)) {
                Ok(made) => {
                    done += 1;
                    assert!(before > 0 || errors(&made.to_vec()).is_empty());
                }
                Err(_) => refused += 1,
            }
            if let (Ok(suites), Some(program)) = (bundle.suites(), bundle.program) {
                let _ = make_bundle(program.data(), &suites);
            }
        }
    }
    println!("{done} done, {refused} refused");
}
