//! [`Answers`]: what readers do with a thing, kept while the process runs. Most modules need what others need, and many releases are asked of each.

use std::sync::{Arc, OnceLock, PoisonError};

use outlast_bitstream::ir::{Kind, Need, Value};
use outlast_core::QuickMap;

use super::{Answer, Asked, Readers};

/// Answers that are kept, by what is asked.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    by_kind: QuickMap<Kind, QuickMap<Value, Arc<Answers>>>,
    count: usize,
}

/// Values whose answers are kept: more than real modules have, and few enough to be held.
const MAX_KEPT: usize = 8_192;
/// Bytes of a name, and parameters of a signature, of a value whose answers are kept.
const MAX_NAME: usize = 128;

/// What readers do with a thing: of each release that was asked.
#[derive(Debug)]
pub(crate) struct Answers {
    kind: Kind,
    value: Value,
    /// By release, what the reader does, and what its verifier.
    found: Box<[[OnceLock<Answer>; 2]]>,
}

impl Answers {
    /// What the reader of the release with this index does.
    pub(crate) fn answer(&self, readers: &Readers, checked: bool, release: u16) -> Answer {
        let asked = Asked { kind: self.kind, checked };
        let answer = || readers.answer(asked, &self.value, release);
        match self.found.get(usize::from(release)) {
            Some([_, verifier]) if checked => *verifier.get_or_init(answer),
            Some([reader, _]) => *reader.get_or_init(answer),
            None => answer(),
        }
    }
}

/// Whether answers about a value may be kept.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Name(text)
        | Value::OfTarget(text)
        | Value::Variable { name: text, .. }
        | Value::Bundle { tag: text, .. } => text.len() <= MAX_NAME,
        Value::Attribute { name, value } => name.len() + value.len() <= MAX_NAME,
        Value::Signature(signature) => signature.name.len() + signature.parameters.len() <= MAX_NAME,
        _ => true,
    }
}

impl Readers {
    /// The answers about these needs, in their order. Those that were asked before, in whatever file, are not looked for again.
    pub(crate) fn answers(&self, needs: &[Need]) -> Vec<Arc<Answers>> {
        let known =
            |need: &Need, kept: &Kept| Some(Arc::clone(kept.by_kind.get(&need.kind)?.get(&need.value)?));
        let mut found: Vec<Option<Arc<Answers>>> = {
            let asked = self.asked.read().unwrap_or_else(PoisonError::into_inner);
            needs.iter().map(|need| known(need, &asked)).collect()
        };
        if found.iter().any(Option::is_none) {
            let mut asked = self.asked.write().unwrap_or_else(PoisonError::into_inner);
            for (need, found) in needs.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
                let new = Arc::new(Answers {
                    kind: need.kind,
                    value: need.value.clone(),
                    found: self.table.releases().map(|_| Default::default()).collect(),
                });
                if asked.count < MAX_KEPT && is_small(&need.value) {
                    asked.count += 1;
                    asked.by_kind.entry(need.kind).or_default().insert(need.value.clone(), Arc::clone(&new));
                }
                *found = Some(new);
            }
        }
        found.into_iter().flatten().collect()
    }
}
