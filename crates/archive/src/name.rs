//! Names of members as text (4.4.17, appendix D).

use std::borrow::Cow;

/// The upper half of code page 437.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// A name as text: UTF-8 if it is that, whatever the flag says, since many writers do not set it; otherwise code page 437,
/// in which every byte is a character.
pub(crate) fn text(name: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(name) {
        Ok(text) => text.into(),
        Err(_) => name.iter().map(|byte| character(*byte)).collect::<String>().into(),
    }
}

fn character(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(upper) => CP437.chars().nth(usize::from(upper)).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::{CP437, text};

    #[test]
    fn every_byte_has_a_character() {
        assert_eq!(CP437.chars().count(), 128);
        assert_eq!(text(b"model/data.pkl"), "model/data.pkl");
        assert_eq!(text("gr\u{f6}\u{df}e".as_bytes()), "größe");
        assert_eq!(text(b"gr\x94\xe1e"), "größe");
        assert_eq!(text(b"\xff\x80"), "\u{a0}Ç");
    }
}
