//! Conversion steps and edits: what can be changed in a program without changing what it computes, one file each. A step
//! takes concrete arguments and changes a [`ProgramEditor`]; it does everything it says or refuses with the reason.
//! It never sees a target: which steps lead to which reader is not known here.

pub mod constants;
pub mod copy_index;
pub mod delegates;
pub mod external;
pub mod named_data;
pub mod names;
pub mod operators;
pub mod plan_memory;
pub mod stacktraces;
pub mod swap;
pub mod xnnpack_nodes;
pub mod xnnpack_roots;
pub mod xnnpack_split;
pub mod xnnpack_weights;

use outlast_core::{Bytes, Error, Place};
use outlast_flatbuffers::edit::Node;

use crate::edit::ProgramEditor;
use crate::program::Storage;
use crate::tables::View;

/// Why a step cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason, as a sentence.
    pub why: String,
    /// What it concerns.
    pub place: Place,
    /// What to do about it, if that is known.
    pub help: Option<String>,
}

impl Refusal {
    /// A refusal for this reason.
    pub fn new(why: impl Into<String>, place: Place) -> Refusal {
        Refusal { why: why.into(), place, help: None }
    }

    /// A refusal that concerns the file as a whole.
    pub fn whole(why: impl Into<String>) -> Refusal {
        Refusal::new(why, Place::default())
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Refusal {
        self.help = Some(help.into());
        self
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal {
            why: error.to_string(),
            place: error.place().clone(),
            help: error.help().map(str::to_string),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Refusal {}

/// What a step did, one sentence each; empty where there was nothing to do.
pub type Changes = Result<Vec<String>, Refusal>;

/// A delegate of a program, with the node that edits it.
struct Delegate<'a> {
    node: Node,
    backend: String,
    storage: Option<Storage>,
    payload: Bytes<'a>,
    place: Place,
}

/// All delegates of all plans.
fn delegates<'a>(editor: &mut ProgramEditor<'a, '_>) -> Result<Vec<Delegate<'a>>, Refusal> {
    let file = *editor.file();
    let mut found = Vec::new();
    let Some(plans) = file.root.execution_plan()? else { return Ok(found) };
    for (p, plan) in plans.iter().enumerate() {
        let Some(list) = plan?.delegates()? else { continue };
        for (d, delegate) in list.iter().enumerate() {
            let delegate = delegate?;
            let path =
                outlast_core::Path::root().field("execution_plan").index(p).field("delegates").index(d);
            found.push(Delegate {
                node: editor.tables.follow(&[1, p, 7, d])?,
                backend: delegate.id()?.map(|id| id.lossy().into_owned()).unwrap_or_default(),
                storage: file.delegate_storage(&delegate)?,
                payload: file.delegate_payload(&delegate)?,
                place: delegate.place(&path),
            });
        }
    }
    Ok(found)
}

/// `1 constant`, `3 constants`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
