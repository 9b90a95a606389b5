//! What files that exist say to changes that depend on data.

use outlast_flatbuffers::schema::Schema;
use outlast_lint::fbs::wire::{self, Record, Value};
use outlast_lint::fbs::{self, Options, Question};
use outlast_lint::{Answer, DataQuestion, Level};

use crate::mutants::Rng;
use crate::support::home;

fn question(old: &Schema, new: &Schema) -> Question {
    let report = fbs::lint(old, new, &Options::default()).unwrap();
    let finding = report.findings.into_iter().find(|finding| finding.level == Level::DependsOnData).unwrap();
    let Some(DataQuestion::Fbs(question)) = finding.data else { panic!("no question: {finding:?}") };
    question
}

fn file(schema: &Schema, record: Record) -> Vec<u8> {
    wire::write(schema, schema.root.unwrap(), &record, true).unwrap()
}

/// The answers of files of the old schema, for its table `T`, each with one value in a slot.
fn ask(old: &str, new: &str, slot: u16, values: impl IntoIterator<Item = Value>) -> Vec<Option<u64>> {
    let (old, new) = (Schema::parse(old).unwrap(), Schema::parse(new).unwrap());
    let question = question(&old, &new);
    assert!(!question.path.is_empty() && !question.predicate.text().is_empty());
    let answers = values.into_iter().map(|value| {
        let bytes = file(&old, Record::from([(slot, value)]));
        match question.answer(&old, &bytes).unwrap() {
            Answer::Never => None,
            Answer::Seen { count, first } => {
                assert!(usize::try_from(first.unwrap()).unwrap() < bytes.len());
                Some(count)
            }
        }
    });
    answers.collect()
}

fn integers(numbers: &[i128]) -> Value {
    Value::Vector(numbers.iter().copied().map(Value::Integer).collect())
}

#[test]
fn signs() {
    let schema = |ty: &str| format!("table T {{ a: int; b: {ty}; }} root_type T;");
    let values = [1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff].map(Value::Integer);
    assert_eq!(ask(&schema("uint"), &schema("int"), 1, values), [None, None, Some(1), Some(1)]);
    let values = [integers(&[0, 1]), integers(&[-1, 5, -128])];
    assert_eq!(ask(&schema("[byte]"), &schema("[ubyte]"), 1, values), [None, Some(2)]);
}

#[test]
fn booleans_and_enums() {
    let schema = |ty: &str| format!("table T {{ a: {ty}; }} root_type T;");
    let values = [1, 2].map(Value::Integer);
    assert_eq!(ask(&schema("ubyte"), &schema("bool"), 0, values), [None, Some(1)]);
    let with = |ty: &str| format!("enum E : short {{ A, B = 7 }} table T {{ a: {ty}; }} root_type T;");
    let values = [7, 5].map(Value::Integer);
    assert_eq!(ask(&with("short"), &with("E"), 0, values), [None, Some(1)]);
    let reused =
        |name: &str| format!("enum E : short {{ Red, {name} = 7 }} table T {{ a: [E]; }} root_type T;");
    let values = [integers(&[0]), integers(&[7, 0, 7])];
    assert_eq!(ask(&reused("Green"), &reused("Loud"), 0, values), [None, Some(2)]);
}

#[test]
fn structs_deep_down() {
    let schema = |ty: &str| {
        format!(
            "struct P {{ x: int; y: [{ty}:2]; }} table A {{ p: [P]; }} union U {{ A, P: P }} \
             table N {{ u: [U]; }} table T {{ n: [ubyte] (nested_flatbuffer: \"N\"); }} root_type T;"
        )
    };
    let point = |y: i128| Value::Struct(vec![Value::Integer(-1), integers(&[1, y])]);
    let table = |y| Value::Table(Record::from([(0, Value::Vector(vec![point(3), point(y)]))]));
    let nested = |y| {
        let members = vec![Value::Union(1, Box::new(table(y))), Value::Union(2, Box::new(point(y)))];
        Value::Nested(Record::from([(1, Value::Vector(members))]))
    };
    let answers = ask(&schema("uint"), &schema("int"), 0, [nested(5), nested(0xf000_0000)]);
    assert_eq!(answers, [None, Some(2)]);
}

#[test]
fn bytes() {
    let schema = |ty: &str| format!("table N {{ x: int; }} table T {{ a: {ty}; n: N; }} root_type T;");
    let inner = Schema::parse("table N { x: int; } root_type N;").unwrap();
    let raw = file(&inner, Record::from([(0, Value::Integer(4))]));
    let raw: Vec<i128> = raw.into_iter().map(i128::from).collect();
    let values = [integers(&raw), integers(&[1, 2, 3])];
    let answers = ask(&schema("[ubyte]"), &schema("[ubyte] (nested_flatbuffer: \"N\")"), 0, values);
    assert_eq!(answers, [None, Some(1)]);
    let values = [integers(&[0x41]), integers(&[0xff, 0x41])];
    assert_eq!(ask(&schema("[ubyte]"), &schema("string"), 0, values)[1], Some(1));
}

/// Bytes flipped at random are refused or answered, and nothing else.
#[test]
fn damaged_files_do_not_panic() {
    let text = std::fs::read_to_string(home().join("tests/it/mutants/shapes.fbs")).unwrap();
    let old = Schema::parse(&text).unwrap();
    let new = Schema::parse(&text.replace("weight: int", "weight: uint")).unwrap();
    let (question, root) = (question(&old, &new), old.root.unwrap());
    let mut rng = Rng::new(7);
    for record in wire::specimens(&old, root) {
        let bytes = file(&old, record);
        for _ in 0..40 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                bytes[at] = [0, 1, 0x7f, 0xff][rng.below(4)];
            }
            bytes.truncate(bytes.len() - if rng.chance(20) { rng.below(bytes.len()) } else { 0 });
            let _ = question.answer(&old, &bytes);
            for schema in [&old, &new] {
                let _ = wire::read(schema, wire::Reading { root, identified: rng.chance(50) }, &bytes);
            }
        }
    }
}

#[test]
fn files_of_another_kind_are_errors() {
    let old = Schema::parse("table T { a: uint; } root_type T;").unwrap();
    let new = Schema::parse("table T { a: int; } root_type T;").unwrap();
    let question = question(&old, &new);
    for bytes in [&b""[..], b"abc", b"\xff\xff\xff\xff\0\0\0\0", &[8, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9]] {
        assert!(question.answer(&old, bytes).is_err(), "{bytes:?}");
    }
    let rootless = Schema::parse("table T { a: uint; }").unwrap();
    assert!(question.answer(&rootless, &file(&old, Record::new())).is_err());
}
