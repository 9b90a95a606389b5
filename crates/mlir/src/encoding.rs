//! What hooks of dialects say about attributes and types ([`Known`]), and encodings that they have written ([`Encoding`]): references
//! and strings are kept apart from bytes, so that what is written once can be numbered for any tables.

use outlast_core::Result;

use crate::asm::Asm;
use crate::ids::Reference;
use crate::wire::varint;

/// What hooks say about an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Known {
    /// What it is.
    pub(crate) asm: Asm,
    /// How it is rewritten.
    pub(crate) written: Written,
}

/// How an entry is rewritten.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Written {
    /// In this encoding.
    Custom(Encoding),
    /// As text, with the NUL byte that ends it.
    Text(Vec<u8>),
    /// It cannot be: it would be text, and something in it is not known or has itself inside.
    Not,
}

/// A piece of an encoding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Piece {
    Bytes(Vec<u8>),
    /// A reference; whether it has a flag that it is there.
    Index(Reference, bool),
    Str(Vec<u8>),
}

/// What is numbered when an encoding is written.
pub(crate) enum Numbered<'p> {
    Index(Reference),
    Str(&'p [u8]),
}

/// An encoding that a hook has written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Encoding {
    pieces: Vec<Piece>,
}

impl Encoding {
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// What it refers to, strings apart, in order.
    pub(crate) fn references(&self) -> impl DoubleEndedIterator<Item = Reference> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Index(reference, _) => Some(*reference),
            _ => None,
        })
    }

    /// The bytes, with numbers that `number` gives.
    ///
    /// # Errors
    ///
    /// `number` gave up.
    pub(crate) fn write(
        &self,
        out: &mut Vec<u8>,
        mut number: impl FnMut(Numbered<'_>) -> Result<u32>,
    ) -> Result<()> {
        for piece in &self.pieces {
            match piece {
                Piece::Bytes(bytes) => out.extend_from_slice(bytes),
                Piece::Str(text) => varint(out, u64::from(number(Numbered::Str(text))?)),
                Piece::Index(reference, flagged) => {
                    let index = u64::from(number(Numbered::Index(*reference))?);
                    varint(out, if *flagged { index << 1 | 1 } else { index });
                }
            }
        }
        Ok(())
    }

    /// Puts a piece behind those that are there.
    pub(crate) fn push(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// Writes bytes behind all that is there.
    pub(crate) fn with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if let Some(Piece::Bytes(bytes)) = self.pieces.last_mut() {
            return write(bytes);
        }
        let mut bytes = Vec::new();
        write(&mut bytes);
        self.pieces.push(Piece::Bytes(bytes));
    }
}
