//! Facts: what a program needs of its reader, with the first place of each need.
//!
//! Uses are aggregated by shape: a program with a million calls of one operator has one fact with a count.

mod memory;
mod needs;
mod shape;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use outlast_core::{Budget, Path, Place, QuickMap, Result, Step};
use outlast_flatbuffers::view::Vector;

use crate::backends::{Container, vulkan};
use crate::defs::{ScalarType, ValueKind, instruction};
use crate::flat_tensor::Layout;
use crate::program::{ProgramFile, Storage};
use crate::tables::{
    BackendDelegate, Bool, DelegateCall, Double, EValue, ExecutionPlan, Int, IntList, KernelCall, List,
    Tensor, TensorList, View,
};
use crate::work::{Spending, budget};
use crate::{backends, xnnpack};

pub(crate) use memory::homeless;
use shape::tensor_shape;
pub use shape::{Argument, CallShape, TensorShape};

/// Lists of more integers than this are not looked into: operators take two for each dimension at most, of which runtimes allow 16.
const MOST_NUMBERS: usize = 32;

/// What a program needs.
#[derive(Clone, Debug)]
pub struct ProgramFacts {
    /// The schema version that the program says.
    pub version: u32,
    /// Constants are in the FlatBuffer, or the program says nothing of constants: see [`ConstantStore`].
    pub constants: ConstantStore,
    /// Names of segments.
    pub named_data: BTreeSet<String>,
    /// Whether any device other than the CPU is named.
    pub device: Option<Place>,
    /// Entry points in the order of the file.
    pub entry_points: Vec<EntryPoint>,
}

/// Where constants are, as readers decide it.
#[derive(Clone, Debug)]
pub enum ConstantStore {
    /// `constant_segment` is absent or names no offsets: readers use `constant_buffer`, with so many entries.
    Buffer {
        /// Entries of `constant_buffer`; one empty entry stands for none.
        entries: u64,
        /// Where.
        place: Place,
    },
    /// A segment, with so many offsets; 1 stands for none.
    Segment {
        /// Offsets.
        entries: u64,
    },
}

/// What an entry point needs.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub name: String,
    /// Its path in the file.
    pub path: Path,
    /// Operators that instructions call, aggregated by name and argument shape.
    pub operators: Vec<OperatorUse>,
    /// Delegates that instructions call or that are listed: readers initialise all.
    pub delegates: Vec<DelegateUse>,
    /// Tensors whose data come from outside.
    pub external: Vec<ExternalTensor>,
    /// Planned tensors that start with data of the file.
    pub initialised: Option<(u64, Place)>,
    /// Tensors of calls that have no memory.
    pub homeless: Option<(u64, Place)>,
    /// Element types of tensors: how many, and where first.
    pub scalar_types: BTreeMap<ScalarType, (u64, Place)>,
    /// Instructions by tag.
    pub instructions: BTreeMap<u8, u64>,
    /// Inputs that are planned in a buffer of no bytes: they have no elements, and nothing else has any.
    pub placeless: Option<(u64, Place)>,
    /// The kind of each input; `None` where the index leads nowhere.
    pub inputs: Vec<Option<ValueKind>>,
    /// How many outputs.
    pub outputs: usize,
}

/// An operator with the shape of its arguments.
#[derive(Clone, Debug)]
pub struct OperatorUse {
    /// `aten::add.out`.
    pub name: String,
    /// Its arguments.
    pub shape: CallShape,
    /// Its index in the list of operators, which the runtime's message shows.
    pub index: usize,
    /// Calls.
    pub count: u64,
    /// The first of them.
    pub first: Place,
}

/// A delegate.
#[derive(Clone, Debug)]
pub struct DelegateUse {
    /// The backend.
    pub backend: String,
    /// Number in the entry point's list.
    pub index: usize,
    /// Where its payload is.
    pub storage: Option<Storage>,
    /// Size of its payload in bytes.
    pub bytes: u64,
    /// What the payload needs, where this crate can tell.
    pub payload: Payload,
    /// Calls.
    pub calls: u64,
    /// Arguments of its calls whose dimension order is not the natural one: each place once, with the first tensor there.
    pub ordered: Vec<(usize, Arc<TensorShape>)>,
    /// Where it is listed.
    pub place: Place,
}

/// What a delegate's payload needs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Payload {
    /// An XNNPACK graph.
    Xnnpack(Box<xnnpack::Facts>),
    /// A Vulkan graph.
    Vulkan(Box<vulkan::Facts>),
    /// A payload of a backend that is known: what its container tells.
    Container(Box<Container>),
    /// A payload of a backend that this crate does not know.
    Opaque,
    /// A payload that could not be read.
    Unreadable(outlast_core::Error),
}

/// A tensor whose data come from outside the program.
#[derive(Clone, Debug)]
pub struct ExternalTensor {
    /// Its name in the data file.
    pub name: String,
    /// Type and shape.
    pub layout: Layout,
    /// Where.
    pub place: Place,
}

impl ProgramFacts {
    /// Reads the facts of a program. Fails at the first structure that cannot be read: verify first.
    pub fn read(program: &ProgramFile<'_>) -> Result<ProgramFacts> {
        let root = &program.root;
        let constants = match program.uses_constant_buffer()? {
            true => ConstantStore::Buffer {
                entries: root.constant_buffer()?.map_or(0, |v| v.len() as u64),
                place: match root.constant_segment()? {
                    Some(segment) => segment.place(&Path::root().field("constant_segment")),
                    None => root.place(&Path::root()),
                },
            },
            false => ConstantStore::Segment {
                entries: match root.constant_segment()? {
                    Some(segment) => segment.offsets()?.map_or(0, |v| v.len() as u64),
                    None => 0,
                },
            },
        };
        let mut work = budget(&program.file);
        let mut named_data = BTreeSet::new();
        if let Some(list) = root.named_data()? {
            for item in list.iter() {
                named_data.insert(work.text(item?.key()?)?);
            }
        }
        let mut facts = ProgramFacts {
            version: root.version()?,
            constants,
            named_data,
            device: None,
            entry_points: Vec::new(),
        };
        if let Some(plans) = root.execution_plan()? {
            for (i, plan) in plans.iter().enumerate() {
                let plan = plan.map_err(|e| e.within(Step::Index(i as u64)))?;
                let entry = entry_point(program, &plan, i, &mut facts.device, &mut work)
                    .map_err(|e| e.within(Step::Item("plan", i as u64)))?;
                facts.entry_points.push(entry);
            }
        }
        Ok(facts)
    }
}

fn entry_point(
    program: &ProgramFile<'_>,
    plan: &ExecutionPlan<'_>,
    index: usize,
    device: &mut Option<Place>,
    work: &mut Budget,
) -> Result<EntryPoint> {
    let name = work.text(plan.name()?)?;
    let path = Path::root().named("plan", if name.is_empty() { "(no name)" } else { &name });
    let path = if name.is_empty() { path.index(index) } else { path };
    let mut entry = EntryPoint {
        name,
        path: path.clone(),
        operators: Vec::new(),
        delegates: Vec::new(),
        external: Vec::new(),
        initialised: None,
        homeless: None,
        placeless: None,
        scalar_types: BTreeMap::new(),
        instructions: BTreeMap::new(),
        inputs: Vec::new(),
        outputs: plan.outputs()?.map_or(0, |v| v.len()),
    };
    let shapes = entry.read_values(plan, device, work)?;
    let inputs = plan.inputs()?.map_or_else(Vec::new, |v| v.i32s().collect());
    let kind = |n: i32| usize::try_from(n).ok().and_then(|n| shapes.get(n)).map(|(kind, _)| *kind);
    entry.inputs = inputs.into_iter().map(kind).collect();
    let calls = entry.read_instructions(plan, &shapes, work)?;
    let homeless = homeless(plan)?;
    if let (Some(first), Some(values)) = (homeless.first(), plan.values()?) {
        let place = values.get(*first)?.place(&path.item("value", *first));
        entry.homeless = Some((homeless.len() as u64, place));
    }
    entry.placeless = memory::placeless(plan, &path)?;
    if let Some(list) = plan.delegates()? {
        for (i, delegate) in list.iter().enumerate() {
            let delegate = delegate.map_err(|e| e.within(Step::Item("delegate", i as u64)))?;
            let calls = calls.get(&i).cloned().unwrap_or_default();
            let here = delegate.place(&path.item("delegate", i));
            entry.delegates.push(delegate_use(program, &delegate, (i, calls), here, work)?);
        }
    }
    if let Some(devices) = plan.non_const_buffer_device()? {
        for item in devices.iter() {
            let item = item?;
            if item.device_type()? != 0 && device.is_none() {
                *device = Some(item.place(&path.field("non_const_buffer_device")));
            }
        }
    }
    Ok(entry)
}

fn delegate_use(
    program: &ProgramFile<'_>,
    delegate: &BackendDelegate<'_>,
    (index, calls): (usize, DelegateCalls),
    place: Place,
    work: &mut Budget,
) -> Result<DelegateUse> {
    let backend = work.text(delegate.id()?)?;
    let payload = program.delegate_payload(delegate);
    // Delegates may share a payload, and its graph is read for each of them.
    work.visit(64 + payload.as_ref().map_or(0, |p| xnnpack::graph_size(p)))?;
    let bytes = payload.as_ref().map_or(0, |p| p.len() as u64);
    let payload = match (payload, backend.as_str()) {
        (Err(error), _) => Payload::Unreadable(error),
        (Ok(bytes), "XnnpackBackend") => match xnnpack::facts(bytes) {
            Ok(mut facts) => {
                let within = |p: &mut Place| p.path.wrap_all(&place.path);
                facts.nodes.values_mut().for_each(|(_, p)| within(p));
                facts.uses.values_mut().for_each(|(_, p)| within(p));
                facts.values.values_mut().for_each(|(_, p)| within(p));
                facts.datatypes.values_mut().for_each(|(_, p)| within(p));
                facts.named_weights.iter_mut().for_each(|(_, p)| within(p));
                facts.scale_weights.iter_mut().for_each(|(_, p)| within(p));
                facts.wide_dynamic.iter_mut().for_each(|(_, p)| within(p));
                Payload::Xnnpack(Box::new(facts))
            }
            Err(error) => Payload::Unreadable(error.under(&place.path)),
        },
        (Ok(bytes), "VulkanBackend") => match vulkan::facts(&bytes) {
            Ok(facts) => Payload::Vulkan(Box::new(facts)),
            Err(error) => Payload::Unreadable(error.under(&place.path)),
        },
        (Ok(bytes), backend) => match backends::read(backend, &bytes) {
            Some(Ok(container)) => Payload::Container(Box::new(container)),
            Some(Err(error)) => Payload::Unreadable(error.under(&place.path)),
            None => Payload::Opaque,
        },
    };
    let storage = program.delegate_storage(delegate)?;
    let ordered = calls.ordered.into_iter().collect();
    Ok(DelegateUse { backend, index, storage, bytes, payload, calls: calls.count, ordered, place })
}

/// The calls of a delegate.
#[derive(Clone, Default)]
struct DelegateCalls {
    count: u64,
    ordered: BTreeMap<usize, Arc<TensorShape>>,
}

impl EntryPoint {
    /// Reads what values need; returns the kind of each value, and what it is as an argument.
    fn read_values(
        &mut self,
        plan: &ExecutionPlan<'_>,
        device: &mut Option<Place>,
        work: &mut Budget,
    ) -> Result<Vec<(ValueKind, Argument)>> {
        let Some(values) = plan.values()? else { return Ok(Vec::new()) };
        work.visit(values.len())?;
        let mut shapes: Vec<(ValueKind, Argument)> = Vec::with_capacity(values.len());
        for (i, value) in values.iter().enumerate() {
            let within = |e: outlast_core::Error| e.within(Step::Item("value", i as u64));
            let value = value.map_err(within)?;
            let kind = ValueKind::from_tag(value.val_type().map_err(within)?);
            let table = value.val().map_err(within)?;
            let argument = match (kind, table) {
                (ValueKind::Tensor, Some(table)) => {
                    let tensor = Tensor::new(table);
                    self.read_tensor(&tensor, i, device, work).map_err(within)?;
                    Argument::Tensor(Arc::new(tensor_shape(&tensor).map_err(within)?))
                }
                (ValueKind::Bool, Some(table)) => {
                    Argument::Bool(Bool::new(table).bool_val().map_err(within)?)
                }
                (ValueKind::Int, Some(table)) if Int::new(table).int_val().map_err(within)? == 1 => {
                    Argument::One(kind)
                }
                (ValueKind::Double, Some(table))
                    if Double::new(table).double_val().map_err(within)? == 1.0 =>
                {
                    Argument::One(kind)
                }
                (ValueKind::TensorList | ValueKind::OptionalTensorList, Some(table)) => {
                    let items = TensorList::new(table).items().map_err(within)?;
                    let first = items.and_then(|v| v.i32(0).ok()).and_then(|n| usize::try_from(n).ok());
                    match first.and_then(|n| shapes.get(n)) {
                        Some((_, Argument::Tensor(tensor) | Argument::TensorList(_, tensor))) => {
                            Argument::TensorList(kind, tensor.clone())
                        }
                        _ => Argument::Other(kind),
                    }
                }
                (ValueKind::IntList, Some(table)) => {
                    let items = IntList::new(table).items().map_err(within)?;
                    negatives(items, &values, work)
                        .map_err(within)?
                        .map_or(Argument::Other(kind), Argument::Negative)
                }
                _ => Argument::Other(kind),
            };
            shapes.push((kind, argument));
        }
        Ok(shapes)
    }

    fn read_tensor(
        &mut self,
        tensor: &Tensor<'_>,
        index: usize,
        device: &mut Option<Place>,
        work: &mut Budget,
    ) -> Result<()> {
        let scalar_type = ScalarType(tensor.scalar_type()?);
        let here = || tensor.place(&self.path.item("value", index));
        self.scalar_types.entry(scalar_type).or_insert_with(|| (0, here())).0 += 1;
        let mutable = tensor.allocation_info()?.is_some();
        if let Some(extra) = tensor.extra_tensor_info()? {
            if extra.location()? == 1 {
                let layout = Layout::of(tensor)?;
                let name = work.text(extra.fully_qualified_name()?)?;
                self.external.push(ExternalTensor { name, layout, place: here() });
                return Ok(());
            }
            if extra.device_type()? != 0 && device.is_none() {
                *device = Some(here());
            }
        }
        if mutable && tensor.data_buffer_idx()? > 0 {
            self.initialised.get_or_insert_with(|| (0, here())).0 += 1;
        }
        Ok(())
    }

    /// Reads what instructions need; returns how each delegate is called.
    fn read_instructions(
        &mut self,
        plan: &ExecutionPlan<'_>,
        shapes: &[(ValueKind, Argument)],
        work: &mut Budget,
    ) -> Result<QuickMap<usize, DelegateCalls>> {
        let names = operator_names(plan, work)?;
        let mut uses: QuickMap<(usize, CallShape), usize> = QuickMap::default();
        let mut delegates: QuickMap<usize, DelegateCalls> = QuickMap::default();
        let chains: List<'_, _> = match plan.chains()? {
            Some(chains) => chains,
            None => return Ok(delegates),
        };
        for (c, chain) in chains.iter().enumerate() {
            let chain = chain.map_err(|e| e.within(Step::Item("chain", c as u64)))?;
            let Some(instructions) = chain.instructions()? else { continue };
            for (i, item) in instructions.iter().enumerate() {
                let within = |e: outlast_core::Error| {
                    e.within(Step::Item("instruction", i as u64)).within(Step::Item("chain", c as u64))
                };
                let item = item.map_err(within)?;
                let tag = item.instr_args_type().map_err(within)?;
                *self.instructions.entry(tag).or_default() += 1;
                let Some(table) = item.instr_args().map_err(within)? else { continue };
                match tag {
                    instruction::KERNEL_CALL => {
                        let call = KernelCall::new(table);
                        let index = call.op_index().map_err(within)?;
                        let Ok(op) = usize::try_from(index) else { continue };
                        let Some(name) = names.get(op) else { continue };
                        let args = call.args().map_err(within)?;
                        work.visit(args.map_or(0, |args| args.byte_len())).map_err(within)?;
                        let argument = |n: i32| {
                            let value = usize::try_from(n).ok().and_then(|n| shapes.get(n));
                            value.map_or(Argument::Nowhere, |(_, argument)| argument.clone())
                        };
                        let args = args.map_or_else(Vec::new, |args| args.i32s().map(argument).collect());
                        let shape = CallShape(args);
                        work.visit(shape.weight() / 2).map_err(within)?;
                        let at = *uses.entry((op, shape)).or_insert_with_key(|(op, shape)| {
                            self.operators.push(OperatorUse {
                                name: name.clone(),
                                shape: shape.clone(),
                                index: *op,
                                count: 0,
                                first: call.place(&self.path.item("chain", c).item("instruction", i)),
                            });
                            self.operators.len() - 1
                        });
                        if let Some(operator) = self.operators.get_mut(at) {
                            operator.count += 1;
                        }
                    }
                    instruction::DELEGATE_CALL => {
                        let call = DelegateCall::new(table);
                        let Ok(index) = usize::try_from(call.delegate_index().map_err(within)?) else {
                            continue;
                        };
                        let args = call.args().map_err(within)?;
                        work.visit(args.map_or(0, |args| args.byte_len())).map_err(within)?;
                        let calls = delegates.entry(index).or_default();
                        calls.count += 1;
                        for (at, n) in args.into_iter().flat_map(|args| args.i32s()).enumerate() {
                            let value = usize::try_from(n).ok().and_then(|n| shapes.get(n));
                            if let Some((_, Argument::Tensor(tensor))) = value
                                && !tensor.is_contiguous()
                            {
                                calls.ordered.entry(at).or_insert_with(|| tensor.clone());
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(delegates)
    }
}

/// The numbers of a list, where one of them is negative, all of them are values of the entry point, and the list is short.
fn negatives(
    items: Option<Vector<'_>>,
    values: &List<'_, EValue<'_>>,
    work: &mut Budget,
) -> Result<Option<Arc<[i64]>>> {
    let Some(items) = items.filter(|items| items.len() <= MOST_NUMBERS) else { return Ok(None) };
    work.visit(items.len())?;
    let mut numbers = Vec::with_capacity(items.len());
    for i in 0..items.len() {
        let Ok(at) = usize::try_from(items.i64(i)?) else { return Ok(None) };
        if at >= values.len() {
            return Ok(None);
        }
        let value = values.get(at)?;
        let table = value.val()?.filter(|_| value.val_type().map(ValueKind::from_tag) == Ok(ValueKind::Int));
        let Some(table) = table else { return Ok(None) };
        numbers.push(Int::new(table).int_val()?);
    }
    Ok(numbers.iter().any(|n| *n < 0).then(|| numbers.into()))
}

/// The names of an entry point's operators, as runtimes print them: `aten::add.out`.
pub fn operator_names(plan: &ExecutionPlan<'_>, work: &mut Budget) -> Result<Vec<String>> {
    let Some(operators) = plan.operators()? else { return Ok(Vec::new()) };
    operators
        .iter()
        .map(|operator| {
            let operator = operator?;
            let name = work.text(operator.name()?)?;
            let overload = work.text(operator.overload()?)?;
            Ok(if overload.is_empty() { name } else { format!("{name}.{overload}") })
        })
        .collect()
}
