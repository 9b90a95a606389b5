//! [`ROUTES`]: every address, with what it needs. What is not here is not answered.

use crate::service::Scope;

/// An address.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The method; `GET` answers `HEAD`, too.
    pub method: &'static str,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// What the token has to allow; none where none is needed.
    pub scope: Option<Scope>,
}

const fn route(method: &'static str, path: &'static str, scope: Option<Scope>) -> Route {
    Route { method, path, scope }
}

const READ: Option<Scope> = Some(Scope::Read);
const REPORT: Option<Scope> = Some(Scope::Report);
const PUBLISH: Option<Scope> = Some(Scope::Publish);
const ADMIN: Option<Scope> = Some(Scope::Admin);

/// All addresses.
pub const ROUTES: &[Route] = &[
    route("GET", "/", READ),
    route("GET", "/models/{model}", READ),
    route("GET", "/healthz", None),
    route("GET", "/readyz", None),
    route("GET", "/openapi.json", None),
    route("GET", "/problems/{code}", None),
    route("GET", "/metrics", READ),
    route("GET", "/v1/blobs/{digest}", READ),
    route("PUT", "/v1/blobs/{digest}", PUBLISH),
    route("GET", "/v1/blobs/{digest}/facts", READ),
    route("GET", "/v1/blobs/{digest}/outcomes", READ),
    route("POST", "/v1/uploads", PUBLISH),
    route("GET", "/v1/uploads/{upload}", PUBLISH),
    route("PATCH", "/v1/uploads/{upload}", PUBLISH),
    route("PUT", "/v1/uploads/{upload}", PUBLISH),
    route("DELETE", "/v1/uploads/{upload}", PUBLISH),
    route("GET", "/v1/models", READ),
    route("GET", "/v1/models/{model}", READ),
    route("PUT", "/v1/models/{model}", PUBLISH),
    route("PUT", "/v1/models/{model}/policy", ADMIN),
    route("GET", "/v1/models/{model}/index", READ),
    route("GET", "/v1/models/{model}/resolve", READ),
    route("GET", "/v1/models/{model}/matrix", READ),
    route("POST", "/v1/models/{model}/versions", PUBLISH),
    route("GET", "/v1/models/{model}/versions/{version}", READ),
    route("POST", "/v1/models/{model}/versions/{version}/yank", ADMIN),
    route("POST", "/v1/models/{model}/versions/{version}/retire", ADMIN),
    route("GET", "/v1/profiles", READ),
    route("POST", "/v1/profiles", REPORT),
    route("GET", "/v1/profiles/{profile}", READ),
    route("PUT", "/v1/aliases/{alias}", ADMIN),
    route("POST", "/v1/outcomes", REPORT),
    route("GET", "/v1/contradictions", READ),
];

/// The place of an address in [`ROUTES`].
pub fn find(method: &str, path: &str) -> Option<usize> {
    let method = if method == "HEAD" { "GET" } else { method };
    ROUTES.iter().position(|route| route.method == method && route.path == path)
}
