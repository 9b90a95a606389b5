//! Tables of StableHLO's readers. What is made from its definitions is in the steps of MLIR.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "stablehlo", ..NONE };

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "versions",
        kind: Kind::Written,
        tables: &[
            "crates/mlir/schemas/vhlo-changes.txt",
            "crates/mlir/schemas/vhlo-stablehlo.txt",
            "crates/mlir/targets/stablehlo.txt",
            "crates/mlir/targets/jaxlib.txt",
        ],
        ..FAMILY
    },
    Step {
        name: "calls",
        tables: &["crates/mlir/targets/jaxlib-calls.txt"],
        script: "stablehlo/calls.py",
        command: "python3 {peers}/stablehlo/calls.py target/interop/stablehlo",
        peers: &["jaxlib"],
        pins: &["@readers"],
        takes: "2 min",
        ..FAMILY
    },
    Step {
        name: "corpus-readers",
        kind: Kind::Recorded,
        tables: &["corpus/mlir/runs/jaxlib.txt"],
        script: "stablehlo/record.py",
        command: "python3 {peers}/stablehlo/record.py target/interop/stablehlo corpus/mlir",
        peers: &["jaxlib"],
        pins: &["@readers"],
        takes: "1 min",
        ..FAMILY
    },
];
