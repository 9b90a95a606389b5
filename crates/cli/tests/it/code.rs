//! Code that reading a file runs leads every answer in every format, and nothing but its name allows it.

use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::run::{Output, command, file, outlast, root, scratch};

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("code_leads_in_every_format", code_leads_in_every_format),
        ("nothing_but_its_name_allows_code", nothing_but_its_name_allows_code),
        ("pickles_of_any_name_are_looked_at", pickles_of_any_name_are_looked_at),
        ("no_help_says_to_load_it", no_help_says_to_load_it),
        ("what_would_be_loaded_is_not", what_would_be_loaded_is_not),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

const CALL: &[u8] = b"\x80\x02cposix\ngetcwd\n)R.";
const SAID: &str = "runs `posix.getcwd` when loaded";
const LINES: [&str; 3] = ["check -t torch-2.15.0", "scan -t torch-2.15.0", "inspect"];

fn run(line: &str, file: &str) -> Output {
    outlast(&line.split(' ').chain([file]).collect::<Vec<_>>())
}

fn demand(is: bool, what: &str, output: &Output) -> Result<(), Failed> {
    if is {
        Ok(())
    } else {
        Err(format!("{what}: {}\n{}{}", output.code, output.stdout, output.stderr).into())
    }
}

/// The place of a text; what it must come before.
fn before(text: &str, first: &str, others: &[&str]) -> bool {
    let Some(at) = text.find(first) else { return false };
    others.iter().filter_map(|other| text.find(other)).all(|other| at < other)
}

fn code_leads_in_every_format() -> Result<(), Failed> {
    let path = root().join("corpus/bad/torch/called_in_debug.pt");
    let path = path.to_string_lossy();
    for form in ["text", "json", "jsonl", "sarif", "junit", "github", "markdown"] {
        let output = run(&format!("scan -t torch-2.15.0 --fail-on fails,misreads -f {form}"), &path);
        demand(output.code == 1, form, &output)?;
        let text = output.stdout.replace("\\`", "`").replace("posix.getcwd\\", "posix.getcwd");
        let reasons = ["UNKNOWN", "is not known", "\"OL23", "ruleId\": \"OL23"];
        demand(before(&text, SAID, &reasons), form, &output)?;
    }
    for form in ["text", "json"] {
        let output = run(&format!("inspect -f {form}"), &path);
        demand(output.code == 0, "inspect", &output)?;
        demand(before(&output.stdout, SAID, &["facts"]), "inspect", &output)?;
    }
    for form in ["text", "json", "sarif", "junit", "github", "markdown"] {
        for (line, others) in [
            (
                "check -t torch-2.15.0 --fail-on misreads",
                &["reasons", "UNKNOWN", "is not known", "ruleId\": \"OL23"][..],
            ),
            ("verify", &["not on the list of safe imports"]),
        ] {
            let output = run(&format!("{line} -f {form}"), &path);
            demand(output.code == 1, form, &output)?;
            let text = output.stdout.replace("\\`", "`");
            demand(before(&text, SAID, others), line, &output)?;
        }
    }
    Ok(())
}

fn nothing_but_its_name_allows_code() -> Result<(), Failed> {
    let folder = scratch("code-allowed")?;
    fs::create_dir_all(folder.join(".git"))?;
    fs::copy(root().join("corpus/bad/torch/called.pth"), folder.join("a.pth"))?;
    file(&folder, "b.pkl", CALL)?;
    let run = |line: &str, code: i32, part: &str| -> Result<(), Failed> {
        let output = command(&line.split(' ').collect::<Vec<_>>()).current_dir(&folder).output()?;
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        match output.status.code() == Some(code) && text.contains(part) {
            true => Ok(()),
            false => Err(format!("{line}: {:?}, without {part}\n{text}", output.status.code()).into()),
        }
    };
    let config = |text: &str| fs::write(folder.join("outlast.toml"), text);
    let scan = "scan -t torch-2.15.0 --fail-on misreads .";
    run(scan, 1, "2 files run code when loaded")?;
    // Ignored or known, it counts.
    let codes = ["OL1532", "OL2312"].map(|code| format!("[[ignore]]\ncode = \"{code}\"\nreason = \"r\"\n"));
    config(&codes.concat())?;
    run(scan, 1, SAID)?;
    run("check -t torch-2.15.0 a.pth", 1, SAID)?;
    config("")?;
    run("scan -t torch-2.15.0 --write-baseline known.jsonl .", 1, "written to known.jsonl")?;
    run("scan -t torch-2.15.0 --baseline known.jsonl --fail-on misreads .", 1, SAID)?;
    // Its name, and no other.
    for other in ["posix", "posix.*", "getcwd", "POSIX.getcwd", "posix.getcwd2", "OL1532"] {
        run(&format!("scan -t torch-2.15.0 --fail-on misreads --allow-code {other} ."), 1, SAID)?;
    }
    run(
        "scan -t torch-2.15.0 --fail-on misreads --allow-code math.sqrt,posix.getcwd .",
        0,
        "allowed: --allow-code",
    )?;
    config("allow-code = [\"posix.getcwd\"]\n")?;
    run(scan, 0, "allowed: outlast.toml:1")?;
    run("check -t torch-2.15.0 --fail-on misreads a.pth", 0, "which is allowed (outlast.toml:1)")?;
    run("config", 0, "allow-code: posix.getcwd  [outlast.toml:1]")?;
    config("[[path]]\nfiles = [\"*.pth\"]\nallow-code = [\"posix.getcwd\"]\n")?;
    run("scan -t torch-2.15.0 --fail-on misreads a.pth", 0, "allowed")?;
    run("scan -t torch-2.15.0 --fail-on misreads b.pkl", 1, SAID)?;
    config("allow-code = \"posix.getcwd\"\n")?;
    run(scan, 2, "allow-code")?;
    // A journal keeps what is run, and not who allows it.
    config("")?;
    run("scan -t torch-2.15.0 --fail-on misreads --resume j --allow-code posix.getcwd b.pkl", 0, "allowed")?;
    run("scan -t torch-2.15.0 --fail-on misreads --resume j b.pkl", 1, SAID)
}

/// Plain pickles of each protocol, pickles in front of others, legacy files and archives; texts are none.
fn pickles_of_any_name_are_looked_at() -> Result<(), Failed> {
    let folder = scratch("code-names")?;
    let legacy = fs::read(root().join("corpus/torch/2.15.0/legacy_module.pth"))?;
    let pickles: [(&str, &[u8]); 7] = [
        ("a.pkl", CALL),
        ("b.pickle", b"cposix\ngetcwd\n(tR."),
        ("c.joblib", b"(iposix\ngetcwd\n."),
        ("d.bin", b"\x80\x05\x8c\x05posix\x8c\x06getcwd\x93)R."),
        ("e.ckpt", &legacy),
        ("f", b"cposix\ngetcwd\n(tR\xff"),
        ("g.th", b"\x80\x00cposix\ngetcwd\n)R."),
    ];
    for (name, bytes) in pickles {
        file(&folder, name, bytes)?;
    }
    let texts: [(&str, &[u8]); 4] = [
        ("class.py", b"class Net:\n    pass\n"),
        ("notes.txt", b"(if you want to\nread on\n, do)"),
        ("empty", b""),
        ("list.pkl.txt", b"Is it one?\nNo.\n"),
    ];
    for (name, bytes) in texts {
        file(&folder, name, bytes)?;
    }
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    for (name, _) in pickles {
        for line in
            ["verify", "check -t torch-2.15.0 --fail-on misreads", "scan -t torch-2.15.0 --fail-on misreads"]
        {
            let output = run(line, &at(name));
            demand(
                output.code == 1 && output.stdout.contains("when loaded"),
                &format!("{line} {name}"),
                &output,
            )?;
        }
        let output = run("inspect", &at(name));
        demand(output.code == 0 && output.stdout.starts_with("CODE  "), name, &output)?;
    }
    let output = run("scan -t torch-2.15.0 --fail-on misreads", &folder.to_string_lossy());
    demand(output.code == 1 && output.stdout.contains("7 files run code when loaded"), "all", &output)?;
    for (name, _) in texts {
        let output = run("verify", &at(name));
        demand(output.code == 2, name, &output)?;
    }
    Ok(())
}

/// Of all files that run something, on releases old and new, in text and in JSON.
fn no_help_says_to_load_it() -> Result<(), Failed> {
    let bad = root().join("corpus/bad/torch");
    let legacy = root().join("corpus/torch/2.15.0/legacy_module.pth");
    let module = root().join("corpus/torch/2.15.0/module.pth");
    let mut looked = 0;
    let mut files: Vec<_> =
        fs::read_dir(&bad)?.collect::<Result<Vec<_>, _>>()?.iter().map(fs::DirEntry::path).collect();
    files.extend([legacy, module]);
    for path in files.iter().filter(|path| path.extension().is_none_or(|extension| extension != "json")) {
        let path = path.to_string_lossy();
        let output = run("check -f json -t torch-1.4.0,torch-1.13.1,torch-2.15.0,torch-2.15.0-lite", &path);
        if !output.stdout.contains("\"class\": \"runs-code\"") {
            continue;
        }
        looked += 1;
        let helps = output.stdout.lines().filter(|line| line.trim_start().starts_with("\"help\""));
        for help in helps {
            let wrong =
                help.contains("load it with") || help.contains("load and run") || help.contains("\"load ");
            demand(!wrong, help, &output)?;
        }
        for line in LINES {
            let output = run(line, &path);
            let wrong = output.stdout.contains("load it with") || output.stdout.contains("load and run");
            demand(!wrong, line, &output)?;
        }
    }
    if looked < 35 { Err(format!("{looked} files").into()) } else { Ok(()) }
}

fn what_would_be_loaded_is_not() -> Result<(), Failed> {
    let path = root().join("corpus/bad/torch/called_in_debug.pt");
    let path = path.to_string_lossy();
    let python = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-python");
    let output = run(&format!("prove --runtime torch-2.15.0={}", python.display()), &path);
    demand(
        output.code == 2 && output.stderr.contains("is not loaded: it runs `posix.getcwd`"),
        "prove",
        &output,
    )?;
    let output = run("choose -t torch-2.15.0", &path);
    demand(output.code == 1 && output.stdout.contains("no variant can be delivered"), "choose", &output)
}
