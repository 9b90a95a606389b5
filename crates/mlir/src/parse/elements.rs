//! Elements of dense attributes as they are spelled: one for all, lists in lists, or hexadecimal. Their type comes later in the
//! text, so they are kept as they stand there.

use outlast_core::Result;

use super::Parser;
use super::cursor::{Cursor, Spelled};

/// How deep lists may stand in each other.
const MAX_RANK: usize = 1 << 10;

/// One element.
#[derive(Clone, Debug)]
pub(super) enum Element<'t> {
    /// A number: whether it is negative, and its digits.
    Number(bool, Spelled<'t>),
    /// `true` or `false`.
    Bit(bool),
    /// A text in quotes.
    Text(Vec<u8>),
    /// Two numbers: `(1.0,2.0)`.
    Pair([(bool, Spelled<'t>); 2]),
}

/// Elements, and the shape that their brackets have.
#[derive(Clone, Debug)]
pub(super) struct Literal<'t> {
    /// Where they begin.
    pub(super) start: Cursor<'t>,
    /// Sizes of the lists; none if there is one element without a list.
    pub(super) shape: Vec<i64>,
    /// The elements.
    pub(super) elements: Vec<Element<'t>>,
    /// Whether there are no elements and no brackets.
    pub(super) nothing: bool,
}

/// Lists that are open: how many members each has so far.
#[derive(Default)]
struct Lists {
    open: Vec<i64>,
    /// By depth, how many members a list has; known when the first is closed.
    sizes: Vec<Option<i64>>,
    /// The depth at which elements stand.
    leaf: Option<usize>,
}

impl Lists {
    fn begin(&mut self, here: &Cursor<'_>) -> Result<()> {
        if self.leaf.is_some_and(|leaf| self.open.len() >= leaf) {
            return Err(here.error("expected an element, found a list: lists of one depth hold the same"));
        }
        if self.open.len() >= MAX_RANK {
            return Err(here.limit("lists in lists", u64::try_from(MAX_RANK).unwrap_or(u64::MAX)));
        }
        self.open.push(0);
        if self.sizes.len() < self.open.len() {
            self.sizes.push(None);
        }
        Ok(())
    }

    fn element(&mut self, here: &Cursor<'_>) -> Result<()> {
        let depth = self.open.len();
        if *self.leaf.get_or_insert(depth) != depth || self.sizes.len() > depth {
            return Err(here.error("expected a list, found an element: lists of one depth hold the same"));
        }
        self.count();
        Ok(())
    }

    fn count(&mut self) {
        if let Some(last) = self.open.last_mut() {
            *last += 1;
        }
    }

    fn end(&mut self, here: &Cursor<'_>) -> Result<()> {
        let Some(count) = self.open.pop() else { return Ok(()) };
        let known = self.sizes.get_mut(self.open.len()).map(|size| *size.get_or_insert(count));
        if known != Some(count) {
            let known = known.unwrap_or(0);
            return Err(
                here.error(format!("expected a list of {known} as those before, found one of {count}"))
            );
        }
        self.count();
        Ok(())
    }
}

impl<'t> Parser<'t> {
    /// Elements; nothing, if the bracket around them is closed at once.
    pub(super) fn literal(&mut self) -> Result<Literal<'t>> {
        self.cursor.skip();
        let start = self.cursor;
        let mut literal = Literal { start, shape: Vec::new(), elements: Vec::new(), nothing: false };
        if self.cursor.sees(">") {
            literal.nothing = true;
            return Ok(literal);
        }
        let mut lists = Lists::default();
        loop {
            self.cursor.skip();
            let here = self.cursor;
            if self.cursor.eat("[") {
                lists.begin(&here)?;
                if !self.cursor.eat("]") {
                    continue;
                }
                lists.end(&here)?;
            } else {
                lists.element(&here)?;
                literal.elements.push(self.element()?);
            }
            while !lists.open.is_empty() && self.cursor.eat("]") {
                lists.end(&here)?;
            }
            if lists.open.is_empty() {
                break;
            }
            if !self.cursor.eat(",") {
                return Err(self.cursor.expected("`,` or `]`"));
            }
        }
        literal.shape = lists.sizes.into_iter().map(|size| size.unwrap_or(0)).collect();
        Ok(literal)
    }

    fn element(&mut self) -> Result<Element<'t>> {
        match self.cursor.peek() {
            Some(b'"') => Ok(Element::Text(self.quoted("a string")?)),
            Some(b'(') => {
                self.cursor.expect("(")?;
                let real = self.signed()?;
                self.cursor.expect(",")?;
                let imaginary = self.signed()?;
                self.cursor.expect(")")?;
                Ok(Element::Pair([real, imaginary]))
            }
            Some(b't' | b'f') => match self.cursor.peek_word() {
                Some(word @ ("true" | "false")) => {
                    self.cursor.word();
                    Ok(Element::Bit(word == "true"))
                }
                _ => Err(self.cursor.expected("an element")),
            },
            _ => self.signed().map(|(negative, spelled)| Element::Number(negative, spelled)),
        }
    }

    /// A number with its sign.
    pub(super) fn signed(&mut self) -> Result<(bool, Spelled<'t>)> {
        let negative = self.cursor.eat("-");
        match self.cursor.number() {
            Some(spelled) => Ok((negative, spelled)),
            None => Err(self.cursor.expected("an element")),
        }
    }
}
