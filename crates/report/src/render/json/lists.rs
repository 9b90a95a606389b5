//! `outlast/steps/1` and `outlast/constants/1`: what can be asked for.

use outlast::convert::StepInfo;
use serde::Serialize;

/// The steps that `convert --step` takes.
#[derive(Debug, Serialize)]
pub struct StepsDocument {
    schema: &'static str,
    steps: Vec<StepJson>,
}

#[derive(Debug, Serialize)]
struct StepJson {
    id: &'static str,
    about: &'static str,
}

impl StepsDocument {
    /// These steps.
    pub fn new<'s>(steps: impl IntoIterator<Item = &'s StepInfo>) -> StepsDocument {
        let steps = steps.into_iter().map(|step| StepJson { id: step.id, about: step.about });
        StepsDocument { schema: "outlast/steps/1", steps: steps.collect() }
    }
}

/// The constants of a program that can be swapped.
#[derive(Debug, Serialize)]
pub struct ConstantsDocument {
    schema: &'static str,
    file: String,
    constants: Vec<ConstantJson>,
}

#[derive(Debug, Serialize)]
struct ConstantJson {
    name: String,
    r#type: String,
    sizes: Vec<i32>,
}

impl ConstantsDocument {
    /// The constants of `file`: name, element type, sizes.
    pub fn new<'c>(
        file: &str,
        constants: impl IntoIterator<Item = (&'c str, String, &'c [i32])>,
    ) -> ConstantsDocument {
        let one = |(name, r#type, sizes): (&str, String, &[i32])| ConstantJson {
            name: name.to_string(),
            r#type,
            sizes: sizes.to_vec(),
        };
        ConstantsDocument {
            schema: "outlast/constants/1",
            file: file.to_string(),
            constants: constants.into_iter().map(one).collect(),
        }
    }
}
