//! Tests of the library on the corpus.

#![allow(missing_docs, reason = "tests")]

mod matrix;
