//! What a verdict needs of a file: read once, whatever the reader. Data of tensors are not touched.

use std::cell::Cell;

use crate::archive::{self, Generation, Kind, Quantiser, TensorKind, TorchArchive, Version, reader};
use crate::bytecode;
use crate::flatbuffer::{ClassKind, FlatFile, IValue, ValueKind};
use crate::pickle::{Limits, Pickle, Value, ValueId};
use crate::program::Program;
use crate::upgraders::version_of_program;
use crate::verify::{self, Data, codes};
use outlast_core::{
    Budget, Bytes, Code, Diagnostic, Path, Place, QuickMap, QuickSet, Severity, Source, Span,
};
use outlast_opset::types::Type;

use super::custom_ops::Own;
use super::export::judge::Exported;
use super::lite::facts::{self as lite_facts, Lite};
use super::producer::{self, Producer};

/// Findings in a FlatBuffers program that every reader stumbles over.
const FATAL: [Code; 2] = [codes::BROKEN_PICKLE, codes::MISSING_STORAGE];

/// Bytes of weights whose checksums a verdict compares. Readers since 1.5 do not compare them and load what is damaged; the cost of a verdict does not
/// grow with weights that are longer.
const COMPARED: u64 = 32 << 20;

/// Records that `torch.jit.load` reads of every archive, and those that the lite interpreter reads.
const READ: [&str; 2] = ["data.pkl", "constants.pkl"];
const READ_BY_LITE: [&str; 3] = ["data.pkl", "bytecode.pkl", "mobile_debug_handles.pkl"];

/// What a file is to its readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A zip archive.
    Archive(Kind),
    /// A program of the lite interpreter as FlatBuffers.
    Flat,
}

/// The first tensors with a scale for each channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Channels {
    /// Whose scales are a list.
    pub(super) in_list: Option<Place>,
    /// Whose scales are a tensor.
    pub(super) in_tensor: Option<Place>,
}

/// What a file needs of its reader.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) form: Form,
    pub(super) root: String,
    /// The format version of an archive and the record that says it.
    pub(super) version: Option<Version>,
    /// The class of the module itself: `__torch__.Net`.
    pub(super) class: Option<String>,
    /// Which release wrote it, as far as that can be told.
    pub(super) producer: Option<Producer>,
    /// The code, if there is any.
    pub(super) code: Option<Program>,
    /// Expressions that may still be compiled, for all readers together.
    pub(super) work: Cell<Budget>,
    /// The program of `torch.export`, if it is one.
    pub(super) exported: Option<Exported>,
    /// Whether the module's own class has hooks, which the lite interpreter does not call.
    pub(super) hooks: bool,
    /// Whether there are objects of classes of C++.
    pub(super) objects_of_cpp: bool,
    /// Names of PyTorch that pickles import, each with its first place.
    pub(super) globals: Vec<(String, Place)>,
    /// Whether debug information begins with a table of texts.
    pub(super) debug_table: bool,
    /// Values of enumerations, with the first place: the lite interpreter cannot read them.
    pub(super) enums: Option<Place>,
    /// Constants in `constants.pkl` that are no tensors, with the first place.
    pub(super) other_constant: Option<Place>,
    /// Constants that are tensors of one truth value, without dimensions, with the first place.
    pub(super) truth_constant: Option<Place>,
    /// A weight of a recurrent layer with projections, with the first place.
    pub(super) projection: Option<Place>,
    /// Tensors with several values in a byte, with the first place.
    pub(super) packed: Option<Place>,
    /// Tensors with a scale for each channel.
    pub(super) channels: Channels,
    /// Names of attributes that are tensors, and whether all of a name are floating-point numbers.
    pub(super) floating: QuickMap<String, bool>,
    /// Whether any tensor wants gradients.
    pub(super) gradients: bool,
    /// Classes of storages that pickles name, with the first place.
    pub(super) storages: Vec<(String, Place)>,
    /// Operator sets of users, with what the program says of them.
    pub(super) own: Own,
    /// What the lite interpreter reads, if there is any.
    pub(super) lite: Option<Lite>,
    /// What reading the file runs.
    pub(super) runs: Vec<verify::Runs>,
    /// Why readers refuse the file: what is wrong, and where.
    damage: Vec<Damage>,
    /// What readers disagree on.
    pub(super) doubts: Vec<Diagnostic>,
}

impl Facts {
    /// Of an archive as it was given: as long as its weights are short, their checksums are compared.
    pub(super) fn of_archive(archive: &TorchArchive<'_>) -> Facts {
        Facts::of_archive_with(archive, Data::UpTo(COMPARED))
    }

    /// Of an archive that is about to be written, with zeros in place of weights.
    pub(super) fn of_image(archive: &TorchArchive<'_>) -> Facts {
        Facts::of_archive_with(archive, Data::Passed)
    }

    fn of_archive_with(archive: &TorchArchive<'_>, weights: Data) -> Facts {
        let found = verify::file_and_runs(archive.zip().file(), weights);
        let mut facts = Facts::of(Form::Archive(archive.kind()), found, Some(archive));
        facts.root = archive.root().to_string();
        facts.work = Cell::new(work_for(archive.zip().file()));
        facts.version = archive.version().ok().flatten();
        facts.class = class(archive);
        facts.producer = Some(Producer::of_archive(archive));
        if let Kind::TorchScript { .. } = archive.kind() {
            facts.code = Program::read(archive).ok();
            let class = facts.class.as_ref().and_then(|class| facts.code.as_ref()?.class_model(class));
            if let (Some(class), Some(producer)) = (class, &mut facts.producer) {
                producer.narrow(&class);
            }
            // What was converted is written for the release that it was converted for.
            if let Some(written) =
                facts.code.as_ref().and_then(|code| Producer::of_functions(version_of_program(code)?))
            {
                facts.producer = Some(written);
            }
            facts.hooks = facts.has_hooks();
            facts.pickles(archive);
            facts.debug_table = producer::debug_form(archive) == Some(producer::DebugForm::Table);
        }
        if let Kind::Exported(_) = archive.kind() {
            facts.exported = Exported::read(archive);
        }
        if let Ok(Some(loaded)) = bytecode::of_archive(archive) {
            let source = archive.source(bytecode::BYTECODE);
            // Places are those of the file where the pickle is stored as it is.
            let (base, source) = match loaded.base {
                Some(base) => (base, Source::file()),
                None => (0, source),
            };
            let version = facts.version.as_ref().map_or(0, |version| version.number);
            let mut lite = Lite::of(&loaded.program, None, version, base, &source);
            lite.operators_of = lite_facts::read_operators_of(archive);
            facts.lite = Some(lite);
        }
        facts
    }

    /// Of a program as FlatBuffers.
    pub(super) fn of_flat(bytes: &[u8]) -> Facts {
        let mut facts = Facts::of(Form::Flat, verify::file_and_runs(bytes, Data::Passed), None);
        if let Ok(flat) = FlatFile::open(Bytes::new(bytes, 0)) {
            let module = flat.module();
            facts.work = Cell::new(work_for(bytes));
            facts.producer = Some(Producer::of_flat());
            let version = u64::from(module.operator_version);
            let text = |file: &crate::flatbuffer::File| {
                let [start, end] = [file.content.start, file.content.end].map(|at| usize::try_from(at).ok());
                Some((file.name.clone(), bytes.get(start?..end?)?))
            };
            let sources: Vec<_> = module.sources.iter().filter_map(text).collect();
            if !sources.is_empty() {
                let files = sources.iter().map(|(name, text)| (&**name, *text));
                // The importer of code is given the version of the bytecode (`jitModuleFromSourceAndConstants`).
                let version = flat.versions().map_or(0, |(bytecode, _)| bytecode.into());
                let mut code = Program::of_code(files, version);
                let value = |at: &u32| module.values.get(usize::try_from(*at).ok()?);
                let types = module.source_constants.iter().map(|at| value(at).map_or(Type::Unknown, type_of));
                code.set_constants(types.collect());
                facts.code = Some(code);
            }
            let enums = module.values.iter().find(|value| matches!(value.kind, ValueKind::Enum { .. }));
            facts.objects_of_cpp = module.classes.iter().any(|class| class.kind == ClassKind::Custom);
            facts.enums = enums.map(|value| Place::new(Span::at(value.at, 1), Path::root()));
            let mut lite = Lite::of(&module.program, Some(&module), version, 0, &Source::file());
            lite.operators_of = lite_facts::marked(&flat, &module);
            facts.lite = Some(lite);
            facts.class = module.program.functions.first().and_then(|function| {
                let (class, _) = function.name.rsplit_once('.')?;
                Some(class.to_string())
            });
            facts.hooks = facts.has_hooks();
        }
        facts
    }

    fn of(
        form: Form,
        (findings, runs): (Vec<Diagnostic>, Vec<verify::Runs>),
        archive: Option<&TorchArchive<'_>>,
    ) -> Facts {
        let matters = |finding: &Diagnostic| {
            finding.severity == Severity::Error
                || [codes::NO_CHECKSUM, codes::OTHER_CASE].contains(&finding.code)
        };
        let errors = findings.into_iter().filter(matters);
        let (mut damage, mut doubts) = (archive.map(refused).unwrap_or_default(), Vec::new());
        for finding in errors {
            let by = match archive {
                Some(archive) => stumbles(archive, &finding),
                None => FATAL.contains(&finding.code).then_some(By::Both),
            };
            match by {
                Some(by) => damage.push(Damage { finding, by }),
                None => doubts.push(finding),
            }
        }
        Facts {
            form,
            root: String::new(),
            version: None,
            class: None,
            producer: None,
            code: None,
            work: Cell::new(Budget::new(0)),
            exported: None,
            hooks: false,
            objects_of_cpp: false,
            globals: Vec::new(),
            debug_table: false,
            own: Own::default(),
            enums: None,
            other_constant: None,
            truth_constant: None,
            projection: None,
            packed: None,
            channels: Channels::default(),
            floating: QuickMap::default(),
            gradients: false,
            storages: Vec::new(),
            lite: None,
            runs,
            damage,
            doubts,
        }
    }

    /// The first fault of the file, in one sentence, with its place. What loading may do is no fault of the file.
    pub(super) fn fault(&self) -> Option<String> {
        let all = self.damage.iter().map(|damage| &damage.finding).chain(&self.doubts);
        let odd = [codes::NO_CHECKSUM, codes::OTHER_CASE];
        let fault = all
            .into_iter()
            .find(|finding| !super::FAMILY.risks.contains(&finding.code) && !odd.contains(&finding.code))?;
        Some(format!("{} (at {})", fault.title, fault.place))
    }

    /// Why the reader refuses the file.
    pub(super) fn damage(&self, lite: bool) -> Option<&Diagnostic> {
        let of = |damage: &&Damage| damage.by == By::Both || (damage.by == By::Lite) == lite;
        self.damage.iter().find(of).map(|damage| &damage.finding)
    }

    fn has_hooks(&self) -> bool {
        let model =
            self.class.as_ref().zip(self.code.as_ref()).and_then(|(class, code)| code.class_model(class));
        model.is_some_and(|model| !model.hooks.is_empty())
    }

    /// What pickles have that readers may not take.
    fn pickles(&mut self, archive: &TorchArchive<'_>) {
        let (mut globals, mut storages) = (QuickSet::default(), QuickSet::default());
        for record in ["data.pkl", "constants.pkl", "bytecode.pkl"] {
            let Ok(Some(content)) = archive.content(record) else { continue };
            let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
            let place =
                |at: u64| Place::new(Span::at(at, 1).in_source(&archive.source(record)), Path::root());
            let graph = &pickle.graph;
            let found = archive::tensors(&pickle);
            if record == "constants.pkl"
                && let Some(other) = others_than_tensors(&pickle, &found)
            {
                self.other_constant.get_or_insert_with(|| place(other));
            }
            for tensor in &found.tensors {
                self.gradients |= tensor.requires_grad;
                if tensor
                    .storage
                    .and_then(|at| found.storages.get(at)?.element)
                    .is_some_and(|of| of.values() > 1)
                {
                    self.packed.get_or_insert_with(|| place(tensor.at));
                }
                if let TensorKind::Quantised(Quantiser::PerChannel { .. }) = tensor.kind {
                    let channels = match tensor.id.is_some_and(|id| scales_in_list(&pickle, id)) {
                        true => &mut self.channels.in_list,
                        false => &mut self.channels.in_tensor,
                    };
                    channels.get_or_insert_with(|| place(tensor.at));
                }
                let floating = tensor
                    .storage
                    .and_then(|at| found.storages.get(at)?.element)
                    .is_some_and(|of| of.dtype.contains("float"));
                if let Some(name) = tensor.name.rsplit('.').next().filter(|_| record == "data.pkl") {
                    *self.floating.entry(name.to_string()).or_insert(true) &= floating;
                }
                let element = tensor.storage.and_then(|at| found.storages.get(at)?.element);
                if record == "constants.pkl"
                    && tensor.sizes.is_empty()
                    && element.is_some_and(|element| element.dtype == "bool")
                {
                    self.truth_constant.get_or_insert_with(|| place(tensor.at));
                }
            }
            for id in graph.ids() {
                match graph.value(id) {
                    // Enumerations are called with their value alone.
                    Value::Object(call)
                        if graph.tuple(call.args).is_none()
                            && graph
                                .global(call.callee)
                                .is_some_and(|name| name.module.starts_with("__torch__")) =>
                    {
                        self.enums.get_or_insert_with(|| place(graph.node(id).at));
                    }
                    Value::Global(name) if name.module.starts_with("__torch__.torch.classes") => {
                        self.objects_of_cpp = true;
                    }
                    Value::Text(text) if text.starts_with(b"weight_hr_l") => {
                        self.projection.get_or_insert_with(|| place(graph.node(id).at));
                    }
                    Value::Global(name)
                        if name.module.starts_with("torch.")
                            || name.module == "torch" && name.name == "device"
                            || name.module == "builtins" && name.name == "complex" =>
                    {
                        let name = name.to_string();
                        if globals.insert(name.clone()) {
                            self.globals.push((name, place(graph.node(id).at)));
                        }
                    }
                    Value::Global(name)
                        if name.module == "torch"
                            && name.name.ends_with("Storage")
                            && storages.insert(name.name.to_string()) =>
                    {
                        self.storages.push((name.name.to_string(), place(graph.node(id).at)));
                    }
                    _ => {}
                }
            }
        }
    }

    /// The place of a whole file.
    pub(super) fn whole(&self) -> Place {
        Place::default()
    }

    /// The kind of an archive.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self.form {
            Form::Archive(kind) => Some(kind),
            Form::Flat => None,
        }
    }
}

/// Expressions that the readers of a file may compile together: twenty releases those of a file that is all code.
fn work_for(file: &[u8]) -> Budget {
    Budget::for_bytes(file.len(), 16, 400_000)
}

/// Who refuses a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Full,
    Lite,
    Both,
}

/// Why readers refuse a file.
#[derive(Debug)]
struct Damage {
    finding: Diagnostic,
    by: By,
}

/// Who reads a record, whatever the program is.
fn readers(record: &str) -> Option<By> {
    let one_of = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(record));
    match (one_of(&READ), one_of(&READ_BY_LITE)) {
        (true, true) => Some(By::Both),
        (true, false) => Some(By::Full),
        (false, true) => Some(By::Lite),
        (false, false) => None,
    }
}

/// What the reader of archives refuses: the archive, or a record that is always read.
fn refused(archive: &TorchArchive<'_>) -> Vec<Damage> {
    // Python's reader opens those.
    if !archive.ignores_case() {
        return Vec::new();
    }
    let damage = |by: By, error: outlast_core::Error| Damage { finding: error.to_diagnostic(), by };
    if let Err(error) = reader::opens(archive.zip()) {
        return vec![damage(By::Both, error)];
    }
    let version = match archive.has(".data/version") {
        true => ".data/version",
        false => "version",
    };
    let modules =
        matches!(archive.kind(), Kind::TorchScript { generation, .. } if generation > Generation::A);
    let names = READ.iter().chain(&READ_BY_LITE).filter(|_| modules).map(|name| (*name, readers(name)));
    let mut all = Vec::new();
    for (name, by) in [(version, Some(By::Both))].into_iter().chain(names) {
        if let (Some(by), Ok(Some(entry))) = (by, archive.entry(name))
            && let Err(error) = reader::takes(archive.zip(), entry)
        {
            all.push(damage(by, error));
        }
    }
    all
}

/// Whether readers refuse an archive for a finding, and which do. What they do not read, or take otherwise than verification does, leaves the
/// verdict open.
fn stumbles(archive: &TorchArchive<'_>, finding: &Diagnostic) -> Option<By> {
    let modules =
        matches!(archive.kind(), Kind::TorchScript { generation, .. } if generation > Generation::A);
    match finding.code {
        codes::MISSING_RECORD => Some(if modules { missing(archive) } else { By::Both }),
        codes::BAD_VERSION => version_is_no_number(archive).then_some(By::Both),
        codes::BROKEN_PICKLE | codes::MISSING_STORAGE if modules => {
            let source = finding.place.span.source.to_string();
            let mut names = READ.iter().chain(&READ_BY_LITE);
            let name = names.find(|name| source.eq_ignore_ascii_case(&archive.member_name(name)))?;
            readers(name)
        }
        _ => None,
    }
}

/// Which readers ask for one of the records of a module that are missing.
fn missing(archive: &TorchArchive<'_>) -> By {
    if archive.has("data.pkl") { By::Full } else { By::Both }
}

/// Whether there is no version, or one that does not begin with a number: readers take the digits at its start (`std::stoull`).
fn version_is_no_number(archive: &TorchArchive<'_>) -> bool {
    let record = match (archive.has(".data/version"), archive.has("version")) {
        (true, _) => ".data/version",
        (false, true) => "version",
        (false, false) => return true,
    };
    let Ok(Some(content)) = archive.content(record) else { return false };
    let start = content.iter().find(|byte| !matches!(byte, b' ' | b'\t'..=b'\r' | b'+' | b'-'));
    !start.is_some_and(u8::is_ascii_digit)
}

/// Whether the scales of a quantised tensor are a list of numbers, as releases before 1.5 write them; later ones write a tensor.
fn scales_in_list(pickle: &Pickle<'_>, tensor: ValueId) -> bool {
    let graph = &pickle.graph;
    let of = |id: ValueId| match graph.value(id) {
        Value::Object(call) => Some(call),
        _ => None,
    };
    let scheme = of(tensor).and_then(|call| graph.tuple(call.args)).and_then(|given| {
        given.iter().find_map(|item| {
            graph.tuple(*item).filter(|parts| {
                parts
                    .first()
                    .and_then(|first| graph.global(*first))
                    .is_some_and(|name| name.module == "torch" && name.name.starts_with("per_channel"))
            })
        })
    });
    let scales = scheme.and_then(|parts| of(*parts.get(1)?)).and_then(|call| graph.global(call.callee));
    scales.is_some_and(|name| name.name == "build_doublelist")
}

/// Where the first element of a pickled tuple is that is no tensor.
fn others_than_tensors(pickle: &Pickle<'_>, found: &archive::Tensors) -> Option<u64> {
    let items = pickle.graph.tuple(pickle.root?)?;
    let tensors: QuickSet<_> = found.tensors.iter().filter_map(|tensor| tensor.id).collect();
    let other = items.iter().find(|item| !tensors.contains(item))?;
    Some(pickle.graph.node(*other).at)
}

/// The type of a constant, as far as code needs it.
fn type_of(value: &IValue) -> Type {
    match value.kind {
        ValueKind::None => Type::None,
        ValueKind::Int(_) => Type::Int,
        ValueKind::Bool(_) => Type::Bool,
        ValueKind::Double(_) => Type::Float,
        ValueKind::Complex(..) => Type::Complex,
        ValueKind::Tensor(_) => Type::Tensor,
        ValueKind::Text(_) => Type::Str,
        _ => Type::Unknown,
    }
}

/// The class of the object that `data.pkl` stands for.
fn class(archive: &TorchArchive<'_>) -> Option<String> {
    let content = archive.content("data.pkl").ok()??;
    let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
    match pickle.graph.value(pickle.root?) {
        Value::Object(call) => {
            let name = pickle.graph.global(call.callee)?;
            Some(name.to_string()).filter(|name| name.starts_with("__torch__"))
        }
        _ => None,
    }
}
