//! Tensors as PyTorch loads them, and what a pickle says of them.

use std::collections::HashMap;

use outlast_core::Bytes;
use outlast_testkit::corpus;
use outlast_torchscript::archive::{
    Legacy, Quantiser, Sparse, Tensor, TensorKind, Tensors, TorchArchive, is_legacy, module_tensors, tensors,
};
use outlast_torchscript::pickle::{Limits, Pickle};

fn of_file(name: &str) -> Tensors {
    let data = std::fs::read(corpus::root().join("torch").join(name)).unwrap();
    if is_legacy(&data) {
        return Legacy::read(&data, Limits::default()).unwrap().tensors;
    }
    let archive = TorchArchive::open(&data).unwrap();
    let Some(content) = archive.content("data.pkl").unwrap() else { return Tensors::default() };
    tensors(&Pickle::read(Bytes::new(&content, 0), Limits::default()))
}

fn row(tensor: &Tensor, tensors: &Tensors, module: bool) -> String {
    let element = tensor.storage.and_then(|at| tensors.storages[at].element);
    let dtype = tensor.dtype.clone().or(element.map(|element| element.dtype.to_string())).unwrap_or_default();
    let numbers = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let truth = |truth: bool| match (module, truth) {
        (true, _) => "",
        (false, true) => "True",
        (false, false) => "False",
    };
    let quantiser = match &tensor.kind {
        TensorKind::Quantised(Quantiser::PerTensor { scheme, scale, zero_point }) => {
            format!("{scheme} {scale} {zero_point}")
        }
        TensorKind::Quantised(Quantiser::PerChannel { scheme, axis }) => format!("{scheme} {axis}"),
        _ => String::new(),
    };
    [
        dtype,
        numbers(&tensor.sizes),
        numbers(&tensor.strides),
        tensor.offset.to_string(),
        truth(tensor.requires_grad).into(),
        truth(tensor.parameter).into(),
        quantiser,
    ]
    .join("\t")
}

/// Every named tensor of every file that the release loaded is here, with the same type, sizes, strides, offset and quantiser.
#[test]
fn tensors_are_those_that_pytorch_loads() {
    let recorded = std::fs::read_to_string(corpus::root().join("torch/runs/tensors.tsv")).unwrap();
    let mut files: HashMap<String, Tensors> = HashMap::new();
    let (mut same, mut not_loaded, mut unnamed) = (0, 0, Vec::new());
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let (file, rest) = line.split_once('\t').unwrap();
        if rest.starts_with("not loaded") {
            not_loaded += 1;
            continue;
        }
        let (name, expected) = rest.split_once('\t').unwrap();
        let tensors = files.entry(file.to_string()).or_insert_with(|| of_file(file));
        assert_eq!(tensors.faults, [], "{file}");
        // One tensor may have several names: the first is ours.
        let rows: Vec<_> = tensors
            .tensors
            .iter()
            .filter(|tensor| tensor.name == name)
            .map(|tensor| row(tensor, tensors, file.ends_with(".pt")))
            .collect();
        if rows.is_empty() {
            unnamed.push(format!("{file} {name}"));
            continue;
        }
        assert!(rows.iter().any(|row| row == expected), "{file} {name}:\n{expected}\n{rows:#?}");
        same += 1;
    }
    // What `__getstate__` returned has no names, and `__setstate__` may make other tensors of it.
    let expected = [
        "1.3.1/getstate.pt weight",
        "1.3.1/quantised.pt second._packed_params",
        "1.3.1/quantised.pt first._packed_params",
        "1.5.1/getstate.pt weight",
        "1.5.1/quantised.pt first._packed_params._packed_params",
        "1.5.1/quantised.pt second._packed_params._packed_params",
    ];
    assert_eq!(unnamed, expected);
    corpus::figures((same, files.len(), not_loaded), (339, 45, 4));
}

#[test]
fn attributes_of_a_script() {
    let found = of_file("2.15.0/attributes.pt");
    let named = |name: &str| found.tensors.iter().find(|tensor| tensor.name == name).unwrap();
    // Views share a storage.
    let (whole, view, turned) = (named("tensors.0"), named("tensors.1"), named("tensors.2"));
    assert_eq!((&whole.sizes[..], &view.sizes[..], view.offset), (&[3, 4][..], &[4][..], 4));
    assert_eq!((&turned.sizes[..], &turned.strides[..]), (&[4, 3][..], &[1, 4][..]));
    assert!(whole.storage == view.storage && view.storage == turned.storage);
    assert_eq!((whole.end(), view.end(), turned.end()), (Some(12), Some(8), Some(12)));
    let scalar = named("tensors.3");
    assert_eq!((scalar.sizes.len(), scalar.numel(), scalar.end()), (0, Some(1), Some(1)));
    assert_eq!((named("tensors.4").numel(), named("tensors.4").end()), (Some(0), Some(0)));
    let element = |name: &str| found.storages[named(name).storage.unwrap()].element.unwrap();
    assert_eq!((element("brain").dtype, element("brain").size), ("bfloat16", 2));
    assert_eq!((element("complex").dtype, element("complex").size), ("complex64", 8));
    assert_eq!(found.storages[0].device, "cpu");
    corpus::figures((found.tensors.len(), found.storages.len()), (14, 12));
}

#[test]
fn sparse_tensors_and_parameters() {
    let found = of_file("2.15.0/views.pth");
    let kinds: Vec<_> = found.tensors.iter().filter(|tensor| tensor.kind != TensorKind::Dense).collect();
    let [sparse] = kinds[..] else { panic!("{kinds:#?}") };
    assert_eq!((&sparse.kind, &sparse.sizes[..]), (&TensorKind::Sparse(Sparse::Coo), &[2, 2][..]));
    let parameter: Vec<_> =
        found.tensors.iter().filter(|tensor| tensor.parameter).map(|t| &*t.name).collect();
    assert_eq!(parameter, ["parameter"]);
}

/// A tensor as a line: name, element type, sizes, strides, offset, the key and the bytes of its storage, `*` for parameters.
fn lines(found: &Tensors) -> Vec<String> {
    let line = |tensor: &Tensor| {
        let storage = &found.storages[tensor.storage.unwrap()];
        let own = tensor.dtype.clone().unwrap_or_else(|| storage.element.unwrap().dtype.into());
        let star = if tensor.parameter { "*" } else { "" };
        format!(
            "{}{star} {own} {:?} {:?} {} {} {}",
            tensor.name,
            tensor.sizes,
            tensor.strides,
            tensor.offset,
            storage.key,
            storage.bytes().unwrap()
        )
    };
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    found.tensors.iter().map(line).collect()
}

fn of_module(name: &str) -> Vec<String> {
    let data = std::fs::read(corpus::root().join("torch/1.2.0").join(name)).unwrap();
    let archive = TorchArchive::open(&data).unwrap();
    lines(&module_tensors(&archive).unwrap().unwrap())
}

/// Modules of 1.0 to 1.2 have their tensors in `model.json`, and attributes in a pickle that names these by number.
#[test]
fn modules_without_a_pickle() {
    assert_eq!(
        of_module("script.pt"),
        [
            "second.weight* float32 [2, 4] [4, 1] 0 tensors/0 32",
            "first.bias* float32 [4] [1] 0 tensors/1 16",
            "first.weight* float32 [4, 3] [3, 1] 0 tensors/2 48"
        ]
    );
    assert_eq!(
        of_module("attributes.pt"),
        [
            "weight* float32 [2] [1] 0 tensors/0 8",
            "running float32 [2] [1] 0 tensors/1 8",
            "bits bool [2] [1] 0 tensors/2 2",
            "by_number.253 int64 [1] [1] 0 tensors/3 8",
            "by_number.7 float32 [3, 4] [4, 1] 0 tensors/4 48",
            "bytes uint8 [5] [1] 0 tensors/5 5",
            "tensors.1 float32 [4] [1] 4 tensors/4 48",
            "tensors.2 float32 [4, 3] [1, 4] 0 tensors/4 48",
            "tensors.3 int64 [] [] 0 tensors/8 8",
            "tensors.4 float32 [0, 3] [3, 1] 0 tensors/9 0",
            "tensors.5 float64 [2, 2] [2, 1] 0 tensors/10 32"
        ]
    );
    assert_eq!(of_module("traced.pt"), ["CONSTANTS.c0 float32 [3] [1] 0 tensors/0 12"]);
    // Later ones have a pickle.
    let data = std::fs::read(corpus::root().join("torch/1.3.1/script.pt")).unwrap();
    assert!(module_tensors(&TorchArchive::open(&data).unwrap()).unwrap().is_none());
}

/// In `tar` files, tensors stand between pickles, and the object refers to them by number.
#[test]
fn tar_files() {
    let data = std::fs::read(corpus::root().join("torch/pickles/before_0_1_10.tar")).unwrap();
    let legacy = Legacy::read(&data, Limits::default()).unwrap();
    assert_eq!(lines(&legacy.tensors), ["a float32 [2, 3] [3, 1] 0 7 24", "b float32 [3] [1] 3 7 24"]);
}
