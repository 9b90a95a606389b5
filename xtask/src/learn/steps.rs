//! Every table: the script that makes it, from which releases, and how long that takes.

/// How a table comes about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// `cargo xtask learn FAMILY` makes it.
    Table,
    /// A record of runs in the corpus, which is frozen: it is made again and compared, and not written.
    Recorded,
    /// Takes hours: made only where it is named.
    Long,
    /// Something has to be at hand that no script fetches; `takes` says what.
    Manual,
    /// People write it.
    Written,
}

/// Tables that one run of a script makes.
pub(super) struct Step {
    pub(super) family: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) tables: &'static [&'static str],
    /// Below `xtask/peers`; several with `, `.
    pub(super) script: &'static str,
    /// For bash, in the root of the repository. It prints the table, or writes files named as the tables into `{out}`.
    pub(super) command: &'static str,
    /// Whether `OUTLAST` has to be the program.
    pub(super) tool: bool,
    /// What is set up before: names in [`PEERS`].
    pub(super) peers: &'static [&'static str],
    /// Names in pins.toml.
    pub(super) pins: &'static [&'static str],
    /// What is read, and which files those are: their hash goes into the head.
    pub(super) inputs: &'static [(&'static str, &'static str)],
    pub(super) takes: &'static str,
}

/// What sets up releases.
pub(super) const PEERS: &[(&str, &str)] = &[
    ("llvm", "{peers}/llvm/setup.sh {llvm} zig"),
    ("headers", "{peers}/llvm/headers.sh {llvm}/headers"),
    ("samples", "{peers}/llvm/samples.sh {llvm}/samples"),
    ("swift", "{peers}/llvm/swift.sh target/interop/swift"),
    ("swift-newer", "{peers}/llvm/swift.sh target/interop/swift-newer newer"),
    ("mlir", "{peers}/mlir/setup.sh {mlir}"),
];

const NONE: Step = Step {
    family: "",
    name: "",
    kind: Kind::Table,
    tables: &[],
    script: "",
    command: "",
    tool: false,
    peers: &[],
    pins: &[],
    inputs: &[],
    takes: "",
};

const DEBIAN: &[&str] = &["llvm-14", "llvm-16", "llvm-19", "llvm-22"];
const READERS: &[&str] =
    &["llvm-14", "llvm-15", "llvm-16", "zig-17", "zig-18", "llvm-19", "zig-20", "llvm-22"];
const CLANGS: &[&str] =
    &["clang-14", "clang-15", "clang-16", "zig-17", "zig-18", "clang-19", "zig-20", "clang-22"];
const HEADERS: &[&str] = &["headers-14", "headers-15", "headers-16", "headers-19", "headers-22"];
const MLIRS: &[&str] = &["mlir-16", "mlir-19", "mlir-22"];
const EXECUTORCH: &[&str] = &[
    "0.2.0", "0.2.1", "0.3.0", "0.4.0", "0.5.0", "0.6.0", "0.7.0", "1.0.0", "1.0.1", "1.1.0", "1.2.0",
    "1.3.1", "1.4.0", "1.4.1", "1.5.0", "1.5.1",
];

/// Every step, by family.
pub(super) const STEPS: &[Step] = &[
    Step {
        family: "llvm",
        name: "names-ir",
        tables: &["crates/bitstream/names/llvm-ir.txt"],
        script: "llvm/names_ir.py",
        command: "python3 {peers}/llvm/names_ir.py",
        peers: &["llvm"],
        pins: DEBIAN,
        inputs: &[
            ("llvm-bcanalyzer of 14", "/usr/lib/llvm-14/bin/llvm-bcanalyzer"),
            ("llvm-bcanalyzer of 16", "/usr/lib/llvm-16/bin/llvm-bcanalyzer"),
            ("llvm-bcanalyzer of 19", "/usr/lib/llvm-19/bin/llvm-bcanalyzer"),
            ("llvm-bcanalyzer of 22", "/usr/lib/llvm-22/bin/llvm-bcanalyzer"),
        ],
        takes: "1 s",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "values",
        tables: &["crates/bitstream/names/llvm-values.txt"],
        script: "llvm/values.py",
        command: "python3 {peers}/llvm/values.py {llvm}/headers/{14,15,16,19,22}/include",
        peers: &["headers"],
        pins: HEADERS,
        inputs: &[(
            "LLVMBitCodes.h and Attributes.inc of 14, 15, 16, 19 and 22",
            "{llvm}/headers/14/include/llvm/Bitcode/LLVMBitCodes.h {llvm}/headers/14/include/llvm/IR/Attributes.inc \
             {llvm}/headers/15/include/llvm/Bitcode/LLVMBitCodes.h {llvm}/headers/15/include/llvm/IR/Attributes.inc \
             {llvm}/headers/16/include/llvm/Bitcode/LLVMBitCodes.h {llvm}/headers/16/include/llvm/IR/Attributes.inc \
             {llvm}/headers/19/include/llvm/Bitcode/LLVMBitCodes.h {llvm}/headers/19/include/llvm/IR/Attributes.inc \
             {llvm}/headers/22/include/llvm/Bitcode/LLVMBitCodes.h {llvm}/headers/22/include/llvm/IR/Attributes.inc",
        )],
        takes: "1 s",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "names-carried",
        tables: &[
            "crates/bitstream/names/clang.txt",
            "crates/bitstream/names/diagnostics.txt",
            "crates/bitstream/names/remarks.txt",
        ],
        script: "llvm/names_carried.py",
        command: "python3 {peers}/llvm/names_carried.py --out {out} \
                  --clang {llvm}/headers/{14,15,16,19,22}/include/clang/Serialization \
                  --diagnostics {llvm}/headers/22/include/clang/Frontend/SerializedDiagnostics.h \
                  --remarks {llvm}/headers/22/include/llvm/Remarks/BitstreamRemarkContainer.h \
                  --stream $(find {llvm}/samples/v* -name '*.pc[hm]' -o -path '{llvm}/samples/v*' -name '*.ast' | sort)",
        peers: &["llvm", "headers", "samples"],
        pins: HEADERS,
        inputs: &[(
            "clang/Serialization of 14, 15, 16, 19 and 22, and the headers of diagnostics and remarks of 22",
            "{llvm}/headers/14/include/clang/Serialization {llvm}/headers/15/include/clang/Serialization \
             {llvm}/headers/16/include/clang/Serialization {llvm}/headers/19/include/clang/Serialization \
             {llvm}/headers/22/include/clang/Serialization \
             {llvm}/headers/22/include/clang/Frontend/SerializedDiagnostics.h \
             {llvm}/headers/22/include/llvm/Remarks/BitstreamRemarkContainer.h",
        )],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "clang",
        tables: &["crates/outlast/targets/llvm-clang.txt"],
        script: "llvm/clang_formats.py",
        command: "python3 {peers}/llvm/clang_formats.py",
        tool: true,
        peers: &["llvm"],
        pins: CLANGS,
        inputs: &[
            (
                "clang of 14, 15, 16, 19 and 22",
                "/usr/lib/llvm-14/bin/clang /usr/lib/llvm-15/bin/clang /usr/lib/llvm-16/bin/clang \
              /usr/lib/llvm-19/bin/clang /usr/lib/llvm-22/bin/clang",
            ),
            (
                "zig with clang 17, 18 and 20",
                "{llvm}/zig-17/ziglang/zig {llvm}/zig-18/ziglang/zig {llvm}/zig-20/ziglang/zig",
            ),
        ],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "streams",
        tables: &["crates/outlast/targets/llvm-streams.txt"],
        script: "llvm/streams.py",
        command: "python3 {peers}/llvm/streams.py $(ls {llvm}/samples/v*/*.dia {llvm}/samples/v*/*.opt.bitstream)",
        tool: true,
        peers: &["llvm", "samples"],
        pins: &["llvm-14", "llvm-15", "llvm-16", "llvm-19", "llvm-22"],
        inputs: &[(
            "llvm-opt-report of 14, 15, 16, 19 and 22",
            "/usr/lib/llvm-14/bin/llvm-opt-report /usr/lib/llvm-15/bin/llvm-opt-report /usr/lib/llvm-16/bin/llvm-opt-report \
             /usr/lib/llvm-19/bin/llvm-opt-report /usr/lib/llvm-22/bin/llvm-opt-report",
        )],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "readers",
        kind: Kind::Long,
        tables: &["crates/outlast/targets/llvm.txt"],
        script: "llvm/learn_ir.sh",
        command: "bash {peers}/llvm/learn_ir.sh {llvm}/learn {out}/llvm.txt >&2",
        tool: false,
        peers: &["llvm", "headers"],
        pins: READERS,
        inputs: &[("the reviewed rows", "crates/outlast/targets/llvm-readers.txt")],
        takes: "hours (not measured)",
    },
    Step {
        family: "llvm",
        name: "recorded",
        tables: &["crates/outlast/targets/llvm-recorded.txt"],
        script: "llvm/recorded.py",
        command: "python3 {peers}/llvm/recorded.py unpack {llvm}/recorded >&2 && \
                  cargo run --quiet --locked -p outlast-bitstream --example ir_needs \
                  <{llvm}/recorded/files.txt >{llvm}/recorded/needs.tsv && \
                  python3 {peers}/llvm/recorded.py table {llvm}/recorded {llvm}/recorded/needs.tsv \
                  crates/outlast/targets/llvm-readers.txt crates/outlast/targets/llvm.txt 2>/dev/null",
        inputs: &[
            (
                "the table of runs and the reviewed rows",
                "crates/outlast/targets/llvm.txt crates/outlast/targets/llvm-readers.txt",
            ),
            ("recorded runs", "corpus/llvm/verdicts corpus/llvm/runs/readers.tsv corpus/unseen/llvm"),
        ],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "intrinsics",
        tables: &["crates/outlast/targets/llvm-intrinsics.txt"],
        script: "llvm/intrinsics.py",
        command: "python3 {peers}/llvm/intrinsics.py list {llvm}/intrinsics >&2 && \
                  python3 {peers}/llvm/intrinsics.py ask {llvm}/intrinsics >&2 && \
                  python3 {peers}/llvm/intrinsics.py signatures {llvm}/intrinsics crates/outlast/targets/llvm.txt",
        peers: &["llvm", "headers"],
        pins: READERS,
        inputs: &[("the table of runs", "crates/outlast/targets/llvm.txt")],
        takes: "8 min",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "readers-reviewed",
        kind: Kind::Written,
        tables: &["crates/outlast/targets/llvm-readers.txt"],
        ..NONE
    },
    Step {
        family: "llvm",
        name: "analysers",
        kind: Kind::Recorded,
        tables: &[
            "corpus/llvm/runs/analyser-14.tsv",
            "corpus/llvm/runs/analyser-16.tsv",
            "corpus/llvm/runs/analyser-19.tsv",
            "corpus/llvm/runs/analyser-22.tsv",
        ],
        script: "llvm/record.py",
        command: "python3 {peers}/llvm/record.py corpus {out} 14 16 19 22",
        peers: &["llvm"],
        pins: DEBIAN,
        takes: "5 min",
        ..NONE
    },
    Step {
        family: "llvm",
        name: "corpus-readers",
        kind: Kind::Recorded,
        tables: &["corpus/llvm/runs/readers.tsv"],
        script: "llvm/record_readers.py",
        command: "python3 {peers}/llvm/record_readers.py corpus {out}/readers.tsv >&2",
        peers: &["llvm"],
        pins: READERS,
        takes: "20 min",
        ..NONE
    },
    Step {
        family: "swift",
        name: "compilers",
        tables: &["crates/outlast/targets/swift.txt"],
        script: "llvm/swift_profile.py",
        command: "python3 {peers}/llvm/swift_profile.py target/interop/swift target/interop/swift-newer",
        peers: &["swift", "swift-newer"],
        pins: &["swift", "swift-newer"],
        inputs: &[
            ("swift-frontend 6.0.3", "target/interop/swift/root/usr/libexec/swift/bin/swift-frontend"),
            ("swift-frontend 6.2.3", "target/interop/swift-newer/root/usr/libexec/swift/bin/swift-frontend"),
        ],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "swift",
        name: "names",
        kind: Kind::Manual,
        tables: &[
            "crates/bitstream/names/swift.txt",
            "crates/bitstream/names/swift-deps.txt",
            "crates/bitstream/names/swift-scan.txt",
        ],
        script: "llvm/names_carried.py",
        takes: "wants the sources of each Swift release (lib/Serialization); call the script",
        ..NONE
    },
    Step {
        family: "swift",
        name: "compilers-reviewed",
        kind: Kind::Written,
        tables: &["crates/outlast/targets/swift-readers.txt"],
        ..NONE
    },
    Step {
        family: "mlir",
        name: "traits",
        tables: &["crates/outlast/targets/mlir.txt"],
        script: "mlir/traits.py",
        command: "python3 {peers}/mlir/traits.py \
                  16.0.6={mlir}/dev/16/usr/lib/llvm-16/include={mlir}/src/llvm-toolchain-16_16.0.6/mlir \
                  19.1.7={mlir}/dev/19/usr/lib/llvm-19/include={mlir}/src/llvm-toolchain-19_19.1.7/mlir \
                  22.1.8={mlir}/dev/22/usr/lib/llvm-22/include",
        peers: &["mlir"],
        pins: MLIRS,
        inputs: &[
            ("generated headers of 16", "{mlir}/dev/16/usr/lib/llvm-16/include/mlir"),
            ("generated headers of 19", "{mlir}/dev/19/usr/lib/llvm-19/include/mlir"),
            ("generated headers of 22", "{mlir}/dev/22/usr/lib/llvm-22/include/mlir"),
            (
                "sources of 16",
                "{mlir}/src/llvm-toolchain-16_16.0.6/mlir/lib {mlir}/src/llvm-toolchain-16_16.0.6/mlir/include",
            ),
            (
                "sources of 19",
                "{mlir}/src/llvm-toolchain-19_19.1.7/mlir/lib {mlir}/src/llvm-toolchain-19_19.1.7/mlir/include",
            ),
        ],
        takes: "3 min",
        ..NONE
    },
    Step {
        family: "mlir",
        name: "groups",
        tables: &["crates/outlast/targets/mlir-groups.txt"],
        script: "mlir/groups.py",
        // The accessors of 16 look otherwise, and conversions to it go through its attributes.
        command: "python3 {peers}/mlir/groups.py 19.1.7={mlir}/dev/19/usr/lib/llvm-19/include \
                  22.1.8={mlir}/dev/22/usr/lib/llvm-22/include",
        peers: &["mlir"],
        pins: &["mlir-19", "mlir-22"],
        inputs: &[
            ("generated headers of 19", "{mlir}/dev/19/usr/lib/llvm-19/include/mlir"),
            ("generated headers of 22", "{mlir}/dev/22/usr/lib/llvm-22/include/mlir"),
        ],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "mlir",
        name: "schemas-19",
        tables: &["crates/mlir/schemas/mlir-19.txt"],
        script: "mlir/schemas.py",
        command: "python3 {peers}/mlir/schemas.py mlir-19 19.1.7 {mlir}/dev/19/usr/lib/llvm-19/include",
        peers: &["mlir"],
        pins: &["mlir-19"],
        inputs: &[("generated headers of 19", "{mlir}/dev/19/usr/lib/llvm-19/include/mlir")],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "mlir",
        name: "schemas-22",
        tables: &["crates/mlir/schemas/mlir-22.txt"],
        script: "mlir/schemas.py",
        command: "python3 {peers}/mlir/schemas.py mlir-22 22.1.8 {mlir}/dev/22/usr/lib/llvm-22/include",
        peers: &["mlir"],
        pins: &["mlir-22"],
        inputs: &[("generated headers of 22", "{mlir}/dev/22/usr/lib/llvm-22/include/mlir")],
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "mlir",
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
        ..NONE
    },
    Step {
        family: "mlir",
        name: "seen",
        kind: Kind::Long,
        tables: &["crates/outlast/targets/mlir-seen.txt", "crates/outlast/targets/mlir-seen-files.txt"],
        script: "mlir/learn.sh, mlir/verdicts.py",
        command: "cargo build -q --release --locked -p outlast --example mlir_convert --example mlir_verdicts; \
                  bash {peers}/mlir/learn.sh {mlir} target/release/examples {out} >&2",
        peers: &["mlir"],
        pins: MLIRS,
        takes: "an hour of runs after the set-up of mlir",
        ..NONE
    },
    Step {
        family: "mlir",
        name: "schemas-test",
        kind: Kind::Manual,
        tables: &["crates/mlir/schemas/mlir-19-test.txt", "crates/mlir/schemas/mlir-22-test.txt"],
        script: "mlir/schemas_test.py, mlir/schemas_learned.py",
        takes: "19 from upstream's sources with mlir-tblgen, 22 from pairs that mlir-opt-22 writes (hours): see the scripts",
        ..NONE
    },
    Step {
        family: "mlir",
        name: "schemas-24",
        kind: Kind::Manual,
        tables: &["crates/mlir/schemas/mlir-24.txt"],
        script: "mlir/schemas_learned.py, mlir/schemas_probed.py",
        takes: "asks IREE and torch-mlir about each operation (hours): see the scripts",
        ..NONE
    },
    Step {
        family: "mlir",
        name: "stablehlo",
        kind: Kind::Manual,
        tables: &["crates/mlir/schemas/stablehlo.txt", "crates/mlir/names/vhlo.txt"],
        script: "mlir/schemas_stablehlo.py, mlir/vhlo.py",
        takes: "wants a clone of openxla/stablehlo with its tags, and mlir-tblgen of 22: see the scripts",
        ..NONE
    },
    Step {
        family: "mlir",
        name: "readers-reviewed",
        kind: Kind::Written,
        tables: &["crates/outlast/targets/mlir-readers.txt", "crates/mlir/schemas/changes.txt"],
        ..NONE
    },
    Step {
        family: "mlir",
        name: "corpus-readers",
        kind: Kind::Recorded,
        tables: &["corpus/mlir/runs/readers.txt"],
        script: "mlir/record.py",
        command: "python3 {peers}/mlir/record.py corpus/mlir",
        peers: &["mlir"],
        pins: MLIRS,
        takes: "1 min",
        ..NONE
    },
    Step {
        family: "executorch",
        name: "runtimes",
        kind: Kind::Long,
        tables: &["crates/outlast/targets/executorch.txt"],
        script: "executorch/probe.py, executorch/targets.py, executorch/all.sh",
        command: "bash {peers}/executorch/all.sh target/interop/executorch >&2; \
                  python3 {peers}/executorch/targets.py target/interop/executorch/profiles",
        pins: EXECUTORCH,
        takes: "hours (not measured), and 2 GB at a time: sixteen environments, one after the other",
        ..NONE
    },
    Step {
        family: "executorch",
        name: "kernels",
        kind: Kind::Long,
        tables: &["crates/outlast/targets/executorch-kernels.txt"],
        script: "executorch/kernels.py, executorch/sweep.sh, executorch/sweep.py, executorch/sweep_variants.py",
        command: "bash {peers}/executorch/sweep.sh target/interop/executorch-sweep >&2; \
                  python3 {peers}/executorch/kernels.py target/interop/executorch-sweep",
        pins: EXECUTORCH,
        takes: "a day (not measured): some thousand small programs on sixteen releases, one environment after the other",
        ..NONE
    },
    Step {
        family: "executorch",
        name: "runs",
        tables: &["crates/outlast/targets/executorch-runs.txt"],
        script: "executorch/recorded.py",
        command: "cargo build -q --locked -p outlast-executorch --example uses; \
                  find corpus/executorch corpus/executorch-models corpus/unseen/executorch -name '*.pte' | sort | \
                  xargs target/debug/examples/uses > {out}/uses.tsv; \
                  python3 {peers}/executorch/recorded.py {out}/uses.tsv corpus/executorch corpus/executorch-models \
                  corpus/unseen/executorch/*",
        inputs: &[(
            "programs and recorded runs of the corpus",
            "corpus/executorch corpus/executorch-models corpus/unseen/executorch",
        )],
        takes: "1 min; needs no release",
        ..NONE
    },
    Step {
        family: "executorch",
        name: "swept",
        tables: &["crates/outlast/targets/executorch-swept.txt"],
        script: "executorch/swept.py",
        command: "python3 {peers}/executorch/swept.py",
        inputs: &[(
            "the programs that are listed",
            "xtask/peers/executorch/sweep.py xtask/peers/executorch/sweep_variants.py",
        )],
        takes: "1 s; needs no release",
        ..NONE
    },
    Step {
        family: "executorch",
        name: "operators",
        kind: Kind::Manual,
        tables: &["crates/executorch/data/operator-schemas.txt"],
        script: "executorch/operator_schemas.py",
        takes: "wants a clone of pytorch/executorch and its torch: see the script",
        ..NONE
    },
    Step {
        family: "executorch",
        name: "reviewed",
        kind: Kind::Written,
        tables: &[
            "crates/outlast/targets/executorch-readers.txt",
            "crates/executorch/schemas/bundled_program.fbs",
            "crates/executorch/schemas/flat_tensor.fbs",
            "crates/executorch/schemas/flat_tensor_v0a.fbs",
            "crates/executorch/schemas/flat_tensor_v0b.fbs",
            "crates/executorch/schemas/program.fbs",
            "crates/executorch/schemas/scalar_type.fbs",
            "crates/executorch/schemas/xnnpack.fbs",
        ],
        ..NONE
    },
];
