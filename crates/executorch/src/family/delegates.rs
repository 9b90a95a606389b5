//! Delegates: the backend is there, and understands the payload.

use std::collections::BTreeSet;

use crate::facts::{Payload, ProgramFacts, TensorShape};
use crate::xnnpack::Clash;
use crate::{Layout, backends, xnnpack};
use outlast_core::Place;

use super::condition::Failure;
use super::condition::node::OfNode;
use super::{JudgeContext, actions, codes, plural};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

/// Backends that the reader does not have, and payloads that nobody can look into.
pub(super) fn backends(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for delegate in &case.entry.delegates {
        let reason = |code, outcome, stage, needs: &str, has: String, says| {
            Reason::new(code, outcome)
                .message(Some(format!("{}: needs {needs}; {has}", delegate.backend)))
                .stage(stage)
                .subject(delegate.backend.clone())
                .needs(needs.into())
                .has(has)
                .says(says)
                .place(delegate.place.clone())
        };
        if case.profile.leaves_open("backend") {
            reasons.push(
                reason(
                    codes::BACKEND_MISSING,
                    Outcome::Unknown,
                    None,
                    "the backend",
                    "a selective build that does not say which backends it links".into(),
                    None,
                )
                .help(Some("add `backends = […]`, as the application links them, to the profile".into())),
            );
            continue;
        }
        if let Some(target) = case.profile.get("backend-apart", &delegate.backend)
            && !case.profile.has("backend", &delegate.backend)
            && !case.profile.lists("backend")
        {
            let name = &delegate.backend;
            let has = registered(case.profile);
            let missing = reason(
                codes::BACKEND_MISSING,
                Outcome::Fails,
                Some(Stage::Method),
                "the backend",
                has.clone(),
                case.says("backend-missing", &[("name", name)]),
            );
            let message = format!(
                "{} has the backend `{name}` only where an application links `{target}`: the runtime in its packages has {has}{}",
                case.profile.name,
                payload_note(&delegate.payload)
            );
            let help = format!(
                "link `{target}` into the application, and name its backends in a profile file: `backends = […]`, see `outlast targets import`"
            );
            reasons.push(missing.message(Some(message)).help(Some(help)));
            continue;
        }
        if !case.profile.has("backend", &delegate.backend) && !case.profile.lists("backend") {
            let what = payload_note(&delegate.payload);
            let name = &delegate.backend;
            let title = backends::title(name).map_or_else(String::new, |title| format!(" ({title})"));
            let message = format!(
                "whether an application links the backend `{name}`{title} is not known: the runtime in the packages of {} has {}{what}",
                case.profile.name,
                registered(case.profile)
            );
            let unknown = reason(
                codes::BACKEND_MISSING,
                Outcome::Unknown,
                None,
                "the backend",
                registered(case.profile),
                None,
            );
            let help = "name the backends of the application in a profile file: `backends = […]`, see `outlast targets import`";
            reasons.push(unknown.message(Some(message)).help(Some(help.into())));
            continue;
        }
        if !case.profile.has("backend", &delegate.backend) {
            let message = format!(
                "{} has no backend `{}`{}",
                case.profile.name,
                delegate.backend,
                case.added("backend", &delegate.backend)
            );
            let missing = reason(
                codes::BACKEND_MISSING,
                Outcome::Fails,
                Some(Stage::Method),
                "the backend",
                case.since("backend", &delegate.backend),
                case.says("backend-missing", &[("name", &delegate.backend)]),
            );
            reasons.push(missing.message(Some(message)));
            continue;
        }
        match &delegate.payload {
            Payload::Xnnpack(_) => {}
            Payload::Unreadable(error)
                if matches!(delegate.backend.as_str(), "XnnpackBackend" | "VulkanBackend") =>
            {
                reasons.push(reason(
                    codes::PAYLOAD_UNREADABLE,
                    Outcome::Fails,
                    Some(Stage::Method),
                    "a payload that can be read",
                    error.to_string(),
                    None,
                ));
            }
            payload => {
                let what = payload_note(payload);
                let has =
                    format!("the backend; whether it takes this payload cannot be determined here{what}");
                reasons.push(reason(
                    codes::PAYLOAD_OPAQUE,
                    Outcome::Unknown,
                    None,
                    "a payload of this backend",
                    has,
                    None,
                ));
            }
        }
    }
}

/// The backends that the release's own runtime registers.
fn registered(profile: &Profile) -> String {
    let names: Vec<&str> = profile.all("backend").into_iter().map(|(name, _)| name).collect();
    if names.is_empty() { "none".into() } else { format!("{} only", names.join(", ")) }
}

/// What the container of a payload tells, for a message: `; the payload is …`.
fn payload_note(payload: &Payload) -> String {
    match payload {
        Payload::Vulkan(graph) => {
            let operators: u64 = graph.operators.values().sum();
            let release = graph
                .since()
                .map_or_else(String::new, |release| format!(", by the schema of {release} or later"));
            format!("; the payload is a Vulkan graph of {operators} calls{release}")
        }
        Payload::Container(container) => format!("; the payload is {}", container.told.join(", ")),
        Payload::Unreadable(error) => format!("; its payload is not a container of this backend: {error}"),
        _ => String::new(),
    }
}

/// XNNPACK payloads of an entry point, and whether an instruction calls them: all are prepared, but only those run.
fn graphs<'a>(case: &'a JudgeContext<'_>) -> impl Iterator<Item = (&'a xnnpack::Facts, bool)> {
    let available = case.profile.has("backend", "XnnpackBackend");
    case.entry.delegates.iter().filter(move |_| available).filter_map(|d| match &d.payload {
        Payload::Xnnpack(facts) => Some((&**facts, d.calls > 0)),
        _ => None,
    })
}

/// Nodes and element types of XNNPACK graphs that the reader does not know, or cannot run.
pub(super) fn xnnpack_graph(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for (graph, called) in graphs(case) {
        for (tag, (count, place)) in &graph.nodes {
            let name = xnnpack::node_name(*tag);
            if !case.profile.has("xnnpack-node", &name) {
                reasons.push(unknown_part(case, codes::XNNPACK_NODE, "xnnpack-node", &name, *count, place));
            }
        }
        for (number, (count, place)) in &graph.datatypes {
            let name = xnnpack::datatype_name(*number);
            if !case.profile.has("xnnpack-datatype", &name) {
                reasons.push(unknown_part(
                    case,
                    codes::XNNPACK_DATATYPE,
                    "xnnpack-datatype",
                    &name,
                    *count,
                    place,
                ));
            }
        }
        for (used, (count, place)) in &graph.uses {
            let node = used.name();
            let row = ("xnnpack-fails", &*node);
            let Some(failure) = Failure::find::<OfNode>(case.profile, row, used) else { continue };
            if failure.stage == Stage::Run && !called {
                continue;
            }
            let help = actions::failing_node(case, &node, used);
            reasons.push(
                Reason::new(codes::XNNPACK_FAILS, failure.outcome)
                    .basis(Basis::Measured)
                    .message(Some(format!(
                        "XNNPACK of {} cannot run node `{node}` with {used} ({})",
                        case.profile.name,
                        plural(count, "node")
                    )))
                    .stage(Some(failure.stage))
                    .subject(node.into_owned())
                    .needs(format!("{} with {used}", plural(count, "node")))
                    .has("a node that works with them".into())
                    .says(failure.says.map(str::to_string))
                    .place(place.clone())
                    .help(Some(help)),
            );
        }
    }
}

fn unknown_part(
    case: &JudgeContext<'_>,
    code: outlast_core::Code,
    kind: &str,
    name: &str,
    count: u64,
    place: &Place,
) -> Reason {
    Reason::new(code, Outcome::Fails)
        .message(Some(format!(
            "XNNPACK of {} has no {} `{name}`{}",
            case.profile.name,
            if kind == "xnnpack-node" { "node" } else { "element type" },
            case.added(kind, name)
        )))
        .stage(Some(Stage::Method))
        .subject(name.to_string())
        .needs(format!("{count} of it in a graph for XNNPACK"))
        .has(case.since(kind, name))
        .says(case.says(kind, &[("name", name)]))
        .place(place.clone())
        .help((kind == "xnnpack-node").then(|| actions::no_node(case, name)))
}

/// Nodes whose shapes do not fit: XNNPACK computes shapes before a graph runs, in every release.
pub(super) fn xnnpack_shapes(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for (graph, called) in graphs(case) {
        let Some(misfit) = graph.misfit.as_ref().filter(|_| called) else { continue };
        let (node, [one, other]) = (xnnpack::node_name(misfit.tag), &misfit.shapes);
        let asked = case.profile.has("feature", "xnnpack-shapes-asked");
        let (message, needs) = match misfit.clash {
            Clash::Refused => (
                format!("XNNPACK refuses node `{node}`: {one:?} and {other:?} do not fit"),
                format!("shapes {one:?} and {other:?}"),
            ),
            Clash::Later => {
                let does = if asked { "refuses" } else { "does not look at the shapes of" };
                (
                    format!(
                        "XNNPACK of {} {does} node `{node}`: {one:?} and {other:?} do not fit",
                        case.profile.name
                    ),
                    format!("shapes {one:?} and {other:?}"),
                )
            }
            Clash::Result => (
                format!(
                    "XNNPACK gives a result of the shape {one:?} in node `{node}`, and the program's tensor has {other:?}"
                ),
                format!("a result of the shape {one:?} in a tensor of the shape {other:?}"),
            ),
        };
        let outcome = if misfit.clash == Clash::Later && !asked { Outcome::Misreads } else { Outcome::Fails };
        let help = "such graphs come from exporters that mix dimension orders around a convolution: \
                    export again with a newer release, or keep these operators out of the XNNPACK partition";
        reasons.push(
            Reason::new(codes::XNNPACK_FAILS, outcome)
                .message(Some(message))
                .stage(Some(Stage::Run))
                .subject(node.into_owned())
                .needs(needs)
                .has("a backend that computes shapes before a graph runs".into())
                .place(misfit.place.clone())
                .help(Some(help.into())),
        );
    }
}

/// Weights outside the payload, which older readers do not see: they compute with whatever stands elsewhere.
pub(super) fn xnnpack_weights(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for (graph, called) in graphs(case) {
        if let Some((first, place)) = graph.named_weights.first()
            && !case.profile.has("feature", "xnnpack-named-weights")
        {
            let named = plural(graph.named_weights.len(), "named weight");
            let needs = format!("{named}, the first `{first}`");
            let message = format!(
                "XNNPACK of {} does not look weights up by name (added in 0.6.0) and reads wrong bytes for {named}, the first `{first}`",
                case.profile.name
            );
            let reason = case
                .lacking("xnnpack-named-weights", codes::XNNPACK_NAMED_WEIGHTS, needs, place)
                .message(Some(message))
                .subject("XnnpackBackend".into())
                .has("ignores named data; reads wrong bytes for the weights".into())
                .help(Some(
                    "export with release 0.5 or earlier, or update the runtime to 0.6 or later".into(),
                ));
            if reason.stage != Some(Stage::Run) || called {
                reasons.push(reason);
            }
        }
        if let Some((n, place)) = &graph.wide_dynamic
            && !case.profile.has("feature", "xnnpack-wide-dynamic")
        {
            let needs = format!("{} quantised dynamically over several dimensions", plural(n, "value"));
            reasons.push(
                case.lacking("xnnpack-wide-dynamic", codes::XNNPACK_WIDE_DYNAMIC, needs, place)
                    .subject("XnnpackBackend".into()),
            );
        }
        if let Some((scales, place)) = &graph.scale_weights
            && !case.profile.has("feature", "xnnpack-scale-buffers")
        {
            let needs = format!("{} stored as weights", plural(scales, "quantisation scale"));
            reasons.push(
                case.lacking("xnnpack-scale-buffers", codes::XNNPACK_SCALES, needs, place)
                    .subject("XnnpackBackend".into()),
            );
        }
    }
}

/// Tensors of another dimension order than the natural one that XNNPACK graphs are called with.
pub(super) fn xnnpack_orders(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let available = case.profile.has("backend", "XnnpackBackend");
    for delegate in case.entry.delegates.iter().filter(|_| available) {
        let Payload::Xnnpack(graph) = &delegate.payload else { continue };
        for (at, tensor) in &delegate.ordered {
            // What the graph gives back is stored right where sizes read the same in either order, and so is what it takes, where the
            // reader does not look at the order itself.
            let is_output = u32::try_from(*at).is_ok_and(|id| graph.outputs.contains(&id));
            let (feature, what) = match is_output {
                true => ("xnnpack-output-orders", "a result of another dimension order"),
                false => ("xnnpack-input-orders", "an input of another dimension order"),
            };
            let fits = reads_alike(tensor)
                && (is_output || !case.profile.has("feature", "xnnpack-input-orders-asked"));
            if fits || case.profile.has("feature", feature) {
                continue;
            }
            let needs = format!("{what} ({tensor}) for XNNPACK");
            let mut reason = case.lacking(feature, codes::XNNPACK_ORDERS, needs, &delegate.place);
            if is_output && tensor.varies {
                // It is resized to the sizes of the other order.
                reason = reason.outcome(Outcome::Misreads).says(None);
            }
            reasons.push(reason.subject("XnnpackBackend".into()));
        }
    }
}

/// Whether the sizes of a tensor are the same in its dimension order and in the natural one.
fn reads_alike(tensor: &TensorShape) -> bool {
    let Layout { sizes, dim_order, .. } = &tensor.layout;
    dim_order.iter().zip(sizes).all(|(dimension, size)| sizes.get(usize::from(*dimension)) == Some(size))
}

/// Remarks on nodes that fail in some applications, by how those load a file, which the file does not show.
pub(super) fn notes(facts: &ProgramFacts, profile: &Profile) -> BTreeSet<String> {
    let mut notes = BTreeSet::new();
    for delegate in facts.entry_points.iter().flat_map(|entry| &entry.delegates) {
        let Payload::Xnnpack(graph) = &delegate.payload else { continue };
        let embedded = graph.offset_weights + graph.inline_weights > 0;
        for tag in graph.nodes.keys() {
            let node = xnnpack::node_name(*tag);
            for row in profile.every("xnnpack-note", &node) {
                let Some((wheres, remark)) = row.split_once(" | ") else { continue };
                let holds = wheres.split(',').any(|w| match w {
                    "named" => !graph.named_weights.is_empty(),
                    "embedded" => embedded,
                    _ => false,
                });
                if holds {
                    notes.insert(format!("{node}: {remark}"));
                }
            }
        }
    }
    notes
}

/// What is wrong with the value of an `xnnpack-note` row: where the weights are, and a remark.
pub(super) fn check_note(value: &str) -> Result<(), String> {
    let (places, _) = value.split_once(" | ").ok_or("an `xnnpack-note` row is `places | remark`")?;
    match places.split(',').find(|place| !matches!(*place, "named" | "embedded")) {
        Some(unknown) => Err(format!("`{unknown}` is neither `named` nor `embedded`")),
        None => Ok(()),
    }
}
