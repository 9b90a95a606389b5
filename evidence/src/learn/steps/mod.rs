//! Every table: the script that makes it, from which releases, and how long that takes.

mod executorch;
mod llvm;
mod mlir;
mod stablehlo;
mod swift;
mod torch;

/// How a table comes about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// `cargo xtask learn FAMILY` makes it.
    Table,
    /// A record of runs in the corpus, which is frozen: it is made again and compared, and not written.
    Recorded,
    /// Takes hours: made only where it is named.
    Long,
    /// People write it.
    Written,
}

/// Tables that one run of a script makes.
pub(super) struct Step {
    pub(super) family: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) tables: &'static [&'static str],
    /// Below `evidence/peers`; several with `, `.
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
    ("llvm", "{peers}/llvm/setup.sh {llvm} zig suites"),
    ("headers", "{peers}/llvm/headers.sh {llvm}/headers"),
    ("samples", "{peers}/llvm/samples.sh {llvm}/samples"),
    ("swift-sources", "{peers}/llvm/swift_sources.sh target/interop/swift-sources"),
    ("swift", "{peers}/llvm/swift.sh target/interop/swift"),
    ("swift-newer", "{peers}/llvm/swift.sh target/interop/swift-newer newer"),
    ("swift-samples", "{peers}/llvm/swift_samples.sh target/interop/swift {llvm}/samples/swift-6.0.3"),
    (
        "swift-samples-newer",
        "{peers}/llvm/swift_samples.sh target/interop/swift-newer {llvm}/samples/swift-6.2.3",
    ),
    ("mlir", "{peers}/mlir/setup.sh {mlir}"),
    ("mlir-suites", "{peers}/mlir/setup.sh {mlir} 17 18 21 23"),
    ("stablehlo", "{peers}/clone.sh mlir stablehlo"),
    ("jaxlib", "{peers}/stablehlo/setup.sh target/interop/stablehlo"),
    ("executorch-source", "{peers}/clone.sh executorch source"),
    ("executorch-newest", "{peers}/executorch/venv.sh 1.5.1 target/interop/executorch-newest"),
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

/// Every step, by family.
pub(super) fn all() -> impl Iterator<Item = &'static Step> {
    [llvm::STEPS, swift::STEPS, mlir::STEPS, stablehlo::STEPS, executorch::STEPS, torch::STEPS]
        .into_iter()
        .flatten()
}
