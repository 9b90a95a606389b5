//! Entry points that are loaded together: one that does not load keeps the others from it.

use crate::facts::EntryPoint;
use outlast_core::{Place, Span};

use super::codes;
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

/// Gives the other entry points a reason, where one does not load and the reader loads all of them with the file. A build that is described by
/// a profile is of an application, which loads them one by one.
pub(super) fn all_at_once(judged: &mut [(&EntryPoint, Vec<Reason>, Basis)], profile: &Profile) {
    let is_application = profile.is_narrowed() || profile.read_from().is_some();
    if judged.len() < 2 || is_application || !profile.has("feature", "methods-at-once") {
        return;
    }
    let Some(failing) = judged.iter().find(|(_, reasons, _)| ends_loading(reasons).is_some()) else { return };
    let name = failing.0.name.clone();
    let Some((stage, basis)) = ends_loading(&failing.1) else { return };
    for (entry, reasons, _) in judged.iter_mut().filter(|(_, reasons, _)| ends_loading(reasons).is_none()) {
        let message = format!(
            "in Python, {} loads all entry points of a file at once, and `{name}` does not load; \
             in C++ this one is loaded by itself",
            profile.name
        );
        let help = format!(
            "fix what is reported for `{name}`, or export it to a file of its own, \
             or update the runtime to 1.0.0 or later"
        );
        reasons.push(
            Reason::new(codes::TOGETHER, Outcome::Fails)
                .basis(basis)
                .message(Some(message))
                .stage(Some(stage))
                .subject(name.clone())
                .needs(format!("`{name}` to load"))
                .has("all entry points, loaded with the file".into())
                .place(Place::new(Span::default(), entry.path.clone()))
                .help(Some(help)),
        );
    }
}

/// The stage before a run at which an entry point is refused, and what that rests on.
fn ends_loading(reasons: &[Reason]) -> Option<(Stage, Basis)> {
    let refused = reasons.iter().filter(|reason| reason.outcome == Outcome::Fails);
    let stage = |reason: &Reason| reason.stage.filter(|stage| *stage != Stage::Run);
    refused.filter_map(|reason| Some((stage(reason)?, reason.basis))).min_by_key(|(stage, _)| *stage)
}
