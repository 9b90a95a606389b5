//! Regions: every byte of a file belongs to exactly one. They are visited through a sink, never collected here.

use std::borrow::Cow;

use crate::Span;

/// What kind of bytes a region holds.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegionKind {
    /// A structure with parts of its own.
    Structure,
    /// A value that means something by itself.
    Value,
    /// Data that this reader does not look into: weights, payloads.
    Data,
    /// Zero bytes that only align what follows.
    Padding,
    /// Bytes that nothing refers to, or of which the schema knows nothing.
    Unknown,
    /// Bytes that could not be read; the label says why.
    Bad,
}

/// A run of bytes and what it means.
#[derive(Clone, Debug)]
pub struct Region<'a> {
    /// Where it is.
    pub span: Span,
    /// What kind of bytes.
    pub kind: RegionKind,
    /// What it is, in the format's terms: `vtable`, `ExecutionPlan.name`.
    pub label: Cow<'a, str>,
    /// Its value, readable; empty where the label says all.
    pub value: Cow<'a, str>,
}

/// Whether a visitor wants the parts of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Descend {
    /// Yes: visit them.
    Into,
    /// No: go on after it.
    Over,
}

/// Receives regions in file order.
pub trait RegionSink {
    /// A region starts. Its parts follow, if the sink wants them.
    fn enter(&mut self, region: Region<'_>) -> Descend;
    /// The region entered last ends.
    fn leave(&mut self);
}
