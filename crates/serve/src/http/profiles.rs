//! Profiles, and what devices report.

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::{get, post, put};
use serde::Deserialize;
use serde_json::json;

use super::Shared;
use super::answer::{json, parameters, read};
use crate::error::Result;
use crate::service::{Batch, NewProfile, Service};

type PathOf<T> = std::result::Result<Path<T>, PathRejection>;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/v1/profiles", get(list).post(register))
        .route("/v1/profiles/{profile}", get(show))
        .route("/v1/aliases/{alias}", put(alias))
        .route("/v1/outcomes", post(report))
        .route("/v1/contradictions", get(contradictions))
}

async fn list(State(shared): State<Shared>) -> Result<Response> {
    let profiles = shared.work(Service::profiles).await?;
    json(200, &json!({ "schema": "outlast/profiles/1", "profiles": profiles }))
}

async fn show(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let name = parameters(path)?;
    json(200, &shared.work(move |service| service.profile_document(&name)).await?)
}

async fn register(State(shared): State<Shared>, request: Request) -> Result<Response> {
    let new: NewProfile = read(request).await?;
    let (added, document) = shared
        .slow_work(move |service| {
            let (registered, added) = service.register(&new)?;
            Ok((added, service.profile_document(&registered.profile.digest.to_string())?))
        })
        .await?;
    json(if added { 201 } else { 200 }, &document)
}

/// What an alias stands for.
#[derive(Deserialize)]
struct Alias {
    profile: String,
}

async fn alias(State(shared): State<Shared>, path: PathOf<String>, request: Request) -> Result<Response> {
    let name = parameters(path)?;
    let Alias { profile } = read(request).await?;
    let document = shared
        .work(move |service| {
            service.set_alias(&name, &profile)?;
            service.profile_document(&name)
        })
        .await?;
    json(200, &document)
}

async fn report(State(shared): State<Shared>, request: Request) -> Result<Response> {
    let batch: Batch = read(request).await?;
    let (id, number) = (batch.id.clone(), batch.reports.len());
    let added = shared.work(move |service| service.report(&batch)).await?;
    json(if added { 201 } else { 200 }, &json!({ "id": id, "reports": number, "counted": added }))
}

async fn contradictions(State(shared): State<Shared>) -> Result<Response> {
    json(200, &shared.work(Service::contradictions).await?)
}
