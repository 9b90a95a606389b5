//! For those who run the server: whether it works, numbers, what it can be asked.

use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Shared;
use super::answer::{explain, parameters};
use crate::error::{NOT_FOUND, Problem, Result, UNAVAILABLE};
use crate::names::shown;
use crate::openapi;
use crate::service::Service;

type PathOf<T> = std::result::Result<Path<T>, PathRejection>;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/healthz", get(|| async { text("ok\n".into()) }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(|| async { ([(CONTENT_TYPE, "application/json")], openapi::DOCUMENT) }))
        .route("/problems/{code}", get(problem))
}

fn text(text: String) -> Response {
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

async fn ready(State(shared): State<Shared>) -> Result<Response> {
    if shared.0.stopping.load(Ordering::SeqCst) {
        return Err(Problem::new(&UNAVAILABLE, "the server is stopping"));
    }
    let why = |problem: Problem| Problem::new(&UNAVAILABLE, problem.detail().to_string());
    shared.work(Service::ready).await.map_err(why)?;
    Ok(text("ready\n".into()))
}

async fn metrics(State(shared): State<Shared>) -> Result<Response> {
    let totals = shared.work(Service::totals).await?;
    let text = shared.0.metrics.text(&totals);
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

async fn problem(path: PathOf<String>) -> Result<Response> {
    let code = parameters(path)?;
    let none = || Problem::new(&NOT_FOUND, "there is no such code").found(shown(&code));
    explain(&code).map(text).ok_or_else(none)
}
