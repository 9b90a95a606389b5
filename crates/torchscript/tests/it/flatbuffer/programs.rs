//! Programs as FlatBuffers: as PyTorch says what is in them, byte for byte, and damaged.

use std::path::PathBuf;

use outlast_core::{Bytes, Severity};
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, cuts, flip};
use outlast_testkit::partition::Partition;
use outlast_torchscript::flatbuffer::{FlatFile, Module, ValueKind, regions, replay, write_text};
use outlast_torchscript::verify;

use crate::archive::files::short;
use crate::bytecode::listings::rows;

fn files() -> Vec<PathBuf> {
    corpus::files("torch", &["ff"])
}

fn module(data: &[u8]) -> Module {
    FlatFile::open(Bytes::new(data, 0)).unwrap().module()
}

#[test]
fn content_is_what_torch_says() {
    let mut compared = 0;
    for row in rows("lite.tsv").iter().filter(|row| row[0].ends_with(".ff")) {
        let data = std::fs::read(corpus::root().join("torch").join(&row[0])).unwrap();
        let module = module(&data);
        let list = |words: Vec<String>| if words.is_empty() { "-".into() } else { words.join(",") };
        let operators =
            module.operators_as_torch().into_iter().map(|(name, count)| format!("{name}={count}"));
        let types = module.types_as_torch().into_iter().map(str::to_string);
        let found =
            [module.program.version.unwrap().to_string(), list(operators.collect()), list(types.collect())];
        assert_eq!(found, row[1..4], "{}", row[0]);
        compared += 1;
    }
    assert_eq!(compared, files().len());
    corpus::figures(compared, 18);
}

/// The same model has the same program in a pickle and as FlatBuffers.
#[test]
fn both_forms_say_the_same() {
    for name in ["", "_attributes"] {
        let folder = corpus::root().join("torch/2.15.0");
        let pickle = crate::bytecode::listings::program(&folder.join(format!("lite{name}.ptl")));
        let flat = module(&std::fs::read(folder.join(format!("flat{name}.ff"))).unwrap()).program;
        let (one, other) = (&pickle.functions[0], &flat.functions[0]);
        let code = |function: &outlast_torchscript::bytecode::Function| {
            let instructions = function
                .instructions
                .iter()
                .map(|instruction| (instruction.op, instruction.x, instruction.n));
            instructions.collect::<Vec<_>>()
        };
        assert_eq!(code(one), code(other), "{name}");
        assert_eq!(one.register_size, other.register_size);
        let operators = |function: &outlast_torchscript::bytecode::Function| {
            let operators =
                function.operators.iter().map(|operator| (operator.full_name(), operator.specified));
            operators.collect::<Vec<_>>()
        };
        assert_eq!(operators(one), operators(other));
        let constants = |function: &outlast_torchscript::bytecode::Function| {
            function.constants.iter().map(|constant| format!("{:?}", constant.value)).collect::<Vec<_>>()
        };
        assert_eq!(constants(one), constants(other));
        let types = |function: &outlast_torchscript::bytecode::Function| {
            function.types.iter().map(|ty| ty.text.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(types(one), types(other));
    }
}

#[test]
fn files_in_the_file() {
    let data = std::fs::read(corpus::root().join("torch/2.15.0/flat_jit.ff")).unwrap();
    let file = FlatFile::open(Bytes::new(&data, 0)).unwrap();
    let module = file.module();
    assert_eq!((file.versions().unwrap(), module.operator_version), ((9, 1), 1));
    assert_eq!(
        (&*module.extra_files[0].name, file.bytes(&module.extra_files[0].content)),
        ("note.txt", &b"for the reader"[..])
    );
    let source = std::str::from_utf8(file.bytes(&module.sources[0].content)).unwrap();
    assert!(source.starts_with("class Constants(Module):\n"), "{source}");
    assert_eq!(module.program.functions[0].method(), Some(("__torch__.Constants", "forward")));
    assert_eq!(module.program.function("__torch__.Constants.forward").unwrap().class, Some(0));
    assert!(file.bytes(&(0..u64::MAX)).is_empty());
}

#[test]
fn every_byte_is_in_one_region() {
    for path in files() {
        let data = std::fs::read(&path).unwrap();
        let mut partition = Partition::default();
        regions(Bytes::new(&data, 0), &mut partition);
        assert_eq!(partition.finish(data.len() as u64), [] as [&str; 0], "{}", short(&path));
    }
}

#[test]
fn files_are_written_as_they_were() {
    let (mut whole, mut kept) = (0, 0);
    for path in files() {
        let data = std::fs::read(&path).unwrap();
        let replayed = replay(Bytes::new(&data, 0)).unwrap();
        kept += replayed.kept;
        assert!(replayed.buffer.is(&data) && replayed.buffer.to_vec() == data, "{}", short(&path));
        whole += data.len();
    }
    // What is kept is padding between objects: `verify` finds no other bytes without an owner.
    corpus::figures((whole, kept), (70_664, 3_536));
}

#[test]
fn real_files_are_clean() {
    for path in files() {
        let found = verify::file(&std::fs::read(&path).unwrap());
        assert!(found.is_empty(), "{} {found:?}", short(&path));
    }
}

/// The codes of the findings of a file.
fn codes(data: &[u8]) -> Vec<String> {
    let mut codes: Vec<String> =
        verify::file(data).iter().map(|finding| format!("{} {}", finding.code, finding.title)).collect();
    codes.dedup();
    codes
}

fn put(data: &mut [u8], at: usize, bytes: &[u8]) {
    data[at..at + bytes.len()].copy_from_slice(bytes);
}

/// Where the only run of these bytes is.
fn find(data: &[u8], bytes: &[u8]) -> usize {
    let found: Vec<usize> = data
        .windows(bytes.len())
        .enumerate()
        .filter(|(_, window)| *window == bytes)
        .map(|(at, _)| at)
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0]
}

#[test]
fn each_defect_has_its_code() {
    let data = std::fs::read(corpus::root().join("torch/2.15.0/flat_attributes.ff")).unwrap();
    let found = module(&data);
    let has = |data: &[u8], expected: &str| {
        let codes = codes(data);
        assert!(codes.iter().any(|code| code.starts_with(expected)), "{expected}: {codes:?}");
    };
    let words = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();

    // The list of six tensors.
    let Some(ValueKind::List(items, _)) = found.values.get(17).map(|value| &value.kind) else { panic!() };
    let list = find(&data, &words(&[&[6], &items[..]].concat())) + 4;
    for (value, expected) in [
        (17u32, "OL1573 value 17 refers to itself"),
        (20, "OL1573 value 17 refers to value 20, which is made later"),
        (53, "OL1572 value 17 refers to value 53 of 53"),
    ] {
        let mut data = data.clone();
        put(&mut data, list, &value.to_le_bytes());
        has(&data, expected);
    }

    // An instruction: OP 1.
    let function = &found.program.functions[0];
    let at = usize::try_from(function.instructions[11].at).unwrap();
    for (bytes, expected) in [
        ([0, 0, 0, 0, 9, 0, 0, 0], "OL1565 OP calls operator 9 of 4"),
        ([77, 0, 0, 0, 0, 0, 0, 0], "OL1564 77 is an opcode that no release has"),
        ([13, 0, 0, 0, 0, 0, 0, 0], "OL1570 WAIT"),
        ([10, 0, 0, 0, 0xff, 0xff, 0, 0], "OL1566 JMP"),
        ([2, 0, 0, 0, 4, 0, 0, 0], "OL1567 LOAD"),
        ([6, 0, 0, 0, 0, 0, 0, 0], "OL1568"),
    ] {
        let mut data = data.clone();
        put(&mut data, at, &bytes);
        has(&data, expected);
    }

    // The sizes of the tensor of 3 by 4, which two values have.
    let mut wide = data.clone();
    for at in 0..wide.len() - 12 {
        if wide[at..at + 12] == words(&[2, 3, 4]) {
            put(&mut wide, at + 4, &30u32.to_le_bytes());
        }
    }
    has(&wide, "OL1543");
    has(&data[..data.len() - 4], "OL1571");
    has(&data[..8], "OL1571 the file ends before its root table");
    let mut sized = u32::try_from(data.len()).unwrap().to_le_bytes().to_vec();
    sized.extend(&data);
    has(&sized, "OL1571 `PTMF` is at 8");
    let mut version = data.clone();
    let root = usize::try_from(u32::from_le_bytes(version[..4].try_into().unwrap())).unwrap();
    let at = (root..root + 64).find(|at| version[*at..*at + 4] == 9u32.to_le_bytes()).unwrap();
    put(&mut version, at, &8u32.to_le_bytes());
    has(&version, "OL1563 the version of the bytecode is 8");
}

/// Programs that real lite interpreters refuse, crash on or run to something else: each has an error, and which.
#[test]
fn damaged_programs_have_findings() {
    let expected = [
        ("drop.ff", "OL1568"),
        ("its_last_300_bytes_cut_off.ff", "OL1571"),
        ("jmp_9999.ff", "OL1566"),
        ("jmp_minus_999.ff", "OL1566"),
        ("list_construct_99_1.ff", "OL1565"),
        ("load_99.ff", "OL1567"),
        ("loadc_99.ff", "OL1565"),
        ("opcode_77.ff", "OL1564"),
        ("unchecked_cast.ff", "OL1570"),
        ("value_17_in_the_list_of_value_17.ff", "OL1573"),
        ("value_20_in_the_list_of_value_17.ff", "OL1573"),
        ("value_60_in_the_list_of_value_17.ff", "OL1572"),
        ("wait.ff", "OL1570"),
    ];
    let mut outcomes = 0;
    for row in rows("lite-damage.tsv") {
        let code = expected.iter().find(|(name, _)| *name == row[1]).map(|(_, code)| *code).unwrap();
        let data = std::fs::read(corpus::root().join("bad/torch-lite").join(&row[1])).unwrap();
        let found = verify::file(&data);
        let errors: Vec<String> = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.code.to_string())
            .collect();
        assert!(errors.iter().any(|found| found == code), "{}: {found:?}", row[1]);
        // What runs nevertheless has `None` where something else stood.
        assert_eq!(row[2] == "runs", code == "OL1573", "{row:?}");
        outcomes += 1;
    }
    corpus::figures(outcomes, 39);
}

/// Many values that are one table with a long list: they are read as often as the size of the file justifies.
#[test]
fn shared_values_are_bounded() {
    const VALUES: u32 = 20_000;
    const ITEMS: u32 = 20_000;
    let mut data = vec![24, 0, 0, 0];
    data.extend(b"PTMF");
    let shorts =
        |numbers: &[u16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    // Vtable and table of the module: field 4 stands at 4.
    data.extend(shorts(&[14, 8, 0, 0, 0, 0, 4, 0]));
    data.extend(16u32.to_le_bytes());
    data.extend(4u32.to_le_bytes());
    data.extend(VALUES.to_le_bytes());
    let value = 36 + 4 * VALUES + 8;
    for index in 0..VALUES {
        data.extend((value - (36 + 4 * index)).to_le_bytes());
    }
    // Vtable and table of the value: a reference at 4, the kind at 8.
    data.extend(shorts(&[8, 9, 8, 4]));
    data.extend(8u32.to_le_bytes());
    data.extend(16u32.to_le_bytes());
    data.extend([8, 0, 0, 0]);
    // Vtable and table of the tuple: its items at 4.
    data.extend(shorts(&[6, 8, 4, 0]));
    data.extend(8u32.to_le_bytes());
    data.extend(4u32.to_le_bytes());
    data.extend(ITEMS.to_le_bytes());
    (0..ITEMS).for_each(|item| data.extend(item.to_le_bytes()));
    let start = std::time::Instant::now();
    let module = module(&data);
    let read: usize = module
        .values
        .iter()
        .map(|value| match &value.kind {
            ValueKind::Tuple(items) => items.len(),
            kind => panic!("{kind:?}"),
        })
        .sum();
    assert!((usize::try_from(ITEMS).unwrap()..=data.len()).contains(&read), "{read}");
    assert_eq!(module.values.len(), usize::try_from(VALUES).unwrap());
    let found = verify::file(&data);
    assert!(found.iter().any(|finding| finding.title.contains("more content than the file has bytes")));
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

/// Changed and cut files: no panic, regions still partition, nothing large.
#[test]
fn changed_files() {
    let (mut rng, mut count, mut opened) = (Rng(17), 0, 0);
    for path in files() {
        let data = std::fs::read(&path).unwrap();
        let mut changed: Vec<Vec<u8>> = (0..100).map(|_| flip(&data, &mut rng)).collect();
        changed.extend(cuts(data.len()).into_iter().map(|len| data[..len].to_vec()));
        for data in changed {
            count += 1;
            verify::file(&data);
            let mut partition = Partition::default();
            regions(Bytes::new(&data, 0), &mut partition);
            assert_eq!(partition.finish(data.len() as u64), [] as [&str; 0], "{}", short(&path));
            let Ok(file) = FlatFile::open(Bytes::new(&data, 0)) else { continue };
            opened += 1;
            let module = file.module();
            let mut text = String::new();
            write_text(&module, 100, &mut text).unwrap();
            assert!(text.len() < 200_000, "{}", text.len());
            if let Ok(replayed) = replay(Bytes::new(&data, 0)) {
                assert!(replayed.buffer.is(&data), "{}", short(&path));
            }
        }
    }
    corpus::figures((count, opened), (4_275, 2_789));
}
