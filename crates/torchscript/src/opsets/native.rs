//! `native_functions.yaml`: where PyTorch declares the operators of `aten`.
//!
//! ```yaml
//! - func: relu(Tensor self) -> Tensor      # without a namespace: aten
//!   variants: function, method
//!   dispatch: {CPU, CUDA: relu}
//!   tags: [core, pointwise]
//!   autogen: relu.out                      # overloads that PyTorch's build derives from this one
//! ```

use std::collections::BTreeMap;

use outlast_core::{Error, ErrorKind, Result, Span};
use outlast_opset::lint::Declared;
use outlast_opset::schema::{OperatorName, Schema};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_saphyr::Spanned;

use super::dump;

/// The namespace of names without one.
const NAMESPACE: &str = "aten";

/// What of an entry matters here: the rest says how kernels are found.
#[derive(Deserialize)]
struct Entry {
    func: Spanned<String>,
    autogen: Option<Spanned<String>>,
    /// Kernels by dispatch key, or by several with commas between them. Without it, the operator is made of others.
    dispatch: Option<BTreeMap<String, IgnoredAny>>,
    structured_delegate: Option<IgnoredAny>,
    tags: Option<Tags>,
}

/// One tag, or a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Tags {
    One(String),
    Many(Vec<String>),
}

/// The dispatch key of operators that are made of others.
const COMPOSITE: &str = "CompositeImplicitAutograd";

impl Entry {
    /// Whether the build derives what `autogen` names: not of an operator that is made of others, unless it is one of the core.
    fn is_derived_from(&self) -> bool {
        let is_core = match &self.tags {
            Some(Tags::One(tag)) => tag.split(',').any(|tag| tag.trim() == "core"),
            Some(Tags::Many(tags)) => tags.iter().any(|tag| tag == "core"),
            None => false,
        };
        let is_composite = match &self.dispatch {
            Some(keys) => keys.keys().any(|keys| keys.split(',').any(|key| key.trim() == COMPOSITE)),
            None => self.structured_delegate.is_none(),
        };
        is_core || !is_composite
    }
}

/// The schemas of the file, and how many of them are derived.
pub(super) fn read(text: &str) -> Result<(Vec<Declared>, usize)> {
    let entries: Vec<Entry> = serde_saphyr::from_str(text).map_err(|error| {
        let location = error.location();
        let number = |at: Option<u64>| u32::try_from(at.unwrap_or(1)).unwrap_or(u32::MAX);
        let line = number(location.map(|location| location.line()));
        let column = number(location.map(|location| location.column()));
        let text = error.to_string();
        // The place is that of the error.
        let said = text.lines().next().unwrap_or_default();
        let said = said.strip_prefix(&format!("error: line {line} column {column}: ")).unwrap_or(said);
        let message = format!("not a native_functions.yaml: {said}");
        let offset = location.and_then(|location| location.span().byte_offset()).unwrap_or_default();
        Error::new(ErrorKind::Syntax { message, line, column }, Span::at(offset, 0))
    })?;
    let mut schemas = Vec::with_capacity(entries.len());
    let mut derived = 0;
    for entry in &entries {
        let own = declared(text, &entry.func)?;
        if let Some(names) = entry.autogen.as_ref().filter(|_| entry.is_derived_from()) {
            let all: Vec<Declared> =
                names.value.split(',').filter_map(|name| generated(&own, name.trim())).collect();
            derived += all.len();
            schemas.extend(all);
        }
        schemas.push(own);
    }
    Ok((schemas, derived))
}

/// An overload that PyTorch's build derives, at the place of the one that it is derived from.
fn generated(own: &Declared, name: &str) -> Option<Declared> {
    let (base, overload) = name.split_once('.').unwrap_or((name, ""));
    let base = match base.contains("::") {
        true => base.to_string(),
        false => format!("{}::{base}", own.schema.name.namespace().unwrap_or(NAMESPACE)),
    };
    let schema = own.schema.derived(OperatorName { name: base, overload: overload.to_string() })?;
    Some(Declared { schema, places: None, ..own.clone() })
}

/// One `func`, with its place in the file where it stands there as it is meant.
fn declared(text: &str, func: &Spanned<String>) -> Result<Declared> {
    let small = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let location = &func.referenced;
    let start = location.span().byte_offset().map_or(0, small);
    let rest = text.get(start..).unwrap_or_default();
    let quote = usize::from(rest.starts_with(['\'', '"']));
    let (line, column) = (small(location.line()), small(location.column()).saturating_sub(1));
    let offset = start.saturating_add(quote);
    let mut declared = dump::declared(&func.value, line, offset, column.saturating_add(quote))?;
    // A scalar with escapes or over several lines is spelled otherwise than it is meant.
    if !text.get(offset..).is_some_and(|rest| rest.starts_with(&func.value)) {
        let len = location.span().byte_len().unwrap_or_default();
        let start = u64::try_from(start).unwrap_or_default();
        (declared.places, declared.bytes) = (None, start..start.saturating_add(len));
    }
    qualify(&mut declared.schema);
    Ok(declared)
}

fn qualify(schema: &mut Schema) {
    if schema.name.namespace().is_none() {
        schema.name.name = format!("{NAMESPACE}::{}", schema.name.name);
    }
}
