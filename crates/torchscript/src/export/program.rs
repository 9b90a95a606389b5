//! A program, as its JSON says it: borrowed, and read when it is asked for. What is missing or of another form is `None` or left out; [`super::check`] says so.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::defs::SchemaVersion;
use super::graph::{Argument, Graph, Tensor};
use crate::json::{Document, Kind, Value};

/// A program of `torch.export`.
#[derive(Clone, Copy, Debug)]
pub struct Program<'d> {
    value: Value<'d>,
}

/// What an input or an output of a program is.
#[derive(Clone, Debug)]
pub struct Spec<'d> {
    /// `user_input`, `parameter`, `buffer`, `tensor_constant`, `custom_obj`, `token`, `constant_input`; `user_output`, `loss_output`,
    /// `buffer_mutation`, `gradient_to_parameter`, `gradient_to_user_input`, `user_input_mutation`, `token`, `parameter_mutation`.
    pub kind: Cow<'d, str>,
    /// The value in the graph.
    pub name: Option<Cow<'d, str>>,
    /// The parameter, buffer, constant, object or input that it stands for.
    pub target: Option<Cow<'d, str>>,
    /// Whether a buffer is in the state of the module.
    pub persistent: Option<bool>,
    /// Its place.
    pub value: Value<'d>,
}

/// The bounds of a symbol; a bound that is not there or is no number is infinite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range<'d> {
    /// The symbol: `s0`.
    pub symbol: Cow<'d, str>,
    /// The least value.
    pub min: Option<i64>,
    /// The greatest value.
    pub max: Option<i64>,
}

/// A string member.
pub(super) fn text<'d>(value: Value<'d>, name: &str) -> Option<Cow<'d, str>> {
    value.get(name)?.as_str()
}

impl<'d> Program<'d> {
    /// A program, from the value of its record.
    pub fn new(value: Value<'d>) -> Program<'d> {
        Program { value }
    }

    /// Its JSON.
    pub fn value(self) -> Value<'d> {
        self.value
    }

    /// The version of the schema that it was written with.
    pub fn schema_version(self) -> Option<SchemaVersion> {
        let version = self.value.get("schema_version")?;
        match version.as_i64() {
            Some(major) => Some(SchemaVersion { major, minor: None }),
            None => {
                let major = version.get("major")?.as_i64()?;
                Some(SchemaVersion { major, minor: version.get("minor").and_then(Value::as_i64) })
            }
        }
    }

    /// The release that wrote it, as that says it; nothing before 2.5.
    pub fn torch_version(self) -> Option<Cow<'d, str>> {
        text(self.value, "torch_version")
    }

    /// The operator versions by namespace, which no release reads.
    pub fn opset_version(self) -> Vec<(Cow<'d, str>, i64)> {
        let members = self.value.get("opset_version").into_iter().flat_map(Value::members);
        members.filter_map(|(key, value)| Some((key.as_str()?, value.as_i64()?))).collect()
    }

    /// What checks the graph: `TRAINING`, `ATEN`, `EDGE`; before 2.5 one, its `dialect`.
    pub fn verifiers(self) -> Vec<Cow<'d, str>> {
        match self.value.get("verifiers") {
            Some(verifiers) => verifiers.items().filter_map(Value::as_str).collect(),
            None => text(self.value, "dialect").into_iter().collect(),
        }
    }

    /// How many guards it has: checks of its inputs, as text of Python.
    pub fn guards(self) -> usize {
        self.value.get("guards_code").map_or(0, |guards| guards.items().count())
    }

    /// The bounds of symbols.
    pub fn ranges(self) -> Vec<Range<'d>> {
        let members = self.value.get("range_constraints").into_iter().flat_map(Value::members);
        let bound = |value: Value<'d>, name: &str| value.get(name).and_then(Value::as_i64);
        members
            .filter_map(|(key, value)| {
                let (min, max) = (bound(value, "min_val"), bound(value, "max_val"));
                Some(Range { symbol: key.as_str()?, min, max })
            })
            .collect()
    }

    fn module(self) -> Option<Value<'d>> {
        self.value.get("graph_module")
    }

    /// The graph.
    pub fn graph(self) -> Option<Graph<'d>> {
        let graph = self.module()?.get("graph")?;
        (graph.kind() == Kind::Object).then(|| Graph::new(graph))
    }

    /// What its inputs are. Programs of 2.1 and 2.2 list them by kind, without the order: parameters, buffers, then inputs of the user.
    pub fn inputs(self) -> Vec<Spec<'d>> {
        let Some(signature) = self.module().and_then(|module| module.get("signature")) else {
            return Vec::new();
        };
        if let Some(specs) = signature.get("input_specs") {
            return specs.items().filter_map(spec).collect();
        }
        let by_name = |field: &str, kind: &'static str| {
            let members = signature.get(field).into_iter().flat_map(Value::members);
            members.map(move |(key, value)| Spec {
                kind: kind.into(),
                name: key.as_str(),
                target: value.as_str(),
                persistent: None,
                value,
            })
        };
        let mut inputs: Vec<Spec<'d>> = by_name("inputs_to_parameters", "parameter").collect();
        inputs.extend(by_name("inputs_to_buffers", "buffer"));
        inputs.extend(names(signature, "user_inputs", "user_input"));
        inputs
    }

    /// What its outputs are.
    pub fn outputs(self) -> Vec<Spec<'d>> {
        let Some(signature) = self.module().and_then(|module| module.get("signature")) else {
            return Vec::new();
        };
        if let Some(specs) = signature.get("output_specs") {
            return specs.items().filter_map(spec).collect();
        }
        let members = signature.get("buffers_to_mutate").into_iter().flat_map(Value::members);
        let mut outputs: Vec<Spec<'d>> = members
            .map(|(key, value)| Spec {
                kind: "buffer_mutation".into(),
                name: key.as_str(),
                target: value.as_str(),
                persistent: None,
                value,
            })
            .collect();
        outputs.extend(names(signature, "user_outputs", "user_output"));
        outputs
    }

    /// The types of containers that it takes and returns: `builtins.tuple`, `collections.OrderedDict`, `torch.return_types.linalg_svd`, named tuples of the user. A reader has to have
    /// registered them; what is no JSON in these texts, which are JSON in strings, is left out.
    pub fn containers(self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let entries = self.module().and_then(|module| module.get("module_call_graph"));
        let signatures =
            entries.into_iter().flat_map(Value::items).filter_map(|entry| entry.get("signature"));
        // 2.1 has them beside, too.
        let call = self.module().and_then(|module| module.get("call_spec"));
        for signature in signatures.chain(call) {
            for spec in ["in_spec", "out_spec"] {
                let Some(spec) = text(signature, spec) else { continue };
                let Ok(document) = Document::parse(spec.as_bytes()) else { continue };
                let mut open = vec![document.root()];
                while let Some(value) = open.pop() {
                    found.extend(text(value, "type").map(Cow::into_owned));
                    open.extend(value.items());
                    open.extend(value.get("children_spec"));
                }
            }
        }
        found
    }

    /// The modules that calls of the program went through: names of submodules.
    pub fn modules(self) -> impl Iterator<Item = Cow<'d, str>> {
        let entries = self.module().and_then(|module| module.get("module_call_graph"));
        entries.into_iter().flat_map(Value::items).filter_map(|entry| text(entry, "fqn"))
    }
}

fn names<'d>(
    signature: Value<'d>,
    field: &str,
    kind: &'static str,
) -> impl Iterator<Item = Spec<'d>> + use<'d> {
    signature.get(field).into_iter().flat_map(Value::items).map(move |value| Spec {
        kind: kind.into(),
        name: value.as_str(),
        target: None,
        persistent: None,
        value,
    })
}

/// A spec: a union of objects with a value of the graph, and with a name for what it stands for.
fn spec(value: Value<'_>) -> Option<Spec<'_>> {
    let (key, content) = value.members().last()?;
    let argument = content.get("arg");
    let name = match argument {
        // The argument of a user is a union; others have the name at once.
        Some(argument) => text(argument, "name").or_else(|| Argument::new(argument).name()),
        None => text(content, "name"),
    };
    let target = content.members().find(|(key, _)| key.as_str().is_some_and(|key| key.ends_with("_name")));
    Some(Spec {
        kind: key.as_str()?,
        name,
        target: target.and_then(|(_, value)| value.as_str()),
        persistent: content.get("persistent").and_then(Value::as_bool),
        value,
    })
}

/// Where the data of a tensor is: an entry of `model_weights_config.json` or `model_constants_config.json`.
#[derive(Clone, Debug)]
pub struct Payload<'d> {
    /// The name of the parameter, buffer, constant or object.
    pub name: Cow<'d, str>,
    /// The record, under the folder of the configuration.
    pub record: Option<Cow<'d, str>>,
    /// Whether it is a parameter.
    pub is_param: Option<bool>,
    /// Whether it is a pickle, and not bytes of a tensor.
    pub use_pickle: Option<bool>,
    /// The tensor; nothing for objects.
    pub tensor: Option<Tensor<'d>>,
}

/// The entries of a record that says where tensors are.
pub fn payloads(config: Value<'_>) -> Vec<Payload<'_>> {
    let members = config.get("config").into_iter().flat_map(Value::members);
    members
        .filter_map(|(key, value)| {
            Some(Payload {
                name: key.as_str()?,
                record: text(value, "path_name"),
                is_param: value.get("is_param").and_then(Value::as_bool),
                use_pickle: value.get("use_pickle").and_then(Value::as_bool),
                tensor: value.get("tensor_meta").filter(|meta| !meta.is_null()).map(Tensor::new),
            })
        })
        .collect()
}
