//! Pickles, read opcode by opcode; nothing is imported, called or executed.
//!
//! * [`Lexer`]: opcodes with places and arguments, of all protocols; [`Op::write`] is the inverse, and [`write()`] of many.
//! * [`Pickle`]: runs the opcodes on a stack and a memo, and keeps what they make as a [`Graph`]. What would be imported and called is
//!   recorded there as data, and summed up in [`Uses`], up to the first error: what a reader executes before it fails is executed.
//! * [`standing`]: which globals are data, for which [`Reader`]; [`reads`]: which opcodes it knows.
//! * [`canonical`]: a graph as PyTorch's own pickler writes it.
//! * [`print()`]: values as text.
//! * [`recognise()`]: which files are pickles.
//! * [`nested`]: pickles in the bytes and texts of a pickle.
//!
//! The semantics are those of CPython's `pickle` and `pickletools`. Cost is bounded by [`Limits`]: no recursion, dropping included.

mod canonical;
mod defs;
mod globals;
mod graph;
mod lex;
mod literal;
mod machine;
mod memo;
mod nested;
mod print;
mod read;
mod recognise;
mod text;
mod uses;

pub use canonical::{Pickler, canonical};
pub use defs::{Form, Opcode};
pub use globals::{Reader, Standing, known, reads, standing};
pub use graph::{Call, Graph, Name, Node, Update, Value, ValueId};
pub use lex::{Arg, Lexer, Op, write};
pub(crate) use nested::carried;
pub use nested::{Import, Inside, Nested, Unread, nested};
pub use print::print;
pub use read::{Limits, NEWEST, Pickle};
pub use recognise::{acts_as_pickle, recognise};
pub use uses::{Mark, Used, Uses};
