//! Calls of some operators in a program, with what each gives: as conversions see them.

use std::ops::RangeInclusive;

use outlast_opset::schema::{OperatorName, Schema};

use super::calls::{Called, plan};
use super::const_prop::Known;
use super::entries::{ALL_GIVEN, Entry, Made, name_of};
use super::facts::Calls;
use super::form;
use super::functions::given;
use super::rewrite::index;
use crate::bytecode::{Op, Opcode, Operator, Program};
use crate::pickle::Pickle;
use crate::program::Given;

/// A call.
#[derive(Clone, Debug)]
pub struct Use {
    /// The operator.
    pub operator: OperatorName,
    /// How many values it leaves on the stack, if the file says it.
    pub given: Option<u64>,
    /// Where it is: see [`crate::bytecode::Instruction::at`].
    pub at: u64,
    /// What it gives, for each schema that the writer may have had.
    pub readings: Vec<Reading>,
}

/// A call as one schema names its arguments.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The versions of the set that have the schema.
    pub versions: RangeInclusive<u64>,
    /// The schema.
    pub schema: Schema,
    /// What the call gives. What is given as it would be anyway counts as not given.
    pub given: Vec<Given>,
}

/// The schemas of an operator that may be what its calls mean, with the versions of its set.
pub type Schemas<'s> = dyn Fn(&OperatorName, Option<u64>) -> Vec<(RangeInclusive<u64>, Schema)> + 's;

/// The calls of the operators that `schemas` knows. What the interpreter never comes to is left out. `other` says the schemas of the other operators,
/// by which it is known what lies on the stack. `None` if the tables of functions have another form than readers expect.
pub fn uses(
    program: &Program,
    pickle: &Pickle<'_>,
    schemas: &Schemas<'_>,
    other: &dyn Fn(&Operator) -> Option<Schema>,
) -> Option<Vec<Use>> {
    let mut found = Vec::new();
    for code in form::functions(program, pickle)? {
        let readings: Vec<_> =
            code.operators.iter().map(|of| schemas(&name_of(of), of.arguments())).collect();
        if readings.iter().all(Vec::is_empty) {
            continue;
        }
        // Any of the schemas: how many results a call has does not change.
        let own: Vec<Option<Schema>> =
            readings.iter().map(|of| of.last().map(|(_, schema)| schema.clone())).collect();
        let entries: Vec<Made> =
            code.operators.iter().zip(&own).map(|(of, own)| entry(of, own, other)).collect();
        let known = Known::of(&code.instructions, &Calls::new(&code, &entries, &own, &pickle.graph));
        for (at, call) in code.instructions.iter().enumerate() {
            let called = matches!(call.op, Op::Known(Opcode::OP));
            let slot = index(call.x).filter(|_| called);
            let of = slot.and_then(|slot| Some((code.operators.get(slot)?, readings.get(slot)?)));
            let Some((operator, readings)) = of.filter(|(_, readings)| !readings.is_empty()) else {
                continue;
            };
            if known.is_never_reached(at) {
                continue;
            }
            let reading = |(versions, schema): &(RangeInclusive<u64>, Schema)| Reading {
                versions: versions.clone(),
                schema: schema.clone(),
                given: given(&code, &known, &pickle.graph, at, operator, schema),
            };
            found.push(Use {
                operator: name_of(operator),
                given: operator.arguments(),
                at: call.at,
                readings: readings.iter().map(reading).collect(),
            });
        }
    }
    Some(found)
}

/// What is known of the calls of an operator.
fn entry(operator: &Operator, own: &Option<Schema>, other: &dyn Fn(&Operator) -> Option<Schema>) -> Made {
    let schema = own.clone().or_else(|| other(operator)).filter(|schema| !schema.vararg);
    let effect = schema.map(|schema| {
        let given = operator.arguments().and_then(|given| usize::try_from(given).ok());
        (given.unwrap_or(schema.arguments.len()), schema.returns.len())
    });
    Made::new(Ok(Entry { overload: None, specified: operator.specified, plan: None, effect }))
}

/// Whether a call by position means for the reader's operator what it means for the writer's, as it is: with so many values on the stack, in bytecode of a
/// version.
pub fn stays(theirs: &Schema, ours: &Schema, given: Option<u64>, bytecode: i64) -> bool {
    let explicit = bytecode <= ALL_GIVEN;
    let plan = plan(&Called { name: &theirs.name.name, given, theirs, ours, explicit });
    plan.is_ok_and(|plan| plan.is_idle())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use outlast_core::Bytes;
    use outlast_opset::resolve::Constant;
    use outlast_opset::schema::{OperatorName, Schema};

    use super::{stays, uses};
    use crate::archive::TorchArchive;
    use crate::bytecode::{BYTECODE, read};
    use crate::pickle::{Limits, Pickle};

    /// What calls of an operator that no release has give, as its schemas name it.
    #[test]
    fn calls_of_other_sets_are_read() {
        let found = |file: &str, texts: &[&str]| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/torch-sets").join(file);
            let file = std::fs::read(path).unwrap();
            let archive = TorchArchive::open(&file).unwrap();
            let content = archive.content(BYTECODE).unwrap().unwrap();
            let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
            let program = read(&pickle);
            let all: Vec<Schema> = texts.iter().map(|text| Schema::parse(text).unwrap()).collect();
            let schemas = |operator: &OperatorName, _: Option<u64>| {
                let own = (0..).zip(&all).filter(|(_, schema)| schema.name == *operator);
                own.map(|(version, schema)| (version..=version, schema.clone())).collect()
            };
            uses(&program, &pickle, &schemas, &|_| None).unwrap()
        };
        let bar = "foo::bar(Tensor self, *, str mode=\"plain\") -> Tensor";
        let calls = found("v25/double.ptl", &[bar]);
        let [call] = &calls[..] else { panic!("{calls:?}") };
        let given = &call.readings[0].given;
        let names: Vec<&str> = given.iter().map(|given| given.argument.as_str()).collect();
        assert_eq!((call.given, names), (Some(2), vec!["self", "mode"]));
        assert_eq!(given[1].constant, Some(Constant::Text("double".into())));
        // What is given as it would be anyway is not given.
        let double = found("v25/double.ptl", &["foo::bar(Tensor self, *, str mode=\"double\") -> Tensor"]);
        assert_eq!(double[0].readings[0].given.len(), 1);
        let (new, old) = (
            "foo::foo(Tensor self, Tensor c, Tensor b, *, Scalar alpha=1) -> Tensor",
            "foo::foo(Tensor self, Tensor b) -> Tensor",
        );
        let calls = found("v0/chain.ptl", &[old, new]);
        assert_eq!(calls.len(), 2);
        let second = |at: usize| calls[0].readings[at].given[1].argument.as_str();
        assert_eq!((calls[0].given, second(0), second(1)), (Some(2), "b", "c"));
    }

    #[test]
    fn calls_by_position_stay_where_the_values_are_found() {
        let schema = |text: &str| Schema::parse(text).unwrap();
        let old = schema("a::f(Tensor x, int n) -> Tensor");
        let later = schema("a::f(Tensor x, int n, bool q=False) -> Tensor");
        let between = schema("a::f(Tensor x, bool q=False, int n=1) -> Tensor");
        assert!(stays(&old, &later, Some(2), 7));
        assert!(!stays(&old, &later, Some(2), 5), "bytecode 5 gives all arguments");
        assert!(!stays(&old, &between, Some(2), 7));
        assert!(!stays(&later, &old, Some(3), 7));
    }
}
