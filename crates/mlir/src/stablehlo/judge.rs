//! A portable artifact against a version of StableHLO: windows, limits, the container, builtin codes, other dialects, custom calls.

use std::collections::BTreeMap;

use crate::facts::MlirFacts;
use crate::vhlo::{CustomCall, Entity, Expansion, Use, Version, VhloFacts};
use crate::{File, OpId};
use outlast_core::{Code, Place};

use super::messages::{limit, uses};
use super::{builtin_codes, codes, messages, newest, version};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Stage, Verdict};

/// What verdicts of these readers need of a file.
#[derive(Debug, Default)]
pub(crate) struct Artifact {
    facts: VhloFacts,
    /// Where operations are that reasons name.
    places: BTreeMap<OpId, Place>,
}

impl Artifact {
    /// Reads what verdicts need, beside what is known of the file.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub(crate) fn read(file: &File<'_>, mlir: &MlirFacts) -> outlast_core::Result<Artifact> {
        // Of other dialects nothing counts but their names.
        let vhlo = mlir.ops.iter().any(|op| op.count > 0 && op.name.starts_with("vhlo."));
        let facts = if vhlo { facts(file)? } else { crate::vhlo::foreign(file, &mlir.ops) };
        let uses = facts.uses.iter().map(|one| one.first);
        let others =
            facts.foreign.iter().map(|one| one.first).chain(facts.calls.iter().map(|call| call.first));
        let places = uses.chain(others).map(|op| (op, messages::place(file, op))).collect();
        Ok(Artifact { facts, places })
    }

    fn place(&self, op: OpId) -> Place {
        self.places.get(&op).cloned().unwrap_or_default()
    }
}

/// What a file needs of a version.
pub(super) fn facts(file: &File<'_>) -> outlast_core::Result<VhloFacts> {
    let module = crate::Module::read(file.data())?;
    Ok(crate::vhlo::facts(&module.tables, &module.ir, file.producer(), file.version()))
}

/// The verdict of a reader.
pub(crate) fn judge(artifact: &Artifact, mlir: &MlirFacts, doubts: &[Reason], profile: &Profile) -> Verdict {
    let mut case = JudgeContext { artifact, profile, version: version(profile), reasons: Vec::new() };
    case.container(mlir);
    if case.reasons.is_empty() {
        case.operations();
        case.encodings(mlir);
        case.dialects();
        case.calls();
        case.lacks();
    }
    case.reasons.extend(doubts.iter().cloned());
    let basis = if profile.has("carries", super::NAME) { Basis::Measured } else { Basis::Defined };
    let mut verdict = Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", case.reasons, basis)]);
    // Good verdicts have no remarks but on what is lost.
    if !verdict.outcome.is_good() {
        verdict.notes.extend(note(&artifact.facts, profile));
    }
    verdict
}

/// Which version a release carries, and which ones the artifact is about.
fn note(facts: &VhloFacts, profile: &Profile) -> Option<String> {
    let carried = profile.get("carries", super::NAME)?;
    let written = facts
        .written_for
        .map_or_else(String::new, |written| format!("; the artifact is written for {written}"));
    Some(format!("{} carries StableHLO {carried}{written}", profile.name))
}

struct JudgeContext<'c> {
    artifact: &'c Artifact,
    profile: &'c Profile,
    version: Version,
    reasons: Vec<Reason>,
}

/// What a reason is about, in parts.
struct About {
    subject: String,
    needs: String,
    has: String,
    sentence: String,
}

impl JudgeContext<'_> {
    fn reader(&self) -> &str {
        &self.profile.name
    }

    fn add(
        &mut self,
        code: Code,
        outcome: Outcome,
        stage: Stage,
        about: About,
        says: Option<String>,
        place: Place,
    ) {
        let help = match (outcome, code) {
            (_, codes::CALL) => Some(
                "register the call's implementation with the runtime, or export the program without it"
                    .to_owned(),
            ),
            (_, codes::DIALECT) => Some(
                "portable is what is VHLO alone: lower the program to StableHLO before it is serialised"
                    .to_owned(),
            ),
            (Outcome::Fails, _) => Some(format!(
                "`outlast convert --target {}` writes the artifact for it, or names what has no form there",
                self.reader()
            )),
            _ => Some("run `outlast verify` for what is wrong, and serialise the program again".to_owned()),
        };
        let basis = if self.profile.has("carries", super::NAME) { Basis::Measured } else { Basis::Defined };
        self.reasons.push(
            Reason::new(code, outcome)
                .stage((outcome != Outcome::Unknown).then_some(stage))
                .basis(basis)
                .message(Some(about.sentence))
                .subject(about.subject)
                .needs(about.needs)
                .has(about.has)
                .says(says)
                .place(place)
                .help(help),
        );
    }

    fn container(&mut self, mlir: &MlirFacts) {
        let (found, newest) = (mlir.version, newest(self.profile, "bytecode"));
        if found > newest {
            let says = format!("bytecode version {found} is newer than the current version {newest}");
            let sentence = format!(
                "{} reads bytecode up to version {newest}; the artifact has version {found}",
                self.reader()
            );
            let about = About {
                subject: format!("bytecode version {found}"),
                needs: "a reader of that version".into(),
                has: format!("reads versions up to {newest}"),
                sentence,
            };
            self.add(codes::CONTAINER, Outcome::Fails, Stage::Load, about, Some(says), Place::default());
        }
        let properties = found >= crate::defs::version::NATIVE_PROPERTIES_ENCODING;
        if properties
            && self.profile.has("no-properties", "vhlo")
            && let Some(first) = self.artifact.facts.uses.first()
        {
            let name = &first.shape.name;
            let says = format!("has properties but missing BytecodeOpInterface for vhlo.{name}");
            let sentence = format!(
                "{} cannot read properties of VHLO's operations, which bytecode version {found} has",
                self.reader()
            );
            let about = About {
                subject: format!("bytecode version {found}"),
                needs: "a StableHLO whose operations have properties: 0.15 or newer".into(),
                has: format!("StableHLO {}", self.version),
                sentence,
            };
            let place = self.artifact.place(first.first);
            self.add(codes::CONTAINER, Outcome::Fails, Stage::Load, about, Some(says), place);
        }
    }

    fn operations(&mut self) {
        let mut entities: BTreeMap<Entity, (&Use, u64)> = BTreeMap::new();
        let mut unknown: BTreeMap<&str, (&Use, u64)> = BTreeMap::new();
        let artifact = self.artifact;
        for one in &artifact.facts.uses {
            let def = crate::vhlo::defs::defs().ops.get(&*one.shape.name);
            if def.is_none_or(|def| self.version.base() < def.window.first) {
                unknown.entry(&one.shape.name).or_insert((one, 0)).1 += one.count;
            }
            for entity in &one.shape.entities {
                if entity.since().is_none_or(|since| self.version.base() < since) {
                    entities.entry(*entity).or_insert((one, 0)).1 += one.count;
                }
            }
            for found in &one.shape.limits {
                let since = crate::vhlo::limit_since(*found);
                if self.version.base() < since {
                    self.limited(one, limit(*found), since);
                }
            }
            if def.is_some() && !one.shape.readable {
                self.unreadable(one);
            }
        }
        for (name, (one, count)) in unknown {
            self.operation(name, one, count);
        }
        for (entity, (one, count)) in entities {
            self.entity(entity, one, count);
        }
    }

    fn limited(&mut self, one: &Use, what: &str, since: Version) {
        let sentence = format!(
            "{} ({}) does not take {what}, which {} has: StableHLO {since} and newer do",
            self.reader(),
            self.version,
            uses(one)
        );
        let says = format!(
            "failed to legalize operation 'vhlo.{}' that was explicitly marked illegal",
            one.shape.name
        );
        let about = About {
            subject: format!("vhlo.{}", one.shape.name),
            needs: format!("StableHLO {since}"),
            has: format!("StableHLO {}", self.version),
            sentence,
        };
        let place = self.artifact.place(one.first);
        self.add(codes::LIMIT, Outcome::Fails, Stage::Load, about, Some(says), place);
    }

    fn unreadable(&mut self, one: &Use) {
        let sentence = format!(
            "{} is not as it is defined (`outlast verify` says how): what a reader does with it is not known",
            uses(one)
        );
        let about = About {
            subject: format!("vhlo.{}", one.shape.name),
            needs: "the attributes and operands of its definition".into(),
            has: "others".into(),
            sentence,
        };
        let place = self.artifact.place(one.first);
        self.add(codes::UNKNOWN, Outcome::Unknown, Stage::Load, about, None, place);
    }

    /// Since when something is there, for sentences.
    fn since(since: Option<Version>) -> (String, String) {
        match since {
            Some(since) => (format!("StableHLO {since}"), format!("it came with StableHLO {since}")),
            None => ("a newer StableHLO".into(), "no version that is known here has it".into()),
        }
    }

    fn operation(&mut self, name: &str, one: &Use, count: u64) {
        let def = crate::vhlo::defs::defs().ops.get(name);
        let (needs, came) = JudgeContext::since(def.map(|def| def.window.first));
        let says = format!(
            "unregistered operation 'vhlo.{name}' found in dialect ('vhlo') that does not allow unknown operations"
        );
        let inside =
            one.function.as_ref().map_or_else(String::new, |name| format!(", first in function `{name}`"));
        let sentence =
            format!("{} has no `vhlo.{name}` ({count} in the file{inside}): {came}", self.reader());
        let about = About {
            subject: format!("vhlo.{name}"),
            needs,
            has: format!("StableHLO {}", self.version),
            sentence,
        };
        let place = self.artifact.place(one.first);
        self.add(codes::OPERATION, Outcome::Fails, Stage::Load, about, Some(says), place);
    }

    fn entity(&mut self, entity: Entity, one: &Use, count: u64) {
        let (needs, came) = JudgeContext::since(entity.since());
        let says = entity.code().map(|(what, code)| format!("unknown vhlo {what} code: {code}"));
        let inside = one.function.as_ref().map_or_else(String::new, |name| format!(" in function `{name}`"));
        let sentence = format!(
            "{} has no `{entity}` (in {count} operations, first `vhlo.{}`{inside}): {came}",
            self.reader(),
            one.shape.name
        );
        let about = About {
            subject: entity.to_string(),
            needs,
            has: format!("StableHLO {}", self.version),
            sentence,
        };
        let place = self.artifact.place(one.first);
        self.add(codes::ENTITY, Outcome::Fails, Stage::Load, about, says, place);
    }

    fn encodings(&mut self, mlir: &MlirFacts) {
        let newest = builtin_codes(self.profile);
        for code in mlir.codes.iter().filter(|code| code.dialect == "builtin") {
            let (limit, what) = match code.kind {
                crate::codec::EntryKind::Attr => (newest.attr, "attribute"),
                crate::codec::EntryKind::Type => (newest.ty, "type"),
            };
            if code.code <= limit {
                continue;
            }
            let says = format!("unknown {what} code: {}", code.code);
            let kind =
                crate::codec::shapes(b"builtin", code.kind).iter().find(|shape| shape.code == code.code);
            let name = kind.map_or_else(
                || format!("{what} code {}", code.code),
                |shape| format!("{} (code {})", shape.name, code.code),
            );
            let sentence = format!(
                "the LLVM of {} does not know the builtin {name}, of which the artifact has {}",
                self.reader(),
                code.count
            );
            let about = About {
                subject: format!("builtin {name}"),
                needs: "a reader with a newer LLVM".into(),
                has: format!("{what} codes up to {limit}"),
                sentence,
            };
            self.add(codes::ENCODING, Outcome::Fails, Stage::Load, about, Some(says), code.first.clone());
        }
    }

    fn dialects(&mut self) {
        let mut dialects: BTreeMap<&str, (&crate::vhlo::Foreign, u64)> = BTreeMap::new();
        let artifact = self.artifact;
        for one in &artifact.facts.foreign {
            let dialect = one.name.split('.').next().unwrap_or_default();
            dialects.entry(dialect).or_insert((one, 0)).1 += one.count;
        }
        for (dialect, (one, count)) in dialects {
            let closed = self.profile.has("closed", "vhlo");
            let too_old = self.version.base() < MIXED;
            let (outcome, why) = match (closed, too_old) {
                (true, _) => (Outcome::Fails, "it reads operations of VHLO alone"),
                (false, true) => (Outcome::Fails, "before 1.11 artifacts have operations of VHLO alone"),
                (false, false) => (
                    Outcome::Unknown,
                    "whether its program has that dialect, and which version of it, is not known",
                ),
            };
            let says = closed.then(|| format!("dialect '{dialect}' is unknown"));
            let sentence = format!(
                "the artifact has {count} operations of dialect `{dialect}`, first `{}`; {}: {why}",
                one.name,
                self.reader()
            );
            let about = About {
                subject: format!("dialect {dialect}"),
                needs: format!("a reader with dialect `{dialect}`"),
                has: "VHLO".into(),
                sentence,
            };
            let place = self.artifact.place(one.first);
            self.add(codes::DIALECT, outcome, Stage::Load, about, says, place);
        }
    }

    /// What the runtime reads and does not compile.
    fn lacks(&mut self) {
        let artifact = self.artifact;
        let mut found: BTreeMap<String, (String, OpId)> = BTreeMap::new();
        for one in &artifact.facts.uses {
            let mut look = |row: &str, what: String| {
                if let Some(says) = self.profile.get("lacks", row) {
                    found.entry(what).or_insert((says.to_owned(), one.first));
                }
            };
            let name = format!("vhlo.{}", one.shape.name);
            look(&name, format!("`{name}`"));
            for entity in &one.shape.entities {
                look(&entity.to_string(), format!("`{entity}`"));
            }
            if one.shape.expansions.iter().any(|(what, _)| *what == Expansion::BatchingDimensions) {
                look(messages::BATCHING, format!("batching dimensions of `{name}`"));
            }
        }
        for (what, (says, first)) in found {
            self.lacking(&what, says, first);
        }
    }

    fn lacking(&mut self, what: &str, says: String, first: OpId) {
        let sentence = format!("{} reads {what} and does not compile it", self.reader());
        let about = About {
            subject: what.replace('`', ""),
            needs: "a newer runtime".into(),
            has: format!("StableHLO {}", self.version),
            sentence,
        };
        let place = self.artifact.place(first);
        self.add(codes::LACKS, Outcome::Fails, Stage::Run, about, Some(says), place);
    }

    /// A call against the numbers of operands, results and attributes that its implementation takes: `2`, `2+`, or `-` for any.
    fn signature(&mut self, call: &CustomCall, takes: &str) {
        let given = [Some(call.operands as u64), Some(call.results as u64), call.attributes];
        let wrong = takes.split(' ').zip(given).zip(["arguments", "results", "attributes"]).find_map(
            |((takes, given), what)| {
                let (number, more) = takes.strip_suffix('+').map_or((takes, false), |number| (number, true));
                let (number, given): (u64, u64) = (number.parse().ok()?, given?);
                let right = given == number || (more && given > number);
                (!right).then(|| {
                    format!(
                        "Wrong number of {what}: expected {}{number} but got {given}",
                        if more { "at least " } else { "" }
                    )
                })
            },
        );
        let Some(says) = wrong else { return };
        let sentence = format!(
            "{} implements the custom call `{}` with another signature: {}",
            self.reader(),
            call.target,
            says.to_lowercase()
        );
        let about = About {
            subject: format!("custom call {}", call.target),
            needs: "an implementation with its operands, results and attributes".into(),
            has: "one with others".into(),
            sentence,
        };
        let place = self.artifact.place(call.first);
        self.add(codes::CALL, Outcome::Fails, Stage::Run, about, Some(says), place);
    }

    fn calls(&mut self) {
        let artifact = self.artifact;
        for call in &artifact.facts.calls {
            if let (Some(says), Some(api)) =
                (call.api_version.and_then(|api| self.profile.get("lacks", api)), call.api_version)
            {
                self.lacking(
                    &format!("{api} of the custom call `{}`", call.target),
                    says.to_owned(),
                    call.first,
                );
            }
            if let Some(takes) = self.profile.get("takes", &call.target) {
                self.signature(call, takes);
            }
            // One that no release has is of a program, which registers it.
            let implemented = self.profile.first_release_with("call", &call.target).is_some();
            if !implemented || self.profile.has("call", &call.target) {
                continue;
            }
            let api = call.api_version.unwrap_or("an unknown API version");
            let sentence = format!(
                "{} does not implement the custom call `{}` ({api}) by itself",
                self.reader(),
                call.target
            );
            let about = About {
                subject: format!("custom call {}", call.target),
                needs: format!("an implementation of `{}`", call.target),
                has: "none, unless one is registered".into(),
                sentence,
            };
            let place = self.artifact.place(call.first);
            self.add(codes::CALL, Outcome::Fails, Stage::Run, about, None, place);
        }
    }
}

/// The first version whose artifacts may have operations of other dialects.
const MIXED: Version = Version::new(1, 11, 0);
