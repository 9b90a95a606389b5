//! Rewrites programs of `torch.export` for another release.
//!
//! `cargo run -p outlast-torchscript --example reexport -- RELEASE OUT_DIR FILE …`
//!
//! Each file becomes one of the same name in the folder; one line of text says what became of it: `converted`, `unchanged` or `refused`, with
//! the sentences.

#![allow(clippy::print_stdout)] // A tool.

use std::path::PathBuf;

use outlast_opset::history::Release;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::convert::{Wanted, convert};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let release =
        arguments.next().as_deref().and_then(Release::parse).ok_or("RELEASE is missing, such as 2.15.0")?;
    let wanted = Wanted::of_release(release).ok_or("there is no torch.export in that release")?;
    let out = arguments.next().map(PathBuf::from).ok_or("OUT_DIR is missing")?;
    std::fs::create_dir_all(&out)?;
    let mut counts = [0u64; 3];
    for path in arguments.map(PathBuf::from) {
        let name = path.file_name().unwrap_or_default().to_os_string();
        let data = std::fs::read(&path)?;
        let archive = TorchArchive::open(&data)?;
        let (kind, outcome, sentences) = match convert(&archive, &wanted) {
            Ok(rewritten) => {
                let (at, kind) = if rewritten.is_unchanged() { (1, "unchanged") } else { (0, "converted") };
                let sentences = rewritten.changes.join(" | ");
                std::fs::write(out.join(&name), rewritten.output()?.to_vec())?;
                (at, kind, sentences)
            }
            Err(refusal) => {
                let reasons: Vec<String> = refusal.reasons.iter().map(ToString::to_string).collect();
                (2, "refused", reasons.join(" | "))
            }
        };
        if let Some(count) = counts.get_mut(kind) {
            *count += 1;
        }
        println!("{outcome}\t{}\t{sentences}", name.to_string_lossy());
    }
    let [converted, unchanged, refused] = counts;
    println!("{converted} converted, {unchanged} unchanged, {refused} refused");
    Ok(())
}
