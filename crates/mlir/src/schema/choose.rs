//! Which release's schemas serve for a file: by producer, and proven on the file.
//!
//! A release serves for an operation if the producer is that release and every blob of that operation has its fields. Where that is
//! not so, or the producer was not measured, the nearest measured releases before and after it serve if they agree, and if what they
//! say is proven. Schemas that were given with the file come first, and have to be proven as well. Everything else is unknown, and is
//! reported as such.

use std::cell::Cell;

use super::validate::{Unproven, Use, prove};
use super::{FileSchemas, Known, OpSchema, PropertyForm, ReleaseSchemas, releases};
use crate::budget::budget_for;
use crate::defs::version;
use crate::file::File;
use crate::ids::{OpId, OpNameId, PropertiesId};
use crate::ir::Ir;
use crate::tables::Tables;
use outlast_core::{Budget, QuickSet};

/// The schemas that serve for a file, and where each is from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    /// The schemas.
    pub schemas: FileSchemas,
    /// By operation name, in the order of the file's table.
    pub ops: Vec<OpChoice>,
}

/// What serves for one operation name.
#[derive(Clone, Debug, PartialEq)]
pub struct OpChoice {
    /// How many operations of that name have properties.
    pub blobs: u64,
    /// What serves.
    pub served: Served,
}

/// What serves for an operation name.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Served {
    /// No such operation was read.
    NotSeen,
    /// None of them has properties.
    Plain,
    /// The producer did not know the operation: all properties are one attribute.
    Unregistered,
    /// What was given beside the file: the name of that release.
    Given(String),
    /// The producer's release.
    Release(ReleaseSchemas),
    /// Releases around the producer's, which agree.
    Agreed(Vec<ReleaseSchemas>),
    /// Nothing.
    Unknown(Why),
}

/// Why nothing serves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// The producer was not measured, nor the releases on both sides of it.
    Unmeasured,
    /// The release does not have the operation, or it has no properties there.
    Absent(ReleaseSchemas),
    /// These releases differ in it.
    Disagree(Vec<ReleaseSchemas>),
    /// The file does not have what was given beside it, of the release of this name.
    GivenUnproven(String, Unproven),
    /// The file does not have what the release says.
    Unproven(ReleaseSchemas, Unproven),
}

/// What a file has of one operation name.
#[derive(Clone, Default)]
struct Seen {
    /// Ascending by properties.
    uses: Vec<Use>,
    blobs: u64,
    /// An operation without properties.
    bare: Option<OpId>,
}

impl FileSchemas {
    /// Chooses for what was read of a file. Operations in regions that were skipped are not looked at.
    ///
    /// Before version 5 there are no properties, and nothing to choose. Each properties entry is decoded once for each operation name
    /// and count of operands and results that it is used with.
    pub fn choose(file: &File<'_>, tables: &Tables<'_>, ir: &Ir) -> Chosen {
        if file.version() < version::NATIVE_PROPERTIES_ENCODING {
            return FileSchemas::choose_among(file, tables, &Survey::default());
        }
        FileSchemas::choose_among(file, tables, &Survey::take(tables, ir))
    }

    /// [`FileSchemas::choose`], for operations that were looked at before.
    pub(crate) fn choose_among(file: &File<'_>, tables: &Tables<'_>, survey: &Survey) -> Chosen {
        let count = tables.op_names.len();
        if file.version() < version::NATIVE_PROPERTIES_ENCODING {
            let choice = OpChoice { blobs: 0, served: Served::Plain };
            return Chosen { schemas: FileSchemas::new(vec![None; count]), ops: vec![choice; count] };
        }
        let producer = Producer::parse(file.producer());
        let mut chosen = Chosen::default();
        let budget = Cell::new(budget_for(file.data().len()));
        for (index, seen) in survey.seen.iter().enumerate() {
            let (schema, served) =
                choose_schema((file, producer), tables, OpNameId::new(index), seen, &budget);
            chosen.schemas.by_name.push(schema);
            chosen.ops.push(OpChoice { blobs: seen.blobs, served });
        }
        chosen
    }
}

/// What an entry of properties is used with: name, count of operands, count of results.
type Key = (OpNameId, usize, usize);

/// How many keys of an entry are searched one by one.
const HANDFUL: usize = 16;

/// All uses of properties, by operation name.
#[derive(Default)]
pub(crate) struct Survey {
    seen: Vec<Seen>,
    /// By entry: the keys that it was seen with. Few entries have more than a handful; the rest is looked up.
    known: Vec<Vec<Key>>,
    rest: QuickSet<(Key, PropertiesId)>,
}

impl Survey {
    pub(crate) fn new(tables: &Tables<'_>) -> Survey {
        let seen = vec![Seen::default(); tables.op_names.len()];
        Survey { seen, known: vec![Vec::new(); tables.properties.len()], rest: QuickSet::default() }
    }

    fn take(tables: &Tables<'_>, ir: &Ir) -> Survey {
        let mut survey = Survey::new(tables);
        for op in ir.ops() {
            let counts = (ir.operands(op).len(), ir.results(op).len());
            let properties = ir.properties(op);
            survey.add(ir.name(op), properties, counts, op);
            if properties.is_some() {
                survey.count(ir.name(op), 1);
            }
        }
        survey
    }

    /// Adds an operation with so many operands and results, which may be seen again and again.
    pub(crate) fn add(
        &mut self,
        name: OpNameId,
        properties: Option<PropertiesId>,
        (operands, results): (usize, usize),
        op: OpId,
    ) {
        let Some(at) = self.seen.get_mut(name.index()) else { return };
        let Some(properties) = properties else {
            at.bare = at.bare.or(Some(op));
            return;
        };
        let Some(known) = self.known.get_mut(properties.index()) else { return };
        let key = (name, operands, results);
        if known.contains(&key) || known.len() == HANDFUL && !self.rest.insert((key, properties)) {
            return;
        }
        if known.len() < HANDFUL {
            known.push(key);
        }
        at.uses.push(Use { properties, operands, results, op });
    }

    /// So many more operations of this name have properties.
    pub(crate) fn count(&mut self, name: OpNameId, more: u64) {
        if let Some(at) = self.seen.get_mut(name.index()) {
            at.blobs += more;
        }
    }
}

fn choose_schema(
    (file, producer): (&File<'_>, Producer),
    tables: &Tables<'_>,
    id: OpNameId,
    seen: &Seen,
    budget: &Cell<Budget>,
) -> (Option<OpSchema>, Served) {
    if seen.blobs == 0 {
        return match seen.bare {
            Some(_) => (Some(OpSchema::default()), Served::Plain),
            None => (None, Served::NotSeen),
        };
    }
    let registered = tables.op_names.get(id.index()).is_some_and(|name| name.registered == Some(true));
    if !registered {
        let schema = OpSchema::unregistered();
        return match prove(&schema, file.version(), tables, &seen.uses, budget) {
            Ok(()) => (Some(schema), Served::Unregistered),
            Err(_) => (None, Served::Unknown(Why::Unmeasured)),
        };
    }
    let name = tables.op_name(id);
    let name = String::from_utf8_lossy(&name);
    let family = Family::of_operation(&name);
    let fits =
        |schema: &OpSchema| match (prove(schema, file.version(), tables, &seen.uses, budget), seen.bare) {
            (Ok(()), Some(op)) => Err(Unproven { op, why: "it has no properties".into() }),
            (proven, _) => proven,
        };
    let given = file.given().and_then(|given| match given.op(&name) {
        Known::Absent => None,
        Known::Plain => Some((given.name().to_owned(), OpSchema::default())),
        Known::Properties(schema) => Some((given.name().to_owned(), schema)),
    });
    let given = given.map(|(name, schema)| match fits(&schema) {
        Ok(()) => Ok((schema, name)),
        Err(unproven) => Err(Why::GivenUnproven(name, unproven)),
    });
    let given_why = match given {
        Some(Ok((schema, name))) => return (Some(schema), Served::Given(name)),
        Some(Err(why)) => Some(why),
        None => None,
    };
    let proven = |release: ReleaseSchemas, schema: &OpSchema| {
        fits(schema).map_err(|unproven| Why::Unproven(release, unproven))
    };
    // What was given is what somebody expected to serve: why it does not is the better reason.
    let unknown = |why: Why| (None, Served::Unknown(given_why.unwrap_or(why)));
    if family == Family::StableHlo {
        return match of_history(&name, file.version(), proven) {
            Ok((schema, of)) => (Some(schema), Served::Agreed(of)),
            Err(why) => unknown(why),
        };
    }
    let (exact, mut around) = producer.candidates();
    if producer == Producer::Other {
        // The file has properties of it: its producer is none of the releases before the first that has them.
        let first = around.iter().position(|release| matches!(release.op(&name), Known::Properties(_)));
        around.drain(..first.unwrap_or(0));
    }
    let mut why = Why::Unmeasured;
    if let Some(release) = exact {
        match release.op(&name) {
            Known::Properties(schema) => match proven(release, &schema) {
                Ok(()) => return (Some(schema), Served::Release(release)),
                Err(unproven) => why = unproven,
            },
            _ => why = Why::Absent(release),
        }
    }
    let agreed = agree(&around, &name, file.version());
    let first = |of: &[ReleaseSchemas]| of.first().copied().ok_or(Why::Unmeasured);
    match agreed.and_then(|(schema, of)| proven(first(&of)?, &schema).map(|()| (schema, of))) {
        Ok((schema, of)) => (Some(schema), Served::Agreed(of)),
        // What the producer's own release says is the better reason.
        Err(other) => unknown(if exact.is_some() { why } else { other }),
    }
}

/// The one encoding that is proven, of all that StableHLO's releases have. Every one of them was measured, so there is no other; and a
/// producer's name says little of these operations: `MLIR24.0.0git` nothing at all, `StableHLO_v1.0.0` for whom the file was written.
fn of_history(
    name: &str,
    version: u64,
    proven: impl Fn(ReleaseSchemas, &OpSchema) -> Result<(), Why>,
) -> Result<(OpSchema, Vec<ReleaseSchemas>), Why> {
    // The lines that say so, which most releases have in common.
    let mut lines: Vec<(&str, usize)> = Vec::new();
    let mut encodings: Vec<(OpSchema, Vec<ReleaseSchemas>)> = Vec::new();
    for release in Family::StableHlo.releases() {
        let Some(line) = release.line(name) else { continue };
        let known = lines.iter().find(|(other, _)| *other == line).and_then(|(_, at)| encodings.get_mut(*at));
        if let Some((_, of)) = known {
            of.push(release);
            continue;
        }
        let Known::Properties(schema) = release.op(name) else { continue };
        let same =
            |known: &mut (OpSchema, Vec<ReleaseSchemas>)| match common(known.0.clone(), &schema, version) {
                Some(both) => {
                    known.0 = both;
                    known.1.push(release);
                    true
                }
                None => false,
            };
        let at = encodings.iter_mut().position(same);
        lines.push((line, at.unwrap_or(encodings.len())));
        if at.is_none() {
            encodings.push((schema, vec![release]));
        }
    }
    let mut why = Why::Unmeasured;
    let mut found: Option<(OpSchema, Vec<ReleaseSchemas>)> = None;
    for (schema, of) in encodings {
        let Some(release) = of.first() else { continue };
        match (proven(*release, &schema), &mut found) {
            (Err(unproven), _) => why = unproven,
            (Ok(()), Some((_, others))) => {
                others.extend(of);
                return Err(Why::Disagree(std::mem::take(others)));
            }
            (Ok(()), None) => found = Some((schema, of)),
        }
    }
    found.ok_or(why)
}

/// What releases say in common: names and encodings have to be the same, classes of attributes not.
fn agree(
    around: &[ReleaseSchemas],
    name: &str,
    version: u64,
) -> Result<(OpSchema, Vec<ReleaseSchemas>), Why> {
    let mut agreed: Option<OpSchema> = None;
    let mut of = Vec::new();
    for release in around {
        let schema = match release.op(name) {
            Known::Properties(schema) => schema,
            // What was not learned may have been there.
            Known::Absent if release.learned() => continue,
            _ => return Err(Why::Absent(*release)),
        };
        of.push(*release);
        agreed = match agreed {
            None => Some(schema),
            Some(before) => Some(common(before, &schema, version).ok_or_else(|| Why::Disagree(of.clone()))?),
        };
    }
    match agreed {
        Some(schema) if of.len() > 1 => Ok((schema, of)),
        _ => Err(Why::Unmeasured),
    }
}

/// The schema that is both, if they are encoded alike. Where one of them never saw an optional attribute, its name is not known.
fn common(mut one: OpSchema, other: &OpSchema, container: u64) -> Option<OpSchema> {
    if one.fields.len() != other.fields.len() {
        return None;
    }
    if container < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE && one.segments_last != other.segments_last {
        return None;
    }
    for (field, other) in one.fields.iter_mut().zip(&other.fields) {
        if (&field.kind, field.optional) != (&other.kind, other.optional) {
            return None;
        }
        if field.name != other.name {
            if !field.name.is_empty() && !other.name.is_empty() {
                return None;
            }
            field.name.clear();
        }
        if field.form != other.form {
            field.form = PropertyForm::Any;
        }
    }
    Some(one)
}

/// Whose operations: MLIR's and StableHLO's are released apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Mlir,
    StableHlo,
}

impl Family {
    fn of_operation(op: &str) -> Family {
        match op.split('.').next() {
            Some("vhlo" | "stablehlo" | "chlo") => Family::StableHlo,
            _ => Family::Mlir,
        }
    }

    fn releases(self) -> impl Iterator<Item = ReleaseSchemas> {
        let prefix = match self {
            Family::Mlir => "mlir-",
            Family::StableHlo => "stablehlo-",
        };
        releases().filter(move |release| release.name().starts_with(prefix))
    }
}

/// A release as a number that grows. Of MLIR, only the major one counts: its patches change no encoding; and what comes from
/// development (`24.0.0git`) comes before the release of that number.
type Number = (u64, bool);

/// Who wrote a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Producer {
    Mlir(Number),
    Other,
}

impl Producer {
    fn parse(text: &[u8]) -> Producer {
        let number = std::str::from_utf8(text).ok().and_then(|text| mlir_number(text.strip_prefix("MLIR")?));
        number.map_or(Producer::Other, Producer::Mlir)
    }

    /// The producer's release of MLIR, and those that have to agree in its place.
    fn candidates(self) -> (Option<ReleaseSchemas>, Vec<ReleaseSchemas>) {
        let all = Family::Mlir.releases();
        let Producer::Mlir(wanted) = self else { return (None, all.collect()) };
        let numbered: Vec<_> =
            all.filter_map(|release| Some((mlir_number(release.version())?, release))).collect();
        let exact = numbered.iter().find(|(number, _)| *number == wanted).map(|(_, release)| *release);
        let below = numbered.iter().filter(|(number, _)| *number < wanted).max_by_key(|(number, _)| *number);
        let above = numbered.iter().filter(|(number, _)| *number > wanted).min_by_key(|(number, _)| *number);
        let around = below.zip(above).map_or(Vec::new(), |(below, above)| vec![below.1, above.1]);
        (exact, around)
    }
}

fn mlir_number(text: &str) -> Option<Number> {
    let (major, rest) = text.split_once('.')?;
    Some((major.parse().ok()?, !rest.ends_with("git")))
}

#[cfg(test)]
mod tests {
    use super::{Producer, ReleaseSchemas};

    #[test]
    fn candidates_of_producers() {
        let names = |producer: &[u8]| {
            let (exact, around) = Producer::parse(producer).candidates();
            (exact.map(ReleaseSchemas::name), around.iter().map(|release| release.name()).collect::<Vec<_>>())
        };
        assert_eq!(names(b"MLIR17.0.6"), (Some("mlir-17"), vec![]));
        assert_eq!(names(b"MLIR19.1.7"), (Some("mlir-19"), vec!["mlir-18", "mlir-21"]));
        assert_eq!(names(b"MLIR19.1.0"), (Some("mlir-19"), vec!["mlir-18", "mlir-21"]));
        assert_eq!(names(b"MLIR22.1.8"), (Some("mlir-22"), vec!["mlir-21", "mlir-23"]));
        assert_eq!(names(b"MLIR24.0.0git"), (Some("mlir-24"), vec![]));
        assert_eq!(names(b"MLIR20.1.0"), (None, vec!["mlir-19", "mlir-21"]));
        assert_eq!(names(b"MLIR22.0.0git"), (None, vec!["mlir-21", "mlir-22"]));
        assert_eq!(names(b"MLIR23.1.0"), (Some("mlir-23"), vec!["mlir-22", "mlir-24"]));
        assert_eq!(names(b"MLIR16.0.6"), (None, vec![]));
        assert_eq!(names(b"MLIR24.1.0"), (None, vec![]));
        let all = ["mlir-17", "mlir-18", "mlir-19", "mlir-21", "mlir-22", "mlir-23", "mlir-24"];
        assert_eq!(names(b"something else"), (None, all.to_vec()));
    }
}
