//! What happens where a mapped file shrinks: [`Place`], a map in the table that the handler of SIGBUS looks through.
//!
//! The handler does what a handler may do: it reads and writes atomics, and calls `mmap`, `sigaction` and `raise`, which are system calls. It takes no
//! lock and no memory.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Maps that are watched at a time. Each holds an open file, of which a process has some thousand.
const PLACES: usize = 400;

/// A row of the table. `version` is odd while it changes, so that the handler never takes the start of one map with the end of another.
struct Row {
    version: AtomicUsize,
    start: AtomicUsize,
    end: AtomicUsize,
    cut: AtomicBool,
}

static ROWS: [Row; PLACES] = [const {
    Row {
        version: AtomicUsize::new(0),
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
        cut: AtomicBool::new(false),
    }
}; PLACES];

/// Rows that no map has.
static FREE: Mutex<Option<Vec<usize>>> = Mutex::new(None);

/// What SIGBUS did before; none where it could not be asked, and then nothing is watched.
static BEFORE: OnceLock<Option<libc::sigaction>> = OnceLock::new();

/// Bytes of a page.
static PAGE: AtomicUsize = AtomicUsize::new(0);

impl Row {
    fn set(&self, start: usize, end: usize) {
        // Only whoever took the row from `FREE` writes to it.
        self.version.fetch_add(1, Ordering::SeqCst);
        self.start.store(start, Ordering::SeqCst);
        self.end.store(end, Ordering::SeqCst);
        self.version.fetch_add(1, Ordering::SeqCst);
    }

    /// The end of its map, if an address is in that.
    fn end_around(&self, address: usize) -> Option<usize> {
        let version = self.version.load(Ordering::SeqCst);
        let (start, end) = (self.start.load(Ordering::SeqCst), self.end.load(Ordering::SeqCst));
        let is_one = version.is_multiple_of(2) && self.version.load(Ordering::SeqCst) == version;
        (is_one && (start..end).contains(&address)).then_some(end)
    }
}

/// A map in the table, which it leaves when this is dropped: before it is unmapped, so that no row is ever about memory of others.
#[derive(Debug)]
pub(super) struct Place {
    row: usize,
}

impl Place {
    /// Enters a map; none where the table is full.
    pub(super) fn enter(map: &[u8]) -> Option<Place> {
        BEFORE.get_or_init(answer).as_ref()?;
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let row = free.get_or_insert_with(|| (0..PLACES).collect()).pop()?;
        let place = Place { row };
        let start = map.as_ptr().addr();
        place.row().cut.store(false, Ordering::SeqCst);
        place.row().set(start, start.saturating_add(map.len()));
        Some(place)
    }

    fn row(&self) -> &'static Row {
        &ROWS[self.row]
    }

    /// Whether bytes of it were gone when they were looked at.
    pub(super) fn is_cut(&self) -> bool {
        self.row().cut.load(Ordering::SeqCst)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.row().set(0, 0);
        FREE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().push(self.row);
    }
}

/// Answers SIGBUS from now on. Returns what did before.
#[expect(unsafe_code, reason = "no safe interface gives a handler the address of a fault")]
fn answer() -> Option<libc::sigaction> {
    // SAFETY: `sysconf` has no conditions.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()?;
    if !page.is_power_of_two() {
        return None;
    }
    PAGE.store(page, Ordering::SeqCst);
    let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = handle;
    // SAFETY: `sigaction` is plain data, for which zeros are a value; all fields that matter are set. Both pointers lead to such data of
    // this function. The handler keeps to what is allowed in one: see the module.
    unsafe {
        let mut wanted: libc::sigaction = std::mem::zeroed();
        let mut before: libc::sigaction = std::mem::zeroed();
        wanted.sa_sigaction = handler as *const () as usize;
        // On the other stack, where there is one: on some systems the end of a stack is found by this signal.
        wanted.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigemptyset(&raw mut wanted.sa_mask);
        (libc::sigaction(libc::SIGBUS, &raw const wanted, &raw mut before) == 0).then_some(before)
    }
}

#[expect(unsafe_code, reason = "what the system hands to a handler is raw pointers")]
extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: with SA_SIGINFO the system gives a valid pointer, and SIGBUS has an address if it comes from a fault.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
    // What another process sent has a code of 0 or less, and no address.
    if code > 0 && fill(address) {
        return;
    }
    // Not ours: what was there before gets it, by the same fault again.
    if let Some(Some(before)) = BEFORE.get() {
        // SAFETY: `before` is what the system gave for this signal.
        let restored = unsafe { libc::sigaction(signal, before, ptr::null_mut()) };
        if restored == 0 && code <= 0 {
            // SAFETY: `raise` may be called in a handler; the signal comes when this one returns.
            unsafe { libc::raise(signal) };
        }
    }
}

/// Puts zeros in the place of the page of an address in a map, and of all behind it. False where the address is in no map, or that fails.
#[expect(unsafe_code, reason = "memory at a place that is named: see the SAFETY comment")]
fn fill(address: usize) -> bool {
    let page = PAGE.load(Ordering::SeqCst);
    let found = ROWS.iter().find_map(|row| Some((row, row.end_around(address)?)));
    let Some((row, end)) = found.filter(|_| page != 0) else { return false };
    let start = address & !(page - 1);
    row.cut.store(true, Ordering::SeqCst);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED;
    // SAFETY: from `start` to the end of the page of `end - 1` all is one map of ours: the fault came from a thread that looks at it through
    // a borrow, so that it is not unmapped meanwhile, and the row was read whole. The map is read-only; what takes its place is, too. It is
    // unmapped with the rest of the map.
    let filled =
        unsafe { libc::mmap(ptr::without_provenance_mut(start), end - start, libc::PROT_READ, flags, -1, 0) };
    filled != libc::MAP_FAILED
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make their own files")]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::super::Mapped;

    #[test]
    fn a_file_that_shrinks_has_zeros_and_is_not_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        fs::write(&path, vec![7; 1 << 20]).unwrap();
        let file = fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let map = |file| Mapped::new(file, "f").unwrap().unwrap();
        let (first, other) = (map(&file), map(&file));
        assert!(first.iter().all(|byte| *byte == 7));
        first.demand_whole().unwrap();
        // The end of a page: nothing is signalled.
        file.set_len((1 << 20) - 5).unwrap();
        assert!(first.demand_whole().unwrap_err().to_string().contains("shrank"));
        file.set_len(100_000).unwrap();
        assert_eq!((first[99_999], first[500_000], first[(1 << 20) - 1]), (7, 0, 0));
        // Again, and by several at once.
        file.set_len(10).unwrap();
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let map: Arc<Mapped> = other.clone();
                std::thread::spawn(move || map.iter().map(|byte| usize::from(*byte)).sum::<usize>())
            })
            .collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), 70);
        }
        // It grows again: what was read is not what it had.
        file.set_len(1 << 20).unwrap();
        assert!(other.demand_whole().is_err());
        drop((first, other));
        let again = map(&file);
        again.demand_whole().unwrap();
        assert_eq!(again.iter().map(|byte| usize::from(*byte)).sum::<usize>(), 70);
        drop(again);

        // The table has an end.
        let maps: Vec<_> = (0..super::PLACES + 8).map_while(|_| Mapped::new(&file, "f").unwrap()).collect();
        assert!(maps.len() <= super::PLACES);
        assert!(Mapped::new(&file, "f").unwrap().is_none());
        drop(maps);
        assert!(Mapped::new(&file, "f").unwrap().is_some());
    }
}
