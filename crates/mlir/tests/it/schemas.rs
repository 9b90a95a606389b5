//! Property schemas on files of the real tools: which serve, which do not, and what paired samples show.

use std::collections::BTreeMap;
use std::sync::Arc;

use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::schema::learn::{Half, Learned, Learner, Lesson, lines, proven};
use outlast_mlir::schema::{
    Chosen, FileSchemas, Given, OpSchema, PropertyKind, PropertyValue, Served, Why, decode, op_schema,
    release,
};
use outlast_mlir::steps::set_version;
use outlast_mlir::{File, Module, OpNameId, Tables};

fn sample(path: &str) -> Vec<u8> {
    std::fs::read(outlast_testkit::corpus::root().join("mlir").join(path)).unwrap()
}

/// Calls `then` with a file that is read as far as schemas need.
fn with<T>(data: &[u8], then: impl FnOnce(&File<'_>, &Tables<'_>, &Ir) -> T) -> T {
    let file = File::open(data).unwrap();
    let tables = Tables::read(&file).unwrap();
    let ir = Ir::read(&file, &tables, Nested::Read).unwrap();
    then(&file, &tables, &ir)
}

fn choose(data: &[u8]) -> (Chosen, BTreeMap<String, (Served, Option<OpSchema>)>) {
    with(data, |file, tables, ir| {
        let chosen = FileSchemas::choose(file, tables, ir);
        let names = chosen.ops.iter().enumerate().map(|(index, op)| {
            let id = OpNameId::new(index);
            let name = String::from_utf8(tables.op_name(id)).unwrap();
            (name, (op.served.clone(), chosen.schemas.get(id).cloned()))
        });
        let names = names.collect();
        (chosen, names)
    })
}

/// The file with another producer, of the same length.
fn produced_by(data: &[u8], before: &str, after: &str) -> Vec<u8> {
    assert_eq!(before.len(), after.len());
    let at = data.windows(before.len()).position(|window| window == before.as_bytes()).unwrap();
    let mut data = data.to_vec();
    data[at..at + after.len()].copy_from_slice(after.as_bytes());
    data
}

#[test]
fn the_producers_release_serves() {
    for (path, name) in [
        ("properties-19.1.7/properties-v6.mlirbc", "mlir-19"),
        ("properties-19.1.7/properties-v5.mlirbc", "mlir-19"),
        ("properties-22.1.8/properties-v6.mlirbc", "mlir-22"),
        ("properties-22.1.8/properties-v5.mlirbc", "mlir-22"),
        ("properties-22.1.8/natives-v6.mlirbc", "mlir-22"),
        ("properties-22.1.8/natives-v5.mlirbc", "mlir-22"),
        ("properties-24.0.0git/properties-v6.mlirbc", "mlir-24"),
    ] {
        let wanted = release(name).unwrap();
        let (_, ops) = choose(&sample(path));
        assert!(ops.len() > 5);
        for (op, (served, schema)) in ops {
            match served {
                Served::Release(release) => {
                    assert_eq!(release, wanted, "{path}: {op}");
                    assert_eq!(schema, op_schema(wanted, &op), "{path}: {op}");
                }
                Served::Plain => assert_eq!(schema, Some(OpSchema::default()), "{path}: {op}"),
                Served::Unregistered => assert_eq!(op, "unknown.op"),
                other => panic!("{path}: {op}: {other:?}"),
            }
        }
    }
}

#[test]
fn before_version_5_nothing_is_chosen() {
    for path in ["properties-19.1.7/properties-v4.mlirbc", "properties-22.1.8/properties-v0.mlirbc"] {
        let (chosen, _) = choose(&sample(path));
        assert!(chosen.ops.iter().all(|op| op.blobs == 0 && op.served == Served::Plain));
    }
}

/// What `mlir-opt` 19 wrote, read as if 22 had written it, is found out; most of what differs by count or class of attributes.
#[test]
fn another_release_is_not_proven() {
    let data = produced_by(&sample("properties-19.1.7/properties-v6.mlirbc"), "MLIR19.1.7", "MLIR22.1.8");
    let (_, ops) = choose(&data);
    let unproven: Vec<_> = ops
        .iter()
        .filter(|(_, (served, _))| matches!(served, Served::Unknown(_)))
        .map(|(op, _)| &**op)
        .collect();
    assert!(unproven.contains(&"func.func") && unproven.contains(&"memref.load"), "{unproven:?}");
    assert!(matches!(&ops["func.func"].0, Served::Unknown(Why::Unproven(..))));
}

#[test]
fn releases_that_nobody_measured() {
    let data = sample("properties-22.1.8/properties-v6.mlirbc");
    let (_, ops) = choose(&produced_by(&data, "MLIR22.1.8", "MLIR20.1.8"));
    assert!(
        matches!(&ops["arith.constant"].0, Served::Agreed(of) if of.len() == 2),
        "{:?}",
        ops["arith.constant"]
    );
    assert!(matches!(&ops["func.func"].0, Served::Unknown(Why::Disagree(_))), "{:?}", ops["func.func"]);
    let (_, ops) = choose(&produced_by(&data, "MLIR22.1.8", "MLIR16.0.6"));
    for (op, (served, schema)) in ops {
        match served {
            Served::Plain | Served::Unregistered => {}
            other => assert_eq!((other, schema), (Served::Unknown(Why::Unmeasured), None), "{op}"),
        }
    }
}

/// The values of the first operation of a name.
fn values(path: &str, op: &str) -> Vec<(String, PropertyValue)> {
    let data = sample(path);
    with(&data, |file, tables, ir| {
        let chosen = FileSchemas::choose(file, tables, ir);
        let first = ir.ops().find(|id| tables.op_name(ir.name(*id)) == op.as_bytes()).unwrap();
        let schema = chosen.schemas.get(ir.name(first)).unwrap();
        let blob = &tables.properties[ir.properties(first).unwrap().index()];
        let values = decode(schema, file.version(), blob).unwrap();
        values.into_iter().map(|(field, value)| (field.name.clone(), value)).collect()
    })
}

#[test]
fn values_of_every_kind() {
    let path = "properties-22.1.8/natives-v6.mlirbc";
    assert_eq!(values(path, "llvm.trunc"), [("overflowFlags".into(), PropertyValue::Number(1))]);
    let load: BTreeMap<_, _> = values(path, "ptr.load").into_iter().collect();
    assert_eq!(load["alignment"], PropertyValue::Number(8));
    assert_eq!(load["volatile_"], PropertyValue::Bool(true));
    assert_eq!(load["invariant"], PropertyValue::Bool(false));
    assert_eq!(load["syncscope"], PropertyValue::None);
    let store: BTreeMap<_, _> = values(path, "ptr.store").into_iter().collect();
    assert_eq!(store["alignment"], PropertyValue::None);
    let linear: BTreeMap<_, _> = values(path, "affine.linearize_index").into_iter().collect();
    assert_eq!(linear["disjoint"], PropertyValue::Bool(true));
    assert_eq!(linear["operandSegmentSizes"], PropertyValue::Segments(vec![2, 0]));
    let parallel: BTreeMap<_, _> =
        values("properties-19.1.7/properties-v6.mlirbc", "scf.parallel").into_iter().collect();
    assert_eq!(parallel["operandSegmentSizes"], PropertyValue::Segments(vec![1, 1, 1, 0]));
    let parallel: BTreeMap<_, _> =
        values("properties-19.1.7/properties-v5.mlirbc", "scf.parallel").into_iter().collect();
    assert!(matches!(parallel["operandSegmentSizes"], PropertyValue::Attr(_)));
}

/// Paired samples show the release's own schemas, except for the names of what is never there.
#[test]
fn schemas_learned_from_paired_samples() {
    for (named, positional, name) in [
        ("properties-19.1.7/properties-v4.mlirbc", "properties-19.1.7/properties-v6.mlirbc", "mlir-19"),
        ("properties-22.1.8/properties-v4.mlirbc", "properties-22.1.8/properties-v6.mlirbc", "mlir-22"),
        ("properties-22.1.8/natives-v4.mlirbc", "properties-22.1.8/natives-v6.mlirbc", "mlir-22"),
    ] {
        let release = release(name).unwrap();
        let mut learner = Learner::new();
        add(&mut learner, &sample(named), &sample(positional)).unwrap();
        let learned = learner.schemas(|op| op_schema(release, op));
        assert!(learned.len() > 5);
        for (op, what) in learned {
            let Learned::Schema(schema) = what else {
                assert!(
                    what == Learned::Plain && op_schema(release, &op) == Some(OpSchema::default()),
                    "{op}: {what:?}"
                );
                continue;
            };
            let known = op_schema(release, &op).unwrap();
            assert_eq!(schema.fields.len(), known.fields.len(), "{op}");
            for (field, known) in schema.fields.iter().zip(&known.fields) {
                let unseen = field.name.is_empty() && known.kind == PropertyKind::OptAttr;
                assert!(unseen || field == known, "{op}: {field:?}, {known:?}");
            }
        }
    }
}

#[test]
fn files_that_are_no_paired_samples() {
    let (named, positional) =
        (sample("properties-19.1.7/properties-v4.mlirbc"), sample("properties-19.1.7/properties-v6.mlirbc"));
    assert!(add(&mut Learner::new(), &positional, &named).is_err());
    assert!(add(&mut Learner::new(), &named, &sample("properties-22.1.8/natives-v6.mlirbc")).is_err());
}

fn add(learner: &mut Learner, named: &[u8], positional: &[u8]) -> outlast_core::Result<()> {
    with(named, |file, tables, ir| {
        let named = Half { file, tables, ir };
        with(positional, |file, tables, ir| learner.add(named, Half { file, tables, ir }))
    })
}

/// An unknown producer: what it wrote twice shows how it encodes properties, so that one becomes the other.
#[test]
fn paired_samples_teach() {
    let (named, positional) = (sample("acme-7.1/lesson-v4.mlirbc"), sample("acme-7.1/lesson-v6.mlirbc"));
    let mut lesson = Lesson::new();
    lesson.add(&positional, &named).unwrap();
    assert_eq!((lesson.producer(), lesson.version(), lesson.pairs()), ("Acme 7.1", "Acme_7.1".to_owned(), 1));
    let text = lines("acme-7", "7.1", &lesson.schemas(|_| None));
    let given = Arc::new(Given::parse(&text).unwrap());
    assert_eq!(proven(&positional, &given).unwrap(), (15, 15));
    assert_eq!(proven(&named, &given).unwrap(), (0, 0));

    let file = File::open(&positional).unwrap().with_schemas(Some(given));
    let mut module = Module::read(&positional).unwrap();
    let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    set_version(&mut module, 4, &schemas).unwrap();
    assert!(module.canonical(&schemas).unwrap().concat() == named);
}

#[test]
fn what_is_given_is_proven() {
    let data = sample("acme-7.1/model.mlirbc");
    let choose = |text: &str| {
        let file = File::open(&data).unwrap().with_schemas(Some(Arc::new(Given::parse(text).unwrap())));
        let module = Module::read(&data).unwrap();
        let chosen = FileSchemas::choose(&file, &module.tables, &module.ir);
        let at = module.tables.op_names.len();
        let name = (0..at).find(|at| &*module.tables.op_name(OpNameId::new(*at)) == b"torch.constant.int");
        chosen.ops[name.unwrap()].served.clone()
    };
    assert_eq!(choose("release x 1\ntorch.constant.int value\n"), Served::Given("x".into()));
    assert_eq!(choose("release x 1\ntorch.constant.int value:int\n"), Served::Given("x".into()));
    for line in ["value:string", "other value", "-", "value?:unit"] {
        let served = choose(&format!("release x 1\ntorch.constant.int {line}\n"));
        assert!(matches!(served, Served::Unknown(Why::GivenUnproven(..))), "{line}: {served:?}");
    }
}
