//! Reads `mobile_debug_handles.pkl`: for each function one number for each instruction, by which debug information is found.

use super::model::{Fault, FaultKind, Program, Text};
use super::read::{Reader, short};
use crate::pickle::{Pickle, Value, ValueId};

/// Reads `mobile_debug_handles.pkl` and gives each function its numbers. What does not belong to the program is a fault, whose place counts
/// in that pickle.
pub fn attach_debug_handles(program: &mut Program, pickle: &Pickle<'_>) -> Vec<Fault> {
    let mut reader = Reader::new(pickle);
    let Some(root) = pickle.root else { return Vec::new() };
    let found = reader.debug_handles(root);
    let mut faults = reader.out.faults;
    // Readers take them by their order, and refuse another number of functions or another name.
    let functions = program.functions.len();
    for (index, (name, handles, at)) in found.iter().enumerate() {
        let why = match program.functions.get_mut(index) {
            None => format!("debug handles of {} functions, and there are {functions}", found.len()),
            Some(function) if *function.name != **name => {
                format!("debug handles of `{}`, where `{}` stands", short(name), short(&function.name))
            }
            Some(function) if function.instructions.len() != handles.len() => {
                let count = function.instructions.len();
                format!("{} debug handles for {count} instructions", handles.len())
            }
            Some(function) => {
                function.debug_handles = Some(handles.clone());
                continue;
            }
        };
        faults.push(Fault { what: FaultKind::Table, why, at: *at });
        return faults;
    }
    if found.len() < functions {
        let why = format!("debug handles of {} functions, and there are {functions}", found.len());
        faults.push(Fault { what: FaultKind::Table, why, at: 0 });
    }
    faults
}

/// The numbers of each function, with its name and place.
type Handles = Vec<(Text, Vec<i64>, u64)>;

impl Reader<'_, '_> {
    /// `( version, ( name, ( ( "function_debug_handles", ( [handle, …], ) ), ) ), … )`.
    fn debug_handles(&mut self, root: ValueId) -> Handles {
        let graph = self.graph;
        let mut elements = self.tuple(root, "debug handles as a tuple");
        if let Some((first, rest)) = elements.split_first()
            && let Value::Int(_) = graph.value(*first)
        {
            elements = rest;
        }
        let mut all = Vec::new();
        for id in elements {
            let Some([name, tables]) = graph.tuple(*id) else {
                self.form(*id, "debug handles as a tuple of the name of a function and tables");
                return all;
            };
            let Some(name) = self.name(*name, "the name of a function") else { return all };
            let [handles] = self.tables(*tables, ["function_debug_handles"], "debug handles");
            let list = handles.and_then(|id| graph.tuple(id)?.first().copied()).and_then(|id| {
                let id = match graph.call(id) {
                    Some(call) => *graph.tuple(call.args)?.first()?,
                    None => id,
                };
                match graph.value(id) {
                    Value::List(elements) => Some(elements.as_slice()),
                    _ => None,
                }
            });
            let Some(list) = list.filter(|list| self.spend(*id, list.len())) else {
                self.form(*id, "debug handles as a list of integers");
                return all;
            };
            let handles: Option<Vec<i64>> = list.iter().map(|id| graph.int(*id)).collect();
            match handles {
                Some(handles) => all.push((name, handles, self.at(*id))),
                None => {
                    self.form(*id, "debug handles as a list of integers");
                    return all;
                }
            }
        }
        all
    }
}
