//! Every table: the script that makes it, from which releases, and how long that takes.

mod executorch;
mod llvm;
mod mlir;
mod stablehlo;
mod swift;
mod torch;

use std::sync::LazyLock;

use crate::pins::{self, Pin};

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

/// Tables that one run of a script makes; with `{n}` in its name, one step for each of its pins.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) family: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) tables: &'static [&'static str],
    /// Below `evidence/peers`; several with `, `.
    pub(super) script: &'static str,
    /// For bash, in the root of the repository. It prints the table, or writes files named as the tables into `{out}`. What stands
    /// between `[[` and `]]` stands there once for each pin: `each` in `learn` says what words it has.
    pub(super) command: &'static str,
    /// Whether `OUTLAST` has to be the program.
    pub(super) tool: bool,
    /// What is set up before: names in [`PEERS`].
    pub(super) peers: &'static [&'static str],
    /// Names in pins.toml; `@NAME` is a list there.
    pub(super) pins: &'static [&'static str],
    /// What is read, and which files those are: their hash goes into the head. One that says `{n}` is there once for each pin.
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
    ("mlir-suites", "{peers}/mlir/setup.sh {mlir} suites"),
    ("stablehlo", "{peers}/clone.sh mlir stablehlo"),
    ("jaxlib", "{peers}/stablehlo/setup.sh target/interop/stablehlo"),
    ("executorch-source", "{peers}/clone.sh executorch source"),
    ("executorch-newest", "{peers}/executorch/venv.sh newest target/interop/executorch-newest"),
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
    static ALL: LazyLock<Vec<Step>> = LazyLock::new(|| {
        let families =
            [llvm::STEPS, swift::STEPS, mlir::STEPS, stablehlo::STEPS, executorch::STEPS, torch::STEPS];
        families.into_iter().flatten().flat_map(for_each_pin).collect()
    });
    ALL.iter()
}

/// A step as it is, or once for each of its pins. What is made here is kept as long as the program runs.
fn for_each_pin(step: &Step) -> Vec<Step> {
    if !step.name.contains("{n}") {
        return vec![*step];
    }
    let pins = pins::named(step.family, step.pins).unwrap_or_default();
    let of_pin = |pin: &'static Pin| {
        let text = |text: &str| -> &'static str { with_words(text, pin).leak() };
        let input = |(what, files): &(&str, &str)| (text(what), text(files));
        let is_unpacked = pin.place != "dpkg";
        let peers = step.peers.iter().copied().filter(|peer| peer.ends_with("-suites") == is_unpacked);
        Step {
            name: text(step.name),
            tables: step.tables.iter().map(|table| text(table)).collect::<Vec<_>>().leak(),
            command: text(step.command),
            peers: peers.collect::<Vec<_>>().leak(),
            pins: vec![pin.name.as_str()].leak(),
            inputs: step.inputs.iter().map(input).collect::<Vec<_>>().leak(),
            ..*step
        }
    };
    pins.into_iter().map(of_pin).collect()
}

/// Words of a pin: `{n}`, its short number; `{release}`; of MLIR `{include}`, where its headers are, and `{source}`, its sources.
pub(super) fn with_words(text: &str, pin: &Pin) -> String {
    let place = if pin.place == "dpkg" { "dev/{n}" } else { "suite/{n}/root" };
    text.replace("{include}", &format!("{{mlir}}/{place}/usr/lib/llvm-{{n}}/include"))
        .replace("{source}", &format!("{{mlir}}/src/llvm-toolchain-{{n}}_{}/mlir", pin.source))
        .replace("{release}", &pin.release)
        .replace("{n}", pin.number())
}

/// A text with what stands between `[[` and `]]` once for each pin; `{numbers}` are the short numbers of all, `{newest}` that of the newest.
pub(super) fn each(text: &str, pins: &[&Pin]) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, (inside, after))) =
        rest.split_once("[[").and_then(|(before, behind)| Some((before, behind.split_once("]]")?)))
    {
        let words: Vec<String> = pins.iter().map(|pin| with_words(inside, pin)).collect();
        out += before;
        out += &words.join(" ");
        rest = after;
    }
    out += rest;
    let numbers: Vec<&str> = pins.iter().map(|pin| pin.number()).collect();
    let Some((newest, others)) = numbers.split_last() else { return out };
    let all =
        if others.is_empty() { newest.to_string() } else { format!("{} and {newest}", others.join(", ")) };
    out.replace("{numbers}", &all).replace("{newest}", newest)
}

#[cfg(test)]
mod tests {
    use super::{all, each, with_words};
    use crate::pins::{list, named};

    #[test]
    fn a_step_is_there_for_each_pin() {
        let step = all().find(|step| step.name == "schemas-23").unwrap();
        assert_eq!(step.tables, ["crates/mlir/schemas/mlir-23.txt"]);
        assert_eq!((step.peers, step.pins), (&["mlir-suites"][..], &["mlir-23"][..]));
        assert!(step.command.ends_with("mlir-23 23.1.4 {mlir}/suite/23/root/usr/lib/llvm-23/include"));
        let step = all().find(|step| step.name == "schemas-19").unwrap();
        assert_eq!(step.inputs, [("generated headers of 19", "{mlir}/dev/19/usr/lib/llvm-19/include/mlir")]);
    }

    #[test]
    fn words_are_those_of_pins() {
        let pins = list("llvm", "lint").unwrap();
        assert_eq!(each("a [[x/{n}]] b {newest}", &pins), "a x/14 x/22 b 22");
        assert_eq!(each("of {numbers}", &pins), "of 14 and 22");
        let newest = named("mlir", &["mlir-23"]).unwrap();
        assert_eq!(with_words("{source}/lib", newest[0]), "{mlir}/src/llvm-toolchain-23_23.1.1/mlir/lib");
    }
}
