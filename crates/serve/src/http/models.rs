//! Models, their versions, and which variant a profile gets.

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde::Deserialize;
use serde_json::json;

use super::Shared;
use super::answer::{empty, json, parameters, read, with};
use super::blobs::matches;
use super::query::Query;
use crate::error::Result;
use crate::index::Status;
use crate::policy::Policy;
use crate::service::{Asked, MatrixQuestion, NewVersion, Resolved, Service};

type PathOf<T> = std::result::Result<Path<T>, PathRejection>;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/v1/models", get(list))
        .route("/v1/models/{model}", get(show).put(create))
        .route("/v1/models/{model}/policy", put(policy))
        .route("/v1/models/{model}/index", get(index))
        .route("/v1/models/{model}/resolve", get(resolve))
        .route("/v1/models/{model}/matrix", get(matrix))
        .route("/v1/models/{model}/versions", post(publish))
        .route("/v1/models/{model}/versions/{version}", get(version))
        .route("/v1/models/{model}/versions/{version}/yank", post(yank))
        .route("/v1/models/{model}/versions/{version}/retire", post(retire))
}

async fn list(State(shared): State<Shared>) -> Result<Response> {
    let models = shared.work(Service::models).await?;
    let models: Vec<_> = models
        .iter()
        .map(|model| json!({ "name": model.name, "generation": model.generation, "policy": model.policy }))
        .collect();
    json(200, &json!({ "schema": "outlast/models/1", "models": models }))
}

async fn show(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let name = parameters(path)?;
    let index = shared.slow_work(move |service| service.index(&name)).await?;
    let versions: Vec<_> = index
        .versions
        .iter()
        .map(|version| {
            let variants: Vec<_> = version
                .variants
                .iter()
                .map(|variant| {
                    json!({ "digest": variant.digest, "size": variant.size, "kind": variant.kind, "origin": variant.origin })
                })
                .collect();
            json!({
                "label": version.label, "status": version.status, "reason": version.reason, "published": version.published,
                "variants": variants,
            })
        })
        .collect();
    json(
        200,
        &json!({
            "schema": "outlast/model/1", "name": index.model, "generation": index.generation, "policy": index.policy, "versions": versions,
        }),
    )
}

async fn create(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let name = parameters(path)?;
    let of = name.clone();
    let added = shared.work(move |service| service.add_model(&of)).await?;
    json(if added { 201 } else { 200 }, &json!({ "name": name }))
}

async fn policy(State(shared): State<Shared>, path: PathOf<String>, request: Request) -> Result<Response> {
    let name = parameters(path)?;
    let policy: Policy = read(request).await?;
    let answer = json(200, &policy)?;
    shared.work(move |service| service.set_policy(&name, &policy)).await?;
    Ok(answer)
}

async fn index(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let name = parameters(path)?;
    json(200, &shared.slow_work(move |service| service.index(&name)).await?)
}

async fn resolve(
    State(shared): State<Shared>,
    path: PathOf<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let model = parameters(path)?;
    let query = Query::parse(uri.query(), &["profile", "have"])?;
    let profile = query.need("profile")?.to_string();
    let have = query.get("have").filter(|have| !have.is_empty()).map(str::parse).transpose()?;
    let asked = Asked { model, profile, have };
    let resolved = match shared.0.service.recall(&asked) {
        Some(known) => known?,
        None => shared.slow_work(move |service| service.resolve(asked)).await?,
    };
    // The same answer to all who have the same, for a short time: what was yanked is not delivered for long.
    let age = if shared.0.options.open_read { "public, max-age=30" } else { "private, max-age=30" };
    let cached = |response, tag: &str| {
        let response = with(with(response, CACHE_CONTROL, age), VARY, "Authorization");
        with(response, ETAG, tag)
    };
    match resolved {
        Resolved::NothingNewer => Ok(with(empty(204), CACHE_CONTROL, age)),
        Resolved::Same(tag) => Ok(cached(empty(304), &tag)),
        Resolved::Deliver(text, tag) => {
            let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
            if known.is_some_and(|known| matches(known, &tag)) {
                return Ok(cached(empty(304), &tag));
            }
            let response = ([(CONTENT_TYPE, "application/json")], text.to_string()).into_response();
            Ok(cached(response, &tag))
        }
    }
}

async fn matrix(State(shared): State<Shared>, path: PathOf<String>, uri: Uri) -> Result<Response> {
    let name = parameters(path)?;
    let query = Query::parse(uri.query(), &["retire", "version"])?;
    let of = |name| query.get(name).map(str::to_string);
    let question = MatrixQuestion { retire: of("retire"), version: of("version") };
    json(200, &shared.slow_work(move |service| service.matrix(&name, &question)).await?)
}

async fn publish(State(shared): State<Shared>, path: PathOf<String>, request: Request) -> Result<Response> {
    let name = parameters(path)?;
    let new: NewVersion = read(request).await?;
    let (added, document) = shared
        .slow_work(move |service| {
            let added = service.publish(&name, &new)?;
            Ok((added, service.version(&name, &new.label)?))
        })
        .await?;
    json(if added { 201 } else { 200 }, &document)
}

async fn version(State(shared): State<Shared>, path: PathOf<(String, String)>) -> Result<Response> {
    let (name, label) = parameters(path)?;
    json(200, &shared.slow_work(move |service| service.version(&name, &label)).await?)
}

/// Why a version is withdrawn.
#[derive(Deserialize)]
struct Withdrawal {
    reason: String,
}

async fn yank(state: State<Shared>, path: PathOf<(String, String)>, request: Request) -> Result<Response> {
    withdraw(state, path, request, Status::Yanked).await
}

async fn retire(state: State<Shared>, path: PathOf<(String, String)>, request: Request) -> Result<Response> {
    withdraw(state, path, request, Status::Retired).await
}

async fn withdraw(
    State(shared): State<Shared>,
    path: PathOf<(String, String)>,
    request: Request,
    status: Status,
) -> Result<Response> {
    let (name, label) = parameters(path)?;
    let Withdrawal { reason } = read(request).await?;
    let answer = json(200, &json!({ "model": name, "version": label, "status": status, "reason": reason }))?;
    shared.work(move |service| service.withdraw(&name, &label, status, &reason)).await?;
    Ok(answer)
}
