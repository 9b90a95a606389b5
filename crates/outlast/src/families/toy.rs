//! A family of one file, for tests only: what a new family has to bring, and all that it has to bring.
//!
//! A toy program is `TOY!`, a version, and the names of the things that it needs, one byte each.

use outlast_core::{
    Code, CodeInfo, Descend, Diagnostic, Error, ErrorKind, Output, Path, Place, Region, RegionKind,
    RegionSink, Result, Severity, Span,
};

use crate::conversion::{ConvertError, Converted, Replayed, Request};
use crate::difference::{Change, DiffError, Difference};
use crate::error::CheckError;
use crate::family::{Between, CompanionCodes, Dump, FamilyDef, Fit, FormatDef, Unit};
use crate::kind::FileKind;
use crate::options::Options;
use crate::program::{Companion, Judge, Opened, Probes, Program};
use crate::summary::Summary;
use crate::targets::{Behaviour, Form, Profile, RowKind, Target};
use crate::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Verdict};

pub(super) static FAMILY: FamilyDef = FamilyDef {
    name: "toy",
    reads: "toy",
    title: "Toy",
    formats: &[FORMAT],
    codes: &[CODES],
    folder: "crates/outlast",
    texts: &[],
    blob: BLOB,
    rows: ROWS,
    variants: &[],
    aliases: |_| None,
    libraries: None,
    shipped: &[],
    between: Between::Agree,
    narrow: None,
    select: None,
    report: None,
    operators: None,
    work: None,
    steps: &[],
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes::NONE,
};

const KIND: FileKind = FileKind::new("toy-program", "toy program", &["toy"]);

const FORMAT: FormatDef = FormatDef {
    kind: KIND,
    detect: |bytes| Fit::magic(bytes.starts_with(b"TOY!")),
    near_miss: |bytes| bytes.starts_with(b"TOY?").then(|| "like a toy program that doubts itself".into()),
    describe: |_| KIND.title(),
    open: |bytes, _| Ok(Box::new(Toy::open(bytes)?)),
    verify: |bytes, _| Toy::open(bytes).err().map(|error| error.to_diagnostic()).into_iter().collect(),
    regions,
    unit: Unit::Bytes,
    dump: Dump::Tables,
    unreadable: Some(|error| lacks("the file", error.to_string(), error.place().clone(), Outcome::Fails)),
    streams: None,
};

const NEED: Code = Code(9901);
const CODES: &[CodeInfo] =
    &[CodeInfo { code: NEED, title: "a toy that the reader does not have", text: "Play with another one." }];
const ROWS: &[RowKind] = &[RowKind { kind: "toy", form: Form::Outcome }];

/// The table that `BLOB` is compiled from.
const TEXT: &str = "releases 1.0.0 2.0.0\ntoy a 1.0.0-\ntoy b 1.0.0 = fails | no b here\ntoy b 2.0.0\n";
const BLOB: &[u8] = b"OLT3\x02\0\0\0\x01\0\0\0\x05\0\0\0\x03\0\0\0\x04\0\0\0\x01\0\0\0\0\0\x02\0\0\0\0\0\
    \x04\0\0\
    \x15\0\0\0\0\x15\0\0\x01\0\x14\0\0\x01\0\x03\0\0\x11\0\0\0\0\x03\0\
    \0\x01\0\0\0\0\0\0\0\xff\
    \0\x02\0\0\0\0\0\x01\0\x01\
    \0\x02\0\0\x03\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\x02\0\0\x8b\x01\0\0S\
    toyfails | no b hereba";

#[derive(Debug)]
struct Toy<'a> {
    version: u8,
    needs: &'a [u8],
}

impl<'a> Toy<'a> {
    fn open(bytes: &'a [u8]) -> Result<Toy<'a>> {
        match bytes.get(4..).and_then(<[u8]>::split_first) {
            Some((version, needs)) => Ok(Toy { version: *version, needs }),
            None => {
                let kind = ErrorKind::UnexpectedEnd { what: "version", need: 1, have: 0 };
                Err(Error::new(kind, Span::at(4, 0)))
            }
        }
    }

    fn needs(&self) -> impl Iterator<Item = (u64, String)> {
        (5..).zip(self.needs.iter().map(|need| char::from(*need).to_string()))
    }
}

fn regions(bytes: &[u8], _: &crate::options::Options, sink: &mut dyn RegionSink) {
    let mut leaf = |start: usize, end: usize, label: &'static str| {
        let span = Span::bytes(start as u64, end as u64);
        let region = Region { span, kind: RegionKind::Value, label: label.into(), value: "".into() };
        if start < end {
            let (Descend::Into | Descend::Over) = sink.enter(region);
            sink.leave();
        }
    };
    leaf(0, 4.min(bytes.len()), "magic");
    leaf(4, 5.min(bytes.len()), "version");
    leaf(5, bytes.len(), "needs");
}

fn lacks(subject: &str, has: String, place: Place, outcome: Outcome) -> Reason {
    Reason::new(NEED, outcome).subject(subject.into()).needs("it".into()).has(has).place(place)
}

#[derive(Debug)]
struct ToyJudge(Vec<(u64, String)>);

impl Judge for ToyJudge {
    fn family(&self) -> &'static str {
        "toy"
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        let reason = |(at, need): &(u64, String)| {
            let behaviour = profile.get("toy", need).and_then(Behaviour::parse);
            let outcome = behaviour.and_then(|does| does.does.outcome()).unwrap_or(Outcome::Unknown);
            let place = Place::new(Span::at(*at, 1), Path::root().field("needs"));
            (outcome != Outcome::Loads).then(|| lacks(need, "not there".into(), place, outcome))
        };
        let reasons = self.0.iter().filter_map(reason).collect();
        Verdict::new(&profile.name, vec![EntryVerdict::new("play", reasons, Basis::Defined)])
    }
}

impl<'a> Opened<'a> for Toy<'a> {
    fn sum_up(&self, _: bool, to: &mut Summary) -> Result<()> {
        to.fact("version", self.version.to_string());
        Ok(())
    }

    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError> {
        Ok(Box::new(ToyJudge(self.needs().collect())))
    }

    fn convert<'o>(
        &self,
        _: &'o [Companion<'_>],
        _: &Request<'_>,
        _: bool,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o,
    {
        Err(ConvertError::impossible("toys stay as they are"))
    }

    fn remedy(&self, _: &Target, _: &Verdict) -> Option<Remedy> {
        None
    }

    fn probes<'o>(&'o self, _: &'o [Companion<'_>], _: &'o Options) -> Option<Box<dyn Probes + 'o>>
    where
        'a: 'o,
    {
        None
    }

    fn replay(&self) -> Result<Replayed<'a>, ConvertError> {
        let bytes = [b"TOY!", &[self.version][..], self.needs].concat();
        let decoded = bytes.len();
        Ok(Replayed::new(Output::of(bytes), decoded, 0))
    }

    fn diff(&self, other: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        let same = other.bytes().get(5..) == Some(self.needs);
        let difference = Difference::new("needs", String::new(), Change::Changed);
        Ok(if same { Vec::new() } else { vec![difference] })
    }

    fn tables(&self) -> Option<String> {
        Some(format!("{{\"version\": {}}}", self.version))
    }
}

#[test]
fn all_that_a_family_has_is_found_by_its_one_line() {
    let bytes = b"TOY!\x07ab";
    let blob = outlast_core::table::encode(TEXT, &|kind, value| crate::targets::check(ROWS, kind, value));
    assert!(blob.as_deref().is_ok_and(|blob| blob == BLOB), "{blob:?}");
    // Detected, opened, inspected.
    assert_eq!(crate::detect(bytes), crate::Detection::Known(KIND));
    let other = |bytes: &[u8]| matches!(crate::detect(bytes), crate::Detection::Other(what) if what.contains("doubts"));
    assert!(other(b"TOY?"));
    let program = crate::open(bytes).unwrap();
    assert_eq!((program.family(), program.kind()), ("toy", KIND));
    assert_eq!(program.summary().unwrap().facts, [("version", "7".to_string())]);
    assert_eq!(program.tables().unwrap(), "{\"version\": 7}");
    // Verified, visited, replayed, compared.
    assert!(crate::verify(bytes).unwrap().1.is_empty());
    let damaged = crate::verify(b"TOY!").unwrap().1;
    assert_eq!((damaged.len(), damaged[0].severity), (1, Severity::Error));
    let mut partition = outlast_testkit::partition::Partition::default();
    assert_eq!(crate::regions(bytes, &mut partition).unwrap(), KIND);
    assert_eq!(partition.finish(bytes.len() as u64), [""; 0]);
    assert_eq!(program.replay().unwrap().output.to_vec(), bytes);
    assert_eq!(program.diff(&program).unwrap(), []);
    // Listed.
    assert!(crate::target_names().iter().any(|name| name == "toy-2.0.0"));
    assert!(crate::codes().iter().any(|info| info.code == NEED));
    // Judged: by its own releases, one between, and not by those of others.
    let check = |target: &str| crate::check(bytes, &crate::target(target).unwrap());
    assert_eq!(check("toy-1.0.0").unwrap().outcome, Outcome::Fails);
    let good = check("toy-2.0.0").unwrap();
    assert_eq!((good.outcome, good.basis), (Outcome::Loads, Some(Basis::Defined)));
    let between = check("toy-1.5.0").unwrap();
    assert_eq!((between.outcome, between.notes.len()), (Outcome::Unknown, 1));
    let patch = check("toy-2.0.7").unwrap();
    assert_eq!((patch.outcome, patch.basis), (Outcome::Loads, Some(Basis::Between)));
    assert_eq!(patch.at_least(Basis::Measured).outcome, Outcome::Unknown);
    #[cfg(feature = "llvm")]
    assert!(matches!(check("llvm-16"), Err(CheckError::OtherFamily { family: "toy", .. })));
    // Damaged files have verdicts, too.
    let verdict = crate::check(b"TOY!", &crate::target("toy-2.0.0").unwrap()).unwrap();
    assert_eq!((verdict.outcome, verdict.summary()), (Outcome::Fails, "blocked"));
    let findings: Vec<Diagnostic> = crate::verify(b"TOY!").unwrap().1;
    assert_eq!(findings[0].code, Code(101));
}
