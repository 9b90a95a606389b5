//! The process that reads one file: it limits itself, answers one question, and ends.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::ops::Deref;
use std::path::Path;

use super::{Limits, Order};
use crate::judge::{Answer, Question};

/// A file, read or mapped.
pub type Bytes = Box<dyn Deref<Target = [u8]>>;

/// Reads an order from `input`, and writes the answer to `output`. `open` opens the file.
///
/// # Errors
///
/// Why there is no answer.
pub fn run(
    input: &mut dyn Read,
    output: &mut dyn Write,
    open: impl FnOnce(&Path) -> io::Result<Bytes>,
) -> io::Result<()> {
    let order: Order = serde_json::from_reader(input)?;
    let size = std::fs::metadata(&order.file)?.len();
    limit(order.limits, size)?;
    let bytes = open(&order.file)?;
    let answer = answer(&bytes, &order.question, order.output.as_deref());
    serde_json::to_writer(&mut *output, &answer)?;
    output.flush()
}

/// Answers a question; a file that is made goes to `output`.
pub(super) fn answer(bytes: &[u8], question: &Question, output: Option<&Path>) -> Answer {
    let mut write = |bytes: &[u8]| {
        let Some(output) = output else { return Err(io::ErrorKind::NotFound.into()) };
        OpenOptions::new().write(true).open(output)?.write_all(bytes)
    };
    crate::judge::answer(bytes, question, &mut write)
}

/// Limits this process: the server ends it when its time is over; it ends itself when its processor time or its memory is.
fn limit(limits: Limits, size: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let both = |most| Rlimit { current: Some(most), maximum: Some(most) };
        // What it has now, the file itself, and one that is made of it.
        let memory = address_space().saturating_add(limits.memory).saturating_add(size.saturating_mul(3));
        setrlimit(Resource::As, both(memory))?;
        setrlimit(Resource::Cpu, both(limits.time.as_secs().saturating_add(1)))?;
        setrlimit(Resource::Core, both(0))?;
    }
    #[cfg(not(unix))]
    let _ = (limits, size);
    Ok(())
}

/// Bytes of address space that this process has before it reads anything.
#[cfg(unix)]
fn address_space() -> u64 {
    // Where the system does not say, more than it has.
    const OTHERWISE: u64 = 256 << 20;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")?.trim().strip_suffix(" kB"));
    size.and_then(|size| size.trim().parse::<u64>().ok()?.checked_mul(1024)).unwrap_or(OTHERWISE)
}
