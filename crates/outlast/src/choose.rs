//! Which variant of a program to deliver to a reader.

use crate::verdict::{Remedy, Verdict};

/// In which order variants are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// A variant that is good as it is, even a later one, comes before one that has to be converted: what was exported was tested.
    #[default]
    ExportFirst,
    /// The first variant that is good as it is or can be converted.
    BestFirst,
}

/// How the chosen variant is delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// As it is.
    AsIs,
    /// Converted, by these steps.
    Converted(Vec<&'static str>),
}

/// The chosen variant.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// Its index.
    pub variant: usize,
    /// How it is delivered.
    pub delivery: Delivery,
}

/// Chooses among variants by their verdicts, the most wanted first; `None` if no one can be delivered. What is `unknown`
/// is not, nor is what runs code that nobody allowed.
pub fn choose<'v>(verdicts: impl IntoIterator<Item = &'v Verdict>, policy: Policy) -> Option<Choice> {
    let delivery = |verdict: &Verdict| match (&verdict.remedy, verdict.outcome.is_good()) {
        _ if verdict.runs_code() => None,
        (_, true) => Some(Delivery::AsIs),
        (Remedy::Convertible(steps), false) => Some(Delivery::Converted(steps.clone())),
        _ => None,
    };
    let deliverable = verdicts
        .into_iter()
        .enumerate()
        .filter_map(|(variant, verdict)| Some(Choice { variant, delivery: delivery(verdict)? }));
    let all: Vec<Choice> = deliverable.collect();
    let as_is = || all.iter().find(|choice| choice.delivery == Delivery::AsIs);
    let chosen = match policy {
        Policy::ExportFirst => as_is().or(all.first()),
        Policy::BestFirst => all.first(),
    };
    chosen.cloned()
}
