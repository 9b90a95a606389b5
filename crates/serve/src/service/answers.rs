//! What profiles get: found once, and given again until something changes.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::{Value, json};

use super::Service;
use crate::database::statements;
use crate::digest::Digest;
use crate::error::{NO_VARIANT, Problem, Result};
use crate::index::Index;
use crate::judge::ENGINE;
use crate::resolve::{Choice, Delivered, Held};

/// Answers that are kept: a model and a profile have one, whatever devices hold.
const MOST: usize = 1 << 16;
/// Bytes of reasons that are kept of one answer; more are found again each time.
const MOST_REASONS: usize = 1 << 16;

/// What a device asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The model.
    pub model: String,
    /// The profile, by any of its names.
    pub profile: String,
    /// The file that it has.
    pub have: Option<Digest>,
}

/// What it gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// A variant: the document as JSON, and its tag.
    Deliver(Arc<str>, Arc<str>),
    /// It has what it gets: the tag.
    Same(Arc<str>),
    /// It has something newer.
    NothingNewer,
}

/// What a profile gets of a model, whatever it has.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// This variant, as a document with its tag.
    Chosen { text: Arc<str>, tag: Arc<str>, choice: Arc<Choice> },
    /// None: why.
    Refused(Problem),
}

impl Kept {
    fn answer(&self, have: Option<Digest>) -> Result<Resolved> {
        match self {
            Kept::Refused(problem) => Err(problem.clone()),
            Kept::Chosen { text, tag, choice } => Ok(match choice.compare(have) {
                Held::Same => Resolved::Same(tag.clone()),
                Held::Newer => Resolved::NothingNewer,
                Held::Other => Resolved::Deliver(text.clone(), tag.clone()),
            }),
        }
    }
}

/// Answers as of an epoch, by model and profile. Both exist: what does not is not kept, so that names that are made up take no memory.
#[derive(Debug, Default)]
pub(super) struct Answers(RwLock<(u64, ByNames)>);

/// By the names of model and profile.
type ByNames = HashMap<(String, String), Kept>;

impl Answers {
    fn get(&self, asked: &Asked, epoch: u64) -> Option<Result<Resolved>> {
        let answers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if answers.0 != epoch {
            return None;
        }
        // The names are short: they are checked when they are given.
        let key = (asked.model.clone(), asked.profile.clone());
        answers.1.get(&key).map(|kept| kept.answer(asked.have))
    }

    fn keep(&self, asked: Asked, epoch: u64, kept: Kept) {
        let mut answers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if answers.0 > epoch {
            return;
        }
        if answers.0 < epoch || answers.1.len() >= MOST {
            *answers = (epoch, HashMap::new());
        }
        answers.1.insert((asked.model, asked.profile), kept);
    }
}

impl Service {
    /// Which variant a profile gets, if that was asked before and nothing has changed.
    pub fn recall(&self, asked: &Asked) -> Option<Result<Resolved>> {
        self.answers.get(asked, self.epoch())
    }

    /// Which variant a profile gets.
    ///
    /// # Errors
    ///
    /// [`NO_VARIANT`] with every reason; that there is no such model or profile.
    pub fn resolve(&self, asked: Asked) -> Result<Resolved> {
        let epoch = self.epoch();
        if let Some(answer) = self.answers.get(&asked, epoch) {
            return answer;
        }
        self.judge_model(&asked.model)?;
        let profile = self.profile(&asked.profile)?;
        let (digest, name) = (profile.profile.digest, profile.name);
        let model = self.model(&asked.model)?;
        let index = self.database.read(|from| statements::index(from, &model, Some(digest), ENGINE))?;
        let (kept, size) = match Choice::make(&index, digest) {
            Ok(choice) => {
                let (text, tag) = rendered(&index, digest, &name, choice.delivered());
                (Kept::Chosen { text, tag, choice: Arc::new(choice) }, 0)
            }
            Err(refused) => {
                let what = if index.versions.is_empty() {
                    "the model has no version yet"
                } else {
                    "no variant of the model is known to run there"
                };
                let problem = Problem::new(&NO_VARIANT, what)
                    .with("model", asked.model.as_str())
                    .with("profile", json!({ "digest": digest, "name": name }))
                    .with("variants", serde_json::to_value(refused)?);
                let size = problem.document().to_string().len();
                (Kept::Refused(problem), size)
            }
        };
        let answer = kept.answer(asked.have);
        if size <= MOST_REASONS {
            self.answers.keep(asked, epoch, kept);
        }
        answer
    }
}

/// The document of an answer, and its tag.
fn rendered(index: &Index, profile: Digest, name: &str, delivered: &Delivered) -> (Arc<str>, Arc<str>) {
    let document = document(index, profile, name, delivered);
    let text = document.to_string();
    let tag = format!("\"{}\"", Digest::of(text.as_bytes()).hex());
    (text.into(), tag.into())
}

/// The document of an answer.
fn document(index: &Index, profile: Digest, name: &str, delivered: &Delivered) -> Value {
    json!({
        "schema": "outlast/resolve/1",
        "model": index.model,
        "profile": { "digest": profile, "name": name },
        "variant": delivered,
        "blob": format!("/v1/blobs/{}", delivered.digest),
        "policy": index.policy,
        "outlast": index.outlast,
    })
}
