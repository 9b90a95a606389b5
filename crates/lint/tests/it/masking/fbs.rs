//! Two pairs of schemas in one.

use outlast_flatbuffers::schema::{
    Declared, Default, Element, EnumId, Field, Object, ObjectId, Schema, Type,
};
use outlast_lint::fbs::{self, Options};
use outlast_lint::{Finding, Report};
use outlast_testkit::documents::Document;

use super::{Break, Tally, breaks, rounds, taken};
use crate::support::{self, check_report, schema};

/// How the second schema is put into the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// A new root table holds both roots, and demands them.
    Beside,
    /// The first root demands the second.
    Inside,
    /// The fields of the second root are fields of the first.
    Same,
}

const WAYS: [Way; 3] = [Way::Beside, Way::Inside, Way::Same];

struct Pair {
    name: String,
    old: Schema,
    new: Schema,
    report: Report,
}

/// All pairs that name their roots.
fn pairs() -> Vec<Pair> {
    let pair = |pair: &Document| {
        let (old, new) = (schema(pair, "old.fbs"), schema(pair, "new.fbs"));
        (old.root.is_some() && new.root.is_some()).then(|| {
            let report = fbs::lint(&old, &new, &Options::default()).unwrap();
            let name = pair.name().to_string();
            Pair { name, old, new, report }
        })
    };
    support::pairs("fbs").iter().filter_map(pair).collect()
}

/// Whether a finding is about the file as such, which only one of two can be.
fn is_of_file(finding: &Finding) -> bool {
    (3801..=3807).contains(&finding.rule.code.0)
}

/// The sum looks at whether anything else breaks.
fn is_sum(finding: &Finding) -> bool {
    finding.rule.name == "fbs-identifier-changed"
}

fn slots(schema: &Schema) -> u16 {
    let root = schema.root_object().unwrap();
    root.fields.iter().map(|field| field.id + 1).max().unwrap_or(0)
}

/// The second schema behind the first: other names, other ids.
fn behind(first: &Schema, second: &Schema) -> Schema {
    let mut out = second.clone();
    let objects = u32::try_from(first.objects.len()).unwrap();
    let enums = u32::try_from(first.enums.len()).unwrap();
    let object = |id: ObjectId| ObjectId(id.0 + objects);
    let element = |element: Element| match element {
        Element::Table(id) => Element::Table(object(id)),
        Element::Struct(id) => Element::Struct(object(id)),
        Element::Enum(scalar, id) => Element::Enum(scalar, EnumId(id.0 + enums)),
        Element::Union(id) => Element::Union(EnumId(id.0 + enums)),
        Element::UnionTag(scalar, id) => Element::UnionTag(scalar, EnumId(id.0 + enums)),
        other => other,
    };
    let name = |name: &str| match name.rsplit_once('.') {
        Some((space, name)) => format!("{space}.Zz{name}"),
        None => format!("Zz{name}"),
    };
    for one in &mut out.objects {
        one.name = name(&one.name);
        for field in &mut one.fields {
            field.ty = match field.ty {
                Type::Single(of) => Type::Single(element(of)),
                Type::Vector(of) => Type::Vector(element(of)),
                Type::Vector64(of) => Type::Vector64(element(of)),
                Type::Array(of, count) => Type::Array(element(of), count),
            };
            field.nested = field.nested.map(object);
        }
    }
    for one in &mut out.enums {
        one.name = name(&one.name);
        for value in &mut one.values {
            value.member = value.member.map(element);
        }
    }
    out.root = out.root.map(object);
    out
}

fn demanded(name: &str, id: u16, table: ObjectId) -> Field {
    Field {
        name: name.to_string(),
        id,
        ty: Type::Single(Element::Table(table)),
        default: Default::Reference,
        offset: 0,
        required: true,
        default_text: None,
        deprecated: false,
        key: false,
        force_align: None,
        offset64: false,
        nested: None,
        union_tag_of: None,
        attributes: Vec::new(),
        docs: Vec::new(),
        declared: Declared::default(),
    }
}

/// One version of both. `slot` is the first that both versions of the first root have free.
fn joined(first: &Schema, second: &Schema, way: Way, slot: u16) -> Schema {
    let second = behind(first, second);
    let (a, b) = (first.root.unwrap(), second.root.unwrap());
    let mut out = first.clone();
    out.objects.extend(second.objects.iter().cloned());
    out.enums.extend(second.enums.iter().cloned());
    let root = usize::try_from(a.0).unwrap();
    match way {
        Way::Beside => {
            out.root = Some(ObjectId(u32::try_from(out.objects.len()).unwrap()));
            out.file_identifier = None;
            out.objects.push(Object {
                name: "Both".to_string(),
                is_struct: false,
                fields: vec![demanded("first", 0, a), demanded("second", 1, b)],
                min_align: 1,
                byte_size: 0,
                attributes: Vec::new(),
                docs: Vec::new(),
                declared: Declared::default(),
            });
        }
        Way::Inside => out.objects[root].fields.push(demanded("zz_second", slot, b)),
        Way::Same => {
            let fields = out.object(b).fields.clone();
            out.objects[root].fields.extend(fields.into_iter().map(|field| Field {
                name: format!("zz_{}", field.name),
                id: field.id + slot,
                union_tag_of: field.union_tag_of.map(|id| id + slot),
                ..field
            }));
        }
    }
    out
}

fn has_key(pair: &Pair) -> bool {
    [&pair.old, &pair.new].into_iter().any(|of| of.root_object().unwrap().fields.iter().any(|f| f.key))
}

fn has_other_root(pair: &Pair) -> bool {
    pair.report.findings.iter().any(|finding| finding.rule.name == "fbs-root-type-changed")
}

/// What must count of a combination.
fn wanted(first: &Pair, second: &Pair, way: Way) -> Vec<Break> {
    let mut all =
        breaks(&first.report, |finding| !is_sum(finding) && (way != Way::Beside || !is_of_file(finding)));
    all.extend(breaks(&second.report, |finding| !is_of_file(finding)));
    all
}

#[test]
fn no_break_of_a_schema_masks_another() {
    let pairs = pairs();
    let all = pairs.len() * pairs.len() * WAYS.len();
    let mut tally = Tally::default();
    for at in taken(all, rounds(9_000)) {
        let (rest, way) = (at / WAYS.len(), WAYS[at % WAYS.len()]);
        let (first, second) = (&pairs[rest / pairs.len()], &pairs[rest % pairs.len()]);
        // Roots that hold the same beside what tells them apart are no longer told apart.
        if (way == Way::Same && has_key(second)) || (way != Way::Beside && has_other_root(first)) {
            continue;
        }
        let slot = slots(&first.old).max(slots(&first.new));
        let old = joined(&first.old, &second.old, way, slot);
        let new = joined(&first.new, &second.new, way, slot);
        let report = fbs::lint(&old, &new, &Options::default()).unwrap();
        check_report(&old, &new, &report);
        let name = format!("{} + {} ({way:?})", first.name, second.name);
        tally.add(&name, &report, &wanted(first, second, way), false);
    }
    println!("{} pairs, {all} combinations in all", pairs.len());
    tally.check("schemas", 8_000);
}

/// The two schemas of which one break turned the other into a note.
#[test]
fn a_struct_that_grows_counts_beside_a_slot_that_moves() {
    let old = Schema::parse(
        "struct V { x:float; y:float; } table T { a:int; n:string (required); v:V; s:[V]; } root_type T;",
    );
    let new = Schema::parse(
        "struct V { x:float; y:float; z:float; } table T { n:string (required); a:int; v:V; s:[V]; } root_type T;",
    );
    let (old, new) = (old.unwrap(), new.unwrap());
    let report = fbs::lint(&old, &new, &Options::default()).unwrap();
    check_report(&old, &new, &report);
    let lines: Vec<String> = report.findings.iter().map(crate::support::line).collect();
    assert!(lines.contains(&"fbs-struct-field-added break both T.v.z".to_string()), "{lines:#?}");
    let old = Schema::parse("enum C:byte { A=1, B=2 } table T { c:C = A; u:int = 5; } root_type T;").unwrap();
    let new = Schema::parse("enum C:byte { A=2, B=1 } table T { c:C = A; u:int = 6; } root_type T;").unwrap();
    let report = fbs::lint(&old, &new, &Options::default()).unwrap();
    check_report(&old, &new, &report);
    let lines: Vec<String> = report.findings.iter().map(crate::support::line).collect();
    assert!(lines.contains(&"fbs-default-changed break both T.u".to_string()), "{lines:#?}");
}
