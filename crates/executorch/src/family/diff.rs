//! ExecuTorch programs, tensor data and bundles, reduced to maps that do not depend on layout.

use std::collections::BTreeMap;

use crate::defs::{ValueKind, instruction};
use crate::facts::operator_names;
use crate::tables::{
    Bool, BoolList, Double, DoubleList, ExecutionPlan, Int, KernelCall, StringValue, Tensor, View,
};
use crate::work::{Spending, budget};
use crate::{BundledFile, FlatTensorFile, Layout, ProgramFile, TestCase};
use outlast_core::{Budget, Result, to_index};

use super::plural;
use outlast_model::difference::{Change, Difference, maps};

type Counts = BTreeMap<String, u64>;

/// A program, reduced to what it means.
#[derive(Default)]
struct Meaning<'a> {
    /// One line per fact that has one value: signatures, memory, versions.
    facts: BTreeMap<String, String>,
    operators: Counts,
    /// The operators and delegates of an entry point in the order of its instructions.
    sequences: BTreeMap<String, Vec<String>>,
    values: Counts,
    /// By type, then content.
    constants: BTreeMap<(String, &'a [u8]), u64>,
    /// Payloads and named data, by name.
    blobs: BTreeMap<String, &'a [u8]>,
}

pub(super) fn programs(a: &ProgramFile<'_>, b: &ProgramFile<'_>, out: &mut Vec<Difference>) -> Result<()> {
    let (a, b) = (meaning(a)?, meaning(b)?);
    maps("fact", (&a.facts, &b.facts), Clone::clone, out);
    maps("operator", (&a.operators, &b.operators), |n| plural(n, "call"), out);
    for (name, before) in &a.sequences {
        if let Some(after) = b.sequences.get(name) {
            sequence(name, before, after, out);
        }
    }
    maps("value", (&a.values, &b.values), |n| plural(n, "value"), out);
    constants(&a.constants, &b.constants, out);
    maps("blob", (&a.blobs, &b.blobs), |bytes| format!("{} bytes", bytes.len()), out);
    Ok(())
}

/// The first place where two sequences of instructions part.
fn sequence(name: &str, a: &[String], b: &[String], out: &mut Vec<Difference>) {
    let Some(at) = (0..a.len().max(b.len())).find(|i| a.get(*i) != b.get(*i)) else { return };
    out.push(
        Difference::new("instructions", format!("{name} / instruction {at}"), Change::Changed)
            .before(Some(a.get(at).cloned().unwrap_or_else(|| "end".into())))
            .after(Some(b.get(at).cloned().unwrap_or_else(|| "end".into()))),
    );
}

fn constants(
    a: &BTreeMap<(String, &[u8]), u64>,
    b: &BTreeMap<(String, &[u8]), u64>,
    out: &mut Vec<Difference>,
) {
    let one_side = |from: &BTreeMap<(String, &[u8]), u64>, other: &BTreeMap<(String, &[u8]), u64>| {
        let mut left: Vec<(String, usize)> = Vec::new();
        for ((kind, bytes), n) in from {
            let there = other.get(&(kind.clone(), *bytes)).copied().unwrap_or(0);
            left.extend((there..*n).map(|_| (kind.clone(), bytes.len())));
        }
        left
    };
    let removed = one_side(a, b);
    let mut added = one_side(b, a);
    for (kind, size) in removed {
        let partner = added.iter().position(|(k, _)| *k == kind).map(|at| added.remove(at));
        out.push(
            Difference::new(
                "constant",
                kind,
                if partner.is_some() { Change::Changed } else { Change::Removed },
            )
            .before(Some(format!("{size} bytes")))
            .after(partner.map(|(_, size)| format!("{size} bytes, others"))),
        );
    }
    for (kind, size) in added {
        out.push(Difference::new("constant", kind, Change::Added).after(Some(format!("{size} bytes"))));
    }
}

fn meaning<'a>(file: &ProgramFile<'a>) -> Result<Meaning<'a>> {
    let mut meaning = Meaning::default();
    let mut work = budget(&file.file);
    meaning.facts.insert("schema version".into(), file.root.version()?.to_string());
    if let Some(plans) = file.root.execution_plan()? {
        for plan in plans.iter() {
            meaning.plan(file, &plan?, &mut work)?;
        }
    }
    let constants: u64 = meaning
        .constants
        .iter()
        .map(|((_, bytes), n)| n.saturating_mul(bytes.len() as u64))
        .fold(0, u64::saturating_add);
    meaning.facts.insert("constants".into(), format!("{constants} bytes"));
    let payloads: u64 = meaning.blobs.values().map(|bytes| bytes.len() as u64).fold(0, u64::saturating_add);
    meaning.facts.insert("payloads of delegates".into(), format!("{payloads} bytes"));
    if let Some(list) = file.root.named_data()? {
        for item in list.iter() {
            let item = item?;
            let key = work.text(item.key()?)?;
            let bytes = file.bytes(&file.segment(item.segment_index()?)?)?;
            meaning.blobs.insert(format!("named data {key}"), bytes.data());
        }
    }
    Ok(meaning)
}

impl<'a> Meaning<'a> {
    fn plan(&mut self, file: &ProgramFile<'a>, plan: &ExecutionPlan<'a>, work: &mut Budget) -> Result<()> {
        let name = format!("plan {}", work.text(plan.name()?)?);
        let values = self.values(file, plan, &name, work)?;
        for (side, list) in [("inputs", plan.inputs()?), ("outputs", plan.outputs()?)] {
            work.visit(list.map_or(0, |list| list.byte_len()))?;
            let words: Vec<&str> =
                list.map_or_else(Vec::new, |list| list.i32s().map(|i| word(&values, i)).collect());
            self.facts.insert(format!("{name} / {side}"), words.join(", "));
        }
        if let Some(sizes) = plan.non_const_buffer_sizes()? {
            let sizes: Vec<String> = sizes.i64s().skip(1).map(|n| n.to_string()).collect();
            self.facts.insert(format!("{name} / planned memory"), sizes.join(" + ") + " bytes");
        }
        self.instructions(plan, &name, &values, work)?;
        let Some(delegates) = plan.delegates()? else { return Ok(()) };
        for (i, delegate) in delegates.iter().enumerate() {
            let delegate = delegate?;
            let id = work.text(delegate.id()?)?;
            let place = format!("{name} / delegate {i} for {id}");
            self.blobs.insert(place.clone(), file.delegate_payload(&delegate)?.data());
            let Some(specs) = delegate.compile_specs()? else { continue };
            for spec in specs.iter() {
                let spec = spec?;
                let key = work.text(spec.key()?)?;
                let value = spec.value()?.map_or(&[][..], |v| v.bytes());
                work.visit(value.len())?;
                self.facts.insert(format!("{place} / {key}"), value.escape_ascii().to_string());
            }
        }
        Ok(())
    }

    /// Describes every value, and counts them; constants are counted by content as well.
    fn values(
        &mut self,
        file: &ProgramFile<'a>,
        plan: &ExecutionPlan<'a>,
        name: &str,
        work: &mut Budget,
    ) -> Result<Vec<String>> {
        let mut words = Vec::new();
        let Some(values) = plan.values()? else { return Ok(words) };
        work.visit(values.len())?;
        for value in values.iter() {
            let value = value?;
            let kind = ValueKind::from_tag(value.val_type()?);
            let word = match (kind, value.val()?) {
                (ValueKind::Tensor, Some(table)) => {
                    let tensor = Tensor::new(table);
                    let word = describe(&tensor)?;
                    if let Some(bytes) = constant(file, &tensor)? {
                        *self.constants.entry((format!("{name} / {word}"), bytes)).or_default() += 1;
                    }
                    word
                }
                (ValueKind::Int, Some(t)) => Int::new(t).int_val()?.to_string(),
                (ValueKind::Bool, Some(t)) => Bool::new(t).bool_val()?.to_string(),
                (ValueKind::Double, Some(t)) => Double::new(t).double_val()?.to_string(),
                (ValueKind::String, Some(t)) => {
                    let text = StringValue::new(t).string_val()?;
                    if text.is_none() { "null string".into() } else { format!("{:?}", work.text(text)?) }
                }
                (ValueKind::DoubleList, Some(t)) => {
                    let items = DoubleList::new(t).items()?;
                    work.visit(items.map_or(0, |v| v.byte_len()))?;
                    format!("{:?}", items.map_or_else(Vec::new, |v| v.u64s().map(f64::from_bits).collect()))
                }
                (ValueKind::BoolList, Some(t)) => {
                    let items = BoolList::new(t).items()?;
                    work.visit(items.map_or(0, |v| v.byte_len()))?;
                    format!("{:?}", items.map_or(&[][..], |v| v.bytes()))
                }
                (kind, _) => kind.name().to_string(),
            };
            *self.values.entry(format!("{name} / {word}")).or_default() += 1;
            words.push(word);
        }
        Ok(words)
    }

    fn instructions(
        &mut self,
        plan: &ExecutionPlan<'a>,
        name: &str,
        values: &[String],
        work: &mut Budget,
    ) -> Result<()> {
        let operators = operator_names(plan, work)?;
        let mut sequence = Vec::new();
        let Some(chains) = plan.chains()? else { return Ok(()) };
        for chain in chains.iter() {
            let Some(list) = chain?.instructions()? else { continue };
            for item in list.iter() {
                let item = item?;
                let tag = item.instr_args_type()?;
                let word = match (tag, item.instr_args()?) {
                    (instruction::KERNEL_CALL, Some(table)) => {
                        let call = KernelCall::new(table);
                        let index = usize::try_from(call.op_index()?).ok();
                        let operator = index.and_then(|i| operators.get(i)).map_or("?", String::as_str);
                        let args = call
                            .args()?
                            .map_or_else(Vec::new, |args| args.i32s().map(|i| word(values, i)).collect());
                        *self.operators.entry(format!("{name} / {operator}")).or_default() += 1;
                        format!("{operator}({})", args.join(", "))
                    }
                    (instruction::DELEGATE_CALL, _) => "call of a delegate".into(),
                    (instruction::MOVE_CALL, _) => "move".into(),
                    (instruction::JUMP_FALSE_CALL, _) => "jump if false".into(),
                    (instruction::FREE_CALL, _) => "free".into(),
                    (tag, _) => format!("instruction of type {tag}"),
                };
                sequence.push(word);
            }
        }
        self.sequences.insert(name.to_string(), sequence);
        Ok(())
    }
}

fn word(values: &[String], index: i32) -> &str {
    usize::try_from(index).ok().and_then(|i| values.get(i)).map_or("?", String::as_str)
}

fn describe(tensor: &Tensor<'_>) -> Result<String> {
    let Layout { scalar_type, sizes, dim_order } = Layout::of(tensor)?;
    let mut word = format!("{scalar_type}{sizes:?}");
    if !dim_order.iter().enumerate().all(|(i, d)| usize::from(*d) == i) {
        word += &format!(" order {dim_order:?}");
    }
    match tensor.shape_dynamism()? {
        0 => {}
        1 => word += " bounded",
        _ => word += " unbounded",
    }
    if let Some(extra) = tensor.extra_tensor_info()?
        && extra.location()? == 1
    {
        let name = extra.fully_qualified_name()?.map_or_else(String::new, |n| n.lossy().into_owned());
        word += &format!(" external `{name}`");
    }
    Ok(word)
}

/// The bytes of a constant tensor, or of the initial state of a mutable one.
fn constant<'a>(file: &ProgramFile<'a>, tensor: &Tensor<'_>) -> Result<Option<&'a [u8]>> {
    let index = to_index(tensor.data_buffer_idx()?);
    let external = tensor.extra_tensor_info()?.map(|e| e.location()).transpose()? == Some(1);
    if index == 0 || external {
        return Ok(None);
    }
    let layout = Layout::of(tensor)?;
    let Some(size) = layout.byte_size() else { return Ok(None) };
    let mutable = tensor.allocation_info()?.is_some();
    if !mutable && file.uses_constant_buffer()? {
        let buffer = file.root.constant_buffer()?.map(|list| list.get(index)).transpose()?;
        return Ok(match buffer {
            Some(buffer) => buffer.storage()?.map(|v| v.bytes()),
            None => None,
        });
    }
    let table = match mutable {
        true => file.root.mutable_data_segments()?.map(|list| list.get(0)).transpose()?,
        false => file.root.constant_segment()?,
    };
    let Some(table) = table else { return Ok(None) };
    let Some(offsets) = table.offsets()? else { return Ok(None) };
    let segment = file.segment(table.segment_index()?)?;
    let start = segment.start.saturating_add(offsets.u64(index)?);
    Ok(Some(file.bytes(&(start..start.saturating_add(size)))?.data()))
}

pub(super) fn data(a: &FlatTensorFile<'_>, b: &FlatTensorFile<'_>, out: &mut Vec<Difference>) -> Result<()> {
    maps(
        "tensor",
        (&tensors(a)?, &tensors(b)?),
        |(kind, bytes)| format!("{kind}, {} bytes", bytes.len()),
        out,
    );
    Ok(())
}

fn tensors<'a>(file: &FlatTensorFile<'a>) -> Result<BTreeMap<String, (String, &'a [u8])>> {
    let segments = file.segments()?;
    let mut all = BTreeMap::new();
    for entry in file.entries()? {
        let (offset, size) = segments.get(to_index(entry.segment)).copied().unwrap_or((0, 0));
        let start = file.header.segment_base.saturating_add(offset).saturating_add(entry.offset);
        let size = entry.layout.as_ref().and_then(Layout::byte_size).unwrap_or(size);
        let at = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let bytes = file.file.slice(at(start), at(size), "tensor")?;
        let kind = entry.layout.map_or_else(
            || "blob".into(),
            |l| format!("{}{:?} order {:?}", l.scalar_type, l.sizes, l.dim_order),
        );
        all.insert(entry.key.to_string(), (kind, bytes));
    }
    Ok(all)
}

pub(super) fn bundles(a: &BundledFile<'_>, b: &BundledFile<'_>, out: &mut Vec<Difference>) -> Result<()> {
    let show = |case: &TestCase<'_>| {
        format!("{} inputs, {} expected outputs", case.inputs.len(), case.expected_outputs.len())
    };
    maps("test case", (&cases(a)?, &cases(b)?), show, out);
    if let (Some(a), Some(b)) = (a.program, b.program) {
        programs(&ProgramFile::open(a)?, &ProgramFile::open(b)?, out)?;
    }
    Ok(())
}

/// Test cases by method and number.
fn cases<'a>(file: &BundledFile<'a>) -> Result<BTreeMap<String, TestCase<'a>>> {
    let mut all = BTreeMap::new();
    for suite in file.suites()? {
        let method = suite.method.unwrap_or_default();
        all.extend(
            suite.cases.into_iter().enumerate().map(|(i, case)| (format!("{method} / case {i}"), case)),
        );
    }
    Ok(all)
}
