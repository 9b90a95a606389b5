//! Tables of PyTorch.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "torch", ..NONE };

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "readers",
        tables: &["crates/outlast/targets/torch.txt"],
        script: "torch/readers.py, torch/probe.py",
        command: "python3 {peers}/torch/readers.py {peers}/torch/profiles.tar.xz",
        inputs: &[("what probe.py printed in each release", "xtask/peers/torch/profiles.tar.xz")],
        takes: "1 s; needs no release: the probes, an hour for five releases, are kept",
        ..FAMILY
    },
    Step {
        name: "reviewed",
        kind: Kind::Written,
        tables: &[
            "crates/outlast/targets/torch-readers.txt",
            "crates/torchscript/schemas/mobile_bytecode.fbs",
        ],
        takes: "written by people, from the sources of PyTorch and from runs",
        ..FAMILY
    },
];
