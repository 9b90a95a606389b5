//! SIGTERM, SIGINT and SIGHUP: temporary files are removed, runtimes are stopped, and the process ends by the signal.
//!
//! Signals are answered from the moment on when the first temporary file is made or a runtime is asked: a command that does neither dies of
//! them as every program does.

use std::any::Any;
#[cfg(unix)]
use std::sync::Once;
use std::sync::OnceLock;

/// What is done when a signal comes, before runtimes are stopped: what it returns is kept until the end.
static FIRST: OnceLock<fn() -> Box<dyn Any>> = OnceLock::new();
/// What is done after that.
static LAST: OnceLock<fn()> = OnceLock::new();

/// Starts to answer signals; files are removed so, and none is renamed while what that returns lives.
pub(crate) fn remove_files(remove: fn() -> Box<dyn Any>) {
    let _ = FIRST.set(remove);
    answer();
}

/// Starts to answer signals; folders are removed so, when nothing writes into them any more.
pub(crate) fn remove_folders(remove: fn()) {
    let _ = LAST.set(remove);
    answer();
}

/// Starts to answer signals, once.
#[cfg(not(unix))]
pub(crate) fn answer() {}

/// Starts to answer signals, once. If the system does not let us, signals end the process as before: what is left then
/// is a file that nobody uses.
#[cfg(unix)]
pub(crate) fn answer() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let ignored = ignored();
        let mut wanted = vec![SIGTERM, SIGINT, SIGHUP];
        wanted.retain(|signal| !ignored.contains(signal));
        let (ready, is_ready) = std::sync::mpsc::channel();
        // A thread, not a handler: it may take locks and remove files. It asks for the signals itself: without a thread
        // nobody would answer them.
        let answer = move || {
            let Ok(mut signals) = Signals::new(wanted) else { return };
            let _ = ready.send(());
            if let Some(signal) = signals.forever().next() {
                let _nothing_is_renamed_any_more = FIRST.get().map(|remove| remove());
                let _nothing_is_started_any_more = outlast_prove::stop_all();
                LAST.get().iter().for_each(|remove| remove());
                end(signal);
            }
        };
        if std::thread::Builder::new().name("signals".into()).spawn(answer).is_ok() {
            // An error, too, is the end of waiting.
            let _ = is_ready.recv();
        }
    });
}

/// Ends the process by a signal.
#[cfg(unix)]
fn end(signal: i32) {
    // The first process of a container cannot die of a signal that it does not handle: it says 128 + N, as shells do.
    if std::process::id() == 1 {
        signal_hook::low_level::exit(128 + signal);
    }
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Signals that whoever started this process wants ignored, as `nohup` does with SIGHUP: they stay ignored. What they
/// are can be asked without `unsafe` on Linux only; elsewhere none are.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a file of the system, not an input")]
fn ignored() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (1..=64).filter(|signal| mask & (1 << (signal - 1)) != 0).collect()
}
