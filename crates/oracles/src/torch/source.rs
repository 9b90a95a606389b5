//! [`torch_source()`]: the language of `code/*.py`.

use std::sync::OnceLock;

use outlast_opset::history::{OperatorSet, Release, torch};
use outlast_torchscript::program::{self, Compiled, ForVersion, Program, Reach};
use outlast_torchscript::source::{
    Bytes32, Expr, ExprId, ExprKind, Fault, Function, Ident, Item, Piece, StmtKind, Tree, parse,
    parse_expression, parse_methods, position,
};

/// Largest text. Analysis of a function grows with what is in it.
const MOST_BYTES: usize = 1 << 16;

/// Releases for which code is compiled, each with the version of the archive.
const RELEASES: [(&str, u64); 2] = [("1.6.0", 3), ("2.15.0", 10)];

/// Reads a text as code, as methods of 1.0 to 1.2 and as an expression; compiles it for releases. Whether it is code.
///
/// # Panics
///
/// Where a node or a fault is outside of the text or of the node that it is in; where the tokens do not make up the text; where what is printed
/// does not parse to the same tree, or is printed otherwise the second time.
pub fn torch_source(text: &[u8]) -> bool {
    if text.len() > MOST_BYTES {
        return false;
    }
    let file = parse(text);
    let mut is = false;
    for (read, methods) in [(&file, false), (&parse_methods(text), true)] {
        match read {
            Ok(tree) => {
                of_tree(tree, methods);
                is = true;
            }
            Err(fault) => of_fault(text, fault),
        }
    }
    match parse_expression(text) {
        Ok((tree, id)) => {
            spans(&tree);
            let shown = tree.expr_text(id);
            match parse_expression(shown.as_bytes()) {
                _ if !reads_back(&tree) => {}
                Ok((again, other)) => {
                    assert_eq!(again.expr_text(other), shown, "an expression printed again")
                }
                Err(fault) => panic!("{shown:?}: {fault}"),
            }
        }
        Err(fault) => of_fault(text, &fault),
    }
    if file.is_ok() {
        compiled(text);
    }
    is
}

fn of_fault(text: &[u8], fault: &Fault) {
    assert!(fault.span.start <= fault.span.end && fault.span.end <= text.len(), "{fault:?}");
    assert_eq!((fault.line, fault.column), position(text, fault.span.start), "{fault}");
    assert!(!fault.message.is_empty());
}

fn of_tree(tree: &Tree, methods: bool) {
    pieces(tree);
    spans(tree);
    if !reads_back(tree) {
        return;
    }
    let printed = tree.canonical();
    let again = if methods { parse_methods(&printed) } else { parse(&printed) };
    match again {
        Ok(again) => {
            same(tree, &again);
            assert!(again.canonical() == printed, "printed otherwise the second time");
        }
        Err(fault) => panic!("what is printed does not parse: {fault}\n{}", printed.escape_ascii()),
    }
}

/// Whether what is printed is code: PyTorch's printer writes the escape `\r`, and its parser refuses that.
fn reads_back(tree: &Tree) -> bool {
    !tree.exprs().any(|(id, _)| tree.string(id).is_some_and(|text| text.contains(&b'\r')))
}

/// Tokens and what is between them are the text.
fn pieces(tree: &Tree) {
    let mut at = 0;
    for piece in tree.pieces() {
        let span = match *piece {
            Piece::Token(number) => {
                let token = usize::try_from(number).ok().and_then(|number| tree.tokens().get(number));
                token.map_or(Bytes32::default(), |token| token.span)
            }
            Piece::Trivia(_, span) => span,
        };
        assert_eq!(span.range().start, at, "{piece:?}");
        at = span.range().end;
    }
    assert_eq!(at, tree.text().len(), "bytes at the end belong to nothing");
}

/// Every node is in the node that it is a part of, and in the text.
fn spans(tree: &Tree) {
    let within = |outer: Bytes32, inner: Bytes32| {
        assert!(outer.start <= inner.start && inner.end <= outer.end, "{inner:?} is not in {outer:?}");
    };
    let text = Bytes32 { start: 0, end: u32::try_from(tree.text().len()).unwrap_or(u32::MAX) };
    for (id, expr) in tree.exprs() {
        within(text, expr.span);
        assert!(expr.span.start < expr.span.end, "{expr:?}");
        expr.kind.each(&mut |part| {
            assert!(part < id);
            within(expr.span, tree.expr(part).span);
        });
    }
    for (_, stmt) in tree.stmts() {
        within(text, stmt.span);
        stmt.kind.each(&mut |part| within(stmt.span, tree.expr(part).span));
        stmt.kind.blocks().flatten().for_each(|inner| within(stmt.span, tree.stmt(*inner).span));
    }
    for item in &tree.items {
        within(text, item.span());
    }
}

/// Two trees of the same meaning: nodes are numbered in the order of the text.
fn same(one: &Tree, other: &Tree) {
    let lists = (one.exprs().count(), one.stmts().count(), one.items.len());
    assert_eq!(lists, (other.exprs().count(), other.stmts().count(), other.items.len()), "nodes");
    let texts = |span: Option<Bytes32>, tree: &Tree| span.map(|span| tree.bytes(span).to_vec());
    assert_eq!(texts(one.op_version_set, one), texts(other.op_version_set, other));
    for ((id, a), (_, b)) in one.exprs().zip(other.exprs()) {
        assert_eq!(expr(one, id, a), expr(other, id, b));
    }
    for ((_, a), (_, b)) in one.stmts().zip(other.stmts()) {
        assert_eq!(stmt(one, &a.kind), stmt(other, &b.kind));
    }
    for (a, b) in one.items.iter().zip(&other.items) {
        assert_eq!(item(one, a), item(other, b));
    }
}

/// A node without its bytes: what it is, its parts, its names and texts.
type Said = (String, Vec<usize>, Vec<Vec<u8>>);

fn expr(tree: &Tree, id: ExprId, of: &Expr) -> Said {
    let mut parts = Vec::new();
    of.kind.each(&mut |part| parts.push(part.index()));
    let mut texts = Vec::new();
    let what = match &of.kind {
        ExprKind::Text(_) => {
            texts.extend(tree.string(id));
            "text".to_owned()
        }
        ExprKind::Number | ExprKind::Name => {
            texts.push(tree.bytes(of.span).to_vec());
            format!("{:?}", of.kind)
        }
        ExprKind::Attribute { name, .. } => {
            texts.push(tree.bytes(name.span).to_vec());
            "attribute".to_owned()
        }
        ExprKind::Call { arguments, comma, .. } => {
            texts.extend(arguments.iter().map(|one| named(tree, one.keyword)));
            format!("call {comma}")
        }
        // No other kind has names or bytes.
        kind => format!("{kind:?}"),
    };
    (what, parts, texts)
}

fn stmt(tree: &Tree, kind: &StmtKind) -> Said {
    let (mut parts, mut texts) = (Vec::new(), Vec::new());
    kind.each(&mut |part| parts.push(part.index()));
    for block in kind.blocks() {
        parts.push(usize::MAX);
        parts.extend(block.iter().map(|stmt| stmt.index()));
    }
    let what = match kind {
        StmtKind::Global(names) => {
            texts.extend(names.iter().map(|name| named(tree, Some(*name))));
            "global".to_owned()
        }
        StmtKind::With { items, .. } => {
            texts.extend(items.iter().map(|(_, name)| named(tree, *name)));
            "with".to_owned()
        }
        StmtKind::Def(of) => return function(tree, of),
        kind => format!("{kind:?}"),
    };
    (what, parts, texts)
}

fn function(tree: &Tree, of: &Function) -> Said {
    let mut parts = Vec::new();
    of.each(&mut |part| parts.push(part.index()));
    parts.push(usize::MAX);
    parts.extend(of.body.iter().map(|stmt| stmt.index()));
    let names = of.parameters.iter().map(|one| named(tree, Some(one.name)));
    let has =
        of.parameters.iter().map(|one| (one.annotation.is_some(), one.default.is_some(), one.keyword_only));
    let what =
        format!("{:?} {:?}", has.collect::<Vec<_>>(), of.type_comment.as_ref().map(|one| &one.parameters));
    (what, parts, std::iter::once(named(tree, Some(of.name))).chain(names).collect())
}

fn item(tree: &Tree, of: &Item) -> Said {
    match of {
        Item::Import { name, .. } => (name.clone(), Vec::new(), Vec::new()),
        Item::Class(class) => {
            let body = class.body.iter().map(|stmt| stmt.index());
            (
                "class".into(),
                class.base.iter().map(|base| base.index()).chain(body).collect(),
                vec![named(tree, Some(class.name))],
            )
        }
        Item::Function(of) => function(tree, of),
    }
}

fn named(tree: &Tree, name: Option<Ident>) -> Vec<u8> {
    name.map_or(b"-".to_vec(), |name| tree.bytes(name.span).to_vec())
}

/// Code as releases compile it: calls resolved, what is reached, forms of the language.
fn compiled(text: &[u8]) {
    static SETS: OnceLock<Vec<OperatorSet>> = OnceLock::new();
    let sets = SETS.get_or_init(|| {
        let set = |(release, _): &(&str, u64)| OperatorSet::new(torch(), Release::parse(release)?);
        RELEASES.iter().filter_map(set).collect()
    });
    assert_eq!(sets.len(), RELEASES.len());
    for (set, (_, version)) in sets.iter().zip(RELEASES) {
        let program = Program::of_code([("__torch__", text)], version);
        let analysis = program::analyse(&program, &ForVersion { set, version });
        assert_eq!(analysis.units.len(), program.functions.len());
        let compiled = Compiled::new(&program, &analysis);
        assert!(compiled.functions.iter().all(|function| *function < program.functions.len()));
        let reach = Reach::new(&program, &analysis);
        for entry in program.entries() {
            assert!(reach.from(entry).contains(&entry));
            let _ = program.signature(entry);
        }
        let _ = (reach.recursive(), reach.operator_calls(&analysis), program::forms::forms(&program));
        for class in program.class_names() {
            let _ = program.class_model(class);
        }
    }
}
