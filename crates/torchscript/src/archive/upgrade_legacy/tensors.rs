//! The tensors of `model.json`, and where attributes and code name them.

use std::borrow::Cow;

use super::{Work, integer};
use crate::json::Value as Json;
use crate::pickle::{Name, Opcode, Value, ValueId};

impl Work<'_, '_> {
    /// Values of attributes name tensors by their number in the table.
    pub(super) fn resolve_tensors(&mut self) -> Result<(), String> {
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
    pub(super) fn tensor(&mut self, number: usize) -> Result<ValueId, String> {
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
            numbers.ok_or_else(|| format!("`{name}` of tensor {number} in `model.json` are not numbers"))
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
            tensor.get("offset").map_or(Some(0), integer).ok_or("the offset of a tensor is not a number")?;
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
