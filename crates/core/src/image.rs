//! [`Image`]: a file about to be written as its readers see it, with zeros in place of bulk data.

use std::borrow::Cow;
use std::ops::Range;

use crate::{Error, ErrorKind, Output, Piece, Result, Span};

/// A file that consists of pieces, and its bytes with zeros where weights are. The zeros are pages that the system makes when
/// they are written to, which nobody does: an image takes the memory of what readers look into, however long the file is.
#[derive(Debug)]
pub struct Image<'a> {
    bytes: Vec<u8>,
    output: Output<'a>,
    /// Where each piece starts.
    starts: Vec<usize>,
}

impl<'a> Image<'a> {
    /// The image of a file.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Limit`] if the system has no addresses for a file of this length.
    pub fn new(output: Output<'a>) -> Result<Image<'a>> {
        // Asked for first and given back, because there is no way to ask for zeros that may be refused.
        let mut asked = Vec::<u8>::new();
        if std::hint::black_box(&mut asked).try_reserve_exact(output.len()).is_err() {
            let kind =
                ErrorKind::Limit { what: "bytes of addresses for the file", limit: output.len() as u64 };
            return Err(Error::new(kind, Span::default()));
        }
        drop(std::hint::black_box(asked));
        let starts = output.pieces().iter().scan(0, |end, piece| {
            let start = *end;
            *end += piece.len();
            Some(start)
        });
        let starts = starts.collect();
        Ok(Image { bytes: output.without_weights(), output, starts })
    }

    /// The bytes: those of weights are zero.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file.
    pub fn output(&self) -> &Output<'a> {
        &self.output
    }

    /// The file, without the image of it.
    pub fn into_output(self) -> Output<'a> {
        self.output
    }

    /// What stands in a range of the file. What pieces own is copied.
    ///
    /// # Panics
    ///
    /// If the range ends behind the file.
    pub fn content(&self, range: Range<usize>) -> Output<'a> {
        assert!(range.end <= self.bytes.len(), "a range of the file");
        let mut content = Output::default();
        let first = self.starts.partition_point(|start| *start <= range.start).saturating_sub(1);
        for (piece, start) in self.output.pieces().iter().zip(&self.starts).skip(first) {
            let part = range.start.max(*start)..range.end.min(start + piece.len());
            if part.start >= part.end {
                break;
            }
            let part = part.start - start..part.end - start;
            content.push(match piece {
                Piece::Bytes(raw) => Piece::Bytes(sub(raw, part)),
                Piece::Weights(raw) => Piece::Weights(sub(raw, part)),
                Piece::Zeros(_) => Piece::Zeros(part.len()),
            });
        }
        content
    }
}

/// A part of a piece, which is as long as [`Image::content`] says.
fn sub<'a>(raw: &Cow<'a, [u8]>, range: Range<usize>) -> Cow<'a, [u8]> {
    match raw {
        Cow::Borrowed(raw) => Cow::Borrowed(raw.get(range).unwrap_or_default()),
        Cow::Owned(raw) => Cow::Owned(raw.get(range).unwrap_or_default().to_vec()),
    }
}

/// Where `part` starts in `whole`, if it is a part of it.
pub fn offset_in(whole: &[u8], part: &[u8]) -> Option<usize> {
    let offset = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
    (offset.checked_add(part.len())? <= whole.len()).then_some(offset)
}

/// An output as one that leads to where its bytes are for longer: in what the image consists of, or in these files. What is in
/// neither is copied. What readers look into, before or after, stays that.
pub fn settle<'a>(
    output: Output<'_>,
    image: Option<&Image<'a>>,
    files: impl Iterator<Item = &'a [u8]> + Clone,
) -> Output<'a> {
    let origin = |part: &[u8]| {
        if let Some((image, start)) = image.and_then(|image| Some((image, offset_in(image.bytes(), part)?))) {
            return Some(image.content(start..start + part.len()));
        }
        files.clone().find_map(|file| {
            let start = offset_in(file, part)?;
            file.get(start..)?.get(..part.len()).map(Output::weights)
        })
    };
    let mut settled = Output::default();
    for piece in output.into_pieces() {
        let (raw, looked_at) = match piece {
            Piece::Zeros(n) => {
                settled.push(Piece::Zeros(n));
                continue;
            }
            Piece::Bytes(raw) => (raw, true),
            Piece::Weights(raw) => (raw, false),
        };
        match origin(&raw) {
            Some(origin) => origin.into_pieces().into_iter().for_each(|part| {
                settled.push(match part {
                    Piece::Weights(raw) if looked_at => Piece::Bytes(raw),
                    part => part,
                });
            }),
            None if looked_at => settled.push(Piece::Bytes(raw.into_owned().into())),
            None => settled.push(Piece::Weights(raw.into_owned().into())),
        }
    }
    settled
}

/// Tells what weights are, also those that an [`Image`] has zeros for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a>(Option<&'a Image<'a>>);

impl<'a> Contents<'a> {
    /// Weights are where they seem to be, except for those in this image.
    pub fn of(image: Option<&'a Image<'a>>) -> Contents<'a> {
        Contents(image)
    }

    /// What these bytes are in the file.
    pub fn pieces(&self, part: &'a [u8]) -> Output<'a> {
        match self.0.and_then(|image| Some((image, offset_in(image.bytes(), part)?))) {
            Some((image, start)) => image.content(start..start + part.len()),
            None => Output::weights(part),
        }
    }

    /// The same in one piece.
    pub fn bytes(&self, part: &'a [u8]) -> Cow<'a, [u8]> {
        match self.0.and_then(|image| offset_in(image.bytes(), part)) {
            Some(_) => Cow::Owned(self.pieces(part).to_vec()),
            None => Cow::Borrowed(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Contents, Image, offset_in, settle};
    use crate::{Output, Piece};

    fn file() -> Output<'static> {
        let mut output = Output::of(&b"head"[..]);
        output.push(Piece::Weights(b"weights"[..].into()));
        output.push(Piece::Zeros(3));
        output.push(Piece::Weights(b"more".to_vec().into()));
        output
    }

    #[test]
    fn weights_are_zeros_and_can_be_had() {
        let image = Image::new(file()).unwrap();
        assert_eq!(image.bytes(), b"head\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        let whole = file().to_vec();
        for start in 0..=whole.len() {
            for end in start..=whole.len() {
                assert_eq!(image.content(start..end).to_vec(), whole[start..end], "{start}..{end}");
                let contents = Contents::of(Some(&image));
                let part = &image.bytes()[start..end];
                assert_eq!(*contents.bytes(part), whole[start..end]);
            }
        }
        assert_eq!(image.into_output().to_vec(), whole);
    }

    #[test]
    fn an_output_outlives_the_image_that_it_was_made_of() {
        let original = b"kept and left".to_vec();
        let first = Image::new(file()).unwrap();
        let mut output = Output::of(&first.bytes()[2..9]);
        output.push(Piece::Weights(first.bytes()[10..16].into()));
        output.push(Piece::Weights(original[..4].into()));
        output.push(Piece::Bytes(b"new".to_vec().into()));
        output.push(Piece::Zeros(1));
        let whole = file().to_vec();
        let expected = [&whole[2..9], &whole[10..16], b"kept", b"new", b"\0"].concat();
        let settled = settle(output, Some(&first), std::iter::once(&original[..]));
        drop(first);
        assert_eq!(settled.to_vec(), expected);
        let kept = settled.pieces().iter().filter(|piece| match piece {
            Piece::Weights(raw) => offset_in(&original, raw) == Some(0),
            _ => false,
        });
        assert_eq!(kept.count(), 1, "what is in a file is not copied");
        // What readers look into stays that, whatever it was taken from.
        let bytes = settled.pieces().iter().filter(|piece| matches!(piece, Piece::Bytes(_))).map(Piece::len);
        assert_eq!(bytes.sum::<usize>(), 7 + 3);
    }

    #[test]
    fn what_is_elsewhere_is_what_it_is() {
        let image = Image::new(file()).unwrap();
        let other = b"other".to_vec();
        assert_eq!(*Contents::of(Some(&image)).bytes(&other), *b"other");
        assert_eq!(Contents::default().pieces(&image.bytes()[4..6]).to_vec(), b"\0\0");
        assert_eq!(offset_in(&other, &other[2..]), Some(2));
        assert_eq!(offset_in(&other[2..], &other), None);
        assert_eq!(offset_in(&other[..3], &other[2..]), None);
    }
}
