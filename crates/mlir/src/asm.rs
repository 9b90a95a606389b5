//! [`Asm`]: the assembly text of an attribute or type of a dialect, with what it has inside by number. What hooks read and write.

use crate::escape;
use crate::ids::{AttrId, TypeId};

/// A part of assembly text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AsmPart {
    Text(Vec<u8>),
    Attr(AttrId),
    Type(TypeId),
}

/// The assembly text of an attribute or type, from `#` or `!` on. Attributes and types inside of it are references to entries of the
/// tables, so that they keep their identity and are printed as everywhere else.
///
/// ```
/// use outlast_mlir::dialect::Asm;
///
/// let mut asm = Asm::new();
/// asm.text("#test.attr_params<").signed(-7).text(", ").number(9).text(">");
/// let mut text = asm.cursor();
/// text.literal("#test.attr_params<").unwrap();
/// assert_eq!(text.signed(), Some(-7));
/// assert_eq!(text.literal(","), Some(()));
/// assert_eq!((text.number(), text.literal(">"), text.end()), (Some(9), Some(()), Some(())));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Asm {
    parts: Vec<AsmPart>,
}

impl Asm {
    /// No text yet.
    pub fn new() -> Asm {
        Asm::default()
    }

    /// A text without references.
    pub fn of(text: impl AsRef<[u8]>) -> Asm {
        Asm { parts: vec![AsmPart::Text(text.as_ref().to_vec())] }
    }

    fn with(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> &mut Asm {
        if let Some(AsmPart::Text(text)) = self.parts.last_mut() {
            write(text);
            return self;
        }
        let mut text = Vec::new();
        write(&mut text);
        self.parts.push(AsmPart::Text(text));
        self
    }

    /// Appends text as it is.
    pub fn text(&mut self, text: impl AsRef<[u8]>) -> &mut Asm {
        self.with(|out| out.extend_from_slice(text.as_ref()))
    }

    /// Appends a number.
    pub fn number(&mut self, number: u64) -> &mut Asm {
        self.with(|out| escape::number(out, number))
    }

    /// Appends a signed number.
    pub fn signed(&mut self, number: i64) -> &mut Asm {
        self.with(|out| escape::signed(out, number))
    }

    /// Appends a string in quotes, escaped as upstream does.
    pub fn quoted(&mut self, text: impl AsRef<[u8]>) -> &mut Asm {
        self.with(|out| escape::quoted(out, text.as_ref()))
    }

    /// Appends an attribute.
    pub fn attr(&mut self, attr: AttrId) -> &mut Asm {
        self.parts.push(AsmPart::Attr(attr));
        self
    }

    /// Appends a type.
    pub fn ty(&mut self, ty: TypeId) -> &mut Asm {
        self.parts.push(AsmPart::Type(ty));
        self
    }

    pub(crate) fn parts(&self) -> &[AsmPart] {
        &self.parts
    }

    /// The text, if it has no attribute or type inside.
    pub fn plain(&self) -> Option<&[u8]> {
        match &*self.parts {
            [] => Some(&[]),
            [AsmPart::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Reads it from the start.
    pub fn cursor(&self) -> AsmCursor<'_> {
        AsmCursor { parts: &self.parts, at: 0 }
    }
}

/// Reads assembly text piece by piece. Spaces before a piece are passed over; what is not there gives none, and then nothing is
/// taken, so that a hook can end with `?` and leave the attribute or type as text.
#[derive(Clone, Copy, Debug)]
pub struct AsmCursor<'p> {
    parts: &'p [AsmPart],
    /// Bytes of the first part that were taken.
    at: usize,
}

impl<'p> AsmCursor<'p> {
    /// The text up to the next attribute or type, without spaces in front.
    fn rest(&self) -> &'p [u8] {
        match self.parts.first() {
            Some(AsmPart::Text(text)) => text.get(self.at..).unwrap_or_default().trim_ascii_start(),
            _ => &[],
        }
    }

    /// Goes on where `rest` begins.
    fn go(&mut self, rest: &'p [u8]) {
        if let Some(AsmPart::Text(text)) = self.parts.first() {
            self.at = text.len().saturating_sub(rest.len());
            if self.at == text.len() {
                self.next_part();
            }
        }
    }

    fn next_part(&mut self) {
        self.parts = self.parts.get(1..).unwrap_or_default();
        self.at = 0;
    }

    /// Goes over spaces at the end of a text, so that what follows it comes next.
    fn skip(&mut self) {
        let rest = self.rest();
        self.go(rest);
    }

    /// Takes a text that has to be there.
    pub fn literal(&mut self, text: &str) -> Option<()> {
        let rest = self.rest().strip_prefix(text.as_bytes())?;
        self.go(rest);
        Some(())
    }

    fn digits(&mut self, from: usize) -> Option<&'p [u8]> {
        let rest = self.rest();
        let digits = rest.get(from..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (taken, left) = rest.split_at(from + digits);
        (digits > 0).then(|| {
            self.go(left);
            taken
        })
    }

    /// Takes a number without a sign.
    pub fn number(&mut self) -> Option<u64> {
        let before = *self;
        let found = self.digits(0).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        if found.is_none() {
            *self = before;
        }
        found
    }

    /// Takes a number that may have a minus in front.
    pub fn signed(&mut self) -> Option<i64> {
        let before = *self;
        let from = usize::from(self.rest().starts_with(b"-"));
        let found = self.digits(from).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        if found.is_none() {
            *self = before;
        }
        found
    }

    /// Takes a word: letters, digits, `_`, `$`, `.`, not beginning with a digit.
    pub fn word(&mut self) -> Option<&'p str> {
        let rest = self.rest();
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        let len = rest.iter().take_while(is_word).count();
        let (word, left) = rest.split_at(len);
        let word = std::str::from_utf8(word).ok().filter(|word| !word.is_empty())?;
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        self.go(left);
        Some(word)
    }

    /// Takes a string in quotes; what it says, without escapes.
    pub fn quoted(&mut self) -> Option<Vec<u8>> {
        let rest = self.rest();
        if !rest.starts_with(b"\"") {
            return None;
        }
        let mut out = Vec::new();
        let mut bytes = rest.get(1..)?.iter();
        loop {
            match *bytes.next()? {
                b'"' => break,
                b'\\' => out.push(match *bytes.next()? {
                    b'n' => b'\n',
                    b't' => b'\t',
                    byte @ (b'"' | b'\\') => byte,
                    high => {
                        let digit =
                            |byte: u8| char::from(byte).to_digit(16).and_then(|it| u8::try_from(it).ok());
                        digit(high)? << 4 | digit(*bytes.next()?)?
                    }
                }),
                byte => out.push(byte),
            }
        }
        self.go(bytes.as_slice());
        Some(out)
    }

    /// Takes an attribute that is an entry. One that stands there as text is none.
    pub fn attr(&mut self) -> Option<AttrId> {
        let before = *self;
        self.skip();
        match self.parts.first() {
            Some(AsmPart::Attr(attr)) => {
                self.next_part();
                Some(*attr)
            }
            _ => {
                *self = before;
                None
            }
        }
    }

    /// Takes a type that is an entry. One that stands there as text is none.
    pub fn ty(&mut self) -> Option<TypeId> {
        let before = *self;
        self.skip();
        match self.parts.first() {
            Some(AsmPart::Type(ty)) => {
                self.next_part();
                Some(*ty)
            }
            _ => {
                *self = before;
                None
            }
        }
    }

    /// Nothing may be left.
    pub fn end(&mut self) -> Option<()> {
        self.skip();
        self.parts.is_empty().then_some(())
    }
}
