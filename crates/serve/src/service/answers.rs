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
use crate::resolve::{Answer, Delivered, resolve};

/// Answers that are kept.
const MOST: usize = 1 << 16;

/// What a device asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Held {
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

/// Answers that were given, each with the epoch in which it holds.
#[derive(Debug, Default)]
pub(super) struct Answers(RwLock<HashMap<Held, (u64, Result<Resolved>)>>);

impl Answers {
    fn get(&self, held: &Held, epoch: u64) -> Option<Result<Resolved>> {
        let answers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        answers.get(held).filter(|(of, _)| *of == epoch).map(|(_, answer)| answer.clone())
    }

    fn keep(&self, held: Held, epoch: u64, answer: Result<Resolved>) {
        let mut answers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= MOST {
            answers.clear();
        }
        answers.insert(held, (epoch, answer));
    }
}

impl Service {
    /// Which variant a profile gets, if that was asked before and nothing has changed.
    pub fn recall(&self, held: &Held) -> Option<Result<Resolved>> {
        self.answers.get(held, self.epoch())
    }

    /// Which variant a profile gets.
    ///
    /// # Errors
    ///
    /// [`NO_VARIANT`] with every reason; that there is no such model or profile.
    pub fn resolve(&self, held: Held) -> Result<Resolved> {
        let epoch = self.epoch();
        if let Some(answer) = self.answers.get(&held, epoch) {
            return answer;
        }
        self.judge_model(&held.model)?;
        let profile = self.profile(&held.profile)?;
        let (digest, name) = (profile.profile.digest, profile.name);
        let model = self.model(&held.model)?;
        let index = self.database.read(|from| statements::index(from, &model, Some(digest), ENGINE))?;
        let answer = match resolve(&index, digest, held.have) {
            Answer::Deliver(delivered) => {
                let (text, tag) = rendered(&index, digest, &name, &delivered);
                Ok(Resolved::Deliver(text, tag))
            }
            Answer::Same(delivered) => Ok(Resolved::Same(rendered(&index, digest, &name, &delivered).1)),
            Answer::NothingNewer => Ok(Resolved::NothingNewer),
            Answer::Refused(refused) => {
                let what = if index.versions.is_empty() {
                    "the model has no version yet"
                } else {
                    "no variant of the model is known to run there"
                };
                Err(Problem::new(&NO_VARIANT, what)
                    .with("model", held.model.as_str())
                    .with("profile", json!({ "digest": digest, "name": name }))
                    .with("variants", serde_json::to_value(refused)?))
            }
        };
        self.answers.keep(held, epoch, answer.clone());
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
