//! Which functions are reached from which.

use std::collections::BTreeSet;

use outlast_core::{QuickMap, QuickSet};
use outlast_opset::types::Type;

use super::model::Model;
use super::{Analysis, Program};

/// What is reached from what, in a program.
#[derive(Clone, Debug)]
pub struct Reach {
    /// For each function, those that it calls.
    edges: Vec<Vec<usize>>,
}

impl Reach {
    /// Follows calls. A call on an interface reaches the methods of that name of all classes that have all methods of the interface.
    pub fn new(program: &Program, analysis: &Analysis) -> Reach {
        let mut methods: QuickMap<&str, Vec<(&str, usize)>> = QuickMap::default();
        for (index, definition) in program.functions.iter().enumerate() {
            if let (Some(class), Some((_, name))) = (&definition.class, definition.name.rsplit_once('.')) {
                methods.entry(class).or_default().push((name, index));
            }
        }
        // The classes that have all methods of an interface.
        let implementors = |interface: &str| {
            let needed: QuickSet<&str> =
                methods.get(interface).into_iter().flatten().map(|(name, _)| *name).collect();
            let has_all = |of: &&Vec<(&str, usize)>| {
                let names: QuickSet<&str> = of.iter().map(|(name, _)| *name).collect();
                needed.iter().all(|needed| names.contains(needed))
            };
            let mut by_name: QuickMap<&str, Vec<usize>> = QuickMap::default();
            for (name, index) in methods.values().filter(has_all).flatten() {
                by_name.entry(name).or_default().push(*index);
            }
            by_name
        };
        let mut known: QuickMap<&str, QuickMap<&str, Vec<usize>>> = QuickMap::default();
        let edges = analysis.units.iter().map(|unit| {
            let mut targets: BTreeSet<usize> = unit.callees.iter().map(|(callee, _)| *callee).collect();
            for (interface, method) in &unit.interfaces {
                let found = known.entry(interface).or_insert_with(|| implementors(interface));
                targets.extend(found.get(method.as_str()).into_iter().flatten().copied());
            }
            targets.into_iter().collect()
        });
        Reach { edges: edges.collect() }
    }

    /// The functions that are reached from one, itself included, in order.
    pub fn from(&self, function: usize) -> Vec<usize> {
        let (mut open, mut seen) = (vec![function], QuickSet::default());
        while let Some(one) = open.pop() {
            if seen.insert(one) {
                open.extend(self.edges.get(one).into_iter().flatten().copied());
            }
        }
        let mut found: Vec<usize> = seen.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// For each function, how many calls of operators there are in it and, for every place that calls another, in that one: what it runs if every
    /// branch is taken once. A call on an interface counts all classes that it may mean. Functions that call themselves count once.
    pub fn operator_calls(&self, analysis: &Analysis) -> Vec<u64> {
        let mut totals: Vec<Option<u64>> = vec![None; self.edges.len()];
        let mut begun = vec![false; self.edges.len()];
        for start in 0..self.edges.len() {
            let mut open = vec![start];
            while let Some(function) = open.last().copied() {
                let (Some(unit), Some(edges)) = (analysis.units.get(function), self.edges.get(function))
                else {
                    open.pop();
                    continue;
                };
                if totals.get(function).is_some_and(Option::is_some) {
                    open.pop();
                    continue;
                }
                let first = begun.get_mut(function).is_some_and(|begun| !std::mem::replace(begun, true));
                if first {
                    let unknown = |to: &&usize| begun.get(**to) == Some(&false);
                    open.extend(edges.iter().filter(unknown).copied().collect::<Vec<_>>());
                    continue;
                }
                let of = |to: &usize| totals.get(*to).copied().flatten().unwrap_or_default();
                let named: QuickSet<usize> = unit.callees.iter().map(|(callee, _)| *callee).collect();
                let called = unit.callees.iter().map(|(callee, _)| of(callee));
                let meant = edges.iter().filter(|to| !named.contains(to)).map(of);
                let own = u64::try_from(unit.calls.len()).unwrap_or(u64::MAX);
                let total = called.chain(meant).fold(own, u64::saturating_add);
                if let Some(place) = totals.get_mut(function) {
                    *place = Some(total);
                }
                open.pop();
            }
        }
        totals.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The functions that call themselves, directly or through others: PyTorch refuses them.
    pub fn recursive(&self) -> Vec<usize> {
        // Those that remain when what calls nothing that remains is taken away, from both ends.
        let count = self.edges.len();
        let mut back = vec![Vec::new(); count];
        for (from, targets) in self.edges.iter().enumerate() {
            for to in targets {
                if let Some(sources) = back.get_mut(*to) {
                    sources.push(from);
                }
            }
        }
        let mut remaining = vec![true; count];
        for (forward, backward) in [(&self.edges, &back), (&back, &self.edges)] {
            let mut degrees: Vec<usize> = forward
                .iter()
                .map(|targets| targets.iter().filter(|to| remaining.get(**to) == Some(&true)).count())
                .collect();
            let mut open: Vec<usize> = (0..count)
                .filter(|at| degrees.get(*at) == Some(&0) && remaining.get(*at) == Some(&true))
                .collect();
            while let Some(at) = open.pop() {
                if let Some(remaining) = remaining.get_mut(at) {
                    *remaining = false;
                }
                for source in backward.get(at).into_iter().flatten() {
                    if let Some(degree) = degrees.get_mut(*source) {
                        *degree = degree.saturating_sub(1);
                        if *degree == 0 && remaining.get(*source) == Some(&true) {
                            open.push(*source);
                        }
                    }
                }
            }
        }
        (0..count).filter(|at| remaining.get(*at) == Some(&true)).collect()
    }
}

/// What PyTorch compiles when it loads a program: the classes that its data are made of with all their methods, and what those name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Compiled {
    /// Indices of [`Program::functions`], in order.
    pub functions: Vec<usize>,
    /// Qualified names of classes, in order.
    pub classes: Vec<String>,
}

impl Compiled {
    /// Begins with [`Program::roots`]. All of a program without roots is compiled.
    pub fn new(program: &Program, analysis: &Analysis) -> Compiled {
        let model = Model::new(program);
        let mut classes: BTreeSet<String> = BTreeSet::new();
        let mut functions: BTreeSet<usize> = BTreeSet::new();
        let mut open: Vec<Need> = program.roots.iter().cloned().map(Need::Class).collect();
        if open.is_empty() {
            open.extend((0..program.functions.len()).map(Need::Function));
            open.extend(program.class_names().into_iter().map(|name| Need::Class(name.to_string())));
        }
        while let Some(need) = open.pop() {
            match need {
                Need::Class(name) => {
                    if classes.contains(&name) {
                        continue;
                    }
                    let Some(class) = model.class(&name) else { continue };
                    if classes.insert(name) {
                        open.extend(class.methods.iter().copied().map(Need::Function));
                        class.attributes.iter().for_each(|attribute| named(&attribute.ty, &mut open));
                    }
                }
                Need::Function(function) => {
                    if !functions.insert(function) {
                        continue;
                    }
                    let Some(unit) = analysis.units.get(function) else { continue };
                    open.extend(unit.types.iter().cloned().map(Need::Class));
                    open.extend(unit.interfaces.iter().map(|(interface, _)| Need::Class(interface.clone())));
                    open.extend(unit.callees.iter().map(|(callee, _)| Need::Function(*callee)));
                    if let Some(signature) = model.signature(function) {
                        let arguments = signature.schema.arguments.iter().map(|argument| &argument.ty);
                        arguments.chain(&signature.returns).for_each(|ty| named(ty, &mut open));
                    }
                }
            }
        }
        Compiled { functions: functions.into_iter().collect(), classes: classes.into_iter().collect() }
    }
}

enum Need {
    Class(String),
    Function(usize),
}

/// The classes that a type names.
fn named(ty: &Type, into: &mut Vec<Need>) {
    let mut open = vec![ty];
    while let Some(one) = open.pop() {
        if let Type::Class(name) | Type::Enum(name) | Type::Interface(name) | Type::NamedTuple(name, _) = one
        {
            into.push(Need::Class(name.clone()));
        }
        open.extend(one.parts());
    }
}
