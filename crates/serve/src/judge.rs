//! What is asked of a file: its facts, the verdicts of profiles on it, and another file that is made of it. A function of the bytes, the profiles and the
//! version of Outlast, and of nothing else.
//!
//! Facts are a function of the bytes, so the digest of the file stands for them in the cache of verdicts.

use std::collections::BTreeMap;

use outlast::convert::{Remedies, Request};
use outlast::{OpenError, Outcome, Program, Remedy, Severity, Target, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::digest::Digest;
use crate::index::{Cell, Why};

/// The version that judges.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");
/// Reasons that are kept of one verdict.
const MOST_REASONS: usize = 24;
/// Bytes that the facts of a file may have as JSON, to be kept.
const MOST_FACTS: usize = 1 << 18;

/// A profile: a release by its name, or the text of a profile file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// Its digest.
    pub digest: Digest,
    /// What `text` is.
    pub form: Form,
    /// The name, or the text.
    pub text: String,
}

/// What describes a profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The name of a release.
    Release,
    /// The text of a profile file.
    File,
}

impl Form {
    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Form::Release => "release",
            Form::File => "file",
        }
    }
}

impl Profile {
    /// The profile that this text describes.
    pub fn new(form: Form, text: String) -> Profile {
        Profile { digest: Digest::of(format!("outlast/{}/1\n{text}", form.name()).as_bytes()), form, text }
    }

    /// The reader that it describes.
    ///
    /// # Errors
    ///
    /// Why it describes none.
    pub fn target(&self) -> Result<Target, outlast::TargetError> {
        match self.form {
            Form::Release => outlast::target(&self.text),
            Form::File => outlast::target_described(&self.text),
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Question {
    /// The facts, and the verdicts of these profiles.
    Judge(Vec<Profile>),
    /// Another file that this profile runs.
    Convert(Profile),
}

/// What was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Facts and verdicts.
    Judged(Box<Judged>),
    /// The file was made, by these steps.
    Converted(Vec<String>),
    /// It cannot be judged, or not be made: why.
    Impossible(String),
}

/// What was found of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The kind of file.
    pub kind: String,
    /// The file in one screen, as `outlast inspect` has it.
    pub facts: Value,
    /// The verdicts, by profile.
    pub cells: BTreeMap<Digest, Cell>,
}

/// Answers a question on a file; `write` gets the pieces of one that is made.
pub fn answer(
    bytes: &[u8],
    question: &Question,
    write: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Answer {
    let answer = match question {
        Question::Judge(profiles) => judge(bytes, profiles).map(|judged| Answer::Judged(Box::new(judged))),
        Question::Convert(profile) => convert(bytes, profile, write).map(Answer::Converted),
    };
    answer.unwrap_or_else(Answer::Impossible)
}

fn judge(bytes: &[u8], profiles: &[Profile]) -> Result<Judged, String> {
    let program = outlast::open(bytes).map_err(|error| error.to_string())?;
    let prepared = program.prepare().map_err(|error| error.to_string())?;
    let remedies = Remedies::new(&program, &[]);
    let mut cells = BTreeMap::new();
    for profile in profiles {
        let cell = match profile.target() {
            Err(error) => unknown(format!("the profile cannot be used: {error}")),
            Ok(target) => match prepared.check(&[], &target) {
                Ok(mut verdict) => {
                    if !verdict.outcome.is_good() && !program.is_costly_to_convert() {
                        verdict.remedy = remedies.remedy(&target, &verdict);
                    }
                    cell(&verdict)
                }
                Err(outlast::CheckError::OtherFamily { target, family }) => Cell {
                    outcome: "fails".into(),
                    basis: Some("defined".into()),
                    steps: Vec::new(),
                    reasons: vec![Why {
                        code: None,
                        message: format!("{target} does not read {}s", program.kind().title()),
                        help: Some(format!("Publish a variant for it; this one is for readers of {family}.")),
                    }],
                    runs: runs(&program),
                },
                Err(error) => unknown(error.to_string()),
            },
        };
        cells.insert(profile.digest, cell);
    }
    let facts = program.summary().map_or(Value::Null, |summary| {
        let text = serde_json::to_string(&summary).unwrap_or_default();
        if text.len() > MOST_FACTS { Value::Null } else { serde_json::from_str(&text).unwrap_or_default() }
    });
    Ok(Judged { kind: program.kind().name().to_string(), facts, cells })
}

fn runs(program: &Program<'_>) -> Vec<String> {
    program.risks().into_iter().map(|risk| risk.callable).collect()
}

fn unknown(message: String) -> Cell {
    let reasons = vec![Why { code: None, message, help: None }];
    Cell {
        outcome: Outcome::Unknown.name().into(),
        basis: None,
        steps: Vec::new(),
        reasons,
        runs: Vec::new(),
    }
}

/// What is kept of a verdict.
fn cell(verdict: &Verdict) -> Cell {
    let mut reasons: Vec<Why> = Vec::new();
    let mut more = 0;
    for (_, reason) in verdict.reasons().filter(|(_, reason)| reason.outcome > Outcome::Upgrades) {
        let why = Why {
            code: Some(reason.code.to_string()),
            message: reason.sentence(),
            help: reason.help.clone(),
        };
        match reasons.len() < MOST_REASONS {
            _ if reasons.contains(&why) => {}
            true => reasons.push(why),
            false => more += 1,
        }
    }
    if more > 0 {
        reasons.push(Why { code: None, message: format!("and {more} more"), help: None });
    }
    if reasons.is_empty() && !verdict.outcome.is_good() {
        let message = verdict.notes.first().cloned().unwrap_or_else(|| "what decides is not known".into());
        reasons.push(Why { code: None, message, help: None });
    }
    let steps = match &verdict.remedy {
        Remedy::Convertible(steps) => steps.iter().map(|step| (*step).to_string()).collect(),
        _ => Vec::new(),
    };
    let live = verdict.risks.iter().filter(|risk| risk.allowed.is_none());
    Cell {
        outcome: verdict.outcome.name().into(),
        basis: verdict.basis.map(|basis| basis.name().to_string()),
        steps,
        reasons,
        runs: live.map(|risk| risk.callable.clone()).collect(),
    }
}

fn convert(
    bytes: &[u8],
    profile: &Profile,
    write: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<Vec<String>, String> {
    let target = profile.target().map_err(|error| error.to_string())?;
    let program = outlast::open(bytes).map_err(|error| error.to_string())?;
    if !program.risks().is_empty() {
        return Err(format!("reading it runs code: {}", runs(&program).join(", ")));
    }
    sound(bytes, "the file")?;
    let request = Request::for_target(&target);
    let converted = program.convert(&[], &request).map_err(|error| error.to_string())?;
    if converted.steps.is_empty() {
        return Err("there is nothing to convert".into());
    }
    let mut output = Vec::with_capacity(converted.output.len());
    converted.output.chunks().for_each(|chunk| output.extend_from_slice(chunk));
    // What is delivered was read back, verified and judged.
    sound(&output, "the converted file")?;
    let verdict = outlast::check(&output, &target).map_err(|error| error.to_string())?;
    if !verdict.outcome.is_good() {
        return Err(format!("the verdict on the converted file is {}", verdict.summary()));
    }
    write(&output).map_err(|error| error.to_string())?;
    Ok(converted.steps.iter().map(|step| step.id.to_string()).collect())
}

fn sound(bytes: &[u8], what: &str) -> Result<(), String> {
    let (_, findings) = outlast::verify(bytes).map_err(|error: OpenError| error.to_string())?;
    match findings.iter().find(|finding| finding.severity == Severity::Error) {
        Some(finding) => Err(format!("{what} is damaged: {} {}", finding.code, finding.title)),
        None => Ok(()),
    }
}
