//! For readers that are not ours: `dialects witnesses OLD NEW FOLDER` writes the witnesses of two releases that are known here, or of two descriptions by
//! their files; `dialects ods NAME VERSION FILE…` prints the dialects that TableGen's JSON defines, as a description; `dialects release NAME` those of a
//! release that is known here.
//!
//! `witnesses.tsv` has one line for each file: rule, level, subject, direction, `rejected` or `different`, where, what was written, what is read or why it
//! is not, the version of the container, and the file.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

use outlast_lint::{Outcome, dialect};

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> Fallible<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["witnesses", old, new, folder] => witnesses(old, new, &PathBuf::from(folder)),
        ["ods", name, version, files @ ..] => ods(name, version, files),
        ["release", name] => print(&dialect::of_release(name)?),
        _ => Err(
            "dialects witnesses OLD NEW FOLDER, dialects ods NAME VERSION FILE…, or dialects release NAME"
                .into(),
        ),
    }
}

fn witnesses(old: &str, new: &str, folder: &PathBuf) -> Fallible<()> {
    std::fs::create_dir_all(folder)?;
    let load = |name: &str| -> Fallible<dialect::Dialects> {
        match std::fs::read_to_string(name) {
            Ok(text) => Ok(dialect::read_text(name, &text)?),
            Err(_) => Ok(dialect::of_release(name)?),
        }
    };
    let (old, new) = (load(old)?, load(new)?);
    let report = dialect::lint(&old, &new)?;
    let mut table = String::new();
    let shown =
        report.findings.iter().flat_map(|finding| finding.witnesses.iter().map(move |of| (finding, of)));
    for (n, (finding, witness)) in shown.enumerate() {
        let file = format!("{n:04}.mlirbc");
        std::fs::write(folder.join(&file), &witness.bytes)?;
        let (kind, path, wrote, read) = match witness.first.as_ref().unwrap_or(&witness.outcome) {
            Outcome::Rejected { path, why } => ("rejected", path.as_str(), "", why.as_str()),
            Outcome::Different { path, wrote, read } => {
                ("different", path.as_str(), wrote.as_str(), read.as_str())
            }
            Outcome::Equal => ("equal", "", "", ""),
        };
        let container = if witness.remark.is_some() { 4 } else { 6 };
        let (rule, level) = (finding.rule.name, finding.level.name());
        let (subject, root, direction) = (&finding.subject, &witness.root, witness.direction);
        writeln!(
            table,
            "{rule}\t{level}\t{subject}\t{root}\t{direction}\t{kind}\t{path}\t{wrote}\t{read}\t{container}\t{file}"
        )?;
    }
    std::fs::write(folder.join("witnesses.tsv"), table)?;
    Ok(())
}

fn ods(name: &str, version: &str, files: &[&str]) -> Fallible<()> {
    let texts: Vec<(&str, String)> =
        files.iter().map(|file| Ok((*file, std::fs::read_to_string(file)?))).collect::<Fallible<_>>()?;
    let texts: Vec<(&str, &str)> = texts.iter().map(|(file, text)| (*file, text.as_str())).collect();
    print(&dialect::read_ods(name, version, &texts)?)
}

fn print(dialects: &dialect::Dialects) -> Fallible<()> {
    let text = dialect::write_text(dialects);
    std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes())?;
    Ok(())
}
