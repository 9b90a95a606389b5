//! Whether a file is sound, and what reading it runs.

mod runs;
