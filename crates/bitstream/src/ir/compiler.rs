//! Which compiler made a module: what people can change about a module depends on it.

/// A compiler whose options are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Compiler {
    /// `rustc`.
    Rust,
    /// `swiftc`.
    Swift,
    /// Zig.
    Zig,
}

impl Compiler {
    /// The compiler that a producer names, as far as it names one: `zig 0.16.0`, `LLVM22.1.2-rust-1.95.0-stable`.
    pub(super) fn of_producer(producer: &str) -> Option<Compiler> {
        match producer {
            _ if producer.starts_with("zig ") => Some(Compiler::Zig),
            _ if producer.contains("-rust-") => Some(Compiler::Rust),
            _ => None,
        }
    }

    /// The compiler that a string of metadata names: what stands in `llvm.ident` and in compile units.
    pub(super) fn of_text(text: &[u8]) -> Option<Compiler> {
        let starts = |with: &[u8]| text.starts_with(with);
        match text {
            _ if starts(b"rustc version ") || starts(b"clang LLVM (rustc version ") => Some(Compiler::Rust),
            _ if starts(b"zig ") && text.get(4).is_some_and(u8::is_ascii_digit) => Some(Compiler::Zig),
            _ => None,
        }
    }

    /// The compiler that names a node like that.
    pub(super) fn of_node(name: &[u8]) -> Option<Compiler> {
        (name == b"swift.module.flags").then_some(Compiler::Swift)
    }
}

#[cfg(test)]
mod tests {
    use super::Compiler;

    #[test]
    fn compilers_say_who_they_are() {
        assert_eq!(Compiler::of_producer("LLVM22.1.2-rust-1.95.0-stable"), Some(Compiler::Rust));
        assert_eq!(Compiler::of_producer("zig 0.16.0"), Some(Compiler::Zig));
        assert_eq!(Compiler::of_producer("LLVM22.1.8"), None);
        assert_eq!(Compiler::of_text(b"rustc version 1.95.0 (59807616e 2026-04-14)"), Some(Compiler::Rust));
        assert_eq!(
            Compiler::of_text(b"clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))"),
            Some(Compiler::Rust)
        );
        assert_eq!(Compiler::of_text(b"zig 0.13.0"), Some(Compiler::Zig));
        assert_eq!(Compiler::of_text(b"zig zag"), None);
        assert_eq!(Compiler::of_text(b"Debian clang version 14.0.6"), None);
        assert_eq!(Compiler::of_node(b"swift.module.flags"), Some(Compiler::Swift));
    }
}
