//! [`tensors`]: what a pickle says of its tensors and their storages, without the data.

use super::names::Names;
use super::storage::{Element, element, element_of_dtype};
use crate::pickle::{Call, Graph, Pickle, Value, ValueId};
use outlast_core::QuickMap;

/// Dimensions of a tensor. PyTorch's kernels go up to 64, and many tensors may share one long list.
pub(super) const DIMENSIONS: usize = 64;

/// Bytes of a key, of the name of a class, of a device.
pub(super) const LONGEST: usize = 128;

/// A storage that a pickle refers to by its persistent id: `('storage', class, key, device, number of elements)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Storage {
    /// The class, such as `torch.FloatStorage`.
    pub class: String,
    /// The element type; `None` if the class is not known.
    pub element: Option<Element>,
    /// The key: names the record with the data.
    pub key: String,
    /// The device: `cpu`, `cuda:0`.
    pub device: String,
    /// How many elements; of untyped storages, bytes.
    pub numel: u64,
    /// Where it is in the file of a legacy format: key, offset and size of a view on another storage.
    pub view: bool,
    /// The opcode, in bytes from the start of the pickle.
    pub at: u64,
}

impl Storage {
    /// Bytes of its data.
    pub fn bytes(&self) -> Option<u64> {
        self.numel.checked_mul(self.element?.size)
    }
}

/// How a tensor is quantised.
#[derive(Clone, PartialEq, Debug)]
pub enum Quantiser {
    /// One scale for all.
    PerTensor {
        /// `per_tensor_affine` or another scheme.
        scheme: String,
        /// The scale.
        scale: f64,
        /// The zero point.
        zero_point: i64,
    },
    /// One scale for each index along an axis; scales and zero points are tensors of their own.
    PerChannel {
        /// `per_channel_affine` or another scheme.
        scheme: String,
        /// The axis.
        axis: i64,
    },
}

/// The layout of a sparse tensor. Its parts are tensors of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sparse {
    /// By coordinates.
    Coo,
    /// By compressed rows or columns, or blocks of them.
    Compressed,
    /// By a number that is not known.
    Other(i64),
}

/// What a tensor is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum TensorKind {
    /// Elements in a storage.
    Dense,
    /// Quantised elements in a storage.
    Quantised(Quantiser),
    /// Tensors of indices and values.
    Sparse(Sparse),
    /// Nothing: it is on the device `meta`.
    Meta,
    /// A number in a table of tensors outside.
    Table(i64),
}

/// A tensor as a pickle describes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor {
    /// The way to it from the root, with dots: `layer.weight`; empty where there is none, or the root itself is the tensor.
    pub name: String,
    /// What it is made of.
    pub kind: TensorKind,
    /// The storage, by its index in [`Tensors::storages`].
    pub storage: Option<usize>,
    /// The name of its `torch.dtype`, where it is known.
    pub dtype: Option<String>,
    /// Elements of the storage before its first.
    pub offset: i64,
    /// Size in each dimension.
    pub sizes: Vec<i64>,
    /// Elements from one index to the next, in each dimension.
    pub strides: Vec<i64>,
    /// Whether it wants a gradient.
    pub requires_grad: bool,
    /// Whether it is an `nn.Parameter`.
    pub parameter: bool,
    /// The opcode that makes it, in bytes from the start of the pickle.
    pub at: u64,
    /// Its value in the graph; `None` where no pickle describes it.
    pub id: Option<ValueId>,
}

impl Tensor {
    /// A tensor that no pickle describes, of this name, in a storage.
    pub(super) fn outside(name: String, storage: Option<usize>, at: u64) -> Tensor {
        Tensor {
            name,
            kind: TensorKind::Dense,
            storage,
            dtype: None,
            offset: 0,
            sizes: Vec::new(),
            strides: Vec::new(),
            requires_grad: false,
            parameter: false,
            at,
            id: None,
        }
    }

    /// How many elements it has; `None` if that is no number of 64 bits.
    pub fn numel(&self) -> Option<u64> {
        self.sizes.iter().try_fold(1u64, |product, size| product.checked_mul(u64::try_from(*size).ok()?))
    }

    /// One past the last element of the storage that it uses; 0 if it has none.
    pub fn end(&self) -> Option<u64> {
        if self.sizes.contains(&0) {
            return Some(0);
        }
        let last = self.sizes.iter().zip(&self.strides).try_fold(self.offset, |last, (size, stride)| {
            last.checked_add(size.checked_sub(1)?.checked_mul(*stride)?)
        })?;
        u64::try_from(last).ok()?.checked_add(1)
    }
}

/// A tensor or storage that is described otherwise than PyTorch does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The opcode, in bytes from the start of the pickle.
    pub at: u64,
    /// What is wrong.
    pub why: String,
}

/// The tensors of a pickle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tensors {
    /// In the order of the pickle.
    pub tensors: Vec<Tensor>,
    /// In the order of the pickle. One key may be there more than once.
    pub storages: Vec<Storage>,
    /// What cannot be read.
    pub faults: Vec<Fault>,
}

/// What a pickle says of its tensors and storages.
pub fn tensors(pickle: &Pickle<'_>) -> Tensors {
    let graph = &pickle.graph;
    let names = pickle.root.map(|root| Names::walk(graph, root)).unwrap_or_default();
    let mut found = Tensors::default();
    let mut storages = QuickMap::default();
    let mut parameters: Vec<(ValueId, bool)> = Vec::new();
    let mut by_id = QuickMap::default();
    for id in graph.ids() {
        let at = graph.node(id).at;
        match graph.value(id) {
            Value::Persistent(inner) => match storage(graph, *inner, at) {
                Some(Ok(storage)) => {
                    storages.insert(id, found.storages.len());
                    found.storages.push(storage);
                }
                Some(Err(why)) => found.faults.push(Fault { at, why: why.into() }),
                None => {}
            },
            Value::Object(call) => {
                let subclass = of_subclass(graph, call);
                let call = subclass.as_ref().unwrap_or(call);
                let Some(name) = graph.global(call.callee) else { continue };
                match (&*name.module, &*name.name) {
                    ("torch._utils", "_rebuild_parameter" | "_rebuild_parameter_with_state") => {
                        if let Some([inner, requires_grad, ..]) = graph.tuple(call.args) {
                            parameters.push((*inner, graph.value(*requires_grad) == &Value::Bool(true)));
                        }
                    }
                    ("torch._utils" | "torch.jit._pickle", of) => {
                        match read_tensor(graph, of, call, &storages, id) {
                            Some(Ok(tensor)) => {
                                by_id.insert(id, found.tensors.len());
                                found.tensors.push(Tensor { name: names.name(graph, id), ..tensor });
                            }
                            Some(Err(why)) => found.faults.push(Fault { at, why: format!("{of}: {why}") }),
                            None => {}
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    for (inner, requires_grad) in parameters {
        if let Some(tensor) = by_id.get(&inner).and_then(|i| found.tensors.get_mut(*i)) {
            tensor.parameter = true;
            tensor.requires_grad = requires_grad;
        }
    }
    found
}

/// The call that makes a tensor of a subclass, or with attributes: `_rebuild_from_type_v2(function, class, arguments, state)`.
fn of_subclass(graph: &Graph<'_>, call: &Call) -> Option<Call> {
    let name = graph.global(call.callee)?;
    let [callee, _, args, ..] = graph.tuple(call.args)? else { return None };
    let is = name.module == "torch._tensor" && name.name == "_rebuild_from_type_v2";
    is.then_some(Call { opcode: call.opcode, callee: *callee, args: *args, named: None })
}

/// A storage, if that is what the persistent id is of.
fn storage(graph: &Graph<'_>, id: ValueId, at: u64) -> Option<Result<Storage, &'static str>> {
    let [kind, class, key, device, numel, rest @ ..] = graph.tuple(id)? else { return None };
    if graph.text(*kind)? != "storage" {
        return None;
    }
    let read = || {
        let class = graph.global(*class).ok_or("the class of a storage is not a global")?;
        // Many storages may share one long name.
        if class.module.len() + class.name.len() > LONGEST {
            return Err("the name of the class of a storage is too long");
        }
        let key = match graph.value(*key) {
            Value::Int(key) => key.to_string(),
            _ => short(graph, *key).ok_or("the key of a storage is not short text")?.to_string(),
        };
        let device = short(graph, *device).ok_or("the device of a storage is not short text")?.to_string();
        let numel = graph.int(*numel).and_then(|n| u64::try_from(n).ok());
        Ok(Storage {
            element: element(&class.module, &class.name),
            class: class.to_string(),
            key,
            device,
            numel: numel.ok_or("the number of elements of a storage is invalid")?,
            view: rest.first().is_some_and(|view| graph.value(*view) != &Value::None),
            at,
        })
    };
    Some(read())
}

/// Text that every tensor may have a copy of.
fn short<'g>(graph: &'g Graph<'_>, id: ValueId) -> Option<&'g str> {
    graph.text(id).filter(|text| text.len() <= LONGEST)
}

/// The integers of a tuple or list, up to [`DIMENSIONS`].
fn ints(graph: &Graph<'_>, id: ValueId) -> Option<Vec<i64>> {
    let elements = match graph.value(id) {
        Value::Tuple(elements) => &**elements,
        Value::List(elements) => elements,
        // `torch.Size((1, 2))`.
        Value::Object(call) => match graph.tuple(call.args)? {
            [inner] => graph.tuple(*inner)?,
            _ => return None,
        },
        _ => return None,
    };
    if elements.len() > DIMENSIONS {
        return None;
    }
    elements.iter().map(|id| graph.int(*id)).collect()
}

/// A tensor, if a call of `of` makes one.
fn read_tensor(
    graph: &Graph<'_>,
    of: &str,
    call: &Call,
    storages: &QuickMap<ValueId, usize>,
    id: ValueId,
) -> Option<Result<Tensor, &'static str>> {
    let args = graph.tuple(call.args);
    let blank = Tensor { id: Some(id), ..Tensor::outside(String::new(), None, graph.node(id).at) };
    const SHORT: &str = "it has too few arguments";
    let truth = |id: &ValueId| graph.value(*id) == &Value::Bool(true);
    let dtype = |id: &ValueId| {
        let name = graph.global(*id).filter(|name| name.module == "torch")?;
        element_of_dtype(&name.name).map(|element| element.dtype.to_string())
    };
    Some(match (of, args) {
        ("_rebuild_tensor" | "_rebuild_tensor_v2" | "_rebuild_tensor_v3" | "_rebuild_qtensor", args) => {
            (|| {
                let [storage, offset, sizes, strides, rest @ ..] = args.ok_or(SHORT)? else {
                    return Err(SHORT);
                };
                let mut tensor = Tensor {
                    storage: Some(*storages.get(storage).ok_or("its storage is not a persistent id")?),
                    offset: graph.int(*offset).ok_or("its offset is not an integer")?,
                    sizes: ints(graph, *sizes).ok_or("its sizes are not integers, or more than 64")?,
                    strides: ints(graph, *strides).ok_or("its strides are not integers, or more than 64")?,
                    ..blank
                };
                if tensor.sizes.len() != tensor.strides.len() {
                    return Err("it has other numbers of sizes and strides");
                }
                let grad = match (of, rest) {
                    ("_rebuild_qtensor", [quantiser, grad, ..]) => {
                        let read = quantised(graph, *quantiser).ok_or("its quantiser is of no known form")?;
                        tensor.kind = TensorKind::Quantised(read);
                        Some(grad)
                    }
                    ("_rebuild_qtensor", _) => return Err(SHORT),
                    ("_rebuild_tensor_v3", [grad, _, of, ..]) => {
                        tensor.dtype = dtype(of);
                        Some(grad)
                    }
                    ("_rebuild_tensor", _) => None,
                    (_, [grad, ..]) => Some(grad),
                    _ => return Err(SHORT),
                };
                tensor.requires_grad = grad.is_some_and(truth);
                Ok(tensor)
            })()
        }
        ("_rebuild_sparse_tensor", args) => (|| {
            let [layout, rest @ ..] = args.ok_or(SHORT)? else { return Err(SHORT) };
            // The TorchScript writer has the number of the layout, `torch.save` a call of `_get_layout` with its name.
            let (sparse, sizes) = match graph.int(*layout) {
                Some(1) => (Sparse::Coo, rest.first()),
                Some(2..=6) => (Sparse::Compressed, rest.first()),
                Some(other) => (Sparse::Other(other), None),
                None => {
                    let name = graph.call(*layout).and_then(|call| graph.tuple(call.args));
                    let name = name.and_then(|args| graph.text(*args.first()?)).unwrap_or_default();
                    let Some(data) = rest.first().and_then(|data| graph.tuple(*data)) else {
                        return Err(SHORT);
                    };
                    match name {
                        "torch.sparse_coo" => (Sparse::Coo, data.get(2)),
                        _ => (Sparse::Compressed, data.get(3)),
                    }
                }
            };
            let sizes = sizes.and_then(|sizes| ints(graph, *sizes)).unwrap_or_default();
            Ok(Tensor { kind: TensorKind::Sparse(sparse), sizes, ..blank })
        })(),
        ("_rebuild_meta_tensor_no_storage", args) => (|| {
            let [of, sizes, strides, grad, ..] = args.ok_or(SHORT)? else { return Err(SHORT) };
            let sizes = ints(graph, *sizes).ok_or("its sizes are not integers, or more than 64")?;
            let strides = ints(graph, *strides).ok_or("its strides are not integers, or more than 64")?;
            let (dtype, requires_grad) = (dtype(of), truth(grad));
            Ok(Tensor { kind: TensorKind::Meta, dtype, sizes, strides, requires_grad, ..blank })
        })(),
        ("build_tensor_from_id", args) => match args.and_then(|args| graph.int(*args.first()?)) {
            Some(number) => Ok(Tensor { kind: TensorKind::Table(number), ..blank }),
            None => Err("its number in the table is not an integer"),
        },
        _ => return None,
    })
}

fn quantised(graph: &Graph<'_>, id: ValueId) -> Option<Quantiser> {
    let [scheme, one, two, rest @ ..] = graph.tuple(id)? else { return None };
    let scheme = graph.global(*scheme).filter(|name| name.module == "torch" && name.name.len() <= LONGEST)?;
    let scheme = scheme.name.to_string();
    match (graph.value(*one), graph.value(*two), rest) {
        (Value::Float(scale), Value::Int(zero_point), _) => {
            Some(Quantiser::PerTensor { scheme, scale: *scale, zero_point: *zero_point })
        }
        (_, _, [axis, ..]) => Some(Quantiser::PerChannel { scheme, axis: graph.int(*axis)? }),
        _ => None,
    }
}
