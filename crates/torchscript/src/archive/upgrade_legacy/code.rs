//! The code of modules: functions become methods of classes.

use outlast_core::SortShort;
use std::fmt::Write as _;

use super::{QUALIFIER, Work};
use crate::pickle::ValueId;
use crate::source::{self, ExprKind, Item};

impl Work<'_, '_> {
    /// A name for the class of a module, after its file of code.
    pub(super) fn class_name(&mut self, key: Option<&str>) -> String {
        let stem = key.and_then(|key| key.strip_prefix("code/")?.strip_suffix(".py")).unwrap_or("Module");
        let mut name: String =
            stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() || name.starts_with("__") {
            name.insert_str(0, "M_");
        }
        // Not a word of the language.
        name.insert_str(0, "Module_");
        let mut fresh = name.clone();
        let mut number = 1u32;
        while !self.names.insert(fresh.clone()) {
            number = number.saturating_add(1);
            fresh = format!("{name}_{number}");
        }
        fresh
    }

    /// The functions of a file of code as methods of a class.
    pub(super) fn methods(&mut self, record: &str, class: &str) -> Result<String, String> {
        let content = self.archive.content(record).map_err(|error| error.to_string())?;
        let content = content.ok_or_else(|| format!("there is no record `{record}`"))?;
        let tree = source::parse(&content).map_err(|fault| format!("`{record}` cannot be read: {fault}"))?;
        // Constants are tensors of the table.
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        for (id, expr) in tree.exprs().filter(|(_, expr)| matches!(expr.kind, ExprKind::Attribute { .. })) {
            let name = tree.dotted(id);
            let Some(number) = name.and_then(|name| name.strip_prefix("CONSTANTS.c")?.parse::<usize>().ok())
            else {
                continue;
            };
            let at = self.constants.iter().position(|one| *one == number);
            let at = at.unwrap_or_else(|| {
                self.constants.push(number);
                self.constants.len().saturating_sub(1)
            });
            edits.push((start(expr.span.start), start(expr.span.end), format!("CONSTANTS.c{at}")));
        }
        edits.sort_short();
        for (_, expr) in tree.exprs() {
            let ExprKind::Call { callee, arguments, .. } = &expr.kind else { continue };
            let Some(name) = tree.operator(*callee) else { continue };
            if ["keys", "values", "items", "popitem"].contains(&name) {
                return Err(ORDER.into());
            }
            let typed = |argument: &source::Argument| {
                argument.keyword.is_some_and(|name| tree.name(name) == "dtype")
                    && tree.expr(tree.bare(argument.value)).kind != ExprKind::None
            };
            if ["tensor", "as_tensor"].contains(&name) && !arguments.iter().any(typed) {
                let floats = arguments.first().is_none_or(|first| !is_whole(&tree, first.value));
                if floats {
                    return Err(format!(
                        "`torch.{name}` makes float64 of floating-point numbers up to 1.2 and float32 later, and what this call is given is not known"
                    ));
                }
            }
        }
        let mut out = String::new();
        for item in &tree.items {
            let Item::Function(function) = item else { continue };
            let (from, to) = (start(function.span.start), start(function.span.end));
            let mut text = Vec::new();
            let mut at = from;
            for (start, end, new) in edits.iter().filter(|(start, end, _)| from <= *start && *end <= to) {
                text.extend_from_slice(content.get(at..*start).unwrap_or_default());
                text.extend_from_slice(new.as_bytes());
                at = *end;
            }
            text.extend_from_slice(content.get(at..to).unwrap_or_default());
            let text = String::from_utf8(text).map_err(|_| format!("`{record}` is not text"))?;
            let first = function.parameters.first().filter(|first| first.annotation.is_none());
            let text = match first.map(|first| tree.name(first.name)) {
                Some(own) => text.replacen(&format!("({own}"), &format!("({own}: {QUALIFIER}.{class}"), 1),
                None => return Err(format!("`{record}` has a function that is not a method")),
            };
            if function.returns.is_some_and(|returns| {
                tree.bytes(tree.expr(returns).span).windows(5).any(|part| part == b"Dict[")
            }) {
                return Err(ORDER.into());
            }
            for line in text.lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        Ok(out)
    }
}

/// Why code that shows the order of a dictionary is refused.
const ORDER: &str = "dictionaries up to 1.2 have an order of their own, which the code shows";

/// Whether an expression is a whole number, or a list of such, as it is written.
fn is_whole(tree: &source::Tree, id: source::ExprId) -> bool {
    let id = tree.bare(id);
    match &tree.expr(id).kind {
        ExprKind::List { items, .. } => items.iter().all(|item| is_whole(tree, *item)),
        ExprKind::True | ExprKind::False => true,
        _ => matches!(tree.number(id), Some(source::Number::Int(_))),
    }
}

/// What a class has.
#[derive(Default)]
pub(super) struct Members {
    pub(super) parameters: Vec<String>,
    pub(super) buffers: Vec<String>,
    pub(super) names: Vec<String>,
    types: Vec<String>,
    pub(super) values: Vec<(ValueId, ValueId)>,
}

impl Members {
    pub(super) fn push(&mut self, key: ValueId, name: String, ty: String, value: ValueId) {
        self.names.push(name);
        self.types.push(ty);
        self.values.push((key, value));
    }

    /// The head of the class.
    pub(super) fn class(&self, name: &str) -> String {
        let list = |names: &[String]| names.iter().map(|name| format!("\"{name}\", ")).collect::<String>();
        let mut text = format!("class {name}(Module):\n");
        let _ = writeln!(text, "  __parameters__ = [{}]", list(&self.parameters));
        let _ = writeln!(text, "  __buffers__ = [{}]", list(&self.buffers));
        let plain = |name: &str| {
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit())
        };
        if !self.names.iter().all(|name| plain(name)) {
            text.push_str("  __annotations__ = []\n");
        }
        for (name, ty) in self.names.iter().zip(&self.types) {
            let _ = match plain(name) {
                true => writeln!(text, "  {name} : {ty}"),
                false => writeln!(text, "  __annotations__[\"{name}\"] = {ty}"),
            };
        }
        text
    }
}

fn start(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// A file of classes without its first lines: the version of operators, which no reader looks at, and imports, which later ones do not need.
pub(super) fn without_head(text: &[u8]) -> Vec<u8> {
    let head = |line: &&[u8]| line.starts_with(b"op_version_set") || line.starts_with(b"import ");
    let lines = text.split_inclusive(|byte| *byte == b'\n').skip_while(head);
    lines.flatten().copied().collect()
}
