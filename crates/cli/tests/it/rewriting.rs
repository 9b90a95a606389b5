//! `outlast convert` and `outlast edit`: any damage is refused in words, what is written is sound, inputs stay as they are,
//! and nothing else is left behind.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::run::{file, outlast, root, scratch};

const MODELS: &str = "corpus/executorch/1.5.1";

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("bad_files_are_not_rewritten", bad_files_are_not_rewritten),
        ("damaged_files_are_not_rewritten", damaged_files_are_not_rewritten),
        ("damaged_second_inputs_are_refused", damaged_second_inputs_are_refused),
        ("flipped_bytes_never_make_unsound_files", flipped_bytes_never_make_unsound_files),
        ("places_that_cannot_be_written", places_that_cannot_be_written),
        ("unknown_names_are_refused", unknown_names_are_refused),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

fn check(condition: bool, message: impl Into<String>) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(message.into().into()) }
}

fn model(name: &str) -> String {
    format!("{MODELS}/{name}")
}

fn read(path: &str) -> std::io::Result<Vec<u8>> {
    std::fs::read(root().join(path))
}

/// An output of its own for each test.
struct Place {
    folder: PathBuf,
    out: String,
    data: String,
}

impl Place {
    fn new(name: &str) -> std::io::Result<Place> {
        let folder = scratch(name)?;
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        Ok(Place { out: path("out"), data: path("out.ptd"), folder })
    }

    /// Runs a line on an input, which stands where the line has `{}`. It is refused, or what it writes is sound; it
    /// never says nothing, leaves nothing else behind and leaves the input as it is.
    fn run(&self, line: &[&str], input: &str) -> Result<i32, Failed> {
        let before = read(input).ok();
        let mut args: Vec<&str> = line.iter().map(|arg| if *arg == "{}" { input } else { arg }).collect();
        args.extend(["-o", &self.out]);
        if line.contains(&"split-weights") {
            args.extend(["--data-output", &self.data]);
        }
        let output = outlast(&args);
        let said = format!("{}{}", output.stdout, output.stderr);
        let answered = (0..=2).contains(&output.code) && !said.contains("panicked") && said.len() > 20;
        check(answered, format!("{args:?}: status {}\n{said}", output.code))?;
        check(read(input).ok() == before, format!("{args:?}: the input changed"))?;
        for left in self.left()? {
            let named = left == self.out || left == self.data;
            check(
                output.code == 0 && named,
                format!("{args:?}: status {}, left {left}\n{said}", output.code),
            )?;
            let verified = outlast(&["verify", &left]);
            check(verified.code == 0, format!("{args:?}: {}", verified.stdout))?;
            std::fs::remove_file(&left)?;
        }
        Ok(output.code)
    }

    fn refused(&self, line: &[&str], input: &str) -> Result<(), Failed> {
        let code = self.run(line, input)?;
        check(code != 0, format!("{line:?} with {input}: not refused"))
    }

    fn left(&self) -> std::io::Result<Vec<String>> {
        let entries = std::fs::read_dir(&self.folder)?;
        entries.map(|entry| Ok(entry?.path().to_string_lossy().into_owned())).collect()
    }
}

/// One file beside those that are rewritten.
fn bytes_of_its_own() -> Result<String, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rewriting-bytes");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{:?}", std::thread::current().id()).replace(['(', ')'], "-"));
    std::fs::write(&path, [7; 64])?;
    Ok(path.to_string_lossy().into_owned())
}

/// Every way to rewrite a program.
fn lines(bytes: &str) -> Vec<Vec<String>> {
    let tuned = model("ext.ptd");
    let texts = [
        "convert {} --target executorch-0.5.0",
        "convert {} --step delegates-to-inline --step header-24 --step constants-to-buffer",
        "convert {} --repack",
        "convert {}",
        "edit rename {} forward run",
        "edit strip-stacktraces {}",
        "edit add-data {} adapter --from BYTES",
        "edit replace-data {} adapter --from BYTES",
        "edit remove-data {} adapter",
        "edit swap-constants {} --from TUNED",
        "edit split-weights {}",
        "edit merge-weights {} --data TUNED",
        "edit repack {}",
    ];
    let word = |word: &str| match word {
        "BYTES" => bytes.to_string(),
        "TUNED" => tuned.clone(),
        other => other.to_string(),
    };
    texts.iter().map(|text| text.split(' ').map(word).collect()).collect()
}

/// All files of `corpus/bad`, with every line for a few of them and some lines for all.
fn bad_files_are_not_rewritten() -> Result<(), Failed> {
    let place = Place::new("rewriting-bad")?;
    let all = lines(&bytes_of_its_own()?);
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("corpus/bad/executorch"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.sort();
    files.retain(|path| path.extension().is_some_and(|e| e != "toml"));
    check(files.len() > 40, "the bad files are there")?;
    for (i, path) in files.iter().enumerate() {
        let path = path.to_string_lossy();
        for (n, line) in all.iter().enumerate() {
            // A replay and a conversion for every file; of the rest, three lines that change from file to file.
            if n == 0 || n == 3 || (n + i) % 4 == 0 {
                let line: Vec<&str> = line.iter().map(String::as_str).collect();
                place.run(&line, &path)?;
            }
        }
    }
    Ok(())
}

fn damaged_files_are_not_rewritten() -> Result<(), Failed> {
    let place = Place::new("rewriting-damaged")?;
    let inputs = scratch("rewriting-damaged-in")?;
    for name in ["mlp.pte", "bundled.bpte"] {
        let whole = read(&model(name))?;
        let damaged: [&[u8]; 5] =
            [b"", &whole[..7], &whole[..200], &whole[..whole.len() / 2], b"no program at all"];
        let mut paths = vec![inputs.join("missing").to_string_lossy().into_owned()];
        paths.push(inputs.to_string_lossy().into_owned());
        paths.push("crates/cli/tests/data/module.bc".into());
        paths.push(model("mlp.npz"));
        for (i, bytes) in damaged.iter().enumerate() {
            paths.push(file(&inputs, &format!("{i}-{name}"), bytes)?);
        }
        for line in lines(&bytes_of_its_own()?) {
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            for path in &paths {
                place.refused(&line, path)?;
            }
            if line[0] == "edit" {
                place.refused(&line, &model("ext.ptd"))?;
            }
        }
    }
    Ok(())
}

/// What comes beside the program: data files, arrays, bytes, a schema, a profile.
fn damaged_second_inputs_are_refused() -> Result<(), Failed> {
    let place = Place::new("rewriting-second")?;
    let inputs = scratch("rewriting-second-in")?;
    let (mlp, ext) = (model("mlp.pte"), model("ext.pte"));
    let data = read(&model("ext.ptd"))?;
    let mut paths = vec![inputs.join("missing").to_string_lossy().into_owned()];
    paths.push(inputs.to_string_lossy().into_owned());
    for (i, bytes) in
        [&b""[..], &data[..30], &data[..data.len() / 2], b"no data at all"].into_iter().enumerate()
    {
        paths.push(file(&inputs, &i.to_string(), bytes)?);
    }
    for path in &paths {
        place.refused(&["convert", &ext, "--data", "{}", "--target", "executorch-0.5.0"], path)?;
        place.refused(&["convert", &mlp, "--target", "{}"], path)?;
        place.refused(&["edit", "merge-weights", &ext, "--data", "{}"], path)?;
        place.refused(&["edit", "swap-constants", &mlp, "--from", "{}"], path)?;
        place.refused(&["edit", "strip-stacktraces", &mlp, "--schema", "{}"], path)?;
    }
    for path in &paths[..2] {
        place.refused(&["edit", "add-data", &mlp, "adapter", "--from", "{}"], path)?;
    }
    Ok(())
}

/// Bytes at many places of real files: most files are refused, and what is written of the others is sound.
fn flipped_bytes_never_make_unsound_files() -> Result<(), Failed> {
    let place = Place::new("rewriting-flipped")?;
    let inputs = scratch("rewriting-flipped-in")?;
    let all = lines(&bytes_of_its_own()?);
    for (name, step) in [("xnn_mlp.pte", 41), ("bundled.bpte", 67)] {
        let whole = read(&model(name))?;
        for (n, at) in (0..whole.len().min(3000)).step_by(step).enumerate() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0xff;
            let path = file(&inputs, name, &bytes)?;
            for line in all.iter().skip(n % 4).step_by(4) {
                let line: Vec<&str> = line.iter().map(String::as_str).collect();
                place.run(&line, &path)?;
            }
        }
    }
    Ok(())
}

fn places_that_cannot_be_written() -> Result<(), Failed> {
    let folder = scratch("rewriting-places")?;
    let bytes = read(&model("mlp.pte"))?;
    let program = file(&folder, "m.pte", &bytes)?;
    let (inside, missing) = (folder.to_string_lossy().into_owned(), folder.join("no/such/out"));
    let missing = missing.to_string_lossy().into_owned();
    let link = folder.join("link.pte");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&program, &link)?;
    let own = bytes_of_its_own()?;
    let before = entries(&folder)?;
    for line in lines(&own) {
        let line = line.iter().map(|arg| if arg == "{}" { program.as_str() } else { arg });
        let line: Vec<&str> = line.collect();
        // Lines that would be refused for another reason say so first or last: either way nothing is written.
        for out in [&program, &inside, &missing, &link.to_string_lossy().into_owned(), &"..".to_string()] {
            let mut args = [&line[..], &["-o", out]].concat();
            let data = folder.join("w.ptd").to_string_lossy().into_owned();
            if line.contains(&"split-weights") {
                args.extend(["--data-output", &data]);
            }
            let output = outlast(&args);
            check(matches!(output.code, 1 | 2), format!("{args:?}: status {}", output.code))?;
            check(output.code == 1 || !output.stderr.is_empty(), format!("{args:?}: no word"))?;
            check(std::fs::read(&program)? == bytes, format!("{args:?}: the input changed"))?;
            check(entries(&folder)? == before, format!("{args:?}: {:?}", entries(&folder)?))?;
        }
    }
    let out = folder.join("out").to_string_lossy().into_owned();
    for data in [&out, &program, &inside, &missing] {
        let args = ["edit", "split-weights", &program, "-o", &out, "--data-output", data];
        let output = outlast(&args);
        check(output.code == 2 && !output.stderr.is_empty(), format!("{args:?}: status {}", output.code))?;
        check(entries(&folder)? == before, format!("{args:?}: {:?}", entries(&folder)?))?;
    }
    Ok(())
}

fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

fn unknown_names_are_refused() -> Result<(), Failed> {
    let place = Place::new("rewriting-names")?;
    let own = bytes_of_its_own()?;
    let lines: &[&[&str]] = &[
        &["edit", "rename", "{}", "nobody", "run"],
        &["edit", "rename", "{}", "forward", ""],
        &["edit", "replace-data", "{}", "nobody", "--from", &own],
        &["edit", "remove-data", "{}", "nobody"],
        &["edit", "add-data", "{}", "", "--from", &own],
        &["convert", "{}", "--step", "nothing"],
        &["convert", "{}", "--target", "executorch-99"],
        &["convert", "{}", "--target", "mlir-19"],
    ];
    for line in lines {
        place.refused(line, &model("xnn_mlp.pte"))?;
        place.refused(line, &model("bundled.bpte"))?;
    }
    Ok(())
}
