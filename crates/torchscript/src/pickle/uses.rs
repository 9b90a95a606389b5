//! [`Uses`]: what a pickle imports, calls and changes in its reader.

use outlast_core::{QuickMap, Span};

use super::defs::Opcode;
use super::graph::{Graph, Name, Value, ValueId};
use super::lex::Op;

/// Calls of something that is not imported by name are kept up to this number, and counted.
const KEPT: usize = 1024;

/// An opcode at its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// The opcode.
    pub opcode: Opcode,
    /// Its place.
    pub span: Span,
}

impl Mark {
    fn of(op: Op<'_>) -> Mark {
        Mark { opcode: op.opcode, span: op.span() }
    }
}

/// Something that a pickle imports: one `GLOBAL`, `STACK_GLOBAL`, `INST` or `EXT` opcode, and what is done with it. Importing alone runs
/// the code of the module.
#[derive(Clone, PartialEq, Debug)]
pub struct Used<'a> {
    /// Its value in the graph.
    pub id: ValueId,
    /// Its name; `None` for one of the reader's registry of extensions.
    pub name: Option<Name<'a>>,
    /// The opcode that imports it.
    pub import: Mark,
    /// How often it is called.
    pub calls: u64,
    /// The first call.
    pub call: Option<Mark>,
    /// How often an object that it made gets a state: its `__setstate__` is called.
    pub states: u64,
    /// Where itself is changed: `BUILD`, `SETITEM` or `APPEND` on the import, not on an object made with it.
    pub changed: Option<Mark>,
}

/// What a pickle asks of its reader, in the order of its opcodes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Uses<'a> {
    imports: Vec<Used<'a>>,
    by_id: QuickMap<ValueId, usize>,
    computed: Vec<Mark>,
    computed_callees: Vec<ValueId>,
    computed_count: u64,
}

impl<'a> Uses<'a> {
    /// Everything that is imported, by opcode: one name may be there more than once.
    pub fn imports(&self) -> &[Used<'a>] {
        &self.imports
    }

    /// The import that made this value.
    pub fn import(&self, id: ValueId) -> Option<&Used<'a>> {
        self.by_id.get(&id).and_then(|i| self.imports.get(*i))
    }

    /// Calls of values that are not imports: of what another call returns, or of data. The first 1024.
    pub fn computed(&self) -> &[Mark] {
        &self.computed
    }

    /// What is called there, in the same order.
    pub fn computed_callees(&self) -> &[ValueId] {
        &self.computed_callees
    }

    /// How many such calls there are.
    pub fn computed_count(&self) -> u64 {
        self.computed_count
    }

    pub(crate) fn imported(&mut self, id: ValueId, name: Option<Name<'a>>, op: Op<'a>) {
        self.by_id.insert(id, self.imports.len());
        let import = Mark::of(op);
        self.imports.push(Used { id, name, import, calls: 0, call: None, states: 0, changed: None });
    }

    fn find(&mut self, id: ValueId) -> Option<&mut Used<'a>> {
        self.by_id.get(&id).and_then(|i| self.imports.get_mut(*i))
    }

    pub(crate) fn called(&mut self, graph: &Graph<'a>, callee: ValueId, op: Op<'a>) {
        if let Some(used) = self.find(class_of(graph, callee)) {
            used.calls += 1;
            used.call.get_or_insert_with(|| Mark::of(op));
            return;
        }
        self.computed_count += 1;
        if self.computed.len() < KEPT {
            self.computed.push(Mark::of(op));
            self.computed_callees.push(callee);
        }
    }

    pub(crate) fn built(&mut self, graph: &Graph<'a>, object: ValueId, op: Op<'a>) {
        if let Value::Object(call) = graph.value(object) {
            if let Some(used) = self.find(class_of(graph, call.callee)) {
                used.states += 1;
            }
        } else {
            self.changed(object, op);
        }
    }

    pub(crate) fn changed(&mut self, target: ValueId, op: Op<'a>) {
        if let Some(used) = self.find(target) {
            used.changed.get_or_insert_with(|| Mark::of(op));
        }
    }
}

/// What is called, where a persistent id stands for it: `torch.save` wrote the classes of modules as `('module', class, file, source)`
/// before 1.6, and readers take the class.
fn class_of(graph: &Graph<'_>, callee: ValueId) -> ValueId {
    let class = || {
        let Value::Persistent(id) = graph.value(callee) else { return None };
        let [kind, class, ..] = graph.tuple(*id)? else { return None };
        (graph.text(*kind)? == "module").then_some(*class)
    };
    class().unwrap_or(callee)
}
