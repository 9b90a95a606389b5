//! Files by digest.

use std::io::{Seek, SeekFrom};
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, IF_NONE_MATCH, IF_RANGE,
    RANGE,
};
use axum::http::{HeaderMap, HeaderName, Response as HttpResponse};
use axum::response::Response;
use axum::routing::get;
use http_body_util::BodyExt;
use serde_json::json;

use super::Shared;
use super::answer::{empty, json, parameters, with};
use super::file_body::FileBody;
use crate::digest::Digest;
use crate::error::{BAD_REQUEST, INTERNAL, Problem, QUARANTINED, RANGE as OUT_OF_RANGE, Result};
use crate::service::Service;

/// Bytes that are written at a time.
const PIECE: usize = 512 << 10;
/// How long the next bytes of an upload may take.
const PATIENCE: Duration = Duration::from_secs(60);

type PathOf<T> = std::result::Result<Path<T>, PathRejection>;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/v1/blobs/{digest}", get(download).put(upload))
        .route("/v1/blobs/{digest}/facts", get(facts))
        .route("/v1/blobs/{digest}/outcomes", get(outcomes))
}

async fn facts(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let digest: Digest = parameters(path)?.parse()?;
    json(200, &shared.work(move |service| service.blob_document(digest)).await?)
}

async fn outcomes(State(shared): State<Shared>, path: PathOf<String>) -> Result<Response> {
    let digest: Digest = parameters(path)?.parse()?;
    json(200, &shared.work(move |service| service.outcomes(digest)).await?)
}

/// A part of a file that is asked for: the first byte, and the one after the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    All,
    Some(u64, u64),
    Outside,
}

/// The range of a header; several ranges and what is not understood are answered with all, as RFC 9110 allows.
fn part(header: Option<&str>, size: u64) -> Part {
    let Some((first, last)) = header.and_then(|header| header.strip_prefix("bytes=")?.split_once('-')) else {
        return Part::All;
    };
    match (first.trim().parse::<u64>(), last.trim().parse::<u64>()) {
        (Ok(first), _) if first >= size => Part::Outside,
        (Ok(first), Ok(last)) if first <= last => Part::Some(first, last.saturating_add(1).min(size)),
        (Ok(first), Err(_)) if last.trim().is_empty() => Part::Some(first, size),
        (Err(_), Ok(last)) if first.trim().is_empty() && last > 0 && size > 0 => {
            Part::Some(size.saturating_sub(last), size)
        }
        (Err(_), Ok(_)) if first.trim().is_empty() => Part::Outside,
        _ => Part::All,
    }
}

async fn download(
    State(shared): State<Shared>,
    path: PathOf<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let digest: Digest = parameters(path)?.parse()?;
    let tag = format!("\"{digest}\"");
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_string);
    let cached = |response: Response| {
        let visibility = if shared.0.options.open_read { "public" } else { "private" };
        let response = with(response, CACHE_CONTROL, &format!("{visibility}, max-age=31536000, immutable"));
        with(response, ETAG, &tag)
    };
    let range = text(RANGE).filter(|_| text(IF_RANGE).is_none_or(|of| of == tag));
    let opened = shared
        .work(move |service| {
            let blob = service.blob(digest)?;
            if blob.state == "quarantined" {
                let reason = blob.reason.unwrap_or_default();
                return Err(Problem::new(&QUARANTINED, reason).found(digest.to_string()));
            }
            let none = || {
                Problem::new(&INTERNAL, "the file of this digest is missing")
                    .help("Run `outlast serve fsck`.")
            };
            let (mut file, size) = service.blobs().read(digest)?.ok_or_else(none)?;
            let part = part(range.as_deref(), size);
            if let Part::Some(first, _) = part {
                file.seek(SeekFrom::Start(first))?;
            }
            Ok((file, size, part))
        })
        .await?;
    if text(IF_NONE_MATCH).is_some_and(|known| matches(&known, &tag)) {
        return Ok(cached(empty(304)));
    }
    let (file, size, part) = opened;
    let (status, first, end) = match part {
        Part::All => (200, 0, size),
        Part::Some(first, end) => (206, first, end),
        Part::Outside => {
            return Err(Problem::new(&OUT_OF_RANGE, "the range is not within the file")
                .at("Range")
                .expected(format!("within {size} bytes")));
        }
    };
    let metrics = &shared.0.metrics;
    let body = FileBody::new(file, end - first, metrics.downloads.clone(), metrics.sent.clone());
    let mut response = HttpResponse::new(Body::new(body));
    *response.status_mut() = axum::http::StatusCode::from_u16(status).unwrap_or_default();
    let response = with(response, CONTENT_TYPE, "application/octet-stream");
    let response = with(response, CONTENT_LENGTH, &(end - first).to_string());
    let response = with(response, ACCEPT_RANGES, "bytes");
    let response = match part {
        Part::Some(..) => {
            with(response, CONTENT_RANGE, &format!("bytes {first}-{}/{size}", end.saturating_sub(1)))
        }
        _ => response,
    };
    Ok(cached(response))
}

/// Whether a list of tags has this one.
pub(super) fn matches(header: &str, tag: &str) -> bool {
    header.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

async fn upload(State(shared): State<Shared>, path: PathOf<String>, request: Request) -> Result<Response> {
    let digest: Digest = parameters(path)?.parse()?;
    let declared =
        request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if let Some(size) = declared {
        shared.0.service.check_size(size)?;
    }
    let mut staged = shared.work(Service::stage).await?;
    let mut body = request.into_body();
    while let Some(bytes) = pieces(&mut body).await? {
        shared.0.metrics.received.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        shared.0.service.check_size(staged.size().saturating_add(bytes.len() as u64))?;
        staged = shared.work(move |_| staged.write(&bytes).map(|()| staged)).await?;
    }
    let size = staged.size();
    let added = shared.work(move |service| service.store(staged, digest)).await?;
    stored(digest, size, added)
}

/// What is said of a file that was stored.
pub(super) fn stored(digest: Digest, size: u64, added: bool) -> Result<Response> {
    let code = if added { 201 } else { 200 };
    json(code, &json!({ "digest": digest, "size": size, "blob": format!("/v1/blobs/{digest}") }))
}

/// The next bytes of a body, many together; none at its end.
pub(super) async fn pieces(body: &mut Body) -> Result<Option<Bytes>> {
    let mut held: Vec<u8> = Vec::new();
    loop {
        let next = tokio::time::timeout(PATIENCE, body.frame()).await;
        let late = |_| Problem::new(&BAD_REQUEST, "no bytes came for a minute").at("body");
        match next.map_err(late)? {
            None if held.is_empty() => return Ok(None),
            None => return Ok(Some(held.into())),
            Some(Err(_)) => {
                return Err(Problem::new(&BAD_REQUEST, "the body ended before its end").at("body"));
            }
            Some(Ok(frame)) => {
                let Ok(data) = frame.into_data() else { continue };
                held.extend_from_slice(&data);
                if held.len() >= PIECE {
                    return Ok(Some(held.into()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_file() {
        for (header, expected) in [
            ("bytes=0-0", Part::Some(0, 1)),
            ("bytes=3-", Part::Some(3, 10)),
            ("bytes=-4", Part::Some(6, 10)),
            ("bytes=-40", Part::Some(0, 10)),
            ("bytes=8-99", Part::Some(8, 10)),
            ("bytes=10-", Part::Outside),
            ("bytes=-0", Part::Outside),
            ("bytes=5-3", Part::All),
            ("bytes=0-1,3-4", Part::All),
            ("lines=1-2", Part::All),
        ] {
            assert_eq!(part(Some(header), 10), expected, "{header}");
        }
        assert_eq!(part(None, 10), Part::All);
        assert!(matches("W/\"a\", \"b\"", "\"b\"") && !matches("\"a\"", "\"b\""));
    }
}
