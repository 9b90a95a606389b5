//! The values of a program as FlatBuffers as those of a pickle: one model for both, so that one engine rewrites functions of both, and so that values can be
//! pickled.

use std::borrow::Cow;

use outlast_core::{Budget, QuickMap};
use outlast_flatbuffers::view::{Table, Vector};

use crate::archive::storage_of_dtype;
use crate::flatbuffer::slots::{DICT_TYPE, IVALUE, LIST_TYPE, NUMBERS, STRING_DATA};
use crate::flatbuffer::{ClassKind, FlatFile, Module, Quantiser, Tensor, ValueKind};
use crate::pickle::{Call, Graph, Name, Opcode, Update, Value, ValueId};

/// The values of a module.
pub(super) struct Values<'a> {
    /// All of them; those of the module come first, by their index.
    pub(super) graph: Graph<'a>,
    /// How many are the module's.
    pub(super) count: usize,
    /// What cannot be pickled, by its index: why.
    pub(super) unsaid: Vec<(usize, String)>,
}

impl<'a> Values<'a> {
    /// Those of a file. `None` if there are more than a graph can have.
    pub(super) fn of(file: &FlatFile<'a>, module: &Module) -> Option<Values<'a>> {
        let mut graph = Graph::default();
        for _ in &module.values {
            graph.add(Value::None, 0)?;
        }
        let mut maker = Maker {
            file,
            module,
            out: Values { graph, count: module.values.len(), unsaid: Vec::new() },
            globals: QuickMap::default(),
            classes: QuickMap::default(),
            storages: QuickMap::default(),
            budget: Budget::for_bytes(file.file.len(), 1, 0),
        };
        let ids: Vec<ValueId> = maker.out.graph.ids().collect();
        for (index, id) in ids.into_iter().enumerate() {
            maker.value(index, id)?;
        }
        Some(maker.out)
    }

    /// The value with an index.
    pub(super) fn id(&self, index: u32) -> Option<ValueId> {
        usize::try_from(index).ok().filter(|index| *index < self.count).map(|_| ValueId(index))
    }

    /// The index of a value of the module.
    pub(super) fn index(&self, id: ValueId) -> Option<u32> {
        u32::try_from(id.index()).ok().filter(|_| id.index() < self.count)
    }
}

/// The key of a storage in an archive.
pub(super) fn key(storage: u32) -> String {
    storage.to_string()
}

struct Maker<'m, 'a> {
    file: &'m FlatFile<'a>,
    module: &'m Module,
    out: Values<'a>,
    globals: QuickMap<(&'static str, &'static str), ValueId>,
    classes: QuickMap<u32, ValueId>,
    /// Storages by their index, each with the type of its elements.
    storages: QuickMap<u32, (&'static str, ValueId)>,
    /// Numbers that may still be read: tables may be shared.
    budget: Budget,
}

impl<'a> Maker<'_, 'a> {
    fn add(&mut self, value: Value<'a>) -> Option<ValueId> {
        self.out.graph.add(value, 0)
    }

    fn set(&mut self, id: ValueId, value: Value<'a>) {
        *self.out.graph.value_mut(id) = value;
    }

    fn tuple(&mut self, items: Vec<ValueId>) -> Option<ValueId> {
        self.add(Value::Tuple(items.into()))
    }

    fn global(&mut self, module: &'static str, name: &'static str) -> Option<ValueId> {
        if let Some(known) = self.globals.get(&(module, name)) {
            return Some(*known);
        }
        let id = self.add(Value::Global(Box::new(Name { module: module.into(), name: name.into() })))?;
        self.globals.insert((module, name), id);
        Some(id)
    }

    fn call(&mut self, module: &'static str, name: &'static str, args: Vec<ValueId>) -> Option<Value<'a>> {
        let callee = self.global(module, name)?;
        let args = self.tuple(args)?;
        Some(Value::Object(Box::new(Call { opcode: Opcode::REDUCE, callee, args, named: None })))
    }

    /// The table of a value.
    fn table(&self, index: usize) -> Option<Table<'a>> {
        let at = self.module.values.get(index)?.at.checked_sub(self.file.file.base())?;
        Table::at(self.file.file, usize::try_from(at).ok()?).ok()?.table(IVALUE).ok()?
    }

    fn text(&self, index: usize, slot: u16) -> Option<&'a [u8]> {
        Some(self.table(index)?.string(slot).ok()??.bytes())
    }

    fn indices(&self, all: &[u32]) -> Option<Vec<ValueId>> {
        // Only values before it are there when readers make a value; what they refer to later is `None` to them, which is an error of the file.
        all.iter().map(|index| self.at(*index)).collect()
    }

    fn at(&self, index: u32) -> Option<ValueId> {
        self.out.id(index)
    }

    fn unsaid(&mut self, index: usize, why: impl Into<String>) {
        self.out.unsaid.push((index, why.into()));
    }

    /// Makes one value; `None` if there are too many.
    fn value(&mut self, index: usize, id: ValueId) -> Option<()> {
        let module = self.module;
        let value = match &module.values.get(index)?.kind {
            ValueKind::None => Value::None,
            ValueKind::Int(number) => Value::Int(*number),
            ValueKind::Bool(truth) => Value::Bool(*truth),
            ValueKind::Double(number) => Value::Float(*number),
            ValueKind::Complex(real, imaginary) => {
                let args = vec![self.add(Value::Float(*real))?, self.add(Value::Float(*imaginary))?];
                self.call("builtins", "complex", args)?
            }
            ValueKind::Tensor(tensor) => match self.tensor(tensor)? {
                Ok(value) => value,
                Err(why) => return self.opaque(index, id, &why),
            },
            ValueKind::Text(_) => match self.text(index, STRING_DATA) {
                Some(text) => Value::Text(Cow::Borrowed(text)),
                None => Value::Text(Cow::Borrowed(b"")),
            },
            ValueKind::Device(name) => {
                let name = self.add(Value::Text(name.as_bytes().to_vec().into()))?;
                self.call("torch", "device", vec![name])?
            }
            ValueKind::List(items, _) => match self.indices(items) {
                Some(items) => self.tagged(index, LIST_TYPE, Value::List(items))?,
                None => return self.opaque(index, id, OUTSIDE),
            },
            ValueKind::Dict(keys, values, _) => match (self.indices(keys), self.indices(values)) {
                (Some(keys), Some(values)) if keys.len() == values.len() => {
                    let items = keys.into_iter().zip(values).collect();
                    self.tagged(index, DICT_TYPE, Value::Dict(items))?
                }
                _ => return self.opaque(index, id, OUTSIDE),
            },
            ValueKind::Tuple(items) => match self.indices(items) {
                Some(items) => Value::Tuple(items.into()),
                None => return self.opaque(index, id, OUTSIDE),
            },
            ValueKind::IntList(_) => {
                let of = |numbers: &Vector<'a>| numbers.i64s().map(Value::Int).collect();
                return self.numbers(index, id, ("build_intlist", 8), &of);
            }
            ValueKind::DoubleList(_) => {
                let of = |numbers: &Vector<'a>| {
                    numbers.u64s().map(|bits| Value::Float(f64::from_bits(bits))).collect()
                };
                return self.numbers(index, id, ("build_doublelist", 8), &of);
            }
            ValueKind::BoolList(_) => {
                let of = |numbers: &Vector<'a>| {
                    numbers.bytes().iter().map(|byte| Value::Bool(*byte != 0)).collect()
                };
                return self.numbers(index, id, ("build_boollist", 1), &of);
            }
            ValueKind::Object { class, state, attributes, .. } => {
                return self.object(index, id, *class, *state, attributes);
            }
            ValueKind::Enum(class, _) => {
                let why = format!("a member of the enumeration `{}`", class.escape_debug());
                return self.opaque(index, id, &why);
            }
            // Nothing but methods and `__setstate__` leads to them.
            ValueKind::Function(_) => Value::Buffer,
            ValueKind::Unknown(number) => {
                return self.opaque(index, id, &format!("a value of kind {number}"));
            }
        };
        self.set(id, value);
        Some(())
    }

    /// A value that no pickle has: equal to nothing.
    #[cold]
    fn opaque(&mut self, index: usize, id: ValueId, why: &str) -> Option<()> {
        self.unsaid(index, why);
        self.set(id, Value::Buffer);
        Some(())
    }

    /// A list or dictionary with its type.
    fn tagged(&mut self, index: usize, slot: u16, value: Value<'a>) -> Option<Value<'a>> {
        let Some(ty) = self.text(index, slot) else { return Some(value) };
        if ty == b"List[Tensor]" {
            let list = self.add(value)?;
            return self.call("torch.jit._pickle", "build_tensorlist", vec![list]);
        }
        let (value, ty) = (self.add(value)?, self.add(Value::Text(Cow::Borrowed(ty)))?);
        self.call("torch.jit._pickle", "restore_type_tag", vec![value, ty])
    }

    fn numbers(
        &mut self,
        index: usize,
        id: ValueId,
        (build, size): (&'static str, usize),
        of: &dyn Fn(&Vector<'a>) -> Vec<Value<'a>>,
    ) -> Option<()> {
        let vector = self.table(index).and_then(|table| table.vector(NUMBERS, size).ok()?);
        let count = vector.as_ref().map_or(0, Vector::len);
        if !self.budget.spend(count) {
            return self.opaque(index, id, "lists that share more numbers than the file has bytes");
        }
        let numbers = vector.as_ref().map_or_else(Vec::new, of);
        let items = numbers.into_iter().map(|number| self.add(number)).collect::<Option<Vec<_>>>()?;
        let list = self.add(Value::List(items))?;
        let value = self.call("torch.jit._pickle", build, vec![list])?;
        self.set(id, value);
        Some(())
    }

    fn object(
        &mut self,
        index: usize,
        id: ValueId,
        class: u32,
        state: u32,
        attributes: &[u32],
    ) -> Option<()> {
        let module = self.module;
        let Some(of) = usize::try_from(class).ok().and_then(|at| module.classes.get(at)) else {
            return self.opaque(index, id, "an object of a class that does not exist");
        };
        let callee = match self.classes.get(&class) {
            Some(known) => *known,
            None => {
                let (path, name) = of.name.rsplit_once('.').unwrap_or(("__torch__", &of.name));
                let name = Name { module: path.to_string().into(), name: name.to_string().into() };
                let callee = self.add(Value::Global(Box::new(name)))?;
                self.classes.insert(class, callee);
                callee
            }
        };
        let state = match of.kind {
            ClassKind::WithFields => {
                let mut items = Vec::with_capacity(attributes.len());
                for (name, value) in of.attributes.iter().zip(attributes) {
                    let Some(value) = self.at(*value) else { return self.opaque(index, id, OUTSIDE) };
                    items.push((self.add(Value::Text(name.as_bytes().to_vec().into()))?, value));
                }
                self.add(Value::Dict(items))?
            }
            ClassKind::WithSetstate | ClassKind::Custom => match self.at(state) {
                Some(state) => state,
                None => return self.opaque(index, id, OUTSIDE),
            },
            _ => return self.opaque(index, id, "an object of a class without objects"),
        };
        let args = self.tuple(Vec::new())?;
        self.set(id, Value::Object(Box::new(Call { opcode: Opcode::NEWOBJ, callee, args, named: None })));
        self.out.graph.update(id, Update::State { state, at: 0 });
        Some(())
    }

    /// A tensor; the sentence says why it cannot be pickled.
    fn tensor(&mut self, tensor: &Tensor) -> Option<Result<Value<'a>, String>> {
        let storage = match self.storage(tensor)? {
            Ok(storage) => storage,
            Err(why) => return Some(Err(why)),
        };
        let mut numbers = |all: &[i32]| {
            let items = all
                .iter()
                .map(|number| self.add(Value::Int((*number).into())))
                .collect::<Option<Vec<_>>>()?;
            self.tuple(items)
        };
        let (sizes, strides) = (numbers(&tensor.sizes)?, numbers(&tensor.strides)?);
        let offset = self.add(Value::Int(tensor.offset.into()))?;
        let gradient = self.add(Value::Bool(tensor.requires_grad))?;
        let hooks = self.call("collections", "OrderedDict", Vec::new())?;
        let hooks = self.add(hooks)?;
        let Some(quantiser) = &tensor.quantiser else {
            let args = vec![storage, offset, sizes, strides, gradient, hooks];
            return self.call("torch._utils", "_rebuild_tensor_v2", args).map(Ok);
        };
        let parts = match quantiser {
            Quantiser::PerTensor { scale, zero_point, .. } => {
                vec![
                    self.global("torch", "per_tensor_affine")?,
                    self.add(Value::Float(*scale))?,
                    self.add(Value::Int((*zero_point).into()))?,
                ]
            }
            Quantiser::PerChannel { scheme, scales, zero_points, axis } => {
                let name = match scheme {
                    1 => "per_channel_affine",
                    4 => "per_channel_affine_float_qparams",
                    other => return Some(Err(format!("a tensor of quantisation scheme {other}"))),
                };
                let mut parts = vec![self.global("torch", name)?];
                for part in [scales, zero_points] {
                    let Some(part) = part else {
                        return Some(Err("a quantised tensor without scales".into()));
                    };
                    match self.tensor(part)? {
                        Ok(value) => parts.push(self.add(value)?),
                        Err(why) => return Some(Err(why)),
                    }
                }
                parts.push(self.add(Value::Int((*axis).into()))?);
                parts
            }
        };
        let quantiser = self.tuple(parts)?;
        let args = vec![storage, offset, sizes, strides, quantiser, gradient, hooks];
        self.call("torch._utils", "_rebuild_qtensor", args).map(Ok)
    }

    /// The storage of a tensor: one value, however many tensors share it.
    fn storage(&mut self, tensor: &Tensor) -> Option<Result<ValueId, String>> {
        let Some((dtype, size)) = tensor.scalar_type.name().zip(tensor.scalar_type.size()) else {
            return Some(Err(format!("a tensor of {}", tensor.scalar_type)));
        };
        let Some(class) = storage_of_dtype(dtype) else { return Some(Err(format!("a tensor of {dtype}"))) };
        if let Some((known, id)) = self.storages.get(&tensor.storage) {
            return Some(match *known == dtype {
                true => Ok(*id),
                false => Err(format!("tensors of {known} and of {dtype} in one storage")),
            });
        }
        let Some(data) = self.module.storage(tensor.storage) else {
            return Some(Err("a tensor in a storage that does not exist".into()));
        };
        let count = data.end.saturating_sub(data.start).checked_div(size).and_then(|n| i64::try_from(n).ok());
        let parts = vec![
            self.add(Value::Text(Cow::Borrowed(b"storage")))?,
            self.global("torch", class)?,
            self.add(Value::Text(key(tensor.storage).into_bytes().into()))?,
            self.add(Value::Text(Cow::Borrowed(b"cpu")))?,
            self.add(Value::Int(count.unwrap_or(0)))?,
        ];
        let parts = self.tuple(parts)?;
        let id = self.add(Value::Persistent(parts))?;
        self.storages.insert(tensor.storage, (dtype, id));
        Some(Ok(id))
    }
}

/// Why a value that refers to what is not there is not said.
const OUTSIDE: &str = "a value that refers to one that does not exist";
