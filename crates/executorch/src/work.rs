//! [`Work`]: a bound on what reading facts may cost.
//!
//! Objects of a FlatBuffer may be shared: a small file can refer to one long string or vector a million times. Genuine
//! files visit each byte about once; whoever follows references repeatedly pays for it here, so that the cost stays
//! within a few times the size of the file.

use outlast_core::{Bytes, Error, ErrorKind, Result};
use outlast_flatbuffers::view::Str;

/// A budget, in visited bytes or elements.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    left: usize,
    limit: usize,
}

impl Work {
    /// The budget for a buffer.
    pub fn for_buffer(buffer: &Bytes<'_>) -> Work {
        let limit = buffer.len().saturating_mul(8).saturating_add(4096);
        Work { left: limit, limit }
    }

    /// Spends some of it; an error where too little is left.
    pub fn spend(&mut self, amount: usize) -> Result<()> {
        match self.left.checked_sub(amount) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let what =
                    "bytes visited: objects of this file are shared more than any genuine file shares them";
                let kind = ErrorKind::Limit { what, limit: self.limit as u64 };
                Err(Error::new(kind, outlast_core::Span::default()))
            }
        }
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
