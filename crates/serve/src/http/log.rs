//! [`Log`]: a line of JSON for each request. Addresses are named by their pattern: what stands in them, in headers and in bodies is not logged.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::error::Problem;
use crate::names::{moment, now};

/// Where lines go.
type Sink = Arc<dyn Fn(&str) + Send + Sync>;

/// What is logged, and where.
#[derive(Clone)]
pub struct Log {
    all: bool,
    sink: Option<Sink>,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("all", &self.all).field("sink", &self.sink.is_some()).finish()
    }
}

/// A request that was answered.
pub(super) struct Line<'a> {
    pub(super) method: &'a str,
    /// The pattern of its address.
    pub(super) path: Option<&'a str>,
    pub(super) status: u16,
    pub(super) time: Duration,
    pub(super) peer: Option<SocketAddr>,
    /// The id of its token.
    pub(super) token: Option<&'a str>,
    /// The code of its problem.
    pub(super) problem: Option<&'a str>,
}

impl Log {
    /// Nothing.
    pub fn none() -> Log {
        Log { all: false, sink: None }
    }

    /// Changes and refusals; `all` for every request.
    pub fn to(sink: impl Fn(&str) + Send + Sync + 'static, all: bool) -> Log {
        Log { all, sink: Some(Arc::new(sink)) }
    }

    fn write(&self, line: &serde_json::Value) {
        if let Some(sink) = &self.sink {
            sink(&line.to_string());
        }
    }

    pub(super) fn request(&self, line: &Line<'_>) {
        let quiet = matches!(line.method, "GET" | "HEAD") && line.status < 400;
        if self.sink.is_none() || (quiet && !self.all) {
            return;
        }
        // A method of its own may be a secret that somebody put in the wrong place.
        let known = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"];
        self.write(&json!({
            "at": moment(now()), "level": if line.status >= 500 { "error" } else { "info" },
            "method": known.iter().find(|known| **known == line.method), "route": line.path, "status": line.status,
            "micros": u64::try_from(line.time.as_micros()).unwrap_or(u64::MAX), "peer": line.peer.map(|peer| peer.ip().to_string()),
            "token": line.token, "problem": line.problem,
        }));
    }

    /// Something that happened.
    pub fn event(&self, what: &str) {
        self.write(&json!({ "at": moment(now()), "level": "info", "event": what }));
    }

    pub(super) fn problem(&self, what: &str, problem: &Problem) {
        let code = problem.kind().code;
        self.write(&json!({
            "at": moment(now()), "level": "error", "event": what, "problem": code, "detail": problem.detail(),
        }));
    }
}
