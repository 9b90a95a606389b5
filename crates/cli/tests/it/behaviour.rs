//! What a golden case cannot show: bytes, pipes, files that are written, terminals.

use std::io::Read;
use std::process::Stdio;

use libtest_mimic::{Failed, Trial};

use crate::run::{command, file, outlast, root, scratch};

const MLP: &str = "corpus/executorch/1.5.1/mlp.pte";
const HOSTILE: &str = "crates/cli/tests/data/hostile.pte";

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("control_characters_never_reach_the_terminal", control_characters_never_reach_the_terminal),
        ("json_is_one_object_with_a_schema", json_is_one_object_with_a_schema),
        ("output_goes_to_a_file", output_goes_to_a_file),
        ("output_never_replaces_a_program", output_never_replaces_a_program),
        ("large_files_are_mapped", large_files_are_mapped),
        ("quiet_answers_by_status", quiet_answers_by_status),
        ("colour_only_where_it_is_wanted", colour_only_where_it_is_wanted),
        ("a_broken_pipe_is_quiet", a_broken_pipe_is_quiet),
        ("a_scan_goes_on_where_it_was_stopped", a_scan_goes_on_where_it_was_stopped),
        ("a_scan_on_a_terminal_ends", a_scan_on_a_terminal_ends),
        ("another_folder", another_folder),
        ("unknown_words_get_a_hint", unknown_words_get_a_hint),
        ("completions_for_every_shell", completions_for_every_shell),
        ("manual_pages_for_every_command", manual_pages_for_every_command),
        ("any_damage_is_answered", any_damage_is_answered),
        ("a_release_alone_means_a_bitstream", a_release_alone_means_a_bitstream),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

fn check(condition: bool, message: impl Into<String>) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(message.into().into()) }
}

/// A program whose names hold escape sequences, in every command and form.
fn control_characters_never_reach_the_terminal() -> Result<(), Failed> {
    let lines: &[&[&str]] = &[
        &["inspect", HOSTILE],
        &["inspect", "-v", "-f", "json", HOSTILE],
        &["dump", HOSTILE],
        &["dump", "--bytes", HOSTILE],
        &["dump", "--bytes", "-v", HOSTILE],
        &["dump", "--bytes", "-f", "json", HOSTILE],
        &["verify", "-v", HOSTILE],
        &["diff", HOSTILE, MLP],
        &["diff", "-f", "json", MLP, HOSTILE],
        &["check", "-v", "--target", "executorch-1.0.1", HOSTILE],
        &["check", "-f", "json", "--target", "executorch-1.0.1", HOSTILE],
        &["inspect", "no\x1b[31m\u{202e}such"],
        &["check", "--target", "executorch-\x1b[31m", MLP],
        &["explain", "OL\x1b[31m"],
    ];
    for line in lines {
        let output = outlast(line);
        for text in [&output.stdout, &output.stderr] {
            let bad = text.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
            check(bad.is_none(), format!("{line:?}: {bad:?} in {text:?}"))?;
        }
    }
    Ok(())
}

/// A stream of unknown magic with something behind it is no known file, and is dumped where `--as-llvm` says that it is a stream.
fn a_release_alone_means_a_bitstream() -> Result<(), Failed> {
    let mut bytes = std::fs::read(root().join("corpus/llvm/19.1.7/tiny.bc"))?;
    bytes[..4].copy_from_slice(b"MINE");
    bytes.extend([0; 12]);
    let path = scratch("as-llvm")?.join("mine.bin");
    std::fs::write(&path, &bytes)?;
    let path = path.to_string_lossy();
    let unknown = outlast(&["dump", &path]);
    check(unknown.code == 2, "a file of no known kind is dumped")?;
    let known = outlast(&["dump", "--as-llvm", "19", &path]);
    let text = &known.stdout;
    check(
        text.contains("<UnknownBlock8 ") && text.contains("Debian clang version 19.1.7"),
        format!("not dumped: {text}"),
    )
}

fn json_is_one_object_with_a_schema() -> Result<(), Failed> {
    let lines: &[(&str, &[&str])] = &[
        ("inspect", &[MLP, "missing"]),
        ("verify", &[MLP, "missing"]),
        ("check", &["--target", "executorch-1.0.1,executorch-0.2.1", MLP, "missing"]),
        ("check", &["--target", "executorch-1.0.1", "--data", "missing", MLP]),
        ("diff", &[MLP, MLP]),
        ("diff", &[MLP, "missing"]),
        ("dump", &[MLP]),
        ("dump", &["--bytes", MLP]),
        ("dump", &["missing"]),
        ("targets", &[]),
        ("explain", &["--list"]),
        ("explain", &["OL0101"]),
    ];
    for (name, args) in lines {
        let args: Vec<&str> = [&[*name, "--format", "json"], *args].concat();
        let output = outlast(&args);
        let value: serde_json::Value =
            serde_json::from_str(&output.stdout).map_err(|e| format!("{args:?}: {e}: {}", output.stderr))?;
        let schema = format!("outlast/{name}/1");
        check(value["schema"] == *schema, format!("{args:?}: {}", value["schema"]))?;
        check(output.stderr.is_empty(), format!("{args:?}: {}", output.stderr))?;
        if args.contains(&"missing") {
            check(output.code == 2, format!("{args:?}: status {}", output.code))?;
            check(output.stdout.contains("no such file"), output.stdout)?;
        }
    }
    Ok(())
}

fn output_goes_to_a_file() -> Result<(), Failed> {
    let path = scratch("output")?.join("out.txt");
    let path = path.to_string_lossy();
    for line in [&["inspect", MLP][..], &["dump", MLP], &["targets"], &["explain", "--list"]] {
        let printed = outlast(line);
        let written = outlast(&[line, &["-o", &path]].concat());
        check(written.code == printed.code && written.stdout.is_empty(), format!("{line:?}"))?;
        check(std::fs::read_to_string(&*path)? == printed.stdout, format!("{line:?}"))?;
    }
    let output = outlast(&["targets", "-o", "no/such/folder/x"]);
    check(output.code == 2 && output.stderr.contains("cannot write no/such/folder/x"), output.stderr)
}

fn output_never_replaces_a_program() -> Result<(), Failed> {
    let folder = scratch("replace")?;
    let bytes = std::fs::read(root().join(MLP))?;
    let path = file(&folder, "m.pte", &bytes)?;
    let output = outlast(&["inspect", MLP, "-o", &path]);
    check(output.code == 2 && output.stderr.contains("will not overwrite"), output.stderr)?;
    check(std::fs::read(&path)? == bytes, "the file changed")
}

/// The same answer for a file that is read and for one that is mapped.
fn large_files_are_mapped() -> Result<(), Failed> {
    let folder = scratch("large")?;
    let mut bytes = std::fs::read(root().join("crates/cli/tests/data/module.ptl"))?;
    bytes.resize(100_000, 0);
    let path = file(&folder, "large.ptl", &bytes)?;
    let output = outlast(&["inspect", &path]);
    check(output.code == 2, format!("status {}", output.code))?;
    check(output.stderr.contains("no answer for this PyTorch FlatBuffer module"), output.stderr)
}

fn quiet_answers_by_status() -> Result<(), Failed> {
    for (line, code) in [
        (&["-q", "verify", MLP][..], 0),
        (&["verify", "-q", "-f", "json", MLP], 0),
        (&["diff", "-q", MLP, MLP], 0),
        (&["-q", "inspect", MLP], 0),
    ] {
        let output = outlast(line);
        check(output.code == code, format!("{line:?}: status {}", output.code))?;
        check(output.stdout.is_empty() && output.stderr.is_empty(), format!("{line:?}"))?;
    }
    let output = outlast(&["verify", "-q", "-f", "json", "missing"]);
    check(output.code == 2 && output.stderr.contains("no such file"), output.stderr)
}

fn colour_only_where_it_is_wanted() -> Result<(), Failed> {
    let has_colour = |args: &[&str], variable: Option<(&str, &str)>| {
        let mut command = command(args);
        command.envs(variable);
        command.output().map(|output| output.stdout.contains(&0x1b))
    };
    check(!has_colour(&["verify", MLP], None)?, "colour in a pipe")?;
    check(has_colour(&["verify", "--color", "always", MLP], None)?, "no colour with always")?;
    check(!has_colour(&["verify", MLP], Some(("NO_COLOR", "1")))?, "colour in spite of NO_COLOR")?;
    check(has_colour(&["verify", MLP], Some(("CLICOLOR_FORCE", "1")))?, "no colour with CLICOLOR_FORCE")?;
    let json = ["inspect", "-f", "json", "--color", "always", MLP];
    check(!has_colour(&json, None)?, "colour in JSON")
}

fn a_scan_goes_on_where_it_was_stopped() -> Result<(), Failed> {
    let folder = scratch("journal")?;
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (journal, profile) = (at("journal"), at("phone.toml"));
    let write = |release: &str| {
        let text = format!("schema = \"outlast/profile/1\"\nname = \"phone\"\nbase = \"{release}\"\n");
        std::fs::write(&profile, text)
    };
    write("executorch-0.5.0")?;
    let programs = "corpus/executorch/1.5.1/xnn_*.pte";
    let scan = |more: &[&str]| {
        let args = [&["scan", "-f", "jsonl", "-t", profile.as_str()], more, &[programs]].concat();
        outlast(&args).stdout
    };
    let whole = scan(&[]);
    check(scan(&["--resume", &journal]) == whole, "with a new journal")?;
    // Cut off in the middle of a line, as a process that is killed leaves it.
    let lines = std::fs::read(&journal)?;
    std::fs::write(&journal, &lines[..lines.len() / 2])?;
    check(scan(&["--resume", &journal]) == whole, "from the middle on")?;
    check(scan(&["--resume", &journal]) == whole, "with a whole journal")?;
    write("executorch-1.5.1")?;
    let other = scan(&["--resume", &journal]);
    check(other != whole && other == scan(&[]), "answers for another profile of this name")
}

fn a_broken_pipe_is_quiet() -> Result<(), Failed> {
    // Far more than a pipe holds, so that the writer meets the closed end.
    let many: Vec<&str> = ["verify"].into_iter().chain(std::iter::repeat_n(MLP, 20_000)).collect();
    let mut child = command(&many).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut stdout = child.stdout.take().ok_or("no stdout")?;
    stdout.read_exact(&mut [0; 16])?;
    drop(stdout);
    let output = child.wait_with_output()?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    check(output.status.code() == Some(0) && stderr.is_empty(), format!("{:?} {stderr}", output.status))?;
    // The status is that of the whole answer, however little of it was read.
    let bad = root().join("corpus/executorch/1.5.1/xnn_mlp.pte");
    let bad = bad.to_string_lossy();
    let question = ["check", "--target", "executorch-0.5.0"].into_iter();
    let many: Vec<&str> = question.chain(std::iter::repeat_n(MLP, 3_000)).chain([&*bad]).collect();
    let mut child = command(&many).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    drop(child.stdout.take());
    let output = child.wait_with_output()?;
    check(output.status.code() == Some(1) && output.stderr.is_empty(), format!("{:?}", output.status))
}

/// What shows progress writes to the terminal, too, from a thread of its own; neither waits for the other.
#[expect(clippy::print_stdout, reason = "the test says what it skipped")]
fn a_scan_on_a_terminal_ends() -> Result<(), Failed> {
    let outlast = env!("CARGO_BIN_EXE_outlast");
    let scan = format!("'{outlast}' scan -t executorch corpus/executorch/1.5.1");
    let mut typed = std::process::Command::new("script");
    typed.args(["-qc", &scan, "/dev/null"]).current_dir(root()).stdin(Stdio::null());
    let mut child = match typed.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() {
        Ok(child) => child,
        Err(error) => {
            println!("skipped: no `script` to make a terminal with: {error}");
            return Ok(());
        }
    };
    let mut screen = child.stdout.take().ok_or("no output")?;
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = screen.read_to_end(&mut text);
        sender.send(text)
    });
    let ended = receiver.recv_timeout(std::time::Duration::from_secs(300));
    let _ = child.kill();
    let _ = child.wait();
    let text = ended.map_err(|_| "the scan stands still")?;
    check(String::from_utf8_lossy(&text).contains("executorch-1.5.1"), "no summary")
}

fn another_folder() -> Result<(), Failed> {
    let here = outlast(&["inspect", MLP]);
    let there = outlast(&["-C", "corpus/executorch/1.5.1", "mlp.pte"]);
    check(there.code == 0 && here.stdout.ends_with(&there.stdout), there.stdout)?;
    let none = outlast(&["-C", "no-such-folder", "inspect", MLP]);
    check(none.code == 2 && none.stderr.contains("no-such-folder"), none.stderr)
}

fn unknown_words_get_a_hint() -> Result<(), Failed> {
    for (line, hint) in [
        (&["upgrade", MLP][..], "outlast convert FILE"),
        (&["releases"], "outlast targets"),
        (&["xyzzy"], "no file `xyzzy`"),
        (&["chek", MLP], "'check'"),
        (&["check", "-t", "executorch-*", MLP], "executorch>="),
    ] {
        let output = outlast(line);
        check(output.code == 2 && output.stderr.contains(hint), format!("{line:?}: {}", output.stderr))?;
    }
    Ok(())
}

fn completions_for_every_shell() -> Result<(), Failed> {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = outlast(&["completions", shell]);
        check(output.code == 0 && output.stdout.contains("inspect"), shell)?;
        // Those that complete values know what there is.
        for word in ["executorch-1.5.1", "OL0103", "constants-to-segment"] {
            let completes = !matches!(shell, "elvish" | "powershell");
            check(!completes || output.stdout.contains(word), format!("{shell}: {word}"))?;
        }
    }
    Ok(())
}

fn manual_pages_for_every_command() -> Result<(), Failed> {
    let folder = scratch("man")?.join("man1");
    let output = outlast(&["man", &folder.to_string_lossy()]);
    check(output.code == 0, output.stderr)?;
    for page in ["outlast.1", "outlast-check.1", "outlast-targets-import.1"] {
        let text = std::fs::read_to_string(folder.join(page))?;
        check(text.contains("Exit status"), page)?;
    }
    check(outlast(&["man"]).stdout.contains(".TH outlast 1"), "no main page")
}

/// Every command answers for every damaged file: no panic, no other status.
fn any_damage_is_answered() -> Result<(), Failed> {
    let folder = scratch("damage")?;
    let good = std::fs::read(root().join(MLP))?;
    // Cuts, and a few bytes of the tables set to extremes; the fuzzers go further.
    let mut variants: Vec<Vec<u8>> = [7, 8, 40, 200, 1500].map(|len| good[..len].to_vec()).into();
    for at in [0, 8, 16, 24, 0x30, 0x40, 0x80, 0x100] {
        let mut bytes = good.clone();
        bytes[at..at + 4].fill(0xff);
        variants.push(bytes);
    }
    for (i, bytes) in variants.iter().enumerate() {
        let path = file(&folder, &format!("{i}.pte"), bytes)?;
        for line in [
            &["inspect", &path][..],
            &["verify", &path],
            &["dump", &path],
            &["dump", "--bytes", &path],
            &["diff", MLP, &path],
            &["check", "--target", "executorch-1.0.1", &path],
        ] {
            let output = outlast(line);
            let answered = (0..=2).contains(&output.code) && !output.stderr.contains("panicked");
            check(answered, format!("variant {i}, {line:?}: {}\n{}", output.code, output.stderr))?;
        }
    }
    Ok(())
}
