//! The language of `code/*.py` in TorchScript archives: what TorchScript's printer writes, and what PyTorch's parser takes.
//!
//! ```text
//! file      = [ "op_version_set" "=" NUMBER NEWLINE ] { { "import" … NEWLINE } ( class | def ) }
//! class     = "class" NAME [ "(" expr ")" ] ":" INDENT stmt { stmt } DEDENT
//! def       = "def" NAME "(" [ parameter { "," parameter } [ "," ] ] ")" [ "->" expr ] ":" ( INDENT [ type-comment NEWLINE ] stmt { stmt } DEDENT | [ type-comment ] stmt )
//! parameter = "*" | NAME [ ":" expr ] [ "=" expr ]
//! stmt      = if | while | for | with | def | ( return | raise | assert | break | continue | pass | del | global | assignment | expr ) NEWLINE
//! ```
//!
//! The rules are those of PyTorch's own lexer and parser (`torch/csrc/jit/frontend`), in all releases together; what of it not every release has is
//! found in the tree. A text that PyTorch refuses gives a [`Fault`]. Every node has its bytes, and every byte is in a token or between tokens
//! ([`Tree::pieces`]). [`Tree::canonical`] writes a tree as PyTorch's printer does.
//!
//! ```
//! use outlast_torchscript::source::{ExprKind, Item, StmtKind, parse};
//!
//! let code = b"class M(Module):\n  def forward(self: __torch__.M,\n    x: Tensor) -> Tensor:\n    return torch.add(x, 1)\n";
//! let tree = parse(code).unwrap();
//! assert_eq!(tree.canonical(), code);
//! let (class, forward) = tree.functions().next().unwrap();
//! assert_eq!(tree.name(class.unwrap().name), "M");
//! let StmtKind::Return(Some(value)) = tree.stmt(forward.body[0]).kind else { panic!() };
//! let ExprKind::Call { callee, .. } = tree.expr(value).kind else { panic!() };
//! assert_eq!(tree.dotted(callee).unwrap(), "torch.add");
//!
//! let fault = parse(b"def f(x):\n  return x +\n").unwrap_err();
//! assert_eq!(fault.to_string(), "2:13: an expression expected, the end of the line found");
//! ```

mod children;
pub mod codes;
mod fault;
mod lexer;
mod literal;
mod nodes;
mod parser;
mod print;
mod token;
mod tree;

pub use codes::CODES;
pub use fault::{Fault, position};
pub use literal::{Number, quoted};
pub use nodes::{
    Argument, Binary, Block, Class, Comprehension, Expr, ExprId, ExprKind, Function, Ident, Item, Parameter,
    Stmt, StmtId, StmtKind, TypeComment, Unary,
};
pub use parser::{MAX_BLOCKS, MAX_EXPRESSIONS};
pub use token::{Bytes32, Kind, Piece, Token, Trivia};
pub use tree::Tree;

/// Reads a file of code.
///
/// # Errors
///
/// What PyTorch's parser refuses, with its bytes; blocks or expressions deeper than [`MAX_BLOCKS`] and [`MAX_EXPRESSIONS`].
pub fn parse(text: &[u8]) -> Result<Tree, Fault> {
    parser::parse(text, false)
}

/// Reads a file of code of an archive of 1.0 to 1.2, whose functions are the methods of one module.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_methods(text: &[u8]) -> Result<Tree, Fault> {
    parser::parse(text, true)
}

/// Reads an expression, such as the name of a type in another record. What is behind it is not looked at, as in PyTorch.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_expression(text: &[u8]) -> Result<(Tree, ExprId), Fault> {
    parser::parse_expression(text)
}
