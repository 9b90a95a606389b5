//! The values of a pickle as text, in the spelling of Python where there is one.
//!
//! A value that stands in several places is printed once, as `#7=[…]`, and is `#7` elsewhere: the text is in proportion to the pickle, whatever
//! it shares, and ends where a value contains itself. Objects are shown as the call that would make them, `module.name(…)`, with what happens
//! to them afterwards behind it; persistent ids as `<…>`. Nothing is called.

use std::io;

use outlast_core::Marks;

use super::graph::{Graph, Update, Value, ValueId};

/// Values with at most this many parts stand in one line.
const LINE: usize = 8;
/// Bytes of a text that are shown.
const SHOWN: usize = 1 << 12;
/// Texts, numbers and names of more bytes are printed once, too, where they stand in several places.
const LONG: usize = 128;

/// Prints a value and all that it contains, without a line feed at the end.
///
/// # Errors
///
/// Those of the writer.
pub fn print(graph: &Graph<'_>, root: ValueId, out: &mut dyn io::Write) -> io::Result<()> {
    Printer { graph, shared: shared(graph, root), printed: Marks::none(graph.len()), out }.run(root)
}

/// What is in the work list.
enum Step {
    /// A value, so deep, in a line of its own or not.
    Value(ValueId, usize, bool),
    Text(&'static str),
    Break(usize),
}

struct Printer<'p, 'a> {
    graph: &'p Graph<'a>,
    /// Which values stand in several places.
    shared: Marks,
    printed: Marks,
    out: &'p mut dyn io::Write,
}

/// Containers, objects and long texts that are reached more than once.
fn shared(graph: &Graph<'_>, root: ValueId) -> Marks {
    let (mut seen, mut shared) = (Marks::none(graph.len()), Marks::none(graph.len()));
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if !seen.insert(id.index()) {
            if holds_others(graph, id) || is_long(graph.value(id)) {
                shared.insert(id.index());
            }
            continue;
        }
        graph.parts(id, |part| open.push(part));
    }
    shared
}

fn holds_others(graph: &Graph<'_>, id: ValueId) -> bool {
    graph.count_parts(id) > 0 || matches!(graph.value(id), Value::List(_) | Value::Dict(_) | Value::Set(_))
}

/// Whether a value without parts is printed as a long text.
fn is_long(value: &Value<'_>) -> bool {
    let len = match value {
        Value::Text(text) | Value::OldText(text) => text.len(),
        Value::Bytes(bytes) | Value::ByteArray(bytes) | Value::Long(bytes) => bytes.len(),
        Value::Decimal(text) => text.len(),
        Value::Global(name) => name.module.len().saturating_add(name.name.len()),
        _ => 0,
    };
    len > LONG
}

impl Printer<'_, '_> {
    fn run(&mut self, root: ValueId) -> io::Result<()> {
        let mut work = vec![Step::Value(root, 0, false)];
        while let Some(step) = work.pop() {
            match step {
                Step::Text(text) => self.out.write_all(text.as_bytes())?,
                Step::Break(depth) => write!(self.out, "\n{:1$}", "", 2 * depth.min(100))?,
                Step::Value(id, depth, inline) => {
                    let mut next = Vec::new();
                    self.value(id, depth, inline, &mut next)?;
                    work.extend(next.into_iter().rev());
                }
            }
        }
        Ok(())
    }

    /// Whether a value has so few parts, with theirs, that it stands in one line.
    fn is_short(&self, id: ValueId) -> bool {
        let (mut open, mut count) = (vec![id], 0);
        while let Some(id) = open.pop() {
            count += 1;
            // A value with many parts may be shared by many: it must not be walked through for each of them.
            if count > LINE || open.len() > LINE || self.graph.count_parts(id) > LINE {
                return false;
            }
            self.graph.parts(id, |part| open.push(part));
        }
        true
    }

    fn value(&mut self, id: ValueId, depth: usize, inline: bool, next: &mut Vec<Step>) -> io::Result<()> {
        if self.shared.contains(id.index()) {
            if !self.printed.insert(id.index()) {
                return write!(self.out, "#{}", id.index());
            }
            write!(self.out, "#{}=", id.index())?;
        }
        let inline = inline || self.is_short(id);
        let graph = self.graph;
        let list = |next: &mut Vec<Step>, parts: &[ValueId], (start, end): (&'static str, &'static str)| {
            next.push(Step::Text(start));
            for (i, part) in parts.iter().enumerate() {
                separate(next, i, depth, inline);
                next.push(Step::Value(*part, depth + 1, inline));
            }
            close(next, parts.len(), depth, inline, end);
        };
        let pairs = |next: &mut Vec<Step>, items: &[(ValueId, ValueId)]| {
            next.push(Step::Text("{"));
            for (i, (key, value)) in items.iter().enumerate() {
                separate(next, i, depth, inline);
                next.push(Step::Value(*key, depth + 1, true));
                next.push(Step::Text(": "));
                next.push(Step::Value(*value, depth + 1, inline));
            }
            close(next, items.len(), depth, inline, "}");
        };
        match graph.value(id) {
            Value::None => self.out.write_all(b"None")?,
            Value::Bool(true) => self.out.write_all(b"True")?,
            Value::Bool(false) => self.out.write_all(b"False")?,
            Value::Int(number) => write!(self.out, "{number}")?,
            Value::Long(bytes) => {
                self.out.write_all(b"0x")?;
                bytes.iter().rev().take(SHOWN).try_for_each(|byte| write!(self.out, "{byte:02x}"))?;
            }
            Value::Decimal(text) => self.out.write_all(text.as_bytes())?,
            Value::Float(number) => write!(self.out, "{number:?}")?,
            Value::Text(text) | Value::OldText(text) => self.text("'", text)?,
            Value::Bytes(bytes) => self.text("b'", bytes)?,
            Value::ByteArray(bytes) => {
                self.out.write_all(b"bytearray(")?;
                self.text("b'", bytes)?;
                self.out.write_all(b")")?;
            }
            Value::Tuple(parts) if parts.len() == 1 => list(next, parts, ("(", ",)")),
            Value::Tuple(parts) => list(next, parts, ("(", ")")),
            Value::List(parts) => list(next, parts, ("[", "]")),
            Value::Set(parts) => list(next, parts, ("{", "}")),
            Value::FrozenSet(parts) => list(next, parts, ("frozenset({", "})")),
            Value::Dict(items) => pairs(next, items),
            Value::Global(name) => write!(self.out, "{}", name.to_string().escape_debug())?,
            Value::Extension(code) => write!(self.out, "<extension {code}>")?,
            Value::Object(call) => {
                next.push(Step::Value(call.callee, depth, inline));
                match graph.value(call.args) {
                    Value::Tuple(args) if !self.shared.contains(call.args.index()) => {
                        list(next, args, ("(", ")"));
                    }
                    _ => {
                        next.push(Step::Text("(*"));
                        next.push(Step::Value(call.args, depth, inline));
                        next.push(Step::Text(")"));
                    }
                }
                if let Some(named) = call.named {
                    next.push(Step::Text(" with "));
                    next.push(Step::Value(named, depth, inline));
                }
            }
            Value::Persistent(inner) => {
                next.push(Step::Text("<"));
                next.push(Step::Value(*inner, depth, inline));
                next.push(Step::Text(">"));
            }
            Value::Buffer => self.out.write_all(b"<buffer outside of the pickle>")?,
        }
        for update in graph.updates(id) {
            match update {
                Update::State { state, .. } => {
                    next.push(Step::Text(" state "));
                    next.push(Step::Value(*state, depth, inline));
                }
                Update::Elements(elements) => {
                    next.push(Step::Text(" extended by "));
                    list(next, elements, ("[", "]"));
                }
                Update::Items(items) => {
                    next.push(Step::Text(" updated by "));
                    pairs(next, items);
                }
            }
        }
        Ok(())
    }

    fn text(&mut self, quote: &str, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(quote.as_bytes())?;
        let head = bytes.get(..SHOWN).unwrap_or(bytes);
        if quote == "'" {
            write!(self.out, "{}", String::from_utf8_lossy(head).escape_debug())?;
        } else {
            write!(self.out, "{}", head.escape_ascii())?;
        }
        self.out.write_all(b"'")?;
        if head.len() < bytes.len() { write!(self.out, "… ({} bytes)", bytes.len()) } else { Ok(()) }
    }
}

fn separate(next: &mut Vec<Step>, i: usize, depth: usize, inline: bool) {
    if i > 0 {
        next.push(Step::Text(if inline { ", " } else { "," }));
    }
    if !inline {
        next.push(Step::Break(depth + 1));
    }
}

fn close(next: &mut Vec<Step>, parts: usize, depth: usize, inline: bool, end: &'static str) {
    if !inline && parts > 0 {
        next.push(Step::Break(depth));
    }
    next.push(Step::Text(end));
}

#[cfg(test)]
mod tests {
    use outlast_core::Bytes;

    use super::print;
    use crate::pickle::{Limits, Pickle};

    fn text(pickle: &[u8]) -> String {
        let pickle = Pickle::read(Bytes::new(pickle, 0), Limits::default());
        let mut out = Vec::new();
        print(&pickle.graph, pickle.root.unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn values_are_spelt_as_in_python() {
        assert_eq!(
            text(b"\x80\x02(K\x01G\x3f\xf0\0\0\0\0\0\0X\x01\0\0\0a\x88Nt."),
            "(1, 1.0, 'a', True, None)"
        );
        assert_eq!(text(b"\x80\x02K\x01\x85."), "(1,)");
        assert_eq!(text(b"\x80\x02cmath\nsqrt\nX\x02\0\0\0ls\x85R."), "math.sqrt('ls')");
    }

    #[test]
    fn what_is_shared_is_printed_once() {
        // l = []; l.append(l); [l, l]
        assert_eq!(text(b"]q\0(h\0h\0e."), "#0=[\n  #0,\n  #0\n]");
        // Thirty levels of lists that hold the one below twice.
        let mut pickle = b"]q\0".to_vec();
        for level in 1..30_u8 {
            pickle.extend([b']', b'q', level, b'(', b'h', level - 1, b'h', level - 1, b'e']);
        }
        pickle.push(b'.');
        assert!(text(&pickle).len() < 4000, "{}", text(&pickle).len());
        // Texts and names, as well: 1,000 places of a long one.
        for long in [[b"U\xff", &[b'x'; 255][..]].concat(), [b"c", &[b'm'; 300][..], b"\nf\n"].concat()] {
            let pickle = [b"](", &long[..], b"q\0", &b"h\0".repeat(1000), b"e."].concat();
            assert!(text(&pickle).len() < 16_000, "{}", text(&pickle).len());
        }
        assert_eq!(text(b"](U\x02abq\0h\0e."), "['ab', 'ab']");
    }
}
