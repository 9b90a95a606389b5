//! Tables of MLIR and StableHLO.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "mlir", ..NONE };

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "traits",
        tables: &["crates/mlir/targets/mlir.txt"],
        script: "mlir/traits.py, mlir/interfaces.py",
        // The sources of some releases cannot be had: those of `source` in pins.toml stand for what people wrote to verify operations.
        command: "python3 {peers}/mlir/interfaces.py {mlir} >&2; \
                  python3 {peers}/mlir/traits.py [[{release}={include}={source}]]",
        peers: &["mlir", "mlir-suites"],
        pins: &["@readers"],
        inputs: &[
            ("generated headers of {n}", "{include}/mlir"),
            ("sources of {n}", "{source}/lib {source}/include"),
            ("what was read of verifiers", "{peers}/mlir/reviewed"),
        ],
        takes: "6 min",
        ..FAMILY
    },
    Step {
        name: "groups",
        tables: &["crates/mlir/targets/mlir-groups.txt"],
        script: "mlir/groups.py",
        // The accessors of 16 look otherwise, and conversions to it go through its attributes.
        command: "python3 {peers}/mlir/groups.py [[{release}={include}]]",
        peers: &["mlir", "mlir-suites"],
        pins: &["@schemas"],
        inputs: &[("generated headers of {n}", "{include}/mlir")],
        takes: "1 min",
        ..FAMILY
    },
    // One for each release, which needs the set-up of its own kind alone.
    Step {
        name: "schemas-{n}",
        tables: &["crates/mlir/schemas/mlir-{n}.txt"],
        script: "mlir/schemas.py",
        command: "python3 {peers}/mlir/schemas.py mlir-{n} {release} {include}",
        peers: &["mlir", "mlir-suites"],
        pins: &["@schemas"],
        inputs: &[("generated headers of {n}", "{include}/mlir")],
        takes: "1 min",
        ..FAMILY
    },
    Step {
        name: "words",
        tables: &["crates/mlir/names/words.txt"],
        script: "mlir/words.py",
        command: "python3 {peers}/mlir/words.py {mlir}/corpus/16-v0 {mlir}/corpus/19-v6 {mlir}/corpus/22-v6 > {out}/words.txt",
        peers: &["mlir"],
        pins: &["@installed"],
        ..FAMILY
    },
    Step {
        name: "names-llvm",
        tables: &["crates/mlir/names/llvm.txt"],
        script: "mlir/dwarf.py",
        command: "python3 {peers}/mlir/dwarf.py {llvm}/headers/22/include {mlir}/dev/22/usr/lib/llvm-22/include {out}/llvm.txt",
        peers: &["headers", "mlir"],
        pins: &["headers-22", "mlir-22"],
        inputs: &[
            (
                "Dwarf.def and Dwarf.h of 22",
                "{llvm}/headers/22/include/llvm/BinaryFormat/Dwarf.def {llvm}/headers/22/include/llvm/BinaryFormat/Dwarf.h",
            ),
            (
                "enumerations of the llvm dialect of 22",
                "{mlir}/dev/22/usr/lib/llvm-22/include/mlir/Dialect/LLVMIR/LLVMOpsEnums.cpp.inc",
            ),
        ],
        takes: "1 s",
        ..FAMILY
    },
    Step {
        name: "seen",
        kind: Kind::Long,
        tables: &["crates/mlir/targets/mlir-seen.txt", "crates/mlir/targets/mlir-seen-files.txt"],
        script: "mlir/learn.sh, mlir/verdicts.py",
        command: "cargo build -q --release --locked -p outlast --example mlir_convert --example mlir_verdicts; \
                  bash {peers}/mlir/learn.sh {mlir} target/release/examples {out} >&2",
        peers: &["mlir"],
        pins: &["@installed"],
        takes: "an hour of runs after the set-up of mlir",
        ..FAMILY
    },
    Step {
        name: "seen-lowered",
        kind: Kind::Long,
        tables: &["crates/mlir/targets/mlir-seen-lowered.txt"],
        script: "mlir/seen_draw.py, mlir/seen_lowered.py",
        command: "cargo build -q --locked -p outlast-cli; cargo build -q --locked -p outlast --example mlir_verdicts; \
                  python3 {peers}/mlir/seen_draw.py {mlir}/seen >&2; \
                  python3 {peers}/mlir/seen_lowered.py {mlir}/seen target/debug/outlast target/debug/examples/mlir_verdicts --each 70 >{out}/mlir-seen-lowered.txt",
        peers: &["mlir", "mlir-suites"],
        pins: &["@schemas"],
        takes: "half an hour of runs after the set-up of mlir",
        ..FAMILY
    },
    Step {
        name: "schemas-19-test",
        tables: &["crates/mlir/schemas/mlir-19-test.txt"],
        script: "mlir/schemas_test.py",
        command: "python3 {peers}/mlir/schemas_test.py mlir-19 19.1.7 /usr/lib/llvm-19/bin/mlir-tblgen \
                  {mlir}/dev/19/usr/lib/llvm-19/include {mlir}/src/llvm-toolchain-19_19.1.7/mlir",
        peers: &["mlir"],
        pins: &["mlir-19"],
        inputs: &[("test/lib of 19", "{mlir}/src/llvm-toolchain-19_19.1.7/mlir/test/lib")],
        takes: "1 s",
        ..FAMILY
    },
    Step {
        name: "schemas-22-test",
        tables: &["crates/mlir/schemas/mlir-22-test.txt"],
        script: "mlir/schemas_learned.py, mlir/schemas_probed.py",
        // mlir-opt 22's own tests cannot be had: those of 19, as far as 22 takes them, and each operation alone.
        command: "cargo build -q --release --locked -p outlast-mlir --example learn; \
                  python3 {peers}/mlir/schemas_learned.py {out}/learned mlir-opt-22 mlir-opt-22 crates/mlir/schemas/mlir-19-test.txt \
                  {mlir}/src/llvm-toolchain-19_19.1.7/mlir/test >{out}/pairs.txt; \
                  python3 {peers}/mlir/schemas_probed.py {out}/probed mlir-opt-22 /usr/lib/llvm-22/bin/mlir-opt {out} >>{out}/pairs.txt; \
                  target/release/examples/learn mlir-22 22.1.8 mlir-22 mlir-19 <{out}/pairs.txt; rm -r {out}/learned {out}/probed",
        peers: &["mlir"],
        pins: &["mlir-22"],
        inputs: &[
            ("tests of 19", "{mlir}/src/llvm-toolchain-19_19.1.7/mlir/test"),
            (
                "schemas of 19 and 22",
                "crates/mlir/schemas/mlir-19.txt crates/mlir/schemas/mlir-19-test.txt crates/mlir/schemas/mlir-22.txt",
            ),
        ],
        takes: "5 min",
        ..FAMILY
    },
    Step {
        name: "schemas-24",
        tables: &["crates/mlir/schemas/mlir-24.txt"],
        script: "mlir/schemas_24.sh, mlir/schemas_learned.py, mlir/schemas_probed.py",
        command: "cargo build -q --release --locked -p outlast-mlir --example learn; \
                  bash {peers}/mlir/schemas_24.sh {mlir} {out}/pairs >{out}/pairs.txt; \
                  target/release/examples/learn mlir-24 24.0.0git mlir-22 mlir-19 <{out}/pairs.txt; rm -r {out}/pairs",
        peers: &["mlir"],
        pins: &["iree", "torch-mlir", "mlir-22"],
        inputs: &[
            ("tests of 19", "{mlir}/src/llvm-toolchain-19_19.1.7/mlir/test"),
            ("schemas of 19 and 22", "crates/mlir/schemas/mlir-19.txt crates/mlir/schemas/mlir-22.txt"),
            (
                "texts in the syntax of 24",
                "evidence/peers/mlir/src/foreign evidence/peers/mlir/src/exports.py evidence/peers/mlir/src/newer.mlir evidence/peers/mlir/src/properties-24.mlir",
            ),
        ],
        takes: "15 min",
        ..FAMILY
    },
    Step {
        name: "stablehlo",
        tables: &[
            "crates/mlir/schemas/stablehlo.txt",
            "crates/mlir/names/vhlo.txt",
            "crates/mlir/schemas/vhlo-entities.txt",
        ],
        script: "mlir/schemas_stablehlo.py, mlir/vhlo.py",
        command: "commit=$(python3 {peers}/pins.py mlir package=openxla/stablehlo version | cut -d' ' -f2); \
                  python3 {peers}/mlir/schemas_stablehlo.py target/interop/clones/stablehlo.git $commit \
                  /usr/lib/llvm-22/bin/mlir-tblgen {mlir}/dev/22/usr/lib/llvm-22/include >{out}/stablehlo.txt; \
                  for file in Ops Attrs Enums Types; do git -C target/interop/clones/stablehlo.git show \
                  $commit:stablehlo/dialect/Vhlo$file.td >{out}/Vhlo$file.td; done; \
                  python3 {peers}/mlir/vhlo.py {out} {out}/vhlo.txt {out}/vhlo-entities.txt",
        peers: &["mlir", "stablehlo"],
        pins: &["stablehlo", "mlir-22"],
        takes: "1 min",
        ..FAMILY
    },
    Step {
        name: "readers-reviewed",
        kind: Kind::Written,
        tables: &["crates/mlir/targets/mlir-readers.txt", "crates/mlir/schemas/changes.txt"],
        ..FAMILY
    },
    Step {
        name: "corpus-readers",
        kind: Kind::Recorded,
        tables: &["corpus/mlir/runs/readers.txt"],
        script: "mlir/record.py",
        command: "python3 {peers}/mlir/record.py corpus/mlir",
        peers: &["mlir"],
        pins: &["@installed"],
        takes: "1 min",
        ..FAMILY
    },
];
