//! Test cases from arrays: the recordings of every program of the corpus as a bundle.

use std::collections::BTreeMap;

use outlast::arrays::{self, Array, Arrays};
use outlast::families::executorch::{Cases, CasesError, CasesOptions, cases};
use outlast_core::{Bytes, Severity};
use outlast_executorch::defs::ScalarType;
use outlast_executorch::{BundledFile, ProgramFile, TestValue, make_bundle, verify};

fn made<'a>(program: &[u8], arrays: Arrays<'a>, options: CasesOptions<'_>) -> Result<Cases<'a>, Vec<String>> {
    let file = ProgramFile::open(Bytes::new(program, 0)).unwrap();
    cases(&file, arrays, options).map_err(|error| match error {
        CasesError::Refused(problems) => problems,
        other => panic!("{other:?}"),
    })
}

#[test]
fn recordings_of_every_program_become_bundles() {
    let (mut count, mut total, mut inputs_only) = (0, 0, 0);
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for path in outlast_testkit::corpus::files("executorch", &["pte"]) {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_string();
        let mut npz = path.with_extension("npz");
        if !outlast_testkit::corpus::at(&npz).exists() {
            npz = path.with_file_name(format!("{}.npz", stem.trim_end_matches("_inline_const")));
        }
        let Ok(recording) = outlast_testkit::corpus::read(&npz) else { continue };
        let program = outlast_testkit::corpus::read(&path).unwrap();
        total += 1;
        let name = path.display();
        let read = || arrays::read(&recording).unwrap();
        let found = match made(&program, read(), CasesOptions::default()) {
            Ok(found) => found,
            Err(problems) => {
                for problem in &problems {
                    // Exported by 0.2.1 and 0.3.0 with wrong bounds: every runtime refuses those cases, too.
                    let old = name.to_string().contains("/0.2.1/") || name.to_string().contains("/0.3.0/");
                    let bounds = if old && stem.contains("dyn") { "float32 [" } else { "cannot hold" };
                    let reason = ["compare tensors only", "cannot hold", "no expected outputs", bounds];
                    let reason = reason.iter().find(|r| problem.contains(**r));
                    let reason = reason.unwrap_or_else(|| panic!("{name}: {problem}"));
                    *refused.entry(format!("{stem}: {reason}")).or_default() += 1;
                }
                let options = CasesOptions { inputs_only: true, ..CasesOptions::default() };
                inputs_only += usize::from(made(&program, read(), options).is_ok());
                continue;
            }
        };
        let bundle = make_bundle(&program, &found.suites).unwrap().to_vec();
        let findings = verify::bundled(Bytes::new(&bundle, 0));
        let own = verify::program(Bytes::new(&program, 0));
        let errors =
            |all: &[outlast_core::Diagnostic]| all.iter().filter(|d| d.severity == Severity::Error).count();
        assert_eq!(errors(&findings), 0, "{name}: {findings:?}");
        assert_eq!(findings.len(), own.len(), "{name}: {findings:?}");
        let opened = BundledFile::open(Bytes::new(&bundle, 0)).unwrap();
        assert!(opened.program.unwrap().data() == program, "{name}");
        assert_eq!(opened.suites().unwrap(), found.suites, "{name}");
        count += 1;
    }
    println!("{count} of {total} programs with their recordings; {inputs_only} more with inputs alone");
    println!("refused: {refused:#?}");
    assert!(count * 100 >= total * 90, "{count} of {total}");
}

fn corpus(name: &str) -> Vec<u8> {
    outlast_testkit::corpus::read(outlast_testkit::corpus::root().join("executorch").join(name)).unwrap()
}

fn array(name: &str, ty: &str, sizes: &[usize]) -> Array<'static> {
    let scalar_type = ScalarType::from_name(ty).unwrap();
    let element = usize::try_from(scalar_type.size().unwrap()).unwrap();
    let data = vec![0; sizes.iter().product::<usize>() * element];
    Array { name: name.into(), scalar_type, sizes: sizes.to_vec(), data: data.into() }
}

fn from(list: &[Array<'static>]) -> Arrays<'static> {
    Arrays { arrays: list.to_vec(), notes: Default::default() }
}

/// Everything that does not fit is named with its place.
#[test]
fn what_does_not_fit_is_named() {
    let mlp = corpus("1.5.1/mlp.pte");
    let recording = corpus("1.5.1/mlp.npz");
    let recorded = arrays::read(&recording).unwrap().arrays;
    let sizes = |name: &str| recorded.iter().find(|a| a.name == name).unwrap().sizes.clone();
    let (input, output) = (sizes("forward|0|in|0"), sizes("forward|0|out|0"));
    let good = [array("in|0", "float32", &input), array("out|0", "float32", &output)];
    let check =
        |list: &[Array<'static>]| made(&mlp, from(list), CasesOptions::default()).err().unwrap_or_default();
    assert_eq!(check(&good), [""; 0]);
    assert_eq!(check(&[array("a/in/0", "float32", &input), array("a/out/0", "float32", &output)]), [""; 0]);
    let with = |extra: Array<'static>| check(&[good[0].clone(), good[1].clone(), extra]).join("; ");
    assert!(with(array("in|2", "float32", &input)).contains("forward, case 0: input 1 is missing"));
    assert!(with(array("in|1", "float32", &input)).contains("inputs: 2, the method takes 1"));
    assert!(with(array("encode|0|in|0", "float32", &input)).contains("no method `encode`; it has forward"));
    assert!(with(array("what", "float32", &input)).contains("array `what`: not METHOD|CASE|in|N"));
    assert!(with(array("forward/0/in/0", "float32", &input)).contains("two arrays"));
    assert!(with(array("b|in|0", "float32", &input)).contains("case b: no expected outputs; --inputs-only"));
    assert_eq!(with(array("x0|in|0", "float32", &[9])), "");
    let wrong = check(&[array("in|0", "float64", &[1]), good[1].clone()]).join("; ");
    assert!(wrong.contains("forward, case 0: input 0 is float64 [1], the method takes float32"), "{wrong}");
    let half = check(&[good[0].clone(), array("out|0", "float16", &output)]).join("; ");
    assert!(half.contains("expected output 0 is float16"), "{half}");
    assert!(check(&[]).join("").contains("no case"));

    let multi = corpus("1.5.1/multi.pte");
    let options = CasesOptions { method: Some("nobody"), inputs_only: false };
    assert!(made(&multi, from(&[]), options).unwrap_err()[0].contains("no method `nobody`"));
    let which = made(&multi, from(&[array("in|0", "float32", &[1])]), CasesOptions::default()).unwrap_err();
    assert!(which[0].contains("--method"), "{which:?}");
    let recording = corpus("1.5.1/multi.npz");
    let options = CasesOptions { method: Some("encode"), inputs_only: false };
    let one = made(&multi, arrays::read(&recording).unwrap(), options).unwrap();
    assert_eq!(one.suites.len(), 1);
}

/// Tensors come in the method's dimension order.
#[test]
fn tensors_are_put_into_the_order_of_the_method() {
    let program = corpus("1.5.1/dim_order_input.pte");
    let recording = corpus("1.5.1/dim_order_input.npz");
    let read = arrays::read(&recording).unwrap();
    let given = read.arrays.iter().find(|a| a.name == "forward|0|in|0").unwrap().clone();
    let found = made(&program, read, CasesOptions::default()).unwrap();
    let TestValue::Tensor { layout, data } = &found.suites[0].cases[0].inputs[0] else { panic!() };
    assert_eq!(layout.dim_order, [0, 2, 3, 1]);
    assert_ne!(data, &given.data);
    let order = outlast_executorch::contiguous(4);
    let back = outlast_executorch::reorder(data, 4, &given.sizes, &layout.dim_order, &order).unwrap();
    assert_eq!(back, *given.data);
}
