//! [`module_tensors`]: tensors of archives of 1.0 to 1.2, which `model.json` describes (`torch::ModelDef` in `caffe2/proto/torch.proto`,
//! `torch/csrc/jit/serialization/import_legacy.cpp`).
//!
//! ```text
//! tensors: [ { dims, strides, offset, dataType, data: { key: "tensors/0" }, requiresGrad, device, isQuantized, scale, zeroPoint } ]
//! module:  { parameters: [ { tensorId, name, isBuffer } ], submodules: [ module ], name, attributes: [ { name, type, id } ] }
//! ```
//!
//! Parameters and buffers name a tensor by its number; attributes, since 1.2, are values of `attributes.pkl`, whose tensors are numbers, too. What
//! neither names are constants of the code, `CONSTANTS.c0`.

use outlast_core::{Bytes, QuickMap, Result};

use super::TorchArchive;
use super::storage::{element_of_dtype, storage_of_dtype};
use super::tensors::{DIMENSIONS, Fault, LONGEST, Quantiser, Storage, Tensor, TensorKind, Tensors, tensors};
use crate::json::{Document, Value};
use crate::pickle::{Limits, Pickle};

/// Names are cut where they are longer.
const LONGEST_NAME: usize = 512;

/// What `dataType` says (`caffe2::TensorProto_DataType`), and the `torch.dtype`; of quantised tensors, with a `q` in front.
const TYPES: &[(&str, &str)] = &[
    ("FLOAT", "float32"),
    ("INT32", "int32"),
    ("BYTE", "uint8"),
    ("BOOL", "bool"),
    ("UINT8", "uint8"),
    ("INT8", "int8"),
    ("INT16", "int16"),
    ("INT64", "int64"),
    ("FLOAT16", "float16"),
    ("DOUBLE", "float64"),
];

/// What `model.json` says of the tensors of a module; `None` where there is no such record. Their data are not read.
///
/// # Errors
///
/// If the record cannot be read, or is no JSON.
pub fn module_tensors(archive: &TorchArchive<'_>) -> Result<Option<Tensors>> {
    let Some(content) = archive.content("model.json")? else { return Ok(None) };
    let document = Document::parse(&content)?;
    let mut reader = Reader { archive, table: Vec::new(), named: Vec::new(), found: Tensors::default() };
    reader.table(document.root());
    let attributes = reader.modules(document.root());
    reader.attributes(&attributes)?;
    reader.constants();
    Ok(Some(reader.found))
}

struct Reader<'r, 'a> {
    archive: &'r TorchArchive<'a>,
    /// The tensors by their numbers, without names; `None` where one cannot be read.
    table: Vec<Option<Tensor>>,
    /// Which of them something names.
    named: Vec<bool>,
    found: Tensors,
}

/// A number: JSON of Protocol Buffers has those of 64 bits as texts.
fn int(value: Value<'_>) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn ints(value: Option<Value<'_>>) -> Option<Vec<i64>> {
    // A list of none is left out.
    let Some(value) = value else { return Some(Vec::new()) };
    let numbers: Option<Vec<i64>> = value.items().take(DIMENSIONS + 1).map(int).collect();
    numbers.filter(|numbers| numbers.len() <= DIMENSIONS)
}

fn short(value: Option<Value<'_>>) -> Option<String> {
    let text = value?.as_str()?;
    (text.len() <= LONGEST).then(|| text.into_owned())
}

/// The name of something in a module.
fn within(prefix: &str, name: &str) -> String {
    let dot = if prefix.is_empty() || name.is_empty() { "" } else { "." };
    let mut characters = prefix.chars().chain(dot.chars()).chain(name.chars());
    let cut: String = characters.by_ref().take(LONGEST_NAME).collect();
    if characters.next().is_some() { format!("{cut}…") } else { cut }
}

impl Reader<'_, '_> {
    fn table(&mut self, root: Value<'_>) {
        let mut storages = QuickMap::default();
        for entry in root.get("tensors").into_iter().flat_map(Value::items) {
            let at = entry.span().start_byte();
            let tensor = self.tensor(entry, at, &mut storages);
            let tensor = tensor.map_err(|why| self.found.faults.push(Fault { at, why: why.into() })).ok();
            self.table.push(tensor);
        }
        self.named = vec![false; self.table.len()];
    }

    fn tensor(
        &mut self,
        entry: Value<'_>,
        at: u64,
        storages: &mut QuickMap<String, usize>,
    ) -> std::result::Result<Tensor, &'static str> {
        let truth = |name: &str| entry.get(name).and_then(Value::as_bool) == Some(true);
        let spelled = short(entry.get("dataType")).ok_or("a tensor has no `dataType`")?;
        let quantised = truth("isQuantized");
        let known = TYPES.iter().find(|(name, _)| *name == spelled).map(|(_, dtype)| *dtype);
        let dtype = match (known, quantised) {
            (Some(dtype), false) => dtype.to_string(),
            (Some(dtype), true) => format!("q{dtype}"),
            (None, _) => spelled,
        };
        let key = entry.get("data").and_then(|data| short(data.get("key")));
        let key = key.ok_or("a tensor has no `data.key`, or a long one")?;
        let element = element_of_dtype(&dtype);
        let storage = *storages.entry(key.clone()).or_insert_with(|| {
            let bytes = self.archive.entry(&key).ok().flatten();
            let size = element.map_or(1, |element| element.size);
            self.found.storages.push(Storage {
                class: storage_of_dtype(&dtype).map_or_else(String::new, |class| format!("torch.{class}")),
                element,
                key,
                device: short(entry.get("device")).unwrap_or_else(|| "cpu".into()),
                numel: bytes.map_or(0, |entry| entry.size() / size),
                view: false,
                at,
            });
            self.found.storages.len() - 1
        });
        let sizes =
            ints(entry.get("dims")).ok_or("the sizes of a tensor are not integers, or more than 64")?;
        let strides =
            ints(entry.get("strides")).ok_or("the strides of a tensor are not integers, or more than 64")?;
        if sizes.len() != strides.len() {
            return Err("a tensor has other numbers of sizes and strides");
        }
        let offset =
            entry.get("offset").map_or(Some(0), int).ok_or("the offset of a tensor is not an integer")?;
        let kind = match quantised {
            true => TensorKind::Quantised(Quantiser::PerTensor {
                scheme: "per_tensor_affine".into(),
                scale: entry.get("scale").and_then(Value::as_f64).unwrap_or_default(),
                zero_point: entry.get("zeroPoint").and_then(int).unwrap_or_default(),
            }),
            false => TensorKind::Dense,
        };
        let requires_grad = truth("requiresGrad");
        let blank = Tensor::outside(String::new(), Some(storage), at);
        Ok(Tensor { kind, dtype: Some(dtype), offset, sizes, strides, requires_grad, ..blank })
    }

    /// The tensor of this number; it has a name now.
    fn take(&mut self, number: Option<i64>) -> Option<Tensor> {
        let number = usize::try_from(number?).ok()?;
        *self.named.get_mut(number)? = true;
        self.table.get(number)?.clone()
    }

    /// Parameters and buffers, module by module; the names of attributes by their numbers.
    fn modules(&mut self, root: Value<'_>) -> QuickMap<i64, String> {
        let mut attributes = QuickMap::default();
        let mut open: Vec<(Value<'_>, String)> =
            root.get("mainModule").into_iter().map(|main| (main, String::new())).collect();
        while let Some((module, prefix)) = open.pop() {
            let of = |list: &str| module.get(list).into_iter().flat_map(Value::items);
            let name = |value: Value<'_>| {
                let own = value.get("name").and_then(Value::as_str).unwrap_or_default();
                within(&prefix, &own)
            };
            for parameter in of("parameters") {
                if let Some(tensor) = self.take(parameter.get("tensorId").and_then(int)) {
                    let parameter_itself = parameter.get("isBuffer").and_then(Value::as_bool) != Some(true);
                    self.found.tensors.push(Tensor {
                        name: name(parameter),
                        parameter: parameter_itself,
                        ..tensor
                    });
                }
            }
            for attribute in of("attributes") {
                if let Some(number) = attribute.get("id").and_then(int) {
                    attributes.insert(number, name(attribute));
                }
            }
            // The last is taken first.
            let from = open.len();
            open.extend(of("submodules").map(|inner| (inner, name(inner))));
            open.get_mut(from..).into_iter().for_each(<[_]>::reverse);
        }
        attributes
    }

    /// Tensors in the values of attributes.
    fn attributes(&mut self, names: &QuickMap<i64, String>) -> Result<()> {
        let Some(content) = self.archive.content("attributes.pkl")? else { return Ok(()) };
        let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
        for tensor in tensors(&pickle).tensors {
            let TensorKind::Table(number) = tensor.kind else { continue };
            let (attribute, rest) = tensor.name.split_once('.').unwrap_or((&tensor.name, ""));
            let known = attribute.parse().ok().and_then(|number: i64| names.get(&number));
            let name = known.map_or_else(|| tensor.name.clone(), |known| within(known, rest));
            if let Some(entry) = self.take(Some(number)) {
                self.found.tensors.push(Tensor { name, ..entry });
            }
        }
        Ok(())
    }

    /// What nothing names: code does, by its number.
    fn constants(&mut self) {
        let all = self.table.iter().zip(&self.named).enumerate();
        let left = all.filter(|(_, (_, named))| !**named).filter_map(|(number, (tensor, _))| {
            Some(Tensor { name: format!("CONSTANTS.c{number}"), ..tensor.clone()? })
        });
        self.found.tensors.extend(left);
    }
}
