//! Metadata of Rust crates, `.rmeta` (`rustc_metadata/src/rmeta/mod.rs`): "rust", three zero bytes, the version of the layout, where the root
//! is, and the compiler as a text with its length.

/// Bytes behind the magic in which the compiler's version is looked for.
const HEAD: usize = 128;

/// Which compiler wrote it, and reads it.
pub(super) fn describe(bytes: &[u8]) -> Option<String> {
    let version = *bytes.get(7).filter(|_| bytes.starts_with(b"rust\0\0\0"))?;
    let head = bytes.get(8..).map(|rest| rest.get(..HEAD).unwrap_or(rest))?;
    let at = head.windows(6).position(|word| word == b"rustc ");
    let text = at.and_then(|at| head.get(at..)).unwrap_or_default();
    let end = text.iter().position(|byte| !matches!(byte, b' '..=b'~')).unwrap_or(text.len());
    let compiler = text.get(..end).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default();
    Some(match compiler {
        "" => format!("metadata of a Rust crate in layout {version}: only the rustc that wrote it reads it"),
        _ => format!(
            "metadata of a Rust crate in layout {version}, written by {compiler}: only this very rustc reads it"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn the_compiler_that_wrote_it() {
        let text =
            describe(b"rust\0\0\0\x0a\x91\x06\0\0\0\0\0\0#rustc 1.95.0 (59807616e 2026-04-14)\xc1\x02")
                .unwrap();
        assert_eq!(
            text,
            "metadata of a Rust crate in layout 10, written by rustc 1.95.0 (59807616e 2026-04-14): only this \
             very rustc reads it"
        );
        // Before 1.77 the root has four bytes.
        let text = describe(b"rust\0\0\0\x08\0\0\x06\x91\x25rustc 1.70.0 (90c541806 2023-05-31)").unwrap();
        assert!(text.contains("layout 8, written by rustc 1.70.0 (90c541806 2023-05-31):"), "{text}");
        assert!(describe(b"rust\0\0\0\x0a").unwrap().contains("only the rustc that wrote it"));
        assert_eq!(describe(b"rust\0\0\0"), None);
    }
}
