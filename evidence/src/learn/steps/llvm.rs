//! Tables of LLVM IR and what Clang writes.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "llvm", ..NONE };

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "names-ir",
        tables: &["crates/bitstream/names/llvm-ir.txt"],
        script: "llvm/names_ir.py",
        command: "python3 {peers}/llvm/names_ir.py",
        peers: &["llvm"],
        pins: &["@analysers"],
        inputs: &[("llvm-bcanalyzer of {n}", "/usr/lib/llvm-{n}/bin/llvm-bcanalyzer")],
        takes: "1 s",
        ..FAMILY
    },
    Step {
        name: "values",
        tables: &["crates/bitstream/names/llvm-values.txt"],
        script: "llvm/values.py",
        command: "python3 {peers}/llvm/values.py [[{llvm}/headers/{n}/include]]",
        peers: &["headers"],
        pins: &["@headers"],
        inputs: &[(
            "LLVMBitCodes.h and Attributes.inc of {numbers}",
            "[[{llvm}/headers/{n}/include/llvm/Bitcode/LLVMBitCodes.h {llvm}/headers/{n}/include/llvm/IR/Attributes.inc]]",
        )],
        takes: "1 s",
        ..FAMILY
    },
    Step {
        name: "names-carried",
        tables: &[
            "crates/bitstream/names/clang.txt",
            "crates/bitstream/names/diagnostics.txt",
            "crates/bitstream/names/remarks.txt",
        ],
        script: "llvm/names_carried.py",
        command: "python3 {peers}/llvm/names_carried.py --out {out} \
                  --clang [[{llvm}/headers/{n}/include/clang/Serialization]] \
                  --diagnostics {llvm}/headers/{newest}/include/clang/Frontend/SerializedDiagnostics.h \
                  --remarks {llvm}/headers/{newest}/include/llvm/Remarks/BitstreamRemarkContainer.h \
                  --stream $(find {llvm}/samples/v* -name '*.pc[hm]' -o -path '{llvm}/samples/v*' -name '*.ast' | sort)",
        peers: &["llvm", "headers", "samples"],
        pins: &["@headers"],
        inputs: &[(
            "clang/Serialization of {numbers}, and the headers of diagnostics and remarks of {newest}",
            "[[{llvm}/headers/{n}/include/clang/Serialization]] \
             {llvm}/headers/{newest}/include/clang/Frontend/SerializedDiagnostics.h \
             {llvm}/headers/{newest}/include/llvm/Remarks/BitstreamRemarkContainer.h",
        )],
        takes: "1 min",
        ..FAMILY
    },
    Step {
        name: "clang",
        tables: &["crates/llvm/targets/llvm-clang.txt"],
        script: "llvm/clang_formats.py",
        command: "python3 {peers}/llvm/clang_formats.py",
        tool: true,
        peers: &["llvm"],
        pins: &["@clangs"],
        inputs: &[
            (
                "clang of 14, 15, 16, 19 and 22",
                "/usr/lib/llvm-14/bin/clang /usr/lib/llvm-15/bin/clang /usr/lib/llvm-16/bin/clang \
              /usr/lib/llvm-19/bin/clang /usr/lib/llvm-22/bin/clang",
            ),
            ("zig with clang 20", "{llvm}/zig-20/ziglang/zig"),
        ],
        takes: "1 min",
        ..FAMILY
    },
    Step {
        name: "streams",
        tables: &["crates/llvm/targets/llvm-streams.txt"],
        script: "llvm/streams.py",
        command: "python3 {peers}/llvm/streams.py $(ls {llvm}/samples/v*/*.dia {llvm}/samples/v*/*.opt.bitstream)",
        tool: true,
        peers: &["llvm", "samples"],
        pins: &["@natives"],
        inputs: &[(
            "llvm-opt-report of 14, 15, 16, 19 and 22",
            "/usr/lib/llvm-14/bin/llvm-opt-report /usr/lib/llvm-15/bin/llvm-opt-report /usr/lib/llvm-16/bin/llvm-opt-report \
             /usr/lib/llvm-19/bin/llvm-opt-report /usr/lib/llvm-22/bin/llvm-opt-report",
        )],
        takes: "1 min",
        ..FAMILY
    },
    Step {
        name: "readers",
        kind: Kind::Long,
        tables: &["crates/llvm/targets/llvm.txt"],
        script: "llvm/learn_ir.sh",
        command: "bash {peers}/llvm/learn_ir.sh {llvm}/learn {out}/llvm.txt >&2",
        peers: &["llvm", "headers"],
        pins: &["@readers"],
        inputs: &[("the reviewed rows", "crates/llvm/targets/llvm-readers.txt")],
        takes: "hours (not measured)",
        ..FAMILY
    },
    Step {
        name: "recorded",
        tables: &["crates/llvm/targets/llvm-recorded.txt"],
        script: "llvm/recorded.py",
        command: "python3 {peers}/llvm/recorded.py unpack {llvm}/recorded >&2 && \
                  cargo run --quiet --locked -p outlast-bitstream --example ir_needs \
                  <{llvm}/recorded/files.txt >{llvm}/recorded/needs.tsv && \
                  python3 {peers}/llvm/recorded.py table {llvm}/recorded {llvm}/recorded/needs.tsv \
                  crates/llvm/targets/llvm-readers.txt crates/llvm/targets/llvm.txt 2>/dev/null",
        inputs: &[
            (
                "the table of runs and the reviewed rows",
                "crates/llvm/targets/llvm.txt crates/llvm/targets/llvm-readers.txt",
            ),
            (
                "recorded runs",
                "corpus/llvm/verdicts corpus/llvm/runs/readers.tsv corpus/llvm-former corpus/unseen/llvm",
            ),
        ],
        takes: "1 min",
        ..FAMILY
    },
    Step {
        name: "intrinsics",
        tables: &["crates/llvm/targets/llvm-intrinsics.txt"],
        script: "llvm/intrinsics.py",
        command: "python3 {peers}/llvm/intrinsics.py list {llvm}/intrinsics >&2 && \
                  python3 {peers}/llvm/intrinsics.py ask {llvm}/intrinsics >&2 && \
                  python3 {peers}/llvm/intrinsics.py signatures {llvm}/intrinsics crates/llvm/targets/llvm.txt",
        peers: &["llvm", "headers"],
        pins: &["@readers"],
        inputs: &[("the table of runs", "crates/llvm/targets/llvm.txt")],
        takes: "8 min",
        ..FAMILY
    },
    Step {
        name: "known",
        tables: &["crates/llvm/targets/llvm-known.txt"],
        script: "llvm/intrinsics.py",
        command: "python3 {peers}/llvm/intrinsics.py list {llvm}/intrinsics >&2 && \
                  python3 {peers}/llvm/intrinsics.py names {llvm}/intrinsics >&2 && \
                  python3 {peers}/llvm/intrinsics.py known {llvm}/intrinsics",
        peers: &["llvm", "headers"],
        pins: &["@readers"],
        takes: "5 min",
        ..FAMILY
    },
    Step {
        name: "cases",
        tables: &["crates/llvm/targets/llvm-cases.txt"],
        script: "llvm/switch_cases.py",
        command: "python3 {peers}/llvm/switch_cases.py",
        peers: &["llvm"],
        pins: &["@readers"],
        takes: "2 min",
        ..FAMILY
    },
    Step {
        name: "tools",
        tables: &["crates/llvm/targets/llvm-tools.txt"],
        script: "llvm/reader_tools.py",
        command: "python3 {peers}/llvm/reader_tools.py {llvm}/tools",
        peers: &["llvm"],
        pins: &["@readers"],
        takes: "2 min",
        ..FAMILY
    },
    Step {
        name: "carriers",
        tables: &["crates/llvm/targets/llvm-carriers.txt"],
        script: "llvm/carriers.py",
        command: "python3 {peers}/llvm/carriers.py {llvm}/carriers",
        peers: &[],
        pins: &["@carriers"],
        takes: "20 min",
        ..FAMILY
    },
    Step {
        name: "nvvm",
        kind: Kind::Long,
        tables: &["crates/llvm/targets/nvvm.txt"],
        script: "llvm/nvvm.py",
        command: "bash {peers}/llvm/nvvm.sh {llvm}/nvvm-learn {out}/nvvm.txt >&2",
        peers: &["llvm", "headers"],
        pins: &["@nvvm"],
        inputs: &[("the reviewed rows", "crates/llvm/targets/nvvm-readers.txt")],
        takes: "hours (not measured)",
        ..FAMILY
    },
    Step {
        name: "nvvm-reviewed",
        kind: Kind::Written,
        tables: &["crates/llvm/targets/nvvm-readers.txt"],
        ..FAMILY
    },
    Step {
        name: "readers-reviewed",
        kind: Kind::Written,
        tables: &["crates/llvm/targets/llvm-readers.txt"],
        ..FAMILY
    },
    Step {
        name: "analysers",
        kind: Kind::Recorded,
        tables: &[
            "corpus/llvm/runs/analyser-14.tsv",
            "corpus/llvm/runs/analyser-16.tsv",
            "corpus/llvm/runs/analyser-19.tsv",
            "corpus/llvm/runs/analyser-22.tsv",
        ],
        script: "llvm/record.py",
        command: "python3 {peers}/llvm/record.py corpus {out} [[{n}]]",
        peers: &["llvm"],
        pins: &["@analysers"],
        takes: "5 min",
        ..FAMILY
    },
    Step {
        name: "corpus-readers",
        kind: Kind::Recorded,
        tables: &["corpus/llvm/runs/readers.tsv"],
        script: "llvm/record_readers.py",
        command: "python3 {peers}/llvm/record_readers.py corpus {out}/readers.tsv >&2",
        peers: &["llvm"],
        pins: &["@readers"],
        takes: "20 min",
        ..FAMILY
    },
];
