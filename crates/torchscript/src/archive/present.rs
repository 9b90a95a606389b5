//! Archives of 1.0 to 1.2 in the layout of later releases (`torch/csrc/jit/serialization/import_legacy.cpp` is what read them).
//!
//! Up to 1.2, `model.json` is a tree of modules with parameters, attributes by number and a table of tensors; each module has a file of functions under
//! `code`, classes are under `libs`. Since 1.3, a module is an object in `data.pkl` and its methods are those of a class. Here each module becomes a
//! class of its own, all in `code/__torch__/outlast_legacy.py`; the values of attributes are those of `attributes.pkl`; tensors that code names as constants go into
//! `constants.pkl`. The result is of version 2, whose readers take the types of containers from the classes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;

use outlast_core::Bytes;

use super::TorchArchive;
use crate::export::json::{Document, Value as Json};
use crate::pickle::{Call, Graph, Limits, Name, Opcode, Pickle, Pickler, Update, Value, ValueId, canonical};
use crate::source::{self, ExprKind, Item};

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
    let attributes = pickle.graph.tuple(root).ok_or("`attributes.pkl` is no tuple")?.to_vec();
    let mut work = Work {
        archive,
        tensors: document.root().get("tensors").into_iter().flat_map(Json::items).collect(),
        attributes,
        graph: pickle.graph,
        made: BTreeMap::new(),
        names: HashSet::new(),
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
    names: HashSet<String>,
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

    /// Values of attributes name tensors by their number in the table.
    fn resolve_tensors(&mut self) -> Result<(), String> {
        let ids: Vec<ValueId> = self.graph.ids().collect();
        for id in ids {
            let Some(call) = self.graph.call(id) else { continue };
            let is_it =
                self.graph.global(call.callee).is_some_and(|name| name.name == "build_tensor_from_id");
            if !is_it {
                continue;
            }
            let number = match self.graph.tuple(call.args) {
                Some([number]) => self.graph.int(*number),
                _ => None,
            };
            let number = number.and_then(|number| usize::try_from(number).ok());
            let number = number.ok_or("`attributes.pkl` names a tensor without a number")?;
            let tensor = self.tensor(number)?;
            let value = self.graph.value(tensor).clone();
            self.graph.replace(id, value);
        }
        Ok(())
    }

    /// A tensor of the table.
    fn tensor(&mut self, number: usize) -> Result<ValueId, String> {
        if let Some(made) = self.made.get(&number) {
            return Ok(*made);
        }
        let tensor = *self
            .tensors
            .get(number)
            .ok_or_else(|| format!("there is no tensor {number} in `model.json`"))?;
        let said = |name: &str| tensor.get(name).and_then(Json::as_str).map(Cow::into_owned);
        let sure =
            |name: &str| said(name).ok_or_else(|| format!("tensor {number} in `model.json` has no `{name}`"));
        let list = |name: &str| -> Result<Vec<i64>, String> {
            let items = tensor.get(name).into_iter().flat_map(Json::items);
            let numbers: Option<Vec<i64>> = items.map(integer).collect();
            numbers.ok_or_else(|| format!("`{name}` of tensor {number} in `model.json` are no numbers"))
        };
        if tensor.get("isQuantized").and_then(Json::as_bool) == Some(true) {
            return Err(format!("tensor {number} is quantised, in a way that later releases do not have"));
        }
        let key =
            tensor.get("data").and_then(|data| data.get("key")?.as_str()).unwrap_or_default().into_owned();
        let kind = sure("dataType")?;
        let (class, size) =
            storage(&kind).ok_or_else(|| format!("tensor {number} has elements of type `{kind}`"))?;
        let content = self.archive.content(&key).map_err(|error| error.to_string())?;
        let content = content.ok_or_else(|| format!("there is no record `{key}` of tensor {number}"))?;
        let count = content.len().checked_div(size).and_then(|count| i64::try_from(count).ok()).unwrap_or(0);
        let (dims, strides) = (list("dims")?, list("strides")?);
        let offset =
            tensor.get("offset").map_or(Some(0), integer).ok_or("the offset of a tensor is no number")?;
        let leaf = key.rsplit('/').next().unwrap_or(&key).to_string();
        let name = Name { module: Cow::Borrowed("torch"), name: Cow::Borrowed(class) };
        let parts = [
            self.text("storage")?,
            self.add(Value::Global(Box::new(name)))?,
            self.text(&leaf)?,
            self.text(&said("device").unwrap_or_else(|| "cpu".into()))?,
            self.add(Value::Int(count))?,
        ];
        let inner = self.tuple(parts.to_vec())?;
        let wants = tensor.get("requiresGrad").and_then(Json::as_bool) == Some(true);
        let items = vec![
            self.add(Value::Persistent(inner))?,
            self.add(Value::Int(offset))?,
            self.numbers(&dims)?,
            self.numbers(&strides)?,
            self.add(Value::Bool(wants))?,
            self.call(Opcode::REDUCE, "collections", "OrderedDict", Vec::new())?,
        ];
        let made = self.call(Opcode::REDUCE, "torch._utils", "_rebuild_tensor_v2", items)?;
        self.made.insert(number, made);
        Ok(made)
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

    /// A name for the class of a module, after its file of code.
    fn class_name(&mut self, key: Option<&str>) -> String {
        let stem = key.and_then(|key| key.strip_prefix("code/")?.strip_suffix(".py")).unwrap_or("Module");
        let mut name: String =
            stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() || name.starts_with("__") {
            name.insert_str(0, "M_");
        }
        // Not a word of the language.
        name.insert_str(0, "Module_");
        let mut fresh = name.clone();
        let mut number = 1u32;
        while !self.names.insert(fresh.clone()) {
            number = number.saturating_add(1);
            fresh = format!("{name}_{number}");
        }
        fresh
    }

    /// The functions of a file of code as methods of a class.
    fn methods(&mut self, record: &str, class: &str) -> Result<String, String> {
        let content = self.archive.content(record).map_err(|error| error.to_string())?;
        let content = content.ok_or_else(|| format!("there is no record `{record}`"))?;
        let tree = source::parse(&content).map_err(|fault| format!("`{record}` cannot be read: {fault}"))?;
        // Constants are tensors of the table.
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        for (id, expr) in tree.exprs().filter(|(_, expr)| matches!(expr.kind, ExprKind::Attribute { .. })) {
            let name = tree.dotted(id);
            let Some(number) = name.and_then(|name| name.strip_prefix("CONSTANTS.c")?.parse::<usize>().ok())
            else {
                continue;
            };
            let at = self.constants.iter().position(|one| *one == number);
            let at = at.unwrap_or_else(|| {
                self.constants.push(number);
                self.constants.len().saturating_sub(1)
            });
            edits.push((start(expr.span.start), start(expr.span.end), format!("CONSTANTS.c{at}")));
        }
        edits.sort();
        for (_, expr) in tree.exprs() {
            let ExprKind::Call { callee, arguments, .. } = &expr.kind else { continue };
            let Some(name) = tree.operator(*callee) else { continue };
            if ["keys", "values", "items", "popitem"].contains(&name) {
                return Err(ORDER.into());
            }
            let typed = |argument: &source::Argument| {
                argument.keyword.is_some_and(|name| tree.name(name) == "dtype")
                    && tree.expr(tree.bare(argument.value)).kind != ExprKind::None
            };
            if ["tensor", "as_tensor"].contains(&name) && !arguments.iter().any(typed) {
                let floats = arguments.first().is_none_or(|first| !is_whole(&tree, first.value));
                if floats {
                    return Err(format!(
                        "`torch.{name}` makes float64 of floating-point numbers up to 1.2 and float32 later, and what this call is given is not known"
                    ));
                }
            }
        }
        let mut out = String::new();
        for item in &tree.items {
            let Item::Function(function) = item else { continue };
            let (from, to) = (start(function.span.start), start(function.span.end));
            let mut text = Vec::new();
            let mut at = from;
            for (start, end, new) in edits.iter().filter(|(start, end, _)| from <= *start && *end <= to) {
                text.extend_from_slice(content.get(at..*start).unwrap_or_default());
                text.extend_from_slice(new.as_bytes());
                at = *end;
            }
            text.extend_from_slice(content.get(at..to).unwrap_or_default());
            let text = String::from_utf8(text).map_err(|_| format!("`{record}` is no text"))?;
            let first = function.parameters.first().filter(|first| first.annotation.is_none());
            let text = match first.map(|first| tree.name(first.name)) {
                Some(own) => text.replacen(&format!("({own}"), &format!("({own}: {QUALIFIER}.{class}"), 1),
                None => return Err(format!("`{record}` has a function that is no method")),
            };
            if function.returns.is_some_and(|returns| {
                tree.bytes(tree.expr(returns).span).windows(5).any(|part| part == b"Dict[")
            }) {
                return Err(ORDER.into());
            }
            for line in text.lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        Ok(out)
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

/// Why code that shows the order of a dictionary is refused.
const ORDER: &str = "dictionaries up to 1.2 have an order of their own, which the code shows";

/// Whether an expression is a whole number, or a list of such, as it is written.
fn is_whole(tree: &source::Tree, id: source::ExprId) -> bool {
    let id = tree.bare(id);
    match &tree.expr(id).kind {
        ExprKind::List { items, .. } => items.iter().all(|item| is_whole(tree, *item)),
        ExprKind::True | ExprKind::False => true,
        _ => matches!(tree.number(id), Some(source::Number::Int(_))),
    }
}

/// What a class has.
#[derive(Default)]
struct Members {
    parameters: Vec<String>,
    buffers: Vec<String>,
    names: Vec<String>,
    types: Vec<String>,
    values: Vec<(ValueId, ValueId)>,
}

impl Members {
    fn push(&mut self, key: ValueId, name: String, ty: String, value: ValueId) {
        self.names.push(name);
        self.types.push(ty);
        self.values.push((key, value));
    }

    /// The head of the class.
    fn class(&self, name: &str) -> String {
        let list = |names: &[String]| names.iter().map(|name| format!("\"{name}\", ")).collect::<String>();
        let mut text = format!("class {name}(Module):\n");
        let _ = writeln!(text, "  __parameters__ = [{}]", list(&self.parameters));
        let _ = writeln!(text, "  __buffers__ = [{}]", list(&self.buffers));
        let plain = |name: &str| {
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit())
        };
        if !self.names.iter().all(|name| plain(name)) {
            text.push_str("  __annotations__ = []\n");
        }
        for (name, ty) in self.names.iter().zip(&self.types) {
            let _ = match plain(name) {
                true => writeln!(text, "  {name} : {ty}"),
                false => writeln!(text, "  __annotations__[\"{name}\"] = {ty}"),
            };
        }
        text
    }
}

/// The name of a parameter, an attribute or a module.
fn member(value: Json<'_>) -> Result<String, String> {
    let name = value.get("name").and_then(Json::as_str).ok_or("a part of a module has no name")?;
    match name.contains(['"', '\\', '\n']) {
        true => Err(format!("`{}` is no name", name.escape_debug())),
        false => Ok(name.into_owned()),
    }
}

/// Whole numbers of 64 bits are texts in the JSON of protocol buffers.
fn integer(value: Json<'_>) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn start(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// The class of a storage, and bytes of an element, by the names of `caffe2.TensorProto.DataType`.
fn storage(kind: &str) -> Option<(&'static str, usize)> {
    Some(match kind {
        "FLOAT" => ("FloatStorage", 4),
        "DOUBLE" => ("DoubleStorage", 8),
        "FLOAT16" => ("HalfStorage", 2),
        "BFLOAT16" => ("BFloat16Storage", 2),
        "INT64" => ("LongStorage", 8),
        "INT32" => ("IntStorage", 4),
        "INT16" => ("ShortStorage", 2),
        "INT8" => ("CharStorage", 1),
        "UINT8" => ("ByteStorage", 1),
        "BOOL" => ("BoolStorage", 1),
        _ => return None,
    })
}

/// A file of classes without its first lines: the version of operators, which no reader looks at, and imports, which later ones do not need.
fn without_head(text: &[u8]) -> Vec<u8> {
    let head = |line: &&[u8]| line.starts_with(b"op_version_set") || line.starts_with(b"import ");
    let lines = text.split_inclusive(|byte| *byte == b'\n').skip_while(head);
    lines.flatten().copied().collect()
}
