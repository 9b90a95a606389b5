//! Clang's precompiled files (modules, headers, syntax trees) against the compiler of a release.
//!
//! Kinds of rows in the table of readers (`targets/llvm-clang.txt`): `clang-format FORMAT` says what the release does with a
//! format, and `clang revision` the text that it demands besides. Clang reads what the same build wrote, and nothing else:
//! formats are checked first, then that text.

use outlast_bitstream::BitstreamFile;
use outlast_bitstream::clang::ClangFacts;
use outlast_core::{Code, CodeInfo, Diagnostic, Path, Place, Span};

use super::{NAME, nvvm};
use outlast_bitstream::program;
use outlast_model::program::{Companion, Judge};
use outlast_model::targets::{Behaviour, Does, Profile};
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Stage, Verdict};

const FORMAT: Code = Code(2131);
const BUILD: Code = Code(2132);
const DAMAGED: Code = Code(2133);

/// Rows that say what a release does with a format.
pub(super) const FORMAT_ROW: &str = "clang-format";
/// Rows with the text of a build.
pub(super) const BUILD_ROW: &str = "clang";

/// What the codes of this family mean.
pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: FORMAT,
        title: "a precompiled file in the format of another Clang",
        text: "Clang reads precompiled headers and modules of its own format only, and the format changes with almost every \
               release. Nothing converts them: they are made again from the sources.",
    },
    CodeInfo {
        code: BUILD,
        title: "a precompiled file that only its own build of Clang reads",
        text: "The format is that of the release, but Clang also demands the text of its own build, which differs between \
               vendors and packages. Whether the compiler at hand is that build, the release does not say.",
    },
    CodeInfo {
        code: DAMAGED,
        title: "a precompiled file that is damaged",
        text: "Where the block that says which Clang wrote the file is missing or damaged, no Clang reads it. Where another part is \
               damaged, a Clang may read the file as long as it needs nothing of that part, refuse it, or stop.",
    },
];

/// What verdicts on a precompiled file share, whatever the compiler.
#[derive(Debug)]
pub(super) struct PrecompiledJudge {
    facts: ClangFacts,
    base: u64,
    /// What is not sound in the file.
    unsound: Option<Diagnostic>,
}

/// Reads what verdicts need of a precompiled file.
pub(super) fn subject(file: &BitstreamFile<'_>) -> PrecompiledJudge {
    PrecompiledJudge {
        facts: ClangFacts::read(file.stream),
        base: file.stream.base(),
        unsound: program::unsound(file),
    }
}

impl Judge for PrecompiledJudge {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        if profile.family != NAME {
            let at = self.base.saturating_mul(8);
            let place = Place::new(Span::bits(at..at.saturating_add(32)), Path::root());
            return nvvm::other("a precompiled file of Clang", place, profile);
        }
        judge(self, profile)
    }

    fn is_meant_for(&self, family: &str) -> bool {
        family == NAME
    }
}

/// Judges a precompiled file.
fn judge(subject: &PrecompiledJudge, profile: &Profile) -> Verdict {
    let facts = &subject.facts;
    let name = facts.module_name.clone().or_else(|| facts.original_file.clone());
    let name = name.unwrap_or_else(|| "(file)".into());
    let (reason, looked_at) = match facts.format.filter(|_| facts.has_control) {
        None => (Some(damaged(subject)), Basis::Defined),
        Some((major, minor)) => by_format(subject, profile, &format!("{major}.{minor}")),
    };
    let unsound = subject.unsound.as_ref();
    let doubt = || unsound.map(|found| program::doubt(DAMAGED, &profile.name, "the precompiled file", found));
    let reason = reason.or_else(doubt);
    let entry = EntryVerdict::new(&name, reason.into_iter().collect(), looked_at);
    let mut verdict = Verdict::new(&profile.name, vec![entry]);
    if verdict.outcome.is_good() {
        let build = match facts.revision.as_deref().filter(|revision| !revision.is_empty()) {
            Some(revision) => format!("the build {revision}, and no other"),
            None => "builds whose version says no revision".to_string(),
        };
        verdict.notes.push(format!("of this release it loads in {build}; input files must not have changed"));
    }
    verdict
}

fn reason(
    subject: &PrecompiledJudge,
    code: Code,
    (outcome, basis): (Outcome, Basis),
    (needs, has): (String, String),
    message: String,
) -> Reason {
    let at = subject.base * 8;
    Reason::new(code, outcome)
        .basis(basis)
        .message(Some(message))
        .stage((outcome == Outcome::Fails).then_some(Stage::Load))
        .subject("the precompiled file".into())
        .needs(needs)
        .has(has)
        .place(Place::new(Span::bits(at..at + 32), Path::root().field("control block")))
        .help(Some("make it again from its sources with the Clang that is to read it".into()))
}

fn damaged(subject: &PrecompiledJudge) -> Reason {
    let needs = "a control block with a version".to_string();
    let message = format!("the file is corrupt: it lacks {needs}");
    reason(subject, DAMAGED, (Outcome::Fails, Basis::Defined), (needs, "none".into()), message)
}

/// What stands in the way, and what the answer rests on.
fn by_format(subject: &PrecompiledJudge, profile: &Profile, format: &str) -> (Option<Reason>, Basis) {
    let needs = format!("format {format}");
    let reader = &profile.name;
    let unclear = || format!("it is unknown whether {reader} reads precompiled files of {needs}");
    let Some(row) = profile.row(FORMAT_ROW, format) else {
        let unknown = (Outcome::Unknown, Basis::Defined);
        let message = unclear();
        return (
            Some(reason(subject, FORMAT, unknown, (needs, "not measured".into()), message)),
            Basis::Defined,
        );
    };
    let basis = row.basis.unwrap_or(Basis::Sampled);
    match Behaviour::parse(row.value) {
        Some(Behaviour { does: Does::Loads, .. }) => {}
        Some(Behaviour { does: Does::Fails, text, .. }) => {
            let message = format!("{reader} does not read precompiled files of {needs}");
            let has = "another format".to_string();
            let mut refused = reason(subject, FORMAT, (Outcome::Fails, basis), (needs, has), message);
            refused.says = text.map(str::to_string);
            return (Some(refused), basis);
        }
        _ => {
            let unknown = (Outcome::Unknown, basis);
            let message = unclear();
            return (Some(reason(subject, FORMAT, unknown, (needs, "not measured".into()), message)), basis);
        }
    }
    let build = profile.row(BUILD_ROW, "revision");
    let basis = build.and_then(|row| row.basis).unwrap_or(Basis::Sampled).min(basis);
    let own = build.map(|row| row.value).unwrap_or_default();
    let written = subject.facts.revision.as_deref().unwrap_or_default();
    if own == written && build.is_some() {
        return (None, basis);
    }
    let needs = format!("format {format} and the build `{written}`");
    let has = format!("format {format}; the build that was measured is `{own}`");
    let message = format!(
        "builds of Clang read the precompiled files of their own revision only: this one is of `{written}`, and the profile of {reader} is of `{own}`"
    );
    (Some(reason(subject, BUILD, (Outcome::Unknown, basis), (needs, has), message)), basis)
}
