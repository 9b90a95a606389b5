//! JSON text, laid out for reading without being parsed: numbers and strings stay what they were.

use crate::escape::escape_json;

/// Indents JSON. Lists of plain values stay on one line; what would not simply show is escaped.
pub fn indent_json(json: &str) -> String {
    escape_json(&indented(json)).into_owned()
}

fn indented(json: &str) -> String {
    let bytes = json.as_bytes();
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = string_end(bytes, at);
                out.push_str(&json[at..end]);
                at = end;
                continue;
            }
            b'{' | b'[' => match flat_end(bytes, at) {
                Some(end) => {
                    push_flat(&mut out, &json[at..end]);
                    at = end;
                    continue;
                }
                None => {
                    depth += 1;
                    out.push(char::from(byte));
                    new_line(&mut out, depth);
                }
            },
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(char::from(byte));
            }
            b',' => {
                out.push(',');
                new_line(&mut out, depth);
            }
            b':' => out.push_str(": "),
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => {
                let end = word_end(bytes, at);
                out.push_str(&json[at..end]);
                at = end;
                continue;
            }
        }
        at += 1;
    }
    out.push('\n');
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

/// One past the closing quote of the string that starts at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 2,
            b'"' => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}

/// One past the bracket that closes the one at `at`, if nothing is nested: an empty object, or a list of plain values.
fn flat_end(bytes: &[u8], at: usize) -> Option<usize> {
    let object = bytes[at] == b'{';
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b']' | b'}' => return Some(end + 1),
            b'{' | b'[' => return None,
            b'"' if !object => end = string_end(bytes, end),
            b' ' => end += 1,
            _ if object => return None,
            _ => end += 1,
        }
    }
}

/// A flat list with one blank after each comma.
fn push_flat(out: &mut String, list: &str) {
    let bytes = list.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = string_end(bytes, at);
                out.push_str(&list[at..end]);
                at = end;
                continue;
            }
            b',' => out.push_str(", "),
            b' ' => {}
            b'{' | b'[' | b'}' | b']' => out.push(char::from(byte)),
            _ => {
                let end = word_end(bytes, at);
                out.push_str(&list[at..end]);
                at = end;
                continue;
            }
        }
        at += 1;
    }
}

/// Where the number or word that starts at `at` ends.
fn word_end(bytes: &[u8], at: usize) -> usize {
    let is_end =
        |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'-' | b'+');
    let rest = bytes.get(at + 1..).unwrap_or_default();
    rest.iter().position(is_end).map_or(bytes.len(), |len| at + 1 + len)
}

#[cfg(test)]
mod tests {
    use super::indent_json;

    #[test]
    fn lists_of_plain_values_stay_together() {
        let json = r#"{"a": [1,2, 3], "b{\"": {"c": []}, "d": [{"e": "ü[]"}, {}], "f": 1.50}"#;
        let expected = "{\n  \"a\": [1, 2, 3],\n  \"b{\\\"\": {\n    \"c\": []\n  },\n  \"d\": [\n    {\n      \"e\": \"ü[]\"\n    },\n    {}\n  ],\n  \"f\": 1.50\n}\n";
        assert_eq!(indent_json(json), expected);
    }

    #[test]
    fn says_the_same() {
        for json in ["", "null", "[", "\"", "{\"a", "[1,[2,[3]]]"] {
            let shown = indent_json(json);
            let strip = |s: &str| s.replace([' ', '\n'], "");
            assert_eq!(strip(&shown), strip(json));
        }
    }
}
