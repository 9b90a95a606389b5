//! [`Work`]: a bound on what reading facts may cost.
//!
//! Objects of a FlatBuffer may be shared: a small file can refer to one long string or vector a million times. Genuine
//! files visit each byte about once; whoever follows references repeatedly pays for it here, so that the cost stays
//! within a few times the size of the file.

use outlast_core::{Budget, Bytes, Result};
use outlast_flatbuffers::view::Str;

/// What spending more than the budget says.
const SHARED: &str = "bytes visited: objects of this file are shared more than any genuine file shares them";

/// The budget of a buffer, in visited bytes or elements.
#[derive(Clone, Copy, Debug)]
pub struct Work(Budget);

impl Work {
    /// The budget for a buffer.
    pub fn for_buffer(buffer: &Bytes<'_>) -> Work {
        Work(Budget::for_bytes(buffer.len(), 8, 4096))
    }

    /// Spends some of it; an error where too little is left.
    pub fn spend(&mut self, amount: usize) -> Result<()> {
        self.0.charge(amount, SHARED)
    }

    /// The text of an optional string, copied; replacement characters where it is not UTF-8, empty where it is absent.
    pub fn text(&mut self, string: Option<Str<'_>>) -> Result<String> {
        let Some(string) = string else { return Ok(String::new()) };
        self.spend(string.bytes().len())?;
        Ok(string.lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Work;
    use outlast_core::Bytes;

    #[test]
    fn ends() {
        let mut work = Work::for_buffer(&Bytes::new(&[0; 16], 0));
        assert!(work.spend(4000).is_ok());
        assert!(work.spend(4000).is_err());
    }
}
