//! Tables of StableHLO's readers. What is made from its definitions is in the steps of MLIR.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "stablehlo", ..NONE };

const JAXLIBS: &[&str] =
    &["0.4.20", "0.4.26", "0.4.31", "0.4.38", "0.5.3", "0.6.2", "0.7.2", "0.8.1", "0.9.0", "0.10.2"];

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
        pins: JAXLIBS,
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
        pins: JAXLIBS,
        takes: "1 min",
        ..FAMILY
    },
];
