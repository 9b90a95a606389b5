//! Writes a tree as PyTorch's printer writes code (`torch/csrc/jit/serialization/python_print.cpp`): two blanks for each level, each parameter of a
//! function on its line. What it never writes, such as operators, is written as is usual in Python.

use super::literal;
use super::nodes::{
    Class, Comprehension, ExprId, ExprKind, Function, Ident, Item, Parameter, StmtId, StmtKind, Unary,
};
use super::tree::Tree;

impl Tree {
    /// The text of this tree, as PyTorch's printer writes it.
    pub fn canonical(&self) -> Vec<u8> {
        let mut printer = Printer { tree: self, out: Vec::with_capacity(self.text.len()), level: 0 };
        if let Some(version) = self.op_version_set {
            printer.put("op_version_set = ");
            printer.out.extend(self.bytes(version));
            printer.put("\n");
        }
        for item in &self.items {
            printer.item(item);
        }
        printer.out
    }

    /// The text of one expression, as PyTorch's printer writes it.
    pub fn expr_text(&self, id: ExprId) -> String {
        let mut printer = Printer { tree: self, out: Vec::new(), level: 0 };
        printer.expr(id);
        String::from_utf8_lossy(&printer.out).into_owned()
    }
}

struct Printer<'t> {
    tree: &'t Tree,
    out: Vec<u8>,
    level: usize,
}

/// What a block belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Class,
    Interface,
    Function,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.extend(text.as_bytes());
    }

    fn name(&mut self, name: Ident) {
        self.put(self.tree.name(name));
    }

    fn indent(&mut self) {
        for _ in 0..self.level {
            self.put("  ");
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Import { name, .. } => {
                self.put("import ");
                self.put(name);
                self.put("\n");
            }
            Item::Class(class) => self.class(class),
            Item::Function(function) => self.function(function, Within::Class),
        }
    }

    fn class(&mut self, class: &Class) {
        self.put("class ");
        self.name(class.name);
        let mut within = Within::Class;
        if let Some(base) = class.base {
            if matches!(self.tree.as_name(base), Some("Interface" | "ModuleInterface")) {
                within = Within::Interface;
            }
            self.put("(");
            self.expr(base);
            self.put(")");
        }
        self.put(":\n");
        self.block(&class.body, within);
    }

    fn function(&mut self, function: &Function, within: Within) {
        self.indent();
        self.put("def ");
        self.name(function.name);
        self.put("(");
        let mut star = false;
        for (at, parameter) in function.parameters.iter().enumerate() {
            if at > 0 {
                self.put(if within == Within::Class { ",\n    " } else { ", " });
            }
            if parameter.keyword_only && !star {
                star = true;
                self.put("*, ");
            }
            self.parameter(parameter);
        }
        self.put(")");
        if let Some(returns) = function.returns {
            self.put(" -> ");
            self.expr(returns);
        }
        self.put(":\n");
        if let Some(comment) = &function.type_comment {
            self.level += 1;
            self.indent();
            self.put("# type: (");
            self.list(&comment.parameters);
            self.put(")");
            if let Some(returns) = comment.returns {
                self.put(" -> ");
                self.expr(returns);
            }
            self.put("\n");
            self.level -= 1;
        }
        self.block(&function.body, Within::Function);
    }

    fn parameter(&mut self, parameter: &Parameter) {
        self.name(parameter.name);
        if let Some(annotation) = parameter.annotation {
            self.put(": ");
            self.expr(annotation);
        }
        if let Some(default) = parameter.default {
            self.put("=");
            self.expr(default);
        }
    }

    fn block(&mut self, body: &[StmtId], within: Within) {
        self.level += 1;
        for (at, stmt) in body.iter().enumerate() {
            let behind = body.get(at + 1..).unwrap_or_default();
            self.stmt(*stmt, within, behind);
        }
        self.level -= 1;
    }

    /// A statement with its line end. `behind` is the rest of the block.
    fn stmt(&mut self, id: StmtId, within: Within, behind: &[StmtId]) {
        let tree = self.tree;
        let kind = &tree.stmt(id).kind;
        if let StmtKind::Def(function) = kind {
            return self.function(function, within);
        }
        self.indent();
        match kind {
            StmtKind::If { .. } => return self.condition(id),
            StmtKind::While { condition, body } => {
                self.put("while ");
                self.expr(*condition);
                return self.body(body);
            }
            StmtKind::For { targets, iterables, body } => {
                self.put("for ");
                self.list(targets);
                self.put(" in ");
                self.list(iterables);
                return self.body(body);
            }
            StmtKind::With { items, body } => {
                self.put("with ");
                for (at, (context, name)) in items.iter().enumerate() {
                    self.put(if at > 0 { ", " } else { "" });
                    self.expr(*context);
                    if let Some(name) = name {
                        self.put(" as ");
                        self.name(*name);
                    }
                }
                return self.body(body);
            }
            StmtKind::Assign { targets, annotation, value } => {
                for (at, target) in targets.iter().enumerate() {
                    self.put(if at > 0 { " = " } else { "" });
                    self.expr(*target);
                }
                if let Some(annotation) = annotation {
                    self.put(if within == Within::Function && self.enters_loop(behind) {
                        ": "
                    } else {
                        " : "
                    });
                    self.expr(*annotation);
                }
                if let Some(value) = value {
                    self.put(" = ");
                    self.expr(*value);
                }
            }
            other => self.simple(other),
        }
        self.put("\n");
    }

    /// Whether nothing but assignments is between here and a loop: then they are those of what the loop carries, which are printed by another
    /// function there.
    fn enters_loop(&self, behind: &[StmtId]) -> bool {
        let next = behind.iter().map(|stmt| &self.tree.stmt(*stmt).kind).find(|kind| match kind {
            StmtKind::Assign { targets, value: Some(_), .. } => {
                !matches!(targets.as_slice(), [one] if self.tree.as_name(*one).is_some())
            }
            _ => true,
        });
        matches!(next, Some(StmtKind::While { .. } | StmtKind::For { .. }))
    }

    fn simple(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Expr(of) => self.expr(*of),
            StmtKind::AugmentedAssign { target, annotation, operator, value } => {
                self.expr(*target);
                if let Some(annotation) = annotation {
                    self.put(" : ");
                    self.expr(*annotation);
                }
                self.put(&format!(" {}= ", operator.text()));
                self.expr(*value);
            }
            StmtKind::Return(value) => {
                self.put("return");
                if let Some(value) = value {
                    self.put(" ");
                    self.expr(*value);
                }
            }
            StmtKind::Break => self.put("break"),
            StmtKind::Continue => self.put("continue"),
            StmtKind::Raise(of) => {
                self.put("raise ");
                self.expr(*of);
            }
            StmtKind::Assert { condition, message } => {
                self.put("assert ");
                self.expr(*condition);
                if let Some(message) = message {
                    self.put(", ");
                    self.expr(*message);
                }
            }
            StmtKind::Delete(targets) => {
                self.put("del ");
                self.list(targets);
            }
            StmtKind::Global(names) => {
                self.put("global ");
                for (at, name) in names.iter().enumerate() {
                    self.put(if at > 0 { ", " } else { "" });
                    self.name(*name);
                }
            }
            _ => self.put("pass"),
        }
    }

    fn body(&mut self, body: &[StmtId]) {
        self.put(":\n");
        self.block(body, Within::Function);
    }

    fn condition(&mut self, id: StmtId) {
        let mut at = id;
        let tree = self.tree;
        self.put("if ");
        while let StmtKind::If { condition, then, otherwise, .. } = &tree.stmt(at).kind {
            self.expr(*condition);
            self.body(then);
            match otherwise.as_slice() {
                [] => return,
                [one] if matches!(tree.stmt(*one).kind, StmtKind::If { elif: true, .. }) => {
                    self.indent();
                    self.put("elif ");
                    at = *one;
                }
                _ => {
                    self.indent();
                    self.put("else");
                    return self.body(otherwise);
                }
            }
        }
    }

    fn list(&mut self, items: &[ExprId]) {
        for (at, item) in items.iter().enumerate() {
            self.put(if at > 0 { ", " } else { "" });
            self.expr(*item);
        }
    }

    fn comprehension(&mut self, parts: &Comprehension) {
        self.expr(parts.of);
        self.put(" for ");
        self.expr(parts.target);
        self.put(" in ");
        self.expr(parts.over);
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let expr = tree.expr(id);
        match &expr.kind {
            ExprKind::Text(_) => {
                let string = literal::quoted(&tree.string(id).unwrap_or_default());
                self.out.extend(string);
            }
            ExprKind::Number
            | ExprKind::True
            | ExprKind::False
            | ExprKind::None
            | ExprKind::NoneType
            | ExprKind::Dots
            | ExprKind::Name => self.out.extend(tree.bytes(expr.span)),
            ExprKind::Group(of) => {
                self.put("(");
                self.expr(*of);
                self.put(")");
            }
            ExprKind::Tuple { items, .. } if items.is_empty() => self.put("()"),
            ExprKind::Tuple { items, comma } => {
                self.list(items);
                self.put(if *comma { "," } else { "" });
            }
            ExprKind::List { items, comma } => {
                self.put("[");
                self.list(items);
                self.put(if *comma { ", ]" } else { "]" });
            }
            ExprKind::Dict { items } => {
                self.put("{");
                for (at, (key, value)) in items.iter().enumerate() {
                    self.put(if at > 0 { ", " } else { "" });
                    self.expr(*key);
                    self.put(": ");
                    self.expr(*value);
                }
                self.put("}");
            }
            ExprKind::ListComprehension(parts) => {
                self.put("[");
                self.comprehension(parts);
                self.put("]");
            }
            ExprKind::DictComprehension { key, rest } => {
                self.put("{");
                self.expr(*key);
                self.put(": ");
                self.comprehension(rest);
                self.put("}");
            }
            ExprKind::Generator(parts) => self.comprehension(parts),
            ExprKind::Attribute { value, name } => {
                self.expr(*value);
                self.put(".");
                self.name(*name);
            }
            ExprKind::Call { callee, arguments, comma } => {
                self.expr(*callee);
                self.put("(");
                for (at, argument) in arguments.iter().enumerate() {
                    self.put(if at > 0 { ", " } else { "" });
                    if let Some(keyword) = argument.keyword {
                        self.name(keyword);
                        self.put("=");
                    }
                    self.expr(argument.value);
                }
                self.put(if *comma { ", )" } else { ")" });
            }
            ExprKind::Subscript { value, items, comma } => {
                self.expr(*value);
                self.put("[");
                self.list(items);
                self.put(if *comma { ", ]" } else { "]" });
            }
            ExprKind::Slice { start, stop, step, colons } => {
                start.iter().for_each(|start| self.expr(*start));
                self.put(":");
                stop.iter().for_each(|stop| self.expr(*stop));
                self.put(if *colons { ":" } else { "" });
                step.iter().for_each(|step| self.expr(*step));
            }
            ExprKind::Unary(operator, of) => {
                self.put(operator.text());
                // Two stars beside each other are a power.
                let starred = matches!(tree.expr(*of).kind, ExprKind::Unary(Unary::Star, _));
                let apart = *operator == Unary::Not || *operator == Unary::Star && starred;
                self.put(if apart { " " } else { "" });
                self.expr(*of);
            }
            ExprKind::Binary(operator, left, right) => {
                self.expr(*left);
                self.put(&format!(" {} ", operator.text()));
                self.expr(*right);
            }
            ExprKind::IfElse { condition, then, otherwise } => {
                self.expr(*then);
                self.put(" if ");
                self.expr(*condition);
                self.put(" else ");
                self.expr(*otherwise);
            }
        }
    }
}
