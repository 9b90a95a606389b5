//! Which conversion steps answer which reasons. The steps themselves are in `outlast-executorch`; here they get their
//! arguments from the reader's profile.

use outlast_core::Code;
use outlast_executorch::edit::ProgramEditor;
use outlast_executorch::steps::operators::Which;
use outlast_executorch::steps::{
    Changes, Refusal, constants, copy_index, delegates, external, operators, plan_memory, xnnpack_nodes,
    xnnpack_weights,
};

use super::codes;
use crate::check::Companion;
use crate::targets::Profile;
use crate::verdict::Reason;

/// What a step sees of the question: the readers that the result must suit, and the files that come with the program.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, 'c> {
    pub(crate) profiles: &'c [&'c Profile],
    pub(crate) companions: &'c [Companion<'a>],
}

impl Context<'_, '_> {
    /// Whether every reader has that.
    fn has(&self, kind: &str, name: &str) -> bool {
        self.profiles.iter().all(|p| p.has(kind, name))
    }
}

/// Tries to answer a reason.
type Apply = for<'a, 's> fn(&mut ProgramEditor<'a, 's>, &Context<'a, '_>, &Reason) -> Changes;

/// A step, and the reasons that it answers.
pub(crate) struct Binding {
    /// Its name in verdicts and on the command line.
    pub(crate) id: &'static str,
    answers: &'static [Code],
    /// The subject that the reason must have; empty for any.
    subject: &'static str,
    apply: Apply,
}

impl Binding {
    /// Whether the step is made for this reason.
    pub(crate) fn answers(&self, reason: &Reason) -> bool {
        self.answers.contains(&reason.code) && (self.subject.is_empty() || self.subject == reason.subject)
    }

    /// Takes the step.
    pub(crate) fn apply<'a>(
        &self,
        editor: &mut ProgramEditor<'a, '_>,
        context: &Context<'a, '_>,
        reason: &Reason,
    ) -> Changes {
        (self.apply)(editor, context, reason)
    }
}

/// All steps that answer reasons, in the order in which they are tried: data come into the program before payloads look
/// for them there, and scales are read before weights move.
pub(crate) const BINDINGS: &[Binding] = &[
    // Tensors and weights of data files move into the program.
    Binding {
        id: crate::convert::MERGE,
        answers: &[
            codes::EXTERNAL_DATA,
            codes::DATA_DIALECT,
            codes::NO_DATA_GIVEN,
            codes::XNNPACK_NAMED_WEIGHTS,
        ],
        subject: "",
        apply: merge,
    },
    // Constants move from the FlatBuffer to a segment.
    Binding {
        id: "constants-to-segment",
        answers: &[codes::CONSTANT_BUFFER],
        subject: "",
        apply: |editor, _, _| constants::to_segment(editor),
    },
    // Calls of an operator become calls of another that computes the same.
    Binding {
        id: "replace-operators",
        answers: &[codes::OPERATOR_MISSING],
        subject: "",
        apply: |editor, context, reason| replace(editor, context, reason, Which::All),
    },
    // Results of maps may have fewer rows while the map runs.
    Binding {
        id: "copy-index-bound",
        answers: &[codes::OPERATOR_FAILS],
        subject: copy_index::OPERATOR,
        apply: |editor, _, _| copy_index::bound(editor),
    },
    // Tensors without memory get some.
    Binding {
        id: "plan-memory",
        answers: &[codes::NO_MEMORY],
        subject: "",
        apply: |editor, _, _| plan_memory::plan(editor),
    },
    // Copies that change the dimension order become calls of an operator that can.
    Binding {
        id: "replace-operators-that-reorder",
        answers: &[codes::OPERATOR_FAILS, codes::OPERATOR_DIFFERS],
        subject: "",
        apply: |editor, context, reason| replace(editor, context, reason, Which::OrdersDiffer),
    },
    // Quantisation scales move from named data into the tables of XNNPACK graphs.
    Binding {
        id: "xnnpack-inline-scales",
        answers: &[codes::XNNPACK_SCALES],
        subject: "",
        apply: |editor, _, _| xnnpack_weights::inline_scales(editor),
    },
    // Weights of XNNPACK graphs move from named data into their payloads.
    Binding {
        id: "xnnpack-inline-weights",
        answers: &[codes::XNNPACK_NAMED_WEIGHTS],
        subject: "",
        apply: |editor, _, _| xnnpack_weights::embed(editor),
    },
    // Global average pooling of XNNPACK graphs gets the flag that the reader expects.
    Binding {
        id: "xnnpack-keep-dims",
        answers: &[codes::XNNPACK_FAILS],
        subject: "XNNGlobalAvgPooling2d",
        apply: keep_dims,
    },
    // Permutations of XNNPACK graphs are shortened to the dimensions that there are.
    Binding {
        id: "xnnpack-shorten-permutations",
        answers: &[codes::XNNPACK_FAILS],
        subject: "XNNStaticTranspose",
        apply: |editor, _, _| xnnpack_nodes::shorten_permutations(editor),
    },
];

/// A step that needs nothing but the program.
type Request = fn(&mut ProgramEditor<'_, '_>) -> Changes;

/// Steps that are taken only where they are asked for by name.
pub(crate) const ON_REQUEST: &[(&str, &str, Request)] = &[
    ("constants-to-segment", "constants move from the FlatBuffer to a segment", |e| constants::to_segment(e)),
    ("constants-to-buffer", "constants move from a segment into the FlatBuffer", |e| constants::to_buffer(e)),
    ("delegates-to-segments", "payloads of delegates move from the FlatBuffer to segments", |e| {
        delegates::to_segments(e)
    }),
    ("delegates-to-inline", "payloads of delegates move from segments into the FlatBuffer", |e| {
        delegates::to_inline(e)
    }),
    ("header-24", "the extended header has 24 bytes, as up to release 0.7", |e| header(e, 24)),
    ("header-32", "the extended header has 32 bytes, as from release 1.0 on", |e| header(e, 32)),
    ("copy-index-bound", "results of maps may have fewer rows while the map runs", |e| copy_index::bound(e)),
    ("xnnpack-inline-scales", "quantisation scales move into the tables of XNNPACK graphs", |e| {
        xnnpack_weights::inline_scales(e)
    }),
    ("xnnpack-inline-weights", "weights of XNNPACK graphs move into their payloads", |e| {
        xnnpack_weights::embed(e)
    }),
    ("xnnpack-name-weights", "weights of XNNPACK graphs move from their payloads to named data", |e| {
        xnnpack_weights::name(e)
    }),
];

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

fn merge<'a>(editor: &mut ProgramEditor<'a, '_>, context: &Context<'a, '_>, reason: &Reason) -> Changes {
    let files: Vec<_> = context.companions.iter().filter_map(Companion::data_file).copied().collect();
    if files.is_empty() && reason.code == codes::XNNPACK_NAMED_WEIGHTS {
        return Ok(Vec::new()); // the weights are in the program, or a later step says that they are nowhere
    }
    if files.is_empty() {
        return Err(Refusal::whole("the data are not in the program, and no data file was given")
            .with_help("name the .ptd file with --data: its tensors move into the program"));
    }
    external::merge(editor, &files)
}

fn replace(
    editor: &mut ProgramEditor<'_, '_>,
    context: &Context<'_, '_>,
    reason: &Reason,
    which: Which,
) -> Changes {
    let operator = reason.subject.as_str();
    let all: Vec<&str> = operators::stand_ins(operator).collect();
    if all.is_empty() {
        let why = format!("{operator}: {}; no other operator is known that computes the same", reason.has);
        return Err(Refusal::new(why, reason.place.clone()));
    }
    let there: Vec<&str> = all.iter().copied().filter(|name| context.has("op", name)).collect();
    if there.is_empty() {
        let why =
            format!("the reader has none of the operators that can stand for {operator}: {}", all.join(", "));
        return Err(Refusal::new(why, reason.place.clone()));
    }
    operators::replace(editor, operator, &there, which)
}

fn keep_dims(editor: &mut ProgramEditor<'_, '_>, context: &Context<'_, '_>, _: &Reason) -> Changes {
    let wants = |word: &str| {
        context.profiles.iter().all(|profile| {
            let rows = profile.every("xnnpack-fails", "XNNGlobalAvgPooling2d");
            rows.iter().any(|row| row.split_whitespace().any(|w| w == word))
        })
    };
    match (wants("no-flag"), wants("flag")) {
        (true, false) => xnnpack_nodes::keep_dims(editor, true),
        (false, true) => xnnpack_nodes::keep_dims(editor, false),
        _ => Err(Refusal::whole("which flag the reader expects is not known")),
    }
}
