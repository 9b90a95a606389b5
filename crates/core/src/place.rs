//! Places: where in the bytes ([`Span`]) and where in the structure ([`Path`]).

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::Source;

/// A range of bits of a file, from its first bit. Byte formats use whole bytes ([`Span::bytes`]).
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The file that the bits are counted in: the file itself, or one nested in it.
    pub source: Source,
    /// Bits from the start of that file.
    pub bits: Range<u64>,
}

impl Span {
    /// The bits of this range, counted from the start of the file.
    pub const fn bits(bits: Range<u64>) -> Span {
        Span { source: Source::file(), bits }
    }

    /// The bytes `start..end`, counted from the start of the file.
    pub const fn bytes(start: u64, end: u64) -> Span {
        Span::bits(start.saturating_mul(8)..end.saturating_mul(8))
    }

    /// `len` bytes from `start`.
    pub fn at(start: u64, len: u64) -> Span {
        Span::bytes(start, start.saturating_add(len))
    }

    /// The first byte that the span touches.
    pub fn start_byte(&self) -> u64 {
        self.bits.start / 8
    }

    /// One past the last byte that the span touches.
    pub fn end_byte(&self) -> u64 {
        self.bits.end.div_ceil(8)
    }

    /// This span as seen from one level further out: `outer` in front of its source. The offsets stay relative to the
    /// innermost source.
    #[must_use]
    pub fn in_source(mut self, outer: &Source) -> Span {
        self.source = self.source.in_source(outer);
        self
    }

    /// Shows the range alone, without the source: `0x5b..0x5d`.
    pub fn range(&self) -> impl fmt::Display {
        Shown(self.bits.clone())
    }
}

/// A range of bits, shown.
struct Shown(Range<u64>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |f: &mut fmt::Formatter<'_>, bit: u64| match bit % 8 {
            0 => write!(f, "0x{:x}", bit / 8),
            rest => write!(f, "0x{:x}.{rest}", bit / 8),
        };
        one(f, self.0.start)?;
        if self.0.end > self.0.start {
            write!(f, "..")?;
            one(f, self.0.end)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Span {
    /// `0x5b..0x5d`; bits follow a dot where the span does not start or end on a byte. In a nested file
    /// `x.o!.llvmbc at 0x5b..0x5d`: with `lib.a!` in front it is the place in `lib.a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.source.is_file() {
            write!(f, "{} at ", self.source)?;
        }
        self.range().fmt(f)
    }
}

/// One step of a [`Path`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A field or section by its name in the format: `execution_plan`.
    Field(Cow<'static, str>),
    /// An element of a counted sequence.
    Index(u64),
    /// A thing with a number of its own: `delegate 0`.
    Item(&'static str, u64),
    /// A thing with a name of its own: ``plan `forward` ``.
    Named(&'static str, String),
}

/// The way from the root of a file to one place in its structure.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// The root.
    pub fn root() -> Path {
        Path::default()
    }

    /// The way of these steps.
    pub fn of(steps: Vec<Step>) -> Path {
        Path { steps }
    }

    /// The steps from the root.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether this is the root.
    pub fn is_root(&self) -> bool {
        self.steps.is_empty()
    }

    /// Adds a step at the end, and returns the path.
    #[must_use]
    pub fn then(mut self, step: Step) -> Path {
        self.steps.push(step);
        self
    }

    /// This path with a step added.
    fn with(&self, step: Step) -> Path {
        let mut steps = Vec::with_capacity(self.steps.len() + 1);
        steps.extend_from_slice(&self.steps);
        steps.push(step);
        Path { steps }
    }

    /// This path with a field step added.
    #[must_use]
    pub fn field(&self, name: impl Into<Cow<'static, str>>) -> Path {
        self.with(Step::Field(name.into()))
    }

    /// This path with an element step added.
    #[must_use]
    pub fn index(&self, index: usize) -> Path {
        self.with(Step::Index(index as u64))
    }

    /// This path with a numbered thing added.
    #[must_use]
    pub fn item(&self, kind: &'static str, number: usize) -> Path {
        self.with(Step::Item(kind, number as u64))
    }

    /// This path with a named thing added.
    #[must_use]
    pub fn named(&self, kind: &'static str, name: &str) -> Path {
        self.with(Step::Named(kind, name.to_string()))
    }

    /// Adds a step at the end.
    pub fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Removes the last step.
    pub fn pop(&mut self) -> Option<Step> {
        self.steps.pop()
    }

    /// Puts a step in front: used while an error unwinds.
    pub fn wrap(&mut self, step: Step) {
        self.steps.insert(0, step);
    }

    /// Puts a whole path in front.
    pub fn wrap_all(&mut self, outer: &Path) {
        self.steps.splice(0..0, outer.steps.iter().cloned());
    }
}

impl fmt::Display for Path {
    /// ``plan `forward` / delegate 0 / compile_specs[2]``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps.iter().enumerate() {
            match step {
                Step::Index(n) => {
                    write!(f, "[{n}]")?;
                    continue;
                }
                _ if i > 0 => f.write_str(" / ")?,
                _ => {}
            }
            match step {
                Step::Field(name) => f.write_str(name)?,
                Step::Item(kind, n) => write!(f, "{kind} {n}")?,
                Step::Named(kind, name) => write!(f, "{kind} {}", name.escape_debug())?,
                Step::Index(_) => {}
            }
        }
        Ok(())
    }
}

/// Where something is: in the bytes and in the structure.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Place {
    /// In the bytes.
    pub span: Span,
    /// In the structure.
    pub path: Path,
}

impl Place {
    /// A place from its two halves.
    pub fn new(span: Span, path: Path) -> Place {
        Place { span, path }
    }

    /// This place as seen from one level further out: `outer` in front of the source of its span.
    #[must_use]
    pub fn in_source(mut self, outer: &Source) -> Place {
        self.span = self.span.in_source(outer);
        self
    }
}

impl fmt::Display for Place {
    /// `data.pkl at 0x5b..0x5d in section 4 / length`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.span.fmt(f)?;
        if !self.path.is_root() {
            write!(f, " in {}", self.path)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Place, Span};
    use crate::Source;

    #[test]
    fn path_reads_like_a_way() {
        let path = Path::root().named("plan", "forward").item("delegate", 0).field("compile_specs").index(2);
        assert_eq!(path.to_string(), "plan forward / delegate 0 / compile_specs[2]");
    }

    #[test]
    fn span_shows_bytes_and_bits() {
        assert_eq!(Span::bytes(0x5b, 0x5d).to_string(), "0x5b..0x5d");
        assert_eq!(Span::bits(9..9).to_string(), "0x1.1");
    }

    #[test]
    fn places_say_in_which_file() {
        let place = Place::new(Span::bytes(0x12, 0x14), Path::root().field("size"));
        assert_eq!(place.to_string(), "0x12..0x14 in size");
        let place =
            place.in_source(&Source::file().section(".llvmbc")).in_source(&Source::file().member("x.o"));
        assert_eq!(place.to_string(), "x.o!.llvmbc at 0x12..0x14 in size");
        assert_eq!(place.span.range().to_string(), "0x12..0x14");
        assert_ne!(place.span, Span::bytes(0x12, 0x14));
    }
}
