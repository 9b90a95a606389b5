//! Text from files, made safe to show; text of our own, wrapped.

use std::borrow::Cow;

/// Whether a character would do something to a terminal or to its reader instead of showing: control characters, and
/// those that change the direction of text or take no room.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' | '\u{61c}' | '\u{180e}' | '\u{ad}')
}

/// Whether nothing in a text is unsafe, but for ends of lines, because all of it is printable ASCII.
fn is_plain(text: &str) -> bool {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
    // Many bytes at a time, without a branch for each.
    text.as_bytes().chunks(64).all(|part| part.iter().fold(true, |all, byte| all & plain(byte)))
}

/// The text with everything escaped that would not simply show: `\n`, `\u{1b}`. Everything else stays as it is.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// JSON text with those characters escaped that would change what a terminal shows. They stand inside strings only; `serde_json` escapes those that
/// JSON itself forbids.
pub fn escape_json(text: &str) -> Cow<'_, str> {
    if is_plain(text) || !text.contains(|c| c != '\n' && is_unsafe(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push(c),
            c if is_unsafe(c) => {
                out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The text, at most `limit` characters of it, escaped; what is left out is counted.
pub(crate) fn shorten(text: &str, limit: usize) -> Cow<'_, str> {
    match text.char_indices().nth(limit) {
        None => escape(text),
        Some((cut, _)) => {
            let rest = text[cut..].chars().count();
            Cow::Owned(format!("{}… ({rest} more characters)", escape(&text[..cut])))
        }
    }
}

/// Wraps paragraphs at `width` characters; blank lines separate paragraphs.
pub fn wrap(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for paragraph in text.split("\n\n") {
        if !out.is_empty() {
            out.push('\n');
        }
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let len = word.chars().count();
            if column > 0 && column + 1 + len > width {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += len;
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{escape, shorten, wrap};

    #[test]
    fn nothing_reaches_the_terminal() {
        assert_eq!(escape("a\x1b[31mb\r\n\u{202e}\u{9b}\0"), "a\\u{1b}[31mb\\r\\n\\u{202e}\\u{9b}\\u{0}");
        assert_eq!(escape("größe 大小 `x` \\ \"y\""), "größe 大小 `x` \\ \"y\"");
    }

    #[test]
    fn long_text_is_counted() {
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("ab\u{1}def", 3), "ab\\u{1}… (3 more characters)");
    }

    #[test]
    fn wraps_paragraphs() {
        assert_eq!(wrap("one two three\n\nfour", 8), "one two\nthree\n\nfour\n");
    }
}
