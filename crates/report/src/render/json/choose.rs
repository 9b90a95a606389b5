//! `outlast/choose/1`.

use outlast::choose::Delivery;
use serde::Serialize;

use super::CheckResult;

/// Which variant to deliver.
#[derive(Debug, Serialize)]
pub struct ChooseDocument {
    schema: &'static str,
    target: String,
    chosen: Option<Chosen>,
    /// The verdict on each variant, in the order in which they were given.
    results: Vec<CheckResult>,
}

#[derive(Debug, Serialize)]
struct Chosen {
    file: String,
    delivery: &'static str,
    steps: Vec<&'static str>,
}

impl ChooseDocument {
    /// The answer for a target: the chosen file and how it is delivered, and the verdicts on all.
    pub fn new(target: &str, chosen: Option<(&str, &Delivery)>, results: Vec<CheckResult>) -> ChooseDocument {
        let chosen = chosen.map(|(file, delivery)| match delivery {
            Delivery::AsIs => Chosen { file: file.to_string(), delivery: "as-is", steps: Vec::new() },
            Delivery::Converted(steps) => {
                Chosen { file: file.to_string(), delivery: "converted", steps: steps.clone() }
            }
        });
        ChooseDocument { schema: "outlast/choose/1", target: target.to_string(), chosen, results }
    }
}
