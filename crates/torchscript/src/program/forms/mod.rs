//! Which forms of code a program has that not every release loads: syntax, types, special names.
//!
//! The names are those of `evidence/peers/torch/features.py`, which makes a program for each and loads it in releases; `features.txt` is what they did.
//! Types of classes and what calls mean are found by [`super::analyse`].

mod expr;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use outlast_core::QuickMap;
use outlast_opset::history::Release;

use expr::{augmented, constructor};

use super::load::Program;
use super::report::CodePlace;
use crate::source::{
    Bytes32, Class, ExprId, ExprKind, Function, Item, Number, StmtId, StmtKind, Tree, Unary,
};

/// A form, and where a program has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormUse {
    /// Its name: `type Union`.
    pub form: &'static str,
    /// The first place.
    pub first: CodePlace,
    /// How often.
    pub count: usize,
}

/// The forms that a program has, in the order of their names.
pub fn forms(program: &Program) -> Vec<FormUse> {
    let mut found = BTreeMap::new();
    for (file, of) in program.files.iter().enumerate() {
        if let Ok(tree) = &of.tree {
            Finder { tree, file, found: &mut found }.file();
        }
    }
    found.into_values().collect()
}

const TABLE: &str = include_str!("../features.txt");

/// The table, read.
struct Known {
    intervals: QuickMap<&'static str, &'static str>,
    releases: Vec<Release>,
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| Known {
        intervals: TABLE.lines().filter_map(|line| line.strip_prefix("form\t")?.split_once('\t')).collect(),
        releases: TABLE.lines().filter_map(|line| Release::parse(line.strip_prefix("release\t")?)).collect(),
    })
}

/// Whether a release loads a form. `None` for releases that were not run, and for forms that are not in the table.
pub fn loads(form: &str, release: Release) -> Option<bool> {
    let known = releases().any(|one| one == release);
    intervals(form).filter(|_| known).map(|intervals| {
        intervals.split(',').any(|interval| {
            let (first, last) = interval.split_once('-').unwrap_or((interval, interval));
            let last = Release::parse(last);
            Release::parse(first).is_some_and(|first| first <= release)
                && last.is_none_or(|last| release <= last)
        })
    })
}

/// The releases that load a form, as intervals of those that were run: `1.8.1-`; `none` if no release does.
pub fn intervals(form: &str) -> Option<&'static str> {
    known().intervals.get(form).copied()
}

/// The releases that were run, oldest first.
pub fn releases() -> impl Iterator<Item = Release> {
    known().releases.iter().copied()
}

struct Finder<'t, 'f> {
    tree: &'t Tree,
    file: usize,
    found: &'f mut BTreeMap<&'static str, FormUse>,
}

impl Finder<'_, '_> {
    fn add(&mut self, form: &'static str, span: Bytes32) {
        let first = CodePlace { file: self.file, span };
        self.found.entry(form).or_insert(FormUse { form, first, count: 0 }).count += 1;
    }

    fn file(&mut self) {
        let tree = self.tree;
        match tree.op_version_set {
            Some(span) => self.add("op_version_set", span),
            None => self.add("no op_version_set", Bytes32::default()),
        }
        for item in &tree.items {
            match item {
                Item::Import { span, .. } => self.add("import", *span),
                Item::Class(class) => self.class(class),
                Item::Function(function) => self.function(function),
            }
        }
    }

    fn class(&mut self, class: &Class) {
        let tree = self.tree;
        let base = class.base.and_then(|base| tree.as_name(base));
        let form = match base {
            None => Some("class"),
            Some("NamedTuple") => Some("class NamedTuple"),
            Some("Interface") => Some("class Interface"),
            Some("ModuleInterface") => Some("class ModuleInterface"),
            Some("Enum") => Some("class Enum"),
            // Every release has modules.
            Some(_) => None,
        };
        if let Some(form) = form {
            self.add(form, class.name.span);
        }
        for stmt in &class.body {
            let stmt = tree.stmt(*stmt);
            match &stmt.kind {
                StmtKind::Def(function) => self.function(function),
                StmtKind::Assign { targets, annotation, value } => {
                    let target =
                        targets.first().and_then(|target| tree.as_name(*target)).unwrap_or("__annotations__");
                    match target {
                        "__parameters__" => {}
                        "__buffers__" => self.add("__buffers__", stmt.span),
                        "__annotations__" => {
                            self.add("__annotations__", stmt.span);
                            let typed = value
                                .filter(|value| !matches!(tree.expr(*value).kind, ExprKind::List { .. }));
                            typed.into_iter().for_each(|ty| self.ty(ty));
                        }
                        "__forward_hooks__" => self.add("__forward_hooks__", stmt.span),
                        "__forward_pre_hooks__" => self.add("__forward_pre_hooks__", stmt.span),
                        _ => self.attribute(base, *annotation, *value, stmt.span),
                    }
                }
                _ => {}
            }
        }
    }

    fn attribute(
        &mut self,
        base: Option<&str>,
        annotation: Option<ExprId>,
        value: Option<ExprId>,
        span: Bytes32,
    ) {
        let tree = self.tree;
        if base == Some("Enum") {
            match value.map(|value| (&tree.expr(tree.bare(value)).kind, tree.number(value))) {
                Some((ExprKind::Text(_), _)) => self.add("Enum of str", span),
                Some((_, Some(Number::Float(_)))) => self.add("Enum of float", span),
                _ => {}
            }
        } else if let Some(annotation) = annotation {
            match value {
                Some(_) if base == Some("NamedTuple") => self.add("NamedTuple default", span),
                Some(_) => self.add("Final", span),
                None => {}
            }
            self.ty(annotation);
        }
    }

    fn function(&mut self, function: &Function) {
        let mut default = false;
        for parameter in &function.parameters {
            let span = parameter.name.span;
            if let Some(value) = parameter.default {
                let list = matches!(self.tree.expr(self.tree.bare(value)).kind, ExprKind::List { .. });
                self.add(if list { "default list" } else { "default" }, span);
                self.expr(value);
            } else if default && !parameter.keyword_only {
                self.add("default before none", span);
            }
            default |= parameter.default.is_some();
            if parameter.keyword_only {
                self.add("keyword-only", span);
            }
            parameter.annotation.into_iter().for_each(|ty| self.ty(ty));
        }
        if let Some(comment) = &function.type_comment {
            self.add("type comment", comment.span);
            comment.parameters.iter().chain(&comment.returns).for_each(|ty| self.ty(*ty));
        }
        match function.returns {
            Some(returns) => self.ty(returns),
            None if function.type_comment.is_none() && !function.parameters.is_empty() => {
                self.add("no return type", function.name.span);
            }
            None => {}
        }
        self.block(&function.body, true);
    }

    fn block(&mut self, body: &[StmtId], outermost: bool) {
        for stmt in body {
            self.stmt(*stmt, outermost);
        }
    }

    fn stmt(&mut self, id: StmtId, outermost: bool) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        let form = match &stmt.kind {
            StmtKind::Expr(_) | StmtKind::If { elif: false, .. } => None,
            StmtKind::If { .. } => Some("elif"),
            StmtKind::While { .. } => Some("while"),
            StmtKind::For { .. } => Some("for"),
            StmtKind::With { .. } => Some("with"),
            StmtKind::Pass => Some("pass"),
            StmtKind::Break => Some("break"),
            StmtKind::Continue => Some("continue"),
            StmtKind::Raise(_) => Some("raise"),
            StmtKind::Assert { .. } => Some("assert"),
            StmtKind::Global(_) => Some("global"),
            StmtKind::Return(_) => (!outermost).then_some("return in block"),
            StmtKind::Delete(targets) => {
                let variable = targets.iter().all(|target| tree.as_name(*target).is_some());
                Some(if variable { "del variable" } else { "del item" })
            }
            StmtKind::AugmentedAssign { operator, .. } => augmented(*operator),
            StmtKind::Def(function) if function.parameters.is_empty() => Some("forked function"),
            StmtKind::Def(_) => Some("nested function"),
            StmtKind::Assign { targets, annotation, .. } => self.assignment(targets, *annotation),
        };
        if let Some(form) = form {
            self.add(form, stmt.span);
        }
        match &stmt.kind {
            StmtKind::Def(function) => return self.function(function),
            StmtKind::Assign { targets, annotation, value } => {
                annotation.iter().for_each(|ty| self.ty(*ty));
                targets.iter().chain(value).for_each(|of| self.expr(*of));
            }
            kind => kind.each(&mut |of| self.expr(of)),
        }
        for block in stmt.kind.blocks() {
            self.block(block, false);
        }
    }

    fn assignment(&self, targets: &[ExprId], annotation: Option<ExprId>) -> Option<&'static str> {
        let tree = self.tree;
        let [target] = targets else { return Some("chained assignment") };
        match (&tree.expr(tree.bare(*target)).kind, annotation) {
            (_, Some(annotation)) => match constructor(tree, annotation) {
                Some("Optional") => Some("annotated Optional"),
                Some("Union") => Some("annotated Union"),
                _ => Some("annotated assignment"),
            },
            (ExprKind::Tuple { items, .. }, _) => {
                let kind = |id: &ExprId| &tree.expr(tree.bare(*id)).kind;
                let star = items.iter().any(|item| matches!(kind(item), ExprKind::Unary(Unary::Star, _)));
                let nested = items.iter().any(|item| matches!(kind(item), ExprKind::Tuple { .. }));
                Some(if star {
                    "unpack star"
                } else if nested {
                    "unpack nested"
                } else {
                    "unpack"
                })
            }
            (ExprKind::Attribute { .. }, _) => Some("set attribute"),
            (ExprKind::Subscript { .. }, _) => Some("set item"),
            _ => None,
        }
    }
}
