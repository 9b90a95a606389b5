//! Which conversion steps answer which reasons. The steps themselves are in `outlast-executorch`; here they get their
//! arguments from the reader's profile.

use crate::edit::ProgramEditor;
use crate::steps::operators::Which;
use crate::steps::{
    Changes, Refusal, constants, copy_index, delegates, external, operators, plan_memory, xnnpack_nodes,
    xnnpack_roots, xnnpack_split, xnnpack_weights,
};
use outlast_core::Code;

use super::codes;
use super::data::Given;
use outlast_model::conversion::{MERGE, StepInfo};
use outlast_model::targets::Profile;
use outlast_model::verdict::Reason;

/// What a step is asked for. Readers that ask for the same get the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Call {
    /// The code of the reason that it answers.
    code: Code,
    /// The subject of the reason.
    subject: String,
    /// What it takes from the readers that the result must suit.
    argument: Argument,
}

/// What a step takes from readers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Argument {
    Nothing,
    /// Operators that they have.
    Operators(Vec<&'static str>),
    /// Whether they expect a flag.
    Flag(bool),
}

/// What a step takes from readers, for a reason.
type Ask = fn(&[&Profile], &Reason) -> Result<Argument, Refusal>;

/// Tries to answer a reason, with the files that come with the program.
type Apply = for<'a, 's> fn(&mut ProgramEditor<'a, 's>, &[Given<'a>], &Call) -> Changes;

/// A step, and the reasons that it answers.
pub(super) struct Binding {
    /// Its name in verdicts and on the command line.
    pub(super) id: &'static str,
    /// What it does, in one line.
    pub(super) about: &'static str,
    answers: &'static [Code],
    /// The subject that the reason must have; empty for any.
    subject: &'static str,
    ask: Ask,
    apply: Apply,
}

impl Binding {
    /// Whether the step is made for this reason.
    pub(super) fn answers(&self, reason: &Reason) -> bool {
        self.answers.contains(&reason.code) && (self.subject.is_empty() || self.subject == reason.subject)
    }

    /// What the step is asked for, so that these readers lose this reason.
    pub(super) fn call(&self, profiles: &[&Profile], reason: &Reason) -> Result<Call, Refusal> {
        let argument = (self.ask)(profiles, reason)?;
        Ok(Call { code: reason.code, subject: reason.subject.clone(), argument })
    }

    /// Takes the step.
    pub(super) fn apply<'a>(
        &self,
        editor: &mut ProgramEditor<'a, '_>,
        data: &[Given<'a>],
        call: &Call,
    ) -> Changes {
        (self.apply)(editor, data, call)
    }
}

/// A step that takes nothing from readers.
const NOTHING: Ask = |_, _| Ok(Argument::Nothing);

/// All steps that answer reasons, in the order in which they are tried: data come into the program before payloads look
/// for them there, and scales are read before weights move.
pub(super) const BINDINGS: &[Binding] = &[
    Binding {
        id: MERGE,
        about: "tensors and weights of data files move into the program",
        answers: &[
            codes::EXTERNAL_DATA,
            codes::DATA_LAYOUT,
            codes::NO_DATA_GIVEN,
            codes::XNNPACK_NAMED_WEIGHTS,
        ],
        subject: "",
        ask: NOTHING,
        apply: merge,
    },
    Binding {
        id: "constants-to-segment",
        about: "constants move from the FlatBuffer to a segment",
        answers: &[codes::CONSTANT_BUFFER],
        subject: "",
        ask: NOTHING,
        apply: |editor, _, _| constants::to_segment(editor),
    },
    Binding {
        id: "replace-operators",
        about: "calls of an operator become calls of another that computes the same",
        answers: &[codes::OPERATOR_MISSING],
        subject: "",
        ask: stand_ins,
        apply: |editor, _, call| replace(editor, call, Which::All),
    },
    Binding {
        id: "copy-index-bound",
        about: "results of maps may have fewer rows while the map runs",
        answers: &[codes::OPERATOR_FAILS],
        subject: copy_index::OPERATOR,
        ask: NOTHING,
        apply: |editor, _, _| copy_index::bound(editor),
    },
    Binding {
        id: "plan-memory",
        about: "tensors without memory get some",
        answers: &[codes::NO_MEMORY],
        subject: "",
        ask: NOTHING,
        apply: |editor, _, _| plan_memory::plan(editor),
    },
    Binding {
        id: "replace-operators-that-reorder",
        about: "copies that change the dimension order become calls of an operator that can",
        answers: &[codes::OPERATOR_FAILS, codes::OPERATOR_DIFFERS],
        subject: "",
        ask: stand_ins,
        apply: |editor, _, call| replace(editor, call, Which::OrdersDiffer),
    },
    Binding {
        id: "xnnpack-inline-scales",
        about: "quantisation scales move from named data into the tables of XNNPACK graphs",
        answers: &[codes::XNNPACK_SCALES],
        subject: "",
        ask: NOTHING,
        apply: |editor, _, _| xnnpack_weights::inline_scales(editor),
    },
    Binding {
        id: "xnnpack-inline-weights",
        about: "weights of XNNPACK graphs move from named data into their payloads",
        answers: &[codes::XNNPACK_NAMED_WEIGHTS],
        subject: "",
        ask: NOTHING,
        apply: |editor, _, _| xnnpack_weights::embed(editor),
    },
    Binding {
        id: "xnnpack-reciprocal-roots",
        about: "reciprocal square roots of XNNPACK graphs are computed as 1 / square root",
        answers: &[codes::XNNPACK_NODE],
        subject: xnnpack_roots::NODE,
        ask: NOTHING,
        apply: |editor, _, _| xnnpack_roots::expand(editor),
    },
    Binding {
        id: "xnnpack-split",
        about: "delegates for XNNPACK are split around a node, which an operator of the reader computes",
        answers: &[codes::XNNPACK_NODE],
        subject: "",
        ask: has_operator,
        apply: |editor, _, call| split(editor, call),
    },
    Binding {
        id: "xnnpack-keep-dims",
        about: "global average pooling of XNNPACK graphs gets the flag that the reader expects",
        answers: &[codes::XNNPACK_FAILS],
        subject: "XNNGlobalAvgPooling2d",
        ask: expects_flag,
        apply: |editor, _, call| xnnpack_nodes::keep_dims(editor, call.argument == Argument::Flag(true)),
    },
    Binding {
        id: "xnnpack-shorten-permutations",
        about: "permutations of XNNPACK graphs are shortened to the dimensions that there are",
        answers: &[codes::XNNPACK_FAILS],
        subject: "XNNStaticTranspose",
        ask: NOTHING,
        apply: |editor, _, _| xnnpack_nodes::shorten_permutations(editor),
    },
];

/// A step that needs nothing but the program.
type Request = fn(&mut ProgramEditor<'_, '_>) -> Changes;

/// Steps that are taken only where they are asked for by name.
pub(super) const ON_REQUEST: &[(StepInfo, Request)] = &[
    (asked("constants-to-segment", "constants move from the FlatBuffer to a segment"), |e| {
        constants::to_segment(e)
    }),
    (asked("constants-to-buffer", "constants move from a segment into the FlatBuffer"), |e| {
        constants::to_buffer(e)
    }),
    (asked("delegates-to-segments", "payloads of delegates move from the FlatBuffer to segments"), |e| {
        delegates::to_segments(e)
    }),
    (asked("delegates-to-inline", "payloads of delegates move from segments into the FlatBuffer"), |e| {
        delegates::to_inline(e)
    }),
    (asked("header-24", "the extended header has 24 bytes, as up to release 0.7"), |e| header(e, 24)),
    (asked("header-32", "the extended header has 32 bytes, as from release 1.0 on"), |e| header(e, 32)),
    (asked("copy-index-bound", "results of maps may have fewer rows while the map runs"), |e| {
        copy_index::bound(e)
    }),
    (asked("xnnpack-inline-scales", "quantisation scales move into the tables of XNNPACK graphs"), |e| {
        xnnpack_weights::inline_scales(e)
    }),
    (asked("xnnpack-inline-weights", "weights of XNNPACK graphs move into their payloads"), |e| {
        xnnpack_weights::embed(e)
    }),
    (
        asked("xnnpack-name-weights", "weights of XNNPACK graphs move from their payloads to named data"),
        |e| xnnpack_weights::name(e),
    ),
];

const fn asked(id: &'static str, about: &'static str) -> StepInfo {
    StepInfo { id, about, on_request: true }
}

/// All steps: those that are asked for, then those that answer reasons.
#[expect(clippy::indexing_slicing, reason = "runs while the program is compiled")]
pub(super) const STEPS: [StepInfo; ON_REQUEST.len() + BINDINGS.len()] = {
    let mut steps = [asked("", ""); ON_REQUEST.len() + BINDINGS.len()];
    let mut at = 0;
    while at < ON_REQUEST.len() {
        steps[at] = ON_REQUEST[at].0;
        at += 1;
    }
    while at < steps.len() {
        let binding = &BINDINGS[at - ON_REQUEST.len()];
        steps[at] = StepInfo { id: binding.id, about: binding.about, on_request: false };
        at += 1;
    }
    steps
};

fn header(editor: &mut ProgramEditor<'_, '_>, length: u32) -> Changes {
    match editor.file().header {
        None => Ok(Vec::new()),
        Some(header) if header.length == length => Ok(Vec::new()),
        Some(header) if header.length > 32 => {
            let why =
                format!("the header has {} bytes; what those beyond 32 say is not known", header.length);
            Err(Refusal::whole(why))
        }
        Some(header) => {
            editor.set_header_length(length);
            Ok(vec![format!("extended header: {} bytes instead of {}", length, header.length)])
        }
    }
}

fn merge<'a>(editor: &mut ProgramEditor<'a, '_>, data: &[Given<'a>], call: &Call) -> Changes {
    let files: Vec<_> = data.iter().map(|given| given.file).collect();
    if files.is_empty() && call.code == codes::XNNPACK_NAMED_WEIGHTS {
        return Ok(Vec::new()); // the weights are in the program, or a later step says that they are nowhere
    }
    if files.is_empty() {
        return Err(Refusal::whole("the data are not in the program, and no data file was given")
            .with_help("name the .ptd file with --data: its tensors move into the program"));
    }
    external::merge(editor, &files)
}

/// Whether every reader has that operator.
fn have(profiles: &[&Profile], operator: &str) -> bool {
    profiles.iter().all(|profile| profile.has("op", operator))
}

/// The operators of the readers that can stand for another.
fn stand_ins(profiles: &[&Profile], reason: &Reason) -> Result<Argument, Refusal> {
    let operator = reason.subject.as_str();
    let all: Vec<&str> = operators::stand_ins(operator).collect();
    if all.is_empty() {
        let why = format!("{operator}: {}; no other operator is known that computes the same", reason.has);
        return Err(Refusal::new(why, reason.place.clone()));
    }
    let there: Vec<&str> = all.iter().copied().filter(|name| have(profiles, name)).collect();
    if there.is_empty() {
        let why =
            format!("the reader has none of the operators that can stand for {operator}: {}", all.join(", "));
        return Err(Refusal::new(why, reason.place.clone()));
    }
    Ok(Argument::Operators(there))
}

fn replace(editor: &mut ProgramEditor<'_, '_>, call: &Call, which: Which) -> Changes {
    let Argument::Operators(there) = &call.argument else { return Ok(Vec::new()) };
    operators::replace(editor, &call.subject, there, which)
}

/// That the readers have the operator that computes a node, if there is one.
fn has_operator(profiles: &[&Profile], reason: &Reason) -> Result<Argument, Refusal> {
    let node = reason.subject.as_str();
    match xnnpack_split::operator(node) {
        Some(operator) if !have(profiles, operator) => {
            let why = format!("the reader has no {operator} to compute {node} by");
            Err(Refusal::new(why, reason.place.clone()))
        }
        _ => Ok(Argument::Nothing),
    }
}

fn split(editor: &mut ProgramEditor<'_, '_>, call: &Call) -> Changes {
    match xnnpack_split::operator(&call.subject) {
        Some(_) => xnnpack_split::split(editor, &call.subject),
        None => Ok(Vec::new()), // another step may know the node
    }
}

/// The flag that the readers expect.
fn expects_flag(profiles: &[&Profile], _: &Reason) -> Result<Argument, Refusal> {
    let wants = |word: &str| {
        profiles.iter().all(|profile| {
            let rows = profile.every("xnnpack-fails", "XNNGlobalAvgPooling2d");
            rows.iter().any(|row| row.split_whitespace().any(|w| w == word))
        })
    };
    match (wants("no-flag"), wants("flag")) {
        (true, false) => Ok(Argument::Flag(true)),
        (false, true) => Ok(Argument::Flag(false)),
        _ => Err(Refusal::whole("which flag the reader expects is not known")),
    }
}
