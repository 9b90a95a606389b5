//! Data that come from outside the program: tensors and weights of delegates, in `.ptd` files.

use std::collections::BTreeMap;

use outlast_core::Place;
use outlast_executorch::facts::Payload;
use outlast_executorch::{FlatTensorFile, Layout};

use super::{Case, codes};
use crate::program::Program;
use crate::verdict::{Outcome, Reason, Stage};

/// A thing that must be found under a name outside the program.
struct Wanted<'a> {
    name: &'a str,
    layout: Option<&'a Layout>,
    place: &'a Place,
}

/// Names that the entry point wants and the program does not have.
fn wanted<'a>(case: &'a Case<'_>) -> Vec<Wanted<'a>> {
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
fn given<'a>(case: &'a Case<'_>) -> impl Iterator<Item = (&'a str, &'a FlatTensorFile<'a>)> {
    case.companions.iter().filter_map(|c| match &c.program {
        Program::ExecutorchData(file) => Some((c.name.as_str(), file)),
        _ => None,
    })
}

/// Data from outside that the reader does not know of, or that nobody gave.
pub(super) fn tensors(case: &Case<'_>, reasons: &mut Vec<Reason>) {
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
    reasons.push(Reason {
        code: if known { codes::NO_DATA_GIVEN } else { codes::EXTERNAL_DATA },
        outcome,
        stage,
        subject: first.name.to_string(),
        needs: format!("{} tensors from a data file", wanted.len()),
        has: match (known, has_data) {
            (true, false) => "no data file was given".into(),
            (true, true) => "external data, as nobody measured them".into(),
            (false, _) => case.since("feature", kind),
        },
        says,
        place: first.place.clone(),
        help: (known && !has_data).then(|| "name the .ptd file with --data".into()),
    });
}

/// Data files that the reader cannot read, or that lack what is wanted.
fn fit(case: &Case<'_>, wanted: &[Wanted<'_>], reasons: &mut Vec<Reason>) {
    let mut entries: BTreeMap<&str, Option<Layout>> = BTreeMap::new();
    for (_, file) in given(case) {
        match file.entries() {
            Ok(list) => {
                for entry in list {
                    entries.entry(entry.key).or_insert(entry.layout);
                }
            }
            Err(error) => {
                reasons.push(unreadable(case, error.to_string()));
                return;
            }
        }
    }
    for want in wanted {
        let problem = match (entries.get(want.name), want.layout) {
            (None, _) => "no such name in the data files".to_string(),
            (Some(Some(found)), Some(layout)) if found != layout => {
                format!("{} {:?} in dimension order {:?}", found.scalar_type, found.sizes, found.dim_order)
            }
            _ => continue,
        };
        reasons.push(Reason {
            code: codes::DATA_MISMATCH,
            outcome: Outcome::Fails,
            stage: Some(Stage::Method),
            subject: want.name.to_string(),
            needs: match want.layout {
                Some(l) => format!("{} {:?} in dimension order {:?}", l.scalar_type, l.sizes, l.dim_order),
                None => "weights under this name".into(),
            },
            has: problem,
            says: None,
            place: want.place.clone(),
            help: Some("give the data file that was exported with this program".into()),
        });
    }
}

fn unreadable(case: &Case<'_>, why: String) -> Reason {
    Reason {
        code: codes::DATA_DIALECT,
        outcome: Outcome::Fails,
        stage: None,
        subject: "data file".into(),
        needs: "a sound data file".into(),
        has: why,
        says: None,
        place: case.entry.external.first().map_or_else(Place::default, |t| t.place.clone()),
        help: Some("run `outlast verify` on the data file".into()),
    }
}

/// Data files against the reader and the program.
pub(super) fn data_files(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    let wanted = wanted(case);
    if wanted.is_empty() || given(case).next().is_none() || !case.profile.has("feature", "external-data") {
        return;
    }
    let newest = case.profile.get("feature", "data-version").and_then(|v| v.parse::<u32>().ok());
    for (name, file) in given(case) {
        let version = file.version().unwrap_or(0);
        if newest.is_some_and(|newest| version > newest) {
            reasons.push(Reason {
                code: codes::PROGRAM_VERSION,
                outcome: Outcome::Fails,
                stage: Some(Stage::Load),
                subject: name.to_string(),
                needs: format!("schema version {version} of tensor data"),
                has: format!("up to {}", newest.unwrap_or(0)),
                says: case.says("data-version", &[("found", &version.to_string())]),
                place: Place::default(),
                help: Some("export the data for the older schema, or update the runtime".into()),
            });
        }
        let dialect = file.dialect.name();
        if case.profile.has("ptd", dialect) {
            continue;
        }
        let (stage, outcome, says) = case.without(&format!("ptd-{dialect}"));
        reasons.push(Reason {
            code: codes::DATA_DIALECT,
            outcome,
            stage,
            subject: name.to_string(),
            needs: format!("tensor data in dialect {dialect}"),
            has: case.profile.all("ptd").iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", "),
            says,
            place: wanted.first().map_or_else(Place::default, |w| w.place.clone()),
            help: Some("export the data again with a release of the reader's dialect".into()),
        });
        return;
    }
    fit(case, &wanted, reasons);
}
