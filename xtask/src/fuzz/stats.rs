//! What libFuzzer prints of a run.
//!
//! ```text
//! INFO: Loaded 1 modules   (91234 inline 8-bit counters): 91234 [0x…, 0x…),
//! #4096: cov: 1234 ft: 5678 corp: 90 exec/s: 321 oom/timeout/crash: 0/0/1 time: 12s job: 3 dft_time: 0       with -fork=1
//! #512    INITED cov: 1234 ft: 5678 corp: 90/12Kb exec/s: 256 rss: 90Mb                                          without
//! ```

/// Figures of a run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Stats {
    /// Inputs that were run.
    pub(super) executions: u64,
    /// Seconds that libFuzzer counted.
    seconds: u64,
    /// Inputs per second, where libFuzzer says it.
    rate: u64,
    /// Edges of the code that were taken.
    edges: u64,
    /// Edges that there are.
    all: u64,
    /// Edges by how often they were taken, and more that libFuzzer counts.
    features: u64,
    /// Inputs that ran out of memory, out of time, or crashed; as often as they were run.
    broke: [u64; 3],
}

/// Heads of the columns of [`Stats::row`].
pub(super) const HEAD: &str =
    "target       executions     /s   edges taken of all     features  memory/time/crash  findings";

impl Stats {
    /// Reads the last figures of each kind.
    pub(super) fn read(log: &str) -> Stats {
        let mut stats = Stats::default();
        for line in log.lines() {
            if let Some(counters) = line.split_once(" inline 8-bit counters").map(|(before, _)| before)
                && line.starts_with("INFO: Loaded")
            {
                stats.all = counters.rsplit('(').next().and_then(|n| n.parse().ok()).unwrap_or(0);
            }
            let Some(rest) = line.strip_prefix('#') else { continue };
            let number = |name: &str| -> Option<u64> {
                let after = line.split_once(name)?.1.trim_start();
                let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
                after[..end].parse().ok()
            };
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (Ok(executions), Some(edges)) = (rest[..end].parse(), number("cov: ")) else { continue };
            stats.executions = executions;
            stats.edges = edges;
            stats.features = number("ft: ").unwrap_or(stats.features);
            stats.seconds = number("time: ").unwrap_or(stats.seconds);
            stats.rate = number("exec/s: ").unwrap_or(stats.rate);
            if let Some((_, broke)) = line.split_once("oom/timeout/crash: ") {
                let broke = broke.split_whitespace().next().unwrap_or_default();
                let mut counts = broke.split('/').map(|n| n.parse().unwrap_or(0));
                stats.broke = std::array::from_fn(|_| counts.next().unwrap_or(0));
            }
        }
        stats
    }

    /// The figures as a line.
    pub(super) fn row(&self, name: &str, found: usize) -> String {
        let rate = self.executions.checked_div(self.seconds).unwrap_or(self.rate);
        let share = self.edges.saturating_mul(1000).checked_div(self.all).unwrap_or(0);
        let [memory, time, crash] = self.broke;
        format!(
            "{name:12} {:>10} {rate:>6} {:>9} of {:<7} {:>3}.{}% {:>8}  {:<17}  {found}",
            grouped(self.executions),
            self.edges,
            self.all,
            share / 10,
            share % 10,
            self.features,
            format!("{memory}/{time}/{crash}"),
        )
    }
}

/// A number with commas.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Stats, grouped};

    #[test]
    fn figures_of_forks_and_of_passes() {
        let forks = "INFO: Loaded 1 modules   (91234 inline 8-bit counters): 91234 [0x1, 0x2), \n\
                     #0: cov: 10 ft: 20 corp: 9 exec/s: 0 oom/timeout/crash: 0/0/0 time: 2s job: 1 dft_time: 0\n\
                     #4096: cov: 1234 ft: 5678 corp: 90 exec/s: 321 oom/timeout/crash: 0/2/1 time: 12s job: 3 dft_time: 0\n";
        let stats = Stats::read(forks);
        assert_eq!((stats.executions, stats.edges, stats.all, stats.features), (4096, 1234, 91234, 5678));
        assert_eq!((stats.seconds, stats.broke), (12, [0, 2, 1]));
        let row = stats.row("edits", 1);
        assert!(
            row.contains("4,096    341") && row.contains("1234 of 91234") && row.contains("1.3%"),
            "{row}"
        );
        let pass = "#512\tINITED cov: 12 ft: 34 corp: 5/12Kb exec/s: 256 rss: 90Mb\n#513\tDONE   cov: 12 ft: 34 corp: 5/12Kb exec/s: 256 rss: 90Mb\n";
        let stats = Stats::read(pass);
        assert_eq!((stats.executions, stats.edges, stats.rate, stats.seconds), (513, 12, 256, 0));
        assert_eq!(Stats::read("#nothing\n#12 no figures\n"), Stats::default());
        assert_eq!([grouped(7), grouped(1234), grouped(10_000_000)], ["7", "1,234", "10,000,000"]);
    }
}
