//! Tables of Swift.

use super::{Kind, NONE, Step};

const FAMILY: Step = Step { family: "swift", ..NONE };

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "compilers",
        tables: &["crates/swift/targets/swift.txt"],
        script: "llvm/swift_profile.py",
        command: "python3 {peers}/llvm/swift_profile.py target/interop/swift target/interop/swift-newer",
        peers: &["swift", "swift-newer"],
        pins: &["@compilers"],
        inputs: &[
            ("swift-frontend 6.0.3", "target/interop/swift/root/usr/libexec/swift/bin/swift-frontend"),
            ("swift-frontend 6.2.3", "target/interop/swift-newer/root/usr/libexec/swift/bin/swift-frontend"),
        ],
        takes: "1 min",
        ..FAMILY
    },
    Step {
        name: "names",
        tables: &[
            "crates/bitstream/names/swift.txt",
            "crates/bitstream/names/swift-deps.txt",
            "crates/bitstream/names/swift-scan.txt",
        ],
        script: "llvm/names_carried.py",
        command: "python3 {peers}/llvm/names_carried.py --out {out} \
                  --swift target/interop/swift-sources/{6.0.3,6.2.3} --stream $(find {llvm}/samples/swift-6.* \
                  -name '*.swiftmodule' -o -path '*/swift-6.*' -regex '.*swift\\(doc\\|deps\\|sourceinfo\\)' \
                  -o -path '*/swift-6.*' -name '*.moddepcache' | sort)",
        peers: &["swift-sources", "swift", "swift-samples", "swift-newer", "swift-samples-newer"],
        pins: &["@sources"],
        inputs: &[(
            "lib/Serialization of 6.0.3 and 6.2.3",
            "target/interop/swift-sources/6.0.3 target/interop/swift-sources/6.2.3",
        )],
        takes: "1 min, and 460 MB of sources to fetch",
        ..FAMILY
    },
    Step {
        name: "compilers-reviewed",
        kind: Kind::Written,
        tables: &["crates/swift/targets/swift-readers.txt"],
        ..FAMILY
    },
];
