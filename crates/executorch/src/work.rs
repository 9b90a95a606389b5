//! What reading facts may cost: [`budget`].
//!
//! Objects of a FlatBuffer may be shared: a small file can refer to one long string or vector a million times. Genuine
//! files visit each byte about once; whoever follows references repeatedly pays for it here, so that the cost stays
//! within a few times the size of the file.

use outlast_core::{Budget, Bytes, Result};
use outlast_flatbuffers::view::Str;

/// What spending more than the budget says.
const SHARED: &str = "bytes visited: objects of this file are shared more than any genuine file shares them";

/// The budget of a buffer, in visited bytes or elements.
pub fn budget(buffer: &Bytes<'_>) -> Budget {
    Budget::for_bytes(buffer.len(), 8, 4096)
}

/// Spending such a budget.
pub trait Spending {
    /// Spends some of it; an error where too little is left.
    fn visit(&mut self, amount: usize) -> Result<()>;

    /// The text of an optional string, copied; replacement characters where it is not UTF-8, empty where it is absent.
    fn text(&mut self, string: Option<Str<'_>>) -> Result<String>;
}

impl Spending for Budget {
    fn visit(&mut self, amount: usize) -> Result<()> {
        self.charge(amount, SHARED)
    }

    fn text(&mut self, string: Option<Str<'_>>) -> Result<String> {
        let Some(string) = string else { return Ok(String::new()) };
        self.visit(string.bytes().len())?;
        Ok(string.lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Spending, budget};
    use outlast_core::Bytes;

    #[test]
    fn ends() {
        let mut work = budget(&Bytes::new(&[0; 16], 0));
        assert!(work.visit(4000).is_ok());
        assert!(work.visit(4000).is_err());
    }
}
