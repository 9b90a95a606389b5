//! Every hook, on files of a dialect that no tool has; and hooks on files that are malformed.

use outlast_mlir::dialect::{Asm, DialectHooks, DialectReader, DialectWriter, Dialects, Loader};
use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::parse::{ParseOptions, parse};
use outlast_mlir::print::{PrintOptions, Snippets, Source, print};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::wire::varint;
use outlast_mlir::{File, Module, Tables};
use outlast_testkit::mutate::{Rng, cuts, flip};

use crate::dialects::writing;
use crate::ledger::{BOX, KINDS, Ledger, MAYBE, NOTE, PAIR, SEALED};
use crate::test_dialect::NEWEST;

const TEXT: &str = r#""builtin.module"() ({
  "ledger.put"() {colour = #ledger.p0, kinds = #ledger.p3} : () -> ()
  "ledger.put"() {a = 7 : i32, b = "x", note = #ledger.p1} : () -> ()
  "ledger.keep"() {m = [#ledger.p2, #ledger.p4], sealed = #ledger.p5, t = #ledger.remark<"old\0Atext">, u = #ledger.plain<1>} : () -> ()
  "func.func"() ({
  ^bb0(%arg0: !ledger.t0, %arg1: !ledger.cell):
    %0 = "ledger.weigh"(%arg0) : (!ledger.t0) -> i32
    "ledger.put"() {colour = "blue"} : () -> ()
    "func.return"(%0) : (i32) -> ()
  }) {function_type = (!ledger.t0, !ledger.cell) -> (), sym_name = "f"} : () -> ()
}) : () -> ()
"#;

/// What it is in autumn.
const UPGRADED: &str = r#""builtin.module"() ({
  "ledger.store"() {color = #ledger.pair<"x", 7 : i32>, kinds = #ledger.kinds<i32, !ledger.box<i32>>, since = #ledger.note<"spring">} : () -> ()
  "ledger.store"() {a = 7 : i32, b = "x", note = #ledger.note<"hi \22there\22">, since = #ledger.note<"spring">} : () -> ()
  "ledger.keep"() {m = [#ledger.maybe<7 : i32>, #ledger.maybe<>], sealed = #ledger.sealed<#ledger.pair<"x", 7 : i32>>, t = #ledger.note<"old\0Atext">, u = #ledger.plain<1>} : () -> ()
  "func.func"() ({
  ^bb0(%arg0: !ledger.box<i32>, %arg1: !ledger.slot):
    %0 = "ledger.weigh"(%arg0) : (!ledger.box<i32>) -> i64
    "ledger.store"() {color = "blue", since = #ledger.note<"spring">} : () -> ()
    "func.return"(%0) : (i64) -> ()
  }) {function_type = (!ledger.box<i32>, !ledger.slot) -> (), sym_name = "f"} : () -> ()
}) : () -> ()
"#;

fn numbers(all: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    all.iter().for_each(|number| varint(&mut out, *number));
    out
}

fn place(tables: &Tables<'_>, text: &str) -> u64 {
    let mut texts = Snippets::new(tables, b"");
    let attr = (0..tables.attrs.len()).find(|at| texts.attr(outlast_mlir::AttrId::new(*at)) == text);
    let ty = (0..tables.types.len()).find(|at| texts.ty(outlast_mlir::TypeId::new(*at)) == text);
    u64::try_from(attr.or(ty).unwrap_or_else(|| panic!("{text}"))).unwrap()
}

/// The text as bytecode in which the dialect has encoded its placeholders, of a season; or with something else for a placeholder.
fn ledger(version: u64, season: &str, instead: Option<(&str, Vec<u8>)>) -> Vec<u8> {
    let options = ParseOptions { version, producer: "MLIR22.1.8".to_owned(), release: None };
    let mut module = parse(TEXT, &options).unwrap();
    let tables = &mut module.tables;
    let of = |text: &str| place(tables, text);
    let (seven, x, i32, box_, pair) =
        (of("7 : i32"), of("\"x\""), of("i32"), of("!ledger.t0"), of("#ledger.p0"));
    let note = u64::from(tables.strings.intern(b"hi \"there\"").0);
    let season = u64::from(tables.strings.intern(season.as_bytes()).0);
    let mut encoded = vec![
        ("#ledger.p0", numbers(&[PAIR, seven, x])),
        ("#ledger.p1", numbers(&[NOTE, note])),
        ("#ledger.p2", numbers(&[MAYBE, seven << 1 | 1])),
        ("#ledger.p3", numbers(&[KINDS, 2, i32, box_])),
        ("#ledger.p4", numbers(&[MAYBE, 0])),
        ("#ledger.p5", numbers(&[SEALED, pair])),
        ("!ledger.t0", numbers(&[BOX, i32])),
    ];
    encoded.extend(instead);
    let dialect = tables.find_dialect(b"ledger").unwrap();
    let places: Vec<_> = encoded.iter().map(|(text, _)| place(tables, text)).collect();
    for ((text, bytes), at) in encoded.into_iter().zip(places) {
        let at = u32::try_from(at).unwrap();
        let entries = if text.starts_with('!') { &mut tables.types } else { &mut tables.attrs };
        entries.replace(at, dialect, true, bytes);
    }
    tables.dialects[dialect.index()].version = Some(numbers(&[season]).into());
    module.encode().concat()
}

fn hooks() -> Dialects {
    let mut dialects = Dialects::new();
    dialects.register(Ledger);
    dialects
}

fn text(module: &Module<'_>) -> String {
    let source = Source {
        version: module.layout.version,
        producer: &module.layout.producer,
        tables: &module.tables,
        ir: &module.ir,
        schemas: &FileSchemas::default(),
    };
    let mut out = Vec::new();
    let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
    print(&source, &options, &mut out).unwrap();
    // Before version 5, what the producer did not know has no properties of its own; since then they are all in `<…>`.
    String::from_utf8_lossy(&out).replace(" <{", " {").replace("}>", "}")
}

fn chosen(module: &Module<'_>, data: &[u8]) -> FileSchemas {
    FileSchemas::choose(&File::open(data).unwrap(), &module.tables, &module.ir).schemas
}

#[test]
fn all_hooks_in_all_versions_of_the_container() {
    for version in 1..=6 {
        let data = ledger(version, "spring", None);
        let dialects = hooks();
        let mut loader = Loader::open(&data, &dialects).unwrap();
        assert_eq!(loader.version("ledger"), Some("spring"));
        assert!(loader.read(Nested::Skip(0)).is_ok());
        let module = loader.into_module().unwrap();
        assert_eq!(text(&module), UPGRADED, "version {version}");
        for bytes in [module.encode().concat(), module.canonical(&chosen(&module, &data)).unwrap().concat()] {
            let loader = Loader::open(&bytes, &dialects).unwrap();
            assert_eq!(loader.version("ledger"), Some("autumn"), "version {version}");
            let again = loader.into_module().unwrap();
            assert_eq!(text(&again), UPGRADED, "version {version}");
            assert!(again.encode().concat() == bytes, "nothing is left to upgrade, version {version}");
            // Those that are encoded, and `sealed` and `plain` as text.
            let id = again.tables.find_dialect(b"ledger");
            let own = |custom: bool| {
                let entries = again.tables.attrs.iter().filter(|it| it.dialect == id.unwrap());
                entries.filter(|entry| entry.custom == custom).count()
            };
            assert!(own(true) >= 6 && own(false) == 2, "{} {}", own(true), own(false));
        }
        // Canonical writing is stable.
        let one = module.canonical(&chosen(&module, &data)).unwrap().concat();
        let again = Module::read_with(&one, &dialects).unwrap();
        assert!(again.canonical(&chosen(&again, &one)).unwrap().concat() == one, "version {version}");
    }
}

#[test]
fn text_becomes_what_the_dialect_encodes() {
    let options = ParseOptions { version: 6, producer: "MLIR22.1.8".to_owned(), release: None };
    let body = r#""test.op"() {a = #test.attr_params<-7, 9>, b = #test.other<1>, c = !test.i32} : () -> ()"#;
    let mut module = parse(body, &options).unwrap();
    let dialects = writing(NEWEST);
    let schemas = outlast_mlir::parse::schemas(&module.tables, &options);
    dialects.encode(&mut module).unwrap();
    let bytes = module.canonical(&schemas).unwrap().concat();
    let loader = Loader::open(&bytes, &dialects).unwrap();
    assert_eq!(loader.version("test"), Some("2.0"));
    let again = loader.into_module().unwrap();
    let id = again.tables.find_dialect(b"test").unwrap();
    let custom = |entry: &outlast_mlir::tables::Entry<'_>| entry.dialect == id && entry.custom;
    assert_eq!(again.tables.attrs.iter().filter(custom).count(), 1);
    assert_eq!(again.tables.types.iter().filter(custom).count(), 1);
    assert_eq!(text(&again).trim_end(), body);
    assert!(again.canonical(&chosen(&again, &bytes)).unwrap().concat() == bytes);
}

/// The error of a file, and where it is.
fn error(data: &[u8]) -> String {
    let error = Module::read_with(data, &hooks()).unwrap_err();
    format!("{error}")
}

#[track_caller]
fn says(data: &[u8], words: &[&str]) {
    let found = error(data);
    for word in words {
        assert!(found.contains(word), "{found}, not {word}");
    }
    assert!(Module::read(data).is_ok(), "without hooks it is read");
}

#[test]
fn errors_have_a_place() {
    let bad = |place: &'static str, all: &[u64]| ledger(6, "spring", Some((place, numbers(all))));
    says(&ledger(6, "winter", None), &["`winter` is not a season", "version of dialect `ledger`", "Dialect"]);
    says(&bad("#ledger.p0", &[PAIR, 0]), &["needs 1 bytes", "AttrType", "attribute "]);
    says(&bad("#ledger.p0", &[PAIR, 0, 900]), &["900", "other", "attribute "]);
    says(&bad("#ledger.p1", &[NOTE, 900]), &["900", "note", "attribute "]);
    says(&bad("#ledger.p1", &[NOTE, 0, 0]), &["1 bytes are left over", "attribute "]);
    says(&bad("#ledger.p2", &[MAYBE, 2]), &["without the flag", "attribute "]);
    says(&bad("#ledger.p3", &[KINDS, 1 << 40]), &["number of kinds", "attribute "]);
    says(&bad("!ledger.t0", &[BOX, 900]), &["900", "content", "type "]);
    says(&bad("#ledger.p0", &[77]), &["cannot be upgraded from version spring", "attribute "]);
    // An error in a file has its offset there.
    let data = bad("#ledger.p1", &[NOTE, 0, 0]);
    let found = Module::read_with(&data, &hooks()).unwrap_err();
    let file = File::open(&data).unwrap();
    let section = file.section(outlast_mlir::defs::section::ATTR_TYPE).unwrap();
    let place = usize::try_from(found.place().span.bits.start / 8).unwrap();
    assert!((section.start..section.end).contains(&place), "{found}");
    // What is made of itself has no text; it is still written in its encoding.
    let own = |data: &[u8], text: &str| place_of(data, text);
    let plain = ledger(6, "spring", None);
    says(&bad("#ledger.p5", &[SEALED, own(&plain, "sealed")]), &["has no text"]);
    let cyclic = bad("#ledger.p0", &[PAIR, own(&plain, "pair"), own(&plain, "pair")]);
    says(&cyclic, &["has no text"]);
}

/// The number of an attribute that the dialect has encoded.
fn place_of(data: &[u8], word: &str) -> u64 {
    let module = Module::read_with(data, &hooks()).unwrap();
    let mut texts = Snippets::new(&module.tables, b"");
    let start = format!("#ledger.{word}<");
    let found = (0..module.tables.attrs.len())
        .find(|at| texts.attr(outlast_mlir::AttrId::new(*at)).starts_with(&start));
    u64::try_from(found.unwrap()).unwrap()
}

#[test]
fn what_is_not_known_stays_as_it_is_in_the_same_version() {
    let data = ledger(6, "autumn", Some(("#ledger.p0", numbers(&[77, 1, 2, 3]))));
    let module = Module::read_with(&data, &hooks()).unwrap();
    assert!(module.encode().concat() == data);
    assert!(text(&module).contains("#outlast.opaque<\"ledger\", \"0x"), "{}", text(&module));
    let error = module.canonical(&chosen(&module, &data)).unwrap_err();
    assert!(error.to_string().contains("of dialect `ledger`"), "{error}");
}

/// A dialect without a version, and one whose version cannot be read.
struct Bare(&'static str);

impl DialectHooks for Bare {
    type Version = String;

    fn namespace(&self) -> &str {
        self.0
    }

    fn read_type(
        &self,
        reader: &mut DialectReader<'_>,
        version: Option<&String>,
    ) -> outlast_core::Result<Option<Asm>> {
        assert_eq!(version, None);
        reader.rest();
        Ok(Some(Asm::of("!ledger.any")))
    }

    fn write_attr(&self, _: &Asm, writer: &mut DialectWriter) -> Option<()> {
        // What was written before it gives up does not count.
        writer.blob(b"nothing");
        None
    }
}

#[test]
fn dialects_without_versions() {
    let mut dialects = Dialects::new();
    dialects.register(Ledger).register(Bare("ledger")).register(Bare("func"));
    assert_eq!(format!("{dialects:?}"), r#"{"ledger", "func"}"#);
    let data = ledger(6, "spring", None);
    let error = Module::read_with(&data, &dialects).unwrap_err();
    assert!(error.to_string().contains("the dialect has no versions"), "{error}");
    // Version 0 of the container has none.
    let data = ledger(0, "spring", None);
    let module = Module::read_with(&data, &dialects).unwrap();
    assert!(module.encode().concat() == data);
    assert!(text(&module).contains("(!ledger.any) -> i32"), "{}", text(&module));
}

/// Everything that hooks take part in, on bytes of any kind.
fn read_hooked(name: &str, data: &[u8], dialects: &Dialects) -> bool {
    let Ok(mut loader) = Loader::open(data, dialects) else { return false };
    let eager = Module::read_with(data, dialects);
    let outer = loader.read(Nested::Skip(1));
    assert!(eager.is_err() || outer.is_ok(), "{name}");
    let mut later = outer.is_ok();
    for lazy in outer.iter().flat_map(Ir::all_lazy) {
        later &= loader.materialize(lazy, Nested::Read).is_ok();
    }
    assert_eq!(eager.is_ok(), later, "{name}: lazily {later}, {:?}", eager.err());
    let Ok(module) = eager else { return false };
    text(&module);
    let bytes = module.encode().concat();
    let again = Module::read_with(&bytes, dialects);
    assert!(again.is_ok(), "{name}: {:?}", again.err());
    if let Ok(pieces) = module.canonical(&chosen(&module, data)) {
        let bytes = pieces.concat();
        let again = Module::read_with(&bytes, dialects);
        assert!(again.is_ok(), "{name}: {:?}", again.err());
    }
    true
}

#[test]
fn changed_bytes_are_read_with_hooks_without_harm() {
    let mut dialects = writing(NEWEST);
    dialects.register(Ledger);
    let mut bases: Vec<_> = (0..=6).map(|version| ledger(version, "spring", None)).collect();
    for folder in ["dialects-19.1.7", "dialects-old-19.1.7"] {
        let files = outlast_testkit::corpus::files(&format!("mlir/{folder}"), &["mlirbc"]);
        bases.extend(files.into_iter().map(|path| std::fs::read(path).unwrap()));
    }
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut rng = Rng(20_261_123);
    let (mut good, mut all) = (0, 0);
    for (at, base) in bases.iter().enumerate() {
        assert!(read_hooked(&format!("base {at}"), base, &dialects), "base {at}");
        for length in cuts(base.len()) {
            read_hooked(&format!("base {at} cut to {length}"), &base[..length], &dialects);
        }
        for round in 0..rounds {
            let name = format!("base {at} round {round}");
            good += u64::from(read_hooked(&name, &flip(base, &mut rng), &dialects));
            all += 1;
        }
    }
    println!("{all} changed files, {good} of them read");
    outlast_testkit::corpus::figures([all, good], [3600, 587]);
}
