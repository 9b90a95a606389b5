//! What the operators of a program of `torch.export` need of their reader, by what calls give, not by name: a call of `gelu` without the argument that
//! came in 1.12 needs nothing newer.

use crate::export::Shape;
use outlast_opset::history::{self, Release};
use outlast_opset::schema::Schema;

use super::super::operators;

/// The first release with programs of `torch.export`.
const FIRST: Release = Release { major: 2, minor: 1, patch: 0 };
/// Up to this operator version, changes were of what operators compute: old schemas do not tell.
const SETTLED: u64 = 5;

/// What the calls of a program need.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in super::super) struct Needs {
    /// PyTorch's operator version: the number in `opset_version` below which an operator in use does not have what a call gives, or means something else.
    pub(in super::super) operator_version: u64,
    /// The first release that takes all calls, with the operator that the one before it lacks; `None` where all do.
    pub(in super::super) since: Option<(Release, String)>,
    /// The last release that takes all calls, with the operator that the next one lacks; `None` where the newest does.
    pub(in super::super) until: Option<(Release, String)>,
}

impl Needs {
    /// Of the shapes of calls. Operators that no release has are of other libraries, and nothing is said of them.
    pub(in super::super) fn of<'s>(shapes: impl IntoIterator<Item = &'s Shape>) -> Needs {
        let table = history::torch();
        let releases: Vec<Release> = table.releases().filter(|release| *release >= FIRST).collect();
        let mut needs = Needs::default();
        for shape in shapes {
            let Some((name, overload)) = name(&shape.target) else { continue };
            let version = operator_version(&name, overload, shape);
            needs.operator_version = needs.operator_version.max(version);
            let takes: Vec<bool> =
                releases.iter().map(|release| takes(*release, &name, overload, shape)).collect();
            let (Some(first), Some(last)) =
                (takes.iter().position(|takes| *takes), takes.iter().rposition(|takes| *takes))
            else {
                continue;
            };
            if let Some(release) = releases.get(first).filter(|_| first > 0)
                && needs.since.as_ref().is_none_or(|(since, _)| since < release)
            {
                needs.since = Some((*release, shape.target.clone()));
            }
            if let Some(release) = releases.get(last).filter(|_| last.saturating_add(1) < releases.len())
                && needs.until.as_ref().is_none_or(|(until, _)| until > release)
            {
                needs.until = Some((*release, shape.target.clone()));
            }
        }
        needs
    }

    /// The releases, in words; `None` where all take the calls.
    pub(in super::super) fn releases(&self) -> Option<String> {
        match (&self.since, &self.until) {
            (None, None) => None,
            (Some((since, operator)), None) => Some(format!("torch {since} or later: `{operator}`")),
            (None, Some((until, operator))) => Some(format!("torch up to {until}: `{operator}`")),
            (Some((since, one)), Some((until, other))) => {
                Some(format!("torch {since} or later: `{one}`; up to {until}: `{other}`"))
            }
        }
    }
}

/// The operator that a node calls, and its overload.
fn name(target: &str) -> Option<(String, &str)> {
    let mut parts = target.strip_prefix("torch.ops.")?.splitn(3, '.');
    let (space, name) = (parts.next()?, parts.next()?);
    let overload = parts.next().filter(|overload| *overload != "default").unwrap_or_default();
    Some((format!("{space}::{name}"), overload))
}

/// Whether a release has an operator with what a call gives, and asks for nothing else.
fn takes(release: Release, name: &str, overload: &str, shape: &Shape) -> bool {
    let Some(schema) = operators::schema(release, name, overload) else { return false };
    let given = |name: &str| shape.arguments.iter().any(|(given, _)| given == name);
    says_it(&schema, shape)
        && schema.arguments.iter().all(|argument| argument.default.is_some() || given(&argument.name))
}

/// Whether a schema has all arguments that a call gives.
fn says_it(schema: &Schema, shape: &Shape) -> bool {
    let known = |name: &str| schema.arguments.iter().any(|argument| argument.name == name);
    shape.arguments.iter().all(|(name, _)| name.is_empty() || known(name))
}

fn operator_version(name: &str, overload: &str, shape: &Shape) -> u64 {
    let table = history::torch();
    let full = operators::full_name(name, overload);
    let newest = table.releases().next_back();
    let bumps = newest
        .into_iter()
        .flat_map(|release| table.version_map(release))
        .filter(|bump| bump.operator == full);
    let needed = bumps.filter_map(|bump| {
        let at = u64::from(bump.bumped_at);
        let old = Schema::parse(bump.old_schema).ok();
        (at <= SETTLED || old.is_none_or(|old| !says_it(&old, shape))).then_some(at)
    });
    needed.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(target: &str, arguments: &[&str]) -> Shape {
        let arguments = arguments.iter().map(|name| (name.to_string(), "as_int".to_string())).collect();
        Shape { target: format!("torch.ops.aten.{target}"), arguments }
    }

    #[test]
    fn what_calls_give_decides_and_not_names() {
        let plain = shape("gelu.default", &["self"]);
        let asked = shape("gelu.default", &["self", "approximate"]);
        assert_eq!(Needs::of([&plain]), Needs::default());
        assert_eq!(Needs::of([&plain, &asked]).operator_version, 10);
        assert_eq!(Needs::of([&shape("div.Tensor", &["self", "other"])]).operator_version, 4);
        let attention = shape("scaled_dot_product_attention.default", &["query", "key", "value"]);
        assert_eq!(Needs::of([&attention]).releases(), None);
        let groups = shape("scaled_dot_product_attention.default", &["query", "key", "value", "enable_gqa"]);
        let cholesky = shape("cholesky.default", &["self"]);
        assert_eq!(
            Needs::of([&groups, &cholesky, &attention]).releases().unwrap(),
            "torch 2.5.1 or later: `torch.ops.aten.scaled_dot_product_attention.default`; up to 2.10.0: `torch.ops.aten.cholesky.default`"
        );
        assert_eq!(Needs::of([&shape("of_nobody.default", &[])]), Needs::default());
    }
}
