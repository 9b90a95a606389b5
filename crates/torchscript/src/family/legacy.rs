//! Verdicts on files that `torch.save` wrote before 1.6: what is in them is not compared with a release yet, which is what they say.

use crate::archive::Legacy;
use crate::verify;
use outlast_core::{Path, Place, Span};

use super::{LITE, NAME, codes, judge, runs};
use outlast_model::program::{Companion, Judge};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Verdict};

/// What verdicts on a legacy file share.
#[derive(Debug)]
pub(super) struct LegacyJudge {
    /// Why it cannot be read to its end.
    damage: Option<(String, Place)>,
    /// What stands in place of a help that would have it loaded.
    instead: Option<String>,
}

impl LegacyJudge {
    pub(super) fn of(legacy: &Legacy<'_>, bytes: &[u8]) -> LegacyJudge {
        let damage = legacy.error.as_ref().map(|error| (error.to_string(), error.place().clone()));
        LegacyJudge { damage, instead: runs::instead(&verify::runs(bytes)) }
    }
}

impl Judge for LegacyJudge {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        let reason = match &self.damage {
            Some((what, place)) => judge::damaged(what, place.clone()),
            None => unread(profile),
        };
        let help = self.instead.clone().or_else(|| match self.damage {
            None if profile.variant == LITE => {
                Some("script the module, and write it with `_save_for_lite_interpreter(path)`".into())
            }
            None => Some(format!(
                "load it with `torch.load` of torch {} once: its pickles name data only",
                profile.release
            )),
            Some(_) => reason.help.clone(),
        });
        let reason = reason.outcome(Outcome::Unknown).stage(None).help(help);
        Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", vec![reason], Basis::Defined)])
    }
}

/// What is in the file is not compared with the reader yet.
fn unread(profile: &Profile) -> Reason {
    let reader = &profile.name;
    Reason::new(codes::UNMEASURED, Outcome::Unknown)
        .message(Some(format!("whether {reader} has all that the content of the file uses is not known")))
        .subject("the content".into())
        .needs("a reader that has all that it uses".into())
        .has("unknown".into())
        .place(Place::new(Span::at(0, 1), Path::root()))
}
