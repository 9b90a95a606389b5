//! Small programs: one call of an operator in TorchScript.

use std::fmt::Write;

use outlast_opset::resolve::Actual;
use outlast_opset::schema::{Argument, Schema};
use outlast_opset::types::Type;

/// A call that gives some arguments of an operator, each a parameter of the program.
#[derive(Clone, Debug)]
pub(crate) struct Call<'s> {
    schema: &'s Schema,
    /// Arguments that are given by position: the first ones.
    positional: usize,
    /// Further arguments, by keyword, as indices.
    keywords: Vec<usize>,
    /// Whether a single value is given where `int[2]` takes it for a list.
    single: bool,
}

impl<'s> Call<'s> {
    /// Calls of an operator that may tell two of its versions apart, the smallest first: what it demands and nothing else; what it demands by keyword; each
    /// other argument by keyword; all arguments; the same with single values for lists of a fixed length.
    pub(crate) fn all(schema: &'s Schema) -> Vec<Call<'s>> {
        let arguments = &schema.arguments;
        let is_positional = |at: &usize| arguments.get(*at).is_some_and(|one| !one.kwarg_only);
        let indices = 0..arguments.len();
        let demanded: Vec<usize> = indices
            .clone()
            .filter(|at| arguments.get(*at).is_some_and(|one| one.default.is_none()))
            .collect();
        // Arguments without a default that stand behind one with a default are given by keyword.
        let leading = demanded.iter().enumerate().take_while(|(n, at)| n == *at && is_positional(at)).count();
        let behind: Vec<usize> = demanded.iter().copied().skip(leading).collect();
        let most = indices.clone().take_while(is_positional).count();
        let mut calls = vec![
            Call { schema, positional: leading, keywords: behind.clone(), single: false },
            Call { schema, positional: 0, keywords: demanded.clone(), single: false },
        ];
        for at in indices.clone().filter(|at| !demanded.contains(at)) {
            let keywords = behind.iter().copied().chain([at]).collect();
            calls.push(Call { schema, positional: leading, keywords, single: false });
        }
        calls.push(Call { schema, positional: most, keywords: indices.skip(most).collect(), single: false });
        if arguments.iter().any(|argument| argument.size.is_some()) {
            let single: Vec<Call<'_>> =
                calls.iter().map(|call| Call { single: true, ..call.clone() }).collect();
            calls.extend(single);
        }
        calls
    }

    /// The values that are given by position.
    pub(crate) fn values(&self) -> Vec<Actual> {
        self.schema.arguments.iter().take(self.positional).map(|argument| self.value(argument)).collect()
    }

    /// The values that are given by keyword.
    pub(crate) fn keywords(&self) -> Vec<(&'s str, Actual)> {
        let given = self.keywords.iter().filter_map(|at| self.schema.arguments.get(*at));
        given.map(|argument| (argument.name.as_str(), self.value(argument))).collect()
    }

    /// What is given for an argument: a parameter, or nothing.
    fn value(&self, argument: &Argument) -> Actual {
        if is_left_out(argument) { Actual::none() } else { self.ty(argument).fake().into() }
    }

    /// The type of the parameter that is given for an argument.
    fn ty<'t>(&self, argument: &'t Argument) -> &'t Type {
        match argument.ty.unwrapped() {
            Type::List(of) if self.single && argument.size.is_some() => of,
            _ => &argument.ty,
        }
    }

    /// How many values are given.
    pub(crate) fn given(&self) -> usize {
        self.positional + self.keywords.len()
    }

    /// The call as TorchScript writes it: `torch.qr(a0, some=a1)`.
    pub(crate) fn text(&self) -> String {
        let name = &self.schema.name.name;
        let (space, name) = name.split_once("::").unwrap_or(("aten", name));
        let mut text =
            if space == "aten" { format!("torch.{name}(") } else { format!("ops.{space}.{name}(") };
        let spelled = |at: usize, argument: &Argument| match is_left_out(argument) {
            true => "None".to_string(),
            false => format!("a{at}"),
        };
        let positional = self.schema.arguments.iter().take(self.positional).enumerate();
        let positional = positional.map(|(at, argument)| spelled(at, argument));
        let keywords = self.keywords.iter().enumerate().filter_map(|(n, at)| {
            let argument = self.schema.arguments.get(*at)?;
            Some(format!("{}={}", argument.name, spelled(self.positional + n, argument)))
        });
        text.push_str(&positional.chain(keywords).collect::<Vec<_>>().join(", "));
        text.push(')');
        text
    }

    /// The code of a module whose `forward` gives its parameters to the operator and returns its results; none if TorchScript has no annotation for
    /// one of the types, the name of a keyword is a word of the language, or the operator is one of the compiler's own that no code calls.
    pub(crate) fn code(&self, returns: &[Type]) -> Option<String> {
        let own = self.schema.name.name.strip_prefix("prim::");
        if own.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase())) {
            return None;
        }
        let keywords = self.keywords.iter().filter_map(|at| self.schema.arguments.get(*at));
        if keywords.clone().any(|argument| matches!(argument.name.as_str(), "from" | "lambda" | "in" | "is"))
        {
            return None;
        }
        let arguments = self.schema.arguments.iter().take(self.positional).chain(keywords);
        let mut code = String::from(
            "class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n  def forward(self: __torch__.M",
        );
        for (at, argument) in arguments.enumerate().filter(|(_, argument)| !is_left_out(argument)) {
            let _ = write!(code, ",\n    a{at}: {}", self.ty(argument).annotation()?);
        }
        let of: Vec<String> = returns.iter().map(Type::annotation).collect::<Option<_>>()?;
        let call = self.text();
        let names: Vec<String> = (0..of.len()).map(|at| format!("r{at}")).collect();
        let _ = match of.as_slice() {
            [] => write!(code, ") -> NoneType:\n    _0 = {call}\n    return None\n"),
            [one] => write!(code, ") -> {one}:\n    return {call}\n"),
            many => write!(
                code,
                ") -> Tuple[{}]:\n    {}, = {call}\n    return ({})\n",
                many.join(", "),
                names.join(", "),
                names.join(", ")
            ),
        };
        Some(code)
    }
}

/// Whether `None` is given for an argument, because releases before 2.2 have no annotation for what else could be.
fn is_left_out(argument: &Argument) -> bool {
    argument.ty == Type::optional(Type::Generator)
}
