//! PyTorch files: what a file needs against what a release does with it.
//!
//! Rows in the table of readers are explained at the head of `targets/torch-readers.txt`; operators and their schemas are those of
//! `outlast_opset::history`.
//!
//! What a reader does: it finds the directory of the archive, reads the version and refuses what it does not take; reads the pickles; compiles
//! the code that these refer to, which looks up every operator; and runs it when it is called. The lite interpreter reads bytecode instead, and
//! looks up every operator of it.

use outlast_core::Place;
use outlast_torchscript::archive::TorchArchive;

use super::case::{About, Case};
use super::facts::Facts;
use super::{NAME, codes, container};
use crate::program::{Companion, Judge};
use crate::targets::Profile;
use crate::verdict::{Basis, EntryVerdict, Reason, Verdict};

/// Reads what verdicts need of an archive.
pub(super) fn subject(archive: &TorchArchive<'_>) -> Subject {
    Subject { facts: Facts::read(archive) }
}

/// What verdicts on an archive share, whatever the reader.
#[derive(Debug)]
pub(super) struct Subject {
    facts: Facts,
}

/// Why every reader refuses a file that is damaged.
pub(super) fn damaged(what: &str, place: Place) -> Reason {
    Reason { message: Some(format!("the file is damaged: {what}")), ..Reason::corrupt(codes::DAMAGED, "the file", "", place) }
}

/// What is in the archive is not compared with the reader yet.
fn unread(case: &mut Case<'_>) {
    let about = About {
        subject: "the content".into(),
        needs: "a reader that has all that it uses".into(),
        has: "unknown".into(),
        sentence: format!("whether {} has all that the content of the archive uses is not known", case.reader()),
    };
    case.unknown(about, &Place::default());
}

impl Judge for Subject {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        let mut case = Case::new(&self.facts, profile);
        match &self.facts.damage {
            Some(finding) => case.reasons.push(damaged(&finding.title, finding.place.clone())),
            None => {
                container::judge(&mut case);
                if case.reasons.is_empty() {
                    unread(&mut case);
                }
            }
        }
        Verdict::new(&profile.name, vec![EntryVerdict::new("forward", case.reasons, Basis::Defined)])
    }
}
