"""C++ as releases of MLIR spell it, in one canonical form: two pieces of code that do the same, spelt in another way, become equal.

Not a compiler. Expressions are parsed into trees; what is not an expression stays a list of statements. What differs between releases
and means the same is unified:

* `x.isa<T>()`, `x.dyn_cast<T>()`, `x.cast<T>()` and `llvm::isa<T>(x)`; `x.isa<A, B>()` and `isa<A>(x) || isa<B>(x)`;
* `mlir::`, `llvm::` and `::` before a name, brackets around an expression, `const auto &`, `(void)x;`, `std::move`;
* chains of `&&` and `||` however they are nested, members that are `true`, lambdas that only return `true`;
* a ranked tensor: `TensorType` that has a rank, and `RankedTensorType`;
* messages: what is said when a check fails is no part of the check.

A tree is a tuple whose first item says what it is. What cannot be parsed is an error (`Unparsed`): the caller decides what to make of it.
"""

import hashlib
import re

TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|(?P<str>(?:u8|L)?"(?:\\.|[^"\\])*")|(?P<chr>'(?:\\.|[^'\\])+')|(?P<num>(?:0[xX][0-9a-fA-F']+|\d[\d']*\.?\d*(?:[eE][+-]?\d+)?)\w*)
    |(?P<name>(?:::\s*)?[A-Za-z_]\w*(?:::(?:template\s+)?~?[A-Za-z_]\w*)*)
    |(?P<op><<=|>>=|<=>|->\*|\.\.\.|<<|->|\+\+|--|&&|\|\||==|!=|<=|>=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|::|[-+*/%&|^~!=<>?:.,;(){}\[\]\#\\])""",
    re.S | re.X)

OPENING = {"(": ")", "[": "]", "{": "}"}
BINARY = [("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"), ("*", "/", "%")]
LEVEL = {op: level for level, ops in enumerate(BINARY) for op in ops}
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
CASTS = {"isa", "cast", "dyn_cast", "isa_and_nonnull", "isa_and_present", "dyn_cast_or_null", "dyn_cast_if_present", "cast_or_null"}
TRUE = ("name", "true")


class Unparsed(Exception):
    """Code that is beyond this parser."""


def tokens(text):
    """Kinds and texts; comments, spaces, `template` and prefixes that only say where a name is from are left out."""
    out, at = [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise Unparsed(f"a character: {text[at:at + 20]!r}")
        at = found.end()
        kind = found.lastgroup
        if kind == "name":
            name = re.sub(r"\s|template\s+", "", found["name"])
            name = re.sub(r"^(::)?((mlir|llvm)::)*", "", name)
            if name not in ("const", "template", "typename", "inline", "static", "constexpr"):
                out.append(("name", name))
        elif kind:
            out.append((kind, found[0]))
    return out


def braces(text, at):
    """What is in the braces of which the opening one is the first from `at` on, with them."""
    start = text.index("{", at)
    depth = 0
    for found in re.finditer(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|//[^\n]*|/\*.*?\*/|[{}]', text[start:], re.S):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return text[start:start + found.end()]
    raise Unparsed("braces that are not closed")


class Parser:
    def __init__(self, items):
        self.items, self.at = items, 0

    def peek(self, ahead=0):
        at = self.at + ahead
        return self.items[at][1] if at < len(self.items) else ""

    def kind(self):
        return self.items[self.at][0] if self.at < len(self.items) else ""

    def take(self, text=None):
        if self.at >= len(self.items) or text is not None and self.peek() != text:
            raise Unparsed(f"`{text}` expected, `{' '.join(item[1] for item in self.items[self.at:self.at + 8])}` found")
        self.at += 1
        return self.items[self.at - 1][1]

    def done(self):
        return self.at >= len(self.items)

    # Expressions ---------------------------------------------------------------------------------------------------------

    def expression(self):
        left = self.binary(0)
        if self.peek() == "?":
            self.take()
            one = self.expression()
            self.take(":")
            return ("if", left, one, self.expression())
        if self.peek() in ASSIGN:
            op = self.take()
            return ("assign", op, left, self.expression())
        return left

    def operator(self):
        """The binary operator that comes next; `>` `>` is one."""
        text = self.peek()
        if text == ">" and self.peek(1) == ">":
            return ">>"
        return text if self.kind() == "op" else ""

    def binary(self, level):
        if level == len(BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while LEVEL.get(op := self.operator()) == level:
            self.at += 2 if op == ">>" else 1
            left = ("op", op, left, self.binary(level + 1))
        return left

    def unary(self):
        text = self.peek()
        if self.kind() == "op" and text in ("!", "*", "&", "-", "+", "~", "++", "--"):
            self.take()
            return ("unary", text, self.unary())
        if text == "(" and self.c_style():
            self.take("(")
            of = self.types()
            self.take(")")
            return ("convert", of, self.unary())
        return self.postfix(self.primary())

    def c_style(self):
        """Whether `(int64_t)x` comes next."""
        return (self.peek(1) in ("int", "int64_t", "unsigned", "void", "size_t", "double", "float", "uint64_t", "int32_t")
                and self.peek(2) == ")")

    def primary(self):
        kind, text = self.kind(), self.peek()
        if kind in ("num", "chr"):
            return (kind, re.sub(r"['uUlL]", "", self.take()) if kind == "num" else self.take())
        if kind == "str":
            parts = []
            while self.kind() == "str":
                parts.append(self.take()[1:-1])
            return ("str", "".join(parts))
        if text == "(":
            self.take()
            inner = self.expression()
            # A fold over a pack is taken as it is written.
            self.take(")")
            return inner
        if text == "{":
            return ("braces", *self.arguments("{"))
        if text == "[":
            return self.one_lambda()
        if kind == "name":
            name = self.take()
            if name in ("new", "delete", "sizeof", "throw"):
                raise Unparsed(name)
            return self.named(("name", name))
        raise Unparsed(f"`{text}`")

    def named(self, name):
        """Arguments of a template behind a name, if they are that."""
        if self.peek() != "<":
            return name
        start = self.at
        try:
            types = self.template()
        except Unparsed:
            self.at = start
            return name
        if self.peek() == "::":
            self.take()
            if self.kind() == "name":
                return self.named(("in", ("template", name, *types), self.take()))
            raise Unparsed("::")
        if self.kind() == "name" and "::" in self.peek() or self.peek() in ("(", "{", ")", ",", ">", ";", "") or self.kind() == "name":
            return ("template", name, *types)
        self.at = start
        return name

    def template(self):
        self.take("<")
        types = []
        while self.peek() != ">":
            types.append(self.types())
            if self.peek() == ",":
                self.take()
        self.take(">")
        return types

    def types(self):
        """A type, or a constant, as text."""
        out = []
        while self.peek() not in (",", ">", ")", "", ";", "{", "="):
            if self.kind() == "name":
                out.append(self.take())
                if self.peek() == "<":
                    out.append("<" + ",".join(self.template()) + ">")
            elif self.peek() in ("*", "&", "&&", "...", "::", "-", "+") or self.kind() == "num":
                out.append(self.take())
            elif self.peek() == "(":
                self.take()
                inner = []
                while self.peek() != ")":
                    inner.append(self.types())
                    if self.peek() == ",":
                        self.take()
                self.take(")")
                out.append("(" + ",".join(inner) + ")")
            else:
                raise Unparsed(f"type: `{self.peek()}`")
        if not out:
            raise Unparsed("a type")
        return " ".join(word for word in out if word not in ("&", "&&"))

    def arguments(self, opening):
        self.take(opening)
        out = []
        while self.peek() != OPENING[opening]:
            # `{.name = value}`
            if opening == "{" and self.peek() == ".":
                raise Unparsed("designators")
            out.append(self.expression())
            if self.peek() == "...":
                self.take()
            if self.peek() != OPENING[opening]:
                self.take(",")
        self.take(OPENING[opening])
        return out

    def postfix(self, value):
        while True:
            text = self.peek()
            if text in (".", "->"):
                self.take()
                if self.kind() != "name":
                    raise Unparsed("a member")
                value = self.named(("member", value, self.take())) if text == "." else \
                    self.named(("member", ("unary", "*", value), self.take()))
            elif text == "(":
                value = ("call", value, *self.arguments("("))
            elif text == "{" and value[0] in ("name", "template") and (value[0] == "template" or value[1].split("::")[-1][:1].isupper()):
                value = ("call", value, ("braces", *self.arguments("{")))
            elif text == "[":
                value = ("index", value, *self.arguments("["))
            elif text in ("++", "--"):
                self.take()
                value = ("after", text, value)
            else:
                return value

    def one_lambda(self):
        self.group("[")
        names = self.parameters() if self.peek() == "(" else []
        if self.peek() == "mutable":
            self.take()
        if self.peek() == "->":
            self.take()
            self.types()
        return ("lambda", tuple(names), self.block())

    def parameters(self):
        """Types and names."""
        out = []
        self.take("(")
        while self.peek() != ")":
            words = []
            while self.peek() not in (",", ")"):
                words.append(self.types_word())
            out.append((" ".join(words[:-1]), words[-1]) if len(words) > 1 else (words[0], ""))
            if self.peek() == ",":
                self.take()
        self.take(")")
        return out

    def types_word(self):
        if self.kind() == "name":
            name = self.take()
            return name + ("<" + ",".join(self.template()) + ">" if self.peek() == "<" else "")
        if self.peek() in ("*", "&", "&&", "..."):
            return self.take()
        if self.peek() == "=":
            self.take()
            return repr(self.expression())
        raise Unparsed(f"parameter: `{self.peek()}`")

    def group(self, opening):
        """What is in brackets, unread."""
        depth, start = 0, self.at
        while True:
            text = self.take()
            if text in OPENING:
                depth += 1
            elif text in OPENING.values():
                depth -= 1
                if depth == 0:
                    return self.items[start + 1:self.at - 1]

    # Statements ----------------------------------------------------------------------------------------------------------

    def block(self):
        self.take("{")
        out = []
        while self.peek() != "}":
            out += self.statement()
        self.take("}")
        return ("block", *out)

    def body(self):
        """The statements that depend on something."""
        return self.block() if self.peek() == "{" else ("block", *self.statement())

    def statement(self):
        """One statement, or none."""
        text = self.peek()
        if text == ";":
            self.take()
            return []
        if text == "{":
            return [self.block()]
        if text == "return":
            self.take()
            value = () if self.peek() == ";" else (self.expression(),)
            self.take(";")
            return [("return", *value)]
        if text == "if":
            self.take()
            self.take("(")
            before = self.condition()
            self.take(")")
            then = self.body()
            other = ()
            if self.peek() == "else":
                self.take()
                other = (self.body(),)
            return [("when", before, then, *other)]
        if text == "for":
            self.take()
            self.take("(")
            start = self.at
            head = self.loop_head()
            if head is None:
                self.at = start
                first = self.statement()
                test = () if self.peek() == ";" else self.expression()
                self.take(";")
                step = []
                while self.peek() != ")":
                    step.append(self.expression())
                    if self.peek() == ",":
                        self.take()
                head = ("loop", tuple(first), test, tuple(step))
            self.take(")")
            return [("for", head, self.body())]
        if text == "while":
            self.take()
            self.take("(")
            head = self.condition()
            self.take(")")
            return [("while", head, self.body())]
        if text in ("break", "continue"):
            self.take()
            self.take(";")
            return [(text,)]
        if text == "switch":
            self.take()
            self.take("(")
            of = self.expression()
            self.take(")")
            return [("switch", of, self.block())]
        if text == "case":
            self.take()
            of = self.expression()
            self.take(":")
            return [("case", of)]
        if text == "default" and self.peek(1) == ":":
            self.take()
            self.take(":")
            return [("case", "default")]
        if text in ("do", "try", "goto", "using", "struct", "enum", "class", "static_assert", "assert"):
            if text in ("static_assert", "assert"):
                self.take()
                self.group("(")
                self.take(";")
                return []
            raise Unparsed(text)
        if text == "[" and self.peek(1) == "[":
            self.group("[")
        declared = self.declaration()
        if declared is not None:
            return declared
        value = self.expression()
        more = [value]
        while self.peek() == ",":
            self.take()
            more.append(self.expression())
        self.take(";")
        # `(void)x;`
        return [("do", one) for one in more if not (one[0] == "convert" and one[1] == "void")]

    def declaration(self):
        """`T x = y;`, `T x(y), z;`, `auto [a, b] = y;`: none if it is no declaration."""
        start = self.at
        try:
            if self.kind() != "name":
                raise Unparsed("no type")
            of = self.types_word()
            while self.peek() in ("*", "&", "&&"):
                of += self.take() if self.peek() == "*" else self.take()[:0]
            if self.peek() == "[" and of == "auto":
                names = ",".join(item[1] for item in self.group("["))
                self.take("=")
                value = self.expression()
                self.take(";")
                return [("let", "auto", f"[{names}]", value)]
            # `unsigned long x`
            while self.kind() == "name" and self.items[self.at + 1:] and self.items[self.at + 1][0] == "name":
                of += " " + self.take()
            if self.kind() != "name":
                raise Unparsed("no name")
            out = []
            while True:
                name = self.take()
                if self.peek() == "[":
                    self.group("[")
                if self.peek() == "=":
                    self.take()
                    out.append(("let", of, name, self.expression()))
                elif self.peek() == "(":
                    out.append(("let", of, name, ("call", ("name", of), *self.arguments("("))))
                elif self.peek() == "{":
                    out.append(("let", of, name, ("braces", *self.arguments("{"))))
                elif self.peek() in (";", ","):
                    out.append(("let", of, name))
                else:
                    raise Unparsed("no declaration")
                if self.peek() != ",":
                    self.take(";")
                    return out
                self.take(",")
                if self.peek() in ("*", "&"):
                    self.take()
        except Unparsed:
            self.at = start
            return None

    def condition(self):
        """What stands in the brackets of `if`: with a declaration before it, perhaps."""
        start = self.at
        try:
            if self.kind() == "name":
                of = self.types_word()
                while self.peek() in ("*", "&", "&&"):
                    of += self.take() if self.peek() == "*" else self.take()[:0]
                if self.kind() == "name" and self.peek(1) == "=":
                    name = self.take()
                    self.take("=")
                    value = self.expression()
                    if self.peek() == ";":
                        self.take()
                        return ("with", ("let", of, name, value), self.expression())
                    return ("with", ("let", of, name, value), ("name", name))
        except Unparsed:
            pass
        self.at = start
        return self.expression()

    def loop_head(self):
        """`auto x : y`, `auto [a, b] : y`; none if it is another loop."""
        try:
            of = self.types_word()
            while self.peek() in ("*", "&", "&&"):
                of += self.take()
            if self.peek() == "[":
                name = "[" + ",".join(item[1] for item in self.group("[")) + "]"
            elif self.kind() == "name":
                name = self.take()
            else:
                return None
            if self.peek() != ":":
                return None
            self.take(":")
            return ("each", name, self.expression())
        except Unparsed:
            return None


# One form ----------------------------------------------------------------------------------------------------------------


def told(tree):
    """The last name of what is called."""
    while tree[0] in ("op", "call", "template") and not (tree[0] == "op" and tree[1] != "<<"):
        tree = tree[2] if tree[0] == "op" else tree[1]
    return tree[2] if tree[0] == "member" else tree[1].split("::")[-1] if tree[0] == "name" else ""


SAYING = ("emitOpError", "emitError", "emitOptionalError", "attachNote", "append", "emitWarning", "emitRemark", "appendNote")


def canonical(tree, names=None):
    """The one form of a tree. Names of a lambda's parameters and of variables become numbers."""
    names = {} if names is None else names
    kind = tree[0]

    def go(one):
        return canonical(one, names)

    if kind == "name":
        return ("name", names.get(tree[1], tree[1]))
    if kind in ("num", "chr", "str"):
        return tree
    if kind == "op":
        if tree[1] == "<<" and told(tree) in SAYING:
            return ("failure",)
        left, right = go(tree[2]), go(tree[3])
        if tree[1] in ("&&", "||"):
            return chain(tree[1], [left, right])
        if tree[1] in ("==", "!="):
            left, right = sorted((left, right), key=repr)
        if tree[1] in (">", ">="):
            return ("op", {">": "<", ">=": "<="}[tree[1]], right, left)
        return ("op", tree[1], left, right)
    if kind == "unary":
        inner = go(tree[2])
        if tree[1] == "!":
            return negated(inner)
        if tree[1] == "*" and inner == ("name", "this"):
            return ("name", "this")
        if tree[1] == "*" and inner[0] == "unary" and inner[1] == "&":
            return inner[2]
        return ("unary", tree[1], inner)
    if kind == "template":
        return ("template", go(tree[1]), *tree[2:])
    if kind == "member":
        return ("member", go(tree[1]), tree[2])
    if kind == "in":
        return ("in", go(tree[1]), tree[2])
    if kind == "call":
        return call(tree, names)
    if kind == "lambda":
        inner = dict(names)
        for _, name in tree[1]:
            inner[name] = f"%{len(inner)}"
        body = canonical(tree[2], inner)
        if body == ("block", ("return", TRUE)):
            return ("always",)
        return ("lambda", tuple(of for of, _ in tree[1]), body)
    if kind == "block":
        inner = dict(names)
        out = []
        for one in tree[1:]:
            made = canonical(one, inner)
            if one[0] == "let":
                inner[one[2]] = f"%{len(inner)}"
            if made is not None:
                # A block in a block only holds names together.
                out += made[1:] if made[0] == "block" else [made]
        return ("block", *out)
    if kind == "let":
        return ("let", tree[1] if len(tree) == 3 else "", *[go(one) for one in tree[3:]])
    if kind == "with":
        value = go(tree[1][3])
        inner = dict(names)
        inner[tree[1][2]] = f"%{len(inner)}"
        return ("with", value, canonical(tree[2], inner))
    if kind == "when":
        inner = dict(names)
        before = go(tree[1])
        if tree[1][0] == "with":
            inner[tree[1][1][2]] = f"%{len(inner)}"
        then = canonical(tree[2], inner)
        other = tuple(canonical(one, inner) for one in tree[3:])
        return ("when", before, then, *other)
    if kind == "for":
        inner = dict(names)
        head = tree[1]
        if head[0] == "each":
            over = go(head[2])
            for name in head[1].strip("[]").split(","):
                inner[name] = f"%{len(inner)}"
            made = ("each", over)
        else:
            first = []
            for one in head[1]:
                first.append(canonical(one, inner))
                if one[0] == "let":
                    inner[one[2]] = f"%{len(inner)}"
            made = ("loop", tuple(first), canonical(head[2], inner) if head[2] else (), tuple(canonical(one, inner) for one in head[3]))
        return ("for", made, canonical(tree[2], inner))
    if kind == "return":
        return ("return", *[verdict(go(one)) for one in tree[1:]])
    if kind == "do" and told(tree[1]) in SAYING:
        return None
    out = [kind]
    for one in tree[1:]:
        out.append(go(one) if isinstance(one, tuple) and one else one)
    return tuple(out)


def verdict(tree):
    """What a function returns: failures look alike, whatever they say."""
    if tree[0] == "call" and told(tree) in SAYING or tree in (("call", ("name", "failure")), ("failure",)):
        return ("failure",)
    return tree


def negated(tree):
    if tree[0] == "unary" and tree[1] == "!":
        return tree[2]
    if tree[0] == "op" and tree[1] in ("==", "!="):
        return ("op", "!=" if tree[1] == "==" else "==", *tree[2:])
    return ("unary", "!", tree)


def chain(op, parts):
    flat = []
    for part in parts:
        flat += part[1:] if part[0] == op else [part]
    if op == "&&":
        flat = ranked([part for part in flat if part != TRUE])
    elif TRUE in flat:
        return TRUE
    once = [part for at, part in enumerate(flat) if part not in flat[:at]]
    if not once:
        return TRUE
    return once[0] if len(once) == 1 else (op, *once)


def ranked(parts):
    """A tensor that has a rank is a ranked tensor."""
    out = []
    for part in parts:
        found = next((one for one in out if one[0] == "isa" and one[1] == "TensorType"), None)
        shaped = found and ("call", ("member", ("call", ("template", ("name", "cast"), "ShapedType"), found[2]), "hasRank"))
        if found and part == shaped:
            out[out.index(found)] = ("isa", "RankedTensorType", found[2])
        else:
            out.append(part)
    return out


def call(tree, names):
    callee, args = tree[1], [canonical(one, names) for one in tree[2:]]
    if told(tree) in SAYING:
        return ("failure",)
    cast = callee[0] == "template" and callee[1]
    if cast and cast[0] == "member" and cast[2] in CASTS and not args:
        return casting(cast[2], callee[2:], canonical(cast[1], names))
    if cast and cast[0] == "name" and cast[1].split("::")[-1] in CASTS and len(args) == 1:
        return casting(cast[1].split("::")[-1], callee[2:], args[0])
    if callee in (("name", "std::move"), ("name", "std::forward")) and len(args) == 1:
        return args[0]
    if callee == ("name", "failed") and len(args) == 1:
        return negated(args[0])
    if callee == ("name", "succeeded") and len(args) == 1:
        return args[0]
    made = canonical(callee, names)
    if made == ("always",):
        return TRUE
    return ("call", made, *args)


def casting(what, types, value):
    what = {"isa_and_present": "isa_and_nonnull", "dyn_cast_if_present": "dyn_cast_or_null"}.get(what, what)
    if what == "isa":
        return chain("||", [("isa", of, value) for of in types])
    return ("call", ("template", ("name", what), *types), value)


def expression(text):
    """The one form of an expression."""
    parser = Parser(tokens(text))
    tree = parser.expression()
    if not parser.done():
        raise Unparsed(f"left over: {parser.peek()}")
    return canonical(tree)


def function(text, parameters=()):
    """The one form of a function's body, `{` and `}` with it."""
    parser = Parser(tokens(text))
    tree = parser.block()
    return canonical(tree, {name: f"%{at}" for at, name in enumerate(parameters)})


def short(value):
    return hashlib.sha1(repr(value).encode()).hexdigest()[:8]
