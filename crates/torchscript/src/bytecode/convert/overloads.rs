//! Names that stood for several operators: up to 1.6, operators of different types could have one name and overload. Bytecode has the name alone; the code
//! beside it says which one is meant.

use std::collections::{BTreeMap, BTreeSet};

use outlast_opset::history::{OperatorSet, Origin, Release};
use outlast_opset::resolve::{Actual, Candidate, resolve};
use outlast_opset::schema::Schema;
use outlast_opset::types::Type;

use crate::archive::TorchArchive;
use crate::program::{Answer, Compiled, ForVersion, Operators, Program, analyse};

/// The first release in which a name stands for one operator.
const SINCE: Release = Release { major: 1, minor: 7, patch: 0 };

fn of_dictionary(schema: &Schema) -> bool {
    schema.arguments.first().is_some_and(|argument| matches!(argument.ty, Type::Dict(..)))
}

/// The operators of a release with this name and overload, in the order in which it tries them.
pub(super) fn schemas(set: &OperatorSet, name: &str, overload: &str) -> Vec<Schema> {
    let variants = set.variants(name);
    let of = variants
        .iter()
        .filter(|variant| variant.origin == Origin::Operator && variant.schema.name.overload == overload);
    of.map(|variant| variant.schema.clone()).collect()
}

/// What the code of an archive means by names that stand for several operators of the producer: all of them, by name and overload.
#[derive(Debug, Default)]
pub(super) struct Meant(BTreeMap<(String, String), Vec<Schema>>);

impl Meant {
    /// Analyses the code, if one of the names is ambiguous.
    pub(super) fn of(
        archive: Option<&TorchArchive<'_>>,
        producer: &OperatorSet,
        names: &BTreeSet<(String, String)>,
    ) -> Meant {
        let mut meant = Meant::default();
        if producer.release() >= SINCE {
            return meant;
        }
        let asked: BTreeSet<&(String, String)> =
            names.iter().filter(|(name, overload)| schemas(producer, name, overload).len() > 1).collect();
        if asked.is_empty() {
            return meant;
        }
        let Some(Ok(code)) = archive.map(Program::read) else { return meant };
        let set = ForVersion { set: producer, version: code.version };
        let analysis = analyse(&code, &set);
        for unit in Compiled::new(&code, &analysis).functions.iter().filter_map(|at| analysis.units.get(*at))
        {
            for call in &unit.calls {
                let found: Vec<Schema> = match &call.answer {
                    Answer::Overload { variant, .. } => set
                        .variants(&call.name)
                        .get(*variant)
                        .map(|variant| variant.schema.clone())
                        .into_iter()
                        .collect(),
                    // Any of them.
                    Answer::Undecided { .. } => {
                        set.variants(&call.name).iter().map(|variant| variant.schema.clone()).collect()
                    }
                    _ => Vec::new(),
                };
                for schema in found {
                    let key = (schema.name.name.clone(), schema.name.overload.clone());
                    if asked.contains(&key) {
                        let all = meant.0.entry(key).or_default();
                        if !all.contains(&schema) {
                            all.push(schema);
                        }
                    }
                }
            }
        }
        meant
    }

    /// The operator of the writer that a name means. The error says why that cannot be told.
    pub(super) fn theirs(
        &self,
        set: &OperatorSet,
        name: &str,
        overload: &str,
    ) -> Result<Option<Schema>, String> {
        let mut all = schemas(set, name, overload);
        if all.len() <= 1 {
            return Ok(all.pop());
        }
        match self.0.get(&(name.to_string(), overload.to_string())).map(Vec::as_slice) {
            Some([one]) => Ok(Some(one.clone())),
            // Dictionaries with keys of all types have one function.
            Some([one, others @ ..])
                if of_dictionary(one)
                    && others.iter().all(|other| {
                        of_dictionary(other) && other.arguments.len() == one.arguments.len()
                    }) =>
            {
                Ok(Some(one.clone()))
            }
            Some(several) => Err(format!(
                "its name stood for {} operators, and the code calls {} of them",
                all.len(),
                several.len()
            )),
            None => Err(format!(
                "its name stood for {} operators, and the code does not say which one is called",
                all.len()
            )),
        }
    }
}

/// The operator that a reader takes for a name. One with several takes that which kept the name when the others were renamed.
pub(super) fn ours(set: &OperatorSet, name: &str, overload: &str) -> Option<Schema> {
    let mut all = schemas(set, name, overload);
    if all.len() <= 1 {
        return all.pop();
    }
    let history = outlast_opset::history::torch();
    let next = history.releases().find(|release| *release >= SINCE)?;
    let kept: Vec<Schema> = history
        .overloads(name, next)
        .filter(|entry| entry.overload == overload)
        .filter_map(|entry| entry.schema().ok())
        .collect();
    let found = all.iter().position(|one| kept.iter().any(|kept| same(one, kept)))?;
    Some(all.swap_remove(found))
}

/// The overload that the reader has for an operator: the same, or the only one that takes the same values.
pub(super) fn renamed(set: &OperatorSet, theirs: &Schema) -> Option<String> {
    let variants = set.variants(&theirs.name.name);
    let operators =
        variants.iter().filter(|variant| variant.origin == Origin::Operator).map(|variant| &variant.schema);
    let found: Vec<&Schema> = operators.filter(|schema| same(theirs, schema)).collect();
    let taken = |schema: &&Schema| {
        let taken = ours(set, &schema.name.name, &schema.name.overload);
        taken.is_some_and(|taken| taken.arguments == schema.arguments)
    };
    match found.iter().find(|schema| schema.name.overload == theirs.name.overload) {
        Some(own) => Some(own).filter(|own| taken(own)).map(|own| own.name.overload.clone()),
        None => match found[..] {
            [one] => Some(one).filter(taken).map(|one| one.name.overload.clone()),
            _ => None,
        },
    }
}

/// The overload of a reader that code means which gives an operator's arguments, so many of them, by their types: as the reader's compiler finds it.
pub(super) fn resolved(set: &OperatorSet, theirs: &Schema, given: Option<u64>) -> Option<String> {
    let (plain, outs): (Vec<_>, Vec<_>) = theirs.arguments.iter().partition(|argument| !argument.is_out());
    let count =
        given.map_or(Some(plain.len()), |given| usize::try_from(given).ok()?.checked_sub(outs.len()))?;
    let given = plain.into_iter().take(count).chain(outs);
    let (named, positional): (Vec<_>, Vec<_>) = given.partition(|argument| argument.kwarg_only);
    let actual = |ty: &Type| Actual::from(ty.fake());
    let positional: Vec<Actual> = positional.iter().map(|argument| actual(&argument.ty)).collect();
    let named: Vec<(&str, Actual)> =
        named.iter().map(|argument| (argument.name.as_str(), actual(&argument.ty))).collect();
    let variants = set.variants(&theirs.name.name);
    let candidates: Vec<Candidate<'_>> =
        variants.iter().map(|variant| Candidate::from(&variant.schema)).collect();
    let found = resolve(&candidates, &positional, &named, set.rules()).ok()?;
    let variant = variants.get(found.candidate).filter(|_| found.conversions.is_empty())?;
    (variant.origin == Origin::Operator).then(|| variant.schema.name.overload.clone())
}

/// Whether two operators take values of the same types. New arguments with a default may follow.
fn same(one: &Schema, other: &Schema) -> bool {
    let rest = other.arguments.get(one.arguments.len()..);
    one.returns.len() == other.returns.len()
        && rest.is_some_and(|rest| rest.iter().all(|argument| argument.default.is_some()))
        && one.arguments.iter().zip(&other.arguments).all(|(one, other)| one.ty.fake() == other.ty.fake())
}
