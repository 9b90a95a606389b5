//! Which types the lite interpreter of a release reads (`torch/csrc/jit/mobile/type_parser.cpp`): what 1.6.0, 1.8.1, 1.10.2 and later releases made of each type.

use std::collections::BTreeSet;
use std::sync::Arc;

use outlast_core::QuickMap;
use outlast_opset::history::Release;

use crate::bytecode::Text;
use crate::bytecode::types::{BASE, Context, LiteType, parse};

pub(super) const fn release(major: u16, minor: u16) -> Release {
    Release { major, minor, patch: 0 }
}

/// What a reader makes of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// It reads it.
    Reads,
    /// It reads this, which means the same.
    As(Text),
    /// It does not read it.
    Refuses,
}

/// What the lite interpreter of a release makes of types. Many places may refer to one long text, which is read once.
#[derive(Debug)]
pub(super) struct Fits {
    reader: Release,
    known: QuickMap<(*const str, Context), Fit>,
    /// Keeps the texts alive.
    texts: Vec<Text>,
}

impl Fits {
    pub(super) fn new(reader: Release) -> Fits {
        Fits { reader, known: QuickMap::default(), texts: Vec::new() }
    }

    /// What it makes of one.
    pub(super) fn fit(&mut self, text: &Text, context: Context) -> Fit {
        let key = (Arc::as_ptr(text), context);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let fit = fit(text, context, self.reader);
        self.texts.push(Arc::clone(text));
        self.known.insert(key, fit.clone());
        fit
    }
}

/// What the lite interpreter of a release makes of a type.
fn fit(text: &str, context: Context, reader: Release) -> Fit {
    let Ok(ty) = parse(text, context) else { return Fit::Refuses };
    if context == Context::Schema && matches!(ty, LiteType::Named(_) | LiteType::CustomClass(_)) {
        return Fit::Reads;
    }
    let mut words = BTreeSet::new();
    ty.words(&mut words);
    let has = |word: &str| words.contains(word);
    let early = reader < release(1, 8);
    // Unions segfault in 1.12 and later.
    let unions = (release(1, 10)..release(1, 12)).contains(&reader);
    if early && (has("complex") || has("Stream") || has_key(&ty, &["bool", "complex"]))
        || ty.has_union() && !unions
        || (has("NamedTuple") || ty.program_class().is_some()) && reader < release(1, 12)
    {
        return Fit::Refuses;
    }
    if reader < release(1, 10) && has("NoneType") {
        return Fit::As(renamed(text, "NoneType", "None").into());
    }
    Fit::Reads
}

/// Whether keys of a dictionary are of one of these types.
fn has_key(ty: &LiteType, words: &[&str]) -> bool {
    match ty {
        LiteType::List(of) | LiteType::Optional(of) => has_key(of, words),
        LiteType::Dict(of) => {
            let [key, value] = &**of;
            let key = match key {
                LiteType::Base(at) => BASE.get(*at).is_some_and(|base| words.contains(base)),
                _ => false,
            };
            key || has_key(value, words)
        }
        LiteType::Tuple(of) => of.iter().any(|of| has_key(of, words)),
        LiteType::NamedTuple(_, fields) => fields.iter().any(|(_, of)| has_key(of, words)),
        _ => false,
    }
}

/// A type with each word `from` replaced.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let part = |sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '.');
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(part) {
        let (word, sign) = match piece.char_indices().next_back() {
            Some((at, last)) if part(last) => piece.split_at(at),
            _ => (piece, ""),
        };
        out.push_str(if word == from { to } else { word });
        out.push_str(sign);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Context, Fit, fit, release};

    #[test]
    fn releases_read_types() {
        let table = |text: &str, minor| fit(text, Context::Table, release(1, minor));
        assert_eq!(table("Dict[str, List[NoneType]]", 8), Fit::As("Dict[str, List[None]]".into()));
        assert_eq!(table("Dict[str, List[NoneType]]", 10), Fit::Reads);
        assert_eq!(table("List[complex]", 6), Fit::Refuses);
        assert_eq!(table("List[complex]", 8), Fit::Reads);
        assert_eq!(table("Dict[bool, int]", 6), Fit::Refuses);
        assert_eq!(table("Dict[int, bool]", 6), Fit::Reads);
        assert_eq!(table("__torch__.P[NamedTuple, [[a, Tensor]]]", 10), Fit::Refuses);
        assert_eq!(table("__torch__.P[NamedTuple, [[a, Tensor]]]", 12), Fit::Reads);
        assert_eq!(table("Union[int, str]", 10), Fit::Reads);
        assert_eq!(table("Union[int, str]", 12), Fit::Refuses);
        assert_eq!(fit("__torch__.P", Context::Schema, release(1, 6)), Fit::Reads);
        assert_eq!(fit("List[__torch__.P]", Context::Schema, release(1, 10)), Fit::Refuses);
    }
}
