//! [`Progress`]: a line on the terminal for what takes more than a second.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Nothing is shown of what is done sooner.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(200);

/// A line on standard error, if that is a terminal, that says what is done and since when.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Draws the line when patience is at its end; ends with the sender.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Begins to wait; `quiet` shows nothing.
    pub(crate) fn new(quiet: bool) -> Progress {
        if quiet || !io::stderr().is_terminal() {
            return Progress { bar: ProgressBar::hidden(), waiting: None };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style("{spinner} {wide_msg} {elapsed}"));
        let (sender, receiver) = channel();
        let drawn = bar.clone();
        let draw = move || {
            if receiver.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                drawn.set_draw_target(ProgressDrawTarget::stderr());
                drawn.enable_steady_tick(TICK);
            }
        };
        // Without a thread nothing is shown.
        let thread = thread::Builder::new().name("progress".into()).spawn(draw).ok();
        Progress { bar, waiting: thread.map(|thread| (sender, thread)) }
    }

    /// Says what is done.
    pub(crate) fn say(&self, what: impl Into<String>) {
        self.bar.set_message(what.into());
    }

    /// Counts so many files more.
    pub(crate) fn count(&self, files: usize) {
        if self.bar.position() == 0 {
            self.bar.set_style(style("{spinner} {pos} files ({per_sec}) {wide_msg} {elapsed}"));
        }
        self.bar.inc(files as u64);
    }

    /// Takes the line away while something else is written there.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the line away for good.
    pub(crate) fn stop(&mut self) {
        if let Some((sender, thread)) = self.waiting.take() {
            drop(sender);
            let _ = thread.join();
            self.bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stop();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
