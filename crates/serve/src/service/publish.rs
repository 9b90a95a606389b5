//! Models and their versions: nothing is overwritten.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Service;
use super::uploads::unknown;
use crate::database::statements::{self, Model};
use crate::digest::Digest;
use crate::error::{
    CONFLICT, INTERNAL, NOT_A_PROGRAM, NOT_FOUND, Problem, QUARANTINED, Result, UNPROCESSABLE,
};
use crate::index::{Cell, Index, Status, Why};
use crate::judge::{Answer, ENGINE, Question};
use crate::names::{self, now, shown};
use crate::policy::Policy;

/// Variants that a version may have.
const MOST_VARIANTS: usize = 1000;

/// A version that is published.
#[derive(Clone, Debug, Deserialize)]
pub struct NewVersion {
    /// Its label.
    pub label: String,
    /// Its files, the most wanted first: digests of what was uploaded.
    pub variants: Vec<Digest>,
}

impl Service {
    /// Makes a model; whether it is new.
    ///
    /// # Errors
    ///
    /// Why there is none of this name.
    pub fn add_model(&self, name: &str) -> Result<bool> {
        names::model(name)?;
        let added = self.database.write(|to| statements::add_model(to, name, now()))?;
        if added {
            self.changed_model(name);
        }
        Ok(added)
    }

    /// A model by its name.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`].
    pub fn model(&self, name: &str) -> Result<Model> {
        let none = || {
            Problem::new(&NOT_FOUND, "there is no such model")
                .at("model")
                .found(shown(name))
                .help("GET /v1/models lists them; publish a version to make one.")
        };
        self.database.read(|from| statements::model(from, name))?.ok_or_else(none)
    }

    /// All models.
    ///
    /// # Errors
    ///
    /// Why they cannot be read.
    pub fn models(&self) -> Result<Vec<Model>> {
        self.database.read(statements::models)
    }

    /// Sets how variants of a model are chosen.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`].
    pub fn set_policy(&self, name: &str, policy: &Policy) -> Result<()> {
        let model = self.model(name)?;
        self.database.write(|to| statements::set_policy(to, model.id, policy))?;
        self.changed_model(name);
        Ok(())
    }

    /// Publishes a version. The same again is a retry, and changes nothing. Whether it is new.
    ///
    /// # Errors
    ///
    /// [`CONFLICT`] if the label stands for something else; why a file cannot be published.
    pub fn publish(&self, name: &str, new: &NewVersion) -> Result<bool> {
        names::model(name)?;
        names::label(&new.label)?;
        let request = self.check_variants(new)?;
        if let Some(known) = self.published(name, new, request)? {
            return Ok(known);
        }
        for digest in &new.variants {
            // What was in quarantine is read again: the limits may be higher now.
            self.judge_again(*digest, true)?;
        }
        let added = self.database.write(|to| {
            statements::add_model(to, name, now())?;
            let Some(model) = statements::model(to, name)? else { return Err(lost()) };
            if let Some((_, found, _)) = statements::version(to, model.id, &new.label)? {
                return same(found, request, &new.label).map(|()| false);
            }
            let version = statements::add_version(to, model.id, &new.label, request, now())?;
            for digest in &new.variants {
                statements::add_variant(to, version, *digest, None, now())?;
            }
            statements::touch(to, model.id)?;
            Ok(true)
        })?;
        self.changed_model(name);
        self.backport(name, Some(&new.label))?;
        Ok(added)
    }

    /// Checks a list of files; the digest that stands for it.
    fn check_variants(&self, new: &NewVersion) -> Result<Digest> {
        let wrong = |what: &str| Err(Problem::new(&UNPROCESSABLE, what.to_string()).at("variants"));
        if new.variants.is_empty() {
            return wrong("a version needs a variant");
        }
        if new.variants.len() > MOST_VARIANTS {
            return wrong("a version has at most 1000 variants");
        }
        let mut sorted = new.variants.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| matches!(pair, [a, b] if a == b)) {
            return wrong("a file is named twice");
        }
        for digest in &new.variants {
            if self.find_blob(*digest)?.is_none() {
                return Err(unknown(*digest).at("variants"));
            }
        }
        Ok(Digest::of_list(&new.variants))
    }

    /// Whether the same was published before: `Some(false)` if so.
    fn published(&self, name: &str, new: &NewVersion, request: Digest) -> Result<Option<bool>> {
        let found = self.database.read(|from| match statements::model(from, name)? {
            Some(model) => statements::version(from, model.id, &new.label),
            None => Ok(None),
        })?;
        let Some((_, found, _)) = found else { return Ok(None) };
        same(found, request, &new.label).map(|()| Some(false))
    }

    /// Withdraws a version, with a reason; what devices have stays theirs. The same again changes nothing.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`]; [`CONFLICT`] if it was withdrawn in another way.
    pub fn withdraw(&self, name: &str, label: &str, status: Status, reason: &str) -> Result<()> {
        names::reason(reason)?;
        let model = self.model(name)?;
        self.database.write(|to| {
            let Some((version, _, found)) = statements::version(to, model.id, label)? else {
                return Err(Problem::new(&NOT_FOUND, "the model has no such version").found(shown(label)));
            };
            // What was retired may turn out to be wrong; nothing comes back.
            if found == Status::Yanked && status == Status::Retired {
                let what = "the version was yanked, and stays so";
                return Err(Problem::new(&CONFLICT, what).help("Publish it again under another label."));
            }
            if found != status {
                statements::set_status(to, version, status, reason)?;
                statements::touch(to, model.id)?;
            }
            Ok(())
        })?;
        self.changed_model(name);
        Ok(())
    }

    /// The document of a model with the verdicts of all profiles.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`].
    pub fn index(&self, name: &str) -> Result<Index> {
        self.index_for(name, None)
    }

    /// The document of a model with the verdicts of one profile, or of all.
    pub(super) fn index_for(&self, name: &str, profile: Option<Digest>) -> Result<Index> {
        self.judge_model(name, profile)?;
        let model = self.model(name)?;
        self.database.read(|from| statements::index(from, &model, profile, ENGINE))
    }

    /// A version as a document, with the verdicts of all profiles.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`].
    pub fn version(&self, name: &str, label: &str) -> Result<Value> {
        let model = self.model(name)?;
        let read =
            || self.database.read(|from| statements::index_of(from, &model, None, Some(label), ENGINE));
        // Files that have no verdict of some profile yet.
        for variant in read()?.versions.iter().flat_map(|version| &version.variants) {
            self.judge(variant.digest)?;
        }
        let index = read()?;
        let version = index.versions.first();
        let none = || Problem::new(&NOT_FOUND, "the model has no such version").found(shown(label));
        let version = version.ok_or_else(none)?;
        Ok(
            json!({ "schema": "outlast/version/1", "model": name, "profiles": index.profiles, "version": version }),
        )
    }

    /// Reads a file for what is not known of it: its facts, and the verdicts of profiles. Each is found once.
    ///
    /// # Errors
    ///
    /// [`QUARANTINED`] if reading it exceeded the limits, [`NOT_A_PROGRAM`].
    pub fn judge(&self, digest: Digest) -> Result<()> {
        self.judge_again(digest, false)
    }

    fn judge_again(&self, digest: Digest, quarantined: bool) -> Result<()> {
        let (blob, profiles) = self.database.read(|from| {
            Ok((statements::blob(from, digest)?, statements::unjudged(from, digest, ENGINE)?))
        })?;
        let blob = blob.ok_or_else(|| unknown(digest))?;
        if blob.state == "quarantined" && !quarantined {
            let reason = blob.reason.unwrap_or_default();
            return Err(Problem::new(&QUARANTINED, reason).found(digest.to_string()));
        }
        let known = blob.state == "ready";
        if known && profiles.is_empty() {
            return Ok(());
        }
        let of: Vec<Digest> = profiles.iter().map(|profile| profile.digest).collect();
        let answer = self.worker.ask(&self.blobs.path(digest), Question::Judge(profiles), None);
        match answer {
            Ok(Answer::Judged(judged)) => self.database.write(|to| {
                if !known {
                    statements::set_ready(to, digest, &judged.kind, &serde_json::to_string(&judged.facts)?)?;
                }
                for (profile, cell) in &judged.cells {
                    statements::add_verdict(to, digest, *profile, ENGINE, cell)?;
                }
                Ok(())
            }),
            Ok(Answer::Impossible(why)) if !known => {
                Err(Problem::new(&NOT_A_PROGRAM, why).found(digest.to_string()))
            }
            Ok(Answer::Impossible(why)) => self.cannot_tell(digest, &of, &why),
            Ok(Answer::Converted(_)) => Err(Problem::new(&INTERNAL, "the process answered another question")),
            Err(problem) if problem.kind() == &QUARANTINED && known => {
                self.cannot_tell(digest, &of, problem.detail())
            }
            Err(problem) if problem.kind() == &QUARANTINED => {
                self.database.write(|to| statements::set_quarantined(to, digest, problem.detail()))?;
                Err(problem.found(digest.to_string()))
            }
            Err(problem) => Err(problem),
        }
    }

    /// Enters that what profiles do with a file cannot be told.
    fn cannot_tell(&self, digest: Digest, profiles: &[Digest], why: &str) -> Result<()> {
        let reasons = vec![Why { code: None, message: why.to_string(), help: None }];
        let cell =
            Cell { outcome: "unknown".into(), basis: None, steps: Vec::new(), reasons, runs: Vec::new() };
        self.database.write(|to| {
            profiles
                .iter()
                .try_for_each(|profile| statements::add_verdict(to, digest, *profile, ENGINE, &cell))
        })
    }

    /// Judges what has no verdict yet of a model, by one profile or by any. How many files that were.
    pub(super) fn judge_model(&self, name: &str, profile: Option<Digest>) -> Result<usize> {
        let model = self.model(name)?;
        let missing =
            self.database.read(|from| statements::blobs_to_judge(from, model.id, profile, ENGINE))?;
        missing.iter().try_for_each(|digest| self.judge(*digest))?;
        Ok(missing.len())
    }
}

fn same(found: Digest, request: Digest, label: &str) -> Result<()> {
    if found == request {
        return Ok(());
    }
    Err(Problem::new(&CONFLICT, "a version of this label has other files")
        .at("label")
        .found(label)
        .help("Nothing is overwritten: publish under another label."))
}

fn lost() -> Problem {
    Problem::new(&INTERNAL, "what was written a moment ago is not there")
}
