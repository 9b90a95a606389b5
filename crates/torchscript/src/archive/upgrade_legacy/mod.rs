//! Archives of 1.0 to 1.2 in the layout of later releases (`torch/csrc/jit/serialization/import_legacy.cpp` is what read them).
//!
//! Up to 1.2, `model.json` is a tree of modules with parameters, attributes by number and a table of tensors; each module has a file of functions under
//! `code`, classes are under `libs`. Since 1.3, a module is an object in `data.pkl` and its methods are those of a class. Here each module becomes a
//! class of its own, all in `code/__torch__/outlast_legacy.py`; the values of attributes are those of `attributes.pkl`; tensors that code names as constants go into
//! `constants.pkl`. The result is of version 2, whose readers take the types of containers from the classes.

mod code;
mod tensors;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Bytes, QuickSet};

use super::TorchArchive;
use crate::json::{Document, Value as Json};
use crate::pickle::{Call, Graph, Limits, Name, Opcode, Pickle, Pickler, Update, Value, ValueId, canonical};
use code::{Members, without_head};

/// The qualifier of the classes.
pub const QUALIFIER: &str = "__torch__.outlast_legacy";
/// The version of the format whose readers take types of containers from classes, and its record.
const VERSION: &[u8] = b"2\n";
/// Modules inside of modules, at most.
const DEPTH: usize = 64;

/// Records with their new content, or without one where they go.
pub type Records = Vec<(String, Option<Vec<u8>>)>;

/// The records of an archive in the present layout. `original` gives the content of a record of tensors, where `archive` is an image without it.
///
/// # Errors
///
/// A sentence that says what has no place in it.
pub fn present(
    archive: &TorchArchive<'_>,
    original: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Records, String> {
    let content = |record: &str| archive.content(record).map_err(|error| error.to_string());
    let text = content("model.json")?.ok_or("there is no `model.json`")?;
    let document = Document::parse(&text).map_err(|error| error.to_string())?;
    let main = document.root().get("mainModule").ok_or("`model.json` has no `mainModule`")?;
    let pickled = content("attributes.pkl")?.unwrap_or(Cow::Borrowed(b"\x80\x02)."));
    let pickle = Pickle::read(Bytes::new(&pickled, 0), Limits::default());
    let root = pickle.root.ok_or("`attributes.pkl` cannot be read")?;
    let attributes = pickle.graph.tuple(root).ok_or("`attributes.pkl` is not a tuple")?.to_vec();
    let mut work = Work {
        archive,
        tensors: document.root().get("tensors").into_iter().flat_map(Json::items).collect(),
        attributes,
        graph: pickle.graph,
        made: BTreeMap::new(),
        names: QuickSet::default(),
        classes: String::new(),
        constants: Vec::new(),
    };
    work.resolve_tensors()?;
    let object = work.module(main, 0)?;
    work.records(object, original)
}

struct Work<'w, 'a> {
    archive: &'w TorchArchive<'a>,
    /// The table of tensors.
    tensors: Vec<Json<'w>>,
    /// The values of attributes.
    attributes: Vec<ValueId>,
    graph: Graph<'w>,
    /// Tensors of the table that are in the pickle already: as parameters they are shared.
    made: BTreeMap<usize, ValueId>,
    /// Names of classes.
    names: QuickSet<String>,
    classes: String,
    /// Tensors of the table that code names as constants, in their new order.
    constants: Vec<usize>,
}

impl<'w> Work<'w, '_> {
    fn add(&mut self, value: Value<'w>) -> Result<ValueId, String> {
        self.graph.add(value, 0).ok_or_else(|| "there are too many values".to_string())
    }

    fn text(&mut self, text: &str) -> Result<ValueId, String> {
        self.add(Value::Text(Cow::Owned(text.as_bytes().to_vec())))
    }

    fn tuple(&mut self, items: Vec<ValueId>) -> Result<ValueId, String> {
        self.add(Value::Tuple(items.into_boxed_slice()))
    }

    fn call(
        &mut self,
        opcode: Opcode,
        module: &str,
        name: &str,
        items: Vec<ValueId>,
    ) -> Result<ValueId, String> {
        let name = Name { module: Cow::Owned(module.to_string()), name: Cow::Owned(name.to_string()) };
        let callee = self.add(Value::Global(Box::new(name)))?;
        let args = self.tuple(items)?;
        self.add(Value::Object(Box::new(Call { opcode, callee, args, named: None })))
    }

    fn numbers(&mut self, numbers: &[i64]) -> Result<ValueId, String> {
        let items = numbers.iter().map(|number| self.add(Value::Int(*number))).collect::<Result<_, _>>()?;
        self.tuple(items)
    }

    /// A module as an object, with its class.
    fn module(&mut self, module: Json<'w>, depth: usize) -> Result<ValueId, String> {
        if depth > DEPTH {
            return Err(format!("modules are inside of each other to a depth of more than {DEPTH}"));
        }
        for other in ["getstateAttributeId", "getStateAttributeId"] {
            if module.get(other).is_some() {
                return Err("a module has a state of its own (`__getstate__`)".into());
            }
        }
        let list = |name: &str| module.get(name).into_iter().flat_map(Json::items).collect::<Vec<_>>();
        let key = module.get("torchscriptArena").and_then(|arena| arena.get("key")?.as_str());
        let name = self.class_name(key.as_deref());
        let mut members = Members::default();
        for parameter in list("parameters") {
            let own = member(parameter)?;
            let number =
                parameter.get("tensorId").and_then(integer).and_then(|number| usize::try_from(number).ok());
            let tensor = self.tensor(number.ok_or_else(|| format!("`{own}` has no tensor"))?)?;
            let buffer = parameter.get("isBuffer").and_then(Json::as_bool) == Some(true);
            if buffer { &mut members.buffers } else { &mut members.parameters }.push(own.clone());
            members.push(self.text(&own)?, own, "Tensor".into(), tensor);
        }
        for attribute in list("attributes") {
            let own = member(attribute)?;
            // What Python knows a module's constants by: no code reads it.
            if own == "__constants__" {
                continue;
            }
            let ty = attribute
                .get("type")
                .and_then(Json::as_str)
                .ok_or_else(|| format!("`{own}` has no type"))?
                .into_owned();
            let number =
                attribute.get("id").and_then(integer).and_then(|number| usize::try_from(number).ok());
            let value = number.and_then(|number| self.attributes.get(number).copied());
            let value = value.ok_or_else(|| format!("`{own}` has no value in `attributes.pkl`"))?;
            members.push(self.text(&own)?, own, ty, value);
        }
        if members.names.iter().all(|name| name != "training") {
            let training = self.add(Value::Bool(true))?;
            members.push(self.text("training")?, "training".into(), "bool".into(), training);
        }
        for inner in list("submodules") {
            let own = member(inner)?;
            let object = self.module(inner, depth.saturating_add(1))?;
            let class = self
                .graph
                .call(object)
                .and_then(|call| self.graph.global(call.callee))
                .map(ToString::to_string);
            members.push(self.text(&own)?, own, class.unwrap_or_default(), object);
        }
        let methods = match key.as_deref() {
            Some(key) => self.methods(key, &name)?,
            None => String::new(),
        };
        self.classes.push_str(&members.class(&name));
        self.classes.push_str(&methods);
        let object = self.call(Opcode::NEWOBJ, QUALIFIER, &name, Vec::new())?;
        let state = self.add(Value::Dict(members.values))?;
        self.graph.update(object, Update::State { state, at: 0 });
        Ok(object)
    }

    /// All records.
    fn records(
        mut self,
        object: ValueId,
        original: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Records, String> {
        let mut records = Records::new();
        let names: Vec<String> = self
            .archive
            .records()
            .map_err(|error| error.to_string())?
            .map(|record| record.name.into_owned())
            .collect();
        let read = |record: &str| -> Result<Vec<u8>, String> {
            let content = self.archive.content(record).map_err(|error| error.to_string())?;
            content.map(Cow::into_owned).ok_or_else(|| format!("there is no record `{record}`"))
        };
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        for number in &self.constants {
            let key = self.tensors.get(*number).and_then(|tensor| tensor.get("data")?.get("key")?.as_str());
            wanted.extend(key.map(Cow::into_owned));
        }
        for name in &names {
            if let Some(leaf) = name.strip_prefix("tensors/") {
                let content = original(name).ok_or_else(|| format!("the record `{name}` cannot be read"))?;
                if wanted.contains(name) {
                    records.push((format!("constants/{leaf}"), Some(content.clone())));
                }
                records.push((format!("data/{leaf}"), Some(content)));
            } else if let Some(path) = name.strip_prefix("libs/") {
                records.push((format!("code/{path}"), Some(without_head(&read(name)?))));
            }
            if ["tensors/", "libs/", "code/", "debug/"].iter().any(|folder| name.starts_with(folder)) {
                records.push((name.clone(), None));
            }
        }
        for record in ["model.json", "attributes.pkl"] {
            if self.archive.has(record) {
                records.push((record.to_string(), None));
            }
        }
        let constants = std::mem::take(&mut self.constants);
        let constants =
            constants.into_iter().map(|number| self.tensor(number)).collect::<Result<Vec<_>, _>>()?;
        let constants = self.tuple(constants)?;
        for (record, root) in [("data.pkl", object), ("constants.pkl", constants)] {
            let written =
                canonical(&self.graph, root, Pickler::Since1_5).map_err(|error| error.to_string())?;
            records.push((record.into(), Some(written)));
        }
        records.push((format!("code/{}.py", QUALIFIER.replace('.', "/")), Some(self.classes.into_bytes())));
        records.push(("version".into(), Some(VERSION.to_vec())));
        Ok(records)
    }
}

/// The name of a parameter, an attribute or a module.
fn member(value: Json<'_>) -> Result<String, String> {
    let name = value.get("name").and_then(Json::as_str).ok_or("a part of a module has no name")?;
    match name.contains(['"', '\\', '\n']) {
        true => Err(format!("`{}` is not a name", name.escape_debug())),
        false => Ok(name.into_owned()),
    }
}

/// Whole numbers of 64 bits are texts in the JSON of protocol buffers.
fn integer(value: Json<'_>) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
