//! What is asked of `cargo xtask fuzz`.

use anyhow::{Context, bail, ensure};
use outlast_oracles::seeds::{FuzzTarget, TARGETS};

use super::names;

/// Which sanitizer is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sanitizer {
    /// The address sanitizer for what is kept, once; none for new inputs, of which it would halve the number.
    Once,
    /// None.
    None,
    /// The address sanitizer for everything.
    Address,
}

/// The command line.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) targets: Vec<&'static FuzzTarget>,
    /// Minutes for each target.
    pub(super) minutes: f64,
    /// Targets at a time.
    pub(super) jobs: usize,
    /// Only what is kept is run, once: what it covers.
    pub(super) coverage: bool,
    pub(super) sanitizer: Sanitizer,
}

impl Asked {
    pub(super) fn parse(args: &[&str]) -> anyhow::Result<Asked> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut asked = Asked {
            targets: Vec::new(),
            minutes: 10.0,
            jobs: cores,
            coverage: false,
            sanitizer: Sanitizer::Once,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().with_context(|| format!("{arg}: a value is missing"));
            match *arg {
                "--minutes" => asked.minutes = value()?.parse().context("--minutes: a number of minutes")?,
                "--jobs" => asked.jobs = value()?.parse().context("--jobs: a number of targets at a time")?,
                "--coverage" => asked.coverage = true,
                "--sanitizer" => {
                    asked.sanitizer = match *value()? {
                        "none" => Sanitizer::None,
                        "address" => Sanitizer::Address,
                        other => bail!("--sanitizer {other}: `address` or `none`"),
                    }
                }
                name => match TARGETS.iter().find(|target| target.name == name) {
                    Some(target) => asked.targets.push(target),
                    None => bail!("no fuzz target `{name}`: there are {}", names()),
                },
            }
        }
        ensure!(asked.minutes > 0.0 && asked.minutes <= 10_000.0, "--minutes: more than 0, at most 10000");
        ensure!(asked.jobs > 0, "--jobs: at least 1");
        if asked.targets.is_empty() {
            asked.targets = TARGETS.iter().collect();
        }
        // What is covered is counted in the build that fuzzes; with the sanitizer if that is asked for.
        if asked.coverage && asked.sanitizer == Sanitizer::Once {
            asked.sanitizer = Sanitizer::None;
        }
        Ok(asked)
    }

    /// Whole seconds for each target.
    pub(super) fn seconds(&self) -> u64 {
        std::time::Duration::from_secs_f64(self.minutes * 60.0).as_secs().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Sanitizer};

    #[test]
    fn arguments() {
        let asked = Asked::parse(&["edits", "--minutes", "0.5", "data", "--sanitizer", "address"]).unwrap();
        let names: Vec<&str> = asked.targets.iter().map(|target| target.name).collect();
        assert_eq!(
            (names, asked.seconds(), asked.sanitizer),
            (vec!["edits", "data"], 30, Sanitizer::Address)
        );
        assert!(Asked::parse(&[]).unwrap().targets.len() >= 11);
        for wrong in
            [&["edit"][..], &["--minutes"], &["--minutes", "0"], &["--sanitizer", "memory"], &["--jobs", "0"]]
        {
            assert!(Asked::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
