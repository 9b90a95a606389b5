//! PyTorch's own parser beside ours, on texts that a script makes (`evidence/peers/torch/syntax.py`): what is refused, and the trees of expressions.

use outlast_testkit::corpus;
use outlast_torchscript::source::{
    Argument, Binary, Comprehension, ExprId, ExprKind, Tree, Unary, parse, parse_expression,
};

/// The text that Python's `unicode_escape` stands for.
fn unescaped(text: &str) -> Vec<u8> {
    let (bytes, mut out, mut at) = (text.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let (byte, len) = match &bytes[at..] {
            [b'\\', b'n', ..] => (b'\n', 2),
            [b'\\', b't', ..] => (b'\t', 2),
            [b'\\', b'r', ..] => (b'\r', 2),
            [b'\\', b'\\', ..] => (b'\\', 2),
            [b'\\', b'x', ..] => (u8::from_str_radix(&text[at + 2..at + 4], 16).unwrap(), 4),
            [byte, ..] => (*byte, 1),
            [] => unreachable!(),
        };
        out.push(byte);
        at += len;
    }
    out
}

/// A tree as PyTorch prints it, on one line.
struct Sexp<'t>(&'t Tree);

impl Sexp<'_> {
    fn list(&self, ids: impl IntoIterator<Item = ExprId>) -> String {
        let all: Vec<_> = ids.into_iter().map(|id| self.expr(id)).collect();
        if all.is_empty() { "(list)".into() } else { format!("(list {})", all.join(" ")) }
    }

    fn option(&self, id: Option<ExprId>) -> String {
        id.map_or_else(|| "(option)".into(), |id| format!("(option {})", self.expr(id)))
    }

    fn comprehension(&self, parts: &Comprehension) -> String {
        let [of, target, over] = [parts.of, parts.target, parts.over].map(|id| self.expr(id));
        format!("{of} {target} {over}")
    }

    /// A number, to which signs before it are joined there.
    fn number(&self, id: ExprId) -> Option<String> {
        let id = self.0.bare(id);
        match self.0.expr(id).kind {
            ExprKind::Number => {
                Some(String::from_utf8_lossy(self.0.bytes(self.0.expr(id).span)).into_owned())
            }
            ExprKind::Unary(Unary::Minus, of) => Some(format!("-{}", self.number(of)?)),
            _ => None,
        }
    }

    fn expr(&self, id: ExprId) -> String {
        let expr = self.0.expr(id);
        let ident = |span| format!("(ident {})", String::from_utf8_lossy(self.0.bytes(span)));
        if let Some(number) = self.number(id) {
            return format!("(const {number})");
        }
        match &expr.kind {
            ExprKind::Number => unreachable!(),
            ExprKind::Text(_) => {
                let text = String::from_utf8_lossy(&self.0.string(id).unwrap()).into_owned();
                format!("(string_literal {text})")
            }
            ExprKind::True => "(True)".into(),
            ExprKind::False => "(False)".into(),
            ExprKind::None => "(None)".into(),
            ExprKind::NoneType => "(NoneType)".into(),
            ExprKind::Dots => "(dots)".into(),
            ExprKind::Name => format!("(variable {})", ident(expr.span)),
            ExprKind::Group(of) => self.expr(*of),
            ExprKind::Tuple { items, .. } => format!("(tuple-literal {})", self.list(items.iter().copied())),
            ExprKind::List { items, .. } => match items.as_slice() {
                [one] if self.expr(*one).starts_with("(list comprehension") => self.expr(*one),
                _ => format!("(list-literal {})", self.list(items.iter().copied())),
            },
            ExprKind::Dict { items } => {
                if let [(key, value)] = items.as_slice() {
                    let value = self.expr(*value);
                    if let Some(rest) = value.strip_prefix("(list comprehension") {
                        return format!("(dict comprehension {}{rest}", self.expr(*key));
                    }
                }
                let keys = self.list(items.iter().map(|(key, _)| *key));
                format!("(dict-literal {keys} {})", self.list(items.iter().map(|(_, value)| *value)))
            }
            ExprKind::ListComprehension(parts) | ExprKind::Generator(parts) => {
                format!("(list comprehension {})", self.comprehension(parts))
            }
            ExprKind::DictComprehension { key, rest } => {
                format!("(dict comprehension {} {})", self.expr(*key), self.comprehension(rest))
            }
            ExprKind::Attribute { value, name } => format!("(. {} {})", self.expr(*value), ident(name.span)),
            ExprKind::Call { callee, arguments, .. } => {
                let inputs = arguments.iter().filter(|argument| argument.keyword.is_none());
                let inputs = self.list(inputs.map(|argument| argument.value));
                let named = arguments.iter().filter_map(|Argument { keyword, value }| {
                    Some(format!("(attribute {} {})", ident(keyword.as_ref()?.span), self.expr(*value)))
                });
                let named: Vec<String> = named.collect();
                let named =
                    if named.is_empty() { "(list)".into() } else { format!("(list {})", named.join(" ")) };
                format!("(apply {} {inputs} {named})", self.expr(*callee))
            }
            ExprKind::Subscript { value, items, .. } => {
                format!("(subscript {} {})", self.expr(*value), self.list(items.iter().copied()))
            }
            ExprKind::Slice { start, stop, step, .. } => {
                let [start, stop, step] = [start, stop, step].map(|id| self.option(*id));
                format!("(slice expr {start} {stop} {step})")
            }
            ExprKind::Unary(operator, of) => {
                let name = match operator {
                    Unary::Not => "not",
                    Unary::Invert => "~",
                    Unary::Minus => "unary minus",
                    Unary::Star => "starred",
                };
                format!("({name} {})", self.expr(*of))
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.expr(*left), self.expr(*right));
                let name = match operator {
                    Binary::NotIn => return format!("(not (in {left} {right}))"),
                    Binary::Ne => "ne",
                    Binary::Eq => "eq",
                    Binary::Le => "le",
                    Binary::Ge => "ge",
                    Binary::FloorDiv => "floordiv",
                    Binary::Pow => "pow operator",
                    other => other.text(),
                };
                format!("({name} {left} {right})")
            }
            ExprKind::IfElse { condition, then, otherwise } => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|id| self.expr(*id));
                format!("(if {condition} {then} {otherwise})")
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Texts that a script made, as PyTorch 2.15.0 reads them.
#[test]
fn same_as_torch() {
    let path = std::env::var_os("OUTLAST_SYNTAX")
        .map_or_else(|| corpus::root().join("torch/runs/syntax.tsv"), Into::into);
    let table = std::fs::read_to_string(path).unwrap();
    let (mut counts, mut wrong) = ([0; 4], Vec::new());
    for line in table.lines() {
        let [kind, text, answer] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let text = unescaped(text);
        let (ours, slot) = if kind == "e" {
            // The line end is behind everything that the script makes.
            let ours = match parse_expression(&[&text[..], b"\n"].concat()) {
                Ok((tree, id)) => one_line(&format!("(decl (list) (option {}))", Sexp(&tree).expr(id))),
                Err(_) => "refused".into(),
            };
            (ours, usize::from(answer == "refused"))
        } else {
            let ours = if parse(&text).is_ok() { "parsed" } else { "refused" };
            (ours.to_string(), 2 + usize::from(answer == "refused"))
        };
        counts[slot] += 1;
        if ours != one_line(answer) {
            wrong.push(format!("{}\n  torch: {answer}\n  ours:  {ours}", text.escape_ascii()));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    corpus::figures(counts, [506, 294, 221, 379]);
}
