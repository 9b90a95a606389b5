//! Packed weights of quantised LSTMs up to 1.5, which were tensors, become objects: `torch-packed-rnn`.
//!
//! Since 1.6 `quantized::linear_prepack` returns an object of `LinearPackedParamsBase`, and `quantized_lstm` takes objects of `CellParamsBase`, made of two of
//! these. Importers retype the attributes of linear layers and convolutions (`attributeAssignmentSpecialHandlingHack` in `import_source.cpp`), and not those of
//! `torch.nn.quantized.dynamic.LSTM`, where they have the old operator called, which raises: here they are found by what `__setstate__` puts into them.

use std::collections::BTreeSet;

use crate::program::{Declarations, Program};
use crate::source::{Argument, Block, Bytes32, ExprId, ExprKind, Function, Item, StmtKind, Tree};
use outlast_core::{QuickMap, QuickSet};

use super::super::operators::of_release;
use super::Context;
use super::draft::{self, Change};
use super::operators::blocked;
use outlast_model::conversion::Blocker;

/// The file of the functions, and what they are.
const QUALIFIER: &str = "__torch__.outlast_packed_rnn";
const FUNCTIONS: &str = include_str!("../../../operators/torch/packed_rnn.py");

const WEIGHTS: &str = "__torch__.torch.classes.quantized.LinearPackedParamsBase";
const PREPACK: &str = "ops.quantized.linear_prepack";
const CELL: &str = "__torch__.torch.classes.rnn.CellParamsBase";

/// Makes objects of packed weights that the code of a program has for tensors.
pub(super) fn objects(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else {
        return Ok(Change::default());
    };
    let makes_cells = |set: &outlast_opset::history::OperatorSet| {
        set.has_overload("quantized::make_quantized_cell_params_dynamic", "")
    };
    if !of_release(context.profile.release).is_some_and(|set| makes_cells(&set))
        || code.files.iter().any(|file| file.qualifier == QUALIFIER)
    {
        return Ok(Change::default());
    }
    let mut change = Change::default();
    let mut retyped = 0_usize;
    for file in &code.files {
        let Ok(tree) = &file.tree else { continue };
        let mut work = Work { tree, edits: Vec::new(), lists: QuickSet::default(), retyped: 0 };
        work.classes(code, &file.qualifier);
        for (_, function) in tree.functions() {
            work.function(function).map_err(|why| blocked("aten::quantized_lstm", why))?;
        }
        retyped += work.retyped;
        if !work.edits.is_empty() {
            draft::rewrite(context.archive, &file.record, tree, work.edits, &mut change);
        }
    }
    // Without weights that are made by `linear_prepack`, other calls are meant: these take tensors as before.
    if retyped == 0 {
        return Ok(Change::default());
    }
    let functions = FUNCTIONS.replace("<weights>", WEIGHTS).replace("<cell>", CELL);
    change.records.push((format!("code/{}.py", QUALIFIER.replace('.', "/")), Some(functions.into_bytes())));
    let attributes = if retyped == 1 {
        "1 attribute with packed weights is".to_string()
    } else {
        format!("{retyped} attributes with packed weights are")
    };
    change.said.push(format!("{attributes} of the class that the reader packs weights into; functions make the cells of LSTMs of them"));
    Ok(change)
}

/// A file of code.
struct Work<'t> {
    tree: &'t Tree,
    edits: Vec<(u32, u32, String)>,
    /// Names of attributes that are lists of packed weights.
    lists: QuickSet<String>,
    retyped: usize,
}

impl<'t> Work<'t> {
    /// Retypes attributes that `__setstate__` packs weights into.
    fn classes(&mut self, code: &Program, qualifier: &str) {
        let tree = self.tree;
        let declared = Declarations::new(code);
        for item in &tree.items {
            let Item::Class(class) = item else { continue };
            let mut methods = class.body.iter().filter_map(|stmt| match &tree.stmt(*stmt).kind {
                StmtKind::Def(function) => Some(function),
                _ => None,
            });
            let Some(restores) = methods.find(|function| tree.name(function.name) == "__setstate__") else {
                continue;
            };
            let mut found =
                Packed { tree, weights: QuickSet::default(), of: QuickMap::default(), into: BTreeSet::new() };
            found.block(&restores.body);
            // Those that importers retype themselves.
            let model = declared.class(&format!("{qualifier}.{}", tree.name(class.name)));
            let known = |name: &str| {
                model.as_ref().is_some_and(|model| {
                    model.attributes.iter().any(|of| of.name == name && of.ty.to_string() == WEIGHTS)
                })
            };
            for stmt in &class.body {
                let StmtKind::Assign { targets, annotation: Some(annotation), value: None } =
                    &tree.stmt(*stmt).kind
                else {
                    continue;
                };
                let Some(name) = targets
                    .first()
                    .and_then(|target| tree.as_name(*target))
                    .filter(|name| found.into.contains(name) && !known(name))
                else {
                    continue;
                };
                let span = tree.expr(*annotation).span;
                match tree.bytes(span) {
                    b"Tensor" => self.replace(span, WEIGHTS.into()),
                    b"List[Tensor]" => {
                        self.lists.insert(name.to_string());
                        self.replace(span, format!("List[{WEIGHTS}]"));
                    }
                    _ => continue,
                }
                self.retyped += 1;
                // In these classes importers take the operator for the old one.
                let packs = Inside::of(tree, &restores.body).calls;
                for (callee, span, _) in packs.into_iter().filter(|(callee, ..)| callee.starts_with(PREPACK))
                {
                    self.replace(span, callee.replace("ops.quantized", QUALIFIER));
                }
            }
        }
    }

    fn replace(&mut self, span: Bytes32, text: String) {
        self.edits.push((span.start, span.end, text));
    }

    /// Calls the functions in place of the operator, and types the empty lists of weights.
    fn function(&mut self, function: &Function) -> Result<(), String> {
        let tree = self.tree;
        let mut names: QuickSet<&str> = QuickSet::default();
        let Inside { calls, statements } = Inside::of(tree, &function.body);
        for (callee, at, arguments) in calls {
            let is_dynamic = |argument: &Argument| {
                argument.keyword.is_some_and(|name| tree.name(name) == "use_dynamic")
                    && matches!(tree.expr(argument.value).kind, ExprKind::True)
            };
            // Others take twelve tensors for each layer.
            if callee != "torch.quantized_lstm" || !arguments.iter().any(is_dynamic) {
                continue;
            }
            let is_list = |at: usize| {
                arguments
                    .get(at)
                    .is_some_and(|of| matches!(tree.expr(tree.bare(of.value)).kind, ExprKind::List { .. }))
            };
            let (name, params) = match (is_list(1), is_list(2)) {
                (true, _) => ("quantized_lstm", 2),
                (false, true) => ("quantized_lstm_data", 3),
                (false, false) => {
                    return Err(
                        "whether a call has a batch or packed sequences is not seen from its arguments"
                            .into(),
                    );
                }
            };
            names.extend(arguments.get(params).and_then(|params| tree.as_name(params.value)));
            self.replace(at, format!("{QUALIFIER}.{name}"));
        }
        for kind in statements {
            let StmtKind::Assign { targets, annotation: None, value: Some(value) } = kind else { continue };
            let ([target], b"[]" | b"annotate(List[Tensor], [])") =
                (targets.as_slice(), tree.bytes(tree.expr(*value).span))
            else {
                continue;
            };
            let is_of_weights = match &tree.expr(*target).kind {
                ExprKind::Attribute { name, .. } => self.lists.contains(tree.name(*name)),
                _ => tree.as_name(*target).is_some_and(|name| names.contains(name)),
            };
            if is_of_weights {
                self.replace(tree.expr(*value).span, format!("annotate(List[{WEIGHTS}], [])"));
            }
        }
        Ok(())
    }
}

/// What is in a function.
struct Inside<'t> {
    /// Calls: what is called, where that stands, and with what.
    calls: Vec<(String, Bytes32, &'t [Argument])>,
    statements: Vec<&'t StmtKind>,
}

impl<'t> Inside<'t> {
    fn of(tree: &'t Tree, body: &'t Block) -> Inside<'t> {
        let mut inside = Inside { calls: Vec::new(), statements: Vec::new() };
        inside.block(tree, body);
        inside
    }

    fn block(&mut self, tree: &'t Tree, block: &'t Block) {
        for stmt in block {
            let kind = &tree.stmt(*stmt).kind;
            self.statements.push(kind);
            kind.each(&mut |id| self.expr(tree, id));
            kind.blocks().for_each(|block| self.block(tree, block));
        }
    }

    fn expr(&mut self, tree: &'t Tree, id: ExprId) {
        let kind = &tree.expr(id).kind;
        if let ExprKind::Call { callee, arguments, .. } = kind
            && let Some(name) = tree.dotted(*callee)
        {
            self.calls.push((name, tree.expr(*callee).span, arguments));
        }
        kind.each(&mut |id| self.expr(tree, id));
    }
}

/// Where packed weights go in a function.
struct Packed<'t> {
    tree: &'t Tree,
    /// Names of packed weights.
    weights: QuickSet<&'t str>,
    /// Names of the values of attributes.
    of: QuickMap<&'t str, &'t str>,
    /// Attributes that are, or get, packed weights.
    into: BTreeSet<&'t str>,
}

impl<'t> Packed<'t> {
    fn block(&mut self, block: &Block) {
        let tree = self.tree;
        for stmt in block {
            let kind = &tree.stmt(*stmt).kind;
            if let StmtKind::Assign { targets, value: Some(value), .. } = kind {
                self.assign(targets, *value);
            }
            kind.blocks().for_each(|block| self.block(block));
        }
    }

    fn assign(&mut self, targets: &[ExprId], value: ExprId) {
        let tree = self.tree;
        let value = tree.bare(value);
        let called = match &tree.expr(value).kind {
            ExprKind::Call { callee, arguments, .. } => {
                tree.dotted(*callee).map(|callee| (callee, arguments))
            }
            _ => None,
        };
        let mut packs = tree.as_name(value).is_some_and(|name| self.weights.contains(name));
        match &called {
            Some((callee, _)) if callee.starts_with(PREPACK) => packs = true,
            Some((callee, arguments)) if callee == "torch.append" => {
                let mut names = arguments.iter().filter_map(|argument| tree.as_name(argument.value));
                if let (Some(list), Some(one)) = (names.next(), names.next())
                    && self.weights.contains(one)
                {
                    self.into.extend(self.of.get(list));
                }
            }
            _ => {}
        }
        let attribute = |id: ExprId| match &tree.expr(id).kind {
            ExprKind::Attribute { value, name } if tree.as_name(*value) == Some("self") => {
                Some(tree.name(*name))
            }
            _ => None,
        };
        let [target] = targets else { return };
        if let Some(name) = attribute(*target).filter(|_| packs) {
            self.into.insert(name);
        }
        let Some(name) = tree.as_name(*target) else { return };
        match packs {
            true => self.weights.insert(name),
            false => self.weights.remove(name),
        };
        match attribute(value) {
            Some(of) => self.of.insert(name, of),
            None => self.of.remove(name),
        };
    }
}
