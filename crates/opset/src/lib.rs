//! Operators of PyTorch.
//!
//! * [`schema`]: the language of operator schemas, in the spellings of all releases.
//! * [`compat`]: whether a schema is compatible with an older one, and why not.
//! * [`history`]: which operators each release has, with which schemas, and which upgraders.
//! * [`resolve`]: which overload of an operator a call means, as each release decides it.
//! * [`versions`]: tables of versions: which operators changed when, and what carries programs over it.
//! * [`lint`]: what changed between two operator sets, which changes break, and what their authors have to write.
//! * [`types`]: the types of TorchScript, and which is a subtype of which.
//!
//! ```
//! use outlast_opset::compat::{Mode, backward};
//! use outlast_opset::history::{self, Release};
//!
//! # fn main() -> outlast_core::Result<()> {
//! // Why a call of `linspace(a, b)` of 1.10.2 has no meaning in 2.15.0.
//! let linspace = |release| history::torch().overloads("aten::linspace", release).find(|entry| entry.overload.is_empty());
//! let releases = ["1.10.2", "2.15.0"].map(|name| Release::parse(name).and_then(linspace));
//! if let [Some(old), Some(new)] = releases {
//!     let answer = backward(&new.schema()?, &old.schema()?, Mode::Strict);
//!     let reasons: Vec<String> = answer.reasons.iter().map(ToString::to_string).collect();
//!     assert_eq!(
//!         reasons,
//!         [
//!             "OL3509: argument 2: `int?` is not a subtype of `int`",
//!             "OL3510: argument 2: the default `None` is dropped",
//!         ]
//!     );
//! }
//! # Ok(())
//! # }
//! ```

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

pub mod compat;
pub mod history;
pub mod lint;
pub mod resolve;
pub mod schema;
pub mod types;
pub mod versions;
