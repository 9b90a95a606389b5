//! Every family has a typed view of its programs, and of no others.

use outlast::{
    AsBitstream as _, AsExecutorch as _, AsMlir as _, AsStablehlo as _, AsSwift as _, AsTorch as _,
};
use outlast_testkit::corpus;

/// Which views a file has.
fn views(bytes: &[u8]) -> Vec<&'static str> {
    let program = outlast::open(bytes).unwrap();
    let views = [
        ("executorch", program.as_executorch().is_some()),
        ("executorch data", program.as_executorch_data().is_some()),
        ("executorch bundle", program.as_executorch_bundle().is_some()),
        ("bitstream", program.as_bitstream().is_some()),
        ("swift", program.as_swift().is_some_and(|facts| facts.module_name.is_some())),
        ("mlir", program.as_mlir().is_some()),
        ("stablehlo", program.as_stablehlo().is_some_and(|facts| !facts.uses.is_empty())),
        ("torch archive", program.as_torch_archive().is_some()),
        ("torch flatbuffer", program.as_torch_flatbuffer().is_some()),
        ("torch legacy", program.as_torch_legacy().is_some()),
    ];
    views.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
}

#[test]
fn programs_have_the_views_of_their_family() {
    let wanted: [(&str, &[&str]); 10] = [
        ("executorch/1.5.1/mlp.pte", &["executorch"]),
        ("executorch/1.0.1/ext.ptd", &["executorch data"]),
        ("executorch/1.0.1/bundled.bpte", &["executorch bundle"]),
        ("llvm/19.1.7/Units.pcm", &["bitstream"]),
        ("llvm/swift-6.0.3/Embedded.swiftmodule", &["bitstream", "swift"]),
        ("mlir/19.1.7/kinds.mlirbc", &["mlir"]),
        ("mlir/vhlo/accuracy-1.10.0.mlir.bc", &["mlir", "stablehlo"]),
        ("torch/1.10.2/traced.pt", &["torch archive"]),
        ("torch/1.13.1/flat.ff", &["torch flatbuffer"]),
        ("torch/2.15.0/legacy.pth", &["torch legacy"]),
    ];
    for (name, views_of) in wanted {
        assert_eq!(views(&corpus::read(corpus::root().join(name)).unwrap()), views_of, "{name}");
    }
}
