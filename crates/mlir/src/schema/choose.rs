//! Which release's schemas serve for a file: by producer, and proven on the file.
//!
//! A release serves for an operation if the producer is that release and every blob of that operation has its fields. Where that is
//! not so, or nobody measured the producer, the nearest measured releases before and after it serve if they agree, and if what they
//! say is proven. Everything else is unknown, and said to be.

use std::collections::HashSet;

use super::prove::{Unproven, Use, prove};
use super::{FileSchemas, Known, OpSchema, PropertyForm, Release, releases};
use crate::defs::version;
use crate::file::File;
use crate::ids::{OpId, OpNameId};
use crate::ir::Ir;
use crate::tables::Tables;

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
    /// The producer's release.
    Release(Release),
    /// Releases around the producer's, which agree.
    Agreed(Vec<Release>),
    /// Nothing.
    Unknown(Why),
}

/// Why nothing serves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// Nobody measured the producer, or the releases on both sides of it.
    Unmeasured,
    /// The release does not have the operation, or it has no properties there.
    Absent(Release),
    /// These releases differ in it.
    Disagree(Vec<Release>),
    /// The file does not have what the release says.
    Unproven(Release, Unproven),
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
        let count = tables.op_names.len();
        if file.version() < version::NATIVE_PROPERTIES_ENCODING {
            let choice = OpChoice { blobs: 0, served: Served::Plain };
            return Chosen { schemas: FileSchemas::new(vec![None; count]), ops: vec![choice; count] };
        }
        let producer = Producer::of(file.producer());
        let mut chosen = Chosen::default();
        for (index, seen) in survey(tables, ir).iter().enumerate() {
            let (schema, served) = one(file.version(), producer, tables, OpNameId::new(index), seen);
            chosen.schemas.by_name.push(schema);
            chosen.ops.push(OpChoice { blobs: seen.blobs, served });
        }
        chosen
    }
}

/// All uses of properties, by operation name.
fn survey(tables: &Tables<'_>, ir: &Ir) -> Vec<Seen> {
    let mut seen = vec![Seen::default(); tables.op_names.len()];
    // The last use of each entry: nearly always the only one.
    let mut last = vec![None; tables.properties.len()];
    let mut all = HashSet::new();
    for op in ir.ops() {
        let name = ir.name(op);
        let Some(at) = seen.get_mut(name.index()) else { continue };
        let Some(properties) = ir.properties(op) else {
            at.bare = at.bare.or(Some(op));
            continue;
        };
        at.blobs += 1;
        let Some(last) = last.get_mut(properties.index()) else { continue };
        let key = (name, ir.operands(op).len(), ir.results(op).len());
        if *last == Some(key) {
            continue;
        }
        *last = Some(key);
        if all.insert((key, properties)) {
            at.uses.push(Use { properties, operands: key.1, results: key.2, op });
        }
    }
    seen
}

fn one(
    version: u64,
    producer: Producer,
    tables: &Tables<'_>,
    id: OpNameId,
    seen: &Seen,
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
        return match prove(&schema, version, tables, &seen.uses) {
            Ok(()) => (Some(schema), Served::Unregistered),
            Err(_) => (None, Served::Unknown(Why::Unmeasured)),
        };
    }
    let name = tables.op_name(id);
    let name = String::from_utf8_lossy(&name);
    let (exact, around) = producer.candidates(Family::of(&name));
    let proven =
        |release: Release, schema: &OpSchema| match (prove(schema, version, tables, &seen.uses), seen.bare) {
            (Err(unproven), _) => Err(Why::Unproven(release, unproven)),
            (Ok(()), Some(op)) => {
                Err(Why::Unproven(release, Unproven { op, why: "it has no properties".into() }))
            }
            (Ok(()), None) => Ok(()),
        };
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
    let agreed = agree(&around, &name);
    match agreed.and_then(|(schema, of)| proven(of[0], &schema).map(|()| (schema, of))) {
        Ok((schema, of)) => (Some(schema), Served::Agreed(of)),
        // What the producer's own release says is the better reason.
        Err(other) => (None, Served::Unknown(if exact.is_some() { why } else { other })),
    }
}

/// What releases say in common: names and encodings have to be the same, classes of attributes not.
fn agree(around: &[Release], name: &str) -> Result<(OpSchema, Vec<Release>), Why> {
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
            Some(before) => Some(common(before, &schema).ok_or_else(|| Why::Disagree(of.clone()))?),
        };
    }
    match agreed {
        Some(schema) if of.len() > 1 => Ok((schema, of)),
        _ => Err(Why::Unmeasured),
    }
}

/// The schema that is both, if they are encoded alike.
fn common(mut one: OpSchema, other: &OpSchema) -> Option<OpSchema> {
    if one.fields.len() != other.fields.len() {
        return None;
    }
    for (field, other) in one.fields.iter_mut().zip(&other.fields) {
        if (&field.name, &field.kind, field.optional) != (&other.name, &other.kind, other.optional) {
            return None;
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
    fn of(op: &str) -> Family {
        match op.split('.').next() {
            Some("vhlo" | "stablehlo" | "chlo") => Family::StableHlo,
            _ => Family::Mlir,
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Family::Mlir => "mlir-",
            Family::StableHlo => "stablehlo-",
        }
    }
}

/// A release as a number that grows. Of MLIR, only the major one counts: its patches change no encoding; and what comes from
/// development (`24.0.0git`) comes before the release of that number.
type Number = [u64; 3];

/// Who wrote a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Producer {
    Mlir(Number),
    StableHlo(Number),
    Other,
}

impl Producer {
    fn of(text: &[u8]) -> Producer {
        let Ok(text) = std::str::from_utf8(text) else { return Producer::Other };
        let mlir = text.strip_prefix("MLIR").and_then(mlir_number).map(Producer::Mlir);
        let stablehlo = text.strip_prefix("StableHLO_v").and_then(number).map(Producer::StableHlo);
        mlir.or(stablehlo).unwrap_or(Producer::Other)
    }

    /// The producer's release, and those that have to agree in its place.
    fn candidates(self, family: Family) -> (Option<Release>, Vec<Release>) {
        let all = releases().filter(|release| release.name().starts_with(family.prefix()));
        let (wanted, number): (_, fn(&str) -> Option<Number>) = match (self, family) {
            (Producer::Mlir(wanted), Family::Mlir) => (wanted, mlir_number),
            (Producer::StableHlo(wanted), Family::StableHlo) => (wanted, number),
            _ => return (None, all.collect()),
        };
        let numbered: Vec<_> =
            all.filter_map(|release| Some((number(release.version())?, release))).collect();
        let exact = numbered.iter().find(|(number, _)| *number == wanted).map(|(_, release)| *release);
        let below = numbered.iter().filter(|(number, _)| *number < wanted).max_by_key(|(number, _)| *number);
        let above = numbered.iter().filter(|(number, _)| *number > wanted).min_by_key(|(number, _)| *number);
        let around = below.zip(above).map_or(Vec::new(), |(below, above)| vec![below.1, above.1]);
        (exact, around)
    }
}

fn number(text: &str) -> Option<Number> {
    let mut parts = text.split('.').map(|part| part.parse().ok());
    let number = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(number)
}

fn mlir_number(text: &str) -> Option<Number> {
    let (major, rest) = text.split_once('.')?;
    Some([major.parse().ok()?, u64::from(!rest.ends_with("git")), 0])
}

#[cfg(test)]
mod tests {
    use super::{Family, Producer};

    #[test]
    fn candidates_of_producers() {
        let names = |producer: &[u8], family| {
            let (exact, around) = Producer::of(producer).candidates(family);
            (exact.map(super::Release::name), around.iter().map(|release| release.name()).collect::<Vec<_>>())
        };
        assert_eq!(names(b"MLIR19.1.7", Family::Mlir).0, Some("mlir-19"));
        assert_eq!(names(b"MLIR19.1.0", Family::Mlir).0, Some("mlir-19"));
        assert_eq!(names(b"MLIR22.1.8", Family::Mlir).0, Some("mlir-22"));
        assert_eq!(names(b"MLIR20.1.0", Family::Mlir), (None, vec!["mlir-19", "mlir-22"]));
        assert_eq!(names(b"MLIR22.0.0git", Family::Mlir), (None, vec!["mlir-19", "mlir-22"]));
        assert_eq!(names(b"MLIR18.1.8", Family::Mlir), (None, vec![]));
        assert_eq!(names(b"MLIR99.1.8", Family::Mlir), (None, vec![]));
        assert!(names(b"something else", Family::Mlir).1.starts_with(&["mlir-19", "mlir-22"]));
        assert_eq!(Producer::of(b"StableHLO_v1.15.0"), Producer::StableHlo([1, 15, 0]));
    }
}
