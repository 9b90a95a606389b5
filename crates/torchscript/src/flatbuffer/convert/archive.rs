//! A program as FlatBuffers as an archive with bytecode, for readers without FlatBuffers.
//!
//! The archive is what the lite interpreter's own writer makes of the same program: the module in `data.pkl`, its functions in `bytecode.pkl`, tensors in
//! records of their own. The source of the model comes along where the file has it.

use std::collections::BTreeSet;

use outlast_core::{Error, Output, Source};

use super::graph::{Values, key};
use super::{LIKE, codes};
use crate::archive::write::{NewRecord, compresses};
use crate::bytecode::convert::form::{Code, Slot};
use crate::bytecode::convert::refusal::{HELP_MODEL, HELP_UNSOUND, Refusals};
use crate::bytecode::convert::{Refusal, UNSOUND, VALUE, faults, write};
use crate::bytecode::{BYTECODE, DEBUG_HANDLES};
use crate::flatbuffer::{File, FlatFile, Module};
use crate::pickle::{Pickler, Value, ValueId, canonical};

/// The format version of archives with tagged containers, as all of these are; no operator changed up to it.
const TAGGED: u32 = 3;
/// From this version on it is said in a record that older releases do not know.
const DATA_VERSION: u32 = 6;
/// Where the tensors of constants are, those of code and those of bytecode.
const CONSTANTS: &str = "constants";

/// A program as records of an archive.
#[derive(Clone, Debug, Default)]
pub struct Unpacked<'a> {
    /// The records, in the order in which PyTorch writes them.
    pub records: Vec<NewRecord<'a>>,
    /// What became of the file, one sentence each.
    pub changes: Vec<String>,
}

/// The records of an archive with the program of a file. Data of tensors stay where they are.
///
/// # Errors
///
/// All reasons why the program has no form in archives, or is not sound.
pub fn archive<'a>(file: &FlatFile<'a>) -> Result<Unpacked<'a>, Refusal> {
    let module = file.module();
    let mut refusals = Refusals::new(Source::file());
    faults(&module.program, &mut refusals);
    if !refusals.refusal.reasons.is_empty() {
        return Err(refusals.refusal);
    }
    let values = Values::of(file, &module);
    let found =
        values.as_ref().and_then(|values| Some((codes(file, &module, values)?, values.id(module.state)?)));
    let (Some(values), Some((functions, root))) = (values, found) else {
        let why = "the module, or a constant of a function, is a value that does not exist".to_string();
        refusals.add(UNSOUND, "values", why, HELP_UNSOUND, (0, ""));
        return Err(refusals.refusal);
    };
    let mut unpacking = Unpacking { file, module: &module, values: &values, functions: &functions, root };
    match unpacking.refused(&mut refusals) {
        true => Err(refusals.refusal),
        false => unpacking.records().map_err(|why| {
            refusals.add(VALUE, "values", why, HELP_MODEL, (0, ""));
            refusals.refusal
        }),
    }
}

struct Unpacking<'u, 'a> {
    file: &'u FlatFile<'a>,
    module: &'u Module,
    values: &'u Values<'a>,
    functions: &'u [Code],
    /// The module itself.
    root: ValueId,
}

impl<'a> Unpacking<'_, 'a> {
    /// The values that functions refer to.
    fn constants(&self) -> Vec<ValueId> {
        let slots = self.functions.iter().flat_map(|code| {
            let signature = code.signature.iter().flat_map(|of| of.arguments.iter().chain(&of.returns));
            code.constants.iter().chain(signature.map(|one| &one.default))
        });
        let old = |slot: &Slot| match slot {
            Slot::Old(id) => Some(*id),
            Slot::New(_) => None,
        };
        slots.filter_map(old).collect()
    }

    fn source_constants(&self) -> Vec<ValueId> {
        self.module.source_constants.iter().filter_map(|index| self.values.id(*index)).collect()
    }

    /// Everything that belongs to some values: the indices of those of the module, and the keys of storages.
    fn reached(&self, roots: &[ValueId]) -> (BTreeSet<usize>, BTreeSet<u32>) {
        let graph = &self.values.graph;
        let mut seen = vec![false; graph.len()];
        let (mut open, mut indices, mut storages) = (roots.to_vec(), BTreeSet::new(), BTreeSet::new());
        while let Some(id) = open.pop() {
            let Some(seen) = seen.get_mut(id.index()).filter(|seen| !**seen) else { continue };
            *seen = true;
            indices.extend(self.values.index(id).map(outlast_core::to_index));
            if let Value::Persistent(inner) = graph.value(id)
                && let Some([_, _, key, ..]) = graph.tuple(*inner)
            {
                storages.extend(graph.text(*key).and_then(|key| key.parse::<u32>().ok()));
            }
            graph.parts(id, |part| open.push(part));
        }
        (indices, storages)
    }

    /// Says which values have no form in archives; whether there are any.
    fn refused(&mut self, refusals: &mut Refusals) -> bool {
        let mut roots = self.constants();
        roots.push(self.root);
        roots.extend(self.source_constants());
        let (reached, _) = self.reached(&roots);
        for (index, why) in self.values.unsaid.iter().filter(|(index, _)| reached.contains(index)) {
            let at = self.module.values.get(*index).map_or(0, |value| value.at);
            let why = format!("value {index} has no form in archives: {why}");
            refusals.add(VALUE, &format!("value {index}"), why, HELP_MODEL, (at, ""));
        }
        !refusals.refusal.reasons.is_empty()
    }

    fn content(&self, file: &File) -> &'a [u8] {
        self.file.bytes(&file.content)
    }

    /// Tensors in a folder, by the keys that pickles have for them.
    fn tensors(&self, folder: &str, storages: BTreeSet<u32>, records: &mut Vec<NewRecord<'a>>) {
        for storage in storages {
            let data = self.module.storage(storage).map_or(&[][..], |place| self.file.bytes(&place));
            let (name, content) = (format!("{folder}/{}", key(storage)), Output::weights(data));
            records.push(NewRecord { name, content, compress: false });
        }
    }

    fn records(&self) -> Result<Unpacked<'a>, String> {
        let mut records: Vec<NewRecord<'a>> = Vec::new();
        let said = |error: Error| error.to_string();
        let record = |name: &str, content: Vec<u8>| {
            let compress = compresses(name, content.len() as u64);
            NewRecord { name: name.to_string(), content: Output::of(content), compress }
        };
        let pickled =
            |values: &Values<'a>, root| canonical(&values.graph, root, Pickler::Since1_5).map_err(said);
        for file in &self.module.extra_files {
            records.push(record(&format!("extra/{}", file.name), self.content(file).to_vec()));
        }
        let (_, of_module) = self.reached(&[self.root]);
        records.push(record("data.pkl", pickled(self.values, self.root)?));
        self.tensors("data", of_module, &mut records);
        let mut changes = vec![format!(
            "the program is an archive: functions as bytecode {LIKE} ({}), storages as records ({})",
            self.functions.len(),
            self.module.storages.len()
        )];
        let mut constants = self.constants();
        if !self.module.sources.is_empty() {
            for file in &self.module.sources {
                // They are named for what their names begin with in code: `__torch__.torch.nn`.
                let name = format!("code/{}.py", file.name.replace('.', "/"));
                records.push(record(&name, self.content(file).to_vec()));
            }
            let own = self.source_constants();
            let mut graph = self.values.graph.clone();
            let root = graph.add(Value::Tuple(own.clone().into()), 0).ok_or("there are too many values")?;
            records.push(record("constants.pkl", canonical(&graph, root, Pickler::Since1_5).map_err(said)?));
            constants.extend(own);
        }
        let (_, of_functions) = self.reached(&constants);
        self.tensors(CONSTANTS, of_functions, &mut records);
        let keys = outlast_core::QuickMap::default();
        let form = write::Form { version: LIKE, keys: &keys };
        let lost = || "there are too many values".to_string();
        let bytecode = write::bytecode(&self.values.graph, &self.module.program, self.functions, &form);
        records.push(record(BYTECODE, bytecode.ok_or_else(lost)?.map_err(said)?));
        if self.functions.iter().all(|code| code.handles.is_some()) {
            let handles = write::handles(self.functions, LIKE).ok_or_else(lost)?.map_err(said)?;
            records.push(record(DEBUG_HANDLES, handles));
        }
        let version = self.module.operator_version.max(TAGGED);
        let name = if version < DATA_VERSION { "version" } else { ".data/version" };
        records.push(record(name, format!("{version}\n").into_bytes()));
        changes.push(format!(
            "the format version is {version}, for operators of version {}",
            self.module.operator_version
        ));
        Ok(Unpacked { records, changes })
    }
}
