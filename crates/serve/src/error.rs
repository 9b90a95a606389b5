//! [`Problem`]: why something was not done, in the form of RFC 9457: a code, where, what was found, what was expected, what to do.

use std::fmt;
use std::io;

use serde_json::{Map, Value, json};

/// What is told of all problems of one kind.
#[derive(PartialEq, Eq, Debug)]
pub struct Kind {
    /// The code: it stays, whatever the words are.
    pub code: &'static str,
    /// The status of an answer over HTTP.
    pub status: u16,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

macro_rules! kinds {
    ($($name:ident = $status:literal $code:literal $title:literal $help:literal;)*) => {
        $(#[doc = $title] pub static $name: Kind = Kind { code: $code, status: $status, title: $title, help: $help };)*
        /// All kinds.
        pub static KINDS: &[&Kind] = &[$(&$name),*];
    };
}

kinds! {
    BAD_REQUEST = 400 "bad-request" "The request cannot be read" "Compare the request with /openapi.json, and send it again.";
    UNAUTHORIZED = 401 "no-token" "The request has no valid token" "Send `Authorization: Bearer TOKEN`; `outlast serve token` makes one.";
    FORBIDDEN = 403 "scope" "The token does not allow this" "Use a token that has the scope; `outlast serve token --scope SCOPE` makes one.";
    QUARANTINED = 403 "quarantined" "The file is in quarantine" "Reading this file exceeded the limits. Check it with `outlast verify`, or raise the limits, and publish it again.";
    NOT_FOUND = 404 "not-found" "This does not exist" "Check the name in the address.";
    UNKNOWN_PROFILE = 404 "unknown-profile" "No such profile is registered" "Register it: POST /v1/profiles with a release, a profile file or a device report.";
    UNKNOWN_BLOB = 404 "unknown-blob" "No blob of this digest is stored" "Upload it: PUT /v1/blobs/{digest}.";
    METHOD = 405 "method" "This address does not take this method" "See /openapi.json for the methods of each address.";
    CONFLICT = 409 "conflict" "Something else has this name" "Nothing is overwritten: choose another name.";
    NO_VARIANT = 409 "no-variant" "No variant can be delivered to this profile" "See `variants` for every reason with its remedy.";
    TOO_LARGE = 413 "too-large" "The body is larger than allowed" "Send less, or start the server with a higher limit.";
    RANGE = 416 "range" "The range is not within the file" "Ask for bytes that the file has.";
    OFFSET = 409 "offset" "The part does not continue what has arrived" "Go on at `Upload-Offset` of HEAD.";
    UNPROCESSABLE = 422 "invalid" "A value is not allowed" "Mend the value, and send the request again.";
    DIGEST_MISMATCH = 422 "digest-mismatch" "The bytes do not have the declared digest" "The upload was changed on its way or the digest is of another file: send it again.";
    NOT_A_PROGRAM = 422 "not-a-program" "This file cannot be judged" "Publish files that `outlast check` judges.";
    RATE = 429 "rate" "Too many requests" "Wait for `Retry-After` seconds.";
    INTERNAL = 500 "internal" "The server could not do this" "The log of the server says more; the request may be sent again.";
    UNAVAILABLE = 503 "unavailable" "The server is busy or is stopping" "Send the request again after `Retry-After` seconds.";
    STORAGE = 507 "storage" "The server could not store this" "Free space in the data folder, or mend its disk; what was acknowledged is kept, and can be read.";
    DATABASE = 500 "database" "The database cannot be used" "Run `outlast serve fsck`; restore a backup if it finds faults.";
}

/// Why something was not done.
#[derive(Clone, Debug)]
pub struct Problem(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: &'static Kind,
    detail: String,
    members: Map<String, Value>,
    /// The disk failed while a change was made to last: it may be found after a restart.
    unsettled: bool,
}

/// What may fail with a problem.
pub type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    /// A problem of a kind: what happened, in a sentence.
    pub fn new(kind: &'static Kind, detail: impl Into<String>) -> Problem {
        Problem(Box::new(Inner { kind, detail: detail.into(), members: Map::new(), unsettled: false }))
    }

    /// Whether what was to be changed may be changed all the same.
    pub(crate) fn is_unsettled(&self) -> bool {
        self.0.unsettled
    }

    /// With a further member of the answer.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.0.members.insert(name.to_string(), value.into());
        self
    }

    /// Where: a field of the request, a file.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Problem {
        self.with("place", place.into())
    }

    /// What was found there.
    #[must_use]
    pub fn found(self, found: impl Into<String>) -> Problem {
        self.with("found", found.into())
    }

    /// What was expected.
    #[must_use]
    pub fn expected(self, expected: impl Into<String>) -> Problem {
        self.with("expected", expected.into())
    }

    /// What to do, where it is more than the kind says.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Problem {
        self.with("help", help.into())
    }

    /// Its kind.
    pub fn kind(&self) -> &'static Kind {
        self.0.kind
    }

    /// What happened.
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// A further member.
    pub fn member(&self, name: &str) -> Option<&Value> {
        self.0.members.get(name)
    }

    /// The document of RFC 9457.
    pub fn document(&self) -> Value {
        let Inner { kind, detail, members, .. } = &*self.0;
        let mut document = json!({
            "type": format!("/problems/{}", kind.code),
            "title": kind.title,
            "status": kind.status,
            "code": kind.code,
            "detail": detail,
        });
        if let Some(fields) = document.as_object_mut() {
            fields.extend(members.clone());
            fields.entry("help").or_insert_with(|| kind.help.into());
        }
        document
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, detail, members, .. } = &*self.0;
        f.write_str(detail)?;
        for name in ["place", "found", "expected"] {
            if let Some(Value::String(value)) = members.get(name) {
                write!(f, "; {name}: {value}")?;
            }
        }
        let help = members.get("help").and_then(Value::as_str).unwrap_or(kind.help);
        write!(f, " [{}]. {help}", kind.code)
    }
}

impl std::error::Error for Problem {}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::new(&STORAGE, format!("the data folder cannot be used: {error}"))
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        use rusqlite::ErrorCode::{
            CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, ReadOnly, SystemIoFailure,
        };
        let kind = match error.sqlite_error_code() {
            Some(DiskFull | SystemIoFailure | ReadOnly | CannotOpen) => &STORAGE,
            Some(DatabaseBusy | DatabaseLocked) => &UNAVAILABLE,
            _ => &DATABASE,
        };
        let mut problem = Problem::new(kind, format!("the database says: {error}"));
        problem.0.unsettled = error.sqlite_error_code() == Some(SystemIoFailure);
        problem
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        Problem::new(&DATABASE, format!("a stored document cannot be read: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart() {
        let mut codes: Vec<&str> = KINDS.iter().map(|kind| kind.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), KINDS.len());
    }

    #[test]
    fn a_problem_says_what_to_do() {
        let problem = Problem::new(&DIGEST_MISMATCH, "no").at("body").found("a").expected("b");
        assert_eq!(problem.document()["help"], DIGEST_MISMATCH.help);
        assert!(
            problem.to_string().starts_with("no; place: body; found: a; expected: b [digest-mismatch]. ")
        );
    }
}
