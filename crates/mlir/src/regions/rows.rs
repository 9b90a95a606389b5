//! Regions on their way to a sink. A structure's end is known when it was read to it: the file is walked twice.

use std::borrow::Cow;
use std::ops::Range;

use outlast_core::{Descend, Region, RegionKind, RegionSink, Span};

/// Passes regions on; without a sink, learns where structures end.
pub(super) struct Rows<'s> {
    sink: Option<&'s mut dyn RegionSink>,
    /// Where structures end, in the order in which they begin.
    ends: Vec<usize>,
    /// The next structure that begins.
    next: usize,
    /// Structures that are open, while ends are learned.
    open: Vec<usize>,
    /// Structures that are open and whose parts are not wanted.
    muted: u64,
    depth: usize,
}

impl<'s> Rows<'s> {
    /// The first walk.
    pub(super) fn measure() -> Rows<'s> {
        Rows { sink: None, ends: Vec::new(), next: 0, open: Vec::new(), muted: 0, depth: 0 }
    }

    /// The second walk.
    pub(super) fn emit(self, sink: &mut dyn RegionSink) -> Rows<'_> {
        Rows { sink: Some(sink), ends: self.ends, next: 0, open: Vec::new(), muted: 0, depth: 0 }
    }

    /// Structures that are open.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Whether anybody looks at regions that come now.
    pub(super) fn wanted(&self) -> bool {
        self.sink.is_some() && self.muted == 0
    }

    /// A structure begins.
    pub(super) fn open(&mut self, start: usize, label: impl FnOnce() -> Cow<'static, str>) {
        self.depth += 1;
        let wanted = self.wanted();
        let Some(sink) = &mut self.sink else {
            self.open.push(self.ends.len());
            self.ends.push(start);
            return;
        };
        let end = self.ends.get(self.next).copied().unwrap_or(start);
        self.next += 1;
        if !wanted {
            self.muted += 1;
            return;
        }
        let region = region(RegionKind::Structure, start..end, label(), Cow::Borrowed(""));
        if sink.enter(region) == Descend::Over {
            self.muted = 1;
        }
    }

    /// The structure that began last ends.
    pub(super) fn close(&mut self, end: usize) {
        self.depth = self.depth.saturating_sub(1);
        let Some(sink) = &mut self.sink else {
            if let Some(place) = self.open.pop().and_then(|open| self.ends.get_mut(open)) {
                *place = end;
            }
            return;
        };
        // The structure whose parts were not wanted is itself left.
        if self.muted <= 1 {
            sink.leave();
        }
        self.muted = self.muted.saturating_sub(1);
    }

    /// All structures end that began since there were `depth`.
    pub(super) fn close_to(&mut self, depth: usize, end: usize) {
        while self.depth > depth {
            self.close(end);
        }
    }

    /// A region without parts.
    pub(super) fn leaf(&mut self, kind: RegionKind, range: Range<usize>, label: &str, value: &str) {
        if self.muted == 0
            && let Some(sink) = &mut self.sink
        {
            sink.enter(region(kind, range, Cow::Borrowed(label), Cow::Borrowed(value)));
            sink.leave();
        }
    }
}

fn region<'r>(kind: RegionKind, range: Range<usize>, label: Cow<'r, str>, value: Cow<'r, str>) -> Region<'r> {
    let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
    Region { span: Span::bytes(wide(range.start), wide(range.end)), kind, label, value }
}
