//! [`Mapped`]: the bytes of a file without reading them. The one module of this workspace with `unsafe`.
//!
//! A file that another process cuts while it is mapped has no bytes behind its new end, and the system answers whoever looks at them with
//! SIGBUS, of which a process ends. Here a handler ([`shrunk`]) puts zeros in the place of what is gone and notes it, so that one file of many does not
//! end a scan: whoever has looked at a map asks [`Mapped::demand_whole`] before it says anything.
//!
//! Each map is entered in a table of fixed size that the handler looks through; where the table is full, files are read. Other faults go to
//! the handler that was there before: that of the standard library.

#[cfg(unix)]
mod shrunk;

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use memmap2::Mmap;

/// A file that is mapped.
#[derive(Debug)]
pub(crate) struct Mapped {
    // The first that is dropped: a map leaves the table before it is unmapped.
    #[cfg(unix)]
    place: shrunk::Place,
    map: Mmap,
    file: File,
    name: String,
    /// Whether somebody was told that bytes are gone.
    told: AtomicBool,
}

/// The files that are mapped now.
static MAPS: Mutex<Vec<Weak<Mapped>>> = Mutex::new(Vec::new());

/// Files whose bytes were gone before they were given back, and whom nobody asked about.
static UNTOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Mapped {
    /// Maps a file; none where so many are mapped that another could not be watched.
    #[expect(
        unsafe_code,
        reason = "files of many gigabytes are looked into, not read: see the SAFETY comment"
    )]
    pub(super) fn new(file: &File, name: &str) -> io::Result<Option<Arc<Mapped>>> {
        // SAFETY: the map is private to this process and read-only, so no code of ours can break the aliasing rules of the
        // `&[u8]` it is seen through. What remains is another process that changes the file meanwhile: bytes that change
        // under a reader give a wrong answer, but no reader here trusts a byte it has checked and reads again for memory
        // safety (all access is by checked slices), as every tool that maps its input accepts. Bytes that are cut off are
        // zeros from then on: see `shrunk`.
        let map = unsafe { Mmap::map(file) }?;
        #[cfg(unix)]
        let Some(place) = shrunk::Place::enter(&map) else { return Ok(None) };
        let mapped = Arc::new(Mapped {
            #[cfg(unix)]
            place,
            map,
            file: file.try_clone()?,
            name: name.to_string(),
            told: AtomicBool::new(false),
        });
        let mut maps = MAPS.lock().unwrap_or_else(PoisonError::into_inner);
        maps.retain(|known| known.strong_count() > 0);
        maps.push(Arc::downgrade(&mapped));
        Ok(Some(mapped))
    }

    /// How many bytes there are, if those that were mapped are not all there.
    fn left(&self) -> Option<u64> {
        let left = self.file.metadata().map_or(0, |metadata| metadata.len());
        // A file may have grown again. Within a page that is cut, the system gives zeros without a signal.
        #[cfg(unix)]
        let is_cut = self.place.is_cut();
        #[cfg(not(unix))]
        let is_cut = false;
        (is_cut || left < self.map.len() as u64).then_some(left)
    }

    /// Demands that no bytes were cut off since the file was mapped. What was read of one that shrank is not what it had.
    pub(super) fn demand_whole(&self) -> io::Result<()> {
        match self.left() {
            None => Ok(()),
            Some(left) => {
                self.told.store(true, Ordering::Relaxed);
                Err(super::shrank(self.map.len() as u64, left))
            }
        }
    }

    fn is_untold(&self) -> bool {
        !self.told.load(Ordering::Relaxed) && self.left().is_some()
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        if self.is_untold() {
            UNTOLD.lock().unwrap_or_else(PoisonError::into_inner).push(self.name.clone());
        }
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

fn all() -> Vec<Arc<Mapped>> {
    let maps = MAPS.lock().unwrap_or_else(PoisonError::into_inner);
    maps.iter().filter_map(Weak::upgrade).collect()
}

/// The name of a file that shrank while it was mapped, and of which nobody was told.
pub(super) fn untold() -> Option<String> {
    let maps = all();
    let now = maps.iter().find(|map| map.is_untold()).map(|map| map.name.clone());
    now.or_else(|| UNTOLD.lock().unwrap_or_else(PoisonError::into_inner).first().cloned())
}

/// Gives back the memory of bytes of a map that will not be looked at soon: what is copied from one large file to another need
/// not be held. Bytes that are of no mapped file stay.
#[cfg(unix)]
#[expect(unsafe_code, reason = "pages of maps are given back: see the SAFETY comment")]
pub(crate) fn release(bytes: &[u8]) {
    use memmap2::UncheckedAdvice;

    for mapped in all() {
        let start = bytes.as_ptr().addr().checked_sub(mapped.map.as_ptr().addr());
        let Some(start) = start.filter(|start| start.saturating_add(bytes.len()) <= mapped.map.len()) else {
            continue;
        };
        // SAFETY: the map is of a file and read-only: pages that are given back are read from the file again where they are
        // looked at, with the bytes that they had. Zeros in the place of what was cut off are zeros again.
        let advised =
            unsafe { mapped.map.unchecked_advise_range(UncheckedAdvice::DontNeed, start, bytes.len()) };
        // A system that does not take the advice holds the pages for longer.
        drop(advised);
    }
}

#[cfg(not(unix))]
pub(crate) fn release(_: &[u8]) {}
