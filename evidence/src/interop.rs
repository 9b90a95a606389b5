//! `cargo xtask interop`: the real peers. Each has a folder in `evidence/peers` with scripts that set it up and run it.

mod accept;
mod delivery;
mod delivery_contract;
mod delivery_speed;
mod edits;
mod executorch;
mod executorch_bundles;
mod executorch_convert;
mod executorch_runtimes;
mod executorch_steps;
mod forms;
mod helps;
mod lint_dialect;
mod lint_fbs;
mod lint_histories;
mod lint_layouts;
mod lint_operators;
mod llvm;
mod llvm_dump;
mod llvm_libraries;
mod llvm_lookup;
mod llvm_replay;
mod llvm_tools;
mod llvm_verdicts;
mod mlir;
mod mlir_convert;
mod mlir_dialects;
mod mlir_foreign;
mod mlir_meaning;
mod mlir_mutants;
mod mlir_wide;
mod prove;
mod prove_tools;
mod stablehlo;
mod torch;
mod torch_older;

use std::path::PathBuf;
use std::process::Command;

use anyhow::bail;

use crate::run::read;

const PEERS: &[(&str, &str)] = &[
    (
        "executorch",
        "[RELEASE …]  exports with each release, runs every file in every release, scores the verdicts; schemas and\n  \
         JSON against flatc; then all parts below but the last; without releases those of the list `matrix` in\n  \
         evidence/peers/pins.toml, which has all lists that are named here; `all`: all there are. Environments (about 2 GB each) are deleted at the end unless OUTLAST_KEEP is set",
    ),
    (
        "executorch-bundles",
        "[RELEASE …]  bundled programs and tensor data files that we made, in the real releases, under flatc and under\n  \
         the official verifier; without releases: `bundles`",
    ),
    ("executorch-convert", "[RELEASE …]  converts what did not run in these releases, and runs it there"),
    (
        "executorch-steps",
        "[RELEASE …]  takes every step on request for what runs in these releases, and runs it again",
    ),
    (
        "executorch-edits",
        "[RELEASE …]  edited files run right where the originals did, and the official verifier accepts them;\n  \
         without releases: `edits`",
    ),
    (
        "executorch-runtimes",
        "[RELEASE …]  what is read off the libraries of these releases, beside what their runtimes say that they have;\n  \
         without releases: `imports`; a release that cannot be set up is skipped, and counted",
    ),
    ("executorch-models", "[RELEASE …]  the same with a second set of models, verdicts only"),
    (
        "llvm",
        "[PART …]  installs LLVM (as root), unpacks releases of other suites, fetches zig and, where it can, Swift;\n  \
         makes samples with each; then these parts, or all:",
    ),
    (
        "torch",
        "[RELEASE …]  models of each release in every form, every file in every release, scores of the verdicts,\n  \
         operators that calls mean, archives with one record changed, conversions;\n  \
         without releases: `models`. What was made before is kept in target/interop/torch",
    ),
    (
        "torch-older",
        "[RELEASE …]  models of older releases (`older`) in the newest: scores of the verdicts, and conversions to it and\n  \
         from it. Environments that were not there before are deleted again",
    ),
    (
        "stablehlo",
        "[PART …]  releases of jaxlib and torch-mlir-opt: programs of JAX as artifacts for every version, verdicts, conversions, and runs of\n  \
         what was converted; parts: make dump verdicts convert legal round run. OUTLAST_STABLEHLO_SUITE names a folder with\n  \
         artifacts of StableHLO's own suite",
    ),
    (
        "mlir",
        "[PART …]  installs mlir-opt (as root), turns MLIR's own tests into bytecode; then these parts, or all:",
    ),
];

/// What is no family's: the forms of answers.
const FORMS: (&str, &str) = (
    "forms",
    "[PATH …]  a scan of the corpus, or of these, in every form: SARIF and JUnit against their schemas, annotations parsed back,\n  \
     Parquet by Arrow, the fields of JSON documents against docs/json.md",
);

/// What verdicts advise.
const HELPS: (&str, &str) = (
    "helps",
    "(as root) every command of others that the advice of verdicts on the corpus names, run: passes of mlir-opt, options of Clang and\n  \
     of Swift; what is not here is said to be skipped",
);

/// Runtimes of more than one family.
const TOOLS: (&str, &str) = (
    "prove-tools",
    "[FOLDER]  (as root) `outlast prove` with releases of LLVM and mlir-opt over the corpus and programs in C: verdicts, conversions\n  \
     that are equal, and files that were broken on purpose; FOLDER has more files of MLIR, as peers/mlir/lowered.py writes them",
);

/// The lint of schemas, record layouts and operator sets before readers that are not ours.
const LINTS: &[(&str, &str)] = &[
    (
        "lint-dialect",
        "definitions of MLIR 19 and 22 read as TableGen prints them, compared with the code that was generated from them; every witness of what\n  \
         changed in the properties of operations before mlir-opt of both, in target/interop/lint-dialect/witnesses/confirmed.tsv",
    ),
    (
        "lint-fbs",
        "every witness of the pairs in crates/lint before code that flatc generated, and `flatc --conform` of 2.0.8 and 25.12.19 over\n  \
         them, tabulated in target/interop/lint-fbs/witnesses/conform.tsv",
    ),
    (
        "lint-histories",
        "the schemas in the wheels of all releases of ExecuTorch, each linted against the one before it: findings against\n  \
         peers/fbs/histories.tsv, which explains them; witnesses, and files that nothing breaks, before the official reader",
    ),
    (
        "lint-layouts",
        "(as root) the witnesses of the pairs of record layouts before llvm-bcanalyzer 16, 19, 22 and a reader of the other layout; layouts inferred\n  \
         from streams of LLVM 14 and 22 against what their headers say that changed, and peers/llvm/lint_layouts.tsv",
    ),
    (
        "lint-operators",
        "[OLD NEW]  the programs that show what breaks between two releases of PyTorch, loaded by both; without releases: `lint`",
    ),
];

/// Proofs by execution.
const PROVE: (&str, &str) = (
    "prove",
    "[PART …]  `outlast prove` on real runtimes: bundles of all exporters in releases of ExecuTorch (`proofs`), made-up cases, runtimes that crash,\n  \
     never end or eat memory, conversions of three families and broken ones; `runtimes`: what each release of ExecuTorch, PyTorch and jaxlib\n  \
     says it has, beside its profile: sets up one after the other, for hours",
);

/// Devices, and the service that delivers to them.
const DELIVERY: (&str, &str) = (
    "delivery",
    "[DEVICE …]  releases of ExecuTorch, PyTorch's lite interpreter and jaxlib as devices of `outlast serve`: they register what they report,\n  \
     fetch every model that any of them exported, in both orders of a policy, and run what they get; what is refused to them is run, too;\n  \
     `executorch-0.5.0`, `torch-1.10.2-lite`, `jaxlib-0.10.2`, or a family; without devices: all of the\n  \
     lists `delivery`. Environments that were not there before (about 2 GB each) are deleted again unless OUTLAST_KEEP is set",
);

/// The service before a validator and a fuzzer, and beside other servers.
const SERVICE: &[(&str, &str)] = &[
    (
        "delivery-contract",
        "[EXAMPLES]  `outlast serve` and its description in OpenAPI: openapi-spec-validator, and requests that schemathesis makes of it",
    ),
    (
        "delivery-speed",
        "`outlast serve` beside nginx and docker-registry, asked by wrk: resolving, blobs, uploads; memory of 1,000 downloads",
    ),
];

/// All peers.
fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    PEERS.iter().chain([&DELIVERY, &FORMS, &HELPS, &PROVE, &TOOLS]).chain(SERVICE).chain(LINTS)
}

/// The folder of a set that is not in the tree any more, by its name in `evidence/peers/retired.toml`.
fn retired(name: &str) -> anyhow::Result<PathBuf> {
    let mut command = Command::new("python3");
    command.args(["evidence/peers/retired.py", name]).env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(read(command)?.trim_end().into())
}

/// Runs a peer, or says which there are.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["executorch", releases @ ..] => {
            executorch::run(releases)?;
            // `all` and none mean the same to each part.
            executorch_convert::run(releases)?;
            executorch_steps::run(releases)?;
            edits::run(executorch::named(releases))?;
            executorch_bundles::run(executorch::named(releases))?;
            executorch::clean_up()
        }
        ["executorch-bundles", releases @ ..] => executorch_bundles::run(releases),
        ["executorch-convert", releases @ ..] => executorch_convert::run(releases),
        ["executorch-steps", releases @ ..] => executorch_steps::run(releases),
        ["executorch-runtimes", releases @ ..] => executorch_runtimes::run(releases),
        ["executorch-edits", releases @ ..] => edits::run(releases),
        ["executorch-models", releases @ ..] => executorch::run_models(releases),
        ["delivery", devices @ ..] => delivery::run(devices),
        ["delivery-contract", examples @ ..] => delivery_contract::run(examples),
        ["delivery-speed"] => delivery_speed::run(),
        ["forms", paths @ ..] => forms::run(paths),
        ["helps"] => helps::run(),
        ["lint-dialect"] => lint_dialect::run(),
        ["lint-fbs"] => lint_fbs::run(),
        ["lint-histories"] => lint_histories::run(),
        ["lint-layouts"] => lint_layouts::run(),
        ["lint-operators", releases @ ..] => lint_operators::run(releases),
        ["llvm", parts @ ..] => llvm::run(parts),
        ["mlir", parts @ ..] => mlir::run(parts),
        ["prove", parts @ ..] => prove::run(parts),
        ["prove-tools", folder @ ..] => prove_tools::run(folder),
        ["stablehlo", parts @ ..] => stablehlo::run(parts),
        ["torch", releases @ ..] => torch::run(releases),
        ["torch-older", releases @ ..] => torch_older::run(releases),
        [name, ..] => {
            let names: Vec<&str> = all().map(|(name, _)| *name).collect();
            bail!("no peer `{name}`; there are: {}", names.join(", "))
        }
        [] => {
            for (name, what) in all() {
                println!("{name} {what}");
                match *name {
                    "llvm" => println!("{}", llvm::parts().trim_start_matches('\n')),
                    "mlir" => println!("{}", mlir::parts().trim_start_matches('\n')),
                    _ => {}
                }
            }
            println!(
                "FAMILY unseen --set NAME PHASE …  programs that no rule was made from: docs/accuracy.md"
            );
            Ok(())
        }
    }
}
