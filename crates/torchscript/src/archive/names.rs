//! Names of values: the way to them from the root of a pickle.

use crate::pickle::{Graph, Update, Value, ValueId};
use outlast_core::QuickMap;

/// The way to each value from the root: the first that is found, level by level.
#[derive(Default)]
pub(super) struct Names {
    links: Vec<(Option<usize>, Key)>,
    of: QuickMap<ValueId, usize>,
}

#[derive(Clone, Copy)]
enum Key {
    None,
    Value(ValueId),
    Index(usize),
}

impl Names {
    pub(super) fn walk(graph: &Graph<'_>, root: ValueId) -> Names {
        let mut names = Names::default();
        let mut queue = std::collections::VecDeque::new();
        names.links.push((None, Key::None));
        names.of.insert(root, 0);
        queue.push_back(root);
        while let Some(id) = queue.pop_front() {
            let Some(from) = names.of.get(&id).copied() else { continue };
            let mut go = |key: Key, to: ValueId| {
                if let std::collections::hash_map::Entry::Vacant(vacant) = names.of.entry(to) {
                    let link = match key {
                        Key::None => from,
                        key => {
                            names.links.push((Some(from), key));
                            names.links.len() - 1
                        }
                    };
                    vacant.insert(link);
                    queue.push_back(to);
                }
            };
            let mut list = |elements: &[ValueId]| {
                elements.iter().enumerate().for_each(|(i, element)| go(Key::Index(i), *element));
            };
            match graph.value(id) {
                Value::Tuple(elements) | Value::FrozenSet(elements) => list(elements),
                Value::List(elements) | Value::Set(elements) => list(elements),
                Value::Dict(items) => items.iter().for_each(|(key, value)| go(Key::Value(*key), *value)),
                Value::Object(call) => {
                    // What a call is given belongs to what it makes.
                    match graph.tuple(call.args) {
                        Some(args) => args.iter().for_each(|arg| go(Key::None, *arg)),
                        None => go(Key::None, call.args),
                    }
                }
                _ => {}
            }
            for update in graph.updates(id) {
                match update {
                    Update::State { state, .. } => go(Key::None, *state),
                    Update::Elements(elements) => {
                        elements.iter().enumerate().for_each(|(i, element)| go(Key::Index(i), *element));
                    }
                    Update::Items(items) => {
                        items.iter().for_each(|(key, value)| go(Key::Value(*key), *value));
                    }
                }
            }
        }
        names
    }

    /// Whether a value is reached from the root.
    pub(super) fn has(&self, id: ValueId) -> bool {
        self.of.contains_key(&id)
    }

    pub(super) fn name(&self, graph: &Graph<'_>, id: ValueId) -> String {
        /// Names are cut where they are longer: many tensors may be deep in one structure.
        const LONGEST: usize = 512;
        let mut parts = Vec::new();
        let (mut len, mut at) = (0usize, self.of.get(&id).copied());
        while let Some((parent, key)) = at.and_then(|at| self.links.get(at)) {
            let part = match key {
                Key::None => None,
                Key::Index(index) => Some(index.to_string()),
                Key::Value(key) => Some(match graph.value(*key) {
                    Value::Int(number) => number.to_string(),
                    _ => graph.text(*key).unwrap_or("?").chars().take(LONGEST).collect(),
                }),
            };
            len = len.saturating_add(part.as_ref().map_or(0, |part| part.len() + 1));
            parts.extend(part);
            if len > LONGEST {
                parts.push("…".into());
                break;
            }
            at = *parent;
        }
        parts.reverse();
        parts.join(".")
    }
}
