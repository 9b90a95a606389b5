//! Tables of PyTorch.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "torch", ..NONE };

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "readers",
        tables: &["crates/torchscript/targets/torch.txt"],
        script: "torch/readers.py, torch/probe.py",
        command: "python3 {peers}/torch/readers.py {peers}/torch/profiles.tar.xz",
        inputs: &[("what probe.py printed in each release", "evidence/peers/torch/profiles.tar.xz")],
        takes: "1 s; needs no release: the probes, an hour for five releases, are kept",
        ..FAMILY
    },
    Step {
        name: "schemas",
        tables: &["crates/opset/schemas/torch.txt"],
        script: "torch/schemas.py, torch/dump_schemas.py",
        command: "cargo build -q --locked -p outlast-opset --example fold >&2
            python3 {peers}/torch/schemas.py {peers}/torch/schemas.tar.xz target/debug/examples/fold",
        inputs: &[("what dump_schemas.py printed in each release", "evidence/peers/torch/schemas.tar.xz")],
        takes: "10 s; needs no release: the schemas of twenty are kept",
        ..FAMILY
    },
    Step {
        name: "registry",
        tables: &["crates/opset/schemas/registry.txt"],
        script: "torch/registry.py",
        command: "tar xJf {peers}/torch/registry.tar.xz -C {out}
            echo '# In which order each release of PyTorch tries the operators of a name, and the functions that it compiles from its own text.'
            echo '# Form: see the module `history::table` of crates/opset.'
            cargo run -q --locked -p outlast-opset --example registry $(find {out} -name '*.tsv')",
        inputs: &[("what registry.py printed in each release", "evidence/peers/torch/registry.tar.xz")],
        takes: "2 s; needs no release: what twenty printed is kept",
        ..FAMILY
    },
    Step {
        name: "export",
        kind: Kind::Long,
        tables: &["crates/torchscript/schemas/export.txt"],
        script: "torch/export_schema.py, torch/each.sh",
        command: "releases=$(python3 {peers}/pins.py torch in=export - release)
            {peers}/torch/each.sh --file torch/_export/serde/schema.py {out} $releases
            python3 {peers}/torch/export_schema.py $(for release in $releases; do echo $release={out}/$release/torch; done)",
        takes: "4 min: fifteen wheels are fetched and deleted",
        ..FAMILY
    },
    Step {
        name: "features",
        kind: Kind::Long,
        tables: &["crates/torchscript/src/program/features.txt"],
        script: "torch/features.py, torch/each.sh",
        command: "{peers}/torch/each.sh {peers}/torch/features.py {out} $({peers}/torch/venv.sh --releases)
            python3 {peers}/torch/features.py --table {out}/*.tsv",
        takes: "an hour (estimate): twenty releases are set up, one at a time",
        ..FAMILY
    },
    Step {
        name: "reviewed",
        kind: Kind::Written,
        tables: &[
            "crates/torchscript/targets/torch-readers.txt",
            "crates/torchscript/schemas/mobile_bytecode.fbs",
        ],
        takes: "written by people, from the sources of PyTorch and from runs",
        ..FAMILY
    },
];
