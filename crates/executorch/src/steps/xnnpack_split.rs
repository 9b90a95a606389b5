//! A delegate for XNNPACK split around nodes that a runtime's backend lacks, where a kernel of the runtime computes the same: the nodes before,
//! a call of the operator, the nodes after. Values that cross become tensors of the program.
//!
//! | node | operator | if |
//! |---|---|---|
//! | `XNNGelu` | `aten::gelu.out`, not approximated | its values are plain fp32 tensors |
//! | `XNNBatchMatrixMultiply` | `aten::bmm.out` | so are its values, of three dimensions, and it has no flags |

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Path, Place, to_index};
use outlast_flatbuffers::build::{Slot, Target};

use super::xnnpack_weights::BACKEND;
use super::{Changes, Refusal, count};
use crate::defs::instruction;
use crate::edit::ProgramEditor;
use crate::facts::operator_names;
use crate::program::Storage;
use crate::tables::{BackendDelegate, DelegateCall, ExecutionPlan, JumpFalseCall, Tensor, View, items};
use crate::work::budget;
use crate::xnnpack::part::{self, Node, Value};

/// Nodes and the operators that compute the same.
const PORTABLE: &[(&str, u8, &str)] = &[("XNNGelu", 42, GELU), ("XNNBatchMatrixMultiply", 37, BMM)];
const GELU: &str = "aten::gelu.out";
const BMM: &str = "aten::bmm.out";
/// `xnn_datatype_fp32`, and `float32` of the program.
const FP32: u16 = 1;
const FLOAT32: i8 = 6;
/// Alignment of planned tensors, and the buffer that gets them.
const ALIGN: u64 = 16;
const BUFFER: usize = 1;

/// The operator that computes what a node does.
pub fn operator(node: &str) -> Option<&'static str> {
    PORTABLE.iter().find(|(name, ..)| *name == node).map(|(.., operator)| *operator)
}

/// What stands for a delegate: payloads and calls of an operator, in order, with the ids of values.
enum Stage<'a> {
    Part { payload: outlast_core::Output<'a>, ends: Vec<u32> },
    Call { inputs: Vec<u32>, output: u32 },
}

/// A delegate that is split.
struct Split<'a> {
    stages: Vec<Stage<'a>>,
    /// Values that cross, with their sizes.
    crossing: BTreeMap<u32, Vec<u32>>,
    /// Ends of the whole graph: value, place among the arguments.
    ends: BTreeMap<u32, u32>,
}

/// Splits every delegate that has this node.
pub fn split(editor: &mut ProgramEditor<'_, '_>, node: &str) -> Changes {
    let Some((name, tag, operator)) = PORTABLE.iter().find(|(name, ..)| *name == node).copied() else {
        return Err(Refusal::whole(format!("no operator is known that computes what {node} does")));
    };
    let file = *editor.file();
    let mut changes = Vec::new();
    for (p, plan) in items(file.root.execution_plan()?).enumerate() {
        let plan = plan?;
        let mut splits = BTreeMap::new();
        let mut nodes = 0;
        for (d, delegate) in items(plan.delegates()?).enumerate() {
            let delegate = delegate?;
            if delegate.id()?.is_none_or(|id| id.bytes() != BACKEND.as_bytes()) {
                continue;
            }
            let payload = file.delegate_payload(&delegate)?;
            let place =
                delegate.place(&Path::root().field("execution_plan").index(p).field("delegates").index(d));
            let found =
                split_graph(payload, tag).map_err(|refusal| Refusal { place: place.clone(), ..refusal })?;
            let Some((split, n)) = found else { continue };
            nodes += n;
            splits.insert(d, split);
        }
        if splits.is_empty() {
            continue;
        }
        rewrite(editor, p, &plan, splits, operator)?;
        changes.push(format!("{} computed by {operator}, between parts of the delegate", count(nodes, name)));
    }
    Ok(changes)
}

/// The stages that stand for a graph; `None` where it has no such node.
fn split_graph<'a>(payload: outlast_core::Bytes<'a>, tag: u8) -> Result<Option<(Split<'a>, usize)>, Refusal> {
    let graph = crate::xnnpack::GraphEditor::new(payload)?.graph()?;
    let (nodes, values) = part::parse(&graph)?;
    let wanted = nodes.iter().filter(|node| node.tag == tag).count();
    if wanted == 0 {
        return Ok(None);
    }
    let mut groups: Vec<(bool, Vec<&Node<'a>>)> = Vec::new();
    for node in &nodes {
        let is_call = node.tag == tag;
        match groups.last_mut() {
            Some((false, group)) if !is_call => group.push(node),
            _ => groups.push((is_call, vec![node])),
        }
    }
    let ends = values.iter().filter_map(|(id, value)| Some((*id, value.external?))).collect();
    let mut crossing = BTreeMap::new();
    let mut stages = Vec::new();
    for (at, (is_call, group)) in groups.iter().enumerate() {
        let made: BTreeSet<u32> = group.iter().flat_map(|node| &node.outputs).copied().collect();
        let is_free = |id: &u32| values.get(id).is_some_and(|value| !value.is_constant);
        let taken: BTreeSet<u32> = group.iter().flat_map(|node| &node.inputs).copied().collect();
        let inputs: Vec<u32> = taken.into_iter().filter(|id| !made.contains(id) && is_free(id)).collect();
        let later: BTreeSet<u32> = groups
            .iter()
            .skip(at + 1)
            .flat_map(|(_, group)| group)
            .flat_map(|node| &node.inputs)
            .copied()
            .collect();
        let is_given = |id: &u32| later.contains(id) || values.get(id).is_some_and(|value| value.is_output);
        let outputs: Vec<u32> = made.into_iter().filter(is_given).collect();
        for id in inputs.iter().chain(&outputs) {
            let value = crosses(*id, values.get(id))?;
            if value.external.is_none() {
                crossing.insert(*id, value.dims.clone());
            }
        }
        stages.push(match (is_call, group.first()) {
            (true, Some(node)) => call(node, &values)?,
            _ => Stage::Part {
                payload: part::payload(payload, group, &values, &inputs, &outputs)?,
                ends: inputs.into_iter().chain(outputs).collect(),
            },
        });
    }
    Ok(Some((Split { stages, crossing, ends }, wanted)))
}

/// A value that can be a tensor of the program.
fn crosses<'v, 'a>(id: u32, value: Option<&'v Value<'a>>) -> Result<&'v Value<'a>, Refusal> {
    let good = value.filter(|value| value.is_plain && value.datatype == FP32);
    good.ok_or_else(|| {
        Refusal::whole(format!("value {id}, which a part hands on, is not a plain fp32 tensor"))
    })
}

fn call<'a>(node: &Node<'_>, values: &BTreeMap<u32, Value<'_>>) -> Result<Stage<'a>, Refusal> {
    let ends: Vec<u32> = node.inputs.iter().chain(&node.outputs).copied().collect();
    for id in &ends {
        let value = crosses(*id, values.get(id))?;
        if value.is_constant {
            return Err(Refusal::whole(format!("value {id} of the node is a constant of the payload")));
        }
        if node.inputs.len() == 2 && value.dims.len() != 3 {
            let rank = value.dims.len();
            return Err(Refusal::whole(format!(
                "{BMM} takes tensors of 3 dimensions, value {id} has {rank}"
            )));
        }
    }
    if node.table.has(3) || (node.inputs.len() == 2 && node.flags != 0) {
        return Err(Refusal::whole("the node has limits or flags, which the operator does not know"));
    }
    match node.outputs[..] {
        [output] => Ok(Stage::Call { inputs: node.inputs.clone(), output }),
        _ => Err(Refusal::whole("the node has another number of outputs than one")),
    }
}

/// Writes the stages into a plan.
fn rewrite<'a>(
    editor: &mut ProgramEditor<'a, '_>,
    p: usize,
    plan: &ExecutionPlan<'a>,
    mut splits: BTreeMap<usize, Split<'a>>,
    operator: &str,
) -> Result<(), Refusal> {
    let place = || plan.place(&Path::root().field("execution_plan").index(p));
    let delegates: Vec<BackendDelegate<'a>> = items(plan.delegates()?).collect::<Result<_, _>>()?;
    let operator = operator_index(editor, p, plan, operator)?;
    let mut values = Values::new(plan, p)?;
    // Delegates in their new order, and where the old ones and the parts went.
    let mut list = Vec::new();
    let mut moved = BTreeMap::new();
    let mut parts: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (d, delegate) in delegates.iter().enumerate() {
        let next = |list: &Vec<Target>| u32::try_from(list.len()).unwrap_or(u32::MAX);
        let Some(split) = splits.get_mut(&d) else {
            moved.insert(d, next(&list));
            list.push(Target::Kept(delegate.table().pos()));
            continue;
        };
        let old = editor.file().delegate_storage(delegate)?;
        let shared =
            delegates.iter().filter(|other| editor.file().delegate_storage(other).ok() == Some(old)).count()
                > 1;
        for stage in &mut split.stages {
            let Stage::Part { payload, .. } = stage else { continue };
            let segment = editor.add_segment(std::mem::take(payload));
            let reference = editor.tables.build.table([(0, 1i8.into()), (1, segment.into())]);
            let mut fields: Vec<(u16, Slot)> = vec![(1, reference.into())];
            for slot in [0, 2] {
                if let Some(at) = delegate.table().reference(slot, "a field of the delegate")? {
                    fields.push((slot, Slot::To(Target::Kept(at))));
                }
            }
            parts.entry(d).or_default().push(next(&list));
            list.push(Target::New(editor.tables.build.table(fields)));
        }
        if let (Some(Storage::Segment(index)), false) = (old, shared) {
            editor.drop_segment(index)?;
        }
    }
    let list = editor.tables.build.references(list);
    let node = editor.plan(p)?;
    editor.tables.set(node, 7, list);
    for (c, chain) in items(plan.chains()?).enumerate() {
        let chain = chain?;
        let old: Vec<_> = items(chain.instructions()?).collect::<Result<_, _>>()?;
        let mut new: Vec<Target> = Vec::new();
        let mut jumps = Vec::new();
        let mut places = Vec::new();
        for one in &old {
            places.push(new.len());
            let Some(body) = one.instr_args()? else {
                return Err(Refusal::new("an instruction without arguments", place()));
            };
            match one.instr_args_type()? {
                instruction::DELEGATE_CALL => {
                    let call = DelegateCall::new(body);
                    let d = to_index(u32::try_from(call.delegate_index()?).unwrap_or(u32::MAX));
                    let args: Vec<i32> = call.args()?.map_or_else(Vec::new, |args| args.i32s().collect());
                    match splits.get(&d) {
                        Some(split) => {
                            let ids = values.plan_values(editor, split, &args)?;
                            let mut part = parts.get(&d).into_iter().flatten();
                            for stage in &split.stages {
                                new.push(Target::New(instruction_of(
                                    editor,
                                    stage,
                                    &ids,
                                    &mut part,
                                    operator,
                                    &mut values,
                                )?));
                            }
                        }
                        None => {
                            let index = moved.get(&d).copied().unwrap_or(u32::MAX);
                            new.push(Target::New(delegate_call(editor, index, args)));
                        }
                    }
                }
                instruction::JUMP_FALSE_CALL => {
                    jumps.push((new.len(), JumpFalseCall::new(body)));
                    new.push(Target::Kept(one.table().pos()));
                }
                _ => new.push(Target::Kept(one.table().pos())),
            }
        }
        for (at, jump) in jumps {
            let to = usize::try_from(jump.destination_instruction()?).ok();
            let to = to.and_then(|to| places.get(to).copied().or((to == places.len()).then_some(new.len())));
            let Some(to) = to else {
                return Err(Refusal::new("a jump leads outside the instructions", place()));
            };
            let to = u32::try_from(to).unwrap_or(u32::MAX);
            let condition = jump.cond_value_index()?.cast_unsigned();
            let body = editor.tables.build.table([(0, condition.into()), (1, to.into())]);
            let fields: [(u16, Slot); 2] = [(0, instruction::JUMP_FALSE_CALL.into()), (1, body.into())];
            let jump = Target::New(editor.tables.build.table(fields));
            new.get_mut(at).into_iter().for_each(|place| *place = jump);
        }
        let new = editor.tables.build.references(new);
        let node = editor.tables.follow(&[1, p, 5, c])?;
        editor.tables.set(node, 2, new);
        // One entry for each instruction: the new ones have none.
        editor.tables.clear(node, 3);
    }
    values.finish(editor)
}

fn delegate_call(
    editor: &mut ProgramEditor<'_, '_>,
    index: u32,
    args: Vec<i32>,
) -> outlast_flatbuffers::build::Ref {
    let build = &mut editor.tables.build;
    let args = build.u32s(args.into_iter().map(i32::cast_unsigned));
    let body = build.table([(0, index.into()), (1, args.into())]);
    let fields: [(u16, Slot); 2] = [(0, instruction::DELEGATE_CALL.into()), (1, body.into())];
    build.table(fields)
}

/// The instruction of a stage; `ids` are the program's values by the graph's.
fn instruction_of<'p>(
    editor: &mut ProgramEditor<'_, '_>,
    stage: &Stage<'_>,
    ids: &BTreeMap<u32, i32>,
    parts: &mut impl Iterator<Item = &'p u32>,
    operator: u32,
    values: &mut Values,
) -> Result<outlast_flatbuffers::build::Ref, Refusal> {
    let value =
        |id: &u32| ids.get(id).copied().ok_or_else(|| Refusal::whole(format!("value {id} is nowhere")));
    match stage {
        Stage::Part { ends, .. } => {
            let args = ends.iter().map(value).collect::<Result<_, _>>()?;
            Ok(delegate_call(editor, parts.next().copied().unwrap_or(u32::MAX), args))
        }
        Stage::Call { inputs, output } => {
            let mut args: Vec<i32> = inputs.iter().map(value).collect::<Result<_, _>>()?;
            if inputs.len() == 1 {
                args.push(values.word(editor, "none")?);
            }
            let output = value(output)?;
            args.extend([output, output]);
            let build = &mut editor.tables.build;
            let args = build.u32s(args.into_iter().map(i32::cast_unsigned));
            let body = build.table([(0, operator.into()), (1, args.into())]);
            let fields: [(u16, Slot); 2] = [(0, instruction::KERNEL_CALL.into()), (1, body.into())];
            Ok(build.table(fields))
        }
    }
}

/// The index of an operator, which is added where the plan does not have it.
fn operator_index(
    editor: &mut ProgramEditor<'_, '_>,
    p: usize,
    plan: &ExecutionPlan<'_>,
    operator: &str,
) -> Result<u32, Refusal> {
    let names = operator_names(plan, &mut budget(&plan.table().buffer()))?;
    if let Some(at) = names.iter().position(|name| name == operator) {
        return Ok(u32::try_from(at).unwrap_or(u32::MAX));
    }
    let (name, overload) = operator.rsplit_once('.').unwrap_or((operator, ""));
    let (name, overload) = (editor.tables.build.string(name), editor.tables.build.string(overload));
    let entry = editor.tables.build.table([(0, name.into()), (1, overload.into())]);
    if plan.operators()?.is_some() {
        let list = editor.tables.follow(&[1, p, 6])?;
        editor.tables.push(list, Target::New(entry));
    } else {
        let list = editor.tables.build.references([Target::New(entry)]);
        let node = editor.plan(p)?;
        editor.tables.set(node, 6, list);
    }
    Ok(u32::try_from(names.len()).unwrap_or(u32::MAX))
}

/// Values that a plan gets, and the memory for them.
struct Values {
    p: usize,
    count: usize,
    sizes: Vec<u64>,
    grown: bool,
    word: Option<i32>,
    /// Whether the sizes of a value of the plan vary.
    varies: Vec<bool>,
}

impl Values {
    fn new(plan: &ExecutionPlan<'_>, p: usize) -> Result<Values, Refusal> {
        let mut sizes: Vec<u64> =
            plan.non_const_buffer_sizes()?.map_or_else(Vec::new, |v| v.u64s().collect());
        sizes.resize(sizes.len().max(BUFFER + 1), 0);
        let mut varies = Vec::new();
        for value in items(plan.values()?) {
            let value = value?;
            let is_tensor =
                crate::defs::ValueKind::from_tag(value.val_type()?) == crate::defs::ValueKind::Tensor;
            let tensor = value.val()?.filter(|_| is_tensor).map(Tensor::new);
            varies.push(
                tensor.is_some_and(|tensor| tensor.shape_dynamism().is_ok_and(|dynamism| dynamism != 0)),
            );
        }
        Ok(Values { p, count: varies.len(), sizes, grown: false, word: None, varies })
    }

    fn push(
        &mut self,
        editor: &mut ProgramEditor<'_, '_>,
        kind: u8,
        body: outlast_flatbuffers::build::Ref,
    ) -> Result<i32, Refusal> {
        let fields: [(u16, Slot); 2] = [(0, kind.into()), (1, body.into())];
        let value = editor.tables.build.table(fields);
        let list = editor.tables.follow(&[1, self.p, 2])?;
        editor.tables.push(list, Target::New(value));
        self.count += 1;
        i32::try_from(self.count - 1).map_err(|_| Refusal::whole("too many values"))
    }

    fn word(&mut self, editor: &mut ProgramEditor<'_, '_>, text: &str) -> Result<i32, Refusal> {
        if let Some(word) = self.word {
            return Ok(word);
        }
        let text = editor.tables.build.string(text);
        let body = editor.tables.build.table([(0, text.into())]);
        let word = self.push(editor, 6, body)?;
        self.word = Some(word);
        Ok(word)
    }

    /// The plan's values by the graph's: arguments of the call for its ends, new tensors for what crosses.
    fn plan_values(
        &mut self,
        editor: &mut ProgramEditor<'_, '_>,
        split: &Split<'_>,
        args: &[i32],
    ) -> Result<BTreeMap<u32, i32>, Refusal> {
        let mut ids = BTreeMap::new();
        for (id, place) in &split.ends {
            let Some(value) = args.get(to_index(*place)) else {
                return Err(Refusal::whole(
                    "the delegate is called with fewer arguments than its graph has ends",
                ));
            };
            ids.insert(*id, *value);
        }
        let varies = args.iter().any(|value| {
            usize::try_from(*value).ok().and_then(|at| self.varies.get(at)).is_some_and(|varies| *varies)
        });
        for (id, dims) in &split.crossing {
            let value = self.tensor(editor, dims, varies)?;
            ids.insert(*id, value);
        }
        Ok(ids)
    }

    fn tensor(
        &mut self,
        editor: &mut ProgramEditor<'_, '_>,
        dims: &[u32],
        varies: bool,
    ) -> Result<i32, Refusal> {
        let too_large = || Refusal::new("planned memory is too large", Place::default());
        let size = dims
            .iter()
            .try_fold(4_u64, |size, dim| size.checked_mul(u64::from(*dim)))
            .ok_or_else(too_large)?;
        let buffer = self.sizes.get_mut(BUFFER).ok_or_else(too_large)?;
        let at = buffer.checked_next_multiple_of(ALIGN).ok_or_else(too_large)?;
        let end = size.checked_next_multiple_of(ALIGN).and_then(|taken| at.checked_add(taken));
        *buffer = end.filter(|end| i64::try_from(*end).is_ok()).ok_or_else(too_large)?;
        self.grown = true;
        let word = |n: u64| u32::try_from(n & u64::from(u32::MAX)).unwrap_or(u32::MAX);
        let build = &mut editor.tables.build;
        let details: [(u16, Slot); 3] = [(0, 1u32.into()), (1, word(at).into()), (2, word(at >> 32).into())];
        let details = build.table(details);
        let order: Vec<u8> = (0..u8::try_from(dims.len()).unwrap_or(u8::MAX)).collect();
        let (sizes, order) = (build.u32s(dims.iter().copied()), build.vector(order, 1, 1));
        let fields: [(u16, Slot); 5] = [
            (0, FLOAT32.into()),
            (2, sizes.into()),
            (3, order.into()),
            (6, details.into()),
            (8, i8::from(varies).into()),
        ];
        let body = build.table(fields);
        self.push(editor, 5, body)
    }

    fn finish(self, editor: &mut ProgramEditor<'_, '_>) -> Result<(), Refusal> {
        if self.grown {
            let sizes = editor.tables.build.u64s(self.sizes);
            let node = editor.plan(self.p)?;
            editor.tables.set(node, 8, sizes);
        }
        Ok(())
    }
}
