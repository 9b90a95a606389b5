//! Who may ask: tokens with scopes, and how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::prelude::{BASE64_STANDARD, Engine as _};

use super::{Peer, Shared};
use crate::error::{FORBIDDEN, METHOD, Problem, RATE, Result, UNAUTHORIZED};
use crate::routes::{ROUTES, find};
use crate::service::{Scope, Service};

/// The id of the token of a request, for the log.
#[derive(Clone)]
pub(super) struct Who(pub(super) String);

/// Lets a request pass that has what its address needs.
pub(super) async fn guard(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    match check(&shared, &request) {
        Ok(who) => {
            let mut response = next.run(request).await;
            if let Some(who) = who {
                response.extensions_mut().insert(who);
            }
            response
        }
        Err(problem) => problem.into_response(),
    }
}

fn check(shared: &Shared, request: &Request) -> Result<Option<Who>> {
    if let Some(Peer(peer)) = request.extensions().get::<Peer>() {
        shared.0.rates.check(peer.ip())?;
    }
    let path = request.extensions().get::<MatchedPath>();
    let route = path.and_then(|path| find(request.method().as_str(), path.as_str()));
    // The framework says which methods there are.
    let Some(route) = route.and_then(|route| ROUTES.get(route)) else {
        return Err(Problem::new(&METHOD, "this address does not take this method"));
    };
    let Some(scope) = route.scope else { return Ok(None) };
    let open = shared.0.options.open_read && scope == Scope::Read;
    match allowed(&shared.0.service, request.headers(), scope) {
        Err(problem) if problem.kind() == &UNAUTHORIZED && open => Ok(None),
        other => other.map(Some),
    }
}

fn allowed(service: &Service, headers: &HeaderMap, scope: Scope) -> Result<Who> {
    let none = |what: &str| Problem::new(&UNAUTHORIZED, what.to_string()).at("Authorization");
    let header = headers.get(AUTHORIZATION).ok_or_else(|| none("the request has no token"))?;
    let secret = header.to_str().ok().and_then(token).ok_or_else(|| none("the header has no token"))?;
    let access = service.access(&secret)?.ok_or_else(|| none("the token is not valid"))?;
    if !access.scopes.allow(scope) {
        return Err(Problem::new(&FORBIDDEN, "the token does not allow this")
            .found(access.scopes.to_string())
            .expected(scope.name()));
    }
    Ok(Who(access.id.clone()))
}

/// The token of a header: `Bearer TOKEN`, or `Basic` with the token as the password.
fn token(header: &str) -> Option<String> {
    let (how, rest) = header.split_once(' ')?;
    if how.eq_ignore_ascii_case("bearer") {
        return Some(rest.trim().to_string());
    }
    let bytes =
        how.eq_ignore_ascii_case("basic").then(|| BASE64_STANDARD.decode(rest.trim()).ok()).flatten()?;
    let text = String::from_utf8(bytes).ok()?;
    text.split_once(':').map(|(_, password)| password.to_string())
}

/// How often each address asks.
pub(super) struct Rates {
    each: Option<u32>,
    /// What is left of each, and when that was so.
    left: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

/// Addresses that are kept apart.
const MOST: usize = 1 << 16;

impl Rates {
    pub(super) fn new(each: Option<u32>) -> Rates {
        Rates { each, left: Mutex::default() }
    }

    /// Counts a request: a second's requests may come at once.
    fn check(&self, from: IpAddr) -> Result<()> {
        let Some(each) = self.each.map(f64::from) else { return Ok(()) };
        let now = Instant::now();
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.clear();
        }
        let (left, at) = all.entry(from).or_insert((each, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * each).min(each);
        *at = now;
        if *left < 1.0 {
            return Err(Problem::new(&RATE, "too many requests come from this address")
                .expected(format!("at most {each} in a second")));
        }
        *left -= 1.0;
        Ok(())
    }

    /// Forgets who has not asked for some time.
    pub(super) fn forget(&self) {
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (_, at)| at.elapsed().as_secs() < 60);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_in_two_ways() {
        assert_eq!(token("Bearer ol_1").unwrap(), "ol_1");
        assert_eq!(token("basic dXNlcjpvbF8x").unwrap(), "ol_1");
        assert_eq!(token("Basic dXNlcg=="), None);
        assert_eq!(token("Digest x"), None);
        assert_eq!(token("Basic a-b"), None);
    }

    #[test]
    fn rates_are_of_each_address() {
        let rates = Rates::new(Some(2));
        let (a, b) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        rates.check(a).unwrap();
        rates.check(a).unwrap();
        assert_eq!(rates.check(a).unwrap_err().kind().status, 429);
        rates.check(b).unwrap();
    }
}
