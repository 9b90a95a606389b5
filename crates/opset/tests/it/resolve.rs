//! Which overload a call means.

use outlast_opset::history::{self, OperatorSet, Origin, Release, candidates};
use outlast_opset::resolve::{
    Actual, Binding, Candidate, Conversion, Failure, Reason, Resolved, Rules, resolve, resolve_on, runs,
};
use outlast_opset::schema::Schema;
use outlast_opset::types::Type;
use outlast_testkit::corpus::{self, figures};

use crate::calls;

fn release(text: &str) -> Release {
    Release::parse(text).unwrap()
}

fn set(text: &str) -> OperatorSet {
    OperatorSet::new(history::torch(), release(text)).unwrap()
}

fn newest() -> Rules {
    Rules::of(release("2.15.0"))
}

/// Resolves a call among schemas.
fn ask(schemas: &[&str], call: &str, rules: Rules) -> Result<Resolved, Failure> {
    let schemas: Vec<Schema> = schemas.iter().map(|text| Schema::parse(text).unwrap()).collect();
    let candidates: Vec<Candidate<'_>> = schemas.iter().map(Candidate::from).collect();
    let (_, positional, keywords) = calls::read(call).unwrap();
    resolve(&candidates, &positional, &keywords, rules)
}

fn reasons(answer: Result<Resolved, Failure>) -> Vec<String> {
    match answer {
        Err(Failure::Refused(refusals)) => refusals.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

/// Calls that releases were asked about, with what each of them took.
fn recorded() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(corpus::root().join("torch/runs/overloads.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let mut cells = line.split('\t').map(String::from);
        (cells.next().unwrap(), cells.collect())
    })
    .collect()
}

#[test]
fn overloads_are_those_that_releases_take() {
    let (mut rows, mut refused, mut sets) = (0, 0, std::collections::BTreeMap::new());
    for (name, cells) in recorded() {
        let set = sets.entry(name.clone()).or_insert_with(|| set(&name));
        let [call, taken, results, inputs] = &cells[..] else { panic!("{name}: {cells:?}") };
        let (operator, positional, keywords) = calls::read(call).unwrap();
        let variants = set.variants(operator);
        let answer = resolve(&candidates(&variants), &positional, &keywords, set.rules());
        let answer = calls::answer(&variants, answer);
        let ours: Vec<&str> = answer.split('\t').collect();
        // Releases before 1.7 do not say the overload, but what it gets and gives.
        let same = taken == "?" || taken == ours[0];
        assert!(same && ours[1..] == [results, inputs], "{name}: {call}: {taken}, found {ours:?}");
        rows += 1;
        refused += usize::from(taken == "refused");
    }
    figures((rows, refused, sets.len()), (2702, 1052, 9));
}

/// Where types are not known, the answer is the same or says that it is not known, and what releases took is possible.
#[test]
fn unknown_types_never_decide_wrongly() {
    let (mut asked, mut undecided, mut alone, mut sets) = (0, 0, 0, std::collections::BTreeMap::new());
    for (name, cells) in recorded() {
        let set = sets.entry(name.clone()).or_insert_with(|| set(&name));
        let (operator, positional, keywords) = calls::read(&cells[0]).unwrap();
        let variants = set.variants(operator);
        let candidates = candidates(&variants);
        let real = resolve(&candidates, &positional, &keywords, set.rules());
        let count = positional.len();
        for at in 0..count + keywords.len() {
            for part in [false, true] {
                let (mut positional, mut keywords) = (positional.clone(), keywords.clone());
                let value = match positional.get_mut(at) {
                    Some(value) => value,
                    None => &mut keywords[at - count].1,
                };
                let Some(unknown) = forgotten(&value.ty, part) else { continue };
                *value = unknown.into();
                asked += 1;
                match (&real, resolve(&candidates, &positional, &keywords, set.rules())) {
                    (Ok(real), Ok(found)) => assert_eq!(real.candidate, found.candidate, "{name}: {cells:?}"),
                    (Ok(real), Err(Failure::Undecided(found))) => {
                        undecided += 1;
                        alone += usize::from(found.unless_refused().is_some());
                        let possible = found.possible.iter().any(|one| one.candidate == real.candidate);
                        assert!(possible, "{name}: {cells:?}: value {at}");
                    }
                    (Err(_), Err(Failure::Undecided(found))) => {
                        undecided += 1;
                        assert!(found.refusable, "{name}: {cells:?}: value {at}");
                    }
                    (Err(_), Err(Failure::Refused(_))) => {}
                    (real, found) => panic!("{name}: {cells:?}: value {at}: {real:?}, then {found:?}"),
                }
            }
        }
    }
    figures((asked, undecided, alone), (11512, 7325, 5671));
}

/// A type of which all or a part is not known.
fn forgotten(ty: &Type, part: bool) -> Option<Type> {
    match ty {
        _ if !part => Some(Type::Unknown),
        Type::List(_) => Some(Type::list(Type::Unknown)),
        Type::Optional(_) => Some(Type::optional(Type::Unknown)),
        Type::Dict(key, _) => Some(Type::Dict(key.clone(), Box::new(Type::Unknown))),
        Type::Tuple(of) => {
            let mut of = of.clone();
            *of.first_mut()? = Type::Unknown;
            Some(Type::Tuple(of))
        }
        _ => None,
    }
}

#[test]
fn what_is_given_and_what_is_done_to_it() {
    let schema = "aten::f(Tensor self, int[2] size=1, Scalar? x=None, *, Device? device=None, float y=0.5) -> (Tensor, t[])";
    let schema = schema.replace("(Tensor, t[])", "Tensor");
    let answer = ask(&[&schema], "f(Tensor, int, y=Tensor, device=\"cpu\")", newest()).unwrap();
    assert_eq!(
        answer.bindings,
        [
            Binding::Positional(0),
            Binding::Positional(1),
            Binding::Default,
            Binding::Keyword(1),
            Binding::Keyword(0)
        ]
    );
    let done: Vec<_> = answer.conversions.iter().map(|one| (one.argument, one.conversion)).collect();
    assert_eq!(
        done,
        [(1, Conversion::Repeated(2)), (3, Conversion::TextToDevice), (4, Conversion::TensorToNumber)]
    );
    assert_eq!(answer.returns, [Type::Tensor]);
    // A default of a list that stands for several elements is given as it is.
    let answer = ask(&[&schema], "f(input=Tensor)", newest()).unwrap();
    assert_eq!(answer.inputs[1], Type::list(Type::Int));
    assert!(ask(&[&schema], "f(input=Tensor)", Rules::of(release("1.10.2"))).is_err());

    let zeros = "aten::zeros(int[] size, *, ScalarType? dtype=None) -> Tensor";
    let answer = ask(&[zeros], "zeros(1, Tensor, dtype=int)", newest()).unwrap();
    assert_eq!(answer.bindings, [Binding::Rest(0), Binding::Keyword(0)]);
    assert_eq!(answer.conversions.len(), 1);
    assert_eq!(answer.inputs, [Type::list(Type::Int), Type::Int]);
    let answer = ask(&[zeros], "zeros((1, 2))", newest()).unwrap();
    assert_eq!(
        (answer.bindings[0], answer.conversions[0].conversion),
        (Binding::Positional(0), Conversion::TupleToList)
    );
    assert!(ask(&[zeros], "zeros([])", newest()).is_ok());
    assert!(ask(&[zeros], "zeros([])", Rules::of(release("1.10.2"))).is_err());

    let tril = "aten::tril(Tensor self, int diagonal=0) -> Tensor";
    let answer = ask(&[tril], "tril(Tensor, Union(int, float, complex))", newest()).unwrap();
    assert_eq!(answer.conversions[0].conversion, Conversion::NumberToNumber);
    assert!(ask(&[tril], "tril(Tensor, Union(int, float))", newest()).is_err());

    let varargs = ask(&["prim::p(str s, ...) -> ()"], "p(str, 1, Tensor)", newest()).unwrap();
    assert_eq!(varargs.inputs, [Type::Str, Type::Int, Type::Tensor]);
    assert_eq!(varargs.bindings, [Binding::Positional(0)]);
}

#[test]
fn variables_stand_for_what_is_given() {
    let get = "aten::get(Dict(str, t)(a) self, str key, t default_value) -> t(*)";
    let answer = ask(&[get], "get(Dict(str, int), str, 1)", newest()).unwrap();
    assert_eq!(answer.returns, [Type::Int]);
    assert_eq!(
        reasons(ask(&[get], "get(Dict(str, int), str, Tensor)", newest())),
        ["aten::get: argument `default_value`: `Tensor` does not match `t` in this call"]
    );
    let unwrap = "aten::_unwrap_optional(t(a)? optional) -> t(a)";
    assert_eq!(ask(&[unwrap], "f(Tensor?)", newest()).unwrap().returns, [Type::Tensor]);
    assert_eq!(
        reasons(ask(&[unwrap], "f(None)", newest())),
        ["aten::_unwrap_optional: argument `optional`: nothing says what the variables of `t?` stand for"]
    );
    // Of what is not known, results are not known either, and the rest is.
    let answer = ask(&[get, "aten::get.x(int x) -> int"], "get(unknown, str, unknown)", newest());
    let Err(Failure::Undecided(undecided)) = answer else { panic!("{answer:?}") };
    assert!(undecided.refusable);
    assert_eq!(
        undecided.unless_refused().map(|one| (one.candidate, &one.returns[..])),
        Some((0, &[Type::Unknown][..]))
    );
    let dict = ["aten::dict.str((str, tVal)[] inputs) -> Dict(str, tVal)", "aten::dict.any(Any x) -> Any"];
    assert_eq!(ask(&dict, "dict((str, int)[])", newest()).unwrap().returns[0].to_string(), "Dict(str, int)");
}

#[test]
fn refusals_have_a_reason_for_each_candidate() {
    let schemas = [
        "aten::f(Tensor self, int x) -> Tensor",
        "aten::f.out(Tensor self, int x, *, Tensor(a!) out) -> Tensor(a!)",
        "aten::f.list(int[] x) -> int",
    ];
    assert_eq!(
        reasons(ask(&schemas, "f(Tensor, str, y=1)", newest())),
        [
            "aten::f: argument `x`: `str` found, `int` expected",
            "aten::f.out: argument `x`: `str` found, `int` expected",
            "aten::f.list: argument `x`: `str` found, `int` expected",
        ]
    );
    assert_eq!(
        reasons(ask(&schemas[..2], "f(Tensor, int, int)", newest())),
        [
            "aten::f: 3 values without keyword found, at most 2 expected",
            "aten::f.out: argument `out`: no value, `Tensor` expected",
        ]
    );
    assert_eq!(
        reasons(ask(&schemas[..1], "f(Tensor, int, x=int)", newest())),
        ["aten::f: keyword `x`: the argument has a value already"]
    );
    assert_eq!(
        reasons(ask(&schemas[..1], "f(Tensor, int, y=int)", newest())),
        ["aten::f: keyword `y`: no such argument"]
    );
    // The release stops at such a list, and does not try what comes after it.
    let dict = ["aten::dict((str, tVal)[] inputs) -> int", "aten::dict.late(Scalar s) -> int"];
    assert_eq!(
        reasons(ask(&dict, "dict((str, int))", newest())),
        ["aten::dict: argument `inputs`: the elements of `(str, tVal)[]` cannot be given one by one"]
    );
    let refusals =
        ask(&["aten::view.dtype(Tensor self, ScalarType dtype) -> Tensor"], "view(Tensor, 1)", newest());
    let Err(Failure::Refused(refusals)) = refusals else { panic!("{refusals:?}") };
    assert_eq!(refusals[0].reason, Reason::Skipped);
}

#[test]
fn calls_on_values() {
    let schemas = ["aten::f(int x, Tensor self) -> int", "aten::g(int x) -> int"];
    let schemas: Vec<Schema> = schemas.iter().map(|text| Schema::parse(text).unwrap()).collect();
    let on = |at: usize, rules| {
        let one = [Candidate::from(&schemas[at])];
        resolve_on(&one, &Type::Tensor.into(), &[Actual::int(1)], &[], rules)
    };
    assert_eq!(on(0, newest()).unwrap().bindings, [Binding::Positional(0), Binding::Receiver]);
    assert!(on(1, newest()).is_err() && on(1, Rules::of(release("1.10.2"))).is_ok());
}

#[test]
fn operators_of_a_release() {
    let now = set("2.15.0");
    assert!(now.has("aten::add") && !now.has("aten::qr"));
    assert!(now.has_overload("aten::add", "Tensor") && !now.has_overload("aten::add", "no"));
    assert!(now.variants("aten::qr").is_empty());
    assert!(OperatorSet::new(history::torch(), release("2.7.0")).is_none());
    // The order is that of the release, not that of the names; functions come last.
    let add = now.variants("aten::add");
    let overloads: Vec<&str> = add.iter().map(|one| one.schema.name.overload.as_str()).collect();
    assert_eq!(overloads[..3], ["Tensor", "Scalar", "out"]);
    assert_eq!(add.iter().filter(|one| one.origin == Origin::Function).count(), 3);
    assert!(std::sync::Arc::ptr_eq(&add, &now.variants_at("aten::add", Some(3))));
    // All orders name all schemas, each once.
    let history = history::torch();
    let mut orders = 0;
    for release in history.releases() {
        for name in history.operators() {
            let count = history.overloads(name, release).count();
            let order = history.order(name, release);
            assert_eq!(order.is_some(), count > 1, "{release}: {name}");
            if let Some(mut order) = order {
                order.sort_unstable();
                assert!(order.into_iter().eq(0..count), "{release}: {name}");
                orders += 1;
            }
        }
    }
    figures(orders, 16250);
}

#[test]
fn programs_of_older_versions() {
    let named = |release: &str, name: &str, version: u64| {
        let variants = set(release).variants_at(name, Some(version));
        let name = |origin: &Origin, schema: &Schema| match origin {
            Origin::Historic { upgrader } => upgrader.clone(),
            Origin::Function => format!("function {}", schema.name),
            _ => schema.name.to_string(),
        };
        variants.iter().map(|one| name(&one.origin, &one.schema)).collect::<Vec<_>>()
    };
    assert_eq!(named("2.15.0", "aten::gelu", 9), ["gelu_0_9", "gelu_out_0_9"]);
    assert_eq!(named("2.15.0", "aten::gelu", 10), ["aten::gelu", "aten::gelu.out"]);
    assert_eq!(named("1.10.2", "aten::gelu", 9), ["aten::gelu", "aten::gelu.out"]);
    // What has no upgrader comes first, with overloads that programs of that version cannot mean.
    assert_eq!(named("2.15.0", "aten::linspace", 7)[0], "aten::linspace.Tensor_Tensor");
    assert!(
        named("2.15.0", "aten::linspace", 7).ends_with(&["linspace_0_7".into(), "linspace_out_0_7".into()])
    );
    assert_eq!(named("2.15.0", "aten::div", 3).last().unwrap(), "aten::div");
    let last = |version| set("2.15.0").variants_at("aten::div", Some(version)).last().unwrap().origin.clone();
    assert_eq!((last(3), last(4)), (Origin::Mistaken, Origin::Function));
    // Before 1.11, calls of programs up to a version go to functions.
    assert_eq!(named("1.10.2", "aten::div", 3)[0], "function upgraders::div_0_3");
    assert_eq!(named("1.10.2", "aten::div", 4)[0], "aten::div.Tensor");
    assert!(named("1.5.1", "aten::div", 1)[0].starts_with("aten::div"));
    let now = set("2.15.0");
    let steps = |version| {
        let variants = now.variants_at("aten::linspace", Some(version));
        resolve(&candidates(&variants), &[Actual::int(0), Actual::int(1)], &[], now.rules()).is_ok()
    };
    assert!(steps(7) && !steps(8));
}

/// The operator that runs is found by the types that it gets: here it is not the one that was resolved.
#[test]
fn what_runs_is_looked_up_again() {
    let schemas =
        ["a::f.one(Tensor? x) -> ()", "a::f.two(Tensor x, int y=1) -> ()", "a::f.any(Any x, Any y) -> ()"];
    let schemas: Vec<Schema> = schemas.iter().map(|text| Schema::parse(text).unwrap()).collect();
    let candidates: Vec<Candidate<'_>> = [2, 1].into_iter().map(|at| Candidate::from(&schemas[at])).collect();
    let resolved = resolve(&candidates, &[Type::Tensor.into()], &[], newest()).unwrap();
    assert_eq!((resolved.candidate, runs(&candidates, &resolved)), (1, Some(0)));
}

/// Types that nest without end are types of which nothing is known.
#[test]
fn deep_types_are_unknown() {
    let mut deep = Type::Int;
    for _ in 0..1000 {
        deep = Type::list(deep);
    }
    let wide = Type::Tuple(vec![Type::Int; 5000]);
    for ty in [deep, wide] {
        let schema = Schema::parse("a::f(t x) -> t").unwrap();
        let answer = resolve(&[Candidate::from(&schema)], &[ty.into()], &[], newest());
        let Err(Failure::Undecided(undecided)) = answer else { panic!("{answer:?}") };
        assert_eq!(undecided.possible[0].returns, [Type::Unknown]);
    }
}
