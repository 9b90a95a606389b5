//! Writes archives with one record changed, so that real releases can be asked whether they still load (`evidence/peers/torch/rewritten.py`).
//!
//! `cargo run -p outlast-torchscript --example records -- OUT_DIR FILE …`
//!
//! Each `FOLDER/NAME.EXT` becomes `OUT_DIR/FOLDER/NAME.VARIANT.EXT`:
//!
//! * `same`: decoded and encoded.
//! * `added`: with an extra file.
//! * `pickle`: the first pickle is longer, and means the same: everything behind it moves.
//! * `code`: a comment stands at the end of each file of code.
//! * `debug`: without debug information.

#![allow(clippy::print_stdout)] // A tool.

use std::path::{Path, PathBuf};

use outlast_core::{Output, Result};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::archive::write::{Editor, replay};

/// A pickle with its value put into the memo many more times.
fn longer(pickle: &[u8]) -> Option<Vec<u8>> {
    let (last, start) = pickle.split_last()?;
    let memo = [b'q', 0].repeat(40);
    (*last == b'.').then(|| [start, &memo, b"."].concat())
}

fn variants<'a>(archive: &TorchArchive<'a>) -> Result<Vec<(&'static str, Output<'a>)>> {
    let names: Vec<String> = archive.records()?.map(|record| record.name.into_owned()).collect();
    let mut all = vec![("same", replay(archive.zip())?.output)];
    let mut edit = |variant, change: &dyn Fn(&mut Editor<'a>) -> Result<usize>| {
        let mut editor = Editor::new(archive)?;
        if change(&mut editor)? > 0 {
            all.push((variant, editor.finish()?));
        }
        Ok::<(), outlast_core::Error>(())
    };
    edit("added", &|editor| editor.add("extra/outlast.txt", Output::of(&b"for the reader"[..])).map(|()| 1))?;
    edit("pickle", &|editor| {
        for name in names.iter().filter(|name| name.ends_with(".pkl") || name.ends_with(".json")) {
            let Some(content) = archive.content(name)? else { continue };
            let changed = match name.ends_with(".json") {
                true => Some([&content[..], &b" ".repeat(80)].concat()),
                false => longer(&content),
            };
            if let Some(changed) = changed {
                editor.replace(name, Output::of(changed))?;
                return Ok(1);
            }
        }
        Ok(0)
    })?;
    edit("code", &|editor| {
        let code = names.iter().filter(|name| name.starts_with("code/") && name.ends_with(".py"));
        for name in code.clone() {
            let Some(content) = archive.content(name)? else { continue };
            editor.replace(name, Output::of([&content[..], &b"# a comment\n".repeat(30)].concat()))?;
        }
        Ok(code.count())
    })?;
    edit("debug", &|editor| {
        // Debug handles of the lite interpreter lead there: it refuses a file that has only those.
        let needed = names.iter().any(|name| name == "mobile_debug_handles.pkl");
        let debug = names.iter().filter(|name| !needed && name.ends_with(".debug_pkl"));
        debug.clone().try_for_each(|name| editor.remove(name))?;
        Ok(debug.count())
    })?;
    Ok(all)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let out = arguments.next().ok_or("OUT_DIR is missing")?;
    let (mut archives, mut written) = (0, 0);
    for path in arguments {
        let data = std::fs::read(&path)?;
        let Ok(archive) = TorchArchive::open(&data) else { continue };
        archives += 1;
        let folder = out.join(path.parent().and_then(Path::file_name).unwrap_or_default());
        std::fs::create_dir_all(&folder)?;
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        for (variant, output) in variants(&archive)? {
            let name = format!("{}.{variant}.{}", part(path.file_stem()), part(path.extension()));
            let mut file = std::fs::File::create(folder.join(name))?;
            output.write_to(&mut file)?;
            written += 1;
        }
    }
    println!("{archives} archives, {written} files written");
    Ok(())
}
