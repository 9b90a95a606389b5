//! Overloads that PyTorch's build derives from others: the `autogen` of `native_functions.yaml` (`torchgen/native_function_generation.py`).

use super::{Alias, Argument, OperatorName, Schema};
use crate::types::Type;

/// The four arguments that say what a factory makes. Overloads with `out` do not have them: `out` says it.
const OPTIONS: [(&str, Type); 4] = [
    ("dtype", Type::ScalarType),
    ("layout", Type::Layout),
    ("device", Type::Device),
    ("pin_memory", Type::Bool),
];

impl Schema {
    /// The overload that PyTorch derives under this name: one that writes to `out` where the overload ends with `out`, else one that writes to nothing. `None`
    /// where the schema has nothing to derive it from.
    pub fn derived(&self, name: OperatorName) -> Option<Schema> {
        let is_out = name.overload == "out" || name.overload.ends_with("_out");
        match is_out {
            true => self.out_variant(name),
            false => Some(self.functional_variant(name)),
        }
    }

    /// Whether it writes to `self` and is named so: `add_`, `__iand__`.
    fn is_inplace(&self) -> bool {
        let name = self.name.name.rsplit("::").next().unwrap_or_default();
        match name.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")) {
            Some(inner) => inner.starts_with('i') && self.arguments.first().is_some_and(is_written),
            None => name.ends_with('_'),
        }
    }

    fn out_variant(&self, name: OperatorName) -> Option<Schema> {
        if self.is_inplace() {
            let at = self.arguments.iter().position(|argument| argument.name == "self")?;
            let mut arguments = self.arguments.clone();
            let own = arguments.get_mut(at)?;
            let alias = own.alias.take();
            let out = out_argument("out", &own.ty, alias);
            arguments.push(out);
            return Some(Schema { name, arguments, ..self.clone() });
        }
        let used: Vec<&str> =
            self.arguments.iter().filter_map(|argument| argument.alias.as_ref()).flat_map(sets).collect();
        let mut free = ('a'..='z').map(String::from).filter(|set| !used.contains(&set.as_str()));
        // One set for each result, also for those that are no tensors.
        let sets: Vec<String> = self.returns.iter().map(|_| free.next()).collect::<Option<_>>()?;
        let all_tensors = self.returns.iter().all(|one| one.ty == Type::Tensor);
        let (mut outs, mut returns) = (Vec::new(), Vec::new());
        for (at, (one, set)) in self.returns.iter().zip(&sets).enumerate() {
            if !is_tensor_like(&one.ty) {
                returns.push(one.clone());
                continue;
            }
            let called = if self.returns.len() == 1 { "out".to_string() } else { format!("out{at}") };
            let alias = written(&one.ty, set);
            if all_tensors {
                returns.push(Argument { name: String::new(), alias: alias.clone(), ..one.clone() });
            }
            outs.push(out_argument(&called, &one.ty, alias));
        }
        if outs.is_empty() {
            return None;
        }
        let mut arguments = match self.arguments.iter().any(is_written) {
            true => self.arguments.clone(),
            false => signature(&self.arguments),
        };
        arguments.append(&mut outs);
        Some(Schema { name, arguments, returns, ..self.clone() })
    }

    fn functional_variant(&self, name: OperatorName) -> Schema {
        let (own, others): (Vec<&Argument>, Vec<&Argument>) =
            self.arguments.iter().partition(|argument| argument.name == "self");
        let (outs, others): (Vec<&Argument>, Vec<&Argument>) =
            others.into_iter().partition(|argument| argument.is_out());
        let changed = own.into_iter().chain(outs).chain(others).filter(|argument| {
            is_written(argument) && !self.returns.iter().any(|one| one.alias == argument.alias)
        });
        let mut returns: Vec<Argument> =
            self.returns.iter().map(|one| Argument { alias: None, ..one.clone() }).collect();
        returns.extend(changed.map(|argument| Argument {
            name: format!("{}_out", argument.name),
            alias: None,
            default: None,
            kwarg_only: false,
            ..argument.clone()
        }));
        Schema { name, arguments: signature(&self.arguments), returns, ..self.clone() }
    }
}

/// Arguments without annotations, out arguments and those that say what a factory makes.
fn signature(arguments: &[Argument]) -> Vec<Argument> {
    let kept: Vec<&Argument> = arguments.iter().filter(|argument| !argument.is_out()).collect();
    let fits = |window: &[&Argument]| {
        window.iter().zip(&OPTIONS).all(|(argument, (name, ty))| {
            argument.kwarg_only && argument.name == *name && argument.ty.unwrapped() == ty
        })
    };
    let options = kept.windows(OPTIONS.len()).position(fits).map(|start| start..start + OPTIONS.len());
    let rest = kept
        .into_iter()
        .enumerate()
        .filter(|(at, _)| !options.as_ref().is_some_and(|range| range.contains(at)));
    rest.map(|(_, argument)| Argument { alias: None, ..argument.clone() }).collect()
}

fn is_written(argument: &Argument) -> bool {
    argument.alias.as_ref().is_some_and(|alias| alias.write)
}

fn is_tensor_like(ty: &Type) -> bool {
    match ty {
        Type::Tensor => true,
        Type::List(of) | Type::Optional(of) => is_tensor_like(of),
        _ => false,
    }
}

fn out_argument(name: &str, ty: &Type, alias: Option<Alias>) -> Argument {
    Argument { name: name.to_string(), ty: ty.clone(), size: None, default: None, kwarg_only: true, alias }
}

/// `(a!)`, of a tensor or of the tensors of a list.
fn written(ty: &Type, set: &str) -> Option<Alias> {
    let one =
        Alias { write: true, before: vec![set.to_string()], after: vec![set.to_string()], contained: None };
    match ty.unwrapped() {
        Type::List(_) => Alias::of_list(Some(one), None),
        _ => Some(one),
    }
}

fn sets(alias: &Alias) -> Vec<&str> {
    let inner = alias.contained.as_deref().map(sets).unwrap_or_default();
    alias.before.iter().chain(&alias.after).map(String::as_str).chain(inner).collect()
}

#[cfg(test)]
mod tests {
    use crate::schema::{OperatorName, Schema};

    #[test]
    fn overloads_are_derived_as_the_build_of_pytorch_does() {
        // From native_functions.yaml of 2.15.0, and what that release registers.
        for (from, overload, expected) in [
            (
                "a::f(Tensor self, int n=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool x=False) -> Tensor",
                "a::f.out",
                "a::f.out(Tensor self, int n=1, *, bool x=False, Tensor(a!) out) -> Tensor(a!)",
            ),
            (
                "a::f_.S(Tensor(a!) self, Scalar s) -> Tensor(a!)",
                "a::f.S_out",
                "a::f.S_out(Tensor self, Scalar s, *, Tensor(a!) out) -> Tensor(a!)",
            ),
            (
                "a::f_.S(Tensor(a!) self, Scalar s) -> Tensor(a!)",
                "a::f.S",
                "a::f.S(Tensor self, Scalar s) -> Tensor",
            ),
            ("a::f_(Tensor(a!)[] self) -> ()", "a::f", "a::f(Tensor[] self) -> Tensor[] self_out"),
            (
                "a::f(Tensor self) -> (Tensor[], int)",
                "a::f.out",
                "a::f.out(Tensor self, *, Tensor(a!)[] out0) -> int",
            ),
            (
                "a::f(Tensor self, Tensor(a!) m) -> (Tensor output, Tensor mask)",
                "a::f_functional",
                "a::f_functional(Tensor self, Tensor m) -> (Tensor output, Tensor mask, Tensor m_out)",
            ),
            (
                "a::f(Tensor self, Tensor(a!) m) -> (Tensor output, Tensor mask)",
                "a::f.out",
                "a::f.out(Tensor self, Tensor(a!) m, *, Tensor(b!) out0, Tensor(c!) out1) -> (Tensor(b!), Tensor(c!))",
            ),
        ] {
            let schema = Schema::parse(from).unwrap();
            let (name, overload) = overload.split_once('.').unwrap_or((overload, ""));
            let name = OperatorName { name: name.into(), overload: overload.into() };
            assert_eq!(schema.derived(name).unwrap(), Schema::parse(expected).unwrap(), "{expected}");
        }
        let none = Schema::parse("a::f(Tensor self) -> bool").unwrap();
        assert_eq!(none.derived(OperatorName { name: "a::f".into(), overload: "out".into() }), None);
    }
}
