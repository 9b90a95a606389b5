//! Which values the instructions of a plan use, in order.

use outlast_core::{QuickMap, Span, to_index};

/// How an instruction uses a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Read,
    /// Written without being read.
    Write,
    /// Read and written in place.
    Update,
    /// Not known: an argument of a delegate or of an unknown operator.
    Opaque,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) time: u32,
    pub(super) value: u32,
    pub(super) role: Role,
}

/// The uses of a plan's values, in order.
#[derive(Debug)]
pub(super) struct Events {
    now: u32,
    pub(super) uses: Vec<Use>,
    touched: Vec<bool>,
    moved: Vec<bool>,
    freed: Vec<bool>,
    /// Uses of values that an instruction before has freed.
    pub(super) after_free: Vec<Use>,
    /// Calls of known operators: time, the arguments' place, whether the result is a view of an argument.
    pub(super) calls: QuickMap<u32, (Span, bool)>,
    /// Whether the plan has jumps.
    pub(super) jumps: bool,
}

impl Events {
    pub(super) fn new(values: usize) -> Events {
        let (touched, moved, freed) = (vec![false; values], vec![false; values], vec![false; values]);
        let (uses, after_free) = (Vec::new(), Vec::new());
        Events { now: 0, uses, touched, moved, freed, after_free, calls: QuickMap::default(), jumps: false }
    }

    /// The next instruction starts.
    pub(super) fn step(&mut self) {
        self.now = self.now.saturating_add(1);
    }

    fn add(&mut self, value: usize, role: Role) {
        if let (Some(touched), Ok(value)) = (self.touched.get_mut(value), u32::try_from(value)) {
            *touched = true;
            let used = Use { time: self.now, value, role };
            self.uses.push(used);
            if self.freed.get(to_index(value)).is_some_and(|freed| *freed) {
                self.after_free.push(used);
            }
        }
    }

    pub(super) fn read(&mut self, value: usize) {
        self.add(value, Role::Read);
    }

    pub(super) fn write(&mut self, value: usize) {
        self.add(value, Role::Write);
    }

    pub(super) fn update(&mut self, value: usize) {
        self.add(value, Role::Update);
    }

    pub(super) fn opaque(&mut self, value: usize) {
        self.add(value, Role::Opaque);
    }

    /// A value takes the handle of another: from here on it is elsewhere than the plan says.
    pub(super) fn moved(&mut self, from: usize, to: usize) {
        self.add(from, Role::Opaque);
        let freed = self.freed.get(from).copied().unwrap_or(false);
        if let Some(to) = self.freed.get_mut(to) {
            *to = freed;
        }
        self.add(to, Role::Opaque);
        if let Some(moved) = self.moved.get_mut(to) {
            *moved = true;
        }
    }

    /// A value's memory is taken away.
    pub(super) fn free(&mut self, value: usize) {
        if let Some(freed) = self.freed.get_mut(value) {
            *freed = true;
        }
    }

    /// The values whose memory was taken away.
    pub(super) fn freed(&self) -> impl Iterator<Item = usize> {
        self.freed.iter().enumerate().filter(|(_, freed)| **freed).map(|(value, _)| value)
    }

    /// The current instruction calls a known operator.
    pub(super) fn call(&mut self, span: Span, view: bool) {
        self.calls.insert(self.now, (span, view));
    }

    /// Whether any instruction mentions the value.
    pub(super) fn touched(&self, value: usize) -> bool {
        self.touched.get(value).copied().unwrap_or(false)
    }

    /// Whether the value takes another's handle.
    pub(super) fn is_moved(&self, value: usize) -> bool {
        self.moved.get(value).copied().unwrap_or(false)
    }
}
