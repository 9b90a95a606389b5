//! Tests of the `outlast` binary: golden cases, which are documentation, and what a golden case cannot show.
//!
//! `BLESS=1 cargo test -p outlast-cli --test it` (or `cargo xtask bless`) writes the golden cases again.

#![expect(clippy::disallowed_methods, reason = "tests make their own files")]

#[cfg(unix)]
mod action;
mod behaviour;
mod bombs;
mod bounds;
mod bounds_many;
mod code;
mod config;
mod files;
mod golden;
mod helps;
#[cfg(unix)]
mod hostile;
mod lint;
mod outputs;
#[cfg(unix)]
mod prove;
#[cfg(unix)]
mod prove_tools;
mod rewriting;
mod run;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod unseen;

use libtest_mimic::Arguments;

fn main() {
    let args = Arguments::from_args();
    let mut trials = golden::trials();
    trials.extend(behaviour::trials());
    trials.extend(bombs::trials());
    trials.extend(bounds::trials());
    trials.extend(code::trials());
    trials.extend(config::trials());
    trials.extend(files::trials());
    trials.extend(helps::trials());
    #[cfg(unix)]
    trials.extend(action::trials());
    #[cfg(unix)]
    trials.extend(hostile::trials());
    trials.extend(lint::trials());
    #[cfg(unix)]
    trials.extend(prove::trials());
    #[cfg(unix)]
    trials.extend(prove_tools::trials());
    trials.extend(outputs::trials());
    trials.extend(rewriting::trials());
    #[cfg(all(unix, feature = "serve"))]
    trials.extend(serve::trials());
    trials.extend(unseen::trials());
    libtest_mimic::run(&args, trials).exit();
}
