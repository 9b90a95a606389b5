//! Suggestions for unknown subcommands.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words of other tools, and earlier names, with the commands that do it here.
const MEANT: &[(&[&str], &str)] = &[
    (&["info", "show", "print", "summary", "stat", "file", "identify"], "outlast inspect FILE"),
    (&["validate", "lint-file", "fsck", "test", "sanity"], "outlast verify FILE"),
    (
        &["load", "judge", "compat", "compatible", "can-load", "will-it-load", "run"],
        "outlast check -t TARGET FILE",
    ),
    (
        &["upgrade", "backport", "downgrade", "fix", "rewrite", "migrate", "port"],
        "outlast convert FILE -t TARGET -o OUT",
    ),
    (&["compare", "cmp"], "outlast diff OLD NEW"),
    (&["disassemble", "disasm", "dis", "hexdump", "cat", "print-bytes"], "outlast dump FILE"),
    (&["list", "ls", "releases", "profiles", "target"], "outlast targets"),
    (&["fleet", "audit", "find", "walk", "report"], "outlast scan PATH"),
    (&["pick", "select", "deliver"], "outlast choose -t TARGET VARIANT..."),
    (&["conform", "breaking"], "outlast lint NEW --against OLD"),
    (&["runtime", "devices", "environments"], "outlast runtimes list"),
    (&["completion"], "outlast completions SHELL"),
];

/// The error with a tip, where it is about a subcommand that there is not and clap has none.
pub(crate) fn with_hint(mut error: Error) -> Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand).cloned() else {
        return error;
    };
    let tip = match MEANT.iter().find(|(words, _)| words.contains(&&*word.to_lowercase())) {
        Some((_, command)) => format!("it is `{command}` here"),
        None if error.get(ContextKind::SuggestedSubcommand).is_some() => return error,
        None => format!("there is no file `{word}` here, either: `outlast FILE` shows what a file is"),
    };
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{MEANT, with_hint};
    use crate::cmd::Cli;

    #[test]
    fn hints_are_of_commands_that_there_are() {
        let names: Vec<String> =
            Cli::command().get_subcommands().map(|command| command.get_name().to_string()).collect();
        for (words, command) in MEANT {
            let name = command.split(' ').nth(1).unwrap();
            assert!(names.iter().any(|known| known == name), "{command}");
            assert!(words.iter().all(|word| !names.iter().any(|known| known == word)), "{words:?}");
        }
    }

    #[test]
    fn words_that_are_none() {
        let said = |word: &str| with_hint(Cli::try_parse_from(["outlast", word]).unwrap_err()).to_string();
        assert!(said("upgrade").contains("outlast convert FILE -t TARGET"), "{}", said("upgrade"));
        assert!(said("xyzzy").contains("no file `xyzzy`"), "{}", said("xyzzy"));
        assert!(said("chek").contains("'check'"), "{}", said("chek"));
    }
}
