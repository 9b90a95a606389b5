//! Hooks of dialects on files of real producers: upstream's test dialect, which `mlir-opt` links, in its version and in an older one.

use outlast_mlir::dialect::{Dialects, Loader};
use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::print::{PrintOptions, Snippets, Source, print};
use outlast_mlir::schema::{self, PropertyValue};
use outlast_mlir::{AttrId, File, Module, OpId, Tables};

use crate::test_dialect::{NEWEST, TestDialect, Version, schemas};

const OLD: Version = Version { major: 1, minor: 12 };

pub(crate) fn writing(version: Version) -> Dialects {
    let mut dialects = Dialects::new();
    dialects.register(TestDialect(version));
    dialects
}

/// Files of a folder of the corpus by name, bytecode and texts.
fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let all = outlast_testkit::corpus::files(&format!("mlir/{folder}"), &["mlirbc", "mlir"]);
    let name = |path: &std::path::Path| path.file_name().unwrap().to_string_lossy().into_owned();
    all.into_iter().map(|path| (name(&path), std::fs::read(path).unwrap())).collect()
}

fn bytecode(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut all = files(folder);
    all.retain(|(name, _)| name.ends_with(".mlirbc"));
    all
}

fn text(file: &File<'_>, module: &Module<'_>, local_scope: bool) -> String {
    let schemas = schemas(file, &module.tables, &module.ir);
    let source = Source {
        version: file.version(),
        producer: file.producer(),
        tables: &module.tables,
        ir: &module.ir,
        schemas: &schemas,
    };
    let mut out = Vec::new();
    print(&source, &PrintOptions { local_scope, ..PrintOptions::default() }, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn canonical(file: &File<'_>, module: &Module<'_>) -> Vec<u8> {
    module.canonical(&schemas(file, &module.tables, &module.ir)).unwrap().concat()
}

#[test]
fn what_mlir_opt_wrote_comes_out_as_it_was() {
    let mut count = 0;
    for (name, data) in [bytecode("dialects-19.1.7"), bytecode("dialects-22.1.8")].concat() {
        let file = File::open(&data).unwrap();
        let dialects = writing(NEWEST);
        let loader = Loader::open(&data, &dialects).unwrap();
        let stated = (file.version() > 0).then_some("2.0");
        assert_eq!(loader.version("test"), stated, "{name}");
        assert_eq!(loader.version_as::<Version>("test").copied(), stated.map(|_| NEWEST), "{name}");
        assert_eq!(loader.version_as::<u64>("test"), None, "{name}");
        assert_eq!((loader.version("func"), loader.version("nothing")), (None, None), "{name}");
        let module = loader.into_module().unwrap();
        assert!(module.encode().concat() == data, "{name}: with the numbers that it has");
        assert!(canonical(&file, &module) == data, "{name}: numbered anew");
        assert!(!text(&file, &module, true).contains("outlast.opaque"), "{name}");
        // Without hooks, the same file is read as well, and says what is not known.
        let plain = Module::read(&data).unwrap();
        assert!(
            text(&file, &plain, true).contains("#outlast.opaque<\"test\", ") || name.starts_with("native")
        );
        count += 1;
    }
    assert_eq!(count, 12);
}

#[test]
fn older_files_are_upgraded_as_mlir_opt_does() {
    let mut count = 0;
    for release in ["19.1.7", "22.1.8"] {
        let all = files(&format!("dialects-old-{release}"));
        let of = |stem: &str| &all.iter().find(|(name, _)| *name == format!("{stem}.mlir")).unwrap().1;
        let new = bytecode(&format!("dialects-{release}"));
        for (name, data) in all.iter().filter(|(name, _)| name.ends_with(".mlirbc")) {
            let file = File::open(data).unwrap();
            let dialects = writing(NEWEST);
            let loader = Loader::open(data, &dialects).unwrap();
            assert_eq!(loader.version("test"), Some("1.12"), "{name}");
            let module = loader.into_module().unwrap();
            let stem = name.split_once('-').unwrap().0;
            assert_eq!(text(&file, &module, true).into_bytes(), *of(stem), "{name}");
            // Written anew, it is what mlir-opt wrote of the new version.
            let upgraded = canonical(&file, &module);
            let twin = &new.iter().find(|(twin, _)| twin == name).unwrap().1;
            assert!(upgraded == *twin, "{name}");
            // With the numbers that it has, it is of the new version as well: no upgrade is left to do.
            let kept = module.encode().concat();
            let again = Module::read_with(&kept, &dialects).unwrap();
            assert!(again.encode().concat() == kept, "{name}");
            assert!(canonical(&file, &again) == *twin, "{name}");
            count += 1;
        }
    }
    assert_eq!(count, 11);
}

#[test]
fn files_are_written_in_an_older_version() {
    for (release, all) in [("19.1.7", 8), ("22.1.8", 3)] {
        let old = bytecode(&format!("dialects-old-{release}"));
        for (name, data) in &old {
            let twin =
                bytecode(&format!("dialects-{release}")).into_iter().find(|(twin, _)| twin == name).unwrap();
            let module = Module::read_with(&twin.1, &writing(OLD)).unwrap();
            assert!(module.encode().concat() == *data, "{name}");
            // There and back again.
            let file = File::open(data).unwrap();
            let back = Module::read_with(data, &writing(NEWEST)).unwrap();
            assert!(canonical(&file, &back) == twin.1, "{name}");
        }
        assert_eq!(old.len(), all);
    }
}

#[test]
fn a_version_of_the_future_is_refused() {
    for (name, data) in bytecode("dialects-19.1.7") {
        let file = File::open(&data).unwrap();
        if file.version() == 0 {
            continue;
        }
        let newer = Version { major: 2, minor: 2 };
        let data = Module::read_with(&data, &writing(newer)).unwrap().encode().concat();
        let dialects = writing(NEWEST);
        // Which version it is can still be said.
        assert_eq!(Loader::open(&data, &dialects).unwrap().version("test"), Some("2.2"), "{name}");
        let error = Module::read_with(&data, &dialects).unwrap_err().to_string();
        assert!(error.contains("2.2 is newer than 2.0"), "{name}: {error}");
        assert!(error.contains("AttrType / attribute "), "{name}: {error}");
    }
}

/// What an operation is, without numbers of tables.
fn describe(file: &File<'_>, tables: &Tables<'_>, ir: &Ir, op: OpId) -> String {
    let mut texts = Snippets::new(tables, file.producer());
    let attrs = ir.attrs(op).map(|attrs| texts.attr(attrs));
    let results: Vec<_> = ir.results(op).iter().map(|ty| texts.ty(*ty)).collect();
    let properties = ir.properties(op).map(|id| {
        let schemas = schemas(file, tables, ir);
        let schema = schemas.get(ir.name(op)).unwrap();
        let values = schema::decode(schema, file.version(), &tables.properties[id.index()]).unwrap();
        let value = |value: &PropertyValue| match value {
            PropertyValue::Attr(AttrId(attr)) => texts.attr(AttrId(*attr)),
            other => format!("{other:?}"),
        };
        values.iter().map(|(_, it)| it).map(value).collect::<Vec<_>>()
    });
    let name = String::from_utf8(tables.op_name(ir.name(op))).unwrap();
    format!("{name} {attrs:?} {results:?} {properties:?} {:?}", ir.operands(op))
}

#[test]
fn regions_that_are_read_later_are_upgraded_as_those_that_are_read_at_once() {
    let mut parts = 0;
    for (name, data) in [bytecode("dialects-old-19.1.7"), bytecode("dialects-old-22.1.8")].concat() {
        let file = File::open(&data).unwrap();
        if file.version() < 2 {
            continue;
        }
        let dialects = writing(NEWEST);
        let eager = Module::read_with(&data, &dialects).unwrap();
        let all: Vec<_> = eager.ir.ops().map(|op| describe(&file, &eager.tables, &eager.ir, op)).collect();
        for depth in [0, 1, 2] {
            let mut loader = Loader::open(&data, &dialects).unwrap();
            let outer = loader.read(Nested::Skip(depth)).unwrap();
            // Depth first: the order of the file.
            let mut found = Vec::new();
            let mut stack: Vec<(Ir, u32)> = vec![(outer, 0)];
            while let Some((ir, next)) = stack.pop() {
                if to_index(next) >= ir.len() {
                    continue;
                }
                let op = OpId(next);
                found.push(describe(&file, loader.tables(), &ir, op));
                let inner = ir.lazy(op).map(|lazy| loader.materialize(lazy, Nested::Skip(depth)).unwrap());
                stack.push((ir, next + 1));
                stack.extend(inner.map(|inner| (inner, 0)));
                parts += 1;
            }
            assert_eq!(found, all, "{name}, depth {depth}");
        }
    }
    outlast_testkit::corpus::figures(parts, 420);
}

fn to_index(number: u32) -> usize {
    usize::try_from(number).unwrap()
}

#[test]
fn aliases_and_locations_are_printed_as_everywhere_else() {
    let (_, data) = bytecode("dialects-19.1.7").pop().unwrap();
    let file = File::open(&data).unwrap();
    let module = Module::read_with(&data, &writing(NEWEST)).unwrap();
    assert!(text(&file, &module, false).contains("test.y = #test.attr_params<3, 4>"));
}
