//! [`TextBuffer`]: text on its way out, through one large buffer.
//!
//! A dump is mostly ` op7=123`: both parts come ready-made from tables, and are copied eight bytes at a time; only the
//! position moves by their length.

use std::io::{self, Write};

/// Room that one small piece may take.
const SLACK: usize = 256;
const SIZE: usize = 1 << 16;

pub(super) struct TextBuffer<W> {
    out: W,
    page: Page,
    ready: Ready,
}

impl<W> std::fmt::Debug for TextBuffer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextBuffer").field("len", &self.page.len).finish_non_exhaustive()
    }
}

/// What is not written yet.
struct Page {
    buffer: Box<[u8; SIZE]>,
    len: usize,
}

/// Ready-made texts: numbers, and names of operands.
struct Ready {
    numbers: Box<[Piece; 10_000]>,
    /// Numbers of four digits, with zeros before them.
    groups: Box<[Piece; 10_000]>,
    ops: Box<[Piece; 100]>,
}

/// Text that is printed again and again: up to 64 bytes of it are copied in one go.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    start: [u8; 64],
    len: usize,
    /// All of it, if it is longer than that.
    long: Option<Box<[u8]>>,
}

impl Phrase {
    pub(super) fn new(text: &[u8]) -> Phrase {
        let mut start = [0; 64];
        for (to, from) in start.iter_mut().zip(text) {
            *to = *from;
        }
        Phrase { start, len: text.len(), long: (text.len() > 64).then(|| text.into()) }
    }
}

/// Up to eight characters, ready to be copied.
#[derive(Clone, Copy, Default)]
struct Piece {
    text: [u8; 8],
    len: u8,
}

impl Piece {
    fn new(text: &str) -> Piece {
        let mut piece = Piece { text: [0; 8], len: u8::try_from(text.len().min(8)).unwrap_or(8) };
        for (to, from) in piece.text.iter_mut().zip(text.bytes()) {
            *to = from;
        }
        piece
    }
}

fn table<const N: usize>(text: impl Fn(usize) -> String) -> Box<[Piece; N]> {
    let pieces: Vec<Piece> = (0..N).map(|i| Piece::new(&text(i))).collect();
    pieces.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([Piece::default(); N]))
}

impl Page {
    /// Copies eight bytes, of which `len` count.
    #[inline(always)]
    fn piece(&mut self, piece: Piece) {
        if let Some(to) = self.buffer.get_mut(self.len..self.len + 8) {
            to.copy_from_slice(&piece.text);
            self.len += usize::from(piece.len);
        }
    }

    /// A name and a number of up to eight characters each, in one store. False if there is no room.
    #[inline(always)]
    fn pair(&mut self, name: Piece, number: Piece) -> bool {
        let shift = u32::from(name.len) * 8;
        let both = u128::from(u64::from_le_bytes(name.text))
            | u128::from(u64::from_le_bytes(number.text)) << (shift & 127);
        let Some(to) = self.buffer.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut::<16>) else {
            return false;
        };
        *to = both.to_le_bytes();
        self.len += usize::from(name.len + number.len);
        true
    }

    fn signed(&mut self, value: i64, ready: &Ready) {
        if value < 0 {
            self.piece(Piece { text: *b"-\0\0\0\0\0\0\0", len: 1 });
        }
        self.unsigned(value.unsigned_abs(), ready);
    }

    #[inline(always)]
    fn unsigned(&mut self, value: u64, ready: &Ready) {
        match ready.numbers.get(usize::try_from(value).unwrap_or(usize::MAX)) {
            Some(piece) => self.piece(*piece),
            None => self.large(value, ready),
        }
    }

    /// Numbers of five digits and more, four digits at a time.
    fn large(&mut self, value: u64, ready: &Ready) {
        const GROUP: u64 = 10_000;
        let below = |value: u64| usize::try_from(value % GROUP).unwrap_or(0);
        let (mut high, mut groups, mut count) = (value, [Piece::default(); 4], 0);
        for place in &mut groups {
            if high < GROUP {
                break;
            }
            *place = ready.groups.get(below(high)).copied().unwrap_or_default();
            high /= GROUP;
            count += 1;
        }
        self.piece(ready.numbers.get(below(high)).copied().unwrap_or_default());
        for piece in groups.iter().take(count).rev() {
            self.piece(*piece);
        }
    }
}

impl<W: Write> TextBuffer<W> {
    pub(super) fn new(out: W) -> TextBuffer<W> {
        TextBuffer {
            out,
            page: Page { buffer: Box::new([0; SIZE]), len: 0 },
            ready: Ready {
                numbers: table(|i| i.to_string()),
                groups: table(|i| format!("{i:04}")),
                ops: table(|i| format!(" op{i}=")),
            },
        }
    }

    /// Makes room for `SLACK` bytes.
    #[inline(always)]
    fn reserve(&mut self) -> io::Result<()> {
        if self.page.len > SIZE - SLACK { self.empty() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn empty(&mut self) -> io::Result<()> {
        let len = std::mem::take(&mut self.page.len);
        self.out.write_all(self.page.buffer.get(..len).unwrap_or_default())
    }

    /// ` op7=-3` for each operand.
    #[inline]
    pub(super) fn operands(&mut self, ops: &[u64]) -> io::Result<()> {
        let (named, rest) = ops.split_at(ops.len().min(self.ready.ops.len()));
        for (index, op) in named.iter().enumerate() {
            let (page, ready) = (&mut self.page, &self.ready);
            let name = ready.ops.get(index).copied().unwrap_or_default();
            if let Some(number) = ready.numbers.get(usize::try_from(*op).unwrap_or(usize::MAX))
                && page.pair(name, *number)
            {
                continue;
            }
            self.reserve()?;
            self.page.piece(name);
            self.page.signed(op.cast_signed(), &self.ready);
        }
        for (index, op) in (named.len()..).zip(rest) {
            self.reserve()?;
            let (page, ready) = (&mut self.page, &self.ready);
            page.piece(Piece { text: *b" op\0\0\0\0\0", len: 3 });
            page.unsigned(u64::try_from(index).unwrap_or(u64::MAX), ready);
            page.piece(Piece { text: *b"=\0\0\0\0\0\0\0", len: 1 });
            page.signed(op.cast_signed(), ready);
        }
        Ok(())
    }

    /// A phrase.
    #[inline(always)]
    pub(super) fn phrase(&mut self, phrase: &Phrase) -> io::Result<()> {
        if let Some(long) = &phrase.long {
            return self.text(long);
        }
        self.reserve()?;
        if let Some(to) = self.page.buffer.get_mut(self.page.len..).and_then(<[u8]>::first_chunk_mut::<64>) {
            *to = phrase.start;
            self.page.len += phrase.len;
        }
        Ok(())
    }

    /// Any text.
    #[inline]
    pub(super) fn text(&mut self, text: &[u8]) -> io::Result<()> {
        match self.page.buffer.get_mut(self.page.len..self.page.len + text.len()) {
            Some(to) => {
                to.copy_from_slice(text);
                self.page.len += text.len();
                Ok(())
            }
            None => {
                self.empty()?;
                self.out.write_all(text)
            }
        }
    }

    /// A number.
    pub(super) fn number(&mut self, value: u64) -> io::Result<()> {
        self.reserve()?;
        self.page.unsigned(value, &self.ready);
        Ok(())
    }
}

impl<W: Write> Write for TextBuffer<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.text(text)?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.empty()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::TextBuffer;
    use std::io::Write;

    #[test]
    fn numbers_of_every_length() {
        let ops: Vec<u64> =
            (0..20).map(|i| 10u64.pow(i)).chain([0, 9999, 10_203, 100_000_007, u64::MAX, 1 << 63]).collect();
        let mut out = Vec::new();
        let mut sheet = TextBuffer::new(&mut out);
        for _ in 0..3000 {
            sheet.operands(&ops).unwrap();
        }
        sheet.flush().unwrap();
        drop(sheet);
        let one: String =
            ops.iter().enumerate().map(|(i, op)| format!(" op{i}={}", op.cast_signed())).collect();
        assert!(String::from_utf8(out).unwrap() == one.repeat(3000));
        let many: Vec<u64> = (0..300).collect();
        let mut out = Vec::new();
        let mut sheet = TextBuffer::new(&mut out);
        sheet.operands(&many).unwrap();
        sheet.flush().unwrap();
        drop(sheet);
        assert!(String::from_utf8(out).unwrap().ends_with(" op298=298 op299=299"));
    }
}
