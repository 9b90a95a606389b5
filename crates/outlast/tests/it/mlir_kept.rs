//! What MLIR bytecode says by property names before a conversion, it says after it: every file of the corpus, for every release and every
//! version of the container that it converts to.
//!
//! Compared is what the reader's release takes for an operation's own: encoded properties by its schema, and of a dictionary what that schema has
//! as an attribute. Values are compared as the reader's release prints them.

use std::collections::BTreeMap;

use outlast::Options;
use outlast::convert::{ConvertError, Converted, Request};
use outlast::families::mlir::Rewrite;
use outlast_mlir::File;
use outlast_mlir::changes::{self, Change};
use outlast_mlir::named_attributes::{Said, SaidKey, Sayings, Value};
use outlast_mlir::print::Snippets;
use outlast_mlir::schema::{self, PropertyKind, PropertyValue};
use outlast_testkit::corpus;

const RELEASES: [u32; 3] = [16, 19, 22];

/// The release that wrote a file, if it is one of those whose definitions are known.
fn producer(file: &File<'_>) -> Option<u32> {
    let text = String::from_utf8_lossy(file.producer()).into_owned();
    let release = text.strip_prefix("MLIR")?.split('.').next()?.parse().ok()?;
    RELEASES.contains(&release).then_some(release)
}

/// Names that a release takes from a dictionary for an operation's own; none if it has no such operation.
fn own(release: u32, op: &str) -> Option<Vec<String>> {
    let profile = outlast::profile(&format!("mlir-{release}")).unwrap();
    let row = profile.get("op", op)?;
    let schema =
        schema::release(&format!("mlir-{release}")).and_then(|release| schema::op_schema(release, op));
    let names = match schema {
        Some(schema) => {
            let attrs = schema.fields.into_iter().filter(|field| {
                matches!(field.kind, PropertyKind::Attr | PropertyKind::OptAttr | PropertyKind::Segments(_))
            });
            attrs.map(|field| field.name).collect()
        }
        None => {
            let names = row.split(' ').find_map(|word| word.strip_prefix("attrs:")).unwrap_or_default();
            // LLVM 16 has them by another name.
            names
                .split(',')
                .map(|name| name.replace("operand_segment_sizes", "operandSegmentSizes"))
                .collect()
        }
    };
    Some(names)
}

/// What an operation says by name for a release: of values that are no attributes the number.
fn meaning(
    sayings: &Sayings<'_>,
    texts: &mut Snippets<'_>,
    key: SaidKey,
    release: u32,
) -> Option<BTreeMap<String, String>> {
    let name = sayings.name(key.0);
    let own = own(release, &name);
    let taken = |said: &Said| said.encoded || own.as_ref().is_none_or(|own| own.contains(&said.name));
    let text = |value: Value, texts: &mut Snippets<'_>| match value {
        Value::Attr(attr) => texts.attr(attr),
        Value::Native(PropertyValue::Number(number)) => number.to_string(),
        Value::Native(other) => format!("{other:?}"),
        Value::Sizes(mut sizes) => {
            sizes.retain(|size| *size != 0);
            if sizes.len() < 2 { "few".into() } else { format!("{sizes:?}") }
        }
        other => panic!("{other:?}"),
    };
    let said = sayings.said(key)?;
    Some(said.into_iter().filter(taken).map(|said| (said.name, text(said.value, texts))).collect())
}

/// What is said in the form of the newest release: names by the rows of changes, arrays dense, without default attributes.
fn normal(op: &str, said: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for (mut name, mut text) in said {
        if text == "few" || changes::default(op, &name) == Some(&*text) {
            continue;
        }
        for row in changes::rows() {
            match &row.change {
                Change::Attribute { op: of, older, newer } if *of == op && *older == name => {
                    (*newer).clone_into(&mut name);
                }
                Change::Unit { op: of, older, newer, value } if *of == op && *older == name => {
                    assert_eq!(text, "unit");
                    (*newer).clone_into(&mut name);
                    text = value.to_string();
                }
                // Bits beside those of the unit attribute are promises, which readers do without.
                Change::Unit { op: of, newer, value, .. } if *of == op && *newer == name => {
                    let bits: i64 = text.parse().unwrap();
                    text = if bits & value == *value { value.to_string() } else { String::new() };
                }
                // Said anew by what the operation is otherwise.
                Change::InBounds { op: of } if *of == op && name == "in_bounds" => text = String::new(),
                Change::Sized { op: of, attribute, .. }
                | Change::Collapse { op: of, attribute }
                | Change::Promise { op: of, attribute, of_values: false }
                    if *of == op && *attribute == name =>
                {
                    text = String::new();
                }
                Change::Numbers { op: of, attribute, .. } if *of == op && *attribute == name => {
                    text = "number".into();
                }
                _ => {}
            }
        }
        if text.is_empty() {
            continue;
        }
        let dense = text.strip_prefix("array<i64: ").and_then(|rest| rest.strip_suffix('>'));
        let text = match dense {
            Some(numbers) => format!("[{numbers}]"),
            None if text.contains("#dlti.") => "data layout".into(),
            None if text.contains("#llvm.memory_effects<") => "memory effects".into(),
            None => text.replace(" : i64", ""),
        };
        out.insert(name, text);
    }
    out
}

/// Operations but those that releases put in by themselves.
fn ops(sayings: &Sayings<'_>) -> Vec<SaidKey> {
    let keys = sayings.order().iter().map(|key| sayings.keys()[usize::try_from(*key).unwrap()]);
    keys.filter(|key| !["gpu.module_end", "omp.terminator"].contains(&&*sayings.name(key.0))).collect()
}

/// What differs between a file and what was made of it, as a release reads it.
fn difference(before: &File<'_>, after: &[u8], reader: u32) -> Option<String> {
    let producer = producer(before)?;
    let made = File::open(after).unwrap();
    let (before, after) = (Sayings::read(before).unwrap(), Sayings::read(&made).unwrap());
    let spelling = format!("MLIR{reader}.0.0");
    let [mut ours, mut theirs] =
        [&before, &after].map(|side| Snippets::new(&side.tables, spelling.as_bytes()));
    let (all, others) = (ops(&before), ops(&after));
    assert_eq!(all.len(), others.len());
    for (one, other) in all.into_iter().zip(others) {
        let (op, there) = (before.name(one.0), after.name(other.0));
        // By the newest release's name; what a release does not know keeps all that it says.
        let Some(said) = meaning(&before, &mut ours, one, producer) else { continue };
        let read = meaning(&after, &mut theirs, other, reader).unwrap();
        let (said, mut read) = (normal(&op, said), normal(&there, read));
        if own(producer, &op).is_some() && own(reader, &there).is_none() {
            read.retain(|name, _| said.contains_key(name));
        }
        if own(producer, &op).is_none() {
            continue;
        }
        read.retain(|name, text| said.contains_key(name) || text != "array<i32>");
        if said != read {
            return Some(format!("`{op}`: {said:?} became {read:?}"));
        }
    }
    None
}

fn bytes(converted: &Converted<'_>) -> Vec<u8> {
    let mut made = Vec::new();
    converted.output.write_to(&mut made).unwrap();
    made
}

#[test]
fn properties_say_the_same_after_every_conversion() {
    let mut files: Vec<_> = Vec::new();
    for entry in std::fs::read_dir(corpus::root().join("mlir")).unwrap() {
        let folder = entry.unwrap().path();
        files.extend(std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()));
    }
    files.retain(|path| path.extension().is_some_and(|ext| ext == "mlirbc"));
    files.sort();
    let (mut made, mut refused, mut differences) = (0, 0, Vec::new());
    for path in files {
        let data = std::fs::read(&path).unwrap();
        let file = File::open(&data).unwrap();
        let Some(producer) = producer(&file) else { continue };
        let program = outlast::open(&data).unwrap();
        let targets = RELEASES.map(|release| (release, format!("mlir-{release}"), None));
        let versions = (0..=6).map(|version| (producer, format!("bytecode-{version}"), Some(version)));
        for (reader, what, version) in targets.into_iter().chain(versions) {
            let target = version.is_none().then(|| outlast::target(&what).unwrap());
            let form = version.map(|version| Rewrite { bytecode: Some(version), ..Rewrite::default() });
            let options = form.map_or_else(Options::none, |form| Options::none().with(form));
            let request = Request::default().target(target.as_ref()).options(options).allow_unknown(true);
            match program.convert(&[], &request) {
                Ok(converted) => {
                    made += 1;
                    let found = difference(&file, &bytes(&converted), reader);
                    differences.extend(found.map(|found| format!("{} for {what}: {found}", path.display())));
                }
                Err(ConvertError::Refused(_)) => refused += 1,
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!((made, refused), (682, 148));
}
