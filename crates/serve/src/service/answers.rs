//! What profiles get: found once, and given again until something changes.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::{Value, json};

use super::Service;
use crate::digest::Digest;
use crate::error::{NO_VARIANT, Problem, Result};
use crate::index::Index;
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

/// Answers by model and profile, until something changes that they depend on. Both exist: what does not is not kept, so that names that are made
/// up take no memory.
#[derive(Debug, Default)]
pub(super) struct Answers(RwLock<All>);

#[derive(Debug, Default)]
struct All {
    /// Goes up by every change.
    changes: u64,
    kept: usize,
    by_model: HashMap<String, HashMap<String, Kept>>,
}

impl Answers {
    fn get(&self, asked: &Asked) -> Option<Result<Resolved>> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Some(all.by_model.get(&asked.model)?.get(&asked.profile)?.answer(asked.have))
    }

    fn changes(&self) -> u64 {
        self.0.read().unwrap_or_else(PoisonError::into_inner).changes
    }

    /// Keeps an answer, unless something has changed since there were so many changes.
    fn keep(&self, asked: Asked, changes: u64, kept: Kept) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if all.changes != changes {
            return;
        }
        if all.kept >= MOST {
            (all.kept, all.by_model) = (0, HashMap::new());
        }
        let of_model = all.by_model.entry(asked.model).or_default();
        let added = of_model.insert(asked.profile, kept).is_none();
        all.kept += usize::from(added);
    }

    /// Forgets the answers of a model, or all.
    pub(super) fn forget(&self, model: Option<&str>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.changes += 1;
        match model {
            Some(model) => all.kept -= all.by_model.remove(model).map_or(0, |answers| answers.len()),
            None => (all.kept, all.by_model) = (0, HashMap::new()),
        }
    }
}

impl Service {
    /// Which variant a profile gets, if that was asked before and nothing has changed.
    pub fn recall(&self, asked: &Asked) -> Option<Result<Resolved>> {
        self.answers.get(asked)
    }

    /// Which variant a profile gets.
    ///
    /// # Errors
    ///
    /// [`NO_VARIANT`] with every reason; that there is no such model or profile.
    pub fn resolve(&self, asked: Asked) -> Result<Resolved> {
        let changes = self.answers.changes();
        if let Some(answer) = self.answers.get(&asked) {
            return answer;
        }
        self.model(&asked.model)?;
        let profile = self.profile(&asked.profile)?;
        let (digest, name) = (profile.profile.digest, profile.name);
        let index = self.index_for(&asked.model, Some(digest))?;
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
            self.answers.keep(asked, changes, kept);
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
