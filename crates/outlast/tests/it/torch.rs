//! Verdicts on PyTorch files that are made here.

use outlast::{Detection, Outcome, Stage, check, detect};
use outlast_core::Output;
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::archive::write::{Editor, NewRecord, build};

fn read(name: &str) -> Vec<u8> {
    std::fs::read(corpus::root().join("torch").join(name)).unwrap()
}

/// The checksum of a record, wherever it stands in the archive.
fn with_checksum(file: &[u8], record: &str, new: impl Fn(u32) -> u32) -> Vec<u8> {
    let checksum = TorchArchive::open(file).unwrap().find(record).unwrap().unwrap().entry().checksum();
    let (old, new) = (checksum.to_le_bytes(), new(checksum).to_le_bytes());
    let mut changed = file.to_vec();
    let places: Vec<usize> = (0..file.len() - 4).filter(|at| file[*at..*at + 4] == old).collect();
    // The descriptor, and the directory.
    assert_eq!(places.len(), 2);
    places.into_iter().for_each(|at| changed[at..at + 4].copy_from_slice(&new));
    changed
}

/// Outcome and stage on each target, with what the reader says.
fn verdicts(file: &[u8], targets: &[&str]) -> Vec<(Outcome, Option<Stage>, Option<String>)> {
    let program = outlast::open(file).unwrap();
    let subject = program.prepare().unwrap();
    let verdict = |name: &&str| {
        let verdict = subject.check(&[], &outlast::target(name).unwrap()).unwrap();
        let reason =
            verdict.entry_points.iter().flat_map(|entry| &entry.reasons).max_by_key(|reason| reason.outcome);
        (verdict.outcome, verdict.stage, reason.and_then(|reason| reason.says.clone()))
    };
    targets.iter().map(verdict).collect()
}

/// Releases up to 1.4 compare checksums, and later ones do not: these load what is there, which may be damaged.
#[test]
fn checksums() {
    let targets = ["torch-1.3.1", "torch-1.4.0", "torch-1.5.1", "torch-2.15.0"];
    let named = read("1.3.1/named.pt");
    let loads = |verdict: &(Outcome, Option<Stage>, Option<String>)| verdict.0 == Outcome::Loads;
    assert!(verdicts(&named, &targets).iter().all(loads));
    let refused = (Outcome::Fails, Some(Stage::Load), Some("CRC-32 check failed".to_string()));
    for record in ["data.pkl", "constants.pkl"] {
        let damaged = verdicts(&with_checksum(&named, record, |checksum| checksum ^ 1), &targets);
        assert_eq!(damaged[..2], [refused.clone(), refused.clone()], "{record}");
        assert!(damaged[2..].iter().all(|verdict| verdict.0 == Outcome::Unknown), "{damaged:?}");
        // Without one, nothing says that it is damaged.
        let unchecked = verdicts(&with_checksum(&named, record, |_| 0), &targets);
        assert_eq!(unchecked[..2], [refused.clone(), refused.clone()], "{record}");
        assert!(unchecked[2..].iter().all(loads), "{unchecked:?}");
    }
}

fn with_record(file: &[u8], record: &str, content: &'static [u8]) -> Vec<u8> {
    let archive = TorchArchive::open(file).unwrap();
    let mut editor = Editor::new(&archive).unwrap();
    editor.add(record, Output::of(content)).unwrap();
    editor.finish().unwrap().to_vec()
}

/// 1.10.2, 2.1.2 and 2.15.0 refuse these: they find the second record, not the first.
#[test]
fn names_that_differ_in_case() {
    let script = read("2.15.0/script.pt");
    for (record, content) in [("VERSION", &b"99\n"[..]), ("DATA.PKL", b"cbuiltins\nprint\n(S'x'\ntR.")] {
        let verdicts = verdicts(
            &with_record(&script, record, content),
            &["torch-1.10.2", "torch-2.1.2", "torch-2.15.0"],
        );
        assert!(verdicts.iter().all(|verdict| verdict.0 == Outcome::Unknown), "{record}: {verdicts:?}");
    }
}

/// Archives with one bit changed: 1.10.2, 2.1.2 and 2.15.0 loaded or refused them. What readers of archives
/// disagree on is unknown; what PyTorch's own reader refuses fails.
#[test]
fn damaged_archives() {
    let script = read("2.15.0/script.pt");
    let archive = TorchArchive::open(&script).unwrap();
    let (directory, end) = (archive.zip().directory(), script.len() - 22);
    let debug = archive.records().unwrap().find(|record| record.name.ends_with(".debug_pkl")).unwrap();
    let debug = usize::try_from(archive.zip().member(debug.entry).unwrap().raw().base()).unwrap();
    let data = usize::try_from(archive.find("data.pkl").unwrap().unwrap().raw().base()).unwrap();
    let cases = [
        ("disk of the first record", directory.start + 34, 2, Outcome::Fails),
        ("disk that the reader takes", directory.start + 34, 1, Outcome::Unknown),
        ("masked header of the first record", directory.start + 9, 0x20, Outcome::Fails),
        ("first record a folder", directory.start + 38, 0x10, Outcome::Unknown),
        ("first opcode of data.pkl", data + 2, 0x80, Outcome::Fails),
        ("name in the first header", 31, 1, Outcome::Unknown),
        ("checksum in the first header", 14, 1, Outcome::Unknown),
        ("extra field of the first header", 28, 0x10, Outcome::Unknown),
        ("compressed debug information", debug + 4, 2, Outcome::Unknown),
        ("plain end beside a zip64 one", end + 16, 8, Outcome::Unknown),
        ("zip64 end of several files", end - 20 + 16, 2, Outcome::Unknown),
        ("place of the zip64 end", end - 20 + 10, 4, Outcome::Unknown),
        ("comment longer than the file", end + 20, 4, Outcome::Unknown),
        ("no end", end, 1, Outcome::Fails),
    ];
    for (what, at, bits, expected) in cases {
        let mut changed = script.clone();
        changed[at] ^= bits;
        let target = outlast::target("torch-2.15.0").unwrap();
        assert_eq!(check(&changed, &target).unwrap().outcome, expected, "{what}");
    }
}

/// Pickles of every protocol, whole or not; and texts that begin with opcodes.
#[test]
fn pickles_that_stand_alone() {
    let kind = |data: &[u8]| match detect(data) {
        Detection::Known(kind) => kind.name(),
        Detection::Other(_) => "another",
    };
    let files = [corpus::files("bad/torch", &["pkl"]), corpus::files("torch/pickles", &["pkl"])].concat();
    let others: Vec<_> = files
        .iter()
        .filter(|path| kind(&std::fs::read(path).unwrap()) != "python-pickle")
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    // Readers refuse the protocol.
    assert_eq!(others, OTHERS);
    for text in ["class A:\n  pass\n", "import os\nimport sys\n", "N.B. this\n", "(a)\n", "2.5\n", "}\n", ""]
    {
        assert_ne!(kind(text.as_bytes()), "python-pickle", "{text}");
    }
}

const OTHERS: &[&str] = &["protocol_9.pkl"];

/// `verify`, `inspect` and `check` report truncated and damaged files as such.
#[test]
fn damage_is_said() {
    let script = read("2.15.0/script.pt");
    let archive = TorchArchive::open(&script).unwrap();
    let code = archive.find("code/__torch__/samples.py").unwrap().unwrap().raw().base();
    let mut changed = script.clone();
    changed[usize::try_from(code).unwrap() + 8] ^= 0xff;
    let damaged = |data: &[u8]| {
        let summary = outlast::open(data).unwrap().summary().unwrap();
        summary.facts.into_iter().find(|(label, _)| *label == "damaged").map(|(_, value)| value)
    };
    assert_eq!(damaged(&script), None);
    let said = damaged(&changed).unwrap();
    assert!(said.contains("(at 0x") && said.contains("member script/code/__torch__/samples.py"), "{said}");
    let other = |data: &[u8]| match detect(data) {
        Detection::Other(what) => what,
        Detection::Known(kind) => panic!("{}", kind.name()),
    };
    assert!(other(&script[..100]).starts_with("a zip archive that is cut off"));
    assert!(other(&read("pickles/before_0_1_10.tar")[..3000]).starts_with("a tar archive without"));
    let (_, findings) = outlast::verify(&read("2.15.0/legacy.pth")[..400]).unwrap();
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(finding.title, "STOP, the opcode that ends a pickle, is missing");
}

/// Weights of a program for torch 2.8 are an archive in the archive, whose checksum is that of what is written.
#[test]
fn weights_in_an_archive_of_their_own() {
    let exported = read("2.15.0/exported.pt2");
    let program = outlast::open(&exported).unwrap();
    let target = outlast::target("torch-2.8.0").unwrap();
    let request = outlast::convert::Request::for_target(&target);
    let converted = program.convert(&[], &request).unwrap();
    assert_eq!(converted.verdict.unwrap().outcome, Outcome::Loads);
    let (written, findings) =
        (converted.output.to_vec(), outlast::verify(&converted.output.to_vec()).unwrap().1);
    assert!(findings.iter().all(|finding| finding.severity != outlast::Severity::Error), "{findings:?}");
    assert_eq!(check(&written, &target).unwrap().outcome, Outcome::Loads);
    // And again, with the weights where they are.
    let program = outlast::open(&written).unwrap();
    let target = outlast::target("torch-2.15.0").unwrap();
    let request = outlast::convert::Request::for_target(&target);
    let again = program.convert(&[], &request).unwrap();
    assert_eq!(check(&again.output.to_vec(), &target).unwrap().outcome, Outcome::Loads);
}

/// The verdict on a converted file reads compressed weights, which other tools write.
#[test]
fn compressed_weights_are_converted() {
    let (script, target) = (read("2.15.0/script.pt"), outlast::target("torch-1.13.1").unwrap());
    let archive = TorchArchive::open(&script).unwrap();
    let records = archive.records().unwrap().map(|record| {
        let content = archive.zip().member(record.entry).unwrap().content(1 << 20).unwrap();
        NewRecord { name: record.name.to_string(), content: Output::of(content), compress: true }
    });
    let packed = build(archive.root(), records.collect(), 64).unwrap().to_vec();
    let program = outlast::open(&packed).unwrap();
    let request = outlast::convert::Request::for_target(&target);
    let converted = program.convert(&[], &request).unwrap();
    assert_eq!(converted.verdict.unwrap().outcome, Outcome::Loads);
}

/// What is damaged in weights is no `loads`, as long as they are short: no release since 1.5 says that it is.
#[test]
fn damaged_weights() {
    let script = read("2.15.0/script.pt");
    let weights = TorchArchive::open(&script).unwrap().find("data/0").unwrap().unwrap().raw().base();
    let mut damaged = script.clone();
    damaged[usize::try_from(weights).unwrap()] ^= 1;
    let outcomes = |file: &[u8]| {
        verdicts(file, &["torch-1.13.1", "torch-2.15.0"])
            .into_iter()
            .map(|verdict| verdict.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&script), [Outcome::Loads, Outcome::Loads]);
    assert_eq!(outcomes(&damaged), [Outcome::Unknown, Outcome::Unknown]);
}

/// Records without checksums are compared by their contents.
#[test]
fn differences_without_checksums() {
    let saved = read("2.15.0/no_checksums.pth");
    let mut changed = saved.clone();
    let data = TorchArchive::open(&saved).unwrap().find("data/1").unwrap().unwrap().raw().base();
    changed[usize::try_from(data).unwrap()] ^= 1;
    let (one, other) = (outlast::open(&saved).unwrap(), outlast::open(&changed).unwrap());
    assert_eq!(one.diff(&one).unwrap().len(), 0);
    assert_eq!(one.diff(&other).unwrap().len(), 1);
}

/// What releases did with files of one kind each: verdicts are that, or unknown.
#[test]
fn verdicts_are_what_releases_did() {
    let folder = corpus::root().join("torch-verdicts");
    assert_eq!(compared(&folder, &folder.join("outcomes.tsv")), (178, 20));
}

/// TorchScript modules in a `torch.package` are read by the importer of packages, which runs no Python: silero-stress 1.5 has three such packages, which
/// torch 2.7.0 and 2.14.1 load. In another place, the same names are Python's.
#[test]
fn torchscript_in_a_package() {
    let package = read("1.13.1/package.pt");
    let named = |file: &[u8]| {
        let (_, findings) = outlast::verify(file).unwrap();
        let risks = outlast::risks(file).into_iter().map(|risk| risk.callable);
        let said: Vec<String> = findings.into_iter().map(|finding| finding.title).chain(risks).collect();
        said.iter().filter(|text| text.contains("__torch__")).count()
    };
    assert_eq!(named(&package), 0);
    let pickle = b"\x80\x02c__torch__\nM\n)\x81.";
    for (folder, expected) in [(".data/ts_code/0", 0), ("resources", 2)] {
        assert_eq!(
            named(&with_record(&package, &format!("{folder}/data.pkl"), pickle)),
            expected,
            "{folder}"
        );
    }
    for (record, expected) in [(".data/ts_code/code/__torch__.py", 0), ("code/__torch__.py", 1)] {
        assert_eq!(named(&with_record(&package, record, b"def f():\n  pass\n")), expected, "{record}");
    }
}

/// Bytecode of 1.5 that divides, perhaps whole numbers: 1.7 to 1.10 divide exactly what 1.5 rounds, 1.6 refuses it, and since 1.11 it is upgraded.
/// `div` of tensors of whole numbers in bytecode by 1.5.1 gave int64 in its own lite interpreter and float32 in those of 1.8.1 and 1.10.2.
#[test]
fn divisions_in_old_bytecode() {
    let file = read("1.5.1/lite.ptl");
    let with = |file: &[u8], record: &str, old: &[u8], new: &[u8]| {
        let archive = TorchArchive::open(file).unwrap();
        let content = archive.content(record).unwrap().unwrap();
        let at = content.windows(old.len()).position(|window| window == old).unwrap();
        let content = [&content[..at], new, &content[at + old.len()..]].concat();
        let mut editor = Editor::new(&archive).unwrap();
        editor.replace(record, Output::of(&content)).unwrap();
        editor.finish().unwrap().to_vec()
    };
    let file = with(&file, "bytecode.pkl", b"aten::add_", b"aten::div_");
    let code = "code/__torch__/torch/nn/functional.py";
    let file =
        with(&file, code, b"torch.add_(output, bias1, alpha=1)", b"torch.div_(output, bias1)         ");
    let targets = ["torch-1.7.1-lite", "torch-1.8.1-lite", "torch-1.10.2-lite"];
    let all =
        |file: &[u8], outcome: Outcome| verdicts(file, &targets).iter().all(|verdict| verdict.0 == outcome);
    assert!(all(&read("1.5.1/lite.ptl"), Outcome::Loads) && all(&file, Outcome::Unknown));
}

/// What the oldest releases did with modules of the corpus: verdicts are that, and quote what the release said, where it said something.
#[test]
fn verdicts_are_what_old_releases_did() {
    let folder = corpus::root().join("torch");
    let tables = [folder.join("runs/old-releases.tsv"), folder.join("facts/old-releases.tsv")];
    // Three are of 1.2.0, where a tensor and a number with a point may give something else since 1.3; they were loaded, and not run.
    assert_eq!(tables.each_ref().map(|table| compared(&folder, table)), [(174, 3), (26, 0)]);
    let (mut quoted, mut others) = (0, Vec::new());
    let rows = tables.map(|table| std::fs::read_to_string(table).unwrap()).concat();
    for line in rows.lines().filter(|line| !line.starts_with('#')) {
        let [file, target, "fails", message] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let program = outlast::open(&bytes).unwrap();
        let verdict = program.prepare().unwrap().check(&[], &outlast::target(target).unwrap()).unwrap();
        let messages: Vec<&str> =
            verdict.reasons().filter_map(|(_, reason)| reason.says.as_deref()).collect();
        // Names stand between other marks, and in other company, than in the table of readers.
        let message = message.replace("SIGSEGV:", "Segmentation fault");
        let begins = |says: &str| {
            says.split(['{', '[', '`']).next().is_some_and(|start| message.contains(start.trim_end()))
        };
        match messages.iter().any(|says| begins(says)) {
            true => quoted += 1,
            false => others.push(format!("{file} {target}: {message} / {messages:?}")),
        }
    }
    assert_eq!((quoted, others.len()), (139, 2), "{}", others.join("\n"));
}

/// Verdicts on all rows of a table of files, targets and outcomes: their number, and how many are unknown. None may be wrong.
fn compared(folder: &std::path::Path, table: &std::path::Path) -> (usize, usize) {
    let text = std::fs::read_to_string(table).unwrap();
    let (mut cells, mut unknown, mut wrong) = (0, 0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [file, target, real, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        // What ends a process of some reader is not kept.
        let Ok(data) = std::fs::read(folder.join(file)) else { continue };
        let (outcome, ..) = verdicts(&data, &[target]).remove(0);
        cells += 1;
        match (outcome, real) {
            (Outcome::Unknown, _) => unknown += 1,
            (Outcome::Loads | Outcome::Upgrades, "loads") | (Outcome::Fails, "fails") => {}
            _ => wrong.push(format!("{file} on {target}: {outcome:?}, and it {real}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    (cells, unknown)
}

/// What releases did with programs of `torch.export`: no verdict is otherwise.
#[test]
fn verdicts_on_exported_programs() {
    let text = std::fs::read_to_string(corpus::root().join("torch/runs/exported.tsv")).unwrap();
    let (mut rows, mut unknown, mut wrong) = (0, 0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [reader, file, real, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let file = std::fs::read(corpus::root().join("torch-export").join(file)).unwrap();
        let (outcome, ..) = verdicts(&file, &[&format!("torch-{reader}")]).remove(0);
        rows += 1;
        match outcome {
            Outcome::Unknown => unknown += 1,
            Outcome::Fails if real != "loads" => {}
            Outcome::Loads | Outcome::Upgrades | Outcome::Misreads if real == "loads" => {}
            _ => wrong.push(format!("{outcome:?}: {line}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    assert_eq!((rows, unknown), (178, 20));
}

/// Tensors of constants move to another folder for readers of old bytecode, with what is in them.
#[test]
fn constants_keep_their_tensors() {
    use outlast_torchscript::archive::TorchArchive;
    let file = read("2.15.0/lite_constants.ptl");
    let program = outlast::open(&file).unwrap();
    let target = outlast::target("torch-1.6.0-lite").unwrap();
    let request = outlast::convert::Request::for_target(&target);
    let converted = program.convert(&[], &request).unwrap();
    let mut bytes = Vec::new();
    converted.output.write_to(&mut bytes).unwrap();
    let (before, after) = (TorchArchive::open(&file).unwrap(), TorchArchive::open(&bytes).unwrap());
    let mut moved = 0;
    for record in after.records().unwrap().filter(|record| record.name.starts_with("bytecode/")) {
        let leaf = record.name.strip_prefix("bytecode/").unwrap();
        let own = before.content(&format!("constants/{leaf}")).unwrap().unwrap();
        assert!(own.iter().any(|byte| *byte != 0), "{leaf}: the test needs a tensor that is not zero");
        assert_eq!(after.content(&format!("bytecode/{leaf}")).unwrap().unwrap(), own, "{leaf}");
        moved += 1;
    }
    assert!(moved > 0);
}

/// Code can make up any number of names of operators: the first 200 that the reader does not have are reasons.
#[test]
fn operators_that_code_makes_up_are_limited() {
    for count in [150_usize, 250] {
        let calls: String = (0..count).map(|n| format!("    x = ops.mine.op{n}(x)\n")).collect();
        let code = format!(
            "class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n  \
             def forward(self: __torch__.M,\n    x: Tensor) -> Tensor:\n{calls}    return x\n"
        );
        let object = b"\x80\x02c__torch__\nM\n)\x81}(X\x08\x00\x00\x00trainingq\x00\x89ub.";
        let records = [
            ("data.pkl", &object[..]),
            ("code/__torch__.py", code.as_bytes()),
            ("constants.pkl", b"\x80\x02)."),
            ("version", b"3\n"),
        ];
        let records = records.map(|(name, content)| NewRecord {
            name: name.into(),
            content: Output::of(content.to_vec()),
            compress: false,
        });
        let file = build("many", records.into(), 64).unwrap().to_vec();
        let verdict = check(&file, &outlast::target("torch-2.15.0").unwrap()).unwrap();
        let operators: std::collections::BTreeSet<String> =
            verdict.reasons().map(|(_, reason)| reason.subject.clone()).collect();
        let named = operators.iter().filter(|subject| subject.contains("mine::op")).count();
        assert_eq!((verdict.outcome, named), (Outcome::Fails, count.min(200)));
    }
}
