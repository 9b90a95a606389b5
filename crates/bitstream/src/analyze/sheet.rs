//! [`Sheet`]: text on its way out, through one large buffer.
//!
//! A dump is mostly ` op7=123`: both parts come ready-made from tables, and are copied eight bytes at a time; only the
//! position moves by their length.

use std::io::{self, Write};

/// Room that one small piece may take.
const SLACK: usize = 64;
const SIZE: usize = 1 << 16;

pub(super) struct Sheet<W> {
    out: W,
    buffer: Box<[u8; SIZE]>,
    len: usize,
    numbers: Box<[Piece; 10_000]>,
    ops: Box<[Piece; 100]>,
}

impl<W> std::fmt::Debug for Sheet<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sheet").field("len", &self.len).finish_non_exhaustive()
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

impl<W: Write> Sheet<W> {
    pub(super) fn new(out: W) -> Sheet<W> {
        Sheet {
            out,
            buffer: Box::new([0; SIZE]),
            len: 0,
            numbers: table(|i| i.to_string()),
            ops: table(|i| format!(" op{i}=")),
        }
    }

    /// Makes room for `SLACK` bytes.
    #[inline(always)]
    fn reserve(&mut self) -> io::Result<()> {
        if self.len > SIZE - SLACK { self.empty() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn empty(&mut self) -> io::Result<()> {
        let len = std::mem::take(&mut self.len);
        self.out.write_all(&self.buffer[..len])
    }

    /// Copies eight bytes, of which `len` count.
    #[inline(always)]
    fn piece(&mut self, piece: Piece) {
        if let Some(to) = self.buffer.get_mut(self.len..self.len + 8) {
            to.copy_from_slice(&piece.text);
            self.len += usize::from(piece.len);
        }
    }

    /// ` op7=-3` for each operand.
    #[inline]
    pub(super) fn operands(&mut self, ops: &[u64]) -> io::Result<()> {
        let ready = ops.len().min(self.ops.len());
        for (index, op) in ops[..ready].iter().enumerate() {
            self.reserve()?;
            self.piece(self.ops[index]);
            self.signed(op.cast_signed());
        }
        for (index, op) in ops.iter().enumerate().skip(ready) {
            self.reserve()?;
            self.piece(Piece { text: *b" op\0\0\0\0\0", len: 3 });
            self.unsigned(u64::try_from(index).unwrap_or(u64::MAX));
            self.piece(Piece { text: *b"=\0\0\0\0\0\0\0", len: 1 });
            self.signed(op.cast_signed());
        }
        Ok(())
    }

    #[inline(always)]
    fn signed(&mut self, value: i64) {
        if value < 0 {
            self.piece(Piece { text: *b"-\0\0\0\0\0\0\0", len: 1 });
        }
        self.unsigned(value.unsigned_abs());
    }

    #[inline(always)]
    fn unsigned(&mut self, value: u64) {
        match self.numbers.get(usize::try_from(value).unwrap_or(usize::MAX)) {
            Some(piece) => self.piece(*piece),
            None => self.large(value),
        }
    }

    /// Numbers of five digits and more, four at a time from the end.
    fn large(&mut self, mut value: u64) {
        let mut digits = [b'0'; 24];
        let mut at = digits.len();
        while value >= 10_000 {
            let piece = self.numbers[usize::try_from(value % 10_000).unwrap_or(0)];
            value /= 10_000;
            let len = usize::from(piece.len);
            digits[at - len..at].copy_from_slice(&piece.text[..len]);
            at -= 4;
        }
        let piece = self.numbers[usize::try_from(value).unwrap_or(0)];
        let len = usize::from(piece.len);
        digits[at - len..at].copy_from_slice(&piece.text[..len]);
        at -= len;
        let text = &digits[at..];
        if let Some(to) = self.buffer.get_mut(self.len..self.len + text.len()) {
            to.copy_from_slice(text);
            self.len += text.len();
        }
    }

    /// Any text.
    #[inline]
    pub(super) fn text(&mut self, text: &[u8]) -> io::Result<()> {
        match self.buffer.get_mut(self.len..self.len + text.len()) {
            Some(to) => {
                to.copy_from_slice(text);
                self.len += text.len();
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
        self.unsigned(value);
        Ok(())
    }
}

impl<W: Write> Write for Sheet<W> {
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
    use super::Sheet;
    use std::io::Write;

    #[test]
    fn numbers_of_every_length() {
        let ops: Vec<u64> =
            (0..20).map(|i| 10u64.pow(i)).chain([0, 9999, 10_203, 100_000_007, u64::MAX, 1 << 63]).collect();
        let mut out = Vec::new();
        let mut sheet = Sheet::new(&mut out);
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
        let mut sheet = Sheet::new(&mut out);
        sheet.operands(&many).unwrap();
        sheet.flush().unwrap();
        drop(sheet);
        assert!(String::from_utf8(out).unwrap().ends_with(" op298=298 op299=299"));
    }
}
