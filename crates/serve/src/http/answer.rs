//! Answers: documents, problems, and what is done for all of them.

use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Shared, guard};
use crate::error::{BAD_REQUEST, INTERNAL, KINDS, METHOD, NOT_FOUND, Problem, Result, TOO_LARGE};
use crate::routes::find;

/// Bytes that a document may have that comes in.
const MOST_DOCUMENT: usize = 8 << 20;
/// How long it may take to come in.
const PATIENCE: Duration = Duration::from_secs(60);
const PROBLEM: &str = "application/problem+json";

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let kind = self.kind();
        let mut response = (status(kind.status), self.document().to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if kind.status == 401 {
            let realm = HeaderValue::from_static("Bearer realm=\"outlast\"");
            headers.append(WWW_AUTHENTICATE, realm);
            // For browsers: any name, and the token as the password.
            headers.append(
                WWW_AUTHENTICATE,
                HeaderValue::from_static("Basic realm=\"outlast\", charset=\"UTF-8\""),
            );
        }
        if matches!(kind.status, 429 | 503) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response.extensions_mut().insert(kind.code);
        response
    }
}

fn status(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// A document.
pub(super) fn json(code: u16, document: &impl Serialize) -> Result<Response> {
    let text = serde_json::to_string(document)?;
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")];
    Ok((status(code), headers, text).into_response())
}

/// Adds a header.
pub(super) fn with(mut response: Response, name: HeaderName, value: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
    response
}

/// Reads a document that comes in.
pub(super) async fn read<T: DeserializeOwned>(request: Request) -> Result<T> {
    let bytes = read_bytes(request, MOST_DOCUMENT).await?;
    serde_json::from_slice(&bytes).map_err(|error| {
        Problem::new(&BAD_REQUEST, format!("the body is not the document that is expected: {error}"))
            .at("body")
    })
}

/// Reads all that comes in, if it is not more than this.
pub(super) async fn read_bytes(request: Request, most: usize) -> Result<Bytes> {
    let collected = tokio::time::timeout(PATIENCE, Limited::new(request.into_body(), most).collect());
    let late = |_| Problem::new(&BAD_REQUEST, "the body took longer than a minute").at("body");
    match collected.await.map_err(late)? {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Problem::new(&TOO_LARGE, "the body is larger than allowed")
                .at("body")
                .expected(format!("at most {most} bytes")))
        }
        Err(_) => Err(Problem::new(&BAD_REQUEST, "the body ended before its end").at("body")),
    }
}

/// A parameter of the path.
pub(super) fn parameters<T>(
    path: std::result::Result<axum::extract::Path<T>, axum::extract::rejection::PathRejection>,
) -> Result<T> {
    path.map(|path| path.0).map_err(|_| Problem::new(&BAD_REQUEST, "the address cannot be read").at("path"))
}

/// What is done for every answer: errors of the framework become problems, and all are counted and logged.
pub(super) async fn all(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let route = path.as_ref().and_then(|path| find(method.as_str(), path.as_str()));
    let peer = request.extensions().get::<super::Peer>().copied();
    let mut response = next.run(request).await;
    let bad = response.status().as_u16() >= 400;
    let own = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == PROBLEM);
    if bad && !own {
        response = plain(response.status().as_u16()).into_response();
    }
    let time = begin.elapsed();
    shared.0.metrics.count(route, response.status().as_u16(), time);
    let who = response.extensions_mut().remove::<guard::Who>();
    let code = response.extensions_mut().remove::<&'static str>();
    let path = route.and(path.as_ref()).map(MatchedPath::as_str);
    shared.0.options.log.request(&super::log::Line {
        method: method.as_str(),
        path,
        status: response.status().as_u16(),
        time,
        peer: peer.map(|peer| peer.0),
        token: who.as_ref().map(|who| who.0.as_str()),
        problem: code,
    });
    response
}

/// The problem of a status that the framework gave.
fn plain(status: u16) -> Problem {
    match status {
        404 => {
            Problem::new(&NOT_FOUND, "there is nothing at this address").at("path").help("See /openapi.json.")
        }
        405 => Problem::new(&METHOD, "this address does not take this method").at("method"),
        413 => Problem::new(&TOO_LARGE, "the body is larger than allowed").at("body"),
        400..500 => Problem::new(&BAD_REQUEST, "the request cannot be read"),
        _ => Problem::new(&INTERNAL, "the server could not do this"),
    }
}

/// An empty body.
pub(super) fn empty(code: u16) -> Response {
    (status(code), Body::empty()).into_response()
}

/// What a problem of this code is, as text.
pub(super) fn explain(code: &str) -> Option<String> {
    let kind = KINDS.iter().find(|kind| kind.code == code)?;
    Some(format!("{} ({})\n{}\n", kind.title, kind.status, kind.help))
}
