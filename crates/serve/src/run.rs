//! [`run`]: the server as a program: it listens, answers, and stops by a signal.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::error::{INTERNAL, Problem, Result, UNAVAILABLE};
use crate::http::{self, Options};
use crate::service::Service;

/// Threads that may wait for the disk, for the database, or for a process that reads a file.
const WAITING_THREADS: usize = 64;

/// Serves until the process is asked to stop (SIGTERM or SIGINT); then open requests are answered to their end. `ready` is told where it listens.
///
/// # Errors
///
/// Why it cannot listen there.
pub fn run(
    service: Service,
    address: SocketAddr,
    options: Options,
    ready: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    allow_files();
    let cannot = |error| Problem::new(&INTERNAL, format!("no threads were started to serve: {error}"));
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(WAITING_THREADS).build().map_err(cannot)?;
    runtime.block_on(async move {
        let busy = |error| {
            Problem::new(&UNAVAILABLE, format!("cannot listen on {address}: {error}"))
                .help("Choose another address with --listen.")
        };
        let listener = TcpListener::bind(address).await.map_err(busy)?;
        // Before anybody is told: who reads where it listens may ask it to stop.
        let stop = stop().map_err(cannot)?;
        ready(listener.local_addr().map_err(busy)?)?;
        http::serve(Arc::new(service), listener, options, stop).await
    })
}

/// Lets this process have as many files open as it may: a download is two, and systems begin with a limit of 1024.
fn allow_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if current != maximum {
            // Where that is refused, there are as many as there were.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        }
    }
}

/// Ends when the process is asked to stop.
fn stop() -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
