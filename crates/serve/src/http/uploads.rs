//! Files in parts, which go on after an interruption.

use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::HeaderName;
use axum::http::header::LOCATION;
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;

use super::Shared;
use super::answer::{empty, json, parameters, read, with};
use super::blobs::{pieces, stored};
use crate::database::statements::Upload;
use crate::error::{BAD_REQUEST, Problem, Result};
use crate::service::NewUpload;

type PathOf<T> = std::result::Result<Path<T>, PathRejection>;

/// How much has arrived.
const OFFSET: HeaderName = HeaderName::from_static("upload-offset");
/// The key of a request that may be sent again.
const KEY: &str = "idempotency-key";

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/v1/uploads", post(begin))
        .route("/v1/uploads/{upload}", get(state).patch(append).put(finish).delete(abort))
}

fn document(code: u16, upload: &Upload, arrived: u64) -> Result<Response> {
    let at = format!("/v1/uploads/{}", upload.id);
    let document = json!({
        "id": upload.id, "digest": upload.digest, "size": upload.size, "arrived": arrived, "upload": at,
    });
    let response = with(json(code, &document)?, OFFSET, &arrived.to_string());
    Ok(with(response, LOCATION, &at))
}

async fn begin(State(shared): State<Shared>, request: Request) -> Result<Response> {
    let key = request.headers().get(KEY).map(|key| match key.to_str() {
        Ok(key) if !key.is_empty() && key.len() <= 100 => Ok(key.to_string()),
        _ => Err(Problem::new(&BAD_REQUEST, "the key cannot be used")
            .at("Idempotency-Key")
            .expected("1 to 100 bytes of ASCII")),
    });
    let key = key.transpose()?;
    let new: NewUpload = read(request).await?;
    let (upload, arrived) = shared.work(move |service| service.begin(&new, key.as_deref())).await?;
    document(201, &upload, arrived)
}

async fn state(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let id = parameters(path)?;
    let (upload, arrived) = shared.work(move |service| service.upload(&id)).await?;
    document(200, &upload, arrived)
}

async fn append(State(shared): State<Shared>, path: PathOf<String>, request: Request) -> Result<Response> {
    let id = parameters(path)?;
    let offset = request.headers().get(OFFSET).and_then(|offset| offset.to_str().ok()?.parse::<u64>().ok());
    let missing = || {
        Problem::new(&BAD_REQUEST, "where the part begins is not said")
            .at("Upload-Offset")
            .expected("a number of bytes")
    };
    let mut offset = offset.ok_or_else(missing)?;
    let (upload, _) = shared.work(move |service| service.upload(&id)).await?;
    // Where it does not go on is said before bytes are read.
    let of = upload.clone();
    shared.work(move |service| service.append(&of, offset, &[])).await?;
    let mut body = request.into_body();
    while let Some(bytes) = pieces(&mut body).await? {
        shared.0.metrics.received.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let of = upload.clone();
        offset = shared.work(move |service| service.append(&of, offset, &bytes)).await?;
    }
    let of = upload.clone();
    shared.work(move |service| service.sync(&of)).await?;
    document(200, &upload, offset)
}

async fn finish(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let id = parameters(path)?;
    let (upload, added) = shared
        .slow_work(move |service| {
            let (upload, _) = service.upload(&id)?;
            service.finish(&upload).map(|added| (upload, added))
        })
        .await?;
    stored(upload.digest, upload.size, added)
}

async fn abort(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let id = parameters(path)?;
    shared.work(move |service| service.abort(&service.upload(&id)?.0)).await?;
    Ok(empty(204))
}
