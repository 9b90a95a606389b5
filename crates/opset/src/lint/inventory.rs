//! The operators of a set, with the places of their schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::schema::{OperatorName, Places, Schema};

/// A schema of an operator set, and where it is said.
#[derive(Clone, PartialEq, Debug)]
pub struct Declared {
    /// The schema.
    pub schema: Schema,
    /// The line of the file, from 1; 0 where no file says it.
    pub line: u64,
    /// The bytes of the schema in the file; of a derived schema, those of the one that it is derived from.
    pub bytes: Range<u64>,
    /// Where the parts are, from the first of these bytes; `None` if the file does not spell the schema out.
    pub places: Option<Places>,
}

impl Declared {
    /// A schema that no file says.
    pub fn known(schema: Schema) -> Declared {
        Declared { schema, line: 0, bytes: 0..0, places: None }
    }
}

/// What an [`Inventory`] was made from: that decides what its silence means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// All operators of a runtime: what is not in it does not exist.
    Complete,
    /// Operators that are declared in one place, as `native_functions.yaml`: others are registered elsewhere.
    Declarations,
}

/// The operators of a set. An operator may have several schemas: releases of PyTorch up to 1.6 do.
#[derive(Clone, PartialEq, Debug)]
pub struct Inventory {
    /// What its silence means.
    pub coverage: Coverage,
    /// In the order of the file.
    pub schemas: Vec<Declared>,
}

impl Inventory {
    /// The schemas by operator, in the order of the file.
    pub(super) fn by_operator(&self) -> BTreeMap<&OperatorName, Vec<&Declared>> {
        let mut all: BTreeMap<&OperatorName, Vec<&Declared>> = BTreeMap::new();
        for declared in &self.schemas {
            all.entry(&declared.schema.name).or_default().push(declared);
        }
        all
    }

    /// Whether it has an operator with this overload.
    pub fn has(&self, operator: &OperatorName) -> bool {
        self.schemas.iter().any(|declared| declared.schema.name == *operator)
    }

    /// The namespaces of its operators.
    pub fn namespaces(&self) -> BTreeSet<&str> {
        self.schemas.iter().filter_map(|declared| declared.schema.name.namespace()).collect()
    }
}
