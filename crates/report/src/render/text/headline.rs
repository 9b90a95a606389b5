//! The first line of a verdict, which is the answer, and the command that fixes what is not good.
//!
//! ```text
//! FIX   tr.pte fails on executorch-0.6.0: 1 problem, fixable
//!       run: outlast convert tr.pte -t executorch-0.6.0 -o tr-0.6.0.pte
//! ```

use std::fmt::Write;

use outlast::{EntryVerdict, Remedy, Verdict};

use super::style::{Painted, Styles};
use crate::escape;
use crate::plural;
use crate::scan::Record;

/// What stands under a headline is indented by this.
pub(crate) const INDENT: &str = "      ";

/// What a headline says of a verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Headline<'v> {
    /// The file that was judged.
    pub(crate) file: &'v str,
    /// The target, or several that say the same.
    pub(crate) targets: &'v str,
    /// The name of the outcome.
    outcome: &'v str,
    /// The name of the stage.
    stage: Option<&'v str>,
    /// The name of the basis.
    basis: Option<&'v str>,
    fixable: bool,
    /// Whether reading the file runs code that nobody allowed: then no outcome is good.
    runs_code: bool,
    /// Why it does not count: `ignored` or `known`.
    excuse: Option<&'v str>,
    /// Entry points, if not all of them fail.
    which: Which<'v>,
}

/// Which entry points are not good.
#[derive(Clone, Copy, Debug)]
enum Which<'v> {
    All,
    One(&'v str),
    Of(usize, usize),
}

impl<'v> Headline<'v> {
    /// Of a verdict; `targets` names its target, and others that say the same. `excuse`: why it does not count.
    pub(crate) fn of(
        file: &'v str,
        targets: &'v str,
        verdict: &'v Verdict,
        excuse: Option<&'v str>,
    ) -> Headline<'v> {
        let all = verdict.entry_points.len();
        let bad: Vec<&EntryVerdict> =
            verdict.entry_points.iter().filter(|entry| !entry.outcome.is_good()).collect();
        let which = match bad.as_slice() {
            [one] if all > 1 => Which::One(&one.name),
            _ if bad.len() < all && !bad.is_empty() => Which::Of(bad.len(), all),
            _ => Which::All,
        };
        Headline {
            file,
            targets,
            outcome: verdict.outcome.name(),
            stage: verdict.stage.map(outlast::Stage::name),
            basis: verdict.basis.map(outlast::Basis::name),
            fixable: matches!(verdict.remedy, Remedy::Convertible(_)),
            runs_code: verdict.runs_code(),
            excuse,
            which,
        }
    }

    /// Of all files in a library together.
    pub(crate) fn of_library(
        file: &'v str,
        targets: &'v str,
        verdict: &'v Verdict,
        excuse: Option<&'v str>,
    ) -> Headline<'v> {
        Headline { which: Which::All, ..Headline::of(file, targets, verdict, excuse) }
    }

    /// Of a record; `targets` names its target, and others that say the same.
    pub(crate) fn of_record(record: &'v Record, targets: &'v str) -> Headline<'v> {
        Headline {
            file: &record.file,
            targets,
            outcome: &record.outcome,
            stage: record.stage.as_deref(),
            basis: record.basis.as_deref(),
            fixable: !record.steps.is_empty(),
            runs_code: record.runs_code(),
            excuse: record.excuse(),
            which: Which::All,
        }
    }

    /// The line; `problems` are counted where they are not shown in full. Ends with a line break.
    pub(crate) fn render(&self, styles: &Styles, problems: Option<usize>) -> String {
        let (word, style) = match (self.outcome, self.fixable) {
            ("loads" | "upgrades", _) if self.runs_code => ("CODE", styles.error),
            ("loads" | "upgrades", _) => ("OK", styles.good),
            _ if self.excuse == Some("ignored") => ("IGNORED", styles.dim),
            _ if self.excuse.is_some() => ("KNOWN", styles.dim),
            ("unknown", _) => ("UNKNOWN", styles.warning),
            ("misreads", _) => ("WRONG", styles.error),
            (_, true) => ("FIX", styles.warning),
            _ => ("FAIL", styles.error),
        };
        let mut out = format!("{}{:2$} ", Painted(style, word), "", 5_usize.saturating_sub(word.len()));
        let (file, targets) = (escape(self.file), escape(self.targets));
        let _ = match self.which {
            Which::All => write!(out, "{file} "),
            Which::One(name) => write!(out, "`{}` of {file} ", escape(name)),
            Which::Of(bad, all) => write!(out, "{bad} of {all} entry points of {file} "),
        };
        let _ = match (self.outcome, self.stage) {
            ("loads", _) => write!(out, "loads on {targets}"),
            ("upgrades", _) => write!(out, "loads on {targets}, which upgrades it"),
            ("unknown", _) => write!(out, "on {targets}"),
            ("misreads", _) => write!(out, "loads on {targets} and is misread there"),
            _ if self.fixable => write!(out, "fails on {targets}"),
            (_, Some("run")) => write!(out, "loads on {targets} and fails when it runs"),
            _ => write!(out, "will not load on {targets}"),
        };
        if let (Some(basis), true) = (self.basis, self.says_basis()) {
            let _ = write!(out, " ({basis})");
        }
        match (problems, self.fixable) {
            (Some(count), true) => _ = write!(out, ": {}, fixable", plural(count, "problem")),
            (Some(count), false) => _ = write!(out, ": {}", plural(count, "problem")),
            (None, true) => out.push_str(": fixable"),
            (None, false) => {}
        }
        out.push('\n');
        out
    }

    /// What an answer rests on is said of good ones, and of others where it is weak.
    fn says_basis(&self) -> bool {
        matches!(self.outcome, "loads" | "upgrades") || matches!(self.basis, Some("sampled" | "between"))
    }
}

/// A conversion that fixes what is not good.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conversion<'c> {
    /// The file, or its address in another.
    pub(crate) file: &'c str,
    /// Files that are loaded together with it.
    pub(crate) data: &'c [String],
    /// The name of the target.
    pub(crate) target: &'c str,
    /// The profile file that describes the target.
    pub(crate) profile: Option<&'c str>,
    /// Options that the file was read with, as words.
    pub(crate) options: &'c [String],
}

impl Conversion<'_> {
    /// The line with the command; nothing for what came from standard input.
    pub(crate) fn line(&self) -> String {
        match self.file {
            "-" | "<stdin>" => String::new(),
            _ => format!("{INDENT}run: {}\n", escape(&self.command())),
        }
    }

    /// The command.
    pub(crate) fn command(&self) -> String {
        let mut out = format!("outlast convert {}", quote(self.file));
        for data in self.data {
            let _ = write!(out, " --data {}", quote(data));
        }
        for word in self.options {
            let _ = write!(out, " {}", quote(word));
        }
        let _ = write!(out, " -t {}", quote(self.profile.unwrap_or(self.target)));
        let release = self.target.split_once('-').map_or(self.target, |(_, release)| release);
        // What stands in a library or an object becomes a file beside it.
        let (outer, inner) = self.file.split_once('!').unwrap_or((self.file, ""));
        let folder = outer.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let (stem, extension) = match outer.get(folder..).and_then(|name| name.rfind('.')) {
            Some(at) if at > 0 => outer.split_at(folder + at),
            _ => (outer, ""),
        };
        let extension = if inner.is_empty() { extension } else { "" };
        let _ = write!(out, " -o {}", quote(&format!("{stem}-{release}{extension}")));
        out
    }
}

/// A word of a command line as a shell takes it.
fn quote(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"/._-+=:,@%".contains(&b);
    match text.bytes().all(plain) && !text.is_empty() {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::Conversion;

    #[test]
    fn commands_are_whole() {
        let conversion =
            Conversion { file: "m.pte", data: &[], target: "executorch-0.6.0", profile: None, options: &[] };
        let data = ["w.ptd".to_string()];
        assert_eq!(
            Conversion { file: "a/it's.pte", data: &data, ..conversion }.command(),
            "outlast convert 'a/it'\\''s.pte' --data w.ptd -t executorch-0.6.0 -o 'a/it'\\''s-0.6.0.pte'"
        );
        let options = ["--operators".to_string(), "our set".to_string()];
        assert_eq!(
            Conversion { file: "v1.2/.model", profile: Some("phones.toml"), options: &options, ..conversion }
                .command(),
            "outlast convert v1.2/.model --operators 'our set' -t phones.toml -o v1.2/.model-0.6.0"
        );
        assert_eq!(
            Conversion { file: "lib.a!x.o!.llvmbc", target: "llvm-16.0.6", ..conversion }.command(),
            "outlast convert 'lib.a!x.o!.llvmbc' -t llvm-16.0.6 -o lib-16.0.6"
        );
    }
}
