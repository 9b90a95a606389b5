//! [`Risk`]: code that reading a file runs. It is no outcome of a verdict: it stands before all of them.

use std::sync::Arc;

use outlast_core::{Code, Place};

use crate::setters::setters;

/// The class of all risks, as answers and `--fail-on` name it.
pub const RUNS_CODE: &str = "runs-code";

/// How code comes to run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum How {
    /// It is called.
    Called,
    /// It is native code that is loaded.
    Native,
    /// It is the source of a module, which runs when that is imported.
    Source,
    /// What it returns is called.
    ResultCalled,
    /// It is changed, for everything that its process does afterwards.
    Changed,
    /// It is called by what something that is called may read.
    Nested,
    /// It is imported: the code of its module runs.
    Imported,
}

impl How {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            How::Called => "called",
            How::Native => "native",
            How::Source => "source",
            How::ResultCalled => "result-called",
            How::Changed => "changed",
            How::Nested => "nested",
            How::Imported => "imported",
        }
    }
}

/// Something that reading a file runs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Risk {
    /// The finding that it is.
    pub code: Code,
    /// How it comes to run.
    pub how: How,
    /// Its name: `posix.getcwd`; of a source or a library, where it is in the file.
    pub callable: String,
    /// Which readers run it, and which do not.
    pub readers: &'static str,
    /// Where the file asks for it.
    pub place: Place,
    /// What to do.
    pub help: &'static str,
    /// Who allowed it: an option or a line of a configuration; none where nobody did.
    pub allowed: Option<String>,
}

impl Risk {
    /// Code of this name that comes to run like this, where the file asks for it; the rest is still to be said.
    pub fn new(code: Code, how: How, callable: String, place: Place) -> Risk {
        Risk { code, how, callable, readers: "", place, help: "", allowed: None }
    }

    setters! {
        /// Run by these readers, and not by others.
        readers: &'static str,
        /// With this to do.
        help: &'static str,
        /// Allowed by this option or line.
        allowed: Option<String>,
    }

    /// What happens, in one sentence without its subject: ``runs `posix.getcwd` when loaded``.
    pub fn sentence(&self) -> String {
        let name = &self.callable;
        match self.how {
            How::Called => format!("runs `{name}` when loaded"),
            How::Native => format!("loads native code from `{name}`, which runs"),
            How::Source => format!("runs the source `{name}` when it is imported"),
            How::ResultCalled => format!("calls `{name}` when loaded"),
            How::Changed => format!("changes `{name}` when loaded"),
            How::Nested => format!("holds a pickle that runs `{name}` when something reads it"),
            How::Imported => format!("imports `{name}` when loaded, which runs the code of its module"),
        }
    }
}

/// Whether any of these is not allowed.
pub fn runs_code(risks: &[Risk]) -> bool {
    risks.iter().any(|risk| risk.allowed.is_none())
}

/// The same risks, each allowed by what `who` says of its name.
pub fn allow(risks: &[Risk], who: impl Fn(&str) -> Option<String>) -> Arc<[Risk]> {
    risks.iter().map(|risk| Risk { allowed: who(&risk.callable), ..risk.clone() }).collect()
}
