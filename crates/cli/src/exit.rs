//! [`Exit`]: the exit status.

use std::io;
use std::process::ExitCode;

/// The exit status; of several files the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// Yes, or clean.
    Yes,
    /// Answered "no": will not load, differs, is not valid.
    No,
    /// Could not answer.
    Failed,
}

impl Exit {
    /// `Yes` if it is so, else `No`.
    pub(crate) fn yes_if(yes: bool) -> Exit {
        if yes { Exit::Yes } else { Exit::No }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Failed => 2,
        })
    }
}

/// Whether nobody reads what is written: `outlast … | head`. That is no failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |e: &(dyn std::error::Error + 'static)| e.downcast_ref::<io::Error>().map(io::Error::kind);
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}
