//! [`WrittenBy`]: which release wrote a file, where its bytes fit several.
//!
//! Small modules of 1.6 and 1.7, or of 2.1 to 2.15, are the same bytes, and what an operator did then may differ between them: only who has the file knows.

use crate::upgraders::marked;

use super::super::NAME;
use super::super::facts::Facts;
use super::super::lite::facts as lite_facts;
use super::super::producer::Producer;
use super::draft::Change;
use super::pack::version_of;
use outlast_model::conversion::ConvertError;
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};
use outlast_model::targets::{Release, Target};

/// The release that wrote a file, for conversions.
#[derive(Clone, Debug)]
pub struct WrittenBy {
    release: Release,
}

impl WrittenBy {
    /// Reads it: `1.6.0`, `torch-1.6.0`. `None` if it is no release.
    pub fn parse(text: &str) -> Option<WrittenBy> {
        let text = text.strip_prefix("torch-").unwrap_or(text);
        Release::parse(text).map(|release| WrittenBy { release })
    }
}

impl FamilyOption for WrittenBy {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        Some(format!("--written-by is for PyTorch files, but this is of kind {}", kind.title()))
    }
}

/// Puts what was given in the place of what the file says of its producer, which is compared with it unless the file is `changed` already.
///
/// # Errors
///
/// The file cannot be of that release.
pub(super) fn tell(facts: &mut Facts, options: &Options, changed: bool) -> Result<(), ConvertError> {
    let Some(WrittenBy { release }) = options.get() else { return Ok(()) };
    if changed && facts.producer.as_ref().is_some_and(|producer| producer.converted) {
        return Ok(());
    }
    if let Some(producer) = facts.producer.as_ref().filter(|_| !changed)
        && (producer.first.is_some_and(|first| *release < first)
            || producer.last.is_some_and(|last| last < *release))
    {
        let why = producer.evidence.join("; ");
        return Err(ConvertError::impossible(format!(
            "--written-by {release}: the file is of another release: {why}"
        )));
    }
    facts.producer = Some(Producer::given(*release));
    Ok(())
}

/// What says in a file that is good only of the release that was given for which release its calls are: nothing else in it would tell that later.
pub(super) fn mark(facts: &Facts, options: &Options, target: &Target) -> Option<Change> {
    let version = version(facts, options, target)?;
    let code = facts.code.as_ref().filter(|code| !code.files.is_empty());
    let Some(code) = code else {
        let lite = facts.lite.as_ref().filter(|lite| lite.operators_of.is_none());
        let said = vec![format!("a record says that the bytecode calls operators of version {version}")];
        let records = vec![(lite_facts::OPERATORS_OF.into(), Some(lite_facts::operators_of(version)))];
        return lite.map(|_| Change { records, said, ..Change::default() });
    };
    let said = vec![format!("a file next to the code says that its calls are those of version {version}")];
    Some(Change {
        records: vec![marked(code, version)].into_iter().map(|(record, text)| (record, Some(text))).collect(),
        said,
        ..Change::default()
    })
}

/// The version for which the calls of such a file are.
pub(super) fn version(facts: &Facts, options: &Options, target: &Target) -> Option<u64> {
    options.get::<WrittenBy>()?;
    let converted = facts.producer.as_ref().is_some_and(|producer| producer.converted);
    let profiles = target.profiles();
    profiles.first().filter(|_| !converted).map(|profile| version_of(profile.release))
}
