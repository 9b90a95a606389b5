//! The oracles over the corpus and over seeded mutations of it: a sample of what the fuzzers do at length. `OUTLAST_ROUNDS` asks for more.

// Helpers of tests may fail like tests, and say what they did.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod changes;
mod torch;

use outlast_oracles::{
    Family, Seen, arrays, bfbs, bundles, data, edits, imports, opset_lints, opset_tables, program, schema,
    seeds, torch_pickles, torch_records, torch_source,
};
use outlast_testkit::corpus::figures;
use outlast_testkit::mutate::{Rng, cuts, flip};

fn rounds(normal: usize) -> usize {
    std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(normal)
}

/// Runs an oracle, and says which input it was that broke it; the folder that `OUTLAST_KEEP` names gets a copy.
fn on<R>(name: &str, bytes: &[u8], oracle: impl FnOnce(&[u8]) -> R) -> R {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| oracle(bytes))) {
        Ok(result) => result,
        Err(why) => {
            eprintln!("the input was: {name}");
            if let Some(folder) = std::env::var_os("OUTLAST_KEEP") {
                let file = std::path::Path::new(&folder).join(name.replace(['/', ',', ' '], "_"));
                std::fs::write(&file, bytes).unwrap();
                eprintln!("kept in {}", file.display());
            }
            std::panic::resume_unwind(why)
        }
    }
}

/// Every file of the corpus that is of the family; and changed, cut and spliced ones, from those of at most `most` bytes.
/// `expected` are the figures of both: files, sound, genuine, and faultless ones of these; and inputs, of the family, opened, sound.
fn family(family: Family, most: u64, count: usize, expected: ([u64; 4], [usize; 4])) {
    let paths = seeds::below(seeds::folders(family));
    let (mut all, mut sound, mut good, mut faultless) = (0, 0, 0, 0);
    for (name, bytes) in seeds::read(&paths, 1 << 16) {
        let seen = on(&name, &bytes, |bytes| program(family, bytes));
        let genuine = !name.starts_with("bad/") && seen.of_family && !seen.holds;
        all += u64::from(seen.of_family);
        sound += u64::from(seen.sound);
        good += u64::from(genuine);
        faultless += u64::from(genuine && seen.faultless);
        let needs_code = NEED_CODE.iter().any(|part| name.contains(part));
        assert!(!genuine || seen.sound || seen.holds || needs_code, "{name}: a genuine file is not sound");
    }
    let name = family.name();
    println!("{name}: {all} files, {sound} of them sound; {good} genuine, {faultless} of them faultless");
    figures([all, sound, good, faultless], expected.0);
    let bases: Vec<_> = seeds::read(&paths, most)
        .into_iter()
        .filter(|(_, bytes)| Family::by_magic(bytes) == Some(family))
        .collect();
    let mut rng = Rng(20_261_122);
    let mut changed = Counts::default();
    for round in 0..rounds(count) {
        let (name, bytes) = &bases[rng.below(bases.len())];
        let bytes = mutated(bytes, &bases, &mut rng);
        changed.add(on(&format!("{name}, round {round}"), &bytes, |bytes| program(family, bytes)));
    }
    println!("{}: {changed:?}", family.name());
    figures([changed.all, changed.of_family, changed.opened, changed.sound], expected.1);
}

/// Genuine files whose pickles need classes of their producer, or opcodes that only Python's reader has.
const NEED_CODE: &[&str] = &["module.pth", "subclass.pth", "protocol_0.pth", "torch/pickles/"];

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    of_family: usize,
    opened: usize,
    sound: usize,
}

impl Counts {
    fn add(&mut self, seen: Seen) {
        self.all += 1;
        self.of_family += usize::from(seen.of_family);
        self.opened += usize::from(seen.opened);
        self.sound += usize::from(seen.sound);
    }
}

/// Inputs that fuzzers found, whatever they broke: each with the oracle that it broke.
#[test]
fn found_by_fuzzers() {
    let files = seeds::read(&seeds::below(&["bad/fuzz"]), u64::MAX);
    assert!(!files.is_empty());
    let mut still: Vec<&str> = Vec::new();
    for (name, bytes) in &files {
        let broken = std::panic::catch_unwind(|| match Family::by_magic(bytes) {
            Some(family) => drop(program(family, bytes)),
            None => drop((
                (arrays(bytes), bfbs(bytes), schema(bytes)),
                (edits(bytes), bundles(bytes), data(bytes), imports(bytes)),
                (opset_tables(bytes), opset_lints(bytes)),
                (torch_records(bytes), torch_source(bytes), torch_pickles(bytes)),
            )),
        });
        if broken.is_err() {
            still.push(name);
        }
    }
    assert_eq!(still, OPEN, "found by fuzzers: what still breaks an oracle, and what is known to");
}

/// Files in `corpus/bad/fuzz` that still break an oracle; a fix takes its file out of this list.
const OPEN: &[&str] = &[];

/// Some bytes changed; or cut off; or a piece of another file put in, at a multiple of four bytes.
fn mutated(bytes: &[u8], bases: &[(String, Vec<u8>)], rng: &mut Rng) -> Vec<u8> {
    match rng.below(8) {
        0 => {
            let lengths = cuts(bytes.len());
            let at = lengths.get(rng.below(lengths.len())).copied().unwrap_or(0);
            bytes[..at.max(bytes.len().min(12))].to_vec()
        }
        1 => {
            let (_, other) = &bases[rng.below(bases.len())];
            let (at, from) = (8 + rng.below(bytes.len() / 4) * 4, rng.below(other.len() / 4) * 4);
            let to = from + rng.below((other.len() - from) / 4) * 4;
            let at = at.min(bytes.len());
            [&bytes[..at], &other[from..to], &bytes[at..]].concat()
        }
        _ => flip(bytes, rng),
    }
}

#[test]
fn executorch() {
    family(Family::Executorch, 4000, 60, ([1298, 1268, 1258, 1221], [60, 60, 52, 4]));
}

#[test]
fn llvm() {
    family(Family::Llvm, 3000, 120, ([144, 109, 66, 60], [120, 80, 72, 9]));
}

#[test]
fn swift() {
    // There are no malformed files of Swift alone: those of bitstreams in general are LLVM's.
    family(Family::Swift, 40_000, 40, ([11, 11, 11, 11], [40, 40, 40, 8]));
}

#[test]
fn mlir() {
    family(Family::Mlir, 1500, 120, ([199, 136, 120, 120], [120, 112, 52, 6]));
}

#[test]
fn torch() {
    family(Family::Torch, 8000, 400, ([207, 134, 144, 121], [400, 345, 271, 20]));
}

/// Files of the corpus with one or two bytes changed, put in or taken out, of which many stay clean: these replay, and convert to every version
/// of the container or are refused for a reason. Figures: inputs, clean ones, conversions made, conversions refused.
#[test]
fn mlir_in_every_version() {
    let names = [
        "mlir/16.0.6",
        "mlir/19.1.7",
        "mlir/22.1.8",
        "mlir/properties-22.1.8",
        "mlir/stablehlo",
        "mlir/iree",
        "bad/mlir",
    ];
    let mut bases = seeds::read(&seeds::below(&names), 1200);
    bases.retain(|(name, bytes)| {
        let wanted = !name.starts_with("bad/") || name.contains("/ok") || name.contains("/odd_");
        wanted && Family::by_magic(bytes) == Some(Family::Mlir)
    });
    let mut rng = Rng(20_261_123);
    let mut figures_of = [0; 4];
    for round in 0..rounds(4000) {
        let (name, base) = &bases[rng.below(bases.len())];
        let mut bytes = base.clone();
        for _ in 0..=rng.below(2) {
            one_byte(&mut bytes, &mut rng);
        }
        let seen = on(&format!("{name}, round {round}"), &bytes, |bytes| program(Family::Mlir, bytes));
        figures_of[0] += 1;
        figures_of[1] += usize::from(seen.clean);
        figures_of[2] += seen.converted;
        figures_of[3] += seen.refused;
    }
    println!("{} files; [inputs, clean, converted, refused]: {figures_of:?}", bases.len());
    figures(figures_of, [4000, 914, 5167, 1231]);
}

/// A byte changed to any or to a small odd one (a number of one byte), a bit flipped, two bytes swapped, one taken out or put in.
fn one_byte(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(bytes.len());
    let small = u8::try_from(rng.below(16) * 2 + 1).unwrap();
    match rng.below(8) {
        0 => bytes[at] = u8::try_from(rng.below(256)).unwrap(),
        1..=3 => bytes[at] = small,
        4 => bytes[at] ^= 1 << rng.below(8),
        5 => {
            let other = rng.below(bytes.len());
            bytes.swap(at, other);
        }
        6 => drop(bytes.remove(at)),
        _ => bytes.insert(at, small),
    }
}

#[test]
fn schemas() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../executorch/schemas");
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(own).unwrap() {
        texts.push(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../flatbuffers/tests/it/sample");
    texts.push(std::fs::read(format!("{sample}.fbs")).unwrap());
    let binary = std::fs::read(format!("{sample}.bfbs")).unwrap();
    assert!(bfbs(&binary));
    assert!(schema(texts.last().unwrap()));
    let mut rng = Rng(20_261_123);
    let mut parsed = [0, 0];
    for _ in 0..rounds(400) {
        let text = &texts[rng.below(texts.len())];
        parsed[0] += usize::from(schema(&flip(text, &mut rng)));
        parsed[1] += usize::from(bfbs(&flip(&binary, &mut rng)));
    }
    println!("{parsed:?} of {} changed schemas were read", rounds(400));
    figures(parsed, [2, 16]);
}

#[test]
fn files_of_arrays() {
    let paths: Vec<_> = seeds::below(&["executorch"])
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "npz"))
        .collect();
    let files = seeds::read(&paths, 1 << 16);
    for (name, bytes) in &files {
        assert!(on(name, bytes, arrays), "{name}");
    }
    let mut rng = Rng(20_261_124);
    let mut read = 0;
    for _ in 0..rounds(400) {
        let (name, bytes) = &files[rng.below(files.len())];
        let bytes = flip(bytes, &mut rng);
        read += usize::from(on(name, &bytes, arrays));
    }
    println!("{read} of {} changed files were read", rounds(400));
    // Headers of members are held to the directory, so that few changes are left that do not matter.
    figures([files.len(), read], [1128, 3]);
}
