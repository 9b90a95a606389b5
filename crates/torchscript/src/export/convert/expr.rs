//! Expressions of symbols: as SymPy prints them (`2*s0 + 1`, up to 2.5), and as its `srepr` does (`Add(Mul(Integer(2), Symbol('s0',
//! integer=True, positive=True)), Integer(1))`, since 2.6).
//!
//! Symbols of sizes that are not known before a program runs are `i0` in 2.1, and `u0` since.

use outlast_opset::history::Release;

/// Since this release, expressions are printed by `srepr`.
const SREPR: Release = Release { major: 2, minor: 6, patch: 0 };
/// Since this release, symbols of sizes that are not known are `u0`.
const UNBACKED_U: Release = Release { major: 2, minor: 2, patch: 0 };
/// Since this release, readers know functions of PyTorch besides SymPy's.
const FUNCTIONS: Release = Release { major: 2, minor: 5, patch: 0 };
/// How deep expressions nest.
const MAX_DEPTH: usize = 60;

/// An expression. Operators are calls of SymPy's classes.
#[derive(Clone, PartialEq, Debug)]
enum Expr {
    /// A number, or a name that SymPy has: `true`, `oo`.
    Plain(String),
    /// A symbol, with what `srepr` says of it.
    Symbol(String, Option<String>),
    /// `Add(…)`.
    Call(String, Vec<Expr>),
}

/// The name of a symbol in a release: of a size that is not known before the program runs.
pub(super) fn symbol(name: &str, to: Release) -> String {
    let rest = |prefix| {
        name.strip_prefix(prefix).filter(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    match (rest("i"), rest("u")) {
        (Some(number), _) if to >= UNBACKED_U => format!("u{number}"),
        (_, Some(number)) if to < UNBACKED_U => format!("i{number}"),
        _ => name.to_string(),
    }
}

/// An expression as a release writes it.
///
/// # Errors
///
/// If it cannot be read, or has a function that the release's reader does not know.
pub(super) fn convert(text: &str, to: Release) -> Result<String, String> {
    let expr = parse(text).ok_or("it is of no form that is known")?;
    let expr = renamed(expr, to);
    let is_srepr = text.contains("Symbol(") || text.contains("Integer(");
    let mut out = String::new();
    match to >= SREPR {
        true if is_srepr && parse(text).as_ref() == Some(&expr) => return Ok(text.to_string()),
        true => srepr(&expr, &mut out),
        false => print(&expr, to, &mut out)?,
    }
    Ok(out)
}

fn renamed(expr: Expr, to: Release) -> Expr {
    match expr {
        Expr::Symbol(name, said) => Expr::Symbol(symbol(&name, to), said),
        Expr::Call(name, args) => Expr::Call(name, args.into_iter().map(|arg| renamed(arg, to)).collect()),
        plain => plain,
    }
}

fn parse(text: &str) -> Option<Expr> {
    let mut parser = Parser { rest: text.trim(), depth: 0 };
    let expr = parser.comparison()?;
    parser.rest.trim_start().is_empty().then_some(expr)
}

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

fn call(name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call(name.to_string(), args)
}

fn negated(of: Expr) -> Expr {
    match of {
        Expr::Plain(number) if number.bytes().all(|b| b.is_ascii_digit() || b == b'.') => {
            Expr::Plain(format!("-{number}"))
        }
        of => call("Mul", vec![Expr::Plain("-1".into()), of]),
    }
}

/// Adds to a sum or product that is being read from left to right.
fn joined(name: &str, left: Expr, right: Expr) -> Expr {
    match left {
        Expr::Call(of, mut args) if of == name => {
            args.push(right);
            Expr::Call(of, args)
        }
        left => call(name, vec![left, right]),
    }
}

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn comparison(&mut self) -> Option<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let left = self.or()?;
        const SIGNS: [(&str, &str); 6] = [
            (">=", "GreaterThan"),
            ("<=", "LessThan"),
            ("==", "Equality"),
            ("!=", "Unequality"),
            (">", "StrictGreaterThan"),
            ("<", "StrictLessThan"),
        ];
        let sign = SIGNS.iter().find(|(sign, _)| self.eat(sign));
        let whole = match sign {
            Some((_, name)) => call(name, vec![left, self.or()?]),
            None => left,
        };
        self.depth -= 1;
        Some(whole)
    }

    fn or(&mut self) -> Option<Expr> {
        let mut left = self.and()?;
        while self.eat("|") {
            left = joined("Or", left, self.and()?);
        }
        Some(left)
    }

    fn and(&mut self) -> Option<Expr> {
        let mut left = self.sum()?;
        while self.eat("&") {
            left = joined("And", left, self.sum()?);
        }
        Some(left)
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut left = self.product()?;
        loop {
            if self.eat("+") {
                left = joined("Add", left, self.product()?);
            } else if self.eat("-") {
                left = joined("Add", left, negated(self.product()?));
            } else {
                return Some(left);
            }
        }
    }

    fn product(&mut self) -> Option<Expr> {
        let mut left = self.unary()?;
        loop {
            if self.eat("//") {
                left = call("FloorDiv", vec![left, self.unary()?]);
            } else if self.eat("/") {
                let right = self.unary()?;
                left = joined("Mul", left, call("Pow", vec![right, Expr::Plain("-1".into())]));
            } else if self.eat("%") {
                left = call("Mod", vec![left, self.unary()?]);
            } else if !self.rest.trim_start().starts_with("**") && self.eat("*") {
                left = joined("Mul", left, self.unary()?);
            } else {
                return Some(left);
            }
        }
    }

    fn unary(&mut self) -> Option<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let expr = if self.eat("-") {
            negated(self.unary()?)
        } else if self.eat("~") {
            call("Not", vec![self.unary()?])
        } else {
            self.power()?
        };
        self.depth -= 1;
        Some(expr)
    }

    fn power(&mut self) -> Option<Expr> {
        let base = self.atom()?;
        if self.eat("**") { Some(call("Pow", vec![base, self.unary()?])) } else { Some(base) }
    }

    fn atom(&mut self) -> Option<Expr> {
        if self.eat("(") {
            let inner = self.comparison()?;
            return self.eat(")").then_some(inner);
        }
        let rest = self.rest.trim_start();
        let word = |of: fn(char) -> bool| rest.find(|letter| !of(letter)).unwrap_or(rest.len());
        if rest.starts_with(|letter: char| letter.is_ascii_digit()) {
            let (number, after) =
                rest.split_at_checked(word(|letter| letter.is_ascii_digit() || letter == '.'))?;
            self.rest = after;
            return Some(Expr::Plain(number.to_string()));
        }
        let (name, after) =
            rest.split_at_checked(word(|letter| letter.is_ascii_alphanumeric() || letter == '_'))?;
        if name.is_empty() {
            return None;
        }
        self.rest = after;
        if !self.eat("(") {
            let known = matches!(
                name,
                "true" | "false" | "True" | "False" | "oo" | "int_oo" | "zoo" | "nan" | "pi" | "E"
            );
            return Some(match known {
                true => Expr::Plain(name.to_string()),
                false => Expr::Symbol(name.to_string(), None),
            });
        }
        if name == "Symbol" {
            let quoted = self.rest.strip_prefix('\'')?;
            let (symbol, after) = quoted.split_once('\'')?;
            let (said, after) = after.split_once(')')?;
            self.rest = after;
            let plain = symbol.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            return plain.then(|| Expr::Symbol(symbol.to_string(), Some(said.to_string())));
        }
        let mut args = Vec::new();
        if !self.eat(")") {
            loop {
                args.push(self.comparison()?);
                if self.eat(")") {
                    break;
                }
                if !self.eat(",") {
                    return None;
                }
            }
        }
        Some(match (name, &args[..]) {
            ("Integer" | "Float", [Expr::Plain(number)]) => Expr::Plain(number.clone()),
            ("Eq", _) => call("Equality", args),
            ("Ne", _) => call("Unequality", args),
            _ => Expr::Call(name.to_string(), args),
        })
    }
}

fn srepr(expr: &Expr, out: &mut String) {
    match expr {
        Expr::Plain(text) if text.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit()) => {
            out.push_str(&format!("Integer({text})"));
        }
        Expr::Plain(text) => out.push_str(text),
        Expr::Symbol(name, Some(said)) => out.push_str(&format!("Symbol('{name}'{said})")),
        Expr::Symbol(name, None) => {
            let numbered = |prefix: &str| {
                name.strip_prefix(prefix).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
            };
            let said = match () {
                () if numbered("s") => ", integer=True, positive=True",
                () if numbered("u") => ", integer=True",
                () => "",
            };
            out.push_str(&format!("Symbol('{name}'{said})"));
        }
        Expr::Call(name, args) => {
            out.push_str(name);
            out.push('(');
            for (index, arg) in args.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                srepr(arg, out);
            }
            out.push(')');
        }
    }
}

/// As SymPy prints it, with parentheses around all but names, numbers and calls.
fn print(expr: &Expr, to: Release, out: &mut String) -> Result<(), String> {
    let (name, args) = match expr {
        Expr::Plain(text) => {
            out.push_str(text);
            return Ok(());
        }
        Expr::Symbol(name, _) => {
            out.push_str(name);
            return Ok(());
        }
        Expr::Call(name, args) => (name.as_str(), args),
    };
    let sign = match name {
        "Add" => " + ",
        "Mul" => "*",
        "Pow" => "**",
        "And" => " & ",
        "Or" => " | ",
        "FloorDiv" | "CleanDiv" if to < FUNCTIONS => "//",
        "GreaterThan" => " >= ",
        "LessThan" => " <= ",
        "StrictGreaterThan" => " > ",
        "StrictLessThan" => " < ",
        _ => "",
    };
    if !sign.is_empty() && args.len() > 1 {
        for (index, arg) in args.iter().enumerate() {
            if index > 0 {
                out.push_str(sign);
            }
            let operator = match arg {
                Expr::Call(name, _) => matches!(
                    name.as_str(),
                    "Add"
                        | "Mul"
                        | "Pow"
                        | "And"
                        | "Or"
                        | "FloorDiv"
                        | "CleanDiv"
                        | "GreaterThan"
                        | "LessThan"
                        | "StrictGreaterThan"
                        | "StrictLessThan"
                ),
                Expr::Plain(number) => number.starts_with('-'),
                Expr::Symbol(..) => false,
            };
            if operator {
                out.push('(');
            }
            print(arg, to, out)?;
            if operator {
                out.push(')');
            }
        }
        return Ok(());
    }
    let name = match name {
        "Equality" => "Eq",
        "Unequality" => "Ne",
        "PythonMod" if to < FUNCTIONS => "Mod",
        "Mod" | "Max" | "Min" | "Not" | "Rational" | "floor" | "ceiling" | "Abs" => name,
        _ if to >= FUNCTIONS => name,
        _ => return Err(format!("torch {to} does not know `{name}`")),
    };
    out.push_str(name);
    out.push('(');
    for (index, arg) in args.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        print(arg, to, out)?;
    }
    out.push(')');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: Release = Release { major: 2, minor: 1, patch: 2 };
    const MIDDLE: Release = Release { major: 2, minor: 3, patch: 1 };
    const NEW: Release = Release { major: 2, minor: 15, patch: 0 };

    #[test]
    fn expressions_are_written_as_releases_do() {
        let size = "Add(Mul(Integer(2), Symbol('s0', integer=True, positive=True)), Integer(-1))";
        let rows = [
            ("i1 >= 2", NEW, "GreaterThan(Symbol('u1', integer=True), Integer(2))"),
            ("GreaterThan(Symbol('u1', integer=True), Integer(2))", OLD, "i1 >= 2"),
            ("2*s0 - 1", NEW, size),
            (size, OLD, "(2*s0) + (-1)"),
            (size, NEW, size),
            (
                "(s0//2) + 1",
                NEW,
                "Add(FloorDiv(Symbol('s0', integer=True, positive=True), Integer(2)), Integer(1))",
            ),
            ("FloorDiv(Symbol('s0', integer=True, positive=True), Integer(2))", OLD, "s0//2"),
            ("Symbol('s77', integer=True, positive=True)", MIDDLE, "s77"),
            (
                "Eq(s0**2, 4)",
                NEW,
                "Equality(Pow(Symbol('s0', integer=True, positive=True), Integer(2)), Integer(4))",
            ),
            ("Symbol('zuf0')", NEW, "Symbol('zuf0')"),
        ];
        for (text, to, expected) in rows {
            assert_eq!(convert(text, to).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let deep = "(".repeat(10_000);
        for text in ["", "s0 +", "f(", "Symbol('s0", "s0 s1", "__import__('os')", deep.as_str()] {
            assert!(convert(text, NEW).is_err(), "{text}");
        }
        assert!(convert("ModularIndexing(Symbol('s0'), Integer(1), Integer(2))", OLD).is_err());
        assert_eq!(convert("FloorDiv(Symbol('s0'), 2)", MIDDLE).as_deref(), Ok("s0//2"));
    }
}
