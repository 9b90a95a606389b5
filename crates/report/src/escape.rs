//! Text from files, made safe to show; text of our own, wrapped.

use std::borrow::Cow;

/// Whether a character would do something to a terminal or to its reader instead of showing: control characters, those that change the direction
/// of text or take no room, and those that are none.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}' | '\u{61c}' | '\u{180e}'
            | '\u{ad}')
}

/// What agents of CI systems take for commands wherever it stands in a line: GitHub (the older form), Azure Pipelines, TeamCity.
const MARKS: [&str; 3] = ["##[", "##vso[", "##teamcity["];

/// Commands of GitHub's runner, which stand behind `::` at the beginning of a line.
/// <https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs>
const COMMANDS: [&str; 16] = [
    "error",
    "warning",
    "notice",
    "debug",
    "group",
    "endgroup",
    "add-mask",
    "add-path",
    "add-matcher",
    "remove-matcher",
    "set-output",
    "set-env",
    "save-state",
    "stop-commands",
    "echo",
    "internal-set-repo-path",
];

/// Whether a text begins with what a CI system takes for a command. `is_word`: whether a line may be broken in front of it.
fn is_command(text: &str, is_word: bool) -> bool {
    match text.as_bytes() {
        [b'#', b'#', ..] => MARKS.iter().any(|mark| starts(text, mark)),
        [b':', b':', rest @ ..] if is_word => COMMANDS.iter().any(|command| {
            let behind = rest.get(command.len()).copied().unwrap_or(b' ');
            starts(text.get(2..).unwrap_or_default(), command)
                && (behind == b':' || behind.is_ascii_whitespace())
        }),
        _ => false,
    }
}

/// Whether a text starts with a word, in letters of either case.
fn starts(text: &str, word: &str) -> bool {
    text.as_bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a text has a command anywhere where it might be taken for one.
fn has_command(text: &str) -> bool {
    let marks = || text.match_indices("##").any(|(at, _)| is_command(&text[at..], false));
    let words = || {
        let mut places = text.match_indices("::").map(|(at, _)| at);
        places.any(|at| is_word(text[..at].chars().next_back()) && is_command(&text[at..], true))
    };
    marks() || words()
}

/// Whether a word begins behind a character.
fn is_word(before: Option<char>) -> bool {
    before.is_none_or(char::is_whitespace)
}

/// Text with everything escaped that would not simply show, and with nothing in it that a CI system takes for a command, for all forms of answers;
/// `own` says how a form writes its own characters.
pub(crate) fn escape_for(text: &str, own: impl Fn(char) -> Option<&'static str>) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = None;
    for (at, c) in text.char_indices() {
        match own(c) {
            Some(own) => out.push_str(own),
            None if is_unsafe(c) => out.extend(c.escape_default()),
            None if matches!(c, '#' | ':') && is_command(&text[at..], is_word(before)) => {
                out.extend(c.escape_unicode());
            }
            None => out.push(c),
        }
        before = Some(c);
    }
    out
}

/// Whether nothing in a text is unsafe, except for ends of lines, because all of it is printable ASCII.
fn is_plain(text: &str) -> bool {
    // Eight bytes at a time. The upper bit of a byte is set where it is: 0x80 or more; DEL, which 1 carries into it; less than a blank.
    const ONES: u64 = u64::MAX / 0xff;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
    words.iter().all(|bytes| {
        let word = u64::from_le_bytes(*bytes);
        let other = word | word.wrapping_add(ONES) | word.wrapping_sub(ONES * 0x20);
        other & (ONES * 0x80) == 0 || bytes.iter().all(plain)
    }) && rest.iter().all(plain)
}

/// The text with everything escaped that would not simply show: `\n`, `\u{1b}`, and with nothing in it that a CI system takes for a command.
/// Everything else stays as it is.
pub fn escape(text: &str) -> Cow<'_, str> {
    match text.contains(is_unsafe) || has_command(text) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(escape_for(text, |_| None)),
    }
}

/// JSON text with those characters escaped that would change what a terminal shows, or begin a command of a CI system. They stand inside strings only; `serde_json` escapes those that
/// JSON itself forbids.
pub fn escape_json(text: &str) -> Cow<'_, str> {
    let is_free = || !text.match_indices('#').any(|(at, _)| is_command(&text[at..], false));
    if (is_plain(text) || !text.contains(|c| c != '\n' && is_unsafe(c))) && is_free() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '\n' => out.push(c),
            c if is_unsafe(c) || c == '#' && is_command(&text[at..], false) => {
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
    use super::{escape, escape_json, shorten, wrap};

    #[test]
    fn nothing_reaches_the_terminal() {
        assert_eq!(escape("a\x1b[31mb\r\n\u{202e}\u{9b}\0"), "a\\u{1b}[31mb\\r\\n\\u{202e}\\u{9b}\\u{0}");
        assert_eq!(escape("größe 大小 `x` \\ \"y\""), "größe 大小 `x` \\ \"y\"");
    }

    #[test]
    fn nothing_is_a_command() {
        for (text, escaped) in [
            ("::error file=a::b", "\\u{3a}:error file=a::b"),
            ("  ::Set-Env name=A::b", "  \\u{3a}:Set-Env name=A::b"),
            // A line may be broken there.
            ("a ::add-mask::x", "a \\u{3a}:add-mask::x"),
            ("a##vso[task.complete]", "a\\u{23}#vso[task.complete]"),
            ("##[group]x", "\\u{23}#[group]x"),
            ("##TeamCity[x]", "\\u{23}#TeamCity[x]"),
        ] {
            assert_eq!(escape(text), escaped);
        }
        for text in ["::std::string", "aten::error::x", "::errors::x", "## title", "#[derive]", "::", "##"] {
            assert_eq!(escape(text), text);
        }
        assert_eq!(
            escape_json("[\n  \"##vso[x]\", \"::error::\"\n]"),
            "[\n  \"\\u0023#vso[x]\", \"::error::\"\n]"
        );
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
