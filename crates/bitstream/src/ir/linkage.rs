//! What symbols say to linkers: linkages, visibilities, selection kinds of comdats, and flags of summaries, by their numbers.

/// A linkage, as records of globals number them: numbers that LLVM no longer writes stand for what they became.
pub fn linkage(number: u64) -> &'static str {
    match number {
        0 | 5 | 6 | 15 => "external",
        1 | 16 => "weak",
        2 => "appending",
        3 => "internal",
        4 | 18 => "linkonce",
        7 => "extern_weak",
        8 => "common",
        9 | 13 | 14 => "private",
        10 | 17 => "weak_odr",
        11 | 19 => "linkonce_odr",
        12 => "available_externally",
        _ => "unknown",
    }
}

/// A linkage, as summaries number them.
pub fn summary_linkage(flags: u64) -> &'static str {
    const WORDS: [&str; 11] = [
        "external",
        "available_externally",
        "linkonce",
        "linkonce_odr",
        "weak",
        "weak_odr",
        "appending",
        "internal",
        "private",
        "extern_weak",
        "common",
    ];
    usize::try_from(flags & 15).ok().and_then(|at| WORDS.get(at)).copied().unwrap_or("unknown")
}

/// Flags of an entry of a summary, in words.
pub fn summary_flags(flags: u64) -> Vec<&'static str> {
    let words = [(4, "not to be imported"), (5, "live"), (6, "dso_local"), (7, "may be hidden")];
    let mut found: Vec<&str> =
        words.iter().filter(|(bit, _)| flags >> bit & 1 == 1).map(|(_, word)| *word).collect();
    found.extend(match flags >> 8 & 3 {
        1 => Some("hidden"),
        2 => Some("protected"),
        _ => None,
    });
    found
}

/// A visibility.
pub fn visibility(number: u64) -> &'static str {
    match number {
        0 => "default",
        1 => "hidden",
        2 => "protected",
        _ => "unknown",
    }
}

/// How a linker chooses among comdats of one name.
pub fn selection(number: u64) -> &'static str {
    match number {
        1 => "any",
        2 => "exactmatch",
        3 => "largest",
        4 => "nodeduplicate",
        5 => "samesize",
        _ => "unknown",
    }
}
