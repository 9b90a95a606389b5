//! [`QuickMap`], [`QuickSet`]: tables of small keys for loops that look up every record of a stream.
//!
//! Hashing costs a fraction of what the standard table's does. Each table starts it at another number, so that no file is made of
//! keys that all fall into one slot. Nothing may depend on the order of such a table.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

/// A table of keys that are numbers, or made of a few.
pub type QuickMap<K, V> = HashMap<K, V, RandomState>;

/// A set of such keys.
pub type QuickSet<K> = HashSet<K, RandomState>;
