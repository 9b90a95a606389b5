//! Writes the witnesses of all pairs of record layouts into a folder, for readers that are not ours: `layout_witnesses FOLDER`.
//!
//! `witnesses.tsv` has one line for each: the file, pair, rule, direction, `rejected` or `different`, where, what was written, and files with the
//! `BLOCKINFO` that readers of the writer's version, and of the other one, have built in, or `-`.
//! `files.tsv` has streams of directions in which nothing breaks: the file, pair, direction, what was written, and such files. `statements.tsv` has
//! what the founding document states, with the rules that say so. `pairs/PAIR/…` has the files of each pair.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use outlast_bitstream::Writer;
use outlast_lint::layout::content::{Text, block_info, write};
use outlast_lint::layout::{self, Abbreviations, Layout, read_toml};
use outlast_lint::{Direction, Finding, Level, Outcome};
use outlast_testkit::documents::Document;

type Fallible<T> = Result<T, Box<dyn Error>>;

fn load(path: &Path) -> Fallible<Layout> {
    Ok(read_toml(&path.display().to_string(), &std::fs::read_to_string(path)?)?)
}

/// Writes the abbreviations that readers have built in as a stream with nothing else: its name, or `-`.
fn info(of: &Layout, out: &Path, name: &str) -> Fallible<String> {
    if of.reader.abbreviations != Abbreviations::BuiltIn {
        return Ok("-".to_string());
    }
    let name = format!("{name}.info.bc");
    let mut writer = Writer::new(of.magic);
    writer.write_block_info(&block_info(of))?;
    std::fs::write(out.join(&name), writer.finish()?)?;
    Ok(name)
}

fn main() -> Fallible<()> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("layout_witnesses FOLDER")?);
    std::fs::create_dir_all(&out)?;
    let (mut index, mut safe) = (String::new(), String::new());
    for document in Document::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pairs/layout")) {
        let folder = document.unpack(&out.join("pairs"))?;
        let pair = document.name();
        let (old, new) = (load(&folder.join("old.toml"))?, load(&folder.join("new.toml"))?);
        let report = layout::lint(&old, &new)?;
        let infos = [info(&old, &out, &format!("{pair}-old"))?, info(&new, &out, &format!("{pair}-new"))?];
        let sides = |direction: Direction| match direction {
            Direction::NewReadsOld => (&old, &infos[0], &infos[1]),
            Direction::OldReadsNew => (&new, &infos[1], &infos[0]),
        };
        let shown = report.findings.iter().flat_map(|f| f.witnesses.iter().map(move |w| (f, w)));
        for (n, (finding, witness)) in shown.enumerate() {
            let file = format!("{pair}-{n}.bc");
            std::fs::write(out.join(&file), &witness.bytes)?;
            let (kind, path) = match witness.first.as_ref().unwrap_or(&witness.outcome) {
                Outcome::Rejected { path, .. } => ("rejected", path.as_str()),
                Outcome::Different { path, .. } => ("different", path.as_str()),
                Outcome::Equal => ("equal", "-"),
            };
            let (_, own, other) = sides(witness.direction);
            writeln!(
                index,
                "{file}\t{pair}\t{}\t{}\t{kind}\t{path}\t{}\t{own}\t{other}",
                finding.rule.name, witness.direction, witness.wrote
            )?;
        }
        let harmed = |f: &Finding, direction| f.level != Level::Note && f.directions.has(direction);
        for direction in Direction::ALL {
            if report.findings.iter().any(|finding| harmed(finding, direction)) {
                continue;
            }
            let (layout, own, other) = sides(direction);
            for (n, content) in layout::specimens(layout).iter().enumerate() {
                let file = format!("{pair}-{direction}-{n}.bc");
                std::fs::write(out.join(&file), write(layout, content)?.bytes)?;
                let text = Text { layout, content };
                writeln!(safe, "{file}\t{pair}\t{direction}\t{text}\t{own}\t{other}")?;
            }
        }
    }
    std::fs::write(out.join("witnesses.tsv"), index)?;
    std::fs::write(out.join("files.tsv"), safe)?;
    let stated = layout::RULES.iter().filter_map(|rule| Some(format!("{}\t{}\n", rule.name, rule.seed?)));
    std::fs::write(out.join("statements.tsv"), stated.collect::<String>())?;
    Ok(())
}
