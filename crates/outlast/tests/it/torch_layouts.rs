//! Conversions of PyTorch archives from one layout to another, on files of the corpus.

use outlast::convert::Request;
use outlast::{Outcome, check};
use outlast_core::Bytes;
use outlast_testkit::corpus;
use outlast_torchscript::archive::{TorchArchive, module_tensors, tensors};
use outlast_torchscript::pickle::{Limits, Pickle};

fn read(name: &str) -> Vec<u8> {
    std::fs::read(corpus::root().join(name)).unwrap()
}

/// The file for a target, and the steps that were taken. The error is what stands in the way.
fn converted(file: &[u8], target: &str) -> Result<(Vec<u8>, Vec<&'static str>), String> {
    let target = outlast::target(target).unwrap();
    let request = Request::for_target(&target);
    let made = outlast::open(file).unwrap().convert(&[], &request).map_err(|error| format!("{error:?}"))?;
    Ok((made.output.to_vec(), made.steps.iter().map(|step| step.id).collect()))
}

/// All code of an archive.
fn code(file: &[u8]) -> String {
    let archive = TorchArchive::open(file).unwrap();
    let names: Vec<String> = archive.records().unwrap().map(|record| record.name.into_owned()).collect();
    let code = names.iter().filter(|name| name.ends_with(".py"));
    code.map(|name| archive.text(name).unwrap().unwrap()).collect()
}

fn record(file: &[u8], name: &str) -> Option<Vec<u8>> {
    TorchArchive::open(file).unwrap().content(name).unwrap().map(std::borrow::Cow::into_owned)
}

/// Names and sizes of the tensors of a module, those of constants as `CONSTANTS.c0`.
fn shapes(file: &[u8]) -> Vec<(String, Vec<i64>)> {
    let archive = TorchArchive::open(file).unwrap();
    let found = match module_tensors(&archive).unwrap() {
        Some(found) => found,
        None => tensors(&Pickle::read(Bytes::new(&record(file, "data.pkl").unwrap(), 0), Limits::default())),
    };
    let mut all: Vec<(String, Vec<i64>)> =
        found.tensors.iter().map(|tensor| (tensor.name.clone(), tensor.sizes.clone())).collect();
    if let Some(constants) = record(file, "constants.pkl") {
        let found = tensors(&Pickle::read(Bytes::new(&constants, 0), Limits::default()));
        let named = found.tensors.iter().enumerate();
        all.extend(named.map(|(number, tensor)| (format!("CONSTANTS.c{number}"), tensor.sizes.clone())));
    }
    all.sort();
    all
}

/// Modules of `model.json` become objects with the same tensors; every method is that of a class.
#[test]
fn modules_without_a_pickle_get_one() {
    for name in ["script.pt", "attributes.pt", "named.pt", "traced.pt"] {
        let file = read(&format!("torch/1.2.0/{name}"));
        let (made, steps) = converted(&file, "torch-2.15.0").unwrap();
        assert!(steps.contains(&"torch-layout"), "{name}: {steps:?}");
        assert!(record(&made, "model.json").is_none() && record(&made, "attributes.pkl").is_none(), "{name}");
        assert_eq!(record(&made, "version").unwrap(), b"2\n", "{name}");
        assert!(code(&made).contains("(self: __torch__.outlast_legacy.Module_"), "{name}");
        let (before, after) = (shapes(&file), shapes(&made));
        assert_eq!(before, after, "{name}");
        for (record_before, content) in [("tensors/0", record(&file, "tensors/0"))] {
            let Some(content) = content else { continue };
            assert_eq!(record(&made, &record_before.replace("tensors", "data")), Some(content), "{name}");
        }
        // It is good as it is.
        assert_eq!(converted(&made, "torch-2.15.0").unwrap(), (made, Vec::new()), "{name}");
    }
}

/// What 2.15 and 1.13 write, in the versions of older releases, each of which has its own spelling.
#[test]
fn archives_of_today_for_old_releases() {
    for (name, steps_of_1_3) in [
        ("torch/2.15.0/script.pt", &["torch-layout", "torch-version", "torch-spelling", "torch-classes"][..]),
        ("torch/1.13.1/script.pt", &["torch-layout", "torch-version", "torch-spelling", "torch-classes"]),
    ] {
        let file = read(name);
        for (target, version) in [("torch-1.5.1", "3\n"), ("torch-1.4.0", "2\n"), ("torch-1.3.1", "1\n")] {
            let (made, steps) =
                converted(&file, target).unwrap_or_else(|why| panic!("{name} for {target}: {why}"));
            assert_eq!(record(&made, "version").unwrap(), version.as_bytes(), "{name} for {target}");
            assert!(record(&made, ".data/version").is_none());
            let code = code(&made);
            assert!(
                !code.contains("__buffers__") && !code.contains("NoneType"),
                "{name} for {target}: {code}"
            );
            assert_eq!(code.contains("Final["), target == "torch-1.5.1", "{name} for {target}");
            assert_eq!(code.contains("op_version_set = 1\n"), target == "torch-1.3.1", "{name} for {target}");
            assert!(!code.contains("unchecked_cast") || target != "torch-1.3.1");
            let data = record(&made, "data.pkl").unwrap();
            let tagged = data.windows(16).any(|part| part == b"restore_type_tag");
            assert!(!tagged || target == "torch-1.5.1", "{name} for {target}");
            assert_eq!(shapes(&file), shapes(&made), "{name} for {target}");
            // Debug information that ends older releases.
            let table = b"FORMAT_WITH_STRING_TABLE";
            assert!(!made.windows(table.len()).any(|part| part == table), "{name} for {target}");
            if target == "torch-1.3.1" {
                for step in steps_of_1_3.iter().filter(|step| **step != "torch-layout") {
                    assert!(steps.contains(step), "{name}: {steps:?}");
                }
            }
        }
    }
}

/// Constants of classes are attributes of the objects, with their values.
#[test]
fn constants_of_classes_become_attributes() {
    let file = read("torch/2.15.0/script.pt");
    let constants = code(&file).matches("Final[").count();
    assert!(constants > 0);
    let (made, _) = converted(&file, "torch-1.4.0").unwrap();
    let data = record(&made, "data.pkl").unwrap();
    let pickle = Pickle::read(Bytes::new(&data, 0), Limits::default());
    let mut printed = Vec::new();
    outlast_torchscript::pickle::print(&pickle.graph, pickle.root.unwrap(), &mut printed).unwrap();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    for line in code(&file).lines().filter(|line| line.contains(" : Final[")) {
        let name = line.trim().split(' ').next().unwrap();
        assert!(
            printed.contains(&format!("'{name}'")) || printed.contains(&format!("\"{name}\"")),
            "{line}: {printed}"
        );
    }
}

/// Up to 1.5 `torch.tensor` makes float64 of floating-point numbers, since 1.6 float32: the code says which it was.
#[test]
fn tensors_of_numbers_keep_their_element_type() {
    let file = read("torch/1.5.1/constants.pt");
    assert!(code(&file).contains("torch.tensor([1., 2., 3.], dtype=None"));
    let (made, steps) = converted(&file, "torch-2.15.0").unwrap();
    assert_eq!(steps, ["torch-literals"]);
    assert!(code(&made).contains("torch.tensor([1., 2., 3.], dtype=7"));
    // Whole numbers are what they were.
    assert!(code(&made).contains("torch.tensor(2, dtype=None"));
    assert_eq!(converted(&made, "torch-2.15.0").unwrap().1, [""; 0]);
    // Nothing is changed for releases that do the same.
    assert_eq!(converted(&file, "torch-1.4.0").unwrap().1, [""; 0]);
}

/// Weights that are packed for XNNPACK are tensors again, and computed with by functions.
#[test]
fn packed_weights_become_tensors() {
    let file = read("torch-verdicts/1.10.2-mobile_optimised.ptl");
    assert!(code(&file).contains("ops.prepacked.conv2d_clamp_run"));
    let (made, steps) = converted(&file, "torch-2.15.0").unwrap();
    assert!(steps.contains(&"torch-packed"), "{steps:?}");
    let code = code(&made);
    assert!(!code.contains("ops.prepacked.") && !code.contains("torch.classes.xnnpack"), "{code}");
    assert!(code.contains("__torch__.outlast_packed.conv2d_clamp_run("), "{code}");
    // Releases that have the operators keep them.
    assert!(!converted(&file, "torch-1.13.1").unwrap().1.contains(&"torch-packed"));
}

/// Views that recurrent cells change in place are those that autograd lets them change.
#[test]
fn views_may_be_changed_in_place() {
    let file = read("torch-verdicts/1.6.0-cells.traced.pt");
    assert!(code(&file).contains("torch.chunk(") && !code(&file).contains("torch.unsafe_chunk("));
    let (made, steps) = converted(&file, "torch-2.15.0").unwrap();
    assert!(steps.contains(&"torch-views"), "{steps:?}");
    assert!(code(&made).contains("torch.unsafe_chunk("));
    // 1.6 itself lets them be changed.
    assert_eq!(converted(&file, "torch-1.6.0").unwrap().1, [""; 0]);
}

/// `NoneType` is `None` for releases that know no type of that name.
#[test]
fn types_are_spelt_as_older_releases_do() {
    let file = read("torch/2.15.0/script.pt");
    assert!(code(&file).contains("NoneType"));
    let (made, steps) = converted(&file, "torch-1.8.1").unwrap();
    assert!(steps.contains(&"torch-spelling"), "{steps:?}");
    assert!(!code(&made).contains("NoneType"));
}

/// The outcome of the verdict on a file, and the operators that it is about.
fn judged(file: &[u8], target: &str) -> (Outcome, Vec<String>) {
    let verdict = check(file, &outlast::target(target).unwrap()).unwrap();
    let reasons = verdict.reasons().filter(|(_, reason)| !reason.outcome.is_good());
    let mut subjects: Vec<String> = reasons.map(|(_, reason)| reason.subject.clone()).collect();
    subjects.dedup();
    (verdict.outcome, subjects)
}

/// Up to 1.5 the items of a dictionary in code are put in from the last to the first; a call puts them in in the order of the text.
#[test]
fn dictionaries_keep_their_order() {
    let file = read("torch-operators/1.5.1-dicts.pt");
    assert!(code(&file).contains("{\"a\": x, \"b\": torch.add(x, 1, 1)}"));
    assert_eq!(judged(&file, "torch-2.15.0"), (Outcome::Misreads, vec!["prim::DictConstruct".to_string()]));
    assert_eq!(judged(&file, "torch-1.5.1").0, Outcome::Loads);
    let (made, steps) = converted(&file, "torch-2.15.0").unwrap();
    assert_eq!(steps, ["torch-literals"]);
    assert!(code(&made).contains("torch.dict([(\"b\", torch.add(x, 1, 1)), (\"a\", x)])"), "{}", code(&made));
    assert!(code(&made).contains("torch.dict([(\"y\", [3]), (\"x\", [1, 2])])"));
    // One item has no order.
    assert!(code(&made).contains("torch.update(d, {\"e\": x})"));
    assert_eq!(judged(&made, "torch-2.15.0").0, Outcome::Loads);
}

/// Overloads had no names of their own up to 1.4: they are known by what they take.
#[test]
fn overloads_without_names_are_known_by_what_they_take() {
    let file = read("torch-operators/1.4.0-number_math.pt");
    let (made, steps) = converted(&file, "torch-2.15.0").unwrap();
    assert_eq!(steps, ["torch-operators"]);
    assert!(code(&made).contains("isinf_float_0_206(x)") && code(&made).contains("isnan_float_0_206(x)"));
}

/// Records say whether a file is of 1.3 or of 1.4, and with that what ranges of whole numbers were.
#[test]
fn ranges_of_1_3_are_of_floating_point_numbers() {
    let file = read("torch-operators/1.3.1-op_arange.pt");
    let expected = ["aten::arange", "aten::arange.start", "aten::arange.start_step"].map(String::from);
    assert_eq!(judged(&file, "torch-2.15.0"), (Outcome::Unknown, expected.to_vec()));
    let (made, _) = converted(&file, "torch-2.15.0").unwrap();
    assert!(code(&made).contains("arange_0_103("), "{}", code(&made));
}

/// Readers find the attributes of a class in `__init__`, where releases up to 1.4 do not declare them.
#[test]
fn attributes_may_be_in_init_alone() {
    let file = read("torch-operators/1.4.0-class_interface.pt");
    assert!(code(&file).contains("self.by = 0.5") && !code(&file).contains("by : float"));
    assert_eq!(judged(&file, "torch-2.15.0").0, Outcome::Loads);
}

/// Packed weights of an LSTM are objects since 1.6, of which functions make what the operator takes.
#[test]
fn packed_weights_of_recurrent_layers_become_objects() {
    let file = read("torch-operators/1.4.0-quantised_lstm.pt");
    assert_eq!(judged(&file, "torch-2.15.0").0, Outcome::Fails);
    let (made, steps) = converted(&file, "torch-2.15.0").unwrap();
    assert_eq!(steps, ["torch-packed-rnn"]);
    let code = record(&made, "code/__torch__/torch/nn/quantized/dynamic/modules/rnn.py").unwrap();
    let code = String::from_utf8(code).unwrap();
    assert!(code.contains("  param : __torch__.torch.classes.quantized.LinearPackedParamsBase\n"), "{code}");
    assert!(code.contains("__torch__.outlast_packed_rnn.linear_prepack("), "{code}");
    assert!(code.contains("__torch__.outlast_packed_rnn.quantized_lstm_data(input, batch_sizes0,"), "{code}");
    // Releases that pack weights into tensors load it as it is.
    assert_eq!(judged(&file, "torch-1.5.1").0, Outcome::Loads);
}

/// Bytecode 4 does not say how many arguments calls give: which release wrote it, and for which it was converted, tells.
#[test]
fn calls_without_numbers_of_arguments_get_those_of_the_reader() {
    let file = read("torch-operators/1.7.1-op_einsum.ptl");
    assert_eq!(judged(&file, "torch-2.15.0-lite"), (Outcome::Fails, vec!["aten::einsum".to_string()]));
    let (made, steps) = converted(&file, "torch-2.15.0-lite").unwrap();
    assert_eq!(steps, ["torch-bytecode"]);
    assert_eq!(judged(&made, "torch-2.15.0-lite").0, Outcome::Loads);
    assert_eq!(judged(&made, "torch-1.7.1-lite").0, Outcome::Fails);
}

/// A name that stood for several operators: what the code means is said, and nothing of the others.
#[test]
fn a_name_of_several_operators_is_judged_once() {
    let file = read("torch-verdicts/1.6.0-strings_basic.ptl");
    for target in ["torch-1.7.1-lite", "torch-1.8.1-lite", "torch-1.11.0-lite"] {
        let verdict = check(&file, &outlast::target(target).unwrap()).unwrap();
        let outcomes: Vec<Outcome> = verdict.reasons().map(|(_, reason)| reason.outcome).collect();
        assert_eq!(outcomes, [Outcome::Fails], "{target}");
    }
}
