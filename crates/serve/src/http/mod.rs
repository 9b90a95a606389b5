//! The service over HTTP: a file for each group of addresses.

mod answer;
mod blobs;
mod file_body;
mod guard;
mod log;
mod metrics;
mod models;
mod operations;
mod pages;
mod profiles;
mod query;
mod uploads;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::error::{INTERNAL, Problem, Result, UNAVAILABLE};
use crate::service::Service;

pub use log::Log;

/// How it is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether nobody needs a token to read.
    pub open_read: bool,
    /// Requests in a second from one address; none for any number.
    pub rate: Option<u32>,
    /// How long open requests may take when the server stops.
    pub patience: Duration,
    /// Connections at a time.
    pub connections: usize,
    /// What is logged.
    pub log: Log,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            open_read: false,
            rate: None,
            patience: Duration::from_secs(20),
            connections: 4096,
            log: Log::none(),
        }
    }
}

/// What all requests share.
#[derive(Clone)]
struct Shared(Arc<Inner>);

struct Inner {
    service: Arc<Service>,
    options: Options,
    metrics: metrics::Metrics,
    rates: guard::Rates,
    /// Requests that read files, which may wait for others.
    slow: Semaphore,
    stopping: AtomicBool,
}

/// Requests at a time that read files.
const MOST_SLOW: usize = 32;
/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(30);

impl Shared {
    /// Works with the service on a thread that may wait.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let service = self.0.service.clone();
        let done = tokio::task::spawn_blocking(move || work(&service)).await;
        done.unwrap_or_else(|_| Err(Problem::new(&INTERNAL, "the work on this request ended")))
    }

    /// As [`work`](Shared::work), for what may take long: only some run at a time.
    async fn slow_work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let _turn =
            self.0.slow.acquire().await.map_err(|_| Problem::new(&UNAVAILABLE, "the server is stopping"))?;
        self.work(work).await
    }
}

/// All addresses.
fn router(shared: &Shared) -> Router {
    let router = Router::new()
        .merge(operations::routes())
        .merge(pages::routes())
        .merge(blobs::routes())
        .merge(uploads::routes())
        .merge(models::routes())
        .merge(profiles::routes())
        .route_layer(axum::middleware::from_fn_with_state(shared.clone(), guard::guard))
        .layer(axum::middleware::from_fn_with_state(shared.clone(), answer::all));
    router.with_state(shared.clone())
}

/// Answers until `stop`; then no more, but open requests are answered to their end.
///
/// # Errors
///
/// Why it cannot be served.
pub async fn serve(
    service: Arc<Service>,
    listener: TcpListener,
    options: Options,
    stop: impl Future<Output = ()>,
) -> Result<()> {
    let patience = options.patience;
    let places = Arc::new(Semaphore::new(options.connections));
    let shared = Shared(Arc::new(Inner {
        service,
        rates: guard::Rates::new(options.rate),
        options,
        metrics: metrics::Metrics::default(),
        slow: Semaphore::new(MOST_SLOW),
        stopping: AtomicBool::new(false),
    }));
    let upkeep = tokio::spawn(upkeep(shared.clone()));
    let (router, graceful) = (router(&shared), GracefulShutdown::new());
    let mut stop = std::pin::pin!(stop);
    loop {
        let next = std::future::poll_fn(|context| match stop.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => listener.poll_accept(context).map(Some),
        });
        let Some(accepted) = next.await else { break };
        let Ok((stream, peer)) = accepted else {
            // Too many open files: some end.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let answer = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            router.clone().oneshot(request)
        });
        let mut builder = hyper::server::conn::http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(1 << 15);
        // Who has sent all of a request may say so, and is answered.
        builder.half_close(true);
        let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), answer));
        tokio::spawn(async move {
            let _ = connection.await;
            drop(place);
        });
    }
    shared.0.stopping.store(true, Ordering::SeqCst);
    drop(listener);
    let ended = tokio::time::timeout(patience, graceful.shutdown()).await;
    upkeep.abort();
    shared.0.options.log.event(if ended.is_ok() { "stopped" } else { "stopped, with requests open" });
    Ok(())
}

/// Where a request is from.
#[derive(Clone, Copy)]
struct Peer(SocketAddr);

/// What is done from time to time.
async fn upkeep(shared: Shared) {
    if let Err(problem) = shared.work(|service| service.catch_up().map(|_| ())).await {
        shared.0.options.log.problem("catch-up", &problem);
    }
    let mut turn = 0u32;
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let _ = shared.work(Service::notice).await;
        turn = turn.wrapping_add(1);
        if turn.is_multiple_of(120) {
            shared.0.rates.forget();
            if let Err(problem) = shared.work(Service::tidy).await {
                shared.0.options.log.problem("tidy", &problem);
            }
        }
    }
}
