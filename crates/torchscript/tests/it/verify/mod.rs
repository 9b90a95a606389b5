//! Whether a file is sound, and what reading it runs.

mod pickles;
mod runs;
