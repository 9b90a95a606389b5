//! The flat form of facts, which all families have alike.

use std::collections::BTreeMap;

use outlast_core::{Need, Place, Value};

use super::{ConstantStore, Payload, ProgramFacts};

impl ProgramFacts {
    /// The flat form: one row for each thing that is needed.
    pub fn needs(&self) -> Vec<Need> {
        let mut needs: BTreeMap<(&'static str, Value), (u64, Place)> = BTreeMap::new();
        let mut add = |key, value: Value, n: u64, place: &Place| {
            needs.entry((key, value)).or_insert_with(|| (0, place.clone())).0 += n;
        };
        let text = |name: &str| Value::Text(name.to_string());
        add("program-version", Value::Number(self.version.into()), 1, &Place::default());
        if let ConstantStore::Buffer { place, .. } = &self.constants {
            add("feature", text("constant-buffer"), 1, place);
        }
        if let Some(place) = &self.device {
            add("feature", text("device"), 1, place);
        }
        for entry in &self.entry_points {
            for op in &entry.operators {
                add("op", text(&op.name), op.count, &op.first);
            }
            for delegate in &entry.delegates {
                add("backend", text(&delegate.backend), 1, &delegate.place);
                if let Payload::Vulkan(graph) = &delegate.payload {
                    for (name, n) in &graph.operators {
                        add("vulkan-op", text(name), *n, &delegate.place);
                    }
                }
                if let Payload::Xnnpack(x) = &delegate.payload {
                    for (tag, (n, place)) in &x.nodes {
                        add("xnnpack-node", Value::Number((*tag).into()), *n, place);
                    }
                    if let Some((_, place)) = x.named_weights.first() {
                        add("feature", text("xnnpack-named-weights"), x.named_weights.len() as u64, place);
                    }
                }
            }
            for tensor in &entry.external {
                add("external-tensor", text(&tensor.name), 1, &tensor.place);
            }
            if let Some((n, place)) = &entry.initialised {
                add("feature", text("mutable-initial-state"), *n, place);
            }
            for (scalar_type, (n, place)) in &entry.scalar_types {
                add("scalar-type", text(&scalar_type.to_string()), *n, place);
            }
        }
        needs.into_iter().map(|((key, value), (count, first))| Need { key, value, count, first }).collect()
    }
}
