//! [`FileBody`]: a file as the body of an answer, piece by piece. The more are sent at a time, the smaller the pieces.

use std::fs::File;
use std::future::Future;
use std::io::{self, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::task::JoinHandle;

/// Bytes that all pieces together may have.
const ALL: u64 = 8 << 20;
/// Bytes of one piece.
const SMALLEST: u64 = 16 << 10;
const LARGEST: u64 = 256 << 10;

type Piece = (File, io::Result<Bytes>);

enum State {
    Waiting(File),
    Reading(JoinHandle<Piece>),
    Ended,
}

/// The rest of a file, from where it stands.
pub(super) struct FileBody {
    state: State,
    left: u64,
    open: Arc<AtomicU64>,
    sent: Arc<AtomicU64>,
}

impl FileBody {
    /// So many bytes of a file, from where it stands; `open` counts those that are sent now.
    pub(super) fn new(file: File, left: u64, open: Arc<AtomicU64>, sent: Arc<AtomicU64>) -> FileBody {
        open.fetch_add(1, Ordering::Relaxed);
        FileBody { state: State::Waiting(file), left, open, sent }
    }

    fn piece(&self) -> u64 {
        let open = self.open.load(Ordering::Relaxed).max(1);
        (ALL / open).clamp(SMALLEST, LARGEST).min(self.left)
    }
}

fn read(mut file: File, mut buffer: Vec<u8>, size: u64) -> Piece {
    let read = (&mut file).take(size).read_to_end(&mut buffer).and_then(|read| match read {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(Bytes::from(buffer)),
    });
    (file, read)
}

impl Body for FileBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Poll::Ready(None),
                State::Waiting(_) if self.left == 0 => return Poll::Ready(None),
                State::Waiting(file) => {
                    let size = self.piece();
                    // Allocated where it is freed: what one thread allocates and another frees is kept until the first is busy again.
                    let buffer = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
                    self.state =
                        State::Reading(tokio::task::spawn_blocking(move || read(file, buffer, size)));
                }
                State::Reading(mut reading) => match Pin::new(&mut reading).poll(context) {
                    Poll::Pending => {
                        self.state = State::Reading(reading);
                        return Poll::Pending;
                    }
                    Poll::Ready(Ok((file, Ok(bytes)))) => {
                        self.left = self.left.saturating_sub(bytes.len() as u64);
                        self.sent.fetch_add(bytes.len() as u64, Ordering::Relaxed);
                        self.state = State::Waiting(file);
                        return Poll::Ready(Some(Ok(Frame::data(bytes))));
                    }
                    Poll::Ready(Ok((_, Err(error)))) => return Poll::Ready(Some(Err(error))),
                    Poll::Ready(Err(error)) => return Poll::Ready(Some(Err(io::Error::other(error)))),
                },
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0 || matches!(self.state, State::Ended)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

impl Drop for FileBody {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}
