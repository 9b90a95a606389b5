//! [`Metrics`]: numbers of requests and their times, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::routes::ROUTES;

/// Bounds of the times that are counted together, in microseconds.
const BOUNDS: [u64; 9] = [100, 300, 1000, 3000, 10_000, 30_000, 100_000, 1_000_000, 10_000_000];

/// Counts of one address.
#[derive(Default)]
struct Counts {
    /// By class of status: 1xx to 5xx.
    by_class: [AtomicU64; 6],
    within: [AtomicU64; BOUNDS.len()],
    micros: AtomicU64,
}

/// What is counted.
pub(super) struct Metrics {
    /// For each of [`ROUTES`], and for what is none.
    routes: Vec<Counts>,
    /// Bodies of files that are being sent.
    pub(super) downloads: std::sync::Arc<AtomicU64>,
    pub(super) sent: std::sync::Arc<AtomicU64>,
    pub(super) received: AtomicU64,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let routes = (0..=ROUTES.len()).map(|_| Counts::default()).collect();
        Metrics {
            routes,
            downloads: Default::default(),
            sent: Default::default(),
            received: AtomicU64::new(0),
        }
    }
}

impl Metrics {
    pub(super) fn count(&self, route: Option<usize>, status: u16, time: Duration) {
        let Some(counts) = self.routes.get(route.unwrap_or(ROUTES.len())) else { return };
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(class) = counts.by_class.get(usize::from(status / 100)) {
            class.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(within) =
            BOUNDS.iter().position(|bound| micros <= *bound).and_then(|at| counts.within.get(at))
        {
            within.fetch_add(1, Ordering::Relaxed);
        }
        counts.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// The text, with further numbers of the service.
    pub(super) fn text(&self, totals: &[(&'static str, u64)]) -> String {
        let mut text = String::from("# TYPE outlast_requests_total counter\n");
        let label = |at: usize| match ROUTES.get(at) {
            Some(route) => format!("method=\"{}\",route=\"{}\"", route.method, route.path),
            None => "method=\"\",route=\"\"".into(),
        };
        let load = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let used: Vec<(String, &Counts)> = self
            .routes
            .iter()
            .enumerate()
            .filter(|(_, counts)| counts.by_class.iter().any(|class| load(class) > 0))
            .map(|(at, counts)| (label(at), counts))
            .collect();
        for (label, counts) in &used {
            for (class, number) in counts.by_class.iter().enumerate().filter(|(_, number)| load(number) > 0) {
                let _ =
                    writeln!(text, "outlast_requests_total{{{label},status=\"{class}xx\"}} {}", load(number));
            }
        }
        text += "# TYPE outlast_request_seconds histogram\n";
        for (label, counts) in &used {
            let mut sum = 0;
            for (bound, within) in BOUNDS.iter().zip(&counts.within) {
                sum += load(within);
                let (whole, part) = (bound / 1_000_000, bound % 1_000_000);
                let _ = writeln!(
                    text,
                    "outlast_request_seconds_bucket{{{label},le=\"{whole}.{part:06}\"}} {sum}"
                );
            }
            let all: u64 = counts.by_class.iter().map(load).sum();
            let micros = load(&counts.micros);
            let _ = writeln!(text, "outlast_request_seconds_bucket{{{label},le=\"+Inf\"}} {all}");
            let _ = writeln!(
                text,
                "outlast_request_seconds_sum{{{label}}} {}.{:06}",
                micros / 1_000_000,
                micros % 1_000_000
            );
            let _ = writeln!(text, "outlast_request_seconds_count{{{label}}} {all}");
        }
        for (name, number) in totals {
            let _ = writeln!(text, "# TYPE outlast_{name} gauge\noutlast_{name} {number}");
        }
        let own = [
            ("downloads_open", "gauge", load(&self.downloads)),
            ("sent_bytes_total", "counter", load(&self.sent)),
            ("received_bytes_total", "counter", load(&self.received)),
        ];
        for (name, kind, number) in own {
            let _ = writeln!(text, "# TYPE outlast_{name} {kind}\noutlast_{name} {number}");
        }
        text
    }
}
