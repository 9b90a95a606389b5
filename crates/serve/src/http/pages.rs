//! The page for people.

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Shared;
use super::answer::parameters;
use crate::error::Result;
use crate::page;
use crate::service::MatrixQuestion;

type PathOf<T> = std::result::Result<Path<T>, PathRejection>;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/", get(models)).route("/models/{model}", get(model))
}

fn html(text: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}

async fn models(State(shared): State<Shared>) -> Result<Response> {
    let (models, profiles, flagged) = shared
        .work(|service| Ok((service.models()?, service.profiles()?, service.contradictions()?)))
        .await?;
    let names: Vec<String> = models.into_iter().map(|model| model.name).collect();
    Ok(html(page::models(&names, &profiles, &flagged)))
}

async fn model(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let name = parameters(path)?;
    let (index, matrix) = shared
        .slow_work(move |service| {
            let question = MatrixQuestion::default();
            Ok((service.index(&name)?, service.matrix(&name, &question)?))
        })
        .await?;
    Ok(html(page::model(&index, &matrix)))
}
