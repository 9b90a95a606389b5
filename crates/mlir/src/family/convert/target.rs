//! MLIR bytecode for a release: rewritten until the verdict on it is good, or refused.
//!
//! Several ways are tried; the verdict on the result says which one serves best:
//!
//! * The file as it is, or with encodings that are in the way as text.
//! * As version 4, the last in which properties have names (0 for LLVM 16), with operations under the names that they have there.
//! * As version 6, where properties that are no attributes would not survive that: operations that have such are encoded as the reader's
//!   release does it, all others as in version 4. The producer is then the reader's release, as it is its encoding; the former one
//!   stands behind it.
//!
//! Where something would be lost, and where the reader is known to refuse the best that could be made, nothing is written. Where it is
//! not known what the reader does, it is written if that is asked for.

use crate::changes::say_defaults;
use crate::schema::{self, FileSchemas, ReleaseSchemas};
use crate::steps::{
    BuiltinCodes, attributes_to_properties, dialect_to_text, layout_entries, lower_builtin_codes,
    memory_effects, pointer_vectors, scalable_vectors, set_version, set_version_for,
};
use crate::{File, Module, defs, verify};
use outlast_core::Image;

use super::super::Schemas;
use super::super::judge;
use super::super::producers::{encoder_of, major, producer_of, with_origin};
use super::operations::{operations, told};
use super::{VERSION, changes, refused};
use super::{pieces, preservation};
use outlast_model::conversion::{AppliedStep, Blocker, ConvertError, Converted, Request};
use outlast_model::interpolate;
use outlast_model::options::Options;
use outlast_model::targets::{Profile, Target};
use outlast_model::verdict::{Outcome, Verdict};

/// Newer encodings of the builtin dialect become text, or an older encoding.
pub(super) const CODES: &str = "builtin-codes";
/// What dialects have encoded becomes text.
pub(super) const TEXT: &str = "dialect-text";
/// Data layouts are spelt as the reader's release spells them.
pub(super) const LAYOUTS: &str = "data-layouts";
/// Attributes and types of the dialect `llvm` are spelt as the reader's release spells them.
pub(super) const SPELLINGS: &str = "llvm-spellings";
/// Operations get the names that they have in the reader's release; terminators are put in or taken out.
pub(super) const OPERATIONS: &str = "operation-names";
/// Properties are encoded as the reader's release does it.
pub(super) const PROPERTIES: &str = "properties";

/// The last version in which properties have names.
const NAMED: u64 = defs::version::NATIVE_PROPERTIES_ENCODING - 1;

/// What a file is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The same version.
    Keep,
    /// A version without properties.
    Named(u64),
    /// Version 6 with the reader's encoding of properties, where a dictionary cannot hold them.
    Encoded(ReleaseSchemas),
}

/// Bytes, and the steps that made them.
type Rewritten<'a> = (Image<'a>, Vec<AppliedStep>);

/// What was made.
struct Made<'a> {
    /// None where that is the file as it is.
    image: Option<Image<'a>>,
    steps: Vec<AppliedStep>,
    verdict: Verdict,
}

/// Rewrites a file for a release.
pub(super) fn convert<'a>(
    file: &File<'a>,
    target: &Target,
    request: &Request<'_>,
    known: Option<&judge::BytecodeJudge>,
) -> Result<Converted<'a>, ConvertError> {
    let options = &request.options;
    let Some(profile) = target.profile() else {
        return Err(ConvertError::no_profile(target));
    };
    let newest = newest(profile, "bytecode");
    let mut ways = Vec::new();
    if file.version() <= newest {
        ways.push(Way::Keep);
    }
    ways.push(Way::Named(newest.min(NAMED)));
    if let Some(release) = release(profile).filter(|_| newest > NAMED) {
        ways.push(Way::Encoded(release));
    }
    let made;
    let original = match known {
        Some(known) => known,
        None => {
            made = judge::subject_for(file, target.profiles().into_iter());
            &made
        }
    };
    let verdict = interpolate::verdict(original, &[], target)?;
    let mut best = Made { image: None, steps: Vec::new(), verdict };
    let mut error = None;
    let mut last = None;
    for way in ways {
        if best.verdict.outcome.is_good() {
            break;
        }
        let (image, steps) = match rewrite(file, profile, way) {
            Ok(Some(made)) => made,
            Ok(None) => continue,
            Err(why) => {
                error = error.or(Some(why));
                continue;
            }
        };
        let verdict = judge(image.bytes(), target, options, original)?;
        if rank(&verdict) < rank(&best.verdict) {
            best = Made { image: Some(image), steps, verdict };
        } else if way != Way::Keep {
            last = Some(verdict);
        }
    }
    // What is only not known is compared first: it may be known that something would be lost.
    if !best.verdict.outcome.is_good() && best.verdict.outcome != Outcome::Unknown {
        // What goes furthest is the one to explain.
        let blockers = || ConvertError::Refused(blockers(last.as_ref().unwrap_or(&best.verdict)));
        return Err(error.unwrap_or_else(blockers));
    }
    let output = match best.image {
        None => super::replay(file)?.output,
        Some(image) => {
            if let Some(finding) = verify::verify_with(image.bytes(), false).into_iter().next() {
                let why = format!("what was written is not sound: {}", finding.title);
                return Err(ConvertError::impossible(why));
            }
            let lost = preservation::lost(file, image.bytes(), Some(profile))?;
            if !lost.is_empty() {
                return Err(ConvertError::Refused(lost));
            }
            image.into_output()
        }
    };
    if !request.admits(&best.verdict) {
        return Err(ConvertError::not_good(&best.verdict, best.steps, blockers(&best.verdict)));
    }
    Ok(Converted::new(output, best.steps).verdict(Some(best.verdict)).proved(true))
}

/// Less is better: the outcome, then what is not known.
fn rank(verdict: &Verdict) -> (Outcome, usize) {
    (verdict.outcome, verdict.reasons().count())
}

/// Judges bytes that were made from a file, read with the same schemas.
fn judge(
    bytes: &[u8],
    target: &Target,
    options: &Options,
    of: &judge::BytecodeJudge,
) -> Result<Verdict, ConvertError> {
    let given = options.get::<Schemas>().map(|schemas| schemas.0.clone());
    let subject =
        judge::subject_made(&File::open(bytes)?.with_schemas(given), target.profiles().into_iter(), of);
    Ok(interpolate::verdict(&subject, &[], target)?)
}

fn newest(profile: &Profile, what: &str) -> u64 {
    profile.get("newest", what).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The file by a way; none if that way makes nothing else of it.
fn rewrite<'a>(file: &File<'a>, profile: &Profile, way: Way) -> Result<Option<Rewritten<'a>>, ConvertError> {
    // What is read of operations alone is not worth the time where nothing of attributes and types changes.
    let outline = (way == Way::Keep).then(|| Module::without_operations(file.data()).ok()).flatten();
    let outline = outline
        .and_then(|mut outline| Some((spelt(&mut outline, writer(file), profile).ok()?, outline.tables)));
    if matches!(&outline, Some((steps, _)) if steps.is_empty()) {
        return Ok(None);
    }
    let mut module = Module::read(file.data())?;
    module.ir.announce_defined();
    let mut schemas = FileSchemas::choose(file, &module.tables, &module.ir).schemas;
    let (producer, numbered) = (producer_of(file), encoder_of(file));
    let mut steps = Vec::new();
    let mut take = |id: &'static str, changes: Vec<String>| {
        if !changes.is_empty() {
            steps.push(AppliedStep::new(id, changes));
        }
    };
    match way {
        Way::Keep => {}
        Way::Named(version) => {
            if version != file.version() {
                let changes = changes(file, &module, version);
                set_version_for(&mut module, version, &schemas, release(profile)).map_err(refused)?;
                take(VERSION, changes);
            }
            let (changes, anew) =
                operations(&mut module, profile, producer.as_ref(), numbered).map_err(refused)?;
            take(OPERATIONS, changes);
            if anew {
                let release = profile.release.to_string();
                module.layout.producer = with_origin(&release, file.producer()).into();
            }
        }
        Way::Encoded(release) => {
            set_version_for(&mut module, NAMED, &schemas, Some(release)).map_err(refused)?;
            let (changes, _) =
                operations(&mut module, profile, producer.as_ref(), numbered).map_err(refused)?;
            take(OPERATIONS, changes);
            // A file of an earlier version has nothing encoded; what stands for an attribute in it may be a property there.
            let version =
                if file.version() > NAMED { file.version() } else { self::newest(profile, "bytecode") };
            set_version(&mut module, version, &schemas).map_err(refused)?;
            let (encoded, done) = attributes_to_properties(&mut module, release);
            if done.is_empty() {
                return Ok(None);
            }
            schemas = encoded;
            module.layout.producer = with_origin(release.version(), file.producer()).into();
            let said = |(op, count): (String, usize)| {
                format!("properties of {count} `{op}` as {} encodes them", profile.name)
            };
            take(PROPERTIES, done.into_iter().map(said).collect());
        }
    }
    match outline {
        Some((more, tables)) => {
            module.tables = tables;
            steps.extend(more);
        }
        None => steps.extend(spelt(&mut module, writer(file), profile)?),
    }
    if steps.is_empty() {
        return Ok(None);
    }
    let encoded = module.canonical_or_encoded(&schemas);
    Ok(Some((pieces::image(file, encoded)?, steps)))
}

/// Attributes and types as the reader knows and spells them; what was done. Operations have no part in it.
fn spelt(
    module: &mut Module<'_>,
    from: Option<u32>,
    profile: &Profile,
) -> Result<Vec<AppliedStep>, ConvertError> {
    let mut steps = Vec::new();
    let mut take = |id: &'static str, changes: Vec<String>| {
        if !changes.is_empty() {
            steps.push(AppliedStep::new(id, changes));
        }
    };
    let number = u32::from(profile.release.parts()[0]);
    let codes = BuiltinCodes { attr: newest(profile, "attr"), ty: newest(profile, "type") };
    let count = lower_builtin_codes(module, codes, number).map_err(refused)?;
    let count = count + scalable_vectors(module, number <= 16).map_err(refused)?;
    take(CODES, told(count, "builtin attributes and types are written as the reader knows them"));
    for dialect in ["llvm", "quant"] {
        // An interface whose codes were not read may take them for others.
        let known = ["attr", "type"].iter().any(|kind| profile.has("codes", &format!("{dialect}/{kind}")));
        let reads = profile.has("interface", dialect) && known;
        if profile.has("linked", dialect) && !reads {
            let texts = dialect_to_text(module, dialect, number).map_err(refused)?;
            take(TEXT, told(texts.count, &format!("attributes and types of dialect `{dialect}` are text")));
            let what = "of these have a compile unit of their own, which was one with others: debug information says the same of each function, in several units";
            take(TEXT, told(texts.units, what));
        }
    }
    let count = match profile.get("spells", "dlti") {
        Some(spelling) => layout_entries(module, spelling == "keys"),
        None => 0,
    };
    take(LAYOUTS, told(count, "data layouts are spelt as the reader spells them"));
    let count = profile
        .get("spells", "memory_effects")
        .map_or(0, |spelling| memory_effects(module, spelling == "six"));
    take(SPELLINGS, told(count, "memory effects say what the reader distinguishes"));
    let count = profile
        .get("spells", "pointer_vectors")
        .map_or(0, |spelling| pointer_vectors(module, spelling == "builtin"));
    take(SPELLINGS, told(count, "vectors of pointers are types of the dialect that the reader has them in"));
    let count = from.map_or(0, |from| say_defaults(module, from, number));
    take(SPELLINGS, told(count, "attributes say what the reader would take for another default"));
    Ok(steps)
}

/// The major number of the release that wrote a file.
fn writer(file: &File<'_>) -> Option<u32> {
    producer_of(file).as_ref().map(major)
}

/// Property schemas of a profile's release.
fn release(profile: &Profile) -> Option<ReleaseSchemas> {
    schema::release(&format!("mlir-{}", profile.release.parts()[0]))
}

/// What still stands in the way of the best that could be made.
fn blockers(verdict: &Verdict) -> Vec<Blocker> {
    let bad = verdict.reasons().filter(|(_, reason)| !reason.outcome.is_good());
    bad.map(|(_, reason)| {
        Blocker::new(match (&reason.says, reason.outcome) {
            (Some(says), _) => format!("{}; it says: {says}", reason.sentence()),
            (None, Outcome::Misreads) => {
                format!("it would be lost: {}", reason.sentence())
            }
            (None, _) => reason.sentence(),
        })
        .code(Some(reason.code))
        .subject(reason.subject.clone())
        .place(reason.place.clone())
        .help(reason.help.clone())
    })
    .collect()
}
