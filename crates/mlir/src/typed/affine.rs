//! Affine maps, as far as verifiers look at them.

use outlast_core::Budget;

use crate::print::affine::{AffineMap, Expr};
use crate::wire::Reader;

/// What a result of a map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapResult {
    Dim(usize),
    Constant(i64),
    Other,
}

/// An affine map: `(d0, d1)[s0] -> (d1, 0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    pub(crate) dims: usize,
    pub(crate) symbols: usize,
    pub(crate) results: Vec<MapResult>,
    /// Its encoding.
    source: Vec<u8>,
}

impl Map {
    /// Reads what stands behind its code. How many results it has need not show in its bytes.
    pub(super) fn read(reader: &mut Reader<'_>, budget: &mut Budget) -> Option<Map> {
        let source = reader.rest();
        let mut reader = Reader::new(source);
        let mut ahead = reader;
        let dims = usize::try_from(ahead.varint("dimensions").ok()? >> 2).ok()?;
        budget.spend(dims.saturating_add(source.len())).then_some(())?;
        let map = AffineMap::read(&mut reader).ok()?;
        let result = |expr| match expr {
            Expr::Dim(dim) => usize::try_from(dim).map_or(MapResult::Other, MapResult::Dim),
            Expr::Constant(value) => MapResult::Constant(value),
            _ => MapResult::Other,
        };
        Some(Map {
            dims: usize::try_from(map.dims).ok()?,
            symbols: usize::try_from(map.symbols).ok()?,
            results: map.results().map(result).collect(),
            source: source.to_vec(),
        })
    }

    /// Whether its results are its dimensions.
    pub(crate) fn is_identity(&self) -> bool {
        self.results.iter().copied().eq((0..self.dims).map(MapResult::Dim))
    }
}

impl MapResult {
    /// Which dimension it is, if it is one.
    pub(crate) fn dim(self) -> Option<usize> {
        match self {
            MapResult::Dim(dim) => Some(dim),
            _ => None,
        }
    }

    /// Whether it is a number.
    pub(crate) fn is_constant(self) -> bool {
        matches!(self, MapResult::Constant(_))
    }
}
