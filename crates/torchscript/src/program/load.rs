//! The files of code of an archive, and what the rest of the archive says about them.

use std::collections::BTreeMap;

use outlast_core::{Bytes, QuickMap, QuickSet, Result};
use outlast_opset::types::Type;

use super::legacy::{self, OldModules};
use crate::archive::{Generation, Kind, TorchArchive};
use crate::pickle::{Limits, Pickle, Update, Value, ValueId};
use crate::source::{self, Class, Fault, Function, Item, StmtId, StmtKind, Tree};

/// A file of code.
#[derive(Clone, Debug)]
pub struct File {
    /// The record: `code/__torch__/a.py`.
    pub record: String,
    /// The name in front of those of its classes and functions: `__torch__.a`.
    pub qualifier: String,
    /// The code, or why it is none.
    pub tree: std::result::Result<Tree, Fault>,
}

/// Where a function is defined.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The qualified name.
    pub name: String,
    /// The file, as an index.
    pub file: usize,
    /// The qualified name of the class whose method or hook it is.
    pub class: Option<String>,
    pub(super) at: At,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// An item at the top.
    Item(usize),
    /// A statement of a class.
    Stmt(StmtId),
}

/// The code of a program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its files, in the order of their names.
    pub files: Vec<File>,
    /// Its functions and methods.
    pub functions: Vec<Definition>,
    /// The version of the archive.
    pub version: u64,
    /// Classes of the program that its data are made of: those are compiled when it is loaded, with what they use. The first is the module's own.
    pub roots: Vec<String>,
    pub(super) constants: Vec<Type>,
    /// Attributes that objects of classes have in the data.
    pub(super) states: BTreeMap<String, Vec<String>>,
    /// By qualifier.
    pub(super) modules: QuickMap<String, usize>,
    /// Classes by qualified name: file and item. Of two with one name, the last counts.
    pub(super) classes: QuickMap<String, (usize, usize)>,
    pub(super) by_name: QuickMap<String, usize>,
    /// The methods are those of modules, whose attributes are not in the code.
    pub(super) old: bool,
    /// Those attributes.
    pub(super) old_modules: OldModules,
}

impl Program {
    /// Reads the code of an archive.
    ///
    /// # Errors
    ///
    /// If the archive cannot be read, or says no version.
    pub fn read(archive: &TorchArchive<'_>) -> Result<Program> {
        let old = matches!(archive.kind(), Kind::TorchScript { generation: Generation::A, .. });
        let mut texts = BTreeMap::new();
        for record in archive.records()? {
            // Archives of 1.0 to 1.2 have what modules share beside their code.
            let libs = if old { archive.below("libs/", &record.name) } else { None };
            let path =
                archive.below("code/", &record.name).or(libs).and_then(|path| path.strip_suffix(".py"));
            if let Some(path) = path
                && let Some(content) = archive.content(&record.name)?
            {
                texts.insert(path.replace('/', "."), (record.name.to_string(), content.into_owned()));
            }
        }
        let version = archive.version()?.map_or(1, |version| version.number);
        let mut program = Program { version, old, ..Program::default() };
        for (qualifier, (record, text)) in texts {
            program.add(record, qualifier, &text);
        }
        if old
            && let Some(content) = archive.content("model.json")?
            && let Some((modules, root)) = legacy::modules(&content)
        {
            program.old_modules = modules;
            program.roots.push(root);
        }
        if let Some(content) = archive.content("data.pkl")? {
            let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
            program.roots = roots(&pickle);
            program.states = states(&pickle);
        }
        if let Some(content) = archive.content("constants.pkl")? {
            program.constants = constants(&Pickle::read(Bytes::new(&content, 0), Limits::default()));
        }
        Ok(program)
    }

    /// A program of files of code alone: qualifiers (`__torch__.a`) and texts.
    pub fn of_code<'t>(files: impl IntoIterator<Item = (&'t str, &'t [u8])>, version: u64) -> Program {
        let mut program = Program { version, ..Program::default() };
        for (qualifier, text) in files {
            let record = format!("code/{}.py", qualifier.replace('.', "/"));
            program.add(record, qualifier.to_string(), text);
        }
        program
    }

    fn add(&mut self, record: String, qualifier: String, text: &[u8]) {
        let file = self.files.len();
        let old = self.old && !qualifier.starts_with("__torch__");
        let tree = if old { source::parse_methods(text) } else { source::parse(text) };
        for (item, of) in tree.iter().flat_map(|tree| tree.items.iter().enumerate()) {
            let Ok(tree) = &tree else { continue };
            match of {
                Item::Import { .. } => {}
                Item::Function(function) => {
                    let name = format!("{qualifier}.{}", tree.name(function.name));
                    let class = old.then(|| qualifier.clone());
                    self.define(Definition { name, file, class, at: At::Item(item) });
                }
                Item::Class(class) => {
                    let name = format!("{qualifier}.{}", tree.name(class.name));
                    self.classes.insert(name.clone(), (file, item));
                    for stmt in &class.body {
                        if let StmtKind::Def(function) = &tree.stmt(*stmt).kind {
                            let class = Some(name.clone());
                            let name = format!("{name}.{}", tree.name(function.name));
                            self.define(Definition { name, file, class, at: At::Stmt(*stmt) });
                        }
                    }
                }
            }
        }
        self.modules.insert(qualifier.clone(), file);
        self.files.push(File { record, qualifier, tree });
    }

    fn define(&mut self, definition: Definition) {
        self.by_name.insert(definition.name.clone(), self.functions.len());
        self.functions.push(definition);
    }

    /// The types of the constants that code names by number, where they are not in an archive.
    pub fn set_constants(&mut self, types: Vec<Type>) {
        self.constants = types;
    }

    /// The index of a function or method among [`Program::functions`].
    pub fn function(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// A function with its file's tree.
    pub(crate) fn code(&self, function: usize) -> Option<(&Definition, &Tree, &Function)> {
        let definition = self.functions.get(function)?;
        let tree = self.files.get(definition.file)?.tree.as_ref().ok()?;
        let function = match definition.at {
            At::Item(item) => match tree.items.get(item)? {
                Item::Function(function) => function,
                _ => return None,
            },
            At::Stmt(stmt) => match &tree.stmt(stmt).kind {
                StmtKind::Def(function) => function,
                _ => return None,
            },
        };
        Some((definition, tree, function))
    }

    /// A class with its file's tree.
    pub(super) fn class(&self, name: &str) -> Option<(usize, &Tree, &Class)> {
        let (file, item) = *self.classes.get(name)?;
        let tree = self.files.get(file)?.tree.as_ref().ok()?;
        match tree.items.get(item)? {
            Item::Class(class) => Some((file, tree, class)),
            _ => None,
        }
    }
}

/// Classes of the program that a pickle names, the module's own first.
fn roots(pickle: &Pickle<'_>) -> Vec<String> {
    let graph = &pickle.graph;
    let named = |id: ValueId| {
        let name = graph.global(graph.call(id)?.callee)?.to_string();
        name.starts_with("__torch__").then_some(name)
    };
    let mut found: Vec<String> = pickle.root.and_then(named).into_iter().collect();
    let all = graph.ids().filter_map(|id| Some(graph.global(id)?.to_string()));
    let mut known: QuickSet<String> = found.iter().cloned().collect();
    for name in all.filter(|name| name.starts_with("__torch__")) {
        if !name.starts_with("__torch__.torch.classes.") && known.insert(name.clone()) {
            found.push(name);
        }
    }
    found
}

/// The attributes of the first object of each class. Objects with a state of their own form are left out.
fn states(pickle: &Pickle<'_>) -> BTreeMap<String, Vec<String>> {
    let graph = &pickle.graph;
    let mut found = BTreeMap::new();
    for id in graph.ids() {
        let Some(name) = graph.call(id).and_then(|call| graph.global(call.callee)) else { continue };
        let [Update::State { state, .. }] = graph.updates(id) else { continue };
        let Value::Dict(items) = graph.value(*state) else { continue };
        let later = graph.updates(*state).iter().flat_map(|update| match update {
            Update::Items(items) => items.as_slice(),
            _ => &[],
        });
        let keys = items.iter().chain(later).filter_map(|(key, _)| graph.text(*key).map(str::to_string));
        found.entry(name.to_string()).or_insert_with(|| keys.collect());
    }
    found
}

/// The types of the constants that code names by number.
fn constants(pickle: &Pickle<'_>) -> Vec<Type> {
    let graph = &pickle.graph;
    let elements = match pickle.root.map(|root| graph.value(root)) {
        Some(Value::Tuple(elements)) => elements.to_vec(),
        Some(Value::List(elements)) => elements.clone(),
        _ => Vec::new(),
    };
    let of = |id: ValueId| match graph.value(id) {
        Value::Text(_) | Value::OldText(_) => Type::Str,
        Value::Int(_) => Type::Int,
        Value::Float(_) => Type::Float,
        Value::Bool(_) => Type::Bool,
        Value::None => Type::None,
        Value::Object(call) => match graph.global(call.callee) {
            Some(name) if name.module.starts_with("torch._utils") => Type::Tensor,
            Some(name) if name.module.starts_with("__torch__") => Type::Class(name.to_string()),
            _ => Type::Unknown,
        },
        _ => Type::Unknown,
    };
    elements.into_iter().map(of).collect()
}
