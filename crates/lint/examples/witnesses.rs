//! Writes the witnesses of all pairs into a folder, for readers that are not ours: `witnesses FOLDER [CASES]`.
//!
//! CASES is a file that names other pairs, one a line: what it is called, the old schema, and the new one.
//!
//! `witnesses.tsv` has one line for each: pair, rule, direction, root type of the writer, of the reader, whether the identifier is checked,
//! `rejected` or `different`, a remark, and the file. `files.tsv` has files in which as much as possible is set, for each pair and
//! direction: what they say must be read where the truth says that nothing breaks. `pairs/PAIR/…` has the files of each pair.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use outlast_flatbuffers::schema::Schema;
use outlast_lint::fbs::{self, Options};
use outlast_lint::{Direction, Outcome};
use outlast_testkit::documents::Document;

type Fallible<T> = Result<T, Box<dyn Error>>;

fn load(path: &Path) -> Fallible<Schema> {
    let text = std::fs::read_to_string(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut resolve = |wanted: &str| std::fs::read_to_string(folder.join(wanted)).ok();
    Ok(Schema::parse_with(&path.display().to_string(), &text, &mut resolve)?)
}

/// What a pair is called, and its schemas.
type Case = (String, PathBuf, PathBuf);

/// All pairs, unpacked below the folder that the witnesses are written to.
fn pairs(out: &Path) -> Fallible<Vec<Case>> {
    let pairs = Document::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pairs/fbs"));
    let case = |pair: &Document| {
        let folder = pair.unpack(&out.join("pairs"))?;
        Ok((pair.name().to_string(), folder.join("old.fbs"), folder.join("new.fbs")))
    };
    pairs.iter().map(case).collect()
}

fn listed(file: &Path) -> Fallible<Vec<Case>> {
    let text = std::fs::read_to_string(file)?;
    let case = |line: &str| {
        let mut cells = line.split('\t').map(str::to_string);
        let (name, old, new) = (cells.next()?, cells.next()?, cells.next()?);
        Some((name, old.into(), new.into()))
    };
    text.lines().map(|line| case(line).ok_or_else(|| format!("no pair: {line}").into())).collect()
}

fn main() -> Fallible<()> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("witnesses FOLDER")?);
    std::fs::create_dir_all(&out)?;
    let cases = match std::env::args().nth(2) {
        Some(list) => listed(Path::new(&list))?,
        None => pairs(&out)?,
    };
    let (mut witnesses, mut files) = (String::new(), String::new());
    for (name, old, new) in cases {
        let (old, new) = (load(&old)?, load(&new)?);
        let report = fbs::lint(&old, &new, &Options::default())?;
        let shown = report.findings.iter().flat_map(|f| f.witnesses.iter().map(move |w| (f, w)));
        for (n, (finding, witness)) in shown.enumerate() {
            let file = format!("{name}-{n}.bin");
            std::fs::write(out.join(&file), &witness.bytes)?;
            let (kind, identified) = match witness.first.as_ref().unwrap_or(&witness.outcome) {
                Outcome::Rejected { why, .. } => ("rejected", why.starts_with("the identifier")),
                Outcome::Equal | Outcome::Different { .. } => ("different", false),
            };
            writeln!(
                witnesses,
                "{name}\t{}\t{}\t{}\t{}\t{}\t{kind}\t{}\t{file}",
                finding.rule.name,
                witness.direction,
                witness.root,
                witness.read_as,
                u8::from(identified),
                witness.remark.unwrap_or_default(),
            )?;
        }
        for direction in Direction::ALL {
            let (writer, reader) = match direction {
                Direction::NewReadsOld => (&old, &new),
                Direction::OldReadsNew => (&new, &old),
            };
            let (Some(own), Some(other)) = (writer.root, reader.root) else { continue };
            for (n, record) in fbs::wire::specimens(writer, own).iter().enumerate() {
                let Ok(bytes) = fbs::wire::write(writer, own, record, true) else { continue };
                let file = format!("{name}-{direction}-{n}.bin");
                std::fs::write(out.join(&file), bytes)?;
                let (root, read_as) = (&writer.object(own).name, &reader.object(other).name);
                writeln!(files, "{name}\t{direction}\t{root}\t{read_as}\t{file}")?;
            }
        }
    }
    std::fs::write(out.join("witnesses.tsv"), witnesses)?;
    std::fs::write(out.join("files.tsv"), files)?;
    Ok(())
}
