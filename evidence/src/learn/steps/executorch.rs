//! Tables of ExecuTorch.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "executorch", ..NONE };

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "runtimes",
        kind: Kind::Long,
        tables: &["crates/executorch/targets/executorch.txt"],
        script: "executorch/probe.py, executorch/targets.py, executorch/all.sh",
        command: "bash {peers}/executorch/all.sh target/interop/executorch >&2; \
                  python3 {peers}/executorch/targets.py target/interop/executorch/profiles",
        pins: &["@all"],
        takes: "hours (not measured), and 2 GB at a time: sixteen environments, one after the other",
        ..FAMILY
    },
    Step {
        name: "kernels",
        kind: Kind::Long,
        tables: &["crates/executorch/targets/executorch-kernels.txt"],
        script: "executorch/kernels.py, executorch/sweep.sh, executorch/sweep.py, executorch/sweep_variants.py",
        command: "bash {peers}/executorch/sweep.sh target/interop/executorch-sweep >&2; \
                  python3 {peers}/executorch/kernels.py target/interop/executorch-sweep",
        pins: &["@all"],
        takes: "a day (not measured): some thousand small programs on sixteen releases, one environment after the other",
        ..FAMILY
    },
    Step {
        name: "libraries",
        kind: Kind::Long,
        tables: &["crates/executorch/targets/executorch-libraries.txt"],
        script: "executorch/library_operators.py, executorch/libraries.py, executorch/recorded.py",
        command: "bash {peers}/executorch/libraries.sh target/interop/executorch-libraries",
        pins: &["@libraries", "source"],
        takes: "an hour: three releases export, nine run what they exported, one environment after the other",
        ..FAMILY
    },
    Step {
        name: "orders",
        tables: &["crates/executorch/targets/executorch-orders.txt"],
        script: "executorch/dim_orders.py",
        command: "python3 {peers}/executorch/dim_orders.py target/interop/clones/executorch.git \
                  $(python3 {peers}/pins.py executorch in=all - release tag | tr ' ' '=')",
        peers: &["executorch-source"],
        pins: &["source"],
        takes: "10 s, after the sources are fetched with their tags",
        ..FAMILY
    },
    Step {
        name: "runs",
        tables: &["crates/executorch/targets/executorch-runs.txt"],
        script: "executorch/recorded.py",
        command: "cargo build -q --locked -p outlast-executorch --example uses; \
                  find corpus/executorch corpus/executorch-models corpus/unseen/executorch -name '*.pte' | sort | \
                  xargs target/debug/examples/uses > {out}/uses.tsv; \
                  cat corpus/executorch/facts/*.tsv >> {out}/uses.tsv; \
                  python3 {peers}/executorch/recorded.py {out}/uses.tsv corpus/executorch corpus/executorch-models \
                  corpus/unseen/executorch/*",
        inputs: &[(
            "programs and recorded runs of the corpus",
            "corpus/executorch corpus/executorch-models corpus/unseen/executorch",
        )],
        takes: "1 min; needs no release",
        ..FAMILY
    },
    Step {
        name: "swept",
        tables: &["crates/executorch/targets/executorch-swept.txt"],
        script: "executorch/swept.py",
        command: "python3 {peers}/executorch/swept.py",
        inputs: &[(
            "the programs that are listed",
            "evidence/peers/executorch/sweep.py evidence/peers/executorch/sweep_variants.py",
        )],
        takes: "1 s; needs no release",
        ..FAMILY
    },
    Step {
        name: "operators",
        tables: &["crates/executorch/data/operator-schemas.txt"],
        script: "executorch/operator_schemas.py",
        command: "commit=$(python3 {peers}/pins.py executorch package=pytorch/executorch version | cut -d' ' -f2); \
                  LD_LIBRARY_PATH=target/interop/executorch-newest/stubs target/interop/executorch-newest/bin/python \
                  {peers}/executorch/operator_schemas.py target/interop/clones/executorch.git $commit",
        peers: &["executorch-source", "executorch-newest"],
        pins: &["source", "@newest"],
        takes: "10 s, after the set-up of one release",
        ..FAMILY
    },
    Step {
        name: "telling",
        kind: Kind::Long,
        tables: &["crates/executorch/data/executorch-telling.txt"],
        script: "executorch/telling.py, executorch/libraries_of_wheels.sh",
        command: "bash {peers}/executorch/libraries_of_wheels.sh target/interop/executorch-wheels >&2; \
                  python3 {peers}/executorch/telling.py target/interop/executorch-wheels target/interop/clones/executorch.git",
        peers: &["executorch-source"],
        pins: &["source"],
        takes: "10 min: sixteen wheels without PyTorch are downloaded, one after the other",
        ..FAMILY
    },
    Step {
        name: "shipped",
        tables: &[
            "crates/executorch/shipped/rn-0.3.4-ios.toml",
            "crates/executorch/shipped/rn-0.5.15-android.toml",
            "crates/executorch/shipped/rn-0.5.15-ios.toml",
            "crates/executorch/shipped/rn-0.7.3-android.toml",
            "crates/executorch/shipped/rn-0.7.3-ios.toml",
            "crates/executorch/shipped/rn-0.8.5-android.toml",
            "crates/executorch/shipped/rn-0.8.5-ios.toml",
        ],
        script: "executorch/shipped.sh",
        command: "bash {peers}/executorch/shipped.sh {out}",
        tool: true,
        takes: "30 s: four releases of the npm package are downloaded",
        ..FAMILY
    },
    Step {
        name: "reviewed",
        kind: Kind::Written,
        tables: &[
            "crates/executorch/targets/executorch-readers.txt",
            "crates/executorch/schemas/bundled_program.fbs",
            "crates/executorch/schemas/flat_tensor.fbs",
            "crates/executorch/schemas/flat_tensor_v0a.fbs",
            "crates/executorch/schemas/flat_tensor_v0b.fbs",
            "crates/executorch/schemas/program.fbs",
            "crates/executorch/schemas/scalar_type.fbs",
            "crates/executorch/schemas/vulkan.fbs",
            "crates/executorch/schemas/xnnpack.fbs",
        ],
        ..FAMILY
    },
];
