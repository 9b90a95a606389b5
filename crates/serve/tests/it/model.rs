//! The service beside a reference in memory that is written another way: the same operations, the same answers.
//!
//! `OUTLAST_SERVE_OPERATIONS` says how many; verdicts of the reference come from `outlast::check`, not from the service.

use std::collections::{BTreeMap, BTreeSet};

use outlast::convert::Request;
use outlast_serve::digest::Digest;
use outlast_serve::index::Status;
use outlast_serve::policy::{Also, Order, Policy, Window};
use outlast_serve::resolve::Refused;
use outlast_serve::service::{
    Asked, Batch, MatrixQuestion, NewProfile, NewVersion, Report, Resolved, Service, Source,
};

use crate::requests::{Random, number};
use crate::server::{corpus, service};

const FILES: &[&str] = &[
    "torch/1.5.1/lite.ptl",
    "torch/1.10.2/lite.ptl",
    "torch-lite/1.10.2/op_linspace_out.ptl",
    "executorch/1.5.1/xnn_mlp.pte",
    "executorch/0.7.0/block.pte",
    "bad/torch/called.pth",
];
/// Releases, and whether they ask for backports.
const PROFILES: &[(&str, bool)] = &[
    ("torch-1.6.0-lite", true),
    ("torch-2.15.0-lite", false),
    ("torch-2.15.0", false),
    ("executorch-0.5.0", false),
    ("executorch-1.5.1", false),
];
const MODELS: &[&str] = &["one", "two", "three"];
/// Operations on one folder.
const ROUND: usize = 2500;

/// What is true of files and profiles, whatever the service does.
struct World {
    files: Vec<(Digest, Vec<u8>)>,
    /// The outcome, and what is run, by file and profile.
    verdicts: BTreeMap<(Digest, &'static str), (String, Vec<String>)>,
    /// Files that a profile's backport makes of others.
    converted: BTreeMap<Digest, Digest>,
}

impl World {
    fn new() -> World {
        let mut files: Vec<(Digest, Vec<u8>)> =
            FILES.iter().map(|name| (Digest::of(&corpus(name)), corpus(name))).collect();
        files.push((Digest::of(b"text"), b"text".to_vec()));
        let mut world = World { files: files.clone(), verdicts: BTreeMap::new(), converted: BTreeMap::new() };
        let (asking, _) = PROFILES.iter().find(|(_, backports)| *backports).unwrap();
        let target = outlast::target(asking).unwrap();
        for (digest, bytes) in files {
            world.judge(digest, &bytes);
            let Some((outcome, runs)) = world.verdicts.get(&(digest, asking)) else { continue };
            if matches!(outcome.as_str(), "loads" | "upgrades") || !runs.is_empty() {
                continue;
            }
            let program = outlast::open(&bytes).unwrap();
            let Ok(converted) = program.convert(&[], &Request::for_target(&target)) else { continue };
            let output = converted.output.to_vec();
            if outlast::check(&output, &target).is_ok_and(|verdict| verdict.outcome.is_good()) {
                world.judge(Digest::of(&output), &output);
                world.converted.insert(digest, Digest::of(&output));
            }
        }
        assert!(!world.converted.is_empty(), "a file has a backport");
        world
    }

    fn judge(&mut self, digest: Digest, bytes: &[u8]) {
        for (release, _) in PROFILES {
            let target = outlast::target(release).unwrap();
            let found = match outlast::check(bytes, &target) {
                Ok(verdict) => {
                    let runs = verdict.risks.iter().map(|risk| risk.callable.clone()).collect();
                    (verdict.outcome.name().to_string(), runs)
                }
                Err(_) if outlast::open(bytes).is_ok() => ("fails".to_string(), Vec::new()),
                Err(_) => continue,
            };
            self.verdicts.insert((digest, release), found);
        }
    }
}

#[derive(Clone)]
struct Version {
    label: String,
    status: Status,
    uploaded: Vec<Digest>,
    backports: Vec<Digest>,
}

#[derive(Default)]
struct Reference {
    stored: BTreeSet<Digest>,
    registered: BTreeSet<&'static str>,
    aliases: BTreeMap<String, &'static str>,
    models: BTreeMap<&'static str, (Policy, Vec<Version>)>,
    batches: BTreeMap<String, (&'static str, Digest, u64, u64)>,
    counts: BTreeMap<(Digest, &'static str), (u64, u64)>,
    /// Files that have a verdict, by profile: also those that were published with one that cannot be judged.
    judged: BTreeSet<(Digest, &'static str)>,
}

impl Reference {
    fn good(world: &World, digest: Digest, profile: &'static str) -> bool {
        matches!(world.verdicts[&(digest, profile)].0.as_str(), "loads" | "upgrades")
    }

    /// Judges files one by one, until one cannot be.
    fn judge(&mut self, files: &[Digest]) -> bool {
        let text = Digest::of(b"text");
        for digest in files.iter().take_while(|digest| **digest != text) {
            self.judged.extend(self.registered.iter().map(|profile| (*digest, *profile)));
        }
        files.contains(&text)
    }

    fn convert(&mut self, world: &World, model: &'static str) {
        for (asking, _) in PROFILES.iter().filter(|(_, backports)| *backports) {
            if !self.registered.contains(asking) {
                continue;
            }
            let Some((_, versions)) = self.models.get_mut(model) else { continue };
            for version in versions.iter_mut().filter(|version| version.status == Status::Active) {
                let all: Vec<Digest> = version.uploaded.iter().chain(&version.backports).copied().collect();
                if all.iter().any(|digest| Reference::good(world, *digest, asking)) {
                    continue;
                }
                let made = all.iter().find_map(|digest| world.converted.get(digest));
                version.backports.extend(made.copied());
            }
        }
    }

    /// What is delivered, and every variant that is not, newest first.
    fn resolve(
        &self,
        world: &World,
        model: &str,
        profile: &'static str,
    ) -> (Vec<(usize, Digest, bool)>, Vec<String>) {
        let (policy, versions) = &self.models[model];
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        let mut age = 0;
        for (at, version) in versions.iter().enumerate().rev() {
            if version.status != Status::Active {
                continue;
            }
            let later = versions[at + 1..].iter().filter(|other| other.status != Status::Yanked).count();
            let old = policy.window.is_some_and(|window| later >= window.versions.max(1) as usize);
            let all = version.uploaded.iter().map(|digest| (digest, true));
            for (digest, uploaded) in all.chain(version.backports.iter().map(|digest| (digest, false))) {
                let (outcome, runs) = &world.verdicts[&(*digest, profile)];
                let outcome_is_fine = match outcome.as_str() {
                    "loads" => true,
                    "upgrades" => !(old && uploaded),
                    "unknown" => policy.deliver.contains(&Also::Unknown),
                    _ => false,
                };
                if outcome_is_fine && (runs.is_empty() || policy.deliver.contains(&Also::RunsCode)) {
                    good.push((age, *digest, uploaded));
                } else {
                    bad.push(format!("{} {digest} {outcome}", version.label));
                }
            }
            age += 1;
        }
        if policy.order == Order::OlderExportFirst {
            // Exports first, each kind with the newest version first.
            good.sort_by_key(|(age, _, uploaded)| (!uploaded, *age));
        }
        for version in versions.iter().rev().filter(|version| version.status != Status::Active) {
            bad.push(format!("{} none {}", version.label, version.status.name()));
        }
        (good, bad)
    }

    fn named(&self, name: &str) -> Option<&'static str> {
        let own = PROFILES.iter().map(|(release, _)| *release);
        self.aliases
            .get(name)
            .copied()
            .or_else(|| own.filter(|own| self.registered.contains(own)).find(|own| *own == name))
    }
}

/// What an operation said, for comparison: `ok`, or the code of its problem.
fn code<T>(result: &Result<T, outlast_serve::error::Problem>, ok: impl Fn(&T) -> String) -> String {
    match result {
        Ok(value) => ok(value),
        Err(problem) => problem.kind().code.to_string(),
    }
}

struct Run<'w> {
    world: &'w World,
    random: Random,
    service: Option<Service>,
    folder: tempfile::TempDir,
    reference: Reference,
    done: BTreeMap<String, usize>,
}

impl<'w> Run<'w> {
    fn new(world: &'w World, seed: u64) -> Run<'w> {
        let folder = tempfile::tempdir().unwrap();
        let service = Some(service(folder.path()));
        Run {
            world,
            random: Random(seed),
            service,
            folder,
            reference: Reference::default(),
            done: BTreeMap::new(),
        }
    }

    fn service(&self) -> &Service {
        self.service.as_ref().unwrap()
    }

    fn compare(&mut self, what: String, found: String, expected: String) {
        assert_eq!(found, expected, "{what}");
        let (kind, _) = what.split_once(' ').unwrap_or((&what, ""));
        let word = found.split(' ').next().unwrap_or_default();
        let said = if word.chars().all(|c| c.is_ascii_lowercase() || c == '-') { word } else { "" };
        *self.done.entry(format!("{kind} {said}")).or_default() += 1;
    }

    fn step(&mut self) {
        match self.random.below(100) {
            0..2 => self.store(),
            2..8 => self.publish(),
            8..11 => self.withdraw(),
            11..14 => self.policy(),
            14..15 => self.register(),
            15..17 => self.alias(),
            17..21 => self.report(),
            21..22 => self.look(),
            22 if self.random.below(20) == 0 => {
                // Stopped, and started again.
                self.service = None;
                self.service = Some(service(self.folder.path()));
            }
            _ => self.resolve(),
        }
    }

    fn store(&mut self) {
        let (digest, bytes) = self.random.pick(&self.world.files).clone();
        let found = self.service().add_file(&mut bytes.as_slice());
        self.reference.stored.insert(digest);
        self.compare("store".into(), code(&found, Digest::to_string), digest.to_string());
    }

    fn publish(&mut self) {
        let model = *self.random.pick(MODELS);
        let label = format!("{}", self.random.below(12));
        let mut variants: Vec<Digest> =
            (0..self.random.below(4)).map(|_| self.random.pick(&self.world.files).0).collect();
        // Sometimes the same again.
        let versions = self.reference.models.get(model).map(|(_, versions)| versions.as_slice());
        let known = versions.unwrap_or_default().iter().find(|version| version.label == label);
        if let Some(known) = known.filter(|_| self.random.below(3) == 0) {
            variants.clone_from(&known.uploaded);
        }
        let new = NewVersion { label: label.clone(), variants: variants.clone() };
        let found = self.service().publish(model, &new);
        let distinct: BTreeSet<&Digest> = variants.iter().collect();
        let known = self.reference.models.get(model);
        let same = known.and_then(|(_, versions)| versions.iter().find(|version| version.label == label));
        let expected = if variants.is_empty() || distinct.len() < variants.len() {
            "invalid"
        } else if variants.iter().any(|digest| !self.reference.stored.contains(digest)) {
            "unknown-blob"
        } else if let Some(same) = same {
            if same.uploaded == variants { "false" } else { "conflict" }
        } else if self.reference.judge(&variants) {
            "not-a-program"
        } else {
            let model_of = self.reference.models.entry(model).or_default();
            let version =
                Version { label, status: Status::Active, uploaded: variants, backports: Vec::new() };
            model_of.1.push(version);
            self.reference.convert(self.world, model);
            "true"
        };
        self.compare(format!("publish {model} {new:?}"), code(&found, bool::to_string), expected.into());
    }

    fn withdraw(&mut self) {
        let model = *self.random.pick(MODELS);
        let label = format!("{}", self.random.below(12));
        let status = *self.random.pick(&[Status::Yanked, Status::Retired]);
        let found = self.service().withdraw(model, &label, status, "a reason");
        let versions = self.reference.models.get_mut(model).map(|(_, versions)| versions);
        let version =
            versions.and_then(|versions| versions.iter_mut().find(|version| version.label == label));
        let expected = match version {
            None => "not-found",
            Some(version) if version.status == Status::Yanked && status == Status::Retired => "conflict",
            Some(version) => {
                version.status = status;
                "ok"
            }
        };
        self.compare(format!("withdraw {model} {label}"), code(&found, |()| "ok".into()), expected.into());
    }

    fn policy(&mut self) {
        let model = *self.random.pick(MODELS);
        let all = [vec![], vec![Also::Unknown], vec![Also::RunsCode], vec![Also::RunsCode, Also::Unknown]];
        let versions = u32::try_from(self.random.below(4)).unwrap();
        let policy = Policy {
            order: *self.random.pick(&[Order::OlderExportFirst, Order::NewestFirst]),
            deliver: self.random.pick(&all).clone(),
            window: (self.random.below(2) == 0).then_some(Window { versions, days: 0 }),
        };
        let found = self.service().set_policy(model, &policy);
        let expected = match self.reference.models.get_mut(model) {
            Some((own, _)) => {
                *own = policy;
                "ok"
            }
            None => "not-found",
        };
        self.compare(format!("policy {model}"), code(&found, |()| "ok".into()), expected.into());
    }

    fn register(&mut self) {
        let (release, backports) = *self.random.pick(PROFILES);
        let new = NewProfile { source: Source::Release(release.into()), name: None, backports, alias: None };
        let found = self.service().register(&new);
        let added = self.reference.registered.insert(release);
        let all = self.reference.models.values().flat_map(|(_, versions)| versions);
        let all: Vec<Digest> = all.flat_map(|version| version.uploaded.clone()).collect();
        self.reference.judge(&all);
        for model in MODELS {
            self.reference.convert(self.world, model);
        }
        let said = code(&found, |(registered, added)| format!("{added} {}", registered.name));
        self.compare(format!("register {release}"), said, format!("{added} {release}"));
    }

    fn alias(&mut self) {
        let name = format!("alias{}", self.random.below(3));
        let (release, _) = *self.random.pick(PROFILES);
        let found = self.service().set_alias(&name, release);
        let expected = match self.reference.registered.contains(release) {
            true => {
                self.reference.aliases.insert(name.clone(), release);
                "ok"
            }
            false => "unknown-profile",
        };
        self.compare(format!("alias {name}"), code(&found, |()| "ok".into()), expected.into());
    }

    fn report(&mut self) {
        let mut id = self.random.below(400).to_string();
        let (profile, _) = *self.random.pick(PROFILES);
        let variant = self.random.pick(&self.world.files).0;
        let mut own = (profile, variant, self.random.below(3) as u64, self.random.below(2) as u64);
        // Sometimes the same again.
        if self.random.below(4) == 0
            && let Some((known, batch)) = self.reference.batches.first_key_value()
        {
            (id, own) = (known.clone(), *batch);
        }
        let (profile, variant, loads, failures) = own;
        let report = Report {
            profile: profile.into(),
            day: Some("2026-11-29".into()),
            devices: 0,
            variant: Some(variant),
            loads,
            failures,
            crashes: 0,
        };
        let found = self.service().report(&Batch { id: id.clone(), reports: vec![report] });
        let expected = match self.reference.batches.get(&id) {
            Some(known) if *known == own => "false",
            Some(_) => "conflict",
            None if !self.reference.registered.contains(profile) => "unknown-profile",
            None if !self.reference.stored.contains(&variant) => "unknown-blob",
            None => {
                self.reference.batches.insert(id, own);
                let counts = self.reference.counts.entry((variant, profile)).or_default();
                (counts.0, counts.1) = (counts.0 + loads, counts.1 + failures);
                "true"
            }
        };
        self.compare(format!("report {own:?}"), code(&found, bool::to_string), expected.into());
    }

    /// Everything that can be read at once.
    fn look(&mut self) {
        let flagged = self.service().contradictions().unwrap();
        let found: BTreeSet<String> = flagged["contradictions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| format!("{} {} {} {}", row["variant"], row["name"], row["loads"], row["failures"]))
            .collect();
        let contradicted =
            |((variant, profile), (loads, failures)): (&(Digest, &'static str), &(u64, u64))| {
                let (outcome, _) = self.world.verdicts.get(&(*variant, *profile))?;
                let wrong = match outcome.as_str() {
                    "loads" | "upgrades" => *failures > 0,
                    "fails" | "misreads" => *loads > 0,
                    _ => false,
                };
                let row = format!("\"{variant}\" \"{profile}\" {loads} {failures}");
                (wrong && self.reference.judged.contains(&(*variant, *profile))).then_some(row)
            };
        let expected: BTreeSet<String> = self.reference.counts.iter().filter_map(contradicted).collect();
        self.compare("look".into(), format!("{found:?}"), format!("{expected:?}"));
        let model = *self.random.pick(MODELS);
        if !self.reference.models.contains_key(model) {
            return;
        }
        let matrix = self.service().matrix(model, &MatrixQuestion::default()).unwrap();
        for row in matrix["profiles"].as_array().unwrap().clone() {
            let profile = self.reference.named(row["name"].as_str().unwrap()).unwrap();
            let (good, _) = self.reference.resolve(self.world, model, profile);
            let expected = good.first().map(|(_, digest, _)| digest.to_string());
            let found = row["gets"]["digest"].as_str().map(str::to_string);
            self.compare(format!("matrix {model} {profile}"), format!("{found:?}"), format!("{expected:?}"));
        }
    }

    fn resolve(&mut self) {
        let model = *self.random.pick(MODELS);
        let mut names: Vec<String> = PROFILES.iter().map(|(release, _)| (*release).to_string()).collect();
        names.extend(["alias0".into(), "alias1".into(), "alias2".into(), "nobody".into()]);
        let profile = self.random.pick(&names).clone();
        let converted = self.world.converted.values().copied();
        let mut files: Vec<Option<Digest>> =
            self.world.files.iter().map(|(digest, _)| *digest).chain(converted).map(Some).collect();
        files.push(None);
        let have = *self.random.pick(&files);
        let asked = Asked { model: model.into(), profile: profile.clone(), have };
        let recalled = self.service().recall(&asked);
        let found = self.service().resolve(asked.clone());
        if let Some(recalled) = recalled {
            assert_eq!(format!("{recalled:?}"), format!("{found:?}"));
        }
        let said = match &found {
            Ok(Resolved::Deliver(text, _)) => {
                let answer: serde_json::Value = serde_json::from_str(text).unwrap();
                format!("deliver {}", answer["variant"]["digest"].as_str().unwrap())
            }
            Ok(Resolved::Same(_)) => "same".into(),
            Ok(Resolved::NothingNewer) => "nothing-newer".into(),
            Err(problem) if problem.kind().code == "no-variant" => {
                let refused: Vec<Refused> =
                    serde_json::from_value(problem.member("variants").unwrap().clone()).unwrap();
                assert!(refused.iter().all(|refused| !refused.reasons.is_empty()));
                let one = |refused: &Refused| {
                    let digest = refused.digest.map_or("none".into(), |digest| digest.to_string());
                    format!("{} {digest} {}", refused.version, refused.outcome)
                };
                format!("refused {:?}", refused.iter().map(one).collect::<Vec<_>>())
            }
            Err(problem) => problem.kind().code.to_string(),
        };
        let expected = match self.reference.named(&profile) {
            _ if !self.reference.models.contains_key(model) => "not-found".into(),
            None => "unknown-profile".into(),
            Some(profile) => {
                let (good, bad) = self.reference.resolve(self.world, model, profile);
                match good.first() {
                    None => format!("refused {bad:?}"),
                    Some((_, digest, _)) if have == Some(*digest) => "same".into(),
                    Some((age, ..))
                        if good.iter().any(|(other, digest, _)| other < age && have == Some(*digest)) =>
                    {
                        "nothing-newer".into()
                    }
                    Some((_, digest, _)) => format!("deliver {digest}"),
                }
            }
        };
        self.compare(format!("resolve {model} {profile} {have:?}"), said, expected);
    }
}

#[test]
fn the_service_answers_as_the_reference_does() {
    let world = World::new();
    let all = number("OUTLAST_SERVE_OPERATIONS", 4000);
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    let mut left = all;
    let mut seed = 0;
    while left > 0 {
        let mut run = Run::new(&world, seed);
        seed += 1;
        for _ in 0..left.min(ROUND) {
            run.step();
        }
        left -= left.min(ROUND);
        for (what, number) in run.done {
            *done.entry(what).or_default() += number;
        }
        run.service = None;
        let report = outlast_serve::fsck::fsck(run.folder.path()).unwrap();
        assert!(report.faults.is_empty() && report.notes.is_empty(), "{report:?}");
    }
    println!("{all} operations: {done:#?}");
    for answer in [
        "resolve deliver",
        "resolve same",
        "resolve nothing-newer",
        "resolve refused",
        "resolve unknown-profile",
        "publish true",
        "publish false",
        "publish conflict",
        "publish not-a-program",
        "withdraw conflict",
        "report false",
    ] {
        assert!(done.contains_key(answer), "no operation was answered with `{answer}`: {done:?}");
    }
}
