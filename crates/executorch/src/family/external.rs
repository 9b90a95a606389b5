//! Data that come from outside the program: tensors and weights of delegates, in `.ptd` files.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Payload;
use crate::{FlatTensorFile, Layout, verify};
use outlast_core::{Code, Place, Severity};

use super::{JudgeContext, codes, plural};
use outlast_model::verdict::{Outcome, Reason, Stage};

/// A thing that must be found under a name outside the program.
struct Wanted<'a> {
    name: &'a str,
    layout: Option<&'a Layout>,
    place: &'a Place,
}

/// Names that the entry point wants and the program does not have.
fn wanted<'a>(case: &'a JudgeContext<'_>) -> Vec<Wanted<'a>> {
    let tensors = case.entry.external.iter();
    let mut all: Vec<Wanted<'a>> =
        tensors.map(|t| Wanted { name: &t.name, layout: Some(&t.layout), place: &t.place }).collect();
    for delegate in &case.entry.delegates {
        if let Payload::Xnnpack(facts) = &delegate.payload {
            let outside =
                facts.named_weights.iter().filter(|(key, _)| !case.program.named_data.contains(key));
            all.extend(outside.map(|(name, place)| Wanted { name, layout: None, place }));
        }
    }
    all
}

/// The tensor data files among the companions, with their names.
fn given<'a>(case: &'a JudgeContext<'_>) -> impl Iterator<Item = (&'a str, FlatTensorFile<'a>)> {
    case.data.iter().map(|given| (given.name, given.file))
}

/// Data from outside that the reader does not know of, or that nobody gave.
pub(super) fn tensors(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let wanted = wanted(case);
    let Some(first) = wanted.iter().find(|w| w.layout.is_some()).or(wanted.first()) else { return };
    // Weights of delegates are a matter of the delegate: readers that ignore names are judged there.
    let kind = if first.layout.is_some() { "external-data" } else { "external-weights" };
    if kind == "external-weights" && !case.profile.has("feature", "xnnpack-named-weights") {
        return;
    }
    let has_data = given(case).next().is_some();
    let state = match (case.profile.get("feature", kind), has_data) {
        (Some(""), true) => return,
        (Some(_), true) => format!("{kind}-given"),
        (Some(_), false) => format!("{kind}-withheld"),
        (None, _) => kind.to_string(),
    };
    let (stage, outcome, says) = case.without(&state);
    let known = case.profile.has("feature", kind);
    let tensors = match wanted.len() {
        1 => "1 tensor comes".to_string(),
        count => format!("{count} tensors come"),
    };
    reasons.push(
        Reason::new(if known { codes::NO_DATA_GIVEN } else { codes::EXTERNAL_DATA }, outcome)
            .message(Some(match (known, has_data) {
                (true, false) => format!("{tensors} from a data file, and none was given"),
                (true, true) => {
                    format!("{tensors} from a data file, which was not measured on {}", case.profile.name)
                }
                (false, _) => format!(
                    "{} does not read tensors from data files{}: the program needs {}",
                    case.profile.name,
                    case.added("feature", kind),
                    wanted.len()
                ),
            }))
            .stage(stage)
            .subject(first.name.to_string())
            .needs(format!("{} from a data file", plural(wanted.len(), "tensor")))
            .has(match (known, has_data) {
                (true, false) => "no data file was given".into(),
                (true, true) => "external data, not measured".into(),
                (false, _) => case.since("feature", kind),
            })
            .says(says)
            .place(first.place.clone())
            .help((known && !has_data).then(|| "name the .ptd file with --data".into())),
    );
}

/// Whether the data files have what is wanted, once each.
fn fit(case: &JudgeContext<'_>, wanted: &[Wanted<'_>], reasons: &mut Vec<Reason>) {
    let mut entries: BTreeMap<&str, Option<Layout>> = BTreeMap::new();
    for (name, file) in given(case) {
        let list = match file.entries() {
            Ok(list) => list,
            Err(error) => return reasons.push(damaged(case, name, error.code(), error.to_string())),
        };
        let mut own = BTreeSet::new();
        for entry in list {
            let twice = entries.contains_key(entry.key) || case.program.named_data.contains(entry.key);
            if own.insert(entry.key) && twice {
                reasons.push(
                    damaged(case, name, codes::DATA_MISMATCH, String::new())
                        .outcome(Outcome::Unknown)
                        .stage(None)
                        .needs("each name in one file".into())
                        .has(format!("`{}` occurs twice; readers may refuse that", entry.key)),
                );
            }
            entries.entry(entry.key).or_insert(entry.layout);
        }
    }
    for want in wanted {
        let problem = match (entries.get(want.name), want.layout) {
            (None, _) => "no such name in the data files".to_string(),
            (Some(Some(found)), Some(layout)) if found != layout => {
                format!("{} {:?} in dimension order {:?}", found.scalar_type, found.sizes, found.dim_order)
            }
            (Some(None), Some(_)) => "a blob without type and sizes".to_string(),
            _ => continue,
        };
        let message = match want.layout {
            _ if !entries.contains_key(want.name) => format!("the data files have no `{}`", want.name),
            Some(l) => format!(
                "the program needs `{}` as {} {:?} in dimension order {:?}; the data file has {problem}",
                want.name, l.scalar_type, l.sizes, l.dim_order
            ),
            None => format!("the program needs weights under the name `{}`: {problem}", want.name),
        };
        reasons.push(
            Reason::new(codes::DATA_MISMATCH, Outcome::Fails)
                .message(Some(message))
                .stage(Some(Stage::Method))
                .subject(want.name.to_string())
                .needs(match want.layout {
                    Some(l) => {
                        format!("{} {:?} in dimension order {:?}", l.scalar_type, l.sizes, l.dim_order)
                    }
                    None => "weights under this name".into(),
                })
                .has(problem)
                .place(want.place.clone())
                .help(Some("give the data file that was exported with this program".into())),
        );
    }
}

/// A data file that is not sound.
fn damaged(case: &JudgeContext<'_>, name: &str, code: Code, why: String) -> Reason {
    Reason::new(code, Outcome::Fails)
        .message(Some(format!("the data file {name} is not sound: {why}")))
        .subject(name.to_string())
        .needs("a sound data file".into())
        .has(why)
        .place(case.entry.external.first().map_or_else(Place::default, |t| t.place.clone()))
        .help(Some("run `outlast verify` on the data file".into()))
}

/// Findings on a data file with which a reader refuses it even if the program wants nothing from it.
const REFUSED_WHOLE: &[u16] = &[101, 102, 103, 108, 1211];

/// Errors that verification finds in the data files.
fn soundness(case: &JudgeContext<'_>, needed: bool, reasons: &mut Vec<Reason>) {
    for (name, file) in given(case) {
        let errors = verify::flat_tensor(file.file).into_iter().filter(|d| d.severity == Severity::Error);
        let relevant = errors.filter(|d| needed || REFUSED_WHOLE.contains(&d.code.0));
        reasons.extend(
            relevant
                .take(4)
                .map(|d| damaged(case, name, codes::NOT_SOUND, format!("{}: {}", d.code, d.title))),
        );
    }
}

/// Data files against the reader and the program.
pub(super) fn data_files(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    if !case.profile.has("feature", "external-data") {
        return;
    }
    let wanted = wanted(case);
    soundness(case, !wanted.is_empty(), reasons);
    if wanted.is_empty() || given(case).next().is_none() {
        return;
    }
    let newest = case.profile.get("feature", "data-version").and_then(|v| v.parse::<u32>().ok());
    for (name, file) in given(case) {
        let version = file.version().unwrap_or(0);
        if newest.is_some_and(|newest| version > newest) {
            reasons.push(
                Reason::new(codes::PROGRAM_VERSION, Outcome::Fails)
                    .message(Some(format!(
                        "{} reads tensor data of schema version {} at most; `{name}` is of version {version}",
                        case.profile.name,
                        newest.unwrap_or(0)
                    )))
                    .stage(Some(Stage::Load))
                    .subject(name.to_string())
                    .needs(format!("schema version {version} of tensor data"))
                    .has(format!("up to {}", newest.unwrap_or(0)))
                    .says(case.says("data-version", &[("found", &version.to_string())]))
                    .help(Some("export the data for the older schema, or update the runtime".into())),
            );
        }
        let layout_version = file.layout_version.name();
        if case.profile.has("ptd", layout_version) {
            continue;
        }
        let (stage, outcome, says) = case.without(&format!("ptd-{layout_version}"));
        reasons.push(
            Reason::new(codes::DATA_LAYOUT, outcome)
                .message(Some(format!(
                    "{} does not read tensor data of layout version {layout_version}",
                    case.profile.name
                )))
                .stage(stage)
                .subject(name.to_string())
                .needs(format!("tensor data in layout version {layout_version}"))
                .has(case.profile.all("ptd").iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", "))
                .says(says)
                .place(wanted.first().map_or_else(Place::default, |w| w.place.clone()))
                .help(Some("export the data again with a release of the reader's layout version".into())),
        );
        return;
    }
    fit(case, &wanted, reasons);
}
